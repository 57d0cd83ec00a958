"""Table templates: how a table is laid out, without a value of any variable, and so of use for other statistics."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ckmcore.base.texts import Texts
from ckmcore.statistic.table_file import TableFile
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Block, Condition, Level, Order, TableSpec, Top, Value


def template_of(spec: TableSpec) -> TableSpec:
    """Table without codes, labels and other texts: variables, their order, levels and totals, kinds of values and the
    presentation stay. Own rows, title, notes and widths are removed, since they depend on codes."""

    def blocks(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        new_blocks = tuple(
            replace(
                block, levels=tuple(map(_level, (level for level in block.levels if not level.rows))), label=Texts()
            )
            for block in blocks
        )
        return tuple(block for block in new_blocks if block.levels) or (Block(),)

    return spec.with_changes(
        rows=blocks(spec.rows),
        columns=blocks(spec.columns),
        layers=blocks(spec.layers),
        filters=tuple(dict.fromkeys(Condition(each_filter.variable) for each_filter in spec.filters)),
        values=tuple(map(_value, spec.values)),
        title=Texts(),
        footnotes=(),
        presentation=replace(spec.presentation, widths=()),
    )


def _level(level: Level) -> Level:
    order = Order() if level.order.by == "hand" else replace(level.order, codes=(), line=())
    top = Top(level.top.most, level.top.value)
    plain_level = Level(level.variable, level.depths, total=level.total, subtotals=level.subtotals, stub=level.stub)
    return replace(plain_level, order=order, top=top, mean=level.mean)


def _value(value: Value) -> Value:
    against = PREVIOUS if value.kind == "change" else value.against
    return replace(value, conditions=(), base_conditions=(), label=Texts(), unit=Texts(), against=against)


def variables_of(spec: TableSpec) -> tuple[str, ...]:
    """Variables of a template, each once, without the period."""
    names = [*spec.variables, *(each_filter.variable for each_filter in spec.filters)]
    names += [value.variable for value in spec.values if value.variable]
    return tuple(dict.fromkeys(name for name in names if name != PERIOD))


@dataclass(frozen=True)
class Known:
    """Properties of a statistic for a template: number of hierarchy levels by variable (1 for none), magnitudes,
    reference tables, and whether it has weights and several periods."""

    depths: Mapping[str, int]
    magnitudes: Collection[str] = ()
    references: Collection[str] = ()
    weighted: bool = False
    periods: bool = False


def proposed(file: TableFile, titles: Mapping[str, Texts]) -> dict[str, str]:
    """Propose for each variable of a template the statistic's variable with the same name or title, "" for none.
    titles: of the statistic's variables by name."""
    own_titles = {variable.name: variable.title for variable in file.variables}
    by_title = {title.text(language).casefold(): name for language in ("en", "de") for name, title in titles.items()}
    variables = {}
    for name in variables_of(file.spec):
        title = own_titles.get(name, Texts())
        matched_name = next(
            (by_title.get(title.text(language).casefold(), "") for language in ("de", "en") if title.text(language)), ""
        )
        variables[name] = name if name in titles else matched_name
    return variables


def applied(spec: TableSpec, names: Mapping[str, str], known: Known) -> TableSpec:
    """Apply a template to a statistic. names: replacement for each of its variables, "" to leave it out; a variable is
    used once in a block. Values that need missing magnitudes, reference figures, weights or variables are left out."""
    found_spec = template_of(spec)

    def named(variable: str) -> str:
        return (PERIOD if known.periods else "") if variable == PERIOD else names.get(variable, "")

    axis_by_name: dict[str, str] = {}

    def blocks(axis: str) -> tuple[Block, ...]:
        blocks = []
        for block in getattr(found_spec, axis):
            levels: dict[str, Level] = {}
            for level in block.levels:
                name = named(level.variable)
                if name and axis_by_name.setdefault(name, axis) == axis:
                    levels.setdefault(name, _fitting(replace(level, variable=name), known))
            if levels:
                blocks.append(replace(block, levels=tuple(levels.values())))
        return tuple(blocks) or (Block(),)

    axes = {axis: blocks(axis) for axis in ("rows", "columns", "layers")}
    filters = [named(each_filter.variable) for each_filter in found_spec.filters]
    shown_variables = [level.variable for blocks_of in axes.values() for block in blocks_of for level in block.levels]
    values = [replace(value, variable=named(value.variable)) for value in found_spec.values]
    numbers = [index for index, value in enumerate(values) if _fits(value, shown_variables, known)]
    kept_values = tuple(values[number] for number in numbers)
    return found_spec.with_changes(
        **{axis: tuple(_ranked(block, numbers) for block in found_blocks) for axis, found_blocks in axes.items()},
        filters=tuple(
            Condition(each_filter)
            for each_filter in dict.fromkeys(filters)
            if each_filter and each_filter not in shown_variables
        ),
        values=kept_values or (Value(),),
    )


def _fitting(level: Level, known_names: Known) -> Level:
    """Level with those of its depths that the variable has, else with all of the variable's."""
    most_depth = known_names.depths.get(level.variable, 1)
    return replace(level, depths=tuple(depth for depth in level.depths if depth < most_depth) if most_depth > 1 else ())


def _ranked(block: Block, numbers: Sequence[int]) -> Block:
    """Block with orders and ranks by value adjusted to the kept values. numbers: old indices of the kept values."""

    def moved(level: Level) -> Level:
        order, top = level.order, level.top
        if order.by == "value":
            order = replace(order, value=numbers.index(order.value)) if order.value in numbers else Order()
        if top.most:
            top = replace(top, value=numbers.index(top.value)) if top.value in numbers else Top()
        return replace(level, order=order, top=top)

    return replace(block, levels=tuple(map(moved, block.levels)))


def _fits(value: Value, shown: Collection[str], known_names: Known) -> bool:
    """Whether a statistic can show a value."""
    magnitudes = {value.magnitude, value.base_magnitude} - {""}
    return (
        magnitudes <= set(known_names.magnitudes)
        and (known_names.weighted or not value.needs_weights)
        and (value.kind != "rate" or value.reference in known_names.references)
        and (value.kind != "change" or value.variable in shown)
    )
