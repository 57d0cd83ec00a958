"""Computes the table that is laid out: at once where what was counted before answers, else in the job "table".

The table that a drag or key is about to make is computed before, in the job "prepare".
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from weakref import ReferenceType, ref

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import Office
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.series import needs_periods
from ckmcore.statistic.untold import told_by_role
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import TablePlan
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands.desk import Landing
from ckmdesk.models.table_model import labels_of
from ckmdesk.pages.context import PageContext
from ckmdesk.state.desk_state import DeskState, MethodState, TableState
from ckmdesk.state.presentation import same_figures_asked
from ckmdesk.state.session import Session
from ckmdesk.state.table_view import TableView, compute_view, plan_of, refuse_large
from ckmdesk.state.variant import ptable_of

Computed = tuple[TableView, tuple[AxisLabels, AxisLabels]]

# What takes some ten milliseconds: this many cells, from cubes of this size.
AT_ONCE_CELLS = 100_000
AT_ONCE_BYTES = 8 * 2**20
# Larger tables are not made before they are asked for.
AHEAD_CELLS = 300_000
# So many tables are kept for undo and redo.
SHOWN_TABLES = 8
# So often a job that waits for another one asks whether to go on.
PATIENCE_SECONDS = 0.01


def _always() -> bool:
    """The cancel token of whoever does not wait for the records to be scanned."""
    return True


@dataclass(frozen=True, eq=False)
class TableRequest:
    """The inputs of a table's figures."""

    data: ReferenceType[Microdata] | None  # what was shown does not keep the records, and goes with them
    statistic: Statistic | None
    table: TableState
    method: MethodState
    language: Language
    methodologist: bool
    office: Office

    def same(self, other: TableRequest) -> bool:
        """Whether the same figures are asked for."""
        first_request, two = (
            (request.table, request.method, request.language, request.methodologist, request.office)
            for request in (self, other)
        )
        return self.data == other.data and self.statistic is other.statistic and first_request == two


@dataclass(eq=False)
class _Work:
    """The computation of a table; `is_agreed` says that the user accepts a large one."""

    request: TableRequest
    statistic: Statistic
    data: Microdata
    session: Session
    is_agreed: bool

    @cached_property
    def plan(self) -> TablePlan:
        """Return the plan of the table, by which its size is known and its cubes are counted."""
        return plan_of(self.data, self.request.table.spec)

    def __call__(self, cancelled: Callable[[], bool], planned: Callable[[int], None] = lambda cells: None) -> Computed:
        with told_by_role(self.statistic, asked=True):
            return self._computed(cancelled, planned)

    def _computed(self, cancelled: Callable[[], bool], planned: Callable[[int], None]) -> Computed:
        request, data, statistic, session = self.request, self.data, self.statistic, self.session
        table, settings, spec = request.table, request.method.settings, request.table.spec
        if not self.is_agreed:
            refuse_large(data, spec, statistic.period.in_force, self.plan)
        if not needs_periods(spec):
            planned(self.plan.cells)
        tried: Method | None = None
        if table.trial.kind == "variant":
            chosen_variant = request.method.variant
            tried = settings.method(ptable_of(chosen_variant), chosen_variant.sums)
        elif table.trial.kind == "rounding":
            tried = settings.tried(table.trial.base)
        view = compute_view(
            data,
            statistic,
            table,
            methodologist=request.methodologist,
            tried=tried,
            cancelled=cancelled,
            language=request.language,
            primary=settings.primary if table.shading == "sensitive" else None,
            load=session.others.loader(statistic, data, session.path, cancelled),
            office=request.office,
            plan=None if needs_periods(spec) else self.plan,
        )
        _ = view.hidden, view.presented.title  # in the job: a paint would wait for it
        if spec.presentation.bars or spec.presentation.colours:
            _ = view.scales
        labels = labels_of(view)
        for level in range(labels[0].depth):
            labels[0].longest(level)  # by which the stub is measured
        return view, labels


@dataclass(eq=False)
class _Ahead:
    """A table that may be requested next, and its result when finished (None if it failed)."""

    work: _Work
    computed: Computed | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    def wait(self, cancelled: Callable[[], bool]) -> Computed | None:
        """Wait for the result; None if there is none, or the request was cancelled."""
        while not (self.ended.wait(PATIENCE_SECONDS) or cancelled()):
            pass
        return self.computed


