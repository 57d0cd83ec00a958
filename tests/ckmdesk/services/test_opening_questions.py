"""What is asked while a statistic is opened: each question keeps what the others before it asked, in any order."""

from __future__ import annotations

import json
import os
import platform
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QMessageBox

from ckmcore.base.user_dirs import make_private
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.release.register import reconcile, register_path
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.guard import UNGUARDED
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import make_personal_key, wrapped, write_new_person
from ckmcore.statistic.recovery import all_unsaved, keep_unsaved, unsaved_folder
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.source import load_period
from ckmcore.statistic.trusted_state import mark_of, read_mark, remember
from ckmcore.tabulate.spec import Value
from ckmdesk.base.frame import Remedy
from ckmdesk.commands.saved_tables import rename_table
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import press_in_list, remedy_button
from tests.kit.statistic_files import write_statistic
from tests.kit.statistics import small_statistic
from tests.kit.tables_page import settle

SECRET = Secret.key_file(bytes(range(48)))
OTHER = Secret.key_file(bytes(range(1, 49)))
NOON = "2026-11-22T12:00:00+01:00"
BUTTONS = {
    "Open nevertheless": "older",
    "Take over lock": "lock",
    "Take over lock ...": "lock",
    "Restore": "recovery",
    "Open as a copy": "recovery",
    "Choose file ...": "records",
    "Look again": "look",
}
KINDS = ("passphrase", "older", "lock", "recovery", "records", "look")


@dataclass
class Place:
    """A statistic's file, and what of it will have to be asked about."""

    folder: Path
    path: Path

    @property
    def lock(self) -> Path:
        return self.path.with_name(self.path.name + ".lock")


def prepared(folder: Path, *kinds: str, host: str = "") -> Place:
    """A statistic with one table renamed but not saved, sealed, older, locked, its records elsewhere: as is asked."""
    place = Place(folder, write_statistic(folder))
    statistic, stamp = open_statistic(place.path)
    if "look" in kinds:
        statistic = reconcile(released(statistic, place.path), folder)
        stamp = save_statistic(statistic, place.path, stamp)
    if "passphrase" in kinds:
        seal, _ = make_seal({"methodologist": SECRET})
        statistic = replace(statistic, seal=seal)
        stamp = save_statistic(statistic, place.path, stamp)
    guard = stamp.guard
    remember(statistic, guard)
    if "older" in kinds:
        older = place.path.read_bytes()
        later = save_statistic(statistic, place.path, stamp)
        remember(statistic, later.guard)
        place.path.write_bytes(older)
        guard = replace(guard, generation=later.guard.generation)  # as it is known once it was opened all the same
    if "recovery" in kinds:
        make_private(unsaved_folder())
        tables = (replace(statistic.tables[0], name="Renamed"), *statistic.tables[1:])
        work = replace(statistic, tables=tables)
        keep_unsaved(work, guard, "2026-11-24T12:00:00+01:00", str(place.path), unsaved_folder(), "died")
    if "lock" in kinds:
        left = {"host": host or platform.node(), "pid": 2**22 + 7, "time": "2026-11-21T08:12:00+00:00"}
        place.lock.write_text(json.dumps(left), encoding="utf-8")
    if "records" in kinds:
        (folder / "moved").mkdir()
        (folder / "people_2026.csv").rename(folder / "moved" / "people_2026.csv")
    return place


def released(statistic: Statistic, path: Path) -> Statistic:
    """With its first table released, which shows beside counts how many have an income."""
    values = (Value(), Value("valid", magnitude="income"))
    table = replace(statistic.tables[0], spec=statistic.tables[0].spec.with_changes(values=values))
    ready = prepare(statistic, table, lambda one: load_period(one, path))
    return release(submit(statistic, ready, "Anna", NOON), 1, "Bernd", NOON)


def remedies(window: MainWindow) -> dict[str, Remedy]:
    """What can be answered now, by its kind."""
    notices = (window.message_bar.shown, *window.message_bar.standing)
    found = [one.remedy for one in notices if one is not None and one.remedy is not None]
    return {BUTTONS[one.text]: one for one in found if one.text in BUTTONS}


def asked(window: MainWindow) -> set[str]:
    """What is asked now. A dialog stands before the window."""
    return {"passphrase"} if window.unlocking.dialog is not None else set(remedies(window))


def answer(window: MainWindow, kind: str, secret: Secret = SECRET) -> None:
    if kind == "passphrase":
        assert window.unlocking.dialog is not None
        window.unlocking.dialog.given.emit(secret)
    else:
        press(window, remedies(window)[kind])
    settle(window)


def press(window: MainWindow, remedy: Remedy) -> None:
    """The button beside a message, in the toast or in the list of those that last."""
    if window.message_bar.remedy is remedy and window.message_bar.shown not in window.message_bar.standing:
        remedy_button(window).click()
        return
    press_in_list(window, remedy.text)


