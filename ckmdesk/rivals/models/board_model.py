"""The board of four methods as a table: criteria as headings, measures below them, methods as columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtGui import QFont, QIcon

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.messages import say
from ckmcore.rivals.board import BoardGrade
from ckmcore.rivals.comparison import RivalComparison
from ckmcore.rivals.measured import MeasuredCell
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import (
    ACCESSIBLE,
    ALIGN,
    DECORATION,
    DISPLAY,
    LEFT,
    NOWHERE,
    RIGHT,
    TIP,
    Index,
    ListModel,
)
from ckmdesk.rivals.state.board import ShownRow, shown_rows
from ckmdesk.widgets.small_pictures import BAR

_FONT = int(Qt.ItemDataRole.FontRole)
_ICONS: dict[BoardGrade, tuple[str, str]] = {
    "good": ("ok", "ok"),
    "fair": ("warning", "warning"),
    "poor": ("error", "error"),
    "open": ("help", "secondary"),
}
BOUNDS, HEAD_SIGNS = 0, 17
"""The column of boundaries; letters of a line of a head."""


class RivalsModel(QAbstractTableModel):
    """Model of the board; its first column has the boundaries of the grades, then one column for each method."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self._icons: dict[BoardGrade, QIcon] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self.compared: RivalComparison | None = None
        self._in_force: int | None = None
        self.rows: tuple[ShownRow, ...] = ()
        self.retheme()

    def retheme(self) -> None:
        """Read the theme's colours again."""
        self._icons = {grade: self._theme.icon(*icon) for grade, icon in _ICONS.items()}

    def show_board(self, compared: RivalComparison | None, language: Language, *, in_force: int | None = None) -> None:
        """Show a comparison; `in_force` is the number of the method in force, None if none is."""
        self.beginResetModel()
        self.compared, self._language = compared, language
        self._in_force = in_force
        self.rows = () if compared is None else shown_rows(compared, language)
        self.endResetModel()

    def row_of(self, code: str) -> int:
        """Return the row of a measure, else of a criterion; -1 if it has none."""
        measures = ["" if row.line is None else row.line.measure for row in self.rows]
        criteria = [row.criterion for row in self.rows]
        return measures.index(code) if code in measures else criteria.index(code) if code in criteria else -1

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.compared is None else len(self.compared.methods) + 1

    def head(self, column: int) -> str:
        """Return the heading of a column."""
        if self.compared is None:
            return ""
        if column == BOUNDS:
            return self.tr("Limits: good | fair")
        title = self.compared.methods[column - 1].title.text(self._language)
        title = title[:1].upper() + title[1:]
        in_force = self.tr("in force")
        return f"{title}\n{in_force}" if column - 1 == self._in_force else title

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        role = int(role)
        if orientation == Qt.Orientation.Horizontal:
            if role == DISPLAY:
                return "\n".join(textwrap.fill(part, HEAD_SIGNS) for part in self.head(section).split("\n"))
            if role in (ACCESSIBLE, TIP):
                return self.head(section).replace("\n", ", ")
            return RIGHT if role == ALIGN else None
        row = self.rows[section]
        if role == DISPLAY:
            return row.title if row.line is None else f"   {row.title}"
        if role in (ACCESSIBLE, TIP):
            return row.title
        return LEFT if role == ALIGN else self._bold if role == _FONT and row.line is None else None

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        role, row, column = int(role), self.rows[index.row()], index.column()
        if role == ALIGN:
            return RIGHT
        if role == ACCESSIBLE:
            return self.spoken(row, column)
        if column == BOUNDS:
            return self._bounds(row, role)
        if role == DISPLAY:
            return self.text(row, column)
        if role == BAR:
            return row.share(column - 1)
        if role == _FONT:
            return self._bold if row.line is None else None
        grade = row.grade(column - 1)
        return self._icons.get(grade) if role == DECORATION and grade is not None else None

    def _bounds(self, row: ShownRow, role: int) -> str | None:
        if role == DISPLAY:
            return row.bounds(self._language)
        return row.line.boundary or None if role == TIP and row.line is not None else None

    def text(self, row: ShownRow, column: int) -> str:
        """Return the text of a cell of a method: its figure, or the grade of a criterion."""
        if row.line is not None:
            return row.line.texts[column - 1]
        return say(f"grade_{row.cells[column - 1].grade}", self._language)

    def spoken(self, row: ShownRow, column: int) -> str:
        """Return what is spoken of a cell: measure, method, figure and grade."""
        head = self.head(column).replace("\n", ", ")
        if column == BOUNDS:
            return f"{row.title}, {head}: {'' if row.line is None else row.line.boundary or '–'}"
        grade = row.grade(column - 1)
        words = self.text(row, column)
        if row.line is not None and grade is not None:
            words += f", {say(f'grade_{grade}', self._language)}"
        return f"{row.title}, {head}: {words}"


class MeasuredCellsModel(ListModel[tuple[str, MeasuredCell]]):
    """Model of the cells behind a figure: what each is, published, original, difference. Confidential."""

    def __init__(self, language: Language) -> None:
        super().__init__((1, 2, 3))
        self._language, self._decimals = language, 0
        self.heads = (self.tr("Cell"), self.tr("Published"), self.tr("Original"), self.tr("Difference"))

    def show_cells(self, cells: Sequence[tuple[str, MeasuredCell]], decimals: int = 0) -> None:
        """List cells with their names; figures have `decimals`."""
        self._decimals = decimals
        self.show_rows(cells)

    def text(self, row: tuple[str, MeasuredCell], column: int) -> str:
        name, cell = row
        if column == 0:
            return name
        if column == 1:
            figures = dict.fromkeys(cell.published)
            return " | ".join("." if figure is None else self._number(figure) for figure in figures)
        if column == 2:
            return self._number(cell.original)
        first = next((figure for figure in cell.published if figure is not None), None)
        return "–" if first is None else self._number(first - cell.original)

    def other(self, row: tuple[str, MeasuredCell], column: int, role: int) -> Any:
        return self.text(row, column) if role == TIP and column == 0 else None

    def _number(self, value: int) -> str:
        if self._decimals:
            return decimal_text(value / 10**self._decimals, self._decimals, self._language)
        return integer_text(value, self._language)
