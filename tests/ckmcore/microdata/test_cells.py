"""Cells of sheets and values of columns that stand for something else than is read: right, said, or asked about."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pyreadstat
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.microdata import Dialect, ReadingAnswer, read_with_report, reading_plan
from ckmcore.microdata.dialect import MissingWords
from ckmcore.microdata.identifiers import read_identifiers
from ckmcore.microdata.preview import preview
from ckmcore.microdata.reading_plan import ReadingAsked, ReadingEntry
from tests.kit.fails import fails
from tests.kit.libreoffice import converted
from tests.kit.workbooks import ods_table, write_xlsx, xlsx_parts

Rows = list[list[Any]]
LIBREOFFICE = (
    pytest.mark.thorough,
    pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed"),
)


def book(path: Path, rows: Rows, formats: dict[str, str] | None = None) -> Path:
    """A workbook of openpyxl; formats: the format of each cell."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in rows:
        sheet.append(row)
    for cell, code in (formats or {}).items():
        sheet[cell].number_format = code
    workbook.save(path)
    return path


def text(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


def dialect(*answers: str, rules: int | None = None) -> Dialect:
    """Answers such as `percent=hundred`, of all columns."""
    given = tuple(ReadingAnswer(kind, "", choice) for kind, _, choice in (one.partition("=") for one in answers))
    return Dialect(encoding="", answers=given) if rules is None else Dialect(encoding="", answers=given, rules=rules)


def entries(path: Path, *answers: str, rules: int | None = None) -> dict[tuple[str, str], ReadingEntry]:
    plan = reading_plan(path, ["K"], magnitudes=["N"], dialect=dialect(*answers, rules=rules))
    return {(entry.kind, entry.column): entry for entry in plan.entries}


def read(path: Path, *answers: str, rules: int | None = None) -> tuple[list[str], list[float | None]]:
    """Codes of K and numbers of N."""
    data, _ = read_with_report(path, ["K"], magnitudes=["N"], dialect=dialect(*answers, rules=rules))
    codes, column = data.dimensions["K"].codes, data.magnitudes["N"]
    missing = np.zeros(data.rows, bool) if column.missing is None else np.asarray(column.missing)
    numbers = [float(value) / column.scale for value in np.asarray(column.values)]
    return (
        [codes[place] for place in np.asarray(data.columns["K"])],
        [None if none else number for none, number in zip(missing, numbers, strict=True)],
    )


# --- .ods ------------------------------------------------------------------------------------------------------------


def test_merged_cells_of_opendocument_are_filled_and_said(tmp_path: Path) -> None:
    rows = [["K", "N"], [("01", 'table:number-rows-spanned="2"'), 1], [None, 2], ["02", 3]]
    path = ods_table(tmp_path / "a.ods", rows)
    assert read(path) == (["01", "01", "02"], [1, 2, 3])
    assert entries(path)["merged", ""].examples == ("A2:A3",)
    assert read(path, rules=2)[0] == ["01", "", "02"]


def test_formulas_of_opendocument_without_a_result_are_asked_about_where_they_are_read(tmp_path: Path) -> None:
    path = ods_table(tmp_path / "a.ods", [["K", "N"], ["01", 1], ["02", ("", 'table:formula="of:=1+1"')]])
    with pytest.raises(ReadingAsked, match="formulas:N"):
        read(path)
    assert entries(path)["formulas", "N"].examples == ("B3",)
    assert read(path, "formulas=missing") == (["01", "02"], [1, None])
    assert read(path, rules=2) == (["01", "02"], [1, None])
    assert not ckm.reading_plan(path, ["K"]).entries


def test_codes_of_opendocument_are_read_as_displayed_by_the_styles_of_cells_columns_and_parents_or_their_text(
    tmp_path: Path,
) -> None:
    styles = (
        '<number:number-style style:name="N5"><number:number number:min-integer-digits="5"/></number:number-style>'
        '<number:number-style style:name="NK"><number:text>K</number:text>'
        '<number:number number:min-integer-digits="2"/></number:number-style>'
        '<style:style style:name="parent" style:family="table-cell" style:data-style-name="N5"/>'
        '<style:style style:name="child" style:family="table-cell" style:parent-style-name="parent"/>'
        '<style:style style:name="letters" style:family="table-cell" style:data-style-name="NK"/>'
    )
    columns = '<table:table-column table:number-columns-repeated="2" table:default-cell-style-name="child"/>'
    rows = [
        ["K", "N"],
        [1001, 1],
        [(1002, 'table:style-name="child"'), 2],
        [(7, 'table:style-name="letters"'), 3],
    ]
    path = ods_table(tmp_path / "a.ods", rows, styles=styles, columns=columns)
    assert read(path)[0] == ["01001", "01002", "K07"]
    plain = ods_table(tmp_path / "b.ods", [["K", "N"], [(1001, "", "01001"), 1], ["01002", 2]])
    assert read(plain)[0] == ["01001", "01002"]
    assert entries(plain)["displayed", "K"].examples == ("01001",)


def test_repeated_cells_and_rows_of_opendocument_are_read_as_often_as_they_are_repeated(tmp_path: Path) -> None:
    row = ("02", 'table:number-columns-repeated="1"')
    rows = [["K", "N"], [row, (5, "")], "repeat 3"]
    assert read(ods_table(tmp_path / "a.ods", rows)) == (["02"] * 3, [5] * 3)


def test_errors_of_opendocument_are_missing_and_said(tmp_path: Path) -> None:
    error = ("#DIV/0!", 'table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"')
    path = ods_table(tmp_path / "a.ods", [["K", "N"], ["01", error], ["02", 1], [error, 2]])
    assert read(path) == (["01", "02", ""], [None, 1, 2])
    assert entries(path)["errors", "N"].examples == ("B2: #DIV/0!",)
    assert entries(path)["errors", "K"].count == 1


# --- .xlsx -----------------------------------------------------------------------------------------------------------


def test_cells_merged_across_columns_are_asked_about_and_filled_or_left_empty(tmp_path: Path) -> None:
    rows = [["A", "K", "N"], ["x", "01", 1], ["y", "", 2], ["z", "03", 3]]
    path = xlsx_parts(tmp_path / "a.xlsx", rows, merged=["A3:B3"])
    assert entries(path)["merged_across", "K"].examples == ("A3:B3",)
    with pytest.raises(ReadingAsked):
        read(path)
    assert read(path, "merged_across=fill")[0] == ["01", "y", "03"]
    assert read(path, "merged_across=blank")[0] == read(path, rules=2)[0] == ["01", "", "03"]
    assert not ckm.reading_plan(path, ["A"]).questions


@pytest.mark.parametrize("error", ["#DIV/0!", "#N/A", "#REF!"])
def test_cells_with_errors_are_missing_and_said_with_their_number_and_place(tmp_path: Path, error: str) -> None:
    rows: Rows = [["K", "N"], ["01", ("e", error)], ["02", 2], [("e", error), 3], [("e", error), ("e", error)]]
    path = xlsx_parts(tmp_path / "a.xlsx", rows)
    assert read(path) == (["01", "02", "", ""], [None, 2, 3, None])
    entry = entries(path)["errors", "N"]
    assert (entry.count, entry.rows, entry.examples[0]) == (2, (2, 5), f"B2: {error}")
    assert ("errors", "N") not in entries(path, rules=2)
    assert read(path, rules=2)[0] == ["01", "02", ""]


def test_numbers_displayed_as_percent_are_asked_about_beside_others_and_offered_alone(tmp_path: Path) -> None:
    shown = {"B2": "0%", "B3": "0.0%"}
    alone = book(tmp_path / "a.xlsx", [["K", "N"], ["a", 0.05], ["b", 0.5]], shown)
    assert read(alone)[1] == [0.05, 0.5]
    assert not entries(alone)["percent", "N"].is_asked
    assert read(alone, "percent=hundred")[1] == [5, 50]
    for other, right in ((12, [5, 50, 12]), ("12 %", [5, 50, 12])):
        mixed = book(tmp_path / "b.xlsx", [["K", "N"], ["a", 0.05], ["b", 0.5], ["c", other]], shown)
        assert entries(mixed)["percent", "N"].is_asked
        assert read(mixed, "percent=hundred")[1] == right
    assert read(mixed, "percent=parts")[1] == [0.05, 0.5, 0.12]
    assert read(mixed, rules=2)[1] == [0.05, 0.5, 12]


def test_percent_beside_plain_numbers_in_a_text_is_asked_about(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\na;12 %\nb;0,5\nc;5 ‰\n")
    assert entries(path)["percent", "N"].is_asked
    assert read(path, "percent=hundred")[1] == [12, 0.5, 0.5]
    assert read(path, "percent=parts")[1] == [0.12, 0.5, 0.005]
    assert read(path, rules=2)[1] == [12, 0.5, 5]
    assert set(entries(text(tmp_path / "b.csv", "K;N\na;12 %\nb;3 %\n"))) == {("signs", "N")}


def test_thousands_and_millions_beside_other_numbers_are_asked_about(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\na;5 T€\nb;6,5 Mio. €\nc;7 €\n")
    assert entries(path)["units_mixed", "N"].is_asked
    assert read(path, "units_mixed=multiply")[1] == [5000, 6_500_000, 7]
    assert read(path, "units_mixed=ignore")[1] == [5, 6.5, 7]
    shown = book(tmp_path / "a.xlsx", [["K", "N"], ["a", 5], ["b", 7]], {"B2": '0" Mio"'})
    assert entries(shown)["units_mixed", "N"].is_asked
    assert read(shown, "units_mixed=multiply")[1] == [5_000_000, 7]
    assert read(shown, rules=2)[1] == [5, 7]
    same = text(tmp_path / "b.csv", "K;N\na;5 T€\nb;6,5 TEUR\n")
    assert set(entries(same)) == {("signs", "N")}


@pytest.mark.parametrize(
    "code", ["#,##0.0,", "#,##0,.0", '#,##0.0,"  "', "#,##0.0,;[Red]-#,##0.0,", '0,\\ "Pers."', "0,\\ [$€-407]"]
)
def test_numbers_displayed_in_thousands_are_said_and_asked_about_beside_others(tmp_path: Path, code: str) -> None:
    rows = [["K", "N"], ["a", 1234567], ["b", 5000]]
    alone = book(tmp_path / "a.xlsx", rows, {"B2": code, "B3": code})
    entry = entries(alone)["scaled", "N"]
    assert (entry.count, entry.decision, entry.choices) == (2, "stored", ("displayed", "stored"))
    assert entry.examples[0].startswith("1234567.0 [/1000")
    assert read(alone)[1] == [1234567, 5000]
    assert read(alone, "scaled=displayed")[1] == [1234.567, 5]
    mixed = book(tmp_path / "b.xlsx", rows, {"B2": code})
    with pytest.raises(ReadingAsked, match="scaled:N=displayed"):
        read(mixed)
    assert read(mixed, "scaled=displayed")[1] == [1234.567, 5000]
    assert not entries(mixed, rules=4)
    assert read(mixed, rules=4)[1] == [1234567, 5000]


def test_numbers_displayed_in_thousands_are_said_among_codes_and_in_opendocument(tmp_path: Path) -> None:
    codes = book(tmp_path / "a.xlsx", [["K", "N"], [1000, 1], [2000, 2]], {"A2": "0,", "A3": "0,"})
    assert entries(codes)["scaled", "K"].examples == ("A2: 1000.0", "A3: 2000.0")
    assert read(codes)[0] == ["1000", "2000"]
    assert read(codes, "scaled=displayed")[0] == ["1", "2"]
    styles = (
        '<number:number-style style:name="N9"><number:number number:min-integer-digits="1" number:decimal-places="1" '
        'number:grouping="true" number:display-factor="1000"/></number:number-style>'
        '<style:style style:name="scaled" style:family="table-cell" style:data-style-name="N9"/>'
    )
    path = ods_table(tmp_path / "b.ods", [["K", "N"], ["a", (1234567, 'table:style-name="scaled"')]], styles=styles)
    assert entries(path)["scaled", "N"].decision == "stored"
    assert read(path, "scaled=displayed")[1] == [1234.567]
    assert not entries(path, rules=4)


def test_the_unit_beside_a_number_displayed_divided_is_that_of_the_divided_number(tmp_path: Path) -> None:
    rows = [["K", "N"], ["a", 5_000_000], ["b", 6000]]
    whole = book(tmp_path / "a.xlsx", rows, {"B2": '0.0,," Mio. €"', "B3": '0,"  T€"'})
    assert not entries(whole)
    thousands = book(tmp_path / "b.xlsx", rows, {"B2": '0.0," Mio. €"', "B3": "0"})
    assert entries(thousands)["units_mixed", "N"].is_asked
    assert read(thousands, "units_mixed=multiply")[1] == [5_000_000_000, 6000]
    assert not entries(thousands, rules=4)


def test_several_currencies_in_one_column_are_asked_about(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\na;5 €\nb;6 CHF\nc;7 EUR\n")
    assert entries(path)["currencies", "N"].is_asked
    assert read(path, "currencies=ignore")[1] == [5, 6, 7]
    assert read(path, rules=2)[1] == [5, 6, 7]
    shown = {"B2": "#,##0.00\\ [$€-407]", "B3": "[$$-409]#,##0.00"}
    sheet = book(tmp_path / "a.xlsx", [["K", "N"], ["a", 5], ["b", 6], ["c", 7]], shown)
    assert entries(sheet)["currencies", "N"].is_asked
    one = book(tmp_path / "b.xlsx", [["K", "N"], ["a", 5], ["b", 6]], {"B2": shown["B2"], "B3": '0.00 "€"'})
    assert not entries(one)


def test_truth_values_and_ones_in_one_column_are_asked_about(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], [1, 1], [True, 2], ["0", 3], [False, 4]])
    assert entries(path)["truth_values", "K"].count == 2
    assert read(path, "truth_values=apart")[0] == ["1", "TRUE", "0", "FALSE"]
    assert read(path, "truth_values=same")[0] == read(path, rules=2)[0] == ["1", "1", "0", "0"]
    assert not entries(book(tmp_path / "b.xlsx", [["K", "N"], [True, 1], [False, 2], ["ja", 3]]))
    number = book(tmp_path / "c.xlsx", [["K", "N"], ["a", 5], ["b", True]])
    assert entries(number)["truth_values", "N"].is_asked


@pytest.mark.parametrize("other", ["1-2", 102, "A"])
def test_days_among_codes_of_a_sheet_are_asked_about(tmp_path: Path, other: object) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", {"T": [["K", "N"], [other, 1], [datetime.date(2026, 2, 1), 2]]})
    entry = entries(path)["days_among_codes", "K"]
    assert (entry.count, entry.rows, entry.examples[0]) == (1, (3,), "A3: 2026-02-01")
    assert read(path, "days_among_codes=days")[0] == read(path, rules=2)[0] == [str(other), "2026-02-01"]
    assert read(path, "days_among_codes=missing")[0] == [str(other), ""]
    whole = write_xlsx(tmp_path / "b.xlsx", {"T": [["K", "N"], ["k.A.", 1], [datetime.date(2026, 2, 1), 2]]})
    assert set(entries(whole)) == {("words_as_codes", "K")}


@pytest.mark.parametrize("form", ["DD.MM.", "d. mmm", "d-mmm", "dd/mm"])
@pytest.mark.parametrize("others", [[], ["12.20", "A"]])
def test_days_that_a_sheet_displays_without_a_year_are_asked_about(
    tmp_path: Path, form: str, others: list[str]
) -> None:
    rows = [*[[code, 0] for code in others], [datetime.date(2026, 2, 1), 1], [datetime.date(2026, 11, 12), 2]]
    first = 2 + len(others)
    formats = {f"A{row}": form for row in (first, first + 1)}
    path = book(tmp_path / "a.xlsx", [["K", "N"], *rows], formats)
    asked = [entry for entry in entries(path).values() if entry.is_asked]
    assert [(entry.kind, entry.examples) for entry in asked] == [
        ("days_without_year", (f"A{first}: 01.02", f"A{first + 1}: 12.11"))
    ]
    for choice, days in (
        ("day_month", ["01.02", "12.11"]),
        ("days", ["2026-02-01", "2026-11-12"]),
        ("missing", ["", ""]),
    ):
        assert read(path, f"days_without_year={choice}")[0] == [*others, *days]
    assert [kind for kind, _ in entries(path, rules=4)] == (["days_among_codes"] if others else [])


def test_days_of_opendocument_without_a_year_are_asked_about(tmp_path: Path) -> None:
    styles = (
        '<number:date-style style:name="D"><number:day/><number:text>.</number:text><number:month/></number:date-style>'
        '<style:style style:name="short" style:family="table-cell" style:data-style-name="D"/>'
    )
    day = (datetime.date(2026, 2, 1), 'table:style-name="short"')
    path = ods_table(tmp_path / "a.ods", [["K", "N"], [day, 1], [day, 2]], styles=styles)
    assert entries(path)["days_without_year", "K"].is_asked
    assert read(path, "days_without_year=day_month")[0] == ["01.02", "01.02"]


def test_days_with_names_of_months_alone_are_said(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\n01. Feb;1\n02. Mrz;2\nk.A.;3\n")
    assert entries(path)["days_by_name", "K"].examples == ("01. Feb", "02. Mrz")
    assert read(path)[0] == ["01. Feb", "02. Mrz", "k.A."]
    assert not entries(text(tmp_path / "b.csv", "K;N\n01. Feb 2024;1\n02. Mrz 2024;2\n"))
    assert ("days_by_name", "K") not in entries(path, rules=4)


@pytest.mark.parametrize("day", ["03. Apr", "1. Feb", "Feb 20", "2-Jan", "Mrz 70", "01.02.2026", "2026-02-01"])
def test_days_among_codes_of_a_text_are_asked_about(tmp_path: Path, day: str) -> None:
    path = text(tmp_path / "a.csv", f"K;N\n1-2;1\n{day};2\n5-9;3\n")
    assert entries(path)["days_among_codes", "K"].examples == (day,)
    assert read(path, "days_among_codes=missing")[0] == ["1-2", "", "5-9"]
    assert read(path, rules=2)[0] == ["1-2", day, "5-9"]
    assert not entries(text(tmp_path / "b.csv", "K;N\n01.02.2026;1\n03.04.2026;2\n"))


@pytest.mark.parametrize(
    ("code", "number", "shown"),
    [('"K"00', 7, "K07"), ('00"-"000', 1234, "01-234"), ("00\\ 000", 1067, "01 067"), ('"NUTS "0', 3, "NUTS 3")],
)
def test_codes_whose_letters_stand_in_the_format_are_read_as_displayed(
    tmp_path: Path, code: str, number: int, shown: str
) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], [number, number]], {"A2": code, "B2": code})
    assert read(path) == ([shown], [number])
    assert entries(path)["displayed", "K"].examples == (shown,)
    assert read(path, rules=2)[0] == [str(number)]


