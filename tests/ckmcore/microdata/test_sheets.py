"""Excel and OpenDocument: sheet, range, header, types of cells; and workbooks that are refused before they open."""

from __future__ import annotations

import datetime
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pytest

from ckmcore.base.archives import ArchiveBomb, check_archive
from ckmcore.errors import CkmError
from ckmcore.microdata import MISSING, Dialect, Microdata, preview, read_microdata
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.sheets import Area, column_letters, column_place
from tests.kit.fails import fails
from tests.kit.workbooks import parts_of, write_ods, write_parts, write_xlsx

WRITERS = {"xlsx": write_xlsx, "ods": write_ods}
TABLE: list[list[Any]] = [
    ["AGS", "SEX", "INCOME", "DAY", "RKEY"],
    ["01001", 1, 1234.5, datetime.date(2026, 1, 31), 0.125],
    ["09162", 2, None, datetime.date(2025, 12, 1), 0.5],
    ["01001", None, 7, None, 0.375],
]
NOTES = [["Wohnungen 2026"], [None], ["Stand: Januar", None]]


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def refused(kind: str, path: Path, dialect: Dialect | None = None) -> CkmError:
    with fails(kind) as caught:
        preview(path, dialect)
    with fails(kind):
        read_microdata(path, ["AGS"], dialect=dialect)
    assert path.name in caught.value.text("en")
    assert caught.value.text("en") != caught.value.text("de")
    return caught.value


@pytest.fixture(params=["xlsx", "ods"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_cells_become_codes_numbers_and_keys(tmp_path: Path, kind: str) -> None:
    path = WRITERS[kind](tmp_path / "Mappe.dat", {"Daten": TABLE})
    data = read_microdata(path, ["AGS", "SEX", "DAY"], "RKEY", magnitudes=["INCOME"])
    assert texts_of(data, "AGS") == ["01001", "09162", "01001"]
    assert texts_of(data, "SEX") == ["1", "2", MISSING]
    assert texts_of(data, "DAY") == ["2026-01-31", "2025-12-01", MISSING]
    assert data.magnitudes["INCOME"].values.tolist() == [12345, 0, 70]
    assert data.record_keys is not None
    assert data.record_keys.values.tolist() == [125, 500, 375]


def test_the_table_is_found_below_its_title_and_the_choice_is_shown(tmp_path: Path, kind: str) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"Info": [["nur Text"]], "Daten": [*NOTES, *TABLE]})
    shown = preview(path)
    assert shown.sheets == ("Info", "Daten")
    assert shown.dialect is not None
    assert (shown.dialect.sheet, shown.dialect.cells, shown.dialect.header) == ("Daten", "A4", True)
    assert shown.names == ("AGS", "SEX", "INCOME", "DAY", "RKEY")
    info = preview(path, replace(shown.dialect, sheet="Info", cells="", header=False))
    assert info.rows == (("nur Text",),)
    assert shown.rows[1] == ("09162", "2", "", "2025-12-01", "0.5")
    again = msgspec.json.decode(msgspec.json.encode(shown.dialect), type=Dialect)
    assert texts_of(read_microdata(path, ["AGS"], dialect=again), "AGS") == ["01001", "09162", "01001"]


@pytest.mark.parametrize(
    ("cells", "header", "names", "rows"),
    [
        ("A4:B5", True, ("AGS", "SEX"), (("01001", "1"),)),
        ("B4", True, ("SEX", "INCOME", "DAY", "RKEY"), None),
        ("$A$5:$B$6", False, ("V1", "V2"), (("01001", "1"), ("09162", "2"))),
        ("A:A", True, ("Wohnungen 2026",), (("Stand: Januar",), ("AGS",), ("01001",), ("09162",), ("01001",))),
    ],
)
def test_a_range_is_what_is_read(
    tmp_path: Path, kind: str, cells: str, header: bool, names: tuple[str, ...], rows: Any
) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"Daten": [*NOTES, *TABLE]})
    shown = preview(path, Dialect(cells=cells, header=header))
    assert shown.names == names
    if rows is not None:
        assert shown.rows == rows
        assert read_microdata(path, [names[0]], dialect=shown.dialect).rows == len(rows)


