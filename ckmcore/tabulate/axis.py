"""The nodes of a dimension as they stand in a table: total, levels of the hierarchy, categories, own groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.hierarchy import Hierarchy, level_text
from ckmcore.tabulate.spec import TOTAL, Code, Condition, Group
from ckmcore.texts import Texts


@dataclass(frozen=True)
class Node:
    """One node of a dimension in a table. `depth` is -1 for the total; `parent` is a position in the dimension."""

    code: Code
    label: Texts
    depth: int
    parent: int
    leaf: bool
    group: bool = False


@dataclass(frozen=True)
class AxisDimension:
    """A dimension of a table: its nodes, the total first, each parent before its children; names of its levels."""

    name: str
    title: Texts
    nodes: tuple[Node, ...]
    level_names: tuple[Texts, ...] = ()

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def index(self) -> dict[Code, int]:
        return {node.code: position for position, node in enumerate(self.nodes)}


@dataclass(frozen=True)
class NodePlan:
    """How the nodes of a dimension are rolled up from its leaf categories: leaf positions per node."""

    axis: AxisDimension
    leaf_count: int
    members: tuple[NDArray[np.intp], ...]


def group_code(number: int) -> str:
    """The code of the n-th own group (from 1) of a level."""
    return f"group:{number}"


def plan_nodes(dimension: Dimension, groups: tuple[Group, ...] = ()) -> NodePlan:
    """All nodes of a dimension with the leaf categories that belong to each.

    The order is the hierarchy's, else the code list's; missing stands beside the first level, after the others.
    """
    position = {code: index for index, code in enumerate(dimension.codes)}
    everything = np.arange(len(position), dtype=np.intp)
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    members = [everything]
    if dimension.hierarchy is None:
        for category in dimension.categories:
            nodes.append(Node(category.code, dimension.label(category.code), 0, 0, True))
            members.append(np.array([position[category.code]], dtype=np.intp))
    else:
        _plan_hierarchy(dimension, dimension.hierarchy, position, nodes, members)
    for number, group in enumerate(groups, start=1):
        found = leaf_positions(dimension, group.codes)
        nodes.append(Node(group_code(number), group.label, 0, 0, False, group=True))
        members.append(found)
    hierarchy = dimension.hierarchy
    names = tuple(level_text(name) for name in hierarchy.level_names) if hierarchy and hierarchy.is_named else ()
    axis = AxisDimension(dimension.name, dimension.title, tuple(nodes), names)
    return NodePlan(axis, len(position), tuple(members))


def _plan_hierarchy(
    dimension: Dimension,
    hierarchy: Hierarchy,
    position: dict[str, int],
    nodes: list[Node],
    members: list[NDArray[np.intp]],
) -> None:
    leaves = set(hierarchy.leaves)
    for node in hierarchy.nodes:
        parent = node.parent + 1 if node.parent >= 0 else 0
        nodes.append(Node(node.code, dimension.label(node.code), node.depth, parent, node.code in leaves))
        below = (code for code in hierarchy.leaves_below(node.code) if code in position)
        members.append(np.array([position[code] for code in below], dtype=np.intp))
    if MISSING in position and MISSING not in leaves:
        nodes.append(Node(MISSING, dimension.label(MISSING), 0, 0, True))
        members.append(np.array([position[MISSING]], dtype=np.intp))


def leaf_positions(dimension: Dimension, codes: tuple[str, ...]) -> NDArray[np.intp]:
    """Positions of the leaf categories that `codes` (leaves or inner nodes) cover, sorted, each once."""
    position = {code: index for index, code in enumerate(dimension.codes)}
    found: set[int] = set()
    for code in codes:
        if dimension.hierarchy is not None and code in dimension.hierarchy.index:
            found.update(position[leaf] for leaf in dimension.hierarchy.leaves_below(code) if leaf in position)
        elif code in position:
            found.add(position[code])
    return np.array(sorted(found), dtype=np.intp)


def condition_leaves(dimension: Dimension, condition: Condition) -> NDArray[np.uint8]:
    """A 0/1 flag per leaf category: whether its records meet the condition."""
    allowed = np.zeros(len(dimension.codes), dtype=np.uint8)
    allowed[leaf_positions(dimension, condition.codes)] = 1
    return allowed
