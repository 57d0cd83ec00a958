"""The transition matrix and the difference of two: places and figures agree, signs are right, words can be read."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from ckmcore.ptable import Design, RowConstraint
from ckmdesk.look.theme import DARK, LIGHT, Theme, Tokens, contrast
from ckmdesk.plots.matrix import MatrixPlot, palette, short_p
from ckmdesk.state.drawing import MOST_ROWS, Drawing, Spot, drawing_of
from tests.kit.examples import examples
from tests.kit.plots import (
    COUNTS,
    DRAWINGS,
    LONG,
    MAGNITUDES,
    OTHERS,
    colors,
    difference,
    matrix,
    texts,
)

all_drawings = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", ".") or 0)


def numbers_drawn(picture: MatrixPlot) -> list[str]:
    """The probabilities written into the cells, their signs apart from the font's fallback."""
    return re.findall(r"\b\d\.\d{3,4}\b", texts(picture))


# --- places ----------------------------------------------------------------------------------------------------------


@all_drawings
def test_every_cell_is_found_where_it_is_drawn(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = matrix(theme, drawing)
    qtbot.addWidget(picture)
    rows, columns = picture.values.shape
    for row in range(rows):
        for column in range(columns):
            rect = picture.cell_rect(row, column)
            spot = picture.spot_at(rect.center())
            assert spot == Spot(row, drawing.noise_of(row, column))
            assert picture.spot_rect(spot) == rect
            p = number(picture.tip(spot).split("= ")[-1])
            assert p == pytest.approx(drawing.matrix[row, column], abs=6e-9)
    assert picture.cell_rect(rows - 1, columns - 1).right() <= picture.width()
    assert picture.cell_rect(rows - 1, columns - 1).bottom() <= picture.height()


@all_drawings
def test_arrow_keys_go_to_the_neighbour_and_stop_at_the_edge(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = matrix(theme, drawing)
    qtbot.addWidget(picture)
    rows, columns = picture.values.shape
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    for row in range(0, rows, 3):
        for column in range(0, columns, 2):
            for across, down in steps:
                spot = picture.moved(Spot(row, drawing.noise_of(row, column)), across, down)
                assert spot is not None
                wanted = min(max(row + down, 0), rows - 1), min(max(column + across, 0), columns - 1)
                assert (spot.row, drawing.column_of(spot)) == wanted


def test_the_name_of_a_row_is_a_place_of_the_whole_row(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme)
    qtbot.addWidget(picture)
    spot = picture.spot_at(QPointF(4, picture.cell_rect(5, 0).center().y()))
    assert spot == Spot(5)
    rect = picture.spot_rect(Spot(5))
    assert rect is not None
    assert rect.top() == picture.cell_rect(5, 0).top()
    assert picture.tip(Spot(5)) == ""
    for place in (QPointF(4, 3), QPointF(4, 419), QPointF(719.5, 200), QPointF(300, 3)):
        assert picture.spot_at(place) is None


# --- figures ---------------------------------------------------------------------------------------------------------


@all_drawings
def test_the_figures_are_the_matrix(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = matrix(theme, drawing)
    qtbot.addWidget(picture)
    figures = picture.figures()
    assert figures.columns == ("i \\ j" if drawing.of_counts else "i \\ v", *drawing.columns)
    assert [line[0] for line in figures.rows] == list(drawing.names)
    found = np.array([[number(text) for text in line[1:]] for line in figures.rows])
    assert np.allclose(found, drawing.matrix, atol=6e-7)


@pytest.mark.parametrize("drawing", [COUNTS, OTHERS, MAGNITUDES], ids=["counts", "small", "magnitudes"])
def test_every_number_drawn_is_one_of_the_figures(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = matrix(theme, drawing)
    qtbot.addWidget(picture)
    picture.resize(1200, 500)
    written = numbers_drawn(picture)
    shown = [short_p(p, "en") for p in drawing.matrix.ravel().tolist() if 0.00005 <= p < 0.99995]
    assert sorted(written) == sorted(shown)
    for name in (*drawing.names[:-1], *drawing.columns[1:2]):
        assert name in texts(picture)


def test_narrow_cells_hold_no_numbers(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme, LONG)
    qtbot.addWidget(picture)
    assert numbers_drawn(picture) == []
    assert len(colors(picture.to_image())) > 8


def test_of_a_long_table_the_first_rows_are_drawn(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme, LONG)
    qtbot.addWidget(picture)
    assert picture.values.shape[0] == len(picture.figures().rows) == MOST_ROWS
    assert picture.spot_at(QPointF(300, 399)) == Spot(MOST_ROWS - 1, picture.spot_at(QPointF(300, 399)).v)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("p", "text"),
    [(1.0, "1"), (0.99996, "1"), (0.9999, "1.000"), (0.36648, "0.366"), (0.0005, "0.001"), (0.0004, "0.0004")],
)
def test_a_probability_is_short(p: float, text: str) -> None:
    assert short_p(p, "en") == text
    assert short_p(p, "de") == text.replace(".", ",")


# --- the difference of two -------------------------------------------------------------------------------------------


def row_of(design: Design, count: int) -> dict[int, float]:
    """j -> p for one count: larger counts use the last row, whose targets move along."""
    table = design.table()
    row = min(count, table.last_row)
    return {count + v: p for v, p in table.row_distribution(row).items()}


@hypothesis_settings(max_examples=examples(25))
@given(
    st.tuples(st.integers(1, 6), st.integers(0, 2), st.integers(0, 12)),
    st.tuples(st.integers(1, 6), st.integers(0, 2), st.integers(0, 12)),
)
def test_a_difference_is_the_second_minus_the_first_for_every_count(
    one: tuple[int, int, int], two: tuple[int, int, int]
) -> None:
    def design(D: int, js: int, more: int) -> Design:
        js = min(js, D)
        return Design(D=D, V=0.6 * D, js=js, last_row=js + D + 1 + more)

    first, second = design(*one), design(*two)
    picture = SHOWN[0]
    picture.show_difference(drawing_of(first.table()), drawing_of(second.table()), 2, "en")
    values = picture.values
    assert values.shape[0] == max(first.table().last_row, second.table().last_row) + 1
    for count in range(values.shape[0]):
        before, after = row_of(first, count), row_of(second, count)
        wanted = np.zeros(values.shape[1])
        # Nothing lies beyond the last column.
        for sign, row in ((-1, before), (1, after)):
            for target, p in row.items():
                wanted[target] += sign * p
        assert np.allclose(values[count], wanted, atol=1e-15)
    assert np.allclose(values.sum(axis=1), 0.0, atol=1e-9)


SHOWN: list[MatrixPlot] = []


@pytest.fixture(autouse=True)
def shown(qtbot: QtBot, theme: Theme) -> None:
    # hypothesis calls a test many times with one fixture.
    SHOWN[:] = [MatrixPlot(theme)]
    qtbot.addWidget(SHOWN[0])


def test_signs_of_a_difference_are_told_and_turn_with_the_order(qtbot: QtBot, theme: Theme) -> None:
    # [W19] without monotony in row 3: p(3 -> 2) = .42078468, which the other table blocks (method.md section 2).
    w19 = drawing_of(Design(D=2, V=1.08, js=1, own=(RowConstraint(3, 3, mono=False),)).table())
    there, back = difference(theme, COUNTS, w19), difference(theme, w19, COUNTS)
    for picture in (there, back):
        qtbot.addWidget(picture)
    assert np.allclose(there.values, -back.values)
    assert there.tip(Spot(3, -1.0)) == "i = 3, j = 2: Δp = 0.42078468"
    assert back.tip(Spot(3, -1.0)) == "i = 3, j = 2: Δp = −0.42078468"
    assert "+0.421" in texts(there)
    assert "−0.421" in texts(back)
    assert texts(there).endswith("p −0.546 +0.546")


def test_a_difference_has_a_name_for_every_row_and_a_head_for_every_column(qtbot: QtBot, theme: Theme) -> None:
    for first, second in ((COUNTS, OTHERS), (OTHERS, COUNTS)):
        picture = difference(theme, first, second)
        qtbot.addWidget(picture)
        figures = picture.figures()
        assert [line[0] for line in figures.rows] == ["0", "1", "2", "3", "4", "5", "6", "7", "≥ 8"]
        assert figures.columns == ("i \\ j", *(str(j) for j in range(picture.values.shape[1])))
        found = np.array([[number(text) for text in line[1:]] for line in figures.rows])
        assert np.allclose(found, picture.values, atol=6e-7)


def test_every_place_of_a_difference_is_found_where_it_is_drawn(qtbot: QtBot, theme: Theme) -> None:
    picture = difference(theme, OTHERS, COUNTS)
    qtbot.addWidget(picture)
    rows, columns = picture.values.shape
    for row in range(rows):
        for column in range(columns):
            spot = picture.spot_at(picture.cell_rect(row, column).center())
            assert spot == Spot(row, float(column - row))
            assert picture.spot_rect(spot) == picture.cell_rect(row, column)
            assert number(picture.tip(spot).split("= ")[-1]) == pytest.approx(picture.values[row, column], abs=6e-9)
            below = picture.moved(spot, 0, 1)
            assert below is not None
            assert (below.row, below.row + (below.v or 0)) == (min(row + 1, rows - 1), column)


def test_a_table_after_a_difference_is_a_table_again(qtbot: QtBot, theme: Theme) -> None:
    picture = difference(theme)
    qtbot.addWidget(picture)
    picture.show_drawing(COUNTS, 3, "en")
    assert np.array_equal(picture.values, COUNTS.matrix)
    assert picture.tip(Spot(3, -1.0)) == "i = 3, j = 2: p = 0.00000000"


def test_two_equal_tables_differ_nowhere(qtbot: QtBot, theme: Theme) -> None:
    picture = difference(theme, COUNTS, COUNTS)
    qtbot.addWidget(picture)
    assert not picture.values.any()
    assert {text for line in picture.figures().rows for text in line[1:]} == {""}
    picture.to_image()


# --- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("diverging", [False, True])
def test_numbers_can_be_read_on_every_shade(tokens: Tokens, diverging: bool) -> None:
    shades, inks = palette(tokens, diverging)
    assert len(shades) == len(inks)
    for shade, ink in zip(shades.tolist(), inks, strict=True):
        assert contrast(QColor(shade), ink) >= 4.5
    ends = (tokens.noise[0], tokens.noise[6]) if diverging else (tokens.surface, tokens.accent)
    assert (QColor(int(shades[0])), QColor(int(shades[-1]))) == tuple(QColor(end) for end in ends)


def test_a_probability_of_nothing_is_the_surface_and_of_one_the_accent(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme, drawing_of(Design(D=2, V=1.08, js=1).table()))
    qtbot.addWidget(picture)
    image = picture.to_image()
    # Beside the number and the grid, in the corner of a cell; the image has twice the pixels.
    for (row, column), token in {(0, 0): "accent", (0, 5): "surface"}.items():
        place = picture.cell_rect(row, column).topLeft() + QPointF(4, 4)
        assert image.pixelColor(int(2 * place.x()), int(2 * place.y())) == theme.color(token)


def test_positive_and_negative_differences_have_the_two_ends_of_the_scale_of_noise(qtbot: QtBot, theme: Theme) -> None:
    picture = difference(theme)
    qtbot.addWidget(picture)
    image = picture.to_image()
    row, column = np.unravel_index(int(np.argmax(picture.values)), picture.values.shape)
    place = picture.cell_rect(int(row), int(column)).topLeft() + QPointF(4, 4)
    assert image.pixelColor(int(2 * place.x()), int(2 * place.y())) == theme.color_of_step(6)


def test_what_was_set_by_hand_is_marked_and_said(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme)
    qtbot.addWidget(picture)
    before = picture.to_image()
    assert "set by hand" not in texts(picture)
    picture.show_drawing(COUNTS, 3, "en", marked=frozenset({(4, 6), (99, 99)}))
    assert "set by hand" in texts(picture)
    place = picture.cell_rect(4, 6).topLeft() + QPointF(2, 12)
    assert picture.to_image().pixelColor(int(2 * place.x()), int(2 * place.y())) == theme.color("accent")
    assert picture.to_image() != before


def test_an_outdated_table_is_greyed_and_its_places_are_still_there(qtbot: QtBot, theme: Theme) -> None:
    picture = matrix(theme)
    qtbot.addWidget(picture)
    before = picture.to_image()
    picture.show_drawing(COUNTS, 3, "en", grey=True)
    assert picture.to_image() != before
    assert picture.tip(Spot(3, 0.0)) != ""
