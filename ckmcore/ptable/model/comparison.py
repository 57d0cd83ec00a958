"""Two perturbation tables side by side: how far their rows differ, and whether the same keys find the same noise."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.ptable.model.criteria import row_criteria
from ckmcore.ptable.model.table import PTable

LookUp = Literal["same", "order", "other"]

# Probabilities of files with all digits of a float64 agree to this.
SAME_P = 1e-12


@dataclass(frozen=True)
class RowComparison:
    """Comparison of row i in two tables; a table with fewer rows uses the row that serves count i.

    total_variation: ½ Σ |Δp|. Pairs are values of the first and second table; variance is E v² - bias². largest: Δp
    (second minus first) of the largest absolute value, at the target count `target`.
    """

    row: int
    total_variation: float
    bias: tuple[float, float]
    variance: tuple[float, float]
    mean_absolute: tuple[float, float]
    within_one: tuple[float, float]
    largest: float
    target: int


@dataclass(frozen=True)
class Comparison:
    """Comparison of two tables by rows. look_up: "same" (equal noise for every count and key), "order" (equal
    distributions with another order of intervals, such as shuffled against ordered), or "other".

    difference: Δp, rows i, columns j; ordered: whether each table is ordered.
    """

    rows: tuple[RowComparison, ...]
    look_up: LookUp
    ordered: tuple[bool, bool]
    difference: NDArray[np.float64]

    @property
    def largest(self) -> RowComparison:
        """The row with the largest |Δp|."""
        return max(self.rows, key=lambda row: abs(row.largest))


@checked
def compare(first: PTable, second: PTable) -> Comparison:
    """Compare two perturbation tables for counts. `difference` of the result is Δp (second minus first) with rows i = 0
    .. last and columns j.

    Where one table has fewer rows, its row for count i (the last, or a recycled one) is compared with row i of the
    other.

    >>> other = ckm.design_ptable(D=5, V=2, js=2)
    >>> compared = ckm.compare(ptable, other)
    >>> compared.look_up, compared.largest.row, compared.largest.target
    ('other', 2, 3)
    """
    last_row = max(first.last_row, second.last_row)
    width = max(int(table.targets.max()) + last_row - table.last_row for table in (first, second)) + 1
    difference = np.zeros((last_row + 1, width))
    criteria = [row_criteria(table) for table in (first, second)]
    rows = []
    for i in range(last_row + 1):
        row_indices = [_row_used(table, i) for table in (first, second)]
        first_row, other = (
            table.row_distribution(row_index) for table, row_index in zip((first, second), row_indices, strict=True)
        )
        changes = {v: other.get(v, 0.0) - first_row.get(v, 0.0) for v in sorted(first_row.keys() | other.keys())}
        for v, change in changes.items():
            difference[i, i + v] = change
        largest_change = max(changes, key=lambda v: abs(changes[v]))
        figures = [criteria[index][row_index].criteria for index, row_index in enumerate(row_indices)]
        rows.append(
            RowComparison(
                row=i,
                total_variation=sum(abs(change) for change in changes.values()) / 2,
                bias=(_moment(first_row, 1), _moment(other, 1)),
                variance=(_variance(first_row), _variance(other)),
                mean_absolute=(figures[0].mean_absolute, figures[1].mean_absolute),
                within_one=(figures[0].within_one, figures[1].within_one),
                largest=changes[largest_change],
                target=i + largest_change,
            )
        )
    difference.setflags(write=False)
    ordered = (first.is_ordered, second.is_ordered)
    return Comparison(tuple(rows), _look_up(first, second, rows), ordered, difference)


def _row_used(table: PTable, i: int) -> int:
    return int(table.lookup_row_used(np.array([i]))[0])


def _moment(distribution: dict[int, float], power: int) -> float:
    return float(sum(v**power * p for v, p in distribution.items()))


def _variance(distribution: dict[int, float]) -> float:
    return max(_moment(distribution, 2) - _moment(distribution, 1) ** 2, 0.0)


def _look_up(first: PTable, second: PTable, rows: list[RowComparison]) -> LookUp:
    if first == second or _same_noise(first, second, len(rows) - 1):
        return "same"
    return "order" if all(abs(row.largest) <= SAME_P for row in rows) else "other"


def _same_noise(first: PTable, second: PTable, last_row: int) -> bool:
    if first.integer_modulus != second.integer_modulus:
        return False
    # One cycle of either table beyond the longer one shows every row that larger counts can find.
    counts = np.arange(last_row + math.lcm(max(first.recycled_rows, 1), max(second.recycled_rows, 1)) + 1)
    pairs = set(zip(first.lookup_row_used(counts).tolist(), second.lookup_row_used(counts).tolist(), strict=True))
    return all(_steps(first, first_row) == _steps(second, other) for first_row, other in pairs)


def _steps(table: PTable, row: int) -> list[tuple[int, object]]:
    """Noise v and upper bound of each interval of a row, with neighbours of the same v merged."""
    begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
    steps: list[tuple[int, object]] = []
    for target, bound in zip(table.row_targets(row), table.exact_bounds[begin:end], strict=True):
        if steps and steps[-1][0] == target - row:
            steps.pop()
        steps.append((target - row, bound))
    return steps
