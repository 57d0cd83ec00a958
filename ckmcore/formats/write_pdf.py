"""PDF: sheets of paper, tagged for who hears them, kept for ever (PDF/A-2a, PDF/UA-1), the same bytes everywhere."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ckmcore.base.hyphens import SOFT_HYPHEN, Hyphens
from ckmcore.base.numbers import Language
from ckmcore.base.reading import read_file
from ckmcore.errors import InputError
from ckmcore.formats.cube import clean
from ckmcore.formats.drawn_picture import picture_beside, refuse_letters
from ckmcore.formats.write_csv import write_csv
from ckmcore.messages import say
from ckmcore.office.settings import PLAIN, Office
from ckmcore.pictures.svg import svg_text
from ckmcore.presentation.present import Sheet, TablePresentation, figure_text
from ckmcore.tabulate.spec import Presentation
from ckmcore.typesetting.office_font import font_files
from ckmcore.typesetting.typeset import UNDATED, Progress, measured, typeset, typeset_pieces

CELL_LIMIT = 200_000
FIGURES_NAME = "figures.csv"
PIECE_ROWS = 2500  # that are set at once; the pages of more take gigabytes
_MARGIN = 15  # millimetres
_POINTS_A_MILLIMETRE = 72 / 25.4
_GUTTER = 5  # by which the inner margin of facing pages is wider, and the outer one narrower
_PAPERS = {"a4": ("a4", 210, 297), "a3": ("a3", 297, 420), "letter": ("us-letter", 215.9, 279.4)}
_LOOKED_AT = 12  # of the longest texts of a column, by their letters: one of them is the widest


Cell = tuple[int, int, int, str]
"""First column of figures below a cell of the head, how many there are, over how many lines it goes, its text."""


def write_pdf(
    document: TablePresentation,
    path: Path,
    cancelled: Callable[[], bool] | None = None,
    progress: Progress | None = None,
) -> None:
    """Write the sheets. progress: is given the number of set pages and the finished part, 0 to 1, of tables that are
    set in pieces. Raises export_page_too_large, picture_letters, letters_without_glyph, typesetting_failed, Cancelled.
    """
    path.write_bytes(pdf_bytes(document, cancelled, progress=progress))


def is_upright(presentation: Presentation, office: Office) -> bool:
    """Whether sheets are upright: as the office says, of tables that are set off; else they lie."""
    return presentation.set_off and office.orientation == "portrait"


def pdf_bytes(
    document: TablePresentation,
    cancelled: Callable[[], bool] | None = None,
    *,
    upright: bool | None = None,
    progress: Progress | None = None,
) -> bytes:
    """The sheets of a table as PDF; raises as `write_pdf`. upright: None for `is_upright`."""
    first = document.sheet(0)
    cells = len(first) * first.columns * len(document.shown_layers)
    if cells > CELL_LIMIT:
        raise InputError("export_page_too_large", cells=cells, limit=CELL_LIMIT)
    pictures = {"logo": document.office.logo} if document.office.logo else {}
    picture = picture_beside(document)
    if picture is not None:
        refuse_letters(picture)
        pictures["picture"] = svg_text(picture).encode()
    data, fonts = sheets_of(document, upright), font_files(document.office)
    pieces = pieces_of(beside_one_another(data, cancelled, fonts) if data["gutter"] else data)
    if len(pieces) == 1:
        return typeset("table", pieces[0], pictures, document.program, cancelled, fonts)
    return typeset_pieces("table", pieces, pictures, document.program, cancelled, progress, fonts)


def beside_one_another(
    data: dict[str, Any], cancelled: Callable[[], bool] | None = None, fonts: Sequence[Path] = ()
) -> dict[str, Any]:
    """The data of a table for facing pages: where it has several parts, each piece has the rows of one page, so that
    the parts of these rows are on pages beside one another. Raises as `write_pdf`."""
    tables = list[dict[str, Any]]()
    rooms = measured("table", {**data, "first": True, "last": True, "before": 0, "pages": 0}, cancelled, fonts)
    for table, (heights, above) in zip(data["tables"], rooms, strict=True):
        if heights is None:
            tables.append(table)
            continue
        room = data["height"] * _POINTS_A_MILLIMETRE - above
        start, left = 0, room
        for row, height in enumerate([*heights, room + 1]):
            if height > left and row > start:
                tables.append(
                    {**table, "rows": _cut(table["rows"], start, row), "continued": start > 0, "beside": True}
                )
                start, left = row, room
            left -= height
    return {**data, "tables": tables}


def pieces_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The data of a table in pieces of so many rows at most, each with whole tables or one part of a table."""
    packed: list[list[dict[str, Any]]] = [[]]
    room = PIECE_ROWS
    for table in data["tables"]:
        rows = table["rows"]
        for start in range(0, max(len(rows), 1), PIECE_ROWS):
            is_continued = table["continued"] or start > 0
            part = {**table, "rows": _cut(rows, start, start + PIECE_ROWS), "continued": is_continued}
            if packed[-1] and (len(part["rows"]) > room or start > 0):
                packed.append([])
                room = PIECE_ROWS
            packed[-1].append(part)
            room -= len(part["rows"])
    last = len(packed) - 1
    return [
        {**data, "tables": tables, "first": number == 0, "last": number == last, "before": 0, "pages": 0}
        for number, tables in enumerate(packed)
    ]


