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
    """Compute the probability that a coalition estimates the largest contribution of each cell within the share p.

    The estimate is the published sum less `known`, the contribution of the coalition (0: nothing is subtracted).
    `largest` is x_1 with its sign.
    """
    return laws.near(known + largest, p * np.abs(largest))


def near_second(laws: SumLaws, largest: Floats, second: Floats, p: float) -> Floats:
    """Compute the probability that the largest contributor estimates the second within the share p (5.4).

    The estimate is the published sum less the largest contribution.
    """
    return laws.near(largest + second, p * np.abs(second))


def classical(x: float, contributions: Sequence[float], coalition: Sequence[int], p: float) -> tuple[float, bool]:
    """Apply the p % rule: return the rest of a sum and whether the rule marks the cell.

    The rest is x less the largest contribution and those of the coalition (1-based places, from 2 on).
    """
    known_sum = sum(abs(contributions[rank - 1]) for rank in coalition)
    remainder = abs(x) - abs(contributions[0]) - known_sum
    return remainder, remainder < p * abs(contributions[0]) * (1 - _SLACK)


def candidates_of_second(laws: SumLaws, cell: int, largest: float, noise: Floats, others: int = 1) -> dict[int, float]:
    """Count the values of the noise that leave the largest contributor a plausible rest (5.4).

    A rest is plausible from 0 to `others` times the largest contribution, for `others` further contributors. `noise`
    holds the possible amounts of noise. Returns probabilities by number of values.
    """
    published, p = laws.values(cell)
    rests = published[:, np.newaxis] - largest - np.unique(noise)[np.newaxis, :]
    slack = _SLACK * abs(largest)
    fitting_count = ((rests >= -slack) & (rests <= others * largest + slack)).sum(axis=1)
    return {int(number): float(p[fitting_count == number].sum()) for number in np.unique(fitting_count)}


@dataclass(frozen=True)
class BestGuess:
    """The best estimate of a single contributor by a reader who knows everything but the key.

    The estimate is published / `factor`; it lies within the share p with probability `p`. `naive` is that probability
    for the published sum itself, `zero` the probability that 0 is published.
    """

    p: float
    factor: float
    naive: float
    zero: float


def best_guess(factors: Floats, p_of: Floats, p: float) -> BestGuess:
    """Compute max_g Σ p_v [ |f_v / g - 1| < p ] with f_v = published / original (5.3).

    All sizes of the contribution are taken as equally likely. `factors` are the f_v and `p_of` their probabilities.
    """
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
    least, upper = above[ends[best] - 1] / (1 + p), above[best] / (1 - p)
    return BestGuess(float(hit[best]), float((least + upper) / 2), naive, zero)


def best_guesses(laws: SumLaws, p: float) -> Floats:
    """Compute the probability of the best guess at each cell; every cell has one contributor."""
    factors = laws.published / laws.x[:, np.newaxis]
    # Cells of the same m have the same factors: they are looked at once, found by one number for all of a row.
    mark = np.round(factors @ np.sqrt(np.arange(2.0, 2.0 + len(laws.p))), 9)
    _, first, same = np.unique(mark, return_index=True, return_inverse=True)
    guess_chances = np.array([best_guess(factors[cell], laws.p, p).p for cell in first])
    return guess_chances[same]


# --- intervals --------------------------------------------------------------------------------------------------------


def interval_of_sum(published: float, width: float) -> tuple[float, float]:
    """Compute the interval of originals of a sum whose noise is at most `width` = λ + σ1 D of it (5.2).

    The upper end is inf where it is open.
    """
    return published / (1 + width), published / (1 - width) if width < 1 else math.inf


def interval_of_largest(published: float, second: float, contributors: int, width: float) -> tuple[float, float]:
    """Compute the interval that the second largest contributor can conclude for the largest contribution.

    `width` is the largest noise as a share of the sum.
    """
    left = published - second
    low = max(second, (left - (contributors - 2) * second) / (1 + width))
    return low, left / (1 - width) if width < 1 else math.inf


