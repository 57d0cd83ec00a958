"""A map enlarged in its room: which part is in sight, and its marks at that size. The picture itself stays. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.pictures.canvas import PictureCanvas
from ckmcore.pictures.maps import scale_bar
from ckmcore.pictures.model import (
    MapRoom,
    Mark,
    PictureArea,
    PictureBox,
    PictureCells,
    PicturePath,
    PicturePoint,
    TablePicture,
)
from ckmcore.tabulate.picture_choice import PictureChoice
from ckmdesk.state.picture_reading import MarkArea, boxes_of

MOST, STEP = 64.0, 1.5
_AIR = 0.12  # of the room, that is left around an area that is brought into sight
_GAP, _GAP_FROM = 0.6, 5  # pixels between cells of a grid, where these have so many


@dataclass(frozen=True)
class MapZoom:
    """The part of a map that is in sight. factor: by how much it is larger than in the picture; x, y: the point of the
    picture in the upper left corner of the room."""

    room: MapRoom
    factor: float
    x: float
    y: float

    @classmethod
    def whole(cls, room: MapRoom) -> MapZoom:
        """The whole map, as in the picture."""
        return cls(room, 1.0, room.left, room.top)

    @property
    def is_whole(self) -> bool:
        """Whether the whole map is in sight."""
        return self.factor == 1

    def has(self, x: float, y: float) -> bool:
        """Whether a point on the screen lies in the room of the map."""
        room = self.room
        return 0 <= x - room.left <= room.width and 0 <= y - room.top <= room.height

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture is on the screen."""
        return self.room.left + (x - self.x) * self.factor, self.room.top + (y - self.y) * self.factor

    def lies(self, x: float, y: float) -> tuple[float, float]:
        """Which point of the picture is at a place on the screen."""
        return self.x + (x - self.room.left) / self.factor, self.y + (y - self.room.top) / self.factor

    def shown(self, area: MarkArea) -> MarkArea:
        """Where a rectangle of the map is on the screen."""
        return MarkArea(*self.seen(area.left, area.top), *self.seen(area.right, area.bottom))

    def _inside(self) -> MapZoom:
        """The same, moved so far that nothing beside the map's room is in sight."""
        room = self.room
        left, top = (
            min(max(begin, least), least + length - length / self.factor)
            for begin, least, length in ((self.x, room.left, room.width), (self.y, room.top, room.height))
        )
        return replace(self, x=left, y=top)

    def enlarged(self, by: float, x: float, y: float) -> MapZoom:
        """Larger or smaller by a factor; what is at a place on the screen stays there."""
        factor = min(max(self.factor * by, 1.0), MOST)
        if abs(factor - 1) < 0.02:
            return MapZoom.whole(self.room)
        at = self.lies(x, y)
        left, top = at[0] - (x - self.room.left) / factor, at[1] - (y - self.room.top) / factor
        return replace(self, factor=factor, x=left, y=top)._inside()

    def moved(self, across: float, down: float) -> MapZoom:
        """Moved by pixels of the screen: what was at a place is then so far right and down of it."""
        return replace(self, x=self.x - across / self.factor, y=self.y - down / self.factor)._inside()

    def with_area(self, area: MarkArea) -> MapZoom:
        """Moved so far that a rectangle of the map is in sight."""
        seen, room = self.shown(area), self.room
        across, down = room.width * _AIR, room.height * _AIR
        return self.moved(
            _into(seen.left, seen.right, room.left + across, room.left + room.width - across),
            _into(seen.top, seen.bottom, room.top + down, room.top + room.height - down),
        )


def _into(low: float, high: float, least: float, most: float) -> float:
    """By how much a stretch moves so that it lies within another; to its middle where it is longer."""
    if high - low > most - least:
        return (least + most - low - high) / 2
    return max(least - low, 0.0) - max(high - most, 0.0)


