"""Shares, changes, ratios, rates and means, each by the rules of the method; method.md sections 2 and 4.

Cell-key method: from published figures. Rounding: from originals, with a minimum base, where the published figure is
not 0 (a zero is a zero); differences, rates and means from published figures: the public figure that a rate divides by
is known to the unit, so that a rate of originals and the rounded figure would together give an original away. A figure
whose base is 0, or too small, carries `Sign.BLOCKED`. Nothing is shown of the magnitudes of a cell whose published
count is 0. A figure derived from one that is not shown is not shown; one derived from a bracketed one is in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.arithmetic import divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.examination import OriginalBlock
from ckmcore.methods.notices import legend_of, remarks
from ckmcore.methods.protected import Legend, ProtectedBlock, ProtectedTable, Sign
from ckmcore.methods.quantiles import ClassEdges, published_quantiles
from ckmcore.methods.signs import marked, only, strongest
from ckmcore.methods.sums import SumRules
from ckmcore.microdata.classes import class_edges
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import AllCells, Cells, ListedCells, ListedNotComputed
from ckmcore.tabulate.raw import Conditions, RawBlock, RawTable
from ckmcore.tabulate.references import ReferenceFigures
from ckmcore.tabulate.spec import CLASS, PREVIOUS, Measure, TableSpec, Value

T = TypeVar("T")
Elsewhere = tuple[Cells, tuple[NDArray[np.intp], ...]]
"""The cells that arrays hold, and of each the place of another one."""
DECIMALS_OF_DOUBLES = 2
RECORDS, WEIGHTED = Measure(), Measure("weighted_count")
_FORMER = SumRules()
Part = TypeVar("Part")


@dataclass(frozen=True)
class DerivedRules:
    """Rules of a method for derived figures.

    minimum_base: smallest base of shares, relative changes and ratios. For methods that derive from originals it holds
    for whole percents and is ten times as large for each decimal. least_records: smallest published number of records
    in numerator and denominator, also for differences and rates; a 0 in the numerator is exempt. sign: replaces figures
    that fall short. ratio_decimals: largest number of decimals of ratios and rates, None for any. zero_above: a figure
    published as 0 counts as 0 in derived figures; otherwise its original is the numerator.
    """

    minimum_base: int = 0
    least_records: int = 0
    sign: Sign = Sign.BLOCKED
    ratio_decimals: int | None = None
    zero_above: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class Numbers:
    """Figures of a block, scaled by 10^decimals (int64) or float64. divisor: number by which averages divide their
    sums."""

    array: NDArray[Any]
    decimals: int = 0
    divisor: int = 1

    def taken(self, places: tuple[NDArray[np.intp], ...]) -> Numbers:
        return replace(self, array=self.array[places])

    def below(self, limit: int) -> NDArray[np.bool_]:
        below: NDArray[np.bool_] = self.array < limit * 10**self.decimals * self.divisor
        return below


@dataclass(frozen=True, eq=False, repr=False)
class Counted:
    """Published figures of a block by measure, from which its values are made; those of records are always included.

    decimals: of sums of magnitudes, which are scaled by 10^decimals, 0 where absent. originals: only where the method
    derives from them. bases: figures for the test of the minimum base (for averages their sums), None where the derived
    figures' own bases are used. unknown: mask of cells without figures. signs: of each cell, None without signs.
    secret: by measure the mask of cells where this measure is hidden. rules: for derived figures. sums: which records
    count in sums, by magnitude. threshold: smaller counts are not shown.
    """

    published: Mapping[Measure, NDArray[np.int64]]
    originals: Mapping[Measure, Numbers] | None = None
    unknown: NDArray[np.bool_] | None = None
    decimals: Mapping[Measure, int] = field(default_factory=dict)
    bases: Mapping[Measure, Numbers] | None = None
    signs: NDArray[np.uint8] | None = None
    secret: Mapping[Measure, NDArray[np.bool_]] = field(default_factory=dict)
    rules: DerivedRules = DerivedRules()
    sums: Mapping[str, SumRules] = field(default_factory=dict)
    threshold: int = 0

    def sum_rules(self, magnitude: str) -> SumRules:
        """Rules on which records count in sums of a magnitude."""
        return self.sums.get(magnitude, _FORMER)

    def figures(self, measure: Measure) -> Numbers:
        """The published figures of a measure."""
        return Numbers(self.published[measure], self.decimals.get(measure, 0))

    def source(self, measure: Measure) -> Numbers:
        """Figures from which shares, changes and ratios are computed; 0 where the published figure is 0."""
        published = self.figures(measure)
        if self.originals is None:
            return published
        original = self.originals[measure]
        return replace(original, array=np.where(published.array == 0, 0, original.array))

    def above(self, measure: Measure) -> Numbers:
        """Numerators of shares, changes and ratios."""
        if self.originals is None or self.rules.zero_above:
            return self.source(measure)
        return self.originals[measure]

    def base(self, measure: Measure) -> Numbers:
        """Figures on which the minimum base is tested; 0 where the published figure is 0."""
        if self.bases is None:
            return self.source(measure)
        base, source = self.bases[measure], self.source(measure)
        figures = self.figures(measure) if self.originals is None else self.originals[measure]
        if base.array is figures.array:
            return replace(base, array=source.array)
        return replace(base, array=np.where(self.published[measure] == 0, 0, base.array))

    def lost(self, measure: Measure) -> NDArray[np.bool_] | None:
        """Mask of cells without a figure of a measure; None where all have one."""
        if not measure.magnitude:
            return self.unknown
        rules, name = self.sum_rules(measure.magnitude), measure.magnitude
        empty: NDArray[np.bool_] = self.published[RECORDS] == 0
        if rules.counts_values:
            empty = self.published[Measure("contributors", name)] == 0
            if rules.zero_is == "public":
                empty = empty & (self.published[measure] != 0)
            empty = empty | (self.published[Measure("valid", name)] == 0)
        if rules.shown_with == "records":
            # What a reader sees: both counts, whether they stand in the table or not.
            least = max(1, self.threshold)
            empty = empty | (self.published[RECORDS] < least) | (self.published[Measure(rules.answered, name)] < least)
        return empty if self.unknown is None else empty | self.unknown

    def marks(self, measure: Measure) -> NDArray[np.uint8] | None:
        """Signs in place of a measure's figures or around them; None without signs."""
        secret = self.secret.get(measure)
        if secret is None:
            return self.signs
        if measure == WEIGHTED:  # an average can be published as 0 though what it is made of is not
            secret = secret | (self.published[RECORDS] == 0)
        hidden = only(secret, Sign.UNKNOWN)
        return hidden if self.signs is None else strongest(hidden, self.signs)

    def few_contributors(self, measure: Measure, elsewhere: Elsewhere | None = None) -> NDArray[np.bool_] | None:
        """Mask of cells whose sum has too few contributors for relative changes; None without such a rule. elsewhere:
        other cells to look at instead."""
        least = self.sum_rules(measure.magnitude).least_contributors
        if not measure.magnitude or not least:
            return None
        is_few: NDArray[np.bool_] = self.published[Measure("contributors", measure.magnitude)] < least
        return is_few if elsewhere is None else elsewhere[0].taken(is_few, elsewhere[1])


