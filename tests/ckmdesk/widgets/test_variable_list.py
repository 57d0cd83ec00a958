"""The keyboard in the list of variables: letters look for an entry, and are a command only where they come alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.variable_list import Section, VariableList

TITLES = ("Alter", "Geschlecht", "Gemeinde", "Semester", "Studienfach", "Zeitraum", "Land der Geburt", "Land")


@pytest.fixture
def variables(qtbot: QtBot, theme: Theme) -> Iterator[VariableList]:
    """A list that is shown, the first entry current."""
    before = QApplication.keyboardInputInterval()
    QApplication.setKeyboardInputInterval(400)
    window = QWidget()
    qtbot.addWidget(window)
    made = VariableList(theme, window)
    items = tuple((Item(title.casefold(), title, "list", "category"), "", ()) for title in TITLES)
    made.show_sections([Section("Merkmale", items)])
    made.choose("alter")
    window.show()
    made.setFocus()
    yield made
    QApplication.setKeyboardInputInterval(before)


@pytest.fixture
def asked(variables: VariableList) -> list[tuple[str, str]]:
    """What commands were given, as (variable, zone)."""
    found: list[tuple[str, str]] = []
    variables.key_asked.connect(lambda item, zone: found.append((item.name, zone)))
    return found


def current(variables: VariableList) -> str:
    entry = variables.currentItem()
    assert entry is not None
    return entry.text(0)


@pytest.mark.parametrize("title", ["Geschlecht", "Semester", "Studienfach", "Zeitraum", "Land", "Land der G"])
def test_typing_the_name_of_an_entry_finds_it_and_is_no_command(
    variables: VariableList, asked: list[tuple[str, str]], title: str
) -> None:
    QTest.keyClicks(variables, title)
    assert current(variables).startswith(title)
    assert asked == []


def test_no_letter_after_a_name_is_a_command_until_another_key(
    variables: VariableList, asked: list[tuple[str, str]]
) -> None:
    QTest.keyClicks(variables, "Gesch")
    assert current(variables) == "Geschlecht"
    QTest.keyClicks(variables, "s")  # no entry begins with "Geschs": another word
    assert (current(variables), asked) == ("Semester", [])
    QTest.keyClick(variables, Qt.Key.Key_Escape)
    QTest.keyClick(variables, Qt.Key.Key_Up)
    assert asked == []


@pytest.mark.parametrize(
    ("end", "which"), [(Qt.Key.Key_Escape, "geschlecht"), (Qt.Key.Key_Down, "gemeinde"), (Qt.Key.Key_Up, "alter")]
)
def test_once_typing_has_ended_a_letter_that_comes_alone_is_a_command(
    variables: VariableList, asked: list[tuple[str, str]], end: Qt.Key, which: str
) -> None:
    QTest.keyClicks(variables, "gesch")
    QTest.keyClick(variables, end)
    QTest.keyClick(variables, Qt.Key.Key_S)
    assert asked == []  # another letter may follow
    variables.end_typing()
    assert asked == [(which, "columns")]


def test_a_letter_with_which_no_entry_begins_is_a_command_at_once(
    variables: VariableList, asked: list[tuple[str, str]]
) -> None:
    for key in (Qt.Key.Key_R, Qt.Key.Key_C, Qt.Key.Key_F, Qt.Key.Key_B):
        QTest.keyClick(variables, key)
    assert asked == [("alter", zone) for zone in ("rows", "columns", "filters", "layers")]


def test_a_key_after_a_letter_lets_it_do_what_it_means_first(
    variables: VariableList, asked: list[tuple[str, str]]
) -> None:
    QTest.keyClick(variables, Qt.Key.Key_Z)
    QTest.keyClick(variables, Qt.Key.Key_Down)
    QTest.keyClick(variables, Qt.Key.Key_S)
    assert asked == [("alter", "rows")]
    other = QLineEdit(variables.parentWidget())
    other.show()
    other.setFocus()  # so does the keyboard when it leaves
    assert asked == [("alter", "rows"), ("geschlecht", "columns")]


def test_the_pause_is_that_of_the_system(variables: VariableList, asked: list[tuple[str, str]], qtbot: QtBot) -> None:
    QApplication.setKeyboardInputInterval(1)
    QTest.keyClick(variables, Qt.Key.Key_S)
    qtbot.waitUntil(lambda: asked == [("alter", "columns")])


def test_the_same_letter_again_leads_to_the_next_entry(variables: VariableList) -> None:
    seen = []
    for _ in range(3):
        QTest.keyClicks(variables, "G")
        seen.append(current(variables))
    assert seen == ["Geschlecht", "Gemeinde", "Geschlecht"]


def test_keys_with_ctrl_or_alt_are_no_letters(variables: VariableList, asked: list[tuple[str, str]]) -> None:
    QTest.keyClick(variables, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(variables, Qt.Key.Key_R, Qt.KeyboardModifier.AltModifier)
    assert (asked, current(variables)) == ([], "Alter")


def test_a_name_has_the_room_of_the_word_for_where_it_stands_as_long_as_there_is_none(variables: VariableList) -> None:
    def rooms() -> list[int]:
        entries = variables._entries()
        return [variables.visualRect(variables.indexFromItem(entry, 0)).right() for entry in entries]

    items = tuple(Item(title.casefold(), title, "list", "category") for title in TITLES)
    whole = variables.viewport().rect().right()
    assert rooms() == [whole] * len(TITLES)
    for standing in (0, 3):
        words = ["Spalten" if place == standing else "" for place in range(len(TITLES))]
        variables.show_sections(
            [Section("Merkmale", tuple((item, word, ()) for item, word in zip(items, words, strict=True)))]
        )
        assert [room == whole for room in rooms()] == [not word for word in words]


def test_an_entry_that_is_made_current_is_chosen_alone_whatever_keys_are_held(variables: VariableList) -> None:
    for modifier in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier):
        QTest.keyPress(variables, Qt.Key.Key_F12, modifier)  # the modifier counts as held from here on
        assert QApplication.keyboardModifiers() == modifier
        variables.choose("geschlecht")
        variables.choose("alter")
        item = variables.chosen()
        assert item is not None
        assert (item.name, item.others) == ("alter", ())
    QTest.keyRelease(variables, Qt.Key.Key_F12)
