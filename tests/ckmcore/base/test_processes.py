"""Whether a process still runs, and is still the one that had its number."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ckmcore.base.processes import (
    WindowsProcesses,
    process_begun,
    process_lives,
    resident_megabytes,
    windows_begun,
    windows_runs,
)


def test_this_process_runs_and_began_once() -> None:
    begun = process_begun(os.getpid())
    assert process_lives(os.getpid())
    assert process_lives(os.getpid(), begun)
    assert process_begun(os.getpid()) == begun


@pytest.mark.skipif(sys.platform not in ("linux", "win32"), reason="Linux and Windows say when a process began")
def test_a_number_that_another_process_has_now_is_not_the_one_that_had_it() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        begun = process_begun(other.pid)
        assert begun not in ("", process_begun(os.getpid()))
        assert process_lives(other.pid, begun)
        assert not process_lives(other.pid, "before the last restart")
        other.communicate(b"\n")
    assert not process_lives(other.pid, begun)


@pytest.mark.skipif(sys.platform not in ("linux", "win32"), reason="Linux and Windows say what a process takes")
def test_memory_that_is_written_to_is_counted() -> None:
    before = resident_megabytes()
    held = bytearray(b"x") * (200 << 20)
    after = resident_megabytes()
    assert before is not None
    assert after is not None
    assert 190 < after - before < 260, len(held)


@pytest.mark.parametrize("pid", [0, -1, 2**31, 2**63])
def test_a_number_that_no_process_can_have_is_not_alive(pid: int) -> None:
    assert not process_lives(pid)
    assert process_begun(pid) == ""


def test_what_does_not_say_when_it_began_is_known_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ckmcore.base.processes.process_begun", lambda _pid: "")
    assert process_lives(os.getpid(), "kept before")


class Told(WindowsProcesses):
    """A Windows that says of each process: its exit code and start, or the error with which it refuses to say."""

    def __init__(self, processes: dict[int, tuple[int, int] | int]) -> None:
        self.processes, self.held = processes, set[int]()

    def open(self, pid: int) -> tuple[int, int]:
        told = self.processes.get(pid, 87)  # ERROR_INVALID_PARAMETER: there is none
        if isinstance(told, int):
            return 0, told
        self.held.add(pid)
        return pid, 0

    def exit_code(self, handle: int) -> int:
        return self._told(handle)[0]

    def begun(self, handle: int) -> int:
        return self._told(handle)[1]

    def close(self, handle: int) -> None:
        self.held.remove(handle)

    def _told(self, handle: int) -> tuple[int, int]:
        told = self.processes[handle]
        assert isinstance(told, tuple)
        assert handle in self.held
        return told


@pytest.mark.parametrize(
    ("told", "runs", "begun"),
    [
        pytest.param((259, 133_000), True, "133000", id="it runs"),
        pytest.param((0, 133_000), False, "133000", id="it has ended, and a handle of it is held"),
        pytest.param(5, True, "", id="it is another account's on this terminal server"),
        pytest.param(87, False, "", id="there is none"),
    ],
)
def test_windows_is_understood(told: tuple[int, int] | int, runs: bool, begun: str) -> None:
    windows = Told({4 * 11: told})
    assert windows_runs(4 * 11, windows) is runs
    assert windows_begun(4 * 11, windows) == begun
    assert not windows.held
