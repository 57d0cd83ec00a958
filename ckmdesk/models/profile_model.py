"""Item models of profiles: the list of variables, and the categories of one of them with a bar for each count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ckmcore.base.numbers import Language, decimal_text, integer_text, shortest_text
from ckmcore.messages import Sentence
from ckmcore.microdata.profile import CategoryCount, Profile, warnings
from ckmdesk.models.list_model import DISPLAY, TIP, ListModel, Row

SHARE = int(Qt.ItemDataRole.UserRole)


class _ProfileModel(ListModel[Row]):
    """Base of the profile models: headings have their full text as a tool tip, since columns may be narrow."""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        return super().headerData(section, orientation, DISPLAY if role == TIP else role)


class VariablesModel(_ProfileModel[tuple[Profile, tuple[Sentence, ...]]]):
    """Model of variables, one per row: name, role, categories, missing values, warnings."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((2, 3), parent)
        self.language: Language = "en"

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        translate = QCoreApplication.translate
        return (
            translate("ProfileTab", "Variable"),
            translate("ProfileTab", "Role"),
            translate("ProfileTab", "Categories"),
            translate("ProfileTab", "Missing"),
            translate("ProfileTab", "Notes"),
        )

    @property
    def profiles(self) -> tuple[Profile, ...]:
        return tuple(profile for profile, _ in self.rows)

    def set_profiles(self, profiles: Sequence[Profile], language: Language) -> None:
        self.language = language
        self.show_rows([(profile, warnings(profile)) for profile in profiles])

    def said(self, row: int) -> tuple[Sentence, ...]:
        """The warnings of a variable."""
        return self.rows[row][1]

    def other(self, row: tuple[Profile, tuple[Sentence, ...]], column: int, role: int) -> Any:
        if role == TIP and column in (0, 4):
            return "\n".join([row[0].name, *(sentence.text(self.language) for sentence in row[1])])
        return None

    def text(self, row: tuple[Profile, tuple[Sentence, ...]], column: int) -> str:
        profile, remarks = row
        if column == 0:
            return profile.title.text(self.language) or profile.name
        if column == 1:
            return role_word(profile.role)
        if column == 2:
            categories = (
                sum(1 for category in profile.categories if category.code) if profile.categories else profile.distinct
            )
            return integer_text(categories, self.language)
        if column == 3:
            return integer_text(profile.missing, self.language)
        return " ".join(sentence.text(self.language) for sentence in remarks)


def role_word(role: str) -> str:
    """The name of a role."""
    translate = QCoreApplication.translate
    return {
        "dimension": translate("DataPage", "Dimension"),
        "magnitude": translate("DataPage", "Magnitude"),
        "weight": translate("DataPage", "Weight"),
    }[role]


class QuantilesModel(_ProfileModel[tuple[str, str]]):
    """Model of the distribution of a magnitude: smallest value, quantiles, largest value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((1,), parent)

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        translate = QCoreApplication.translate
        return translate("ProfileTab", "Share of the records"), translate("ProfileTab", "Value up to")

    def set_profile(self, profile: Profile | None, language: Language) -> None:
        translate = QCoreApplication.translate
        lines: list[tuple[str, str]] = []
        if profile is not None and profile.smallest is not None and profile.largest is not None:
            values = [(translate("ProfileTab", "smallest"), profile.smallest)]
            for share, value in profile.quantiles:
                percent = f"{decimal_text(100 * share, 0, language)} %"
                values.append((translate("ProfileTab", "median") if share == 0.5 else percent, value))
            values.append((translate("ProfileTab", "largest"), profile.largest))
            digits = profile.decimals
            lines = [
                (word, shortest_text(value, language) if digits is None else decimal_text(value, digits, language))
                for word, value in values
            ]
        self.show_rows(lines)

    def text(self, row: tuple[str, str], column: int) -> str:
        return row[column]


class CountsModel(_ProfileModel[CategoryCount]):
    """Model of counts, one category per row: code, label, number of records, share.

    The role `SHARE` is the length of the bar (0 to 1).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((2, 3), parent)
        self._language: Language = "en"
        self._records = self._most = 1

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        translate = QCoreApplication.translate
        return (
            translate("ProfileTab", "Code"),
            translate("ProfileTab", "Label"),
            translate("ProfileTab", "Records"),
            translate("ProfileTab", "Share"),
        )

    def set_profile(self, profile: Profile | None, language: Language) -> None:
        self._language = language
        counts = () if profile is None else profile.categories
        self._most = max((count.count for count in counts), default=1)
        self._records = 1 if profile is None else max(1, profile.rows)
        self.show_rows(counts)

    @property
    def has_labels(self) -> bool:
        """Whether any category is called otherwise than by its code."""
        return any(row.label.text(self._language) not in ("", row.code) for row in self.rows)

    def other(self, row: CategoryCount, column: int, role: int) -> Any:
        return row.count / max(1, self._most) if role == SHARE and column == 3 else None

    def text(self, row: CategoryCount, column: int) -> str:
        if column == 0:
            return row.code
        if column == 1:
            words = row.label.text(self._language)
            return "" if words == row.code else words
        if column == 2:
            return integer_text(row.count, self._language)
        return f"{decimal_text(100 * row.count / self._records, 1, self._language)} %"
