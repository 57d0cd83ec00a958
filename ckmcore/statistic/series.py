"""A table over several periods: each protected by its own method, on the code list of the last one, breaks marked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.dictionary.derive import derive, derived_codes, in_order, without_ended
from ckmcore.dictionary.entry import VariableEntry, without_leaves
from ckmcore.errors import CkmError
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.sentences import Sentence, say, sentence
from ckmcore.statistic.draft import Draft
from ckmcore.statistic.model import Break, NoMethodInForce, Statistic
from ckmcore.statistic.periods import breaks_before, codes_until
from ckmcore.tabulate.axis import AxisDimension, Node, group_code, leaf_positions
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, Block, Code, Condition, Level, TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmcore.texts import Texts

PERIOD = "::period"


class SeriesNeedsPeriods(CkmError):
    code = "series_needs_periods"


class SeriesVariableMissing(CkmError):
    """A variable of the table that a period's records lack."""

    code = "series_variable_taken"


def series(
    statistic: Statistic,
    spec: TableSpec,
    places: Sequence[int],
    load: Callable[[Statistic], Microdata | None],
    cancelled: Callable[[], bool] = never,
) -> Draft:
    """The table `spec` for several periods side by side, from left to right as `places` (of the periods) say.

    `load` gives the records of a statistic's current period, described by its dictionary; they are let go one after
    another. Codes of earlier periods that became exactly one code are shown under it, also where other dimensions are
    derived from them; a code that a period does not know carries `Sign.UNKNOWN` there, where it publishes 0. A period
    whose figures cannot be compared with the one before it has `|` in its head and a footnote. Raises
    SeriesNeedsPeriods, NoMethodInForce, SeriesVariableMissing and the errors of `load`.
    """
    chosen = list(dict.fromkeys(places))
    if len(chosen) < 2:
        raise SeriesNeedsPeriods()
    plan = _plan(statistic, spec, chosen)
    tables = _aligned([_of_period(replace(statistic, current=place), spec, plan, load, cancelled) for place in chosen])
    tables = [_with_unknown(table, spec, plan, place) for table, place in zip(tables, chosen, strict=True)]
    breaks = [(), *(breaks_before(statistic, min(a, b), max(a, b)) for a, b in pairwise(chosen))]
    axis = _period_axis(statistic, chosen, breaks)
    labels = [statistic.periods[place].label for place in chosen]
    joined = _joined(tables, spec, axis, _note(tables, labels), _footnotes(statistic, chosen, breaks))
    period = Texts(", ".join(label.text("en") for label in labels), ", ".join(label.text("de") for label in labels))
    dates = max(statistic.periods[place].date for place in chosen)
    return Draft(joined, spec.title, statistic.title, period, statistic.source_note, dates)


@dataclass(frozen=True)
class _Plan:
    """What the periods have in common: the last one, its code lists, and the codes that each period knows.

    dimensions: variables of the data, by name, on the code list of the last period; derived: those that are made of
    them, each behind its source; known: by variable and period, without a variable whose code list is open.
    """

    asked: tuple[str, ...]
    last: int
    dimensions: dict[str, Dimension]
    derived: tuple[VariableEntry, ...]
    known: dict[str, dict[int, frozenset[str]]]


def _plan(statistic: Statistic, spec: TableSpec, chosen: Sequence[int]) -> _Plan:
    asked = tuple(dict.fromkeys((*spec.variables, *(one.variable for one in spec.filters if one.restricts))))
    last = max(chosen)
    entries = {entry.name: entry for entry in statistic.dictionary}
    derived: list[VariableEntry] = []
    names = set(asked)
    for entry in reversed(in_order(statistic.dictionary)):
        if entry.name in names and entry.derived is not None:
            derived.insert(0, entry)
            names.add(entry.derived.source)
    plan = _Plan(asked, last, {}, (), {})
    for name in names & entries.keys():
        entry = entries[name]
        if entry.derived is None and entry.role == "dimension":
            plan.dimensions[name], known = _target(statistic, entry, chosen, last)
            if entry.categories:
                plan.known[name] = known
    for place_of, entry in enumerate(derived):
        rule = entry.derived
        if rule is not None and rule.source in plan.known:
            plan.known[entry.name] = {
                place: frozenset(derived_codes(codes, rule).values()) - _closed(entry, statistic.periods[place].date)
                for place, codes in plan.known[rule.source].items()
            }
            derived[place_of] = _shown(entry, frozenset().union(*plan.known[entry.name].values()))
    return replace(plan, derived=tuple(derived))


