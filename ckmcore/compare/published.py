"""What a file of published figures says of each of its cells, whoever wrote it: CSV of any dialect, and workbooks.

Tables are found in its sheets: titles and notes around them, heads of several levels, labels at the left, figures. A
table begins with its head; lines that hold nothing but a text in the first column are titles, sheets, headings, notes.
Our own exports are laid out this way, and so are most tables that offices publish. GENESIS flat CSV has one row per
figure, with code and label of each variable; an empty code is the total.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.base.numbers import LANGUAGES
from ckmcore.compare.figures import DecimalSign, Entry, figure_of, guess_decimal, is_entry, sign_of, unmarked
from ckmcore.errors import DataError
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.messages import Sentence, say, sentence
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.files import checked_path, decode_head, format_of, read_head
from ckmcore.microdata.sheets import column_letters
from ckmcore.microdata.sniff import SEPARATORS, guess_encoding
from ckmcore.microdata.workbooks import check_workbook, guarded

Cell = str | Decimal
CELL_LIMIT = 5_000_000
_BYTES_LIMIT = 256 << 20
_LINES_LOOKED_AT = 2000
_COLUMN_LIMIT = 16_384


@dataclass(frozen=True)
class PublishedSheet:
    """A sheet of a published file. rows: cells without empty ones at the ends; lines: line of each row in the file,
    from 1; decimal: mark of numbers stored as text, where the kind of file defines it.

    Texts are trimmed and on one line; numbers of workbooks are Decimals. A text merged over several columns is repeated
    in each of them, except titles, which begin in the first column. tall: cells merged over several rows, by row (from
    1) and column. whole: no other cells are merged.
    """

    name: str
    rows: list[list[Cell]]
    lines: list[int]
    decimal: DecimalSign
    whole: bool = True
    tall: Mapping[tuple[int, int], Cell] = field(default_factory=dict)


def read_sheets(path: str | PathLike[str]) -> list[PublishedSheet]:
    """Read all sheets with content; a CSV file has one sheet without a name.

    Raises FileMissing, file_is_folder, file_not_readable, file_empty, file_binary, FileDamaged, file_protected,
    workbook_too_large, workbook_entities, file_not_understood, undecodable_byte, published_other_format,
    published_too_large.
    """
    file = checked_path(path)
    head, _ = read_head(file)
    kind = format_of(file, head)
    if kind == "csv":
        return [_read_csv(file)]
    if kind not in ("excel", "excel_97", "ods"):
        raise DataError("published_other_format", file=file.name)
    check_workbook(file, kind)
    return _read_workbook(file)


def _read_csv(file: Path) -> PublishedSheet:
    content, complete = read_head(file, _BYTES_LIMIT)
    if not complete:
        raise DataError("published_too_large", file=file.name, limit=CELL_LIMIT)
    text = decode_head(file, content, True, guess_encoding(content, True)).removeprefix("\ufeff")
    if not text.strip():
        raise DataError("file_empty", file=str(file))
    separator = _separator(text)
    rows, lines, cells = list[list[Cell]](), list[int](), 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            rows.append(_trimmed([" ".join(cell.split()) for cell in row]))
            lines.append(reader.line_num)
            cells += len(rows[-1])
            if cells > CELL_LIMIT:
                raise DataError("published_too_large", file=file.name, limit=CELL_LIMIT)
    except csv.Error as fault:
        raise DataError("file_not_understood", file=str(file), detail=str(fault)) from None
    return PublishedSheet("", rows, lines, "." if separator == "," else ",")


def _separator(text: str) -> str:
    """Guess the separator of a CSV: the one with most rows that have a figure, then with the longest run of rows of
    equal width. Titles and notes around a table do not count in either."""
    sample = "".join(text.splitlines(keepends=True)[:_LINES_LOOKED_AT])
    return max(SEPARATORS, key=lambda separator: _table_like(csv.reader(io.StringIO(sample), delimiter=separator)))


def _table_like(rows: Iterator[list[str]]) -> tuple[int, int]:
    """Number of rows with a figure or sign behind the first cell, and length of the longest run of rows of equal
    width."""
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


def _read_workbook(file: Path) -> list[PublishedSheet]:
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    published_sheets = []
    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        for sheet_info in book.sheets_metadata:
            if sheet_info.typ != SheetTypeEnum.WorkSheet:
                continue
            sheet = guarded(file, lambda name=sheet_info.name: book.get_sheet_by_name(name))
            if sheet.start is None:
                continue
            former = [""] * sheet.start[1]
            rows: list[list[Cell]] = [_trimmed([*former, *map(_cell, row)]) for row in sheet.iter_rows()]
            merged = sheet.merged_cell_ranges
            _repeat(rows, merged or [])
            lines = list(range(1, len(rows) + 1))
            published_sheets.append(
                PublishedSheet(sheet_info.name, rows, lines, ",", merged is not None, _tall(rows, merged or []))
            )
    if sum(len(row) for sheet in published_sheets for row in sheet.rows) > CELL_LIMIT:
        raise DataError("published_too_large", file=file.name, limit=CELL_LIMIT)
    if not published_sheets:
        raise DataError("file_empty", file=str(file))
    return published_sheets


def _repeat(rows: list[list[Cell]], merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Repeat cells merged over several columns in each of these columns. merged: first and last (row, column) of each
    merged range."""
    cells_left = CELL_LIMIT
    for (top, left), (_, right) in merged:
        if not 0 < left < right or top >= len(rows) or left >= len(rows[top]):
            continue
        cells_left -= right - left
        if cells_left < 0 or right > _COLUMN_LIMIT:
            return
        row = rows[top]
        row += [""] * (right + 1 - len(row))
        row[left : right + 1] = [row[left]] * (right + 1 - left)


