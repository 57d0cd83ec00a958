"""The table page in the real window: drops, keys, menus, popups, trial views - by events, without a drag loop."""

from __future__ import annotations

import gc
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFontMetrics,
    QHelpEvent,
    QImage,
    QShortcut,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu, QToolTip, QWidget

from ckmcore.base.texts import Texts
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.presentation.present import present_draft
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate import tabulate
from ckmcore.tabulate.spec import TOTAL, Condition
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.tables import save_table, set_title, show_trial, swap_axes
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import DeskState, TableState, Trial
from ckmdesk.state.session import Session
from ckmdesk.widgets import shelf as shelf_module
from ckmdesk.widgets.chips import Item, decode, encode
from ckmdesk.widgets.help_key import open_menu
from ckmdesk.widgets.layouts import parts_of
from ckmdesk.widgets.shelf import Shelf
from tests.kit.statistics import SPEC, small_data, small_statistic
from tests.kit.tables_page import drop, figures, list_item, open_table, settle


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablesPage]:
    yield open_table(window, SPEC)
    for popup in QApplication.topLevelWidgets():
        if isinstance(popup, CategoryPopup):
            popup.close()


def hover(shelf: Shelf, item: Item) -> None:
    """What Qt sends when a drag comes over a shelf."""
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    mime = encode(item)  # kept: the event does not own it
    enter = QDragEnterEvent(QPoint(4, 10), Qt.DropAction.MoveAction, mime, button, none)
    QApplication.sendEvent(shelf, enter)


def names(window: MainWindow) -> dict[str, tuple[str, ...]]:
    spec = window.desk.state.table.spec
    return {zone: shelves.zone_names(spec, zone) for zone in ("rows", "columns", "filters")}


def test_the_table_shows_the_figures_of_the_method_in_force(page: TablesPage, window: MainWindow) -> None:
    statistic = window.desk.state.statistic
    assert statistic is not None
    draft = statistic.draft(SPEC, small_data())
    expected = [[draft.table.value({"sex": sex, "area": area}) for area in (*"01234", TOTAL)] for sex in (*"01", TOTAL)]
    assert figures(page) == expected
    assert page.notice.note.text().startswith("Figures by the method in force. Publish only after release.")


@pytest.mark.look
def test_a_drop_on_a_shelf_lands_where_the_mark_was(page: TablesPage, window: MainWindow) -> None:
    rows = page.panel["rows"]
    drop(rows, list_item(page, "area"), 5)
    settle(window)
    assert names(window) == {"rows": ("area", "sex"), "columns": (), "filters": ()}
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "move_to_rows"
    chip = rows.chips[0]
    drop(rows, chip.item, rows.width() - 40)
    settle(window)
    assert names(window)["rows"] == ("sex", "area")


def test_the_mark_and_the_status_bar_tell_where_a_drag_will_land(page: TablesPage, window: MainWindow) -> None:
    shelf = page.panel["columns"]
    action, button, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    mime = encode(list_item(page, "sex"))
    enter = QDragEnterEvent(QPoint(4, 10), action, mime, button, none)
    QApplication.sendEvent(shelf, enter)
    assert shelf._mark_line.isVisible()
    assert shelf.mark_rect(0).x() < shelf.chips[0].mapTo(shelf, QPoint(0, 0)).x()
    assert "Sex becomes level 1 of the columns" in window.status._hint.text()
    QApplication.sendEvent(shelf, QDropEvent(QPointF(4, 10), action, mime, button, none))
    settle(window)
    assert not shelf._mark_line.isVisible()
    assert window.status._hint.text() == ""
    assert names(window)["columns"] == ("sex", "area")


