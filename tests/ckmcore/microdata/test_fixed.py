"""Text of fixed width by explicit positions; hierarchies in the digits of a code."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.microdata import MISSING, Dialect, Microdata, TextColumn, preview, read_microdata, read_with_report
from ckmcore.microdata.hierarchy import digit_hierarchy
from tests.kit.fails import fails

COLUMNS = (TextColumn("LAND", 1, 2), TextColumn("ORT", 3, 6, ("?",)), TextColumn("RKEY", 9, 8))
TEXT = "01Köln  0.123456\n16   ?  0.5\n\n09Ulm   0.250000\n"


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def written(folder: Path, content: bytes) -> Path:
    (folder / "daten.dat").write_bytes(content)
    return folder / "daten.dat"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_are_characters_whatever_the_encoding_and_the_line_ends(
    tmp_path: Path, encoding: str, end: str
) -> None:
    path = written(tmp_path, TEXT.replace("\n", end).encode(encoding))
    dialect = Dialect(encoding=encoding, columns=COLUMNS)
    data = read_microdata(path, ["LAND", "ORT"], "RKEY", dialect=dialect)
    assert texts_of(data, "LAND") == ["01", "16", "09"]
    assert texts_of(data, "ORT") == ["Köln", MISSING, "Ulm"]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [123456, 500000, 250000]
    assert preview(path, dialect).rows[0] == ("01", "Köln  ", "0.123456")


def test_lines_that_end_early_are_read_as_blank_and_said(tmp_path: Path) -> None:
    path = written(tmp_path, b"01abc\n02\n03d\n")
    dialect = Dialect(columns=(TextColumn("A", 1, 2), TextColumn("B", 3, 3)))
    data, report = read_with_report(path, ["A", "B"], dialect=dialect)
    assert texts_of(data, "B") == ["abc", MISSING, "d"]
    notice = report.notices[0]
    assert (notice.code, notice.fields["count"], notice.fields["row"]) == ("lines_short", 2, 2)
    assert read_with_report(path, ["A"], dialect=dialect)[1].notices == ()


def test_a_file_longer_than_a_block_is_read_whole(tmp_path: Path) -> None:
    rows = 200_000
    path = written(tmp_path, b"".join(b"%02d%06d%s\n" % (row % 7, row, b"x" * 30) for row in range(rows)))
    data = read_microdata(path, ["A"], dialect=Dialect(columns=(TextColumn("A", 1, 2), TextColumn("N", 3, 6))))
    assert data.rows == rows
    assert texts_of(data, "A")[:8] == ["00", "01", "02", "03", "04", "05", "06", "00"]


def test_overlapping_columns_are_refused(tmp_path: Path) -> None:
    columns = (TextColumn("A", 1, 3), TextColumn("B", 3, 1))
    with fails("columns_overlap") as caught:
        preview(written(tmp_path, b"12345\n"), Dialect(columns=columns))
    assert "3" in caught.value.text("de")


def test_an_empty_file_and_a_byte_of_another_encoding(tmp_path: Path) -> None:
    with fails("file_empty"):
        preview(written(tmp_path, b"\n\n"), Dialect(columns=COLUMNS))
    with fails("undecodable_byte") as caught:
        preview(written(tmp_path, b"01abc\n02\xf6\n"), Dialect(columns=COLUMNS))
    assert (caught.value.fields["line"], caught.value.fields["column"]) == (2, 3)


def test_columns_of_a_dialect_name_a_file_without_header(tmp_path: Path) -> None:
    path = written(tmp_path, b"1;x\n9;y\n")
    dialect = Dialect(";", header=False, columns=(TextColumn("A", missing=("9",)), TextColumn("B")))
    assert texts_of(read_microdata(path, ["A", "B"], dialect=dialect), "A") == ["1", MISSING]


def test_levels_are_the_first_digits_of_a_code() -> None:
    hierarchy = digit_hierarchy(["34110", "34121", "34122", "12000"], (3, 1, 1, 0, 0))
    assert [(node.code, node.depth) for node in hierarchy.nodes] == [
        ("120", 0),
        ("1200", 1),
        ("12000", 2),
        ("341", 0),
        ("3411", 1),
        ("34110", 2),
        ("3412", 1),
        ("34121", 2),
        ("34122", 2),
    ]
    assert hierarchy.leaves_below("3412") == ("34121", "34122")


def test_a_short_code_ends_where_it_ends_and_a_group_of_its_name_is_told_apart() -> None:
    hierarchy = digit_hierarchy(["34", "34110", "34120"], (2, 3))
    assert hierarchy.leaves == ("34", "34110", "34120")
    assert [node.code for node in hierarchy.nodes] == ["34", "34 (34110-34120)", "34110", "34120"]
