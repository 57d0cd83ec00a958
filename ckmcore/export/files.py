"""Files are written whole or not at all: to a temporary file beside the target, then put in its place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from ckmcore.errors import CkmError


class NotWritten(CkmError):
    """The file could not be written; what was there before stays."""

    code = "export_not_written"


def write_whole(path: Path, write: Callable[[Path], None]) -> None:
    """Let `write` fill a temporary file in the same folder, then replace `path`; raises NotWritten."""
    temporary: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=".", suffix=path.suffix + ".part", dir=path.parent)
        temporary = Path(name)
        os.close(handle)
        write(temporary)
        temporary.replace(path)
    except OSError as fault:
        raise NotWritten(name=path.name, reason=fault.strerror or str(fault)) from fault
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
