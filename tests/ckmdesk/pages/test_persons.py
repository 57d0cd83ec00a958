"""Persons with keys of their own in the window: a key is made, people enrol one another, steps are signed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from ckmcore.release.actions import confirm, enrol
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import PersonalKey, card_file, fingerprint, make_personal_key, wrapped
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.releases import find_release, four_eyes_proven
from ckmcore.statistic.seal import Secret
from ckmdesk.base.clock import now_text
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.settings.own_key_card import OwnKeyCard
from ckmdesk.pages.settings.page import SettingsPage
from ckmdesk.pages.settings.persons_card import PersonsCard
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import open_small, statistic_of
from tests.ckmdesk.pages.release_pages import decide, hand_in
from tests.kit.tables_page import settle

SECRETS = {"Anna": "vier Woerter ohne Bezug", "Bernd": "ein ganz anderer Satz"}


@pytest.fixture
def window_with_statistic(window: MainWindow, tmp_path: Path) -> MainWindow:
    open_small(window, tmp_path)
    return window


def settings_page(window: MainWindow) -> SettingsPage:
    window.go_to("settings")
    found = window.page("settings")
    assert isinstance(found, SettingsPage)
    return found


def files(folder: Path, *names: str) -> dict[str, tuple[PersonalKey, Path]]:
    """Personal keys as their persons have them."""
    made = {}
    for name in names:
        key, path = make_personal_key(name), folder / f"{name}.ckmperson"
        path.write_bytes(wrapped(key, Secret.passphrase(SECRETS[name])))
        path.with_suffix(".ckmcard").write_bytes(card_file(key))
        made[name] = (key, path)
    return made


def type_secret(window: MainWindow, text: str) -> None:
    dialog = window.unlocking.dialog
    assert dialog is not None
    assert dialog.windowTitle() == "Personal key"
    dialog.field.setText(text)
    dialog.open_button.click()
    settle(window)


def press(card: PersonsCard | OwnKeyCard, name: str) -> None:
    (button,) = (one for one in card.findChildren(QPushButton, name) if one.isVisibleTo(card))
    button.click()


def enrolled(window: MainWindow, folder: Path) -> dict[str, tuple[PersonalKey, Path]]:
    """Anna, methodologist, and Bernd, releaser, are enrolled; nobody's key is open here."""
    people = files(folder, "Anna", "Bernd")
    (anna, _), (bernd, _) = people.values()

    def step(made: Statistic) -> Statistic:
        made = enrol(made, anna.card, "methodologist", anna, now_text())
        return confirm(enrol(made, bernd.card, "releaser", anna, now_text()), bernd.key, bernd, now_text())

    window.services.releases.take(step, lambda: None, window.show_message)
    settle(window)
    return people


def test_a_personal_key_is_made_closed_opened_and_given_another_passphrase(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = settings_page(window).own_key
    target = tmp_path / "anna"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: target)
    press(card, "own-key:new")
    card.name.setText("Anna")
    card.secret.setText("passwort1234")
    card.again.setText("passwort1235")
    card.keep.click()
    assert "differ" in card.fault.text()
    card.again.setText("passwort1234")
    card.keep.click()
    settle(window)
    assert "easily guessed" in card.fault.text()
    assert not target.exists()
    for field in (card.secret, card.again):
        field.setText(SECRETS["Anna"])
    card.keep.click()
    settle(window)
    signing = window.services.signing
    assert signing.key is not None
    assert signing.file == tmp_path / "anna.ckmperson"
    assert card.owner.text().splitlines() == ["Anna · open", f"Fingerprint {fingerprint(signing.key.key)}"]
    press(card, "own-key:passphrase")
    for field in (card.secret, card.again):
        field.setText(SECRETS["Bernd"])
    card.keep.click()
    settle(window)
    card.buttons["close"].setFocus()
    press(card, "own-key:close")
    assert signing.key is None
    assert window.focusWidget() is card.buttons["choose"]  # the keyboard stays on the card
    press(card, "own-key:open")
    type_secret(window, SECRETS["Anna"])
    assert signing.key is None
    type_secret(window, SECRETS["Bernd"])
    assert signing.key is not None
    assert window.unlocking.dialog is None
    assert window.settings.value("person_key") == str(tmp_path / "anna.ckmperson")


