"""What the method page computes off the window's thread: counts, effects, remedies, region, search, long designs."""

from __future__ import annotations

import contextlib

from PySide6.QtCore import QObject, Signal

from ckmcore.errors import CkmError
from ckmcore.ptable import PTable
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.search import SearchedV, search_V
from ckmcore.statistic.one_period import counts_of_one_period
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.parameters import ParameterCard
from ckmdesk.pages.method.problem_box import ProblemBox
from ckmdesk.state import manual_edits
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.method_view import (
    Effect,
    Fix,
    MethodView,
    Ranges,
    View,
    count_frequencies,
    effect_on,
    fixes_of,
    pending_view,
    ranges_of,
    region_of,
    takes_long,
    view_magnitudes,
    view_method,
)
from ckmdesk.state.variant import is_of_magnitudes


class Work(QObject):
    """Jobs of the method page and their results.

    Emits `designed()` when a slow view is ready, `found()`, `ranges_found()` and `effects_found()`. The slots are
    "design", "fixes", "region", "ranges", "effects", "frequencies", "search-V" and "floor-in-force".
    """

    designed = Signal()
    found = Signal()
    ranges_found = Signal()
    effects_found = Signal()

    def __init__(self, context: PageContext, parameters: ParameterCard, problem: ProblemBox, parent: QObject) -> None:
        super().__init__(parent)
        self.context, self.parameters, self.problem = context, parameters, problem
        self.frequencies: dict[int, int] = {}
        # Of all saved tables, which carry the note; None: there are none, or they were not counted.
        self.all_frequencies: dict[int, int] | None = None
        self._all_counted: object = None
        self.effects: dict[str, Effect | None] = {}
        self.fixes: tuple[Fix, ...] = ()
        self.fixes_for: Variant | None = None
        self._raw: RawTable | None = None
        self._counted: object = None
        self._ranges: Ranges | None = None
        self._ranges_for: Design | None = None
        self._ready: Variant | None = None
        self._region_for: Design | None = None
        self._region_found: tuple[tuple[int, float, float], ...] = ()
        self._judged: object = None

    def view_of(self, variant: Variant, last: MethodView | None) -> View:
        """Return the view of a variant; a slow one is made on a worker thread and shown when ready."""
        self.context.jobs.cancel("design")
        if is_of_magnitudes(variant):
            return view_magnitudes(variant)
        if last is None or not takes_long(variant) or variant == self._ready:
            return view_method(variant, last)

        def work(_context: JobContext) -> None:
            with contextlib.suppress(CkmError):
                view_method(variant)  # kept for the next look

        def done(_nothing: None) -> None:
            self._ready = variant
            self.designed.emit()

        self.context.jobs.start("design", work, done)
        return pending_view(variant, last)

    def show_problem(self, view: View) -> None:
        """Show the problem of a view at once, and its remedies when they are known."""
        language = self.context.language
        if view.problem is None:
            self.context.jobs.cancel("fixes")
            self.fixes, self.fixes_for = (), None
            self.problem.show_problem(None, language)
            return
        if self.fixes_for != view.variant:
            self.fixes, self.fixes_for = (), view.variant

            def work(_context: JobContext) -> tuple[Fix, ...]:
                return fixes_of(view.variant)

            def done(fixes: tuple[Fix, ...]) -> None:
                self.fixes = fixes
                self.problem.show_remedies([fix.what for fix in fixes], self.context.language)

            self.context.jobs.start("fixes", work, done)
        self.problem.show_problem(view.problem, language)
        self.problem.show_remedies([fix.what for fix in self.fixes], language)

    def region(self, view: View) -> tuple[tuple[int, float, float], ...]:
        """Return the feasible region, as far as it was computed on a worker thread."""
        design = manual_edits.any_region(view.variant.design)
        if self._region_for != design:
            self._region_for, self._region_found = design, ()

            def work(_context: JobContext) -> tuple[tuple[int, float, float], ...]:
                return region_of(design)

            def done(result: tuple[tuple[int, float, float], ...]) -> None:
                self._region_found = result
                self.found.emit()

            self.context.jobs.start("region", work, done)
        return self._region_found

    def ranges(self, view: MethodView) -> Ranges | None:
        """Return the ranges of D and js; None until they were computed on a worker thread."""
        design = view.variant.design
        if self._ranges_for == design:
            return self._ranges

        def work(context: JobContext) -> Ranges:
            return ranges_of(design, context.cancelled)

        def done(ranges: Ranges) -> None:
            self._ranges_for, self._ranges = design, ranges
            self.ranges_found.emit()

        self.context.jobs.start("ranges", work, done)
        return None

    def compute_effects(self, tables: list[PTable]) -> None:
        """Compute, on a worker thread, the effect of each variant on the current table."""
        raw = self._raw
        missing_tables = [table for table in tables if table.content_hash not in self.effects]
        if raw is None or not missing_tables:
            return

        def work(_context: JobContext) -> dict[str, Effect | None]:
            effects: dict[str, Effect | None] = {}
            for table in missing_tables:
                try:
                    effects[table.content_hash] = effect_on(raw, table)
                except CkmError:
                    effects[table.content_hash] = None  # no keys, or keys of another modulus
            return effects

        def done(effects: dict[str, Effect | None]) -> None:
            self.effects.update(effects)
            if self.context.desk.state.method.compared:
                self.effects_found.emit()

        self.context.jobs.start("effects", work, done)

    def count_cells(self) -> None:
        """Count, on a worker thread, the cells of the current table by count."""
        data, spec = self.context.desk.session.data, self.context.desk.state.table.spec
        if data is None or self._counted == (id(data), spec):
            return
        self._counted = (id(data), spec)

        def work(context: JobContext) -> tuple[RawTable, dict[int, int]]:
            raw = tabulate(data, spec, cancelled=context.cancelled)
            return raw, count_frequencies(raw)

        def done(result: tuple[RawTable, dict[int, int]]) -> None:
            self._raw, self.frequencies = result
            self.effects = {}
            self.found.emit()

        def failed(_error: CkmError) -> None:
            self._raw, self.frequencies, self.effects = None, {}, {}
            self.found.emit()

        self.context.jobs.start("frequencies", work, done, failed)

    def count_saved(self) -> None:
        """Compute, on a worker thread, the distribution of counts in all saved tables, to judge the note's claims."""
        data, statistic = self.context.desk.session.data, self.context.desk.state.statistic
        specs = () if statistic is None else tuple(table.spec for table in statistic.tables)
        if self._all_counted == (id(data), specs):
            return
        self._all_counted, self.all_frequencies = (id(data), specs), None
        if data is None or not specs:
            return

        def work(context: JobContext) -> dict[int, int]:
            counts: dict[int, int] = {}
            for spec in counts_of_one_period(data, specs):
                for count, cells in count_frequencies(tabulate(data, spec, cancelled=context.cancelled)).items():
                    counts[count] = counts.get(count, 0) + cells
            return counts

        def done(result: dict[int, int]) -> None:
            self.all_frequencies = result if any(count > 0 for count in result) else None
            self.found.emit()

        def failed(_error: CkmError) -> None:
            self.all_frequencies = None
            self.found.emit()

        self.context.jobs.start("frequencies-saved", work, done, failed)

    def search(self, design: Design, limit: float | None) -> None:
        """Search the smallest V of a design, off the window's thread."""
        frequencies, box = dict(self.frequencies), self.parameters.search

        def work(context: JobContext) -> SearchedV:
            return search_V(
                design,
                frequencies,
                limit,
                cancelled=context.cancelled,
                progress=lambda fraction: context.progress(0, fraction),
            )

        def done(searched_v: SearchedV) -> None:
            box.set_searching(False)
            box.show_found(searched_v, self.context.language)

        def failed(error: CkmError) -> None:
            box.set_searching(False)
            self.context.show_message(error)

        box.set_searching(True)
        self.context.jobs.start("search-V", work, done, failed, lambda _count, fraction: box.show_progress(fraction))

    def stop_search(self) -> None:
        self.context.jobs.cancel("search-V")
        self.parameters.search.set_searching(False)

    def judge_in_force(self) -> None:
        """Judge the method in force by the rules, once per method; open rules are shown beside it."""
        statistic = self.context.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        if in_force is self._judged:
            return
        self._judged = in_force
        if in_force is None:
            self.parameters.show_floor(())
            return
        method = in_force.method
        self.context.jobs.start("floor-in-force", lambda _job: method.floor, self.parameters.show_floor)
