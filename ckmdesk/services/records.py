"""The records of the current period: loaded, described by the dictionary, found again where they lie now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from ckmcore.errors import CkmError, DataError
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.import_records import Taken
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeySet, PeriodSource
from ckmcore.working.records import lacking_codes
from ckmdesk.base.frame import Frame, Remedy, start_shown
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Changes, Desk

Described = tuple[tuple[object, ...], ...]


class Records(QObject):
    """Loads and describes the records of the open statistic, in the job slots "source" and "describe".

    `choose_file()` asks for a file of microdata.
    """

    def __init__(
        self, desk: Desk, jobs: Jobs, frame: Frame, choose_file: Callable[[], Path | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.frame, self._choose_file = desk, jobs, frame, choose_file
        self.loading = False
        self._described: Described | None = None
        # Before the window's own listener: views find the records as the dictionary describes them.
        desk.listeners.insert(0, self._describe)

    def let_go(self) -> None:
        """Cancel loading, because another statistic or period is opened, or none."""
        self.jobs.cancel("source")
        self.loading = False
        self.frame.hide_progress()

    def forget(self) -> None:
        """Forget the records of the session; the next ones are described by the dictionary again."""
        self.let_go()
        self.jobs.cancel("describe")
        self._described = None

    def are_described_by(self, statistic: Statistic) -> None:
        """Record that the session's records match the dictionary of this statistic."""
        self._described = _described_by(statistic)

    def close(self) -> None:
        if self._describe in self.desk.listeners:
            self.desk.listeners.remove(self._describe)

    # --- loading -------------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Load the records of the current period, with progress and cancel; then announce `Changes({"data"})`."""
        statistic = self.desk.state.statistic
        if statistic is None or statistic.period.source is None:
            return
        session, path = self.desk.session, self.desk.session.path

        def work(context: JobContext) -> tuple[Microdata, Microdata] | None:
            from ckmcore.statistic.source import read_period

            progress = context.progress if statistic.shows_records else None
            read = read_period(statistic, path, progress, context.cancelled)
            return None if read is None else (read, statistic.describe(read))

        def done(result: tuple[Microdata, Microdata] | None) -> None:
            self._loaded()
            current_statistic = self.desk.state.statistic
            session.read, session.data = (None, None) if result is None else result
            self._described = _described_by(statistic)
            if current_statistic is not None and _described_by(current_statistic) != self._described:
                self._describe_anew()
            self.desk.announce("data")

        def failed(error: CkmError) -> None:
            self._loaded()
            self._say_not_loaded(error)
            self.desk.announce("data")

        self.loading = True
        start_shown(self.jobs, self.frame, "source", self.tr("Loading the records ..."), work, done, failed)
        self.desk.announce("data")

    def count_units(self, keys: KeySet) -> None:
        """Let tables of the current period count the unit that its keys give; the records are counted again."""
        statistic = self.desk.state.statistic
        if statistic is not None and statistic.period.keys != keys:
            self.desk.run(take_over(statistic.with_period(replace(statistic.period, keys=keys))))
            self.desk.forget_steps()  # they would bring back other units than those of the records
            self._count_anew()

    def _count_anew(self) -> None:
        """Count the loaded records by the current keys, without reading them again."""
        statistic, session = self.desk.state.statistic, self.desk.session
        read = session.read
        if statistic is None or read is None:
            return

        def work(context: JobContext) -> tuple[Microdata, Microdata]:
            from ckmcore.statistic.source import counted_anew

            microdata = counted_anew(statistic, read, session.path, context.cancelled)
            return microdata, statistic.describe(microdata)

        def done(result: tuple[Microdata, Microdata]) -> None:
            session.read, session.data = result
            self._described = _described_by(statistic)
            self.desk.announce("data")

        self.jobs.start("source", work, done, self.frame.show_message)

    def take_again(self) -> None:
        """Import the relation of the current period again with its present data; releases keep theirs."""
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None:
            return

        def work(context: JobContext) -> Taken:
            from ckmcore.ports import needed_scale

            return needed_scale().taken_again(statistic, context.progress, context.cancelled)

        def done(taken_records: Taken) -> None:
            self._loaded()
            if self.desk.session is not session or self.desk.state.statistic is not statistic:
                return
            if taken_records.changes:
                known_codes = [lacking_codes(change.variable, change.new) for change in taken_records.changes]
                self._say_not_loaded(DataError("working_codes_undecided", variables=known_codes))
                return
            session.data, session.read = taken_records.data, taken_records.read
            self.are_described_by(taken_records.statistic)
            self.desk.run(take_over(taken_records.statistic))
            self.desk.forget_steps()  # they would bring back the mark of data that are gone
            self.desk.announce("data")

        def failed(error: CkmError) -> None:
            self._loaded()
            self._say_not_loaded(error)

        self.frame.clear_message()
        start_shown(self.jobs, self.frame, "source", self.tr("Loading the records ..."), work, done, failed)

    def ask_where(self) -> None:
        """Ask where the file of the current period lies now."""
        path = self._choose_file()
        if path is not None:
            self.find_again(path)

    def find_again(self, path: Path) -> None:
        """Load the file of the current period from a new path; it is recognised by its content."""
        statistic, session = self.desk.state.statistic, self.desk.session
        source = None if statistic is None else statistic.period.source
        if statistic is None or source is None:
            return

        def work(context: JobContext) -> PeriodSource:
            from ckmcore.statistic.period_files import moved_source

            return moved_source(source, session.path, path, context.cancelled)

        def done(period_source: PeriodSource) -> None:
            self._loaded()
            current_statistic = self.desk.state.statistic
            if (
                self.desk.session is not session
                or current_statistic is None
                or current_statistic.period.source != source
            ):
                return
            self.desk.run(
                take_over(current_statistic.with_period(replace(current_statistic.period, source=period_source)))
            )
            self.desk.forget_steps()  # they would bring back the place where it no longer lies
            self.load()

        def failed(error: CkmError) -> None:
            self._loaded()
            self._say_not_loaded(error)

        self.frame.clear_message()
        start_shown(self.jobs, self.frame, "source", self.tr("Comparing the file ..."), work, done, failed)

    # --- what the dictionary says ---------------------------------------------------------------------------------

    def _describe(self, changes: Changes) -> None:
        """Describe the loaded records by the current dictionary, also after undo and redo.

        Words and hierarchies change at once; codes, roles and derived dimensions are derived from the read data by a
        job.
        """
        statistic, session = self.desk.state.statistic, self.desk.session
        if "statistic" not in changes or statistic is None or session.data is None:
            return
        described = _described_by(statistic)
        former_described, self._described = self._described, described
        if former_described is None or former_described == described:
            return
        try:
            described_data = (
                statistic.relabelled(session.data, former_described[0])
                if former_described[-1] == described[-1]
                else None
            )
        except CkmError as error:
            self.frame.show_message(error)
            return
        if described_data is None:
            self._describe_anew()
        else:
            session.data = described_data

    def _describe_anew(self) -> None:
        session, statistic = self.desk.session, self.desk.state.statistic
        read = session.read if session.read is not None else session.data
        if statistic is None or read is None:
            return

        def done(data: Microdata) -> None:
            current_statistic = self.desk.state.statistic
            if (
                self.desk.session is session
                and current_statistic is not None
                and _described_by(current_statistic) == _described_by(statistic)
            ):
                session.data = data
                self.desk.announce("data")

        self.jobs.start("describe", lambda _: statistic.describe(read), done, self.frame.show_message)

    def _loaded(self) -> None:
        self.loading = False
        self.frame.settle_message("records")
        self.frame.hide_progress()

    def _say_not_loaded(self, error: CkmError) -> None:
        remedy = Remedy(self.tr("Load again"), self.load)
        if error.code in ("source_unreachable", "source_changed", "desk_source_other"):
            remedy = Remedy(self.tr("Choose file ..."), self.ask_where)
        if error.code == "database_changed":
            remedy = Remedy(self.tr("Take over the data of now"), self.take_again)
        self.frame.show_message(error, "warning", remedy, "records")


def _described_by(statistic: Statistic) -> Described:
    """Return the parts of a statistic that describe its records, including the day on which categories are valid."""
    day = (statistic.period.date,)
    return statistic.dictionary, statistic.structural_zeros, statistic.references, statistic.exempt, day
