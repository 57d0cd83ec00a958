"""Files that carry a picture are searched with it: as written they are clean, and whatever is planted is found."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from ckmcore.base.numbers import Language
from ckmcore.formats.drawn_picture import dpi_of, drawn, picture_png
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import RELEASED
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.pictures.vega import vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.typesetting.worker import saved
from tests.kit.examples import some_of
from tests.kit.picture_pages import CHARTS, TABLES, grid_page, page
from tests.kit.random_pages import page as random_page


def with_picture(document: TablePresentation, kind: KindName | str = "") -> TablePresentation:
    """The table as it is where its picture stands beside it."""
    spec = document.table.spec
    picture = PictureChoice(kind, sight="both")  # type: ignore[arg-type]  # a kind, or none
    shown = replace(spec.presentation, picture=picture)
    return present_draft(
        replace(document.table, spec=spec.with_changes(presentation=shown)), document.language, document.office
    )


@cache
def grouped(language: Language = "en") -> TablePresentation:
    return with_picture(page(TABLES["grouped"], language=language), "grouped")


@cache
def content(form: str, folder: Path) -> bytes:
    return write_form(grouped(), RELEASED[form], folder / f"t{RELEASED[form].ending}")[0].read_bytes()


def kinds_of_hits(changed: bytes, form: str) -> set[str]:
    name = f"t{RELEASED[form].ending}"
    return {hit.kind for hit in scan_content(changed, name, PublishableContent.of([grouped()]))}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


# --- Vega-Lite --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CHARTS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_specifications_of_a_table_are_clean(kind: KindName, language: Language) -> None:
    document = with_picture(page(TABLES[kind], language=language), kind)
    text = vega_text(drawn(document)).encode()
    assert scan_content(text, "x.vl.json", PublishableContent.of([document])) == ()
    assert scan_content(text, "x.vl.json", PublishableContent(anything=True)) == ()


def test_a_specification_of_a_grid_is_clean() -> None:
    document = with_picture(grid_page([[5, 3, 8], [2, 1, 40]]), "grid")
    found = scan_content(vega_text(drawn(document)).encode(), "x.vl.json", PublishableContent.of([document]))
    assert [(hit.kind, hit.shown) for hit in found] == []


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_specifications_of_random_tables_are_clean(part: int) -> None:
    shown = 0
    for seed in some_of(range(60), part)[: 4 if part == 0 else 60]:
        document = with_picture(random_page(seed))
        try:
            text = vega_text(drawn(document)).encode()
        except ValueError:
            continue
        found = scan_content(text, "x.vl.json", PublishableContent.of([document]))
        assert [(seed, hit.place, hit.shown) for hit in found] == []
        shown += 1
    assert shown > 1


CELL = drawn(grouped()).cells[0]


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (f'"value": {CELL.whole}', '"value": 7654321', "figure"),
        (f'"at": {CELL.whole}', '"at": 7654321', "figure"),
        (f'"shown": "{CELL.text}"', '"shown": "7,654,321"', "figure"),
        ('"series": "male"', '"series": "4711"', "text"),
        ('"category": "North"', '"category": "Max Mustermann"', "text"),
        ('"line": 0,', '"secret": 0,', "part"),
        ('"line": 0,', '"line": 123456,', "figure"),
        ('"anchor": "start"', '"anchor": "4711"', "text"),
        ("50000.0", "47110.0", "figure"),
        ("[indexof(", "[4711, 1][indexof(", "formula"),
        ('"type": "bar"', '"type": "image"', "text"),
        ("Largest: ", "Largest of 4711: ", "text"),
        ("vega-lite/v6.json", "vega-lite/v5.json", "link"),
        ("\n}\n", "\n} \n", "bytes"),
        ('"values": [', '"url": "https://example.org/4711", "values": [', "bytes"),
        ("}", '}{"x": 4711}', "bytes"),
    ],
)
def test_what_is_planted_in_a_specification_is_found(old: str, new: str, kind: str) -> None:
    text = vega_text(drawn(grouped()))
    assert old in text
    assert kind in kinds_of_hits(text.replace(old, new, 1).encode(), "picture-vl.json")


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["html", "html-fragment"])
@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (f">{CELL.text}</text>", ">7,654,321</text>", "figure"),
        (">male</text>", ">Max Mustermann</text>", "text"),
        ("<figcaption>Bars", "<figcaption>4711 Bars", "text"),
        ("</svg>", "<!-- 4711 --></svg>", "comment"),
        ("</svg>", "</svg>4711", "part"),
        ("<figure>", "<figure><p>4711</p>", "part"),
        ("</figure>", "4711</figure>", "part"),
    ],
)
def test_what_is_planted_in_the_picture_of_a_page_is_found(
    form: str, old: str, new: str, kind: str, folder: Path
) -> None:
    text = content(form, folder).decode()
    assert old in text
    assert kind in kinds_of_hits(text.replace(old, new, 1).encode(), form)


def test_a_second_picture_on_a_page_is_not_read_back_as_right(folder: Path) -> None:
    text = content("html", folder).decode()
    begin, end = text.index("<figure>"), text.index("</figure>") + len("</figure>\n")
    (folder / "twice.html").write_text(text[:end] + text[begin:end] + text[end:], encoding="utf-8")
    check = RELEASED["html"].check
    assert check is not None
    with pytest.raises(Exception, match="check_html_tag"):
        check(grouped(), folder / "twice.html")
    (folder / "none.html").write_text(text[:begin] + text[end:], encoding="utf-8")
    with pytest.raises(Exception, match="check_html_tag"):
        check(grouped(), folder / "none.html")


# --- pixels -----------------------------------------------------------------------------------------------------------


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@pytest.mark.daily(1)
def test_pixels_are_those_of_the_picture_and_nothing_beside_them() -> None:
    png = picture_png(drawn(grouped()))
    assert kinds_of_hits(png, "picture-png") == set()
    assert (dpi_of(png), dpi_of(picture_png(drawn(grouped()), 300))) == (192, 300)
    text = png[:33] + chunk(b"tEXt", b"Comment\x004711") + png[33:]
    assert kinds_of_hits(text, "picture-png") == {"part", "picture"}
    assert kinds_of_hits(png + b"4711", "picture-png") == {"bytes"}
    other = picture_png(drawn(with_picture(page(TABLES["grouped"]), "stacked")))
    assert kinds_of_hits(other, "picture-png") == {"picture"}
    assert scan_content(other, "x.png", PublishableContent(anything=True)) == ()


# --- PDF --------------------------------------------------------------------------------------------------------------


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", ["pdf", "picture-pdf"])
def test_another_letter_in_the_picture_of_a_pdf_is_found(form: str, folder: Path) -> None:
    made = content(form, folder)
    assert kinds_of_hits(made, form) == set()
    for old, new in ((b"-1 0 0 Tm(\\000\\001)", b"-1 0 0 Tm(\\000\\002)"), (b"/Alt(Bars", b"/Alt(4711")):
        with pikepdf.open(io.BytesIO(made)) as pdf:
            stream = pdf.pages[0].Contents.read_bytes()
            assert old in stream
            pdf.pages[0].Contents.write(stream.replace(old, new, 1))
            assert kinds_of_hits(saved(pdf), form) & {"text", "property"}


@pytest.mark.daily(1)
def test_another_description_of_the_picture_of_a_pdf_is_found(folder: Path) -> None:
    with pikepdf.open(io.BytesIO(content("picture-pdf", folder))) as pdf:
        figures = [each for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and each.get("/S") == "/Figure"]
        figures[0].Alt = pikepdf.String("4711 people")
        assert "text" in kinds_of_hits(saved(pdf), "picture-pdf")


# --- workbooks --------------------------------------------------------------------------------------------------------


@pytest.mark.daily(1)
def test_a_workbook_with_its_picture_is_the_same_bytes_and_another_picture_is_found(folder: Path) -> None:
    first = content("xlsx", folder)
    assert write_form(grouped(), RELEASED["xlsx"], folder / "u.xlsx")[0].read_bytes() == first
    assert kinds_of_hits(first, "xlsx") == set()
    stacked = with_picture(page(TABLES["grouped"]), "stacked")
    (other,) = write_form(stacked, RELEASED["xlsx"], folder / "v.xlsx")
    assert kinds_of_hits(other.read_bytes(), "xlsx") == {"picture", "text"}