def _cut(rows: Sequence[Any], start: int, stop: int) -> list[Any]:
    """Rows from one place to another; labels that reach over an edge are repeated behind it."""
    part = list(rows[start:stop])
    covering: dict[int, Any] = {}
    for row, (_, labels, *_) in enumerate(rows[:start]):
        covering |= {label[0]: (row + label[3], label) for label in labels}
    above = [
        (level, text, indent, until - start, bold)
        for until, (level, text, indent, _, bold) in covering.values()
        if until > start
    ]
    if above and part:
        kind, labels, *rest = part[0]
        part[0] = (kind, sorted([*above, *labels]), *rest)
    for place, (kind, labels, *rest) in enumerate(part):
        left = len(part) - place
        shortened = [(level, text, indent, min(tall, left), bold) for level, text, indent, tall, bold in labels]
        part[place] = (kind, shortened, *rest)
    return part


def sheets_of(document: TablePresentation, upright: bool | None = None) -> dict[str, Any]:
    """Words and figures of a table as table.typ takes them."""
    office, language = document.office if document.is_set_off else PLAIN, document.language
    paper, short, long = _PAPERS[office.paper]
    flipped = not (is_upright(document.layout.spec.presentation, document.office) if upright is None else upright)
    logo = document.office.name.text(language) or say("html_logo", language) if document.office.logo else ""
    figures = _figures_of(document) if document.office.pdf_figures else ""
    info, picture = document.info, picture_beside(document)
    date = info.released[:10] if info is not None and info.number else UNDATED
    return {
        "date": [int(part) for part in date.split("-")],
        "title": clean(document.title),
        "language": language,
        "font": "Carlito",
        "paper": paper,
        "flipped": flipped,
        "margin": _MARGIN,
        "gutter": _GUTTER if office.pdf_facing else 0,
        "columns": office.page_columns,
        "width": (long if flipped else short) - 2 * _MARGIN,
        "height": (short if flipped else long) - 2 * _MARGIN,
        "measure": False,
        "header": office.header.text(language),
        "footer": clean(document.page_footer),
        "page": say("export_page", language, page="{page}", pages="{pages}"),
        "logo": logo,
        "figures": figures,
        "figures_words": say("export_pdf_figures", language),
        "lines": document.lines,
        "picture": None if picture is None else {key: getattr(picture, key) for key in ("alt", "width", "height")},
        "tables": [_table(document, layer) for layer in document.shown_layers],
        "notes_title": say("export_sheet_notes", language),
        "notes": document.notes,
    }


