"""Painting of maps: areas and cells of a grid of one colour as one path, made from arrays of corners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from struct import Struct

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QDataStream, QLineF, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from ckmcore.pictures.model import Colour, PictureArea, PictureCells
from ckmcore.pictures.svg import dots_within, lines_within

_EDGE, _DOT, _STROKE = 0.6, 0.9, 1.2
_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_MOVE, _LINE = 0, 1
_HEAD, _FOOT = Struct(">i"), Struct(">ii")
_AT_ONCE = 64  # runs of cells in one path
_AREAS = 8  # areas in one path: more of them take Qt longer


def path_of(rings: Sequence[NDArray[np.float64]]) -> QPainterPath:
    """Rings as one path, each closed, filled where an odd number of them lies around."""
    return paths_of(np.concatenate(rings), np.array([len(ring) for ring in rings]), np.array([len(rings)]))[0]


def paths_of(corners: NDArray[np.float64], sizes: NDArray[np.int64], parts: NDArray[np.int64]) -> list[QPainterPath]:
    """Paths of so many rings each, which have these numbers of corners. Qt reads its own form of a path faster than it
    takes points."""
    ends = np.cumsum(sizes)
    starts = ends - sizes
    # Each ring comes back to its first corner.
    elements = np.empty(len(corners) + len(sizes), dtype=_ELEMENT)
    elements["kind"] = _LINE
    elements["kind"][starts + np.arange(len(sizes))] = _MOVE
    elements["x"], elements["y"] = corners[np.insert(np.arange(len(corners)), ends, starts)].T
    packed, size = elements.tobytes(), _ELEMENT.itemsize
    foot = _FOOT.pack(0, Qt.FillRule.OddEvenFill.value)
    first, paths = 0, []
    for end in (ends + np.arange(1, len(sizes) + 1))[np.cumsum(parts) - 1].tolist():
        content = QByteArray(_HEAD.pack(end - first) + packed[first * size : end * size] + foot)
        path, stream = QPainterPath(), QDataStream(content)
        stream >> path
        paths.append(path)
        first = end
    return paths


def paint_areas(painter: QPainter, areas: Sequence[PictureArea], colours: Mapping[Colour, str]) -> None:
    """Paint areas that follow each other on a map as the SVG has them: several of a class at once, as their edges have
    one colour, then those with a pattern or another edge."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    of_class: dict[Colour, list[PictureArea]] = {}
    for area in areas:
        if not area.pattern and area.edge == "surface":
            of_class.setdefault(area.colour, []).append(area)
    painter.setPen(QPen(QColor(colours["surface"]), _EDGE))
    for colour, plain in of_class.items():
        painter.setBrush(QColor(colours[colour]))
        rings = [ring for area in plain for ring in area.rings]
        parts = [sum(len(area.rings) for area in plain[n : n + _AREAS]) for n in range(0, len(plain), _AREAS)]
        for path in paths_of(np.concatenate(rings), np.array([len(ring) for ring in rings]), np.array(parts)):
            painter.drawPath(path)
    for area in areas:
        if area.pattern or area.edge != "surface":
            painter.setBrush(QColor(colours["surface" if area.pattern else area.colour]))
            painter.setPen(QPen(QColor(colours[area.colour if area.pattern else area.edge]), _EDGE))
            painter.drawPath(path_of(area.rings))
            _pattern(painter, area, QColor(colours[area.colour]))


def _pattern(painter: QPainter, area: PictureArea, colour: QColor) -> None:
    if area.pattern == "dots":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for x, y in dots_within(area):
            painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
    elif strokes := lines_within(area):
        painter.setPen(QPen(colour, _STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines([QLineF(*begin, *end) for begin, end in strokes])


def paint_cells(painter: QPainter, cells: PictureCells, colour: QColor) -> None:
    """Paint runs of cells of one colour."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    right, bottom = cells.x + cells.width, cells.y + cells.height
    corners = np.stack([cells.x, cells.y, right, cells.y, right, bottom, cells.x, bottom], axis=1).reshape(-1, 2)
    count = len(cells.x)
    parts = np.full(-(-count // _AT_ONCE), _AT_ONCE)
    parts[-1] = count - _AT_ONCE * (len(parts) - 1)
    for path in paths_of(corners, np.full(count, 4), parts):
        painter.drawPath(path)
