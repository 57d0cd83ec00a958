"""What a step makes obsolete goes from every bar of its part of the window, and from no other."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from ckmdesk.look.theme import Theme
from ckmdesk.widgets.message_bar import MessageBar, action_taken


def bar_in(holder: QWidget, theme: Theme, *, lasting: bool = False) -> MessageBar:
    made = MessageBar(theme, lambda: "en", QWidget(holder), lasting=lasting)
    made.show_message("It was written.", "ok")
    return made


def test_bars_of_a_part_of_the_window_forget_the_action_before_and_others_do_not(qtbot: QtBot, theme: Theme) -> None:
    page, other = QWidget(), QWidget()
    for one in (page, other):
        qtbot.addWidget(one)
    said, lasting, elsewhere, gone = (
        bar_in(page, theme),
        bar_in(page, theme, lasting=True),
        bar_in(other, theme),
        bar_in(page, theme),
    )
    found = bar_in(page, theme)
    found.show_message("Two codes are unknown.", "warning")
    closed = bar_in(page, theme)
    closed.clear()
    times: list[str] = []
    closed.closed.connect(lambda: times.append("closed"))
    said.closed.connect(lambda: times.append("said"))
    delete(gone)
    action_taken(page)
    assert times == ["said"]
    assert [one.isHidden() for one in (said, lasting, elsewhere, found, closed)] == [True, False, False, False, True]
    said.show_message("It could not be read.")
    action_taken(page)
    action_taken(page)
    assert (said.isHidden(), times) == (True, ["said", "said"])
