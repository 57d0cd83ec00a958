"""Work that was not saved before the program ended: kept, offered, brought back or given up."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.statistic import recovery as kept
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.recovery import all_unsaved, unsaved_folder
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.texts import Texts
from ckmdesk.commands.saved_tables import rename_table
from ckmdesk.commands.tables import set_title
from ckmdesk.settings import Settings
from ckmdesk.window import MainWindow
from tests.ckmdesk.pages.test_tables_page import settle
from tests.ckmdesk.statistics import saved, small_data, small_statistic

TITLE = Texts.same("Not saved yet")


def opened(window: MainWindow, path: Path) -> None:
    window.open_path(path)
    settle(window)


def crash(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program is gone; nothing was asked or tidied up. Another process finds what it kept."""
    with monkeypatch.context() as gone:
        gone.setattr(window.services.recovery, "leave", lambda: None)
        window.services.close_statistic()


def work(window: MainWindow) -> None:
    window.desk.run(rename_table("First", "Yearbook 3.1"))
    window.desk.run(set_title(TITLE))
    window.services.recovery.keep()
    settle(window)


def test_what_was_not_saved_is_offered_at_the_next_opening_and_comes_back(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    assert [one.path for one in all_unsaved(unsaved_folder())] == [str(path)]
    crash(window, monkeypatch)
    opened(window, path)
    assert "were not saved before the program ended" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    made = window.desk.state
    assert made.statistic is not None
    assert ([one.name for one in made.statistic.tables], made.table.spec.title) == (["Yearbook 3.1"], TITLE)
    assert window.desk.unsaved
    assert len(all_unsaved(unsaved_folder())) == 1  # until it is saved
    window.services.save()
    settle(window)
    assert not window.desk.unsaved
    assert all_unsaved(unsaved_folder()) == ()
    assert [one.name for one in open_statistic(path)[0].tables] == ["Yearbook 3.1"]


def test_who_discards_it_never_sees_it_again(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    window.services.recovery._found = None
    look = window.services.recovery
    look.look()
    settle(window)
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert remedy.other is not None
    remedy.other.act()
    assert all_unsaved(unsaved_folder()) == ()


def test_saved_or_closed_nothing_is_kept(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    window.services.save()
    settle(window)
    assert all_unsaved(unsaved_folder()) == ()
    window.desk.run(rename_table("Yearbook 3.1", "Yearbook 3.2"))
    window.services.recovery.keep()
    settle(window)
    assert len(all_unsaved(unsaved_folder())) == 1
    window.services.close_statistic()  # what confirm_leaving does after the question
    assert all_unsaved(unsaved_folder()) == ()


def test_it_is_not_offered_where_the_file_is_another_by_now(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    statistic, stamp = open_statistic(path)
    save_statistic(statistic, path, stamp)  # a colleague
    crash(window, monkeypatch)
    opened(window, path)
    assert "were not saved" not in window.message_bar.text


def test_a_program_that_still_runs_did_not_crash(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, saved(tmp_path))
    work(window)
    own = os.getpid()
    monkeypatch.setattr(kept.os, "getpid", lambda: own + 1)
    assert all_unsaved(unsaved_folder()) == ()


def test_of_a_sealed_statistic_only_what_its_file_shows_can_be_read(window: MainWindow, tmp_path: Path) -> None:
    seal, _ = make_seal({"methodologist": Secret.passphrase("noch eine andere Zeile")})
    path = tmp_path / "sealed.ckm"
    save_statistic(replace(small_statistic(), seal=seal), path)
    window.services.open_statistic(path, secret=Secret.passphrase("noch eine andere Zeile"))
    settle(window)
    work(window)
    (file,) = unsaved_folder().iterdir()
    content = file.read_bytes()
    assert TITLE.en.encode() not in content  # the table at hand is part of the sealed workspace
    assert small_statistic().secret.encode() not in content


def test_new_keys_that_are_nowhere_else_are_said_and_not_written(window: MainWindow, tmp_path: Path) -> None:
    opened(window, saved(tmp_path))
    window.desk.session.data = small_data()
    window.desk.session.unsaved_keys = True
    window.services.recovery.keep()
    settle(window)
    assert "New record keys are in memory only" in window.message_bar.text
    assert all_unsaved(unsaved_folder()) == ()


def test_the_policy_names_the_folder_or_switches_it_off(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, saved(tmp_path))
    value = Settings.value
    for text, found in (("off", None), (str(tmp_path / "x"), tmp_path / "x"), ("", unsaved_folder())):
        monkeypatch.setattr(
            Settings, "value", lambda self, name, t=text: t if name == "unsaved_folder" else value(self, name)
        )
        assert window.services.recovery.folder == found
    monkeypatch.setattr(Settings, "value", lambda self, name: "off" if name == "unsaved_folder" else value(self, name))
    work(window)
    assert all_unsaved(unsaved_folder()) == ()
