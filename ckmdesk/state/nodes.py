"""What a hand does with single nodes of a level: open and close them, put them in order, group them, hide them.

Pure functions; each gives the fields of `Level` that change.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.tabulate.axis import AxisDimension, group_code, leaf_positions, plan_nodes, shown_places
from ckmcore.tabulate.layout import ShownLevel
from ckmcore.tabulate.spec import PERIOD, Group, Level, Order


def axis_of(dimension: Dimension, level: Level) -> AxisDimension:
    """Return all nodes of a dimension, with the custom groups of the level."""
    return plan_nodes(dimension, level.groups, level.labels).axis


def is_open(level: Level, axis: AxisDimension, code: str) -> bool:
    """Whether children of a node are shown."""
    node_index = axis.index.get(code, 0)
    return bool(node_index) and any(
        axis.nodes[shown_place].parent == node_index for shown_place in shown_places(level, axis)
    )


def can_open(axis: AxisDimension, code: str) -> bool:
    """Whether a node has children."""
    node_index = axis.index.get(code, 0)
    return bool(node_index) and any(node.parent == node_index for node in axis.nodes)


def toggled(level: Level, axis: AxisDimension, code: str) -> dict[str, Any]:
    """The node opened, or closed with everything below it."""
    place = axis.index[code]
    if not is_open(level, axis, code):
        return _opened(level, axis, [code])
    shown = set(shown_places(level, axis))
    below = {place}
    for node_index, node in enumerate(axis.nodes):
        if node.parent in below:
            below.add(node_index)
    depth = axis.nodes[place].depth
    depths = level.depths or tuple(sorted({node.depth for node in axis.nodes[1:] if not node.group}))
    kept_depths = tuple(shown_depth for shown_depth in depths if shown_depth <= depth) or (depth,)
    still = {axis.nodes[node_index].parent for node_index in shown if axis.nodes[node_index].parent > 0} - below
    # Opened by hand stays opened by hand; what its level opened does so no longer.
    opened = [axis.nodes[node_index] for node_index in sorted(still)]
    if depth + 1 not in depths:
        return {"expanded": tuple(node_code for node_code in level.expanded if axis.index.get(node_code) not in below)}
    return {
        "depths": kept_depths,
        "expanded": tuple(str(node.code) for node in opened if node.depth + 1 not in kept_depths),
    }


def shown_codes(shown: ShownLevel) -> list[str]:
    """Codes of the nodes of a level in the order of the table, without the total."""
    return [str(shown.dimension.nodes[node_index].code) for node_index in shown.shown.tolist() if node_index]


def moved(axis: AxisDimension, codes: list[str], code: str, step: int) -> dict[str, Any]:
    """Move a node among its siblings; the level has manual order from now on.

    `codes` are the nodes in the order of the table; `step` is -1 or 1. Returns the changed fields of the level.
    """
    parents = {str(node.code): node.parent for node in axis.nodes[1:]}
    codes = [name for name in codes if name in parents]  # the others of a rule are none of the level's own
    if code not in codes:
        return {}
    adjacent_siblings = [sibling for sibling in codes if parents[sibling] == parents[code]]
    index = adjacent_siblings.index(code)
    if not 0 <= index + step < len(adjacent_siblings):
        return {}
    other = adjacent_siblings[index + step]
    first, second = codes.index(code), codes.index(other)
    order = list(codes)
    order[first], order[second] = order[second], order[first]
    return {"order": Order("hand", codes=tuple(order))}


def grouped(level: Level, axis: AxisDimension, codes: Sequence[str], label: Texts) -> dict[str, Any]:
    """Add a custom group of nodes; groups among them are replaced by their members. Returns the changed fields."""
    found_codes: list[str] = []
    for code in codes:
        node_index = axis.index.get(code)
        if node_index is None:
            continue
        number = group_number(axis, code)
        if number is not None:
            found_codes += level.groups[number].codes
        else:
            found_codes.append(code)
    return {"groups": (*level.groups, Group(label, tuple(dict.fromkeys(found_codes))))} if found_codes else {}


def without_group(level: Level, number: int) -> dict[str, Any]:
    """The level without its n-th own group."""
    left = (*level.groups[:number], *level.groups[number + 1 :])
    # Groups are known by their number: what was hidden stays hidden.
    gone_group_code, moved = (
        group_code(number + 1),
        {group_code(index + 1): group_code(index) for index in range(number + 1, len(left) + 1)},
    )
    hidden = tuple(moved.get(code, code) for code in level.hidden if code != gone_group_code)
    return {"groups": left, "groups_only": level.groups_only and bool(left), "hidden": hidden}


def renamed_group(level: Level, number: int, label: Texts) -> dict[str, Any]:
    """The n-th own group under another name."""
    return {"groups": (*level.groups[:number], replace(level.groups[number], label=label), *level.groups[number + 1 :])}


def group_number(axis: AxisDimension, code: str) -> int | None:
    """Return the index of a node's custom group; None if it is no group."""
    groups = [str(node.code) for node in axis.nodes if node.group]
    return groups.index(code) if code in groups else None


