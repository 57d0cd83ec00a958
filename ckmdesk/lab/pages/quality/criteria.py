"""Criteria of a method choice (Übersicht 1) on one table: grades with figures, disclosed cells and what forces them."""

from __future__ import annotations

import weakref
from datetime import date
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from ckmcore.lab.quality.board import compare_methods
from ckmcore.lab.quality.evaluation import Evaluation
from ckmcore.lab.quality.grades import judgement
from ckmcore.lab.risk.attack import Attack, AttackedCell
from ckmcore.lab.risk.captions import cell_text, disclosed_text, limits
from ckmcore.lab.risk.disclosure_proof import disclosure_proof
from ckmcore.lab.risk.harm import by_harm
from ckmcore.messages import say, sentence
from ckmdesk.base.clock import now_text
from ckmdesk.base.jobs import JobContext
from ckmdesk.lab.models.evaluation_model import BoardModel
from ckmdesk.lab.pages.measures_table import MeasuresTable
from ckmdesk.lab.state.choices import EVALUATION
from ckmdesk.lab.state.method_comparison import columns_of, compared_spec, tables_to_compare
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, ROW_HEIGHT, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.services.opening import opening
from ckmdesk.widgets.basic import Band, Card, WrapLabel, label
from ckmdesk.widgets.layouts import FORM_WIDTH, STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip

CRITERION_WIDTH, METHOD_WIDTH, HEAD_HEIGHT, TABLE_LETTERS = 246, 132, 64, 28
# More cells than these nobody reads one by one; the head says how many there are.
MOST_LISTED = 500
_CELL = int(Qt.ItemDataRole.UserRole)


