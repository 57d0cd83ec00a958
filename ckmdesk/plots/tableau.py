"""The tableau: per row the intervals of the cell key from 0 to 1, coloured by noise."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from ckmcore.numbers import Language, decimal_text, signed
from ckmcore.ptable import PTable
from ckmdesk.plots.canvas import MOST_ROWS, Canvas
from ckmdesk.theme import Theme, text_on

LEFT, RIGHT, BOTTOM = 34.0, 6.0, 22.0
ROW_MOST = 32.0


class TableauPlot(Canvas):
    """One bar per row; a pointer at the cell key last looked up."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.table: PTable | None = None
        self.language: Language = "en"
        self.row = 0
        self.pointer: tuple[int, float] | None = None
        self.grey = False

    def show_table(
        self,
        table: PTable,
        row: int,
        language: Language,
        *,
        pointer: tuple[int, float] | None = None,
        grey: bool = False,
    ) -> None:
        """Show a table; `pointer` is (row, cell key) of the cell last looked up."""
        self.table, self.row, self.language, self.pointer, self.grey = table, row, language, pointer, grey
        self.redraw()

    def _rows(self) -> int:
        return 1 if self.table is None else min(len(self.table.rows), MOST_ROWS)

    def _height(self) -> float:
        rows = self._rows()
        return min((self.height() - BOTTOM) / rows, ROW_MOST)

    def row_at(self, place: QPointF) -> int | None:
        if self.table is None:
            return None
        row = int(place.y() // self._height())
        return row if 0 <= row < self._rows() else None

    def tip_at(self, place: QPointF) -> str:
        row = self.row_at(place)
        if row is None or self.table is None:
            return ""
        fraction = (place.x() - LEFT) / (self.width() - LEFT - RIGHT)
        begin, end = int(self.table.offsets[row]), int(self.table.offsets[row + 1])
        for at in range(begin, end):
            low, high = float(self.table.lower_bounds[at]), float(self.table.upper_bounds[at])
            if low <= fraction < high:
                bounds = f"{decimal_text(low, 8, self.language)} … {decimal_text(high, 8, self.language)}"
                return f"i = {row}: v = {signed(int(self.table.noise[at]))}, {bounds}"
        return ""

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        painter.fillRect(area, self.theme.color("surface"))
        if self.table is None:
            return
        table, height = self.table, self._height()
        width = self.width() - LEFT - RIGHT
        deviation = table.maximum_deviation
        small = self.theme.small_font()
        metrics = QFontMetricsF(small)
        colors = {v: self.theme.noise_color(v, deviation) for v in range(-deviation, deviation + 1)}
        texts = {
            v: (signed(v), metrics.horizontalAdvance(signed(v)) + 4, text_on(color)) for v, color in colors.items()
        }
        lower, upper, noise = table.lower_bounds.tolist(), table.upper_bounds.tolist(), table.noise.tolist()
        frame = self.theme.color("frame")
        center = Qt.AlignmentFlag.AlignCenter
        painter.setOpacity(0.4 if self.grey else 1.0)
        bar_height = max(height - 8, height * 0.6)
        for i in range(self._rows()):
            top = i * height + (height - bar_height) / 2
            painter.setPen(self.theme.color("text" if i == self.row else "secondary"))
            painter.setFont(self.theme.font(9, bold=i == self.row))
            label = f"≥ {i}" if i == table.last_row and i > 0 else str(i)
            if height >= 11 or i % 5 == 0:
                painter.drawText(QRectF(0, i * height, LEFT - 6, height), center, label)
            painter.setFont(small)
            for at in range(int(table.offsets[i]), int(table.offsets[i + 1])):
                v = noise[at]
                bar = QRectF(LEFT + lower[at] * width, top, max((upper[at] - lower[at]) * width - 1, 0.5), bar_height)
                painter.fillRect(bar, colors[v])
                text, needed, ink = texts[v]
                if bar.width() >= needed and bar_height >= 12:
                    painter.setPen(ink)
                    painter.drawText(bar, center, text)
            painter.setPen(frame)
            painter.drawRect(QRectF(LEFT - 0.5, top - 0.5, width, bar_height + 1))
        painter.setOpacity(1.0)
        self._paint_scale(painter, self._rows() * height, width)
        if self.pointer is not None and self.pointer[0] < self._rows():
            row, key = self.pointer
            x, y = LEFT + key * width, (row + 1) * height - (height - bar_height) / 2 + 1
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("accent"))
            painter.drawPolygon(QPolygonF([QPointF(x, y - 3), QPointF(x - 5, y + 5), QPointF(x + 5, y + 5)]))

    def _paint_scale(self, painter: QPainter, top: float, width: float) -> None:
        painter.setFont(self.theme.small_font())
        painter.setPen(self.theme.color("secondary"))
        for tenth in range(0, 11, 2):
            x = LEFT + width * tenth / 10
            text = decimal_text(tenth / 10, 0 if tenth in (0, 10) else 1, self.language)
            painter.drawText(QRectF(x - 16, top + 2, 32, BOTTOM - 4), Qt.AlignmentFlag.AlignCenter, text)
