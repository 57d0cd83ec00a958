"""Classes of figures on a map: their limits, from the drawn figures alone, in whole numbers at the shown decimals."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language, scaled_text
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.tabulate.picture_choice import MOST_CLASSES, PictureChoice

Figures = NDArray[np.int64]


@dataclass(frozen=True)
class MapClasses:
    """Classes of figures. limits: the least figure of each class, ascending, in units of 10^-places; top: the largest
    figure; counts: number of areas in each class; zeros: number of figures that are 0, which are in no class; below:
    number of classes below the value around which there are two hues.

    Figures that are equal are in one class.
    """

    limits: tuple[int, ...]
    top: int
    places: int
    counts: tuple[int, ...]
    zeros: int = 0
    below: int = 0

    def of(self, whole: int) -> int:
        """Number of the class of a figure, from the lowest; -1 for a 0."""
        return -1 if not whole else max(bisect_right(self.limits, whole) - 1, 0)

    @cached_property
    def span(self) -> range:
        """Numbers of the classes."""
        return range(len(self.limits))

    def text(self, number: int, language: Language) -> str:
        """Limits of a class as its legend writes them: from its least figure to below the next one."""
        low = scaled_text(self.limits[number], self.places, language)
        if number + 1 < len(self.limits):
            high = scaled_text(self.limits[number + 1], self.places, language)
            return say("picture_class_below", language, low=low, high=high)
        if self.top <= self.limits[number]:
            code = "picture_class_from" if self.top < self.limits[number] else "picture_class_one"
            return say(code, language, low=low)
        return say("picture_class_to", language, low=low, high=scaled_text(self.top, self.places, language))


def classes_of(wholes: Sequence[int] | Figures, places: int, choice: PictureChoice) -> MapClasses:
    """Classes of published figures, in units of 10^-places. A 0 is in none. Raises picture_class_count, picture_limits
    (own limits that are no ascending numbers with the shown decimals, or above the least figure)."""
    every = np.asarray(wholes, dtype=np.int64)
    figures = np.sort(every[every != 0])
    if not 3 <= choice.class_count <= MOST_CLASSES:
        raise InputError("picture_class_count", least=3, most=MOST_CLASSES)
    if not len(figures):
        return MapClasses((), 0, places, (), len(every))
    if choice.classes == "own":
        starts = _own(choice.limits, places, int(figures[0]), held=choice.held)
    else:
        make = {"quantiles": _quantiles, "width": _equal_width, "breaks": _natural}[choice.classes]
        starts = make(figures, choice.class_count)
    limits, below = tuple(sorted(set(starts))), 0
    if choice.around:
        top = max(int(figures[-1]), limits[-1] if choice.held else 0)
        limits, below = _around(limits, _scaled([choice.around], places)[0], top)
    ends = [*np.searchsorted(figures, limits[1:]).tolist(), len(figures)]
    counts = tuple(end - begin for begin, end in pairwise([0, *ends]))
    return MapClasses(limits, int(figures[-1]), places, counts, len(every) - len(figures), below)


def _around(limits: tuple[int, ...], value: int, top: int) -> tuple[tuple[int, ...], int]:
    """Limits of which the one nearest to a value is that value, and how many lie below it; the same where no figure is
    below it, or none from it on."""
    if not limits[0] < value <= top:
        return limits, 0
    if value not in limits:
        nearest = min(limits[1:], key=lambda limit: abs(limit - value), default=None)
        limits = tuple(sorted({*(limit for limit in limits if limit != nearest), value}))
    return limits, limits.index(value)


def _scaled(texts: Sequence[str], places: int) -> list[int]:
    """Numbers that a person wrote, in units of 10^-places. Raises picture_limits."""
    try:
        scaled = [Decimal(text.strip().replace(",", ".")).scaleb(places) for text in texts]
    except InvalidOperation as fault:
        raise InputError("picture_limits", places=places) from fault
    whole = [int(limit) for limit in scaled if limit.is_finite() and limit == limit.to_integral_value()]
    if len(whole) < len(texts):
        raise InputError("picture_limits", places=places)
    return whole


def _own(texts: Sequence[str], places: int, least: int, *, held: bool) -> list[int]:
    """Limits that a person chose. The lowest class begins at the least figure, or below it at a limit above 0. held:
    all of them are kept, in figures of every period. Raises picture_limits."""
    whole = _scaled(texts, places)
    if not 0 < len(whole) <= MOST_CLASSES + 1 or whole != sorted(set(whole)):
        raise InputError("picture_limits", places=places)
    if held:
        return [min(whole[0], least), *whole[1:]]
    return [whole[0] if 0 < whole[0] <= least else least, *(limit for limit in whole if limit > least)]


def _quantiles(figures: Figures, count: int) -> list[int]:
    """Classes with about as many figures each."""
    return [int(figures[place * len(figures) // count]) for place in range(count)]


def _equal_width(figures: Figures, count: int) -> list[int]:
    """Classes of the same width, but for rounding to a whole unit."""
    low, high = int(figures[0]), int(figures[-1])
    return [low + -(-place * (high - low) // count) for place in range(count)]


def _natural(figures: Figures, count: int) -> list[int]:
    """Classes whose figures deviate least from the means of their classes: the sum of squares is the least there is.

    Fisher (1958), On grouping for maximum homogeneity. The best beginning of the last class only moves on as figures
    are added, so each half of the figures looks at a part of the beginnings alone.
    """
    values, weights = np.unique(figures, return_counts=True)
    size = len(values)
    if size <= count:
        return [int(value) for value in values]
    # Shifted to their middle, squares stay exact in doubles for figures below 2^26.
    centred = (values - values[size // 2]).astype(np.float64)
    weight = np.concatenate([[0], np.cumsum(weights)]).astype(np.float64)
    first = np.concatenate([[0.0], np.cumsum(weights * centred)])
    second = np.concatenate([[0.0], np.cumsum(weights * centred * centred)])
    cost = second[1:] - first[1:] ** 2 / weight[1:]
    begins = []
    for classes in range(1, count):
        following, begin = np.full(size, np.inf), np.zeros(size, dtype=np.int64)
        parts = [(classes, size - 1, classes, size - 1)]
        while parts:
            low, high, least, most = parts.pop()
            if low > high:
                continue
            middle = (low + high) // 2
            # The last class holds the values from j to the middle one.
            j = np.arange(least, min(most, middle) + 1)
            sums = first[middle + 1] - first[j]
            tries = cost[j - 1] + second[middle + 1] - second[j] - sums**2 / (weight[middle + 1] - weight[j])
            best = int(tries.argmin())
            following[middle], begin[middle] = tries[best], j[best]
            parts += [(low, middle - 1, least, int(j[best])), (middle + 1, high, int(j[best]), most)]
        cost = following
        begins.append(begin)
    starts, end = [], size - 1
    for begin in reversed(begins):
        starts.append(int(values[begin[end]]))
        end = int(begin[end]) - 1
    return [*starts, int(values[0])]
