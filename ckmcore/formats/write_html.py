"""HTML: one page that needs nothing else - title, tables with their heads, notes; also what is printed as PDF.

Heads and stub are header cells; where a figure is under several, it names them all, so that a screen reader speaks
them. Nothing is shown by colour alone; there is no script and nothing from outside.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from ckmcore.errors import InputError
from ckmcore.formats.cube import clean
from ckmcore.formats.drawn_picture import picture_beside
from ckmcore.messages import say
from ckmcore.methods.protected import ProtectedTable, show_by
from ckmcore.office.settings import PLAIN
from ckmcore.pictures.svg import page_figure
from ckmcore.presentation.present import Sheet, TablePresentation, figure_text, present_draft
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.spec import spec_to_json

CELL_LIMIT = 200_000
PART_LIMIT = 20_000  # a notebook keeps them in its file, too
_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 "Noto Sans", "Segoe UI", Arial, sans-serif; color: #1b1f24; background: #ffffff; margin: 24px; }
h1 { font-size: 22px; margin: 8px 0 4px; }
h2 { font-size: 17px; margin: 24px 0 8px; }
p { margin: 4px 0; }
p.state { font-weight: 600; }
img { max-height: 60px; }
caption { text-align: left; font-weight: 600; padding: 4px 0; white-space: nowrap; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 16px 0; }
th, td { border: 1px solid #d0d7de; padding: 3px 8px; vertical-align: top; }
th { background: #f4f5f7; font-weight: 400; text-align: left; }
tbody th { min-width: 12em; }
thead th { text-align: center; }
thead th.stub { text-align: left; vertical-align: bottom; }
td { text-align: right; white-space: nowrap; }
.total { font-weight: 600; }
@page { size: A4 landscape; margin: 15mm; }
@media print { body { margin: 0; font-size: 9pt; } thead { display: table-header-group; } tr { break-inside: avoid; } }
"""
_SET_OFF = """
.sub { background-color: #f4f5f7; }
th.sub { background-color: #e6e9ed; }
th.block { background-color: #ffffff; font-weight: 600; border-top: 2px solid #57606a; padding-top: 12px; }
thead th { font-weight: 600; vertical-align: bottom; }
"""
_FIGURE = """
figure { margin: 16px 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { max-width: 46em; }
@media print { figure { break-inside: avoid; } }
"""
# Names of fonts that a style can hold as they are.
_FONT = re.compile(r"[A-Za-z][A-Za-z .-]*")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_INDENT = "\u2003"


def write_html(document: TablePresentation, path: Path) -> None:
    """Write the page; raises export_page_too_large."""
    _check_size(document)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(_page(document))


def write_fragment(document: TablePresentation, path: Path) -> None:
    """Write the tables with their notes as a part of a web page, without head and style; raises export_page_too_large.

    Captions have the title, and names of header cells are no other table's, so that several parts fit one page.
    """
    _check_size(document)
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(f'<div lang="{document.language}">\n')
        stream.writelines(f"<p>{escape(clean(text))}</p>\n" for text in document.lines)
        stream.write(_picture(document, part_name(document)))
        for layer in document.shown_layers:
            stream.writelines(_table(document, layer, part_name(document), caption=document.full_caption(layer)))
        stream.writelines(f"<p>{escape(text)}</p>\n" for text in document.notes)
        stream.write("</div>\n")


def part_name(document: TablePresentation) -> str:
    """What the names of header cells of a part of a page begin with, no other table's."""
    return f"t{hashlib.sha256(spec_to_json(document.table.spec).encode()).hexdigest()[:8]}-"


def html_text(document: TablePresentation, parts: Sequence[range] = ()) -> str:
    """The page as a text, to be printed; raises export_page_too_large. parts: lines of the head; those of each begin
    a sheet of paper, under the title and beside the stub."""
    _check_size(document)
    return "".join(_page(document, parts))


def html_part(table: ProtectedTable) -> str:
    """The tables of the page and its notes as a part of another one, such as a notebook, in the language of the table
    or in English. Of a table that is too large for that it says so."""
    made = present_draft(table, table.spec.presentation.language or "en")
    if _cells(made) > PART_LIMIT:
        return f"<p>{escape(say('html_part_too_large', made.language, cells=_cells(made), limit=PART_LIMIT))}</p>"
    name = part_name(made)  # several tables are in one notebook
    title = f"<p><strong>{escape(clean(made.title))}</strong></p>\n" if made.title else ""
    tables = (line for layer in made.shown_layers for line in _table(made, layer, name))
    notes = (f"<p>{escape(text)}</p>\n" for text in (*made.lines, *made.notes))
    return f'<div lang="{made.language}">\n{title}{"".join(tables)}{"".join(notes)}</div>\n'


show_by(html_part)


