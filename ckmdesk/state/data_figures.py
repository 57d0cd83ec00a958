"""What the data page says of loaded records: records per node. Confidential. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ckmcore.base.blocks import blocks_of
from ckmcore.microdata.data import MISSING, Dimension, Microdata
from ckmcore.tabulate.scan import never


@dataclass(frozen=True)
class NodeCounts:
    """The number of records per node of a dimension, by code; inner nodes include all below them.

    `total` counts all records; `without_records` lists codes without any.
    """

    variable: str
    total: int
    by_code: dict[str, int]
    without_records: tuple[str, ...]
    """Leaves of the hierarchy that no record has."""


def leaf_counts(data: Microdata, variable: str) -> dict[str, int]:
    """Count the records of each code of a dimension, in memory or in the database."""
    codes = data.dimension(variable).codes
    counts = np.zeros(len(codes), dtype=np.int64)
    if data.counter is not None:
        cells = data.counter.cells([variable], {}, weighted=False, cancelled=never)
        counts[cells.numbers.astype(np.intp)] = cells.counts
        return dict(zip(codes, counts.tolist(), strict=True))
    for block in blocks_of(data.columns[variable]):
        counts += np.bincount(block, minlength=len(codes))
    return dict(zip(codes, counts.tolist(), strict=True))


def node_counts(data: Microdata, variable: str) -> NodeCounts:
    """Records of each category and node of a dimension."""
    return node_sums(data.dimension(variable), leaf_counts(data, variable), data.rows)


def node_sums(dimension: Dimension, by_leaf: Mapping[str, int], total: int) -> NodeCounts:
    """Compute the counts of all nodes of a dimension from those of its codes (`by_leaf`)."""
    hierarchy = dimension.hierarchy
    if hierarchy is None:
        return NodeCounts(dimension.name, total, dict(by_leaf), ())
    parents = {node.parent for node in hierarchy.nodes}
    totals = [
        0 if node_index in parents else by_leaf.get(node.code, 0) for node_index, node in enumerate(hierarchy.nodes)
    ]
    empty = tuple(
        node.code
        for node_index, node in enumerate(hierarchy.nodes)
        if node_index not in parents and not totals[node_index]
    )
    for index in range(len(totals) - 1, -1, -1):
        if hierarchy.nodes[index].parent >= 0:
            totals[hierarchy.nodes[index].parent] += totals[index]
    counts = {node.code: total for node, total in zip(hierarchy.nodes, totals, strict=True)}
    if MISSING in by_leaf:
        counts[MISSING] = by_leaf[MISSING]
    return NodeCounts(dimension.name, total, counts, empty)


def nodes_per_level(dimension: Dimension) -> tuple[int, ...]:
    """Number of nodes of each level below the total."""
    hierarchy = dimension.hierarchy
    return (len(dimension.categories),) if hierarchy is None else hierarchy.per_level
