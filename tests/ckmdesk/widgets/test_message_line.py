"""The line of messages: one at a time, the worst first; a long sentence is shown whole; causes that last stay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QPushButton

from ckmcore.messages import sentence
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import Theme
from ckmdesk.widgets.message_line import MessageLine


@pytest.fixture
def line(theme: Theme) -> Iterator[MessageLine]:
    made = MessageLine(theme, lambda: "en")
    made.resize(700, 40)
    made.show()
    QApplication.processEvents()
    yield made
    made.close()
    made.deleteLater()


def button(line: MessageLine, name: str) -> QPushButton:
    found = line.findChild(QPushButton, name)
    assert found is not None
    return found


def test_of_two_actions_the_later_one_is_told(line: MessageLine) -> None:
    line.show_message("First")
    line.show_message("Second", "ok")
    assert (line.text, line.waiting) == ("Second", 0)
    line.action_taken()
    assert line.text == ""


def test_causes_that_last_wait_behind_one_another_the_worst_first(line: MessageLine) -> None:
    line.show_message("Read-only", "warning", None, "lock")
    line.show_message("No records", "error", None, "records")
    line.show_message("Done", "ok")
    assert (line.text, line.waiting) == ("No records", 2)
    more = button(line, "message-more")
    assert more.text() == "2 more notes"
    more.click()
    assert line.text == "Read-only"
    line.action_taken()
    assert (line.waiting, line.text) == (1, "Read-only")
    line.settle("lock")
    assert line.text == "No records"
    line.settle("records")
    assert line.text == ""


def test_what_is_said_again_of_a_cause_takes_the_place_of_what_was(line: MessageLine) -> None:
    line.show_message(sentence("desk_saved", name="a"), "warning", None, "records")
    line.show_message(sentence("desk_saved", name="b"), "warning", None, "records")
    assert line.waiting == 0
    assert "b" in line.text


def test_a_remedy_acts_once_and_the_message_goes_with_it(line: MessageLine) -> None:
    acted: list[int] = []
    line.show_message("Broken", "warning", Remedy("Mend", lambda: acted.append(1)), "records")
    button(line, "message-remedy").click()
    assert (acted, line.text) == ([1], "")


def test_what_fits_again_once_the_progress_beside_it_has_gone_needs_no_button(line: MessageLine) -> None:
    whole = button(line, "message-whole")
    line.progress.show_progress("Counting ...", 0.5, lambda: None)
    line.show_message("A sentence that fills about a half of the whole line.")
    QApplication.processEvents()
    assert whole.isVisible()
    line.progress.end()
    QApplication.processEvents()
    assert not whole.isVisible()


def test_a_sentence_longer_than_the_line_can_be_read_whole(line: MessageLine) -> None:
    whole = button(line, "message-whole")
    line.show_message("Short")
    assert not whole.isVisible()
    line.show_message("A long sentence that says what, where and what to do. " * 6)
    assert whole.isVisible()
    height = line.height()
    whole.click()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.accessibleName() == line.text
    assert line.height() == height
    popup.close()
