"""How a table is shown: labels or codes, language, zeros hidden, widths of columns. Pure functions on TableSpec."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ckmcore.microdata.data import MISSING
from ckmcore.tabulate.layout import AxisLayout
from ckmcore.tabulate.spec import TOTAL, TableSpec, Width

# The code of missing is "", which is the total's in a path.
NOT_STATED = "::missing"
NARROWEST_COLUMN, WIDEST_COLUMN = 40, 800


def changed(spec: TableSpec, **fields: Any) -> TableSpec:
    """The table with other fields of its Presentation."""
    return spec.with_changes(presentation=replace(spec.presentation, **fields))


def column_path(columns: AxisLayout, line: int, value: int) -> tuple[str, ...]:
    """What a width belongs to: the codes of a line of the head ("" of a total) and the number of its value."""
    codes = ("" if node.code is TOTAL else str(node.code) or NOT_STATED for _, node in columns.nodes(line))
    return (*codes, str(value))


def lines_with(columns: AxisLayout, codes: tuple[str, ...]) -> list[int]:
    """The lines of the head with these codes."""
    found: list[int] = []
    for segment, start in zip(columns.segments, columns.starts.tolist(), strict=False):
        places = [
            level.dimension.index.get(MISSING if code == NOT_STATED else code or TOTAL, -1)
            for level, code in zip(segment.levels, codes, strict=False)
        ]
        if len(segment.levels) == len(codes):
            found += (start + np.flatnonzero((segment.positions == places).all(axis=1))).tolist()
    return found


def with_width(spec: TableSpec, path: tuple[str, ...], pixels: int) -> TableSpec:
    """A column as wide as somebody made it."""
    kept = tuple(width for width in spec.presentation.widths if width.path != path)
    pixels = max(NARROWEST_COLUMN, min(pixels, WIDEST_COLUMN))
    return changed(spec, widths=(*kept, Width(path, pixels)))


def without_width(spec: TableSpec, path: tuple[str, ...]) -> TableSpec:
    """A column as wide as its figures need again."""
    return changed(spec, widths=tuple(width for width in spec.presentation.widths if width.path != path))


def differ_in_widths_alone(one: TableSpec, other: TableSpec) -> bool:
    """Whether two tables have the same lines and figures and other widths: nothing needs to be computed."""
    return one != other and changed(one, widths=()) == changed(other, widths=())
