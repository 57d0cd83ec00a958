"""Shares, changes, ratios, rates and means, each by the rules of the method; method.md sections 2 and 4.

Cell-key method: from published figures. Rounding: from originals, with a minimum base, where the published figure is
not 0 (a zero is a zero); differences, rates and means from published figures: the public figure that a rate divides by
would give an original away. A figure whose base is 0, or too small, carries `Sign.BLOCKED`. Nothing is shown of the
magnitudes of a cell whose published count is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.methods.examination import OriginalBlock
from ckmcore.methods.method import divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.protected import Legend, ProtectedBlock, ProtectedTable, Sign
from ckmcore.methods.signs import marked
from ckmcore.sentences import Sentence
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.raw import Conditions, RawBlock, RawTable
from ckmcore.tabulate.references import ReferenceFigures
from ckmcore.tabulate.spec import PREVIOUS, Measure, TableSpec, Value

MINIMUM_BASE = 250
RECORDS, WEIGHTED = Measure(), Measure("weighted_count")


@dataclass(frozen=True, eq=False, repr=False)
class Numbers:
    """Figures of a block, scaled by 10^decimals (int64), or float64."""

    array: NDArray[Any]
    decimals: int = 0

    def taken(self, places: tuple[NDArray[np.intp], ...]) -> Numbers:
        return Numbers(self.array[places], self.decimals)

    def below(self, limit: int) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = self.array < limit * 10**self.decimals
        return found


@dataclass(frozen=True, eq=False, repr=False)
class Counted:
    """What the values of a block are made of: the published figures of each measure, of records in any case.

    `decimals`: of sums of magnitudes, which are scaled by 10^decimals (absent: 0). `originals` only where the method
    derives from them. `unknown`: cells without a figure.
    """

    published: Mapping[Measure, NDArray[np.int64]]
    originals: Mapping[Measure, Numbers] | None = None
    unknown: NDArray[np.bool_] | None = None
    decimals: Mapping[Measure, int] = field(default_factory=dict)

    def figures(self, measure: Measure) -> Numbers:
        """The published figures of a measure."""
        return Numbers(self.published[measure], self.decimals.get(measure, 0))

    def source(self, measure: Measure) -> Numbers:
        """What shares, changes and ratios are made of: nothing of a figure that publishes 0."""
        published = self.figures(measure)
        if self.originals is None:
            return published
        found = self.originals[measure]
        return Numbers(np.where(published.array == 0, 0, found.array), found.decimals)

    def lost(self, measure: Measure) -> NDArray[np.bool_] | None:
        """Cells that show no figure of a measure (None: all do)."""
        if not measure.magnitude:
            return self.unknown
        empty: NDArray[np.bool_] = self.published[RECORDS] == 0
        return empty if self.unknown is None else empty | self.unknown


class CountingMethod(Protocol):
    """A method that publishes counts and weighted counts, each cell on its own."""

    @property
    def name(self) -> Sentence: ...

    @property
    def note(self) -> Sentence: ...

    @property
    def short_note(self) -> Sentence: ...

    @property
    def legend(self) -> Legend: ...

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted: ...


def protected(raw: RawTable, method: CountingMethod) -> ProtectedTable:
    """The protected table of a raw one: its counts by the method, what is derived from them by the method's rules."""
    weighted = any(value.needs_weights for value in raw.spec.values)
    parts = raw.parts or {raw.spec.values[0].conditions: raw.blocks}
    blocks = []
    for number, block in enumerate(raw.blocks):
        counted = {own: method.counted(found[number], weighted=weighted) for own, found in parts.items()}
        references = {name: found[number] for name, found in raw.references.items()}
        figures, signs = figures_of(raw.spec, number, block.dimensions, counted, references)
        blocks.append(ProtectedBlock(block.dimensions, figures, signs))
    table = ProtectedTable(
        raw.spec,
        tuple(blocks),
        method.name,
        method.note,
        method.short_note,
        raw.filters,
        raw.footnotes,
        raw.labels,
        method.legend,
    )
    return marked(table, raw.structural_zeros)