@dataclass(frozen=True, eq=False)
class MapMarks:
    """The marks of a map with the rectangles around them, so that those in sight are found at once."""

    picture: TablePicture

    @cached_property
    def _marks(self) -> tuple[Mark, ...]:
        room = self.picture.room
        return () if room is None else self.picture.marks[slice(*room.marks)]

    @cached_property
    def _areas(self) -> tuple[list[int], NDArray[np.float64]]:
        """Numbers of the marks that are areas, with their rectangles."""
        places = [number for number, mark in enumerate(self._marks) if isinstance(mark, PictureArea)]
        return places, boxes_of([mark for mark in self._marks if isinstance(mark, PictureArea)])

    @cached_property
    def _paths(self) -> dict[int, tuple[NDArray[np.float64], MarkArea]]:
        """Corners of each line with the rectangle around them."""
        paths = {
            number: np.array(mark.points) for number, mark in enumerate(self._marks) if isinstance(mark, PicturePath)
        }
        return {
            number: (points, MarkArea(*points.min(axis=0).tolist(), *points.max(axis=0).tolist()))
            for number, points in paths.items()
        }

    def _path(self, number: int, mark: PicturePath, zoom: MapZoom, sight: MarkArea) -> PicturePath | None:
        points, around = self._paths[number]
        if not around.meets(sight):
            return None
        moved = (points - (zoom.x, zoom.y)) * zoom.factor + (zoom.room.left, zoom.room.top)
        return replace(mark, points=tuple(map(tuple, moved.tolist())))

    def drawn(self, zoom: MapZoom, part: MarkArea) -> list[Mark]:
        """The marks that a part of the screen shows, at their size there, back to front. Circles keep theirs, as in
        the legend."""
        (left, top), (right, bottom) = zoom.lies(part.left, part.top), zoom.lies(part.right, part.bottom)
        places, boxes = self._areas
        west, north, east, south = boxes.T
        near = np.flatnonzero((east >= left) & (west <= right) & (south >= top) & (north <= bottom)).tolist()
        areas = self._moved([self._marks[places[place]] for place in near], zoom)
        moved = dict(zip((places[place] for place in near), areas, strict=True))
        sight, drawn = MarkArea(left, top, right, bottom), list[Mark]()
        for number, mark in enumerate(self._marks):
            if isinstance(mark, PictureArea):
                larger: Mark | None = moved.get(number)
            elif isinstance(mark, PicturePath):
                larger = self._path(number, mark, zoom, sight)
            else:
                larger = _larger(mark, zoom, sight)
            if larger is not None:
                drawn.append(larger)
        return drawn

    @staticmethod
    def _moved(areas: Sequence[Any], zoom: MapZoom) -> list[PictureArea]:
        """Areas at another size: all corners at once."""
        rings = [ring for area in areas for ring in area.rings]
        if not rings:
            return []
        corners = (np.concatenate(rings) - (zoom.x, zoom.y)) * zoom.factor + (zoom.room.left, zoom.room.top)
        ends = list(accumulate(map(len, rings)))
        parts = iter([corners[end - len(ring) : end] for ring, end in zip(rings, ends, strict=True)])
        return [replace(area, rings=tuple(next(parts) for _ in area.rings)) for area in areas]

    def bar(self, zoom: MapZoom) -> list[Mark]:
        """The scale bar for what is in sight."""
        room = zoom.room
        canvas = PictureCanvas(self.picture.language, PictureChoice(), 0)
        scale_bar(canvas, room.scale * zoom.factor, room.bar_left, room.bar_top)
        return canvas.marks


def _larger(mark: Mark, zoom: MapZoom, sight: MarkArea) -> Mark | None:
    """A mark that is no area, at another size; None where it is out of sight."""
    if isinstance(mark, PictureCells):
        return _cells(mark, zoom, sight)
    if isinstance(mark, PicturePoint):
        x, y = zoom.seen(mark.x, mark.y)
        return replace(mark, x=x, y=y) if sight.distance(mark.x, mark.y) <= mark.size / 2 / zoom.factor else None
    if isinstance(mark, PictureBox):
        x, y = zoom.seen(mark.x, mark.y)
        if sight.distance(mark.x, mark.y) > max(mark.width, mark.height):
            return None
        return replace(mark, x=x, y=y, width=mark.width * zoom.factor, height=mark.height * zoom.factor)
    return None


def _cells(mark: PictureCells, zoom: MapZoom, sight: MarkArea) -> PictureCells | None:
    """Cells of a grid at another size; those that were joined have gaps again where there is room for them."""
    x, y, width, side = mark.x, mark.y, mark.width, mark.height
    near = (x <= sight.right) & (x + width >= sight.left) & (y <= sight.bottom) & (y + side >= sight.top)
    if not near.any():
        return None
    x, y, width = x[near], y[near], width[near]
    gap = 0.0
    if side * zoom.factor >= _GAP_FROM and side < _GAP_FROM:
        counts = np.maximum(np.rint(width / side).astype(np.int64), 1)
        ends = np.cumsum(counts)
        within = np.arange(int(ends[-1])) - np.repeat(ends - counts, counts)
        x, y = np.repeat(x, counts) + within * side, np.repeat(y, counts)
        width, gap = np.full(len(x), side), _GAP
    left, top = (x - zoom.x) * zoom.factor + zoom.room.left, (y - zoom.y) * zoom.factor + zoom.room.top
    return PictureCells(left, top, width * zoom.factor - gap, side * zoom.factor - gap, mark.colour)
