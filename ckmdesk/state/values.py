"""The values of a table - counts, shares, changes, ratios, rates - and what a hand does with them.

Pure functions from TableSpec to TableSpec. A value is known by its place in `spec.values`; whatever else names that
place (order by value, footnotes, widths of columns) follows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ckmcore.base.numbers import Language, integer_text, shortest_text
from ckmcore.base.texts import Texts
from ckmcore.messages import say
from ckmcore.microdata.classes import class_words
from ckmcore.microdata.data import Dimension
from ckmcore.microdata.references import ReferenceTable
from ckmcore.tabulate.spec import (
    PERIOD,
    PREVIOUS,
    STUB,
    Block,
    Condition,
    CountKind,
    Level,
    Measure,
    Order,
    ShareBase,
    TableSpec,
    Value,
    ValueKind,
    Width,
)

KINDS: tuple[ValueKind, ...] = ("count", "weighted_count", "share", "change", "ratio", "rate")
BASES: tuple[ShareBase, ...] = ("total", "row", "column", "row_parent", "column_parent")
RATIO_FACTORS = (1, 100, 1000)
RATE_FACTORS = (1000, 10_000, 100_000)
ICONS = {
    "count": "sum",
    "weighted_count": "weight",
    "share": "percent",
    "change": "change",
    "ratio": "ratio",
    "rate": "rate",
    "sum": "number",
    "mean": "number",
    "valid": "number",
    "contributors": "number",
    "missing": "number",
    "distribution": "distribution",
    "median": "median",
    "quantile": "median",
}
# What of a magnitude can be shown in the place of one another, and what is made of its classes.
OF_MAGNITUDE: tuple[ValueKind, ...] = ("sum", "mean", "median", "quantile", "valid", "contributors", "missing")
OF_CLASSES: tuple[ValueKind, ...] = ("distribution", "median", "quantile")
QUARTILE = 0.25

NewPlace = Callable[[int], int | None]
Magnitudes = Mapping[str, Texts]
"""The magnitudes of the data by name, with their titles."""
NONE: Magnitudes = {}


def add(spec: TableSpec, value: Value, index: int | None = None) -> TableSpec:
    """Add a value before index `index` (None: at the end)."""
    target_index = len(spec.values) if index is None else max(0, min(index, len(spec.values)))
    spec = _renumbered(spec, lambda number: number + (number >= target_index))
    return spec.with_changes(values=(*spec.values[:target_index], value, *spec.values[target_index:]))


def change(spec: TableSpec, number: int, value: Value) -> TableSpec:
    """Replace value `number`."""
    return spec.with_changes(values=(*spec.values[:number], value, *spec.values[number + 1 :]))


def move(spec: TableSpec, number: int, index: int) -> TableSpec:
    """Move value `number` before `index`, counted before the move."""
    value_index = max(0, min(index, len(spec.values)))
    value_index -= value_index > number
    order = [other for other in range(len(spec.values)) if other != number]
    order.insert(value_index, number)
    spec = _renumbered(spec, lambda other: order.index(other) if other in order else None)
    return spec.with_changes(values=tuple(spec.values[other] for other in order))


def duplicate(spec: TableSpec, number: int) -> TableSpec:
    """Add a copy of value `number` behind it."""
    return add(spec, spec.values[number], number + 1)


def remove(spec: TableSpec, number: int) -> TableSpec:
    """Remove a value unless it is the last one."""
    if len(spec.values) < 2:
        return spec
    spec = _renumbered(spec, lambda other: None if other == number else other - (other > number))
    return spec.with_changes(values=(*spec.values[:number], *spec.values[number + 1 :]))


def place_of(spec: TableSpec, kind: ValueKind) -> int | None:
    """Return the index of the first plain value of a kind, without its own filter; None if there is none."""
    value_indices = (n for n, value in enumerate(spec.values) if value.kind == kind and not value.conditions)
    return next(value_indices, None)


def put(spec: TableSpec, value: Value, index: int | None = None) -> TableSpec:
    """Put a value of the list into the table; a plain count or sum shown already is moved, others are added."""
    shown = place_of(spec, value.kind) if value in (Value("count"), Value("weighted_count")) else None
    if is_of_magnitude(value) and value in spec.values:
        shown = spec.values.index(value)
    if shown is None:
        return add(spec, value, index)
    return move(spec, shown, len(spec.values) if index is None else index)


def is_of_magnitude(value: Value) -> bool:
    """Return whether a value is a figure of a single magnitude."""
    return value.kind in OF_MAGNITUDE or value.kind == "distribution"


def put_several(spec: TableSpec, several: Sequence[Value], index: int | None = None) -> TableSpec:
    """Put values of the list one after the other; those shown already stay where they are."""
    target_index = len(spec.values) if index is None else index
    for value in several:
        if value not in spec.values:
            spec = add(spec, value, target_index)
            target_index += 1
    return spec


def without_all(spec: TableSpec, kind: ValueKind, magnitude: str) -> TableSpec:
    """Remove the values of a kind of a magnitude; a table keeps at least one value."""
    for number in reversed(range(len(spec.values))):
        if (spec.values[number].kind, spec.values[number].magnitude) == (kind, magnitude):
            spec = remove(spec, number)
    return spec


def _renumbered(spec: TableSpec, new_place: NewPlace) -> TableSpec:
    """Renumber references to values in orders and bases.

    A reference to a removed value is removed, or its order becomes plain.
    """

    def level(level: Level) -> Level:
        if level.order.by != "value":
            return level
        value_place = new_place(level.order.value)
        return replace(level, order=Order() if value_place is None else replace(level.order, value=value_place))

    def axis(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
        return tuple(replace(block, levels=tuple(map(level, block.levels))) for block in blocks)

    footnotes = []
    for note in spec.footnotes:
        value_place = new_place(note.value) if note.on in ("value", "cell") else note.value
        if value_place is not None:
            footnotes.append(replace(note, value=value_place))
    widths = []
    for width in spec.presentation.widths:
        value_place = new_place(int(width.path[-1]))
        if width.path[0] == STUB:
            widths.append(width)
        elif value_place is not None:
            widths.append(Width((*width.path[:-1], str(value_place)), width.pixels))
    return spec.with_changes(
        rows=axis(spec.rows),
        columns=axis(spec.columns),
        layers=axis(spec.layers),
        footnotes=tuple(footnotes),
        presentation=replace(spec.presentation, widths=tuple(widths)),
    )


# --- what a value begins with ------------------------------------------------------------------------------------


def new_value(
    kind: ValueKind,
    spec: TableSpec,
    decimals: int,
    periods: int = 1,
    references: Sequence[ReferenceTable] = (),
    magnitude: str = "",
) -> Value:
    """Make a value of a kind as it comes from the list, with likely defaults.

    `decimals` are those of shares and changes (whole percents under rounding), or of the sums of `magnitude`; `periods`
    is the number of the statistic's periods. A change begins with the innermost variable of the columns, else of the
    rows; `variable` is "" if there is none.
    """
    if kind == "share":
        return Value(kind, base="total", decimals=decimals)
    if kind == "change":
        return Value(
            kind, variable=next(iter(change_variables(spec, periods)), ""), against=PREVIOUS, decimals=decimals
        )
    if kind == "ratio":
        return Value(kind, factor=100, decimals=1)
    if kind in ("sum", "mean", "valid", "contributors", "missing"):
        return Value(kind, magnitude=magnitude, decimals=decimals if kind in ("sum", "mean") else 0)
    if kind in ("median", "quantile"):
        q = QUARTILE if kind == "quantile" else 0.5
        return Value(kind, magnitude=magnitude, decimals=max(decimals, 1), q=q)
    if kind == "rate":
        return Value(kind, factor=1000, decimals=1, reference=references[0].name if references else "")
    return Value(kind)


def share_of(value: Value, base: ShareBase, decimals: int) -> Value | None:
    """Make the share of a count or sum, in percent of a base; None for a derived value."""
    if value.kind not in ("count", "weighted_count", "sum"):
        return None
    measure = value.measure
    counted_kind: CountKind = "weighted_count" if measure.of == "weighted_count" else "count"
    return Value(
        "share", of=counted_kind, base=base, conditions=value.conditions, decimals=decimals, magnitude=measure.magnitude
    )


def share_place(spec: TableSpec, share: Value) -> int | None:
    """Return the index of this share in the table, with any label and decimals; None if it is not shown."""

    def plain(value: Value) -> Value:
        return replace(value, label=Texts(), unit=Texts(), decimals=0)

    return next((index for index, value in enumerate(spec.values) if plain(value) == plain(share)), None)


def change_variables(spec: TableSpec, periods: int = 1) -> tuple[str, ...]:
    """Return the variables along which a change can go: those in every block of an axis; the period if there are
    several."""
    variable_names: list[str] = []
    for axis in (spec.columns, spec.rows, spec.layers):
        blocks = [[level.variable for level in block.levels if not level.rows] for block in axis]
        variable_names += [name for name in reversed(blocks[0]) if all(name in other_block for other_block in blocks)]
    variable_names = [name for name in variable_names if name != PERIOD]
    return (PERIOD, *variable_names) if periods > 1 else tuple(variable_names)


def with_condition(conditions: tuple[Condition, ...], variable: str, codes: tuple[str, ...]) -> tuple[Condition, ...]:
    """Return a value's own filter with these categories of a variable; without codes the variable is removed."""
    kept_conditions = tuple(condition for condition in conditions if condition.variable != variable)
    return (*kept_conditions, Condition(variable, codes)) if codes else kept_conditions