def _shown(entry: VariableEntry, known: frozenset[str]) -> VariableEntry:
    """A derived dimension without the codes that ended, or begin, in no period of the table."""
    gone = {
        category.code
        for category in entry.categories
        if category.code not in known and (category.valid_from or category.valid_to)
    }
    tree = entry.tree
    if not gone:
        return entry
    kept = tuple(category for category in entry.categories if category.code not in gone)
    return replace(entry, categories=kept).with_hierarchy(None if tree is None else without_leaves(tree, gone))


def _closed(entry: VariableEntry, date: str) -> frozenset[str]:
    return frozenset(category.code for category in entry.categories if not category.valid_on(date))


def _target(
    statistic: Statistic, entry: VariableEntry, chosen: Sequence[int], last: int
) -> tuple[Dimension, dict[int, frozenset[str]]]:
    """The dimension on which all periods are shown, and the codes that each period knows."""
    known: dict[int, frozenset[str]] = {}
    for place in chosen:
        mapping = codes_until(statistic, entry.name, place, last)
        date = statistic.periods[place].date
        valid = [category.code for category in entry.categories if category.valid_on(date)]
        known[place] = frozenset(mapping.get(code, code) for code in valid) | {MISSING}
    wanted = frozenset().union(*known.values())
    return _listed(entry, [category.code for category in entry.categories if category.code in wanted]), known


def _listed(entry: VariableEntry, codes: Collection[str]) -> Dimension:
    """The dimension with these codes, in the order of the dictionary; those that it does not know follow, missing is
    last."""
    listed = {category.code: category for category in entry.categories if category.code in codes}
    others = [Category.plain(code) for code in codes if code not in listed and code != MISSING]
    missing = [listed.pop(MISSING, Category.plain(MISSING))] if MISSING in codes else []
    tree = entry.tree
    if tree is not None:
        tree = without_leaves(tree, {category.code for category in entry.categories}.difference(codes))
    categories = (*listed.values(), *others, *missing)
    return Dimension(entry.name, entry.title, categories, tree, dict(entry.node_labels))


def _of_period(
    statistic: Statistic,
    spec: TableSpec,
    plan: _Plan,
    load: Callable[[Statistic], Microdata | None],
    cancelled: Callable[[], bool],
) -> ProtectedTable:
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    data = load(statistic)
    if data is None:
        raise SeriesNeedsPeriods()
    # Derived dimensions are made anew: of the codes of the last period.
    data = data.without({entry.name for entry in plan.derived})
    for name, target in plan.dimensions.items():
        if name in data.dimensions:
            data = data.recoded(name, codes_until(statistic, name, statistic.current, plan.last))
            found = data.dimensions[name].codes
            entry = next(entry for entry in statistic.dictionary if entry.name == name)
            data = data.with_categories(_listed(entry, dict.fromkeys((*target.codes, *found))))
    for entry in plan.derived:
        rule = entry.derived
        if rule is not None and (rule.source in data.dimensions or rule.source in data.magnitudes):
            data = derive(data, without_ended(entry, statistic.dictionary, data))
    for name in plan.asked:
        if name not in data.dimensions:
            raise SeriesVariableMissing(variable=name)
    return statistic.period.in_force.method.protect(tabulate(data, spec, cancelled=cancelled))


def _aligned(tables: Sequence[ProtectedTable]) -> list[ProtectedTable]:
    """The tables on the same nodes: what only some periods have - missing, codes of no list - publishes 0 elsewhere."""
    blocks: list[list[ProtectedBlock]] = [[] for _ in tables]
    for parts in zip(*(table.blocks for table in tables), strict=True):
        axes = tuple(_union(same) for same in zip(*(part.dimensions for part in parts), strict=True))
        for own, part in zip(blocks, parts, strict=True):
            own.append(_on(part, axes))
    return [replace(table, blocks=tuple(own)) for table, own in zip(tables, blocks, strict=True)]


