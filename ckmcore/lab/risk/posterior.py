"""What a published count says about the original: P(original = i | published = j), and how often a guess is right.

method.md section 7: q(i|j) = π_i p_ij / Σ_k π_k p_kj with the prior π of a reader. No original enters a prior: the
counts of the user's own tables are nobody's prior, and where they lie far apart they would give away every method.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import Ints
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.method import Method, noise_of
from ckmcore.methods.protected import Sign

Floats = NDArray[np.float64]
Prior = Mapping[int, float]
Weights = Callable[[int], float]
"""A prior of all counts: the weight of each original from 0 on. It need not be a distribution: the flat one is none."""

# Counts that are small: who is among so few can be found.
SMALL = (1, 2)

# Stand in the place of a published count: the cell shows a sign.
HIDDEN, UNRELIABLE = -1, -2
# Shares that differ by less, relative to the larger one, are equal: bounds of published tables have eight digits.
_EQUAL = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class Posterior:
    """Posterior distribution, one line per possible pair, by published count and then original.

    published, originals: the pair (int64); a published `HIDDEN` or `UNRELIABLE` is a sign. shares: P(original |
    published); under_original: P(published | original).
    """

    published: Ints
    originals: Ints
    shares: Floats
    under_original: Floats

    def __repr__(self) -> str:
        return f"Posterior({len(self.figures)} published counts, confidential)"

    @property
    def figures(self) -> Ints:
        """The published counts that can be, ascending."""
        return np.unique(self.published)

    def share(self, original: int, published: int) -> float:
        """P(original | published); 0 for an impossible pair."""
        share = self.shares[(self.originals == original) & (self.published == published)]
        return float(share[0]) if len(share) else 0.0

    def best(self) -> tuple[Guess, ...]:
        """Most probable original of each published count, the smallest among equals."""
        figures, column, tied = self._tied()
        # Ascending by original within each published count: the first that is as probable as any.
        indices = np.flatnonzero(tied)
        _, first = np.unique(column[indices], return_index=True)
        indices = indices[first]
        columns = (figures, self.originals[indices], self.shares[indices])
        return tuple(
            Guess(*guess_fields) for guess_fields in zip(*(column.tolist() for column in columns), strict=True)
        )

    def right(self, original: int) -> float:
        """P(the guess is right | original). Among equally probable originals a reader draws one."""
        figures, column, tied = self._tied()
        tie_sizes = np.bincount(column[tied], minlength=len(figures))
        own_ties = tied & (self.originals == original)
        return float((self.under_original[own_ties] / tie_sizes[column[own_ties]]).sum())

    def _tied(self) -> tuple[Ints, NDArray[np.intp], NDArray[np.bool_]]:
        """Published counts, the index of each line's count, and whether its original is among the most probable."""
        figures, column = np.unique(self.published, return_inverse=True)
        largest = np.zeros(len(figures))
        np.maximum.at(largest, column, self.shares)
        return figures, column, self.shares >= (1.0 - _EQUAL) * largest[column]

    def among(self, originals: Collection[int]) -> dict[int, float]:
        """P(the original is one of these) for each published count."""
        figures, column = np.unique(self.published, return_inverse=True)
        is_among = np.isin(self.originals, list(originals))
        shares_of = np.bincount(column[is_among], self.shares[is_among], len(figures))
        return dict(zip(figures.tolist(), shares_of.tolist(), strict=True))

    def table(self, most: int) -> tuple[Ints, Ints, Floats]:
        """Published counts up to `most`, their possible originals, and q (published x originals)."""
        is_kept = self.published <= most
        rows, row = np.unique(self.published[is_kept], return_inverse=True)
        columns, column = np.unique(self.originals[is_kept], return_inverse=True)
        shares = np.zeros((len(rows), len(columns)))
        shares[row, column] = self.shares[is_kept]
        return rows, columns, shares


@dataclass(frozen=True)
class Guess:
    """A published count, the most probable original, and P(it is right)."""

    published: int
    original: int
    share: float


