"""Ctrl+C in a list puts nothing on the clipboard: Qt would copy the current cell, which may hold an original count."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from ckmdesk.base.unexpected import guarded

COPIES = "copies"
"""Property of a view of which a cell may be copied as Qt does it: nothing in it comes from records."""

_KEPT = "kept-from-clipboard"


def keep_from_clipboard(within: QWidget, told: Callable[[], None]) -> None:
    """Disable copying in the views of a part, except those with `COPIES`; `told` is called when the user tries.

    Commands that copy are checked elsewhere.
    """
    for view in within.findChildren(QAbstractItemView):
        if view.property(COPIES) is None and view.property(_KEPT) is None:
            view.setProperty(_KEPT, True)
            view.installEventFilter(_Refusal(view, told))


class _Refusal(QObject):
    def __init__(self, view: QWidget, told: Callable[[], None]) -> None:
        super().__init__(view)
        self._told = told

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if not event.matches(QKeySequence.StandardKey.Copy):
            return False
        event.accept()
        self._told()
        return True
