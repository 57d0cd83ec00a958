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
    """What published counts tell a reader. An empty cell publishes 0.

    ptable: the perturbation table that their noise comes from (None: from none, or it is not known). telling: the signs
    in whose place originals are not just any number.
    """

    ptable: PTable | None = None
    telling: tuple[Sign, ...] = (Sign.NONE, Sign.UNCERTAIN)

    @abstractmethod
    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """The least and the largest original of which a count from `least` to `most` is published."""

    def signs(self, published: Ints) -> Signs | None:
        """Signs in place of published counts, or around them, by the counts; None: no sign anywhere."""
        del published
        return None

    def figures(self, published: Ints, signs: Signs | None) -> tuple[Ints, Ints]:
        """The least and the largest published count that what stands in a cell can stand for."""
        del signs
        return published.astype(np.int64), published.astype(np.int64)

    def interval(self, published: Ints, signs: Signs | None, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """The least and the largest original of each cell for a reader of it alone (`UNBOUNDED`: no end)."""
        nothing = np.zeros(published.shape, dtype=np.uint8) if signs is None else signs
        low, high = self.behind(*self.figures(published, nothing), knowledge)
        shown, void = np.isin(nothing, self.telling), nothing == Sign.NOTHING
        return np.where(shown, low, 0), np.where(shown, high, np.where(void, 0, UNBOUNDED))

    def values_left(
        self, published: Ints, signs: Signs | None, knowledge: IntruderScenario
    ) -> Iterator[tuple[Ints, NDArray[np.bool_]]]:
        """Originals that cells can have, where there are gaps between them, and these cells."""
        del published, signs, knowledge
        return iter(())

    @property
    def tableau(self) -> Tableau | None:
        """For which cell keys a count becomes which; None where no key decides."""
        return None

    def reader(self, knowledge: IntruderScenario) -> IntruderScenario:
        """What a reader knows who is said to know so much."""
        return knowledge


class CountNoise(CountReading):
    """The noise of counts under a method, the cell keys uniform.

    base: what published counts are multiples of (0: of nothing). limits: published counts below these may give way to a
    sign.
    """

    base: int = 0
    limits: tuple[int, ...] = ()

    @property
    @abstractmethod
    def largest(self) -> int:
        """No published count is further from its original."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """Number of counts, from 0 on, with a noise distribution of their own; larger counts share one of these."""

    @abstractmethod
    def chances(self, counts: Ints, modulus: int | None = None) -> tuple[Ints, Floats]:
        """The noise v of each count and its probabilities, one row per count, filled up with p = 0.

        modulus: of the keys, where they may be coarse enough to shift probabilities; None: as fine as wanted.
        """

    def is_shown(self, published: Ints) -> NDArray[np.bool_]:
        """Whether a published count stands there, also in brackets, and no sign in its place."""
        signs = self.signs(published)
        return np.ones(published.shape, dtype=np.bool_) if signs is None else np.isin(signs, _KEEP)

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """See `CountReading`: as far off as noise goes."""
        del knowledge
        return np.maximum(least - self.largest, 0), most + self.largest


class Unstated(CountReading):
    """Noise of an unknown method: a published count above 0 means that there is a record."""

    def behind(self, least: Ints, most: Ints, knowledge: IntruderScenario) -> tuple[Ints, Ints]:
        """A record where a count is published, and no upper end."""
        return some_record(least), np.full(most.shape, UNBOUNDED, dtype=np.int64)


def some_record(published: Ints) -> Ints:
    """What the zero rule says: where a count is published there is a record."""
    return np.where(published > 0, 1, 0)
