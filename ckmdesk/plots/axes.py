"""A chart with two axes in pixels: scale, ticks, grid; what the charts along i, of D and V, and of the key share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme


def ticks(low: float, high: float, most: int) -> list[float]:
    """Return at most `most` + 1 round numbers from `low` to `high`."""
    span = max(high - low, 1e-12)
    rough = span / max(most, 1)
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10, 20) if factor * power >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [index * step for index in range(first, math.floor(high / step + 1e-9) + 1)]


@dataclass(frozen=True)
class Axes:
    """A rectangle of pixels and the figures at its ends."""

    area: QRectF
    x_low: float
    x_high: float
    y_low: float
    y_high: float

    def x(self, value: float) -> float:
        span = max(self.x_high - self.x_low, 1e-12)
        return self.area.left() + self.area.width() * (value - self.x_low) / span

    def y(self, value: float) -> float:
        span = max(self.y_high - self.y_low, 1e-12)
        return self.area.bottom() - self.area.height() * (value - self.y_low) / span

    def at(self, value_x: float, value_y: float) -> QPointF:
        return QPointF(self.x(value_x), self.y(value_y))

    def value_x(self, x: float) -> float:
        return self.x_low + (x - self.area.left()) / max(self.area.width(), 1) * (self.x_high - self.x_low)

    def value_y(self, y: float) -> float:
        return self.y_low + (self.area.bottom() - y) / max(self.area.height(), 1) * (self.y_high - self.y_low)

    def paint(self, painter: QPainter, theme: Theme, language: Language, *, percent: bool = False) -> None:
        """Grid lines across, ticks and figures of the y axis."""
        painter.setFont(theme.small_font())
        grid, secondary = theme.color("grid"), theme.color("secondary")
        for value in ticks(self.y_low, self.y_high, max(int(self.area.height() // px(28)), 1)):
            y = self.y(value)
            painter.setPen(grid)
            painter.drawLine(QPointF(self.area.left(), y), QPointF(self.area.right(), y))
            painter.setPen(secondary)
            text = short(100 * value if percent else value, language) + (" %" if percent else "")
            rect = QRectF(0, y - px(8), self.area.left() - 6, px(16))
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setPen(theme.color("frame"))
        painter.drawLine(self.area.bottomLeft(), self.area.bottomRight())

    def paint_x(self, painter: QPainter, theme: Theme, texts: list[tuple[float, str]]) -> None:
        """Paint the figures below the x axis; those that would touch another are left out."""
        painter.setFont(theme.small_font())
        painter.setPen(theme.color("secondary"))
        free = -1e9
        for value, text in texts:
            x, half = self.x(value), painter.fontMetrics().horizontalAdvance(text) / 2 + 3
            if x - half >= free:
                rect = QRectF(x - px(30), self.area.bottom() + 2, px(60), px(16))
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
                free = x + half


def short(value: float, language: Language) -> str:
    """A tick's figure without trailing zeros."""
    text = f"{abs(value):.4f}".rstrip("0")
    return decimal_text(value, len(text.partition(".")[2]), language)