def figures_of(
    spec: TableSpec,
    number: int,
    dimensions: tuple[AxisDimension, ...],
    counted: Mapping[Conditions, Counted],
    references: Mapping[str, ReferenceFigures],
) -> tuple[tuple[NDArray[np.int64], ...], tuple[NDArray[np.uint8], ...] | None]:
    """Figures and signs of the n-th block: one array for each value of the specification; no signs: None."""
    zones = block_zones(spec, number)
    shape = tuple(map(len, dimensions))
    figures: list[NDArray[np.int64]] = []
    signs: list[NDArray[np.uint8] | None] = []
    for value in spec.values:
        own = counted[value.conditions]
        lost = own.lost(value.measure)
        if not value.is_derived and lost is None:
            figures.append(own.published[value.measure])
            signs.append(None)
            continue
        found, blocked = _value(value, dimensions, zones, own, counted, references)
        sign = np.where(blocked, np.uint8(Sign.BLOCKED), np.uint8(Sign.NONE))
        if lost is not None:
            sign[lost] = Sign.UNKNOWN
        if value.kind == "rate":
            sign[references[value.reference].scaled == 0] = Sign.UNKNOWN
        figures.append(np.where(sign == Sign.NONE, found, 0))
        signs.append(sign if sign.any() else None)
    if all(sign is None for sign in signs):
        return tuple(figures), None
    nothing = np.zeros(shape, dtype=np.uint8)
    return tuple(figures), tuple(nothing if sign is None else sign for sign in signs)


