"""Matrices as Excel workbooks: read as methodologists make them, written with exact intervals beside; bombs refused."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from ckmcore.ptable import (
    PTable,
    PtableFaulty,
    PtableWorkbookOld,
    PtableWorkbookProtected,
    design_ptable,
    parse_ptable,
    read_ptable,
    shuffle,
    write_ptable,
)
from ckmcore.ptable.files.read import read_content
from ckmcore.ptable.files.write import ptable_bytes
from tests.kit.fails import fails

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500)
MATRIX = [["i", 0, 1, 2], [0, 1, 0, 0], [1, 0.25, 0.5, 0.25]]


def book(*sheets: Sequence[Sequence[object]], top: int = 0, left: int = 0) -> bytes:
    target = BytesIO()
    made = xlsxwriter.Workbook(target, {"in_memory": True})
    for rows in sheets:
        sheet = made.add_worksheet()
        for number, row in enumerate(rows, start=top):
            sheet.write_row(number, left, row)
    made.close()
    return target.getvalue()


def noise_of_row_1(table: PTable) -> dict[int, float]:
    return table.row_distribution(1)


def packed(**parts: bytes) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return target.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        book(MATRIX),
        book([], MATRIX),
        book(MATRIX, top=3, left=2),
        book([["Matrix of the census"], *MATRIX]),
        book([MATRIX[0], MATRIX[2]]),
        book([["", "j=0", "j=1", "j=2"], ["i=0", 1, "", ""], ["≥ 1", "0,25", "0,5", "0,25"]]),
        book([row[1:] for row in MATRIX[1:]]),
        book([list("ijpvu"), [0, 0, 1, 0, 1], [1, 0, 0.25, -1, 0.25], [1, 1, 0.5, 0, 0.75], [1, 2, 0.25, 1, 1]]),
    ],
)  # fmt: skip
def test_a_matrix_is_read_as_it_stands_in_the_workbook(content: bytes) -> None:
    assert noise_of_row_1(parse_ptable(content, "m.xlsx")) == {-1: 0.25, 0: 0.5, 1: 0.25}


def test_an_ons_table_in_a_workbook_is_read() -> None:
    rows = [["pcv", "ckey", "pvalue"], *([count, key, key - 1] for count in (1, 2) for key in (0, 1, 2))]
    table = parse_ptable(book(rows), "o.xlsx")
    assert (table.integer_modulus, table.last_row) == (3, 2)


@pytest.mark.parametrize("shuffled", [False, True])
def test_a_workbook_keeps_the_look_up_bit_for_bit(shuffled: bool, tmp_path: Path) -> None:
    table = design_ptable(5, 3, 2, pstay=0.5)
    if shuffled:
        table = shuffle(table, 0.05, 7)
    write_ptable(table, tmp_path / "t.xlsx", "xlsx")
    again = read_ptable(tmp_path / "t.xlsx")
    assert again.exact_bounds == table.exact_bounds
    assert again == table
    assert read_content((tmp_path / "t.xlsx").read_bytes(), "t.xlsx").warnings == ()


def test_the_matrix_stands_as_numbers_and_german_sheets_have_german_names() -> None:
    table = design_ptable(2, 1)
    workbook = openpyxl.load_workbook(BytesIO(ptable_bytes(table, "xlsx", language="de")))
    assert workbook.sheetnames == ["Übergangsmatrix", "Abschnitte"]
    sheet = workbook["Übergangsmatrix"]
    assert [cell.value for cell in sheet[1]] == ["i", 0, 1, 2, 3, 4]
    assert sheet.cell(3, 3).value == pytest.approx(table.row_distribution(1)[0], abs=1e-15)
    assert ptable_bytes(table, "xlsx") == ptable_bytes(table, "xlsx")


def test_a_matrix_that_was_edited_wins_over_the_sheet_of_intervals_and_that_is_said() -> None:
    workbook = openpyxl.load_workbook(BytesIO(ptable_bytes(shuffle(design_ptable(2, 1)), "xlsx")))
    sheet = workbook.worksheets[0]
    sheet.cell(4, 3).value = sheet.cell(4, 3).value - 0.01
    sheet.cell(4, 4).value = sheet.cell(4, 4).value + 0.02
    sheet.cell(4, 5).value = sheet.cell(4, 5).value - 0.01
    target = BytesIO()
    workbook.save(target)
    read = read_content(target.getvalue(), "t.xlsx")
    assert [warning.code for warning in read.warnings] == ["ptable_warning_matrix_changed"]
    assert read.table.is_ordered
    assert read.table.row_distribution(2)[0] == pytest.approx(design_ptable(2, 1).row_distribution(2)[0] + 0.02)


def test_a_fault_is_named_with_its_row_of_the_sheet() -> None:
    for rows, code, line in (
        ([*MATRIX[:2], [1, -0.25, 1, 0.25]], "ptable_fault_negative", 3),
        ([*MATRIX[:2], [1, "much", 0.5, 0.25]], "ptable_fault_number", 3),
        ([*MATRIX[:2], [2, 0.25, 0.5, 0.25]], "ptable_fault_gap", 3),
        ([["i", 0, 2, 1], *MATRIX[1:]], "ptable_fault_targets", 1),
    ):
        with pytest.raises(PtableFaulty) as caught:
            parse_ptable(book(rows), "m.xlsx")
        assert [(fault.what.code, fault.line) for fault in caught.value.faults] == [(code, line)]


def test_a_table_that_returns_to_its_last_rows_is_no_matrix() -> None:
    table = parse_ptable(b"pcv,ckey,pvalue\n1,0,-1\n1,1,1\n", "o")
    with fails("ptable_not_for_form", match=r"Choose another format\."):
        ptable_bytes(table, "xlsx")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"PK\x03\x04 and nothing more", "ptable_workbook_broken"),
        (packed(word__document_xml=b"<w/>"), "ptable_workbook_broken"),
        (packed(xl__workbook_xml=b"<broken"), "ptable_workbook_broken"),
        (book([]), "ptable_empty"),
        (packed(xl__workbook_xml=b" " * (70 * 2**20)), "ptable_workbook_too_large"),
        (packed(xl__workbook_xml=b" " * (2 * 2**20)), "ptable_workbook_too_large"),
        (packed(xl__sheet_xml=b'<row r="1048576"><c r="XFD1048576"/></row>'), "ptable_workbook_too_large"),
        (packed(**{f"e{number}_xml": b"" for number in range(2000)}), "ptable_workbook_too_large"),
        (OLD + "EncryptedPackage".encode("utf-16-le"), PtableWorkbookProtected),
        (OLD + "Workbook".encode("utf-16-le"), PtableWorkbookOld),
    ],
)  # fmt: skip
def test_a_workbook_that_cannot_be_read_gets_one_sentence(content: bytes, kind: str) -> None:
    with fails(kind) as caught:
        parse_ptable(content, "m.xlsx")
    assert "m.xlsx" in caught.value.text("en")
    assert "m.xlsx" in caught.value.text("de")


def test_sizes_that_a_workbook_claims_are_not_believed() -> None:
    good = bytearray(book(MATRIX))
    # The directory says that every part is a single byte long.
    place = good.find(b"PK\x01\x02")
    while place >= 0:
        good[place + 24 : place + 28] = (1).to_bytes(4, "little")
        place = good.find(b"PK\x01\x02", place + 1)
    with fails("ptable_workbook_broken"):
        parse_ptable(bytes(good), "m.xlsx")


def test_a_workbook_without_references_of_cells_is_measured_by_its_widest_row() -> None:
    with zipfile.ZipFile(BytesIO(book(MATRIX))) as file:
        parts = {entry: file.read(entry) for entry in file.namelist()}

    parts["xl/worksheets/sheet1.xml"] = re.sub(rb' r="\w+"', b"", parts["xl/worksheets/sheet1.xml"])
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for entry, content in parts.items():
            file.writestr(entry, content)
    assert noise_of_row_1(parse_ptable(target.getvalue(), "m.xlsx")) == {-1: 0.25, 0: 0.5, 1: 0.25}
