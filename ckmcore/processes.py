"""Processes of this computer: whether one still runs."""

from __future__ import annotations

import os
import sys

_MOST = (1 << 31) - 1  # no process has a larger number


def process_lives(pid: int) -> bool:
    """Whether a process of this computer runs."""
    if not 0 < pid <= _MOST:
        return False
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x1000, False, pid)  # query limited information
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
