"""The keyboard after an editor: where it was before that opened."""

from __future__ import annotations

from weakref import ReferenceType, ref

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusBack:
    """`lend` before an editor takes the keyboard, `give_back` once it is closed."""

    def __init__(self) -> None:
        self._from: ReferenceType[QWidget] | None = None

    def lend(self, editor: QWidget) -> None:
        """Remember what has the keyboard; an editor that has it already keeps what was remembered."""
        at = QApplication.focusWidget()
        if at is not None and at is not editor and not editor.isAncestorOf(at):
            self._from = ref(at)

    def give_back(self) -> None:
        """The keyboard to what had it, where that can still take it."""
        at = None if self._from is None else self._from()
        self._from = None
        if at is not None and isValid(at) and at.isVisible() and at.isEnabled():
            at.setFocus()
