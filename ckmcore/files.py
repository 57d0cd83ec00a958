"""Files are written whole or not at all: to a temporary file beside the target, then put in its place."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from ckmcore.errors import CkmError
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
    errno.EBUSY: "os_in_use",
    errno.ETXTBSY: "os_in_use",
}


def reason_of(number: int | None, otherwise: str = "") -> Sentence | str:
    """What the operating system's error `number` says, in words of both languages; else the system's own words."""
    code = _REASONS.get(number) if number is not None else None
    if code is not None:
        return sentence(code)
    return otherwise or (os.strerror(number) if number is not None else "–")


def temporary_beside(path: Path) -> Path:
    """An empty file in the folder of `path`, to be put in its place; readable by whom the folder's rules allow."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix + ".part", dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    if os.name == "posix":
        # mkstemp lets nobody else read; colleagues must be able to.
        temporary.chmod(0o666 & ~_UMASK)
    return temporary


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file in the same folder, then replace `path`; raises NotWritten."""
    temporary: Path | None = None
    try:
        temporary = temporary_beside(path)
        write(temporary)
        temporary.replace(path)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def hand_over(path: Path, write: Callable[[Path], tuple[Path, ...]]) -> tuple[Path, ...]:
    """Let `write` fill files in a folder of its own beside `path`, which it is given there; only when it is done do
    they take their places, one after another. Returns them; raises NotWritten, and what `write` raises."""
    folder: Path | None = None
    try:
        folder = Path(tempfile.mkdtemp(prefix=".", suffix=".part", dir=path.parent))
        written = write(folder / path.name)
        for file in written:
            file.replace(path.parent / file.name)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=reason_of(fault.errno, fault.strerror or str(fault))) from fault
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
    return tuple(path.parent / file.name for file in written)


# What Windows takes for a device, with any ending.
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
LONGEST_STEM = 80


def file_stem(text: str) -> str:
    """A text as the stem of a file name that every system takes; "" where nothing is left of it."""
    stem = re.sub(r"[^\w\-. ]+", " ", text)
    stem = re.sub(r"\s+", "_", stem.strip(" .")).strip("_")[:LONGEST_STEM].rstrip(" .")
    return f"{stem}_" if stem.partition(".")[0].casefold() in _DEVICES else stem
