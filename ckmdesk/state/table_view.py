"""What the table page shows, computed from the records: published figures, and for the methodologist what lies behind.

Everything that a clerk sees is in `TableView` and comes from a ProtectedTable. `Insight` is the methodologist's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.derived import originals
from ckmcore.methods.examination import Examination, Explanation
from ckmcore.methods.method import Method, explain_listed
from ckmcore.methods.notices import quantile_notes
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.rounding import Rounding
from ckmcore.methods.share_base import means_on_few, share_advice, shares_above_whole
from ckmcore.methods.top import published_records, tabulated_under
from ckmcore.methods.zero_rows import from_records, zero_rows_told
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.footnotes import Notes
from ckmcore.presentation.present import Matrix, ShownValue, TablePresentation, present
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.statistic.period import MethodInForce
from ckmcore.statistic.series import Load, info_over_periods, needs_periods, over_periods, without_periods
from ckmcore.tabulate.compared import compared_lines
from ckmcore.tabulate.layout import Layout, ListedMatrix
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec, Value
from ckmcore.tabulate.tabulate import CELL_LIMIT, TablePlan, level_title, plan_table, with_room
from ckmdesk.state.desk_state import TableState, Trial
from ckmdesk.state.hidden import HiddenMark, TableSide, hidden_marks

# Up to that many cells are examined in a few milliseconds, when somebody looks.
SHORT = 100_000
# Up to that many cells a table is there within a second.
LARGE = 3_000_000

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, repr=False)
class Insight:
    """What lies behind the figures (confidential): raw table, method, its largest deviation, records, seconds.

    `sensitive` marks, by value, the cells of the primary rules, all False for derived values (None: not computed). What
    the method did to each cell is computed on demand.
    """

    raw: RawTable
    method: Method
    layout: Layout
    layer: int
    maximum_deviation: int
    records: int
    seconds: float
    sensitive: tuple[Flags | ListedMatrix, ...] | None = None

    @cached_property
    def examination(self) -> Examination:
        """Compute what the method did to every cell."""
        return self.method.examine(self.raw)

    @cached_property
    def noise(self) -> tuple[Matrix | None, ...]:
        """Return, by value, the noise of its cells on the current sheet; None for sums and derived values."""
        values = self.raw.spec.values
        return tuple(_noise(self.examination, value, self.layout, self.layer) for value in values)

    def explain(self, layout: Layout, row: int, column: int, layer: int = 0, value: int = 0) -> Explanation:
        """Explain how a cell's figure was made; `value` is the index of the value whose records are counted."""
        number, position = layout.address(row, column, layer)
        own_filter = self.raw.spec.values[value].own_filter
        block = self.raw.part(own_filter)[number]
        if block.listed is not None:
            return explain_listed(block, self.method, position)
        return self.method.explain_cell(
            self.raw.part(own_filter)[number], self.examination.part(own_filter)[number], position
        )


