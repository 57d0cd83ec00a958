"""The rows of a table for sums: the distribution of noise v at each ratio a, one below the other."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text, shortest_text
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes
from ckmdesk.plots.canvas import Canvas, noise_text
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.sums_view import RatioRow

LEFT, RIGHT, BOTTOM = 112.0, 64.0, 20.0
ROOMY = 26.0


class RatioRows(Canvas):
    """Bars of each row of a table for sums, with the number of cells that use it and its variance.

    A row that misses the requested variance is marked so.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.rows: tuple[RatioRow, ...] = ()
        self._most, self._gap = 1.0, 1.0  # noise of all rows: the largest, and between neighbours
        self.chosen: int | None = None  # the row that the chosen cell uses

    def show_rows(self, rows: tuple[RatioRow, ...], language: Language, chosen: int | None = None) -> None:
        """Show the rows of a table."""
        self.rows, self.language = rows, language
        values = sorted({v for row in rows for v in row.distribution})
        self._most = max((abs(v) for v in values), default=1.0)
        self._gap = min((b - a for a, b in pairwise(values)), default=1.0)
        if chosen is not None:
            self.chosen = chosen
        self.redraw()

    def mark(self, chosen: int | None) -> None:
        """Mark the row that the chosen cell uses; None for no row."""
        if chosen != self.chosen:
            self.chosen = chosen
            self.redraw()

    def _axes(self, index: int) -> Axes:
        high = (self.height() - px(BOTTOM)) / max(len(self.rows), 1)
        area = QRectF(px(LEFT), index * high + 4, max(self.width() - px(LEFT) - px(RIGHT), 1), max(high - 8, 1))
        reach = self._most + 0.5
        return Axes(area, -reach, reach, 0.0, max(self.rows[index].distribution.values(), default=1.0))

    def _width(self, at: int) -> float:
        """Return the width of a bar in px: noise moves in steps that all rows share."""
        axes = self._axes(at)
        return max((axes.x(self._gap) - axes.x(0.0)) * 0.84, 1.0)

    def spot_at(self, place: QPointF) -> Spot | None:
        if not self.rows:
            return None
        row_index = int(place.y() // ((self.height() - px(BOTTOM)) / len(self.rows)))
        if not 0 <= row_index < len(self.rows):
            return None
        v = self._axes(row_index).value_x(place.x())
        return Spot(row_index, min(self.rows[row_index].distribution, key=lambda noise_value: abs(noise_value - v)))

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if not 0 <= spot.row < len(self.rows) or spot.v is None:
            return None
        axes, width = self._axes(spot.row), self._width(spot.row)
        return QRectF(axes.x(spot.v) - width / 2 - 1, axes.area.top(), width + 2, axes.area.height())

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        if not self.rows:
            return None
        row = min(max(spot.row + down, 0), len(self.rows) - 1)
        values = list(self.rows[row].distribution)
        index = min(range(len(values)), key=lambda value_index: abs(values[value_index] - (spot.v or 0.0)))
        return Spot(row, values[min(max(index + across, 0), len(values) - 1)])

    def name(self, row: RatioRow) -> str:
        """Return the name of a row: `a = 1`, `a ≥ 5`; rows of small values have a word in front."""
        relation = "≥" if row.is_last else "="
        words = {"even": self.tr("even"), "odd": self.tr("odd"), "small_cells": self.tr("small")}
        kind = words.get(row.type, "")
        return f"{kind} a {relation} {shortest_text(row.ratio, self.language)}".strip()

    def tip(self, spot: Spot) -> str:
        if not 0 <= spot.row < len(self.rows) or spot.v is None:
            return ""
        row = self.rows[spot.row]
        p = decimal_text(row.distribution.get(spot.v, 0.0), 5, self.language)
        return f"{self.name(row)}, v = {noise_text(spot.v, self.language)}: p = {p}"

    def figures(self) -> PictureFigures:
        lines = []
        for row in self.rows:
            for v, p in row.distribution.items():
                lines.append((self.name(row), noise_text(v, self.language), decimal_text(p, 5, self.language)))
        return PictureFigures(("a", "v", "p"), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if not self.rows:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setOpacity(1.0 if self.isEnabled() else 0.4)
        text, secondary, frame = (self.theme.color(name) for name in ("text", "secondary", "frame"))
        middle = self._axes(0)
        painter.setPen(self.theme.color("grid"))
        for v in range(-int(self._most), int(self._most) + 1):
            painter.drawLine(QPointF(middle.x(v), 0), QPointF(middle.x(v), self.height() - px(BOTTOM)))
        for row_index, row in enumerate(self.rows):
            axes, width = self._axes(row_index), self._width(row_index)
            if row_index == self.chosen:
                high = (self.height() - px(BOTTOM)) / len(self.rows)
                painter.fillRect(QRectF(0, row_index * high, self.width(), high), self.theme.color("accent_soft"))
            for v, p in row.distribution.items():
                height = max(axes.area.height() * p / axes.y_high, 1.0)
                bar = QRectF(axes.x(v) - width / 2, axes.area.bottom() - height, width, height)
                painter.fillRect(bar, self.theme.noise_color(v, self._most))
                if width > 3:
                    painter.setPen(frame)
                    painter.drawRect(bar)
            painter.setPen(frame)
            painter.drawLine(axes.area.bottomLeft(), axes.area.bottomRight())
            self._paint_words(painter, axes, row, text, secondary)
        painter.setFont(self.theme.small_font())
        middle = self._axes(len(self.rows) - 1)
        ticks = [(float(v), noise_text(float(v), self.language)) for v in range(-int(self._most), int(self._most) + 1)]
        middle.paint_x(painter, self.theme, ticks)

    def _paint_words(self, painter: QPainter, axes: Axes, row: RatioRow, text: object, secondary: object) -> None:
        top = axes.area.top()
        painter.setFont(self.theme.font())
        painter.setPen(text)  # type: ignore[call-overload]
        painter.drawText(QRectF(6, top, px(LEFT) - 10, px(18)), Qt.AlignmentFlag.AlignVCenter, self.name(row))
        roomy = axes.area.height() >= px(ROOMY)  # else the second line would lie over the next row
        painter.setFont(self.theme.small_font())
        painter.setPen(secondary)  # type: ignore[call-overload]
        if row.cells is not None and roomy:
            words = self.tr("%1 cells").replace("%1", decimal_text(row.cells, 0, self.language))
            painter.drawText(QRectF(6, top + px(17), px(LEFT) - 10, px(16)), Qt.AlignmentFlag.AlignVCenter, words)
        right = QRectF(axes.area.right() + 6, top, px(RIGHT) - 8, px(18))
        variance = f"V {decimal_text(row.variance, 2, self.language)}"
        if row.lacks and row.wanted is not None and not roomy:
            painter.setPen(self.theme.color("warning"))
        painter.drawText(right, Qt.AlignmentFlag.AlignVCenter, variance)
        if not roomy:
            return
        if not row.lacks:
            words = f"E|v| {decimal_text(row.mean_abs, 2, self.language)}"
            painter.drawText(right.translated(0, px(16)), Qt.AlignmentFlag.AlignVCenter, words)
        if row.lacks and row.wanted is not None:
            painter.setPen(self.theme.color("warning"))
            words = f"< {decimal_text(row.wanted, 2, self.language)}"
            painter.drawText(right.translated(0, px(16)), Qt.AlignmentFlag.AlignVCenter, words)
