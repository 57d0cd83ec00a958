"""Paints the cells of a table: grounds, lines, figures at the right, noise marks at the left, the selection.

All cells of a repaint in one loop: asking Qt's view and a delegate for each of them costs three times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from ckmcore.base.numbers import MINUS
from ckmcore.methods.protected import Sign
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme, text_on
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.blocks import block_gap, block_height, has_block_rows, paint_block
from ckmdesk.pages.tables.heads import PADDING
from ckmdesk.state.desk_state import Shading

# Bars and grounds by size behind the published figures of a table, as its files have them in Excel.

BAR, STRONGEST = 70, 110  # of 255: figures stay readable above


def paint_scales(
    painter: QPainter,
    model: TableModel,
    places: tuple[range, range, Sequence[int], Sequence[tuple[int, int]]],
    accent: QColor,
) -> None:
    """Paint bars and colours of the figures, if the table has them.

    `places` holds rows and columns on the screen, the top of each row and the bottom of the last, and x and width of
    each column.
    """
    view = model.view
    if view is None or not (view.spec.presentation.bars or view.spec.presentation.colours):
        return
    (rows, columns), scales = view.compared, view.scales
    bars, colours = view.spec.presentation.bars, view.spec.presentation.colours
    seen_rows, seen_columns, tops, across = places
    for seen_row_index, row in enumerate(seen_rows):
        top, height = tops[seen_row_index], tops[seen_row_index + 1] - tops[seen_row_index]
        for (begin, width), column in zip(across, seen_columns, strict=True):
            line, head_line, value = model.place(row, column)
            if not (rows[line] and columns[head_line]):
                continue
            shown, (least, upper) = view.shown[value], scales[value]
            if shown.side != "published":
                continue
            if shown.signs is not None and not Sign(int(shown.signs[line, head_line])).keeps_figure:
                continue
            figure = int(shown.matrix[line, head_line])
            if colours and upper > least:
                ground = QColor(accent)
                ground.setAlpha(round(STRONGEST * (figure - least) / (upper - least)))
                painter.fillRect(begin, top, width - 1, height - 1, ground)
            if bars and upper > 0 and figure > 0:
                bar = QColor(accent)
                bar.setAlpha(BAR)
                painter.fillRect(begin, top + 3, round((width - 1) * figure / upper), height - 7, bar)


# A rectangle of cells: top, left, bottom, right.
Part = tuple[int, int, int, int]
MARK_PADDING = 4
SENSITIVE = "!"
KNOWN_WIDTHS = 20_000
# Of the accent over the cells of a chosen heading: 5 %.
HEADING_TINT = 13


@dataclass(frozen=True)
class Visible:
    """The cells to paint: rows, columns, their positions, and the current cell (-1: none).

    `tops` are the y of each row and the end of the last one; `places` x and width of each column. `stub` is the width
    of the stub, `width` the visible width of the cells.
    """

    rows: range
    columns: range
    tops: list[int]
    places: list[tuple[int, int]]
    current: tuple[int, int]
    stub: int = 0
    width: int = 0


class CellPainter:
    """Paints cells. `shading` marks noise or sensitive cells; `greyed` says that newer figures are being computed.

    `by_heading` says that the selection was made by headings.
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.shading: Shading = "none"
        self.greyed = False
        self.selected: list[Part] = []
        self.by_heading = False
        self.refresh()

    def refresh(self) -> None:
        """Take fonts and colours from the theme once, not per cell."""
        theme, self.row = self.theme, px(ROW_HEIGHT)
        self.plain, self.bold, self.small = theme.font(), theme.font(bold=True), theme.small_font()
        self._widths: dict[bool, dict[str, int]] = {False: {}, True: {}}
        self._metrics = {False: QFontMetrics(self.plain), True: QFontMetrics(self.bold)}
        self.tint, self.soft = theme.tint, theme.color("accent_soft")
        self.text, self.grid, self.border = theme.color("text"), theme.color("grid"), theme.color("border")
        self.surface = theme.color("surface")
        self.disabled = theme.color("disabled")
        self.confidential, self.confidential_soft = theme.color("confidential"), theme.color("confidential_soft")
        self.accent = QPen(theme.color("accent"), 2)
        self.faint = theme.color("accent")
        self.faint.setAlpha(HEADING_TINT)
        self.grounds: dict[tuple[int, int], tuple[QColor, QColor]] = {}

    def ground(self, noise: int, deviation: int) -> tuple[QColor, QColor]:
        """Colour and text colour of a noise value."""
        ground = self.grounds.get((noise, deviation))
        if ground is None:
            color = self.theme.noise_color(noise, deviation)
            ground = (color, text_on(color))
            self.grounds[noise, deviation] = ground
        return ground

    def paint(self, painter: QPainter, model: TableModel, seen: Visible) -> None:
        """Paint the cells: backgrounds, lines, then figures."""
        self._paint_grounds(painter, model, seen)
        scale_places = (seen.rows, seen.columns, seen.tops, seen.places)
        paint_scales(painter, model, scale_places, self.theme.color("accent"))
        inks = self._paint_noise(painter, model, seen) if self.shading == "noise" else {}
        if self.shading == "sensitive":
            self._paint_sensitive(painter, model, seen)
        elif model.view is not None and model.view.marked:
            self._paint_marked(painter, model, seen)
        self._paint_lines(painter, model, seen)
        rows, columns, values = model.rows, model.columns, model.values
        if rows is None or columns is None:
            return
        # Of each column its place and where its figures end.
        ends = [(index, left + column_width - PADDING) for index, (left, column_width) in enumerate(seen.places)]
        bold_rows = rows.strong[seen.rows.start : seen.rows.stop].tolist()
        bold_columns = columns.strong[np.array(seen.columns) // values].tolist()
        texts = model.texts(seen.rows, seen.columns)
        for bold, font in ((False, self.plain), (True, self.bold)):
            painter.setFont(font)
            painter.setPen(self.disabled if self.greyed else self.text)
            widths, metrics = self._known_widths(bold), self._metrics[bold]
            drop = (self.row - metrics.height()) // 2 + metrics.ascent()
            in_bold_rows = ends if bold else []
            in_others = [(column_index, end) for column_index, end in ends if bold_columns[column_index] == bold]
            for text_index, line in enumerate(texts):
                base = seen.tops[text_index] + drop
                for column_index, end in in_bold_rows if bold_rows[text_index] else in_others:
                    text = line[column_index]
                    if not text:
                        continue
                    width = widths.get(text)
                    if width is None:
                        width = widths[text] = metrics.horizontalAdvance(text)
                    if inks:
                        painter.setPen(inks[seen.rows[text_index], seen.columns[column_index]])
                    painter.drawText(end - width, base, text)
        self._paint_headings(painter, model, seen)
        self._frame_current(painter, seen)

    def _paint_headings(self, painter: QPainter, model: TableModel, seen_visible: Visible) -> None:
        """Paint the part of a block's heading beside the stub, and the place of its total."""
        rows = model.rows
        if rows is None or not has_block_rows(model):
            return
        for row in rows.headings:
            if row not in seen_visible.rows:
                continue
            top, right = (
                seen_visible.tops[row - seen_visible.rows.start],
                seen_visible.places[-1][0] + seen_visible.places[-1][1],
            )
            across = QRect(0, top, max(right, 0), block_height())
            paint_block(painter, self.theme, rows.texts(row)[0], across, PADDING - seen_visible.stub)
            if rows.total_in(row):
                words = QCoreApplication.translate("CellPainter", "The total stands in block %1")
                painter.setFont(self.small)
                painter.setPen(self.theme.color("secondary"))
                text_rect = across.adjusted(0, block_gap(), min(0, seen_visible.width - across.width()) - PADDING, 0)
                flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                painter.drawText(text_rect, flags, words.replace("%1", str(rows.total_in(row))))

    def _known_widths(self, bold: bool) -> dict[str, int]:
        """Widths of figures, as far as they were painted before."""
        if len(self._widths[bold]) > KNOWN_WIDTHS:
            self._widths[bold] = {}
        return self._widths[bold]

    def _paint_grounds(self, painter: QPainter, model: TableModel, seen_visible: Visible) -> None:
        """Paint the tint under subtotals and the background of the selection."""
        rows, columns, values = model.rows, model.columns, model.values
        if rows is None or columns is None or not seen_visible.places:
            return
        (left, _), (last_column, last_width) = seen_visible.places[0], seen_visible.places[-1]
        top_row, height = seen_visible.tops[0], seen_visible.tops[-1] - seen_visible.tops[0]
        for row_index, row in enumerate(seen_visible.rows):
            if rows.tint[row]:
                painter.fillRect(
                    left, seen_visible.tops[row_index], last_column + last_width - left, self.row, self.tint
                )
        for (begin, width), column in zip(seen_visible.places, seen_visible.columns, strict=True):
            if columns.tint[column // values]:
                painter.fillRect(begin, top_row, width, height, self.tint)
        ground = self.faint if self.by_heading else self.soft
        for top, first, bottom, end in self.selected:
            for row in range(max(top, seen_visible.rows.start), min(bottom + 1, seen_visible.rows.stop)):
                for column in range(max(first, seen_visible.columns.start), min(end + 1, seen_visible.columns.stop)):
                    if (row, column) != seen_visible.current:
                        begin, width = seen_visible.places[column - seen_visible.columns.start]
                        above = seen_visible.tops[row - seen_visible.rows.start]
                        below = seen_visible.tops[row - seen_visible.rows.start + 1]
                        painter.fillRect(begin, above, width, below - above, ground)

    def _paint_lines(self, painter: QPainter, model: TableModel, seen_visible: Visible) -> None:
        """Paint a line below each row, and one before each run of columns."""
        columns, values = model.columns, model.values
        if columns is None or not seen_visible.places:
            return
        # Rectangles of one pixel: lines of a pen cost ten times as much.
        left, band_width = (
            seen_visible.places[0][0],
            seen_visible.places[-1][0] + seen_visible.places[-1][1] - seen_visible.places[0][0],
        )
        for row_index in range(len(seen_visible.rows)):
            painter.fillRect(left, seen_visible.tops[row_index + 1] - 1, band_width, 1, self.grid)
        high, ink = seen_visible.tops[-1] - seen_visible.tops[0], self.border if columns.depth > 1 else self.grid
        for (begin, _), column in zip(seen_visible.places, seen_visible.columns, strict=True):
            if column % values == 0 and columns.is_run_start(column // values, 0):
                painter.fillRect(begin - 1, seen_visible.tops[0], 1, high, ink)

    def _paint_noise(
        self, painter: QPainter, model: TableModel, seen_visible: Visible
    ) -> dict[tuple[int, int], QColor]:
        """Paint backgrounds by noise with the noise as text; return the text colours of the figures."""
        insight = None if model.view is None else model.view.insight
        if insight is None:
            return {}
        inks = {}
        painter.setFont(self.small)
        metrics = QFontMetrics(self.small)
        drop = (self.row - metrics.height()) // 2 + metrics.ascent()
        for row_index, row in enumerate(seen_visible.rows):
            top = seen_visible.tops[row_index]
            for (begin, width), column in zip(seen_visible.places, seen_visible.columns, strict=True):
                noise = model.noise(row, column)
                ground, ink = self.ground(noise, insight.maximum_deviation)
                inks[row, column] = ink
                painter.fillRect(begin, top, width, self.row, ground)
                if noise:
                    painter.setPen(ink)
                    mark = f"+{noise}" if noise > 0 else f"{MINUS}{-noise}"
                    painter.drawText(begin + MARK_PADDING, top + drop, mark)
        return inks

    def _paint_sensitive(self, painter: QPainter, model: TableModel, seen_visible: Visible) -> None:
        """Paint a background and a mark for cells that primary rules mark."""
        self._paint_confidential(
            painter, seen_visible, lambda row, column: SENSITIVE if model.is_sensitive(row, column) else ""
        )

    def _paint_marked(self, painter: QPainter, model: TableModel, seen_visible: Visible) -> None:
        """Paint background and mark of the cells that an evaluation names."""
        self._paint_confidential(painter, seen_visible, model.mark)

    def _paint_confidential(self, painter: QPainter, seen_visible: Visible, mark_of: Callable[[int, int], str]) -> None:
        """Paint background and mark of the cells for which `mark_of` returns one."""
        painter.setFont(self.small)
        painter.setPen(self.confidential)
        metrics = QFontMetrics(self.small)
        drop = (self.row - metrics.height()) // 2 + metrics.ascent()
        for row_index, row in enumerate(seen_visible.rows):
            top = seen_visible.tops[row_index]
            for (begin, width), column in zip(seen_visible.places, seen_visible.columns, strict=True):
                mark = mark_of(row, column)
                if mark:
                    painter.fillRect(begin, top, width, self.row, self.confidential_soft)
                    painter.drawText(begin + MARK_PADDING, top + drop, mark)

    def _frame_current(self, painter: QPainter, seen_visible: Visible) -> None:
        row, column = seen_visible.current
        if row in seen_visible.rows and column in seen_visible.columns:
            begin, width = seen_visible.places[column - seen_visible.columns.start]
            frame = QRect(begin, seen_visible.tops[row - seen_visible.rows.start], width, self.row)
            painter.setPen(self.accent)
            painter.drawRect(frame.adjusted(1, 1, -2, -2))
