"""Reporting periods as machine formats write times: years, halves, quarters, months, weeks and days."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

_FORMS = re.compile(
    r"(?P<year>\d{4})"
    r"(?:-(?P<half>S[12])|-(?P<quarter>Q[1-4])|-(?P<month>M?(?:0[1-9]|1[0-2]))|-(?P<week>W(?:0[1-9]|[1-4]\d|5[0-3]))"
    r"|-(?P<day>\d{2}-\d{2}))?"
)


def time_form(text: str) -> str:
    """Which kind of time a text is: `year`, `half`, `quarter`, `month`, `week`, `day`; "" for anything else."""
    found = _FORMS.fullmatch(text)
    if found is None:
        return ""
    kind = found.lastgroup or ""
    if kind == "day":
        try:
            datetime.date.fromisoformat(text)
        except ValueError:
            return ""
    return kind


def time_of(periods: Sequence[tuple[str, str]]) -> list[str]:
    """The time of each period, given as its label and its day: the label where that is a time, else the day.

    Days are taken for all where labels are not told apart; "" where neither is a time, or two periods have the same.
    """
    found = [label if time_form(label) else day if time_form(day) == "day" else "" for label, day in periods]
    if len(set(found)) < len(found):
        found = [day if time_form(day) == "day" else "" for _, day in periods]
    return ["" if found.count(time) > 1 else time for time in found]
