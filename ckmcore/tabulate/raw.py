"""RawTable: what tabulation made of microdata. Confidential, a type of its own that no exporter takes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import Sentence
from ckmcore.microdata.data import StructuralZero
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import AllCells, Cells, ListedCells
from ckmcore.tabulate.cells import FilterTexts, cell_frame
from ckmcore.tabulate.magnitudes import RawMagnitude
from ckmcore.tabulate.references import ReferenceFigures
from ckmcore.tabulate.spec import Condition, TableSpec

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = LazyModule("pandas")


@dataclass(frozen=True, eq=False, repr=False)
class SafeCounts:
    """Counts of the cells of a block after the SAFE principle.

    of: the original counts beside which they were counted; they belong to no others. counts: None where the block has
    other variables than keys (`others`), or a list of cells. mark: content hash of the changed records.
    """

    of: NDArray[np.int64]
    counts: NDArray[np.int64] | None
    mark: str
    others: tuple[str, ...] = ()

    def moved(self, of: NDArray[np.int64], move: Callable[[Any], Any]) -> SafeCounts:
        """The same for cells at other places. of: the original counts there."""
        return replace(self, of=of, counts=move(self.counts))


@dataclass(frozen=True, eq=False, repr=False)
class PatternCells:
    """Cells of a block that are suppressed, by magnitude ("" for counts).

    of: the original counts for which they were decided; they belong to no others. hidden: masks; what was not
    protected with others is lacking, and what had other figures then is `stale`. marks: content hashes of
    the patterns, and of those under which the table was released before.
    """

    of: NDArray[np.int64]
    hidden: Mapping[str, NDArray[np.bool_]]
    marks: tuple[str, ...]
    stale: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class RawBlock:
    """A cube with all its margins; arrays have one axis per dimension, with the total at index 0.

    counts: records (int64). key_sums: uint64, plain sums, or modulo `modulus` where `modular`. weights: int64 scaled by
    10^weight_decimals, or float64 where `weight_decimals` is None. magnitudes: cells of each magnitude of the table.
    exempt: mask of cells whose counts are published unchanged, None without any. period: of the records
    (`Microdata.period`). listed: cells that the arrays hold where there are too many for all, None for all. safe:
    counts by the SAFE principle, pattern: cells to be suppressed, None where there are none.
    """

    dimensions: tuple[AxisDimension, ...]
    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64] | None
    modular: bool
    modulus: int | None
    key_digits: int | None
    weights: NDArray[np.int64] | NDArray[np.float64] | None
    weight_decimals: int | None
    magnitudes: Mapping[str, RawMagnitude] = field(default_factory=dict)
    exempt: NDArray[np.bool_] | None = None
    period: str = ""
    listed: ListedCells | None = None
    safe: SafeCounts | None = None
    pattern: PatternCells | None = None

    @cached_property
    def cell_keys(self) -> NDArray[np.uint64] | None:
        """Key sums modulo M."""
        if self.key_sums is None or self.modulus is None:
            return None
        return self.key_sums if self.modular else self.key_sums % np.uint64(self.modulus)

    @property
    def cells(self) -> Cells:
        """The cells that the arrays hold."""
        return self.listed or AllCells(self.counts.shape)

    def with_empty(self) -> RawBlock:
        """Listed block with an additional cell without records behind it for each of its cells, at the same place."""
        if self.listed is None:
            return self

        def longer(array: NDArray[Any] | None) -> Any:
            return None if array is None else np.concatenate([array, np.zeros_like(array)])

        return replace(
            self,
            listed=replace(self.listed, empty=len(self.counts)),
            counts=longer(self.counts),
            key_sums=longer(self.key_sums),
            weights=longer(self.weights),
            exempt=None if self.exempt is None else np.concatenate([self.exempt, self.exempt]),
        )

    def nothing(self) -> RawBlock:
        """Listed block with a single cell, which has no records and is not exempt."""

        def zero(array: NDArray[Any] | None) -> Any:
            return None if array is None else np.zeros(1, dtype=array.dtype)

        return replace(
            self,
            listed=ListedCells(self.shape, np.zeros(0, dtype=np.uint64), empty=1),
            counts=zero(self.counts),
            key_sums=zero(self.key_sums),
            weights=zero(self.weights),
            exempt=zero(self.exempt),
        )

    def alone(self, position: tuple[int, ...]) -> RawBlock:
        """Block with a single cell of a listed block, given by its position in the table; its axes have only that
        cell's nodes."""
        cell_place = self.cells.at(position)
        block_or_empty, cell_index = (self.nothing(), 0) if cell_place is None else (self, cell_place[0])

        def single(array: NDArray[Any] | None) -> Any:
            return None if array is None else array[cell_index : cell_index + 1].reshape((1,) * len(position))

        nodes = zip(self.dimensions, position, strict=True)
        return replace(
            self,
            dimensions=tuple(
                replace(dimension, nodes=(dimension.nodes[node_index],)) for dimension, node_index in nodes
            ),
            counts=single(block_or_empty.counts),
            key_sums=single(block_or_empty.key_sums),
            weights=single(block_or_empty.weights),
            exempt=single(block_or_empty.exempt),
            listed=None,
        )

    @property
    def shape(self) -> tuple[int, ...]:
        return self.cells.shape

    def __repr__(self) -> str:
        return f"RawBlock(shape {self.shape}, confidential)"


