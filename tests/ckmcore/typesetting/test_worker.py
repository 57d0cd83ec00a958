"""The process that sets pages has a limit of memory: by the system, on Windows (here simulated) by a job object."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from typing import Any

import pytest

from ckmcore.typesetting import worker
from ckmcore.typesetting.worker import MOST_BYTES, JobLimits, limit_by_job

JOB, SELF = 0x1_0000_0010, 0xFFFF_FFFF_FFFF_FFFF


class Function:
    """A function of a library, which takes what it is declared to take."""

    def __init__(self, kernel: Kernel, name: str) -> None:
        self.kernel, self.name = kernel, name
        self.argtypes: list[Any] = []
        self.restype: Any = ctypes.c_int

    def __call__(self, *given: Any) -> int:
        assert len(given) == len(self.argtypes)
        for type_, value in zip(self.argtypes, given, strict=True):
            type_.from_param(value)
        self.kernel.calls.append((self.name, *given))
        answer = (
            0
            if self.name == self.kernel.refuses
            else {"CreateJobObjectW": JOB, "GetCurrentProcess": SELF}.get(self.name, 1)
        )
        # A handle that is not declared as one is cut to 32 bits.
        return answer if self.restype is ctypes.c_void_p else answer & 0xFFFF_FFFF


class Kernel:
    """Functions of kernel32 that note their calls; one of them may refuse."""

    def __init__(self, refuses: str = "") -> None:
        self.refuses, self.calls = refuses, list[tuple[Any, ...]]()
        for name in ("CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject", "CloseHandle"):
            setattr(self, name, Function(self, name))
        self.GetCurrentProcess = Function(self, "GetCurrentProcess")


def test_a_job_limits_the_memory_of_the_process_itself() -> None:
    kernel = Kernel()
    assert limit_by_job(kernel)
    created, asked, _, assigned = kernel.calls
    assert created == ("CreateJobObjectW", None, None)
    assert (asked[:3], asked[4]) == (("SetInformationJobObject", JOB, 9), 144)  # as winnt.h lays it out, in 64 bits
    limits: JobLimits = asked[3]._obj
    assert (limits.flags, limits.process_memory) == (0x100, MOST_BYTES)
    assert (JobLimits.flags.offset, JobLimits.process_memory.offset) == (16, 112)
    assert assigned == ("AssignProcessToJobObject", JOB, SELF)


@pytest.mark.parametrize(
    ("refuses", "closed"),
    [("CreateJobObjectW", False), ("SetInformationJobObject", True), ("AssignProcessToJobObject", True)],
)
def test_where_windows_refuses_pages_are_set_without_a_limit(refuses: str, closed: bool) -> None:
    kernel = Kernel(refuses)
    assert not limit_by_job(kernel)
    assert (("CloseHandle", JOB) in kernel.calls) == closed


def test_on_windows_the_worker_asks_for_a_job_and_goes_on_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: {"kernel32": kernel}[name], raising=False)
    worker._limit_memory()
    assert kernel.calls[-1] == ("AssignProcessToJobObject", JOB, SELF)
    monkeypatch.setattr(ctypes, "WinDLL", missing)
    worker._limit_memory()
    assert len(kernel.calls) == 4


def missing(name: str) -> None:
    raise OSError(name)


@pytest.mark.skipif(sys.platform == "win32", reason="of POSIX")
def test_the_system_limits_the_memory_of_the_process() -> None:
    limited = "from ckmcore.typesetting import worker; worker._limit_memory(); "
    asks = f"{limited}import resource; print(*resource.getrlimit(resource.RLIMIT_AS))"
    said = subprocess.run([sys.executable, "-c", asks], check=True, capture_output=True, timeout=60, text=True).stdout
    assert said.split() == [str(MOST_BYTES)] * 2
