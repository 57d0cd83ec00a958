"""Exports: what they carry, what they never carry, read back by readers that we did not write."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.errors import ArgumentNotTaken
from ckmcore.formats.sheet_formats import number_format
from ckmcore.microdata.data import Category, Dimension
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import PREVIOUS, Footnote, Value
from tests.kit.fails import fails


def data() -> ckm.Microdata:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"land": rng.choice(["01", "02"], 3000), "sex": rng.choice(["m", "w"], 3000)})
    made = ckm.Microdata.from_pandas(frame, ["land", "sex"]).with_record_keys(ckm.generate_keys(3000))
    labels = {"01": ("Mountains", "=Bergland"), "02": ("North", "Nordmark")}
    categories = tuple(Category(code, ckm.Texts(*labels[code])) for code in ("01", "02"))
    return made.with_dimension(Dimension("land", ckm.Texts("State", "Land"), categories))


def draft(spec: ckm.TableSpec) -> ckm.Draft:
    statistic = ckm.Statistic(
        ckm.Texts("Students", "Studierende"),
        periods=(Period(ckm.Texts.same("WS 2025/26"), "2025-12-01", PeriodSource("file")),),
        source_note=ckm.Texts("Office", "Amt"),
    )
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0))
    return statistic.put_in_force(method).draft(spec, data())


SPEC = ckm.TableSpec(rows=["land"], columns=["sex"], title=ckm.Texts("Students by state", "Studierende nach Land"))


def test_german_csv_has_semicolons_bom_title_note_and_the_published_figures(tmp_path: Path) -> None:
    made = draft(SPEC)
    file = ckm.export(made, tmp_path / "t.csv", language="de")
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(content.decode("utf-8-sig").splitlines(), delimiter=";"))
    assert rows[0] == ["Studierende nach Land"]
    assert rows[1] == ["Entwurf – nicht freigegeben"]
    texts = [row[0] for row in rows if row]
    assert "Berichtszeitraum: WS 2025/26" in texts
    assert any(text.startswith("Hinweis zum Verfahren: ") and "Cell-Key-Methode" in text for text in texts)
    assert "Quelle: Amt" in texts
    line = next(row for row in rows if row and row[0] == "Nordmark")
    expected = [made.table.value({"land": "02", "sex": sex}) for sex in "mw"] + [made.table.value({"land": "02"})]
    assert [int(text) for text in line[1:]] == expected
    assert any(row and row[0] == "'=Bergland" for row in rows)
    assert any("Apostroph" in text for text in texts)


def test_long_csv_has_one_line_per_cell(tmp_path: Path) -> None:
    file = ckm.export(draft(SPEC), tmp_path / "t.csv", language="en", form="csv-long")
    rows = list(csv.reader(file.read_text("utf-8").splitlines()))
    start = rows.index(["State", "sex", "Number"])
    body = rows[start + 1 : rows.index([], start)]
    assert len(body) == 9
    assert [row[:2] for row in body][-1] == ["Total", "Total"]


def test_xlsx_is_read_back_with_numbers_titles_and_notes(tmp_path: Path) -> None:
    made = draft(SPEC)
    file = ckm.export(made, tmp_path / "t.xlsx", language="de")
    book = openpyxl.load_workbook(file)
    assert book.sheetnames == ["Tabelle", "Hinweise"]
    sheet = book["Tabelle"]
    assert sheet["A1"].value == "Studierende nach Land"
    row = next(row for row in sheet.iter_rows() if row[0].value == "=Bergland")
    assert row[0].data_type == "s"
    assert row[1].value == made.table.value({"land": "01", "sex": "m"})
    assert row[1].data_type == "n"
    notes = [cell.value for (cell,) in book["Hinweise"].iter_rows(max_col=1)]
    assert any("Cell-Key-Methode" in str(note) for note in notes)


def test_the_same_draft_gives_the_same_bytes(tmp_path: Path) -> None:
    made = draft(SPEC)
    for name in ("a.xlsx", "b.xlsx", "a.csv", "b.csv"):
        ckm.export(made, tmp_path / name, language="en")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_layers_are_sheets_of_one_workbook(tmp_path: Path) -> None:
    spec = ckm.TableSpec(rows=["land"], layers=["sex"])
    book = openpyxl.load_workbook(ckm.export(draft(spec), tmp_path / "t.xlsx", language="en"))
    assert book.sheetnames == ["Contents", "Table 1", "Table 2", "Table 3", "Notes"]


def test_a_table_without_a_statistic_says_that_it_is_no_release(tmp_path: Path) -> None:
    shown = ckm.protect(ckm.tabulate(data(), SPEC), ckm.Rounding(10))
    text = ckm.export(shown, tmp_path / "t.csv", language="en").read_text("utf-8")
    assert "Made without a statistic: not a release." in text
    assert "multiples of 10" in text


def test_filters_stand_in_the_file_by_their_labels(tmp_path: Path) -> None:
    spec = ckm.TableSpec(rows=["sex"], filters=[ckm.Condition("land", ("02",))])
    text = ckm.export(draft(spec), tmp_path / "t.csv", language="de").read_text("utf-8-sig")
    assert "Auswahl: Land: Nordmark" in text
    assert "Zusammen (Auswahl)" in text


def test_what_cannot_be_written_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    with fails("export_unknown_form", match=r"\.xlsx"):
        ckm.export(draft(SPEC), tmp_path / "t.docx")
    with pytest.raises(NotWritten):
        ckm.export(draft(SPEC), tmp_path / "no folder" / "t.csv")
    (tmp_path / "t.csv").mkdir()
    with pytest.raises(NotWritten):
        ckm.export(draft(SPEC), tmp_path / "t.csv")
    assert [entry.name for entry in tmp_path.iterdir()] == ["t.csv"]


def test_a_table_too_wide_for_a_sheet_is_refused_with_its_size(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": [str(code) for code in range(17_000)]})
    shown = ckm.protect(
        ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a"]), ckm.TableSpec(columns=["a"])), ckm.Rounding(10)
    )
    with fails("export_too_wide", match="17,002"):
        ckm.export(shown, tmp_path / "t.xlsx", language="en")


def test_exporters_take_no_raw_table(tmp_path: Path) -> None:
    raw = ckm.tabulate(data(), SPEC)
    with pytest.raises(ArgumentNotTaken, match="not RawTable"):
        ckm.export(raw, tmp_path / "t.csv")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_two_categories_that_are_called_the_same_keep_a_head_each(tmp_path: Path) -> None:
    twins = tuple(Category(code, ckm.Texts.same("other")) for code in ("01", "02"))
    made = data().with_dimension(Dimension("land", ckm.Texts.same("Land"), twins))
    raw = ckm.tabulate(made, ckm.TableSpec(columns=["land", "sex"]))
    file = ckm.export(ckm.protect(raw, ckm.Rounding(10)), tmp_path / "t.xlsx", language="en")
    merged = {str(found) for found in openpyxl.load_workbook(file).worksheets[0].merged_cells.ranges}
    assert {"B4:D4", "E4:G4", "H4:J4"} <= merged


def test_marks_stand_behind_signs_and_figures_and_columns_hold_their_widest(tmp_path: Path) -> None:
    frame = pd.DataFrame({"sex": ["m"] * 2700 + ["w"] * 300})
    records = ckm.Microdata.from_pandas(frame, ["sex"]).with_record_keys(ckm.generate_keys(3000))
    labels = [("m", "Bevölkerungsfortschreibung"), ("w", "w")]
    categories = tuple(Category(code, ckm.Texts.same(label)) for code, label in labels)
    records = records.with_dimension(Dimension("sex", ckm.Texts.same("sex"), categories))
    notes = tuple(Footnote(ckm.Texts.same("Geschätzt"), "cell", (("sex", code),)) for code in ("m", "w"))
    difference = Value("change", variable="sex", against=PREVIOUS, absolute=True)
    spec = ckm.TableSpec(columns=["sex"], values=(difference,), footnotes=notes)
    shown = ckm.protect(ckm.tabulate(records, spec), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0)))
    book = openpyxl.load_workbook(ckm.export(shown, tmp_path / "t.xlsx", language="de"))
    sheet = book["Tabelle"]
    first, second = next(
        [cell for cell in row if cell.value is not None] for row in sheet.iter_rows() if row[1].value == "x ¹⁾"
    )[-3:-1]
    assert first.value == "x ¹⁾"
    assert second.value == shown.value({"sex": "w"})
    assert second.value < -2000
    assert second.number_format == r'#\ ##0" ¹⁾"'
    assert sheet.column_dimensions["B"].width > len("Bevölkerungsfortschrei")
    assert sheet.column_dimensions["C"].width < 14
    assert number_format("de", 1, -5_000_000) == r"#\ ###\ ##0.0"
    assert number_format("en", 0, -5_000_000) == "#,##0"
