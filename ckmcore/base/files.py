"""Files are written whole or not at all: to a temporary file beside the target, then put in its place."""

from __future__ import annotations

import contextlib
import errno
import filecmp
import hashlib
import os
import platform
import random
import re
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath, PureWindowsPath
from typing import TypeVar

from ckmcore.base.exit_codes import Exit
from ckmcore.base.guarded import check_target
from ckmcore.base.processes import process_lives
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, sentence

Result = TypeVar("Result")

# There is no way to read the process's umask but to set it: done once, at import, before there are threads.
_UMASK = os.umask(0o022)
os.umask(_UMASK)


class NotWritten(FileError):
    """The file could not be written; the former file stays."""

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


# Windows' own numbers, where it says EACCES: sharing or locking violation, a part that is mapped.
_IN_USE = {32, 33, 1224}


def reason_of(fault: OSError | int) -> Sentence | str:
    """Translated text for an error of the operating system or its number; otherwise the system's own text."""
    if isinstance(fault, int):
        return sentence(_REASONS[fault]) if fault in _REASONS else os.strerror(fault)
    if getattr(fault, "winerror", None) in _IN_USE:
        return sentence("os_in_use")
    if fault.errno in _REASONS:
        return sentence(_REASONS[fault.errno])
    return fault.strerror or str(fault) or type(fault).__name__


RETRY_SECONDS, _RETRY_PAUSE, _MOST_PAUSE = 3.0, 0.002, 0.1
LEFT_SUFFIX = ".part"
_LEFT = re.compile(r"\.ckm-([0-9a-f]{8})-(\d+)-.*\.part")
# What was begun of a large file waits for so long to be gone on with.
BEGUN_SECONDS = 14 * 86_400
_BEGUN = re.compile(r"\.ckm-([0-9a-f]{8})-(\d+)-([0-9a-f]{16})\.begun")


def target_of(path: Path) -> Path:
    """File that a path refers to. Links are resolved, so that writing replaces the link's target."""
    return Path(os.path.realpath(path))


def folder_of(path: Path) -> Path:
    """Folder of the file that a path refers to, links resolved; files that belong to it lie there."""
    return target_of(path).parent


def path_from(file: Path, relative: str) -> Path:
    """File by its path relative to the folder of another file, also as a former version wrote it on Windows."""
    path = folder_of(file) / relative
    return folder_of(file) / relative.replace("\\", "/") if "\\" in relative and not path.exists() else path


def name_of(path: str) -> str:
    """Name of a file by its path on whatever system it was written."""
    return (PureWindowsPath if PureWindowsPath(path).drive else PurePath)(path).name


def temporary_beside(path: Path, *, private: bool = False) -> Path:
    """Create an empty temporary file in the folder of `path` that shall replace the file there, with the same access
    rights.

    private: a new file is readable by its user alone; otherwise the folder's rules decide.
    """
    clear_left_behind(path.parent)
    temporary = _own_path(path.parent, path.suffix)
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if sys.platform != "win32":
        _give_rights(temporary, path, private=private)
    return temporary


def _give_rights(temporary: Path, path: Path, *, private: bool) -> None:
    """Give a temporary file the owner and rights of the file that it replaces; until then its user
    alone can read it. Where this is refused, the file stays private, so that no work is lost."""
    with contextlib.suppress(OSError):
        if path.exists():
            former = path.stat()
            _give_owner(temporary, former)
            temporary.chmod(stat.S_IMODE(former.st_mode))
        elif not private:
            temporary.chmod(0o666 & ~_UMASK)


def _give_owner(temporary: Path, former: os.stat_result) -> None:
    """Give a temporary file the user and group of the former file, or its group alone where the user may not be
    changed."""
    if sys.platform == "win32":  # folders give rights there
        return
    for user in (former.st_uid, -1):
        with contextlib.suppress(OSError):
            os.chown(temporary, user, former.st_gid)
            return