@pytest.mark.parametrize(("form", "number"), [("0.00E+00", 100000), ("##0.0E+0", 1200), ("# ?/?", 0.5), ("?/2", 0.5)])
@pytest.mark.parametrize("others", [[], ["1A5"]])
def test_numbers_that_a_sheet_displays_as_powers_or_fractions_are_asked_about_in_codes(
    tmp_path: Path, form: str, number: float, others: list[str]
) -> None:
    rows = [*[[code, 0] for code in others], [number, number]]
    cell = f"{len(rows) + 1}"
    path = book(tmp_path / "a.xlsx", [["K", "N"], *rows], {f"A{cell}": form, f"B{cell}": form})
    assert [(entry.kind, entry.column) for entry in entries(path).values()] == [("displayed_otherwise", "K")]
    with pytest.raises(ReadingAsked, match="displayed_otherwise:K=as_is"):
        read(path)
    assert read(path, "displayed_otherwise=missing") == ([*others, ""], [*[0.0 for _ in others], number])
    assert read(path, "displayed_otherwise=as_is")[0] == read(path, rules=4)[0] == [*others, f"{number:g}"]


def test_powers_and_fractions_of_opendocument_are_asked_about_in_codes(tmp_path: Path) -> None:
    for tag in ("scientific-number", "fraction"):
        styles = (
            f'<number:number-style style:name="E"><number:{tag}/></number:number-style>'
            '<style:style style:name="e" style:family="table-cell" style:data-style-name="E"/>'
        )
        path = ods_table(tmp_path / "a.ods", [["K", "N"], [(1000, 'table:style-name="e"'), 1]], styles=styles)
        assert entries(path)["displayed_otherwise", "K"].is_asked
        assert not entries(path, rules=4)


