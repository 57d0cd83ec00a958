"""A table over several periods: each protected by its own method, on the code list of the last one, breaks marked."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts, both
from ckmcore.dictionary.derive import derive, without_ended
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.derived import RECORDS, Counted, Numbers, alike, figures_of, published_of
from ckmcore.methods.draft import Draft, DraftInfo
from ckmcore.methods.method import Method
from ckmcore.methods.notices import legend_of, remarks
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.microdata.references import ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.across_periods import over_all, shows_all, uses_all
from ckmcore.statistic.areas_beside import readable_areas
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.statistic.period import Break
from ckmcore.statistic.period_plan import PeriodPlan, levels_of, listed, plan_periods, unknown_cells
from ckmcore.statistic.periods import breaks_before, codes_until
from ckmcore.statistic.untold import counts_records
from ckmcore.tabulate.axis import AxisDimension, Node
from ckmcore.tabulate.derived_indicators import own_filters, with_answers
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.references import ReferenceFigures, reference_figures, reference_named
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, TOTAL, Block, Code, Level, Order, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmcore.tabulate.top import expanded, is_open, resolved, without_rules
from ckmcore.tabulate.units import different_units, refuse_recurring
from ckmcore.tabulate.values import value_label

_BOTH: tuple[Language, Language] = ("en", "de")
Load = Callable[[Statistic], Microdata | None]
MethodOf = Callable[[Statistic], Method]


class PeriodUnknown(InputError):
    """A table names a period that the statistic does not have."""

    code = "period_unknown"


class PeriodTwice(InputError):
    """The reporting period is on two axes, or missing in a block of an axis that needs it."""

    code = "period_twice"


def series(
    statistic: Statistic, spec: TableSpec, places: Sequence[int], load: Load, cancelled: Callable[[], bool] = never
) -> Draft:
    """Draft of the table `spec` for several periods side by side. places: indices of the periods from left to right;
    load: reads the records of a period.

    Raises series_needs_periods and the errors of `over_periods`.
    """
    chosen = list(dict.fromkeys(places))
    if len(chosen) < 2:
        raise InputError("series_needs_periods")
    codes = tuple(period_code(statistic, period_index) for period_index in chosen)
    level = Level(PERIOD, nodes=codes, total="off", order=Order("hand", codes=codes))
    columns = tuple(replace(block, levels=(level, *block.levels)) for block in spec.columns)
    return draft_over_periods(statistic, spec.with_changes(columns=columns), load, cancelled)


def draft_of(statistic: Statistic, spec: TableSpec, load: Load, cancelled: Callable[[], bool] = never) -> Draft:
    """Draft of the table `spec` under the methods in force. load: reads the records of each period that it needs.
    Boundaries that cannot be read are left out.

    Raises the errors of `Statistic.draft` and `over_periods`, and series_needs_periods where there are no records.
    """
    beside: Path | None = None

    def read(of_statistic: Statistic) -> Microdata | None:
        nonlocal beside
        data = load(of_statistic)
        beside = beside if data is None else data.beside
        return data

    if needs_periods(spec):
        draft = draft_over_periods(statistic, spec, read, cancelled)
    else:
        data = read(statistic)
        if data is None:
            raise InputError("series_needs_periods")
        draft = statistic.draft(spec, data, cancelled)
    return replace(draft, areas=readable_areas(statistic, spec, beside)) if statistic.areas else draft


def draft_over_periods(
    statistic: Statistic, spec: TableSpec, load: Load, cancelled: Callable[[], bool] = never
) -> Draft:
    """Draft of a table with the level `PERIOD` under the methods in force of its periods. Raises the errors of
    `over_periods`."""
    table = over_periods(statistic, spec, load, cancelled)
    return Draft(table, **vars(info_over_periods(statistic, spec, table)))


def info_over_periods(statistic: Statistic, spec: TableSpec, table: ProtectedTable) -> DraftInfo:
    """Facts on the statistic for a table over periods. Raises PeriodUnknown."""
    chosen_periods = periods_of(statistic, with_period_level(statistic, spec))
    period = periods_label(statistic, spec)
    dates = max(statistic.periods[period_index].date for period_index in chosen_periods)
    title = statistic.title_shown(replace(table, spec=replace(table.spec, title=spec.title)), period)
    return DraftInfo(title, statistic.title, period, statistic.source_note, dates)


def periods_label(statistic: Statistic, spec: TableSpec) -> Texts:
    """Common label of a table's periods. Raises PeriodUnknown."""
    labels = [
        statistic.periods[period_index].label
        for period_index in periods_of(statistic, with_period_level(statistic, spec))
    ]
    return Texts(*(", ".join(label.text(language) for label in labels) for language in _BOTH))


