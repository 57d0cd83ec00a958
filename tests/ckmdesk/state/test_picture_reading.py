"""Reading pictures: the cell at a point, the next one by an arrow, what is read of it."""

from __future__ import annotations

import pytest

from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PicturePath, PictureText
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmdesk.state.picture_offer import asked_of_kinds, offer_of, sized
from ckmdesk.state.picture_reading import PictureReader, figures_of, small_marks
from tests.kit.picture_pages import AGES, PERIOD, SEXES, figures_for, page

BRANCHES = {"branch": ["Farming", "Trade", "Crafts"], "sex": ["male", "female"]}


def reader(kind: KindName, axes: dict[str, list[str]] = BRANCHES, **chosen: object) -> PictureReader:
    return PictureReader(describe(page(axes), PictureChoice(kind=kind, **chosen)))  # type: ignore[arg-type]


def named(found: PictureReader, cell: int) -> tuple[str, ...]:
    return found.picture.cells[cell].names


@pytest.mark.parametrize("kind", ["grouped", "stacked", "percent", "dots", "bars", "multiples"])
def test_every_cell_is_found_where_it_is_drawn(kind: KindName) -> None:
    found = reader(kind)
    assert set(found.areas) == set(range(len(found.picture.cells)))
    for cell, area in found.areas.items():
        assert found.at(*area.middle) == cell
    assert found.at(found.picture.width, found.picture.height) is None


def test_a_narrow_bar_is_reached_from_12_pixels_around() -> None:
    figures = figures_for(BRANCHES)
    figures[1, 1] = 1
    shown = page(BRANCHES, figures)
    found = PictureReader(describe(shown, PictureChoice(kind="grouped", numbers=False)))
    cell = next(n for n, each in enumerate(found.picture.cells) if each.whole == 1)
    area = found.areas[cell]
    assert area.right - area.left <= 2
    assert found.at(area.right + 11, area.middle[1]) == cell
    assert found.at(area.right + 13, area.middle[1]) is None


def test_the_tables_places_and_the_pictures_cells_are_one_to_one() -> None:
    found = reader("grouped")
    for number, cell in enumerate(found.picture.cells):
        assert found.cell_of((cell.row, cell.column, cell.layer, cell.value)) == number
    assert found.cell_of((99, 0, 0, 0)) is None


def test_arrows_go_down_lying_bars_and_over_to_the_other_category() -> None:
    found = reader("grouped")
    first = found.first()
    assert first is not None
    walked = [first]
    while (cell := found.step(walked[-1], 0, 1)) != walked[-1]:
        walked.append(cell)
    assert [named(found, cell) for cell in walked] == [(b, s) for b in BRANCHES["branch"] for s in BRANCHES["sex"]]
    assert found.step(first, 0, -1) == first


@pytest.mark.parametrize("kind", ["stacked", "percent"])
def test_arrows_go_along_a_stack_and_down_to_the_same_series(kind: KindName) -> None:
    found = reader(kind)
    first = found.first()
    assert first is not None
    assert named(found, found.step(first, 1, 0)) == ("Farming", "female")
    assert named(found, found.step(first, 0, 1)) == ("Trade", "male")


def test_arrows_go_from_period_to_period_and_to_the_line_above_or_below() -> None:
    found = reader("lines", {PERIOD: ["2021", "2022", "2023"], "sex": ["male", "female"]})
    start = next(n for n, cell in enumerate(found.picture.cells) if cell.names == ("2021", "male"))
    assert named(found, found.step(start, 1, 0)) == ("2022", "male")
    other = found.areas[next(n for n, cell in enumerate(found.picture.cells) if cell.names == ("2021", "female"))]
    way = 1 if other.middle[1] > found.areas[start].middle[1] else -1
    assert named(found, found.step(start, 0, way)) == ("2021", "female")


def test_arrows_go_up_a_pyramid_by_age_and_to_its_other_side() -> None:
    found = reader("pyramid", {"age": AGES, "sex": SEXES})
    start = next(n for n, cell in enumerate(found.picture.cells) if cell.names == ("20", "male"))
    assert named(found, found.step(start, 0, -1)) == ("21", "male")
    assert named(found, found.step(start, 1, 0)) == ("20", "female")


def test_a_reading_names_every_series_also_those_left_out_and_the_published_total() -> None:
    axes = {"branch": ["Farming", "Trade"], "sex": SEXES}
    document = page(axes)
    found = PictureReader(describe(document, PictureChoice(kind="grouped", without=("c2",))))
    reading = found.reading(0)
    assert reading is not None
    names = [name for name, *_ in reading.lines]
    assert names == ["male", "female", "diverse", "Total"]
    assert [colour for *_, colour in reading.lines] == [0, 1, -1, -1]
    figures = figures_for(axes)
    assert [text for _, text, _ in reading.lines] == [f"{figures[1, n]:,}" for n in (1, 2, 3, 0)]
    assert found.told(0) == f"Farming, male: {figures[1, 1]:,}; female: {figures[1, 2]:,}; " + (
        f"diverse: {figures[1, 3]:,}; Total: {figures[1, 0]:,}"
    )


def test_a_total_that_the_table_does_not_show_is_not_read() -> None:
    found = PictureReader(describe(page(BRANCHES, total="off"), PictureChoice(kind="grouped")))
    reading = found.reading(0)
    assert reading is not None
    assert not reading.has_total
    assert [name for name, *_ in reading.lines] == ["male", "female"]


def test_the_band_of_a_category_holds_its_marks_alone() -> None:
    found = reader("grouped")
    bands = [found.band(cell) for cell in found.areas]
    for cell, area in found.areas.items():
        reading = found.reading(cell)
        assert reading is not None
        for other, band in enumerate(bands):
            assert band is not None
            inside = band.top <= area.middle[1] <= band.bottom
            assert inside == (other in reading.cells)


def test_figures_are_exactly_those_drawn() -> None:
    found = reader("grouped")
    figures = figures_of(found.picture)
    texts = [text for row in figures.rows for text in row[1:]]
    assert sorted(texts) == sorted(cell.text for cell in found.picture.cells)
    assert figures_of(None).rows == ()


def test_a_tile_has_bars_and_lines_but_no_words_and_no_axes() -> None:
    marks = list(small_marks(reader("lines", {PERIOD: ["2021", "2022", "2023"], "sex": ["male", "female"]}).picture))
    assert any(isinstance(mark, PicturePath) for mark in marks)
    assert not any(isinstance(mark, PictureText) for mark in marks)
    assert {mark.colour for mark in marks} == {"s0", "s1"}


def test_an_offer_has_each_kind_that_fits_and_the_reason_of_the_others() -> None:
    offer = offer_of(page(BRANCHES), PictureChoice(), lambda: False)
    assert list(offer.small) == [kind for kind, reason in offer.kinds.items() if reason is None]
    assert {"grouped", "bars"} <= set(offer.small)
    assert offer.kinds["pyramid"] is not None
    assert [name for name, _ in offer.variables] == ["branch", "sex"]
    assert offer.blocks == ()


def test_kinds_are_asked_again_only_where_the_axes_change() -> None:
    plain = PictureChoice()
    assert asked_of_kinds(PictureChoice(kind="bars", width=99, numbers=False, sight="both")) == plain
    assert asked_of_kinds(PictureChoice(without=("c1",))) != plain


def test_a_picture_has_the_size_of_its_room_within_what_can_be_described() -> None:
    room = sized(PictureChoice(width=10), 605.0, 416.0)
    assert (room.width, room.height) == (160, 110)
    small = sized(PictureChoice(), 10.0, 10.0)
    assert (small.width, small.height) == (85, 55)
