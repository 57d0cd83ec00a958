"""Linked keys: parts and their total have cell keys that add modulo 1, so their noise is not independent.

method.md sections 2 and 7. Of a total of two parts everything is exact: the chance of each triple of published counts
is the area of the keys that lead to it. Confidential: it speaks of original counts and of the perturbation table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import Ints
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import keep_figure
from ckmcore.ptable.model.linked import pair_variance
from ckmcore.ptable.model.shuffle import DEFAULT_THRESHOLD, shuffle
from ckmcore.ptable.model.splits import Outcomes, Signs, disclosed, outcomes
from ckmcore.ptable.model.table import PTable, from_rows

Floats = NDArray[np.float64]


# --- the variance of the parts, given the key of their total ---------------------------------------------------------


@dataclass(frozen=True, repr=False)
class LinkedSum:
    """Var(sum of the noise of the parts | key of their total): minimum, maximum and mean over the keys."""

    parts: tuple[int, ...]
    least: float
    most: float
    mean: float

    def __repr__(self) -> str:
        return f"LinkedSum({len(self.parts)} parts, confidential)"


def linked_sum(ptable: PTable, parts: Sequence[int]) -> LinkedSum:
    """Variance for parts with these counts, each at least 1, given the key of their total.

    A single part has its total's key, so nothing is open. For two parts one key follows from the other. For three or
    more any two are independent for every key of the total, and their variances add. Raises parts_need_records.
    """
    checked_parts = _checked(parts)
    if len(checked_parts) == 1:
        return LinkedSum(checked_parts, 0.0, 0.0, 0.0)
    if len(checked_parts) == 2:
        pair = pair_variance(ptable, *checked_parts)
        return LinkedSum(checked_parts, pair.least, pair.most, pair.mean)
    variances = [ptable.reports[int(row)].variance for row in ptable.lookup_row_used(np.array(checked_parts))]
    return LinkedSum(checked_parts, sum(variances), sum(variances), sum(variances))


@dataclass(frozen=True, repr=False)
class LinkedTableau:
    """Variances of two parts with equal counts, for each row of a tableau from row 1. ordered: noise rises with the
    key."""

    ordered: bool
    rows: tuple[LinkedSum, ...]

    def __repr__(self) -> str:
        return f"LinkedTableau({len(self.rows)} rows, confidential)"

    @property
    def worst(self) -> LinkedSum | None:
        """Row with the smallest variance for some key; rows without noise are ignored."""
        return min((row for row in self.rows if row.mean > 0), key=lambda row: row.least, default=None)


def linked_tableaus(ptable: PTable, threshold: float = DEFAULT_THRESHOLD) -> tuple[LinkedTableau, LinkedTableau]:
    """Results for the ordered and the shuffled tableau; one is `ptable` itself, the other is derived.

    Raises ptable_threshold.
    """
    if ptable.is_ordered:
        return _tableau(ptable), _tableau(shuffle(ptable, threshold))
    return _tableau(in_order(ptable)), _tableau(ptable)


def in_order(ptable: PTable) -> PTable:
    """Table with one interval for each target in each row, by target, with the same exact widths."""
    bounds, rows = ptable.exact_bounds, []
    for row in ptable.rows:
        widths: dict[int, Fraction] = {}
        former_bound = Fraction(0)
        for index in range(int(ptable.offsets[row]), int(ptable.offsets[row + 1])):
            target = int(ptable.targets[index])
            widths[target] = widths.get(target, Fraction(0)) + bounds[index] - former_bound
            former_bound = bounds[index]
        reached, line = Fraction(0), []
        for target in sorted(widths):
            reached += widths[target]
            line.append((target, float(widths[target]), reached))
        rows.append(line)
    return from_rows(
        rows, integer_modulus=ptable.integer_modulus, recycled_rows=ptable.recycled_rows, notes=ptable.notes
    )


def _tableau(ptable: PTable) -> LinkedTableau:
    known_sums: dict[bytes, LinkedSum] = {}
    rows = []
    for row in range(1, ptable.last_row + 1):
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        # Rows far from zero are often the same again.
        name = ptable.noise[begin:end].tobytes() + ptable.upper_bounds[begin:end].tobytes()
        if name not in known_sums:
            known_sums[name] = linked_sum(ptable, (row, row))
        found_linked_sum = known_sums[name]
        rows.append(LinkedSum((row, row), found_linked_sum.least, found_linked_sum.most, found_linked_sum.mean))
    return LinkedTableau(ptable.is_ordered, tuple(rows))


# --- a total of two parts, exactly -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Split:
    """Joint distribution of the published counts of two parts and their total under uniform keys.

    counts: originals of the parts; first, second, total: possible published counts, ascending; chances: probability of
    each combination (first x second x total).
    """

    method: Method
    ptable: PTable
    counts: tuple[int, int]
    first: Ints
    second: Ints
    total: Ints
    chances: Floats

    def __repr__(self) -> str:
        return "Split(confidential)"

    def chance(self, first: int, second: int, total: int) -> float:
        """Probability of exactly these published counts."""
        axis_codes = [np.flatnonzero(axis == code_index) for axis, code_index in self._axes(first, second, total)]
        return float(self.chances[tuple(int(codes[0]) for codes in axis_codes)]) if all(map(len, axis_codes)) else 0.0

    def chance_if_independent(self, first: int, second: int, total: int) -> float:
        """Probability of these published counts if keys were independent for each cell, which they are not."""
        chance_if_independent = 1.0
        for axis, (levels, code_index) in enumerate(self._axes(first, second, total)):
            others = tuple(other for other in range(3) if other != axis)
            chance_if_independent *= float(self.chances.sum(axis=others)[levels == code_index].sum())
        return chance_if_independent

    def _axes(self, first: int, second: int, total: int) -> tuple[tuple[Ints, int], ...]:
        return (self.first, first), (self.second, second), (self.total, total)

    @cached_property
    def gaps(self) -> dict[int, float]:
        """Distribution of the published total minus the sum of the published parts."""
        gaps = self.total[None, None, :] - self.first[:, None, None] - self.second[None, :, None]
        values, back = np.unique(gaps, return_inverse=True)
        chances = np.bincount(back.ravel(), self.chances.ravel())
        return dict(zip(values.tolist(), chances.tolist(), strict=True))

    def gap_from(self, least: int) -> float:
        """P(|gap| >= least)."""
        return sum(chance for gap, chance in self.gaps.items() if abs(gap) >= least)

    def disclosed(
        self,
        knowledge: IntruderScenario | Literal["tableau"] = "zero_rule",
        *,
        consistency: bool = True,
        every: bool = False,
    ) -> float:
        """P that the three published counts disclose one of the originals, or with `every` all three.

        consistency: the reader knows that equal sets of records show equal figures, so that different figures prove
        different records (claims.md C1, C2), and at level tableau how keys add up (K1).
        """
        found_outcomes = Outcomes(self.counts, self.first, self.second, self.total, self.chances)
        signs = Signs(self._shown, max(self.method.count_noise.limits, default=0))
        return disclosed(self.ptable, found_outcomes, knowledge, consistency=consistency, every=every, signs=signs)

    def _shown(self, published: Ints) -> Ints:
        """The published counts, below 0 where a sign replaces them."""
        signs = self.method.count_noise.signs(published)
        if signs is None:
            return published
        hidden = ~keep_figure(signs)
        return np.where(hidden, -signs.astype(np.int64), published)


def split(method: Method, first: int, second: int) -> Split:
    """Joint distribution for a total of two parts with these original counts, each at least 1.

    Raises parts_need_records, and expectation_unknown_method for a method without a perturbation table.
    """
    first_part, other = _checked((first, second))
    ptable = method.count_noise.ptable
    if ptable is None:
        raise InputError("expectation_unknown_method", method=method.name)
    found_outcomes = outcomes(ptable, first_part, other)
    return Split(
        method,
        ptable,
        (first_part, other),
        found_outcomes.first,
        found_outcomes.second,
        found_outcomes.total,
        found_outcomes.chances,
    )


def _checked(part_counts: Sequence[int]) -> tuple[int, ...]:
    result = tuple(int(part_count) for part_count in part_counts)
    if not result or min(result) < 1:
        raise InputError("parts_need_records", found=" + ".join(map(str, result)))
    return result
