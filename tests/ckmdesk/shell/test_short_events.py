"""Pages that are made in steps, and imports of a thread that have turns: what is seen, and who is kept waiting."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ckmdesk import pages
from ckmdesk.base.jobs import InSteps
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Changes
from ckmdesk.pages.context import Page, PageContext
from ckmdesk.shell.short_events import Turns
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.page_head import PageHead
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

MODULES = [f"module_in_turns_{number}" for number in range(3)]


class SlowPage(Page):
    """A page of three steps that remembers what it was told."""

    page_name = "data"

    def build(self, context: PageContext) -> Iterator[None]:
        self.heard: list[Changes] = []
        self.places: list[str] = []
        self.head = PageHead()
        yield
        self.field = QLineEdit()
        column_of(self.field, within=self)
        yield
        self.language = context.language
        yield

    def refresh(self, changes: Changes) -> None:
        self.heard.append(changes)

    def first_focus(self) -> QWidget:
        return self.field

    def show_place(self, place: str) -> None:
        self.places.append(f"{place} {self.isVisible()}")


@pytest.fixture(autouse=True)
def slow_pages(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table page is there; data and method come in steps."""
    window.services.begin(small_statistic(), Session(data=small_data()))
    settle(window)
    load = pages.PageEntry.load
    monkeypatch.setattr(
        pages.PageEntry, "load", lambda self: SlowPage if self.name in ("data", "method") else load(self)
    )


def in_sight(window: MainWindow) -> list[str]:
    """The pages that are seen."""
    return [page.page_name for page in window.findChildren(Page) if page.isVisible()]


def test_the_former_page_is_seen_until_the_next_one_is_there(window: MainWindow) -> None:
    window.go_to("data")
    assert in_sight(window) == ["tables"]
    assert window.rail.item("data").isChecked()
    assert window.jobs.busy
    settle(window)
    assert in_sight(window) == ["data"]
    assert QApplication.focusWidget() is window.page("data").field  # type: ignore[union-attr]
    assert len(window.page("data").heard) == 1  # type: ignore[union-attr]


def test_whoever_asks_for_the_page_has_it_at_once(window: MainWindow) -> None:
    window.go_to("data")
    page = window.page("data")
    assert isinstance(page, SlowPage)
    assert page.isVisible()
    assert not window.jobs.busy


@pytest.mark.parametrize("by", ["key", "mouse"])
def test_a_key_or_a_click_goes_to_the_page_that_comes(window: MainWindow, by: str) -> None:
    window.go_to("data")
    if by == "key":
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
        QApplication.sendEvent(window.windowHandle(), event)
        assert window.page("data").field.text() == "a"  # type: ignore[union-attr]
    else:
        place = QPointF(QPoint(5, 5))
        button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(QEvent.Type.MouseButtonPress, place, place, button, button, none)
        QApplication.sendEvent(window.windowHandle(), event)
    assert in_sight(window) == ["data"]


def test_a_place_is_shown_once_its_page_is(window: MainWindow) -> None:
    window.show_place("data", "rules")
    settle(window)
    assert window.page("data").places == ["rules True"]  # type: ignore[union-attr]
    window.show_place("data", "period")
    assert window.page("data").places == ["rules True", "period True"]  # type: ignore[union-attr]


def test_who_turns_back_meanwhile_stays_there(window: MainWindow) -> None:
    window.go_to("data")
    window.go_to("tables")
    settle(window)
    assert in_sight(window) == ["tables"]


def test_who_goes_on_meanwhile_sees_the_last_page(window: MainWindow) -> None:
    window.go_to("data")
    window.go_to("method")
    settle(window)
    assert [page for page in window.findChildren(SlowPage) if page.isVisible()] == [window.page("method")]


def test_a_page_that_nobody_waits_for_any_more_is_made_once(window: MainWindow) -> None:
    window.go_to("data")
    steps = window.jobs.findChildren(InSteps)[-1]
    steps._step()
    steps._step()
    assert steps.running
    window.go_to("tables")
    page = window.page("data")
    settle(window)
    assert window.findChildren(SlowPage) == [page]
    assert in_sight(window) == ["tables"]


