"""The picture of a table as files carry it: drawn once for a table, as PDF and PNG; which tables carry one."""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from weakref import WeakKeyDictionary

from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PIXELS_AN_INCH, PictureText, TablePicture
from ckmcore.pictures.svg import svg_bytes, svg_text
from ckmcore.pictures.text_width import FAMILY, FONTS, lacking
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.typesetting.typeset import UNDATED, typeset

LEAST_DPI, USUAL_DPI, MOST_DPI = 96, 192, 600
MOST_PIXELS = 100_000_000
_MOST_NAMED = 10
_MOST_COLUMNS = 7  # of a table on upright paper; of more each figure has a line
_INCHES_A_METRE = 1 / 0.0254
_NUMBERS = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?:[.,]\d+)?")
_HEAD = 33  # bytes of the signature and the first chunk of a PNG
_DRAWN: WeakKeyDictionary[TablePresentation, TablePicture] = WeakKeyDictionary()


def drawn(document: TablePresentation) -> TablePicture:
    """The picture that was chosen of a table, or that fits best; raises as `describe` and `refuse_numbers`."""
    if document not in _DRAWN:
        picture = describe(document, areas=document.areas)
        refuse_numbers(picture, document.layout.spec.presentation.picture)
        _DRAWN[document] = picture
    return _DRAWN[document]


def refuse_numbers(picture: TablePicture, choice: PictureChoice) -> None:
    """Raises picture_alt_number where a description that somebody wrote has a number that the picture does not show."""
    written = choice.alt.text(picture.language)
    shown = [cell.text for cell in picture.cells] if written else []
    shown += [text for reading in picture.readings for line in reading.lines for text in line[:2]]
    shown += [name for cell in picture.cells for name in cell.names] if written else []
    shown += [picture.title, picture.subtitle, picture.caption, *picture.notes]
    shown += [str(len(picture.cells)), str(len(picture.axes.categories)), str(len(picture.axes.series))]
    known = {_digits(number) for text in shown for number in _NUMBERS.findall(text)} if written else set()
    for number in _NUMBERS.findall(written):
        if _digits(number) not in known:
            raise InputError("picture_alt_number", number=number)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def picture_beside(document: TablePresentation) -> TablePicture | None:
    """The picture that files of a table carry: None where it is shown as a table alone, or none can be drawn."""
    if document.layout.spec.presentation.picture.sight == "table":
        return None
    try:
        return drawn(document)
    except InputError:
        return None


def refuse_letters(picture: TablePicture) -> None:
    """Raises picture_letters where the font of pictures lacks a letter."""
    written = [mark.text for mark in picture.marks if isinstance(mark, PictureText)]
    if letters := lacking("".join([*written, *(text for line in picture.table for text in line)])):
        raise InputError("picture_letters", letters=letters[:_MOST_NAMED], font=FAMILY)


def picture_pdf(
    picture: TablePicture,
    released: str = "",
    cancelled: Callable[[], bool] | None = None,
    *,
    with_figures: bool = False,
) -> bytes:
    """The picture on a page of its size. released: ISO day of the release, "" for a draft; with_figures: the table of
    the figures drawn follows, on upright paper.

    Raises picture_letters, typesetting_failed, Cancelled.
    """
    refuse_letters(picture)
    head, *lines = picture.table
    if len(head) > _MOST_COLUMNS:
        *titles, what = picture.titles
        head = (", ".join(titles), what)
        lines = [(", ".join(cell.names), cell.text) for cell in picture.cells]
    rows = [("row", [(0, label, 0, 1, False)], texts) for label, *texts in lines]
    data = {
        "date": [int(part) for part in (released[:10] or UNDATED).split("-")],
        "title": picture.title,
        "language": picture.language,
        "font": FAMILY,
        "width": picture.width,
        "height": picture.height,
        "alt": picture.alt,
        "heading": say("picture_figures", picture.language),
        "caption": picture.caption,
        "head": head,
        "notes": picture.notes,
        "tables": [{"stub": head[:1], "rows": rows}] if with_figures else [],
    }
    return typeset("picture", data, {"picture": svg_text(picture).encode()}, picture.program, cancelled, FONTS)


def picture_png(picture: TablePicture, dpi: int = USUAL_DPI) -> bytes:
    """The picture in pixels, so many an inch; beside them it says their size alone. Raises picture_dpi,
    picture_too_large, and as `picture_pdf`."""
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise InputError("picture_dpi", least=LEAST_DPI, most=MOST_DPI)
    width, height = (math.ceil(length * dpi / PIXELS_AN_INCH) for length in (picture.width, picture.height))
    if width * height > MOST_PIXELS:
        raise InputError("picture_too_large", width=width, height=height)
    refuse_letters(picture)
    return drawn_pixels(svg_text(picture), picture.width, picture.height, dpi)


@lru_cache(8)
def drawn_pixels(svg: str, width: float, height: float, dpi: int) -> bytes:
    """The pixels of an SVG of a size."""
    date = [int(part) for part in UNDATED.split("-")]
    data = {"date": date, "title": "", "language": "en", "font": FAMILY, "width": width, "height": height, "alt": ""}
    content = typeset("picture", {**data, "tables": []}, {"picture": svg.encode()}, "", None, FONTS, dpi)
    each = round(dpi * _INCHES_A_METRE)
    size = b"pHYs" + struct.pack(">IIB", each, each, 1)
    return content[:_HEAD] + struct.pack(">I", 9) + size + struct.pack(">I", zlib.crc32(size)) + content[_HEAD:]


def dpi_of(content: bytes) -> int:
    """Pixels an inch of a PNG of ours; 0 for another file."""
    if content[_HEAD : _HEAD + 8] != struct.pack(">I", 9) + b"pHYs" or len(content) < _HEAD + 21:
        return 0
    across, down, unit = struct.unpack_from(">IIB", content, _HEAD + 8)
    dpi = round(across / _INCHES_A_METRE)
    return dpi if across == down and unit == 1 and LEAST_DPI <= dpi <= MOST_DPI else 0


# --- the picture as a file of its own, as it is released --------------------------------------------------------------


def write_svg(document: TablePresentation, path: Path) -> None:
    """Write the picture as SVG; raises as `describe`."""
    path.write_bytes(svg_bytes(drawn(document)))


def write_png(document: TablePresentation, path: Path) -> None:
    """Write the picture in pixels; raises as `describe` and `picture_png`."""
    path.write_bytes(picture_png(drawn(document)))


def write_page(document: TablePresentation, path: Path) -> None:
    """Write the picture as PDF; raises as `describe` and `picture_pdf`."""
    path.write_bytes(released_pdf(document))


def released_pdf(document: TablePresentation) -> bytes:
    """The picture as PDF, dated by the release of its table; raises as `write_page`."""
    info = document.info
    return picture_pdf(drawn(document), info.released if info is not None and info.number else "")


def write_vega(document: TablePresentation, path: Path) -> None:
    """Write the picture as a Vega-Lite specification; raises as `describe`."""
    path.write_text(vega_text(drawn(document)), encoding="utf-8", newline="\n")
