"""The board of four methods: cell-key method, rounding, cell suppression and SAFE principle, measured side by side."""

from __future__ import annotations

import weakref
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.microdata.data import MISSING
from ckmcore.rivals.comparison import RivalComparison
from ckmcore.rivals.report import SUFFIXES, write_rivals
from ckmdesk.base.clock import local_time, now_text
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.commands import tables as table_commands
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.rivals.commands.choices import set_rivals
from ckmdesk.rivals.models.board_model import BOUNDS, MeasuredCellsModel, RivalsModel
from ckmdesk.rivals.pages.left_side import LeftField, LeftSide, offer
from ckmdesk.rivals.state.board import (
    board_rules,
    cell_words,
    cells_behind,
    groups_offered,
    magnitudes_offered,
    measured_board,
    method_in_force,
    methods_measured,
    tables_measured,
    tables_offered,
)
from ckmdesk.rivals.state.choices import RIVALS
from ckmdesk.services.opening import opening
from ckmdesk.state.cell_persistence import place_of
from ckmdesk.widgets.basic import Band, Card, ElidedLabel, WrapCheckBox, WrapLabel, label
from ckmdesk.widgets.layouts import column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.small_pictures import BarDelegate
from ckmdesk.widgets.view_state import settled

SLOT, REPORT_SLOT = "rivals-board", "rivals-report"
LABEL_WIDTH, NARROWEST, HEAD_HEIGHT = 276, 124, 60
MOST_BASE, MOST_LEAST, MOST_SECONDS, MOST_SEED = 1000, 100, 3600, 999_999


