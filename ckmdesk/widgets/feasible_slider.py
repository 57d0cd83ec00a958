"""A slider with the feasible range as an accent stretch with end ticks."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QWidget

from ckmdesk.accessibility.interfaces import Amount, Measured, Role
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme

HANDLE = 7.0


class FeasibleSlider(QSlider):
    """Horizontal slider with a marked range of possible values, and ticks below at `marks`.

    `steps` is the number of slider steps per unit of the value, `decimals` the precision of its text.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, steps: int = 1, decimals: int = 0) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self.steps, self.decimals = steps, decimals
        self.low: int | None = None
        self.high: int | None = None
        self.marks: list[tuple[int, str]] = []
        self.setFixedHeight(px(36))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_feasible(self, low: int | None, high: int | None) -> None:
        """Set the range of possible values, in slider units; None if there is none."""
        self.low, self.high = low, high
        self.update()

    def set_marks(self, marks: list[tuple[int, str]]) -> None:
        """Set values and their labels under the groove."""
        self.marks = marks
        self.update()

    def by_ear(self) -> Measured:
        """Return its accessible interface, with value and range in units of the value, not in steps."""
        amount = Amount(
            lambda: self.value() / self.steps,
            lambda value: self.setValue(round(float(value) * self.steps)),
            lambda: (self.minimum() / self.steps, self.maximum() / self.steps),
            1 / self.steps,
        )
        return Measured(self, Role.Slider, amount, self.words)

    def words(self) -> str:
        """Return its value as text."""
        return QLocale().toString(self.value() / self.steps, "f", self.decimals)

    def sizeHint(self) -> QSize:
        return QSize(px(180), px(36))

    def _x(self, value: float) -> float:
        span = max(self.maximum() - self.minimum(), 1)
        return HANDLE + (self.width() - 2 * HANDLE) * (value - self.minimum()) / span

    def _value(self, x: float) -> int:
        span = self.maximum() - self.minimum()
        return round(self.minimum() + span * (x - HANDLE) / max(self.width() - 2 * HANDLE, 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self._value(event.position().x()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.setValue(self._value(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = px(10) + 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("border"))
        painter.drawRoundedRect(QRectF(HANDLE, middle - 2, self.width() - 2 * HANDLE, 4), 2, 2)
        accent = self.theme.color("accent")
        if self.low is not None and self.high is not None and self.high >= self.low:
            low, high = self._x(max(self.low, self.minimum())), self._x(min(self.high, self.maximum()))
            painter.setBrush(accent)
            painter.drawRoundedRect(QRectF(low, middle - 2, high - low, 4), 2, 2)
            painter.setPen(QPen(accent, 2))
            for x in (low, high):
                painter.drawLine(QPointF(x, middle - 6), QPointF(x, middle + 6))
        painter.setPen(QPen(accent if self.isEnabled() else self.theme.color("disabled"), 2))
        painter.setBrush(self.theme.color("surface"))
        painter.drawEllipse(QPointF(self._x(self.value()), middle), HANDLE, HANDLE)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(self._x(self.value()), middle), HANDLE + 2, HANDLE + 2)
        painter.setFont(self.theme.small_font())
        painter.setPen(self.theme.color("secondary"))
        free = 0.0  # where no word stands yet: words that would touch are left out
        for value, text in self.marks:
            half = painter.fontMetrics().horizontalAdvance(text) / 2 + 2
            if self._x(value) - half >= free or value == self.minimum():
                middle_x = min(max(self._x(value), half - 2), self.width() - half + 2)  # whole at the ends, too
                painter.drawText(QRectF(middle_x - px(20), px(20), px(40), px(16)), Qt.AlignmentFlag.AlignCenter, text)
                free = self._x(value) + half
        painter.end()
