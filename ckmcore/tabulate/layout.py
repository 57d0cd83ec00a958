"""Where each cell of a table stands: the lines of rows, columns and layers, from the specification alone.

One layout serves every array of a table (published figures, and for the methodologist noise or originals). Nothing
here looks at a figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.numbers import Language
from ckmcore.sentences import say
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.spec import TOTAL, Block, Level, TableSpec

TotalKind = Literal["total", "subtotal", "selected"]


@dataclass(frozen=True)
class ShownLevel:
    """A level of a block: its dimension and the nodes it shows, in order (positions in the dimension)."""

    level: Level
    dimension: AxisDimension
    shown: NDArray[np.intp]

    def title(self, language: Language) -> str:
        """What heads the level: the names of the hierarchy's levels that are shown, else the variable's title."""
        names = self.dimension.level_names
        depths = self.level.depths or tuple(range(len(names)))
        found = [names[depth].text(language) for depth in depths if depth < len(names)]
        return ", ".join(found) or self.dimension.title.text(language)


@dataclass(frozen=True, eq=False)
class Segment:
    """The lines of one stacked block: `positions` (nodes of the dimensions), one row per line, one column per level."""

    block: Block
    levels: tuple[ShownLevel, ...]
    positions: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, eq=False)
class AxisLayout:
    """All lines of an axis: its segments one after another."""

    segments: tuple[Segment, ...]

    @cached_property
    def starts(self) -> NDArray[np.intp]:
        """First line of each segment, and the number of lines at the end."""
        return np.cumsum([0, *(len(segment) for segment in self.segments)])

    def __len__(self) -> int:
        return int(self.starts[-1])

    def locate(self, line: int) -> tuple[int, int]:
        """Segment and line within it."""
        segment = int(np.searchsorted(self.starts, line, side="right")) - 1
        return segment, line - int(self.starts[segment])

    @property
    def depth(self) -> int:
        """Largest number of levels of a segment."""
        return max((len(segment.levels) for segment in self.segments), default=0)

    def nodes(self, line: int) -> tuple[tuple[ShownLevel, Node], ...]:
        """Level and node of each level of a line, outermost first."""
        number, row = self.locate(line)
        segment = self.segments[number]
        return tuple(
            (shown, shown.dimension.nodes[place])
            for shown, place in zip(segment.levels, segment.positions[row].tolist(), strict=True)
        )


@dataclass(frozen=True, eq=False)
class Layout:
    """Rows, columns and layers of a table, and how they address the flat arrays of its blocks."""

    spec: TableSpec
    rows: AxisLayout
    columns: AxisLayout
    layers: AxisLayout

    def matrix(self, arrays: Sequence[NDArray[Any]], layer: int = 0) -> NDArray[Any]:
        """The figures of one layer as a matrix (rows x columns), from one array per block in the blocks' order."""
        layer_number, layer_line = self.layers.locate(layer)
        fixed = self.layers.segments[layer_number].positions[layer_line : layer_line + 1]
        bands = []
        for row_number, rows in enumerate(self.rows.segments):
            parts = []
            for column_number, columns in enumerate(self.columns.segments):
                array = arrays[self.block_number(row_number, column_number, layer_number)]
                strides = np.array(array.strides, dtype=np.int64) // array.itemsize
                outer, inner = fixed.shape[1], fixed.shape[1] + rows.positions.shape[1]
                base = fixed @ strides[:outer]
                down = rows.positions @ strides[outer:inner]
                across = columns.positions @ strides[inner:]
                parts.append(array.ravel()[(base + down)[:, None] + across[None, :]])
            bands.append(np.concatenate(parts, axis=1))
        return np.concatenate(bands, axis=0)

    def block_number(self, rows: int, columns: int, layers: int) -> int:
        """Position of the block of a triple of segments in `RawTable.blocks` and `ProtectedTable.blocks`."""
        return (rows * len(self.columns.segments) + columns) * len(self.layers.segments) + layers

    def address(self, row: int, column: int, layer: int = 0) -> tuple[int, tuple[int, ...]]:
        """Block number and position in the block's array of a cell."""
        places = [axis.locate(line) for axis, line in ((self.layers, layer), (self.rows, row), (self.columns, column))]
        position: list[int] = []
        for axis, (number, line) in zip((self.layers, self.rows, self.columns), places, strict=True):
            position += axis.segments[number].positions[line].tolist()
        return self.block_number(places[1][0], places[2][0], places[0][0]), tuple(position)


def lay_out(spec: TableSpec, dimensions: Sequence[tuple[AxisDimension, ...]]) -> Layout:
    """The layout of a table; `dimensions` are those of its blocks, in the blocks' order."""
    known = {dimension.name: dimension for block in dimensions for dimension in block}

    def axis(blocks: tuple[Block, ...]) -> AxisLayout:
        return AxisLayout(tuple(_segment(block, known) for block in blocks))

    return Layout(spec, axis(spec.rows), axis(spec.columns), axis(spec.layers))


def _segment(block: Block, known: dict[str, AxisDimension]) -> Segment:
    levels = tuple(shown_level(level, known[level.variable]) for level in block.levels)
    if not levels:
        return Segment(block, (), np.zeros((1, 0), dtype=np.intp))
    grids = np.meshgrid(*(level.shown for level in levels), indexing="ij")
    return Segment(block, levels, np.stack([grid.ravel() for grid in grids], axis=1))


def shown_level(level: Level, dimension: AxisDimension) -> ShownLevel:
    """The nodes that a level shows: chosen depths and nodes, own groups, the total before, after or not at all."""
    chosen = [
        place
        for place, node in enumerate(dimension.nodes)
        if node.code is not TOTAL
        and (node.group or not level.depths or node.depth in level.depths)
        and (node.group or not level.nodes or node.code in level.nodes)
    ]
    if level.total == "before" or (level.total == "off" and not chosen):
        chosen.insert(0, 0)
    elif level.total == "after":
        chosen.append(0)
    return ShownLevel(level, dimension, np.array(chosen, dtype=np.intp))


def total_kind(nodes: Sequence[Node], level: int, spec: TableSpec) -> TotalKind:
    """How the total of a level is called in a line: *Insgesamt* where all levels outside it are totals too, else
    *Zusammen*; with a filter both are *Zusammen (Auswahl)*: another logical cell than the whole."""
    if any(condition.restricts for condition in spec.filters):
        return "selected"
    return "total" if all(node.code is TOTAL for node in nodes[:level]) else "subtotal"


def node_text(nodes: Sequence[Node], level: int, spec: TableSpec, language: Language) -> str:
    """The label of one level of a line: the category's label, or *Insgesamt*, *Zusammen*, *Zusammen (Auswahl)*."""
    node = nodes[level]
    if node.code is TOTAL:
        return say(f"word_{total_kind(nodes, level, spec)}", language)
    return node.label.text(language)
