"""Sheets of workbooks: Excel (`.xlsx`, `.xls`) and OpenDocument (`.ods`); which sheet, and which cells of it."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from ckmcore.errors import DataError, InputError
from ckmcore.microdata.cell_values import ColumnCells, cell_array, cell_text
from ckmcore.microdata.delimited import words_of
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import Format
from ckmcore.microdata.layout import (
    Body,
    FileRow,
    RecordRows,
    Row,
    file_rows,
    footers_of,
    is_blank,
    is_rule_row,
    lacks_names_of_codes,
    rows_entry,
    says_part,
    titles_entry,
)
from ckmcore.microdata.looked_rows import LOOKED_AT, folded
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, answer_to, entry_of
from ckmcore.microdata.record_rows import CELLS_LOOKED_AT, of_chosen_table, record_rows, upper_names
from ckmcore.microdata.sheet_marks import Merge, SheetMarks, marks_of
from ckmcore.microdata.sniff import SAMPLE_ROWS, has_header, records_of
from ckmcore.microdata.source import (
    TEXT_CELLS,
    UNIT_CELLS,
    Batches,
    Source,
    check_names,
    different_names,
    with_codes_above,
    without_columns,
)
from ckmcore.microdata.workbooks import check_workbook, guarded

WORKBOOKS = ("excel", "excel_97", "ods")
_CELLS = re.compile(r"([A-Za-z]{0,3})(\d{0,7})(?::([A-Za-z]{0,3})(\d{0,7}))?")
_ROWS_LOOKED_AT = 50
_BATCH_ROWS = 1 << 16
_LAST_ROWS = 60
_LOOKED_AT_BYTES = 8 << 20
_AROUND, _MOST_CLUSTERS = 5, 1000


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
    names, name, sheet = chosen_sheet(file, "" if dialect is None else dialect.sheet)
    is_named = dialect is not None and bool(dialect.sheet) and not dialect.sheet_guessed
    asked = replace(dialect or Dialect(), sheet=name, sheet_guessed=not is_named)
    guessed = not asked.cells
    if guessed:
        asked = replace(asked, cells=_guess_cells(file, sheet, asked.rules))
    area = Area.parse(asked.cells)
    if asked.head_row:
        area = replace(area, top=asked.head_row - 1)
    marks = marks_of(file, name).of_former_rules(asked.rules, kind) if asked.rules else SheetMarks()
    table = SheetTable(sheet, area, marks, asked)
    looked_at = max(head_rows, _ROWS_LOOKED_AT)
    every = min(LOOKED_AT, CELLS_LOOKED_AT // max(1, table.width)) if asked.rules > 2 else 0
    sheet_rows = table.rows()
    numbered = list(islice(sheet_rows, max(looked_at, every) + 1))
    if not numbered:
        raise DataError("sheet_empty", file=str(file), sheet=name)
    texts = [(number, table.texts(number, cells)) for number, cells in numbered]
    above = table.above() if guessed and asked.rules else []
    upper = upper_names(above, texts, asked.rules) if asked.rules > 2 and not asked.head_row else ()
    if dialect is None or not dialect.encoding:
        asked = replace(asked, header=_is_headed(texts, asked, upper))
    entries: list[ReadingEntry] = asked.by_hand
    if asked.rules:
        later = table.suspicious_rows(sheet_rows, texts[0][1]) if asked.rules > 2 and asked.header else []
        table.begin(texts, asked, upper, later, whole=len(numbered) <= max(looked_at, every))
        above = above[: len(above) - len(upper)] if asked.header else above
        entries += [titles_entry(above)] if above else []
    chosen = of_chosen_table(asked, table.layout.entries, lambda other: open_workbook(file, kind, other, head_rows))
    if chosen is not None:
        return chosen
    columns = tuple(f"V{place}" for place in range(1, len(texts[0][1]) + 1))
    if asked.header:
        heads = _header_texts(table.layout.names or texts[0][1])
        columns = tuple(cell.strip() or other for cell, other in zip(heads, columns, strict=True))
        if asked.rules:
            columns, twice = different_names(columns)
            entries += twice
    if asked.rules:
        entries += [*table.layout.entries, *table.deviations(columns, asked.answers)]
        entries += table.merged_across(columns, asked.answers)
    if asked.rules > 2 and len(names) > 1:
        entries += _sheets_unread(file, name, table.names, asked, is_named=is_named)
    rows = [cells for number, cells in texts[int(asked.header) :] if table.is_record(number, cells)]
    if not rows:
        raise DataError("file_without_records", file=str(file))
    check_names(file, columns)
    head = tuple(map(tuple, rows[:head_rows]))
    is_preview = asked.rules and head_rows > SAMPLE_ROWS
    shown = table.file_rows(texts[: looked_at + 1], complete=len(texts) <= head_rows) if is_preview else ()
    reader = partial(_batches, table)
    source = Source(
        file,
        kind,
        columns,
        asked,
        head,
        reader,
        described=words_of(asked),
        sheets=names,
        notices=list(notices),
        layout=table.layout,
        file_rows=shown,
        all_rows=table.all_rows,
        entries=entries,
    )
    return without_columns(with_codes_above(source), table.layout.without)


def _is_headed(texts: Sequence[Row], dialect: Dialect, upper: Sequence[Row]) -> bool:
    """Whether the first row of a table has the names of its columns."""
    if dialect.rules > 2:
        rows = records_of(texts, dialect.rules, upper)
    else:
        left_out = record_rows(texts, texts, (), header=True, rules=dialect.rules).left_out if dialect.rules else ()
        rows = [cells for number, cells in texts if number not in left_out]
    return len(rows) > 1 and has_header(rows, dialect.rules)


class SheetTable:
    """The rows of an area of a sheet, with what is known of them."""

    def __init__(self, sheet: Any, area: Area, marks: SheetMarks, dialect: Dialect) -> None:
        self._sheet, self._area, self._marks, self._dialect = sheet, area, marks, dialect
        self._marked_rows = {row for rows in marks.formulas.values() for row in rows}
        self._errors: dict[int, list[int]] = {}
        for column, errors in marks.errors.items():
            for row in errors if column >= area.left else ():
                self._errors.setdefault(row, []).append(column - area.left)
        self._marked_rows.update(self._errors)
        self._begins: dict[int, list[int]] = {}
        self._goes_on: dict[int, list[int]] = {}
        self._filled_across: dict[int, list[tuple[int, int]]] = {}
        for (top, left), (bottom, _) in self._merges():
            if bottom > top and left >= area.left:
                self._begins.setdefault(top + 1, []).append(left - area.left)
                for row in range(top + 2, bottom + 2):
                    self._goes_on.setdefault(row, []).append(left - area.left)
        self.layout, self.body = RecordRows(), Body(())
        self.names: list[str] = []
        self._first = area.top + 1
        self._is_whole = False
        self.blank: list[int] = []
        self.repeated: list[int] = []
        self.rules: list[int] = []
        self.footers: list[Row] = []
        self.as_displayed: dict[str, Counter[str]] = {}
        self.cells: dict[str, ColumnCells] = {}
        self.notes: list[Row] = []

    @property
    def height(self) -> int:
        """Rows from the first of the area to the last that is used."""
        return int(self._sheet.end[0]) + 1 - self._area.top

    @property
    def width(self) -> int:
        """Columns of the area as far as the sheet is used."""
        right = int(self._sheet.end[1]) + 1 if self._area.right is None else self._area.right
        return right - self._area.left

    def displayed(self, name: str, place: int, rows: Sequence[int], values: list[Any]) -> list[Any]:
        """Values of a column as the sheet displays codes; which ones is noted."""
        if place + self._area.left not in self._marks.formats:
            return values
        shown = self._marks.displayed(place + self._area.left, rows, values)
        told = self.as_displayed.setdefault(name, Counter())
        told.update(new for new, old in zip(shown, values, strict=True) if new is not old)
        return shown

    def column_cells(self, name: str, place: int, *, is_code: bool) -> ColumnCells:
        """What looks at the cells of a column. place: of the column in the area, from 0."""
        column = place + self._area.left
        return ColumnCells(column_letters(column), column, name, self._marks, is_code=is_code)

    def _merges(self) -> Sequence[Merge]:
        if self._marks.merges is not None:
            return self._marks.merges
        return (self._sheet.merged_cell_ranges or ()) if self._dialect.rules else ()

    def _across(self) -> Iterator[tuple[Merge, int]]:
        """Areas of merged cells below the names that go over some of the columns, each with a column that lies in it
        and is not its first."""
        for (top, left), (bottom, right) in self._merges() if self._dialect.rules > 2 else ():
            is_row = left <= self._area.left and right + 1 >= self._area.left + self.width > self._area.left + 2
            is_record = top + 1 > self._first - (not self.names) and top + 1 not in self.layout.left_out
            if right > left >= self._area.left and is_record and not is_row and not self._dialect.leaves_out(top + 1):
                yield from ((((top, left), (bottom, right)), place) for place in range(left + 1, right + 1))

    def rows(self) -> Iterator[tuple[int, list[Any]]]:
        """Rows that are not empty, each with its number from 1, merged cells filled; empty ones are counted."""
        merged: dict[int, Any] = {}
        blank: list[int] = []
        self.blank = []
        for number, cells in chain(_rows(self._sheet, self._area), self._rows_below()):
            for place in self._begins.get(number, ()):
                merged[place] = cells[place] if place < len(cells) else ""
            for place in self._goes_on.get(number, ()):
                if place < len(cells) and cells[place] == "":
                    cells[place] = merged.get(place, "")
            for first, place in self._filled_across.get(number, ()):
                if place < len(cells) and cells[place] == "":
                    cells[place] = cells[first]
            for place in self._errors.get(number, ()):
                if place < len(cells):
                    cells[place] = ""
            if number in self._marked_rows or not self._is_empty(cells):
                self.blank += blank
                blank = []
                yield number, cells
            elif any(value != "" for value in cells):
                self.blank.append(number)
            else:
                blank.append(number)  # below the last record these are no rows at all

    def _rows_below(self) -> Iterator[tuple[int, list[Any]]]:
        """Rows below the last value of the sheet that have a formula without a result, an error, or a part of a cell
        that is merged with one above; not of cells that are merged far down."""
        if self._dialect.rules < 3 or self._area.bottom is not None:
            return
        end = int(self._sheet.end[0]) + 1
        merged = (bottom + 1 for (top, left), (bottom, right) in self._merges() if left == right and top < end)
        last = [row for row in (*self._marked_rows, *merged) if end < row <= end + _LAST_ROWS]
        yield from ((number, [""] * self.width) for number in range(end + 1, max(last, default=0) + 1))

    def _is_empty(self, cells: list[Any]) -> bool:
        if not self._dialect.rules:
            return all(value == "" for value in cells)
        return not any(value != "" and (type(value) is not str or value.strip()) for value in cells)

    def above(self) -> list[Row]:
        """Rows above the area."""
        top = Area(0, self._area.left, self._area.top)
        return [
            (number, [cell_text(value, ".") for value in cells])
            for number, cells in (_rows(self._sheet, top) if self._area.top else ())
            if not self._is_empty(cells)
        ]

    def texts(self, number: int, cells: list[Any]) -> list[str]:
        """A row as the sheet displays its codes."""
        shown = [
            self._marks.displayed(place + self._area.left, [number], [value])[0]
            if place + self._area.left in self._marks.formats
            else value
            for place, value in enumerate(cells)
        ]
        return [cell_text(value, self._dialect.decimal) for value in shown]

    def is_record(self, number: int, cells: Sequence[str]) -> bool:
        """Whether a row is a record, as far as rules for its place and its texts say."""
        if self._is_left_out(number) or self._is_rule(cells):
            return False
        keeps = answer_to(self._dialect.answers, "repeated_head") == "keep"
        return keeps or not self.names or not self._are_names(number, cells)

    def _is_left_out(self, number: int) -> bool:
        is_other = number in self.layout.left_out or 0 < self.layout.ends <= number
        return is_other or self._dialect.leaves_out(number)

    def _are_names(self, number: int, cells: Sequence[str]) -> bool:
        if self._dialect.rules > 2:
            return number in self.layout.repeated or folded(cells) == folded(self.names)
        return [cell.strip() for cell in cells] == self.names

    def all_rows(self) -> Iterator[FileRow]:
        """All rows of the sheet, those above the area among them."""
        return self._file_rows(chain(self.above(), self._texts_of(self.rows())))

    def _texts_of(self, rows: Iterable[tuple[int, list[Any]]]) -> Iterator[Row]:
        return ((number, self.texts(number, cells)) for number, cells in rows)

    def _file_rows(self, rows: Iterable[Row]) -> Iterator[FileRow]:
        """Rows with the empty ones between them."""

        def with_empty() -> Iterator[Row]:
            last = 0
            for number, cells in rows:
                empty = range(max(last + 1, number - _LAST_ROWS), number) if last else ()
                yield from ((place, ()) for place in empty)
                yield number, cells
                last = number

        def is_record(number: int, cells: Sequence[str]) -> bool:
            return number >= self._first and not is_blank(cells) and self.is_record(number, cells)

        heads = {self._first, *self.layout.heads} if self._dialect.header else set[int]()
        return file_rows(with_empty(), heads, is_record)

    def file_rows(self, first: Sequence[Row], *, complete: bool) -> tuple[FileRow, ...]:
        """The first and the last rows of the sheet; complete: there are no others than the first."""
        shown = tuple(self._file_rows([*self.above(), *first]))
        if complete:
            return shown
        end = self._area.top + self.height
        last = _rows(self._sheet, replace(self._area, top=max(end - _LAST_ROWS, first[-1][0])))
        filled = ((number, cells) for number, cells in last if not self._is_empty(cells))
        return (*shown, *self._file_rows(self._texts_of(filled)))

    def suspicious_rows(self, rows: Iterable[tuple[int, list[Any]]], names: Sequence[str]) -> list[list[Row]]:
        """Further rows that may be no records, with those around: below a blank row, with one text alone, beginning
        with the first name."""
        clusters: list[list[Row]] = []
        before, first, more = (0, list[Any]()), names[0].strip().casefold(), 0
        parts = self._dialect.rules > 3
        for number, cells in rows:
            is_apart = bool(before[0]) and number > before[0] + 1
            begins = type(cells[0]) is str and cells[0].strip().casefold() == first
            says = parts and any(type(value) is str and says_part(value) for value in cells)
            if is_apart or begins or says or sum(value != "" for value in cells) == 1:
                if not more:
                    clusters.append([(before[0], self.texts(*before))] if before[0] else [])
                more = _AROUND
            if more:
                clusters[-1].append((number, self.texts(number, cells)))
                more -= 1
            before = number, cells
            if len(clusters) > _MOST_CLUSTERS:
                break
        return clusters

    def begin(
        self,
        texts: Sequence[Row],
        dialect: Dialect,
        upper: Sequence[Row],
        later: Sequence[Sequence[Row]],
        *,
        whole: bool,
    ) -> None:
        """Look at the first rows, the names among them. upper: names above them; later: further rows; whole: there are
        no other rows."""
        self._dialect, self.body = dialect, Body(texts)
        self.names = [cell.strip() for cell in texts[0][1]] if dialect.header else []
        self._first, self._is_whole = texts[0][0], whole and dialect.rules > 2
        tail = texts if self._area.bottom is None else []
        if tail and not whole and dialect.rules > 2:
            end = self._area.top + self.height
            last = _rows(self._sheet, replace(self._area, top=max(end - _LAST_ROWS, texts[-1][0])))
            tail = list(self._texts_of((number, cells) for number, cells in last if not self._is_empty(cells)))
        by_hand = frozenset(number for number, _ in texts if dialect.left_out and dialect.leaves_out(number))
        self.layout = record_rows(
            texts,
            tail,
            dialect.answers,
            header=dialect.header,
            rules=dialect.rules,
            upper=upper,
            by_hand=by_hand,
            later=later,
            whole=whole,
            everything=None if whole or not dialect.header else lambda: self._texts_of(self.rows()),
        )

    def deviations(self, names: Sequence[str], answers: Sequence[ReadingAnswer] = ()) -> list[ReadingEntry]:
        """Notices and questions on the sheet: merged cells, hidden rows, formulas without a result."""
        entries: list[ReadingEntry] = []
        merges = [_place(area) for area in self._merges() if area[1][0] > area[0][0] >= self._area.top]
        if merges:
            entries.append(entry_of("merged", count=len(merges), examples=merges))
        if self._marks.hidden:
            entries.append(entry_of("hidden_rows", count=len(self._marks.hidden), rows=self._marks.hidden))
        for place, rows in sorted(self._marks.formulas.items()):
            if 0 <= place - self._area.left < len(names):
                cells = [f"{column_letters(place)}{row}" for row in rows]
                name = names[place - self._area.left]
                entries.append(entry_of("formulas", name, count=len(rows), rows=rows, examples=cells, answers=answers))
        return entries

    def merged_across(self, names: Sequence[str], answers: Sequence[ReadingAnswer]) -> list[ReadingEntry]:
        """Questions on columns whose cells are merged with those of a column before them; and their cells filled,
        where a person has decided so."""
        areas: dict[int, list[Merge]] = {}
        for area, column in self._across():
            if column - self._area.left < len(names):
                areas.setdefault(column - self._area.left, []).append(area)
        entries = []
        for place, merges in sorted(areas.items()):
            name, rows = names[place], [top + 1 for (top, _), _ in merges]
            entries.append(
                entry_of(
                    "merged_across", name, count=len(merges), rows=rows, examples=map(_place, merges), answers=answers
                )
            )
            for (top, left), (bottom, _) in merges if entries[-1].decision == "fill" else ():
                for row in range(top + 1, bottom + 2):
                    self._filled_across.setdefault(row, []).append((left - self._area.left, place))
        return entries

    def records(self) -> Iterator[tuple[int, list[Any]]]:
        """Rows below the names that are records."""
        waiting: deque[tuple[int, list[Any]]] = deque()
        rows = self.rows()
        if self._dialect.header:
            next(rows, None)
        if not self._dialect.rules:
            yield from rows
            return
        self.repeated, self.rules = [], []
        for number, cells in rows:
            if 0 < self.layout.ends <= number:
                break
            if self._is_left_out(number) and number not in self.layout.rows_apart:
                continue
            if str(cells[0]).strip()[:1] in ("=", "-", "_", "*") and self._is_rule(self.texts(number, cells)):
                self.rules.append(number)
                continue
            if self.names and self._is_names(number, cells):
                self.repeated.append(number)
                if answer_to(self._dialect.answers, "repeated_head") != "keep":
                    continue
            waiting.append((number, cells))
            if len(waiting) > _LAST_ROWS:
                yield waiting.popleft()
        yield from self._without_notes(list(waiting))

    def _is_rule(self, texts: Sequence[str]) -> bool:
        return self._dialect.rules > 1 and is_rule_row(texts)

    def _is_names(self, number: int, cells: list[Any]) -> bool:
        if number in self.layout.repeated:
            return True
        first = str(cells[0]).strip()
        is_first = first.casefold() == self.names[0].casefold() if self._dialect.rules > 2 else first == self.names[0]
        return is_first and first != "" and self._are_names(number, self.texts(number, cells))

    def _without_notes(self, last: list[tuple[int, list[Any]]]) -> list[tuple[int, list[Any]]]:
        """The last records without the notes below them, which are kept in `notes` and `footers`."""
        if self._area.bottom is not None or self._is_whole:
            return last
        ruled, notes = footers_of(self.body, [(number, self.texts(number, cells)) for number, cells in last])
        self.footers, self.notes = ruled, notes
        keeps = answer_to(self._dialect.answers, "notes") == "keep"
        gone = {number for number, _ in (*ruled, *([] if keeps else notes))}
        return [row for row in last if row[0] not in gone]

    def entries(self) -> list[ReadingEntry]:
        """What was left out while records were read."""
        answers = self._dialect.answers
        entries_made = []
        if self.blank:
            entries_made.append(entry_of("blank_rows", count=len(self.blank), rows=self.blank))
        if self.rules:
            entries_made.append(entry_of("rule_rows", count=len(self.rules), rows=self.rules))
        if self.repeated:
            count, rows = len(self.repeated), self.repeated
            default = "leave_out" if self._dialect.rules > 2 else ""
            entries_made.append(entry_of("repeated_head", count=count, rows=rows, answers=answers, default=default))
        for name, codes in self.as_displayed.items():
            if codes:
                entries_made.append(entry_of("displayed", name, count=codes.total(), examples=codes))
        entries_made += [entry for cells in self.cells.values() for entry in cells.entries(answers)]
        entries_made += [rows_entry("footer", self.footers)] if self.footers else []
        entries_made += [rows_entry("notes", self.notes, answers)] if self.notes else []
        return entries_made


def _place(area: Merge) -> str:
    """An area as the sheet names it, `A2:A4`."""
    (top, left), (bottom, right) = area
    return f"{column_letters(left)}{top + 1}:{column_letters(right)}{bottom + 1}"


def _header_texts(row: Sequence[str]) -> list[str]:
    """Names on one line each: a line break within a heading is a blank."""
    return [" ".join(cell.split()) for cell in row]


def chosen_sheet(file: Path, wanted: str) -> tuple[tuple[str, ...], str, Any]:
    """The names of the sheets, the one that is read, and its cells."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        sheets = [sheet for sheet in book.sheets_metadata if sheet.typ == SheetTypeEnum.WorkSheet]
        names = tuple(sheet.name for sheet in sheets)
        if wanted and wanted not in names:
            raise InputError("sheet_unknown", file=str(file), sheet=wanted, known=names)
        sheets.sort(key=lambda sheet: sheet.visible != SheetVisibleEnum.Visible)
        filled: list[tuple[str, Any]] = []
        for name in [wanted] if wanted else [sheet.name for sheet in sheets]:
            cells = guarded(file, lambda name=name: book.get_sheet_by_name(name))
            if cells.start is None:
                continue
            if wanted or (cells.height > 1 and cells.width > 1):
                return names, name, cells
            filled.append((name, cells))
    if filled:  # single cells, as on a cover sheet, hold no list
        return names, *next((named for named in filled if named[1].height > 1), filled[0])
    raise DataError("sheet_empty", file=str(file), sheet=wanted or (names[0] if names else "-"))


