"""The `.ckm` file: an SQLite image that is read and written whole, never a live database (architecture.md).

Open = read the bytes, deserialise into memory. Save = serialise, write beside the target, fsync, replace. One writer,
by a lock file; before saving, size and hash are compared with those at opening. It holds no microdata.
"""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.files import (
    NotCertain,
    clear_left_behind,
    folder_of,
    reason_of,
    replace_file,
    sync_folder,
    target_of,
    temporary_beside,
)
from ckmcore.base.reading import read_file
from ckmcore.errors import CkmError, DataError, FileError
from ckmcore.messages import Sentence
from ckmcore.statistic.guard import UNGUARDED, Guard
from ckmcore.statistic.image import make_image, read_image, register_from_bytes
from ckmcore.statistic.lock import acquire, holder, is_locked, release
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Secret

MOST_BYTES = 1 << 30  # it is held in memory whole, twice


@dataclass(frozen=True)
class Stamp:
    """State of a file when it was opened or saved. uncertain: why a saved file may not survive a power cut, or None;
    identity: of its statistic."""

    size: int
    sha256: str
    guard: Guard = field(default=UNGUARDED, compare=False)
    uncertain: Sentence | None = field(default=None, compare=False)
    identity: str = field(default="", compare=False)

    @classmethod
    def of(cls, content: bytes, guard: Guard = UNGUARDED, identity: str = "") -> Stamp:
        return cls(len(content), hashlib.sha256(content).hexdigest(), guard, identity=identity)


@checked
def open_statistic(path: str | os.PathLike[str], secret: Secret | None = None) -> tuple[Statistic, Stamp]:
    """Read a `.ckm` file. secret: opens a file with roles. Temporary files left by a crash are removed. Returns the
    statistic and the stamp of the file.

    Raises ckm_missing and the errors of `from_bytes`.

    >>> statistic, stamp = ckm.open_statistic("statistic.ckm")
    >>> statistic.title.text("de"), statistic.period.in_force.method.kind
    ('Personen', 'cell_key')
    """
    path = Path(path)
    content = _content(path)
    clear_left_behind(folder_of(path))
    statistic, guard = read_image(content, path.name, secret)
    if secret is not None and statistic.seal is None:
        raise DataError("ckm_not_sealed", name=path.name)
    return statistic, Stamp.of(content, guard, statistic.identity)


def _content(path: Path) -> bytes:
    try:
        return read_file(path, MOST_BYTES)
    except OSError as fault:
        if fault.errno == errno.EFBIG:
            raise DataError("ckm_too_large", name=path.name, most=MOST_BYTES >> 20) from None
        raise FileError("ckm_missing", name=path.name, reason=reason_of(fault)) from fault


def open_register(path: Path) -> tuple[Statistic, Guard]:
    """Read title, identity, register and kept figures of a `.ckm` file, and how the file is guarded. These need no
    secret, even where the statistic has roles, so that anybody can verify them. Raises the errors of
    `open_statistic`."""
    return register_from_bytes(_content(path), path.name)


@checked
def save_statistic(
    statistic: Statistic,
    path: str | os.PathLike[str],
    opened: Stamp | None = None,
    *,
    after: int = 0,
    replaces: bool = False,
) -> Stamp:
    """Write a statistic to a file, completely or not at all, and return the new stamp. The written image is verified by
    opening it first.

    opened: stamp of the file as this session knows it, None for a new file; where the file on disk differs,
    ckm_changed_meanwhile is raised. An existing file without a stamp, or with another statistic, is replaced only with
    `replaces`, otherwise ckm_in_the_way is raised. The generation is one above those of `opened` and `after`. With a
    stamp the file is compared and replaced under its lock.

    Raises ckm_locked where another process has the lock, LockNotMade, ckm_not_readable, ckm_not_saved; then the former
    file is unchanged.

    >>> stamp = ckm.save_statistic(ckm.Statistic("Persons"), "new.ckm")
    >>> statistic, stamp = ckm.open_statistic("new.ckm")
    >>> stamp = ckm.save_statistic(statistic.put_in_force(ckm.Rounding(10)), "new.ckm", stamp)
    """
    path = Path(path)
    target = target_of(path)
    with _alone(target, opened):
        try:
            if opened is not None and target.exists() and Stamp.of(read_file(target)) != opened:
                raise FileError("ckm_changed_meanwhile", name=path.name)
            same = opened is not None and opened.identity in ("", statistic.identity)
            if not (same or replaces) and os.path.lexists(target):
                raise FileError("ckm_in_the_way", name=path.name)
            generation = 1 + max(after, 0 if opened is None else opened.guard.generation)
            content, guard = _image(_with_relative_sources(statistic, target), generation, path.name)
            _put(target, content)
        except CkmError:
            raise
        except OSError as fault:
            reason = reason_of(fault)
            raise FileError("ckm_not_saved", name=path.name, reason=reason) from fault
        try:
            sync_folder(target)
        except NotCertain as fault:
            return replace(Stamp.of(content, guard, statistic.identity), uncertain=fault.sentence())
        return Stamp.of(content, guard, statistic.identity)


def _image(statistic: Statistic, generation: int, name: str) -> tuple[bytes, Guard]:
    """Image of a statistic, verified by reading it back, so that nothing unreadable is written. name: file name for
    errors."""
    content, guard = make_image(statistic, generation)
    try:
        read_image(content, name, opened=statistic.seal)
    except CkmError as refused:
        raise DataError("ckm_not_readable", name=name, reason=refused.sentence()) from refused
    return content, guard


@contextmanager
def _alone(target: Path, opened: Stamp | None) -> Iterator[None]:
    """Hold the lock of a file while it is replaced, unless this process has it already. opened: its stamp, None for a
    new file."""
    if opened is None or (is_locked(target) and holder(target).is_own):
        yield
        return
    other_holder = acquire(target)
    if other_holder is not None and other_holder.is_dead:  # it crashed while it saved; the stamp tells what it left
        other_holder = acquire(target, take_over=True, seen=other_holder)
    if other_holder is not None:
        raise FileError("ckm_locked", name=target.name, host=other_holder.host, time=other_holder.time or "?")
    try:
        yield
    finally:
        release(target)


def _put(target: Path, content: bytes) -> None:
    temporary: Path | None = None
    try:
        temporary = temporary_beside(target)
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        replace_file(temporary, target)
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def _relative(target: str, ckm_path: Path) -> str:
    """Path from the folder of a statistic, with the separators of every system; "" where there is none: on another
    drive of Windows, and for a path of another system.

    Both folders are resolved: Windows knows a network drive by its letter and by the name of its server.
    """
    path = Path(target)
    if not path.is_absolute():
        return ""
    folder = folder_of(ckm_path)
    try:
        return Path(os.path.relpath(path.parent.resolve() / path.name, folder)).as_posix()
    except ValueError:
        return ""


def _with_relative_sources(statistic: Statistic, path: Path) -> Statistic:
    periods = []
    for period in statistic.periods:
        source = period.source
        if source is not None and source.path_absolute:
            more_marks = tuple(
                replace(mark, path_relative=_relative(mark.path_absolute, path) or mark.path_relative)
                for mark in source.more
            )
            relative = _relative(source.path_absolute, path) or source.path_relative
            period = replace(period, source=replace(source, path_relative=relative, more=more_marks))
        periods.append(period)
    return replace(statistic, periods=tuple(periods))
