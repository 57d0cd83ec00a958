"""Arcs of the cell key: for which keys a method publishes an original as what is shown, and how arcs add up.

The key of a total is the sum of the keys of its parts modulo 1, so who has the tableau can add the arcs of the parts
and ask whether they meet the arc of the total (claims.md, section A, K1). Arcs are half open and exact: whole multiples
of 1/`unit`. Where an arc is closed on its other side (boundary "less_equal") the circle is mirrored: no arc is a point,
so what can be does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ckmcore.ptable import PTable
from ckmcore.ptable.model.bounds import whole

Arcs = tuple[tuple[int, int], ...]
"""Disjoint half-open arcs [begin, end) of the circle 0 .. unit, ascending."""


class Tableau(Protocol):
    """Knowledge of a reader of the tableau: which keys lead to which published count. Empty cells have no key."""

    @property
    def unit(self) -> int: ...

    def arcs(self, count: int, least: int, most: int) -> Arcs:
        """Keys for which a cell of `count` records, at least 1, publishes a figure from `least` to `most`."""


class TableArcs:
    """The arcs of a perturbation table."""

    def __init__(self, ptable: PTable) -> None:
        self._ptable, self._bounds = ptable, whole(ptable.bounds)
        self._known: dict[tuple[int, int, int], Arcs] = {}

    @property
    def unit(self) -> int:
        """The circle in whole numbers."""
        return self._bounds.unit

    def arcs(self, count: int, least: int, most: int) -> Arcs:
        """Intervals of cell keys for which an original count is published as `least` to `most`; see `Tableau`."""
        question = (count, least, most)
        if question not in self._known:
            ptable, bounds = self._ptable, self._bounds.numerators
            row = int(ptable.lookup_row_used(np.array([count], dtype=np.int64))[0])
            begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
            found_bounds, former_bound = [], 0
            for index in range(begin, end):
                if least <= count + int(ptable.noise[index]) <= most:
                    found_bounds.append((former_bound, bounds[index]))
                former_bound = bounds[index]
            self._known[question] = united(found_bounds, self.unit)
        return self._known[question]


@dataclass(frozen=True)
class RoundingArcs:
    """Key intervals of rounding drawn by the key: up where the key is below (count mod base) / base."""

    base: int

    @property
    def unit(self) -> int:
        return self.base

    def arcs(self, count: int, least: int, most: int) -> Arcs:
        """Keys for which a count publishes a figure in a range; see `Tableau`."""
        over = count % self.base
        down = count - over
        arcs = []
        if over and least <= down + self.base <= most:
            arcs.append((0, over))
        if least <= down <= most:
            arcs.append((over, self.base))
        return united(arcs, self.base)


def united(arcs: Iterable[tuple[int, int]], unit: int) -> Arcs:
    """Join intervals on a circle of length `unit` to disjoint ones; ends beyond the circle continue at its
    beginning."""
    pieces: list[tuple[int, int]] = []
    for begin, end in arcs:
        if end - begin >= unit:
            return ((0, unit),)
        begin, end = begin % unit, begin % unit + (end - begin)
        pieces += [(begin, end)] if end <= unit else [(begin, unit), (0, end - unit)]
    found_arcs: list[tuple[int, int]] = []
    for begin, end in sorted(pieces):
        if found_arcs and begin <= found_arcs[-1][1]:
            found_arcs[-1] = (found_arcs[-1][0], max(found_arcs[-1][1], end))
        elif end > begin:
            found_arcs.append((begin, end))
    return tuple(found_arcs)


def added(one: Arcs, other: Arcs, unit: int) -> Arcs:
    """Interval sums of two sets of keys modulo `unit`: [a, b) + [c, d) = [a + c, b + d)."""
    if one == ((0, unit),) or other == ((0, unit),):
        return ((0, unit),) if one and other else ()
    return united(((a + c, b + d) for a, b in one for c, d in other), unit)


def meet(one: Arcs, other: Arcs) -> bool:
    """Whether two arcs have a key in common."""
    return any(max(a, c) < min(b, d) for a, b in one for c, d in other)


def common(one: Arcs, other: Arcs) -> Arcs:
    """The keys that are in both."""
    overlaps = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return tuple(sorted((begin, end) for begin, end in overlaps if begin < end))


def shifted(arcs: Arcs, by: int, unit: int) -> Arcs:
    """The arcs turned by so much."""
    return united(((begin + by, end + by) for begin, end in arcs), unit)


def mirrored(arcs: Arcs, unit: int) -> Arcs:
    """The arcs with every key negated, closed on the other side."""
    return united(((-end, -begin) for begin, end in arcs), unit)
