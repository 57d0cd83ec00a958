"""Files that somebody named: how much of them is read, and how much room is taken for it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.reading import open_file, read_file, read_most
from ckmcore.statistic.recovery import keep_unsaved, read_unsaved

MB = 1 << 20


def most_room(work: Callable[[], object]) -> int:
    """Bytes that Python takes at once while work is done a second time."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("size", [0, 1, 1000, MB, 3 * MB + 1])
def test_a_file_is_read_whole_in_the_room_that_it_needs(tmp_path: Path, size: int) -> None:
    path, content = tmp_path / "file", bytes(range(256)) * (size // 256 + 1)
    path.write_bytes(content[:size])
    assert read_file(path) == content[:size]
    assert most_room(lambda: read_file(path)) < 2 * size + MB // 4


@pytest.mark.parametrize("most", [0, 1, 999, 1000, 1001, 5000])
def test_no_more_is_read_than_was_asked_for(tmp_path: Path, most: int) -> None:
    path, content = tmp_path / "file", bytes(range(250)) * 4
    path.write_bytes(content)
    with open_file(path) as file:
        assert read_most(file, most) == content[:most]
    with open_file(path) as file:
        file.seek(10)
        assert read_most(file, most) == content[10:][:most]


def test_what_is_written_to_a_file_while_it_is_read_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a" * 10)

    class Written:
        """A stream whose file grows with the first read."""

        def __init__(self) -> None:
            self.stream = open_file(path)
            self.fileno, self.tell = self.stream.fileno, self.stream.tell

        def read(self, size: int) -> bytes:
            with path.open("ab") as more:
                more.write(b"b" * 2 * MB if path.stat().st_size == 10 else b"")
            return self.stream.read(size)

    for most, expected in ((1 << 30, 2 * MB + 10), (MB + 100, MB + 100)):
        path.write_bytes(b"a" * 10)
        written = Written()
        assert len(read_most(written, most)) == expected  # type: ignore[arg-type]
        written.stream.close()


def test_small_files_of_every_kind_take_little_room(tmp_path: Path) -> None:
    """Windows gives a program pages for all that it asks for, and writes to each before it reads a file."""
    ptable = ckm.design_ptable(D=2, V=1)
    files = {name: tmp_path / name for name in ("p.csv", "m.ckmmethod", "s.ckm")}
    ckm.write_ptable(ptable, files["p.csv"])
    ckm.write_package(ckm.CellKeyMethod(ckm.shuffle(ptable)), files["m.ckmmethod"], ckm.Texts("For all", "Für alle"))
    statistic = ckm.Statistic("Persons")
    stamp = ckm.save_statistic(statistic, files["s.ckm"])
    unsaved = keep_unsaved(statistic, stamp.guard, "2026-11-29T12:00:00Z", "", tmp_path / "unsaved")
    rooms = {
        "p.csv": most_room(lambda: ckm.read_ptable(files["p.csv"])),
        "m.ckmmethod": most_room(lambda: ckm.read_package(files["m.ckmmethod"])),
        "s.ckm": most_room(lambda: ckm.open_statistic(files["s.ckm"])),
        "unsaved": most_room(lambda: read_unsaved(unsaved, tmp_path / "unsaved", None)),
    }
    assert all(room < 16 * MB for room in rooms.values()), rooms
