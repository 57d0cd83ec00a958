"""Requests to the process that sets pages arrive whole, and the process ends with whoever cancels."""

from __future__ import annotations

import sys

import pytest

from ckmcore.errors import Cancelled
from ckmcore.typesetting import typeset

# A pipe takes 64 kB: what is longer is handed over while the process reads.
LONG = {"data": "x" * 1_000_000}


def answers(monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """The process is this script."""
    monkeypatch.setattr(typeset, "_python", lambda: [sys.executable, "-c", "import sys; " + script])
    monkeypatch.setattr(typeset, "_ASK_AGAIN", 0.001)  # so that it is asked long before the process reads


def test_a_long_request_arrives_whole_where_somebody_may_cancel(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "sys.stdout.write(str(len(sys.stdin.read())))")
    asked = []

    def cancelled() -> bool:
        asked.append(1)
        return False

    assert int(typeset._asked(LONG, cancelled)) == len('{"data": ""}') + 1_000_000
    assert asked


def test_whoever_cancels_does_not_wait_for_a_process_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "import threading; threading.Event().wait()")
    with pytest.raises(Cancelled):
        typeset._asked(LONG, lambda: True)


def test_a_process_that_ends_before_it_read_everything_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, "sys.stdout.write('PDF')")
    assert typeset._asked(LONG, lambda: False) == b"PDF"
