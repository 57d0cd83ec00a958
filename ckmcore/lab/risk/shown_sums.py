"""The shown sums of tables in a row, with their largest contributions and what draws their noise. Confidential."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts, both
from ckmcore.methods.magnitude_noise import SumCells
from ckmcore.methods.sum_law import NoiseRules, SumLaws, sum_laws
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawBlock
from ckmcore.tabulate.spec import TOTAL, Measure, TableSpec

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
# Cells whose laws are looked at at once.
_AT_ONCE, _FEW_AT_ONCE = 4096, 256
# Cells that a rule lists.
MOST_LISTED = 1000


@dataclass(frozen=True, repr=False)
class SumPlace:
    """The address of a cell below a rule of the floor, with the figure measured for it.

    `table` and `block` are indices; `codes` gives the category of each variable ("" for the total). `found` is the
    measured figure, and `within` the filters that the cell's records meet, those of the table included.
    """

    table: int
    block: int
    codes: tuple[tuple[str, str], ...]
    found: float
    within: Conditions = ()

    def __repr__(self) -> str:
        return "SumPlace(confidential)"

    @property
    def text(self) -> str:
        """Return the codes of the cell as text: `A = 1; B = *`."""
        return "; ".join(f"{name} = {code or '*'}" for name, code in self.codes)


@dataclass(frozen=True, eq=False)
class Segment:
    """The published cells of one block that have contributors: their positions in it, and the filters of the table."""

    table: int
    number: int
    conditions: Conditions
    block: RawBlock
    at: NDArray[np.intp]
    filters: Conditions = ()


@dataclass(frozen=True, eq=False)
class ShownSums:
    """All published cells of a measure in all tables, in a row.

    `segment` and `at` are the address of each cell; `top` holds its largest contributions with their signs; `sensitive`
    marks cells that are sensitive by the rules of the floor; `called` is the label of the magnitude.
    """

    measure: Measure
    segments: tuple[Segment, ...]
    segment: NDArray[np.intp]
    at: NDArray[np.intp]
    sums: SumCells
    top: Floats
    contributors: NDArray[np.int64]
    sensitive: Flags
    rules: NoiseRules
    called: Texts

    def place(self, cell: int, found: float) -> SumPlace:
        """Return the address of a cell (by index), with `found`, the figure measured for it."""
        segment = self.segments[int(self.segment[cell])]
        position = np.unravel_index(int(self.at[cell]), segment.block.shape)
        codes = tuple(
            (
                dimension.name,
                "" if dimension.nodes[int(coordinate)].code is TOTAL else str(dimension.nodes[int(coordinate)].code),
            )
            for dimension, coordinate in zip(segment.block.dimensions, position, strict=True)
        )
        return SumPlace(segment.table, segment.number, codes, found, (*segment.filters, *segment.conditions))

    def words(self, cell: int) -> Texts:
        """Return the categories of a cell as words: "Bayern, male"; for the grand total "Total"."""
        segment = self.segments[int(self.segment[cell])]
        position = np.unravel_index(int(self.at[cell]), segment.block.shape)
        nodes = [
            dimension.nodes[int(coordinate)]
            for dimension, coordinate in zip(segment.block.dimensions, position, strict=True)
        ]
        labels = [
            node.label if node.label.text("en") else Texts.same(str(node.code)) for node in nodes if node.depth >= 0
        ]
        if not labels:
            return both("disclosed_total")
        return Texts(", ".join(label.text("en") for label in labels), ", ".join(label.text("de") for label in labels))

    def worst(self, cells: NDArray[np.intp], found: Floats) -> tuple[SumPlace, ...]:
        """Return the addresses of some cells (by index), those with the largest `found` first, at most MOST_LISTED."""
        order = cells[np.argsort(-found[cells], kind="stable")][:MOST_LISTED]
        return tuple(self.place(int(cell), float(found[cell])) for cell in order)


def summed_up(spec: TableSpec) -> list[tuple[Measure, Conditions]]:
    """List the sums that a table publishes or derives other figures from, each with its own filter."""
    measure_filters = []
    for value in spec.values:
        if value.measure.magnitude:
            measure_filters.append((value.measure, value.own_filter))
        if value.kind == "ratio" and value.base_measure.magnitude:
            measure_filters.append((value.base_measure, value.base_conditions))
    return list(dict.fromkeys(measure_filters))


def laws_in_chunks(
    cells: SumCells, rules: NoiseRules, wanted: NDArray[np.intp]
) -> Iterator[tuple[NDArray[np.intp], SumLaws]]:
    """Yield the laws of the noise of some cells, a chunk at a time.

    Cells whose noise is drawn by step 1 alone come in chunks of their own. `wanted` holds the indices of the cells.
    """
    is_one_step = (rules.settings.least_noise > 0) & cells.sensitive[wanted]
    for group in (wanted[is_one_step], wanted[~is_one_step]):
        # With several steps the fewer cells are looked at at once, the more keys are.
        at_once = _FEW_AT_ONCE if rules.settings.k > 1 and len(group) <= _AT_ONCE else _AT_ONCE
        for start in range(0, len(group), at_once):
            chunk = group[start : start + at_once]
            yield chunk, sum_laws(cells.taken(chunk), rules)


def contributors_alone(data: Microdata, magnitude: str) -> Microdata:
    """The records with a value other than 0."""
    column = data.magnitudes[magnitude]
    is_nonzero = column.values != 0
    if column.missing is not None:
        is_nonzero = is_nonzero & ~column.missing
    indices = np.flatnonzero(is_nonzero)
    keys = data.record_keys
    return replace(
        data,
        rows=len(indices),
        columns={name: codes[indices] for name, codes in data.columns.items()},
        record_keys=None if keys is None else replace(keys, values=keys.values[indices]),
        weight=None,
        magnitudes={},
        cache={},
        exempt=(),
    )
