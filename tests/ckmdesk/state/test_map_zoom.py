"""A map that is enlarged: which part is in sight, and where its marks are then."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import MapRoom, PictureArea, PictureCells, PicturePoint, PictureText, TablePicture
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from ckmdesk.state.map_reading import reader_of
from ckmdesk.state.map_zoom import MOST, MapMarks, MapZoom
from ckmdesk.state.picture_reading import MarkArea
from tests.kit.examples import examples
from tests.kit.picture_pages import grid_page, page, squares

ROOM = MapRoom(20, 60, 400, 300, (0, 0), 0.001, (0, 0), 440, 200)
SHARE = Value("share", base="total", decimals=1)


def map_picture(kind: KindName) -> TablePicture:
    names = {"land": [f"Square {place}" for place in range(6)]}
    document = page(names, value=SHARE) if kind == "choropleth" else page(names)
    return describe(document, PictureChoice(kind=kind), {"land": squares()})


def whole_of(picture: TablePicture) -> MapZoom:
    assert picture.room is not None
    return MapZoom.whole(picture.room)


def sight(picture: TablePicture) -> MarkArea:
    room = picture.room
    assert room is not None
    return MarkArea(room.left, room.top, room.left + room.width, room.top + room.height)


@settings(max_examples=examples(100))
@given(st.lists(st.tuples(st.floats(0.3, 4), st.floats(20, 420), st.floats(60, 360), st.floats(-500, 500)), max_size=8))
def test_only_the_room_of_the_map_is_ever_in_sight(steps: list[tuple[float, float, float, float]]) -> None:
    zoom = MapZoom.whole(ROOM)
    for by, x, y, way in steps:
        zoom = zoom.enlarged(by, x, y).moved(way, -way / 2)
        assert 1 <= zoom.factor <= MOST
        for corner in ((20, 60), (420, 360)):
            left, top = zoom.lies(*corner)
            assert 20 - 1e-6 <= left <= 420 + 1e-6
            assert 60 - 1e-6 <= top <= 360 + 1e-6
            assert zoom.seen(left, top) == pytest.approx(corner)


def test_what_is_at_a_place_stays_there_when_the_map_is_enlarged_and_reduced() -> None:
    zoom = MapZoom.whole(ROOM).enlarged(4, 120, 260)
    assert zoom.factor == 4
    assert zoom.lies(120, 260) == pytest.approx((120, 260))
    back = zoom.enlarged(1 / 4, 300, 300)
    assert back == MapZoom.whole(ROOM)


def test_an_area_out_of_sight_is_brought_into_it_and_one_in_sight_stays() -> None:
    zoom = MapZoom.whole(ROOM).enlarged(5, 20, 60)
    area = MarkArea(300, 200, 310, 215)
    assert not zoom.has(*zoom.seen(*area.middle))
    there = zoom.with_area(area)
    seen = there.shown(area)
    assert there.has(seen.left, seen.top)
    assert there.has(seen.right, seen.bottom)
    assert there.with_area(area) == there
    wide = there.with_area(MarkArea(100, 100, 300, 300))  # larger than the room: its middle
    assert wide.seen(200, 200) == pytest.approx((220, 210))


@pytest.mark.parametrize("kind", ["choropleth", "circles"])
def test_the_marks_of_the_whole_map_are_those_of_the_picture(kind: KindName) -> None:
    picture = map_picture(kind)
    drawn = MapMarks(picture).drawn(whole_of(picture), sight(picture))
    assert picture.room is not None
    kept = picture.marks[slice(*picture.room.marks)]
    assert [type(mark) for mark in drawn] == [type(mark) for mark in kept]
    assert not any(isinstance(mark, PictureText) for mark in kept)
    for mark, other in zip(drawn, kept, strict=True):
        if isinstance(mark, PictureArea) and isinstance(other, PictureArea):
            assert all(np.allclose(ring, before) for ring, before in zip(mark.rings, other.rings, strict=True))


def test_only_what_is_in_sight_is_drawn_and_circles_keep_the_size_of_the_legend() -> None:
    picture = map_picture("circles")
    reader = reader_of(picture)
    zoom = whole_of(picture).enlarged(3, *reader.area(0).middle)
    marks = MapMarks(picture)
    drawn, before = marks.drawn(zoom, sight(picture)), marks.drawn(whole_of(picture), sight(picture))
    assert 0 < len(drawn) < len(before)
    sizes = {mark.cell: mark.size for mark in before if isinstance(mark, PicturePoint)}
    circles = [mark for mark in drawn if isinstance(mark, PicturePoint)]
    assert circles
    assert all(sizes[mark.cell] == mark.size for mark in circles if mark.cell >= 0)


def test_the_scale_bar_says_the_length_of_what_is_in_sight() -> None:
    picture = map_picture("choropleth")
    marks, zoom = MapMarks(picture), whole_of(picture)
    assert picture.room is not None
    assert tuple(marks.bar(zoom)) == picture.marks[slice(*picture.room.bar)]
    texts = [
        [mark.text for mark in marks.bar(each) if isinstance(mark, PictureText)]
        for each in (zoom, zoom.enlarged(10, 100, 100))
    ]
    assert int(texts[1][-2]) * 10 == int(texts[0][-2])


def test_cells_of_a_grid_stay_whole_and_have_gaps_where_there_is_room() -> None:
    picture = describe(grid_page([[5] * 300] * 3), PictureChoice(kind="grid"))
    assert picture.grid is not None
    assert picture.grid.side < 5
    zoom = whole_of(picture).enlarged(8, *reader_of(picture).area(10).middle)
    (cells,) = [mark for mark in MapMarks(picture).drawn(zoom, sight(picture)) if isinstance(mark, PictureCells)]
    side = picture.grid.side * 8
    assert len(cells.x) > 10
    assert np.allclose(cells.width, side - 0.6)
    at = zoom.shown(reader_of(picture).area(10))
    assert np.abs(cells.x - at.left).min() < 1e-6


def test_a_point_of_an_enlarged_map_leads_to_its_area_and_words_find_it() -> None:
    picture = map_picture("choropleth")
    reader = reader_of(picture)
    zoom = whole_of(picture).enlarged(6, *reader.area(3).middle)
    x, y = zoom.seen(*reader.area(3).middle)
    assert reader.at(*zoom.lies(x, y), zoom.factor) == 3
    assert reader.matching("quare 2") == [2]
    assert reader.matching("C4") == [4]
    assert len(reader.matching("square")) == 6
    assert reader.matching(" ") == reader.matching("nowhere") == []


def test_a_code_finds_its_cell_of_a_grid() -> None:
    picture = describe(grid_page([[5, 7], [9, 0]]), PictureChoice(kind="grid"))
    reader = reader_of(picture)
    assert [picture.cells[cell].text for cell in reader.matching(" 1kmN3010E4011 ")] == ["7"]
    assert reader.matching("1kmN3011E4011") == []  # a 0 is not drawn, as if nothing were there
    assert reader.matching("3010") == []
