"""Maps: shares and means as areas in classes, counts and sums as circles on areas.

They are drawn from the published cells and the boundaries that an office installed, and from nothing else.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.model import MOST_METRES, AreaSet
from ckmcore.base.numbers import Language, date_text, integer_text, scaled_text
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.protected import Sign
from ckmcore.pictures.canvas import TEXT, PictureCanvas, PlotArea, is_pale, sign_pattern, widest
from ckmcore.pictures.chart import Chart
from ckmcore.pictures.classes import MapClasses, classes_of
from ckmcore.pictures.colours import class_colours
from ckmcore.pictures.model import Colour, MapRoom, PictureArea, PictureMap, PicturePoint, PictureText, Ring
from ckmcore.pictures.source import PictureCategory, PictureFigure, PictureTable
from ckmcore.pictures.text_width import LINE, lines_of, plain, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

LEAST_AREAS = 3
_LEGEND, _GAP, _SWATCH, _ROW = 190, 24, 30, 20
_LOWEST, _HIGHEST = 240, 440
_STEPS = (1, 2, 5)
_LARGEST_CIRCLE, _LEAST_CIRCLE = 64, 1.5
_MOST_NAMED = 8
_SHIFT, _PAIR = 2 * MOST_METRES, 1 << 27


@dataclass(frozen=True)
class MapChart(Chart):
    """A chart whose axis is areas. areas: their boundaries; drawn: the categories that have one; without: those of
    their depth that have none."""

    areas: AreaSet | None = None
    drawn: tuple[PictureCategory, ...] = ()
    without: tuple[PictureCategory, ...] = ()

    @cached_property
    def categories(self) -> tuple[PictureCategory, ...]:
        return self.drawn

    @property
    def all_categories(self) -> int:
        return len(self.drawn)

    @cached_property
    def _of_node(self) -> dict[int, PictureFigure | None]:
        return {category.node: super(MapChart, self).figure(category) for category in self.drawn}

    def figure(
        self, category: PictureCategory, series: PictureCategory | None = None, panel: PictureCategory | None = None
    ) -> PictureFigure | None:
        return self._of_node[category.node]

    @property
    def area_set(self) -> AreaSet:
        """The boundaries."""
        if self.areas is None:
            raise ValueError("areas")
        return self.areas

    @cached_property
    def classes(self) -> MapClasses:
        """Classes of the drawn figures. Raises picture_class_count, picture_limits."""
        return classes_of(self.wholes, self.table.places, self.choice)

    @cached_property
    def colours_of_classes(self) -> tuple[Colour, ...]:
        """Colours of the classes, from the lowest."""
        return class_colours(len(self.classes.limits), below=self.classes.below, reversed=self.choice.reversed)

    @property
    def total(self) -> tuple[str, PictureFigure] | None:
        """The published figure over all areas, with its label; None where the table does not show it."""
        label, figure = self.table.breakdowns[self.x].total, self.whole(None)
        return None if label is None or figure is None else (label.label, figure)

    def notes(self, language: Language) -> list[str]:
        """What the map says of its areas: how classes were made, whose borders they are, which codes have no area."""
        lines = []
        if not self.table.is_additive:
            classes = say(f"picture_classes_{self.choice.classes}", language)
            code = "picture_classes_two" if self.classes.below else "picture_classes"
            lines.append(say(code, language, how=classes))
        lines.append(borders_text(self.area_set, language))
        if self.without:
            names = [category.label for category in self.without[:_MOST_NAMED]]
            names += ["…"] if len(self.without) > _MOST_NAMED else []
            lines.append(say("picture_without_area", language, names=names))
        return lines


class Borders(Protocol):
    """What names boundaries: a set of areas, or what a statistic keeps of one."""

    @property
    def title(self) -> Texts: ...
    @property
    def source(self) -> Texts: ...
    @property
    def state(self) -> str: ...


def borders_text(areas: Borders, language: Language) -> str:
    """Source and state of boundaries, as maps write them."""
    state = Texts(*(date_text(areas.state, each) for each in ("en", "de"))) if areas.state else Texts("–", "–")
    source = areas.source if areas.source.text(language) else areas.title
    return say("picture_borders", language, source=plain(source.text(language)), state=state)


# --- which tables ----------------------------------------------------------------------------------------------------


def _fit_areas(table: PictureTable, choice: PictureChoice) -> MapChart | Sentence:
    candidates = [
        (number, table.areas[each.variable])
        for number, each in enumerate(table.breakdowns)
        if each.variable in table.areas and choice.categories in ("", each.variable)
    ]
    if not candidates:
        return sentence("picture_needs_areas")
    for number, areas in candidates:
        drawn = table.with_areas(number, areas)
        chart = MapChart(table, choice, number, areas=areas, drawn=drawn)
        # Areas whose cell the table does not show are as those without a row.
        shown = tuple(category for category in drawn if chart.figure(category) is not None)
        if len(shown) >= LEAST_AREAS:
            chart = replace(chart, drawn=shown, without=table.without_areas(number, drawn))
            return chart if chart.wholes else sentence("picture_only_signs")
    return sentence("picture_needs_three_areas", least=LEAST_AREAS)


def fit_choropleth(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Shares, rates and means of at least three areas."""
    chart = _fit_areas(table, choice)
    if isinstance(chart, MapChart) and table.is_additive:
        return sentence("picture_counts_as_circles")
    return chart


