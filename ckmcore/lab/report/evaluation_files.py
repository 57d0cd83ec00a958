"""An evaluation as a file: the report as HTML, its figures as a workbook or as CSV; each marked internal."""

from __future__ import annotations

import csv
import datetime
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, date_text, decimal_text
from ckmcore.errors import InputError
from ckmcore.formats.formulas import guarded
from ckmcore.lab.quality.captions import problems_of, variant_names
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow, worst_of
from ckmcore.lab.quality.measure_registry import MEASURES
from ckmcore.lab.report.evaluation import evaluation_report
from ckmcore.lab.report.evaluation_details import details_of
from ckmcore.messages import say

SUFFIXES = (".html", ".pdf", ".xlsx", ".csv")
# Cells that stand worst, per variant and measure.
_CELLS = 20
_FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_NUMBER_HEADS = ("table", "variant", "topic", "measure", "number", "mean", "low", "high", "open")


def check_evaluation_form(path: str | os.PathLike[str]) -> None:
    """Raise EvaluationForm where the ending of a file is none of an evaluation's forms."""
    target_path = Path(path)
    if target_path.suffix.lower() not in SUFFIXES:
        raise InputError("evaluation_form", name=target_path.name, stem=target_path.stem or target_path.name)


def write_evaluation(
    evaluation: Evaluation,
    path: str | os.PathLike[str],
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
    axes: tuple[str, str] | None = None,
) -> None:
    """Write an evaluation in the form of the file's ending, completely or not at all. title: of the statistic; axes: as
    of `evaluation_report`. Raises EvaluationForm, NotWritten."""
    target_path = Path(path)
    check_evaluation_form(target_path)
    if target_path.suffix.lower() == ".xlsx":
        content = evaluation_workbook(evaluation, title=title, date=date, language=language)
    elif target_path.suffix.lower() == ".csv":
        content = evaluation_csv(evaluation, language).encode("utf-8-sig" if language == "de" else "utf-8")
    else:
        page = evaluation_report(evaluation, title=title, date=date, language=language, axes=axes)
        content = page.content(target_path.suffix)

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(target_path, write, private=True)


def evaluation_csv(evaluation: Evaluation, language: Language = "en") -> str:
    """Evaluation as CSV: a line for each table (all together first), variant and measure, with number, mean and range
    of the repetitions."""
    file = io.StringIO()
    lines = csv.writer(file, delimiter=";" if language == "de" else ",", lineterminator="\n")
    lines.writerow([*(say(f"evaluation_{head}", language) for head in _NUMBER_HEADS), say("board_marking", language)])
    mark = say("board_internal", language)
    for texts, row, variant in _lines(evaluation, language):
        spread = row.spreads[variant]
        numbers = [row.numbers[variant], *((None,) * 3 if spread is None else (spread.mean, spread.low, spread.high))]
        digits = row.kind.decimals + 2
        shown_texts = ["" if number is None else decimal_text(number, digits, language) for number in numbers]
        lines.writerow([*map(guarded, texts), *shown_texts, row.still_open_of(variant) or "", mark])
    return file.getvalue()


def _lines(evaluation: Evaluation, language: Language) -> Iterator[tuple[list[str], MeasureRow, int]]:
    """Lines of an evaluation: table, variant, topic and measure in words, the measure's row, and the index of the
    variant."""
    names = variant_names(evaluation, language)
    tables = [(say("evaluation_all_tables", language), evaluation.rows)]
    tables += [
        (test_table.name, evaluation.rows_of(table_index)) for table_index, test_table in enumerate(evaluation.tables)
    ]
    for table, rows in tables:
        for row in rows:
            for variant, name in enumerate(names):
                if row.numbers[variant] is not None:
                    topic = say(f"evaluation_topic_{row.kind.topic}", language)
                    yield [table, name, topic, row.kind.label.text(language)], row, variant


def evaluation_workbook(evaluation: Evaluation, *, title: str, date: datetime.date, language: Language = "en") -> bytes:
    """Evaluation as a workbook with numeric cells: variants side by side, each table, worst cells, definitions. title:
    of the statistic.

    The file holds no time stamp, so that the same evaluation and date give the same bytes.
    """
    import xlsxwriter

    target = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(target, options)
    book.set_properties({"title": say("evaluation_title", language), "created": _FIXED_TIME})
    sheets = _Sheets(book, evaluation, language)
    sheets.measures(f"{title}, {date_text(date.isoformat(), language)}")
    sheets.every_number()
    sheets.worst()
    sheets.details()
    sheets.problems()
    sheets.definitions()
    book.close()
    return target.getvalue()