def alike(every: Sequence[Counted]) -> list[Counted]:
    """Bring published figures of several methods to the same measures; where a method does not count records with a
    value, all records are taken to have one.

    For sums the strictest of the methods' rules then holds.
    """
    measures = dict.fromkeys(measure for counted in every for measure in counted.published)
    names = dict.fromkeys(name for counted in every for name in counted.sums)
    rules = {name: max((counted.sum_rules(name) for counted in every), key=_strict) for name in names}

    def filled(figures_by_measure: Mapping[Measure, T]) -> dict[Measure, T]:
        return {
            measure: figures_by_measure[
                measure if measure in figures_by_measure else WEIGHTED if measure.of.startswith("weighted") else RECORDS
            ]
            for measure in measures
        }

    return [
        replace(
            counted,
            published=filled(counted.published),
            originals=None if counted.originals is None else filled(counted.originals),
            bases=None if counted.bases is None else filled(counted.bases),
            sums=rules,
        )
        for counted in every
    ]


def _strict(rule: SumRules) -> tuple[bool, int]:
    """Strictness of rules for sums as a sort key; the strictest of several rules decides what a table shows."""
    return rule.shown_with == "records", len(rule.numbers())


def averaged(total: Counted, periods: int, but: Sequence[Measure] = ()) -> Counted:
    """Average over periods: the published sum divided by the number of periods, rounded to whole numbers (method.md
    sections 2 and 4). but: measures that are averages already."""
    published = {
        kind: figures if kind in but else divide_half_away(figures, periods)
        for kind, figures in total.published.items()
    }
    originals = total.originals and {
        kind: replace(original, divisor=periods) for kind, original in total.originals.items()
    }
    return replace(total, published=published, originals=originals, bases=total.bases or total.originals)


