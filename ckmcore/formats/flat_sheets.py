"""Sheets of workbooks with one line of heads, flat or accessible; how sheets are printed, figures and links written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from ckmcore.formats.flat_lines import (
    FLAT_AXES,
    apart,
    flat_heads,
    flat_lines,
    has_headings,
    one_line_heads,
    row_headings,
)
from ckmcore.formats.pages import SIZES, PageFit, page_fit
from ckmcore.formats.sheet_formats import MOST_INDENT, Formats
from ckmcore.messages import say
from ckmcore.presentation.present import Bracketed, Figure, TablePresentation

WIDEST_HEAD, WIDEST_STUB = 26, 50


def write_link(target: Any, row: int, column: int, sheet: str, formats: Formats, text: str = "") -> None:
    """Write a link to a sheet: its name, or another text."""
    style = formats["link_wrapped" if text else "link"]
    target.write_url(row, column, f"internal:'{sheet}'!A1", style, string=text or sheet)


def fit_pages(target: Any, fit: PageFit, down: int = 0) -> None:
    """Let the program that prints a sheet make its columns fit; down: number of pages one below another, 0 for any."""
    target.fit_to_pages(fit.across, down)
    if fit.lies:
        target.set_landscape()


def print_setup(target: Any, document: TablePresentation, paper: int) -> None:
    """Paper, header and footer of the printed pages of a sheet."""
    office, language = document.office, document.language
    header, footer = (_page_text(texts.text(language)) for texts in (office.header, office.footer))
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
    sign: str = "sign",
) -> None:
    """A figure as a number, in brackets or not, or the sign in its place, with the mark of a footnote. `style`: kind of
    format and decimals; `sign`: format of a sign."""
    if isinstance(figure, str):
        target.write_string(*place, f"{figure} {mark}" if figure and mark else figure, formats[sign])
        return
    number: int | Decimal = figure.figure if isinstance(figure, Bracketed) else figure
    form = formats.figure(*style, number, mark, brackets=isinstance(figure, Bracketed))
    target.write_number(*place, number, form)


TABLE_STYLE = "Table Style Light 1"


def flat_rows(document: TablePresentation) -> int:
    """How many rows a flat sheet has, its head included."""
    layout = document.layout
    cells = 1
    for axis in (layout.rows, layout.columns, layout.layers):
        cells *= int((~axis.empty).sum())
    return cells + 1


def write_flat(target: Any, document: TablePresentation, formats: Formats, name: str) -> None:
    """One line per cell: labels, then the figures of its values. Without titles, for programs that read it."""
    heads = apart(flat_heads(document))
    values = document.table.spec.values
    labels, row = len(heads) - len(values), 0
    # What is not broken down by a level is the total of it; a block without a heading says so.
    words = [say("export_no_heading", document.language), say("word_total", document.language)]
    missing = [words[0]] * has_headings(document) + [
        words[level >= document.labels[axis].block_level] for axis in FLAT_AXES for level in range(document.depth(axis))
    ]
    longest = [len(head) for head in heads]
    for row, (texts, figures, place) in enumerate(flat_lines(document), start=1):
        for column, text in enumerate(texts):
            longest[column] = max(longest[column], len(text))
            target.write_string(row, column, text or missing[column], formats["stub_0"])
        for number, figure in enumerate(figures):
            mark = document.marks.of_cell(*place, number)
            write_figure(target, (row, labels + number), figure, ("figure", values[number].places), mark, formats)
    _mark_up(target, (0, 0), (max(row, 1), len(heads) - 1), heads, formats, name)
    widths = [min(max(letters + 4, 12), WIDEST_STUB) for letters in longest]
    for column, width in enumerate(widths):
        target.set_column(column, column, width)
    target.freeze_panes(1, 0)
    target.repeat_rows(0, 0)
    print_setup(target, document, SIZES[document.office.paper][0])
    if document.writers > 1:
        fit_pages(target, page_fit(replace(document.office, page_columns=0), widths, 0))
    else:
        target.fit_to_pages(1, 0)


def write_accessible(
    target: Any, document: TablePresentation, layer: int, formats: Formats, name: str, contents: str
) -> None:
    """The table under its title with one line of heads; every row says all its labels, no cell is empty. contents: name
    of the sheet of contents.

    Headings between rows become a column of their own.
    """
    language = document.language
    target.write_string(0, 0, document.title, formats["title"])
    lines = list(document.lines)
    if document.depth("layers"):
        lines.append(", ".join(document.line_texts("layers", layer)))
    lines.append(say("export_notes_on_sheet", language, sheet=say("export_sheet_notes", language)))
    for row, text in enumerate(lines, start=1):
        target.write_string(row, 0, text, formats["line"])
    sheet, values, heads = document.sheet(layer), document.table.spec.values, one_line_heads(document)
    headings = row_headings(document)
    if any(headings):
        heads.insert(0, say("export_heading", language))
    stub, top = max(sheet.stub.depth, 1), len(lines) + 1
    if document.writers > 1:
        write_link(target, top, 0, contents, formats)
        top += 1
    begin = int(any(headings))
    total, row = say("word_total", language), top
    longest = [max(map(len, head.split()), default=0) for head in heads]
    longest[: begin + stub] = [len(head) for head in heads[: begin + stub]]
    for number in range(len(sheet)):
        if sheet.stub.empty[number]:
            continue
        row += 1
        if begin:
            heading = headings[int(sheet.stub.line_of[number])] or say("export_no_heading", language)
            target.write_string(row, 0, heading, formats["stub_0"])
        texts = sheet.stub.texts(number)
        for level in range(stub):
            text = (texts[level] if level < len(texts) else "") or total
            indent = min(sheet.stub.indent(number, level), MOST_INDENT) if level < len(texts) else 0
            strong = "stub_total" if sheet.stub.total[number] else f"stub_{indent}"
            longest[begin + level] = max(longest[begin + level], len(text) + 2 * indent)
            target.write_string(row, begin + level, text, formats[strong])
        line = int(sheet.stub.line_of[number])
        for column, figure in enumerate(sheet.figures(number)):
            place, value = column // sheet.beside, sheet.value(number, column)
            mark = document.marks.of_cell(line, place, layer, value)
            where = (row, begin + stub + column)
            write_figure(target, where, figure, ("figure", values[value].places), mark, formats)
    _mark_up(target, (top, 0), (max(row, top + 1), len(heads) - 1), heads, formats, name)
    most = [WIDEST_STUB if column < begin + stub else WIDEST_HEAD for column in range(len(longest))]
    widths = [min(max(letters + 4, 14), limit) for letters, limit in zip(longest, most, strict=True)]
    for column, width in enumerate(widths):
        target.set_column(column, column, width)
    target.freeze_panes(top + 1, begin + stub)
    target.repeat_rows(top, top)
    print_setup(target, document, SIZES[document.office.paper][0])
    if document.writers > 1:
        target.repeat_columns(0, begin + stub - 1)
        fit_pages(target, page_fit(document.office, widths, begin + stub))
        return
    target.fit_to_pages(1, 0)
    if document.office.orientation == "landscape":
        target.set_landscape()


def _mark_up(
    target: Any, first: tuple[int, int], last: tuple[int, int], heads: Sequence[str], formats: Formats, name: str
) -> None:
    """The line of heads, and the range as a table that programs and screen readers know as one."""
    columns = [{"header": head, "header_format": formats["stub_head"]} for head in heads]
    options = {"columns": columns, "name": name, "style": TABLE_STYLE, "autofilter": True}
    target.add_table(*first, *last, options)
