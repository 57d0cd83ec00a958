"""Loss of the sums of tables by noise: errors relative to the original, by share of the largest contribution and by
size, gaps, means, ratios and changes; magnitudes.md 4.6. Confidential.

Of one table that was protected, or of many repetitions with new keys: each measure has one number for each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.measures import ShownTotals, TableFigures, table_figures
from ckmcore.lab.quality.ratios import exact_figures, exact_parts
from ckmcore.lab.quality.utility import row_means, row_quantile
from ckmcore.methods.derived import edges_of, parts_of_classes
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.methods.quantiles import interpolated
from ckmcore.methods.sums import SumRules, respondents
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import Measure, TableSpec, Value

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Shares of the largest contribution from which on, below the one before, errors are told apart.
SHARES: tuple[tuple[str, float], ...] = (
    ("sum_share_half", 0.5),
    ("sum_share_tenth", 0.1),
    ("sum_share_fiftieth", 0.02),
    ("sum_share_rest", 0.0),
)
# Thirds of the sums by their size.
SIZES = ("sum_size_small", "sum_size_middle", "sum_size_large")
_WITHIN = {"sum_within_1": 0.01, "sum_within_5": 0.05}
DERIVED: Mapping[str, str] = {
    "mean": "sum_means", "ratio": "sum_ratios", "change": "sum_changes", "median": "sum_medians",
    "quantile": "sum_medians",
}  # fmt: skip
SUM_MEASURES: tuple[str, ...] = (
    *("sum_mean", "sum_median", "sum_p95", *_WITHIN, "sum_within_p", "sum_false_zeros"),
    *(code for code, _ in SHARES),
    *SIZES,
    *("sum_totals", "sum_gap", "sum_largest_gap", *dict.fromkeys(DERIVED.values())),
)
"""Codes of the measures; shares and relative errors in percent, errors of changes in percentage points."""

_SLACK = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class SumDraws:
    """Sums of some tables, as published in one or many repetitions. Confidential.

    original, largest (|x1|), total (whether parts are shown too): one entry per cell; published, shown: repetitions x
    cells. gaps: |total - parts| of each sum of parts as a share of the original total, nan where a figure is not shown.
    derived: errors of derived figures by the codes of DERIVED, nan where none is shown.
    """

    original: Floats
    largest: Floats
    total: Flags
    published: Floats
    shown: Flags
    gaps: Floats
    derived: Mapping[str, Floats] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.published)

    def __repr__(self) -> str:
        return f"SumDraws({len(self.original)} cells, confidential)"

    @classmethod
    def together(cls, parts: Sequence[SumDraws]) -> SumDraws:
        """Combine the same repetitions of several tables into one."""
        codes = dict.fromkeys(code for sum_draw in parts for code in sum_draw.derived)
        return cls(
            np.concatenate([sum_draw.original for sum_draw in parts]),
            np.concatenate([sum_draw.largest for sum_draw in parts]),
            np.concatenate([sum_draw.total for sum_draw in parts]),
            np.concatenate([sum_draw.published for sum_draw in parts], axis=1),
            np.concatenate([sum_draw.shown for sum_draw in parts], axis=1),
            np.concatenate([sum_draw.gaps for sum_draw in parts], axis=1),
            {
                code: np.concatenate([sum_draw.derived[code] for sum_draw in parts if code in sum_draw.derived], 1)
                for code in codes
            },
        )


def sum_measures(found: SumDraws, p: float = 0.1) -> dict[str, Floats]:
    """Number of each measure in every repetition (nan: none there); measures without cells are left out.

    p: distance of `sum_within_p`, as a share of the original.
    """
    is_nonzero = found.original != 0
    numbers: dict[str, Floats] = {}
    if is_nonzero.any():
        original, shown = np.abs(found.original[is_nonzero]), found.shown[:, is_nonzero]
        published = found.published[:, is_nonzero]
        deviations = np.where(shown, np.abs(published - found.original[is_nonzero]) / original, np.nan)
        numbers |= _distribution(deviations, p)
        numbers["sum_false_zeros"] = (~shown | (published == 0)).sum(axis=1).astype(np.float64)
        shares, above = found.largest[is_nonzero] / original, np.inf
        for code, share in SHARES:
            numbers |= _mean_of(code, deviations, (shares >= share) & (shares < above))
            above = share
        for code, cells in zip(SIZES, _thirds(original), strict=True):
            numbers |= _mean_of(code, deviations, cells)
        numbers |= _mean_of("sum_totals", deviations, found.total[is_nonzero])
    if found.gaps.shape[1]:
        numbers["sum_gap"] = 100 * row_means(found.gaps)
        numbers["sum_largest_gap"] = 100 * np.where(
            np.isnan(found.gaps).all(axis=1), np.nan, np.where(np.isnan(found.gaps), 0.0, found.gaps).max(axis=1)
        )
    numbers |= {code: 100 * row_means(errors) for code, errors in found.derived.items() if errors.shape[1]}
    return {code: numbers[code] for code in SUM_MEASURES if code in numbers}


def _distribution(deviations: Floats, p: float) -> dict[str, Floats]:
    cells = (~np.isnan(deviations)).sum(axis=1)
    ordered = np.sort(np.where(np.isnan(deviations), np.inf, deviations), axis=1)
    all_cells = np.where(cells > 0, cells, np.nan)
    numbers = {
        "sum_mean": 100 * row_means(deviations),
        "sum_median": 100 * row_quantile(ordered, cells, 0.5),
        "sum_p95": 100 * row_quantile(ordered, cells, 0.95),
    }
    for code, distance in {**_WITHIN, "sum_within_p": p}.items():
        numbers[code] = 100 * (ordered <= distance * (1 + _SLACK)).sum(axis=1) / all_cells
    return numbers


def _mean_of(code: str, deviations: Floats, cells: Flags) -> dict[str, Floats]:
    return {code: 100 * row_means(deviations[:, cells])} if cells.any() else {}


def _thirds(sizes: Floats) -> tuple[Flags, Flags, Flags]:
    low, high = np.quantile(sizes, (1 / 3, 2 / 3)).tolist()
    return sizes <= low, (sizes > low) & (sizes <= high), sizes > high


# --- a table ----------------------------------------------------------------------------------------------------------


def sum_values(spec: TableSpec) -> dict[Measure, tuple[int, ...]]:
    """Indices of the values that are sums, by what is summed."""
    found_sum_values: dict[Measure, tuple[int, ...]] = {}
    for index, value in enumerate(spec.values):
        if value.kind == "sum":
            found_sum_values[value.measure] = (*found_sum_values.get(value.measure, ()), index)
    return found_sum_values


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredSums:
    """Sums of one measure in one table: its figures, and the largest contribution to each. Confidential."""

    measure: Measure
    figures: TableFigures
    largest: Floats

    def __repr__(self) -> str:
        return f"MeasuredSums({len(self.largest)} cells, confidential)"

    def draws(self, published: NDArray[np.int64], shown: Flags) -> SumDraws:
        """Sums for the measures from repetitions. published, shown: repetitions x cells, scaled as the figures."""
        figures, scale = self.figures, 10.0**self.figures.places
        sums = ShownTotals.of(figures)
        totals = figures.original[sums.total]
        is_nonzero = totals != 0
        missed = np.abs(sums.missed(published))[:, is_nonzero] / np.abs(totals[is_nonzero])
        gaps = np.where(sums.whole(shown)[:, is_nonzero], missed, np.nan)
        added_up = np.isin(figures.figure, figures.table.relations.totals)
        return SumDraws(figures.original / scale, self.largest, added_up, published / scale, shown, gaps)


def measured_sums(raw: RawTable, data: Microdata, protected: ProtectedTable) -> tuple[MeasuredSums, ...]:
    """Sums that a table shows, by what is summed. raw: tabulated with contributors.

    Raises AttackTooLarge, attack_over_periods.
    """
    found_measured_sums = []
    for measure, numbers in sum_values(raw.spec).items():
        figures = table_figures(raw, data, protected, numbers)
        largest = np.zeros(len(figures.original))
        for number in numbers:
            for block, raw_block in enumerate(raw.part(raw.spec.values[number].own_filter)):
                own_cells = (figures.value == number) & (figures.block == block)
                largest[own_cells] = _largest(raw_block, measure)[figures.position[own_cells]]
        found_measured_sums.append(MeasuredSums(measure, figures, largest))
    return tuple(found_measured_sums)


def _largest(block: RawBlock, measure: Measure) -> Floats:
    """|x1| of each cell as a flat array, weighted where the sum is weighted."""
    raw = block.magnitudes[measure.magnitude]
    largest: Floats = np.abs(raw.largest.reshape(-1, raw.k)[:, 0]) / np.float64(10 ** (raw.decimals or 0))
    if measure.of == "weighted_count" and raw.largest_weights is not None:
        heavy = np.abs(raw.largest_weights.reshape(-1, raw.k)[:, 0])
        largest = largest * heavy / np.float64(10 ** (block.weight_decimals or 0))
    return largest


def published_sums(measured: Sequence[MeasuredSums], errors: Mapping[str, Floats]) -> SumDraws | None:
    """Sums of a protected table as one repetition; None without sums. errors: of figures derived from the sums, by
    code."""
    if not measured:
        return None
    draws = [sums.draws(sums.figures.published[None, :], sums.figures.shown[None, :]) for sums in measured]
    return replace(SumDraws.together(draws), derived={code: numbers[None, :] for code, numbers in errors.items()})


def derived_errors(raw: RawTable, protected: ProtectedTable, rules: Mapping[str, SumRules]) -> dict[str, Floats]:
    """Errors of shown means, ratios and quantiles as shares of the original, and of relative changes in percentage
    points.

    rules: which records count in the means of each magnitude.
    """
    errors_by_code: dict[str, list[Floats]] = {}
    masks = shown_cells(raw.spec, raw.blocks)
    for index, value in enumerate(raw.spec.values):
        relative = value.kind == "change" and not value.absolute
        if value.kind not in ("mean", "ratio") and not relative and not value.is_quantile:
            continue
        if not (value.magnitude or value.base_magnitude):
            continue
        for block, mask in enumerate(masks):
            original, is_defined = original_of(raw, block, value, rules)
            shown = mask & is_defined & protected.blocks[block].shown(index)
            published = protected.blocks[block].figures[index][shown] / 10.0**value.places
            deviations = np.abs(published - original[shown])
            scale = 100.0 if relative else np.abs(original[shown])
            errors_by_code.setdefault(DERIVED[value.kind], []).append(deviations / scale)
    return {code: np.concatenate(error_arrays) for code, error_arrays in errors_by_code.items()}


def original_of(raw: RawTable, block: int, value: Value, rules: Mapping[str, SumRules]) -> tuple[Floats, Flags]:
    """Exact mean, ratio, change or quantile of each cell of a block, and the mask of cells that have one. block:
    index."""
    if value.is_quantile:
        exact_quantile = _exact_quantile(raw, block, value)
        is_defined = ~np.isnan(exact_quantile) & (exact_quantile != 0)
        return np.where(is_defined, exact_quantile, 1.0), is_defined
    if value.kind == "mean":
        raw_block = raw.part(value.own_filter)[block]
        above, below = exact_figures(raw_block, value.measure), mean_divisor(raw_block, value, rules)
        is_defined = (below > 0) & (above != 0)
        factor = 1.0
    else:
        above, below, outside = exact_parts(raw, block, value)
        is_defined = ~outside & (below != 0) & (above != 0)
        factor = float(value.factor) if value.kind == "ratio" else 100.0
    return factor * above / np.where(is_defined, below, 1.0), is_defined


def _exact_quantile(raw: RawTable, block: int, value: Value) -> Floats:
    """A quantile from the original counts of the classes that the published one is made of; nan where it has none."""
    of_classes = parts_of_classes(raw.parts, value)
    counts = [exact_figures(blocks[block], value.measure) for blocks in of_classes.values()]
    return interpolated(np.stack(counts, axis=-1), edges_of(of_classes), value.q if value.kind == "quantile" else 0.5)


def mean_divisor(block: RawBlock, value: Value, rules: Mapping[str, SumRules]) -> Floats:
    """The number of records that the mean of each cell divides by."""
    rule = rules.get(value.magnitude, SumRules())
    records = block if rule.mean_of == "records" else respondents(block, value.magnitude, rule.mean_of, rule)
    if value.counted == "count" or records.weights is None:
        return records.counts.astype(np.float64)
    return weights_as_float(records)


def sum_rules_of(raw: RawTable, method: Method) -> dict[str, SumRules]:
    """Which records count in the means of each magnitude of a table."""
    block = raw.blocks[0]
    return dict(method.counted(block, weighted=block.weights is not None).sums)
