"""The register as a list: one row per release, the last first."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QIcon

from ckmcore.base.numbers import Language
from ckmcore.release.actions import state_name
from ckmcore.statistic.releases import Release, State
from ckmdesk.base.clock import local_day
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ACCESSIBLE, DECORATION, TIP, ListModel

NUMBER, STATE, TITLE, PERIOD, SUBMITTED, RELEASED = range(6)
STATE_ICONS: dict[State, tuple[str, str]] = {
    "submitted": ("draft", "warning"),
    "returned": ("undo", "secondary"),
    "released": ("ok", "ok"),
    "withdrawn": ("error", "error"),
    "corrected": ("variant", "secondary"),
}


class ReleasesModel(ListModel[Release]):
    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__((NUMBER,))
        self._theme, self._language = theme, language
        self.heads = (
            self.tr("No."),
            self.tr("State"),
            self.tr("Table"),
            self.tr("Period"),
            self.tr("Submitted"),
            self.tr("Released"),
        )
        self._icons: dict[State, QIcon] = {}
        self.retheme()

    def retheme(self) -> None:
        """Make the icons in the colours of the theme."""
        self._icons = {state: self._theme.icon(*icon) for state, icon in STATE_ICONS.items()}

    def other(self, row: Release, column: int, role: int) -> Any:
        if role == TIP and column == TITLE:
            return self.text(row, column)
        if role == ACCESSIBLE and column == NUMBER:  # where the keyboard comes to a row: which release it is
            texts = [self.text(row, column) for column in (STATE, TITLE)]
            return ", ".join([f"{self.heads[NUMBER]} {row.number}", *texts])
        return self._icons[row.state] if role == DECORATION and column == STATE else None

    def text(self, row: Release, column: int) -> str:
        if column == NUMBER:
            return str(row.number)
        if column == STATE:
            return state_name(row).text(self._language)
        if column == TITLE:
            return row.submission.heading
        if column == PERIOD:
            return row.submission.period.text(self._language)
        time = row.submitted_at if column == SUBMITTED else row.released_at
        return local_day(time, self._language)
