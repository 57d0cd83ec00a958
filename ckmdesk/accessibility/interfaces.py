"""Accessible interfaces of widgets that Qt does not know: their role, a value in its own unit, parts.

`install` puts our factory in front of Qt's. A widget has a role by `shape`, or a method `by_ear` that makes its
interface; every other widget is left to Qt. Why so, and what does not hold: docs/adr/0055.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueInterface, QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QComboBox,
    QLabel,
    QMenu,
    QScrollArea,
    QWidget,
    QWidgetAction,
)
from shiboken6 import VoidPtr, getCppPointer

from ckmdesk.accessibility.menus import entry_by_ear
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import counted, spoken_language
from ckmdesk.base.unexpected import guarded

Role = QAccessible.Role
Text = QAccessible.Text
_ROLE = "role_by_ear"


def shape(widget: QWidget, role: QAccessible.Role) -> None:
    """Set the accessible role of a widget (heading, list, document), once, when it is made."""
    widget.setProperty(_ROLE, int(role.value))


def role_of(widget: QWidget) -> QAccessible.Role:
    """Accessible role of a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return Role.NoRole if interface is None else interface.role()


class Amount(QAccessibleValueInterface):
    """A number that the keyboard changes, in its own unit.

    `read` returns it, `write` sets it, `ends` returns its minimum and maximum; `step` is one key press.
    """

    def __init__(
        self,
        read: Callable[[], float],
        write: Callable[[float], None],
        ends: Callable[[], tuple[float, float]],
        step: float,
    ) -> None:
        super().__init__()
        self._read, self._write, self._ends, self._step = read, write, ends, step

    @guarded(0.0)
    def currentValue(self) -> float:
        return self._read()

    @guarded()
    def setCurrentValue(self, value: float) -> None:
        self._write(value)

    @guarded(0.0)
    def minimumValue(self) -> float:
        return self._ends()[0]

    @guarded(0.0)
    def maximumValue(self) -> float:
        return self._ends()[1]

    @guarded(0.0)
    def minimumStepSize(self) -> float:
        return self._step


class Measured(QAccessibleWidget):
    """Accessible interface of a widget with a number; `words` returns the number as text."""

    def __init__(self, widget: QWidget, role: QAccessible.Role, amount: Amount, words: Callable[[], str]) -> None:
        super().__init__(widget, role)
        self._amount, self._words = amount, words
        self._place = getCppPointer(amount)[0]

    @guarded(VoidPtr(0))
    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:
        if kind == QAccessible.InterfaceType.ValueInterface:
            return VoidPtr(self._place)
        # PySide gives None for "has none", and ends the process where it is given it back.
        return super().interface_cast(kind) or VoidPtr(0)

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        return self._words() if kind == Text.Value else super().text(kind)


class Pictured(QAccessibleWidget):
    """Accessible interface of a picture; `words` returns the text of the current point."""

    def __init__(self, widget: QWidget, words: Callable[[], str]) -> None:
        super().__init__(widget, Role.Chart)
        self._words = words

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        return self._words() if kind == Text.Value else super().text(kind)


def name_of(widget: QWidget) -> str:
    """Return the accessible name of a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return "" if interface is None else str(interface.text(Text.Name))


class Readable(QAccessibleWidget):
    """Accessible interface of an area that takes the focus to be scrolled.

    Without a name of its own its name is the first words in it, its heading; it is all of its words while it has the
    focus itself, or where it contains no control.
    """

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area, Role.Grouping)
        self._area = area

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        text = super().text(kind)
        if kind != Text.Name or text:
            return text
        words = [
            label.accessibleName() or label.text() for label in self._area.findChildren(QLabel) if label.isVisible()
        ]
        told_words = [word for word in words if word]
        return "; ".join(told_words if self._area.hasFocus() or not self._holds_controls() else told_words[:1])

    def _holds_controls(self) -> bool:
        """Whether the keyboard can be on something in it."""
        widgets = (widget for widget in self._area.findChildren(QWidget) if widget is not self._area.viewport())
        return any(widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus for widget in widgets)


class _NameOf(QLabel):
    """A label that is never shown: it gives screen readers on Linux the purpose of a drop-down."""

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo.parentWidget())
        self.setBuddy(combo)
        self.hide()

    def by_ear(self) -> QAccessibleInterface:
        return _BuddysName(self)


class _BuddysName(QAccessibleWidget):
    """Accessible interface of that label: its name is the current accessible name of the drop-down."""

    def __init__(self, label: QLabel) -> None:
        super().__init__(label, Role.StaticText)
        self._label = label

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        combo = self._label.buddy()
        return combo.accessibleName() if kind == Text.Name and combo is not None else super().text(kind)


def label_for_ear(combo: QComboBox) -> None:
    """Give a drop-down a hidden label for screen readers on Linux.

    There Qt uses the chosen entry as the name of a drop-down, and leaves its purpose to the label.
    """
    above = combo.parentWidget()
    if sys.platform != "linux" or above is None or not combo.accessibleName() or not QAccessible.isActive():
        return
    labels = above.findChildren(QLabel, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if not any(label.buddy() is combo for label in labels):
        _NameOf(combo)


_NAMED = "named_by_ear"


def _name(menu: QMenu) -> None:
    """Set the accessible name of a menu, unless it has one.

    The name is its title, else the name of the button that opens it or of the widget it belongs to.
    """
    if menu.accessibleName() and menu.accessibleName() != menu.property(_NAMED):
        return
    title = menu.title().replace("&", "")
    openers = [opener for opener in menu.menuAction().associatedObjects() if isinstance(opener, QAbstractButton)]
    owner = openers[0] if openers else menu.parentWidget()
    words = title or ("" if owner is None else name_of(owner))
    menu.setProperty(_NAMED, words)
    menu.setAccessibleName(words)


def _opens(menu: QMenu) -> None:
    """Name a menu and announce that it opens, since none of its entries has the focus before the user moves."""
    _name(menu)
    entries = sum(
        action.isVisible() and not action.isSeparator() and not isinstance(action, QWidgetAction)
        for action in menu.actions()
    )
    singular = QCoreApplication.translate("ByEar", "menu with 1 entry")
    plural = QCoreApplication.translate("ByEar", "menu with %1 entries")
    entry_count = counted(singular, plural, entries, spoken_language())
    announce(", ".join(text for text in (menu.accessibleName(), entry_count) if text))


def _new_interface(_name_of_class: str, thing: QObject) -> QAccessibleInterface | None:
    if isinstance(thing, QAction):
        return entry_by_ear(thing)
    if not isinstance(thing, QWidget):
        return None
    if isinstance(thing, QMenu):
        if thing.property(_NAMED) is None:
            thing.aboutToShow.connect(lambda: _opens(thing))  # in the words of the day
            _name(thing)
        return None
    make = getattr(thing, "by_ear", None)
    if make is not None:
        return make()  # type: ignore[no-any-return]
    if isinstance(thing, QScrollArea) and thing.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return Readable(thing)
    role = thing.property(_ROLE)
    return None if role is None else QAccessibleWidget(thing, Role(role))


_installed: list[bool] = []


def install() -> None:
    """Install the factory of accessible interfaces, once, after the application was made: Qt's own are then asked
    last."""
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_new_interface)