def _union(axes: Sequence[AxisDimension]) -> AxisDimension:
    """All nodes of the axes, each behind its neighbour; below the total missing and own groups are the last."""
    first = axes[0]
    if all(axis.index.keys() == first.index.keys() for axis in axes):
        return first
    known: dict[Code, Node] = {}
    children: dict[Code, list[Code]] = {}
    for axis in axes:
        before: dict[Code, Code] = {}
        for node in axis.nodes[1:]:
            parent = axis.nodes[node.parent].code
            below = children.setdefault(parent, [])
            if node.code not in known:
                known[node.code] = node
                below.insert(below.index(before[parent]) + 1 if parent in before else 0, node.code)
            before[parent] = node.code
    children[TOTAL].sort(key=lambda code: (known[code].group, code == MISSING))
    nodes = [first.nodes[0]]
    waiting = [(code, 0) for code in reversed(children[TOTAL])]
    while waiting:
        code, place = waiting.pop()
        nodes.append(replace(known[code], parent=place))
        waiting += [(child, len(nodes) - 1) for child in reversed(children.get(code, ()))]
    return replace(first, nodes=tuple(nodes))


def _on(block: ProtectedBlock, axes: tuple[AxisDimension, ...]) -> ProtectedBlock:
    places = [
        np.array([axis.index[node.code] for node in own.nodes], dtype=np.intp)
        for own, axis in zip(block.dimensions, axes, strict=True)
    ]
    shape = tuple(map(len, axes))
    if shape == block.shape:
        return block

    def spread(values: NDArray[np.int64] | NDArray[np.uint8]) -> NDArray[Any]:
        found = np.zeros(shape, dtype=values.dtype)
        found[np.ix_(*places)] = values
        return found

    signs = None if block.signs is None else spread(block.signs)
    return ProtectedBlock(axes, tuple(map(spread, block.figures)), signs)


def _with_unknown(table: ProtectedTable, spec: TableSpec, plan: _Plan, place: int) -> ProtectedTable:
    """The table in which cells of codes that the period does not know carry `Sign.UNKNOWN`, as far as they publish 0:
    the sign depends on dictionary and published figures alone."""
    known = {name: of[place] for name, of in plan.known.items()}
    none = any(_knows_none(condition, plan, known) for condition in spec.filters if condition.restricts)
    blocks = []
    for number, block in enumerate(table.blocks):
        levels = _levels(spec, number)
        unknown = np.full((1,) * len(block.dimensions), none, dtype=np.bool_)
        for axis, (dimension, level) in enumerate(zip(block.dimensions, levels, strict=True)):
            if dimension.name in known:
                flags = _unknown_nodes(dimension, level, known[dimension.name])
                shape = [1] * len(block.dimensions)
                shape[axis] = len(dimension)
                unknown = unknown | flags.reshape(shape)
        whole = np.broadcast_to(unknown, block.shape).copy()
        for figures in block.figures:
            whole &= figures == 0
        if not whole.any():
            blocks.append(block)
            continue
        signs = np.zeros(block.shape, dtype=np.uint8) if block.signs is None else block.signs.copy()
        signs[whole] = Sign.UNKNOWN
        blocks.append(replace(block, signs=signs))
    return replace(table, blocks=tuple(blocks))


def _knows_none(condition: Condition, plan: _Plan, known: dict[str, frozenset[str]]) -> bool:
    """Whether a filter lets through only codes that the period does not know."""
    name = condition.variable
    if name not in known or name not in plan.dimensions:
        return False
    dimension = plan.dimensions[name]
    kept = {dimension.codes[place] for place in leaf_positions(dimension, condition.codes).tolist()}
    return bool(kept) and kept.isdisjoint(known[name])


def _unknown_nodes(dimension: AxisDimension, level: Level, known: frozenset[str]) -> NDArray[np.bool_]:
    """Nodes and own groups of which no category is known."""
    has_known = np.zeros(len(dimension), dtype=np.bool_)
    for place in range(len(dimension) - 1, -1, -1):
        node = dimension.nodes[place]
        has_known[place] |= node.leaf and node.code in known
        if node.parent >= 0:
            has_known[node.parent] |= has_known[place]
    for number, group in enumerate(level.groups, start=1):
        codes = [dimension.index[code] for code in group.codes if code in dimension.index]
        has_known[dimension.index[group_code(number)]] = bool(has_known[codes].any())
    has_known[0] = True
    return ~has_known


