"""Who waits for something else - a database - says so to whoever runs it: for how long, and how far that is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[float, float | None], None]
_here = threading.local()


@contextmanager
def telling(listener: Told) -> Iterator[None]:
    """While this thread waits for an answer, `listener` is told every moment for how many seconds it does, and which
    part of the answer is there, from 0 to 1 (None: nobody says)."""
    before = told()
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = before


def told() -> Told | None:
    """Who is told in this thread; None: nobody."""
    listener: Told | None = getattr(_here, "listener", None)
    return listener
