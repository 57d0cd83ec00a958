"""A perturbation table as an Excel workbook: the transition matrix, and beside it the exact intervals."""

from __future__ import annotations

import datetime
import re
import zipfile
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from ckmcore.base.archives import ArchiveBomb, ArchiveProtected, Watch, check_archive
from ckmcore.base.numbers import Language
from ckmcore.errors import DataError
from ckmcore.messages import say
from ckmcore.ptable.files.errors import PtableWorkbookProtected
from ckmcore.ptable.files.formats import LIMIT_MB, LINE_LIMIT, Content, FileLine, clean_field, recognise_lines
from ckmcore.ptable.model.table import PTable

# Workbooks carry no time of making and no user: the same table gives the same bytes.
_FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_ENTRY_LIMIT = 1000
_CELL_LIMIT = 4_000_000
_REFERENCE = re.compile(rb"""\br\s*=\s*["']([A-Za-z]{0,99})(\d{1,99})["']""")
_CLAIMED = re.compile(rb"""<(?:\w+:)?sst\b[^>]*\b(?:uniqueC|c)ount\s*=\s*["'](\d{1,99})["']""")
_ROW = re.compile(rb"<(?:\w+:)?row\b")
_LIST_NAMES = ("i", "j", "p", "v", "p_int_lb", "p_int_ub", "type")


@dataclass(frozen=True)
class Workbook:
    """The first worksheet with content, and the sheet of exact intervals where there is one beside a matrix."""

    first: Content
    intervals: Content | None


def read_workbook(content: bytes, name: str) -> Workbook:
    """Read the tables of an `.xlsx`; sizes are checked before it is opened.

    Raises ptable_workbook_broken, PtableWorkbookProtected, ptable_workbook_too_large, ptable_empty,
    ptable_unknown_form.
    """
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError, ZipError

    _check(content, name)
    try:
        with CalamineWorkbook.from_filelike(BytesIO(content)) as book:
            sheets = [
                _lines(book.get_sheet_by_name(sheet_name).to_python(skip_empty_area=False))
                for sheet_name in book.sheet_names
            ]
    except PasswordError:
        raise PtableWorkbookProtected(name=name) from None
    except (CalamineError, ZipError, OSError):
        raise DataError("ptable_workbook_broken", name=name) from None
    except BaseException as fault:  # calamine's own panic is no Exception
        if type(fault).__name__ != "PanicException":
            raise
        raise DataError("ptable_workbook_broken", name=name) from None
    filled_lines = [lines for lines in sheets if lines]
    if not filled_lines:
        raise DataError("ptable_empty", name=name)
    first = recognise_lines(filled_lines[0], name)
    adjacent_lines = [
        lines for lines in filled_lines[1:] if tuple(field.lower() for field in lines[0].fields[:7]) == _LIST_NAMES
    ]
    intervals = recognise_lines(adjacent_lines[0], name) if adjacent_lines and first.kind == "matrix" else None
    return Workbook(first, intervals)


def _check(content: bytes, name: str) -> None:
    """Refuse a file that would exceed the memory or is no workbook, before it is parsed."""
    part_texts: dict[str, bytearray] = {}

    def watch(part_name: str) -> Watch | None:
        return part_texts.setdefault(part_name, bytearray()).extend if part_name.endswith((".xml", ".rels")) else None

    try:
        names = check_archive(BytesIO(content), LIMIT_MB * 2**20, _ENTRY_LIMIT, watch)
    except ArchiveProtected:
        raise PtableWorkbookProtected(name=name) from None
    except ArchiveBomb:
        raise DataError("ptable_workbook_too_large", name=name, limit=LIMIT_MB) from None
    except (zipfile.BadZipFile, OSError, ValueError):
        raise DataError("ptable_workbook_broken", name=name) from None
    if any(_cells(bytes(part_text)) > _CELL_LIMIT for part_text in part_texts.values()):
        raise DataError("ptable_workbook_too_large", name=name, limit=LIMIT_MB)
    if "xl/workbook.xml" not in names:
        raise DataError("ptable_workbook_broken", name=name)


def _cells(content: bytes) -> int:
    """Size that a worksheet claims as rows times columns, since a single far cell makes a reader fill all cells
    between; for shared texts their claimed number."""
    if claimed := _CLAIMED.findall(content):
        return max(map(int, claimed))
    rows = columns = 0
    for letters, digits in _REFERENCE.findall(content):
        rows = max(rows, int(digits))
        column = 0
        for letter in letters.upper():
            column = 26 * column + letter - 64
        columns = max(columns, column)
    if not columns:
        # Cells without references follow one another: no row has more of them than elements.
        pieces = _ROW.split(content)[1:]
        rows, columns = max(rows, len(pieces)), max((piece.count(b"<") for piece in pieces), default=0)
    return rows * columns


def _lines(rows: list[list[Any]]) -> list[FileLine]:
    """Rows with content, without the empty columns to the left and right of all."""
    texts = [[_text(value) for value in row] for row in rows[: LINE_LIMIT + 1]]
    filled_indices = [text_index for row in texts for text_index, text in enumerate(row) if text]
    if not filled_indices:
        return []
    remaining_index, right = min(filled_indices), max(filled_indices) + 1
    return [
        FileLine(text_number, tuple(row[remaining_index:right]))
        for text_number, row in enumerate(texts, start=1)
        if any(row)
    ]


def _text(value: object) -> str:
    """Text of a cell as in a text file; numbers in their shortest form."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, float):
        return repr(value)
    return clean_field(str(value), ";")


def workbook_bytes(ptable: PTable, intervals: list[list[str]], language: Language = "en") -> bytes:
    """Workbook with two sheets: the matrix as numbers, and `intervals` (columns as in R's format) as exact text.

    The second sheet keeps what Excel's numbers cannot: bounds of more than 15 digits, and the order of a shuffled
    table. When reading, it is used only if it matches the matrix.
    """
    import xlsxwriter

    target = BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(target, options)
    book.set_properties({"title": say("ptable_sheet_matrix", language), "created": _FIXED_TIME})
    head = book.add_format({"bold": True, "bg_color": "#f4f5f7"})
    number = book.add_format({"num_format": "0.00000000;-0.00000000;0"})
    sheet = book.add_worksheet(say("ptable_sheet_matrix", language))
    sheet.write_string(0, 0, "i", head)
    dense = ptable.matrix()
    for j in range(dense.shape[1]):
        sheet.write_number(0, j + 1, j, head)
    for i, row in enumerate(dense.tolist(), start=1):
        sheet.write_number(i, 0, i - 1, head)
        for j, p in enumerate(row, start=1):
            sheet.write_number(i, j, p, number)
    sheet.set_column(1, dense.shape[1], 11)
    sheet.freeze_panes(1, 1)
    exact = book.add_worksheet(say("ptable_sheet_intervals", language))
    for column, name in enumerate(_LIST_NAMES):
        exact.write_string(0, column, name, head)
    for line, fields in enumerate(intervals, start=1):
        for column, field in enumerate(fields):
            exact.write_string(line, column, field)
    exact.set_column(2, 5, 22)
    exact.freeze_panes(1, 0)
    book.close()
    return target.getvalue()
