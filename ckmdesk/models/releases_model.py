"""The register as a list: one row of two lines per release, the last first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from PySide6.QtGui import QIcon

from ckmcore.base.numbers import Language
from ckmcore.release.actions import is_embargoed, state_name
from ckmcore.statistic.releases import Release, State
from ckmdesk.base.clock import local_day, local_time, now_text
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ACCESSIBLE, DECORATION, TIP, ListModel

ENTRY = 0  # the one column
STATE_ICONS: dict[State, tuple[str, str]] = {
    "submitted": ("draft", "warning"),
    "returned": ("undo", "secondary"),
    "released": ("ok", "ok"),
    "withdrawn": ("error", "error"),
    "corrected": ("variant", "secondary"),
}


class ReleasesModel(ListModel[Release]):
    """Model whose texts have two lines: number and title; who, when, for whom, and the state where it ended."""

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self._theme, self._language = theme, language
        self.heads = (self.tr("Releases"),)
        self._icons: dict[State, QIcon] = {}
        self.retheme()

    def retheme(self) -> None:
        """Make the icons in the colours of the theme."""
        self._icons = {state: self._theme.icon(*icon) for state, icon in STATE_ICONS.items()}

    def other(self, row: Release, column: int, role: int) -> Any:
        if role == TIP:
            return self.text(row, column)
        if role == ACCESSIBLE:  # where the keyboard comes to a row: which release it is, and its state
            number, facts = self.text(row, column).split("\n")
            return ", ".join([number, state_name(row).text(self._language), facts])
        return self._icons[row.state] if role == DECORATION else None

    def text(self, row: Release, column: int) -> str:
        number = self.tr("No. %1").replace("%1", str(row.number))
        released = row.was_released
        state = state_name(row).text(self._language) if row.state not in ("submitted", "released") else ""
        person, time = (row.released_by, row.released_at) if released else (row.submitted_by, row.submitted_at)
        facts = [state, f"{person}, {self._moment(time)}", row.submission.request.recipient]
        if is_embargoed(row, now_text()):
            facts.append(self.tr("embargo until %1").replace("%1", self._moment(row.submission.request.embargo)))
        return f"{number} · {row.submission.heading}\n{' · '.join(filter(None, facts))}"

    def _moment(self, time: str) -> str:
        """Format a time as day and time, or as today or yesterday."""
        day, today = local_day(time, "en"), datetime.now().astimezone()
        if day == f"{today:%Y-%m-%d}":
            return self.tr("today %1").replace("%1", local_time(time, self._language)[-5:])
        if day == f"{today - timedelta(days=1):%Y-%m-%d}":
            return self.tr("yesterday")
        return local_day(time, self._language)
