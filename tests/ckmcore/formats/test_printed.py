"""Print layout for files: heads as trees, blocks set off, a unit said once, notes once; a 0 as a dash."""

from __future__ import annotations

import csv
import functools
import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from openpyxl.worksheet.worksheet import Worksheet

import ckmcore as ckm
from ckmcore.compare.comparison import compare
from ckmcore.errors import InputError
from ckmcore.formats.cube import unhidden
from ckmcore.formats.export import export_files, export_workbook, write_form
from ckmcore.formats.forms import FORMS, FormName
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import PRINTED, Footnote, Presentation
from tests.kit.cube_readers import read_px
from tests.kit.dash_for_zero import DASH, OFFICE
from tests.kit.examples import some_of
from tests.kit.layouts import microdata, records, table
from tests.kit.logos import picture

WORLD = ckm.Hierarchy.from_depths([("Europe", 0), ("DE", 1), ("FR", 1), ("Asia", 0), ("JP", 1)])
SPEC = ckm.TableSpec(
    rows=[ckm.Block((ckm.Level("sex", total="before"), ckm.Level("age"))), ckm.Block(ckm.Level("age"))],
    columns=ckm.Level("world", depths=(0,), expanded=("Europe",), total="before"),
    title=ckm.Texts("People", "Menschen"),
    presentation=PRINTED,
    footnotes=[Footnote(ckm.Texts.same("provisional"), "value")],
)


@functools.cache
def draft(spec: ckm.TableSpec = SPEC) -> Draft:
    frame = pd.DataFrame({"world": ["DE", "FR", "JP"] * 40, "sex": list("mw") * 60, "age": list("112") * 40})
    data = ckm.Microdata.from_pandas(frame, ["world", "sex", "age"]).with_hierarchy("world", WORLD)
    statistic = ckm.Statistic(
        ckm.Texts("Persons", "Personen"), periods=(Period(ckm.Texts.same("2025"), "2025-12-31", PeriodSource("file")),)
    )
    return statistic.put_in_force(ckm.Rounding(10)).draft(spec, data)


def sheet_of(folder: Path, office: Office = OFFICE, what: Draft | None = None) -> Worksheet:
    path, *_ = export_files(what or draft(), folder / "t.xlsx", language="en", office=office)
    sheet = openpyxl.load_workbook(path).worksheets[0]
    assert isinstance(sheet, Worksheet)
    return sheet


def row_of(sheet: Worksheet, text: str, at: int = 0) -> int:
    """The first row with a text in the stub, or whose text in the column `at` begins with it."""
    rows = range(1, sheet.max_row + 1)
    if at:
        return next(row for row in rows if str(sheet.cell(row, at).value).startswith(text))
    return next(row for row in rows if text in (sheet.cell(row, 1).value, sheet.cell(row, 2).value))


def test_in_a_workbook_a_group_is_merged_over_its_parts_and_closed_ones_over_the_lines_of_the_head(
    tmp_path: Path,
) -> None:
    sheet = sheet_of(tmp_path)
    across = [one for one in sheet.merged_cells.ranges if one.min_col > 2]
    merged = {sheet.cell(one.min_row, one.min_col).value: one.size for one in across}
    assert merged["Europe"] == {"columns": 3, "rows": 1}
    assert merged["Asia"] == merged["Total"] == {"columns": 1, "rows": 2}
    assert merged["Number ¹⁾"] == {"columns": 5, "rows": 1}  # the unit of all columns, once


def test_in_a_workbook_subtotals_and_blocks_are_set_off_and_columns_are_even(tmp_path: Path) -> None:
    sheet = sheet_of(tmp_path)
    heading, subtotal, total = row_of(sheet, "by age"), row_of(sheet, "Subtotal"), row_of(sheet, "Total")
    assert sheet.cell(heading, 1).font.b
    assert sheet.cell(heading, 1).border.top.style == "medium"
    assert sheet.row_dimensions[heading].height == 30
    assert sheet.cell(subtotal, 4).fill.fgColor.rgb == "FFF4F5F7"
    assert sheet.cell(total, 3).font.b
    wide = [one.width for name, one in sheet.column_dimensions.items() if name >= "C"]
    assert len(set(wide)) == 1
    # The total of the second block stands in the first.
    stub = [sheet.cell(row, 1).value for row in range(heading, sheet.max_row + 1)]
    assert stub[1:3] == ["1", "2"]
    assert "Total" not in stub


