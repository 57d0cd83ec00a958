"""What tests share that trigger whatever a page offers over records in a database, and listen what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QTabWidget, QToolButton, QWidget

from ckmcore.microdata.counter import elsewhere
from ckmdesk.commands.tables import go_to
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, Page
from tests.kit.hands import settle
from tests.kit.places import leave

PAGES: tuple[Page, ...] = ("tables", "release", "data", "method", "quality")
# These leave the statistic, or the program, or open the dialog of the system.
LEAVE = {"print", "sample", "open", "new_data", "close_statistic", "quit"}
WORDS = elsewhere("files").text("en").partition(";")[2]


def said(window: MainWindow) -> list[str]:
    """What is shown anywhere that says it."""
    shown = [one for top in QApplication.topLevelWidgets() for one in top.findChildren(QLabel)]
    return [one.text() for one in shown if one.isVisible() and WORDS in one.text()]


def entries(menu: QMenu) -> list[QAction]:
    found = list[QAction]()
    for action in menu.actions():
        below = action.menu()
        found += entries(below) if isinstance(below, QMenu) else [action]
    return [one for one in found if not one.isSeparator()]


def refused(window: MainWindow, page: Page, act: Callable[[], None], events: list[str], kept: DeskState) -> bool:
    """Whether what was done says that it needs the records, and says so before anything else: it asks for no name, no
    file and no word, and nothing is computed. The window is as before then."""
    before, begun = said(window), list[str]()
    start = window.jobs.start
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            window.jobs, "start", lambda slot, *rest, **more: (begun.append(slot), start(slot, *rest, **more))
        )
        act()
        settle(window)
    found = [one for one in said(window) if one not in before]
    assert not (found and (events or begun)), f"{found} after {events} and {begun}"
    events.clear()
    leave(window)
    window.clear_message()
    assert window.desk.session.data is not None
    if window.desk.state is not kept:
        window.desk.reset(kept, window.desk.session)
        window.desk.run(go_to(page))
        settle(window)
    return bool(found)


def open_tabs(window: MainWindow, page: Page, events: list[str], kept: DeskState) -> Iterator[QWidget]:
    """The page as it is, and with each of its tabs open; none of them needs the records to be looked at."""
    window.desk.run(go_to(page))
    settle(window)
    shown = window.page(page)
    assert shown is not None
    yield shown
    for tabs in shown.findChildren(QTabWidget):
        for place in range(tabs.count()):
            assert not refused(window, page, lambda tabs=tabs, place=place: tabs.setCurrentIndex(place), events, kept)
            yield shown


def named(part: QWidget) -> dict[str, QAbstractButton]:
    """What can be clicked and opens no menu, by its words; of several with the same words the first."""
    found = dict[str, QAbstractButton]()
    for button in part.findChildren(QAbstractButton):
        opens = isinstance(button, QToolButton) and button.menu() is not None
        if not opens and button.isVisible() and button.isEnabled():
            found.setdefault(button.text() or button.accessibleName() or button.toolTip(), button)
    return found
