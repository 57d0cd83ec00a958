"""Limits of this process: with how many threads it counts, and the memory for that and for what it keeps.

Set once at the start, from settings, options or the policy of the computer; figures are the same whatever they are.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

MOST_THREADS = 256
LEAST_MEMORY, MOST_MEMORY = 256, 1_048_576
USUAL_MEMORY = 3072
_BYTES_OF_A_CELL = 64


@dataclass(frozen=True)
class Limits:
    """threads: that count and read at once, 0: one per processor. memory: MB (2^20 bytes), 0: `USUAL_MEMORY`.

    The memory is for computed cells and for periods that are kept to be quick. The records of the open period and what
    every program needs come on top.
    """

    threads: int = 0
    memory: int = 0

    @property
    def workers(self) -> int:
        """Threads that may work at once."""
        return min(self.threads or MOST_THREADS, os.cpu_count() or 1)

    @property
    def _bytes(self) -> int:
        return (self.memory or USUAL_MEMORY) * 2**20

    @property
    def thread_bytes(self) -> int:
        """For the cells that the threads of one count fill, each its own."""
        return self._bytes // 6

    @property
    def cache_bytes(self) -> int:
        """For the cubes of one set of records that are kept."""
        return self._bytes // 6

    @property
    def period_bytes(self) -> int:
        """For the records of other periods that are kept."""
        return self._bytes * 2 // 3

    @property
    def whole_bytes(self) -> int:
        """For one column of records that lie in a store, where something needs all of it at once."""
        return self._bytes // 6

    @property
    def cells(self) -> int:
        """How many cells a table may have, with all margins."""
        return self._bytes // _BYTES_OF_A_CELL


_in_force = Limits()


def limits() -> Limits:
    """The limits in force."""
    return _in_force


def use(chosen: Limits) -> None:
    """Put limits in force; what has already begun ends as it began."""
    global _in_force  # of the process, as processors and memory are
    _in_force = chosen
