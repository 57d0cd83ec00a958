"""Whether a process still runs, and is still the one that had its number."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from ckmcore.base.processes import process_begun, process_lives


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


@pytest.mark.parametrize("pid", [0, -1, 2**31, 2**63])
def test_a_number_that_no_process_can_have_is_not_alive(pid: int) -> None:
    assert not process_lives(pid)
    assert process_begun(pid) == ""


def test_what_does_not_say_when_it_began_is_known_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ckmcore.base.processes.process_begun", lambda _pid: "")
    assert process_lives(os.getpid(), "kept before")