# --- words -------------------------------------------------------------------------------------------------------


def kind_word(kind: ValueKind, language: Language) -> str:
    """Return the name of a kind of value in the list."""
    is_desk_kind = kind in ("share", "change", "ratio", "rate")
    return say(f"desk_value_{kind}" if is_desk_kind else f"word_{kind}", language)


def chip_words(
    value: Value,
    dimensions: Mapping[str, Dimension],
    references: Sequence[ReferenceTable],
    language: Language,
    magnitudes: Magnitudes = NONE,
) -> tuple[str, str]:
    """Return title and detail of a value's chip: what it is; of what, and its own filter."""
    own_text = value.label.text(language)
    filters = filter_text(value.conditions, dimensions, language)
    if value.kind == "ratio":
        title = own_text or say("desk_value_ratio", language)
        return title, say(
            "desk_ratio_of",
            language,
            what=" ".join(_described_figure(value.measure, filters, magnitudes, language)),
            per=_divisor(value, dimensions, magnitudes, language),
        )
    title, detail = _kind_words(value, dimensions, references, language)
    if value.measure.magnitude or is_of_magnitude(value):
        named_word = magnitude_word(value.magnitude, magnitudes, language)
        detail = f"{named_word} {detail}".strip()
    if own_text:
        title, detail = own_text, ""
    return title, " · ".join(text for text in (detail, filters) if text)


