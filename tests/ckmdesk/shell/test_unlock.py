"""A sealed statistic in the window: the dialog asks, refuses in words, opens as the role, and the role is given."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.statistic import file as ckm_file
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmdesk.commands.saved_tables import rename_table
from ckmdesk.shell.unlock import UnlockDialog
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import small_statistic
from tests.kit.tables_page import settle

CLERK, METHOD, KEY_FILE = "the clerk has a phrase", "the method has another", bytes(range(48))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    seal, _ = make_seal(
        {
            "clerk": Secret.passphrase(CLERK),
            "methodologist": Secret.passphrase(METHOD),
            "releaser": Secret.key_file(KEY_FILE),
        }
    )
    made = tmp_path / "sealed.ckm"
    save_statistic(replace(small_statistic(), seal=seal), made)
    return made


def asked(window: MainWindow, path: Path) -> UnlockDialog:
    window.open_path(path)
    settle(window)
    dialog = window.unlocking.dialog
    assert dialog is not None
    return dialog


@pytest.mark.thorough
def test_a_passphrase_opens_as_its_role_and_the_role_cannot_be_chosen_then(window: MainWindow, path: Path) -> None:
    dialog = asked(window, path)
    assert not dialog.open_button.isEnabled()
    QTest.keyClicks(dialog.field, CLERK)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    settle(window)
    assert window.unlocking.dialog is None
    assert window.desk.state.statistic is not None
    assert window.settings.role == "clerk"
    assert window.visible_pages() <= {"tables", "release"}
    assert not window.menus.choices["role"]["methodologist"].parent().isEnabled()  # type: ignore[attr-defined]
    window.services.close_statistic()
    assert window.settings.role == "methodologist"


def test_a_wrong_passphrase_is_refused_in_words_and_can_be_typed_anew(window: MainWindow, path: Path) -> None:
    dialog = asked(window, path)
    QTest.keyClicks(dialog.field, "guessing is no use")
    dialog.open_button.click()
    settle(window)
    assert window.unlocking.dialog is dialog
    assert "sealed.ckm" in dialog.fault.text()
    assert dialog.field.selectedText() == "guessing is no use"
    assert window.desk.state.statistic is None
    dialog.field.setText(METHOD)
    dialog.open_button.click()
    settle(window)
    assert window.settings.role == "methodologist"
    assert window.settings.role_is_given


def test_a_key_file_opens_too_and_one_that_is_none_is_named(
    window: MainWindow, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "release.key"
    key.write_bytes(KEY_FILE)
    dialog = asked(window, path)
    monkeypatch.setattr(window, "choose_open_file", lambda *_: tmp_path / "none.key")
    dialog.file.click()
    assert "none.key" in dialog.fault.text()
    monkeypatch.setattr(window, "choose_open_file", lambda *_: key)
    dialog.file.click()
    settle(window)
    assert window.settings.role == "releaser"


def test_cancelling_leaves_what_was_open(window: MainWindow, path: Path) -> None:
    dialog = asked(window, path)
    dialog.cancel.click()
    settle(window)
    assert window.unlocking.dialog is None
    assert window.desk.state.statistic is None
    assert window.desk.state.page == "start"


@pytest.mark.thorough
def test_a_sealed_statistic_is_saved_sealed(window: MainWindow, path: Path) -> None:
    dialog = asked(window, path)
    dialog.field.setText(METHOD)
    dialog.open_button.click()
    settle(window)
    window.services.save()
    settle(window)
    assert window.services.desk.unsaved is False
    window.services.close_statistic()
    assert asked(window, path).field.text() == ""
    window.unlocking.dialog.cancel.click()  # type: ignore[union-attr]


@pytest.mark.thorough
def test_an_old_copy_in_the_place_of_a_sealed_statistic_is_opened_only_after_its_differences_were_read(
    window: MainWindow, path: Path
) -> None:
    old = path.read_bytes()
    dialog = asked(window, path)
    dialog.field.setText(METHOD)
    dialog.open_button.click()
    settle(window)
    window.desk.run(rename_table("First", "Second"))
    window.services.save()
    settle(window)
    window.services.close_statistic()
    path.write_bytes(old)
    dialog = asked(window, path)
    dialog.field.setText(METHOD)
    dialog.open_button.click()
    settle(window)
    assert window.unlocking.dialog is None
    assert window.desk.state.statistic is None
    assert "it is older: saved once" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert window.desk.state.statistic is not None
    window.services.save()
    settle(window)
    _, stamp = open_statistic(path, Secret.passphrase(METHOD))
    assert stamp.guard.generation == 3


def test_who_cancels_while_a_passphrase_is_tried_opens_nothing(
    window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, really = threading.Event(), ckm_file.open_statistic
    dialog = asked(window, path)

    def slow(*asked: Any) -> Any:
        assert go_on.wait(10)
        return really(*asked)

    monkeypatch.setattr(ckm_file, "open_statistic", slow)
    QTest.keyClicks(dialog.field, CLERK)
    QTest.keyClick(dialog.field, Qt.Key.Key_Return)
    dialog.cancel.click()
    go_on.set()
    settle(window)
    assert window.desk.state.statistic is None
    assert not window.progress.isVisible()