def period_code(statistic: Statistic, place: int) -> str:
    """Code of a period in tables: its day, or its index where the day is missing or not unique."""
    date = statistic.periods[place].date
    is_only_one = sum(period.date == date for period in statistic.periods) == 1
    return date if date and is_only_one else str(place)


def needs_periods(spec: TableSpec) -> bool:
    """Whether a table shows, or compares with, more than the records of one period."""
    return PERIOD in spec.variables or any(value.kind == "change" and value.variable == PERIOD for value in spec.values)


def with_period_level(statistic: Statistic, spec: TableSpec) -> TableSpec:
    """Table with a level of the current period added where a change against a period needs one."""
    if PERIOD in spec.variables:
        return spec
    level = Level(PERIOD, nodes=(period_code(statistic, statistic.current),), total="off")
    return spec.with_changes(layers=tuple(replace(block, levels=(level, *block.levels)) for block in spec.layers))


def periods_of(statistic: Statistic, spec: TableSpec) -> list[int]:
    """Indices of the periods that a table shows, in the statistic's order. Raises PeriodUnknown."""
    codes = {period_code(statistic, period_index): period_index for period_index in range(len(statistic.periods))}
    periods: set[int] = set()
    for level in _period_levels(spec):
        wanted_nodes = level.nodes or tuple(
            code for code, period_index in codes.items() if statistic.periods[period_index].source is not None
        )
        for code in wanted_nodes or tuple(codes):
            if code not in codes:
                raise PeriodUnknown(
                    period=code, known=[statistic.periods[period_index].label for period_index in codes.values()]
                )
            periods.add(codes[code])
    return sorted(periods)


def _period_levels(spec: TableSpec) -> list[Level]:
    blocks = (*spec.rows, *spec.columns, *spec.layers)
    return [level for block in blocks for level in block.levels if level.variable == PERIOD]


