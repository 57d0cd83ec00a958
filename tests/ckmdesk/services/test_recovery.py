"""Work that was not saved before the program ended: kept, offered, brought back or given up."""

from __future__ import annotations

import json
import os
import platform
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ckmcore.base.texts import Texts
from ckmcore.base.user_dirs import own_part
from ckmcore.methods.rounding import Rounding
from ckmcore.statistic import recovery as kept
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.guard import UNGUARDED
from ckmcore.statistic.recovery import all_unsaved, keep_unsaved, unsaved_folder
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.commands.method import put_in_force
from ckmdesk.commands.saved_tables import rename_table
from ckmdesk.commands.tables import go_to, lay_out, save_table, set_title
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell import leaving
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.statistics import saved, small_data, small_statistic
from tests.kit.tables_page import settle

TITLE = Texts.same("Not saved yet")


def opened(window: MainWindow, path: Path) -> None:
    window.open_path(path)
    settle(window)


def crash(window: MainWindow) -> None:
    """The program is gone; nothing was asked or tidied up, its lock is there still. A new one finds what it kept."""
    path, recovery = window.desk.session.path, window.services.recovery
    recovery._own, recovery._taken = "", None
    recovery._keeper = f"{int(recovery._keeper, 16) + 1:x}"
    window.services.close_statistic()
    if path is not None:
        left = {"host": platform.node(), "pid": 2**22 + 7, "time": "2026-11-21T08:12:00+00:00"}
        path.with_name(path.name + ".lock").write_text(json.dumps(left), encoding="utf-8")


def answer(window: MainWindow, words: str) -> None:
    remedy = window.message_bar.remedy
    while remedy is not None and remedy.text != words:
        remedy = remedy.other
    assert remedy is not None
    remedy.act()
    settle(window)


def work(window: MainWindow) -> None:
    window.desk.run(rename_table("First", "Yearbook 3.1"))
    window.desk.run(set_title(TITLE))
    window.services.recovery.keep()
    settle(window)


def is_back(window: MainWindow) -> bool:
    """Whether the work of `work` is on the desk, still to be saved."""
    state = window.desk.state
    assert state.statistic is not None
    names = [one.name for one in state.statistic.tables]
    return (names, state.table.spec.title, window.desk.unsaved) == (["Yearbook 3.1"], TITLE, True)


