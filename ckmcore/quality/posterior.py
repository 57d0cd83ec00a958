"""What a published count says about the original: P(original = i | published = j), and how often a guess is right.

method.md section 7: q(i|j) = π_i p_ij / Σ_k π_k p_kj with the prior π of the originals. Confidential: a prior may be
the counts of the user's own tables.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.methods.signs import void_cells
from ckmcore.quality.attack import count_values, shown_cells
from ckmcore.quality.expectation import Noise
from ckmcore.quality.relations import Ints
from ckmcore.tabulate.raw import RawTable

Floats = NDArray[np.float64]
Prior = Mapping[int, float]

# Stand in the place of a published count: the cell shows a sign.
HIDDEN, UNRELIABLE = -1, -2


class PriorUnusable(CkmError):
    """A prior without a weight above 0, or with one that is none. Fields: found."""

    code = "prior_unusable"


@dataclass(frozen=True, eq=False, repr=False)
class Posterior:
    """The posterior, one line per pair of counts that can go together, by published count, then by original.

    published, originals (int64): the pair; a published count `HIDDEN` or `UNRELIABLE` is a sign. shares: P(original |
    published); chances: P(published and original), 1 in all.
    """

    published: Ints
    originals: Ints
    shares: Floats
    chances: Floats

    def __repr__(self) -> str:
        return f"Posterior({len(self.figures)} published counts, confidential)"

    @property
    def figures(self) -> Ints:
        """The published counts that can be, ascending."""
        return np.unique(self.published)

    def share(self, original: int, published: int) -> float:
        """P(original | published); 0 for a pair that cannot be."""
        found = self.shares[(self.originals == original) & (self.published == published)]
        return float(found[0]) if len(found) else 0.0

    def best(self) -> tuple[Guess, ...]:
        """Of each published count the most probable original, the smallest of several."""
        order = np.lexsort((self.originals, -self.shares, self.published))
        figures, first, back = np.unique(self.published[order], return_index=True, return_inverse=True)
        chances = np.bincount(back, self.chances[order])
        at = order[first]
        return tuple(
            Guess(*one)
            for one in zip(
                figures.tolist(), self.originals[at].tolist(), self.shares[at].tolist(), chances.tolist(), strict=True
            )
        )

    @property
    def correct(self) -> float:
        """P(correct): how often the most probable original is the true one, over all cells of the prior."""
        return math.fsum(one.chance * one.share for one in self.best())

    def table(self, most: int) -> tuple[Ints, Ints, Floats]:
        """Published counts up to `most`, the originals that they can come from, and q (published x originals)."""
        kept = self.published <= most
        rows, row = np.unique(self.published[kept], return_inverse=True)
        columns, column = np.unique(self.originals[kept], return_inverse=True)
        found = np.zeros((len(rows), len(columns)))
        found[row, column] = self.shares[kept]
        return rows, columns, found


@dataclass(frozen=True)
class Guess:
    """A published count, the most probable original, P(it is right), and how often the count is published."""

    published: int
    original: int
    share: float
    chance: float


def posterior(method: Method, prior: Prior) -> Posterior:
    """The posterior of the counts that `method` publishes, under the prior weights of the originals.

    Of the cell-key method the keys of cells are uniform; of rounding each original leads to one count. Raises
    PriorUnusable, ExpectationUnknownMethod.
    """
    counts = np.array(sorted(count for count, weight in prior.items() if weight), dtype=np.int64)
    weights = np.array([prior[count] for count in counts.tolist()], dtype=np.float64)
    if not len(counts) or not np.isfinite(weights).all() or (weights < 0).any() or counts[0] < 0:
        raise PriorUnusable(found=", ".join(f"{count}: {prior[count]}" for count in sorted(prior)[:5]))
    noise = Noise.of(method, counts)
    at, interval = np.nonzero(noise.p)
    published = _as_shown(method, counts[at] + noise.v[at, interval])
    # A sign, or an interval of its own, may bring the same pair several times.
    pairs, back = np.unique(np.stack([published, at]), axis=1, return_inverse=True)
    chances = np.bincount(back.ravel(), weights[at] * noise.p[at, interval]) / weights.sum()
    _, column = np.unique(pairs[0], return_inverse=True)
    return Posterior(pairs[0], counts[pairs[1]], chances / np.bincount(column, chances)[column], chances)


def uniform_prior(last: int) -> dict[int, float]:
    """Every original from 0 to `last` as likely as any other."""
    return dict.fromkeys(range(last + 1), 1.0)


def empirical_prior(raws: Sequence[RawTable]) -> dict[int, float]:
    """How many cells that some tables show have each original count, empty cells included. Confidential.

    Cells of which nobody has to guess are left out: declared void by the dictionary, or published unchanged.
    """
    parts = [np.zeros(0, dtype=np.int64)]
    for raw in raws:
        for block, mask in enumerate(shown_cells(raw.spec, raw.blocks)):
            void = void_cells(raw.blocks[block].dimensions, raw.structural_zeros, raw.spec.filters)
            for number in count_values(raw.spec):
                found = raw.part(raw.spec.values[number].conditions)[block]
                known = void & (found.counts == 0)
                if found.exempt is not None:
                    known = known | found.exempt
                parts.append(found.counts[mask & ~known])
    counts, cells = np.unique(np.concatenate(parts), return_counts=True)
    return dict(zip(counts.tolist(), cells.astype(np.float64).tolist(), strict=True))


def _as_shown(method: Method, published: Ints) -> Ints:
    """Published counts, signs in the place of those that are not shown."""
    signs = method.signs(published) if isinstance(method, CellKeyMethod) else None
    if signs is None:
        return published
    return np.where(signs == Sign.UNKNOWN, HIDDEN, np.where(signs == Sign.UNRELIABLE, UNRELIABLE, published))
