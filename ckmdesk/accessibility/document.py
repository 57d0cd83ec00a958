"""A text with headings, links and pictures as a screen reader walks through it: a document and its parts.

Qt gives screen readers the letters and the caret of a text, and none of its headings. The view of the text stays as it
is: the document around it has the parts beside it, in the order of reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleAttributesInterface,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import VoidPtr, getCppPointer

from ckmdesk.accessibility.interfaces import Role, Text
from ckmdesk.base.unexpected import guarded

Kind = QAccessible.InterfaceType


@dataclass(frozen=True)
class Part:
    """A part of a text: a heading of a `level`, a link that calls `act`, a picture or a paragraph.

    `place` returns its rectangle on the screen.
    """

    role: QAccessible.Role
    name: str
    place: Callable[[], QRect]
    level: int = 0
    act: Callable[[], None] | None = None


class _Press(QAccessibleActionInterface):
    """Accessible action of a link: pressing it."""

    def __init__(self, act: Callable[[], None]) -> None:
        super().__init__()
        self._act = act

    @guarded([])
    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    @guarded()
    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self._act()

    @guarded([])
    def keyBindingsForAction(self, name: str) -> list[str]:
        return []


class _Level(QAccessibleAttributesInterface):
    """The level of a heading."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self._level = level

    @guarded([])
    def attributeKeys(self) -> list[QAccessible.Attribute]:
        return [QAccessible.Attribute.Level]

    @guarded(None)
    def attributeValue(self, key: QAccessible.Attribute) -> object:
        return self._level if key == QAccessible.Attribute.Level else None


class PartByEar(QAccessibleInterface):
    """A part of a document, which is no widget."""

    def __init__(self, above: QWidget, part: Part) -> None:
        super().__init__()
        self._above, self.part = above, part
        self._more: dict[QAccessible.InterfaceType, object] = {}
        if part.act is not None:
            self._more[Kind.ActionInterface] = _Press(part.act)
        if part.level:
            self._more[Kind.AttributesInterface] = _Level(part.level)

    @guarded(VoidPtr(0))
    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:
        interface = self._more.get(kind)
        return VoidPtr(0 if interface is None else getCppPointer(interface)[0])

    @guarded("")
    def text(self, kind: QAccessible.Text) -> str:
        return self.part.name if kind == Text.Name else ""

    @guarded(Role.NoRole)
    def role(self) -> QAccessible.Role:
        return self.part.role

    @guarded(QRect())
    def rect(self) -> QRect:
        return self.part.place()

    @guarded(None)
    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.readOnly = 1
        state.linked = int(self.part.act is not None)
        return state

    @guarded(None)
    def parent(self) -> QAccessibleInterface | None:
        return QAccessible.queryAccessibleInterface(self._above)

    def isValid(self) -> bool:
        return True

    def object(self) -> QObject | None:
        return None

    def child(self, index: int) -> QAccessibleInterface | None:
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        return None


class DocumentByEar(QAccessibleWidget):
    """Accessible interface of the widget around a text: its own children, then the parts of the text."""

    def __init__(self, paper: Paper) -> None:
        super().__init__(paper, Role.Document)
        self._paper = paper

    @guarded(0)
    def childCount(self) -> int:
        return super().childCount() + len(self._paper.parts)

    @guarded(None)
    def child(self, index: int) -> QAccessibleInterface | None:
        own_count = super().childCount()
        if index < own_count:
            return super().child(index)
        return self._paper.parts[index - own_count] if index - own_count < len(self._paper.parts) else None

    @guarded(-1)
    def indexOfChild(self, child: QAccessibleInterface) -> int:
        for index, paper_part in enumerate(self._paper.parts):
            if paper_part is child:
                return super().childCount() + index
        return super().indexOfChild(child)


class Paper(QWidget):
    """Mixin of widgets that show a text; `show_parts` sets the parts of the text for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[PartByEar] = []

    def by_ear(self) -> DocumentByEar:
        """Return the accessible interface of the document."""
        return DocumentByEar(self)

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Replace the parts of the text; the accessible interfaces of the former parts are deleted."""
        former_parts, self.parts = self.parts, [PartByEar(self, paper_part) for paper_part in parts]
        for part_by_ear in former_parts:
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(part_by_ear))
