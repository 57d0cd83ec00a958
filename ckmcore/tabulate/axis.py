"""Nodes of a dimension in a table: total, levels of the hierarchy, categories, own groups."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.grid import cell_in, corners_of
from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.hierarchy import Hierarchy, level_text
from ckmcore.tabulate.spec import TOTAL, Code, Condition, Group, Level


@dataclass(frozen=True)
class Node:
    """A node of a dimension in a table. depth: level, -1 for the total; parent: index in the dimension; group: an own
    group; heading: a heading or blank row, with a line but without figures.
    """

    code: Code
    label: Texts
    depth: int
    parent: int
    leaf: bool
    group: bool = False
    heading: bool = False
    note: Texts = Texts()


@dataclass(frozen=True, eq=False)
class GridCells:
    """Nodes that are cells of a grid. size: metres of a side; nodes: indices; north, east: metres of their lower left
    corners in EPSG:3035."""

    size: int
    nodes: NDArray[np.intp]
    north: NDArray[np.int64]
    east: NDArray[np.int64]


@dataclass(frozen=True)
class AxisDimension:
    """A dimension of a table: its nodes, the total first and each parent before its children. level_names: outermost
    first.

    whole: the dimension with all its nodes where a table computes only some, otherwise None. ended: codes and labels of
    categories that are not valid in the period; nodes may be among them.
    """

    name: str
    title: Texts
    nodes: tuple[Node, ...]
    level_names: tuple[Texts, ...] = ()
    note: Texts = Texts()
    whole: AxisDimension | None = None
    ended: tuple[tuple[str, Texts], ...] = ()

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def depths(self) -> NDArray[np.int64]:
        """Level of each node."""
        return np.array([node.depth for node in self.nodes], dtype=np.int64)

    @cached_property
    def _cells(self) -> dict[int, GridCells | None]:
        return {}

    def cells_at(self, depth: int) -> GridCells | None:
        """The nodes of a level as cells of a grid, but for *not stated*; None where they are none."""
        if depth not in self._cells:
            self._cells[depth] = self._cells_at(depth)
        return self._cells[depth]

    def _cells_at(self, depth: int) -> GridCells | None:
        nodes = np.flatnonzero(self.depths == depth)
        codes = [str(self.nodes[node].code) for node in nodes.tolist()]
        if MISSING in codes:
            kept = [code != MISSING for code in codes]
            nodes, codes = nodes[kept], [code for code in codes if code != MISSING]
        if not codes or cell_in(codes[0]) is None:
            return None
        try:
            sizes, north, east = corners_of(codes)
        except DataError:
            return None
        return GridCells(int(sizes[0]), nodes, north, east) if sizes.min() == sizes.max() else None

    @cached_property
    def index(self) -> dict[Code, int]:
        return {node.code: position for position, node in enumerate(self.nodes)}

    @cached_property
    def parents(self) -> frozenset[int]:
        """Positions of the nodes that have children."""
        return frozenset(node.parent for node in self.nodes)

    @cached_property
    def ended_places(self) -> frozenset[int]:
        """Indices of the nodes that are not valid in the period: ended categories, and nodes with only such
        descendants."""
        gone_codes = {code for code, _ in self.ended}
        if not gone_codes:
            return frozenset()
        if self.whole is not None:
            codes = {self.whole.nodes[node_index].code for node_index in self.whole.ended_places}
            return frozenset(node_index for node_index, node in enumerate(self.nodes) if node.code in codes)
        alive = {0}
        for place, node in enumerate(self.nodes):
            if node.group or (node.leaf and node.code not in gone_codes):
                while place > 0 and place not in alive:
                    alive.add(place)
                    place = self.nodes[place].parent
        return frozenset(range(len(self.nodes))) - alive

    def of_whole(self, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Flags of the nodes of `whole` for the nodes of this dimension."""
        if self.whole is None:
            return flags
        index = self.whole.index
        return flags[[index[node.code] for node in self.nodes]]


