"""Loss against risk: each variant as a point, those on the frontier joined by a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes, short, ticks
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 46.0, 16.0, 24.0, 36.0
RADIUS, REACH = 6.0, 14.0
MOST_STEPS = 12  # of lines of text, by which a name is moved away from others


@dataclass(frozen=True)
class Point:
    """A variant in the plane: its index, name, loss and risk, and whether it is on the frontier."""

    variant: int
    name: str
    loss: float
    risk: float
    on_frontier: bool


class PlanePlot(Canvas):
    """Plane of loss and risk; emits `chosen(variant)` at a click or by the arrow keys.

    `named` holds, by variant, where its name was painted last.
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.points: tuple[Point, ...] = ()
        self.variant = -1
        self.named: dict[int, QRectF] = {}
        self._names = ("", "")
        self._decimals = (2, 2)
        self._frontier = ""

    def show_points(
        self,
        points: Sequence[Point],
        variant: int,
        names: tuple[str, str],
        decimals: tuple[int, int],
        language: Language,
    ) -> None:
        """Show variants; `names` and `decimals` are those of loss (x) and risk (y), `variant` the selected one."""
        self.points, self.variant, self._names, self._decimals = tuple(points), variant, names, decimals
        self.language = language
        self._frontier = self.tr("on the frontier")
        self.describe(aloud=True)
        self.redraw()

    def _axes(self) -> Axes:
        plot_rect = QRectF(px(LEFT), px(TOP), self.width() - px(LEFT) - px(RIGHT), self.height() - px(TOP) - px(BOTTOM))
        across = [point.loss for point in self.points] or [0.0]
        up = [point.risk for point in self.points] or [0.0]
        return Axes(plot_rect, *_ends(across), *_ends(up))

    def _near(self, mouse_point: QPointF) -> Point | None:
        axes = self._axes()

        def distance(point: Point) -> float:
            gap = axes.at(point.loss, point.risk) - mouse_point
            return float(gap.x() ** 2 + gap.y() ** 2)

        point = min(self.points, key=distance, default=None)
        return point if point is not None and distance(point) <= REACH**2 else None

    def _text(self, point: Point) -> str:
        loss, risk = (
            f"{name}: {decimal_text(number, decimals, self.language)}"
            for name, number, decimals in zip(self._names, (point.loss, point.risk), self._decimals, strict=True)
        )
        return "\n".join([point.name, loss, risk, *([self._frontier] if point.on_frontier else [])])

    def current(self) -> str:
        return next((self._text(point) for point in self.points if point.variant == self.variant), "")

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = self._near(event.position())
        if point is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPosition().toPoint(), self._text(point), self)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        point = self._near(event.position())
        if point is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(point.variant)

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if event.key() not in steps or not self.points:
            event.ignore()
            return
        order = sorted(self.points, key=lambda point: (point.loss, point.risk))
        numbers = [point.variant for point in order]
        variant_index = numbers.index(self.variant) + steps[Qt.Key(event.key())] if self.variant in numbers else 0
        self.chosen.emit(numbers[variant_index % len(numbers)])

    def figures(self) -> PictureFigures:
        lines = [
            (
                point.name,
                decimal_text(point.loss, self._decimals[0], self.language),
                decimal_text(point.risk, self._decimals[1], self.language),
                self._frontier if point.on_frontier else "",
            )
            for point in self.points
        ]
        return PictureFigures((self.tr("Variant"), *self._names, ""), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes = self._axes()
        axes.paint(painter, self.theme, self.language)
        across = ticks(axes.x_low, axes.x_high, max(int(axes.area.width() // 60), 1))
        axes.paint_x(painter, self.theme, [(loss, short(loss, self.language)) for loss in across])
        painter.setPen(self.theme.color("secondary"))
        painter.setFont(self.theme.small_font())
        painter.drawText(QPointF(4, px(14)), "↑ " + self._names[1])
        foot = QRectF(px(LEFT), axes.area.bottom() + px(17), axes.area.width(), px(16))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, self._names[0] + " →")
        front = sorted(
            (point for point in self.points if point.on_frontier), key=lambda point: (point.loss, -point.risk)
        )
        painter.setPen(QPen(self.theme.color("accent"), 1.5, Qt.PenStyle.DashLine))
        for first_point, other in pairwise(front):
            painter.drawLine(axes.at(first_point.loss, first_point.risk), axes.at(other.loss, other.risk))
        around = QPointF(RADIUS, RADIUS)
        point_centers = [axes.at(point.loss, point.risk) for point in self.points]
        taken_rects = [QRectF(center - around, center + around) for center in point_centers]
        self.named = {}
        for point in sorted(self.points, key=lambda point: point.variant != self.variant):
            self._paint_point(painter, axes, point, taken_rects)

    def _paint_point(self, painter: QPainter, axes: Axes, point: Point, taken_rects: list[QRectF]) -> None:
        """Paint a point with its name, placed beside all other points and names."""
        point_center = axes.at(point.loss, point.risk)
        chosen = point.variant == self.variant
        painter.setPen(QPen(self.theme.color("accent" if chosen or point.on_frontier else "secondary"), 2))
        painter.setBrush(self.theme.color("accent" if chosen else "surface"))
        if point.on_frontier:
            painter.drawEllipse(point_center, RADIUS, RADIUS)
        else:
            side = 2 * (RADIUS - 1)
            painter.drawRect(QRectF(point_center.x() - RADIUS + 1, point_center.y() - RADIUS + 1, side, side))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(self.theme.small_font())
        metrics = painter.fontMetrics()
        text = metrics.elidedText(point.name, Qt.TextElideMode.ElideRight, int(axes.area.width() * 0.6))
        text_width = metrics.horizontalAdvance(text)
        beside, middle = point_center.y() - px(8), point_center.x() - text_width / 2
        right, left_end = point_center.x() + 10, point_center.x() - 10 - text_width
        near = [
            (right, beside),
            (left_end, beside),
            (middle, point_center.y() - px(26)),
            (middle, point_center.y() + 9),
        ]
        # Farther names have a line to their point.
        far = [
            (x, point_center.y() + px(way * 18 * step - 8))
            for step in range(1, MOST_STEPS)
            for way in (-1, 1)
            for x in (right, left_end, middle)
        ]
        for place, (x, y) in enumerate([*near, *far]):
            text_rect = QRectF(x, y, text_width, px(16))
            fits = (
                text_rect.left() >= 0
                and text_rect.top() >= px(16)
                and text_rect.right() <= self.width()
                and text_rect.bottom() <= axes.area.bottom()
            )
            if fits and not any(text_rect.intersects(rect) for rect in taken_rects):
                taken_rects.append(text_rect)
                self.named[point.variant] = text_rect
                if place >= len(near):
                    painter.setPen(QPen(self.theme.color("secondary"), 1))
                    end = text_rect.bottom() if y < point_center.y() else text_rect.top()
                    at_x = min(max(point_center.x(), text_rect.left()), text_rect.right())
                    gap = -RADIUS if y < point_center.y() else RADIUS
                    painter.drawLine(QPointF(at_x, end), QPointF(point_center.x(), point_center.y() + gap))
                painter.setPen(self.theme.color("text"))
                painter.drawText(text_rect, Qt.AlignmentFlag.AlignVCenter, text)
                return


def _ends(numbers: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis: from 0 if no number is negative, with some room at both ends."""
    low, high = min(0.0, *numbers, 0.0), max(*numbers, 0.0)
    span = (high - low) or 1.0
    return low - 0.04 * span, high + 0.08 * span