def _figures_of(document: TablePresentation) -> str:
    """The published figures as CSV, one line per cell, as it is attached to the pages."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FIGURES_NAME
        write_csv(document, path, form="long")
        return read_file(path).decode("utf-8")


def _table(document: TablePresentation, layer: int) -> dict[str, Any]:
    sheet = document.sheet(layer)
    caption = document.caption(layer)
    rows = [_row(document, sheet, layer, row) for row in range(len(sheet))]
    head = _divided(_head(document, sheet), document.language)
    depth = max(sheet.stub.depth, 1)
    labels: list[list[tuple[str, int]]] = [[] for _ in range(depth)]
    figures: list[set[str]] = [set() for _ in range(sheet.columns)]
    for kind, texts, shown, *_ in rows:
        if kind == "block":
            continue
        for level, words, indent, *_ in texts:
            labels[level].append((words, indent))
        for column, words in enumerate(shown or ()):
            figures[column].add(words)
    titles = [*sheet.stub.titles, ""][:depth]
    for level, title in enumerate(titles):
        labels[level].append((title, 0))
    words_above: list[list[str]] = [[] for _ in range(sheet.columns)]
    for line in head:
        for first, over, _, text in line:
            if over == 1:
                words_above[first] += text.replace(SOFT_HYPHEN, "- ").split()
    groups = document.labels["columns"]
    begins = [line for line in range(len(document.layout.columns)) if groups.depth and groups.run(line, 0)[0] == line]
    return {
        "caption": caption,
        "stub": titles,
        "labels": [sorted(set(texts), key=lambda pair: -len(pair[0]) - 2 * pair[1])[:_LOOKED_AT] for texts in labels],
        "widest": [(_longest(shown), _longest(words)) for shown, words in zip(figures, words_above, strict=True)],
        "groups": [line * sheet.beside for line in begins],
        "head": head,
        "rows": rows,
        "leaders": document.has_leaders,
        "continued": False,
        "beside": False,
    }


def _divided(head: list[list[Cell]], language: Language) -> list[list[Cell]]:
    """The lines of a head with soft hyphens between the parts of long compounds (ADR 0065)."""
    hyphens = Hyphens(language, (text for line in head for *_, text in line))
    return [[(first, over, tall, hyphens.text(text)) for first, over, tall, text in line] for line in head]


def _longest(texts: Any) -> list[str]:
    return sorted({*texts}, key=lambda text: (-len(text), text))[:_LOOKED_AT]


def _head(document: TablePresentation, sheet: Sheet) -> list[list[Cell]]:
    """The lines of the head without the stub."""
    labels, beside = document.labels["columns"], sheet.beside
    depth, lines = document.depth("columns"), len(document.layout.columns)
    texts = [document.line_texts("columns", line) for line in range(lines)]
    head: list[list[Cell]] = []
    for level in range(depth):
        cells: list[Cell] = []
        place = 0
        while place < lines:
            end = labels.run(place, level)[1] + 1
            if not labels.is_covered(place, level):
                text = texts[place][level] if level < len(texts[place]) else ""
                cells.append((place * beside, (end - place) * beside, labels.reach(place, level), text))
            place = end
        head.append(cells)
    said = sheet.in_rows or (beside == 1 and not document.depth("layers"))
    if not (said and depth):
        head.append([(column, 1, 1, sheet.head_words(column)) for column in range(sheet.columns)])
    below = sheet.lines_below_head()
    return [*head, *([(column, 1, 1, text) for column, text in enumerate(line)] for line in below)]


def _row(document: TablePresentation, sheet: Sheet, layer: int, row: int) -> tuple[Any, ...]:
    """Kind, labels (level, text, indent, rows, bold) as far as none from above reaches down, figures, bold, tinted."""
    stub, line = sheet.stub, int(sheet.stub.line_of[row])
    texts, total = stub.texts(row), bool(stub.total[row])
    if document.is_set_off and document.is_heading(line):
        return ("block", [(0, next(iter(texts), ""), 0, 1, True)], None, True, False, False)
    labels = []
    for level in range(max(stub.depth, 1)):
        first, last = stub.run(row, level) if stub.depth else (row, row)
        if first == row:
            text = texts[level] if level < len(texts) else ""
            bold = total or stub.is_bold(row, level)
            labels.append((level, text, stub.indent(row, level) if text else 0, last - first + 1, bold))
    tint = document.is_set_off and bool(stub.tint[row])
    if stub.empty[row]:
        return ("row", labels, None, False, tint, False)
    columns = document.labels["columns"]
    bold_row = total or (document.is_set_off and bool(stub.strong[row]))
    figures, strong = [], []
    for column, figure in enumerate(sheet.figures(row)):
        mark = document.marks.of_cell(line, column // sheet.beside, layer, sheet.value(row, column))
        text = figure_text(figure, document.language)
        figures.append(f"{text} {mark}" if text and mark else text)
        beside = column // sheet.beside
        is_bold = document.is_total("columns", beside) or (document.is_set_off and bool(columns.strong[beside]))
        strong.append(bold_row or is_bold)
    return ("row", labels, figures, strong if len(set(strong)) > 1 else any(strong), tint, False)
