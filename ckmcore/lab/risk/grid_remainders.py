"""Grids against areas: what is left of an area without its whole cells, and pieces of cells that a border cuts.

Who has the figure of an area and those of the cells that lie whole within it has what is left: the pieces of cells on
its border. Several areas and cells together may leave one piece alone. For methodologists and whoever releases.
Confidential: it counts records.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
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
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import filter_flags

Ints = NDArray[np.int64]
MOST_LISTED = 200
_MOST_CELLS = 3  # that a finding names


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
    the areas; level: code of the size of the cells, as `1km`; place: of the area's cell in its table. Confidential."""

    tables: tuple[int, int]
    variable: str
    area: str
    cells: tuple[str, ...]
    level: str
    found: Remainder
    place: CellPlace

    def __repr__(self) -> str:
        return "GridDifference(confidential)"

    @property
    def said(self) -> Sentence:
        """What a reader separates, in words without its number of units."""
        cells = [*self.cells[:_MOST_CELLS], *(["…"] if len(self.cells) > _MOST_CELLS else [])]
        fields = {"area": self.area, "variable": self.variable, "cells": cells or ["–"], "whole": self.found.whole}
        if self.found.kind == "piece":
            return sentence("grid_piece", **fields)
        return sentence("grid_remainder", **fields)


@dataclass(frozen=True, repr=False)
class GridDifferences:
    """Differences between grids and areas of fewer than `least_units` units. compared: number of pairs of a level of
    areas and one of cells; count: of differences; listed: those with fewest units."""

    least_units: int
    compared: int
    count: int
    listed: tuple[GridDifference, ...]

    def __repr__(self) -> str:
        return f"GridDifferences({self.compared} compared, confidential)"


@dataclass(frozen=True, eq=False)
class _ShownLevel:
    """A level of a variable that a table shows by itself. codes: of its nodes; of_leaf: index of the node of each
    category, -1 for none; block, axis, nodes: where the nodes are in the table."""

    table: int
    variable: str
    depth: int
    codes: tuple[str, ...]
    of_leaf: Ints
    block: int
    axis: int
    nodes: tuple[int, ...]

    def place(self, at: int, table: ProtectedTable) -> CellPlace:
        """The cell of a node over all other variables, of the first count."""
        figures = table.blocks[self.block].figures
        value = count_values(table.spec)[0]
        position = tuple(self.nodes[at] if axis == self.axis else 0 for axis in range(figures[value].ndim))
        return CellPlace(self.table, value, self.block, position, int(figures[value][position]))

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
    """Find few units that counts of grid cells and of areas leave together, over everything that both tables count.

    areas: variables that are areas, beside those in whose categories most cells with several units lie whole. Compared
    are tables with the same filters, cells over all other variables, every level of a grid with every level of areas
    and of other grids. Raises Cancelled.
    """
    if not any(_is_grid(data, name) for table in tables for name in table.table.spec.variables):
        return GridDifferences(least_units, 0, 0, ())
    shown = [level for number, table in enumerate(tables) for level in _levels(number, table, data)]
    grids = [level for level in shown if level.is_grid]
    compared, differences, seen = 0, list[GridDifference](), set[tuple[str, int, str, int, tuple[str, ...]]]()
    for grid in grids:
        for other in shown:
            specs = [tables[level.table].table.spec for level in (grid, other)]
            name = (other.variable, other.depth, grid.variable, grid.depth, tuple(map(repr, specs[0].filters)))
            if other.variable == grid.variable or specs[0].filters != specs[1].filters or name in seen:
                continue
            seen.add(name)
            if cancelled():
                raise Cancelled
            of_area, of_cell = _units(data, specs[0], other), _units(data, specs[0], grid)
            if not other.is_grid and other.variable not in areas and not _holds_cells(of_area, of_cell):
                continue
            compared += 1
            level = grid.codes[0].partition("N")[0]
            differences += [
                GridDifference(
                    (other.table, grid.table),
                    other.variable,
                    other.codes[each.area],
                    tuple(grid.codes[place] for place in each.cells),
                    level,
                    each,
                    other.place(each.area, tables[other.table].table),
                )
                for each in remainders(of_area, of_cell, least_units)
            ]
    differences.sort(key=lambda each: (each.found.units, each.variable, each.area, each.cells))
    return GridDifferences(least_units, compared, len(differences), tuple(differences[:most]))


def _is_grid(data: Microdata, name: str) -> bool:
    """Whether the categories of a variable are cells of a grid, by the first of them."""
    codes = data.dimensions[name].codes if name in data.dimensions else ()
    return bool(codes) and cell_in(codes[0]) is not None


def _levels(number: int, publication: Publication, data: Microdata) -> Iterator[_ShownLevel]:
    """Levels of variables that a table shows over all other variables."""
    table = publication.table
    if not count_values(table.spec) or publication.other_unit:
        return
    masks = shown_cells(table.spec, table.blocks)
    for number_of_block, (block, mask) in enumerate(zip(table.blocks, masks, strict=True)):
        for axis, dimension in enumerate(block.dimensions):
            if dimension.name not in data.dimensions or table.is_listed:
                continue
            alone = mask[tuple(slice(None) if each == axis else 0 for each in range(mask.ndim))]
            by_depth: dict[int, dict[str, int]] = defaultdict(dict)
            nodes: dict[int, list[int]] = defaultdict(list)
            for node in np.flatnonzero(alone[1:]).tolist():
                each_node = dimension.nodes[node + 1]
                if str(each_node.code) != MISSING and not each_node.group:
                    by_depth[each_node.depth][str(each_node.code)] = len(by_depth[each_node.depth])
                    nodes[each_node.depth].append(node + 1)
            for depth, places in by_depth.items():
                of_leaf = _of_leaves(data, dimension.name, depth, places)
                yield _ShownLevel(
                    number, dimension.name, depth, tuple(places), of_leaf, number_of_block, axis, tuple(nodes[depth])
                )


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


def _units(data: Microdata, spec: TableSpec, level: _ShownLevel) -> Ints:
    """Index of the node of each unit that the filters of a table take; of households, of their first member."""
    kept = np.ones(data.rows, dtype=bool)
    for name, flags in filter_flags(data, spec.filters).items():
        kept &= np.asarray(flags)[np.asarray(data.columns[name])].astype(bool)
    if data.households is not None:
        first = np.zeros(data.rows, dtype=bool)
        first[data.households.first] = True
        kept &= first
    column: Ints = level.of_leaf[np.asarray(data.columns[level.variable])[kept]]
    return column


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
