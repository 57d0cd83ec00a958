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
    """Var(sum of the noise of the parts | key of their total): least and largest over the keys, and on average."""

    parts: tuple[int, ...]
    least: float
    most: float
    mean: float

    def __repr__(self) -> str:
        return f"LinkedSum({len(self.parts)} parts, confidential)"


def linked_sum(ptable: PTable, parts: Sequence[int]) -> LinkedSum:
    """The variance for parts with these counts, each of 1 or more.

    A single part has its total's key, so nothing is left open. Of two parts the key of the one follows from the
    other's. Of three and more any two are independent whatever the key of the total is: their variances add.
    Raises parts_need_records.
    """
    found = _checked(parts)
    if len(found) == 1:
        return LinkedSum(found, 0.0, 0.0, 0.0)
    if len(found) == 2:
        pair = pair_variance(ptable, *found)
        return LinkedSum(found, pair.least, pair.most, pair.mean)
    variances = [ptable.reports[int(row)].variance for row in ptable.lookup_row_used(np.array(found))]
    return LinkedSum(found, sum(variances), sum(variances), sum(variances))


@dataclass(frozen=True, repr=False)
class LinkedTableau:
    """Of each row of a tableau, row 1 first, two parts with that count; `ordered`: noise rises with the key."""

    ordered: bool
    rows: tuple[LinkedSum, ...]

    def __repr__(self) -> str:
        return f"LinkedTableau({len(self.rows)} rows, confidential)"

    @property
    def worst(self) -> LinkedSum | None:
        """The row that leaves least open for some key; rows without noise, which hide nothing, are not counted."""
        return min((row for row in self.rows if row.mean > 0), key=lambda row: row.least, default=None)


def linked_tableaus(ptable: PTable, threshold: float = DEFAULT_THRESHOLD) -> tuple[LinkedTableau, LinkedTableau]:
    """The tableau in order and shuffled; one of them is `ptable` itself, the other one is made of it.

    Raises ptable_threshold.
    """
    if ptable.is_ordered:
        return _tableau(ptable), _tableau(shuffle(ptable, threshold))
    return _tableau(in_order(ptable)), _tableau(ptable)


def in_order(ptable: PTable) -> PTable:
    """The table with the intervals of each row by target, one for each, of the same exact widths."""
    bounds, rows = ptable.exact_bounds, []
    for row in ptable.rows:
        widths: dict[int, Fraction] = {}
        before = Fraction(0)
        for at in range(int(ptable.offsets[row]), int(ptable.offsets[row + 1])):
            target = int(ptable.targets[at])
            widths[target] = widths.get(target, Fraction(0)) + bounds[at] - before
            before = bounds[at]
        reached, line = Fraction(0), []
        for target in sorted(widths):
            reached += widths[target]
            line.append((target, float(widths[target]), reached))
        rows.append(line)
    return from_rows(
        rows, integer_modulus=ptable.integer_modulus, recycled_rows=ptable.recycled_rows, notes=ptable.notes
    )


def _tableau(ptable: PTable) -> LinkedTableau:
    known: dict[bytes, LinkedSum] = {}
    rows = []
    for row in range(1, ptable.last_row + 1):
        begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
        # Rows far from zero are often the same again.
        name = ptable.noise[begin:end].tobytes() + ptable.upper_bounds[begin:end].tobytes()
        if name not in known:
            known[name] = linked_sum(ptable, (row, row))
        found = known[name]
        rows.append(LinkedSum((row, row), found.least, found.most, found.mean))
    return LinkedTableau(ptable.is_ordered, tuple(rows))


# --- a total of two parts, exactly -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class Split:
    """A total of two parts under uniform keys: what can be published, and how often.

    `counts`: the originals of the parts. `first`, `second`, `total`: the published counts that each can have,
    ascending; `chances` (first x second x total): how often they come together.
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
        """How often exactly these counts are published."""
        places = [np.flatnonzero(axis == at) for axis, at in self._axes(first, second, total)]
        return float(self.chances[tuple(int(place[0]) for place in places)]) if all(map(len, places)) else 0.0

    def chance_if_independent(self, first: int, second: int, total: int) -> float:
        """The same if the keys were drawn for each cell on its own, as they are not."""
        found = 1.0
        for axis, (levels, at) in enumerate(self._axes(first, second, total)):
            others = tuple(other for other in range(3) if other != axis)
            found *= float(self.chances.sum(axis=others)[levels == at].sum())
        return found

    def _axes(self, first: int, second: int, total: int) -> tuple[tuple[Ints, int], ...]:
        return (self.first, first), (self.second, second), (self.total, total)

    @cached_property
    def gaps(self) -> dict[int, float]:
        """How often the published total is so much more than the sum of the published parts."""
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
        """How often the three published counts alone show one of the originals, or with `every` all three.

        `consistency`: a reader knows that the same records show the same figure, so that figures that differ are not
        made of the same records (claims.md C1, C2); at level tableau also how keys add up (K1).
        """
        found = Outcomes(self.counts, self.first, self.second, self.total, self.chances)
        signs = Signs(self._shown, max(self.method.count_noise.limits, default=0))
        return disclosed(self.ptable, found, knowledge, consistency=consistency, every=every, signs=signs)

    def _shown(self, published: Ints) -> Ints:
        """The published counts, below 0 where a sign replaces them."""
        signs = self.method.count_noise.signs(published)
        if signs is None:
            return published
        hidden = ~keep_figure(signs)
        return np.where(hidden, -signs.astype(np.int64), published)


def split(method: Method, first: int, second: int) -> Split:
    """A total of two parts with these original counts, each of 1 or more: the area of the keys of each outcome.

    Raises parts_need_records, and expectation_unknown_method of a method without a perturbation table.
    """
    one, other = _checked((first, second))
    ptable = method.count_noise.ptable
    if ptable is None:
        raise InputError("expectation_unknown_method", method=method.name)
    found = outcomes(ptable, one, other)
    return Split(method, ptable, (one, other), found.first, found.second, found.total, found.chances)


def _checked(parts: Sequence[int]) -> tuple[int, ...]:
    found = tuple(int(part) for part in parts)
    if not found or min(found) < 1:
        raise InputError("parts_need_records", found=" + ".join(map(str, found)))
    return found
