"""The plane of D and V: its figures, its words, what keys and a double click choose."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from ckmdesk.lab.plots.dv_map import DVMapPlot, MapCells
from ckmdesk.look.theme import Theme
from tests.kit.plots import mouse, texts

CELLS = MapCells(
    (1, 2, 3),
    (1.0, 2.0),
    ((None, None), (0.5, 0.7), (0.4, 0.9)),
    (("row 1 needs V up to 1", "so"), ("", ""), ("", "")),
    2,
    "E|v|",
)


@pytest.fixture
def picture(qtbot: QtBot, theme: Theme) -> DVMapPlot:
    made = DVMapPlot(theme)
    made.resize(480, 300)
    made.show_map(CELLS, (("A", 2, 1.5), ("B", 9, 1.0)), "en")
    qtbot.addWidget(made)
    return made


def test_the_figures_are_those_of_the_map_and_gaps_say_why(picture: DVMapPlot) -> None:
    assert picture.figures().columns == ("D", "V = 1.00", "V = 2.00")
    assert picture.figures().rows == (("1", "–", "–"), ("2", "0.50", "0.70"), ("3", "0.40", "0.90"))
    assert picture.words(0, 0) == "D = 1, V = 1.00\nE|v|: row 1 needs V up to 1"
    assert picture.words(2, 1) == "D = 3, V = 2.00\nE|v|: 0.90"
    written = texts(picture)
    assert "0.90" in written
    assert "A" in written
    assert "B" not in written  # it lies beyond the map


def test_arrow_keys_move_and_enter_chooses(picture: DVMapPlot) -> None:
    chosen: list[tuple[int, float]] = []
    picture.chosen.connect(lambda D, V: chosen.append((D, V)))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(picture, key)
    assert chosen == [(3, 2.0)]


def test_a_double_click_chooses_the_field_under_it(picture: DVMapPlot) -> None:
    chosen: list[tuple[int, float]] = []
    picture.chosen.connect(lambda D, V: chosen.append((D, V)))
    place = picture._rect(1, 1).center()
    picture.mouseDoubleClickEvent(mouse(QEvent.Type.MouseButtonDblClick, place, Qt.MouseButton.LeftButton))
    assert chosen == [(2, 2.0)]


def test_without_a_map_nothing_is_painted(picture: DVMapPlot) -> None:
    picture.show_map(None, (), "de")
    assert picture.figures().rows == ()
    assert not picture.to_image().isNull()
