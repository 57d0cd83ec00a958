"""Levels of a hierarchy in the list are put into the table like variables; several go together; the list is drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.pages.tables import menus
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item, decode, encode
from ckmdesk.widgets.searched_menu import add_search
from tests.kit.builder import entry, spec
from tests.kit.statistics import small_data
from tests.kit.tables_page import drop, open_table, settle

SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablesPage]:
    """The area has the levels region and district; nothing is in the table."""
    found = open_table(window, TableSpec())
    nodes = [("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)]
    tree = Hierarchy(Hierarchy.from_depths(nodes).nodes, ("Region", "District"))
    state = DeskState(page="tables", statistic=window.desk.state.statistic, table=TableState(TableSpec()))
    window.desk.reset(state, Session(small_data().with_hierarchy("area", tree)))
    settle(window)
    found.left.variables.setFocus()
    yield found
    for one in QApplication.topLevelWidgets():
        if isinstance(one, QMenu):
            one.close()


def level(window: MainWindow, name: str = "area") -> Level | None:
    return shelves.find_level(spec(window), name)


def chosen(page: TablesPage, name: str, depth: int = -1) -> Item:
    page.left.variables.choose(name, depth)
    found = page.left.variables.chosen()
    assert found is not None
    return found


def key(page: TablesPage, one: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.left.variables, one, how)
    QApplication.processEvents()


def test_a_level_is_put_by_key_with_this_level_alone_and_another_one_joins_it(
    page: TablesPage, window: MainWindow
) -> None:
    assert chosen(page, "area", 1).title == "District"
    key(page, Qt.Key.Key_R)
    settle(window)
    assert level(window) == Level("area", depths=(1,), total="before")
    assert page.panel["rows"].chips[0].item.title == "District"
    chosen(page, "area", 0)
    key(page, Qt.Key.Key_Return)
    settle(window)
    assert level(window) == Level("area", total="before")
    chosen(page, "area", 1)
    key(page, Qt.Key.Key_Return)
    settle(window)
    assert level(window) == Level("area", depths=(0,), total="before")
    key(page, Qt.Key.Key_C)
    settle(window)
    assert shelves.zone_of(spec(window), "area") == "columns"
    chosen(page, "area", 1)
    key(page, Qt.Key.Key_Delete)
    settle(window)
    assert level(window) is None
    assert window.menus.actions["undo"].text() == "Undo: remove District"


def test_a_level_is_dragged_and_double_clicked_like_a_variable(page: TablesPage, window: MainWindow) -> None:
    item = chosen(page, "area", 0)
    assert decode(encode(item)) == item
    drop(page.panel["columns"], item, 20)
    settle(window)
    QApplication.processEvents()
    settle(window)
    assert (level(window) or Level("")).depths == (0,)
    assert shelves.zone_of(spec(window), "area") == "columns"
    variables = page.left.variables
    place = variables.visualItemRect(variables.currentItem()).center()
    QTest.mouseClick(variables.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(variables.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()
    settle(window)
    assert level(window) is None


def test_several_are_chosen_and_put_together_in_their_order(page: TablesPage, window: MainWindow) -> None:
    chosen(page, "sex")
    key(page, Qt.Key.Key_Down, SHIFT)
    found = page.left.variables.chosen()
    assert found is not None
    assert [(one.name, one.depth) for one in found.all] == [("sex", -1), ("area", -1)]
    assert decode(encode(found)) == found
    key(page, Qt.Key.Key_R)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("sex", "area")
    window.desk.undo()
    settle(window)
    assert spec(window) == TableSpec()
    drop(page.panel["columns"], found, 20)
    QApplication.processEvents()
    settle(window)
    assert shelves.zone_names(spec(window), "columns") == ("sex", "area")
    page.editor.list_menu(found, QPoint(0, 0))
    entry(["Take out of the table"])
    QApplication.processEvents()
    settle(window)
    assert spec(window).variables == ()


def test_several_begin_a_block_of_their_own_on_the_plus(page: TablesPage, window: MainWindow) -> None:
    rows = page.panel["rows"]
    drop(rows, chosen(page, "sex"), 10)
    QApplication.processEvents()
    settle(window)
    drop(rows, chosen(page, "area", 0), rows.plus.x() + 5)
    QApplication.processEvents()
    settle(window)
    assert [block.variables for block in spec(window).rows] == [("sex",), ("area",)]
    assert spec(window).rows[1].levels[0].depths == (0,)


def test_a_level_in_the_filter_is_its_variable_and_asks_for_categories(page: TablesPage, window: MainWindow) -> None:
    chosen(page, "area", 0)
    key(page, Qt.Key.Key_F)
    settle(window)
    QApplication.processEvents()
    assert [one.variable for one in spec(window).filters] == ["area"]
    popup = next(one for one in QApplication.topLevelWidgets() if isinstance(one, CategoryPopup) and one.isVisible())
    assert len(popup.ticks.entries) == 7
    popup.close()


def test_arrow_keys_never_lose_the_cursor(page: TablesPage) -> None:
    variables = page.left.variables
    chosen(page, "sex")
    seen = []
    for one in [Qt.Key.Key_Up, *[Qt.Key.Key_Down] * 12, *[Qt.Key.Key_Up] * 14, Qt.Key.Key_End, Qt.Key.Key_Home]:
        key(page, one)
        item = variables.item_of(variables.currentItem())
        assert item is not None
        assert variables.currentItem().isSelected()
        seen.append((item.name, item.depth))
    assert seen[0] == seen[-1] == seen[-3] == ("sex", -1)
    assert {("area", -1), ("area", 0), ("area", 1)} <= set(seen)
    variables.choose("area", 1)
    variables.search("sex")
    assert variables.item_of(variables.currentItem()) is not None
    variables.search("district")
    assert [variables.item_of(one).name for one in variables._entries()] == ["area"]  # type: ignore[union-attr]


@pytest.mark.look
def test_the_pane_is_drawn_by_mouse_and_keys_and_its_width_is_kept(page: TablesPage, settings: Settings) -> None:
    edge, left = page.left.edge, page.left
    before, middle = left.width(), QPoint(2, 50)
    QTest.mousePress(edge, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(edge, middle + QPoint(60, 0))
    QTest.mouseRelease(edge, Qt.MouseButton.LeftButton, pos=middle + QPoint(60, 0))
    assert left.width() == before + 60
    assert settings.value("tables_pane") == "284"
    QTest.keyClick(edge, Qt.Key.Key_Left)
    assert left.width() == before + 44
    QTest.mouseDClick(edge, Qt.MouseButton.LeftButton, pos=middle)
    assert left.width() == before
    left.draw_to(10_000)
    assert settings.value("tables_pane") == "640"


def test_a_menu_of_more_than_ten_things_has_a_search(page: TablesPage) -> None:
    menu, found = menus.menu_for(page), list[str]()
    names = ["One", "T&wo", "Three", *(f"Number {number}" for number in range(7))]
    for name in names:
        menus.entry(menu, name, lambda name=name: found.append(name))  # type: ignore[misc]
    menu.addSeparator()
    assert add_search(menu) is None
    menu.actions()[1].setEnabled(False)
    menus.entry(menu, "Last", lambda: found.append("Last"))
    menu.popup(page.mapToGlobal(QPoint(5, 5)))
    field = menu.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    settle_focus(field)
    QTest.keyClicks(field, "tW")
    assert [one.text() for one in menu.actions()[1:] if one.isVisible()] == ["T&wo"]
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert found == []
    field.setText("t")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert found == ["Three"]
    assert not menu.isVisible()
    assert all(one.isVisible() for one in menu.actions())


def settle_focus(field: QLineEdit) -> None:
    """The field takes the keys as soon as its menu is shown."""
    QApplication.processEvents()
    assert QApplication.focusWidget() is field
    menu = field.parent()
    assert isinstance(menu, QMenu)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert menu.activeAction() is menu.actions()[1]
