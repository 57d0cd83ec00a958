"""The `.ckm` file: an SQLite image that is read and written whole, never a live database (architecture.md).

Open = read the bytes, deserialise into memory. Save = serialise, write beside the target, fsync, replace. One writer,
by a lock file; before saving, size and hash are compared with those at opening. It holds no microdata.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.files import clear_left_behind, reason_of, temporary_beside
from ckmcore.statistic.image import from_bytes, register_from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Secret

RETRY_SECONDS = 2.0


class StatisticMissing(CkmError):
    code = "ckm_missing"


class ChangedMeanwhile(CkmError):
    """The file on disk is no longer the one that was opened; saving would lose somebody's work."""

    code = "ckm_changed_meanwhile"


class StatisticNotSaved(CkmError):
    code = "ckm_not_saved"


@dataclass(frozen=True)
class Stamp:
    """What a file was when it was opened or saved."""

    size: int
    sha256: str

    @classmethod
    def of(cls, content: bytes) -> Stamp:
        return cls(len(content), hashlib.sha256(content).hexdigest())


def open_statistic(path: str | os.PathLike[str], secret: Secret | None = None) -> tuple[Statistic, Stamp]:
    """Read a `.ckm` file whole; `secret` opens one that has roles. What a crash left beside it is removed.

    Raises StatisticMissing and the errors of `from_bytes`.
    """
    path = Path(path)
    content = _content(path)
    clear_left_behind(path.parent)
    return from_bytes(content, path.name, secret), Stamp.of(content)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise StatisticMissing(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault


def open_register(path: Path) -> Statistic:
    """Title, identity and register of a `.ckm` file, with the kept figures and nothing else: that is open to whoever
    checks it, also where the statistic has roles. Raises as `open_statistic` does, but asks for no secret."""
    return register_from_bytes(_content(path), path.name)


def save_statistic(statistic: Statistic, path: str | os.PathLike[str], opened: Stamp | None = None) -> Stamp:
    """Write the statistic whole or not at all; returns the new stamp.

    `opened` is the stamp of the file as this session knows it: where the file on disk differs, ChangedMeanwhile is
    raised and nothing is written. None means that the user chose to write a new file.
    """
    path = Path(path)
    try:
        changed = opened is not None and path.exists() and Stamp.of(path.read_bytes()) != opened
    except OSError as fault:
        raise StatisticNotSaved(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    if changed:
        raise ChangedMeanwhile(name=path.name)
    content = to_bytes(_with_relative_sources(statistic, path))
    temporary: Path | None = None
    try:
        temporary = temporary_beside(path)
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        _replace(temporary, path)
        _fsync_folder(path.parent)
    except OSError as fault:
        raise StatisticNotSaved(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
    return Stamp.of(content)


def _replace(temporary: Path, path: Path) -> None:
    # On Windows a virus scanner or an indexer may hold the target for a moment.
    end = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            temporary.replace(path)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return


def _fsync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _relative(target: str, ckm_path: Path) -> str:
    try:
        return os.path.relpath(target, ckm_path.parent.resolve())
    except ValueError:  # another drive on Windows has no relative path
        return ""


def _with_relative_sources(statistic: Statistic, path: Path) -> Statistic:
    periods = []
    for period in statistic.periods:
        source = period.source
        if source is not None and source.path_absolute:
            more = tuple(
                replace(mark, path_relative=_relative(mark.path_absolute, path) or mark.path_relative)
                for mark in source.more
            )
            relative = _relative(source.path_absolute, path) or source.path_relative
            period = replace(period, source=replace(source, path_relative=relative, more=more))
        periods.append(period)
    return replace(statistic, periods=tuple(periods))
