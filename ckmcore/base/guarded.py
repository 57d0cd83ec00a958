"""What may not be written over: files that are needed, kept files of our own kinds, and whatever is no file at all.

Everything that writes a file under a name that somebody gave asks `check_target`: `write_whole` and `place_all` in
`files` for all results, and the log of `ckm`. A command needs the files that its options name, and a statistic its
file, sources, keys and register for as long as it is open (`need`, `needed_while`).
"""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ckmcore.base.reading import open_file
from ckmcore.errors import FileError

# What the program keeps for itself: statistics, registers, marks, personal keys, unsaved work, locks, record keys.
_KEPT = re.compile(
    r"\.(ckm|ckmregister|ckmmark|ckmaccepted|ckmtold|ckmperson|ckmunsaved|lock|lock\.change)$"
    r"|\.period\d+\.keys(-\d+)?\.parquet$",
    re.IGNORECASE,
)
_STATISTIC = b"SQLite format 3\0"

_alone = threading.Lock()
_needed: set[Path] = set()


class FileNeeded(FileError):
    """The result would replace a file that the command reads or the statistic needs. Fields: name."""

    code = "file_needed"


def need(paths: Iterable[Path]) -> None:
    """Note files that must not be overwritten from now on."""
    with _alone:
        _needed.update(paths)


@contextmanager
def needed_while() -> Iterator[None]:
    """Restore the set of needed files at the end of the block."""
    with _alone:
        needed_before = set(_needed)
    try:
        yield
    finally:
        need_only(needed_before)


def need_only(paths: Iterable[Path]) -> None:
    """Replace the set of needed files by these paths."""
    needed = set(paths)
    with _alone:
        _needed.clear()
        _needed.update(needed)


def check_regular(path: Path) -> None:
    """Raise not_a_file where the path leads to a pipe, a device or the like. A missing file is accepted."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise FileError("not_a_file", name=path.name or str(path))


def check_target(path: Path) -> None:
    """Check a path before a result is written to it. Raises FileNeeded, file_kept, not_a_file."""
    check_regular(path)
    target = Path(os.path.realpath(path))
    with _alone:
        needed = set(_needed)
    if any(_same(target, source) for source in needed):
        raise FileNeeded(name=path.name)
    if _KEPT.search(target.name) or _KEPT.search(path.name) or _begins_as_statistic(target):
        raise FileError("file_kept", name=path.name)


def same_file(path: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, which need not exist yet."""
    return _same(Path(os.path.realpath(path)), other)


def _same(target: Path, other_path: Path) -> bool:
    try:
        return target.samefile(other_path)
    except (OSError, ValueError):
        pass
    try:
        return target == Path(os.path.realpath(other_path))
    except (OSError, ValueError):
        return False


def _begins_as_statistic(target: Path) -> bool:
    """Whether the file is a statistic by its first bytes, whatever its name."""
    try:
        with open_file(target) as file:
            return file.read(len(_STATISTIC)) == _STATISTIC
    except OSError:
        return False
