"""The shared register: one history for all desks, whatever is copied, cut off or done at once."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.release.actions import release, withdraw
from ckmcore.release.register import (
    FORM,
    Register,
    RegisterLocked,
    check,
    read_register,
    reconcile,
    record,
    register_path,
    require_same,
)
from ckmcore.release.verify import verify_register
from ckmcore.statistic import lock
from ckmcore.statistic.entry import check_chain
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.snapshot import SnapshotMissing
from tests.ckmcore.release.handing_in import EMPTY, ROOT, hand_in
from tests.kit.fails import fails, raise_unless
from tests.kit.released_people import LATER


def register_of(made: Statistic, folder: Path) -> Register:
    found = read_register(register_path(folder, made.identity), made.identity)
    assert found is not None
    return found


def test_a_step_stands_in_statistic_and_register_alike(tmp_path: Path) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    made = record(made, tmp_path, lambda one: release(one, 1, "Bernd", LATER))
    found = register_of(made, tmp_path)
    assert found.entries == made.register
    assert found.snapshots == made.snapshots
    assert (found.fault, found.torn) == (None, 0)
    assert check(made, found).kind == "same"
    assert [path.name for path in tmp_path.iterdir()] == [f"{made.identity}.ckmregister"]


def test_an_older_state_of_the_statistic_cannot_release_until_it_takes_the_entries_over(tmp_path: Path) -> None:
    older = record(EMPTY, tmp_path, hand_in)
    newer = record(older, tmp_path, lambda one: release(one, 1, "Bernd", LATER))
    with fails("register_not_reconciled", match="an older state or a copy"):
        record(older, tmp_path, hand_in)
    standing = check(older, register_of(older, tmp_path))
    assert (standing.kind, standing.entries) == ("statistic_older", newer.register[1:])
    assert reconcile(older, tmp_path) == newer
    empty = from_bytes(to_bytes(EMPTY), "copy.ckm")
    found = reconcile(empty, tmp_path)
    assert found == newer
    assert all(one.good for one in verify_register(found))
    assert record(found, tmp_path, hand_in).register[-1].number == 2


def test_a_statistic_without_its_register_may_be_a_copy_and_cannot_release_until_reconciled(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    made = record(EMPTY, home, hand_in)
    with fails("register_not_reconciled", match="may be a copy"):
        record(made, elsewhere, hand_in)
    assert not list(elsewhere.iterdir())
    assert reconcile(made, elsewhere) == made
    assert register_of(made, elsewhere) == register_of(made, home)
    newer = record(made, home, hand_in)
    assert check(newer, register_of(newer, elsewhere)).kind == "register_older"
    reconcile(newer, elsewhere)
    assert register_of(newer, elsewhere).entries == newer.register


def test_two_histories_are_named_by_their_first_different_entry_and_never_made_one(tmp_path: Path) -> None:
    shared = record(EMPTY, tmp_path, hand_in)
    record(shared, tmp_path, hand_in)
    alone = hand_in(shared, "Bernd")
    standing = check(alone, register_of(alone, tmp_path))
    assert (standing.kind, standing.place, standing.reconcilable) == ("forked", 2, False)
    for attempt in (partial(record, action=hand_in), reconcile):
        with fails("register_not_reconciled", match="from entry 2 on"):
            attempt(alone, tmp_path)
    assert "Zwei Geschichten: Ab Eintrag 2" in standing.sentence().text("de")


def test_a_broken_register_is_said_with_its_entry_and_takes_nothing(tmp_path: Path) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    made = record(made, tmp_path, lambda one: release(one, 1, "Bernd", LATER))
    path = register_path(tmp_path, made.identity)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"Bernd", b"Berta"))
    for attempt in (partial(record, action=hand_in), reconcile):
        with fails("register_not_reconciled", match="Entry 2 in the file of the register"):
            attempt(made, tmp_path)
    assert path.read_bytes() == content.replace(b"Bernd", b"Berta")


def test_what_is_no_register_or_of_another_statistic_or_of_a_newer_program_is_told_apart(tmp_path: Path) -> None:
    path = register_path(tmp_path, EMPTY.identity)
    for content in (b"hello", b"hello\n", b'{"form":"other"}\n', b"\xff\n", b"[]\n"):
        path.write_bytes(content)
        with fails("register_not_one"):
            read_register(path, EMPTY.identity)
    other = replace(EMPTY, identity="1" * 32)
    record(other, tmp_path, hand_in)
    register_path(tmp_path, other.identity).replace(path)
    with fails("register_not_one", match="not that of this statistic"):
        read_register(path, EMPTY.identity)
    path.write_text(f'{{"form":"{FORM}","identity":"{EMPTY.identity}","version":2}}\n')
    with fails("register_newer", match="Update the program"):
        read_register(path, EMPTY.identity)


def test_a_folder_that_is_gone_is_said_and_no_register_is_made(tmp_path: Path) -> None:
    with fails("register_not_reached", match="Nothing can be released"):
        record(EMPTY, tmp_path / "gone", hand_in)
    assert not list(tmp_path.iterdir())
    with fails("register_not_reached"):
        read_register(tmp_path / "gone" / "x.ckmregister", EMPTY.identity)


@given(st.integers(1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_line_that_a_crash_left_unfinished_is_removed_by_the_next_entry(tmp_path: Path, cut: int) -> None:
    first = record(EMPTY, tmp_path, hand_in)
    path = register_path(tmp_path, first.identity)
    before = path.stat().st_size
    record(first, tmp_path, hand_in)
    content = path.read_bytes()
    path.write_bytes(content[: before + cut % (len(content) - before)])
    # The crash came before the statistic was saved: it goes on from its first entry.
    assert check(first, register_of(first, tmp_path)).kind == "same"
    again = record(first, tmp_path, lambda one: hand_in(one, "Bernd"))
    found = register_of(again, tmp_path)
    path.unlink()
    assert (found.entries, found.torn, found.fault) == (again.register, 0, None)


def test_a_register_whose_first_line_was_never_finished_is_begun_anew(tmp_path: Path) -> None:
    path = register_path(tmp_path, EMPTY.identity)
    path.write_bytes(b'{"form":"ckm reg')
    made = record(EMPTY, tmp_path, hand_in)
    assert register_of(made, tmp_path).entries == made.register


def test_a_crash_after_the_register_was_written_loses_nothing(tmp_path: Path) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    assert reconcile(EMPTY, tmp_path) == made  # the statistic had not been saved


def test_a_lock_of_another_desk_is_said_and_taken_over_only_when_asked_for(tmp_path: Path) -> None:
    path = register_path(tmp_path, EMPTY.identity)
    (tmp_path / f"{path.name}.lock").write_text('{"host":"desk-7","pid":4711,"time":"2026-11-22T11:00:00+00:00"}')
    with pytest.raises(RegisterLocked, match="held by desk-7, process 4711, since 2026-11-22") as caught:
        record(EMPTY, tmp_path, hand_in, wait=0)
    assert not path.exists()
    holder = caught.value.fields["holder"]
    with pytest.raises(RegisterLocked):
        record(EMPTY, tmp_path, hand_in, wait=0, take_over=replace(holder, pid=4712))
    made = record(EMPTY, tmp_path, hand_in, wait=0, take_over=holder)
    assert register_of(made, tmp_path).entries == made.register
    assert not (tmp_path / f"{path.name}.lock").exists()


def test_a_step_that_fails_leaves_register_and_lock_as_they_were(tmp_path: Path) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    path = register_path(tmp_path, made.identity)
    before = path.read_bytes()
    with pytest.raises(ckm.CkmError, match="is submitted"):
        record(made, tmp_path, lambda one: withdraw(one, 1, "Bernd", LATER, "wrong"))
    assert path.read_bytes() == before
    assert lock.acquire(path) is None
    lock.release(path)


@pytest.mark.parametrize("name", ["open", "write", "fsync"])
@pytest.mark.parametrize("failing", [1, 2, 3])
def test_a_disk_that_fails_at_any_call_leaves_the_register_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, failing: int
) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    path = register_path(tmp_path, made.identity)
    before = path.read_bytes()
    real, write, calls = getattr(os, name), os.write, list[int]()

    def fails(*arguments: object) -> object:
        if str(arguments[0]).endswith(".change"):
            return real(*arguments)  # of giving the lock back, when all is done
        calls.append(1)
        if len(calls) == failing:
            raise OSError(28, "No space left on device")
        return real(*arguments)

    def in_pieces(handle: int, content: bytes) -> int:
        return write(handle, content[:700])

    monkeypatch.setattr(os, "write", in_pieces)
    real = in_pieces if name == "write" else real
    monkeypatch.setattr(os, name, fails)
    said = ""
    try:
        record(made, tmp_path, hand_in)
    except CkmError as error:
        raise_unless(error, "register_not_reached")
        said = error.text("en")
    assert ("no room left on the disk" in said) == (len(calls) >= failing)
    assert (path.read_bytes() == before) == bool(said)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    monkeypatch.undo()
    again = record(reconcile(made, tmp_path), tmp_path, hand_in)
    assert register_of(again, tmp_path).entries == again.register


def test_a_desk_waits_while_another_one_writes(tmp_path: Path) -> None:
    path = register_path(tmp_path, EMPTY.identity)
    assert lock.acquire(path) is None
    made: list[Statistic] = []
    waiting = Thread(target=lambda: made.append(record(EMPTY, tmp_path, hand_in, wait=60)))
    waiting.start()
    assert not path.exists()
    lock.release(path)
    waiting.join()
    assert register_of(EMPTY, tmp_path).entries == made[0].register


def test_a_table_whose_figures_are_not_kept_does_not_come_into_a_register(tmp_path: Path) -> None:
    made = replace(hand_in(EMPTY), snapshots=())
    with pytest.raises(SnapshotMissing):
        reconcile(made, tmp_path)
    assert not list(tmp_path.iterdir())


def test_work_that_ends_in_a_step_is_refused_before_it_begins(tmp_path: Path) -> None:
    require_same(EMPTY, tmp_path)
    with fails("register_not_reconciled", match="no register for the entry"):
        require_same(hand_in(EMPTY), tmp_path)


DESK = """
import sys
from pathlib import Path
from ckmcore.errors import DataError
from ckmcore.release.register import reconcile, record
from ckmcore.release.actions import submit
from ckmcore.statistic.file import open_statistic, save_statistic
from tests.kit.released_people import NOON, prepared

