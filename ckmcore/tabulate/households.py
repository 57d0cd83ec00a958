"""Cells of households where a dimension holds of any member: each combination of its nodes is counted on its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.microdata.counter import Counter
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.households import household_data
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.scan import Filters, never

_PRESENT = "::present"
Count = Callable[[Microdata, Sequence[NodePlan], Filters], RawBlock]
"""Counts the records of data in the cells of some nodes under filters."""


def household_block(data: Microdata, nodes: Sequence[NodePlan], flags: Filters, count: Count) -> RawBlock:
    """Households in each cell: those with at least one member who meets all its conditions.

    For variables equal within households, households are counted like records by `count`. For other variables a
    household may be in several cells, whose sum then exceeds their total, so that every combination of nodes is counted
    from the members.
    """
    households = data.households
    if households is None:
        raise ValueError("data without households")
    differs = {name for name in {*flags, *(node.axis.name for node in nodes)} if not data.same_within_households(name)}
    plain_nodes = [node for node in nodes if node.axis.name not in differs]
    own_axes = [axis for axis, node in enumerate(nodes) if node.axis.name in differs]
    constant = {name: flag for name, flag in flags.items() if name not in differs}
    if data.counter is not None:
        return _stacked(
            _found_elsewhere(data, data.counter, nodes, own_axes, plain_nodes, flags, constant, count), nodes, own_axes
        )
    whole_data = household_data(data)
    if not differs:
        return count(whole_data, nodes, flags)
    allowed_met = _met(data, {name: flag for name, flag in flags.items() if name in differs})
    counted_members = []
    for leaf_indices in product(*(range(len(nodes[axis].members)) for axis in own_axes)):
        conditions = {}
        for axis, leaf_index in zip(own_axes, leaf_indices, strict=True):
            wanted_leaves = np.zeros(nodes[axis].leaf_count, dtype=np.uint8)
            wanted_leaves[nodes[axis].members[leaf_index]] = 1
            conditions[nodes[axis].axis.name] = wanted_leaves
        met = allowed_met & _met(data, conditions)
        if met.all():
            counted_members.append(count(whole_data, plain_nodes, constant))
            continue
        present = np.zeros(len(households), dtype=np.uint8)
        present[households.places[met]] = 1
        marked = whole_data.with_column(_flag(), present)
        counted_members.append(count(marked, plain_nodes, {**constant, _PRESENT: np.array([0, 1], dtype=np.uint8)}))
    return _stacked(counted_members, nodes, own_axes)


def _found_elsewhere(
    data: Microdata,
    counter: Counter,
    nodes: Sequence[NodePlan],
    own_axes: Sequence[int],
    plain_plans: Sequence[NodePlan],
    flags: Filters,
    constant: Filters,
    count: Count,
) -> list[RawBlock]:
    """Blocks of all combinations of nodes of the variables that differ within households, counted by the database."""
    whole_data = household_data(data)
    if not own_axes and len(constant) == len(flags):
        return [count(whole_data, plain_plans, constant)]
    allowed_flags = {name: flag for name, flag in flags.items() if name not in constant}
    raw_blocks = []
    for leaf_indices in product(*(range(len(nodes[axis].members)) for axis in own_axes)):
        conditions = dict(allowed_flags)
        for axis, leaf_index in zip(own_axes, leaf_indices, strict=True):
            name = nodes[axis].axis.name
            wanted_leaves = np.zeros(nodes[axis].leaf_count, dtype=np.uint8)
            wanted_leaves[nodes[axis].members[leaf_index]] = 1
            conditions[name] = wanted_leaves & conditions.get(name, np.ones_like(wanted_leaves))
        met = counter.households(conditions, cancelled=never)
        raw_blocks.append(count(replace(whole_data, counter=met, cache={}), plain_plans, constant))
    return raw_blocks


def _met(data: Microdata, conditions: Filters) -> NDArray[np.bool_]:
    """Mask of the members who meet all conditions. conditions: for each variable a flag per category."""
    met = np.ones(data.rows, dtype=np.bool_)
    for name, flags in conditions.items():
        met &= flags[data.columns[name]].astype(np.bool_)
    return met


def _flag() -> Dimension:
    return Dimension(_PRESENT, Texts(), (Category.plain("0"), Category.plain("1")))


def _stacked(raw_blocks: Sequence[RawBlock], nodes: Sequence[NodePlan], own_axes: Sequence[int]) -> RawBlock:
    """Combine the blocks of combinations of nodes into one block with all axes in place."""
    first = raw_blocks[0]

    def stacked(name: str) -> Any:
        arrays = [getattr(raw_block, name) for raw_block in raw_blocks]
        if any(array is None for array in arrays):
            return None
        stacked_arrays = np.stack(arrays).reshape((*(len(nodes[axis].members) for axis in own_axes), *first.shape))
        return np.moveaxis(stacked_arrays, range(len(own_axes)), own_axes).copy()

    # Sums of keys may be plain in one combination and modulo M in another only if their data differ; they do not.
    return replace(
        first,
        dimensions=tuple(node.axis for node in nodes),
        counts=stacked("counts"),
        key_sums=stacked("key_sums"),
        weights=stacked("weights"),
        exempt=stacked("exempt"),
    )
