"""Keep the current cell selected when the layout changes: by its nodes and its value."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ckmcore.tabulate.layout import AxisLayout
from ckmdesk.state.table_view import TableView

Place = tuple[int, int, int]
"""Line of the stub, line of the head, value (of `TableView.shown`)."""


def same_place(before: TableView, now: TableView, at: Place) -> Place | None:
    """Return the position of a cell in the current table; None if no cell was current or the table is another one."""
    row, line, cell_place = at
    if not (0 <= row < len(before.layout.rows) and 0 <= line < len(before.layout.columns)):
        return None
    found_row = same_line(before.layout.rows, now.layout.rows, row)
    found_line = same_line(before.layout.columns, now.layout.columns, line)
    if found_row is None or found_line is None:
        return None
    wanted_value = before.shown[cell_place]
    values = [(shown_value.number, shown_value.side) for shown_value in now.shown]
    value = (
        values.index((wanted_value.number, wanted_value.side))
        if (wanted_value.number, wanted_value.side) in values
        else 0
    )
    return found_row, found_line, value


def shown_cell(before: TableView, now: TableView, at: Place) -> Place | None:
    """Return the position of the same cell of the same table; None if it is not on this sheet, or not shown at all."""
    cell_place = None if before.spec != now.spec else same_place(before, now, at)
    if cell_place is None:
        return None
    axes = (
        (before.layout.rows, at[0], now.layout.rows, cell_place[0]),
        (before.layout.columns, at[1], now.layout.columns, cell_place[1]),
        (before.layout.layers, before.layer, now.layout.layers, now.layer),
    )
    same = all(_address(layout, line) == _address(other, found_line) for layout, line, other, found_line in axes)
    return cell_place if same and before.shown[at[2]].number == now.shown[cell_place[2]].number else None


def place_of(view: TableView, address: Mapping[str, str]) -> Place | None:
    """Return the position of the cell of these codes, by variable and without totals; None if the sheet has none."""
    layout = view.layout
    above = layout.layers.address(view.layer) if len(layout.layers) else {}
    columns = {tuple(sorted(layout.columns.address(line).items())): line for line in range(len(layout.columns))}
    for row in range(len(layout.rows)):
        known = above | layout.rows.address(row)
        rest = {name: code for name, code in address.items() if name not in known}
        line = columns.get(tuple(sorted(rest.items())))
        if line is not None and known.items() <= address.items():
            return row, line, 0
    return None


def _address(axis: AxisLayout, line: int) -> tuple[int, list[tuple[str, object]]]:
    """Segment of a line, and its nodes."""
    return axis.locate(line)[0], [(shown.dimension.name, node.code) for shown, node in axis.nodes(line)]


def same_line(before: AxisLayout, now: AxisLayout, line: int) -> int | None:
    """Return the line of the same nodes, of the same block if possible; else the line with the same number."""
    if not len(now):
        return None
    codes = {shown.dimension.name: node.code for shown, node in before.nodes(line)}
    block, is_known = before.locate(line)[0], not codes
    for number in sorted(
        range(len(now.segments)), key=lambda segment_number: (segment_number != block, segment_number)
    ):
        segment = now.segments[number]
        fits = segment.marks == 0
        for level, shown_level in enumerate(segment.levels):
            if shown_level.dimension.name in codes:
                is_known = True
                node = shown_level.dimension.index.get(codes[shown_level.dimension.name], -1)
                fits &= segment.positions[:, level] == node
        if fits.any() and codes.keys() & {shown_level.dimension.name for shown_level in segment.levels}:
            return int(now.starts[number]) + int(np.argmax(fits))
    return min(line, len(now) - 1) if is_known or len(now) == 1 else None
