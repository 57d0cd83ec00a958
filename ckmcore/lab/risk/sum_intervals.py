"""Intervals of original sums that a reader concludes from all published ones together, bounds as reals; magnitudes.md
5.2. Contributions are not negative, the reader knows no key: of the method nothing, its parameters, or, with
`sum_lattice`, the whole table. Confidential.

A sum is published at most a share w of itself away, so its interval is linear in it, and what the relations of tables
say is a linear program.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.tabulate.scan import never

Floats = NDArray[np.float64]
# What a reader knows of the method: only that sums are of values that are not negative; σ, D and λ; the table as well.
SumKnowledge = Literal["nothing", "parameters", "table"]
_ROUNDS = 100
# What float64 leaves of a bound, relative to it.
_SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class RealBounds:
    """The least and the largest value of each figure, as arrays; inf for no upper bound."""

    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class SumIntervals:
    """The intervals of all figures: `bounds` are exact where `exact` is true, else never too narrow."""

    bounds: RealBounds
    exact: NDArray[np.bool_]


@dataclass(frozen=True)
class Widths:
    """The largest distance of a published sum below (`down`) and above (`up`) its original, as shares of the
    original."""

    down: float
    up: float


def intervals_alone(published: Floats, width: float | Widths, least: float = 0.0, rounded: float = 0.0) -> RealBounds:
    """Compute the bounds of the original of each published sum by itself (nan: not published).

    `width` is the largest noise as a share, the same on both sides or one each; `least` is the noise that small sums
    may have; `rounded` the largest rounding error of a figure.
    """
    both_widths = width if isinstance(width, Widths) else Widths(width, width)
    shown = ~np.isnan(published)
    figures, open_above = np.where(shown, published, 0.0), ~shown | (both_widths.down >= 1)
    under, over = figures - rounded, figures + rounded
    low = np.maximum(np.minimum(under / (1 + both_widths.up), under - least), 0.0)
    ends = np.maximum(over / (1 - both_widths.down), over + least) if both_widths.down < 1 else figures
    return RealBounds(low, np.where(open_above, np.inf, ends))


def narrowed(bounds: RealBounds, relations: Relations) -> RealBounds:
    """Narrow bounds along sums until hardly anything changes.

    The result is never too narrow, and never wider than the given bounds.
    """
    low, high = bounds.low.copy(), bounds.high.copy()
    totals, part_figures, starts = relations.totals, relations.parts, relations.starts
    if not len(totals):
        return bounds
    owner = np.repeat(np.arange(len(totals)), np.diff(starts))
    for _ in range(_ROUNDS):
        before_low, before_high = low.copy(), high.copy()
        least = np.add.reduceat(low[part_figures], starts[:-1])
        np.maximum.at(low, totals, least)
        np.minimum.at(high, totals, np.add.reduceat(high[part_figures], starts[:-1]))
        np.minimum.at(high, part_figures, high[totals][owner] - (least[owner] - low[part_figures]))
        # A part is its total less the most of the others, where none of those is open.
        endless = np.isinf(high[part_figures])
        other_endless_count = np.add.reduceat(endless.astype(np.int64), starts[:-1])[owner] - endless
        upper_sums = np.add.reduceat(np.where(endless, 0.0, high[part_figures]), starts[:-1])[owner]
        others = upper_sums - np.where(endless, 0.0, high[part_figures])
        np.maximum.at(low, part_figures, np.where(other_endless_count > 0, -np.inf, low[totals][owner] - others))
        if np.allclose(low, before_low, _SLACK, 0) and np.allclose(high, before_high, _SLACK, 0):
            break
    return RealBounds(low, high)


def wide_by_scaling(original: Floats, low: Floats, high: Floats, x: Floats, needed: Floats) -> NDArray[np.bool_]:
    """Return the mask of cells whose interval is shown to be wide enough.

    The witness is a solution in which all originals are scaled up, or down, by the same factor.
    """
    is_positive = ~np.isnan(original) & (original > 0)
    up = float(np.min(high[is_positive] / original[is_positive], initial=np.inf)) - 1
    down = 1 - float(np.max(low[is_positive] / original[is_positive], initial=0.0))
    is_wide_enough: NDArray[np.bool_] = (up * x >= needed) & (down * x >= needed)
    return is_wide_enough


def sum_intervals(
    bounds: RealBounds,
    relations: Relations,
    wanted: Ints,
    *,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
) -> SumIntervals:
    """Compute the bounds of all figures, those of the figures `wanted` exactly.

    Each exact interval takes two linear programs, as far as `seconds` allows. Where the published figures contradict
    the relations nothing is exact.
    """
    from scipy.optimize import linprog

    ends_at = np.inf if seconds is None else time.monotonic() + seconds
    real_bounds = narrowed(bounds, relations)
    exact = np.zeros(len(real_bounds.low), dtype=np.bool_)
    rows = len(relations.totals)
    if not rows:
        exact[wanted] = True
        return SumIntervals(real_bounds, exact)
    equations: Any = relations.matrix.astype(np.float64)
    if bool((real_bounds.low > real_bounds.high * (1 + _SLACK)).any()):
        return SumIntervals(real_bounds, exact)
    # Figures of one size, so that tolerances of the solver mean the same for all.
    finite = np.concatenate([real_bounds.low, real_bounds.high[np.isfinite(real_bounds.high)]])
    scale = float(np.abs(finite).max(initial=0.0)) or 1.0
    ends: Any = np.stack([real_bounds.low, real_bounds.high], axis=1) / scale
    low, high = real_bounds.low.copy(), real_bounds.high.copy()
    for figure in wanted.tolist():
        left = ends_at - time.monotonic()
        if cancelled() or left <= 0:
            break
        goal = np.zeros(len(low))
        reached = []
        for sign in (1.0, -1.0):
            goal[figure] = sign
            solved: Any = linprog(
                goal, A_eq=equations, b_eq=np.zeros(rows), bounds=ends, method="highs", options={"time_limit": left}
            )
            end = sign * solved.fun * scale if solved.success else np.nan
            reached.append(-sign * np.inf if solved.status == _UNBOUNDED else end)
        if not np.isnan(reached).any():
            low[figure], high[figure] = reached
            exact[figure] = True
    return SumIntervals(RealBounds(low, high), exact)


# What `linprog` says of a program whose goal has no end.
_UNBOUNDED = 3
