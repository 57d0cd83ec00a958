"""Menus of many entries have a search; menus of settings stay open while entries are ticked."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidgetAction

from ckmdesk.base.unexpected import guarded
from ckmdesk.widgets.searched_popup import MOST_ENTRIES


class _Staying(QObject):
    """Triggers ticks of a menu without closing it."""

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(watched, QMenu):
            return False
        action: QAction | None = None
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            action = watched.actionAt(event.position().toPoint())
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            pressed = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
            action = watched.activeAction() if pressed else None
        if action is None or not action.isCheckable() or not action.isEnabled():
            return False
        action.trigger()
        return True


def staying(menu: QMenu) -> QMenu:
    """Keep a menu open when an entry of it is ticked."""
    menu.installEventFilter(_Staying(menu))
    return menu


def searchable(menu: QMenu) -> QMenu:
    """Give a menu a search field whenever it opens with many entries; connect what fills it before."""
    menu.aboutToShow.connect(lambda: add_search(menu))
    return menu


def add_search(menu: QMenu) -> QLineEdit | None:
    """Add a search field at the top of a menu with many entries, until it closes.

    Typed text filters the entries; Down moves to them, Enter triggers the first enabled one. None for a short menu.
    """
    entries = menu.actions()
    if sum(not entry.isSeparator() for entry in entries) <= MOST_ENTRIES:
        return None
    field = QLineEdit(menu, placeholderText=QCoreApplication.translate("TableMenus", "search"))
    field.setAccessibleName(QCoreApplication.translate("TableMenus", "Search in this menu"))
    action = QWidgetAction(menu)
    action.setDefaultWidget(field)
    menu.insertAction(entries[0], action)
    shown_entries = [entry for entry in entries if entry.isVisible()]

    def holds(action: QAction, text: str) -> bool:
        return text.strip().casefold() in action.text().replace("&", "").casefold()

    def find(text: str) -> None:
        for entry in shown_entries:
            entry.setVisible(holds(entry, text))

    def first() -> None:
        entries = (
            entry
            for entry in shown_entries
            if entry.isEnabled() and not entry.isSeparator() and holds(entry, field.text())
        )
        each_entry = next(entries, None)
        if each_entry is not None:
            menu.close()
            each_entry.trigger()

    def end() -> None:
        # Entries may be a page's own actions, which its keys need, too: they are shown again.
        find("")
        menu.removeAction(action)
        action.deleteLater()

    menu.aboutToHide.connect(end, Qt.ConnectionType.SingleShotConnection)
    field.textChanged.connect(find)
    field.returnPressed.connect(first)

    def take_keys() -> None:
        menu.setActiveAction(action)  # else the first Down leads to the field
        field.setFocus()

    QTimer.singleShot(0, field, take_keys)
    return field
