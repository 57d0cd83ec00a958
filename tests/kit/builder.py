"""Menus, popups and rows of the page of tables."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QMenu

from ckmcore.tabulate.spec import TableSpec
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.words_popup import WordsPopup


def spec(window: MainWindow) -> TableSpec:
    return window.desk.state.table.spec


def row_texts(page: TablesPage) -> list[str]:
    return [page.model.path("rows", row) for row in range(page.model.rowCount())]


def entry(texts: list[str]) -> None:
    """Choose an entry of the open menu by its words, menus under it first."""
    menus = [menu for menu in QApplication.topLevelWidgets() if isinstance(menu, QMenu) and menu.isVisible()]
    menu = menus[-1]
    for text in texts:
        action = next(one for one in menu.actions() if one.text() == text)
        if action.menu() is not None:
            menu = action.menu()
        else:
            action.trigger()
    menus[-1].close()


def popup(kind: type) -> WordsPopup:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible())