def _plain_name(name: str) -> str:
    return " ".join(name.split()).casefold()


def _sheets_unread(
    file: Path, read: str, names: Sequence[str], dialect: Dialect, *, is_named: bool
) -> list[ReadingEntry]:
    """The notice on sheets that are not read, and the question where one of them has the same names of columns.

    is_named: whether a person has chosen the sheet that is read. Of large files all others are named.
    """
    from python_calamine import CalamineWorkbook, SheetTypeEnum

    others, alike = [], []
    with guarded(file, lambda: CalamineWorkbook.from_path(str(file))) as book:
        for known in book.sheets_metadata:
            if known.typ != SheetTypeEnum.WorkSheet or known.name == read:
                continue
            shown = known.name
            if file.stat().st_size > _LOOKED_AT_BYTES:
                others.append(shown)
                continue
            cells = guarded(file, lambda name=known.name: book.get_sheet_by_name(name))
            if cells.start is None:
                continue
            others.append(shown)
            rows = (row for _, row in islice(_rows(cells, Area()), _ROWS_LOOKED_AT))
            filled = ([_plain_name(cell_text(value, ".")) for value in row if value != ""] for row in rows)
            if names and any(row == [_plain_name(name) for name in names if name] for row in filled):
                alike.append(shown)
    entries = [entry_of("other_sheets", count=len(others), examples=others)] if others else []
    if alike and not is_named:
        entries.append(entry_of("sheets_alike", count=len(alike), examples=alike, answers=dialect.answers))
    return entries


