"""A sheet of a workbook with a table as it is laid out: head of several lines, stub, printed pages with *Noch:*."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

from ckmcore.formats.document import Bracketed, Document, Figure, Sheet, is_total_line
from ckmcore.formats.pages import Page, PageSetup, page_setup, pages
from ckmcore.formats.xlsx_formats import MOST_INDENT, Formats
from ckmcore.messages import say
from ckmcore.tabulate.spec import STUB
from ckmcore.tabulate.widths import lines_with

LEAST_WIDTH, WIDEST_HEAD, WIDEST_STUB = 12, 26, 50
_GAP = 2
# Of a column in the usual font of workbooks.
_PIXELS_OF_A_LETTER, _PIXELS_BESIDE = 7, 5


class LayoutSheet:
    """Writes one layer of a document into a sheet."""

    def __init__(self, target: Any, document: Document, layer: int, formats: Formats) -> None:
        self.target, self.document, self.layer, self.formats = target, document, layer, formats
        self.sheet: Sheet = document.sheet(layer)
        self.stub = max(self.sheet.stub.depth, 1)
        self.head = document.depth("columns")
        self.columns = [document.line_texts("columns", line) for line in range(len(document.layout.columns))]
        self.total_columns = [is_total_line(document, "columns", line) for line in range(len(self.columns))]
        self._rooms = self._figure_rooms()
        self.widths = [*self._stub_widths(), *map(max, self._rooms, map(self._head_room, range(self.sheet.columns)))]
        self._set_widths()
        self.setup: PageSetup = page_setup(document.office, self.widths)

    def write(self) -> None:
        """The whole sheet."""
        top = self._titles()
        heights = self._write_head(top)
        first_row = top + self.head + 1
        room = self.setup.rows - math.ceil(sum(heights))
        parts = pages(self.sheet.stub, room, room - top)
        row, breaks = first_row, []
        for number, page in enumerate(parts):
            if number:
                breaks.append(row)
            row = self._write_page(page, row)
        self._write_notes(row + 1)
        for column, width in enumerate(self.widths):
            self.target.set_column(column, column, width)
        self._print(top, first_row, breaks)

    def _titles(self) -> int:
        """Title and lines; the row of the head."""
        self.target.write_string(0, 0, self.document.title, self.formats["title"])
        lines = list(self.document.lines)
        if self.document.depth("layers"):
            lines.append(", ".join(self.document.line_texts("layers", self.layer)))
        for row, text in enumerate(lines, start=1):
            self.target.write_string(row, 0, text, self.formats["line"])
        return len(lines) + 2

    def _write_head(self, top: int) -> list[float]:
        """The head; the heights of its lines, in lines of text."""
        heights = [1.0] * (self.head + 1)
        titles = self.sheet.stub.titles
        for level in range(self.stub):
            title = titles[level] if level < len(titles) else ""
            self._merge(top, level, top + self.head, level, title, "stub_head")
        labels = self.document.labels["columns"]
        beside = self.sheet.beside
        for level in range(self.head):
            place = 0
            while place < len(self.columns):  # runs by node, not by label: two categories may be called the same
                end = labels.run(place, level)[1] + 1
                left, right = self.stub + place * beside, self.stub + end * beside - 1
                text = self.columns[place][level] if level < len(self.columns[place]) else ""
                self._merge(top + level, left, top + level, right, text, "head")
                heights[level] = max(heights[level], self._lines_of(text, left, right))
                place = end
        for column in range(self.sheet.columns):
            text = self.sheet.head_words(column)
            self.target.write_string(top + self.head, self.stub + column, text, self.formats["head"])
            heights[-1] = max(heights[-1], self._lines_of(text, self.stub + column, self.stub + column))
        for line, height in enumerate(heights):
            if height > 1:
                self.target.set_row(top + line, height * self.setup.row_points)
        return heights

    def _lines_of(self, text: str, left: int, right: int) -> int:
        """How many lines a text needs across some columns, its words kept whole."""
        room, lines, used = sum(self.widths[left : right + 1]) - 1, 1, 0
        for word in text.split():
            if used and used + 1 + len(word) > room:
                lines, used = lines + 1, 0
            used += len(word) + (1 if used else 0)
        return lines

    def _write_page(self, page: Page, row: int) -> int:
        """The rows of a printed page; the row behind the last."""
        for column, indent, text in page.continued:
            for level in range(self.stub):
                shown = text if level == column else ""
                self.target.write_string(row, level, shown, self.formats[f"stub_{min(indent, MOST_INDENT)}"])
            for column in range(self.sheet.columns):
                self.target.write_blank(row, self.stub + column, None, self.formats["blank"])
            row += 1
        for number in range(page.first, page.end):
            self._write_stub(number, row, page)
            self._write_figures(number, row)
            row += 1
        return row

    def _write_stub(self, number: int, row: int, page: Page) -> None:
        """The labels of a row; one that stands for several rows is written once for those of a page."""
        rows = self.sheet.stub
        texts, total = rows.texts(number), bool(rows.total[number])
        for level in range(self.stub):
            text = texts[level] if level < len(texts) else ""
            indent = min(rows.indent(number, level), MOST_INDENT) if level < len(texts) else 0
            strong = total or (bool(rows.empty[number]) and level == 0)
            style = "stub_total" if strong else f"stub_{indent}"
            if level >= rows.depth - 1 or not text:
                self.target.write_string(row, level, text, self.formats[style])
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
            mark = self.document.marks.of_cell(line, place, self.layer) if value == 0 else ""
            write_figure(
                self.target, (row, self.stub + column), figure, (kind, values[value].places), mark, self.formats
            )

    def _write_notes(self, row: int) -> None:
        """The notes below the table, across all its columns."""
        last = len(self.widths) - 1
        for number, note in enumerate(self.document.notes, start=row):
            self._merge(number, 0, number, last, note, "note")
            lines = sum(self._lines_of(part, 0, last) for part in note.split("\n"))
            if lines > 1:
                self.target.set_row(number, lines * self.setup.row_points)

    def _print(self, top: int, first_row: int, breaks: list[int]) -> None:
        office = self.document.office
        self.target.freeze_panes(first_row, self.stub)
        self.target.repeat_rows(top, first_row - 1)
        self.target.repeat_columns(0, self.stub - 1)
        self.target.set_print_scale(self.setup.scale)
        if breaks:
            self.target.set_h_pagebreaks(breaks)
        print_setup(self.target, self.document, self.setup.paper)
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
        marks = max((len(document.marks.of_cell(*place)) + 1 for place in document.marks.cells), default=0)
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
            words += "".join(self.columns[column][-1:]).split()
        return max(LEAST_WIDTH, min(max(map(len, words), default=0) + _GAP, WIDEST_HEAD))


def letters_of(pixels: float) -> int:
    """The width in letters of a column that somebody drew so wide."""
    return max(1, round((pixels - _PIXELS_BESIDE) / _PIXELS_OF_A_LETTER))


def print_setup(target: Any, document: Document, paper: int) -> None:
    """Paper, header and footer of the printed pages of a sheet."""
    office, language = document.office, document.language
    header, footer = (_page_text(one.text(language)) for one in (office.header, office.footer))
    target.set_paper(paper)
    if header:
        target.set_header(f"&L{header}")
    numbers = say("export_page", language, page="&P", pages="&N")
    target.set_footer(f"&L{footer}&R{numbers}" if footer else f"&R{numbers}")


def _page_text(text: str) -> str:
    """A text in header or footer, where `&` begins a code. A code ends where its letters end: digits stay apart."""
    return text.replace("&", "&&")


def write_figure(
    target: Any,
    place: tuple[int, int],
    figure: Figure,
    style: tuple[str, int],
    mark: str,
    formats: Formats,
) -> None:
    """A figure as a number, in brackets or not, or the sign in its place, with the mark of a footnote. `style`: kind of
    format and decimals."""
    if isinstance(figure, str):
        target.write_string(*place, f"{figure} {mark}" if figure and mark else figure, formats["sign"])
        return
    number: int | Decimal = figure.figure if isinstance(figure, Bracketed) else figure
    form = formats.figure(*style, number, mark, brackets=isinstance(figure, Bracketed))
    target.write_number(*place, number, form)
