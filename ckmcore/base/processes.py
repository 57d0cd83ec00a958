"""Processes of this computer: whether one still runs, and whether it is still the one that had its number before."""

from __future__ import annotations

import contextlib
import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

_MOST = (1 << 31) - 1  # no process has a larger number
_QUERY = 0x1000  # PROCESS_QUERY_LIMITED_INFORMATION
_ACCESS_DENIED, _STILL_ACTIVE = 5, 259  # of Windows: the error, the exit code of what runs
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
    if not 0 < pid <= _MOST:
        return ""
    try:
        if sys.platform == "win32":
            return windows_begun(pid, WindowsProcesses())
        stat_fields = Path("/proc", str(pid), "stat").read_bytes().rpartition(b")")[2].split()
        return f"{_boot()} {int(stat_fields[_PLACE_OF_START])}"
    except (OSError, ValueError, IndexError):
        return ""


@cache
def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def _runs(pid: int) -> bool:
    if sys.platform == "win32":
        return windows_runs(pid, WindowsProcesses())
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


class WindowsProcesses:
    """Questions to Windows' kernel32 about processes, by handles."""

    def __init__(self) -> None:
        self._kernel: Any = None
        if sys.platform == "win32":
            import ctypes

            self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            self._kernel.OpenProcess.restype = ctypes.c_void_p

    def open(self, pid: int) -> tuple[int, int]:
        """A handle of a process, 0 where there is none, and Windows' error."""
        handle = self._kernel.OpenProcess(_QUERY, False, pid) or 0
        if sys.platform == "win32" and not handle:
            import ctypes

            return 0, ctypes.get_last_error()
        return handle, 0

    def exit_code(self, handle: int) -> int:
        """What a process ended with, 259 while it runs."""
        import ctypes

        code = ctypes.c_ulong(_STILL_ACTIVE)
        self._kernel.GetExitCodeProcess(ctypes.c_void_p(handle), ctypes.byref(code))
        return code.value

    def begun(self, handle: int) -> int:
        """When a process began, in 100 ns since 1601; 0 where it is refused."""
        import ctypes

        times = (ctypes.c_ulonglong * 4)()  # created, ended, in the kernel, in the program
        size = ctypes.sizeof(ctypes.c_ulonglong)
        pointers = [ctypes.byref(times, index * size) for index in range(4)]
        return int(times[0]) if self._kernel.GetProcessTimes(ctypes.c_void_p(handle), *pointers) else 0

    def close(self, handle: int) -> None:
        import ctypes

        self._kernel.CloseHandle(ctypes.c_void_p(handle))


def windows_runs(pid: int, windows: WindowsProcesses) -> bool:
    """Whether a process of Windows runs. One of another account, on a terminal server, cannot be asked and lives; one
    that has ended keeps its number while another program holds a handle of it."""
    handle, error = windows.open(pid)
    if not handle:
        return error == _ACCESS_DENIED
    try:
        return windows.exit_code(handle) == _STILL_ACTIVE
    finally:
        windows.close(handle)


def windows_begun(pid: int, windows: WindowsProcesses) -> str:
    """Start time of a process of Windows; "" where it is refused."""
    handle, _error = windows.open(pid)
    if not handle:
        return ""
    try:
        return str(windows.begun(handle) or "")
    finally:
        windows.close(handle)


def resident_megabytes() -> float | None:
    """Memory of this process in megabytes, None where the system does not say it."""
    if sys.platform == "win32":
        return _working_set() / 2**20 or None
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _working_set() -> int:
    """Bytes of this process that lie in memory, as Windows counts them; 0 where it says nothing."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined, unused-ignore]
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = (ctypes.c_size_t * 9)()  # PROCESS_MEMORY_COUNTERS: size and faults, peak, working set, ...
    size = ctypes.sizeof(counters)
    ctypes.cast(counters, ctypes.POINTER(ctypes.c_ulong))[0] = size
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    return int(counters[2]) if kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), size) else 0


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
