"""Python's collector works on the window's thread, from its event loop, and nowhere else."""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import threading
import weakref
from types import ModuleType

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ckmcore.tabulate import kernel
from ckmdesk.pages import PAGES
from ckmdesk.ports import added
from ckmdesk.shell import app
from ckmdesk.shell.app import ENGINE, Collector, collect, warm_up
from ckmdesk.shell.window import MainWindow


class Closed(QWidget):
    """A window that only a circle of references holds."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self
        QVBoxLayout(self).addWidget(QWidget())


def test_a_closed_window_is_collected_by_the_event_loop_and_not_by_a_job(qapp: QApplication) -> None:
    collector = Collector()
    assert not gc.isenabled()
    threads: list[threading.Thread] = []
    closed = Closed()
    weakref.finalize(closed, lambda: threads.append(threading.current_thread()))
    gone = weakref.ref(closed)
    del closed
    job = threading.Thread(target=lambda: [[[]] for _ in range(10 * gc.get_threshold()[0])])
    job.start()
    job.join()
    young = [[[]] for _ in range(gc.get_threshold()[0] + 1)]
    assert gone() is not None
    collector.timer.timeout.emit()
    assert gone() is None
    assert threads == [threading.main_thread()]
    assert len(young) > gc.get_threshold()[0]
    assert not collector.timer.isActive()
    collector.start()
    assert collector.timer.isActive()
    collector.timer.stop()


def test_while_a_job_runs_nothing_is_collected_for_a_minute(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, clock, done = [True], [100.0], list[float]()
    monkeypatch.setattr(app.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(app, "collect", lambda: done.append(clock[0]))
    collector = Collector(busy=lambda: runs[0])
    for clock[0] in (101.0, 159.0, 160.0, 161.0, 219.0, 221.0):
        collector.timer.timeout.emit()
    assert done == [160.0, 221.0]
    runs[0], clock[0] = False, 222.0
    collector.timer.timeout.emit()
    assert done == [160.0, 221.0, 222.0]


def test_each_generation_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(gc, "collect", done.append)
        patched.setattr(gc, "get_threshold", lambda: (700, 10, 10))
        for counts in ((700, 10, 10), (701, 10, 10), (1, 11, 10), (701, 11, 11)):
            patched.setattr(gc, "get_count", lambda counts=counts: counts)
            collect()
    assert done == [0, 1, 2]


def test_nothing_is_collected_on_the_thread_on_which_the_program_warms_up(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    seen: list[tuple[bool, bool]] = []
    monkeypatch.setattr(
        kernel, "load", lambda: seen.append((gc.isenabled(), threading.current_thread() is threading.main_thread()))
    )
    monkeypatch.setattr("ckmdesk.shell.app.ENGINE", ())
    monkeypatch.setattr(gc, "freeze", lambda: None)
    gc.enable()  # as Python begins
    warm_up(window)
    collector = window.findChild(Collector)
    assert isinstance(collector, Collector)
    assert not collector.timer.isActive()
    qtbot.waitUntil(collector.timer.isActive)
    assert seen == [(False, False)]
    collector.timer.stop()


def test_classes_of_qt_are_made_on_the_windows_thread_alone(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    threads: dict[str, bool] = {}
    whole = importlib.import_module

    def noted(name: str, package: str | None = None) -> ModuleType:
        threads[name] = threading.current_thread() is threading.main_thread()
        return whole(name, package)

    monkeypatch.setattr("ckmdesk.shell.app.importlib.import_module", noted)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    warm_up(window)
    collector = window.findChild(Collector)
    assert isinstance(collector, Collector)
    qtbot.waitUntil(collector.timer.isActive, timeout=30_000)
    collector.timer.stop()
    beside = {name for name, on_window in threads.items() if not on_window}
    assert {*ENGINE, *added("WARM_UP")} <= beside
    assert [name for name in beside if name.startswith(("ckmdesk", "pyqtgraph", "PySide6"))] == []
    of_pages = {entry.module or "ckmdesk.lab.pages.quality.page" for entry in PAGES}
    assert of_pages | {"pyqtgraph"} <= threads.keys()


def test_what_the_engine_loads_beside_the_window_knows_no_qt() -> None:
    names = (*ENGINE, *added("WARM_UP"))
    asked = f"import sys, importlib\nfor one in {names}: importlib.import_module(one)\n"
    asked += "assert not [one for one in sys.modules if one.startswith(('PySide6', 'pyqtgraph', 'ckmdesk'))]"
    subprocess.run([sys.executable, "-c", asked], check=True)
