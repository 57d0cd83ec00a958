"""Settings of sums that are derived: from p of the p % rule, z_f from totals of the data; magnitudes.md 2.3, 2.4.

What is derived from data stays inside the project: z_f is brought to 1, 2 or 5 times a power of ten, so that no
contribution can be read off it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.ptable.magnitudes import MagnitudePart

D, V, STEP = 5, 2.0, 4
_ROWS = (1.0, 3.0)
# Totals of the first level: the expected relative error that so many of them keep.
TARGET, KEPT = 0.02, 0.9
_SLACK = 1e-12


@dataclass(frozen=True)
class SumDefaults:
    """Default settings for sums: scaling shares σ1 and σ0, least noise λ, and the table's D, V, step and rows."""

    small: float
    large: float
    least_noise: float
    D: int
    V: float
    step: int
    icat: tuple[float, ...]


def defaults_from_p(p: float) -> SumDefaults:
    """Default settings for p in percent: σ1 = 3 p, σ0 = p / 2, λ = 2 p. Rows are 1, 3, D and the multiple of 1/step
    nearest to 1/σ1 below D; cells of a single contributor are near that row and hardly interpolated."""
    share = p / 100
    nearest_ratio = round(STEP / (3 * share)) / STEP
    rows = {*_ROWS, float(D)} | ({nearest_ratio} if 1 < nearest_ratio < D else set())
    small, large, least = (round(share_value, 12) for share_value in (3 * share, share / 2, 2 * share))
    return SumDefaults(small, large, least, D, V, STEP, tuple(sorted(rows)))


def least_q(small: float, large: float) -> float:
    """Smallest q for which m does not exceed σ1: 2 σ1 / (σ1 - σ0)."""
    return 2 * small / (small - large)


def bend_from_totals(
    totals: Sequence[tuple[float, float]],
    small: float,
    large: float,
    q: float,
    mean_abs: float,
    *,
    target: float = TARGET,
    kept: float = KEPT,
) -> float | Literal["simple"] | None:
    """Bend z_f by the totals of the first level, given as pairs (sum, largest contribution).

    Returns "simple" where σ1 alone keeps the expected relative error m(x1) x1 E|v| / x within `target` for the share
    `kept` of the totals; else the largest number 1, 2, 5 times a power of ten with which flexible scaling does. None
    where no setting does because one contributor dominates a total.
    """
    sums, largest = (np.array(total_part, dtype=np.float64) for total_part in zip(*totals, strict=True))

    def keeps(scaling: Scaling) -> bool:
        errors = scaling.m(np.abs(largest)) * np.abs(largest) * mean_abs / np.abs(sums)
        return float((errors <= target + _SLACK).mean()) >= kept - _SLACK

    if keeps(Scaling(small)):
        return "simple"
    largest_power = math.ceil(math.log10(float(np.abs(largest).max()))) + 1
    least = math.floor(math.log10(float(np.abs(largest[largest != 0]).min()))) - 8
    for power in range(largest_power, least - 1, -1):
        for digit in (5, 2, 1):
            bend = float(f"{digit}e{power}")
            if keeps(Scaling(small, large, bend, q)):
                return bend
    return None


def last_row(part: MagnitudePart) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values of the noise of large sums and their probabilities."""
    row_distribution = part.row_distribution(len(part.rows) - 1)
    return np.array(list(row_distribution)), np.array(list(row_distribution.values()))


def flex_limit(scaling: Scaling, part: MagnitudePart, p: float, limit: float) -> tuple[float, float] | None:
    """Size from which a single contributor is estimated within the share p with a probability above `limit`, and m at
    this size; None where this never happens.

    There m falls below p / |v| for the first |v| up to which the row's probability exceeds the limit.
    """
    v, weight = last_row(part)
    sizes = np.unique(np.abs(v))
    reached = np.array([weight[np.abs(v) <= size].sum() for size in sizes])
    passed = sizes[reached > limit]
    if not len(passed):
        return None
    if not passed[0]:
        return 0.0, scaling.small
    wanted_share = p / float(passed[0])
    if wanted_share >= scaling.small:
        return 0.0, scaling.small
    if scaling.large is None or scaling.bend is None or wanted_share <= scaling.large:
        return None
    low = high = scaling.bend
    while float(scaling.m(np.array([high]))[0]) > wanted_share:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        above = float(scaling.m(np.array([middle]))[0]) > wanted_share
        low, high = (middle, high) if above else (low, middle)
    return high, wanted_share
