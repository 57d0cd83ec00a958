"""One writer per statistic: who has its lock, who takes it over, and what a crash leaves of it."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import platform
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.statistic import lock as lock_module
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.lock import Holder, LockNotMade, acquire, holder, is_locked, release
from ckmcore.statistic.model import Statistic
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.statistic_files import TABLES, write_statistic

GONE = msgspec.json.encode(
    Holder(platform.node(), 2**22 + 7, "2026-11-24T10:00:00+00:00")
)  # no process has that number
ELSEWHERE = b'{"host":"elsewhere","pid":7,"time":"2026-11-24T10:00:00+00:00"}'
OLD = Statistic(ckm.Texts.same("Old"))
NEW = replace(OLD, title=ckm.Texts.same("New"))


def test_a_statistic_that_another_process_changes_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    path.with_name("s.ckm.lock").write_bytes(ELSEWHERE)
    with fails("ckm_locked", match="elsewhere"):
        save_statistic(NEW, path, stamp)
    assert open_statistic(path)[0] == OLD


def test_a_folder_where_a_lock_should_be_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    statistic, stamp = open_statistic(path)
    path.with_name("people.ckm.lock").mkdir()
    for take_over in (False, True):
        with pytest.raises(LockNotMade):
            acquire(path, take_over=take_over)
    with pytest.raises(LockNotMade):
        save_statistic(statistic, path, stamp)
    assert main(["--language", "en", "release", "submit", str(path), TABLES[0].name, "--person", "Anna"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The lock people.ckm.lock cannot be made (")
    assert "Traceback" not in said
    assert sorted(one.name for one in tmp_path.iterdir() if "lock" in one.name) == ["people.ckm.lock"]


def test_a_folder_where_the_second_lock_should_be_is_said_at_once(tmp_path: Path) -> None:
    path, second = tmp_path / "s.ckm", tmp_path / "s.ckm.lock.change"
    assert acquire(path) is None
    second.mkdir()
    os.utime(second, (1, 1))
    begun = time.monotonic()
    with pytest.raises(LockNotMade):
        acquire(path, take_over=True)
    release(path)
    assert time.monotonic() - begun < 2
    assert [one.name for one in tmp_path.iterdir()] == [second.name]


@pytest.mark.parametrize("pid", [2**31, 2**63 - 1, 0, -5])
def test_a_lock_with_a_number_that_no_process_can_have_was_left(
    tmp_path: Path, pid: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    path.with_name("people.ckm.lock").write_bytes(msgspec.json.encode(Holder(platform.node(), pid, "x")))
    assert holder(path).is_dead
    assert main(["--language", "en", "release", "submit", str(path), TABLES[0].name, "--person", "Anna"]) == 1
    assert "a program on this computer that no longer runs" in capsys.readouterr().err


def test_the_command_line_says_that_the_program_which_left_a_lock_no_longer_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    lock = path.with_name("people.ckm.lock")
    submit = ["--language", "en", "release", "submit", str(path), TABLES[0].name, "--person", "Anna"]
    lock.write_bytes(GONE)
    assert main(submit) == 1
    assert "a program on this computer that no longer runs" in capsys.readouterr().err
    lock.write_bytes(ELSEWHERE)
    assert main(submit) == 1
    assert "people.ckm is open on elsewhere since" in capsys.readouterr().err
    assert main([*submit, "--take-over"]) == 0
    register = next(tmp_path.glob("*.ckmregister"))
    register.with_name(register.name + ".lock").write_bytes(GONE)
    assert main(submit) == 1
    said = capsys.readouterr().err
    assert "is locked by a program on this computer that no longer runs" in said
    assert "--take-over" in said
    assert main([*submit, "--take-over"]) == 0
    assert [one.name for one in tmp_path.iterdir() if "lock" in one.name] == []


def test_a_lock_that_says_of_nobody_is_somebodys_who_is_just_making_it_or_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    lock = path.with_name("s.ckm.lock")
    lock.write_bytes(b"")
    assert not holder(path).is_dead
    monkeypatch.setattr("ckmcore.statistic.lock.time.sleep", lambda _seconds: lock.write_bytes(ELSEWHERE))
    with fails("ckm_locked", match="elsewhere"):
        save_statistic(NEW, path, stamp)
    lock.write_bytes(b"")
    monkeypatch.setattr("ckmcore.statistic.lock.time.sleep", lambda _seconds: os.utime(lock, (1, 1)))
    save_statistic(NEW, path, stamp)
    assert [one.name for one in tmp_path.iterdir()] == ["s.ckm"]


def test_a_lock_of_a_program_that_crashed_while_it_saved_stops_no_saving(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    path.with_name("s.ckm.lock").write_bytes(GONE)
    save_statistic(NEW, path, stamp)
    assert [one.name for one in tmp_path.iterdir()] == ["s.ckm"]


def test_saving_gives_back_only_the_lock_that_it_took(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(NEW, path, save_statistic(OLD, path))
    assert not is_locked(path)
    assert acquire(path) is None
    save_statistic(OLD, path, stamp)
    assert holder(path).is_own
    release(path)
    with fails("ckm_changed_meanwhile"):
        save_statistic(OLD, path, stamp)
    assert not is_locked(path)


def test_a_lock_is_taken_over_from_who_was_asked_about_and_from_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    lock = path.with_name("s.ckm.lock")
    lock.write_bytes(b'{"host":"a","pid":1,"time":"x"}')
    seen = holder(path)
    lock.write_bytes(b'{"host":"b","pid":2,"time":"y"}')
    assert acquire(path, take_over=True, seen=seen) == Holder("b", 2, "y")
    assert acquire(path, take_over=True, seen=Holder("b", 2, "y")) is None
    assert holder(path).is_own
    release(path)
    assert list(tmp_path.iterdir()) == []


def _race(place: int, path: str, seen: Holder, start: Any, won: Any) -> None:
    while True:
        start.wait()
        begun = time.monotonic()
        won[place] = acquire(Path(path), take_over=True, seen=seen) is None
        assert time.monotonic() - begun < 4  # else the lock of somebody who is done lies there
        start.wait()
        start.wait()


@pytest.mark.parametrize("races", [examples(24), pytest.param(10_000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("racers", "content"), [(2, b""), (4, GONE)], ids=["two", "four after a crash"])
def test_of_those_who_take_a_lock_over_one_wins(tmp_path: Path, racers: int, content: bytes, races: int) -> None:
    """content: of a second lock that a program left which crashed."""
    # Where there are forks the racers come from one process that has imported what they need.
    has_forks = "forkserver" in multiprocessing.get_all_start_methods()
    spawn = multiprocessing.get_context("forkserver" if has_forks else "spawn")
    if has_forks:
        spawn.set_forkserver_preload([__name__])
    path, seen = tmp_path / "s.ckm", Holder("elsewhere", 7, "2026-11-24T10:00:00+00:00")
    start, won = spawn.Barrier(racers + 1, timeout=30), spawn.Array("i", racers)
    given = [(place, str(path), seen, start, won) for place in range(racers)]
    processes = [spawn.Process(target=_race, args=one, daemon=True) for one in given]
    for one in processes:
        one.start()
    for _ in range(races):
        path.with_name("s.ckm.lock").write_bytes(ELSEWHERE)
        if content:
            path.with_name("s.ckm.lock.change").write_bytes(content)
        start.wait()
        start.wait()
        winners = [one.pid for one, has in zip(processes, won, strict=True) if has]
        assert winners == [holder(path).pid]
        start.wait()
    for one in processes:
        one.kill()
        one.join()
    assert [one.name for one in tmp_path.iterdir()] == ["s.ckm.lock"]


def test_the_second_lock_that_somebody_made_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    second = tmp_path / "s.ckm.lock.change"
    second.write_bytes(GONE)
    real, theirs = os.open, msgspec.json.encode(Holder(platform.node(), os.getpid(), "2026-11-24T11:00:00+00:00"))

    def while_another_makes_it(path: Path, *given: Any) -> int:
        second.write_bytes(theirs)
        return real(path, *given)

    monkeypatch.setattr(os, "open", while_another_makes_it)
    lock_module._clear_left(second)
    assert second.read_bytes() == theirs
    assert list(tmp_path.iterdir()) == [second]


def test_who_crashed_while_removing_the_second_lock_holds_nobody_up_for_ever(tmp_path: Path) -> None:
    second = tmp_path / "s.ckm.lock.change"
    second.write_bytes(GONE)
    third = second.with_name(f"{second.name}.{hashlib.sha256(GONE).hexdigest()[:8]}")
    third.touch()
    lock_module._clear_left(second)
    assert second.exists()  # somebody is at it
    os.utime(third, (1, 1))
    lock_module._clear_left(second)
    lock_module._clear_left(second)
    assert list(tmp_path.iterdir()) == []


def test_the_second_lock_of_a_program_that_crashed_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    path.with_name("s.ckm.lock").write_bytes(b'{"host":"gone","pid":1,"time":"x"}')
    path.with_name("s.ckm.lock.change").write_bytes(GONE)
    assert acquire(path, take_over=True) is None
    release(path)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_of_a_process_whose_number_another_one_has_by_now_was_left(tmp_path: Path) -> None:
    """Numbers are given anew after a restart: also our own may be that of the program which crashed."""
    path = tmp_path / "s.ckm"
    for pid in (os.getpid(), os.getppid() or os.getpid()):  # Wine knows no parent outside
        left = Holder(platform.node(), pid, "2026-11-24T10:00:00+00:00", "before the restart")
        path.with_name("s.ckm.lock").write_bytes(msgspec.json.encode(left))
        assert holder(path).is_dead
        assert not holder(path).is_own
        former = Holder(platform.node(), pid, "2026-11-24T10:00:00+00:00")  # as locks were: the number is all there is
        path.with_name("s.ckm.lock").write_bytes(msgspec.json.encode(former))
        assert not holder(path).is_dead
