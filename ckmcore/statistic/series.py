"""A table over several periods: each protected by its own method, on the code list of the last one, breaks marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.dictionary.derive import derive, without_ended
from ckmcore.dictionary.references import ReferenceTable
from ckmcore.errors import CkmError
from ckmcore.keys import add_modulo
from ckmcore.methods.derived import RECORDS, Counted, CountingMethod, Numbers, alike, figures_of, published_of
from ckmcore.methods.method import divide_half_away
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.sentences import Sentence, both, joined, sentence
from ckmcore.statistic.draft import Draft
from ckmcore.statistic.model import Break, NoMethodInForce, Statistic
from ckmcore.statistic.period_plan import PeriodPlan, levels_of, listed, plan_periods, unknown_cells
from ckmcore.statistic.periods import breaks_before, codes_until
from ckmcore.statistic.titles import filled_title
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.magnitudes import RawMagnitude
from ckmcore.tabulate.magnitudes import joined as joined_magnitudes
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.references import ReferenceFigures, reference_figures, reference_named
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, TOTAL, Block, Code, Level, Order, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmcore.tabulate.values import ChangeNeedsVariable, value_label
from ckmcore.texts import Texts

Load = Callable[[Statistic], Microdata | None]
MethodOf = Callable[[Statistic], CountingMethod]


class SeriesNeedsPeriods(CkmError):
    code = "series_needs_periods"


class SeriesVariableMissing(CkmError):
    """A variable of the table that a period's records lack."""

    code = "series_variable_taken"


class PeriodUnknown(CkmError):
    """A table names a period that the statistic does not have (any more)."""

    code = "period_unknown"


class PeriodTwice(CkmError):
    """The reporting period stands on two axes, or in no block of an axis that needs it."""

    code = "period_twice"


def series(
    statistic: Statistic, spec: TableSpec, places: Sequence[int], load: Load, cancelled: Callable[[], bool] = never
) -> Draft:
    """The table `spec` for several periods side by side, from left to right as `places` (of the periods) say.

    Raises SeriesNeedsPeriods and the errors of `over_periods`.
    """
    chosen = list(dict.fromkeys(places))
    if len(chosen) < 2:
        raise SeriesNeedsPeriods()
    codes = tuple(period_code(statistic, place) for place in chosen)
    level = Level(PERIOD, nodes=codes, total="off", order=Order("hand", codes=codes))
    columns = tuple(replace(block, levels=(level, *block.levels)) for block in spec.columns)
    return draft_over_periods(statistic, spec.with_changes(columns=columns), load, cancelled)


def draft_of(statistic: Statistic, spec: TableSpec, load: Load, cancelled: Callable[[], bool] = never) -> Draft:
    """The table `spec` under the method, or methods, in force; `load` gives the records of each period it needs.

    Raises what `Statistic.draft` and `over_periods` raise, and SeriesNeedsPeriods where there are no records.
    """
    if needs_periods(spec):
        return draft_over_periods(statistic, spec, load, cancelled)
    data = load(statistic)
    if data is None:
        raise SeriesNeedsPeriods()
    return statistic.draft(spec, data, cancelled)


def draft_over_periods(
    statistic: Statistic, spec: TableSpec, load: Load, cancelled: Callable[[], bool] = never
) -> Draft:
    """A table with the level `PERIOD` under the methods in force of its periods. Raises as `over_periods` does."""
    table = over_periods(statistic, spec, load, cancelled)
    chosen = periods_of(statistic, with_period_level(statistic, spec))
    labels = [statistic.periods[place].label for place in chosen]
    period = Texts(", ".join(label.text("en") for label in labels), ", ".join(label.text("de") for label in labels))
    dates = max(statistic.periods[place].date for place in chosen)
    title = filled_title(spec.title, statistic.facts(spec, period))
    return Draft(table, title, statistic.title, period, statistic.source_note, dates)


def period_code(statistic: Statistic, place: int) -> str:
    """The code of a period in tables: its day, or its number where the day is not known or not its own."""
    date = statistic.periods[place].date
    alone = sum(period.date == date for period in statistic.periods) == 1
    return date if date and alone else str(place)


def needs_periods(spec: TableSpec) -> bool:
    """Whether a table shows, or compares with, more than the records of one period."""
    return PERIOD in spec.variables or any(value.kind == "change" and value.variable == PERIOD for value in spec.values)