# --- several figures --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """Two sums that differ by one record: the probability that their difference is within the share p, and its
    deviation."""

    p: float
    sd: float


def difference(part: MagnitudePart, units: tuple[float, float], record: float, p: float) -> Difference:
    """P(|u_A v - u_B w| < p y), v and w drawn apart from the last row (5.5)."""
    v, weight = last_row(part)
    deviations = units[0] * v[:, np.newaxis] - units[1] * v[np.newaxis, :]
    both = weight[:, np.newaxis] * weight[np.newaxis, :]
    distance = p * abs(record)
    near_chance = float(both[np.abs(deviations) < distance * (1 - _SLACK)].sum())
    mean = float((both * deviations).sum())
    return Difference(near_chance, math.sqrt(max(float((both * deviations * deviations).sum()) - mean * mean, 0.0)))


@dataclass(frozen=True)
class Average:
    """The mean of several published values of one contributor.

    `p` is the exact probability that it lies within the share p of the original, `normal` its normal approximation.
    """

    p: float
    normal: float


def average(factors: Floats, p_of: Floats, draws: int, p: float) -> Average:
    """Compute the law of the mean of `draws` publications with independent noise by convolution (5.6).

    `factors` are published / original, with probabilities `p_of`. The result is exact where they lie on a lattice of
    small denominators, as designed tables do, else on a lattice of 1/20 000.
    """
    values, together = added_up(factors, p_of, draws)
    near_chance = float(together[np.abs(values - draws) < p * draws * (1 - _SLACK)].sum())
    bias = float(factors @ p_of) - 1
    sd = math.sqrt(max(float((factors * factors) @ p_of) - (1 + bias) ** 2, 0.0))
    normal = math.erf(p * math.sqrt(draws / 2) / sd) if sd else 1.0
    return Average(near_chance, normal)


def added_up(values: Floats, p_of: Floats, times: int, unit: float = 1.0) -> tuple[Floats, Floats]:
    """Compute the distribution of the sum of `times` independent draws: its values and their probabilities.

    It is exact where the values, as multiples of `unit`, have small denominators, else on a lattice of 1/20 000 of it.
    """
    shares = values / unit
    scale = _denominator(shares)
    noise_steps = np.rint(shares * scale).astype(np.int64)
    first = int(noise_steps.min())
    single = np.zeros(int(noise_steps.max()) - first + 1)
    np.add.at(single, noise_steps - first, p_of)
    together = _power(single, times)
    noise_amounts: Floats = (np.arange(len(together)) + first * times) * np.float64(unit / scale)
    return noise_amounts, together


def equal_sums(laws: SumLaws, *, one_key: bool) -> float:
    """Compute the probability that two sums which differ by records with 0 only are published alike (5.7).

    Then these records are known to have 0. With one key that is certain, else two draws of the noise must agree.
    """
    return 1.0 if one_key else float((laws.values(0)[1] ** 2).sum())


def unbroken(laws: SumLaws) -> Floats:
    """Compute the probability that the ratio of two sums of one contributor with the same key equals the originals'
    exactly.

    This holds for all keys but those that publish 0.
    """
    return 1.0 - laws.zero


def _denominator(factors: Floats) -> int:
    """Return the smallest common denominator of the factors; a large constant where there is none."""
    common = 1
    for factor in np.unique(factors).tolist():
        near_denominator = Fraction(factor).limit_denominator(1000)
        if abs(float(near_denominator) - factor) > 1e-11:
            return _MOST_DENOMINATOR
        common = math.lcm(common, near_denominator.denominator)
        if common > _MOST_DENOMINATOR:
            return _MOST_DENOMINATOR
    return common


def _power(single: Floats, exponent: int) -> Floats:
    """A distribution convolved with itself."""
    length = (len(single) - 1) * exponent + 1
    size = 1 << (length - 1).bit_length()
    power: Floats = np.fft.irfft(np.fft.rfft(single, size) ** exponent, size)[:length]
    return np.maximum(power, 0.0)


def possible_noise(part: MagnitudePart, unit: float, least: float = 0.0) -> Floats:
    """Return the amounts that may be added to a large sum: s (least + unit |v|), with both signs where v is 0."""
    v, _ = last_row(part)
    size = least + unit * np.abs(v)
    found_possible_noise: Floats = np.unique(np.concatenate([np.where(v < 0, -size, size), -size[v == 0]]))
    return found_possible_noise


def worst_rest(added: Floats, p_of: Floats, p: float) -> float:
    """Compute the largest P(|r + N| < p) over all rests r from 0 to just below p (1.6).

    This is what remains of the p % rule's worst coalition with noise N. All values are shares of the largest
    contribution; `added` are the values of N, `p_of` their probabilities.
    """
    edge = 1e-9 * p
    # P changes only where a value of the noise enters or leaves the window.
    rests = np.concatenate([[0.0], p - added - edge, -p - added + edge, p - added + edge, -p - added - edge])
    rests = np.unique(rests[(rests >= 0) & (rests < p - edge)])
    is_near = np.abs(rests[:, np.newaxis] + added[np.newaxis, :]) < p * (1 - _SLACK * 1e-3)
    return float((is_near @ p_of).max())
