"""The entries of menus for a screen reader. As Qt's own, but that keys are called as on the keyboard of the user."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface, QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidgetAction
from shiboken6 import VoidPtr, getCppPointer, isValid

from ckmdesk.base.unexpected import guarded

Actions = QAccessibleActionInterface


def plain(text: str) -> str:
    """The words of an entry without the mark of its letter."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").partition("\t")[0]


def native(key: QKeySequence) -> str:
    """Return a key in the notation of the user's keyboard: "Strg+S" in German."""
    return key.toString(QKeySequence.SequenceFormat.NativeText)


class _Do(QAccessibleActionInterface):
    """Accessible action of a menu entry."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action = action

    @guarded([])
    def actionNames(self) -> list[str]:
        action = self._action
        if not isValid(action) or action.isSeparator():
            return []
        if action.menu() is not None:
            return [Actions.showMenuAction()]
        return [Actions.toggleAction() if action.isCheckable() else Actions.pressAction()]

    @guarded()
    def doAction(self, name: str) -> None:
        if isValid(self._action) and name in self.actionNames():
            menu = _holder(self._action)
            if name == Actions.showMenuAction() and menu is not None:
                menu.setActiveAction(self._action)
            else:
                self._action.trigger()

    @guarded([])
    def keyBindingsForAction(self, name: str) -> list[str]:
        keys = self._action.shortcuts() if isValid(self._action) else []
        return [native(key) for key in keys if not key.isEmpty()]


def _holder(action: QAction) -> QMenu | QMenuBar | None:
    """Return the menu that contains an entry; where several do, the one that is visible."""
    owners = [owner for owner in action.associatedObjects() if isinstance(owner, QMenu | QMenuBar)]
    return next((owner for owner in owners if owner.isVisible()), owners[0] if owners else None)


class EntryByEar(QAccessibleInterface):
    """An entry of a menu or of the menu bar."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action, self._do = action, _Do(action)
        self._place = getCppPointer(self._do)[0]

    @guarded(VoidPtr(0))
    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:
        return VoidPtr(self._place if kind == QAccessible.InterfaceType.ActionInterface else 0)

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        action, text = self._action, QAccessible.Text
        if not self.isValid():
            return ""
        if kind == text.Name:
            return plain(action.text())
        if kind == text.Accelerator and not action.shortcut().isEmpty():
            return native(action.shortcut())
        if kind == text.Accelerator:
            return native(QKeySequence.mnemonic(action.text()))
        description = {text.Description: action.toolTip(), text.Help: action.whatsThis()}.get(kind, "")
        own_text = plain(action.text())  # what Qt gives as a tip where there is none
        return "" if description in (own_text, own_text.removesuffix(" ...")) else description

    @guarded(QAccessible.Role.NoRole)
    def role(self) -> QAccessible.Role:
        separates = self.isValid() and self._action.isSeparator()
        return QAccessible.Role.Separator if separates else QAccessible.Role.MenuItem

    @guarded(None)
    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        action, menu = self._action, self._menu()
        if menu is None:
            state.invalid = 1
            return state
        state.invisible = int(not (menu.isVisible() and action.isVisible()))
        state.focusable = state.selectable = int(not action.isSeparator())
        state.focused = state.selected = int(menu.activeAction() is action)
        state.disabled = int(action.isSeparator() or not action.isEnabled())
        state.checkable, state.checked = int(action.isCheckable()), int(action.isChecked())
        state.hasPopup = int(action.menu() is not None)
        return state

    @guarded(QRect())
    def rect(self) -> QRect:
        menu = self._menu()
        if menu is None or not menu.isVisible():
            return QRect()
        return menu.actionGeometry(self._action).translated(menu.mapToGlobal(QPoint()))

    def _menu(self) -> QMenu | QMenuBar | None:
        return _holder(self._action) if self.isValid() else None

    @guarded(None)
    def parent(self) -> QAccessibleInterface | None:
        menu = self._menu()
        return None if menu is None else QAccessible.queryAccessibleInterface(menu)

    def _below(self) -> QAccessibleInterface | None:
        menu = self._action.menu() if self.isValid() else None
        return QAccessible.queryAccessibleInterface(menu) if isinstance(menu, QMenu) else None

    @guarded(0)
    def childCount(self) -> int:
        return int(self._below() is not None)

    @guarded(None)
    def child(self, index: int) -> QAccessibleInterface | None:
        return self._below() if index == 0 else None

    @guarded(-1)
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        below = self._below()
        return 0 if below is not None and child.object() is below.object() else -1

    @guarded(None)
    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:
        below = self._below()
        return below if below is not None and below.rect().contains(x, y) else None

    @guarded(False)
    def isValid(self) -> bool:
        return isValid(self._action)

    @guarded(None)
    def object(self) -> QObject | None:
        return self._action if self.isValid() else None

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        return None


def entry_by_ear(action: QAction) -> EntryByEar | None:
    """Return the accessible interface of an action.

    None for an action in no menu, or with a widget, which Qt handles itself.
    """
    return None if isinstance(action, QWidgetAction) or _holder(action) is None else EntryByEar(action)
