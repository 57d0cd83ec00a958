"""How long the window's thread is held up: by its own work, and by others that do not give Python's lock away."""

from __future__ import annotations

import threading
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject

PAUSE = 0.001


class HeldUp(QObject):
    """Sends events through the loop of this thread, one after another. own: most processor time in milliseconds that
    this thread took between two of them; waited: most that the whole process took, which is what others did while they
    held Python's lock, and what they did beside it where the system was slow to wake this thread."""

    def __init__(self) -> None:
        super().__init__()
        self.own = self.waited = 0.0
        self._served, self._ended = threading.Event(), threading.Event()
        self._last: tuple[float, float] | None = None
        self._sender = threading.Thread(target=self._send, daemon=True)
        self._sender.start()

    def customEvent(self, event: QEvent) -> None:
        del event
        now = time.thread_time(), time.process_time()
        if self._last is not None:
            own, whole = (1000 * (this - before) for this, before in zip(now, self._last, strict=True))
            self.own, self.waited = max(self.own, own), max(self.waited, whole)
        self._last = now
        self._served.set()

    def forget(self) -> None:
        """Begin to measure again: what was done since the last event is not seen."""
        self.own = self.waited = 0.0
        self._last = None

    def end(self) -> None:
        """Send no more events."""
        self._ended.set()
        self._served.set()
        self._sender.join()

    def _send(self) -> None:
        while not self._ended.wait(PAUSE):
            self._served.clear()
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))
            self._served.wait()
