"""Layout of a table: the lines of rows, columns and layers, and the position of each cell.

They follow from the specification, and where it orders by value or hides zeros, from the published figures. One layout
serves every array of a table (published figures, and for the methodologist noise or originals).
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import MISSING
from ckmcore.tabulate.axis import AxisDimension, Node, shown_places
from ckmcore.tabulate.cell_storage import Cells, ListedCells, different
from ckmcore.tabulate.shown_level import ShownLevel as ShownLevel
from ckmcore.tabulate.spec import PERIOD, TOTAL, Block, BlockTotal, Level, Order, TableSpec
from ckmcore.tabulate.titles import made_heading

AxisName = Literal["rows", "columns", "layers"]
# As the dimensions of a block follow one another.
AXIS_NAMES: tuple[AxisName, ...] = ("layers", "rows", "columns")
# Beyond that many nodes a level is ordered by value as in the total of the levels outside it.
ORDERED_NODES = 2_000_000


HEADING, BLANK = 1, 2


@dataclass(frozen=True, eq=False)
class Segment:
    """Lines of one stacked block. positions: indices of the nodes, one row per line and one column per level.

    marks: for each line 0, HEADING (the block's heading) or BLANK, both without figures. heading: label of the block,
    or one made of its variables. total_in: index of the block whose total also serves this one, -1 where it has its own
    or none.
    """

    block: Block
    levels: tuple[ShownLevel, ...]
    positions: NDArray[np.intp]
    marks: NDArray[np.uint8]
    heading: Texts = Texts()
    total_in: int = -1

    def __len__(self) -> int:
        return len(self.positions)

    @cached_property
    def empty(self) -> NDArray[np.bool_]:
        """Mask of the lines without figures: heading of the block, headings and blanks among own rows."""
        empty = self.marks > 0
        for level_index, shown in enumerate(self.levels):
            headings = [node_index for node_index, node in enumerate(shown.dimension.nodes) if node.heading]
            if headings:
                empty = empty | np.isin(self.positions[:, level_index], headings)
        return empty

    def only(self, lines: NDArray[np.bool_]) -> Segment:
        """Segment restricted to a mask of lines."""
        return replace(self, positions=self.positions[lines], marks=self.marks[lines])


@dataclass(frozen=True, eq=False)
class AxisLayout:
    """All lines of an axis as consecutive segments."""

    segments: tuple[Segment, ...]

    @property
    def finest_cell(self) -> int:
        """Metres of a side of the finest cells of a grid that have lines; 0 without any."""
        sizes = [0]
        for segment in self.segments:
            for number, shown in enumerate(segment.levels):
                nodes = np.unique(segment.positions[~segment.empty, number])
                for depth in np.unique(shown.dimension.depths[nodes]).tolist():
                    cells = shown.dimension.cells_at(depth) if depth >= 0 else None
                    sizes.append(0 if cells is None else cells.size)
        return min((size for size in sizes if size), default=0)

    @cached_property
    def starts(self) -> NDArray[np.intp]:
        """Index of each segment's first line, followed by the number of lines."""
        return np.cumsum([0, *(len(segment) for segment in self.segments)])

    def __len__(self) -> int:
        return int(self.starts[-1])

    @cached_property
    def empty(self) -> NDArray[np.bool_]:
        """Mask of the lines without figures."""
        return np.concatenate([segment.empty for segment in self.segments])

    def locate(self, line: int) -> tuple[int, int]:
        """Segment and line within it."""
        segment = bisect_right(self._bounds, line) - 1
        return segment, line - self._bounds[segment]

    @cached_property
    def _bounds(self) -> list[int]:
        """The starts as plain integers, for speed in repaints."""
        bounds: list[int] = self.starts.tolist()
        return bounds

    @property
    def depth(self) -> int:
        """Largest number of levels of a segment."""
        return max((len(segment.levels) for segment in self.segments), default=0)

    def nodes(self, line: int) -> tuple[tuple[ShownLevel, Node], ...]:
        """Level and node of each level of a line, outermost first."""
        number, row = self.locate(line)
        segment = self.segments[number]
        return tuple(
            (shown, shown.dimension.nodes[node_index])
            for shown, node_index in zip(segment.levels, segment.positions[row].tolist(), strict=True)
        )

    def address(self, line: int) -> dict[str, str]:
        """The codes of a line by variable, without totals."""
        return {shown.dimension.name: str(node.code) for shown, node in self.nodes(line) if node.code is not TOTAL}


@dataclass(frozen=True, eq=False)
class Layout:
    """Rows, columns and layers of a table, and their positions in the arrays of its blocks."""

    spec: TableSpec
    rows: AxisLayout
    columns: AxisLayout
    layers: AxisLayout

    def matrix(self, arrays: Sequence[NDArray[Any]], layer: int = 0) -> NDArray[Any]:
        """Matrix (rows x columns) of one layer from one array per block, in block order.

        For a table of listed cells use `part`, since whole matrices would be too large.
        """
        layer_number, layer_line = self.layers.locate(layer)
        fixed = self.layers.segments[layer_number].positions[layer_line : layer_line + 1]
        bands = []
        for row_number, rows in enumerate(self.rows.segments):
            raveled_parts = []
            for column_number, columns in enumerate(self.columns.segments):
                # In C order: lines are found by the strides of the array.
                array = np.asarray(arrays[self.block_number(row_number, column_number, layer_number)], order="C")
                strides = np.array(array.strides, dtype=np.int64) // array.itemsize
                outer, inner = fixed.shape[1], fixed.shape[1] + rows.positions.shape[1]
                base = fixed @ strides[:outer]
                down = rows.positions @ strides[outer:inner]
                across = columns.positions @ strides[inner:]
                indices: NDArray[np.int64] = np.add.outer(base + down, across)
                raveled_parts.append(array.ravel()[indices])
            bands.append(np.concatenate(raveled_parts, axis=1))
        return np.concatenate(bands, axis=0)

    def part(
        self,
        arrays: Sequence[NDArray[Any]],
        rows: NDArray[np.intp],
        columns: NDArray[np.intp],
        layer: int = 0,
        *,
        cells: Sequence[Cells],
        missing: Sequence[int] = (),
    ) -> NDArray[Any]:
        """Matrix of some rows and columns of one layer. cells: cells that each block's arrays hold; missing: value for
        cells that a block does not hold, by default 0."""
        layer_number, layer_line = self.layers.locate(layer)
        fixed = self.layers.segments[layer_number].positions[layer_line]
        result: NDArray[Any] = np.zeros((len(rows), len(columns)), dtype=arrays[0].dtype if arrays else np.int64)
        for row_number, row_lines in _by_segment(self.rows, rows):
            for column_number, column_lines in _by_segment(self.columns, columns):
                number = self.block_number(row_number, column_number, layer_number)
                down = self.rows.segments[row_number].positions[rows[row_lines] - self.rows.starts[row_number]]
                across = self.columns.segments[column_number].positions[
                    columns[column_lines] - self.columns.starts[column_number]
                ]
                node_arrays = [np.full((1, 1), node, dtype=np.intp) for node in fixed.tolist()]
                node_arrays += [down[:, level, None] for level in range(down.shape[1])]
                node_arrays += [across[None, :, level] for level in range(across.shape[1])]
                held_cell = cells[number]
                shape = (len(row_lines), len(column_lines))
                if isinstance(held_cell, ListedCells):
                    numbers = np.broadcast_to(held_cell.numbers_at(node_arrays), shape)
                    index, is_held = held_cell.found(numbers)
                    other_type = arrays[number].dtype.type(missing[number] if missing else 0)
                    values = np.where(is_held, arrays[number][index], other_type) if len(arrays[number]) else other_type
                else:
                    values = held_cell.taken(arrays[number], node_arrays)
                result[np.ix_(row_lines, column_lines)] = np.broadcast_to(values, shape)
        return result

    def listed_lines(self, number: int, cells: ListedCells) -> tuple[NDArray[np.intp], tuple[NDArray[np.intp], ...]]:
        """Listed cells of a block that the table shows, and for each its layer, row and column, in the order of these
        lines. number: index of the block."""
        row, remainder = divmod(number, len(self.columns.segments) * len(self.layers.segments))
        column, layer = divmod(remainder, len(self.layers.segments))
        seen, lines, axis = np.ones(len(cells.numbers), dtype=np.bool_), [], 0
        for axis_layout, line_index in ((self.layers, layer), (self.rows, row), (self.columns, column)):
            segment, line = axis_layout.segments[line_index], np.zeros(len(seen), dtype=np.int64)
            own_rank = np.zeros(len(segment), dtype=np.int64)
            for level, shown in enumerate(segment.levels):
                rank = _rank(shown)
                own_ranks = rank[cells.nodes(axis)]
                seen &= own_ranks >= 0
                line, axis = line * len(shown.shown) + own_ranks, axis + 1
                own_rank = own_rank * len(shown.shown) + rank[segment.positions[:, level]]
            first = int(np.count_nonzero(segment.marks))
            index = np.minimum(np.searchsorted(own_rank[first:], line), max(len(own_rank) - first - 1, 0)) + first
            seen &= own_rank[index] == line if len(own_rank) > first else False
            lines.append(index + axis_layout.starts[line_index])
        indices = np.flatnonzero(seen)
        order = np.lexsort((lines[2][indices], lines[1][indices], lines[0][indices]))
        indices = indices[order]
        return indices, tuple(line[indices] for line in lines)

    def block_number(self, rows: int, columns: int, layers: int) -> int:
        """Position of the block of a triple of segments in `RawTable.blocks` and `ProtectedTable.blocks`."""
        return (rows * len(self.columns.segments) + columns) * len(self.layers.segments) + layers

    def address(self, row: int, column: int, layer: int = 0) -> tuple[int, tuple[int, ...]]:
        """Block number and position in the block's array of a cell."""
        segment_lines = [
            axis.locate(line) for axis, line in ((self.layers, layer), (self.rows, row), (self.columns, column))
        ]
        position: list[int] = []
        for axis, (number, line) in zip((self.layers, self.rows, self.columns), segment_lines, strict=True):
            position += axis.segments[number].positions[line].tolist()
        return self.block_number(segment_lines[1][0], segment_lines[2][0], segment_lines[0][0]), tuple(position)


class ListedMatrix:
    """Figures of one layer (rows x columns) of a table of listed cells, looked up on demand with a cache of tiles.
    missing: value for unlisted cells of each block, by default 0."""

    TILE, KEPT = 64, 64

    def __init__(
        self,
        layout: Layout,
        arrays: Sequence[NDArray[Any]],
        cells: Sequence[Cells],
        layer: int = 0,
        missing: Sequence[int] = (),
    ) -> None:
        self.layout, self.arrays, self.cells, self.layer, self.missing = layout, arrays, cells, layer, missing
        self.shape = len(layout.rows), len(layout.columns)
        self._tile = lru_cache(self.KEPT)(self._from_tiles)

    @property
    def size(self) -> int:
        """Number of cells on the screen."""
        return self.shape[0] * self.shape[1]

    def _from_tiles(self, row: int, column: int) -> NDArray[Any]:
        starts = zip((row, column), self.shape, strict=True)
        lines = [
            np.arange(tile_index * self.TILE, min((tile_index + 1) * self.TILE, size)) for tile_index, size in starts
        ]
        return self._part_of_layout(*lines)

    def _part_of_layout(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> NDArray[Any]:
        return self.layout.part(self.arrays, rows, columns, self.layer, cells=self.cells, missing=self.missing)

    def __getitem__(self, at: tuple[Any, Any]) -> Any:
        """Figure at a row and column, or a part by slices."""
        row, column = at
        if isinstance(row, slice):
            lines = [np.arange(size)[selection] for selection, size in zip(at, self.shape, strict=True)]
            return self._part_of_layout(*lines)
        tile = self._tile(int(row) // self.TILE, int(column) // self.TILE)
        return tile[int(row) % self.TILE, int(column) % self.TILE]

    def max(self, initial: int = 0) -> int:
        """The largest of all listed figures, on any sheet."""
        return max((int(array.max(initial=initial)) for array in self.arrays), default=initial)

    def min(self, initial: int = 0) -> int:
        """The smallest of all listed figures, on any sheet."""
        return min((int(array.min(initial=initial)) for array in self.arrays), default=initial)

    def held(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[Any]]:
        """Row, column and figure of the listed cells of the layer."""
        held_parts = []
        for cell_index, cells in enumerate(self.cells):
            if isinstance(cells, ListedCells):
                index, (layers, rows, columns) = self.layout.listed_lines(cell_index, cells)
                here = layers == self.layer
                held_parts.append((rows[here], columns[here], self.arrays[cell_index][index[here]]))
        rows, columns, figures = (np.concatenate(part_arrays) for part_arrays in zip(*held_parts, strict=True))
        return rows, columns, figures

    def same(self, other: ListedMatrix) -> bool:
        """Whether another one has the same figures at the same places."""
        pairs = zip(self.held(), other.held(), strict=True)
        return self.shape == other.shape and all(np.array_equal(first_array, two) for first_array, two in pairs)


def _by_segment(axis: AxisLayout, lines: NDArray[np.intp]) -> list[tuple[int, NDArray[np.intp]]]:
    """Lines grouped by segment, as indices into `lines`."""
    segments = np.searchsorted(axis.starts, lines, side="right") - 1
    return [(int(number), np.flatnonzero(segments == number)) for number in np.unique(segments)]


class Figures(Protocol):
    """Protocol of a block's published figures, one array per value, as far as order and hiding depend on them."""

    @property
    def dimensions(self) -> tuple[AxisDimension, ...]: ...

    @property
    def figures(self) -> tuple[NDArray[np.int64], ...]: ...

    @property
    def listed(self) -> ListedCells | None: ...


@dataclass(frozen=True)
class Unpublished:
    """Dimensions of a block without figures, so that nothing is ordered by value or hidden."""

    dimensions: tuple[AxisDimension, ...]
    figures: tuple[NDArray[np.int64], ...] = ()
    listed: ListedCells | None = None


def lay_out(spec: TableSpec, blocks: Sequence[Figures], language: Language = "en") -> Layout:
    """Lay out a table. blocks: its published blocks, whose figures determine order by value and hidden lines; language:
    for order by label, unless the table sets one."""
    language = spec.presentation.language or language
    is_listed = any(block.listed is not None for block in blocks)

    def segments(axis_blocks: tuple[Block, ...], name: AxisName) -> list[Segment]:
        stacked = len(axis_blocks) > 1
        segments = []
        for block_index, block in enumerate(axis_blocks):
            # The same variable may show other nodes in each stacked block.
            known_dimensions = {
                dimension.name: dimension for dimension in blocks[_block_of(spec, name, block_index)].dimensions
            }
            by_value = _by_value(spec, blocks, name, block_index)
            tree = spec.presentation.tree and name == "columns"
            valid = spec.presentation.valid_codes
            segment = _segment(
                block, known_dimensions, language, by_value, valid=valid, tree=tree, crossed=not is_listed
            )
            new_stacked = (
                stacked and spec.presentation.headed and (name == "columns" or (name == "rows" and block_index > 0))
            )
            own_text = block.label.text("en") or not new_stacked
            segments.append(replace(segment, heading=block.label if own_text else made_heading(segment.levels)))
        return segments

    def axis(name: AxisName) -> AxisLayout:
        axis_segments = found_segments[name]
        if name != "layers":
            axis_segments = _one_total(axis_segments, spec.presentation.block_total)
        return AxisLayout(
            tuple(_headed(segment, len(axis_segments) > 1 and name == "rows") for segment in axis_segments)
        )

    found_segments = {name: segments(getattr(spec, name), name) for name in AXIS_NAMES}
    if is_listed:
        found_segments = _listed_lines(found_segments, blocks)
    layout = Layout(spec, axis("rows"), axis("columns"), axis("layers"))
    hides = not is_listed and (spec.presentation.hide_rows or spec.presentation.hide_columns)
    if hides and all(block.figures for block in blocks):
        layout = _without_zeros(layout, blocks)
    return layout


def _listed_lines(segments: dict[AxisName, list[Segment]], blocks: Sequence[Figures]) -> dict[AxisName, list[Segment]]:
    """Segments of a table of listed cells, restricted to lines with listed cells."""
    numbers: dict[tuple[AxisName, int], list[NDArray[np.int64]]] = {}
    combinations = product(*(range(len(segments[name])) for name in ("rows", "columns", "layers")))
    for block, (row, column, layer) in zip(blocks, combinations, strict=True):
        if block.listed is None:
            continue
        axis_segments: tuple[tuple[AxisName, int], ...] = (("layers", layer), ("rows", row), ("columns", column))
        seen, axis = np.ones(len(block.listed.numbers), dtype=np.bool_), 0
        lines: dict[tuple[AxisName, int], NDArray[np.int64]] = {}
        for name, segment_index in axis_segments:
            line = np.zeros(len(seen), dtype=np.int64)
            for shown in segments[name][segment_index].levels:
                rank = _rank(shown)[block.listed.nodes(axis)]
                seen &= rank >= 0
                line = line * len(shown.shown) + rank
                axis += 1
            lines[name, segment_index] = line
        for key, line in lines.items():
            numbers.setdefault(key, []).append(different(line[seen]))
    return {
        name: [_with_lines(segment, numbers.get((name, index), [])) for index, segment in enumerate(several_segment)]
        for name, several_segment in segments.items()
    }


def _rank(shown: ShownLevel) -> NDArray[np.int64]:
    """Index of each node among the shown ones; -1 for others."""
    rank = np.full(len(shown.dimension), -1, dtype=np.int64)
    rank[shown.shown[::-1]] = np.arange(len(shown.shown))[::-1]
    return rank


def _with_lines(segment: Segment, numbers: Sequence[NDArray[np.int64]]) -> Segment:
    """Segment with the lines of the given numbers, in the order of its levels; at least one line is kept."""
    lines = different(np.concatenate(numbers)) if numbers else np.zeros(0, dtype=np.int64)
    if not len(lines):
        lines = np.zeros(1, dtype=np.int64)
    positions = np.zeros((len(lines), len(segment.levels)), dtype=np.intp)
    for index in range(len(segment.levels) - 1, -1, -1):
        shown = segment.levels[index].shown
        lines, rank = np.divmod(lines, len(shown))
        positions[:, index] = shown[rank]
    return replace(segment, positions=positions, marks=np.zeros(len(positions), dtype=np.uint8))


def _one_total(segments: list[Segment], where: BlockTotal) -> list[Segment]:
    """Remove the line of the total from all stacked blocks but one. where: which block keeps it."""
    totals = [_total_lines(segment) for segment in segments]
    having = [total_index for total_index, lines in enumerate(totals) if lines.any()]
    if where == "each" or len(having) < 2:
        return segments
    keeps = having[0 if where == "first" else -1]
    return [
        replace(segment.only(~totals[segment_index]), total_in=keeps)
        if segment_index in having and segment_index != keeps
        else segment
        for segment_index, segment in enumerate(segments)
    ]


def _total_lines(segment: Segment) -> NDArray[np.bool_]:
    """Mask of the lines that count all records of the table; empty where the block has only such lines, or sums over
    periods."""
    lines: NDArray[np.bool_] = np.all(segment.positions == 0, axis=1)
    if lines.all() or PERIOD in segment.block.variables:
        return np.zeros(len(segment), dtype=np.bool_)
    return lines


def _headed(segment: Segment, stacked: bool) -> Segment:
    """Add a line for the block's heading, and a blank line before it, where blocks are stacked."""
    label = stacked and segment.heading.text("en")
    marks = [*([BLANK] if segment.block.blank else []), *([HEADING] if label else [])]
    if not marks:
        return segment
    empty = np.zeros((len(marks), segment.positions.shape[1]), dtype=np.intp)
    return replace(
        segment,
        positions=np.concatenate([empty, segment.positions]),
        marks=np.concatenate([np.array(marks, dtype=np.uint8), segment.marks]),
    )


ByValue = Callable[[Order, tuple[int, ...]], NDArray[np.int64] | None]


def _segment(
    block: Block,
    known_dimensions: dict[str, AxisDimension],
    language: Language,
    by_value: ByValue,
    *,
    valid: bool = False,
    tree: bool = False,
    crossed: bool = True,
) -> Segment:
    """Lines of a block: within each line of the outer levels the nodes of the next level in their order.

    crossed: without it no lines are made, and nodes are ordered by value as in the total of the outer levels.
    """
    levels = []
    lines = np.zeros((1, 0), dtype=np.intp)
    for level_index, level in enumerate(block.levels):
        dimension = known_dimensions[level.variable]
        plain_level = replace(shown_level(level, dimension, language, valid=valid), tree=tree and not level.rows)
        if not crossed:
            if level.order.by == "value":
                keys = by_value(level.order, (0,) * level_index)
                plain_level = replace(
                    plain_level, shown=shown_level(level, dimension, language, keys, valid=valid).shown
                )
        elif level.order.by == "value":
            outer = lines if len(lines) * len(plain_level.shown) <= ORDERED_NODES else lines[:1] * 0
            shown_parts = []
            for line in outer.tolist():
                keys = by_value(level.order, tuple(line))
                shown = shown_level(level, dimension, language, keys, valid=valid).shown
                repeated = np.repeat([line], len(shown), axis=0) if len(outer) == len(lines) else None
                shown_parts.append(shown[:, None] if repeated is None else np.column_stack([repeated, shown]))
            if len(outer) == len(lines):
                lines = np.concatenate(shown_parts).astype(np.intp)
            else:
                lines = _crossed(lines, shown_parts[0][:, 0])
            plain_level = replace(plain_level, shown=lines[: len(plain_level.shown), -1])
        else:
            lines = _crossed(lines, plain_level.shown)
        levels.append(plain_level)
    if not crossed:
        lines = np.zeros((0, len(levels)), dtype=np.intp)
    return Segment(block, tuple(levels), lines, np.zeros(len(lines), dtype=np.uint8))


def _crossed(lines: NDArray[np.intp], nodes: NDArray[np.intp]) -> NDArray[np.intp]:
    return np.column_stack([np.repeat(lines, len(nodes), axis=0), np.tile(nodes, len(lines))])


def _block_of(spec: TableSpec, axis: AxisName, block_index: int) -> int:
    """Number of the first block of figures of a stacked block of an axis."""
    columns, layers = len(spec.columns), len(spec.layers)
    return block_index * {"rows": columns * layers, "columns": layers, "layers": 1}[axis]


def _by_value(spec: TableSpec, blocks: Sequence[Figures], axis: AxisName, block_index: int) -> ByValue:
    """Function that gives the figures by which the nodes of a level of a stacked block are ordered: those under given
    nodes of the outer levels, at the totals of the inner levels. block_index: index of the block."""
    known_figures: dict[Order, Callable[[Sequence[Any]], NDArray[np.int64]] | None] = {}

    def figures(order: Order, line: tuple[int, ...]) -> NDArray[np.int64] | None:
        if order not in known_figures:
            known_figures[order] = _figures_of_line(spec, blocks, axis, block_index, order)
        figure = known_figures[order]
        if figure is None:
            return None
        return figure([*line, slice(None)])

    return figures


def _figures_of_line(
    spec: TableSpec, blocks: Sequence[Figures], axis: AxisName, block_index: int, order: Order
) -> Callable[[Sequence[Any]], NDArray[np.int64]] | None:
    """Function that gives figures of a stacked block by nodes of its levels, with a slice for all nodes of one level.
    The other axes are at the line that the order names, or at their totals. None where the table has no such line or
    figures."""
    axis_blocks = {"rows": 0, "columns": 0, "layers": 0, axis: block_index}
    named_line = dict(order.line)
    for other_name in AXIS_NAMES:
        stacked: tuple[Block, ...] = getattr(spec, other_name)
        own_names = named_line.keys() & {name for block in stacked for name in block.variables}
        indices = [index for index, block in enumerate(stacked) if own_names <= set(block.variables)]
        if other_name != axis and not indices:
            return None
        axis_blocks[other_name] = block_index if other_name == axis else indices[0]
    block = blocks[
        (axis_blocks["rows"] * len(spec.columns) + axis_blocks["columns"]) * len(spec.layers) + axis_blocks["layers"]
    ]
    if not block.figures:
        return None
    levels = [(name, level) for name in AXIS_NAMES for level in getattr(spec, name)[axis_blocks[name]].levels]
    if not named_line.keys() <= {level.variable for name, level in levels if name != axis}:
        return None
    slices: list[Any] = []
    for (name, level), dimension in zip(levels, block.dimensions, strict=True):
        node = dimension.index.get(named_line[level.variable], -1) if level.variable in named_line else 0
        if name != axis and named_line and not _is_shown(level, dimension, node):
            return None
        slices.append(slice(None) if name == axis else node)
    array, cells = block.figures[max(0, min(order.value, len(block.figures) - 1))], block.listed

    def figures(nodes: Sequence[Any]) -> NDArray[np.int64]:
        remaining_nodes = iter([*nodes, *[0] * len(slices)])
        node_indices = [next(remaining_nodes) if isinstance(each_slice, slice) else each_slice for each_slice in slices]
        if cells is None:
            figures: NDArray[np.int64] = array[tuple(node_indices)]
            return figures
        nodes_of = (
            np.arange(size) if isinstance(remaining_node, slice) else np.array([remaining_node])
            for remaining_node, size in zip(node_indices, cells.shape, strict=True)
        )
        return cells.taken(array, list(nodes_of))

    return figures


def ranking(
    spec: TableSpec, blocks: Sequence[Figures], axis: AxisName, part: int, number: int, order: Order
) -> tuple[AxisDimension, NDArray[np.int64] | None]:
    """Dimension of level `number` of a stacked block, and the figures that rank its nodes at the totals of the other
    levels; None where the table does not show the line that the order names."""
    variable = getattr(spec, axis)[part].levels[number].variable
    known_dimensions = {dimension.name: dimension for dimension in blocks[_block_of(spec, axis, part)].dimensions}
    return known_dimensions[variable], _by_value(spec, blocks, axis, part)(order, (0,) * number)


def _is_shown(level: Level, dimension: AxisDimension, node: int) -> bool:
    shown = shown_places(level, dimension)
    return node in shown if node else level.total != "off" or not shown


def shown_level(
    level: Level,
    dimension: AxisDimension,
    language: Language = "en",
    keys: NDArray[np.int64] | None = None,
    *,
    valid: bool = False,
) -> ShownLevel:
    """Nodes that a level shows, in order: selected levels and nodes, own groups, and the total before, after or off.

    keys: figure of each node for order by value; valid: exclude nodes that are not valid in the period, unless the
    level selects nodes one by one.
    """
    node_indices = shown_places(level, dimension)
    if valid and dimension.ended and not level.nodes:
        node_indices = [node_index for node_index in node_indices if node_index not in dimension.ended_places]
    nodes = dimension.nodes
    above = shown_above(nodes, node_indices)
    rank = _ranks(level, dimension, node_indices, language, keys)
    children: dict[int, list[int]] = {}
    for index in node_indices:
        children.setdefault(above[index], []).append(index)
    indent = np.zeros(len(nodes), dtype=np.intp)
    for index in node_indices:
        indent[index] = (
            indent[above[index]] + 1 if above[index] else (1 if nodes[index].depth > 0 and level.rows else 0)
        )
    if rank is None and level.subtotals == "before":
        chosen = list(node_indices)
    else:
        chosen = _in_order(children, rank, level.subtotals)
    if level.total == "before" or (level.total == "off" and not chosen):
        chosen.insert(0, 0)
    elif level.total == "after":
        chosen.append(0)
    depths = tuple(sorted({nodes[node_index].depth for node_index in node_indices if not nodes[node_index].group})) or (
        0,
    )
    return ShownLevel(level, dimension, np.array(chosen, dtype=np.intp), depths, indent)


def shown_above(nodes: Sequence[Node], places: Sequence[int]) -> dict[int, int]:
    """Nearest shown ancestor of each shown node, by index; 0 where there is none."""
    shown = set(places)
    found_shown_above = {}
    for index in places:
        above = nodes[index].parent
        while above > 0 and above not in shown:
            above = nodes[above].parent
        found_shown_above[index] = max(above, 0)
    return found_shown_above


def _in_order(children: dict[int, list[int]], rank: dict[int, Any] | None, subtotals: str) -> list[int]:
    """Indices of nodes in order: siblings by rank, each before or after its descendants."""
    found_children: list[int] = []

    def visit(index: int) -> None:
        below = children.get(index, [])
        for child in below if rank is None else sorted(below, key=rank.__getitem__):
            if subtotals == "before":
                found_children.append(child)
            visit(child)
            if subtotals == "after":
                found_children.append(child)

    visit(0)
    return found_children


def _ranks(
    level: Level,
    dimension: AxisDimension,
    indices: Sequence[int],
    language: Language,
    keys: NDArray[np.int64] | None,
) -> dict[int, Any] | None:
    """Sort key of each node among its siblings; None for the order of the dimension. Missing is last, except in order
    by value and by hand; the remainder group of a rule is always last."""
    order, nodes = level.order, dimension.nodes
    if order.by == "list" and not order.descending:
        return None
    if order.by == "hand":
        known_indices = {code: code_index for code_index, code in enumerate(order.codes)}
        return {index: (known_indices.get(str(nodes[index].code), len(known_indices)), index) for index in indices}
    if order.by == "value":
        if keys is None:
            return None
        sign = -1 if order.descending else 1
        groups = [index for index in indices if nodes[index].group]
        last_group = groups[-1] if groups and level.top.codes and level.top.others else -1
        return {index: (index == last_group, sign * int(keys[index]), index) for index in indices}
    plain: dict[int, Any] = {index: index for index in indices}
    if order.by == "code":
        plain = {index: _natural(str(nodes[index].code)) for index in indices}
    elif order.by == "label":
        plain = {index: _folded(nodes[index].label.text(language)) for index in indices}
    number = {
        node_index: index for index, node_index in enumerate(sorted(indices, key=lambda index: (plain[index], index)))
    }
    turn = -1 if order.descending else 1
    return {index: (nodes[index].code == MISSING or nodes[index].group, turn * number[index]) for index in indices}


def _natural(code: str) -> tuple[bool, int, str]:
    """Whole numbers by size, before texts."""
    plain = code.isascii() and code.isdecimal()
    return (not plain, int(code) if plain and len(code) < 19 else 0, code)


def _folded(text: str) -> tuple[str, str]:
    """Sort key of texts as in a German index: ä as a, ß as ss, ignoring case."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)), text


def _without_zeros(layout: Layout, blocks: Sequence[Figures]) -> Layout:
    """Layout without rows or columns whose published figures are 0 on all sheets; of several values the counts decide.
    Lines without figures and at least one line stay."""
    spec = layout.spec
    counts = [index for index, value in enumerate(spec.values) if not value.is_derived]
    numbers = counts or list(range(len(spec.values)))
    some = np.zeros((len(layout.rows), len(layout.columns)), dtype=np.bool_)
    for layer in range(len(layout.layers)):
        for number in numbers:
            some |= layout.matrix([block.figures[number] for block in blocks], layer) != 0
    some[layout.rows.empty] = False
    some[:, layout.columns.empty] = False
    rows, columns = layout.rows, layout.columns
    if spec.presentation.hide_rows:
        rows = _kept_lines(rows, some.any(axis=1) | rows.empty)
    if spec.presentation.hide_columns:
        columns = _kept_lines(columns, some.any(axis=0) | columns.empty)
    return replace(layout, rows=rows, columns=columns)


def _kept_lines(axis: AxisLayout, lines: NDArray[np.bool_]) -> AxisLayout:
    if not lines.any():
        lines = lines.copy()
        lines[:1] = True
    line_masks = np.split(lines, axis.starts[1:-1])
    return AxisLayout(
        tuple(segment.only(line_mask) for segment, line_mask in zip(axis.segments, line_masks, strict=True))
    )
