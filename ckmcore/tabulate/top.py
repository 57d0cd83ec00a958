"""The largest nodes of a level and its others: the rule, what comes of it, and the table that this makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ckmcore.base.texts import Texts, both
from ckmcore.errors import InputError
from ckmcore.microdata.data import MISSING
from ckmcore.tabulate.axis import AxisDimension, shown_places
from ckmcore.tabulate.layout import AXIS_NAMES, AxisName, Figures, ranking
from ckmcore.tabulate.spec import PERIOD, Block, Group, Level, Order, TableSpec, Top

Change = Callable[[AxisName, int, int, Level], Level]


def _levels(spec: TableSpec) -> Iterator[Level]:
    for name in AXIS_NAMES:
        for block in getattr(spec, name):
            yield from block.levels


def _with_each_level(spec: TableSpec, change: Change) -> TableSpec:
    """Replace levels of a table. change: function of the axis, the index of the stacked block, the index of the level,
    and the level."""

    def blocks(name: AxisName) -> tuple[Block, ...]:
        return tuple(
            replace(
                block,
                levels=tuple(
                    change(name, block_index, level_index, level) for level_index, level in enumerate(block.levels)
                ),
            )
            for block_index, block in enumerate(getattr(spec, name))
        )

    return spec.with_changes(**{name: blocks(name) for name in AXIS_NAMES})


def has_rule(level: Level) -> bool:
    """Whether a level shows its largest nodes by a rule."""
    return level.top.most > 0 and not level.rows and level.variable != PERIOD


def is_open(spec: TableSpec) -> bool:
    """Whether a rule of the table is yet to be resolved."""
    return any(has_rule(level) and not level.top.codes for level in _levels(spec))


def unresolved(spec: TableSpec) -> TableSpec:
    """Table with its rules but without their outcome."""
    if not any(level.top.codes for level in _levels(spec)):
        return spec
    return _with_each_level(
        spec, lambda _axis, _part, _at, level: replace(level, top=replace(level.top, codes=(), others=(), within=()))
    )


def without_rules(spec: TableSpec) -> TableSpec:
    """Table without its rules, so that all nodes are shown."""
    return _with_each_level(spec, lambda _axis, _part, _at, level: replace(level, top=Top()))


def resolved(spec: TableSpec, plain: TableSpec, blocks: Sequence[Figures]) -> TableSpec:
    """Table with its rules resolved. plain: table without rules; blocks: its published figures.

    Raises top_not_ranked.
    """

    def change(axis: AxisName, block_index: int, index: int, level: Level) -> Level:
        if not has_rule(level) or level.top.codes:
            return level
        order = Order("value", descending=True, value=level.top.value, line=level.top.line)
        dimension, keys = ranking(plain, blocks, axis, block_index, index, order)
        if keys is None or not 0 <= level.top.value < len(plain.values):
            raise InputError("top_not_ranked", variable=level.title if level.title.text("en") else dimension.title)
        outermost = _outermost(level, dimension)
        ranked = [
            node_index
            for node_index in dict.fromkeys(outermost.values())
            if dimension.nodes[node_index].code != MISSING
        ]
        chosen = sorted(ranked, key=lambda node_index: (-int(keys[node_index]), node_index))[: level.top.most]
        others = [node_index for node_index in dict.fromkeys(outermost.values()) if node_index not in chosen]
        within = [node_index for node_index, above in outermost.items() if above in chosen and node_index != above]

        def codes(indices: Sequence[int]) -> tuple[str, ...]:
            return tuple(str(dimension.nodes[node_index].code) for node_index in indices)

        return replace(level, top=replace(level.top, codes=codes(chosen), others=codes(others), within=codes(within)))

    return _with_each_level(spec, change)


def _outermost(level: Level, dimension: AxisDimension) -> dict[int, int]:
    """Outermost ancestor of each shown node of a level, or itself, in list order."""
    nodes, outermost = dimension.nodes, dict[int, int]()
    for node_index in shown_places(level, dimension):
        if nodes[node_index].group:
            continue
        above = nodes[node_index].parent
        while above > 0 and above not in outermost:
            above = nodes[above].parent
        outermost[node_index] = outermost[above] if above > 0 else node_index
    return outermost


def expanded(spec: TableSpec) -> TableSpec:
    """Table in which resolved rules are replaced by explicit levels: the selected nodes by rank, unless the level has
    another order, then own groups, then a group of all others. Unchanged without resolved rules."""
    if not any(level.top.codes and level != _expanded(level) for level in _levels(spec)):
        return spec
    return _with_each_level(spec, lambda _axis, _part, _at, level: _expanded(level))


def _expanded(level: Level) -> Level:
    top = level.top
    if not top.codes or not has_rule(level):
        return level
    order = Order("hand", codes=top.codes) if level.order == Order() else level.order
    groups = level.groups
    other_group = Group(others_label(top), top.others)
    if top.others and (not groups or groups[-1] != other_group):
        groups = (*groups, other_group)
    return replace(level, nodes=(*top.codes, *top.within), depths=(), expanded=(), groups=groups, order=order)


def with_choice(spec: TableSpec, made: TableSpec) -> TableSpec:
    """Table with the codes that its rules selected in the draft `made`."""
    if not is_open(spec):
        return spec
    return _with_each_level(
        spec, lambda axis, block_index, _at, level: replace(level, top=_top_at(made, axis, block_index, level))
    )


def _top_at(spec: TableSpec, axis: AxisName, block_index: int, level: Level) -> Top:
    own_block: Block = getattr(spec, axis)[block_index]
    return next(each_level.top for each_level in own_block.levels if each_level.variable == level.variable)


def others_label(top: Top) -> Texts:
    """Label of the row of all others."""
    return top.label if top.label.text("en") else both("word_others")
