"""Item models of profiles: the list of variables, and the categories of one of them with a bar for each count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from ckmcore.base.numbers import Language, decimal_text, integer_text, shortest_text
from ckmcore.messages import Sentence
from ckmcore.microdata.profile import Profile, warnings

Index = QModelIndex | QPersistentModelIndex
SHARE = int(Qt.ItemDataRole.UserRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_DISPLAY, _ALIGN, _TIP = (
    int(role) for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.ToolTipRole)
)


class VariablesModel(QAbstractTableModel):
    """One line a variable: name, role, categories, missing, warnings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.profiles: tuple[Profile, ...] = ()
        self._said: list[tuple[Sentence, ...]] = []
        self.language: Language = "en"

    def set_profiles(self, profiles: Sequence[Profile], language: Language) -> None:
        self.beginResetModel()
        self.profiles, self.language = tuple(profiles), language
        self._said = [warnings(found) for found in profiles]
        self.endResetModel()

    def said(self, row: int) -> tuple[Sentence, ...]:
        """The warnings of a variable."""
        return self._said[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self.profiles)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else 5

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or index.row() >= len(self.profiles):
            return None
        found, column = self.profiles[index.row()], index.column()
        if role == _DISPLAY:
            return self._text(found, index.row(), column)
        if role == _ALIGN:
            return _RIGHT if column in (2, 3) else _LEFT
        if role == _TIP and column in (0, 4):
            words = [found.name, *(one.text(self.language) for one in self.said(index.row()))]
            return "\n".join(words)
        return None

    def _text(self, found: Profile, row: int, column: int) -> str:
        if column == 0:
            return found.title.text(self.language) or found.name
        if column == 1:
            return role_word(found.role)
        if column == 2:
            categories = sum(1 for one in found.categories if one.code) if found.categories else found.distinct
            return integer_text(categories, self.language)
        if column == 3:
            return integer_text(found.missing, self.language)
        return " ".join(one.text(self.language) for one in self.said(row))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in (_DISPLAY, _ALIGN, _TIP):
            return None
        if role == _ALIGN:
            return _RIGHT if section in (2, 3) else _LEFT
        translate = QCoreApplication.translate
        return (
            translate("ProfileTab", "Variable"),
            translate("ProfileTab", "Role"),
            translate("ProfileTab", "Categories"),
            translate("ProfileTab", "Missing"),
            translate("ProfileTab", "Notes"),
        )[section]


def role_word(role: str) -> str:
    """The name of a role."""
    translate = QCoreApplication.translate
    return {
        "dimension": translate("DataPage", "Dimension"),
        "magnitude": translate("DataPage", "Magnitude"),
        "weight": translate("DataPage", "Weight"),
    }[role]


class QuantilesModel(QAbstractTableModel):
    """The range of a magnitude: smallest value, quantiles, largest value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[tuple[str, str]] = []

    def set_profile(self, profile: Profile | None, language: Language) -> None:
        translate = QCoreApplication.translate
        self.beginResetModel()
        self._lines = []
        if profile is not None and profile.smallest is not None and profile.largest is not None:
            values = [(translate("ProfileTab", "smallest"), profile.smallest)]
            for share, value in profile.quantiles:
                percent = f"{decimal_text(100 * share, 0, language)} %"
                values.append((translate("ProfileTab", "median") if share == 0.5 else percent, value))
            values.append((translate("ProfileTab", "largest"), profile.largest))
            digits = profile.decimals
            self._lines = [
                (word, shortest_text(value, language) if digits is None else decimal_text(value, digits, language))
                for word, value in values
            ]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        if role == _DISPLAY:
            return self._lines[index.row()][index.column()]
        return _RIGHT if role == _ALIGN and index.column() == 1 else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in (_DISPLAY, _ALIGN, _TIP):
            return None
        if role == _ALIGN:
            return _RIGHT if section == 1 else _LEFT
        translate = QCoreApplication.translate
        return (translate("ProfileTab", "Share of the records"), translate("ProfileTab", "Value up to"))[section]


class CountsModel(QAbstractTableModel):
    """One line a category: code, label, number of records, share; `SHARE` is the length of the bar (0 to 1)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.profile: Profile | None = None
        self._language: Language = "en"
        self._most = 1

    def set_profile(self, profile: Profile | None, language: Language) -> None:
        self.beginResetModel()
        self.profile, self._language = profile, language
        self._most = max((one.count for one in profile.categories), default=1) if profile is not None else 1
        self.endResetModel()

    @property
    def has_labels(self) -> bool:
        """Whether any category is called otherwise than by its code."""
        found = () if self.profile is None else self.profile.categories
        return any(one.label.text(self._language) not in ("", one.code) for one in found)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() or self.profile is None else len(self.profile.categories)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = _DISPLAY) -> Any:
        if not index.isValid() or self.profile is None:
            return None
        one, column = self.profile.categories[index.row()], index.column()
        if role == _DISPLAY:
            if column == 0:
                return one.code
            if column == 1:
                words = one.label.text(self._language)
                return "" if words == one.code else words
            if column == 2:
                return integer_text(one.count, self._language)
            share = decimal_text(100 * one.count / max(1, self.profile.rows), 1, self._language)
            return f"{share} %"
        if role == _ALIGN:
            return _RIGHT if column > 1 else _LEFT
        if role == SHARE and column == 3:
            return one.count / max(1, self._most)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in (_DISPLAY, _ALIGN, _TIP):
            return None
        if role == _ALIGN:
            return _RIGHT if section > 1 else _LEFT
        translate = QCoreApplication.translate
        return (
            translate("ProfileTab", "Code"),
            translate("ProfileTab", "Label"),
            translate("ProfileTab", "Records"),
            translate("ProfileTab", "Share"),
        )[section]
