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
    """Parse a day: `2026-12-31`, or German `31.12.2026`, as ISO day; "" for an empty text, None for no day."""
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
    """Parse a day as `as_day`; a text that is no day is returned unchanged."""
    day = as_day(text)
    return text if day is None else day


def shown_day(day: str, typed: str, language: Language) -> str:
    """Format a day for a field: as it was `typed` there if that means the same day."""
    return typed if typed_day(typed) == day else date_text(day, language)


def local_time(iso: str, language: Language) -> str:
    """Format an ISO time as local date and time to the minute; a text that is no time is returned unchanged."""
    try:
        moment = datetime.fromisoformat(iso).astimezone()
    except ValueError:
        return iso or "?"
    return f"{date_text(f'{moment:%Y-%m-%d}', language)} {moment:%H:%M}"


def local_times(iso: str) -> Texts:
    """Format an ISO time as `local_time` does, in both languages, for a sentence."""
    return Texts(local_time(iso, "en"), local_time(iso, "de"))


def local_day(iso: str, language: Language) -> str:
    """Format the local day of an ISO time; a text that is no time is returned unchanged."""
    try:
        return date_text(f"{datetime.fromisoformat(iso).astimezone():%Y-%m-%d}", language)
    except ValueError:
        return iso
