"""What the window does with files: open, load records, save. Everything long runs as a job."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from ckmcore.base.files import target_of
from ckmcore.base.guarded import need_only
from ckmcore.errors import Cancelled, CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.file import Stamp
from ckmcore.statistic.lock import Holder
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.replace_data import Replaced
from ckmcore.statistic.seal import Secret
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Frame, Remedy
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Recent, Settings
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Changes, Command, Desk, same_work
from ckmdesk.commands.periods import add_period, choose_period, remove_period
from ckmdesk.ports import filled
from ckmdesk.services.exports import Exports, file_name
from ckmdesk.services.file_locks import FileLocks, is_elsewhere, is_stale, who_holds
from ckmdesk.services.pictures import Pictures
from ckmdesk.services.records import Records
from ckmdesk.services.recovery import Recovery
from ckmdesk.services.releases import Releases
from ckmdesk.services.signing import Signing
from ckmdesk.services.table_files import TableFiles
from ckmdesk.state.desk_state import DeskState, Page
from ckmdesk.state.session import Session
from ckmdesk.state.workspace import opened, with_workspace

SUFFIX = ".ckm"
Found = TypeVar("Found")


@dataclass(frozen=True)
class Opening:
    """How a statistic is to be opened; each question on the way adds its answer.

    `left` is the holder whose lock is taken over; `secret` opens one with roles; `accepted` is the file that the user
    has accepted although it differs from the one known here.
    """

    path: Path
    left: Holder | None = None
    secret: Secret | None = None
    accepted: Stamp | None = None


class Services(QObject):
    """The file services of one window, with the job slots "open", "source", "describe" and "save".

    Emits `secret_asked(Opening, error)` if a statistic is sealed, or the tried secret does not open it; `opened()`; and
    `secret_settled()` if the secret opened it, but something else is wrong.
    """

    secret_asked = Signal(object, object)
    secret_settled = Signal()
    opened = Signal()

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.settings, self.frame = desk, jobs, settings, frame
        self.exports = Exports(desk, jobs, settings, frame, self)
        self.exports.prepared_used.connect(self.use_prepared)
        self.pictures = Pictures(self.exports)
        self.signing = Signing(jobs, settings, frame, self)
        self.releases = Releases(
            desk, jobs, settings, frame, self.signing, lambda: self.save(quiet=True), lambda: self.read_only, self
        )
        # What is offered for bringing back was made from the file as it is.
        looking, quietly = filled("Looking"), lambda: None if self.recovery.asks else self.save(quiet=True)
        self.looking = None if looking is None else looking(self.releases, quietly, self)
        self.recovery = Recovery(desk, jobs, settings, frame, self._restore, self)
        self.table_files = TableFiles(desk, jobs, settings, frame, self)
        self.locks = FileLocks()
        self._waiting: list[Callable[[], None]] = []  # saving that was asked for while something was being saved
        self.records = Records(desk, jobs, frame, self.choose_data_file, self)
        desk.listeners.insert(0, self._need_files)

    # --- opening -------------------------------------------------------------------------------------------------

    def open_sample(self) -> None:
        """Open the synthetic statistic that comes with the program."""

        language = self.settings.language

        def work(_context: JobContext) -> Statistic:
            from ckmcore.statistic.sample import sample_statistic

            return sample_statistic(language)

        def done(statistic: Statistic) -> None:
            self.locks.give_back_all()
            self.begin(statistic, Session())
            self.records.load()

        self._open(work, done, self._failed, self.tr("Making the sample ..."))

    def open_statistic(self, path: Path, *, secret: Secret | None = None) -> None:
        """Open a `.ckm` file, read-only if somebody else holds its lock; `secret` opens one with roles."""
        self.open_as(Opening(path, secret=secret))

    def open_as(self, asked: Opening) -> None:
        """Open a `.ckm` file with the answers given so far."""
        target = target_of(asked.path)
        shared_folder = Path(self.settings.office.register_folder or target.parent)
        read: list[Stamp] = []

        def work(context: JobContext) -> tuple[Statistic, Stamp, Holder | None, bool, Sentence | None]:
            from ckmcore.statistic.file import open_statistic
            from ckmcore.statistic.trusted_state import is_accepted, opened_as_known, unproven_once

            statistic, stamp = open_statistic(target, asked.secret)
            read.append(stamp)
            accepted = stamp == asked.accepted or is_accepted(statistic, stamp.guard, shared_folder)
            statistic, stamp = opened_as_known(statistic, stamp, target.name, shared_folder, accepted)
            if context.cancelled():
                raise Cancelled
            told_sentence = unproven_once(statistic, stamp.guard, shared_folder)
            holder, possible = self.locks.take(target, seen=asked.left)
            return statistic, stamp, holder, possible, told_sentence

        def done(result: tuple[Statistic, Stamp, Holder | None, bool, Sentence | None]) -> None:
            statistic, stamp, holder, possible, mark_sentence = result
            self.locks.give_back_all(but=target)
            self.begin(statistic, Session(path=target, stamp=stamp, read_only_by=holder))
            self._remember(statistic, target)
            self._say_who_holds(target, holder, possible)
            if mark_sentence is not None:
                self._say_mark(mark_sentence, shared_folder)
            self.recovery.look()
            self.records.load()

        def failed(error: CkmError) -> None:
            from ckmcore.statistic.seal import SecretNeeded, SecretWrong
            from ckmcore.statistic.trusted_state import StatisticDiffers

            if isinstance(error, SecretNeeded | SecretWrong):
                self.secret_asked.emit(asked, error)
                return
            self.secret_settled.emit()
            self._ask_lock_again(asked)
            if isinstance(error, StatisticDiffers):
                again = partial(self.open_as, replace(asked, accepted=read[-1]))
                self.frame.show_message(error, "error", Remedy(self.tr("Open nevertheless"), again))
            else:
                self._failed(error)

        text = self.tr("Opening %1 ...").replace("%1", target.name)
        self._open(work, done, failed, text, lambda: self.give_up_opening(asked))

    def _say_mark(self, told_sentence: Sentence, shared_folder: Path) -> None:
        """Warn that an unproven mark contradicts the file; the methodologist may remove it."""
        session, statistic = self.desk.session, self.desk.state.statistic
        stamp = session.stamp
        if statistic is None or stamp is None:
            return
        guard = stamp.guard

        def clear() -> None:
            from ckmcore.statistic.trusted_state import clear_unproven

            def done(_cleared: bool) -> None:
                self.frame.show_message(sentence("known_mark_removed"), "ok")

            self.jobs.start(
                "mark", lambda _context: clear_unproven(statistic, guard, shared_folder), done, self._failed
            )

        remedy = Remedy(self.tr("Remove mark"), clear) if self.settings.is_methodologist else None
        self.frame.show_message(told_sentence, "warning", remedy, "mark")

    def _open(
        self,
        work: Callable[[JobContext], Found],
        on_found: Callable[[Found], None],
        failed: Callable[[CkmError], None],
        text: str,
        given_up: Callable[[], None] | None = None,
    ) -> None:
        def ended(result: Found) -> None:
            self.frame.hide_progress()
            on_found(result)

        def refused(error: CkmError) -> None:
            self.frame.hide_progress()
            failed(error)

        if not self.jobs.running("open"):
            self.frame.clear_message()
            self.frame.show_progress_soon(text, given_up or self.give_up_opening)
            self.jobs.start("open", work, ended, refused)

    def give_up_opening(self, asked: Opening | None = None) -> None:
        """Cancel opening because no secret was given; an earlier question about a lock is asked again."""
        if self.jobs.running("open"):
            self.jobs.cancel("open")
            self.frame.hide_progress()
        if asked is not None:
            self._ask_lock_again(asked)

    def begin(self, statistic: Statistic, session: Session, page: Page = "tables") -> None:
        """Show a statistic as it was left, or with its first saved table; the former statistic is closed."""
        self.records.let_go()
        self.recovery.leave()
        self.frame.set_figures(None)
        self.settings.open_as(None if statistic.seal is None else statistic.seal.role)
        self.desk.reset(opened(statistic, page, self.settings.office.block_total), session)
        self.opened.emit()

    def _restore(self, kept_statistic: Statistic, copy: bool) -> None:
        """Show unsaved work in place of the file's content.

        With `copy` it has to be saved to another file, because the file has been changed since the unsaved work began.
        """
        current_session = self.desk.session
        if copy:
            self.locks.give_back_all()
        self.begin(
            kept_statistic,
            Session(restored=True)
            if copy
            else Session(path=current_session.path, stamp=current_session.stamp, restored=True),
        )
        self.desk.mark_changed()
        self.records.load()

    def take_over(self, statistic: Statistic, data: Microdata, read: Microdata | None = None) -> None:
        """Show a statistic whose records were just loaded, on the data page; it is still to be saved.

        It replaces the open one, or is the open one if that had no records yet. `read` are the records as read, before
        the dictionary was applied.
        """
        from ckmcore.statistic.model import Statistic as Empty

        keys = statistic.period.keys
        former_statistic, session = self.desk.state.statistic, self.desk.session
        waiting = former_statistic is not None and former_statistic.period.source is None
        if not waiting:
            self.locks.give_back_all()
            session = Session()
        session.data, session.read = data, data if read is None else read
        session.unsaved_keys = keys is not None and keys.is_kept
        if not waiting:
            statistic = replace(statistic, four_eyes=self.settings.office.four_eyes)
            self.begin(Empty(statistic.title), session, "data")
        self.records.are_described_by(statistic)
        self.desk.run(take_over(statistic))
        self.desk.forget_steps()
        self.desk.announce("data")

    def replace_data(self, replaced: Replaced) -> None:
        """Use other records for the current period after they were compared; they are still to be saved."""
        keys = replaced.statistic.period.keys
        session = self.desk.session
        session.data, session.read, session.looked_up = replaced.data, replaced.read, None
        session.unsaved_keys = keys is not None and keys.is_kept
        self.records.are_described_by(replaced.statistic)
        self.desk.run(take_over(replaced.statistic))
        self.desk.forget_steps()
        self.desk.announce("data")
        said_sentence = sentence("desk_replaced", kept=replaced.kept, new=replaced.new, gone=replaced.gone)
        self.frame.show_message(said_sentence, "ok")

    def use_prepared(self, path: Path) -> None:
        """Use prepared data, made from this period's records, as its source from now on."""
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None or session.data is None:
            return

        def work(context: JobContext) -> Statistic:
            from ckmcore.statistic.source import with_prepared_source

            return with_prepared_source(statistic, path, context.cancelled)

        def done(new_statistic: Statistic) -> None:
            if self.desk.session is session and self.desk.state.statistic is statistic:
                session.unsaved_keys = False  # they are in the prepared data
                self.desk.run(take_over(new_statistic))
                self.desk.forget_steps()
                self.desk.announce("data")

        self.frame.clear_message()
        self.jobs.start("prepared", work, done, self._failed)

    def _keys_placed(self, former_statistic: Statistic, placed: Statistic) -> None:
        """Record in the period where its keys were stored, next to the statistic."""
        current_statistic = self.desk.state.statistic
        if (
            current_statistic is None
            or current_statistic.period.keys != former_statistic.period.keys
            or placed.period.keys == former_statistic.period.keys
        ):
            return
        period = replace(current_statistic.period, keys=placed.period.keys)
        self.desk.run(take_over(current_statistic.with_period(period)))

    @property
    def _is_sample(self) -> bool:
        statistic = self.desk.state.statistic
        source = None if statistic is None else statistic.period.source
        return source is not None and source.kind == "sample"

    def choose_period(self, place: int) -> None:
        """Change to another period and load its records."""
        statistic = self.desk.state.statistic
        if statistic is None or place == statistic.current or not 0 <= place < len(statistic.periods):
            return
        self._other_period(choose_period(place))

    def add_period(self, label: str, date: str, areas: str) -> None:
        """Add a period without records yet."""
        former_statistic = self.desk.state.statistic
        self._other_period(add_period(label, date, areas))
        current_statistic = self.desk.state.statistic
        lost = former_statistic is not None and former_statistic.period.in_force is not None
        if (
            lost
            and current_statistic is not None
            and current_statistic is not former_statistic
            and current_statistic.period.in_force is None
        ):
            self.frame.show_message(sentence("floor_not_carried"), "warning")

    def remove_period(self, place: int) -> None:
        """Take a period out of the statistic."""
        statistic = self.desk.state.statistic
        if statistic is None or len(statistic.periods) < 2:
            return
        if place == statistic.current:
            self._other_period(remove_period(place))
        else:
            self.desk.run(remove_period(place))
            self.desk.forget_steps_of_records()

    def _other_period(self, command: Command) -> None:
        session, statistic = self.desk.session, self.desk.state.statistic
        keys = None if statistic is None or session.data is None else statistic.period.keys
        if session.unsaved_keys or (keys is not None and keys.is_kept and not keys.file and not self._is_sample):
            # They are nowhere but in memory: another period would lose them.
            remedy = Remedy(self.tr("Save"), lambda: self.save(lambda: self._other_period(command)))
            self.frame.show_message(sentence("desk_save_before_period"), "warning", remedy)
            return
        self.records.forget()
        self.frame.clear_message()
        session.data, session.read, session.looked_up = None, None, None
        self.desk.run(command)
        self.desk.forget_steps_of_records()
        self.desk.announce("data")
        self.records.load()

    def close_statistic(self) -> None:
        """Back to the start page, with nothing open."""
        self.records.let_go()
        self.frame.clear_message()
        self.frame.set_figures(None)
        self.locks.give_back_all()
        self.recovery.leave()
        self.desk.reset(DeskState(), Session())
        self.settings.open_as(None)

    # --- saving --------------------------------------------------------------------------------------------------

    @property
    def read_only(self) -> bool:
        """Return whether somebody else has the file open, or no lock can be made in its folder."""
        session = self.desk.session
        return session.path is not None and (session.read_only_by is not None or session.path not in self.locks)

    def save(self, then: Callable[[], None] | None = None, *, quiet: bool = False) -> None:
        """Write the statistic to its file; ask for a name if it has none.

        `then` is called after success; `quiet` shows errors only.
        """
        path = self.desk.session.path
        if self.desk.state.statistic is None:
            return
        if path is None or self.read_only:
            self.save_as(then)
        else:
            self._write(path, self.desk.session.stamp, then, quiet=quiet)

    def save_as(self, then: Callable[[], None] | None = None) -> None:
        """Ask for a name and write a new file."""
        statistic = self.desk.state.statistic
        if statistic is None:
            return
        folder = Path.home() if self.desk.session.path is None else self.desk.session.path.parent
        period = statistic.period.label.text(self.settings.language)
        name = file_name(f"{statistic.title.text(self.settings.language)} {period}") + SUFFIX
        path = self.frame.choose_save_file(self.tr("Save statistic"), folder / name, self._ckm_filter())
        if path is not None:
            self._write(path.with_name(path.name + SUFFIX) if path.suffix.lower() != SUFFIX else path, None, then)

    def _write(self, path: Path, stamp: Stamp | None, then: Callable[[], None] | None, *, quiet: bool = False) -> None:
        target = target_of(path)
        state, session = self.desk.state, self.desk.session
        if self.jobs.running("save"):  # what was changed since is written, and said, when that has ended

            def write() -> None:
                if self.desk.session is session:
                    self._write(path, None if stamp is None else session.stamp, then, quiet=quiet)

            self._waiting.append(write)
            return
        statistic, written_as = state.statistic, with_workspace(state)
        if statistic is None or written_as is None:
            return

        data, former_path = session.data, session.path
        generation = 0 if session.stamp is None else session.stamp.guard.generation
        shared_folder = Path(self.settings.office.register_folder or target.parent)

        def work(_context: JobContext) -> tuple[Stamp, Statistic]:
            from ckmcore.statistic.file import save_statistic
            from ckmcore.statistic.source import place_keys
            from ckmcore.statistic.trusted_state import remember

            self.locks.need(target)
            # Keys first: a statistic without its keys could never give the same figures again.
            placed = place_keys(written_as, None if data is None else data.record_keys, target, former_path)
            # Without a stamp somebody chose the name, and said that a file that is there is replaced.
            written = save_statistic(placed, target, stamp, after=generation, replaces=stamp is None)
            remember(placed, written.guard, shared_folder)
            return written, placed

        def done(result: tuple[Stamp, Statistic]) -> None:
            written, placed = result
            if self.desk.session is not session:
                self._write_next()
                return
            self.locks.give_back_all(but=target)
            session.path, session.stamp, session.read_only_by = target, written, None
            self.frame.settle_message("lock")
            self._keys_placed(statistic, placed)
            current_statistic = self.desk.state.statistic
            if current_statistic is not None and same_work(
                self.desk.state, replace(state, statistic=replace(statistic, periods=current_statistic.periods))
            ):
                session.unsaved_keys = False
                self.desk.mark_saved()
                self.recovery.saved()
            self._remember(statistic, target)
            if written.uncertain is not None:
                self.frame.show_message(written.uncertain, "warning")
            elif not quiet:
                self.frame.show_message(sentence("desk_saved", name=target.name), "ok")
            self.desk.announce("file")
            if then is not None:
                then()
            self._write_next()

        def failed(error: CkmError) -> None:
            if session.path != target:
                self.locks.give_back(target)
            self.frame.show_message(error, "error", Remedy(self.tr("Save as ..."), lambda: self.save_as(then)))
            self._write_next()

        self.jobs.start("save", work, done, failed)

    def _write_next(self) -> None:
        if self._waiting:
            self._waiting.pop(0)()

    def _need_files(self, changes: Changes) -> None:
        """Register the files that the open statistic needs, so that no export overwrites them."""
        if changes.parts & {"statistic", "file", "data"}:
            from ckmcore.statistic.source import needed_files

            statistic = self.desk.state.statistic
            need_only(() if statistic is None else needed_files(statistic, self.desk.session.path))

    # --- the rest ------------------------------------------------------------------------------------------------

    def choose_statistic(self) -> Path | None:
        """Ask for a `.ckm` file."""
        return self.frame.choose_open_file(self.tr("Open statistic"), self._ckm_filter())

    def choose_data_file(self) -> Path | None:
        """Ask for a file of microdata."""
        known_filter = self.tr("Microdata") + (
            " (*.csv *.txt *.asc *.dat *.tsv *.gz *.zip *.parquet *.arrow *.feather *.sav *.zsav *.por *.dta *.sas7bdat"
            " *.xpt *.xlsx *.xlsm *.xls *.ods *.rda head.json)"
        )
        return self.frame.choose_open_file(self.tr("New data"), known_filter + ";;" + self.tr("All files (*)"))

    def close(self) -> None:
        """Release the locks when the window closes; call it after the jobs have ended."""
        self.recovery.timer.stop()
        self.recovery.leave()
        self.records.close()
        if self.looking is not None:
            self.looking.close()
        if self._need_files in self.desk.listeners:
            self.desk.listeners.remove(self._need_files)
        need_only(())
        self.locks.give_back_all()

    def _ckm_filter(self) -> str:
        return self.tr("Statistics (*.ckm)")

    def _failed(self, error: CkmError) -> None:
        self.frame.show_message(error)

    def _say_who_holds(self, path: Path, holder: Holder | None, possible: bool) -> None:
        if not possible:
            self.frame.show_message(sentence("desk_no_lock", name=path.name), "warning", None, "lock")
        elif holder is not None:
            remedy = None
            if is_stale(holder):
                remedy = Remedy(self.tr("Take over lock"), lambda: self._take_lock(path, holder))
            elif is_elsewhere(holder):
                remedy = Remedy(self.tr("Take over lock ..."), lambda: self._ask_lock(path, holder))
            self.frame.show_message(who_holds(path.name, holder), "warning", remedy, "lock")

    def _ask_lock_again(self, asked_opening: Opening) -> None:
        """Show again who holds the lock of a statistic that is still read-only after a try to take the lock over."""
        holder = self.desk.session.read_only_by
        if (
            asked_opening.left is not None
            and holder is not None
            and self.desk.session.path == target_of(asked_opening.path)
        ):
            self._say_who_holds(target_of(asked_opening.path), holder, True)

    def _ask_lock(self, path: Path, holder: Holder) -> None:
        """Ask about the lock of another computer; only its user knows whether it is still in use."""
        leave = Remedy(self.tr("Leave it"), lambda: self._say_who_holds(path, holder, True))
        remedy = Remedy(self.tr("Take over lock"), lambda: self._take_lock(path, holder), leave)
        said_sentence = sentence("desk_take_lock", name=path.name, host=holder.host)
        self.frame.show_message(said_sentence, "warning", remedy, "lock")

    def _take_lock(self, path: Path, left: Holder) -> None:
        """Take a lock over; the file is read again unless there are unsaved changes."""
        session = self.desk.session
        if not self.desk.unsaved or session.path != path:
            self.open_as(Opening(path, left=left))
            return

        def done(result: tuple[Holder | None, bool]) -> None:
            holder, possible = result
            if self.desk.session is session:
                session.read_only_by = holder
                self.frame.settle_message("lock")
                self._say_who_holds(path, holder, possible)
                self.desk.announce("file")
                self.recovery.look()
                if self.looking is not None:
                    self.looking.offer()

        self.jobs.start("lock", lambda _context: self.locks.take(path, seen=left), done, self._failed)

    def _remember(self, statistic: Statistic, path: Path) -> None:
        in_force = statistic.period.in_force
        kind, base = "none", 0
        if in_force is not None:
            kind = in_force.method.kind
            base = in_force.method.count_noise.base
        label = statistic.period.label
        title = (statistic.title.text("en"), statistic.title.text("de"))
        period = (label.text("en"), label.text("de"))
        self.settings.remember(Recent(str(path), title, period, kind, base, now_text()))
