"""Figures of published tables and the sums between them: what a reader of all these tables knows without a solver.

Only codes, hierarchies and figures are needed, no records: tables of another office are read like our own. A total is
the sum of its parts along every variable and every level of its hierarchy, over all tables. One logical cell is one
figure, in whatever table it is shown. A part that no table shows is a figure that nobody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.relations import Relations

Flags = NDArray[np.bool_]
Address = tuple[str, ...]
"""Code of each variable of all tables; TOTAL_CODE where a cell is not broken down by it."""
TOTAL_CODE = ""
MOST_FIGURES = 200_000
# One table of all variables is added to tables that cannot be joined one after another, up to so many figures.
JOINT_FIGURES = 20_000
# float64 holds whole numbers up to here, and the sums of them in int64.
LARGEST = 2**50


@dataclass(frozen=True)
class SuppressedCell:
    """A cell of a table: its codes, its figure in whole units, and whether the table shows a sign instead.

    value: None where it is not known, as in a table that somebody else suppressed.
    """

    codes: Address
    value: int | None
    suppressed: bool = False


@dataclass(frozen=True)
class SuppressedTable:
    """A table with suppressed cells, as published, with or without the figures behind the signs."""

    name: str
    variables: tuple[str, ...]
    cells: tuple[SuppressedCell, ...]


@dataclass(frozen=True, eq=False)
class LinkedFigures:
    """Figures of linked tables and their relations.

    names: what a person reads of each figure. values: in whole units, None where not known. shown: figures that some
    table publishes; suppressed: figures that some table suppresses. Neither: nobody sees them. whole: whether the
    relations say all that the tables say together; otherwise they lack combinations that no table shows. addresses: the
    code of each of the `variables`, by figure; empty where only relations are given.
    """

    names: tuple[str | Sentence, ...]
    values: tuple[int | None, ...]
    shown: Flags
    suppressed: Flags
    relations: Relations
    whole: bool = True
    variables: tuple[str, ...] = ()
    addresses: tuple[Address, ...] = ()

    @property
    def hidden(self) -> Flags:
        """Mask of the figures that a reader can only conclude."""
        result: Flags = ~self.shown
        return result

    def check(self) -> None:
        """Refuse figures that are too large, published without a value, or not the sums that the relations say.
        Raises audit_value_too_large, audit_value_missing, audit_not_additive."""
        for figure, value in enumerate(self.values):
            if value is None and self.shown[figure]:
                raise DataError("audit_value_missing", cell=self.names[figure])
            if value is not None and abs(value) > LARGEST:
                raise DataError("audit_value_too_large", cell=self.names[figure], value=value, limit=LARGEST)
        known = np.array([value is not None for value in self.values], dtype=np.bool_)
        numbers = np.array([value or 0 for value in self.values], dtype=np.int64)
        matrix = self.relations.matrix
        complete = np.asarray(abs(matrix) @ (~known).astype(np.int64) == 0)
        gaps = np.flatnonzero(complete & np.asarray(matrix @ numbers != 0))
        if len(gaps):
            total = int(self.relations.totals[gaps[0]])
            parts = int(numbers[self.relations.parts_of(int(gaps[0]))].sum())
            fields = {"cell": self.names[total], "total": int(numbers[total]), "parts": parts}
            raise DataError("audit_not_additive", gaps=len(gaps), **fields)


def linked_figures(tables: Sequence[SuppressedTable], hierarchies: Mapping[str, Hierarchy]) -> LinkedFigures:
    """Figures of tables over the same records and value, and every sum between them.

    hierarchies: by variable, with all its codes; a variable without one has the codes that its tables show, and its
    total is their sum. Raises audit_no_cells, audit_codes, audit_code_unknown, audit_two_values, audit_too_large.
    """
    if not any(table.cells for table in tables):
        raise InputError("audit_no_cells")
    variables = tuple(dict.fromkeys(name for table in tables for name in table.variables))
    cells = [_addressed(table, variables) for table in tables]
    trees = [_below(name, axis, hierarchies, cells) for axis, name in enumerate(variables)]
    grids = [_grid(table, of_table, variables, trees) for table, of_table in zip(tables, cells, strict=True)]
    joint = [tuple(dict.fromkeys(code for grid in grids for code in grid[axis])) for axis in range(len(variables))]
    whole = joined_one_by_one([_divided(grid, trees) for grid in grids])
    if not whole and prod(map(len, joint)) <= JOINT_FIGURES:
        grids, whole = [joint], True
    size = sum(prod(map(len, grid)) for grid in grids)
    if size > MOST_FIGURES:
        raise InputError("audit_too_large", cells=size, limit=MOST_FIGURES)
    numbers: dict[Address, int] = {}
    for grid in grids:
        for address in product(*grid):
            numbers.setdefault(address, len(numbers))
    values: list[int | None] = [None] * len(numbers)
    shown, suppressed = np.zeros(len(numbers), dtype=np.bool_), np.zeros(len(numbers), dtype=np.bool_)
    names = tuple(_name(variables, address) for address in numbers)
    for address, cell in (pair for of_table in cells for pair in of_table):
        figure = numbers[address]
        former = values[figure]
        if cell.value is not None and former is not None and cell.value != former:
            raise DataError("audit_two_values", cell=names[figure], first=former, second=cell.value)
        values[figure] = former if cell.value is None else cell.value
        (suppressed if cell.suppressed else shown)[figure] = True
    relations = figure_relations(len(numbers), _sums(grids, trees, numbers))
    return LinkedFigures(names, tuple(values), shown, suppressed, relations, whole, variables, tuple(numbers))


_Tree = Mapping[str, tuple[str, ...]]
"""By code, TOTAL_CODE included, the codes right below it."""


def _addressed(table: SuppressedTable, variables: Sequence[str]) -> list[tuple[Address, SuppressedCell]]:
    places = [table.variables.index(name) if name in table.variables else -1 for name in variables]
    pairs = []
    for cell in table.cells:
        if len(cell.codes) != len(table.variables):
            raise InputError("audit_codes", table=table.name, found=len(cell.codes), wanted=len(table.variables))
        pairs.append((tuple(TOTAL_CODE if place < 0 else cell.codes[place] for place in places), cell))
    return pairs


def _below(
    name: str,
    axis: int,
    hierarchies: Mapping[str, Hierarchy],
    cells: Sequence[Sequence[tuple[Address, SuppressedCell]]],
) -> _Tree:
    """The tree of a variable: its hierarchy, or all codes below the total."""
    if name not in hierarchies:
        codes = dict.fromkeys(address[axis] for of_table in cells for address, _ in of_table)
        return {TOTAL_CODE: tuple(code for code in codes if code != TOTAL_CODE)}
    below: dict[str, tuple[str, ...]] = {}
    nodes = hierarchies[name].nodes
    for node in nodes:
        above = TOTAL_CODE if node.parent < 0 else nodes[node.parent].code
        below[above] = (*below.get(above, ()), node.code)
    return below


def _grid(
    table: SuppressedTable,
    cells: Sequence[tuple[Address, SuppressedCell]],
    variables: Sequence[str],
    trees: Sequence[_Tree],
) -> list[tuple[str, ...]]:
    """By variable the codes of a table: the total, those it shows, and the others below the same codes."""
    grid = []
    for axis, tree in enumerate(trees):
        above = {code: total for total, parts in tree.items() for code in parts}
        codes = {TOTAL_CODE: None}
        for code in dict.fromkeys(address[axis] for address, _ in cells):
            while code != TOTAL_CODE:
                if code not in above:
                    raise DataError("audit_code_unknown", table=table.name, variable=variables[axis], found=code)
                code = above[code]
                codes.update(dict.fromkeys(tree[code]))
        grid.append(tuple(codes))
    return grid


def _divided(grid: Sequence[tuple[str, ...]], trees: Sequence[_Tree]) -> frozenset[tuple[int, str]]:
    """The codes that a table divides into those below, with the place of their variable."""
    return frozenset(
        (axis, code)
        for axis, (codes, tree) in enumerate(zip(grid, trees, strict=True))
        for code in codes
        if _parts(tree, code, codes)
    )


def _parts(tree: _Tree, code: str, codes: Sequence[str]) -> tuple[str, ...]:
    """The codes right below a code where a table has them: it has all or none of them."""
    parts = tree.get(code, ())
    return parts if parts and parts[0] in codes else ()


def joined_one_by_one(tables: Sequence[frozenset[Hashable]]) -> bool:
    """Whether tables can be joined one after another, each by what it shares with a single one before (an acyclic
    hypergraph, Graham 1979).

    Figures that agree on what tables share then are sums of a common table of all variables that is not negative, so
    combinations that no table shows say nothing.
    """
    left = set(tables)
    while len(left) > 1:
        often = Counter(code for table in left for code in table)
        shared = {frozenset(code for code in table if often[code] > 1) for table in left}
        largest = {table for table in shared if not any(table < other for other in shared)}
        if largest == left:
            return False
        left = largest
    return True


def _sums(
    grids: Sequence[Sequence[tuple[str, ...]]], trees: Sequence[_Tree], numbers: Mapping[Address, int]
) -> Iterator[tuple[int, list[int]]]:
    """Each total with its parts, along each variable, once."""
    seen: set[tuple[int, int]] = set()
    for grid in grids:
        for axis, tree in enumerate(trees):
            for code in grid[axis]:
                parts = _parts(tree, code, grid[axis])
                for address in product(*grid[:axis], (code,), *grid[axis + 1 :]) if parts else ():
                    total = numbers[address]
                    if (axis, total) not in seen:
                        seen.add((axis, total))
                        yield total, [numbers[(*address[:axis], part, *address[axis + 1 :])] for part in parts]


def figure_relations(count: int, sums: Iterable[tuple[int, Sequence[int]]]) -> Relations:
    """Relations between numbered figures, each a total with its parts."""
    listed = list(sums)
    lengths = [len(parts) for _, parts in listed]
    return Relations(
        count,
        np.array([total for total, _ in listed], dtype=np.int64),
        np.array([part for _, parts in listed for part in parts], dtype=np.int64),
        np.cumsum([0, *lengths], dtype=np.int64),
        np.ones(len(listed), dtype=np.bool_),
    )


def _name(variables: Sequence[str], address: Address) -> str | Sentence:
    codes = [f"{name}={code}" for name, code in zip(variables, address, strict=True) if code != TOTAL_CODE]
    return ", ".join(codes) if codes else sentence("audit_grand_total")
