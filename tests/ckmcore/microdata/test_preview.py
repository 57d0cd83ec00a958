"""What is guessed of a file before it is read, and what the guess would change."""

from __future__ import annotations

import gzip
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.microdata import Dialect, preview, read_with_report, reading_plan, sniff
from tests.kit.fails import fails


def written(folder: Path, content: str | bytes, name: str = "a.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


BODY = "Land;Größe;Betrag\r\nBayern;klein;1,50\r\nÖsterreich;groß;22,75\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encoding_separator_and_decimal_sign_are_guessed(tmp_path: Path, encoding: str) -> None:
    expected = Dialect(separator=";", encoding=encoding, decimal=",")
    assert sniff(written(tmp_path, BODY.encode(encoding))) == expected
    assert sniff(written(tmp_path, gzip.compress(BODY.encode(encoding)), "a.csv.gz")) == expected


def test_utf16_without_a_mark_and_latin1_are_recognised(tmp_path: Path) -> None:
    assert sniff(written(tmp_path, BODY.encode("utf-16-le"))).encoding == "utf-16-le"
    assert sniff(written(tmp_path, BODY.encode("utf-16-be"))).encoding == "utf-16-be"
    assert sniff(written(tmp_path, BODY.encode("latin-1") + b"\x81;1;2\r\n")).encoding == "latin-1"


def test_a_character_cut_at_the_end_of_the_head_does_not_mislead(tmp_path: Path) -> None:
    for shift in range(3):
        content = "a,b\n" + "x" * shift + "€,1\n" * 400_000
        assert sniff(written(tmp_path, content)).encoding == "utf-8"


def test_a_few_bad_bytes_do_not_make_a_utf8_file_cp1252(tmp_path: Path) -> None:
    content = ("a;b\n" + "Zürich;1\n" * 50).encode() + b"Z\xfcrich;1\n"
    assert sniff(written(tmp_path, content)).encoding == "utf-8"


@pytest.mark.parametrize("separator", [",", ";", "|", "\t"])
def test_every_separator_is_guessed(tmp_path: Path, separator: str) -> None:
    lines = [["a", "b", "c"], ["x y", "1", "u"], ["z", "2", "v w"]]
    text = "\n".join(separator.join(line) for line in lines)
    assert sniff(written(tmp_path, text)) == Dialect(separator=separator)


def test_separators_inside_quotes_do_not_count(tmp_path: Path) -> None:
    text = 'a,b\n"x;y;z",1\n"u;v;w",2\n'
    assert sniff(written(tmp_path, text)).separator == ","
    assert sniff(written(tmp_path, text.replace('"', "'"))) == Dialect(quote="'")


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n", True),
        ("1,2\n3,4\n", False),
        ("sex,age\nm,old\nw,young\nm,old\n", True),
        ("m,old\nw,young\nm,old\n", False),
        ("F,tr1\nE,tr2\nF,tr1\n", False),
    ],
)
def test_a_header_is_recognised(tmp_path: Path, text: str, header: bool) -> None:
    assert sniff(written(tmp_path, text)).header is header


def census(rows: int) -> str:
    lines = [
        f"{row:05d},{row % 2},0{row % 9 + 1},{row * 13.37:.2f},{row % 5 + 0.5},0.{row * 7919 % 10**6:06d},{row}"
        for row in range(rows)
    ]
    return "\n".join(["ags,sex,land,income,weight,rkey,id", *lines]) + "\n"


def test_types_and_roles_of_columns_are_guessed(tmp_path: Path) -> None:
    seen = preview(written(tmp_path, census(300)), rows=10)
    assert [(column.name, column.kind, column.role) for column in seen.columns] == [
        ("ags", "text", "identifier"),
        ("sex", "whole", "dimension"),
        ("land", "text", "dimension"),
        ("income", "decimal", "magnitude"),
        ("weight", "decimal", "weight"),
        ("rkey", "decimal", "record_key"),
        ("id", "whole", "identifier"),
    ]
    assert [column.digits for column in seen.columns] == [0, 0, 0, 2, 1, 6, 0]
    assert seen.rows[0] == ("00000", "0", "01", "0.00", "0.5", "0.000000", "0")
    assert (len(seen.rows), seen.rows_looked_at, seen.columns[1].distinct) == (10, 300, 2)
    assert seen.columns_with_role("dimension") == ("sex", "land")


def test_leading_zeros_are_warned_of(tmp_path: Path) -> None:
    seen = preview(written(tmp_path, "ags;n\n01001;1\n12345;2\n09162;3\n"))
    (warning,) = seen.columns[0].warnings
    assert (warning.fields["count"], warning.fields["rows"]) == (2, 3)
    assert "führende Null" in warning.text("de")
    assert "2 of the 3 rows" in warning.text("en")


