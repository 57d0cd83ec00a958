"""The report of an evaluation: marked internal, whole in both languages, the same for the same evaluation."""

from __future__ import annotations

import csv
import datetime
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, EvaluationRequest, TestTable
from ckmcore.lab.quality.measures import table_figures
from ckmcore.lab.quality.utility import utility_of
from ckmcore.lab.report.drawing import LINE, SOFT
from ckmcore.lab.report.evaluation import evaluation_report
from ckmcore.lab.report.evaluation_details import details_of
from ckmcore.lab.report.evaluation_files import evaluation_csv, evaluation_workbook, write_evaluation
from ckmcore.ptable import row_criteria
from ckmcore.tabulate.spec import PERIOD, TableSpec
from tests.kit.counterexample import METHOD, TABLES, VARIANTS, counterexample
from tests.kit.fails import fails

DAY = datetime.date(2026, 3, 4)
LANGUAGES: tuple[Language, ...] = ("en", "de")
BAND = {"en": "Internal and confidential", "de": "Intern und vertraulich"}


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    periods = TestTable("=over periods", TableSpec(rows=["R"], columns=[PERIOD]))
    return evaluate(counterexample(), (*TABLES, periods), VARIANTS, EvaluationRequest(repetitions=40))


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_marked_and_defines_and_sources_every_measure_that_it_shows(
    evaluation: Evaluation, language: Language
) -> None:
    page = evaluation_report(evaluation, title="People", date=DAY, language=language).html()
    assert page.count(BAND[language]) >= 2
    for row in evaluation.rows:
        for said in (row.kind.definition, row.kind.source):
            assert said.text(language).replace("'", "&#x27;").replace("<", "&lt;") in page
        for variant in range(len(VARIANTS)):
            assert row.text(variant, language) in page
            assert row.interval_text(variant, language) in page
    assert ("several periods" if language == "en" else "mehrere Berichtszeiträume") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pictures_are_well_formed_and_say_what_they_show(evaluation: Evaluation, language: Language) -> None:
    report = evaluation_report(evaluation, title="People", date=DAY, language=language)
    names = [picture.name for picture in report.pictures]
    assert "frontier.svg" in names
    assert "mean_deviation.svg" in names
    assert len(set(names)) == len(names)
    for picture in report.pictures:
        root = ElementTree.fromstring(picture.svg)  # noqa: S314 - our own
        assert root.attrib["aria-label"] == picture.words
        assert re.search(r"nan|inf\b", picture.svg) is None
        # Each line of the grid has its number.
        lines = [part for part in root.iter() if part.tag.endswith("line") and part.attrib["stroke"] == LINE]
        numbers = [part for part in root.iter() if part.tag.endswith("text") and part.attrib.get("fill") == SOFT]
        assert len(numbers) >= len(lines) > 0


