"""Errors of what was typed: a sentence beside its fields, announced, and repeated by each of them when it has the
keyboard again. Where a screen reader has no state of an invalid entry, the field's description has it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmdesk.base.announcer import announce
from ckmdesk.look.theme import set_kind
from ckmdesk.widgets.basic import WrapLabel

_FORMER = "description-without-fault"


def tie(field: QWidget, words: str) -> None:
    """Give a field the accessible description of its error; "" restores the former description."""
    former = field.property(_FORMER)
    if words:
        if former is None:
            field.setProperty(_FORMER, field.accessibleDescription())
        if not _told_as_state(field, True):
            words = QCoreApplication.translate("Fault", "Invalid entry: %1").replace("%1", words)
        field.setAccessibleDescription(words)
    elif former is not None:
        field.setProperty(_FORMER, None)
        field.setAccessibleDescription(str(former))
        _told_as_state(field, False)


def _told_as_state(field: QWidget, invalid: bool) -> bool:
    if sys.platform != "linux" or not QAccessible.isActive():
        return False
    from ckmdesk.base.invalid_on_bus import tell_invalid  # QtDBus: for whom a screen reader listens only

    return tell_invalid(field, invalid)


def mark_faulty(field: QWidget, words: str) -> None:
    """Mark a field as faulty, with its frame and description; the caller announces the words."""
    set_kind(field, "faulty" if words else "")
    tie(field, words)


class FaultLabel(WrapLabel):
    """Label of an error, hidden until `tell`; `tell_again` is called with the error after the label is rebuilt."""

    kept = ("error",)

    def __init__(self, tell_again: Callable[[CkmError], None] | None = None) -> None:
        super().__init__("", "error")
        self._fields: tuple[QWidget, ...] = ()
        self._tell_again = tell_again
        self._error: CkmError | None = None
        self.hide()

    @property
    def error(self) -> CkmError | None:
        """Return the error shown, if it was given as an error."""
        return self._error

    @error.setter
    def error(self, error: CkmError | None) -> None:
        if error is not None and self._tell_again is not None:
            self._tell_again(error)

    def tell(self, words: str, *fields: QWidget, warning: bool = False, typing: bool = False) -> None:
        """Show what is wrong and with which fields; "" clears it.

        Without fields it is the focused one beside the label. `warning` says that the entry is odd but accepted;
        `typing` that it is checked letter by letter, so that only the first error is announced.
        """
        self._error = None
        known_typing = typing and not self.isHidden() and bool(self._fields)
        for field in self._fields:
            tie(field, "")
        self._fields = () if warning else fields or self._at_hand()
        for field in self._fields:
            tie(field, words)
        if words and (words != self.text() or self.isHidden()) and not known_typing:
            announce(words, urgent=not warning)
        self.setText(words)
        self.setVisible(bool(words))

    def tell_error(self, error: CkmError, language: Language, places: Mapping[str, tuple[QWidget, ...]]) -> None:
        """Show why something was refused; `places` gives the fields concerned by error code."""
        self.tell(error.text(language), *places.get(error.code, ()))
        self._error = error

    def _at_hand(self) -> tuple[QWidget, ...]:
        """Return the focused field beside the label; a button has no entry that could be wrong."""
        focused, beside = QApplication.focusWidget(), self.parentWidget()
        if (
            focused is None
            or beside is None
            or isinstance(focused, QAbstractButton)
            or not beside.isAncestorOf(focused)
        ):
            return ()
        return (focused,)
