"""The comparison of methods on a table: criteria with measured figures, disclosed cells and what forces them."""

from __future__ import annotations

import weakref
from datetime import date
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QListWidget, QListWidgetItem, QSplitter, QStackedWidget, QWidget

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
from ckmdesk.lab.commands.evaluation import set_comparison
from ckmdesk.lab.models.evaluation_model import BoardModel
from ckmdesk.lab.pages.measures_table import MeasuresTable
from ckmdesk.lab.pages.method.board_choice import BoardChoice
from ckmdesk.lab.state.choices import COMPARISON, ComparisonChoice
from ckmdesk.lab.state.method_comparison import columns_of, compared_spec
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, ROW_HEIGHT, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.services.opening import opening
from ckmdesk.widgets.basic import Band, Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import folds

LEFT_WIDTH, CRITERION_WIDTH, METHOD_WIDTH, HEAD_HEIGHT = 268, 246, 132, 64
# More cells than these nobody reads one by one; the head says how many there are.
MOST_LISTED = 500
_CELL = int(Qt.ItemDataRole.UserRole)


class BoardView(QWidget):
    """View of the method board; its job slots are "comparison", "constellation" (why a cell is disclosed) and
    "comparison-report"."""

    kept = ("compared",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.board: Evaluation | None = None
        self._made_of: object = None
        self.choice = BoardChoice(context.language)
        area = scrolling(self.choice)
        area.setFixedWidth(px(LEFT_WIDTH))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.progress = ProgressStrip()
        self.stale = WrapLabel(
            self.tr("Table, method or choice are no longer those of the comparison. Compare anew."), "warning"
        )
        self.empty = WrapLabel(
            self.tr(
                "Choose methods on the left and press “Compare”: each protects the table, is measured against the "
                "originals and attacked by what a reader can compute."
            ),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self._make_result())
        right = column_of(self.progress, self.stale, (self.stack, 1), spacing=STEP)
        folds(row_of(area, (right, 1), within=self, margins=(0, STEP, 0, 0), spacing=STEP))
        self.choice.changed.connect(self._choose)
        self.choice.compute.clicked.connect(self.compute)
        self.choice.report.clicked.connect(self.ask_for_report)
        context.theme.changed.connect(self.model.retheme)
        self._show_board()

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

    def refresh(self) -> None:
        """Show the choice, and whether the comparison still belongs to it."""
        self.choice.show_choice(self.context.desk.state)
        running = self.context.jobs.running("comparison")
        ready = self.context.desk.session.data is not None and not running and self.choice.fault.isHidden()
        self.choice.compute.setEnabled(ready)
        outdated = self.board is not None and self._made_of != self._basis()
        self.choice.report.setEnabled(self.board is not None and not running and not outdated)
        self.stale.setVisible(outdated)
        self.table.setDisabled(outdated)

    def _basis(self) -> object:
        """Return the inputs of the comparison; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        in_force = None if state.statistic is None else state.statistic.period.in_force
        method = state.method
        return (
            None if data is None else weakref.ref(data),
            compared_spec(state),
            COMPARISON.of(state),
            method.variants,
            method.settings,
            in_force,
        )

    def _choose(self, choice: ComparisonChoice) -> None:
        self.context.desk.run(set_comparison(choice))
        self.refresh()

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
            self.reason.setText("" if board is None else self.tr("Choose a cell of the board to read the reason."))
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

    def compute(self) -> None:
        """Compare off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None:
            return
        choice, spec, basis = COMPARISON.of(state), compared_spec(state), self._basis()

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

        def done(board: Evaluation) -> None:
            self.context.frame.clear_message()
            self.board, self._made_of = board, basis
            self._show_board()
            self.refresh()
            self.table.setFocus()

        text, message = self.tr("Methods are compared ..."), self.context.show_message
        self.progress.run(self.context.jobs, "comparison", text, work, done, self.refresh, message)
        self.refresh()

    # --- the report --------------------------------------------------------------------------------------------------

    def ask_for_report(self) -> None:
        """Ask for a file name and write the report as HTML, PDF or CSV."""
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
        state = self.context.desk.state
        title = board.tables[0].spec.title.text(language) or COMPARISON.of(state).table or self.tr("Table at hand")
        today = date.fromisoformat(now_text()[:10])

        def work(context: JobContext) -> None:
            told_cells = told_board(board, language, context.cancelled)
            write_board(board, told_cells, path, title=title, date=today, language=language)

        def done(_nothing: None) -> None:
            said_sentence = sentence("desk_report_saved", name=path.name)
            self.context.show_message(said_sentence, "ok", opening([path], self.context.show_message))

        self.context.jobs.start("comparison-report", work, done, self.context.show_message, to_end=True)
