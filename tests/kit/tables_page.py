"""Working on the page of tables as a user does."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.widgets.chips import Item, encode
from ckmdesk.widgets.shelf import Shelf
from tests.kit.statistic_files import write_statistic
from tests.kit.statistics import small_data, small_statistic


def settle(window: MainWindow) -> None:
    """Serve events until nothing is under way."""
    QApplication.processEvents()
    while window.jobs.busy:
        window.jobs.wait_idle()
        QApplication.processEvents()
    QApplication.processEvents()


def open_table(window: MainWindow, spec: TableSpec) -> TablesPage:
    statistic = small_statistic()
    statistic = statistic.with_period(
        Period(Texts.same("2025"), source=PeriodSource("file"), in_force=statistic.period.in_force)
    )
    state = DeskState(page="tables", statistic=statistic, table=TableState(spec))
    window.desk.reset(state, Session(small_data()))
    settle(window)
    return tables_page(window)


def tables_page(window: MainWindow) -> TablesPage:
    """The page of tables as it is now: another language or size of text builds it again."""
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def saved_tables(window: MainWindow, folder: Path, tables: tuple[SavedTable, ...]) -> TablesPage:
    """The list of these saved tables, of a statistic that is opened from its file."""
    window.services.open_statistic(write_statistic(folder, tables))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    page.left.setCurrentIndex(1)
    QApplication.processEvents()
    return page


def figures(page: TablesPage) -> list[list[int]]:
    model = page.model
    return [[model.figure(row, column) for column in range(model.columnCount())] for row in range(model.rowCount())]


def drop(shelf: Shelf, item: Item, x: int) -> None:
    """What Qt sends at the end of a drag."""
    mime = encode(item)
    action, button, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(x, 10), action, mime, button, none)
    QApplication.sendEvent(shelf, enter)
    QApplication.sendEvent(shelf, QDropEvent(QPointF(x, 10), action, mime, button, none))


def list_item(page: TablesPage, name: str) -> Item:
    page.left.variables.choose(name)
    item = page.left.variables.chosen()
    assert item is not None
    return item
