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
    """One step of the noise of sums, as arrays over cells. unit: x_δ; ratio: a = |x / x_δ|; key: looked-up key; v:
    noise; amount: added to the sum.

    small: v is from the table for small values. Where the unit is 0, the step changes nothing.
    """

    unit: NDArray[np.float64]
    ratio: NDArray[np.float64]
    key: NDArray[np.uint64]
    v: NDArray[np.float64]
    amount: NDArray[np.float64]
    small: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class ExaminedMagnitude:
    """Sums of a magnitude before and after protection, as arrays over cells, unrounded. contributors, cell_keys: those
    used for the noise, keys None without keys; sensitive: mask; steps: of the noise.

    divided_by: original and published numbers by which means divide, unrounded, None where these are all records of the
    cell.
    """

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
    """Effect of a method on a block, as arrays over cells in the block's shape. `cell_keys`, `key_sums` and `rows_used`
    are None without keys.

    noise: published minus original count; weighted, published_weighted: unrounded (float64) or None; magnitudes:
    published sums by measure; listed: as of `RawBlock`.
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
        """The block with the original counts published where cells are exempt. cells: mask, or None."""
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
    """Figures of a block before protection, one array for each value (scaled by 10^places), with signs."""

    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...] | None

    def __repr__(self) -> str:
        return f"OriginalBlock(shape {self.figures[0].shape}, confidential)"


@checked
@dataclass(frozen=True, eq=False, repr=False)
class Examination:
    """Effect of a method on every cell of a raw table. parts: blocks by the own filter of values; blocks: those of the
    first value.

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
        """Blocks of the records that meet a value's own filter."""
        return self.parts.get(conditions, self.blocks)

    def __repr__(self) -> str:
        return f"Examination({' + '.join(str(block.counts.shape) for block in self.blocks)}, confidential)"


@dataclass(frozen=True, repr=False)
class StoryStep:
    """Explanation of one step of a sum's noise. unit: x_δ; ratio: a; rows: ratios of the table rows on both sides of a,
    equal where a is a row; v: noise; amount: added; small: from the table for small values."""

    unit: float
    ratio: float
    key: str
    rows: tuple[float, float]
    v: float
    amount: float
    small: bool


@dataclass(frozen=True, repr=False)
class MagnitudeStory:
    """Explanation of the protected sum of one cell. value, published: original and published sum, unrounded;
    contributors: number; steps: of the noise."""

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
    """Explanation of one cell: its records, key sum, cell key, the row and interval of the perturbation table, noise
    and published count.

    `key_sum`, `cell_key`, `lower`, `upper` are texts of decimals or integers with all digits, None without keys;
    `key_sum` is None where only its value modulo M is known. magnitudes: explanation of each sum.

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
