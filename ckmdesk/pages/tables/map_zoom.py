"""Enlarging a map on the page: what is painted of it, and the field and the buttons above it.

While the map is moved, what was painted before is moved along; a job then paints it sharp, with a margin around it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QWidget

from ckmcore.pictures.model import TablePicture
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.map_marks import path_of
from ckmdesk.look.table_picture import colours_of, paint_marks
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.state.map_zoom import MOST, MapMarks, MapZoom
from ckmdesk.state.picture_reading import TARGET, MarkArea, PictureReader
from ckmdesk.widgets.basic import IconButton, IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, row_of
from ckmdesk.widgets.view_state import settled

SHARPENING, SOON_MS = "map-zoom", 40
INSET, IN_INSET = 132, 44  # pixels of the inset, and of the area in it
_BAR = 40  # pixels that a scale bar is high


@dataclass(frozen=True, eq=False)
class _Sharp:
    """A painted part of a map. part: in pixels of the picture; factor: at which it was painted."""

    part: MarkArea
    factor: float
    image: QImage


class ZoomedMap(QObject):
    """The part of a map that is in sight, and how it is painted. Emits `changed()`."""

    changed = Signal()

    def __init__(self, theme: Theme, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self.theme, self.jobs = theme, jobs
        self.zoom: MapZoom | None = None
        self._marks: MapMarks | None = None
        self._sharp: _Sharp | None = None
        self._inset: tuple[int, float, QImage] | None = None
        self._pixels = 1.0
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._sharpen)
        theme.changed.connect(self._forget)

    def show_picture(self, picture: TablePicture | None, pixels: float) -> None:
        """Show another picture, of the same map at the same place. pixels: of the screen in one of the picture."""
        former, zoom = None if self._marks is None else self._marks.picture, self.zoom
        room = None if picture is None else picture.room
        self._pixels = pixels
        self._marks = None if picture is None or room is None else MapMarks(picture)
        self.zoom = None if room is None else MapZoom.whole(room)
        if room is not None and zoom is not None and not zoom.is_whole and _is_same_map(former, picture):
            across, down = room.width / zoom.room.width, room.height / zoom.room.height
            left, top = (zoom.x - zoom.room.left) * across, (zoom.y - zoom.room.top) * down
            self.zoom = MapZoom(room, zoom.factor, room.left + left, room.top + top)
        self._forget()

    def _forget(self) -> None:
        self.jobs.cancel(SHARPENING)
        self._sharp = self._inset = None
        self._ask()
        self.changed.emit()

    @property
    def is_enlarged(self) -> bool:
        """Whether a part of a map is in sight, not all of it."""
        return self.zoom is not None and not self.zoom.is_whole

    # --- where it is -----------------------------------------------------------------------------------------------

    def set_zoom(self, zoom: MapZoom | None) -> None:
        """Show another part of the map."""
        if zoom != self.zoom and self.zoom is not None:
            self.zoom = zoom
            self._ask()
            self.changed.emit()

    def enlarge(self, by: float, at: tuple[float, float] | None = None) -> None:
        """Enlarge around a place in pixels of the picture, None for the middle."""
        zoom = self.zoom
        if zoom is not None:
            room = zoom.room
            x, y = at or (room.left + room.width / 2, room.top + room.height / 2)
            self.set_zoom(zoom.enlarged(by, x, y))

    def show_whole(self) -> None:
        """Go back to the whole map."""
        if self.zoom is not None:
            self.set_zoom(MapZoom.whole(self.zoom.room))

    # --- painting --------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask for a sharp picture, unless one is there."""
        zoom = self.zoom
        if zoom is None or zoom.is_whole or self._is_sharp(zoom):
            self._soon.stop()
        else:
            self._soon.start()

    def _is_sharp(self, zoom: MapZoom) -> bool:
        sharp, room = self._sharp, zoom.room
        if sharp is None or sharp.factor != zoom.factor:
            return False
        left, top = zoom.lies(room.left, room.top)
        right, bottom = zoom.lies(room.left + room.width, room.top + room.height)
        part, air = sharp.part, 1e-6
        across = part.left <= left + air and right <= part.right + air
        return across and part.top <= top + air and bottom <= part.bottom + air

    def _sharpen(self) -> None:
        """Paint what is in sight, and half as much again on each side, in a job."""
        zoom, marks, pixels = self.zoom, self._marks, self._pixels
        if zoom is None or marks is None or zoom.is_whole:
            return
        room = zoom.room
        across, down = room.width / 2, room.height / 2
        (west, north), (east, south) = (
            zoom.lies(room.left - across, room.top - down),
            zoom.lies(room.left + room.width + across, room.top + room.height + down),
        )
        part = MarkArea(
            max(west, room.left),
            max(north, room.top),
            min(east, room.left + room.width),
            min(south, room.top + room.height),
        )
        dark = self.theme.dark

        def paint(_context: JobContext) -> _Sharp:
            return _Sharp(part, zoom.factor, _painted(marks, zoom, zoom.shown(part), pixels, dark=dark))

        self.jobs.start(SHARPENING, paint, self._take)

    def _take(self, sharp: _Sharp) -> None:
        self._sharp = sharp
        self.changed.emit()

    def paint(self, painter: QPainter, whole: QPixmap, scale: float) -> None:
        """Paint what is in sight over the picture of the whole map. scale: of the picture on the widget."""
        zoom, marks = self.zoom, self._marks
        if zoom is None or marks is None:
            return
        room = QRectF(zoom.room.left, zoom.room.top, zoom.room.width, zoom.room.height)
        surface = QColor(colours_of(dark=self.theme.dark)["surface"])
        painter.save()
        painter.scale(scale, scale)
        painter.fillRect(room, surface)
        painter.setClipRect(room)
        if not self._is_sharp(zoom):
            pixels = self._pixels
            seen = QRectF(zoom.x, zoom.y, room.width() / zoom.factor, room.height() / zoom.factor)
            source = QRectF(seen.x() * pixels, seen.y() * pixels, seen.width() * pixels, seen.height() * pixels)
            painter.drawPixmap(room, whole, source)
        if self._sharp is not None:
            at = zoom.shown(self._sharp.part)
            painter.drawImage(_rectangle(at), self._sharp.image)
        painter.setClipping(False)
        bar = QRectF(zoom.room.bar_left - 2, zoom.room.bar_top, marks.picture.width - zoom.room.bar_left, _BAR)
        painter.fillRect(bar, surface)
        paint_marks(painter, marks.bar(zoom), colours_of(dark=self.theme.dark))
        painter.restore()

    def paint_inset(self, painter: QPainter, reader: PictureReader, cell: int, scale: float) -> None:
        """Paint an area that is too small to be seen well larger, in a corner of the map."""
        zoom, shape = self.zoom, reader.shape(cell)
        if zoom is None or shape is None:
            return
        area, seen = reader.area(cell), zoom.shown(reader.area(cell))
        if max(seen.right - seen.left, seen.bottom - seen.top) >= TARGET:
            return
        size = max(area.right - area.left, area.bottom - area.top, 0.1)
        factor = min(IN_INSET / size, MOST)
        room, (x, y) = zoom.room, area.middle
        half = INSET / 2 / factor
        closer = MapZoom(room, factor, x - half, y - half)
        part = MarkArea(room.left, room.top, room.left + INSET, room.top + INSET)
        image = self._inset_of(cell, closer, part)
        is_left = seen.middle[0] > room.left + room.width / 2  # never over the area it shows
        left = room.left if is_left else room.left + room.width - INSET
        painter.save()
        painter.scale(scale, scale)
        painter.translate(left - room.left, 0)
        painter.drawImage(_rectangle(part), image)
        painter.setPen(QPen(self.theme.color("border"), 1))
        painter.drawRect(_rectangle(part))
        painter.setClipRect(_rectangle(part))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(QPointF(*closer.seen(0, 0)))
        painter.scale(factor, factor)
        path = path_of(shape.rings)
        for colour, width in (("surface", 5), ("text", 2)):
            pen = QPen(self.theme.color(colour), width)
            pen.setCosmetic(True)
            painter.strokePath(path, pen)
        painter.restore()

    def _inset_of(self, cell: int, zoom: MapZoom, part: MarkArea) -> QImage:
        if self._inset is None or self._inset[:2] != (cell, zoom.factor):
            marks = self._marks
            if marks is None:
                return QImage()
            self._inset = cell, zoom.factor, _painted(marks, zoom, part, self._pixels, dark=self.theme.dark)
        return self._inset[2]


