"""The cells of a table that differ from published figures, as a list: kind, cell, old, new, difference, percent."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtGui import QIcon

from ckmcore.base.numbers import Language
from ckmcore.compare.changed import KINDS, Kind
from ckmcore.compare.comparison import Difference, TableComparison
from ckmcore.compare.figures import entry_text, places_of
from ckmcore.compare.write import percent_of
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ACCESSIBLE, DECORATION, TIP, ListModel

Order = Literal["size", "place"]
KIND, CELL, VALUE, OLD, NEW, DIFFERENCE, PERCENT = range(7)
KIND_ICONS: dict[Kind, tuple[str, str]] = {
    "changed": ("variant", "warning"),
    "new": ("add", "ok"),
    "gone": ("delete", "error"),
}


@dataclass(frozen=True, eq=False)
class ListedDifferences:
    """A comparison with its differences in both orders, made on a worker thread."""

    comparison: TableComparison
    orders: dict[Order, tuple[Difference, ...]]

    @classmethod
    def of(cls, comparison: TableComparison) -> ListedDifferences:
        return cls(comparison, {"place": comparison.found, "size": comparison.by_size()})


class DifferencesModel(ListModel[Difference]):
    """Model of a comparison: one row per changed, new or removed cell, filtered by kind and ordered as requested."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(range(OLD, PERCENT + 1), numbered=True)
        self._theme = theme
        self._language: Language = "en"
        self._icons: dict[Kind, QIcon] = {}
        self._words: dict[Kind, str] = {}
        self.retheme()
        self.retranslate("en")

    def retheme(self) -> None:
        """Read the theme's colours again."""
        self._icons = {kind: self._theme.icon(*KIND_ICONS[kind]) for kind in KINDS}

    def retranslate(self, language: Language) -> None:
        """Set all texts in a language."""
        self._language = language
        self._words = {"changed": self.tr("changed"), "new": self.tr("new"), "gone": self.tr("gone")}
        self.heads = (
            self.tr("Kind"),
            self.tr("Cell"),
            self.tr("Value"),
            self.tr("Published"),
            self.tr("Table"),
            self.tr("Difference"),
            self.tr("in %"),
        )

    def show_differences(self, listed: ListedDifferences | None, kinds: Collection[Kind], order: Order) -> None:
        """Show what a comparison found."""
        differences = () if listed is None else listed.orders[order]
        self.show_rows(
            differences
            if len(kinds) == len(KINDS)
            else [difference for difference in differences if difference.kind in kinds]
        )

    def other(self, row: Difference, column: int, role: int) -> Any:
        if role == DECORATION:
            return self._icons[row.kind] if column == KIND else None
        if role == TIP:
            return self.text(row, CELL) if column == CELL else None
        return f"{self.heads[column]}: {self.text(row, column)}" if role == ACCESSIBLE else None

    def text(self, row: Difference, column: int) -> str:
        column_of = places_of(row.old, row.new)
        if column == KIND:
            return self._words[row.kind]
        if column == CELL:
            return " · ".join(row.path)
        if column == VALUE:
            return row.value
        if column in (OLD, NEW):
            return entry_text(row.old if column == OLD else row.new, column_of, self._language)
        figure = row.difference if column == DIFFERENCE else percent_of(row)
        text = entry_text(figure, column_of if column == DIFFERENCE else 1, self._language)
        return f"+{text}" if figure is not None and figure > 0 else text
