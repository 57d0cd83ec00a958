"""Work that was not saved, kept every minute for the case of a crash or a power cut, and offered when it opens again.

Kept in the user's own folder, sealed as the statistic's file is (`ckmcore.statistic.recovery`); gone once it was saved
or given up. The policy of the computer names another folder or switches it off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from ckmcore.errors import CkmError
from ckmcore.sentences import sentence
from ckmdesk.clock import local_times, now_text
from ckmdesk.commands.desk import Desk
from ckmdesk.frame import Frame, Remedy
from ckmdesk.jobs import Jobs
from ckmdesk.settings import Settings
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.workspace import with_workspace

if TYPE_CHECKING:
    from ckmcore.statistic.guard import Guard
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.recovery import Unsaved

SLOT, LOOK_SLOT = "unsaved", "unsaved-look"
SECONDS = 60
OFF = "off"


class Recovery(QObject):
    """`look` offers work on the open statistic that was not saved: `take` brings it back, `forget` gives it up."""

    def __init__(
        self,
        desk: Desk,
        jobs: Jobs,
        settings: Settings,
        frame: Frame,
        restore: Callable[[Statistic], None],
        parent: QObject | None = None,
    ) -> None:
        """restore: shows a statistic in the place of the open one, as changes that are still to be saved."""
        super().__init__(parent)
        self._restore = restore
        self.desk, self.jobs, self.settings, self.frame = desk, jobs, settings, frame
        self._kept: DeskState | None = None
        self._found: Unsaved | None = None
        self.timer = QTimer(self)
        self.timer.setInterval(1000 * SECONDS)
        self.timer.timeout.connect(self.keep)
        self.timer.start()

    @property
    def folder(self) -> Path | None:
        """Where work is kept; None where the policy of the computer switches it off."""
        from ckmcore.statistic.recovery import unsaved_folder

        text = self.settings.value("unsaved_folder")
        if text == OFF:
            return None
        return Path(text) if text else unsaved_folder()

    def keep(self) -> None:
        """Keep what is not saved, where it changed since it was kept last. What was offered and not answered yet stays
        what it is."""
        state, session, folder = self.desk.state, self.desk.session, self.folder
        if folder is None or self._found is not None or state is self._kept or not self.desk.unsaved:
            return
        if session.unsaved_keys:  # they are records' own, and kept nowhere but with them
            self.frame.show_message(sentence("desk_unsaved_keys"), "warning", None, SLOT)
            return
        if session.read_only_by is not None:
            return
        statistic = with_workspace(state)
        if statistic is None or self.jobs.running(SLOT):
            return
        guard, path, time = self._guard, "" if session.path is None else str(session.path), now_text()

        def work(_context: object) -> None:
            from ckmcore.statistic.recovery import keep_unsaved

            keep_unsaved(statistic, guard, time, path, folder)

        def done(_nothing: None) -> None:
            self._kept = state
            if self.desk.session is not session or not self.desk.unsaved:
                self._forget(statistic.identity, folder)  # it was saved or closed meanwhile

        def failed(error: CkmError) -> None:
            self.frame.show_message(sentence("desk_unsaved_not_kept", reason=error.sentence()), "warning", None, SLOT)

        self.jobs.start(SLOT, work, done, failed)

    def forget(self, statistic: Statistic | None = None) -> None:
        """It was saved, or given up: nothing is kept any more."""
        statistic = statistic or self.desk.state.statistic
        self._kept, self._found = None, None
        self.frame.settle_message(SLOT)
        if statistic is not None and self.folder is not None:
            self._forget(statistic.identity, self.folder)

    def leave(self) -> None:
        """The statistic is closed: what was not saved was given up, unless what a crash left was not answered."""
        if self._found is None:
            self.forget()
        self._found = None

    def look(self) -> None:
        """Whether work on the statistic that was just opened was not saved."""
        statistic, session, folder = self.desk.state.statistic, self.desk.session, self.folder
        self._kept, self._found = None, None
        if statistic is None or folder is None or session.read_only_by is not None:
            return
        identity, guard = statistic.identity, self._guard

        def work(_context: object) -> Unsaved | None:
            from ckmcore.statistic.recovery import find_unsaved

            return find_unsaved(identity, guard, folder)

        def done(found: Unsaved | None) -> None:
            if found is not None and self.desk.session is session:
                self._found = found
                said = sentence("desk_unsaved_found", time=local_times(found.time))
                give_up = Remedy(self.tr("Discard"), self.forget)
                self.frame.show_message(said, "warning", Remedy(self.tr("Restore"), self.take, give_up), SLOT)

        self.jobs.start(LOOK_SLOT, work, done, lambda _error: None)

    def take(self) -> None:
        """Bring back what was not saved, as changes that are still to be saved."""
        statistic, session, folder, found = self.desk.state.statistic, self.desk.session, self.folder, self._found
        if statistic is None or folder is None or found is None:
            return

        def work(_context: object) -> Statistic:
            from ckmcore.statistic.recovery import read_unsaved

            return read_unsaved(found.identity, folder, statistic.seal)

        def done(kept: Statistic) -> None:
            now = self.desk.state.statistic
            if self.desk.session is not session or now is None:
                return
            self.frame.settle_message(SLOT)
            self._restore(kept)  # it stays kept until it is saved
            self.frame.show_message(sentence("desk_unsaved_taken", time=local_times(found.time)), "ok")

        self.jobs.start(LOOK_SLOT, work, done, self.frame.show_message)

    @property
    def _guard(self) -> Guard:
        from ckmcore.statistic.guard import UNGUARDED

        stamp = self.desk.session.stamp
        return UNGUARDED if stamp is None else stamp.guard

    def _forget(self, identity: str, folder: Path) -> None:
        from ckmcore.statistic.recovery import forget_unsaved

        forget_unsaved(identity, folder)
