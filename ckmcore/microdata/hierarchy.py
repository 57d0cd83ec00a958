"""A hierarchy over the categories of a dimension: levels, nodes, leaves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError


class LevelSkipped(InputError):
    """A node of a hierarchy lies more than one level below the one before it. Fields: node, depth."""

    code = "hierarchy_depth_skipped"


@checked
@dataclass(frozen=True)
class HierarchyNode:
    """One node. `depth` 0 is the level below the total; `parent` is the index of the parent node or -1."""

    code: str
    depth: int
    parent: int


@checked
@dataclass(frozen=True)
class Hierarchy:
    """Nodes in document order (each parent before its children). The total above them is implicit.

    Only leaves occur in data. Codes are unique within a hierarchy. `level_names` has one name per level, outermost
    first, or is empty; a name in both languages is written `English|Deutsch`.

    >>> regions = ckm.Hierarchy.from_depths([("AT1", 0), ("AT11", 1), ("AT12", 1), ("AT2", 0), ("AT21", 1)])
    >>> regions == ckm.read_hrc("nuts.hrc")
    True
    >>> regions.leaves, regions.leaves_below("AT1")
    (('AT11', 'AT12', 'AT21'), ('AT11', 'AT12'))
    """

    nodes: tuple[HierarchyNode, ...]
    level_names: tuple[str, ...] = ()

    @classmethod
    def from_depths(cls, entries: Iterable[tuple[str, int]]) -> Hierarchy:
        """From `(code, depth)` in document order; depth grows by at most one from line to line. Raises
        LevelSkipped."""
        nodes: list[HierarchyNode] = []
        trail: list[int] = []
        for code, depth in entries:
            if depth > len(trail) or depth < 0:
                raise LevelSkipped(node=code, depth=depth)
            del trail[depth:]
            nodes.append(HierarchyNode(code, depth, trail[-1] if trail else -1))
            trail.append(len(nodes) - 1)
        return cls(tuple(nodes))

    @cached_property
    def depth(self) -> int:
        """Number of levels below the total."""
        return 1 + max((node.depth for node in self.nodes), default=-1)

    @property
    def is_named(self) -> bool:
        """Whether every level has a name."""
        return bool(self.level_names) and len(self.level_names) == self.depth

    @cached_property
    def index(self) -> dict[str, int]:
        return {node.code: position for position, node in enumerate(self.nodes)}

    @cached_property
    def _parents(self) -> frozenset[int]:
        return frozenset(node.parent for node in self.nodes)

    def is_leaf(self, position: int) -> bool:
        """Whether the node at a position has no children."""
        return position not in self._parents

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """Codes of the nodes without children, in document order."""
        return tuple(node.code for position, node in enumerate(self.nodes) if position not in self._parents)

    def leaves_below(self, code: str) -> tuple[str, ...]:
        """The leaf codes below a node, itself if it is a leaf."""
        start = self.index[code]
        depth = self.nodes[start].depth
        found = []
        for position in range(start, len(self.nodes)):
            node = self.nodes[position]
            if position > start and node.depth <= depth:
                break
            if position not in self._parents:
                found.append(node.code)
        return tuple(found)


def level_text(name: str) -> Texts:
    """The name of a level in both languages: `English|Deutsch`, or the same in both."""
    english, bar, german = name.partition("|")
    return Texts(english, german) if bar else Texts.same(name)
