"""Codes made from words, for formats that ask for codes where the statistic has only words; periods as machine formats
write times: years, halves, quarters, months, weeks and days."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Sequence

_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


# The code of a text of which `ascii_code` leaves nothing.
NO_LETTERS = "C"


def ascii_code(text: str, longest: int) -> str:
    """A text as letters without accents, digits, `_` and `-`, at most `longest` signs; "" where nothing is left."""
    plain = unicodedata.normalize("NFKD", text.translate(_GERMAN)).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9_-]+", "_", plain)).strip("_-")[:longest].rstrip("_-")


def distinct(texts: Iterable[str]) -> list[str]:
    """The texts, those that were met before with a number behind them."""
    met: set[str] = set()
    found = []
    for text in texts:
        candidate, number = text, 2
        while candidate in met:
            candidate, number = f"{text}_{number}", number + 1
        met.add(candidate)
        found.append(candidate)
    return found


_FORMS = re.compile(
    r"(?P<year>\d{4})"
    r"(?:-(?P<half>S[12])|-(?P<quarter>Q[1-4])|-(?P<month>M?(?:0[1-9]|1[0-2]))|-(?P<week>W(?:0[1-9]|[1-4]\d|5[0-3]))"
    r"|-(?P<day>\d{2}-\d{2}))?"
)


def time_form(text: str) -> str:
    """Which kind of time a text is: `year`, `half`, `quarter`, `month`, `week`, `day`; "" for anything else."""
    match = _FORMS.fullmatch(text)
    if match is None:
        return ""
    kind = match.lastgroup or ""
    if kind == "day":
        try:
            datetime.date.fromisoformat(text)
        except ValueError:
            return ""
    return kind


def time_of(periods: Sequence[tuple[str, str]]) -> list[str]:
    """The time of each period, given as its label and its day: the label where that is a time, else the day.

    Days are taken for all where labels are not distinct; "" where neither is a time, or two periods have the same.
    """
    found = [label if time_form(label) else day if time_form(day) == "day" else "" for label, day in periods]
    if len(set(found)) < len(found):
        found = [day if time_form(day) == "day" else "" for _, day in periods]
    return ["" if found.count(time) > 1 else time for time in found]
