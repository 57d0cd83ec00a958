"""What the method page shows of a variant: table, feasible range, what cannot be met, criteria. No Qt."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable import (
    Criteria,
    FeasibleV,
    PTable,
    RowReport,
)
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.relaxations import suggested_relaxations
from ckmcore.ptable.magnitudes import MagnitudePTable, MagnitudeRowReport
from ckmcore.ptable.model.criteria import rows_out_of_reach
from ckmcore.tabulate.layout import Unpublished, lay_out
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmdesk.state.desk_state import DeskState, Variant
from ckmdesk.state.drawing import Drawing, drawing_of, drawing_of_magnitudes
from ckmdesk.state.method_settings import magnitudes_of
from ckmdesk.state.variant import ordered_of, ptable_of, same_cells

MOST_REGION_D = 20
SLOW_D, SLOW_USUAL_D, SLOW_ROWS = 15, 60, 200


@dataclass(frozen=True)
class Fix:
    """A change of a variant that mends a problem, in words."""

    what: Sentence
    variant: Variant


@dataclass(frozen=True)
class Problem:
    """A problem of a variant: the sentence and its row; `fixes_of` returns changes that solve it.

    `blocks` says that the shown table is an older one, or has rows other than requested.
    """

    text: Sentence
    row: int | None
    blocks: bool


@dataclass(frozen=True, eq=False)
class MethodView:
    """A variant with its tables; `shown` is shuffled if the variant is, and `ordered` is the table before.

    If `problem.blocks`, the tables are the last ones that could be made. `locked` says that it is the method in force;
    `pending` that its table is being made and the former one is shown until then.
    """

    variant: Variant
    ordered: PTable
    shown: PTable
    feasible: FeasibleV | None
    problem: Problem | None
    locked: bool = False
    pending: bool = False

    @property
    def outdated(self) -> bool:
        """Whether the table shown is older than the parameters."""
        return self.pending or (self.problem is not None and self.problem.blocks)

    @cached_property
    def ordered_drawing(self) -> Drawing:
        """Return the drawing of the ordered table."""
        return drawing_of(self.ordered)

    @cached_property
    def shown_drawing(self) -> Drawing:
        """Return the drawing of the table as it would be put in force."""
        return drawing_of(self.shown)

    @cached_property
    def row_figures(self) -> NDArray[np.float64]:
        """Return rows of variance, E|v|, P(|v| <= 1), P(|v| >= 3), P(|v| >= 4), stay probability and entropy in bit."""
        return _row_figures(self.ordered)

    @property
    def needs_shuffling(self) -> bool:
        """Return whether noise rises with the cell key in a row with noise (method.md, "Shuffled table")."""
        return self.shown.is_ordered and any(len(self.shown.row_distribution(row)) > 1 for row in self.shown.rows)

    def report(self, row: int) -> RowReport:
        """The report of a row (the last one for larger counts)."""
        return self.ordered.reports[min(row, self.ordered.last_row)]

    @cached_property
    def out_of_reach(self) -> tuple[int, ...]:
        """Rows that cannot meet the first criterion whatever the design."""
        return rows_out_of_reach(self.ordered)


@dataclass(frozen=True, eq=False)
class MagnitudeView:
    """A variant with a table for magnitudes: shown and converted; the criteria of counts do not apply."""

    variant: Variant
    table: MagnitudePTable
    locked: bool = False
    problem: Problem | None = None
    outdated: bool = False

    @cached_property
    def ordered_drawing(self) -> Drawing:
        """Return the drawing of the table."""
        return drawing_of_magnitudes(self.table)

    @property
    def shown_drawing(self) -> Drawing:
        """Return the same drawing: tables for magnitudes are not shuffled."""
        return self.ordered_drawing

    def report(self, row: int) -> MagnitudeRowReport:
        """The report of a row in the order of the drawing."""
        return self.table.reports[min(row, len(self.table.reports) - 1)]


View = MethodView | MagnitudeView


def view_magnitudes(variant: Variant) -> MagnitudeView:
    """The view of a variant that holds a table for magnitudes."""
    if variant.table is None:
        raise ValueError("no table")
    return MagnitudeView(variant, magnitudes_of(variant.table))


def takes_long(variant: Variant) -> bool:
    """Return whether making the table may take longer than a step of a slider, so that a thread is used."""
    design = variant.design
    if variant.table is not None:
        return False
    unusual = design.rising or bool(design.pins) or design.optim > 0 or not design.symmetric
    return (unusual and design.D > SLOW_D) or design.D > SLOW_USUAL_D or (design.last_row or 0) > SLOW_ROWS


def pending_view(variant: Variant, last: MethodView) -> MethodView:
    """The view while the table of `variant` is being made."""
    return replace(last, variant=variant, feasible=None, problem=None, pending=True)


def view_method(variant: Variant, last: MethodView | None = None) -> MethodView:
    """Make the view of a variant; if it gives no table, `last` with the problem. Raises CkmError without a last one."""
    try:
        method_view = _view_of_variant(variant)
        if method_view.problem is None:
            return method_view
        # The last table that was possible stays, greyed; without one, the rows as near as they can be.
        base = method_view if last is None else last
        problem = replace(method_view.problem, blocks=True)
        return replace(
            base, variant=variant, feasible=method_view.feasible, problem=problem, locked=False, pending=False
        )
    except CkmError as error:
        last = last or _without_problem(variant)
        problem = Problem(error.sentence(), error.fields.get("row"), blocks=True)
        return replace(last, variant=variant, feasible=None, problem=problem, locked=False, pending=False)


@lru_cache(maxsize=32)
def _view_of_variant(variant: Variant) -> MethodView:
    ordered, shown_table = ordered_of(variant), ptable_of(variant)
    if variant.table is not None:
        return MethodView(variant, ordered, shown_table, None, None)
    return MethodView(variant, ordered, shown_table, _feasible(variant.design), _missed(ordered))


@lru_cache(maxsize=32)
def fixes_of(variant: Variant) -> tuple[Fix, ...]:
    """Return changes that make a variant possible, nearest first; may take a fifth of a second."""
    fixes: list[Fix] = []
    if variant.loose:
        bare = replace(variant, loose=())
        loose_places = {(pin.row, pin.target) for pin in variant.loose}
        held_pins = variant.design.pins if variant.table is None else variant.set_again
        pins = (*(pin for pin in held_pins if (pin.row, pin.target) not in loose_places), *variant.loose)
        if variant.table is None:
            solved = replace(bare, design=replace(variant.design, pins=pins))
        else:
            solved = replace(bare, set_again=pins)
        with suppress(CkmError):
            ordered_of(solved)
            fixes.append(Fix(sentence("desk_fix_solve"), solved))
        fixes.append(Fix(sentence("desk_fix_drop"), bare))
    elif variant.table is None:
        fixes += [
            Fix(relaxation.what, replace(variant, design=relaxation.design))
            for relaxation in suggested_relaxations(variant.design)
        ]
    return tuple(fixes)


@lru_cache(maxsize=512)
def _feasible_of(design: Design) -> FeasibleV | None:
    try:
        return design.feasible()
    except CkmError:
        return None


def _feasible(design: Design) -> FeasibleV | None:
    # The range does not depend on V: while V moves it is asked for once.
    return _feasible_of(replace(design, V=1.0))


def _without_problem(variant: Variant) -> MethodView:
    """Return a view to show beside a problem if none was shown before: without unfinished rows, else any."""
    for simpler in (replace(variant, loose=()), replace(variant, loose=(), set_again=()), Variant()):
        with contextlib.suppress(CkmError):
            return _view_of_variant(simpler)
    raise ValueError("the plain design makes no table")


def _missed(table: PTable) -> Problem | None:
    missed = next((report for report in table.reports if not report.feasible), None)
    if missed is None or missed.wanted_variance is None:
        return None
    text = missed.reason or sentence(
        "desk_row_missed",
        row=missed.row,
        wanted=missed.wanted_variance,
        low=missed.lowest_variance or 0.0,
        high=missed.highest_variance or 0.0,
    )
    return Problem(text, missed.row, blocks=False)


@dataclass(frozen=True)
class Ranges:
    """The ranges of D and js with all other settings as they are: lowest, highest, whether it continues; None: none."""

    D: tuple[int, int, bool] | None
    js: tuple[int, int, bool] | None


MOST_RANGE_D, MOST_RANGE_JS = 25, 12


def ranges_of(design: Design, cancelled: Callable[[], bool] = never) -> Ranges:
    """Compute the ranges of D and js for a design, each independent of its own present value. Raises Cancelled."""
    most_D, most_js = max(MOST_RANGE_D, design.D + 3), max(MOST_RANGE_JS, design.js + 2)
    D = [D for D in range(1, most_D + 1) if _is_met(replace(design, D=D), cancelled)]
    js = [js for js in range(most_js + 1) if _is_met(replace(design, js=js, blocked=None), cancelled)]
    return Ranges(
        (D[0], D[-1], D[-1] == most_D) if D else None,
        (js[0], js[-1], js[-1] == most_js) if js else None,
    )


def _is_met(design: Design, cancelled: Callable[[], bool]) -> bool:
    if cancelled():
        raise Cancelled()
    feasible = _feasible(design)
    if feasible is None or not feasible.possible:
        return False
    return feasible.low - 1e-9 <= design.V and (design.variance == "at most" or feasible.high + 1e-9 >= design.V)


@lru_cache(maxsize=32)
def region_of(design: Design) -> tuple[tuple[int, float, float], ...]:
    """Compute (D, lowest V, highest V) for each D at which all rows can have one variance, for any `design.V`."""
    region = []
    for D in range(1, max(MOST_REGION_D, design.D + 3) + 1):
        feasible = _feasible(replace(design, D=D))
        if feasible is not None and feasible.possible:
            region.append((D, feasible.low, feasible.high))
    return tuple(region)


# --- figures over the cells of a table -------------------------------------------------------------------------------


def is_in_force(state: DeskState, view: MethodView) -> bool:
    """Whether the table shown is the one in force."""
    statistic = state.statistic
    in_force = None if statistic is None else statistic.period.in_force
    if in_force is None or in_force.ptable is None or view.outdated:
        return False
    # Targets first: the hash costs a millisecond under a slider.
    if not np.array_equal(in_force.ptable.targets, view.shown.targets):
        return False
    if view.locked:
        return in_force.ptable.content_hash == view.shown.content_hash
    shown = in_force.ptable if same_cells(view.shown, in_force.ptable) else view.shown
    try:
        return in_force.method == state.method.settings.method(shown, view.variant.sums)
    except CkmError:
        return False


def count_frequencies(raw: RawTable) -> dict[int, int]:
    """Count the cells of the laid-out table by original count (confidential)."""
    total: dict[int, int] = {}
    layout = lay_out(raw.spec, [Unpublished(block.dimensions) for block in raw.blocks])
    for layer in range(len(layout.layers)):
        values, cells = np.unique(layout.matrix([block.counts for block in raw.blocks], layer), return_counts=True)
        for value, number in zip(values.tolist(), cells.tolist(), strict=True):
            total[value] = total.get(value, 0) + number
    return total


def _row_figures(table: PTable) -> NDArray[np.float64]:
    p = table.matrix()
    v = np.abs(np.arange(p.shape[1])[None, :] - np.arange(p.shape[0])[:, None])
    bits = np.zeros_like(p)
    np.log2(p, out=bits, where=p > 0)
    row_terms = (v * v, v, v <= 1, v >= 3, v >= 4, v == 0, -bits)
    row_figures = np.stack([np.einsum("ij,ij->i", p, row_term.astype(np.float64)) for row_term in row_terms], axis=1)
    bias = p @ np.arange(p.shape[1]) - np.arange(p.shape[0])
    row_figures[:, 0] -= bias * bias
    return row_figures


@dataclass(frozen=True)
class Summary:
    """The figures by which variants are compared."""

    variance: float
    criteria: Criteria
    unchanged: float
    entropy: float


def summarise(view: MethodView, frequencies: Mapping[int, int]) -> Summary:
    """Compute means over the non-empty cells of a table; without any, each row from 1 on counts once."""
    counts = np.array([count for count in frequencies if count > 0], dtype=np.int64)
    cells = np.array([number for count, number in frequencies.items() if count > 0], dtype=np.float64)
    if len(counts) == 0:
        counts = np.arange(1, view.ordered.last_row + 1)
        cells = np.ones(len(counts))
    figures = view.row_figures[view.ordered.lookup_row_used(counts)]
    mean = (cells @ figures / cells.sum()).tolist()
    return Summary(mean[0], Criteria(*mean[1:5]), mean[5], mean[6])


@dataclass(frozen=True)
class Effect:
    """The effect of a variant on the current table, as shares of the shown non-empty cells, and the largest change.

    The measures are defined as in `quality.measure_numbers`.
    """

    changed: float
    to_zero: float
    largest: int
    mean_absolute: float


def effect_on(raw: RawTable, table: PTable) -> Effect | None:
    """Compute the effect on all shown non-empty cells; None if there are none or their keys do not fit the table."""
    noise, counts = [], []
    for block, mask in zip(CellKeyMethod(table).examine(raw).blocks, shown_cells(raw.spec, raw.blocks), strict=True):
        is_shown_cell = (block.counts > 0) & mask
        noise.append(block.noise[is_shown_cell])
        counts.append(block.counts[is_shown_cell])
    v, n = np.concatenate(noise), np.concatenate(counts)
    if len(v) == 0:
        return None
    size = np.abs(v)
    return Effect(float((v != 0).mean()), float((n + v == 0).mean()), int(size.max()), float(size.mean()))