path, folder, person, times = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
made, stamp = open_statistic(path)
ready = prepared(made)
print("ready", flush=True)
sys.stdin.readline()
done = 0
while done < times:
    try:
        made = record(made, folder, lambda one: submit(one, ready, person, NOON), wait=60)
        done += 1
    except DataError as error:
        assert error.code == "register_not_reconciled"
        made = reconcile(made, folder, wait=60)
    stamp = save_statistic(made, path, stamp)
"""


@pytest.mark.thorough
def test_two_desks_at_once_give_no_number_twice_and_lose_nothing(tmp_path: Path) -> None:
    office = tmp_path / "office"
    office.mkdir()
    desks = []
    for person in ("Anna", "Bernd"):
        path = tmp_path / f"{person}.ckm"
        ckm.save_statistic(EMPTY, path)
        arguments = [sys.executable, "-c", DESK, str(path), str(office), person, "12"]
        desks.append(subprocess.Popen(arguments, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    for desk in desks:
        assert desk.stdout is not None
        assert desk.stdout.readline() == "ready\n"
    for desk in desks:
        assert desk.stdin is not None
        desk.stdin.write("go\n")
        desk.stdin.flush()
    for desk in desks:
        desk.communicate(timeout=120)
        assert desk.returncode == 0
    register = register_of(EMPTY, office)
    assert register.fault is None
    check_chain(register.entries, EMPTY.identity)
    found = releases(register.entries)
    assert [one.number for one in found] == list(range(1, 25))
    assert sorted(one.submitted_by for one in found) == ["Anna"] * 12 + ["Bernd"] * 12
    for person in ("Anna", "Bernd"):
        made, _ = ckm.open_statistic(tmp_path / f"{person}.ckm")
        assert made.register == register.entries[: len(made.register)]
        assert reconcile(made, office).register == register.entries
    assert [path.name for path in office.iterdir()] == [f"{EMPTY.identity}.ckmregister"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"figures":"', b'"figures":"\xc3\xa4'),
        (b'"figures":"', b'"figures":"\\u00e4'),
        (b'"hash":"', b'"hash":"\xe4'),
        (b'"person":"Anna', b'"person":"\xc4nna'),
    ],
)
def test_letters_where_an_entry_has_none_break_it_and_are_said(tmp_path: Path, old: bytes, new: bytes) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    path = register_path(tmp_path, made.identity)
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    standing = check(made, read_register(path, made.identity))
    assert standing.kind == "broken"
    assert standing.sentence().text("de")


def test_letters_in_the_first_line_make_it_no_register(tmp_path: Path) -> None:
    made = record(EMPTY, tmp_path, hand_in)
    path = register_path(tmp_path, made.identity)
    path.write_bytes(path.read_bytes().replace(b"ckm register", b"ckm regist\xe4r"))
    with fails("register_not_one") as found:
        read_register(path, made.identity)
    assert path.name in found.value.text("de")


def test_a_folder_where_the_lock_should_be_is_said(tmp_path: Path) -> None:
    path = register_path(tmp_path, EMPTY.identity)
    path.with_name(path.name + ".lock").mkdir()
    with fails("register_not_reached") as found:
        record(EMPTY, tmp_path, hand_in, wait=0)
    assert ".lock" in found.value.text("de")
    assert "Ordner" in found.value.text("de")
