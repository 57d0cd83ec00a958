"""Watches the event loop of a program: how long an event that comes waits until it is served, and what holds it up.

A thread sends a small event through the window's loop and looks at the stack of the window's thread while it waits.
Judged is the time that passed without the time for which threads of the program were ready to run and the system let
others run (`run_delay` of Linux): on a machine with free processors there is none, on a busy one the judge is lenient.
It is never less than the processor time that the window's thread took. What that thread waits for itself counts: a
thread of its own program with Python's lock, a file, the screen. Where the system does not say, all of the time counts.
Of a stall are kept the time judged, all the time that passed, the processor time that the window's thread took, the
time of Python's collector, and the frames of the program that were seen most often.
"""

from __future__ import annotations

import contextlib
import gc
import json
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

STALL = 0.1  # seconds
PAUSE, LOOK = 0.02, 0.01
ROOMS = ("ckmdesk", "ckmcore")
DEEPEST = 9
EYE = "tests.journeys"  # what the journey itself asks for


class Watchdog(QObject):
    """Writes each stall of the loop as a line to a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(QCoreApplication.instance())
        self._file = file
        self._served = threading.Event()
        self._shown = self._seen = False
        self._times = 0.0, 0.0  # of the event that was served last: the clock's, and the processor's
        self._main = threading.main_thread().ident or 0
        self._clock = time.pthread_getcpuclockid(self._main)
        self._collected = self._collecting = 0.0
        gc.callbacks.append(self._note)
        self._ended = threading.Event()
        app = QCoreApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._ended.set)
        threading.Thread(target=self._watch, daemon=True).start()

    def customEvent(self, event: QEvent) -> None:
        # What passes before the window is seen is measured by its start, not here.
        self._shown, self._seen = self._seen, any(one.isVisible() for one in QApplication.topLevelWidgets())
        self._times = time.perf_counter(), time.clock_gettime(self._clock)
        self._served.set()

    def _watch(self) -> None:
        while not self._ended.wait(PAUSE):
            self._served.clear()
            self._collected = 0.0
            seen = Counter[str]()
            begin, worked, ready = time.perf_counter(), time.clock_gettime(self._clock), self._ready()
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))
            while not self._served.wait(LOOK) and not self._ended.is_set():
                seen[self._at()] += 1
            if self._ended.is_set():  # no window is left
                return
            passed, worked = self._times[0] - begin, self._times[1] - worked
            delay = sum(waited - ready.get(thread, 0) for thread, waited in self._ready().items())
            took = max(passed - delay, worked)
            if took > STALL and self._shown and not any(EYE in at for at in seen):
                times = {"ms": round(1000 * took), "passed": round(1000 * passed), "worked": round(1000 * worked)}
                stall = {**times, "collected": round(1000 * self._collected), "at": seen.most_common(3)}
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(stall) + "\n")

    def _note(self, phase: str, _about: dict[str, int]) -> None:
        """Add up the time of Python's collector."""
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self._collected += time.perf_counter() - self._collecting

    def _ready(self) -> dict[str, float]:
        """The seconds for which each thread of the program, this one too, was ready to run, and others ran."""
        waited: dict[str, float] = {}
        for task in Path("/proc/self/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):  # it has ended
                waited[task.parent.name] = int(task.read_text(encoding="ascii").split()[1]) / 1e9
        return waited

    def _at(self) -> str:
        """The innermost functions of the program on the stack of the window's thread."""
        frame: FrameType | None = sys._current_frames().get(self._main)
        found: list[str] = []
        while frame is not None and len(found) < DEEPEST:
            name = frame.f_globals.get("__name__", "")
            if frame.f_code.co_name == "_answer" and name == "__main__":
                return EYE
            if name.split(".")[0] in ROOMS or name.startswith(EYE):
                found.append(f"{name}.{frame.f_code.co_name}:{frame.f_lineno}")
            frame = frame.f_back
        return " < ".join(found)
