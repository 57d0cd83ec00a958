"""XLSX: workbooks of one or several tables - contents, tables as laid out or accessible, flat sheets, notes.

A sheet as laid out has a head of several lines, a stub, printed pages with *Noch:*; flat and accessible ones have one
line of heads and nothing merged or empty, and are marked up as tables.
"""

from __future__ import annotations

import datetime
import io
import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from xlsxwriter.utility import xl_range

from ckmcore.base.picture import picture_size
from ckmcore.errors import InputError
from ckmcore.formats.drawn_picture import picture_beside, picture_png
from ckmcore.formats.flat_sheets import (
    WIDEST_HEAD,
    WIDEST_STUB,
    fit_pages,
    flat_rows,
    print_setup,
    write_accessible,
    write_figure,
    write_flat,
    write_link,
)
from ckmcore.formats.pages import (
    SIZES,
    HtmlPage,
    PageSetup,
    note_points,
    on_one_page,
    page_fit,
    page_setup,
    pages,
    pages_across,
)
from ckmcore.formats.sheet_formats import MOST_INDENT, TITLE_LARGER, Formats
from ckmcore.messages import say
from ckmcore.presentation.present import Sheet, TablePresentation
from ckmcore.tabulate.compared import compared_lines
from ckmcore.tabulate.spec import STUB
from ckmcore.tabulate.widths import lines_with

SCALE, BAR = ("#FFFFFF", "#9DBBE0"), "#9DBBE0"
BLOCK_LINES = 2  # of text, as high as the row of a block's heading is


LEAST_WIDTH, WIDEST_EVEN = 12, 17
LEAST_BESIDE = 30  # letters of a stub with several pages beside it
_GAP = 2
# Of a column in the usual font of workbooks.
_PIXELS_OF_A_LETTER, _PIXELS_BESIDE = 7, 5


def runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each run of neighbouring places."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


