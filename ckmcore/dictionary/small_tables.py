"""Small files of codes as tables: every dialect of CSV, workbooks, and whatever else has columns; lines are kept."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ckmcore.errors import DataError
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import checked_path, decode_head, format_of, is_packed, read_head
from ckmcore.microdata.sniff import guess_dialect, guess_encoding, has_header

SIZE_LIMIT = 64 << 20
_FIELD_LIMIT = 1 << 20
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True)
class SmallTableRow:
    """Trimmed cells of a row. line: line of the text, row of the sheet or number of the record."""

    line: int
    cells: tuple[str, ...]

    def cell(self, place: int | None) -> str:
        """Text in column `place`; "" where the row is shorter or the index is None."""
        return "" if place is None or place >= len(self.cells) else self.cells[place]


@dataclass(frozen=True)
class SmallTable:
    """All rows of a small file that are not empty, including a possible header."""

    file: Path
    rows: tuple[SmallTableRow, ...]
    separator: str = ""
    """Of a text: the separator that was guessed."""

    @property
    def width(self) -> int:
        return max(len(row.cells) for row in self.rows)

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


def read_table(path: str | PathLike[str]) -> SmallTable:
    """Read the rows of a small code file, or of the first visible sheet with content of a workbook.

    Raises the errors of files and workbooks, code_file_too_large.
    """
    file = checked_path(path)
    head, complete = read_head(file, SIZE_LIMIT)
    kind = format_of(file, head)
    if kind != "csv" and is_packed(file):
        raise DataError("file_packed", file=str(file))
    if not complete:
        raise DataError("code_file_too_large", file=str(file), limit=SIZE_LIMIT >> 20)
    if kind == "csv":
        return text_table(file, head)
    if kind in ("excel", "excel_97", "ods"):
        rows = _sheet_rows(file, kind)
    else:
        rows = _column_rows(file)
    return _filled(file, rows)


def read_text(file: Path) -> str:
    """Read a small text file in a guessed encoding; lines end with a line feed.

    Raises file_empty, file_binary, code_file_no_text, undecodable_byte, code_file_too_large.
    """
    head, complete = read_head(file, SIZE_LIMIT)
    if format_of(file, head) != "csv":
        raise DataError("code_file_no_text", file=str(file))
    if not complete:
        raise DataError("code_file_too_large", file=str(file), limit=SIZE_LIMIT >> 20)
    text = decode_head(file, head, True, guess_encoding(head, True)).removeprefix("\ufeff")
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


def text_table(file: Path, head: bytes) -> SmallTable:
    """Parse the content of a code file in any text dialect. file: name for errors; head: the content. Raises
    file_empty, field_too_long."""
    encoding = guess_encoding(head, True)
    text = decode_head(file, head, True, encoding).removeprefix("\ufeff")
    if not text.strip():
        raise DataError("file_empty", file=str(file))
    dialect = guess_dialect(text, True, encoding)
    return _filled(file, _text_rows(file, text, dialect), dialect.separator)


def _text_rows(file: Path, text: str, dialect: Dialect) -> Iterator[SmallTableRow]:
    csv.field_size_limit(_FIELD_LIMIT)
    reader = dialect.reader(io.StringIO(text, newline=""))
    start = 1
    try:
        for cells in reader:
            yield SmallTableRow(start, tuple(cell.strip() for cell in cells))
            start = reader.line_num + 1
    except csv.Error:
        raise DataError("field_too_long", file=str(file), line=start, limit=_FIELD_LIMIT >> 20) from None


def _sheet_rows(file: Path, kind: str) -> Iterator[SmallTableRow]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    from ckmcore.microdata.workbooks import check_workbook, guarded

    check_workbook(file, kind)  # type: ignore[arg-type]
    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        sheets = [sheet_info for sheet_info in book.sheets_metadata if sheet_info.typ == SheetTypeEnum.WorkSheet]
        sheets.sort(key=lambda sheet: sheet.visible != SheetVisibleEnum.Visible)
        for name in [sheet.name for sheet in sheets]:
            sheet = guarded(file, lambda name=name: book.get_sheet_by_name(name))
            if sheet.start is None:
                continue
            # `iter_rows` begins in the first row of the sheet, whether or not it holds anything.
            for iter_row_number, values in enumerate(sheet.iter_rows(), start=1):
                yield SmallTableRow(iter_row_number, tuple(code_text(value) for value in values))
            return
    raise DataError("sheet_empty", file=str(file), sheet=sheets[0].name if sheets else "-")


def _column_rows(file: Path) -> Iterator[SmallTableRow]:
    """Rows of a columnar or statistical file; the first row, with line 0, holds the column names."""
    from ckmcore.microdata.dialect import AS_IT_STANDS
    from ckmcore.microdata.open import open_source

    source = open_source(file, AS_IT_STANDS)
    yield SmallTableRow(0, source.names)
    number = 0
    for batch, _ in source.batches(source.names):
        columns = [batch.column(column_index).to_pylist() for column_index in range(batch.num_columns)]
        for values in zip(*columns, strict=True):
            number += 1
            yield SmallTableRow(number, tuple(code_text(value) for value in values))


def _filled(file: Path, rows: Iterator[SmallTableRow], separator: str = "") -> SmallTable:
    found_rows = tuple(row for row in rows if any(row.cells))
    if not found_rows:
        raise DataError("file_empty", file=str(file))
    return SmallTable(file, found_rows, separator)