@dataclass(frozen=True, eq=False, repr=False)
class TableView:
    """A presentation as the window shows it: under each line of the head a column of figures for each of `shown`.

    `spec` is the requested table; `shown` are the published figures of the sheet, in trial views others in their place
    or beside them; `layer` is the sheet. `marked` (methodologist) holds marks beside figures by line of the stub, line
    of the head and value. The notices name what to check before publication, derived from these figures alone; for a
    methodologist also a minimum base for shares.
    """

    spec: TableSpec
    presented: TablePresentation
    shown: tuple[ShownValue, ...]
    trial: Trial
    insight: Insight | None = None
    layer: int = 0
    marked: Mapping[tuple[int, int, int], str] = field(default_factory=dict)
    told: tuple[Sentence, ...] = ()

    @property
    def layout(self) -> Layout:
        return self.presented.layout

    @property
    def marks(self) -> Notes:
        """Return the footnotes."""
        return self.presented.marks

    @property
    def signs(self) -> list[Sign]:
        """Return the signs that replace figures on the current sheet."""
        found_set: set[int] = set()
        for value in self.shown:
            if value.signs is not None:
                held_signs = value.signs.held()[2] if isinstance(value.signs, ListedMatrix) else value.signs
                found_set.update(np.unique(held_signs).tolist())
        return [sign for sign in Sign if sign in found_set and sign != Sign.NONE]

    @cached_property
    def hidden(self) -> dict[TableSide, tuple[HiddenMark, ...]]:
        """Return the marks where rows and columns were hidden by hand."""
        return {"rows": hidden_marks(self.layout.rows, "rows"), "columns": hidden_marks(self.layout.columns, "columns")}

    @cached_property
    def compared(self) -> tuple[Flags, Flags]:
        """Return the masks of the lines of stub and head that bars and colours compare."""
        return compared_lines(self.layout.rows), compared_lines(self.layout.columns)

    @cached_property
    def scales(self) -> tuple[tuple[int, int], ...]:
        """Return, for each of `shown`, the least and the largest figure that bars and colours compare.

        Only published figures without a replacing sign count.
        """
        rows, columns = self.compared
        scales = []
        for value in self.shown:
            figures, signs = _compared(value, rows, columns)
            if signs is not None:
                kept_signs = [int(sign) for sign in Sign if sign.keeps_figure]
                figures = figures[np.isin(signs, kept_signs)]
            scales.append((int(figures.min()), int(figures.max())) if figures.size else (0, 0))
        return tuple(scales)

    @property
    def in_rows(self) -> bool:
        """Whether several values have rows of their own."""
        return self.spec.values_on == "rows" and len(self.shown) > 1

    @property
    def cells(self) -> int:
        """Number of cells on the screen, one per value."""
        return sum(value.matrix.size for value in self.shown)


def _compared(
    shown_value: ShownValue, rows: Flags, columns: Flags
) -> tuple[NDArray[np.int64], NDArray[np.uint8] | None]:
    """Return the figures of a value in some rows and columns, and their signs (None: there are none)."""
    signs = shown_value.signs
    if isinstance(shown_value.matrix, ListedMatrix):
        lines, heads, figures = shown_value.matrix.held()
        here = rows[lines] & columns[heads]
        return figures[here], signs.held()[2][here] if isinstance(signs, ListedMatrix) else None
    grid = np.ix_(rows, columns)
    return shown_value.matrix[grid], None if signs is None or isinstance(signs, ListedMatrix) else signs[grid]


def same_figures(one: TableView, other: TableView) -> bool:
    """Whether two views show the same figures at the same places, in the same trial."""
    pairs = list(zip(one.shown, other.shown, strict=False))
    if one.trial != other.trial or len(one.shown) != len(other.shown):
        return False
    return all(first.side == second.side and _equal(first.matrix, second.matrix) for first, second in pairs)


def _equal(first_matrix: Matrix, other: Matrix) -> bool:
    if isinstance(first_matrix, ListedMatrix) or isinstance(other, ListedMatrix):
        return isinstance(first_matrix, ListedMatrix) and isinstance(other, ListedMatrix) and first_matrix.same(other)
    return np.array_equal(first_matrix, other)


def zero_dash(view: TableView, shown: ShownValue) -> str:
    """Return the text of a 0 of a value: the office's dash for a published count or sum; "" for the figure itself."""
    return view.presented.dash(view.spec.values[shown.number]) if shown.side == "published" else ""


class TableLarge(CkmError):
    """The error for a table that takes long, which is computed on request.

    `offers` are variables without which it would be smaller, with title and remaining cells, fewest first.
    """

    code = "table_large"

    @property
    def can_be_computed(self) -> bool:
        return bool(self.fields["can"])

    @property
    def offers(self) -> tuple[tuple[str, Texts, int], ...]:
        found_field: tuple[tuple[str, Texts, int], ...] = self.fields["offers"]
        return found_field


def plan_of(data: Microdata, spec: TableSpec) -> TablePlan:
    """Plan a table; one over periods is planned as the single period whose records are given."""
    plain_spec = spec.with_changes(values=(Value(),)) if needs_periods(spec) else spec
    return plan_table(data, without_periods(plain_spec))


