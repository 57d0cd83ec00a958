"""The distribution of one row: p by noise v, as bars with their figures."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.canvas import Canvas, noise_text
from ckmdesk.plots.matrix import short_p
from ckmdesk.state.drawing import Drawing, Spot, in_words
from ckmdesk.state.figures import PictureFigures

TOP, BOTTOM = 18.0, 20.0
MOST_BARS = 120


class RowBars(Canvas):
    """Bars of the noise probabilities of one row from −D to +D; targets that are blocked or below 0 are hatched."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.drawing: Drawing | None = None
        self.row = 0
        self.slots: tuple[float, ...] = (0.0,)
        self.first = 0  # the slots before it would lead below 0

    def show_row(self, drawing: Drawing, row: int, language: Language) -> None:
        """Show the distribution of a row."""
        self.drawing, self.row, self.language = drawing, min(max(row, 0), drawing.rows - 1), language
        self.first = 0
        if drawing.of_counts:
            D = int(drawing.maximum_deviation)
            self.slots = tuple(float(v) for v in range(-D, D + 1))
            self.first = max(D - self.row, 0)
        else:
            self.slots = tuple(sorted(drawing.distributions[self.row])) or (0.0,)
        self.redraw()

    def _values(self) -> dict[float, float]:
        return {} if self.drawing is None else self.drawing.distributions[self.row]

    def _slot(self) -> float:
        return max(self.width(), 1) / len(self.slots)

    def spot_at(self, place: QPointF) -> Spot | None:
        row_index = int(place.x() // self._slot())
        return (
            Spot(self.row, self.slots[row_index])
            if self.drawing is not None and self.first <= row_index < len(self.slots)
            else None
        )

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if spot.row != self.row or spot.v not in self.slots:
            return None
        slot = self._slot()
        return QRectF(self.slots.index(spot.v) * slot, px(TOP), slot, self.height() - px(TOP) - px(BOTTOM))

    def tip(self, spot: Spot) -> str:
        if self.drawing is None or spot.row != self.row or spot.v is None:
            return ""
        p = decimal_text(self._values().get(spot.v, 0.0), 8, self.language)
        name = in_words(self.drawing.names[self.row], self.language)
        return f"i = {name}, v = {noise_text(spot.v, self.language)}: p = {p}"

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        slot_index = self.slots.index(spot.v) if spot.v in self.slots else len(self.slots) // 2
        return Spot(self.row, self.slots[min(max(slot_index + across, self.first), len(self.slots) - 1)])

    def figures(self) -> PictureFigures:
        values = self._values()
        lines = [(noise_text(v, self.language), decimal_text(values.get(v, 0.0), 8, self.language)) for v in self.slots]
        return PictureFigures(("v", "p"), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if self.drawing is None:
            return
        painter.setOpacity(1.0 if self.isEnabled() else 0.4)
        values, deviation = self._values(), self.drawing.maximum_deviation
        slot, floor = self._slot(), self.height() - px(BOTTOM)
        largest = max(values.values(), default=1.0)
        center = Qt.AlignmentFlag.AlignCenter
        painter.setFont(self.theme.small_font())
        hatch = QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern)
        text_color, frame, secondary = (self.theme.color(name) for name in ("text", "frame", "secondary"))
        bars: list[tuple[float, QRectF]] = []
        label_step = 1 if slot >= px(18) else max(1, -(-px(32) // max(int(slot), 1)))
        for slot_index, v in enumerate(self.slots):
            left = slot_index * slot
            p = values.get(v, 0.0)
            if p > 0:
                height = max((floor - px(TOP)) * p / largest, 1.0)
                bar = QRectF(left + slot * 0.1, floor - height, slot * 0.8, height)
                painter.fillRect(bar, self.theme.noise_color(v, deviation))
                painter.setPen(frame)
                painter.drawRect(bar)
                bars.append((p, bar))
            else:
                painter.fillRect(QRectF(left + slot * 0.1, floor - 10, slot * 0.8, 10), hatch)
            if (slot_index - len(self.slots) // 2) % label_step == 0:
                painter.setPen(text_color if p > 0 else secondary)
                painter.drawText(
                    QRectF(left - px(12), floor + 2, slot + px(24), px(BOTTOM) - 2),
                    center,
                    noise_text(v, self.language),
                )
        painter.setPen(frame)
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
        if slot >= px(14):
            self._paint_figures(painter, bars)

    def _paint_figures(self, painter: QPainter, bars: list[tuple[float, QRectF]]) -> None:
        """Paint figures at bars, the largest probabilities first; a figure that would touch another is omitted."""
        painter.setPen(self.theme.color("text"))
        taken_rects: list[QRectF] = []
        for p, bar in sorted(bars, key=lambda bar: -bar[0]):
            text = short_p(p, self.language)
            width = painter.fontMetrics().horizontalAdvance(text) + 2
            left = min(max(bar.center().x() - width / 2, 0.0), self.width() - width)
            rect = QRectF(left, bar.top() - px(17), width, px(16))
            if p >= 0.0005 and not any(rect.intersects(other_rect) for other_rect in taken_rects):
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
                taken_rects.append(rect)
