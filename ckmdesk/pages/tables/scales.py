"""Bars and grounds by size behind the published figures of a table, as its files have them in Excel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QPainter

from ckmcore.methods.protected import Sign
from ckmdesk.models.table_model import TableModel

BAR, STRONGEST = 70, 110  # of 255: figures stay readable above


def paint_scales(
    painter: QPainter,
    model: TableModel,
    places: tuple[range, range, Sequence[int], Sequence[tuple[int, int]]],
    accent: QColor,
) -> None:
    """Paint them, where the table has any. places: rows and columns on the screen, where each row begins and the last
    one ends, x and width of each column."""
    view = model.view
    if view is None or not (view.spec.presentation.bars or view.spec.presentation.colours):
        return
    (rows, columns), scales = view.compared, view.scales
    bars, colours = view.spec.presentation.bars, view.spec.presentation.colours
    seen_rows, seen_columns, tops, across = places
    for number, row in enumerate(seen_rows):
        top, height = tops[number], tops[number + 1] - tops[number]
        for (begin, width), column in zip(across, seen_columns, strict=True):
            line, head_line, value = model.place(row, column)
            if not (rows[line] and columns[head_line]):
                continue
            shown, (least, most) = view.shown[value], scales[value]
            if shown.side != "published":
                continue
            if shown.signs is not None and not Sign(int(shown.signs[line, head_line])).keeps_figure:
                continue
            figure = int(shown.matrix[line, head_line])
            if colours and most > least:
                ground = QColor(accent)
                ground.setAlpha(round(STRONGEST * (figure - least) / (most - least)))
                painter.fillRect(begin, top, width - 1, height - 1, ground)
            if bars and most > 0 and figure > 0:
                bar = QColor(accent)
                bar.setAlpha(BAR)
                painter.fillRect(begin, top + 3, round((width - 1) * figure / most), height - 7, bar)