Conditions = tuple[Condition, ...]


@checked
@dataclass(frozen=True, eq=False, repr=False)
class RawTable:
    """Original counts, key sums and weights of every cell of `spec`, with one block per combination of stacked blocks.

    blocks: those of the first value; parts: blocks by the own filter of values, bases of ratios included; labels:
    heading of each value; references: public figures of the cells by reference table and block, whose sources are in
    `footnotes`; titles: of magnitudes.

    >>> raw
    RawTable((4, 3), confidential)
    >>> raw.cells
    12
    """

    spec: TableSpec
    blocks: tuple[RawBlock, ...]
    rows: int
    filters: tuple[FilterTexts, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    parts: Mapping[Conditions, tuple[RawBlock, ...]] = field(default_factory=dict)
    labels: tuple[Texts, ...] = ()
    references: Mapping[str, tuple[ReferenceFigures, ...]] = field(default_factory=dict)
    footnotes: tuple[Sentence, ...] = ()
    titles: Mapping[str, Texts] = field(default_factory=dict)

    def title(self, magnitude: str) -> Texts:
        """Title of a magnitude."""
        return self.titles.get(magnitude, Texts.same(magnitude))

    @contextmanager
    def calling_magnitudes(self) -> Iterator[None]:
        """Replace the name of a magnitude by its title in errors raised within the block."""
        try:
            yield
        except CkmError as fault:
            name = fault.fields.get("magnitude")
            if not isinstance(name, str) or name not in self.titles:
                raise
            raise fault.with_fields(magnitude=self.titles[name]) from fault

    @property
    def every_block(self) -> tuple[RawBlock, ...]:
        """Blocks of all own filters of values."""
        return tuple(block for blocks in self.parts.values() for block in blocks) or self.blocks

    def part(self, conditions: Conditions) -> tuple[RawBlock, ...]:
        """Blocks of the records that meet a value's own filter."""
        return self.parts.get(conditions, self.blocks)

    @property
    def cells(self) -> int:
        return sum(math.prod(block.shape) for block in self.blocks)

    @property
    def is_listed(self) -> bool:
        """Whether the table holds a list of its cells."""
        return any(block.listed is not None for block in self.blocks)

    def refuse_listed(self, what: Sentence) -> None:
        """Raise needs_all_cells for operations that need all cells of a table that lists only some. what: the
        operation."""
        if self.is_listed:
            raise InputError("needs_all_cells", what=what)

    def __repr__(self) -> str:
        return f"RawTable({' + '.join(str(block.shape) for block in self.blocks)}, confidential)"

    def to_frame_confidential(self, total: str = "Total") -> pd.DataFrame:
        """Data frame with one row per cell and its original count; for the methodologist's analysis, never for release.

        >>> raw.to_frame_confidential().head(2)
            NUTS    SEX  count   cell_key
        0  Total  Total    600  772567260
        1  Total      1    303    4133404
        """
        import pandas as pd

        frames = []
        for block in self.blocks:
            frame = cell_frame(block.dimensions, block.cells, total, ("count", "cell_key", "weighted_count"))
            frame["count"] = block.counts.ravel()
            if block.cell_keys is not None:
                frame["cell_key"] = block.cell_keys.ravel()
            if block.weights is not None:
                frame["weighted_count"] = weights_as_float(block).ravel()
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)


def weights_as_float(block: RawBlock) -> NDArray[np.float64]:
    """The weight sums of a block as float64."""
    if block.weights is None:
        raise ValueError("block without weights")
    return block.weights / np.float64(10 ** (block.weight_decimals or 0))
