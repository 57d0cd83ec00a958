"""A question to a database that takes longer: the window says how far it is, and stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEventLoop
from PySide6.QtWidgets import QPushButton

from ckmcore.base.progress_listener import progress_listener
from ckmcore.errors import Cancelled, CkmError
from ckmdesk.base.frame import start_shown
from ckmdesk.base.jobs import JobContext
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle


@pytest.fixture
def go() -> Iterator[Event]:
    """What ends a question."""
    made = Event()
    yield made
    made.set()


def waited(holds: Callable[[], bool]) -> bool:
    """Serves events until something holds; False where it does not within five seconds."""
    clock = QElapsedTimer()
    clock.start()
    while not holds() and clock.elapsed() < 5000:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    return holds()


def question(seconds: float, part: float | None, go: Event) -> Callable[[JobContext], None]:
    """A job that waits for a database until it may end, and tells what the database says."""

    def work(context: JobContext) -> None:
        listener = progress_listener()
        assert listener is not None
        while not go.is_set():
            listener(seconds, part)
            if context.cancelled():
                raise Cancelled
            Event().wait(0.005)

    return work


@pytest.mark.parametrize(
    ("seconds", "part", "words"),
    [(2.0, 0.431, "The database counts: 43 %"), (12.7, None, "The database has been counting for 12 s")],
)
def test_it_is_said_how_far_the_database_is_until_it_answers(
    window: MainWindow, seconds: float, part: float | None, words: str, go: Event
) -> None:
    strip = window.progress
    window.jobs.start("table", question(seconds, part, go))
    assert waited(strip.isVisible)
    assert strip._text.text_whole() == words
    assert strip._bar.isVisible() == (part is not None)
    go.set()
    settle(window)
    assert not strip.isVisible()


def test_it_is_stopped_and_the_job_says_so(window: MainWindow, go: Event) -> None:
    failed: list[CkmError] = []
    window.jobs.start("table", question(2.0, 0.5, go), failed=failed.append)
    assert waited(window.progress.isVisible)
    window.progress.findChild(QPushButton).click()
    settle(window)
    assert [type(one) for one in failed] == [Cancelled]
    assert not window.progress.isVisible()


def test_a_job_with_a_bar_of_its_own_says_it_beside_its_words(window: MainWindow, go: Event) -> None:
    strip = window.progress
    start_shown(window.jobs, window, "source", "Loading ...", question(3.0, 0.25, go), lambda _: None, lambda _: None)
    assert waited(lambda: "(" in strip._text.text_whole())
    assert strip._text.text_whole() == "Loading ... (database: 25 %)"
    go.set()
    settle(window)
    assert not strip.isVisible()


def test_a_short_question_is_not_said(window: MainWindow, go: Event) -> None:
    said: list[str] = []
    window.jobs.asking.connect(lambda slot, *_: said.append(slot))
    window.jobs.start("table", question(0.4, 0.5, go))
    go.wait(0.1)  # it tells its time twenty times by then
    go.set()
    settle(window)
    assert not said


def test_a_question_that_nobody_waits_for_shows_no_bar(window: MainWindow, go: Event) -> None:
    said: list[str] = []
    window.jobs.asking.connect(lambda slot, *_: said.append(slot))
    window.jobs.start("prepare", question(5.0, 0.5, go))
    assert waited(lambda: bool(said))
    assert not window.progress.isVisible()
