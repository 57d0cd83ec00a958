"""Reading maps: the area or cell at a point, its neighbour in a direction, its class in the legend."""

from __future__ import annotations

import numpy as np
import pytest

from ckmcore.methods.protected import Sign
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PictureArea
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmcore.tabulate.spec import Value
from ckmdesk.state.map_reading import GridReader, MapReader, is_inside, reader_of
from ckmdesk.state.picture_reading import PictureReader
from tests.kit.picture_pages import grid_page, page, squares

NAMES = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]
SHARE = Value("share", base="total", decimals=1)
FIGURES = [[3, 0, 7], [0, 12, 7], [5, -1, 90]]


def map_of(*, circles: bool = False) -> MapReader:
    figures = np.array([1000, 215, 0, 261, 345, 172, 7])
    signs = np.array([0, 0, 0, 0, 0, 0, Sign.BLOCKED], dtype=np.uint8)
    document = page({"land": NAMES}, figures, signs, value=Value() if circles else SHARE)
    kind = "circles" if circles else "choropleth"
    found = reader_of(describe(document, PictureChoice(kind=kind), {"land": squares()}))  # type: ignore[arg-type]
    assert isinstance(found, MapReader)
    return found


def grid_of(figures: list[list[int]] = FIGURES) -> GridReader:
    found = reader_of(describe(grid_page(figures), PictureChoice(kind="grid")))
    assert isinstance(found, GridReader)
    return found


def name(found: PictureReader, cell: int | None) -> str:
    return "" if cell is None else found.picture.cells[cell].names[0]


def named(found: PictureReader, wanted: str) -> int:
    return next(number for number, cell in enumerate(found.picture.cells) if cell.names[0] == wanted)


def test_a_point_within_a_hole_is_of_the_area_that_lies_there() -> None:
    found = map_of()
    around, within = found.area(named(found, "Epsilon")), found.area(named(found, "Zeta"))
    assert found.at(*within.middle) == named(found, "Zeta")
    assert around.left < within.left < within.right < around.right
    assert found.at((around.left + within.left) / 2, within.middle[1]) == named(found, "Epsilon")


def test_a_point_counts_as_inside_by_odd_rings() -> None:
    outer = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)])
    area = PictureArea((outer, outer * 0.2 + 4), "c0")
    assert [is_inside(area, x, 5.5) for x in (-1.0, 2.0, 5.0, 8.0, 11.0)] == [False, True, False, True, False]


def test_outside_the_map_no_area_is_met_but_the_published_total_is() -> None:
    found = map_of()
    corner = found.area(named(found, "Delta"))
    assert found.at(corner.left - 40, corner.top) is None
    total = named(found, "Total")
    assert found.at(*found.area(total).middle) == total


@pytest.mark.parametrize(
    ("way", "there"), [((1, 0), "Beta"), ((0, -1), "Delta"), ((-1, 0), "Alpha"), ((0, 1), "Alpha")]
)
def test_arrows_go_to_the_neighbour_in_that_direction(way: tuple[int, int], there: str) -> None:
    found = map_of()
    assert name(found, found.step(named(found, "Alpha"), *way)) == there


def test_an_area_knows_its_code_and_the_swatch_of_its_class() -> None:
    found = map_of()
    picture, cell = found.picture, named(found, "Delta")
    assert found.code(cell) == "c3"
    assert picture.map is not None
    colour = found.colour(cell)
    assert colour == picture.map.colours[-1]  # the largest figure
    assert set(found.swatches) == set(picture.map.colours)
    assert found.colour(named(found, "Zeta")) is None  # a sign is in no class
    assert found.code(named(found, "Total")) == ""


def test_a_circle_is_met_before_the_area_below_it() -> None:
    found = map_of(circles=True)
    assert found.swatches == {}
    for mark in found._circles:
        assert found.at(mark.x, mark.y) == mark.cell


def test_a_cell_of_a_grid_is_found_by_its_place_and_an_empty_place_stays_empty() -> None:
    found = grid_of()
    assert len(found.picture.cells) == 6
    for cell in range(len(found.picture.cells)):
        assert found.at(*found.area(cell).middle) == cell
    lowest = found.area(named(found, next(each.names[0] for each in found.picture.cells if each.text == "3")))
    assert found.at(lowest.middle[0] + found.picture.grid.side, lowest.middle[1]) is None  # type: ignore[union-attr]
    assert found.at(-500.0, lowest.middle[1]) is None


def test_arrows_walk_the_drawn_cells_of_a_grid_over_empty_places() -> None:
    found = grid_of()
    of_text = {each.text: number for number, each in enumerate(found.picture.cells)}
    start = of_text["3"]
    east = found.step(start, 1, 0)
    assert found.picture.cells[east].text == "7"
    assert found.picture.cells[found.step(start, 0, -1)].text == "5"
    assert found.step(start, -1, 0) == start
    assert found.picture.cells[found.step(of_text["90"], 0, -1)].text == "90"


def test_the_tables_places_and_the_cells_of_a_grid_are_one_to_one() -> None:
    found = grid_of()
    for number, cell in enumerate(found.picture.cells):
        assert found.cell_of((cell.row, cell.column, cell.layer, cell.value)) == number
    assert found.cell_of((10_000, 0, 0, 0)) is None
    assert found.cell_of((found.picture.cells[0].row, 7, 0, 0)) is None


def test_a_cell_of_a_grid_tells_its_code_its_figure_and_its_class() -> None:
    found = grid_of()
    cell = next(number for number, each in enumerate(found.picture.cells) if each.text == "90")
    reading = found.reading(cell)
    assert reading is not None
    assert (reading.label, reading.lines[0][1]) == (found.picture.cells[cell].names[0], "90")
    assert found.told(cell) == found.picture.cells[cell].label
    assert found.picture.grid is not None
    assert found.colour(cell) == found.picture.grid.colours[-1]
    assert found.colour(cell) in found.swatches


def test_typed_letters_go_to_the_area_whose_name_begins_so() -> None:
    found = map_of()
    alpha = named(found, "Alpha")
    assert name(found, found.beginning("g", alpha)) == "Gamma"
    assert name(found, found.beginning("a", alpha)) == "Alpha"
    assert name(found, found.beginning("ze", named(found, "Zeta"))) == "Zeta"
    assert found.beginning("q", None) is None