def _cells(document: TablePresentation) -> int:
    sheet = document.sheet(0)
    return len(sheet) * sheet.columns * len(document.shown_layers)


def _check_size(document: TablePresentation) -> None:
    cells = _cells(document)
    if cells > CELL_LIMIT:
        raise InputError("export_page_too_large", cells=cells, limit=CELL_LIMIT)


def _page(document: TablePresentation, parts: Sequence[range] = ()) -> Iterator[str]:
    title, office, language = escape(clean(document.title)), document.office, document.language
    yield f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
    if document.program:
        yield f'<meta name="generator" content="{escape(document.program)}">\n'
    yield f"<title>{title}</title>\n<style>{_style(document)}</style>\n</head>\n<body>\n<main>\n"
    if office.logo:
        words = escape(office.name.text(language) or say("html_logo", language))
        picture = base64.b64encode(office.logo).decode("ascii")
        yield f'<p><img src="data:image/png;base64,{picture}" alt="{words}"></p>\n'
    yield f"<h1>{title}</h1>\n"
    for number, text in enumerate(document.lines):
        state = "" if number else ' class="state"'
        yield f"<p{state}>{escape(text)}</p>\n"
    yield _picture(document)
    for layer in document.shown_layers:
        yield from _table(document, layer, shown=parts[0] if parts else None)
        for number, part in enumerate(parts[1:], 2):
            yield f'<h1 style="page-break-before: always">{title}</h1>\n'
            yield from _table(document, layer, f"t{number}0", part)
    yield f'<section aria-labelledby="notes">\n<h2 id="notes">{escape(say("export_sheet_notes", language))}</h2>\n'
    yield from (f"<p>{escape(text)}</p>\n" for text in document.notes)
    yield "</section>\n</main>\n</body>\n</html>\n"


def _picture(document: TablePresentation, name: str = "") -> str:
    """The picture that the page has, "" for none; the table below it has its figures."""
    picture = picture_beside(document)
    return "" if picture is None else page_figure(picture, name)


def _style(document: TablePresentation) -> str:
    """The style of a page; one that is set off has the font that the office chose."""
    style = _STYLE if picture_beside(document) is None else _STYLE + _FIGURE
    if not document.is_set_off:
        return style
    font = document.office.font
    chosen = font != PLAIN.font and _FONT.fullmatch(font)
    return (style.replace('"Noto Sans"', f'"{font}", "Noto Sans"') if chosen else style) + _SET_OFF


def _table(
    document: TablePresentation, layer: int, name: str = "t", shown: range | None = None, caption: str = ""
) -> Iterator[str]:
    """A table with its head; name: what the names of its header cells begin with; shown: the lines of the head that it
    has (None: all); caption: by default the label of the sheet, of the only value, or a word."""
    sheet = document.sheet(layer)
    caption = clean(caption) or document.caption(layer)
    head = _Head(document, sheet, layer, name, shown)
    yield f"<table>\n<caption>{escape(caption)}</caption>\n<thead>\n"
    yield from head.lines()
    yield "</thead>\n<tbody>\n"
    totals = [document.is_total("columns", line) for line in range(len(document.layout.columns))]
    for row in range(len(sheet)):
        if document.is_set_off and document.is_heading(int(sheet.stub.line_of[row])):
            yield head.block_row(row)
        else:
            yield _row(document, sheet, head, totals, row)
    yield "</tbody>\n</table>\n"


