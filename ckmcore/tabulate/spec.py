"""TableSpec: what the clerk laid out. Frozen and serialisable; the same object in window, command line, saved table.

An axis is a list of stacked blocks; a block nests levels; a level is a variable with a selection of nodes, or rows of
one's own (label + filter). A value is one of a closed set. Addresses are `{dimension: code or TOTAL}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Literal, NamedTuple, cast

import msgspec

from ckmcore.base.checked import Number, checked, shown
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER, decoded, kept_settings
from ckmcore.errors import ArgumentNotTaken, DataError
from ckmcore.messages import sentence
from ckmcore.tabulate.picture_choice import PictureChoice


class _Total(Enum):
    TOTAL = "TOTAL"

    def __repr__(self) -> str:
        return "TOTAL"


TOTAL = _Total.TOTAL
Code = str | Literal[_Total.TOTAL]

TotalPlace = Literal["before", "after", "off"]
Place = Literal["before", "after"]
Relation = Literal["davon", "darunter", "und zwar"]
RowKind = Literal["figures", "heading", "blank"]
ValueKind = Literal[
    "count",
    "weighted_count",
    "sum",
    "mean",
    "share",
    "change",
    "ratio",
    "rate",
    "valid",
    "contributors",
    "missing",
    "distribution",
    "median",
    "quantile",
]
CountKind = Literal["count", "weighted_count"]
# What a figure of a magnitude may be divided by, too: records with a value, contributors, both also by weight.
MeasureKind = Literal[
    "count",
    "weighted_count",
    "valid",
    "weighted_valid",
    "contributors",
    "weighted_contributors",
    "answered",
    "weighted_answered",
]
BlockTotal = Literal["each", "first", "last"]
ShareBase = Literal["", "total", "row", "column", "row_parent", "column_parent"]
OrderBy = Literal["list", "code", "label", "value", "hand"]
OWN_ROWS = "::rows"
PERIOD = "::period"
PREVIOUS = "::previous"
STUB = "::stub"
# Variables that the values of a magnitude make: whether a record has a value, and one that is not 0; its class.
ANSWER = "::answer "
CLASS = "::class "
MOST_DECIMALS = 6


@checked
@dataclass(frozen=True)
class Condition:
    """A filter: the variable is in one of `codes` (a node of its hierarchy means all leaves below), or a rule that a
    period resolves (`latest`, `year_before`). Without codes and rule all records pass.

    >>> women = ckm.TableSpec("NUTS", "AGE", filters=ckm.Condition("SEX", "2"))
    >>> shown = ckm.protect(ckm.tabulate(data, women), ckm.Rounding(5))
    >>> shown.value({"NUTS": "AT21"})
    75
    """

    variable: str
    codes: tuple[str, ...] = ()
    rule: Literal["", "latest", "year_before"] = ""

    @property
    def restricts(self) -> bool:
        return bool(self.codes or self.rule)


@checked
@dataclass(frozen=True)
class Group:
    """An own group with a label and the codes of its categories; it is always tabulated from the microdata.

    >>> young = ckm.Group(ckm.Texts("Young", "Junge"), ["0", "1"])
    >>> spec = ckm.TableSpec("NUTS", ckm.Level("AGE", groups=[young], groups_only=True))
    >>> frame = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(5)).to_pandas(labels=True)
    >>> frame["AGE"].unique().tolist()
    ['Total', 'Young']
    """

    label: Texts
    codes: tuple[str, ...]


@checked
@dataclass(frozen=True)
class OwnRow:
    """An own row: a label and the conditions of its records, joined by and, or with `any_of` by or.

    relation: of consecutive rows with the same relation to the total: *davon* is complete and disjoint (checked),
    *darunter* a part, *und zwar* may overlap. kind: a `heading` has a label and no figures, a `blank` neither.
    """

    label: Texts = Texts()
    conditions: tuple[Condition, ...] = ()
    relation: Relation = "darunter"
    any_of: bool = False
    kind: RowKind = "figures"


def _pairs(given_pairs: Any) -> Any:
    """Pairs, also as a dictionary."""
    return tuple(given_pairs.items()) if isinstance(given_pairs, Mapping) else given_pairs


@checked
@dataclass(frozen=True)
class Order:
    """Order of the nodes of a level among their siblings.

    by: `list` (code list or hierarchy), `code`, `label` (in the table's language), `value` (published figures of value
    number `value`, over all columns or rows and sheets; largest first with `descending`), or `hand`: `codes` first in
    this order, then the others. line: with `value`, codes by variable of a single column (or row) and sheet, also given
    as a dictionary; where the table does not show it, the list order is used.
    """

    by: OrderBy = "list"
    descending: bool = False
    codes: tuple[str, ...] = ()
    value: Number = 0
    line: tuple[tuple[str, str], ...] = field(default=(), metadata={"taken_as": _pairs, **LATER})


@checked
@dataclass(frozen=True)
class Top:
    """Rule by which a level shows only its largest nodes, and all others as one row that is tabulated from the records
    and protected separately.

    most: number of nodes shown, 0 for no rule. They are ranked by the published figures of value number `value`, over
    all columns or rows and sheets, or at the single `line` (as of `Order`); ties are broken by the list order. label:
    of the row of others, "" for Others. The outcome is recorded in drafts and the register and is no part of the rule:
    `codes` shown, largest first, nodes `within` them, and `others`.

    >>> largest = ckm.TableSpec(ckm.Level("NUTS", top=ckm.Top(2)))
    >>> draft = ckm.open_statistic("statistic.ckm")[0].draft(largest, data)
    >>> draft.table.to_pandas(labels=True)["NUTS"].tolist(), draft.table.spec.rows[0].levels[0].top.others
    (['Total', 'AT11', 'AT12', 'Others'], ('AT21',))
    """

    most: Number = 0
    value: Number = 0
    line: tuple[tuple[str, str], ...] = field(default=(), metadata={"taken_as": _pairs})
    label: Texts = Texts()
    codes: tuple[str, ...] = field(default=(), compare=False)
    others: tuple[str, ...] = field(default=(), compare=False)
    within: tuple[str, ...] = field(default=(), compare=False)


def _groups(given_groups: Any) -> Any:
    """Own groups, also as a dictionary of their labels and codes."""
    return (
        tuple(Group(label, codes) for label, codes in given_groups.items())
        if isinstance(given_groups, Mapping)
        else given_groups
    )


@checked
@dataclass(frozen=True)
class Level:
    """A variable in a block, or own rows.

    depths: levels of the hierarchy that are shown, empty for all. nodes: codes of single shown nodes, empty for all;
    hiding nodes never changes a total. groups_only: only the own groups are shown. expanded: nodes whose children are
    shown too, regardless of `depths`. groups: own groups behind the nodes, also given as {label: codes}. total:
    position of the total, or off. subtotals: nodes before or after their children. stub: levels of the hierarchy by
    indentation or in columns. title: replaces the variable's title.

    rows: own rows; `variable` is then a name that begins with `OWN_ROWS`. mean: for the level `PERIOD`, whose codes are
    periods, the total is the sum divided by the number of periods, instead of the union of the records. hidden: nodes
    left out of the table with all their descendants; totals do not change, and readers are not told that figures are
    secret. labels: labels of single nodes in this table by code, also given as a dictionary. top: rule that selects the
    largest outermost nodes.

    >>> nested = data.with_hierarchy("NUTS", ckm.read_hrc("nuts.hrc"))
    >>> spec = ckm.TableSpec(ckm.Level("NUTS", depths=[0]), ckm.Level("SEX", total="off"))
    >>> ckm.protect(ckm.tabulate(nested, spec), ckm.Rounding(5)).to_pandas(wide=True).index.tolist()
    ['Total', 'AT1', 'AT2']
    """

    variable: str
    depths: tuple[Number, ...] = ()
    nodes: tuple[str, ...] = ()
    groups: tuple[Group, ...] = field(default=(), metadata={"taken_as": _groups})
    total: TotalPlace = "after"
    expanded: tuple[str, ...] = ()
    subtotals: Place = "before"
    order: Order = Order()
    stub: Literal["indent", "columns"] = "indent"
    title: Texts = Texts()
    rows: tuple[OwnRow, ...] = ()
    mean: bool = False
    groups_only: bool = False
    hidden: tuple[str, ...] = field(default=(), metadata=LATER)
    labels: tuple[tuple[str, Texts], ...] = field(default=(), metadata={"taken_as": _pairs, **LATER})
    top: Top = field(default=Top(), metadata=LATER)


@checked
@dataclass(frozen=True)
class Block:
    """Nested levels, outermost first. label: heading of the block where several are stacked; blank: blank line before
    it.

    >>> by_sex, by_age = ckm.Block(ckm.Level("SEX")), ckm.Block(ckm.Level("AGE", total="off"), label="By age")
    >>> stacked = ckm.tabulate(data, ckm.TableSpec("NUTS", [by_sex, by_age]))
    >>> [block.shape for block in ckm.protect(stacked, ckm.Rounding(5)).blocks]
    [(4, 3), (4, 6)]
    """

    levels: tuple[Level, ...] = ()
    label: Texts = Texts()
    blank: bool = False

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(level.variable for level in self.levels)


class Measure(NamedTuple):
    """What a figure counts or sums: records, once or with weights; the sum of a magnitude; or records with a value
    (`valid`) or with a value other than 0 (`contributors`)."""

    of: MeasureKind = "count"
    magnitude: str = ""

    @property
    def is_sum(self) -> bool:
        """Whether the measure is a sum of a magnitude."""
        return bool(self.magnitude) and self.of in ("count", "weighted_count")


# What a record says of a magnitude: nothing, 0, or something else.
_ANSWERS = {"missing": ("missing",), "valid": ("zero", "amount"), "contributors": ("amount",)}


@checked
@dataclass(frozen=True)
class Value:
    """A figure of the table: kind, measure, own filter, label, unit, decimals.

    count, weighted_count: records that meet `conditions`. sum, mean: of `magnitude`, records once or, with `of`
    "weighted_count", by weight. Derived values use counts, or sums of `magnitude`. share: of `of` in the `base` cell,
    in percent; `row` and `column` are the totals of the line, `row_parent` and `column_parent` the node above. change:
    of `of` against category `against` of `variable` (`PREVIOUS`: the one before), in percent, or `absolute`. ratio:
    `of` divided by `of_base` (of `base_magnitude`) of the records that meet `base_conditions`, times `factor`. rate:
    `of` per `factor` of the public reference figure `reference` (a table of the statistic).

    valid, contributors, missing: number of records with a value of `magnitude`, with one other than 0, or without one.
    distribution: number in class `in_class` ("0..6": from 0 to below 6; "24..": from 24 on). Each is a count of its
    own. median, quantile (`q`): interpolated from published counts of the magnitude's declared classes; `/` where the
    class has fewer than `least_in_class` published records.

    >>> per_head = ckm.Value("ratio", magnitude="INCOME", label="Income per head", decimals=1)
    >>> spec = ckm.TableSpec("NUTS", "SEX", values=["count", ckm.Value("share", base="row", decimals=1), per_head])
    >>> spec.magnitudes, [value.is_derived for value in spec.values]
    (('INCOME',), [False, True, True])
    """

    kind: ValueKind = "count"
    variable: str = ""
    of: CountKind = "count"
    base: ShareBase = ""
    conditions: tuple[Condition, ...] = ()
    label: Texts = Texts()
    unit: Texts = Texts()
    decimals: int = 0
    against: str = ""
    absolute: bool = False
    of_base: CountKind = "count"
    base_conditions: tuple[Condition, ...] = ()
    factor: int = 1
    reference: str = ""
    magnitude: str = ""
    base_magnitude: str = ""
    q: float = field(default=0.5, metadata=LATER)
    in_class: str = field(default="", metadata=LATER)
    least_in_class: Number = field(default=0, metadata=LATER)

    @property
    def counts_answers(self) -> bool:
        """Whether the value counts records by their value of a magnitude."""
        return self.kind in ("valid", "contributors", "missing", "distribution")

    @property
    def is_quantile(self) -> bool:
        """Whether the value is interpolated from counts of classes."""
        return self.kind in ("median", "quantile")

    @property
    def own_filter(self) -> tuple[Condition, ...]:
        """Filter of the counted records: the value's conditions, and those of its kind on the magnitude."""
        if self.kind == "distribution":
            return (*self.conditions, Condition(f"{CLASS}{self.magnitude}", (self.in_class,)))
        if self.counts_answers:
            return (*self.conditions, Condition(f"{ANSWER}{self.magnitude}", _ANSWERS[self.kind]))
        return self.conditions

    @property
    def counted(self) -> CountKind:
        """Whether records are counted or their weights."""
        if self.kind == "weighted_count" or (self.kind != "count" and self.of == "weighted_count"):
            return "weighted_count"
        return "count"

    @property
    def measure(self) -> Measure:
        """Measure of the value, or of its numerator."""
        of_records = self.kind in ("count", "weighted_count") or self.counts_answers or self.is_quantile
        return Measure(self.counted, "" if of_records else self.magnitude)

    @property
    def base_measure(self) -> Measure:
        """Denominator of a ratio or a mean."""
        if self.kind == "mean":
            return Measure(self.counted)
        return Measure(self.of_base, self.base_magnitude)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Measures that must be published for the value."""
        return (self.measure, self.base_measure) if self.kind in ("ratio", "mean") else (self.measure,)

    @property
    def needs_weights(self) -> bool:
        return any(measure.of == "weighted_count" for measure in self.measures)

    @property
    def is_derived(self) -> bool:
        """Whether the value is computed from other figures. Counts are never derived, and their `decimals` have no
        effect."""
        return self.kind in ("share", "change", "ratio", "rate", "mean") or self.is_quantile

    @property
    def places(self) -> int:
        """Number of decimals of its published figures, which are integers scaled by 10^places."""
        whole = (
            self.kind in ("count", "weighted_count") or self.counts_answers or (self.kind == "change" and self.absolute)
        )
        return 0 if whole and not self.measure.magnitude else self.decimals


@checked
@dataclass(frozen=True)
class Width:
    """Width of a column in pixels. path: codes of its line followed by the index of its value; for a column of the stub
    `STUB` and its index."""

    path: tuple[str, ...]
    pixels: int


@checked
@dataclass(frozen=True)
class Presentation:
    """Presentation of a table, independent of its figures: labels, codes or both; language of texts ("" for the
    window's); whether rows or columns with only zeros are hidden; widths of columns.

    tree: in the head a node of a hierarchy spans its descendants. headed: stacked blocks without a label get a heading
    of their variables, and automatic titles name all blocks and values. block_total: the total is in each stacked
    block, the first or the last. valid_codes: categories that are not valid in the period are left out, with a note.
    set_off: files set off subtotals and blocks, print a common unit once, and have columns of equal width. Tables of
    former versions have none of these.

    bars, colours: bars or backgrounds by the published figures of each value, in lines that are no sums of others.
    numbered: workbooks and pages number the columns of figures below the head. leaders: workbooks and printed pages
    have dots between labels and figures. csv_codes: CSV for people has codes beside labels, and the level of
    hierarchies, for hierarchies alone or all variables. name_hidden: a note names hidden categories, which are part of
    the totals. number: of the table in its publication, with its word (`Table
    1.1`). picture: how it is drawn.
    """

    labels: Literal["labels", "codes", "both"] = "labels"
    language: Literal["", "de", "en"] = ""
    hide_rows: bool = False
    hide_columns: bool = False
    widths: tuple[Width, ...] = ()
    tree: bool = field(default=False, metadata=LATER)
    headed: bool = field(default=False, metadata=LATER)
    block_total: BlockTotal = field(default="each", metadata=LATER)
    valid_codes: bool = field(default=False, metadata=LATER)
    set_off: bool = field(default=False, metadata=LATER)
    bars: bool = field(default=False, metadata=LATER)
    colours: bool = field(default=False, metadata=LATER)
    numbered: bool = field(default=False, metadata=LATER)
    leaders: bool = field(default=False, metadata=LATER)
    csv_codes: Literal["none", "hierarchies", "all"] = field(default="none", metadata=LATER)
    name_hidden: bool = field(default=False, metadata=LATER)
    number: Texts = field(default=Texts(), metadata=LATER)
    picture: PictureChoice = field(default=PictureChoice(), metadata=LATER)


PRINTED = Presentation(
    tree=True,
    headed=True,
    block_total="first",
    valid_codes=True,
    set_off=True,
    csv_codes="hierarchies",
    name_hidden=True,
)
"""How an office prints a table: what a table is shown by that is laid out anew in the window."""


@checked
@dataclass(frozen=True)
class Footnote:
    """A footnote on a part of the table, given by its logical address, so that it keeps its place when the layout
    changes.

    on: `table`; `line`, the row or column with this address; `cell`; or `value`, value number `value`.
    """

    text: Texts
    on: Literal["table", "line", "cell", "value"] = "table"
    address: tuple[tuple[str, str], ...] = ()
    value: int = 0


AxisInput = Sequence[Block] | Sequence[Level | str] | Block | Level | str


def _blocks(name: str, axis: AxisInput) -> tuple[Block, ...]:
    """Blocks of an axis: the given ones, or a single one of the given levels and names."""
    items: tuple[object, ...] = (
        (axis,) if isinstance(axis, str | Level | Block) or not isinstance(axis, Iterable) else tuple(axis)
    )
    if items and all(isinstance(item, Block) for item in items):
        return tuple(item for item in items if isinstance(item, Block))
    if wrong := [item for item in items if not isinstance(item, str | Level)]:
        takes = sentence("argument_axis_mixed" if isinstance(wrong[0], Block) else "argument_axis")
        raise ArgumentNotTaken(name=f"TableSpec.{name}", takes=takes, given=shown(wrong[0]), nearest="")
    levels = [Level(item) if isinstance(item, str) else item for item in items]
    return (Block(tuple(level for level in levels if isinstance(level, Level))),)


def values_asked(given: Any) -> Any:
    """Values, where a plain value may be given by its kind alone."""
    given_values = given if isinstance(given, Iterable) and not isinstance(given, str | Mapping) else (given,)
    return tuple(
        Value(cast(ValueKind, given_value)) if isinstance(given_value, str) else given_value
        for given_value in given_values
    )


@checked
@dataclass(frozen=True, init=False)
class TableSpec:
    """Specification of a table. `TableSpec(rows=["A", "B"], columns=["C"])` is the short form with one nested block per
    axis.

    A value without settings can be given by its kind ("count").

    >>> spec = ckm.TableSpec("NUTS", ["SEX", "AGE"], values=["count", ckm.share("row")], title="Persons")
    >>> ckm.tabulate(data, spec)
    RawTable((4, 3, 6), confidential)
    """

    rows: tuple[Block, ...] = (Block(),)
    columns: tuple[Block, ...] = (Block(),)
    layers: tuple[Block, ...] = (Block(),)
    filters: tuple[Condition, ...] = ()
    values: tuple[Value, ...] = (Value(),)
    values_on: Literal["columns", "rows"] = "columns"
    title: Texts = Texts()
    presentation: Presentation = Presentation()
    footnotes: tuple[Footnote, ...] = ()

    def __init__(
        self,
        rows: AxisInput = (),
        columns: AxisInput = (),
        layers: AxisInput = (),
        filters: Sequence[Condition] | Condition = (),
        values: Sequence[Value | ValueKind] | Value | ValueKind = (Value(),),
        values_on: Literal["columns", "rows"] = "columns",
        title: Texts | str | None = None,
        presentation: Presentation = Presentation(),
        footnotes: Sequence[Footnote] | Footnote = (),
    ) -> None:
        put = object.__setattr__
        put(self, "rows", _blocks("rows", rows))
        put(self, "columns", _blocks("columns", columns))
        put(self, "layers", _blocks("layers", layers))
        put(self, "filters", filters)
        put(self, "values", values_asked(values))
        put(self, "values_on", values_on)
        put(self, "title", title or Texts())
        put(self, "presentation", presentation)
        put(self, "footnotes", footnotes)

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of all axes, in order, without filters."""
        axes = (*self.rows, *self.columns, *self.layers)
        return tuple(dict.fromkeys(name for block in axes for name in block.variables))

    @property
    def magnitudes(self) -> tuple[str, ...]:
        """Magnitudes whose sums the table needs."""
        magnitudes = (measure.magnitude for value in self.values for measure in value.measures)
        return tuple(dict.fromkeys(name for name in magnitudes if name))

    @property
    def answered(self) -> tuple[str, ...]:
        """Magnitudes by whose values records are counted."""
        magnitudes = (value.magnitude for value in self.values if value.counts_answers or value.is_quantile)
        return tuple(dict.fromkeys(magnitudes))

    @property
    def count_values(self) -> tuple[int, ...]:
        """The numbers of the values that publish counts."""
        return tuple(
            index for index, value in enumerate(self.values) if not value.is_derived and value.measure == Measure()
        )

    @property
    def weighted_values(self) -> tuple[int, ...]:
        """The numbers of the values that publish weighted counts."""
        weighted = Measure("weighted_count")
        return tuple(
            index for index, value in enumerate(self.values) if not value.is_derived and value.measure == weighted
        )

    @property
    def asked(self) -> tuple[str, ...]:
        """Variables of the records that the table needs for axes, filters, own rows, and own filters of values."""
        levels = [level for block in (*self.rows, *self.columns, *self.layers) for level in block.levels]
        conditions = [*self.filters]
        for value in self.values:
            conditions += [*value.conditions, *value.base_conditions]
        for level in levels:
            conditions += [condition for row in level.rows for condition in row.conditions]
        names = [level.variable for level in levels if not level.rows and level.variable != PERIOD]
        names += [
            condition.variable
            for condition in conditions
            if condition.restricts and not condition.variable.startswith((ANSWER, CLASS))
        ]
        return tuple(dict.fromkeys(names))

    def with_changes(self, **changes: Any) -> TableSpec:
        return replace(self, **changes)


def spec_to_json(spec: TableSpec) -> str:
    """JSON of the specification for saved tables and release records; fields of later versions are included only where
    not default."""
    return msgspec.json.encode(kept_settings(spec)).decode()


def spec_from_json(text: str) -> TableSpec:
    """Specification of a JSON text. Raises spec_unreadable with the path of the fault."""
    try:
        return decoded(text, TableSpec)
    except msgspec.MsgspecError as fault:
        raise DataError("spec_unreadable", detail=str(fault)) from fault