def fit_circles(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Counts and sums of at least three areas, none of them negative."""
    chart = _fit_areas(table, choice)
    if not isinstance(chart, MapChart):
        return chart
    if not table.is_additive:
        return sentence("picture_needs_counts")
    return sentence("picture_needs_positive") if min(chart.wholes) < 0 else chart


def map_of(chart: Chart) -> PictureMap | None:
    """What the colours of a chart mean where it is a map."""
    if not isinstance(chart, MapChart):
        return None
    places = tuple(chart.area_set.index[category.code] for category in chart.drawn)
    if chart.table.is_additive:
        return PictureMap(chart.area_set, places, None)
    figures = np.array(chart.wholes, dtype=np.int64)
    return PictureMap(chart.area_set, places, chart.classes, chart.colours_of_classes, figures)


# --- drawing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MapView:
    """Where metres of EPSG:3035 lie in a picture. scale: pixels a metre; west, north: of the upper left corner."""

    left: float
    top: float
    scale: float
    west: float
    north: float

    @classmethod
    def fitting(cls, bounds: Sequence[float], left: float, top: float, width: float, height: float) -> MapView:
        """The view that shows these bounds (west, south, east, north) in the middle of a rectangle."""
        west, south, east, north = bounds
        scale = min(width / max(east - west, 1), height / max(north - south, 1))
        across, down = width - (east - west) * scale, height - (north - south) * scale
        return cls(left + across / 2, top + down / 2, scale, west, north)

    def pixels(self, points: NDArray[Any]) -> NDArray[np.float64]:
        """Points in the picture, to a tenth of a pixel, so that neighbours go on sharing theirs."""
        moved = (points - (self.west, self.north)) * (self.scale, -self.scale) + (self.left, self.top)
        return np.asarray(np.rint(moved * 10) / 10, dtype=np.float64)

    def shapes(self, areas: AreaSet) -> list[tuple[Ring, ...]]:
        """Rings of each area without corners that fall on the one before; of an area at least one is left."""
        pixels = self.pixels(areas.points)
        ends = np.cumsum(areas.rings)
        starts = ends - areas.rings
        before = np.arange(len(pixels)) - 1
        before[starts] = ends - 1
        kept = (pixels != pixels[before]).any(axis=1)
        points = pixels[kept]
        until = np.concatenate([[0], np.cumsum(kept)])
        rings = [points[start:end] for start, end in zip(until[starts].tolist(), until[ends].tolist(), strict=True)]
        first = starts.tolist()
        last = np.cumsum(areas.parts).tolist()
        return [
            tuple(ring for ring in rings[end - count : end] if len(ring) > 2)
            or (pixels[first[end - count] : first[end - count] + areas.rings[end - count]],)
            for end, count in zip(last, areas.parts, strict=True)
        ]


def draw_choropleth(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw areas in the colours of their classes; gives the lower edge."""
    if not isinstance(chart, MapChart):
        raise TypeError("map")
    cells, first = _take_cells(chart, canvas), len(canvas.marks)
    view, right, bottom = _view(chart, area, _legend_width(chart, canvas.language), fits=canvas.fits)
    classes, colours = chart.classes, chart.colours_of_classes
    signs: Counter[Sign] = Counter()
    shapes = view.shapes(chart.area_set)
    for code_place, figure, cell in _areas(chart, cells):
        rings = shapes[code_place]
        pattern = sign_pattern(figure)
        signs[Sign.NONE if figure is None or figure.sign.keeps_figure else figure.sign] += 1
        if pattern:
            canvas.marks.append(PictureArea(rings, "soft", pattern, "surface", cell))
            continue
        number = -1 if figure is None or figure.whole is None else classes.of(figure.whole)
        colour: Colour = "surface" if number < 0 else colours[number]
        edge: Colour = "grid" if number < 0 else "surface"
        if figure is not None and is_pale(figure):
            edge = "ink"  # a figure in brackets is outlined, as elsewhere
        canvas.marks.append(PictureArea(rings, colour, edge=edge, cell=cell))
    _borders(chart, canvas, view)
    last = len(canvas.marks)
    low = _legend_of_classes(chart, canvas, (right, area.top, area.right), signs)
    low = _total(chart, canvas, right, low, area.right)
    room = area.left, area.top, right - _GAP - area.left, bottom - area.top
    return max(bottom, finish_map(canvas, view.scale, room, (first, last), (right, low)))


def draw_circles(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw circles whose area is proportional to the figure on the middles of areas; gives the lower edge."""
    if not isinstance(chart, MapChart):
        raise TypeError("map")
    cells, first = _take_cells(chart, canvas), len(canvas.marks)
    view, right, bottom = _view(chart, area, _LEGEND, fits=canvas.fits)
    signs: Counter[Sign] = Counter()
    circles = []
    shapes = view.shapes(chart.area_set)
    for code_place, figure, cell in _areas(chart, cells):
        rings = shapes[code_place]
        signs[Sign.NONE if figure is None or figure.sign.keeps_figure else figure.sign] += 1
        pattern = sign_pattern(figure)
        canvas.marks.append(
            PictureArea(rings, "soft" if pattern else "grid", pattern, "surface", -1 if figure is None else cell)
        )
        if figure is not None and figure.whole:
            x, y = view.pixels(chart.area_set.middles[code_place : code_place + 1])[0].tolist()
            circles.append((figure.whole, x, y, cell, figure.sign == Sign.UNCERTAIN))
    _borders(chart, canvas, view)
    largest = max((whole for whole, *_ in circles), default=1)
    land = float(chart.area_set.square_metres.sum()) * view.scale**2
    part = sum(whole for whole, *_ in circles) / largest
    most = min(_LARGEST_CIRCLE, math.sqrt(land / (math.pi * max(part, 1))))
    # Larger ones lie below smaller ones, each with a light edge.
    for whole, x, y, cell, is_open in sorted(circles, key=lambda circle: (-circle[0], circle[3])):
        size = round(max(most * math.sqrt(whole / largest), _LEAST_CIRCLE), 1)
        canvas.marks.append(PicturePoint(x, y, "circle", "surface", size + 1.6))
        canvas.marks.append(PicturePoint(x, y, "circle", "s0", size, is_open, cell))
    last = len(canvas.marks)
    low = _legend_of_circles(chart, canvas, (right, area.top, area.right), largest, most)
    low = _legend_of_signs(chart, canvas, (right, low, area.right), signs)
    low = _total(chart, canvas, right, low, area.right)
    room = area.left, area.top, right - _GAP - area.left, bottom - area.top
    return max(bottom, finish_map(canvas, view.scale, room, (first, last), (right, low)))


def _take_cells(chart: MapChart, canvas: PictureCanvas) -> dict[str, int]:
    """Take the drawn cells into the list, by code; two of one name have their codes, too."""
    labels = Counter(category.label for category in chart.drawn)
    cells = {}
    for category in chart.drawn:
        figure = chart.figure(category)
        if figure is not None:
            is_alone = labels[category.label] == 1
            name = category.label if is_alone else f"{category.label}, {category.code}"
            cells[category.code] = canvas.cell([name], figure)
    return cells


def _areas(chart: MapChart, cells: Mapping[str, int]) -> Iterator[tuple[int, PictureFigure | None, int]]:
    """Each area with its figure, None where the table shows none, and the index of its cell."""
    by_code = {category.code: category for category in chart.drawn}
    for place, code in enumerate(chart.area_set.codes):
        category = by_code.get(code)
        yield place, None if category is None else chart.figure(category), cells.get(code, -1)


def _legend_width(chart: MapChart, language: Language) -> float:
    """Room for the limits of the classes and the numbers of areas."""
    texts = [chart.classes.text(number, language) for number in chart.classes.span]
    counted = integer_text(len(chart.drawn), language)
    return max(_LEGEND, _SWATCH + 8 + widest(texts) + 16 + width_of(counted, TEXT))


def _view(chart: MapChart, area: PlotArea, legend: float, *, fits: bool) -> tuple[MapView, float, float]:
    """The view of the map, where the legend begins, and the lower edge of the map. legend: its width; fits: the map is
    no higher than its room."""
    width = max(area.width - legend - _GAP, area.width * 0.4)
    west, south, east, north = chart.area_set.bounds
    wanted = width * (north - south) / max(east - west, 1)
    height = max(area.bottom - area.top, min(max(wanted, _LOWEST), _LOWEST if fits else _HIGHEST))
    view = MapView.fitting((west, south, east, north), area.left, area.top + 6, width, height - 6)
    return view, area.left + width + _GAP, area.top + height


# --- borders of what areas lie in ------------------------------------------------------------------------------------


def _borders(chart: MapChart, canvas: PictureCanvas, view: MapView) -> None:
    """Draw the coast, and borders between areas that have other parents."""
    parents = dict(
        zip((category.code for category in chart.drawn), chart.table.parents(chart.x, chart.drawn), strict=True)
    )
    group = np.array([parents.get(code, -1) for code in chart.area_set.codes])
    for line in _joined(_edges_between(chart.area_set, group)):
        canvas.path(tuple(map(tuple, view.pixels(np.array(line, dtype=np.int32)).tolist())), "line", 1)


def draw_outlines(canvas: PictureCanvas, view: MapView, areas: AreaSet, bounds: Sequence[float]) -> None:
    """Draw a frame around these bounds and the borders of all areas within it."""
    west, south, east, north = bounds
    corners = np.array([(west, south), (east, south), (east, north), (west, north), (west, south)])
    canvas.path(_pixel_line(view, corners), "grid")
    edges = _edges_between(areas, np.arange(len(areas)))
    x, y = edges[:, ::2], edges[:, 1::2]
    is_near = (x.max(axis=1) >= west) & (x.min(axis=1) <= east) & (y.max(axis=1) >= south) & (y.min(axis=1) <= north)
    for line in _joined(edges[is_near]):
        run: list[tuple[float, float]] = []
        for begin, end in pairwise(line):
            inside = _within(begin, end, bounds)
            if inside is None:
                continue
            if run and run[-1] != inside[0]:
                canvas.path(_pixel_line(view, np.array(run)), "ink")
                run = []
            run += inside if not run else inside[1:]
        if run:
            canvas.path(_pixel_line(view, np.array(run)), "ink")


def _pixel_line(view: MapView, points: NDArray[Any]) -> list[tuple[float, float]]:
    return [(x, y) for x, y in view.pixels(points).tolist()]


def _within(
    begin: tuple[float, float], end: tuple[float, float], bounds: Sequence[float]
) -> list[tuple[float, float]] | None:
    """The part of a stretch that lies within bounds; None where none does (Liang and Barsky, 1984)."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - begin[axis]
        for way, limit in ((-step, begin[axis] - bounds[axis]), (step, bounds[axis + 2] - begin[axis])):
            if not way and limit < 0:
                return None
            if way < 0:
                first = max(first, limit / way)
            elif way > 0:
                last = min(last, limit / way)
    if first >= last:
        return None
    ends = [begin, end] if (first, last) == (0, 1) else []
    return ends or [
        (begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part)
        if 0 < part < 1
        else (begin, end)[int(part)]
        for part in (first, last)
    ]


def _edges_between(areas: AreaSet, group: NDArray[np.int64]) -> NDArray[np.int64]:
    """Edges that only one group of areas has, (edges, 4)."""
    ends = np.cumsum(areas.rings)
    following = np.arange(1, len(areas.points) + 1)
    following[ends - 1] = ends - areas.rings
    # A corner as one number, so that ends are put in order at once.
    corner = (areas.points.astype(np.int64) + _SHIFT) @ np.array([_PAIR, 1])
    of_rings = np.repeat(np.repeat(group, areas.parts), areas.rings)
    low, high = np.minimum(corner, corner[following]), np.maximum(corner, corner[following])
    order = np.lexsort((of_rings, high, low))
    low, high, of_rings = low[order], high[order], of_rings[order]
    first = np.ones(len(low), dtype=bool)
    first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
    starts = np.flatnonzero(first)
    counts = np.diff(np.append(starts, len(low)))
    kept = starts[(counts == 1) | (of_rings[starts] != of_rings[starts + counts - 1])]
    edges: NDArray[np.int64] = np.stack(
        [part[kept] for part in (low // _PAIR, low % _PAIR, high // _PAIR, high % _PAIR)], 1
    )
    return edges - _SHIFT


def _joined(edges: NDArray[np.int64]) -> list[list[tuple[int, int]]]:
    """Lines through all edges, each once."""
    near: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x0, y0, x1, y1 in edges.tolist():
        near.setdefault((x0, y0), []).append((x1, y1))
        near.setdefault((x1, y1), []).append((x0, y0))
    lines = []
    # From where lines end or meet, then the closed ones.
    for start in sorted(near, key=lambda corner: (len(near[corner]) == 2, corner)):
        while near[start]:
            line = [start]
            while near[line[-1]]:
                following = near[line[-1]].pop()
                near[following].remove(line[-1])
                line.append(following)
                if len(near[following]) != 1:
                    break
            lines.append(line)
    return lines


# --- legends ---------------------------------------------------------------------------------------------------------

Sides = tuple[float, float, float]
"""Left, top and right of a legend."""


def _heading(chart: MapChart, canvas: PictureCanvas, sides: Sides) -> float:
    left, top, right = sides
    y = top + TEXT
    for line in lines_of(chart.table.what, TEXT, right - left, bold=True):
        canvas.word(left, y, line, bold=True)
        y += TEXT * LINE
    return y + 8


def legend_row(canvas: PictureCanvas, sides: Sides, text: str, count: int) -> None:
    """Write a row of a legend beside its swatch: limits of a class, and how many areas or cells it has."""
    left, y, right = sides
    canvas.marks.append(PictureText(left + _SWATCH + 8, y, text, "limit"))
    counted = integer_text(count, canvas.language)
    canvas.marks.append(PictureText(right, y, counted, "count", TEXT, "soft", "end"))


def _legend_of_classes(chart: MapChart, canvas: PictureCanvas, sides: Sides, signs: Counter[Sign]) -> float:
    left, _, right = sides
    y = _heading(chart, canvas, sides)
    classes = chart.classes
    for number in reversed(classes.span):
        canvas.box(left, y - 11, _SWATCH, 15, chart.colours_of_classes[number])
        legend_row(canvas, (left, y, right), classes.text(number, canvas.language), classes.counts[number])
        y += _ROW
    if classes.zeros:
        canvas.marks.append(PictureArea((_corners(left, y - 11, _SWATCH, 15),), "surface", edge="grid"))
        legend_row(canvas, (left, y, right), "0", classes.zeros)
        y += _ROW
    return _legend_of_signs(chart, canvas, (left, y - TEXT, right), signs)


def _corners(x: float, y: float, width: float, height: float) -> Ring:
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def _legend_of_signs(chart: MapChart, canvas: PictureCanvas, sides: Sides, signs: Counter[Sign]) -> float:
    """Signs in the place of figures, with what they mean and how many areas have them."""
    left, y, right = sides
    y += TEXT + 4
    office, legend = chart.table.document.office, chart.table.document.table.legend
    for sign in sorted(sign for sign in signs if sign):
        pattern = sign_pattern(PictureFigure("", None, sign, 0, 0, 0))
        canvas.box(left, y - 11, _SWATCH, 15, "soft", pattern or "outline")
        meaning = legend[sign].text(canvas.language) if sign in legend else ""
        counted = integer_text(signs[sign], canvas.language)
        room = right - left - _SWATCH - 30 - width_of(counted, TEXT)
        canvas.marks.append(PictureText(left + _SWATCH + 8, y, office.sign(sign), "sign"))
        canvas.marks.append(PictureText(right, y, counted, "count", TEXT, "soft", "end"))
        for line in lines_of(meaning, TEXT, room):
            canvas.word(left + _SWATCH + 22, y, line, colour="soft")
            y += TEXT * LINE
        y += _ROW - TEXT * LINE
    return y - TEXT


def _legend_of_circles(chart: MapChart, canvas: PictureCanvas, sides: Sides, largest: int, most: float) -> float:
    left, _, _ = sides
    y = _heading(chart, canvas, sides)
    step = next(
        step * 10**power
        for power in range(len(str(largest)), -1, -1)
        for step in reversed(_STEPS)
        if step * 10**power <= largest
    )
    shown = [step, *(step // part for part in (2, 10) if step % part == 0)]
    middle = left + most / 2
    for whole in shown:
        size = max(most * math.sqrt(whole / largest), _LEAST_CIRCLE)
        high = max(size, TEXT * LINE)
        canvas.marks.append(PicturePoint(middle, y - 8 + high / 2, "circle", "s0", round(size, 1)))
        canvas.tick(
            left + most + 10, y - 4 + high / 2, scaled_text(whole, chart.table.places, canvas.language), "start"
        )
        y += high + 4
    return y


def _total(chart: MapChart, canvas: PictureCanvas, left: float, y: float, right: float) -> float:
    """Write the published figure over all areas."""
    if chart.total is None:
        return y + 10
    label, figure = chart.total
    canvas.cell([label], figure)
    canvas.path([(left, y + 8), (right, y + 8)], "grid")
    y += 8 + TEXT * 1.6
    room = right - left - width_of(figure.text, TEXT, bold=True) - 8
    canvas.figure(right, y, figure, "end", bold=True)
    for line in lines_of(label, TEXT, room):
        canvas.word(left, y, line)
        y += TEXT * LINE
    return y


def finish_map(
    canvas: PictureCanvas,
    scale: float,
    room: tuple[float, float, float, float],
    marks: tuple[int, int],
    at: tuple[float, float],
) -> float:
    """Draw the scale bar of a map, and say where it all is; gives the lower edge. room: left, top, width, height of the
    map; marks: as of `MapRoom`; at: where the bar begins."""
    first = len(canvas.marks)
    low = scale_bar(canvas, scale, *at)
    canvas.room = MapRoom(*room, marks, scale, (first, len(canvas.marks)), *at)
    return low + 4


def scale_bar(canvas: PictureCanvas, scale: float, left: float, top: float, most: float = 110) -> float:
    """Draw the scale bar; gives its lower edge. scale: pixels a metre."""
    metres = next(
        step * 10**power for power in range(7, -1, -1) for step in reversed(_STEPS) if step * 10**power * scale <= most
    )
    unit, divided = ("km", 1000) if metres >= 2000 else ("m", 1)
    width = metres * scale
    y = top + 22
    canvas.path([(left + 4, y - 4), (left + 4, y), (left + 4 + width, y), (left + 4 + width, y - 4)], "ink")
    canvas.path([(left + 4 + width / 2, y), (left + 4 + width / 2, y - 4)], "ink")
    half = metres // 2 if metres % (2 * divided) == 0 else 0
    for part in (0, half, metres) if half else (0, metres):
        text = integer_text(part // divided, canvas.language)
        canvas.marks.append(PictureText(left + 4 + part * scale, y + 14, text, "scale", TEXT, "soft", "middle"))
    last = integer_text(metres // divided, canvas.language)
    canvas.word(left + 4 + width + width_of(last, TEXT) / 2 + 4, y + 14, unit, colour="soft")
    return y + 20
