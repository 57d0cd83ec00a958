"""F1 wherever a person is: in the window, its dialogs and the popups over it. Parts of them name their page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

KEY = "F1"
SUBJECT, TAUGHT = "handbook-page", "opens-handbook"


def set_subject(widget: QWidget, page: str) -> None:
    """Set the page of the handbook on a part of the window, a dialog or a popup."""
    widget.setProperty(SUBJECT, page)


def subject_of(widget: QWidget | None) -> str:
    """Return the handbook page of a widget, its own or the nearest parent's; "" if none is set."""
    while widget is not None:
        page = widget.property(SUBJECT)
        if page:
            return str(page)
        widget = widget.parentWidget()
    return ""


class HelpKey(QObject):
    """Adds the help key to every window above `window` when the focus first enters it; the menu bar has its own."""

    def __init__(self, window: QMainWindow, show: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._show = window, show
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._came)

    def _came(self, _before: QWidget | None, current_widget: QWidget | None) -> None:
        window = None if current_widget is None else current_widget.window()
        if window is None or window is self._window or window.property(TAUGHT) or not self._stands_over(window):
            return
        window.setProperty(TAUGHT, True)
        QShortcut(QKeySequence(KEY), window).activated.connect(self._show)

    def _stands_over(self, window: QWidget) -> bool:
        above: QWidget | None = window
        while above is not None and above is not self._window:
            above = above.parentWidget()
        return above is not None
