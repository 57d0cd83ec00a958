"""Examination: what a method did to each cell. Confidential; the only source of originals, noise and look-up stories.

It shares no base class with ProtectedTable, and exporters may not import it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import AllCells, Cells, ListedCells
from ckmcore.tabulate.spec import Code, Condition, Measure, TableSpec

Conditions = tuple[Condition, ...]


@dataclass(frozen=True, eq=False, repr=False)
class NoiseStep:
    """One step of the noise of magnitudes, arrays of cells: its unit x_δ, the ratio a = |x / x_δ|, the key looked up,
    the noise v, and what was added to the sum.

    `small`: v is from the table for small values. Where the unit is 0, nothing happens in this step.
    """

    unit: NDArray[np.float64]
    ratio: NDArray[np.float64]
    key: NDArray[np.uint64]
    v: NDArray[np.float64]
    amount: NDArray[np.float64]
    small: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class ExaminedMagnitude:
    """Sums of a magnitude, arrays per cell: originals and published, unrounded; contributors and the cell key (None:
    no keys) that count for its noise; which cells are sensitive; the steps that led from the one to the other.
    divided_by: original and published numbers that means divide by, unrounded (None: all records of the cell)."""

    values: NDArray[np.float64]
    published: NDArray[np.float64]
    contributors: NDArray[np.int64]
    cell_keys: NDArray[np.uint64] | None
    sensitive: NDArray[np.bool_]
    steps: tuple[NoiseStep, ...] = ()
    divided_by: tuple[NDArray[Any], NDArray[Any]] | None = None

    def __repr__(self) -> str:
        return f"ExaminedMagnitude(shape {self.values.shape}, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class ExaminedBlock:
    """Arrays per cell, all of the block's shape. `cell_keys`, `key_sums` and `rows_used` are None without keys.

    noise = published - original of counts; `weighted` and `published_weighted` are unrounded (float64) or None.
    `magnitudes`: the sums that the method publishes, by what they are made of. listed: as of a `RawBlock`.
    """

    dimensions: tuple[AxisDimension, ...]
    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    cell_keys: NDArray[np.uint64] | None
    modular: bool
    modulus: int | None
    key_digits: int | None
    rows_used: NDArray[np.int64] | None
    noise: NDArray[np.int64]
    published: NDArray[np.int64]
    weighted: NDArray[np.float64] | None = None
    published_weighted: NDArray[np.float64] | None = None
    magnitudes: Mapping[Measure, ExaminedMagnitude] = field(default_factory=dict)
    listed: ListedCells | None = None

    @property
    def cells(self) -> Cells:
        """The cells that the arrays hold."""
        return self.listed or AllCells(self.counts.shape)

    def unchanged(self, cells: NDArray[np.bool_] | None) -> ExaminedBlock:
        """The same where some cells are exempt: their counts are published as they are."""
        if cells is None or not cells.any():
            return self
        weighted = self.published_weighted
        if weighted is not None and self.weighted is not None:
            weighted = np.where(cells, self.weighted, weighted)
        return replace(
            self,
            noise=np.where(cells, 0, self.noise),
            published=np.where(cells, self.counts, self.published),
            published_weighted=weighted,
        )

    def __repr__(self) -> str:
        return f"ExaminedBlock(shape {self.counts.shape}, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class OriginalBlock:
    """The figures of a block before any method, one array for each value (scaled by 10^places), and their signs."""

    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...] | None

    def __repr__(self) -> str:
        return f"OriginalBlock(shape {self.figures[0].shape}, confidential)"


@checked
@dataclass(frozen=True, eq=False, repr=False)
class Examination:
    """What a method did to every cell of a raw table; `parts` by the own filter of values, `blocks` of the first.

    >>> seen = ckm.examine(raw, ckm.CellKeyMethod(ptable))
    >>> seen
    Examination((4, 3), confidential)
    >>> seen.blocks[0].noise
    array([[ 1, -4,  1],
           [ 0,  0, -1],
           [ 0, -2,  0],
           [ 0,  0, -2]])
    """

    spec: TableSpec
    blocks: tuple[ExaminedBlock, ...]
    parts: Mapping[Conditions, tuple[ExaminedBlock, ...]] = field(default_factory=dict)

    def part(self, conditions: Conditions) -> tuple[ExaminedBlock, ...]:
        """The blocks of the records that meet the own filter of a value."""
        return self.parts.get(conditions, self.blocks)

    def __repr__(self) -> str:
        return f"Examination({' + '.join(str(block.counts.shape) for block in self.blocks)}, confidential)"


@dataclass(frozen=True, repr=False)
class StoryStep:
    """One step of the noise of a sum: unit x_δ, ratio a, the key as text, the rows of the table on both sides of the
    ratio (the same where it is one of them), noise v and what was added. `small`: from the table for small values."""

    unit: float
    ratio: float
    key: str
    rows: tuple[float, float]
    v: float
    amount: float
    small: bool


@dataclass(frozen=True, repr=False)
class MagnitudeStory:
    """The story of a sum of one cell: original and published, unrounded; contributors, the key, step by step."""

    measure: Measure
    value: float
    published: float
    contributors: int
    cell_key: str
    sensitive: bool
    steps: tuple[StoryStep, ...]

    def __repr__(self) -> str:
        return f"MagnitudeStory({self.measure.magnitude!r}, confidential)"


@checked
@dataclass(frozen=True, repr=False)
class Explanation:
    """The story of one cell: records, key sum, cell key, the interval of the row that it fell into, noise, published.

    `key_sum`, `cell_key`, `lower`, `upper` are decimals or integers as text with all digits (None without keys);
    `key_sum` is None where only the sum modulo M is known. `magnitudes`: the story of each sum of the cell.

    >>> told = ckm.explain(raw, ckm.CellKeyMethod(ptable), {"NUTS": "AT11", "SEX": "2"})
    >>> told
    Explanation({'NUTS': 'AT11', 'SEX': '2'}, confidential)
    >>> told.count, told.cell_key, told.noise, told.published
    (140, '0.206902956', -1, 139)
    """

    address: dict[str, Code]
    count: int
    noise: int
    published: int
    key_sum: str | None = None
    cell_key: str | None = None
    cell_key_fraction: float | None = None
    row: int | None = None
    interval: int | None = None
    lower: float | None = None
    upper: float | None = None
    weighted: float | None = None
    published_weighted: float | None = None
    magnitudes: tuple[MagnitudeStory, ...] = ()

    def __repr__(self) -> str:
        return f"Explanation({self.address}, confidential)"
