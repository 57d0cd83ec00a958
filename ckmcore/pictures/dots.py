"""Dots: two figures of each category on one line."""

from __future__ import annotations

from ckmcore.messages import Sentence
from ckmcore.pictures.canvas import GAP, POINT, SWATCH, TEXT, Area, Canvas, every, is_pale, label_lines, widest
from ckmcore.pictures.chart import Chart, Need, arranged
from ckmcore.pictures.model import PictureChoice
from ckmcore.pictures.scale import scale_of
from ckmcore.pictures.source import PictureTable
from ckmcore.pictures.text_width import LINE, width_of

MOST_DOTS = 25
_LABELS, _HEAD, _BESIDE = 0.4, 22, 9


def fit_dots(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Two breakdowns, one of them of two categories."""
    return arranged(table, choice, Need(2, MOST_DOTS), Need(2, 2), reason="picture_needs_dots")


def draw_dots(chart: Chart, canvas: Canvas, area: Area) -> float:
    """Draw two points of each category and the line between them; gives the lower edge."""
    scale = scale_of(chart.wholes, chart.table.places, from_zero=canvas.choice.zero, powers=chart.table.is_additive)
    ticks, count = canvas.axis(scale), len(chart.categories)
    lines, label_width = label_lines([category.label for category in chart.categories], area.width * _LABELS)
    room = widest([figure.text for figure in chart.figures]) + _BESIDE + 2 if canvas.choice.numbers else POINT
    right = area.right - max(room, width_of(ticks[-1], TEXT) / 2)
    left = area.left + label_width + 8
    # A figure to the left of its point needs room only where the point lies near the left end.
    shares = [(scale.share(whole), room) for whole in chart.wholes]
    left += max((room * (1 - share) - share * (right - left - room) for share, room in shares), default=0) * bool(
        canvas.choice.numbers
    )
    left = max(left, area.left + label_width + 8 + POINT)
    top, long = area.top + _HEAD, right - left
    slot = max((area.bottom - top) / count, TEXT * LINE * (1 + GAP), *(len(label) * TEXT * LINE + 3 for label in lines))
    slot = min(slot, 44) if (area.bottom - top) / count > 44 else slot
    bottom = top + slot * count
    each = every(len(ticks), long * len(ticks) / max(len(ticks) - 1, 1), widest(ticks) + 10)
    for number, (whole, text) in enumerate(zip(scale.ticks, ticks, strict=True)):
        x = left + long * scale.share(whole)
        if number % each == 0:
            canvas.tick(x, area.top + TEXT, text, "middle")
        if canvas.choice.grid:
            canvas.path([(x, top - 5), (x, bottom)], "grid")
    if scale.low <= 0 <= scale.high:
        x = left + long * scale.share(0)
        canvas.path([(x, top - 5), (x, bottom)], "line", 1.5)
    for number, category in enumerate(chart.categories):
        y = top + slot * (number + 0.5)
        canvas.words(area.left + label_width, y, lines[number], anchor="end")
        placed, signs = [], []
        for series, colour in zip(chart.shown_series, chart.colours, strict=True):
            figure = chart.figure(category, series)
            if figure is None:
                continue
            label = canvas.cell([category.label, series.label], figure)
            if figure.whole is None:
                signs.append((figure, label, colour))
            else:
                placed.append((left + long * scale.share(figure.whole), figure, label, colour))
        placed.sort(key=lambda point: point[0])
        if len(placed) == 2:
            canvas.path([(placed[0][0], y), (placed[1][0], y)], "line", 1.5)
        for place, (x, figure, label, colour) in enumerate(placed):
            canvas.point(x, y, colour, label, is_open=is_pale(figure))
            if canvas.choice.numbers or is_pale(figure):
                is_left = place == 0 and len(placed) == 2
                canvas.figure(
                    x - _BESIDE if is_left else x + _BESIDE, y + TEXT * 0.36, figure, "end" if is_left else "start"
                )
        at = max([left, *(x + room + 4 for x, *_ in placed)])
        for figure, label, _ in signs:
            if canvas.swatch(at, y - TEXT / 2, SWATCH, TEXT, figure, label):
                at += SWATCH + 4
            canvas.figure(at, y + TEXT * 0.36, figure)
            at += width_of(figure.text, TEXT) + 6
    return bottom
