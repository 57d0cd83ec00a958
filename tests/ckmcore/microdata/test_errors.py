"""What bad input gets: one error per kind of cause, with its place and what to do, in both languages."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.errors import CkmError
from ckmcore.microdata import Dialect, read_microdata
from ckmcore.microdata.data import UnknownVariable
from ckmcore.microdata.errors import (
    FileDamaged,
    FileMissing,
    UnknownColumn,
)
from tests.kit.fails import fails


def refused(kind: str, file: Path, *columns: str, dialect: Dialect | None = None) -> CkmError:
    with fails(kind) as caught:
        read_microdata(file, list(columns) or None, dialect=dialect)
    for text in (caught.value.text("en"), caught.value.text("de")):
        assert file.name in text
        assert text.endswith(".")
    return caught.value


def written(folder: Path, content: str | bytes, name: str = "a.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    refused(FileMissing, tmp_path / "none.csv")


def test_a_folder(tmp_path: Path) -> None:
    refused("file_is_folder", tmp_path)


@pytest.mark.parametrize("content", [b"", b"\r\n\n", b"\xef\xbb\xbf", b"\xff\xfe", gzip.compress(b"")])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    refused("file_empty", written(tmp_path, content))


@pytest.mark.parametrize("content", ["a;b", "a;b\n", "a,b\r\n\r\n"])
def test_a_file_with_only_a_header(tmp_path: Path, content: str) -> None:
    refused("file_without_records", written(tmp_path, content))


def test_a_parquet_without_records(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"a": pa.array([], pa.string())}), tmp_path / "a.parquet")
    refused("file_without_records", tmp_path / "a.parquet", "a")


@pytest.mark.parametrize(
    ("content", "english", "german"),
    [
        (b"\x89PNG\r\n\x1a\n....", "a picture", "ein Bild"),
        (b"\xff\xd8\xff\xe0 JFIF", "a picture", "ein Bild"),
        (b"%PDF-1.7", "a PDF document", "ein PDF-Dokument"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", "an old Office file", "eine alte Office-Datei"),
        (b"SQLite format 3\x00", "a database", "eine Datenbank"),
        (b"a,b\n1,\x00\x00\x01\n", "a binary file", "eine Binärdatei"),
        (b'[\n {"K": "a", "N": 1}\n]\n', "a JSON document", "ein JSON-Dokument"),
        (b'{"K": "a", "N": 1}\n{"K": "b", "N": 2}\n', "a JSON document", "ein JSON-Dokument"),
        (b"{\\rtf1\\ansi K\\par}", "a document of a word processor", "ein Dokument einer Textverarbeitung"),
    ],
)
def test_a_binary_file_is_called_what_it_is(tmp_path: Path, content: bytes, english: str, german: str) -> None:
    error = refused("file_binary", written(tmp_path, content))
    assert english in error.text("en")
    assert german in error.text("de")


@pytest.mark.parametrize(
    ("members", "kind", "german"),
    [
        (["xl/workbook.xml"], FileDamaged, "beschädigt"),
        (["a.csv", "b.csv"], "file_binary", "ZIP-Archiv mit mehreren Dateien"),
        (["xl/workbook.bin", "[Content_Types].xml"], "file_binary", ".xlsb"),
    ],
)
def test_a_workbook_and_an_archive_are_told_apart(tmp_path: Path, members: list[str], kind: str, german: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        for member in members:
            archive.writestr(member, "x")
    assert german in refused(kind, tmp_path / "a.xlsx").text("de")


@pytest.mark.daily(6)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("a,b\n1,2\n1,2,3\n", 3, 3),
        ("a,b\n1,2\n1\n1,2\n", 3, 1),
        ('a,b\n"x\ny",2\n\n"x\r\n\r\ny",2\n1,2,3,4\n', 8, 4),
        ('a,b\n"x\ny",2,9\n', 2, 3),
        ("a,b\r1,2\r1\r", 3, 1),
        ("a,b\n" + "1,2\n" * 1_500_000 + "1\n", 1_500_002, 1),
        ("a,b\n1,2,3\n4,5,6\n", 2, 3),
    ],
)
def test_a_ragged_row_is_named_by_its_line_in_the_file(
    tmp_path: Path, content: str, line: int, found: int, packed: bool
) -> None:
    file = written(tmp_path, gzip.compress(content.encode(), 1) if packed else content)
    fields = refused("ragged_rows", file, "a", dialect=Dialect()).fields
    assert (fields["line"], fields["found"], fields["expected"]) == (line, found, 2)


def test_a_ragged_row_in_utf16_is_named_too(tmp_path: Path) -> None:
    file = written(tmp_path, "ä;b\r\n1;2\r\n1\r\n".encode("utf-16"))
    assert refused("ragged_rows", file, "ä").fields["line"] == 3


@pytest.mark.parametrize("content", ['a,b\n1,2\n"x,3\n4,5\n', 'a,b\n1,2\n1,"x\n4,5\n6,7\n'])
def test_a_quote_that_never_ends_is_named_by_the_line_where_it_begins(tmp_path: Path, content: str) -> None:
    assert refused("unclosed_quote", written(tmp_path, content), "a", dialect=Dialect()).fields["line"] == 3


def test_two_equal_names_of_columns(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b, a\n1,2,3\n")
    assert read_microdata(file, ["a (2)"]).dimensions["a (2)"].codes == ("3",)
    error = refused("column_name_twice", file, "b", dialect=Dialect(rules=0))
    assert (error.fields["column"], error.fields["first"], error.fields["second"]) == ("a", 1, 3)


@pytest.mark.parametrize(
    ("content", "encoding", "line", "column", "byte"),
    [
        (b"a,b\n1,2\nx\xe4,3\n", "utf-8", 3, 2, "0xE4"),
        (b"a,b\r\nx\xc3\xa4\xff,3\r\n", "utf-8-sig", 2, 3, "0xFF"),
        (b"a,b\r1,2\rxy,\x81\r", "cp1252", 3, 4, "0x81"),
        (b"a\xe4,b\n1,2\n", "utf-8", 1, 2, "0xE4"),
        (b"a,b\n" + b"abcdef,2\n" * 400_000 + b"ab\xfc,2\n", "utf-8", 400_002, 3, "0xFC"),
        (b"a,b\r\n" + b"abcde,2\r\n" * 400_000 + b"ab\x9d,2\n", "cp1252", 400_002, 3, "0x9D"),
        ("a,b\nx,".encode("utf-16") + b"\x00\xd8" + "\nab".encode("utf-16-le"), "utf-16", 2, 3, "0x00"),
    ],
)
def test_an_undecodable_byte_is_named_by_line_and_column(
    tmp_path: Path, content: bytes, encoding: str, line: int, column: int, byte: str
) -> None:
    error = refused("undecodable_byte", written(tmp_path, content), "a", "b", dialect=Dialect(encoding=encoding))
    fields = error.fields
    assert (fields["line"], fields["column"], fields["byte"], fields["encoding"]) == (line, column, byte, encoding)


@pytest.mark.thorough
def test_an_umlaut_of_cp1252_far_behind_ascii_is_read_or_where_utf_8_was_asked_for_named(tmp_path: Path) -> None:
    file = written(tmp_path, b"a,b\n" + b"abcdef,2\n" * 400_000 + b"ab\xfc,2\n")
    assert refused("undecodable_byte", file, "a", dialect=Dialect()).fields["line"] == 400_002
    for dialect in (None, Dialect(encoding="cp1252")):
        assert read_microdata(file, ["a"], dialect=dialect).dimensions["a"].codes == ("abcdef", "abü")


def test_an_unknown_column_comes_with_the_closest_names_first(tmp_path: Path) -> None:
    file = written(tmp_path, "region,SEX,age\n1,2,3\n")
    error = refused(UnknownColumn, file, "sex_")
    assert error.fields["variable"] == "sex_"
    assert error.fields["known"][0] == "SEX"
    assert isinstance(error, UnknownVariable)


def test_a_column_with_two_roles(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b\n1,2\n")
    for arguments in ({"weight": "a"}, {"record_key": "a"}, {"magnitudes": ["a"]}):
        with fails("column_two_roles", match="“a”"):
            read_microdata(file, ["a", "b"], **arguments)  # type: ignore[arg-type]
    with fails("column_two_roles"):
        read_microdata(file, ["a", "a"])


def test_truncated_and_damaged_columnar_files(tmp_path: Path) -> None:
    table = pa.table({"a": [str(row) for row in range(100_000)]})
    parquet.write_table(table, tmp_path / "whole.parquet")
    content = (tmp_path / "whole.parquet").read_bytes()
    refused(FileDamaged, written(tmp_path, content[: len(content) // 2], "cut.parquet"), "a")
    middle = len(content) // 3
    harmed = content[:200] + bytes(255 - byte for byte in content[200:middle]) + content[middle:]
    refused(FileDamaged, written(tmp_path, harmed, "harmed.parquet"), "a")
    refused(FileDamaged, written(tmp_path, b"PAR1", "short.parquet"), "a")
    refused(FileDamaged, written(tmp_path, b"ARROW1\x00\x00 nonsense", "a.arrow"), "a")


def test_a_column_of_lists(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"a": [[1], [2, 3]], "b": [1, 2]}), tmp_path / "a.parquet")
    assert refused("column_nested", tmp_path / "a.parquet", "a").fields["column"] == "a"
    assert read_microdata(tmp_path / "a.parquet", ["b"]).rows == 2


@pytest.mark.thorough
def test_a_truncated_gzip(tmp_path: Path) -> None:
    content = gzip.compress("\n".join(["a,b", *(f"{row},{row * 7919}" for row in range(400_000))]).encode())
    refused(FileDamaged, written(tmp_path, content[: len(content) // 2], "cut.csv.gz"), "a")
    refused(FileDamaged, written(tmp_path, content[:500], "short.csv.gz"), "a")


def test_a_file_can_be_removed_after_a_fault(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b\n1,2\n1\n")
    refused("ragged_rows", file, "a")
    file.unlink()
    assert not file.exists()


def test_a_zero_byte_is_named_with_its_line(tmp_path: Path) -> None:
    file = written(tmp_path, b"a,b\n" + b"1,2\n" * 400_000 + b"3,\x004\n")
    assert refused("nul_byte", file, "a").fields["line"] == 400_002


@pytest.mark.daily(1)
@pytest.mark.parametrize("quote", ["", '"'])
def test_a_field_of_many_megabytes_is_named_with_its_line(tmp_path: Path, quote: str) -> None:
    field = f"{quote}{'x' * 20_000_000}{quote}"
    assert refused("field_too_long", written(tmp_path, f"a,b\n1,2\n1,{field}\n2,3\n"), "a").fields["line"] == 3


@pytest.mark.thorough
def test_a_hundred_thousand_columns_are_refused_at_once(tmp_path: Path) -> None:
    header = ",".join(f"c{place}" for place in range(100_000))
    assert refused("columns_too_many", written(tmp_path, f"{header}\n{header}\n"), "c1").fields["columns"] == 100_000


def test_another_format_in_an_archive_is_refused(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"a": ["x"]}), tmp_path / "a.parquet")
    packed = gzip.compress((tmp_path / "a.parquet").read_bytes())
    refused("file_packed", written(tmp_path, packed, "a.parquet.gz"), "a")
