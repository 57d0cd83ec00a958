"""What readers of published sums can conclude of single contributions; magnitudes.md 5.1 to 5.7. Confidential.

A published sum is x + N. A coalition that knows some contributions subtracts them and takes what is left for the
largest one. `p` is a share here, .1 for the p % rule with 10.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.sum_defaults import last_row
from ckmcore.methods.sum_law import SumLaws
from ckmcore.ptable.magnitudes import MagnitudePart

Floats = NDArray[np.float64]
# Distances are compared strictly; what float64 leaves of an equal distance is none.
_SLACK = 1e-9
# Denominators of factors that a convolution is exact for; others are brought to a grid of that many steps.
_MOST_DENOMINATOR = 20_000


# --- one cell ---------------------------------------------------------------------------------------------------------


def near_largest(laws: SumLaws, largest: Floats, known: Floats, p: float) -> Floats:
    """P that the published sum less what a coalition contributes lies within the share p of the largest contribution.

    largest: x_1 of each cell, with its sign; known: what the coalition contributes (0: nobody subtracts anything).
    """
    return laws.near(known + largest, p * np.abs(largest))


def near_second(laws: SumLaws, largest: Floats, second: Floats, p: float) -> Floats:
    """P that the largest contributor, who subtracts its own value, has the second within the share p of it (5.4)."""
    return laws.near(largest + second, p * np.abs(second))


def classical(x: float, contributions: Sequence[float], coalition: Sequence[int], p: float) -> tuple[float, bool]:
    """The rest beside the largest contribution and a coalition (places from 2 on); whether the p % rule marks it."""
    known = sum(abs(contributions[place - 1]) for place in coalition)
    rest = abs(x) - abs(contributions[0]) - known
    return rest, rest < p * abs(contributions[0]) * (1 - _SLACK)


def candidates_of_second(laws: SumLaws, cell: int, largest: float, noise: Floats, others: int = 1) -> dict[int, float]:
    """How many values of the noise leave the largest contributor, who knows them, a rest from 0 to its own value: their
    number and its probability (5.4). noise: the amounts that may be added. others: how many make the rest, each of whom
    may have as much as the largest."""
    published, p = laws.values(cell)
    rests = published[:, np.newaxis] - largest - np.unique(noise)[np.newaxis, :]
    slack = _SLACK * abs(largest)
    many = ((rests >= -slack) & (rests <= others * largest + slack)).sum(axis=1)
    return {int(number): float(p[many == number].sum()) for number in np.unique(many)}


@dataclass(frozen=True)
class BestGuess:
    """The best estimate of a single contributor by who knows all but the key: published / `factor`, within the share p
    with probability `p`; `naive`: of the published sum itself; `zero`: P(published 0)."""

    p: float
    factor: float
    naive: float
    zero: float


def best_guess(factors: Floats, p_of: Floats, p: float) -> BestGuess:
    """max_g Σ p_v [ |f_v / g - 1| < p ], f_v = published / original, every size as likely as another one (5.3)."""
    order = np.argsort(factors, kind="stable")
    f, weight = factors[order], p_of[order]
    naive = float(weight[np.abs(f - 1) < p * (1 - _SLACK)].sum())
    zero = float(weight[f == 0].sum())
    begin = int(np.searchsorted(f, 0.0, side="right"))
    above = f[begin:]
    cumulated = np.concatenate([[0.0], np.cumsum(weight[begin:])])
    if not len(above):
        return BestGuess(0.0, 1.0, naive, zero)
    # The guess that just has f_i has all others up to f_i (1 + p) / (1 - p), that one excluded.
    ends = np.searchsorted(above, above * ((1 + p) / (1 - p)) * (1 - _SLACK), side="left")
    hit = cumulated[ends] - cumulated[np.arange(len(above))]
    best = int(np.flatnonzero(hit >= hit.max() - 1e-15)[0])
    least, most = above[ends[best] - 1] / (1 + p), above[best] / (1 - p)
    return BestGuess(float(hit[best]), float((least + most) / 2), naive, zero)


def best_guesses(laws: SumLaws, p: float) -> Floats:
    """The probability of the best guess at each cell, of one contributor each."""
    factors = laws.published / laws.x[:, np.newaxis]
    # Cells of the same m have the same factors: they are looked at once, found by one number for all of a row.
    mark = np.round(factors @ np.sqrt(np.arange(2.0, 2.0 + len(laws.p))), 9)
    _, first, same = np.unique(mark, return_index=True, return_inverse=True)
    found = np.array([best_guess(factors[cell], laws.p, p).p for cell in first])
    return found[same]


# --- intervals --------------------------------------------------------------------------------------------------------


def interval_of_sum(published: float, width: float) -> tuple[float, float]:
    """The originals of a sum whose noise is at most `width` = λ + σ1 D of it (5.2); inf: the upper end is open."""
    return published / (1 + width), published / (1 - width) if width < 1 else math.inf


def interval_of_largest(published: float, second: float, contributors: int, width: float) -> tuple[float, float]:
    """What the second largest of so many contributors concludes of the largest one."""
    left = published - second
    low = max(second, (left - (contributors - 2) * second) / (1 + width))
    return low, left / (1 - width) if width < 1 else math.inf


# --- several figures --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """Two sums that differ by one record: P that their difference lies within the share p of it, and its deviation."""

    p: float
    sd: float


def difference(part: MagnitudePart, units: tuple[float, float], record: float, p: float) -> Difference:
    """P(|u_A v - u_B w| < p y), v and w drawn apart from the last row (5.5)."""
    v, weight = last_row(part)
    off = units[0] * v[:, np.newaxis] - units[1] * v[np.newaxis, :]
    both = weight[:, np.newaxis] * weight[np.newaxis, :]
    distance = p * abs(record)
    inside = float(both[np.abs(off) < distance * (1 - _SLACK)].sum())
    mean = float((both * off).sum())
    return Difference(inside, math.sqrt(max(float((both * off * off).sum()) - mean * mean, 0.0)))


@dataclass(frozen=True)
class Average:
    """The mean of several published values of one contributor: P that it lies within the share p of the original, and
    what the normal approximation says."""

    p: float
    normal: float


def average(factors: Floats, p_of: Floats, draws: int, p: float) -> Average:
    """The mean of `draws` publications with noise of their own, by their convolution (5.6).

    factors: published / original. Exact where they lie on a lattice of small denominators, as those of designed tables
    do; else on one of 1/20 000.
    """
    values, together = added_up(factors, p_of, draws)
    inside = float(together[np.abs(values - draws) < p * draws * (1 - _SLACK)].sum())
    bias = float(factors @ p_of) - 1
    sd = math.sqrt(max(float((factors * factors) @ p_of) - (1 + bias) ** 2, 0.0))
    normal = math.erf(p * math.sqrt(draws / 2) / sd) if sd else 1.0
    return Average(inside, normal)


def added_up(values: Floats, p_of: Floats, times: int, unit: float = 1.0) -> tuple[Floats, Floats]:
    """So many independent draws of some values added up: what comes out, and with which probabilities. Exact where the
    values, as shares of the unit, have small denominators; else on a lattice of 1/20 000 of it."""
    shares = values / unit
    scale = _denominator(shares)
    places = np.rint(shares * scale).astype(np.int64)
    first = int(places.min())
    single = np.zeros(int(places.max()) - first + 1)
    np.add.at(single, places - first, p_of)
    together = _power(single, times)
    at: Floats = (np.arange(len(together)) + first * times) * np.float64(unit / scale)
    return at, together


def equal_sums(laws: SumLaws, *, one_key: bool) -> float:
    """P that two sums that differ by records with 0 alone are published alike, and those known to be 0 (5.7): under one
    key always, else where two draws of the noise of the first cell agree."""
    return 1.0 if one_key else float((laws.values(0)[1] ** 2).sum())


def unbroken(laws: SumLaws) -> Floats:
    """P that the ratio of two sums of one contributor under one key, or its growth, equals the originals' exactly: all
    keys but those that publish 0."""
    return 1.0 - laws.zero


def _denominator(factors: Floats) -> int:
    """The smallest number that makes whole numbers of all factors; a large one where there is none."""
    common = 1
    for factor in np.unique(factors).tolist():
        near = Fraction(factor).limit_denominator(1000)
        if abs(float(near) - factor) > 1e-11:
            return _MOST_DENOMINATOR
        common = math.lcm(common, near.denominator)
        if common > _MOST_DENOMINATOR:
            return _MOST_DENOMINATOR
    return common


def _power(single: Floats, times: int) -> Floats:
    """A distribution convolved with itself."""
    length = (len(single) - 1) * times + 1
    size = 1 << (length - 1).bit_length()
    found: Floats = np.fft.irfft(np.fft.rfft(single, size) ** times, size)[:length]
    return np.maximum(found, 0.0)


def possible_noise(part: MagnitudePart, unit: float, least: float = 0.0) -> Floats:
    """The amounts that may be added to a large sum: s (least + unit |v|), both signs where v is 0."""
    v, _ = last_row(part)
    size = least + unit * np.abs(v)
    found: Floats = np.unique(np.concatenate([np.where(v < 0, -size, size), -size[v == 0]]))
    return found


def worst_rest(added: Floats, p_of: Floats, p: float) -> float:
    """The largest P(|r + N| < p) over every rest r from 0 to just below p, all as shares of the largest contribution:
    what remains of the p % rule's worst coalition under the noise N (1.6)."""
    edge = 1e-9 * p
    # P changes only where a value of the noise enters or leaves the window.
    rests = np.concatenate([[0.0], p - added - edge, -p - added + edge, p - added + edge, -p - added - edge])
    rests = np.unique(rests[(rests >= 0) & (rests < p - edge)])
    inside = np.abs(rests[:, np.newaxis] + added[np.newaxis, :]) < p * (1 - _SLACK * 1e-3)
    return float((inside @ p_of).max())
