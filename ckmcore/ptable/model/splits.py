"""A total of two parts: what is published, how often, and which originals a reader can still think possible.

Keys of disjoint parts add modulo 1, so the chance of three published counts is the area of the key pairs that lead to
them. claims.md, sections A and C: the same records show the same figure, so figures that differ are not made of the
same records; whoever has the tableau also knows that the arcs of two keys, added, must meet the arc of their total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.model.bounds import whole
from ckmcore.ptable.model.table import PTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Whole = NDArray[Any]
Level = Literal["nothing", "deviation", "zero_rule", "table", "tableau"]
# Above, sums of two bounds leave 64 bits, and whole numbers of Python take their place.
_MOST_UNIT = 2**61


@dataclass(frozen=True, eq=False, repr=False)
class Outcomes:
    """Joint distribution of the published counts of two parts and their total. first, second, total: possible counts,
    ascending.

    chances: probability of each combination (first x second x total) under uniform keys.
    """

    counts: tuple[int, int]
    first: Ints
    second: Ints
    total: Ints
    chances: Floats

    def __repr__(self) -> str:
        return "Outcomes(confidential)"


def outcomes(ptable: PTable, first: int, second: int) -> Outcomes:
    """Joint distribution of the published counts of a total and its two parts. first, second: original counts of the
    parts, at least 1."""
    first_row, other, whole_row = (_row(ptable, count) for count in (first, second, first + second))
    chances = np.zeros((len(first_row.shown), len(other.shown), len(whole_row.shown)))
    for low, high, row_places in zip(
        first_row.low.tolist(), first_row.high.tolist(), first_row.places.tolist(), strict=True
    ):
        # With the total's key modulo 1: below each bound of the total, and below it once around.
        areas = sum(
            _area(low, high, other, whole_row.high + turn) - _area(low, high, other, whole_row.low + turn)
            for turn in (0.0, 1.0)
        )
        np.add.at(chances, (row_places, other.places[:, None], whole_row.places[None, :]), areas)
    return Outcomes((first, second), first_row.shown, other.shown, whole_row.shown, np.maximum(chances, 0.0))


@dataclass(frozen=True)
class _Row:
    """Row of a count. low, high: bounds; shown: counts that it publishes; places: index in `shown` for each
    interval."""

    low: Floats
    high: Floats
    shown: Ints
    places: Ints


def _row(ptable: PTable, count: int) -> _Row:
    row = int(ptable.lookup_row_used(np.array([count]))[0])
    begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
    published, inverse = np.unique(count + ptable.noise[begin:end], return_inverse=True)
    return _Row(ptable.lower_bounds[begin:end], ptable.upper_bounds[begin:end], published, inverse.ravel())


def _area(low: float, high: float, other_row: _Row, limit: Floats) -> Floats:
    """Area of the pairs of a key in [low, high) and a key in each interval of `other_row` whose sum is at most each
    limit."""

    def corner(x: float, y: Floats) -> Floats:
        excess: Floats = np.maximum(limit[None, :] - x - y[:, None], 0.0)
        return excess * excess

    lower, upper = other_row.low, other_row.high
    area: Floats = (corner(low, lower) - corner(high, lower) - corner(low, upper) + corner(high, upper)) / 2
    return area


# --- what a reader can still think possible --------------------------------------------------------------------------


@dataclass(frozen=True)
class Signs:
    """Signs in place of published counts. shown: function that gives a negative number for a sign, else the count;
    below: counts from here on have no sign."""

    shown: Callable[[Ints], Ints] = lambda figures: figures
    below: int = 0


NO_SIGNS = Signs()


def disclosed(
    ptable: PTable,
    found: Outcomes,
    level: Level = "zero_rule",
    *,
    consistency: bool = True,
    every: bool = False,
    signs: Signs = NO_SIGNS,
) -> float:
    """Probability that the three published figures leave only one possible original for at least one cell, or with
    `every` for all three.

    level: knowledge of the reader. consistency: the reader knows that cells with the same records show the same figure,
    which is implied at level tableau.
    """
    if level == "nothing":
        # The originals that a figure leaves have no upper end.
        return 0.0
    axes = [np.unique(signs.shown(axis), return_inverse=True) for axis in (found.first, found.second, found.total)]
    symbols = [axis[0] for axis in axes]
    chances = np.zeros(tuple(map(len, symbols)))
    np.add.at(chances, np.ix_(*(axis[1].ravel() for axis in axes)), found.chances)
    fixed = _Reader(ptable, level, consistency, signs, symbols).fixed()
    is_disclosed = fixed.all(axis=0) if every else fixed.any(axis=0)
    return float(chances[is_disclosed].sum())


@dataclass(frozen=True, eq=False)
class _Arcs:
    """Intervals of a row in whole multiples of one unit. leads: whether an interval leads to each possible content of a
    cell (intervals x symbols)."""

    low: Whole
    high: Whole
    leads: Bools


@dataclass(frozen=True, eq=False)
class _Reader:
    """Reader of three cells, two parts and their total. symbols: possible contents of each cell."""

    ptable: PTable
    level: Level
    consistency: bool
    signs: Signs
    symbols: list[Ints]

    def fixed(self) -> Bools:
        """Whether each triple of symbols leaves one possible original, for each cell (parts, total): 3 x the axes of
        symbols."""
        reach = [self._reach(axis) for axis in self.symbols[:2]]
        shows = [[self._shows(count, axis) for count in range(sum(reach) + 1)] for axis in self.symbols]
        arcs = [[self._arcs(count, axis) for count in range(sum(reach) + 1)] for axis in self.symbols]
        seen = [np.zeros((sum(reach) + 1, *map(len, self.symbols)), dtype=np.bool_) for _ in self.symbols]
        for first_count in range(reach[0] + 1):
            for other in range(reach[1] + 1):
                counts = (first_count, other, first_count + other)
                cells = [shows[cell][count] for cell, count in enumerate(counts)]
                if not all(cell.any() for cell in cells):
                    continue
                possible = cells[0][:, None, None] & cells[1][None, :, None] & cells[2][None, None, :]
                if self.level == "tableau":
                    possible &= self._have_keys([arcs[cell][count] for cell, count in enumerate(counts)])
                elif self.consistency:
                    possible &= self._consistent(first_count, other)
                for cell, count in enumerate(counts):
                    seen[cell][count] |= possible
        return np.stack([np.count_nonzero(cell, axis=0) == 1 for cell in seen])

    def _reach(self, axis: Ints) -> int:
        """The largest original that can show a symbol of the axis."""
        figures = np.arange(max(int(axis.max(initial=0)), self.signs.below) + 1)
        published = np.flatnonzero(np.isin(self.signs.shown(figures), axis))
        return int(published.max(initial=0)) + self.ptable.maximum_deviation

    def _shows(self, count: int, axis: Ints) -> Bools:
        """Which symbols an original can show, as far as the reader's level determines it for a single cell."""
        if count == 0 and self.level != "deviation":
            published = np.zeros(1, dtype=np.int64)
        elif self.level in ("table", "tableau"):
            published = _row(self.ptable, count).shown
        else:
            D = self.ptable.maximum_deviation
            published = np.arange(max(count - D, 0), count + D + 1)
        return np.isin(axis, self.signs.shown(published))

    def _consistent(self, first_count: int, other: int) -> Bools:
        """Which triples show the same figure for cells of the same records: where one part is empty, the other part
        equals the total; where both are, all three are equal (C1, C2). one, other: originals of the parts."""
        first, second, total = self.symbols
        result = np.ones((len(first), len(second), len(total)), dtype=np.bool_)
        if other == 0:
            result &= (first[:, None] == total[None, :])[:, None, :]
        if first_count == 0:
            result &= (second[:, None] == total[None, :])[None, :, :]
        if first_count == other == 0:
            result &= (first[:, None] == second[None, :])[:, :, None]
        return result

    # --- arcs of keys, in whole numbers ------------------------------------------------------------------------------

    @cached_property
    def _bounds(self) -> tuple[Whole, int]:
        """The upper bounds in whole multiples of a unit, and the unit."""
        whole_bounds = whole(self.ptable.bounds)
        small = whole_bounds.unit < _MOST_UNIT
        return np.array(whole_bounds.numerators, dtype=np.int64 if small else object), whole_bounds.unit

    def _arcs(self, count: int, axis: Ints) -> _Arcs:
        """Key intervals of a cell with this original, by what the cell shows."""
        bounds, _ = self._bounds
        if count == 0:
            # Nobody is there: the key is 0, and nothing but 0 is published.
            point = np.zeros(1, dtype=bounds.dtype)
            return _Arcs(point, point, self.signs.shown(np.zeros(1, np.int64))[:, None] == axis[None, :])
        row = int(self.ptable.lookup_row_used(np.array([count]))[0])
        begin, end = int(self.ptable.offsets[row]), int(self.ptable.offsets[row + 1])
        high = bounds[begin:end]
        low = np.concatenate([np.zeros(1, dtype=high.dtype), high[:-1]])
        symbols = self.signs.shown(count + self.ptable.noise[begin:end])
        # Neighbours that lead to the same are one arc.
        starts = np.flatnonzero(np.concatenate([[True], symbols[1:] != symbols[:-1]]))
        ends = np.concatenate([starts[1:], [len(symbols)]]) - 1
        return _Arcs(low[starts], high[ends], symbols[starts][:, None] == axis[None, :])

    def _have_keys(self, cells: list[_Arcs]) -> Bools:
        """Which triples of symbols have keys: the sum of the parts' intervals, modulo 1, intersects an interval of the
        total (K1).

        It is exact by [a, b) + [c, d) = [a + c, b + d). An empty part contributes the key 0.
        """
        first, second, total = cells
        _, unit = self._bounds
        if (total.high == 0).all():
            empty: Bools = first.leads[0][:, None, None] & second.leads[0][None, :, None] & total.leads[0][None, None]
            return empty
        low, high = first.low[:, None] + second.low[None, :], first.high[:, None] + second.high[None, :]
        # Twice around, the arcs of the total follow one another; those from `begin` to `end` are met.
        around = np.concatenate([total.low, total.low + unit])
        begin, end = np.searchsorted(around, low, "right") - 1, np.searchsorted(around, high, "left")
        former = np.concatenate([np.zeros((1, total.leads.shape[1]), np.int64), np.tile(total.leads, (2, 1)).cumsum(0)])
        meets = (former[end] > former[begin]).astype(np.float64)
        of_first = np.tensordot(first.leads.T.astype(np.float64), meets, 1)
        result: Bools = np.einsum("qb,aqt->abt", second.leads.astype(np.float64), of_first) > 0
        return result
