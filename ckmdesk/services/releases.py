"""What the window does with the register: hand in, release, return, withdraw, write files, compare. All as jobs.

A step is taken in three moves: the shared register gets the entry, the desk shows the statistic with it, the statistic
is saved. A statistic without a file (the sample) keeps its register in memory until it is saved.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from ckmcore.errors import CkmError, InputError, PermissionRefused
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.release.compare import TablesCompared
from ckmcore.release.provenance import PreparedFacts
from ckmcore.release.register import Standing
from ckmcore.release.verify import Verified
from ckmcore.statistic.claims import JudgedClaims
from ckmcore.statistic.entry import AcceptedSums, Check, Request, WrittenFile
from ckmcore.statistic.lock import Holder
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Decision
from ckmcore.statistic.persons import Who
from ckmcore.statistic.releases import held_by
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Frame, Remedy
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Desk, with_record_of
from ckmdesk.commands.method import put_in_force
from ckmdesk.services.file_locks import is_stale
from ckmdesk.services.opening import opening
from ckmdesk.services.signing import Signing
from ckmdesk.state.session import Session

if TYPE_CHECKING:
    from ckmcore.ports import LeftOpen

# Steps; and one slot for each look, so that none cuts another off.
SLOT, STANDING_SLOT, REVEAL_SLOT = "release", "release-standing", "release-reveal"
PREPARE_SLOT, COMPARE_SLOT, LEFT_SLOT = "release-prepare", "release-compare", "release-left-open"
CHANGES_SLOT = "release-changes"
VERIFY_SLOT, EXPORT_SLOT = "release-verify", "release-export"
Step = Callable[[Statistic], Statistic]
Wish = Literal["", "submit", "compare"]


@dataclass(frozen=True)
class Ready:
    """A table that could be submitted now, with the facts it was made from and the checklist."""

    prepared: PreparedFacts
    request: Request


def _actions() -> ModuleType:
    """The steps on the register, loaded with the first one."""
    from ckmcore.release import actions

    return actions


class Releases(QObject):
    """Jobs on the register of the open statistic; each kind of step and view has its slot.

    `wish` is what the release page begins with when it is shown next.
    """

    def __init__(
        self,
        desk: Desk,
        jobs: Jobs,
        settings: Settings,
        frame: Frame,
        signing: Signing,
        save: Callable[[], None],
        read_only: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        """Set up the service.

        `save` writes the statistic to its file; `read_only` returns whether this window may not write it, because
        somebody else has it open, or no lock can be made in its folder.
        """
        super().__init__(parent)
        self.desk, self.jobs, self.settings, self.frame, self._save = desk, jobs, settings, frame, save
        self.read_only, self.signing = read_only, signing
        self.wish: Wish = ""

    def go_and(self, wish: Wish) -> None:
        """Show the release page, which begins with this."""
        self.wish = wish
        self.frame.go_to("release")

    @property
    def has_roles(self) -> bool:
        """Whether roles are set up in the open statistic."""
        statistic = self.desk.state.statistic
        return statistic is not None and statistic.seal is not None

    @property
    def may_release(self) -> bool:
        """Return whether the user may release: releasers may.

        If no roles were set up the methodologist may try everything. If persons are enrolled, their enrolled role
        decides, too.
        """
        settings = self.settings
        statistic = self.desk.state.statistic
        role = settings.role == "releaser" or (settings.is_methodologist and not self.has_roles)
        return role and (statistic is None or self.signing.why_refused(statistic, "released") is None)

    # --- steps ---------------------------------------------------------------------------------------------------

    def prepare(
        self, table: SavedTable, request: Request, corrects: int, done: Callable[[Ready], None], failed: Failed
    ) -> None:
        """Compute the table to be submitted, with its checklist."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        statistic, data, session = opened_parts
        office = self.settings.office

        def work(context: JobContext) -> Ready:
            from ckmcore.release.checklist import checklist
            from ckmcore.release.provenance import prepare

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            prepared_facts = prepare(statistic, table, load, request, office, context.cancelled, judge=True)
            prepared_facts = replace(prepared_facts, submission=replace(prepared_facts.submission, corrects=corrects))
            checks = checklist(statistic, prepared_facts)
            return Ready(replace(prepared_facts, submission=replace(prepared_facts.submission, checks=checks)), request)

        self.jobs.start(PREPARE_SLOT, work, done, failed)

    def leave_preparing(self) -> None:
        """Cancel the preparation of a table to be submitted."""
        self.jobs.cancel(PREPARE_SLOT)

    def submit(self, ready: Ready, request: Request, remark: str, corrects: int, done: Done, failed: Failed) -> None:
        """Hand in what was prepared."""
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().submit(
                current_statistic, ready.prepared, who(), time, request=request, remark=remark, corrects=corrects
            ),
            done,
            failed,
        )

    def release(self, number: int, remark: str, seen: tuple[Check, ...], done: Done, failed: Failed) -> None:
        """Release a submission; `seen` are the checks that the person made in addition to its checklist."""
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().release(
                current_statistic, number, who(), time, remark=remark, checks=seen
            ),
            done,
            failed,
        )

    def open_figures(self, number: int, done: Done, failed: Failed) -> None:
        """Compute the table of a release again and put its figures on record, now that its embargo is over."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        (statistic, data, session), office = opened_parts, self.settings.office
        who, time = self.signing.who, now_text()

        def work(context: JobContext) -> PreparedFacts:
            from ckmcore.release.files import prepared_again
            from ckmcore.statistic.releases import find_release

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            hidden = find_release(statistic.register, number)
            return prepared_again(statistic, hidden, load, office, context.cancelled)

        def made(prepared: PreparedFacts) -> None:
            self.frame.hide_progress()
            if self.desk.session is session:
                self._take(
                    lambda current_statistic: _actions().open_figures(current_statistic, number, prepared, who(), time),
                    done,
                    failed,
                )

        def refused(error: CkmError) -> None:
            self.frame.hide_progress()
            self._while_open(session, failed)(error)

        self._show_progress(self.tr("Computing the figures again ..."), SLOT)
        self.jobs.start(SLOT, work, made, refused)

    def release_package(
        self, numbers: Sequence[int], remark: str, checks: tuple[Check, ...], done: Done, failed: Failed
    ) -> None:
        """Release several submissions by one entry; `checks` is what the joint attack found."""
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().release_package(
                current_statistic, numbers, who(), time, remark=remark, checks=checks
            ),
            done,
            failed,
        )

    def attack_package(
        self, numbers: Sequence[int], done: Callable[[tuple[LeftOpen, ...]], None], failed: Failed
    ) -> None:
        """List what several submissions give away together with each other and with all releases."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        (statistic, data, session), office = opened_parts, self.settings.office

        def work(context: JobContext) -> tuple[LeftOpen, ...]:
            from ckmcore.ports import needed_lab
            from ckmcore.release.files_found import files_near

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            look_arguments = {"files": files_near(session.path, office=office), "cancelled": context.cancelled}
            return needed_lab().left_open_together(statistic, numbers, load, **look_arguments)

        def looked(left: tuple[LeftOpen, ...]) -> None:
            self.frame.hide_progress()
            done(left)

        def refused(error: CkmError) -> None:
            self.frame.hide_progress()
            failed(error)

        self._show_progress(self.tr("Attacking the tables together ..."), LEFT_SLOT)
        self.jobs.start(LEFT_SLOT, work, looked, refused)

    def give_back(self, number: int, remark: str, done: Done, failed: Failed) -> None:
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().return_(current_statistic, number, who(), time, remark), done, failed
        )

    def withdraw(self, number: int, remark: str, recipients: Sequence[str], done: Done, failed: Failed) -> None:
        """Withdraw a release; `recipients` are informed."""
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().withdraw(
                current_statistic, number, who(), time, remark, recipients=recipients
            ),
            done,
            failed,
        )

    def give_early(self, number: int, remark: str, recipients: Sequence[str], done: Done, failed: Failed) -> None:
        """Record who has the figures of a release before its embargo is over."""
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().give_early(
                current_statistic, number, who(), time, remark, recipients=recipients
            ),
            done,
            failed,
        )

    def take(self, step: Step, done: Done, failed: Failed) -> None:
        """Take a step about persons and four eyes: enrolment, confirmation, revocation, settings."""
        self._take(step, done, failed)

    def note_reveal(self) -> None:
        """Record who looked at originals of the current table and when, if the statistic has roles.

        This is done once per table while the statistic is open; the statistic is not saved for it.
        """
        session, table = self.desk.session, self.desk.state.table
        name = table.name or table.spec.title.text(self.settings.language)
        if not self.has_roles or name in session.revealed:
            return
        session.revealed.add(name)
        who, time = self.signing.who, now_text()
        self._take(
            lambda current_statistic: _actions().revealed(current_statistic, who(), time, name),
            lambda: None,
            self.frame.show_message,
            reveal=True,
        )

    def figures(self, number: int, failed: Failed) -> Callable[[JobContext], Draft] | None:
        """Return a job that computes the table of a release again with the recorded figures, as its files hold it.

        Before its embargo is over it is the draft: nothing is marked as released by then.
        """
        opened = self._open(failed)
        if opened is None:
            return None
        (statistic, data, session), office = opened, self.settings.office

        def work(context: JobContext) -> Draft:
            from ckmcore.release.actions import is_embargoed
            from ckmcore.release.files import computed_again
            from ckmcore.statistic.releases import find_release

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            release = find_release(statistic.register, number)
            if is_embargoed(release, now_text()):
                release = replace(release, released_at="")
            return computed_again(statistic, release, load, office, context.cancelled)

        return work

    def write(self, number: int, folder: Path, done: Done, failed: Failed, *, replaces: bool = False) -> None:
        """Write the final files of a release into a folder and record them; `replaces` allows overwriting files."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        if self.read_only():
            failed(PermissionRefused("desk_release_read_only"))  # else files would be out that cannot be noted
            return
        statistic, data, session = opened_parts
        if self.signing.is_waited_for(statistic, second=False):
            self.signing.fetch(lambda: self.write(number, folder, done, failed, replaces=replaces), second=False)
            return
        office, who, time = self.settings.office, self.signing.who, now_text()
        registered = self.register_folder()

        def work(context: JobContext) -> tuple[WrittenFile, ...]:
            from ckmcore.release.actions import written as note
            from ckmcore.release.files import write_files
            from ckmcore.release.register import require_same

            note(statistic, number, (), who(), time)  # what cannot be noted is not written
            load = session.others.loader(statistic, data, session.path, context.cancelled)
            if registered is not None:
                require_same(statistic, registered)  # else files would be out that cannot be noted
            return write_files(
                statistic,
                number,
                load,
                folder,
                time,
                office=office,
                replaces=replaces,
                cancelled=context.cancelled,
            )

        def written(files: tuple[WrittenFile, ...]) -> None:
            def step(current_statistic: Statistic) -> Statistic:
                from ckmcore.release.actions import written as note

                return note(current_statistic, number, files, who(), time)

            self.frame.hide_progress()
            if self.desk.session is session:
                self._take(step, done, failed)
            else:
                self.frame.show_message(sentence("desk_files_not_noted", number=str(number)), "warning")

        def refused(error: CkmError) -> None:
            self.frame.hide_progress()
            self._while_open(session, failed)(error)

        self._show_progress(self.tr("Writing the files ..."), SLOT)
        self.jobs.start(SLOT, work, written, refused)

    def open_decision(self, number: int) -> CkmError | None:
        """Return the error with which the register refuses a release until methodologists have decided; None without
        one."""
        from ckmcore.release.checklist import open_decision
        from ckmcore.statistic.releases import find_release

        statistic = self.desk.state.statistic
        if statistic is None:
            return None
        return open_decision(statistic, find_release(statistic.register, number))

    # --- method and keys after a release ----------------------------------------------------------------------------

    @property
    def held(self) -> tuple[int, ...]:
        """The numbers of releases whose figures come from the current period."""
        current_statistic = self.desk.state.statistic
        return () if current_statistic is None else held_by(current_statistic.register, current_statistic.period)

    def put_in_force(
        self,
        method: Method,
        decision: Decision,
        done: Done,
        failed: Failed,
        design: str = "",
        measured: tuple[OpenRule, ...] = (),
        claims: JudgedClaims | None = None,
        before: Step = lambda statistic: statistic,
    ) -> None:
        """Put a method in force; after a release the step is recorded and cannot be undone.

        `before` gives the period what the method applies.
        """
        time = now_text()
        if self.held:

            def step(current_statistic: Statistic) -> Statistic:
                return before(current_statistic).put_in_force(
                    method, time, decision, design, measured, self.signing.both(), claims
                )

            self.change_period(step, done, failed)
            return
        try:
            self.desk.run(put_in_force(method, time, decision, design, measured, claims, before))
        except CkmError as error:
            failed(error)
        else:
            done()

    def accept_sums(
        self, accepted: Sequence[AcceptedSums], second: str, reason: str, done: Done, failed: Failed
    ) -> None:
        """Record the acceptance of open rules of the floor for sums, with a reason and a second person."""
        who, both, time = self.signing.who, self.signing.both, now_text()

        def step(current_statistic: Statistic) -> Statistic:
            signers: tuple[Who, Who] = both() or (who(), second)
            return _actions().accept_sums(current_statistic, accepted, *signers, time, reason)

        self._take(step, done, failed, second=True)

    def change_period(self, step: Step, done: Done, failed: Failed) -> None:
        """Change method or keys of the current period after figures of it were released."""
        self._take(step, done, failed, with_period=True)

    def _take(
        self,
        step: Step,
        on_done: Done,
        failed: Failed,
        *,
        with_period: bool = False,
        second: bool = False,
        reveal: bool = False,
        take_over_from: Holder | None = None,
    ) -> None:
        """Take a step on the present statistic.

        `with_period` says that it changes the current period, `second` that another person agrees. `reveal` says that
        it only records a view of originals: the statistic is not saved for it, and may be read-only.
        """
        second = second or with_period
        statistic = self.desk.state.statistic
        if statistic is None:
            return
        if self.read_only() and not reveal:
            failed(PermissionRefused("desk_release_read_only"))
            return
        go_on = partial(
            self._start,
            step,
            on_done,
            failed,
            with_period=with_period,
            second=second,
            reveal=reveal,
            take_over_from=take_over_from,
        )
        if not reveal and self.signing.is_waited_for(statistic, second=second):
            self.signing.fetch(go_on, second=second)
        else:
            go_on()

    def _start(
        self,
        step: Step,
        on_done: Done,
        failed: Failed,
        *,
        with_period: bool,
        second: bool,
        reveal: bool,
        take_over_from: Holder | None,
    ) -> None:
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None:
            return
        folder = self.register_folder()

        def work(_context: JobContext) -> Statistic:
            from ckmcore.release.register import record

            return step(statistic) if folder is None else record(statistic, folder, step, take_over=take_over_from)

        def taken(new_statistic: Statistic) -> None:
            current_statistic = self.desk.state.statistic
            if self.desk.session is not session or current_statistic is None:
                return
            # Whatever else was changed meanwhile stays.
            self.signing.forget_second()
            if with_period and current_statistic.current == new_statistic.current:
                current_statistic = current_statistic.with_period(new_statistic.period)
            self.show_register(with_record_of(current_statistic, new_statistic))
            if with_period:
                self.desk.forget_steps()  # they would bring back what was in force
            on_done()
            if session.path is not None and not reveal:
                self._save()

        def again(holder: Holder) -> None:
            self._take(
                step, on_done, failed, with_period=with_period, second=second, reveal=reveal, take_over_from=holder
            )

        def refused(error: CkmError) -> None:
            if self.desk.session is not session or not self._lock_offered(error, again):
                self._while_open(session, failed)(error)

        slot = REVEAL_SLOT if reveal else SLOT
        if not self.jobs.running(slot):  # a step is never cut off by the next one
            if not reveal:
                self.frame.clear_message()
            self.jobs.start(slot, work, taken, refused)

    def _while_open(self, session: Session, failed: Failed) -> Failed:
        """Return `failed` for as long as the statistic is open; afterwards the window shows the message."""
        return failed if self.desk.session is session else self.frame.show_message

    def _lock_offered(self, error: CkmError, again: Callable[[Holder], None]) -> bool:
        """Offer to take over a register lock that a crash may have left; return whether it was offered."""
        from ckmcore.release.register import RegisterLocked

        if not isinstance(error, RegisterLocked) or not may_be_left(error.fields["holder"]):
            return False
        holder: Holder = error.fields["holder"]
        self.frame.show_message(error, "warning", Remedy(self.tr("Take over lock"), lambda: again(holder)))
        return True

    def show_register(self, statistic: Statistic) -> None:
        """Show the statistic with a longer register; undo does not change the register."""
        self.desk.run(take_over(statistic))

    # --- the shared register ---------------------------------------------------------------------------------------

    def register_folder(self) -> Path | None:
        """Return the folder of the register: the office's, else the statistic's own; None if that has no file yet."""
        path = self.desk.session.path
        if path is None:
            return None
        return Path(self.settings.office.register_folder or path.parent)

    def look_at_register(self, done: Callable[[Standing], None]) -> None:
        """Compare the statistic with the shared register."""
        statistic, folder = self.desk.state.statistic, self.register_folder()
        if statistic is None or folder is None:
            return

        def work(_context: JobContext) -> Standing:
            from ckmcore.release.register import Standing, check, read_register, register_path

            try:
                register = read_register(register_path(folder, statistic.identity), statistic.identity)
            except CkmError as fault:
                return Standing("broken", fault=fault)
            return check(statistic, register)

        self.jobs.start(STANDING_SLOT, work, done, self.frame.show_message)

    def reconcile(self, done: Done, take_over_from: Holder | None = None) -> None:
        """Reconcile statistic and register: each gets the entries that only the other has."""
        statistic, session, folder = self.desk.state.statistic, self.desk.session, self.register_folder()
        if statistic is None or folder is None:
            return
        if self.read_only():
            self.frame.show_message(PermissionRefused("desk_release_read_only"))
            return

        def work(_context: JobContext) -> Statistic:
            from ckmcore.release.register import reconcile

            return reconcile(statistic, folder, take_over=take_over_from)

        def reconciled(reconciled_statistic: Statistic) -> None:
            current_statistic = self.desk.state.statistic
            if self.desk.session is session and current_statistic is not None:
                self.show_register(with_record_of(current_statistic, reconciled_statistic))
                done()
                self._save()

        def refused(error: CkmError) -> None:
            again = partial(self.reconcile, done)  # of the statistic that is open
            if self.desk.session is not session or not self._lock_offered(error, again):
                self.frame.show_message(error)

        if not self.jobs.running(SLOT):
            self.jobs.start(SLOT, work, reconciled, refused)

    # --- looking ---------------------------------------------------------------------------------------------------

    def compare(
        self,
        before: int,
        after: int,
        done: Callable[[TablesCompared], None],
        failed: Failed,
        *,
        slot: str = COMPARE_SLOT,
    ) -> None:
        """Compare two releases, cell by cell."""
        statistic = self.desk.state.statistic
        if statistic is None:
            return

        session, office = self.desk.session, self.settings.office

        def work(context: JobContext) -> TablesCompared:
            from ckmcore.release.files import compare_with_made
            from ckmcore.statistic.releases import find_release

            def load(then: Statistic) -> Microdata | None:
                data = session.data
                if data is None:
                    raise InputError("desk_records_not_loaded")
                return session.others.loader(statistic, data, session.path, context.cancelled)(then)

            numbered = [find_release(statistic.register, number) for number in (before, after)]
            return self._for_role(compare_with_made(statistic, *numbered, load, office, context.cancelled))

        self.jobs.start(slot, work, done, failed)

    def compare_with_table(self, before: int, done: Callable[[TablesCompared], None], failed: Failed) -> None:
        """Compare a release with the current table, under the method in force."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        statistic, data, session = opened_parts
        spec = self.desk.state.table.spec

        def work(context: JobContext) -> TablesCompared:
            from ckmcore.release.compare import compare_with
            from ckmcore.statistic.releases import find_release
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            draft = draft_of(statistic, spec, load, context.cancelled)
            return self._for_role(compare_with(statistic, find_release(statistic.register, before), draft))

        self.jobs.start(COMPARE_SLOT, work, done, failed)

    def _for_role(self, compared: TablesCompared) -> TablesCompared:
        """The comparison without what clerks do not get to see."""
        return replace(compared, few=()) if self.settings.role == "clerk" else compared

    def leave_looking(self) -> None:
        """Nobody waits any more for what was looked at."""
        for slot in (PREPARE_SLOT, STANDING_SLOT, COMPARE_SLOT, CHANGES_SLOT, LEFT_SLOT, VERIFY_SLOT):
            self.jobs.cancel(slot)

    def left_open(self, number: int, done: Callable[[tuple[LeftOpen, ...]], None], failed: Failed) -> None:
        """List what the method leaves open by releasing a table, for releaser and methodologist."""
        opened_parts = self._open(failed)
        if opened_parts is None:
            return
        (statistic, data, session), office = opened_parts, self.settings.office

        def work(context: JobContext) -> tuple[LeftOpen, ...]:
            from ckmcore.ports import needed_lab
            from ckmcore.release.files import as_it_was
            from ckmcore.release.files_found import files_near
            from ckmcore.statistic.releases import find_release

            submission = find_release(statistic.register, number).submission
            former_statistic = as_it_was(statistic, submission)
            load = session.others.loader(statistic, data, session.path, context.cancelled)
            records = load(former_statistic)
            if records is None:  # those at hand: what needs its own records is said to be unchecked
                former_statistic, records = statistic, data
            files = files_near(session.path, office=office)
            look_arguments = {"load": load, "files": files, "cancelled": context.cancelled}
            return needed_lab().left_open(former_statistic, submission, records, **look_arguments)

        self.jobs.start(LEFT_SLOT, work, done, failed)

    def _leave(self, slot: str) -> None:
        self.jobs.cancel(slot)
        self.frame.hide_progress()

    def verify(self, paths: list[Path], done: Callable[[list[Verified]], None], failed: Failed) -> None:
        """Verify register, stored figures and files: whether any byte was changed."""
        statistic, folder, stamp = self.desk.state.statistic, self.register_folder(), self.desk.session.stamp
        if statistic is None:
            return

        session, data, office = self.desk.session, self.desk.session.data, self.settings.office

        def work(context: JobContext) -> list[Verified]:
            from ckmcore.release.register import read_register, register_path
            from ckmcore.release.verify import (
                verify_files,
                verify_guard,
                verify_persons,
                verify_register,
                verify_shared,
            )

            verified = [] if stamp is None else list(verify_guard(statistic, stamp.guard, folder))
            verified += [*verify_register(statistic), *verify_persons(statistic)]
            if folder is not None:
                register = read_register(register_path(folder, statistic.identity), statistic.identity)
                verified += verify_shared(statistic, register)
            load = None
            if data is not None:
                load = session.others.loader(statistic, data, session.path, context.cancelled)
            return [*verified, *verify_files(statistic, paths, load=load, office=office)]

        self.jobs.start(VERIFY_SLOT, work, done, failed)

    def export_register(self, path: Path) -> None:
        """Write the register as CSV."""
        statistic, language = self.desk.state.statistic, self.settings.language
        if statistic is None:
            return

        def work(_context: JobContext) -> Sentence:
            from ckmcore.release.listing import write_register_csv

            write_register_csv(statistic.register, path, language)
            return sentence("desk_register_written", name=path.name)

        def done(saved_sentence: Sentence) -> None:
            self.frame.show_message(saved_sentence, "ok", opening([path], self.frame.show_message))

        self.jobs.start(EXPORT_SLOT, work, done, self.frame.show_message)

    # --- the rest ------------------------------------------------------------------------------------------------

    def _open(self, failed: Failed) -> tuple[Statistic, Microdata, Session] | None:
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None:
            return None
        if session.data is None:
            failed(InputError("desk_records_not_loaded"))
            return None
        return statistic, session.data, session

    def _show_progress(self, text: str, slot: str) -> None:
        self.frame.show_progress(text, None, lambda: self._leave(slot))


Done = Callable[[], None]
Failed = Callable[[CkmError], None]


def may_be_left(holder: Holder) -> bool:
    """Return whether a lock of the register may have been left by a crash.

    A step holds it for moments only. It may be left if no running process of this computer has it; for another computer
    the user knows whether it still works.
    """
    return is_stale(holder) or holder.host != platform.node()
