"""Work off the window's thread: one slot per purpose; a new start in a slot cancels the one before.

Results carry a generation number, so those of a cancelled or overtaken job never arrive. `done`, `failed` and
`progress` are called on the window's thread.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, Qt, QTimer, Signal, Slot

from ckmcore.base.progress_listener import listening_to_progress
from ckmcore.errors import CkmError, OutOfMemory, limit_reached
from ckmdesk.base.unexpected import UnexpectedFault, log_fault

WORKERS = 3
PROGRESS_SECONDS = 0.05
ASKED_SECONDS, ASKED_EVERY = 1.0, 0.2

Result = TypeVar("Result")


class JobContext:
    """The surroundings of a job; all methods may be called from the job's thread."""

    def __init__(self, report: Callable[[int, float], None], ask: Callable[[float, float], None]) -> None:
        self._stop = threading.Event()
        self._report, self._ask = report, ask
        self._reported = 0.0

    def cancelled(self) -> bool:
        """Return whether to stop; call it once per block."""
        return self._stop.is_set()

    def progress(self, done: int, fraction: float) -> None:
        """Report `done` rows or steps, and the finished `fraction` (0 to 1); may be called often."""
        current_time = time.monotonic()
        if current_time - self._reported >= PROGRESS_SECONDS and not self._stop.is_set():
            self._reported = current_time
            self._report(done, fraction)

    def asks(self, seconds: float, part: float | None) -> None:
        """Report that a database query has run for `seconds`, with the finished part; may be called often."""
        current_time = time.monotonic()
        if seconds >= ASKED_SECONDS and current_time - self._reported >= ASKED_EVERY and not self._stop.is_set():
            self._reported = current_time
            self._ask(seconds, -1.0 if part is None else part)

    def cancel(self) -> None:
        self._stop.set()


@dataclass(frozen=True)
class _Job:
    generation: int
    context: JobContext
    done: Callable[[Any], None] | None
    failed: Callable[[CkmError], None] | None
    progress: Callable[[int, float], None] | None


class Jobs(QObject):
    """The jobs of one window.

    It emits `asking(slot, seconds, part)` while a database query of a job runs, with the part from 0 to 1, or below 0
    if unknown; `ended(slot)` when a job has answered or was cancelled; `unheard(error)` when a job without an error
    handler ran out of memory or had a fault.
    """

    idle = Signal()
    asking = Signal(str, float, float)
    ended = Signal(str)
    unheard = Signal(object)
    _ended = Signal(str, int, object, object)
    _moved = Signal(str, int, int, float)
    _asks = Signal(str, int, float, float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="ckmdesk-job")
        self._current: dict[str, _Job] = {}
        self._generation = 0
        self._open = 0
        self._closed = False
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)
        self._moved.connect(self._on_moved, Qt.ConnectionType.QueuedConnection)
        self._asks.connect(self._on_asking, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        slot: str,
        function: Callable[[JobContext], Result],
        done: Callable[[Result], None] | None = None,
        failed: Callable[[CkmError], None] | None = None,
        progress: Callable[[int, float], None] | None = None,
    ) -> None:
        """Run `function(context)` on a thread; `done(result)` or `failed(error)` follow unless a newer job took the
        slot.

        An error other than a CkmError is logged by class and place and arrives as UnexpectedFault, except a limit of
        Python (`limit_reached`).
        """
        if self._closed:
            return
        self.cancel(slot)
        self._generation += 1
        generation = self._generation
        context = JobContext(
            lambda count, fraction: self._moved.emit(slot, generation, count, fraction),
            lambda seconds, job_part: self._asks.emit(slot, generation, seconds, job_part),
        )
        self._current[slot] = _Job(generation, context, done, failed, progress)
        self._open += 1
        self._pool.submit(self._work, slot, generation, function, context)

    def in_steps(self, steps: Iterator[object], done: Callable[[], None]) -> InSteps:
        """Take steps on this thread, one in each turn of the event loop; `done` follows, unless a step fails."""
        self._open += 1
        return InSteps(steps, done, self._count_ended, self)

    def cancel(self, slot: str) -> None:
        """Ask the job of a slot to stop; neither `done` nor `failed` is called."""
        job = self._current.pop(slot, None)
        if job is not None:
            job.context.cancel()
            self.ended.emit(slot)

    def stop(self, slot: str) -> None:
        """Ask the job of a slot to stop; `failed(Cancelled())` is called when it has."""
        job = self._current.get(slot)
        if job is not None:
            job.context.cancel()

    def running(self, slot: str) -> bool:
        """Whether a job of this slot has yet to answer."""
        return slot in self._current

    @property
    def busy(self) -> bool:
        """Whether any job, also a cancelled one, has yet to end."""
        return self._open > 0

    def wait_idle(self, timeout: float = 30.0) -> bool:
        """Process events until every started job has ended and answered; false after `timeout` seconds."""
        clock = QElapsedTimer()
        clock.start()
        while self._open and clock.elapsed() < timeout * 1000:
            loop = QEventLoop()
            timer = QTimer()
            timer.setSingleShot(True)
            timer.timeout.connect(loop.quit)
            self.idle.connect(loop.quit)
            timer.start(max(1, int(timeout * 1000 - clock.elapsed())))
            loop.exec()
            self.idle.disconnect(loop.quit)
            timer.stop()
        return self._open == 0

    def close(self) -> None:
        """Cancel everything and wait for the threads to end."""
        self._closed = True
        for in_steps in self.findChildren(InSteps):
            in_steps.stop()
        for slot in list(self._current):
            self.cancel(slot)
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._open = 0

    def _work(self, slot: str, generation: int, function: Callable[[JobContext], Any], context: JobContext) -> None:
        result: Any = None
        error: CkmError | None = None
        try:
            if not context.cancelled():
                with listening_to_progress(context.asks):
                    result = function(context)
        except CkmError as known:
            error = known.with_traceback(None)
        except BaseException as fault:  # noqa: BLE001 - whatever a job raises, the window lives and says one sentence
            error = limit_reached(fault)
            if error is None:
                log_fault(fault)
                error = UnexpectedFault()
        with contextlib.suppress(RuntimeError):  # the window is gone
            self._ended.emit(slot, generation, result, error)

    @Slot(str, int, object, object)
    def _on_ended(self, slot: str, generation: int, result: Any, error: CkmError | None) -> None:
        try:
            job = self._current.get(slot)
            if job is not None and job.generation == generation:
                del self._current[slot]
                self.ended.emit(slot)
                if error is None and job.done is not None:
                    job.done(result)
                elif error is not None and job.failed is not None:
                    job.failed(error)
                elif isinstance(error, OutOfMemory | UnexpectedFault):
                    self.unheard.emit(error)
        finally:
            self._count_ended()

    def _count_ended(self) -> None:
        self._open = max(0, self._open - 1)
        if self._open == 0:
            self.idle.emit()

    @Slot(str, int, int, float)
    def _on_moved(self, slot: str, generation: int, count: int, fraction: float) -> None:
        job = self._current.get(slot)
        if job is not None and job.generation == generation and job.progress is not None:
            job.progress(count, fraction)

    @Slot(str, int, float, float)
    def _on_asking(self, slot: str, generation: int, seconds: float, fraction: float) -> None:
        job = self._current.get(slot)
        if job is not None and job.generation == generation:
            self.asking.emit(slot, seconds, fraction)