class CountingMethod(Protocol):
    """Protocol of methods that publish counts and weighted counts, each cell independently."""

    @property
    def name(self) -> Sentence: ...

    @property
    def note(self) -> Sentence: ...

    @property
    def short_note(self) -> Sentence: ...

    @property
    def legend(self) -> Legend: ...

    @property
    def contributors(self) -> int: ...

    def sum_rules(self, magnitude: str) -> SumRules: ...

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted: ...


def protected(raw: RawTable, method: CountingMethod) -> ProtectedTable:
    """Protect a raw table: counts by the method, derived values by the method's rules."""
    parts_by_filter = raw.parts or {raw.spec.values[0].own_filter: raw.blocks}
    blocks = tuple(
        protected_block(
            raw.spec,
            block_index,
            {own_filter: counted_blocks[block_index] for own_filter, counted_blocks in parts_by_filter.items()},
            method,
            {name: several_reference[block_index] for name, several_reference in raw.references.items()},
        )
        for block_index in range(len(raw.blocks))
    )
    table = ProtectedTable(
        raw.spec,
        blocks,
        method.name,
        method.note,
        method.short_note,
        raw.filters,
        raw.footnotes,
        raw.labels,
        legend_of(raw.spec, method.legend, method.sum_rules),
        remarks(raw.spec, parts_by_filter, method.sum_rules, raw.title),
    )
    return marked(table, raw.structural_zeros)


def protected_block(
    spec: TableSpec,
    number: int,
    parts: Mapping[Conditions, RawBlock],
    method: CountingMethod,
    references: Mapping[str, ReferenceFigures],
) -> ProtectedBlock:
    """Protect block `number` of a table. parts: blocks by the own filter of values; references: reference figures by
    name. A listed block keeps the cells whose published line differs from an empty cell's.
    """
    weighted = any(value.needs_weights for value in spec.values)
    block = next(iter(parts.values()))

    def published(change: Callable[[RawBlock], RawBlock]) -> ProtectedBlock:
        changes = {own_filter: change(raw_block) for own_filter, raw_block in parts.items()}
        counted = {
            own_filter: published_of(method, change, weighted=weighted) for own_filter, change in changes.items()
        }
        each_change = next(iter(changes.values()))
        figures, signs = figures_of(spec, number, each_change.dimensions, counted, references, each_change.listed)
        return ProtectedBlock(each_change.dimensions, figures, signs, each_change.listed)

    if block.listed is None:
        return published(lambda block: block)
    for raw_block in parts.values():
        _refuse_exempt(method, raw_block, weighted=weighted)
    nothing = published(RawBlock.nothing)
    # What is derived differs from cell to cell, also where there is nothing.
    if block.exempt is not None or any(value.is_derived for value in spec.values):
        own_figures, empty = _halves(published(RawBlock.with_empty), block.listed)
    else:
        own_figures, empty = published(lambda block: block), nothing
    return listed(spec, own_figures, empty, nothing)


def _refuse_exempt(method: CountingMethod, block: RawBlock, *, weighted: bool) -> None:
    """Raise ListedNotComputed for a list with exempt cells where empty cells get a sign: it could not be stated what
    unlisted cells publish, whether or not they are occupied."""
    if block.exempt is None:
        return
    signs = method.counted(block.nothing(), weighted=weighted).signs
    if signs is not None and signs.any():
        raise ListedNotComputed(what=sentence("listed_exempt"))


