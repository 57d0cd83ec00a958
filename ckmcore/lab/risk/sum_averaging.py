"""Sums that hang together: how near the best linear estimate from all of them comes to a single contribution;
magnitudes.md 5.6. A total with several splits is published several times. Confidential.

Weighted least squares under the relations of the tables, as for counts in `averaging`, with the variance u² V of each
sum, which its law gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import splu
from scipy.special import ndtr

from ckmcore.errors import Cancelled, DataError
from ckmcore.lab.risk.averaging import constraints, same_records
from ckmcore.lab.risk.relations import Ints, LinkedRelations, Relations, linked_relations
from ckmcore.lab.risk.shown_sums import ShownSums, laws_in_chunks
from ckmcore.lab.risk.sum_risk import average
from ckmcore.methods.sums import Respondents, respondents
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never

Floats = NDArray[np.float64]
# A sum that nobody sees is taken to be known to so many times its size.
_UNSEEN = 10.0
# Distances are compared strictly; what float64 leaves of an equal distance is none.
_SLACK = 1e-5
# Tables that share several margins say the same twice: a trace of ridge keeps the matrix regular.
_RIDGE = 1e-10
# An estimate gains from other sums where its variance falls by more than this share.
_GAIN = 1e-6
# Cells of one contributor whose averages are convolved: those of least and most noise are among them.
_AVERAGED = 32
# Figures that are worked out together.
_AT_ONCE = 64
# Of more sums, or figures that are asked for, each figure is estimated from itself and the sum that says most of it.
MOST_SUMS, MOST_ASKED = 1500, 2000
# Of more cells only the first step of the noise is looked at: less noise than there is.
_ALL_STEPS = 1000
# Figures of an estimate whose laws are looked at value by value, and the values that are told apart.
_BY_LAW, _VALUES, _FEW_VALUES = 2, 100, 30


@dataclass(frozen=True, eq=False, repr=False)
class EstimatedSums:
    """The estimates of the published sums of a measure, one entry per cell.

    `alone` is the variance of the cell by itself, `variance` the variance of its best linear estimate (nan: not
    computed). `near` is the probability, by the normal law, that the estimate gives the largest contribution to p % to
    the second largest contributor, or of a single contribution to anybody (nan: other sums add nothing).
    """

    alone: Floats
    variance: Floats
    near: Floats

    def __repr__(self) -> str:
        return f"EstimatedSums({len(self.near)} cells, confidential)"


def estimated_sums(
    data: Microdata,
    raws: Iterable[RawTable],
    cells: ShownSums,
    nobody: Iterable[tuple[int, Conditions, int, Ints]],
    p: float,
    cancelled: Callable[[], bool] = never,
) -> EstimatedSums:
    """Estimate the sensitive sums from all tables together.

    `nobody` lists cells without contributors (table, filters, block, positions), whose sums are taken to be known as 0.
    Raises Cancelled and the errors of `linked_relations`.
    """
    linked = linked_relations(data, [(raw.spec, tuple(raw.parts)) for raw in raws], most_joint=0)
    figures = figures_of(cells, linked)
    cells = _looked_at(cells)
    single_variances = np.full(len(cells.at), np.nan)
    placed = np.flatnonzero(figures >= 0)
    for chunk, laws in laws_in_chunks(cells.sums, cells.rules, placed):
        single_variances[chunk] = laws.sd**2
    count = linked.relations.count
    seen, size, members = np.full(count, np.inf), np.full(count, np.nan), np.full(count, -1, dtype=np.int64)
    np.minimum.at(seen, figures[placed], single_variances[placed])
    size[figures[placed]] = np.maximum(np.abs(cells.top[placed, 0]), np.abs(cells.sums.x[placed]))
    drawn, keys = drawn_from(cells)
    members[figures[placed]] = drawn[placed]
    for table, conditions, block, cell_number in nobody:
        empty = linked.places[table][conditions][block].ravel()[cell_number]
        seen[empty[empty >= 0]], members[empty[empty >= 0]] = 0.0, 0
    sets: dict[tuple[int, int, float], int] = {}
    alike = [
        (figure, sets.setdefault((key, count, x), figure))
        for figure, key, count, x in zip(
            figures[placed].tolist(),
            keys[placed].tolist(),
            drawn[placed].tolist(),
            cells.sums.x[placed].tolist(),
            strict=True,
        )
    ]
    same = same_records(linked.relations, members, alike)
    wanted_cells = placed[cells.sensitive[placed]]
    asked_figures, first, back = np.unique(figures[wanted_cells], return_index=True, return_inverse=True)
    estimates = best_estimates(linked.relations, same, seen, size, asked_figures, cancelled)
    variance, near_chances = np.full(len(cells.at), np.nan), np.full(len(cells.at), np.nan)
    variance[wanted_cells] = estimates.variance[back]
    gains = np.flatnonzero(estimates.variance < single_variances[wanted_cells[first]] * (1 - _GAIN))
    shows = np.full(count, -1, dtype=np.intp)
    shows[same[figures[placed]]] = placed
    chances = np.full(len(asked_figures), np.nan)
    chances[gains] = _chance_of_estimate(cells, wanted_cells[first][gains], estimates.taken(gains), shows, p)
    near_chances[wanted_cells] = chances[back]
    return EstimatedSums(single_variances, variance, near_chances)


def _looked_at(cells: ShownSums) -> ShownSums:
    if len(cells.at) <= _ALL_STEPS:
        return cells
    return replace(cells, sums=replace(cells.sums, contributions=cells.sums.contributions[:, :1]))


def figures_of(cells: ShownSums, linked: LinkedRelations) -> Ints:
    """Return the index of the figure of each cell in the relations (-1: it has none)."""
    all_places = [
        linked.places[segment.table][segment.conditions][segment.number].ravel()[segment.at]
        for segment in cells.segments
    ]
    return np.concatenate(all_places)


def drawn_from(cells: ShownSums) -> tuple[Ints, NDArray[np.uint64]]:
    """Return the number of records that draw the noise of each cell, and the sum of their keys.

    These are the contributors, or all records with a value where zeros count.
    """
    which: Respondents = "valid" if cells.rules.settings.include_zeros else "contributors"
    many_counts, keys = [], []
    for segment in cells.segments:
        raw_block = respondents(segment.block, cells.measure.magnitude, which, cells.rules.settings.rules)
        if raw_block.key_sums is None:
            raise DataError("no_record_keys")
        many_counts.append(raw_block.counts.ravel()[segment.at])
        keys.append(raw_block.key_sums.ravel()[segment.at] % np.uint64(cells.rules.modulus))
    return np.concatenate(many_counts).astype(np.int64), np.concatenate(keys)


@dataclass(frozen=True, eq=False)
class Estimates:
    """The best linear estimates of some figures.

    For each: the variance, the indices of the published figures that contribute most to its error, and their weights.
    """

    variance: Floats
    deciding: Ints
    weights: Floats

    def taken(self, at: NDArray[np.intp]) -> Estimates:
        """Return the estimates of the figures at the positions `at`."""
        return Estimates(self.variance[at], self.deciding[at], self.weights[at])


def best_estimates(
    relations: Relations, same: Ints, seen: Floats, size: Floats, asked: Ints, cancelled: Callable[[], bool] = never
) -> Estimates:
    """Compute the best linear estimates of the figures `asked` (indices).

    `same` is the index of a figure with the same records; `seen` the variance of each figure by itself (inf: not
    published); `size` the absolute value of the published ones.
    """
    # Who does not see a sum knows at least how large the smallest is that it is a part of.
    upper = np.full(relations.count, float(np.nanmax(size, initial=0.0)) or 1.0)
    whole = np.repeat(size[relations.totals], np.diff(relations.starts))
    is_positive = whole > 0
    np.minimum.at(upper, relations.parts[is_positive], whole[is_positive])
    spread = np.where(np.isfinite(seen), seen, (_UNSEEN * upper) ** 2)
    shared_variance = np.full(relations.count, np.inf)
    np.minimum.at(shared_variance, same, spread)
    shared_variance[np.isinf(shared_variance)] = 0.0  # of figures for which another one stands
    matrix = constraints(relations, same)
    asked_same = same[asked]
    variances, weights = shared_variance[asked_same], np.zeros((len(asked), _BY_LAW))
    deciding = np.tile(asked_same[:, np.newaxis], (1, _BY_LAW))
    weights[:, 0] = 1.0
    if not matrix.shape[0]:
        return Estimates(variances, deciding, weights)
    sd = np.zeros(relations.count)
    seen_cells = same[np.isfinite(seen)]
    sd[seen_cells] = np.sqrt(shared_variance[seen_cells])
    if matrix.shape[0] > MOST_SUMS or len(asked) > MOST_ASKED:
        return _from_one_sum(matrix, shared_variance, sd, asked_same, cancelled)
    # Each line at one size, so that small sums are as good as large ones.
    weight = np.asarray((matrix * matrix) @ shared_variance)
    scaled = csr_array(diags_array(1 / np.sqrt(np.where(weight > 0, weight, 1.0))) @ matrix)
    with_spread = csr_array(scaled @ diags_array(shared_variance))
    normal = (with_spread @ scaled.T + _RIDGE * diags_array(np.ones(scaled.shape[0]))).tocsc()
    solver = splu(normal, permc_spec="MMD_AT_PLUS_A", options={"SymmetricMode": True}, diag_pivot_thresh=0.0)
    columns = with_spread.tocsc()
    for begin in range(0, len(asked), _AT_ONCE):
        if cancelled():
            raise Cancelled()
        some_slice = slice(begin, begin + _AT_ONCE)
        right_sides = columns[:, asked_same[some_slice]].toarray()
        solved = solver.solve(right_sides)
        variances[some_slice] -= (right_sides * solved).sum(axis=0)
        error = -(scaled.T @ solved).T
        error[np.arange(len(error)), asked_same[some_slice]] += 1.0
        most_of = np.argsort(-np.abs(error) * sd, axis=1, kind="stable")[:, :_BY_LAW]
        deciding[some_slice, : most_of.shape[1]] = most_of
        weights[some_slice, : most_of.shape[1]] = np.take_along_axis(error, most_of, axis=1)
    return Estimates(np.maximum(variances, 0.0), deciding, weights)


def _from_one_sum(
    matrix: csr_array, shared_variance: Floats, sd: Floats, own_figures: Ints, cancelled: Callable[[], bool]
) -> Estimates:
    """Estimate each figure from itself and one relation, that in which the other figures have the least variance."""
    squared = np.asarray((matrix * matrix) @ shared_variance)
    columns = matrix.tocsc()
    estimates = Estimates(
        shared_variance[own_figures],
        np.tile(own_figures[:, np.newaxis], (1, _BY_LAW)),
        np.zeros((len(own_figures), _BY_LAW)),
    )
    estimates.weights[:, 0] = 1.0
    for figure_index, figure in enumerate(own_figures.tolist()):
        if figure_index % 1000 == 0 and cancelled():
            raise Cancelled()
        current_slice = slice(columns.indptr[figure], columns.indptr[figure + 1])
        lines, signs, own_variance = (
            columns.indices[current_slice],
            columns.data[current_slice],
            shared_variance[figure],
        )
        if not len(lines) or own_variance <= 0:
            continue
        best = int(np.argmin(squared[lines]))
        line = int(lines[best])
        others = max(float(squared[line] - own_variance), 0.0)
        weight = others / (own_variance + others)
        estimates.variance[figure_index] = own_variance * weight
        inner_slice = slice(matrix.indptr[line], matrix.indptr[line + 1])
        some = matrix.indices[inner_slice]
        widest = int(np.argmax(np.where(some == figure, -1.0, sd[some])))
        sign = float(matrix.data[inner_slice][widest] * signs[best])
        estimates.deciding[figure_index, 1], estimates.weights[figure_index] = (
            some[widest],
            (weight, -sign * (1 - weight)),
        )
    return estimates


def _chance_of_estimate(
    cells: ShownSums, cell_indices: NDArray[np.intp], estimates: Estimates, shows: NDArray[np.intp], p: float
) -> Floats:
    """Compute the probability that an estimate of each cell `cell_indices` gives its largest contribution to p %.

    `shows` is the index of a cell for each figure (-1: there is none).
    """
    x1 = cells.top[cell_indices, 0]
    second = cells.top[cell_indices, 1] if cells.top.shape[1] > 1 else np.zeros(len(cell_indices))
    remainder = cells.sums.x[cell_indices] - x1 - np.where(cells.contributors[cell_indices] > 1, second, 0.0)
    deciding = shows[estimates.deciding]
    values = _VALUES if len(cell_indices) <= MOST_ASKED else _FEW_VALUES
    laws = few_values(cells, np.unique(deciding[deciding >= 0]), values)
    chances = np.empty(len(cell_indices))
    for index in range(len(cell_indices)):
        deviations, weight = np.array([remainder[index]]), np.array([1.0])
        left = estimates.variance[index]
        for cell, share in zip(deciding[index].tolist(), estimates.weights[index].tolist(), strict=True):
            if cell < 0 or not share:
                continue
            added, chance = laws[cell]
            left -= share * share * (chance @ added**2 - (chance @ added) ** 2)
            deviations = (deviations[:, np.newaxis] + share * added).ravel()
            weight = (weight[:, np.newaxis] * chance).ravel()
        # What is known for certain is known however little of a deviation is left.
        distance = max(p * abs(x1[index]), cells.rules.half)
        sd = max(float(left), (1e-6 * distance) ** 2) ** 0.5
        near_chance = ndtr((distance * (1 - _SLACK) - deviations) / sd) - ndtr(
            (-distance * (1 - _SLACK) - deviations) / sd
        )
        chances[index] = weight @ near_chance
    return chances


def few_values(cells: ShownSums, wanted: NDArray[np.intp], values: int) -> dict[int, tuple[Floats, Floats]]:
    """Return the noise that is added to some sums, with its probabilities, by cell.

    Neighbouring values are merged until at most `values` are left.
    """
    found_few_values = {}
    for chunk, laws in laws_in_chunks(cells.sums, cells.rules, wanted):
        for cell_index, cell in enumerate(chunk.tolist()):
            published, chance = laws.values(cell_index)
            group = np.minimum((np.cumsum(chance) * values).astype(np.intp), values - 1)
            if len(chance) <= values:
                group = np.arange(len(chance))
            total: Floats = np.bincount(group, chance).astype(np.float64)
            mean: Floats = np.bincount(group, chance * (published - laws.x[cell_index])).astype(np.float64)
            found_few_values[cell] = (mean[total > 0] / total[total > 0], total[total > 0])
    return found_few_values


def averages(cells: ShownSums, publications: int, p: float) -> Floats:
    """Judge F5 by cell: P that the mean of several publications is within the share `p` of a single contribution."""
    found_averages = np.full(len(cells.at), np.nan)
    single = np.flatnonzero((cells.contributors == 1) & (cells.sums.x != 0))
    if publications == 1 or not len(single):
        return found_averages
    m = cells.rules.settings.scaling.m(np.abs(cells.top[single, 0]))
    order = single[np.argsort(m, kind="stable")]
    looked = order[np.unique(np.linspace(0, len(order) - 1, _AVERAGED).astype(np.intp))]
    for chunk, laws in laws_in_chunks(cells.sums, cells.rules, looked):
        for cell, factors in zip(chunk.tolist(), laws.published / laws.x[:, np.newaxis], strict=True):
            share = max(p, cells.rules.half / abs(float(cells.sums.x[cell])))
            found_averages[cell] = average(factors, laws.p, publications, share).p
    return found_averages
