"""What a method costs a table: how many figures change, by how much, how far sums miss totals. Confidential."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ckmcore.errors import InputError
from ckmcore.lab.risk.relations import Ints, Relations, TableRelations, table_relations
from ckmcore.lab.risk.shown_cells import shown_cells
from ckmcore.methods.derived import RECORDS, originals
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TableSpec


@dataclass(frozen=True)
class Measures:
    """A protected table against its originals. Confidential.

    Of the figures of one kind that the table shows: counts, or else the first kind that is not derived; scaled by
    10^places. `cells`: those whose figure is shown and whose original is not 0 (with `empty`: all shown); of these,
    `changed`: how many publish another figure; `mean_deviation` and `largest_deviation`: |published - original|.
    `not_shown`: of all `figures` of the table, derived ones included, those replaced by a sign, structural zeros
    aside.
    `sums`: relations all of whose figures are shown; `gaps`: those in which the parts do not add to the total;
    `mean_gap`, `largest_gap`: |total - sum of the parts|.
    """

    cells: int
    changed: int
    mean_deviation: float
    largest_deviation: float
    figures: int
    not_shown: int
    sums: int
    gaps: int
    mean_gap: float
    largest_gap: float

    @property
    def share_changed(self) -> float:
        return self.changed / self.cells if self.cells else 0.0

    @property
    def share_not_shown(self) -> float:
        return self.not_shown / self.figures if self.figures else 0.0

    @property
    def share_of_gaps(self) -> float:
        return self.gaps / self.sums if self.sums else 0.0


def measured_values(spec: TableSpec) -> tuple[int, ...]:
    """The numbers of the values that are measured: counts, or else the first kind that is not derived.

    Raises measures_need_figures.
    """
    plain = [number for number, value in enumerate(spec.values) if not value.is_derived]
    if not plain:
        raise InputError("measures_need_figures")
    counts = [number for number in plain if spec.values[number].kind == "count"]
    kind = spec.values[(counts or plain)[0]].measure
    return tuple(number for number in plain if spec.values[number].measure == kind)


@dataclass(frozen=True, eq=False, repr=False)
class TableFigures:
    """The measured figures that a table shows, before and after: one entry per cell, value after value. Confidential.

    `original` and `published` are scaled by 10^`places`; `shown`: the figure is shown, no sign replaces it. `value`,
    `block`, `position` (in C order of the block) say where the cell is, `figure` which of the table's logical figures
    it is. Lines without figures and cells that no record can belong to have no entry.
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
        """Whether they are numbers of records, each counted once."""
        return self.spec.values[int(self.value[0])].measure == RECORDS if len(self.value) else False


@dataclass(frozen=True)
class Gaps:
    """Of `sums` relations all of whose figures are shown, how many miss their total, and by how much. Confidential."""

    sums: int
    missed: int
    mean: float
    largest: float


def table_figures(
    raw: RawTable, data: Microdata, protected: ProtectedTable, numbers: Sequence[int] = ()
) -> TableFigures:
    """The figures of `raw` and `protected` that are measured, or those of the values `numbers`, which are of one kind;
    of `data` the dictionary is asked.

    Raises measures_need_figures, AttackTooLarge, attack_over_periods.
    """
    spec = raw.spec
    numbers = numbers or measured_values(spec)
    table = table_relations(data, spec, tuple(dict.fromkeys(spec.values[number].own_filter for number in numbers)))
    masks, before = shown_cells(spec, raw.blocks), originals(raw)
    columns: list[list[Ints]] = [[], [], [], [], [], []]
    shown = []
    for number in numbers:
        for block, where in enumerate(table.places.get(spec.values[number].own_filter, ())):
            cells = np.flatnonzero(masks[block] & (where >= 0))
            found = (
                np.full(len(cells), number),
                np.full(len(cells), block),
                cells,
                where.ravel()[cells],
                before[block].figures[number].ravel()[cells],
                protected.blocks[block].figures[number].ravel()[cells],
            )
            for column, one in zip(columns, found, strict=True):
                column.append(one)
            shown.append(_shown(protected, block, number).ravel()[cells])
    places = spec.values[numbers[0]].places
    value, at, position, figure, original, published = (np.concatenate(column) for column in columns)
    there = np.concatenate(shown)
    return TableFigures(spec, table, places, value, at, position, figure, original, published, there)


def gaps(figures: TableFigures) -> Gaps:
    """How far the published parts of the table miss their published totals."""
    missed = missed_sums(figures)[1] / 10.0**figures.places
    mean = float(missed.mean()) if len(missed) else 0.0
    return Gaps(len(missed), int((missed > 0).sum()), mean, float(missed.max(initial=0)))


