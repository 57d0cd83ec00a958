"""The messages of the window: a toast answers the last action, a count stands for what lasts, a list keeps both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QWidget

from ckmcore.messages import sentence
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import Theme
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.notifications import TOAST_MS, WIDTH, Notifications, keep_clear


@pytest.fixture
def messages(theme: Theme) -> Iterator[Notifications]:
    window, page = QWidget(), QFrame()
    made = Notifications(theme, lambda: "en", window, page)
    made.count.setParent(window)
    column_of((page, 1), within=window)
    window.resize(800, 500)
    window.show()
    QApplication.processEvents()
    yield made
    window.close()
    window.deleteLater()


def button(messages: Notifications, name: str = "message-remedy") -> QPushButton:
    found = messages.count.window().findChild(QPushButton, name)
    assert found is not None
    return found


def toast(messages: Notifications) -> QFrame:
    return button(messages).parentWidget()


def listed(messages: Notifications) -> QFrame:
    messages.count.click()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QFrame)
    return popup


def words(popup: QFrame) -> list[str]:
    return [one.text() for one in popup.findChildren(QLabel) if one.text()]


def pass_time(messages: Notifications) -> None:
    """As if the toast had been shown for its time, with the mouse elsewhere."""
    QTest.mouseMove(messages._within, QPoint(2, 2))
    QApplication.processEvents()
    assert messages._timer.isActive()
    assert messages._timer.interval() == TOAST_MS
    messages._timer.timeout.emit()


def test_of_two_actions_the_later_one_is_answered(messages: Notifications) -> None:
    messages.show_message("First")
    messages.show_message("Second", "ok")
    assert (messages.text, messages.standing) == ("Second", ())
    messages.action_taken()
    assert messages.text == ""
    assert not toast(messages).isVisible()


def test_the_answer_to_the_last_action_comes_before_whatever_lasts(messages: Notifications) -> None:
    messages.show_message("Read-only", "warning", None, "lock")
    messages.show_message("No records", "error", None, "records")
    messages.show_message("Draft written", "ok")
    assert messages.text == "Draft written"
    assert toast(messages).isVisible()
    assert messages.count.text() == "2 notes"
    messages.action_taken()
    assert messages.text == "No records"  # the worst one of those that last
    assert not toast(messages).isVisible()
    messages.settle("records")
    assert (messages.text, messages.count.text()) == ("Read-only", "1 note")
    messages.settle("lock")
    assert messages.text == ""


def test_a_cause_is_shown_once_and_then_counted(messages: Notifications) -> None:
    messages.show_message("Keys are not saved", "warning", None, "keys")
    assert toast(messages).isVisible()
    pass_time(messages)
    assert not toast(messages).isVisible()
    messages.show_message("Keys are not saved", "warning", None, "keys")
    assert not toast(messages).isVisible()
    assert messages.count.text() == "1 note"
    popup = listed(messages)
    assert words(popup) == ["Keys are not saved"]
    popup.close()


def test_what_is_said_again_of_a_cause_takes_the_place_of_what_was(messages: Notifications) -> None:
    messages.show_message(sentence("desk_saved", name="a"), "warning", None, "records")
    messages.show_message(sentence("desk_saved", name="b"), "warning", None, "records")
    assert len(messages.standing) == 1
    assert "b" in messages.text


def test_success_goes_by_itself_a_refusal_and_a_question_stay(messages: Notifications) -> None:
    messages.show_message("Saved", "ok")
    pass_time(messages)
    assert messages.text == ""
    for kind in ("error", "warning"):
        messages.show_message("Not saved", kind, Remedy("Save", lambda: None, Remedy("Discard", lambda: None)))
        assert not messages._timer.isActive()
        assert toast(messages).isVisible()


def test_a_toast_stays_while_the_keyboard_is_on_it(messages: Notifications) -> None:
    messages.show_message("Draft written", "ok", Remedy("Open", lambda: None))
    messages.count.window().activateWindow()
    messages.focus_or_list()
    assert QApplication.focusWidget() is button(messages)
    pass_time(messages)
    assert messages.text == "Draft written"
    assert messages._timer.isActive()
    messages.count.setFocus()
    pass_time(messages)
    assert messages.text == ""


def test_a_remedy_acts_once_and_the_message_goes_with_it(messages: Notifications) -> None:
    acted: list[int] = []
    messages.show_message("Broken", "warning", Remedy("Mend", lambda: acted.append(1)), "records")
    button(messages).click()
    assert (acted, messages.text, messages.standing) == ([1], "", ())


def test_the_list_has_the_remedies_of_what_lasts_and_former_answers_without(messages: Notifications) -> None:
    acted: list[int] = []
    messages.show_message("Broken", "warning", Remedy("Mend", lambda: acted.append(1)), "records")
    messages.show_message("Saved", "ok", Remedy("Folder", lambda: acted.append(2)))
    messages.action_taken()
    popup = listed(messages)
    assert words(popup) == ["Broken", "Before", "Saved"]
    buttons = popup.findChildren(QPushButton)
    assert [one.text() for one in buttons] == ["Mend"]
    assert QApplication.focusWidget() is buttons[0]
    QTest.keyClick(buttons[0], Qt.Key.Key_Space)
    assert (acted, messages.standing) == ([1], ())
    assert not popup.isVisible()


def test_a_closed_toast_leaves_its_cause_in_the_list(messages: Notifications) -> None:
    messages.show_message("Broken", "warning", None, "records")
    messages.clear()
    assert not toast(messages).isVisible()
    assert [notice.message for notice in messages.standing] == ["Broken"]


def test_toast_and_progress_lie_over_the_lower_edge_and_move_nothing(messages: Notifications) -> None:
    window = messages.count.window()
    page = messages._within
    before = page.geometry()
    messages.show_message("A long sentence that says what, where and what to do. " * 6)
    messages.progress.show_progress("Counting ...", 0.5, lambda: None)
    QApplication.processEvents()
    assert page.geometry() == before
    room = toast(messages).parentWidget()
    for size in (800, 500, 1200):
        window.resize(size, 500)
        QApplication.processEvents()
        assert page.geometry().contains(room.geometry())
        assert messages.progress.geometry().bottom() < toast(messages).geometry().top()
        text = toast(messages).findChild(QLabel, "message")
        assert text is not None
        assert text.height() >= text.heightForWidth(text.width())
    messages.progress.end()
    messages.clear()
    QApplication.processEvents()
    assert not room.isVisible()


@pytest.mark.parametrize(("left", "at_top", "narrower"), [(700, False, False), (400, False, True), (100, True, False)])
def test_a_toast_lies_beside_what_decides_or_at_the_other_edge(
    messages: Notifications, left: int, *, at_top: bool, narrower: bool
) -> None:
    within = messages._within
    messages.count.window().resize(1000, 600)
    QApplication.processEvents()
    deciding = QFrame(within)
    deciding.setGeometry(QRect(left, within.height() - 90, within.width() - left, 90))
    keep_clear(deciding)
    deciding.show()
    messages.show_message("done", "ok")
    room = messages._room.geometry()
    taken = QRect(deciding.mapTo(messages.count.window(), QPoint()), deciding.size())
    assert room.isValid()
    assert not room.intersects(taken)
    assert (room.center().y() < within.geometry().center().y()) == at_top
    assert (room.width() < WIDTH) == narrower


def test_leaving_a_statistic_forgets_what_was_said_of_it(messages: Notifications) -> None:
    messages.show_message("Saved", "ok")
    messages.show_message("Broken", "warning", None, "records")
    messages.settle()
    assert (messages.text, messages.standing) == ("", ())
    assert not messages.count.isVisible()


def test_a_toast_never_covers_what_the_keyboard_comes_to(messages: Notifications) -> None:
    window, page = messages.count.window(), messages._within
    low, high = QPushButton("low", page), QPushButton("high", page)
    low.setGeometry(300, page.height() - 40, 200, 28)
    high.setGeometry(300, 20, 200, 28)
    for one in (low, high):
        one.show()
    window.activateWindow()
    messages.show_message("Not saved")
    QApplication.processEvents()
    room = toast(messages).parentWidget()
    for one in (low, high, low):
        one.setFocus()
        QApplication.processEvents()
        place = QRect(one.mapTo(window, QPoint()), one.size())
        assert not room.geometry().intersects(place)
