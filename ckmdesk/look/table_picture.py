"""The painter of a described picture, on the screen and as PNG: the marks that its SVG has, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontDatabase, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from ckmcore.base.reading import read_file
from ckmcore.errors import InputError
from ckmcore.pictures.colours import DARK, LIGHT
from ckmcore.pictures.model import (
    PIXELS_AN_INCH,
    Colour,
    Mark,
    PictureArea,
    PictureBox,
    PictureCells,
    PicturePath,
    PicturePoint,
    PictureText,
    TablePicture,
)
from ckmcore.pictures.svg import dots_in, form_corners, pattern_lines
from ckmcore.pictures.text_width import FAMILY, FONTS
from ckmdesk.look.map_marks import paint_areas, paint_cells

LEAST_DPI, USUAL_DPI, MOST_DPI = 96, 192, 600
_MOST_PIXELS = 100_000_000
_METRE = 0.0254
_LARGE, _DOT, _OUTLINE, _OPEN, _CROSS = 64, 0.9, 1.2, 1.8, 2.0


@cache
def _family() -> str:
    """Load the font by which pictures are laid out; its family."""
    for file in FONTS:
        QFontDatabase.addApplicationFontFromData(read_file(file))
    return FAMILY


@cache
def _font(*, bold: bool) -> QFont:
    """The font of pictures at `_LARGE` pixels, from which all sizes are scaled: Qt has whole pixels alone."""
    font = QFont(_family())
    font.setPixelSize(_LARGE)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def _metrics(*, bold: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(bold=bold))


def colours_of(*, dark: bool) -> Mapping[Colour, str]:
    """Colours of a picture on the screen; files have the light ones."""
    return DARK if dark else LIGHT


def paint_picture(painter: QPainter, picture: TablePicture, colours: Mapping[Colour, str] = LIGHT) -> None:
    """Paint a picture at the origin, in its own pixels."""
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.fillRect(QRectF(0, 0, picture.width, picture.height), QColor(colours["surface"]))
    paint_marks(painter, picture.marks, colours)


def paint_marks(painter: QPainter, marks: Iterable[Mark], colours: Mapping[Colour, str]) -> None:
    """Paint marks, back to front."""
    surface = QColor(colours["surface"])
    areas: list[PictureArea] = []
    for mark in marks:
        if isinstance(mark, PictureArea):
            areas.append(mark)
            continue
        if areas:
            paint_areas(painter, areas, colours)
            areas = []
        colour = QColor(colours[mark.colour])
        if isinstance(mark, PictureText):
            _text(painter, mark, colour)
        elif isinstance(mark, PicturePath):
            _path(painter, mark, colour)
        elif isinstance(mark, PictureBox):
            _box(painter, mark, colour, surface)
        elif isinstance(mark, PictureCells):
            paint_cells(painter, mark, colour)
        else:
            _point(painter, mark, colour, surface)
    if areas:
        paint_areas(painter, areas, colours)


def _text(painter: QPainter, text: PictureText, colour: QColor) -> None:
    font = _font(bold=text.bold)
    scale = text.size / _LARGE
    left = text.x
    if text.anchor != "start":
        width = _metrics(bold=text.bold).horizontalAdvance(text.text) * scale
        left -= width / 2 if text.anchor == "middle" else width
    painter.save()
    painter.translate(left, text.y)
    painter.scale(scale, scale)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(QPointF(0, 0), text.text)
    painter.restore()


def _path(painter: QPainter, path: PicturePath, colour: QColor) -> None:
    pen = _flat(colour, path.width)
    if path.dash:
        pen.setDashPattern([length / path.width for length in path.dash])  # Qt counts in widths of the line
    _sharp(painter, path.points)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in path.points]))


def _flat(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)


def _sharp(painter: QPainter, points: tuple[tuple[float, float], ...]) -> None:
    """Smooth what is neither level nor upright."""
    straight = len({x for x, _ in points}) == 1 or len({y for _, y in points}) == 1
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, not straight)


def _box(painter: QPainter, box: PictureBox, colour: QColor, surface: QColor) -> None:
    whole = QRectF(box.x, box.y, box.width, box.height)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, bool(box.pattern))
    if not box.pattern:
        painter.fillRect(whole, colour)
        return
    half = _OUTLINE / 2
    painter.setBrush(surface)
    painter.setPen(QPen(colour, _OUTLINE))
    inner = QRectF(box.x + half, box.y + half, max(box.width - _OUTLINE, 0), max(box.height - _OUTLINE, 0))
    painter.drawRect(inner)
    if box.pattern == "dots":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for x, y in dots_in(box):
            painter.drawEllipse(QPointF(x, y), _DOT, _DOT)
    else:
        painter.setPen(_flat(colour, _OUTLINE))
        for begin, end in pattern_lines(box):
            painter.drawLine(QPointF(*begin), QPointF(*end))


def _point(painter: QPainter, point: PicturePoint, colour: QColor, surface: QColor) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    is_open = point.is_open or point.form == "ring"
    painter.setPen(QPen(colour, _OPEN) if is_open else Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(surface if is_open else colour))
    x, y, half = point.x, point.y, point.size / 2
    if point.form == "cross":
        painter.setPen(_flat(colour, _CROSS))
        painter.drawLine(QPointF(x - half, y - half), QPointF(x + half, y + half))
        painter.drawLine(QPointF(x - half, y + half), QPointF(x + half, y - half))
    elif corners := form_corners(point):
        painter.drawPolygon(QPolygonF([QPointF(across, down) for across, down in corners]))
    else:
        painter.drawEllipse(QPointF(x, y), half, half)


# --- in pixels -------------------------------------------------------------------------------------------------------


def load_fonts() -> None:
    """Load the fonts of pictures on the window's thread, before a job paints."""
    _family()


def picture_image(picture: TablePicture, dpi: int = USUAL_DPI) -> QImage:
    """Paint a picture in light colours, on any thread after `load_fonts`. Raises picture_dpi, picture_too_large."""
    if not LEAST_DPI <= dpi <= MOST_DPI:
        raise InputError("picture_dpi", least=LEAST_DPI, most=MOST_DPI)
    scale = dpi / PIXELS_AN_INCH
    size = QSize(round(picture.width * scale), round(picture.height * scale))
    if size.width() * size.height() > _MOST_PIXELS:
        raise InputError("picture_too_large", width=size.width(), height=size.height())
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT["surface"]))
    image.setDotsPerMeterX(round(dpi / _METRE))
    image.setDotsPerMeterY(round(dpi / _METRE))
    image.setText("Title", picture.title)
    image.setText("Description", picture.alt)
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint_picture(painter, picture)
    painter.end()
    return image
