"""A saved table under suppression as a grid: figures with primary and secondary cells marked, or signs alone."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, Qt

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.models.list_model import ACCESSIBLE, ALIGN, DISPLAY, LEFT, NOWHERE, RIGHT, TIP, Index, ListModel
from ckmdesk.rivals.state.suppression import Role, SuppressedLayout, SuppressionCounts, SuppressionFound

CELL_ROLE = int(Qt.ItemDataRole.UserRole)
"""What a cell is: published, primary, secondary or fixed; None for a cell without a figure, and as published."""
MOVES_ROLE = CELL_ROLE + 1
"""Whether a cell moves together with the chosen one."""
SIGN = "."


class SuppressionModel(QAbstractTableModel):
    """Model of a layer of a saved table. Confidential unless `as_published`: then suppressed cells are signs."""

    def __init__(self) -> None:
        super().__init__()
        self._language: Language = "en"
        self._found: SuppressionFound | None = None
        self.table: SuppressedLayout | None = None
        self.figures = np.zeros((0, 0), dtype=np.int64)
        self.as_published = False
        self.moving: AbstractSet[int] = frozenset()

    def show_table(
        self, found: SuppressionFound | None, table: SuppressedLayout | None, layer: int, language: Language
    ) -> None:
        """Show a layer of a table under a pattern."""
        self.beginResetModel()
        self._found, self.table, self._language = found, table, language
        self.figures = np.zeros((0, 0), dtype=np.int64) if table is None else table.figures[layer]
        self.moving = frozenset()
        self.endResetModel()

    def show_as_published(self, on: bool) -> None:
        """Show the table as readers see it, or with what is behind it."""
        self.as_published = on
        self._all_changed()

    def mark(self, moving: AbstractSet[int]) -> None:
        """Mark the cells that move together."""
        if moving != self.moving:
            self.moving = moving
            self._all_changed()

    def _all_changed(self) -> None:
        rows, columns = self.figures.shape
        if rows and columns:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, columns - 1))

    def figure(self, index: Index) -> int:
        """Return the number of a cell's figure; -1 if it has none."""
        return int(self.figures[index.row(), index.column()]) if index.isValid() else -1

    def first_primary(self) -> tuple[int, int]:
        """Return row and column of the first primary cell; of the first cell if none is."""
        if self._found is None:
            return 0, 0
        places = np.argwhere((self.figures >= 0) & (self._found.roles[self.figures] == 1))
        return (int(places[0][0]), int(places[0][1])) if len(places) else (0, 0)

    @guarded(0)
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.figures.shape[0]

    @guarded(0)
    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self.figures.shape[1]

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if self.table is None:
            return None
        across = orientation == Qt.Orientation.Horizontal
        if role in (DISPLAY, TIP, ACCESSIBLE):
            texts = (self.table.columns if across else self.table.rows).texts(section)
            return " · ".join(filter(None, texts))
        return (RIGHT if across else LEFT) if role == ALIGN else None

    def role(self, figure: int) -> Role | None:
        """Return what a cell is; None where there is no figure."""
        return None if self._found is None or figure < 0 else self._found.role(figure)

    def _text(self, figure: int) -> str:
        result = self._found
        if result is None or figure < 0:
            return ""
        if self.as_published and result.roles[figure]:
            return SIGN
        value = result.task.problem.figures.values[figure] or 0
        if not result.task.decimals:
            return integer_text(value, self._language)
        return decimal_text(float(result.number(value)), result.task.decimals, self._language)

    def word(self, role: Role) -> str:
        """Return what a cell is, in words."""
        return {
            "published": self.tr("published"),
            "primary": self.tr("primary"),
            "secondary": self.tr("secondary"),
            "fixed": self.tr("with its count or before"),
        }[role]

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        role, figure = int(role), self.figure(index)
        if role == DISPLAY:
            return self._text(figure)
        if role == ALIGN:
            return RIGHT
        if role == CELL_ROLE:
            return None if self.as_published else self.role(figure)
        if role == MOVES_ROLE:
            return not self.as_published and figure in self.moving
        if role == ACCESSIBLE:
            return self._spoken(index, figure)
        return None

    def _spoken(self, index: Index, figure: int) -> str:
        if self.table is None or figure < 0:
            return ""
        spoken = f"{self.table.cell_text(index.row(), index.column())}: {self._text(figure)}"
        role = self.role(figure)
        return spoken if self.as_published or role is None else f"{spoken}, {self.word(role)}"


class SuppressionCountsModel(ListModel[SuppressionCounts]):
    """Model of the suppressed cells by table and level."""

    def __init__(self, language: Language) -> None:
        super().__init__((1, 2))
        self._language = language
        self.heads = (self.tr("Variables · table"), self.tr("Primary"), self.tr("Secondary"))

    def text(self, row: SuppressionCounts, column: int) -> str:
        if column == 0:
            return f"{row.broken} · {row.table}"
        return integer_text((row.primary, row.secondary)[column - 1], self._language)

    def other(self, row: SuppressionCounts, column: int, role: int) -> Any:
        if role != TIP:
            return None
        words = self.tr("%1, by %2 variables: %3 cells")
        words = words.replace("%1", row.table, 1).replace("%2", str(row.broken), 1)
        return words.replace("%3", integer_text(row.cells, self._language), 1)
