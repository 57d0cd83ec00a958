"""tabulate(data, spec): every inner cell, subtotal and total of a table, from the microdata."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import say, sentence
from ckmcore.microdata.data import Dimension, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.households import refuse_undeclared
from ckmcore.tabulate.axis import NodePlan, condition_leaves, plan_level
from ckmcore.tabulate.cell_storage import ListedCells, ListedNotComputed
from ckmcore.tabulate.cells import FilterTexts
from ckmcore.tabulate.counter import counted_list, counted_magnitude
from ckmcore.tabulate.cubes import MOST_CELLS, in_cache, leaf_cube, remember, request
from ckmcore.tabulate.derived_indicators import is_made, own_filters, with_answers
from ckmcore.tabulate.exempt import exempt_cells
from ckmcore.tabulate.households import household_block
from ckmcore.tabulate.magnitudes import (
    LEAST_CONTRIBUTORS,
    MagnitudeCube,
    RawMagnitude,
    magnitude_column,
    reduce_magnitude,
    scan_magnitude,
)
from ckmcore.tabulate.own_rows import check_rows, own_axis, with_any_of
from ckmcore.tabulate.pattern_cells import with_patterns
from ckmcore.tabulate.raw import Conditions, RawBlock, RawTable, SafeCounts
from ckmcore.tabulate.references import reference_figures, reference_named
from ckmcore.tabulate.rollup import roll_up
from ckmcore.tabulate.scan import Filters, never
from ckmcore.tabulate.sparse_cells import (
    CellList,
    aligned,
    joined,
    refuse_too_wide,
    roll_up_listed,
    scan_listed,
    with_own_nodes,
)
from ckmcore.tabulate.spec import PREVIOUS, Block, Condition, Level, OwnRow, TableSpec
from ckmcore.tabulate.top import expanded
from ckmcore.tabulate.values import check_value, magnitude_title, value_label

CELL_LIMIT = 50_000_000
# Of a list: a number, a count and a key sum for each cell, and once more while they are put in order.
LISTED_LIMIT, LISTED_PER_CELL = 100_000_000, 2
MAGNITUDE_CELLS = 4


class TableTooLarge(InputError):
    code = "table_too_large"


@dataclass(frozen=True)
class BlockPlan:
    """Plan of one cube: the levels of a layer, row and column block together, with their nodes."""

    levels: tuple[Level, ...]
    nodes: tuple[NodePlan, ...]
    listed: bool = False

    @property
    def cells(self) -> int:
        return math.prod(self.shape)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of nodes of each level."""
        return tuple(len(plan.axis) for plan in self.nodes)

    def most_listed(self, rows: int) -> int:
        """Largest possible number of occupied cells: each record is in one cell of each combination of layers; own rows
        overlap."""
        layers = (
            len(level.rows) if level.rows else len(plan.layers)
            for level, plan in zip(self.levels, self.nodes, strict=True)
        )
        return min(self.cells, rows * math.prod(layers))


@dataclass(frozen=True)
class TablePlan:
    """Plan of a table's cubes before computing, one per combination of stacked row, column and layer blocks.

    parts: number of own filters of the values; each cube is counted under each of them.
    """

    spec: TableSpec
    blocks: tuple[BlockPlan, ...]
    parts: int

    @property
    def cells(self) -> int:
        """Number of cells of the table, all margins included."""
        return self.parts * sum(plan.cells for plan in self.blocks)

    @cached_property
    def without(self) -> tuple[tuple[str, int], ...]:
        """Number of cells of the table without each of its variables, smallest first."""
        sizes = [
            {level.variable: len(plan.axis) for level, plan in zip(block.levels, block.nodes, strict=True)}
            for block in self.blocks
        ]
        names = dict.fromkeys(name for size in sizes for name in size)
        without = {
            name: sum(math.prod(count for other, count in size.items() if other != name) for size in sizes)
            for name in names
        }
        return tuple((name, self.parts * without[name]) for name in sorted(without, key=without.__getitem__))