def test_digits_that_stand_in_a_format_are_read_in_codes_and_said_of_numbers(tmp_path: Path) -> None:
    years = book(tmp_path / "a.xlsx", [["K", "N"], [24, 1], [99, 2]], {"A2": '"19"00', "A3": '"19"00'})
    assert read(years)[0] == ["1924", "1999"]
    assert entries(years)["displayed", "K"].examples == ("1924", "1999")
    assert read(years, rules=4)[0] == ["24", "99"]
    for form in ('#,##0",000"', '0"000"', '0".000 €"'):
        path = book(tmp_path / "b.xlsx", [["K", "N"], ["a", 5], ["b", 7]], {"B2": form, "B3": form})
        assert not entries(path)["scaled", "N"].is_asked
        assert read(path, "scaled=displayed")[1] == [5000, 7000]
        assert not entries(path, rules=4)
        mixed = book(tmp_path / "c.xlsx", [["K", "N"], ["a", 5], ["b", 7]], {"B2": form})
        assert entries(mixed)["scaled", "N"].is_asked


def test_months_by_the_format_that_every_workbook_has_are_months_by_the_fifth_rules(tmp_path: Path) -> None:
    day = datetime.date(2024, 1, 1)
    path = book(tmp_path / "a.xlsx", [["K", "N"], [day, 1]], {"A2": "mmm-yy"})
    assert read(path)[0] == ["2024m1"]
    assert read(path, rules=4)[0] == ["2024-01-01"]
    own = book(tmp_path / "b.xlsx", [["K", "N"], [day, 1]], {"A2": "mm/yyyy"})
    assert read(own, rules=4)[0] == ["2024m1"]


