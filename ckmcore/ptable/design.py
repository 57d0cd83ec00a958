"""Designing a perturbation table: the row distributions of maximum entropy under bias, variance, stay and monotony."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.ptable.feasibility import RowEnds, row_ends
from ckmcore.ptable.layout import Layout, PtableParameter, checked_parameters, layout, per_row
from ckmcore.ptable.newton import BoundRows, solve_free
from ckmcore.ptable.table import DesignNotes, Parameters, PTable, Stay, Variance

Floats = NDArray[np.float64]

# Nearer than this to an end of its interval a row is the end: there its distribution has zeros and no dual solution.
_AT_END = 1e-11
_BINDS = 1e-12
# Constraint error, relative to V where V is above 1, up to which a row counts as solved.
_SOLVED = 2e-12
# A smaller probability has no width beside bounds near 1 in float64.
_RESOLUTION = 2.0**-52


class PtableInfeasible(CkmError):
    """A row cannot have the wanted variance (only raised on demand; else the row is named in its report)."""

    code = "ptable_infeasible"


class PtableStayImpossible(CkmError):
    """An exact stay probability that no unbiased, monotone distribution of a row has, whatever the variance."""

    code = "ptable_stay_impossible"


def design_ptable(
    D: int,
    V: float,
    js: int = 0,
    pstay: float | Sequence[float | None] | None = None,
    mono: bool | Sequence[bool] = True,
    *,
    stay: Stay = "at least",
    variance: Variance = "equal",
    strict: bool = False,
) -> PTable:
    """The perturbation table of maximum entropy [W19, GH10], rows 0 .. js + D + 1 (0 .. D where js = 0).

    D: maximum deviation; V: variance of the noise; js: blocked small counts 1 .. js; pstay: stay probability p(0) where
    v = 0 is a target, `stay` "at least" or "exact"; mono: p rises towards v = 0 from the left (in the last row from
    both sides). pstay and mono may be given per row i = 1, 2, ..., the last recycled. `variance`: "equal" or "at most".

    A row that cannot have V gets the nearest variance it can have and is named in its report (`reports`); with
    `strict` PtableInfeasible is raised instead. Raises PtableParameter for parameters outside their range and
    PtableStayImpossible.
    """
    stays, monos = checked_parameters(D, js, pstay, mono)
    if not 0 <= V < float("inf"):
        raise PtableParameter(parameter="V", value=str(V), allowed="0 .. D²")
    D, js, V = int(D), int(js), float(V)
    ends = row_ends(D, js, stays, monos, stay)
    if not ends.reachable.all():
        row = int(np.argmin(ends.reachable))
        wanted = per_row(stays, len(ends.low))[row]
        raise PtableStayImpossible(row=row + 1, stay=wanted or 0.0)
    if strict:
        _raise_infeasible(ends, V, variance)
    p, binding = _Design(layout(D, js), ends, V, stays, monos, stay, variance).rows()
    notes = DesignNotes(
        Parameters(D, V, js, stays, monos, stay, variance),
        (0.0, *ends.low.tolist()),
        (0.0, *ends.high.tolist()),
        ((), *binding),
    )
    return _table(layout(D, js), p, notes)


def _raise_infeasible(ends: RowEnds, V: float, variance: Variance) -> None:
    missed = ends.low - _AT_END > V
    if variance == "equal":
        missed |= ends.high + _AT_END < V
    if missed.any():
        row = int(np.argmax(missed))
        low, high = float(ends.low[row]), float(ends.high[row])
        raise PtableInfeasible(row=row + 1, wanted=V, low=low, high=high, nearest=min(max(V, low), high))


@lru_cache(maxsize=64)
def _log_mask(D: int, js: int) -> Floats:
    return np.where(layout(D, js).mask, 0.0, -np.inf)


class _Design:
    """One design under way: free rows first, then those in which something binds."""

    def __init__(
        self,
        rows: Layout,
        ends: RowEnds,
        V: float,
        stays: tuple[float | None, ...],
        monos: tuple[bool, ...],
        stay: Stay,
        variance: Variance,
    ) -> None:
        count = len(rows.i)
        self.layout, self.ends, self.V, self.variance = rows, ends, V, variance
        self.exact = stay == "exact"
        self.stay = np.array([-1.0 if one is None else one for one in per_row(stays, count)])
        self.stay[~rows.has_zero] = -1.0
        self.mono = np.array(per_row(monos, count)) & rows.has_zero
        self.p = np.zeros(rows.v.shape)
        self.binding: list[tuple[str, ...]] = [()] * count

    def rows(self) -> tuple[Floats, list[tuple[str, ...]]]:
        """p (rows, columns of the layout) and what binds in each row."""
        at_low = self.ends.low + _AT_END >= self.V
        at_high = self.ends.high - _AT_END <= self.V
        if self.variance == "at most":
            at_high = (self.ends.high - self.ends.low <= _AT_END) & ~at_low
        self.p[at_low] = self.ends.low_p[at_low]
        self.p[at_high] = self.ends.high_p[at_high]
        inside = np.flatnonzero(~(at_low | at_high))
        if len(inside):
            self._inside(inside)
        return self.p, self.binding

    def _inside(self, rows: NDArray[np.intp]) -> None:
        lay = self.layout
        every = len(rows) == len(lay.i)
        powers = lay.powers if every else lay.powers[rows]
        log_mask = _log_mask(lay.D, lay.js)
        free_low, free_high = lay.free_low[rows], lay.free_high[rows]
        # Beyond the free interval ("at most") or at its very end the free problem has no solution: start in the middle.
        V = np.full(len(rows), self.V)
        solvable = (free_low + _AT_END < V) & (free_high - _AT_END > V)
        V = np.where(solvable, V, 0.5 * (free_low + free_high))
        p, multipliers, missed = solve_free(powers, log_mask if every else log_mask[rows], V)
        symmetric = np.equal(rows, len(lay.i) - 1)
        if symmetric[-1]:
            p[-1] = 0.5 * (p[-1] + p[-1, ::-1])
        bound: NDArray[np.bool_] = np.logical_or(~solvable, missed > _SOLVED * max(self.V, 1.0))
        stay, zero = self.stay[rows], p[:, lay.D]
        short = stay - zero
        bound |= np.logical_and(stay >= 0, (np.abs(short) if self.exact else short) > _BINDS)
        falls = np.logical_and(self.mono[rows], self._falls(p, rows))
        bound |= falls
        if self.variance == "at most":
            bound |= np.greater(multipliers[:, 1], 0.0)
        self.p[rows] = p
        if bound.any():
            short_of_stay = np.logical_and(stay >= 0, zero < stay)
            self._bound(rows[bound], multipliers[bound], (falls | ~solvable)[bound], short_of_stay[bound])

    def _falls(self, p: Floats, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether p falls somewhere on the left chain."""
        D = self.layout.D
        there = self.layout.mask[rows, :D]
        return np.asarray(np.any(there & (p[:, :D] > p[:, 1 : D + 1] * (1 + _BINDS)), axis=1))

    def _bound(self, rows: NDArray[np.intp], free: Floats, falls: NDArray[np.bool_], short: NDArray[np.bool_]) -> None:
        """Rows in which something binds: try the sets of active inequalities until the signs of one are right.

        The problem is convex, so that set is the solution. Rows short of their stay probability try it first.
        """
        start = np.concatenate([free, np.zeros((len(rows), 1))], axis=1)
        left = np.arange(len(rows))
        variance = (True,) if self.variance == "equal" else (False, True)
        trials = [(True, True, False), (True, True, True)]
        trials += [(one, stay, True) for stay in (False, True) for one in variance]
        for at, (variance_binds, stay_binds, pooling) in enumerate(trials):
            mine = left[short[left]] if at < 2 else left
            if not stay_binds and self.variance == "equal":
                # Without monotony in the way the free solution was already the trial without the stay probability.
                mine = mine[falls[mine]]
            if variance_binds and self.variance == "at most":
                mine = mine[self.ends.high[rows[mine]] - _AT_END > self.V]
            if stay_binds:
                mine = mine[self.stay[rows[mine]] >= 0]
            if len(mine):
                solved = self._try(rows[mine], start[mine], variance_binds, stay_binds, pooling)
                left = left[~np.isin(left, mine[solved])]
            if len(left) == 0:
                break

    def _try(
        self, rows: NDArray[np.intp], start: Floats, variance_binds: bool, stay_binds: bool, pooling: bool
    ) -> NDArray[np.bool_]:
        lay, D = self.layout, self.layout.D
        symmetric = (rows == len(lay.i) - 1) & self.mono[rows]
        mask, weights = lay.mask[rows], np.ones((len(rows), 2 * D + 1))
        mask[symmetric, D + 1 :] = False
        weights[symmetric, :D] = 2.0
        stay = self.stay[rows]
        active = np.ones((len(rows), 3), dtype=np.bool_)
        active[:, 0] = ~symmetric
        active[:, 1] = variance_binds
        active[:, 2] = stay_binds
        wanted = np.stack([np.zeros(len(rows)), np.full(len(rows), self.V), np.maximum(stay, 0.0)], axis=1)
        if stay_binds:
            # From 0 the multiplier would start in a pooled block, where it moves nothing.
            start = start.copy()
            start[:, 2] = np.log(np.clip(stay, 0.01, 0.99) / (1.0 - np.clip(stay, 0.01, 0.99)))
            start[:, 2] += np.log(lay.mask[rows].sum(axis=1)) - 0.5
        mono = self.mono[rows] & pooling
        problem = BoundRows(lay.v[rows], mask, weights, D, mono, wanted, active)
        p, multipliers, missed = problem.solve(start)
        solved = missed <= _SOLVED * max(self.V, 1.0)
        if not stay_binds:
            solved &= (stay < 0) | (not self.exact and p[:, D] >= stay - _BINDS)
        elif not self.exact:
            solved &= multipliers[:, 2] >= 0
        if self.variance == "at most":
            moment = (p * np.where(mask, lay.v[rows], 0.0) ** 2).sum(axis=1)
            solved &= (multipliers[:, 1] <= 0) if variance_binds else (moment <= self.V + _BINDS)
        p[symmetric, :D] *= 0.5
        p[symmetric, D + 1 :] = p[symmetric, :D][:, ::-1]
        solved &= mono | ~(self.mono[rows] & self._falls(p, rows))
        self.p[rows] = p
        pooled = mono & self._ties(p, rows)
        for at, row in enumerate(rows.tolist()):
            names = (("monotony", pooled[at]), ("stay", stay_binds))
            self.binding[row] = tuple(name for name, binds in names if binds)
        return solved

    def _ties(self, p: Floats, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        D = self.layout.D
        return np.asarray(np.any(self.layout.mask[rows, :D] & (p[:, :D] == p[:, 1 : D + 1]), axis=1))


def _table(rows: Layout, p: Floats, notes: DesignNotes) -> PTable:
    """The table with intervals in the order of the targets; targets without a width on the key get none."""
    p = np.where(p >= _RESOLUTION, p, 0.0)
    upper = p.cumsum(axis=1)
    np.minimum(upper, 1.0, out=upper)
    last = p.shape[1] - 1 - (p > 0)[:, ::-1].argmax(axis=1)
    upper[np.arange(len(p)), last] = 1.0
    kept = p > 0
    kept[:, 1:] &= upper[:, 1:] > upper[:, :-1]
    offsets = np.zeros(len(p) + 2, dtype=np.int64)
    np.cumsum(kept.sum(axis=1), out=offsets[2:])
    offsets[1:] += 1
    return PTable(
        targets=np.concatenate([[0], rows.targets[kept]]),
        probabilities=np.concatenate([[1.0], p[kept]]),
        offsets=offsets,
        bounds=np.concatenate([[1.0], upper[kept]]),
        notes=notes,
    )