class _Sheets:
    """Sheets of the workbook; each begins with the internal mark and a frozen head."""

    def __init__(self, book: Any, evaluation: Evaluation, language: Language) -> None:
        self._book, self._evaluation, self._language = book, evaluation, language
        self._names = variant_names(evaluation, language)
        self._mark = book.add_format({"bold": True, "font_color": "#8a1c4a"})
        self._head = book.add_format({"bold": True, "bg_color": "#f4f5f7", "text_wrap": True, "valign": "top"})
        self._text = book.add_format({"text_wrap": True, "valign": "top"})
        self._numbers = {
            decimals: book.add_format({"num_format": "0" + ("." + "0" * decimals if decimals else ""), "valign": "top"})
            for decimals in range(6)
        }

    def _words(self, code: str) -> str:
        return say(f"evaluation_{code}", self._language)

    def _sheet(self, code: str, heads: list[str], widths: list[int], second: str = "") -> tuple[Any, int]:
        return self._sheet_named(self._words(f"sheet_{code}"), heads, widths, second)

    def _sheet_named(self, name: str, heads: list[str], widths: list[int], second: str = "") -> tuple[Any, int]:
        """Add a sheet with its head, and return it with the index of the next line. widths: of the columns in
        characters; second: text of a second line, or ""."""
        sheet = self._book.add_worksheet(name)
        sheet.write_string(0, 0, self._words("band"), self._mark)
        line = 1
        if second:
            sheet.write_string(1, 0, second)
            line = 2
        for column, (head, width) in enumerate(zip(heads, widths, strict=True)):
            sheet.write_string(line, column, head, self._head)
            sheet.set_column(column, column, width)
        sheet.freeze_panes(line + 1, 0)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(line)
        sheet.set_footer(f"&L{self._words('band')}&R&P / &N")
        return sheet, line + 1

    def measures(self, second: str) -> None:
        """Write a sheet with the variants side by side, over all tables."""
        heads = [self._words("topic"), self._words("measure"), *self._names]
        sheet, line = self._sheet("measures", heads, [14, 40, *(18 for _ in self._names)], second)
        for row in self._evaluation.rows:
            sheet.write_string(line, 0, self._words(f"topic_{row.kind.topic}"), self._text)
            sheet.write_string(line, 1, row.kind.label.text(self._language), self._text)
            for variant, number in enumerate(row.numbers):
                self._number(sheet, line, 2 + variant, number, row.kind.decimals, row.still_open_of(variant))
            line += 1

    def every_number(self) -> None:
        """Write a sheet with a line for each table, variant and measure."""
        heads = [self._words(head) for head in _NUMBER_HEADS]
        sheet, line = self._sheet("numbers", heads, [34, 34, 14, 40, 12, 12, 12, 12, 12])
        begin = line - 1
        for texts, row, variant in _lines(self._evaluation, self._language):
            for column, text in enumerate(texts):
                sheet.write_string(line, column, text, self._text)
            spread = row.spreads[variant]
            numbers = [
                row.numbers[variant],
                *((None,) * 3 if spread is None else (spread.mean, spread.low, spread.high)),
            ]
            for column, number in enumerate(numbers, start=len(texts)):
                self._number(sheet, line, column, number, row.kind.decimals + 1)
            if still_open := row.still_open_of(variant):
                self._number(sheet, line, len(heads) - 1, still_open, 0)
            line += 1
        sheet.autofilter(begin, 0, max(line - 1, begin), len(heads) - 1)

    def worst(self) -> None:
        """Write the worst cells, by measure and variant."""
        heads = [self._words(head) for head in ("variant", "measure", "table", "cell", "published", "number")]
        sheet, line = self._sheet("worst", heads, [34, 34, 34, 60, 14, 12])
        for kind in MEASURES:
            for variant, name in enumerate(self._names if kind.listed != "window" else ()):
                for cell in worst_of(self._evaluation, variant, kind, _CELLS):
                    table = self._evaluation.tables[cell.table].name
                    texts = [name, kind.label.text(self._language), table, cell.text.text(self._language)]
                    for column, text in enumerate(texts):
                        sheet.write_string(line, column, text, self._text)
                    if cell.sign:
                        sheet.write_string(line, len(texts), cell.sign, self._text)
                    else:
                        self._number(sheet, line, len(texts), cell.published / 10**cell.places, cell.places)
                    self._number(sheet, line, len(texts) + 1, cell.number, kind.decimals)
                    line += 1

    def details(self) -> None:
        """Write the full details, one sheet for each table of the report."""
        for detail in details_of(self._evaluation, self._language):
            widths = [34 if column < detail.texts else 12 for column in range(len(detail.heads))]
            sheet, line = self._sheet_named(detail.title, list(detail.heads), widths, detail.words)
            for fields in detail.lines:
                for column, value in enumerate(fields):
                    if isinstance(value, str):
                        sheet.write_string(line, column, value, self._text)
                    else:
                        self._number(sheet, line, column, value, 0 if isinstance(value, int) else detail.decimals)
                line += 1

    def problems(self) -> None:
        """Sheet of what could not be measured, with reasons."""
        heads = [self._words(head) for head in ("variant", "table", "reason")]
        sheet, line = self._sheet("problems", heads, [34, 34, 90])
        for variant, table, problem in problems_of(self._evaluation, self._language):
            for column, text in enumerate((variant, table, problem.text(self._language))):
                sheet.write_string(line, column, text, self._text)
            line += 1

    def definitions(self) -> None:
        """Sheet of the definition and source of each measure."""
        heads = [self._words(head) for head in ("measure", "definition", "source")]
        sheet, line = self._sheet("definitions", heads, [40, 90, 50])
        shown_codes = {row.kind.code for row in self._evaluation.rows}
        for kind in MEASURES:
            if kind.code in shown_codes:
                for column, sentence in enumerate((kind.label, kind.definition, kind.source)):
                    sheet.write_string(line, column, sentence.text(self._language), self._text)
                line += 1

    def _number(
        self, sheet: Any, line: int, column: int, number: float | None, decimals: int, still_open: int = 0
    ) -> None:
        """Write a number. still_open: number of cells that a search left undecided, shown beside it by the number
        format."""
        if number is None:
            return
        written = self._numbers[min(decimals, max(self._numbers))]
        if still_open:
            adjacent_text = say("measure_still_open", self._language, text="", count=still_open)
            written = self._book.add_format({"num_format": f'0"{adjacent_text}"', "valign": "top"})
        sheet.write_number(line, column, number, written)
