"""The state *invalid entry* on the accessibility bus of Linux (AT-SPI), on which Qt hands it to nobody (ADR 0068).

While a field is wrong, who asks for its state is answered here, with the states that Qt would name and this one. All
other questions go on to Qt's own adaptor; it is alone again as soon as no field is wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import shiboken6
from PySide6.QtCore import QMetaType
from PySide6.QtDBus import (
    QDBusArgument,
    QDBusConnection,
    QDBusMessage,
    QDBusObjectPath,
    QDBusVariant,
    QDBusVirtualObject,
)
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

_BUS, _ROOT = "a11y", "/org/a11y/atspi/accessible"
# Numbers of AtspiStateType by the fields of QAccessible.State, as Qt's bridge names them.
_STATES = {
    "active": 1, "busy": 3, "checked": 4, "collapsed": 5, "editable": 7, "expandable": 9, "expanded": 10,
    "focusable": 11, "focused": 12, "modal": 16, "multiLine": 17, "pressed": 20, "sizeable": 21, "selectable": 22,
    "selected": 23, "checkStateMixed": 32, "checkable": 41, "hasPopup": 42, "readOnly": 43,
}  # fmt: skip
_ENABLED, _SENSITIVE, _SHOWING, _VISIBLE, _MANAGES_DESCENDANTS, _INVALID_ENTRY = 8, 24, 25, 30, 31, 36
_VIEWS = (QAccessible.Role.Table, QAccessible.Role.Tree, QAccessible.Role.List)


def tell_invalid(field: QWidget, invalid: bool) -> bool:
    """Report to screen readers that a field is invalid, or valid again; false if no accessibility bus listens."""
    interface, bridge = QAccessible.queryAccessibleInterface(field), _bridge()
    if interface is None or bridge is None:
        return False
    path = f"{_ROOT}/{QAccessible.uniqueId(interface)}"
    if invalid == (path in bridge.wrong):
        return True
    if invalid:
        bridge.wrong[path] = field
        field.destroyed.connect(lambda: bridge.forget(path))
        bridge.stand_in()
        bridge.tell(path, True)
    else:
        bridge.forget(path)
        bridge.tell(path, False)
    return True


def states_of(thing: QAccessibleInterface) -> list[int]:
    """Numbers of AtspiStateType, as Qt answers for a field without a fault."""
    state = thing.state()
    numbers = [number for name, number in _STATES.items() if getattr(state, name)]
    numbers += [] if state.disabled else [_ENABLED, _SENSITIVE]
    numbers += [] if state.invisible else [_VISIBLE]
    numbers += [_MANAGES_DESCENDANTS] if thing.role() in _VIEWS else []
    return numbers + ([] if state.invisible or state.offscreen else [_SHOWING])


class _Bridge(QDBusVirtualObject):
    """Filter between the accessibility bus and Qt's adaptor while a field is invalid."""

    def __init__(
        self, connection: QDBusConnection, adaptor: QDBusVirtualObject, append: Callable[[int, int], object]
    ) -> None:
        super().__init__()
        self._append = append
        self.wrong: dict[str, QWidget] = {}
        self._connection, self._adaptor = connection, adaptor
        self._answers = False

    def introspect(self, path: str, /) -> str:
        return self._adaptor.introspect(path)

    def handleMessage(self, message: QDBusMessage, connection: QDBusConnection, /) -> bool:  # Qt's name
        field = self.wrong.get(message.path()) if message.member() == "GetState" else None
        interface = None if field is None else QAccessible.queryAccessibleInterface(field)
        if interface is None:
            return self._adaptor.handleMessage(message, connection)
        return connection.send(message.createReply(self._unsigned([*states_of(interface), _INVALID_ENTRY])))

    def forget(self, path: str) -> None:
        if self.wrong.pop(path, None) is not None and not self.wrong:
            self._put(self._adaptor)
            self._answers = False

    def stand_in(self) -> None:
        if not self._answers:
            self._put(self)
            self._answers = True

    def tell(self, path: str, invalid: bool) -> None:
        """Send the event that a screen reader waits for."""
        source = QDBusArgument()
        source.beginStructure()
        source << self._connection.baseService()
        source << QDBusObjectPath(f"{_ROOT}/root")
        source.endStructure()
        event = QDBusMessage.createSignal(path, "org.a11y.atspi.Event.Object", "StateChanged")
        event.setArguments(["invalid-entry", int(invalid), 0, QDBusVariant(0), source])
        self._connection.send(event)

    def _unsigned(self, states: list[int]) -> QDBusArgument:
        """Encode a set of states as AT-SPI does: two unsigned numbers of 32 bits.

        PySide writes integers with 16 bits, so Qt's own operator is called.
        """
        bits = sum(1 << state for state in set(states))
        numbers = QDBusArgument()
        numbers.beginArray(QMetaType(QMetaType.Type.UInt.value))
        for number in (bits & 0xFFFFFFFF, bits >> 32):
            self._append(shiboken6.getCppPointer(numbers)[0], number)
        numbers.endArray()
        return numbers

    def _put(self, bus_object: QDBusVirtualObject) -> None:
        self._connection.unregisterObject(_ROOT)
        self._connection.registerVirtualObject(_ROOT, bus_object, QDBusConnection.VirtualObjectRegisterOption.SubPath)


@cache
def _append() -> Callable[[int, int], object] | None:
    """Return `QDBusArgument::operator<<(uint)`; None if Qt has no such symbol."""
    try:
        called = ctypes.CDLL("libQt6DBus.so.6")["_ZN13QDBusArgumentlsEj"]
    except (OSError, AttributeError):
        return None
    called.argtypes, called.restype = [ctypes.c_void_p, ctypes.c_uint32], ctypes.c_void_p
    return called


@cache
def _bridge() -> _Bridge | None:
    """Return the bridge; None without an accessibility bus, or with another Qt than this was written for."""
    connection = QDBusConnection(_BUS)
    adaptor = connection.objectRegisteredAt(_ROOT) if connection.isConnected() else None
    append = _append()
    if append is None or not isinstance(adaptor, QDBusVirtualObject):
        return None
    return _Bridge(connection, adaptor, append)
