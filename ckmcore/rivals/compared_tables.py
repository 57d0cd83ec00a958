"""The tables that methods are compared on: original counts of all cells, further tables that nobody planned, and the
same records in parts, as where each office protects its own. Confidential."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from ckmcore.errors import InputError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.suppression import is_suppressed
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, ReaderKnowledge
from ckmcore.rivals.levels import CellContributions, level_of_sum
from ckmcore.rivals.measured import MeasuredTables
from ckmcore.rivals.relations import TOTAL_CODE, Address, SuppressedCell, SuppressedTable
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, Block, Level, Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

Names = tuple[str, ...]
Counts = Mapping[Address, int]
_TOTAL = "\0"
# The code of what is not stated, whose own is that of a total here.
_NOT_STATED = "\0not-stated"
_MOST_UNPLANNED, _MOST_NEW, _MOST_CELLS, _MOST_PARTS = 6, 20_000, 150_000, 20


def plain_variables(name: str, spec: TableSpec, magnitude: str = "") -> Names:
    """The variables of a plain table of counts, or of sums of a magnitude, or of what is computed from them. name: of
    the table. Raises rivals_table_plain."""
    axes = (spec.rows, spec.columns, spec.layers)
    levels = [level for blocks in axes for block in blocks for level in block.levels]
    variables = tuple(level.variable for level in levels)
    is_plain = (
        all(len(blocks) <= 1 for blocks in axes)
        and not spec.filters
        and any(is_suppressed(value) and Measure("count", magnitude) in value.measures for value in spec.values)
        and not any(level.rows or level.groups for level in levels)
        and PERIOD not in variables
        and 0 < len(set(variables)) == len(variables)
    )
    if not is_plain:
        raise InputError("rivals_table_plain", table=name)
    return variables


def shown_levels(spec: TableSpec) -> tuple[Level, ...]:
    """The levels and categories that a plain table shows of its variables, in the order of `plain_variables`."""
    axes = (spec.rows, spec.columns, spec.layers)
    levels = [level for blocks in axes for block in blocks for level in block.levels]
    return tuple(Level(level.variable, depths=level.depths, nodes=level.nodes) for level in levels)


@dataclass(frozen=True, eq=False)
class DividedRecords:
    """Records divided by the categories of a variable. codes: by part all codes of the variable in it; trees: by part
    the hierarchy below it, None where there is none."""

    variable: str
    codes: Mapping[str, frozenset[str]]
    trees: Mapping[str, Hierarchy | None]
    data: Mapping[str, Microdata]

    def part_of(self, names: Sequence[str], codes: Address) -> str | None:
        """The part to which a cell belongs; None for a cell of all parts."""
        if self.variable not in names:
            return None
        code = codes[list(names).index(self.variable)]
        return next((part for part, inside in self.codes.items() if code in inside), None)

    def below(self, part: str, names: Sequence[str], codes: Address) -> Address:
        """A cell as the part itself names it, whose total is that part."""
        return tuple(
            TOTAL_CODE if name == self.variable and code == part else code
            for name, code in zip(names, codes, strict=True)
        )


@dataclass(frozen=True)
class SumsCompared:
    """Sums of a magnitude as what tables show. rules: which of them are sensitive; contributors: how many large
    contributions to a cell rules and methods need."""

    magnitude: str
    rules: PrimaryRules
    contributors: int


class ComparedTables:
    """Tables of counts of the same records, or of sums of a magnitude, with all their cells."""

    def __init__(
        self,
        data: Microdata,
        groups: Mapping[str, Names],
        *,
        seed: int,
        sums: SumsCompared | None = None,
        levels: Mapping[str, Sequence[Level]] | None = None,
        further: bool = True,
        cancelled: Callable[[], bool] = never,
    ) -> None:
        """groups: the variables of each table. seed: of the tables that are drawn. sums: None for counts. levels: those
        that each table shows of its variables, None for all. further: whether there are unplanned tables and parts.
        Raises rivals_too_large, suppress_fractions."""
        self.data, self.groups, self.sums, self._cancelled = data, groups, sums, cancelled
        self.further = further
        self.divided: DividedRecords | None = None
        self.levels: dict[Address, ProtectionLevel] = {}
        """Protection levels of sums, by logical cell."""
        self.variables = tuple(dict.fromkeys(name for names in groups.values() for name in names))
        self.hierarchies: dict[str, Hierarchy] = {}
        for name in self.variables:
            dimension = data.dimension(name)
            if dimension.hierarchy is not None:
                nodes = [(node.code, node.depth) for node in dimension.hierarchy.nodes]
                lacking = [(_NOT_STATED, 0)] if MISSING in dimension.codes else []
                self.hierarchies[name] = Hierarchy.from_depths([*nodes, *lacking])
        self.raws = {name: self.raw(names, levels=(levels or {}).get(name)) for name, names in groups.items()}
        self.counts = {name: self._cells(self.raws[name], names) for name, names in groups.items()}
        places = {name: [self.variables.index(each) for each in names] for name, names in groups.items()}
        cells = len({tuple(zip(places[name], codes, strict=True)) for name in groups for codes in self.counts[name]})
        if cells > _MOST_CELLS:
            raise InputError("rivals_too_large", cells=cells, limit=_MOST_CELLS)
        self.measured = MeasuredTables(groups, self.counts, self.hierarchies)
        self.new_counts = {names: self.counted(names) for names in (self._drawn(seed) if further else ())}
        """The counts of unplanned tables, by their variables."""
        self.divided = self._divided() if further else None

    def raw(
        self, names: Sequence[str], data: Microdata | None = None, levels: Sequence[Level] | None = None
    ) -> RawTable:
        """The table of all cells of some variables. data: by default all records. levels: by default every one."""
        data, block = self.data if data is None else data, Block(tuple(levels or map(Level, names)))
        if self.sums is None:
            return tabulate(data, TableSpec(block), cancelled=self._cancelled)
        name = self.sums.magnitude
        decimals = data.magnitudes[name].decimals
        if decimals is None:
            raise InputError("suppress_fractions", magnitude=name)
        spec = TableSpec(block, values=[Value("sum", magnitude=name, decimals=decimals)])
        return tabulate(data, spec, contributors=self.sums.contributors, cancelled=self._cancelled)

    @cached_property
    def knowledge(self) -> ReaderKnowledge:
        """What readers know of cells with a sign."""
        if self.sums is None:
            return COUNTS
        negative = bool((np.asarray(self.data.magnitudes[self.sums.magnitude].values) < 0).any())
        return ReaderKnowledge(least=None if negative else 0)

    def counted(self, names: Sequence[str], data: Microdata | None = None) -> dict[Address, int]:
        """Originals of all cells of some variables, totals and groups of hierarchies included."""
        return self._cells(self.raw(names, data), names)

    def logical(self, variables: Sequence[str], codes: Address, part: str = "") -> Address:
        """A cell of figures of some variables by the code of every variable. part: which the figures are of."""
        known = dict(zip(variables, codes, strict=True))
        if part and self.divided is not None:
            known[self.divided.variable] = known.get(self.divided.variable) or part
        return tuple(known.get(name, TOTAL_CODE) for name in self.variables)

    def _cells(self, raw: RawTable, names: Sequence[str]) -> dict[Address, int]:
        """The originals of a table; levels of sums are kept."""
        frame = raw.to_frame_confidential(_TOTAL)
        own = {_TOTAL: TOTAL_CODE, MISSING: _NOT_STATED}
        codes = list(zip(*([own.get(code, code) for code in frame[name]] for name in names), strict=True))
        if self.sums is None:
            return dict(zip(codes, map(int, frame["count"]), strict=True))
        (block,) = raw.blocks
        sums = block.magnitudes[self.sums.magnitude]
        self._keep_levels(self.sums, block, [self.logical(names, each) for each in codes])
        return dict(zip(codes, map(int, sums.sums.ravel()), strict=True))

    def _keep_levels(self, compared: SumsCompared, block: RawBlock, cells: Sequence[Address]) -> None:
        """The levels of sensitive sums by logical cell. cells: in the order of the block."""
        rules, negative = compared.rules, self.knowledge.least is None
        sums, marked = block.magnitudes[compared.magnitude], rules.marked(block, compared.magnitude)
        every = np.zeros(sums.sums.shape, dtype=np.bool_)
        for mask in marked.values():
            every |= mask
        listed = marked.get("cells", np.zeros_like(every)).ravel()
        totals, numbers = sums.sums.ravel(), sums.contributors.ravel()
        largest = sums.largest.reshape(len(totals), -1)
        for at in np.flatnonzero(every.ravel()).tolist():
            cell = CellContributions(int(totals[at]), tuple(map(int, largest[at])), int(numbers[at]))
            lower = None if negative else cell.total
            level = level_of_sum(rules, cell, listed=bool(listed[at]), lower_room=lower)
            if level is not None:
                self.levels[cells[at]] = level

    def suppressed_tables(self, more: Iterable[tuple[Names, Counts]] = ()) -> list[SuppressedTable]:
        """All tables, and more of them, with no cell suppressed."""
        every = [*((names, self.counts[name]) for name, names in self.groups.items()), *more]
        return [as_suppressed(str(number), names, counts) for number, (names, counts) in enumerate(every)]

    def _drawn(self, seed: int) -> list[Names]:
        """Tables with one variable more than the largest, or of other variables, that are in none of the others."""
        ways = min(max(map(len, self.groups.values())) + 1, len(self.variables))
        others = [
            names
            for names in combinations(self.variables, ways)
            if not any(set(names) <= set(group) for group in self.groups.values())
        ]
        sizes = {name: len(self.data.dimension(name).codes) + 1 for name in self.variables}
        others = [names for names in others if np.prod([float(sizes[name]) for name in names]) <= _MOST_NEW]
        return sorted(random.Random(seed).sample(others, min(len(others), _MOST_UNPLANNED)))  # noqa: S311

    def _divided(self) -> DividedRecords | None:
        """The records by the first variable with two to twenty parts; None where there is none, and for households."""
        if self.data.counter is not None or self.data.households is not None:
            return None
        for name in self.variables:
            codes = self._parts_of(name)
            if not 2 <= len(codes) <= _MOST_PARTS:
                continue
            own = [_NOT_STATED if code == MISSING else code for code in self.data.dimension(name).codes]
            column = np.asarray(self.data.columns[name], dtype=np.int64)
            chosen = {
                part: np.flatnonzero(np.isin(column, [at for at, code in enumerate(own) if code in inside]))
                for part, inside in codes.items()
            }
            filled = [part for part, records in chosen.items() if len(records)]
            if len(filled) < 2:
                continue
            trees = {part: self._tree_below(name, part) for part in filled}
            data = {part: self._records(chosen[part]) for part in filled}
            return DividedRecords(name, {part: codes[part] for part in filled}, trees, data)
        return None

    def _parts_of(self, name: str) -> dict[str, frozenset[str]]:
        """The codes of the uppermost level of a variable that has several, each with all codes in it."""
        tree = self.hierarchies.get(name)
        if tree is None:
            codes = (_NOT_STATED if code == MISSING else code for code in self.data.dimension(name).codes)
            return {code: frozenset([code]) for code in codes}
        parts: dict[str, frozenset[str]] = {}
        for depth in range(tree.depth):
            parts = {
                node.code: frozenset(code for code, _ in _subtree(tree, node.code))
                for node in tree.nodes
                if node.depth == depth
            }
            if len(parts) > 1:
                break
        return parts

    def _tree_below(self, name: str, part: str) -> Hierarchy | None:
        tree = self.hierarchies.get(name)
        nodes = [] if tree is None else _subtree(tree, part)[1:]
        return Hierarchy.from_depths([(code, depth - 1) for code, depth in nodes]) if nodes else None

    def _records(self, chosen: Any) -> Microdata:
        """Some of the records, with the variables of the tables and their keys."""
        data = self.data
        keys = data.record_keys
        return replace(
            data,
            rows=len(chosen),
            dimensions={name: data.dimension(name) for name in self.variables},
            columns={name: np.asarray(data.columns[name])[chosen] for name in self.variables},
            record_keys=None if keys is None else replace(keys, values=keys.values[chosen], notices=()),
            weight=None,
            magnitudes=self._magnitudes(chosen),
            cache={},
            notices=(),
            safe=None,
            patterns=None,
        )

    def _magnitudes(self, chosen: Any) -> dict[str, NumberColumn]:
        if self.sums is None:
            return {}
        column = self.data.magnitudes[self.sums.magnitude]
        missing = None if column.missing is None else np.asarray(column.missing)[chosen]
        return {column.name: replace(column, values=np.asarray(column.values)[chosen], missing=missing)}


def as_suppressed(name: str, names: Sequence[str], counts: Counts) -> SuppressedTable:
    """A table with no cell suppressed."""
    return SuppressedTable(name, tuple(names), tuple(SuppressedCell(*cell) for cell in counts.items()))


def published_cells(table: ProtectedTable, names: Sequence[str], counts: Counts) -> dict[Address, int | None]:
    """The figures of a protected table for cells; None for a sign in place of one."""
    made: dict[Address, int | None] = {}
    for codes in counts:
        place = {
            name: MISSING if code == _NOT_STATED else code
            for name, code in zip(names, codes, strict=True)
            if code != TOTAL_CODE
        }
        made[codes] = None if table.sign(place) is Sign.UNKNOWN else int(table.value(place))
    return made


def _subtree(tree: Hierarchy, code: str) -> list[tuple[str, int]]:
    """A node and all below it, each with its depth under the node."""
    start = tree.index[code]
    top = tree.nodes[start].depth
    nodes = [(code, 0)]
    for node in tree.nodes[start + 1 :]:
        if node.depth <= top:
            break
        nodes.append((node.code, node.depth - top))
    return nodes