def _rows(sheet: Any, area: Area) -> Iterator[tuple[int, list[Any]]]:
    """The rows of an area, each with its number from 1, as values; empty cells are ''."""
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
        yield number + 1, ([""] * before + cells + [""] * width)[:width]


def _guess_cells(file: Path, sheet: Any, rules: int) -> str:
    """The first cell of the table: titles above it are narrower than its rows. Raises sheet_empty."""
    (_, left), _ = sheet.start, sheet.end
    filled = []
    for number, row in enumerate(islice(sheet.iter_rows(), sheet.start[0], sheet.start[0] + _ROWS_LOOKED_AT)):
        places = [place for place, value in enumerate(row) if value != ""]
        filled.append((number, places))
    widest = max((len(places) for _, places in filled), default=0)
    if not widest:
        raise DataError("sheet_empty", file=str(file), sheet=sheet.name)
    usual = Counter(len(places) for _, places in filled if len(places) > 1) if rules > 2 else Counter[int]()
    width = max(usual, key=lambda count: (usual[count], count), default=widest)
    number, places = next(named for named in filled if 2 * len(named[1]) > width)
    if rules > 3:
        first = islice(sheet.iter_rows(), sheet.start[0], sheet.start[0] + _ROWS_LOOKED_AT)
        texts = [(row, [cell_text(value, ".") for value in cells]) for row, cells in enumerate(first)]
        number = next((row for row in range(number) if lacks_names_of_codes(texts, row, rules)), number)
    start = min(place[0] for _, place in filled[number:] if place)
    return f"{column_letters(left + min(start, places[0]))}{sheet.start[0] + number + 1}"


