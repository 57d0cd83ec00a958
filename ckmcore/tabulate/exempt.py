"""Exempt cells of a table: those whose logical cell the statistic declares official, whatever the layout."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.data import Dimension, ExemptCells, Microdata
from ckmcore.tabulate.axis import NodePlan, leaf_positions, plan_nodes
from ckmcore.tabulate.cell_storage import AllCells, Cells
from ckmcore.tabulate.scan import Filters

Leaves = frozenset[int]


def exempt_cells(
    data: Microdata, nodes: Sequence[NodePlan], flags: Filters, cells: Cells | None = None
) -> NDArray[np.bool_] | None:
    """Mask of the exempt cells of a cube under filters; None where the data declare none. cells: by default all.

    A cell is a declared one where both select the same records by their categories: for every variable the categories
    left by the axes and filters are equal, where not restricted all of them.
    """
    if not data.exempt:
        return None
    cells = cells or AllCells(tuple(len(node.members) for node in nodes))
    found_exempt_cells = np.zeros(cells.held, dtype=np.bool_)
    for exempt_cell in data.exempt:
        found_exempt_cells |= _declared(data, exempt_cell, nodes, flags, cells)
    return found_exempt_cells


def _declared(
    data: Microdata, each_exempt_cells: ExemptCells, nodes: Sequence[NodePlan], flags: Filters, cells: Cells
) -> NDArray[np.bool_]:
    wanted_leaves = {
        name: code_leaves(data.dimensions[name], codes)
        for name, codes in each_exempt_cells.cells
        if name in data.dimensions
    }
    is_covered = np.ones((1,) * len(cells.held), dtype=np.bool_)
    on_axes = {plan.axis.name for plan in nodes}
    if len(wanted_leaves) < len(each_exempt_cells.cells):
        return np.zeros(cells.held, dtype=np.bool_)
    for name in {*wanted_leaves, *flags} - on_axes:
        remaining_indices = (
            frozenset(np.flatnonzero(flags[name]).tolist()) if name in flags else _all(data.dimensions[name])
        )
        if remaining_indices not in wanted_leaves.get(name, {_all(data.dimensions[name])}):
            return np.zeros(cells.held, dtype=np.bool_)
    for axis, plan in enumerate(nodes):
        name = plan.axis.name
        every = frozenset(range(plan.leaf_count))
        allowed_indices = frozenset(np.flatnonzero(flags[name]).tolist()) if name in flags else every
        named_leaf = wanted_leaves.get(name, {every})
        met = np.array([allowed_indices.intersection(leaves.tolist()) in named_leaf for leaves in plan.members])
        is_covered = is_covered & cells.along(axis, met)
    return np.broadcast_to(is_covered, cells.held)


def code_leaves(dimension: Dimension, codes: Sequence[str]) -> set[Leaves]:
    """Sets of leaf categories of the codes, or of every node of the variable where no code is given."""
    if codes:
        return {frozenset(leaf_positions(dimension, (code,)).tolist()) for code in codes} - {frozenset()}
    return {frozenset(leaves.tolist()) for leaves in plan_nodes(dimension).members[1:]} - {frozenset()}


def _all(dimension: Dimension) -> Leaves:
    return frozenset(range(len(dimension.codes)))