def test_a_table_that_begins_in_the_middle_of_a_sheet(tmp_path: Path, kind: str) -> None:
    shifted = [[None] * 2] * 3 + [[None, None, *row] for row in TABLE]
    shown = preview(WRITERS[kind](tmp_path / "a.dat", {"Daten": shifted}))
    assert shown.names == ("AGS", "SEX", "INCOME", "DAY", "RKEY")
    assert shown.dialect is not None
    assert shown.dialect.cells == "C4"


def test_numbers_that_cells_hold_as_text_follow_the_decimal_sign(tmp_path: Path, kind: str) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"D": [["A", "M"], ["x", "1.234,5"], ["y", 2.5], ["z", "7"]]})
    data = read_microdata(path, ["A"], magnitudes=["M"], dialect=Dialect(decimal=",", thousands="."))
    assert (data.magnitudes["M"].values / data.magnitudes["M"].scale).tolist() == [1234.5, 2.5, 7]


def test_excel_cells_with_errors_are_said(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["A", "B"])
    book.active.append(["x", "#N/A"])
    book.active["B2"].data_type = "e"
    book.save(tmp_path / "a.xlsx")
    shown = preview(tmp_path / "a.xlsx")
    assert [(one.code, one.fields["count"]) for one in shown.warnings] == [("cells_with_errors", 1)]
    assert [one.code for one in read_microdata(tmp_path / "a.xlsx", ["A"]).notices] == ["cells_with_errors"]


def test_a_workbook_that_another_program_wrote(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in TABLE:
        book.active.append(row)
    hidden = book.create_sheet("versteckt", 0)
    hidden.append(["x"])
    hidden.sheet_state = "hidden"
    book.save(tmp_path / "a.xlsx")
    shown = preview(tmp_path / "a.xlsx")
    assert shown.sheets == ("versteckt", "Sheet")
    assert shown.dialect is not None
    assert shown.dialect.sheet == "Sheet"


def test_rows_repeated_to_the_end_of_an_opendocument_sheet_are_none(tmp_path: Path) -> None:
    tail = (
        '<table:table-row table:number-rows-repeated="1048570"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    assert read_microdata(write_ods(tmp_path / "a.ods", {"D": TABLE}, tail), ["AGS"]).rows == 3


def test_sheets_and_ranges_that_do_not_exist(tmp_path: Path, kind: str) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"Daten": TABLE, "Leer": []})
    error = refused("sheet_unknown", path, Dialect(sheet="Date"))
    assert error.fields["known"] == ("Daten", "Leer")
    refused("sheet_empty", path, Dialect(sheet="Leer"))
    refused("sheet_empty", path, Dialect(cells="A100"))
    refused("file_without_records", path, Dialect(cells="A1:E1"))
    refused("sheet_empty", WRITERS[kind](tmp_path / "b.dat", {"Leer": []}))
    twice = WRITERS[kind](tmp_path / "c.dat", {"D": [["A", "A"], [1, 2]]})
    refused("column_name_twice", twice, Dialect(rules=0))
    assert preview(twice).names == ("A", "A (2)")
    for cells in ("3A", "A1:", "B2:A9", "A0", "A9:B2", "A1:B2:C3", "é"):
        with fails("cells_not_understood"):
            preview(path, Dialect(cells=cells))


def test_letters_of_columns() -> None:
    assert [column_letters(place) for place in (0, 25, 26, 701, 702, 16383)] == ["A", "Z", "AA", "ZZ", "AAA", "XFD"]
    assert all(column_place(column_letters(place)) == place for place in range(1000))
    assert Area.parse("b3:f200") == Area(2, 1, 200, 6)


# --- refused before it is opened -------------------------------------------------------------------------------------


def bomb(path: Path, kind: str, form: str) -> Path:
    """A workbook of a few kilobytes that would fill the memory."""
    parts: dict[str, str | bytes] = dict(parts_of(WRITERS[kind](path, {"D": TABLE})))
    name = "xl/worksheets/sheet1.xml" if kind == "xlsx" else "content.xml"
    text = str(parts[name], "utf-8")  # type: ignore[arg-type]
    if form == "zeros":
        parts[name] = text + " " * 300_000_000
    elif form == "entities":
        lines = ['<!ENTITY a0 "aaaaaaaaaa">', *(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))]
        head, tail = text.split("?>", 1)
        parts[name] = f"{head}?><!DOCTYPE x [{''.join(lines)}]>{tail}"
    elif kind == "xlsx":
        parts[name] = text.replace('r="A4"', 'r="XFD1048576"')
    else:
        cell = '<table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p>'
        row = f'<table:table-row table:number-rows-repeated="1048576">{cell}</table:table-cell></table:table-row>'
        parts[name] = text.replace("</table:table>", row + "</table:table>")
    return write_parts(path, parts)


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("form", "error"),
    [("zeros", "workbook_too_large"), ("entities", "workbook_entities"), ("far", "workbook_too_large")],
)
def test_bombs_are_refused(tmp_path: Path, kind: str, form: str, error: str) -> None:
    refused(error, bomb(tmp_path / "bomb.bin", kind, form))


