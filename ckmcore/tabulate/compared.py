"""Which lines of a table bars and colours compare: those that are no sum of other lines that it shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ckmcore.tabulate.layout import AxisLayout, ShownLevel, shown_above


def compared_lines(axis: AxisLayout) -> NDArray[np.bool_]:
    """Mask of the lines for comparing figures: lines with figures, without totals and without nodes that have shown
    children. All lines with figures where none is left."""
    compared_columns = []
    for segment in axis.segments:
        is_compared = ~segment.empty
        for level_index, shown_level in enumerate(segment.levels):
            is_compared = is_compared & ~np.isin(segment.positions[:, level_index], sums_of(shown_level))
        compared_columns.append(is_compared)
    every = np.concatenate(compared_columns) if compared_columns else np.zeros(0, dtype=np.bool_)
    return every if every.any() else ~axis.empty


def sums_of(shown: ShownLevel) -> list[int]:
    """Indices of a level's total and of its nodes with shown children."""
    return sorted({0, *shown_above(shown.dimension.nodes, shown.shown.tolist()).values()})
