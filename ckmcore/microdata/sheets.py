"""Sheets of workbooks: Excel (`.xlsx`, `.xls`) and OpenDocument (`.ods`); which sheet, and which cells of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from ckmcore.errors import DataError, InputError
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import Format
from ckmcore.microdata.sniff import has_header
from ckmcore.microdata.source import Batches, Source, check_names
from ckmcore.microdata.workbooks import check_workbook, guarded

_CELLS = re.compile(r"([A-Za-z]{0,3})(\d{0,7})(?::([A-Za-z]{0,3})(\d{0,7}))?")
_ROWS_LOOKED_AT = 50
_BATCH_ROWS = 1 << 16


@dataclass(frozen=True)
class Area:
    """Cells of a sheet, counted from 0, ends excluded; None is as far as the sheet is used."""

    top: int = 0
    left: int = 0
    bottom: int | None = None
    right: int | None = None

    @classmethod
    def parse(cls, cells: str) -> Area:
        """From `B3:F200`, `B3` (from there on), `B:F`, `3:200` or nothing; raises cells_not_understood."""
        found = _CELLS.fullmatch(cells.replace("$", "").replace(" ", ""))
        if found is None or (":" in cells and not (found[3] or found[4])):
            raise InputError("cells_not_understood", cells=cells)
        left, top, right, bottom = found.groups()
        area = cls(
            int(top) - 1 if top else 0,
            column_place(left) if left else 0,
            int(bottom) if bottom else None,
            column_place(right) + 1 if right else None,
        )
        if area.top < 0 or (area.bottom or area.top + 1) <= area.top or (area.right or area.left + 1) <= area.left:
            raise InputError("cells_not_understood", cells=cells)
        return area


def column_place(letters: str) -> int:
    """`A` is 0, `AB` is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number - 1


def column_letters(place: int) -> str:
    """0 is `A`, 27 is `AB`."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def open_workbook(file: Path, kind: Format, dialect: Dialect | None, head_rows: int) -> Source:
    """The table on a sheet of a workbook; without a dialect the first visible sheet that holds one.

    Where the dialect says no cells, the table is guessed to begin at the first row that is as wide as those below it;
    the dialect of the source says which cells are read. Sizes are checked before the workbook is opened. Raises
    FileDamaged, file_protected, file_binary, workbook_too_large, workbook_entities, sheet_unknown, sheet_empty,
    cells_not_understood, file_without_records, column_name_twice.
    """
    notices = check_workbook(file, kind)
    names, name, sheet = _chosen(file, "" if dialect is None else dialect.sheet)
    asked = replace(dialect or Dialect(), sheet=name)
    if not asked.cells:
        asked = replace(asked, cells=_guess_cells(sheet))
    area = Area.parse(asked.cells)
    rows = [[_text(value, asked.decimal) for value in row] for row in islice(_rows(sheet, area), head_rows + 1)]
    if not rows:
        raise DataError("sheet_empty", file=str(file), sheet=name)
    if dialect is None:
        asked = replace(asked, header=len(rows) > 1 and has_header(rows))
    columns = tuple(f"V{place}" for place in range(1, len(rows[0]) + 1))
    if asked.header:
        columns = tuple(cell.strip() or other for cell, other in zip(_header_texts(rows.pop(0)), columns, strict=True))
    if not rows:
        raise DataError("file_without_records", file=str(file))
    check_names(file, columns)
    head = tuple(map(tuple, rows[:head_rows]))
    reader = partial(_batches, sheet, area)
    return Source(file, kind, columns, asked, head, reader, sheets=names, notices=list(notices))


def _header_texts(row: Sequence[str]) -> list[str]:
    """Names on one line each: a line break within a heading is a blank."""
    return [" ".join(cell.split()) for cell in row]


def _chosen(file: Path, wanted: str) -> tuple[tuple[str, ...], str, Any]:
    """The names of the sheets, the one that is read, and its cells."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        sheets = [one for one in book.sheets_metadata if one.typ == SheetTypeEnum.WorkSheet]
        names = tuple(one.name for one in sheets)
        if wanted and wanted not in names:
            raise InputError("sheet_unknown", file=str(file), sheet=wanted, known=names)
        sheets.sort(key=lambda one: one.visible != SheetVisibleEnum.Visible)
        filled: list[tuple[str, Any]] = []
        for name in [wanted] if wanted else [one.name for one in sheets]:
            found = guarded(file, lambda name=name: book.get_sheet_by_name(name))
            if found.start is None:
                continue
            if wanted or (found.height > 1 and found.width > 1):
                return names, name, found
            filled.append((name, found))
    if filled:
        return names, *filled[0]
    raise DataError("sheet_empty", file=str(file), sheet=wanted or (names[0] if names else "-"))


def _rows(sheet: Any, area: Area) -> Iterator[list[Any]]:
    """The rows of an area that are not empty, as values; empty cells are ''."""
    (top, left), (_, right) = sheet.start, sheet.end
    first, last = max(area.left, left), right + 1 if area.right is None else area.right
    before = max(0, left - area.left)
    width = (right + 1 if area.right is None else area.right) - area.left
    if width <= 0:
        return
    for number, row in enumerate(sheet.iter_rows()):
        if number < max(top, area.top):
            continue
        if area.bottom is not None and number >= area.bottom:
            return
        cells = row[first - left : last - left]
        if any(value != "" for value in cells):
            yield ([""] * before + cells + [""] * width)[:width]


def _guess_cells(sheet: Any) -> str:
    """The first cell of the table: titles above it are narrower than its rows."""
    (_, left), _ = sheet.start, sheet.end
    filled = []
    for number, row in enumerate(islice(sheet.iter_rows(), sheet.start[0], sheet.start[0] + _ROWS_LOOKED_AT)):
        places = [place for place, value in enumerate(row) if value != ""]
        filled.append((number, places))
    widest = max(len(places) for _, places in filled)
    number, places = next(one for one in filled if 2 * len(one[1]) > widest)
    start = min(place[0] for _, place in filled[number:] if place)
    return f"{column_letters(left + min(start, places[0]))}{sheet.start[0] + number + 1}"


def _text(value: Any, decimal: str) -> str:
    """A cell as text: numbers in their shortest form, with the dialect's decimal sign."""
    if isinstance(value, str):
        return value
    text = code_text(value)
    return text.replace(".", decimal) if decimal != "." and isinstance(value, float) else text


def _batches(sheet: Any, area: Area, source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    dialect = source.dialect or Dialect()
    places = [source.names.index(name) for name in columns]
    found = _rows(sheet, area)
    if dialect.header:
        next(found, None)
    total, done = max(1, sheet.end[0] + 1 - area.top), 0
    while taken := list(islice(found, min(rows, _BATCH_ROWS))):
        done += len(taken)
        arrays = [_array([row[place] for row in taken], dialect.decimal) for place in places]
        yield pa.record_batch(arrays, names=columns), min(1.0, done / total)


def _array(values: list[Any], decimal: str) -> Any:
    """Numbers where all cells are numbers or empty, else texts."""
    import pyarrow as pa

    if all(type(value) is float or type(value) is int or value == "" for value in values):
        return pa.array([None if value == "" else float(value) for value in values], pa.float64())
    return pa.array([_text(value, decimal) for value in values], pa.string())
