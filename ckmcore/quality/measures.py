"""What a method costs a table: how many figures change, by how much, how far sums miss totals. Confidential."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import CkmError
from ckmcore.methods.derived import originals
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata
from ckmcore.quality.attack import shown_cells
from ckmcore.quality.relations import table_relations
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TableSpec


class MeasuresNeedFigures(CkmError):
    """A table whose values are all derived from others."""

    code = "measures_need_figures"


@dataclass(frozen=True)
class Measures:
    """A protected table against its originals. Confidential.

    Of the figures of one kind that the table shows: counts, or else the first kind that is not derived; scaled by
    10^places. `cells`: those with an original other than 0 (with `empty`: all); `changed`: of these, how many publish
    another figure; `mean_deviation` and `largest_deviation`: |published - original| of those shown. `not_shown`: of all
    `figures` of the table, derived ones included, those in whose place a sign stands, structural zeros aside.
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

    Raises MeasuresNeedFigures.
    """
    plain = [number for number, value in enumerate(spec.values) if not value.is_derived]
    if not plain:
        raise MeasuresNeedFigures()
    counts = [number for number in plain if spec.values[number].kind == "count"]
    kind = spec.values[(counts or plain)[0]].measure
    return tuple(number for number in plain if spec.values[number].measure == kind)


def measures(raw: RawTable, data: Microdata, protected: ProtectedTable, *, empty: bool = False) -> Measures:
    """Measures of `protected`, which a method made of `raw`; of `data` the dictionary is asked.

    `empty`: cells whose original is 0 count, too. Raises MeasuresNeedFigures, AttackTooLarge, AttackOverPeriods.
    """
    spec = raw.spec
    numbers = measured_values(spec)
    places = 10.0 ** spec.values[numbers[0]].places
    table = table_relations(data, spec, tuple(dict.fromkeys(spec.values[number].conditions for number in numbers)))
    published = np.zeros(table.relations.count, dtype=np.int64)
    there = np.zeros(table.relations.count, dtype=np.bool_)
    deviations: list[NDArray[np.int64]] = []
    cells = 0
    masks, before = shown_cells(spec, raw.blocks), originals(raw)
    for number in numbers:
        for block, where in enumerate(table.places[spec.values[number].conditions]):
            shown = _shown(protected, block, number) & masks[block] & (where >= 0)
            figures, original = protected.blocks[block].figures[number], before[block].figures[number]
            published[where[shown]] = figures[shown]
            there[where[shown]] = True
            counted = masks[block] & (where >= 0) & (empty | (original != 0))
            cells += int(counted.sum())
            deviations.append(np.abs(figures - original)[counted & shown])
    off = np.concatenate(deviations)
    relations = table.relations
    starts = relations.starts[:-1]
    whole = there[relations.totals]
    if len(starts):
        whole = whole & np.logical_and.reduceat(there[relations.parts], starts)
        missed = np.abs(published[relations.totals] - np.add.reduceat(published[relations.parts], starts))[whole]
    else:
        missed = np.zeros(0, dtype=np.int64)
    every = [mask for number in range(len(spec.values)) for mask in masks]
    hidden = [
        ~_shown(protected, block, number, zeros=True) & masks[block]
        for number in range(len(spec.values))
        for block in range(len(masks))
    ]
    return Measures(
        cells,
        int((off > 0).sum()),
        float(off.mean()) / places if len(off) else 0.0,
        float(off.max(initial=0)) / places,
        sum(int(mask.sum()) for mask in every),
        sum(int(mask.sum()) for mask in hidden),
        len(missed),
        int((missed > 0).sum()),
        float(missed.mean()) / places if len(missed) else 0.0,
        float(missed.max(initial=0)) / places,
    )


def _shown(table: ProtectedTable, block: int, value: int, *, zeros: bool = False) -> NDArray[np.bool_]:
    """Cells whose figure stands there, `zeros`: or the sign of a structural zero."""
    signs = table.blocks[block].signs
    if signs is None:
        return np.ones(table.blocks[block].shape, dtype=np.bool_)
    kept = [sign for sign in Sign if sign.keeps_figure or (zeros and sign == Sign.NOTHING)]
    return np.isin(signs[value], kept)
