"""Variants by loss and risk: what is written, what a click and the arrow keys choose."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ckmdesk.lab.plots.plane import PlanePlot, Point
from ckmdesk.look.theme import Theme
from tests.kit.plots import mouse, texts

POINTS = (
    Point(0, "Variant A", 1.38, 0.0, True),
    Point(1, "Variant B", 0.58, 4.0, True),
    Point(2, "Rounding to base 10", 2.42, 8.0, False),
)


@pytest.fixture
def plane(qtbot: QtBot, theme: Theme) -> PlanePlot:
    made = PlanePlot(theme)
    made.resize(480, 300)
    made.show_points(POINTS, 0, ("Mean deviation", "Disclosed"), (2, 0), "en")
    qtbot.addWidget(made)
    return made


def test_names_axes_and_figures_are_those_of_the_variants(plane: PlanePlot) -> None:
    written = texts(plane)
    for one in POINTS:
        assert one.name in written
    assert "Mean deviation" in written
    assert plane.figures().rows == (
        ("Variant A", "1.38", "0", "on the frontier"),
        ("Variant B", "0.58", "4", "on the frontier"),
        ("Rounding to base 10", "2.42", "8", ""),
    )


def test_a_click_on_a_point_chooses_its_variant(plane: PlanePlot) -> None:
    chosen: list[int] = []
    plane.chosen.connect(chosen.append)
    axes = plane._axes()
    left = Qt.MouseButton.LeftButton
    for one in POINTS:
        plane.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, axes.at(one.loss, one.risk), left))
    plane.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, axes.at(2.4, 1.0), left))
    assert chosen == [0, 1, 2]


def test_arrow_keys_go_from_point_to_point_by_loss(plane: PlanePlot) -> None:
    chosen: list[int] = []
    plane.chosen.connect(chosen.append)
    QTest.keyClick(plane, Qt.Key.Key_Right)
    QTest.keyClick(plane, Qt.Key.Key_Left)
    assert chosen == [2, 1]


def test_nothing_and_equal_numbers_are_painted(plane: PlanePlot) -> None:
    plane.show_points((), -1, ("", ""), (2, 2), "de")
    assert plane.figures().rows == ()
    assert not plane.to_image().isNull()
    plane.show_points([Point(0, "A", 0.0, 0.0, True)] * 3, 0, ("x", "y"), (0, 0), "de")
    assert "A" in texts(plane)


class Written(QPainter):
    """A painter that remembers where it writes what."""

    def __init__(self, image: QImage) -> None:
        super().__init__(image)
        self.places: dict[str, QRectF] = {}

    def drawText(self, *given: object) -> None:
        if isinstance(given[0], QRectF):
            self.places[str(given[-1])] = given[0]


def test_no_name_is_written_over_another_point(plane: PlanePlot) -> None:
    near = (
        Point(0, "The method in force, shuffled", 1.31, 0.0, False),
        Point(1, "Variant B", 0.8, 0.0, True),
        POINTS[1],
    )
    plane.resize(420, 230)
    plane.show_points(near, 2, ("Mean deviation", "Disclosed"), (2, 0), "en")
    image = QImage(plane.size(), QImage.Format.Format_RGB32)
    painter = Written(image)
    plane.paint_pixels(painter, QRectF(plane.rect()))
    painter.end()
    axes = plane._axes()
    for one in near:
        assert one.name in painter.places
        assert not any(painter.places[one.name].contains(axes.at(other.loss, other.risk)) for other in near)


@pytest.mark.parametrize("height", [180, 300])
def test_every_name_stands_in_the_picture_and_none_on_another_or_on_a_point(plane: PlanePlot, height: int) -> None:
    crowded = [Point(number, f"Variant {number}", 1.0 + number / 100, 0.0, False) for number in range(7)]
    plane.resize(480, height)
    plane.show_points(
        [*crowded, Point(7, "Base 10", 2.4, 8.0, False)], 0, ("Mean deviation", "Disclosed"), (2, 0), "en"
    )
    texts(plane)
    assert set(plane.named) == set(range(8))
    rects = list(plane.named.values())
    for place, rect in enumerate(rects):
        assert QRectF(plane.rect()).contains(rect)
        assert not any(rect.intersects(other) for other in rects[:place])
        assert not any(rect.contains(plane._axes().at(point.loss, point.risk)) for point in crowded)
