"""The histogram of a map's figures in the colours of their classes, with a handle for each limit, by mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ckmcore.base.numbers import integer_text
from ckmdesk.accessibility.interfaces import Amount, Measured, Role, shape
from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.table_picture import colours_of
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.state.class_limits import ClassLimits

HIGH, STRIP, WORDS, TARGET, TEN = 64, 20, 16, 24, 10
STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}


class LimitHandle(QWidget):
    """Handle of the limit where a class begins; `number`: of the class. Emits `moved(number, figure)`."""

    moved = Signal(int, int)

    def __init__(self, histogram: ClassHistogram, number: int) -> None:
        super().__init__(histogram)
        self.number, self._histogram = number, histogram
        self.setObjectName(f"class-limit:{number}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.resize(px(TARGET), px(STRIP))

    @property
    def limits(self) -> ClassLimits:
        return self._histogram.shown

    def words(self) -> str:
        """The limit, and how many areas its class has."""
        limits = self.limits
        counted = integer_text(limits.counts[self.number], limits.language)
        return self.tr("%1; in this class: %2").replace("%1", limits.text(self.number)).replace("%2", counted)

    def by_ear(self) -> Measured:
        """A slider between its neighbours."""

        def unit() -> float:
            return float(10**-self.limits.places)

        amount = Amount(
            lambda: self.limits.limits[self.number] * unit(),
            lambda value: self.moved.emit(self.number, round(float(value) / unit())),
            lambda: (self.limits.ends_of(self.number)[0] * unit(), self.limits.ends_of(self.number)[1] * unit()),
            unit(),
        )
        return Measured(self, Role.Slider, amount, self.words)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            super().keyPressEvent(event)
            return
        by = TEN if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        self.moved.emit(self.number, self.limits.limits[self.number] + step * by)
        announce(self.words())

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.raise_()

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.moved.emit(self.number, self._histogram.figure_at(self.x() + event.position().x()))

    @guarded()
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._histogram.update()

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._histogram.update()

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._histogram.theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = self.hasFocus()
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(theme.color("accent" if focused else "surface"))
        middle, wide = self.width() / 2, px(9)
        painter.drawRoundedRect(QRectF(middle - wide / 2, 2, wide, px(12)), 3, 3)
        painter.end()


class ClassHistogram(QWidget):
    """How many areas have which figures. Emits `moved(limits)` with all limits when a handle moves one of them."""

    moved = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._limits: ClassLimits | None = None
        self.handles: list[LimitHandle] = []
        self.setObjectName("class-histogram")
        shape(self, Role.Grouping)  # what it shows is in the legend of the map and in the words of its handles
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(px(HIGH) + px(STRIP) + px(WORDS))
        self.setAccessibleName(self.tr("Figures of the map by size"))
        theme.changed.connect(self.update)

    @property
    def shown(self) -> ClassLimits:
        """The limits shown; a histogram without any is hidden."""
        if self._limits is None:
            raise ValueError("limits")
        return self._limits

    def show_limits(self, limits: ClassLimits | None) -> None:
        """Show the classes of another map, None for none."""
        self._limits = limits
        wanted = 0 if limits is None else len(limits.limits) - 1
        while len(self.handles) > wanted:
            handle = self.handles.pop()
            handle.hide()
            handle.deleteLater()
        while len(self.handles) < wanted:
            handle = LimitHandle(self, len(self.handles) + 1)
            handle.moved.connect(self._move)
            self.handles.append(handle)
            handle.show()
        for handle in self.handles:
            name = self.tr("Limit below class %1 of %2").replace("%1", str(handle.number + 1))
            handle.setAccessibleName(name.replace("%2", str(wanted + 1)))
        self.setToolTip(
            self.tr("Stretches grow with the figures (logarithmic).")
            if limits is not None and limits.is_logarithmic
            else ""
        )
        self._place()

    def _move(self, number: int, figure: int) -> None:
        """Move a limit as far as there is room."""
        limits = self.shown.moved(number, figure)
        if limits.limits != self.shown.limits:
            self._limits = limits
            self._place()
            self.moved.emit(limits.texts)

    # --- where it is -----------------------------------------------------------------------------------------------

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(200), self.minimumHeight())

    def _x(self, place: float) -> float:
        margin = px(TARGET) / 2
        return margin + place * (self.width() - 2 * margin)

    def figure_at(self, x: float) -> int:
        """The figure at a place across the widget."""
        margin = px(TARGET) / 2
        return self.shown.whole_at((x - margin) / max(self.width() - 2 * margin, 1))

    def _place(self) -> None:
        if self._limits is not None:
            for handle in self.handles:
                x = self._x(self._limits.place(self._limits.limits[handle.number]))
                handle.move(round(x - handle.width() / 2), px(HIGH))
                handle.update()
        self.update()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    # --- painting --------------------------------------------------------------------------------------------------

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        limits = self._limits
        if limits is None:
            return
        painter, colours = QPainter(self), colours_of(dark=self.theme.dark)
        bottom, most = float(px(HIGH)), max(limits.bars) or 1
        inner = [limits.place(limit) for limit in limits.limits[1:]]
        wide = 1 / len(limits.bars)
        for colour, begin, end in zip(limits.colours, [0.0, *inner], [*inner, 1.0], strict=False):
            painter.setClipRect(QRectF(self._x(begin), 0, self._x(end) - self._x(begin) + 1, bottom))
            for number, count in enumerate(limits.bars):
                left, right = self._x(number * wide), self._x((number + 1) * wide)
                high = max(bottom * 0.92 * count / most, 1 if count else 0)
                painter.fillRect(QRectF(left, bottom - high, right - left - 0.6, high), QColor(colours[colour]))
        painter.setClipping(False)
        painter.setPen(self.theme.color("border"))
        painter.drawLine(QPointF(self._x(0), bottom), QPointF(self._x(1), bottom))
        painter.setPen(QPen(self.theme.color("accent"), 1.5))
        for place in inner:
            painter.drawLine(QPointF(self._x(place), 0), QPointF(self._x(place), bottom + 2))
        self._write(painter, limits)
        painter.end()

    def _write(self, painter: QPainter, limits: ClassLimits) -> None:
        """Write the limits below their handles: first where the focus is, others where they have room."""
        painter.setFont(self.theme.small_font())
        painter.setPen(self.theme.color("text"))
        taken: list[tuple[float, float]] = []
        for handle in sorted(self.handles, key=lambda handle: not handle.hasFocus()):
            text = limits.text(handle.number)
            half = painter.fontMetrics().horizontalAdvance(text) / 2 + 2
            middle = min(max(handle.x() + handle.width() / 2, half), self.width() - half)
            if any(middle - half < right and left < middle + half for left, right in taken):
                continue
            taken.append((middle - half, middle + half))
            room = QRectF(middle - half, px(HIGH) + px(STRIP) - 2, 2 * half, px(WORDS))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
