"""Headings as handles: chosen by mouse and keys, sorted by, moved, hidden, called otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.spec import Group, Level, Order, TableSpec, Value
from ckmdesk.commands.presentation import set_width
from ckmdesk.commands.values import put_value
from ckmdesk.pages.tables.headings import place_of
from ckmdesk.pages.tables.heads import PADDING, ColumnHead, RunHeader
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.headings import Heading
from ckmdesk.state.hidden import HiddenMark, TableSide
from ckmdesk.state.session import Session
from ckmdesk.widgets.words_popup import WordsPopup
from tests.kit.builder import entry, popup, row_texts, spec
from tests.kit.statistics import small_data
from tests.kit.tables_page import open_table, settle

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablesPage]:
    found = open_table(window, TableSpec(rows=[Level("area", total="before")], columns=[Level("sex", total="before")]))
    found.grid.setFocus()
    yield found
    for one in QApplication.topLevelWidgets():
        if isinstance(one, WordsPopup | QMenu):
            one.close()
    QToolTip.hideText()
    QApplication.processEvents()


def heading(page: TablesPage, axis: TableSide, place: int, level: int = 0) -> Heading:
    found = page.grid.headings.maps[axis].at(level, place)
    assert found is not None
    return found


def header_of(page: TablesPage, one: Heading | HiddenMark) -> RunHeader:
    return page.grid.stub if one.axis == "rows" else page.grid.head


def middle(page: TablesPage, one: Heading) -> QPoint:
    return header_of(page, one).rect_of(one).center()


def click(page: TablesPage, one: Heading, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    viewport = header_of(page, one).viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, how, middle(page, one))


def drag(page: TablesPage, one: Heading, other: Heading, *, after: bool, steps: int = 5) -> None:
    """Press on a heading, draw it over another one, let go."""
    header = header_of(page, one)
    begin, rect = middle(page, one), header.rect_of(other)
    end = rect.center() + (QPoint(0, 4) if one.axis == "rows" else QPoint(4, 0)) * (1 if after else -1)
    QTest.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=begin)
    for step in range(1, steps + 1):
        _move(header, begin + (end - begin) * step / steps)
    QTest.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=end)


def _move(header: RunHeader, place: QPoint) -> None:
    at = QPointF(place)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        at,
        QPointF(header.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(header.viewport(), event)


def key(page: TablesPage, one: Qt.Key, how: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(page.grid, one, how)


def column(page: TablesPage, number: int) -> list[int]:
    """The figures of a column, without those of the total."""
    return [page.model.figure(row, number) for row in range(1, page.model.rowCount())]


def told(page: TablesPage) -> str:
    return QToolTip.text()


# --- choosing ---------------------------------------------------------------------------------------------------------


def test_a_click_on_a_heading_selects_its_lines_and_shift_and_control_extend(page: TablesPage) -> None:
    click(page, heading(page, "columns", 1))
    assert page.grid.selected() == (list(range(6)), [1])
    click(page, heading(page, "rows", 2))
    assert page.grid.selected() == ([2], [0, 1, 2])
    click(page, heading(page, "rows", 4), SHIFT)
    assert page.grid.selected() == ([2, 3, 4], [0, 1, 2])
    click(page, heading(page, "rows", 3), CONTROL)
    assert page.grid.selected() == ([2, 4], [0, 1, 2])
    click(page, heading(page, "columns", 1), CONTROL)  # of the other side: chosen alone
    assert page.grid.selected() == (list(range(6)), [1])
    QTest.mouseClick(page.grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert not page.grid.headings.is_active


def test_a_heading_over_others_selects_all_that_stands_under_it(window: MainWindow) -> None:
    page = open_table(window, TableSpec(columns=[Level("sex", total="off"), "area"]))
    click(page, heading(page, "columns", 8, level=0))
    assert page.grid.selected()[1] == list(range(6, 12))
    click(page, heading(page, "columns", 8, level=1))
    assert page.grid.selected()[1] == [8]


@pytest.mark.look
def test_the_label_of_a_row_that_is_cut_at_the_top_stands_on_no_other(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_table(window, TableSpec(rows=["area", "sex"]))
    stub, bar = page.grid.stub, page.grid.verticalScrollBar()
    painted: list[QRect] = []
    monkeypatch.setattr(stub, "text", lambda _painter, rect, _text, **_how: painted.append(rect))
    cut = set()
    for height in range(520, 544, 5):
        window.resize(1000, height)
        settle(window)
        bar.setValue(bar.maximum())
        painted.clear()
        stub.viewport().grab()
        cut.add(stub.sectionViewportPosition(stub.visible_sections().start))
        for level in (0, 1):
            tops = [rect.top() for rect in painted if (rect.left() > stub.widths[0]) == bool(level)]
            assert len(tops) > 1
            assert min(below - above for above, below in pairwise(tops)) >= stub.sectionSize(1)
    assert min(cut) < -stub.sectionSize(1) // 2  # one was cut by more than a half


def test_a_node_that_is_open_selects_what_stands_below_it_too(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=["area"]))
    tree = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
    level = Level("area", depths=(0,), expanded=("N",), total="before")
    table = TableState(TableSpec(rows=[level], values=[Value(), Value("share", base="total")], values_on="rows"))
    state = DeskState(page="tables", statistic=window.desk.state.statistic, table=table)
    window.desk.reset(state, Session(small_data().with_hierarchy("area", tree)))
    settle(window)
    click(page, heading(page, "rows", 2))
    assert page.grid.selected()[0] == [2, 3, 4, 5, 6, 7]
    click(page, heading(page, "rows", 4))
    assert page.grid.selected()[0] == [4, 5]
    click(page, heading(page, "rows", 5, level=1))
    assert page.grid.selected()[0] == [5]
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    assert spec(window).rows[0].levels[0].hidden == ("0",)


@pytest.mark.look
def test_many_headings_are_chosen_and_painted_as_one_stretch(page: TablesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ckmdesk.pages.tables.headings.FEW", 2)
    headings = page.grid.headings
    for one in range(6):
        click(page, heading(page, "rows", one), CONTROL if one else Qt.KeyboardModifier.NoModifier)
    assert len(page.grid.selectionModel().selection()) == 1
    picture = page.grid.stub.viewport().grab().toImage()
    assert headings.is_chosen(heading(page, "rows", 5))
    assert headings.chosen_within("rows", range(6)) == [heading(page, "rows", at) for at in range(6)]
    assert headings.chosen_within("columns", range(3)) == []
    click(page, heading(page, "rows", 3), CONTROL)
    assert len(page.grid.selectionModel().selection()) == 2
    assert page.grid.stub.viewport().grab().toImage() != picture


def test_the_menu_key_opens_the_menu_at_the_heading(page: TablesPage) -> None:
    page.grid.headings.choose(heading(page, "columns", 1))
    places: list[QPoint] = []
    page.grid.headings.menu_asked.connect(places.append)
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, page.grid.rect().center(), QPoint(0, 0))
    QApplication.sendEvent(page.grid.viewport(), by_key)
    head = page.grid.head
    assert places == [head.viewport().mapToGlobal(head.rect_of(heading(page, "columns", 1)).bottomLeft())]
    menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:3] == ["Sort descending", "Sort ascending", "As in the code list"]
    assert {"Hide the chosen columns", "Automatic width", "Footnote on the column ..."} <= set(texts)


def test_copy_and_show_hidden_stand_in_every_context_menu_of_the_table(page: TablesPage) -> None:
    for one in (heading(page, "rows", 1), heading(page, "columns", 1), None):
        if one is None:
            page.grid.headings.leave()
            page.grid.setCurrentIndex(page.model.index(2, 1))
            page.page_actions.in_grid.show_menu(QPoint(0, 0))
        else:
            page.grid.headings.choose(one)
            page.grid.headings.menu_asked.emit(QPoint(0, 0))
        menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
        entries = {action.text(): action.isEnabled() for action in menu.actions()}
        assert entries[page.page_actions.copying.action.text()]
        assert not entries["Show hidden rows and columns"]  # nothing is, and its tip says so
        menu.close()


def test_dragging_over_headings_that_are_not_chosen_chooses_them(page: TablesPage) -> None:
    click(page, heading(page, "rows", 5))
    drag(page, heading(page, "rows", 1), heading(page, "rows", 3), after=True)
    assert [one.first for one in page.grid.headings.chosen] == [1, 2, 3]


def test_arrows_walk_from_the_cells_into_the_headings_and_back(page: TablesPage) -> None:
    grid, headings = page.grid, page.grid.headings
    grid.setCurrentIndex(page.model.index(2, 0))
    key(page, Qt.Key.Key_Left)
    assert headings.cursor == heading(page, "rows", 2)
    assert grid.headings.is_active
    key(page, Qt.Key.Key_Down)
    assert headings.cursor == heading(page, "rows", 3)
    key(page, Qt.Key.Key_Return)
    assert grid.selected() == ([3], [0, 1, 2])
    key(page, Qt.Key.Key_Down, CONTROL)
    key(page, Qt.Key.Key_Space, SHIFT)
    assert grid.selected()[0] == [3, 4]
    key(page, Qt.Key.Key_Home)
    assert headings.cursor == heading(page, "rows", 0)
    key(page, Qt.Key.Key_End)
    assert headings.cursor == heading(page, "rows", 5)
    key(page, Qt.Key.Key_Right)
    assert not headings.is_active
    assert (grid.currentIndex().row(), grid.currentIndex().column()) == (5, 0)
    grid.setCurrentIndex(page.model.index(0, 1))
    key(page, Qt.Key.Key_Up)
    assert headings.cursor == heading(page, "columns", 1)
    key(page, Qt.Key.Key_Right)
    key(page, Qt.Key.Key_Escape)
    assert grid.currentIndex().column() == 2
    assert grid.selected_lines() == ([0], [2])


@pytest.mark.look
def test_the_cursor_among_the_headings_is_always_in_sight(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=["area"], columns=["sex"], layers=[]))
    page.grid.resize(300, 160)
    page.grid.setCurrentIndex(page.model.index(0, 0))
    key(page, Qt.Key.Key_Left)
    for row in range(page.model.rowCount()):
        spot = page.grid.headings.cursor
        assert isinstance(spot, Heading)
        assert spot.first == row
        rect = page.grid.stub.rect_of(spot)
        assert page.grid.stub.viewport().rect().intersects(rect)
        key(page, Qt.Key.Key_Down)


def test_headings_say_what_they_are_where_they_stand_and_how_the_table_is_sorted(page: TablesPage) -> None:
    model = page.model
    accessible = int(Qt.ItemDataRole.AccessibleTextRole)
    assert model.headerData(2, Qt.Orientation.Vertical, accessible) == "Row 1, 2 of 5"
    assert model.headerData(0, Qt.Orientation.Horizontal, accessible) == "Column Total"
    page.grid.headings.choose(heading(page, "columns", 1))
    page.page_actions.in_grid.by_value.trigger()
    settle(page.window())  # type: ignore[arg-type]
    assert model.headerData(1, Qt.Orientation.Horizontal, accessible) == "Column 0, sorted descending, 1 of 2"


# --- sorting ----------------------------------------------------------------------------------------------------------


def test_a_click_on_a_heading_that_is_chosen_sorts_turns_and_takes_it_back(
    page: TablesPage, window: MainWindow
) -> None:
    listed = column(page, 1)
    click(page, heading(page, "columns", 1))
    for wanted in (sorted(listed, reverse=True), sorted(listed), listed):
        click(page, heading(page, "columns", 1))
        settle(window)
        assert column(page, 1) == wanted
        assert row_texts(page)[0] == "Total"
        assert page.grid.headings.chosen == (heading(page, "columns", 1),)
    assert spec(window).rows[0].levels[0].order == Order()
    window.desk.undo()
    assert window.menus.actions["undo"].text() == "Undo: sort by 0"
    assert spec(window).rows[0].levels[0].order == Order("value", line=(("sex", "0"),))


def test_a_double_click_does_not_sort(page: TablesPage, window: MainWindow) -> None:
    one = heading(page, "columns", 1)
    QTest.mouseDClick(page.grid.head.viewport(), Qt.MouseButton.LeftButton, pos=middle(page, one))
    settle(window)
    assert spec(window).rows[0].levels[0].order == Order()


def test_the_status_bar_says_the_order_and_no_longer_when_it_is_undone(page: TablesPage, window: MainWindow) -> None:
    page.grid.headings.choose(heading(page, "columns", 2))
    page.page_actions.in_grid.sort_as(descending=False)
    settle(window)
    assert window.status._hint.text() == "1: sorted ascending"
    assert page.model.sorted_along("columns") == (2, False)
    window.desk.undo()
    settle(window)
    assert window.status._hint.text() == ""
    assert page.model.sorted_along("columns") is None


def test_another_page_does_not_tell_of_the_order_and_a_chosen_heading_tells_of_the_next_click(
    page: TablesPage, window: MainWindow
) -> None:
    one = heading(page, "columns", 2)
    click(page, one)
    place = middle(page, one)
    viewport = page.grid.head.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place)))
    assert told(page) == "1, Number\nOne more click sorts by it"
    page.page_actions.in_grid.sort_as(descending=True)
    settle(window)
    window.go_to("release")
    settle(window)
    assert window.status._hint.text() == ""
    window.go_to("tables")
    assert window.status._hint.text() == "1: sorted descending"
    window.desk.run(put_value(Value("share", base="row"), "Share"))
    settle(window)
    assert window.status._hint.text() == "1, Number: sorted descending"


def test_columns_are_sorted_by_a_row_and_the_row_of_a_total_is_one_too(page: TablesPage, window: MainWindow) -> None:
    click(page, heading(page, "rows", 0))
    key(page, Qt.Key.Key_Return)
    settle(window)
    figures = [page.model.figure(0, at) for at in (1, 2)]
    assert figures == sorted(figures, reverse=True)
    assert page.model.sorted_along("rows") == (0, True)


def test_a_value_sorts_by_its_own_figures(window: MainWindow) -> None:
    values = [Value("count"), Value("share", base="row", decimals=1)]
    page = open_table(window, TableSpec(rows=["area"], columns=[Level("sex", total="off")], values=values))
    one = heading(page, "columns", 3, level=1)
    assert "level 2 of 2 under 1" in page.model.spoken(one)
    page.grid.headings.choose(one)
    page.page_actions.in_grid.by_value.trigger()
    settle(window)
    order = spec(window).rows[0].levels[0].order
    assert (order.value, order.line) == (1, (("sex", "1"),))
    assert page.model.sorted_along("columns") == (3, True)


def test_on_a_sheet_the_rows_are_sorted_by_the_figures_of_that_sheet(window: MainWindow) -> None:
    table = TableSpec(rows=[Level("area", total="off")], layers=[Level("sex", total="off")])
    page = open_table(window, table)
    page.grid.headings.choose(heading(page, "columns", 0))
    page.page_actions.in_grid.by_value.trigger()
    settle(window)
    assert spec(window).rows[0].levels[0].order.line == (("sex", "0"),)
    figures = [page.model.figure(row, 0) for row in range(5)]
    assert figures == sorted(figures, reverse=True)


def test_what_cannot_be_sorted_says_why_near_the_heading(window: MainWindow) -> None:
    page = open_table(window, TableSpec(columns=[Level("sex", total="off"), Level("area", total="off")]))
    page.grid.headings.choose(heading(page, "columns", 0, level=0))
    page.page_actions.in_grid.by_value.trigger()
    assert told(page) == "There are no categories on the other side that could be sorted."
    page = open_table(window, TableSpec(rows=["sex"], columns=["area"]))
    page.page_actions.in_grid.step("rows", -1)
    assert told(page) != ""
    assert window.status._hint.text() == told(page)


# --- hiding -----------------------------------------------------------------------------------------------------------


def test_what_is_hidden_leaves_a_mark_and_one_click_brings_it_back(page: TablesPage, window: MainWindow) -> None:
    before, total = row_texts(page), page.model.figure(0, 0)
    click(page, heading(page, "rows", 2))
    click(page, heading(page, "rows", 3), SHIFT)
    key(page, Qt.Key.Key_H)
    settle(window)
    assert row_texts(page) == [before[0], before[1], *before[4:]]
    assert page.model.figure(0, 0) == total
    (mark,) = page.grid.headings.marks("rows")
    assert (mark.line, mark.count) == (2, 2)
    assert page.model.mark_words(mark) == "2 rows"
    pill = page.grid.stub.pill_of(mark)
    assert page.grid.stub.viewport().rect().contains(pill)
    tip = QHelpEvent(QEvent.Type.ToolTip, pill.center(), page.grid.stub.viewport().mapToGlobal(pill.center()))
    QApplication.sendEvent(page.grid.stub.viewport(), tip)
    assert told(page) == "2 hidden rows, Enter shows them"
    QTest.mouseClick(page.grid.stub.viewport(), Qt.MouseButton.LeftButton, pos=pill.center())
    settle(window)
    assert row_texts(page) == before
    assert page.grid.headings.marks("rows") == ()


@pytest.mark.look
def test_the_words_of_a_mark_cover_no_label(page: TablesPage, window: MainWindow) -> None:
    stub, narrow = page.grid.stub, page.grid.stub.width()
    page.grid.headings.choose(heading(page, "rows", 2))
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    (mark,) = page.grid.headings.marks("rows")
    pill, right = stub.pill_of(mark), stub.viewport().width()
    assert narrow < right < 200
    for row in (mark.line - 1, mark.line):
        (label,) = page.model.rows.texts(row)  # type: ignore[union-attr]
        words = QRect(PADDING, stub.sectionViewportPosition(row), stub.looks.width(label, bold=True), 24)
        assert not words.intersects(pill)
        assert right > pill.right() > pill.left() > words.right()
    window.desk.run(set_width(("::stub", "0"), 70))  # a width that somebody chose stays
    settle(window)
    assert stub.width() == 70


@pytest.mark.look
def test_the_words_of_a_mark_stand_below_a_head_of_one_level(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=["sex"], columns=[Level("area", total="before")]))
    page.grid.headings.choose(heading(page, "columns", 1))
    page.page_actions.in_grid.hide_columns.trigger()
    settle(window)
    head = page.grid.head
    (mark,) = page.grid.headings.marks("columns")
    unit = head.unit_rect()
    assert unit is not None
    assert unit.contains(head.pill_of(mark))
    page.grid.headings.show_asked.emit(mark)
    page.grid.headings.choose(heading(page, "columns", 3))
    page.page_actions.in_grid.hide_columns.trigger()
    settle(window)
    (mark,) = page.grid.headings.marks("columns")
    middle_of_it = head.pill_of(mark)
    assert abs(middle_of_it.center().x() - unit.center().x()) < middle_of_it.width()
    assert not unit.intersects(middle_of_it)  # the unit stands there


def test_by_keys_the_cursor_stops_at_a_mark_and_enter_shows_what_is_hidden(
    page: TablesPage, window: MainWindow
) -> None:
    page.grid.setCurrentIndex(page.model.index(0, 1))
    key(page, Qt.Key.Key_Up)
    key(page, Qt.Key.Key_H)  # the column, for a heading of the head has the keyboard
    settle(window)
    assert page.model.columnCount() == 2
    (mark,) = page.grid.headings.marks("columns")
    assert page.model.spoken_mark(mark) == "1 hidden column, Enter shows it"
    key(page, Qt.Key.Key_Left)
    assert page.grid.headings.cursor == mark
    assert place_of(mark, page.grid.headings.maps["columns"]) == 1
    key(page, Qt.Key.Key_Left)
    assert page.grid.headings.cursor == heading(page, "columns", 0)
    key(page, Qt.Key.Key_Right)
    assert page.grid.headings.cursor == mark
    key(page, Qt.Key.Key_Return)
    settle(window)
    assert page.model.columnCount() == 3


def test_the_menu_says_that_hiding_does_not_protect_and_shows_all_hidden_again(
    page: TablesPage, window: MainWindow
) -> None:
    by_mouse = QContextMenuEvent.Reason.Mouse
    place = middle(page, heading(page, "rows", 2))
    viewport = page.grid.stub.viewport()
    QApplication.sendEvent(viewport, QContextMenuEvent(by_mouse, place, viewport.mapToGlobal(place)))
    menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
    texts = {action.text(): action for action in menu.actions()}
    assert "does not protect" in texts["Hide the chosen rows"].toolTip()
    assert "total stays" in texts["Hide the chosen rows"].toolTip()
    assert texts["Show hidden rows and columns"].toolTip() == "Nothing is hidden by hand."
    menu.setActiveAction(texts["Hide the chosen rows"])  # as arrow keys do, which open no bubble
    assert window.status._hint.text() == texts["Hide the chosen rows"].toolTip()
    menu.setActiveAction(texts["Only this"])
    assert window.status._hint.text().endswith("The total stays that of all.")
    menu.setActiveAction(texts["Copy cells with their heads"])
    assert window.status._hint.text() == ""
    assert {"Copy cells with their heads", "Sort descending", "Only this", "Footnote on the row ..."} <= texts.keys()
    assert not {"Hide the chosen columns", "Footnote on the column ...", "Automatic width"} & texts.keys()
    texts["Hide the chosen rows"].trigger()
    menu.close()
    settle(window)
    page.grid.headings.choose(heading(page, "columns", 1))
    page.grid.customContextMenuRequested.emit(QPoint(3, 3))
    entry(["Show hidden rows and columns"])
    settle(window)
    assert len(row_texts(page)) == 6


def test_what_was_said_of_hiding_goes_with_the_next_step_and_the_order_stays_told(
    page: TablesPage, window: MainWindow
) -> None:
    page.grid.headings.choose(heading(page, "rows", 2))
    page.page_actions.in_grid.hide.trigger()
    assert window.status._hint.text() == "Hidden only, not protected; totals unchanged."
    settle(window)
    page.page_actions.in_grid.show_hidden.trigger()
    settle(window)
    assert window.status._hint.text() == ""
    page.page_actions.in_grid.by_value.trigger()
    settle(window)
    order = window.status._hint.text()
    assert order.endswith("sorted descending")
    window.desk.run(set_width(("1", "Number"), 150))
    settle(window)
    assert window.status._hint.text() == order


def test_only_this_leaves_the_total_and_the_next_period_alone(page: TablesPage, window: MainWindow) -> None:
    total = page.model.figure(0, 0)
    page.grid.headings.choose(heading(page, "rows", 2))
    page.page_actions.in_grid.only.trigger()
    settle(window)
    assert row_texts(page) == ["Total", "1"]
    assert page.model.figure(0, 0) == total
    assert spec(window).rows[0].levels[0].nodes == ("1",)
    page.page_actions.in_grid.all.trigger()
    settle(window)
    assert len(row_texts(page)) == 6
    page.page_actions.in_grid.all.trigger()
    assert told(page) == "All categories of this level are in the table."


def test_the_last_category_stays_and_it_is_said(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=[Level("area", nodes=("1",), total="before")]))
    page.grid.headings.choose(heading(page, "rows", 1))
    page.page_actions.in_grid.hide.trigger()
    assert told(page) == "One of them has to stay in the table."


# --- moving -----------------------------------------------------------------------------------------------------------


def test_a_heading_is_dragged_among_those_beside_it(page: TablesPage, window: MainWindow) -> None:
    click(page, heading(page, "rows", 1))
    drag(page, heading(page, "rows", 1), heading(page, "rows", 3), after=True)
    settle(window)
    assert row_texts(page) == ["Total", "1", "2", "0", "3", "4"]
    assert page.grid.headings.chosen == (heading(page, "rows", 3),)
    click(page, heading(page, "rows", 4), SHIFT)
    drag(page, heading(page, "rows", 4), heading(page, "rows", 1), after=False)
    settle(window)
    assert row_texts(page) == ["Total", "0", "3", "1", "2", "4"]
    assert spec(window).rows[0].levels[0].order.by == "hand"
    click(page, heading(page, "columns", 1))
    drag(page, heading(page, "columns", 1), heading(page, "columns", 2), after=True)
    settle(window)
    assert [page.model.path("columns", at) for at in range(3)] == ["Total, Number", "1, Number", "0, Number"]


def test_a_click_on_what_says_why_not_is_one_on_what_lies_below_and_the_words_go_with_it(page: TablesPage) -> None:
    click(page, heading(page, "rows", 1))
    drag(page, heading(page, "rows", 1), heading(page, "rows", 0), after=True)
    shown = [one for one in QApplication.topLevelWidgets() if one.windowType() == Qt.WindowType.ToolTip]
    words = [one for one in shown if one.isVisible()]
    assert len(words) == 1
    assert words[0].windowHandle().flags() & Qt.WindowType.WindowTransparentForInput
    click(page, heading(page, "rows", 3))
    assert page.grid.selected()[0] == [3]
    assert not words[0].isVisible()


def test_what_is_dragged_to_where_it_cannot_stand_says_why_and_escape_ends_it(
    page: TablesPage, window: MainWindow
) -> None:
    click(page, heading(page, "rows", 1))
    drag(page, heading(page, "rows", 1), heading(page, "rows", 0), after=True)
    assert told(page) == "It can stand only among the headings beside it, under the same heading."
    assert row_texts(page)[1] == "0"
    begin = middle(page, heading(page, "rows", 1))
    stub = page.grid.stub
    QTest.mousePress(stub.viewport(), Qt.MouseButton.LeftButton, pos=begin)
    _move(stub, begin + QPoint(0, 60))
    assert page.grid.headings.drop is not None
    key(page, Qt.Key.Key_Escape)
    assert page.grid.headings.drop is None
    QTest.mouseRelease(stub.viewport(), Qt.MouseButton.LeftButton, pos=begin + QPoint(0, 60))
    settle(window)
    assert row_texts(page)[1] == "0"


def test_the_mouse_means_what_is_chosen_wherever_the_keyboard_went_meanwhile(
    page: TablesPage, window: MainWindow
) -> None:
    click(page, heading(page, "rows", 1))
    for _ in range(3):
        key(page, Qt.Key.Key_Down)
    assert page.grid.headings.cursor == heading(page, "rows", 4)
    drag(page, heading(page, "rows", 1), heading(page, "rows", 3), after=True)
    settle(window)
    assert row_texts(page) == ["Total", "1", "2", "0", "3", "4"]
    key(page, Qt.Key.Key_Down)
    place, viewport = middle(page, heading(page, "rows", 3)), page.grid.stub.viewport()
    by_mouse = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(viewport, QContextMenuEvent(by_mouse, place, viewport.mapToGlobal(place)))
    menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
    next(one for one in menu.actions() if one.text() == "Hide the chosen rows").trigger()
    menu.close()
    settle(window)
    assert row_texts(page) == ["Total", "1", "2", "3", "4"]


def test_shift_and_arrows_move_what_is_chosen(page: TablesPage, window: MainWindow) -> None:
    click(page, heading(page, "rows", 2))
    key(page, Qt.Key.Key_Down, SHIFT)
    settle(window)
    assert row_texts(page) == ["Total", "0", "2", "1", "3", "4"]
    key(page, Qt.Key.Key_Down, SHIFT)
    settle(window)
    assert row_texts(page) == ["Total", "0", "2", "3", "1", "4"]
    key(page, Qt.Key.Key_Down, SHIFT)
    settle(window)
    key(page, Qt.Key.Key_Down, SHIFT)
    assert told(page) == "It stands at the end already."
    assert page.grid.headings.cursor == heading(page, "rows", 5)


# --- names and levels -------------------------------------------------------------------------------------------------


def test_a_category_is_called_otherwise_in_this_table_alone(page: TablesPage, window: MainWindow) -> None:
    page.grid.headings.choose(heading(page, "rows", 1))
    page.page_actions.in_grid.rename.trigger()
    words = popup(WordsPopup)
    words.english.setText("North")
    words.accept()
    settle(window)
    assert row_texts(page)[1] == "North"
    assert spec(window).rows[0].levels[0].labels == (("0", Texts("North", "0")),)
    assert window.menus.actions["undo"].text() == "Undo: name in Area"
    page.page_actions.in_grid.rename.trigger()
    words = popup(WordsPopup)
    words.english.setText("")
    words.german.setText("")
    words.accept()
    settle(window)
    assert row_texts(page)[1] == "0"


def test_one_level_is_opened_at_a_heading_and_at_all_of_them_from_the_total(window: MainWindow) -> None:
    page = open_table(window, TableSpec(rows=["area"]))
    tree = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
    table = TableState(TableSpec(rows=["sex"], columns=[Level("area", depths=(0,), total="before")]))
    state = DeskState(page="tables", statistic=window.desk.state.statistic, table=table)
    window.desk.reset(state, Session(small_data().with_hierarchy("area", tree)))
    settle(window)
    page.grid.headings.choose(heading(page, "columns", 1))
    page.page_actions.in_grid.open_level.trigger()
    settle(window)
    assert page.model.columnCount() == 5
    page.grid.headings.choose(heading(page, "columns", 0))
    page.page_actions.in_grid.open_level.trigger()
    settle(window)
    assert page.model.columnCount() == 8
    page.page_actions.in_grid.open_level.trigger()
    assert told(page) == "Nothing more stands below it."


def test_own_groups_are_hidden_and_come_back(window: MainWindow) -> None:
    group = Group(Texts.same("Both"), ("0", "1"))
    page = open_table(window, TableSpec(rows=[Level("area", groups=(group,), total="off")]))
    page.grid.headings.choose(heading(page, "rows", 5))
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    assert row_texts(page) == ["0", "1", "2", "3", "4"]
    page.page_actions.in_grid.show_mark(page.grid.headings.marks("rows")[0])
    settle(window)
    assert row_texts(page)[-1] == "Both"


# --- looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.look
def test_each_state_of_a_heading_looks_its_own_way(page: TablesPage, window: MainWindow) -> None:
    head = page.grid.head
    assert isinstance(head, ColumnHead)
    one = heading(page, "columns", 1)

    def picture() -> bytes:
        image = head.viewport().grab(head.rect_of(one)).toImage()
        return bytes(image.constBits())

    rest = picture()
    _hover(head, middle(page, one))
    hover = picture()
    _hover(head, QPoint(head.viewport().width() - 2, 2))
    assert picture() == rest
    page.grid.setCurrentIndex(page.model.index(0, 1))
    key(page, Qt.Key.Key_Up)
    focus = picture()
    key(page, Qt.Key.Key_Return)
    chosen = picture()
    key(page, Qt.Key.Key_Return)
    settle(window)
    sorted_by = picture()
    assert len({rest, hover, focus, chosen, sorted_by}) == 5


def _hover(head: RunHeader, place: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        QPointF(place),
        QPointF(head.viewport().mapToGlobal(place)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(head.viewport(), event)
