"""What signs mean, and structural zeros: cells that the dictionary declares void carry a sign where they publish 0."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.messages import sentence
from ckmcore.methods.protected import Legend, ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import StructuralZero
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import AllCells, Cells
from ckmcore.tabulate.spec import TOTAL, Condition

# How strong signs are, by their number.
_WEAKEST_FIRST = (Sign.NONE, Sign.UNCERTAIN, Sign.UNRELIABLE, Sign.BLOCKED, Sign.UNKNOWN, Sign.NOTHING)
_RANK = np.array([_WEAKEST_FIRST.index(sign) for sign in Sign], dtype=np.uint8)


def legend(*more: Sign, secret: bool = False) -> Legend:
    """Meanings of signs under a method: those that any table may have, and `more`. secret: the method hides figures."""
    signs = (Sign.NOTHING, Sign.UNKNOWN, Sign.BLOCKED, *more)
    words = {sign: sentence(f"sign_{sign.name.lower()}") for sign in signs}
    return {**words, Sign.UNKNOWN: sentence("sign_secret")} if secret else words


def strongest(*signs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Strongest of several signs for each cell, since a derived figure is as reliable as its weakest source."""
    sign = signs[0]
    for other_sign in signs[1:]:
        sign = np.where(_RANK[other_sign] > _RANK[sign], other_sign, sign)
    return sign


def only(cells: NDArray[np.bool_], sign: Sign) -> NDArray[np.uint8]:
    """A sign in some cells, none elsewhere."""
    return cells.astype(np.uint8) * np.uint8(sign)


def marked(table: ProtectedTable, zeros: tuple[StructuralZero, ...]) -> ProtectedTable:
    """Put `Sign.NOTHING` into the cells that `zeros` declare void, where all their figures are 0.

    A cell with a figure keeps it, so that the sign depends on dictionary and published figures only.
    """
    if not zeros:
        return table
    return replace(table, blocks=tuple(marked_block(block, zeros, table.spec.filters) for block in table.blocks))


def marked_block(
    block: ProtectedBlock, zeros: tuple[StructuralZero, ...], filters: tuple[Condition, ...]
) -> ProtectedBlock:
    """Put `Sign.NOTHING` into the void cells of one block, as `marked` does. filters: of its table."""
    if not zeros:
        return block
    void = void_cells(block.dimensions, zeros, filters, block.cells)
    for figures in block.figures:
        void &= figures == 0
    return with_sign(block, void, Sign.NOTHING)


def void_cells(
    dimensions: tuple[AxisDimension, ...],
    zeros: tuple[StructuralZero, ...],
    filters: tuple[Condition, ...],
    cells: Cells | None = None,
) -> NDArray[np.bool_]:
    """Mask of the cells that `zeros` declare void. filters: of the table; cells: by default all."""
    cells = cells or AllCells(tuple(map(len, dimensions)))
    void = np.zeros(cells.held, dtype=np.bool_)
    for zero in zeros:
        found_void = _void(cells, dimensions, zero, filters)
        if found_void is not None:
            void |= found_void
    return void


def with_sign(block: ProtectedBlock, cells: NDArray[np.bool_], sign: Sign) -> ProtectedBlock:
    """Replace all figures of some cells by a sign, where they have no other. cells: mask."""
    if not cells.any():
        return block
    count = len(block.figures)
    former_signs = block.signs or (np.zeros(block.cells.held, dtype=np.uint8),) * count
    return replace(
        block,
        signs=tuple(
            np.where(cells & (former_sign == Sign.NONE), np.uint8(sign), former_sign) for former_sign in former_signs
        ),
    )


def _void(
    cells: Cells, dimensions: tuple[AxisDimension, ...], zero: StructuralZero, filters: tuple[Condition, ...]
) -> NDArray[np.bool_] | None:
    """Mask of the cells covered by a declaration; None where the table does not break down by all its variables."""
    names = [dimension.name for dimension in dimensions]
    is_covered = np.ones((1,) * len(cells.held), dtype=np.bool_)
    for name, codes in zero.cells:
        if name in names:
            axis = names.index(name)
            is_covered = is_covered & cells.along(axis, covered(dimensions[axis], codes))
        elif not any(
            condition.variable == name and condition.codes and set(condition.codes) <= set(codes)
            for condition in filters
        ):
            return None
    return np.broadcast_to(is_covered, cells.held)


def covered(dimension: AxisDimension, codes: tuple[str, ...]) -> NDArray[np.bool_]:
    """Mask of the nodes whose categories are all among `codes` or below them; the total is covered where all categories
    are."""
    if dimension.whole is not None:
        return dimension.of_whole(covered(dimension.whole, codes))
    wanted_codes, count = set(codes), len(dimension)
    inner_aboves = np.zeros(count, dtype=np.bool_)
    for node_index, node in enumerate(dimension.nodes):
        above = node.parent >= 0 and inner_aboves[node.parent]
        inner_aboves[node_index] = node.code is not TOTAL and not node.group and (above or node.code in wanted_codes)
    # From the last node upwards: a node is covered where it has children and all of them are.
    open_below = np.zeros(count, dtype=np.bool_)
    has_children = np.zeros(count, dtype=np.bool_)
    for index in range(count - 1, -1, -1):
        node = dimension.nodes[index]
        if has_children[index] and not open_below[index] and not node.group:
            inner_aboves[index] = True
        if node.parent >= 0 and not node.group:
            has_children[node.parent] = True
            open_below[node.parent] |= not inner_aboves[index]
    return inner_aboves
