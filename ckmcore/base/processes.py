"""Processes of this computer: whether one still runs, and whether it is still the one that had its number before."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from pathlib import Path

_MOST = (1 << 31) - 1  # no process has a larger number
_QUERY = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_PLACE_OF_START = 19  # of `starttime` behind the name of the program, proc_pid_stat(5)


def process_lives(pid: int, begun: str = "") -> bool:
    """Whether a process of this computer is running. begun: result of `process_begun` at an earlier time, or "". It is
    compared, since the system reuses process numbers."""
    if not 0 < pid <= _MOST or not _runs(pid):
        return False
    current_begun = process_begun(pid) if begun else ""
    return not current_begun or current_begun == begun


def process_begun(pid: int) -> str:
    """Start time of a process as a text that is unique on this computer; "" where the system does not give one."""
    try:
        if sys.platform == "win32":
            return _windows_begun(pid)
        stat_fields = Path("/proc", str(pid), "stat").read_bytes().rpartition(b")")[2].split()
        return f"{_boot()} {int(stat_fields[_PLACE_OF_START])}"
    except (OSError, ValueError, IndexError):
        return ""


@cache
def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(_QUERY, False, pid)
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


def _windows_begun(pid: int) -> str:
    if sys.platform != "win32":
        return ""
    import ctypes

    kernel, times = ctypes.windll.kernel32, (ctypes.c_ulonglong * 4)()  # created, ended, in the kernel, in the program
    handle = kernel.OpenProcess(_QUERY, False, pid)
    if not handle:
        return ""
    size = ctypes.sizeof(ctypes.c_ulonglong)
    time_pointers = [ctypes.byref(times, index * size) for index in range(4)]
    process_times = kernel.GetProcessTimes(handle, *time_pointers)
    kernel.CloseHandle(handle)
    return str(times[0]) if process_times else ""


_SET_DUMPABLE = 4  # PR_SET_DUMPABLE, prctl(2)


def keep_memory() -> None:
    """Protect this process's memory: no core dump in a crash, and on Linux no reading by other processes of the user.
    Child processes are not affected. Only for our own programs, not for programs that import the engine."""
    if sys.platform == "win32":
        return  # error reporting is the administrator's (docs/security.md)
    import resource

    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # another library of C has it not
            ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0)
