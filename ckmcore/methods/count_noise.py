"""What a method does to counts, as who judges it has to know it: noise, signs, what a figure leaves open, cell keys.

Everything that is computed of risk and quality asks here, and nowhere what method it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.key_intervals import Tableau
from ckmcore.methods.protected import Sign
from ckmcore.ptable import PTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Signs = NDArray[np.uint8]

# Stands for "no upper bound"; sums of many stay within 64 bits. No count is half as large.
UNBOUNDED = 2**40
_KEEP = [sign for sign in Sign if sign.keeps_figure]


class CountReading(ABC):
    """What a reader can infer from published counts. Empty cells publish 0.

    ptable: perturbation table of the noise, None where there is none or it is unknown. telling: signs that restrict the
    possible originals.
    """

    ptable: PTable | None = None
    telling: tuple[Sign, ...] = (Sign.NONE, Sign.UNCERTAIN)

    @abstractmethod
    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """Smallest and largest original for which a count from `least` to `most` can be published."""

    def signs(self, published: Ints) -> Signs | None:
        """Signs of published counts, by these counts; None without signs."""
        del published
        return None

    def figures(self, published: Ints, signs: Signs | None) -> tuple[Ints, Ints]:
        """Smallest and largest published count that a cell's content can mean."""
        del signs
        return published.astype(np.int64), published.astype(np.int64)

    def interval(self, published: Ints, signs: Signs | None, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """Smallest and largest original of each cell for a reader of this cell alone (`UNBOUNDED`: no upper end).
        signs: of the cells, or None."""
        nothing = np.zeros(published.shape, dtype=np.uint8) if signs is None else signs
        low, high = self.behind(*self.figures(published, nothing), knowledge)
        shown, void = np.isin(nothing, self.telling), nothing == Sign.NOTHING
        return np.where(shown, low, 0), np.where(shown, high, np.where(void, 0, UNBOUNDED))

    def values_left(
        self, published: Ints, signs: Signs | None, knowledge: IntruderScenario
    ) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
        """Possible originals of cells where these have gaps, each with the mask of its cells."""
        del published, signs, knowledge
        return iter(())

    @property
    def tableau(self) -> Tableau | None:
        """Function from cell keys to noise as known to a reader; None for methods without keys."""
        return None

    def reader(self, knowledge: IntruderScenario) -> IntruderScenario:
        """Level of knowledge that a reader with this knowledge effectively has."""
        return knowledge


class CountNoise(CountReading):
    """Distribution of the noise of counts under a method, for uniform cell keys.

    base: published counts are multiples of it, 0 for no such base. limits: published counts below them may be replaced
    by signs.
    """

    base: int = 0
    limits: tuple[int, ...] = ()

    @property
    @abstractmethod
    def largest(self) -> int:
        """Largest distance of a published count from its original."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """Number of counts, from 0 on, with distributions of their own; every larger count has one of these."""

    @abstractmethod
    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """Noise v of each count and its probabilities, one row per count, padded with p = 0.

        modulus: of the keys, where coarse keys shift probabilities; None for arbitrarily fine keys.
        """

    def is_shown(self, published: Ints) -> NDArray[np.bool_]:
        """Whether a published count is shown, possibly in brackets, instead of a sign."""
        signs = self.signs(published)
        return np.ones(published.shape, dtype=np.bool_) if signs is None else np.isin(signs, _KEEP)

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """Smallest and largest original, by the largest possible noise; see `CountReading`."""
        del knowledge
        return np.maximum(least - self.largest, 0), most + self.largest


class Unstated(CountReading):
    """Noise of an unknown method: a published count above 0 only means that there is a record."""

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """A record where a count is published, and no upper end."""
        return some_record(least), np.full(most.shape, UNBOUNDED, dtype=np.int64)


def some_record(published: Ints) -> Ints:
    """Lower bound of originals by the zero rule: 1 where a count above 0 is published, else 0."""
    return np.where(published > 0, 1, 0)
