"""Values in rows of their own: CSV, workbook and clipboard hold the same figures as beside one another."""

from __future__ import annotations

import csv
from pathlib import Path

import openpyxl
import pandas as pd

import ckmcore as ckm
from ckmcore.presentation.present import present_draft


def tables() -> list[ckm.ProtectedTable]:
    frame = pd.DataFrame({"a": list("xxyyz") * 60, "b": list("12121") * 60})
    data = ckm.Microdata.from_pandas(frame, ["a", "b"])
    values = [ckm.Value(), ckm.Value("share", base="column", decimals=0)]
    found = []
    for on in ("columns", "rows"):
        spec = ckm.TableSpec(rows=["a"], columns=[ckm.Level("b", total="off")], values=values).with_changes(
            values_on=on
        )
        found.append(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10)))
    return found


def body(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    start = next(number for number, row in enumerate(rows) if row and row[0] == "a")
    return [row for row in rows[start + 1 :] if len(row) > 1]


def test_files_hold_a_row_for_each_value_with_its_name(tmp_path: Path) -> None:
    beside, below = (
        ckm.export(table, tmp_path / f"{number}.csv", language="en") for number, table in enumerate(tables())
    )
    wide, tall = body(beside), body(below)
    assert [row[:2] for row in tall[:2]] == [["x", "Number"], ["x", "Share of the column in %"]]
    for number, row in enumerate(wide):
        assert [row[0], row[1], row[3]] == [tall[2 * number][0], *tall[2 * number][2:]]
        assert [row[2], row[4]] == tall[2 * number + 1][2:]
    workbook = openpyxl.load_workbook(ckm.export(tables()[1], tmp_path / "t.xlsx", language="en"))
    sheet = workbook.worksheets[0]
    for merged in list(sheet.merged_cells.ranges):  # a label stands once for the rows of its values
        sheet.unmerge_cells(str(merged))
        for row in range(merged.min_row + 1, merged.max_row + 1):
            sheet.cell(row, merged.min_col).value = sheet.cell(merged.min_row, merged.min_col).value
    cells = [[cell.value for cell in row] for row in sheet.iter_rows()]
    found = [row for row in cells if row[1] in ("Number", "Share of the column in %")]
    assert [[str(cell) for cell in row] for row in found] == tall
    workbook.close()


def test_a_sheet_says_which_value_stands_in_a_cell() -> None:
    one, other = (present_draft(table, "de").sheet(0) for table in tables())
    assert (len(one), one.columns, one.beside) == (4, 4, 2)
    assert (len(other), other.columns, other.beside) == (8, 2, 1)
    assert [one.value(0, column) for column in range(4)] == [0, 1, 0, 1]
    assert [other.value(row, 0) for row in range(4)] == [0, 1, 0, 1]
    assert other.head_words(0) == ""
    assert one.figures(2, [1]) == [one.figures(2)[1]]
