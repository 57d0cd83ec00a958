"""What has left the house, looked at once more: offered once after a statistic was opened, run as a job, kept with it.

Only methodologists and who releases get to see the offer, the result and what was decided.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.messages import sentence
from ckmcore.statistic.looks import LookResult, PairKind, look_is_due
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy, start_shown
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands.desk import Changes
from ckmdesk.lab.commands.evaluation import decide, note_look, take_back
from ckmdesk.services.clipboard import put_text
from ckmdesk.services.opening import opening
from ckmdesk.services.releases import Failed, Releases
from ckmdesk.state.session import Session

if TYPE_CHECKING:
    from ckmcore.lab.release.recheck import Recheck
    from ckmcore.lab.release.redrawn import Redrawn
    from ckmcore.office.settings import Office

CAUSE, SLOT, REDRAWN_SLOT, WRITE_SLOT = "look", "look", "look-redrawn", "look-write"


class Looking(QObject):
    """The look at releases of one window; findings are stored in the session and shown on the release page."""

    def __init__(self, of_releases: Releases, save: Callable[[], None], parent: QObject | None = None) -> None:
        """Set up the service; `save` writes the statistic to its file, everything else is taken from `of_releases`."""
        super().__init__(parent)
        self.desk, self.jobs, self.settings = of_releases.desk, of_releases.jobs, of_releases.settings
        self.frame, self._releases, self._save = of_releases.frame, of_releases, save
        self._offered: Session | None = None
        self.desk.listeners.append(self._records_came)

    @property
    def may_know(self) -> bool:
        """Return whether the user may know what published figures disclose: a clerk may not."""
        return self.settings.is_methodologist or self._releases.may_release

    @property
    def may_look(self) -> bool:
        """Return whether something was released, and the user may see what it discloses."""
        statistic = self.desk.state.statistic
        if statistic is None or not self.may_know:
            return False
        return any(release.was_released for release in releases(statistic.register))

    @property
    def found(self) -> Recheck | None:
        """Return the findings, if the user may see them."""
        return self.desk.session.looked if self.may_look else None

    @property
    def redrawn(self) -> dict[int, Redrawn]:
        """Return, for withdrawn releases, what a second draw discloses.

        It is valid as long as tables, methods, keys and dictionary have not changed.
        """
        current_statistic = self.desk.state.statistic
        if current_statistic is None:
            return {}

        def same(then: Statistic) -> bool:
            return (then.tables, then.periods, then.dictionary) == (
                current_statistic.tables,
                current_statistic.periods,
                current_statistic.dictionary,
            )

        kept_redrawn = self.desk.session.redrawn
        return {number: attack for number, (then, attack) in kept_redrawn.items() if same(then)}

    # --- the offer -----------------------------------------------------------------------------------------------

    def _records_came(self, changes: Changes) -> None:
        """Offer a look, once, when the records of an opened statistic are loaded."""
        session = self.desk.session
        if "data" in changes and session.data is not None and session is not self._offered:
            self._offered = session
            self.offer()

    def close(self) -> None:
        """End the service when the window closes."""
        self._offered = None
        if self._records_came in self.desk.listeners:
            self.desk.listeners.remove(self._records_came)

    def offer(self) -> None:
        """Show a message that offers another look at the releases, if one is due."""
        statistic = self.desk.state.statistic
        if statistic is None or self.desk.session.data is None or not self.may_look or self._releases.read_only():
            return
        if look_is_due(statistic.register, statistic.looks, now_text()[:10]):
            remedy = Remedy(self.tr("Look again"), self.look, Remedy(self.tr("Later"), self._later))
            self.frame.show_message(sentence("desk_look_offer"), "info", remedy, CAUSE)

    def _later(self) -> None:
        self._note("later")
        self.frame.show_message(
            sentence("desk_look_later"), "info", Remedy(self.tr("Do not offer again"), self._never), CAUSE
        )

    def _never(self) -> None:
        self._note("never")
        self.frame.show_message(sentence("desk_look_never"), "info")

    def _note(self, result: LookResult) -> None:
        """Record in the statistic who has looked up originals; saved at once if there are no other unsaved changes."""
        unsaved = self.desk.unsaved
        self.desk.run(note_look(result, now_text()[:10]))
        if not unsaved and self.desk.session.path is not None and not self._releases.read_only():
            self._save()

    # --- the look ------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Attack all releases, and show the findings on the release page."""
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None or not self.may_look:
            return
        if session.data is None:
            self._failed(InputError("desk_records_not_loaded"))
            return
        data, office = session.data, self.settings.office
        self.frame.go_to("release")

        def work(context: JobContext) -> Recheck:
            from ckmcore.lab.release.recheck import recheck

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            return recheck(statistic, load, **_attack_arguments(session, office, context))

        def done(recheck: Recheck) -> None:
            if self.desk.session is session:
                session.looked = recheck
                session.redrawn.clear()
                self.frame.settle_message(CAUSE)
                self._note(recheck.verdict.value)
                self.desk.announce("looked")

        text = self.tr("Released tables are being attacked ...")
        start_shown(self.jobs, self.frame, SLOT, text, work, done, self._failed)

    def _failed(self, error: CkmError) -> None:
        """Offer the look again after an error, and show the error."""
        self.offer()
        if not isinstance(error, Cancelled):
            self.frame.show_message(error)

    def leave(self) -> None:
        """Nobody waits any more for what was looked at."""
        for slot in (SLOT, REDRAWN_SLOT):
            if self.jobs.running(slot):
                self.jobs.cancel(slot)
                self.frame.hide_progress()

    def put_away(self) -> None:
        """Hide the findings of the last look; another look can be taken at any time."""
        self.desk.session.looked = None
        self.desk.announce("looked")

    def write_report(self, path: Path) -> None:
        """Write the internal report on the findings."""
        look, statistic, language = self.found, self.desk.state.statistic, self.settings.language
        if look is None or statistic is None:
            return

        def work(_context: JobContext) -> None:
            from ckmcore.lab.release.recheck import write_recheck

            write_recheck(look, path, statistic.title.text(language), now_text()[:10], language)

        self._write(path, work, "recheck_written")

    # --- what is decided -----------------------------------------------------------------------------------------

    def decide(self, number: int, no_further: bool, reason: str, kinds: tuple[PairKind, ...]) -> CkmError | None:
        """Accept what a release discloses, or publish no further values of the pair; return an error that prevents
        it."""
        statistic = self.desk.state.statistic
        if statistic is None:
            return None
        person = self._releases.signing.name_for(statistic)
        try:
            self.desk.run(decide(number, person, now_text(), reason, kinds, no_further=no_further))
        except CkmError as error:
            return error
        return None

    def take_back(self, number: int) -> None:
        """Withdraw the decision on a release."""
        self.desk.run(take_back(number))

    def copy_notice(self, number: int) -> None:
        """Copy the notice to the recipients of a release to the clipboard."""
        from ckmcore.release.pair_decisions import notice_text

        statistic = self.desk.state.statistic
        if statistic is not None:
            put_text(notice_text(statistic, number, now_text()[:10], self.settings.language))
            self.frame.show_message(sentence("desk_notice_copied"), "ok")

    def write_notice(self, number: int, path: Path) -> None:
        """Write the notice to the recipients of a release to a file."""
        statistic, language = self.desk.state.statistic, self.settings.language
        if statistic is None:
            return
        written: Statistic = statistic

        def work(_context: JobContext) -> None:
            from ckmcore.release.pair_decisions import write_notice

            write_notice(written, number, path, now_text()[:10], language)

        self._write(path, work, "notice_written")

    def _write(self, path: Path, work: Callable[[JobContext], None], code: str) -> None:
        def done(_written: None) -> None:
            self.frame.show_message(sentence(code, name=path.name), "ok", opening([path], self.frame.show_message))

        self.jobs.start(WRITE_SLOT, work, done, self.frame.show_message)

    def attack_redrawn(self, number: int, failed: Failed) -> None:
        """Attack a withdrawn table, as it would be published now, together with the releases."""
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None:
            return
        if session.data is None:
            failed(InputError("desk_records_not_loaded"))
            return
        data, office = session.data, self.settings.office

        def work(context: JobContext) -> Redrawn:
            from ckmcore.lab.release.redrawn import attack_redrawn

            load = session.others.loader(statistic, data, session.path, context.cancelled)
            return attack_redrawn(statistic, number, load, **_attack_arguments(session, office, context))

        def done(redrawn: Redrawn) -> None:
            if self.desk.session is session:
                session.redrawn[number] = statistic, redrawn
                self.desk.announce("looked")

        text = self.tr("Old and new figures are being attacked together ...")
        start_shown(self.jobs, self.frame, REDRAWN_SLOT, text, work, done, failed)


def _attack_arguments(session: Session, office: Office, context: JobContext) -> dict[str, Any]:
    """Return the keyword arguments of every attack on releases: the files of hypercubes, and the job's callbacks."""
    from ckmcore.release.files_found import files_near

    progress = functools.partial(context.progress, 0)
    return {"files": files_near(session.path, office=office), "cancelled": context.cancelled, "progress": progress}
