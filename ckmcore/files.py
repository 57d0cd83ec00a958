"""Files are written whole or not at all: to a temporary file beside the target, then put in its place."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import hashlib
import os
import platform
import re
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.processes import process_lives
from ckmcore.sentences import Sentence, sentence

# There is no way to read the process's umask but to set it: done once, at import, before there are threads.
_UMASK = os.umask(0o022)
os.umask(_UMASK)


class NotWritten(CkmError):
    """The file could not be written; what was there before stays."""

    code = "export_not_written"


_REASONS = {
    errno.ENOENT: "os_not_there",
    errno.ENOTDIR: "os_not_there",
    errno.EISDIR: "os_is_folder",
    errno.EACCES: "os_no_rights",
    errno.EPERM: "os_no_rights",
    errno.EROFS: "os_no_rights",
    errno.ENOSPC: "os_disk_full",
    errno.EDQUOT: "os_disk_full",
    errno.ENAMETOOLONG: "os_name_too_long",
    errno.EEXIST: "os_is_file",
    errno.EBUSY: "os_in_use",
    errno.ETXTBSY: "os_in_use",
}


def reason_of(number: int | None, otherwise: str = "") -> Sentence | str:
    """What the operating system's error `number` says, in words of both languages; else the system's own words."""
    code = _REASONS.get(number) if number is not None else None
    if code is not None:
        return sentence(code)
    return otherwise or (os.strerror(number) if number is not None else "–")


LEFT_SUFFIX = ".part"
_LEFT = re.compile(r"\.ckm-([0-9a-f]{8})-(\d+)-.*\.part")


def target_of(path: Path) -> Path:
    """The file that a path means: a link stays a link, and what it leads to is written."""
    return Path(os.path.realpath(path))


def temporary_beside(path: Path, *, private: bool = False) -> Path:
    """An empty file in the folder of `path`, to be put in its place, with the rights that the file there has; a new one
    is readable by whom the folder's rules allow, a private one by its user alone."""
    clear_left_behind(path.parent)
    handle, name = tempfile.mkstemp(prefix=_own_prefix(), suffix=path.suffix + LEFT_SUFFIX, dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    if os.name == "posix":
        _give_rights(temporary, path, private=private)
    return temporary


def _give_rights(temporary: Path, path: Path, *, private: bool) -> None:
    """mkstemp lets nobody else read; colleagues must be able to, where they were. What is refused is no reason to lose
    the work: the file is then its user's alone."""
    with contextlib.suppress(OSError):
        former = path.stat()
        with contextlib.suppress(OSError):
            os.chown(temporary, -1, former.st_gid)
        temporary.chmod(stat.S_IMODE(former.st_mode))
        return
    if not private and not path.exists():
        with contextlib.suppress(OSError):
            temporary.chmod(0o666 & ~_UMASK)


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """A folder within another one, for files that shall be put there together; it is gone afterwards."""
    clear_left_behind(folder)
    with tempfile.TemporaryDirectory(
        prefix=_own_prefix(), suffix=LEFT_SUFFIX, dir=folder, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _host() -> str:
    """This computer in eight letters that do not tell its name."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _own_prefix() -> str:
    return f".ckm-{_host()}-{os.getpid()}-"


def clear_left_behind(folder: Path) -> None:
    """Removes temporary files and folders that processes of this computer left in a folder when they crashed.

    Those of other computers and of processes that still run stay; what cannot be removed is left for the next time.
    """
    try:
        names = [entry.name for entry in os.scandir(folder) if entry.name.startswith(".ckm-")]
    except OSError:
        return
    for name in names:
        found = _LEFT.fullmatch(name)
        if found is None or found[1] != _host() or process_lives(int(found[2])):
            continue
        left = folder / name
        with contextlib.suppress(OSError):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            else:
                left.unlink()


class NotCertain(CkmError):
    """A file was written, but the disk did not confirm it. Fields: name, reason."""

    code = "file_not_certain"


def write_whole(path: Path, write: Callable[[Path], None], *, private: bool = False) -> None:
    """Let `write` fill a temporary file in the same folder, then replace `path` (what a link leads to) by it, on disk.

    private: a new file is its user's alone. Raises NotWritten: what was there stays; NotCertain: the new file is there,
    and may not survive a power cut.
    """
    target = target_of(path)
    temporary: Path | None = None
    try:
        temporary = temporary_beside(target, private=private)
        write(temporary)
        sync_file(temporary)
        temporary.replace(target)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
    sync_folder(target)


def hand_over(path: Path, write: Callable[[Path], tuple[Path, ...]]) -> tuple[Path, ...]:
    """Let `write` fill files in a folder of its own beside `path`, which it is given there; only when it is done do
    they take their places, all or none. Returns them; raises as `place_all` does, and what `write` raises."""
    try:
        with temporary_folder(path.parent) as folder:
            written = write(folder / path.name)
            return place_all(written, path.parent)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault


def place_all(files: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """Puts files that lie in a folder within `folder` into their places there: all, or none.

    Each is on disk before the first is moved; where one cannot be placed, those before it go and what was there comes
    back. Raises NotWritten, NotCertain as `write_whole` does.
    """
    undone: list[tuple[Path, Path | None]] = []
    placed: list[Path] = []
    file = folder
    try:
        for file in files:
            sync_file(file)
        for file in files:
            target = target_of(folder / file.name)
            aside: Path | None = None
            if target.exists():
                aside = file.with_name(f"{file.name}.former")
                shutil.copy2(target, aside)  # a copy: what is there stays until the new one takes its place
                with contextlib.suppress(OSError):
                    file.chmod(stat.S_IMODE(target.stat().st_mode))
            undone.append((target, aside))
            file.replace(target)
            placed.append(folder / file.name)
    except OSError as fault:
        for target, aside in reversed(undone):
            with contextlib.suppress(OSError):
                if aside is not None:
                    aside.replace(target)
                elif folder / target.name in placed:
                    target.unlink(missing_ok=True)
        raise NotWritten(name=file.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    if placed:
        sync_folder(placed[-1])
    return tuple(placed)


def differs(path: Path, other: Path) -> bool:
    """Whether another file is there with another content than a file has."""
    if not other.exists():
        return False
    return not other.is_file() or not filecmp.cmp(path, other, shallow=False)


def sync_file(path: Path) -> None:
    """Waits until a file is on disk. Raises OSError."""
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Waits until the name of a file is on disk, where the system can be asked for it. Raises NotCertain."""
    if os.name != "posix":
        return
    try:
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as fault:
        if fault.errno in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            return  # this file system has no such thing
        raise NotCertain(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault


# What Windows takes for a device, with any ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
LONGEST_STEM = 80


def file_stem(text: str) -> str:
    """A text as the stem of a file name that every system takes; "" where nothing is left of it."""
    stem = re.sub(r"[^\w\-. ]+", " ", text)
    stem = re.sub(r"\s+", "_", stem.strip(" .")).strip("_")[:LONGEST_STEM].rstrip(" .")
    return f"{stem}_" if stem.partition(".")[0].casefold() in _DEVICES else stem


def patterned_stem(pattern: str, table: str, **parts: str) -> str:
    """A stem by a pattern such as `{table} {period}`; a long name of a table is cut, so that the other parts stay.

    `parts`: the other names that the pattern may hold, each with its text.
    """
    room = max(LONGEST_STEM - len(pattern.format(table="", **parts)), 10)
    return file_stem(pattern.format(table=re.sub(r"[\W_]+$", "", table[:room]) or table[:room].rstrip(), **parts))
