"""No menu has more than ten entries but one with a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLineEdit, QMenu

from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import Group, Level, TableSpec
from ckmdesk.pages.tables.menus import add_level_entries
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Page
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.searched_popup import MOST_ENTRIES, WITHOUT_SEARCH
from tests.kit.builder import entry
from tests.kit.hands import settle
from tests.kit.places import evaluated, studio, table
from tests.kit.tables_page import open_table, saved_tables

SPEC = TableSpec(["area"], ["sex"])
MANY = range(WITHOUT_SEARCH + 1)
PLACES = {"tables": table, "release": table, "data": table, "method": studio, "quality": evaluated}


def with_those_below(menu: QMenu) -> Iterator[QMenu]:
    """A menu, as it is when it is shown, and each that it opens."""
    menu.aboutToShow.emit()
    yield menu
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from with_those_below(below)
    menu.aboutToHide.emit()


def shown(menu: QMenu) -> int:
    """How many entries can be seen."""
    return sum(one.isVisible() and not one.isSeparator() for one in menu.actions())


def has_search(menu: QMenu) -> bool:
    return menu.findChild(QLineEdit) is not None


@pytest.mark.parametrize(
    "name", [one if one == "tables" else pytest.param(one, marks=pytest.mark.thorough) for one in PLACES]
)
def test_no_menu_of_the_menu_bar_is_longer_than_ten_entries(window: MainWindow, tmp_path: Path, name: Page) -> None:
    PLACES[name](window, tmp_path)
    window.go_to(name)
    settle(window)
    bar = window.menus.menus.values()
    seen = [(menu.title(), shown(menu), has_search(menu)) for one in bar for menu in with_those_below(one)]
    assert len(seen) >= 11
    assert [one for one in seen if one[1] > MOST_ENTRIES and not one[2]] == []
    assert not any(has_search(one) for one in bar)  # there the letters choose an entry


def test_what_a_page_puts_into_the_menus_goes_with_it_lines_too(window: MainWindow, tmp_path: Path) -> None:
    table(window, tmp_path)
    before = {name: len(menu.actions()) for name, menu in window.menus.menus.items()}
    window.go_to("release")
    window.go_to("tables")
    settle(window)
    assert {name: len(menu.actions()) for name, menu in window.menus.menus.items()} == before
    assert window.menus.menus["view"].actions()[-1] is window.page("tables").page_actions.back  # type: ignore[union-attr]
    window.go_to("release")
    settle(window)
    assert window.menus.menus["view"].actions()[-1] is window.menus.actions["full_screen"]


@pytest.mark.thorough
def test_many_folders_are_searched(window: MainWindow, tmp_path: Path) -> None:
    tables = tuple(SavedTable(f"t{at}", SPEC, "2026-01-01T10:00:00+00:00", f"Folder {at:02}") for at in MANY)
    page = saved_tables(window, tmp_path, tables)
    page.left.tables.choose("t1")
    chosen = page.left.tables.chosen()
    assert chosen is not None
    menu = page.kept.menu(chosen)
    assert [has_search(one) for one in with_those_below(menu)] == [False, True]
    menu.deleteLater()


def test_many_variables_are_searched_where_a_condition_is_added(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    one = page.editor.dimensions["sex"]
    page.editor.dimensions = {f"v{at}": replace(one, name=f"v{at}") for at in MANY}
    page.editor.add_menu("rows", QPoint(0, 0))
    entry(["Own rows", "Own rows: of which, including, namely ..."])
    editor = page.editor.own_rows.open
    assert editor is not None
    assert [has_search(one) for one in with_those_below(editor.add_condition.menu())] == [True]
    editor.reject()


def test_many_own_groups_are_searched(window: MainWindow) -> None:
    groups = tuple(Group(Texts.same(f"Group {at}"), (str(at),)) for at in MANY)
    menu = QMenu(window)
    add_level_entries(menu, Level("area", groups=groups), (), "en", lambda _key, **_fields: None)
    assert [one.title() for one in with_those_below(menu) if has_search(one)] == ["Own groups"]


@pytest.mark.thorough
def test_many_tables_are_searched_where_one_is_evaluated_or_measured(window: MainWindow, tmp_path: Path) -> None:
    for made, names in ((studio, ("floor:tables",)), (evaluated, ("evaluation:table", "evaluation:map-measure"))):
        made(window, tmp_path)
        settle(window)
        for name in names:
            assert [type(one) for one in window.findChildren(PlainCombo, name)] == [PlainCombo]
