"""Work off the window's thread."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from ckmcore.errors import Cancelled, CkmError, OutOfMemory
from ckmdesk.base.jobs import JobContext, Jobs, PageJobs
from ckmdesk.base.unexpected import UnexpectedFault


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


def test_a_result_arrives_on_the_windows_thread(jobs: Jobs) -> None:
    arrived: list[tuple[int, bool, bool]] = []

    def work(_context: JobContext) -> bool:
        return threading.current_thread() is not threading.main_thread()

    jobs.start("a", work, lambda off: arrived.append((1, off, threading.current_thread() is threading.main_thread())))
    assert jobs.running("a")
    assert jobs.wait_idle()
    assert arrived == [(1, True, True)]
    assert not jobs.running("a")


def test_a_new_start_in_a_slot_cancels_the_one_before_and_its_result_never_arrives(jobs: Jobs) -> None:
    begun, go_on = threading.Event(), threading.Event()
    arrived: list[str] = []
    seen: list[bool] = []

    def slow(context: JobContext) -> str:
        begun.set()
        go_on.wait(10)
        seen.append(context.cancelled())
        return "old"

    jobs.start("table", slow, arrived.append)
    assert begun.wait(10)
    jobs.start("table", lambda _context: "new", arrived.append)
    go_on.set()
    assert jobs.wait_idle()
    assert arrived == ["new"]
    assert seen == [True]


def test_another_slot_is_left_alone(jobs: Jobs) -> None:
    arrived: list[str] = []
    jobs.start("a", lambda _context: "a", arrived.append)
    jobs.start("b", lambda _context: "b", arrived.append)
    assert jobs.wait_idle()
    assert sorted(arrived) == ["a", "b"]


def test_a_cancelled_job_answers_nothing(jobs: Jobs) -> None:
    begun = threading.Event()
    arrived: list[object] = []

    def work(context: JobContext) -> str:
        begun.set()
        while not context.cancelled():
            threading.Event().wait(0.001)
        raise Cancelled()

    jobs.start("load", work, arrived.append, arrived.append)
    assert begun.wait(10)
    jobs.cancel("load")
    assert jobs.wait_idle()
    assert arrived == []


def test_an_error_of_the_engine_arrives_as_it_is(jobs: Jobs) -> None:
    failed: list[CkmError] = []

    def work(_context: JobContext) -> None:
        raise Cancelled()

    jobs.start("a", work, None, failed.append)
    assert jobs.wait_idle()
    assert [type(error) for error in failed] == [Cancelled]


def test_any_other_exception_becomes_one_sentence_and_its_value_is_not_logged(
    jobs: Jobs, caplog: pytest.LogCaptureFixture
) -> None:
    failed: list[CkmError] = []

    def work(_context: JobContext) -> None:
        raise ValueError("0.123456789")

    with caplog.at_level(logging.ERROR, "ckmdesk"):
        jobs.start("a", work, None, failed.append)
        assert jobs.wait_idle()
    assert [type(error) for error in failed] == [UnexpectedFault]
    assert "Nothing was lost" in failed[0].text("en")
    assert "Es ging nichts verloren" in failed[0].text("de")
    assert "ValueError" in caplog.text
    assert "test_jobs.py" in caplog.text
    assert "0.123456789" not in caplog.text


class ArrowMemory(MemoryError, ValueError):
    """As a library says it."""


@pytest.mark.parametrize("fault", [MemoryError(), MemoryError("Unable to allocate 7 GiB"), ArrowMemory("x")], ids=repr)
def test_t19_a_job_without_memory_says_one_sentence_and_reports_no_fault(
    jobs: Jobs, caplog: pytest.LogCaptureFixture, fault: MemoryError
) -> None:
    failed: list[CkmError] = []
    unheard: list[CkmError] = []
    jobs.unheard.connect(unheard.append)

    def work(_context: JobContext) -> None:
        raise fault

    with caplog.at_level(logging.DEBUG, "ckmdesk"):
        jobs.start("a", work, None, failed.append)
        assert jobs.wait_idle()
        jobs.start("a", work)
        assert jobs.wait_idle()
    for told in (failed, unheard):
        assert [type(error) for error in told] == [OutOfMemory]
        assert told[0].text("en").startswith("The memory of this computer does not suffice for this task.")
    assert caplog.text == ""
    jobs.start("a", lambda _: 1, failed.append)  # type: ignore[arg-type]
    assert jobs.wait_idle()
    assert failed[-1] == 1


def test_progress_arrives_on_the_windows_thread_and_not_after_the_end(jobs: Jobs) -> None:
    heard: list[tuple[int, float, bool]] = []
    done: list[int] = []

    def work(context: JobContext) -> int:
        for number in range(1000):
            context.progress(number, number / 1000)
        return len(heard)

    def progress(count: int, fraction: float) -> None:
        assert not done
        heard.append((count, fraction, threading.current_thread() is threading.main_thread()))

    jobs.start("a", work, done.append, None, progress)
    assert jobs.wait_idle()
    assert heard[0] == (0, 0.0, True)
    assert len(heard) < 1000


def test_close_ends_the_threads_and_later_starts_do_nothing(jobs: Jobs) -> None:
    jobs.start("a", lambda _context: 1)
    jobs.close()
    assert [thread for thread in threading.enumerate() if thread.name.startswith("ckmdesk-job")] == []
    jobs.start("a", lambda _context: 1)
    assert not jobs.busy


class Held:
    """Work that waits until it may go on, by the name of what it answers."""

    def __init__(self) -> None:
        self._begun, self.go_on = threading.Semaphore(0), threading.Event()

    def work(self, answer: str) -> Callable[[JobContext], str]:
        def function(_context: JobContext) -> str:
            self._begun.release()
            self.go_on.wait(10)
            return answer

        return function

    def begun(self, count: int) -> bool:
        return all(self._begun.acquire(timeout=10) for _ in range(count))


def test_with_a_page_its_jobs_go_but_for_those_that_write_to_the_end(jobs: Jobs) -> None:
    held, arrived = Held(), list[str]()
    mine, other = PageJobs(jobs), PageJobs(jobs)
    mine.start("look", held.work("look"), arrived.append)
    mine.start("write", held.work("write"), arrived.append, to_end=True)
    other.start("table", held.work("table"), arrived.append)
    assert held.begun(3)
    assert mine.close()
    assert not mine.close()
    held.go_on.set()
    assert jobs.wait_idle()
    assert sorted(arrived) == ["table", "write"]


def test_a_slot_that_writes_to_the_end_does_so_whatever_it_did_before(jobs: Jobs) -> None:
    held, arrived = Held(), list[str]()
    mine = PageJobs(jobs)
    mine.start("report", lambda _context: "looked", arrived.append)
    assert jobs.wait_idle()
    mine.start("report", held.work("written"), arrived.append, to_end=True)
    assert held.begun(1)
    assert not mine.close()
    held.go_on.set()
    assert jobs.wait_idle()
    assert arrived == ["looked", "written"]


def test_steps_let_other_events_pass_and_are_waited_for(jobs: Jobs) -> None:
    passed: list[str] = []

    def steps() -> Iterator[None]:
        for name in ("first", "second"):
            passed.append(name)
            QTimer.singleShot(0, jobs, lambda: passed.append("event"))
            yield

    taken = jobs.in_steps(steps(), lambda: passed.append("done"))
    assert passed == []
    assert jobs.busy
    assert jobs.wait_idle()
    assert passed == ["first", "event", "second", "event", "done"]
    assert not taken.running


def test_steps_are_finished_at_once_where_what_they_make_is_wanted(jobs: Jobs) -> None:
    passed: list[str] = []

    def steps() -> Iterator[None]:
        passed.append("first")
        yield
        taken.finish()  # from within: it goes on as before
        passed.append("second")

    taken = jobs.in_steps(steps(), lambda: passed.append("done"))
    taken.finish()
    assert passed == ["first", "second", "done"]
    assert not jobs.busy
    taken.finish()
    assert passed == ["first", "second", "done"]


def test_steps_end_with_the_one_that_fails_and_with_the_window(jobs: Jobs) -> None:
    def fails() -> Iterator[None]:
        yield
        raise ValueError("of a step")

    done: list[bool] = []
    taken = jobs.in_steps(fails(), lambda: done.append(True))
    with pytest.raises(ValueError, match="of a step"):
        taken.finish()
    assert not taken.running
    assert not jobs.busy
    left = jobs.in_steps(iter(range(3)), lambda: done.append(True))
    jobs.close()
    assert not left.running
    QApplication.processEvents()
    assert done == []