def missed_sums(figures: TableFigures) -> tuple[Ints, Ints]:
    """The relations all of whose figures are shown, and |total - sum of the parts| of each, scaled as the figures.

    Of counts only where the originals add up: a household may count in several parts.
    """
    relations = figures.table.relations
    original, published = np.zeros(relations.count, dtype=np.int64), np.zeros(relations.count, dtype=np.int64)
    there = np.zeros(relations.count, dtype=np.bool_)
    original[figures.figure] = figures.original
    published[figures.figure[figures.shown]] = figures.published[figures.shown]
    there[figures.figure[figures.shown]] = True
    whole = whole_relations(relations, there)
    if figures.of_counts:
        whole = whole & (missing(relations, original) == 0)
    return np.flatnonzero(whole), np.abs(missing(relations, published))[whole]


def whole_relations(relations: Relations, there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The relations all of whose figures are there."""
    if not len(relations.totals):
        return np.zeros(0, dtype=np.bool_)
    parts: NDArray[np.bool_] = np.logical_and.reduceat(there[relations.parts], relations.starts[:-1])
    return there[relations.totals] & parts


def relation_matrix(figures: TableFigures) -> tuple[csr_array, Ints]:
    """The sums that a table shows, as a matrix (sums x cells): 1 for the total, -1 for its parts; figures of each."""
    relations = figures.table.relations
    there = np.zeros(relations.count, dtype=np.bool_)
    there[figures.figure] = True
    cell_of = np.zeros(relations.count, dtype=np.int64)
    cell_of[figures.figure[::-1]] = np.arange(len(figures.figure))[::-1]
    kept = np.flatnonzero(whole_relations(relations, there))
    lengths = np.diff(relations.starts)[kept]
    parts = np.concatenate([np.zeros(0, dtype=np.int64), *(relations.parts_of(line) for line in kept.tolist())])
    rows = np.concatenate([np.arange(len(kept)), np.repeat(np.arange(len(kept)), lengths)])
    columns = cell_of[np.concatenate([relations.totals[kept], parts])]
    entries = np.concatenate([np.ones(len(kept), dtype=np.int64), np.full(len(parts), -1, dtype=np.int64)])
    return csr_array((entries, (rows, columns)), shape=(len(kept), len(figures.figure))), 1 + lengths


def missing(relations: Relations, figures: Ints) -> Ints:
    """Of each relation its total minus the sum of its parts; `figures` may have further axes behind the first."""
    if not len(relations.totals):
        return np.zeros((0, *figures.shape[1:]), dtype=np.int64)
    sums: Ints = np.add.reduceat(figures[relations.parts], relations.starts[:-1])
    return figures[relations.totals] - sums


def measures(raw: RawTable, data: Microdata, protected: ProtectedTable, *, empty: bool = False) -> Measures:
    """Measures of `protected`, which a method made of `raw`; of `data` the dictionary is asked.

    `empty`: cells whose original is 0 count, too. Raises measures_need_figures, AttackTooLarge, attack_over_periods.
    """
    found = table_figures(raw, data, protected)
    scale = 10.0**found.places
    counted = ((found.original != 0) | empty) & found.shown
    off = np.abs(found.published - found.original)[counted]
    missed = gaps(found)
    figures, hidden = hidden_figures(raw, protected)
    return Measures(
        int(counted.sum()),
        int((off > 0).sum()),
        float(off.mean()) / scale if len(off) else 0.0,
        float(off.max(initial=0)) / scale,
        figures,
        hidden,
        missed.sums,
        missed.missed,
        missed.mean,
        missed.largest,
    )


def hidden_figures(raw: RawTable, protected: ProtectedTable) -> tuple[int, int]:
    """Number of figures of a table, derived ones included, and of those that are replaced by a sign (structural zeros
    aside)."""
    masks = shown_cells(raw.spec, raw.blocks)
    hidden = sum(
        int((~_shown(protected, block, number, zeros=True) & mask).sum())
        for number in range(len(raw.spec.values))
        for block, mask in enumerate(masks)
    )
    return len(raw.spec.values) * sum(int(mask.sum()) for mask in masks), hidden


def _shown(table: ProtectedTable, block: int, value: int, *, zeros: bool = False) -> NDArray[np.bool_]:
    """Cells that show their figure; with `zeros` also those that show the sign of a structural zero."""
    signs = table.blocks[block].signs
    if signs is None:
        return np.ones(table.blocks[block].shape, dtype=np.bool_)
    kept = [sign for sign in Sign if sign.keeps_figure or (zeros and sign == Sign.NOTHING)]
    return np.isin(signs[value], kept)
