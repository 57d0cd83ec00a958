"""Small files of codes as tables: every dialect of CSV, workbooks, and whatever else has columns; lines are kept."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from os import PathLike
from pathlib import Path

from ckmcore.errors import DataError
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.dialect import AS_IT_STANDS, Dialect, without_end_sign
from ckmcore.microdata.files import Format, checked_path, decode_head, format_of, is_packed, read_head
from ckmcore.microdata.open import open_source
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, entry_of
from ckmcore.microdata.sheet_marks import SheetMarks, marks_of
from ckmcore.microdata.sheets import Area, SheetTable, chosen_sheet, column_letters
from ckmcore.microdata.sniff import (
    SEPARATORS,
    encoding_asked,
    encoding_entries,
    guess_dialect,
    guess_encoding,
    has_header,
    is_separator_line,
    page_answered,
    sample_rows,
)
from ckmcore.microdata.workbooks import check_workbook

SIZE_LIMIT = 64 << 20
_FIELD_LIMIT = 1 << 20
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True)
class SmallTableRow:
    """Trimmed cells of a row. line: line of the text, row of the sheet or number of the record; indents: by column,
    blanks before a text or the indent of a cell, or () where there are none."""

    line: int
    cells: tuple[str, ...]
    indents: tuple[int, ...] = ()

    def cell(self, place: int | None) -> str:
        """Text in column `place`; "" where the row is shorter or the index is None."""
        return "" if place is None or place >= len(self.cells) else self.cells[place]

    def indent(self, place: int) -> int:
        """Indent of the cell in column `place`."""
        return self.indents[place] if place < len(self.indents) else 0


@dataclass(frozen=True)
class SmallTable:
    """All rows of a small file that are not empty, including a possible header.

    separator: of a text, as it was guessed; sheet, sheets: of a workbook, the one that was read and all of them;
    numbers: columns of a workbook with cells that are numbers; days: lines and columns of its cells that are days, each
    with day and month where the sheet displays no year, else ""; entries: deviations from the cells.
    """

    file: Path
    rows: tuple[SmallTableRow, ...]
    separator: str = ""
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    numbers: frozenset[int] = frozenset()
    entries: tuple[ReadingEntry, ...] = ()
    days: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        return max(len(row.cells) for row in self.rows)

    @property
    def asks_page(self) -> bool:
        """Whether the code page of the text is a question, so that an answer gives other rows."""
        return any(entry.kind == "code_page" for entry in self.entries)

    @property
    def may_have_header(self) -> bool:
        """Whether the first row may be a header: distinct texts that do not recur below."""
        width = self.width
        padded = [(*row.cells, *[""] * (width - len(row.cells))) for row in self.rows[:500]]
        return len(self.rows) > 1 and has_header(padded)

    @property
    def has_header(self) -> bool:
        """Whether the first row is certainly a header: texts above a column of numbers.

        In a list every code is new, so that a first row of words alone proves nothing.
        """
        numbers = [
            all(row.cell(cell_index).isdecimal() for row in self.rows[1:])
            for cell_index in range(len(self.rows[0].cells))
        ]
        return self.may_have_header and any(numbers)


def read_table(path: str | PathLike[str], sheet: str = "", answers: Sequence[ReadingAnswer] = ()) -> SmallTable:
    """Read the rows of a small code file, or of a sheet of a workbook: by default the first visible one with content.

    answers: to the question about the code page of a text. Raises the errors of files and workbooks,
    code_file_too_large, sheet_unknown.
    """
    file = checked_path(path)
    head, complete = read_head(file, SIZE_LIMIT)
    kind = format_of(file, head)
    if kind != "csv" and is_packed(file):
        raise DataError("file_packed", file=str(file))
    if not complete:
        raise DataError("code_file_too_large", file=str(file), limit=SIZE_LIMIT >> 20)
    if kind == "csv":
        return text_table(file, head, answers)
    if kind in ("excel", "excel_97", "ods"):
        return _sheet_table(file, kind, sheet)
    return _filled(SmallTable(file, tuple(_column_rows(file))))


def read_text(file: Path, answers: Sequence[ReadingAnswer] = ()) -> str:
    """Read a small text file in a guessed encoding; lines end with a line feed. answers: to the question about its code
    page.

    Raises ReadingAsked, file_empty, file_binary, code_file_no_text, undecodable_byte, code_file_too_large.
    """
    head, complete = read_head(file, SIZE_LIMIT)
    if format_of(file, head) != "csv":
        raise DataError("code_file_no_text", file=str(file))
    if not complete:
        raise DataError("code_file_too_large", file=str(file), limit=SIZE_LIMIT >> 20)
    text = decode_head(file, head, True, encoding_asked(file, head, answers)).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def words(text: str) -> frozenset[str]:
    """The words of a list, for comparing headings."""
    return frozenset(text.split())


def normal(heading: str) -> str:
    """Normalise a heading for comparison: `Gültig ab (Tag)` becomes `gueltig_ab_tag`."""
    return re.sub(r"[^a-z0-9]+", "_", heading.casefold().translate(_UMLAUTS)).strip("_")


def places_of(headings: Sequence[str], words: Mapping[str, frozenset[str]]) -> dict[str, int]:
    """Index of the column of each meaning by its headings; the first of several counts. words: known headings of each
    meaning."""
    result: dict[str, int] = {}
    for index, heading in enumerate(map(normal, headings)):
        for meaning, known_headings in words.items():
            if heading in known_headings:
                result.setdefault(meaning, index)
    return result


def text_table(file: Path, head: bytes, answers: Sequence[ReadingAnswer] = ()) -> SmallTable:
    """Parse the content of a code file in any text dialect. file: name for errors; head: the content; answers: to the
    question about its code page. Raises file_empty, field_too_long."""
    asked = Dialect(answers=tuple(answers))
    encoding = page_answered(guess_encoding(head, True), asked)
    text = decode_head(file, head, True, encoding).removeprefix("\ufeff")
    if not text.strip():
        raise DataError("file_empty", file=str(file))
    dialect = _with_separator(text, guess_dialect(text, True, encoding))
    rows = tuple(_text_rows(file, text, dialect))
    entries: tuple[ReadingEntry, ...] = tuple(encoding_entries(head, encoding, asked))
    if rows and is_separator_line(rows[0].cells, dialect):
        rows, entries = rows[1:], (*entries, entry_of("separator_line", count=1, rows=(1,)))
    return _filled(SmallTable(file, rows, dialect.separator, entries=entries))


def _with_separator(text: str, dialect: Dialect) -> Dialect:
    """The dialect, with the separator of a short table among more titles and notes, of which most lines have none."""

    def alike(separator: str) -> int:
        """How many rows have the same number of cells, two at least."""
        rows = sample_rows(text, True, replace(dialect, separator=separator))
        return max(Counter(len(row) for row in rows if len(row) > 1).values(), default=0)

    rows = sample_rows(text, True, dialect)
    if 2 * sum(len(row) > 1 for row in rows) > len(rows):
        return dialect
    best = max(SEPARATORS, key=alike)
    return replace(dialect, separator=best) if alike(best) > max(1, alike(dialect.separator)) else dialect


def _text_rows(file: Path, text: str, dialect: Dialect) -> Iterator[SmallTableRow]:
    csv.field_size_limit(_FIELD_LIMIT)
    reader = dialect.reader(io.StringIO(without_end_sign(text), newline=""))
    start = 1
    try:
        for cells in reader:
            indents = tuple(len(cell) - len(cell.lstrip()) for cell in cells)
            yield SmallTableRow(start, tuple(cell.strip() for cell in cells), indents if any(indents) else ())
            start = reader.line_num + 1
    except csv.Error:
        raise DataError("field_too_long", file=str(file), line=start, limit=_FIELD_LIMIT >> 20) from None


def _sheet_table(file: Path, kind: Format, wanted: str) -> SmallTable:
    check_workbook(file, kind)
    sheets, name, cells = chosen_sheet(file, wanted)
    marks = SheetMarks() if kind == "excel_97" else marks_of(file, name, indents=True)
    left = 0 if cells.start is None else int(cells.start[1])
    table = SheetTable(cells, Area(left=left), marks, Dialect())
    rows: list[SmallTableRow] = []
    numbers: set[int] = set()
    days: dict[tuple[int, int], str] = {}
    for line, values in table.rows():
        texts = [text.strip() for text in table.texts(line, values)]
        numbers.update(
            place
            for place, value in enumerate(values)
            if type(value) in (int, float) and texts[place] == code_text(value)
        )
        for place, value in enumerate(values):
            if isinstance(value, date):
                yearless = line in marks.rows_of_period(place + left, "d")
                days[line, place] = f"{value.day:02}.{value.month:02}" if yearless else ""
        blanks = [len(value) - len(value.lstrip()) if type(value) is str else 0 for value in values]
        indents = [marks.indents.get(place + left, {}).get(line, 0) or blank for place, blank in enumerate(blanks)]
        rows.append(SmallTableRow(line, tuple(texts), tuple(indents) if any(indents) else ()))
    names = [column_letters(left + place) for place in range(len(rows[0].cells))] if rows else []
    entries = tuple(table.deviations(names))
    return _filled(SmallTable(file, tuple(rows), "", name, sheets, frozenset(numbers), entries, days))


def _column_rows(file: Path) -> Iterator[SmallTableRow]:
    """Rows of a columnar or statistical file; the first row, with line 0, holds the column names."""
    source = open_source(file, AS_IT_STANDS)
    yield SmallTableRow(0, source.names)
    number = 0
    for batch, _ in source.batches(source.names):
        columns = [batch.column(column_index).to_pylist() for column_index in range(batch.num_columns)]
        for values in zip(*columns, strict=True):
            number += 1
            yield SmallTableRow(number, tuple(code_text(value) for value in values))


def _filled(table: SmallTable) -> SmallTable:
    """The table without empty rows. Raises file_empty."""
    found_rows = tuple(row for row in table.rows if any(row.cells))
    if not found_rows:
        raise DataError("file_empty", file=str(table.file))
    return replace(table, rows=found_rows)
