"""Announcements to a screen reader: the only way in which the window speaks, beside what the keyboard moves to.

Announcements of a turn of the event loop are sent at its end, each sentence once: a screen reader cuts off what it was
saying when the keyboard moves, so that comes first. Without a screen reader nothing is sent, and nothing is kept.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QWidget

_waiting: dict[str, tuple[str, bool]] = {}


def announce(words: str, *, urgent: bool = False, about: str = "") -> None:
    """Announce a sentence to screen readers; `urgent` interrupts what is being spoken (an error, a warning).

    `about` is a subject: of all sentences on it within one turn of the event loop only the last is sent.
    """
    if not words.strip() or not QAccessible.isActive():
        return
    if not _waiting:
        QTimer.singleShot(0, _say)
    for former in [words_said for words_said, (about_widget, _) in _waiting.items() if about and about_widget == about]:
        del _waiting[former]
    _waiting[words] = about, urgent or _waiting.get(words, ("", False))[1]


def _say() -> None:
    waiting_words = dict(_waiting)
    _waiting.clear()
    speaker = _speaker()
    if speaker is None:
        return
    politeness = QAccessible.AnnouncementPoliteness
    for words, (_, urgent) in waiting_words.items():
        event = QAccessibleAnnouncementEvent(speaker, words)
        event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)


def _speaker() -> QWidget | None:
    """Return the window that the user works in: a screen reader reads announcements of others only in the
    background."""
    active_window = QApplication.activeModalWidget() or QApplication.activeWindow()
    shown_windows = (window for window in QApplication.topLevelWidgets() if window.isVisible())
    return active_window or next(shown_windows, None)
