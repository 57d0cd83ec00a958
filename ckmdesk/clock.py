"""Times as they are kept and as they are shown."""

from __future__ import annotations

from datetime import datetime

from ckmcore.numbers import Language, date_text
from ckmcore.texts import Texts


def now_text() -> str:
    """Now, local time, ISO to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def local_time(iso: str, language: Language) -> str:
    """An ISO time as local date and time to the minute; what is no time stays as it is."""
    try:
        found = datetime.fromisoformat(iso).astimezone()
    except ValueError:
        return iso or "?"
    return f"{date_text(f'{found:%Y-%m-%d}', language)} {found:%H:%M}"


def local_times(iso: str) -> Texts:
    """`local_time` in both languages, for a sentence."""
    return Texts(local_time(iso, "en"), local_time(iso, "de"))


def local_day(iso: str, language: Language) -> str:
    """The day of an ISO time, here; what is no time stays as it is."""
    try:
        return date_text(f"{datetime.fromisoformat(iso).astimezone():%Y-%m-%d}", language)
    except ValueError:
        return iso
