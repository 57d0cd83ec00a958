"""A cube as a page: one file that needs nothing else, in which a reader chooses what of the published cells is shown.

The page looks up cells and computes none. A figure is kept as its decimal digits, two a byte, each byte in a column of
its own; the columns are packed together.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.reading import read_file
from ckmcore.errors import InputError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import Cube, clean
from ckmcore.formats.read_html_cube import (
    DIGITS_A_BYTE,
    CubeAxis,
    CubeFacts,
    CubePage,
    CubeValue,
    deflated,
    json_text,
    read_html_cube,
    words_of,
)
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.presentation.footnotes import REVISED, raised
from ckmcore.presentation.present import TablePresentation

CELL_LIMIT = 2_000_000
"""Most figures of a page: more would take a browser too much memory."""
_BY_LANGUAGE = {"de": ("\u00a0", ",", ";"), "en": (",", ".", ",")}


def write_html_cube(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Write one cube; raises html_cube_too_large."""
    write_page(cube, document, path, cube.places(), *_flat(cube))


def check_html_cube(cube: Cube, document: TablePresentation, path: Path) -> None:
    """Read a page back and compare it with its cube; raises FormatViolation."""
    page, (figures, signs) = read_html_cube(path), _flat(cube)
    compare_page(page, cube, document, figures[0].size)
    if not all(np.array_equal(place, right) for place, right in zip(page.places, cube.places(), strict=True)):
        raise FormatViolation("check_categories")
    _compare(page.figures, figures)
    _compare(page.signs, signs)


def _compare(columns: Sequence[NDArray[Any]], wanted: Sequence[NDArray[Any]]) -> None:
    for column, right in zip(columns, wanted, strict=True):
        if not np.array_equal(column, right):
            raise FormatViolation("check_figure", number=int(np.flatnonzero(column != right)[0]) + 1)


def _flat(cube: Cube) -> tuple[list[NDArray[np.int64]], list[NDArray[np.uint8]]]:
    return [figures.ravel() for figures in cube.figures], [signs.ravel() for signs in cube.signs]


def write_page(
    cube: Cube,
    document: TablePresentation,
    path: Path,
    places: Sequence[NDArray[np.integer[Any]]],
    figures: Sequence[NDArray[np.int64]],
    signs: Sequence[NDArray[np.uint8]],
) -> None:
    """Write the page of a cube with these cells. places: category of each by dimension; figures, signs: of each by
    value. Raises html_cube_too_large."""
    refuse_many(sum(figure.size for figure in figures))
    columns, values = [], []
    for dimension, place in zip(cube.dimensions, places, strict=True):
        columns += [
            (place >> shift).astype(np.uint8) for shift in range(0, max(1, (len(dimension) - 1).bit_length()), 8)
        ]
    for figure, sign in zip(figures, signs, strict=True):
        planes, minus = _digits(figure), figure < 0
        shown = [sign] if sign.any() else []
        shown += [minus.astype(np.uint8)] if minus.any() else []
        columns += [*shown, *planes]
        values.append((len(planes), bool(sign.any()), bool(minus.any())))
    facts = facts_of(cube, document, figures[0].size, values)
    packed = base64.b64encode(deflated(b"".join(column.tobytes() for column in columns))).decode()
    filled = {**_around(cube, document), "cube": json_text(facts), "bytes": packed}
    with path.open("w", encoding="utf-8", newline="\n") as stream:
        for piece in _template():
            stream.write(filled[piece[1:-1]] if piece[:1] == "\0" else piece)


def refuse_many(figures: int) -> None:
    """Raises html_cube_too_large where a page would have more figures than a browser bears."""
    if figures > CELL_LIMIT:
        raise InputError("html_cube_too_large", cells=figures, limit=CELL_LIMIT)


def _digits(figures: NDArray[np.int64]) -> list[NDArray[np.uint8]]:
    """The decimal digits of figures, two a byte, the last two first; as many columns as the longest figure needs."""
    rest, base = np.abs(figures).astype(np.uint64), np.uint64(10**DIGITS_A_BYTE)
    planes = list[NDArray[np.uint8]]()
    while not planes or rest.any():
        above = rest // base
        planes.append((rest - above * base).astype(np.uint8))
        rest = above
    return planes


