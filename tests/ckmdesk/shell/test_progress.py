"""What takes long is shown within a moment, and can be cancelled."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ckmcore.statistic import file as ckm_file
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data import page as data_page
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.statistics import saved


def test_opening_a_file_that_takes_long_shows_it_within_a_moment_and_can_be_cancelled(
    window: MainWindow, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path, go_on = saved(tmp_path), threading.Event()
    really = ckm_file.open_statistic

    def slow(*asked: Any) -> Any:
        assert go_on.wait(10)
        return really(*asked)

    monkeypatch.setattr(ckm_file, "open_statistic", slow)
    window.open_path(path)
    qtbot.waitUntil(window.progress.isVisible)
    assert path.name in window.progress._text.text_whole()
    window.progress._button.click()
    go_on.set()
    settle(window)
    assert not window.progress.isVisible()
    assert desk.state.statistic is None
    assert path not in window.services.locks
    window.open_path(path)
    settle(window)
    assert desk.state.statistic is not None
    assert not window.progress.isVisible()


def test_looking_at_a_file_that_takes_long_shows_it_and_can_be_cancelled(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    (tmp_path / "people.csv").write_text("sex;area\nm;01\nw;02\n", encoding="utf-8")
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    go_on, really = threading.Event(), data_page.look_at

    def slow(*asked: Any) -> Any:
        assert go_on.wait(10)
        return really(*asked)

    monkeypatch.setattr(data_page, "look_at", slow)
    page.open_file(tmp_path / "people.csv")
    qtbot.waitUntil(window.progress.isVisible)
    window.progress._button.click()
    go_on.set()
    settle(window)
    assert not window.progress.isVisible()
    assert page.state is None
    assert page.message.text == "Cancelled. Nothing was changed."
    page.open_file(tmp_path / "people.csv")
    settle(window)
    assert page.state is not None
    assert not window.progress.isVisible()
