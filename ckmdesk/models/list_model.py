"""What lists have in common: a row for each thing, columns with heads, numbers to the right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ckmdesk.base.unexpected import guarded

Index = QModelIndex | QPersistentModelIndex
DISPLAY, ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
DECORATION, TIP = int(Qt.ItemDataRole.DecorationRole), int(Qt.ItemDataRole.ToolTipRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
NOWHERE = QModelIndex()
Row = TypeVar("Row")


class ListModel(QAbstractTableModel, Generic[Row]):
    """Base of models with one column per heading.

    `heads` are the headings, `to_the_right` the right-aligned columns; `numbered` adds row numbers. Subclasses have a
    method `text(row, column)` for the text of a cell, and `other` for further roles of Qt.
    """

    heads: tuple[str, ...] = ()
    text: Callable[[Row, int], str]

    def __init__(
        self, to_the_right: Collection[int] = (), parent: QObject | None = None, *, numbered: bool = False
    ) -> None:
        super().__init__(parent)
        self.rows: tuple[Row, ...] = ()
        self._to_the_right, self._numbered = frozenset(to_the_right), numbered

    def other(self, row: Row, column: int, role: int) -> Any:
        """Return the data of a cell for further roles: icon, tool tip, accessible text. By default None."""
        return None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def aligned(self, column: int) -> int | None:
        """Return the alignment of a column's cells."""
        return RIGHT if column in self._to_the_right else LEFT

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.heads)

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], index.column()
        if role == DISPLAY:
            return self.text(row, column)
        return self.aligned(column) if role == ALIGN else self.other(row, column, role)

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            if role == DISPLAY and section < len(self.heads):
                return self.heads[section]
            if role == ALIGN:
                return self.aligned(section)
            return None
        return str(section + 1) if self._numbered and role == DISPLAY else None