def posterior(method: Method, prior: Prior) -> Posterior:
    """Posterior distribution of counts published by `method` under prior weights of the originals.

    Keys of cells are uniform for the cell-key method; with rounding each original gives one count. Raises
    prior_unusable, expectation_unknown_method.
    """
    counts = np.array(sorted(count for count, weight in prior.items() if weight), dtype=np.int64)
    weights = np.array([prior[count] for count in counts.tolist()], dtype=np.float64)
    if not len(counts) or not np.isfinite(weights).all() or (weights < 0).any() or counts[0] < 0:
        raise InputError("prior_unusable", found=", ".join(f"{count}: {prior[count]}" for count in sorted(prior)[:5]))
    v, p = noise_of(method).chances(counts)
    row_indices, interval = np.nonzero(p)
    published = as_shown(method, counts[row_indices] + v[row_indices, interval])
    # A sign, or an interval of its own, may bring the same pair several times.
    pairs, back = np.unique(np.stack([published, row_indices]), axis=1, return_inverse=True)
    chances: Floats = np.bincount(back.ravel(), p[row_indices, interval]).astype(np.float64)
    weighed = chances * weights[pairs[1]]
    _, column = np.unique(pairs[0], return_inverse=True)
    return Posterior(pairs[0], counts[pairs[1]], weighed / np.bincount(column, weighed)[column], chances)


def falling(power: float) -> Weights:
    """Prior (i + 1)^-power, in which small counts are more likely, independent of the table."""
    return lambda count: (count + 1.0) ** -power


# Every original as likely as any other.
flat: Weights = falling(0.0)


def prior_up_to(last: int, weights: Weights = flat) -> dict[int, float]:
    """The weights of the originals 0 to `last`."""
    return {count: weights(count) for count in range(last + 1)}


@dataclass(frozen=True, repr=False)
class SmallGuesses:
    """Guesses of small counts under a prior that does not depend on originals.

    right: P(the guess is right) for the originals 1 and 2; reveal: largest P(original is 1 or 2 | figure) over all
    figures.
    """

    right: dict[int, float]
    reveal: float

    def __repr__(self) -> str:
        return "SmallGuesses(confidential)"

    def mean(self, cells: Mapping[int, float]) -> float | None:
        """Mean of `right` over cells; None where no cell is small. cells: number by count."""
        many_cells = {count: cells.get(count, 0.0) for count in SMALL}
        every = sum(many_cells.values())
        return sum(self.right[count] * cell for count, cell in many_cells.items()) / every if every else None


def small_guesses(method: Method, weights: Weights = flat) -> SmallGuesses:
    """Guesses of small counts under `method`. weights: prior.

    Originals up to `reach` are considered, since larger ones cannot have the figures of small ones. Raises
    prior_unusable, expectation_unknown_method.
    """
    found_posterior = posterior(method, prior_up_to(reach(method), weights))
    return SmallGuesses(
        {count: found_posterior.right(count) for count in SMALL},
        max(found_posterior.among(SMALL).values(), default=0.0),
    )


def reach(method: Method, largest: int = max(SMALL)) -> int:
    """Upper bound of originals that can have the same figure, or sign, as an original up to `largest`."""
    noise = largest_noise(method)
    return max(largest + noise, *method.count_noise.limits, 0) + noise


def largest_noise(method: Method) -> int:
    """Largest distance of a figure from its original; for rounding the base. Raises expectation_unknown_method for
    methods without a bound."""
    largest = method.count_noise.base or method.count_noise.largest
    if largest >= UNBOUNDED:
        raise InputError("expectation_unknown_method", method=method.name)
    return largest


def as_shown(method: Method, published: Ints) -> Ints:
    """Published counts with `HIDDEN` and `UNRELIABLE` in place of those that are not shown."""
    signs = method.count_noise.signs(published)
    if signs is None:
        return published
    return np.where(signs == Sign.UNKNOWN, HIDDEN, np.where(signs == Sign.UNRELIABLE, UNRELIABLE, published))


def sign_of(sign: int, figure: int) -> int:
    """Encode a published count and its sign: the count itself, `HIDDEN` or `UNRELIABLE`."""
    return {int(Sign.UNKNOWN): HIDDEN, int(Sign.UNRELIABLE): UNRELIABLE}.get(sign, figure)
