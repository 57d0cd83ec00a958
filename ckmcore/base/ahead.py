"""Reading ahead: the next parts of a file are unpacked while the last one is worked on."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, cast

T = TypeVar("T")

BATCHES_AHEAD = 4


def ahead(parts: Iterator[T], number: int) -> Generator[T]:
    """The parts in their order, up to so many of them made in a thread of their own while one is in use.

    parts: what lets go of Python's lock while a part is made; one thread alone asks for them. What is raised there is
    raised where the part would have been given. Whoever closes this early waits for the part that is being made.
    """
    end = object()
    pool = ThreadPoolExecutor(1)
    try:
        coming = deque(pool.submit(next, parts, cast("T", end)) for _ in range(number))
        while (part := coming.popleft().result()) is not end:
            coming.append(pool.submit(next, parts, cast("T", end)))
            yield part
    finally:
        pool.shutdown(cancel_futures=True)