@contextmanager
def temporary_folder(folder: Path) -> Iterator[Path]:
    """Temporary folder within another one, for files that shall be moved there together. It is removed at the end of
    the block."""
    clear_left_behind(folder)
    own = _own_path(folder)
    own.mkdir(mode=0o700)
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def _host() -> str:
    """Eight hexadecimal digits that identify this computer without revealing its name."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _own_prefix() -> str:
    return f".ckm-{_host()}-{os.getpid()}-"


def _own_path(folder: Path, suffix: str = "") -> Path:
    """Path of a temporary file or folder, which nothing has yet.

    Python's `tempfile` is not asked: where Windows gives no right to write into a folder, it tries two milliards of
    names.
    """
    return folder / f"{_own_prefix()}{secrets.token_hex(4)}{suffix}{LEFT_SUFFIX}"


def clear_left_behind(folder: Path) -> None:
    """Remove temporary files and folders that crashed processes of this computer left in a folder.

    Those of other computers and of running processes stay. Failures to remove are ignored.
    """
    try:
        names = [entry.name for entry in os.scandir(folder) if entry.name.startswith(".ckm-")]
    except OSError:
        return
    for name in names:
        left, match = folder / name, _LEFT.fullmatch(name)
        if match is None:
            match = _BEGUN.fullmatch(name)
            with contextlib.suppress(OSError):
                match = None if time.time() - left.stat().st_mtime < BEGUN_SECONDS else match
        if match is None or match[1] != _host() or process_lives(int(match[2])):
            continue
        with contextlib.suppress(OSError):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            else:
                left.unlink()


def begun_file(target: Path) -> Path:
    """File in a folder beside `target` to which a large result is written before it replaces `target`. A partial file
    left by a dead process of this computer is continued; otherwise the file is new and empty. Raises OSError."""
    clear_left_behind(target.parent)
    mark = hashlib.sha256(target.name.encode()).hexdigest()[:16]
    own_path = target.with_name(f"{_own_prefix()}{mark}.begun")
    shutil.rmtree(own_path, ignore_errors=True)
    for entry in list(os.scandir(target.parent)):
        match = _BEGUN.fullmatch(entry.name)
        if match is None or match[1] != _host() or match[3] != mark or process_lives(int(match[2])):
            continue
        if _is_own_folder(entry):
            with contextlib.suppress(OSError):  # another process was first, or there is one already: it goes later
                Path(entry.path).rename(own_path)
    try:
        own_path.mkdir(mode=0o700, exist_ok=True)
        file = own_path / "lines"
        file.touch(mode=0o600)
        if os.name == "posix":
            _give_rights(file, target, private=False)
    except OSError:
        shutil.rmtree(own_path, ignore_errors=True)
        raise
    return file


def _is_own_folder(entry: os.DirEntry[str]) -> bool:
    """Whether a directory entry is a folder of the current user."""
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
    """Let `write` fill a temporary file in the same folder, flush it to disk, and replace `path` (links resolved) by
    it.

    private: a new file is readable by its user alone. temporary: function that makes another temporary file on the same
    disk. own: the file is one of the program's own, which results may not replace.

    Raises NotWritten and the errors of `check_target`; the former file stays. Raises NotCertain where the new file is
    in place but may not survive a power cut.
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
        raise NotWritten(name=path.name, reason=reason_of(fault)) from fault
    finally:
        _remove([file])
    if not _LEFT.fullmatch(target.parent.name):  # within a folder for the time being, nothing is to survive
        sync_folder(target)


def replace_file(new: Path, target: Path) -> None:
    """Replace a file by another one. Raises OSError."""
    insist(lambda: new.replace(target))


def insist(act: Callable[[], Result]) -> Result:
    """Do something with a file that Windows refuses while another program has the file open, a virus scanner or one
    that reads a lock: it is tried again for some seconds, at times that two programs do not share. Raises OSError."""
    end, pause = time.monotonic() + RETRY_SECONDS, _RETRY_PAUSE
    while True:
        try:
            return act()
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > end:
                raise
            time.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - no secret
            pause = min(2 * pause, _MOST_PAUSE)


def hand_over(path: Path, write: Callable[[Path], tuple[Path, ...]]) -> tuple[Path, ...]:
    """Let `write` make files in a temporary folder, then move all of them to the folder of `path`, or none. `write` is
    given a path in the temporary folder and returns the files that it wrote.

    Returns their final paths. Raises the errors of `place_all` and of `write`.
    """
    try:
        with temporary_folder(path.parent) as folder:
            written = write(folder / path.name)
            return place_all(written, path.parent)
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault)) from fault


