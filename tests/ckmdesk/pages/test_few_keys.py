"""A table laid out from the keyboard with few keys: searched and put by Enter, percent by its sign, areas both ways."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from tests.ckmdesk.pages.builder_pages import spec
from tests.ckmdesk.pages.tables_pages import open_table, settle

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return open_table(window, TableSpec(rows=[Level("area", total="before")]))


def search(page: TablesPage, text: str) -> None:
    page.left.search.setFocus()
    page.left.search.selectAll()
    QTest.keyClicks(page.left.search, text)


def test_what_is_searched_goes_into_the_table_by_enter_and_is_overwritten_by_the_next_words(
    page: TablesPage, window: MainWindow
) -> None:
    search(page, "Sex")
    QTest.keyClick(page.left.search, Qt.Key.Key_Return)
    settle(window)
    assert set(spec(window).variables) == {"area", "sex"}
    assert page.left.search.selectedText() == "Sex"


def test_shift_and_enter_begin_a_block_of_its_own(page: TablesPage, window: MainWindow) -> None:
    search(page, "Sex")
    QTest.keyClick(page.left.search, Qt.Key.Key_Return, SHIFT)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("area", "::block 1", "sex")


def test_nothing_that_is_found_puts_nothing_into_the_table(page: TablesPage, window: MainWindow) -> None:
    before = spec(window)
    search(page, "no such variable")
    QTest.keyClick(page.left.search, Qt.Key.Key_Return)
    settle(window)
    assert spec(window) == before


def test_the_sign_of_percent_shows_the_share_of_the_row_and_takes_it_out(page: TablesPage, window: MainWindow) -> None:
    page.grid.setFocus()
    page.grid.setCurrentIndex(page.model.index(0, 0))
    QTest.keyClicks(page.grid, "%")
    settle(window)
    assert [(value.kind, value.base) for value in spec(window).values] == [("count", ""), ("share", "row")]
    QTest.keyClicks(page.grid, "%")
    settle(window)
    assert [value.kind for value in spec(window).values] == ["count"]


def test_an_emptied_table_gives_the_keyboard_to_the_list_and_areas_go_both_ways(
    page: TablesPage, window: MainWindow
) -> None:
    page.grid.setFocus()
    page.new_action.trigger()
    settle(window)
    assert spec(window).variables == ()
    assert page.left.variables.hasFocus()
    page.back_action.trigger()
    assert page.grid.hasFocus()
    page.list_action.trigger()
    assert page.left.variables.hasFocus()
