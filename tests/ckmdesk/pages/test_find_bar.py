"""Find in the table, by keys: nothing moves, every place is gone through, Esc leads back into the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmdesk.commands import layout
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.find_in_table import FoundPlace
from tests.kit.hands import areas_by_sex, settle

NAMES = {str(code): Texts.same(f"shire {code}") for code in range(5)}


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    found = areas_by_sex(window)
    found.grid.setFocus()
    return found


def look_for(window: MainWindow, page: TablesPage, words: str) -> None:
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.find_bar.hasFocus()
    QTest.keyClicks(page.find_bar, words)
    settle(window)


@pytest.mark.look
def test_the_bar_opens_where_nothing_moves_and_says_which_of_how_many(window: MainWindow, page: TablesPage) -> None:
    before = page.grid.geometry()
    look_for(window, page, "total")
    assert page.find_bar.isVisible()
    assert page.grid.geometry() == before
    assert page.find_bar.count.text() == "1 of 2"
    assert page.finding.current == FoundPlace("head", 0, 2, 0)
    QTest.keyClick(page.find_bar, Qt.Key.Key_F3)
    assert page.find_bar.count.text() == "2 of 2"
    assert page.finding.current is not None
    assert page.finding.current.part == "stub"
    QTest.keyClick(page.find_bar, Qt.Key.Key_Return)
    assert page.find_bar.count.text() == "1 of 2"
    QTest.keyClick(page.find_bar, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    assert page.find_bar.count.text() == "2 of 2"
    assert page.find_bar.accessibleDescription() == "2 of 2"


def test_escape_closes_the_bar_with_the_keyboard_at_the_figure(window: MainWindow, page: TablesPage) -> None:
    figure = page.model.text(3, 1)
    look_for(window, page, figure)
    while page.finding.current != FoundPlace("cell", 3, 1):
        QTest.keyClick(page.find_bar, Qt.Key.Key_Return)
    QTest.keyClick(page.find_bar, Qt.Key.Key_Escape)
    assert not page.find_bar.isVisible()
    assert not page.finding.marks.isVisible()
    assert page.grid.hasFocus()
    assert (page.grid.currentIndex().row(), page.grid.currentIndex().column()) == (3, 1)


def test_what_is_not_there_is_said_and_nothing_is_marked(window: MainWindow, page: TablesPage) -> None:
    look_for(window, page, "nobody")
    assert page.find_bar.count.text() == "not found"
    assert not page.find_bar.after.isEnabled()
    assert not page.finding.marks.isVisible()
    page.find_bar.setText("")
    assert page.find_bar.count.text() == ""


def test_places_follow_the_table_when_it_is_laid_out_anew(window: MainWindow, page: TablesPage) -> None:
    look_for(window, page, "total")
    window.desk.run(commands.swap_axes())
    settle(window)
    assert page.find_bar.count.text() == "1 of 2"
    window.desk.run(commands.move_variable("area", "list", "Area"))
    settle(window)
    assert page.find_bar.count.text() == "1 of 1"


@pytest.mark.look
def test_every_place_has_its_ground_and_the_one_at_hand_a_frame(window: MainWindow, page: TablesPage) -> None:
    figure = page.model.text(1, 0)
    look_for(window, page, figure)
    assert page.model.rows is not None
    assert page.model.columns is not None
    places = dict(page.finding.marks.places(page.model, page.model.rows))
    cell = page.grid.visualRect(page.model.index(1, 0)).translated(page.grid.viewport().pos())
    assert places[FoundPlace("cell", 1, 0)] == cell.adjusted(0, 0, -1, -1)
    picture = page.grid.grab().toImage()
    while page.finding.current != FoundPlace("cell", 1, 0):
        page.finding.step(1)
    framed = page.grid.grab().toImage()
    ratio = picture.devicePixelRatio()
    inside = cell.topLeft() * ratio
    surface = window.theme.color("surface")
    assert picture.pixelColor(inside.x() + 6, inside.y() + 6) != QColor(surface)
    assert framed.pixelColor(inside.x() + 20, inside.y()) == window.theme.color("accent")
    QTest.keyClick(page.find_bar, Qt.Key.Key_Escape)
    assert page.grid.grab().toImage().pixelColor(inside.x() + 6, inside.y() + 6) == QColor(surface)


def test_what_is_hidden_is_counted_and_brought_back_one_by_one(window: MainWindow, page: TablesPage) -> None:
    # The areas are called 0 to 4; two of them are hidden.
    window.desk.run(layout.change_level("hide_nodes", "area", "Area", None, hidden=("1", "3")))
    window.desk.run(layout.change_level("name_nodes", "area", "Area", None, labels=NAMES))
    settle(window)
    look_for(window, page, "shire")
    assert page.find_bar.count.text() == "1 of 5, of which 2 hidden"
    for _ in range(3):
        QTest.keyClick(page.find_bar, Qt.Key.Key_F3)
    settle(window)
    assert page.find_bar.count.text() == "2 of 5, of which 1 hidden"
    assert page.finding.current is not None
    assert page.model.path("rows", page.finding.current.row) == "shire 1"
    assert window.desk.state.table.spec.rows[0].levels[0].hidden == ("3",)
    assert page.find_bar.hasFocus()


def test_words_that_are_being_written_open_nothing_and_the_first_key_does(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(layout.change_level("hide_nodes", "area", "Area", None, hidden=("3",)))
    window.desk.run(layout.change_level("name_nodes", "area", "Area", None, labels={"3": Texts.same("moor")}))
    settle(window)
    before = window.desk.state.table.spec
    look_for(window, page, "moor")
    assert page.find_bar.count.text() == "1 of 1, of which 1 hidden"
    assert window.desk.state.table.spec == before
    QTest.keyClick(page.find_bar, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.state.table.spec.rows[0].levels[0].hidden == ()
    assert page.find_bar.count.text() == "1 of 1"


@pytest.mark.look
def test_no_place_of_a_former_table_is_marked_on_the_next(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(layout.change_level("name_nodes", "area", "Area", None, labels=NAMES))
    settle(window)
    look_for(window, page, "shire")
    assert [hit.row for hit in page.finding.hits] == [1, 2, 3, 4, 5]
    seen: list[int] = []

    def painted() -> None:
        page.grid.grab()
        seen.append(len(page.finding.marks._hits))

    page.grid.model().modelReset.connect(painted)
    window.desk.run(layout.change_level("hide_nodes", "area", "Area", None, hidden=("0", "1", "2")))
    settle(window)
    assert seen[0] == 0


def test_what_stands_below_closed_nodes_is_counted_and_opened_one_by_one(window: MainWindow, page: TablesPage) -> None:
    nodes = [("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("W", 1), ("3", 2), ("4", 2)]
    data = window.desk.session.data
    assert data is not None
    window.desk.session.data = data.with_hierarchy("area", Hierarchy.from_depths(nodes))
    window.desk.announce("data")
    window.desk.run(layout.change_level("choose_levels", "area", "Area", None, depths=(0,)))
    window.desk.run(layout.change_level("name_nodes", "area", "Area", None, labels=tuple(NAMES.items())))
    settle(window)
    level = window.desk.state.table.spec.rows[0].levels[0]
    look_for(window, page, "shire")
    assert page.find_bar.count.text() == "1 of 5, of which 5 hidden"
    assert window.desk.state.table.spec.rows[0].levels[0] == level
    opened = []
    for _ in range(5):
        QTest.keyClick(page.find_bar, Qt.Key.Key_F3)
        settle(window)
        assert page.finding.current is not None
        opened.append(page.model.path("rows", page.finding.current.row).rpartition(", ")[2])
    assert sorted(opened) == [f"shire {code}" for code in range(5)]
    assert page.find_bar.count.text().endswith("of 5")
    assert set(window.desk.state.table.spec.rows[0].levels[0].expanded) == {"N", "S", "W"}
    window.desk.undo()
    settle(window)
    assert "hidden" in page.find_bar.count.text()
    # A choice is no closed node: what it leaves out is not brought back.
    window.desk.run(layout.change_level("only", "area", "Area", None, nodes=("N",), depths=(), expanded=()))
    settle(window)
    assert page.find_bar.count.text() == "1 of 2, of which 2 hidden"


def test_the_words_stay_when_the_bar_is_closed_and_f3_looks_for_them_again(
    window: MainWindow, page: TablesPage
) -> None:
    look_for(window, page, "total")
    count = page.find_bar.count.text()
    QTest.keyClick(page.find_bar, Qt.Key.Key_Escape)
    assert not page.finding.marks.isVisible()
    page.finding.next.trigger()
    settle(window)
    assert (page.find_bar.isVisible(), page.find_bar.selectedText()) == (True, "total")
    assert (page.find_bar.count.text(), page.finding.marks.isVisible()) == (count, True)
    assert page.finding.at == 0


@pytest.mark.look
def test_letters_begin_where_the_table_stood_not_where_fewer_letters_led(window: MainWindow, page: TablesPage) -> None:
    for variable, code, name in (("area", "4", "Halma"), ("sex", "0", "Halle")):
        change = layout.change_level("name_nodes", variable, variable, None, labels={code: Texts.same(name)})
        window.desk.run(change)
    window.desk.run(commands.swap_axes())
    settle(window)
    for column in range(page.model.columnCount()):
        page.presentation.set_width(column, 300)
        settle(window)
    QApplication.processEvents()
    bar = page.grid.horizontalScrollBar()
    bar.setValue(0)
    look_for(window, page, "Hal")
    assert page.finding.current is not None
    assert page.finding.current.part == "head"
    assert bar.value() > 0
    QTest.keyClicks(page.find_bar, "le")
    settle(window)
    assert page.finding.current.part == "stub"
    assert bar.value() == 0
    # What a hand or a key led to meanwhile is where it goes on.
    QTest.keyClick(page.find_bar, Qt.Key.Key_Backspace)
    QTest.keyClick(page.find_bar, Qt.Key.Key_Backspace)
    settle(window)
    bar.setValue(bar.maximum() // 2)
    QTest.keyClicks(page.find_bar, "l")
    settle(window)
    assert bar.value() == bar.maximum() // 2


def test_a_width_that_is_set_while_words_are_looked_for_drops_nothing(window: MainWindow, page: TablesPage) -> None:
    page.presentation.set_width(0, 200)  # a command when the events are served that the letters bring
    look_for(window, page, "total")
    assert page.find_bar.count.text() == "1 of 2"