def facts_of(
    cube: Cube, document: TablePresentation, cells: int, values: Sequence[tuple[int, bool, bool]]
) -> CubeFacts:
    """Everything of a page but its figures. cells: number of cells; values: of each value the number of columns of
    digits, and whether it has columns of signs and of minus signs."""
    language, office = document.language, document.office
    unlisted: Sequence[Sign | None] = ()
    if cube.listed is not None:
        unlisted = document.table.blocks[max(cube.number - 1, 0)].unlisted
    plain_units = (say("word_count", language), say("cube_unit_none", language))
    shown = []
    for number, (measure, (planes, signed, negative)) in enumerate(zip(cube.measures, values, strict=True)):
        is_said = measure.unit in plain_units or measure.label.endswith(f", {measure.unit}")
        unit = "" if is_said else measure.unit
        rest = unlisted[number] if number < len(unlisted) else None
        mark = document.marks.of_value(number)
        about = (measure.code, measure.label, unit, mark, measure.places)
        shown.append(CubeValue(*about, planes, signed, negative, None if rest is None else int(rest)))
    marks = {clean(text): raised([number]) for number, text in enumerate(document.marks.texts, start=1)}
    if document.revised_note:
        marks[clean(document.revised_note)] = REVISED
    notes = [(note.place, marks.get(clean(note.text), ""), note.values) for note in cube.notes]
    group, point, divider = _BY_LANGUAGE[language]
    return CubeFacts(
        language,
        cube.measure[1],
        cells,
        cube.listed is not None,
        office.apostrophe,
        tuple(
            CubeAxis(
                dimension.title,
                marks.get(dimension.note, ""),
                dimension.axis,
                dimension.codes,
                tuple(category.label for category in dimension.categories),
                tuple(category.parent for category in dimension.categories),
                next((at for at, category in enumerate(dimension.categories) if category.total), -1),
                tuple(
                    (at, "|" if category.broken else marks.get(category.note, ""))
                    for at, category in enumerate(dimension.categories)
                    if category.note
                ),
            )
            for dimension in cube.dimensions
        ),
        tuple(shown),
        tuple((office.sign(sign), sign.keeps_figure) for sign in Sign),
        tuple(notes),
        {
            **words_of(language),
            "apostrophe": say("export_apostrophe", language),
            "title": cube.title,
            "group": group,
            "point": point,
            "divider": divider,
        },
    )


def compare_page(page: CubePage, cube: Cube, document: TablePresentation, cells: int) -> None:
    """Compare everything of a page but its figures with a cube. Raises FormatViolation."""
    values = [(value.planes, value.signed, value.negative) for value in page.facts.values]
    around, facts = _around(cube, document), page.facts
    written = {"generator": page.generator, "title": page.title, "noscript": page.noscript}
    if any(escape(text) != around[name] for name, text in written.items()):
        raise FormatViolation("check_html_tag", tag="title")
    if _paragraphs(page.head) != around["head"] or _paragraphs(page.foot) != around["foot"]:
        raise FormatViolation("check_html_tag", tag="p")
    if facts.cells != cells:
        raise FormatViolation("check_cells", found=facts.cells, wanted=cells)
    if len(values) != len(cube.measures) or facts != facts_of(cube, document, cells, values):
        raise FormatViolation("check_categories")


def _around(cube: Cube, document: TablePresentation) -> dict[str, str]:
    """Texts around the table, as written."""
    notes = [text for text in map(clean, document.notes) if text]
    head = [
        ("h1", f"{cube.title} {document.marks.of_title()}".strip()),
        *(("p", text) for text in map(clean, document.lines) if text),
    ]
    return {
        "language": document.language,
        "generator": escape(document.program),
        "title": escape(cube.title),
        "head": _paragraphs(head),
        "noscript": escape(say("html_cube_noscript", document.language)),
        "foot": _paragraphs([("p", text) for text in notes]),
    }


def _paragraphs(texts: Sequence[tuple[str, str]]) -> str:
    return "\n".join(f'<{tag} dir="auto">{escape(text)}</{tag}>' for tag, text in texts)


@cache
def _template() -> tuple[str, ...]:
    """The fixed text of the page in pieces, between them the names of what is filled in."""
    folder = Path(__file__).parent
    template, style, script = (
        read_file(folder / f"html_cube.{ending}").decode("utf-8").replace("\r\n", "\n")
        for ending in ("html", "css", "js")
    )
    fixed = {"style": style, "script": script, "style_hash": _hash(style), "script_hash": _hash(script)}
    pieces = list[str]()
    for number, piece in enumerate(template.replace("{", "}").split("}")):
        pieces.append(fixed.get(piece, f"\0{piece}\0") if number % 2 else piece)
    return tuple(pieces)


def _hash(text: str) -> str:
    """A text as a content security policy names it."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