def plan_table(data: Microdata, spec: TableSpec) -> TablePlan:
    """Plan a table of any size. Raises the errors of `plan_blocks` except TableTooLarge."""
    return _planned(data, expanded(spec))


def _planned(data: Microdata, spec: TableSpec) -> TablePlan:
    if not spec.values:
        raise InputError("no_value")
    plans = tuple(_plan(data, spec, *blocks) for blocks in product(spec.rows, spec.columns, spec.layers))
    return TablePlan(spec, plans, len(own_filters(data, spec)))


def plan_blocks(
    data: Microdata, spec: TableSpec, *, listed: bool = False, records: Callable[[], int] | None = None
) -> tuple[BlockPlan, ...]:
    """Plans of a table's cubes before computing, one per combination of stacked row, column and layer blocks.

    listed: a table with too many cells becomes a list of the occupied ones; raises ListedNotComputed and table_too_wide
    where that is impossible. This does not depend on which cells are occupied. records: function that gives the number
    of records for which lists need room, by default the number of the data.

    Raises UnknownVariable, variable_twice, level_unknown_codes, no_value, TableTooLarge (with the number of cells,
    margins included), and the errors of values and own rows.
    """
    return with_room(data, _planned(data, spec), listed=listed, records=records)


def with_room(
    data: Microdata, plan: TablePlan, *, listed: bool = False, records: Callable[[], int] | None = None
) -> tuple[BlockPlan, ...]:
    """Plans of cubes, after checking that there is enough memory. Parameters and errors as of `plan_blocks`."""
    spec, plans, part_count, cells = plan.spec, plan.blocks, plan.parts, plan.cells
    # A magnitude keeps several figures of each cell.
    limit = min(CELL_LIMIT, limits().cells) // (1 + MAGNITUDE_CELLS * len(spec.magnitudes))
    if cells > limit and listed:
        rows = data.rows if records is None else records()
        most_cells = part_count * sum(block.most_listed(rows) for block in plans)
        if most_cells <= min(LISTED_LIMIT, LISTED_PER_CELL * limits().cells):
            refuse_unlisted(data, spec)
            for block in plans:
                refuse_too_wide([max(node.leaf_count, len(node.axis)) for node in block.nodes])
            return tuple(replace(block, listed=True) for block in plans)
    if cells > limit:
        variable, fewest = plan.without[0]
        title = level_title(data, spec, variable)
        raise TableTooLarge(cells=cells, limit=limit, variable=title, fewer=fewest)
    return plans


def refuse_unlisted(data: Microdata, spec: TableSpec) -> None:
    """Raise ListedNotComputed where a table shows values that a list of its cells cannot provide.

    A change from an occupied to an empty cell is -100 %, so the empty cell would have to be listed. Sums of doubles
    depend on their order. Magnitudes and households are not counted in lists.
    """
    for value in spec.values:
        if value.kind == "change":
            raise ListedNotComputed(what=sentence("listed_change"))
        if value.magnitude or value.base_measure.magnitude:
            raise ListedNotComputed(what=sentence("listed_magnitudes"))
        if value.needs_weights and data.weight is not None and data.weight.decimals is None:
            raise ListedNotComputed(what=sentence("listed_doubles"))
    if data.households is not None:
        raise ListedNotComputed(what=sentence("listed_households"))
    if data.exempt and any(level.rows for block in (*spec.rows, *spec.columns, *spec.layers) for level in block.levels):
        raise ListedNotComputed(what=sentence("listed_exempt_rows"))


def level_title(data: Microdata, spec: TableSpec, variable: str) -> Texts:
    """Title of a variable of the table."""
    for block in (*spec.rows, *spec.columns, *spec.layers):
        for level in block.levels:
            if level.variable == variable and level.title.text("en"):
                return level.title
    return data.dimensions[variable].title if variable in data.dimensions else Texts.same(variable)


