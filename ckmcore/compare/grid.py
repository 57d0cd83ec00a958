"""The sheets of a file as rows of cells: CSV of any dialect, and workbooks, checked before they are opened."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.compare.faults import PublishedOtherFormat, PublishedTooLarge
from ckmcore.compare.figures import DecimalSign, is_entry
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.errors import FileEmpty, FileNotUnderstood
from ckmcore.microdata.files import checked_path, decode_head, format_of, read_head
from ckmcore.microdata.sniff import SEPARATORS, guess_encoding
from ckmcore.microdata.workbooks import check_workbook, guarded

Cell = str | Decimal
CELL_LIMIT = 5_000_000
_BYTES_LIMIT = 256 << 20
_LINES_LOOKED_AT = 2000
_COLUMN_LIMIT = 16_384


@dataclass(frozen=True)
class Sheet:
    """A sheet: `rows` without empty cells at their ends, `lines` the place of each row in the file (from 1).

    Texts are trimmed, on one line each; numbers of workbooks are Decimals. `decimal` is the sign of numbers that stand
    as text, as far as the kind of file tells. A text that is merged over several columns stands in each of them, but
    for titles, which begin in the first column; one that is merged over several rows is in `tall` for each of them, by
    row (from 1) and column. `whole` says that nothing is merged beyond that.
    """

    name: str
    rows: list[list[Cell]]
    lines: list[int]
    decimal: DecimalSign
    whole: bool = True
    tall: Mapping[tuple[int, int], Cell] = field(default_factory=dict)


def read_sheets(path: str | PathLike[str]) -> list[Sheet]:
    """All sheets that hold something; a CSV has one, without a name.

    Raises FileMissing, FileIsFolder, FileNotReadable, FileEmpty, FileBinary, FileDamaged, FileProtected,
    WorkbookTooLarge, WorkbookEntities, FileNotUnderstood, UndecodableByte, PublishedOtherFormat, PublishedTooLarge.
    """
    file = checked_path(path)
    head, _ = read_head(file)
    kind = format_of(file, head)
    if kind == "csv":
        return [_read_csv(file)]
    if kind not in ("excel", "excel_97", "ods"):
        raise PublishedOtherFormat(file=file.name)
    check_workbook(file, kind)
    return _read_workbook(file)


def _read_csv(file: Path) -> Sheet:
    content, complete = read_head(file, _BYTES_LIMIT)
    if not complete:
        raise PublishedTooLarge(file=file.name, limit=CELL_LIMIT)
    text = decode_head(file, content, True, guess_encoding(content, True)).removeprefix("\ufeff")
    if not text.strip():
        raise FileEmpty(file=str(file))
    separator = _separator(text)
    rows, lines, cells = list[list[Cell]](), list[int](), 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            rows.append(_trimmed([" ".join(cell.split()) for cell in row]))
            lines.append(reader.line_num)
            cells += len(rows[-1])
            if cells > CELL_LIMIT:
                raise PublishedTooLarge(file=file.name, limit=CELL_LIMIT)
    except csv.Error as fault:
        raise FileNotUnderstood(file=str(file), detail=str(fault)) from None
    return Sheet("", rows, lines, "." if separator == "," else ",")


def _separator(text: str) -> str:
    """The one that gives most rows with a figure, then the longest run of rows of equal width: titles and notes around
    a table are left aside."""
    sample = "".join(text.splitlines(keepends=True)[:_LINES_LOOKED_AT])
    return max(SEPARATORS, key=lambda separator: _table_like(csv.reader(io.StringIO(sample), delimiter=separator)))


def _table_like(rows: Iterator[list[str]]) -> tuple[int, int]:
    """How many rows hold a figure or sign behind their first cell, and the longest run of rows of equal width."""
    figures = longest = run = width = 0
    try:
        for row in rows:
            figures += any(is_entry(cell.strip()) for cell in row[1:])
            run = run + 1 if len(row) == width else 1
            width = len(row)
            if width > 1:
                longest = max(longest, run)
    except csv.Error:
        pass
    return figures, longest


def _read_workbook(file: Path) -> list[Sheet]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    found = []
    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        for one in book.sheets_metadata:
            if one.typ != SheetTypeEnum.WorkSheet:
                continue
            sheet = guarded(file, lambda name=one.name: book.get_sheet_by_name(name))
            if sheet.start is None:
                continue
            before = [""] * sheet.start[1]
            rows: list[list[Cell]] = [_trimmed([*before, *map(_cell, row)]) for row in sheet.iter_rows()]
            merged = sheet.merged_cell_ranges
            _repeat(rows, merged or [])
            lines = list(range(1, len(rows) + 1))
            found.append(Sheet(one.name, rows, lines, ",", merged is not None, _tall(rows, merged or [])))
    if sum(len(row) for sheet in found for row in sheet.rows) > CELL_LIMIT:
        raise PublishedTooLarge(file=file.name, limit=CELL_LIMIT)
    if not found:
        raise FileEmpty(file=str(file))
    return found


def _repeat(rows: list[list[Cell]], merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Put what is merged over several columns of the first row of a range into each of them."""
    room = CELL_LIMIT
    for (top, left), (_, right) in merged:
        if not 0 < left < right or top >= len(rows) or left >= len(rows[top]):
            continue
        room -= right - left
        if room < 0 or right > _COLUMN_LIMIT:
            return
        row = rows[top]
        row += [""] * (right + 1 - len(row))
        row[left : right + 1] = [row[left]] * (right + 1 - left)


def _tall(rows: list[list[Cell]], merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> dict[tuple[int, int], Cell]:
    """What is merged over several rows of one column, for each of them."""
    found: dict[tuple[int, int], Cell] = {}
    for (top, left), (bottom, right) in merged:
        if left == right and top < len(rows) and left < len(rows[top]) and len(found) < CELL_LIMIT:
            for row in range(top, min(bottom, len(rows) - 1) + 1):
                found[row + 1, left] = rows[top][left]
    return found


def _cell(value: Any) -> Cell:
    """Numbers by their 15 digits, which is what a spreadsheet keeps; anything else as text."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return Decimal(f"{value:.15g}") if isinstance(value, float) else Decimal(value)
    return code_text(value)


def _trimmed(row: list[Any]) -> list[Cell]:
    end = len(row)
    while end and row[end - 1] == "":
        end -= 1
    return row[:end]
