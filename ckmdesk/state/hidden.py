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
    for segment_index, (segment, start) in enumerate(zip(lines.segments, lines.starts.tolist(), strict=False)):
        for level, shown_level in enumerate(segment.levels):
            if not shown_level.level.hidden or not len(segment):
                continue
            for node_indices, codes, count in _hidden_in(segment, level, shown_level):
                for index in node_indices:
                    counts[start + index] = counts.get(start + index, 0) + count
                    hidden_nodes = (Origin(axis, segment_index), shown_level.level.variable, codes)
                    nodes.setdefault(start + index, []).append(hidden_nodes)
    return tuple(HiddenMark(axis, line, counts[line], tuple(nodes[line])) for line in sorted(counts))


def _hidden_in(segment: Segment, number: int, shown: ShownLevel) -> list[tuple[list[int], tuple[str, ...], int]]:
    """Return, for one level, the positions where nodes are hidden, their codes, and the number of lines."""
    level, whole_dimension = shown.level, shown.dimension.whole or shown.dimension
    nodes = whole_dimension.nodes
    out = sorted(hidden_places(level, whole_dimension) & _shown_else(level, whole_dimension))
    lines = 1
    for shown_level in segment.levels[number + 1 :]:
        lines *= len(shown_level.shown)
    shown_nodes = {whole_dimension.index[shown.dimension.nodes[node_index].code] for node_index in shown.shown.tolist()}
    children: dict[int, list[int]] = {}
    by_hand = (
        {code: code_index for code_index, code in enumerate(level.order.codes)} if level.order.by == "hand" else {}
    )

    def rank(index: int) -> tuple[int, int]:
        return by_hand.get(str(nodes[index].code), len(by_hand)), index

    for place in sorted(shown_nodes, key=rank):
        if place:
            children.setdefault(_nearest_above(nodes[place].parent, shown_nodes, nodes), []).append(place)
    in_list = (level.order == Order() or level.order.by == "hand") and level.subtotals == "before"
    groups: dict[tuple[int, int], list[int]] = {}
    for place in out:
        parent, node_before = _nearest_above(nodes[place].parent, shown_nodes, nodes), 0
        if in_list:
            adjacent_child = children.get(parent, [])
            insert_index = bisect_left(adjacent_child, rank(place), key=rank)
            node_before = adjacent_child[insert_index - 1] if insert_index else -1
        groups.setdefault((parent, node_before), []).append(place)
    hidden, hides = [], frozenset(level.hidden)
    of_node = _lines_of(segment, number, len(shown.dimension.nodes))
    for (parent, node_before), node_indices in groups.items():
        anchor = node_before if node_before > 0 else parent
        below = _below(anchor, children)
        wanted_below = [*below, anchor] if node_before > 0 or not below else below
        local = [of_node[shown.dimension.index[nodes[node].code]] for node in wanted_below]
        edges = _edges(segment.positions, number, local, first=node_before == -1 and bool(below))
        hidden.append((edges, _roots(node_indices, nodes, hides), len(node_indices) * lines))
    return hidden


def _shown_else(level: Level, whole_dimension: AxisDimension) -> set[int]:
    """Return the nodes that a level would show if none were hidden; for a rule the nodes that it chooses from."""
    top = level.top
    if not top.codes:
        return set(shown_places(replace(level, hidden=()), whole_dimension))
    depths = {
        whole_dimension.nodes[whole_dimension.index[code]].depth
        for code in (*top.codes, *top.others)
        if code in whole_dimension.index
    }
    return {
        node_index for node_index, node in enumerate(whole_dimension.nodes) if node.depth in depths and not node.group
    }


def _nearest_above(index: int, given_nodes: set[int], nodes: Sequence[Node]) -> int:
    """Return the nearest of the nodes `given_nodes` at or above a node; 0 if there is none."""
    while index > 0 and index not in given_nodes:
        index = nodes[index].parent
    return max(index, 0)


def _below(index: int, children: dict[int, list[int]]) -> list[int]:
    child = list(children.get(index, ()))
    for child_node in child:
        child += children.get(child_node, ())
    return child


def _roots(indices: list[int], nodes: Sequence[Node], codes: frozenset[str]) -> tuple[str, ...]:
    """Return the codes that a level lists as hidden for these nodes: their own, or an ancestor's."""
    roots: dict[str, None] = {}
    for index in indices:
        node_index = index
        while node_index > 0 and str(nodes[node_index].code) not in codes:
            node_index = nodes[node_index].parent
        roots[str(nodes[node_index].code)] = None
    return tuple(roots)


def _lines_of(segment: Segment, number: int, nodes: int) -> list[NDArray[np.intp]]:
    """Return the lines of each node of a level."""
    node_indices = np.where(segment.marks == 0, segment.positions[:, number], nodes)
    order = np.argsort(node_indices, kind="stable")
    return np.split(order, np.searchsorted(node_indices[order], np.arange(1, nodes + 1)))[:nodes]


def _edges(positions: NDArray[np.intp], number: int, line_arrays: list[NDArray[np.intp]], *, first: bool) -> list[int]:
    """Return the lines before the first, or behind the last, of some lines within each line of the outer levels."""
    fits = np.sort(np.concatenate(line_arrays)) if line_arrays else np.zeros(0, dtype=np.intp)
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
    for block_index, variable, codes in mark.nodes:
        level = next(
            level for level in blocks_of(spec, block_index.zone)[block_index.block].levels if level.variable == variable
        )
        left = tuple(code for code in level.hidden if code not in codes)
        spec = change_level(spec, variable, block_index, hidden=left)
    return spec


def all_shown(spec: TableSpec, axes: Sequence[Axis] = TABLE_SIDES) -> TableSpec:
    """The table without anything hidden in these axes."""
    for axis in axes:
        for block_index, block in enumerate(blocks_of(spec, axis)):
            for level in block.levels:
                if level.hidden:
                    spec = change_level(spec, level.variable, Origin(axis, block_index), hidden=())
    return spec
