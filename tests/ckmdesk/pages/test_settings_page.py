"""The page of the settings: every setting of the office has its control, is checked, kept, found and handed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from ckmcore.base.texts import Texts
from ckmcore.office.settings import OFFICE_SETTINGS, Office
from ckmcore.office.settings_file import read_office, write_office
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.seal import Secret, SecretWrong, open_seal
from ckmdesk.base.settings import Settings
from ckmdesk.pages.settings.editors import ChoicesEditor, LongTextsEditor, TextEditor, TextsEditor
from ckmdesk.pages.settings.page import SettingsPage
from ckmdesk.pages.settings.statistic_card import StatisticCard
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.statistics import saved
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow) -> SettingsPage:
    window.go_to("settings")
    found = window.page("settings")
    assert isinstance(found, SettingsPage)
    return found


def type_into(widget: QLineEdit, text: str) -> None:
    widget.setText(text)  # QTest types ASCII only
    QTest.keyClick(widget, Qt.Key.Key_Return)


def test_the_page_opens_also_without_a_statistic_and_closes_to_where_one_was(window: MainWindow) -> None:
    window.menus.actions["settings"].trigger()
    assert window.desk.state.page == "settings"
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    page.done.click()
    assert window.desk.state.page == "start"


def test_every_setting_of_the_office_has_a_named_control_and_shows_its_default(page: SettingsPage) -> None:
    for one in OFFICE_SETTINGS:
        editor = page.editors[one.key]
        focus = editor.focusProxy()
        assert focus is not None, one.name
        assert one.title.text("en") in focus.accessibleName(), one.name
        assert page.rows[f"office_{one.name}"].help.text() == one.help.text("en")


def test_what_is_typed_is_kept_and_read_again_by_the_next_window(page: SettingsPage, settings: Settings) -> None:
    name = page.editors["office_name"]
    assert isinstance(name, TextsEditor)
    type_into(name.field.fields["de"], "Amt für Statistik")
    signs = page.editors["office_signs"]
    signs.edited.emit("british")
    forms = page.editors["office_forms"]
    assert isinstance(forms, ChoicesEditor)
    forms.boxes["px"].click()
    note = page.editors["office_note"]
    assert isinstance(note, LongTextsEditor)
    note.fields["en"].setFocus()
    QTest.keyClicks(note.fields["en"], "Ask us.")
    name.field.fields["de"].setFocus()
    again = Settings(settings.offices.file.with_name("settings.ini")).office
    assert again == settings.office
    assert (again.name.de, again.signs, again.forms, again.note.en) == (
        "Amt für Statistik",
        "british",
        ("xlsx", "px"),
        "Ask us.",
    )


def test_a_value_that_cannot_be_is_refused_in_words_and_stays_in_its_field(
    page: SettingsPage, settings: Settings
) -> None:
    names = page.editors["office_file_names"]
    assert isinstance(names, TextEditor)
    type_into(names.field, "{tabelle}")
    row = page.rows["office_file_names"]
    assert "{tabelle}" in row.fault.text()
    assert row.fault.isVisibleTo(page)
    assert names.field.text() == "{tabelle}"
    assert settings.office.file_names == "{table} {period}"
    type_into(names.field, "{number}_{table}")
    assert not row.fault.text()
    assert settings.office.file_names == "{number}_{table}"
    forms = page.editors["office_forms"]
    assert isinstance(forms, ChoicesEditor)
    forms.boxes["xlsx"].click()
    assert page.rows["office_forms"].fault.text() == "At least one format is needed."


def test_the_search_finds_titles_helps_and_choices_in_both_languages(page: SettingsPage) -> None:
    def shown() -> set[str]:
        return {name for name, row in page.rows.items() if row.title.isVisibleTo(page)}

    everything = shown()
    page.search.setText("zeichenerklärung")
    assert shown() == {"office_signs"}
    page.search.setText("pc-axis")
    assert shown() == {"office_forms"}
    page.search.setText("theme")
    assert "theme" in shown()
    page.search.setText("no such thing")
    assert shown() == set()
    assert page.nothing.isVisibleTo(page)
    page.search.clear()
    assert shown() == everything


def test_a_file_of_the_office_is_taken_over_and_handed_on(
    page: SettingsPage, settings: Settings, window: MainWindow, tmp_path: Path
) -> None:
    given = tmp_path / "given.ckmoffice"
    office = Office(name=Texts("Office", "Amt"), apostrophe=False, four_eyes=True)
    write_office(given, office)
    page.take_over(given)
    assert settings.office == office
    made = tmp_path / "made.ckmoffice"
    page.hand_on_to(made)
    assert read_office(made) == office
    newer = tmp_path / "newer.ckmoffice"
    newer.write_text('{"form": "ckm office", "version": 99, "settings": {}}', encoding="utf-8")
    page.take_over(newer)
    assert "newer.ckmoffice" in window.message_bar.text
    assert settings.office == office


@pytest.mark.thorough
def test_language_and_theme_follow_the_office_where_nobody_has_chosen(page: SettingsPage, settings: Settings) -> None:
    page.editors["office_language"].edited.emit("de")
    assert settings.language == "en"
    settings.set("language", "system")
    assert settings.language == "de"
    page.editors["office_theme"].edited.emit("dark")
    assert settings.theme == "light"
    settings.set("theme", "system")
    assert settings.theme == "dark"


def test_a_broken_file_of_settings_is_named_and_the_defaults_hold(window: MainWindow, settings: Settings) -> None:
    settings.offices.file.write_text("{", encoding="utf-8")
    window.go_to("settings")
    settle(window)
    assert settings.offices.file.name in window.message_bar.text
    assert settings.office == Office()


@pytest.fixture
def card(window: MainWindow, tmp_path: Path) -> StatisticCard:
    """The card of an open statistic that has a file."""
    window.open_path(saved(tmp_path))
    settle(window)
    window.go_to("settings")
    found = window.page("settings")
    assert isinstance(found, SettingsPage)
    return found.of_statistic


def give(card: StatisticCard, clerk: str, methodologist: str, releaser: str) -> None:
    for role, text in (("clerk", clerk), ("methodologist", methodologist), ("releaser", releaser)):
        card.fields[role].setText(text)  # type: ignore[index]


def test_four_eyes_go_on_record_with_who_switched_them_and_undo_leaves_that(
    window: MainWindow, card: StatisticCard
) -> None:
    card.four_eyes.click()
    settle(window)
    made = statistic_of(window)
    assert (made.four_eyes, card.four_eyes.isChecked()) == (True, True)
    assert [(one.kind, one.on, one.person) for one in made.register] == [
        ("four_eyes", True, window.settings.person),
    ]
    window.desk.undo()
    assert statistic_of(window).four_eyes


def test_roles_are_set_up_with_a_recovery_passphrase_that_is_shown_once(
    window: MainWindow, card: StatisticCard, tmp_path: Path
) -> None:
    give(card, "a phrase of clerks", "a phrase of methods", "a phrase of release")
    card.set_up.click()
    settle(window)
    recovery = card.recovery.text()
    assert card.recovery.isVisibleTo(card)
    assert len(recovery) == 47
    assert all(not field.text() for field in card.fields.values())
    window.services.save()
    settle(window)
    for text, role in (("a phrase of clerks", "clerk"), (recovery, "methodologist")):
        found, _ = open_statistic(tmp_path / "small.ckm", Secret.passphrase(text))
        assert found.seal is not None
        assert found.seal.role == role
    card.written_down.click()
    assert card.recovery.text() == ""
    assert window.desk.undo_name is None


def test_roles_that_cannot_be_are_refused_in_words(window: MainWindow, card: StatisticCard) -> None:
    give(card, "a phrase of clerks", "", "a phrase of release")
    card.set_up.click()
    settle(window)
    assert "methodologist" in card.fault.text()
    give(card, "a phrase of clerks", "a phrase of clerks", "a phrase of release")
    card.set_up.click()
    settle(window)
    assert "same passphrase" in card.fault.text()
    assert statistic_of(window).seal is None


def test_a_passphrase_is_changed_and_roles_are_removed(
    window: MainWindow, card: StatisticCard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(card, "a phrase of clerks", "a phrase of methods", "a phrase of release")
    card.set_up.click()
    settle(window)
    key = tmp_path / "release.key"
    key.write_bytes(bytes(range(40)))
    monkeypatch.setattr(window, "choose_open_file", lambda *_: key)
    card.files["releaser"].click()
    card.changes["releaser"].click()
    settle(window)
    seal = statistic_of(window).seal
    assert seal is not None
    assert open_seal(seal.locks, Secret.key_file(bytes(range(40))), "a").role == "releaser"
    with pytest.raises(SecretWrong):
        open_seal(seal.locks, Secret.passphrase("a phrase of release"), "a")
    card.remove.click()
    assert statistic_of(window).seal is not None  # it asks first
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    assert statistic_of(window).seal is None


def test_only_methodologists_see_the_settings_of_the_statistic(window: MainWindow, card: StatisticCard) -> None:
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    assert card.isVisibleTo(page)
    window.settings.set("role", "clerk")
    window.go_to("settings")
    page = window.page("settings")
    assert isinstance(page, SettingsPage)
    assert not page.of_statistic.isVisibleTo(page)


def test_tab_goes_from_the_search_through_every_setting(window: MainWindow, page: SettingsPage) -> None:
    window.activateWindow()
    page.first_focus().setFocus()
    assert window.focusWidget() is page.search
    reached = []
    for _ in range(70):
        focused = window.focusWidget()
        assert focused is not None
        reached.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    for one in OFFICE_SETTINGS:
        assert page.editors[one.key].focusProxy() in reached, one.name
    assert page.editors["person"].focusProxy() in reached


@pytest.mark.thorough
@pytest.mark.look
def test_the_recovery_passphrase_is_on_the_screen_at_once_and_gone_with_its_statistic(
    window: MainWindow, page: SettingsPage, card: StatisticCard, tmp_path: Path
) -> None:
    give(card, "a phrase of clerks", "a phrase of methods", "a phrase of release")
    card.set_up.click()
    settle(window)
    QApplication.processEvents()
    assert window.focusWidget() is card.written_down
    assert card.recovery.visibleRegion().boundingRect().height() == card.recovery.height()
    card.fields["clerk"].setText("half of another phrase")
    window.services.open_statistic(saved(tmp_path, "other.ckm"))
    settle(window)
    window.go_to("settings")
    shown = window.page("settings")
    assert isinstance(shown, SettingsPage)
    card = shown.of_statistic
    assert card.recovery.text() == ""
    assert card.fields["clerk"].text() == ""
    assert not card.recovery.isVisibleTo(card)


def test_a_dot_in_the_name_of_a_file_for_all_desks_is_no_ending(
    page: SettingsPage, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "choose_save_file", lambda *_: tmp_path / "Office no. 3")
    page.hand_on.click()
    assert [file.name for file in tmp_path.glob("Office*")] == ["Office no. 3.ckmoffice"]
