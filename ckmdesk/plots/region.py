"""The feasible region: which D and V go together for the other wishes of a design."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, mix
from ckmdesk.plots.axes import Axes, ticks
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 40.0, 12.0, 20.0, 34.0


class RegionPlot(Canvas):
    """The possible V for each D as a bar, and the design as a point that a click or the arrow keys move.

    Emits `chosen(D, V)` when another point is chosen.
    """

    chosen = Signal(int, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.ranges: tuple[tuple[int, float, float], ...] = ()
        self.D, self.V = 1, 1.0
        self.designed = True  # else the table comes from a file: there is no point to move

    def show_region(
        self,
        ranges: Sequence[tuple[int, float, float]],
        D: int,
        V: float,
        language: Language,
        *,
        designed: bool = True,
    ) -> None:
        """Show the triples (D, lowest V, highest V) for each D with a possible V, and the point of the design."""
        self.ranges, self.D, self.V, self.language = tuple(ranges), D, V, language
        self.designed = designed
        self.describe(aloud=True)
        self.redraw()

    def _axes(self) -> Axes:
        most_D = max([self.D, *(D for D, _, _ in self.ranges)], default=1)
        near_highs = [high for D, _, high in self.ranges if max(self.D + 3, 8) >= D]
        most_V = max([1.25 * self.V, *near_highs], default=1.0)
        plot_rect = QRectF(px(LEFT), px(TOP), self.width() - px(LEFT) - px(RIGHT), self.height() - px(TOP) - px(BOTTOM))
        return Axes(plot_rect, 0.5, most_D + 0.5, 0.0, min(most_V, max(4 * self.V, 12.0)) * 1.05)

    def _place(self, point: QPointF) -> tuple[int, float] | None:
        if not self.designed:
            return None
        axes = self._axes()
        if not axes.area.adjusted(-4, -4, 4, 4).contains(point):
            return None
        D = min(max(round(axes.value_x(point.x())), 1), int(axes.x_high - 0.5))
        return D, max(round(axes.value_y(point.y()) * 20) / 20, 0.05)

    def _words(self, D: int, V: float) -> str:
        """Return the text of a point, with the possible V for its D."""
        text = f"D = {D}, V = {decimal_text(V, 2, self.language)}"
        for count, low, high in self.ranges:
            if count == D:
                ends = f"{decimal_text(low, 2, self.language)} … {decimal_text(high, 2, self.language)}"
                text += "\n" + self.tr("possible %1").replace("%1", ends)
        return text

    def current(self) -> str:
        return self._words(self.D, self.V) if self.designed else ""

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        design_point = self._place(event.position())
        if design_point is None:
            QToolTip.hideText()
            return
        D, V = design_point
        QToolTip.showText(event.globalPosition().toPoint(), self._words(D, V), self)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.chosen.emit(D, V)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        design_point = self._place(event.position())
        if design_point is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(*design_point)

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (-1, 0.0),
            Qt.Key.Key_Right: (1, 0.0),
            Qt.Key.Key_Up: (0, 0.05),
            Qt.Key.Key_Down: (0, -0.05),
        }
        if event.key() not in steps:
            event.ignore()
            return
        across, up = steps[Qt.Key(event.key())]
        self.chosen.emit(max(self.D + across, 1), max(round(self.V + up, 4), 0.05))

    def figures(self) -> PictureFigures:
        V = decimal_text(self.V, 4, self.language)
        ends = {
            D: (decimal_text(low, 4, self.language), decimal_text(high, 4, self.language))
            for D, low, high in self.ranges
        }
        ends.setdefault(self.D, ("–", "–"))
        lines = [(str(D), *ends[D], V if D == self.D else "") for D in sorted(ends)]
        return PictureFigures(("D", self.tr("V from"), self.tr("V to"), self.tr("this design")), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if not self.designed:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        axes = self._axes()
        axes.paint(painter, self.theme, self.language)
        soft = mix(self.theme.tokens.surface, self.theme.tokens.accent, 0.35)
        painter.setClipRect(axes.area.adjusted(0, -1, 0, 1))
        for D, low, high in self.ranges:
            left, right = axes.x(D - 0.38), axes.x(D + 0.38)
            bar = QRectF(left, axes.y(high), right - left, max(axes.y(low) - axes.y(high), 1.5))
            painter.fillRect(bar, soft)
            painter.setPen(QPen(self.theme.color("accent"), 1.5))
            painter.drawLine(QPointF(left, bar.bottom()), QPointF(right, bar.bottom()))
            painter.drawLine(QPointF(left, bar.top()), QPointF(right, bar.top()))
        painter.setClipping(False)
        painter.setPen(self.theme.color("secondary"))
        whole = [
            int(D)
            for D in ticks(1, axes.x_high - 0.5, max(int(axes.area.width() // px(30)), 1))
            if float(D).is_integer()
        ]
        axes.paint_x(painter, self.theme, [(D, str(D)) for D in whole])
        painter.drawText(QPointF(4, px(13)), "V")
        painter.drawText(
            QRectF(px(LEFT), axes.area.bottom() + px(16), axes.area.width(), px(16)),
            Qt.AlignmentFlag.AlignRight,
            self.tr("maximum deviation D"),
        )
        point = axes.at(self.D, min(self.V, axes.y_high))
        is_possible = any(D == self.D and low - 1e-9 <= self.V <= high + 1e-9 for D, low, high in self.ranges)
        color = self.theme.color("text" if is_possible else "error")
        painter.setPen(QPen(color, 2))
        painter.setBrush(self.theme.color("surface"))
        painter.drawEllipse(point, 6, 6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        text = self.tr("this design") if is_possible else self.tr("this design: not possible")
        width = painter.fontMetrics().horizontalAdvance(text)
        left = point.x() + 10 if point.x() + 14 + width < axes.area.right() else point.x() - 12 - width
        painter.drawText(QPointF(left, point.y() - 8), text)
