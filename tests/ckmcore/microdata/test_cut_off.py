"""A text file that was cut off in its last record says so; a last line that is only not ended does not."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ckmcore.microdata import Dialect, ReadingAnswer, TextColumn, read_with_report
from tests.kit.fails import fails

LINES = [f"{number % 7};0.{number * 7919 % 10**9:09d}" for number in range(30)]
KEYED = "A;KEY\n" + "\n".join(LINES)
FIXED = "\n".join(f"{number % 7} {number * 7 % 1000:04d}" for number in range(30))
PLACES = Dialect(columns=(TextColumn("A", 1, 1), TextColumn("B", 3, 2)))


def told(path: Path, content: bytes | str, dialect: Dialect | None = None) -> list[tuple[str, int, int]]:
    """The notices of a cut off record when a file of this content is read."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    notices = read_with_report(path, ["A"], dialect=dialect)[1].notices
    cut = [one for one in notices if one.code == "last_record_cut"]
    assert all(one.text("de") and one.text("en") for one in cut)
    return [(one.code, one.fields["found"], one.fields["least"]) for one in cut]


@pytest.mark.parametrize("lost", [1, 5, 10])
def test_a_last_field_with_fewer_digits_than_all_others_is_said(tmp_path: Path, lost: int) -> None:
    assert told(tmp_path / "a.csv", KEYED[:-lost]) == [("last_record_cut", 11 - lost, 11)]


def test_whatever_the_encoding_and_the_packing(tmp_path: Path) -> None:
    cut = KEYED[:-3]
    assert told(tmp_path / "a.csv", cut.encode("utf-16"))
    assert told(tmp_path / "b.csv", cut.replace("\n", "\r\n").encode("cp1252"))
    assert told(tmp_path / "c.csv.gz", gzip.compress(cut.encode()))
    assert told(tmp_path / "d.csv", "\n".join([KEYED] + LINES * 4000)[:-1])


def test_a_whole_file_says_nothing_with_and_without_a_last_line_end(tmp_path: Path) -> None:
    for content in (KEYED, KEYED + "\n", KEYED[:-3] + "\n", "A;KEY\n1;12\n2;5", "A\n12\n5"):
        assert told(tmp_path / "a.csv", content) == []
    various = "A;N\n" + "\n".join(f"{number};{number % 13}" for number in range(40))
    assert told(tmp_path / "a.csv", various) == []
    assert told(tmp_path / "a.csv", various[:-1] + "1") == []


def test_a_last_record_with_fewer_fields_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(KEYED[: -len(LINES[-1]) + 1])
    with fails("ragged_rows") as found:
        read_with_report(tmp_path / "a.csv", ["A"])
    assert found.value.fields["line"] == 31


def test_a_last_line_of_fixed_width_that_is_shorter_than_all_others_is_said(tmp_path: Path) -> None:
    assert told(tmp_path / "a.dat", FIXED[:-1], PLACES) == [("last_record_cut", 5, 6)]
    assert told(tmp_path / "a.dat", FIXED[:-4], PLACES) == [("last_record_cut", 2, 6)]
    for whole in (FIXED, FIXED + "\n", FIXED[:-1] + "\n"):
        assert told(tmp_path / "a.dat", whole, PLACES) == []


def test_which_of_several_files_was_cut_is_said(tmp_path: Path) -> None:
    paths = [tmp_path / "1.csv", tmp_path / "2.csv"]
    paths[0].write_text(KEYED[:-2])
    paths[1].write_text(KEYED)
    dialect = Dialect(encoding="", answers=(ReadingAnswer("records_twice", "", "both"),))
    notices = read_with_report(paths, ["A"], dialect=dialect)[1].notices
    named = [(one.code, one.fields["file"]) for one in notices if one.code == "several_notice"]
    assert named == [("several_notice", "1.csv")]
