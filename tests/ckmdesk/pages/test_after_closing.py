"""A statistic that is closed leaves nothing of its records in the memory of the program."""

from __future__ import annotations

import gc
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable.design.design import Design
from ckmcore.release import register
from ckmdesk import pages
from ckmdesk.lab.pages.quality.page import SLOT, QualityPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.hands import settle
from tests.kit.statistics import saved, small_data, small_statistic


def opened(window: MainWindow) -> weakref.ref[Session]:
    """A statistic of which each page has shown something."""
    made = small_statistic().put_in_force(CellKeyMethod(Design(D=2, V=1.08, js=1).table()))
    window.services.begin(made, Session(data=made.describe(small_data())))
    for entry in pages.RAIL:
        window.go_to(entry.name)  # type: ignore[arg-type]
        settle(window)
    return weakref.ref(window.desk.session)


def let_go(window: MainWindow) -> None:
    settle(window)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


@pytest.mark.daily(2)
@pytest.mark.parametrize("page", [entry.name for entry in pages.RAIL])
def test_of_a_closed_statistic_nothing_is_kept_by_any_page(window: MainWindow, page: str) -> None:
    session = opened(window)
    window.go_to(page)  # type: ignore[arg-type]
    settle(window)
    former = session()
    assert former is not None
    assert former.data is not None
    records = weakref.ref(former.data)
    del former
    window.services.close_statistic()
    let_go(window)
    gc.collect()
    assert session() is None
    assert records() is None


@pytest.mark.thorough
def test_the_pages_of_a_closed_statistic_are_made_anew_for_the_next(window: MainWindow) -> None:
    opened(window)
    former = window.page("quality")
    window.services.close_statistic()
    let_go(window)
    opened(window)
    assert window.page("quality") is not former
    assert window.page("start") is not None


@pytest.mark.thorough
def test_the_page_that_is_shown_stays_when_another_statistic_opens(window: MainWindow) -> None:
    session = opened(window)
    window.go_to("tables")
    settle(window)
    shown = window.page("tables")
    window.services.begin(small_statistic(), Session(data=small_data()))
    let_go(window)
    gc.collect()
    assert window.page("tables") is shown
    assert window.menus.actions["close_statistic"].isEnabled()
    assert session() is None


@pytest.mark.thorough
def test_what_a_page_computes_is_cancelled_with_it(window: MainWindow) -> None:
    opened(window)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    page.compute()
    assert window.jobs.running(SLOT)
    window.services.close_statistic()
    assert not window.jobs.running(SLOT)
    let_go(window)


@pytest.mark.thorough
def test_the_window_keeps_the_keyboard_and_no_other_window_is_seen_when_a_statistic_closes(window: MainWindow) -> None:
    class Shown(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.others: list[str] = []

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                self.others.append(type(watched).__name__)
            return False

    window.show()
    opened(window)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    shown = Shown()
    app.installEventFilter(shown)
    window.services.close_statistic()
    let_go(window)
    app.removeEventFilter(shown)
    assert shown.others == []
    assert window.isActiveWindow()
    assert window.focusWidget() is not None


def test_a_look_at_the_register_that_ends_after_the_statistic_was_closed_is_not_shown(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, go_on = threading.Event(), threading.Event()
    read = register.read_register

    def slow(path: Path, identity: str) -> object:
        looked.set()
        go_on.wait(10)
        return read(path, identity)

    window.open_path(saved(tmp_path))
    settle(window)
    monkeypatch.setattr(register, "read_register", slow)
    window.go_to("release")
    window.page("release")
    assert looked.wait(10)
    window.services.close_statistic()
    QApplication.processEvents()
    go_on.set()
    let_go(window)
    assert window.desk.state.page == "start"
    assert window.message_bar.text == ""
