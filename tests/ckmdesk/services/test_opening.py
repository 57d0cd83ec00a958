"""What was written is opened by the computer's program for it, or its folder; what cannot be opened is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from ckmdesk.base.frame import Message
from ckmdesk.services.opening import opening
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC
from tests.kit.tables_page import open_table, settle


class Computer(QObject):
    """Stands for the computer's programs: keeps what it was asked to open."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Path] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(Path(url.toLocalFile()))


@pytest.fixture
def computer() -> Iterator[Computer]:
    made = Computer()
    QDesktopServices.setUrlHandler("file", made, "open")
    yield made
    QDesktopServices.unsetUrlHandler("file")


def test_a_draft_and_its_folder_are_opened_from_the_message(
    window: MainWindow, tmp_path: Path, computer: Computer
) -> None:
    open_table(window, SPEC)
    path = tmp_path / "Ämter & Co #1.csv"
    window.services.exports.draft(path, "csv")
    settle(window)
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert remedy.other is not None
    assert (remedy.text, remedy.other.text) == ("Open file", "Open folder")
    remedy.act()
    remedy.other.act()
    assert computer.opened == [path, tmp_path]


def test_of_several_files_the_folder_is_opened(tmp_path: Path, computer: Computer) -> None:
    said: list[Message] = []
    remedy = opening([tmp_path / "a.csv", tmp_path / "b.csv"], said.append)
    assert remedy.other is None
    remedy.act()
    assert (computer.opened, said) == ([tmp_path], [])


def test_a_file_that_was_moved_is_said_and_not_opened(tmp_path: Path, computer: Computer) -> None:
    said: list[Message] = []
    opening([tmp_path / "gone.csv"], said.append).act()
    assert computer.opened == []
    assert [one.code for one in said if not isinstance(one, str)] == ["desk_nothing_to_open"]


def test_a_file_that_nothing_opens_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    said: list[Message] = []
    (tmp_path / "a.px").write_text("")
    opening([tmp_path / "a.px"], said.append).act()
    assert [one.code for one in said if not isinstance(one, str)] == ["desk_nothing_opens"]