def test_a_drag_is_read_once_and_what_it_makes_of_the_table_is_made_once_for_each_place(
    page: TablesPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: Counter[str] = Counter()

    def count(module: ModuleType, name: str) -> None:
        former = getattr(module, name)

        def counting(*given: Any, **named: Any) -> Any:
            counted[name] += 1
            return former(*given, **named)

        monkeypatch.setattr(module, name, counting)

    count(shelf_module, "decode")
    count(shelves, "move")
    count(tabulate, "_planned")
    shelf, held = page.panel["columns"], (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    dragged = in_the_list(page, window)
    item, action = list_item(page, dragged), Qt.DropAction.MoveAction
    mime = encode(item)
    settle(window)
    page.computing.forget()
    counted.clear()
    for x in (4, 4, 5, 4):
        kind = QDragMoveEvent if counted else QDragEnterEvent
        QApplication.sendEvent(shelf, kind(QPoint(x, 10), action, mime, *held))
    settle(window)
    assert counted == {"decode": 1, "move": 1, "_planned": 1}
    before = window.desk.state
    QApplication.sendEvent(shelf, QDropEvent(QPointF(4, 10), action, mime, *held))
    settle(window)
    assert counted == {"decode": 1, "move": 1, "_planned": 1}
    assert window.desk.state is not before
    assert names(window)["columns"][0] == dragged


def test_what_a_drag_made_of_a_table_that_changed_meanwhile_is_made_of_the_table_of_now(
    page: TablesPage, window: MainWindow
) -> None:
    dragged = in_the_list(page, window)
    shelf, held = page.panel["columns"], (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    hover(shelf, list_item(page, dragged))
    window.desk.run(set_title(Texts.same("Changed meanwhile")))
    mime = encode(list_item(page, dragged))
    QApplication.sendEvent(shelf, QDropEvent(QPointF(4, 10), Qt.DropAction.MoveAction, mime, *held))
    settle(window)
    assert window.desk.state.table.spec.title == Texts.same("Changed meanwhile")
    assert names(window)["columns"][0] == dragged


def test_a_variable_is_no_value_and_a_value_no_variable(page: TablesPage) -> None:
    values, variable = page.panel["values"], list_item(page, "area")
    assert not values.accepts(variable)
    assert not page.panel["rows"].accepts(list_item(page, "count"))


def test_a_chip_dragged_onto_the_list_leaves_the_table(page: TablesPage, window: MainWindow) -> None:
    chip = page.panel["columns"].chips[0]
    mime = encode(chip.item)
    assert decode(mime) == chip.item
    where, button, none = QPoint(20, 20), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where, Qt.DropAction.MoveAction, mime, button, none)
    QApplication.sendEvent(page.left.variables.viewport(), enter)
    event = QDropEvent(
        QPointF(20, 20), Qt.DropAction.MoveAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(page.left.variables.viewport(), event)
    settle(window)
    assert names(window)["columns"] == ()


def test_keys_do_all_that_drags_do(page: TablesPage, window: MainWindow) -> None:
    variables = page.left.variables
    variables.choose("area")
    QTest.keyClick(variables, Qt.Key.Key_R)
    settle(window)
    assert names(window)["rows"] == ("sex", "area")
    page.panel["rows"].chips[1].setFocus()
    QTest.keyClick(page.panel["rows"].chips[1], Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert names(window)["rows"] == ("area", "sex")
    QTest.keyClick(page.panel["rows"].chips[0], Qt.Key.Key_Delete)
    settle(window)
    assert names(window)["rows"] == ("sex",)
    variables.choose("area")
    QTest.keyClick(variables, Qt.Key.Key_Return)
    settle(window)
    assert names(window)["columns"] == ("area",)
    variables.choose("area")
    QTest.keyClick(variables, Qt.Key.Key_Delete)
    settle(window)
    assert names(window)["columns"] == ()


def test_tab_leads_from_the_left_through_the_shelves_to_the_table(page: TablesPage, window: MainWindow) -> None:
    for tab, first in ((0, page.left.search), (1, page.left.table_search)):
        page.left.setCurrentIndex(tab)
        page.left.tabBar().setFocus()
        seen: list[QWidget] = []
        while not page.grid.hasFocus() and len(seen) < 30:
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
            seen.append(window.focusWidget())
        shelves_seen = [page.panel[zone] for zone in ("rows", "columns", "values")]
        parts = [part for shelf in shelves_seen for part in (*shelf.chips, shelf.plus)]
        assert seen[0] is first
        assert [one for one in seen if one in parts] == parts
        assert all(seen.index(one) < seen.index(parts[0]) for one in (page.left.list_in_sight, first))


def test_a_filter_asks_for_its_categories(page: TablesPage, window: MainWindow) -> None:
    whole = figures(page)
    page.left.variables.choose("area")
    QTest.keyClick(page.left.variables, Qt.Key.Key_F)
    settle(window)
    popup = next(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, CategoryPopup))
    assert window.desk.state.table.spec.filters == (Condition("area"),)
    assert figures(page) == [[row[-1]] for row in whole]
    assert popup.codes() == ()
    for place in range(1, 5):
        popup.ticks.tick([place], ticked=False)
    popup.accept()
    settle(window)
    assert window.desk.state.table.spec.filters == (Condition("area", ("0",)),)
    assert page.model.path("rows", 2) == "Total (selection)"
    assert page.panel["filters"].chips[0].item.detail == "0"


def test_trial_views_are_marked_and_the_export_stays_in_force(page: TablesPage, window: MainWindow) -> None:
    in_force = figures(page)
    page.trials.buttons["original"].click()
    settle(window)
    assert window.desk.state.table.trial == Trial("original", 10)
    assert figures(page) != in_force
    assert figures(page)[-1][-1] == 1000
    assert page.notice.band.isVisible()
    assert "may not be published" in page.notice.note.text()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.draft(window.desk.state.table.spec, small_data()).table.value({"sex": "0"}) == in_force[0][-1]
    page.trials.buttons["in_force"].click()
    settle(window)
    assert figures(page) == in_force
    assert not page.notice.band.isVisible()


def test_a_clerk_has_no_trial_views_no_noise_and_no_records(window: MainWindow, settings: Settings) -> None:
    settings.set("role", "clerk")
    page = open_table(window, SPEC)
    assert not page.trials.isVisible()
    assert not page.lookup_button.isVisible()
    assert page.model.view is not None
    assert page.model.view.insight is None
    assert "1,000" not in window.status.text


def test_copying_a_cell_puts_nothing_on_the_clipboard(page: TablesPage) -> None:
    clipboard = QApplication.clipboard()
    clipboard.setText("before")
    page.grid.setCurrentIndex(page.model.index(0, 0))
    QTest.keyClick(page.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "before"


def test_the_story_of_a_cell_is_told(page: TablesPage, window: MainWindow) -> None:
    page.lookup_button.setChecked(True)
    page.grid.setCurrentIndex(page.model.index(0, 0))
    settle(window)
    shown = page.model.figure(0, 0)
    assert page.lookup.isVisible()
    assert page.lookup.lines["published"][2].text().endswith(f"= {shown}")
    assert page.notice.band.isVisible()


def test_a_table_too_large_is_said_and_the_former_one_stays(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    before = figures(page)
    from ckmcore.tabulate import tabulate as module

    limits = module.CELL_LIMIT, module.LISTED_LIMIT
    module.CELL_LIMIT = module.LISTED_LIMIT = 10
    try:
        window.desk.session.data = small_data()
        page.left.variables.choose("area")
        QTest.keyClick(page.left.variables, Qt.Key.Key_R)
        settle(window)
        page.left.variables.choose("sex")
    finally:
        module.CELL_LIMIT, module.LISTED_LIMIT = limits
    assert "at most 10" in window.message_bar.text
    assert figures(page) == before


def test_without_a_method_in_force_nothing_is_shown(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    statistic = small_statistic().with_period(Period(Texts.same("2025"), source=PeriodSource("file")))
    window.desk.reset(DeskState(page="tables", statistic=statistic, table=TableState(SPEC)), Session(small_data()))
    settle(window)
    assert page.model.rowCount() == 0
    assert "No method is in force" in page.empty.text.text()
    assert not page.head.export_button.isEnabled()
    page.empty.button.click()
    assert window.desk.state.page == "method"


def test_saved_tables_are_listed_opened_and_deleted(page: TablesPage, window: MainWindow) -> None:
    assert page.left.tables.shown() == ["First"]
    QTest.keyClick(page.left.variables, Qt.Key.Key_F6)
    page.left.tables.opened.emit("First")
    settle(window)
    assert window.desk.state.table.name == "First"
    page.left.tables.choose("First")
    QTest.keyClick(page.left.tables, Qt.Key.Key_Delete)
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.tables == ()
    window.desk.undo()
    settle(window)
    assert page.left.tables.shown() == ["First"]


@pytest.mark.look
def test_heads_are_painted_per_run_and_told_in_full(page: TablesPage, window: MainWindow) -> None:
    drop(page.panel["columns"], list_item(page, "sex"), page.panel["columns"].width() - 40)
    settle(window)
    assert page.model.headerData(1, Qt.Orientation.Horizontal) == "0, 1, Number"
    assert page.grid.head.sizeHint().height() == 3 * 24
    assert not page.grid.grab().isNull()


@pytest.mark.look
@pytest.mark.look
def test_chips_out_of_sight_are_counted_at_the_ends_and_reached_by_them_wheel_and_focus(
    page: TablesPage, window: MainWindow
) -> None:
    window.resize(1060, 600)
    settle(window)
    shelf = page.panel["rows"]
    shelf.show_items([Item(f"v{number}", f"A long title {number}", "rows", "filter") for number in range(8)])
    page.panel.fit()
    settle(window)
    bar, (left, right) = shelf._area.horizontalScrollBar(), shelf._ends
    assert right.isVisible()
    assert right.isEnabled()
    assert not left.isEnabled()
    out = [chip for chip in shelf.chips if chip.visibleRegion().boundingRect() != chip.rect()]
    assert right.text() == f"+{len(out)}"
    assert 0 < len(out) < len(shelf.chips)
    (cut,) = [chip for chip in out if not chip.visibleRegion().isEmpty()]
    edge = cut.mapTo(shelf, QPoint(6, cut.height() // 2))
    plain = shelf.grab().toImage().pixelColor(edge)
    assert shelf.childAt(edge) is shelf._area  # of a chip that is cut only its cross might be left
    mime, button, none = encode(shelf.chips[0].item), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(shelf, QDragEnterEvent(QPoint(9, 9), Qt.DropAction.MoveAction, mime, button, none))
    assert cut in (shelf.childAt(edge), shelf.childAt(edge).parentWidget())  # what is held may be put beside it
    assert shelf.grab().toImage().pixelColor(edge) != plain
    QApplication.sendEvent(shelf, QDragLeaveEvent())
    assert shelf.childAt(edge) is shelf._area
    assert shelf.grab().toImage().pixelColor(edge) == plain
    assert left.text() == ""
    assert right.toolTip() == "More to the right: " + ", ".join(chip.item.title for chip in out)
    right.click()
    assert bar.value() > 0
    assert left.isEnabled()
    beside = [int(end.text()) for end in (left, right)]
    seen_whole = [chip for chip in shelf.chips if chip.visibleRegion().boundingRect() == chip.rect()]
    assert sum(beside) == len(shelf.chips) - len(seen_whole)
    shelf.chips[-1].setFocus()
    QApplication.sendEvent(shelf.chips[-1], QFocusEvent(QEvent.Type.FocusIn))
    QApplication.processEvents()
    seen = shelf.chips[-1].visibleRegion().boundingRect()
    assert seen == shelf.chips[-1].rect() or seen.width() == shelf._area.viewport().width()
    shelf.show_items([Item("v0", "Short", "rows", "filter")])
    settle(window)
    assert not right.isVisible()


@pytest.mark.look
def test_chips_that_change_places_on_a_full_shelf_are_seen_where_they_are_then(
    page: TablesPage, window: MainWindow
) -> None:
    window.resize(1280, 800)
    shelf = page.panel["rows"]
    items = [Item(f"v{more}", "A title of some length" + " x" * more, "rows", "filter") for more in (4, 0, 9, 7)]
    shelf.show_items(items)
    page.panel.fit()
    settle(window)
    for order in ((1, 0, 2, 3), (2, 1, 0, 3), (0, 1, 2, 3)):
        shelf.show_items([items[place] for place in order])
        settle(window)
        QApplication.processEvents()
        low, wide = shelf._area.horizontalScrollBar().value(), shelf._area.viewport().width()
        whole = [one for one in shelf.chips if one.x() >= low and one.geometry().right() < low + wide]
        assert whole
        assert shelf._ends[1].text() == f"+{len(items) - len(whole)}"
        for chip in shelf.chips:
            middle = chip.mapTo(shelf._area.viewport(), QPoint(6, chip.height() // 2))
            seen = shelf._area.viewport().mask().contains(middle)
            assert seen == (chip in whole), (order, chip.item.title)


@pytest.mark.look
def test_the_words_of_an_empty_shelf_stand_apart_from_its_edge_and_are_whole_where_there_is_room(
    page: TablesPage, window: MainWindow
) -> None:
    window.resize(1920, 1080)
    shelf = page.panel["layers"]
    shelf.show_items([])
    settle(window)
    assert not shelf._empty.is_cut
    assert shelf._empty.contentsRect().width() >= shelf._empty.fontMetrics().horizontalAdvance(shelf._empty.text())
    assert shelf._empty.mapTo(shelf, shelf._empty.contentsRect().topLeft()).x() >= 8


@pytest.mark.look
def test_what_lies_in_a_shelf_covers_no_corner_of_its_frame(page: TablesPage) -> None:
    shelf = page.panel["filters"]

    def corners() -> list[QImage]:
        whole = shelf.grab().toImage()
        right, low = whole.width() - 6, whole.height() - 6
        return [whole.copy(left, top, 6, 6) for left in (0, right) for top in (0, low)]

    full = corners()
    shelf._area.hide()
    assert full == corners()


def test_the_icons_of_chips_follow_the_theme(page: TablesPage, window: MainWindow) -> None:
    chip = page.panel["rows"].chips[0]
    before = chip.cross.icon().cacheKey()
    window.settings.set("theme", "light" if window.theme.dark else "dark")
    assert chip.cross.icon().cacheKey() != before


def test_a_table_that_was_changed_is_not_saved_under_the_old_name_unasked(
    page: TablesPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.desk.run(save_table("First", "2025-01-01T00:00:00"))
    suggested: list[str] = []

    def answer(dialog: QInputDialog) -> int:
        suggested.append(dialog.textValue())
        return 0

    monkeypatch.setattr(QInputDialog, "exec", answer)
    page.head.document.save_as()
    window.desk.run(swap_axes())
    settle(window)
    page.head.document.save_as()
    assert suggested == ["First", page.table_title.text()]
    spec = window.desk.state.table.spec
    page.kept.open("First")  # it is there already, with its changes
    assert window.desk.state.table.spec == spec
    page.head.document.discard_action.trigger()
    settle(window)
    assert window.desk.state.table.spec == SPEC != spec


@pytest.mark.look
def test_the_column_holds_its_widest_word_and_not_the_one_of_most_letters(page: TablesPage) -> None:
    bold = QFontMetrics(page.grid.theme.font(bold=True))
    labels = page.model.columns
    assert labels is not None
    for column in range(page.model.columnCount()):
        for word in labels.texts(column)[-1].split():
            assert page.grid.head.sectionSize(column) > bold.horizontalAdvance(word)


@pytest.mark.look
def test_a_label_without_room_is_told_whole_as_a_tip(page: TablesPage) -> None:
    stub = page.grid.stub
    place = QPoint(5, stub.sectionViewportPosition(1) + 5)
    help_asked = QHelpEvent(QEvent.Type.ToolTip, place, stub.viewport().mapToGlobal(place))
    QApplication.sendEvent(stub.viewport(), help_asked)
    assert QToolTip.text() == page.model.path("rows", 1)
    QToolTip.hideText()


def rounded_to_5(statistic: Statistic) -> Statistic:
    return statistic.put_in_force(Rounding(5), "2026-01-02")


def in_the_list(page: TablesPage, window: MainWindow) -> str:
    """A variable that is not in the table."""
    name = page.editor.spec.columns[0].variables[0]
    page.editor.move(Item(name, name, "columns", "category"), "list")
    settle(window)
    return name


def test_the_table_of_a_drop_is_made_while_the_variable_hangs_over_a_shelf(
    page: TablesPage, window: MainWindow
) -> None:
    dragged = in_the_list(page, window)
    data = window.desk.session.data
    assert data is not None
    item, x = list_item(page, dragged), 4
    data.drop_cache()
    hover(page.panel["rows"], item)
    settle(window)
    ahead = page.computing._ahead
    assert ahead is not None
    assert ahead.computed is not None
    drop(page.panel["rows"], item, x)
    QApplication.processEvents()
    assert not window.jobs.busy
    assert page.model.view is ahead.computed[0]
    assert names(window)["rows"] == (dragged, "sex")
    made = figures(page)
    window.desk.undo()
    page.computing.forget()
    data.drop_cache()
    window.desk.redo()
    settle(window)
    assert figures(page) == made


def test_a_drop_does_not_wait_until_the_table_was_made_and_gets_the_one_it_names(
    page: TablesPage, window: MainWindow
) -> None:
    dragged = in_the_list(page, window)
    data = window.desk.session.data
    assert data is not None
    data.drop_cache()
    item = list_item(page, dragged)
    hover(page.panel["columns"], item)
    drop(page.panel["rows"], item, 4)  # over another shelf at last
    settle(window)
    assert page.model.view is not None
    assert page.model.view.spec == page.editor.spec
    assert names(window)["rows"] == (dragged, "sex")


def test_a_table_made_ahead_is_not_shown_after_the_method_changed(page: TablesPage, window: MainWindow) -> None:
    dragged = in_the_list(page, window)
    item = list_item(page, dragged)
    hover(page.panel["rows"], item)
    settle(window)
    ahead, statistic = page.computing._ahead, window.desk.state.statistic
    assert ahead is not None
    assert statistic is not None
    window.desk.run(
        Command(CommandName("put_in_force"), lambda state: replace(state, statistic=rounded_to_5(statistic)))
    )
    drop(page.panel["rows"], item, 4)
    settle(window)
    assert page.model.view is not None
    assert ahead.computed is None or page.model.view is not ahead.computed[0]
    assert any(figure % 10 for line in figures(page) for figure in line)  # to 5 now, to 10 before


def test_the_table_of_the_next_key_is_made_when_a_variable_is_chosen_in_the_list(
    page: TablesPage, window: MainWindow
) -> None:
    dragged = in_the_list(page, window)
    window.desk.run(set_title(Texts()))  # put back with its title it is a table that is known
    settle(window)
    page.left.variables.choose(dragged)
    settle(window)
    ahead = page.computing._ahead
    assert ahead is not None
    assert ahead.computed is not None
    assert ahead.computed[0].spec.columns[0].variables == (dragged,)
    page.left.variables.setFocus()
    QTest.keyClick(page.left.variables, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert not window.jobs.busy
    assert page.model.view is ahead.computed[0]


def test_undo_and_redo_show_what_was_shown_before(page: TablesPage, window: MainWindow) -> None:
    before = page.model.view
    window.desk.run(swap_axes())
    settle(window)
    swapped, data = page.model.view, window.desk.session.data
    assert data is not None
    data.drop_cache()
    window.desk.undo()
    assert page.model.view is before
    window.desk.redo()
    assert page.model.view is swapped
    assert not window.jobs.busy


def test_what_was_shown_before_is_not_shown_for_other_records(page: TablesPage, window: MainWindow) -> None:
    before, state = page.model.view, window.desk.state
    assert before is not None
    window.desk.reset(state, Session(small_data(400)))
    settle(window)
    assert page.model.view is not before
    assert page.model.view is not None
    assert page.model.view.shown[0].matrix.max() <= 410 < before.shown[0].matrix.max()


def test_the_records_of_a_closed_statistic_are_not_kept(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    data = window.desk.session.data
    assert data is not None
    records = weakref.ref(data)
    assert page.computing._shown
    del data
    window.desk.reset(DeskState(page="tables"), Session())
    settle(window)
    gc.collect()
    assert records() is None
    assert not page.computing._shown  # nor what was computed from them


def test_a_chip_that_stays_is_not_made_anew(page: TablesPage, window: MainWindow) -> None:
    shelf = page.panel["rows"]
    dragged = in_the_list(page, window)
    before = list(shelf.chips)
    page.editor.move(list_item(page, dragged), "rows", 0)
    settle(window)
    assert shelf.chips[1:] == before
    assert parts_of(shelf._row)[1 : 1 + len(shelf.chips)] == shelf.chips
    words = {entry.text(0): entry.text(1) for entry in page.left.variables._entries()}
    assert words[page.editor.infos[dragged].title]
    window.desk.undo()
    settle(window)
    assert shelf.chips == before


def noting(name: str, act: Callable[..., None], done: list[str]) -> Callable[..., None]:
    """What does the same and notes it."""

    def noted(*asked: object) -> None:
        done.append(name)
        act(*asked)

    return noted


def test_shelves_and_list_are_shown_again_where_the_table_is_laid_out_otherwise_alone(
    page: TablesPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(page.variables, "show_table", noting("shelves", page.variables.show_table, done))
    monkeypatch.setattr(page.computing, "start", noting("figures", page.computing.start, done))
    window.desk.run(show_trial(Trial("rounding", 10)))
    assert done == ["figures"]
    settle(window)
    window.desk.run(swap_axes())
    assert done == ["figures", "figures", "shelves"]
    settle(window)
    window.go_to("data")
    window.go_to("tables")  # whatever changed meanwhile
    assert done[3:] == ["figures", "shelves"]
    settle(window)


def test_a_step_whose_figures_are_there_at_once_shows_bars_head_and_status_once(
    page: TablesPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.desk.run(swap_axes())
    settle(window)
    done: list[str] = []
    for whole, part in ((page, "_show_bars"), (page, "_show_name"), (window.status, "refresh")):
        monkeypatch.setattr(whole, part, noting(part, getattr(whole, part), done))
    window.desk.undo()
    assert sorted(done) == ["_show_bars", "_show_name", "refresh"]
    assert page.model.view is not None
    assert page.model.view.spec == window.desk.state.table.spec
    done.clear()
    window.desk.run(show_trial(Trial("rounding", 10)))
    settle(window)
    assert {"_show_bars", "_show_name", "refresh"} <= set(done)
    assert page.notice.band.isVisible()
    assert window.status.text.endswith("trial view on the screen")


def legend_of(page: TablesPage) -> list[str]:
    """What the link above the table says."""
    page.notice.signs_link.click()
    bubble = QApplication.activePopupWidget()
    assert bubble is not None
    words = bubble.accessibleName().splitlines()
    bubble.close()
    return words


def test_the_legend_explains_a_0_and_the_signs_on_the_sheet_in_the_words_of_the_files(window: MainWindow) -> None:
    page = open_table(window, SPEC)
    assert page.notice.signs_link.text() == "Legend of signs"
    (zero,) = legend_of(page)
    assert zero == "0: nothing, or a figure that the method made 0"
    method = CellKeyMethod(design_ptable(D=3, V=2.0, js=1), unreliable_below=100)
    statistic = small_statistic().put_in_force(method)
    window.desk.reset(DeskState(page="tables", statistic=statistic, table=TableState(SPEC)), Session(small_data()))
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    shown = legend_of(found)
    assert shown[0] == zero
    assert len(shown) == 2
    notes = present_draft(statistic.draft(SPEC, small_data()), "en").notes
    assert any("; ".join(shown) in note for note in notes)
    window.desk.run(show_trial(Trial("original")))
    settle(window)
    assert not found.notice.signs_link.isVisible()  # it is about published figures


@pytest.mark.parametrize("place", ["list", "chip", "table"])
def test_shift_f10_opens_the_menu_of_what_has_the_keyboard_once(
    page: TablesPage, window: MainWindow, place: str
) -> None:
    widget = {"list": page.left.variables, "chip": page.panel["rows"].chips[0], "table": page.grid}[place]
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.left.variables.choose("sex")
    widget.setFocus()
    open_menu()
    settle(window)
    menus = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible()]
    assert len(menus) == 1
    assert not menus[0].isEmpty()
    menus[0].close()


def test_shift_f10_is_a_key_of_the_window(window: MainWindow) -> None:
    keys = [one.key().toString() for one in window.findChildren(QShortcut)]
    assert keys.count("Shift+F10") == (0 if sys.platform == "win32" else 1)
