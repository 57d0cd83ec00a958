"""Where a hand hid lines of a table: a mark stays there, in stub or head. Hidden is not filtered, and no secret: it
follows from what was hidden, whatever the figures are. No Qt.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.tabulate.axis import AxisDimension, Node, hidden_places, shown_places
from ckmcore.tabulate.layout import AxisLayout, Segment, ShownLevel
from ckmcore.tabulate.spec import Level, Order, TableSpec
from ckmdesk.state.shelves import Axis, Origin, blocks_of, change_level

TableSide = Literal["rows", "columns"]
TABLE_SIDES: tuple[TableSide, TableSide] = ("rows", "columns")


@dataclass(frozen=True)
class HiddenMark:
    """A mark of hidden lines: the line before which they are hidden, their number, and the hidden nodes by level."""

    axis: TableSide
    line: int
    count: int
    nodes: tuple[tuple[Origin, str, tuple[str, ...]], ...]


def hidden_marks(lines: AxisLayout, axis: TableSide) -> tuple[HiddenMark, ...]:
    """Return the marks of hidden lines of an axis, in order.

    A mark follows the node after which the lines come in list or manual order; in sorted levels it is at the end of
    their parent.
    """
    counts: dict[int, int] = {}
    nodes: dict[int, list[tuple[Origin, str, tuple[str, ...]]]] = {}
    for number, (segment, start) in enumerate(zip(lines.segments, lines.starts.tolist(), strict=False)):
        for level, shown in enumerate(segment.levels):
            if not shown.level.hidden or not len(segment):
                continue
            for places, codes, count in _hidden_in(segment, level, shown):
                for place in places:
                    counts[start + place] = counts.get(start + place, 0) + count
                    found = (Origin(axis, number), shown.level.variable, codes)
                    nodes.setdefault(start + place, []).append(found)
    return tuple(HiddenMark(axis, line, counts[line], tuple(nodes[line])) for line in sorted(counts))


def _hidden_in(segment: Segment, number: int, shown: ShownLevel) -> list[tuple[list[int], tuple[str, ...], int]]:
    """Return, for one level, the positions where nodes are hidden, their codes, and the number of lines."""
    level, whole = shown.level, shown.dimension.whole or shown.dimension
    nodes = whole.nodes
    out = sorted(hidden_places(level, whole) & _shown_else(level, whole))
    lines = 1
    for shown_level in segment.levels[number + 1 :]:
        lines *= len(shown_level.shown)
    there = {whole.index[shown.dimension.nodes[place].code] for place in shown.shown.tolist()}
    children: dict[int, list[int]] = {}
    by_hand = {code: number for number, code in enumerate(level.order.codes)} if level.order.by == "hand" else {}

    def rank(place: int) -> tuple[int, int]:
        return by_hand.get(str(nodes[place].code), len(by_hand)), place

    for place in sorted(there, key=rank):
        if place:
            children.setdefault(_up(nodes[place].parent, there, nodes), []).append(place)
    in_list = (level.order == Order() or level.order.by == "hand") and level.subtotals == "before"
    groups: dict[tuple[int, int], list[int]] = {}
    for place in out:
        parent, before = _up(nodes[place].parent, there, nodes), 0
        if in_list:
            beside = children.get(parent, [])
            at = bisect_left(beside, rank(place), key=rank)
            before = beside[at - 1] if at else -1
        groups.setdefault((parent, before), []).append(place)
    found, hides = [], frozenset(level.hidden)
    of_node = _lines_of(segment, number, len(shown.dimension.nodes))
    for (parent, before), places in groups.items():
        anchor = before if before > 0 else parent
        below = _below(anchor, children)
        wanted = [*below, anchor] if before > 0 or not below else below
        local = [of_node[shown.dimension.index[nodes[node].code]] for node in wanted]
        edges = _edges(segment.positions, number, local, first=before == -1 and bool(below))
        found.append((edges, _roots(places, nodes, hides), len(places) * lines))
    return found


def _shown_else(level: Level, whole: AxisDimension) -> set[int]:
    """Return the nodes that a level would show if none were hidden; for a rule the nodes that it chooses from."""
    top = level.top
    if not top.codes:
        return set(shown_places(replace(level, hidden=()), whole))
    depths = {whole.nodes[whole.index[code]].depth for code in (*top.codes, *top.others) if code in whole.index}
    return {place for place, node in enumerate(whole.nodes) if node.depth in depths and not node.group}


def _up(place: int, there: set[int], nodes: Sequence[Node]) -> int:
    """Return the nearest of the nodes `there` at or above a node; 0 if there is none."""
    while place > 0 and place not in there:
        place = nodes[place].parent
    return max(place, 0)


def _below(place: int, children: dict[int, list[int]]) -> list[int]:
    found = list(children.get(place, ()))
    for one in found:
        found += children.get(one, ())
    return found


def _roots(places: list[int], nodes: Sequence[Node], codes: frozenset[str]) -> tuple[str, ...]:
    """Return the codes that a level lists as hidden for these nodes: their own, or an ancestor's."""
    found: dict[str, None] = {}
    for place in places:
        at = place
        while at > 0 and str(nodes[at].code) not in codes:
            at = nodes[at].parent
        found[str(nodes[at].code)] = None
    return tuple(found)


def _lines_of(segment: Segment, number: int, nodes: int) -> list[NDArray[np.intp]]:
    """Return the lines of each node of a level."""
    places = np.where(segment.marks == 0, segment.positions[:, number], nodes)
    order = np.argsort(places, kind="stable")
    return np.split(order, np.searchsorted(places[order], np.arange(1, nodes + 1)))[:nodes]


def _edges(positions: NDArray[np.intp], number: int, found: list[NDArray[np.intp]], *, first: bool) -> list[int]:
    """Return the lines before the first, or behind the last, of some lines within each line of the outer levels."""
    fits = np.sort(np.concatenate(found)) if found else np.zeros(0, dtype=np.intp)
    if not len(fits):
        return [len(positions)]
    outer = positions[fits][:, :number]
    changed = np.flatnonzero((outer[1:] != outer[:-1]).any(axis=1)) + 1 if number else np.zeros(0, dtype=np.intp)
    begins, ends = np.concatenate([[0], changed]), np.concatenate([changed, [len(fits)]]) - 1
    edges: list[int] = fits[begins].tolist() if first else (fits[ends] + 1).tolist()
    return edges


def hides_any(spec: TableSpec) -> bool:
    """Whether a hand hid anything in the rows or columns of a table."""
    return any(level.hidden for axis in TABLE_SIDES for block in blocks_of(spec, axis) for level in block.levels)


def shown_again(spec: TableSpec, mark: HiddenMark) -> TableSpec:
    """The table with what is hidden at a mark."""
    for at, variable, codes in mark.nodes:
        level = next(one for one in blocks_of(spec, at.zone)[at.block].levels if one.variable == variable)
        left = tuple(code for code in level.hidden if code not in codes)
        spec = change_level(spec, variable, at, hidden=left)
    return spec


def all_shown(spec: TableSpec, axes: Sequence[Axis] = TABLE_SIDES) -> TableSpec:
    """The table without anything hidden in these axes."""
    for axis in axes:
        for number, block in enumerate(blocks_of(spec, axis)):
            for level in block.levels:
                if level.hidden:
                    spec = change_level(spec, level.variable, Origin(axis, number), hidden=())
    return spec
