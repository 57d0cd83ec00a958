"""The distribution of one row: p by noise v, as bars with their figures."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter
from PySide6.QtWidgets import QWidget

from ckmcore.numbers import Language, decimal_text, signed
from ckmcore.ptable import PTable
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.matrix import short_p
from ckmdesk.theme import Theme

TOP, BOTTOM = 18.0, 20.0


class RowBars(Canvas):
    """Bars from −D to +D; targets that are blocked or below 0 are hatched."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.values: dict[int, float] = {}
        self.deviation = 1
        self.language: Language = "en"

    def show_row(self, table: PTable, row: int, language: Language) -> None:
        """Show the distribution of a row."""
        self.values, self.deviation, self.language = table.row_distribution(row), table.maximum_deviation, language
        self.redraw()

    def _slot(self) -> float:
        return self.width() / (2 * self.deviation + 1)

    def tip_at(self, place: QPointF) -> str:
        v = int(place.x() // self._slot()) - self.deviation
        return f"v = {signed(v)}: p = {decimal_text(self.values.get(v, 0.0), 8, self.language)}"

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        painter.fillRect(area, self.theme.color("surface"))
        slot, floor = self._slot(), self.height() - BOTTOM
        largest = max(self.values.values(), default=1.0)
        center = Qt.AlignmentFlag.AlignCenter
        painter.setFont(self.theme.small_font())
        hatch = QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern)
        labelled = QRectF()
        for v in range(-self.deviation, self.deviation + 1):
            left = (v + self.deviation) * slot
            p = self.values.get(v, 0.0)
            if p > 0:
                height = max((floor - TOP) * p / largest, 1.0)
                bar = QRectF(left + slot * 0.1, floor - height, slot * 0.8, height)
                painter.fillRect(bar, self.theme.noise_color(v, self.deviation))
                painter.setPen(self.theme.color("frame"))
                painter.drawRect(bar)
                text = short_p(p, self.language)
                width = painter.fontMetrics().horizontalAdvance(text) + 2
                place = QRectF(left + (slot - width) / 2, floor - height - 17, width, 16)
                # A small bar beside another small one goes without its number: hovering tells it.
                if slot >= 24 and p >= 0.0005 and not place.intersects(labelled):
                    painter.setPen(self.theme.color("text"))
                    painter.drawText(place, center, text)
                    labelled = place
            else:
                painter.fillRect(QRectF(left + slot * 0.1, floor - 10, slot * 0.8, 10), hatch)
            painter.setPen(self.theme.color("text" if p > 0 else "disabled"))
            if slot >= 18 or v % 5 == 0:
                painter.drawText(QRectF(left - 8, floor + 2, slot + 16, BOTTOM - 2), center, signed(v))
        painter.setPen(self.theme.color("frame"))
        painter.drawLine(QPointF(0, floor), QPointF(self.width(), floor))