def test_numbers_of_more_than_fifteen_digits_are_no_codes_without_a_word(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], [12345678901234567890, 1], [5, 1234567890123456]])
    assert entries(path)["rounded", "K"].is_asked
    assert not entries(path)["rounded", "N"].is_asked
    with pytest.raises(ReadingAsked, match="rounded:K"):
        read(path)
    assert read(path, "rounded=as_is")[0] == read(path, rules=2)[0]


# --- codes and missing values of any file ----------------------------------------------------------------------------


def test_codes_that_lost_their_zeros_are_asked_about_and_filled_up(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\n1001;1\n01001;2\n01002;3\n11000;4\n")
    assert entries(path)["lost_zeros", "K"].examples == ("1001 → 01001",)
    assert read(path, "lost_zeros=pad")[0] == ["01001", "01001", "01002", "11000"]
    assert read(path, "lost_zeros=as_is")[0] == read(path, rules=2)[0] == ["1001", "01001", "01002", "11000"]
    for codes in ("01 02 10", "01 011 0111 111 1111 11", "1 2 10", "0 1 2"):
        assert not entries(text(tmp_path / "b.csv", "\n".join(["K;N", *(f"{code};1" for code in codes.split())])))


def test_answers_on_the_same_codes_go_together(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\n1;1\n1.0;2\n01;3\n02;4\n11;5\n")
    assert {kind for kind, _ in entries(path)} == {"lost_zeros", "codes_alike"}
    answers = ("lost_zeros=pad", "codes_alike=one_code")
    assert read(path, *answers)[0] == ["01", "01", "01", "02", "11"]
    assert read(path, *answers, rules=4)[0] == ["01", "1", "01", "02", "11"]


def test_zeros_lost_in_one_of_several_files_are_asked_about(tmp_path: Path) -> None:
    files = [text(tmp_path / "a.csv", "K;N\n01001;1\n01002;2\n"), text(tmp_path / "b.csv", "K;N\n1001;3\n")]
    with pytest.raises(ReadingAsked, match="lost_zeros:K"):
        read_with_report(files, ["K"], magnitudes=["N"])
    data, _ = read_with_report(files, ["K"], magnitudes=["N"], dialect=dialect("lost_zeros=pad"))
    assert data.dimensions["K"].codes == ("01001", "01002")


def test_words_for_missing_values_among_codes_are_counted_and_read_as_missing_where_decided(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\nk.A.;1\n01;2\nk.A.;3\nNA;4\n")
    entry = entries(path)["words_as_codes", "K"]
    assert (entry.count, entry.is_asked, set(entry.examples)) == (3, False, {"k.A.", "NA"})
    assert read(path)[0] == ["k.A.", "01", "k.A.", "NA"]
    assert read(path, "words_as_codes=missing")[0] == ["", "01", "", ""]


@pytest.mark.parametrize("form", ["csv", "xlsx", "parquet"])
def test_values_that_are_declared_missing_are_counted_in_texts_and_in_numbers(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"a.{form}"
    frame = pd.DataFrame({"K": ["a", "b", "oh"], "N": [5, 9999, 9999]})
    frame.to_parquet(path) if form == "parquet" else frame.to_csv(path, index=False, sep=";")
    if form == "xlsx":
        book(path, [["K", "N"], *frame.to_numpy().tolist()])
    words = (MissingWords("N", ("9999",)), MissingWords("K", ("oh",)))
    data, report = read_with_report(path, ["K"], magnitudes=["N"], dialect=Dialect(encoding="", words=words))
    assert np.asarray(data.magnitudes["N"].missing).tolist() == [False, True, True]
    assert data.dimensions["K"].codes == ("a", "b", "")
    counts = {entry.column: entry.count for entry in report.plan.entries if entry.kind == "declared_missing"}
    assert counts == {"N": 2, "K": 1}


def test_missing_values_that_spss_declares_for_a_magnitude_are_said(tmp_path: Path) -> None:
    path = tmp_path / "a.sav"
    frame = pd.DataFrame({"K": [1.0, 2.0, 1.0], "N": [5.0, 99.0, 98.0]})
    pyreadstat.write_sav(frame, str(path), missing_ranges={"N": [98, 99]})
    entry = entries(path)["declared_missing", "N"]
    assert (entry.count, entry.examples) == (2, ("98", "99"))
    assert read(path) == read(path, rules=2) == (["1", "2", "1"], [5, None, None])
    assert not entries(path, rules=2)


# --- code pages and sheets -------------------------------------------------------------------------------------------


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("word", "page", "is_asked"),
    [
        ("Köln", "cp1252", False),
        ("Köln", "cp850", False),
        ("männlich", "cp1252", False),
        ("männlich", "cp850", False),
        ("MÜNCHEN", "cp1252", False),
        ("Café", "cp850", False),
        ("5 €", "cp1252", False),
        ("„Ulm“", "cp1252", False),
        ("Málaga", "cp1252", True),
        ("Hauptstraße", "cp850", True),
        ("Ärzte", "cp850", True),
    ],
)
def test_a_code_page_is_said_with_a_word_as_evidence_and_asked_about_where_two_are_plausible(
    tmp_path: Path, word: str, page: str, *, is_asked: bool
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(f"K;N\n{word};1\nUlm;2\n".encode(page))
    assert ("code_page", "") in entries(path) if is_asked else ("code_page", "") not in entries(path)
    assert read(path, *([f"code_page={page}"] if is_asked else []))[0] == [word, "Ulm"]
    (example,) = entries(path, f"code_page={page}")["encoding", ""].examples
    assert example.startswith(page)
    assert word.split(" ")[-1] in example
    chosen = Dialect(separator=";", encoding=page)
    assert not reading_plan(path, ["K"], dialect=chosen).entries
    (tmp_path / "b.csv").write_bytes(b"K;N\n" + b"Ulm;12345\n" * 150_000 + f"{word};1\n".encode(page))
    late = entries(tmp_path / "b.csv", f"code_page={page}")["encoding", ""]
    assert word.split(" ")[-1] in late.examples[0]


def test_sheets_that_are_not_read_are_said_and_asked_about_where_their_columns_are_the_same(tmp_path: Path) -> None:
    table = [["K", "N"], ["01", 1]]
    path = write_xlsx(tmp_path / "a.xlsx", {"2023": table, "Info": [["Note", "of the office"]], "Empty": []})
    assert entries(path)["other_sheets", ""].examples == ("Info",)
    assert not reading_plan(path, ["K"], dialect=dialect()).questions
    path = write_xlsx(tmp_path / "b.xlsx", {"2023": table, "2024": [["Title"], *table], "Info": [["Note", "x"]]})
    assert entries(path)["sheets_alike", ""].examples == ("2024",)
    with pytest.raises(ReadingAsked, match="sheets_alike"):
        read(path)
    assert read(path, "sheets_alike=this_sheet") == read(path, rules=2) == (["01"], [1])
    chosen = reading_plan(path, ["K"], dialect=Dialect(encoding="", sheet="2024"))
    assert [entry.kind for entry in chosen.entries] == ["titles", "other_sheets"]


def test_numbers_shorter_than_the_codes_that_are_texts_are_asked_about(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], ["11000", 1], [1001, 2], [1002, 3]])
    assert entries(path)["lost_zeros", "K"].examples == ("A3: 1001", "A4: 1002")
    given = Dialect(encoding="", answers=(ReadingAnswer("lost_zeros", "K", "pad"),))
    data, _ = read_with_report(path, ["K"], dialect=given)
    assert data.dimensions["K"].codes == ("01001", "01002", "11000")
    assert read(path, rules=2)[0] == ["11000", "1001", "1002"]
    assert not entries(book(tmp_path / "b.xlsx", [["K", "N"], ["11000", 1], [12001, 2], ["A", 3]]))


def test_words_for_truth_values_beside_ones_are_asked_about_in_texts(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\n1;1\nWAHR;2\n0;3\nFALSCH;4\n")
    assert read(path, "truth_values=same")[0] == ["1", "1", "0", "0"]
    assert read(path, "truth_values=apart")[0] == read(path, rules=2)[0] == ["1", "WAHR", "0", "FALSCH"]
    assert not entries(text(tmp_path / "b.csv", "K;N\nWAHR;1\nFALSCH;2\n"))


@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_a_last_record_of_a_merged_cell_or_a_formula_alone_is_one(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"a.{form}"
    if form == "ods":
        rows: Rows = [["K", "N"], ["01", 1], [("02", 'table:number-rows-spanned="2"'), 2], [None, None]]
        ods_table(path, [*rows, [None, ("", 'table:formula="of:=1+1"')]])
    else:
        xlsx_parts(path, [["K", "N"], ["01", 1], ["02", 2], ["", ""], ["", ("f", "1+1")]], merged=["A3:A4"])
    assert read(path, "formulas=missing") == (["01", "02", "02", ""], [1, 2, None, None])


def test_a_sign_of_percent_that_is_a_text_in_the_format_divides_no_number(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], ["a", 12], ["b", 0.13]], {"B2": '0"%"', "B3": "0%"})
    assert entries(path)["percent", "N"].is_asked
    assert read(path, "percent=hundred")[1] == [12, 13]
    assert read(path, "percent=parts")[1] == [0.12, 0.13]


def test_zeros_beside_percent_and_missing_values_are_not_asked_about(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\na;12 %\nb;0\nd;k.A.\n")
    assert not any(entry.is_asked for entry in entries(path, "words=missing").values())
    path = text(tmp_path / "b.csv", "K;N\na;12 %\nb;3\nc;k.A.\nd;k.A.\n")
    assert entries(path, "words=missing")["percent", "N"].is_asked


@pytest.mark.parametrize(("code", "right"), [("mmm yy", ["2024m1", "2024m1"]), ("yyyy", ["2024", "2024"])])
def test_days_displayed_as_months_or_years_are_read_as_these_among_codes(
    tmp_path: Path, code: str, right: list[str]
) -> None:
    days = [datetime.date(2024, 1, 5), datetime.date(2024, 1, 20)]
    path = book(tmp_path / "a.xlsx", [["K", "N"], [days[0], 1], [days[1], 2]], {"A2": code, "A3": code})
    assert read(path)[0] == right
    assert set(entries(path)) == {("displayed", "K")}
    assert read(path, rules=2)[0] == ["2024-01-05", "2024-01-20"]


@pytest.mark.parametrize(
    ("one", "other"), [("18-24", "18–24"), ("-1", "\u22121"), ("1", "1.0"), ("a b", "a  b"), ("A-B", "A - B")]
)
def test_codes_that_hardly_differ_are_asked_about(tmp_path: Path, one: str, other: str) -> None:
    path = text(tmp_path / "a.csv", f"K;N\n{other};1\n{one};2\nx;3\n")
    assert entries(path)["codes_alike", "K"].examples == (f"{other} → {one}",)
    assert read(path, "codes_alike=one_code")[0] == [one, one, "x"]
    assert read(path, "codes_alike=apart")[0] == read(path, rules=2)[0] == [other, one, "x"]


def test_codes_that_differ_by_case_alone_are_asked_about(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\nm;1\nw;2\nM;3\nm;4\n")
    assert entries(path)["codes_case", "K"].examples == ("M → m",)
    assert read(path, "codes_case=one_code")[0] == ["m", "w", "m", "m"]
    assert read(path, "codes_case=apart")[0] == read(path, rules=3)[0] == ["m", "w", "M", "m"]
    assert not entries(text(tmp_path / "b.csv", "K;N\nm;1\nW;2\nw1;3\n"))


@pytest.mark.parametrize("code", ["MÃ¼nchen", "M\ufffdnchen", "Mï¿½nchen"])
def test_letters_that_were_damaged_before_are_said(tmp_path: Path, code: str) -> None:
    path = text(tmp_path / "a.csv", f"K;N\n{code};1\nUlm;2\n")
    assert set(entries(path)) == {("letters_broken", "K")}
    assert read(path)[0] == [code, "Ulm"]
    assert not entries(text(tmp_path / "b.csv", "K;N\nMünchen;1\nÅrhus;2\n"))


def test_identifiers_of_more_than_fifteen_digits_in_a_workbook_are_refused(tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", [["K", "N"], [12345678901234567890, 1], [5, 2]])
    with fails("identifiers_rounded", column="K", count=1):
        read_identifiers(path, "K")
    assert read_identifiers(path, "N").to_pylist() == ["1", "2"]
    assert len(read_identifiers(path, "K", dialect=dialect(rules=2))) == 2


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [("12 %", "0,12", "percent"), ("5 T€", "5000", "units_mixed"), ("5 €", "5 $", "currencies")],
)
def test_units_that_differ_between_files_are_asked_about(tmp_path: Path, one: str, other: str, kind: str) -> None:
    files = [text(tmp_path / f"{at}.csv", f"K;N\na;{number}\n") for at, number in enumerate((one, other))]
    assert [entry.kind for entry in reading_plan(files, ["K"], magnitudes=["N"]).questions] == [kind]
    alike = [text(tmp_path / f"b{at}.csv", f"K;N\n{at};{one}\n") for at in range(2)]
    assert not reading_plan(alike, ["K"], magnitudes=["N"]).questions


def test_days_written_in_several_ways_are_said(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", "K;N\n1.1.2024;1\n2024-01-01;2\n01.01.24;3\n")
    assert entries(path)["days_spelt", "K"].count == 3
    assert not entries(text(tmp_path / "b.csv", "K;N\n1.1.2024;1\n12.10.2024;2\n"))


@pytest.mark.parametrize(("name", "codes"), [("PLZ", ("1067", "10115")), ("AGS", ("1001000", "11000000"))])
def test_codes_of_regions_that_all_lost_their_zeros_are_asked_about(
    tmp_path: Path, name: str, codes: tuple[str, str]
) -> None:
    path = text(tmp_path / "a.csv", f"{name};N\n{codes[0]};1\n{codes[1]};2\n")
    assert [entry.kind for entry in reading_plan(path, [name]).questions] == ["lost_zeros"]
    data, _ = read_with_report(path, [name], dialect=dialect("lost_zeros=pad"))
    assert data.dimensions[name].codes == (f"0{codes[0]}", codes[1])
    assert not reading_plan(path, ["N"]).questions


def test_what_a_preview_has_guessed_is_still_asked_about(tmp_path: Path) -> None:
    table = [["K", "N"], ["01", 1]]
    sheets = write_xlsx(tmp_path / "a.xlsx", {"2023": table, "2024": table})
    words = tmp_path / "a.csv"
    words.write_bytes("K;N\nMálaga;1\n".encode("cp1252"))
    for path, kind in ((sheets, "sheets_alike"), (words, "code_page")):
        guessed = preview(path).dialect
        assert [entry.kind for entry in reading_plan(path, ["K"], dialect=guessed).questions] == [kind]


# --- rules 6 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "signs"),
    [("9999.0", {}), ("9999,00", {"decimal": ","}), ("9.999", {"decimal": ",", "thousands": "."}), ("09999", {})],
)
def test_a_number_declared_missing_is_found_however_a_text_writes_it(
    tmp_path: Path, written: str, signs: dict[str, str]
) -> None:
    path = text(tmp_path / "a.csv", f"K;N\na;5\nb;{written}\nc;99991\n")
    words = (MissingWords("N", ("9999",)),)
    asked = Dialect(separator=";", words=words, **signs)
    data, report = read_with_report(path, ["K"], magnitudes=["N"], dialect=asked)
    assert np.asarray(data.magnitudes["N"].missing).tolist() == [False, True, False]
    assert [entry.count for entry in report.plan.entries if entry.kind == "declared_missing"] == [1]
    former, _ = read_with_report(path, ["K"], magnitudes=["N"], dialect=replace(asked, rules=5))
    assert former.magnitudes["N"].missing is None
    codes, _ = read_with_report(path, ["N"], dialect=replace(asked, answers=dialect("lost_zeros=as_is").answers))
    assert written in codes.dimensions["N"].codes


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_values_declared_missing_that_no_record_has_are_said(tmp_path: Path, form: str) -> None:
    rows = [["K", "N"], ["a", 5], ["oh", 9999]]
    path = tmp_path / f"a.{form}"
    book(path, rows) if form == "xlsx" else text(path, "".join(f"{code};{value}\n" for code, value in rows))
    words = (MissingWords("N", ("9999", "998")), MissingWords("K", ("o.h.",)))
    plan = reading_plan(path, ["K"], magnitudes=["N"], dialect=Dialect(encoding="", words=words))
    absent = {entry.column: entry.examples for entry in plan.entries if entry.kind == "declared_absent"}
    assert absent == {"N": ("998",), "K": ("o.h.",)}
    renamed = Dialect(encoding="", words=(MissingWords("CODE", ("oh",)),), renamed=(("K", "CODE"),))
    kinds = [entry.kind for entry in reading_plan(path, ["CODE"], magnitudes=["N"], dialect=renamed).entries]
    assert kinds == ["declared_missing"]


@pytest.mark.parametrize("form", ["xlsx", *(pytest.param(form, marks=LIBREOFFICE) for form in ("ods", "xls"))])
def test_numbers_that_a_sheet_does_not_display_or_without_minus_are_said(tmp_path: Path, form: str) -> None:
    cells = [("#,##0;[Red]#,##0", -4), ("0.00;-0.00;;@", -5), (";;;", 7), ('#,##0 "€";[Red]-#,##0 "€"', -8), ('"-"', 9)]
    path = book(
        tmp_path / "a.xlsx",
        [["K", "N"], *[[f"k{number}", value] for number, (_, value) in enumerate(cells)]],
        {f"B{number}": code for number, (code, _) in enumerate(cells, start=2)},
    )
    if form != "xlsx":
        (path,) = converted(path, form, tmp_path)
    found = {kind: entry.examples for (kind, column), entry in entries(path).items() if column == "N"}
    assert found.pop("hidden_minus") == ("B2: -4",)
    assert found.pop("hidden_values")[0] == "B4: 7"
    assert read(path)[1] == read(path, rules=5)[1] == [-4, -5, 7, -8, 9]
    assert not {kind for kind, _ in entries(path, rules=5)} & {"hidden_minus", "hidden_values"}


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        ('"K;N"\n"a;1"\n"b;2"\n', ["a", "b"]),
        ('"K;N"\r\n"a;1"\r\n"""b;c"";2"\r\n', ["a", "b;c"]),
        ('K,N\na,1\n"""b,x"",2"\nc,3\n', ["a", "b,x", "c"]),
    ],
)
def test_lines_that_stand_whole_in_quotation_marks_are_asked_about_and_divided(
    tmp_path: Path, content: str, codes: list[str]
) -> None:
    path = text(tmp_path / "a.csv", content)
    with pytest.raises(ReadingAsked, match="lines_quoted=without_quotes"):
        read(path)
    assert read(path, "lines_quoted=without_quotes") == (codes, [float(place + 1) for place in range(len(codes))])
    wide = tmp_path / "b.csv"
    wide.write_text(content, encoding="utf-16", newline="")
    assert read(wide, "lines_quoted=without_quotes")[0] == codes


def test_a_list_of_names_in_quotation_marks_stays_one_column_where_that_is_answered(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", '"Ort, Land"\n"Ulm, DE"\n"Wien, AT"\n')
    assert [entry.kind for entry in reading_plan(path).questions] == ["lines_quoted"]
    data, _ = read_with_report(path, ["Ort, Land"], dialect=dialect("lines_quoted=one_column"))
    assert data.dimensions["Ort, Land"].codes == ("Ulm, DE", "Wien, AT")
    for plain in ('"K";"N"\n"a";"1"\n"";""\n', '"K"\n"a"\n', 'K;N\n"a;b";1\n'):
        assert not reading_plan(text(path, plain)).questions


def test_an_answer_on_quoted_lines_holds_for_the_commands_and_for_a_dialect_that_was_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = text(tmp_path / "a.csv", '"K;N"\n"a;1,5"\n"b;2,5"\n')
    line = ["data", "plan", str(path), "--language", "en"]
    assert main(line) == Exit.ASKED
    capsys.readouterr()
    answer = ["--answer", "lines_quoted=without_quotes"]
    for more in ([], ["--decimal", ","], ["--separator", ";"]):
        assert main([*line, *answer, *more]) == Exit.DONE
        assert "Decided: read without these quotation marks" in capsys.readouterr().out
    _, report = read_with_report(path, ["K"], magnitudes=["N"], dialect=dialect("lines_quoted=without_quotes"))
    written = report.dialect
    assert written is not None
    assert (written.separator, written.decimal) == (";", ",")
    data, _ = read_with_report(path, ["K"], magnitudes=["N"], dialect=written)
    assert data.dimensions["K"].codes == ("a", "b")


def test_an_answer_given_after_a_look_at_the_file_divides_its_lines_and_can_be_taken_back(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", '"K;N"\n"a;1,5"\n"b;2,5"\n')
    looked = preview(path)
    assert looked.names == ("K;N",)
    assert looked.dialect is not None
    answered = replace(looked.dialect, answers=dialect("lines_quoted=without_quotes").answers)
    again = preview(path, answered)
    assert again.names == ("K", "N")
    assert again.dialect is not None
    back = preview(path, replace(again.dialect, answers=()))
    assert back.names == ("K;N",)
    assert [entry.kind for entry in reading_plan(path, dialect=replace(again.dialect, answers=())).questions] == [
        "lines_quoted"
    ]


def test_a_statistic_with_quoted_lines_takes_over_corrected_ones(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", '"K;U"\n' + "".join(f'"{"ab"[unit % 2]};{unit}"\n' for unit in range(100, 130)))
    file = tmp_path / "s.ckm"
    with ckm.create_statistic(file, "S") as work:
        work.add_period("2025")
        work.add_records(path, ["K"], identifiers=["U"], dialect=dialect("lines_quoted=without_quotes"))
    corrected = text(tmp_path / "b.csv", path.read_text(encoding="utf-8").replace('"a;100"', '"b;100"'))
    with ckm.work_on_statistic(file) as work:
        assert work.replace_records(corrected, "U") == (30, 0, 0)
        assert np.bincount(np.asarray(work.data().columns["K"])).tolist() == [14, 16]