class InSteps(QObject):
    """Work of the window's thread that lets other events pass between its steps; made by `Jobs.in_steps`.

    `running` says whether steps are left.
    """

    def __init__(
        self, steps: Iterator[object], done: Callable[[], None], ended: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._steps, self._done, self._ended = steps, done, ended
        self.running, self._stepping = True, False
        # Not a single shot of 0 ms: that is a posted event, and one that posts the next goes before keys and painting.
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def finish(self) -> None:
        """Take all steps that are left now; does nothing within a step."""
        while self.running and not self._stepping:
            self._step()

    def stop(self) -> None:
        """Take no further step."""
        if self.running:
            self.running = False
            self._timer.stop()
            self.deleteLater()
            self._ended()

    def _step(self) -> None:
        if self._stepping:  # it has an event loop of its own
            return
        self._stepping, is_last = True, True
        try:
            is_last = next(self._steps, self) is self
        finally:
            self._stepping = False
            if is_last:
                self.stop()
        if is_last:
            self._done()


class PageJobs:
    """The jobs that a page starts; closing the page cancels them, except those that write a file to its end."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs, self.asking = jobs, jobs.asking
        self._slots: set[str] = set()

    def start(
        self,
        slot: str,
        function: Callable[[JobContext], Result],
        done: Callable[[Result], None] | None = None,
        failed: Callable[[CkmError], None] | None = None,
        progress: Callable[[int, float], None] | None = None,
        *,
        to_end: bool = False,
    ) -> None:
        """Start a job as `Jobs.start` does; with `to_end` it outlives the page, so its callbacks must not touch the
        page."""
        if to_end:
            self._slots.discard(slot)
        else:
            self._slots.add(slot)
        self._jobs.start(slot, function, done, failed, progress)

    def cancel(self, slot: str) -> None:
        self._jobs.cancel(slot)

    def running(self, slot: str) -> bool:
        return self._jobs.running(slot)

    def busy(self, but: Collection[str] = ()) -> bool:
        """Return whether a job runs that would be cancelled, apart from those in the slots `but`."""
        return any(self._jobs.running(slot) for slot in self._slots if slot not in but)

    def close(self) -> bool:
        """Cancel the jobs of the page; return whether any was running."""
        running = [slot for slot in self._slots if self._jobs.running(slot)]
        for slot in running:
            self._jobs.cancel(slot)
        return bool(running)
