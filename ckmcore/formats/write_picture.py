"""A picture as a file: SVG, PDF, a web page or a Vega-Lite specification, as its name ends."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path

from ckmcore.areas.model import AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.formats.drawn_picture import USUAL_DPI, picture_pdf, picture_png, refuse_numbers
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import refuse_hits, scan_content
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.office.settings import PLAIN, Office
from ckmcore.pictures.describe import describe
from ckmcore.pictures.maps import borders_text
from ckmcore.pictures.model import TablePicture
from ckmcore.pictures.svg import page_bytes, svg_bytes
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import PictureChoice

PNG = ".png"
ENDINGS = (".svg", PNG, ".pdf", ".html", ".vl.json")


def picture_ending(path: Path) -> str:
    """How the name of a picture ends. Raises picture_ending."""
    name = path.name.lower()
    for ending in ENDINGS:
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
    """Write the picture of a draft, or of a protected table without a statistic, as its name ends: `.svg`, `.png`,
    `.pdf`, `.html` (with the table of its figures) or `.vl.json` (Vega-Lite). Returns the path.

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
    dpi: int = USUAL_DPI,
) -> TablePicture:
    """Write the picture of a table, and return what was drawn. document: the table as shown in one language;
    with_figures: a PDF has the table of the figures drawn, as a web page always has; areas: boundaries by variable;
    dpi: pixels an inch of `.png`.

    Raises picture_ending, picture_no_table, picture_alt_number, LeakFound, NotWritten, and as `describe`, `picture_pdf`
    and `picture_png`.
    """
    ending = picture_ending(path)
    if with_figures and ending not in (".pdf", ".html"):
        raise InputError("picture_no_table", name=path.name)
    picture, content = picture_content(
        document, path.name, ending, choice, with_figures=with_figures, areas=areas, dpi=dpi
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
    dpi: int = USUAL_DPI,
) -> tuple[TablePicture, bytes]:
    """What was drawn, and the content of its file, searched for what the table does not publish. name: of the file, for
    the error. Raises as `write_picture`."""
    picture, info = describe(document, choice, areas), document.info
    refuse_numbers(picture, choice or document.layout.spec.presentation.picture)
    drawn = svg_bytes(picture)
    if ending == ".pdf":
        released = info.released if info is not None and info.number else ""
        content = picture_pdf(picture, released, with_figures=with_figures)
    elif ending == ".html":
        content = page_bytes(picture)
    elif ending == PNG:
        content = picture_png(picture, dpi)
    else:
        content = drawn if ending == ".svg" else vega_text(picture).encode()
    borders = [borders_text(each, picture.language) for each in (areas or {}).values()]
    allowed = PublishableContent.of([document], [picture.alt, *borders])
    # Every form is made of the same texts and numbers.
    refuse_hits(name, scan_content(drawn, f"{name}.svg", allowed))
    if ending == ".html":
        refuse_hits(name, scan_content(content, f"{name}.html", allowed))
    return picture, content
