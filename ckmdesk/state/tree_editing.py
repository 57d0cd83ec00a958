"""Editing a hierarchy by hand: every step gives a new one with the same leaves. No Qt.

Groups are the nodes with others below them; leaves are the codes of the data. A step that would make a group of a leaf,
or put a node below itself, is refused; a group that loses its last member goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Literal

from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

TOP = ""
"""The place above all nodes: the total. No node has this code."""

Refusal = Literal["below_itself", "below_leaf", "code_taken", "code_empty", "no_group_before", "leaf_renamed"]


class EditRefused(Exception):
    """A step that is not possible, and why."""

    def __init__(self, reason: Refusal, node: str = "") -> None:
        super().__init__(reason)
        self.reason: Refusal = reason
        self.node = node


class _Tree:
    """A hierarchy as lists of children, for one step."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self.before = hierarchy
        self.leaves = frozenset(hierarchy.leaves)
        self.children: dict[str, list[str]] = {TOP: []}
        self.parents: dict[str, str] = {}
        for node in hierarchy.nodes:
            parent = TOP if node.parent < 0 else hierarchy.nodes[node.parent].code
            self.children[parent].append(node.code)
            self.children[node.code] = []
            self.parents[node.code] = parent

    def take(self, code: str) -> None:
        self.children[self.parents.pop(code)].remove(code)

    def put(self, code: str, parent: str, place: int | None = None) -> None:
        siblings = self.children[parent]
        siblings.insert(len(siblings) if place is None else place, code)
        self.children.setdefault(code, [])
        self.parents[code] = parent

    def above(self, code: str) -> list[str]:
        """Return the ancestors of a node, from the parent up to the total."""
        codes = []
        while code != TOP:
            code = self.parents[code]
            codes.append(code)
        return codes

    def outermost(self, codes: Iterable[str]) -> list[str]:
        """Return those of the known nodes that are below none of the others, in document order."""
        wanted_codes = {code for code in codes if code in self.parents}
        order = [node.code for node in self.before.nodes if node.code in wanted_codes]
        return [code for code in order if wanted_codes.isdisjoint(self.above(code))]

    def is_leaf(self, code: str) -> bool:
        return code in self.leaves

    def finish(self) -> Hierarchy:
        """Return the hierarchy without empty groups; levels keep their names, a new one is named by its number."""
        for code in [code for code in self.parents if not self.children[code] and not self.is_leaf(code)]:
            while code != TOP and not self.children[code] and not self.is_leaf(code):
                parent = self.parents[code]
                self.take(code)
                code = parent
        entries: list[tuple[str, int]] = []
        waiting = [(code, 0) for code in reversed(self.children[TOP])]
        while waiting:
            code, depth = waiting.pop()
            entries.append((code, depth))
            waiting += [(child, depth + 1) for child in reversed(self.children[code])]
        return _with_names(Hierarchy.from_depths(entries), self.before.level_names)


def _with_names(hierarchy: Hierarchy, names: tuple[str, ...]) -> Hierarchy:
    if not names:
        return hierarchy
    more = tuple(str(level + 1) for level in range(len(names), hierarchy.depth))
    return replace(hierarchy, level_names=(*names, *more)[: hierarchy.depth])


def begin(dimension: Dimension) -> Hierarchy:
    """Return the hierarchy to edit: the dimension's own, or its codes as a flat list."""
    if dimension.hierarchy is not None:
        return dimension.hierarchy
    return Hierarchy.from_depths((code, 0) for code in dimension.codes if code != MISSING)


def is_flat(hierarchy: Hierarchy, codes: Iterable[str]) -> bool:
    """Return whether a hierarchy is only a flat list of codes in the order of the variable."""
    return hierarchy.depth < 2 and list(hierarchy.leaves) == [code for code in codes if code != MISSING]


def groups_of(hierarchy: Hierarchy) -> tuple[str, ...]:
    """Return the nodes that may have children, in document order."""
    leaves = frozenset(hierarchy.leaves)
    return tuple(node.code for node in hierarchy.nodes if node.code not in leaves)