def _plan(data: Microdata, spec: TableSpec, rows: Block, columns: Block, layers: Block) -> BlockPlan:
    levels: tuple[Level, ...] = (*layers.levels, *rows.levels, *columns.levels)
    names = [level.variable for level in levels]
    for name in names:
        if names.count(name) > 1:
            raise InputError("variable_twice", variable=name)
    for value in spec.values:
        check_value(data, value, names)
    nodes = []
    for level in levels:
        changes = [value for value in spec.values if value.kind == "change" and value.variable == level.variable]
        if level.rows:
            for row in level.rows:
                filter_flags(data, row.conditions)
            check_rows(data.dimensions, level.rows, spec.filters)
            plan = NodePlan(own_axis(level), 0, ())
        else:
            refuse_unknown_codes(data, level)
            siblings = any(value.against == PREVIOUS for value in changes)
            needed = [value.against for value in changes]
            valid = spec.presentation.valid_codes
            plan = plan_level(data.dimension(level.variable), level, needed, siblings=siblings, valid=valid)
        for value in changes:
            if value.against != PREVIOUS and value.against not in plan.axis.index:
                raise InputError(
                    "change_against_unknown", variable=level_title(data, spec, level.variable), found=value.against
                )
        nodes.append(plan)
    return BlockPlan(levels, tuple(nodes))


def _unknown_codes(dimension: Dimension, codes: Iterable[str]) -> tuple[str, ...]:
    inner = dimension.hierarchy.index if dimension.hierarchy is not None else {}
    known_codes = {*dimension.codes, *inner}
    return tuple(code for code in codes if code not in known_codes)


def refuse_unknown_codes(data: Microdata, level: Level) -> None:
    """Raise level_unknown_codes for unknown codes of a level: a group would be too small, a node would be missing
    unnoticed."""
    named_codes = [*level.nodes, *(code for group in level.groups for code in group.codes)]
    if not named_codes:
        return
    unknown = _unknown_codes(data.dimension(level.variable), named_codes)
    if unknown:
        raise InputError("level_unknown_codes", variable=level.variable, codes=unknown[:5])


def filter_flags(data: Microdata, conditions: tuple[Condition, ...]) -> dict[str, NDArray[np.uint8]]:
    """Flag of each leaf category for each filtered variable; several conditions on a variable must all hold."""
    flags: dict[str, NDArray[np.uint8]] = {}
    for condition in conditions:
        if not condition.restricts:
            continue
        if condition.rule:
            raise InputError("spec_part_not_computed", part=condition.rule)
        dimension = data.dimension(condition.variable)
        unknown = _unknown_codes(dimension, condition.codes)
        if unknown:
            raise InputError("filter_unknown_codes", variable=condition.variable, codes=unknown[:5])
        allowed_leaves = condition_leaves(dimension, condition)
        former_flag = flags.get(condition.variable)
        flags[condition.variable] = allowed_leaves if former_flag is None else allowed_leaves & former_flag
    return flags


@checked
def tabulate(
    data: Microdata,
    spec: TableSpec,
    *,
    hierarchies: dict[str, Hierarchy] | None = None,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
    contributors: int = 0,
    listed: bool = False,
    records: Callable[[], int] | None = None,
) -> RawTable:
    """Tabulate microdata: counts, sums of record keys, weights and magnitudes for every cell of `spec`, subtotals and
    totals included.

    Each cell is counted from the microdata; margins are exact integer sums of the finest cells. hierarchies: attached
    for this call. For data that count households each household counts once in a cell; raises HouseholdVaries for
    variables that differ within one. contributors: number of largest contributions to keep for each cell, at least
    LEAST_CONTRIBUTORS. listed, records: as of `plan_blocks`. Computed cubes are cached with the data and serve smaller
    tables.

    An unresolved rule of a level (`Top`) has no effect, since the largest nodes are known only from a method's
    published figures (`Statistic.draft`).

    >>> ckm.tabulate(data, ckm.TableSpec("NUTS", ["SEX", "AGE"]))
    RawTable((4, 3, 6), confidential)
    """
    for name, hierarchy in (hierarchies or {}).items():
        data = data.with_hierarchy(name, hierarchy)
    plan = plan_table(data, spec)
    return tabulate_plan(
        data, plan, threads=threads, cancelled=cancelled, contributors=contributors, listed=listed, records=records
    )


