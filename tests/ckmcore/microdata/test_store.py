"""A store gives back what was written, in blocks of mapped files; whatever was done to it is said in one sentence."""

from __future__ import annotations

import errno
import hashlib
import mmap
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base import blocks
from ckmcore.base.blocks import BlockColumn, feed, row_by_row
from ckmcore.base.files import NotWritten
from ckmcore.base.limits import Limits
from ckmcore.errors import Cancelled, CkmError
from ckmcore.microdata import Microdata, preview, read_microdata, store
from ckmcore.microdata.read import read_with_report
from ckmcore.microdata.store import (
    HEAD,
    HEAD_BYTES,
    StoreHead,
    StoreThere,
    read_store,
    read_store_head,
    spool_beside,
    write_store,
)
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.prepared_data import ENTRIES, example, same

ROWS = 300


def in_memory(data: Microdata) -> Microdata:
    """The same records as arrays: what a reader of blocks was given."""

    def whole(column: Any) -> Any:
        return (
            np.concatenate([column[at : at + 1009] for at in range(0, len(column), 1009)])
            if len(column)
            else column[:0]
        )

    def number(column: Any) -> Any:
        missing = None if column.missing is None else whole(column.missing)
        return replace(column, values=whole(column.values), missing=missing)

    keys = data.record_keys
    return replace(
        data,
        columns={name: whole(column) for name, column in data.columns.items()},
        magnitudes={name: number(column) for name, column in data.magnitudes.items()},
        weight=None if data.weight is None else number(data.weight),
        record_keys=None if keys is None else replace(keys, values=whole(keys.values)),
    )


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PIECE_ROWS", 64)
    monkeypatch.setattr(StoreHead, "__init__", _with_pieces(StoreHead.__init__))


def _with_pieces(made: Callable[..., None]) -> Callable[..., None]:
    def make(self: StoreHead, head: Any, columns: Any, piece_rows: int = 64) -> None:
        made(self, head, columns, piece_rows)

    return make


@pytest.fixture
def written(tmp_path: Path, small_pieces: None) -> Path:
    path = tmp_path / "Personen äöü.ckmstore"
    write_store(example(ROWS), ENTRIES, path)
    return path


@settings(max_examples=examples(20), deadline=None)
@given(
    rows=st.integers(0, 200),
    seed=st.integers(0, 1000),
    decimals=st.sampled_from([None, 0, 6]),
    modulus=st.sampled_from([256, 10**9, 10**17]),
)
def test_a_round_trip_gives_the_same(
    tmp_path_factory: pytest.TempPathFactory, rows: int, seed: int, decimals: int | None, modulus: int
) -> None:
    path = tmp_path_factory.mktemp("store") / "a.ckmstore"
    data = example(rows, seed, decimals, modulus)
    write_store(data, ENTRIES, path)
    for place in (path, path / HEAD, str(path)):
        found = read_store(place)
        assert same(in_memory(found), data)
    assert all(isinstance(column, BlockColumn) for column in found.columns.values())
    assert found.nbytes == 0
    assert [entry.name for entry in read_store_head(path).head.dictionary] == [entry.name for entry in ENTRIES]


def test_the_ordinary_reading_function_gives_views_of_mapped_files_that_nobody_can_write_to(written: Path) -> None:
    data = read_microdata(written, ["Land"])
    block = data.columns["Land"][10:20]
    assert isinstance(block, np.ndarray)
    assert not block.flags.writeable
    below: Any = block
    while isinstance(below, np.ndarray):
        below = below.base
    assert isinstance(getattr(below, "obj", below), mmap.mmap)
    with pytest.raises(ValueError, match="read-only"):
        block[0] = 1
    everything, report = read_with_report(written)
    assert (report.format, report.rows, report.weight) == ("store", ROWS, "w")
    assert everything.record_keys is not None
    assert everything.record_keys.modulus == 10**9
    with fails("prepared_role"):
        read_microdata(written, ["m"])


def test_a_preview_shows_values_as_they_were(written: Path) -> None:
    shown = preview(written)
    assert shown.format == "store"
    assert [one.role for one in shown.columns][:1] == ["dimension"]
    assert len(shown.rows) > 0


