"""Workbooks as openpyxl reads them: sheets and links, printed pages, the accessible variant, an office's looks."""

from __future__ import annotations

import errno
import io
import itertools
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.formats import write_xlsx as xlsx
from ckmcore.formats.export import export, export_workbook
from ckmcore.formats.pages import on_one_page, page_fit, page_setup, pages, pages_across
from ckmcore.formats.sheet_formats import readable_on
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation import present
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.spec import STUB, Footnote, Level, OwnRow, Presentation, Width
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.layouts import microdata, records
from tests.kit.layouts import table as layout
from tests.kit.leak_tables import OFFICE
from tests.kit.leak_tables import page as page_of_leaks
from tests.kit.logos import picture

LANDS, TOWNS = 6, 25


def towns() -> ckm.Microdata:
    """Records of towns below states, so many that a table of them needs several pages."""
    nodes = [(f"{land}", 0) for land in range(LANDS)]
    order = [node for land, _ in nodes for node in [(land, 0), *((f"{land}-{town:02}", 1) for town in range(TOWNS))]]
    draw = np.random.default_rng(3)
    leaves = [code for code, depth in order if depth]
    frame = pd.DataFrame({"town": draw.choice(leaves, 9000), "sex": draw.choice(["m", "w"], 9000)})
    frame["age"] = draw.choice(["young", "old"], 9000)
    data = ckm.Microdata.from_pandas(frame, ["town", "sex", "age"])
    return data.with_hierarchy("town", Hierarchy.from_depths(order))


def table(spec: ckm.TableSpec) -> ckm.ProtectedTable:
    return ckm.protect(ckm.tabulate(towns(), spec), ckm.Rounding(10))


def written(spec: ckm.TableSpec, folder: Path, office: Office = PLAIN, **how: object) -> openpyxl.Workbook:
    return openpyxl.load_workbook(export(table(spec), folder / "t.xlsx", language="de", office=office, **how))  # type: ignore[arg-type]


def stub(sheet: Worksheet, column: int = 1) -> list[object]:
    return [sheet.cell(row, column).value for row in range(1, sheet.max_row + 1)]


def ends(sheet: Worksheet) -> list[int]:
    """The last row of each printed page but the last."""
    return [one.id for one in sheet.row_breaks.brk]


