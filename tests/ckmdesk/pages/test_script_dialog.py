"""The table at hand as a script: what the window shows is what `ckm` runs, and writes the same file."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from ckmcore.office.settings import PLAIN
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.script_dialog import ScriptDialog
from ckmdesk.services.exports import file_name
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def page(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TablesPage:
    """The table page over a statistic of files; the test runs beside them."""
    window.services.open_statistic(write_statistic(tmp_path))
    settle(window)
    window.go_to("tables")
    settle(window)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ScriptDialog, "chosen", "python")
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    return found


def name_of(window: MainWindow) -> str:
    """What any file of the table at hand is called."""
    return file_name(window.services.exports.table_name())


def shown(page: TablesPage) -> ScriptDialog:
    page.page_actions.script.action.trigger()
    (dialog,) = [one for one in page.findChildren(ScriptDialog) if one.isVisible()]
    return dialog


@pytest.mark.thorough
def test_the_script_of_a_changed_table_writes_the_file_of_the_window(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    window.settings.offices.set(replace(PLAIN, signs="british", note_length="short"))
    window.desk.run(commands.open_table(TABLES[0]))
    window.desk.run(commands.move_variable("sex", "layers", "Sex"))
    settle(window)
    dialog = shown(page)
    dialog.form.setCurrentIndex(dialog.form.findData("csv"))
    text = dialog.text.toPlainText()
    assert "layers=[" in text
    exec(compile(text, "script.py", "exec"), {})  # noqa: S102 - a script of ours
    page.context.services.exports.draft(tmp_path / "window.csv")
    settle(window)
    assert (tmp_path / f"{name_of(window)}.csv").read_bytes() == (tmp_path / "window.csv").read_bytes()


def test_each_of_the_three_is_shown_copied_and_saved(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.desk.run(commands.open_table(TABLES[0]))
    settle(window)
    dialog = shown(page)
    for kind, mark, ending in (
        ("python", "import ckmcore", ".py"),
        ("ckm", "ckm draft ", ".ps1" if sys.platform == "win32" else ".sh"),
        ("r", "system2", ".R"),
    ):
        dialog.kinds.button([one.objectName() for one in dialog.kinds.buttons()].index(f"script:{kind}")).click()
        text = dialog.text.toPlainText()
        assert mark in text
        dialog.copy.click()
        assert QGuiApplication.clipboard().text() == text
        monkeypatch.setattr(window, "choose_save_file", lambda _title, suggestion, _filters: tmp_path / suggestion.stem)
        dialog.save.click()
        assert (tmp_path / f"{name_of(window)}{ending}").read_text(encoding="utf-8-sig") == text
    dialog.reject()
    assert shown(page).kind == "r"  # as it was left


def test_what_is_not_in_the_file_yet_is_to_be_saved_first(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(commands.save_table("Another one", "2026-11-25T00:00:00+00:00"))
    page.page_actions.script.action.trigger()
    assert not page.findChildren(ScriptDialog)
    assert "Save the statistic first" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert shown(page).text.toPlainText()
