"""XLSX: one layout sheet per layer, figures as numbers, and a sheet with the notes."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from ckmcore.errors import CkmError
from ckmcore.export.document import Bracketed, Document, Sheet, is_total_line
from ckmcore.files import write_whole
from ckmcore.numbers import Language
from ckmcore.sentences import say
from ckmcore.tabulate.spec import MOST_DECIMALS

ROW_LIMIT, COLUMN_LIMIT = 1_048_576, 16_384
MOST_INDENT = 6
LEAST_WIDTH, WIDEST_HEAD = 12, 26
# Workbooks carry no time of making and no user: the same table gives the same bytes.
FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


class TooWideForASheet(CkmError):
    code = "export_too_wide"


def write_xlsx(document: Document, path: Path) -> None:
    """Write the document; raises TooWideForASheet, NotWritten."""
    sheet = document.sheet(0)
    rows = len(sheet) + document.depth("columns") + len(document.lines) + 4
    columns = max(sheet.stub.depth, 1) + sheet.columns
    if rows > ROW_LIMIT or columns > COLUMN_LIMIT:
        raise TooWideForASheet(rows=rows, columns=columns, row_limit=ROW_LIMIT, column_limit=COLUMN_LIMIT)
    write_whole(path, lambda target: _write(document, target))


def _write(document: Document, path: Path) -> None:
    import xlsxwriter

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(str(path), options)
    book.set_properties({"title": document.title, "created": FIXED_TIME})
    formats = _Formats(book, document.language)
    word = say("export_sheet_table", document.language)
    layers = len(document.layout.layers)
    for layer in range(layers):
        _table_sheet(book.add_worksheet(word if layers == 1 else f"{word} {layer + 1}"), document, layer, formats)
    notes = book.add_worksheet(say("export_sheet_notes", document.language))
    notes.set_column(0, 0, 100)
    notes.write_string(0, 0, document.title, formats["title"])
    for row, text in enumerate((*document.lines, *document.notes), start=1):
        notes.write_string(row, 0, text, formats["note"])
    book.close()


class _Formats:
    """The formats of a workbook by name, made when they are first used."""

    def __init__(self, book: Any, language: Language) -> None:
        self._book, self._made = book, dict[tuple[str, str, bool], Any]()
        edge = {"border": 1, "border_color": "#d0d7de"}
        head = {"align": "center", "valign": "vcenter", "text_wrap": True, "bg_color": "#f4f5f7", **edge}
        stub = {"align": "left", "valign": "top", **edge}
        self._styles: dict[str, dict[str, Any]] = {
            "title": {"bold": True, "font_size": 14},
            "line": {"font_color": "#57606a"},
            "head": head,
            "stub_head": {**head, "align": "left", "valign": "bottom"},
            "stub_total": {**stub, "bold": True},
            "sign": {"align": "right", **edge},
            "note": {"text_wrap": True, "valign": "top"},
        }
        for indent in range(MOST_INDENT + 1):
            self._styles[f"stub_{indent}"] = {**stub, "indent": indent}
        for places in range(MOST_DECIMALS + 1):
            for size, figure in (("", 0), ("_thousands", -1000), ("_millions", -1_000_000)):
                style = {"num_format": number_format(language, places, figure), **edge}
                self._styles[f"figure_{places}{size}"] = style
                self._styles[f"figure_total_{places}{size}"] = {**style, "bold": True}

    def __getitem__(self, name: str) -> Any:
        return self.marked(name, "")

    def marked(self, name: str, mark: str, *, brackets: bool = False) -> Any:
        """A format whose figures have brackets around them, the mark of a footnote behind them, and stay numbers."""
        key = (name, mark, brackets)
        if key not in self._made:
            style = dict(self._styles[name])
            if "num_format" in style:
                parts = style["num_format"].split(";")
                if brackets:
                    parts = [_bracketed(part) for part in parts]
                style["num_format"] = ";".join(f'{part}" {mark}"' if mark else part for part in parts)
            self._made[key] = self._book.add_format(style)
        return self._made[key]


def _bracketed(part: str) -> str:
    """One part of a number format with brackets around the figure, behind the part's condition."""
    condition, sign, figure = part.rpartition("]")
    return f'{condition}{sign}"("{figure}")"'


def number_format(language: Language, places: int, figure: Decimal | int = 0) -> str:
    """The number format of figures with some decimals: a blank between thousands in German, else a comma.

    A format has room for two conditions, those of large figures: a figure far below 0 has a format of its own.
    """
    decimals = "." + "0" * places if places else ""
    if language != "de":
        return f"#,##0{decimals}"
    if figure <= -1_000_000:
        return rf"#\ ###\ ##0{decimals}"
    if figure <= -1000:
        return rf"#\ ##0{decimals}"
    return rf"[>=1000000]#\ ###\ ##0{decimals};[>=1000]#\ ##0{decimals};0{decimals}"