def _tall(rows: list[list[Cell]], merged: list[tuple[tuple[int, int], tuple[int, int]]]) -> dict[tuple[int, int], Cell]:
    """Cells merged over several rows of one column, by row (from 1) and column. merged: as of `_repeat`."""
    cells: dict[tuple[int, int], Cell] = {}
    for (top, left), (bottom, right) in merged:
        if left == right and top < len(rows) and left < len(rows[top]) and len(cells) < CELL_LIMIT:
            for row in range(top, min(bottom, len(rows) - 1) + 1):
                cells[row + 1, left] = rows[top][left]
    return cells


def _cell(value: Any) -> Cell:
    """Cell of a workbook: numbers as Decimals of 15 digits, the precision of a spreadsheet; other values as text."""
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


@dataclass(frozen=True)
class Part:
    """A label of a line. title: heading of its column, or ""; code: its code, None without codes, "" for a total;
    heading: the label is alone in a line above and may tell where the line belongs."""

    text: str
    title: str = ""
    code: str | None = None
    heading: bool = False


Labels = tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class PublishedTable:
    """A published table: rows and columns of labels, with entries. Headings of a row come last among its labels, the
    nearest first.

    name: of the sheet; above: texts above the table; lines: line of each row in the file, from 1; value: names of the
    value of all figures where the file states them, else the last label of each column may be one.
    """

    name: str
    above: tuple[str, ...]
    rows: tuple[Labels, ...]
    columns: tuple[Labels, ...]
    entries: tuple[tuple[Entry, ...], ...]
    lines: tuple[int, ...]
    value: tuple[str, ...] = ()


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """Normalise a label for comparison: single blanks, no footnote marks, no apostrophe that keeps a spreadsheet from
    computing."""
    text = unmarked(" ".join(text.split()))
    return text[1:] if text.startswith("'") and text[1:].startswith(FORMULA_SIGNS) else text


def cell_text(cell: Cell) -> str:
    """Text of a cell that is a label; a number is written as its digits."""
    return cell if isinstance(cell, str) else format(cell, "f")


class EntryReader:
    """Reads the figures of one sheet. `notices` tell what could not be read and what was ambiguous."""

    def __init__(self, sheet: PublishedSheet, file: str, cells: Iterable[Cell]) -> None:
        self._sheet, self._file = sheet, file
        self.decimal: DecimalSign
        self.decimal, self._unclear = guess_decimal((cell for cell in cells if isinstance(cell, str)), sheet.decimal)
        self._strange: list[tuple[int, int, str]] = []

    def read(self, cell: Cell, line: int, column: int) -> Entry:
        """Figure or sign of a cell; None for an empty or unreadable cell. line, column: position for notices, from
        1."""
        if not isinstance(cell, str) or not cell:
            return None if cell == "" else cell
        sign = sign_of(cell)
        if sign:
            return sign
        figure = figure_of(cell, self.decimal)
        if figure is None:
            self._strange.append((line, column, cell))
        return figure

    @property
    def notices(self) -> list[Sentence]:
        """Notices on ambiguous and unreadable cells."""
        sentences = []
        if self._unclear:
            read = figure_of(self._unclear, self.decimal)
            sentences.append(
                sentence("published_unclear_number", file=self._file, text=self._unclear, figure=f"{read:f}")
            )
        if self._strange:
            line, column, text = self._strange[0]
            location = f"{column_letters(column)}{line}"
            where = f"{self._file}, {self._sheet.name}" if self._sheet.name else self._file
            count = len(self._strange)
            sentences.append(sentence("published_no_figure", file=where, place=location, text=text[:60], count=count))
        return sentences


