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
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ckmcore.base.exit_codes import Exit
from ckmcore.base.guarded import check_target
from ckmcore.base.processes import process_lives
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, sentence

# There is no way to read the process's umask but to set it: done once, at import, before there are threads.
_UMASK = os.umask(0o022)
os.umask(_UMASK)


class NotWritten(FileError):
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
    errno.ENODEV: "os_not_a_file",
    errno.ENXIO: "os_not_a_file",
    errno.EFBIG: "os_too_large",
}


def reason_of(number: int | None, otherwise: str = "") -> Sentence | str:
    """What the operating system's error `number` says, in words of both languages; else the system's own words."""
    code = _REASONS.get(number) if number is not None else None
    if code is not None:
        return sentence(code)
    return otherwise or (os.strerror(number) if number is not None else "–")


RETRY_SECONDS, _RETRY_PAUSE = 2.0, 0.1
LEFT_SUFFIX = ".part"
_LEFT = re.compile(r"\.ckm-([0-9a-f]{8})-(\d+)-.*\.part")
# What was begun of a large file waits for so long to be gone on with.
BEGUN_SECONDS = 14 * 86_400
_BEGUN = re.compile(r"\.ckm-([0-9a-f]{8})-(\d+)-([0-9a-f]{16})\.begun")


def target_of(path: Path) -> Path:
    """The file that a path means: a link stays a link, and what it leads to is written."""
    return Path(os.path.realpath(path))


def folder_of(path: Path) -> Path:
    """The folder of the file that a path means: what belongs to the file lies there, by whatever name it is called."""
    return target_of(path).parent


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
        if path.exists():
            former = path.stat()
            _give_owner(temporary, former)
            temporary.chmod(stat.S_IMODE(former.st_mode))
        elif not private:
            temporary.chmod(0o666 & ~_UMASK)


def _give_owner(temporary: Path, former: os.stat_result) -> None:
    """The user and group of the file that was there; only its group where another's file cannot be made."""
    for user in (former.st_uid, -1):
        with contextlib.suppress(OSError):
            os.chown(temporary, user, former.st_gid)
            return


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
        left, found = folder / name, _LEFT.fullmatch(name)
        if found is None:
            found = _BEGUN.fullmatch(name)
            with contextlib.suppress(OSError):
                found = None if time.time() - left.stat().st_mtime < BEGUN_SECONDS else found
        if found is None or found[1] != _host() or process_lives(int(found[2])):
            continue
        with contextlib.suppress(OSError):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            else:
                left.unlink()


def begun_file(target: Path) -> Path:
    """The file, in a folder of its own beside `target`, to which a large file is written before it takes its place: the
    one that a process of this computer left there when it died, or an empty one. Raises OSError."""
    clear_left_behind(target.parent)
    mark = hashlib.sha256(target.name.encode()).hexdigest()[:16]
    mine = target.with_name(f"{_own_prefix()}{mark}.begun")
    shutil.rmtree(mine, ignore_errors=True)
    for entry in list(os.scandir(target.parent)):
        found = _BEGUN.fullmatch(entry.name)
        if found is None or found[1] != _host() or found[3] != mark or process_lives(int(found[2])):
            continue
        if _is_own_folder(entry):
            with contextlib.suppress(OSError):  # another process was first, or there is one already: it goes later
                Path(entry.path).rename(mine)
    try:
        mine.mkdir(mode=0o700, exist_ok=True)
        file = mine / "lines"
        file.touch(mode=0o600)
        if os.name == "posix":
            _give_rights(file, target, private=False)
    except OSError:
        shutil.rmtree(mine, ignore_errors=True)
        raise
    return file


def _is_own_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder, and no other user's."""
    with contextlib.suppress(OSError):
        if entry.is_dir(follow_symlinks=False):
            return sys.platform == "win32" or entry.stat(follow_symlinks=False).st_uid == os.geteuid()
    return False


class NotCertain(FileError):
    """A file was written, but the disk did not confirm it. Fields: name, reason."""

    code = "file_not_certain"
    exit_code = Exit.PARTLY


class PartlyWritten(FileError):
    """Some of several files took their places and could not be taken back. Fields: names (of these), reason."""

    code = "files_partly_written"
    exit_code = Exit.PARTLY


class FilesInTheWay(FileError):
    """Files of the same names and other content are there; nothing was written. Fields: folder, count, names (of the
    first)."""

    code = "files_in_the_way"
    exit_code = Exit.IN_THE_WAY


