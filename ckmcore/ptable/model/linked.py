"""How well parts add to their total: the variance of the noise of two parts, given the cell key of their total.

Keys add modulo 1, so noise that is monotone in the key ties the parts to the total (method.md section 2, "Shuffled").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.ptable.model.table import PTable

Floats = NDArray[np.float64]

DEFAULT_KEYS = 201
# More knots than this are not all looked at: the picture's grid then stands for the smallest and the largest value.
_MOST_KNOTS = 4_000
_MOST_INTERVALS = 300


@dataclass(frozen=True, eq=False)
class PairVariance:
    """Var(v1 + v2 | key of the total) at `keys` (both float64 arrays), with its minimum, maximum and mean over all
    keys."""

    keys: Floats
    variances: Floats
    least: float
    most: float
    mean: float


def pair_variance(ptable: PTable, first: int, second: int, keys: int = DEFAULT_KEYS) -> PairVariance:
    """Variance of the sum of the noise of two cells with counts `first` and `second`, given the key of their total.
    keys: number of grid points.

    The key of the first part is uniform, the key of the second is total - first modulo 1, so the variance is V1 + V2 +
    2 ∫ (v1(k) - m1) (v2(c - k) - m2) dk with the means m of the rows. It is linear between sums of two bounds, so
    minimum and maximum are exact where there are at most 4 000 such sums, otherwise those of the grid.
    """
    row, two = _row(ptable, first), _row(ptable, second)
    grid = np.linspace(0.0, 1.0, keys)
    variances = _at(grid, row, two)
    checked = variances
    if len(row[0]) * len(two[0]) <= _MOST_KNOTS:
        knots = np.unique((row[0][:, None] + two[0][None, :]).ravel() % 1.0)
        checked = np.concatenate([variances, _at(knots, row, two)])
    mean = float(row[3] + two[3])
    return PairVariance(grid, variances, max(float(checked.min()), 0.0), float(checked.max()), mean)


_Row = tuple[Floats, Floats, Floats, float]


def _row(ptable: PTable, count: int) -> _Row:
    """Lower bounds, upper bounds, noise minus its mean, and variance of the row of a count."""
    row = int(ptable.lookup_row_used(np.array([count]))[0])
    begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
    lower, upper = ptable.lower_bounds[begin:end], ptable.upper_bounds[begin:end]
    widths = upper - lower
    noise = ptable.noise[begin:end].astype(np.float64)
    noise = noise - float(noise @ widths)
    return lower, upper, noise, float((noise * noise) @ widths)


def _at(keys: Floats, row: _Row, two: _Row) -> Floats:
    lower, upper, noise, variance = two
    bounds = np.concatenate([[0.0], upper])
    reached = np.concatenate([[0.0], np.cumsum(noise * (upper - lower))])
    # The integral of the noise of the second part from 0; it returns to 0 at 1, so it goes on with period 1.
    from_lower = np.interp((keys[:, None] - row[0]) % 1.0, bounds, reached)
    from_upper = np.interp((keys[:, None] - row[1]) % 1.0, bounds, reached)
    together = (from_lower - from_upper) @ row[2]
    result: Floats = row[3] + variance + 2.0 * together
    return result


def least_pair_variance(ptable: PTable) -> tuple[float, int]:
    """Smallest Var(v1 + v2 | key of the total) of two cells with the same count over all keys and rows, and its row.

    It judges a shuffled table: 0 means that some key of a total reveals that its parts add up exactly. Only rows with
    varying noise are examined; (0.0, 0) where there is none. It is exact at the sums of two bounds in rows of up to 300
    intervals; in larger rows it is the smallest on a grid of 201 keys.
    """
    least_by_name: dict[bytes, tuple[int, float]] = {}
    for row in range(1, ptable.last_row + 1):
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        noise = ptable.noise[begin:end]
        if (noise == noise[0]).all():
            continue
        # Rows far from zero are often the same again, of a table for ONS hundreds.
        name = noise.tobytes() + ptable.upper_bounds[begin:end].tobytes()
        if name not in least_by_name:
            least_by_name[name] = (row, _least_with_itself(_row(ptable, row)))
    row, least = min(
        least_by_name.values(),
        key=lambda least_variance: (round(least_variance[1], 12), least_variance[0]),
        default=(0, 0.0),
    )
    return least, row


def _least_with_itself(row: _Row) -> float:
    """Smallest variance of two parts in one row.

    As a function of the total's key the integral of w(k) w(c - k) has kinks at the sums of two bounds, where its slope
    changes by the product of the jumps of w; two running sums over the sorted kinks give all its values.
    """
    lower, _, noise, _ = row
    if len(noise) > _MOST_INTERVALS:
        return max(float(_at(np.linspace(0.0, 1.0, DEFAULT_KEYS), row, row).min()), 0.0)
    jumps = noise - np.roll(noise, 1)
    first_noise, other = np.triu_indices(len(noise))
    kinks = (lower[first_noise] + lower[other]) % 1.0
    order = np.argsort(kinks)
    kinks = kinks[order]
    changes = (jumps[first_noise] * jumps[other] * np.where(first_noise == other, 1.0, 2.0))[order]
    gaps = np.diff(kinks, append=1.0)
    rises = np.cumsum(changes) * gaps
    # The slope before the first kink brings the integral back to where it was at key 0.
    values = np.cumsum(rises - rises.sum() * gaps)
    start = float(_at(np.zeros(1), row, row)[0])
    return max(start + 2.0 * float(min(values.min(), 0.0)), 0.0)
