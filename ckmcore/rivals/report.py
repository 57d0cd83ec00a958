"""The report of the board of methods: HTML, PDF, workbook or CSV, each marked as internal."""

from __future__ import annotations

import csv
import datetime
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, date_text
from ckmcore.errors import InputError
from ckmcore.formats.formulas import guarded
from ckmcore.messages import say
from ckmcore.rivals.board import BoardRow, board_rows, grade_text, is_share
from ckmcore.rivals.comparison import RivalComparison
from ckmcore.typesetting.page import Report, bullets, facts, heading, paragraph, table

SUFFIXES = (".html", ".pdf", ".xlsx", ".csv")
_FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


def check_rivals_form(path: str | os.PathLike[str]) -> None:
    """Raise rivals_form where the ending of a file is none of the report's forms."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError("rivals_form", name=target.name, stem=target.stem or target.name)


def write_rivals(
    compared: RivalComparison,
    path: str | os.PathLike[str],
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
) -> None:
    """Write the report in the form of the file's ending, completely or not at all. title: of the statistic and its
    period; date: of the measurement. Raises rivals_form, NotWritten."""
    target_path = Path(path)
    check_rivals_form(target_path)
    board = _Board(compared, title, date, language)
    if target_path.suffix.lower() == ".xlsx":
        content = board.workbook()
    elif target_path.suffix.lower() == ".csv":
        content = board.csv().encode("utf-8-sig" if language == "de" else "utf-8")
    else:
        content = board.report().content(target_path.suffix)

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(target_path, write, private=True)


def rivals_report(compared: RivalComparison, *, title: str, date: datetime.date, language: Language = "en") -> Report:
    """The report as a page. title: of the statistic and its period; date: of the measurement.

    The same comparison and date give the same page; seconds of methods and attacks differ from run to run.
    """
    return _Board(compared, title, date, language).report()


class _Board:
    """The contents of the report in one language."""

    def __init__(self, compared: RivalComparison, title: str, date: datetime.date, language: Language) -> None:
        self._compared, self._title, self._language = compared, title, language
        self._date = date_text(date.isoformat(), language)
        self._names = [method.title.text(language) for method in compared.methods]
        self._rows: tuple[BoardRow, ...] = board_rows(compared, language)

    def _words(self, code: str, **fields: object) -> str:
        return say(code, self._language, **fields)

    def _facts(self) -> list[tuple[str, str]]:
        """What was measured, and by which choices."""
        compared = self._compared
        small = ("rivals_fact_small", self._words("rivals_small_cells", count=compared.small, least=compared.least))
        if compared.magnitude:
            small = ("rivals_fact_sensitive", str(compared.small))
        pairs = [
            ("rivals_fact_data", self._title),
            ("rivals_fact_records", str(compared.records)),
            ("rivals_fact_tables", ", ".join(compared.tables)),
            ("rivals_fact_cells", str(compared.cells)),
            *([("rivals_fact_magnitude", compared.magnitude)] if compared.magnitude else []),
            small,
            ("rivals_fact_unplanned", str(compared.unplanned)),
            ("rivals_fact_groups", compared.groups or self._words("rivals_every_variable")),
            ("rivals_fact_parts", compared.parts or "–"),
            ("rivals_fact_seed", str(compared.seed)),
            ("rivals_fact_date", self._date),
        ]
        return [(self._words(code), value) for code, value in pairs]

    def _limits(self) -> Iterator[tuple[str, list[str]]]:
        """By method what its attack says and does not examine, or why the method is not possible."""
        for name, method in zip(self._names, self._compared.methods, strict=True):
            texts = [limit.text(self._language) for limit in method.limits]
            if method.fault is not None:
                texts.insert(0, self._words("rivals_fault_is", reason=method.fault))
            yield name, texts

    def _assumed(self) -> list[str]:
        return [self._words(f"rivals_board_{code}") for code in ("alone", "grades", "signs", "safe")]

    def report(self) -> Report:
        words = self._words
        grades = [[row.title, *(grade_text(cell, self._language) for cell in row.cells)] for row in self._rows]
        parts = [
            paragraph(
                words("rivals_lead", title=self._title, tables=len(self._compared.tables), date=self._date), "lead"
            ),
            heading(words("rivals_board_head")),
            table([words("rivals_criterion"), *self._names], grades, range(len(self._names) + 1)),
            bullets(self._assumed()),
            heading(words("rivals_measures_head")),
        ]
        for row in self._rows:
            if row.lines:
                heads = [row.title, *self._names, words("rivals_boundaries")]
                lines = [[line.title, *line.texts, line.boundary] for line in row.lines]
                parts += [table(heads, lines, [0, len(heads) - 1]), "<br>"]
        parts += [heading(words("rivals_data_head")), facts(self._facts()), heading(words("rivals_limits_head"))]
        for name, texts in self._limits():
            if texts:
                parts += [paragraph(name), bullets(texts)]
        return Report(words("rivals_title"), self._language, words("evaluation_band"), tuple(parts))

    def _lines(self) -> Iterator[tuple[list[str], tuple[float | None, ...] | None, tuple[str, ...], bool]]:
        """The lines of the board: criterion, measure and boundaries in words, numbers and texts of the methods, and
        whether the numbers are shares; a grade has texts alone."""
        for row in self._rows:
            grades = tuple(grade_text(cell, self._language) for cell in row.cells)
            yield [row.title, self._words("rivals_grade"), ""], None, grades, False
            for line in row.lines:
                yield [row.title, line.title, line.boundary], line.numbers, line.texts, is_share(line.measure)

    def csv(self) -> str:
        """A line for each grade and measure, with the methods side by side; each marked as internal."""
        file = io.StringIO()
        writer = csv.writer(file, delimiter=";" if self._language == "de" else ",", lineterminator="\n")
        mark = self._words("board_internal")
        heads = [self._words(f"rivals_{head}") for head in ("criterion", "measured", "boundaries")]
        writer.writerow([*heads, *map(guarded, self._names), self._words("board_marking")])
        for words, _, texts, _ in self._lines():
            writer.writerow([*map(guarded, words), *map(guarded, texts), mark])
        for name, value in self._facts():
            writer.writerow(
                [self._words("rivals_data_head"), name, "", guarded(value)] + [""] * (len(self._names) - 1) + [mark]
            )
        for at, (_, limits) in enumerate(self._limits()):
            for limit in limits:
                own = [guarded(limit) if place == at else "" for place in range(len(self._names))]
                writer.writerow([self._words("rivals_limits_head"), "", "", *own, mark])
        return file.getvalue()

    def workbook(self) -> bytes:
        """A workbook with numeric cells: the board, then data and limits. It holds no time stamp."""
        import xlsxwriter

        target = io.BytesIO()
        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        }
        book = xlsxwriter.Workbook(target, options)
        book.set_properties({"title": self._words("rivals_title"), "created": _FIXED_TIME})
        self._board_sheet(book)
        self._data_sheet(book)
        book.close()
        return target.getvalue()

    def _sheet(self, book: Any, code: str, heads: list[str], widths: list[int]) -> tuple[Any, int]:
        """Add a sheet with band, title and head. Returns it with the index of the next line."""
        sheet = book.add_worksheet(self._words(code))
        sheet.write_string(
            0, 0, self._words("evaluation_band"), book.add_format({"bold": True, "font_color": "#8a1c4a"})
        )
        sheet.write_string(1, 0, f"{self._title}, {self._date}")
        head = book.add_format({"bold": True, "bg_color": "#f4f5f7", "text_wrap": True, "valign": "top"})
        for column, (text, width) in enumerate(zip(heads, widths, strict=True)):
            sheet.write_string(2, column, text, head)
            sheet.set_column(column, column, width)
        sheet.freeze_panes(3, 0)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L{self._words('evaluation_band')}&R&P / &N")
        return sheet, 3

    def _board_sheet(self, book: Any) -> None:
        heads = [self._words(f"rivals_{head}") for head in ("criterion", "measured", "boundaries")]
        widths = [26, 44, 26, *(24 for _ in self._names)]
        sheet, line = self._sheet(book, "rivals_sheet_board", [*heads, *self._names], widths)
        text = book.add_format({"text_wrap": True, "valign": "top"})
        figures = {
            share: book.add_format({"num_format": "0.0%" if share else "General", "valign": "top"})
            for share in (False, True)
        }
        for words, numbers, texts, share in self._lines():
            for column, word in enumerate(words):
                sheet.write_string(line, column, word, text)
            for at, shown in enumerate(texts):
                number = None if numbers is None else numbers[at]
                if number is None or number == float("inf"):
                    sheet.write_string(line, len(words) + at, shown, text)
                else:
                    sheet.write_number(line, len(words) + at, number, figures[share])
            line += 1

    def _data_sheet(self, book: Any) -> None:
        heads = [self._words("rivals_data_head"), ""]
        sheet, line = self._sheet(book, "rivals_sheet_data", heads, [40, 100])
        text = book.add_format({"text_wrap": True, "valign": "top"})
        pairs = [*self._facts(), *((name, limit) for name, texts in self._limits() for limit in texts)]
        pairs += [("", assumed) for assumed in self._assumed()]
        for name, value in pairs:
            sheet.write_string(line, 0, name, text)
            sheet.write_string(line, 1, value, text)
            line += 1