def tabulate_plan(
    data: Microdata,
    plan: TablePlan,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
    contributors: int = 0,
    listed: bool = False,
    records: Callable[[], int] | None = None,
) -> RawTable:
    """Tabulate a table that is already planned; parameters as of `tabulate`."""
    spec = plan.spec
    try:
        plans = with_room(data, plan, listed=listed, records=records)
    except TableTooLarge as fault:
        with contextlib.suppress(CkmError):
            with_room(data, plan, listed=True)
            fault.add_note(say("table_could_be_listed", "en"))  # for who writes Python: windows and `ckm` ask for lists
        raise
    refuse_undeclared(data, spec.asked)
    data = with_answers(data, own_filters(data, spec))
    flags = filter_flags(data, spec.filters)
    weighted = any(value.needs_weights for value in spec.values)
    cubes = Cubes(data, spec.magnitudes, max(contributors, LEAST_CONTRIBUTORS), weighted, threads, cancelled)
    with contextlib.nullcontext() if data.counter is None else data.counter.one_state():
        parts_by_filter = _parts_of(data, spec, plans, flags, cubes)
    if data.patterns is not None:
        parts_by_filter = with_patterns(data.patterns, spec, parts_by_filter)
    references, sources = {}, []
    for name in dict.fromkeys(value.reference for value in spec.values if value.kind == "rate"):
        table = reference_named(data.references, name)
        references[name] = tuple(
            reference_figures(table, [nodes.axis for nodes in block.nodes], spec.filters) for block in plans
        )
        if table.source.text("en"):
            title = table.title if table.title.text("en") else Texts.same(name)
            sources.append(sentence("reference_source", title=title, source=table.source))
    return RawTable(
        spec,
        next(iter(parts_by_filter.values())),
        data.rows,
        filter_texts(data, spec.filters),
        data.structural_zeros,
        parts_by_filter,
        tuple(value_label(data, value) for value in spec.values),
        references,
        tuple(sources),
        {name: magnitude_title(data, name) for name in (*spec.answered, *spec.magnitudes)},
    )


def _parts_of(
    data: Microdata, spec: TableSpec, plans: Sequence[BlockPlan], flags: Filters, cubes: Cubes
) -> dict[Conditions, tuple[RawBlock, ...]]:
    """The blocks by the own filters of the values."""
    raw_blocks: dict[Conditions, tuple[RawBlock, ...]] = {}
    filters = own_filters(data, spec)
    if any(plan.listed for plan in plans):
        every = [combined(flags, filter_flags(data, conditions)) for conditions in filters]
        # A filter leaves fewer cells: methods compare values cell by cell.
        blocks = [
            [cubes.listed_block(plan, cells, both) for cells, both in zip(lists, every, strict=True)]
            for plan in plans
            for lists in (aligned([cubes.listed(plan, both) for both in every]),)
        ]
        return dict(zip(filters, zip(*blocks, strict=True), strict=True))
    variables = dict.fromkeys(
        condition.variable for conditions in filters for condition in conditions if is_made(condition.variable)
    )
    for plan in plans:
        cubes.scanned(plan, flags, list(variables))
    # Of records that are counted by their value of a magnitude nobody asks for sums.
    counting = replace(cubes, magnitudes=())
    for conditions in filters:
        both = combined(flags, filter_flags(data, conditions))
        of_answers = any(is_made(condition.variable) for condition in conditions)
        raw_blocks[conditions] = tuple((counting if of_answers else cubes).block(plan, both) for plan in plans)
    return raw_blocks


def blocks_of(data: Microdata, spec: TableSpec, cubes: Cubes) -> RawTable:
    """Cells of `spec` computed by `cubes`, without texts and references. Raises the errors of `plan_blocks`."""
    plans, data = plan_blocks(data, spec), with_answers(data, own_filters(data, spec))
    parts_by_filter = _parts_of(data, spec, plans, filter_flags(data, spec.filters), replace(cubes, data=data))
    return RawTable(spec, next(iter(parts_by_filter.values())), data.rows, parts=parts_by_filter)


