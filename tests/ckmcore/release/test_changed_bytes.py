"""Any changed byte of the register, of kept figures, of the shared register or of a file is found."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ckmcore.errors import CkmError
from ckmcore.release.actions import submit, withdraw, written
from ckmcore.release.files import write_files
from ckmcore.release.register import read_register, record, register_path
from ckmcore.release.verify import verify_files, verify_register, verify_shared
from ckmcore.statistic.entry import ChainBroken, Entry, Event, appended, chain_fault
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.snapshot import Snapshot
from tests.kit.examples import examples
from tests.kit.fails import fails, raise_unless
from tests.kit.released_people import AREAS, LATER, NOON, load, people, prepared, released, statistic

MADE = withdraw(submit(released(statistic()), prepared(statistic(), AREAS), "Änne", NOON), 1, "Bernd", LATER, "spät")
IMAGE = to_bytes(MADE)
STORED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def changed(content: bytes, at: int, by: int) -> bytes:
    place = at % len(content)
    return content[:place] + bytes([content[place] ^ by]) + content[place + 1 :]


def is_whole(made: Statistic) -> bool:
    return all(one.good for one in verify_register(made))


SHARED = submit(released(statistic()), prepared(statistic(), AREAS), "Änne", NOON)


def test_what_was_not_changed_is_whole() -> None:
    assert is_whole(MADE)
    assert is_whole(from_bytes(to_bytes(MADE), "s.ckm"))
    assert len(MADE.snapshots) == 2


@given(st.integers(0), st.integers(0), st.integers(1, 255))
def test_any_changed_byte_of_an_entry_is_found_and_the_entry_named(which: int, at: int, by: int) -> None:
    place = which % len(MADE.register)
    entry = MADE.register[place]
    line = changed(entry.line.encode(), at, by).decode("utf-8", "replace")
    register = list(MADE.register)
    register[place] = Entry.read(line, entry.hash, place + 1)
    fault = chain_fault(register, MADE.identity)
    assert fault is not None
    assert fault.fields["place"] == place + 1
    assert not is_whole(replace(MADE, register=tuple(register)))


@given(st.integers(0), st.integers(0), st.integers(1, 127))
def test_any_changed_byte_of_a_hash_is_found(which: int, at: int, by: int) -> None:
    place = which % len(MADE.register)
    entry = MADE.register[place]
    stored = changed(entry.hash.encode(), at, by).decode("utf-8", "replace")
    register = list(MADE.register)
    register[place] = Entry.read(entry.line, stored, place + 1)
    assert not is_whole(replace(MADE, register=tuple(register)))


@given(st.data())
def test_an_entry_that_is_left_out_moved_or_put_in_is_found(data: st.DataObject) -> None:
    register = list(MADE.register)
    taken = register.pop(data.draw(st.integers(0, len(register) - 1)))
    if data.draw(st.booleans()):
        register.insert(data.draw(st.integers(0, len(register))), taken)
    if tuple(register) != MADE.register and tuple(register) != MADE.register[: len(register)]:
        assert chain_fault(register, MADE.identity) is not None


@given(st.integers(0, 1), st.integers(0), st.integers(1, 255))
def test_any_changed_byte_of_kept_figures_is_found(which: int, at: int, by: int) -> None:
    snapshots = list(MADE.snapshots)
    one = snapshots[which]
    snapshots[which] = Snapshot(one.hash, changed(one.packed, at, by))
    assert not is_whole(replace(MADE, snapshots=tuple(snapshots)))


def test_kept_figures_that_are_gone_are_missed() -> None:
    found = list(verify_register(replace(MADE, snapshots=MADE.snapshots[:1])))
    assert [one.said.code for one in found] == ["release_figures_missing"]


def test_a_release_by_the_person_who_handed_it_in_is_found_where_that_was_not_allowed() -> None:
    made = submit(statistic(four_eyes=True), prepared(statistic()), "Anna", NOON)
    event = Event(0, 1, "released", NOON, "ANNA", "")
    forged = replace(made, register=appended(made.register, made.identity, event))
    assert [one.said.code for one in verify_register(forged)] == ["verify_same_person"]


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared register of `SHARED`."""
    return put_in(tmp_path_factory.mktemp("office"), SHARED)


def put_in(folder: Path, made: Statistic) -> Path:
    """The entries of a statistic in a register, step by step."""
    before = replace(made, register=())
    for place in range(len(made.register)):
        entries = made.register[: place + 1]
        before = record(before, folder, partial(replace, register=entries))
    return register_path(folder, made.identity)


@given(st.integers(0), st.integers(1, 255))
@STORED
def test_any_changed_byte_of_the_shared_register_is_found(shared: Path, tmp_path: Path, at: int, by: int) -> None:
    made, path = SHARED, shared
    target = tmp_path / path.name
    target.write_bytes(changed(path.read_bytes(), at, by))
    try:
        found = list(verify_shared(made, read_register(target, made.identity)))
    except CkmError as error:
        raise_unless(error, "register_not_one", "register_newer")
        return
    assert not all(one.good for one in found)


@given(st.integers(0))
@STORED
def test_a_shared_register_that_was_cut_off_is_found(shared: tuple[Statistic, Path], tmp_path: Path, at: int) -> None:
    made, path = SHARED, shared
    content = path.read_bytes()
    target = tmp_path / path.name
    target.write_bytes(content[: at % len(content)])
    assert not all(one.good for one in verify_shared(made, read_register(target, made.identity)))


@pytest.mark.thorough
@given(st.integers(0), st.integers(1, 255))
@STORED
def test_any_changed_byte_of_a_file_is_found(tmp_path: Path, at: int, by: int) -> None:
    made = released(statistic())
    files = write_files(made, 1, load(people()), tmp_path, LATER)
    made = written(made, 1, files, "Bernd", LATER)
    path = tmp_path / files[0].name
    assert [one.good for one in verify_files(made, [path])] == [True]
    path.write_bytes(changed(path.read_bytes(), at, by))
    (found,) = verify_files(made, [path])
    path.unlink()
    assert not found.good
    assert found.said.code == "verify_file_changed"


@given(st.integers(0), st.integers(1, 255))
@settings(max_examples=examples(300))
def test_any_changed_byte_of_the_statistic_is_found_or_leaves_register_and_figures_as_they_were(
    at: int, by: int
) -> None:
    try:
        made = from_bytes(changed(IMAGE, at, by), "s.ckm")
    except CkmError:
        return
    if is_whole(made):
        assert (made.register, made.snapshots) == (MADE.register, MADE.snapshots)


def test_entries_that_are_gone_from_the_end_of_a_statistic_are_missed() -> None:
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(IMAGE)
        base.execute("DELETE FROM register WHERE place = ?", (len(MADE.register),))
        base.commit()
        content = base.serialize()
    with fails("ckm_damaged", match="checksum"):
        from_bytes(content, "s.ckm")


def test_the_first_entry_at_fault_is_named() -> None:
    entry = MADE.register[1]
    register = (MADE.register[0], replace(entry, hash="0" * 64), *MADE.register[2:])
    fault = chain_fault(register, MADE.identity)
    assert isinstance(fault, ChainBroken)
    assert "Eintrag 2 des Registers" in fault.text("de")
    assert "Prüfsumme" in fault.text("de")
