"""Which variances a row can have: min and max of the second moment under all its active constraints.

A row's distributions are mixtures of generators: single targets, or, where monotony is asked, the uniform distributions
on the left chain from some target up to zero (on -k .. k for the symmetric row). A mixture of two generators without
bias is a point (stay probability t, second moment q); mixtures of all these points are all distributions without bias.
So the interval is the range of q in their convex hull, cut at t = pstay or above it [method.md section 2].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.layout import Layout, checked_parameters, layout, per_row
from ckmcore.ptable.table import Stay

_EPS = 1e-13
_DIGITS = 12


@dataclass(frozen=True, eq=False)
class RowEnds:
    """Lowest and highest second moment of each row and distributions (rows, columns of the layout) that attain them.

    `reachable` is False where no distribution exists at all (an exact stay probability that nothing can meet).
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    low_p: NDArray[np.float64]
    high_p: NDArray[np.float64]
    reachable: NDArray[np.bool_]


def _left_generators(rows: Layout, row: int, mono: bool) -> NDArray[np.float64]:
    """Distributions (generators, columns 0 .. D) over the left chain and zero."""
    columns = np.flatnonzero(rows.mask[row, : rows.D + 1])
    generators = np.zeros((len(columns), rows.D + 1))
    for k, column in enumerate(columns):
        if mono and rows.has_zero[row]:
            generators[k, columns[k:]] = 1.0 / (len(columns) - k)
        else:
            generators[k, column] = 1.0
    return generators


@dataclass(frozen=True, eq=False)
class _Points:
    """Unbiased mixtures of two generators: stay probability t, second moment q and the distribution of each."""

    t: NDArray[np.float64]
    q: NDArray[np.float64]
    p: NDArray[np.float64]


def _points(rows: Layout, row: int, mono: bool, symmetric: bool) -> _Points:
    D = rows.D
    if symmetric and mono:
        p = np.zeros((D + 1, 2 * D + 1))
        for k in range(D + 1):
            p[k, D - k : D + k + 1] = 1.0 / (2 * k + 1)
        return _Points(p[:, D].copy(), p @ rows.powers[row, :, 2], p)
    v = rows.v[row]
    left = _left_generators(rows, row, mono)
    right = np.flatnonzero(rows.mask[row, D + 1 :]) + D + 1
    mean = left @ np.where(rows.mask[row, : D + 1], v[: D + 1], 0.0)
    share = v[right] / (v[right] - mean[:, None])
    p = np.zeros((len(left), len(right), 2 * D + 1))
    p[:, :, : D + 1] = share[:, :, None] * left[:, None, :]
    p[:, np.arange(len(right)), right] = 1.0 - share
    flat = p.reshape(-1, 2 * D + 1)
    return _Points(flat[:, D].copy(), flat @ rows.powers[row, :, 2], flat)


def _hull_at(points: _Points, stay: float, sign: float) -> tuple[float, NDArray[np.float64]]:
    """The point of the upper (`sign` 1) or lower (-1) hull at t = stay, with a distribution; stay within the range."""
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
    p = weight * points.p[b] + (1.0 - weight) * points.p[a]
    return float(weight * points.q[b] + (1.0 - weight) * points.q[a]), p


def _end(points: _Points, stay: float | None, exact: bool, sign: float) -> tuple[float, NDArray[np.float64]]:
    if stay is None:
        best = int(np.argmax(sign * points.q))
        return float(points.q[best]), points.p[best]
    if not exact:
        best = int(np.lexsort((points.t, sign * points.q))[-1])
        if points.t[best] >= stay - _EPS:
            return float(points.q[best]), points.p[best]
    return _hull_at(points, stay, sign)


@lru_cache(maxsize=64)
def row_ends(
    D: int,
    js: int,
    pstay: tuple[float | None, ...],
    mono: tuple[bool, ...],
    stay: tuple[Stay, ...],
    symmetric: bool = True,
) -> RowEnds:
    """The feasible interval of every row of a design; independent of V, so a slider on V asks once.

    `symmetric`: monotony of the last row on both sides, else left of zero only as in all rows.
    """
    rows = layout(D, js)
    count = len(rows.i)
    stays, monos, exacts = per_row(pstay, count), per_row(mono, count), [one == "exact" for one in per_row(stay, count)]
    low, high = np.zeros(count), np.zeros(count)
    low_p, high_p = np.zeros(rows.v.shape), np.zeros(rows.v.shape)
    reachable = np.ones(count, dtype=np.bool_)
    for row in range(count):
        points = _points(rows, row, monos[row], symmetric and row == count - 1)
        wanted = stays[row] if rows.has_zero[row] else None
        if wanted is not None and exacts[row]:
            reachable[row] = points.t.min() - _EPS <= wanted <= points.t.max() + _EPS
        low[row], low_p[row] = _end(points, wanted, exacts[row], -1.0)
        high[row], high_p[row] = _end(points, wanted, exacts[row], 1.0)
    # Ends are read by people: 6, not 6.000000000000002.
    return RowEnds(low.round(_DIGITS), high.round(_DIGITS), low_p, high_p, reachable)


def feasible_interval(
    i: int,
    D: int,
    js: int = 0,
    pstay: float | None = None,
    mono: bool = True,
    symmetric: bool | None = None,
    *,
    stay: Stay = "at least",
) -> tuple[float, float] | None:
    """Lowest and highest variance of row i >= 1; None where not even the stay probability can be met.

    `symmetric`: monotony on both sides (rows from js + D + 1 on, D where js = 0, unless given).
    """
    stays, monos = checked_parameters(D, js, pstay, mono)
    rows = layout(D, js)
    row = min(i, len(rows.i)) - 1
    if symmetric is None:
        symmetric = row == len(rows.i) - 1
    points = _points(rows, row, monos[0], symmetric)
    wanted = stays[0] if rows.has_zero[row] else None
    exact = stay == "exact"
    if wanted is not None and exact and not points.t.min() - _EPS <= wanted <= points.t.max() + _EPS:
        return None
    return round(_end(points, wanted, exact, -1.0)[0], _DIGITS), round(_end(points, wanted, exact, 1.0)[0], _DIGITS)


@dataclass(frozen=True)
class FeasibleV:
    """The variances that every row can have, the rows that set the ends, and what to change where there are none.

    `low` > `high` means empty (`possible` is False). `proposed_D` is the smallest D from which on the blocked counts
    leave room, floor((js+1)²/4) <= D and D >= js + 1, where that is what is missing; else None.
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
    """The variances possible in all rows at once [method.md section 2]; the range beside the slider of V."""
    stays, monos = checked_parameters(D, js, pstay, mono)
    ends = row_ends(D, js, stays, monos, (stay,) if isinstance(stay, str) else tuple(stay))
    low = np.where(ends.reachable, ends.low, np.inf)
    high = np.where(ends.reachable, ends.high, -np.inf)
    low_row, high_row = int(np.argmax(low)), int(np.argmin(high))
    needed = max((js + 1) ** 2 // 4, js + 1 if js > 0 else 1)
    return FeasibleV(
        float(low[low_row]), float(high[high_row]), low_row + 1, high_row + 1, needed if needed > D else None
    )
