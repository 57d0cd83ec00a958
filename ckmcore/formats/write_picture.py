"""A picture as a file: SVG, PDF, a web page or a Vega-Lite specification, as its name ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path

from ckmcore.areas.model import AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import refuse_hits, scan_content
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import PLAIN, Office
from ckmcore.pictures.describe import describe
from ckmcore.pictures.maps import borders_text
from ckmcore.pictures.model import PictureText, TablePicture
from ckmcore.pictures.svg import page_bytes, svg_bytes, svg_text
from ckmcore.pictures.text_width import FAMILY, FONTS, lacking
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.typesetting.typeset import UNDATED, typeset

_MOST_NAMED = 10
_MOST_COLUMNS = 7  # of a table on upright paper; of more each figure has a line


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
    written = [mark.text for mark in picture.marks if isinstance(mark, PictureText)]
    if letters := lacking("".join([*written, *(text for line in picture.table for text in line)])):
        raise InputError("picture_letters", letters=letters[:_MOST_NAMED], font=FAMILY)
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


ENDINGS = (".svg", ".pdf", ".html", ".vl.json")
PNG = ".png"
PngPainter = Callable[[TablePicture], bytes]
"""Paints a picture in pixels, which the engine does not."""


def picture_ending(path: Path, *, has_painter: bool = False) -> str:
    """How the name of a picture ends. has_painter: there is one of pixels. Raises picture_png, picture_ending."""
    name = path.name.lower()
    if name.endswith(PNG) and not has_painter:
        raise InputError("picture_png")
    for ending in (*ENDINGS, PNG):
        if name.endswith(ending):
            return ending
    raise InputError("picture_ending", name=path.name)


@checked
def draw_picture(
    what: Draft | ProtectedTable,
    path: str | PathLike[str],
    choice: PictureChoice | None = None,
    *,
    areas: Mapping[str, AreaSet] | None = None,
    language: Language | None = None,
    office: Office = PLAIN,
    with_figures: bool = False,
) -> Path:
    """Write the picture of a draft, or of a protected table without a statistic, as its name ends: `.svg`, `.pdf`,
    `.html` (with the table of its figures) or `.vl.json` (Vega-Lite). Returns the path.

    choice: kind, variables and size, by default those kept with the table, else the kind that fits best. The language
    of the table's presentation holds, else `language`, else English. with_figures: a PDF has the table of its figures,
    too; areas: boundaries by variable, for maps. Raises as `write_picture`.

    >>> path = ckm.draw_picture(table, "chart.svg", ckm.PictureChoice("bars", categories="NUTS"))
    >>> path.read_text(encoding="utf-8").count('class="figure"')
    3
    """
    target = Path(path)
    document = present_draft(what, language or "en", office)
    write_picture(document, target, choice, with_figures=with_figures, areas=areas)
    return target


def write_picture(
    document: TablePresentation,
    path: Path,
    choice: PictureChoice | None = None,
    *,
    with_figures: bool = False,
    areas: Mapping[str, AreaSet] | None = None,
    png: PngPainter | None = None,
) -> TablePicture:
    """Write the picture of a table, and return what was drawn. document: the table as shown in one language;
    with_figures: a PDF has the table of the figures drawn, as a web page always has; areas: boundaries by variable;
    png: paints `.png`.

    Raises picture_png, picture_ending, picture_no_table, LeakFound, NotWritten, and as `describe` and `picture_pdf`.
    """
    ending = picture_ending(path, has_painter=png is not None)
    if with_figures and ending not in (".pdf", ".html"):
        raise InputError("picture_no_table", name=path.name)
    picture, content = picture_content(
        document, path.name, ending, choice, with_figures=with_figures, areas=areas, png=png
    )

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(path, write)
    return picture


def picture_content(
    document: TablePresentation,
    name: str,
    ending: str,
    choice: PictureChoice | None = None,
    *,
    with_figures: bool = False,
    areas: Mapping[str, AreaSet] | None = None,
    png: PngPainter | None = None,
) -> tuple[TablePicture, bytes]:
    """What was drawn, and the content of its file, searched for what the table does not publish. name: of the file, for
    the error. Raises as `write_picture`."""
    picture, info = describe(document, choice, areas), document.info
    drawn = svg_bytes(picture)
    if ending == ".pdf":
        released = info.released if info is not None and info.number else ""
        content = picture_pdf(picture, released, with_figures=with_figures)
    elif ending == ".html":
        content = page_bytes(picture)
    elif ending == PNG and png is not None:
        content = png(picture)
    else:
        content = drawn if ending == ".svg" else vega_text(picture).encode()
    borders = [borders_text(each, picture.language) for each in (areas or {}).values()]
    allowed = PublishableContent.of([document], [picture.alt, *borders])
    # Every form is made of the same texts and numbers.
    refuse_hits(name, scan_content(drawn, f"{name}.svg", allowed))
    if ending == ".html":
        refuse_hits(name, scan_content(content, f"{name}.html", allowed))
    return picture, content
