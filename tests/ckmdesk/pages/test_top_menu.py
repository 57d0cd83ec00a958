"""Only the largest of a level, by its menu: how many, by which value or column; each choice is one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QMenu, QSpinBox

from ckmcore.tabulate.spec import PERIOD, Level, OwnRow, Top
from ckmdesk.commands import values
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.top_menu import add_top_entries
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import areas_by_sex, settle


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return areas_by_sex(window)


def menu_of(page: TablesPage, zone: str) -> QMenu:
    menu = QMenu(page)
    page.editor._variable_menu(menu, page.panel[zone].chips[0].item)  # type: ignore[index]
    found = next(action.menu() for action in menu.actions() if action.text() == "Only the largest")
    assert isinstance(found, QMenu)
    return found


def choose(window: MainWindow, page: TablesPage, words: str, zone: str = "rows") -> None:
    next(action for action in menu_of(page, zone).actions() if action.text() == words).trigger()
    settle(window)


def rows(page: TablesPage) -> list[str]:
    return [page.model.path("rows", row) for row in range(page.model.rowCount())]


def top(window: MainWindow) -> Top:
    return window.desk.state.table.spec.rows[0].levels[0].top


def test_the_largest_stand_alone_and_all_others_in_one_row(window: MainWindow, page: TablesPage) -> None:
    figures = {rows(page)[row]: page.model.figure(row, 2) for row in range(1, 6)}
    largest = sorted(figures, key=lambda code: -figures[code])[:3]
    choose(window, page, "The 3 largest, and all others together")
    assert rows(page) == ["Total", *largest, "Others"]
    assert window.menus.actions["undo"].text() == "Undo: largest of Area"
    assert page.panel["rows"].chips[0].item.detail == "the 3 largest"
    checked = [action.text() for action in menu_of(page, "rows").actions() if action.isChecked()]
    assert checked == ["The 3 largest, and all others together", "Largest by: Number"]
    choose(window, page, "All")
    assert top(window) == Top()
    assert len(rows(page)) == 6


def test_a_column_that_was_chosen_ranks_and_so_does_another_value(window: MainWindow, page: TablesPage) -> None:
    page.grid.setCurrentIndex(page.model.index(2, 1))
    choose(window, page, "The 3 largest, and all others together")
    choose(window, page, "Largest by: 1, Number")
    assert top(window) == Top(3, line=(("sex", "1"),))
    window.desk.run(values.put_value(values.Value("share", base="row", decimals=1), "share"))
    settle(window)
    assert "Largest by: Share in % of the row" in [action.text() for action in menu_of(page, "rows").actions()]
    choose(window, page, "Largest by: Share in % of the row")
    assert top(window) == Top(3, value=1)


def test_the_columns_are_ranked_by_a_row(window: MainWindow, page: TablesPage) -> None:
    page.grid.setCurrentIndex(page.model.index(2, 1))
    choose(window, page, "Largest by: 1", "columns")
    level = window.desk.state.table.spec.columns[0].levels[0]
    assert level.top == Top(10, line=(("area", "1"),))


def test_own_rows_and_periods_have_no_such_menu(page: TablesPage) -> None:
    for level in (Level(PERIOD), Level("::rows 1", rows=(OwnRow(),))):
        assert add_top_entries(QMenu(page), level, [], "en", lambda *_given, **_fields: None) is None


def test_any_other_number_is_typed_and_escape_leaves_the_table_as_it_is(window: MainWindow, page: TablesPage) -> None:
    def answer(number: int, key: Qt.Key) -> None:
        dialog = page.panel.findChild(QInputDialog)
        assert isinstance(dialog, QInputDialog)
        field = dialog.findChild(QSpinBox)
        assert field is not None
        field.selectAll()
        QTest.keyClicks(field, str(number))
        QTest.keyClick(field, key)

    QTimer.singleShot(0, page, lambda: answer(2, Qt.Key.Key_Return))
    choose(window, page, "Another number ...")
    assert top(window) == Top(2)
    assert rows(page)[-1] == "Others"
    assert len(rows(page)) == 4
    offered = [action.text() for action in menu_of(page, "rows").actions() if action.isChecked()]
    assert offered == ["The 2 largest, and all others together", "Largest by: Number"]
    QTimer.singleShot(0, page, lambda: answer(4, Qt.Key.Key_Escape))
    choose(window, page, "Another number ...")
    assert top(window) == Top(2)


def test_what_was_hidden_keeps_its_mark_beside_the_largest_and_comes_back_by_it(
    window: MainWindow, page: TablesPage
) -> None:
    largest = max(range(1, 6), key=lambda row: page.model.figure(row, 2))
    code = rows(page)[largest]
    page.grid.setCurrentIndex(page.model.index(largest, 0))
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    choose(window, page, "The 3 largest, and all others together")
    assert code not in rows(page)
    (mark,) = page.model.view.hidden["rows"]  # type: ignore[union-attr]
    assert (mark.line, mark.count, [codes for _, _, codes in mark.nodes]) == (4, 1, [(code,)])
    page.grid.headings.show_asked.emit(mark)
    settle(window)
    assert rows(page)[1] == code
    assert page.model.view.hidden["rows"] == ()  # type: ignore[union-attr]
