"""Two figures of each category: dots on one line, and the population pyramid, ages upwards and a sex on each side."""

from __future__ import annotations

from ckmcore.messages import Sentence, say, sentence
from ckmcore.pictures.canvas import (
    GAP,
    LEAST_BAR,
    POINT,
    SWATCH,
    TEXT,
    Extent,
    PictureCanvas,
    PlotArea,
    every,
    fitted,
    is_pale,
    label_lines,
    signs_width,
    tick_extents,
    widest,
)
from ckmcore.pictures.chart import Chart, Need, arranged
from ckmcore.pictures.colours import MORE
from ckmcore.pictures.scale import Scale, scale_of
from ckmcore.pictures.source import PictureCategory, PictureFigure, PictureTable
from ckmcore.pictures.text_width import LINE, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

MOST_DOTS = 25
_LABELS, _HEAD, _BESIDE, _SIDE = 0.4, 22, 9, 40
_ROW_WITH_TEXT = 15


def fit_dots(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Two breakdowns, one of them of two categories."""
    return arranged(table, choice, Need(2, MOST_DOTS), Need(2, 2), reason="picture_needs_dots")


def draw_dots(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw two points of each category and the line between them; gives the lower edge."""
    scale = scale_of(chart.wholes, chart.table.places, from_zero=canvas.choice.zero, powers=chart.table.is_additive)
    ticks, count = canvas.axis(scale), len(chart.categories)
    lines, label_width = label_lines(chart.labels, area.width * _LABELS, canvas.language)
    left, right = fitted(
        area.left + label_width + 8, area.right, [*tick_extents(scale, ticks), *_dot_extents(chart, canvas, scale)]
    )
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
            cell = canvas.cell([category.label, series.label], figure)
            if figure.whole is None:
                signs.append((figure, cell, colour))
            else:
                placed.append((left + long * scale.share(figure.whole), figure, cell, colour))
        placed.sort(key=lambda point: point[0])
        if len(placed) == 2:
            canvas.path([(placed[0][0], y), (placed[1][0], y)], "line", 1.5)
        for place, (x, figure, cell, colour) in enumerate(placed):
            canvas.point(x, y, colour, cell, is_open=is_pale(figure))
            if canvas.choice.numbers or is_pale(figure):
                is_left = place == 0 and len(placed) == 2
                canvas.figure(
                    x - _BESIDE if is_left else x + _BESIDE, y + TEXT * 0.36, figure, "end" if is_left else "start"
                )
        at = max([left, *(x + _dot_room(canvas, figure) + 8 for x, figure, *_ in placed)])
        for figure, cell, _ in signs:
            if canvas.swatch(at, y - TEXT / 2, SWATCH, TEXT, figure, cell):
                at += SWATCH + 4
            canvas.figure(at, y + TEXT * 0.36, figure)
            at += width_of(figure.text, TEXT) + 6
    return bottom


def _dot_room(canvas: PictureCanvas, figure: PictureFigure) -> float:
    """Room beside a point for its figure, where that is written."""
    is_written = canvas.choice.numbers or is_pale(figure)
    return _BESIDE + width_of(figure.text, TEXT) if is_written else POINT


def _dot_extents(chart: Chart, canvas: PictureCanvas, scale: Scale) -> list[Extent]:
    """Room for the figures beside the points: the smaller one before its point, the other behind, then signs."""
    extents: list[Extent] = []
    for category in chart.categories:
        cells = (chart.figure(category, series) for series in chart.shown_series)
        figures = [figure for figure in cells if figure is not None]
        signs = [figure for figure in figures if figure.whole is None]
        points = sorted((figure for figure in figures if figure.whole is not None), key=lambda each: each.whole or 0)
        behind = signs_width(signs)
        if not points:
            extents.append((0, 0, behind))
        for place, figure in enumerate(points):
            room, is_first = _dot_room(canvas, figure), place == 0 and len(points) == 2
            before, after = (room, POINT) if is_first else (POINT, room + 8 + behind)
            extents.append((scale.share(figure.whole or 0), before, after))
    return extents


# --- population pyramid ----------------------------------------------------------------------------------------------


def fit_pyramid(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Ages by a male and a female category; figures that may be set beside each other, none negative."""
    chart = arranged(table, choice, Need(4, age=True), Need(2, sexes=True), reason="picture_needs_pyramid")
    if isinstance(chart, Chart) and min(chart.wholes) < 0:
        return sentence("picture_needs_positive")
    return chart


def draw_pyramid(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw both sides; gives the lower edge."""
    scale = scale_of(chart.wholes, chart.table.places, powers=chart.table.is_additive, most=4)
    ages = list(reversed(chart.categories))
    middle = widest([age.label for age in ages]) + 20
    has_excess = canvas.choice.excess and not canvas.choice.patterns
    if has_excess:
        area = area._replace(top=_legend_of_excess(chart, canvas, area))
    top = area.top + _HEAD + _SIDE
    row = max((area.bottom - top) / len(ages), LEAST_BAR * (1 + GAP))
    has_numbers = canvas.choice.numbers and row >= _ROW_WITH_TEXT
    room = widest([figure.text for figure in chart.figures]) + 6 if has_numbers else 8
    ticks = canvas.axis(scale)
    room = max(room, width_of(ticks[-1], TEXT) / 2)
    long = (area.width - middle) / 2 - room
    zeros = (area.left + area.width / 2 - middle / 2, area.left + area.width / 2 + middle / 2)
    bottom = top + row * len(ages)
    for zero, way in zip(zeros, (-1, 1), strict=True):
        for whole, text in zip(scale.ticks, ticks, strict=True):
            x = zero + way * long * scale.share(whole)
            canvas.tick(x, area.top + TEXT, text, "middle")
            if canvas.choice.grid:
                canvas.path([(x, area.top + _HEAD - 4), (x, bottom)], "grid")
    _sides(chart, canvas, zeros, long, area.top + _HEAD)
    named = _named(ages, row)
    for number, age in enumerate(ages):
        y = top + row * number
        if number in named:
            canvas.word(
                area.left + area.width / 2, y + row / 2 + TEXT * 0.36, age.label, anchor="middle", colour="soft"
            )
        _row(chart, canvas, scale, age, (y, row), zeros, long, has_numbers=has_numbers)
        if has_excess:
            _excess(chart, canvas, scale, age, (y, row), zeros, long)
    for zero in zeros:
        canvas.path([(zero, area.top + _HEAD - 4), (zero, bottom)], "line", 1.5)
    return bottom


def _row(
    chart: Chart,
    canvas: PictureCanvas,
    scale: Scale,
    age: PictureCategory,
    place: tuple[float, float],
    zeros: tuple[float, float],
    long: float,
    *,
    has_numbers: bool,
) -> None:
    """Draw the two bars of an age. place: its upper edge and its height."""
    y, row = place
    bar = row / (1 + GAP)
    for sex, colour, zero, way in zip(chart.shown_series, chart.colours, zeros, (-1, 1), strict=True):
        figure = chart.figure(age, sex)
        if figure is None:
            continue
        cell = canvas.cell([age.label, sex.label], figure)
        length = max(long * scale.share(figure.whole), 1) if figure.whole else 0
        at = y + (row - bar) / 2
        if length:
            canvas.bar(zero, at, way * length, bar, colour, cell, is_open=is_pale(figure))
        elif canvas.swatch(zero + way, at, way * SWATCH, bar, figure, cell):
            length = SWATCH + 1
        if (has_numbers or figure.whole is None) and row >= LEAST_BAR * (1 + GAP):
            anchor = "end" if way < 0 else "start"
            canvas.figure(zero + way * (length + 5), y + row / 2 + TEXT * 0.36, figure, anchor)  # type: ignore[arg-type]  # one of two anchors


def _excess(
    chart: Chart,
    canvas: PictureCanvas,
    scale: Scale,
    age: PictureCategory,
    place: tuple[float, float],
    zeros: tuple[float, float],
    long: float,
) -> None:
    """Draw the part of the longer bar that the other one does not have; nothing where a figure is unknown or pale."""
    figures = [chart.figure(age, sex) for sex in chart.shown_series]
    wholes = [figure.whole for figure in figures if figure is not None and not is_pale(figure)]
    known = [whole for whole in wholes if whole is not None]
    if len(known) < 2 or known[0] == known[1]:
        return
    side = int(known[1] > known[0])
    way, (y, row) = (-1, 1)[side], place
    bar, begin = row / (1 + GAP), long * scale.share(min(known))
    width = long * scale.share(max(known)) - begin
    canvas.box(zeros[side] + way * begin, y + (row - bar) / 2, way * width, bar, MORE[chart.colours[side]])


def _legend_of_excess(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Name the darker parts; gives where the chart begins."""
    x, y = area.left, area.top + TEXT
    for sex, colour in zip(chart.shown_series, chart.colours, strict=True):
        words = say("picture_excess", canvas.language, name=sex.label)
        wide = 24 + width_of(words, TEXT) + 18
        if x > area.left and x + wide > area.right:
            x, y = area.left, y + TEXT * LINE + 3
        canvas.box(x, y - 10, 18, 12, MORE[colour])
        canvas.word(x + 24, y, words)
        x += wide
    return y + 8


def _sides(chart: Chart, canvas: PictureCanvas, zeros: tuple[float, float], long: float, top: float) -> None:
    """Write whom each side shows, with the published total where the table has it."""
    for sex, colour, zero, way in zip(chart.shown_series, chart.colours, zeros, (-1, 1), strict=True):
        x = zero + way * long
        left = x if way < 0 else x - width_of(sex.label, TEXT, bold=True) - 18
        canvas.bar(left, top + 3, 12, 11, colour, -1, is_open=False)
        canvas.word(left + 18, top + TEXT + 1, sex.label, bold=True)
        total, axis = chart.whole(None, sex), chart.table.breakdowns[chart.x]
        if total is None or axis.total is None:
            continue
        wide, words = width_of(total.text, TEXT), width_of(axis.total.label + " ", TEXT)
        if wide + words > long:
            continue
        canvas.cell([axis.total.label, sex.label], total)
        y = top + TEXT * (1 + LINE) + 3
        begin = x if way < 0 else x - wide - words
        canvas.word(begin, y, axis.total.label, colour="soft")
        canvas.figure(begin + words, y, total, colour="soft")


def _named(ages: list[PictureCategory], row: float) -> set[int]:
    """Indices of the ages that are named: the first, the last, and in between multiples of five where ages are single
    years, else every so many-th."""
    apart = max(1, -(-int(TEXT * LINE) // int(max(row, 1))))
    numbers = [age.number if age.label.isdigit() else None for age in ages]
    if apart > 1 and sum(number is not None for number in numbers) > len(ages) / 2:
        chosen = [place for place, number in enumerate(numbers) if number is not None and number % 5 == 0]
    else:
        chosen = list(range(len(ages) - 1, -1, -apart))
    ends = {0, len(ages) - 1}
    return ends | {place for place in chosen if all(abs(place - end) >= apart for end in ends)}
