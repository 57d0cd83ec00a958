"""Cells that are worst by the selected measure, and what forces a disclosed one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QPushButton, QScrollArea, QTableView

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.evaluation import WorstCell
from ckmcore.lab.quality.measure_registry import QualityMeasure
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.lab.state.evaluation import ListedCells
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.models.list_model import ALIGN, DISPLAY, TIP, Index, ListModel
from ckmdesk.widgets.basic import Card, ElidedLabel, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of

TABLE, CELL, PUBLISHED, NUMBER = range(4)
MOST_LISTED = 200
REASONS_HEIGHT = 76


class CellsModel(ListModel[WorstCell]):
    """Model of the worst cells: table, cell, published figure, and the reason."""

    def __init__(self, language: Language) -> None:
        super().__init__((PUBLISHED, NUMBER))
        self._language = language
        self._listed = ListedCells()
        self._tables: tuple[str, ...] = ()
        self._attacked = False
        self._name()

    def _name(self) -> None:
        last_text = self.tr("Interval") if self._attacked else self.tr("Number")
        self.heads = (self.tr("Table"), self.tr("Cell"), self.tr("Published"), last_text)

    def show_cells(self, found: ListedCells, tables: Sequence[str], kind: QualityMeasure | None) -> None:
        """List cells; `tables` are the names of the tables."""
        self._listed, self._tables = found, tuple(tables)
        self._attacked = kind is not None and kind.marked == "interval"
        self._name()
        self.show_rows(found.cells[:MOST_LISTED])

    def mark(self, cell: WorstCell) -> str:
        """Return the reason why a cell is listed."""
        return self._listed.mark(cell)

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> object:
        role = int(role)
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        cell, column = self.rows[index.row()], index.column()
        if role == ALIGN:
            return self.aligned(column)
        if role == DISPLAY or (role == TIP and column in (TABLE, CELL)):
            if column == TABLE:
                return self._tables[cell.table]
            if column == CELL:
                return cell.text.text(self._language)
            return cell.published_text(self._language) if column == PUBLISHED else self.mark(cell)
        return None


class CellsCard(Card):
    """Card of the worst cells; emits `chosen(cell)` at a selection and `opened(cell)` at a double click or Enter."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language
        self.heading, self.count = ElidedLabel("", "heading"), label("", "secondary")
        head = row_of((self.heading, 1), self.count, spacing=STEP)
        self.model = CellsModel(language)
        self.view = QTableView(
            objectName="evaluation-cells", accessibleName=self.tr("Cells that stand worst; Enter opens the table")
        )
        set_kind(self.view, "list")
        self.view.setModel(self.model)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setTabKeyNavigation(False)
        self.view.setShowGrid(False)
        self.view.setWordWrap(False)
        self.view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
        heads = self.view.horizontalHeader()
        heads.setHighlightSections(False)
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.view.selectionModel().currentRowChanged.connect(lambda new_index, _before: self._choose(new_index.row()))
        self.view.activated.connect(lambda index: self.opened.emit(self.model.rows[index.row()]))
        self.none = WrapLabel("", "secondary")
        self.none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.why = WrapLabel("", "small")
        self.why.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reasons = QScrollArea(frameShape=QFrame.Shape.NoFrame, widgetResizable=True)
        self.reasons.setAccessibleName(self.tr("What forces the chosen cell"))
        self.reasons.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reasons.setWidget(self.why)
        self.reasons.setFixedHeight(px(REASONS_HEIGHT))
        self.reasons.viewport().setAutoFillBackground(False)
        self.why.setAutoFillBackground(False)
        self.show_button = QPushButton(
            self.tr("Show in the table"), objectName="evaluation:show-cell", autoDefault=True
        )
        self.show_button.clicked.connect(lambda: self.opened.emit(self.cell))
        foot = row_of(STRETCH, self.show_button, spacing=STEP)
        fill(self.body, head, (self.view, 1), (self.none, 1), self.reasons, foot)

    @property
    def cell(self) -> WorstCell | None:
        """The cell that is chosen."""
        row = self.view.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def show_cells(
        self,
        found: ListedCells | None,
        tables: Sequence[str] = (),
        kind: QualityMeasure | None = None,
        variant: str = "",
    ) -> None:
        """List cells by a measure and select the first; None if they are not known yet."""
        self.explain("")
        self.model.show_cells(found or ListedCells(), tables, kind)
        count = len(self.model.rows)
        self.view.setColumnHidden(TABLE, len({cell.table for cell in self.model.rows}) < 2)
        for column, width in ((TABLE, 110), (PUBLISHED, 96), (NUMBER, 80)):
            self.view.setColumnWidth(column, px(width))
        self.view.horizontalHeader().setSectionResizeMode(CELL, QHeaderView.ResizeMode.Stretch)
        self.heading.set_text("" if kind is None else f"{kind.label.text(self._language)} · {variant}")
        more_text = self.tr("the first %1") if count == MOST_LISTED else self.tr("%1 cells")
        self.count.setText(counted(self.tr("1 cell"), more_text, count, self._language) if count else "")
        nothing = self.tr("No cells flagged by this measure.")
        if found is not None and found.still_open:
            nothing = counted(
                self.tr("None was found so far; 1 cell is not decided."),
                self.tr("None was found so far; %1 cells are not decided."),
                found.still_open,
                self._language,
            )
        self.none.setText("" if found is None else nothing)
        self.view.setVisible(count > 0)
        self.none.setVisible(count == 0)
        self.show_button.setEnabled(found is not None)
        if count:
            self.view.setCurrentIndex(self.model.index(0, CELL))
        elif found is not None:
            self.chosen.emit(None)

    def explain(self, text: str) -> None:
        """Show in words what forces the selected cell."""
        self.why.setText(text)
        announce(text, about="why")
        self.reasons.setVisible(bool(text))

    def _choose(self, row: int) -> None:
        self.explain("")
        self.chosen.emit(self.model.rows[row] if 0 <= row < len(self.model.rows) else None)
