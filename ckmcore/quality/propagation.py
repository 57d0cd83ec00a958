"""Bounds of figures, narrowed along the relations of a table until nothing moves: fast, and never too narrow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.quality.relations import Ints, Relations
from ckmcore.tabulate.scan import never

# Stands for "no upper bound"; sums of many stay within 64 bits. No count is half as large.
UNBOUNDED = 2**40
ROUNDS = 500


@dataclass(frozen=True, eq=False)
class Bounds:
    """Least and largest value of each figure (int64); `UNBOUNDED` is no upper bound."""

    low: Ints
    high: Ints

    @property
    def contradict(self) -> bool:
        """Whether no value is left for some figure."""
        return bool((self.low > self.high).any())

    @property
    def fixed(self) -> NDArray[np.bool_]:
        """Figures that can have one value only."""
        found: NDArray[np.bool_] = self.low == self.high
        return found


class Propagation:
    """The narrowing of bounds along fixed relations; prepared once, for many bounds."""

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        lengths = np.diff(relations.starts)
        self._owner = np.repeat(np.arange(len(lengths)), lengths)
        figures = np.concatenate([relations.totals, relations.parts])
        self._order = np.argsort(figures, kind="stable")
        ordered = figures[self._order]
        self._first = np.flatnonzero(np.diff(ordered, prepend=-1))
        self._figure = ordered[self._first]

    def __call__(self, bounds: Bounds, cancelled: Callable[[], bool] = never) -> Bounds:
        """The narrowed bounds; they stop being narrowed where they contradict."""
        low, high = bounds.low.copy(), bounds.high.copy()
        totals, parts, begins = self.relations.totals, self.relations.parts, self.relations.starts[:-1]
        if not len(totals):
            return Bounds(low, high)
        for _ in range(ROUNDS):
            if cancelled() or (low > high).any():
                break
            least, most = np.add.reduceat(low[parts], begins), np.add.reduceat(high[parts], begins)
            # A part is its total less the other parts.
            from_total = low[totals][self._owner] - (most[self._owner] - high[parts])
            to_total = high[totals][self._owner] - (least[self._owner] - low[parts])
            lows = np.concatenate([least, from_total])[self._order]
            highs = np.concatenate([most, to_total])[self._order]
            before = int(low.sum()), int(high.sum())
            low[self._figure] = np.maximum(low[self._figure], np.maximum.reduceat(lows, self._first))
            high[self._figure] = np.minimum(high[self._figure], np.minimum.reduceat(highs, self._first))
            # What is left of no bound is none.
            high[high >= UNBOUNDED // 2] = UNBOUNDED
            if before == (int(low.sum()), int(high.sum())):
                break
        return Bounds(low, high)
