"""What spares gestures: search and Enter, a block by Shift+Enter, percent by a key, back with Shift+F6, Ctrl+Enter."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.statistic.releases import releases
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from tests.ckmdesk.pages.release_pages import do, hand_in, opened
from tests.kit.builder import spec
from tests.kit.statistics import small_data
from tests.kit.tables_page import open_table, settle

SHIFT, CONTROL, PLAIN = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    """The area has the levels region and district; nothing is in the table."""
    found = open_table(window, TableSpec())
    nodes = [("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)]
    tree = Hierarchy(Hierarchy.from_depths(nodes).nodes, ("Region", "District"))
    state = DeskState(page="tables", statistic=window.desk.state.statistic, table=TableState(TableSpec()))
    window.desk.reset(state, Session(small_data().with_hierarchy("area", tree)))
    settle(window)
    return found


def key(window: MainWindow, at: QWidget, one: Qt.Key, how: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(at, one, how)
    settle(window)


def search(page: TablesPage, text: str) -> None:
    page.left.search.setFocus()
    page.left.search.selectAll()
    QTest.keyClicks(page.left.search, text)


def test_what_is_searched_goes_into_the_table_by_enter_and_the_words_are_chosen_for_the_next(
    page: TablesPage, window: MainWindow
) -> None:
    search(page, "district")
    item = page.left.variables.chosen()
    assert item is not None
    assert (item.name, item.depth) == ("area", 1)
    key(window, page.left.search, Qt.Key.Key_Return)
    assert shelves.find_level(spec(window), "area") == Level("area", depths=(1,), total="before")
    assert page.left.search.selectedText() == "district"
    search(page, "sex")
    key(window, page.left.search, Qt.Key.Key_Return)
    assert shelves.zone_names(spec(window), "columns") == ("sex",)
    key(window, page.left.search, Qt.Key.Key_Z, CONTROL)
    assert shelves.zone_names(spec(window), "columns") == ()
    assert page.left.search.text() == "sex"
    key(window, page.left.search, Qt.Key.Key_Y, CONTROL)
    assert shelves.zone_names(spec(window), "columns") == ("sex",)


def test_a_search_without_words_or_finds_puts_nothing(page: TablesPage, window: MainWindow) -> None:
    for text in ("", "nothing is called this"):
        page.left.search.setText(text)
        key(window, page.left.search, Qt.Key.Key_Return)
        assert spec(window).rows == TableSpec().rows


def test_down_leads_from_the_search_to_what_fits_best(page: TablesPage, window: MainWindow) -> None:
    search(page, "sex")
    key(window, page.left.search, Qt.Key.Key_Down)
    assert page.left.variables.hasFocus()
    key(window, page.left.variables, Qt.Key.Key_C)
    assert shelves.zone_names(spec(window), "columns") == ("sex",)


def test_shift_enter_begins_a_block_of_its_own_from_search_and_list(page: TablesPage, window: MainWindow) -> None:
    search(page, "sex")
    key(window, page.left.search, Qt.Key.Key_Return)
    search(page, "region")
    key(window, page.left.search, Qt.Key.Key_Return, SHIFT)
    assert [block.variables for block in shelves.blocks_of(spec(window), "rows")] == [("sex",), ("area",)]
    level = shelves.blocks_of(spec(window), "rows")[1].levels[0]
    assert level.depths == (0,)
    page.left.search.clear()
    page.left.variables.choose("area", 1)
    page.left.variables.setFocus()
    key(window, page.left.variables, Qt.Key.Key_Return, SHIFT)
    assert len(shelves.blocks_of(spec(window), "rows")) == 3


def test_percent_of_the_row_comes_and_goes_by_a_key(page: TablesPage, window: MainWindow) -> None:
    search(page, "sex")
    key(window, page.left.search, Qt.Key.Key_Return)
    page.grid.setFocus()
    page.page_actions.in_grid.percent.trigger()
    settle(window)
    assert [(value.kind, value.base) for value in spec(window).values] == [("count", ""), ("share", "row")]
    page.grid.setCurrentIndex(page.model.index(0, 1))
    page.page_actions.in_grid.percent.trigger()
    settle(window)
    assert [value.kind for value in spec(window).values] == ["count"]
    assert page.page_actions.in_grid.percent.shortcut().toString() == "%"


def test_f6_leads_back_with_shift_and_a_new_table_begins_in_the_list(page: TablesPage, window: MainWindow) -> None:
    page.left.search.setFocus()
    page.page_actions.back.trigger()
    assert page.grid.hasFocus()
    page.page_actions.forth.trigger()
    assert page.left.variables.hasFocus()
    page.grid.setFocus()
    page.page_actions.new.trigger()
    settle(window)
    assert page.left.variables.hasFocus()


def test_enter_goes_from_the_register_to_the_page_and_on_to_what_may_be_done_next(
    window: MainWindow, tmp_path: Path
) -> None:
    page = opened(window, tmp_path)
    hand_in(window, page)
    page.view.setFocus()
    key(window, page.view, Qt.Key.Key_Return)
    assert page.preview.paper.hasFocus()
    key(window, page.preview.paper, Qt.Key.Key_Return)
    assert page.detail.buttons["release"].hasFocus()
    window.settings.set("person", "Bert Release")
    do(window, page, "release")
    assert page.detail.buttons["write"].hasFocus()


def test_control_enter_hands_in_once_the_checklist_stands_there(window: MainWindow, tmp_path: Path) -> None:
    page: ReleasePage = opened(window, tmp_path)
    page.open_submit()
    card = page.submit_card
    card.fields["person"].setText("Anna Clerk")
    assert not card.submit.isEnabled()
    QTest.keyClick(card.fields["recipient"], Qt.Key.Key_Return, CONTROL)
    assert window.desk.state.statistic is not None
    assert releases(window.desk.state.statistic.register) == ()
    settle(window)
    assert QApplication.focusWidget() is card.fields["recipient"]
    key(window, card.fields["recipient"], Qt.Key.Key_Return, CONTROL)
    assert len(releases(window.desk.state.statistic.register)) == 1
