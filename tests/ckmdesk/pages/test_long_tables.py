"""A table that takes long says so, with its size and time, can be stopped and begun again; old figures are grey."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ckmcore.errors import Cancelled
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables import computing
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import areas_by_sex, settle


def never_done(*_given: Any, cancelled: Callable[[], bool], **_named: Any) -> None:
    while not cancelled():
        Event().wait(0.002)
    raise Cancelled


@pytest.mark.look
def test_a_long_computation_is_shown_stopped_and_begun_again(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = areas_by_sex(window)
    monkeypatch.setattr(computing.TableComputing, "_at_once", lambda *_: None)
    notice = page.notice
    assert not notice._waiting.isActive()
    with monkeypatch.context() as patched:
        patched.setattr(computing, "compute_view", never_done)
        window.desk.run(commands.swap_axes())
        assert notice._waiting.isActive()
        qtbot.waitUntil(lambda: notice._cells > 0)
        notice._waiting.timeout.emit()
        assert notice.note.text() == f"Updating; grey figures are from the previous table ({notice._cells} cells)"
        assert not notice.why_link.isVisible()
        assert notice.stop_link.isVisible()
        notice.stop_link.click()
        settle(window)
    assert page.grid.cells.greyed
    assert notice.note.text() == "Grey figures are from the previous table or view."
    assert QApplication.focusWidget() is notice.again_link
    assert not notice._waiting.isActive()
    notice.again_link.click()
    settle(window)
    assert not page.grid.cells.greyed
    assert page.view is not None
    assert page.view.spec == window.desk.state.table.spec
    assert not notice.again_link.isVisible()
    assert notice.why_link.isVisible()
    assert not notice._waiting.isActive()
