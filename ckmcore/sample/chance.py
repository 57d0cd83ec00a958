"""Drawing codes by look-up: whole numbers only, so that every machine draws the same."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


class Chance:
    """Draws a code by its weight, given a class: one table of 2^bits codes per class, read at a random place.

    A weight below 1/2^bits of its class may vanish. Integers only: no logarithm whose last digit depends on the
    machine, as samplers in floating point have.
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
        """A code for each of the 16-bit numbers `chance`, from the table of its class."""
        place = (chance >> np.uint16(16 - self.bits)).astype(np.int64)
        place += classes << self.bits
        return self.table.take(place)


class Chaos:
    """Random bits of PCG64 as they come: this stream is fixed by its authors, numpy's distributions are not."""

    def __init__(self, seed: int, passed: int = 0) -> None:
        """passed: so many words of the stream went before."""
        self._bits = np.random.PCG64(seed).advance(passed)

    def words(self, count: int) -> NDArray[np.uint64]:
        """`count` numbers of 64 bits."""
        return self._bits.random_raw(count)

    def halves(self, rows: int, columns: int) -> list[NDArray[np.uint16]]:
        """Columns of 16-bit numbers, four from each 64-bit number, the lowest first on every machine."""
        per_row = -(-columns // 4)
        words = self.words(rows * per_row).astype("<u8", copy=False)
        parts = words.view("<u2").reshape(rows, per_row * 4)
        return [parts[:, column].astype(np.uint16) for column in range(columns)]
