"""Bars: single, grouped, stacked and stacked to 100 %; they lie, or rise over periods and short words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ckmcore.base.numbers import NBSP
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.canvas import (
    BAR_WITH_TEXT,
    GAP,
    KEY,
    LEAST_BAR,
    SWATCH,
    TEXT,
    Extent,
    PictureCanvas,
    PlotArea,
    bar_extent,
    fitted,
    is_pale,
    label_lines,
    signs_width,
    tick_extents,
    widest,
)
from ckmcore.pictures.chart import Chart, Need, arranged
from ckmcore.pictures.colours import PATTERNS, SERIES
from ckmcore.pictures.model import Colour
from ckmcore.pictures.scale import Scale, scale_of, shares
from ckmcore.pictures.source import PictureCategory, PictureFigure, PictureTable
from ckmcore.pictures.text_width import LINE, lines_of, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

MOST_GROUPED, MOST_STACKED, MOST_UPRIGHT = 4, 6, 8
_LABELS = 0.4  # of the width, at most
_INNER, _WIDEST_BAR, _BETWEEN = 2, 30, 0.55
_TICKS_HIGH, _BESIDE = 22, 6
_ON: tuple[Colour, ...] = ("on0", "on1", "on2", "on3", "on4", "on5")


def fit_bars(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """One breakdown."""
    return arranged(table, choice, Need(), reason="picture_needs_bars")


def fit_grouped(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Two breakdowns, one of them with few series."""
    return arranged(table, choice, Need(), Need(2, MOST_GROUPED, time=False), reason="picture_needs_grouped")