def combined(first: Filters, second: Filters) -> dict[str, NDArray[np.uint8]]:
    """Filters that must both hold."""
    filters = dict(first)
    for name, flags in second.items():
        filters[name] = flags & filters[name] if name in filters else flags
    return filters


def filter_texts(data: Microdata, conditions: tuple[Condition, ...]) -> tuple[FilterTexts, ...]:
    """The filters of a table in words, for titles and exports."""
    found_filter_texts = []
    for condition in conditions:
        if not condition.restricts:
            continue
        dimension = data.dimension(condition.variable)
        found_filter_texts.append(
            FilterTexts(dimension.title, tuple(dimension.label(code) for code in condition.codes))
        )
    return tuple(found_filter_texts)


def changed_records(data: Microdata, names: tuple[str, ...]) -> Microdata | None:
    """The records that the SAFE principle changed, by the data's categories of some keys; None where these lack a
    code."""
    safe = data.safe
    codes = {name: data.dimension(name).codes for name in names}
    key = tuple(codes.items())
    if safe is None:
        return None
    if key not in safe.cache:
        columns = safe.columns(names, codes)
        safe.cache[key] = None if columns is None else (columns, {})
    if safe.cache[key] is None:
        return None
    columns, cubes = safe.cache[key]
    return Microdata(int(safe.records.sum()), {name: data.dimension(name) for name in names}, columns, cache=cubes)


def stacked_safe(
    counts: NDArray[np.int64],
    total: SafeCounts,
    blocks: Sequence[SafeCounts | None],
    stacked: Callable[[Sequence[Any], Any], Any],
) -> SafeCounts:
    """The counts by the SAFE principle of a block with own rows. total: of all records; blocks: of each combination of
    own rows, None for headings. counts: the original ones of the block."""
    others = dict.fromkeys(name for block in (total, *blocks) if block is not None for name in block.others)
    lacking = total.counts is None or any(block is not None and block.counts is None for block in blocks)
    if lacking:
        return SafeCounts(counts, None, total.mark, tuple(others))
    arrays = [None if block is None else block.counts for block in blocks]
    return SafeCounts(counts, stacked(arrays, total.counts), total.mark)


