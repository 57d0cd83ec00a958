"""Who waits for something else - a database - says so to whoever runs it: for how long, and how far that is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Told = Callable[[float, float | None], None]
_here = threading.local()


@contextmanager
def listening_to_progress(listener: Told) -> Iterator[None]:
    """Report waiting times of this thread to `listener` within a block. The listener is given the seconds waited and
    the received share of the answer, 0 to 1 or None where unknown."""
    former_listener = progress_listener()
    _here.listener = listener
    try:
        yield
    finally:
        _here.listener = former_listener


def progress_listener() -> Told | None:
    """Progress listener of the current thread, or None."""
    listener: Told | None = getattr(_here, "listener", None)
    return listener