def test_two_stores_of_the_same_records_have_the_same_bytes(written: Path, tmp_path: Path) -> None:
    write_store(example(ROWS), ENTRIES, tmp_path / "again.ckmstore")
    for file in written.iterdir():
        assert file.read_bytes() == (tmp_path / "again.ckmstore" / file.name).read_bytes()


# --- damage ----------------------------------------------------------------------------------------------------------


def read_all(path: Path) -> None:
    data = read_store(path)
    for column in (*data.columns.values(), *(one.values for one in data.magnitudes.values())):
        for start in range(0, ROWS, 64):
            column[start : start + 64]
    for one in (data.weight, *data.magnitudes.values()):
        assert one is not None
        for start in range(0, ROWS, 64):
            one.values[start : start + 64]
            if one.missing is not None:
                one.missing[start : start + 64]
    assert data.record_keys is not None
    for start in range(0, ROWS, 64):
        data.record_keys.values[start : start + 64]


@pytest.mark.thorough
def test_any_changed_byte_of_any_file_is_noticed(written: Path) -> None:
    read_all(written)
    chance = np.random.default_rng(3)
    for file in sorted(written.iterdir()):
        content = file.read_bytes()
        places = {0, 7, 9, 15, 20, 30, 40, 50, HEAD_BYTES - 1, HEAD_BYTES, len(content) - 1}
        places |= set(chance.integers(0, len(content), 25).tolist())
        for place in sorted(one for one in places if one < len(content)):
            changed = bytearray(content)
            changed[place] ^= 1 << int(chance.integers(0, 8))
            file.write_bytes(changed)
            with fails("store_damaged") as caught:
                read_all(written)
            assert caught.value.code == "store_damaged"
            assert caught.value.text("en") != caught.value.text("de")
            assert "Personen äöü.ckmstore" in caught.value.text("de")
        file.write_bytes(content)
    read_all(written)


def test_a_shortened_a_longer_and_an_empty_file_are_noticed_at_opening(written: Path) -> None:
    for file in written.iterdir():
        content = file.read_bytes()
        for other in (b"", content[:-1], content[:30], content + b"\0"):
            file.write_bytes(other)
            with fails("store_damaged"):
                read_store(written)
        file.write_bytes(content)


def test_swapped_missing_and_foreign_columns_are_noticed_at_opening(written: Path, tmp_path: Path) -> None:
    files = sorted(file for file in written.iterdir() if file.name != HEAD)
    sizes = {file: file.stat().st_size for file in files}
    twins = [(a, b) for a in files for b in files if a < b and sizes[a] == sizes[b]]
    assert twins
    for one, other in twins:
        first, second = one.read_bytes(), other.read_bytes()
        one.write_bytes(second)
        other.write_bytes(first)
        with fails("store_damaged", match="does not hold the column"):
            read_store(written)
        one.write_bytes(first)
        other.write_bytes(second)
    for file in (*files, written / HEAD):
        content = file.read_bytes()
        file.unlink()
        with fails("store_damaged", match="is missing"):
            read_store(written)
        file.mkdir()
        with fails("store_damaged", match="link or no file"):
            read_store(written)
        file.rmdir()
        file.write_bytes(content)
    # The head of other records, and a column of theirs.
    other = tmp_path / "other.ckmstore"
    write_store(example(ROWS, seed=2), ENTRIES, other)
    kept = (written / HEAD).read_bytes()
    shutil.copy(other / HEAD, written / HEAD)
    with fails("store_damaged"):
        read_all(written)
    (written / HEAD).write_bytes(kept)
    shutil.copy(other / files[0].name, files[0])
    with fails("store_damaged", match="values of the column"):
        read_all(written)


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
def test_links_and_pipes_in_a_store_are_refused_and_a_link_to_it_is_not(written: Path, tmp_path: Path) -> None:
    for name in ("column0000.bin", HEAD):
        file = written / name
        elsewhere = tmp_path / f"away {name}"
        file.rename(elsewhere)
        file.symlink_to(elsewhere)
        with fails("store_damaged", match="link or no file"):
            read_store(written)
        file.unlink()
        os.mkfifo(file)
        with fails("store_damaged", match="link or no file"):
            read_store(written)
        file.unlink()
        elsewhere.rename(file)
    (tmp_path / "way.ckmstore").symlink_to(written)
    read_all(tmp_path / "way.ckmstore")