def test_a_wrong_decimal_sign_and_blanks_are_warned_of(tmp_path: Path) -> None:
    file = written(tmp_path, "a;x\nu ;1,5\nv;2,25\n")
    seen = preview(file, Dialect(separator=";"))
    assert [warning.code for warning in seen.columns[1].warnings] == ["other_decimal_sign"]
    assert [warning.code for warning in seen.columns[0].warnings] == ["blanks_trimmed"]
    assert preview(file).columns[1].kind == "decimal"


def test_only_one_column_is_guessed_as_key(tmp_path: Path) -> None:
    lines = "\n".join(f"{row % 3},0.{row:03d},0.{row:05d}" for row in range(50))
    seen = preview(written(tmp_path, "a,rkey,rkey5\n" + lines + "\n"))
    assert [column.role for column in seen.columns] == ["dimension", "record_key", "identifier"]
    assert [warning.code for warning in seen.columns[2].warnings] == ["key_like_column"]


def test_ragged_rows_are_shown_and_warned_of(tmp_path: Path) -> None:
    seen = preview(written(tmp_path, "a,b\n1,2\n1,2,3\n4,5\n"))
    assert seen.rows == (("1", "2"), ("1", "2", "3"), ("4", "5"))
    (warning,) = seen.warnings
    assert (warning.fields["row"], warning.fields["found"], warning.fields["expected"]) == (2, 3, 2)
    assert warning.text("de").endswith("Anführungszeichen.")


def test_only_the_head_of_a_large_file_is_read(tmp_path: Path) -> None:
    file = written(tmp_path, "a,b\n" + "abcdef,2\n" * 400_000 + "not,like,the,others\n")
    seen = preview(file)
    assert (len(seen.rows), seen.size, seen.warnings) == (200, file.stat().st_size, ())
    assert seen.rows_looked_at <= 10_000


def test_a_parquet_file_is_previewed(tmp_path: Path) -> None:
    table = pa.table({"a": ["x", None, "y"] * 100, "n": [1.0, 2.5, None] * 100, "w": [True, False, True] * 100})
    parquet.write_table(table, tmp_path / "a.parquet")
    seen = preview(tmp_path / "a.parquet", rows=3)
    assert (seen.format, seen.dialect, seen.names) == ("parquet", None, ("a", "n", "w"))
    assert seen.rows == (("x", "1", "1"), ("", "2.5", "0"), ("y", "", "1"))
    assert (seen.columns[1].kind, seen.columns[1].missing) == ("decimal", 100)


@pytest.mark.daily(1)
@pytest.mark.reference
@pytest.mark.parametrize(
    ("name", "dialect", "key"),
    [
        ("census_persons_10k_keys.csv", Dialect(), ("RKEY",)),
        ("census_persons_10k_tau.csv", Dialect(separator=";", header=False), ()),
        ("enterprises.csv", Dialect(separator=";", header=False), ()),
        ("ihsn_persons_keys.csv", Dialect(), ("rkey",)),
        ("census_persons_100k.csv.gz", Dialect(separator=";"), ()),
    ],
)
def test_the_reference_files_are_recognised(reference: Path, name: str, dialect: Dialect, key: tuple[str, ...]) -> None:
    seen = preview(reference / "data" / name)
    assert seen.dialect == dialect
    assert seen.columns_with_role("record_key") == key


@pytest.mark.parametrize("name", ["HID", "pid", "household_id", "PersID"])
def test_numbers_of_households_and_persons_are_identifiers_and_no_quantities(tmp_path: Path, name: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text("\n".join([f"{name},paid", *(f"{i // 2 + 1},{i % 150}" for i in range(400))]), encoding="utf-8")
    assert [column.role for column in preview(path).columns] == ["identifier", "magnitude"]


def test_roles_that_are_given_hold_in_the_plan_where_the_others_are_guessed(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("K;X\na;1\nb;-\nc;2\nd;-\n", encoding="utf-8")
    assert [(entry.kind, entry.column) for entry in reading_plan(path, magnitudes=["X"]).questions] == [("words", "X")]
    with fails("unknown_column"):
        reading_plan(path, magnitudes=["N"])


@pytest.mark.parametrize(
    ("text", "header", "rows", "numbers"),
    [
        ("K;X\na;1.500\nb;12000\n", True, 2, [15, 120000]),
        ("K;X\na;1\n---;---\nb;2\n", True, 3, None),
        ("Titel;;\nKreis;2023;2024\n01;5;6\n", False, 3, None),
    ],
)
def test_a_period_taken_over_by_the_first_rules_is_read_by_them(
    tmp_path: Path, text: str, header: bool, rows: int, numbers: list[int] | None
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    former = Dialect(separator=";", header=header, rules=1)
    names = preview(path, former).names
    data, _ = read_with_report(path, [names[0]], magnitudes=["X"] if numbers else [], dialect=former)
    assert data.rows == rows
    assert numbers is None or data.magnitudes["X"].values.tolist() == numbers
