"""What the table page shows, computed from the records: published figures, and for the methodologist what lies behind.

Everything that a clerk sees is in `TableView` and comes from a ProtectedTable. `Insight` is the methodologist's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.export.document import sign_matrix
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.examination import Examination, Explanation
from ckmcore.methods.method import Method
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Microdata
from ckmcore.sentences import Sentence
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.tabulate.cells import FilterTexts
from ckmcore.tabulate.layout import Layout, lay_out
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.state.desk_state import TableState, Trial

Matrix = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class Insight:
    """Behind the figures (confidential): raw table, examination, noise of the layer shown, records, seconds."""

    raw: RawTable
    examination: Examination
    method: Method
    noise: Matrix
    maximum_deviation: int
    records: int
    seconds: float

    def explain(self, layout: Layout, row: int, column: int, layer: int = 0) -> Explanation:
        """The story of a cell."""
        number, position = layout.address(row, column, layer)
        return self.method.explain_cell(self.raw.blocks[number], self.examination.blocks[number], position)


@dataclass(frozen=True, eq=False, repr=False)
class TableView:
    """Figures as they stand in the window: one matrix (rows x columns) per value.

    `widest`: per value a figure at least as long in print as any of it (a minus sign counts as a digit). `signs`: what
    stands in the place of a figure (`Sign`), None where nothing does. `layer`: the sheet that is shown.
    """

    spec: TableSpec
    layout: Layout
    matrices: tuple[Matrix, ...]
    filters: tuple[FilterTexts, ...]
    method_name: Sentence
    trial: Trial
    widest: tuple[int, ...]
    insight: Insight | None = None
    signs: NDArray[np.uint8] | None = None
    layer: int = 0

    @property
    def cells(self) -> int:
        """Number of cells on the screen, one per value."""
        return sum(matrix.size for matrix in self.matrices)


def method_of(statistic: Statistic, trial: Trial, variant: Method | None) -> Method:
    """The method behind a view: the one in force, the variant, or a rounding; raises NoMethodInForce."""
    if trial.kind == "rounding":
        return Rounding(trial.base)
    if trial.kind == "variant" and variant is not None:
        return variant
    in_force = statistic.period.in_force
    if in_force is None and trial.kind == "original":
        return Rounding()  # originals need no method; one that needs no keys carries them
    if in_force is None:
        raise NoMethodInForce()
    return in_force.method


def compute_view(
    data: Microdata,
    statistic: Statistic,
    table: TableState,
    *,
    methodologist: bool,
    variant: Method | None = None,
    cancelled: Callable[[], bool] = never,
) -> TableView:
    """Tabulate, protect, lay out. Without a methodologist the view holds protected figures only."""
    begin = time.perf_counter()
    trial = table.trial if methodologist else Trial()
    raw = tabulate(data, table.spec, cancelled=cancelled)
    method = method_of(statistic, trial, variant)
    shown = method.protect(raw)
    layout = lay_out(table.spec, [block.dimensions for block in shown.blocks])
    layer = max(0, min(table.layer, len(layout.layers) - 1))
    values = range(len(table.spec.values))
    matrices = tuple(layout.matrix([block.figures[number] for block in shown.blocks], layer) for number in values)
    signs = None
    if shown.has_signs and trial.kind != "original":
        signs = sign_matrix(shown, layout, layer)
    insight = None
    if methodologist:
        examination = method.examine(raw)
        blocks = examination.blocks
        if trial.kind == "original":
            matrices = tuple(layout.matrix(_originals(blocks, value.kind), layer) for value in table.spec.values)
        deviation = _deviation(method)
        noise = layout.matrix([block.noise for block in blocks], layer)
        seconds = time.perf_counter() - begin
        insight = Insight(raw, examination, method, noise, deviation, raw.rows, seconds)
    widest = tuple(max(int(matrix.max(initial=0)), -10 * int(matrix.min(initial=0))) for matrix in matrices)
    return TableView(
        table.spec, layout, matrices, shown.filters, shown.method_name, trial, widest, insight, signs, layer
    )


def _originals(blocks: Sequence[Any], kind: str) -> list[NDArray[Any]]:
    if kind == "weighted_count":
        return [np.rint(block.weighted).astype(np.int64) for block in blocks]
    return [block.counts for block in blocks]


def _deviation(method: Method) -> int:
    if isinstance(method, CellKeyMethod):
        return method.ptable.maximum_deviation
    return method.base // 2 if isinstance(method, Rounding) else 0
