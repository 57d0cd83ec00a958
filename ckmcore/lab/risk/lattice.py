"""What figures disclose of noise, counted on the lattice of the perturbation table.

Noise is a whole number with a spike at 0, so no normal law approximates it.

A reader with a flat prior who knows the perturbation table and the row of each count guesses, of all noise that can
produce what is shown, the most probable one; no other guess is right more often (Bayes). Keys of cells are uniform.
Nothing here is made of anybody's data.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.fft import fft, next_fast_len
from scipy.special import gammaln

from ckmcore.ptable import PTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Complex = NDArray[np.complex128]

# Samples that are told apart one by one; beyond, so many are drawn.
MOST_SAMPLES = 1_000_000
_DRAWN, _DRAWN_OF_ONE = 20_000, 200_000
# Samples that are scored at once.
_AT_ONCE = 16_384
# Chances that differ by less are equal.
_EQUAL = 1e-9
# Coefficients of the keys' Fourier series, by the number of parts: those left out add less than 1e-6 to a chance.
_TERMS = {2: 2048, 3: 512, 4: 128}
_TERMS_OF_MORE = 32


@dataclass(frozen=True)
class Law:
    """Noise of one count under a uniform cell key: noise `v[n]` for keys in [low[n], high[n])."""

    v: tuple[int, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]

    @classmethod
    def of(cls, ptable: PTable, count: int) -> Law:
        """Noise of the row in which a count is looked up; none for an empty cell."""
        if count <= 0:
            return NO_NOISE
        row = int(ptable.lookup_row_used(np.array([count], dtype=np.int64))[0])
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        noise, low, high = (
            column[begin:end].tolist() for column in (ptable.noise, ptable.lower_bounds, ptable.upper_bounds)
        )
        return cls(tuple(noise), tuple(low), tuple(high))

    @classmethod
    def in_order(cls, shares: Mapping[int, float]) -> Law:
        """Noise of a distribution v -> p with one interval for each v, ascending."""
        v = sorted(shares)
        high = np.cumsum([shares[noise] for noise in v]).tolist()
        return cls(tuple(v), (0.0, *high[:-1]), tuple(high))

    @cached_property
    def shares(self) -> dict[int, float]:
        """Distribution v -> p, ascending in v, without p = 0."""
        width_by_noise: Counter[int] = Counter()
        for v, low, high in zip(self.v, self.low, self.high, strict=True):
            width_by_noise[v] += high - low  # type: ignore[assignment]
        return {v: float(width_by_noise[v]) for v in sorted(width_by_noise) if width_by_noise[v] > 0}

    @cached_property
    def dense(self) -> tuple[int, Floats]:
        """Smallest v, and the probabilities of it and all following values."""
        first, last_share = min(self.shares), max(self.shares)
        return first, np.array([self.shares.get(v, 0.0) for v in range(first, last_share + 1)])

    @property
    def is_noise(self) -> bool:
        return self.shares.keys() != {0}

    @property
    def variance(self) -> float:
        mean = math.fsum(v * p for v, p in self.shares.items())
        return math.fsum(v * v * p for v, p in self.shares.items()) - mean * mean

    @property
    def right(self) -> float:
        """P(right) of a reader of the figure alone: the largest p."""
        return max(self.shares.values())


NO_NOISE = Law((0,), (0.0,), (1.0,))


# --- one relation ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Related:
    """Joint distribution `chances` (v x g) of the noise v of a cell in a relation and the gap g = sum of the parts -
    total."""

    v: Ints
    gaps: Ints
    chances: Floats

    @property
    def right(self) -> float:
        """P(right) by the most probable noise for each gap."""
        return float(self.chances.max(axis=0).sum())

    def linear(self, weight: float) -> float:
        """P that weight x gap, rounded, is the noise; ties count half."""
        deviations = np.abs(self.v[:, None] - weight * self.gaps[None, :])
        hits = np.where(deviations < 0.5 - _EQUAL, 1.0, np.where(deviations <= 0.5 + _EQUAL, 0.5, 0.0))
        return float((hits * self.chances).sum())


def related(own: Law, others: Sequence[Law], total: Law | None, *, linked: bool) -> Related:
    """Joint distribution of a cell's noise and the gap of its relation.

    others: noise of the other parts; total: None where `own` is the total. Exactly the parts with records are given.
    linked: the key of the total is the sum of the parts' keys modulo 1; otherwise keys are independent.

    P(v, g) = Σ_l c_T(l) Π c_i(-l) with the Fourier coefficients c(l) of the sets of keys; l = 0 alone gives independent
    keys. The series is cut where the remainder is below 1e-6.
    """
    part_count = len(others) + (total is not None)
    terms = (_TERMS.get(part_count, _TERMS_OF_MORE) if linked else 0) + 1
    signed = [(law, 1) for law in others] + ([] if total is None else [(total, -1)])
    first = sum(min(sign * v for v in law.shares) for law, sign in signed)
    last = sum(max(sign * v for v in law.shares) for law, sign in signed)
    size = int(next_fast_len(last - first + 1))
    # What the other cells add to the gap, term by term, as a polynomial in the gap: by its values at roots of unity.
    product = np.ones((terms, size), dtype=np.complex128)
    for (law, sign), multiplicity in Counter(signed).items():
        # Of the total the coefficient, of a part its conjugate.
        product *= _at_roots(law, sign, terms, size) ** multiplicity
    rest_law = np.roll(fft(product, axis=1) / size, -first, axis=1)
    v, own_terms = _coefficients(own, terms)
    if total is not None:
        own_terms = own_terms.conj()
    weights = np.where(np.arange(terms) > 0, 2.0, 1.0)
    # Of matrices this small the threads of a library would only wait for one another.
    joint = np.maximum(np.einsum("vl,lg->vg", own_terms * weights, rest_law).real, 0.0)  # v x what the others add
    sign = 1 if total is not None else -1
    low = first + min(sign * int(v.min()), sign * int(v.max()))
    gaps = np.arange(low, low + size + int(v.max() - v.min()))
    chances = np.zeros((len(v), len(gaps)))
    for index, noise in enumerate(v.tolist()):
        begin = first + sign * noise - low
        chances[index, begin : begin + size] = joint[index]
    return Related(v, gaps, chances)


@lru_cache(maxsize=256)
def _coefficients(law: Law, terms: int) -> tuple[Ints, Complex]:
    """Noise values v, and the Fourier coefficients 0 .. terms - 1 of the set of keys of each (v x terms)."""
    v = np.array(list(law.shares), dtype=np.int64)
    shares = np.zeros((len(v), terms), dtype=np.complex128)
    shares[:, 0] = list(law.shares.values())
    if terms > 1 and law.is_noise:
        turns = -2j * np.pi * np.arange(1, terms)
        low, high = (np.exp(np.array(bounds)[:, None] * turns[None, :]) for bounds in (law.low, law.high))
        for v_index, arc in zip(np.searchsorted(v, law.v).tolist(), (high - low) / turns, strict=True):
            shares[v_index, 1:] += arc
    return v, shares


@lru_cache(maxsize=64)
def _at_roots(law: Law, sign: int, terms: int, size: int) -> Complex:
    """Σ_v c_v(l) z^(sign v) at the roots of unity z of order `size` (terms x size); with c(-l) for a part."""
    v, coefficients = _coefficients(law, terms)
    if sign > 0:
        coefficients = coefficients.conj()
    turns = np.exp(2j * np.pi * np.outer(sign * v, np.arange(size)) / size)
    values: Complex = np.einsum("vl,vz->lz", coefficients, turns)
    return values


# --- several figures of one count ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RepeatedFigure:
    """A figure depending on a count, seen `times` times with new keys. chances: for each candidate count, in the same
    order for all figures, the probabilities of the figure; truth: index of the true candidate."""

    chances: tuple[tuple[float, ...], ...]
    truth: int
    times: int


def fresh_right(law: Law, times: int) -> float:
    """iid(t): P(right) for a count from `times` figures with independent keys; exact for at most MOST_SAMPLES distinct
    samples (12 figures up to D = 5), otherwise within 0.003."""
    return looks_right(((law, times),), draws=_DRAWN_OF_ONE)[0]


@lru_cache(maxsize=1024)
def looks_right(
    laws: tuple[tuple[Law, int], ...], most: int = MOST_SAMPLES, draws: int = _DRAWN
) -> tuple[float, float]:
    """P(right) for a count from figures with independent keys, and its possible error. laws: noise of the figures with
    their numbers.

    Exact for at most `most` distinct samples; otherwise drawn with a fixed seed, with an error of four standard errors.
    """
    width = min(max(law.shares) - min(law.shares) for law, _ in laws)
    looks = []
    for law, multiplicity in laws:
        _, p = law.dense
        padded = np.concatenate([np.zeros(width), p, np.zeros(width)])
        # Candidate: the count is so much less than it is, -width .. width.
        table = np.stack(
            [padded[width + v_offset : width + v_offset + len(p)] for v_offset in range(-width, width + 1)]
        )
        table = table[:, p > 0]
        looks.append(RepeatedFigure(tuple(map(tuple, table.tolist())), width, multiplicity))
    if samples_of(looks) <= most:
        return most_probable(looks), 0.0
    return _chance_by_samples(looks, draws)


def most_probable(looks: Sequence[RepeatedFigure]) -> float:
    """P(the true candidate is the most probable one), shared in ties. Exact."""
    score, chance = np.zeros((1, len(looks[0].chances))), np.ones(1)
    for look in looks[:-1]:
        more, ways = _scored(look, _compositions(look.times, len(look.chances[0])))
        chance = np.outer(chance, ways).ravel()
        score = (score[:, None, :] + more[None, :, :]).reshape(len(chance), -1)
    last_look = looks[-1]
    result = 0.0
    samples = _compositions(last_look.times, len(last_look.chances[0]))
    for begin in range(0, len(samples), _AT_ONCE):
        more, ways = _scored(last_look, samples[begin : begin + _AT_ONCE])
        for scores, p in zip(score, chance.tolist(), strict=True):
            result += p * float(ways @ _share_of(more + scores, last_look.truth))
    return result


def _scored(look: RepeatedFigure, samples: NDArray[np.int16]) -> tuple[Floats, Floats]:
    """Log probability of samples (one per line) under each candidate, and their probability under the true one."""
    table, counts = np.array(look.chances), samples.astype(np.float64)
    factorials = gammaln(np.arange(look.times + 1) + 1.0)
    ways = factorials[-1] - factorials[samples].sum(axis=1)
    return counts @ _logs(table).T, np.exp(ways + counts @ np.log(table[look.truth]))


def samples_of(looks: Sequence[RepeatedFigure]) -> int:
    """Number of distinct samples of these looks."""
    return math.prod(math.comb(look.times + len(look.chances[0]) - 1, look.times) for look in looks)


def _chance_by_samples(looks: Sequence[RepeatedFigure], draws: int) -> tuple[float, float]:
    """P(right) and its error by drawn samples; for shifts of one distribution it is the posterior of the most probable
    shift."""
    draw = np.random.default_rng(1)
    score = np.zeros((draws, len(looks[0].chances)))
    for look in looks:
        table = np.array(look.chances)
        own_law = table[look.truth]
        score += draw.multinomial(look.times, own_law / own_law.sum(), draws) @ _logs(table).T
    chances = 1.0 / np.exp(score - score.max(axis=1, keepdims=True)).sum(axis=1)
    return float(chances.mean()), 4.0 * float(chances.std()) / math.sqrt(draws)


def _logs(chances: Floats) -> Floats:
    """The logarithms, of 0 a number that nothing outweighs."""
    return np.log(np.where(chances > 0, chances, 1.0)) + np.where(chances > 0, 0.0, -1e6)


def _share_of(score: Floats, truth: int) -> Floats:
    """For each line 1 / number of best candidates where the true one is among them, else 0."""
    best = score >= score.max(axis=1, keepdims=True) - _EQUAL
    return np.where(best[:, truth], 1.0 / best.sum(axis=1), 0.0)


@lru_cache(maxsize=4)
def _compositions(whole: int, part_count: int) -> NDArray[np.int16]:
    """All ordered sums of `part_count` numbers from 0 that give `whole`, one per line."""
    columns: list[NDArray[np.int16]] = []
    left = np.array([whole], dtype=np.int16)
    for _ in range(part_count - 1):
        choice_counts = left.astype(np.int64) + 1
        begins = np.cumsum(choice_counts) - choice_counts
        offsets = (np.arange(int(choice_counts.sum())) - np.repeat(begins, choice_counts)).astype(np.int16)
        columns = [np.repeat(column, choice_counts) for column in columns]
        columns.append(offsets)
        left = np.repeat(left, choice_counts) - offsets
    return np.stack([*columns, left], axis=1)


def mean_right(law: Law, terms: int, times: int) -> float:
    """P that the rounded mean of `times` sums of `terms` figures is the original; ties count half [AK]."""
    first, p = law.dense
    law_ = np.ones(1)
    for _ in range(terms * times):
        law_ = np.convolve(law_, p)
    noise = np.abs(np.arange(len(law_)) + terms * times * first)
    return float(law_[2 * noise < times].sum() + 0.5 * law_[2 * noise == times].sum())


# --- two figures, the one within the other ---------------------------------------------------------------------------


def difference_law(smaller: Law, larger: Law) -> dict[int, float]:
    """Distribution of the difference of two nested figures minus the difference of their originals, for different sets.

    The key of the larger cell is the key of the smaller one plus a uniform one, so their noise is independent.
    """
    chance_by_noise: Counter[int] = Counter()
    for v, p in smaller.shares.items():
        for w, q in larger.shares.items():
            chance_by_noise[w - v] += p * q  # type: ignore[assignment]
    return {gap: float(chance_by_noise[gap]) for gap in sorted(chance_by_noise)}


def chance_empty(empty: float, not_empty: Mapping[int, float], equal: Mapping[int, float]) -> float:
    """P(the rest is empty | the figures are equal). empty, not_empty: prior weights of an empty rest and of each other
    number of records; equal: P(equal | d)."""
    met = math.fsum(weight * equal.get(d, 0.0) for d, weight in not_empty.items())
    return empty / (empty + met) if empty + met > 0 else 0.0