def _size(figure: Decimal | int) -> str:
    """Which of the formats of figures far below 0 a figure needs."""
    return "_millions" if figure <= -1_000_000 else "_thousands" if figure <= -1000 else ""


def _table_sheet(target: Any, document: Document, layer: int, formats: _Formats) -> None:
    layout, values, sheet = document.layout, document.table.spec.values, document.sheet(layer)
    rows, beside = sheet.stub, sheet.beside
    stub, head = max(rows.depth, 1), document.depth("columns")
    target.write_string(0, 0, document.title, formats["title"])
    lines = list(document.lines)
    if document.depth("layers"):
        lines.append(", ".join(document.line_texts("layers", layer)))
    for row, text in enumerate(lines, start=1):
        target.write_string(row, 0, text, formats["line"])
    top = len(lines) + 2
    first_row = top + head + 1

    titles = rows.titles
    for level in range(stub):
        title = titles[level] if level < len(titles) else ""
        _merge(target, top, level, top + head, level, title, formats["stub_head"])
    columns = [document.line_texts("columns", line) for line in range(len(layout.columns))]
    labels = document.labels["columns"]
    for level in range(head):
        place = 0
        while place < len(columns):  # runs by node, not by label: two categories may be called the same
            end = labels.run(place, level)[1] + 1
            left, right = stub + place * beside, stub + end * beside - 1
            text = columns[place][level] if level < len(columns[place]) else ""
            _merge(target, top + level, left, top + level, right, text, formats["head"])
            place = end
    for column in range(sheet.columns):
        target.write_string(top + head, stub + column, sheet.head_words(column), formats["head"])

    room = [_head_room(sheet, columns, column) for column in range(sheet.columns)]
    total_columns = [is_total_line(document, "columns", line) for line in range(len(columns))]
    for number in range(len(sheet)):
        row, line, total = first_row + number, int(rows.line_of[number]), bool(rows.total[number])
        texts = rows.texts(number)
        for level in range(stub):
            text = texts[level] if level < len(texts) else ""
            indent = min(rows.indent(number, level), MOST_INDENT) if level < len(texts) else 0
            strong = total or (bool(rows.empty[number]) and level == 0)
            target.write_string(row, level, text, formats["stub_total" if strong else f"stub_{indent}"])
        for column, figure in enumerate(sheet.figures(number)):
            place, value = column // beside, sheet.value(number, column)
            kind = "figure_total" if total or total_columns[place] else "figure"
            mark = document.marks.of_cell(line, place, layer) if value == 0 else ""
            if isinstance(figure, str):
                text = f"{figure} {mark}" if figure and mark else figure
                target.write_string(row, stub + column, text, formats["sign"])
            else:
                style = f"{kind}_{values[value].places}"
                room[column] = max(
                    room[column], _write_number(target, (row, stub + column), figure, style, mark, formats)
                )

    last = first_row + len(sheet) + 1
    for number, note in enumerate(document.notes):
        target.write_string(last + number, 0, note)
    for level in range(stub):
        longest = [len(text) + 2 * indent for text, indent, _ in rows.widest(level)]
        width = max([len(titles[level]) if level < len(titles) else 8, *longest], default=8)
        target.set_column(level, level, min(max(width + 2, 10), 50))
    for column, width in enumerate(room):
        target.set_column(stub + column, stub + column, width)
    target.freeze_panes(first_row, stub)
    target.repeat_rows(top, first_row - 1)
    target.set_landscape()
    target.fit_to_pages(1, 0)


def _write_number(
    target: Any, place: tuple[int, int], figure: int | Decimal | Bracketed, style: str, mark: str, formats: _Formats
) -> int:
    """Writes a figure, in brackets or not, with the mark of a footnote; the room in letters that it needs."""
    number = figure.figure if isinstance(figure, Bracketed) else figure
    form = formats.marked(style + _size(number), mark, brackets=isinstance(figure, Bracketed))
    target.write_number(*place, number, form)
    return len(f"{number:,} {mark}") + 2


def _head_room(sheet: Sheet, columns: list[tuple[str, ...]], column: int) -> int:
    """The width in letters that the longest word above a column needs."""
    words = sheet.head_words(column).split()
    if sheet.beside == 1:  # else the label stands across several columns
        words += "".join(columns[column][-1:]).split()
    return max(LEAST_WIDTH, min(max(map(len, words), default=0) + 2, WIDEST_HEAD))


def _merge(sheet: Any, top: int, left: int, bottom: int, right: int, text: str, style: Any) -> None:
    if (top, left) == (bottom, right):
        sheet.write_string(top, left, text, style)
    else:
        sheet.merge_range(top, left, bottom, right, "", style)
        sheet.write_string(top, left, text, style)
