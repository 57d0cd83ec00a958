"""The tableau: per row the intervals of the cell key from 0 to 1 in look-up order, coloured by noise."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, noise_step, text_on
from ckmdesk.plots.canvas import Canvas, image_of, noise_text, rgb
from ckmdesk.plots.matrix import LEFT, name_width
from ckmdesk.state.drawing import Drawing, Spot, in_words
from ckmdesk.state.figures import PictureFigures

RIGHT, BOTTOM = 10.0, 44.0
ROW_MOST = 44.0
CENTER = Qt.AlignmentFlag.AlignCenter


class TableauPlot(Canvas):
    """Bars of the noise by cell key from 0 to 1, with a pointer at the key of the cell last looked up."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.drawing: Drawing | None = None
        self.row = 0
        self.pointer: tuple[int, float] | None = None
        self.grey = False
        self.left = px(LEFT)

    def show_drawing(
        self,
        drawing: Drawing,
        row: int,
        language: Language,
        *,
        pointer: tuple[int, float] | None = None,
        grey: bool = False,
    ) -> None:
        """Show a table.

        `pointer` is the (row, cell key) of the cell last looked up; `grey` says that the table is older than the
        parameters.
        """
        self.drawing, self.row, self.language, self.pointer, self.grey = drawing, row, language, pointer, grey
        self.left = name_width(drawing, self.theme)
        self.redraw()

    # --- geometry ------------------------------------------------------------------------------------------------

    def _rows(self) -> int:
        return 1 if self.drawing is None else self.drawing.rows

    def _height(self) -> float:
        return min(max(self.height() - px(BOTTOM), 1.0) / self._rows(), px(ROW_MOST))

    def _width(self) -> float:
        return max(self.width() - self.left - px(RIGHT), 1.0)

    def _bar(self, row: int) -> QRectF:
        height = self._height()
        bar = max(height - 8, height * 0.6)
        return QRectF(self.left, row * height + (height - bar) / 2, self._width(), bar)

    def interval_at(self, place: QPointF) -> int | None:
        """The interval under a point."""
        if self.drawing is None:
            return None
        row = int(place.y() // self._height())
        fraction = (place.x() - self.left) / self._width()
        if not 0 <= row < self._rows() or not 0 <= fraction < 1:
            return None
        begin, end = int(self.drawing.offsets[row]), int(self.drawing.offsets[row + 1])
        interval_index = begin + int(np.searchsorted(self.drawing.upper[begin:end], fraction, side="right"))
        return min(interval_index, end - 1)

    def spot_at(self, place: QPointF) -> Spot | None:
        interval_index = self.interval_at(place)
        if interval_index is None or self.drawing is None:
            row = int(place.y() // self._height())
            return Spot(row) if self.drawing is not None and 0 <= row < self._rows() else None
        return Spot(int(place.y() // self._height()), float(self.drawing.noise[interval_index]))

    def tip(self, spot: Spot) -> str:
        if self.drawing is None or not 0 <= spot.row < self._rows() or spot.v is None:
            return ""
        language = self.language
        bounds = [
            f"{decimal_text(float(self.drawing.lower[interval_index]), 6, language)} … "
            f"{decimal_text(float(self.drawing.upper[interval_index]), 6, language)}"
            for interval_index in self._intervals(spot)
        ]
        shown = "; ".join(bounds[:4]) + (" …" if len(bounds) > 4 else "")
        name = in_words(self.drawing.names[spot.row], self.language)
        return f"i = {name}: v = {noise_text(spot.v, language)}, {shown or '–'}"

    def _intervals(self, spot: Spot) -> list[int]:
        if self.drawing is None or spot.v is None:
            return []
        begin, end = int(self.drawing.offsets[spot.row]), int(self.drawing.offsets[spot.row + 1])
        intervals: list[int] = (np.flatnonzero(np.abs(self.drawing.noise[begin:end] - spot.v) < 1e-9) + begin).tolist()
        return intervals

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        if self.drawing is None:
            return None
        row = min(max(spot.row + down, 0), self._rows() - 1)
        distribution = list(self.drawing.distributions[row])
        if not distribution:
            return Spot(row)
        nearest_index = min(range(len(distribution)), key=lambda index: abs(distribution[index] - (spot.v or 0.0)))
        return Spot(row, distribution[min(max(nearest_index + across, 0), len(distribution) - 1)])

    def figures(self) -> PictureFigures:
        if self.drawing is None:
            return PictureFigures((), ())
        language, lines = self.language, []
        for row in range(self._rows()):
            for index in range(int(self.drawing.offsets[row]), int(self.drawing.offsets[row + 1])):
                bounds = (float(self.drawing.lower[index]), float(self.drawing.upper[index]))
                texts = tuple(decimal_text(bound, 8, language) for bound in bounds)
                lines.append(
                    (
                        in_words(self.drawing.names[row], self.language),
                        noise_text(float(self.drawing.noise[index]), language),
                        *texts,
                    )
                )
        return PictureFigures(("i", "v", self.tr("cell key from"), self.tr("to below")), tuple(lines))

    # --- painting ------------------------------------------------------------------------------------------------

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        drawing = self.drawing
        if drawing is None:
            return
        self._paint_names(painter)
        painter.setOpacity(0.4 if self.grey else 1.0)
        if self.vector:
            self._paint_rectangles(painter)
        else:
            self._paint_image(painter)
        self._paint_noise(painter)
        painter.setPen(self.theme.color("frame"))
        for row in range(self._rows()):
            bar = self._bar(row)
            painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.setOpacity(1.0)
        bottom = self._rows() * self._height()
        self._paint_scale(painter, bottom)
        self._paint_legend(painter, bottom + px(20))
        if self.pointer is not None and self.pointer[0] < self._rows():
            row, key = self.pointer
            x, y = self.left + key * self._width(), self._bar(row).bottom() + 1
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("accent"))
            painter.drawPolygon(QPolygonF([QPointF(x, y - 3), QPointF(x - 5, y + 5), QPointF(x + 5, y + 5)]))

    def _paint_names(self, painter: QPainter) -> None:
        assert self.drawing is not None  # noqa: S101 - for the type checker
        height = self._height()
        small, bold = self.theme.small_font(), self.theme.font(9, bold=True)
        for row in range(0, self._rows(), 1 if height >= px(11) else 5):
            painter.setPen(self.theme.color("text" if row == self.row else "secondary"))
            painter.setFont(bold if row == self.row else small)
            rect = QRectF(0, row * height + (height - px(14)) / 2, self.left - 6, px(14))
            painter.drawText(rect, CENTER, in_words(self.drawing.names[row], self.language))

    def _colors(self) -> np.ndarray:
        """The colour of each interval."""
        assert self.drawing is not None  # noqa: S101 - for the type checker
        D = self.drawing.maximum_deviation
        steps = np.sign(self.drawing.noise) * np.ceil(3 * np.abs(self.drawing.noise) / max(D, 1e-9) - 1e-12)
        scale = np.array([rgb(self.theme.color_of_step(step)) for step in range(7)], dtype=np.uint32)
        colors: np.ndarray = scale[np.clip(steps, -3, 3).astype(np.intp) + 3]
        return colors

    def _paint_image(self, painter: QPainter) -> None:
        drawing = self.drawing
        assert drawing is not None  # noqa: S101 - for the type checker
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        bar_width = max(int(self._width() * ratio), 1)
        gap = rgb(self.theme.color("surface"))
        lines = np.full((drawing.rows, bar_width), gap, dtype=np.uint32)
        colors = self._colors()
        centers = (np.arange(bar_width) + 0.5) / bar_width
        for row in range(drawing.rows):
            begin, end = int(drawing.offsets[row]), int(drawing.offsets[row + 1])
            upper = drawing.upper[begin:end]
            indices = np.searchsorted(upper, centers, side="right")
            lines[row] = colors[begin + np.minimum(indices, end - begin - 1)]
            last_pixels = (upper * bar_width).astype(np.intp) - 1
            broad = np.diff(np.concatenate([[0.0], upper])) * bar_width >= 3
            lines[row, last_pixels[:-1][broad[:-1]]] = gap
        for row in range(drawing.rows):
            painter.drawImage(self._bar(row), image_of(lines[row : row + 1]))

    def _paint_rectangles(self, painter: QPainter) -> None:
        drawing = self.drawing
        assert drawing is not None  # noqa: S101 - for the type checker
        width = self._width()
        for row in range(drawing.rows):
            bar = self._bar(row)
            for index in range(int(drawing.offsets[row]), int(drawing.offsets[row + 1])):
                x, bar_width = (
                    self.left + drawing.lower[index] * width,
                    (drawing.upper[index] - drawing.lower[index]) * width,
                )
                color = self.theme.noise_color(drawing.noise[index], drawing.maximum_deviation)
                painter.fillRect(QRectF(x, bar.top(), max(bar_width - 1, 0.5), bar.height()), color)

    def _paint_noise(self, painter: QPainter) -> None:
        """Paint the noise as text where an interval is wide enough."""
        drawing = self.drawing
        assert drawing is not None  # noqa: S101 - for the type checker
        if self._bar(0).height() < px(12):
            return
        small = self.theme.small_font()
        painter.setFont(small)
        metrics = QFontMetricsF(small)
        texts = {}
        for v in np.unique(drawing.noise).tolist():
            text = noise_text(v, self.language)
            ink = text_on(self.theme.noise_color(v, drawing.maximum_deviation))
            texts[v] = (text, metrics.horizontalAdvance(text) + 4, ink)
        width = self._width()
        lower, upper, noise = drawing.lower.tolist(), drawing.upper.tolist(), drawing.noise.tolist()
        for row in range(drawing.rows):
            bar = self._bar(row)
            for index in range(int(drawing.offsets[row]), int(drawing.offsets[row + 1])):
                text, needed, ink = texts[noise[index]]
                interval_width = (upper[index] - lower[index]) * width
                if interval_width >= needed:
                    painter.setPen(ink)
                    painter.drawText(
                        QRectF(self.left + lower[index] * width, bar.top(), interval_width, bar.height()), CENTER, text
                    )

    def _paint_overlay(self, painter: QPainter, area: QRectF) -> None:
        super()._paint_overlay(painter, area)
        spot = self.spot
        if spot is None or self.drawing is None or not 0 <= spot.row < self._rows():
            return
        bar, width = self._bar(spot.row), self._width()
        painter.setPen(self.theme.color("text"))
        for interval_index in self._intervals(spot):
            x, bar_width = (
                self.left + self.drawing.lower[interval_index] * width,
                (self.drawing.upper[interval_index] - self.drawing.lower[interval_index]) * width,
            )
            painter.drawRect(QRectF(x - 1, bar.top() - 2, max(bar_width, 1.0), bar.height() + 3))

    def _paint_scale(self, painter: QPainter, top: float) -> None:
        painter.setFont(self.theme.small_font())
        painter.setPen(self.theme.color("secondary"))
        for tenth in range(0, 11, 2):
            x = self.left + self._width() * tenth / 10
            text = decimal_text(tenth / 10, 0 if tenth in (0, 10) else 1, self.language)
            painter.drawText(QRectF(x - px(16), top + 2, px(32), px(16)), CENTER, text)
        word = self.tr("cell key")
        if painter.fontMetrics().horizontalAdvance(word) + 24 < self._width() * 0.2:
            painter.drawText(QRectF(self.left + self._width() * 0.1 - px(40), top + 2, px(80), px(16)), CENTER, word)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        """Paint the scale of noise, by the steps of this table."""
        drawing = self.drawing
        assert drawing is not None  # noqa: S101 - for the type checker
        D = drawing.maximum_deviation
        groups: dict[int, list[float]] = {}
        for v in np.unique(drawing.noise).tolist():
            groups.setdefault(noise_step(v, D), []).append(v)
        metrics = painter.fontMetrics()
        boxes = []
        for step, found_texts in sorted(groups.items()):
            ends = [noise_text(text, self.language) for text in (found_texts[0], found_texts[-1])]
            text = ends[0] if len(found_texts) == 1 else " … ".join(ends) if len(found_texts) > 2 else " ".join(ends)
            boxes.append((step, text, metrics.horizontalAdvance(text) + 12))
        x = max(self.left + self._width() - sum(width for _, _, width in boxes), 20.0)
        start = x
        painter.setPen(self.theme.color("secondary"))
        painter.drawText(QRectF(x - px(20), top, px(16), px(18)), CENTER, "v")
        for step, text, text_width in boxes:
            color = self.theme.color_of_step(step)
            painter.fillRect(QRectF(x, top, text_width, px(18)), color)
            painter.setPen(text_on(color))
            painter.drawText(QRectF(x, top, text_width, px(18)), CENTER, text)
            x += text_width
        if self.pointer is not None and self.pointer[0] < self._rows():
            row, key = self.pointer
            name = in_words(drawing.names[row], self.language)
            key_text = decimal_text(key, 4, self.language)
            texts = (
                self.tr("cell looked up: i = %1, cell key %2 (confidential)"),
                self.tr("i = %1, cell key %2"),
                "i = %1",
            )
            available_width = start - 30
            found_texts = [text.replace("%1", name).replace("%2", key_text) for text in texts]
            text = next((text for text in found_texts if metrics.horizontalAdvance(text) + 18 < available_width), "")
            y = top + px(9)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.color("accent"))
            painter.drawPolygon(QPolygonF([QPointF(8, y - 4), QPointF(3, y + 4), QPointF(13, y + 4)]))
            painter.setPen(self.theme.color("secondary"))
            painter.drawText(QPointF(18, top + px(13)), text)
