"""One writer per statistic: `name.ckm.lock`, made with O_CREAT|O_EXCL, holds host, process and time."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ckmcore.typed import decoded


@dataclass(frozen=True)
class Holder:
    """Who holds the lock; the time is ISO, UTC."""

    host: str
    pid: int
    time: str


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def acquire(path: Path, *, take_over: bool = False) -> Holder | None:
    """Take the lock of a statistic; returns None, or who holds it (then open read-only).

    `take_over` replaces the lock of another: only after asking. An OSError means that no lock can be made here.
    """
    lock = _lock_path(path)
    content = msgspec.json.encode(Holder(platform.node(), os.getpid(), datetime.now(UTC).isoformat(timespec="seconds")))
    if take_over:
        lock.unlink(missing_ok=True)
    try:
        handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
    except FileExistsError:
        return holder(path)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
    except OSError:
        lock.unlink(missing_ok=True)  # a lock that says of nobody could never be taken over
        raise
    return None


def holder(path: Path) -> Holder:
    """Who holds the lock; an unreadable lock file is held by somebody unknown."""
    try:
        return decoded(_lock_path(path).read_bytes(), Holder)
    except (OSError, msgspec.MsgspecError):
        return Holder("?", 0, "")


def release(path: Path) -> None:
    """Give the lock back, unless somebody else has taken it over meanwhile."""
    found = holder(path)
    if (found.host, found.pid) == (platform.node(), os.getpid()):
        _lock_path(path).unlink(missing_ok=True)
