"""What noise costs a sum by the share of its largest contribution: expected deviation, and how often it is small."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text, shortest_text
from ckmcore.lab.quality.sums import SHARES, ErrorAtShare
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 44.0, 14.0, 20.0, 22.0
TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
STYLES = (Qt.PenStyle.DashLine, Qt.PenStyle.SolidLine)


class ShareErrorsPlot(Canvas):
    """Plot, over the share, of the mean deviation (bold) and one line per distance; classes end at dotted lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.points: tuple[ErrorAtShare, ...] = ()

    def show_points(self, points: Sequence[ErrorAtShare], language: Language) -> None:
        """Show a curve, its shares ascending."""
        self.points, self.language = tuple(points), language
        self.redraw()

    @property
    def _distances(self) -> tuple[float, ...]:
        return tuple(self.points[0].within) if self.points else ()

    def _axes(self) -> Axes:
        plot_rect = QRectF(px(LEFT), px(TOP), self.width() - px(LEFT) - px(RIGHT), self.height() - px(TOP) - px(BOTTOM))
        low, high = (math.log10(share.share) for share in (self.points[0], self.points[-1]))
        return Axes(plot_rect, low, high, 0.0, max(1.0, *(point.mean for point in self.points)))

    def spot_at(self, place: QPointF) -> Spot | None:
        if not self.points:
            return None
        axes = self._axes()
        share = axes.value_x(place.x())
        logarithms = np.array([math.log10(point.share) for point in self.points])
        return Spot(int(np.abs(logarithms - share).argmin())) if axes.x_low <= share <= axes.x_high else None

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if not 0 <= spot.row < len(self.points):
            return None
        axes, share = self._axes(), self.points[spot.row]
        point = axes.at(math.log10(share.share), share.mean)
        return QRectF(point.x() - 4, point.y() - 4, 9, 9)

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        last_point = len(self.points) - 1
        return Spot(min(max(spot.row + across - down * 5, 0), last_point)) if self.points else None

    def tip(self, spot: Spot) -> str:
        if not 0 <= spot.row < len(self.points):
            return ""
        heads, line = self._heads(), self._line(self.points[spot.row])
        return "; ".join(f"{head} {figure}" for head, figure in zip(heads, line, strict=True))

    def figures(self) -> PictureFigures:
        return PictureFigures(self._heads(), tuple(self._line(point) for point in self.points))

    def _heads(self) -> tuple[str, ...]:
        often = self.tr("≤ %1 %, in %")
        near_oftens = (
            often.replace("%1", shortest_text(100 * distance, self.language)) for distance in self._distances
        )
        return (self.tr("share in %"), self.tr("mean in %"), *near_oftens)

    def _line(self, at_share: ErrorAtShare) -> tuple[str, ...]:
        figures = (at_share.mean, *at_share.within.values())
        return (shortest_text(100 * at_share.share, self.language), *(self._percent(figure) for figure in figures))

    def _percent(self, share: float) -> str:
        return decimal_text(100 * share, 2, self.language)

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if not self.points:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes = self._axes()
        axes.paint(painter, self.theme, self.language, percent=True)
        shares = [math.log10(point.share) for point in self.points]
        painter.setPen(QPen(self.theme.color("secondary"), 1, Qt.PenStyle.DotLine))
        for end in SHARES[:-1]:
            x = axes.x(math.log10(end))
            painter.drawLine(QPointF(x, axes.area.top()), QPointF(x, axes.area.bottom()))
        lines = [([point.mean for point in self.points], QPen(self.theme.color("accent"), 2.4), self.tr("mean"))]
        for distance, style in zip(self._distances, STYLES, strict=False):
            word = f"≤ {shortest_text(100 * distance, self.language)} %"
            heights = [point.within[distance] for point in self.points]
            lines.append((heights, QPen(self.theme.color("text"), 1.2, style), word))
        for heights, pen, _word in lines:
            painter.setPen(pen)
            painter.drawPolyline([axes.at(*pair) for pair in zip(shares, heights, strict=True)])
        self._paint_words(painter, axes, [(pen, word) for _heights, pen, word in lines])
        tick_logarithms = [(math.log10(share), f"{shortest_text(100 * share, self.language)} %") for share in TICKS]
        axes.paint_x(painter, self.theme, tick_logarithms)

    def _paint_words(self, painter: QPainter, axes: Axes, words: Sequence[tuple[QPen, str]]) -> None:
        """Paint the legend of the lines in a row above: lines cross, and words beside them would be ambiguous."""
        painter.setFont(self.theme.small_font())
        left, middle, long = axes.area.left(), px(TOP) / 2 - 2, px(18)
        for pen, word in words:
            painter.setPen(pen)
            painter.drawLine(QPointF(left, middle), QPointF(left + long, middle))
            painter.setPen(self.theme.color("text"))
            painter.drawText(QPointF(left + long + 4, middle + painter.fontMetrics().ascent() / 2 - 1), word)
            left += long + 4 + painter.fontMetrics().horizontalAdvance(word) + px(12)
