"""Lines over periods, and small multiples: the same picture for each category of a further breakdown, on one scale."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ckmcore.messages import Sentence, say, sentence
from ckmcore.pictures.canvas import (
    BAR_WITH_TEXT,
    GAP,
    SWATCH,
    TEXT,
    Extent,
    PictureCanvas,
    PlotArea,
    bar_extent,
    every,
    fitted,
    is_pale,
    label_lines,
    tick_extents,
    widest,
)
from ckmcore.pictures.chart import Chart, Need, arranged
from ckmcore.pictures.colours import SERIES
from ckmcore.pictures.scale import Scale, scale_of
from ckmcore.pictures.source import PictureCategory, PictureFigure, PictureTable
from ckmcore.pictures.text_width import LINE, lines_of, shortened, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

LEAST_PERIODS, MOST_LINES = 3, 6
MOST_IN_PANEL, MOST_PANELS = 12, 24
_PANEL_WIDTH, _LEAST_HIGH = 150, 120
_LABELS = 0.34
_HEAD, _BESIDE = 22, 5


def fit_lines(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Periods, with or without a breakdown into few lines."""
    time = Need(LEAST_PERIODS, time=True)
    for series in (Need(2, MOST_LINES, time=False), None):
        chart = arranged(table, choice, time, series, reason="picture_needs_lines")
        if isinstance(chart, Chart):
            return chart
    if any(time.takes(each) for each in table.breakdowns) and choice.colours:
        return sentence("picture_needs_few_lines")
    return chart


