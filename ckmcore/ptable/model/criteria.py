"""The four quality criteria of a perturbation table for counts [W19], per row and over a distribution of counts."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ckmcore.ptable.model.table import PTable

# Upper limits of mean |v|, P(|v| >= 3), P(|v| >= 4) and the lower limit of P(|v| <= 1) [W19].
MEAN_LIMIT = 0.5
WITHIN_ONE_LIMIT = 0.9
FROM_THREE_LIMIT = 0.05
FROM_FOUR_LIMIT = 0.005


@dataclass(frozen=True)
class Criteria:
    """Criteria of one row or of a distribution of counts: E|v|, P(|v| <= 1), P(|v| >= 3), P(|v| >= 4)."""

    mean_absolute: float
    within_one: float
    from_three: float
    from_four: float

    @property
    def held(self) -> tuple[bool, bool, bool, bool]:
        """Which of the four criteria hold: E|v| < .5, P(|v| <= 1) >= .90, P(|v| >= 3) <= .05, P(|v| >= 4) <= .005
        [W19]."""
        return (
            self.mean_absolute < MEAN_LIMIT,
            self.within_one >= WITHIN_ONE_LIMIT,
            self.from_three <= FROM_THREE_LIMIT,
            self.from_four <= FROM_FOUR_LIMIT,
        )


@dataclass(frozen=True)
class RowCriteria:
    """Criteria of row i. least_mean: lower bound of E|v| where v = 0 is no target.

    With the nearest targets at -a and +b it is 2 a b / (a + b): 2 i (js+1-i) / (js+1) for i <= js.
    """

    row: int
    criteria: Criteria
    least_mean: float

    @property
    def mean_out_of_reach(self) -> bool:
        """Whether no design whatever could hold the first criterion in this row."""
        return self.least_mean >= MEAN_LIMIT


def _criteria(distribution: Mapping[int, float]) -> Criteria:
    return Criteria(
        mean_absolute=sum(abs(v) * p for v, p in distribution.items()),
        within_one=sum(p for v, p in distribution.items() if abs(v) <= 1),
        from_three=sum(p for v, p in distribution.items() if abs(v) >= 3),
        from_four=sum(p for v, p in distribution.items() if abs(v) >= 4),
    )


def row_criteria(ptable: PTable) -> tuple[RowCriteria, ...]:
    """The criteria of each row, row 0 first."""
    blocked = frozenset(ptable.blocked_targets)
    request = ptable.parameters
    # Where the design says pstay = 0 it means that no count stays.
    moved = request.pstay if request and not request.optim else (None,)
    return tuple(
        RowCriteria(
            row,
            _criteria(ptable.row_distribution(row)),
            _least_mean(row, blocked, moved[min(row, len(moved)) - 1] == 0.0),
        )
        for row in ptable.rows
    )


def _least_mean(row: int, blocked: frozenset[int], moved: bool) -> float:
    if row == 0 or not (moved or row in blocked):
        return 0.0
    below = next((row - j for j in range(row - 1, -1, -1) if j not in blocked), 0)
    above = next(j for j in itertools.count(1) if row + j not in blocked)
    return 2 * below * above / (below + above)


def rows_out_of_reach(ptable: PTable) -> tuple[int, ...]:
    """Rows that cannot have E|v| < .5 in any design, since their own count is no target.

    With distances a below and b above to the nearest free targets, every unbiased distribution has a mean |v| of at
    least 2ab/(a+b); 2i(js+1-i)/(js+1) where the counts 1 .. js are blocked [method.md section 2].
    """
    return tuple(
        each_row_criteria.row for each_row_criteria in row_criteria(ptable) if each_row_criteria.mean_out_of_reach
    )


def weighted_criteria(
    ptable: PTable, frequencies: Mapping[int, float], *, with_empty_cells: bool = False
) -> Criteria | None:
    """Criteria weighted by cells. frequencies: number of cells by original count. None where no cell is left.

    with_empty_cells: include cells with count 0, which are never perturbed [method.md section 2]. Counts beyond the
    last row use that row.
    """
    rows = row_criteria(ptable)
    figures = [0.0, 0.0, 0.0, 0.0]
    cells = 0.0
    for count, weight in frequencies.items():
        if count <= 0:
            criteria = Criteria(0.0, 1.0, 0.0, 0.0)
            weight = weight if with_empty_cells else 0.0
        else:
            criteria = rows[int(ptable.lookup_row_used(np.array([count]))[0])].criteria
        cells += weight
        for figure_index, figure in enumerate(
            (criteria.mean_absolute, criteria.within_one, criteria.from_three, criteria.from_four)
        ):
            figures[figure_index] += weight * figure
    return Criteria(*(figure / cells for figure in figures)) if cells > 0 else None
