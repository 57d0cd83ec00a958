"""Maps of areas: what they draw, where, and that all of it comes from the published cells and the boundaries."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_picture import picture_pdf, write_picture
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.maps import borders_text
from ckmcore.pictures.model import Mark, PictureArea, PictureBox, PicturePath, PicturePoint, PictureText, TablePicture
from ckmcore.pictures.svg import dots_within, lines_within, page_bytes, svg_bytes
from ckmcore.pictures.vega import vega_spec, vega_text
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from tests.kit.fails import fails
from tests.kit.picture_pages import page, published, squares, svg_root, texts_of

NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]
AREAS = {"land": squares()}
SHARES = np.array([1000, 215, 0, 261, 345, 172, 0])
SIGNS = np.array([0, 0, 0, 0, 0, 0, Sign.BLOCKED], dtype=np.uint8)
SHARE = Value("share", base="total", decimals=1)


def shares(signs: Any = SIGNS, figures: Any = SHARES, **more: Any) -> TablePresentation:
    """A share of six areas: one is 0, one a sign."""
    return page({"land": NAMES}, figures, signs, value=SHARE, **more)


def counts(figures: Any = (100, 40, 0, 10, 90, 1, 0), signs: Any = SIGNS, **more: Any) -> TablePresentation:
    return page({"land": NAMES}, np.array(figures), signs, **more)


def drawn(document: TablePresentation, kind: KindName = "choropleth", **more: Any) -> TablePicture:
    return describe(document, PictureChoice(kind=kind, **more), AREAS)


def corners(area: PictureArea) -> set[tuple[float, float]]:
    return {(x, y) for x, y in area.rings[0].tolist()}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", ["choropleth", "circles"])
def test_specifications_of_maps_are_clean_and_a_planted_figure_is_found(kind: KindName, language: Language) -> None:
    document = shares(language=language) if kind == "choropleth" else counts(language=language)
    allowed = PublishableContent.of([document], [borders_text(AREAS["land"], language)])
    text = vega_text(drawn(document, kind))
    assert [(hit.place, hit.shown) for hit in scan_content(text.encode(), "x.vl.json", allowed)] == []
    cell = drawn(document, kind).cells[0].text
    planted = text.replace(f'"shown": "{cell}"', '"shown": "47.11"' if language == "en" else '"shown": "47,11"', 1)
    assert planted != text
    assert {hit.kind for hit in scan_content(planted.encode(), "x.vl.json", allowed)} == {"figure"}


def areas_of(picture: TablePicture) -> list[PictureArea]:
    return [
        mark for mark in picture.marks if isinstance(mark, PictureArea) and len(mark.rings[0]) > 2 and mark.cell >= 0
    ]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("kind", ["choropleth", "circles"])
def test_every_number_of_a_map_is_published_or_of_its_own_list(kind: KindName, language: Any) -> None:
    document = shares(language=language) if kind == "choropleth" else counts(language=language)
    picture = drawn(document, kind)
    lines = texts_of(svg_bytes(picture))
    assert {text for role, text in lines if role in ("figure", "sign")} <= published(document)
    assert {cell.text for cell in picture.cells} == published(document)
    allowed = PublishableContent.of([document], [borders_text(AREAS["land"], document.language)])
    assert [(hit.kind, hit.shown) for hit in scan_content(svg_bytes(picture), "x.svg", allowed)] == []
    words = " ".join((picture.title, picture.subtitle, *picture.notes, *picture.titles, *NAMES))
    of_words = {number for role, text in lines if role == "word" for number in re.findall(r"\d+", text)}
    assert {number for number in of_words if number not in words} == set()


def test_a_share_has_the_colour_of_its_class_a_sign_its_pattern_and_a_zero_none() -> None:
    picture = drawn(shares(), classes="own", limits=("17.0", "20.0", "30.0"))
    assert [(mark.colour, mark.pattern) for mark in areas_of(picture)] == [
        ("c4", ""), ("surface", ""), ("c4", ""), ("c8", ""), ("c0", ""), ("soft", "hatch"),
    ]  # fmt: skip
    assert [(role, text) for role, text in texts_of(svg_bytes(picture)) if role in ("limit", "count", "sign")] == [
        ("limit", "30.0 to 34.5"), ("count", "1"), ("limit", "20.0 to below 30.0"), ("count", "2"),
        ("limit", "17.0 to below 20.0"), ("count", "1"), ("limit", "0"), ("count", "1"), ("sign", "x"), ("count", "1"),
    ]  # fmt: skip


def test_an_area_without_a_row_looks_as_a_zero() -> None:
    missing = {"land": replace(squares(), codes=("c0", "c9", "c2", "c3", "c4", "c5"))}
    with_zero = describe(shares(), PictureChoice(kind="choropleth"), AREAS)
    without = describe(shares(), PictureChoice(kind="choropleth"), missing)
    looks = [
        [
            ([ring.tolist() for ring in mark.rings], mark.colour, mark.edge)
            for mark in picture.marks
            if isinstance(mark, PictureArea)
        ][1]
        for picture in (with_zero, without)
    ]
    assert looks[0] == looks[1]
    assert "Without an area: Beta" in without.notes


def test_areas_lie_where_their_metres_are_and_share_their_borders() -> None:
    first, second, *_ = areas_of(drawn(shares()))
    assert corners(first) & corners(second) != set()
    (west, _), (east, _) = first.rings[0][:2].tolist()
    assert east > west
    south, north = first.rings[0][0][1], first.rings[0][2][1]
    assert south > north  # northwards is up
    assert east - west == pytest.approx(south - north, abs=0.2)


def test_borders_of_the_country_are_lines_and_those_within_are_not() -> None:
    picture = drawn(shares())
    lines = [mark for mark in picture.marks if isinstance(mark, PicturePath) and mark.colour == "line"]
    ends = {frozenset(pair) for line in lines for pair in zip(line.points, line.points[1:], strict=False)}
    first, second, *_ = areas_of(picture)
    common = corners(first) & corners(second)
    assert len(common) == 2
    assert frozenset(common) not in ends
    assert len(ends) == 10  # three by two squares, of which the last is a hole's


def test_a_circle_is_as_large_as_its_figure_says_and_lies_on_the_middle() -> None:
    picture = drawn(counts(), "circles")
    circles = {mark.cell: mark for mark in picture.marks if isinstance(mark, PicturePoint) and mark.cell >= 0}
    sizes = {picture.cells[cell].text: mark.size**2 for cell, mark in circles.items()}
    assert sizes.keys() == {"40", "10", "90", "1"}
    assert sizes["40"] / sizes["10"] == pytest.approx(4, rel=0.05)
    assert sizes["90"] / sizes["40"] == pytest.approx(2.25, rel=0.05)
    first = areas_of(picture)[0].rings[0]
    point = circles[0]
    assert (point.x, point.y) == pytest.approx((sum(x for x, _ in first) / 4, sum(y for _, y in first) / 4), abs=0.2)


def test_the_published_total_is_written_and_no_total_that_is_not_shown() -> None:
    assert "100.0" in {text for role, text in texts_of(svg_bytes(drawn(shares()))) if role == "figure"}
    picture = drawn(shares(total="off"))
    assert [text for role, text in texts_of(svg_bytes(picture)) if role == "figure"] == []


def test_counts_are_circles_and_shares_are_areas() -> None:
    assert offered(shares(), None, AREAS)["choropleth"] is None
    reasons = {kind: None if reason is None else reason.code for kind, reason in offered(counts(), None, AREAS).items()}
    assert (reasons["circles"], reasons["choropleth"]) == (None, "picture_counts_as_circles")
    of_shares = offered(shares(), None, AREAS)["circles"]
    assert of_shares is not None
    assert of_shares.code == "picture_needs_counts"
    assert next(iter(offered(shares(), None, AREAS))) == "choropleth"


@pytest.mark.parametrize(
    ("document", "areas", "reason"),
    [
        (shares(), {}, "picture_needs_areas"),
        (shares(), {"sex": squares()}, "picture_needs_areas"),
        (shares(), {"land": squares(2)}, "picture_needs_three_areas"),
        (shares(np.full(7, Sign.UNKNOWN, dtype=np.uint8)), AREAS, "picture_only_signs"),
    ],
)
def test_what_is_no_map_has_a_reason(document: TablePresentation, areas: dict[str, AreaSet], reason: str) -> None:
    told = offered(document, None, areas)["choropleth"]
    assert told is not None
    assert told.code == reason


def test_counts_below_zero_have_no_circles() -> None:
    told = offered(counts((0, -5, 1, 2, 3, 4, 5), None), None, AREAS)["circles"]
    assert told is not None
    assert told.code == "picture_needs_positive"


def test_the_notes_name_source_state_and_projection_of_the_borders() -> None:
    notes = " ".join(drawn(shares(language="de")).notes)
    assert "Grenzen: Vermessungsamt, Stand 01.01.2025; flächentreu (EPSG:3035)" in notes
    assert "Klassen: Quantile; gleiche Werte liegen in einer Klasse" in notes


def test_the_scale_bar_is_as_long_as_it_says() -> None:
    picture = drawn(shares())
    bar = next(mark for mark in picture.marks if isinstance(mark, PicturePath) and mark.colour == "ink")
    lengths = [text for role, text in texts_of(svg_bytes(picture)) if role == "scale"]
    metres = int(lengths[-1].replace(",", "")) * 1000
    first = areas_of(picture)[0].rings[0]
    scale = (first[1][0] - first[0][0]) / 100_000
    assert bar.points[2][0] - bar.points[1][0] == pytest.approx(metres * scale, abs=0.3)


def test_patterns_stay_within_their_area_and_its_holes() -> None:
    outer = np.array([(0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0)])
    inner = np.array([(30.0, 20.0), (30.0, 40.0), (60.0, 40.0), (60.0, 20.0)])
    lines = lines_within(PictureArea((outer, inner), "soft", "hatch"))
    assert len(lines) > 20
    for (x0, y0), (x1, y1) in lines:
        middle = (x0 + x1) / 2, (y0 + y1) / 2
        assert not (30 < middle[0] < 60 and 20 < middle[1] < 40)
        assert all(-0.01 <= x <= 90.01 and -0.01 <= y <= 60.01 for x, y in ((x0, y0), (x1, y1)))
        assert x1 - x0 == pytest.approx(-(y1 - y0))
    dots = dots_within(PictureArea((outer, inner), "soft", "dots"))
    assert len(dots) > 100
    assert not any(30 < x < 60 and 20 < y < 40 for x, y in dots)
    tiny = np.array([(0.0, 0.0), (1.0, 0.0), (0.5, 1.0)])
    assert len(dots_within(PictureArea((tiny,), "soft", "dots"))) == 1


def outside(picture: TablePicture) -> list[Mark]:
    """Marks that are not whole within the picture."""
    found: list[Mark] = []
    for mark in picture.marks:
        points: Any = ()
        if isinstance(mark, PictureArea):
            points = [point for ring in mark.rings for point in ring.tolist()]
        elif isinstance(mark, PicturePath):
            points = mark.points
        elif isinstance(mark, PictureText | PictureBox | PicturePoint):
            points = [(mark.x, mark.y)]
        if any(not (0 <= x <= picture.width and 0 <= y <= picture.height) for x, y in points):
            found.append(mark)
    return found


@pytest.mark.parametrize("size", [(85, 55), (160, 110), (300, 200)])
def test_nothing_of_a_map_is_clipped(size: tuple[int, int]) -> None:
    for document, kind in ((shares(), "choropleth"), (counts(), "circles")):
        assert outside(drawn(document, kind, width=size[0], height=size[1])) == []  # type: ignore[arg-type]


def test_two_areas_of_one_name_have_their_codes_too() -> None:
    document = page({"land": ["Alpha", "Alpha", *NAMES[2:]]}, SHARES, SIGNS, value=SHARE)
    picture = describe(document, PictureChoice(kind="choropleth"), AREAS)
    assert [cell.names[0] for cell in picture.cells][:3] == ["Alpha, c0", "Alpha, c1", "Gamma"]
    assert len(picture.table) == 8


def test_a_map_is_written_in_every_form(tmp_path: Path) -> None:
    for ending in ("svg", "pdf", "html", "vl.json"):
        picture = write_picture(shares(), tmp_path / f"map.{ending}", PictureChoice(kind="choropleth"), areas=AREAS)
    root = svg_root((tmp_path / "map.svg").read_bytes())
    named = [group.attrib["aria-label"] for group in root.iter() if "aria-label" in group.attrib]
    assert named == [f"{cell.names[0]}: {cell.text}" for cell in picture.cells[:6]]
    assert "<td>34.5</td>" in page_bytes(picture).decode()
    assert picture_pdf(picture).startswith(b"%PDF-")
    features = json.loads((tmp_path / "map.vl.json").read_text(encoding="utf-8"))["vconcat"][0]["data"]["values"]
    assert [each["properties"]["shown"] for each in features["features"]] == [cell.text for cell in picture.cells[:6]]
    assert "url" not in json.dumps(features)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["choropleth", "circles"])
def test_vega_draws_a_map(kind: KindName) -> None:
    vl_convert = pytest.importorskip("vl_convert")
    picture = drawn(shares() if kind == "choropleth" else counts(), kind)
    content = vl_convert.vegalite_to_svg(vega_spec(picture), vl_version="6.4")
    assert content.count("<path") > 6
    if picture.map is not None and picture.map.classes is not None:
        classes = picture.map.classes
        texts = {text for _, text in texts_of(content.encode())}
        assert {classes.text(number, "en") for number in classes.span} <= texts


def test_a_planted_number_in_a_legend_is_found() -> None:
    content = svg_bytes(drawn(shares()))
    document = shares()
    allowed = PublishableContent.of([document], [borders_text(AREAS["land"], "en")])
    limit = re.search(rb'(class="limit"[^>]*>)([^<]+)', content)
    count = re.search(rb'(class="count"[^>]*>)(\d+)', content)
    scale = re.search(rb'(class="scale"[^>]*>)(\d+)', content)
    assert limit is not None
    assert count is not None
    assert scale is not None
    for match, planted in ((limit, b"12.3 to 777.7"), (limit, b"secret"), (count, b"812"), (scale, b"317")):
        changed = content.replace(match.group(0), match.group(1) + planted, 1)
        assert scan_content(changed, "x.svg", allowed) != []


def test_words_of_classes_are_read_back() -> None:
    from ckmcore.formats.read_svg import numbers_of_class

    for language in ("de", "en"):
        text = say("picture_class_below", language, low="1\u00a0000" if language == "de" else "1,000", high="2")
        numbers = numbers_of_class(text, language == "de")
        assert numbers is not None
        assert [int(number) for number in numbers] == [1000, 2]
    assert numbers_of_class("n = 12", False) is None


def test_own_limits_that_are_no_numbers_are_a_sentence() -> None:
    with fails("picture_limits"):
        drawn(shares(), classes="own", limits=("x",))


def test_other_originals_under_the_same_protected_figures_give_the_same_bytes() -> None:
    """Rounding to multiples of 10: 100 to 104 records of an area are the same 100."""
    files = []
    for more in (0, 4):
        counted = {
            "c0": 100 + more,
            "c1": 10 + more,
            "c2": 1 + more * 3 // 4,
            "c3": 200,
            "c4": 31 - more // 4,
            "c5": 60 + more,
        }
        land = [code for code, count in counted.items() for _ in range(count)]
        frame = pd.DataFrame({"land": land, "x": [str(place % 2) for place in range(len(land))]})
        data = ckm.Microdata.from_pandas(frame, ["land"])
        spec = ckm.TableSpec(rows=[ckm.Level("land", total="off")])
        made = present_draft(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10)), "de")
        picture = describe(made, PictureChoice(kind="circles"), AREAS)
        files.append((svg_bytes(picture), page_bytes(picture), json.dumps(vega_spec(picture)), picture.alt))
        assert sorted(cell.text for cell in picture.cells) == ["0", "10", "100", "200", "30", "60"]
    assert files[0] == files[1]


def test_a_figure_in_brackets_is_outlined() -> None:
    signs = np.array([0, Sign.UNCERTAIN, 0, 0, 0, 0, Sign.BLOCKED], dtype=np.uint8)
    picture = drawn(shares(signs))
    assert [mark.edge for mark in areas_of(picture)] == ["ink", "grid", "surface", "surface", "surface", "surface"]
    assert picture.cells[0].text == "(21.5)"


@pytest.mark.parametrize("height", [60, 90, 140])
def test_a_map_in_the_window_is_no_higher_than_its_room_and_can_still_be_read(height: int) -> None:
    document = page({"land": [f"Square {place}" for place in range(6)]}, value=SHARE)
    tall = replace(squares(), points=(squares().points * np.array([1, 3], dtype=np.int32)))
    choice = PictureChoice(kind="choropleth", width=160, height=height)
    fitting, file = (describe(document, choice, {"land": tall}, fits=fits) for fits in (True, False))
    assert fitting.room is not None
    assert file.room is not None
    assert fitting.room.height >= 240
    assert fitting.height <= max(height / 25.4 * 96, 240 + 200) + 1
    assert file.room.height >= fitting.room.height
    assert file.room.height >= 440
    assert [cell.text for cell in fitting.cells] == [cell.text for cell in file.cells]