def _kind_words(
    value: Value,
    dimensions: Mapping[str, Dimension],
    references: Sequence[ReferenceTable],
    language: Language,
) -> tuple[str, str]:
    if value.kind == "share":
        return say("desk_value_share", language), base_word(value.base, language)
    if value.kind == "change":
        title = say("desk_value_difference" if value.absolute else "desk_value_change", language)
        return title, against_word(value, dimensions, language)
    if value.kind == "distribution":
        return class_words(value.in_class).text(language), ""
    if value.kind == "quantile":
        return say("desk_quantile", language, percent=shortest_text(100 * value.q, language)), ""
    if value.kind == "rate":
        table = next((reference for reference in references if reference.name == value.reference), None)
        unit = value.reference if table is None else reference_word(table, language)
        return say("desk_per_many", language, factor=value.factor), unit
    return kind_word(value.kind, language), ""


def _described_figure(measure: Measure, filters: str, magnitudes: Magnitudes, language: Language) -> list[str]:
    """Describe what a figure counts or adds up: the categories of the filter, or the magnitude's name."""
    if not measure.magnitude:
        return [filters or say(f"word_{measure.of}", language)]
    named_word = magnitude_word(measure.magnitude, magnitudes, language)
    return [named_word, f"({filters})"] if filters else [named_word]


def magnitude_word(name: str, magnitudes: Magnitudes, language: Language) -> str:
    """Return the title of a magnitude."""
    return magnitudes.get(name, Texts()).text(language) or name


def measure_word(measure: Measure, magnitudes: Magnitudes, language: Language) -> str:
    """Return the name of a measure for choices: `Number`, `Sum of turnover`."""
    if not measure.magnitude:
        return say(f"word_{measure.of}", language)
    key = "value_sum" if measure.of == "count" else "value_sum_weighted"
    return say(key, language, magnitude=magnitude_word(measure.magnitude, magnitudes, language))


def measures(magnitudes: Magnitudes, *, weighted: bool) -> list[Measure]:
    """Return all measures: counts and sums of magnitudes; `weighted` adds weighted ones."""
    kinds: tuple[CountKind, ...] = ("count", "weighted_count") if weighted else ("count",)
    return [Measure(counted_kind, name) for name in ("", *magnitudes) for counted_kind in kinds]


def _divisor(value: Value, dimensions: Mapping[str, Dimension], magnitudes: Magnitudes, language: Language) -> str:
    """Describe the base of a ratio: `100 men`."""
    filters = filter_text(value.base_conditions, dimensions, language)
    base = " ".join(_described_figure(value.base_measure, filters, magnitudes, language))
    return base if value.factor == 1 else f"{integer_text(value.factor, language)} {base}"


def base_word(base: ShareBase, language: Language) -> str:
    """Describe the base of a share: `of the row`."""
    return say(f"desk_share_{base}", language) if base else ""


def against_word(value: Value, dimensions: Mapping[str, Dimension], language: Language) -> str:
    """Describe what a change is compared with."""
    if value.against == PREVIOUS:
        return say("desk_against_previous", language)
    dimension = dimensions.get(value.variable)
    label = value.against if dimension is None else dimension.label(value.against).text(language)
    return say("desk_against", language, what=label)


def reference_word(table: ReferenceTable, language: Language) -> str:
    """Return what the figures of a reference table count: its unit, else its title."""
    return table.unit.text(language) or table.title.text(language) or table.name


def filter_text(
    conditions: Sequence[Condition], dimensions: Mapping[str, Dimension], language: Language, most: int = 1
) -> str:
    """Describe the categories of a value's own filter briefly; "" if it keeps every record."""
    words = []
    for condition in conditions:
        if condition.restricts:
            dimension = dimensions.get(condition.variable)
            labels = [
                code if dimension is None else dimension.label(code).text(language) for code in condition.codes[:most]
            ]
            more = len(condition.codes) - len(labels)
            words.append(", ".join(labels) + (f" +{more}" if more > 0 else ""))
    return "; ".join(words)