def moved(hierarchy: Hierarchy, codes: Collection[str], parent: str, before: str | None = None) -> Hierarchy:
    """Move nodes with all below them to `parent` (TOP: the first level), before one of its members or to the end."""
    tree = _Tree(hierarchy)
    chosen = tree.outermost(codes)
    if parent != TOP and tree.is_leaf(parent):
        raise EditRefused("below_leaf", parent)
    if not {parent, *(tree.above(parent) if parent != TOP else [])}.isdisjoint(chosen):
        raise EditRefused("below_itself", parent)
    anchor = before
    if anchor in chosen:
        # The next member that stays.
        siblings = tree.children[parent]
        remaining_siblings = siblings[siblings.index(anchor) :] if anchor in siblings else []
        anchor = next((code for code in remaining_siblings if code not in chosen), None)
    for code in chosen:
        tree.take(code)
    index = tree.children[parent].index(anchor) if anchor in tree.children[parent] else len(tree.children[parent])
    for code_index, code in enumerate(chosen):
        tree.put(code, parent, index + code_index)
    return tree.finish()


def grouped(hierarchy: Hierarchy, codes: Collection[str], group: str) -> Hierarchy:
    """Put nodes into a new group at the position of the first, on the level that they all share."""
    tree = _Tree(hierarchy)
    group = group.strip()
    chosen = tree.outermost(codes)
    if not group:
        raise EditRefused("code_empty")
    if group in tree.parents:
        raise EditRefused("code_taken", group)
    if not chosen:
        return hierarchy
    shared_ancestors = [tree.above(code) for code in chosen]
    parent = next(code for code in shared_ancestors[0] if all(code in way for way in shared_ancestors))
    # What of the first node's ancestors is a member of the shared parent marks the place.
    first = ([chosen[0], *shared_ancestors[0]])[shared_ancestors[0].index(parent)]
    index = tree.children[parent].index(first)
    tree.put(group, parent, index)
    for code in chosen:
        tree.take(code)
        tree.put(code, group)
    return tree.finish()


def renamed(hierarchy: Hierarchy, old: str, new: str) -> Hierarchy:
    """Change the code of a group; codes of leaves are those of the data and cannot be changed."""
    new = new.strip()
    if new == old:
        return hierarchy
    if old in hierarchy.leaves:
        raise EditRefused("leaf_renamed", old)
    if not new:
        raise EditRefused("code_empty")
    if new in hierarchy.index:
        raise EditRefused("code_taken", new)
    nodes = tuple(replace(node, code=new) if node.code == old else node for node in hierarchy.nodes)
    return replace(hierarchy, nodes=nodes)


def dissolved(hierarchy: Hierarchy, codes: Collection[str]) -> Hierarchy:
    """Dissolve groups; their members take their positions. Leaves among `codes` stay."""
    tree = _Tree(hierarchy)
    for code in [code for code in dict.fromkeys(codes) if code in tree.parents and not tree.is_leaf(code)]:
        parent = tree.parents[code]
        index = tree.children[parent].index(code)
        tree.take(code)
        for child_index, child in enumerate(tree.children.pop(code)):
            tree.put(child, parent, index + child_index)
    return tree.finish()


def indented(hierarchy: Hierarchy, codes: Collection[str]) -> Hierarchy:
    """Put nodes into the group before the first of them on its level."""
    tree = _Tree(hierarchy)
    chosen = tree.outermost(codes)
    if not chosen:
        return hierarchy
    siblings = tree.children[tree.parents[chosen[0]]]
    index = siblings.index(chosen[0])
    if index == 0 or tree.is_leaf(siblings[index - 1]):
        raise EditRefused("no_group_before", chosen[0])
    return moved(hierarchy, chosen, siblings[index - 1])


def outdented(hierarchy: Hierarchy, codes: Collection[str]) -> Hierarchy:
    """Move nodes behind the group that contains them; those of the first level stay."""
    tree = _Tree(hierarchy)
    for code in reversed(tree.outermost(codes)):
        parent = tree.parents[code]
        if parent != TOP:
            above = tree.parents[parent]
            tree.take(code)
            tree.put(code, above, tree.children[above].index(parent) + 1)
    return tree.finish()


