"""Grids against areas: what is left of an area without its whole cells, and pieces of cells that a border cuts.

Who has the figure of an area and those of the cells that lie whole within it has what is left: the pieces of cells on
its border. Several areas and cells together may leave one piece alone. For methodologists and whoever releases.
Confidential: it counts records.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.grid import cell_in
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.differencing import CellPlace
from ckmcore.lab.risk.publication import Publication
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_segments
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import filter_flags

Ints = NDArray[np.int64]
MOST_LISTED = 200
_MOST_CELLS = 3  # that a finding names
MOST_BESIDE = 400  # choices of nodes beside a variable in one table
MOST_WORK = 50_000_000  # units looked at


@dataclass(frozen=True, repr=False)
class Remainder:
    """Few units that a reader can separate. area, cells: indices, the cells that are cut; whole: number of whole cells;
    units: number of units, confidential.

    kind: `remainder`, what is left of an area without its whole cells; `piece`, of one cell that a border cuts.
    """

    kind: Literal["remainder", "piece"]
    area: int
    cells: tuple[int, ...]
    whole: int
    units: int

    def __repr__(self) -> str:
        return "Remainder(confidential)"


def remainders(area: Ints, cell: Ints, least_units: int) -> list[Remainder]:
    """Remainders and pieces of fewer than `least_units` units. area, cell: index of the published area and cell of each
    unit, -1 where it is in none.

    A piece is known where sums of areas and cells leave it alone. Areas and cells are the nodes of a graph, pieces of
    cut cells its edges; units in no cell or no area are edges to the ground. An edge is known where without it one side
    has no way to the ground and none to the other side.
    """
    of_areas, of_cells = np.unique(np.stack([area, cell]), axis=1, return_counts=True)
    pieces = {
        (int(a), int(g)): int(count) for (a, g), count in zip(of_areas.T.tolist(), of_cells.tolist(), strict=True)
    }
    touched: dict[int, list[int]] = defaultdict(list)
    for a, g in pieces:
        if g >= 0:
            touched[g].append(a)
    cut = {g for g, several in touched.items() if len(several) > 1}
    left: dict[int, dict[int, int]] = defaultdict(dict)
    whole: dict[int, int] = defaultdict(int)
    for (a, g), count in pieces.items():
        if a >= 0:
            if g in cut or g < 0:
                left[a][g] = count
            else:
                whole[a] += 1
    known = _known({(a, g) for a, of_area in left.items() for g in of_area}, touched, cut)
    found_remainders = []
    for a, of_area in left.items():
        units = sum(of_area.values())
        if 0 < units < least_units and whole[a] and not (len(of_area) == 1 and -1 not in of_area):
            found_remainders.append(Remainder("remainder", a, tuple(g for g in of_area if g >= 0), whole[a], units))
    found_remainders += [
        Remainder("piece", a, (g,), whole[a], left[a][g]) for a, g in sorted(known) if 0 < left[a][g] < least_units
    ]
    return sorted(found_remainders, key=lambda each: (each.units, each.kind, each.area, each.cells))


Node = tuple[str, int]
_GROUND: Node = ("", 0)


def _known(
    left: Collection[tuple[int, int]], touched: dict[int, list[int]], cut: Collection[int]
) -> list[tuple[int, int]]:
    """Pieces that sums leave alone: bridges whose removal cuts a side off from the ground."""
    near: dict[Node, list[Node]] = defaultdict(list)

    def join(one_end: Node, other: Node) -> None:
        near[one_end].append(other)
        near[other].append(one_end)

    for a, g in left:
        join(("a", a), ("g", g) if g >= 0 else _GROUND)
    for g in cut:
        if -1 in touched[g]:
            join(("g", g), _GROUND)
    order: dict[Node, int] = {}
    low: dict[Node, int] = {}
    bridges: list[tuple[Node, Node]] = []
    # From the ground first: what hangs below a bridge then has no other way to it.
    for start in [_GROUND, *near]:
        if start in order or start not in near:
            continue
        stack: list[tuple[Node, Node | None, Iterator[Node]]] = [(start, None, iter(near[start]))]
        order[start] = low[start] = len(order)
        while stack:
            node, above, following = stack[-1]
            other = next(following, None)
            if other is None:
                stack.pop()
                if above is not None:
                    low[above] = min(low[above], low[node])
                    if low[node] > order[above]:
                        bridges.append((above, node))
                continue
            if other == above:
                continue
            if other in order:
                low[node] = min(low[node], order[other])
            else:
                order[other] = low[other] = len(order)
                stack.append((other, node, iter(near[other])))
    ends = [dict(pair) for pair in bridges if _GROUND not in pair]
    return [(each["a"], each["g"]) for each in ends]


# --- tables ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class GridDifference:
    """A remainder with its names. tables: indices of the tables with areas and cells; area, cells: codes; variable: of
    the areas; level: code of the size of the cells, as `1km`; place: of the area's cell in its table; beside: variables
    and codes of the other breakdowns of that cell, () for totals. Confidential."""

    tables: tuple[int, int]
    variable: str
    area: str
    cells: tuple[str, ...]
    level: str
    found: Remainder
    place: CellPlace
    beside: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return "GridDifference(confidential)"

    @property
    def said(self) -> Sentence:
        """What a reader separates, in words without its number of units."""
        cells = [*self.cells[:_MOST_CELLS], *(["…"] if len(self.cells) > _MOST_CELLS else [])]
        variable = ", ".join([self.variable, *(f"{name}: {code}" for name, code in self.beside)])
        fields = {"area": self.area, "variable": variable, "cells": cells or ["–"], "whole": self.found.whole}
        if self.found.kind == "piece":
            return sentence("grid_piece", **fields)
        return sentence("grid_remainder", **fields)


@dataclass(frozen=True, repr=False)
class GridDifferences:
    """Differences between grids and areas of fewer than `least_units` units. compared: number of pairs of a level of
    areas and one of cells; count: of differences; listed: those with fewest units; left_out: number of
    categories of other breakdowns, and of pairs of them, that were too many to be compared."""

    least_units: int
    compared: int
    count: int
    listed: tuple[GridDifference, ...]
    left_out: int = 0

    def __repr__(self) -> str:
        return f"GridDifferences({self.compared} compared, confidential)"


Beside = tuple[tuple[int, int], ...]
"""Axis and node of each other breakdown of a cell that is no total."""


@dataclass(frozen=True, eq=False)
class _ShownLevel:
    """A level of a variable that a table shows beside some nodes of its other breakdowns. codes: of its nodes; of_leaf:
    index of the node of each category, -1 for none; block, axis, nodes: where the nodes are in the table; beside: nodes
    of the other breakdowns, totals left out; chosen: digest of the units that these and the filters take."""

    table: int
    variable: str
    depth: int
    codes: tuple[str, ...]
    of_leaf: Ints
    block: int
    axis: int
    nodes: tuple[int, ...]
    beside: Beside
    chosen: bytes

    def place(self, at: int, table: ProtectedTable) -> CellPlace:
        """The cell of a node, of the first count."""
        block, value = table.blocks[self.block], count_values(table.spec)[0]
        position = tuple(
            {**dict(self.beside), self.axis: self.nodes[at]}.get(axis, 0) for axis in range(len(block.shape))
        )
        held = block.cells.at(position)
        return CellPlace(
            self.table, value, self.block, position, 0 if held is None else int(block.figures[value][held])
        )

    def beside_codes(self, table: ProtectedTable) -> tuple[tuple[str, str], ...]:
        """Variable and code of each of the nodes beside it."""
        dimensions = table.blocks[self.block].dimensions
        return tuple((dimensions[axis].name, str(dimensions[axis].nodes[node].code)) for axis, node in self.beside)

    @property
    def is_grid(self) -> bool:
        return bool(self.codes) and cell_in(self.codes[0]) is not None


def grid_differences(
    tables: Sequence[Publication],
    data: Microdata,
    *,
    least_units: int = 3,
    areas: Collection[str] = (),
    most: int = MOST_LISTED,
    cancelled: Callable[[], bool] = never,
) -> GridDifferences:
    """Find few units that counts of grid cells and of areas leave together.

    areas: variables that are areas, beside those in whose categories most cells with several units lie whole. Compared
    are cells whose filters and other breakdowns take the same units, every level of a grid with every level of areas
    and of other grids; totals first, then single categories, then pairs. Raises Cancelled.
    """
    if not any(_is_grid(data, name) for table in tables for name in table.table.spec.variables):
        return GridDifferences(least_units, 0, 0, ())
    units = _UnitsTaken(data, areas)
    shown = [level for number, table in enumerate(tables) for level in _levels(number, table, units)]
    shown.sort(key=lambda level: len(level.beside))
    grids = [level for level in shown if level.is_grid]
    alike: dict[bytes, list[_ShownLevel]] = defaultdict(list)
    for level in shown:
        alike[level.chosen].append(level)
    differences, compared = list[GridDifference](), set[tuple[str, int, str, int]]()
    seen, work, left_out = set[tuple[str, int, str, int, bytes]](), 0, units.left_out
    for grid in grids:
        for other in alike[grid.chosen]:
            pair = (other.variable, other.depth, grid.variable, grid.depth)
            if other.variable == grid.variable or (*pair, grid.chosen) in seen:
                continue
            seen.add((*pair, grid.chosen))
            if cancelled():
                raise Cancelled
            if work > MOST_WORK:
                left_out += 1
                continue
            spec = tables[grid.table].table.spec
            kept = units.of(spec, tables[grid.table].table.blocks[grid.block].dimensions, grid.beside)
            of_area, of_cell = (
                level.of_leaf[np.asarray(data.columns[level.variable])[kept]] for level in (other, grid)
            )
            work += data.rows + 8 * len(of_cell)
            compared.add(pair)
            differences += _named(tables, grid, other, remainders(of_area, of_cell, least_units))
    differences.sort(key=lambda each: (each.found.units, len(each.beside), each.variable, each.area, each.cells))
    return GridDifferences(least_units, len(compared), len(differences), tuple(differences[:most]), left_out)


def _named(
    tables: Sequence[Publication], grid: _ShownLevel, other: _ShownLevel, found_remainders: Sequence[Remainder]
) -> Iterator[GridDifference]:
    """Remainders with their names."""
    table = tables[other.table].table
    for each in found_remainders:
        yield GridDifference(
            (other.table, grid.table),
            other.variable,
            other.codes[each.area],
            tuple(grid.codes[place] for place in each.cells),
            grid.codes[0].partition("N")[0],
            each,
            other.place(each.area, table),
            other.beside_codes(table),
        )


def has_grids(data: Microdata) -> bool:
    """Whether a variable of the records is a grid."""
    return any(_is_grid(data, name) for name in data.dimensions)


def _is_grid(data: Microdata, name: str) -> bool:
    """Whether the categories of a variable are cells of a grid, by the first of them."""
    codes = data.dimensions[name].codes if name in data.dimensions else ()
    return bool(codes) and cell_in(codes[0]) is not None


def _levels(number: int, publication: Publication, units: _UnitsTaken) -> Iterator[_ShownLevel]:
    """Levels of areas and grids that a table shows, beside each choice of nodes of its other breakdowns."""
    table = publication.table
    if not count_values(table.spec) or publication.other_unit:
        return
    all_segments = shown_segments(table.spec, table.blocks)
    for number_of_block, (block, segments) in enumerate(zip(table.blocks, all_segments, strict=True)):
        spatial = [axis for axis, each in enumerate(block.dimensions) if units.is_spatial(each.name)]
        for axis in spatial:
            dimension = block.dimensions[axis]
            former, levels = list[int](), list[tuple[int, tuple[str, ...], Ints, tuple[int, ...]]]()
            for beside, nodes in _beside(segments, axis, spatial, units):
                if nodes != former:  # nearly always those of the choice before
                    former, levels = nodes, list(_by_depth(dimension, nodes, units))
                if chosen := units.digest(table.spec, block.dimensions, beside):
                    for depth, codes, of_leaf, places in levels:
                        about = (number, dimension.name, depth, codes, of_leaf, number_of_block, axis, places)
                        yield _ShownLevel(*about, beside, chosen)


def _by_depth(
    dimension: AxisDimension, nodes: Sequence[int], units: _UnitsTaken
) -> Iterator[tuple[int, tuple[str, ...], Ints, tuple[int, ...]]]:
    """Depth, codes and nodes of each level of some nodes, with the index of the code above each category."""
    by_depth: dict[int, dict[str, int]] = defaultdict(dict)
    of_depth: dict[int, list[int]] = defaultdict(list)
    for node in nodes:
        each_node = dimension.nodes[node]
        if node and str(each_node.code) != MISSING and not each_node.group:
            by_depth[each_node.depth][str(each_node.code)] = len(by_depth[each_node.depth])
            of_depth[each_node.depth].append(node)
    for depth, places in by_depth.items():
        yield depth, tuple(places), units.of_leaves(dimension.name, depth, places), tuple(of_depth[depth])


def _beside(
    segments: Sequence[Ints], axis: int, spatial: Collection[int], units: _UnitsTaken
) -> Iterator[tuple[Beside, list[int]]]:
    """Each choice of nodes beside an axis that is shown, with the nodes of the axis there; those with fewest nodes
    that are no totals first. segments: nodes of the shown lines, of layers, rows and columns; spatial: axes of areas
    and grids, whose totals alone are taken."""
    first, choices = 0, list[list[Beside]]()
    own = dict[Beside, list[int]]()
    for lines in segments:
        places = range(first, first + lines.shape[1])
        several = set[Beside]()
        for line in lines.tolist():
            beside = tuple((at, node) for at, node in zip(places, line, strict=True) if at != axis and node)
            if any(at in spatial for at, _ in beside):
                continue
            several.add(beside)
            if axis in places:
                own.setdefault(beside, []).append(line[axis - first])
        if axis not in places:
            choices.append(sorted(several, key=len))
        first = places.stop
    whole = [sorted(own, key=len), *choices]
    some = [choice[:MOST_BESIDE] for choice in whole]
    together = sorted(product(*some), key=lambda parts: sum(map(len, parts)))
    units.left_out += max(math.prod(map(len, whole)) - MOST_BESIDE, 0)
    for parts in together[:MOST_BESIDE]:
        yield tuple(sorted(pair for part in parts for pair in part)), sorted(set(own[parts[0]]))


class _UnitsTaken:
    """Which units filters and breakdowns take; of households their first member. left_out: number of choices of nodes
    that were too many."""

    def __init__(self, data: Microdata, areas: Collection[str]) -> None:
        self._data, self.left_out, self._areas = data, 0, areas
        self._grids = [name for name in data.dimensions if _is_grid(data, name)]
        self._spatial: dict[str, bool] = {}
        self._leaves: dict[tuple[str, int, int], Ints] = {}
        self._digests: dict[tuple[str, tuple[tuple[str, str], ...]], bytes] = {}

    def of(self, spec: TableSpec, dimensions: Sequence[AxisDimension], beside: Beside) -> NDArray[np.bool_]:
        """Mask of the units that the filters of a table and some nodes take."""
        data = self._data
        kept = np.ones(data.rows, dtype=bool)
        for name, flags in filter_flags(data, spec.filters).items():
            kept &= np.asarray(flags)[np.asarray(data.columns[name])].astype(bool)
        if data.households is not None:
            first = np.zeros(data.rows, dtype=bool)
            first[data.households.first] = True
            kept &= first
        for axis, node in beside:
            of_leaf = _of_leaves(data, dimensions[axis].name, *_node_of(dimensions[axis], node))
            kept &= (of_leaf == 0)[np.asarray(data.columns[dimensions[axis].name])]
        return kept

    def digest(self, spec: TableSpec, dimensions: Sequence[AxisDimension], beside: Beside) -> bytes:
        """What names the units that a table takes there; empty where it takes none, or nodes of no variable."""
        named = tuple((dimensions[axis].name, str(dimensions[axis].nodes[node].code)) for axis, node in beside)
        key = (repr(spec.filters), named)
        if key not in self._digests:
            known = all(
                dimensions[axis].name in self._data.dimensions and not dimensions[axis].nodes[node].group
                for axis, node in beside
            )
            kept = self.of(spec, dimensions, beside) if known else np.zeros(0, dtype=bool)
            self._digests[key] = hashlib.sha256(np.packbits(kept).tobytes()).digest() if kept.any() else b""
        return self._digests[key]

    def is_spatial(self, name: str) -> bool:
        """Whether a variable is a grid or one of areas: named so, or most cells lie whole in one of its categories."""
        if name not in self._data.dimensions:
            return False
        if name not in self._spatial:
            self._spatial[name] = name in self._grids or name in self._areas or self._holds_cells(name)
        return self._spatial[name]

    def _holds_cells(self, name: str) -> bool:
        """Whether most cells of a grid lie whole in one category of a level of a variable."""
        dimension = self._data.dimension(name)
        levels = [{code: place for place, code in enumerate(dimension.codes)}]
        if dimension.hierarchy is not None:
            tree = dimension.hierarchy
            levels = [
                {node.code: place for place, node in enumerate(tree.nodes) if node.depth == depth}
                for depth in range(tree.depth)
            ]
        column = np.asarray(self._data.columns[name])
        return any(
            _holds_cells(_of_leaves(self._data, name, depth, places)[column], np.asarray(self._data.columns[grid]))
            for depth, places in enumerate(levels)
            for grid in self._grids
        )

    def of_leaves(self, variable: str, depth: int, places: dict[str, int]) -> Ints:
        """Index among shown codes of the node of a depth above each category; kept for tables that show the same."""
        key = (variable, depth, hash(tuple(places)))
        if key not in self._leaves:
            self._leaves[key] = _of_leaves(self._data, variable, depth, places)
        return self._leaves[key]


def _node_of(dimension: AxisDimension, node: int) -> tuple[int, dict[str, int]]:
    each = dimension.nodes[node]
    return each.depth, {str(each.code): 0}


def _of_leaves(data: Microdata, variable: str, depth: int, places: dict[str, int]) -> Ints:
    """Index among shown codes of the node of a depth above each category; -1 for none."""
    dimension = data.dimension(variable)
    of_code = {code: places.get(code, -1) for code in dimension.codes}
    if dimension.hierarchy is not None:
        above = [-1] * len(dimension.hierarchy.nodes)
        for place, node in enumerate(dimension.hierarchy.nodes):
            above[place] = (
                places.get(node.code, -1) if node.depth == depth else above[node.parent] if node.parent >= 0 else -1
            )
            if node.code in of_code:
                # A leaf above this depth is a node of it, too.
                of_code[node.code] = above[place] if above[place] >= 0 else places.get(node.code, -1)
    return np.array([of_code[code] for code in dimension.codes], dtype=np.int64)


def _holds_cells(area: Ints, cell: Ints) -> bool:
    """Whether most cells with several units lie whole in one area."""
    inside = cell >= 0
    cells, place, counts = np.unique(cell[inside], return_inverse=True, return_counts=True)
    several = counts > 1
    if not several.any():
        return False
    low, high = np.full(len(cells), np.iinfo(np.int64).max), np.full(len(cells), -1)
    np.minimum.at(low, place.reshape(-1), area[inside])
    np.maximum.at(high, place.reshape(-1), area[inside])
    return bool((low == high)[several].mean() > 0.5)
