"""Numbers of the columns below the head of workbooks and pages: nothing else changes, and no other number is let in."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import LeakFound, guard
from ckmcore.formats.write_html import html_part
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import PRINTED, Presentation, spec_to_json
from tests.kit.layouts import microdata, records

DATA = microdata(records(9), 9)
METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1), unreliable_below=5)
SPECS = {
    "one value": ckm.TableSpec("age", ["sex", "term"]),
    "values beside one another": ckm.TableSpec("age", "sex", values=["count", ckm.share("row")]),
    "values in rows": ckm.TableSpec("age", "sex", values=["count", ckm.share("row")], values_on="rows"),
    "no columns": ckm.TableSpec("land"),
    "sheets": ckm.TableSpec("age", "sex", "term"),
}
SHOWN = {"plain": Presentation(), "printed": PRINTED}


def draft(spec: ckm.TableSpec, shown: Presentation, *, numbered: bool) -> ckm.Draft:
    made = spec.with_changes(presentation=replace(shown, numbered=numbered))
    return Statistic(ckm.Texts.same("S")).put_in_force(METHOD).draft(made, DATA)


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("kind", SPECS)
def test_a_workbook_has_one_more_line_below_its_head_and_the_rest_stands_below_it(
    tmp_path: Path, kind: str, shown: str
) -> None:
    books = []
    for numbered in (False, True):
        made = draft(SPECS[kind], SHOWN[shown], numbered=numbered)
        path = ckm.export(made, tmp_path / f"{numbered}.xlsx", language="de")
        books.append(openpyxl.load_workbook(path))
    layers = present_draft(draft(SPECS[kind], SHOWN[shown], numbered=True), "de").shown_layers
    sheets = zip(*([one for one in book.worksheets if one.freeze_panes] for book in books), strict=True)
    for plain, sheet in list(sheets)[: len(layers)]:  # not the list of the sheets before them
        first = int(re.sub(r"\D", "", str(plain.freeze_panes)))  # the row below the head
        stub = openpyxl.utils.cell.coordinate_from_string(str(plain.freeze_panes))[0]
        left = openpyxl.utils.column_index_from_string(stub)
        columns = sheet.max_column - left + 1
        assert [cell.value for cell in sheet[first][left - 1 :]] == [str(one + 1) for one in range(columns)]
        assert str(sheet.freeze_panes) == f"{stub}{first + 1}"
        assert sheet.print_title_rows.endswith(f"${first}")
        above = [[cell.value for cell in row] for row in sheet.iter_rows(max_row=first - 1)]
        assert above == [[cell.value for cell in row] for row in plain.iter_rows(max_row=first - 1)]
        below = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=first + 1)]
        assert below == [[cell.value for cell in row] for row in plain.iter_rows(min_row=first)]


@pytest.mark.parametrize("kind", SPECS)
def test_a_page_has_them_in_its_head_and_no_figure_is_headed_by_them(tmp_path: Path, kind: str) -> None:
    plain, page = (
        ckm.export(draft(SPECS[kind], PRINTED, numbered=numbered), tmp_path / f"{numbered}.html").read_text("utf-8")
        for numbered in (False, True)
    )
    heads = re.findall(r"<thead>(.*?)</thead>", page, re.DOTALL)
    for head in heads:
        last = re.findall(r"<tr>.*?</tr>", head)[-1]
        found = re.findall(r'<th scope="col">(\d+)</th>', last)
        assert found == [str(number + 1) for number in range(len(found))]
        assert found
    bodies = [re.findall(r"<tbody>.*?</tbody>", text, re.DOTALL) for text in (plain, page)]
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize("form", ["csv", "csv-long", "px", "json-stat", "sdmx-csv-2"])
def test_other_files_are_the_same_bytes(tmp_path: Path, form: ckm.FormName) -> None:
    files = []
    for numbered in (False, True):
        folder = tmp_path / str(numbered)
        folder.mkdir()
        made = draft(SPECS["one value"], PRINTED, numbered=numbered)
        files.append(ckm.export(made, folder / f"t{FORMS[form].ending}", form=form))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_table_without_them_says_nothing_of_them() -> None:
    assert "numbered" not in spec_to_json(SPECS["one value"])
    assert "numbered" in spec_to_json(draft(SPECS["one value"], PRINTED, numbered=True).table.spec)
    assert '<th scope="col">1</th>' in html_part(draft(SPECS["one value"], PRINTED, numbered=True).table)


@pytest.mark.parametrize(("numbered", "number"), [(True, "7770"), (False, "1234567")])
def test_a_number_that_is_none_of_a_column_is_found_in_the_head(tmp_path: Path, numbered: bool, number: str) -> None:
    made = draft(SPECS["one value"], PRINTED, numbered=True)
    path = ckm.export(made, tmp_path / "t.html", language="en")
    guard([path], [present_draft(made, "en")])
    path.write_text(path.read_text("utf-8").replace('scope="col">1<', f'scope="col">{number}<'), "utf-8")
    with pytest.raises(LeakFound):
        guard([path], [present_draft(draft(SPECS["one value"], PRINTED, numbered=numbered), "en")])