def _rectangle(area: MarkArea) -> QRectF:
    return QRectF(area.left, area.top, area.right - area.left, area.bottom - area.top)


def _painted(marks: MapMarks, zoom: MapZoom, part: MarkArea, pixels: float, *, dark: bool) -> QImage:
    """A part of the screen, painted; on any thread."""
    width, height = (part.right - part.left) * pixels, (part.bottom - part.top) * pixels
    image = QImage(max(round(width), 1), max(round(height), 1), QImage.Format.Format_RGB32)
    colours = colours_of(dark=dark)
    image.fill(QColor(colours["surface"]))
    painter = QPainter(image)
    painter.scale(pixels, pixels)
    painter.translate(-part.left, -part.top)
    paint_marks(painter, marks.drawn(zoom, part), colours)
    painter.end()
    return image


def _is_same_map(former: TablePicture | None, picture: TablePicture | None) -> bool:
    """Whether two pictures show the same areas or the same grid."""
    if former is None or picture is None:
        return False
    if former.map is not None and picture.map is not None:
        return former.map.areas is picture.map.areas
    one_grid, other_grid = former.grid, picture.grid
    return one_grid is not None and other_grid is not None and len(one_grid.x) == len(other_grid.x)


class AreaSearch(QLineEdit):
    """Field for the name or code of an area. Emits `asked(words)` while it is typed, `stepped(by)` at Enter and
    Shift+Enter, and `left()` at Escape and Down."""

    asked = Signal(str)
    stepped = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(clearButtonEnabled=False)
        self.setObjectName("area-search")
        self.seek(cells=False)
        self.count = label("", "secondary")
        settled(self)
        parts = IconLabel(theme, "search", "secondary"), STRETCH, self.count
        row_of(*parts, within=self, margins=(STEP, 0, STEP, 0), spacing=4)
        self.setTextMargins(px(16) + STEP, 0, 0, 0)
        self.textChanged.connect(self.asked)

    def seek(self, *, cells: bool) -> None:
        """Say what is found: areas by name or code, or `cells` of a grid by their codes."""
        words = self.tr("Find a cell by its code") if cells else self.tr("Find an area")
        self.setAccessibleName(words)
        self.setPlaceholderText(words)

    def show_count(self, place: int, count: int) -> None:
        """Show which match is current, and how many there are."""
        words = self.tr("%1 of %2").replace("%1", str(place)).replace("%2", str(count))
        text = "" if not self.text().strip() else words if count else self.tr("not found")
        self.count.setText(text)
        self.setAccessibleDescription(text)
        self.setTextMargins(px(16) + STEP, 0, self.count.sizeHint().width() + STEP, 0)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif key == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        elif key == Qt.Key.Key_Down:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class MapBar(QWidget):
    """The field that finds an area, and the buttons that enlarge the map, as `+`, `-` and Home do."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.search = AreaSearch(theme)
        self.larger = IconButton(theme, "plus", self.tr("Enlarge the map (+)"))
        self.smaller = IconButton(theme, "minus", self.tr("Reduce the map (-)"))
        self.whole = IconButton(theme, "fit-to-page-outline", self.tr("Whole map (Home)"))
        self.buttons = (self.larger, self.smaller, self.whole)
        for name, button in zip(("larger", "smaller", "whole"), self.buttons, strict=True):
            button.setObjectName(f"map-{name}")
            set_kind(button, "line")
        row_of(STRETCH, (self.search, 4), *self.buttons, within=self, margins=0, spacing=4)
        self.search.setMinimumWidth(px(120))
        self.search.setMaximumWidth(px(300))
        self._matches: list[int] = []
        self._place = 0

    def show_zoom(self, zoom: MapZoom | None) -> None:
        """Offer what leads on from what is in sight."""
        self.smaller.setEnabled(zoom is not None and not zoom.is_whole)
        self.whole.setEnabled(zoom is not None and not zoom.is_whole)
        self.larger.setEnabled(zoom is not None and zoom.factor < MOST)

    def find(self, reader: PictureReader | None, words: str) -> int | None:
        """The first area with these words."""
        self._matches = [] if reader is None else reader.matching(words)
        self._place = 0
        return self._tell()

    def next(self, by: int) -> int | None:
        """The next area that was found, or the one before."""
        if self._matches:
            self._place = (self._place + by) % len(self._matches)
        return self._tell()

    def _tell(self) -> int | None:
        self.search.show_count(self._place + 1, len(self._matches))
        if not self._matches and self.search.text().strip():
            announce(self.search.count.text())
        return self._matches[self._place] if self._matches else None
