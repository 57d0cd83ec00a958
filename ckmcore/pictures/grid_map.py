"""Cells of a grid in the colours of their classes, never summed; a 0 is not drawn, as if nothing were there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.grid import size_text, too_fine
from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.protected import Sign
from ckmcore.pictures.canvas import TEXT, PictureCanvas, PlotArea, sign_pattern, widest
from ckmcore.pictures.chart import Chart, Extremes
from ckmcore.pictures.classes import MapClasses, classes_of
from ckmcore.pictures.colours import class_colours
from ckmcore.pictures.maps import MapView, borders_text, draw_outlines, finish_map, legend_row
from ckmcore.pictures.model import Colour, DrawnCell, PictureBox, PictureCells, PictureGrid, PictureText
from ckmcore.pictures.source import GridFigures, PictureCategory, PictureFigure, PictureTable
from ckmcore.pictures.text_width import LINE, lines_of, width_of
from ckmcore.tabulate.picture_choice import PictureChoice

_LEGEND, _GAP, _SWATCH, _ROW = 190, 24, 30, 20
_LOWEST, _HIGHEST = 240, 460
_GAP_FROM = 5  # pixels of a cell from which a gap is left between cells
_PATTERN_FROM, _MOST_PATTERNS = 8, 2_000


class DrawnCells(Sequence[DrawnCell]):
    """The drawn cells of a grid, each made when it is asked for."""

    def __init__(self, chart: GridChart) -> None:
        self._chart = chart

    def __len__(self) -> int:
        return len(self._chart.drawn.nodes)

    @overload
    def __getitem__(self, at: int) -> DrawnCell: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[DrawnCell, ...]: ...
    def __getitem__(self, at: int | slice) -> DrawnCell | tuple[DrawnCell, ...]:
        if isinstance(at, slice):
            return tuple(self[place] for place in range(len(self))[at])
        drawn, table = self._chart.drawn, self._chart.table
        whole, sign = int(drawn.wholes[at]), Sign(int(drawn.signs[at]))
        place = list(drawn.place)
        place[drawn.axis] = int(drawn.lines[at])
        layer, row, column = place
        name = table.code(self._chart.x, int(drawn.nodes[at]))
        kept = whole if sign.keeps_figure else None
        return DrawnCell((name,), table.text(whole, sign), kept, row, column, layer, table.value)

    def __iter__(self) -> Iterator[DrawnCell]:
        return (self[place] for place in range(len(self)))


@dataclass(frozen=True)
class GridChart(Chart):
    """A chart whose axis is the cells of a grid."""

    @cached_property
    def categories(self) -> tuple[PictureCategory, ...]:
        return ()

    @property
    def all_categories(self) -> int:
        return 0

    @cached_property
    def drawn(self) -> GridFigures:
        """Cells that are not 0, with their figures or signs."""
        shown = self.table.figures_of_grid(self.x, [node for _, node in self.fixed_nodes])
        kept = (shown.wholes != 0) | (shown.signs != Sign.NONE)
        return GridFigures(
            shown.size, shown.nodes[kept], shown.north[kept], shown.east[kept], shown.wholes[kept], shown.signs[kept],
            shown.lines[kept], shown.place, shown.axis,
        )  # fmt: skip

    @cached_property
    def keeps_figure(self) -> NDArray[np.bool_]:
        """Whether each drawn cell has a figure."""
        kept = np.array([sign.keeps_figure for sign in sorted(Sign)], dtype=bool)
        of_sign = np.zeros(256, dtype=bool)
        of_sign[[int(sign) for sign in sorted(Sign)]] = kept
        return of_sign[self.drawn.signs]

    @cached_property
    def classes(self) -> MapClasses:
        """Classes of the drawn figures. Raises picture_class_count, picture_limits."""
        return classes_of(self.drawn.wholes[self.keeps_figure], self.table.places, self.choice)

    @cached_property
    def figures(self) -> tuple[PictureFigure, ...]:
        """A cell of each sign that is drawn, by which the legend of signs is written; of a 0, which is never drawn, its
        meaning is always written."""
        signs = [Sign(int(sign)) for sign in np.unique(self.drawn.signs)]
        return tuple(
            PictureFigure(self.table.text(0, sign), 0 if sign == Sign.NONE else None, sign, 0, 0, 0)
            for sign in {Sign.NONE, *signs}
        )

    @property
    def wholes(self) -> list[int]:
        return [] if not len(self.drawn.wholes) else [int(self.drawn.wholes.min()), int(self.drawn.wholes.max())]

    @cached_property
    def extremes(self) -> Extremes:
        known = np.flatnonzero(self.keeps_figure)
        cells, wholes = DrawnCells(self), self.drawn.wholes[known]
        largest, smallest = (cells[int(known[place])] for place in (int(wholes.argmax()), int(wholes.argmin())))
        differs = (smallest.whole or 0) < (largest.whole or 0)
        return Extremes(
            len(cells),
            len(cells) - len(known),
            (largest.names[0], largest.text),
            (smallest.names[0], smallest.text) if differs else None,
        )

    @property
    def borders(self) -> AreaSet | None:
        """Areas that are outlined."""
        return self.table.areas.get(self.choice.borders) if self.choice.borders else None

    def notes(self, language: Language) -> list[str]:
        """Which grid it is, how classes were made, whose borders are drawn."""
        lines = [
            say("picture_grid", language, size=size_text(self.drawn.size).replace("km", " km").replace("0m", "0 m")),
            say("picture_classes", language, how=say(f"picture_classes_{self.choice.classes}", language)),
        ]
        return lines if self.borders is None else [*lines, borders_text(self.borders, language)]


def fit_grid(table: PictureTable, choice: PictureChoice) -> Chart | Sentence:
    """Cells of a grid, of which one has a figure above 0."""
    for number, cells in table.grids.items():
        if (refused := too_fine(cells.size, table.document.office.grid_cells)) is not None:
            return refused
        if choice.categories in ("", table.breakdowns[number].variable):
            chart = GridChart(table, choice, number)
            return chart if chart.keeps_figure.any() else sentence("picture_only_signs")
    return sentence("picture_needs_grid")


def draw_grid(chart: Chart, canvas: PictureCanvas, area: PlotArea) -> float:
    """Draw the cells of a grid; gives the lower edge."""
    if not isinstance(chart, GridChart):
        raise TypeError("grid")
    drawn, classes = chart.drawn, chart.classes
    colours = class_colours(len(classes.limits), below=classes.below, reversed=chart.choice.reversed)
    canvas.grid_cells = DrawnCells(chart)
    texts = [classes.text(number, canvas.language) for number in classes.span]
    legend = max(_LEGEND, _SWATCH + 8 + widest(texts) + 16 + width_of("9" * len(str(len(drawn.nodes))), TEXT) + 6)
    width = max(area.width - legend - _GAP, area.width * 0.4)
    bounds = (
        int(drawn.east.min()), int(drawn.north.min()),
        int(drawn.east.max()) + drawn.size, int(drawn.north.max()) + drawn.size,
    )  # fmt: skip
    wanted = width * (bounds[3] - bounds[1]) / (bounds[2] - bounds[0])
    height = max(area.bottom - area.top, min(max(wanted, _LOWEST), _LOWEST if canvas.fits else _HIGHEST))
    view = MapView.fitting(bounds, area.left, area.top + 6, width, height - 6)
    canvas.grid = PictureGrid(
        drawn.size, drawn.north, drawn.east, classes, colours,
        np.asarray(view.left + (drawn.east - view.west) * view.scale, dtype=np.float64),
        np.asarray(view.top + (view.north - drawn.north - drawn.size) * view.scale, dtype=np.float64),
        drawn.size * view.scale, drawn.lines, drawn.axis, drawn.wholes[chart.keeps_figure],
    )  # fmt: skip
    first = len(canvas.marks)
    _draw_cells(chart, canvas, view, colours)
    if chart.borders is not None:
        draw_outlines(canvas, view, chart.borders, bounds)
    right, last = area.left + width + _GAP, len(canvas.marks)
    low = _legend(chart, canvas, (right, area.top, area.right), colours)
    room = area.left, area.top, width, height
    return max(area.top + height, finish_map(canvas, view.scale, room, (first, last), (right, low)))


def _draw_cells(chart: GridChart, canvas: PictureCanvas, view: MapView, colours: Sequence[Colour]) -> None:
    drawn, classes = chart.drawn, chart.classes
    number = np.searchsorted(np.array(classes.limits, dtype=np.int64), drawn.wholes, side="right") - 1
    number[~chart.keeps_figure] = -1
    side = drawn.size * view.scale
    order = np.lexsort((drawn.east, drawn.north))
    for each, colour in enumerate(colours):
        if not classes.counts[each]:
            continue
        canvas.marks.append(_runs(drawn, order[number[order] == each], view, side, colour))
    without = np.flatnonzero(number < 0)
    if side < _PATTERN_FROM or len(without) > _MOST_PATTERNS:
        if len(without):
            canvas.marks.append(_runs(drawn, order[number[order] < 0], view, side, "soft"))
        return
    for place in without.tolist():
        x, y = (
            view.left + (drawn.east[place] - view.west) * view.scale,
            view.top + (view.north - drawn.north[place] - drawn.size) * view.scale,
        )
        pattern = sign_pattern(PictureFigure("", None, Sign(int(drawn.signs[place])), 0, 0, 0)) or "outline"
        canvas.marks.append(PictureBox(float(x), float(y), side - 0.6, side - 0.6, "soft", pattern, place))


def _runs(drawn: GridFigures, places: NDArray[np.intp], view: MapView, side: float, colour: Colour) -> PictureCells:
    """Cells of one colour, those beside each other in a row as one rectangle where no gap is left between them. places:
    by row and then from west to east."""
    north, east = drawn.north[places], drawn.east[places]
    gap = 0.6 if side >= _GAP_FROM else 0.0
    starts = np.ones(len(places), dtype=bool)
    if not gap:
        starts[1:] = (north[1:] != north[:-1]) | (east[1:] != east[:-1] + drawn.size)
    first = np.flatnonzero(starts)
    counts = np.diff(np.append(first, len(places)))
    corners = np.stack([east[first], north[first] + drawn.size], axis=1)
    x, y = ((corners - (view.west, view.north)) * (view.scale, -view.scale) + (view.left, view.top)).T
    width = np.asarray(counts * side - gap, dtype=np.float64)
    return PictureCells(x, y, width, side - gap, colour)


def _legend(
    chart: GridChart, canvas: PictureCanvas, sides: tuple[float, float, float], colours: Sequence[Colour]
) -> float:
    """Write the classes with the numbers of cells, the signs, the published total; gives the lower edge."""
    left, top, right = sides
    y = top + TEXT
    for line in lines_of(chart.table.what, TEXT, right - left, bold=True):
        canvas.word(left, y, line, bold=True)
        y += TEXT * LINE
    y += 8
    classes = chart.classes
    for number in reversed(classes.span):
        canvas.box(left, y - 11, _SWATCH, 15, colours[number])
        legend_row(canvas, (left, y, right), classes.text(number, canvas.language), classes.counts[number])
        y += _ROW
    for line in lines_of(say("picture_grid_zero", canvas.language), TEXT, right - left):
        canvas.word(left, y, line, colour="soft")
        y += TEXT * LINE
    document = chart.table.document
    for sign in [Sign(int(sign)) for sign in np.unique(chart.drawn.signs) if sign]:
        meaning = document.table.legend[sign].text(canvas.language) if sign in document.table.legend else ""
        y += 4
        pattern = sign_pattern(PictureFigure("", None, sign, 0, 0, 0)) or "outline"
        canvas.box(left, y - 11, _SWATCH, 15, "soft", pattern)
        canvas.marks.append(PictureText(left + _SWATCH + 8, y, document.office.sign(sign), "sign"))
        for line in lines_of(meaning, TEXT, right - left - _SWATCH - 24):
            canvas.word(left + _SWATCH + 22, y, line, colour="soft")
            y += TEXT * LINE
    return y
