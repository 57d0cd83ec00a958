"""The locks that this window holds on statistics: one writer per file."""

from __future__ import annotations

import contextlib
import platform
from pathlib import Path

from ckmcore.base.files import target_of
from ckmcore.errors import FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.lock import Holder
from ckmdesk.base.clock import local_times


class FileLocks:
    """Locks of files by their resolved paths; taken on a job's thread, released on the window's."""

    def __init__(self) -> None:
        self._held: set[Path] = set()

    def __contains__(self, path: Path) -> bool:
        return target_of(path) in self._held

    def take(self, path: Path, *, seen: Holder | None = None) -> tuple[Holder | None, bool]:
        """Take a lock; return who else holds it, if anyone, and whether a lock can be made at all.

        `seen` is the holder whose lock is to be taken over.
        """
        from ckmcore.statistic.lock import LockNotMade, acquire

        if path in self:
            return None, True
        try:
            holder = acquire(path, take_over=seen is not None, seen=seen)
        except LockNotMade:
            return None, False
        if holder is None:
            self._held.add(target_of(path))
        return holder, True

    def need(self, path: Path) -> None:
        """Take the lock of a file before it is written; raises desk_file_in_use if somebody else holds it."""
        if path not in self:
            holder, _ = self.take(path)
            if holder is not None:
                raise FileError("desk_file_in_use", name=path.name, host=holder.host, time=local_times(holder.time))

    def give_back(self, path: Path) -> None:
        from ckmcore.statistic.lock import release

        if path in self:
            self._held.discard(target_of(path))
            with contextlib.suppress(OSError):  # the folder is gone or no longer ours: there is nothing to give back
                release(path)

    def give_back_all(self, but: Path | None = None) -> None:
        for path in list(self._held):
            if but is None or path != target_of(but):
                self.give_back(path)


def who_holds(name: str, holder: Holder) -> Sentence:
    """Return a sentence on why a file is open read-only."""
    if holder.host == "?":
        return sentence("desk_unreadable_lock", name=name)
    code = "desk_stale_lock" if is_stale(holder) else "desk_read_only"
    return sentence(code, name=name, host=holder.host, time=local_times(holder.time))


def is_elsewhere(holder: Holder) -> bool:
    """Return whether another computer holds a lock, so that only its user knows whether it is in use."""
    return not is_stale(holder) and holder.host != platform.node()


def is_stale(holder: Holder) -> bool:
    """Return whether a lock was left by a process of this computer that has ended, or ended while writing it."""
    if not holder.pid:
        return True
    return holder.is_dead
