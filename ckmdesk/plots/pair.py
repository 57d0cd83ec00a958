"""Why tables are shuffled: the variance of v1 + v2 given the cell key of the total, ordered against shuffled."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.ptable.model.linked import PairVariance
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.plots.axes import Axes, ticks
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 40.0, 34.0
EVERY = 4  # of the keys that were computed, for figures and keys


class PairPlot(Canvas):
    """Two curves over the key of the total from 0 to 1, with the same mean but different minima."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.ordered: PairVariance | None = None
        self.shuffled: PairVariance | None = None
        self.row = ""
        self.at = 0  # of the keys that are told, the one that the keyboard is at

    def show_pair(self, ordered: PairVariance, shuffled: PairVariance | None, row: str, language: Language) -> None:
        """Show the curves of two cells with the count `row` each; `shuffled` is None if the table is ordered."""
        self.ordered, self.shuffled, self.row, self.language = ordered, shuffled, row, language
        self.at = min(self.at, max(self._keys_told() - 1, 0))
        self.describe()
        self.redraw()

    def current(self) -> str:
        figures = self.figures()
        if not self._keys_told():
            return ""
        return ", ".join(f"{name} {text}" for name, text in zip(figures.columns, figures.rows[self.at], strict=True))

    def _keys_told(self) -> int:
        return 0 if self.ordered is None else (len(self.ordered.keys) - 1) // EVERY + 1

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() not in steps or not self._keys_told():
            event.ignore()
            return
        self.at = min(max(self.at + steps[Qt.Key(event.key())], 0), self._keys_told() - 1)
        self.redraw()
        self.describe(aloud=True)

    def _paint_overlay(self, painter: QPainter, area: QRectF) -> None:
        super()._paint_overlay(painter, area)
        if self.ordered is not None and self.hasFocus():
            plot_rect = self._room()
            x = plot_rect.left() + plot_rect.width() * float(self.ordered.keys[self.at * EVERY])
            painter.setPen(QPen(self.theme.color("text"), 1))
            painter.drawLine(QPointF(x, plot_rect.top()), QPointF(x, plot_rect.bottom()))

    def _room(self) -> QRectF:
        return QRectF(px(LEFT), px(TOP), self.width() - px(LEFT) - px(RIGHT), self.height() - px(TOP) - px(BOTTOM))

    def figures(self) -> PictureFigures:
        if self.ordered is None:
            return PictureFigures((), ())
        heads = [self.tr("key of the total"), self.tr("ordered")]
        curves = [self.ordered.variances]
        if self.shuffled is not None:
            heads.append(self.tr("shuffled"))
            curves.append(self.shuffled.variances)
        lines = []
        for index in range(0, len(self.ordered.keys), EVERY):
            figures = (decimal_text(float(curve[index]), 4, self.language) for curve in curves)
            lines.append((decimal_text(float(self.ordered.keys[index]), 3, self.language), *figures))
        pairs = [pair for pair in (self.ordered, self.shuffled) if pair is not None]
        for words, ends in (
            (self.tr("at least %1"), [pair.least for pair in pairs]),
            (self.tr("mean %1"), [pair.mean for pair in pairs]),
        ):
            lines.append(("", *(words.replace("%1", decimal_text(end, 4, self.language)) for end in ends)))
        return PictureFigures(tuple(heads), tuple(lines))

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if self.ordered is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        largest_variance = max(self.ordered.most, 0.0 if self.shuffled is None else self.shuffled.most, 0.1)
        plot_rect = self._room()
        axes = Axes(plot_rect, 0.0, 1.0, 0.0, 1.05 * largest_variance)
        axes.paint(painter, self.theme, self.language)
        axes.paint_x(painter, self.theme, [(x, decimal_text(x, 1, self.language)) for x in ticks(0, 1, 5)])
        secondary, text = self.theme.color("secondary"), self.theme.color("text")
        painter.setPen(secondary)
        rect = QRectF(px(LEFT), plot_rect.bottom() + px(16), plot_rect.width(), px(16))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight, self.tr("cell key of the total"))
        title = self.tr("Var(v1 + v2 | key of the total), two parts of %1 each").replace("%1", self.row)
        painter.setPen(text)
        painter.drawText(QPointF(4, px(13)), title)
        painter.setPen(QPen(self.theme.color("frame"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(axes.at(0, self.ordered.mean), axes.at(1, self.ordered.mean))
        curves = [(self.ordered, self.theme.color_of_step(6), self.tr("ordered"), Qt.PenStyle.DashLine)]
        if self.shuffled is not None:
            curves.append((self.shuffled, self.theme.color("accent"), self.tr("shuffled"), Qt.PenStyle.SolidLine))
        x = px(LEFT)
        for pair, color, name, style in curves:
            painter.setPen(QPen(color, 2, style))
            pairs = zip(pair.keys.tolist(), pair.variances.tolist(), strict=True)
            painter.drawPolyline([axes.at(key, value) for key, value in pairs])
            painter.drawLine(QPointF(x, px(28)), QPointF(x + 22, px(28)))
            painter.setPen(text)
            least = self.tr("at least %1").replace("%1", decimal_text(pair.least, 2, self.language))
            words = f"{name}: {least}"
            painter.drawText(QPointF(x + 28, px(32)), words)
            x += 28 + painter.fontMetrics().horizontalAdvance(words) + 18
        painter.setPen(secondary)
        mean = self.tr("mean %1").replace("%1", decimal_text(self.ordered.mean, 2, self.language))
        rect = QRectF(plot_rect.right() - px(120), axes.y(self.ordered.mean) - px(17), px(120), px(16))
        painter.drawText(rect, Qt.AlignmentFlag.AlignRight, mean)