@dataclass(frozen=True)
class Cubes:
    """Computes the blocks of one table with common parameters."""

    data: Microdata
    magnitudes: tuple[str, ...]
    contributors: int
    weighted: bool
    threads: int | None
    cancelled: Callable[[], bool]

    def block(self, plan: BlockPlan, flags: Filters) -> RawBlock:
        """Compute the cells of a plan under the filters; each combination of own rows is a cube with additional
        filters."""
        own_axes = [axis for axis, level in enumerate(plan.levels) if level.rows]
        nodes = [node for node, level in zip(plan.nodes, plan.levels, strict=True) if not level.rows]
        if not own_axes:
            return self.under(self.data, nodes, flags)
        data, rows = self.data, []
        for axis in own_axes:
            data, resolved = with_any_of(data, plan.levels[axis].rows)
            rows.append((None, *resolved))
        self.prepared(data, nodes, flags, [row for level in rows for row in level if row is not None])
        raw_blocks: list[RawBlock | None] = []
        for combination in product(*rows):
            chosen_rows = [row for row in combination if row is not None]
            if any(row.kind != "figures" for row in chosen_rows):
                raw_blocks.append(None)
                continue
            both_flags = flags
            for row in chosen_rows:
                both_flags = combined(both_flags, filter_flags(data, row.conditions))
            raw_blocks.append(self.under(data, nodes, both_flags))
        total = self.under(data, nodes, flags)

        def stacked(arrays: Sequence[Any], like: Any) -> Any:
            stacked_arrays = np.stack([np.zeros_like(like) if array is None else array for array in arrays])
            stacked_arrays = stacked_arrays.reshape(*map(len, rows), *like.shape)
            return np.ascontiguousarray(np.moveaxis(stacked_arrays, range(len(own_axes)), own_axes))

        def of(name: str) -> Any:
            like = getattr(total, name)
            return (
                None
                if like is None
                else stacked(
                    [None if raw_block is None else getattr(raw_block, name) for raw_block in raw_blocks], like
                )
            )

        def magnitude(name: str, like: RawMagnitude) -> RawMagnitude:
            arrays = [None if raw_block is None else raw_block.magnitudes[name].arrays() for raw_block in raw_blocks]
            return like.with_arrays(
                {
                    key: stacked([part_array and part_array[key] for part_array in arrays], array)
                    for key, array in like.arrays().items()
                }
            )

        counts, safe = of("counts"), total.safe
        if safe is not None:
            every = [None if raw_block is None else raw_block.safe for raw_block in raw_blocks]
            safe = stacked_safe(counts, safe, every, stacked)
        return replace(
            total,
            dimensions=tuple(node.axis for node in plan.nodes),
            counts=counts,
            safe=safe,
            key_sums=of("key_sums"),
            weights=of("weights"),
            magnitudes={name: magnitude(name, like) for name, like in total.magnitudes.items()},
            exempt=of("exempt"),
        )

    def listed(self, plan: BlockPlan, flags: Filters) -> CellList:
        """Occupied cells of a plan under the filters; each combination of own rows has additional filters."""
        own_axes = [axis for axis, level in enumerate(plan.levels) if level.rows]
        nodes = [node for axis, node in enumerate(plan.nodes) if axis not in own_axes]
        data, rows = self.data, []
        for axis in own_axes:
            data, resolved = with_any_of(data, plan.levels[axis].rows)
            rows.append((None, *resolved))
        cell_lists = []
        for combination in product(*(range(len(row)) for row in rows)):
            chosen = [level[row_index] for level, row_index in zip(rows, combination, strict=True)]
            both_flags = flags
            for row in chosen:
                if row is not None:
                    both_flags = combined(both_flags, filter_flags(data, row.conditions))
            if all(row is None or row.kind == "figures" for row in chosen):
                names = [node.axis.name for node in nodes]
                leaf = replace(self, data=data).leaf_list(names, both_flags)
                cells = roll_up_listed(leaf, nodes, self.threads, self.cancelled)
                cell_lists.append(with_own_nodes(cells, plan.shape, dict(zip(own_axes, combination, strict=True))))
        return joined(cell_lists)

    def leaf_list(self, names: Sequence[str], flags: Filters) -> CellList:
        """The occupied leaf cells of some variables under filters."""
        data, counter = self.data, self.data.counter
        if counter is not None:
            return counted_list(data, counter, names, flags, weighted=self.weighted, cancelled=self.cancelled)
        return scan_listed(data, names, flags, weighted=self.weighted, threads=self.threads, cancelled=self.cancelled)

    def listed_block(self, plan: BlockPlan, cells: CellList, flags: Filters) -> RawBlock:
        """The block of a list."""
        keys, weight = self.data.record_keys, self.data.weight
        listed_cells = ListedCells(cells.shape, cells.numbers)
        return RawBlock(
            tuple(node.axis for node in plan.nodes),
            cells.counts,
            cells.key_sums,
            cells.modulus is not None,
            None if keys is None else keys.modulus,
            None if keys is None else keys.digits,
            cells.weights,
            None if weight is None else weight.decimals,
            exempt=exempt_cells(self.data, plan.nodes, flags, listed_cells),
            period=self.data.period,
            listed=listed_cells,
            safe=None if self.data.safe is None else SafeCounts(cells.counts, None, self.data.safe.content_hash),
        )

    def scanned(self, plan: BlockPlan, flags: Filters, variables: Sequence[str]) -> None:
        """Scan once by each of some variables, where that cube is small enough to answer for all their categories."""
        if self.data.households is not None or any(level.rows for level in plan.levels):
            return
        names = [node.axis.name for node in plan.nodes]
        for variable in variables:
            # In front: what one category has lies together, and each is taken out on its own.
            every = [variable, *names]
            if math.prod(len(self.data.dimension(name).codes) for name in every) <= max(self.data.rows, MOST_CELLS):
                leaf_cube(
                    self.data,
                    every,
                    flags,
                    weighted=self.weighted,
                    threads=self.threads,
                    cancelled=self.cancelled,
                )

    def prepared(self, data: Microdata, nodes: Sequence[NodePlan], flags: Filters, rows: Sequence[OwnRow]) -> None:
        """Scan once by the variables of all conditions of own rows, where that cube is small enough to answer for every
        row."""
        if data.households is not None:
            return
        names = [node.axis.name for node in nodes]
        more_variables = {condition.variable for row in rows for condition in row.conditions} - set(names)
        every = [*names, *sorted(more_variables)]
        if math.prod(len(data.dimension(name).codes) for name in every) <= max(data.rows // 4, 100_000):
            leaf_cube(data, every, flags, weighted=self.weighted, threads=self.threads, cancelled=self.cancelled)
            for magnitude in self.magnitudes:
                self._magnitude(data, every, flags, magnitude)

    def under(self, data: Microdata, nodes: Sequence[NodePlan], flags: Filters) -> RawBlock:
        """Block of some nodes under filters."""
        if data.households is not None:
            return household_block(data, nodes, flags, self.under)
        names = [node.axis.name for node in nodes]
        cube = leaf_cube(data, names, flags, weighted=self.weighted, threads=self.threads, cancelled=self.cancelled)
        keys = data.record_keys
        modulus = keys.modulus if keys is not None and cube.modular else None
        counts = roll_up(cube.counts, nodes)
        return RawBlock(
            tuple(node.axis for node in nodes),
            counts,
            None if cube.key_sums is None else roll_up(cube.key_sums, nodes, modulus),
            cube.modular,
            None if keys is None else keys.modulus,
            None if keys is None else keys.digits,
            # A cube from the cache may hold weights that nobody asked for.
            roll_up(cube.weights, nodes) if self.weighted and cube.weights is not None else None,
            None if data.weight is None else data.weight.decimals,
            {name: self._magnitude(data, names, flags, name).rolled_up(nodes, modulus) for name in self.magnitudes},
            exempt_cells(data, nodes, flags),
            data.period,
            safe=self._safe(data, nodes, flags, counts),
        )

    def _safe(
        self, data: Microdata, nodes: Sequence[NodePlan], flags: Filters, counts: NDArray[np.int64]
    ) -> SafeCounts | None:
        """The counts of the same cells among records that the SAFE principle changed; None without such records."""
        if data.safe is None:
            return None
        names = [node.axis.name for node in nodes]
        others = tuple(name for name in dict.fromkeys((*names, *flags)) if name not in data.safe.codes)
        changed = None if others else changed_records(data, tuple(dict.fromkeys((*names, *flags))))
        if changed is None:
            return SafeCounts(counts, None, data.safe.content_hash, others)
        cube = leaf_cube(changed, names, flags, weighted=False, threads=self.threads, cancelled=self.cancelled)
        return SafeCounts(counts, roll_up(cube.counts, nodes), data.safe.content_hash)

    def _magnitude(self, data: Microdata, names: list[str], flags: Filters, magnitude: str) -> RawMagnitude:
        """Leaf cells of a magnitude from the cache, from a larger cached cube, or by a scan."""
        magnitude_column(data, magnitude)
        weighted = self.weighted and data.weight is not None
        wanted_request = request(data, names, flags, weighted=weighted, magnitude=magnitude, k=self.contributors)
        best, extra = in_cache(data, wanted_request, flags)
        if isinstance(best, MagnitudeCube):
            modulus = None if data.record_keys is None else data.record_keys.modulus
            cube = reduce_magnitude(best, names, extra, modulus)
        elif data.counter is not None:
            cube = counted_magnitude(
                data,
                data.counter,
                names,
                flags,
                magnitude,
                k=self.contributors,
                weighted=weighted,
                cancelled=self.cancelled,
            )
        else:
            cube = scan_magnitude(
                data,
                names,
                flags,
                magnitude,
                k=self.contributors,
                weighted=weighted,
                threads=self.threads,
                cancelled=self.cancelled,
            )
        remember(data.cache, wanted_request, cube)
        return cube.found if weighted else cube.found.without_weights()
