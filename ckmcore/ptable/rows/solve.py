"""The rows of a design: maximum entropy per row, the free rows together, then those in which something binds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import ProtectionError
from ckmcore.ptable.rows.feasibility import AT_END, RowEnds
from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.newton import BoundRows, solve_free
from ckmcore.ptable.rows.reasons import inwards
from ckmcore.ptable.rows.request import DesignRequest

Floats = NDArray[np.float64]

_BINDS = 1e-12
# Constraint error, relative to V where V is above 1, up to which a row counts as solved.
_SOLVED = 2e-12
# A row that misses a constraint by more is solved again, by the general solver.
_MISSED = 1e-10


class PtableInfeasible(ProtectionError):
    """A row cannot have the wanted variance; raised only on demand, otherwise the row is named in its report."""

    code = "ptable_infeasible"


class PtableInfeasibleForAnyV(PtableInfeasible):
    """A row cannot have the wanted variance, and no V is possible in all rows. nearest: nearest V for this row
    alone."""

    code = "ptable_infeasible_for_any_V"


def raise_infeasible(request: DesignRequest, ends: RowEnds, room: float = 0.0) -> None:
    """Raise PtableInfeasible for the first row that cannot have its V. room: as in `infeasible`."""
    V, at_most = np.array(request.row_V), np.array([variance_mode == "at most" for variance_mode in request.variance])
    missed = (ends.low - AT_END > V) | (~at_most & (ends.high + AT_END < V))
    if missed.any():
        raise infeasible(int(np.argmax(missed)), ends.low, ends.high, V, at_most, room)


def infeasible(
    row: int, low: Floats, high: Floats, V: Floats, at_most: NDArray[np.bool_], room: float = 0.0
) -> PtableInfeasible:
    """Error for a row that cannot have its V, with the nearest V possible in all rows that have the same V. row: index.

    low, high: possible ranges of the rows; at_most: V is an upper bound; room: distance that V must keep from the ends
    of a range.
    """
    wanted_V, least, upper_V = float(V[row]), float(low[row]), float(high[row])
    alike = wanted_V == V
    bottom = float(low[alike].max())
    top = float(np.where(at_most, np.inf, high)[alike].min())
    fields = {"row": row + 1, "wanted": wanted_V, "low": least, "high": upper_V}
    # R, which asks for room, refuses a row with a single variance whatever V is.
    single = room > 0 and bool((high - low <= AT_END)[alike].any())
    if single or bottom + 2.0 * room > top:
        return PtableInfeasibleForAnyV(**fields, nearest=min(max(wanted_V, least), upper_V))
    nearest_rounded = min(max(wanted_V, bottom + room), top - room)
    rounded = inwards(nearest_rounded, nearest_rounded > wanted_V)
    if bottom + room <= rounded <= top - room and rounded > 0:
        nearest_rounded = rounded
    return PtableInfeasible(**fields, nearest=nearest_rounded)


class RowSolver:
    """Solver of all rows of a design: first free rows, then rows with active constraints, then those for the general
    solver.

    It converts the request to arrays over the rows.
    """

    def __init__(self, request: DesignRequest, ends: RowEnds) -> None:
        rows = request.layout
        count = len(rows.i)
        self.request, self.layout, self.ends = request, rows, ends
        self.V: Floats = np.array(request.row_V)
        self.at_most = np.array([variance_mode == "at most" for variance_mode in request.variance])
        self.exact = np.array([stay_mode == "exact" for stay_mode in request.stay])
        self.stay = np.array([-1.0 if stay is None else stay for stay in request.pstay])
        self.stay[~rows.has_zero] = -1.0
        self.mono = np.array(request.mono) & rows.has_zero
        # Monotony on both sides; all other rows that are symmetric are so by themselves.
        self.both_sides = rows.symmetric & self.mono if request.symmetric else np.zeros(count, dtype=np.bool_)
        self.p = np.zeros(rows.v.shape)
        self.binding: list[tuple[str, ...]] = [()] * count

    def rows(self) -> tuple[Floats, list[tuple[str, ...]]]:
        """Solve all rows. Returns p (rows, columns of the layout) and the binding constraints of each row."""
        ends = self.ends
        at_low = ends.low + AT_END >= self.V
        at_high = ends.high - AT_END <= self.V
        only_one = (ends.high - ends.low <= AT_END) & ~at_low
        at_high = np.where(self.at_most, only_one, at_high)
        self.p[at_low] = ends.low_p[at_low]
        self.p[at_high] = ends.high_p[at_high]
        outside = at_low | at_high
        for row in np.flatnonzero(outside).tolist():
            self.binding[row] = ("end", "pin") if row in ends.general and ends.general[row].shape.pins else ("end",)
        left = ~outside
        finished_solves: dict[tuple[GeneralRow, float, bool], tuple[Floats, tuple[str, ...]]] = {}
        for row, problem in ends.general.items():
            if left[row]:
                # Rows far from zero share one problem.
                key = (problem, float(self.V[row]), bool(self.at_most[row]))
                if key not in finished_solves:
                    finished_solves[key] = problem.solve(*key[1:])
                self.p[row, self.layout.mask[row]], self.binding[row] = finished_solves[key]
                left[row] = False
        inner_indices = np.flatnonzero(left)
        if len(inner_indices):
            self._solve_interior(inner_indices)
            self._solve_one_by_one(inner_indices[self._misses(inner_indices)])
        return self.p, self.binding

    def _misses(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether solved rows miss their sum, bias, variance, stay probability or order."""
        p, lay, D = self.p[rows], self.layout, self.layout.D
        total, bias, second = np.matmul(p[:, None, :], lay.powers[rows, :, :3])[:, 0].T
        V = self.V[rows]
        excess = second - V
        excess = np.where(self.at_most[rows], np.maximum(excess, 0.0), np.abs(excess)) / np.maximum(V, 1.0)
        short = self.stay[rows] - p[:, D]
        short = np.where(self.exact[rows], np.abs(short), short) * (self.stay[rows] >= 0)
        chain = self.mono[rows, None] & lay.mask[rows, :D]
        falls = np.where(chain, p[:, :D] - p[:, 1 : D + 1], 0.0).max(axis=1, initial=0.0)
        deviations = np.max([np.abs(total - 1.0), np.abs(bias), excess, short, falls, -p.min(axis=1)], axis=0)
        # Not a number is a miss.
        return np.asarray(~(deviations <= _MISSED))

    def _solve_one_by_one(self, rows: NDArray[np.intp]) -> None:
        """Solve rows one by one by the general solver; rows far from zero share one problem."""
        finished_solves: dict[tuple[object, ...], tuple[Floats, tuple[str, ...]]] = {}
        for row in rows.tolist():
            shape, V, at_most = self.request.shape(row + 1), float(self.V[row]), bool(self.at_most[row])
            if (shape, V, at_most) not in finished_solves:
                finished_solves[shape, V, at_most] = GeneralRow(shape).solve(V, at_most)
            self.p[row] = 0.0
            self.p[row, self.layout.mask[row]], self.binding[row] = finished_solves[shape, V, at_most]

    def _solve_interior(self, rows: NDArray[np.intp]) -> None:
        lay = self.layout
        every = len(rows) == len(lay.i)
        powers, log_mask = (lay.powers, lay.log_mask) if every else (lay.powers[rows], lay.log_mask[rows])
        free_low, free_high = lay.free_low[rows], lay.free_high[rows]
        # Beyond the free interval ("at most") or at its very end the free problem has no solution: start in the middle.
        V = self.V[rows]
        solvable = (free_low + AT_END < V) & (free_high - AT_END > V)
        p, multipliers, missed = solve_free(powers, log_mask, np.where(solvable, V, 0.5 * (free_low + free_high)))
        symmetric = lay.symmetric[rows]
        p[symmetric] = 0.5 * (p[symmetric] + p[symmetric, ::-1])
        bound: NDArray[np.bool_] = np.logical_or(~solvable, missed > _SOLVED * np.maximum(V, 1.0))
        stay, zero = self.stay[rows], p[:, lay.D]
        short = stay - zero
        bound |= np.logical_and(stay >= 0, np.where(self.exact[rows], np.abs(short), short) > _BINDS)
        falls = np.logical_and(self.mono[rows], self._falls(p, rows))
        bound |= falls
        bound |= np.logical_and(self.at_most[rows], multipliers[:, 1] > 0.0)
        self.p[rows] = p
        if bound.any():
            short_of_stay = np.logical_and(stay >= 0, zero < stay)
            self._bound(rows[bound], multipliers[bound], (falls | ~solvable)[bound], short_of_stay[bound])

    def _falls(self, p: Floats, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether p falls somewhere on the left chain."""
        D = self.layout.D
        is_possible = self.layout.mask[rows, :D]
        return np.asarray(np.any(is_possible & (p[:, :D] > p[:, 1 : D + 1] * (1 + _BINDS)), axis=1))

    def _bound(self, rows: NDArray[np.intp], free: Floats, falls: NDArray[np.bool_], short: NDArray[np.bool_]) -> None:
        """Solve rows with active constraints by trying sets of active inequalities until the multipliers have the right
        signs.

        The problem is convex, so that this set is the solution. Rows short of their stay probability try that
        constraint first. free: multipliers of the free rows.
        """
        start = np.concatenate([free, np.zeros((len(rows), 1))], axis=1)
        left = np.arange(len(rows))
        at_most = self.at_most[rows]
        trials = [(True, True, False), (True, True, True)]
        trials += [(at_bound, stay, True) for stay in (False, True) for at_bound in (False, True)]
        for trial_index, (variance_binds, stay_binds, pooling) in enumerate(trials):
            own_rows = left[short[left]] if trial_index < 2 else left
            if not variance_binds:
                own_rows = own_rows[at_most[own_rows]]
            else:
                own_rows = own_rows[
                    ~at_most[own_rows] | (self.ends.high[rows[own_rows]] - AT_END > self.V[rows[own_rows]])
                ]
            if not stay_binds:
                # Without monotony in the way the free solution was already the trial without the stay probability.
                own_rows = own_rows[at_most[own_rows] | falls[own_rows]]
            if stay_binds:
                own_rows = own_rows[self.stay[rows[own_rows]] >= 0]
            if len(own_rows):
                solved = self._try(rows[own_rows], start[own_rows], variance_binds, stay_binds, pooling)
                left = left[~np.isin(left, own_rows[solved])]
            if trial_index in (0, len(trials) - 1):
                own_rows = left[short[left] if trial_index == 0 else self.stay[rows[left]] >= 0]
                if len(own_rows):
                    left = left[~np.isin(left, own_rows[self._without_zero(rows[own_rows])])]
            if len(left) == 0:
                break

    def _without_zero(self, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Solve rows in which the stay probability s is active and no order is, so that the targets other than zero are
        free. Returns the mask of such rows.

        On v != 0 such a row is 1 - s times the free row with second moment V / (1 - s) without the target v = 0.
        Newton's method converges even where s is far from the free p(0).
        """
        solveds = np.zeros(len(rows), dtype=np.bool_)
        lay, D = self.layout, self.layout.D
        stay, V = self.stay[rows], self.V[rows]
        stay_rest = 1.0 - stay
        low = -lay.nearest[rows].prod(axis=1)
        own_rows = (low * stay_rest + AT_END < V) & (lay.free_high[rows] * stay_rest - AT_END > V)
        rows, stay, V, stay_rest = rows[own_rows], stay[own_rows], V[own_rows], stay_rest[own_rows]
        if len(rows) == 0:
            return solveds
        log_mask = lay.log_mask[rows]
        log_mask[:, D] = -np.inf
        p, multipliers, missed = solve_free(lay.powers[rows], log_mask, V / stay_rest)
        symmetric = lay.symmetric[rows]
        p[symmetric] = 0.5 * (p[symmetric] + p[symmetric, ::-1])
        p *= stay_rest[:, None]
        p[:, D] = stay
        # The free row's p(0), had it the multipliers of this one: the stay probability must lie above it.
        nearest_v = lay.nearest[rows, 1]
        exponent = multipliers[:, 0] * nearest_v + multipliers[:, 1] * nearest_v**2
        at_nearest = (p * (lay.v[rows] == nearest_v[:, None])).sum(axis=1)
        solved = missed * stay_rest <= _SOLVED * np.maximum(V, 1.0)
        solved &= ~(self.mono[rows] & self._falls(p, rows))
        solved &= self.exact[rows] | (np.log(stay) + exponent >= np.log(np.maximum(at_nearest, 1e-300)))
        solved &= ~self.at_most[rows] | (multipliers[:, 1] <= 0)
        self.p[rows[solved]] = p[solved]
        for row in rows[solved].tolist():
            self.binding[row] = ("stay",)
        solveds[own_rows] = solved
        return solveds

    def _try(
        self, rows: NDArray[np.intp], start: Floats, variance_binds: bool, stay_binds: bool, pooling: bool
    ) -> NDArray[np.bool_]:
        lay, D = self.layout, self.layout.D
        symmetric, V = self.both_sides[rows], self.V[rows]
        mask, weights = lay.mask[rows], np.ones((len(rows), 2 * D + 1))
        mask[symmetric, D + 1 :] = False
        weights[symmetric, :D] = 2.0
        stay = self.stay[rows]
        active = np.ones((len(rows), 3), dtype=np.bool_)
        active[:, 0] = ~symmetric
        active[:, 1] = variance_binds
        active[:, 2] = stay_binds
        wanted_stays = np.stack([np.zeros(len(rows)), V, np.maximum(stay, 0.0)], axis=1)
        if stay_binds:
            # From 0 the multiplier would start in a pooled block, where it moves nothing.
            start = start.copy()
            start[:, 2] = np.log(np.clip(stay, 0.01, 0.99) / (1.0 - np.clip(stay, 0.01, 0.99)))
            start[:, 2] += np.log(lay.mask[rows].sum(axis=1)) - 0.5
        mono = self.mono[rows] & pooling
        problem = BoundRows(lay.v[rows], mask, weights, D, mono, wanted_stays, active)
        p, multipliers, missed = problem.solve(start)
        solved = missed <= _SOLVED * np.maximum(V, 1.0)
        if not stay_binds:
            solved &= (stay < 0) | (~self.exact[rows] & (p[:, D] >= stay - _BINDS))
        else:
            solved &= self.exact[rows] | (multipliers[:, 2] >= 0)
        moment = (p * np.where(mask, lay.v[rows], 0.0) ** 2).sum(axis=1)
        below = (multipliers[:, 1] <= 0) if variance_binds else (moment <= V + _BINDS)
        solved &= ~self.at_most[rows] | below
        p[symmetric, :D] *= 0.5
        p[symmetric, D + 1 :] = p[symmetric, :D][:, ::-1]
        solved &= mono | ~(self.mono[rows] & self._falls(p, rows))
        self.p[rows] = p
        for row_index, row in enumerate(rows.tolist()):
            names = (("monotony", problem.pooled[row_index]), ("stay", stay_binds))
            self.binding[row] = tuple(name for name, binds in names if binds)
        return solved