def with_period_level(statistic: Statistic, spec: TableSpec) -> TableSpec:
    """The table with the level that a change against a period needs: where it shows no periods, the current one."""
    if PERIOD in spec.variables:
        return spec
    level = Level(PERIOD, nodes=(period_code(statistic, statistic.current),), total="off")
    return spec.with_changes(layers=tuple(replace(block, levels=(level, *block.levels)) for block in spec.layers))


def periods_of(statistic: Statistic, spec: TableSpec) -> list[int]:
    """The places of the periods that a table shows, in the order of the statistic; raises PeriodUnknown."""
    codes = {period_code(statistic, place): place for place in range(len(statistic.periods))}
    found: set[int] = set()
    for level in _period_levels(spec):
        wanted = level.nodes or tuple(
            code for code, place in codes.items() if statistic.periods[place].source is not None
        )
        for code in wanted or tuple(codes):
            if code not in codes:
                raise PeriodUnknown(period=code, known=[statistic.periods[place].label for place in codes.values()])
            found.add(codes[code])
    return sorted(found)


def _period_levels(spec: TableSpec) -> list[Level]:
    blocks = (*spec.rows, *spec.columns, *spec.layers)
    return [level for block in blocks for level in block.levels if level.variable == PERIOD]


def over_periods(
    statistic: Statistic,
    spec: TableSpec,
    load: Load,
    cancelled: Callable[[], bool] = never,
    method_of: MethodOf | None = None,
) -> ProtectedTable:
    """A table with the level `PERIOD`: each period protected by its own method, on the code list of the last one.

    `load` gives the records of a statistic's current period, described by its dictionary; they are let go one after
    another. Codes of earlier periods that became exactly one code are shown under it, also where other dimensions are
    derived from them; a code that a period does not know carries `Sign.UNKNOWN` there, where it publishes 0. A period
    whose figures cannot be compared with the one before it has `|` in its head and a footnote. The total over periods
    is the union of their records, where one method protects all of them, else `Sign.UNKNOWN`. `method_of` says the
    method of each period (default: the one in force). Raises PeriodUnknown, PeriodTwice, NoMethodInForce,
    SeriesVariableMissing, ChangeNeedsVariable and the errors of `load` and `tabulate`.
    """
    spec = with_period_level(statistic, spec)
    _refuse_change_without_periods(spec)
    shown = periods_of(statistic, spec)
    chosen = _with_compared(statistic, spec, shown)
    plain = without_periods(spec)
    plan = plan_periods(statistic, plain, chosen)
    choose = method_of or _in_force
    methods = [choose(replace(statistic, current=place)) for place in chosen]
    contributors = max(method.contributors for method in methods)
    raws: list[RawTable] = []
    labels: tuple[Texts, ...] = ()
    public: tuple[ReferenceTable, ...] = ()
    for place in chosen:
        data = _records(replace(statistic, current=place), plan, load)
        raws.append(tabulate(data, plain, cancelled=cancelled, contributors=contributors))
        if place == chosen[-1]:
            public = data.references
            labels = tuple(value_label(_with_periods(data, statistic), value) for value in spec.values)
    raws = _aligned(raws)
    breaks = [(), *(breaks_before(statistic, min(a, b), max(a, b)) for a, b in pairwise(chosen))]
    stack = _Stack(statistic, spec, plan, chosen, methods, _period_axis(statistic, chosen, breaks), public, shown)
    blocks = tuple(stack.block(number, raws) for number in range(len(raws[0].blocks)))
    periods = [statistic.periods[place].label for place in chosen]
    seen = [found if place in shown else () for place, found in zip(chosen, breaks, strict=True)]
    return ProtectedTable(
        spec,
        blocks,
        methods[-1].name,
        _note([method.note for method in methods], periods),
        _note([method.short_note for method in methods], periods),
        raws[-1].filters,
        (*_footnotes(statistic, chosen, seen), *raws[-1].footnotes),
        labels,
        {sign: words for method in methods for sign, words in method.legend.items()},
    )


def _refuse_change_without_periods(spec: TableSpec) -> None:
    """A change between periods needs them in every stacked block."""
    changes = any(value.kind == "change" and value.variable == PERIOD for value in spec.values)
    blocks = len(spec.rows) * len(spec.columns) * len(spec.layers)
    if changes and any(_place_of_period(spec, number) is None for number in range(blocks)):
        raise ChangeNeedsVariable(variable=both("word_period"))


def _in_force(statistic: Statistic) -> CountingMethod:
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    return statistic.period.in_force.method


