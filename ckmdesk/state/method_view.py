"""What the method page shows of a variant: table, feasible range, what cannot be met, criteria. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ckmcore.errors import CkmError
from ckmcore.ptable import (
    Criteria,
    FeasibleV,
    PTable,
    RowCriteria,
    RowReport,
    feasible_V,
    row_criteria,
    weighted_criteria,
)
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.raw import RawTable
from ckmdesk.state.desk_state import MethodParameters
from ckmdesk.state.variant import ordered_of, ptable_of


@dataclass(frozen=True)
class Shortfall:
    """A row that cannot have the wanted variance, and the nearest value that all rows can have."""

    row: int
    wanted: float
    low: float
    high: float
    nearest: float | None


@dataclass(frozen=True, eq=False)
class MethodView:
    """A variant in full. `shown` is shuffled where the variant is; `ordered` is what it was made of.

    `error`: these parameters give no table at all; the table shown is then the last one that could be made.
    """

    parameters: MethodParameters
    ordered: PTable
    shown: PTable
    feasible: FeasibleV | None
    shortfall: Shortfall | None
    error: CkmError | None = None

    @property
    def needs_shuffling(self) -> bool:
        """Whether noise rises with the cell key in a row that has noise (method.md, "Shuffled table")."""
        return self.shown.is_ordered and any(len(self.shown.row_distribution(row)) > 1 for row in self.shown.rows)

    def report(self, row: int) -> RowReport:
        """The report of a row (the last one for larger counts)."""
        return self.ordered.reports[min(row, self.ordered.last_row)]

    def rows_out_of_reach(self) -> tuple[RowCriteria, ...]:
        """Rows that cannot meet the first criterion whatever the design."""
        return tuple(found for found in row_criteria(self.ordered) if found.mean_out_of_reach)


def view_method(parameters: MethodParameters, last: MethodView | None = None) -> MethodView:
    """The view of some parameters; where they give no table, `last` with the error."""
    try:
        ordered, shown = ordered_of(parameters), ptable_of(parameters)
        if parameters.table is not None:
            return MethodView(parameters, ordered, shown, None, None)
        feasible = feasible_V(parameters.D, parameters.js, parameters.pstay, parameters.mono)
    except CkmError as error:
        if last is None:
            raise
        return MethodView(parameters, last.ordered, last.shown, None, None, error)
    return MethodView(parameters, ordered, shown, feasible, _shortfall(ordered, feasible, parameters.V))


def _shortfall(table: PTable, feasible: FeasibleV, wanted: float) -> Shortfall | None:
    for report in table.reports:
        if not report.feasible and report.lowest_variance is not None and report.highest_variance is not None:
            nearest = feasible.nearest(wanted) if feasible.possible else None
            return Shortfall(report.row, wanted, report.lowest_variance, report.highest_variance, nearest)
    return None


def count_frequencies(raw: RawTable) -> dict[int, int]:
    """How many cells of the table as it is laid out have each original count (confidential)."""
    total: dict[int, int] = {}
    layout = lay_out(raw.spec, [block.dimensions for block in raw.blocks])
    for layer in range(len(layout.layers)):
        values, cells = np.unique(layout.matrix([block.counts for block in raw.blocks], layer), return_counts=True)
        for value, number in zip(values.tolist(), cells.tolist(), strict=True):
            total[value] = total.get(value, 0) + number
    return total


def judged(view: MethodView, frequencies: Mapping[int, int]) -> Criteria | None:
    """The four criteria over the cells of a table; without a table each row from 1 on counts once."""
    counts = frequencies or dict.fromkeys(range(1, view.ordered.last_row + 1), 1)
    return weighted_criteria(view.ordered, counts)


@dataclass(frozen=True)
class Summary:
    """The figures by which variants are compared."""

    variance: float
    criteria: Criteria | None
    unchanged: float
    entropy: float


def summarise(view: MethodView, frequencies: Mapping[int, int]) -> Summary:
    """Means over the cells of a table (rows from 1 on where there is none)."""
    counts = {i: n for i, n in frequencies.items() if i > 0} or dict.fromkeys(range(1, view.ordered.last_row + 1), 1)
    cells = sum(counts.values())
    variance = unchanged = entropy = 0.0
    for count, number in counts.items():
        report = view.report(count)
        variance += number * report.variance
        unchanged += number * report.stay
        entropy += number * report.entropy
    return Summary(variance / cells, judged(view, frequencies), unchanged / cells, entropy / cells)
