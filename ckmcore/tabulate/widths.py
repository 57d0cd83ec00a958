"""Which columns of a table a width belongs to that somebody set: known by codes, not by places."""

from __future__ import annotations

import numpy as np

from ckmcore.microdata.data import MISSING
from ckmcore.tabulate.layout import AxisLayout
from ckmcore.tabulate.spec import TOTAL

# The code of missing is "", which is the total's in a path.
NOT_STATED = "::missing"


def column_path(columns: AxisLayout, line: int, value: int) -> tuple[str, ...]:
    """Key of a column's width: the codes of a line of the head ("" for totals) and the index of its value."""
    codes = ("" if node.code is TOTAL else str(node.code) or NOT_STATED for _, node in columns.nodes(line))
    return (*codes, str(value))


def lines_with(columns: AxisLayout, codes: tuple[str, ...]) -> list[int]:
    """The lines of the head with these codes."""
    lines: list[int] = []
    for segment, start in zip(columns.segments, columns.starts.tolist(), strict=False):
        line_parts = [
            level.dimension.index.get(MISSING if code == NOT_STATED else code or TOTAL, -1)
            for level, code in zip(segment.levels, codes, strict=False)
        ]
        if len(segment.levels) == len(codes):
            lines += (start + np.flatnonzero((segment.positions == line_parts).all(axis=1))).tolist()
    return lines
