"""Fresh keys beside existing ones, and rows as they are named in sentences."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import Origin, RecordKeys, compact_keys

FIRST_ROWS = 5


@dataclass(frozen=True)
class Rows:
    """Records with a certain property. count: how many; first: numbers of the first ones, counted from 1."""

    count: int = 0
    first: tuple[int, ...] = ()

    @classmethod
    def of(cls, places: NDArray[np.intp]) -> Rows:
        """Records by their positions, counted from 0."""
        return cls(len(places), tuple(int(index) + 1 for index in places[:FIRST_ROWS]))

    def __bool__(self) -> bool:
        return self.count > 0


def draw_keys(count: int, modulus: int, digits: int | None, origin: Origin = "generated") -> RecordKeys:
    """Draw `count` keys uniformly from 0 to modulus - 1 by the operating system's randomness, without bias by
    rejection."""
    drawns = np.empty(count, dtype=np.uint64)
    limit = np.uint64((2**64 // modulus) * modulus - 1)
    filled = 0
    while filled < count:
        draw_count = min(count - filled + 256, 1_000_000)
        drawn = np.frombuffer(os.urandom(8 * draw_count), dtype=np.uint64)
        drawn = drawn[drawn <= limit][: count - filled] % np.uint64(modulus)
        drawns[filled : filled + len(drawn)] = drawn
        filled += len(drawn)
    return RecordKeys(compact_keys(drawns, modulus), modulus, digits, origin)
