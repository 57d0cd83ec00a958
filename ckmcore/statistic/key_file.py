"""The key file of a role, which opens a sealed statistic."""

from __future__ import annotations

from pathlib import Path

from ckmcore.base.files import reason_of
from ckmcore.base.reading import read_file
from ckmcore.errors import DataError, FileError
from ckmcore.statistic.seal import Secret

MOST_BYTES = 1 << 20


def read_key_file(path: Path) -> Secret:
    """Secret in a key file. Raises seal_key_file_unreadable, seal_key_file_large."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DataError("seal_key_file_large", name=path.name)
        return Secret.key_file(read_file(path, MOST_BYTES))
    except OSError as fault:
        raise FileError("seal_key_file_unreadable", name=path.name, reason=reason_of(fault)) from fault
