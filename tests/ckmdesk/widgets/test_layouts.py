"""What stands in a layout is found without its items."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSpacerItem, QVBoxLayout, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from ckmdesk.widgets.layouts import STRETCH, column_of, gaps_of, parts_of, row_of, widget_at
from ckmdesk.widgets.scrolled import Scrolled, folds, least_width


def items() -> int:
    """How many items of layouts Python remembers; they are not asked: Qt may have deleted them."""
    return sum(type(one) in (QWidgetItem, QSpacerItem) for one in Shiboken.getAllValidWrappers())


def test_parts_are_widgets_in_their_order_and_then_layouts(qtbot: QtBot) -> None:
    holder, first, second, inner = QWidget(), QLabel("1"), QLabel("2"), QPushButton("3")
    qtbot.addWidget(holder)
    line = row_of(inner)
    column = column_of(second, 7, line, STRETCH, within=holder)
    column.insertWidget(0, first)
    assert parts_of(column) == [first, second, line]
    assert parts_of(line) == [inner]
    assert gaps_of(column) == [7]
    assert parts_of(QVBoxLayout()) == []


def test_a_widget_of_a_grid_is_found_by_its_place(qtbot: QtBot) -> None:
    holder, one = QWidget(), QLabel("1")
    qtbot.addWidget(holder)
    grid = QGridLayout(holder)
    grid.addWidget(one, 2, 1)
    assert widget_at(grid, 2, 1) is one
    assert widget_at(grid, 1, 2) is None


def test_a_gap_of_a_row_counts_for_its_least_width(qtbot: QtBot) -> None:
    holder, parts = QWidget(), [QPushButton("one"), QPushButton("two")]
    qtbot.addWidget(holder)
    line = row_of(parts[0], 40, parts[1], within=holder, margins=0, spacing=3)
    needed = sum(one.minimumSizeHint().width() for one in parts)
    assert least_width(line) == needed + 40 + 2 * 3 >= line.totalMinimumSize().width()


def test_a_page_that_was_fitted_leaves_no_item_that_qt_deletes(qtbot: QtBot) -> None:
    before = items()
    inside = QWidget()
    rows = [QPushButton(str(number)) for number in range(5)]
    folds(row_of(*rows, 5, within=inside))
    page = Scrolled(inside)
    qtbot.addWidget(page)
    page.resize(60, 200)
    page.show()
    page.fit()
    for row in rows:
        row.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    page.fit()
    assert items() == before
