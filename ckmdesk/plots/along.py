"""Along the rows: E|v| and P(|v| ≤ 1) for each original count, with the limits of the criteria."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.ptable.model.criteria import MEAN_LIMIT, WITHIN_ONE_LIMIT
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.drawing import Drawing, Spot, in_words
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 24.0, 20.0


class AlongPlot(Canvas):
    """Two charts above one another, along the rows of a table; the current row is marked in both."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.drawing: Drawing | None = None
        self.row = 0
        self.mean: list[float] = []
        self.within: list[float] = []
        self.more = PictureFigures((), ())

    def show_drawing(self, drawing: Drawing, row: int, language: Language, more: PictureFigures | None = None) -> None:
        """Show a table with row `row` marked.

        `more` adds columns to the table of figures, with further facts of each row.
        """
        self.more = more or PictureFigures((), ())
        self.row, self.language = row, language
        if drawing is not self.drawing:
            v = np.abs(drawing.column_noise[None, :] - drawing.shift[:, None])
            self.mean = (v * drawing.matrix).sum(axis=1).tolist()
            self.within = (drawing.matrix * (v <= 1 + 1e-9)).sum(axis=1).tolist()
        self.drawing = drawing
        self.redraw()

    def _axes(self) -> tuple[Axes, Axes]:
        half = self.height() / 2
        rows = max(len(self.mean) - 1, 1)
        high = max(max(self.mean, default=0.0) * 1.08, MEAN_LIMIT * 1.2)
        low = min(min(self.within, default=1.0), WITHIN_ONE_LIMIT) - 0.05
        plot_width = self.width() - px(LEFT) - px(RIGHT)
        upper = Axes(QRectF(px(LEFT), px(TOP), plot_width, half - px(TOP) - px(BOTTOM)), -0.5, rows + 0.5, 0.0, high)
        lower = Axes(
            QRectF(px(LEFT), half + px(TOP), plot_width, half - px(TOP) - px(BOTTOM)),
            -0.5,
            rows + 0.5,
            max(low, 0.0),
            1.0,
        )
        return upper, lower

    def spot_at(self, place: QPointF) -> Spot | None:
        if self.drawing is None:
            return None
        row = round(self._axes()[0].value_x(place.x()))
        return Spot(row) if 0 <= row < len(self.mean) else None

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if not 0 <= spot.row < len(self.mean):
            return None
        axes = self._axes()[0]
        left, right = axes.x(spot.row - 0.5), axes.x(spot.row + 0.5)
        return QRectF(left, px(TOP) - 4, right - left, self.height() - px(TOP) - px(BOTTOM) + 8)

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        return Spot(min(max(spot.row + across + down, 0), max(len(self.mean) - 1, 0)))

    def tip(self, spot: Spot) -> str:
        if self.drawing is None or not 0 <= spot.row < len(self.mean):
            return ""
        mean, within = self.mean[spot.row], self.within[spot.row]
        name = in_words(self.drawing.names[spot.row], self.language)
        return (
            f"i = {name}: E|v| = {decimal_text(mean, 4, self.language)}, "
            f"P(|v| ≤ 1) = {decimal_text(100 * within, 2, self.language)} %"
        )

    def figures(self) -> PictureFigures:
        names = () if self.drawing is None else tuple(in_words(name, self.language) for name in self.drawing.names)
        lines = []
        for row, (name, mean, within) in enumerate(zip(names, self.mean, self.within, strict=True)):
            figures = (decimal_text(mean, 6, self.language), decimal_text(within, 6, self.language))
            lines.append((name, *figures, *(self.more.rows[row] if row < len(self.more.rows) else ())))
        return PictureFigures(("i", "E|v|", "P(|v| ≤ 1)", *self.more.columns), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if self.drawing is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        upper, lower = self._axes()
        charts = (
            (upper, self.mean, MEAN_LIMIT, "E|v|", False),
            (lower, self.within, WITHIN_ONE_LIMIT, "P(|v| ≤ 1)", True),
        )
        accent, text = self.theme.color("accent"), self.theme.color("text")
        for axes, values, limit, name, percent in charts:
            axes.paint(painter, self.theme, self.language, percent=percent)
            painter.setPen(text)
            painter.drawText(QPointF(4, axes.area.top() - px(10)), name)
            painter.setPen(QPen(self.theme.color("warning"), 1, Qt.PenStyle.DashLine))
            painter.drawLine(axes.at(axes.x_low, limit), axes.at(axes.x_high, limit))
            word = self.tr("limit %1").replace(
                "%1", decimal_text(100 * limit if percent else limit, 0 if percent else 2, self.language)
            )
            painter.setPen(self.theme.color("warning"))
            rect = QRectF(axes.area.right() - px(90), axes.area.top() - px(23), px(90), px(16))
            painter.drawText(rect, Qt.AlignmentFlag.AlignRight, "- - " + word + (" %" if percent else ""))
            painter.setPen(QPen(accent, 2))
            points = [axes.at(row, value) for row, value in enumerate(values)]
            painter.drawPolyline(points)
            painter.setBrush(accent)
            for row, point in enumerate(points):
                size = 4.5 if row == self.row else 2.5
                painter.drawEllipse(point, size, size)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            axes.paint_x(
                painter,
                self.theme,
                [(row, in_words(name, self.language)) for row, name in enumerate(self.drawing.names)],
            )
