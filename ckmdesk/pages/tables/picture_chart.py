"""The picture of a table on the screen: painted once, read by mouse and keys, with the table's selected cell."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QElapsedTimer, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from ckmcore.pictures.colours import SERIES
from ckmcore.pictures.model import TablePicture
from ckmdesk.accessibility.interfaces import Pictured
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import Jobs
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.map_marks import path_of
from ckmdesk.look.table_picture import colours_of, paint_picture
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.map_zoom import ZoomedMap
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.map_reading import reader_of
from ckmdesk.state.picture_reading import MarkArea, PictureReader, figures_of

GREYED, HALO, TIP_MS, TYPING_MS = 0.4, 2, 60_000, 1000
ENLARGED, MOVED = 1.5, 0.15
STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class PictureChart(QWidget):
    """A described picture. Emits `pointed(cell)` when a cell is chosen by click or arrow keys, `opened(cell)` at Enter
    or a double click, `focused(on)` when the keyboard comes and goes; cells are indices of `TablePicture.cells`."""

    pointed = Signal(int)
    opened = Signal(int)
    focused = Signal(bool)

    def __init__(self, theme: Theme, jobs: Jobs) -> None:
        super().__init__()
        self.theme = theme
        self.map = ZoomedMap(theme, jobs, self)
        self._pressed: QPointF | None = None  # on an enlarged map
        self._is_dragged = False
        self.reader: PictureReader | None = None
        self.current: int | None = None
        self._hovered: int | None = None
        self._kept: QPixmap | None = None
        self._scale, self._told, self._greyed = 1.0, "", False
        self._typed, self._typing = "", QElapsedTimer()
        self.setObjectName("picture-chart")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._forget)
        self.map.changed.connect(self.update)

    # --- what is shown ---------------------------------------------------------------------------------------------

    @property
    def picture(self) -> TablePicture | None:
        return None if self.reader is None else self.reader.picture

    def show_picture(self, picture: TablePicture | None, scale: float) -> None:
        """Show another picture; `scale` is by how much it is painted larger."""
        self.reader = None if picture is None else reader_of(picture)
        self._scale, self.current, self._hovered = scale, None, None
        self._told = ""
        self._forget()
        self.map.show_picture(picture, scale * self.devicePixelRatioF())
        self.setMinimumHeight(0 if picture is None else round(picture.height * scale))
        self.setAccessibleDescription("" if picture is None else picture.alt)
        self.updateGeometry()

    def set_greyed(self, greyed: bool) -> None:
        """Grey the picture while newer figures are being computed."""
        if greyed != self._greyed:
            self._greyed = greyed
            self.update()

    def set_current(self, cell: int | None, *, bring: bool = True) -> None:
        """Mark a cell, that which is selected in the table; `bring`: into sight."""
        if cell != self.current:
            self.current = cell
            self._tell(cell)
            if bring:
                self._bring(cell)
            self.update()

    def _bring(self, cell: int | None) -> None:
        """Move an enlarged map so far that an area is in sight."""
        zoom, reader = self.map.zoom, self.reader
        if cell is not None and zoom is not None and reader is not None and not zoom.is_whole:
            area = reader.area(cell)
            if zoom.has(*area.middle):
                self.map.set_zoom(zoom.with_area(area))

    def figures(self) -> PictureFigures:
        """The whole picture as a table."""
        return figures_of(self.picture)

    def by_ear(self) -> Pictured:
        """A chart with its current cell."""
        return Pictured(self, lambda: self._told)

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        picture = self.picture
        return QSize(px(320), px(200) if picture is None else round(picture.height * self._scale))

    def _forget(self) -> None:
        self._kept = None
        self.update()

    # --- painting --------------------------------------------------------------------------------------------------

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = colours_of(dark=self.theme.dark)
        painter.fillRect(self.rect(), QColor(colours["surface"]))
        picture, reader = self.picture, self.reader
        if picture is not None and reader is not None:
            if self._kept is None:
                self._kept = self._painted(picture)
            painter.setOpacity(GREYED if self._greyed else 1.0)
            painter.drawPixmap(QPointF(0, 0), self._kept)
            if self.map.is_enlarged:
                self.map.paint(painter, self._kept, self._scale)
            for cell in dict.fromkeys((self._hovered, self.current)):
                if cell is not None:
                    self._mark(painter, reader, cell)
            nearest = self.current if self._hovered is None else self._hovered
            if nearest is not None and not self._is_dragged:
                self.map.paint_inset(painter, reader, nearest, self._scale)
        if self.hasFocus():
            painter.setOpacity(1.0)
            painter.setPen(QPen(self.theme.color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _painted(self, picture: TablePicture) -> QPixmap:
        ratio = self.devicePixelRatioF()
        size = _size_of(picture, self._scale * ratio)
        pixmap = QPixmap(size)
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        painter.scale(self._scale, self._scale)
        paint_picture(painter, picture, colours_of(dark=self.theme.dark))
        painter.end()
        return pixmap

    def _mark(self, painter: QPainter, reader: PictureReader, cell: int) -> None:
        """Tint the category of a cell; frame the one that is selected."""
        swatch = reader.swatches.get(reader.colour(cell) or "ink")
        if swatch is not None:
            painter.setPen(QPen(self.theme.color("text"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.on_screen(swatch))
        shape = reader.shape(cell)
        if shape is not None:
            self._outline(painter, path_of(shape.rings))
            return
        zoom, area = self.map.zoom, reader.area(cell)
        if zoom is not None and zoom.has(*area.middle) and not zoom.has(*zoom.seen(*area.middle)):
            return  # out of sight
        band = reader.band(cell)
        if band is not None:
            tint = QColor(self.theme.color("accent"))
            tint.setAlphaF(0.1)
            painter.fillRect(self.on_screen(band), tint)
        if cell == self.current:
            frame = self.on_screen(area).adjusted(-HALO, -HALO, HALO, HALO)
            painter.setPen(QPen(self.theme.color("surface"), 5))
            painter.drawRect(frame)
            painter.setPen(QPen(self.theme.color("text"), 2))
            painter.drawRect(frame)

    def _outline(self, painter: QPainter, path: QPainterPath) -> None:
        """Draw a dark line in a halo around an area of a map."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._scale, self._scale)
        zoom = self.map.zoom
        if zoom is not None and not zoom.is_whole:
            room = zoom.room
            painter.setClipRect(QRectF(room.left, room.top, room.width, room.height))
            painter.translate(*zoom.seen(0, 0))
            painter.scale(zoom.factor, zoom.factor)
        for colour, width in (("surface", 5), ("text", 2)):
            pen = QPen(self.theme.color(colour), width)
            pen.setCosmetic(True)
            painter.strokePath(path, pen)
        painter.restore()

    def on_screen(self, area: MarkArea) -> QRectF:
        """Where a part of the picture is on this widget."""
        scale, zoom = self._scale, self.map.zoom
        if zoom is not None and zoom.has(*area.middle):
            area = zoom.shown(area)
        return QRectF(
            area.left * scale,
            area.top * scale,
            (area.right - area.left) * scale,
            (area.bottom - area.top) * scale,
        )

    # --- hand and keys ---------------------------------------------------------------------------------------------

    def _at(self, event: QMouseEvent) -> int | None:
        x, y = self._place_in_picture(event.position())
        zoom, reader = self.map.zoom, self.reader
        if reader is None:
            return None
        if zoom is None or not zoom.has(x, y):
            return reader.at(x, y)
        return reader.at(*zoom.lies(x, y), zoom.factor)

    def _place_in_picture(self, place: QPointF) -> tuple[float, float]:
        """A place on the widget in pixels of the picture, the map of which may be enlarged."""
        return place.x() / self._scale, place.y() / self._scale

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and self._drag(event):
            return
        cell = self._at(event)
        if cell != self._hovered:
            self._hovered = cell
            self.update()
            self._show_tip(cell)

    @guarded()
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = None
        QToolTip.hideText()
        self.update()

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event.button() != Qt.MouseButton.LeftButton:
            return
        zoom, cell = self.map.zoom, self._at(event)
        if self.map.is_enlarged and zoom is not None and zoom.has(*self._place_in_picture(event.position())):
            self._pressed = event.position()  # a click, or the beginning of a drag
        elif cell is not None:
            self._point(cell)

    def _drag(self, event: QMouseEvent) -> bool:
        """Move the map with the mouse; whether it is being moved."""
        zoom, pressed = self.map.zoom, self._pressed
        if zoom is None or pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
            return False
        way = event.position() - pressed
        if not self._is_dragged and way.manhattanLength() < QApplication.startDragDistance():
            return False
        if not self._is_dragged:
            self._is_dragged, self._hovered = True, None
            QToolTip.hideText()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._pressed = event.position()
        self.map.set_zoom(zoom.moved(way.x() / self._scale, way.y() / self._scale))
        return True

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_pressed, was_dragged = self._pressed is not None, self._is_dragged
        self._pressed, self._is_dragged = None, False
        if was_dragged:
            self.unsetCursor()
            self.update()
        elif was_pressed and (cell := self._at(event)) is not None:
            self._point(cell)

    @guarded()
    def wheelEvent(self, event: QWheelEvent) -> None:
        zoom, at = self.map.zoom, self._place_in_picture(event.position())
        notches = event.angleDelta().y() / 120
        if zoom is None or not notches or not zoom.has(*at) or (zoom.is_whole and notches < 0):
            event.ignore()  # the page scrolls
            return
        QToolTip.hideText()
        self.map.enlarge(ENLARGED**notches, at)
        event.accept()

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        cell = self._at(event)
        if cell is not None:
            self.opened.emit(cell)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, reader = Qt.Key(event.key()), self.reader
        if reader is not None and self._change_sight(event):
            QToolTip.hideText()
        elif reader is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            event.ignore()
        elif key in STEPS:
            cell = reader.first() if self.current is None else reader.step(self.current, *STEPS[key])
            if cell is not None:
                self._point(cell, aloud=True)
                self._show_tip(cell)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            QToolTip.hideText()
            self.opened.emit(self.current)
        elif key == Qt.Key.Key_Escape and QToolTip.isVisible():
            QToolTip.hideText()
        elif not self._find(event.text()):
            event.ignore()

    def _change_sight(self, event: QKeyEvent) -> bool:
        """Enlarge a map by `+` and `-`, move it by Shift and arrows, show all of it by Home; whether it was such a
        key."""
        zoom, key = self.map.zoom, Qt.Key(event.key())
        others = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        if zoom is None or event.modifiers() & others:
            return False
        if event.text() in ("+", "-"):
            self.enlarge(ENLARGED if event.text() == "+" else 1 / ENLARGED)
        elif key == Qt.Key.Key_Home:
            self.show_whole()
        elif key in STEPS and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            across, down = STEPS[key]
            self.map.set_zoom(zoom.moved(-across * zoom.room.width * MOVED, -down * zoom.room.height * MOVED))
        else:
            return False
        return True

    def enlarge(self, by: float) -> None:
        """Enlarge the map around its current area, or around the middle."""
        zoom, at = self.map.zoom, None
        if zoom is not None and self.reader is not None and self.current is not None:
            middle = self.reader.area(self.current).middle
            at = zoom.seen(*middle) if zoom.has(*middle) else None
        self.map.enlarge(by, at if at is not None and zoom is not None and zoom.has(*at) else None)
        self._tell_zoom()

    def show_whole(self) -> None:
        """Show the whole map."""
        self.map.show_whole()
        self._tell_zoom()

    def _tell_zoom(self) -> None:
        zoom = self.map.zoom
        if zoom is not None:
            announce(self.tr("Map at %1 percent").replace("%1", str(round(zoom.factor * 100))))

    def go_to(self, cell: int) -> None:
        """Choose an area that was sought."""
        self._point(cell, aloud=True)

    def _find(self, typed: str) -> bool:
        """Go to the area of a map whose name begins with what is typed within a second; whether it was a letter."""
        reader = self.reader
        if reader is None or self.picture is None or self.picture.map is None or not typed.isalnum():
            return False
        is_more = self._typing.isValid() and self._typing.elapsed() < TYPING_MS
        self._typed = self._typed + typed if is_more else typed
        self._typing.start()
        cell = reader.beginning(self._typed, self.current)
        if cell is not None:
            self._point(cell, aloud=True)
            self._show_tip(cell)
        return True

    @guarded()
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)
        self.update()

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        QToolTip.hideText()
        self.focused.emit(False)
        self.update()

    def _point(self, cell: int, *, aloud: bool = False) -> None:
        self.set_current(cell, bring=aloud)
        if aloud:
            announce(self._told)
        self.pointed.emit(cell)

    # --- what is said ----------------------------------------------------------------------------------------------

    def _tell(self, cell: int | None) -> None:
        reader = self.reader
        self._told = "" if reader is None or cell is None else reader.told(cell)

    def tip(self, cell: int) -> str:
        """What is shown of a cell's category: its series with their colours, its total, the key that leads on."""
        reader = self.reader
        reading = None if reader is None else reader.reading(cell)
        if reader is None or reading is None:
            return ""
        colours = colours_of(dark=self.theme.dark)
        rows, of_class = [], reader.colour(cell)
        for number, (name, figure, colour) in enumerate(reading.lines):
            is_total = reading.has_total and number == len(reading.lines) - 1
            paint = "" if colour < 0 and of_class is None else colours[of_class or SERIES[colour]]
            swatch = f'<span style="color:{paint}">\u25a0</span>\u00a0' if paint else ""
            words, text = escape(name), escape(figure)
            if is_total:
                words, text = f"<b>{words}</b>", f"<b>{text}</b>"
            rows.append(f'<tr><td>{swatch}{words}</td><td align="right">\u00a0\u00a0{text}</td></tr>')
        leads = escape(self.tr("Enter: show the cell in the table"))
        code = reader.code(cell)
        under = f"<br><small>{escape(code)}</small>" if code else ""
        return f"<b>{escape(reading.label)}</b>{under}<table>{''.join(rows)}</table><small>{leads}</small>"

    def _show_tip(self, cell: int | None) -> None:
        if cell is None or self.reader is None:
            QToolTip.hideText()
            return
        area = self.on_screen(self.reader.area(cell))
        below = QPoint(round(area.right()) + 4, round(area.bottom()) + 4)  # never over its own mark
        QToolTip.showText(self.mapToGlobal(below), self.tip(cell), self, QRect(), TIP_MS)


def _size_of(picture: TablePicture, scale: float) -> QSize:
    """Size of a picture in pixels of the screen."""
    return QSize(max(round(picture.width * scale), 1), max(round(picture.height * scale), 1))
