"""Reading a described picture by mouse and keys: which cell lies where, which is next, what is read there. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.pictures.model import (
    Colour,
    DrawnCell,
    Mark,
    PictureArea,
    PictureBox,
    PictureCells,
    PicturePath,
    PicturePoint,
    PictureReading,
    PictureText,
    TablePicture,
)
from ckmcore.pictures.text_width import width_of
from ckmdesk.state.figures import PictureFigures

TARGET = 24  # pixels that a mark has at least for the mouse
Place = tuple[int, int, int, int]
"""Row, column, layer and value of a cell in its table."""


@dataclass(frozen=True)
class MarkArea:
    """A rectangle of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def distance(self, x: float, y: float) -> float:
        """How far a point is from it; 0 within."""
        return max(self.left - x, x - self.right, self.top - y, y - self.bottom, 0.0)

    def meets(self, other: MarkArea) -> bool:
        """Whether both have a point in common."""
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom

    def with_other(self, other: MarkArea) -> MarkArea:
        """The rectangle around both."""
        return MarkArea(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def boxes_of(areas: Sequence[PictureArea]) -> NDArray[np.float64]:
    """West, north, east, south of each area, (areas, 4)."""
    rings = [ring for area in areas for ring in area.rings]
    if not rings:
        return np.empty((0, 4))
    corners = np.concatenate(rings)
    sizes = np.array([sum(map(len, area.rings)) for area in areas])
    starts = np.cumsum(sizes) - sizes
    return np.hstack([np.minimum.reduceat(corners, starts), np.maximum.reduceat(corners, starts)])


def _area(mark: PictureBox | PicturePoint | PictureText) -> MarkArea:
    if isinstance(mark, PictureBox):
        return MarkArea(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
    if isinstance(mark, PicturePoint):
        half = mark.size / 2
        return MarkArea(mark.x - half, mark.y - half, mark.x + half, mark.y + half)
    width = width_of(mark.text, mark.size, bold=mark.bold)
    left = mark.x - {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
    return MarkArea(left, mark.y - mark.size, left + width, mark.y)


@dataclass(frozen=True, eq=False)
class PictureReader:
    """A picture with the places of its cells."""

    picture: TablePicture

    @cached_property
    def areas(self) -> dict[int, MarkArea]:
        """Where each cell is drawn: its bar or point, or its figure where it has neither."""
        areas: dict[int, MarkArea] = {}
        texts: dict[int, MarkArea] = {}
        shapes = [mark for mark in self.picture.marks if isinstance(mark, PictureArea) and mark.cell >= 0]
        for shape, box in zip(shapes, boxes_of(shapes).tolist(), strict=True):
            areas[shape.cell] = MarkArea(*box)
        for mark in self.picture.marks:
            if isinstance(mark, (PicturePath, PictureCells, PictureArea)) or mark.cell < 0:
                continue
            into = texts if isinstance(mark, PictureText) else areas
            area = _area(mark)
            into[mark.cell] = into[mark.cell].with_other(area) if mark.cell in into else area
        return {**texts, **areas}

    @cached_property
    def _at_place(self) -> dict[Place, int]:
        return {(cell.row, cell.column, cell.layer, cell.value): n for n, cell in enumerate(self.picture.cells)}

    def cell_of(self, place: Place) -> int | None:
        """Index of the cell that the table has in a place; None where the picture does not draw it."""
        index = self._at_place.get(place)
        return index if index in self.areas else None

    def area(self, cell: int) -> MarkArea:
        """Where a cell is drawn."""
        return self.areas[cell]

    def shape(self, cell: int) -> PictureArea | None:
        """The area of a map that shows a cell; None where a rectangle marks it."""
        return None

    def code(self, cell: int) -> str:
        """The code of what a map shows in a cell; "" elsewhere."""
        return ""

    def colour(self, cell: int) -> Colour | None:
        """The colour of the class of a cell on a map; None elsewhere."""
        return None

    def beginning(self, typed: str, current: int | None) -> int | None:
        """The area of a map whose name begins with what was typed, the next after the current one where one letter was;
        None elsewhere."""
        return None

    @property
    def swatches(self) -> Mapping[Colour, MarkArea]:
        """Where the legend of a map shows the colour of each class."""
        return {}

    def matching(self, words: str) -> list[int]:
        """Areas of a map whose name has these words, or whose code begins so; of a grid the cell of a code."""
        return []

    def at(self, x: float, y: float, factor: float = 1.0) -> int | None:
        """The cell at a point, or the nearest within reach. factor: by how much a map is enlarged."""
        near = [(area.distance(x, y), cell) for cell, area in self.areas.items()]
        distance, cell = min(near, default=(TARGET, -1))
        return cell if distance <= TARGET / 2 else None

    @cached_property
    def _readings(self) -> dict[int, PictureReading]:
        return {cell: reading for reading in self.picture.readings for cell in reading.cells}

    def reading(self, cell: int) -> PictureReading | None:
        """The reading of the category of a cell."""
        return self._readings.get(cell)

    def band(self, cell: int) -> MarkArea | None:
        """Where the category of a cell is: across the picture where bars lie, down it where they are upright."""
        reading = self.reading(cell)
        areas = [self.areas[number] for number in (() if reading is None else reading.cells) if number in self.areas]
        if not areas:
            return None
        whole = areas[0]
        for area in areas[1:]:
            whole = whole.with_other(area)
        if self.picture.axes.panels:
            return whole
        everything = self._extent
        if self._goes_down:
            return MarkArea(everything.left, whole.top - 3, everything.right, whole.bottom + 3)
        return MarkArea(whole.left - 3, everything.top, whole.right + 3, everything.bottom)

    @cached_property
    def _extent(self) -> MarkArea:
        everything = next(iter(self.areas.values()))
        for area in self.areas.values():
            everything = everything.with_other(area)
        return everything

    @property
    def _goes_down(self) -> bool:
        """Whether the categories follow each other downwards."""
        return not self.picture.axes.upright and self.picture.kind != "lines"

    def first(self) -> int | None:
        """The cell at which the keyboard begins."""
        return min(self.areas, default=None)

    def step(self, cell: int, across: int, down: int) -> int:
        """The next cell in a direction, or the same at the end. Along the categories it is in the same series, among
        bars beside each other the next bar; across them the next series or panel."""
        along = bool(down) == self._goes_down
        if along and self.picture.kind == "grouped":
            group = list(self.areas)
        elif along:
            names = self.picture.cells[cell].names[1:]
            group = [number for number in self.areas if self.picture.cells[number].names[1:] == names]
        else:
            group = self._of_category(cell)
        group.sort(key=lambda number: self._order(number, is_down=bool(down)))
        place = group.index(cell) + (across or down)
        return group[min(max(place, 0), len(group) - 1)]

    def _of_category(self, cell: int) -> list[int]:
        reading = self.reading(cell)
        category = -1 if reading is None else reading.category
        cells = (number for other in self.picture.readings if other.category == category for number in other.cells)
        return [number for number in cells if number in self.areas] or [cell]

    def _order(self, cell: int, *, is_down: bool) -> tuple[float, float]:
        x, y = self.areas[cell].middle
        if self.picture.axes.panels:
            return self.areas[cell].top, self.areas[cell].left
        return (y, x) if is_down else (x, y)

    def told(self, cell: int) -> str:
        """The words for a cell: its names, its figure, then its category's other series and total."""
        drawn: DrawnCell = self.picture.cells[cell]
        reading = self.reading(cell)
        others = [] if reading is None or len(reading.lines) < 2 else reading.lines
        return "; ".join([drawn.label, *(f"{name}: {text}" for name, text, _ in others if name not in drawn.names)])


def figures_of(picture: TablePicture | None) -> PictureFigures:
    """The figures that a picture draws, as a table."""
    if picture is None:
        return PictureFigures((), ())
    head, *rows = picture.table
    return PictureFigures(head, tuple(rows))


def small_marks(picture: TablePicture) -> Iterable[Mark]:
    """Marks that show the form of a picture: bars, points, lines of series; no texts and no axes."""
    for mark in picture.marks:
        if isinstance(mark, PicturePath):
            if mark.colour.startswith("s") and mark.colour not in ("soft", "surface"):
                yield mark
        elif isinstance(mark, PictureCells) or (not isinstance(mark, PictureText) and mark.cell >= 0):
            yield mark
