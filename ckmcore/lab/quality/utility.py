"""How far published figures are from their originals, in full: distributions that a report lists.

AD = |p - o|, RAD = |p - o| / |o|, DR = |√p - √o| of each cell; their mean, quantiles and cumulative distribution, and
means by the size of the original. Confidential, as everything that is made of originals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.measures import TableFigures

Floats = NDArray[np.float64]

QUANTILES: tuple[tuple[str, float], ...] = (
    ("min", 0.0),
    *((f"d{tenth}0", tenth / 10) for tenth in range(1, 10)),
    ("p95", 0.95),
    ("p99", 0.99),
    ("max", 1.0),
)
LIMITS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
SIZES: tuple[tuple[int, int | None], ...] = ((1, 20), (21, 50), (51, None))
"""Size classes of cells by the absolute value of the original: from, to (None: no end)."""


@dataclass(frozen=True, repr=False)
class Distances:
    """Distribution of a distance over `cells` cells. Confidential.

    quantiles: those of QUANTILES; within: pairs (limit, number of cells up to this distance) with ascending limits.
    """

    cells: int
    mean: float
    quantiles: tuple[float, ...]
    within: tuple[tuple[float, int], ...]

    def __repr__(self) -> str:
        return f"Distances({self.cells} cells, confidential)"

    def quantile(self, name: str) -> float:
        """Quantile by its name in QUANTILES, such as "p95"; "d50" is the median."""
        return self.quantiles[[called for called, _ in QUANTILES].index(name)]

    @property
    def largest(self) -> float:
        return self.quantiles[-1]


@dataclass(frozen=True, repr=False)
class SizeClass:
    """Measured cells with |original| from `low` to `high` (None: unbounded). Means are 0 without cells."""

    low: int
    high: int | None
    cells: int
    unchanged: int
    mean_absolute: float
    mean_relative: float

    def __repr__(self) -> str:
        return f"SizeClass({self.low} to {self.high}, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class Utility:
    """Distances of a table and its size classes. Confidential.

    relative: over cells with an original other than 0, and correctly published zeros with distance 0; roots: of square
    roots, None where a figure is negative.
    """

    absolute: Distances
    relative: Distances
    roots: Distances | None
    sizes: tuple[SizeClass, ...]

    def __repr__(self) -> str:
        return f"Utility({self.absolute.cells} cells, confidential)"


def utility_of(figures: TableFigures, *, with_empty: bool = False) -> Utility:
    """Distributions over shown cells with an original other than 0, or, with_empty, over all shown cells."""
    scale = 10.0**figures.places
    chosen = ((figures.original != 0) | with_empty) & figures.shown
    original, published = figures.original[chosen] / scale, figures.published[chosen] / scale
    absolute = np.abs(published - original)
    has_error = (original != 0) | (published == 0)
    relative = absolute[has_error] / np.where(original == 0, 1.0, np.abs(original))[has_error]
    plain = not ((original < 0).any() or (published < 0).any())
    return Utility(
        distances(absolute),
        distances(relative),
        distances(np.abs(np.sqrt(published) - np.sqrt(original))) if plain else None,
        tuple(_size_class(low, high, original, absolute) for low, high in SIZES),
    )


def distances(numbers: Floats, limits: Sequence[float] = LIMITS) -> Distances:
    """Distribution of distances, with quantiles of type 7. limits: of the cumulative distribution."""
    cells, ordered = len(numbers), np.sort(numbers)
    if not cells:
        return Distances(0, 0.0, (0.0,) * len(QUANTILES), tuple((limit, 0) for limit in limits))
    quantiles = [float(row_quantile(ordered[None], np.array([cells]), quantile)[0]) for _, quantile in QUANTILES]
    within = np.searchsorted(ordered, limits, side="right")
    return Distances(cells, float(numbers.mean()), tuple(quantiles), tuple(zip(limits, within.tolist(), strict=True)))


def row_means(numbers: Floats) -> Floats:
    """Mean of each row without its nan; nan for a row of nan only."""
    is_number = ~np.isnan(numbers)
    number_count = is_number.sum(axis=1)
    means: Floats = np.where(is_number, numbers, 0.0).sum(axis=1) / np.where(number_count > 0, number_count, np.nan)
    return means


def row_quantile(rows: Floats, many: NDArray[np.int64], at: float) -> Floats:
    """Quantile of type 7 of the first `many` numbers of each sorted row; nan where there are none. at: quantile in [0,
    1]."""
    last_rank = np.maximum(many - 1, 0)
    index_array = last_rank * at
    low = np.floor(index_array).astype(np.int64)
    below, above = (
        np.take_along_axis(rows, neighbour[:, None], axis=1)[:, 0]
        for neighbour in (low, np.minimum(low + 1, last_rank))
    )
    with np.errstate(invalid="ignore"):
        step = np.where(low < last_rank, above - below, 0.0)
        quantile: Floats = np.where(many > 0, below + (index_array - low) * step, np.nan)
    return quantile


def _size_class(low: int, high: int | None, original: Floats, absolute: Floats) -> SizeClass:
    size = np.abs(original)
    # Figures with decimals lie between whole numbers: a class reaches up to where the next one begins.
    in_class = (size > 0 if low == SIZES[0][0] else size >= low) & (True if high is None else size < high + 1)
    noise, size = absolute[in_class], size[in_class]
    return SizeClass(
        low,
        high,
        len(noise),
        int((noise == 0).sum()),
        float(noise.mean()) if len(noise) else 0.0,
        float((noise / size).mean()) if len(noise) else 0.0,
    )
