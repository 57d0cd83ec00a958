"""The column of the total stays beside the labels while a wide table is scrolled."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from ckmcore.tabulate.spec import Level, TableSpec, Value
from ckmdesk.pages.tables.grid import total_sections
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from tests.kit.tables_page import open_table, settle


@pytest.fixture
def wide(window: MainWindow) -> TablesPage:
    """A table with more columns than have room, the total in front."""
    page = open_table(window, TableSpec(rows=["sex"], columns=[Level("area", total="before")]))
    window.resize(700, 600)
    settle(window)
    for section in range(page.model.columnCount()):
        page.grid.head.resizeSection(section, 150)
    settle(window)
    return page


def freeze(page: TablesPage) -> None:
    page.presentation.freeze.trigger()


def to_the_end(page: TablesPage, window: MainWindow) -> None:
    bar = page.grid.horizontalScrollBar()
    assert bar.maximum() > 0
    bar.setValue(bar.maximum())
    settle(window)


@pytest.mark.look
def test_the_total_is_shown_beside_the_labels_only_while_it_is_scrolled_away(
    wide: TablesPage, window: MainWindow
) -> None:
    frozen = wide.grid.frozen
    freeze(wide)
    assert not frozen.isVisible()
    to_the_end(wide, window)
    assert frozen.isVisible()
    assert frozen.x() == wide.grid.stub.width()
    image = frozen.grab().toImage()
    wide.grid.horizontalScrollBar().setValue(0)
    settle(window)
    assert not frozen.isVisible()
    there = wide.grid.head.sectionViewportPosition(frozen.sections.start) + wide.grid.stub.width()
    own = wide.grid.grab().toImage().copy(there, 0, frozen.width(), frozen.height())
    top = wide.grid.head.level_top(wide.grid.head.levels())  # the unit spans all columns, and is not repeated
    for y in (*range(top - 1), *range(wide.grid.head.height(), frozen.height())):
        for x in range(1, frozen.width() - 1):
            assert image.pixel(x, y) == own.pixel(x, y), (x, y)


def test_a_click_on_the_frozen_total_chooses_its_cell_and_does_not_scroll(wide: TablesPage, window: MainWindow) -> None:
    freeze(wide)
    to_the_end(wide, window)
    grid, before = wide.grid, wide.grid.horizontalScrollBar().value()
    point = QPoint(20, grid.head.height() + grid.stub.sectionSize(0) + 4)
    QTest.mouseClick(grid.frozen, Qt.MouseButton.LeftButton, pos=point)
    settle(window)
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (1, grid.frozen.sections.start)
    assert grid.horizontalScrollBar().value() == before
    assert not grid.frozen.index_at(QPoint(20, 4)).isValid()


def test_the_choice_is_kept_and_off_at_first(wide: TablesPage, window: MainWindow) -> None:
    to_the_end(wide, window)
    assert not wide.grid.frozen.isVisible()
    freeze(wide)
    assert wide.grid.frozen.isVisible()
    assert window.settings.value("freeze_total") == "1"
    freeze(wide)
    assert not wide.grid.frozen.isVisible()


def test_a_head_without_a_total_has_nothing_to_keep_in_sight(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=["sex"], columns=[Level("area", total="off")]))
    assert list(total_sections(page.model)) == []
    page = open_table(window, TableSpec(rows=["sex"], columns=["area"], values=[Value(), Value("share", base="total")]))
    assert len(total_sections(page.model)) == page.model.values
