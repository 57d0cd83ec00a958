"""The lock of a statistic in the window: who holds it, taking it over by asking, and what was changed meanwhile."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path

import pytest

from ckmdesk.commands.desk import Desk
from ckmdesk.commands.tables import swap_axes
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import saved


def test_a_file_that_another_desk_holds_opens_read_only_and_saves_under_another_name(
    window: MainWindow, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    lock = path.with_name("small.ckm.lock")
    lock.write_text(json.dumps({"host": "desk12", "pid": 1, "time": "2026-11-21T08:12:00+00:00"}), encoding="utf-8")
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert desk.session.read_only_by is not None
    assert "desk12" in window.message_bar.text
    before = path.read_bytes()
    monkeypatch.setattr(window, "choose_save_file", lambda _title, suggestion, _filters: suggestion)
    window.desk.run(swap_axes())
    window.services.save()
    assert window.jobs.wait_idle()
    assert path.read_bytes() == before
    assert desk.session.path == tmp_path / "Small_statistic_Year_2025.ckm"
    assert desk.session.read_only_by is None
    assert lock.exists()


def test_a_lock_that_a_dead_program_left_is_taken_over_only_by_asking(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    lock = path.with_name("small.ckm.lock")
    held = {"host": platform.node(), "pid": 2**22 + 7, "time": "2026-11-21T08:12:00+00:00"}
    lock.write_text(json.dumps(held), encoding="utf-8")
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert window.services.read_only
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert remedy.text == "Take over lock"
    remedy.act()
    assert window.jobs.wait_idle()
    assert not window.services.read_only
    assert json.loads(lock.read_text(encoding="utf-8"))["pid"] == os.getpid()


def take_over_lock(window: MainWindow, *words: str) -> None:
    for word in words:
        remedy = window.message_bar.remedy
        assert remedy is not None
        assert remedy.text == word
        remedy.act()
        assert window.jobs.wait_idle()


def test_a_lock_of_another_computer_is_taken_over_after_a_second_question(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    lock = path.with_name("small.ckm.lock")
    lock.write_text(json.dumps({"host": "desk12", "pid": 1, "time": "2026-11-21T08:12:00+00:00"}), encoding="utf-8")
    window.open_path(path)
    assert window.jobs.wait_idle()
    take_over_lock(window, "Take over lock ...")
    assert "on desk12 any more? Ask there first" in window.message_bar.text
    assert window.services.read_only
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert remedy.other is not None
    remedy.other.act()
    assert window.services.read_only
    assert "has been working on it" in window.message_bar.text
    take_over_lock(window, "Take over lock ...", "Take over lock")
    assert not window.services.read_only
    assert json.loads(lock.read_text(encoding="utf-8"))["pid"] == os.getpid()


@pytest.mark.parametrize("content", [b"\x00\xff", b'{"host": 3}'])
def test_a_lock_that_cannot_be_read_says_so(window: MainWindow, tmp_path: Path, content: bytes) -> None:
    path = saved(tmp_path)
    path.with_name("small.ckm.lock").write_bytes(content)
    window.open_path(path)
    assert window.jobs.wait_idle()
    assert "who holds its lock cannot be read" in window.message_bar.text
    take_over_lock(window, "Take over lock")
    assert not window.services.read_only


def test_what_was_changed_before_a_lock_is_taken_over_stays_and_is_saved(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    lock = path.with_name("small.ckm.lock")
    held = {"host": platform.node(), "pid": 2**22 + 7, "time": "2026-11-21T08:12:00+00:00"}
    lock.write_text(json.dumps(held), encoding="utf-8")
    window.open_path(path)
    assert window.jobs.wait_idle()
    window.desk.run(swap_axes())
    changed, before = desk.state, path.read_bytes()
    take_over_lock(window, "Take over lock")
    assert not window.services.read_only
    assert window.message_bar.text == ""
    assert desk.state is changed
    window.services.save()
    assert window.jobs.wait_idle()
    assert path.read_bytes() != before
    assert desk.session.path == path
