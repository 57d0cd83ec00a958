"""A picture as a file: SVG, PDF, a web page or a Vega-Lite specification, as its name ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import PLAIN, Office
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PictureChoice, PictureText, TablePicture
from ckmcore.pictures.svg import page_bytes, svg_bytes, svg_text
from ckmcore.pictures.text_width import FAMILY, FONTS, lacking
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.typesetting.typeset import UNDATED, typeset

_MOST_NAMED = 10


def picture_pdf(picture: TablePicture, released: str = "", cancelled: Callable[[], bool] | None = None) -> bytes:
    """The picture on a page of its size. released: ISO day of the release, "" for a draft.

    Raises picture_letters, typesetting_failed, Cancelled.
    """
    texts = "".join(mark.text for mark in picture.marks if isinstance(mark, PictureText))
    if letters := lacking(texts):
        raise InputError("picture_letters", letters=letters[:_MOST_NAMED], font=FAMILY)
    data = {
        "date": [int(part) for part in (released[:10] or UNDATED).split("-")],
        "title": picture.title,
        "language": picture.language,
        "font": FAMILY,
        "width": picture.width,
        "height": picture.height,
        "alt": picture.alt,
        "tables": [],
    }
    return typeset("picture", data, {"picture": svg_text(picture).encode()}, picture.program, cancelled, FONTS)


_BYTES: Mapping[str, Callable[[TablePicture, str], bytes]] = {
    ".svg": lambda picture, _: svg_bytes(picture),
    ".pdf": picture_pdf,
    ".html": lambda picture, _: page_bytes(picture),
    ".vl.json": lambda picture, _: vega_text(picture).encode(),
}
"""What a picture is written as, by the end of the name. The second argument is the day of the release, "" for a
draft."""


def picture_ending(path: Path) -> str:
    """How the name of a picture ends. Raises picture_png, which the window writes, and picture_ending."""
    name = path.name.lower()
    if name.endswith(".png"):
        raise InputError("picture_png")
    for ending in _BYTES:
        if name.endswith(ending):
            return ending
    raise InputError("picture_ending", name=path.name)


@checked
def draw_picture(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    choice: PictureChoice | None = None,
    *,
    language: Language | None = None,
    office: Office = PLAIN,
) -> Path:
    """Write the picture of a draft, or of a protected table without a statistic, as its name ends: `.svg`, `.pdf`,
    `.html` (with the table of its figures) or `.vl.json` (Vega-Lite). Returns the path.

    choice: kind, variables and size, by default the kind that fits best. The language of the table's presentation
    holds, else `language`, else English. Raises as `write_picture`.

    >>> path = ckm.draw_picture(table, "chart.svg", ckm.PictureChoice("bars", categories="NUTS"))
    >>> path.read_text(encoding="utf-8").count('class="figure"')
    3
    """
    target = Path(path)
    write_picture(present_draft(what, language or "en", office), target, choice)
    return target


def write_picture(document: TablePresentation, path: Path, choice: PictureChoice | None = None) -> TablePicture:
    """Write the picture of a table, and return what was drawn. document: the table as shown in one language.

    Raises picture_png, picture_ending, NotWritten, and as `describe` and `picture_pdf`.
    """
    ending = picture_ending(path)
    picture = describe(document, choice)
    info = document.info
    content = _BYTES[ending](picture, info.released if info is not None and info.number else "")

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(path, write)
    return picture
