"""Which variances a row can have: min and max of the second moment under all its active constraints.

A row's distributions are mixtures of generators: single targets, or, where monotony is asked, the uniform distributions
on the left chain from some target up to zero (on -k .. k for the symmetric row). A mixture of two generators without
bias is a point (stay probability t, second moment q); mixtures of all these points are all distributions without bias.
So the interval is the range of q in their convex hull, cut at t = pstay or above it [method.md section 2]. Rows with
probabilities set by hand or with strong noise likelier than weak are linear programs (`general`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.rows.general import GeneralRow
from ckmcore.ptable.rows.layout import RowLayout
from ckmcore.ptable.rows.request import DesignRequest, DesignSettings, Stay, request_of, request_of_arguments

Floats = NDArray[np.float64]

_EPS = 1e-13
_DIGITS = 12
# Nearer than this to an end of its interval a row is the end: there its distribution has zeros and no dual solution.
AT_END = 1e-11


@dataclass(frozen=True, eq=False)
class RowEnds:
    """Possible second moments of the rows: low, high, and distributions (rows, columns of the layout) that attain them.

    reachable: False where a row has no distribution at all. general: rows that only the general solver handles, by
    index.
    """

    low: Floats
    high: Floats
    low_p: Floats
    high_p: Floats
    reachable: NDArray[np.bool_]
    general: dict[int, GeneralRow]


@dataclass(frozen=True, eq=False)
class _Points:
    """Unbiased mixtures of two generators. t: stay probability; q: second moment.

    left: distributions (generators, columns); right: column of the right target; share: weight of the left generator.
    """

    t: Floats
    q: Floats
    left: Floats
    right: NDArray[np.intp]
    share: Floats

    def p(self, at: int) -> Floats:
        """The distribution of a point over the columns of the layout."""
        if len(self.right) == 0:
            left_p: Floats = self.left[at]
            return left_p
        left_index, other = divmod(at, len(self.right))
        share = float(self.share[left_index, other])
        result: Floats = share * self.left[left_index]
        result[self.right[other]] += 1.0 - share
        return result


def _points(rows: RowLayout, row: int, mono: bool, symmetric: bool) -> _Points:
    D, mask, v = rows.D, rows.mask[row], rows.powers[row, :, 1]
    none = np.zeros(0, dtype=np.intp)
    if symmetric and mono and rows.has_zero[row]:
        k = np.arange(rows.row_D[row] + 1)
        p = (np.abs(np.arange(-D, D + 1)) <= k[:, None]) / (2 * k[:, None] + 1.0)
        return _Points(1.0 / (2 * k + 1), k * (k + 1) / 3.0, p, none, np.zeros((0, 0)))
    columns = np.flatnonzero(mask[: D + 1])
    left = np.zeros((len(columns), 2 * D + 1))
    if mono and rows.has_zero[row]:
        for column_index in range(len(columns)):
            left[column_index, columns[column_index:]] = 1.0 / (len(columns) - column_index)
    else:
        left[np.arange(len(columns)), columns] = 1.0
    right = np.flatnonzero(mask[D + 1 :]) + D + 1
    if len(right) == 0 or not (v[columns] < 0).any():
        # Nothing balances the other side: v = 0 alone, if it is a target.
        left = np.eye(1, 2 * D + 1, D)[: int(rows.has_zero[row])]
        return _Points(left[:, D].copy(), np.zeros(len(left)), left, none, np.zeros((0, 0)))
    mean, second = left @ v, left @ (v * v)
    share = v[right] / (v[right] - mean[:, None])
    q = share * second[:, None] + (1.0 - share) * (v * v)[right]
    t = share * left[:, D][:, None]
    return _Points(t.ravel(), q.ravel(), left, right, share)


def _hull_at(points: _Points, stay: float, sign: float) -> tuple[float, Floats]:
    """Point of the upper (`sign` 1) or lower (-1) hull at t = stay, with its distribution. stay: within the range of
    t."""
    t, q = points.t, sign * points.q
    a = int(np.lexsort((q, -t))[-1])
    b = int(np.lexsort((q, t))[-1])
    while t[b] - t[a] > _EPS:
        slope = (q[b] - q[a]) / (t[b] - t[a])
        height = q - slope * t
        c = int(np.argmax(height))
        if height[c] <= max(height[a], height[b]) + _EPS * max(1.0, abs(height[c])):
            break
        if t[c] < stay:
            a = c
        else:
            b = c
    weight = (stay - t[a]) / (t[b] - t[a]) if t[b] - t[a] > _EPS else 1.0
    weight = min(max(weight, 0.0), 1.0)
    p = weight * points.p(b) + (1.0 - weight) * points.p(a)
    return float(weight * points.q[b] + (1.0 - weight) * points.q[a]), p


def _end(points: _Points, stay: float | None, exact: bool, sign: float) -> tuple[float, Floats]:
    if stay is None:
        best = int(np.argmax(sign * points.q))
        return float(points.q[best]), points.p(best)
    if not exact:
        best = int(np.lexsort((points.t, sign * points.q))[-1])
        if points.t[best] >= stay - _EPS:
            return float(points.q[best]), points.p(best)
    return _hull_at(points, stay, sign)


def _reachable(points: _Points, stay: float | None, exact: bool) -> bool:
    if len(points.t) == 0:
        return False
    return stay is None or not exact or bool(points.t.min() - _EPS <= stay <= points.t.max() + _EPS)


def row_ends(request: DesignRequest) -> RowEnds:
    """Possible variances of every row. They do not depend on V and are computed once for a slider on V."""
    return _row_ends(request.for_any_V)


@lru_cache(maxsize=64)
def _row_ends(request: DesignRequest) -> RowEnds:
    rows = request.layout
    count = len(rows.i)
    low, high = np.zeros(count), np.zeros(count)
    low_p, high_p = np.zeros(rows.v.shape), np.zeros(rows.v.shape)
    reachable = np.ones(count, dtype=np.bool_)
    general: dict[int, GeneralRow] = {}
    pinned = {pin.row - 1 for pin in request.pins}
    finished_rows: dict[tuple[object, ...], int] = {}
    for row in range(count):
        symmetric = request.symmetric and bool(rows.symmetric[row])
        wanted_stay, exact = request.pstay[row] if rows.has_zero[row] else None, request.stay[row] == "exact"
        if rows.symmetric[row] and row not in pinned:
            # Far from zero all rows with the same rules are one.
            like = (int(rows.row_D[row]), bool(rows.has_zero[row]), request.mono[row], wanted_stay, exact)
            if like in finished_rows:
                twin = finished_rows[like]
                low[row], high[row], reachable[row] = low[twin], high[twin], reachable[twin]
                low_p[row], high_p[row] = low_p[twin], high_p[twin]
                if twin in general:
                    general[row] = general[twin]
                continue
            finished_rows[like] = row
        if request.rising or row in pinned:
            problem = GeneralRow(request.shape(row + 1))
            general[row] = problem
            reachable[row] = problem.interval is not None
            if problem.interval is not None:
                low[row], high[row] = problem.interval
                low_p[row, rows.mask[row]], high_p[row, rows.mask[row]] = problem.ends
            continue
        points = _points(rows, row, request.mono[row], symmetric)
        reachable[row] = _reachable(points, wanted_stay, exact)
        if reachable[row]:
            low[row], low_p[row] = _end(points, wanted_stay, exact, -1.0)
            high[row], high_p[row] = _end(points, wanted_stay, exact, 1.0)
    # Ends are read by people: 6, not 6.000000000000002.
    return RowEnds(low.round(_DIGITS), high.round(_DIGITS), low_p, high_p, reachable, general)


def feasible_interval(
    i: int,
    D: int,
    js: int = 0,
    pstay: float | None = None,
    mono: bool = True,
    symmetric: bool | None = None,
    *,
    stay: Stay = "at least",
    blocked: Sequence[int] | None = None,
    rising: bool = False,
) -> tuple[float, float] | None:
    """Lowest and highest variance of row i >= 1; None where the row has no unbiased distribution.

    symmetric: monotony on both sides, by default for rows from js + D + 1 on (D where js = 0). The other parameters are
    those of `design_ptable`.
    """
    request = request_of_arguments(D, 1.0, js, pstay, mono, stay, "equal", blocked, None, True, rising)
    rows = request.layout
    row = min(i, request.last_row) - 1
    if symmetric is None:
        ends = row_ends(request)
        return (float(ends.low[row]), float(ends.high[row])) if ends.reachable[row] else None
    if rising:
        return GeneralRow(replace(request.shape(row + 1), symmetric=symmetric)).interval
    wanted_stay = request.pstay[row] if rows.has_zero[row] else None
    points = _points(rows, row, mono, symmetric)
    exact = stay == "exact"
    if not _reachable(points, wanted_stay, exact):
        return None
    return round(_end(points, wanted_stay, exact, -1.0)[0], _DIGITS), round(
        _end(points, wanted_stay, exact, 1.0)[0], _DIGITS
    )


@dataclass(frozen=True)
class FeasibleV:
    """Variances that all rows can have, the rows that determine the ends, and what to change where there are none.

    The range is empty where low > high (`possible` is False). proposed_D: smallest D that leaves room for the blocked
    counts, floor((js+1)²/4) <= D and D >= js + 1, where this is the obstacle, else None.
    """

    low: float
    high: float
    low_row: int
    high_row: int
    proposed_D: int | None

    @property
    def possible(self) -> bool:
        return self.low <= self.high and self.high > 0

    def nearest(self, V: float) -> float:
        """The nearest possible variance to V (V itself where it is possible)."""
        return min(max(V, self.low), self.high)


def feasible_V(
    D: int,
    js: int = 0,
    pstay: float | Sequence[float | None] | None = None,
    mono: bool | Sequence[bool] = True,
    *,
    stay: Stay | Sequence[Stay] = "at least",
) -> FeasibleV:
    """Variances possible in all rows at once [method.md section 2]. Parameters as of `design_ptable`."""
    request = request_of_arguments(D, 1.0, js, pstay, mono, stay, "equal")
    return _feasible_rows(request, np.ones(request.last_row, dtype=np.bool_))


def _feasible_rows(request: DesignRequest, judged: NDArray[np.bool_]) -> FeasibleV:
    """Variances possible in all rows of the mask `judged` at once; rows whose V is an upper bound only limit the range
    from below."""
    if not judged.any():
        return FeasibleV(0.0, float(request.D) ** 2, 1, 1, None)
    ends = row_ends(request)
    bound = np.array([variance_mode == "at most" for variance_mode in request.variance])
    # The variance of any row is at most D².
    ceiling = np.array(request.row_D, dtype=np.float64) ** 2
    low = np.where(judged, np.where(ends.reachable, ends.low, np.inf), -np.inf)
    high = np.where(ends.reachable, np.where(bound, ceiling, ends.high), -np.inf)
    high = np.where(judged, high, np.inf)
    low_row, high_row = int(np.argmax(low)), int(np.argmin(high))
    js = len(request.blocked) if request.blocked == tuple(range(1, len(request.blocked) + 1)) else 0
    needed = max((js + 1) ** 2 // 4, js + 1 if js > 0 else 1)
    D = request.D
    return FeasibleV(
        float(low[low_row]), float(high[high_row]), low_row + 1, high_row + 1, needed if needed > D else None
    )


@lru_cache(maxsize=64)
def feasible_design(design: DesignSettings) -> FeasibleV:
    """Range of the general V of a design, over the rows without a V of their own."""
    if design.optim in (1, 2, 3, 4):
        # As R: monotony left of zero only; where V is a bound the stay probability gives way.
        equal = design.optim == 4
        pstay = design.pstay if equal else None
        design = replace(design, symmetric=False, pstay=pstay, variance="equal", optim=0)
    request = request_of(design)
    judged = np.ones(request.last_row, dtype=np.bool_)
    for constraint in design.own:
        if constraint.V is not None:
            judged[constraint.first - 1 : constraint.last] = False
    return _feasible_rows(request, judged)
