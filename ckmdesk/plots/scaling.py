"""The scaling of sums: m(z), the unit of noise as a share of the largest contribution, over its size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text, shortest_text
from ckmcore.errors import CkmError
from ckmcore.methods.magnitude_settings import Scaling
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.sums_view import BINS, CellSizes, Curve

LEFT, RIGHT, TOP, STRIP, BOTTOM = 40.0, 34.0, 12.0, 42.0, 36.0
HANDLE, NEAR = 6.0, 14.0
STEP_OF_SMALL = 0.01
# Shares of the cells whose sizes are ticks.
TICKS = (0.5, 0.9, 0.99)


class ScalingPlot(Canvas):
    """The scaling curve with z_s, z_f and λ, and below it the number of cells by their largest contribution.

    Emits `bend_moved(scaling)` when the point (z_f, σ1) was moved, by mouse or by Ctrl and the arrow keys.
    """

    bend_moved = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.curve: Curve | None = None
        self.movable = True
        self._held: Scaling | None = None  # what the hand makes of it, until it lets go

    def show_curve(self, curve: Curve, language: Language, *, movable: bool = True) -> None:
        """Show a scaling; `movable` says whether its bend can be moved."""
        self.curve, self.language, self.movable, self._held = curve, language, movable, None
        self.redraw()

    @property
    def _shown(self) -> Curve | None:
        return self.curve if self.curve is None or self._held is None else replace(self.curve, scaling=self._held)

    def _axes(self, curve: Curve) -> Axes:
        low, high = (math.log10(end) for end in curve.ends)
        top = max(curve.scaling.small, curve.least_noise, *(scaling.small for _, scaling in curve.others)) * 1.15
        plot_rect = QRectF(px(LEFT), px(TOP), self.width() - px(LEFT) - px(RIGHT), self.height())
        plot_rect.setHeight(max(self.height() - px(TOP) - px(STRIP) - px(BOTTOM), 1.0))
        return Axes(plot_rect, low, high, 0.0, top)

    # --- reading ---------------------------------------------------------------------------------------------------

    def spot_at(self, place: QPointF) -> Spot | None:
        curve = self._shown
        if curve is None:
            return None
        size = 10 ** self._axes(curve).value_x(place.x())
        points = curve.points
        return Spot(int(np.abs(np.log(points / size)).argmin())) if points[0] <= size <= points[-1] else None

    def spot_rect(self, spot: Spot) -> QRectF | None:
        curve = self._shown
        if curve is None or not 0 <= spot.row < len(curve.points):
            return None
        axes, size = self._axes(curve), float(curve.points[spot.row])
        point = axes.at(math.log10(size), float(curve.m(np.array([size]))[0]))
        return QRectF(point.x() - 4, point.y() - 4, 9, 9)

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        points = 0 if self._shown is None else len(self._shown.points)
        return Spot(min(max(spot.row + across - down * 10, 0), points - 1)) if points else None

    def tip(self, spot: Spot) -> str:
        curve = self._shown
        if curve is None or not 0 <= spot.row < len(curve.points):
            return ""
        size = float(curve.points[spot.row])
        return f"z = {self._size(size)}: m = {shortest_text(float(curve.m(np.array([size]))[0]), self.language, 4)}"

    def figures(self) -> PictureFigures:
        if self.curve is None:
            return PictureFigures((), ())
        points = self.curve.points
        columns = [self.curve.m(points).tolist(), *(scaling.m(points).tolist() for _, scaling in self.curve.others)]
        lines = tuple(
            (self._size(size), *(shortest_text(m, self.language, 4) for m in figures))
            for size, *figures in zip(points.tolist(), *columns, strict=True)
        )
        return PictureFigures(("z", "m(z)", *(name for name, _ in self.curve.others)), lines)

    def _size(self, size: float) -> str:
        return size_text(size, self.language)

    # --- moving the bend -------------------------------------------------------------------------------------------

    def _handle(self) -> QPointF | None:
        curve = self._shown
        if curve is None or curve.scaling.bend is None:
            return None
        return self._axes(curve).at(math.log10(curve.scaling.bend), curve.scaling.small)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        handle, curve = self._handle(), self.curve
        is_near_handle = handle is not None and (event.position() - handle).manhattanLength() <= px(NEAR)
        if is_near_handle and curve is not None and self.movable and event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._held = curve.scaling
            return
        super().mousePressEvent(event)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is None or self.curve is None:
            super().mouseMoveEvent(event)
            return
        axes = self._axes(self.curve)
        bend = 10 ** axes.value_x(event.position().x())
        small = round(axes.value_y(event.position().y()) / STEP_OF_SMALL) * STEP_OF_SMALL
        self._hold(float(f"{bend:.2g}"), round(small, 6))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held_scaling, self._held = self._held, None
        if held_scaling is not None and self.curve is not None:
            self.redraw()
            if held_scaling != self.curve.scaling:
                self.bend_moved.emit(held_scaling)
        super().mouseReleaseEvent(event)

    def _hold(self, bend: float, small: float) -> None:
        """Show the scaling with the point moved to (bend, small); an impossible one is ignored."""
        if self._held is None or self.curve is None:
            return
        low, high = self.curve.ends
        try:
            self._held = replace(self._held, bend=min(max(bend, low), high), small=small)
        except CkmError:
            return
        self.redraw()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1),
        }  # fmt: skip
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        curve = self.curve
        if not control or event.key() not in steps or curve is None or curve.scaling.bend is None or not self.movable:
            super().keyPressEvent(event)
            return
        across, up = steps[Qt.Key(event.key())]
        self._held = curve.scaling
        self._hold(_next_bend(curve.scaling.bend, across), round(curve.scaling.small + up * STEP_OF_SMALL, 6))
        held_scaling, self._held = self._held, None
        if held_scaling != curve.scaling:
            self.bend_moved.emit(held_scaling)
        event.accept()

    # --- painting --------------------------------------------------------------------------------------------------

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        curve = self._shown
        if curve is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else 0.4)
        axes = self._axes(curve)
        axes.paint(painter, self.theme, self.language)
        self._paint_small(painter, axes, curve)
        self._paint_cells(painter, axes, curve)
        self._paint_others(painter, axes, curve)
        self._paint_lines(painter, axes, curve)
        points = curve.points[curve.points > curve.small_from]
        values = curve.m(points)
        unsafe = None if curve.least_noise else curve.unsafe_from
        safe = points if unsafe is None else points[points < unsafe]
        for point_part, color in ((safe, "accent"), (points[len(safe) :], "error")):
            begin = len(safe) - 1 if color == "error" and len(safe) else 0
            shown_points = points[begin:] if color == "error" else point_part
            if not len(point_part):
                continue
            painter.setPen(QPen(self.theme.color(color), 2.2))
            heights = values[begin:] if color == "error" else values[: len(point_part)]
            pairs = zip(np.log10(shown_points).tolist(), heights.tolist(), strict=True)
            painter.drawPolyline([axes.at(*pair) for pair in pairs])
        handle = self._handle()
        if handle is not None:
            painter.setPen(QPen(self.theme.color("accent"), 2))
            painter.setBrush(self.theme.color("surface"))
            painter.drawEllipse(handle, px(HANDLE), px(HANDLE))
            painter.setBrush(Qt.BrushStyle.NoBrush)
        self._paint_sizes(painter, axes, curve)

    def _paint_small(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        """Small values have a table of their own."""
        if curve.small_from <= 0:
            return
        end = axes.x(math.log10(max(curve.small_from, 10**axes.x_low)))
        area = QRectF(axes.area.left(), axes.area.top(), end - axes.area.left(), axes.area.height())
        painter.fillRect(area, QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern))
        painter.setPen(self.theme.color("secondary"))
        if area.width() > px(60):
            painter.drawText(area.adjusted(4, 4, -2, 0), Qt.TextFlag.TextWordWrap, self.tr("small values"))

    def _paint_others(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        """Paint the scalings of other variants, dotted, each with its name at the right end."""
        secondary, points = self.theme.color("secondary"), curve.points
        for name, scaling in curve.others:
            pairs = list(zip(np.log10(points).tolist(), scaling.m(points).tolist(), strict=True))
            painter.setPen(QPen(secondary, 1.4, Qt.PenStyle.DotLine))
            painter.drawPolyline([axes.at(*pair) for pair in pairs])
            name_width = painter.fontMetrics().horizontalAdvance(name)
            rect = axes.at(*pairs[-1]) + QPointF(-name_width - 2, -4)
            painter.drawText(rect, name)

    def _paint_lines(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        secondary, scaling = self.theme.color("secondary"), curve.scaling
        label_point = axes.at(axes.x_low, scaling.small) + QPointF(px(6), -5)
        small = f"σ1 {shortest_text(scaling.small, self.language)}"
        lines = [] if scaling.large is None else [("σ0", scaling.large, "secondary")]
        if curve.least_noise:
            lines.append(("λ", curve.least_noise, "warning"))
        placed = [(label_point, small)]
        for word, height, color in lines:
            painter.setPen(QPen(self.theme.color(color), 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(axes.at(axes.x_low, height), axes.at(axes.x_high, height))
            painter.setPen(self.theme.color(color))
            word_text = f"{word} {shortest_text(height, self.language)}"
            place = self._beside(painter, axes.at(axes.x_low, height) + QPointF(px(6), -4), placed)
            placed.append((place, word_text))
            painter.drawText(place, word_text)
        painter.setPen(QPen(secondary, 1, Qt.PenStyle.DotLine))
        for size in (scaling.bend, curve.small_from):
            if size:
                x = axes.x(math.log10(size))
                painter.drawLine(QPointF(x, axes.area.top()), axes.area.bottomLeft() + QPointF(x - axes.area.left(), 0))
        painter.setPen(self.theme.color("text"))
        painter.drawText(label_point, small)
        if scaling.bend:
            x = axes.x(math.log10(scaling.bend))
            words = f"z_f {self._size(scaling.bend)}"
            left = min(x + 6, axes.area.right() - painter.fontMetrics().horizontalAdvance(words))
            painter.drawText(QPointF(left, axes.area.bottom() - 5), words)

    @staticmethod
    def _beside(painter: QPainter, point: QPointF, placed: Sequence[tuple[QPointF, str]]) -> QPointF:
        """Return the position of a word moved to the right of earlier words that it would overlap."""
        metrics = painter.fontMetrics()
        for label_point, word_text in placed:
            if abs(point.y() - label_point.y()) < metrics.height():
                point = QPointF(
                    max(point.x(), label_point.x() + metrics.horizontalAdvance(word_text) + px(12)), point.y()
                )
        return point

    def _paint_cells(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        """Paint, below the curve, the number of cells of the table by their largest contribution."""
        if curve.sizes is None or not len(curve.sizes.largest):
            return
        cells, edges = np.histogram(np.log10(curve.sizes.largest), BINS, (axes.x_low, axes.x_high))
        floor = axes.area.bottom() + px(STRIP)
        strip_height = max(px(STRIP) - 4 - painter.fontMetrics().height(), 4.0)  # above are the words of the ticks
        for number, left, right in zip(cells.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True):
            height = strip_height * number / max(int(cells.max()), 1)
            bar = QRectF(axes.x(left) + 1, floor - height, axes.x(right) - axes.x(left) - 2, height)
            painter.fillRect(bar, self.theme.bar)
        painter.setPen(self.theme.color("frame"))
        painter.drawLine(QPointF(axes.area.left(), floor), QPointF(axes.area.right(), floor))
        self._paint_ticks(painter, axes, curve.sizes)

    def _paint_ticks(self, painter: QPainter, axes: Axes, sizes: CellSizes) -> None:
        """Paint, over the bars, the sizes below which half, 90 % and 99 % of the largest contributions lie."""
        top, floor = axes.area.bottom() + 2, axes.area.bottom() + px(STRIP)
        high, end = painter.fontMetrics().height(), axes.area.left()
        painter.setPen(QPen(self.theme.color("text"), 1.4))
        for share, size in zip(TICKS, sizes.quantiles(TICKS), strict=True):
            if size <= 0:
                continue
            x, word = axes.x(math.log10(size)), f"P{100 * share:g}"
            word_width = painter.fontMetrics().horizontalAdvance(word)
            left = min(x + 3, self.width() - word_width - 1)
            painter.drawLine(QPointF(x, top), QPointF(x, floor))
            if left >= end:  # not over the word before
                painter.drawText(QPointF(left, top + high * 0.8), word)
                end = left + word_width + 3

    def _paint_sizes(self, painter: QPainter, axes: Axes, curve: Curve) -> None:
        powers = range(math.floor(axes.x_low), math.ceil(axes.x_high) + 1)
        below = replace(axes, area=axes.area.adjusted(0, 0, 0, px(STRIP)))
        below.paint_x(painter, self.theme, [(power, self._size(10.0**power)) for power in powers])
        painter.setPen(self.theme.color("secondary"))
        rect = QRectF(axes.area.left(), self.height() - px(17), axes.area.width(), px(16))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self.tr("contribution z, logarithmic"))


def size_text(size: float, language: Language) -> str:
    """Format a size with three significant digits: `1 650 000`, `0,5`."""
    rounded = float(f"{size:.3g}")
    return decimal_text(rounded, 0, language) if rounded >= 100 else shortest_text(rounded, language)


def _next_bend(bend: float, step: int) -> float:
    """The next size of the series 1-2-5."""
    if not step:
        return bend
    power = math.floor(math.log10(bend) + 1e-9)
    series = [first * 10.0**exponent for exponent in range(power - 1, power + 2) for first in (1, 2, 5)]
    further = [offered for offered in series if (offered > bend * 1.0001 if step > 0 else offered < bend * 0.9999)]
    return min(further) if step > 0 else max(further)
