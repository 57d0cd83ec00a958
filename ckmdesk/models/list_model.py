"""What lists have in common: a row for each thing, columns with heads, numbers to the right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ckmdesk.base.faults import guarded

Index = QModelIndex | QPersistentModelIndex
DISPLAY, ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
DECORATION, TIP = int(Qt.ItemDataRole.DecorationRole), int(Qt.ItemDataRole.ToolTipRole)
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
NOWHERE = QModelIndex()
Row = TypeVar("Row")


class ListModel(QAbstractTableModel, Generic[Row]):
    """`heads`: a word for each column; `to_the_right`: the columns of numbers. Subclasses give `data`."""

    def __init__(self, to_the_right: Collection[int]) -> None:
        super().__init__()
        self.heads: tuple[str, ...] = ()
        self.rows: tuple[Row, ...] = ()
        self._to_the_right = frozenset(to_the_right)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """List these."""
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def aligned(self, column: int) -> int:
        """How the cells of a column are aligned."""
        return RIGHT if column in self._to_the_right else LEFT

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.heads)

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal and section < len(self.heads):
            if role == DISPLAY:
                return self.heads[section]
            if role == ALIGN:
                return self.aligned(section)
        return None
