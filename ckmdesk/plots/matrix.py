"""The transition matrix: p by original count i (rows) and target count j (columns)."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from ckmcore.numbers import Language, decimal_text
from ckmcore.ptable import PTable
from ckmdesk.plots.canvas import MOST_ROWS, Canvas
from ckmdesk.theme import Theme, text_on

LEFT, TOP = 34.0, 22.0
TEXT_FROM = 34.0  # narrower cells hold no figures
ROW_MOST = 26.0


class MatrixPlot(Canvas):
    """A heat map with figures where cells are wide enough; blocked targets are hatched."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.table: PTable | None = None
        self.language: Language = "en"
        self.row = 0
        self.blocked = 0
        self.grey = False
        self.tip_text = "%1 %2 %3"

    def show_table(self, table: PTable, row: int, language: Language, *, grey: bool = False) -> None:
        """Show a table with row `row` marked; `grey`: an older one than the parameters."""
        self.table, self.row, self.language, self.grey = table, row, language, grey
        matrix = table.matrix()[:MOST_ROWS]
        used = np.flatnonzero(matrix.any(axis=0))
        self.matrix = matrix[:, : int(used[-1]) + 1]
        self.blocked = table.blocked_counts
        self.redraw()

    def _cell(self) -> tuple[float, float]:
        if self.table is None:
            return 1.0, 1.0
        rows, columns = self.matrix.shape
        return (self.width() - LEFT - 2) / columns, min((self.height() - TOP - 2) / rows, ROW_MOST)

    def row_at(self, place: QPointF) -> int | None:
        if self.table is None:
            return None
        row = int((place.y() - TOP) // self._cell()[1])
        return row if 0 <= row < self.matrix.shape[0] else None

    def tip_at(self, place: QPointF) -> str:
        row = self.row_at(place)
        column = int((place.x() - LEFT) // self._cell()[0])
        if row is None or not 0 <= column < self.matrix.shape[1]:
            return ""
        text = decimal_text(float(self.matrix[row, column]), 8, self.language)
        return f"i = {row}, j = {column}: p = {text}"

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        painter.fillRect(area, self.theme.color("surface"))
        if self.table is None:
            return
        width, height = self._cell()
        rows, columns = self.matrix.shape
        painter.setFont(self.theme.small_font())
        secondary, text, grid = self.theme.color("secondary"), self.theme.color("text"), self.theme.color("grid")
        center = Qt.AlignmentFlag.AlignCenter
        painter.setPen(secondary)
        painter.drawText(QRectF(0, 0, LEFT - 6, TOP), center, "i \\ j")
        every = max(1, round(26 / width))
        for j in range(0, columns, every):
            painter.drawText(QRectF(LEFT + j * width - 6, 0, width + 12, TOP), center, str(j))
        metrics = QFontMetricsF(self.theme.small_font())
        hatch = QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern)
        painter.setOpacity(0.4 if self.grey else 1.0)
        for i in range(rows):
            top = TOP + i * height
            last = i == self.table.last_row and rows > 1
            painter.setPen(text if i == self.row else secondary)
            painter.setFont(self.theme.font(9, bold=i == self.row))
            label = f"≥ {i}" if last else str(i)
            if height >= 11 or i % 5 == 0:
                painter.drawText(QRectF(0, top, LEFT - 6, height), Qt.AlignmentFlag.AlignCenter, label)
            painter.setFont(self.theme.small_font())
            for j in range(columns):
                cell = QRectF(LEFT + j * width, top, width - 1, height - 1)
                p = float(self.matrix[i, j])
                if p > 0:
                    color = self.theme.probability_color(p)
                    painter.fillRect(cell, color)
                    figure = short_p(p, self.language) if width >= TEXT_FROM and height >= 13 else ""
                    if figure and metrics.horizontalAdvance(figure) < width:
                        painter.setPen(text_on(color))
                        painter.drawText(cell, center, figure)
                elif 1 <= j <= self.blocked:
                    painter.fillRect(cell, hatch)
                else:
                    painter.setPen(grid)
                    painter.drawRect(cell)
        painter.setOpacity(1.0)


def short_p(p: float, language: Language) -> str:
    """A probability in three decimals; four where these would be 0."""
    if p >= 1:
        return "1"
    return decimal_text(p, 3 if p >= 0.0005 else 4, language)