def block_zones(spec: TableSpec, number: int) -> tuple[range, range, range]:
    """The array axes of layers, rows and columns of the n-th block."""
    columns, layers = len(spec.columns), len(spec.layers)
    row, rest = divmod(number, columns * layers)
    sizes = [len(one.levels) for one in (spec.layers[rest % layers], spec.rows[row], spec.columns[rest // layers])]
    ends = np.cumsum(sizes).tolist()
    return range(ends[0]), range(ends[0], ends[1]), range(ends[1], ends[2])


def _value(
    value: Value,
    dimensions: Sequence[AxisDimension],
    zones: tuple[range, range, range],
    own: Counted,
    parts: Mapping[Conditions, Counted],
    references: Mapping[str, ReferenceFigures],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The figures of a value scaled by its decimals, and the cells in which it is not meaningful."""
    measure = value.measure
    published = own.figures(measure)
    scale = 10**value.places
    none = np.zeros(published.array.shape, dtype=np.bool_)
    if value.kind == "share":
        places, outside = share_base(dimensions, zones, value.base)
        source = own.source(measure)
        base = source.taken(places)
        blocked = outside | _too_small(base, own, 100 * scale) | _lost(own, measure, places)
        return _quotient(source, base, 100 * scale, blocked), blocked
    if value.kind == "change":
        places, outside = change_base(dimensions, value)
        if value.absolute:
            difference = Numbers(published.array - published.array[places], published.decimals)
            return _at_places(difference, value.places), outside | _lost(own, measure, places)
        source = own.source(measure)
        base = source.taken(places)
        blocked = outside | _too_small(base, own, 100 * scale) | _lost(own, measure, places)
        return _quotient(Numbers(source.array - base.array, base.decimals), base, 100 * scale, blocked), blocked
    if value.kind == "ratio":
        other = parts[value.base_conditions]
        source, base = own.source(measure), other.source(value.base_measure)
        blocked = _too_small(base, own, value.factor * scale)
        lost = other.lost(value.base_measure)
        if lost is not None:
            blocked = blocked | lost
        return _quotient(source, base, value.factor * scale, blocked), blocked
    if value.kind == "rate":
        reference = references[value.reference]
        base = Numbers(reference.scaled, reference.decimals)
        return _quotient(published, base, value.factor * scale, reference.scaled == 0), none
    if value.kind == "mean":
        base = own.figures(value.base_measure)
        blocked = ~(base.array > 0)
        return _quotient(published, base, scale, blocked), blocked
    return _at_places(published, value.places), none


def _too_small(base: Numbers, own: Counted, factor: int) -> NDArray[np.bool_]:
    """Bases of 0 or less; by originals also those so small that the figure would tell the numerator to a unit or two.

    250 for whole percents, 2 500 with one decimal: `factor` times 2.5, and never below 250.
    """
    if own.originals is None:
        return ~(base.array > 0)
    return base.below(max(MINIMUM_BASE, -(-5 * factor // 2)))


def _lost(own: Counted, measure: Measure, places: tuple[NDArray[np.intp], ...]) -> NDArray[np.bool_] | bool:
    lost = own.lost(measure)
    return False if lost is None else lost[places]


def _at_places(figures: Numbers, places: int) -> NDArray[np.int64]:
    """Published figures with as many decimals as their value shows, halves away from zero. Raises FigureTooLarge."""
    if figures.decimals == places:
        return np.asarray(figures.array, dtype=np.int64)
    nothing = np.zeros(figures.array.shape, dtype=np.bool_)
    return _quotient(figures, Numbers(np.ones_like(figures.array)), 10**places, nothing)


def _quotient(above: Numbers, below: Numbers, factor: int, blocked: NDArray[np.bool_]) -> NDArray[np.int64]:
    """above / below * factor, halves away from zero, exact in integers; 0 where blocked. Raises FigureTooLarge."""
    numerator = np.where(blocked, 0, above.array)
    denominator = np.where(blocked, 1, below.array)
    if numerator.dtype == np.float64 or denominator.dtype == np.float64:
        scaled = factor * 10.0 ** (below.decimals - above.decimals)
        return whole_half_away(numerator / denominator * scaled)
    up, down = factor * 10**below.decimals, 10**above.decimals
    # As Python integers: the largest magnitudes decide whether 64 bits hold everything on the way.
    most = max(abs(int(numerator.max(initial=0))), abs(int(numerator.min(initial=0)))) * up
    if most + int(denominator.max(initial=0)) * down < 2**61:
        return divide_half_away(numerator * up, denominator * down)
    tops = (number * up for number in numerator.ravel().tolist())
    bottoms = (number * down for number in denominator.ravel().tolist())
    return divide_exactly(tops, bottoms, numerator.shape)


def share_base(
    dimensions: Sequence[AxisDimension], zones: tuple[range, range, range], base: str
) -> tuple[tuple[NDArray[np.intp], ...], NDArray[np.bool_]]:
    """For each cell the cell it is a share of, as index arrays, and cells that have none."""
    _, rows, columns = zones
    places = _own_places(dimensions)
    if base in ("column", "total"):
        for axis in rows:
            places[axis] = places[axis] * 0
    if base in ("row", "total"):
        for axis in columns:
            places[axis] = places[axis] * 0
    if base in ("row_parent", "column_parent"):
        inner = np.zeros((1,) * len(dimensions), dtype=np.bool_)
        for axis in reversed(rows if base == "row_parent" else columns):
            parents = np.array([max(node.parent, 0) for node in dimensions[axis].nodes], dtype=np.intp)
            here = places[axis]
            places[axis] = np.where(inner, here, parents[here])
            inner = inner | (here != 0)
    shape = tuple(map(len, dimensions))
    return _full(places, shape), np.zeros(shape, dtype=np.bool_)


def change_base(
    dimensions: Sequence[AxisDimension], value: Value
) -> tuple[tuple[NDArray[np.intp], ...], NDArray[np.bool_]]:
    """For each cell the cell that it is compared with, as index arrays, and cells that have none."""
    axis = next(number for number, one in enumerate(dimensions) if one.name == value.variable)
    dimension = dimensions[axis]
    if value.against == PREVIOUS:
        base = _previous(dimension)
    else:
        base = np.full(len(dimension), dimension.index[value.against], dtype=np.intp)
        base[dimension.index[value.against]] = -1
    base[0] = -1
    places = _own_places(dimensions)
    found = base[places[axis]]
    places[axis] = np.maximum(found, 0)
    shape = tuple(map(len, dimensions))
    return _full(places, shape), np.broadcast_to(found < 0, shape)


def _previous(dimension: AxisDimension) -> NDArray[np.intp]:
    """The node before each one under the same parent; -1 where there is none, and for own groups."""
    last: dict[int, int] = {}
    found = np.full(len(dimension), -1, dtype=np.intp)
    for place, node in enumerate(dimension.nodes):
        if not node.group:
            found[place] = last.get(node.parent, -1)
            last[node.parent] = place
    return found


def _own_places(dimensions: Sequence[AxisDimension]) -> list[NDArray[np.intp]]:
    return list(np.ogrid[tuple(slice(len(dimension)) for dimension in dimensions)]) if dimensions else []


def _full(places: list[NDArray[np.intp]], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], ...]:
    return tuple(np.broadcast_to(place, shape) for place in places)


def originals(raw: RawTable) -> tuple[OriginalBlock, ...]:
    """The figures of a raw table as no method changed them. Confidential."""
    weighted = any(value.needs_weights for value in raw.spec.values)
    parts = raw.parts or {raw.spec.values[0].conditions: raw.blocks}
    blocks = []
    for number, block in enumerate(raw.blocks):
        counted = {own: _unchanged(found[number], weighted=weighted) for own, found in parts.items()}
        references = {name: found[number] for name, found in raw.references.items()}
        blocks.append(OriginalBlock(*figures_of(raw.spec, number, block.dimensions, counted, references)))
    return tuple(blocks)


def _unchanged(block: RawBlock, *, weighted: bool) -> Counted:
    """Counts as they are, weighted counts rounded to whole numbers; what is derived comes from these."""
    found = {RECORDS: block.counts}
    if weighted and block.weights is not None:
        if block.weight_decimals is None:
            found[WEIGHTED] = whole_half_away(block.weights.astype(np.float64))
        else:
            found[WEIGHTED] = divide_half_away(block.weights.astype(np.int64), 10**block.weight_decimals)
    return Counted(found)
