"""The distribution of a row as bars: places, figures and numbers agree, and nothing lies below 0."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.plots.matrix import short_p
from ckmdesk.state.drawing import MOST_ROWS, Drawing, Spot
from tests.kit.plots import COUNTS, DRAWINGS, LONG, MAGNITUDES, bars, texts

all_drawings = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


@all_drawings
def test_every_bar_is_found_where_it_is_drawn(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    for row in range(0, drawing.rows, 1 if drawing.rows < 20 else 13):
        picture = bars(theme, drawing, row)
        qtbot.addWidget(picture)
        assert set(drawing.distributions[row]) <= set(picture.slots)
        for v in picture.slots:
            spot = Spot(row, v)
            rect = picture.spot_rect(spot)
            assert rect is not None
            below = drawing.of_counts and row + v < 0
            assert picture.spot_at(rect.center()) == (None if below else spot)
            p = float(picture.tip(spot).rsplit("= ", 1)[1])
            assert p == pytest.approx(drawing.distributions[row].get(v, 0.0), abs=6e-9)
            assert picture.tip(spot).startswith(f"i = {drawing.names[row]}, v = ")
        assert picture.spot_rect(Spot(row + 1, 0.0)) is None
        assert picture.spot_at(QPointF(-1, 50)) is None
        assert picture.spot_at(QPointF(picture.width() + 1, 50)) is None


@all_drawings
def test_arrow_keys_go_from_bar_to_bar_and_never_below_0(qtbot: QtBot, theme: Theme, drawing: Drawing) -> None:
    for row in (0, 1, 3):
        picture = bars(theme, drawing, row)
        qtbot.addWidget(picture)
        allowed = [v for v in picture.slots if not drawing.of_counts or row + v >= 0]
        for place, v in enumerate(allowed):
            assert picture.moved(Spot(row, v), 1, 0) == Spot(row, allowed[min(place + 1, len(allowed) - 1)])
            assert picture.moved(Spot(row, v), -1, 0) == Spot(row, allowed[max(place - 1, 0)])
        # From nothing, or from another picture's row, it begins within this row.
        for other in (Spot(0), Spot(7, 77.0)):
            found = picture.moved(other, 0, 1)
            assert found is not None
            assert found.row == row
            assert found.v in allowed


def test_the_figures_are_the_row(qtbot: QtBot, theme: Theme) -> None:
    picture = bars(theme, COUNTS, 1)
    qtbot.addWidget(picture)
    figures = picture.figures()
    assert figures.columns == ("v", "p")
    assert [line[0] for line in figures.rows] == ["−5", "−4", "−3", "−2", "−1", "0", "+1", "+2", "+3", "+4", "+5"]
    # Row 1 is D=5, V=3, js=2 without a stay probability; two targets are blocked and four lie below 0.
    assert [float(line[1]) for line in figures.rows[:4]] == [0.0] * 4
    assert sum(float(line[1]) for line in figures.rows) == pytest.approx(1.0, abs=1e-7)


@pytest.mark.parametrize("row", [1, 3, 8])
def test_every_number_over_a_bar_is_a_figure_of_the_row(qtbot: QtBot, theme: Theme, row: int) -> None:
    picture = bars(theme, COUNTS, row)
    qtbot.addWidget(picture)
    written = re.findall(r"\b\d\.\d{3,4}\b", texts(picture))
    possible = [short_p(p, "en") for p in COUNTS.distributions[row].values() if p >= 0.0005]
    assert written
    assert set(written) <= set(possible)
    # Wide bars have them all.
    picture.resize(1000, 200)
    assert sorted(re.findall(r"\b\d\.\d{3,4}\b", texts(picture))) == sorted(possible)


def test_a_row_beyond_the_drawing_is_the_last_one(qtbot: QtBot, theme: Theme) -> None:
    picture = bars(theme, LONG, 700)
    qtbot.addWidget(picture)
    assert picture.row == MOST_ROWS - 1
    picture.show_row(COUNTS, 99, "en")
    assert picture.row == 8
    assert picture.figures().rows[5][0] == "0"


def test_bars_of_magnitudes_stand_at_their_noise(qtbot: QtBot, theme: Theme) -> None:
    picture = bars(theme, MAGNITUDES, 2)
    qtbot.addWidget(picture)
    assert picture.slots == tuple(MAGNITUDES.distributions[2])
    assert [line[0] for line in picture.figures().rows][:2] != []
    assert "+0.5" in [line[0] for line in picture.figures().rows]


def test_the_colours_are_those_of_the_noise(qtbot: QtBot, theme: Theme) -> None:
    picture = bars(theme, COUNTS, 8)
    qtbot.addWidget(picture)
    for look in ("light", "dark"):
        theme.choose(look)  # type: ignore[arg-type]
        image = picture.to_image()
        for v, p in COUNTS.distributions[8].items():
            rect = picture.spot_rect(Spot(8, v))
            assert rect is not None
            height = rect.height() * p / max(COUNTS.distributions[8].values())
            if height > 6:
                place = QPointF(rect.center().x(), rect.bottom() - 3)
                found = image.pixelColor(int(2 * place.x()), int(2 * place.y()))
                assert found == theme.noise_color(v, COUNTS.maximum_deviation)
