"""A frame around what has the keyboard and shows it not by itself: lists, trees, tables, and pages with FRAMED set."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QWidget
from shiboken6 import isValid

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import Theme

FRAMED = "focus-frame"  # property of other widgets that have the frame, too


class FocusMark(QWidget):
    """Frame that marks the focus above a view; mouse events pass through it."""

    def __init__(self, view: QWidget, theme: Theme) -> None:
        super().__init__(view)
        self._theme = theme
        self.setObjectName("focus-mark")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        view.installEventFilter(self)
        self.setGeometry(view.rect())
        self.show()
        self.raise_()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self._theme.color("accent"), 2))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()


class FocusMarks(QObject):
    """Moves the frame with the keyboard, in all windows of the program."""

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mark: FocusMark | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)

    def _focus_moved(self, _old: QWidget | None, new_widget: QWidget | None) -> None:
        mark, self._mark = self._mark, None
        if mark is not None and isValid(mark):  # its view may be gone
            mark.hide()
            mark.deleteLater()
        is_list = isinstance(new_widget, QAbstractItemView) and not _is_drop_down(new_widget)
        if new_widget is not None and (is_list or new_widget.property(FRAMED)):
            self._mark = FocusMark(new_widget, self._theme)


def _is_drop_down(view: QAbstractItemView) -> bool:
    """Return whether a view is the list of a combo box, which exists only while it has the focus."""
    above = view.parentWidget()
    return above is not None and isinstance(above.parentWidget(), QComboBox)
