"""F1 wherever a person is: in the window, its dialogs and the popups over it. Parts of them name their page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

KEY = "F1"
SUBJECT, TAUGHT = "handbook-page", "opens-handbook"


def set_subject(widget: QWidget, page: str) -> None:
    """The page of the handbook about a part of the window, a dialog or a popup."""
    widget.setProperty(SUBJECT, page)


def subject_of(widget: QWidget | None) -> str:
    """The handbook's page on a widget: its own, or the nearest parent's; "" where none is named."""
    while widget is not None:
        page = widget.property(SUBJECT)
        if page:
            return str(page)
        widget = widget.parentWidget()
    return ""


class HelpKey(QObject):
    """Gives every window over `window` the key, as the keyboard first comes there; its menu bar has it for itself."""

    def __init__(self, window: QMainWindow, show: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._show = window, show
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._came)

    def _came(self, _before: QWidget | None, now: QWidget | None) -> None:
        place = None if now is None else now.window()
        if place is None or place is self._window or place.property(TAUGHT) or not self._stands_over(place):
            return
        place.setProperty(TAUGHT, True)
        QShortcut(QKeySequence(KEY), place).activated.connect(self._show)

    def _stands_over(self, place: QWidget) -> bool:
        above: QWidget | None = place
        while above is not None and above is not self._window:
            above = above.parentWidget()
        return above is not None
