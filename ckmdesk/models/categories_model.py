"""The code list of a variable as a table that can be edited: code, labels in both languages, note, validity."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ckmcore.base.numbers import Language, date_text
from ckmcore.microdata.data import MISSING, Category
from ckmdesk.base.faults import guarded

Index = QModelIndex | QPersistentModelIndex
FIELDS = ("code", "de", "en", "note", "valid_from", "valid_to")
_DISPLAY, _EDIT = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.EditRole)
_TIP = int(Qt.ItemDataRole.ToolTipRole)  # heads are cut short where text is large


class CategoriesModel(QAbstractTableModel):
    """`edited(code, field, words)` when a cell was edited; the page changes the dictionary and shows it anew."""

    edited = Signal(str, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.categories: tuple[Category, ...] = ()
        self._language: Language = "en"
        self._heads: tuple[str, ...] = ("",) * len(FIELDS)
        self._missing = ""

    def set_words(self, heads: Sequence[str], missing: str) -> None:
        """The heads of the columns, and what stands for the code of what is missing."""
        self._heads, self._missing = tuple(heads), missing

    def show_categories(self, categories: Sequence[Category], language: Language) -> None:
        """Show a code list; where only words changed the rows stay, and with them what is selected."""
        same = [one.code for one in categories] == [one.code for one in self.categories]
        if not same:
            self.beginResetModel()
        self.categories, self._language = tuple(categories), language
        if not same:
            self.endResetModel()
        elif categories:
            self.dataChanged.emit(self.index(0, 0), self.index(len(categories) - 1, len(FIELDS) - 1))

    def code(self, row: int) -> str:
        return self.categories[row].code

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.categories)

    @guarded(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(FIELDS)

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        shown = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return shown | Qt.ItemFlag.ItemIsEditable if index.column() else shown

    @guarded()
    def data(self, index: Index, role: int = _DISPLAY) -> object:
        if int(role) not in (_DISPLAY, _EDIT):
            return None
        one, field = self.categories[index.row()], FIELDS[index.column()]
        if field == "code":
            return one.code if one.code != MISSING else self._missing
        if field in ("de", "en"):
            return one.label.de if field == "de" else one.label.en
        if field == "note":
            return one.note.text(self._language)
        return date_text(one.valid_from if field == "valid_from" else one.valid_to, self._language)

    @guarded(False)
    def setData(self, index: Index, value: object, role: int = _EDIT) -> bool:
        words = str(value).strip()
        if int(role) != _EDIT or words == str(self.data(index, _EDIT)):
            return False
        self.edited.emit(self.code(index.row()), FIELDS[index.column()], words)
        return True

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> object:
        if int(role) not in (_DISPLAY, _TIP) or orientation != Qt.Orientation.Horizontal:
            return None
        return self._heads[section] if section < len(self._heads) else None
