"""Errors of shares, ratios and changes under a method, by the size of their original base (the figure below the line).

They are published as the method has it: from protected figures under the cell-key method, from originals with a minimum
base under rounding. The error is published - exact, in the unit of the value: percentage points for shares and changes.
Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.quality.utility import Distances, distances
from ckmcore.methods.derived import block_zones, change_base, share_base
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import PERIOD, CountKind, Measure, ShareBase, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

BASE_SIZES: tuple[tuple[int, int | None], ...] = ((1, 49), (50, 99), (100, 249), (250, 999), (1000, None))
"""Size classes of what stands below the line: from, to (None: no end)."""
LARGE_BASE = 100
"""Shares of fewer records, or of fewer when weighted, are told apart from those of more."""
DECIMALS = 1


@dataclass(frozen=True, repr=False)
class BaseClass:
    """Figures whose base is from `low` to `high` (None: unbounded). errors: of the shown figures; hidden: number of
    figures replaced by a sign. Confidential.
    """

    low: int
    high: int | None
    hidden: int
    errors: Distances

    def __repr__(self) -> str:
        return f"BaseClass({self.low} to {self.high}, confidential)"


@dataclass(frozen=True, repr=False)
class RatioErrors:
    """Absolute errors of one derived value of a table: of all figures, and by the size of the base."""

    value: Value
    overall: BaseClass
    classes: tuple[BaseClass, ...]

    def __repr__(self) -> str:
        return f"RatioErrors({self.value.kind}, confidential)"


def measured_ratios(spec: TableSpec) -> tuple[Value, ...]:
    """Shares, ratios and relative changes of counts in a table, or else the shares that it could have.

    The latter are the shares of counts (or weighted counts) in the totals of row and column and in the grand total,
    with one decimal. Raises ratios_need_counts.
    """
    own_values = tuple(value for value in spec.values if _is_ratio(value))
    if own_values:
        return own_values
    counted = [value.kind for value in spec.values if value.kind in get_args(CountKind)]
    if not counted:
        raise InputError("ratios_need_counts")
    share_kind: CountKind = "count" if "count" in counted else "weighted_count"
    rows = any(block.levels for block in spec.rows)
    columns = any(block.levels for block in spec.columns)
    bases: list[ShareBase] = []
    if columns:
        bases.append("row")
    if rows:
        bases.append("column")
    if rows and columns:
        bases.append("total")
    return tuple(Value("share", of=share_kind, base=base, decimals=DECIMALS) for base in bases)


def _is_ratio(value: Value) -> bool:
    return value.kind in ("share", "ratio", "change") and not (
        value.magnitude or value.base_magnitude or (value.kind == "change" and value.absolute)
    )


def ratio_errors(
    data: Microdata, spec: TableSpec, method: Method, *, cancelled: Callable[[], bool] = never
) -> tuple[RatioErrors, ...]:
    """Errors of each of the `measured_ratios` of a table.

    Figures with numerator 0 and figures that are 100 % of themselves are left out. Raises ratios_need_counts,
    attack_over_periods, Cancelled and the errors of `tabulate` and the method.
    """
    raw = ratio_table(data, spec, cancelled=cancelled)
    if raw is None:
        return ()
    found_ratio_errors = []
    protected = method.protect(raw)
    for exact in exact_ratios(raw):
        errors, shown = errors_of(protected, exact)
        bases, hidden = exact.bases[shown], exact.bases[~shown]
        sizes = tuple(_class(low, high, errors, bases, hidden) for low, high in BASE_SIZES)
        found_ratio_errors.append(
            RatioErrors(exact.value, _class(BASE_SIZES[0][0], None, errors, bases, hidden), sizes)
        )
    return tuple(found_ratio_errors)


def ratio_table(data: Microdata, spec: TableSpec, *, cancelled: Callable[[], bool] = never) -> RawTable | None:
    """Originals of the table with its measured ratios as only values; None where it has none.

    Raises ratios_need_counts, attack_over_periods, Cancelled and the errors of `tabulate`.
    """
    if PERIOD in spec.variables or any(value.kind == "change" and value.variable == PERIOD for value in spec.values):
        raise InputError("attack_over_periods")
    values = measured_ratios(spec)
    if not values:
        return None
    return tabulate(data, spec.with_changes(values=values, footnotes=()), cancelled=cancelled)


@dataclass(frozen=True, eq=False, repr=False)
class ExactRatios:
    """Exact figures and bases of a value in the measured cells, block after block.

    number: index of the value; cells: flat indices of the measured cells of each block. Confidential.
    """

    number: int
    value: Value
    cells: tuple[NDArray[np.intp], ...]
    figures: Floats
    bases: Floats


def exact_ratios(raw: RawTable) -> tuple[ExactRatios, ...]:
    """The exact figures of a table of ratios, value after value."""
    masks = shown_cells(raw.spec, raw.blocks)
    return tuple(_exact_ratio(raw, masks, index) for index in range(len(raw.spec.values)))


def _exact_ratio(raw: RawTable, masks: Sequence[Flags], number: int) -> ExactRatios:
    value = raw.spec.values[number]
    cells, figures, bases = [], [], []
    factor = value.factor if value.kind == "ratio" else 100
    for block, mask in enumerate(masks):
        above, below, outside = exact_parts(raw, block, value)
        is_defined = mask & ~outside & (above != 0) & (below > 0)
        cells.append(np.flatnonzero(is_defined))
        figures.append(factor * above[is_defined] / below[is_defined])
        bases.append(below[is_defined])
    return ExactRatios(number, value, tuple(cells), np.concatenate(figures), np.concatenate(bases))


def errors_of(protected: ProtectedTable, exact: ExactRatios) -> tuple[Floats, Flags]:
    """Absolute errors of a value's shown figures, and the mask of the shown ones among the measured figures."""
    figures, shown = [], []
    for block, cells in zip(protected.blocks, exact.cells, strict=True):
        figures.append(block.figures[exact.number].ravel()[cells])
        shown.append(block.shown(exact.number).ravel()[cells])
    is_shown = np.concatenate(shown)
    published = np.concatenate(figures)[is_shown] / 10.0**exact.value.places
    return np.abs(published - exact.figures[is_shown]), is_shown