@counts_records
def over_periods(
    statistic: Statistic,
    spec: TableSpec,
    load: Load,
    cancelled: Callable[[], bool] = never,
    method_of: MethodOf | None = None,
) -> ProtectedTable:
    """Table with the level `PERIOD`: each period is protected by its own method, with the code list of the last one.

    load: reads the records of a statistic's current period, described by its dictionary; records are released one
    period after another. Earlier codes that became exactly one code are shown under it, also in derived dimensions. A
    code unknown in a period has `Sign.UNKNOWN` there if it publishes 0. A period not comparable with the previous one
    has `|` in its head and a footnote. The total over periods is computed from the union of their records by the
    declaration `statistic.units` (see `across_periods`), where one method protects all of them, otherwise
    `Sign.UNKNOWN`. method_of: method of each period, by default the one in force.

    Raises PeriodUnknown, PeriodTwice, NoMethodInForce, series_variable_taken, change_needs_variable, units_undeclared,
    units_recur, UnitsNeedKeys, and the errors of `load` and `tabulate`.
    """
    if is_open(spec):
        plain_spec = without_rules(spec)
        ranked = over_periods(statistic, plain_spec, load, cancelled, method_of)
        spec = resolved(spec, with_period_level(statistic, plain_spec), ranked.blocks)
    spec = with_period_level(statistic, expanded(spec))
    _refuse_change_without_periods(spec)
    shown_periods = periods_of(statistic, spec)
    chosen = _with_compared(statistic, spec, shown_periods)
    plain_spec = without_periods(spec)
    plan = plan_periods(statistic, plain_spec, chosen)
    choose = method_of or _in_force
    methods = [choose(replace(statistic, current=period_index)) for period_index in chosen]
    contributors = max(method.contributors for method in methods)
    raws: list[RawTable] = []
    labels: tuple[Texts, ...] = ()
    public: tuple[ReferenceTable, ...] = ()
    if len(shown_periods) > 1 and shows_all(spec) and not statistic.units:
        raise InputError("units_undeclared")
    kept_datas: dict[int, Microdata] = {}
    for period_index in chosen:
        data = _records(replace(statistic, current=period_index), plan, load)
        if statistic.units and uses_all(spec):
            kept_datas[period_index] = data
        raws.append(tabulate(data, plain_spec, cancelled=cancelled, contributors=contributors))
        if period_index == chosen[-1]:
            public = data.references
            labels = tuple(value_label(_with_periods(data, statistic), value) for value in spec.values)
    added = [
        _summed_periods(statistic, spec, block_index, chosen, shown_periods)
        for block_index in range(len(raws[0].blocks))
    ]
    different = _different(statistic, plain_spec, kept_datas, methods, added, cancelled)
    for method, raw in zip(methods, raws, strict=True):
        method.check_values(raw)
    both_raws = _aligned([*raws, *different.values()])
    raws, aligned = both_raws[: len(raws)], dict(zip(different, both_raws[len(raws) :], strict=True))
    used_variables = _used_variables(statistic, spec)
    breaks = [(), *(breaks_before(statistic, min(a, b), max(a, b), used_variables) for a, b in pairwise(chosen))]
    stack = _Stack(
        statistic, spec, plan, chosen, methods, _period_axis(statistic, chosen, breaks), public, shown_periods
    )
    blocks = tuple(
        stack.block(block_index, raws, aligned.get(added[block_index])) for block_index in range(len(raws[0].blocks))
    )
    periods = [statistic.periods[period_index].label for period_index in chosen]
    seen_breaks = [
        found_break if place in shown_periods else () for place, found_break in zip(chosen, breaks, strict=True)
    ]
    return ProtectedTable(
        spec,
        blocks,
        methods[-1].name,
        _note([method.note for method in methods], periods),
        _note([method.short_note for method in methods], periods),
        raws[-1].filters,
        (
            *_footnotes(statistic, chosen, seen_breaks),
            *_of_now(statistic, plan, shown_periods, used_variables),
            *raws[-1].footnotes,
        ),
        labels,
        legend_of(
            spec,
            {sign: words for method in methods for sign, words in method.legend.items()},
            *(method.sum_rules for method in methods),
        ),
        (*remarks(spec, raws[-1].parts, methods[-1].sum_rules, raws[-1].title), *methods[-1].remarks_of(spec)),
    )


def _summed_periods(
    statistic: Statistic, spec: TableSpec, number: int, chosen: Sequence[int], shown: Sequence[int]
) -> tuple[int, ...]:
    """Indices of the periods whose records are in the total over periods of block `number`; empty where it does not
    show periods."""
    if _place_of_period(spec, number) is None:
        return ()
    level = _period_level(spec, number)
    return tuple(period_index for period_index in chosen if _is_in_total(statistic, level, period_index, shown))


def _is_in_total(statistic: Statistic, level: Level, index: int, shown: Sequence[int]) -> bool:
    """Whether the total of a level includes the records of a period; not those of a period used only for comparison."""
    return period_code(statistic, index) in level.nodes if level.nodes else index in shown


def _different(
    statistic: Statistic,
    plain_spec: TableSpec,
    kept_datas: Mapping[int, Microdata],
    methods: Sequence[Method],
    added: Sequence[tuple[int, ...]],
    cancelled: Callable[[], bool],
) -> dict[tuple[int, ...], RawTable]:
    """For recurring units the tables with the keys of distinct units, by the periods taken together; for non-recurring
    units their absence is verified. Raises units_recur, UnitsNeedKeys."""
    sets = [period_places for period_places in dict.fromkeys(added) if len(period_places) > 1 and kept_datas]
    if statistic.units == "once":
        for period_indices in sets:
            refuse_recurring(
                [kept_datas[index] for index in period_indices],
                [statistic.periods[index].label for index in period_indices],
            )
        return {}
    if not sets or not any(method.needs_keys for method in methods):
        return {}

    def answers(data: Microdata) -> Microdata:
        return with_answers(data, own_filters(data, plain_spec))

    counted = plain_spec.with_changes(
        values=tuple(
            Value(conditions=own_condition)
            for own_condition in own_filters(next(iter(kept_datas.values())), plain_spec)
        ),
        footnotes=(),
    )
    return {
        each_set: different_units([answers(kept_datas[period_index]) for period_index in each_set], counted, cancelled)
        for each_set in sets
    }