def fit_stacked(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Counts or sums of disjoint categories, none of them negative."""
    if not table.is_additive:
        return sentence("picture_needs_additive")
    series = Need(2, MOST_STACKED, time=False, disjoint=True)
    chart = arranged(table, choice, Need(), series, reason="picture_needs_stacked")
    if isinstance(chart, Chart) and min(chart.wholes) < 0:
        return sentence("picture_needs_positive")
    return chart


def draw_bars(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw bars from 0; gives the lower edge."""
    bars = _Bars(chart, canvas, scale_of(chart.wholes, chart.table.places, powers=chart.table.is_additive))
    return bars.draw(area)


def draw_stacked(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw the parts of each category one behind the other."""
    tops = [sum(part.whole or 0 for part in parts) for parts in _parts(chart)]
    return _Stacks(chart, canvas, scale_of(tops, chart.table.places)).draw(area)


def draw_percent(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw the parts of each category as parts of their own sum, so that each bar is as long as the others."""
    return _Stacks(chart, canvas, shares(), is_percent=True).draw(area)


def _parts(chart: Chart) -> list[list[PictureFigure]]:
    """The cells of each category."""
    return [
        [figure for series in chart.shown_series if (figure := chart.figure(category, series)) is not None]
        for category in chart.categories
    ]


@dataclass
class _Slots:
    """Where the categories are. first: beginning of each; long: how much room each has; bar: width of a bar."""

    first: list[float]
    long: list[float]
    bar: float
    end: float


class _Bars:
    """Draws a chart of bars. Subclasses draw what is in the slot of a category."""

    in_slot_together = False  # whether the series of a category share one bar

    def __init__(self, chart: Chart, canvas: PictureCanvas, scale: Scale) -> None:
        self.chart, self.canvas, self.scale = chart, canvas, scale
        self.series: Sequence[PictureCategory | None] = chart.shown_series or (None,)
        self.zero = 0.0
        self.long = 0.0

    @property
    def beside(self) -> int:
        """Number of bars of a category."""
        return 1 if self.in_slot_together else len(self.series)

    def draw(self, area: PlotArea) -> float:
        chart, choice = self.chart, self.canvas.choice
        is_time = chart.table.breakdowns[chart.x].is_time
        if choice.upright and not is_time and not self._is_short(area):
            raise InputError("picture_not_upright", most=MOST_UPRIGHT)
        if choice.upright or is_time:
            self.canvas.is_upright = True
            return self._draw_upright(area)
        return self._draw_lying(area)

    def _is_short(self, area: PlotArea) -> bool:
        labels, count = [category.label for category in self.chart.categories], len(self.chart.categories)
        return count <= MOST_UPRIGHT and all(
            len(lines_of(label, TEXT, area.width / count - 12)) <= 2 for label in labels
        )

    def _slots(self, first: float, room: float, least: Sequence[float], least_bar: float) -> _Slots:
        """Slots of the categories: as much as there is room for, at least what labels and bars need."""
        count, beside = len(least), self.beside
        inner = _INNER * (beside - 1)
        bar = min(max((room / count - inner) / (beside + _BETWEEN), least_bar), _WIDEST_BAR)
        needed = beside * bar + inner + max(GAP * bar, 3 if bar < BAR_WITH_TEXT else 6)
        long = [max(room / count, needed, each) for each in least]
        starts, at = [], first
        for each in long:
            starts.append(at)
            at += each
        return _Slots(starts, long, bar, at)

    # --- bars that lie ---------------------------------------------------------------------------------------------

    def _draw_lying(self, area: PlotArea) -> float:
        chart, canvas, scale = self.chart, self.canvas, self.scale
        lines, label_width = label_lines(chart.labels, area.width * _LABELS, canvas.language)
        numbers, ticks = canvas.choice.numbers, self._tick_texts()
        extents = [*tick_extents(scale, ticks), *self._extents()]
        left, right = fitted(area.left + label_width + 8, area.right, extents)
        least = [len(label) * TEXT * LINE + 4 for label in lines]
        top = area.top + _TICKS_HIGH
        least_bar = BAR_WITH_TEXT if numbers else LEAST_BAR
        slots = self._slots(top, area.bottom - top, least, least_bar)
        self.long = right - left
        self.zero = left + self.long * scale.share(0)
        step = max(1, -(-len(ticks) * (widest(ticks) + 10) // self.long))
        for number, (whole, text) in enumerate(zip(scale.ticks, ticks, strict=True)):
            x = left + self.long * scale.share(whole)
            if number % step == 0:
                canvas.tick(x, area.top + TEXT, text, "middle")
            if canvas.choice.grid:
                canvas.path([(x, top - 5), (x, slots.end)], "grid")
        for category, first, long, label in zip(chart.categories, slots.first, slots.long, lines, strict=True):
            canvas.words(area.left + label_width, first + long / 2, label, anchor="end")
            width = self.beside * slots.bar + _INNER * (self.beside - 1)
            self._lying_slot(category, first + (long - width) / 2, slots.bar)
        canvas.path([(self.zero, top - 5), (self.zero, slots.end)], "line", 1.5)
        return slots.end

    _is_percent = False

    def _tick_texts(self) -> tuple[str, ...]:
        percent = "" if not self._is_percent else "%" if self.canvas.language == "en" else f"{NBSP}%"
        return self.canvas.axis(self.scale, percent)

    def _extents(self) -> list[Extent]:
        """Room for what is written at lying bars."""
        return [bar_extent(self.canvas, self.scale, figure, _BESIDE) for figure in self.chart.figures]

    def _lying_slot(self, category: PictureCategory, y: float, bar: float) -> None:
        """Draw the bars of a category."""
        canvas = self.canvas
        for number, (series, colour) in enumerate(zip(self.series, self.chart.colours, strict=True)):
            figure = self.chart.figure(category, series)
            if figure is None:
                continue
            at = y + number * (bar + _INNER)
            cell = canvas.cell(_names(category, series), figure)
            length = self._length(figure)
            if length:
                canvas.bar(self.zero, at, length, bar, colour, cell, is_open=is_pale(figure))
            elif canvas.swatch(self.zero + 1, at, SWATCH, bar, figure, cell):
                length = SWATCH + 1
            if canvas.choice.numbers or not figure.sign.keeps_figure or not figure.whole:
                x = self.zero + length + (_BESIDE if length >= 0 else -_BESIDE)
                canvas.figure(x, at + bar / 2 + TEXT * 0.36, figure, "start" if length >= 0 else "end")

    def _length(self, figure: PictureFigure) -> float:
        """Length of a bar in pixels; of a figure other than 0 at least one."""
        if not figure.whole:
            return 0
        length = self.long * figure.whole / (self.scale.high - self.scale.low)
        return length if abs(length) >= 1 else (1 if length > 0 else -1)

    # --- bars that stand -------------------------------------------------------------------------------------------

    def _draw_upright(self, area: PlotArea) -> float:
        chart, canvas, scale = self.chart, self.canvas, self.scale
        ticks = self._tick_texts()
        left = area.left + widest(ticks) + 8
        count = len(chart.categories)
        slots = self._slots(left, area.right - left, [0.0] * count, LEAST_BAR)
        labels = [lines_of(category.label, TEXT, slots.long[0] - 6, most=3) for category in chart.categories]
        below = max(map(len, labels)) * TEXT * LINE + 8
        top, bottom = area.top + TEXT * 1.5, max(area.bottom - below, area.top + 120)
        self.long = top - bottom  # upwards
        self.zero = bottom + self.long * scale.share(0)
        for whole, text in zip(scale.ticks, ticks, strict=True):
            y = bottom + self.long * scale.share(whole)
            canvas.tick(left - 8, y + TEXT * 0.36, text, "end")
            if canvas.choice.grid:
                canvas.path([(left - 4, y), (slots.end, y)], "grid")
        for category, first, long, label in zip(chart.categories, slots.first, slots.long, labels, strict=True):
            for number, line in enumerate(label):
                canvas.word(first + long / 2, bottom + 6 + TEXT * (1 + LINE * number), line, anchor="middle")
            width = self.beside * slots.bar + _INNER * (self.beside - 1)
            self._upright_slot(category, first + (long - width) / 2, slots.bar, long)
        canvas.path([(left - 4, self.zero), (slots.end, self.zero)], "line", 1.5)
        return bottom + below

    def _upright_slot(self, category: PictureCategory, x: float, bar: float, room: float) -> None:
        canvas = self.canvas
        share = room - 4 if self.beside == 1 else bar + _INNER
        for number, (series, colour) in enumerate(zip(self.series, self.chart.colours, strict=True)):
            figure = self.chart.figure(category, series)
            if figure is None:
                continue
            at = x + number * (bar + _INNER)
            cell = canvas.cell(_names(category, series), figure)
            length = self._length(figure)
            if length:
                canvas.bar(at, self.zero, bar, length, colour, cell, is_open=is_pale(figure))
            elif canvas.swatch(at, self.zero, bar, -SWATCH, figure, cell):
                length = -SWATCH
            is_sign = not figure.sign.keeps_figure or not figure.whole
            if is_sign or (canvas.choice.numbers and width_of(figure.text, TEXT) <= share):
                y = self.zero + length + (-5 if length <= 0 else TEXT + 2)
                canvas.figure(at + bar / 2, y, figure, "middle")


class _Stacks(_Bars):
    """Draws the series of a category in one bar."""

    in_slot_together = True

    def __init__(self, chart: Chart, canvas: PictureCanvas, scale: Scale, *, is_percent: bool = False) -> None:
        super().__init__(chart, canvas, scale)
        self._is_percent = is_percent

    def _extents(self) -> list[Extent]:
        extents: list[Extent] = []
        for cells in _parts(self.chart):
            unknown = [figure for figure in cells if figure.whole is None]
            is_open = self._is_percent and bool(unknown)
            total = sum(figure.whole or 0 for figure in cells)
            share = 0 if is_open or not total else 1 if self._is_percent else self.scale.share(total)
            extents.append((share, 0, signs_width(cells if is_open or not total else unknown)))
        return extents

    def _lying_slot(self, category: PictureCategory, y: float, bar: float) -> None:
        self._stack(category, y, bar, is_lying=True)

    def _upright_slot(self, category: PictureCategory, x: float, bar: float, room: float) -> None:
        self._stack(category, x, bar, is_lying=False)

    def _stack(self, category: PictureCategory, across: float, bar: float, *, is_lying: bool) -> None:
        """Draw the parts of a category, then the signs of those that have no length."""
        canvas = self.canvas
        cells = [
            (series, colour, figure)
            for series, colour in zip(self.series, self.chart.colours, strict=True)
            if (figure := self.chart.figure(category, series)) is not None
        ]
        total = sum(figure.whole or 0 for *_, figure in cells)
        is_open = self._is_percent and any(figure.whole is None for *_, figure in cells)
        at, signs = self.zero, list[tuple[int, PictureFigure, int]]()
        for series, colour, figure in cells:
            cell = canvas.cell(_names(category, series), figure)
            whole = figure.whole or 0
            if not whole or is_open:  # of an unknown part no other is a share
                if figure.whole is None or (is_open and whole):
                    signs.append((colour, figure, cell))
                continue
            length = self.long * (whole / total if self._is_percent else whole / (self.scale.high - self.scale.low))
            if is_lying:
                canvas.bar(at, across, length, bar, colour, cell, is_open=is_pale(figure))
            else:
                canvas.bar(across, at, bar, length, colour, cell, is_open=is_pale(figure))
            self._inside(figure, colour, at, across, length, bar, is_lying=is_lying)
            at += length
        self._edges(at, across, bar, cells, total, is_lying=is_lying, is_open=is_open)
        if not total and not signs and cells:
            signs.append((cells[0][1], cells[0][2], -1))
        for colour, figure, cell in signs:
            at = self._sign(colour, figure, cell, at, across, bar, is_lying=is_lying)

    def _inside(
        self, figure: PictureFigure, colour: int, at: float, across: float, length: float, bar: float, *, is_lying: bool
    ) -> None:
        """Write a figure into its part where it fits."""
        canvas, needed = self.canvas, width_of(figure.text, TEXT)
        room, high = (abs(length), bar) if is_lying else (bar, abs(length))
        if not canvas.choice.numbers or needed + 6 > room or high < BAR_WITH_TEXT:
            return
        x, y = (at + length / 2, across + bar / 2) if is_lying else (across + bar / 2, at + length / 2)
        paper = is_pale(figure) or (canvas.choice.patterns and PATTERNS[colour])
        if paper:
            canvas.box(x - needed / 2 - 2, y - TEXT / 2 - 1, needed + 4, TEXT + 2, "surface")
        canvas.figure(x, y + TEXT * 0.36, figure, "middle", colour="ink" if paper else _ON[colour])

    def _edges(
        self,
        end: float,
        across: float,
        bar: float,
        cells: Sequence[tuple[PictureCategory | None, int, PictureFigure]],
        total: int,
        *,
        is_lying: bool,
        is_open: bool,
    ) -> None:
        """Draw a fine line between two parts."""
        if is_open or not total:
            return
        at, lengths = self.zero, [figure.whole or 0 for *_, figure in cells]
        for whole in lengths[:-1]:
            at += self.long * (whole / total if self._is_percent else whole / (self.scale.high - self.scale.low))
            if abs(at - end) > 3 and whole:
                ends = [(at, across), (at, across + bar)] if is_lying else [(across, at), (across + bar, at)]
                self.canvas.path(ends, "surface")

    def _sign(
        self, colour: int, figure: PictureFigure, cell: int, at: float, across: float, bar: float, *, is_lying: bool
    ) -> float:
        """Draw the sign of a part behind the bar; gives where it ends."""
        canvas, needed = self.canvas, width_of(figure.text, TEXT)
        if not is_lying:
            canvas.figure(across + bar / 2, at - 5, figure, "middle", colour="ink")
            return at - TEXT * LINE
        at += 4
        if canvas.swatch(at, across, SWATCH, bar, figure, cell):
            canvas.box(at, across + bar - 3, SWATCH, 3, SERIES[colour])
            at += SWATCH + 4
        elif cell >= 0:
            canvas.box(at, across + bar / 2 - KEY / 2, KEY, KEY, SERIES[colour], cell=cell)
            at += KEY + 4
        canvas.figure(at, across + bar / 2 + TEXT * 0.36, figure)
        return at + needed + 4


def _names(category: PictureCategory, series: PictureCategory | None) -> list[str]:
    return [category.label] if series is None else [category.label, series.label]
