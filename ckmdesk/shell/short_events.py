"""What keeps the events of the window short: a page that is made in steps, imports of a thread that have turns."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from ckmdesk.base.jobs import InSteps, Jobs
from ckmdesk.base.unexpected import guarded

# What a person does to the page that is coming; a shortcut begins with the first.
MEANT = (
    QEvent.Type.ShortcutOverride,
    QEvent.Type.KeyPress,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.Wheel,
    QEvent.Type.TouchBegin,
)


class ComingPage(QObject):
    """The steps to the next page of a window. A key or a click finishes them, and acts on that page."""

    def __init__(self, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._jobs, self._window = jobs, window
        self._steps: InSteps | None = None
        self._waiting: list[Callable[[], None]] = []

    @property
    def running(self) -> bool:
        """Whether a page is being made."""
        return self._steps is not None and self._steps.running

    def begin(self, steps: Iterator[None], show: Callable[[], None]) -> None:
        """Make a page in steps; `show` follows the last one."""

        def came() -> None:
            self._window.windowHandle().removeEventFilter(self)
            show()
            waiting, self._waiting = self._waiting, []
            for act in waiting:
                act()

        self._waiting.clear()
        self._steps = self._jobs.in_steps(steps, came)
        self._window.windowHandle().installEventFilter(self)

    def then(self, act: Callable[[], None]) -> None:
        """Do something to the page once it is shown: now, unless one is being made."""
        if self.running:
            self._waiting.append(act)
        else:
            act()

    def finish(self) -> None:
        """Make and show the page at once."""
        if self._steps is not None:
            self._steps.finish()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MEANT:
            self.finish()
        return super().eventFilter(watched, event)


EVERY, TURN = 0.015, 0.005  # seconds
PATIENCE = 0.06  # after that long without a turn the window may be waiting for a module that the thread is importing


class Turns(MetaPathFinder):
    """Imports of a thread have short turns between the window's events, and wait during one.

    Asked for each module first, it lets the thread wait; it finds nothing itself.
    """

    def __init__(self, window: QObject) -> None:
        self._thread = 0
        self._until = 0.0
        self._given = threading.Event()
        self._timer = QTimer(window, interval=round(1000 * EVERY))
        self._timer.timeout.connect(self._give)
        self._timer.start()

    def _give(self) -> None:
        self._until = time.monotonic() + TURN
        self._given.set()

    def end(self) -> None:
        """Give no more turns, on the window's thread."""
        self._timer.stop()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Let the imports of this thread wait for their turns."""
        self._thread = threading.get_ident()
        sys.meta_path.insert(0, self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)

    def find_spec(
        self, _name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if threading.get_ident() == self._thread and time.monotonic() > self._until:
            self._given.clear()
            if not self._given.wait(PATIENCE):
                self._until = float("inf")  # until the next turn
        return None