def place_all(files: Sequence[Path], folder: Path) -> tuple[Path, ...]:
    """Move files from a subfolder of `folder` to `folder`: all, or none.

    All files are flushed to disk before the first is moved. Where one cannot be moved, those moved before are undone
    and the former files restored. Raises NotWritten; PartlyWritten where restoring fails; NotCertain as `write_whole`
    does.
    """
    for file in files:
        check_target(folder / file.name)
    targets = [target_of(folder / file.name) for file in files]
    adjacent_paths: list[Path] = []
    moved: list[tuple[Path, Path, Path | None]] = []
    file = folder
    try:
        ready = []
        for file, target in zip(files, targets, strict=True):
            ready.append((file, _on_its_disk(file, target, adjacent_paths), _former(target, adjacent_paths)))
        for (file, new, former), target in zip(ready, targets, strict=True):  # noqa: B007 - a fault names it
            moved.append((new, target, former))
            replace_file(new, target)
    except OSError as fault:
        reason = reason_of(fault)
        stay = _taken_back(moved)
        if stay:
            raise PartlyWritten(names=stay, reason=reason) from fault
        raise NotWritten(name=file.name, reason=reason) from fault
    except KeyboardInterrupt:
        _taken_back(moved)
        raise
    finally:
        _remove(adjacent_paths)
    for target in {target.parent: target for target in targets}.values():
        sync_folder(target)
    return tuple(folder / file.name for file in files)


def _on_its_disk(file: Path, target: Path, adjacent_paths: list[Path]) -> Path:
    """Make a file that can replace `target` in one step: on the same disk, flushed, with the access rights of `target`.
    adjacent_paths: temporary files made so far, to which a copy is added."""
    if file.parent.parent == target.parent:
        if os.name == "posix":
            _give_rights(file, target, private=True)
    else:  # a link leads to another folder, maybe on another disk
        adjacent_paths.append(temporary_beside(target))
        shutil.copyfile(file, adjacent_paths[-1])
        file = adjacent_paths[-1]
    sync_file(file)
    return file


def _former(target: Path, adjacent_paths: list[Path]) -> Path | None:
    """Keep the file at `target` under a second name by a hard link or a copy; None where there is none. adjacent_paths:
    temporary files made so far, to which this one is added."""
    if not target.is_file():
        return None
    adjacent_paths.append(temporary_beside(target))
    try:
        adjacent_paths[-1].unlink()
        os.link(target, adjacent_paths[-1])
    except OSError:
        shutil.copy2(target, adjacent_paths[-1])
        sync_file(adjacent_paths[-1])
    return adjacent_paths[-1]


def _taken_back(moved: Sequence[tuple[Path, Path, Path | None]]) -> list[str]:
    """Undo moves of files and return the names of those that could not be undone. moved: of each file its temporary
    path, its target, and the kept former file or None."""
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
                insist(lambda file=file: file.unlink(missing_ok=True))  # type: ignore[misc]


NAMED = 5


def refuse_others(files: Iterable[Path], folder: Path) -> None:
    """Raise FilesInTheWay where the folder has files of the same names with other content."""
    names = [file.name for file in files if is_other(file, folder / file.name)]
    if names:
        raise FilesInTheWay(folder=folder.name, count=len(names), names=[*names[:NAMED], *["…"] * (len(names) > NAMED)])


def is_other(path: Path, other: Path) -> bool:
    """Whether `other` exists and is not a file of the same content as `path`."""
    if not other.exists():
        return False
    return not other.is_file() or not filecmp.cmp(path, other, shallow=False)


def sync_file(path: Path) -> None:
    """Wait until a file is on disk. Raises OSError."""
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(path: Path) -> None:
    """Wait until the folder's entry of a file is on disk, where the system supports this. Raises NotCertain."""
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
        raise NotCertain(name=path.name, reason=reason_of(fault)) from fault


# What Windows takes for a device, with any ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{index}" for port in ("com", "lpt") for index in range(1, 10))}
LONGEST_STEM = 80


def file_stem(text: str) -> str:
    """Convert a text to a file name without ending that every system accepts; "" where no valid character is left."""
    stem = re.sub(r"[^\w\-. ]+", " ", text)
    stem = re.sub(r"\s+", "_", stem.strip(" .")).strip("_")[:LONGEST_STEM].rstrip(" .")
    return f"{stem}_" if stem.partition(".")[0].casefold() in _DEVICES else stem


def patterned_stem(pattern: str, table: str, **parts: str) -> str:
    """File name without ending from a pattern such as `{table} {period}`. A long table name is cut, so that the other
    parts stay complete.

    parts: value of each other name in the pattern.
    """
    stem_length = max(LONGEST_STEM - len(pattern.format(table="", **parts)), 10)
    return file_stem(
        pattern.format(table=re.sub(r"[\W_]+$", "", table[:stem_length]) or table[:stem_length].rstrip(), **parts)
    )
