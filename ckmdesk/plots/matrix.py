"""The transition matrix: p by original count i (rows) and target count j (columns); or the difference of two."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import BLACK, WHITE, Theme, mix, text_on
from ckmdesk.plots.canvas import Canvas, image_of, noise_text, rgb
from ckmdesk.state.drawing import Drawing, Spot, in_words
from ckmdesk.state.figures import PictureFigures

LEFT, TOP, BOTTOM = 36.0, 20.0, 20.0
TEXT_FROM = 34.0  # narrower cells hold no figures
ROW_MOST = 40.0
SHADES = 255
CENTER = Qt.AlignmentFlag.AlignCenter


class MatrixPlot(Canvas):
    """Heat map of a perturbation table, with figures where cells are wide enough; blocked targets are hatched."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.drawing: Drawing | None = None
        self.difference: NDArray[np.float64] | None = None
        self.marked: frozenset[tuple[int, int]] = frozenset()
        self.row = 0
        self.grey = False
        self.most: float | None = None
        self.typed: dict[tuple[int, int], float] = {}
        self.left = px(LEFT)

    def show_drawing(
        self,
        drawing: Drawing,
        row: int,
        language: Language,
        *,
        grey: bool = False,
        marked: frozenset[tuple[int, int]] = frozenset(),
        typed: Mapping[tuple[int, int], float] | None = None,
    ) -> None:
        """Show a table with row `row` bold.

        `grey` says that it is older than the parameters. `marked` are the (row, column) of probabilities set by hand,
        `typed` the values that were typed.
        """
        self.drawing, self.row, self.language, self.grey, self.marked = drawing, row, language, grey, marked
        self.difference, self.typed = None, dict(typed or {})
        self.left = name_width(drawing, self.theme)
        self.redraw()

    def show_difference(
        self, first: Drawing, second: Drawing, row: int, language: Language, most: float | None = None
    ) -> None:
        """Show p of the second table minus p of the first on the scale of noise: negative purple, positive orange.

        `most` is the difference at the ends of the scale, where several pictures share it; by default the largest.
        """
        self.most, self.typed = most, {}
        self.row, self.language, self.grey = row, language, False
        longer = first if first.rows >= second.rows else second
        columns = max(longer.rows - drawing.rows + len(drawing.columns) for drawing in (first, second))
        differences = np.zeros((longer.rows, columns))
        for sign, drawing in ((-1.0, first), (1.0, second)):
            for row_index in range(longer.rows):
                # The last row stands for all larger counts: its noise moves along.
                used_row = min(row_index, drawing.rows - 1)
                line = drawing.matrix[used_row]
                differences[row_index, row_index - used_row : row_index - used_row + len(line)] += sign * line
        self.difference = differences
        self.drawing = longer
        self.marked = frozenset()
        self.left = px(LEFT)
        self.redraw()

    @property
    def largest_difference(self) -> float:
        """Return the largest |Δp| drawn."""
        return 0.0 if self.difference is None else float(np.abs(self.difference).max(initial=0))

    def _most(self) -> float:
        return max(self.most or self.largest_difference, 1e-4)

    # --- geometry ------------------------------------------------------------------------------------------------

    @property
    def values(self) -> NDArray[np.float64]:
        """Return the matrix that is drawn: p or a difference of p."""
        if self.difference is not None:
            return self.difference
        return np.zeros((1, 1)) if self.drawing is None else self.drawing.matrix

    def _cell(self) -> tuple[float, float]:
        rows, columns = self.values.shape
        width, height = max(self.width() - self.left - 2, 1.0), max(self.height() - px(TOP) - px(BOTTOM), 1.0)
        return width / columns, min(height / rows, px(ROW_MOST))

    def cell_at(self, place: QPointF) -> tuple[int, int] | None:
        """Row and column under a point."""
        width, height = self._cell()
        row, column = int((place.y() - px(TOP)) // height), int((place.x() - self.left) // width)
        rows, columns = self.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Return the rectangle of a cell of the matrix."""
        width, height = self._cell()
        return QRectF(self.left + column * width, px(TOP) + row * height, width, height)

    def spot_at(self, place: QPointF) -> Spot | None:
        if self.drawing is None:
            return None
        cell = self.cell_at(place)
        if cell is None:
            row = int((place.y() - px(TOP)) // self._cell()[1])
            return Spot(row) if 0 <= row < self.values.shape[0] and place.x() < self.left else None
        return Spot(cell[0], self._noise(*cell))

    def _noise(self, row: int, column: int) -> float:
        if self.drawing is None or self.difference is not None:
            return float(column - row)
        return self.drawing.noise_of(row, column)

    def _column(self, spot: Spot) -> int | None:
        if self.drawing is None or spot.v is None:
            return None
        if self.difference is not None:
            column = int(spot.v) + spot.row
            return column if 0 <= column < self.values.shape[1] else None
        return self.drawing.column_of(spot)

    def spot_rect(self, spot: Spot) -> QRectF | None:
        if self.drawing is None or not 0 <= spot.row < self.values.shape[0]:
            return None
        column = self._column(spot)
        if column is not None:
            return self.cell_rect(spot.row, column)
        return (
            QRectF(2, px(TOP) + spot.row * self._cell()[1], self.left - 6, self._cell()[1]) if spot.v is None else None
        )

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        if self.drawing is None:
            return None
        rows, columns = self.values.shape
        column = self._column(spot)
        row = min(max(spot.row + down, 0), rows - 1)
        column = min(max((0 if column is None else column) + across, 0), columns - 1)
        return Spot(row, self._noise(row, column))

    def tip(self, spot: Spot) -> str:
        column = self._column(spot)
        if self.drawing is None or column is None or not 0 <= spot.row < self.values.shape[0]:
            return ""
        text = decimal_text(float(self.values[spot.row, column]), 8, self.language)
        if not self.drawing.of_counts:
            name = in_words(self.drawing.names[spot.row], self.language)
            return f"i = {name}, v = {noise_text(spot.v or 0, self.language)}: p = {text}"
        name = "Δp" if self.difference is not None else "p"
        return f"i = {spot.row}, j = {column}: {name} = {text}"

    def figures(self) -> PictureFigures:
        if self.drawing is None:
            return PictureFigures((), ())
        heads = self._heads()
        lines = [
            (self._name(row), *(decimal_text(value, 6, self.language) if value else "" for value in line))
            for row, line in enumerate(self.values.tolist())
        ]
        return PictureFigures(("i \\ j" if self.drawing.of_counts else "i \\ v", *heads), tuple(lines))

    def _heads(self) -> tuple[str, ...]:
        if self.drawing is None or self.difference is not None:
            return tuple(str(column) for column in range(self.values.shape[1]))
        return tuple(in_words(column, self.language) for column in self.drawing.columns)

    def _name(self, row: int) -> str:
        if self.drawing is None:
            return ""
        return in_words(self.drawing.names[row], self.language) if row < self.drawing.rows else str(row)

    # --- painting ------------------------------------------------------------------------------------------------

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        if self.drawing is None:
            return
        width, height = self._cell()
        values = self.values
        rows, columns = values.shape
        self._paint_heads(painter, width, height)
        painter.setOpacity(0.4 if self.grey else 1.0)
        whole_rect = QRectF(self.left, px(TOP), columns * width, rows * height)
        shades = self._shades(values)
        colors, inks = self._palette()
        if self.vector:
            for row, column in zip(*np.nonzero(values), strict=True):
                painter.fillRect(self.cell_rect(int(row), int(column)), QColor(int(colors[shades[row, column]])))
        else:
            painter.drawImage(whole_rect, image_of(colors[shades]))
        for column in self.drawing.blocked if self.difference is None else ():
            if column < columns and rows > 1:
                strip = QRectF(self.left + column * width, px(TOP) + height, width, (rows - 1) * height)
                painter.fillRect(strip, QBrush(self.theme.color("border"), Qt.BrushStyle.BDiagPattern))
        painter.setPen(QPen(self.theme.color("grid"), 0 if height < 6 or width < 6 else 1))
        if height >= 4 and width >= 4:
            for column in range(columns + 1):
                painter.drawLine(
                    QPointF(self.left + column * width, px(TOP)),
                    QPointF(self.left + column * width, whole_rect.bottom()),
                )
            for row in range(rows + 1):
                painter.drawLine(
                    QPointF(self.left, px(TOP) + row * height), QPointF(whole_rect.right(), px(TOP) + row * height)
                )
        if width >= px(TEXT_FROM) and height >= px(13):
            self._paint_figures(painter, values, shades, inks)
        painter.setPen(QPen(self.theme.color("accent"), 2))
        for row, column in self.marked:
            if row < rows and column < columns:
                painter.drawRect(self.cell_rect(row, column).adjusted(2, 2, -2, -2))
        painter.setOpacity(1.0)
        self._paint_legend(painter, whole_rect.bottom() + 4)

    def _paint_heads(self, painter: QPainter, width: float, height: float) -> None:
        assert self.drawing is not None  # noqa: S101 - for the type checker
        small = self.theme.small_font()
        painter.setFont(small)
        painter.setPen(self.theme.color("secondary"))
        painter.drawText(QRectF(0, 0, self.left - 4, px(TOP)), CENTER, "i \\ j" if self.drawing.of_counts else "i \\ v")
        heads = self._heads()
        widest = painter.fontMetrics().horizontalAdvance(heads[-1]) if heads else 0
        label_step = max(1, -(-max(px(26), widest + 8) // max(int(width), 1)))
        for column in range(0, len(heads), label_step):
            painter.drawText(QRectF(self.left + column * width - 6, 0, width + 12, px(TOP)), CENTER, heads[column])
        bold = self.theme.font(9, bold=True)
        step = 1 if height >= px(11) else 5
        for row in range(0, self.values.shape[0], step):
            rect = QRectF(0, px(TOP) + row * height + (height - px(14)) / 2, self.left - 6, px(14))
            if row == self.row:
                painter.setPen(self.theme.color("text"))
                painter.setFont(bold)
                painter.drawText(rect, CENTER, self._name(row))
                painter.setPen(self.theme.color("secondary"))
                painter.setFont(small)
            else:
                painter.drawText(rect, CENTER, self._name(row))

    def _shades(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return palette indices: probabilities by their square root, differences by sign and square root."""
        if self.difference is None:
            shades = np.ceil(np.sqrt(np.clip(values, 0, 1)) * SHADES)
        else:
            root = np.sqrt(np.minimum(np.abs(values) / self._most(), 1.0))
            shades = np.rint((np.sign(values) * root + 1) * SHADES / 2)
        return shades.astype(np.intp)

    def _palette(self) -> tuple[NDArray[np.uint32], tuple[QColor, ...]]:
        return palette(self.theme.tokens, self.difference is not None)

    def _paint_figures(
        self, painter: QPainter, values: NDArray[np.float64], shades: NDArray[np.intp], inks: tuple[QColor, ...]
    ) -> None:
        painter.setFont(self.theme.small_font())
        metrics = QFontMetricsF(self.theme.small_font())
        width, height = self._cell()
        widest = metrics.horizontalAdvance("+0,000" if self.difference is not None else "0,000")
        narrow = metrics.horizontalAdvance("0,0000") >= width
        if widest >= width:
            return
        sign = "+" if self.difference is not None else ""
        ink: QColor | None = None
        least = 0.0005 if narrow or self.difference is not None else 0.00005
        shown_cells = np.nonzero(np.abs(values) >= least)
        for row, column in zip(shown_cells[0].tolist(), shown_cells[1].tolist(), strict=True):
            value = float(values[row, column])
            wanted_ink = inks[shades[row, column]]
            if wanted_ink is not ink:
                painter.setPen(wanted_ink)
                ink = wanted_ink
            value = self.typed.get((row, column), value)
            text = short_p(abs(value), self.language)
            if sign:
                text = ("+" if value > 0 else "−") + text
            painter.drawText(QRectF(self.left + column * width, px(TOP) + row * height, width, height), CENTER, text)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        """Paint the scale, and the hatch of blocked targets."""
        colors, _ = self._palette()
        x = self.left
        tight = self.width() < 260
        painter.setFont(self.theme.small_font())
        metrics = painter.fontMetrics()
        secondary = self.theme.color("secondary")
        largest = self._most() if self.difference is not None else 1.0
        ends = ("0", "1") if self.difference is None else ("−" + short_p(largest, self.language), "")
        painter.setPen(secondary)
        name = "Δp" if self.difference is not None else "p"
        for text in (name, ends[0]):
            painter.drawText(QPointF(x, top + px(12)), text)
            x += metrics.horizontalAdvance(text) + 6
        bar = QRectF(x, top + px(3), 40 if tight else 96, px(9))
        if self.vector:
            for shade, color in enumerate(colors.tolist()):
                part_width = bar.width() / len(colors)
                painter.fillRect(
                    QRectF(bar.left() + shade * part_width, bar.top(), part_width, bar.height()), QColor(color)
                )
        else:
            painter.drawImage(bar, image_of(colors[None, :]))
        painter.setPen(self.theme.color("frame"))
        painter.drawRect(bar)
        x = bar.right() + 6
        painter.setPen(secondary)
        last_end = ends[1] or "+" + short_p(largest, self.language)
        painter.drawText(QPointF(x, top + px(12)), last_end)
        x += metrics.horizontalAdvance(last_end) + (10 if tight else 24)
        if self.difference is None and self.drawing is not None and self.drawing.blocked:
            box = QRectF(x, top + px(2), px(16), px(11))
            painter.fillRect(box, QBrush(self.theme.color("frame"), Qt.BrushStyle.BDiagPattern))
            painter.setPen(self.theme.color("frame"))
            painter.drawRect(box)
            painter.setPen(secondary)
            painter.drawText(QPointF(x + px(22), top + px(12)), self.tr("blocked"))
            x += px(22) + metrics.horizontalAdvance(self.tr("blocked")) + 24
        if self.marked:
            painter.setPen(QPen(self.theme.color("accent"), 2))
            painter.drawRect(QRectF(x, top + px(2), px(14), px(11)))
            painter.setPen(secondary)
            painter.drawText(QPointF(x + px(22), top + px(12)), self.tr("set by hand"))


@lru_cache(maxsize=8)
def palette(tokens: object, diverging: bool) -> tuple[NDArray[np.uint32], tuple[QColor, ...]]:
    """Return the colours of the shades 0 … 255 and the text colour that is readable on each."""
    surface, accent = tokens.surface, tokens.accent  # type: ignore[attr-defined]
    colors: list[QColor] = []
    for shade in range(SHADES + 1):
        if diverging:
            share = 2 * shade / SHADES - 1
            end = tokens.noise[0] if share < 0 else tokens.noise[6]  # type: ignore[attr-defined]
            colors.append(mix(surface, end, abs(share)))
        else:
            colors.append(mix(surface, accent, shade / SHADES))
    # One object per ink, so that painting can tell by identity whether the pen changes.
    inks = {name: QColor(name) for name in (BLACK, WHITE)}
    return np.array([rgb(color) for color in colors], dtype=np.uint32), tuple(inks[text_on(c).name()] for c in colors)


def name_width(drawing: Drawing, theme: Theme) -> float:
    """The room that the names of rows need at the left."""
    metrics = QFontMetricsF(theme.font(9, bold=True))
    return max(px(LEFT), max(metrics.horizontalAdvance(name) for name in drawing.names) + 12)


def short_p(p: float, language: Language) -> str:
    """Format a probability with three decimals; with four where these would be 0."""
    if p >= 0.99995:
        return "1"
    text = f"{p:.3f}" if p >= 0.0005 else f"{p:.4f}"
    return text.replace(".", ",") if language == "de" else text
