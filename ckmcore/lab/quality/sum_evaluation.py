"""Sums in evaluation and comparison: what single contributors risk, by the floor, and what the noise costs.

The comparison of methods and the evaluation both take their numbers from here. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.sum_measures import (
    MeasuredSums,
    SumDraws,
    derived_errors,
    measured_sums,
    published_sums,
    sum_rules_of,
    sum_values,
)
from ckmcore.lab.risk.shown_sums import laws_in_chunks
from ckmcore.lab.risk.sum_averaging import averages
from ckmcore.lab.risk.sum_floor import CellRisks, SumFloor, SumLimits, draws_anew, limits_of, sum_floor
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec

if TYPE_CHECKING:
    from ckmcore.methods.protected import ProtectedTable
    from ckmcore.tabulate.raw import RawTable

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = dict[str, float]

# Publications of a year in which noise is drawn anew each time.
YEAR = 12
# So many cells are looked at for the expected error, evenly by their size.
_LOOKED_AT = 1000


@dataclass(frozen=True, eq=False, repr=False)
class PublishedSums:
    """Sums of one table, original and published. measured: by measure; draws: as one repetition. Confidential."""

    measured: tuple[MeasuredSums, ...]
    draws: SumDraws


def sums_of(raw: RawTable, data: Microdata, protected: ProtectedTable, method: Method) -> PublishedSums | None:
    """Sums that a table shows; None where it shows none. raw: tabulated with contributors.

    Raises AttackTooLarge, attack_over_periods.
    """
    if not sum_values(raw.spec):
        return None
    measured = measured_sums(raw, data, protected)
    draws = published_sums(measured, derived_errors(raw, protected, sum_rules_of(raw, method)))
    return None if draws is None else PublishedSums(measured, draws)


def near_of(method: Method) -> float:
    """p of the floor as a share: an estimate may not come closer to a contribution."""
    sums = as_of_sums(method)
    return (SumLimits() if sums is None else limits_of(sums)).share


@dataclass(frozen=True, eq=False, repr=False)
class SumRisks:
    """Floor of the sums of some tables under a method. For each cell, year: probability that the mean of a year of
    publications reveals a single contribution; expected: expected relative error; nan where not examined.
    Confidential.
    """

    floor: SumFloor
    limits: SumLimits
    year: tuple[Floats, ...]
    expected: tuple[Floats, ...]

    def __repr__(self) -> str:
        return f"SumRisks({self.floor!r})"


def sum_risks(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: Method,
    *,
    seconds: float | None = 60.0,
    cancelled: Callable[[], bool] = never,
) -> SumRisks | None:
    """Judge the floor of the tables `specs` together; None where the method draws no noise for sums, or there are no
    sums.

    The result's tables are those of `specs` with magnitudes, in their order. seconds: time limit. Raises the errors of
    `sum_floor`.
    """
    sums = as_of_sums(method)
    if sums is None or not any(spec.magnitudes for spec in specs):
        return None
    limits = limits_of(sums)
    floor = sum_floor(data, specs, sums, limits, seconds=seconds, cancelled=cancelled)
    year = tuple(_year(sums, risks, limits) for risks in floor.cells)
    return SumRisks(floor, limits, year, tuple(_expected(risks) for risks in floor.cells))


def _year(method: MagnitudeCellKeyMethod, cell_risks: CellRisks, limits: SumLimits) -> Floats:
    """Probability that the mean of a year of publications is within p % of a single contribution; where the noise stays
    the same, the probability for one figure.
    """
    if draws_anew(method, cell_risks.cells.measure.magnitude):
        return averages(cell_risks.cells, YEAR, limits.share)
    return np.where(cell_risks.cells.contributors == 1, cell_risks.judged.alone, np.nan)


def _expected(cell_risks: CellRisks) -> Floats:
    """E|noise| / |x|, of many cells of every n-th by its size."""
    x = np.abs(cell_risks.cells.sums.x)
    present_indices = np.flatnonzero(x > 0)
    examined_index = present_indices[np.argsort(x[present_indices], kind="stable")][
        :: max(1, -(-len(present_indices) // _LOOKED_AT))
    ]
    expected = np.full(len(x), np.nan)
    for chunk, laws in laws_in_chunks(cell_risks.cells.sums, cell_risks.cells.rules, examined_index):
        expected[chunk] = laws.mean_abs / x[chunk]
    return expected


def _by_cell(found_sum_risks: SumRisks, index: int) -> dict[str, Floats]:
    """Values of some measures for each cell of a magnitude (nan: none); probabilities as shares. index: index of the
    magnitude."""
    risks, nan = found_sum_risks.floor.cells[index], np.nan
    return {
        "sum_near": np.where(risks.cells.sensitive, risks.judged.near, nan),
        "sum_best_guess": risks.judged.guess,
        "sum_difference": risks.difference,
        "sum_average": found_sum_risks.year[index],
        "sum_narrow": risks.narrow,
        "sum_floor": np.where(risks.below(found_sum_risks.limits), 1.0, nan),
        "sum_undecided": np.where(risks.undecided, 1.0, nan),
        "sum_zero_groups": np.where(risks.alike, risks.cells.contributors, nan),
        "sum_expected": found_sum_risks.expected[index],
    }


# Measures that are the largest probability, by what of a floor they need; the others count cells.
_LARGEST = ("sum_near", "sum_best_guess", "sum_difference", "sum_average")
_NEEDS = {"sum_narrow": "narrow", "sum_undecided": "narrow", "sum_difference": "difference"}


def risk_numbers(found: SumRisks | None, tables: range | None = None) -> Numbers:
    """Measures of risk and expected error for the cells of some tables. tables: indices, None for all."""
    if found is None or not found.floor.cells:
        return {}
    chances_by_code: dict[str, list[Floats]] = {}
    unjudged: set[str] = set()
    without = 0
    for cell_index, risks in enumerate(found.floor.cells):
        of_table = np.array([segment.table for segment in risks.cells.segments], dtype=np.int64)[risks.cells.segment]
        mask = np.ones(len(of_table), np.bool_) if tables is None else np.isin(of_table, list(tables))
        for code, of_cells in _by_cell(found, cell_index).items():
            chances_by_code.setdefault(code, []).append(of_cells[mask & ~np.isnan(of_cells)])
        unjudged |= risks.unjudged
        without += sum(cell_count for table, cell_count in risks.without.items() if tables is None or table in tables)
    cells = {
        code: np.concatenate(of_code) for code, of_code in chances_by_code.items() if _NEEDS.get(code) not in unjudged
    }
    expected = cells.pop("sum_expected")
    numbers = {
        code: 100 * float(of_cells.max(initial=0.0)) if code in _LARGEST else float(len(of_cells))
        for code, of_cells in cells.items()
    }
    numbers["sum_zero_groups"] += without
    return {**numbers, "sum_expected": 100 * float(expected.mean())} if len(expected) else numbers


def ranked_cells(found: SumRisks, code: str) -> list[tuple[float, CellRisks, int]]:
    """Rank cells by a measure of risk, the worst first. Each entry has the ranking number (probabilities in percent),
    the cells of the magnitude, and the cell's index among them. code: of the measure."""
    ranked = []
    for cell_index, risks in enumerate(found.floor.cells):
        numbers, worse = _rank(found, cell_index, code)
        ranked += [(float(numbers[cell]), worse * float(numbers[cell]), risks, int(cell)) for cell in _there(numbers)]
    ranked.sort(key=lambda each: -each[1])
    return [(number, risks, cell) for number, _, risks, cell in ranked]


def _there(numbers: Floats) -> NDArray[np.intp]:
    return np.flatnonzero(~np.isnan(numbers))


def _rank(found_sum_risks: SumRisks, index: int, code: str) -> tuple[Floats, int]:
    """Number of each cell for ranking by a measure (nan: not listed), and 1 where higher is worse, -1 where lower is.
    index: index of the magnitude."""
    by_cell = _by_cell(found_sum_risks, index)
    if code == "sum_narrow":
        return found_sum_risks.limits.p * by_cell[code], -1
    if code == "sum_zero_groups":
        return by_cell[code], -1
    if code == "sum_floor":
        return by_cell[code] * 100 * np.nan_to_num(np.fmax(by_cell["sum_near"], by_cell["sum_best_guess"])), 1
    return np.where(by_cell[code] > 0, 100 * by_cell[code], np.nan), 1
