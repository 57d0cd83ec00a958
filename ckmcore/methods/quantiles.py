"""Quantiles from published counts of declared classes, which readers can recompute; magnitudes.md 3.

t = L + w (q N' - C') / f' in the first class whose cumulated published count reaches q N'; N' is the sum of the
published counts. Signs depend on published counts and declared numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.protected import Sign
from ckmcore.microdata.classes import QuantileClasses
from ckmcore.tabulate.derived_indicators import check_quantile

Floats = NDArray[np.float64]
# So many published records lie on either side of a quantile that is shown.
LEAST_BEYOND = 10
# The standard deviation of a quantile is this part of the width of its class, at most.
_SD_IN_WIDTH = 8


@dataclass(frozen=True)
class ClassEdges:
    """Ascending edges of declared classes: class n is [edge n, edge n + 1); the last may be open (None). Whole numbers
    from a to b form the class from a to b + 1. Raises QuantileClasses."""

    edges: tuple[float | None, ...]

    def __post_init__(self) -> None:
        given_edges = self.edges[:-1] if self.edges and self.edges[-1] is None else self.edges
        closed = [edge for edge in given_edges if edge is not None]
        rising = all(edge < other for edge, other in pairwise(closed))
        if len(closed) < len(given_edges) or len(self.edges) < 2 or not rising:
            raise QuantileClasses(found=[*self.edges])

    @property
    def count(self) -> int:
        """Number of classes."""
        return len(self.edges) - 1

    @property
    def open(self) -> bool:
        """Whether the last class has no upper edge."""
        return self.edges[-1] is None

    @property
    def lower(self) -> Floats:
        """The lower edge of each class."""
        return np.array(self.edges[:-1], dtype=np.float64)

    @property
    def widths(self) -> Floats:
        """Width of each class, nan for the open one."""
        last_edge = np.nan if self.edges[-1] is None else self.edges[-1]
        return np.diff(np.append(self.lower, last_edge))


@dataclass(frozen=True, eq=False, repr=False)
class PublishedQuantiles:
    """Quantiles of cells: figures, nan where none is shown, and the sign in place of each."""

    figures: Floats
    signs: NDArray[np.uint8]


def interpolated(counts: Floats, classes: ClassEdges, q: float) -> Floats:
    """Quantile q of each cell; nan without records or in the open class. counts: of its classes, on the last axis."""
    return _interpolated(_quantile_class(counts, q), classes)


@dataclass(frozen=True, eq=False)
class _Place:
    """Position of each cell's quantile. at: index of its class; before, inside: counts below and in the class; wanted:
    q N."""

    at: NDArray[np.intp]
    before: Floats
    inside: Floats
    wanted: Floats


def _quantile_class(counts: NDArray[Any], q: float) -> _Place:
    """First class with records whose cumulated count reaches the quantile; at an edge the lower class counts. counts:
    of classes, on the last axis.

    Classes are processed one by one over all cells, so that each step reads one array.
    """
    shape, class_total = counts.shape[:-1], counts.shape[-1]
    wanted_count = q * counts.sum(axis=-1, dtype=np.float64)
    limit = wanted_count - 1e-9 * np.maximum(wanted_count, 1)
    class_index, reached = np.zeros(shape, dtype=np.intp), np.zeros(shape, dtype=np.float64)
    count_below, count_inside = np.zeros(shape, dtype=np.float64), np.zeros(shape, dtype=np.float64)
    searched = np.ones(shape, dtype=np.bool_)
    for index in range(class_total):
        class_count = counts[..., index]
        reaches = searched & (class_count > 0)
        np.copyto(count_below, reached, where=reaches)
        reached += class_count
        reaches &= reached >= limit
        np.copyto(class_index, index, where=reaches)
        np.copyto(count_inside, class_count, where=reaches)
        searched &= ~reaches
    return _Place(class_index, count_below, count_inside, wanted_count)


def _interpolated(quantile_place: _Place, classes: ClassEdges) -> Floats:
    share = np.full(quantile_place.at.shape, np.nan)
    np.divide(
        quantile_place.wanted - quantile_place.before, quantile_place.inside, out=share, where=quantile_place.inside > 0
    )
    result: Floats = classes.lower[quantile_place.at] + classes.widths[quantile_place.at] * share
    return result


def published_quantiles(
    counts: NDArray[np.int64],
    classes: ClassEdges,
    q: float,
    *,
    least_in_class: int = 0,
    weighted: NDArray[np.int64] | None = None,
) -> PublishedQuantiles:
    """Quantile q of each cell from published counts of its classes (last axis). weighted: weighted counts to use
    instead; the unweighted ones still decide on the signs.

    Sign `x` where the quantile is in the open class or fewer than 10 published records are on one side; `/` where its
    class has fewer than `least_in_class` published records and is too uncertain. Raises QuantileExtreme.
    """
    check_quantile(q)
    taken_counts = counts if weighted is None else weighted
    quantile_place = _quantile_class(taken_counts, q)
    figures = _interpolated(quantile_place, classes)
    total = counts.sum(axis=-1)
    if weighted is not None:
        total = np.where(taken_counts.sum(axis=-1) == 0, 0, total)
    few = (q * total < LEAST_BEYOND - 1e-9) | ((1 - q) * total < LEAST_BEYOND - 1e-9)
    inner_counts: NDArray[Any] = quantile_place.inside
    if weighted is not None:
        inner_counts = np.take_along_axis(counts, quantile_place.at[..., np.newaxis], axis=-1)[..., 0]
    signs = np.zeros(total.shape, dtype=np.uint8)
    signs[inner_counts < least_in_class] = Sign.UNRELIABLE
    signs[np.isnan(figures) | few] = Sign.BLOCKED
    signs[total == 0] = Sign.UNKNOWN
    return PublishedQuantiles(np.where(signs == Sign.NONE, figures, np.nan), signs)


def proposed_least(classes: int, q: float, variance: float) -> int:
    """Smallest published number of records in a class for which the noise gives a quantile in it a standard deviation
    of at most an eighth of its width, wherever it lies: the maximum of ⌈8 √(V · [b (1-q)² + (q-s)² + (m-b-1) q²])⌉.

    classes: their number m; variance: V of the noise of counts.
    """
    largest_factor = max(
        classes_below * (1 - q) ** 2 + max(q, 1 - q) ** 2 + (classes - classes_below - 1) * q**2
        for classes_below in range(classes)
    )
    return math.ceil(_SD_IN_WIDTH * math.sqrt(variance * largest_factor) - 1e-9)


def least_in_class(noise: CountNoise, classes: int, q: float) -> int:
    """Proposed `least_in_class` under a method, by the variance of its noise of large counts. classes: their number."""
    counts = np.arange(noise.rows, dtype=np.int64)[-max(noise.base, 1) :]
    values, chances = noise.chances(counts)
    return proposed_least(classes, q, float((chances * values.astype(np.float64) ** 2).sum(axis=-1).mean()))


def quantile_variance(counts: Sequence[float], classes: ClassEdges, q: float, variance: float) -> float:
    """Variance of a quantile caused by the noise of class counts, whose keys are independent since classes are disjoint
    (3.3).

    (w/f)² V [b (1-q)² + (q-s)² + (m-b-1) q²], with b classes before the quantile's class and its position s in it.
    """
    array = np.array(counts, dtype=np.float64)
    class_place = _quantile_class(array, q)
    class_index, class_count, former = int(class_place.at), float(class_place.inside), float(class_place.before)
    share_in_class = (q * array.sum() - former) / class_count
    squared_deviations = class_index * (1 - q) ** 2 + (q - share_in_class) ** 2 + (len(array) - class_index - 1) * q**2
    return float((classes.widths[class_index] / class_count) ** 2 * variance * squared_deviations)