def refuse_large(
    data: Microdata, spec: TableSpec, in_force: MethodInForce | None = None, plan: TablePlan | None = None
) -> None:
    """Raise TableLarge for a table with more than `LARGE` cells including margins; `plan` is its plan if made
    already."""
    plan = plan or plan_of(data, spec)
    if plan.cells > LARGE:
        can = plan.cells <= min(CELL_LIMIT, limits().cells)
        can = can or (not needs_periods(spec) and _may_be_listed(data, plan, in_force))
        offers = tuple((name, level_title(data, spec, name), cells) for name, cells in plan.without)
        raise TableLarge(cells=plan.cells, offers=offers, can=can)


def _may_be_listed(data: Microdata, plan: TablePlan, in_force: MethodInForce | None) -> bool:
    """Return whether a table with too many cells for memory can be made as a list of its cells."""
    published_limit = None if in_force is None else published_records(data, in_force.method)
    try:
        with_room(data, plan, listed=True, records=published_limit)
    except InputError:
        return False
    return True


def method_of(statistic: Statistic, trial: Trial, tried: Method | None, spec: TableSpec) -> Method:
    """Return the method of a view: the one in force, or the tried one; raises NoMethodInForce."""
    if trial.kind in ("variant", "rounding") and tried is not None:
        return tried
    if trial.kind == "rounding":
        return Rounding(trial.base)
    in_force = statistic.period.in_force
    counts_only = in_force is not None and not in_force.method.takes_sums
    if trial.kind == "original" and (in_force is None or (counts_only and spec.magnitudes)):
        return Rounding()  # originals need no method; one that needs no keys and takes sums carries them
    if in_force is None:
        raise NoMethodInForce()
    return in_force.method


def compute_view(
    data: Microdata,
    statistic: Statistic,
    table: TableState,
    *,
    methodologist: bool,
    tried: Method | None = None,
    cancelled: Callable[[], bool] = never,
    language: Language = "en",
    load: Load | None = None,
    primary: PrimaryRules | None = None,
    office: Office = PLAIN,
    plan: TablePlan | None = None,
) -> TableView:
    """Tabulate, protect and present a table; without a methodologist the view holds protected figures only.

    `load` returns the records of other periods; `primary` marks sensitive cells; `office` sets how sums without
    contributors are written; `plan` is the table's plan if made already. Raises originals_of_one_period, and
    needs_all_cells for originals of a table stored as a list.
    """
    begin = time.perf_counter()
    trial = table.trial if methodologist else Trial()
    if needs_periods(table.spec):
        return _over_periods(statistic, table, trial, tried, load or (lambda _of: data), cancelled, language, office)
    method = method_of(statistic, trial, tried, table.spec)
    contributors = max(method.contributors, 0 if primary is None else primary.contributors)
    raw = tabulated_under(data, table.spec, method, cancelled=cancelled, contributors=contributors, plan=plan)
    if trial.kind == "original" or (methodologist and table.beside):
        raw.refuse_listed(sentence("listed_originals"))
    shown = method.protect(raw)
    presented = present(shown, statistic.draft_info(shown), table.spec.presentation, office, language)
    layout, shown = presented.layout, presented.table
    layer = max(0, min(table.layer, len(layout.layers) - 1))
    insight, columns = None, presented.values(layer)
    advice = None if trial.is_trial else share_advice(raw, method)
    few = None if trial.is_trial else means_on_few(raw, method)
    of_shares = None if advice is None else advice.sentence if methodologist else advice.on_small_base
    on_few = tuple(notice for notice in (of_shares, few) if notice is not None)
    remarks = (*on_few, *quantile_notes(shown, data), *_table_notices(statistic, shown))
    if methodologist:
        blanks = [warning for warning in method.warnings(raw) if warning.code == "blanks_count_as_zero"]
        remarks = (*blanks, *remarks)
        if trial.kind == "original" or table.beside:
            columns = _with_originals(raw, columns, layout, layer, alone=trial.kind == "original")
        seconds = time.perf_counter() - begin
        marked = None
        if primary is not None:
            marked = tuple(_sensitive(raw, primary, value, layout, layer) for value in table.spec.values)
        insight = Insight(raw, method, layout, layer, method.count_noise.largest, raw.rows, seconds, marked)
        if table.shading == "noise" or shown.cells > SHORT:
            _ = insight.noise  # in the job: a paint would wait for it
    return TableView(table.spec, presented, columns, trial, insight, layer, told=remarks)