def at(row: Sequence[Cell], place: int) -> Cell:
    """The cell at a place of a row that may be shorter."""
    return row[place] if place < len(row) else ""


_HEAD_ROWS = 9
# What an export says of its state, up to where the day and the number of a release begin.
_STATES = tuple(
    say(code, language, date="{", number="{").partition("{")[0]
    for code in ("export_state_draft", "export_state_released", "export_trial")
    for language in ("de", "en")
)
_CONTINUED = tuple(say("export_continued", language, label="{").partition("{")[::2] for language in ("de", "en"))
_OTHER_SHEETS = tuple(
    say(f"export_sheet_{kind}", language) for kind in ("contents", "flat") for language in ("de", "en")
)
_LINKS_BACK = tuple(say("export_sheet_contents", language) for language in ("de", "en"))
_CODES_BESIDE = ("export_code_of", "export_level_of")
_HEADINGS = 8
Row = tuple[list[Cell], int]


@dataclass
class _Block:
    """Consecutive rows of a table in a sheet. headings: texts alone in a row, each with the index in `body` of the row
    that follows."""

    above: list[str]
    head: list[list[Cell]]
    body: list[Row] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)


def extract(
    sheet: PublishedSheet, file: str, titles: Collection[str] = ()
) -> tuple[list[PublishedTable], list[Sentence]]:
    """Tables of a sheet from top to bottom, and notices on their figures. titles: titles of variables, as `plain`.

    Sheets of our workbooks that only list or repeat others yield none.
    """
    if sheet.name.rstrip(" 0123456789") in _OTHER_SHEETS:
        return [], []
    blocks = [block for block in _blocks(sheet) if block.body]
    if any(_is_own(block.above) for block in blocks):
        blocks = [_without_codes(block) for block in blocks]
    widths = [_stub_width(block, titles) for block in blocks]
    figures = (cell for block, stub in zip(blocks, widths, strict=True) for row, _ in block.body for cell in row[stub:])
    reader = EntryReader(sheet, file, figures)
    is_own_table = any(_is_own(block.above) for block in blocks)
    tables = [_table(sheet, block, stub, reader, is_own_table) for block, stub in zip(blocks, widths, strict=True)]
    return [table for table in tables if table.columns and table.rows], reader.notices


def _without_codes(block: _Block) -> _Block:
    """A table of our CSV without its columns of headings, codes and levels."""
    ends = tuple(say(code, language, title="") for code in _CODES_BESIDE for language in LANGUAGES)
    beside = {at for at, cell in enumerate(block.head[-1]) if isinstance(cell, str) and cell.endswith(ends)}
    headings = [say("export_heading", language) for language in LANGUAGES]
    beside |= {at for at, cell in enumerate(block.head[-1][:1]) if cell in headings}
    if not beside:
        return block

    def kept(row: list[Cell]) -> list[Cell]:
        return [cell for at, cell in enumerate(row) if at not in beside]

    body = [(kept(row), line) for row, line in block.body]
    return replace(block, head=[kept(row) for row in block.head], body=body)


def _holds_entry(cell: Cell) -> bool:
    return not isinstance(cell, str) or is_entry(cell)


def _is_wide(row: list[Cell]) -> bool:
    """Whether any cell right of the first column has content."""
    return any(cell != "" for cell in row[1:])


def _blocks(sheet: PublishedSheet) -> list[_Block]:
    blocks: list[_Block] = []
    above: list[str] = []
    run: list[Row] = []
    for row, line in [*zip(sheet.rows, sheet.lines, strict=True), ([], 0)]:
        if _is_wide(row):
            run.append((row, line))
            continue
        if run:
            _add(blocks, above, run)
            above, run = [], []
        if row and cell_text(row[0]) not in _LINKS_BACK:
            above.append(cell_text(row[0]))
    return blocks