def test_another_statistic_leaves_no_blank_window(window: MainWindow) -> None:
    window.go_to("release")
    settle(window)
    window.services.begin(small_statistic(), Session(data=small_data()), "data")
    assert in_sight(window) == ["release"]
    settle(window)
    assert in_sight(window) == ["data"]
    assert "release" not in [page.page_name for page in window.findChildren(Page)]


def test_another_language_waits_for_no_page(window: MainWindow, settings: Settings) -> None:
    window.go_to("data")
    settings.set("language", "de")
    page = window.page("data")
    assert isinstance(page, SlowPage)
    assert page.language == "de"


def shown_in(window: MainWindow, settings: Settings, language: str) -> SlowPage:
    """The page that is in sight in a language to which the window begins to change."""
    window.go_to("data")
    settle(window)
    (page,) = window.findChildren(SlowPage)
    page.field.setText("typed")
    page.field.setModified(True)
    settings.set("language", language)
    assert window.jobs.busy
    assert [one for one in window.findChildren(SlowPage) if one.isVisible()] == [page]
    return page


def test_a_page_is_made_again_in_steps_while_the_former_is_in_sight(window: MainWindow, settings: Settings) -> None:
    former = shown_in(window, settings, "de")
    assert former.language == "en"
    settle(window)
    (page,) = window.findChildren(SlowPage)
    assert page is not former
    assert (page.language, page.field.text(), len(page.heard)) == ("de", "typed", 1)
    assert in_sight(window) == ["data"]


def test_a_key_meanwhile_is_typed_in_the_page_made_again(window: MainWindow, settings: Settings) -> None:
    shown_in(window, settings, "de").field.setFocus()
    event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a")
    QApplication.sendEvent(window.windowHandle(), event)
    page = window.page("data")
    assert isinstance(page, SlowPage)
    assert page.language == "de"
    assert not window.jobs.busy
    assert page.isVisible()


def test_whoever_goes_elsewhere_meanwhile_finds_each_page_once(window: MainWindow, settings: Settings) -> None:
    shown_in(window, settings, "de")
    window.go_to("tables")
    settle(window)
    assert in_sight(window) == ["tables"]
    window.go_to("data")
    settle(window)
    (page,) = window.findChildren(SlowPage)
    assert (page.language, page.field.text()) == ("de", "typed")


def test_a_language_taken_back_at_once_is_that_of_the_page(window: MainWindow, settings: Settings) -> None:
    shown_in(window, settings, "de")
    settings.set("language", "en")
    settle(window)
    (page,) = window.findChildren(SlowPage)
    assert (page.language, page.field.text()) == ("en", "typed")
    assert in_sight(window) == ["data"]


def test_another_statistic_meanwhile_leaves_no_former_page(window: MainWindow, settings: Settings) -> None:
    former = shown_in(window, settings, "de")
    window.services.begin(small_statistic(), Session(data=small_data()), "data")
    settle(window)
    pages_left = window.findChildren(SlowPage)
    assert former not in pages_left
    assert [one.language for one in pages_left if one.isVisible()] == ["de"]


def test_a_window_closes_while_a_page_comes(window: MainWindow) -> None:
    window.go_to("data")
    window.worth_asking = lambda: False  # type: ignore[method-assign]
    window.close()
    assert not window.isVisible()
    assert not window.jobs.busy


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text("", encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))


def importing(turns: Turns) -> threading.Thread:
    def work() -> None:
        with turns.taken():
            for name in MODULES:
                importlib.import_module(name)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_modules_come_in_turns_that_the_event_loop_gives(
    window: MainWindow, modules: None, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmdesk.shell.short_events.PATIENCE", 30)
    finders, turns = list(sys.meta_path), Turns(window)
    thread = importing(turns)
    assert thread.is_alive()  # no event, no turn
    assert MODULES[0] not in sys.modules
    qtbot.waitUntil(lambda: not thread.is_alive(), timeout=30_000)
    turns.end()
    assert set(MODULES) <= sys.modules.keys()
    assert sys.meta_path == finders


def test_a_window_that_gives_no_turn_is_not_kept_waiting(window: MainWindow, modules: None) -> None:
    turns = Turns(window)
    turns.end()
    thread = importing(turns)
    thread.join(30)
    assert not thread.is_alive()
    assert set(MODULES) <= sys.modules.keys()
