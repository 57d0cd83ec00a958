"""Files that somebody named, read: plain files only, and no more of them than is expected.

A pipe, a terminal or a device in the place of a file would wait for ever or never end. All that is wrong is an OSError,
whose number has words (`reason_of` in `files`), so that each caller says it as its own error.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 1 << 32


def open_file(path: Path) -> BinaryIO:
    """A file that is there, opened to be read. Raises OSError, ENODEV where it is none, at once and without waiting."""
    check_file(path)
    stream = path.open("rb")
    try:
        _check(os.fstat(stream.fileno()).st_mode, path)
    except OSError:
        stream.close()
        raise
    return stream


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """The whole of a file of at most so many bytes. Raises OSError as `open_file`, EFBIG where it has more."""
    with open_file(path) as stream:
        if os.fstat(stream.fileno()).st_size > most:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def check_file(path: Path) -> None:
    """Raises OSError where no plain file is there: for libraries that open it themselves."""
    _check(path.stat().st_mode, path)


def _check(mode: int, path: Path) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(path))
