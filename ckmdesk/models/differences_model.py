"""The cells of a table that differ from published figures, as a list: kind, cell, old, new, difference, percent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from ckmcore.base.numbers import Language
from ckmcore.compare.comparison import KINDS, Comparison, Difference, Kind
from ckmcore.compare.figures import entry_text, places_of
from ckmcore.compare.write import percent_of
from ckmdesk.base.faults import guarded
from ckmdesk.look.theme import Theme

Index = QModelIndex | QPersistentModelIndex
Order = Literal["size", "place"]
_DISPLAY, _ALIGN = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.TextAlignmentRole)
_DECORATION, _ACCESSIBLE = int(Qt.ItemDataRole.DecorationRole), int(Qt.ItemDataRole.AccessibleTextRole)
_TIP = int(Qt.ItemDataRole.ToolTipRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_NOWHERE = QModelIndex()
KIND, CELL, VALUE, OLD, NEW, DIFFERENCE, PERCENT = range(7)
KIND_ICONS: dict[Kind, tuple[str, str]] = {
    "changed": ("variant", "warning"),
    "new": ("add", "ok"),
    "gone": ("delete", "error"),
}


@dataclass(frozen=True, eq=False)
class Listed:
    """A comparison with its differences in both orders, made off the window's thread."""

    comparison: Comparison
    orders: dict[Order, tuple[Difference, ...]]

    @classmethod
    def of(cls, comparison: Comparison) -> Listed:
        return cls(comparison, {"place": comparison.found, "size": comparison.by_size()})


class DifferencesModel(QAbstractTableModel):
    """One row per cell that is changed, new or gone, of the kinds and in the order that are asked for."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._language: Language = "en"
        self._listed: Listed | None = None
        self.rows: tuple[Difference, ...] = ()
        self._icons: dict[Kind, QIcon] = {}
        self._words: dict[Kind, str] = {}
        self._heads: tuple[str, ...] = ()
        self.retheme()
        self.retranslate("en")

    def retheme(self) -> None:
        """Take the theme's colours anew."""
        self._icons = {kind: self._theme.icon(*KIND_ICONS[kind]) for kind in KINDS}

    def retranslate(self, language: Language) -> None:
        """All words anew."""
        self._language = language
        self._words = {"changed": self.tr("changed"), "new": self.tr("new"), "gone": self.tr("gone")}
        self._heads = (
            self.tr("Kind"),
            self.tr("Cell"),
            self.tr("Value"),
            self.tr("Published"),
            self.tr("Table"),
            self.tr("Difference"),
            self.tr("in %"),
        )

    def show_differences(self, listed: Listed | None, kinds: Collection[Kind], order: Order) -> None:
        """Show what a comparison found."""
        self.beginResetModel()
        self._listed = listed
        found = () if listed is None else listed.orders[order]
        self.rows = found if len(kinds) == len(KINDS) else tuple(one for one in found if one.kind in kinds)
        self.endResetModel()

    @guarded(0)
    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @guarded(0)
    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._heads)

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        role = int(role)
        if role == _DISPLAY:
            return self._heads[section] if orientation == Qt.Orientation.Horizontal else str(section + 1)
        if role == _ALIGN and orientation == Qt.Orientation.Horizontal:
            return _RIGHT if section >= OLD else _LEFT
        return None

    @guarded(None)
    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        role = int(role)
        if role == _ALIGN:
            return _RIGHT if index.column() >= OLD else _LEFT
        one, column = self.rows[index.row()], index.column()
        if role == _DISPLAY:
            return self._text(one, column)
        if role == _DECORATION:
            return self._icons[one.kind] if column == KIND else None
        if role == _TIP:
            return self._text(one, CELL) if column == CELL else None
        if role == _ACCESSIBLE:
            return f"{self._heads[column]}: {self._text(one, column)}"
        return None

    def _text(self, one: Difference, column: int) -> str:
        places = places_of(one.old, one.new)
        if column == KIND:
            return self._words[one.kind]
        if column == CELL:
            return " · ".join(one.path)
        if column == VALUE:
            return one.value
        if column in (OLD, NEW):
            return entry_text(one.old if column == OLD else one.new, places, self._language)
        figure = one.difference if column == DIFFERENCE else percent_of(one)
        text = entry_text(figure, places if column == DIFFERENCE else 1, self._language)
        return f"+{text}" if figure is not None and figure > 0 else text
