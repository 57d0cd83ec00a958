"""Times as they are kept and as they are shown."""

from __future__ import annotations

import re
from datetime import date, datetime

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts


def now_text() -> str:
    """Now, local time, ISO to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def as_day(text: str) -> str | None:
    """The ISO day that a text means: `2026-12-31`, or `31.12.2026` as in German; None if it is no day."""
    text = text.strip()
    german = re.fullmatch(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})", text, re.ASCII)
    if german:
        text = f"{german[3]}-{german[2]:0>2}-{german[1]:0>2}"
    if not text:
        return ""
    try:
        return text if date.fromisoformat(text).isoformat() == text else None
    except ValueError:
        return None


def typed_day(text: str) -> str:
    """The ISO day that a text means; what is no day stays as it was typed."""
    day = as_day(text)
    return text if day is None else day


def shown_day(day: str, typed: str, language: Language) -> str:
    """A day as a field shows it: as it was `typed` there where that means the same."""
    return typed if typed_day(typed) == day else date_text(day, language)


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