class TableComputing:
    """Computes the view of the current table and passes it to `done`, or the error to `failed`; the newest only."""

    def __init__(
        self,
        context: PageContext,
        done: Callable[[Computed], None],
        failed: Callable[[CkmError], None],
        planned: Callable[[int], None],
    ) -> None:
        """Set up the computation; `planned` gets the number of cells of a table as soon as it is known."""
        self._context, self._done, self._failed, self._planned = context, done, failed, planned
        self.agreed: TableSpec | None = None
        """The table that is to be computed although it is very large."""
        self._ahead: _Ahead | None = None
        self._last: TableRequest | None = None
        # What was shown before: undo and redo show it again, as long as its records are there.
        self._shown: deque[tuple[TableRequest, Computed]] = deque(maxlen=SHOWN_TABLES)

    @property
    def can_start(self) -> bool:
        """Return whether there are records and a method that may be shown."""
        state, session = self._context.desk.state, self._context.desk.session
        if state.statistic is None or session.data is None:
            return False
        is_trial = self._context.settings.is_methodologist and state.table.trial.is_trial
        return state.statistic.period.in_force is not None or is_trial

    def is_shown_already(self, view: TableView) -> bool:
        """Return whether only widths or the picture changed since a view was requested, so that nothing is computed."""
        request, last_request = self._request_of(self._context.desk.state), self._last
        if (
            last_request is None
            or view.spec != last_request.table.spec
            or not last_request.same(replace(request, table=last_request.table))
        ):
            return False
        same = replace(request.table, spec=last_request.table.spec) == last_request.table
        if not same or not same_figures_asked(last_request.table.spec, request.table.spec):
            return False
        self._last = request
        return True

    def stop(self) -> None:
        """Stop computing the current table; what was computed before is kept."""
        self._context.jobs.cancel("table")

    def cancel(self) -> None:
        """Compute nothing any more, and keep nothing of what was computed."""
        self._context.jobs.cancel("table")
        self.forget()

    def forget(self) -> None:
        """Drop all cached tables, including one computed in advance."""
        self._context.jobs.cancel("prepare")
        self._ahead = None
        self._shown.clear()

    def start(self) -> None:
        """Compute the table; the result is there at once if it follows from earlier counts."""
        ahead, self._ahead = self._ahead, None
        request = self._last = self._request_of(self._context.desk.state)
        if ahead is not None and not ahead.work.request.same(request):
            self._context.jobs.cancel("prepare")
            ahead = None
        work = self._work(request) if ahead is None else ahead.work
        if work is None:
            return
        computed = self._cached_result(request) or (self._at_once(work) if ahead is None else ahead.computed)
        if computed is not None:
            self._context.jobs.cancel("table")
            self._deliver(request, computed)
            return

        def job(context: JobContext) -> Computed:
            wait = None if ahead is None else ahead.wait(context.cancelled)
            return wait or work(context.cancelled, lambda cells: context.progress(cells, 0))

        deliver = partial(self._deliver, request)
        self._context.jobs.start("table", job, deliver, self._failed, lambda cells, _part: self._planned(cells))

    def _cached_result(self, asked_request: TableRequest) -> Computed | None:
        """Return the cached result of the same request."""
        return next((computed for shown, computed in self._shown if shown.same(asked_request)), None)

    def _deliver(self, asked_request: TableRequest, computed: Computed) -> None:
        if (
            computed[0].cells <= AT_ONCE_CELLS
            and not needs_periods(asked_request.table.spec)
            and self._cached_result(asked_request) is None
        ):
            self._shown.append((asked_request, computed))
        self._done(computed)

    def prepare(self, landing: Landing) -> None:
        """Compute the table that a likely command results in, while a variable is dragged or selected.

        Errors of that table are shown when it is requested.
        """
        request = self._request_of(landing.after)
        work = self._work(request)
        if work is None or not self.can_start or needs_periods(request.table.spec):
            return
        if self._cached_result(request) is not None or (
            self._ahead is not None and self._ahead.work.request.same(request)
        ):
            return
        ahead = self._ahead = _Ahead(work)

        def job(context: JobContext) -> None:
            try:
                if work.plan.cells <= AHEAD_CELLS:
                    ahead.computed = work(context.cancelled)
            finally:
                ahead.ended.set()

        self._context.jobs.start("prepare", job, failed=lambda _: None)  # nobody has asked for it yet

    def _at_once(self, work: _Work) -> Computed | None:
        """Compute the view at once, if it is small and no record has to be scanned; else None."""
        spec, cubes = work.request.table.spec, list(work.data.cache.values())
        if needs_periods(spec) or any(cube.nbytes > AT_ONCE_BYTES for cube in cubes):
            return None
        if not any(set(spec.asked) <= set(cube.names) for cube in cubes):
            return None
        try:
            return work(_always) if work.plan.cells <= AT_ONCE_CELLS else None
        except Exception:  # noqa: BLE001 - cancelled; whatever else is wrong, the job will tell
            return None

    def _request_of(self, state: DeskState) -> TableRequest:
        """Return the inputs of a state's table."""
        session, settings = self._context.desk.session, self._context.settings
        data = None if session.data is None else ref(session.data, lambda _gone: self._shown.clear())
        return TableRequest(
            data,
            state.statistic,
            state.table,
            state.method,
            self._context.language,
            settings.is_methodologist,
            settings.office,
        )

    def _work(self, asked_request: TableRequest) -> _Work | None:
        session, statistic = self._context.desk.session, asked_request.statistic
        if statistic is None or session.data is None:
            return None
        return _Work(asked_request, statistic, session.data, session, asked_request.table.spec == self.agreed)
