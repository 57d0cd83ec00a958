"""Possible D and V: the ranges, the point of the design, and how hand and keys move it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, Qt
from pytestqt.qtbot import QtBot

from ckmcore.ptable import Design
from ckmdesk.look.theme import Theme
from ckmdesk.plots import region as region_module
from ckmdesk.plots.region import RegionPlot
from ckmdesk.state.method_view import region_of
from tests.kit.examples import examples
from tests.kit.plots import mouse, texts

RANGES = region_of(Design(D=5, V=1.0, js=2))
SHOWN: list[RegionPlot] = []


class NoTips:
    """In place of QToolTip: no window of its own; what was said last."""

    said = ""

    @classmethod
    def showText(cls, _place: object, text: str, _widget: object) -> None:
        cls.said = text

    @classmethod
    def hideText(cls) -> None:
        cls.said = ""


@pytest.fixture(autouse=True)
def picture(qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch) -> RegionPlot:
    monkeypatch.setattr(region_module, "QToolTip", NoTips)
    made = RegionPlot(theme)
    made.resize(520, 300)
    made.show_region(RANGES, 5, 3.0, "en")
    qtbot.addWidget(made)
    SHOWN[:] = [made]
    return made


def test_the_figures_are_the_ranges_and_the_design(picture: RegionPlot) -> None:
    figures = picture.figures()
    assert figures.columns == ("D", "V from", "V to", "this design")
    found = {int(line[0]): (float(line[1]), float(line[2])) for line in figures.rows}
    assert found == {D: (pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5)) for D, low, high in RANGES}
    # js = 2 needs V >= 2, and row 1 has V <= D (method.md, "Feasibility").
    assert found[5][0] == 2.0
    assert found[5][1] <= 5.0
    assert [line[0] for line in figures.rows if line[3]] == ["5"]
    assert next(line[3] for line in figures.rows if line[3]) == "3.0000"


def test_a_design_where_nothing_is_possible_is_told(picture: RegionPlot) -> None:
    assert "not possible" not in texts(picture)
    picture.show_region(RANGES, 5, 99.0, "en")
    assert "this design: not possible" in texts(picture)
    picture.show_region((), 1, 1.0, "en")
    assert picture.figures().rows == (("1", "–", "–", "1.0000"),)
    assert "this design: not possible" in texts(picture)


@hypothesis_settings(max_examples=examples(60))
@given(st.integers(1, 30), st.floats(0.05, 40.0), st.integers(300, 900), st.integers(150, 500))
def test_a_click_on_a_point_takes_its_D_and_V(D: int, V: float, width: int, height: int) -> None:
    picture = SHOWN[0]
    picture.resize(width, height)
    picture.show_region(RANGES, 5, 3.0, "en")
    axes = picture._axes()
    if axes.x_high - 0.5 < D or axes.y_high < V:
        return
    taken: list[tuple[int, float]] = []
    picture.chosen.connect(lambda one, other: taken.append((one, other)))
    left = Qt.MouseButton.LeftButton
    picture.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, axes.at(D, V), left))
    picture.chosen.disconnect()
    ((found_D, found_V),) = taken
    assert found_D == D
    assert found_V == pytest.approx(V, abs=0.026)
    assert found_V >= 0.05
    # Steps of .05.
    assert round(found_V * 20) == pytest.approx(found_V * 20, abs=1e-9)


def test_the_design_is_drawn_where_a_click_takes_it_again(picture: RegionPlot) -> None:
    image = picture.to_image()
    point = picture._axes().at(5, 3.0)
    ring = image.pixelColor(int(2 * (point.x() + 6)), int(2 * point.y()))
    middle = image.pixelColor(int(2 * point.x()), int(2 * point.y()))
    assert middle == picture.theme.color("surface")
    assert ring != middle
    assert picture._place(point) == (5, 3.0)


def test_beside_the_chart_nothing_is_taken(picture: RegionPlot) -> None:
    taken: list[object] = []
    picture.chosen.connect(lambda D, V: taken.append((D, V)))
    for place in (QPointF(5, 100), QPointF(200, 5), QPointF(200, 295)):
        picture.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, place, Qt.MouseButton.LeftButton))
    picture.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, QPointF(200, 100), Qt.MouseButton.RightButton))
    picture.mouseDoubleClickEvent(mouse(QEvent.Type.MouseButtonDblClick, QPointF(200, 100), Qt.MouseButton.LeftButton))
    assert taken == []


def test_the_edges_of_the_chart_take_no_D_that_is_not_drawn(picture: RegionPlot) -> None:
    axes = picture._axes()
    for x in (axes.area.left() - 3, axes.area.right() + 3):
        found = picture._place(QPointF(x, axes.area.center().y()))
        assert found is not None
        assert 1 <= found[0] <= max(D for D, _, _ in RANGES)


def test_pointing_tells_what_is_possible_and_dragging_takes_it(picture: RegionPlot) -> None:
    taken: list[object] = []
    picture.chosen.connect(lambda D, V: taken.append((D, V)))
    place = picture._axes().at(6, 2.5)
    picture.mouseMoveEvent(mouse(QEvent.Type.MouseMove, place))
    assert NoTips.said.startswith("D = 6, V = 2.50\npossible 2.00 … ")
    assert taken == []
    picture.mouseMoveEvent(mouse(QEvent.Type.MouseMove, place, Qt.MouseButton.LeftButton))
    assert taken == [(6, 2.5)]


def test_arrow_keys_move_the_design_and_stop_at_the_least(qtbot: QtBot, picture: RegionPlot) -> None:
    taken: list[tuple[int, float]] = []
    picture.chosen.connect(lambda D, V: taken.append((D, V)))
    picture.show()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(picture, key)
    assert taken == [(4, 3.0), (6, 3.0), (5, 3.05), (5, 2.95)]
    picture.show_region(RANGES, 1, 0.05, "en")
    taken.clear()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Down):
        qtbot.keyClick(picture, key)
    assert taken == [(1, 0.05), (1, 0.05)]
