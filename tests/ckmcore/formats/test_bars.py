"""Bars and grounds by size in workbooks: which cells they compare, and that nothing but figures makes them."""

from __future__ import annotations

import zipfile
from contextlib import nullcontext
from pathlib import Path

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.formats.scan import LeakFound, guard
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.compared import compared_lines
from ckmcore.tabulate.layout import lay_out
from ckmcore.tabulate.spec import Presentation, spec_to_json
from tests.kit.layouts import microdata, records, table

DATA = microdata(records(9), 9)
METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1), unreliable_below=5)
BOTH = Presentation(bars=True, colours=True)


def draft(spec: ckm.TableSpec) -> ckm.Draft:
    return Statistic(ckm.Texts.same("S")).put_in_force(METHOD).draft(spec, DATA)


@pytest.mark.parametrize("values_on", ["columns", "rows"])
def test_each_value_has_rules_over_the_cells_that_are_no_sums(values_on: str, tmp_path: Path) -> None:
    spec = ckm.TableSpec(
        [ckm.Level("land", depths=[0, 1]), "term"],
        "sex",
        values=["count", ckm.share("row")],
        values_on=values_on,  # type: ignore[arg-type]
        presentation=BOTH,
    )
    made = draft(spec)
    path = ckm.export(made, tmp_path / "t.xlsx")
    sheet = openpyxl.load_workbook(path).worksheets[0]
    rules = [
        (area.sqref, [one.type for one in found]) for area, found in sheet.conditional_formatting._cf_rules.items()
    ]
    assert [kinds for _, kinds in rules] == [["colorScale", "dataBar"]] * 2
    layout = lay_out(made.table.spec, made.table.blocks)
    rows, columns = compared_lines(layout.rows), compared_lines(layout.columns)
    cells = [{cell for area in areas.ranges for cell in area.cells} for areas, _ in rules]
    assert [len(one) for one in cells] == [int(rows.sum()) * int(columns.sum())] * 2
    assert not cells[0] & cells[1]
    labels = {sheet.cell(row, 2).value for one in cells for row, _ in one}
    assert labels - {None} == {"s", "w"}  # a label of several rows stands once


def test_without_the_option_there_is_no_rule_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    spec = ckm.TableSpec("age", "sex")
    path = ckm.export(draft(spec), tmp_path / "t.xlsx")
    with zipfile.ZipFile(path) as book:
        assert b"conditionalFormatting" not in book.read("xl/worksheets/sheet1.xml")
    assert "bars" not in spec_to_json(spec)
    assert "colours" not in spec_to_json(spec)


@pytest.mark.daily(15)
@pytest.mark.parametrize("seed", range(25))
def test_any_table_with_bars_is_written_and_found_clean(seed: int, tmp_path: Path) -> None:
    spec = table(seed)
    try:
        made = draft(spec.with_changes(presentation=BOTH))
        path = ckm.export(made, tmp_path / "t.xlsx")
    except ckm.CkmError as refused:
        assert refused.code not in ("leak_found", "file_faulty")  # noqa: PT017 - what else may be refused is not asked
        return
    assert path.stat().st_size > 0


def test_a_rule_with_a_formula_or_a_limit_of_its_own_is_a_leak(tmp_path: Path) -> None:
    made = draft(ckm.TableSpec("age", "sex", presentation=BOTH))
    path = ckm.export(made, tmp_path / "t.xlsx")
    with zipfile.ZipFile(path) as book:
        sheet = next(name for name in book.namelist() if b"<cfRule" in book.read(name))
    for old, new in (
        (b"", b""),  # a copy is none
        (b'val="0"', b'val="17"'),
        (b"<dataBar>", b"<formula>17</formula><dataBar>"),
        (b'type="dataBar"', b'type="expression"'),
        (b'priority="1"', b'priority="4711"'),
    ):
        other = tmp_path / "other.xlsx"
        with zipfile.ZipFile(path) as book, zipfile.ZipFile(other, "w") as copy:
            for name in book.namelist():
                content = book.read(name)
                changed = content.replace(old, new) if name.endswith(sheet) else content
                copy.writestr(zipfile.ZipInfo(name), changed)
        with nullcontext() if old == new else pytest.raises(LeakFound):
            guard([other], [present_draft(made, "en")])
    guard([path], [present_draft(made, "en")])