def _batches(found: SheetTable, source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    dialect = source.dialect or Dialect()
    places = [source.names.index(name) for name in columns]
    records = found.records()
    total, done = max(1, found.height), 0
    looks = dialect.rules > 2
    found.cells = {
        name: found.column_cells(name, place, is_code=name in source.as_codes)
        for name, place in zip(columns, places, strict=True)
        if looks
    }
    while taken := list(islice(records, min(rows, _BATCH_ROWS))):
        done += len(taken)
        numbers = [number for number, _ in taken]
        arrays: dict[str, Any] = {}
        written: dict[str, Any] = {}
        for name, place in zip(columns, places, strict=True):
            values, units = [cells[place] for _, cells in taken], list[str]()
            if looks:
                values, units = found.cells[name].read(numbers, values, dialect)
            if name in source.as_codes:
                values = found.displayed(name, place, numbers, values)
            decimal, _ = dialect.signs_of(name)
            arrays[name] = cell_array(values, decimal)
            if dialect.rules and arrays[name].type == pa.string():
                written[name + TEXT_CELLS] = pa.array([type(value) is str for value in values])
            if any(units):
                written[name + UNIT_CELLS] = pa.array(units, pa.string())
        batch = pa.record_batch([*arrays.values(), *written.values()], names=[*arrays, *written])
        yield batch, min(1.0, done / total)
    if dialect.rules:
        source.entries.extend(found.entries())
