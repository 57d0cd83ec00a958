"""A picture as a file: SVG, PDF or a Vega-Lite specification, as its name ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.errors import InputError
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import Picture, PictureChoice
from ckmcore.pictures.svg import svg_bytes
from ckmcore.pictures.vega import vega_text
from ckmcore.pictures.write_pdf import picture_pdf
from ckmcore.presentation.present import TablePresentation

_BYTES: Mapping[str, Callable[[Picture, str], bytes]] = {
    ".svg": lambda picture, _: svg_bytes(picture),
    ".pdf": picture_pdf,
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


def write_picture(document: TablePresentation, path: Path, choice: PictureChoice | None = None) -> Picture:
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