def _halves(both_block: ProtectedBlock, cells: ListedCells) -> tuple[ProtectedBlock, ProtectedBlock]:
    """Split a block computed for listed and empty cells together: the listed cells, and the empty cells at the same
    places."""
    count = len(cells.numbers)
    first, second = slice(count), slice(count, None)
    own_half, empty = (
        replace(
            both_block,
            figures=tuple(figures[half] for figures in both_block.figures),
            signs=None if both_block.signs is None else tuple(signs[half] for signs in both_block.signs),
            listed=cells,
        )
        for half in (first, second)
    )
    return own_half, empty


def listed(spec: TableSpec, block: ProtectedBlock, empty: ProtectedBlock, nothing: ProtectedBlock) -> ProtectedBlock:
    """Restrict a listed block to the cells whose published line differs from an empty cell's.

    The list does not reveal whether an occupied cell publishes the same as an empty one. empty: published figures of
    cells without records, at each place or for all; nothing: published figures of one such cell.
    """
    none = (np.zeros(1, dtype=np.uint8),) * len(block.figures)
    keep = np.zeros(block.cells.held, dtype=np.bool_)
    for figure, other_figure in zip(block.figures, empty.figures, strict=True):
        keep |= figure != other_figure
    for sign, other_sign in zip(block.signs or none, empty.signs or none, strict=True):
        keep |= sign != other_sign
    unlisted = tuple(
        None if value.is_derived else Sign(int(signs[0]))
        for value, signs in zip(spec.values, nothing.signs or none, strict=True)
    )
    # By their places: a mask is looked at place by place for each array, and takes five times as long.
    indices = np.flatnonzero(keep)
    remaining_signs = tuple(signs[indices] for signs in block.signs or ())
    return ProtectedBlock(
        block.dimensions,
        tuple(figures[indices] for figures in block.figures),
        remaining_signs if any(signs.any() for signs in remaining_signs) else None,
        None if block.listed is None else block.listed.only(indices),
        unlisted,
    )


def published_of(method: CountingMethod, block: RawBlock, *, weighted: bool) -> Counted:
    """Published figures of a block; counts of exempt cells are unchanged and have no sign. weighted: include weighted
    counts."""
    counted, exempt = method.counted(block, weighted=weighted), block.exempt
    if exempt is None or not exempt.any():
        return counted
    plain_published = _unchanged(replace(block, magnitudes={}), weighted=weighted).published
    published = {
        measure: np.where(exempt, plain_published[measure], figures) if measure in plain_published else figures
        for measure, figures in counted.published.items()
    }
    signs = None if counted.signs is None else np.where(exempt, np.uint8(Sign.NONE), counted.signs)
    return replace(counted, published=published, signs=signs)


def figures_of(
    spec: TableSpec,
    number: int,
    dimensions: tuple[AxisDimension, ...],
    counted: Mapping[Conditions, Counted],
    references: Mapping[str, ReferenceFigures],
    cells: Cells | None = None,
) -> tuple[tuple[NDArray[np.int64], ...], tuple[NDArray[np.uint8], ...] | None]:
    """Figures and signs of block `number`, one array for each value; None without signs. counted: published figures by
    the own filter of values; references: reference figures by name.

    cells: cells that the arrays hold, by default all.
    """
    zones = block_zones(spec, number)
    cells = cells or AllCells(tuple(map(len, dimensions)))
    figures: list[NDArray[np.int64]] = []
    signs: list[NDArray[np.uint8] | None] = []
    for value in spec.values:
        own_counted = counted[value.own_filter]
        lost, marks = own_counted.lost(value.measure), own_counted.marks(value.measure)
        if not value.is_derived and lost is None and marks is None:
            figures.append(own_counted.published[value.measure])
            signs.append(None)
            continue
        value_figures, sign = _with_signs(
            value, own_counted, *_value(value, dimensions, zones, own_counted, counted, references, cells)
        )
        figures.append(value_figures)
        signs.append(sign if sign.any() else None)
    if all(sign is None for sign in signs):
        return tuple(figures), None
    nothing = np.zeros(cells.held, dtype=np.uint8)
    return tuple(figures), tuple(nothing if sign is None else sign for sign in signs)