def _period_axis(statistic: Statistic, chosen: Sequence[int], breaks: Sequence[tuple[Break, ...]]) -> AxisDimension:
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    for place, found in zip(chosen, breaks, strict=True):
        label = statistic.periods[place].label
        if found:
            label = Texts(f"| {label.text('en')}", f"| {label.text('de')}")
        nodes.append(Node(str(place), label, 0, 0, True))
    title = Texts(say("word_period", "en"), say("word_period", "de"))
    return AxisDimension(PERIOD, title, tuple(nodes))


def footnotes_between(statistic: Statistic, earlier: int, later: int) -> tuple[Sentence, ...]:
    """What a table over two periods says at the later one: one footnote for each break."""
    return _footnotes(statistic, [later], [breaks_before(statistic, earlier, later)])


def _footnotes(
    statistic: Statistic, chosen: Sequence[int], breaks: Sequence[tuple[Break, ...]]
) -> tuple[Sentence, ...]:
    titles = {entry.name: entry.title for entry in statistic.dictionary}
    notes: dict[tuple[str, str], Sentence] = {}
    for place, found in zip(chosen, breaks, strict=True):
        label = statistic.periods[place].label
        for one in found:
            notes[(str(place), one.variable)] = _footnote(one, label, titles)
    return tuple(notes.values())


def _footnote(one: Break, label: Texts, titles: dict[str, Texts]) -> Sentence:
    if one.note.text("en"):
        return sentence("break_noted", period=label, note=one.note)
    if one.variable:
        return sentence("break_of_codes", period=label, variable=titles.get(one.variable, Texts.same(one.variable)))
    return sentence("break_of_method", period=label)


def _joined(
    tables: Sequence[ProtectedTable],
    spec: TableSpec,
    axis: AxisDimension,
    note: Sentence,
    footnotes: tuple[Sentence, ...],
) -> ProtectedTable:
    level = Level(PERIOD, total="off")
    columns = tuple(replace(block, levels=(level, *block.levels)) for block in spec.columns)
    wide = replace(spec, columns=columns)
    blocks = []
    for number, first in enumerate(tables[0].blocks):
        at = _place_of_columns(spec, number)
        dimensions = (*first.dimensions[:at], axis, *first.dimensions[at:])
        empty = np.zeros_like(first.figures[0])
        figures = tuple(
            np.stack([empty, *(table.blocks[number].figures[value] for table in tables)], axis=at)
            for value in range(len(first.figures))
        )
        nothing = np.zeros(first.shape, dtype=np.uint8)
        signs = [_or(table.blocks[number].signs, nothing) for table in tables]
        # There is no sum over periods: what stands at the total is no figure.
        none = np.full(first.shape, Sign.UNKNOWN, dtype=np.uint8)
        blocks.append(ProtectedBlock(dimensions, figures, np.stack([none, *signs], axis=at)))
    last = tables[-1]
    return ProtectedTable(wide, tuple(blocks), last.method_name, note, last.filters, footnotes)


def _note(tables: Sequence[ProtectedTable], labels: Sequence[Texts]) -> Sentence:
    """What is published on the method; each period's own where they are protected otherwise."""
    if all(table.note == tables[0].note for table in tables):
        return tables[0].note
    notes = [
        sentence("series_note", period=label, note=table.note) for label, table in zip(labels, tables, strict=True)
    ]
    found = notes.pop()
    while notes:
        found = sentence("series_notes", first=notes.pop(), rest=found)
    return found


def _or(signs: NDArray[np.uint8] | None, empty: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return empty if signs is None else signs


def _blocks_of(spec: TableSpec, number: int) -> tuple[Block, Block, Block]:
    """The layers, rows and columns of the n-th block of figures, in the order of its array axes."""
    columns, layers = len(spec.columns), len(spec.layers)
    row, rest = divmod(number, columns * layers)
    return spec.layers[rest % layers], spec.rows[row], spec.columns[rest // layers]


def _levels(spec: TableSpec, number: int) -> tuple[Level, ...]:
    return tuple(level for block in _blocks_of(spec, number) for level in block.levels)


def _place_of_columns(spec: TableSpec, number: int) -> int:
    """The array axis at which the column levels of a block begin: behind those of layers and rows."""
    layers, rows, _ = _blocks_of(spec, number)
    return len(layers.levels) + len(rows.levels)
