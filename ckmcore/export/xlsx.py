"""XLSX: one layout sheet per layer, figures as numbers, and a sheet with the notes."""

from __future__ import annotations

import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from ckmcore.errors import CkmError
from ckmcore.export.document import Document, is_total_line
from ckmcore.files import write_whole
from ckmcore.sentences import say

ROW_LIMIT, COLUMN_LIMIT = 1_048_576, 16_384
GERMAN_NUMBER = r"[>=1000000]#\ ###\ ##0;[>=1000]#\ ##0;0"
ENGLISH_NUMBER = "#,##0"
# Workbooks carry no time of making and no user: the same table gives the same bytes.
FIXED_TIME = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


class TooWideForASheet(CkmError):
    code = "export_too_wide"


def write_xlsx(document: Document, path: Path) -> None:
    """Write the document; raises TooWideForASheet, NotWritten."""
    layout = document.layout
    rows = len(layout.rows) + layout.columns.depth + len(document.lines) + 4
    columns = max(layout.rows.depth, 1) + len(layout.columns) * len(document.table.spec.values)
    if rows > ROW_LIMIT or columns > COLUMN_LIMIT:
        raise TooWideForASheet(rows=rows, columns=columns, row_limit=ROW_LIMIT, column_limit=COLUMN_LIMIT)
    write_whole(path, lambda target: _write(document, target))


def _write(document: Document, path: Path) -> None:
    import xlsxwriter

    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    book = xlsxwriter.Workbook(str(path), options)
    book.set_properties({"title": document.title, "created": FIXED_TIME})
    formats = _formats(book, document.language)
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


def _formats(book: Any, language: str) -> dict[str, Any]:
    number = GERMAN_NUMBER if language == "de" else ENGLISH_NUMBER
    edge = {"border": 1, "border_color": "#d0d7de"}
    head = {"align": "center", "valign": "vcenter", "text_wrap": True, "bg_color": "#f4f5f7", **edge}
    return {
        "title": book.add_format({"bold": True, "font_size": 14}),
        "line": book.add_format({"font_color": "#57606a"}),
        "head": book.add_format(head),
        "stub_head": book.add_format({**head, "align": "left", "valign": "bottom"}),
        "stub": book.add_format({"align": "left", "valign": "top", **edge}),
        "stub_total": book.add_format({"align": "left", "valign": "top", "bold": True, **edge}),
        "figure": book.add_format({"num_format": number, **edge}),
        "figure_total": book.add_format({"num_format": number, "bold": True, **edge}),
        "sign": book.add_format({"align": "right", **edge}),
        "note": book.add_format({"text_wrap": True, "valign": "top"}),
    }


def _table_sheet(sheet: Any, document: Document, layer: int, formats: dict[str, Any]) -> None:
    layout, values = document.layout, document.table.spec.values
    stub, head = max(layout.rows.depth, 1), layout.columns.depth
    sheet.write_string(0, 0, document.title, formats["title"])
    lines = list(document.lines)
    if layout.layers.depth:
        lines.append(", ".join(document.line_texts("layers", layer)))
    for row, text in enumerate(lines, start=1):
        sheet.write_string(row, 0, text, formats["line"])
    top = len(lines) + 2
    first_row = top + head + 1

    titles = document.level_titles("rows")
    for level in range(stub):
        title = titles[level] if level < len(titles) else ""
        _merge(sheet, top, level, top + head, level, title, formats["stub_head"])
    columns = [document.line_texts("columns", line) for line in range(len(layout.columns))]
    # Runs by node, not by label: two categories may be called the same.
    paths = [_path(document, line) for line in range(len(columns))]
    for level in range(head):
        for _, run in groupby(range(len(columns)), key=lambda place: paths[place][: level + 2]):
            places = list(run)
            left, right = stub + places[0] * len(values), stub + (places[-1] + 1) * len(values) - 1
            text = columns[places[0]][level] if level < len(columns[places[0]]) else ""
            _merge(sheet, top + level, left, top + level, right, text, formats["head"])
    for place in range(len(columns)):
        for number, value in enumerate(values):
            text = document.value_text(value)
            sheet.write_string(top + head, stub + place * len(values) + number, text, formats["head"])

    cell = document.figures(layer)
    total_columns = [is_total_line(document, "columns", line) for line in range(len(columns))]
    for line in range(len(layout.rows)):
        row = first_row + line
        total = is_total_line(document, "rows", line)
        labels = document.line_texts("rows", line)
        for level in range(stub):
            text = labels[level] if level < len(labels) else ""
            sheet.write_string(row, level, text, formats["stub_total" if total else "stub"])
        for place in range(len(columns)):
            style = formats["figure_total" if total or total_columns[place] else "figure"]
            for number, figure in enumerate(cell(line, place)):
                sign = formats["sign"] if isinstance(figure, str) else style
                sheet.write(row, stub + place * len(values) + number, figure, sign)

    last = first_row + len(layout.rows) + 1
    for number, note in enumerate(document.notes):
        sheet.write_string(last + number, 0, note)
    for level in range(stub):
        width = max([len(titles[level]) if level < len(titles) else 8, *_label_lengths(document, level)], default=8)
        sheet.set_column(level, level, min(max(width + 2, 10), 50))
    sheet.set_column(stub, stub + len(columns) * len(values) - 1, 12)
    sheet.freeze_panes(first_row, stub)
    sheet.repeat_rows(top, first_row - 1)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _path(document: Document, line: int) -> tuple[int, ...]:
    """A line of the head as positions: its block, then its nodes, outermost first."""
    segment, row = document.layout.columns.locate(line)
    return (segment, *document.layout.columns.segments[segment].positions[row].tolist())


def _label_lengths(document: Document, level: int) -> list[int]:
    found = []
    for segment in document.layout.rows.segments:
        if level < len(segment.levels):
            nodes = segment.levels[level].dimension.nodes
            found += [len(node.label.text(document.language)) for node in nodes]
    return found


def _merge(sheet: Any, top: int, left: int, bottom: int, right: int, text: str, style: Any) -> None:
    if (top, left) == (bottom, right):
        sheet.write_string(top, left, text, style)
    else:
        sheet.merge_range(top, left, bottom, right, "", style)
        sheet.write_string(top, left, text, style)
