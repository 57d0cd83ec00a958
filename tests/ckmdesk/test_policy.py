"""What the policy of the computer decides holds in the window: shown as locked, with the reason, and unchangeable."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from ckmcore.base import limits
from ckmcore.base.limits import Limits
from ckmcore.base.texts import Texts
from ckmcore.office import policy
from ckmcore.office.policy import DeskSettings, Policy, ProcessSettings, parse_policy
from ckmcore.office.settings import Office
from ckmcore.office.settings_file import read_office, write_office
from ckmdesk.base.settings import SETTINGS, Settings
from ckmdesk.base.translation import Translations
from ckmdesk.commands.desk import Desk
from ckmdesk.look.theme import Theme
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.settings.page import SettingsPage
from ckmdesk.shell import app
from ckmdesk.shell.app import follow_limits
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import saved

Open = Callable[..., MainWindow]
WHY = Texts("Ten people share this computer.", "Zehn Personen teilen sich diesen Rechner.")


def decided(**parts: Any) -> Policy:
    content = {"form": "ckm policy", "version": 1, "reason": {"en": WHY.en, "de": WHY.de}} | parts
    return parse_policy(json.dumps(content).encode(), Path("policy.json"))


@pytest.fixture
def open_window(qapp: QApplication, tmp_path: Path, theme: Theme) -> Iterator[Open]:
    """Makes a window under a policy; its settings lie in the folder of the test."""
    made: list[tuple[MainWindow, Translations]] = []

    def make(found: Policy) -> MainWindow:
        settings = Settings(tmp_path / "own.ini", found)
        translations = Translations()
        translations.use(settings.language)
        window = MainWindow(Desk(), settings, theme, translations)
        window.show()
        made.append((window, translations))
        return window

    yield make
    for window, translations in made:
        window.jobs.wait_idle()
        window.close()
        window.deleteLater()
        translations.remove()
    limits.use(Limits())


def settings_page(window: MainWindow) -> SettingsPage:
    window.go_to("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    return page


def test_a_policy_may_decide_what_a_person_may_set_and_the_same_values() -> None:
    known = {one.name: one for one in SETTINGS}
    lockable = [one.name for part in (DeskSettings, ProcessSettings) for one in fields(part)]
    assert sorted(set(known) - set(lockable)) == [
        "freeze_total",
        "geometry",
        "person_key",
        "recent",
        "tables_pane",
    ]  # what the program remembers, nobody sets
    for name, hint in typing.get_type_hints(DeskSettings).items():
        choices = [str(value) for part in get_args(hint) for value in get_args(part)]
        assert tuple(choices) == known[name].choices, name


def test_what_is_decided_goes_before_the_choice_and_the_command_line_and_is_kept_for_later(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    own = Settings(file)
    own.set("language", "en")
    own.set("person", "Anna")
    own.sync()
    under = Settings(file, decided(desk={"language": "de", "person": "", "role": "clerk"}))
    under.overrule("language", "en")
    under.set("language", "en")
    under.set("role", "methodologist")
    assert (under.language, under.role, under.value("person")) == ("de", "clerk", "")
    assert under.locked("language")
    assert not under.locked("theme")
    under.set("theme", "dark")
    with pytest.raises(ValueError, match="role"):
        under.set("role", "boss")
    under.sync()
    free = Settings(file)
    assert (free.language, free.role, free.person, free.theme) == ("en", "methodologist", "Anna", "dark")


def test_the_offices_file_keeps_its_own_below_the_policy(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    own = Settings(file)
    own.offices.set(Office(signs="dots", font="Arial"))
    under = Settings(file, decided(office={"signs": "british", "four_eyes": True}))
    assert under.office == Office(signs="british", font="Arial", four_eyes=True)
    heard: list[str] = []
    under.listeners.append(heard.append)
    under.offices.set(Office(signs="german", font="Courier", four_eyes=True))
    assert under.office == Office(signs="british", font="Courier", four_eyes=True)
    assert heard == ["office"]
    assert Settings(file).office == Office(signs="dots", font="Courier")


@pytest.mark.thorough
def test_every_locked_setting_is_shown_as_locked_with_the_reason_and_no_other(open_window: Open) -> None:
    office = {"signs": "british", "name": {"de": "Amt"}, "logo": "", "forms": ["px"], "font_size": 9, "four_eyes": True}
    found = decided(
        desk={"language": "en", "role": "clerk", "person": "Anna"}, process={"threads": 2, "memory": 512}, office=office
    )
    window = open_window(found)
    page = settings_page(window)
    locked = {"language", "person", "threads", "memory", *(f"office_{name}" for name in office)}
    for name, row in page.rows.items():
        assert row.control.isEnabled() == (name not in locked), name
        assert row.lock.isVisibleTo(page) == (name in locked), name
        if name in locked:
            assert WHY.en in row.lock.text()
            assert row.control.accessibleDescription() == row.lock.text()
    assert page.policy_card.isVisibleTo(page)
    assert WHY.en in page.policy_text.text()
    assert "policy.json" in page.policy_text.text()
    assert page.policy_text.text().splitlines()[0].partition(": ")[2] == (
        "Language, Role, Name in the register, Threads at most, Memory for results (MB), "
        "Name, Logo, Signs, Formats, Size of font, Four eyes"
    )
    shown = page.editors
    assert (shown["person"].field.text(), shown["threads"].box.value(), shown["memory"].box.value()) == ("Anna", 2, 512)
    assert shown["language"].box.currentData() == "en"


def test_without_a_policy_nothing_is_locked_and_no_card_speaks_of_one(window: MainWindow) -> None:
    page = settings_page(window)
    assert not page.policy_card.isVisibleTo(page)
    assert [name for name, row in page.rows.items() if row.lock.isVisibleTo(page)] == []
    assert [name for name, row in page.rows.items() if not row.control.isEnabled()] == []


def test_the_lock_speaks_german_and_does_without_a_reason(open_window: Open) -> None:
    page = settings_page(open_window(decided(desk={"language": "de"}, reason={})))
    assert page.rows["language"].lock.text() == (
        "Durch die Richtlinie dieses Rechners festgelegt; ändern kann es nur die Verwaltung."
    )
    assert page.policy_word.text() == "Richtlinie dieses Rechners"


WHOLE_DESK = {"language": "de", "theme": "light", "text_size": 150, "role": "clerk", "person": "Anna"}


@pytest.mark.thorough
def test_menus_and_status_bar_change_nothing_that_is_locked(open_window: Open, tmp_path: Path) -> None:
    window = open_window(decided(desk=WHOLE_DESK))
    for setting, values in window.menus.choices.items():
        assert not window.menus._choice_menus[setting].isEnabled(), setting
        for action in values.values():
            action.trigger()
    assert (window.settings.language, window.settings.theme, window.settings.role) == ("de", "light", "clerk")
    assert not window.status._language.isEnabled()
    window.open_path(saved(tmp_path))
    window.jobs.wait_idle()
    assert set(window.visible_pages()) == {"tables", "release"}
    window.go_to("release")
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    assert page.detail.person.isReadOnly()


def test_a_file_of_the_office_is_taken_over_but_for_what_the_policy_decides(open_window: Open, tmp_path: Path) -> None:
    window = open_window(decided(desk={"language": "en"}, office={"signs": "british", "font_size": 9}))
    page = settings_page(window)
    file = tmp_path / "given.ckmoffice"
    write_office(file, Office(signs="dots", font="Arial"))
    page.take_over(file)
    assert window.settings.office == Office(signs="british", font="Arial", font_size=9)
    assert window.message_bar.text.endswith("stays as it is: Signs.")
    write_office(file, Office(font="Courier"))
    page.take_over(file)
    assert "hold on this desk" in window.message_bar.text
    page.hand_on_to(file)
    assert read_office(file) == window.settings.office


# --- threads and memory ---------------------------------------------------------------------------------------------


def test_threads_and_memory_hold_at_once_and_at_the_next_start(open_window: Open, tmp_path: Path) -> None:
    window = open_window(decided(desk={"language": "en"}))
    follow_limits(window.settings)
    page = settings_page(window)
    threads, memory = page.editors["threads"].box, page.editors["memory"].box
    assert (threads.text(), memory.text()) == ("one for each processor", "usual: 3,072")
    threads.setValue(1)
    threads.editingFinished.emit()
    memory.setValue(512)
    memory.editingFinished.emit()
    assert limits.limits() == Limits(1, 512)
    memory.setValue(5)
    memory.editingFinished.emit()
    assert page.rows["memory"].fault.text() == "256 to 1,048,576 MB are possible, or 0: what is usual."
    assert limits.limits() == Limits(1, 512)
    window.settings.sync()
    assert Settings(tmp_path / "own.ini").limits == Limits(1, 512)


@pytest.mark.parametrize("text", ["-1", "x", "9" * 5000, "257", "", "²"])
def test_a_number_in_the_file_that_cannot_be_is_the_default(tmp_path: Path, text: str) -> None:
    file = tmp_path / "settings.ini"
    file.write_text(f"[General]\nthreads={text}\nmemory={text}\n", encoding="utf-8")
    found = Settings(file)
    if text != "257":
        assert found.limits == Limits()
    else:
        assert found.limits == Limits(0, 257)


# --- start ----------------------------------------------------------------------------------------------------------


def test_a_faulty_policy_lets_no_window_open_and_says_why(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "policy.json"
    file.write_text('{"form": "ckm policy", "version": 1, "desk": {"role": "boss"}}', encoding="utf-8")
    monkeypatch.setattr(policy, "machine_file", lambda: file)
    seen: list[str] = []

    def close() -> None:
        for widget in qapp.topLevelWidgets():
            if isinstance(widget, QMessageBox):
                seen.append(widget.text())
                widget.accept()

    QTimer.singleShot(0, close)
    assert app.main(["--language", "de"]) == 1
    assert len(seen) == 1
    assert "$.desk.role" in seen[0]
    assert seen[0].startswith("Die Richtlinie")
    assert caplog.messages == seen
