"""Files that somebody named, read: plain files only, and no more of them than is expected.

A pipe, a terminal or a device in the place of a file would wait for ever or never end. All that is wrong is an OSError,
whose number has words (`reason_of` in `files`), so that each caller says it as its own error.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 1 << 32
_PIECE = 1 << 20

if sys.platform == "win32":
    import ctypes
    import msvcrt

    _SHARE_ALL, _OPEN_EXISTING, _NORMAL = 7, 3, 0x80  # of CreateFileW: reading, writing and deleting by others

    def _shared(path: str, _flags: int) -> int:
        """Open a file for reading so that other programs can replace or remove it meanwhile, as elsewhere."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateFileW.restype = ctypes.c_void_p
        read = 0x80000000  # GENERIC_READ
        handle = kernel.CreateFileW(path, read, _SHARE_ALL, None, _OPEN_EXISTING, _NORMAL, None)
        if handle in (None, ctypes.c_void_p(-1).value):
            fault = ctypes.WinError(ctypes.get_last_error())
            fault.filename = path
            raise fault
        return msvcrt.open_osfhandle(handle, os.O_RDONLY | os.O_BINARY)

else:
    _shared = None  # sharing is the rule there


def open_file(path: Path) -> BinaryIO:
    """Open an existing plain file for reading. Raises OSError; ENODEV, without waiting, where the path is a pipe or
    device."""
    check_file(path)
    stream = open(path, "rb", opener=_shared)  # noqa: SIM115 - it is returned
    try:
        _check(os.fstat(stream.fileno()).st_mode, path)
    except OSError:
        stream.close()
        raise
    return stream


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """Read a whole file of at most `most` bytes. Raises OSError as `open_file`; EFBIG where the file is larger."""
    with open_file(path) as stream:
        if os.fstat(stream.fileno()).st_size > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        content = read_most(stream, most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def read_most(stream: BinaryIO, most: int) -> bytes:
    """Read a plain file to its end, but no more than `most` bytes. Room is taken for what the file holds, not for
    `most`: Windows counts as used, and writes to, all that a program asks for."""
    size = max(os.fstat(stream.fileno()).st_size - stream.tell(), 0)
    content = stream.read(min(size + 1, most))
    while size < len(content) < most and (piece := stream.read(min(_PIECE, most - len(content)))):
        content += piece  # somebody writes to it meanwhile
    return content


def check_file(path: Path) -> None:
    """Raise OSError where the path is not a plain file; for libraries that open files themselves."""
    try:
        mode = path.stat().st_mode
    except ValueError as fault:  # a name with a zero byte
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from fault
    _check(mode, path)


def _check(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(path))
