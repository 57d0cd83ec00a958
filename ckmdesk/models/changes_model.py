"""The cells in which two published tables differ: what happened, cell, value, before, after, difference."""

from __future__ import annotations

from typing import Any

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.release.compare import CellChange, ShownFigure, TablesCompared
from ckmdesk.models.list_model import TIP, ListModel

KIND, CELL, VALUE, BEFORE, AFTER, DIFFERENCE = range(6)


class ChangesModel(ListModel[CellChange]):
    def __init__(self, language: Language) -> None:
        super().__init__((BEFORE, AFTER, DIFFERENCE))
        self._language = language
        self.heads = (
            self.tr("What"),
            self.tr("Cell"),
            self.tr("Value"),
            self.tr("Before"),
            self.tr("After"),
            self.tr("Difference"),
        )
        self._kinds = {"changed": self.tr("changed"), "new": self.tr("new"), "gone": self.tr("gone")}
        self._total = self.tr("Total")

    def show_compared(self, compared: TablesCompared | None) -> None:
        self.show_rows(() if compared is None else compared.cells)

    def other(self, row: CellChange, column: int, role: int) -> Any:
        return self.text(row, column) if role == TIP and column == CELL else None

    def text(self, row: CellChange, column: int) -> str:
        if column == KIND:
            return self._kinds[row.kind]
        if column == CELL:
            texts = (f"{title.text(self._language)}: {label.text(self._language)}" for title, label in row.place)
            return " · ".join(texts) or self._total
        if column == VALUE:
            return row.value.text(self._language)
        if column == DIFFERENCE:
            earlier, after = row.before, row.after
            if earlier is None or after is None or not (earlier.sign.keeps_figure and after.sign.keeps_figure):
                return ""
            difference = after.figure - earlier.figure
            text = decimal_text(difference, self._places(after), self._language)
            return f"+{text}" if difference > 0 else text
        return self._shown(row.before if column == BEFORE else row.after)

    def _shown(self, shown_figure: ShownFigure | None) -> str:
        if shown_figure is None:
            return ""
        return shown_figure.sign.around(decimal_text(shown_figure.figure, self._places(shown_figure), self._language))

    def _places(self, shown_figure: ShownFigure) -> int:
        exponent = shown_figure.figure.as_tuple().exponent
        return max(-exponent, 0) if isinstance(exponent, int) else 0