def _add(blocks: list[_Block], above: list[str], run: list[Row]) -> None:
    """Add a run of rows without a gap: a new table with its head, or a continuation of the previous table below a
    heading."""
    rows = [row for row, _ in run]
    former_block = blocks[-1] if blocks else None
    head = _head_rows(rows)
    if (
        former_block is not None
        and not head
        and rows[0] != former_block.head[0]
        and (former_block.body or _as_wide(rows, former_block.head))
    ):
        former_block.headings += [(len(former_block.body), text) for text in above]
        former_block.body += run
        return
    if former_block is not None and rows[: len(former_block.head)] == former_block.head:
        head = len(former_block.head)
    head = max(head, 1)
    blocks.append(_Block(above, rows[:head], run[head:]))


def _as_wide(rows: list[list[Cell]], head: list[list[Cell]]) -> bool:
    """Whether the longest row has as many cells as the longest row of the head above."""
    return max(map(len, rows)) == max(map(len, head))


def _head_rows(rows: list[list[Cell]]) -> int:
    """Number of head rows at the start of a run: up to the last row that holds only texts, as long as the rows between
    have an empty first cell (their numbers are labels then, such as years)."""
    head_rows = 0
    end = max(len(row) for row in rows)
    for row_index, row in enumerate(rows[:_HEAD_ROWS]):
        texts = not any(_holds_entry(cell) for cell in row[1:] if cell != "")
        if texts and (len(row) == end or at(row, 0) == ""):
            head_rows = row_index + 1
        elif row_index and at(row, 0) != "":
            break
    return head_rows


def _stub_width(block: _Block, titles: Collection[str]) -> int:
    """Number of label columns at the left: the first one, and further ones with texts or below the title of a
    variable."""
    width = max(len(row) for row, _ in block.body)
    stub = 1
    while stub < width - 1:
        cells = [at(row, stub) for row, _ in block.body]
        filled_cells = [cell for cell in cells if cell != ""]
        texts = sum(not _holds_entry(cell) for cell in filled_cells)
        if not (2 * texts > len(filled_cells) or plain(_head_title(block, stub)) in titles):
            break
        stub += 1
    return stub


def _head_title(block: _Block, column: int) -> str:
    """Heading of a label column: the lowest text in the head."""
    return next((cell_text(at(row, column)) for row in reversed(block.head) if at(row, column) != ""), "")


def _table(sheet: PublishedSheet, block: _Block, stub: int, reader: EntryReader, is_own_table: bool) -> PublishedTable:
    """Build a table from a block. stub: number of label columns; is_own_table: this program wrote the sheet, so that
    empty cells are meant to be empty.
    """
    width = max(len(row) for row, _ in block.body)
    heads = [[cell_text(at(row, column)) for column in range(stub, width)] for row in block.head]
    if not is_own_table or not sheet.whole:
        _fill_right(heads)
    titles = [_head_title(block, column) for column in range(stub)]
    columns: list[Labels] = [tuple(Part(row[index]) for row in heads if row[index]) for index in range(width - stub)]
    kept_indices = [column_index for column_index, path in enumerate(columns) if path]
    rows, entries, lines = [], [], []
    former_labels = [""] * stub
    for index, (row, line) in enumerate(block.body):
        labels = [cell_text(sheet.tall.get((line, level)) or at(row, level)) for level in range(stub)]
        if is_own_table:
            labels = [_without_continued(text) for text in labels]
        else:
            _fill_down(labels, former_labels)
        former_labels = labels
        contents = tuple(reader.read(at(row, stub + index), line, stub + index) for index in kept_indices)
        if any(entry is not None for entry in contents):
            path = [Part(text, title) for text, title in zip(labels, titles, strict=True) if text]
            rows.append((*path, *([] if is_own_table else _headings(block, index))))
            entries.append(contents)
            lines.append(line)
    return PublishedTable(
        sheet.name,
        tuple(block.above),
        tuple(rows),
        tuple(columns[index] for index in kept_indices),
        tuple(entries),
        tuple(lines),
    )


def _without_continued(text: str) -> str:
    """Remove the word by which our exports mark the continuation of a label on the next page."""
    for earlier, after in _CONTINUED:
        inner = text.removeprefix(earlier).removesuffix(after)
        if text == f"{earlier}{inner}{after}":
            return inner
    return text


def _headings(block: _Block, number: int) -> list[Part]:
    """Texts alone in a row above this row, the nearest first."""
    texts = [text for heading_line, text in block.headings if heading_line <= number]
    return [Part(text, heading=True) for text in texts[: -_HEADINGS - 1 : -1]]


