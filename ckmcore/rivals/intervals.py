"""The ends of the intervals of hidden figures, by sums alone where these suffice, else by linear programs.

A reader knows of each hidden figure a room, and every sum. Sums narrow the rooms first; what stays open falls apart
into parts that no sum connects, and each end is one linear program in its part, or over whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.messages import Sentence
from ckmcore.rivals.relations import Flags, LinkedFigures
from ckmcore.tabulate.relations import Ints

Floats = NDArray[np.float64]
# Corners of these systems are fractions with small denominators, tried in this order; others are not decided.
_DENOMINATORS = (1, 12, 120, 5_000)
# How far the solver's figures may be away from the fractions that they stand for, as a share of the largest.
_NEAR = 1e-6
# Nodes of the search over whole numbers for one end: work, not time, so that every computer decides alike.
_NODES = 20_000
# Numbers beyond this size are divided for the solver, whose tolerances are meant for small ones.
_SCALE = 1e5
_OPTIMAL, _INFEASIBLE, _UNBOUNDED = 0, 2, 3
# Rounds of narrowing along sums; ends that are not reached then are left to the solver.
_ROUNDS = 200
# Programs that look for many ends at once go on as long as one finds a twentieth of those left.
_GAIN = 20


@dataclass(frozen=True)
class IntervalEnd:
    """An end of an interval: how far a reader has to think (None: without end), and a value that is proven to be
    possible and goes as far as was asked (None: not proven)."""

    value: Fraction | None
    reached: Fraction | None


def narrowed(figures: LinkedFigures, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Narrow the rooms of all figures along every sum; whole numbers stay whole. Raises audit_contradiction."""
    entries = figures.relations.matrix.tocoo()
    rows, columns, adds = entries.row.astype(np.int64), entries.col, entries.data > 0
    low, high = low.copy(), high.copy()
    for _ in range(_ROUNDS):
        least = np.where(adds, low[columns], -high[columns])
        most = np.where(adds, high[columns], -low[columns])
        below, above = -_others(rows, most), -_others(rows, least)
        former = low.copy(), high.copy()
        np.maximum.at(low, columns, np.where(adds, below, -above))
        np.minimum.at(high, columns, np.where(adds, above, -below))
        if (low > high).any():
            raise DataError("audit_contradiction", cell=figures.names[int(np.flatnonzero(low > high)[0])])
        if (low == former[0]).all() and (high == former[1]).all():
            break
    return low, high


def _others(rows: Ints, numbers: Floats) -> Floats:
    """For each entry the sum of the other entries of its row."""
    if not len(rows):
        return numbers
    endless = np.isinf(numbers)
    finite = np.where(endless, 0.0, numbers)
    others = np.bincount(rows, finite)[rows] - finite
    open_others = np.bincount(rows, endless)[rows] - endless
    sign = float(np.sign(numbers[endless][0])) if endless.any() else 1.0
    result: Floats = np.where(open_others > 0, sign * np.inf, others)
    return result


def open_parts(figures: LinkedFigures, audited: Flags, low: Floats, high: Floats, *, whole: bool) -> Iterator[OpenPart]:
    """The figures that narrowing leaves open, in parts, as far as an audited figure is among them."""
    from scipy.sparse.csgraph import connected_components

    hidden = np.flatnonzero(low < high)
    fixed = np.where(low < high, 0.0, low).astype(np.int64)
    matrix = figures.relations.matrix
    right = -np.asarray(matrix @ fixed)
    between = matrix[:, hidden]
    count, part_of = connected_components(abs(between).T @ abs(between), directed=False)
    part_of_row = np.full(between.shape[0], -1)
    lines, columns = between.nonzero()
    part_of_row[lines] = part_of[columns]
    for number in range(count):
        inside = np.flatnonzero(part_of == number)
        part_figures = hidden[inside]
        wanted = part_figures[audited[part_figures]]
        if not len(wanted):
            continue
        rows = np.flatnonzero(part_of_row == number)
        values = [figures.values[figure] for figure in part_figures.tolist()]
        known = None if None in values else np.array(values, dtype=np.float64)
        yield OpenPart(
            part_figures,
            figures.names[int(wanted[0])],
            between[rows][:, inside],
            right[rows],
            low[part_figures],
            high[part_figures],
            whole,
            known,
        )


