"""Bounds of figures, narrowed along the relations of a table until nothing moves: fast, and never too narrow.

Beside sums themselves, what evidence says: where a part shows something else than its total, the other parts hold a
record (claims.md, section A, rules 1 to 5; a rest that nobody sees is a part like any other).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.tabulate.scan import never

ROUNDS = 500


@dataclass(frozen=True, eq=False)
class Bounds:
    """Smallest and largest value of each figure (int64); `UNBOUNDED` means no upper bound."""

    low: Ints
    high: Ints

    @property
    def contradict(self) -> bool:
        """Whether no value is left for some figure."""
        return bool((self.low > self.high).any())

    @property
    def fixed(self) -> NDArray[np.bool_]:
        """Mask of figures with a single possible value."""
        result: NDArray[np.bool_] = self.low == self.high
        return result


class Propagation:
    """Narrowing of bounds along relations, prepared once for repeated use."""

    def __init__(self, relations: Relations) -> None:
        self.relations = relations
        lengths = np.diff(relations.starts)
        self._owner = np.repeat(np.arange(len(lengths)), lengths)
        figures = np.concatenate([relations.totals, relations.parts])
        self._order = np.argsort(figures, kind="stable")
        ordered = figures[self._order]
        self._first = np.flatnonzero(np.diff(ordered, prepend=-1))
        self._figure = ordered[self._first]

    def __call__(
        self, bounds: Bounds, cancelled: Callable[[], bool] = never, evidence: Evidence | None = None
    ) -> Bounds:
        """Narrow bounds; stops where they become contradictory."""
        low, high = bounds.low.copy(), bounds.high.copy()
        totals, part_figures, begins = self.relations.totals, self.relations.parts, self.relations.starts[:-1]
        if not len(totals):
            return _snapped(low, high, evidence)
        apart = _Apart(self.relations, self._owner, evidence, low) if evidence is not None else None
        for _ in range(ROUNDS):
            if cancelled() or (low > high).any():
                break
            least, upper_sums = np.add.reduceat(low[part_figures], begins), np.add.reduceat(high[part_figures], begins)
            # A part is its total less the other parts.
            from_total = low[totals][self._owner] - (upper_sums[self._owner] - high[part_figures])
            to_total = high[totals][self._owner] - (least[self._owner] - low[part_figures])
            lows = np.concatenate([least, from_total])[self._order]
            highs = np.concatenate([upper_sums, to_total])[self._order]
            former = int(low.sum()), int(high.sum())
            low[self._figure] = np.maximum(low[self._figure], np.maximum.reduceat(lows, self._first))
            high[self._figure] = np.minimum(high[self._figure], np.minimum.reduceat(highs, self._first))
            if apart is not None and apart.any:
                apart.narrow(low, high)
            if evidence is not None and evidence.weights is not None:
                evidence.weights.narrow(low, high)
            # What is left of no bound is none.
            high[high >= UNBOUNDED // 2] = UNBOUNDED
            if evidence is not None and evidence.allowed:
                _snapped(low, high, evidence)
            if former == (int(low.sum()), int(high.sum())):
                break
        return Bounds(low, high)


def _snapped(low: Ints, high: Ints, evidence: Evidence | None) -> Bounds:
    """Bounds moved to allowed values, for figures with gaps."""
    for figure, values in ({} if evidence is None else evidence.allowed).items():
        inner_values = values[(values >= low[figure]) & (values <= high[figure])]
        low[figure], high[figure] = (inner_values[0], inner_values[-1]) if len(inner_values) else (1, 0)
    return Bounds(low, high)


class _Apart:
    """Relations with parts whose content differs from their total's, as far as this can still matter: at most one part
    is known to have records."""

    def __init__(self, relations: Relations, owner: Ints, evidence: Evidence, low: Ints) -> None:
        self.any = False
        if not evidence.differs.any():
            return
        begins = relations.starts[:-1]
        filled = np.add.reduceat((low[relations.parts] > 0).astype(np.int64), begins)
        some = np.logical_or.reduceat(evidence.differs, begins)
        chosen_indices = np.flatnonzero(some & (filled <= 1))
        if not len(chosen_indices):
            return
        self.any = True
        is_chosen = np.zeros(len(relations.totals), dtype=np.bool_)
        is_chosen[chosen_indices] = True
        in_chosen = is_chosen[owner]
        self.totals, self.parts = relations.totals[chosen_indices], relations.parts[in_chosen]
        self.differs = evidence.differs[in_chosen]
        lengths = np.diff(relations.starts)[chosen_indices]
        self.begins = np.cumsum([0, *lengths.tolist()])[:-1]
        self.owner = np.repeat(np.arange(len(chosen_indices)), lengths)

    def narrow(self, low: Ints, high: Ints) -> None:
        """Apply rules 1 to 4 to the bounds, in place."""
        totals, part_figures, differs, owner = self.totals, self.parts, self.differs, self.owner
        lows, highs = low[part_figures], high[part_figures]
        least, upper_sums = np.add.reduceat(lows, self.begins), np.add.reduceat(highs, self.begins)
        others = least[owner] - lows
        # 1: the total holds the part and a record beside it. 2: the same, read for the part.
        np.maximum.at(low, totals[owner[differs]], (lows + np.maximum(others, 1))[differs])
        np.minimum.at(high, part_figures[differs], (high[totals][owner] - np.maximum(others, 1))[differs])
        # 3: where only one other part can hold the record, it does. Of the parts that differ the one that can hold
        # most leaves least to the others; of itself the second.
        reach = np.where(differs, highs, -1)
        top = np.maximum.reduceat(reach, self.begins)
        first = np.flatnonzero(reach == top[owner])
        leader = np.full(len(totals), -1, dtype=np.int64)
        leader[owner[first][::-1]] = first[::-1]
        without = reach.copy()
        without[leader] = -1
        second = np.maximum.reduceat(without, self.begins)
        away = np.where(np.arange(len(part_figures)) == leader[owner], second[owner], top[owner])
        left = upper_sums[owner] - highs - np.maximum(away, 0)
        forced = (away >= 0) & (left <= 0)
        np.maximum.at(low, part_figures[forced], 1)
        # 4: where every part that can hold records differs from a total that holds some, two of them do.
        all_differ = np.logical_and.reduceat(differs | (highs <= 0), self.begins) & (low[totals] >= 1)
        np.maximum.at(low, totals[all_differ], 2)