@dataclass(frozen=True)
class NodePlan:
    """Plan for rolling up a dimension from its leaf categories. members: indices of the leaves of each node."""

    axis: AxisDimension
    leaf_count: int
    members: tuple[NDArray[np.intp], ...]

    @cached_property
    def singles(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Nodes with a single leaf, and these leaves, as indices."""
        single_leaves = [(node, int(leaves[0])) for node, leaves in enumerate(self.members) if len(leaves) == 1]
        pairs = np.array(single_leaves, dtype=np.intp).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    @cached_property
    def layers(self) -> tuple[NDArray[np.intp], ...]:
        """Nodes in layers without common categories, as the node of each category in each layer, -1 for none.

        A level of a hierarchy is a layer; own groups that overlap others have layers of their own.
        """
        layers: list[NDArray[np.intp]] = []
        for member_index, leaves in enumerate(self.members):
            layer = next((layer for layer in layers if (layer[leaves] < 0).all()), None)
            if layer is None:
                layer = np.full(self.leaf_count, -1, dtype=np.intp)
                layers.append(layer)
            layer[leaves] = member_index
        return tuple(layers)

    @cached_property
    def several(self) -> tuple[tuple[int, NDArray[np.intp]], ...]:
        """Nodes with several leaves, each with its leaves, as indices."""
        return tuple((node, leaves) for node, leaves in enumerate(self.members) if len(leaves) > 1)


def group_code(number: int) -> str:
    """The code of the n-th own group (from 1) of a level."""
    return f"group:{number}"


def plan_nodes(
    dimension: Dimension, groups: tuple[Group, ...] = (), labels: tuple[tuple[str, Texts], ...] = ()
) -> NodePlan:
    """Plan of all nodes of a dimension with their leaf categories.

    They are in the order of the hierarchy, else of the code list; missing follows the nodes of the first level. groups:
    own groups of the table; labels: labels of single nodes in the table. The plan without both is cached with the
    dimension.
    """
    plain: NodePlan | None = dimension.__dict__.get("_node_plan")
    if plain is None:
        plain = _plan_nodes(dimension)
        dimension.__dict__["_node_plan"] = plain
    if not groups and not labels:
        return plain
    named_axis, members = relabelled(plain.axis, labels), list(plain.members)
    nodes = list(named_axis.nodes)
    for group_number, group in enumerate(groups, start=1):
        nodes.append(Node(group_code(group_number), group.label, 0, 0, False, group=True))
        members.append(leaf_positions(dimension, group.codes))
    return NodePlan(replace(plain.axis, nodes=tuple(nodes)), plain.leaf_count, tuple(members))


def relabelled(axis: AxisDimension, labels: tuple[tuple[str, Texts], ...]) -> AxisDimension:
    """Dimension with other labels for single nodes, given by their codes."""
    if not labels:
        return axis
    nodes = list(axis.nodes)
    for code, label in labels:
        if code in axis.index:
            nodes[axis.index[code]] = replace(nodes[axis.index[code]], label=label)
    return replace(axis, nodes=tuple(nodes))


def _plan_nodes(dimension: Dimension) -> NodePlan:
    position = {code: index for index, code in enumerate(dimension.codes)}
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    members = [np.arange(len(position), dtype=np.intp)]
    if dimension.hierarchy is None:
        for category in dimension.categories:
            label = dimension.label(category.code)
            nodes.append(Node(category.code, label, 0, 0, True, note=category.note))
            members.append(np.array([position[category.code]], dtype=np.intp))
    else:
        _plan_hierarchy(dimension, dimension.hierarchy, position, nodes, members)
    hierarchy = dimension.hierarchy
    names = tuple(level_text(name) for name in hierarchy.level_names) if hierarchy and hierarchy.is_named else ()
    ended = tuple((category.code, category.label) for category in dimension.ended)
    axis = AxisDimension(dimension.name, dimension.title, tuple(nodes), names, dimension.note, ended=ended)
    return NodePlan(axis, len(position), tuple(members))


def plan_level(
    dimension: Dimension, level: Level, needed: Collection[str] = (), *, siblings: bool = False, valid: bool = False
) -> NodePlan:
    """Plan of the nodes that a table must compute for a level: those shown, their ancestors, and the total.

    needed: codes of further nodes that a value refers to. siblings: include the other children of the same parents.
    valid: exclude nodes that are not valid in the period, which are in the data only because records have them.
    """
    plan = plan_nodes(dimension, level.groups, level.labels)
    nodes = plan.axis.nodes
    shown = shown_places(level, plan.axis)
    kept_places = {0, *shown}
    if siblings:
        parents = {nodes[node_index].parent for node_index in kept_places}
        kept_places.update(node_index for node_index, node in enumerate(nodes) if node.parent in parents)
    if valid:
        kept_places -= plan.axis.ended_places.difference(shown if level.nodes else ())
    kept_places.update(plan.axis.index[code] for code in needed if code in plan.axis.index)
    for place in sorted(kept_places):
        above = nodes[place].parent
        while above >= 0 and above not in kept_places:
            kept_places.add(above)
            above = nodes[above].parent
    return _only(plan, kept_places)


def plan_shown(dimension: Dimension, level: Level) -> NodePlan:
    """Plan of the total and the nodes that a level shows. The parent of each node is its nearest shown ancestor."""
    plan = plan_nodes(dimension, level.groups, level.labels)
    return _only(plan, {0, *shown_places(level, plan.axis)})


def _only(plan: NodePlan, kept_places: Collection[int]) -> NodePlan:
    """Plan restricted to the nodes with the indices `kept_places`."""
    nodes = plan.axis.nodes
    if len(kept_places) == len(nodes):
        return plan
    node_indices = sorted(kept_places)
    moved = {old: new for new, old in enumerate(node_indices)}

    def above(index: int) -> int:
        while index >= 0 and index not in moved:
            index = nodes[index].parent
        return moved.get(index, -1)

    remaining_nodes = tuple(replace(nodes[old], parent=above(nodes[old].parent)) for old in node_indices)
    axis = replace(plan.axis, nodes=remaining_nodes, whole=plan.axis)
    return NodePlan(axis, plan.leaf_count, tuple(plan.members[old] for old in node_indices))


def shown_places(level: Level, axis: AxisDimension) -> list[int]:
    """Indices of the nodes that a level shows beside its total, in the order of the dimension."""
    chosen_places = _chosen_places(level, axis)
    if not level.hidden:
        return chosen_places
    out = hidden_places(level, axis)
    return [node_index for node_index in chosen_places if node_index not in out]


def hidden_places(level: Level, axis: AxisDimension) -> set[int]:
    """Indices of the nodes that a level hides, with their descendants."""
    codes, node_indices = set(level.hidden), set[int]()
    for node_index, node in enumerate(axis.nodes):
        if node_index and (node.code in codes or node.parent in node_indices):
            node_indices.add(node_index)
    return node_indices


def hidden_nodes(level: Level, axis: AxisDimension) -> list[Node]:
    """The topmost nodes that a level hides, of those that it would show or whose descendants it would show."""
    out, chosen = hidden_places(level, axis), set(_chosen_places(level, axis))
    seen = set(chosen & out)
    for node_index in sorted(seen, reverse=True):
        above = axis.nodes[node_index].parent
        while above in out:
            seen.add(above)
            above = axis.nodes[above].parent
    return [axis.nodes[place] for place in sorted(seen) if axis.nodes[place].parent not in out]


def _chosen_places(level: Level, axis: AxisDimension) -> list[int]:
    """Indices of the nodes that a level would show without hidden ones."""
    if level.groups_only:
        return [node_index for node_index, node in enumerate(axis.nodes) if node.group]
    depths, chosen_nodes, expanded = set(level.depths), set(level.nodes), set(level.expanded)
    if not depths and not chosen_nodes:
        return list(range(1, len(axis.nodes)))
    node_indices = []
    for node_index, node in enumerate(axis.nodes):
        if node_index == 0:
            continue
        shown_group = node.group or (
            (not depths or node.depth in depths) and (not chosen_nodes or node.code in chosen_nodes)
        )
        if not shown_group and expanded and node.parent > 0:
            shown_group = axis.nodes[node.parent].code in expanded
        if shown_group:
            node_indices.append(node_index)
    return node_indices


def _plan_hierarchy(
    dimension: Dimension,
    hierarchy: Hierarchy,
    position: dict[str, int],
    nodes: list[Node],
    members: list[NDArray[np.intp]],
) -> None:
    leaves = set(hierarchy.leaves)
    # Leaves below a node follow one another: each node has a part of them.
    order = np.array([position.get(code, -1) for code in hierarchy.leaves], dtype=np.intp)
    begins, ends = _leaf_ranges(hierarchy)
    notes = {category.code: category.note for category in dimension.categories if category.note.text("en")}
    for node, begin, end in zip(hierarchy.nodes, begins, ends, strict=True):
        parent = node.parent + 1 if node.parent >= 0 else 0
        label, note = dimension.label(node.code), notes.get(node.code, Texts())
        nodes.append(Node(node.code, label, node.depth, parent, node.code in leaves, note=note))
        below = order[begin:end]
        members.append(below if end - begin == 1 and below[0] >= 0 else below[below >= 0])
    if MISSING in position and MISSING not in leaves:
        nodes.append(Node(MISSING, dimension.label(MISSING), 0, 0, True))
        members.append(np.array([position[MISSING]], dtype=np.intp))


def _leaf_ranges(hierarchy: Hierarchy) -> tuple[list[int], list[int]]:
    """First leaf of each node and the one behind its last, in document order."""
    begins, ends, count = [], [0] * len(hierarchy.nodes), 0
    for node_index in range(len(hierarchy.nodes)):
        begins.append(count)
        count += hierarchy.is_leaf(node_index)
    for index in range(len(hierarchy.nodes) - 1, -1, -1):
        ends[index] = max(ends[index], begins[index] + hierarchy.is_leaf(index))
        parent = hierarchy.nodes[index].parent
        if parent >= 0:
            ends[parent] = max(ends[parent], ends[index])
    return begins, ends


def leaf_positions(dimension: Dimension, codes: tuple[str, ...]) -> NDArray[np.intp]:
    """Sorted indices of the leaf categories below `codes`, which are leaves or inner nodes."""
    position = {code: index for index, code in enumerate(dimension.codes)}
    found_set: set[int] = set()
    for code in codes:
        if dimension.hierarchy is not None and code in dimension.hierarchy.index:
            found_set.update(position[leaf] for leaf in dimension.hierarchy.leaves_below(code) if leaf in position)
        elif code in position:
            found_set.add(position[code])
    return np.array(sorted(found_set), dtype=np.intp)


def condition_leaves(dimension: Dimension, condition: Condition) -> NDArray[np.uint8]:
    """Flag for each leaf category (0 or 1): whether its records meet the condition."""
    allowed_leaves = np.zeros(len(dimension.codes), dtype=np.uint8)
    allowed_leaves[leaf_positions(dimension, condition.codes)] = 1
    return allowed_leaves