def test_where_pages_stand_beside_one_another_each_has_title_and_head_and_the_first_the_notes(tmp_path: Path) -> None:
    wide = [ckm.Group(ckm.Texts.same(f"Donaudampfschiff {number}"), ("DE", "JP")) for number in range(14)]
    level = ckm.Level("world", depths=(0,), expanded=("Europe",), total="before", groups=wide)
    sheet = sheet_of(tmp_path, what=draft(SPEC.with_changes(columns=level)))
    assert (sheet.col_breaks.brk, sheet.page_setup.fitToWidth) == ([], 2)
    merged = {(one.min_row, one.min_col): one.max_col for one in sheet.merged_cells.ranges}
    title = sheet.cell(1, 1)
    assert (title.alignment.wrap_text, merged[1, 1]) == (True, 2)  # above the stub, which is printed on each page
    units = [cell for row in sheet.iter_rows() for cell in row if cell.value == "Number ¹⁾"]
    (_, first_end), (begins, end) = [(cell.column, merged[cell.row, cell.column]) for cell in units]
    assert (first_end, end) == (begins - 1, sheet.max_column)
    assert merged[row_of(sheet, "Note on the method", at=3), 3] == begins - 1
    assert sheet.column_dimensions["H"].width > len("Donaudampfschiff")


def test_the_notes_of_a_workbook_with_one_table_stand_once_and_the_logo_beside_its_title(tmp_path: Path) -> None:
    path, *_ = export_files(draft(), tmp_path / "t.xlsx", language="en", office=replace(OFFICE, logo=picture()))
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Table"]
    texts = [cell.value for row in book["Table"].iter_rows() for cell in row if isinstance(cell.value, str)]
    assert sum("provisional" in text for text in texts) == 1
    with zipfile.ZipFile(path) as archive:
        drawing = archive.read("xl/drawings/drawing1.xml").decode()
    assert "<xdr:row>0</xdr:row>" in drawing  # beside the title
    assert int(re.findall(r"<xdr:col>(\d+)</xdr:col>", drawing)[0]) > 1


def test_several_tables_have_their_notes_on_one_sheet_and_footnotes_below_each(tmp_path: Path) -> None:
    path = export_workbook([draft(), draft()], tmp_path / "t.xlsx", language="en", office=OFFICE)
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Contents", "Table 1", "Table 2", "Notes"]
    for name in book.sheetnames[1:3]:
        texts = [cell.value for row in book[name].iter_rows() for cell in row if isinstance(cell.value, str)]
        assert "1) provisional" in texts
        assert not any(text.startswith("Note on the method") for text in texts)


def test_a_page_spans_groups_names_what_stands_above_a_figure_and_has_the_font_of_the_office(tmp_path: Path) -> None:
    path, *_ = export_files(draft(), tmp_path / "t.html", language="en", office=OFFICE)
    text = path.read_text("utf-8")
    assert '<th id="t1c0-1" scope="colgroup" colspan="3">Europe</th>' in text
    assert '<th id="t1c0-4" scope="col" rowspan="2">Asia</th>' in text
    heading = re.search(r'<th id="(t1r\d+-0)" scope="colgroup" class="block" colspan="7">by age</th>', text)
    assert heading is not None
    below = text.partition(heading[0])[2]
    assert all(heading[1] in found.split() for found in re.findall(r'<td headers="([^"]*)"', below))
    assert "t1c0-1 t1c1-2" in text  # Europe, then its part
    assert '"Arial", "Noto Sans"' in text


def test_a_csv_says_the_group_above_each_of_its_parts(tmp_path: Path) -> None:
    path, *_ = export_files(draft(), tmp_path / "t.csv", language="en", office=OFFICE)
    lines = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
    begin = next(place for place, line in enumerate(lines) if "Europe" in line)
    assert lines[begin][2:] == ["Total", "Europe", "Europe", "Europe", "Asia"]
    assert lines[begin + 1][2:] == ["", "Subtotal", "DE", "FR", ""]


