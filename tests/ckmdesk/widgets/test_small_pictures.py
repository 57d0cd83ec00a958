"""Small pictures beside figures: bars in cells, a line over periods."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.widgets.small_pictures import BAR, BAR_MARGIN, NUMBER_WIDTH, BarDelegate, SmallLine


@pytest.mark.parametrize(("share", "dark"), [(0.0, 0), (0.25, 25), (1.0, 100), (None, None)])
def test_a_bar_is_as_long_as_its_share(share: float | None, dark: int | None, qtbot: QtBot, theme: Theme) -> None:
    view, model = QTreeView(), QStandardItemModel()
    qtbot.addWidget(view)
    item = QStandardItem("")
    item.setData(share, BAR)
    model.appendRow(item)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 100 + NUMBER_WIDTH + 2 * BAR_MARGIN, 24)
    image = QImage(option.rect.size(), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    BarDelegate(theme, view).paint(painter, option, model.index(0, 0))
    painter.end()
    row = [image.pixelColor(BAR_MARGIN + place, 12).name() for place in range(100)]
    bar, track = theme.color("secondary").name(), theme.color("grid").name()
    if dark is None:
        assert track not in row
    else:
        assert row == [bar] * dark + [track] * (100 - dark)


def test_a_line_begins_at_0_and_has_gaps_where_a_period_has_no_number(qtbot: QtBot, theme: Theme) -> None:
    line = SmallLine(theme)
    qtbot.addWidget(line)
    line.show_numbers([100, None, 50, 200], "Records: 100; 50; 200")
    points = line.points()
    assert points[1] is None
    places = [point for point in points if point is not None]
    foot = line.height() - places[2].y()
    assert [round((foot - place.y()) / (foot - places[2].y()), 2) for place in places] == [0.5, 0.25, 1.0]
    assert [place.x() for place in places] == sorted(place.x() for place in places)
    assert line.accessibleName() == "Records: 100; 50; 200"


def test_one_number_is_no_line(qtbot: QtBot, theme: Theme) -> None:
    line = SmallLine(theme)
    qtbot.addWidget(line)
    line.show_numbers([100, None], "")
    assert line.isHidden()
    line.show_numbers([100, 0], "")
    assert not line.isHidden()
