"""Announcements to screen readers that Qt lacks for the widget with the focus: the current item of a list, tree, table
or row of tabs that gets it, that an item is ticked, and the purpose of a drop-down."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QMetaObject, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface, QAccessibleStateChangeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from ckmdesk.accessibility.interfaces import label_for_ear

View = QAbstractItemView | QTabBar


class ToldFocus(QObject):
    """Follows the keyboard in all windows of the program."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._view: QAbstractItemView | None = None
        self._ticks: QMetaObject.Connection | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._came)

    def _came(self, _before: QWidget | None, current_widget: QWidget | None) -> None:
        if self._view is not None and self._ticks is not None and isValid(self._view):
            self.disconnect(self._ticks)
        self._view = self._ticks = None
        if not QAccessible.isActive():
            return
        if isinstance(current_widget, QComboBox):
            label_for_ear(current_widget)
        if isinstance(current_widget, View):
            QTimer.singleShot(0, current_widget, partial(_tell_item, current_widget))
        if isinstance(current_widget, QAbstractItemView) and current_widget.model() is not None:
            self._view, self._ticks = current_widget, current_widget.model().dataChanged.connect(self._changed)

    def _changed(self, _first: object, _last: object, roles: list[int]) -> None:
        view = self._view
        if view is None or not isValid(view) or int(Qt.ItemDataRole.CheckStateRole) not in roles:
            return
        item = _item(view)
        if item is not None:
            changed = QAccessible.State()
            changed.checked = True
            QAccessible.updateAccessibility(QAccessibleStateChangeEvent(item, changed))


def _item(view: View) -> QAccessibleInterface | None:
    """The current item of a view that has the keyboard."""
    interface = QAccessible.queryAccessibleInterface(view) if view.hasFocus() else None
    if interface is None:
        return None
    item = interface.child(view.currentIndex()) if isinstance(view, QTabBar) else interface.focusChild()
    return item if item is not None and item.isValid() else None


def _tell_item(view: View) -> None:
    item = _item(view)
    if item is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(item, QAccessible.Event.Focus))