def _table_notices(statistic: Statistic, shown_table: ProtectedTable) -> tuple[Sentence, ...]:
    """Return notices on shares above 100 %, and on zero rows of variables whose codes come from the records."""
    above = shares_above_whole(shown_table)
    observed = from_records(statistic.dictionary, shown_table.spec.variables)
    titles = {entry.name: entry.title if entry.title.text("en") else Texts.same(entry.name) for entry in observed}
    sentences = [sentence("shares_above_whole", count=above)] if above else []
    return (*sentences, *zero_rows_told(shown_table, titles))


def _over_periods(
    statistic: Statistic,
    table: TableState,
    trial: Trial,
    tried: Method | None,
    load: Load,
    cancelled: Callable[[], bool],
    language: Language,
    office: Office,
) -> TableView:
    """Compute a table over periods, published figures only; a trial view replaces the method of each period."""
    if trial.kind == "original":
        raise InputError("originals_of_one_period")

    def method(of_statistic: Statistic) -> Method:
        return method_of(of_statistic, trial, tried, table.spec)

    shown_periods = over_periods(statistic, table.spec, load, cancelled, method)
    info = info_over_periods(statistic, table.spec, shown_periods)
    presented = present(shown_periods, info, table.spec.presentation, office, language)
    layer = max(0, min(table.layer, len(presented.layout.layers) - 1))
    remarks = _table_notices(statistic, presented.table)
    return TableView(table.spec, presented, presented.values(layer), trial, layer=layer, told=remarks)


def _with_originals(
    raw: RawTable, published: tuple[ShownValue, ...], layout: Layout, layer: int, *, alone: bool
) -> tuple[ShownValue, ...]:
    """Return the originals in place of the published figures, or beside them with the difference."""
    blocks = originals(raw)
    found_originals = []
    for value in published:
        matrix = layout.matrix([block.figures[value.number] for block in blocks], layer)
        empty = np.zeros(matrix.shape, dtype=np.uint8)
        signs = layout.matrix(
            [
                np.zeros(block.figures[0].shape, dtype=np.uint8) if block.signs is None else block.signs[value.number]
                for block in blocks
            ],
            layer,
        )
        original = replace(value, matrix=matrix, signs=signs, side="original")
        if alone:
            found_originals.append(original)
            continue
        either = np.maximum(signs, value.signs if isinstance(value.signs, np.ndarray) else empty)
        difference = replace(value, matrix=value.matrix - matrix, signs=either, side="difference")
        found_originals += [original, value, difference]
    return tuple(found_originals)


def _noise(examination: Examination, value: Value, layout: Layout, layer: int) -> Matrix | None:
    if value.is_derived or value.measure.magnitude:
        return None
    blocks = examination.part(value.own_filter)
    noise = [block.noise for block in blocks]
    if any(block.listed is not None for block in blocks):
        return ListedMatrix(layout, noise, [block.cells for block in blocks], layer)
    return layout.matrix(noise, layer)


def _sensitive(raw: RawTable, primary: PrimaryRules, value: Value, layout: Layout, layer: int) -> Flags | ListedMatrix:
    """The cells of a value that the primary rules mark."""
    blocks = raw.part(value.own_filter)
    if raw.is_listed:  # no sums are among its values
        nothing = [np.zeros(block.cells.held, dtype=np.bool_) for block in blocks]
        return ListedMatrix(layout, nothing, [block.cells for block in blocks], layer)
    if value.is_derived:
        return np.zeros_like(layout.matrix([block.counts for block in blocks], layer), dtype=np.bool_)
    cells = [primary.sensitive(block, value.measure.magnitude).astype(np.int64) for block in blocks]
    return layout.matrix(cells, layer) > 0
