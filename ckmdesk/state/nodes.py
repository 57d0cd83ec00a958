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
from ckmcore.tabulate.axis import AxisDimension, leaf_positions, plan_nodes, shown_places
from ckmcore.tabulate.layout import ShownLevel
from ckmcore.tabulate.spec import Group, Level, Order


def axis_of(dimension: Dimension, level: Level) -> AxisDimension:
    """All nodes of a dimension, with the own groups of the level."""
    return plan_nodes(dimension, level.groups).axis


def is_open(level: Level, axis: AxisDimension, code: str) -> bool:
    """Whether children of a node are shown."""
    place = axis.index.get(code, 0)
    return bool(place) and any(axis.nodes[shown].parent == place for shown in shown_places(level, axis))


def can_open(axis: AxisDimension, code: str) -> bool:
    """Whether a node has children."""
    place = axis.index.get(code, 0)
    return bool(place) and any(node.parent == place for node in axis.nodes)


def toggled(level: Level, axis: AxisDimension, code: str) -> dict[str, Any]:
    """The node opened, or closed with everything below it."""
    place = axis.index[code]
    if not is_open(level, axis, code):
        return {"expanded": (*level.expanded, code)}
    shown = set(shown_places(level, axis))
    below = {place}
    for at, node in enumerate(axis.nodes):
        if node.parent in below:
            below.add(at)
    depth = axis.nodes[place].depth
    depths = level.depths or tuple(sorted({node.depth for node in axis.nodes[1:] if not node.group}))
    kept = tuple(one for one in depths if one <= depth) or (depth,)
    still = {axis.nodes[at].parent for at in shown if axis.nodes[at].parent > 0} - below
    # Opened by hand stays opened by hand; what its level opened does so no longer.
    opened = [axis.nodes[at] for at in sorted(still)]
    if depth + 1 not in depths:
        return {"expanded": tuple(one for one in level.expanded if axis.index.get(one) not in below)}
    return {"depths": kept, "expanded": tuple(str(node.code) for node in opened if node.depth + 1 not in kept)}


def shown_codes(shown: ShownLevel) -> list[str]:
    """The nodes of a level in the order in which they stand in the table, without the total."""
    return [str(shown.dimension.nodes[place].code) for place in shown.shown.tolist() if place]


def moved(axis: AxisDimension, codes: list[str], code: str, step: int) -> dict[str, Any]:
    """The node one place up or down among those beside it: the level is ordered by hand from now on.

    `codes`: the nodes as they stand in the table.
    """
    parents = {str(node.code): node.parent for node in axis.nodes[1:]}
    codes = [one for one in codes if one in parents]  # the others of a rule are none of the level's own
    if code not in codes:
        return {}
    beside = [one for one in codes if parents[one] == parents[code]]
    at = beside.index(code)
    if not 0 <= at + step < len(beside):
        return {}
    other = beside[at + step]
    first, second = codes.index(code), codes.index(other)
    order = list(codes)
    order[first], order[second] = order[second], order[first]
    return {"order": Order("hand", codes=tuple(order))}


def grouped(level: Level, axis: AxisDimension, codes: Sequence[str], label: Texts) -> dict[str, Any]:
    """One more own group of these nodes; groups among them are taken as what they hold."""
    found: list[str] = []
    for code in codes:
        place = axis.index.get(code)
        if place is None:
            continue
        number = group_number(axis, code)
        if number is not None:
            found += level.groups[number].codes
        else:
            found.append(code)
    return {"groups": (*level.groups, Group(label, tuple(dict.fromkeys(found))))} if found else {}


def without_group(level: Level, number: int) -> dict[str, Any]:
    """The level without its n-th own group."""
    left = (*level.groups[:number], *level.groups[number + 1 :])
    return {"groups": left, "groups_only": level.groups_only and bool(left)}


def renamed_group(level: Level, number: int, label: Texts) -> dict[str, Any]:
    """The n-th own group under another name."""
    return {"groups": (*level.groups[:number], replace(level.groups[number], label=label), *level.groups[number + 1 :])}


def group_number(axis: AxisDimension, code: str) -> int | None:
    """Which own group a node is; None where it is none."""
    groups = [str(node.code) for node in axis.nodes if node.group]
    return groups.index(code) if code in groups else None


def hidden(level: Level, axis: AxisDimension, codes: Collection[str]) -> dict[str, Any]:
    """The level without these nodes; totals do not change. Nothing, where none would be left.

    An own group that is hidden is dissolved: it exists by being shown.
    """
    shown = [axis.nodes[place] for place in shown_places(level, axis)]
    left = tuple(str(node.code) for node in shown if not node.group and node.code not in codes)
    kept = tuple(
        group
        for number, group in enumerate(level.groups)
        if not any(group_number(axis, code) == number for code in codes)
    )
    if not left and not kept:
        return {}
    if not left:
        return {"groups": kept, "groups_only": True}
    return {"nodes": left, "depths": (), "expanded": (), "groups": kept}


def labels_of(axis: AxisDimension, codes: Sequence[str]) -> Texts:
    """The labels of nodes, joined: what a group is called before somebody names it."""
    found = [axis.nodes[axis.index[code]].label for code in codes if code in axis.index]
    return Texts(" + ".join(one.text("en") for one in found), " + ".join(one.text("de") for one in found))


def group_entry(dimension: Dimension, group: Group, name: str) -> VariableEntry:
    """An own group as a dimension of the dictionary: its categories are one code, the others stay."""
    codes = tuple(dimension.codes[place] for place in leaf_positions(dimension, group.codes).tolist())
    taken = set(dimension.codes)
    code = next(text for number in range(1, 1000) if (text := f"G{number}") not in taken)
    title = Texts(
        f"{dimension.title.text('en')}: {group.label.text('en')}",
        f"{dimension.title.text('de')}: {group.label.text('de')}",
    )
    rule = Derivation("groups", dimension.name, groups=(CodeGroup(code, codes),))
    return VariableEntry(name, "dimension", title, (Category(code, group.label),), derived=rule)