def _with_compared(statistic: Statistic, spec: TableSpec, shown: Sequence[int]) -> list[int]:
    """The periods shown and those that a change compares with."""
    found = set(shown)
    codes = {period_code(statistic, place): place for place in range(len(statistic.periods))}
    for value in spec.values:
        if value.kind == "change" and value.variable == PERIOD:
            if value.against == PREVIOUS:
                found.update(place - 1 for place in shown if place > 0)
            elif value.against in codes:
                found.add(codes[value.against])
            else:
                raise PeriodUnknown(period=value.against, known=[period.label for period in statistic.periods])
    return sorted(found)


def without_periods(spec: TableSpec) -> TableSpec:
    """The table of one period: what is compared over periods is counted, order and hiding come later."""

    def plain(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        found = []
        for block in blocks:
            if sum(level.variable == PERIOD for level in block.levels) > 1:
                raise PeriodTwice()
            found.append(replace(block, levels=tuple(one for one in block.levels if one.variable != PERIOD)))
        return tuple(found)

    values = tuple(
        _of_measure(value) if value.kind == "change" and value.variable == PERIOD else value for value in spec.values
    )
    return spec.with_changes(
        rows=plain(spec.rows), columns=plain(spec.columns), layers=plain(spec.layers), values=values
    )


def _of_measure(value: Value) -> Value:
    """The figures that are compared over periods."""
    if value.magnitude:
        return Value("sum", of=value.counted, magnitude=value.magnitude, conditions=value.conditions)
    return Value(value.counted, conditions=value.conditions)


def periods_dimension(statistic: Statistic) -> Dimension:
    """The periods as a dimension of tables: their codes and labels."""
    categories = tuple(
        Category(period_code(statistic, place), period.label) for place, period in enumerate(statistic.periods)
    )
    return Dimension(PERIOD, both("word_period"), categories)


def _with_periods(data: Microdata, statistic: Statistic) -> Microdata:
    """The data as far as words are asked of it: with the periods as a dimension."""
    return replace(data, dimensions={**data.dimensions, PERIOD: periods_dimension(statistic)})


@dataclass(frozen=True)
class _Stack:
    """Puts the tables of the periods together, block by block."""

    statistic: Statistic
    spec: TableSpec
    plan: PeriodPlan
    chosen: Sequence[int]
    methods: Sequence[CountingMethod]
    axis: AxisDimension
    public: tuple[ReferenceTable, ...]
    shown: Sequence[int]

    def _is_in_total(self, level: Level, place: int) -> bool:
        """Whether the total of a level holds the records of a period: not of one that is only compared with."""
        return period_code(self.statistic, place) in level.nodes if level.nodes else place in self.shown

    def block(self, number: int, raws: Sequence[RawTable]) -> ProtectedBlock:
        """Figures of all periods; a block that does not show periods is that of the current one, or the last."""
        at = _place_of_period(self.spec, number)
        weighted = any(value.needs_weights for value in self.spec.values)
        if at is None:
            current = self.statistic.current
            place = self.chosen.index(current) if current in self.chosen else len(self.chosen) - 1
            dimensions = raws[place].blocks[number].dimensions
            parts = {
                own: self._known(blocks[number], self.methods[place], place, number, weighted=weighted)
                for own, blocks in raws[place].parts.items()
            }
            figures = self._references(dimensions)
            return ProtectedBlock(dimensions, *figures_of(self.spec, number, dimensions, parts, figures))
        first = raws[0].blocks[number].dimensions
        dimensions = (*first[:at], self.axis, *first[at:])
        parts = {
            own: self._stacked([raw.part(own)[number] for raw in raws], at, number, weighted=weighted)
            for own in raws[0].parts
        }
        figures = self._references(dimensions)
        return ProtectedBlock(dimensions, *figures_of(self.spec, number, dimensions, parts, figures))

    def _references(self, dimensions: Sequence[AxisDimension]) -> dict[str, ReferenceFigures]:
        """The public figures of the cells of a block, on the nodes of all periods."""
        names = dict.fromkeys(value.reference for value in self.spec.values if value.kind == "rate")
        tables = {name: reference_named(self.public, name) for name in names}
        return {name: reference_figures(one, dimensions, self.spec.filters) for name, one in tables.items()}

    def _known(self, block: RawBlock, method: CountingMethod, place: int, number: int, *, weighted: bool) -> Counted:
        """The counts of one period; codes that it does not know have no figure, where they publish 0."""
        counted = published_of(method, block, weighted=weighted)
        unknown = unknown_cells(block.dimensions, self.spec, number, self.plan, self.chosen[place])
        for figures in counted.published.values():
            unknown = unknown & (figures == 0)
        return replace(counted, unknown=unknown)

    def _stacked(self, blocks: Sequence[RawBlock], at: int, number: int, *, weighted: bool) -> Counted:
        every = [
            self._known(block, method, place, number, weighted=weighted)
            for place, (block, method) in enumerate(zip(blocks, self.methods, strict=True))
        ]
        level = _period_level(self.spec, number)
        added = [n for n, place in enumerate(self.chosen) if self._is_in_total(level, place)]
        union = _union_of_records([blocks[n] for n in added])
        # Also where the total is off: rows are ordered by it, shares divide by it.
        if union is not None and all(self.methods[n] == self.methods[added[0]] for n in added):
            total = self.methods[added[0]].counted(union, weighted=weighted)
            if level.mean:
                total = _averaged(total, len(added))
            total = replace(total, unknown=np.zeros(union.shape, dtype=np.bool_))
        else:
            total = replace(every[-1], unknown=np.ones(blocks[0].shape, dtype=np.bool_))
        every.insert(0, total)
        every = alike(every)
        kinds = every[0].published
        originals = None
        if all(one.originals is not None for one in every):
            originals = {
                kind: _side_by_side([one.originals[kind] for one in every if one.originals], at) for kind in kinds
            }
        shown = {kind: _side_by_side([one.figures(kind) for one in every], at) for kind in kinds}
        bases = None
        if all(one.bases is not None for one in every):
            bases = {kind: _side_by_side([one.base(kind) for one in every], at) for kind in kinds}
        no_sign = np.zeros(every[0].published[RECORDS].shape, dtype=np.uint8)
        signs = [no_sign if one.signs is None else one.signs for one in every]
        secret = {
            kind: np.stack([one.secret.get(kind, no_sign > 0) for one in every], axis=at)
            for kind in {kind for one in every for kind in one.secret}
        }
        return Counted(
            {kind: figures.array for kind, figures in shown.items()},
            originals,
            np.stack([one.unknown for one in every if one.unknown is not None], axis=at),
            {kind: figures.decimals for kind, figures in shown.items() if figures.decimals},
            bases,
            np.stack(signs, axis=at) if any(one.signs is not None for one in every) else None,
            secret,
            max((one.rules for one in every), key=lambda one: (one.minimum_base, one.least_records, one.zero_above)),
            every[0].sums,
        )


def _side_by_side(periods: Sequence[Numbers], axis: int) -> Numbers:
    """The figures of all periods, with as many decimals as any of them has; one of them may be an average."""
    most, divisor = max(one.decimals for one in periods), math.lcm(*(one.divisor for one in periods))
    arrays = [one.array * (10 ** (most - one.decimals) * (divisor // one.divisor)) for one in periods]
    return Numbers(np.stack(arrays, axis=axis), most, divisor)


def _averaged(total: Counted, periods: int) -> Counted:
    """The published sum over periods divided by their number, rounded to whole numbers; method.md sections 2 and 4."""
    published = {kind: divide_half_away(figures, periods) for kind, figures in total.published.items()}
    originals = total.originals and {kind: replace(one, divisor=periods) for kind, one in total.originals.items()}
    return replace(total, published=published, originals=originals, bases=total.bases or total.originals)


def _union_of_records(blocks: Sequence[RawBlock]) -> RawBlock | None:
    """The records of all periods together: counts and keys added; None where keys are not of one modulus."""
    first = blocks[0]
    if any((one.modulus, one.weight_decimals) != (first.modulus, first.weight_decimals) for one in blocks):
        return None
    keys = None
    cell_keys = [one.cell_keys for one in blocks]
    if first.modulus is not None and all(one is not None for one in cell_keys):
        keys = np.zeros(first.shape, dtype=np.uint64)
        for one in cell_keys:
            if one is not None:
                keys = add_modulo(keys, one, first.modulus)
    weighed = [one.weights for one in blocks if one.weights is not None]
    weights: Any = np.sum(weighed, axis=0) if len(weighed) == len(blocks) else None
    counts = np.sum([one.counts for one in blocks], axis=0)
    magnitudes = {}
    for name in first.magnitudes:
        some = any(one.magnitudes[name].valid is not None for one in blocks)
        magnitudes[name] = joined_magnitudes([_modular(one, name, valid=some) for one in blocks], first.modulus)
    return replace(
        first,
        counts=counts,
        key_sums=keys,
        modular=True,
        weights=weights,
        magnitudes=magnitudes,
        exempt=None,  # official totals are those of one period
    )


def _modular(block: RawBlock, name: str, *, valid: bool) -> RawMagnitude:
    """A magnitude of a block with its key sums modulo M; `valid`: with its records that have a value, too."""
    found, modulus = block.magnitudes[name], block.modulus
    if valid and found.valid is None:
        heavy = None if found.weighted_sums is None else block.weights
        found = replace(found, valid=block.counts, valid_keys=block.key_sums, valid_weights=heavy)
    if found.key_sums is None or modulus is None or block.modular:
        return found
    keys = found.key_sums % np.uint64(modulus)
    valid_keys = None if found.valid_keys is None else found.valid_keys % np.uint64(modulus)
    return replace(found, key_sums=keys, valid_keys=valid_keys)


def _records(statistic: Statistic, plan: PeriodPlan, load: Load) -> Microdata:
    """The records of the current period on the code lists of the last one."""
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
            data = data.with_categories(listed(entry, dict.fromkeys((*target.codes, *found))))
    for entry in plan.derived:
        rule = entry.derived
        if rule is not None and (rule.source in data.dimensions or rule.source in data.magnitudes):
            data = derive(data, without_ended(entry, statistic.dictionary, data))
    for name in plan.asked:
        if name not in data.dimensions:
            raise SeriesVariableMissing(variable=name)
    return data


def _aligned(raws: Sequence[RawTable]) -> list[RawTable]:
    """The tables on the same nodes: what only some periods have - missing, codes of no list - counts 0 elsewhere."""
    axes = [
        tuple(_union(same) for same in zip(*(raw.blocks[number].dimensions for raw in raws), strict=True))
        for number in range(len(raws[0].blocks))
    ]

    def on_axes(blocks: tuple[RawBlock, ...]) -> tuple[RawBlock, ...]:
        return tuple(_on(block, wanted) for block, wanted in zip(blocks, axes, strict=True))

    return [
        replace(raw, blocks=on_axes(raw.blocks), parts={own: on_axes(blocks) for own, blocks in raw.parts.items()})
        for raw in raws
    ]


def _union(axes: Sequence[AxisDimension]) -> AxisDimension:
    """All nodes of the axes, each behind its neighbour; below the total missing and own groups are the last."""
    first = axes[0]
    if any(axis.whole is not None for axis in axes):
        first = replace(first, whole=_union([axis.whole or axis for axis in axes]))
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


def _on(block: RawBlock, axes: tuple[AxisDimension, ...]) -> RawBlock:
    places = [
        np.array([axis.index[node.code] for node in own.nodes], dtype=np.intp)
        for own, axis in zip(block.dimensions, axes, strict=True)
    ]
    shape = tuple(map(len, axes))
    if shape == block.shape:
        return replace(block, dimensions=axes)

    def spread(values: NDArray[Any] | None) -> Any:
        if values is None:
            return None
        # The largest contributions have one more axis.
        found = np.zeros((*shape, *values.shape[len(shape) :]), dtype=values.dtype)
        found[np.ix_(*places)] = values
        return found

    return replace(
        block,
        dimensions=axes,
        counts=spread(block.counts),
        key_sums=spread(block.key_sums),
        weights=spread(block.weights),
        magnitudes={name: one.each(spread) for name, one in block.magnitudes.items()},
        exempt=spread(block.exempt),
    )


def _period_axis(statistic: Statistic, chosen: Sequence[int], breaks: Sequence[tuple[Break, ...]]) -> AxisDimension:
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    for place, found in zip(chosen, breaks, strict=True):
        label = statistic.periods[place].label
        if found:
            label = Texts(f"| {label.text('en')}", f"| {label.text('de')}")
        nodes.append(Node(period_code(statistic, place), label, 0, 0, True))
    return AxisDimension(PERIOD, both("word_period"), tuple(nodes))


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


def _note(notes: Sequence[Sentence], labels: Sequence[Texts]) -> Sentence:
    """What is published on the method; each period's own where they are protected otherwise."""
    if all(note == notes[0] for note in notes):
        return notes[0]
    every = [sentence("series_note", period=label, note=note) for label, note in zip(labels, notes, strict=True)]
    return joined(every, "note_and")


def _place_of_period(spec: TableSpec, number: int) -> int | None:
    """The array axis of the periods in a block; None where it does not show them. Raises PeriodTwice."""
    names = [level.variable for level in levels_of(spec, number)]
    if names.count(PERIOD) > 1:
        raise PeriodTwice()
    return names.index(PERIOD) if PERIOD in names else None


def _period_level(spec: TableSpec, number: int) -> Level:
    return next(level for level in levels_of(spec, number) if level.variable == PERIOD)
