"""The keyboard after an editor: where it was before that opened."""

from __future__ import annotations

from weakref import ReferenceType, ref

from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid


class FocusBack:
    """Returns the focus after an editor closes: call `lend` before it takes the focus, `give_back` afterwards."""

    def __init__(self) -> None:
        self._from: ReferenceType[QWidget] | None = None

    def lend(self, editor: QWidget) -> None:
        """Remember the focused widget, unless the editor has the focus already."""
        focused = QApplication.focusWidget()
        if focused is not None and focused is not editor and not editor.isAncestorOf(focused):
            self._from = ref(focused)

    def give_back(self) -> None:
        """Return the focus to the remembered widget, if it can still take it."""
        focus_widget = None if self._from is None else self._from()
        self._from = None
        if focus_widget is not None and isValid(focus_widget) and focus_widget.isVisible() and focus_widget.isEnabled():
            focus_widget.setFocus()
