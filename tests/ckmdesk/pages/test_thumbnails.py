"""Small pictures of saved tables in the tips of their list."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QTreeWidgetItem

from ckmcore.methods.rounding import Rounding
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Changes
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.hands import settle
from tests.kit.places import PLACES


def item_of(page: TablesPage, name: str) -> QTreeWidgetItem:
    return next(item for item in page.left.tables._items() if item.text(0) == name)


def begin(window: MainWindow, tmp_path: Path) -> TablesPage:
    PLACES["saved_tables"](window, tmp_path)
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def point_at(window: MainWindow, page: TablesPage, name: str) -> None:
    """Rest the mouse on a table."""
    tree = page.left.tables
    at = tree.visualItemRect(item_of(page, name)).center()
    event = QHelpEvent(QEvent.Type.ToolTip, at, tree.viewport().mapToGlobal(at))
    QApplication.sendEvent(tree.viewport(), event)
    settle(window)


def test_the_tip_of_a_saved_table_has_its_picture_until_the_figures_change(window: MainWindow, tmp_path: Path) -> None:
    page = begin(window, tmp_path)
    before = item_of(page, "Area and sex").toolTip(0)
    assert before.startswith("Area and sex")
    point_at(window, page, "Area and sex")
    tip = item_of(page, "Area and sex").toolTip(0)
    assert tip.startswith('<p><img src="data:image/png;base64,')
    assert "Area and sex" in tip
    assert page.left.tables.words_of(item_of(page, "Area and sex")) == before
    page.kept.refresh(Changes(frozenset()))
    assert item_of(page, "Area and sex").toolTip(0) == tip
    statistic = statistic_of(window)
    window.desk.run(take_over(statistic.put_in_force(Rounding(5))))
    settle(window)
    assert item_of(page, "Area and sex").toolTip(0).startswith("Area and sex")
    point_at(window, page, "Area and sex")
    assert item_of(page, "Area and sex").toolTip(0) not in (before, tip)


def test_a_table_that_cannot_be_computed_has_words_alone(window: MainWindow, tmp_path: Path) -> None:
    page = begin(window, tmp_path)
    before = item_of(page, "Jobs").toolTip(0)
    point_at(window, page, "Jobs")
    assert item_of(page, "Jobs").toolTip(0) == before
    page.kept.thumbnails.ask(item_of(page, "1 Sex"), QPoint(1, 1))
    assert not window.jobs.running("thumbnail")  # a folder has none
