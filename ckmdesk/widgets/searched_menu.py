"""Menus of many entries have a search."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QWidgetAction

from ckmdesk.widgets.searched_popup import WITHOUT_SEARCH


def searchable(menu: QMenu) -> QMenu:
    """Give a menu a search field whenever it opens with many entries; connect what fills it before."""
    menu.aboutToShow.connect(lambda: add_search(menu))
    return menu


def add_search(menu: QMenu) -> QLineEdit | None:
    """Add a search field at the top of a menu with many entries, until it closes.

    Typed text filters the entries; Down moves to them, Enter triggers the first enabled one. None for a short menu.
    """
    entries = menu.actions()
    if sum(not entry.isSeparator() for entry in entries) <= WITHOUT_SEARCH:
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