@pytest.mark.daily(6)
@pytest.mark.parametrize("form", [*FORMS])
def test_without_the_settings_every_file_is_as_before_and_with_them_it_is_not(form: FormName, tmp_path: Path) -> None:
    plain = draft(SPEC.with_changes(presentation=Presentation()))
    ending = FORMS[form].ending
    files = [
        export_files(one, tmp_path / f"{number}{ending}", language="en", form=form, office=office)[0].read_bytes()
        for number, (one, office) in enumerate(((plain, OFFICE), (plain, replace(OFFICE, block_total="last"))))
    ]
    assert files[0] == files[1]  # what new tables get says nothing to those that are there
    printed = export_files(draft(), tmp_path / f"p{ending}", language="en", form=form, office=OFFICE)[0].read_bytes()
    assert (printed == files[0]) == FORMS[form].cube


@pytest.mark.daily(7)
@pytest.mark.parametrize("form", [*FORMS])
def test_a_published_0_is_a_dash_for_people_and_a_figure_for_programs(form: FormName, tmp_path: Path) -> None:
    path = export_files(draft(), tmp_path / f"t{FORMS[form].ending}", language="de", form=form, office=DASH)[0]
    other = export_files(draft(), tmp_path / f"o{FORMS[form].ending}", language="de", form=form, office=OFFICE)[0]
    if FORMS[form].cube:
        assert path.read_bytes().replace(b"t.", b"o.") == other.read_bytes().replace(b"t.", b"o.")
        return
    assert scan(path, PublishableContent.of([present_draft(draft(), "de", DASH)])) == ()
    assert (
        scan(path, PublishableContent.of([present_draft(draft(), "de", OFFICE)])) != ()
    )  # an office that writes 0 has no dash
    if FORMS[form].ending not in (".html", ".pdf"):  # which are not read for comparison
        found = compare(draft(), path, language="de")
        assert found.found == ()
        assert found.unchanged == compare(draft(), other, language="de").unchanged


def test_the_legend_explains_the_dash_and_no_0(tmp_path: Path) -> None:
    notes = present_draft(draft(), "de", DASH).notes
    assert "Zeichenerklärung: –: nichts vorhanden oder auf 0 verändert" in notes
    assert not any("0: " in note for note in notes)
    path, *_ = export_files(draft(), tmp_path / "t.px", language="de", office=DASH)
    assert "–: nichts" not in read_px(path).text("NOTE")


def test_only_counts_and_sums_of_0_are_a_dash_not_what_is_derived_from_them() -> None:
    values = (ckm.Value(), ckm.Value("change", variable="age", against="1", absolute=True))
    page = present_draft(draft(SPEC.with_changes(values=values)), "en", DASH)
    figures = page.figures(0)
    found = [figures(row, column) for row in range(6) for column in range(5)]
    assert any(count == "–" for count, _ in found)
    assert not any(count == 0 or change == "–" for count, change in found)


@pytest.mark.daily(5)
@pytest.mark.parametrize("zero", ["digit", "dash"])
@pytest.mark.parametrize("form", [*FORMS])
def test_random_tables_as_printed_hold_nothing_else(form: FormName, zero: str, tmp_path: Path) -> None:
    """What is written is read back and searched before it is handed over."""
    data = microdata(records(5), 5)
    written = 0
    for seed in some_of(range(8), zero == "dash"):
        spec = table(seed)
        hides = {name: getattr(spec.presentation, name) for name in ("hide_rows", "hide_columns")}
        spec = spec.with_changes(presentation=replace(PRINTED, block_total=("first", "last")[seed % 2], **hides))
        shown = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10))
        try:
            page = present_draft(shown, "en", replace(OFFICE, zero=zero))
            write_form(unhidden(page) if FORMS[form].cube else page, FORMS[form], tmp_path / f"t{FORMS[form].ending}")
        except InputError:  # some forms cannot hold some tables; a faulty file is another error
            continue
        export_files(shown, tmp_path / f"t{FORMS[form].ending}", form=form, office=replace(OFFICE, zero=zero))
        written += 1
    assert written