def _refuse_change_without_periods(spec: TableSpec) -> None:
    """Raise where a block has no periods although a value is a change between periods."""
    changes = any(value.kind == "change" and value.variable == PERIOD for value in spec.values)
    blocks = len(spec.rows) * len(spec.columns) * len(spec.layers)
    if changes and any(_place_of_period(spec, block_index) is None for block_index in range(blocks)):
        raise InputError("change_needs_variable", variable=both("word_period"))


def _in_force(statistic: Statistic) -> Method:
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    return statistic.period.in_force.method


def _with_compared(statistic: Statistic, spec: TableSpec, shown: Sequence[int]) -> list[int]:
    """Indices of the shown periods and of those with which a change compares."""
    found_codes = set(shown)
    codes = {period_code(statistic, period_index): period_index for period_index in range(len(statistic.periods))}
    for value in spec.values:
        if value.kind == "change" and value.variable == PERIOD:
            if value.against == PREVIOUS:
                found_codes.update(node_index - 1 for node_index in shown if node_index > 0)
            elif value.against in codes:
                found_codes.add(codes[value.against])
            else:
                raise PeriodUnknown(period=value.against, known=[period.label for period in statistic.periods])
    return sorted(found_codes)


def without_periods(spec: TableSpec) -> TableSpec:
    """Table of one period without comparisons over periods, order and hiding, which are applied later."""

    def plain(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        found_blocks = []
        for block in blocks:
            if sum(level.variable == PERIOD for level in block.levels) > 1:
                raise PeriodTwice()
            found_blocks.append(
                replace(block, levels=tuple(level for level in block.levels if level.variable != PERIOD))
            )
        return tuple(found_blocks)

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
    """Dimension of the periods with their codes and labels."""
    categories = tuple(
        Category(period_code(statistic, period_index), period.label)
        for period_index, period in enumerate(statistic.periods)
    )
    return Dimension(PERIOD, both("word_period"), categories)


def _with_periods(data: Microdata, statistic: Statistic) -> Microdata:
    """Data with the periods as a dimension, for labels."""
    return replace(data, dimensions={**data.dimensions, PERIOD: periods_dimension(statistic)})


@dataclass(frozen=True)
class _Stack:
    """Puts the tables of the periods together, block by block."""

    statistic: Statistic
    spec: TableSpec
    plan: PeriodPlan
    chosen: Sequence[int]
    methods: Sequence[Method]
    axis: AxisDimension
    public: tuple[ReferenceTable, ...]
    shown: Sequence[int]

    def block(self, number: int, raws: Sequence[RawTable], different: RawTable | None) -> ProtectedBlock:
        """Figures of all periods in block `number`; a block without periods is of the current period, or else of the
        last. different: table with the keys of distinct units, where they recur."""
        level_index = _place_of_period(self.spec, number)
        weighted = any(value.needs_weights for value in self.spec.values)
        if level_index is None:
            current = self.statistic.current
            index = self.chosen.index(current) if current in self.chosen else len(self.chosen) - 1
            dimensions = raws[index].blocks[number].dimensions
            block_parts = {
                own_filter: self._known_counts(blocks[number], self.methods[index], index, number, weighted=weighted)
                for own_filter, blocks in raws[index].parts.items()
            }
            figures = self._references(dimensions)
            return ProtectedBlock(dimensions, *figures_of(self.spec, number, dimensions, block_parts, figures))
        first = raws[0].blocks[number].dimensions
        dimensions = (*first[:level_index], self.axis, *first[level_index:])
        block_parts = {
            own_filter: self._stacked(
                [raw.part(own_filter)[number] for raw in raws],
                level_index,
                number,
                None if different is None else different.part(own_filter)[number],
                weighted=weighted,
            )
            for own_filter in raws[0].parts
        }
        figures = self._references(dimensions)
        return ProtectedBlock(dimensions, *figures_of(self.spec, number, dimensions, block_parts, figures))

    def _references(self, dimensions: Sequence[AxisDimension]) -> dict[str, ReferenceFigures]:
        """The public figures of the cells of a block, on the nodes of all periods."""
        names = dict.fromkeys(value.reference for value in self.spec.values if value.kind == "rate")
        tables = {name: reference_named(self.public, name) for name in names}
        return {name: reference_figures(table, dimensions, self.spec.filters) for name, table in tables.items()}

    def _known_counts(self, block: RawBlock, method: Method, index: int, number: int, *, weighted: bool) -> Counted:
        """Counts of one period; unknown codes have no figure where they publish 0. place, number: indices of period and
        block."""
        counted = published_of(method, block, weighted=weighted)
        unknown = unknown_cells(block.dimensions, self.spec, number, self.plan, self.chosen[index])
        for figures in counted.published.values():
            unknown = unknown & (figures == 0)
        return replace(counted, unknown=unknown)

    def _stacked(
        self, blocks: Sequence[RawBlock], index: int, number: int, different: RawBlock | None, *, weighted: bool
    ) -> Counted:
        every = [
            self._known_counts(block, method, block_index, number, weighted=weighted)
            for block_index, (block, method) in enumerate(zip(blocks, self.methods, strict=True))
        ]
        level = _period_level(self.spec, number)
        added = [
            n
            for n, period_index in enumerate(self.chosen)
            if _is_in_total(self.statistic, level, period_index, self.shown)
        ]
        total = None
        # Also where the total is off: rows are ordered by it, shares divide by it.
        if all(self.methods[n] == self.methods[added[0]] for n in added):
            total = over_all(
                self.methods[added[0]],
                [blocks[n] for n in added],
                different,
                self.statistic.units,
                mean=level.mean,
                weighted=weighted,
            )
        if total is not None:
            total = replace(total, unknown=np.zeros(blocks[0].shape, dtype=np.bool_))
        else:
            total = replace(every[-1], unknown=np.ones(blocks[0].shape, dtype=np.bool_))
        every.insert(0, total)
        every = alike(every)
        kinds = every[0].published
        originals = None
        if all(period_block.originals is not None for period_block in every):
            originals = {
                kind: _side_by_side(
                    [period_block.originals[kind] for period_block in every if period_block.originals], index
                )
                for kind in kinds
            }
        shown_sides = {
            kind: _side_by_side([period_block.figures(kind) for period_block in every], index) for kind in kinds
        }
        bases = None
        if all(period_block.bases is not None for period_block in every):
            bases = {kind: _side_by_side([period_block.base(kind) for period_block in every], index) for kind in kinds}
        no_sign = np.zeros(every[0].published[RECORDS].shape, dtype=np.uint8)
        signs = [no_sign if period_block.signs is None else period_block.signs for period_block in every]
        secret = {
            kind: np.stack([period_block.secret.get(kind, no_sign > 0) for period_block in every], axis=index)
            for kind in {kind for period_block in every for kind in period_block.secret}
        }
        return Counted(
            {kind: figures.array for kind, figures in shown_sides.items()},
            originals,
            np.stack([period_block.unknown for period_block in every if period_block.unknown is not None], axis=index),
            {kind: figures.decimals for kind, figures in shown_sides.items() if figures.decimals},
            bases,
            np.stack(signs, axis=index) if any(period_block.signs is not None for period_block in every) else None,
            secret,
            max(
                (period_block.rules for period_block in every),
                key=lambda rule: (rule.minimum_base, rule.least_records, rule.zero_above),
            ),
            every[0].sums,
        )


def _side_by_side(periods: Sequence[Numbers], axis: int) -> Numbers:
    """Figures of all periods along an axis, with as many decimals as the period with most, and the common divisor of
    averages."""
    most_decimals, divisor = (
        max(period.decimals for period in periods),
        math.lcm(*(period.divisor for period in periods)),
    )
    arrays = [
        period.array * (10 ** (most_decimals - period.decimals) * (divisor // period.divisor)) for period in periods
    ]
    return Numbers(np.stack(arrays, axis=axis), most_decimals, divisor)


def _records(statistic: Statistic, plan: PeriodPlan, load: Load) -> Microdata:
    """Records of the current period with the code lists of the last one."""
    data = load(statistic)
    if data is None:
        raise InputError("series_needs_periods")
    # Derived dimensions are made anew: of the codes of the last period.
    data = data.without({entry.name for entry in plan.derived})
    for name, target in plan.dimensions.items():
        if name in data.dimensions:
            data = data.recoded(name, codes_until(statistic, name, statistic.current, plan.last))
            found = data.dimensions[name].codes
            entry = next(entry for entry in statistic.dictionary if entry.name == name)
            data = data.with_categories(listed(entry, dict.fromkeys((*target.codes, *found)), target.codes))
    for entry in plan.derived:
        rule = entry.derived
        if rule is not None and all(name in data.dimensions or name in data.magnitudes for name in rule.sources):
            made = without_ended(entry, statistic.dictionary, data)
            data = derive(data, made, day=statistic.period.date)
    for name in plan.asked:
        if name not in data.dimensions:
            raise InputError("series_variable_taken", variable=name)
    return data


def _aligned(raws: Sequence[RawTable]) -> list[RawTable]:
    """Tables extended to the same nodes; nodes that only some periods have count 0 in the others."""
    axes = [
        tuple(_union(same) for same in zip(*(raw.blocks[block_index].dimensions for raw in raws), strict=True))
        for block_index in range(len(raws[0].blocks))
    ]

    def on_axes(blocks: tuple[RawBlock, ...]) -> tuple[RawBlock, ...]:
        return tuple(_on(block, wanted_axis) for block, wanted_axis in zip(blocks, axes, strict=True))

    return [
        replace(
            raw,
            blocks=on_axes(raw.blocks),
            parts={own_filter: on_axes(blocks) for own_filter, blocks in raw.parts.items()},
        )
        for raw in raws
    ]


def _union(axes: Sequence[AxisDimension]) -> AxisDimension:
    """Axis with the nodes of all axes, each after its neighbour; missing and own groups are the last below the
    total."""
    first = axes[0]
    if any(axis.whole is not None for axis in axes):
        first = replace(first, whole=_union([axis.whole or axis for axis in axes]))
    if all(axis.index.keys() == first.index.keys() for axis in axes):
        return first
    known_nodes: dict[Code, Node] = {}
    children: dict[Code, list[Code]] = {}
    for axis in axes:
        former_codes: dict[Code, Code] = {}
        for node in axis.nodes[1:]:
            parent = axis.nodes[node.parent].code
            below = children.setdefault(parent, [])
            if node.code not in known_nodes:
                known_nodes[node.code] = node
                below.insert(below.index(former_codes[parent]) + 1 if parent in former_codes else 0, node.code)
            former_codes[parent] = node.code
    children[TOTAL].sort(key=lambda code: (known_nodes[code].group, code == MISSING))
    nodes = [first.nodes[0]]
    waiting = [(code, 0) for code in reversed(children[TOTAL])]
    while waiting:
        code, node_index = waiting.pop()
        nodes.append(replace(known_nodes[code], parent=node_index))
        waiting += [(child, len(nodes) - 1) for child in reversed(children.get(code, ()))]
    return replace(first, nodes=tuple(nodes))


def _on(block: RawBlock, axes: tuple[AxisDimension, ...]) -> RawBlock:
    node_indices = [
        np.array([axis.index[node.code] for node in own_dimension.nodes], dtype=np.intp)
        for own_dimension, axis in zip(block.dimensions, axes, strict=True)
    ]
    shape = tuple(map(len, axes))
    if shape == block.shape:
        return replace(block, dimensions=axes)

    def spread(values: NDArray[Any] | None) -> Any:
        if values is None:
            return None
        # The largest contributions have one more axis.
        found_values = np.zeros((*shape, *values.shape[len(shape) :]), dtype=values.dtype)
        found_values[np.ix_(*node_indices)] = values
        return found_values

    counts = spread(block.counts)
    return replace(
        block,
        dimensions=axes,
        counts=counts,
        key_sums=spread(block.key_sums),
        weights=spread(block.weights),
        magnitudes={name: magnitude.each(spread) for name, magnitude in block.magnitudes.items()},
        exempt=spread(block.exempt),
        safe=None if block.safe is None else block.safe.moved(counts, spread),
    )


def _period_axis(statistic: Statistic, chosen: Sequence[int], breaks: Sequence[tuple[Break, ...]]) -> AxisDimension:
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    for period_index, found_break in zip(chosen, breaks, strict=True):
        label = statistic.periods[period_index].label
        if found_break:
            label = Texts(f"| {label.text('en')}", f"| {label.text('de')}")
        nodes.append(Node(period_code(statistic, period_index), label, 0, 0, True))
    return AxisDimension(PERIOD, both("word_period"), tuple(nodes))


def footnotes_between(statistic: Statistic, earlier: int, later: int) -> tuple[Sentence, ...]:
    """Footnotes of a table over two periods, one for each break between them. earlier, later: indices."""
    return _footnotes(statistic, [later], [breaks_before(statistic, earlier, later)])


def _footnotes(
    statistic: Statistic, chosen: Sequence[int], breaks: Sequence[tuple[Break, ...]]
) -> tuple[Sentence, ...]:
    titles = {entry.name: entry.title for entry in statistic.dictionary}
    notes: dict[tuple[str, str], Sentence] = {}
    for period_index, found_break in zip(chosen, breaks, strict=True):
        label = statistic.periods[period_index].label
        for series_break in found_break:
            notes[(str(period_index), series_break.variable)] = _footnote(series_break, label, titles)
    return tuple(notes.values())


def _used_variables(statistic: Statistic, spec: TableSpec) -> set[str]:
    """Variables that a table uses, including sources of derived ones, and "" for the method."""
    used_magnitudes = {"", *spec.asked, *spec.magnitudes}
    for entry in statistic.dictionary:
        if entry.derived is not None and entry.name in used_magnitudes:
            used_magnitudes.add(entry.derived.source)
    return used_magnitudes


def _titled(entry: VariableEntry) -> Texts:
    return entry.title if entry.title.text("en") else Texts.same(entry.name)


def _of_now(
    statistic: Statistic, plan: PeriodPlan, shown: Sequence[int], used_variables: Collection[str]
) -> list[Sentence]:
    """Notices on variables with other codes in an earlier period, whose figures are converted to the last period's
    codes."""
    last_label = statistic.periods[plan.last].label
    sentences = []
    for entry in statistic.dictionary:
        mapped = (
            codes_until(statistic, entry.name, period_index, plan.last)
            for period_index in shown
            if entry.name in used_variables
        )
        if any(old != new for code_map in mapped for old, new in code_map.items()):
            sentences.append(sentence("series_of_now", variable=_titled(entry), period=last_label))
    return sentences


def _footnote(each_break: Break, label: Texts, titles: dict[str, Texts]) -> Sentence:
    if each_break.note.text("en"):
        return sentence("break_noted", period=label, note=each_break.note)
    if each_break.variable:
        return sentence(
            "break_of_codes", period=label, variable=titles.get(each_break.variable, Texts.same(each_break.variable))
        )
    return sentence("break_of_method", period=label)


def _note(notes: Sequence[Sentence], labels: Sequence[Texts]) -> Sentence:
    """Common note on the methods; the note of each period where they differ."""
    if all(note == notes[0] for note in notes):
        return notes[0]
    all_sentences = [
        sentence("series_note", period=label, note=note) for label, note in zip(labels, notes, strict=True)
    ]
    return joined(all_sentences, "note_and")


def _place_of_period(spec: TableSpec, number: int) -> int | None:
    """Index of the axis of periods in block `number`; None without one. Raises PeriodTwice."""
    names = [level.variable for level in levels_of(spec, number)]
    if names.count(PERIOD) > 1:
        raise PeriodTwice()
    return names.index(PERIOD) if PERIOD in names else None


def _period_level(spec: TableSpec, number: int) -> Level:
    return next(level for level in levels_of(spec, number) if level.variable == PERIOD)
