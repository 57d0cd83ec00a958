"""The board of the comparison of methods: criteria and measured figures as rows, methods as columns."""

from __future__ import annotations

import textwrap
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont, QIcon

from ckmcore.base.numbers import Language
from ckmcore.lab.quality.board import Board, FigureRow
from ckmcore.lab.quality.grades import Grade, judgement
from ckmcore.lab.quality.measure_registry import Criterion
from ckmcore.messages import say
from ckmdesk.base.faults import guarded
from ckmdesk.look.theme import Theme

Index = QModelIndex | QPersistentModelIndex
_DISPLAY, _ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
_DECORATION, _ACCESSIBLE = int(Qt.ItemDataRole.DecorationRole), int(Qt.ItemDataRole.AccessibleTextRole)
_FONT, _TIP = int(Qt.ItemDataRole.FontRole), int(Qt.ItemDataRole.ToolTipRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE = QModelIndex()
_HEAD_SIGNS = 17
_ICONS: dict[Grade, tuple[str, str]] = {
    "good": ("ok", "ok"),
    "fair": ("warning", "warning"),
    "poor": ("error", "error"),
    "open": ("help", "secondary"),
    "not_measured": ("not-tested", "secondary"),
}


class BoardModel(QAbstractTableModel):
    """Each criterion has a row with a grade, and one below it for each figure that was measured."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self.board: Board | None = None
        self.rows: tuple[Criterion | FigureRow, ...] = ()
        self._icons: dict[Grade, QIcon] = {}
        self._bold = QFont()
        self._bold.setBold(True)
        self.retheme()

    def retheme(self) -> None:
        """Read the theme's colours again."""
        self._icons = {grade: self._theme.icon(*name) for grade, name in _ICONS.items()}

    def show_board(self, board: Board | None, language: Language) -> None:
        """Show a comparison."""
        self.beginResetModel()
        self.board, self._language = board, language
        rows: list[Criterion | FigureRow] = []
        figures = () if board is None else board.figures
        for criterion in board.criteria if board is not None else ():
            rows.append(criterion)
            rows += [
                figure
                for figure in figures
                if figure.criterion == criterion and any(n is not None for n in figure.numbers)
            ]
        self.rows = tuple(rows)
        self.endResetModel()

    def criterion(self, row: int) -> Criterion:
        """The criterion that a row belongs to."""
        found = self.rows[row]
        return found.criterion if isinstance(found, FigureRow) else found

    @guarded(0)
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() or self.board is None else len(self.board.columns)

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        role = int(role)
        if orientation == Qt.Orientation.Horizontal:
            if role == _DISPLAY:
                return "\n".join(textwrap.fill(part, _HEAD_SIGNS) for part in self._head(section).split("\n"))
            if role in (_ACCESSIBLE, _TIP):
                return self._head(section).replace("\n", " ")
            return _RIGHT if role == _ALIGN else None
        if role in (_DISPLAY, _ACCESSIBLE):
            indent = "     " if role == _DISPLAY and isinstance(self.rows[section], FigureRow) else ""
            return indent + self._label(self.rows[section])
        return _LEFT if role == _ALIGN else None

    def _head(self, section: int) -> str:
        if self.board is None:
            return ""
        column = self.board.columns[section].candidate
        name = column.name.text(self._language)
        return f"{name}\n({say('board_in_force', self._language)})" if column.in_force else name

    @guarded(None)
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        role, column = int(role), index.column()
        row = self.rows[index.row()]
        if role == _DISPLAY:
            return self._text(row, column)
        if role == _ALIGN:
            return _RIGHT
        if role == _FONT:
            return None if isinstance(row, FigureRow) else self._bold
        if role == _DECORATION:
            if isinstance(row, FigureRow) or self.board is None:
                return None
            return self._icons[judgement(self.board, row, column).grade]
        if role == _ACCESSIBLE:
            head = self._head(column).replace("\n", " ")
            return f"{self._label(row)}, {head}: {self._text(row, column)}"
        return None

    def _label(self, row: Criterion | FigureRow) -> str:
        return (
            row.kind.label.text(self._language)
            if isinstance(row, FigureRow)
            else say(f"criterion_{row}", self._language)
        )

    def _text(self, row: Criterion | FigureRow, column: int) -> str:
        if isinstance(row, FigureRow):
            return row.text(column, self._language)
        return "" if self.board is None else say(f"grade_{judgement(self.board, row, column).grade}", self._language)