@pytest.fixture
def first_writers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workbooks of the first version of the writers, by which former releases are repeated."""
    monkeypatch.setattr(present, "WRITERS", 1)


@pytest.mark.usefixtures("first_writers")
def test_a_hierarchy_that_goes_on_over_a_page_says_noch_at_the_top_of_the_next(tmp_path: Path) -> None:
    sheet = written(ckm.TableSpec(["town"], ["sex"]), tmp_path)["Tabelle"]
    assert len(ends(sheet)) >= 3
    for end in ends(sheet):
        label, indent = sheet.cell(end + 1, 1).value, sheet.cell(end + 1, 1).alignment.indent
        first = sheet.cell(end + 2, 1)
        assert label == f"Noch: {first.value.partition('-')[0]}"
        assert (indent, first.alignment.indent) == (0, 1)
        assert [sheet.cell(end + 1, column).value for column in (2, 3, 4)] == [None] * 3
    labels = [text for text in stub(sheet) if isinstance(text, str) and not text.startswith("Noch")]
    assert labels.count("3") == 1


@pytest.mark.usefixtures("first_writers")
def test_a_level_that_goes_on_over_a_page_is_written_anew_with_noch(tmp_path: Path) -> None:
    spec = ckm.TableSpec([Level("sex"), Level("town", depths=(1,))], ["age"])
    sheet = written(spec, tmp_path)["Tabelle"]
    labels = stub(sheet)
    for end in ends(sheet):
        assert str(labels[end]).startswith("Noch: ") or labels[end] in ("w", "Insgesamt")
    runs = [str(one) for one in sheet.merged_cells.ranges if one.min_col == one.max_col == 1 and one.min_row > 6]
    assert runs
    for run in sheet.merged_cells.ranges:
        assert not any(run.min_row <= end < run.max_row for end in ends(sheet))  # nothing merged across a page's end


def fits(sheet: Worksheet) -> tuple[int, int, str]:
    """Pages beside one another and one below another (0: any), and how they lie; nothing else divides the sheet."""
    assert sheet.sheet_properties.pageSetUpPr is not None
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.row_breaks.brk, sheet.col_breaks.brk, sheet.page_setup.scale) == ([], [], None)
    across, down = (getattr(sheet.page_setup, name) for name in ("fitToWidth", "fitToHeight"))
    return int(1 if across is None else across), int(1 if down is None else down), str(sheet.page_setup.orientation)


def test_a_sheet_fits_one_page_wide_whatever_its_font_and_rows_are_not_written_twice(tmp_path: Path) -> None:
    long, short = ckm.TableSpec(["town"], ["sex"]), ckm.TableSpec(["age"], ["sex"])
    sheet = written(long, tmp_path)["Tabelle"]
    assert fits(sheet) == (1, 0, "landscape")
    assert not any(str(text).startswith("Noch") for text in stub(sheet))
    assert (sheet.print_title_rows, sheet.print_title_cols) == ("$4:$5", "$A:$A")
    assert fits(written(short, tmp_path)["Tabelle"]) == (1, 1, "landscape")
    upright = replace(PLAIN, orientation="portrait")
    assert fits(written(long, tmp_path, upright)["Tabelle"])[2] == "portrait"
    wide = ckm.TableSpec(["sex"], [Level("town", depths=(0,)), "age"])  # 21 columns
    assert fits(written(wide, tmp_path, upright)["Tabelle"])[2] == "landscape"  # wider than upright paper


def test_a_wide_table_has_as_many_columns_on_a_page_as_the_office_says_or_as_can_be_read(tmp_path: Path) -> None:
    spec = ckm.TableSpec(["sex"], ["town"])  # 157 columns
    for columns, across in ((0, 9), (20, 8), (157, 1)):
        book = written(spec, tmp_path, replace(PLAIN, page_columns=columns))
        assert fits(book["Tabelle"])[0] == across
    office = replace(PLAIN, page_columns=20)
    accessible = written(spec, tmp_path, office, form="xlsx-accessible")["Tabelle"]
    assert (fits(accessible)[0], accessible.print_title_cols) == (8, "$A:$A")
    sheet = written(spec, tmp_path, office)["Tabelle"]
    notes = [one for one in sheet.merged_cells.ranges if one.min_row > 8 and one.max_col > 1]
    assert {(one.min_col, one.max_col <= 22) for one in notes} == {(2, True)}  # on the first page alone


@settings(max_examples=examples(60))
@given(st.integers(5, 60), st.lists(st.integers(5, 40), min_size=1, max_size=120), st.integers(0, 60))
def test_pages_across_are_filled_from_the_left_and_are_no_more_than_planned(
    stub: int, widths: list[int], columns: int
) -> None:
    fit = page_fit(replace(PLAIN, page_columns=columns), [stub, *widths], 1)
    assert fit.across >= len(fit.breaks) + 1
    if columns:
        assert fit.across == -(-len(widths) // columns)
    ends = [1, *fit.breaks, 1 + len(widths)]
    assert ends == sorted(set(ends))
    pages_wide = [sum(widths[first - 1 : end - 1]) for first, end in itertools.pairwise(ends)]
    for wide, begin in zip(pages_wide, fit.breaks, strict=False):
        assert wide + widths[begin - 1] > max(pages_wide)  # the next column has no room


def test_sheets_have_links_to_the_contents_and_its_titles_lead_to_them(tmp_path: Path) -> None:
    drafts = [table(ckm.TableSpec(["sex"], [name])) for name in ("age", "town")]
    for accessible in (False, True):
        path = export_workbook(drafts, tmp_path / "t.xlsx", language="de", accessible=accessible)
        book = openpyxl.load_workbook(path)
        links = [(cell.value, str(cell.hyperlink.location)) for row in book["Inhalt"] for cell in row if cell.hyperlink]
        titles = [present_draft(draft, "de").title for draft in drafts]
        assert [text for text, _ in links] == ["Tabelle 1", titles[0], "Tabelle 2", titles[1], "Hinweise", "Hinweise"]
        assert links[3][1] == "'Tabelle 2'!A1"
        for name in ("Tabelle 1", "Tabelle 2", "Hinweise"):
            back = [cell for row in book[name] for cell in row if cell.hyperlink]
            assert [(cell.value, cell.hyperlink.location) for cell in back] == [("Inhalt", "'Inhalt'!A1")]


def test_the_contents_name_tables_by_their_numbers(tmp_path: Path) -> None:
    numbers = [ckm.Texts(f"Table 1.{number}", f"Tabelle 1.{number}") for number in (1, 2)]
    specs = [ckm.TableSpec(["sex"], ["age"], presentation=Presentation(number=number)) for number in numbers]
    path = export_workbook([table(spec) for spec in specs], tmp_path / "t.xlsx", language="de")
    book = openpyxl.load_workbook(path)
    titles = [book["Inhalt"].cell(row, 2).value for row in (4, 5)]
    assert [title.partition(" Anzahl")[0] for title in titles] == ["Tabelle 1.1", "Tabelle 1.2"]
    assert "Tabelle 1.2" in stub(book["Tabelle 2"])


def test_a_workbook_is_the_same_on_every_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = ckm.TableSpec(["age"], ["sex"])
    here = export(table(spec), tmp_path / "t.xlsx").read_bytes()
    monkeypatch.setattr(zipfile, "sys", SimpleNamespace(platform="win32"))
    there = export(table(spec), tmp_path / "w.xlsx").read_bytes()
    monkeypatch.setattr(present, "WRITERS", 1)
    former = export(table(spec), tmp_path / "f.xlsx").read_bytes()
    monkeypatch.undo()
    assert there == here
    with zipfile.ZipFile(tmp_path / "w.xlsx") as archive:
        said = {(one.create_system, one.external_attr, one.date_time) for one in archive.infolist()}
    assert said == {(3, 0o600 << 16, (1980, 1, 1, 0, 0, 0))}
    with zipfile.ZipFile(io.BytesIO(former)) as archive:  # of releases that Windows wrote
        assert {one.create_system for one in archive.infolist()} == {0}


def test_nothing_goes_on_where_a_page_begins_with_a_node_of_the_first_level() -> None:
    shown = present_draft(table(ckm.TableSpec([Level("town", depths=(0,))], ["sex"])), "de").sheet(0).stub
    assert all(not page.continued for page in pages(shown, 5, 5))
    assert [(page.first, page.end) for page in pages(shown, 5, 5)] == [(0, 5), (5, 7)]
    assert [(page.first, page.end) for page in pages(shown, 50, 50)] == [(0, 7)]


def test_every_row_stands_on_one_page_and_pages_hold_no_more_than_they_have_room_for() -> None:
    shown = present_draft(table(ckm.TableSpec(["town", "age"], ["sex"])), "de").sheet(0).stub
    for room, first in ((20, 12), (7, 5), (33, 30)):
        found = pages(shown, room, first)
        assert [row for page in found for row in range(page.first, page.end)] == list(range(len(shown)))
        assert found[0].end <= first
        assert all(page.end - page.first + len(page.continued) <= room for page in found[1:])


def test_a_heading_is_never_the_last_row_of_a_page() -> None:
    rows = [OwnRow(ckm.Texts.same(str(n)), (ckm.Condition("sex", ("m",)),)) for n in range(11)]
    rows.insert(5, OwnRow(ckm.Texts.same("heading"), kind="heading"))
    shown = present_draft(table(ckm.TableSpec([Level("::rows 1", rows=tuple(rows))])), "de").sheet(0).stub
    heading = next(row for row in range(len(shown)) if shown.texts(row)[0] == "heading")
    assert pages(shown, heading + 1, heading + 1)[0].end == heading


def test_what_is_wide_is_printed_smaller_down_to_a_limit() -> None:
    assert page_setup(PLAIN, [10] * 5).scale == 100
    assert 50 < page_setup(PLAIN, [10] * 20).scale < 100
    assert page_setup(PLAIN, [20] * 40).scale == 50
    assert page_setup(PLAIN, [10] * 20).rows > page_setup(PLAIN, [10] * 5).rows
    upright = replace(PLAIN, orientation="portrait", paper="a3")
    assert page_setup(upright, [10] * 5).rows > page_setup(PLAIN, [10] * 5).rows
    assert page_setup(replace(PLAIN, font_size=22), [10] * 5).rows < page_setup(PLAIN, [10] * 5).rows


def test_what_is_too_wide_for_a_page_is_divided_where_groups_begin_and_no_page_is_wider_than_its_paper() -> None:
    office = replace(PLAIN, font="Arial")
    assert pages_across(office, [40, *[12] * 6], 1, range(1, 7))[1] == []
    setup, breaks = pages_across(office, [40, *[12] * 26], 1, [1, 9, 15, 22])
    assert breaks == [15]
    assert 50 <= setup.scale < 100
    for begins in ([1, 25], []):  # groups that would not divide it
        assert pages_across(office, [40, *[12] * 26], 1, begins)[1] == [14]
    # Wider letters need more room.
    offices = [replace(PLAIN, font=font) for font in ("Calibri", "Arial", "Unknown")]
    scales = [pages_across(one, [40, *[12] * 10], 1, [])[0].scale for one in offices]
    assert scales == sorted(scales, reverse=True)
    assert len(set(scales)) == 3
    # A single column that no page could hold is left to the spreadsheet.
    assert pages_across(office, [40, 400], 1, [1])[1] == []


@settings(max_examples=examples(60))
@given(
    st.integers(5, 60),
    st.lists(st.integers(5, 40), min_size=1, max_size=120),
    st.sets(st.integers(1, 120)),
    st.sampled_from(["Calibri", "Arial", "Unknown"]),
)
def test_every_page_across_holds_its_columns_and_each_column_stands_on_one(
    stub: int, widths: list[int], begins: set[int], font: str
) -> None:
    office = replace(PLAIN, font=font)
    setup, breaks = pages_across(office, [stub, *widths], 1, sorted(begins))
    ends = [1, *breaks, 1 + len(widths)]
    assert ends == sorted(set(ends))
    for first, end in itertools.pairwise(ends):
        one, more = pages_across(office, [stub, *widths[first - 1 : end - 1]], 1, [])
        assert (more, one.scale >= setup.scale) == ([], True)


def test_a_table_that_is_little_too_long_is_made_smaller_and_a_long_one_is_not() -> None:
    setup = page_setup(PLAIN, [10] * 5)
    shrunk = on_one_page(PLAIN, setup, setup.rows + 4)
    assert (shrunk.rows >= setup.rows + 4, 80 <= shrunk.scale < setup.scale) == (True, True)
    assert on_one_page(PLAIN, setup, setup.rows) == setup
    assert on_one_page(PLAIN, setup, 2 * setup.rows) == setup


def test_heads_are_repeated_on_every_page_and_high_enough_for_their_words(tmp_path: Path) -> None:
    values = (ckm.Value(label=ckm.Texts.same("Zahl der Bevölkerung am Ort der Hauptwohnung im Jahr")),)
    sheet = written(ckm.TableSpec(["town"], ["sex"], values=values), tmp_path)["Tabelle"]
    assert sheet.print_title_rows == "$4:$5"
    assert sheet.print_title_cols == "$A:$A"
    assert sheet.row_dimensions[5].height >= 30
    assert sheet.freeze_panes == "B6"
    assert sheet.page_setup.orientation == "landscape"
    assert str(sheet.page_setup.paperSize) == "9"


def test_columns_are_as_wide_as_somebody_made_them_but_never_too_narrow_for_their_figures(tmp_path: Path) -> None:
    wide, narrow = Width(("m", "0"), 285), Width(("w", "0"), 40)
    spec = ckm.TableSpec(["town"], ["sex"]).with_changes(
        presentation=Presentation(widths=(wide, narrow, Width((STUB, "0"), 145), Width(("gone", "0"), 300)))
    )
    plain = written(spec.with_changes(presentation=Presentation()), tmp_path)["Tabelle"]
    sheet = written(spec, tmp_path)["Tabelle"]
    widths = {letter: int(found.width) for letter, found in sheet.column_dimensions.items()}
    heads = {str(sheet.cell(row, column).value): column for row in range(1, 8) for column in range(2, 5)}
    usual = int(plain.column_dimensions["B"].width)  # of all three: said once
    assert widths["A"] == 20  # (145 - 5) / 7 letters
    assert widths[get_column_letter(heads["m"])] == 40
    longest = max(len(f"{figure:,}") for figure in stub(sheet, heads["w"]) if isinstance(figure, int))
    assert longest < widths[get_column_letter(heads["w"])] < usual
    total = get_column_letter(heads["Insgesamt"])
    assert widths[total] == usual


def test_notes_stand_below_the_table_across_its_columns_and_on_a_sheet_of_their_own(tmp_path: Path) -> None:
    book = written(ckm.TableSpec(["age"], ["sex"], footnotes=[Footnote(ckm.Texts.same("Vorläufig"))]), tmp_path)
    sheet = book["Tabelle"]
    row = next(row for row, text in enumerate(stub(sheet), start=1) if str(text).startswith("Hinweis zum Verfahren"))
    assert any(one.min_row == row and one.max_col == 4 for one in sheet.merged_cells.ranges)
    assert sheet.row_dimensions[row].height > 30
    notes = stub(book["Hinweise"])
    assert notes[0] == sheet["A1"].value
    assert "1) Vorläufig" in notes


@pytest.mark.thorough
def test_the_flat_sheet_has_one_line_of_heads_and_the_published_figures(tmp_path: Path) -> None:
    spec = ckm.TableSpec(
        ["town"], ["sex"], ["age"], values=[ckm.Value(), ckm.Value("share", base="column", decimals=1)]
    )
    book = written(spec, tmp_path, Office(flat_sheets=True))
    assert book.sheetnames == ["Inhalt", "Tabelle 1", "Tabelle 2", "Tabelle 3", "Flach", "Hinweise"]
    sheet = book["Flach"]
    assert not sheet.merged_cells.ranges
    frame = pd.DataFrame(sheet.iter_rows(values_only=True))
    assert frame.iloc[0].tolist() == ["age", "town", "sex", "Anzahl", "Anteil an der Spalte in %"]
    shown = table(spec)
    assert len(frame) - 1 == 3 * (LANDS * (TOWNS + 1) + 1) * 3
    found = {tuple(row[:3]): row[3] for row in frame.iloc[1:].itertuples(index=False)}
    assert found["old", "3-07", "w"] == shown.value({"age": "old", "town": "3-07", "sex": "w"})
    assert found["Insgesamt", "Insgesamt", "Insgesamt"] == shown.value({})
    (marked,) = sheet.tables.values()
    assert marked.ref == f"A1:E{len(frame)}"


def test_the_accessible_variant_merges_nothing_leaves_no_cell_empty_and_repeats_labels(tmp_path: Path) -> None:
    blocks = [
        ckm.Block((Level("sex"), Level("age")), ckm.Texts.same("nach Geschlecht")),
        ckm.Block((Level("age"),)),
    ]
    spec = ckm.TableSpec(blocks, [Level("town", depths=(0,))])
    book = written(spec, tmp_path, form="xlsx-accessible")
    assert book.sheetnames == ["Inhalt", "Tabelle", "Hinweise"]
    sheet = book["Tabelle"]
    assert not sheet.merged_cells.ranges
    (marked,) = sheet.tables.values()
    rows = [[cell.value for cell in row] for row in sheet[marked.ref]]
    assert rows[0][0] == "Zwischenüberschrift"
    assert all(cell not in (None, "") for row in rows for cell in row)
    assert len(set(rows[0])) == len(rows[0])
    assert rows[1][:3] == ["nach Geschlecht", "m", "old"]
    assert rows[2][:3] == ["nach Geschlecht", "m", "young"]
    assert rows[-1][2] == "Insgesamt"
    assert sheet["A1"].value == present_draft(table(spec), "de").title


def test_columns_that_are_called_the_same_are_told_apart_in_marked_up_tables(tmp_path: Path) -> None:
    values = [ckm.Value(label=ckm.Texts.same("Zahl")), ckm.Value(label=ckm.Texts.same("zahl"))]
    spec = ckm.TableSpec(["age"], ["sex"], values=values)
    book = written(spec, tmp_path, Office(flat_sheets=True), form="xlsx-accessible")
    for name in ("Tabelle", "Flach"):
        (marked,) = book[name].tables.values()
        heads = [column.name.casefold() for column in marked.tableColumns]
        assert len(set(heads)) == len(heads)


def test_contents_name_every_sheet_with_a_link(tmp_path: Path) -> None:
    book = written(ckm.TableSpec(["age"], layers=["sex"]), tmp_path)
    lines = [(cell.value, cell.hyperlink.location, text.value) for cell, text in book["Inhalt"].iter_rows(min_row=4)]
    title = book["Tabelle 1"]["A1"].value
    assert lines == [
        ("Tabelle 1", "'Tabelle 1'!A1", f"{title} – m"),
        ("Tabelle 2", "'Tabelle 2'!A1", f"{title} – w"),
        ("Tabelle 3", "'Tabelle 3'!A1", f"{title} – Insgesamt"),
        ("Hinweise", "'Hinweise'!A1", "Hinweise"),
    ]


def test_an_office_gives_its_fonts_colours_header_footer_and_logo(tmp_path: Path) -> None:
    office = replace(OFFICE, flat_sheets=False, logo=picture(width=300, height=120), font_size=9)
    book = written(ckm.TableSpec(["age"], ["sex"]), tmp_path, office)
    sheet = book["Tabelle"]
    head = sheet["B4"]
    assert (head.fill.fgColor.rgb, head.font.color.rgb) == ("FF1F5FA8", "FFFFFFFF")
    assert (head.font.name, head.font.sz) == ("Arial", 9)
    assert sheet["A1"].font.sz == 12
    assert sheet.oddHeader.left.text == "Statistik && mehr"
    assert sheet.oddFooter.left.text == "© Amt"
    assert sheet.oddFooter.right.text == "Seite &P von &N"
    with zipfile.ZipFile(tmp_path / "t.xlsx") as archive:
        assert archive.read("xl/media/image1.png") == office.logo
    assert "Herausgeber: Amt für Statistik" in stub(sheet)


@pytest.mark.parametrize(
    ("colour", "words"),
    [("#ffffff", "#000000"), ("#000000", "#ffffff"), ("#1f5fa8", "#ffffff"), ("#f4f5f7", "#000000")],
)
def test_words_on_a_colour_are_the_ones_that_contrast_more(colour: str, words: str) -> None:
    assert readable_on(colour) == words


def test_more_cells_than_a_workbook_takes_are_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [str(code) for code in range(1500)]
    frame = pd.DataFrame({"a": codes, "b": codes[::-1]})
    shown = ckm.protect(
        ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a", "b"]), ckm.TableSpec(["a"], ["b"])), ckm.Rounding(10)
    )
    with fails("export_too_many_cells", match="2,253,001") as fault:
        ckm.export(shown, tmp_path / "t.xlsx", language="en")
    assert "2,000,000" in fault.value.text("en")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(xlsx, "COLUMN_LIMIT", 1000)
    with fails("export_too_wide"):
        ckm.export(shown, tmp_path / "t.xlsx", language="en")


def test_a_flat_sheet_that_does_not_fit_is_left_out_and_the_notes_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx, "ROW_LIMIT", 200)
    spec = ckm.TableSpec(["town"], ["sex"])
    xlsx.write_xlsx(present_draft(table(spec), "de"), tmp_path / "t.xlsx", flat=True)
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    assert book.sheetnames == ["Tabelle", "Hinweise"]
    assert any(str(text).startswith("Das flache Blatt fehlt") for text in stub(book["Hinweise"]))


def test_labels_like_formulas_stay_texts_in_every_sheet(tmp_path: Path) -> None:
    for form in ("xlsx", "xlsx-accessible"):
        xlsx.write_xlsx(page_of_leaks("de"), tmp_path / "t.xlsx", accessible=form != "xlsx")
        book = openpyxl.load_workbook(tmp_path / "t.xlsx")
        cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
        assert "f" not in {cell.data_type for cell in cells}
        assert any(cell.value and str(cell.value).startswith("=Bergland") for cell in cells)


def test_the_same_table_gives_the_same_bytes_in_every_variant(tmp_path: Path) -> None:
    for accessible in (False, True):
        for name in ("a", "b"):
            xlsx.write_xlsx(page_of_leaks("de"), tmp_path / f"{name}.xlsx", accessible=accessible, flat=True)
        assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_an_apostrophe_in_csv_is_the_offices_choice(tmp_path: Path) -> None:
    made = page_of_leaks("de")
    assert made.info is not None
    draft = Draft(made.table, **vars(made.info))
    with_it = export(draft, tmp_path / "a.csv", language="de", office=OFFICE).read_text("utf-8-sig")
    plain = replace(OFFICE, apostrophe=False)
    without = export(draft, tmp_path / "b.csv", language="de", office=plain).read_text("utf-8-sig")
    said = say("export_apostrophe", "de")
    assert "'=Bergland" in with_it
    assert said in with_it
    assert "'" not in without
    assert said not in without
    assert "\n=Bergland" in without.replace("\r", "")


def full_at(number: int) -> Callable[[Path, Path], Path]:
    """A disk that is full when the n-th file is put in its place."""
    left, real = [number], Path.replace

    def replace(path: Path, target: Path) -> Path:
        left[0] -= 1
        if not left[0]:
            raise OSError(errno.ENOSPC, "")
        return real(path, target)

    return replace


@pytest.mark.parametrize("name", ["t.xlsx", "t.csv", "t.px", "t.html"])
@pytest.mark.parametrize("at", [1, 2])
def test_a_disk_that_is_full_leaves_the_old_file_whole_and_nothing_beside(
    name: str, at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, path = table(ckm.TableSpec(["age"], ["sex"])), tmp_path / name
    export(shown, path, language="de")
    old = path.read_bytes()
    monkeypatch.setattr(Path, "replace", full_at(at))
    with pytest.raises(NotWritten, match="no room"):
        export(shown, path, language="en")
    monkeypatch.undo()
    assert path.read_bytes() == old
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_random_layouts_have_pages_that_hold_each_row_once(tmp_path: Path) -> None:
    data = microdata(records(5), 5)
    for seed in range(12):
        shown = ckm.protect(ckm.tabulate(data, layout(seed)), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0)))
        rows = present_draft(shown, "de").sheet(0).stub
        for page_rows in (6, 11):
            found = pages(rows, page_rows, page_rows)
            assert [row for one in found for row in range(one.first, one.end)] == list(range(len(rows)))


@pytest.mark.parametrize("name", ["t.xlsx", "t.csv", "t.px", "t.html", "t.json", "t.parquet"])
def test_a_disk_that_fails_while_a_file_is_filled_is_told_and_leaves_the_old_file_whole(
    name: str, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource", reason="the system has no limit on the size of files")
    shown, path = table(ckm.TableSpec(["age"], ["sex"])), tmp_path / name
    path.write_bytes(b"old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, limits[1]))
    try:
        with pytest.raises(NotWritten):
            export(shown, path, language="en")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == b"old"