def shifted(hierarchy: Hierarchy, codes: Collection[str], steps: int) -> Hierarchy:
    """Move nodes one place up (-1) or down (1) among their siblings; at the end they stay."""
    tree = _Tree(hierarchy)
    chosen = tree.outermost(codes)
    fixed: set[str] = set()
    for code in chosen if steps < 0 else reversed(chosen):
        siblings = tree.children[tree.parents[code]]
        index = siblings.index(code)
        other = index + steps
        if 0 <= other < len(siblings) and siblings[other] not in fixed:
            siblings[index], siblings[other] = siblings[other], siblings[index]
        else:
            fixed.add(code)
    return tree.finish()


def arranged(hierarchy: Hierarchy, codes: Collection[str], key: Callable[[str], object]) -> Hierarchy:
    """Sort the members of groups (TOP: the first level), and of the groups below, by a key of their codes."""
    tree = _Tree(hierarchy)
    for code in codes:
        waiting_codes = [code]
        while waiting_codes:
            group = waiting_codes.pop()
            if group in tree.children:
                tree.children[group].sort(key=key)  # type: ignore[arg-type]
                waiting_codes += tree.children[group]
    return tree.finish()


def completed(hierarchy: Hierarchy, codes: Collection[str], parent: str = TOP) -> Hierarchy:
    """Add codes as leaves at the end of a group (TOP: of the first level).

    A code that is also a group's becomes its first member; the group is renamed with its leaves: `11 (111-119)`. A
    group that is a leaf of the file cannot take any.
    """
    renaming: dict[str, str] = {}
    leaves = frozenset(hierarchy.leaves)
    for code in codes:
        if code in hierarchy.index and code not in leaves:
            below = hierarchy.leaves_below(code)
            name = f"{code} ({below[0]})" if len(below) == 1 else f"{code} ({below[0]}-{below[-1]})"
            renaming[code] = name
    entries: list[tuple[str, int]] = []
    for node in hierarchy.nodes:
        entries.append((renaming.get(node.code, node.code), node.depth))
        if node.code in renaming:
            entries.append((node.code, node.depth + 1))
    further = [code for code in codes if code not in hierarchy.index]
    new_hierarchy = Hierarchy.from_depths([*entries, *((code, 0) for code in further)])
    target = renaming.get(parent, parent)
    if target != TOP and further:
        new_hierarchy = moved(new_hierarchy, further, target)
    return _with_names(new_hierarchy, hierarchy.level_names)


def matching(hierarchy: Hierarchy, pattern: str, labels: Mapping[str, str]) -> tuple[str, ...]:
    """Find nodes whose code or label matches a pattern with `*` and `?`, or contains a text without these."""
    wanted_pattern = pattern.strip().casefold()
    if not wanted_pattern:
        return ()
    if not any(sign in wanted_pattern for sign in "*?"):
        wanted_pattern = f"*{wanted_pattern}*"
    # Brackets are letters like any others.
    wanted_pattern = wanted_pattern.replace("[", "[[]")
    return tuple(
        node.code
        for node in hierarchy.nodes
        if fnmatchcase(node.code.casefold(), wanted_pattern)
        or fnmatchcase(labels.get(node.code, "").casefold(), wanted_pattern)
    )


def proposed_code(hierarchy: Hierarchy, codes: Sequence[str], pattern: str = "") -> str:
    """Propose a free code for a new group: the searched pattern (`091*`), a common beginning, or a letter and
    number.
    """
    common = pattern.strip().rstrip("*")
    if not all(code.startswith(common) for code in codes) or len(codes) < 2:
        common = ""
    if len(codes) > 1 and not common:
        # What the first and the last in order share, all share.
        first, last_code = min(codes), max(codes)
        same = next(
            (
                letter_index
                for letter_index, letter in enumerate(first)
                if last_code[letter_index : letter_index + 1] != letter
            ),
            len(first),
        )
        common = first[:same].strip()
    if common and common not in hierarchy.index:
        return common
    return next(name for name in (f"G{index}" for index in range(1, 100_000)) if name not in hierarchy.index)
