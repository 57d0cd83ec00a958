"""The board of methods: grades by their boundaries, and its report in all forms, read back by other programs."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.messages import sentence
from ckmcore.rivals.board import BOUNDARIES, board_cell, board_rows
from ckmcore.rivals.comparison import MEASURES, RivalComparison, RivalMeasures, compare_rivals
from ckmcore.rivals.report import rivals_report, write_rivals
from tests.kit.fails import fails

DAY = datetime.date(2026, 11, 29)
# The rows of Übersicht 1; information loss has one for planned and one for unplanned tables.
ROWS = {
    "Primäre Geheimhaltung",
    "Sekundäre Geheimhaltung",
    "Konsistenz",
    "Additivität",
    "Informationsverlust, geplante Tabellen",
    "Informationsverlust, ungeplante Tabellen",
    "Flexibilität",
    "Dezentrale Anwendung",
    "Erklärungsbedarf",
    "Einführungsaufwand",
    "Laufender Aufwand",
}


@pytest.fixture(scope="module")
def compared() -> RivalComparison:
    rows = [("a", "x")] + [("a", "y")] * 2 + [("b", "x")] * 2 + [("b", "y")] * 4
    data = ckm.Microdata.from_pandas(pd.DataFrame(rows, columns=["A", "B"]), ["A", "B"])
    return compare_rivals(data, {"=t": ckm.TableSpec("A", "B")}, [ckm.Rounding(3)], seed=4)


def method(values: Mapping[str, float | None]) -> RivalMeasures:
    return RivalMeasures("suppression", sentence("rivals_suppression", least=3), values, family="primary")


@pytest.mark.parametrize(
    ("criterion", "values", "grade"),
    [
        ("primary", {"small_true": 0.65}, "good"),
        ("primary", {"small_true": 0.7}, "fair"),
        ("primary", {"small_true": 0.76}, "poor"),
        ("primary", {"small_true": None}, "not_measured"),
        ("secondary", {"disclosed": 0, "undecided": 0, "below_level": 0}, "good"),
        ("secondary", {"disclosed": 0, "undecided": 2, "below_level": 0}, "open"),
        ("secondary", {"disclosed": 0, "undecided": 2, "below_level": 1}, "poor"),
        ("secondary", {"least_true": 0.2}, "not_measured"),
        ("loss", {"mean_deviation": 0, "not_shown": 0.06}, "poor"),
        ("loss", {"mean_deviation": 1.5, "not_shown": 0}, "fair"),
        ("loss", {"mean_deviation": None, "not_shown": 1}, "poor"),
        ("flexibility", {"unplanned_possible": 0.95}, "good"),
        ("flexibility", {"unplanned_possible": 0.9}, "fair"),
        ("flexibility", {"unplanned_possible": 1, "unplanned_ratio": float("inf")}, "poor"),
        ("decentral", {"parts_differing": None}, "not_measured"),
        ("explain", {}, "not_measured"),
    ],
)
def test_the_worst_measure_gives_the_grade_and_what_was_not_measured_gives_none(
    criterion: str, values: Mapping[str, float | None], grade: str
) -> None:
    assert board_cell(criterion, method(values)).grade == grade


def test_every_boundary_is_shown_beside_its_measure(compared: RivalComparison) -> None:
    assert all(boundary.measure in MEASURES[name] for name, each in BOUNDARIES.items() for boundary in each)
    rows = {row.criterion: row for row in board_rows(compared, "de")}
    shown = {line.measure: line.boundary for row in rows.values() for line in row.lines}
    assert shown["small_true"] == "gut bis 65,0, mittel bis 75,0"
    assert shown["unplanned_possible"] == "gut ab 95,0, mittel ab 80,0"
    assert shown["below_level"] == "gut bis 0"
    for name, each in BOUNDARIES.items():
        bounded = {line.measure for line in rows[name].lines if line.boundary}
        assert bounded == {boundary.measure for boundary in each} & {line.measure for line in rows[name].lines}


def test_the_page_has_all_rows_with_data_seed_date_and_limits(compared: RivalComparison) -> None:
    page = rivals_report(compared, title="Personen, 2025", date=DAY, language="de").html()
    for text in (*ROWS, "Personen, 2025", "29.11.2026", "nicht gemessen", "Grenzen der Angriffe", "gut bis 65,0"):
        assert text in page
    assert "Intern und vertraulich" in page
    assert page == rivals_report(compared, title="Personen, 2025", date=DAY, language="de").html()
    assert "Decentral use" in rivals_report(compared, title="Persons", date=DAY).html()


def test_csv_and_workbook_hold_the_figures_of_the_page(compared: RivalComparison, tmp_path: Path) -> None:
    for name in ("b.csv", "b.xlsx", "again.xlsx"):
        write_rivals(compared, tmp_path / name, title="Persons, 2025", date=DAY, language="de")
    text = (tmp_path / "b.csv").read_text(encoding="utf-8-sig")
    head, *lines = csv.reader(io.StringIO(text), delimiter=";")
    assert {line[-1] for line in lines} == {"intern"}
    assert {len(line) for line in lines} == {len(head)}
    assert {line[0] for line in lines} >= ROWS
    assert not [field for line in lines for field in line if field.startswith(("=", "+", "@"))]
    deviation = next(line for line in lines if line[1] == "mittlere Abweichung")
    assert deviation[3] == "0,44"
    book = openpyxl.load_workbook(tmp_path / "b.xlsx")
    sheet, data = book.worksheets
    cells = {row[1].value: row[3].value for row in sheet.iter_rows(min_row=4)}
    assert cells["mittlere Abweichung"] == pytest.approx(4 / 9)
    assert cells["veränderte Zahlen, %"] == pytest.approx(4 / 9)
    facts = {row[0].value: row[1].value for row in data.iter_rows(min_row=4)}
    assert (facts["Startwert"], facts["Tabellen"], facts["Datensätze"]) == ("4", "=t", "9")
    assert (tmp_path / "again.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()


def test_another_ending_is_refused_before_the_work(compared: RivalComparison, tmp_path: Path) -> None:
    with fails("rivals_form", name="b.doc"):
        write_rivals(compared, tmp_path / "b.doc", title="", date=DAY)


@pytest.mark.thorough
def test_the_report_is_a_pdf_where_its_name_says_so(compared: RivalComparison, tmp_path: Path) -> None:
    write_rivals(compared, tmp_path / "b.pdf", title="Persons, 2025", date=DAY)
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
