"""Work that was not saved, kept every minute for the case of a crash or a power cut, and offered when it opens again.

Kept in the user's own folder, sealed as the statistic's file is (`ckmcore.statistic.recovery`); gone once it was saved
or given up. The policy of the computer names another folder or switches it off.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ckmcore.base.user_dirs import own_part
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Secret
from ckmdesk.base.clock import local_times, now_text
from ckmdesk.base.frame import Frame, MessageKind, Remedy
from ckmdesk.base.jobs import Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Desk
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.workspace import with_workspace

if TYPE_CHECKING:
    from ckmcore.statistic.recovery import Unsaved

SLOT, LOOK_SLOT = "unsaved", "unsaved-look"
SECONDS = 60
OFF = "off"
Found = tuple["Unsaved", ...]


class Recovery(QObject):
    """Restores unsaved work that was left when a program ended.

    `look` offers work on the open statistic, `look_for_new` work that never had a file. Emits `secret_asked(Unsaved,
    error)` if the work is sealed and no file of it is open; `take(found, secret)` then tries a secret.
    """

    secret_asked = Signal(object, object)

    def __init__(
        self,
        desk: Desk,
        jobs: Jobs,
        settings: Settings,
        frame: Frame,
        restore: Callable[[Statistic, bool], None],
        parent: QObject | None = None,
    ) -> None:
        """Set up recovery.

        `restore(statistic, copy)` shows a statistic in place of the open one as unsaved changes; `copy` says that it is
        to be saved to another file.
        """
        super().__init__(parent)
        self._restore = restore
        self.desk, self.jobs, self.settings, self.frame = desk, jobs, settings, frame
        self._keeper = secrets.token_hex(4)
        self._kept: DeskState | None = None
        self._own = ""  # the statistic of whose work at hand something is kept, or just being kept
        self._taken: Unsaved | None = None  # what was brought back, until it is saved
        self.asks = False  # whether something is offered that nobody has answered yet
        self.timer = QTimer(self, interval=1000 * SECONDS)
        self.timer.timeout.connect(self.keep)
        self.timer.start()

    @property
    def folder(self) -> Path | None:
        """Return the folder of unsaved work; None if the computer's policy disables it."""
        from ckmcore.statistic.recovery import unsaved_folder

        text = self.settings.value("unsaved_folder")
        if text == OFF:
            return None
        return own_part(Path(text)) if text else unsaved_folder()

    # --- keeping -------------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Write unsaved work to the folder if it has changed since the last time."""
        state, session, folder = self.desk.state, self.desk.session, self.folder
        if folder is None or state is self._kept or not self.desk.unsaved:
            return
        without_keys = session.unsaved_keys  # they are records' own, and kept nowhere but with them
        if without_keys and session.path is not None:
            # Units that recur have the keys of the file: without them other figures would come of it.
            self.frame.show_message(sentence("desk_unsaved_keys"), "warning", None, SLOT)
            return
        if session.read_only_by is not None:
            return
        statistic = with_workspace(state)
        if statistic is None or self.jobs.running(SLOT):
            return
        guard, path, time = self._guard, "" if session.path is None else str(session.path), now_text()

        def work(_context: object) -> Unsaved:
            from ckmcore.statistic.recovery import keep_unsaved

            return keep_unsaved(statistic, guard, time, path, folder, self._keeper, without_keys=without_keys)

        def done(_kept: Unsaved) -> None:
            if self.desk.session is not session or not self.desk.unsaved:
                self._remove(statistic.identity, self._keeper)  # it was saved or closed meanwhile
                return
            self._kept = state
            if self._taken is not None:  # what was brought back is part of it
                self._remove(self._taken.identity, self._taken.keeper)
                self._taken = None

        def failed(error: CkmError) -> None:
            self.frame.show_message(sentence("desk_unsaved_not_kept", reason=error.sentence()), "warning", None, SLOT)

        self._own = statistic.identity
        self.jobs.start(SLOT, work, done, failed)

    def saved(self) -> None:
        """Remove the copies of the current work after it was saved, and of restored work, but not of offers."""
        if self._own:
            self._remove(self._own, self._keeper)
        if self._taken is not None:
            self._remove(self._taken.identity, self._taken.keeper)
        self._own = ""
        self._kept = self._taken = None
        self.asks = False
        self.frame.settle_message(SLOT)

    def leave(self) -> None:
        """Remove the copies when the statistic is closed: unsaved work was given up."""
        self.jobs.cancel(LOOK_SLOT)
        self.saved()

    def _remove(self, identity: str, keeper: str) -> None:
        from ckmcore.statistic.recovery import forget_unsaved

        if self.folder is not None:
            forget_unsaved(identity, keeper, self.folder)

    # --- bringing back -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Look for unsaved work on the statistic that was just opened."""
        from ckmcore.statistic.recovery import find_unsaved

        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is not None and session.read_only_by is None:
            identity, guard = statistic.identity, self._guard
            self._look(lambda folder: find_unsaved(identity, guard, folder))

    def look_for_new(self) -> None:
        """Look for unsaved work on statistics that never had a file."""
        from ckmcore.statistic.recovery import all_unsaved

        if self.desk.state.statistic is None:
            self._look(lambda folder: tuple(unsaved for unsaved in all_unsaved(folder) if not unsaved.path))

    def _look(self, find: Callable[[Path], Found]) -> None:
        session, folder = self.desk.session, self.folder
        if folder is None:
            return

        def done(result: Found) -> None:
            other_unsaveds = [unsaved for unsaved in result if unsaved.keeper != self._keeper]
            if other_unsaveds and self.desk.session is session:
                self._offer(other_unsaveds[0])

        self.jobs.start(LOOK_SLOT, lambda _context: find(folder), done, lambda _error: None)

    def _offer(self, unsaved: Unsaved) -> None:
        restore = self.tr("Open as a copy") if self._is_copy(unsaved) else self.tr("Restore")
        give_up = Remedy(self.tr("Discard"), partial(self.discard, unsaved))
        take = Remedy(restore, partial(self.take_or_ask, unsaved), give_up)
        self.asks = True
        self.frame.show_message(self._said_of(unsaved), "warning", take, SLOT)

    def _said_of(self, unsaved: Unsaved) -> Sentence:
        time = local_times(unsaved.time)
        if not unsaved.path:
            return sentence("desk_unsaved_new", title=unsaved.title[self.settings.language == "de"], time=time)
        return sentence("desk_unsaved_other" if self._is_copy(unsaved) else "desk_unsaved_found", time=time)

    def _is_copy(self, unsaved: Unsaved) -> bool:
        """Return whether the file has changed since the unsaved work was made from it."""
        from ckmcore.statistic.recovery import is_made_from

        return self.desk.state.statistic is not None and not is_made_from(unsaved, self._guard)

    def discard(self, found: Unsaved) -> None:
        """Delete the offered work, then offer what an earlier program left."""
        self._remove(found.identity, found.keeper)
        self.asks = False
        self.frame.settle_message(SLOT)
        if self.desk.state.statistic is None:
            self.look_for_new()
        else:
            self.look()

    def take_or_ask(self, found: Unsaved) -> None:
        """Restore the offered work; changes made meanwhile are saved or discarded first."""
        self._offer(found)  # whoever goes back has it before him still
        self.frame.confirm_leaving(partial(self.take, found))

    def give_up(self, found: Unsaved) -> None:
        """Stop asking for the secret of the offered work; it is still offered."""
        self.jobs.cancel(LOOK_SLOT)
        self._offer(found)

    def take(self, found: Unsaved, secret: Secret | None = None) -> None:
        """Restore the offered work as unsaved changes; `secret` opens sealed work."""
        statistic, session, folder = self.desk.state.statistic, self.desk.session, self.folder
        if folder is None:
            return
        seal, copy = None if statistic is None else statistic.seal, self._is_copy(found)

        def work(_context: object) -> Statistic:
            from ckmcore.statistic.recovery import read_unsaved

            return read_unsaved(found, folder, seal, secret)

        def done(kept_statistic: Statistic) -> None:
            if self.desk.session is not session:
                return
            self._restore(kept_statistic, copy)
            self._taken = found  # it stays kept until it is saved
            code = "desk_unsaved_taken_keyless" if found.without_keys else "desk_unsaved_taken"
            kind: MessageKind = "warning" if found.without_keys else "ok"
            self.frame.show_message(sentence(code, time=local_times(found.time)), kind)

        def failed(error: CkmError) -> None:
            from ckmcore.statistic.seal import SecretNeeded, SecretWrong

            if isinstance(error, SecretNeeded | SecretWrong):
                self.secret_asked.emit(found, error)
            else:
                self._offer(found)
                self.frame.show_message(error)

        self.jobs.start(LOOK_SLOT, work, done, failed)

    @property
    def _guard(self) -> Guard:
        from ckmcore.statistic.guard import UNGUARDED

        stamp = self.desk.session.stamp
        return UNGUARDED if stamp is None else stamp.guard
