"""Quantiles from published counts of declared classes, so that anybody can compute them again; magnitudes.md 3.

t = L + w (q N' - C') / f' in the first class whose cumulated published count reaches q N'; N' is the sum of the
published counts themselves. What stands in the place of a figure depends on published counts and declared numbers only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.protected import Sign
from ckmcore.microdata.classes import QuantileClasses
from ckmcore.tabulate.answers import check_quantile

Floats = NDArray[np.float64]
# So many published records lie on either side of a quantile that is shown.
LEAST_BEYOND = 10
# The standard deviation of a quantile is this part of the width of its class, at most.
_SD_IN_WIDTH = 8


@dataclass(frozen=True)
class ClassEdges:
    """The edges of declared classes, ascending: class n is [edge n, edge n + 1); the last one may be open (None). Whole
    numbers from a to b are the class from a to b + 1. Raises QuantileClasses."""

    edges: tuple[float | None, ...]

    def __post_init__(self) -> None:
        given = self.edges[:-1] if self.edges and self.edges[-1] is None else self.edges
        closed = [one for one in given if one is not None]
        rising = all(one < other for one, other in pairwise(closed))
        if len(closed) < len(given) or len(self.edges) < 2 or not rising:
            raise QuantileClasses(found=[*self.edges])

    @property
    def count(self) -> int:
        """How many classes there are."""
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
        """The width of each class; nan: it is open."""
        last = np.nan if self.edges[-1] is None else self.edges[-1]
        return np.diff(np.append(self.lower, last))


@dataclass(frozen=True, eq=False, repr=False)
class PublishedQuantiles:
    """Quantiles of cells: figures, nan where none is shown, and the sign that stands there."""

    figures: Floats
    signs: NDArray[np.uint8]


def interpolated(counts: Floats, classes: ClassEdges, q: float) -> Floats:
    """The quantile of each cell; counts: of its classes, in the last axis. nan: no records, or in an open class."""
    cumulated = np.cumsum(counts, axis=-1, dtype=np.float64)
    wanted = q * cumulated[..., -1:]
    # The first class with records whose sum reaches the quantile: at a bound the lower class wins.
    reached = (counts > 0) & (cumulated >= wanted - 1e-9 * np.maximum(wanted, 1))
    at = reached.argmax(axis=-1)[..., np.newaxis]
    there = reached.any(axis=-1)
    inside = np.take_along_axis(counts, at, axis=-1)[..., 0].astype(np.float64)
    before = np.take_along_axis(cumulated, at, axis=-1)[..., 0] - inside
    share = np.divide(wanted[..., 0] - before, inside, out=np.full(before.shape, np.nan), where=there & (inside > 0))
    found: Floats = classes.lower[at[..., 0]] + classes.widths[at[..., 0]] * share
    return found


def published_quantiles(
    counts: NDArray[np.int64],
    classes: ClassEdges,
    q: float,
    *,
    least_in_class: int = 0,
    weighted: NDArray[np.int64] | None = None,
) -> PublishedQuantiles:
    """The quantile of each cell from published counts of its classes (last axis), or from the `weighted` counts: how
    many records there are is then still asked of the others.

    `x` stands where it falls in the open class, or fewer than 10 published records lie on one of its sides; `/` where
    the class it falls in has fewer than `least_in_class` published records: too uncertain. Raises QuantileExtreme.
    """
    check_quantile(q)
    taken = counts if weighted is None else weighted
    figures = interpolated(taken.astype(np.float64), classes, q)
    total = np.where(taken.sum(axis=-1) == 0, 0, counts.sum(axis=-1))
    few = (q * total < LEAST_BEYOND - 1e-9) | ((1 - q) * total < LEAST_BEYOND - 1e-9)
    at = _class_of(taken, q)
    inside = np.take_along_axis(counts, at[..., np.newaxis], axis=-1)[..., 0]
    signs = np.zeros(total.shape, dtype=np.uint8)
    signs[inside < least_in_class] = Sign.UNRELIABLE
    signs[np.isnan(figures) | few] = Sign.BLOCKED
    signs[total == 0] = Sign.UNKNOWN
    return PublishedQuantiles(np.where(signs == Sign.NONE, figures, np.nan), signs)


def _class_of(counts: NDArray[np.int64], q: float) -> NDArray[np.intp]:
    cumulated = np.cumsum(counts, axis=-1, dtype=np.float64)
    wanted = q * cumulated[..., -1:]
    found: NDArray[np.intp] = ((counts > 0) & (cumulated >= wanted - 1e-9 * np.maximum(wanted, 1))).argmax(axis=-1)
    return found


def proposed_least(classes: int, q: float, variance: float) -> int:
    """How many published records a class must have so that the noise of a quantile in it has a standard deviation of an
    eighth of its width at most, wherever it falls: ⌈8 √(V · [b (1-q)² + (q-s)² + (m-b-1) q²])⌉ at its largest."""
    most = max(before * (1 - q) ** 2 + max(q, 1 - q) ** 2 + (classes - before - 1) * q**2 for before in range(classes))
    return math.ceil(_SD_IN_WIDTH * math.sqrt(variance * most) - 1e-9)


def least_in_class(noise: CountNoise, classes: int, q: float) -> int:
    """What is proposed under a method: by the variance of its noise of large counts."""
    counts = np.arange(noise.rows, dtype=np.int64)[-max(noise.base, 1) :]
    values, chances = noise.chances(counts)
    return proposed_least(classes, q, float((chances * values.astype(np.float64) ** 2).sum(axis=-1).mean()))


def quantile_variance(counts: Sequence[float], classes: ClassEdges, q: float, variance: float) -> float:
    """Var of a quantile through the noise of class counts, whose keys are independent: classes are disjoint (3.3).

    (w/f)² V [b (1-q)² + (q-s)² + (m-b-1) q²], b classes before that of the quantile, s its place in it.
    """
    array = np.array(counts, dtype=np.float64)
    at = int(_class_of(array.astype(np.int64), q))
    inside, before = array[at], array[:at].sum()
    place = (q * array.sum() - before) / inside
    many = at * (1 - q) ** 2 + (q - place) ** 2 + (len(array) - at - 1) * q**2
    return float((classes.widths[at] / inside) ** 2 * variance * many)
