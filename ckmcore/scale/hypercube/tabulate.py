"""Hypercubes: all margins of up to ten variables, one after another, each a list of its occupied cells.

Where a table holds all of its cells at once, a hypercube is a stream: its leaf cells are counted once and summed up
variable by variable, depth first, so that memory holds one list for each variable and not one for each margin. The
first variable varies slowest, its total comes last; the cells of a margin are in C order. A cell has the same number in
all margins: its number in the table with all these variables and their totals.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ckmcore.base.limits import limits
from ckmcore.base.texts import both
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.axis import NodePlan, plan_shown
from ckmcore.tabulate.cell_storage import ListedNotComputed
from ckmcore.tabulate.derived_indicators import own_filters, with_answers
from ckmcore.tabulate.hyper_spec import HyperPlan, HyperSpec
from ckmcore.tabulate.raw import Conditions, RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.sparse_cells import CellList, Layer, aligned, joined, mapped, refuse_too_wide
from ckmcore.tabulate.spec import PERIOD, Top
from ckmcore.tabulate.tabulate import (
    LISTED_LIMIT,
    LISTED_PER_CELL,
    BlockPlan,
    Cubes,
    combined,
    filter_flags,
    refuse_unknown_codes,
    refuse_unlisted,
)
from ckmcore.tabulate.values import check_value

MOST_VARIABLES = 10
BYTES_OF_A_CELL = 24  # its number, count and key sum

_SUMMED_UP = ("share", "change", "rate")


def plan_hypercube(data: Microdata, spec: HyperSpec, records: Callable[[], int] | None = None) -> HyperPlan:
    """Plan a hypercube without counting. records: function that gives the number of records for which there must be
    room, by default the number of the data; called only where needed.

    Raises hypercube_variables, hypercube_level, hypercube_value, hypercube_too_large, table_too_wide, UnknownVariable,
    variable_twice, level_unknown_codes, no_value, and the errors of values and filters.
    """
    if not 1 <= len(spec.names) <= MOST_VARIABLES:
        raise InputError("hypercube_variables", count=len(spec.names), most=MOST_VARIABLES)
    for names in (spec.names, tuple(level.variable for level in spec.levels)):
        for name in names:
            if names.count(name) > 1:
                raise InputError("variable_twice", variable=name)
    if PERIOD in spec.names:
        raise InputError("hypercube_level", variable=both("word_period"))
    for level in spec.levels:
        if level.rows or level.mean or level.top != Top() or level.variable not in spec.names:
            raise InputError("hypercube_level", variable=level.variable)
    _check_values(data, spec)
    nodes = []
    for level in spec.every_level:
        dimension = data.dimension(level.variable)
        refuse_unknown_codes(data, level)
        nodes.append(plan_shown(dimension, level))
    refuse_too_wide([max(plan.leaf_count, len(plan.axis)) for plan in nodes])
    plan = HyperPlan(spec.every_level, tuple(nodes), data.rows, len(own_filters(data, spec.table)))
    allowed = min(LISTED_LIMIT, LISTED_PER_CELL * limits().cells)
    all_helds = plan.of_dictionary.most_held
    if all_helds > allowed and (plan if records is None else replace(plan, rows=records())).most_held > allowed:
        raise InputError("hypercube_too_large", needed=_megabytes(all_helds), allowed=_megabytes(allowed))
    return plan


def _megabytes(cells: int) -> int:
    return -(-cells * BYTES_OF_A_CELL // 10**6)


def _check_values(data: Microdata, spec: HyperSpec) -> None:
    if not spec.values:
        raise InputError("no_value")
    for value in spec.values:
        check_value(data, value, spec.names)
        if value.kind in _SUMMED_UP:
            raise InputError("hypercube_value", what=sentence(f"hypercube_{value.kind}"))
    try:
        refuse_unlisted(data, spec.table)
    except ListedNotComputed as fault:
        raise InputError("hypercube_value", **fault.fields) from None


def raw_margins(
    data: Microdata,
    spec: HyperSpec,
    plan: HyperPlan,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
    start: int = 0,
) -> Iterator[Mapping[Conditions, RawBlock]]:
    """Margins in their order, each as listed blocks by the own filters of the values. Confidential.

    start: index of the first margin. Release each margin before requesting the next one. Raises Cancelled.
    """
    return _Margins(data, spec, plan, threads, cancelled).raw(start)


def nothing_of(data: Microdata, spec: HyperSpec, plan: HyperPlan) -> Mapping[Conditions, RawBlock]:
    """A margin without cells, in the form of `raw_margins`; no record is read."""
    margins = _Margins(data, spec, plan, None, never)
    keys = data.record_keys
    none = np.zeros(0, dtype=np.uint64)
    weights = none.view(np.int64) if margins.weighted else None
    cells = CellList(plan.shape, none, none.view(np.int64), None if keys is None else none, weights)
    return margins.blocks([cells] * len(margins.filters))


class _Margins:
    """Common data for computing the margins of a hypercube."""

    def __init__(
        self,
        data: Microdata,
        spec: HyperSpec,
        plan: HyperPlan,
        threads: int | None,
        cancelled: Callable[[], bool],
    ) -> None:
        flags, self.filters = filter_flags(data, spec.filters), own_filters(data, spec.table)
        data = with_answers(data, self.filters)
        self.weighted = any(value.needs_weights for value in spec.values)
        self.flags = [combined(flags, filter_flags(data, conditions)) for conditions in self.filters]
        self.cubes = Cubes(data, (), 0, self.weighted, threads, cancelled)
        self.block_plan = BlockPlan(plan.levels, plan.nodes, listed=True)
        self.names, self.plan = spec.names, plan

    def leaves(self) -> list[CellList]:
        """Occupied leaf cells by own filter; all lists are extended to the same cells, since methods compare values
        cell by cell."""
        counter = self.cubes.data.counter
        with contextlib.nullcontext() if counter is None else counter.one_state():
            return aligned([self.cubes.leaf_list(self.names, both_flag) for both_flag in self.flags])

    def blocks(self, cells: Sequence[CellList]) -> Mapping[Conditions, RawBlock]:
        """The lists of a margin as blocks."""
        return {
            own_filter: self.cubes.listed_block(self.block_plan, cell, both_flag)
            for own_filter, cell, both_flag in zip(self.filters, cells, self.flags, strict=True)
        }

    def raw(self, start: int) -> Iterator[Mapping[Conditions, RawBlock]]:
        """Margins from index `start` on. Sums of lists with the same cells have the same cells too."""
        if start < len(self.plan.margins):
            yield from map(self.blocks, _summed_up(self.leaves(), self.plan, self.cubes.cancelled, start))


def _summed_up(
    leaves: list[CellList], plan: HyperPlan, cancelled: Callable[[], bool], start: int
) -> Iterator[list[CellList]]:
    """Lists of the margins from index `start` on, depth first: for each variable its nodes, then its total."""
    each = [1 if level.total == "off" else 2 for level in plan.levels]
    plain = [_is_plain(nodes) for nodes in plan.nodes]
    for axis, nodes in enumerate(plan.nodes):
        if plain[axis]:
            # Each category is a node: what a margin breaks down by it is numbered once for all margins.
            leaves = [_layered(leaf, axis, nodes.layers[1:], nodes, cancelled) for leaf in leaves]

    def below(cells: list[CellList], axis: int, first: int) -> Iterator[list[CellList]]:
        """Yield the margins over the variables from `axis` on. cells: lists summed so far; first: index of the first of
        these margins."""
        if axis == len(plan.nodes):
            yield cells
            return
        nodes, total_at = plan.nodes[axis], first + math.prod(each[axis + 1 :])
        if total_at > start:
            margin_cells = cells
            if not plain[axis]:
                margin_cells = [_layered(cell, axis, nodes.layers[1:], nodes, cancelled) for cell in cells]
            yield from below(margin_cells, axis + 1, first)
            del margin_cells
        if plan.levels[axis].total != "off":
            layers = nodes.layers[:1]
            if plain[axis]:
                layers = (np.zeros(len(nodes.axis), dtype=np.intp),)
            total = [_layered(cell, axis, layers, nodes, cancelled) for cell in cells]
            del cells
            yield from below(total, axis + 1, total_at)

    return below(leaves, 0, 0)


def _is_plain(nodes: NodePlan) -> bool:
    """Whether the nodes below the total are the categories, in their order."""
    layers = nodes.layers
    return len(layers) == 2 and np.array_equal(layers[1], np.arange(1, len(nodes.axis)))


def _layered(
    cells: CellList,
    axis: int,
    layers: Sequence[Layer],
    nodes: NodePlan,
    cancelled: Callable[[], bool],
) -> CellList:
    """Cells with the categories of a variable replaced by its nodes; several layers are joined in one list."""
    shape = (*cells.shape[:axis], len(nodes.axis), *cells.shape[axis + 1 :])
    if not layers or not len(cells):
        return cells.empty(shape)
    return joined([mapped(cells, axis, layer, len(nodes.axis), cancelled) for layer in layers])
