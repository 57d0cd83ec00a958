"""One writer per statistic: `name.ckm.lock`, made with O_CREAT|O_EXCL, holds host, process and time.

The lock lies beside the file that a path leads to: two names of a file are one file. It is taken over, and given back,
only under a second lock, made in the same way and held for a moment: read again, compared, replaced.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import platform
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ckmcore.base.files import insist, reason_of, replace_file, target_of, temporary_beside
from ckmcore.base.processes import process_begun, process_lives
from ckmcore.base.reading import read_file
from ckmcore.base.typed import decoded
from ckmcore.errors import FileError

WAIT_SECONDS = 5.0
_LEFT_SECONDS = 30.0  # nobody needs so long to replace a file: who began it crashed
_EMPTY_SECONDS = 2.0  # nor so long to say who it is
_PAUSE = 0.002
_MOST_BYTES = 1 << 16


class LockNotMade(FileError):
    """The lock is a folder or cannot be created. Fields: name (of the lock), reason."""

    code = "lock_not_made"


@dataclass(frozen=True)
class Holder:
    """Process that holds a lock; time is ISO, UTC. begun: start of the process, which distinguishes it from a later
    process with the same number; "" where unknown or from a former version."""

    host: str
    pid: int
    time: str
    begun: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the holder is this process."""
        return (self.host, self.pid) == (platform.node(), os.getpid()) and not self.is_dead

    @property
    def is_dead(self) -> bool:
        """Whether the holder was a process of this computer that no longer runs."""
        return self.host == platform.node() and not process_lives(self.pid, self.begun)


def _lock_path(path: Path) -> Path:
    target = target_of(path)
    return target.with_name(target.name + ".lock")


def is_locked(path: Path) -> bool:
    """Whether a lock lies beside a file."""
    return _lock_path(path).exists()


def acquire(path: Path, *, take_over: bool = False, seen: Holder | None = None) -> Holder | None:
    """Acquire the lock of a statistic. Returns None, or its holder, in which case the file must be opened read-only.

    take_over: replace another holder's lock, only after asking the user; seen: the holder about whom the user was
    asked. Raises LockNotMade.
    """
    lock = _lock_path(path)
    try:
        if lock.is_dir():
            raise IsADirectoryError(errno.EISDIR, "")
        return _taken_over(lock, seen) if take_over else _take_lock(lock)
    except OSError as fault:
        raise LockNotMade(name=lock.name, reason=reason_of(fault)) from fault


def _take_lock(lock: Path) -> Holder | None:
    try:
        handle = _made(lock)
    except FileExistsError:
        return _holder_by_now(lock)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_own_holder())
    except OSError:
        _remove(lock)  # it says of nobody
        raise
    return None


def _taken_over(lock: Path, seen_holder: Holder | None) -> Holder | None:
    with _changing(lock) as is_alone:
        found_holder = _holder(lock)
        if seen_holder is not None and found_holder != seen_holder:
            return found_holder
        # Replaced, never removed: at no time is there none.
        path = temporary_beside(lock)
        try:
            path.write_bytes(_own_holder())
            if not is_alone():
                return _holder(lock)
            replace_file(path, lock)
        finally:
            _remove(path)
    return None


def holder(path: Path) -> Holder:
    """Holder of a lock. An unreadable lock has an unknown holder; a lock that stays empty was left by a program that
    ended while creating it."""
    return _holder(_lock_path(path))


def _holder(lock: Path) -> Holder:
    try:
        content = read_file(lock, _MOST_BYTES)
        if content:
            return decoded(content, Holder)
        modified_time = lock.stat().st_mtime
        if time.time() - modified_time > _EMPTY_SECONDS:
            return Holder(platform.node(), 0, datetime.fromtimestamp(modified_time, UTC).isoformat(timespec="seconds"))
    except (OSError, msgspec.MsgspecError, UnicodeError):
        pass
    return Holder("?", 0, "")


def release(path: Path) -> None:
    """Release the lock, unless another process has taken it over."""
    lock = _lock_path(path)
    if not lock.exists():
        return
    try:
        with _changing(lock) as is_alone:
            if is_alone() and holder(path).is_own:
                _remove(lock)
    except OSError:  # no second lock can be made; taking it over cannot either
        if holder(path).is_own:
            _remove(lock)


def _holder_by_now(lock: Path) -> Holder:
    """Holder of a lock, after waiting for a program that is just creating it or ended while doing so."""
    end = time.monotonic() + 2 * _EMPTY_SECONDS
    while not (found_holder := _holder(lock)).time and _is_empty(lock) and time.monotonic() < end:
        time.sleep(_PAUSE)
    return found_holder


def _is_empty(lock: Path) -> bool:
    try:
        return lock.stat().st_size == 0
    except OSError:
        return False


def _own_holder() -> bytes:
    pid, time_text = os.getpid(), datetime.now(UTC).isoformat(timespec="seconds")
    return msgspec.json.encode(Holder(platform.node(), pid, time_text, process_begun(pid)))


@contextmanager
def _changing(lock: Path) -> Iterator[Callable[[], bool]]:
    """Hold the second lock for changes of the first; yields a function that returns whether this process has it. Raises
    OSError where there is no lock.
    """
    second, own_content = lock.with_name(lock.name + ".change"), _own_holder()
    end = time.monotonic() + WAIT_SECONDS
    has_lock = False
    while not has_lock and time.monotonic() < end:
        try:
            handle = _made(second)
        except FileExistsError:
            if second.is_dir():
                raise IsADirectoryError(errno.EISDIR, "") from None
            _clear_left(second)
            time.sleep(_PAUSE)
        else:
            has_lock = True
            with os.fdopen(handle, "wb") as stream:
                stream.write(own_content)
    try:
        yield lambda: has_lock and _content(second) == own_content
    finally:
        if has_lock and _content(second) == own_content:
            _remove(second)


def _made(lock: Path) -> int:
    """Create a lock that is not there; returns its handle. Raises FileExistsError, other OSErrors."""
    return insist(lambda: os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))


def _remove(lock: Path) -> None:
    """Remove a lock, also one that another program is reading just now. Raises OSError."""
    insist(lambda: lock.unlink(missing_ok=True))


def _clear_left(second: Path) -> None:
    """Remove the second lock of a crashed program.

    This is done under a third lock, named by a hash of the second's content, so that no other process removes it
    meanwhile, and a second lock created since then, with other content, stays.
    """
    content = _content(second)
    third = second.with_name(f"{second.name}.{hashlib.sha256(content).hexdigest()[:8]}")
    with contextlib.suppress(OSError):
        if not _is_left(second, content):
            return
        try:
            os.close(_made(third))
        except FileExistsError:
            if _age(third) > _LEFT_SECONDS:
                third.unlink()
            return
        try:
            if _content(second) == content and _is_left(second, content):
                _remove(second)
        finally:
            _remove(third)


def _is_left(second: Path, content: bytes) -> bool:
    try:
        if decoded(content, Holder).is_dead:
            return True
    except (msgspec.MsgspecError, UnicodeError):
        pass
    return _age(second) > (_LEFT_SECONDS if content else _EMPTY_SECONDS)


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _content(path: Path) -> bytes:
    try:
        return read_file(path, _MOST_BYTES)
    except OSError:
        return b""
