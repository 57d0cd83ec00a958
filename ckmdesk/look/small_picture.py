"""A picture of a table, small: its bars, points, lines and areas without any text, as a tile or a tip shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from ckmcore.pictures.kinds import KINDS
from ckmcore.pictures.model import Mark, PictureArea, PictureBox, PictureCells, PicturePath, TablePicture
from ckmdesk.look.table_picture import colours_of, paint_marks
from ckmdesk.state.picture_reading import small_marks

_AIR, _POINT = 4, 5


def small_image(picture: TablePicture, size: QSize, ratio: float, *, dark: bool) -> QImage:
    """A picture fitted into a room, on a ground that lets through; on any thread. ratio: pixels of the screen."""
    width, height = size.width(), size.height()
    image = QImage(round(width * ratio), round(height * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    marks = list(small_marks(picture))
    around = _around(marks)
    if not around.isEmpty():
        across, down = (width - 2 * _AIR) / around.width(), (height - 2 * _AIR) / around.height()
        left, is_map = float(_AIR), KINDS[picture.kind].is_map
        if is_map:  # it keeps its form
            across = down = min(across, down)
            left = (width - around.width() * across) / 2

        def placed(x: float, y: float) -> tuple[float, float]:
            return left + (x - around.left()) * across, _AIR + (y - around.top()) * down

        painter = QPainter(image)
        smaller = [_smaller(mark, placed, across, down, is_map=is_map) for mark in marks]
        paint_marks(painter, smaller, colours_of(dark=dark))
        painter.end()
    return image


def in_words(image: QImage) -> str:
    """An image within the rich text of a tip."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    content = bytes(buffer.data().toBase64().data()).decode("ascii")
    size = image.deviceIndependentSize().toSize()
    return f'<img src="data:image/png;base64,{content}" width="{size.width()}" height="{size.height()}">'


def _smaller(
    mark: Mark, placed: Callable[[float, float], tuple[float, float]], across: float, down: float, *, is_map: bool
) -> Mark:
    """A mark in the room of a tile: bars and maps are scaled, other points and lines keep their form."""
    if isinstance(mark, PicturePath):
        return replace(mark, points=tuple(placed(x, y) for x, y in mark.points), width=1.5)
    if isinstance(mark, PictureArea):
        return replace(mark, rings=tuple(np.stack(placed(*ring.T), axis=1) for ring in mark.rings))
    if isinstance(mark, PictureCells):
        left, top = placed(mark.x, mark.y)  # type: ignore[arg-type]  # each of them
        width = np.maximum(mark.width * across, 0.5)
        return replace(mark, x=left, y=top, width=width, height=max(mark.height * down, 0.5))
    x, y = placed(mark.x, mark.y)
    if isinstance(mark, PictureBox):
        return replace(mark, x=x, y=y, width=mark.width * across, height=max(mark.height * down, 1))
    return replace(mark, x=x, y=y, size=mark.size * across if is_map else _POINT)


def _around(marks: list[Mark]) -> QRectF:
    """The rectangle around marks."""
    places: list[tuple[float, float]] = []
    for mark in marks:
        if isinstance(mark, PicturePath):
            places.extend(mark.points)
        elif isinstance(mark, PictureArea):
            places += [
                corner for ring in mark.rings for corner in (ring.min(axis=0).tolist(), ring.max(axis=0).tolist())
            ]
        elif isinstance(mark, PictureCells):
            if len(mark.x):
                right, bottom = mark.x + mark.width, mark.y + mark.height
                places += [(mark.x.min(), mark.y.min()), (right.max(), bottom.max())]
        elif isinstance(mark, PictureBox):
            places += [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]
        else:
            places += [(mark.x - 4, mark.y - 4), (mark.x + 4, mark.y + 4)]
    if not places:
        return QRectF()
    across, down = [x for x, _ in places], [y for _, y in places]
    return QRectF(min(across), min(down), max(max(across) - min(across), 1), max(max(down) - min(down), 1))