def hidden(level: Level, axis: AxisDimension, codes: Collection[str]) -> dict[str, Any]:
    """Hide nodes of the level and those below them; totals do not change. Nothing changes if none would be left.

    For reporting periods the others are selected instead, so that only their records are read.
    """
    more_level = replace(level, hidden=(*level.hidden, *(code for code in codes if code not in level.hidden)))
    left = shown_places(more_level, axis)
    if not left or not codes:
        return {}
    if level.variable == PERIOD:
        return {"nodes": tuple(str(axis.nodes[node_index].code) for node_index in left)}
    return {"hidden": more_level.hidden}


def only(level: Level, axis: AxisDimension, codes: Collection[str]) -> dict[str, Any]:
    """Show only these nodes and those below them, also in future periods; totals do not change."""
    below: set[int] = set()
    for node_index, node in enumerate(axis.nodes):
        if node_index and (node.code in codes or node.parent in below):
            below.add(node_index)
    kept_codes = [str(axis.nodes[node_index].code) for node_index in shown_places(level, axis) if node_index in below]
    plain_codes = tuple(code for code in kept_codes if group_number(axis, code) is None)
    other_codes = tuple(str(node.code) for node in axis.nodes if node.group and node.code not in kept_codes)
    if not kept_codes:
        return {}
    if not plain_codes:
        return {"groups_only": True, "hidden": other_codes}
    return {"nodes": plain_codes, "depths": (), "expanded": (), "hidden": other_codes, "groups_only": False}


def shows_only_some(level: Level) -> bool:
    """Whether single nodes of a level are chosen."""
    return bool(level.nodes) or level.groups_only


def one_level_on(level: Level, axis: AxisDimension, codes: Collection[str]) -> dict[str, Any]:
    """Open these nodes by one level each; without nodes the next level of all. Empty if there is none."""
    if codes:
        closed = [code for code in codes if can_open(axis, code) and not is_open(level, axis, code)]
        return _opened(level, axis, closed) if closed else {}
    shown = set(shown_places(level, axis))
    parents = {node.parent for node in axis.nodes} - {axis.nodes[node_index].parent for node_index in shown}
    ends = [node_index for node_index in sorted(shown & parents) if not axis.nodes[node_index].group]
    if not ends:
        return {}
    depth = min(axis.nodes[node_index].depth for node_index in ends)
    if level.nodes or not level.depths:
        first = [str(axis.nodes[node_index].code) for node_index in ends if axis.nodes[node_index].depth == depth]
        return _opened(level, axis, first)
    return {"depths": tuple(sorted({*level.depths, depth + 1}))}


def _opened(level: Level, axis: AxisDimension, codes: Sequence[str]) -> dict[str, Any]:
    """Open nodes; nodes hidden directly below them are shown again."""
    found_codes: dict[str, Any] = {
        "expanded": (*level.expanded, *(code for code in codes if code not in level.expanded))
    }
    if level.hidden:
        opened = {axis.index[code] for code in codes}
        below = {str(node.code) for node in axis.nodes if node.parent in opened}
        found_codes["hidden"] = tuple(code for code in level.hidden if code not in below)
    return found_codes


def renamed(level: Level, code: str, label: Texts) -> dict[str, Any]:
    """Rename a node in this table; empty texts restore its general label."""
    kept_pairs = tuple(pair for pair in level.labels if pair[0] != code)
    return {"labels": kept_pairs if label == Texts() else (*kept_pairs, (code, label))}


def moved_to(codes: list[str], moving: Sequence[str], target: str, *, after: bool) -> dict[str, Any]:
    """Move nodes before, or behind, a sibling; the level has manual order from now on.

    `codes` are the nodes in the order of the table.
    """
    left = [code for code in codes if code not in moving]
    if target not in left or not moving:
        return {}
    insert_index = left.index(target) + after
    order = (*left[:insert_index], *moving, *left[insert_index:])
    return {} if list(order) == codes else {"order": Order("hand", codes=order)}


def labels_of(axis: AxisDimension, codes: Sequence[str]) -> Texts:
    """Return the joined labels of nodes, the default name of a group."""
    labels = [axis.nodes[axis.index[code]].label for code in codes if code in axis.index]
    return Texts(" + ".join(texts.text("en") for texts in labels), " + ".join(texts.text("de") for texts in labels))


def group_entry(dimension: Dimension, group: Group, name: str) -> VariableEntry:
    """Return a custom group as a dimension of the dictionary: its categories form one code, the others stay."""
    codes = tuple(dimension.codes[node_index] for node_index in leaf_positions(dimension, group.codes).tolist())
    taken_codes = set(dimension.codes)
    code = next(text for index in range(1, 1000) if (text := f"G{index}") not in taken_codes)
    title = Texts(
        f"{dimension.title.text('en')}: {group.label.text('en')}",
        f"{dimension.title.text('de')}: {group.label.text('de')}",
    )
    rule = Derivation("groups", dimension.name, groups=(CodeGroup(code, codes),))
    return VariableEntry(name, "dimension", title, (Category(code, group.label),), derived=rule)
