"""tabulate(data, spec): every inner cell, subtotal and total of a table, from the microdata."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.microdata.data import Dimension, Microdata, UnknownVariable, VariableTwice
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.axis import NodePlan, condition_leaves, plan_nodes
from ckmcore.tabulate.cells import FilterTexts
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.rollup import reduce_cube, roll_up
from ckmcore.tabulate.scan import Filters, LeafCube, never, scan
from ckmcore.tabulate.spec import Block, Condition, Level, SpecPartNotComputed, TableSpec

CELL_LIMIT = 50_000_000
CACHE_BYTES = 512 * 2**20
COMPUTED_VALUES = ("count", "weighted_count")

# The window tabulates in several threads: a cancelled job may still run when the next one begins.
_cache_lock = threading.Lock()


class TableTooLarge(CkmError):
    code = "table_too_large"


class FilterUnknownCodes(CkmError):
    code = "filter_unknown_codes"


class LevelUnknownCodes(CkmError):
    """A chosen node or an own group names codes that the variable does not have (any more)."""

    code = "level_unknown_codes"


class NoValue(CkmError):
    code = "no_value"


class NoWeight(CkmError):
    code = "no_weight"


@dataclass(frozen=True)
class BlockPlan:
    """One cube to compute: the levels of a row block, a column block and a layer block together."""

    rows: Block
    columns: Block
    layers: Block
    nodes: tuple[NodePlan, ...]

    @property
    def cells(self) -> int:
        cells = 1
        for plan in self.nodes:
            cells *= len(plan.axis)
        return cells


def plan_blocks(data: Microdata, spec: TableSpec) -> tuple[BlockPlan, ...]:
    """The cubes of a table, one per triple of stacked blocks (rows, columns, layers), before anything is computed.

    Raises UnknownVariable, VariableTwice, LevelUnknownCodes, NoWeight, SpecPartNotComputed, TableTooLarge (cells with
    all margins).
    """
    if not spec.values:
        raise NoValue()
    for value in spec.values:
        if value.kind not in COMPUTED_VALUES or value.conditions:
            raise SpecPartNotComputed(part=value.kind)
        if value.kind == "weighted_count" and data.weight is None:
            raise NoWeight()
    plans = []
    for rows, columns, layers in product(spec.rows, spec.columns, spec.layers):
        levels: tuple[Level, ...] = (*layers.levels, *rows.levels, *columns.levels)
        for level in levels:
            if level.rows:
                raise SpecPartNotComputed(part=level.rows[0].relation)
        names = [level.variable for level in levels]
        for name in names:
            if names.count(name) > 1:
                raise VariableTwice(variable=name)
        for level in levels:
            _refuse_unknown_codes(data, level)
        nodes = tuple(plan_nodes(data.dimension(level.variable), level.groups) for level in levels)
        plans.append(BlockPlan(rows, columns, layers, nodes))
    cells = sum(plan.cells for plan in plans)
    if cells > CELL_LIMIT:
        raise TableTooLarge(cells=cells, limit=CELL_LIMIT)
    return tuple(plans)


def _unknown_codes(dimension: Dimension, codes: Iterable[str]) -> tuple[str, ...]:
    inner = dimension.hierarchy.index if dimension.hierarchy is not None else {}
    known = {*dimension.codes, *inner}
    return tuple(code for code in codes if code not in known)


def _refuse_unknown_codes(data: Microdata, level: Level) -> None:
    """A group without the codes it names would be published too small, a hidden node not be missed."""
    named = [*level.nodes, *(code for group in level.groups for code in group.codes)]
    if not named:
        return
    unknown = _unknown_codes(data.dimension(level.variable), named)
    if unknown:
        raise LevelUnknownCodes(variable=level.variable, codes=unknown[:5])


def filter_flags(data: Microdata, conditions: tuple[Condition, ...]) -> dict[str, NDArray[np.uint8]]:
    """Per filtered variable a flag for each leaf category; several conditions on one variable must all hold."""
    flags: dict[str, NDArray[np.uint8]] = {}
    for condition in conditions:
        if not condition.restricts:
            continue
        if condition.rule:
            raise SpecPartNotComputed(part=condition.rule)
        dimension = data.dimension(condition.variable)
        unknown = _unknown_codes(dimension, condition.codes)
        if unknown:
            raise FilterUnknownCodes(variable=condition.variable, codes=unknown[:5])
        allowed = condition_leaves(dimension, condition)
        before = flags.get(condition.variable)
        flags[condition.variable] = allowed if before is None else allowed & before
    return flags


def tabulate(
    data: Microdata,
    spec: TableSpec,
    *,
    hierarchies: dict[str, Hierarchy] | None = None,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> RawTable:
    """Count records, add record keys and weights for every cell of `spec`, subtotals and totals included.

    Each cell is tabulated from the microdata: margins are integer sums of the finest cells, exact. `hierarchies`
    attaches hierarchies for this call. Computed cubes are kept in the data's cache and serve smaller tables.
    """
    for name, hierarchy in (hierarchies or {}).items():
        data = data.with_hierarchy(name, hierarchy)
    plans = plan_blocks(data, spec)
    flags = filter_flags(data, spec.filters)
    weighted = any(value.kind == "weighted_count" for value in spec.values)
    blocks = tuple(_block(data, plan, flags, weighted, threads, cancelled) for plan in plans)
    return RawTable(spec, blocks, data.rows, filter_texts(data, spec.filters), data.structural_zeros)


def filter_texts(data: Microdata, conditions: tuple[Condition, ...]) -> tuple[FilterTexts, ...]:
    """The filters of a table in words, for titles and exports."""
    found = []
    for condition in conditions:
        if not condition.restricts:
            continue
        dimension = data.dimension(condition.variable)
        found.append(FilterTexts(dimension.title, tuple(dimension.label(code) for code in condition.codes)))
    return tuple(found)


def _block(
    data: Microdata, plan: BlockPlan, flags: Filters, weighted: bool, threads: int | None, cancelled: Callable[[], bool]
) -> RawBlock:
    names = [nodes.axis.name for nodes in plan.nodes]
    cube = leaf_cube(data, names, flags, weighted=weighted, threads=threads, cancelled=cancelled)
    keys = data.record_keys
    modulus = keys.modulus if keys is not None and cube.modular else None
    return RawBlock(
        tuple(nodes.axis for nodes in plan.nodes),
        roll_up(cube.counts, plan.nodes),
        None if cube.key_sums is None else roll_up(cube.key_sums, plan.nodes, modulus),
        cube.modular,
        None if keys is None else keys.modulus,
        None if keys is None else keys.digits,
        # A cube from the cache may hold weights that nobody asked for.
        roll_up(cube.weights, plan.nodes) if weighted and cube.weights is not None else None,
        None if data.weight is None else data.weight.decimals,
    )


def leaf_cube(
    data: Microdata,
    names: list[str],
    flags: Filters,
    *,
    weighted: bool = False,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> LeafCube:
    """The leaf cube of `names` under the filters: from the cache, from a larger cube there, or by a scan."""
    for name in (*names, *flags):
        if name not in data.columns:
            raise UnknownVariable(variable=name, known=tuple(data.dimensions))
    wanted = _Request(frozenset(names), frozenset((name, flag.tobytes()) for name, flag in flags.items()), weighted)
    best: LeafCube | None = None
    extra: Filters = {}
    with _cache_lock:
        kept = list(data.cache.items())
    for key, candidate in kept:
        if not isinstance(key, _Request) or not key.serves(wanted):
            continue
        if best is None or candidate.counts.size < best.counts.size:
            best = candidate
            extra = {name: flag for name, flag in flags.items() if (name, flag.tobytes()) not in key.filters}
    if best is not None and best.counts.size <= max(data.rows, 1_000_000):
        cube = reduce_cube(data, best, names, extra)
    else:
        cube = scan(data, names, flags, weighted=weighted, threads=threads, cancelled=cancelled)
    _remember(data.cache, wanted, cube)
    return cube


@dataclass(frozen=True)
class _Request:
    """What a cached cube answers: its variables, its filters, whether weights are in it."""

    names: frozenset[str]
    filters: frozenset[tuple[str, bytes]]
    weighted: bool

    def serves(self, other: _Request) -> bool:
        if not self.filters <= other.filters or (other.weighted and not self.weighted):
            return False
        missing = {name for name, _ in other.filters - self.filters}
        return (other.names | missing) <= self.names


def _remember(cache: dict[Any, Any], request: _Request, cube: LeafCube) -> None:
    if cube.nbytes > CACHE_BYTES // 2:
        return
    with _cache_lock:
        cache.pop(request, None)
        cache[request] = cube
        while sum(item.nbytes for item in cache.values()) > CACHE_BYTES:
            del cache[next(iter(cache))]
