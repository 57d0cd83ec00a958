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
    """Limits of processors and memory. threads: number of threads that count and read, 0 for one per processor. memory:
    in MB (2^20 bytes), 0 for `USUAL_MEMORY`.

    The memory is for computed cells and cached periods; the records of the open period come on top.
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
        """Bytes for the cells that the threads of one count fill together."""
        return self._bytes // 6

    @property
    def cache_bytes(self) -> int:
        """Bytes for the cached cubes of one set of records."""
        return self._bytes // 6

    @property
    def period_bytes(self) -> int:
        """Bytes for cached records of other periods."""
        return self._bytes * 2 // 3

    @property
    def whole_bytes(self) -> int:
        """Bytes that one column of a store may take where it is read as a whole."""
        return self._bytes // 6

    @property
    def cells(self) -> int:
        """Largest number of cells of a table, margins included."""
        return self._bytes // _BYTES_OF_A_CELL


_in_force = Limits()


def limits() -> Limits:
    """Limits of this process that hold now."""
    return _in_force


def use(chosen: Limits) -> None:
    """Set the limits of this process. Work that has already begun keeps the former ones."""
    global _in_force  # of the process, as processors and memory are
    _in_force = chosen