class LayoutSheet:
    """Writes one layer of a document into a sheet. `notes`: those below it (None: all of the document); `contents`:
    name of the sheet of contents, to which a link leads, "" for none."""

    def __init__(
        self,
        target: Any,
        document: TablePresentation,
        layer: int,
        formats: Formats,
        notes: Sequence[str] | None = None,
        contents: str = "",
    ) -> None:
        self.target, self.document, self.layer, self.formats = target, document, layer, formats
        self.notes = document.notes if notes is None else notes
        self.contents = contents
        self.sheet: Sheet = document.sheet(layer)
        self.stub = max(self.sheet.stub.depth, 1)
        self.head = document.depth("columns")
        self.lines_below = self.sheet.lines_below_head()
        self.below = self.head + len(self.lines_below)  # the last line of the head
        self.columns = [document.line_texts("columns", line) for line in range(len(document.layout.columns))]
        self.total_columns = [document.is_total("columns", line) for line in range(len(self.columns))]
        self._rows: list[tuple[int, int]] = []  # row of the sheet, row of the table
        self._rooms = self._figure_rooms()
        self.set_off = document.is_set_off
        across = list(map(max, self._rooms, map(self._head_room, range(self.sheet.columns))))
        if self.set_off:
            even = max((width for width in across if width <= WIDEST_EVEN), default=LEAST_WIDTH)
            across = [max(even, width) for width in across]
        self.widths = [*self._stub_widths(), *across]
        self._set_widths()
        self.setup: PageSetup = page_setup(document.office, self.widths)
        self.breaks: list[int] = []  # columns with which further pages begin
        self.title_heights: list[int] = []  # in lines
        self.on_one_page = False
        self.fit = page_fit(document.office, self.widths, self.stub) if document.writers > 1 else None
        if self.fit is not None:
            lacking = LEAST_BESIDE - sum(self.widths[: self.stub])
            if self.fit.across > 1 and lacking > 0:  # title and lines are above the stub on each page
                self.widths[self.stub - 1] += lacking
                self.fit = page_fit(document.office, self.widths, self.stub)
            self.setup, self.breaks = self.fit.setup, self.fit.breaks
        elif self.set_off:
            self.setup, self.breaks = pages_across(document.office, self.widths, self.stub, self._groups())
        self.last = min(self.breaks, default=len(self.widths)) - 1  # column of the first page

    def write(self) -> None:
        """The whole sheet."""
        top = self._titles()
        heights = self._write_head(top)
        first_row = top + self.below + 1
        room, above = self.setup.rows - math.ceil(sum(heights)), top
        if self.set_off or self.fit is not None:
            room, above = self._room_on_pages(sum(heights))
        parts = pages(self.sheet.stub, room, room - above)
        if self.fit is not None:  # programs divide what they make fit, and repeat the head
            parts = [HtmlPage(0, len(self.sheet.stub))]
        row, breaks = first_row, []
        for number, page in enumerate(parts):
            if number:
                breaks.append(row)
            row = self._write_page(page, row)
        self._write_notes(row + 1)
        self.end = row + 1 + len(self.notes)
        self._mark_figures()
        for column, width in enumerate(self.widths):
            self.target.set_column(column, column, width)
        self._print(top, first_row, breaks)

    def _room_on_pages(self, head: float) -> tuple[int, int]:
        """Number of rows that fit on a page, and of lines above those of the first; the print is scaled down a little
        where the whole table fits on one page then."""
        stub, above = self.sheet.stub, 1 + sum(self.title_heights)
        headings = sum(self.document.is_heading(int(line)) for line in stub.line_of)
        more = headings * (BLOCK_LINES - 1)
        below = 1 + sum(map(self._lines_of_note, self.notes))
        lines = above + math.ceil(head) + len(stub) + more + below
        self.setup = on_one_page(self.document.office, self.setup, lines)
        self.on_one_page = lines <= self.setup.rows
        room = self.setup.rows - math.ceil(head) - more
        return (max(room, len(stub) + above) if lines <= self.setup.rows else room), above

    def _lines_of_note(self, note: str) -> int:
        first = self.stub if self.breaks else 0  # the stub is printed on each page
        return sum(self._lines_of(part, first, self.last) for part in note.split("\n"))

    def _titles(self) -> int:
        """Write title and lines; gives the row of the head. Where further pages are beside the first, they are above
        the stub, which each of them has."""
        lines = list(self.document.lines)
        if self.document.depth("layers"):
            lines.append(", ".join(self.document.line_texts("layers", self.layer)))
        self.title_heights = [1] * (1 + len(lines))
        for row, text in enumerate([self.document.title, *lines]):
            style = "line" if row else "title"
            if not self.breaks:
                self.target.write_string(row, 0, text, self.formats[style])
                continue
            self._merge(row, 0, row, self.stub - 1, text, f"{style}_wrapped")
            larger = 1 if row else 1 + TITLE_LARGER / 10
            needed = math.ceil(self._lines_of(text, 0, self.stub - 1, larger) * larger)
            self.title_heights[row] = needed
            if needed > 1:
                self.target.set_row(row, needed * self.setup.row_points)
        if self.contents:
            write_link(self.target, len(lines) + 1, 0, self.contents, self.formats)
        return len(lines) + 2

    def _write_head(self, top: int) -> list[float]:
        """The head; the heights of its lines, in lines of text."""
        heights = [1.0] * (self.below + 1)
        titles = self.sheet.stub.titles
        for level in range(self.stub):
            title = titles[level] if level < len(titles) else ""
            self._merge(top, level, top + self.below, level, title, "stub_head")
        labels = self.document.labels["columns"]
        beside = self.sheet.beside
        for level in range(self.head):
            place = 0
            while place < len(self.columns):  # runs by node, not by label: two categories may be called the same
                end = labels.run(place, level)[1] + 1
                if labels.is_covered(place, level):
                    place = end
                    continue
                left, right = self.stub + place * beside, self.stub + end * beside - 1
                text = self.columns[place][level] if level < len(self.columns[place]) else ""
                reach = labels.reach(place, level)
                for first, last in self._on_pages(left, right):
                    self._merge(top + level, first, top + level + reach - 1, last, text, "head")
                last = level + reach - 1  # the line that its words need room in
                heights[last] = max(heights[last], self._lines_of(text, left, right) - reach + 1)
                place = end
        shared = self._shared_unit()
        for left, right in self._on_pages(self.stub, self.stub + self.sheet.columns - 1) if shared else ():
            self._merge(top + self.head, left, top + self.head, right, shared, "head")
        for column in range(0 if shared else self.sheet.columns):
            text = self.sheet.head_words(column)
            self.target.write_string(top + self.head, self.stub + column, text, self.formats["head"])
            heights[self.head] = max(heights[self.head], self._lines_of(text, self.stub + column, self.stub + column))
        for line, texts in enumerate(self.lines_below, self.head + 1):
            for column, text in enumerate(texts):
                self.target.write_string(top + line, self.stub + column, text, self.formats["head"])
        for line, height in enumerate(heights):
            if height > 1:
                self.target.set_row(top + line, height * self.setup.row_points)
        return heights

    def _on_pages(self, left: int, right: int) -> list[tuple[int, int]]:
        """Divide columns from left to right where a page ends: each page has their heading."""
        begins = [left, *(column for column in self.breaks if left < column <= right)]
        return [(first, end - 1) for first, end in zip(begins, [*begins[1:], right + 1], strict=True)]

    def _groups(self) -> list[int]:
        """The columns with which the outermost nodes of the head begin."""
        labels, found, place = self.document.labels["columns"], list[int](), 0
        while place < len(self.columns):
            found.append(self.stub + place * self.sheet.beside)
            place = labels.run(place, 0)[1] + 1
        return found

    def _shared_unit(self) -> str:
        """Heading of the figures of all columns alike, where it is written once for all of them."""
        words = {self.sheet.head_words(column) for column in range(self.sheet.columns)}
        return words.pop() if self.set_off and self.sheet.columns > 1 and len(words) == 1 else ""

    def _lines_of(self, text: str, left: int, right: int, larger: float = 1) -> int:
        """How many lines a text, whose letters are so much larger, needs across some columns, its words kept whole."""
        room, lines, used = sum(self.widths[left : right + 1]) / larger - 1, 1, 0
        for word in text.split():
            if used and used + 1 + len(word) > room:
                lines, used = lines + 1, 0
            used += len(word) + (1 if used else 0)
        return lines

    def _write_page(self, page: HtmlPage, row: int) -> int:
        """The rows of a printed page; the row behind the last."""
        for column, indent, text in page.continued:
            for level in range(self.stub):
                shown = text if level == column else ""
                self.target.write_string(row, level, shown, self.formats[f"stub_{min(indent, MOST_INDENT)}"])
            for column in range(self.sheet.columns):
                self.target.write_blank(row, self.stub + column, None, self.formats["blank"])
            row += 1
        for number in range(page.first, page.end):
            self._rows.append((row, number))
            if self.set_off and self.document.is_heading(int(self.sheet.stub.line_of[number])):
                text = next(iter(self.sheet.stub.texts(number)), "")
                self._merge(row, 0, row, len(self.widths) - 1, text, "block")
                self.target.set_row(row, BLOCK_LINES * self.setup.row_points)
            else:
                self._write_stub(number, row, page)
                self._write_figures(number, row)
            row += 1
        return row

    def _write_stub(self, number: int, row: int, page: HtmlPage) -> None:
        """Write the labels of a row; a label of several rows is written once for those of a page."""
        rows = self.sheet.stub
        texts, total = rows.texts(number), bool(rows.total[number])
        for level in range(self.stub):
            text = texts[level] if level < len(texts) else ""
            indent = min(rows.indent(number, level), MOST_INDENT) if level < len(texts) else 0
            strong = total or (bool(rows.empty[number]) and level == 0)
            style = "stub_total" if strong else f"stub_{indent}"
            if self.set_off and text:
                bold, sub = strong or rows.is_bold(number, level), level == rows.depth - 1 and rows.tint[number]
                style = f"stub_{'total_' if bold else 'sub_' if sub else ''}{indent}"
            if level >= rows.depth - 1 or not text:
                led = self.document.has_leaders and text and not rows.empty[number]
                self.target.write_string(row, level, text, self.formats.led(style) if led else self.formats[style])
                continue
            first, last = rows.run(number, level)
            begin, end = max(first, page.first), min(last, page.end - 1)
            if number == begin:
                label = say("export_continued", rows.language, label=text) if first < begin else text
                self._merge(row, level, row + end - begin, level, label, style)

    def _write_figures(self, number: int, row: int) -> None:
        rows, values = self.sheet.stub, self.document.table.spec.values
        line, total = int(rows.line_of[number]), bool(rows.total[number])
        for column, figure in enumerate(self.sheet.figures(number)):
            place, value = column // self.sheet.beside, self.sheet.value(number, column)
            kind = "figure_total" if total or self.total_columns[place] else "figure"
            if self.set_off:
                bold = bool(rows.strong[number] or self.document.labels["columns"].strong[place])
                kind = "figure_total" if bold else "figure_sub" if rows.tint[number] else "figure"
            mark = self.document.marks.of_cell(line, place, self.layer, value)
            where, sign = (row, self.stub + column), kind.replace("figure", "sign") if self.set_off else "sign"
            write_figure(self.target, where, figure, (kind, values[value].places), mark, self.formats, sign)

    def _mark_figures(self) -> None:
        """Bars and grounds of each value, where the table has them: Excel draws them from the figures themselves."""
        shown = self.document.table.spec.presentation
        if not (shown.bars or shown.colours):
            return
        rows = compared_lines(self.document.layout.rows)[self.sheet.stub.line_of]
        columns = compared_lines(self.document.layout.columns)
        for value in range(len(self.document.table.spec.values)):
            across = [at for at in range(self.sheet.columns) if columns[at // self.sheet.beside]]
            if self.sheet.in_rows:
                down = [row for row, number in self._rows if rows[number] and self.sheet.stub.value_of[number] == value]
            else:
                across = [at for at in across if at % self.sheet.beside == value]
                down = [row for row, number in self._rows if rows[number]]
            areas = [
                xl_range(top, self.stub + left, bottom, self.stub + right)
                for top, bottom in runs(down)
                for left, right in runs(across)
            ]
            if not areas:
                continue
            place = (runs(down)[0][0], self.stub + runs(across)[0][0])
            where = {"multi_range": " ".join(areas)}
            if shown.colours:
                scale = {"type": "2_color_scale", "min_color": SCALE[0], "max_color": SCALE[1]}
                self.target.conditional_format(*place, *place, {**scale, **where})
            if shown.bars:
                bar: dict[str, Any] = {"type": "data_bar", "bar_color": BAR, **where}
                if not any((block.figures[value] < 0).any() for block in self.document.table.blocks):
                    bar |= {"min_type": "num", "min_value": 0}
                self.target.conditional_format(*place, *place, bar)

    def _write_notes(self, row: int) -> None:
        """Write the notes below the table, across its columns; with further pages beside the first, on this alone."""
        height = note_points(self.document.office) if self.set_off else self.setup.row_points
        for number, note in enumerate(self.notes, start=row):
            self._merge(number, self.stub if self.breaks else 0, number, self.last, note, "note")
            lines = self._lines_of_note(note)
            if lines > 1:
                self.target.set_row(number, lines * height)

    def place_of_logo(self, pixels: int) -> tuple[int, int, int]:
        """Row, column and pixels from its left edge at which a picture so wide ends with the table, beside title and
        lines; else the row below the notes."""
        edges = [0]
        for width in self.widths[: self.last + 1]:
            edges.append(edges[-1] + width * _PIXELS_OF_A_LETTER + _PIXELS_BESIDE)
        left = edges[-1] - pixels
        words = [len(self.document.title) * (1 + TITLE_LARGER / 10), *map(len, self.document.lines)]
        if left < max(words) * (_PIXELS_OF_A_LETTER + 1):
            return self.end + 1, 0, 0
        column = max(number for number, edge in enumerate(edges) if edge <= left)
        return 0, column, left - edges[column]

    def _print(self, top: int, first_row: int, breaks: list[int]) -> None:
        office = self.document.office
        self.target.freeze_panes(first_row, self.stub)
        self.target.repeat_rows(top, first_row - 1)
        self.target.repeat_columns(0, self.stub - 1)
        print_setup(self.target, self.document, self.setup.paper)
        if self.fit is not None:
            fit_pages(self.target, self.fit, down=int(self.on_one_page))
            return
        self.target.set_print_scale(self.setup.scale)
        if breaks:
            self.target.set_h_pagebreaks(breaks)
        if self.breaks:
            self.target.set_v_pagebreaks(self.breaks)
        if office.orientation == "landscape":
            self.target.set_landscape()

    def _merge(self, top: int, left: int, bottom: int, right: int, text: str, style: str) -> None:
        form = self.formats[style]
        if (top, left) != (bottom, right):
            self.target.merge_range(top, left, bottom, right, "", form)
        self.target.write_string(top, left, text, form)

    def _stub_widths(self) -> list[int]:
        stub = self.sheet.stub
        titles, found = stub.titles, []
        for level in range(self.stub):
            longest = [len(text) + 2 * indent for text, indent, _ in stub.widest(level)]
            width = max([len(titles[level]) if level < len(titles) else 8, *longest], default=8)
            found.append(min(max(width + _GAP, 10), WIDEST_STUB))
        return found

    def _set_widths(self) -> None:
        """The widths that somebody set. No column is narrower than its figures: a workbook shows `###` instead."""
        beside = self.sheet.beside
        for width in self.document.table.spec.presentation.widths:
            letters = letters_of(width.pixels)
            if width.path[0] == STUB:
                level = int(width.path[1])
                if level < self.stub:
                    self.widths[level] = letters
                continue
            value = int(width.path[-1])
            for line in lines_with(self.document.layout.columns, width.path[:-1]):
                column = line * beside + (value if beside > 1 else 0)
                self.widths[self.stub + column] = max(letters, self._rooms[column])

    def _figure_rooms(self) -> list[int]:
        """Of each column the room in letters of its longest figure."""
        document, sheet = self.document, self.sheet
        table, beside = document.table, sheet.beside
        found = [0] * sheet.columns
        places = {*document.marks.cells, *(place[:3] for place in document.marks.revised)}
        marks = max((len(document.marks.of_cell(*place)) + 1 for place in places), default=0)
        for number, value in enumerate(table.spec.values):
            matrix = document.layout.matrix([block.figures[number] for block in table.blocks], self.layer)
            if not matrix.size:
                continue
            more = (value.places + 1 if value.places else 0) + marks + _GAP + (_GAP if table.has_signs else 0)
            for line, (least, most) in enumerate(
                zip(matrix.min(axis=0).tolist(), matrix.max(axis=0).tolist(), strict=True)
            ):
                room = max(len(f"{figure // 10**value.places:,}") for figure in (least, most)) + more
                column = line * beside + (number if beside > 1 else 0)
                found[column] = max(found[column], room)
        return found

    def _head_room(self, column: int) -> int:
        """The width in letters that the longest word above a column needs."""
        words = self.sheet.head_words(column).split()
        if self.sheet.beside == 1:  # else the label stands across several columns
            words += self._label_of(column).split()
        return max(LEAST_WIDTH, min(max(map(len, words), default=0) + _GAP, WIDEST_HEAD))

    def _label_of(self, place: int) -> str:
        """The label right above the figures of a column, also a label that reaches over the lines below it."""
        labels = self.document.labels["columns"]
        alone = [text for level, text in enumerate(self.columns[place]) if labels.run(place, level) == (place, place)]
        last = "".join(self.columns[place][-1:])
        return last if last or not self.set_off else next((text for text in reversed(alone) if text), "")


def letters_of(pixels: float) -> int:
    """The width in letters of a column that somebody drew so wide."""
    return max(1, round((pixels - _PIXELS_BESIDE) / _PIXELS_OF_A_LETTER))


ROW_LIMIT, COLUMN_LIMIT = 1_048_576, 16_384
CELL_LIMIT = 2_000_000
# Workbooks carry no time of making and no user: the same table gives the same bytes.
FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
LOGO_HEIGHT = 60
LONGEST_LINK = 255  # letters of a link
NOTES_WIDTH = 80

# In the directory of a ZIP file: where an entry says which system wrote it and what its owner may do with it, and the
# three lengths of what follows.
_ENTRY, _SYSTEM, _RIGHTS, _LENGTHS, _FIRST = 46, 5, 38, 28, -6
UNIX, OWNERS = 3, (0o600 << 16).to_bytes(4, "little")


def made_alike(content: bytes) -> bytes:
    """A ZIP file that names the same system and the same rights wherever it was written."""
    alike, count = bytearray(content), int.from_bytes(content[-12:-10], "little")
    place = int.from_bytes(content[_FIRST : _FIRST + 4], "little")
    for _ in range(count):
        alike[place + _SYSTEM] = UNIX
        alike[place + _RIGHTS : place + _RIGHTS + len(OWNERS)] = OWNERS
        place += _ENTRY + sum(struct.unpack_from("<3H", content, place + _LENGTHS))
    return bytes(alike)


SheetKind = Literal["table", "flat", "picture"]


@dataclass(frozen=True)
class _Planned:
    """A sheet before it is written: its name, the number of its table, its layer."""

    name: str
    kind: SheetKind
    table: int
    layer: int = 0


def write_xlsx(document: TablePresentation, path: Path, *, accessible: bool = False, flat: bool | None = None) -> None:
    """Write one table; raises export_too_wide, export_too_many_cells.

    accessible: nothing merged, nothing empty, labels repeated. flat: with a flat sheet too (None: as the office asks).
    """
    write_workbook([document], path, accessible=accessible, flat=flat)


def write_workbook(
    documents: Sequence[TablePresentation], path: Path, *, accessible: bool = False, flat: bool | None = None
) -> None:
    """Write several tables into one workbook, in the language of the first; raises as `write_xlsx`."""
    check_size(documents)
    _Workbook(documents, accessible, flat).write(path)


def check_size(documents: Sequence[TablePresentation]) -> None:
    """Whether tables fit into a workbook, before anything is written; raises export_too_wide, export_too_many_cells."""
    cells = 0
    for document in documents:
        sheet = document.sheet(0)
        rows = len(sheet) + document.depth("columns") + len(document.lines) + len(document.notes) + 4
        columns = max(sheet.stub.depth, 1) + sheet.columns
        if rows > ROW_LIMIT or columns > COLUMN_LIMIT:
            raise InputError(
                "export_too_wide", rows=rows, columns=columns, row_limit=ROW_LIMIT, column_limit=COLUMN_LIMIT
            )
        cells += len(sheet) * sheet.columns * len(document.shown_layers)
    if cells > CELL_LIMIT:
        raise InputError("export_too_many_cells", cells=cells, limit=CELL_LIMIT)


class _Workbook:
    """Plans the sheets of a workbook and writes them."""

    def __init__(self, documents: Sequence[TablePresentation], accessible: bool, flat: bool | None) -> None:
        self.documents, self.accessible = documents, accessible
        self.first = documents[0]
        self.office, self.language = self.first.office, self.first.language
        wanted = self.office.flat_sheets if flat is None else flat
        self.left_out = [document for document in documents if wanted and flat_rows(document) > ROW_LIMIT]
        self.sheets = self._planned(wanted)
        self.notes_name = say("export_sheet_notes", self.language)
        self.contents_name = say("export_sheet_contents", self.language)

    def _planned(self, flat: bool) -> list[_Planned]:
        word, flat_word, picture_word = (
            say(f"export_sheet_{kind}", self.language) for kind in ("table", "flat", "picture")
        )
        several, planned = len(self.documents) > 1, list[_Planned]()
        for number, document in enumerate(self.documents):
            layers = document.shown_layers
            for place, layer in enumerate(layers, start=1):
                parts = [str(number + 1)] * several + [str(place)] * (len(layers) > 1)
                planned.append(_Planned(" ".join([word, "-".join(parts)]).strip(), "table", number, layer))
            if picture_beside(document) is not None:
                name = f"{picture_word} {number + 1}" if several else picture_word
                planned.append(_Planned(name, "picture", number))
            if flat and document not in self.left_out:
                planned.append(_Planned(f"{flat_word} {number + 1}" if several else flat_word, "flat", number))
        return planned

    def write(self, path: Path) -> None:
        """The whole workbook."""
        import xlsxwriter

        options = {
            "in_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
            "default_format_properties": {"font_name": self.office.font, "font_size": self.office.font_size},
        }
        content = io.BytesIO()  # a disk that fails is an OSError here, as for every other format
        book = xlsxwriter.Workbook(content, options)
        program = {"comments": self.first.program} if self.first.program else {}
        book.set_properties({"title": self.title, "created": FIXED_TIME, **program})
        formats = Formats(book, self.language, self.office)
        with_contents = self.accessible or self._of_tables > 1
        contents = book.add_worksheet(self.contents_name) if with_contents else None
        linked = self.contents_name if with_contents and self.first.writers > 1 else ""
        targets = [book.add_worksheet(sheet.name) for sheet in self.sheets]
        notes = None if self.notes_stand_below else book.add_worksheet(self.notes_name)
        if contents is not None:
            self._contents(contents, formats)
        for number, (sheet, target) in enumerate(zip(self.sheets, targets, strict=True), start=1):
            document = self.documents[sheet.table]
            if sheet.kind == "picture":
                self._picture(target, document, formats, linked)
            elif sheet.kind == "flat":
                write_flat(target, document, formats, f"Table{number}")
            elif self.accessible:
                write_accessible(target, document, sheet.layer, formats, f"Table{number}", self.contents_name)
            else:
                made = LayoutSheet(target, document, sheet.layer, formats, self._notes_below(document), linked)
                made.write()
                if notes is None:
                    self._logo(target, made)
        if notes is not None:
            row = self._notes(notes, formats)
            if linked:
                write_link(notes, row, 0, linked, formats)
            self._logo(notes if contents is None else contents)
        book.close()
        path.write_bytes(content.getvalue() if self.first.writers == 1 else made_alike(content.getvalue()))

    @property
    def notes_stand_below(self) -> bool:
        """Whether all notes are below the only sheet, and need none of their own."""
        return self._of_tables == 1 and not self.accessible and self.first.is_set_off

    @property
    def _of_tables(self) -> int:
        """Number of sheets with figures: a picture beside a single one needs no contents."""
        return sum(sheet.kind != "picture" for sheet in self.sheets)

    def _notes_below(self, document: TablePresentation) -> Sequence[str]:
        """The notes below a sheet: all of them, or where a sheet of notes has them once for several sheets, those that
        its marks name."""
        if not document.is_set_off or self.notes_stand_below:
            return document.notes
        return (*document.marks.written, say("export_notes_on_sheet", self.language, sheet=self.notes_name))

    @property
    def title(self) -> str:
        """The title of the workbook: of its only table, else of what its tables belong to."""
        if len(self.documents) == 1 or self.first.info is None:
            return self.first.title
        return self.first.info.statistic.text(self.language) or self.first.title

    def _contents(self, target: Any, formats: Formats) -> None:
        """Every sheet by name, with a link to it, and what it holds."""
        target.set_column(0, 0, 18)
        target.set_column(1, 1, NOTES_WIDTH)
        self._on_pages(target)
        target.write_string(0, 0, self.title, formats["title"])
        heads = (say("export_sheet", self.language), say("export_sheet_contents", self.language))
        for column, head in enumerate(heads):
            target.write_string(2, column, head, formats["stub_head"])
        lines = [(sheet.name, self._holds(sheet)) for sheet in self.sheets]
        for row, (name, text) in enumerate([*lines, (self.notes_name, self.notes_name)], start=3):
            write_link(target, row, 0, name, formats)
            if self.first.writers > 1 and len(text) <= LONGEST_LINK:
                write_link(target, row, 1, name, formats, text)
            else:
                target.write_string(row, 1, text, formats["note"])

    def _on_pages(self, target: Any) -> None:
        """A sheet of words is printed as wide as a page."""
        print_setup(target, self.first, SIZES[self.first.office.paper][0])
        target.fit_to_pages(1, 0)

    def _holds(self, sheet: _Planned) -> str:
        document = self.documents[sheet.table]
        label = ", ".join(text for text in document.line_texts("layers", sheet.layer) if text)
        title = document.numbered_title
        return f"{title} – {label}" if sheet.kind == "table" and label else title

    def _notes(self, target: Any, formats: Formats) -> int:
        """Titles, lines and notes of all tables, one under another; the row behind the last."""
        target.set_column(0, 0, NOTES_WIDTH)
        self._on_pages(target)
        row = 0
        for document in self.documents:
            target.write_string(row, 0, document.title, formats["title"])
            row += 1
            texts = [*document.lines, *document.notes, *document.cell_notes()]
            if document in self.left_out:
                texts.append(say("export_flat_left_out", self.language, rows=flat_rows(document), limit=ROW_LIMIT))
            points = note_points(self.first.office)
            for text in texts:
                lines = math.ceil(len(text) / (NOTES_WIDTH - 5))
                if lines > 1:  # not every program makes a row as high as its words need
                    target.set_row(row, lines * points)
                target.write_string(row, 0, text, formats["note"])
                row += 1
            row += 0 if self.accessible else 1
        return row

    def _picture(self, target: Any, document: TablePresentation, formats: Formats, linked: str) -> None:
        """The picture of a table with its description, under the title; the table's sheet has its figures."""
        picture = picture_beside(document)
        if picture is None:
            return
        target.write_string(0, 0, document.title, formats["title"])
        target.write_string(1, 0, document.lines[0], formats["line"])
        if linked:
            write_link(target, 2, 0, linked, formats)
        # The file says how many pixels are an inch, so that it has the size of the picture.
        options = {
            "image_data": io.BytesIO(picture_png(picture)),
            "description": picture.alt,
            "object_position": 3,
        }
        target.insert_image(3, 0, "picture.png", options)
        self._on_pages(target)
        target.fit_to_pages(1, 1)

    def _logo(self, target: Any, sheet: LayoutSheet | None = None) -> None:
        """The office's logo beside the title, not higher than a few lines; on the sheet of a table at its right edge,
        or below its notes where the title needs the room."""
        if not self.office.logo:
            return
        wide, high = picture_size(self.office.logo)
        scale = min(1.0, LOGO_HEIGHT / high)
        words = self.office.name.text(self.language) or say("export_logo", self.language)
        options = {
            "image_data": io.BytesIO(self.office.logo),
            "description": words,
            "object_position": 3,
            "x_scale": scale,
            "y_scale": scale,
        }
        place = (0, 2)
        if sheet is not None:
            row, column, offset = sheet.place_of_logo(math.ceil(wide * scale))
            place, options = (row, column), {**options, "x_offset": offset}
        target.insert_image(*place, "logo.png", options)
