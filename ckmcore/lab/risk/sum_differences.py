"""Disclosure by the difference of two published sums, of one or two contributors that only one of them has;
magnitudes.md 5.5. Confidential.

The noise of both is drawn from keys that are independent, so that the difference has the law of two draws: each by all
that its own cell has, as rows, steps and a least noise. Of two contributors between them the smaller one knows
itself, and takes the rest for the other: the p % rule of the difference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.shown_sums import ShownSums
from ckmcore.lab.risk.sum_averaging import few_values

Floats = NDArray[np.float64]
# Distances are compared strictly; what float64 leaves of an equal distance is none.
_SLACK = 1e-9
# Values of a law that are told apart: more than one step of noise can draw.
_VALUES = 400


def within(first: tuple[Floats, Floats], second: tuple[Floats, Floats], distance: float) -> float:
    """P(|v - w| < distance), v and w drawn apart from two laws of values and probabilities."""
    v, chance = first
    order = np.argsort(second[0], kind="stable")
    w, below = second[0][order], np.concatenate([[0.0], np.cumsum(second[1][order])])
    radius = distance * (1 - _SLACK)
    ends, begins = np.searchsorted(w, v + radius, side="left"), np.searchsorted(w, v - radius, side="right")
    return float(chance @ np.maximum(below[ends] - below[begins], 0.0))


def largest_between(cells: ShownSums, larger: int, smaller: int, *, one_sign: bool) -> float:
    """Compute the largest contribution that one cell has and another, smaller one has not.

    It is exact if it is among the listed contributions of its cell, else an upper bound. `one_sign` says that all
    values have the same sign.
    """
    record = abs(float(cells.sums.x[larger] - cells.sums.x[smaller]))
    if cells.contributors[larger] - cells.contributors[smaller] == 1:
        return record
    left = np.abs(cells.top[larger]).tolist()
    for size in np.abs(cells.top[smaller]).tolist():
        if size in left:
            left.remove(size)
    # All that both have are among the largest of both: what is left is of the difference.
    if left and max(left) > 0:
        return float(max(left))
    least = float(np.abs(cells.top[larger]).min())
    return min(least, record) if one_sign else least


def difference_chances(
    cells: ShownSums, pairs: Sequence[tuple[int, int]], share: float, *, one_sign: bool
) -> list[float]:
    """Compute, for each pair (larger, smaller) of cells, the probability that their difference discloses a
    contribution.

    That is: the difference comes within `share` of the largest contribution between the two.
    """
    wanted_pairs = np.unique(np.array(pairs, dtype=np.intp).reshape(-1))
    laws = few_values(cells, wanted_pairs, _VALUES)
    return [
        within(laws[larger], laws[smaller], share * largest_between(cells, larger, smaller, one_sign=one_sign))
        for larger, smaller in pairs
    ]
