"""Figures that are a second draw of a count: sums of one and the same value for all units of a cell, with other noise.

Who knows the value divides by it, and averages the noise of both. It is taken for known where it is the same throughout
a table, or in a category of it, or where the variables of a table fix it in each cell. Confidential.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ckmcore.tabulate.raw import RawBlock

Flags = NDArray[np.bool_]

# Of fewer units of a category it may be chance that all have one value.
FEW_UNITS = 10
# The share of such cells from which on sums are open as a second draw.
FEW_CELLS = 0.01


def equal_within(block: RawBlock, magnitude: str) -> Flags:
    """Return the mask of the cells of a block in which all contributors to a magnitude have the same value."""
    held_magnitude = block.magnitudes[magnitude]
    added = held_magnitude.largest[..., 0] * held_magnitude.contributors
    equal: Flags = (held_magnitude.contributors > 0) & np.isclose(held_magnitude.sums, added, rtol=1e-9, atol=0)
    return equal


def drawn_twice(block: RawBlock, units: NDArray[np.int64], equal: Flags) -> Flags:
    """Return the mask of the cells whose common value a reader may know.

    `units` is the number of units of each cell; `equal` marks the cells whose units have one value.
    """
    sure = equal & (units >= FEW_UNITS)
    if block.listed is not None:
        return sure
    known_equal = np.zeros(units.shape, dtype=np.bool_)
    for axis in range(units.ndim):
        # A category stands beside the totals of all other variables; the first one is that of everything.
        head = [slice(0, 1)] * units.ndim
        head[axis] = slice(None)
        known_equal |= sure[tuple(head)] | sure[(slice(0, 1),) * units.ndim]
    leaves = np.ones((), dtype=np.bool_)
    for dimension in block.dimensions:
        is_own_leaf = [
            index not in dimension.parents and (index > 0 or len(dimension) == 1) for index in range(len(dimension))
        ]
        leaves = np.logical_and.outer(leaves, np.array(is_own_leaf, dtype=np.bool_))
    multi_unit = leaves & (units > 1)
    if equal[multi_unit].all() and units[multi_unit].sum() >= FEW_UNITS:
        known_equal |= equal
    return known_equal & (units > 0)
