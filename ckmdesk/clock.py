"""Times as they are kept and as they are shown."""

from __future__ import annotations

from datetime import datetime


def now_text() -> str:
    """Now, local time, ISO to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def local_time(iso: str) -> str:
    """An ISO time as local date and time to the minute; what is no time stays as it is."""
    try:
        return datetime.fromisoformat(iso).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return iso or "?"