def write_whole(
    path: Path,
    write: Callable[[Path], None],
    *,
    private: bool = False,
    temporary: Callable[[Path], Path] | None = None,
    own: bool = False,
) -> None:
    """Let `write` fill a temporary file in the same folder, then replace `path` (what a link leads to) by it, on disk.

    private: a new file is its user's alone; temporary: makes another temporary file on the same disk; own: of a kind
    that the program keeps for itself, and that no result may replace. Raises NotWritten, and as `check_target` does:
    what was there stays; NotCertain: the new file is there, and may not survive a power cut.
    """
    if not own:
        check_target(path)
    target = target_of(path)
    file: Path | None = None
    try:
        file = temporary_beside(target, private=private) if temporary is None else temporary(target)
        write(file)
        sync_file(file)
        replace_file(file, target)
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    finally:
        _remove([file])
    if not _LEFT.fullmatch(target.parent.name):  # within a folder for the time being, nothing is to survive
        sync_folder(target)


def replace_file(new: Path, target: Path) -> None:
    """Puts a file in the place of another one. On Windows a virus scanner or an indexer may hold that for a moment: it
    is tried again for some seconds then. Raises OSError."""
    end = time.monotonic() + RETRY_SECONDS
    while True:
        try:
            new.replace(target)
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > end:
                raise
            time.sleep(_RETRY_PAUSE)
        else:
            return


def hand_over(path: Path, write: Callable[[Path], tuple[Path, ...]]) -> tuple[Path, ...]:
    """Let `write` fill files in a folder of its own beside `path`, which it is given there; only when it is done do
    they take their places, all or none. Returns them; raises as `place_all` does, and what `write` raises."""
    try:
        with temporary_folder(path.parent) as folder:
            written = write(folder / path.name)
            return place_all(written, path.parent)
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault


def place_all(files: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """Puts files that lie in a folder within `folder` into their places there: all, or none.

    Each is on disk before the first is moved; where one cannot be placed, those before it go and what was there comes
    back. Raises NotWritten, PartlyWritten where it does not come back, NotCertain as `write_whole` does.
    """
    for file in files:
        check_target(folder / file.name)
    targets = [target_of(folder / file.name) for file in files]
    beside: list[Path] = []
    moved: list[tuple[Path, Path, Path | None]] = []
    file = folder
    try:
        ready = []
        for file, target in zip(files, targets, strict=True):
            ready.append((file, _on_its_disk(file, target, beside), _former(target, beside)))
        for (file, new, former), target in zip(ready, targets, strict=True):  # noqa: B007 - a fault names it
            moved.append((new, target, former))
            replace_file(new, target)
    except OSError as fault:
        reason = reason_of(fault.errno, fault.strerror or str(fault))
        stay = _taken_back(moved)
        if stay:
            raise PartlyWritten(names=stay, reason=reason) from fault
        raise NotWritten(name=file.name, reason=reason) from fault
    except KeyboardInterrupt:
        _taken_back(moved)
        raise
    finally:
        _remove(beside)
    for target in {target.parent: target for target in targets}.values():
        sync_folder(target)
    return tuple(folder / file.name for file in files)


def _on_its_disk(file: Path, target: Path, beside: list[Path]) -> Path:
    """A file, on disk, that takes the place of `target` in one step and has the rights of what is there."""
    if file.parent.parent == target.parent:
        if os.name == "posix":
            _give_rights(file, target, private=True)
    else:  # a link leads to another folder, maybe on another disk
        beside.append(temporary_beside(target))
        shutil.copyfile(file, beside[-1])
        file = beside[-1]
    sync_file(file)
    return file


def _former(target: Path, beside: list[Path]) -> Path | None:
    """A second name of what is there, or a copy; None where there is nothing."""
    if not target.is_file():
        return None
    beside.append(temporary_beside(target))
    try:
        beside[-1].unlink()
        os.link(target, beside[-1])
    except OSError:
        shutil.copy2(target, beside[-1])
        sync_file(beside[-1])
    return beside[-1]


def _taken_back(moved: Sequence[tuple[Path, Path, Path | None]]) -> list[str]:
    """Undoes what took its place (it is no longer where it was made); the names of what stays."""
    stay = []
    for new, target, former in reversed(moved):
        if new.exists():
            continue
        try:
            if former is None:
                target.unlink()
            else:
                replace_file(former, target)
        except OSError:
            stay.append(target.name)
    return stay[::-1]


def _remove(files: Iterable[Path | None]) -> None:
    for file in files:
        with contextlib.suppress(OSError):  # it goes at the next start
            if file is not None:
                file.unlink(missing_ok=True)


NAMED = 5


def refuse_others(files: Iterable[Path], folder: Path) -> None:
    """Raises FilesInTheWay where other files of the same names, with other content, lie in a folder."""
    names = [file.name for file in files if is_other(file, folder / file.name)]
    if names:
        raise FilesInTheWay(folder=folder.name, count=len(names), names=[*names[:NAMED], *["…"] * (len(names) > NAMED)])


def is_other(path: Path, other: Path) -> bool:
    """Whether something lies at `other` that is not a file of the same content as `path`."""
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