@pytest.mark.thorough
def test_two_people_enrol_one_another_in_the_window(
    window_with_statistic: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_with_statistic
    people = files(tmp_path, "Anna", "Bernd")
    card = settings_page(window).persons
    assert "names in the register are typed" in card.state.text()
    window.services.signing.use(people["Anna"][1])
    press(card, "persons:first")
    type_secret(window, SECRETS["Anna"])
    assert "four eyes not proven" in card.state.text()
    monkeypatch.setattr(window, "choose_open_file", lambda *_: people["Bernd"][1].with_suffix(".ckmcard"))
    press(card, "persons:enrol")
    assert fingerprint(people["Bernd"][0].key) in card.newcomer.text()
    card.role.setCurrentIndex(card.role.findData("releaser"))
    press(card, "persons:take")
    settle(window)
    # Bernd sits down at the desk
    window.services.signing.use(people["Bernd"][1])
    press(card, "persons:confirm:Bernd")
    # First, so that no room is too small for what is to be compared.
    assert window.message_bar.text.startswith(fingerprint(people["Bernd"][0].key))
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    type_secret(window, SECRETS["Bernd"])
    persons = persons_of(statistic_of(window).register)
    assert [(one.name, one.role, one.state) for one in persons.people] == [
        ("Anna", "methodologist", "active"),
        ("Bernd", "releaser", "active"),
    ]
    assert "Every step is signed" in card.state.text()
    assert not card.enrol.isEnabled()  # Bernd releases
    focused = window.focusWidget()  # the button that confirmed is gone
    assert focused is not None
    assert focused.objectName() == "persons:revoke:Bernd"
    (revoke,) = (one for one in card.findChildren(QPushButton, "persons:revoke:Anna") if one.isVisibleTo(card))
    assert not revoke.isEnabled()
    assert "this takes the role methodologist" in revoke.toolTip()


@pytest.mark.thorough
def test_a_step_asks_for_the_key_and_goes_on_when_it_is_open(
    window_with_statistic: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_with_statistic
    people = enrolled(window, tmp_path)
    decide(window)
    signing = window.services.signing
    window.go_to("release")
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    page.open_submit()
    settle(window)
    page.submit_card.submit.click()
    settle(window)
    assert not statistic_of(window).register[-1].submission  # nothing without a key
    remedy = window.message_bar.remedy
    assert remedy is not None
    monkeypatch.setattr(window, "choose_open_file", lambda *_: people["Anna"][1])
    remedy.act()
    type_secret(window, SECRETS["Anna"])
    entry = statistic_of(window).register[-1]
    assert (entry.kind, entry.person, entry.key) == ("submitted", "Anna", people["Anna"][0].key)
    signing.use(people["Bernd"][1])
    window.services.releases.release(1, "", (), lambda: None, window.show_message)
    dialog = window.unlocking.dialog
    assert dialog is not None
    dialog.reject()
    settle(window)
    assert statistic_of(window).register[-1] == entry  # given up: nothing happened
    window.services.releases.release(1, "", (), lambda: None, window.show_message)
    type_secret(window, SECRETS["Bernd"])
    made = statistic_of(window)
    found = find_release(made.register, 1)
    assert four_eyes_proven(persons_of(made.register), found)
    asked = replace(found, submission=replace(found.submission, four_eyes=True))
    typed = replace(asked, entries=tuple(replace(one, key="") for one in asked.entries))
    assert page.detail._of_four_eyes(asked, proven=True) == "proven by two signatures"
    assert "vouched for by too few persons" in page.detail._of_four_eyes(asked, proven=False)
    assert page.detail._of_four_eyes(typed, proven=False) == "not proven: names were typed"


@pytest.mark.thorough
def test_an_open_key_says_who_submits_and_the_form_has_the_keyboard(
    window_with_statistic: MainWindow, tmp_path: Path
) -> None:
    window = window_with_statistic
    people = enrolled(window, tmp_path)
    window.settings.set("person", "Somebody Else")
    window.services.signing.use(people["Anna"][1], people["Anna"][0])
    window.services.releases.go_and("submit")
    settle(window)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    field = page.submit_card.fields["person"]
    assert (field.text(), field.isReadOnly()) == ("Anna", True)
    assert window.focusWidget() is page.submit_card.fields["recipient"]
    page.submit_card.submit.click()
    settle(window)
    assert statistic_of(window).register[-1].person == "Anna"
    assert window.settings.value("person") == "Somebody Else"
    window.services.signing.close_own()
    page.open_submit()
    settle(window)
    assert (field.text(), field.isReadOnly()) == ("Anna", True)  # whose key it is that will be asked for
    page.submit_card.submit.click()
    settle(window)
    type_secret(window, SECRETS["Anna"])
    assert window.settings.value("person") == "Somebody Else"
    window.services.signing.close_own()
    window.settings.set("person_key", "")
    page.open_submit()
    settle(window)
    assert (field.text(), field.isReadOnly()) == ("Somebody Else", False)


@pytest.mark.thorough
def test_steps_that_an_enrolled_role_may_not_take_are_not_offered_and_it_says_why(
    window_with_statistic: MainWindow, tmp_path: Path
) -> None:
    """The file has no roles: at this desk everything can be tried, in the register not."""
    window = window_with_statistic
    people = enrolled(window, tmp_path)
    window.services.signing.use(people["Anna"][1], people["Anna"][0])
    window.go_to("release")
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    hand_in(window, page)
    decide(window)
    window.services.signing.use(people["Bernd"][1])
    assert page.detail.buttons["release"].isVisibleTo(page)
    assert page.submit_button.isEnabled()
    window.services.signing.use(people["Anna"][1])  # a methodologist, closed
    assert not page.detail.buttons["release"].isVisibleTo(page)
    assert "Anna is enrolled as methodologist" in page.detail.why_not.text()
    assert page.detail.buttons["return"].isVisibleTo(page)  # she takes back what she handed in
    stranger = files(tmp_path, "Bernd")["Bernd"]
    window.services.signing.use(stranger[1])
    assert not page.detail.buttons["release"].isVisibleTo(page)
    assert not page.submit_button.isEnabled()
    assert "not enrolled in this statistic" in page.submit_button.toolTip()
    card = settings_page(window)
    assert not card.of_statistic.four_eyes.isEnabled()
    assert not card.persons.enrol.isEnabled()
    window.services.signing.use(people["Anna"][1])
    assert card.of_statistic.four_eyes.isEnabled()
    assert card.persons.enrol.isEnabled()


@pytest.mark.thorough
def test_a_change_of_method_after_a_release_asks_for_the_key_of_the_second_person_too(
    window_with_statistic: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ckmcore as ckm
    from ckmcore.statistic.period import Decision

    window = window_with_statistic
    people = enrolled(window, tmp_path)
    decide(window)
    signing = window.services.signing
    signing.use(people["Anna"][1], people["Anna"][0])
    window.go_to("release")
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    hand_in(window, page)
    signing.use(people["Bernd"][1], people["Bernd"][0])
    window.services.releases.release(1, "", (), lambda: None, window.show_message)
    settle(window)
    signing.use(people["Anna"][1], people["Anna"][0])
    monkeypatch.setattr(window, "choose_open_file", lambda *_: people["Bernd"][1])
    decision = Decision("Board", "2026-12-01", remark="better", second_person="Bernd")
    failed: list[object] = []
    window.services.releases.put_in_force(ckm.Rounding(5), decision, lambda: None, failed.append)
    type_secret(window, SECRETS["Bernd"])
    assert failed == []
    entry = statistic_of(window).register[-1]
    assert (entry.kind, entry.person, entry.second_person) == ("method_changed", "Anna", "Bernd")
    assert signing.both() == ()  # the second person agreed to this step only


def replacement_waits(window: MainWindow, folder: Path) -> dict[str, tuple[PersonalKey, Path]]:
    """Anna has enrolled a new key of Bernd, in the place of his own; hers is open."""
    people = enrolled(window, folder)
    (anna, path), (bernd, _) = people.values()
    new = make_personal_key("Bernd")

    def step(made: Statistic) -> Statistic:
        return enrol(made, new.card, "releaser", anna, now_text(), replaces=bernd.key)

    window.services.signing.use(path, anna)
    window.services.releases.take(step, lambda: None, window.show_message)
    settle(window)
    return people


@pytest.mark.thorough
def test_what_the_register_would_refuse_is_not_offered_and_says_why(
    window_with_statistic: MainWindow, tmp_path: Path
) -> None:
    window = window_with_statistic
    (_, _), (bernd, path) = replacement_waits(window, tmp_path).values()
    card = settings_page(window).persons

    def button(name: str) -> QPushButton:
        (found,) = (one for one in card.findChildren(QPushButton, name) if one.isVisibleTo(card))
        return found

    said = " ".join(one.text() for one in card.people.findChildren(QLabel))
    assert "waits for confirmation: confirming it revokes the former key" in said
    assert not button("persons:confirm:Bernd").isEnabled()  # Anna has enrolled it herself
    assert "Anna" in button("persons:confirm:Bernd").toolTip()
    assert button("persons:revoke:Bernd").isEnabled()
    window.services.signing.close_own()
    assert not button("persons:confirm:Bernd").isEnabled()  # it is her key that would be asked for
    window.settings.set("person_key", "")
    card.refresh()
    assert button("persons:confirm:Bernd").isEnabled()  # nobody knows yet who asks
    window.services.signing.use(path, bernd)
    card.refresh()
    assert not button("persons:confirm:Bernd").isEnabled()  # it replaces his own
    assert not button("persons:revoke:Anna").isEnabled()
    assert "methodologist" in button("persons:revoke:Anna").toolTip()
    assert button("persons:revoke:Bernd").isEnabled()


@pytest.mark.thorough
def test_before_a_replacement_is_confirmed_it_is_said_that_the_former_key_is_revoked(
    window_with_statistic: MainWindow, tmp_path: Path
) -> None:
    window = window_with_statistic
    replacement_waits(window, tmp_path)
    card = settings_page(window).persons
    window.services.signing.close_own()
    window.settings.set("person_key", "")
    card.refresh()
    press(card, "persons:confirm:Bernd")
    assert "Confirming revokes the former key of Bernd" in window.message_bar.text
