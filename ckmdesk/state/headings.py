"""Headings of stub and head as objects to drag: the lines that they cover, the headings beside them, the nodes that
they name. No Qt.

Places are rows or columns of the table as it is shown, so that several values under one line have a place each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import AxisLayout, ShownLevel
from ckmcore.tabulate.spec import TOTAL, Order
from ckmdesk.state.hidden import TableSide
from ckmdesk.state.shelves import Origin
from ckmdesk.state.table_view import TableView

# In a table of more lines than that a heading does not say which one it is: readers ask for each of them.
COUNTED = 2_000


class Heading(NamedTuple):
    """A label of stub or head: its level (column of the stub, line of the head) and the lines that it covers."""

    axis: TableSide
    level: int
    first: int
    last: int


@dataclass(frozen=True)
class HeadingMap:
    """The headings of an axis; `values` is the number of columns of figures under each line of the head, 1 in the
    stub."""

    axis: TableSide
    labels: AxisLabels
    values: int = 1

    @property
    def levels(self) -> int:
        """Return the number of levels of headings.

        In the head the values form a level, too, if there are several, or no other levels.
        """
        has_value_level = self.axis == "columns" and (self.values > 1 or not self.labels.depth)
        return self.labels.depth + has_value_level

    @property
    def places(self) -> int:
        return len(self.labels) * self.values

    def at(self, level: int, place: int) -> Heading | None:
        """Return the heading of a level over a line; a label that covers further levels is a single heading."""
        if not (0 <= place < self.places and self.levels):
            return None
        level = max(0, min(level, self.levels - 1))
        if level == self.labels.depth:
            return Heading(self.axis, level, place, place)
        line = place // self.values
        level = self._own(line, level)
        first, last_line = self.labels.run(line, level)
        return Heading(self.axis, level, first * self.values, (last_line + 1) * self.values - 1)

    def _own(self, line: int, level: int) -> int:
        """Return the level at which the label over a line begins: a total's label covers all levels."""
        labels = self.labels
        level = min(level, max(len(labels.texts(line)) - 1, 0))
        block = labels.block_level
        total = self.axis == "columns" and bool(labels.total[line]) and level > block
        if total and labels.run(line, block) == labels.run(line, labels.depth - 1):
            return block
        texts = labels.texts(line)
        while 0 < level < len(texts) and not texts[level] and labels.run(line, level) == labels.run(line, level - 1):
            level -= 1
        return level

    def between(self, level: int, low: int, high: int) -> list[Heading]:
        """Return the headings of a level over the lines `low` to `high`."""
        if self.axis == "rows" and self.labels.depth == 1:  # each row has its own, and these may be many
            return [Heading("rows", level, row, row) for row in range(low, high + 1)]
        headings, heading_place = [], low
        while heading_place <= high:
            heading = self.at(level, heading_place)
            if heading is None:
                break
            headings.append(heading)
            heading_place = heading.last + 1
        return headings

    def beside(self, heading: Heading, step: int) -> Heading | None:
        """The next heading of the level, or the one before."""
        return self.at(heading.level, heading.last + 1 if step > 0 else heading.first - 1)

    def above(self, heading: Heading) -> Heading | None:
        """The heading over this one."""
        heading_above = self.at(heading.level - 1, heading.first) if heading.level else None
        return None if heading_above == heading else heading_above

    def below(self, heading: Heading) -> Heading | None:
        """Return the first heading under this one; None if figures follow."""
        for level in range(heading.level + 1, self.levels):
            found_heading = self.at(level, heading.first)
            if found_heading is not None and found_heading != heading:
                return found_heading
        return None

    def line(self, place: int) -> int:
        """The line of the layout at a place."""
        return int(self.labels.line_of[place]) if self.axis == "rows" else place // self.values

    def text(self, heading: Heading) -> str:
        """Return the label of a heading; "" for a value in the head, which the table's model knows."""
        texts = self.labels.texts(heading.first // self.values)
        return texts[heading.level] if heading.level < len(texts) else ""


@dataclass(frozen=True)
class Named:
    """The node of a heading: block, level in it, index of the node (0: a total)."""

    at: Origin
    level: int
    shown: ShownLevel
    place: int

    @property
    def code(self) -> str:
        return str(self.shown.dimension.nodes[self.place].code)


def axis_of(view: TableView, axis: TableSide) -> AxisLayout:
    """The lines of an axis."""
    return view.layout.rows if axis == "rows" else view.layout.columns


def named_by(view: TableView, found: HeadingMap, heading: Heading) -> Named | None:
    """Return the node of a heading; for a total or a value the innermost outer node that is no total.

    None for the label of a block.
    """
    node_index = heading.first // found.values
    for column in range(min(heading.level, found.labels.depth - 1), -1, -1):
        at = found.labels.place_of(node_index, column)
        if at is None:
            continue
        number, level, node = at
        if node or level == 0:
            segment = axis_of(view, heading.axis).segments[number]
            return Named(Origin(heading.axis, number), level, segment.levels[level], node)
    return None


def with_parts(view: TableView, found: HeadingMap, heading: Heading) -> tuple[int, int]:
    """Return the lines of a heading together with those shown below its node, as (first, last)."""
    named_node = named_by(view, found, heading)
    own_node = found.labels.place_of(heading.first // found.values, heading.level) if named_node is not None else None
    if named_node is None or own_node is None or not own_node[2] or heading.level >= found.labels.depth:
        return heading.first, heading.last
    if own_node[2] not in named_node.shown.dimension.parents:
        return heading.first, heading.last
    below = {own_node[2]}
    for node_index, node in enumerate(named_node.shown.dimension.nodes):
        if node.parent in below:
            below.add(node_index)
    lines = axis_of(view, heading.axis)
    segment, start = lines.segments[named_node.at.block], int(lines.starts[named_node.at.block])
    outer = segment.positions[:, : named_node.level]
    fits = (outer == outer[found.line(heading.first) - start]).all(axis=1) & (segment.marks == 0)
    lying = np.flatnonzero(fits & np.isin(segment.positions[:, named_node.level], sorted(below))) + start
    if heading.axis == "columns":
        first, last_row = int(lying[0]) * found.values, (int(lying[-1]) + 1) * found.values - 1
    else:
        labels = found.labels
        first, last_row = labels.row_of(int(lying[0]), 0), labels.row_of(int(lying[-1]), len(labels))
    return min(first, heading.first), max(last_row, heading.last)


def line_under(view: TableView, found: HeadingMap, heading: Heading) -> int | None:
    """Return the line with the figures of a heading: its only line, or the total of those it covers; None if there is
    none."""
    first, last_line = found.line(heading.first), found.line(heading.last)
    if first == last_line:
        return None if axis_of(view, heading.axis).empty[first] else first
    named_node = named_by(view, found, heading)
    if named_node is None:
        return None
    lines = axis_of(view, heading.axis)
    segment, start = lines.segments[named_node.at.block], int(lines.starts[named_node.at.block])
    positions = segment.positions[first - start : last_line - start + 1]
    fits = (positions[:, named_node.level] == named_node.place) & (positions[:, named_node.level + 1 :] == 0).all(
        axis=1
    )
    return first + int(np.argmax(fits)) if fits.any() else None


def place_among(view: TableView, found: HeadingMap, heading: Heading) -> tuple[int, int]:
    """Return the position of a heading among its siblings, from 1, and their number; (1, 1) in very long lists."""
    named_node = named_by(view, found, heading)
    if named_node is None or found.places > COUNTED:
        return 1, 1
    codes = siblings(view, found, heading)
    return (codes.index(named_node.code) + 1 if named_node.code in codes else 1), max(len(codes), 1)


def siblings(view: TableView, found: HeadingMap, heading: Heading) -> list[str]:
    """Return the codes of a heading's siblings within its parent and the outer headings, in shown order."""
    named_node = named_by(view, found, heading)
    if named_node is None:
        return []
    nodes = named_node.shown.dimension.nodes
    lines = axis_of(view, heading.axis)
    segment, start = lines.segments[named_node.at.block], int(lines.starts[named_node.at.block])
    outer = segment.positions[:, : named_node.level]
    own_line = found.line(heading.first) - start
    here = (outer == outer[own_line]).all(axis=1) & (segment.marks == 0)
    node_indices = dict.fromkeys(segment.positions[here, named_node.level].tolist())
    shown_nodes = frozenset(named_node.shown.shown.tolist())
    above = parent_of(named_node.shown, named_node.place, shown_nodes)
    beside = [
        sibling for sibling in node_indices if sibling and parent_of(named_node.shown, sibling, shown_nodes) == above
    ]
    return [str(nodes[sibling].code) for sibling in beside] if named_node.place else []


def parent_of(shown: ShownLevel, place: int, there: frozenset[int] | None = None) -> int:
    """Return the nearest ancestor of a node that the level shows; 0 if there is none.

    `there` are the nodes that it shows, if known already.
    """
    there = frozenset(shown.shown.tolist()) if there is None else there
    above = shown.dimension.nodes[place].parent
    while above > 0 and above not in there:
        above = shown.dimension.nodes[above].parent
    return max(above, 0)


# --- order ------------------------------------------------------------------------------------------------------------


def address_of(view: TableView, axis: TableSide, line: int) -> dict[str, str]:
    """Return the codes by variable of a line and the current sheet, as an order by that line names it."""
    return {**view.layout.layers.address(view.layer), **axis_of(view, axis).address(line)}


def lines_at(lines: AxisLayout, codes: Mapping[str, str]) -> list[int]:
    """Return the lines with these codes and totals elsewhere, of the first block that has all of the variables."""
    for segment, start in zip(lines.segments, lines.starts.tolist(), strict=False):
        names = {shown_level.dimension.name for shown_level in segment.levels}
        if not codes.keys() <= names:
            continue
        fits = segment.marks == 0
        for level_index, shown_level in enumerate(segment.levels):
            name = shown_level.dimension.name
            wanted_node = shown_level.dimension.index.get(codes.get(name, TOTAL), -1)
            fits &= segment.positions[:, level_index] == wanted_node
        found_lines: list[int] = (start + np.flatnonzero(fits)).tolist()
        return found_lines
    return []


@dataclass(frozen=True)
class Sorted:
    """The order of an axis: a line of the other axis, the index of a value, and the direction."""

    axis: TableSide
    line: int
    value: int
    descending: bool


def sorted_by(view: TableView, axis: TableSide) -> Sorted | None:
    """Return the order of rows or columns; None if they are not sorted by the figures of a line that is shown."""
    sheet = view.layout.layers.address(view.layer)
    for segment in axis_of(view, axis).segments:
        for shown_level in segment.levels:
            order = shown_level.level.order
            named_line = dict(order.line)
            here = {name: named_line.pop(name) for name in sheet if name in named_line}
            if order.by != "value" or here != sheet:
                continue
            other_side: TableSide = "columns" if axis == "rows" else "rows"
            lines = lines_at(axis_of(view, other_side), named_line)
            if lines:
                return Sorted(axis, lines[0], order.value, order.descending)
    return None


def next_order(before: Sorted | None, line: int, value: int, address: Mapping[str, str]) -> Order:
    """Return the order after another click on a heading: largest first, smallest first, then list order."""
    same = before is not None and (before.line, before.value) == (line, value)
    if same and before is not None and not before.descending:
        return Order()
    return Order("value", not same, value=value, line=tuple(sorted(address.items())))
