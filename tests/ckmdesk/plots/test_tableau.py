"""The tableau: intervals in look-up order; places, figures, pointer and colours agree with the table."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import DARK, LIGHT, Theme, Tokens, contrast, noise_color, text_on
from ckmdesk.state.drawing import MOST_ROWS, Drawing, Spot
from tests.kit.plots import COUNTS, DRAWINGS, LONG, SHUFFLED, TABLE, all_spots, tableau, texts

all_drawings = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


@all_drawings
def test_every_interval_is_found_where_it_is_drawn(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = tableau(theme, drawing)
    qtbot.addWidget(picture)
    for row in range(drawing.rows):
        bar = picture._bar(row)
        for at in range(int(drawing.offsets[row]), int(drawing.offsets[row + 1])):
            middle = (drawing.lower[at] + drawing.upper[at]) / 2
            place = QPointF(bar.left() + bar.width() * middle, bar.center().y())
            assert picture.interval_at(place) == at
            assert picture.spot_at(place) == Spot(row, float(drawing.noise[at]))


def test_an_interval_holds_its_lower_bound_and_not_its_upper_one(qtbot: QtBot, theme: Theme) -> None:
    # Boundary rule of tau-ARGUS: key < upper (method.md section 1).
    picture = tableau(theme, COUNTS)
    qtbot.addWidget(picture)
    bar = picture._bar(3)
    begin = int(COUNTS.offsets[3])
    at_bound = bar.left() + bar.width() * float(COUNTS.upper[begin])
    assert picture.interval_at(QPointF(at_bound + 1e-6, bar.center().y())) == begin + 1
    assert picture.interval_at(QPointF(at_bound - 1e-6, bar.center().y())) == begin


def test_beside_the_bars_a_row_is_meant_and_below_them_nothing(qtbot: QtBot, theme: Theme) -> None:
    picture = tableau(theme, COUNTS)
    qtbot.addWidget(picture)
    for x in (3.0, picture.width() - 2.0):
        assert picture.spot_at(QPointF(x, picture._bar(4).center().y())) == Spot(4)
    assert picture.spot_at(QPointF(300, picture.height() - 3)) is None
    assert picture.spot_at(QPointF(300, -1)) is None


@all_drawings
def test_the_tip_of_a_place_names_its_intervals(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = tableau(theme, drawing)
    qtbot.addWidget(picture)
    for spot in all_spots(drawing):
        found = picture._intervals(spot)
        widths = sum(float(drawing.upper[at] - drawing.lower[at]) for at in found)
        assert spot.v is not None
        assert widths == pytest.approx(drawing.distributions[spot.row][spot.v], abs=1e-9)
        assert picture.tip(spot).startswith(f"i = {drawing.names[spot.row]}: v = ")
        assert picture.tip(spot).endswith(" …") == (len(found) > 4)
    assert picture.tip(Spot(1, -3.0)).endswith("–") or -3.0 in drawing.distributions[1]
    assert picture.tip(Spot(2)) == ""


@all_drawings
def test_arrow_keys_go_through_the_noise_of_a_row_and_to_the_nearest_of_the_next(
    qtbot: QtBot, theme: Theme, drawing: Drawing
) -> None:
    picture = tableau(theme, drawing)
    qtbot.addWidget(picture)
    for row in range(drawing.rows):
        noise = list(drawing.distributions[row])
        for place, v in enumerate(noise):
            assert picture.moved(Spot(row, v), 1, 0) == Spot(row, noise[min(place + 1, len(noise) - 1)])
            assert picture.moved(Spot(row, v), -1, 0) == Spot(row, noise[max(place - 1, 0)])
            below = picture.moved(Spot(row, v), 0, 1)
            assert below is not None
            assert below.row == min(row + 1, drawing.rows - 1)
            assert below.v is not None
            assert abs(below.v - v) == min(abs(other - v) for other in drawing.distributions[below.row])


@all_drawings
def test_the_figures_are_all_intervals_in_look_up_order(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = tableau(theme, drawing)
    qtbot.addWidget(picture)
    figures = picture.figures()
    assert len(figures.rows) == len(drawing.noise)
    assert figures.columns[:2] == ("i", "v")
    for at, (_, v, lower, upper) in enumerate(figures.rows):
        assert float(v.replace("−", "-")) == pytest.approx(drawing.noise[at], abs=5e-5)
        assert float(lower) == pytest.approx(drawing.lower[at], abs=6e-9)
        assert float(upper) == pytest.approx(drawing.upper[at], abs=6e-9)
    assert [line[0] for line in figures.rows] == [
        drawing.names[row] for row in range(drawing.rows) for _ in range(*drawing.offsets[row : row + 2].tolist())
    ]


def test_figures_of_a_shuffled_table_are_the_look_up(qtbot: QtBot, theme: Theme) -> None:
    from ckmcore.ptable import shuffle

    picture = tableau(theme, SHUFFLED)
    qtbot.addWidget(picture)
    table = shuffle(TABLE, 0.05, 1)
    keys = np.arange(0, 10_000, 7, dtype=np.uint64)
    looked_up = table.lookup(np.full(len(keys), 3), keys, 10_000)
    rows = [line for line in picture.figures().rows if line[0] == "3"]
    for key, v in zip(keys.tolist(), looked_up.tolist(), strict=True):
        (found,) = [line[1] for line in rows if float(line[2]) <= key / 10_000 < float(line[3])]
        assert int(found.replace("−", "-")) == v


def test_of_a_long_table_the_first_rows_are_drawn(qtbot: QtBot, theme: Theme) -> None:
    picture = tableau(theme, LONG)
    qtbot.addWidget(picture)
    assert picture.figures().rows[-1][0] == str(MOST_ROWS - 1)
    image = picture.to_image()
    assert image.pixelColor(200, 40) != theme.color("surface")
    assert picture.spot_at(QPointF(300, picture._bar(MOST_ROWS - 1).center().y())) is not None


# --- pointer, legend, colours ----------------------------------------------------------------------------------------


def test_the_cell_looked_up_has_a_pointer_in_its_row_and_is_told(qtbot: QtBot, theme: Theme) -> None:
    picture = tableau(theme, SHUFFLED)
    qtbot.addWidget(picture)
    assert "i = 2, cell key 0.2500" in texts(picture)
    bar = picture._bar(2)
    place = QPointF(bar.left() + 0.25 * bar.width(), bar.bottom() + 3)
    image = picture.to_image()
    assert image.pixelColor(int(2 * place.x()), int(2 * place.y())) == theme.color("accent")
    picture.show_drawing(SHUFFLED, 3, "en")
    assert "looked up" not in texts(picture)
    # A row that is not drawn has no pointer.
    picture.show_drawing(SHUFFLED, 3, "en", pointer=(99, 0.5))
    assert "looked up" not in texts(picture)


def test_the_legend_says_every_noise_of_the_table(qtbot: QtBot, theme: Theme) -> None:
    picture = tableau(theme, COUNTS)
    qtbot.addWidget(picture)
    drawn = texts(picture)
    # Seven steps by thirds of D = 5: 1, 2 .. 3, 4 .. 5.
    for words in ("−5 −4", "−3 −2", "−1", "0", "+1", "+2 +3", "+4 +5"):
        assert words in drawn, words


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_noise_can_be_read_on_its_colour(tokens: Tokens) -> None:
    for v in range(-5, 6):
        color = noise_color(v, 5, tokens)
        assert contrast(color, text_on(color)) >= 4.5


@pytest.mark.parametrize("drawing", [COUNTS, SHUFFLED], ids=["ordered", "shuffled"])
def test_an_interval_has_the_colour_of_its_noise(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    picture = tableau(theme, drawing)
    qtbot.addWidget(picture)
    for look in ("light", "dark"):
        theme.choose(look)  # type: ignore[arg-type]
        image = picture.to_image()
        for row in range(drawing.rows):
            bar = picture._bar(row)
            for at in range(int(drawing.offsets[row]), int(drawing.offsets[row + 1])):
                width = float(drawing.upper[at] - drawing.lower[at])
                if width * bar.width() < 6:
                    continue
                # A quarter into it, close below its upper edge, where no number stands.
                place = QPointF(bar.left() + bar.width() * (drawing.lower[at] + width / 4), bar.top() + 2)
                found = image.pixelColor(int(2 * place.x()), int(2 * place.y()))
                assert found == theme.noise_color(drawing.noise[at], drawing.maximum_deviation)


def test_what_is_pointed_at_is_framed_in_all_its_intervals(qtbot: QtBot, theme: Theme) -> None:
    picture = tableau(theme, SHUFFLED)
    qtbot.addWidget(picture)
    picture.show()
    before = picture.grab().toImage()
    picture.set_spot(Spot(4, 0.0))
    after = picture.grab().toImage()
    assert len(picture._intervals(Spot(4, 0.0))) > 4
    for at in picture._intervals(Spot(4, 0.0)):
        bar = picture._bar(4)
        x = int(bar.left() + bar.width() * float(SHUFFLED.lower[at] + SHUFFLED.upper[at]) / 2)
        y = int(bar.top()) - 2
        assert any(before.pixel(x, y + step) != after.pixel(x, y + step) for step in range(4))
