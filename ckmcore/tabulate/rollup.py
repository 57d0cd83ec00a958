"""Margins: roll leaf cubes up to the nodes of a table, in integers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import sum_modulo
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.axis import NodePlan
from ckmcore.tabulate.scan import Filters, LeafCube


def roll_up_axis(cube: NDArray[Any], axis: int, plan: NodePlan, modulus: int | None) -> NDArray[Any]:
    """Roll up one axis of a leaf cube to the plan's nodes (total first); sums are modulo `modulus` where given."""
    shape = (*cube.shape[:axis], len(plan.members), *cube.shape[axis + 1 :])
    out = np.zeros(shape, dtype=cube.dtype)
    head: tuple[Any, ...] = (slice(None),) * axis
    nodes, leaf_of = map(as_slice, plan.singles)
    out[(*head, nodes)] = cube[(*head, leaf_of)]
    for node, leaves in plan.several:
        part_cube = cube if len(leaves) == plan.leaf_count else cube.take(leaves, axis=axis)
        if modulus is None:
            out[(*head, node)] = part_cube.sum(axis=axis)
        else:
            out[(*head, node)] = sum_modulo(part_cube, modulus, axis)
    return out


def as_slice(places: NDArray[np.intp]) -> NDArray[np.intp] | slice:
    """Consecutive indices as a slice, which copies faster; other indices unchanged."""
    place_count = len(places)
    if place_count and int(places[-1]) - int(places[0]) == place_count - 1 and bool((np.diff(places) == 1).all()):
        return slice(int(places[0]), int(places[-1]) + 1)
    return places


def roll_up(cube: NDArray[Any], plans: Sequence[NodePlan], modulus: int | None = None) -> NDArray[Any]:
    """Roll up a leaf cube to all inner cells, subtotals and totals: shape (nodes of plan 1, nodes of plan 2, ...)."""
    for axis, plan in enumerate(plans):
        cube = roll_up_axis(cube, axis, plan, modulus)
    return cube


def reduce_cube(data: Microdata, cube: LeafCube, names: Sequence[str], filters: Filters) -> LeafCube:
    """Derive a smaller leaf cube from a larger one: filter categories by flags and sum over the other variables."""
    modulus = data.record_keys.modulus if cube.modular and data.record_keys is not None else None
    counts, keys, weights = cube.counts, cube.key_sums, cube.weights

    def along(array: NDArray[Any], axis: int, chosen: NDArray[np.intp] | None, drop: bool, mod: int | None) -> Any:
        if chosen is not None and drop and len(chosen) == 1:
            return array[(slice(None),) * axis + (int(chosen[0]),)]
        if chosen is not None and drop:
            array = array.take(chosen, axis=axis)
        elif chosen is not None:
            kept_cells = np.zeros_like(array)
            where = (slice(None),) * axis + (chosen,)
            kept_cells[where] = array[where]
            array = kept_cells
        if not drop:
            return array
        return array.sum(axis=axis) if mod is None else sum_modulo(array, mod, axis)

    for axis in reversed(range(len(cube.names))):
        name = cube.names[axis]
        chosen_indices = np.flatnonzero(filters[name]) if name in filters else None
        drop = name not in names
        counts = along(counts, axis, chosen_indices, drop, None)
        keys = along(keys, axis, chosen_indices, drop, modulus) if keys is not None else None
        weights = along(weights, axis, chosen_indices, drop, None) if weights is not None else None
    remaining_names = [name for name in cube.names if name in names]
    order = [remaining_names.index(name) for name in names]

    def turned(array: NDArray[Any]) -> NDArray[Any]:
        # Not ascontiguousarray: that gives a cube without dimensions, a single number, one dimension.
        return np.asarray(np.asarray(array).transpose(order), order="C")

    return LeafCube(
        tuple(names),
        turned(counts),
        None if keys is None else turned(keys),
        cube.modular,
        None if weights is None else turned(weights),
    )