def sealed(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Write a head that somebody made up, with the sum that it has to have."""
    found = msgspec.json.decode((path / HEAD).read_bytes())["store"]
    change(found)
    content = msgspec.json.encode(found)
    whole = {"store": msgspec.Raw(content), "sha256": hashlib.sha256(content).hexdigest()}
    (path / HEAD).write_bytes(msgspec.json.encode(whole))


MADE_UP: dict[str, Callable[[dict[str, Any]], None]] = {
    "more rows": lambda head: head["head"].update(rows=ROWS + 1),
    "rows below none": lambda head: head["head"].update(rows=-1),
    "no pieces": lambda head: head.update(piece_rows=0),
    "larger pieces": lambda head: head.update(piece_rows=1 << 40),
    "a column less": lambda head: head["columns"].pop(),
    "a column twice": lambda head: head["columns"].append(head["columns"][0]),
    "another order": lambda head: head["columns"].reverse(),
    "a path as a name": lambda head: head["columns"][0].update(name="../../etc/passwd"),
    "objects as values": lambda head: head["columns"][0].update(kind="|O"),
    "big-endian": lambda head: head["columns"][1].update(kind=">u2"),
    "codes as doubles": lambda head: head["columns"][1].update(kind="<f8"),
    "no sums": lambda head: head["columns"][0].update(sums=[]),
    "sums that are none": lambda head: head["columns"][0].update(sums=["x"] * 5),
    "no dimensions": lambda head: head["head"].update(dimensions=[]),
    "keys under a name that is taken": lambda head: head["head"]["keys"].update(column="Land"),
    "a smaller modulus": lambda head: head["head"]["keys"].update(modulus=1000),
    "a modulus of 64 bits": lambda head: head["head"]["keys"].update(modulus=10**18),
    "no modulus": lambda head: head["head"]["keys"].update(modulus=0),
    "fewer categories": lambda head: head["head"]["dimensions"][1].update(
        categories=head["head"]["dimensions"][1]["categories"][:270]
    ),
    "another kind of thing": lambda head: head.update(columns="none"),
}


@pytest.mark.parametrize("change", MADE_UP.values(), ids=MADE_UP)
def test_a_head_that_somebody_made_up_is_refused_before_anything_is_counted(
    written: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    sealed(written, change)
    with pytest.raises(CkmError):
        read_all(written)


def test_a_head_that_is_no_head_is_refused(written: Path) -> None:
    for content in (b"{}", b"[]", b"null", b"[" * 100_000, b'{"store":{},"sha256":""}', b"\xff\xfe", b'{"store": 1'):
        (written / HEAD).write_bytes(content)
        with fails("store_damaged"):
            read_store(written)


def test_codes_beyond_their_list_never_reach_the_kernel_though_their_sums_are_right(written: Path) -> None:
    file = written / "column0000.bin"
    content = bytearray(file.read_bytes())
    content[HEAD_BYTES] = 200
    file.write_bytes(content)
    sums = hashlib.sha256(content[HEAD_BYTES : HEAD_BYTES + 64]).hexdigest()
    sealed(written, lambda head: head["columns"][0]["sums"].__setitem__(0, sums))
    with fails("store_damaged", match="Land"):
        read_all(written)


def test_a_store_of_a_later_version_is_said_to_be_one(written: Path) -> None:
    sealed(written, lambda head: head["head"].update(version=99))
    with fails("prepared_newer"):
        read_store(written)


@pytest.mark.skipif(os.name == "nt", reason="a mapped file cannot be shortened there")
def test_a_file_that_is_shortened_while_it_is_open_is_a_sentence_and_no_crash(written: Path) -> None:
    data = read_store(written)
    data.columns["Land"][:64]
    os.truncate(written / "column0000.bin", HEAD_BYTES + 10)
    with fails("store_damaged", match="shorter"):
        data.columns["Land"][64:128]


def test_only_what_is_asked_for_is_compared_and_once(written: Path) -> None:
    """Opening reads no values; the sums are compared during the first reading."""
    file = written / "column0000.bin"
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    data = read_store(written)
    data.columns["Land"][:256]
    data.columns["record_key"][:]
    with fails("store_damaged"):
        data.columns["Land"][256:]


# --- writing ---------------------------------------------------------------------------------------------------------


def test_a_store_is_written_once_and_under_a_name_of_stores(tmp_path: Path, written: Path) -> None:
    before = {file.name: file.read_bytes() for file in written.iterdir()}
    with pytest.raises(StoreThere) as caught:
        write_store(example(5), ENTRIES, written)
    assert caught.value.exit_code == 6
    with fails("store_name"):
        write_store(example(5), ENTRIES, tmp_path / "a.parquet")
    (tmp_path / "b.ckmstore").write_text("a file")
    with pytest.raises(StoreThere):
        write_store(example(5), ENTRIES, tmp_path / "b.ckmstore")
    assert before == {file.name: file.read_bytes() for file in written.iterdir()}
    assert sorted(one.name for one in tmp_path.iterdir()) == ["Personen äöü.ckmstore", "b.ckmstore"]


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def full(path: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(store, "sync_file", full)
    with pytest.raises(NotWritten) as caught:
        write_store(example(5), ENTRIES, tmp_path / "a.ckmstore")
    assert "disk" in caught.value.text("en")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_while_files_are_read_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    csv(tmp_path / "p.csv", 200_000)
    opened = Path.open

    def full(self: Path, *given: Any, **named: Any) -> Any:
        return opened(Path("/dev/full") if self.name == "1.part" else self, *given, **named)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(NotWritten) as caught, spool_beside(tmp_path / "a.ckmstore") as spool:
        read_with_report(tmp_path / "p.csv", ["A", "B"], "k", "w", ["x"], spool=spool)
    assert "disk" in caught.value.text("en")
    assert [one.name for one in tmp_path.iterdir()] == ["p.csv"]


def test_whoever_cancels_leaves_nothing(tmp_path: Path) -> None:
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 2

    with pytest.raises(Cancelled):
        write_store(example(5), ENTRIES, tmp_path / "a.ckmstore", cancelled=cancelled)
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, sys
from pathlib import Path
from ckmcore.microdata import store
from tests.kit.prepared_data import example
seen, at = 0, int(sys.argv[2])
def sync(path):
    global seen
    seen += 1
    if seen == at:
        os.kill(os.getpid(), 9)
store.sync_file = sync
renamed = Path.rename
def rename(self, target):
    sync(self)
    return renamed(self, target)
Path.rename = rename
store.write_store(example(50), (), Path(sys.argv[1]))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("at", [2, 8])
def test_a_program_that_is_killed_leaves_no_store_and_the_next_one_clears_up(tmp_path: Path, at: int) -> None:
    path = tmp_path / "a.ckmstore"
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), str(at)], check=False)
    assert ended.returncode == -9
    assert not path.exists()
    assert len(list(tmp_path.iterdir())) == 1
    write_store(example(50), (), path)
    assert read_store(path).rows == 50
    assert [one.name for one in tmp_path.iterdir()] == ["a.ckmstore"]


# --- from files in pieces --------------------------------------------------------------------------------------------


def csv(path: Path, rows: int, seed: int = 1) -> None:
    """Codes that come late, missing values, decimals that become longer."""
    chance = np.random.default_rng(seed)
    place = np.arange(rows)
    frame = pd.DataFrame(
        {
            "A": np.where(chance.random(rows) < 0.01, "", (place * 400 // max(rows, 1)).astype(str)),
            "B": chance.choice(["m", "w"], rows),
            "x": [f"{value:.{2 + (row > rows // 2)}f}" for row, value in enumerate(chance.normal(10, 3, rows))],
            "w": chance.integers(1, 9, rows),
            "k": [f"{value:.9f}" for value in chance.random(rows)],
        }
    )
    frame.loc[chance.random(rows) < 0.02, "x"] = ""
    frame.to_csv(path, index=False)


@pytest.mark.daily(1)
@pytest.mark.parametrize("rows", [3, 70_000])
def test_records_read_in_pieces_are_those_that_are_read_at_once(tmp_path: Path, rows: int) -> None:
    csv(tmp_path / "p.csv", rows)
    asked: tuple[Any, ...] = (["A", "B"], "k", "w", ["x"])
    expected = read_microdata(tmp_path / "p.csv", *asked)
    with spool_beside(tmp_path / "a.ckmstore") as spool:
        found, _ = read_with_report(tmp_path / "p.csv", *asked, spool=spool)
        assert found.notices == expected.notices
        assert same(in_memory(found), expected)
        write_store(found, (), tmp_path / "a.ckmstore")
    assert same(in_memory(read_store(tmp_path / "a.ckmstore")), expected)


def test_errors_of_reading_in_pieces_are_those_of_reading_at_once(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    for row in ("a,1,-2,0.5", "a,x,2,0.5", "a,1,,0.5", "a,1,2,1.5"):
        path.write_text("A,x,w,k\n" + "a,1,2,0.25\n" * 5 + row + "\n")
        with pytest.raises(CkmError) as expected:
            read_microdata(path, ["A"], "k", "w", ["x"])
        with pytest.raises(CkmError) as found, spool_beside(tmp_path / "a.ckmstore") as spool:
            read_with_report(path, ["A"], "k", "w", ["x"], spool=spool)
        assert (found.value.code, found.value.text("de")) == (expected.value.code, expected.value.text("de"))
    assert [one.name for one in tmp_path.iterdir()] == ["p.csv"]


# --- columns that do not lie in memory -------------------------------------------------------------------------------


def test_what_needs_a_column_whole_has_it_where_there_is_room_and_is_refused_beyond(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    column: Any = read_store(written).columns["Land"]
    array = np.concatenate([column[:100], column[100:]])
    flags = np.arange(6, dtype=np.uint8)
    assert np.array_equal(column, array)
    assert ((column == 2) == (array == 2)).all()
    assert (array != column).sum() == 0
    assert np.array_equal(flags[column], flags[array])
    assert np.array_equal(column[np.array([5, 200, 7])], array[[5, 200, 7]])
    assert np.array_equal(column[array > 2], array[array > 2])
    assert (column[-1], column.max(), list(column)[3]) == (array[-1], array.max(), array[3])
    made: Any = row_by_row(lambda codes: flags[codes] + np.uint8(1), np.uint8, column)
    assert isinstance(made, BlockColumn)
    assert np.array_equal(made[7:90], array[7:90] + 1)
    one, other = hashlib.sha256(), hashlib.sha256(array.tobytes())
    feed(one, column)
    assert one.hexdigest() == other.hexdigest()
    monkeypatch.setattr(Limits, "whole_bytes", 200)
    monkeypatch.setattr(blocks, "_LONGEST_BLOCK", 100)
    for whole in (
        lambda: np.asarray(column),
        lambda: column == 2,
        lambda: array != column,
        lambda: flags[column],
        lambda: column[np.zeros(250, dtype=np.intp)],
        lambda: list(column),
        lambda: np.bincount(column),
        lambda: made[:],
    ):
        with fails("too_large_here") as caught:
            whole()
        assert caught.value.text("en") != caught.value.text("de")
    assert np.array_equal(column[:], array)  # a view
    assert np.array_equal(column[array == 3], array[array == 3])


def test_pages_that_were_read_go_back(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = []
    monkeypatch.setattr(store, "GIVE_BACK_ROWS", 128)
    monkeypatch.setattr(store.MappedColumn, "_give_back", lambda self: given.append(self._given))
    column = read_store(written).columns["Land"]
    for start in range(0, 256, 64):
        column[start : start + 64]
    assert given[0] == 128