def fit_multiples(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Two breakdowns, one of them periods or of few categories."""
    for x in (Need(LEAST_PERIODS, MOST_IN_PANEL, time=True), Need(2, MOST_IN_PANEL, time=False)):
        chart = arranged(table, choice, x, panels=Need(2, MOST_PANELS, time=False), reason="picture_needs_multiples")
        if isinstance(chart, Chart):
            return chart
    return chart


def draw_lines(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw a line for each series; gives the lower edge."""
    scale = scale_of(chart.wholes, chart.table.places, from_zero=canvas.choice.zero, powers=chart.table.is_additive)
    series: Sequence[PictureCategory | None] = chart.shown_series or (None,)
    lasts = [_last([chart.figure(period, each) for period in chart.categories]) for each in series]
    shown = [figure.text if figure is not None and canvas.choice.numbers else "" for figure in lasts]
    names = [each.label if each is not None else "" for each in series]
    number_width = widest(shown, bold=True)
    lines, label_width = label_lines(names, area.width * _LABELS - number_width, canvas.language)
    beside = label_width + (number_width + 8 if number_width else 0) + 18
    plot = _Plot(chart, canvas, scale, PlotArea(area.left, area.top, area.right - beside, area.bottom))
    bottom = plot.frame()
    ends = []
    for number, (each, colour) in enumerate(zip(series, chart.colours, strict=True)):
        ends.append((plot.series(each, None, colour), number))
    ends.sort()
    heights = [max(len(lines[number]), 1) * TEXT * LINE for _, number in ends]
    middles = _apart([y for y, _ in ends], heights, area.top, plot.bottom + TEXT / 2)
    x = plot.x(len(chart.categories) - 1)
    for (y, number), middle in zip(ends, middles, strict=True):
        canvas.path([(x + 7, y), (x + 14, middle)], SERIES[chart.colours[number]])
        canvas.words(x + 18, middle, lines[number])
        figure = lasts[number]
        if shown[number] and figure is not None:
            canvas.figure(x + 18 + label_width + 8 + number_width, middle + TEXT * 0.36, figure, "end", bold=True)
    return bottom


def _last(figures: Sequence[PictureFigure | None]) -> PictureFigure | None:
    """The figure of the last period, where it has one."""
    return figures[-1] if figures and figures[-1] is not None and figures[-1].whole is not None else None


def _apart(wanted: Sequence[float], heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Middles of labels as near as possible to where they are wanted, none over another. wanted: in ascending order."""
    middles = list(wanted)
    for number in range(1, len(middles)):
        least = middles[number - 1] + (heights[number - 1] + heights[number]) / 2
        middles[number] = max(middles[number], least)
    limit = bottom
    for number in reversed(range(len(middles))):
        middles[number] = min(middles[number], limit - heights[number] / 2)
        limit = middles[number] - heights[number] / 2
    return [max(middle, top) for middle in middles]


class _Plot:
    """Periods along the lower edge, figures upwards."""

    def __init__(self, chart: Chart, canvas: PictureCanvas, scale: Scale, area: PlotArea) -> None:
        self.chart, self.canvas, self.scale = chart, canvas, scale
        canvas.is_upright = True
        self.ticks = canvas.axis(scale)
        self.left = area.left + widest(self.ticks) + 12
        self.right = area.right
        self.top, self.room = area.top + TEXT, area.bottom
        self.bottom = 0.0
        self._low = dict[int, int]()

    def x(self, number: int) -> float:
        """Place of a period."""
        count = len(self.chart.categories)
        first = self.left + 14
        return first + (self.right - 14 - first) * (number / (count - 1) if count > 1 else 0.5)

    def y(self, whole: float) -> float:
        """Place of a figure."""
        return self.bottom + (self.top - self.bottom) * self.scale.share(whole)

    def frame(self, *, few: bool = False) -> float:
        """Draw axes, ticks and breaks; gives the lower edge. few: only the first and the last period are named."""
        canvas, periods = self.canvas, self.chart.categories
        step = (self.right - self.left - 28) / max(len(periods) - 1, 1)
        labels = [[shortened(period.label, TEXT, (self.right - self.left) / 2)] for period in periods]
        if not few:
            words = widest([word for period in periods for word in period.label.split(" ")])
            room = min(max(step - 8, words + 1), 120)
            labels = [lines_of(period.label, TEXT, room, most=3) for period in periods]
        below = (2 if few else max(map(len, labels))) * TEXT * LINE + 10
        self.bottom = max(self.room - below, self.top + _LEAST_HIGH - 40 * few)
        for whole, text in zip(self.scale.ticks, self.ticks, strict=True):
            y = self.y(whole)
            canvas.tick(self.left - 8, y + TEXT * 0.36, text, "end")
            if canvas.choice.grid:
                canvas.path([(self.left, y), (self.right, y)], "grid")
        canvas.path([(self.left, self.bottom), (self.right, self.bottom)], "line", 1.5)
        self._periods(labels, step, few=few)
        return self.bottom + below

    def _periods(self, labels: Sequence[Sequence[str]], step: float, *, few: bool) -> None:
        canvas, count = self.canvas, len(labels)
        needed = max((width_of(line, TEXT) for label in labels for line in label), default=0) + 8
        each = every(count, step * count, needed)
        for number, (period, label) in enumerate(zip(self.chart.categories, labels, strict=True)):
            x = self.x(number)
            canvas.path([(x, self.bottom), (x, self.bottom + 4)], "line")
            if few and number == 0:
                canvas.word(x - 8, self.bottom + 5 + TEXT, label[0], colour="soft")
            elif few and number == count - 1:
                # Below the first one where both do not fit beside each other.
                second = int(width_of(labels[0][0], TEXT) + width_of(label[0], TEXT) + 12 > self.right - self.left)
                y = self.bottom + 5 + TEXT * (1 + LINE * second)
                canvas.word(x + 8, y, label[0], anchor="end", colour="soft")
            elif not few and (count - 1 - number) % each == 0:
                for place, line in enumerate(label):
                    canvas.word(x, self.bottom + 6 + TEXT * (1 + LINE * place), line, anchor="middle", colour="soft")
            if period.is_break and number:
                middle = (x + self.x(number - 1)) / 2
                canvas.path([(middle, self.top - 4), (middle, self.bottom)], "soft", 1.2, (2, 3))
                if not few:
                    words = f"| {say('export_sign_break', canvas.language)}"
                    if middle + 5 + width_of(words, TEXT) > self.right:
                        words = "|"
                    canvas.word(middle + 5, self.top - 2, words, colour="soft")

    def series(self, series: PictureCategory | None, panel: PictureCategory | None, colour: int) -> float:
        """Draw a line with its points and signs; gives where its label is wanted."""
        canvas, named = self.canvas, [each.label for each in (panel, series) if each is not None]
        run: list[tuple[float, float]] = []
        points: list[tuple[float, float, int, bool]] = []
        wanted = self.bottom
        for number, period in enumerate(self.chart.categories):
            figure = self.chart.figure(period, series, panel)
            if figure is None or figure.whole is None or period.is_break:
                self._run(run, colour)
                run = []
            if figure is None:
                continue
            cell = canvas.cell([period.label, *named], figure)
            x = self.x(number)
            if figure.whole is None:
                self._sign(x, number, figure, cell, colour)
                continue
            y = self.y(figure.whole)
            run.append((x, y))
            points.append((x, y, cell, is_pale(figure)))
            wanted = y
            if is_pale(figure):
                canvas.figure(x, y - 8, figure, "middle")
        self._run(run, colour)
        for x, y, cell, is_open in points:
            canvas.point(x, y, colour, cell, is_open=is_open)
        return wanted

    def _run(self, run: Sequence[tuple[float, float]], colour: int) -> None:
        if len(run) > 1:
            self.canvas.line(run, colour)

    def _sign(self, x: float, number: int, figure: PictureFigure, cell: int, colour: int) -> None:
        """Draw a sign on the axis, above those that are there."""
        level = self._low.get(number, 0)
        self._low[number] = level + 1
        y = self.bottom - 4 - level * (TEXT + 4)
        self.canvas.swatch(x - 9, y - TEXT + 1, 8, TEXT - 2, figure, cell)
        self.canvas.box(x - 9, y, 8, 2, SERIES[colour])
        self.canvas.figure(x + 2, y - 1, figure)


# --- small multiples -------------------------------------------------------------------------------------------------


def draw_multiples(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw a panel for each category of a further breakdown; gives the lower edge."""
    panels, is_time = chart.shown_panels, chart.table.breakdowns[chart.x].is_time
    scale = scale_of(
        chart.wholes,
        chart.table.places,
        from_zero=canvas.choice.zero or not is_time,
        powers=chart.table.is_additive,
        most=4 if is_time else 2,
    )
    labels, label_width = label_lines(chart.labels, area.width * 0.3, canvas.language, 3)
    beside = 0 if is_time else label_width + 8
    across = max(1, min(4, len(panels), int((area.width - beside) // _PANEL_WIDTH)))
    down = math.ceil(len(panels) / across)
    high = (area.bottom - area.top) / down
    top = area.top
    extents = [] if is_time else [bar_extent(canvas, scale, figure, _BESIDE) for figure in chart.figures]
    for first in range(0, len(panels), across):
        row = panels[first : first + across]
        heads = [lines_of(panel.label, TEXT, (area.width - beside) / across - 10, bold=True, most=2) for panel in row]
        head = max(map(len, heads)) * TEXT * LINE
        ends = []
        for number, (panel, lines) in enumerate(zip(row, heads, strict=True)):
            wide = (area.width - beside) / across
            left = area.left + beside + number * wide
            for place, line in enumerate(lines):
                canvas.word(left, top + TEXT * (1 + LINE * place), line, bold=True)
            inner = PlotArea(left, top + head + 2, left + wide - 14, top + max(high, 100) - 8)
            if is_time:
                plot = _Plot(chart, canvas, scale, inner)
                ends.append(plot.frame(few=True))
                plot.series(None, panel, 0)
            else:
                names = labels if number == 0 else None
                ends.append(_panel_of_bars(chart, canvas, scale, inner, panel, names, extents))
        top = max(ends) + 14
    return top - 14


def _panel_of_bars(
    chart: Chart,
    canvas: PictureCanvas,
    scale: Scale,
    area: PlotArea,
    panel: PictureCategory,
    labels: Sequence[Sequence[str]] | None,
    extents: Sequence[Extent],
) -> float:
    """Draw lying bars of a panel. labels: of the categories, None where the panel before it has them; extents: of the
    figures of all panels."""
    numbers, count = canvas.choice.numbers, len(chart.categories)
    ticks = canvas.axis(scale)
    left, right = fitted(area.left, area.right, [*tick_extents(scale, ticks), *extents])
    long = right - left
    zero = left + long * scale.share(0)
    most = max(map(len, labels)) if labels is not None else 1
    slot = max((area.bottom - area.top - _HEAD) / count, BAR_WITH_TEXT * (1 + GAP), most * TEXT * LINE + 2)
    bar = min(slot / (1 + GAP * 1.5), 22)
    top = area.top + _HEAD
    bottom = top + slot * count
    each = every(len(ticks), long * len(ticks) / max(len(ticks) - 1, 1), widest(ticks) + 6)
    for number, (whole, text) in enumerate(zip(scale.ticks, ticks, strict=True)):
        x = left + long * scale.share(whole)
        if number % each == 0:
            canvas.tick(x, area.top + TEXT, text, "middle")
        if canvas.choice.grid:
            canvas.path([(x, top - 4), (x, bottom)], "grid")
    for number, category in enumerate(chart.categories):
        middle = top + slot * (number + 0.5)
        if labels is not None:
            canvas.words(area.left - 8, middle, labels[number], anchor="end")
        figure = chart.figure(category, None, panel)
        if figure is None:
            continue
        cell = canvas.cell([category.label, panel.label], figure)
        length = long * (figure.whole or 0) / (scale.high - scale.low)
        if length:
            length = max(length, 1) if length > 0 else min(length, -1)
            canvas.bar(zero, middle - bar / 2, length, bar, 0, cell, is_open=is_pale(figure))
        elif canvas.swatch(zero + 1, middle - bar / 2, SWATCH, bar, figure, cell):
            length = SWATCH + 1
        if numbers or not figure.sign.keeps_figure or not figure.whole:
            side = _BESIDE if length >= 0 else -_BESIDE
            canvas.figure(zero + length + side, middle + TEXT * 0.36, figure, "start" if length >= 0 else "end")
    canvas.path([(zero, top - 4), (zero, bottom)], "line", 1.5)
    return bottom
