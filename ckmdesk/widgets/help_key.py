"""F1 and Shift+F10 wherever a person is: in the window, its dialogs and the popups over it.

Parts of them name their page of the handbook.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QApplication, QMainWindow, QWidget

KEY = "F1"
MENU_KEY = "Shift+F10"
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


def open_menu() -> None:
    """Open the context menu of what has the keyboard, as its menu key does."""
    widget = QApplication.focusWidget()
    if widget is None:
        return
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Menu, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, pressed)
    if pressed.isAccepted():
        return
    place = widget.rect().center()
    if isinstance(widget, QAbstractItemView) and widget.currentIndex().isValid():
        place = widget.visualRect(widget.currentIndex()).center()
    target = widget.viewport() if isinstance(widget, QAbstractScrollArea) else widget
    at = QPoint(place)
    asked = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, target.mapToGlobal(at))
    QApplication.sendEvent(target, asked)


def add_menu_key(window: QWidget) -> None:
    """Add Shift+F10 to a window; Windows has it by itself."""
    if sys.platform != "win32":
        QShortcut(QKeySequence(MENU_KEY), window).activated.connect(open_menu)


class HelpKey(QObject):
    """Adds the help key to every window above `window` when the focus first enters it; the menu bar has its own.

    All of them have the key of the context menu, too.
    """

    def __init__(self, window: QMainWindow, show: Callable[[], object]) -> None:
        super().__init__(window)
        self._window, self._show = window, show
        add_menu_key(window)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._came)

    def _came(self, _before: QWidget | None, current_widget: QWidget | None) -> None:
        window = None if current_widget is None else current_widget.window()
        if window is None or window is self._window or window.property(TAUGHT) or not self._stands_over(window):
            return
        window.setProperty(TAUGHT, True)
        QShortcut(QKeySequence(KEY), window).activated.connect(self._show)
        add_menu_key(window)

    def _stands_over(self, window: QWidget) -> bool:
        above: QWidget | None = window
        while above is not None and above is not self._window:
            above = above.parentWidget()
        return above is not None