def _is_own(above: Collection[str]) -> bool:
    """Whether the texts above a table are those of an export of this program."""
    return any(text.startswith(_STATES) for text in above)


def _fill_right(heads: list[list[str]]) -> None:
    """Repeat a label in the empty cells to its right, as in merged cells, up to the next label of an outer level."""
    for level, row in enumerate(heads[:-1]):
        for index in range(1, len(row)):
            begins = any(heads[outer][index] != heads[outer][index - 1] for outer in range(level))
            if not row[index] and not begins:
                row[index] = row[index - 1]


def _fill_down(labels: list[str], former: list[str]) -> None:
    """Replace an empty label before a label by the label of the row above."""
    deepest = max((level for level, text in enumerate(labels) if text), default=0)
    for level in range(deepest):
        if labels[level]:
            break
        labels[level] = former[level]


_VARIABLE = re.compile(r"(\d+)_variable_(code|label|attribute_code|attribute_label)")


def _is_genesis(sheet: PublishedSheet) -> bool:
    """Whether the first row is the header of a flat file."""
    head = set(sheet.rows[0]) if sheet.rows else set()
    return {"value", "time_label", "time", "1_variable_attribute_code"} <= head


def _genesis_tables(
    sheet: PublishedSheet, file: str, _titles: Collection[str] = ()
) -> tuple[list[PublishedTable], list[Sentence]]:
    """Tables of a GENESIS flat CSV, one for each value (`value_variable_label`) with one column, and notices."""
    head = {cell_text(cell): cell_index for cell_index, cell in enumerate(sheet.rows[0])}
    numbers = sorted({int(match[1]) for name in head if (match := _VARIABLE.fullmatch(name))})
    reader = EntryReader(sheet, file, (at(row, head["value"]) for row in sheet.rows[1:]))

    def text(row: list[Cell], name: str) -> str:
        return cell_text(at(row, head[name])) if name in head else ""

    by_value: dict[tuple[str, ...], list[tuple[Labels, Entry, int]]] = {}
    for row, line in zip(sheet.rows[1:], sheet.lines[1:], strict=True):
        entry = reader.read(at(row, head["value"]), line, head["value"])
        if entry is None:
            continue
        path = [Part(text(row, "time"), text(row, "time_label"), text(row, "time"))]
        for number in numbers:
            prefix = f"{number}_variable_"
            code = text(row, prefix + "attribute_code")
            path.append(Part(text(row, prefix + "attribute_label"), text(row, prefix + "label"), code))
        label, unit = text(row, "value_variable_label"), text(row, "value_unit")
        names = tuple(name for name in (label, f"{label} ({unit})", text(row, "value_variable_code"), unit) if name)
        by_value.setdefault(names, []).append((tuple(path), entry, line))
    tables = [
        PublishedTable(
            sheet.name,
            (),
            tuple(path for path, _, _ in rows),
            ((),),
            tuple((entry,) for _, entry, _ in rows),
            tuple(line for _, _, line in rows),
            names,
        )
        for names, rows in by_value.items()
    ]
    return tables, reader.notices


@dataclass(frozen=True, eq=False)
class PublishedFile:
    """Tables of a published file, one for each sheet or block of rows, and notices on how they were read."""

    name: str
    tables: tuple[PublishedTable, ...]
    notices: tuple[Sentence, ...] = ()

    @property
    def cells(self) -> int:
        """Number of figures and signs."""
        return sum(entry is not None for table in self.tables for row in table.entries for entry in row)


def read_published(path: str | PathLike[str], titles: Collection[str] = ()) -> PublishedFile:
    """Read the labelled figures of a CSV file or workbook: an export of this program, GENESIS flat CSV, or a simple
    table.

    titles: titles of variables, as `plain`; a column of numbers below one of them holds codes. Raises
    published_without_table and the errors of `read_sheets`.
    """
    tables: list[PublishedTable] = []
    notices: list[Sentence] = []
    name = Path(path).name
    for sheet in read_sheets(path):
        read = _genesis_tables if _is_genesis(sheet) else extract
        sheet_tables, sheet_notices = read(sheet, name, titles)
        tables += sheet_tables
        notices += sheet_notices
    if not tables:
        raise DataError("published_without_table", file=name)
    return PublishedFile(name, tuple(tables), tuple(notices))