@pytest.mark.thorough
def test_the_same_evaluation_gives_the_same_page_and_workbook_but_for_the_date(evaluation: Evaluation) -> None:
    again = evaluate(counterexample(), evaluation.tables, VARIANTS, EvaluationRequest(repetitions=40))
    for made in (evaluation_report, evaluation_workbook):
        first, second = (made(one, title="People", date=DAY) for one in (evaluation, again))
        assert first == second
    other = evaluation_report(evaluation, title="People", date=datetime.date(2026, 3, 5)).html()
    assert other.replace("2026-03-05", "2026-03-04") == evaluation_report(evaluation, title="People", date=DAY).html()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_workbook_holds_numbers_as_numbers_and_is_marked_on_every_sheet(
    evaluation: Evaluation, language: Language
) -> None:
    content = evaluation_workbook(evaluation, title="People", date=DAY, language=language)
    book = openpyxl.load_workbook(io.BytesIO(content))
    for sheet in book:
        assert BAND[language] in sheet["A1"].value
    first = book.worksheets[0]
    shown = {line[1].value: [cell.value for cell in line[2:]] for line in first.iter_rows(min_row=4)}
    for row in evaluation.rows:
        assert shown[row.kind.label.text(language)] == pytest.approx(list(row.numbers))
    assert not any(cell.data_type == "f" for sheet in book for line in sheet.iter_rows() for cell in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_csv_has_a_line_for_each_number_and_no_formula(evaluation: Evaluation, language: Language) -> None:
    lines = list(csv.reader(io.StringIO(evaluation_csv(evaluation, language)), delimiter=";,"[language == "en"]))
    numbers = sum(one is not None for row in evaluation.rows for one in row.numbers)
    numbers += sum(one is not None for table in range(3) for row in evaluation.rows_of(table) for one in row.numbers)
    assert len(lines) == 1 + numbers
    assert {line[-1] for line in lines[1:]} == {"intern" if language == "de" else "internal"}
    assert not any(field.startswith("=") for line in lines for field in line)


def test_what_a_search_left_open_stands_beside_the_number_in_its_cell() -> None:
    found = evaluate(counterexample(), TABLES, VARIANTS[:1], EvaluationRequest(monte_carlo=False, sample=1))
    row = found.row("disclosed")
    assert row is not None
    for language, word in (("en", "open"), ("de", "offen")):
        made = evaluation_workbook(found, title="People", date=DAY, language=language)
        sheets = openpyxl.load_workbook(io.BytesIO(made)).worksheets
        formats = {cell.number_format for sheet in sheets for line in sheet for cell in line}
        assert f'0" ({row.still_open_of(0)} {word})"' in formats


@pytest.mark.thorough
def test_the_name_of_the_file_says_the_form(evaluation: Evaluation, tmp_path: Path) -> None:
    for name, begin in (("a.html", b"<!DOCTYPE"), ("a.xlsx", b"PK"), ("a.csv", b"Table,")):
        write_evaluation(evaluation, tmp_path / name, title="People", date=DAY)
        assert (tmp_path / name).read_bytes().startswith(begin)
    with fails("evaluation_form", match=r"a\.html"):
        write_evaluation(evaluation, tmp_path / "a.txt", title="People", date=DAY)
    assert not (tmp_path / "a.txt").exists()


def test_an_evaluation_of_which_nothing_was_measured_says_so() -> None:
    periods = TestTable("over periods", TableSpec(rows=["R"], columns=[PERIOD]))
    found = evaluate(counterexample(), [periods], VARIANTS, EvaluationRequest(repetitions=5))
    page = evaluation_report(found, title="People", date=DAY).html()
    assert "every variant, over periods" in page
    assert evaluation_workbook(found, title="People", date=DAY).startswith(b"PK")


@pytest.mark.thorough
def test_everything_is_told_in_full_as_utility_and_expectation_have_it(evaluation: Evaluation) -> None:
    found = {one.title: one for one in details_of(evaluation, "en")}
    assert list(found) == ["Deviations", "Shares of cells", "By size", "Errors of shares", "Noise by count", "Guesses"]
    raw = ckm.tabulate(counterexample(), TABLES[0].spec)
    exact = utility_of(table_figures(raw, counterexample(), METHOD.protect(raw)))
    line = found["Deviations"].lines[0]
    assert line[:3] == ("Cell-key method, shuffled – in force", "both", "|p − o|")
    assert line[3:] == (exact.absolute.cells, exact.absolute.mean, *exact.absolute.quantiles)
    sizes = [line for line in found["By size"].lines if line[:2] == ("Rounding to base 10", "rows")]
    assert sum(int(line[3] or 0) for line in sizes) == 6
    counts = [line for line in found["Noise by count"].lines if line[0] == "Cell-key method, shuffled – in force"]
    assert [line[2] for line in counts] == pytest.approx(
        [one.criteria.mean_absolute for one in row_criteria(METHOD.ptable)]
    )
    page = evaluation_report(evaluation, title="People", date=DAY).html()
    for one in found.values():
        assert f"<summary>{one.title}</summary>" in page
        assert all(len(line) == len(one.heads) for line in one.lines)
