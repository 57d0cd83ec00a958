"""A shelf: rows, columns, filter or values. Shows where a drag will land before it lands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QToolButton, QWidget

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Landing
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import FIELD_HEIGHT, Theme, set_kind
from ckmdesk.state.shelves import AXES, Zone, can_filter
from ckmdesk.widgets.basic import ElidedLabel, label
from ckmdesk.widgets.chips import Chip, Item, decode
from ckmdesk.widgets.layouts import STRETCH, fill, row_of

MARK_WIDTH, MARK_HEIGHT = 2, 26
END_WIDTH, MORE_WIDTH = 24, 30
# What is out of sight comes nearer by so many pixels at a time, while something is held above an end.
DRIFT, DRIFT_MS = 24, 60
EDGE, EMPTY_LEFT = 2, 6
END_GAP = 20  # between the last chip and the plus: what is dropped there nests, on the plus it begins a block


def _same(item: Item) -> tuple[str, int]:
    return item.name, item.block


class Shelf(QFrame):
    """Shelf: one zone with its chips.

    Emits `hovering(item, zone, index)` while a drag is over it, before chip `index`, or -1 when it has left;
    `dropped(item, zone, index, landing)` with the value of `landing_of` when the drag came there; `add_asked(zone,
    place)` for the plus at its end.
    """

    dropped = Signal(object, str, int, object)
    hovering = Signal(object, str, int)
    remove_asked = Signal(object)
    menu_asked = Signal(object, QPoint)
    step_asked = Signal(object, int)
    block_step_asked = Signal(object, int)
    add_asked = Signal(str, QPoint)

    def __init__(self, zone: Zone, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zone, self.theme = zone, theme
        self.chips: list[Chip] = []
        self.landing_of: Callable[[Item, Zone, int], Landing | None] = lambda _item, _zone, _index: None
        self._mark: int | None = None
        self.landing: Landing | None = None
        self._over: tuple[Item, int] | None = None  # what is dragged above the shelf, and where
        self._drift = QTimer(self, interval=DRIFT_MS)
        self._drift.timeout.connect(self._drifted)
        self._moved = QTimer(self, interval=0, singleShot=True)
        self._moved.timeout.connect(self._tell_ends)
        self._mark_line = QFrame(self)
        self._mark_line.setAutoFillBackground(True)
        self._mark_line.hide()
        self.setObjectName(f"shelf:{zone}")
        shape(self, Role.List)
        self.setAcceptDrops(True)
        self.setFixedHeight(px(FIELD_HEIGHT))
        outer = row_of(within=self, margins=EDGE)
        self._area = QScrollArea(self, frameShape=QFrame.Shape.NoFrame, widgetResizable=True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setMinimumWidth(1)  # else it takes more than a short word needs
        self._inside = QWidget()
        self._area.setWidget(self._inside)
        for within in (self._area.viewport(), self._inside):
            within.setAutoFillBackground(False)  # it would cover the corners of the frame
        self._empty = ElidedLabel("", "secondary")
        self._empty.setContentsMargins(px(EMPTY_LEFT), 0, 0, 0)
        self._first = label("1", "secondary")  # the number of the block before the first break
        self._first.setContentsMargins(px(EMPTY_LEFT), 0, px(EDGE), 0)
        self._first.hide()
        self._row = row_of(self._first, self._empty, STRETCH, within=self._inside, margins=(2, 0, 2, 0), spacing=4)
        outer.setSpacing(0)
        self._ends = [self._make_end(step) for step in (-1, 1)]
        fill(outer, self._ends[0], self._area, self._ends[1])
        self.plus = QToolButton(self, objectName=f"add:{zone}", autoRaise=True)
        self.plus.setFixedWidth(px(END_WIDTH))
        self.plus.clicked.connect(lambda: self.add_asked.emit(zone, self.plus.mapToGlobal(QPoint(0, self.height()))))
        outer.addWidget(self.plus)
        theme.changed.connect(self._draw_plus)
        self._draw_plus()
        bar = self._area.horizontalScrollBar()
        # Later: what is shown or hidden while the layout is at work finds no place in it.
        bar.rangeChanged.connect(lambda _low, _high: QTimer.singleShot(0, self, self._show_ends))
        bar.valueChanged.connect(lambda _value: self._tell_ends())
        bar.valueChanged.connect(lambda _value: QTimer.singleShot(0, self, self._show_ends))
        self._show_ends()

    def _draw_plus(self) -> None:
        self.plus.setIcon(self.theme.icon("add", "secondary"))

    def _make_end(self, step: int) -> QToolButton:
        """Make the button at an end that counts the chips out of view and scrolls to them; it is for the mouse only."""
        button = QToolButton(self)
        set_kind(button, "more")
        button.setAutoRaise(True)
        button.setFixedWidth(px(MORE_WIDTH))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAutoRepeat(True)
        button.clicked.connect(lambda: self._scroll(step * self._area.viewport().width() // 2))
        button.installEventFilter(self)
        return button

    def _scroll(self, by: int) -> None:
        bar = self._area.horizontalScrollBar()
        to = bar.value() + by
        begin = self.chips[0].x() if self.chips else 0  # behind the number of its block, which comes along
        bar.setValue(0 if by < 0 and to <= begin else to)

    def _show_ends(self) -> None:
        plus = self.plus.width()
        # Whether or not the ends stand there now.
        hidden = self._row.minimumSize().width() > self.contentsRect().width() - 2 * EDGE - plus
        # One that leads nowhere any more stays while the pointer is on it: a further click would meet a chip.
        for button, out in zip(self._ends, self._out_of_sight(), strict=True):
            button.setVisible(hidden and (bool(out) or button.underMouse() or self._over is not None))
        self._tell_ends()

    def _out_of_sight(self) -> tuple[list[Chip], list[Chip]]:
        """Return the chips that are not entirely visible: at the left, and at the right."""
        low, viewport_width = self._area.horizontalScrollBar().value(), self._area.viewport().width()
        left = [chip for chip in self.chips if chip.geometry().left() < low]
        right = [chip for chip in self.chips if chip.geometry().right() >= low + viewport_width and chip not in left]
        return left, right

    def _tell_ends(self) -> None:
        """Update number and tool tip of the end buttons."""
        name = self.accessibleName()
        words = (self.tr("More to the left"), self.tr("More to the right"))
        for button, word, out in zip(self._ends, words, self._out_of_sight(), strict=True):
            button.setEnabled(bool(out))
            button.setText(f"+{len(out)}" if out else "")
            button.setToolTip(": ".join([word, ", ".join(chip.item.title for chip in out)] if out else [word]))
            button.setAccessibleName(f"{name}: {button.toolTip()}")
        self._show_whole_chips()

    def _show_whole_chips(self) -> None:
        """Hide chips that are not entirely visible: a cut chip might show only its cross.

        All are shown if no chip is entirely visible, and during a drag.
        """
        view, out = self._area.viewport(), self._out_of_sight()
        whole_chips = [chip for chip in self.chips if not any(chip in side for side in out)]
        if not any(out) or not whole_chips or self._over is not None:
            view.clearMask()
            return
        low = self._area.horizontalScrollBar().value()
        left = whole_chips[0].x() - low if out[0] else 0
        right = whole_chips[-1].geometry().right() - low + 1 if out[1] else view.width()
        view.setMask(QRect(left, 0, right - left, view.height()))

    def show_chip(self, name: str, *, again: bool = True) -> None:
        """Scroll a chip into view after layout; once more (`again`) after the end buttons have changed the room."""

        def bring() -> None:
            chip = self.chip(name)
            if chip is None:
                return
            self.layout().activate()
            available_width, bar = self._area.viewport().width(), self._area.horizontalScrollBar()
            beyond = 0 if self._ends[1].isHidden() else self._ends[1].width()  # which goes where nothing is behind it
            if chip is self.chips[-1] and chip.width() <= available_width + beyond:
                bar.setValue(bar.maximum())
            else:
                self._area.ensureWidgetVisible(chip, 0 if chip is not self.chips[0] else chip.x(), 0)
            if again:
                self.show_chip(name, again=False)

        QTimer.singleShot(0, self, bring)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn and isinstance(watched, Chip):
            self.show_chip(watched.item.name)
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize) and isinstance(watched, Chip):
            self._moved.start()  # chips may change places and leave the shelf as long as it was
        if event.type() == QEvent.Type.Leave and watched in self._ends:
            QTimer.singleShot(0, self, self._show_ends)
        return super().eventFilter(watched, event)

    @guarded()
    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        self._scroll(-(turned.y() or turned.x()) // 2)
        event.accept()

    def set_texts(self, name: str, empty: str, add: str = "") -> None:
        """Set the zone's name for screen readers, the text of the empty shelf, and the tool tip of its plus."""
        self.setAccessibleName(name)
        self.plus.setToolTip(add)
        self.plus.setAccessibleName(f"{name}: {add}")
        self._tell_ends()
        self._empty.set_text(empty)
        self._say_places()

    def _say_places(self) -> None:
        for chip_number, chip in enumerate(self.chips, start=1):
            chip.set_place(self.accessibleName(), chip_number, len(self.chips))

    def show_items(self, items: Sequence[Item]) -> None:
        """Show these chips; the focus stays on the chip of the same name."""
        if [chip.item for chip in self.chips] == list(items):
            return
        focused = next((_same(chip.item) for chip in self.chips if chip.hasFocus()), None)
        known_names = {chip.item.name for chip in self.chips}
        former_chips, standing = self.chips, {chip.item: chip for chip in self.chips}
        # A chip that stays as it is, is not made anew.
        self.chips = [standing.pop(item, None) or self._make_chip(item) for item in items]
        for chip in former_chips:
            self._row.removeWidget(chip)
            if chip not in self.chips:
                chip.hide()
                chip.deleteLater()
        for chip_index, chip in enumerate(self.chips):
            self._row.insertWidget(1 + chip_index, chip)
            chip.show()
            if _same(chip.item) == focused:
                chip.setFocus()
        self._say_places()
        self._empty.setVisible(not items)
        self._first.setVisible(any(item.breaks for item in items))
        new_items = [
            item for item in items if item.name not in known_names and not item.breaks
        ]  # a block comes with its number
        if known_names and len(new_items) == 1:
            self.show_chip(new_items[0].name)

    def _make_chip(self, item: Item) -> Chip:
        chip = Chip(item, self.theme, self._inside)
        chip.remove_asked.connect(self.remove_asked)
        chip.menu_asked.connect(self.menu_asked)
        chip.step_asked.connect(self.step_asked)
        chip.block_step_asked.connect(self.block_step_asked)
        chip.installEventFilter(self)
        return chip

    @property
    def needed(self) -> int:
        """Return the width that shows all chips, or the text of the empty shelf."""
        self._row.invalidate()  # a chip of today may be wider than the one that was laid out
        inside = self._row.minimumSize().width() if self.chips else self._empty.sizeHint().width() + 2 * EDGE
        gap = px(END_GAP) if self.chips and self.zone in ("rows", "columns") else 0
        return inside + gap + self.plus.width() + 2 * EDGE + 1

    def chip(self, name: str) -> Chip | None:
        """The chip of a variable or value."""
        return next((chip for chip in self.chips if chip.item.name == name), None)

    def accepts(self, item: Item) -> bool:
        """Return whether an item may be dropped here.

        Values go to the shelf of values, variables to the others, not all to the filter; blocks stay on their shelf.
        """
        if item.breaks:
            return item.zone == self.zone
        return item.value == (self.zone == "values") and (self.zone != "filters" or can_filter(item.name))

    @property
    def new_block(self) -> int:
        """Return the index of a drop on the plus: behind all chips, in a new block."""
        return len(self.chips) + 1

    def index_at(self, x: int) -> int:
        """Return the index of the chip before which a drop at `x` (in the shelf) lands; `new_block` on the plus."""
        if self.chips and self.zone in AXES and x >= self.plus.x():
            return self.new_block
        for chip_index, chip in enumerate(self.chips):
            if x < chip.mapTo(self, chip.rect().center()).x():
                return chip_index
        return len(self.chips)

    def place_for(self, item: Item, x: int) -> int:
        """Return the index at which `item` dropped at `x` lands; a block goes before another block, or to the end."""
        if not item.breaks:
            return self.index_at(x)
        begins = [0, *(chip_index for chip_index, chip in enumerate(self.chips) if chip.item.breaks), len(self.chips)]
        return min(begins, key=lambda index: abs(self.mark_rect(index).x() - x))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        item = decode(event.mimeData())
        self._over = None if item is None or not self.accepts(item) else (item, 0)
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._over is None:
            event.ignore()
            return
        event.acceptProposedAction()
        x = int(event.position().x())
        self._show_landing(self._over[0], x)
        if not self._toward(x):
            self._drift.stop()
        elif not self._drift.isActive():
            self._drift.start()

    def _show_landing(self, item: Item, x: int) -> None:
        self._over = item, x
        self._show_whole_chips()
        mark = self.place_for(item, x)
        if mark != self._mark:
            self._mark, self.landing = mark, self.landing_of(item, self.zone, mark)
            self.hovering.emit(item, self.zone, mark)
        self._show_mark()

    def _toward(self, x: int) -> int:
        """Return the direction to scroll while a drag is above an end: -1 left, 1 right, else 0."""
        for step, end in zip((-1, 1), self._ends, strict=True):
            if end.isVisible() and end.isEnabled() and end.geometry().left() <= x <= end.geometry().right():
                return step
        return 0

    def _drifted(self) -> None:
        toward = 0 if self._over is None else self._toward(self._over[1])
        if self._over is None or not toward:
            self._drift.stop()
            return
        self._scroll(toward * px(DRIFT))
        self._show_landing(*self._over)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._unmark()

    def _unmark(self) -> None:
        self._over = None
        self._drift.stop()
        self._show_ends()
        if self._mark is not None:
            self._mark = self.landing = None
            self.hovering.emit(None, self.zone, -1)
            self._show_mark()

    def _show_mark(self) -> None:
        """Show the insertion mark, above the chips and between two of them."""
        if self._mark is None:
            self._mark_line.hide()
        else:
            palette = self._mark_line.palette()
            palette.setColor(QPalette.ColorRole.Window, self.theme.color("accent"))
            self._mark_line.setPalette(palette)
            self._mark_line.setGeometry(self.mark_rect(self._mark))
            self._mark_line.show()
            self._mark_line.raise_()
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drift.stop()
        if self._over is None or self._mark is None:
            event.ignore()
            return
        event.acceptProposedAction()
        item, x = self._over
        if x != int(event.position().x()):
            self._show_landing(item, int(event.position().x()))
        self.dropped.emit(item, self.zone, self._mark, self.landing)
        QTimer.singleShot(0, self, self._unmark)  # the table goes first

    def hover_end(self, item: Item) -> bool:
        """Show that an item dragged elsewhere lands behind all chips; return whether it may."""
        if item.breaks or not self.accepts(item):
            return False
        self._show_landing(item, self.plus.x() - 1)
        return True

    def leave(self) -> None:
        """Take the mark away: nothing is dragged to the shelf any more."""
        self._unmark()

    def drop_end(self) -> None:
        """Take the item that was dragged elsewhere, behind all chips."""
        if self._over is not None and self._mark is not None:
            self.dropped.emit(self._over[0], self.zone, self._mark, self.landing)
        QTimer.singleShot(0, self, self._unmark)  # the table goes first

    def mark_rect(self, index: int) -> QRect:
        """Rectangle of the insertion mark for a drop before chip `index`."""
        if not self.chips:
            x = 6
        elif index == self.new_block:
            x = self.plus.x() + 1
        elif index < len(self.chips):
            x = self.chips[index].mapTo(self, QPoint(0, 0)).x() - 3
        else:
            last_chip = self.chips[-1]
            x = last_chip.mapTo(self, QPoint(last_chip.width(), 0)).x() + 1
        return QRect(x, (self.height() - px(MARK_HEIGHT)) // 2, MARK_WIDTH, px(MARK_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        target = self._mark is not None
        style = Qt.PenStyle.SolidLine if self.chips or target else Qt.PenStyle.DashLine
        painter.setPen(QPen(self.theme.color("accent" if target else "frame"), 2 if target else 1, style))
        painter.setBrush(self.theme.color("surface"))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 5, 5)
        painter.end()
