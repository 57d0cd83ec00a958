"""Computes the table that is laid out: at once where what was counted before answers, else in the job "table"."""

from __future__ import annotations

from collections.abc import Callable

from ckmcore.errors import CkmError
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.series import needs_periods
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import table_size
from ckmdesk.jobs import JobContext
from ckmdesk.models.table_model import labels_of
from ckmdesk.pages.context import PageContext
from ckmdesk.state.table_view import TableView, compute_view, refuse_large
from ckmdesk.state.variant import ptable_of

Computed = tuple[TableView, tuple[AxisLabels, AxisLabels]]
Work = Callable[[Callable[[], bool]], Computed]

# What takes some ten milliseconds: this many cells, from cubes of this size.
AT_ONCE_CELLS = 100_000
AT_ONCE_BYTES = 8 * 2**20


def _always() -> bool:
    """The cancel token of whoever does not wait for the records to be scanned."""
    return True


class TableComputing:
    """Hands the view of the laid out table to `done`, or what is wrong to `failed`; the newest only."""

    def __init__(
        self, context: PageContext, done: Callable[[Computed], None], failed: Callable[[CkmError], None]
    ) -> None:
        self._context, self._done, self._failed = context, done, failed
        self.agreed: TableSpec | None = None
        """The table that is to be computed although it is very large."""

    @property
    def can_start(self) -> bool:
        """Whether there are records, and a method that may be shown."""
        state, session = self._context.desk.state, self._context.desk.session
        if state.statistic is None or session.data is None:
            return False
        is_trial = self._context.settings.is_methodologist and state.table.trial.is_trial
        return state.statistic.period.in_force is not None or is_trial

    def cancel(self) -> None:
        self._context.jobs.cancel("table")

    def start(self) -> None:
        """Compute the table. Its figures are there when this returns where they follow from what was counted before."""
        work, data = self._work(), self._context.desk.session.data
        if work is None or data is None:
            return
        found = self._at_once(work, data)
        if found is not None:
            self.cancel()
            self._done(found)
            return

        def job(context: JobContext) -> Computed:
            return work(context.cancelled)

        self._context.jobs.start("table", job, self._done, self._failed)

    def _at_once(self, work: Work, data: Microdata) -> Computed | None:
        """The view, where it is small and no record has to be looked at: a scan would stop at its first block."""
        spec = self._context.desk.state.table.spec
        cubes = list(data.cache.values())
        if needs_periods(spec) or any(cube.nbytes > AT_ONCE_BYTES for cube in cubes):
            return None
        if not any(set(spec.asked) <= set(cube.names) for cube in cubes):
            return None
        try:
            return work(_always) if table_size(data, spec).cells <= AT_ONCE_CELLS else None
        except Exception:  # noqa: BLE001 - cancelled; whatever else is wrong, the job will tell
            return None

    def _work(self) -> Work | None:
        state, session = self._context.desk.state, self._context.desk.session
        statistic, table, data = state.statistic, state.table, session.data
        if statistic is None or data is None:
            return None
        methodologist, language = self._context.settings.is_methodologist, self._context.language
        chosen, settings, agreed = state.method.variant, state.method.settings, table.spec == self.agreed

        def work(cancelled: Callable[[], bool]) -> Computed:
            if not agreed:
                refuse_large(data, table.spec)
            tried: Method | None = None
            if table.trial.kind == "variant":
                tried = settings.method(ptable_of(chosen))
            elif table.trial.kind == "rounding":
                tried = settings.tried(table.trial.base)
            view = compute_view(
                data,
                statistic,
                table,
                methodologist=methodologist,
                tried=tried,
                cancelled=cancelled,
                language=language,
                primary=settings.primary if table.shading == "sensitive" else None,
                load=session.others.loader(statistic, data, session.path, cancelled),
            )
            return view, labels_of(view, language)

        return work
