"""A hierarchy over the categories of a dimension: levels, nodes, leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError


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
        hierarchy_depth_skipped."""
        nodes: list[HierarchyNode] = []
        trail: list[int] = []
        for code, depth in entries:
            if depth > len(trail) or depth < 0:
                raise InputError("hierarchy_depth_skipped", node=code, depth=depth)
            del trail[depth:]
            nodes.append(HierarchyNode(code, depth, trail[-1] if trail else -1))
            trail.append(len(nodes) - 1)
        return cls(tuple(nodes))

    @cached_property
    def depth(self) -> int:
        """Number of levels below the total."""
        return 1 + max((node.depth for node in self.nodes), default=-1)

    @cached_property
    def per_level(self) -> tuple[int, ...]:
        """Number of nodes of each level, outermost first."""
        counts = Counter(node.depth for node in self.nodes)
        return tuple(counts[depth] for depth in range(self.depth))

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


def digit_hierarchy(codes: Sequence[str], digits: Sequence[int]) -> Hierarchy:
    """The hierarchy over `codes` (the leaves) whose levels are their first digits, outermost first.

    3 1 1 makes of 34120 the nodes 341, 3412 and 34120.

    Level k has the first `digits[0] + ... + digits[k]` characters; levels that add none are left out. A shorter code
    ends where it ends. A group whose code is that of a leaf is called by its leaves, too: `341 (34110-34190)`.
    """
    cuts = list(dict.fromkeys(cut for cut in accumulate(digits) if cut > 0))
    leaves = set(codes)
    entries: list[tuple[str, int]] = []
    trail: list[str] = []
    # In the order of texts, codes with the same first digits follow one another.
    for code in sorted(leaves):
        path = list(dict.fromkeys([code[:cut] for cut in cuts if cut < len(code)]))
        for depth, group in enumerate(path):
            if trail[depth : depth + 1] != [group]:
                del trail[depth:]
                trail.append(group)
                entries.append((_group_name(group, leaves), depth))
        del trail[len(path) :]
        entries.append((code, len(path)))
    return Hierarchy.from_depths(entries)


def _group_name(group: str, leaves: set[str]) -> str:
    if group not in leaves:
        return group
    below = sorted(code for code in leaves if code.startswith(group) and code != group)
    return f"{group} ({below[0]})" if len(below) == 1 else f"{group} ({below[0]}-{below[-1]})"
