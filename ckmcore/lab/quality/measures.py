"""What a method costs a table: how many figures change, by how much, how far sums miss totals. Confidential."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import Ints, Relations, TableRelations, table_relations
from ckmcore.methods.derived import RECORDS, originals
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec


def measured_values(spec: TableSpec) -> tuple[int, ...]:
    """Indices of the values that are measured: counts, or else the first kind that is not derived.

    Raises measures_need_figures.
    """
    plain_indices = [index for index, value in enumerate(spec.values) if not value.is_derived]
    if not plain_indices:
        raise InputError("measures_need_figures")
    counts = [number for number in plain_indices if spec.values[number].kind == "count"]
    kind = spec.values[(counts or plain_indices)[0]].measure
    return tuple(number for number in plain_indices if spec.values[number].measure == kind)


@dataclass(frozen=True, eq=False, repr=False)
class TableFigures:
    """Measured figures of a table, original and published: one entry per shown cell and value. Confidential.

    original, published: scaled by 10^places; shown: whether no sign replaces the figure. value, block, position (flat
    index in the block) identify the cell; figure: index of the table's logical figure. Lines without figures and cells
    that cannot have records are left out.
    """

    spec: TableSpec
    table: TableRelations
    places: int
    value: Ints
    block: Ints
    position: Ints
    figure: Ints
    original: Ints
    published: Ints
    shown: NDArray[np.bool_]

    @property
    def of_counts(self) -> bool:
        """Whether the figures are unweighted counts of records."""
        return self.spec.values[int(self.value[0])].measure == RECORDS if len(self.value) else False


def table_figures(
    raw: RawTable, data: Microdata, protected: ProtectedTable, numbers: Sequence[int] = ()
) -> TableFigures:
    """Figures of `raw` and `protected` that are measured, or those of the values with indices `numbers`, which are of
    one kind. data: provides the dictionary.

    Raises measures_need_figures, AttackTooLarge, attack_over_periods.
    """
    spec = raw.spec
    numbers = numbers or measured_values(spec)
    table = table_relations(data, spec, tuple(dict.fromkeys(spec.values[number].own_filter for number in numbers)))
    masks, former_originals = shown_cells(spec, raw.blocks), originals(raw)
    columns: list[list[Ints]] = [[], [], [], [], [], []]
    shown = []
    for number in numbers:
        for block, where in enumerate(table.places.get(spec.values[number].own_filter, ())):
            cells = np.flatnonzero(masks[block] & (where >= 0))
            columns_of_block = (
                np.full(len(cells), number),
                np.full(len(cells), block),
                cells,
                where.ravel()[cells],
                former_originals[block].figures[number].ravel()[cells],
                protected.blocks[block].figures[number].ravel()[cells],
            )
            for column, column_part in zip(columns, columns_of_block, strict=True):
                column.append(column_part)
            shown.append(protected.blocks[block].shown(number).ravel()[cells])
    decimals = spec.values[numbers[0]].places
    value, block_array, position, figure, original, published = (np.concatenate(column) for column in columns)
    is_shown = np.concatenate(shown)
    return TableFigures(spec, table, decimals, value, block_array, position, figure, original, published, is_shown)


def whole_relations(relations: Relations, there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Mask of the relations (total and parts) all of whose figures are available. there: mask of available figures."""
    if not len(relations.totals):
        return np.zeros(0, dtype=np.bool_)
    part_figures: NDArray[np.bool_] = np.logical_and.reduceat(there[relations.parts], relations.starts[:-1])
    return there[relations.totals] & part_figures


@dataclass(frozen=True, eq=False)
class ShownTotals:
    """Sums that a table shows completely, as a matrix (sums x cells) with 1 for the total and -1 for each part.

    total: index of the total's cell; figures: number of figures of each sum.
    """

    matrix: csr_array
    total: Ints
    figures: Ints

    @classmethod
    def of(cls, figures: TableFigures) -> ShownTotals:
        """Build the sums of measured figures; for counts only those whose originals add up, since a household may count
        in several parts."""
        relations = figures.table.relations
        cell_of = np.full(relations.count, -1, dtype=np.int64)
        cell_of[figures.figure[::-1]] = np.arange(len(figures.figure))[::-1]
        kept_relations = whole_relations(relations, cell_of >= 0)
        if figures.of_counts:
            original = np.zeros(relations.count, dtype=np.int64)
            original[figures.figure] = figures.original
            kept_relations &= missing(relations, original) == 0
        lengths = np.diff(relations.starts)
        total, part_figures = (
            cell_of[relations.totals[kept_relations]],
            cell_of[relations.parts[np.repeat(kept_relations, lengths)]],
        )
        entries = np.concatenate([np.ones(len(total), dtype=np.int64), np.full(len(part_figures), -1, dtype=np.int64)])
        lines = np.arange(len(total))
        rows, columns = (
            np.concatenate([lines, np.repeat(lines, lengths[kept_relations])]),
            np.concatenate([total, part_figures]),
        )
        matrix = csr_array((entries, (rows, columns)), shape=(len(total), len(figures.figure)))
        return cls(matrix, total, 1 + lengths[kept_relations])

    def missed(self, published: Ints) -> Ints:
        """Published total minus sum of the published parts. published: repetitions x cells; the result is repetitions x
        sums."""
        return np.ascontiguousarray((self.matrix @ published.T).T)

    def whole(self, shown: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether all figures of a sum are shown. shown: repetitions x cells; the result is repetitions x sums."""
        return np.ascontiguousarray(self.figures == (abs(self.matrix) @ shown.T.astype(np.int64)).T)


def missed_sums(figures: TableFigures) -> NDArray[np.float64]:
    """Total minus sum of the parts of each completely shown sum, in units of the table."""
    sums = ShownTotals.of(figures)
    return sums.missed(figures.published[None])[sums.whole(figures.shown[None])] / 10.0**figures.places


def missing(relations: Relations, figures: Ints) -> Ints:
    """Total minus sum of the parts, for each relation."""
    if not len(relations.totals):
        return np.zeros(0, dtype=np.int64)
    sums: Ints = np.add.reduceat(figures[relations.parts], relations.starts[:-1])
    return figures[relations.totals] - sums


def hidden_figures(raw: RawTable, protected: ProtectedTable) -> tuple[int, int]:
    """Number of figures of a table, derived ones included, and number of those replaced by a sign (except structural
    zeros)."""
    masks = shown_cells(raw.spec, raw.blocks)
    hidden = sum(
        int((_hidden(protected.blocks[block], index) & mask).sum())
        for index in range(len(raw.spec.values))
        for block, mask in enumerate(masks)
    )
    return len(raw.spec.values) * sum(int(mask.sum()) for mask in masks), hidden


def _hidden(block: ProtectedBlock, value: int) -> NDArray[np.bool_]:
    """Mask of the cells in which a sign replaces the figure, except structural zeros."""
    return ~block.shown(value) & (True if block.signs is None else block.signs[value] != Sign.NOTHING)
