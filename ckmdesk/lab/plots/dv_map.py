"""The plane of maximum deviation D and variance V, coloured by a measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, mix, text_on
from ckmdesk.plots.canvas import Canvas
from ckmdesk.state.figures import PictureFigures

LEFT, RIGHT, TOP, BOTTOM = 46.0, 12.0, 24.0, 36.0
STRONGEST, NARROWEST = 0.85, 34


@dataclass(frozen=True)
class MapCells:
    """The content of a map: `values[d][v]` (None: none) with `reasons[d][v]` why not; the values are shown with
    `decimals`.
    """

    D: tuple[int, ...]
    V: tuple[float, ...]
    values: tuple[tuple[float | None, ...], ...]
    reasons: tuple[tuple[str, ...], ...]
    decimals: int
    name: str


class DVMapPlot(Canvas):
    """Map of a measure over D and V; emits `chosen(D, V)` at a double click or Enter."""

    chosen = Signal(int, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.cells: MapCells | None = None
        self.points: tuple[tuple[str, int, float], ...] = ()
        self.at = (0, 0)

    def show_map(self, cells: MapCells | None, points: Sequence[tuple[str, int, float]], language: Language) -> None:
        """Show a map, and variants as (name, D, V) on it."""
        if cells is None or self.cells is None or (cells.D, cells.V) != (self.cells.D, self.cells.V):
            self.at = (0, 0)
        self.cells, self.points, self.language = cells, tuple(points), language
        self.describe()
        self.redraw()

    def _room(self) -> QRectF:
        return QRectF(
            px(LEFT), px(TOP), max(self.width() - px(LEFT) - px(RIGHT), 1), max(self.height() - px(TOP) - px(BOTTOM), 1)
        )

    def _rect(self, d: int, v: int) -> QRectF:
        cells, plot_rect = self.cells, self._room()
        if cells is None:
            return QRectF()
        cell_width, high = plot_rect.width() / len(cells.D), plot_rect.height() / len(cells.V)
        return QRectF(plot_rect.left() + d * cell_width, plot_rect.bottom() - (v + 1) * high, cell_width, high)

    def _under(self, point: QPointF) -> tuple[int, int] | None:
        cells, plot_rect = self.cells, self._room()
        if cells is None or not plot_rect.contains(point):
            return None
        d = int((point.x() - plot_rect.left()) / plot_rect.width() * len(cells.D))
        v = int((plot_rect.bottom() - point.y()) / plot_rect.height() * len(cells.V))
        return min(max(d, 0), len(cells.D) - 1), min(max(v, 0), len(cells.V) - 1)

    def words(self, d: int, v: int) -> str:
        """Return D, V and the measure there, or why there is none, as text."""
        cells = self.cells
        if cells is None:
            return ""
        value = cells.values[d][v]
        shown_text = cells.reasons[d][v] if value is None else decimal_text(value, cells.decimals, self.language)
        return f"D = {cells.D[d]}, V = {decimal_text(cells.V[v], 2, self.language)}\n{cells.name}: {shown_text}"

    def current(self) -> str:
        return self.words(*self.at)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        under = self._under(event.position())
        if under is None:
            QToolTip.hideText()
        else:
            QToolTip.showText(event.globalPosition().toPoint(), self.words(*under), self)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        under = self._under(event.position())
        if under is not None:
            self.at = under
            self.describe()
            self.redraw()

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        under = self._under(event.position())
        if under is not None and self.cells is not None:
            self.chosen.emit(self.cells.D[under[0]], self.cells.V[under[1]])

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        cells = self.cells
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, 1),
            Qt.Key.Key_Down: (0, -1),
        }
        if cells is None or event.key() not in (*steps, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
            return
        if event.key() in steps:
            across, up = steps[Qt.Key(event.key())]
            d, v = self.at[0] + across, self.at[1] + up
            self.at = min(max(d, 0), len(cells.D) - 1), min(max(v, 0), len(cells.V) - 1)
            self.redraw()
            self.describe(aloud=True)
            corner = self._rect(*self.at).center().toPoint()
            QToolTip.showText(self.mapToGlobal(corner), self.words(*self.at), self)
        else:
            self.chosen.emit(cells.D[self.at[0]], cells.V[self.at[1]])

    def figures(self) -> PictureFigures:
        cells = self.cells
        if cells is None:
            return PictureFigures((), ())
        heads = ("D", *(f"V = {decimal_text(variance, 2, self.language)}" for variance in cells.V))
        lines = tuple(
            (
                str(deviation),
                *("–" if number is None else decimal_text(number, cells.decimals, self.language) for number in values),
            )
            for deviation, values in zip(cells.D, cells.values, strict=True)
        )
        return PictureFigures(heads, lines)

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        cells = self.cells
        if cells is None:
            return
        painter.setFont(self.theme.small_font())
        tokens = self.theme.tokens
        numbers = [cell_value for line in cells.values for cell_value in line if cell_value is not None]
        low, high = min(numbers, default=0.0), max(numbers, default=0.0)
        hatched = QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern)
        for d, line in enumerate(cells.values):
            for v, number in enumerate(line):
                cell_rect = self._rect(d, v).adjusted(0.5, 0.5, -0.5, -0.5)
                if number is None:
                    painter.fillRect(cell_rect, hatched)
                    continue
                share = (number - low) / (high - low) if high > low else 0.5
                ground = mix(tokens.surface, tokens.accent, 0.06 + (STRONGEST - 0.06) * share)
                painter.fillRect(cell_rect, ground)
                if cell_rect.width() >= px(NARROWEST) and cell_rect.height() >= px(14):
                    painter.setPen(text_on(ground))
                    text = decimal_text(number, cells.decimals, self.language)
                    painter.drawText(cell_rect, Qt.AlignmentFlag.AlignCenter, text)
        self._paint_ends(painter, cells)
        painter.setPen(QPen(self.theme.color("accent"), 2))
        painter.drawRect(self._rect(*self.at))
        for name, D, V in self.points:
            self._paint_variant(painter, cells, name, D, V)

    def _paint_ends(self, painter: QPainter, cells: MapCells) -> None:
        """Paint the figures along both axes."""
        painter.setPen(self.theme.color("secondary"))
        plot_rect, label_step = self._room(), max(1, round(px(16) * len(cells.V) / max(self._room().height(), 1)))
        for d, deviation in enumerate(cells.D):
            box = self._rect(d, 0)
            painter.drawText(
                QRectF(box.left(), plot_rect.bottom() + 2, box.width(), px(16)),
                Qt.AlignmentFlag.AlignCenter,
                str(deviation),
            )
        for v in range(0, len(cells.V), label_step):
            box = self._rect(0, v)
            text = decimal_text(cells.V[v], 2, self.language)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, box.center().y() - px(8), plot_rect.left() - 6, px(16)), right, text)
        painter.drawText(QPointF(4, px(14)), "V")
        foot = QRectF(plot_rect.left(), plot_rect.bottom() + px(17), plot_rect.width(), px(16))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, self.tr("maximum deviation D"))
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, self.tr("hatched: no such table"))

    def _paint_variant(self, painter: QPainter, cells: MapCells, name: str, D: int, V: float) -> None:
        """Paint a variant as a ring at its D and V, if the map contains it."""
        if D not in cells.D or not cells.V[0] <= V <= cells.V[-1]:
            return
        d = cells.D.index(D)
        above = next(variance_index for variance_index, variance in enumerate(cells.V) if variance >= V - 1e-9)
        share = 0.0 if above == 0 else (V - cells.V[above - 1]) / (cells.V[above] - cells.V[above - 1]) - 1
        first, box = self._rect(d, above), self._rect(d, above)
        dot_center = QPointF(box.center().x(), first.center().y() - share * box.height())
        painter.setPen(QPen(self.theme.color("text"), 2))
        painter.setBrush(self.theme.color("surface"))
        painter.drawEllipse(dot_center, 5, 5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawText(QPointF(dot_center.x() + 8, dot_center.y() - 4), name)
