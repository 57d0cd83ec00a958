"""What is written stays as it was or is new, whole; links and rights stay; messages after a failure are true."""

from __future__ import annotations

import multiprocessing
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.files import NotCertain, NotWritten, hand_over, place_all, temporary_folder, write_whole
from ckmcore.statistic.file import ChangedMeanwhile, StatisticLocked, StatisticNotSaved, open_statistic, save_statistic
from ckmcore.statistic.image import from_bytes
from ckmcore.statistic.lock import Holder, acquire, holder, is_locked, release
from ckmcore.statistic.model import Statistic

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")
OLD, NEW = Statistic(ckm.Texts.same("Old")), Statistic(ckm.Texts.same("New"))


def write(text: str) -> Callable[[Path], None]:
    return lambda path: path.write_text(text) and None


# --- links and rights ------------------------------------------------------------------------------------------------


@posix
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "s.ckm", tmp_path / "s.ckm"
    save_statistic(OLD, target)
    link.symlink_to(target)
    _, stamp = open_statistic(link)
    save_statistic(NEW, link, stamp)
    assert link.is_symlink()
    assert open_statistic(target)[0] == NEW
    text = tmp_path / "text"
    text.symlink_to(tmp_path / "there" / "text")
    write_whole(text, write("new"))
    assert text.is_symlink()
    assert (tmp_path / "there" / "text").read_text() == "new"


@posix
def test_two_names_of_a_file_have_one_lock(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "s.ckm", tmp_path / "s.ckm"
    save_statistic(OLD, target)
    link.symlink_to(target)
    assert acquire(link) is None
    assert acquire(target) == holder(link)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".lock")] == []
    release(target)
    assert not is_locked(link)


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_rights_are_kept(tmp_path: Path, mode: int) -> None:
    path, other = tmp_path / "s.ckm", tmp_path / "a.csv"
    stamp = save_statistic(OLD, path)
    write_whole(other, write("old"))
    for one in (path, other):
        one.chmod(mode)
    save_statistic(NEW, path, stamp)
    write_whole(other, write("new"))
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path, other)] == [mode, mode]


@posix
def test_a_new_secret_is_its_users_alone(tmp_path: Path) -> None:
    write_whole(tmp_path / "secret", write("x"), private=True)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@posix
def test_rights_that_cannot_be_given_stop_no_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    monkeypatch.setattr(os, "chmod", refused)
    monkeypatch.setattr(os, "chown", refused)
    save_statistic(NEW, path, stamp)
    assert open_statistic(path)[0] == NEW


# --- truth after a failure -------------------------------------------------------------------------------------------


@posix
def test_where_the_folder_is_not_synced_the_new_file_is_there_and_that_is_what_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    real = os.fsync

    def fails(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(5, "Input/output error")
        real(handle)

    monkeypatch.setattr(os, "fsync", fails)
    made = save_statistic(NEW, path, stamp)
    assert made.uncertain is not None
    assert "may not survive a power cut" in made.uncertain.text("en")
    assert open_statistic(path)[0] == NEW
    assert save_statistic(OLD, path, made).uncertain is not None  # and it is no stranger's
    with pytest.raises(NotCertain, match=r"a\.csv is written"):
        write_whole(tmp_path / "a.csv", write("new"))
    assert (tmp_path / "a.csv").read_text() == "new"


CALLS = ("open", "fsync", "replace", "rename", "chmod", "close", "write")


def faulty(monkeypatch: pytest.MonkeyPatch, name: str, failing: int) -> list[int]:
    """The `failing`-th call of a function of `os` finds no room; gives the calls."""
    real, calls = getattr(os, name), list[int]()

    def fails(*arguments: object, **named: object) -> object:
        calls.append(1)
        if len(calls) == failing:
            raise OSError(28, "No space left on device")
        return real(*arguments, **named)

    monkeypatch.setattr(os, name, fails)
    return calls


@posix
@pytest.mark.parametrize("name", ["open", "fsync", "replace", "chmod"])
@pytest.mark.parametrize("failing", [1, 2, 3, 4, 5, 6])
def test_a_fault_at_any_call_leaves_the_old_statistic_or_the_new_one_and_says_which(
    tmp_path: Path, name: str, failing: int
) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    with pytest.MonkeyPatch.context() as patch:
        faulty(patch, name, failing)
        try:
            made, failed = save_statistic(NEW, path, stamp), False
        except StatisticNotSaved:
            made, failed = stamp, True
    content = path.read_bytes()
    assert from_bytes(content, "s.ckm") == (OLD if failed else NEW)
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".part"] == []
    save_statistic(NEW, path, made)  # the stamp is that of the file which is there
    assert open_statistic(path)[0] == NEW