def _with_signs(
    value: Value, own_counted: Counted, figures: NDArray[np.int64], signs: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Add to a value's signs those of the figures that it is made of; its figure is 0 where a sign replaces it."""
    lost, marks = own_counted.lost(value.measure), own_counted.marks(value.measure)
    if lost is not None:
        signs = np.where(lost, np.uint8(Sign.UNKNOWN), signs)
    if marks is not None:
        signs = strongest(signs, marks)
    return np.where((signs == Sign.NONE) | (signs == Sign.UNCERTAIN), figures, 0), signs


def sum_figures(value: Value, own: Counted) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Figures and signs of sums or means, which depend on their own cell only; `own` may have any shape."""
    if value.kind not in ("sum", "mean"):
        raise ValueError(value.kind)
    return _with_signs(value, own, *_value(value, (), (range(0), range(0), range(0)), own, {}, {}, AllCells(())))


def block_zones(spec: TableSpec, number: int) -> tuple[range, range, range]:
    """The array axes of layers, rows and columns of the n-th block."""
    columns, layers = len(spec.columns), len(spec.layers)
    row, remainder = divmod(number, columns * layers)
    sizes = [
        len(block.levels)
        for block in (spec.layers[remainder % layers], spec.rows[row], spec.columns[remainder // layers])
    ]
    ends = np.cumsum(sizes).tolist()
    return range(ends[0]), range(ends[0], ends[1]), range(ends[1], ends[2])


def _value(
    value: Value,
    dimensions: Sequence[AxisDimension],
    zones: tuple[range, range, range],
    own_counted: Counted,
    counteds: Mapping[Conditions, Counted],
    references: Mapping[str, ReferenceFigures],
    cells: Cells,
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Figures of a value, scaled by its decimals, and the signs that result from its base. own, parts: published
    figures of the value and of other filters."""
    measure = value.measure
    published = own_counted.figures(measure)
    scale = 10**value.places
    none = np.zeros(published.array.shape, dtype=np.uint8)
    decimals_limit = own_counted.rules.ratio_decimals
    if value.kind in ("ratio", "rate") and decimals_limit is not None and value.places > decimals_limit:
        raise InputError("ratio_decimals", found=value.places, most=decimals_limit)
    if value.kind in ("share", "change"):
        is_share = value.kind == "share"
        if is_share:
            base_places, outside = share_base(dimensions, zones, value.base, cells)
        else:
            base_places, outside = change_base(dimensions, value, cells)
        base = _base(own_counted, measure, (cells, base_places), outside)
        few = (
            None
            if is_share
            else [own_counted.few_contributors(measure), own_counted.few_contributors(measure, (cells, base_places))]
        )
        if value.kind == "change" and value.absolute:
            difference = replace(published, array=published.array - cells.taken(published.array, base_places))
            return _unless(few, _at_places(difference, value.places), _signs(own_counted, base))
        above = own_counted.above(measure)
        if not is_share:
            above = replace(above, array=above.array - base.figures.array)
        return _unless(few, *_divided(above, base, own_counted, 100 * scale))
    if value.kind == "ratio":
        counted_part = counteds[value.base_conditions]
        below, few = _base(counted_part, value.base_measure), None
        if measure.magnitude and value.base_measure.magnitude:
            few = [own_counted.few_contributors(measure), counted_part.few_contributors(value.base_measure)]
        return _unless(few, *_divided(own_counted.above(measure), below, own_counted, value.factor * scale))
    if value.kind == "rate":
        reference = references[value.reference]
        reference_values = cells.of_all(reference.scaled)
        missing = reference_values == 0
        figures = _quotient(published, Numbers(reference_values, reference.decimals), value.factor * scale, missing)
        signs, gone_only = _few_records(own_counted, None), only(missing, Sign.UNKNOWN)
        return figures, gone_only if signs is None else strongest(gone_only, signs)
    if value.is_quantile:
        return _quantile(value, counteds)
    if value.kind == "mean":
        records = own_counted.figures(own_counted.sum_rules(value.magnitude).divisor(value.counted, value.magnitude))
        blocked = ~(records.array > 0)
        return _quotient(published, records, scale, blocked), only(blocked, Sign.BLOCKED)
    return _at_places(published, value.places), none


def parts_of_classes(parts: Mapping[Conditions, Part], value: Value) -> dict[str, Part]:
    """Parts of a table that a quantile is made of, by the codes of their classes in ascending order."""
    variable = f"{CLASS}{value.magnitude}"
    parts_by_code = {
        own_filter[-1].codes[0]: filter_part
        for own_filter, filter_part in parts.items()
        if own_filter and own_filter[-1].variable == variable and own_filter[:-1] == value.conditions
    }
    return {code: parts_by_code[code] for code in sorted(parts_by_code, key=class_edges)}


def edges_of(classes: Iterable[str]) -> ClassEdges:
    """Edges of adjacent classes given by their codes."""
    codes = list(classes)
    return ClassEdges(class_edges(codes[0])[:1] + tuple(class_edges(code)[1] for code in codes))


def _quantile(value: Value, counteds: Mapping[Conditions, Counted]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Median or quantile of each cell, with its sign, from the published counts of the classes of its magnitude.

    Where the count of a class is replaced by a sign, so is the quantile, since readers could not recompute it.
    """
    classes = parts_of_classes(counteds, value)

    def of_classes(measure: Measure) -> NDArray[np.int64]:
        # Side by side in memory class by class, as they are gone through.
        return np.moveaxis(np.stack([each_class.published[measure] for each_class in classes.values()]), 0, -1)

    quantile = published_quantiles(
        of_classes(RECORDS),
        edges_of(classes),
        value.q if value.kind == "quantile" else 0.5,
        least_in_class=value.least_in_class,
        weighted=None if value.measure == RECORDS else of_classes(value.measure),
    )
    signs = [quantile.signs, *(each_class.signs for each_class in classes.values() if each_class.signs is not None)]
    nothing = np.isnan(quantile.figures)
    figures = whole_half_away(np.where(nothing, 0.0, quantile.figures) * 10.0**value.places)
    return figures, strongest(*signs)


def _unless(
    few: Sequence[NDArray[np.bool_] | None] | None, figures: NDArray[np.int64], signs: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Figures of sums, with sign `.` in the cells of the masks `few`, which have too few contributors."""
    for cells in few or ():
        if cells is not None:
            signs = strongest(signs, only(cells, Sign.UNKNOWN))
    return figures, signs


@dataclass(frozen=True, eq=False, repr=False)
class _Base:
    """Denominators of derived figures. tested: figures for the test of the minimum base; records: published numbers of
    records; blocked: mask of cells without a base; marks: signs that derived figures inherit, or None."""

    figures: Numbers
    tested: Numbers
    records: NDArray[np.int64]
    blocked: NDArray[np.bool_] | None
    marks: NDArray[np.uint8] | None


def _base(
    counted: Counted,
    measure: Measure,
    elsewhere: Elsewhere | None = None,
    outside: NDArray[np.bool_] | None = None,
) -> _Base:
    """Base of each cell. elsewhere: index arrays of the base cells, None for the cell itself; outside: mask of cells
    without a base."""

    def taken(array: NDArray[Any]) -> Any:
        return array if elsewhere is None else elsewhere[0].taken(array, elsewhere[1])

    lost, marks = counted.lost(measure), counted.marks(measure)
    source, tested = counted.source(measure), counted.base(measure)
    figures = replace(source, array=taken(source.array))
    # Usually the same array: a large table is not gathered twice.
    same = tested.array is source.array
    tested = replace(tested, array=figures.array if same else taken(tested.array))
    blocked = outside if lost is None else taken(lost) if outside is None else outside | taken(lost)
    records = taken(counted.published[RECORDS]) if counted.rules.least_records else counted.published[RECORDS]
    return _Base(figures, tested, records, blocked, None if marks is None else taken(marks))


def _signs(
    own_counted: Counted,
    base: _Base,
    blocked: NDArray[np.bool_] | None = None,
    small: NDArray[np.bool_] | None = None,
) -> NDArray[np.uint8]:
    """Signs that derived figures inherit from their base, or have because they are `blocked` or their base is too
    `small`."""
    both = [cells for cells in (base.blocked, blocked) if cells is not None]
    if small is not None and own_counted.rules.sign == Sign.BLOCKED:
        both, small = [*both, small], None
    found_only = only(np.logical_or.reduce(both), Sign.BLOCKED) if both else None
    more = [
        base.marks,
        None if small is None else only(small, own_counted.rules.sign),
        _few_records(own_counted, base.records),
    ]
    signs = [sign_array for sign_array in (found_only, *more) if sign_array is not None]
    return strongest(*signs) if signs else np.zeros(base.records.shape, dtype=np.uint8)


def _divided(
    above: Numbers, base: _Base, own_counted: Counted, factor: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Numerators divided by their bases, times `factor`, and the signs that result from the bases."""
    least = own_counted.rules.minimum_base
    if own_counted.originals is not None:
        # A smaller base would tell what stands above the line to a unit or two.
        least = max(least, -(-least * factor // 100))
    signs = _signs(own_counted, base, ~(base.figures.array > 0), base.tested.below(least) if least else None)
    return _quotient(above, base.figures, factor, (signs != Sign.NONE) & (signs != Sign.UNCERTAIN)), signs


def _few_records(own_counted: Counted, base: NDArray[np.int64] | None) -> NDArray[np.uint8] | None:
    """Signs of figures with too few published records of their own or in the base; None without such a rule. base:
    published number of records of the base."""
    least, records = own_counted.rules.least_records, own_counted.published[RECORDS]
    if not least:
        return None
    few = (records > 0) & (records < least)
    return only(few if base is None else few | (base < least), own_counted.rules.sign)


def _at_places(figures: Numbers, decimals: int) -> NDArray[np.int64]:
    """Published figures rounded to `decimals` decimals, halves away from zero. Raises figure_too_large."""
    if figures.decimals == decimals:
        return np.asarray(figures.array, dtype=np.int64)
    nothing = np.zeros(figures.array.shape, dtype=np.bool_)
    return _quotient(figures, Numbers(np.ones_like(figures.array)), 10**decimals, nothing)


def _quotient(above: Numbers, below: Numbers, factor: int, blocked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Quotient above / below * factor, halves away from zero, exact for integers; 0 where blocked. Raises
    figure_too_large."""
    numerator = np.where(blocked, 0, above.array)
    denominator = np.where(blocked, 1, below.array)
    if numerator.dtype == np.float64 or denominator.dtype == np.float64:
        scaled = factor * 10.0 ** (below.decimals - above.decimals) * below.divisor / above.divisor
        return whole_half_away(numerator / denominator * scaled)
    up, down = factor * 10**below.decimals * below.divisor, 10**above.decimals * above.divisor
    # As Python integers: the largest magnitudes decide whether 64 bits hold everything on the way.
    largest_product = max(abs(int(numerator.max(initial=0))), abs(int(numerator.min(initial=0)))) * up
    if largest_product + int(denominator.max(initial=0)) * down < 2**61:
        return divide_half_away(numerator * up, denominator * down)
    tops = (number * up for number in numerator.ravel().tolist())
    bottoms = (number * down for number in denominator.ravel().tolist())
    return divide_exactly(tops, bottoms, numerator.shape)


def share_base(
    dimensions: Sequence[AxisDimension], zones: tuple[range, range, range], base: str, cells: Cells | None = None
) -> tuple[tuple[NDArray[np.intp], ...], NDArray[np.bool_]]:
    """Base cell of each cell's share, as index arrays, and the mask of cells without one. cells: by default all; base:
    `row`, `column`, `total` or a variable."""
    _, rows, columns = zones
    cells = cells or AllCells(tuple(map(len, dimensions)))
    node_indices = cells.places()
    if base in ("column", "total"):
        for axis in rows:
            node_indices[axis] = node_indices[axis] * 0
    if base in ("row", "total"):
        for axis in columns:
            node_indices[axis] = node_indices[axis] * 0
    if base in ("row_parent", "column_parent"):
        inner = np.zeros((1,) * len(cells.held), dtype=np.bool_)
        for axis in reversed(rows if base == "row_parent" else columns):
            parents = np.array([max(node.parent, 0) for node in dimensions[axis].nodes], dtype=np.intp)
            here = node_indices[axis]
            node_indices[axis] = np.where(inner, here, parents[here])
            inner = inner | (here != 0)
    return _full(node_indices, cells.held), np.zeros(cells.held, dtype=np.bool_)


def change_base(
    dimensions: Sequence[AxisDimension], value: Value, cells: Cells | None = None
) -> tuple[tuple[NDArray[np.intp], ...], NDArray[np.bool_]]:
    """Cell with which each cell is compared in a change, as index arrays, and the mask of cells without one. cells: by
    default all."""
    axis = next(
        dimension_index for dimension_index, dimension in enumerate(dimensions) if dimension.name == value.variable
    )
    dimension = dimensions[axis]
    if value.against == PREVIOUS:
        base = _previous(dimension)
    else:
        base = np.full(len(dimension), dimension.index[value.against], dtype=np.intp)
        base[dimension.index[value.against]] = -1
    base[0] = -1
    cells = cells or AllCells(tuple(map(len, dimensions)))
    node_indices = cells.places()
    base_positions = base[node_indices[axis]]
    node_indices[axis] = np.maximum(base_positions, 0)
    return _full(node_indices, cells.held), np.broadcast_to(base_positions < 0, cells.held)


def _previous(dimension: AxisDimension) -> NDArray[np.intp]:
    """Index of the preceding node with the same parent, for each node; -1 without one and for own groups."""
    last_indices: dict[int, int] = {}
    previous = np.full(len(dimension), -1, dtype=np.intp)
    for node_index, node in enumerate(dimension.nodes):
        if not node.group:
            previous[node_index] = last_indices.get(node.parent, -1)
            last_indices[node.parent] = node_index
    return previous


def _full(place_arrays: list[NDArray[np.intp]], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], ...]:
    return tuple(np.broadcast_to(node_array, shape) for node_array in place_arrays)


def originals(raw: RawTable) -> tuple[OriginalBlock, ...]:
    """The figures of a raw table as no method changed them. Confidential."""
    weighted = any(value.needs_weights for value in raw.spec.values)
    parts_by_filter = raw.parts or {raw.spec.values[0].own_filter: raw.blocks}
    blocks = []
    for block_index, block in enumerate(raw.blocks):
        counted = {
            own_filter: _unchanged(block_parts[block_index], weighted=weighted)
            for own_filter, block_parts in parts_by_filter.items()
        }
        references = {name: reference[block_index] for name, reference in raw.references.items()}
        blocks.append(
            OriginalBlock(*figures_of(raw.spec, block_index, block.dimensions, counted, references, block.cells))
        )
    return tuple(blocks)


def _unchanged(block: RawBlock, *, weighted: bool) -> Counted:
    """Figures without protection: counts unchanged, weighted counts rounded to whole numbers, sums; derived values are
    computed from these."""
    published = {RECORDS: block.counts}
    decimals: dict[Measure, int] = {}
    if weighted and block.weights is not None:
        if block.weight_decimals is None:
            published[WEIGHTED] = whole_half_away(block.weights.astype(np.float64))
        else:
            published[WEIGHTED] = divide_half_away(block.weights.astype(np.int64), 10**block.weight_decimals)
    for name, magnitude in block.magnitudes.items():
        for measure, sums in (
            (Measure(magnitude=name), magnitude.sums),
            (Measure("weighted_count", name), magnitude.weighted_sums),
        ):
            given_decimals = magnitude.decimals if measure.of == "count" else magnitude.weighted_decimals
            if sums is not None:
                places = DECIMALS_OF_DOUBLES if given_decimals is None else given_decimals
                published[measure] = whole_half_away(sums * 10.0**places) if given_decimals is None else sums
                decimals[measure] = places
    return Counted(published, decimals=decimals)
