"""What is written stays as it was or is new, whole; links and rights stay; messages after a failure are true."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base import files
from ckmcore.base.files import (
    FilesInTheWay,
    NotCertain,
    NotWritten,
    PartlyWritten,
    _host,
    place_all,
    refuse_others,
    temporary_folder,
    write_whole,
)
from ckmcore.cli import main
from ckmcore.keys.derivation import write_secret
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.lock import acquire, holder, is_locked, release
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.source import find_source, write_keys
from tests.kit.released_people import people
from tests.kit.statistic_files import write_people

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")
OLD = Statistic(ckm.Texts.same("Old"))
NEW = replace(OLD, title=ckm.Texts.same("New"))

REPLACE = os.replace  # what the system does, while tests put something else in its place


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


@pytest.fixture
def made(tmp_path: Path) -> Iterator[list[Path]]:
    """Two new files that shall take the places of those in the folder."""
    with temporary_folder(tmp_path) as inside:
        for name in ("a.csv", "b.csv"):
            (inside / name).write_text("new")
            (tmp_path / name).write_text("old")
        yield sorted(inside.iterdir())


def test_what_already_took_its_place_goes_back_where_a_later_file_cannot(
    tmp_path: Path, made: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (tmp_path / "a.csv").stat()

    def fails(source: str, target: str) -> None:
        if Path(target) == tmp_path / "b.csv":
            raise OSError(28, "No space left on device")
        REPLACE(source, target)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(NotWritten, match=r"b\.csv"):
        place_all(made, tmp_path)
    assert [(tmp_path / name).read_text() for name in ("a.csv", "b.csv")] == ["old", "old"]
    after = (tmp_path / "a.csv").stat()
    assert (after.st_mtime_ns, after.st_mode) == (before.st_mtime_ns, before.st_mode)


@pytest.mark.parametrize("after", [False, True], ids=["before the last", "after the last"])
def test_several_files_go_back_where_somebody_presses_ctrl_c_between_them(
    tmp_path: Path, made: list[Path], monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    def interrupted(source: str, target: str) -> None:
        last = Path(target) == tmp_path / "b.csv" and Path(source).parent != tmp_path
        if last and not after:
            raise KeyboardInterrupt
        REPLACE(source, target)
        if last:
            raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        place_all(made, tmp_path)
    assert [(tmp_path / name).read_text() for name in ("a.csv", "b.csv")] == ["old", "old"]


def test_what_cannot_be_taken_back_is_named(tmp_path: Path, made: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def fails(source: str, target: str) -> None:
        calls.append(target)
        if len(calls) > 1:
            raise OSError(30, "Read-only file system")
        REPLACE(source, target)

    monkeypatch.setattr(os, "replace", fails)
    with pytest.raises(PartlyWritten, match=r"New are already: a\.csv") as raised:
        place_all(made, tmp_path)
    assert "Neu sind bereits: a.csv" in raised.value.text("de")
    assert [(tmp_path / name).read_text() for name in ("a.csv", "b.csv")] == ["new", "old"]


@posix
def test_several_files_follow_links_into_other_folders_and_keep_rights(tmp_path: Path, made: list[Path]) -> None:
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "t.csv"
    target.write_text("old")
    (tmp_path / "a.csv").unlink()
    (tmp_path / "a.csv").symlink_to(target)
    target.chmod(0o600)
    (tmp_path / "b.csv").chmod(0o640)
    place_all(made, tmp_path)
    assert (tmp_path / "a.csv").is_symlink()
    assert [one.read_text() for one in (target, tmp_path / "b.csv")] == ["new", "new"]
    assert [stat.S_IMODE(one.stat().st_mode) for one in (target, tmp_path / "b.csv")] == [0o600, 0o640]
    assert [one.name for one in target.parent.iterdir()] == ["t.csv"]


def test_other_files_are_named_up_to_a_handful_and_the_same_content_is_no_question(tmp_path: Path) -> None:
    with temporary_folder(tmp_path) as inside:
        for number in range(7):
            (inside / f"{number}.csv").write_text("new")
            (tmp_path / f"{number}.csv").write_text("old" if number else "new")
        with pytest.raises(FilesInTheWay) as raised:
            refuse_others(sorted(inside.iterdir()), tmp_path)
    assert "” holds 6 other files of the same names: 1.csv, 2.csv, 3.csv, 4.csv, 5.csv, …." in raised.value.text("en")
    assert "liegen 6 andere Dateien gleichen Namens" in raised.value.text("de")
    assert raised.value.exit_code == 6


# --- what is secret --------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@posix
def test_secrets_keys_and_internal_files_are_their_users_alone_and_tables_are_not(tmp_path: Path) -> None:
    write_people(tmp_path / "people.csv", ["01", "02"], 1)
    table = ["table", "--data", "people.csv", "--rows", "area", "--columns", "sex", "--method", "rounding"]
    keys = ["keys", "add", "people.csv", "--column", "key"]
    with contextlib.chdir(tmp_path):
        assert main([*keys, "--random", "-o", "keys.csv"]) == 0
        assert main([*table, "--internal", "-o", "internal.csv"]) == 0
        assert main([*table, "-o", "table.csv"]) == 0
        assert main(["assess", *table[1:5], "--columns", "sex", "--bases", "3", "-o", "board.html"]) in (0, 3)
    write_secret(tmp_path / "secret")
    write_keys(people().record_keys, tmp_path / "s.keys.parquet", "ab" * 32)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes.pop("table.csv") == modes.pop("people.csv")
    assert modes == dict.fromkeys(modes, 0o600)
    assert len(modes) == 5


@posix
def test_what_belongs_to_a_statistic_lies_beside_it_by_whatever_name_it_is_opened(tmp_path: Path) -> None:
    for name in ("there", "here"):
        (tmp_path / name).mkdir()
    target, link = tmp_path / "there" / "s.ckm", tmp_path / "here" / "s.ckm"
    link.symlink_to(target)
    (tmp_path / "there" / "d.csv").write_text("x\n1\n")
    source = PeriodSource("file", "d.csv", str(tmp_path / "gone.csv"), rows=1)
    assert find_source(source, link) == tmp_path / "there" / "d.csv"
    left = tmp_path / "there" / f".ckm-{_host()}-{2**22 + 7}-x.part"
    left.write_text("")
    save_statistic(OLD, link)
    assert link.is_symlink()
    open_statistic(link)
    assert not left.exists()


@pytest.mark.parametrize("act", ["whole", "all"])
def test_on_windows_a_file_that_is_held_for_a_moment_is_replaced_when_it_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    held, place = [True, True], Path.replace

    def replace(self: Path, target: Path) -> Path:
        if held:
            held.pop()
            raise PermissionError(13, "held")
        return place(self, target)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(files, "_RETRY_PAUSE", 0.0)
    monkeypatch.setattr(Path, "replace", replace)
    if act == "whole":

        def write(path: Path) -> None:
            path.write_bytes(b"new")

        files.write_whole(tmp_path / "a", write)
    else:
        inside = tmp_path / "inside"
        inside.mkdir()
        (inside / "a").write_bytes(b"new")
        files.place_all([inside / "a"], tmp_path)
    assert (tmp_path / "a").read_bytes() == b"new"
    assert not held


class SharingViolation(PermissionError):
    """What Windows says of a file that Excel has open."""

    winerror = 32


def test_a_file_that_another_program_has_open_is_named_so_and_nothing_of_ours_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_new: Path, _target: Path) -> None:
        raise SharingViolation(13, "The process cannot access the file")

    monkeypatch.setattr(files, "replace_file", refuse)
    (tmp_path / "a.xlsx").write_bytes(b"former")
    with pytest.raises(NotWritten) as caught:
        files.write_whole(tmp_path / "a.xlsx", lambda path: path.write_bytes(b"new") and None)
    assert "in einem anderen Programm geöffnet; schließen Sie sie dort" in caught.value.text("de")
    assert "open in another program; close it there" in caught.value.text("en")
    assert [path.name for path in tmp_path.iterdir()] == ["a.xlsx"]
    assert (tmp_path / "a.xlsx").read_bytes() == b"former"


def test_what_windows_refuses_for_good_is_tried_for_some_seconds_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, tried = [0.0], []

    def act() -> None:
        tried.append(now[0])
        raise PermissionError(13, "held")

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(files.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(files.time, "sleep", lambda seconds: now.__setitem__(0, now[0] + seconds))
    with pytest.raises(PermissionError):
        files.insist(act)
    assert len(tried) > 20
    assert files.RETRY_SECONDS < tried[-1] < files.RETRY_SECONDS + 0.2
    monkeypatch.setattr(sys, "platform", "linux")
    tried.clear()
    with pytest.raises(PermissionError):
        files.insist(act)
    assert len(tried) == 1


def test_a_path_that_windows_wrote_is_followed_and_named_elsewhere(tmp_path: Path) -> None:
    file = tmp_path / "sub" / "d.csv"
    file.parent.mkdir()
    file.write_bytes(b"")
    assert files.path_from(tmp_path / "a.ckm", "sub\\d.csv") == file
    assert files.path_from(tmp_path / "a.ckm", "sub/d.csv") == file
    (tmp_path / "sub\\d.csv").write_bytes(b"")  # here a backslash may stand in a name
    assert files.path_from(tmp_path / "a.ckm", "sub\\d.csv") == tmp_path / "sub\\d.csv"
    assert [files.name_of(path) for path in ("C:\\data\\d.csv", "//server/share/x/d.csv", "/data/d.csv")] == [
        "d.csv"
    ] * 3


@pytest.mark.skipif(sys.platform == "win32", reason="there it is a path of its own system")
def test_a_statistic_of_windows_keeps_its_path_where_it_is_saved_elsewhere(tmp_path: Path) -> None:
    source = PeriodSource("file", "data\\d.csv", "C:\\statistics\\data\\d.csv", rows=1)
    period = replace(OLD.period, source=source)
    save_statistic(replace(OLD, periods=(period,)), tmp_path / "a.ckm")
    kept = open_statistic(tmp_path / "a.ckm")[0].period.source
    assert kept is not None
    assert (kept.path_relative, kept.path_absolute) == (source.path_relative, source.path_absolute)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "d.csv").write_bytes(b"")
    assert find_source(kept, tmp_path / "a.ckm") == tmp_path / "data" / "d.csv"


@pytest.mark.skipif(sys.platform == "win32", reason="links stand for Windows' network drives")
@pytest.mark.parametrize("opened", ["Z/a.ckm", "linked.ckm"])
def test_records_beside_a_statistic_are_found_after_both_moved_whatever_their_drive_was_called(
    tmp_path: Path, opened: str
) -> None:
    share, moved = tmp_path / "share", tmp_path / "moved"
    share.mkdir()
    (tmp_path / "Z").symlink_to(share)  # as Windows' letter of a network drive, which resolves to the server's name
    (tmp_path / "linked.ckm").symlink_to(share / "a.ckm")
    (share / "d.csv").write_bytes(b"")
    source = PeriodSource("file", "", str(tmp_path / "Z" / "d.csv"), rows=1)
    save_statistic(replace(OLD, periods=(replace(OLD.period, source=source),)), tmp_path / opened)
    share.rename(moved)
    kept = open_statistic(moved / "a.ckm")[0].period.source
    assert kept is not None
    assert files.path_from(moved / "a.ckm", kept.path_relative) == moved / "d.csv"