@posix
@pytest.mark.parametrize("name", ["open", "fsync", "replace", "rename"])
@pytest.mark.parametrize("failing", range(1, 13))
def test_a_fault_while_three_files_are_handed_over_leaves_all_old_ones_or_all_new_ones(
    tmp_path: Path, name: str, failing: int
) -> None:
    names = ["a.csv", "b.csv", "c.csv"]
    for one in names[:2]:  # the third is new
        (tmp_path / one).write_text("old")

    def files(path: Path) -> tuple[Path, ...]:
        made = tuple(path.with_name(one) for one in names)
        for one in made:
            one.write_text("new")
        return made

    failed = certain = False
    with pytest.MonkeyPatch.context() as patch:
        faulty(patch, name, failing)
        try:
            hand_over(tmp_path / "a.csv", files)
        except NotCertain:
            certain = True
        except NotWritten:
            failed = True
    there = {one.name: one.read_text() for one in tmp_path.iterdir() if one.is_file()}
    assert there == (dict.fromkeys(names[:2], "old") if failed else dict.fromkeys(names, "new"))
    assert not (failed and certain)
    assert [one.name for one in tmp_path.iterdir() if one.is_dir() and not one.name.startswith(".ckm-")] == []


def test_nothing_is_placed_where_one_name_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b.csv").mkdir()
    (tmp_path / "a.csv").write_text("old")
    with temporary_folder(tmp_path) as inside:
        for name in ("a.csv", "b.csv"):
            (inside / name).write_text("new")
        with pytest.raises(NotWritten, match=r"b\.csv"):
            place_all(sorted(inside.iterdir()), tmp_path)
    assert (tmp_path / "a.csv").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "b.csv"]


# --- locks -----------------------------------------------------------------------------------------------------------


def test_a_statistic_that_another_process_changes_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(OLD, path)
    path.with_name("s.ckm.lock").write_bytes(b'{"host":"elsewhere","pid":7,"time":"2026-11-24T10:00:00+00:00"}')
    with pytest.raises(StatisticLocked, match="elsewhere"):
        save_statistic(NEW, path, stamp)
    path.with_name("s.ckm.lock").unlink()
    path.with_name("s.ckm.lock").mkdir()
    with pytest.raises(CkmError) as raised:
        save_statistic(NEW, path, stamp)
    assert raised.value.text("de")
    assert open_statistic(path)[0] == OLD


def test_saving_gives_back_only_the_lock_that_it_took(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = save_statistic(NEW, path, save_statistic(OLD, path))
    assert not is_locked(path)
    assert acquire(path) is None
    save_statistic(OLD, path, stamp)
    assert holder(path).is_own
    release(path)
    with pytest.raises(ChangedMeanwhile):
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


def _race(path: str, seen: Holder, start: object, won: object) -> None:
    for _ in range(1000):
        start.wait()  # type: ignore[attr-defined]
        if acquire(Path(path), take_over=True, seen=seen) is None:
            won.put(os.getpid())  # type: ignore[attr-defined]
        start.wait()  # type: ignore[attr-defined]
        start.wait()  # type: ignore[attr-defined]


@pytest.mark.parametrize("races", [100, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_of_two_who_take_a_lock_over_one_wins(tmp_path: Path, races: int) -> None:
    spawn = multiprocessing.get_context("spawn")
    path, seen = tmp_path / "s.ckm", Holder("gone", 1, "2026-11-24T10:00:00+00:00")
    winners = 0
    for _ in range(0, races, 1000):
        start, won = spawn.Barrier(3), spawn.Queue()
        racers = [spawn.Process(target=_race, args=(str(path), seen, start, won), daemon=True) for _ in range(2)]
        for one in racers:
            one.start()
        for _ in range(min(races, 1000)):
            path.with_name("s.ckm.lock").write_bytes(b'{"host":"gone","pid":1,"time":"2026-11-24T10:00:00+00:00"}')
            start.wait()
            start.wait()
            winner = won.get(timeout=20)
            assert won.empty()
            assert holder(path).pid == winner
            winners += 1
            start.wait()
        for one in racers:
            one.kill()
            one.join()
    assert winners == races


def test_the_second_lock_of_a_program_that_crashed_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    path.with_name("s.ckm.lock").write_bytes(b'{"host":"gone","pid":1,"time":"x"}')
    second = path.with_name("s.ckm.lock.change")
    dead = replace(Holder(os.uname().nodename if hasattr(os, "uname") else "", 0, "x"), pid=2**22 + 7)
    second.write_bytes(f'{{"host":"{dead.host}","pid":{dead.pid},"time":"x"}}'.encode())
    assert dead.is_dead
    assert acquire(path, take_over=True) is None
    release(path)
    assert list(tmp_path.iterdir()) == []