@pytest.fixture
def desk_window(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """Gives up what was changed on the way where that is asked, and chooses the file where the records lie now."""
    monkeypatch.setattr(window, "ask_to_save", lambda: QMessageBox.StandardButton.Discard)
    monkeypatch.setattr(window, "choose_open_file", lambda *_: tmp_path / "moved" / "people_2026.csv")
    return window


def walk(window: MainWindow, place: Place, order: tuple[str, ...]) -> list[str]:
    """Opens, and answers what is asked, in this order wherever there is a choice; what was answered, one by one."""
    window.open_path(place.path)
    settle(window)
    answered: list[str] = []
    while found := asked(window):
        kind = next(one for one in order if one in found)
        answered.append(kind)
        assert len(answered) <= 9, answered  # nothing is asked for ever
        answer(window, kind)
    return answered


def check(window: MainWindow, place: Place, kinds: tuple[str, ...]) -> None:
    """Every question has what was answered to it."""
    statistic, session = window.desk.state.statistic, window.desk.session
    assert statistic is not None
    assert session.path == place.path
    assert not window.services.read_only
    assert json.loads(place.lock.read_text(encoding="utf-8"))["pid"] == os.getpid()
    assert (statistic.seal is not None) == ("passphrase" in kinds)
    assert session.data is not None
    assert ("Renamed" in [one.name for one in statistic.tables]) == ("recovery" in kinds)
    assert [one.result for one in statistic.looks] == (["held"] if "look" in kinds else [])


@pytest.mark.daily(3)
@pytest.mark.parametrize("pair", list(permutations(KINDS, 2)), ids="-".join)
def test_t15_of_two_questions_at_opening_each_keeps_what_the_other_asked_in_both_orders(
    desk_window: MainWindow, tmp_path: Path, pair: tuple[str, str]
) -> None:
    place = prepared(tmp_path, *pair)
    answered = walk(desk_window, place, pair)
    assert set(answered) == set(pair)
    check(desk_window, place, pair)


@pytest.mark.daily(1)
@pytest.mark.parametrize("order", [KINDS, KINDS[::-1]], ids=["first to last", "last to first"])
def test_t15_all_questions_at_once_end_in_the_statistic_with_all_their_answers(
    desk_window: MainWindow, tmp_path: Path, order: tuple[str, ...]
) -> None:
    place = prepared(tmp_path, *KINDS)
    assert set(walk(desk_window, place, order)) == set(KINDS)
    check(desk_window, place, KINDS)


@pytest.mark.thorough
def test_t15_a_sealed_statistic_whose_program_was_killed_is_taken_over_unlocked_and_brought_back(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    place = prepared(tmp_path, "passphrase", "lock", "recovery")
    assert walk(desk_window, place, KINDS) == ["passphrase", "lock", "passphrase", "recovery"]
    check(desk_window, place, ("passphrase", "recovery"))


@pytest.mark.thorough
def test_t15_the_lock_of_another_computer_stays_asked_for_through_the_second_question_and_a_wrong_passphrase(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    place = prepared(tmp_path, "passphrase", "lock", "recovery", host="desk12")
    desk_window.open_path(place.path)
    settle(desk_window)
    for kind, secret in (("passphrase", SECRET), ("lock", SECRET), ("lock", SECRET), ("passphrase", OTHER)):
        answer(desk_window, kind, secret)
    assert asked(desk_window) == {"passphrase"}
    for kind in ("passphrase", "recovery"):
        answer(desk_window, kind)
    check(desk_window, place, ("passphrase", "recovery"))


def cancel(window: MainWindow, _place: Place) -> None:
    assert window.unlocking.dialog is not None
    window.unlocking.dialog.cancel.click()


def set_back(window: MainWindow, place: Place) -> None:
    """An older file takes the place of the one that is open; whoever reads of it closes the message."""
    answer(window, "passphrase")
    assert asked(window) == {"older", "lock"}
    window.message_bar.clear()


def with_newer_version(place: Place) -> None:
    base = sqlite3.connect(place.path)
    base.execute("PRAGMA user_version = 9999")
    base.commit()
    base.close()


@pytest.mark.parametrize("end", [cancel, set_back])
def test_t15_who_does_not_answer_the_second_question_is_asked_the_first_one_still(
    desk_window: MainWindow, tmp_path: Path, end: Callable[[MainWindow, Place], None]
) -> None:
    place = prepared(tmp_path, "passphrase", "lock")
    desk_window.open_path(place.path)
    settle(desk_window)
    answer(desk_window, "passphrase")
    if end is set_back:
        older = place.path.read_bytes()
        statistic, stamp = open_statistic(place.path, SECRET)
        place.lock.rename(tmp_path / "lock")
        remember(statistic, save_statistic(statistic, place.path, stamp).guard)
        (tmp_path / "lock").rename(place.lock)
        place.path.write_bytes(older)
    answer(desk_window, "lock")
    end(desk_window, place)
    settle(desk_window)
    assert asked(desk_window) == {"lock"}
    assert desk_window.services.read_only


def test_t15_a_file_of_a_newer_version_in_the_place_of_the_locked_one_is_said_and_the_lock_is_asked_for_still(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    place = prepared(tmp_path, "lock")
    desk_window.open_path(place.path)
    settle(desk_window)
    with_newer_version(place)
    answer(desk_window, "lock")
    assert desk_window.message_bar.shown is not None
    assert desk_window.message_bar.shown.kind == "error"
    assert asked(desk_window) == {"lock"}


def test_t15_an_older_file_is_accepted_as_it_was_read_of_and_no_other_in_its_place(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    place = prepared(tmp_path, "older")
    desk_window.open_path(place.path)
    settle(desk_window)
    assert asked(desk_window) == {"older"}
    statistic, _ = open_statistic(place.path)
    place.path.unlink()
    save_statistic(replace(statistic, tables=()), place.path)
    answer(desk_window, "older")
    assert asked(desk_window) == {"older"}
    assert desk_window.desk.state.statistic is None


def test_t15_a_statistic_without_a_file_is_offered_still_where_its_passphrase_is_not_given(
    desk_window: MainWindow,
) -> None:
    seal, _ = make_seal({"methodologist": SECRET})
    make_private(unsaved_folder())
    statistic = replace(small_statistic(), seal=seal)
    keep_unsaved(statistic, UNGUARDED, "2026-11-24T12:00:00+01:00", "", unsaved_folder(), "died")
    desk_window._show_page()
    settle(desk_window)
    answer(desk_window, "recovery")
    assert asked(desk_window) == {"passphrase"}
    assert desk_window.unlocking.dialog is not None
    desk_window.unlocking.dialog.cancel.click()
    settle(desk_window)
    assert asked(desk_window) == {"recovery"}
    answer(desk_window, "recovery")
    answer(desk_window, "passphrase")
    assert desk_window.desk.state.statistic is not None


@pytest.mark.thorough
def test_t15_what_was_changed_after_opening_is_not_lost_by_what_is_brought_back(
    desk_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = prepared(tmp_path, "recovery")
    desk_window.open_path(place.path)
    settle(desk_window)
    desk_window.desk.run(rename_table("Jobs", "Meanwhile"))
    monkeypatch.setattr(desk_window, "ask_to_save", lambda: QMessageBox.StandardButton.Cancel)
    answer(desk_window, "recovery")
    statistic = desk_window.desk.state.statistic
    assert statistic is not None
    assert "Meanwhile" in [one.name for one in statistic.tables]
    assert asked(desk_window) == {"recovery"}
    monkeypatch.setattr(desk_window, "ask_to_save", lambda: QMessageBox.StandardButton.Save)
    answer(desk_window, "recovery")
    assert "Meanwhile" in [one.name for one in open_statistic(place.path)[0].tables]
    assert desk_window.desk.session.path is None  # beside the file, as a copy
    assert len(all_unsaved(unsaved_folder())) == 1


def test_t15_a_personal_key_that_is_given_up_while_it_is_tried_signs_nothing(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "anna.ckmperson"
    write_new_person(file, wrapped(make_personal_key("Anna"), SECRET))
    signing, done = desk_window.services.signing, list[str]()
    signing.use(file)
    signing.open_own(lambda: done.append("signed"))
    assert desk_window.unlocking.dialog is not None
    dialog = desk_window.unlocking.dialog
    dialog.given.emit(SECRET)
    dialog.cancel.click()
    settle(desk_window)
    assert done == []
    assert signing.key is None


@pytest.mark.thorough
def test_t18_a_mark_that_nobody_proves_is_told_once_in_the_window_and_the_methodologist_removes_it(
    desk_window: MainWindow, tmp_path: Path
) -> None:
    place = prepared(tmp_path)
    statistic, stamp = open_statistic(place.path)
    register_path(tmp_path, statistic.identity).write_text("", encoding="utf-8")
    mark = tmp_path / f"{statistic.identity}.ckmmark"
    mark.write_bytes(msgspec.json.encode(replace(mark_of(statistic, stamp.guard), generation=900)))
    desk_window.open_path(place.path)
    settle(desk_window)
    assert not desk_window.services.read_only
    assert "Nobody proves that it is right" in desk_window.message_bar.text
    remedy = desk_window.message_bar.remedy
    assert remedy is not None
    assert remedy.text == "Remove mark"
    press(desk_window, remedy)
    settle(desk_window)
    assert read_mark(tmp_path, statistic) == mark_of(statistic, stamp.guard)
    desk_window.services.close_statistic()
    desk_window.open_path(place.path)
    settle(desk_window)
    assert desk_window.message_bar.text == ""
