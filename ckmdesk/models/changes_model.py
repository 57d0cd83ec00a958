"""The cells in which two published tables differ: what happened, cell, value, before, after, difference."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from ckmcore.numbers import Language, decimal_text
from ckmcore.release.compare import CellChange, Shown, TablesCompared
from ckmdesk.faults import guarded

Index = QModelIndex | QPersistentModelIndex
_DISPLAY, _ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
_TIP = int(Qt.ItemDataRole.ToolTipRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE = QModelIndex()
KIND, CELL, VALUE, BEFORE, AFTER, DIFFERENCE = range(6)


class ChangesModel(QAbstractTableModel):
    def __init__(self) -> None:
        super().__init__()
        self._language: Language = "en"
        self._heads: tuple[str, ...] = ()
        self._kinds: dict[str, str] = {}
        self._total = ""
        self._rows: tuple[CellChange, ...] = ()

    def retranslate(self, language: Language) -> None:
        self.beginResetModel()
        self._language = language
        self._heads = (
            self.tr("What"),
            self.tr("Cell"),
            self.tr("Value"),
            self.tr("Before"),
            self.tr("After"),
            self.tr("Difference"),
        )
        self._kinds = {"changed": self.tr("changed"), "new": self.tr("new"), "gone": self.tr("gone")}
        self._total = self.tr("Total")
        self.endResetModel()

    def show_compared(self, compared: TablesCompared | None) -> None:
        self.beginResetModel()
        self._rows = () if compared is None else compared.cells
        self.endResetModel()

    @guarded(0)
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @guarded(0)
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else DIFFERENCE + 1

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation == Qt.Orientation.Horizontal and section < len(self._heads):
            if role == _DISPLAY:
                return self._heads[section]
            if role == _ALIGN:
                return _RIGHT if section >= BEFORE else _LEFT
        return None

    @guarded(None)
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        if role == _DISPLAY or (role == _TIP and index.column() == CELL):
            return self._text(self._rows[index.row()], index.column())
        if role == _ALIGN:
            return _RIGHT if index.column() >= BEFORE else _LEFT
        return None

    def _text(self, change: CellChange, column: int) -> str:
        if column == KIND:
            return self._kinds[change.kind]
        if column == CELL:
            parts = (f"{title.text(self._language)}: {label.text(self._language)}" for title, label in change.place)
            return " · ".join(parts) or self._total
        if column == VALUE:
            return change.value.text(self._language)
        if column == DIFFERENCE:
            before, after = change.before, change.after
            if before is None or after is None or not (before.sign.keeps_figure and after.sign.keeps_figure):
                return ""
            difference = after.figure - before.figure
            text = decimal_text(difference, self._places(after), self._language)
            return f"+{text}" if difference > 0 else text
        return self._shown(change.before if column == BEFORE else change.after)

    def _shown(self, shown: Shown | None) -> str:
        if shown is None:
            return ""
        return shown.sign.around(decimal_text(shown.figure, self._places(shown), self._language))

    def _places(self, shown: Shown) -> int:
        exponent = shown.figure.as_tuple().exponent
        return max(-exponent, 0) if isinstance(exponent, int) else 0
