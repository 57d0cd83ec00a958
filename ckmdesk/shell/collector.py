"""Python's collector, at moments when the window's thread does nothing else.

What is collected may be widgets of something that was closed. Qt deletes those on the window's thread alone, and not in
the middle of its own work; by itself the collector begins on any thread, wherever something is made, and a collection
that began while Qt walked through its widgets ended the process.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 250  # ms: what is young stays few, and is looked through in no time


class Collector(QObject):
    """Collects as often as Python would, from the event loop of its thread; Python itself no longer does."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self.timer = QTimer(self, interval=EVERY)
        self.timer.timeout.connect(collect)

    def start(self) -> None:
        """From now on; before, nothing is collected."""
        self.timer.start()


def collect() -> None:
    """Look through the oldest generation whose time has come, by Python's own thresholds."""
    for generation in (2, 1, 0):
        if gc.get_count()[generation] > gc.get_threshold()[generation]:
            gc.collect(generation)
            return
