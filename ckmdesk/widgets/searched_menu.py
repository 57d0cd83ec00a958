"""Menus of many entries have a search."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QWidgetAction

from ckmdesk.widgets.searched_popup import WITHOUT_SEARCH


def searchable(menu: QMenu) -> QMenu:
    """A menu that has a search whenever it is shown with many entries; what fills it at that moment is connected
    before."""
    menu.aboutToShow.connect(lambda: add_search(menu))
    return menu


def add_search(menu: QMenu) -> QLineEdit | None:
    """A field at the top of a menu of many entries, until it hides: what is typed leaves those that hold it; Down leads
    to them, Enter does the first that can be done."""
    entries = menu.actions()
    if sum(not entry.isSeparator() for entry in entries) <= WITHOUT_SEARCH:
        return None
    field = QLineEdit(menu, placeholderText=QCoreApplication.translate("TableMenus", "search"))
    field.setAccessibleName(QCoreApplication.translate("TableMenus", "Search in this menu"))
    action = QWidgetAction(menu)
    action.setDefaultWidget(field)
    menu.insertAction(entries[0], action)
    shown = [entry for entry in entries if entry.isVisible()]

    def holds(one: QAction, text: str) -> bool:
        return text.strip().casefold() in one.text().replace("&", "").casefold()

    def find(text: str) -> None:
        for one in shown:
            one.setVisible(holds(one, text))

    def first() -> None:
        found = (one for one in shown if one.isEnabled() and not one.isSeparator() and holds(one, field.text()))
        one = next(found, None)
        if one is not None:
            menu.close()
            one.trigger()

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
