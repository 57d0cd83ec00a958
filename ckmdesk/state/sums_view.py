"""View of the design of sums: the curve of the scaling, the rows of the table, and the cells of the current table.

Pure functions; what is of cells is confidential and stays on the methodologist's page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.sum_presets import SumPreset
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.tabulate.magnitudes import RawMagnitude
from ckmcore.tabulate.notebook import sum_of
from ckmcore.tabulate.spec import Block, Level, TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
POINTS = 121
BINS = 24
# How far the curve is shown beyond the bend, and where it begins, while no cells say another.
BEYOND, BEFORE = 30.0, 1000.0
# A level of more categories has no totals that one would look at one by one.
MOST_TOTALS = 60
_LOOKED_AT = 20_000


@dataclass(frozen=True, eq=False)
class CellSizes:
    """The largest contributions |x1| of cells, ascending, and the sums |x| they belong to; confidential."""

    largest: Floats
    sums: Floats

    def __repr__(self) -> str:
        return f"CellSizes({len(self.largest)} cells, confidential)"

    def ratios(self, scaling: Scaling) -> Floats:
        """a = |x / x_δ| of each cell in the first step."""
        unit = np.minimum(self.largest * scaling.m(self.largest), self.sums)
        ratios: Floats = np.where(unit > 0, self.sums / np.where(unit > 0, unit, 1.0), 0.0)
        return ratios

    def quantiles(self, shares: Sequence[float] = (0.5, 0.9, 0.99)) -> tuple[float, ...]:
        """Sizes below which a share of the cells lies."""
        return tuple(np.quantile(self.largest, shares).tolist()) if len(self.largest) else ()


@dataclass(frozen=True, eq=False)
class Curve:
    """The curve m(z) of a scaling with z_s, λ and the sizes of cells.

    `unsafe_from` is the size from which a contribution alone in its cell would be known too well without λ (None: no
    size; 0: any). `others` are the scalings of other variants by name.
    """

    scaling: Scaling
    small_from: float = 0.0
    least_noise: float = 0.0
    unsafe_from: float | None = None
    sizes: CellSizes | None = None
    others: tuple[tuple[str, Scaling], ...] = ()

    @property
    def ends(self) -> tuple[float, float]:
        """The smallest and the largest size that are shown."""
        wanted_sizes = [size for size in (self.scaling.bend, self.small_from) if size]
        if self.sizes is not None and len(self.sizes.largest):
            wanted_sizes += [float(self.sizes.largest[0]), float(self.sizes.largest[-1])]
        if not wanted_sizes:
            return 1.0, 1e6
        bend = self.scaling.bend or wanted_sizes[0]
        low = min([*wanted_sizes, max(bend / BEFORE, 1e-9)])
        high = max([*wanted_sizes, bend * BEYOND])
        return 10.0 ** math.floor(math.log10(low)), 10.0 ** math.ceil(math.log10(high))

    @property
    def points(self) -> Floats:
        """Return the sizes at which the curve is evaluated, ascending, including the bend."""
        low, high = self.ends
        sizes = np.logspace(math.log10(low), math.log10(high), POINTS)
        return np.unique(np.append(sizes, self.scaling.bend)) if self.scaling.bend else sizes

    def m(self, sizes: Floats) -> Floats:
        """The unit of noise as a share of the contribution."""
        return self.scaling.m(sizes, self.small_from)


@dataclass(frozen=True)
class RatioRow:
    """A row of a table for sums: type, ratio, probabilities by v, and variance.

    `wanted` is the requested variance (None: not known), `cells` the number of cells of the current table that use the
    row (None: no data).
    """

    type: str
    ratio: float
    is_last: bool
    distribution: dict[float, float]
    variance: float
    wanted: float | None
    cells: int | None = None

    @property
    def mean_abs(self) -> float:
        """Return E|v|."""
        return sum(p * abs(v) for v, p in self.distribution.items())

    @property
    def lacks(self) -> bool:
        """Whether the row cannot have the variance that was wanted."""
        return self.wanted is not None and self.variance < self.wanted - 1e-6


def rows_of(
    table: MagnitudePTable, scaling: Scaling, sizes: CellSizes | None = None, wanted: Mapping[str, float] | None = None
) -> tuple[RatioRow, ...]:
    """Return the rows of a table except row 0; a cell counts for the row at or below its ratio.

    `wanted` gives the requested variance by type, for a table whose record does not have it.
    """
    ratio_rows, wanted_by_type = [], wanted or {}
    for magnitude_part in table.parts:
        rows = [row_index for row_index, ratio in enumerate(magnitude_part.rows) if ratio > 0]
        cells: list[int | None] = [None] * len(rows)
        if sizes is not None and magnitude_part.type != "small_cells":
            ratios = np.array([magnitude_part.rows[at] for at in rows])
            at_row = np.clip(np.searchsorted(ratios, sizes.ratios(scaling), side="right") - 1, 0, None)
            cells = list(np.bincount(at_row, minlength=len(rows)).tolist())
        for row_index, row_number in enumerate(rows):
            report = magnitude_part.reports[row_number]
            ratio_rows.append(
                RatioRow(
                    magnitude_part.type,
                    magnitude_part.rows[row_number],
                    row_index == len(rows) - 1,
                    magnitude_part.row_distribution(row_number),
                    report.variance,
                    wanted_by_type.get(magnitude_part.type)
                    if report.wanted_variance is None
                    else report.wanted_variance,
                    cells[row_index],
                )
            )
    return tuple(ratio_rows)


def sizes_of(data: Microdata, spec: TableSpec, magnitude: str, cancelled: Callable[[], bool]) -> CellSizes:
    """Compute largest contributions and sums of the cells of a table with contributors; confidential."""
    asked_spec = laid_out(spec, data).with_changes(values=(sum_of(magnitude),))
    raw = tabulate(data, asked_spec, cancelled=cancelled)
    pairs = [_sizes(block.magnitudes[magnitude]) for block in raw.blocks]
    largest, sums = (np.concatenate([pair[index] for pair in pairs]) for index in range(2))
    order = np.argsort(largest, kind="stable")
    return CellSizes(largest[order], sums[order])


def _sizes(raw_magnitude: RawMagnitude) -> tuple[Floats, Floats]:
    """Return |x1| and |x| of the cells with contributors, in the unit of the magnitude."""
    scale, has_contributors = 10.0 ** -(raw_magnitude.decimals or 0), raw_magnitude.contributors > 0
    largest = np.abs(raw_magnitude.largest[has_contributors][:, 0].astype(np.float64)) * scale
    return largest, np.abs(raw_magnitude.sums[has_contributors].astype(np.float64)) * scale


@dataclass(frozen=True, repr=False)
class Total:
    """A total of the first level of a variable: its name, sum and largest contribution; confidential."""

    name: str
    sum: float
    largest: float

    def __repr__(self) -> str:
        return "Total(confidential)"


def totals_of(data: Microdata, magnitude: str, language: Language, cancelled: Callable[[], bool]) -> list[Total]:
    """Compute totals of the first level of each variable with few categories there."""
    totals = []
    for name, dimension in data.dimensions.items():
        if dimension.hierarchy is None and len(dimension.codes) > MOST_TOTALS:
            continue
        raw = tabulate(
            data,
            TableSpec(rows=[Level(name, depths=(0,))], values=(sum_of(magnitude),)),
            cancelled=cancelled,
        )
        (block,) = raw.blocks
        nodes, sums = block.dimensions[0].nodes, block.magnitudes[magnitude]
        if len(nodes) > MOST_TOTALS:
            continue
        has_contributors = sums.contributors.ravel() > 0
        labels = [node.label.text(language) or str(node.code) for node in nodes]
        called = [text for text, some in zip(labels, has_contributors.tolist(), strict=True) if some]
        largest, x = _sizes(sums)
        totals += [
            Total(*total_fields)
            for total_fields in zip(called, x.tolist(), largest.tolist(), strict=True)
            if total_fields[1] > 0
        ]
    return totals


def fitting_preset(column: NumberColumn) -> SumPreset:
    """Choose a preset for a magnitude by how far the 99 % point of its values lies above the median.

    Bounded ones are like months, mildly skewed ones like wages, very skewed ones like turnover. A sample of some ten
    thousand values is used.
    """
    if not isinstance(column.values, np.ndarray):
        return "wages"  # of a store, whose values lie in files
    values = column.values[:: max(1, len(column.values) // _LOOKED_AT)]
    values = np.abs(values[values != 0])
    if not len(values):
        return "wages"
    middle, high = np.quantile(values, [0.5, 0.99])
    return "durations" if high < 4 * middle else "wages" if high < 30 * middle else "turnover"


def laid_out(spec: TableSpec, data: Microdata) -> TableSpec:
    """Return the current table; if it has no variable in rows or columns, with the first variable as rows."""
    some = any(block.levels for block in (*spec.rows, *spec.columns))
    if some:
        return spec
    first = next(iter(data.dimensions))
    return spec.with_changes(rows=(Block((Level(first),)),))
