"""Drawing codes by look-up: whole numbers only, so that every machine draws the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Chance:
    """Draws a code by its weight within a class, from one table of 2^bits codes per class.

    A weight below 1/2^bits of its class may vanish. Only integers are used, so that the result is the same on every
    machine.
    """

    def __init__(self, weights: Sequence[Sequence[int]], bits: int = 16) -> None:
        self.bits = bits
        size = 1 << bits
        codes = np.arange(len(weights[0]), dtype=np.uint8)
        tables = []
        for row in weights:
            steps = np.cumsum(np.asarray(row, dtype=np.int64))
            if steps[-1] <= 0:
                raise ValueError("a class without any weight")
            tables.append(np.repeat(codes, np.diff(steps * size // steps[-1], prepend=0)))
        self.table = np.concatenate(tables)

    def draw(self, classes: NDArray[np.int64], chance: NDArray[np.uint16]) -> NDArray[np.uint8]:
        """Draw a code for each record. classes: its class; chance: its 16-bit random number."""
        index_array = (chance >> np.uint16(16 - self.bits)).astype(np.int64)
        index_array += classes << self.bits
        return self.table.take(index_array)


class Chaos:
    """Stream of random bits of PCG64, which is fixed by its authors, unlike numpy's distributions."""

    def __init__(self, seed: int, passed: int = 0) -> None:
        """seed: of the stream; passed: number of 64-bit words to skip."""
        self._bits = np.random.PCG64(seed).advance(passed)

    def words(self, count: int) -> NDArray[np.uint64]:
        """Next `count` random numbers of 64 bits."""
        return self._bits.random_raw(count)

    def halves(self, rows: int, columns: int) -> list[NDArray[np.uint16]]:
        """Columns of 16-bit random numbers, four from each 64-bit number, lowest bits first on every machine."""
        per_row = -(-columns // 4)
        words = self.words(rows * per_row).astype("<u8", copy=False)
        view = words.view("<u2").reshape(rows, per_row * 4)
        return [view[:, column].astype(np.uint16) for column in range(columns)]
