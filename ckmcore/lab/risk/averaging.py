"""Averaging: how well a reader estimates each original from all figures that hang together with it.

A total published in t breakdowns of k parts is estimated t times; noise averages out with variance kV/t [AK]. For a set
of tables the best linear estimate of every cell is weighted least squares under the relations of the tables
(method.md section 7: V h_cc with H = A(AᵀA)⁻¹Aᵀ; here with the variance of each count's row). That is one attack; how
often the best of all readers is right is between the two bounds of `averaging_bounds`. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.linalg.lapack import dpotrf, dpotri
from scipy.sparse import csr_array

from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.averaging_bounds import averaging_bounds, figure_sets, noise_drawn
from ckmcore.lab.risk.relations import Ints, LinkedRelations, Relations, linked_relations
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells

Floats = NDArray[np.float64]

# Sums that are not the smallest cells; the work grows with the third power.
MOST_SUMS = 8_000
# The variance of a figure that nobody sees, against those of published ones: what it leaves of 1/1e8 is no matter.
_UNSEEN = 1e8
# Columns of the matrix of sums that are worked out together.
_AT_ONCE = 512
# So near to a half is a half.
_HALF = 1e-6


def partition_variance(parts: int, V: float, times: int) -> float:
    """Variance of a total estimated from `times` breakdowns into `parts` parts with noise variance V: kV/t [AK]."""
    return parts * V / times


def noise_variance(method: Method, counts: Ints) -> Floats:
    """Variance of the noise of each original count over the keys. Raises averaging_needs_noise."""
    different, back = np.unique(counts, return_inverse=True)
    v, p = noise_drawn(method).chances(different)
    mean = (v * p).sum(axis=1)
    variances: Floats = ((v * v * p).sum(axis=1) - mean * mean)[back]
    return variances.reshape(counts.shape)


@dataclass(frozen=True)
class EstimatedCell:
    """A count of a table and the quality of its estimate. table, value, block: indices; position: in the block.

    alone: variance of its own published figure; variance: of the best linear estimate; lower, upper: bounds of P(right)
    for the best possible reader; hit: whether the rounded estimate is right, 1/2 for a tie.
    """

    table: int
    value: int
    block: int
    position: tuple[int, ...]
    published: int
    alone: float
    variance: float
    lower: float
    upper: float
    hit: float


@dataclass(frozen=True, eq=False, repr=False)
class Averaged:
    """What readers can find out about the counts of tables by averaging. Confidential.

    alone, variance: of the published figure and of the best linear estimate (float64 per figure of the relations);
    hits: 1 where the rounded estimate is the original, 1/2 for a tie, else 0. lower, upper: bounds of the probability
    that the best reader is right. judged: mask of figures shown with noise; figures known anyway (empty and exempt
    cells) are not judged.
    """

    tables: tuple[ProtectedTable, ...]
    linked: LinkedRelations
    judged: NDArray[np.bool_]
    alone: Floats
    variance: Floats
    hits: Floats
    lower: Floats
    upper: Floats

    def __repr__(self) -> str:
        return f"Averaged({self.cells} cells, confidential)"

    @property
    def cells(self) -> int:
        """Number of logical cells that are judged."""
        return int(self.judged.sum())

    @property
    def mean_lower(self) -> float:
        return self._mean(self.lower)

    @property
    def mean_upper(self) -> float:
        return self._mean(self.upper)

    @property
    def mean_hits(self) -> float:
        """The share of cells that the linear estimate, rounded, gives away."""
        return self._mean(self.hits)

    @property
    def largest_lower(self) -> float:
        return float(self.lower[self.judged].max(initial=0.0))

    def _mean(self, chances: Floats) -> float:
        return float(chances[self.judged].mean()) if self.cells else 0.0

    def worst(self, most: int = 10, by: Literal["lower", "upper", "hit"] = "lower") -> tuple[EstimatedCell, ...]:
        """Cells with the highest bound or a hit, among equal ones those estimated best. Each figure occurs once, as its
        first cell. most: number of cells."""
        chances = {"lower": self.lower, "upper": self.upper, "hit": self.hits}[by]
        figures = np.flatnonzero(self.judged & (chances > 0))
        figures = figures[np.lexsort((self.variance[figures], -chances[figures]))][:most]
        cells_by_figure: dict[int, EstimatedCell] = {}
        wanted_figures = set(figures.tolist())
        for cell, figure in self._cells(wanted_figures):
            cells_by_figure.setdefault(figure, cell)
        return tuple(cells_by_figure[figure] for figure in figures.tolist())

    def of_table(self, table: int) -> tuple[EstimatedCell, ...]:
        """Judged cells of one table, in its order. table: index."""
        wanted_indices = set(np.flatnonzero(self.judged).tolist())
        return tuple(cell for cell, _ in self._cells(wanted_indices) if cell.table == table)

    def _cells(self, wanted_figures: set[int]) -> Iterator[tuple[EstimatedCell, int]]:
        for table_index, (table, figure_places) in enumerate(zip(self.tables, self.linked.places, strict=True)):
            masks = shown_cells(table.spec, table.blocks)
            for value in count_values(table.spec):
                for block, where in enumerate(figure_places[table.spec.values[value].own_filter]):
                    for flat in np.flatnonzero(masks[block].ravel() & (where.ravel() >= 0)).tolist():
                        figure = int(where.ravel()[flat])
                        if figure in wanted_figures:
                            position = tuple(int(coordinate) for coordinate in np.unravel_index(flat, where.shape))
                            yield self._cell(table_index, value, block, position, figure), figure

    def _cell(self, table: int, value: int, block: int, position: tuple[int, ...], figure: int) -> EstimatedCell:
        published = int(self.tables[table].blocks[block].figures[value][position])
        estimates = (
            float(measure[figure]) for measure in (self.alone, self.variance, self.lower, self.upper, self.hits)
        )
        return EstimatedCell(table, value, block, position, published, *estimates)


def averaging(
    raws: Sequence[RawTable],
    data: Microdata,
    method: Method,
    *,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Averaged:
    """Estimate each count that tables show from all of them together.

    data: only the dictionary is used. Noise of different cells is uncorrelated, since their keys are pairwise
    independent; cells with the same records have the same noise and count once. Cells with a certain figure (empty,
    exempt) are known. The reader is assumed to know the method and the row of each count. No normal distribution is
    assumed: hits of the linear estimate are counted, and the bounds are those of `averaging_bounds`.

    Raises averaging_needs_noise, averaging_too_large, attack_needs_counts, attack_over_periods, AttackTooLarge,
    Cancelled, and the errors of `method`.
    """
    used_raws = [raw for raw in raws if count_values(raw.spec)]
    if not used_raws:
        raise InputError("attack_needs_counts")
    noise_drawn(method)
    tables = [(raw.spec, _conditions(raw)) for raw in used_raws]
    linked = linked_relations(data, tables, most_joint=0)
    count = linked.relations.count
    originals, noise = np.full(count, -1, dtype=np.int64), np.zeros(count, dtype=np.int64)
    variance = np.full(count, np.inf)
    protected = []
    for raw_index, raw in enumerate(used_raws):
        protected.append(method.protect(raw))
        _observe(raw, protected[-1], linked.places[raw_index], method, originals, noise, variance)
        progress(0.2 * (raw_index + 1) / len(used_raws))
        if cancelled():
            raise Cancelled()
    same = same_records(linked.relations, originals)
    estimated, deviations = _estimated(linked.relations, same, noise, variance, cancelled)
    progress(0.6)
    sets = None
    if data.households is None:
        sets = figure_sets(data, tables, linked.places, np.isfinite(variance), cancelled)
    lower, upper = averaging_bounds(method, linked.relations, same, originals, variance, sets, cancelled)
    progress(1.0)
    judged = np.isfinite(variance) & (variance > 0)
    hits = np.where(deviations < 0.5 - _HALF, 1.0, np.where(deviations <= 0.5 + _HALF, 0.5, 0.0))
    return Averaged(tuple(protected), linked, judged, variance, estimated, hits, lower, upper)


def _conditions(raw: RawTable) -> tuple[Conditions, ...]:
    values = raw.spec.values
    return tuple(dict.fromkeys(values[number].own_filter for number in count_values(raw.spec)))


def _observe(
    raw: RawTable,
    protected: ProtectedTable,
    figure_places: Mapping[Conditions, tuple[Ints, ...]],
    method: Method,
    originals: Ints,
    noise: Ints,
    variance: Floats,
) -> None:
    """Record the originals of a table's cells, and noise and variance of the figures that it shows, in the given
    arrays."""
    masks = shown_cells(raw.spec, raw.blocks)
    for number in count_values(raw.spec):
        own_filter = raw.spec.values[number].own_filter
        for block, where in enumerate(figure_places[own_filter]):
            raw_block = raw.part(own_filter)[block]
            real = where >= 0
            originals[where[real]] = raw_block.counts[real]
            spread = noise_variance(method, raw_block.counts)
            if raw_block.exempt is not None:
                spread = np.where(raw_block.exempt, 0.0, spread)
            signs = protected.blocks[block].signs
            seen = real & masks[block]
            if signs is not None:
                seen &= np.isin(signs[number], [sign for sign in Sign if sign.keeps_figure or sign == Sign.NOTHING])
            variance[where[seen]] = spread[seen]
            noise[where[seen]] = (protected.blocks[block].figures[number] - raw_block.counts)[seen]


def _estimated(
    relations: Relations, same: Ints, noise: Ints, variance: Floats, cancelled: Callable[[], bool]
) -> tuple[Floats, Floats]:
    """Variance of each figure's best linear estimate, and its distance from the original; the own variance of
    unpublished figures is infinite. same: representative of figures with the same records."""
    seen = np.isfinite(variance)
    largest = float(variance[seen].max(initial=0.0)) or 1.0
    spread = np.where(seen, variance, _UNSEEN * largest)
    # Cells of the same records are one observation: the one that is seen.
    shared_spread = np.full(relations.count, np.inf)
    np.minimum.at(shared_spread, same, spread)
    spread = shared_spread[same]
    error = np.zeros(relations.count)
    error[same[seen]] = noise[seen]
    error = error[same]
    matrix = constraints(relations, same)
    count = matrix.shape[0]
    if count > MOST_SUMS:
        raise InputError("averaging_too_large", sums=count, limit=MOST_SUMS)
    if not count:
        return spread, np.abs(error)
    scaled = matrix * spread[None, :]
    normal = (scaled @ matrix.T).toarray()
    # Tables that share several margins say the same twice: a trace of ridge keeps the matrix regular.
    normal[np.diag_indices(count)] += 1e-9 * np.maximum(normal.diagonal(), largest)
    half, fault = dpotrf(normal, lower=1, overwrite_a=1)
    if not fault:
        half, fault = dpotri(half, lower=1, overwrite_c=1)
    if fault:
        raise ValueError(f"matrix of the sums is not positive definite: {fault}")
    inverse = np.tril(half) + np.tril(half, -1).T
    found_spread = spread.copy()
    columns = scaled.tocsc()
    for begin in range(0, relations.count, _AT_ONCE):
        if cancelled():
            raise Cancelled()
        column_block = columns[:, begin : begin + _AT_ONCE]
        found_spread[begin : begin + _AT_ONCE] -= np.einsum(
            "ij,ij->j", column_block.toarray(), (column_block.T @ inverse).T
        )
    error -= scaled.T @ (inverse @ (matrix @ error))
    return np.maximum(found_spread[same], 0.0), np.abs(error[same])


def same_records(relations: Relations, originals: Ints, alike: Sequence[tuple[int, int]] = ()) -> Ints:
    """Representative of each figure among those with the same records: a total with a single non-empty part equals this
    part. alike: pairs of figures known to be equal otherwise."""
    same = np.arange(relations.count)
    for first, other in alike:
        _join(same, first, other)
    begins = relations.starts[:-1]
    if len(begins):
        filled = np.add.reduceat((originals[relations.parts] != 0).astype(np.int64), begins)
        for line in np.flatnonzero((filled == 1) & (originals[relations.totals] != 0)).tolist():
            part_figures = relations.parts_of(line)
            _join(same, int(relations.totals[line]), int(part_figures[originals[part_figures] != 0][0]))
    return np.array([_root(same, figure) for figure in range(len(same))], dtype=np.int64)


def _root(same: Ints, figure: int) -> int:
    while same[figure] != figure:
        same[figure] = same[same[figure]]
        figure = int(same[figure])
    return figure


def _join(same: Ints, first_figure: int, other: int) -> None:
    first, second = _root(same, first_figure), _root(same, other)
    same[max(first, second)] = min(first, second)


def constraints(relations: Relations, same: Ints) -> csr_array:
    """Matrix of the defining relations, parts minus total, over the representatives `same` of figures."""
    lengths = np.diff(relations.starts)
    count = len(lengths)
    lines = np.concatenate([np.arange(count), np.repeat(np.arange(count), lengths)])
    figures = same[np.concatenate([relations.totals, relations.parts])]
    signs = np.concatenate([np.full(count, -1.0), np.ones(len(relations.parts))])
    matrix = csr_array((signs, (lines, figures)), shape=(count, relations.count))[relations.defining]
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix[np.diff(matrix.indptr) > 0].tocsr()
