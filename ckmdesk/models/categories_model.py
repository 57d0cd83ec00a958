"""The code list of a variable as a table that can be edited: code, labels in both languages, note, validity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from ckmcore.base.numbers import Language, date_text
from ckmcore.microdata.data import MISSING, Category
from ckmdesk.base.unexpected import guarded
from ckmdesk.models.list_model import DISPLAY, TIP, Index, ListModel

FIELDS = ("code", "de", "en", "note", "valid_from", "valid_to")
EDIT = int(Qt.ItemDataRole.EditRole)


class CategoriesModel(ListModel[Category]):
    """Model of categories, one per row.

    It emits `edited(code, field, words)` when the user types; the page then changes the dictionary and shows it again.
    """

    edited = Signal(str, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._language: Language = "en"
        self.heads = ("",) * len(FIELDS)
        self._missing = ""
        self._between: Mapping[str, str] = {}

    def set_words(self, heads: Sequence[str], missing: str) -> None:
        """Set the headings of the columns, and the word for the missing category, which replaces its code."""
        self.heads, self._missing = tuple(heads), missing

    def show_categories(
        self, categories: Sequence[Category], language: Language, between: Mapping[str, str] | None = None
    ) -> None:
        """Show a code list in `language`.

        If only words changed the rows stay, and with them the selection. `between` gives, for codes that ended and
        began again, the text on when they are not valid.
        """
        same = [category.code for category in categories] == [row.code for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows, self._language, self._between = tuple(categories), language, between or {}
        if not same:
            self.endResetModel()
        elif categories:
            self.dataChanged.emit(self.index(0, 0), self.index(len(categories) - 1, len(FIELDS) - 1))

    def code(self, row: int) -> str:
        return self.rows[row].code

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        shown = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return shown | Qt.ItemFlag.ItemIsEditable if index.column() else shown

    def other(self, row: Category, column: int, role: int) -> Any:
        if role == TIP and FIELDS[column] == "valid_to":
            return self._between.get(row.code)
        return self._typed(row, column) if role == EDIT else None

    def text(self, row: Category, column: int) -> str:
        between = self._between.get(row.code, "") if FIELDS[column] == "valid_to" else ""
        return ", ".join(words for words in (self._typed(row, column), between) if words)

    def _typed(self, row: Category, column: int) -> str:
        field = FIELDS[column]
        if field == "code":
            return row.code if row.code != MISSING else self._missing
        if field in ("de", "en"):
            return row.label.de if field == "de" else row.label.en
        if field == "note":
            return row.note.text(self._language)
        return date_text(row.valid_from if field == "valid_from" else row.valid_to, self._language)

    @guarded(False)
    def setData(self, index: Index, value: object, role: int = EDIT) -> bool:
        words = str(value).strip()
        if int(role) != EDIT or words == str(self.data(index, EDIT)):
            return False
        self.edited.emit(self.code(index.row()), FIELDS[index.column()], words)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role not in (DISPLAY, TIP):  # heads are cut short where text is large
            return None
        return super().headerData(section, orientation, DISPLAY)
