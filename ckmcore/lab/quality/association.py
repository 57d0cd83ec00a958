"""How two variables of a table hang together, before and after a method: Cramér's V and Spearman's rank correlation.

A two-way part of a table are the finest shown nodes of two levels, of all other levels the total. Both measures are
computed from the part's inner figures alone, as a reader would: margins are their sums, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.measures import TableFigures
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Level

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TwoWayPart:
    """The inner cells of two levels of a block. variables: names of rows and columns; cells: index of each cell (rows x
    columns) among the measured figures; value, block: their indices in the table."""

    value: int
    block: int
    variables: tuple[str, str]
    cells: Ints


def two_way_parts(raw: RawTable, figures: TableFigures) -> tuple[TwoWayPart, ...]:
    """Two-way parts of a table whose cells are all among the measured figures."""
    way_parts = []
    blocks = list(_levels(raw))
    for number in np.unique(figures.value).tolist():
        for block, (levels, raw_block) in enumerate(zip(blocks, raw.blocks, strict=True)):
            indices = np.flatnonzero((figures.value == number) & (figures.block == block))
            cell_at = np.full(raw_block.counts.size, -1, dtype=np.int64)
            cell_at[figures.position[indices]] = indices
            whole = cell_at.reshape(raw_block.shape)
            finest = [_finest(raw, block, axis, level, whole) for axis, level in enumerate(levels)]
            for first, second in combinations(range(len(levels)), 2):
                index_by_level: list[int | Ints] = [0] * len(levels)
                index_by_level[first], index_by_level[second] = finest[first][:, None], finest[second][None, :]
                cells = whole[tuple(index_by_level)]
                if min(cells.shape) > 1 and (cells >= 0).all():
                    names = (levels[first].variable, levels[second].variable)
                    way_parts.append(TwoWayPart(number, block, names, cells))
    return tuple(way_parts)


def _levels(raw: RawTable) -> Iterator[tuple[Level, ...]]:
    """The levels of each block, in the order of its axes."""
    for rows in raw.spec.rows:
        for columns in raw.spec.columns:
            for layers in raw.spec.layers:
                yield (*layers.levels, *rows.levels, *columns.levels)


def _finest(raw: RawTable, block: int, axis: int, level: Level, cells: Ints) -> Ints:
    """Indices of the nodes of a level that are shown and have no nodes below; own rows and groups are excluded, since
    they may overlap."""
    nodes = raw.blocks[block].dimensions[axis].nodes
    if level.rows:
        return np.zeros(0, dtype=np.int64)
    other_indices = tuple(index for index in range(cells.ndim) if index != axis)
    shown = np.atleast_1d((cells >= 0).any(axis=other_indices))
    plain_indices = [
        node_index for node_index, node in enumerate(nodes) if node_index and shown[node_index] and not node.group
    ]
    above = set()
    for place in plain_indices:
        parent = nodes[place].parent
        while parent > 0:
            above.add(parent)
            parent = nodes[parent].parent
    return np.array([index for index in plain_indices if index not in above], dtype=np.int64)


def cramers_v(tables: NDArray[np.int64] | Floats) -> Floats:
    """Cramér's V = √(χ² / (n (min(r, c) - 1))) of two-way tables (..., rows, columns); r, c: numbers of rows and
    columns that are not empty.

    NaN where fewer than two rows or columns are not empty, or a figure is negative.
    """
    cells = np.asarray(tables, dtype=np.float64)
    rows, columns, every = _margins(cells)
    least = np.minimum((rows > 0).sum(axis=-2), (columns > 0).sum(axis=-1))[..., 0].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        expected = rows * columns / every
        chi_square_parts = np.where(expected > 0, (cells - expected) ** 2 / expected, 0.0)
        association: Floats = np.sqrt(chi_square_parts.sum(axis=(-2, -1)) / (every[..., 0, 0] * (least - 1)))
    return np.where((least > 1) & (cells >= 0).all(axis=(-2, -1)), association, np.nan)


def rank_correlation(tables: NDArray[np.int64] | Floats) -> Floats:
    """Spearman's rank correlation of the categories in their given order, with mean ranks for ties. tables: as of
    `cramers_v`, with the same NaN."""
    cells = np.asarray(tables, dtype=np.float64)
    rows, columns, every = _margins(cells)
    first = (np.cumsum(rows, axis=-2) - rows / 2) - every / 2
    second = (np.cumsum(columns, axis=-1) - columns / 2) - every / 2
    both = (cells * first * second).sum(axis=(-2, -1))
    spread = (rows * first**2).sum(axis=(-2, -1)) * (columns * second**2).sum(axis=(-2, -1))
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation: Floats = both / np.sqrt(spread)
    enough = ((rows > 0).sum(axis=-2) > 1)[..., 0] & ((columns > 0).sum(axis=-1) > 1)[..., 0]
    return np.where(enough & (cells >= 0).all(axis=(-2, -1)), correlation, np.nan)


def _margins(cells: Floats) -> tuple[Floats, Floats, Floats]:
    """Sums of rows (..., r, 1), of columns (..., 1, c) and of all (..., 1, 1)."""
    rows = cells.sum(axis=-1, keepdims=True)
    return rows, cells.sum(axis=-2, keepdims=True), rows.sum(axis=-2, keepdims=True)
