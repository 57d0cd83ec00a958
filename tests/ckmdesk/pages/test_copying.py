"""Copying from the table page: a draft under the method in force, never a trial view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from tests.kit.hands import small_tables_page


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    found = small_tables_page(window)
    QGuiApplication.clipboard().clear()
    return found


def copied(window: MainWindow, page: TablesPage) -> list[str]:
    page.page_actions.copying.action.trigger()
    assert window.jobs.wait_idle()
    return [line for line in QGuiApplication.clipboard().text().replace("\r", "").split("\n") if line]


def select(page: TablesPage, top: int, left: int, bottom: int, right: int) -> None:
    model = page.grid.model()
    chosen = QItemSelection(model.index(top, left), model.index(bottom, right))
    page.grid.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def test_the_whole_sheet_is_copied_where_one_cell_or_none_is_chosen(window: MainWindow, page: TablesPage) -> None:
    lines = copied(window, page)
    shown = [[str(page.model.figure(row, column)) for column in range(6)] for row in range(3)]
    assert [line.split("\t")[1:] for line in lines[-3:]] == shown
    assert any("Draft" in line for line in lines)
    assert QGuiApplication.clipboard().mimeData().hasHtml()
    page.grid.setCurrentIndex(page.model.index(1, 1))
    assert len(copied(window, page)) == len(lines)


def test_a_selection_is_copied_with_its_heads(window: MainWindow, page: TablesPage) -> None:
    select(page, 1, 2, 2, 3)
    lines = copied(window, page)
    figures = [[str(page.model.figure(row, column)) for column in (2, 3)] for row in (1, 2)]
    assert [line.split("\t")[1:] for line in lines[-2:]] == figures
    assert lines[-4].split("\t")[1:] == ["2", "3"]


def test_a_trial_view_never_reaches_the_clipboard(window: MainWindow, page: TablesPage) -> None:
    for kind in ("original", "rounding", "variant"):
        window.desk.run(commands.show_trial(Trial(kind)))  # type: ignore[arg-type]  # a kind of trial
        assert window.jobs.wait_idle()
        assert copied(window, page) == []
        assert "not copied" in window.message_bar.text


def test_the_keys_of_copying_take_the_same_way(window: MainWindow, page: TablesPage) -> None:
    page.grid.setFocus()
    QTest.keyClick(page.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert window.jobs.wait_idle()
    assert "Draft" in QGuiApplication.clipboard().text()


def test_a_window_that_closes_leaves_plain_text_which_outlives_the_program(
    window: MainWindow, page: TablesPage
) -> None:
    lines = copied(window, page)
    window.close()
    data = QGuiApplication.clipboard().mimeData()
    assert not data.hasHtml()
    assert [line for line in data.text().replace("\r", "").split("\n") if line] == lines
