"""All that could be published of one sum: how probable each value is, the original, and what is published."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.lab.state.sum_effect import SumEffect
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes, ticks
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.scaling import size_text
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures

SIDE, TOP, BOTTOM = 24.0, 18.0, 20.0
BINS = 40
MOST_PLACES = 12


class LawPlot(Canvas):
    """Bars of the published values of a cell, with the band of p % of the largest contribution around the original."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.effect: SumEffect | None = None
        self.share = 0.1
        self.edges: list[float] = []
        self.bars: list[float] = []

    def show_effect(self, effect: SumEffect | None, share: float, language: Language) -> None:
        """Show a cell; `share` is the p of the band."""
        self.effect, self.share, self.language = effect, share, language
        self.edges, self.bars = [], []
        if effect is not None:
            low, high = float(effect.values.min()), float(effect.values.max())
            reach = max(high - low, abs(effect.x) * 1e-6, 1e-9)
            bars, edges = np.histogram(effect.values, BINS, (low - reach * 0.02, high + reach * 0.02), weights=effect.p)
            self.bars, self.edges = bars.tolist(), edges.tolist()
        self.redraw()

    def _axes(self) -> Axes:
        area = QRectF(px(SIDE), px(TOP), self.width() - 2 * px(SIDE), self.height() - px(TOP) - px(BOTTOM))
        return Axes(area, self.edges[0], self.edges[-1], 0.0, max(self.bars))

    def spot_at(self, place: QPointF) -> Spot | None:
        if not self.bars:
            return None
        row_index = int(np.searchsorted(self.edges, self._axes().value_x(place.x()))) - 1
        return Spot(row_index) if 0 <= row_index < len(self.bars) else None

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if not 0 <= spot.row < len(self.bars):
            return None
        axes = self._axes()
        left, right = axes.x(self.edges[spot.row]), axes.x(self.edges[spot.row + 1])
        return QRectF(left, axes.area.top(), right - left, axes.area.height())

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        return Spot(min(max(spot.row + across + down * 5, 0), len(self.bars) - 1)) if self.bars else None

    def tip(self, spot: Spot) -> str:
        if not 0 <= spot.row < len(self.bars):
            return ""
        low, high = self._edge_texts()[spot.row : spot.row + 2]
        share = decimal_text(100 * self.bars[spot.row], 2, self.language)
        words = self.tr("%1 to %2: %3 % of the keys").replace("%1", low).replace("%2", high)
        return words.replace("%3", share)

    def _edge_texts(self) -> list[str]:
        """Return the edges of the bars as texts, with enough decimals to distinguish them."""
        bar_width = (self.edges[-1] - self.edges[0]) / len(self.bars) if self.bars else 1.0
        decimals = min(max(1 - math.floor(math.log10(bar_width)), 0), MOST_PLACES)
        return [decimal_text(edge, decimals, self.language) for edge in self.edges]

    def figures(self) -> PictureFigures:
        edges = self._edge_texts()
        shares = (decimal_text(p, 5, self.language) for p in self.bars)
        lines = tuple(zip(edges, edges[1:], shares, strict=False))
        return PictureFigures((self.tr("from"), self.tr("to"), "p"), lines)

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if self.effect is None or not self.bars:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        effect, axes = self.effect, self._axes()
        reach = self.share * effect.largest[0]
        low, high = (min(max(effect.x + side * reach, axes.x_low), axes.x_high) for side in (-1, 1))
        band = QRectF(axes.x(low), axes.area.top(), axes.x(high) - axes.x(low), axes.area.height())
        painter.fillRect(band, self.theme.color("accent_soft"))
        largest_distance = max(abs(self.edges[0] - effect.x), abs(self.edges[-1] - effect.x), 1e-9)
        for left, right, p in zip(self.edges, self.edges[1:], self.bars, strict=False):
            if p > 0:
                height = max(axes.area.height() * p / axes.y_high, 1.0)
                x = axes.x(left)
                bar = QRectF(x + 0.5, axes.area.bottom() - height, max(axes.x(right) - x - 1, 1.0), height)
                painter.fillRect(bar, self.theme.noise_color(((left + right) / 2 - effect.x) / largest_distance * 5, 5))
        painter.setPen(self.theme.color("frame"))
        painter.drawLine(axes.area.bottomLeft(), axes.area.bottomRight())
        secret, text = self.theme.color("confidential"), self.theme.color("text")
        painter.setFont(self.theme.small_font())
        # The words stand apart: the smaller value has its own at its left, of equal ones the original.
        below = effect.x <= effect.published
        for value, color, style, word, on_left in (
            (effect.x, secret, Qt.PenStyle.DashLine, self.tr("original"), below),
            (effect.published, text, Qt.PenStyle.SolidLine, self.tr("published"), not below),
        ):
            x = axes.x(min(max(value, axes.x_low), axes.x_high))
            painter.setPen(QPen(color, 1.6, style))
            painter.drawLine(QPointF(x, axes.area.top() - 2), QPointF(x, axes.area.bottom()))
            word_width = painter.fontMetrics().horizontalAdvance(word)
            left = x - word_width - 4 if on_left else x + 4
            painter.drawText(QPointF(min(max(left, 2), self.width() - word_width - 2), px(TOP) - 6), word)
        axes.paint_x(
            painter, self.theme, [(tick, size_text(tick, self.language)) for tick in ticks(axes.x_low, axes.x_high, 4)]
        )
