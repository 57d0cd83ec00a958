"""What a method does to a distribution of counts on average over the keys: exact, without drawing anything.

Cell keys are uniform, so the noise of a count has the distribution of its row, whatever the table around it. What
depends on several cells together, such as gaps between parts and total, is left to `monte_carlo`. Confidential where
the distribution of counts is taken from a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.quality.utility import SIZES
from ckmcore.lab.risk.attack import count_values
from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.method import Method, noise_of
from ckmcore.ptable import PTable
from ckmcore.ptable.model.criteria import Criteria
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.shown_cells import shown_cells

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class CountDistribution:
    """Number of cells by original count. exempt: further cells that are published unchanged."""

    cells: Mapping[int, float]
    exempt: Mapping[int, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"CountDistribution({len(self.cells)} counts, confidential)"


@dataclass(frozen=True)
class RowExpectation:
    """Noise of one count: its criteria, the probability that it is unchanged, and the variance about the count."""

    count: int
    criteria: Criteria
    unchanged: float
    variance: float


@dataclass(frozen=True, repr=False)
class Expected:
    """Means over cells, in expectation over the keys. cells: expected number of shown figures. Confidential.

    unchanged: share of unchanged cells; variance: mean of v²; mean_relative, mean_root: means of |v| / i and |√j - √i|
    (0 for empty cells), with original i and published j = i + v; false_zeros: number of non-empty cells published as 0.
    """

    cells: float
    criteria: Criteria
    unchanged: float
    variance: float
    mean_relative: float
    mean_root: float
    false_zeros: float

    def __repr__(self) -> str:
        return f"Expected({self.cells:g} cells, confidential)"


@dataclass(frozen=True, repr=False)
class ExpectedSize:
    """Expectations for cells with a count from `low` to `high` (None: unbounded): share unchanged, mean |v|, mean |v| /
    i."""

    low: int
    high: int | None
    cells: float
    unchanged: float
    mean_absolute: float
    mean_relative: float

    def __repr__(self) -> str:
        return f"ExpectedSize({self.low} to {self.high}, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class Expectation:
    """Expectations of a method over a distribution of counts. Confidential.

    rows: for each count with its own noise, from 0 on; the last row of a perturbation table covers all larger counts.
    without_empty, with_empty: over the cells without and with empty ones, None where there are none. noise: pairs (v,
    expected number of non-empty cells with this noise), ascending.
    """

    rows: tuple[RowExpectation, ...]
    without_empty: Expected | None
    with_empty: Expected | None
    sizes: tuple[ExpectedSize, ...]
    noise: tuple[tuple[int, float], ...]

    def __repr__(self) -> str:
        return f"Expectation({len(self.rows)} rows, confidential)"


def count_distribution(raws: Sequence[RawTable]) -> CountDistribution:
    """Distribution of the counts of all cells shown in some tables; a cell shown repeatedly counts repeatedly. Raises
    attack_needs_counts."""
    counts: dict[bool, dict[int, float]] = {False: {}, True: {}}
    for raw in raws:
        numbers = count_values(raw.spec)
        if not numbers:
            raise InputError("attack_needs_counts")
        masks = shown_cells(raw.spec, raw.blocks)
        for number in numbers:
            for block, mask in zip(raw.part(raw.spec.values[number].own_filter), masks, strict=True):
                exempt = np.zeros(block.shape, dtype=np.bool_) if block.exempt is None else block.exempt
                for is_exempt, tally in counts.items():
                    values, cells = np.unique(block.counts[mask & (exempt == is_exempt)], return_counts=True)
                    for value, many_cell in zip(values.tolist(), cells.tolist(), strict=True):
                        tally[value] = tally.get(value, 0.0) + many_cell
    return CountDistribution(counts[False], counts[True])


def expectation(
    source: PTable | Method, counts: CountDistribution | Mapping[int, float], *, modulus: int | None = None
) -> Expectation:
    """Expectations of a perturbation table or method over a distribution of counts.

    counts: number of cells by count; modulus: of the keys, where coarse keys shift probabilities, None for arbitrarily
    fine keys. For methods that replace figures by signs, means are over shown figures: Σ P(shown, changed) / Σ
    P(shown). Raises expectation_unknown_method, ptable_needs_integer_keys.
    """
    given_counts = counts if isinstance(counts, CountDistribution) else CountDistribution(counts)
    values = np.array(sorted({*given_counts.cells, *given_counts.exempt}), dtype=np.int64)
    cells = np.array([given_counts.cells.get(value, 0.0) for value in values.tolist()], dtype=np.float64)
    exempt = np.array([given_counts.exempt.get(value, 0.0) for value in values.tolist()], dtype=np.float64)
    over = Noise.of(source, values, modulus)
    own_counts = np.arange(noise_of(source).rows, dtype=np.int64)
    filled = values > 0
    return Expectation(
        Noise.of(source, own_counts, modulus).rows(),
        over.expected(np.where(filled, cells, 0.0), np.where(filled, exempt, 0.0)),
        over.expected(cells, exempt),
        tuple(over.size(low, high, cells, exempt) for low, high in SIZES),
        over.distribution(np.where(filled, cells, 0.0), np.where(filled, exempt, 0.0)),
    )


@dataclass(frozen=True, eq=False)
class Noise:
    """Noise of counts. v, p: values and their probabilities, one row per count, padded with p = 0.

    shown: P(v and the figure is shown); shown_unchanged: whether a figure published unchanged is shown.
    """

    counts: Ints
    v: Ints
    p: Floats
    source: CountNoise

    @cached_property
    def shown(self) -> Floats:
        return np.where(self.source.is_shown(self.counts[:, None] + self.v), self.p, 0.0)

    @cached_property
    def shown_unchanged(self) -> Floats:
        return self.source.is_shown(self.counts).astype(np.float64)

    @classmethod
    def of(cls, source: PTable | Method, counts: Ints, modulus: int | None = None) -> Noise:
        """Noise of `counts` under keys of a modulus (None: arbitrarily fine). Raises expectation_unknown_method."""
        noise = noise_of(source)
        return cls(counts, *noise.chances(counts, modulus), noise)

    def mean(self, figures: NDArray[Any]) -> Floats:
        """Mean of `figures` over the perturbations, for each count; figures: one for each entry of `v`."""
        mean: Floats = (figures * self.p).sum(axis=1)
        return mean

    @property
    def size_of_noise(self) -> Ints:
        return np.abs(self.v)

    def rows(self) -> tuple[RowExpectation, ...]:
        size = self.size_of_noise
        columns = [
            self.mean(size),
            self.mean(size <= 1),
            self.mean(size >= 3),
            self.mean(size >= 4),
            self.mean(size == 0),
            self.mean(size * size),
        ]
        return tuple(
            RowExpectation(count, Criteria(*row[:4]), row[4], row[5])
            for count, row in zip(self.counts.tolist(), np.stack(columns, axis=1).tolist(), strict=True)
        )

    def expected(self, cells: Floats, exempt: Floats) -> Expected | None:
        """Means over cells. cells, exempt: number of perturbed and of unchanged cells by count. None where no figure is
        shown."""
        p, official = self.shown, float(exempt @ self.shown_unchanged)
        every = float(cells @ p.sum(axis=1)) + official
        if every <= 0:
            return None
        size, at_least_one = self.size_of_noise, np.maximum(self.counts, 1)
        roots = np.abs(np.sqrt(self.counts[:, None] + self.v) - np.sqrt(self.counts)[:, None])

        def over(figures: NDArray[Any], of_unchanged: float = 0.0) -> float:
            return (float((figures * p).sum(axis=1) @ cells) + of_unchanged * official) / every

        return Expected(
            every,
            Criteria(over(size), over(size <= 1, 1.0), over(size >= 3), over(size >= 4)),
            over(size == 0, 1.0),
            over(size * size),
            over(size / at_least_one[:, None]),
            over(roots),
            every * over((self.counts[:, None] > 0) & (self.counts[:, None] + self.v == 0)),
        )

    def size(self, low: int, high: int | None, cells: Floats, exempt: Floats) -> ExpectedSize:
        """Means over the counts from `low` to `high` (None: unbounded); 0 without cells. cells, exempt: as of
        `expected`."""
        in_class = (self.counts >= low) & (True if high is None else self.counts <= high)
        expected = self.expected(np.where(in_class, cells, 0.0), np.where(in_class, exempt, 0.0))
        if expected is None:
            return ExpectedSize(low, high, 0.0, 0.0, 0.0, 0.0)
        mean = expected.criteria.mean_absolute
        return ExpectedSize(
            low, high, expected.cells, expected.unchanged * expected.cells, mean, expected.mean_relative
        )

    def distribution(self, cells: Floats, exempt: Floats) -> tuple[tuple[int, float], ...]:
        """Expected number of cells for each noise value, as pairs. cells, exempt: as of `expected`."""
        values, where = np.unique(self.v, return_inverse=True)
        value_cells = np.bincount(where.ravel(), (self.shown * cells[:, None]).ravel(), len(values))
        cells_by_noise = {
            v: cell_count for v, cell_count in zip(values.tolist(), value_cells.tolist(), strict=True) if cell_count > 0
        }
        if exempt.any():
            cells_by_noise[0] = cells_by_noise.get(0, 0.0) + float(exempt @ self.shown_unchanged)
        return tuple(sorted(cells_by_noise.items()))
