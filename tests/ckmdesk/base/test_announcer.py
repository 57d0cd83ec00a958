"""What is said aloud, as it is handed to Qt; how it arrives is heard over the bus (tests/journeys/test_walk.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from ckmcore.base.texts import Texts
from ckmcore.messages import sentence
from ckmdesk.base.announcer import announce
from ckmdesk.base.frame import Remedy
from ckmdesk.commands.tables import move_variable, set_title
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.number_box import CountBox
from tests.kit.places import PLACES

Said = list[tuple[str, bool]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What is handed over while a screen reader runs: the words, and whether they interrupt."""
    found: Said = []

    def take(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            urgent = event.politeness() == QAccessible.AnnouncementPoliteness.Assertive
            found.append((event.message(), urgent))

    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    monkeypatch.setattr(QAccessible, "updateAccessibility", staticmethod(take))
    return found


def heard(said: Said) -> Said:
    """What was said since the last time."""
    QCoreApplication.processEvents()
    found = said.copy()
    said.clear()
    return found


@pytest.fixture
def place(window: MainWindow, tmp_path: Path, said: Said) -> MainWindow:
    """The page of tables; what is said on the way there is heard."""
    PLACES["table"](window, tmp_path)
    heard(said)
    return window


def test_a_sentence_is_said_once_in_a_turn_and_interrupts_where_any_of_its_sayers_wants_it(
    place: MainWindow, said: Said
) -> None:
    announce("Saved.")
    announce("Wrong.")
    announce("Wrong.", urgent=True)
    announce("")
    assert heard(said) == [("Saved.", False), ("Wrong.", True)]


def test_of_what_is_said_about_one_thing_in_a_turn_the_last_is_said(place: MainWindow, said: Said) -> None:
    announce("The records are not loaded.", about="table")
    announce("Saved.")
    announce("Table: 3 rows, 6 columns.", about="table")
    assert heard(said) == [("Saved.", False), ("Table: 3 rows, 6 columns.", False)]


def test_without_a_screen_reader_nothing_is_kept_for_later(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: False))
    announce("Saved.")
    monkeypatch.setattr(QAccessible, "isActive", staticmethod(lambda: True))
    assert heard(said) == []


def test_a_step_is_said_with_what_became_of_the_table_and_undone_and_done_again(place: MainWindow, said: Said) -> None:
    before = "Table: 3 rows, 12 columns."
    place.desk.run(move_variable("area", "list", "Area"))
    assert [words for words, _ in heard(said)][:2] == ["remove Area", "Table: 3 rows, 2 columns."]
    place.desk.undo()
    assert [words for words, _ in heard(said)][:2] == ["Undone: remove Area", before]
    place.desk.redo()
    assert [words for words, _ in heard(said)][:1] == ["Done again: remove Area"]


def test_a_step_that_leaves_the_figures_says_no_table(place: MainWindow, said: Said) -> None:
    assert place.desk.state.statistic is not None
    place.desk.run(set_title(Texts("Yearbook", "Jahrbuch")))
    assert heard(said) == [("change title", False)]


def test_messages_say_what_they_are_and_which_buttons_stand_beside_them(place: MainWindow, said: Said) -> None:
    place.show_message(sentence("desk_one_file", count=3), "warning", Remedy("Do it", lambda: None))
    place.show_message("Saved.", "ok")
    ((warning, interrupts), done) = heard(said)
    assert warning.startswith("Warning: ")
    assert warning.endswith(" In the message: Do it")
    assert interrupts
    assert done == ("Saved.", False)


def test_a_fault_is_said_and_its_field_tells_it_until_it_is_gone(place: MainWindow, said: Said) -> None:
    holder, field, other, fault = QWidget(place), QLineEdit(), QLineEdit(), FaultLabel()
    column = QVBoxLayout(holder)
    for part in (field, other, fault):
        column.addWidget(part)
    field.setAccessibleDescription("a day")
    fault.tell("Write a day.", field)
    assert heard(said) == [("Write a day.", True)]
    assert (field.accessibleDescription(), other.accessibleDescription()) == ("Invalid entry: Write a day.", "")
    fault.tell("Write a day.", field)
    assert heard(said) == [] or fault.isHidden()
    fault.tell("Write a name.", other)
    assert (field.accessibleDescription(), other.accessibleDescription()) == ("a day", "Invalid entry: Write a name.")
    fault.tell("")
    assert (field.accessibleDescription(), other.accessibleDescription()) == ("a day", "")
    assert fault.isHidden()
    holder.deleteLater()


def test_a_number_that_is_refused_is_said_where_nobody_else_says_it(place: MainWindow, said: Said) -> None:
    box = CountBox(place)
    box.setRange(1, 9)
    box.setKeyboardTracking(False)
    box.lineEdit().selectAll()
    QTest.keyClicks(box, "77")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert heard(said) == [("“77” is no number from 1 to 9. The former value stays.", True)]
    told: list[object] = []
    box.refused.connect(told.append)
    box.lineEdit().selectAll()
    QTest.keyClicks(box, "78")
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert (len(told), heard(said)) == (1, [])
    box.deleteLater()
