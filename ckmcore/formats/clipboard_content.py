"""A part of a draft for the clipboard: tab-separated text and HTML, with heads, marked as a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.formats.formulas import FORMULA_SIGNS
from ckmcore.formats.write_csv import written
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.present import Bracketed, Figure, TablePresentation, present_draft

CELL_LIMIT = 200_000


@dataclass(frozen=True)
class Copied:
    """What goes to the clipboard: `text` for spreadsheets, `html` for them and for word processors."""

    text: str
    html: str
    cells: int


def copied(
    draft: Draft,
    language: Language,
    rows: Sequence[int],
    columns: Sequence[int],
    layer: int = 0,
    office: Office = PLAIN,
) -> Copied:
    """The lines `rows` and `columns` of a sheet of the draft, with title, short note on the method, heads and stub.

    Rows and columns are those of `Sheet`: a column is a line of the head and one of its values, or a row is a line of
    the stub and one of its values. Figures are plain numbers without separators; labels that a spreadsheet would
    compute carry an apostrophe. Raises copy_too_large.
    """
    if len(rows) * len(columns) > CELL_LIMIT:
        raise InputError("copy_too_large", cells=len(rows) * len(columns), limit=CELL_LIMIT)
    page = present_draft(draft, language, office)
    grid, head = _lines(page, rows, columns, layer)
    above = [page.title, *page.lines, page.short_note]
    if page.depth("layers"):
        above.append(", ".join(page.line_texts("layers", layer)))
    titles: list[list[Figure]] = [[title] for title in above]
    lines = [*titles, *grid]
    text = "".join("\t".join(_plain(value, page.language) for value in line) + "\r\n" for line in lines)
    return Copied(text, _html(above, grid, head, page.language), len(rows) * len(columns))


def _lines(
    page: TablePresentation, rows: Sequence[int], columns: Sequence[int], layer: int
) -> tuple[list[list[Figure]], int]:
    """Head and body, and how many lines are head."""
    sheet = page.sheet(layer)
    stub, titles = max(sheet.stub.depth, 1), sheet.stub.titles
    found: list[list[Figure]] = []
    for level in range(page.depth("columns")):
        texts = [page.line_texts("columns", column // sheet.beside) for column in columns]
        found.append([*[""] * stub, *(text[level] if level < len(text) else "" for text in texts)])
    words = [sheet.head_words(column) for column in columns]
    found.append([*(titles[level] if level < len(titles) else "" for level in range(stub)), *words])
    found += [[*[""] * stub, *(texts[at] for at in columns)] for texts in sheet.lines_below_head(paper=False)]
    head = len(found)
    for row in rows:
        labels, figures = sheet.stub.texts(row), sheet.figures(row, columns)
        found.append([*(labels[level] if level < len(labels) else "" for level in range(stub)), *figures])
    return found, head


def _plain(value: Figure, language: Language) -> str:
    if not isinstance(value, str):
        return str(written([value], language)[0])
    text = " ".join(value.split())  # a tab or a line end would begin another cell
    return f"'{text}" if len(text) > 1 and text.startswith(FORMULA_SIGNS) else text


def _html(above: list[str], grid: list[list[Figure]], head: int, language: Language) -> str:
    lines = "".join(f"<p>{escape(text)}</p>" for text in above)
    rows = []
    for place, line in enumerate(grid):
        cells = []
        for value in line:
            tag = "th" if place < head else "td"
            if isinstance(value, Bracketed):
                text = escape(str(written([value], language)[0]).removeprefix("'"))
                cells.append(f'<td align="right" style=\'mso-number-format:"\\@"\'>{text}</td>')
            elif not isinstance(value, str):
                cells.append(f'<td align="right">{_plain(value, language)}</td>')
            else:
                # The format says text: a spreadsheet then computes nothing.
                cells.append(f'<{tag} align="left" style=\'mso-number-format:"\\@"\'>{escape(value)}</{tag}>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f'<html><body>{lines}<table border="1">{"".join(rows)}</table></body></html>'
