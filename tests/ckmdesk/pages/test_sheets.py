"""Variables on sheets (layers) of the table page: by drop, menu command and key; each sheet shows its own figures."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.tabulate.spec import TOTAL, TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.base.settings import Settings
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Desk
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import DeskState
from ckmdesk.widgets.chips import Item
from tests.kit.hands import settle, small_tables_page
from tests.kit.statistics import small_data, small_statistic
from tests.kit.tables_page import tables_page


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return small_tables_page(window)


def figures(page: TablesPage) -> list[list[int]]:
    model = page.model
    return [[model.figure(row, column) for column in range(model.columnCount())] for row in range(model.rowCount())]


def protected(spec: TableSpec, layer: str | None) -> list[int]:
    """The figures of one sheet's only column, by the engine alone."""
    statistic = small_statistic()
    in_force = statistic.period.in_force
    assert in_force is not None
    table = in_force.method.protect(tabulate(small_data(), spec))
    sheet = TOTAL if layer is None else layer
    return [table.value({"area": area, "sex": sheet}) for area in (*map(str, range(5)), TOTAL)]


def test_a_variable_dropped_on_sheets_gives_each_category_its_sheet(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(commands.clear_table())
    window.desk.run(commands.move_variable("area", "rows", "Area"))
    page.editor.drop(Item("sex", "Sex", "list", "category"), "layers", 0)
    QTest.qWait(1)
    settle(window)
    spec = window.desk.state.table.spec
    assert shelves.zone_of(spec, "sex") == "layers"
    assert page.sheets.isVisible()
    assert [page.sheets.combo.itemText(place) for place in range(page.sheets.combo.count())] == ["Total", "0", "1"]
    whole = [row[0] for row in figures(page)]
    for layer, name in enumerate((None, "0", "1")):
        window.desk.run(commands.show_layer(layer))
        settle(window)
        shown = {page.model.path("rows", row): figures(page)[row][0] for row in range(6)}
        assert sorted(shown.values()) == sorted(protected(spec, name))
    assert [row[0] for row in figures(page)] != whole


def test_buttons_and_keys_go_from_sheet_to_sheet_and_stop_at_the_ends(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(commands.move_variable("sex", "layers", "Sex"))
    settle(window)
    assert not page.sheets.before.isEnabled()
    page.sheets.after.click()
    page.sheets.after.click()
    settle(window)
    assert window.desk.state.table.layer == 2
    assert not page.sheets.after.isEnabled()
    page.sheets._step(1)
    assert window.desk.state.table.layer == 2
    page.sheets.combo.setCurrentIndex(0)
    page.sheets.combo.activated.emit(0)
    settle(window)
    assert window.desk.state.table.layer == 0


def test_the_key_l_puts_the_chosen_variable_onto_sheets_and_undo_takes_it_back(
    window: MainWindow, page: TablesPage
) -> None:
    before = window.desk.state.table.spec
    page.left.variables.setFocus()
    page.left.variables.setCurrentItem(page.left.variables.topLevelItem(0).child(0))
    chosen = page.left.variables.chosen()
    assert chosen is not None
    QTest.keyClick(page.left.variables, Qt.Key.Key_L)
    QTest.qWait(1)
    settle(window)
    assert shelves.zone_of(window.desk.state.table.spec, chosen.name) == "layers"
    assert window.menus.actions["undo"].text() == f"Undo: {chosen.title} onto sheets"
    window.desk.undo()
    settle(window)
    assert window.desk.state.table.spec.layers == before.layers
    assert not page.sheets.isVisible()


def test_another_variable_on_sheets_begins_with_the_first_sheet() -> None:
    desk = Desk(DeskState(statistic=small_statistic()))
    desk.run(commands.move_variable("sex", "layers", "Sex"))
    desk.run(commands.show_layer(2))
    desk.run(commands.move_variable("area", "rows", "Area"))
    assert desk.state.table.layer == 2
    desk.run(commands.move_variable("area", "layers", "Area"))
    assert desk.state.table.layer == 0
    desk.run(commands.clear_table())
    assert shelves.zone_names(desk.state.table.spec, "layers") == ()


def test_the_chooser_speaks_german(window: MainWindow, page: TablesPage, settings: Settings) -> None:
    window.desk.run(commands.move_variable("sex", "layers", "Sex"))
    settle(window)
    settings.set("language", "de")
    settle(window)
    page = tables_page(window)
    assert page.sheets.word.text() == "Blatt"
    assert page.sheets.combo.itemText(2) == "Insgesamt"
