"""What tests of the desk do again and again."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QFrame, QPushButton

from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.statistics import small_data, small_statistic


def settle(window: MainWindow) -> None:
    """Wait until no job runs, also none that the end of another has started."""
    for _ in range(3):
        QApplication.processEvents()  # what a drop does begins once the drag has ended, and starts no job before
        assert window.jobs.wait_idle()


def remedy_button(window: MainWindow, name: str = "message-remedy") -> QPushButton:
    """The button of the window's toast."""
    toasts = window.findChild(QFrame, "toasts")
    assert toasts is not None
    found = toasts.findChild(QPushButton, name)
    assert found is not None
    return found


def press_in_list(window: MainWindow, words: str) -> None:
    """Press a button of the list of messages, opened from the status bar."""
    window.message_bar.count.click()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    (button,) = [one for one in popup.findChildren(QPushButton) if one.text() == words]
    button.click()


def small_tables_page(window: MainWindow) -> TablesPage:
    """The table page over the small statistic."""
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.go_to("tables")
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    return found


def areas_by_sex(window: MainWindow) -> TablesPage:
    """The page of tables over a small statistic, with areas in the rows and sex in the columns."""
    found = small_tables_page(window)
    window.desk.run(commands.clear_table())
    window.desk.run(commands.move_variable("area", "rows", "Area"))
    window.desk.run(commands.move_variable("sex", "columns", "Sex"))
    settle(window)
    return found