class _Head:
    """The head of a table: its lines, and for each column the names of the header cells above it. shown: the lines of
    the layout below it; columns: their columns of figures."""

    def __init__(self, document: TablePresentation, sheet: Sheet, layer: int, name: str, shown: range | None) -> None:
        self._document, self._sheet, self.layer, self.table = document, sheet, layer, f"{name}{layer + 1}"
        self.stub = max(sheet.stub.depth, 1)
        self.shown = range(len(document.layout.columns)) if shown is None else shown
        self.columns = range(self.shown.start * sheet.beside, self.shown.stop * sheet.beside)
        self.depth = document.depth("columns")
        # Values in the rows have no line of the head, nor has the only value, which the caption says.
        said = sheet.in_rows or (sheet.beside == 1 and not document.depth("layers"))
        self.with_values = not (said and self.depth)
        self.above: list[list[str]] = [[] for _ in range(sheet.columns)]
        self.block: list[str] = []

    def block_row(self, row: int) -> str:
        """The heading of a block across the table; figures below it name it."""
        name = f"{self.table}r{row}-0"
        self.block = [name]
        text = escape(next(iter(self._sheet.stub.texts(row)), ""))
        wide = self.stub + len(self.columns)
        return f'<tr><th id="{name}" scope="colgroup" class="block" colspan="{wide}">{text}</th></tr>\n'

    def lines(self) -> Iterator[str]:
        """The head, line by line; fills `above`."""
        document, sheet = self._document, self._sheet
        below = sheet.lines_below_head()
        height = self.depth + self.with_values + len(below)
        columns = [document.line_texts("columns", line) for line in range(len(document.layout.columns))]
        stub = "".join(self._stub_title(level, height) for level in range(self.stub))
        for level in range(self.depth):
            cells, place = [stub if level == 0 else ""], self.shown.start
            while place < self.shown.stop:
                labels = document.labels["columns"]
                end = min(labels.run(place, level)[1] + 1, self.shown.stop)
                if labels.is_covered(place, level):
                    place = end
                    continue
                wide = (end - place) * sheet.beside
                text = columns[place][level] if level < len(columns[place]) else ""
                name = f"{self.table}c{level}-{place}"
                cells.append(self._cell(text, name, wide, labels.reach(place, level)))
                if text:
                    for column in range(place * sheet.beside, end * sheet.beside):
                        self.above[column].append(name)
                place = end
            yield f"<tr>{''.join(cells)}</tr>\n"
        if self.with_values:
            cells = [stub if not self.depth else ""]
            for column in self.columns:
                text, name = sheet.head_words(column), f"{self.table}v{column}"
                cells.append(self._cell(text, name, 1))
                if text:
                    self.above[column].append(name)
            yield f"<tr>{''.join(cells)}</tr>\n"

        for at, texts in enumerate(below, height - len(below)):  # of no cell's headers: nobody has to hear them
            words = [escape(texts[column]) for column in self.columns]
            cells = [f'<th scope="col">{word}</th>' if word else "<td></td>" for word in words]
            yield f"<tr>{'' if at else stub}{''.join(cells)}</tr>\n"

    def _stub_title(self, level: int, height: int) -> str:
        titles = self._sheet.stub.titles
        title = titles[level] if level < len(titles) else ""
        tall = f' rowspan="{height}"' if height > 1 else ""
        return f'<th scope="col" class="stub"{tall}>{escape(title)}</th>' if title else f"<td{tall}></td>"

    @staticmethod
    def _cell(text: str, name: str, wide: int, tall: int = 1) -> str:
        span = (f' rowspan="{tall}"' if tall > 1 else "") + (f' colspan="{wide}"' if wide > 1 else "")
        if not text:
            return f"<td{span}></td>"
        return f'<th id="{name}" scope="{"colgroup" if wide > 1 else "col"}"{span}>{escape(text)}</th>'


def _row(document: TablePresentation, sheet: Sheet, head: _Head, totals: Sequence[bool], row: int) -> str:
    """A line of the table: header cells of the stub, as far as none from above reaches down, and the figures."""
    stub = sheet.stub
    texts, total = stub.texts(row), bool(stub.total[row])
    cells, beside = [], [*head.block]
    sub = document.is_set_off and bool(stub.tint[row])
    for level in range(head.stub):
        text = texts[level] if level < len(texts) else ""
        first, last = stub.run(row, level) if stub.depth else (row, row)
        name = f"{head.table}r{first}-{level}"
        if text:
            beside.append(name)
        if first == row:
            cells.append(_label(stub, row, level, text, name, last - first + 1, total, sub=sub))
    line = int(stub.line_of[row])
    if stub.empty[row]:
        return f'<tr>{"".join(cells)}<td colspan="{len(head.columns)}"></td></tr>\n'
    layer = head.layer
    for column, figure in zip(head.columns, sheet.figures(row, head.columns), strict=True):
        value = sheet.value(row, column)
        mark = document.marks.of_cell(line, column // sheet.beside, layer, value)
        text = figure_text(figure, document.language)
        bold = total or totals[column // sheet.beside]
        if document.is_set_off:
            bold = bold or bool(stub.strong[row] or document.labels["columns"].strong[column // sheet.beside])
        strong = ' class="total"' if bold else ' class="sub"' if sub else ""
        names = " ".join([*beside, *head.above[column]])
        named = f' headers="{names}"' if names else ""
        cells.append(f"<td{named}{strong}>{escape(f'{text} {mark}' if text and mark else text)}</td>")
    return f"<tr>{''.join(cells)}</tr>\n"


def _label(
    stub: AxisLabels, row: int, level: int, text: str, name: str, tall: int, total: bool, *, sub: bool = False
) -> str:
    """A header cell of the stub, indented by blanks to the depth of its node."""
    span = f' rowspan="{tall}"' if tall > 1 else ""
    if not text:
        return f"<td{span}></td>"
    blanks = _INDENT * stub.indent(row, level)
    strong = ' class="total"' if total or stub.is_bold(row, level) else ""
    strong = strong or (' class="sub"' if sub and level == stub.depth - 1 else "")
    scope = "rowgroup" if tall > 1 else "row"
    return f'<th id="{name}" scope="{scope}"{span}{strong}>{blanks}{escape(text)}</th>'
