"""The locks that this window holds on statistics: one writer per file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.errors import CkmError
from ckmdesk.clock import local_times

if TYPE_CHECKING:
    from ckmcore.statistic.lock import Holder


class FileInUse(CkmError):
    code = "desk_file_in_use"


class FileLocks:
    """Locks by path; taken on a job's thread, given back on the window's."""

    def __init__(self) -> None:
        self._held: set[Path] = set()

    def __contains__(self, path: Path) -> bool:
        return path in self._held

    def take(self, path: Path, *, take_over: bool = False) -> tuple[Holder | None, bool]:
        """Who else holds the lock, and whether a lock can be made at all."""
        from ckmcore.statistic.lock import acquire

        if path in self._held:
            return None, True
        try:
            holder = acquire(path, take_over=take_over)
        except OSError:
            return None, False
        if holder is None:
            self._held.add(path)
        return holder, True

    def need(self, path: Path) -> None:
        """Take the lock of a file that is about to be written; raises FileInUse where somebody else has it."""
        if path not in self._held:
            holder, _ = self.take(path)
            if holder is not None:
                raise FileInUse(name=path.name, host=holder.host, time=local_times(holder.time))

    def give_back(self, path: Path) -> None:
        from ckmcore.statistic.lock import release

        if path in self._held:
            self._held.discard(path)
            try:
                release(path)
            except OSError:
                # The folder is gone or no longer ours: there is nothing to give back.
                return

    def give_back_all(self, but: Path | None = None) -> None:
        for path in list(self._held):
            if path != but:
                self.give_back(path)


def is_stale(holder: Holder) -> bool:
    """Whether a lock was left by a process of this computer that no longer runs, or that ended while it wrote it."""
    if not holder.pid:
        return True
    return holder.is_dead
