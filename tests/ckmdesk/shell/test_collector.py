"""Python's collector works on the window's thread, from its event loop, and nowhere else."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from ckmdesk.shell.collector import Collector, collect


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


def test_each_generation_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(gc, "collect", done.append)
        patched.setattr(gc, "get_threshold", lambda: (700, 10, 10))
        for counts in ((700, 10, 10), (701, 10, 10), (1, 11, 10), (701, 11, 11)):
            patched.setattr(gc, "get_count", lambda counts=counts: counts)
            collect()
    assert done == [0, 1, 2]