@pytest.mark.thorough
def test_what_was_not_saved_is_offered_at_the_next_opening_and_comes_back(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    assert [one.path for one in all_unsaved(unsaved_folder())] == [str(path)]
    crash(window)
    opened(window, path)
    answer(window, "Take over lock")
    assert "were not saved before the program ended" in window.message_bar.text
    answer(window, "Restore")
    assert is_back(window)
    assert len(all_unsaved(unsaved_folder())) == 1  # until it is saved
    window.services.save()
    settle(window)
    assert not window.desk.unsaved
    assert all_unsaved(unsaved_folder()) == ()
    assert [one.name for one in open_statistic(path)[0].tables] == ["Yearbook 3.1"]


@pytest.mark.thorough
def test_who_discards_it_never_sees_it_again_and_is_asked_for_the_one_before(
    window: MainWindow, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    for _ in range(2):
        opened(window, path)
        if window.message_bar.remedy is not None:
            answer(window, "Take over lock")
        work(window)
        crash(window)
    assert len(all_unsaved(unsaved_folder())) == 2
    opened(window, path)
    answer(window, "Take over lock")
    answer(window, "Discard")
    assert len(all_unsaved(unsaved_folder())) == 1
    answer(window, "Discard")
    assert all_unsaved(unsaved_folder()) == ()
    assert window.message_bar.remedy is None


@pytest.mark.thorough
def test_what_was_offered_and_not_answered_stays_for_the_next_opening(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    crash(window)
    opened(window, path)  # the lock that was left: read-only, closed again
    window.services.close_statistic()
    opened(window, path)
    answer(window, "Take over lock")
    window.services.close_statistic()
    assert len(all_unsaved(unsaved_folder())) == 1
    opened(window, path)
    assert "were not saved before the program ended" in window.message_bar.text


@pytest.mark.thorough
def test_what_this_window_keeps_itself_is_never_offered(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    crash(window)
    opened(window, path)
    answer(window, "Take over lock")
    window.desk.run(set_title(Texts.same("Something else meanwhile")))
    window.services.recovery.keep()
    settle(window)
    answer(window, "Discard")
    assert window.message_bar.remedy is None
    assert len(all_unsaved(unsaved_folder())) == 1


@pytest.mark.thorough
def test_what_was_brought_back_is_kept_once_and_offered_once(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    for _ in range(2):
        crash(window)
        opened(window, path)
        answer(window, "Take over lock")
        answer(window, "Restore")
        assert is_back(window)
        window.services.recovery.keep()
        settle(window)
        assert len(all_unsaved(unsaved_folder())) == 1
    window.services.save()
    settle(window)
    assert all_unsaved(unsaved_folder()) == ()


def test_who_gives_up_while_it_is_being_written_leaves_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, saved(tmp_path))
    window.desk.run(set_title(TITLE))
    begun, really = threading.Event(), kept.keep_unsaved

    def slow(*asked: Any, **more: Any) -> Any:
        begun.set()
        return really(*asked, **more)

    monkeypatch.setattr(kept, "keep_unsaved", slow)
    window.services.recovery.keep()
    assert begun.wait(10)
    window.jobs.close()  # as a window that closes does: the thread ends, its word comes no more
    assert len(list(unsaved_folder().iterdir())) == 1
    window.services.close()
    assert list(unsaved_folder().iterdir()) == []


def test_a_second_program_of_the_user_removes_nothing_that_the_first_one_keeps(
    window: MainWindow, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    (mine,) = unsaved_folder().iterdir()
    other = keep_unsaved(small_statistic(), UNGUARDED, "2026-11-24T12:00:00+01:00", str(path), unsaved_folder(), "b")
    assert len(list(unsaved_folder().iterdir())) == 2
    window.services.close_statistic()
    assert not mine.exists()
    assert all_unsaved(unsaved_folder()) == (other,)


@pytest.mark.thorough
def test_a_statistic_that_never_had_a_file_is_offered_on_the_start_page(window: MainWindow) -> None:
    window.services.begin(small_statistic(), Session())
    work(window)
    crash(window)
    window._show_page()
    settle(window)
    assert "was never saved before the program ended" in window.message_bar.text
    answer(window, "Restore")
    assert is_back(window)
    assert window.desk.session.path is None
    assert len(all_unsaved(unsaved_folder())) == 1


@pytest.mark.thorough
def test_the_sample_that_was_brought_back_is_not_left_without_a_question(window: MainWindow) -> None:
    window.services.open_sample()
    settle(window)
    window.desk.run(set_title(TITLE))
    window.services.recovery.keep()
    settle(window)
    assert not leaving.worth_asking(window.desk)  # it is for trying out
    crash(window)
    window._show_page()
    settle(window)
    answer(window, "Restore")
    assert window.desk.state.table.spec.title == TITLE
    assert leaving.worth_asking(window.desk)


@pytest.mark.thorough
def test_of_a_sealed_one_that_never_had_a_file_the_passphrase_is_asked_for(window: MainWindow) -> None:
    seal, _ = make_seal({"methodologist": Secret.passphrase("noch eine andere Zeile")})
    window.services.begin(replace(small_statistic(), seal=seal), Session())
    work(window)
    crash(window)
    window._show_page()
    settle(window)
    answer(window, "Restore")
    dialog = window.unlocking.dialog
    assert dialog is not None
    dialog.given.emit(Secret.passphrase("not this one at all"))
    settle(window)
    assert dialog.fault.text()
    dialog.given.emit(Secret.passphrase("noch eine andere Zeile"))
    settle(window)
    assert window.unlocking.dialog is None
    assert window.desk.state.table.spec.title == TITLE


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


@pytest.mark.thorough
def test_where_the_file_is_another_by_now_it_comes_back_as_a_copy(window: MainWindow, tmp_path: Path) -> None:
    path = saved(tmp_path)
    opened(window, path)
    work(window)
    statistic, stamp = open_statistic(path)
    save_statistic(statistic, path, stamp)  # a colleague
    content = path.read_bytes()
    crash(window)
    opened(window, path)
    answer(window, "Take over lock")
    assert "the file was saved by somebody since" in window.message_bar.text
    answer(window, "Open as a copy")
    assert is_back(window)
    assert window.desk.session.path is None
    window.services._write(tmp_path / "copy.ckm", None, None)
    settle(window)
    assert path.read_bytes() == content
    assert all_unsaved(unsaved_folder()) == ()
    opened(window, path)
    assert window.message_bar.text == ""  # the statistic that is known here is still the file
    opened(window, tmp_path / "copy.ckm")
    assert "is not the statistic that is known here" in window.message_bar.text
    assert "it is older" in window.message_bar.text


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
    assert "The new record keys are not saved yet" in window.message_bar.text
    assert all_unsaved(unsaved_folder()) == ()


def test_the_policy_names_the_folder_or_switches_it_off(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, saved(tmp_path))
    value = Settings.value
    for text, found in (("off", None), (str(tmp_path / "x"), own_part(tmp_path / "x")), ("", unsaved_folder())):
        monkeypatch.setattr(
            Settings, "value", lambda self, name, t=text: t if name == "unsaved_folder" else value(self, name)
        )
        assert window.services.recovery.folder == found
    monkeypatch.setattr(Settings, "value", lambda self, name: "off" if name == "unsaved_folder" else value(self, name))
    work(window)
    assert all_unsaved(unsaved_folder()) == ()


def taken_over(window: MainWindow, folder: Path) -> None:
    """New data, taken over with keys that were generated, and a table of them; nothing was saved."""
    lines = ["sex;area", *(f"{'mw'[number % 2]};{number % 3:02d}" for number in range(200))]
    (folder / "people.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    window.desk.run(go_to("data"))
    window.open_path(folder / "people.csv")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.take_button.click()
    settle(window)
    window.desk.run(put_in_force(Rounding(5), "2026-01-01"))
    window.desk.run(lay_out("Sex by area", TableSpec(["sex"], ["area"])))
    window.desk.run(save_table("Sex by area", "2026-01-01T00:00:00+00:00"))
    settle(window)


@pytest.mark.thorough
def test_t16_new_data_that_were_never_saved_are_kept_and_offered_at_the_start_without_their_keys(
    window: MainWindow, tmp_path: Path
) -> None:
    taken_over(window, tmp_path)
    assert window.desk.session.unsaved_keys
    before = window.desk.state.statistic
    assert before is not None
    keys = window.desk.session.data.record_keys.values  # type: ignore[union-attr]
    window.services.recovery.keep()
    settle(window)
    (file,) = unsaved_folder().iterdir()
    assert keys[:8].tobytes() not in file.read_bytes()
    crash(window)
    window._show_page()
    settle(window)
    assert before.title.en in window.message_bar.text
    assert "was never saved before the program ended" in window.message_bar.text
    answer(window, "Restore")
    back = window.desk.state.statistic
    assert back is not None
    assert back.identity == before.identity
    assert back.tables == before.tables
    assert back.dictionary == before.dictionary
    assert back.period == replace(before.period, keys=None)
    assert window.desk.session.data is not None
    assert window.desk.session.data.record_keys is None
    assert "but for its record keys" in window.message_bar.text
    window.services._write(tmp_path / "saved.ckm", None, None)
    settle(window)
    assert all_unsaved(unsaved_folder()) == ()
    assert open_statistic(tmp_path / "saved.ckm")[0].tables == before.tables


@pytest.mark.thorough
def test_t16_of_several_that_were_never_saved_each_is_kept_under_a_name_of_its_own(
    window: MainWindow, tmp_path: Path
) -> None:
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        taken_over(window, folder)
        window.services.recovery.keep()
        settle(window)
        crash(window)
    assert len(list(unsaved_folder().iterdir())) == 2
    window._show_page()
    settle(window)
    answer(window, "Discard")
    answer(window, "Restore")
    assert window.desk.state.statistic is not None
    assert len(list(unsaved_folder().iterdir())) == 1
