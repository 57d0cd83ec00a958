"""A picture as PDF: set by Typst from its SVG, tagged as a figure with its description in words."""

from __future__ import annotations

from collections.abc import Callable

from ckmcore.errors import InputError
from ckmcore.pictures.model import Picture, PictureText
from ckmcore.pictures.svg import svg_text
from ckmcore.pictures.text_width import FAMILY, FONTS, lacking
from ckmcore.typesetting.typeset import UNDATED, typeset

_MOST_NAMED = 10


def picture_pdf(picture: Picture, released: str = "", cancelled: Callable[[], bool] | None = None) -> bytes:
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