@dataclass(eq=False)
class OpenPart:
    """Open figures that sums connect: `matrix` times them is `right`, each lies between `low` and `high`.

    name: of a cell among them. known: their figures where all are known: possible values, and no contradiction.
    """

    figures: Ints
    name: str | Sentence
    matrix: Any
    right: Ints
    low: Floats
    high: Floats
    whole: bool
    known: Floats | None
    programs: int = 0
    _least: Floats = field(init=False)
    _most: Floats = field(init=False)

    def __post_init__(self) -> None:
        nothing = np.full(len(self.low), np.inf)
        self._least, self._most = (nothing, -nothing) if self.known is None else (self.known, self.known)

    @cached_property
    def scale(self) -> float:
        """Divisor of all numbers for the solver."""
        return 1.0 if self.whole else max(1.0, float(np.abs(self.right).max(initial=0)) / _SCALE)

    def explore(self, cancelled: Callable[[], bool]) -> None:
        """Look for figures that reach the ends of many rooms at once, which spares a program for each of them."""
        for sign in (1, -1):
            left = len(self.low)
            while not cancelled():
                ends, seen = (self.low, self._least) if sign > 0 else (self.high, self._most)
                missed = np.isfinite(ends) & (ends != seen)
                if missed.sum() < _GAIN or missed.sum() > left * (1 - 1 / _GAIN):
                    break
                left = int(missed.sum())
                _, figures = self._solved(
                    sign * missed.astype(np.float64), self.low / self.scale, self.high / self.scale
                )
                if figures is None or self._exact(figures, 0) is None:
                    break

    def end(self, column: int, sign: int, wanted: Fraction | None) -> IntervalEnd:
        """The least (sign 1) or largest value (sign -1) of a figure. wanted: what it has to reach, where it is open."""
        low, high = self.low / self.scale, self.high / self.scale
        bound = float((self.low if sign > 0 else self.high)[column])
        if bound == (self._least if sign > 0 else self._most)[column]:
            return IntervalEnd(Fraction(bound), Fraction(bound))
        status, solved = self._solved(self._goal(column, sign), low, high)
        if status == _UNBOUNDED:
            return IntervalEnd(None, self._reached(column, sign, wanted, low, high))
        if status == _INFEASIBLE and self.known is None:
            raise DataError("audit_contradiction", cell=self.name)
        exact = self._proven(column, sign, low, high, solved)
        if exact is None:
            return IntervalEnd(Fraction(bound) if np.isfinite(bound) else None, None)
        return IntervalEnd(exact, exact)

    def _reached(self, column: int, sign: int, wanted: Fraction | None, low: Floats, high: Floats) -> Fraction | None:
        """A possible value that goes as far as wanted, by default far off, where the solver knows no end."""
        rooms = sign * np.array([self.low[column], self.high[column], self._least[column], self._most[column]])
        far = max(2.0 * np.abs(self.right).max(initial=0), 0 if wanted is None else float(abs(wanted)))
        target = np.ceil(max([far, *-rooms[np.isfinite(rooms)]])) + 2
        low, high = low.copy(), high.copy()
        (low if sign < 0 else high)[column] = -sign * target / self.scale
        return self._proven(column, -sign, low, high, self._solved(self._goal(column, -sign), low, high)[1])

    def _goal(self, column: int, sign: int) -> Floats:
        goal = np.zeros(len(self.low))
        goal[column] = sign
        return goal

    def _solved(self, goal: Floats, low: Floats, high: Floats) -> tuple[int, Floats | None]:
        """Status and figures of one linear program; what is not optimal is looked at once more without presolving."""
        from scipy.optimize import linprog

        solve: Any = linprog
        status, ends = -1, np.stack([low, high], axis=1)
        for presolve in (True, False):
            self.programs += 1
            answer: Any = solve(
                goal,
                A_eq=self.matrix if len(self.right) else None,
                b_eq=self.right / self.scale if len(self.right) else None,
                bounds=ends,
                method="highs-ds",
                options={"presolve": presolve},
            )
            status = int(answer.status)
            if status == _OPTIMAL:
                return status, np.asarray(answer.x) * self.scale
        return status, None

    def _proven(self, column: int, sign: int, low: Floats, high: Floats, solved: Floats | None) -> Fraction | None:
        """The value of a figure among the solver's, where they are proven to be possible."""
        exact = None if solved is None else self._exact(solved, column)
        if self.whole and solved is not None and exact is None:
            return self._over_whole_numbers(column, sign, low, high)
        return exact

    def _over_whole_numbers(self, column: int, sign: int, low: Floats, high: Floats) -> Fraction | None:
        """The end over whole numbers, None where the search was not finished."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        self.programs += 1
        answer: Any = milp(
            self._goal(column, sign),
            integrality=np.ones(len(low), dtype=np.int64),
            bounds=Bounds(low, high),
            constraints=LinearConstraint(self.matrix, self.right, self.right),
            options={"node_limit": _NODES, "mip_rel_gap": 0.0},
        )
        if int(answer.status) == _INFEASIBLE and self.known is None:
            raise DataError("audit_contradiction", cell=self.name)
        if answer.status != _OPTIMAL or answer.x is None:
            return None
        exact = self._exact(np.rint(answer.x), column)
        return exact if exact is not None and abs(answer.mip_dual_bound - sign * float(exact)) < 1 - _NEAR else None

    def _exact(self, figures: Floats, column: int) -> Fraction | None:
        """The value of a figure among the solver's figures, once these are replaced by the fractions near them and
        checked against every sum and room in whole numbers; None where no fractions (or whole numbers) fit."""
        broken = figures[np.abs(figures - np.rint(figures)) > _NEAR * max(1.0, self.scale)].tolist()
        for most in (1,) if self.whole else _DENOMINATORS:
            below = lcm(1, *(Fraction(number).limit_denominator(most).denominator for number in broken))
            if below <= most and self._fits(above := np.rint(figures * below), below):
                self._remember(above, below)
                return Fraction(int(above[column]), below)
        return None

    def _fits(self, above: Floats, below: int) -> bool:
        """Whether the figures `above / below` agree with every sum and room."""
        largest = float(np.abs(above).max(initial=0))
        if largest > 2.0**53 or largest * len(above) > 2.0**62:
            return False  # no longer exact as doubles, or their sums in 64 bits
        inside = (above >= self.low * below).all() and (above <= self.high * below).all()
        sums = np.asarray(self.matrix @ above.astype(np.int64))
        return bool(inside and (sums == self.right * below).all())

    def _remember(self, above: Floats, below: int) -> None:
        """Keep how far possible values have come, as far as they are whole."""
        whole = above % below == 0
        self._least = np.where(whole, np.minimum(self._least, above / below), self._least)
        self._most = np.where(whole, np.maximum(self._most, above / below), self._most)
