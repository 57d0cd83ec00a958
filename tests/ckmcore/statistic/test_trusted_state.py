"""What is remembered of a statistic: no older, unsealed or other file takes its place without a word."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.errors import CkmError
from ckmcore.release.register import record, register_path
from ckmcore.statistic.entry import Event, appended
from ckmcore.statistic.file import Stamp, open_statistic, save_statistic
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.image import make_image
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.trusted_state import (
    MOST_GENERATION,
    StatisticDiffers,
    check_remembered,
    clear_unproven,
    is_accepted,
    mark_of,
    opened_as_known,
    own_folder,
    read_mark,
    remember,
    unproven,
    unproven_once,
)
from tests.kit.statistic_files import write_statistic

METHOD = Secret.passphrase("noch eine andere Zeile")
PLAIN = Statistic(title=Texts.same("Students"))
SEALED = replace(PLAIN, seal=make_seal({"methodologist": METHOD})[0])


def noted(statistic: Statistic, person: str = "Anna") -> Statistic:
    event = Event(0, 0, "revealed", "2026-03-02T10:00:00", person, "", table="T1")
    return replace(statistic, register=appended(statistic.register, statistic.identity, event))


def saved(statistic: Statistic, path: Path, opened: Stamp | None = None) -> Stamp:
    stamp = save_statistic(statistic, path, opened)
    remember(statistic, stamp.guard, path.parent)
    return stamp


def differing(path: Path, secret: Secret | None = None) -> str:
    statistic, stamp = open_statistic(path, secret)
    with pytest.raises(StatisticDiffers) as raised:
        opened_as_known(statistic, stamp, path.name, path.parent)
    return raised.value.text("en")


def test_the_file_that_was_saved_last_is_known_and_so_is_a_later_one(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = saved(SEALED, path)
    check_remembered(SEALED, stamp.guard, "s.ckm")
    later = save_statistic(noted(SEALED), path, stamp)  # by a colleague on another computer
    assert opened_as_known(*open_statistic(path, METHOD), "s.ckm")[1] == later
    known = read_mark(own_folder(), SEALED)
    assert known is not None
    assert (known.generation, known.entries) == (2, 1)


def test_an_older_file_is_told_by_its_generation_and_its_register(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = saved(SEALED, path)
    old = path.read_bytes()
    saved(noted(SEALED), path, stamp)
    path.write_bytes(old)
    said = differing(path, METHOD)
    assert "it is older: saved once, known here is the state after 2 saves" in said
    assert "its register has 0 entries, known here are 1" in said


def test_an_unsealed_file_or_one_of_another_seal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = saved(SEALED, path)
    save_statistic(replace(SEALED, seal=None), path, stamp)
    assert "it had a seal and has none now" in differing(path)
    other = make_seal({"methodologist": METHOD})[0]
    save_statistic(replace(SEALED, seal=other), path, after=7, replaces=True)
    assert "its seal is another one" in differing(path, METHOD)


def test_another_file_of_the_same_generation_and_another_register_are_told(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    saved(noted(PLAIN), path)
    save_statistic(noted(PLAIN, "Bernd"), path, replaces=True)
    said = differing(path)
    assert "another file was saved as often (once)" in said
    assert "entry 1 of its register is another one" in said


def test_who_opens_it_all_the_same_saves_a_later_state_than_all_that_is_known(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = saved(PLAIN, path)
    old = path.read_bytes()
    saved(PLAIN, path, saved(PLAIN, path, stamp))
    path.write_bytes(old)
    statistic, opened = opened_as_known(*open_statistic(path), "s.ckm", accept_older=True)
    known = read_mark(own_folder(), PLAIN)
    assert known is not None
    assert known.generation == 3
    assert is_accepted(*guarded(path), None)  # this file, as long as nothing later is known
    path.write_bytes(b"")
    save_statistic(PLAIN, path, after=1, replaces=True)
    assert not is_accepted(*guarded(path), None)  # another file that is as old
    path.write_bytes(old)
    assert is_accepted(*guarded(path), None)
    assert saved(statistic, path, opened).guard.generation == 4
    opened_as_known(*open_statistic(path), "s.ckm")
    path.write_bytes(old)
    assert not is_accepted(*guarded(path), None)


def guarded(path: Path) -> tuple[Statistic, Guard]:
    statistic, stamp = open_statistic(path)
    return statistic, stamp.guard


def test_the_folder_of_the_register_remembers_for_computers_that_never_saw_the_statistic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, shared = tmp_path / "s.ckm", tmp_path / "office"
    shared.mkdir()
    stamp = save_statistic(SEALED, path)
    remember(SEALED, stamp.guard, shared)
    assert not list(shared.iterdir())  # no register, no mark
    old = path.read_bytes()
    made = record(SEALED, shared, noted)
    remember(made, save_statistic(made, path, stamp).guard, shared)
    assert register_path(shared, SEALED.identity).exists()
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    path.write_bytes(old)
    statistic, opened = open_statistic(path, METHOD)
    check_remembered(statistic, opened.guard, "s.ckm")
    with pytest.raises(StatisticDiffers, match="older"):
        check_remembered(statistic, opened.guard, "s.ckm", shared)


def test_nobody_without_the_seal_sets_its_mark_back(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    stamp = saved(SEALED, path)
    forged = replace(mark_of(SEALED, stamp.guard), generation=900)
    place = own_folder() / f"{SEALED.identity}.ckmmark"
    place.write_bytes(msgspec.json.encode(forged))
    assert read_mark(own_folder(), SEALED) is None
    opened_as_known(*open_statistic(path, METHOD), "s.ckm")  # not held up by it
    for content in (b"", b"\xff", b"[" * 100_000, b'{"identity": 7}'):
        place.write_bytes(content)
        opened_as_known(*open_statistic(path, METHOD), "s.ckm")
        assert read_mark(own_folder(), SEALED) == mark_of(SEALED, stamp.guard)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
def test_only_its_user_looks_into_what_is_remembered(tmp_path: Path) -> None:
    saved(PLAIN, tmp_path / "s.ckm")
    assert stat.S_IMODE(own_folder().stat().st_mode) == 0o700


def test_where_nothing_can_be_remembered_work_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(tmp_path / "file"))
    saved(PLAIN, tmp_path / "s.ckm")
    opened_as_known(*open_statistic(tmp_path / "s.ckm"), "s.ckm")


def test_the_command_line_refuses_with_its_own_exit_code_until_it_is_told_to_accept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    old = path.read_bytes()
    listed = open_statistic(path)[0].tables[0].name
    assert main(["release", "submit", str(path), listed, "--person", "Anna"]) == 0
    path.write_bytes(old)
    capsys.readouterr()
    assert main(["--language", "en", "run", str(path), listed, "--check"]) == 5
    assert "is not the statistic that is known here" in capsys.readouterr().err
    assert main(["--language", "en", "run", str(path), listed, "--check", "--accept-older"]) == 0
    assert "Opened although" in capsys.readouterr().out
    assert main(["--language", "en", "verify", str(path)]) == 5
    assert "not the statistic that is known here" in capsys.readouterr().out


# --- marks that nobody proves -----------------------------------------------------------------------------------------


FORGED = [
    {"generation": 900},
    {"generation": 10**30},
    {"generation": -4},
    {"entries": 10**30, "head": "0" * 64},
    {"entries": -7, "head": "0" * 64},
    {"seal": "", "generation": 900},
    {"seal": "f" * 32, "generation": 900},
    {"seal": "f" * 32, "generation": 900, "tag": "0" * 64},
    {"seal": "", "entries": 5, "head": "0" * 64},
]


@pytest.mark.parametrize("forged", FORGED, ids=str)
@pytest.mark.parametrize("statistic", [PLAIN, SEALED], ids=["without roles", "sealed"])
def test_t18_a_mark_that_nobody_proves_is_told_once_and_holds_up_nobody(
    tmp_path: Path, statistic: Statistic, forged: dict[str, object]
) -> None:
    path, shared = tmp_path / "s.ckm", tmp_path / "office"
    shared.mkdir()
    register_path(shared, statistic.identity).write_text("", encoding="utf-8")
    secret = None if statistic.seal is None else METHOD
    stamp = save_statistic(statistic, path)
    true = msgspec.to_builtins(mark_of(statistic, stamp.guard))
    place = shared / f"{statistic.identity}.ckmmark"
    place.write_bytes(json.dumps({**true, "tag": "", **forged}).encode())
    opened, stamp = opened_as_known(*open_statistic(path, secret), path.name, shared)
    assert unproven_once(opened, stamp.guard, shared) is not None
    assert unproven_once(opened, stamp.guard, shared) is None
    assert unproven(opened, stamp.guard, shared) is not None  # `ckm verify` tells it each time
    later = save_statistic(opened, path, stamp)
    remember(opened, later.guard, shared)
    opened, stamp = opened_as_known(*open_statistic(path, secret), path.name, shared, accept_older=True)
    assert stamp.guard.generation == 2
    if unproven(opened, stamp.guard, shared) is not None:
        assert clear_unproven(opened, stamp.guard, shared)
    assert read_mark(shared, opened) == mark_of(opened, stamp.guard)
    assert not clear_unproven(opened, stamp.guard, shared)


def test_t18_the_largest_number_that_a_mark_may_say_can_still_be_saved_after(tmp_path: Path) -> None:
    path = tmp_path / "s.ckm"
    saved(PLAIN, path)
    forged = replace(mark_of(PLAIN, open_statistic(path)[1].guard), generation=MOST_GENERATION, digest="")
    (own_folder() / f"{PLAIN.identity}.ckmmark").write_bytes(msgspec.json.encode(forged))
    statistic, stamp = opened_as_known(*open_statistic(path), "s.ckm", accept_older=True)
    for _ in range(3):
        stamp = save_statistic(statistic, path, stamp)
    assert open_statistic(path)[1].guard.generation == MOST_GENERATION + 3


def test_t18_a_file_that_says_an_impossible_generation_is_damaged_when_it_is_opened_not_when_it_is_saved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "s.ckm"
    save_statistic(PLAIN, path)
    content, _ = make_image(PLAIN, 10**17)
    path.write_bytes(content)
    with pytest.raises(CkmError, match="damaged"):
        open_statistic(path)


def test_t18_the_command_tells_it_once_verify_each_time_and_the_methodologist_clears_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_statistic(tmp_path)
    statistic, stamp = open_statistic(path)
    register_path(tmp_path, statistic.identity)
    place = tmp_path / f"{statistic.identity}.ckmmark"
    place.write_bytes(msgspec.json.encode(replace(mark_of(statistic, stamp.guard), generation=900)))
    show, told = ["--language", "en", "statistic", "show", str(path)], "Nobody proves that it is right"
    for expected in (True, False):
        assert main(show) == 0
        assert (told in capsys.readouterr().err) == expected
    for _ in range(2):
        assert main(["--language", "en", "verify", str(path)]) == 0
        assert told in capsys.readouterr().out
    assert main(["--language", "en", "statistic", "mark", str(path)]) == 0
    assert "The mark is removed" in capsys.readouterr().out
    assert not place.exists()
    assert main(["--language", "en", "verify", str(path)]) == 0
    assert told not in capsys.readouterr().out