def _class(low: int, high: int | None, errors: Floats, bases: Floats, hidden: Floats) -> BaseClass:
    def inside(sizes: Floats) -> Flags:
        # Weighted bases lie between whole numbers: a class reaches up to where the next one begins.
        above = sizes > 0 if low == BASE_SIZES[0][0] else sizes >= low
        return above & (True if high is None else sizes < high + 1)

    return BaseClass(low, high, int(inside(hidden).sum()), distances(errors[inside(bases)]))


def exact_parts(raw: RawTable, block: int, value: Value) -> tuple[Floats, Floats, Flags]:
    """Numerator and denominator of the exact share, ratio or change of each cell, and the mask of cells that have none
    or are their own base. block: index."""
    raw_block = raw.part(value.own_filter)[block]
    above = exact_figures(raw_block, value.measure)
    if value.kind == "ratio":
        below = exact_figures(raw.part(value.base_conditions)[block], value.base_measure)
        return above, below, np.zeros(above.shape, dtype=np.bool_)
    zones = block_zones(raw.spec, block)
    if value.kind == "share":
        base_places, outside = share_base(raw_block.dimensions, zones, value.base)
    else:
        base_places, outside = change_base(raw_block.dimensions, value)
    own_places = np.indices(above.shape)
    itself = np.logical_and.reduce(
        [own_place == base_place for own_place, base_place in zip(own_places, base_places, strict=True)]
    )
    below = above[base_places]
    return (above - below if value.kind == "change" else above), below, outside | itself


def exact_figures(block: RawBlock, measure: Measure) -> Floats:
    """Originals of a measure in all cells of a block: counts, weighted counts or sums."""
    if not measure.magnitude:
        return weights_as_float(block) if measure.of == "weighted_count" else block.counts.astype(np.float64)
    raw = block.magnitudes[measure.magnitude]
    sums, decimals = raw.sums, raw.decimals
    if measure.of == "weighted_count" and raw.weighted_sums is not None:
        sums, decimals = raw.weighted_sums, raw.weighted_decimals
    found_exact_figures: Floats = sums / np.float64(10 ** (decimals or 0))
    return found_exact_figures
