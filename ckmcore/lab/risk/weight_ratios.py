"""What weighted counts say beside counts: the ratio of the two is a mean weight of the records, without any noise.

The cell-key method publishes F = n + v of n records and S = F W / n, rounded to multiples of a step, of the sum W of
their weights. For F > 0 and S >= 0 that is

    a n <= W < b n,    a = max(0, (S - step / 2) / F),    b = (S + step / 2) / F,

where n and W add up over every relation of the tables, n is whole and W >= 0. Of cells without such a pair (F = 0, a
sign in the place of a figure, brackets) only W >= 0 is known, and W = 0 of those that hold nobody for certain.
Assumption: both figures were made by one method from the same records, and no weight is negative.

Which n leave a W is a question of linear programming. By Farkas' lemma n is impossible iff some multipliers l, m >= 0
of the pairs and p of the relations with l - m >= p A (A: total less parts) have sum((l b - m a) n) <= 0: a row of whole
numbers that every possible n keeps. Programs find the multipliers, exact fractions check them: no row is believed
on the word of a solver.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack, vstack

from ckmcore.lab.risk.relations import Grid, Ints, Relations
from ckmcore.methods.count_noise import UNBOUNDED

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Ratio = tuple[Fraction, Fraction]
"""The bounds a and b of the mean weight of a cell: a n <= W < b n."""

# Rows of larger whole numbers are scaled down and rounded up, which leaves them true: counts are never negative.
_LARGEST = 100_000
# What is nearer to a bound than this share is not believed to be within it.
_MARGIN = 1e-9
# Doubles of weights are known up to this share.
_WIDER = Fraction(1, 10**9)
# Multipliers of programs are small fractions.
_DENOMINATORS = range(1, 25)


def ratio_of(figure: int, weighted: int, step: int, *, doubles: bool) -> Ratio:
    """Compute the bounds of the mean weight from a published count (> 0) and a published weighted count (>= 0).

    `step` is the rounding step of the weighted count. `doubles` says that weights are binary fractions, so that their
    sums are not exact.
    """
    low, high = Fraction(2 * weighted - step, 2 * figure), Fraction(2 * weighted + step, 2 * figure)
    if doubles:
        low, high = low - _WIDER * (1 + abs(low)), high + _WIDER * (1 + high)
    return max(low, Fraction(0)), high


EMPTY: Ratio = (Fraction(0), Fraction(1))
"""Of a cell that holds nobody for certain: 0 <= W <= 0, whatever the upper bound of a mean weight."""


def closer(one: Ratio | None, other: Ratio) -> Ratio:
    """Return the intersection of two bounds of a mean weight; `one` may be None."""
    return other if one is None else (max(one[0], other[0]), min(one[1], other[1]))


@dataclass(eq=False)
class WeightPairs:
    """The published counts and weighted counts of the same records.

    `counts` is by figure; `weights` gives, by figure, the weighted count, its step, and whether weights are doubles.
    """

    counts: dict[int, int] = field(default_factory=dict)
    weights: dict[int, tuple[int, int, bool]] = field(default_factory=dict)

    def add(self, figures: Ints, shown: Ints, step: int, *, doubles: bool, weighted: bool) -> None:
        """Add what is published of some figures; `step` is the rounding step of weighted counts."""
        for figure, published in zip(figures.tolist(), shown.tolist(), strict=True):
            if weighted:
                self.weights[figure] = published, step, doubles
            else:
                self.counts[figure] = published

    def ratios(self) -> Iterator[tuple[int, Ratio]]:
        """Yield the bounds of the mean weight of each figure whose count (> 0) and weighted count (>= 0) are known."""
        for figure, (weighted, step, doubles) in self.weights.items():
            count = self.counts.get(figure, 0)
            if count > 0 and weighted >= 0:
                yield figure, ratio_of(count, weighted, step, doubles=doubles)


@dataclass(frozen=True, eq=False)
class WeightColumns:
    """Weights as further columns of a linear program: their number, and rows over all columns with their bounds."""

    count: int
    matrix: Any
    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class WeightRow:
    """A condition that ratios of weights put on counts: `coefficients` times `figures` are at least `least`.

    `units` are figures one of which has to hold a record for the sum to be above 0; a reader who knows of one uses 1
    for `least`.
    """

    figures: Ints
    coefficients: Ints
    least: int
    units: Ints


class WeightRatios:
    """The ratios of weights to counts that some figures of relations publish, and the conditions on the counts of all.

    `ratios` is by figure. `filled` marks figures that certainly hold a record, whose ratios are strict.
    """

    def __init__(self, relations: Relations, grid: Grid | None, ratios: Mapping[int, Ratio], filled: Flags) -> None:
        self.relations, self.grid, self.ratios, self.filled = relations, grid, dict(ratios), filled
        # Beyond, only bounds are looked at: what they disclose is disclosed, and more may be.
        self.whole = relations.count <= MOST_WEIGHED
        self.at = np.array(sorted(ratios), dtype=np.int64)
        self._low = np.array([float(ratios[figure][0]) for figure in self.at.tolist()])
        self._high = np.array([float(ratios[figure][1]) for figure in self.at.tolist()])
        self.rows = tuple(self._of_relations())
        self._sums = _Sums(self.rows)
        self._known: tuple[Ints, Floats] | None = None
        self._place = np.full(relations.count, -1, dtype=np.int64)
        self._place[self.at] = np.arange(len(self.at))

    def on(self, relations: Relations, grid: Grid | None, figures: Ints, there: Ints) -> WeightRatios:
        """Return the ratios for other relations, whose `figures` are the figures `there` of these."""
        ratios = {
            first: self.ratios[other]
            for first, other in zip(figures.tolist(), there.tolist(), strict=True)
            if other in self.ratios
        }
        filled = np.zeros(relations.count, dtype=np.bool_)
        filled[figures] = self.filled[there]
        weight_ratios = WeightRatios(relations, grid, ratios, filled)
        return weight_ratios

    def only(self, figures: Flags, relations: Relations) -> WeightRatios:
        """Return the ratios for some of the relations and some of the figures (a mask)."""
        ratios = {figure: ratio for figure, ratio in self.ratios.items() if figures[figure]}
        return WeightRatios(relations, None, ratios, self.filled)

    @property
    def searched(self) -> WeightRatios | None:
        """Return the ratios if weights are examined as a whole, else None."""
        return self if self.whole else None

    # --- single relations -------------------------------------------------------------------------------------------

    def _of_relations(self) -> list[WeightRow]:
        """Return the conditions of each relation: parts weigh less than the upper bound of the total, and more than the
        lower."""
        rows = []
        relations = self.relations
        for index in np.flatnonzero(np.isin(relations.totals, self.at)).tolist():
            total, part_figures = int(relations.totals[index]), relations.parts_of(index).tolist()
            low, high = self.ratios[total]
            own_ratios = [self.ratios.get(part_figure) for part_figure in part_figures]
            # sum(a_i n_i) <= W < b n = sum(b n_i); and sum(b_i n_i) > W >= a n, where all parts have such bounds: both
            # are above 0 where anybody is counted.
            units = [total, *part_figures]
            strict = bool(self.filled[units].any())
            above = [high - (0 if bounds is None else bounds[0]) for bounds in own_ratios]
            if min(above) < 0:
                rows.append(_row(part_figures, above, units, strict=strict))
            if None not in own_ratios:
                below = [bounds[1] - low for bounds in own_ratios if bounds is not None]
                if min(below) < 0:
                    rows.append(_row(part_figures, below, units, strict=strict))
        return rows

    def narrow(self, low: Ints, high: Ints) -> None:
        """Narrow the bounds of counts, in place, by the conditions of single relations; never too far."""
        self._sums.narrow(low, high)

    def cuts(self, count: int) -> tuple[csr_array, Ints]:
        """Return the conditions of single relations as a matrix over `count` figures, and their lower bounds."""
        return rows_as_matrix(self.rows if self.whole else (), count)

    def columns(self, figures: Ints, lines: Ints | None, low: Ints) -> WeightColumns:
        """Return the weights of a program whose columns are the counts of `figures`, counted from `low`.

        All other counts are fixed at `low`. `lines` restricts the weights to the figures of these relations; None for
        all.
        """
        relations = self.relations
        chosen_indices = np.flatnonzero(relations.defining) if lines is None else lines
        lengths = np.diff(relations.starts)[chosen_indices]
        part_figures = [relations.parts_of(figure) for figure in chosen_indices.tolist()]
        none = np.zeros(0, dtype=np.int64)
        members = np.concatenate([none, *part_figures])
        own_columns = np.unique(np.concatenate([figures, relations.totals[chosen_indices], members]))
        count, figure_count = len(own_columns), len(figures)
        rows = np.concatenate([np.arange(len(chosen_indices)), np.repeat(np.arange(len(chosen_indices)), lengths)])
        own_column = figure_count + np.searchsorted(
            own_columns, np.concatenate([relations.totals[chosen_indices], members])
        )
        entries = np.concatenate([np.ones(len(chosen_indices)), -np.ones(len(members))])
        sums = csr_array((entries, (rows, own_column)), shape=(len(chosen_indices), figure_count + count))
        paired = own_columns[self._place[own_columns] >= 0]
        pair_index = self._place[paired]
        scale = self.scale
        least, upper = self._low[pair_index] / scale, self._high[pair_index] / scale
        line, weight = np.arange(len(paired)), figure_count + np.searchsorted(own_columns, paired)
        column = np.searchsorted(figures, paired).clip(max=max(figure_count - 1, 0))
        moves = np.flatnonzero(figures[column] == paired) if figure_count else none
        below = csr_array(
            (
                np.concatenate([np.ones(len(paired)), -least[moves]]),
                (np.concatenate([line, line[moves]]), np.concatenate([weight, column[moves]])),
            ),
            shape=(len(paired), figure_count + count),
        )
        above = csr_array(
            (
                np.concatenate([np.ones(len(paired)), -upper[moves]]),
                (np.concatenate([line, line[moves]]), np.concatenate([weight, column[moves]])),
            ),
            shape=(len(paired), figure_count + count),
        )
        ends = np.full(len(paired), np.inf)
        zero = np.zeros(len(chosen_indices))
        return WeightColumns(
            count,
            vstack([sums, below, above]).tocsr(),
            np.concatenate([zero, least * low[paired], -ends]),
            np.concatenate([zero, ends, upper * low[paired]]),
        )

    @cached_property
    def scale(self) -> float:
        """Return the unit in which programs count weights: the median width of the bounds of the mean weight."""
        interval_widths = [float(high - low) for low, high in self.ratios.values() if (low, high) != EMPTY]
        return max(float(np.median(interval_widths)), 1e-9) if interval_widths else 1.0

    # --- all of them ------------------------------------------------------------------------------------------------

    def keeps(self, values: Ints) -> bool:
        """Return whether weights exist for a solution; also false where that could not be decided.

        Of large tables it is not asked.
        """
        if not self.whole:
            return True
        if any(int(row.coefficients @ values[row.figures]) < int(values[row.units].any()) for row in self.rows):
            return False
        return self._weights_near(values) is not None or self.weights(values) is not None

    def weights(self, values: Ints) -> Floats | None:
        """Find weights of all figures for a solution that lie inside all of their bounds.

        None where there are none, or none that is certainly inside. The first ones found are remembered for similar
        solutions.
        """
        solution = self._program(values)
        if isinstance(solution, WeightRow) or solution is None:
            return None
        if self._known is None:
            self._known = values.copy(), solution
        return solution

    def broken(self, values: Ints) -> WeightRow | None:
        """Find a condition that a solution without weights violates; None if it has weights, or no condition was
        found."""
        for row in self.rows:
            if int(row.coefficients @ values[row.figures]) < row.least:
                return row
        solution = self._program(values)
        return solution if isinstance(solution, WeightRow) else None

    def _program(self, values: Ints) -> WeightRow | Floats | None:
        """Compute the largest margin with which weights lie within their bounds.

        Returns the weights, or the condition that excludes them; None if neither was found.
        """
        relations, count = self.relations, self.relations.count
        kept_indices = np.flatnonzero(relations.defining)
        lines = len(kept_indices)
        owner = np.repeat(np.arange(len(relations.totals)), np.diff(relations.starts))
        number = np.full(len(relations.totals), -1, dtype=np.int64)
        number[kept_indices] = np.arange(lines)
        is_counted = number[owner] >= 0
        rows = np.concatenate([np.arange(lines), number[owner[is_counted]]])
        columns = np.concatenate([relations.totals[kept_indices], relations.parts[is_counted]])
        entries = np.concatenate([np.ones(lines), -np.ones(int(is_counted.sum()))])
        sums = csr_array((entries, (rows, columns)), shape=(lines, count))
        counts = values[self.at]
        low, high = self._low * counts, self._high * counts
        # Who holds nobody weighs nothing; the others have room.
        free = np.flatnonzero(counts > 0)
        interval_widths = high[free] - low[free]
        scale = float(np.median(interval_widths)) if len(free) else 1.0
        pick = csr_array((np.ones(len(free)), (np.arange(len(free)), self.at[free])), shape=(len(free), count))
        # The margin of each as a share of the room that it has.
        slack: Any = csr_array(-interval_widths[:, None] / scale)
        above: Any = hstack([pick, slack])
        below: Any = hstack([-pick, slack])
        matrix: Any = csr_array(np.zeros((0, count + 1)))
        if len(free):
            matrix = vstack([above, below]).tocsr()
        right = np.concatenate([high[free], -low[free]]) / scale
        bounds: Any = np.zeros((count + 1, 2))
        bounds[:, 1] = np.inf
        bounds[self.at[counts == 0], 1] = 0.0
        bounds[count] = (-1.0, np.inf)
        aim = np.zeros(count + 1)
        aim[count] = 1.0
        tied: Any = hstack([sums, csr_array((lines, 1))])
        answer: Any = linprog(
            aim,
            A_ub=matrix,
            b_ub=right,
            A_eq=tied if lines else None,
            b_eq=np.zeros(lines) if lines else None,
            bounds=bounds,
            method="highs",
        )
        if answer.status != 0:
            return None
        if answer.fun < 0:
            weights: Floats = np.maximum(answer.x[:count] * scale, 0.0)
            if self._lie_inside(values, weights):
                return weights
        multipliers = -np.asarray(answer.ineqlin.marginals)
        upper, lower = np.zeros(count), np.zeros(count)
        upper[self.at[free]], lower[self.at[free]] = multipliers[: len(free)], multipliers[len(free) :]
        nobody = self.at[counts == 0]
        upper[nobody] = -np.asarray(answer.upper.marginals)[nobody]
        ties = np.asarray(answer.eqlin.marginals) if lines else np.zeros(0)
        return self._row_of(values, upper, lower, sums, ties)

    def _lie_inside(self, values: Ints, weights: Floats) -> bool:
        """Return whether weights lie inside all of their bounds by more than the error of doubles; sums are
        recomputed."""
        grid = self.grid
        if grid is not None:
            weights = grid.summed(weights[grid.atom_figures])
        else:
            relations = self.relations
            gap = weights[relations.totals] - np.add.reduceat(weights[relations.parts], relations.starts[:-1])
            if len(relations.totals) and (np.abs(gap) > _MARGIN * (1 + weights[relations.totals])).any():
                return False
        counts, weight = values[self.at], weights[self.at]
        tolerance = _MARGIN * (1 + weight)
        is_positive = counts > 0
        low, high = self._low * counts, self._high * counts
        fits = ((low == 0) | (weight - low > tolerance)) & (high - weight > tolerance)
        return bool((fits | ~is_positive).all() and (weight[~is_positive] <= 0).all())

    def _row_of(self, values: Ints, upper: Floats, lower: Floats, sums: csr_array, ties: Floats) -> WeightRow | None:
        """Turn multipliers into a condition in whole numbers; None unless it holds and the solution violates it."""
        largest = max(float(upper.max(initial=0.0)), float(lower.max(initial=0.0)))
        if largest <= 0:
            return None
        for denominator in _DENOMINATORS:
            scaled = [dual / largest * denominator for dual in (upper, lower, ties)]
            whole = [np.rint(dual) for dual in scaled]
            if any(
                np.abs(dual - nearest_whole).max(initial=0.0) > 1e-4
                for dual, nearest_whole in zip(scaled, whole, strict=True)
            ):
                continue
            more, less, tied = (numbers.astype(np.int64) for numbers in whole)
            for sign in (1, -1):
                # sum((l - m) W) = sum((l - m - p A) W) >= 0: the relations add nothing.
                if ((more - less) - sign * (sums.astype(np.int64).T @ tied) >= 0).all():
                    row = self._summed(more, less)
                    if row is not None and int(row.coefficients @ values[row.figures]) < row.least:
                        return row
        return None

    def _summed(self, upper: Ints, lower: Ints) -> WeightRow | None:
        figures = np.flatnonzero((upper != 0) | (lower != 0)).tolist()
        coefficients = [
            int(upper[figure_index]) * self.ratios[figure_index][1]
            - int(lower[figure_index]) * self.ratios[figure_index][0]
            for figure_index in figures
        ]
        units = np.flatnonzero(upper > 0)
        return _row(figures, coefficients, units.tolist(), strict=bool(self.filled[units].any()))

    def _weights_near(self, values: Ints) -> Floats | None:
        """Find weights for a solution close to one with known weights: only the weights of changed atoms differ."""
        grid = self.grid
        if self._known is None or grid is None:
            return None
        former_values, weights = self._known
        atoms = grid.atom_figures
        changed = np.flatnonzero(values[atoms] != former_values[atoms])
        if not len(changed) or len(changed) > _NEAR:
            return weights if not len(changed) else None
        around = [grid.figures_with(atom) for atom in changed.tolist()]
        touched, inverse = np.unique(np.concatenate(around), return_inverse=True)
        columns = np.repeat(np.arange(len(changed)), [len(cells) for cells in around])
        inner_array = csr_array((np.ones(len(columns)), (inverse, columns)), shape=(len(touched), len(changed)))
        indices = np.flatnonzero(self._place[touched] >= 0)
        paired = touched[indices]
        pair_index = self._place[paired]
        counts = values[paired]
        low, high = self._low[pair_index] * counts - weights[paired], self._high[pair_index] * counts - weights[paired]
        free = counts > 0
        interval_widths = np.where(free, high - low, 0.0)
        scale = float(np.median(interval_widths[free])) if free.any() else 1.0
        rows = inner_array[indices]
        slack = -interval_widths[:, None] / scale
        matrix: Any = vstack([hstack([rows, csr_array(slack)]), hstack([-rows, csr_array(slack)])]).tocsr()
        right = np.concatenate([high, -low]) / scale
        bounds: Any = np.zeros((len(changed) + 1, 2))
        bounds[:-1, 0], bounds[:, 1] = -weights[atoms[changed]] / scale, np.inf
        bounds[-1, 0] = -1.0
        aim = np.zeros(len(changed) + 1)
        aim[-1] = 1.0
        answer: Any = linprog(aim, A_ub=matrix, b_ub=right, bounds=bounds, method="highs")
        if answer.status != 0 or answer.fun >= 0:
            return None
        moved = weights.copy()
        moved[touched] += inner_array @ (answer.x[:-1] * scale)
        moved[atoms[changed]] = np.maximum(moved[atoms[changed]], 0.0)
        near_weights = moved[paired]
        tolerance = _MARGIN * (1 + np.abs(near_weights) + weights[paired])
        low, high = self._low[pair_index] * counts, self._high[pair_index] * counts
        fits = ((low == 0) | (near_weights - low > tolerance)) & (high - near_weights > tolerance)
        return moved if bool((fits | ~free).all() and (near_weights[~free] <= tolerance[~free]).all()) else None

    def start(self, values: Ints) -> Floats | None:
        """Weights of all figures from which steps may begin."""
        if self._known is not None and (self._known[0] == values).all():
            return self._known[1]
        return self.weights(values)


# Figures up to which weights are looked at whole.
MOST_WEIGHED = 2_000
# Atoms that a solution changes, up to which only their weights are looked for.
_NEAR = 400


def _row(figures: Sequence[int], coefficients: Sequence[Fraction], units: Sequence[int], *, strict: bool) -> WeightRow:
    """Build a condition in whole numbers: a sum that is above 0 (`strict`) or at least 0; rounding is upwards."""
    common = math.lcm(*(coefficient.denominator for coefficient in coefficients))
    whole = [int(coefficient * common) for coefficient in coefficients]
    shared_divisor = math.gcd(*whole) or 1
    whole = [number // shared_divisor for number in whole]
    if (largest := max(map(abs, whole))) > _LARGEST:
        whole = [-(-number * _LARGEST // largest) for number in whole]
    return WeightRow(
        np.array(figures, dtype=np.int64), np.array(whole, dtype=np.int64), int(strict), np.array(units, dtype=np.int64)
    )


def rows_as_matrix(rows: Sequence[WeightRow], count: int) -> tuple[csr_array, Ints]:
    """Return conditions as a matrix over `count` figures, and the lower bound of each."""
    none = np.zeros(0, dtype=np.int64)
    lines = np.repeat(np.arange(len(rows)), [len(row.figures) for row in rows])
    figures = np.concatenate([none, *(row.figures for row in rows)])
    entries = np.concatenate([none, *(row.coefficients for row in rows)])
    matrix = csr_array((entries, (lines, figures)), shape=(len(rows), count))
    return matrix, np.array([row.least for row in rows], dtype=np.int64)


class _Sums:
    """Conditions through which bounds are narrowed: each entry is bounded by what all others leave."""

    def __init__(self, rows: Sequence[WeightRow]) -> None:
        none = np.zeros(0, dtype=np.int64)
        lengths = [len(row.figures) for row in rows]
        self.figures = np.concatenate([none, *(row.figures for row in rows)])
        self.factors = np.concatenate([none, *(row.coefficients for row in rows)])
        self.least = np.array([row.least for row in rows], dtype=np.int64)
        self.begins = np.cumsum([0, *lengths])[:-1].astype(np.int64)
        self.units = np.concatenate([none, *(row.units for row in rows)])
        self.units_begin = np.cumsum([0, *(len(row.units) for row in rows)])[:-1].astype(np.int64)
        self.owner = np.repeat(np.arange(len(rows)), lengths)
        is_nonzero = self.factors != 0
        self.up, self.down = is_nonzero & (self.factors > 0), is_nonzero & (self.factors < 0)

    def narrow(self, low: Ints, high: Ints) -> None:
        """Narrow bounds in place, exactly in whole numbers; factors times counts stay far below 2^63."""
        if not len(self.least):
            return
        figures, factors = self.figures, self.factors
        endless = high[figures] >= UNBOUNDED // 2
        upper_terms = np.where(factors > 0, np.where(endless, 0, high[figures]), low[figures]) * factors
        open_end = (factors > 0) & endless
        sums = np.add.reduceat(upper_terms, self.begins)[self.owner]
        ends = np.add.reduceat(open_end.astype(np.int64), self.begins)[self.owner]
        # What is left for an entry once all others are as large as they can be.
        least = np.maximum(self.least, np.maximum.reduceat(low[self.units], self.units_begin).clip(0, 1))
        need = least[self.owner] - (sums - upper_terms)
        is_bounded = (ends - open_end) == 0
        up, down = self.up & is_bounded, self.down & is_bounded
        np.maximum.at(low, figures[up], -((-need[up]) // factors[up]))
        np.minimum.at(high, figures[down], need[down] // factors[down])