class CriteriaView(QWidget):
    """View of the criteria; its job slots are "comparison", "constellation" (why a cell is disclosed) and
    "comparison-report". Emits `changed()` when a comparison begins, ends, or no longer belongs to the choice."""

    changed = Signal()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.board: Evaluation | None = None
        self._made_of: object = None
        self.tables = PlainCombo()
        self.tables.setObjectName("criteria:table")
        self.tables.setAccessibleName(self.tr("Table"))
        self.tables.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.tables.setMinimumContentsLength(TABLE_LETTERS)
        self.tables.activated.connect(lambda _place: self.start())
        self.word = label(self.tr("Table"))
        self.word.setBuddy(self.tables)
        self.progress = ProgressStrip()
        self.stale = WrapLabel(
            self.tr("Table, method or choice are no longer those of the comparison. Evaluate anew."), "warning"
        )
        self.stack = QStackedWidget()
        self.stack.addWidget(self._make_empty())
        self.stack.addWidget(self._make_result())
        head = row_of(self.word, self.tables, STRETCH, spacing=STEP)
        column_of(head, self.progress, self.stale, (self.stack, 1), within=self, margins=(0, STEP, 0, 0), spacing=STEP)
        context.theme.changed.connect(self.model.retheme)
        self._show_board()

    def _make_empty(self) -> QWidget:
        self.empty = WrapLabel(
            self.tr(
                "Choose a table and press “Evaluate”. Each method protects it, is measured against the originals "
                "and attacked."
            ),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        return self.empty

    def _make_result(self) -> QWidget:
        self.band = Band(self.context.theme)
        self.band.set_text(self.tr("deviations from originals and disclosed values"))
        self.model = BoardModel(self.context.theme)
        self.table = MeasuresTable(
            self.model,
            self.context.theme,
            label_width=CRITERION_WIDTH,
            narrowest=METHOD_WIDTH,
            head_height=HEAD_HEIGHT,
            objectName="board",
            accessibleName=self.tr("Comparison of methods; the reason of a cell stands below"),
        )
        self.table.selectionModel().currentChanged.connect(lambda board_index, _before: self._show_reason(board_index))
        top = Card(margin=0)
        top.body.addWidget(self.table)
        split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        split.addWidget(top)
        split.addWidget(self._make_details())
        split.setStretchFactor(0, 1)
        split.setSizes([600, px(8 * ROW_HEIGHT)])
        made = QWidget()
        column_of(self.band, (split, 1), within=made, margins=0, spacing=STEP)
        return made

    def _make_details(self) -> QWidget:
        card = Card()
        card.setMinimumHeight(px(6 * ROW_HEIGHT))
        self.heading, self.reason = label("", "heading"), WrapLabel("")
        self.cells = QListWidget(
            objectName="disclosed-cells",
            wordWrap=True,
            accessibleName=self.tr("Disclosed cells; what forces the chosen one stands beside"),
        )
        self.cells.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cells.currentItemChanged.connect(lambda item, _before: self._explain(item))
        self.why = WrapLabel("", "")
        self.limits = WrapLabel("", "small")
        words = QWidget()
        column_of(self.reason, self.why, self.limits, STRETCH, within=words, margins=0, spacing=STEP)
        words.setMaximumWidth(px(FORM_WIDTH))
        area = scrolling(words)
        # A bar that comes and goes would wrap the words anew, to a height of which it depends whether there is a bar.
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        words.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        fill(card.body, self.heading, (row_of((area, 1), (self.cells, 1), spacing=MARGIN), 1))
        return card

    # --- what is shown -----------------------------------------------------------------------------------------------

    @property
    def compared(self) -> tuple[Evaluation | None, object]:
        """Return the comparison that is shown, and the inputs it was computed from."""
        return self.board, self._made_of

    @compared.setter
    def compared(self, compared: tuple[Evaluation | None, object]) -> None:
        self.board, self._made_of = compared
        self._show_board()

    @property
    def is_current(self) -> bool:
        """Whether a comparison is shown that belongs to table, methods and choice as they are."""
        return self.board is not None and self._made_of == self._basis()

    def refresh(self) -> None:
        """Show the tables to choose from, and whether the comparison still belongs to the choice."""
        state = self.context.desk.state
        names = tables_to_compare(state)
        if [self.tables.itemData(place) for place in range(self.tables.count())] != list(names):
            chosen = self.tables.currentData()
            self.tables.clear()
            for name in names:
                self.tables.addItem(name or self.tr("Table at hand"), name)
            self.tables.setCurrentIndex(max(self.tables.findData(chosen), 0))
        outdated = self.board is not None and not self.is_current
        self.stale.setVisible(outdated)
        self.table.setDisabled(outdated)

    def _basis(self) -> object:
        """Return the inputs of the comparison; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        in_force = None if state.statistic is None else state.statistic.period.in_force
        method, choice = state.method, EVALUATION.of(state)
        return (
            None if data is None else weakref.ref(data),
            compared_spec(state, self.tables.currentData()),
            (choice.in_force, choice.bases, choice.keyed, choice.left_out, choice.ordered, choice.primary),
            (choice.knowledge, choice.hidden_too, choice.with_empty, choice.seconds),
            method.variants,
            method.settings,
            in_force,
        )

    def _show_board(self) -> None:
        self.model.show_board(self.board, self.context.language)
        self.stack.setCurrentIndex(0 if self.board is None else 1)
        if self.board is None:
            return
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        attacks = [finding.attacked for finding in self.board.together]
        worst = next(
            (attack_index for attack_index, attack in enumerate(attacks) if attack is not None and attack.disclosed), 0
        )
        row = self.model.rows.index("secondary")
        self.table.setCurrentIndex(self.model.index(row, worst))
        self._show_reason(self.table.currentIndex())

    def _show_reason(self, board_index: QModelIndex) -> None:
        """Show the reason for a grade; for secondary protection also the disclosed cells."""
        board, language = self.board, self.context.language
        self.cells.clear()
        self.context.jobs.cancel("constellation")  # while the list empties, one of its cells after another is chosen
        self.why.clear()
        self.limits.clear()
        self.cells.hide()
        if board is None or not board_index.isValid():
            self.heading.clear()
            self.reason.setText("" if board is None else self.tr("Choose a cell to read the reason."))
            return
        number, criterion = board_index.column(), self.model.criterion(board_index.row())
        name, attack = board.variants[number].name.text(language), board.together[number].attacked
        self.heading.setText(f"{name} · {say(f'criterion_{criterion}', language)}")
        self.reason.setText(judgement(board, criterion, number).reason.text(language))
        note = "" if board.note is None else board.note.text(language)
        self.limits.setText(note)
        if criterion != "secondary" or attack is None:
            return
        self.limits.setText(" ".join(filter(None, [note, *(one.text(language) for one in limits(attack))])))
        for cell in by_harm(attack.disclosed)[:MOST_LISTED]:
            item = QListWidgetItem(self._line(attack, cell))
            item.setData(_CELL, cell)
            self.cells.addItem(item)
        self.cells.setVisible(self.cells.count() > 0)
        self.cells.setCurrentRow(0)

    def _line(self, attack: Attack, cell: AttackedCell) -> str:
        language = self.context.language
        return say(
            "board_cell",
            language,
            cell=cell_text(attack, cell, language),
            published=cell.published,
            value=cell.low,
        )

    def _explain(self, item: QListWidgetItem | None) -> None:
        """Show what forces a disclosed cell, computed on a worker thread."""
        index = self.table.currentIndex()
        if item is None or self.board is None or not index.isValid():
            return
        attack, cell = self.board.together[index.column()].attacked, item.data(_CELL)
        if attack is None:
            return
        language = self.context.language

        def work(context: JobContext) -> str:
            found_disclosure_proof = disclosure_proof(attack, cell.figure, cancelled=context.cancelled)
            return disclosed_text(attack, cell, found_disclosure_proof, language)

        self.why.setText(self.tr("Looking for the sums that force it ..."))
        self.context.jobs.start("constellation", work, self.why.setText, self.context.show_message)

    # --- computing ---------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Compare unless what is shown is the comparison that would be made."""
        if not self.is_current:
            self.compute()

    def compute(self) -> None:
        """Compare the methods on the chosen table off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None or self.context.jobs.running("comparison"):
            return
        spec = compared_spec(state, self.tables.currentData())
        choice, basis = EVALUATION.of(state), self._basis()

        def work(context: JobContext) -> Evaluation:
            return compare_methods(
                data,
                spec,
                columns_of(state),
                knowledge=choice.knowledge,
                seconds=float(choice.seconds),
                with_empty=choice.with_empty,
                hidden_too=choice.hidden_too,
                cancelled=context.cancelled,
                progress=lambda share: context.progress(0, share),
            )

        goes_through_tabs = isinstance(QApplication.focusWidget(), QTabBar)

        def done(board: Evaluation) -> None:
            self.context.frame.clear_message()
            self.board, self._made_of = board, basis
            self._show_board()
            self._tell()
            if not goes_through_tabs:
                self.table.setFocus()

        text, message = self.tr("Methods are compared ..."), self.context.show_message
        self.progress.run(self.context.jobs, "comparison", text, work, done, self._tell, message)
        self._tell()

    def _tell(self) -> None:
        self.refresh()
        self.changed.emit()

    # --- the report --------------------------------------------------------------------------------------------------

    def ask_for_report(self) -> None:
        """Ask for a file name and write the criteria as HTML, PDF or CSV."""
        filters = ";;".join((self.tr("HTML (*.html)"), self.tr("PDF (*.pdf)"), self.tr("CSV (*.csv)")))
        path = self.context.frame.choose_save_file(self.tr("Internal report"), Path("comparison.html"), filters)
        if path is not None:
            self.save_report(path if path.suffix else path.with_suffix(".html"))

    def save_report(self, path: Path) -> None:
        """Write the report, by the ending of its name."""
        from ckmcore.lab.report.board import told_board, write_board

        board, language = self.board, self.context.language
        if board is None:
            return
        title = board.tables[0].spec.title.text(language) or self.tables.currentData() or self.tr("Table at hand")
        today = date.fromisoformat(now_text()[:10])

        def work(context: JobContext) -> None:
            told_cells = told_board(board, language, context.cancelled)
            write_board(board, told_cells, path, title=title, date=today, language=language)

        def done(_nothing: None) -> None:
            said_sentence = sentence("desk_report_saved", name=path.name)
            self.context.show_message(said_sentence, "ok", opening([path], self.context.show_message))

        self.context.jobs.start("comparison-report", work, done, self.context.show_message, to_end=True)