@pytest.mark.thorough
def test_bombs_are_refused_before_they_take_200_mb(tmp_path: Path) -> None:
    paths = [str(bomb(tmp_path / f"{kind}-{form}", kind, form)) for kind in WRITERS for form in ("zeros", "far")]
    code = (
        "import resource, sys\n"
        "from ckmcore.errors import CkmError\n"
        "from ckmcore.microdata import preview\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "for path in sys.argv[1:]:\n"
        "    try:\n        preview(path)\n    except CkmError:\n        continue\n    sys.exit(1)\n"
        "sys.exit(0 if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000 else 2)\n"
    )
    assert subprocess.run([sys.executable, "-c", code, *paths], check=False).returncode == 0


def test_a_directory_that_lies_about_sizes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    write_parts(path, {"a.xml": b"0" * 100_000})
    content = path.read_bytes()
    size = (100_000).to_bytes(4, "little")
    path.write_bytes(content.replace(size, (10).to_bytes(4, "little")))
    with path.open("rb") as stream, pytest.raises(zipfile.BadZipFile):
        check_archive(stream, 1 << 30, 100)


def test_an_archive_of_too_many_or_too_large_parts_is_a_bomb(tmp_path: Path) -> None:
    path = write_parts(tmp_path / "a.zip", {f"{n}.xml": b"x" * 1000 for n in range(20)})
    with path.open("rb") as stream:
        assert len(check_archive(stream, 20_000, 20)) == 20
        for limit, entries in ((19_999, 20), (20_000, 19)):
            with pytest.raises(ArchiveBomb):
                check_archive(stream, limit, entries)


def test_a_workbook_with_a_password(tmp_path: Path) -> None:
    content = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
    (tmp_path / "a.xlsx").write_bytes(content)
    refused("file_protected", tmp_path / "a.xlsx")
    path = write_xlsx(tmp_path / "b.xlsx", {"D": TABLE})
    with zipfile.ZipFile(path) as archive:
        flags = [entry.header_offset + 6 for entry in archive.infolist()]
    locked = bytearray(path.read_bytes())
    for place in flags:
        locked[place] |= 1
    start = 0
    while (start := locked.find(b"PK\x01\x02", start)) >= 0:
        locked[start + 8] |= 1
        start += 4
    path.write_bytes(locked)
    refused("file_protected", path)


def test_another_office_file_is_no_workbook(tmp_path: Path) -> None:
    (tmp_path / "a.xls").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    assert "Office" in refused("file_binary", tmp_path / "a.xls").text("de")


@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_a_workbook_cut_off(tmp_path: Path, kind: str, share: float) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"D": TABLE})
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    refused(FileDamaged, path)


@pytest.mark.parametrize("cut", [0.5, 0.9, 0.99])
def test_a_part_that_is_no_whole_xml_is_refused_before_it_is_read(tmp_path: Path, kind: str, cut: float) -> None:
    path = WRITERS[kind](tmp_path / "a.dat", {"D": TABLE})
    parts = parts_of(path)
    name = "xl/worksheets/sheet1.xml" if kind == "xlsx" else "content.xml"
    parts[name] = parts[name][: int(len(parts[name]) * cut)]
    assert name in str(refused(FileDamaged, write_parts(path, parts)).fields["detail"])


def test_a_text_in_a_zip_archive_is_read_and_two_are_not(tmp_path: Path) -> None:
    path = write_parts(tmp_path / "a.zip", {"daten/a.csv": "AGS;n\n01001;1\n09162;2\n"})
    assert texts_of(read_microdata(path, ["AGS"]), "AGS") == ["01001", "09162"]
    assert preview(path).dialect == Dialect(";")
    refused("file_binary", write_parts(tmp_path / "b.zip", {"a.csv": "AGS\n1\n", "b.csv": "AGS\n1\n"}))
