"""Which targets a row has, as padded arrays over all rows: the common ground of feasibility and design."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class RowLayout:
    """Layout of the rows i = 1 .. last in 2D + 1 columns, with D the largest of all rows: left chain, v = 0, right
    side.

    Targets left of zero are shifted together towards column D (v = 0), so that neighbours in a row are neighbours in
    the chain of monotony even with blocked targets between them.

    symmetric: mask of rows beyond all blocked targets, whose targets are -D .. D (js + D + 1 and beyond). free_low,
    free_high: range of the second moments of unbiased distributions without further constraints.
    """

    D: int
    row_D: NDArray[np.int64]
    i: NDArray[np.int64]
    v: NDArray[np.float64]
    mask: NDArray[np.bool_]
    log_mask: NDArray[np.float64]
    has_zero: NDArray[np.bool_]
    symmetric: NDArray[np.bool_]
    powers: NDArray[np.float64]
    targets: NDArray[np.int64]
    nearest: NDArray[np.float64]
    furthest: NDArray[np.float64]
    free_low: NDArray[np.float64]
    free_high: NDArray[np.float64]

    def targets_of(self, row: int) -> NDArray[np.float64]:
        """Targets v of a row, ascending. row: index in the arrays."""
        targets: NDArray[np.float64] = self.v[row, self.mask[row]]
        return targets


def layout(D: int, js: int) -> RowLayout:
    """Layout of rows 1 .. js + D + 1 (D where js = 0) for one D with 1 .. js blocked."""
    row_count = js + D + 1 if js > 0 else D
    return layout_of((D,) * row_count, tuple(range(1, js + 1)))


@lru_cache(maxsize=64)
def layout_of(row_D: tuple[int, ...], blocked: tuple[int, ...], moved: tuple[bool, ...] = ()) -> RowLayout:
    """Layout of rows 1 .. len(row_D), cached and read-only. row_D: D of each row.

    blocked: counts that are no targets, ascending; moved: rows in which v = 0 is no target, empty for none.
    """
    D, row_count = max(row_D), len(row_D)
    own_D = np.array(row_D, dtype=np.int64)
    i = np.arange(1, row_count + 1)
    columns = np.arange(-D, D + 1)
    j = i[:, None] + columns
    is_possible = (j >= 0) & (np.abs(columns) <= own_D[:, None]) & ~np.isin(j, blocked)
    if moved:
        is_possible[np.array(moved), D] = False
    v = np.broadcast_to(columns, is_possible.shape).astype(np.float64)
    mask = is_possible.copy()
    # Absent targets first, then those there are, in their order.
    order = np.argsort(is_possible[:, :D], axis=1, kind="stable")
    v[:, :D] = np.take_along_axis(v[:, :D], order, axis=1)
    mask[:, :D] = np.take_along_axis(is_possible[:, :D], order, axis=1)
    # A target is a count: pads keep j >= 0 so that they can be carried along.
    targets = np.where(mask, v.astype(np.int64) + i[:, None], 0)
    pad = np.where(mask, v, 0.0)
    powers = np.stack([mask.astype(np.float64), pad, pad**2, pad**3, pad**4], axis=2)
    nearest_v, furthest = _ends(v, mask)
    has_zero = mask[:, D].copy()
    both = np.isfinite(nearest_v).all(axis=1, keepdims=True)
    reach = np.where(both, nearest_v, 0.0), np.where(both, furthest, 0.0)
    free_low = np.where(has_zero, 0.0, -reach[0][:, 0] * reach[0][:, 1])
    free_high = -reach[1][:, 0] * reach[1][:, 1]
    top = max(blocked, default=0)
    # Behind the blocked targets; without any, as soon as 0 is within D.
    symmetric = np.asarray(i > (own_D + top if blocked else own_D - 1))
    log_mask = np.where(mask, 0.0, -np.inf)
    layout_arrays = (v, mask, log_mask, has_zero, symmetric, powers, targets, nearest_v, furthest, free_low, free_high)
    for array in (own_D, i, *layout_arrays):
        array.setflags(write=False)
    return RowLayout(D, own_D, i, *layout_arrays)


def _ends(v: NDArray[np.float64], mask: NDArray[np.bool_]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Nearest and furthest target below and above zero in each row, arrays (rows, 2), infinite where there is none."""
    left, right = mask & (v < 0), mask & (v > 0)
    nearest_v = np.stack([np.where(left, v, -np.inf).max(axis=1), np.where(right, v, np.inf).min(axis=1)], axis=1)
    furthest = np.stack([np.where(left, v, np.inf).min(axis=1), np.where(right, v, -np.inf).max(axis=1)], axis=1)
    return nearest_v, furthest
