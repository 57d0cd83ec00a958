"""What a reader who knows the whole perturbation table, and no key, is left with of a published sum; magnitudes.md 5.2,
5.3. Confidential only where it is asked for originals: it looks at published figures and settings.

A single contribution x is published as x f with one of few factors f = 1 + s (λ + m |v|): what was published leaves a
lattice of originals. Of several contributors any share of the largest one is possible, so that an interval is left,
as wide as the rows of the table that such shares reach.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.sum_intervals import RealBounds, Widths
from ckmcore.methods.magnitude_noise import SumCells
from ckmcore.methods.sum_law import NoiseRules, sum_laws
from ckmcore.ptable.magnitudes import MagnitudePart

Floats = NDArray[np.float64]
# Sizes that are told apart, where the factors depend on the size: each a little above the one before.
_SIZES, _DECADES = 4000, 6.0
_NOTHING = 1e-9
_ROUNDS = 60


def factors_of_single(rules: NoiseRules, sizes: Floats, *, sensitive: bool) -> Floats:
    """Compute published / original of single contributions of the given sizes, ascending, one column per draw of the
    key."""
    ones = np.ones(len(sizes), dtype=np.int64)
    cells = SumCells(sizes, sizes[:, np.newaxis], ones, np.full(len(sizes), sensitive), sizes)
    laws = sum_laws(cells, replace(rules, decimals=None))  # sizes here are any, and published as they are
    factors: Floats = np.sort(laws.published / sizes[:, np.newaxis], axis=1)
    return factors


def originals_of_single(rules: NoiseRules, published: float, *, sensitive: bool) -> Floats:
    """List every single contribution, ascending, that can be published as the sum `published`; none for 0."""
    if published <= 0:
        return np.array([])
    sizes = _sizes(published)
    deviations = factors_of_single(rules, sizes, sensitive=sensitive) * sizes[:, np.newaxis] - published
    row_indices, draw = np.nonzero((deviations[:-1] <= 0) & (deviations[1:] > 0))
    low, high = sizes[row_indices], sizes[row_indices + 1]
    for _ in range(_ROUNDS):
        middle = (low + high) / 2
        factors = factors_of_single(rules, middle, sensitive=sensitive)
        below = factors[np.arange(len(middle)), draw] * middle <= published
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    # Where a ratio lies on a row but for what float64 leaves, the factors jump: there is no original.
    meets = factors_of_single(rules, low, sensitive=sensitive)[np.arange(len(low)), draw] * low
    found_amounts = np.sort(low[np.abs(meets - published) <= _NOTHING * published])
    apart = (
        np.concatenate([[True], np.diff(found_amounts) > _NOTHING * published])
        if len(found_amounts)
        else np.array([], dtype=bool)
    )
    return np.asarray(found_amounts[apart])


def _sizes(published: float) -> Floats:
    """Return sizes around a published sum, chosen so that none of them is likely to be an original."""
    return np.asarray(published * np.geomspace(10**-1.0, 10**_DECADES, _SIZES) * (1 + 1e-7))


def ends_of_single(rules: NoiseRules, published: Floats, rounded: float, *, sensitive: bool) -> RealBounds:
    """Compute the least and the largest single contribution that can be published as each of the given sums.

    The bounds are never too narrow: with flexible scaling they extend to the next one of a few thousand sizes. Sums of
    0 give no bounds.
    """
    low, high = np.zeros(len(published)), np.full(len(published), np.inf)
    present_indices = np.flatnonzero(published > rounded)
    if not len(present_indices):
        return RealBounds(low, high)
    under, over = published[present_indices] - rounded, published[present_indices] + rounded
    if not rules.settings.scaling.is_flex and not rules.settings.separation:
        factors = factors_of_single(rules, np.ones(1), sensitive=sensitive)[0]
        low[present_indices], high[present_indices] = under / factors[-1], over / factors[factors > _NOTHING][0]
        return RealBounds(low, high)
    ends = float(np.log10(under.min())) - 1, float(np.log10(over.max())) + _DECADES
    sizes = np.logspace(*ends, 2 * _SIZES)
    factors = factors_of_single(rules, sizes, sensitive=sensitive)
    upper_envelope = np.maximum.accumulate(sizes * factors[:, -1])
    positive = np.where(factors > _NOTHING, factors, np.inf).min(axis=1)
    least = np.minimum.accumulate((sizes * positive)[::-1])[::-1]
    low[present_indices] = sizes[np.maximum(np.searchsorted(upper_envelope, under) - 1, 0)]
    beyond = np.searchsorted(least, over, side="right")
    high[present_indices] = np.where(beyond < len(sizes), sizes[np.minimum(beyond, len(sizes) - 1)], np.inf)
    return RealBounds(low, high)


def widths_by_rows(part: MagnitudePart, most: float, least: float) -> Widths:
    """Compute the widths from the rows of the noise table that sums can reach.

    `most` is the largest unit as a share of a sum, `least` the least noise, which is added. Noise is v / a of a sum, so
    that between two rows it is largest at one of them.
    """
    first = 1 / most
    down = up = 0.0
    for ratio in (first, *(row for row in part.rows if row > first)):
        v = _ends_at(part, ratio)
        down, up = max(down, -v[0] / ratio), max(up, v[1] / ratio)
    return Widths(min(least + down, 1.0), least + up)


def _ends_at(magnitude_part: MagnitudePart, ratio: float) -> tuple[float, float]:
    """Compute the least and the largest v at a ratio; between two rows by linear interpolation."""
    rows = [row_index for row_index, row in enumerate(magnitude_part.rows) if row > 0]
    ends = [
        (min(row_distribution), max(row_distribution))
        for row_distribution in (magnitude_part.row_distribution(row_number) for row_number in rows)
    ]
    ratios = [magnitude_part.rows[row_number] for row_number in rows]
    low, high = (float(np.interp(ratio, ratios, [pair[side] for pair in ends])) for side in (0, 1))
    return low, high