class RivalsBoard(QWidget):
    """View of the board; its job slots are "rivals-board" and "rivals-report"."""

    kept = ("measured",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.compared: RivalComparison | None = None
        self._made_of: object = None
        self._made_at, self._decimals = "", 0
        self.progress = ProgressStrip()
        self.stale = WrapLabel(
            self.tr("Tables, settings or data are no longer those that were measured. Measure anew."), "warning"
        )
        self.left = self._make_left()
        body = row_of(self.left, (self._make_right(), 1), spacing=STEP)
        folds(body)
        column_of(self.progress, (body, 1), within=self, margins=(0, STEP, 0, 0), spacing=STEP)
        fields = (*self.left.combos.values(), *self.left.numbers.values(), self.further)
        buttons, shown = (self.left.button, self.save_button), (self.table, self.show_button, self.cells)
        self.left.chosen.followed_by = (*fields, *buttons, *shown)
        context.theme.changed.connect(self.model.retheme)
        self._show_board()

    # --- building ----------------------------------------------------------------------------------------------------

    def _make_left(self) -> LeftSide:
        refused = self.tr("Only tables of this value with one block, without filter and own rows, are measured.")
        left = LeftSide(self, "rivals", self._take, refused)
        of_values = left.form(
            {"magnitude": LeftField(self.tr("Value")), "groups": LeftField(self.tr("Category of groups by"))},
            below=True,
        )
        form = left.form(
            {
                "base": LeftField(self.tr("Rounding to"), (2, MOST_BASE)),
                "least": LeftField(self.tr("Small counts are below"), (2, MOST_LEAST)),
                "seconds": LeftField(self.tr("Seconds per attack"), (1, MOST_SECONDS)),
                "seed": LeftField(self.tr("Seed"), (0, MOST_SEED)),
            }
        )
        self.further = WrapCheckBox()
        self.further.setObjectName("rivals:further")
        self.further.set_text(self.tr("Unplanned tables and parts"))
        self.further.setToolTip(
            self.tr(
                "Measures tables with one more variable, and each part of the records protected by itself. It takes "
                "several times as long."
            )
        )
        self.further.toggled.connect(lambda on: self._take(further=on))
        settled(self.further)
        note = WrapLabel(
            self.tr(
                "Suppression hides counts below the limit and protects all tables together. The SAFE principle is an "
                "own program, not the one of the statistical offices; results differ. Grades are our own."
            ),
            "small",
        )
        self.cells_note, self.made_note = WrapLabel("", "small"), WrapLabel("", "small")
        self.save_button = QPushButton(self.tr("Save report ..."), objectName="rivals:save")
        self.save_button.setAutoDefault(True)
        self.save_button.clicked.connect(self.ask_for_report)
        of_tables = (label(self.tr("Saved tables"), "heading"), left.chosen, self.cells_note, of_values)
        of_methods = (label(self.tr("Methods"), "heading"), form, self.further, note, self.made_note)
        left.lay_out(self.tr("Measure"), self.compute, *of_tables, *of_methods, more=(self.save_button,))
        return left

    def _make_right(self) -> QWidget:
        self.empty = WrapLabel(
            self.tr(
                "Choose saved tables and press “Measure”. Each method protects them and is compared with the originals."
            ),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.band = Band(self.context.theme)
        self.band.set_text(self.tr("measured by originals; not copied, and written into internal reports only"))
        self.model = RivalsModel(self.context.theme)
        self.table = QTableView(
            objectName="rivals-board",
            accessibleName=self.tr("Four methods by criterion; the cells of the chosen figure stand below"),
        )
        self._set_up_table()
        split = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        top = Card(margin=0)
        top.body.addWidget(self.table)
        split.addWidget(top)
        split.addWidget(self._make_cells())
        split.setStretchFactor(0, 1)
        split.setSizes([px(600), px(7 * ROW_HEIGHT)])
        result, self.stack = QWidget(), QStackedWidget()
        column_of(self.stale, self.band, (split, 1), within=result, margins=0, spacing=STEP)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(result)
        return self.stack

    def _set_up_table(self) -> None:
        view, labels, heads = self.table, self.table.verticalHeader(), self.table.horizontalHeader()
        set_kind(view, "list")
        view.setModel(self.model)
        view.setItemDelegate(BarDelegate(self.context.theme, view))
        view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        view.setCornerButtonEnabled(False)
        view.selectionModel().currentChanged.connect(lambda _now, _before: self._show_cells())
        view.activated.connect(lambda _index: self.cells.setFocus() if self.cells_model.rows else None)
        labels.setFixedWidth(px(LABEL_WIDTH))
        labels.setDefaultSectionSize(px(ROW_HEIGHT))
        labels.setMinimumSectionSize(px(ROW_HEIGHT))
        labels.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        labels.setTextElideMode(Qt.TextElideMode.ElideRight)
        labels.setHighlightSections(False)
        heads.setHighlightSections(False)
        heads.setMinimumSectionSize(px(NARROWEST))
        heads.setFixedHeight(px(HEAD_HEIGHT))
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _make_cells(self) -> QWidget:
        card = Card()
        card.setMinimumHeight(px(5 * ROW_HEIGHT))
        self.heading, self.count = ElidedLabel("", "heading"), label("", "secondary")
        self.show_button = QPushButton(self.tr("Show the table"), objectName="rivals:show-table")
        self.show_button.setAutoDefault(True)
        self.show_button.clicked.connect(self._open_table)
        self.cells_model = MeasuredCellsModel(self.context.language)
        self.cells = QTableView(
            objectName="rivals-cells", accessibleName=self.tr("Cells behind the chosen figure, the worst first")
        )
        set_kind(self.cells, "list")
        self.cells.setModel(self.cells_model)
        as_list(self.cells, rows=True, single=True, read_only=True, plain=True)
        self.cells.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.cells.activated.connect(lambda _index: self._open_table())
        self.none = WrapLabel("", "secondary")
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = row_of((self.heading, 1), self.count, self.show_button, spacing=STEP)
        fill(card.body, head, (self.cells, 1), self.none)
        return card

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def measured(self) -> tuple[RivalComparison | None, object, str]:
        """Return the comparison, what it was made of, and when."""
        return self.compared, self._made_of, self._made_at

    @measured.setter
    def measured(self, measured: tuple[RivalComparison | None, object, str]) -> None:
        self.compared, self._made_of, self._made_at = measured
        self._show_board()

    def refresh(self) -> None:
        """Show the choice, and whether the comparison still belongs to it."""
        state, data = self.context.desk.state, self.context.desk.session.data
        choice, language = RIVALS.of(state), self.context.language
        self.left.chosen.show_tables(tables_offered(state), choice.left_out)
        known = {} if data is None else data.magnitudes
        offered = {
            name: self.tr("Number") if not name else known[name].title.text(language) or name if name in known else name
            for name in ("", *magnitudes_offered(state))
        }
        offer(self.left.combos["magnitude"], offered)
        dimensions = {} if data is None else data.dimensions
        titles = {"": self.tr("every variable")} | {
            name: dimensions[name].title.text(language) or name if name in dimensions else name
            for name in groups_offered(state)
        }
        offer(self.left.combos["groups"], titles)
        self.left.combos["groups"].setEnabled(not choice.magnitude)
        with QSignalBlocker(self.further):
            self.further.setChecked(choice.further)
        running, tables = self.context.jobs.running(SLOT), tables_measured(state)
        self.left.show_choice(choice, can_compute=data is not None and bool(tables) and not running)
        outdated = self.compared is not None and self._made_of != self._basis()
        self.stale.setVisible(outdated)
        self.table.setDisabled(outdated)
        self.save_button.setEnabled(self.compared is not None and not outdated and not running)
        self.cells_note.setText(counted(self.tr("1 table"), self.tr("%1 tables"), len(tables), language))

    def _take(self, **changes: Any) -> None:
        self.context.desk.run(set_rivals(replace(RIVALS.of(self.context.desk.state), **changes)))

    def _basis(self) -> object:
        """Return the inputs of a comparison; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        tables = tuple((table.name, table.spec) for table in tables_measured(state))
        rules = board_rules(state) if RIVALS.of(state).magnitude else None
        methods = tuple(methods_measured(state))
        return None if data is None else weakref.ref(data), tables, methods, rules, RIVALS.of(state)

    def _show_board(self) -> None:
        compared, language = self.compared, self.context.language
        in_force = None if compared is None else method_in_force(self.context.desk.state, compared)
        self.model.show_board(compared, language, in_force=in_force)
        self.stack.setCurrentIndex(0 if compared is None else 1)
        self.made_note.setVisible(compared is not None)
        if compared is None:
            self.refresh()
            return
        words = self.tr("%1 cells in %2 tables, %3 of them small. Measured %4.")
        if compared.magnitude:
            words = self.tr("%1 sums in %2 tables, %3 of them sensitive. Measured %4.")
        for place, text in enumerate(
            (
                integer_text(compared.cells, language),
                integer_text(len(compared.tables), language),
                integer_text(compared.small, language),
                local_time(self._made_at, language),
            )
        ):
            words = words.replace(f"%{place + 1}", text)
        self.made_note.setText(words)
        heads = self.table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        heads.setSectionResizeMode(BOUNDS, QHeaderView.ResizeMode.Fixed)
        self.table.setColumnWidth(BOUNDS, px(NARROWEST))
        self.table.setCurrentIndex(self.model.index(max(self.model.row_of("disclosed"), 0), BOUNDS + 1))
        self._show_cells()
        self.refresh()

    def _show_cells(self) -> None:
        """List the cells behind the chosen figure."""
        index, compared, language = self.table.currentIndex(), self.compared, self.context.language
        if compared is None or not index.isValid() or index.column() == BOUNDS:
            self._list_cells("", [], "")
            return
        row, column = self.model.rows[index.row()], index.column() - 1
        method = compared.methods[column]
        data = self.context.desk.session.data
        cells = [(cell_words(cell.address, data, language), cell) for cell in cells_behind(compared, row, column)]
        heading = f"{method.title.text(language)} · {row.title}: {self.model.text(row, column + 1)}"
        reasons = [reason for reason in (method.fault, row.cells[column].reason) if reason is not None]
        limits = list(method.limits) if row.criterion == "secondary" else []
        texts = dict.fromkeys(each.text(language) for each in (*reasons, *limits))
        known = {} if data is None else data.magnitudes
        self._decimals = known[compared.magnitude].decimals or 0 if compared.magnitude in known else 0
        self._list_cells(heading, cells, " ".join(texts) or self.tr("No single cell stands behind this figure."))

    def _list_cells(self, heading: str, cells: list[Any], nothing: str) -> None:
        self.heading.set_text(heading)
        self.cells_model.show_cells(cells, self._decimals)
        self.cells.setVisible(bool(cells))
        self.none.setVisible(not cells)
        self.none.setText(nothing)
        words = counted(self.tr("1 cell"), self.tr("%1 cells"), len(cells), self.context.language)
        self.count.setText(words if cells else "")
        self.show_button.setEnabled(bool(cells))
        if cells:
            heads = self.cells.horizontalHeader()
            for column in range(1, self.cells_model.columnCount()):
                heads.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
                self.cells.setColumnWidth(column, px(NARROWEST))
            self.cells.setCurrentIndex(self.cells_model.index(0, 0))

    def _open_table(self) -> None:
        """Open the first of the measured tables that has the chosen cell, and select it there."""
        row = self.cells.currentIndex().row()
        if not 0 <= row < len(self.cells_model.rows):
            return
        _, cell = self.cells_model.rows[row]
        names = {name for name, _ in cell.address}
        for table in tables_measured(self.context.desk.state):
            if names <= set(table.spec.variables):
                self.context.desk.run(table_commands.lay_out(table.name, table.spec))
                codes = {name: MISSING if code.startswith("\0") else code for name, code in cell.address}
                self.context.frame.go_to_cell(partial(place_of, address=codes))
                return

    # --- computing ---------------------------------------------------------------------------------------------------

    def compute(self) -> None:
        """Measure the methods off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None or self.context.jobs.running(SLOT):
            return
        choice, basis = RIVALS.of(state), self._basis()
        tables, methods, rules = tables_measured(state), methods_measured(state), board_rules(state)

        def work(job: JobContext) -> RivalComparison:
            told = partial(job.progress, 0)
            return measured_board(data, tables, methods, choice, rules, told, cancelled=job.cancelled)

        goes_through_tabs = isinstance(QApplication.focusWidget(), QTabBar)

        def done(compared: RivalComparison) -> None:
            self.context.frame.clear_message()
            self.measured = compared, basis, now_text()
            if not goes_through_tabs:
                self.table.setFocus()

        text = self.tr("Four methods are measured ...")
        self.progress.run(self.context.jobs, SLOT, text, work, done, self.refresh, self.context.show_message)
        self.refresh()

    # --- the report --------------------------------------------------------------------------------------------------

    def ask_for_report(self) -> None:
        """Ask for a file name and write the board in one of the forms of the engine's report."""
        filters = ";;".join(f"{ending[1:].upper()} (*{ending})" for ending in SUFFIXES)
        path = self.context.frame.choose_save_file(self.tr("Internal report"), Path(f"methods{SUFFIXES[0]}"), filters)
        if path is not None:
            self.save_report(path if path.suffix else path.with_suffix(SUFFIXES[0]))

    def save_report(self, path: Path) -> None:
        """Write the board, by the ending of the name."""
        compared, language, statistic = self.compared, self.context.language, self.context.desk.state.statistic
        if compared is None or statistic is None:
            return
        title = f"{statistic.title.text(language)}, {statistic.period.label.text(language)}"
        today = date.fromisoformat(self._made_at[:10])

        def work(_job: JobContext) -> None:
            write_rivals(compared, path, title=title, date=today, language=language)

        def done(_nothing: None) -> None:
            said = sentence("desk_report_saved", name=path.name)
            self.context.show_message(said, "ok", opening([path], self.context.show_message))

        def failed(error: CkmError) -> None:
            self.context.show_message(error)

        self.context.jobs.start(REPORT_SLOT, work, done, failed, to_end=True)
