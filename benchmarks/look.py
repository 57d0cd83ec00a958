"""The look of the window: all pages made for the first time, another theme and another text size, against Qt's own way.

Qt's own way gives the style sheet to the application, the program to its window; and it puts one straight in the place
of another, where the program takes the former away first.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.desk import open_window, rest, settle
from benchmarks.report import Timing
from ckmdesk.look.theme import Theme
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Page

# Setting, the value at first and the other one, what is measured.
CHANGES = (("theme", "light", "dark", "change of theme"), ("text_size", "100", "125", "change of text size"))
OPENED: tuple[Page, ...] = tuple(name for name in get_args(Page) if name != "start")  # no statistic is open there
SHOWN: Page = "tables"
STILL_PICTURES, MOST_PICTURES, BETWEEN_SECONDS = 5, 100, 0.02


class LookStays(Exception):
    """Nothing has changed in the window: the time of that means nothing."""


def measure(runs: int) -> list[tuple[Timing, Timing]]:
    """All pages made, and both changes, there and back, `runs` times each way by turns; of the changes the pictures are
    compared each time."""
    return [pages(runs), *changes(runs)]


def pages(runs: int) -> tuple[Timing, Timing]:
    """Every page opened for the first time, to the painted window, under the window's style sheet and the
    application's."""
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(runs + 1):
        for of_application, seconds in ((False, ours), (True, theirs)):
            with open_window() as window:
                window.open_sample()
                settle(window)
                if of_application:
                    sheet_of_application(window)
                gc.collect()
                begin = time.perf_counter()
                for name in OPENED:
                    window.go_to(name)
                    QApplication.processEvents()
                seconds.append(time.perf_counter() - begin)
                settle(window)
                widgets = len(window.findChildren(QWidget))
            QApplication.instance().setStyleSheet("")  # type: ignore[union-attr]
    words = f"of the sample statistic, {len(OPENED)} pages with {widgets} widgets, until the last is painted, offscreen"
    name = "first opening of all pages"
    return (
        Timing(name, tuple(ours[1:]), words),
        Timing(f"{name}, sheet of the application", tuple(theirs[1:]), "the same under one of the application"),
    )


def sheet_of_application(window: MainWindow) -> None:
    """The style sheet as Qt's examples have it."""
    window.theme.sheet_changed.disconnect(window.setStyleSheet)
    sheet = window.styleSheet()
    window.setStyleSheet("")
    QApplication.instance().setStyleSheet(sheet)  # type: ignore[union-attr]


def changes(runs: int) -> list[tuple[Timing, Timing]]:
    """Both changes."""
    with open_window() as window:
        caret = QApplication.cursorFlashTime()
        QApplication.setCursorFlashTime(0)  # a caret that blinks makes two pictures of one window differ
        try:
            widgets = open_all(window)
            return [pairs(window, setting, values, name, widgets, runs) for setting, *values, name in CHANGES]
        finally:
            QApplication.setCursorFlashTime(caret)


def open_all(window: MainWindow) -> int:
    """Open every page with the sample statistic; returns how many widgets the window has then."""
    window.open_sample()
    settle(window)
    for name in OPENED:
        window.go_to(name)
        settle(window)
        if window.desk.state.page != name or window.desk.state.statistic is None:
            raise AssertionError(f"the page {name} is not shown")
    window.go_to(SHOWN)
    settle(window)
    return len(window.findChildren(QWidget))


def pairs(
    window: MainWindow, setting: str, values: list[str], name: str, widgets: int, runs: int
) -> tuple[Timing, Timing]:
    """One change, to the painted window, our way and Qt's."""
    first, other = values
    ours: list[float] = []
    theirs: list[float] = []
    same = 0
    for run in range(runs + 1):
        seen: list[list[QImage]] = []
        for straight, seconds in ((False, ours), (True, theirs)):
            pictures = []
            for value in (other, first):
                seconds.append(change(window, setting, value, straight=straight))
                pictures.append(picture(window))
            if pictures[0] == pictures[1]:
                raise LookStays(name)
            seen.append(pictures)
        if run:
            same += sum(mine == other_way for mine, other_way in zip(*seen, strict=True))
    count = f"all {len(OPENED)} pages open, {widgets} widgets"
    note = f"{first} to {other} and back, from the setting to the painted window, {count}, offscreen"
    words = f"the same, but one style sheet set straight after another; {same} of {2 * runs} pictures equal ours"
    return Timing(name, tuple(ours[2:]), note), Timing(f"{name}, sheet after sheet", tuple(theirs[2:]), words)


def change(window: MainWindow, setting: str, value: str, *, straight: bool) -> float:
    """Seconds from the setting to the painted window; `straight`: in Qt's own way."""
    settle(window)
    gc.collect()
    with sheet_after_sheet(window.theme, window, straight=straight):
        begin = time.perf_counter()
        window.settings.set(setting, value)
        QApplication.processEvents()
        return time.perf_counter() - begin


@contextmanager
def sheet_after_sheet(theme: Theme, window: QWidget, *, straight: bool) -> Iterator[None]:
    """Where `straight`, the window's style sheet is never emptied before another is set."""

    def put(sheet: str) -> None:
        if sheet:
            QWidget.setStyleSheet(window, sheet)

    if straight:
        theme.sheet_changed.disconnect(window.setStyleSheet)
        theme.sheet_changed.connect(put)
    try:
        yield
    finally:
        if straight:
            theme.sheet_changed.disconnect(put)
            theme.sheet_changed.connect(window.setStyleSheet)


def picture(window: MainWindow) -> QImage:
    """The window once its layouts have come to rest: one asks another, and some of them only later."""
    settle(window)
    seen: list[QImage] = []
    for _ in range(MOST_PICTURES):
        seen.append(window.grab().toImage())
        if len(seen) >= STILL_PICTURES and all(one == seen[-1] for one in seen[-STILL_PICTURES:]):
            break
        rest(BETWEEN_SECONDS)
    return seen[-1]
