"""Reading a map by mouse and keys: the area or cell of a grid at a point, its neighbour in a direction. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.grid import cell_in
from ckmcore.pictures.model import (
    Colour,
    PictureArea,
    PictureBox,
    PictureGrid,
    PicturePoint,
    PictureReading,
    TablePicture,
)
from ckmdesk.state.picture_reading import TARGET, MarkArea, PictureReader, Place

_ASIDE = 3.0  # by how much a way aside counts more than one ahead
_SMALL = TARGET / 2  # pixels from an area within which it is met where no area is


def reader_of(picture: TablePicture) -> PictureReader:
    """The reader of a picture, of a map or of a grid."""
    if picture.grid is not None:
        return GridReader(picture)
    return PictureReader(picture) if picture.map is None else MapReader(picture)


def _swatches(picture: TablePicture, colours: tuple[Colour, ...]) -> dict[Colour, MarkArea]:
    return {
        mark.colour: MarkArea(mark.x, mark.y, mark.x + mark.width, mark.y + mark.height)
        for mark in picture.marks
        if isinstance(mark, PictureBox) and mark.cell < 0 and mark.colour in colours
    }


def is_inside(area: PictureArea, x: float, y: float) -> bool:
    """Whether a point lies within an odd number of the rings of an area."""
    crossings = 0
    for ring in area.rings:
        begin, end = ring, np.roll(ring, -1, axis=0)
        between = (begin[:, 1] > y) != (end[:, 1] > y)
        (x0, y0), (x1, y1) = begin[between].T, end[between].T
        crossings += int((x0 + (y - y0) * (x1 - x0) / (y1 - y0) > x).sum())
    return crossings % 2 == 1


@dataclass(frozen=True, eq=False)
class MapReader(PictureReader):
    """A map with the places of its areas."""

    @cached_property
    def _shapes(self) -> dict[int, PictureArea]:
        marks = self.picture.marks
        return {mark.cell: mark for mark in marks if isinstance(mark, PictureArea) and mark.cell >= 0}

    @cached_property
    def _circles(self) -> list[PicturePoint]:
        return [mark for mark in self.picture.marks if isinstance(mark, PicturePoint) and mark.cell >= 0]

    @cached_property
    def _cells(self) -> list[int]:
        """Cells of areas, in the order of the picture."""
        return sorted(self._shapes)

    @cached_property
    def _boxes(self) -> NDArray[np.float64]:
        """West, north, east, south of each of these areas."""
        boxes = [self.areas[cell] for cell in self._cells]
        return np.array([(box.left, box.top, box.right, box.bottom) for box in boxes]).reshape(-1, 4)

    @cached_property
    def _middles(self) -> NDArray[np.float64]:
        return np.stack([self._boxes[:, ::2].mean(axis=1), self._boxes[:, 1::2].mean(axis=1)], axis=1)

    @cached_property
    def _widest(self) -> MarkArea:
        west, north = self._boxes[:, :2].min(axis=0).tolist()
        east, south = self._boxes[:, 2:].max(axis=0).tolist()
        return MarkArea(west, north, east, south)

    def shape(self, cell: int) -> PictureArea | None:
        return self._shapes.get(cell)

    def code(self, cell: int) -> str:
        shown = self.picture.map
        is_area = shown is not None and 0 <= cell < len(shown.places)
        return shown.areas.codes[shown.places[cell]] if shown is not None and is_area else ""

    def colour(self, cell: int) -> Colour | None:
        shown = self._shapes.get(cell)
        return shown.colour if shown is not None and shown.colour in self.swatches else None

    @cached_property
    def swatches(self) -> Mapping[Colour, MarkArea]:
        return _swatches(self.picture, () if self.picture.map is None else self.picture.map.colours)

    def beginning(self, typed: str, current: int | None) -> int | None:
        start = self._cells.index(current) if current in self._cells else -1
        first = start + 1 if len(typed) == 1 else max(start, 0)
        for cell in (*self._cells[first:], *self._cells[:first]):
            if self.picture.cells[cell].names[0].casefold().startswith(typed.casefold()):
                return cell
        return None

    @cached_property
    def _searched(self) -> list[tuple[str, str, int]]:
        """Name, code and number of each area."""
        return [
            (self.picture.cells[cell].names[0].casefold(), self.code(cell).casefold(), cell) for cell in self._cells
        ]

    def matching(self, words: str) -> list[int]:
        wanted = words.strip().casefold()
        if not wanted:
            return []
        hits = [
            (not name.startswith(wanted), cell)
            for name, code, cell in self._searched
            if wanted in name or code.startswith(wanted)
        ]
        return [cell for _, cell in sorted(hits)]

    def at(self, x: float, y: float, factor: float = 1.0) -> int | None:
        """The area at a point: the smallest circle there, else the area around it, else a small one within reach."""
        on_circles = [mark for mark in self._circles if np.hypot(mark.x - x, mark.y - y) * factor <= mark.size / 2]
        if on_circles:
            return min(on_circles, key=lambda mark: mark.size).cell
        west, north, east, south = self._boxes.T
        around = np.flatnonzero((west <= x) & (x <= east) & (north <= y) & (y <= south))
        inside = [int(place) for place in around if is_inside(self._shapes[self._cells[place]], x, y)]
        if inside:
            sizes = (east - west) * (south - north)
            return self._cells[min(inside, key=lambda place: float(sizes[place]))]
        if not len(self._boxes):
            return super().at(x, y)
        far = np.hypot(self._middles[:, 0] - x, self._middles[:, 1] - y)
        nearest = int(far.argmin())
        if far[nearest] * factor <= _SMALL:
            return self._cells[nearest]
        return super().at(x, y) if self._is_beside(x) else None

    def _is_beside(self, x: float) -> bool:
        """Whether a point is right of all areas, where the legend has the published total."""
        return x > self._widest.right

    def band(self, cell: int) -> MarkArea | None:
        return None

    def step(self, cell: int, across: int, down: int) -> int:
        """The neighbour in a direction; the same at the edge."""
        if cell not in self._shapes:
            return self._cells[0]
        ways = self._middles - self._middles[self._cells.index(cell)]
        ahead, aside = (ways[:, 0] * across, ways[:, 1]) if across else (ways[:, 1] * down, ways[:, 0])
        cost = np.where(ahead > 0.5, ahead + _ASIDE * np.abs(aside), np.inf)
        # A neighbour begins where this one ends; aside of it by more than ahead it is another direction's.
        cost[np.abs(aside) > 2 * ahead] += 1e6
        nearest = int(cost.argmin())
        return self._cells[nearest] if np.isfinite(cost[nearest]) and cost[nearest] < 1e6 else cell


@dataclass(frozen=True, eq=False)
class GridReader(PictureReader):
    """A grid, whose cells are found by their places."""

    @cached_property
    def _grid(self) -> PictureGrid:
        if self.picture.grid is None:
            raise ValueError("grid")
        return self.picture.grid

    @property
    def areas(self) -> dict[int, MarkArea]:
        """No rectangles are made beforehand: there may be very many cells."""
        return {}

    def area(self, cell: int) -> MarkArea:
        x, y, side = float(self._grid.x[cell]), float(self._grid.y[cell]), self._grid.side
        return MarkArea(x, y, x + side, y + side)

    @cached_property
    def _numbers(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Column and row of each cell."""
        grid = self._grid
        east, north = grid.east // grid.size, grid.north // grid.size
        return east - east.min(), north.max() - north

    @cached_property
    def _sorted(self) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
        """Numbers of places, ascending, with the cell of each."""
        column, row = self._numbers
        keys = row * self._wide + column
        order = np.argsort(keys)
        return keys[order], order

    @property
    def _wide(self) -> int:
        return int(self._numbers[0].max()) + 1

    def matching(self, words: str) -> list[int]:
        cell = cell_in(words.strip())
        if cell is None or cell.size != self._grid.size:
            return []
        there = (self._grid.north == cell.north) & (self._grid.east == cell.east)
        return [int(place) for place in np.flatnonzero(there)]

    def at(self, x: float, y: float, factor: float = 1.0) -> int | None:
        """The cell whose square has a point; none beside it, so that an empty place stays empty."""
        grid, wide = self._grid, self._wide
        column = int((x - float(grid.x.min())) // grid.side)
        row = int((y - float(grid.y.min())) // grid.side)
        keys, order = self._sorted
        place = int(np.searchsorted(keys, row * wide + column))
        is_there = 0 <= column < wide and place < len(keys) and keys[place] == row * wide + column
        return int(order[place]) if is_there else None

    def cell_of(self, place: Place) -> int | None:
        row, column, layer, _ = place
        grid = self._grid
        line = (layer, row, column)[grid.axis]
        there = np.flatnonzero(grid.lines == line)
        if not len(there):
            return None
        drawn = self.picture.cells[int(there[0])]
        return int(there[0]) if (drawn.row, drawn.column, drawn.layer, drawn.value) == place else None

    def first(self) -> int | None:
        return int(self._sorted[1][0]) if len(self._grid.x) else None

    def reading(self, cell: int) -> PictureReading | None:
        drawn = self.picture.cells[cell]
        return PictureReading(cell, drawn.names[0], ((self.picture.titles[-1], drawn.text, -1),), False, (cell,))

    def band(self, cell: int) -> MarkArea | None:
        return None

    def colour(self, cell: int) -> Colour | None:
        whole = self.picture.cells[cell].whole
        return None if whole is None else self._grid.colours[self._grid.classes.of(whole)]

    @cached_property
    def swatches(self) -> Mapping[Colour, MarkArea]:
        return _swatches(self.picture, self._grid.colours)

    def step(self, cell: int, across: int, down: int) -> int:
        """The next drawn cell in a row or column, as far as the next one is; the same at the end."""
        column, row = self._numbers
        ahead = (column - column[cell]) * across + (row - row[cell]) * down
        aside = np.abs(row - row[cell]) if across else np.abs(column - column[cell])
        cost = np.where(ahead > 0, ahead + aside * self._wide * 4, np.iinfo(np.int64).max)
        cost[aside > ahead] = np.iinfo(np.int64).max
        nearest = int(cost.argmin())
        return nearest if cost[nearest] < np.iinfo(np.int64).max else cell
