"""Chips: a variable or value on a shelf. Drag it, or use its menu, or the keyboard."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QDrag, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QWidget

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import fill, row_of

MIME = "application/x-ckmdesk-variable"
CHIP_HEIGHT = 24
UNMARKED = ("category", "hierarchy", "sum")  # what most chips are is not drawn on each


@dataclass(frozen=True)
class Item:
    """A dragged variable or value with its zone and stacked block; `icon` is a name of icons.py.

    With `breaks` it is the beginning of a block, which moves with it. `depth` is the level of its hierarchy, which has
    `depths` levels (-1: the variable itself). `others` are the items dragged along.
    """

    name: str
    title: str
    zone: Zone
    icon: str
    value: bool = False
    detail: str = ""
    block: int = 0
    breaks: bool = False
    depth: int = -1
    depths: int = 0
    others: tuple[Item, ...] = ()

    @property
    def all(self) -> tuple[Item, ...]:
        """Return this item and those dragged along."""
        return self, *self.others

    @property
    def is_plain(self) -> bool:
        """Return whether it is a single variable, value or break, and no level."""
        return self.depth < 0 and not self.others


def encode(item: Item) -> QMimeData:
    """The item as drag data (no figures, no codes)."""
    mime = QMimeData()
    mime.setData(MIME, json.dumps(asdict(item)).encode())
    return mime


def decode(mime: QMimeData) -> Item | None:
    """Read the item from drag data; None for other data."""
    if not mime.hasFormat(MIME):
        return None
    item_fields = json.loads(bytes(mime.data(MIME).data()).decode())
    return Item(
        **{
            **item_fields,
            "others": tuple(Item(**{**other_fields, "others": ()}) for other_fields in item_fields["others"]),
        }
    )


def start_drag(source: QWidget, item: Item, theme: Theme) -> Qt.DropAction:
    """Run a drag with a picture of the item below right of the pointer."""
    # The window owns the drag: the drop replaces the chips, and with them the chip that started it.
    drag = QDrag(source.window())
    drag.setMimeData(encode(item))
    drag.setPixmap(ghost(item, theme))
    drag.setHotSpot(QPoint(-14, -10))
    return drag.exec(Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)


def ghost(item: Item, theme: Theme) -> QPixmap:
    """The chip without caret and cross."""
    metrics = QFontMetrics(theme.font())
    text = f"{item.title} +{len(item.others)}" if item.others else item.title
    size = QSize(metrics.horizontalAdvance(text) + px(40), px(CHIP_HEIGHT))
    pixmap = QPixmap(size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(theme.color("accent"))
    painter.setBrush(theme.color(ground_token(item)))
    painter.drawRoundedRect(pixmap.rect().adjusted(0, 0, -1, -1), 4, 4)
    theme.icon(item.icon).paint(painter, 8, px(4), px(16), px(16))
    painter.setFont(theme.font())
    painter.setPen(theme.color("text"))
    painter.drawText(pixmap.rect().adjusted(px(30), 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, text)
    painter.end()
    return pixmap


def ground_token(item: Item) -> str:
    """Return the background token of a chip, which shows its role, as icon and word do, too."""
    if item.value:
        return "value_chip"
    if item.breaks:
        return "window"
    return "filter_chip" if item.zone == "filters" else "accent_soft"


class Chip(QFrame):
    """Chip on a shelf.

    A double click, Enter or the menu key opens its menu. Delete removes it, Ctrl+arrows move it, Ctrl+Shift+Up and Down
    move its block.
    """

    remove_asked = Signal(object)
    menu_asked = Signal(object, QPoint)
    step_asked = Signal(object, int)
    block_step_asked = Signal(object, int)

    def __init__(self, item: Item, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item, self.theme = item, theme
        self._pressed: QPoint | None = None
        self.setObjectName(f"chip:{item.zone}:{item.name}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(px(CHIP_HEIGHT))
        words = (self.tr("Break between blocks") if item.breaks else "", item.title)
        called = ": ".join(word for word in words if word)
        self._called = f"{called}, {item.detail}" if item.detail else called
        shape(self, Role.ListItem)
        self.setAccessibleName(self._called)
        self.words = label(item.title)
        layout = row_of(self.words, within=self, margins=(5, 0, 0, 0), spacing=0)
        if item.icon not in UNMARKED:
            layout.insertWidget(0, IconLabel(theme, item.icon))
            layout.insertSpacing(1, 2)
        self.words.setVisible(bool(item.title))
        if item.detail:
            layout.addSpacing(3)
            layout.addWidget(label(item.detail, "secondary"))
        self.caret = self._button(self.tr("Menu of %1").replace("%1", called))
        self.caret.clicked.connect(self._ask_menu)
        out = self.tr("Nest within the block before") if item.breaks else self.tr("Take %1 out of the table")
        self.cross = self._button(out.replace("%1", called))
        self.cross.clicked.connect(lambda: self.remove_asked.emit(self.item))
        fill(layout, self.caret, self.cross)
        theme.changed.connect(self._draw)
        self._draw()

    def set_place(self, shelf: str, number: int, count: int) -> None:
        """Set its shelf and its position there for screen readers: `Sex, Columns, 2 of 3`."""
        place_text = self.tr("%1 of %2").replace("%1", str(number)).replace("%2", str(count))
        self.setAccessibleName(f"{self._called}, {shelf}, {place_text}" if shelf else self._called)

    def _draw(self) -> None:
        for button, icon in ((self.caret, "down"), (self.cross, "close")):
            button.setIcon(self.theme.icon(icon, "secondary"))

    def _button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(px(14), px(14)))
        button.setFixedSize(px(CHIP_HEIGHT), px(CHIP_HEIGHT))
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self.theme.color(ground_token(self.item))
        painter.setBrush(ground)
        painter.setPen(self.theme.color("accent") if self.hasFocus() else self.theme.color("frame"))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 3, 3)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        moved = event.position().toPoint() - self._pressed
        if moved.manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            start_drag(self, self.item, self.theme)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pressed = None
        self._ask_menu()

    def contextMenuEvent(self, event: object) -> None:
        self._ask_menu()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_asked.emit(self.item)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Menu):
            self._ask_menu()
        elif control and shift and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.block_step_asked.emit(self.item, -1 if key == Qt.Key.Key_Up else 1)
        elif control and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.step_asked.emit(self.item, -1 if key == Qt.Key.Key_Left else 1)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focusNextPrevChild(key == Qt.Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def _ask_menu(self) -> None:
        self.menu_asked.emit(self.item, self.mapToGlobal(QPoint(0, self.height())))
