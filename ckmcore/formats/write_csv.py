"""CSV for people, as laid out or long: German (`;`, UTF-8 with BOM) and international (`,`, UTF-8)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Literal

import numpy as np

from ckmcore.base.numbers import MINUS, Language
from ckmcore.formats.columns import Column, write_lines
from ckmcore.formats.cube import AXES
from ckmcore.formats.flat_lines import (
    FLAT_AXES,
    code_columns,
    csv_heads,
    flat_heads,
    flat_lines,
    has_headings,
    listed_places,
    row_headings,
)
from ckmcore.formats.formulas import FormulaGuard
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.pictures.model import DrawnCell, TablePicture
from ckmcore.presentation.present import Bracketed, Figure, TablePresentation
from ckmcore.tabulate.layout import AxisName

CsvForm = Literal["layout", "long"]


def write_csv(document: TablePresentation, path: Path, form: CsvForm = "layout") -> None:
    """Title, lines, table, notes. German where the document's language is German."""
    german = document.language == "de"
    guard, delimiter = FormulaGuard(document.office.apostrophe), ";" if german else ","
    with path.open("w", encoding="utf-8-sig" if german else "utf-8", newline="") as stream:
        writer = csv.writer(stream, delimiter=delimiter)
        writer.writerow([guard(document.title)])
        writer.writerows([guard(line)] for line in document.lines)
        writer.writerow([])
        # Line by line: a table may have millions of cells. What the guard did is known when they are written.
        if form == "long" and document.table.is_listed and len(flat_heads(document)) > 1:
            writer.writerow(guard.all(csv_heads(document)))
            stream.flush()
            write_lines(stream.buffer, _listed(document, guard), delimiter)
        else:
            writer.writerows(_long(document, guard) if form == "long" else _layout(document, guard))
        writer.writerow([])
        notes = [
            *document.notes,
            *document.cell_notes(),
            *([say("export_apostrophe", document.language)] if guard.used or document.has_brackets else []),
        ]
        writer.writerows([guard(note)] for note in notes)


def picture_csv(document: TablePresentation, picture: TablePicture) -> bytes:
    """The figures that a picture of a table draws, a line each, with title, caption and notes; in the form of
    `write_csv`."""
    german = document.language == "de"
    guard, stream = FormulaGuard(document.office.apostrophe), io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";" if german else ",")
    writer.writerows([[guard(picture.title)], [guard(picture.caption)], []])
    writer.writerow(guard.all(picture.titles))
    for cell in picture.cells:
        writer.writerow([*guard.all(cell.names), _figure_of(cell, german=german)])
    writer.writerow([])
    has_brackets = any(cell.text.startswith("(") for cell in picture.cells)
    notes = [*picture.notes, *([say("export_apostrophe", document.language)] if guard.used or has_brackets else [])]
    writer.writerows([guard(note)] for note in notes)
    return stream.getvalue().encode("utf-8-sig" if german else "utf-8")


def _figure_of(cell: DrawnCell, *, german: bool) -> str:
    """A figure as a spreadsheet of that language reads it; a sign as it is shown."""
    if cell.text.startswith("("):
        return f"'{cell.text}"
    if cell.whole is None:
        return cell.text
    text = cell.text.replace(MINUS, "-")
    return text.replace("\u00a0", "") if german else text.replace(",", "")


def _layout(document: TablePresentation, guard: FormulaGuard) -> Iterator[list[object]]:
    layout, sheet = document.layout, document.sheet(0)
    stub, head = max(sheet.stub.depth, 1), document.depth("columns")
    codes = code_columns(document, "rows")
    stub += len(codes)
    columns = [document.line_texts("columns", line) for line in range(len(layout.columns))]
    for layer in document.shown_layers:
        if document.depth("layers"):
            yield [guard(", ".join(document.line_texts("layers", layer)))]
        sheet = document.sheet(layer)
        titles = guard.all([*(sheet.stub.titles or [""]), *(column.title for column in codes)])
        for level in range(head):
            texts = [guard(column[level]) if level < len(column) else "" for column in columns]
            yield ["", *[""] * (stub - 1), *[text for text in texts for _ in range(sheet.beside)]]
        yield [
            *titles,
            *[""] * (stub - len(titles)),
            *[guard(sheet.head_words(column)) for column in range(sheet.columns)],
        ]
        for texts in sheet.lines_below_head(paper=False):
            yield [*[""] * stub, *guard.all(tuple(texts))]
        for row in range(len(sheet)):
            labels, line = guard.all(sheet.stub.texts(row)), int(sheet.stub.line_of[row])
            labels += [""] * (stub - len(codes) - len(labels))
            beside = ["" if sheet.stub.empty[row] else column.text(line) for column in codes]
            yield [*labels, *guard.all(beside), *written(sheet.figures(row), document.language)]


def written(figures: Sequence[Figure], language: Language) -> list[object]:
    """Figures as a spreadsheet of that language reads them: decimal comma in German, no separator of thousands.

    A spreadsheet takes `(4)` for -4: a figure in brackets has an apostrophe in front.
    """
    return [_written(figure, language) for figure in figures]


def _written(figure: Figure, language: Language) -> object:
    if isinstance(figure, Bracketed):
        return f"'({_written(figure.figure, language)})"
    if isinstance(figure, Decimal):
        return f"{figure:f}".replace(".", "," if language == "de" else ".")
    return figure


def _long(document: TablePresentation, guard: FormulaGuard) -> Iterator[list[object]]:
    yield [*guard.all(tuple(csv_heads(document)))]
    codes = code_columns(document, *FLAT_AXES)
    for labels, figures, (row, column, layer) in flat_lines(document):
        lines: dict[AxisName, int] = {"layers": layer, "rows": row, "columns": column}
        beside = [code.text(lines[code.axis]) for code in codes]
        yield [*guard.all([*labels, *beside]), *written(figures, document.language)]


def _listed(document: TablePresentation, guard: FormulaGuard) -> list[Column]:
    """The same of a table that lists its cells, text by text."""
    table, every = document.table, listed_places(document)
    columns = []
    if has_headings(document):
        headings, heading_of = np.unique(row_headings(document), return_inverse=True)
        columns.append(Column(guard.all(headings.tolist()), heading_of.reshape(-1)[every[:, AXES.index("rows")]]))
    for at, axis in enumerate(AXES):
        for texts, places in document.labels[axis].by_text(every[:, at]):
            columns.append(Column(guard.all(texts), places))
    columns += [
        Column(guard.all(code.texts), code.places[every[:, AXES.index(code.axis)]])
        for code in code_columns(document, *AXES)
    ]
    for at, value in enumerate(table.spec.values):
        figures, signs = np.zeros(len(every), dtype=np.int64), np.zeros(len(every), dtype=np.int64)
        for number, block in enumerate(table.blocks):
            mine = every[:, 3] == number
            figures[mine] = block.figures[at][every[mine, 4]]
            if block.signs is not None:
                signs[mine] = block.signs[at][every[mine, 4]]
        stands, places = list[str](), np.zeros(len(every), dtype=np.intp)
        for sign in np.unique(signs).tolist():
            mine = signs == sign
            different, place = np.unique(figures[mine], return_inverse=True)
            places[mine] = place.reshape(-1) + len(stands)
            found = [document.stand(value, whole, Sign(sign)) for whole in different.tolist()]
            stands += map(str, written(found, document.language))
        columns.append(Column(stands, places))
    return columns
