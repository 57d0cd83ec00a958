"""A table over several periods: each protected by its own method, on the code list of the last one, breaks marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ckmcore.dictionary.entry import without_leaves
from ckmcore.errors import CkmError
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.sentences import Sentence, say, sentence
from ckmcore.statistic.draft import Draft
from ckmcore.statistic.model import Break, NoMethodInForce, Statistic
from ckmcore.statistic.periods import breaks_before, codes_until
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, Block, Level, TableSpec
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
    another. Codes of earlier periods that became exactly one code are shown under it; a code that a period does not
    know carries `Sign.UNKNOWN` there. A period whose figures cannot be compared with the one before it has `|` in its
    head and a footnote. Raises SeriesNeedsPeriods, NoMethodInForce, SeriesVariableMissing and the errors of `load`.
    """
    chosen = list(dict.fromkeys(places))
    if len(chosen) < 2:
        raise SeriesNeedsPeriods()
    last = max(chosen)
    asked = (*spec.variables, *(condition.variable for condition in spec.filters))
    names = [entry.name for entry in statistic.dictionary if entry.name in asked and entry.role == "dimension"]
    targets = {name: _target(statistic, name, chosen, last) for name in names}
    tables: list[ProtectedTable] = []
    for place in chosen:
        table = _of_period(replace(statistic, current=place), spec, targets, last, load, cancelled)
        tables.append(_with_unknown(table, {name: known[place] for name, (_, known) in targets.items()}))
    breaks = [(), *(breaks_before(statistic, min(a, b), max(a, b)) for a, b in pairwise(chosen))]
    axis = _period_axis(statistic, chosen, breaks)
    joined = _joined(tables, spec, axis, _footnotes(statistic, chosen, breaks))
    labels = [statistic.periods[place].label for place in chosen]
    period = Texts(", ".join(label.text("en") for label in labels), ", ".join(label.text("de") for label in labels))
    dates = max(statistic.periods[place].date for place in chosen)
    return Draft(joined, spec.title, statistic.title, period, statistic.source_note, dates)


def _target(
    statistic: Statistic, name: str, chosen: Sequence[int], last: int
) -> tuple[Dimension, dict[int, frozenset[str]]]:
    """The dimension on which all periods are shown, and the codes that each period knows."""
    entry = next(entry for entry in statistic.dictionary if entry.name == name)
    known: dict[int, frozenset[str]] = {}
    for place in chosen:
        mapping = codes_until(statistic, name, place, last)
        date = statistic.periods[place].date
        valid = [category.code for category in entry.categories if category.valid_on(date)]
        known[place] = frozenset(mapping.get(code, code) for code in valid)
    wanted = frozenset().union(*known.values())
    categories = sorted(
        (category for category in entry.categories if category.code in wanted), key=lambda one: one.code == MISSING
    )
    tree = entry.tree
    if tree is not None:
        gone = {category.code for category in entry.categories} - wanted
        tree = without_leaves(tree, gone)
    return Dimension(name, entry.title, tuple(categories), tree, dict(entry.node_labels)), known


def _of_period(
    statistic: Statistic,
    spec: TableSpec,
    targets: dict[str, tuple[Dimension, dict[int, frozenset[str]]]],
    last: int,
    load: Callable[[Statistic], Microdata | None],
    cancelled: Callable[[], bool],
) -> ProtectedTable:
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    data = load(statistic)
    if data is None:
        raise SeriesNeedsPeriods()
    for name in spec.variables:
        if name not in data.dimensions:
            raise SeriesVariableMissing(variable=name)
    for name, (target, _) in targets.items():
        data = data.recoded(name, codes_until(statistic, name, statistic.current, last))
        extra = [code for code in data.dimensions[name].codes if code not in target.codes]
        more = (*target.categories, *(Category.plain(code) for code in extra))
        data = data.with_categories(replace(target, categories=more))
    return statistic.period.in_force.method.protect(tabulate(data, spec, cancelled=cancelled))


def _with_unknown(table: ProtectedTable, known: dict[str, frozenset[str]]) -> ProtectedTable:
    """The table in which cells of codes that the period does not know carry `Sign.UNKNOWN`."""
    blocks = []
    for block in table.blocks:
        unknown = np.zeros((1,) * len(block.dimensions), dtype=np.bool_)
        for axis, dimension in enumerate(block.dimensions):
            if dimension.name in known:
                flags = _unknown_nodes(dimension, known[dimension.name])
                shape = [1] * len(block.dimensions)
                shape[axis] = len(dimension)
                unknown = unknown | flags.reshape(shape)
        whole = np.broadcast_to(unknown, block.shape)
        if not whole.any():
            blocks.append(block)
            continue
        signs = np.zeros(block.shape, dtype=np.uint8) if block.signs is None else block.signs.copy()
        signs[whole] = Sign.UNKNOWN
        figures = tuple(np.where(whole, 0, one) for one in block.figures)
        blocks.append(ProtectedBlock(block.dimensions, figures, signs))
    return replace(table, blocks=tuple(blocks))


def _unknown_nodes(dimension: AxisDimension, known: frozenset[str]) -> NDArray[np.bool_]:
    """Nodes of which no category is known."""
    has_known = np.zeros(len(dimension), dtype=np.bool_)
    for place in range(len(dimension) - 1, -1, -1):
        node = dimension.nodes[place]
        has_known[place] |= node.group or (node.leaf and node.code in known)
        if node.parent >= 0:
            has_known[node.parent] |= has_known[place]
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
    tables: Sequence[ProtectedTable], spec: TableSpec, axis: AxisDimension, footnotes: tuple[Sentence, ...]
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
    return ProtectedTable(wide, tuple(blocks), last.method_name, last.note, last.filters, footnotes)


def _or(signs: NDArray[np.uint8] | None, empty: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return empty if signs is None else signs


def _place_of_columns(spec: TableSpec, number: int) -> int:
    """The array axis at which the column levels of a block begin: behind those of layers and rows."""
    layers, columns = len(spec.layers), len(spec.columns)
    row_block: Block = spec.rows[number // (columns * layers)]
    layer_block: Block = spec.layers[number % layers]
    return len(layer_block.levels) + len(row_block.levels)
