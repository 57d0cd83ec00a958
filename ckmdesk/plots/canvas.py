"""What the pictures of a perturbation table share: a pyqtgraph view without axes whose items paint in pixels.

The picture is painted once and kept; a second item on top paints what is pointed at, so that hovering costs nothing.
All pictures of a page share one spot (row and noise): hovering or choosing it in one shows it in the others.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QMenu, QStyleOptionGraphicsItem, QToolTip, QWidget

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, decimal_text, signed
from ckmcore.errors import CkmError
from ckmdesk.accessibility.interfaces import Pictured
from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures

PNG_SCALE = 2


class Painted(pg.GraphicsObject):
    """Graphics item that covers the whole view; `paint_pixels(painter, area)` paints in pixels of the view."""

    def __init__(self, paint_pixels: Callable[[QPainter, QRectF], None]) -> None:
        super().__init__()
        self._paint = paint_pixels
        self._area = QRectF(0, 0, 1, 1)

    def set_area(self, area: QRectF) -> None:
        self.prepareGeometryChange()
        self._area = area

    @guarded(QRectF())
    def boundingRect(self) -> QRectF:
        return self._area

    @guarded()
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        self._paint(painter, self._area)
        painter.restore()


class Canvas(pg.GraphicsView):
    """Base of pictures that fill their widget.

    It emits `picked(spot)` at a click or Enter, `hovered(spot or None)` when the mouse moves, `edited(spot)` at a
    double click or F2, and `save_asked()` from the context menu.
    """

    picked = Signal(object)
    hovered = Signal(object)
    edited = Signal(object)
    save_asked = Signal()
    item: Painted | None = None  # pyqtgraph resizes the view before it is made

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self.theme = theme
        self.language: Language = "en"
        self.spot: Spot | None = None  # pointed at, here or in another picture
        self._told = ""
        self.vector = False  # painted for a file of lines and rectangles, not for the screen
        self.item = Painted(self._paint_all)
        self.item.setCacheMode(pg.GraphicsObject.CacheMode.DeviceCoordinateCache)
        self.overlay = Painted(self._paint_overlay)
        self.addItem(self.item)
        self.addItem(self.overlay)
        self._fit()
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.redraw)

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(160), px(84))  # pictures take the room that is left

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(px(80), px(40))

    # --- what a picture is ---------------------------------------------------------------------------------------

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        """Paint the picture into `area` (pixels)."""

    def spot_rect(self, spot: Spot) -> QRectF | None:
        """Return the rectangle of a spot in the picture; by default None."""
        return None

    def spot_at(self, place: QPointF) -> Spot | None:
        """The spot under a point."""
        return None

    def tip(self, spot: Spot) -> str:
        """The exact figures of a spot."""
        return ""

    def moved(self, spot: Spot, across: int, down: int) -> Spot | None:
        """The spot beside another one, for the arrow keys."""
        return None

    def current(self) -> str:
        """The figures of the point that is current, in words."""
        return "" if self.spot is None else self.tip(self.spot)

    def figures(self) -> PictureFigures:
        """The whole picture as a table, for screen readers and for copying."""
        return PictureFigures((), ())

    # --- showing -------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Schedule a repaint of picture and overlay."""
        if self.item is not None:
            self.item.update()
            self.overlay.update()

    def set_spot(self, spot: Spot | None) -> None:
        """Show what is pointed at, perhaps in another picture."""
        if spot != self.spot:
            self.spot = spot
            if self.item is not None:
                self.overlay.update()
            self.describe()

    def by_ear(self) -> Pictured:
        """A picture with its current point."""
        return Pictured(self, lambda: self._told)

    def describe(self, *, aloud: bool = False) -> None:
        """Set the accessible description to the current point; `aloud` announces it if the picture has the focus."""
        current = self.current().replace("\n", ", ")
        if current == self._told:
            return
        self._told = current
        self.setAccessibleDescription(current)
        if aloud and self.hasFocus():
            announce(current)

    def _paint_all(self, painter: QPainter, area: QRectF) -> None:
        painter.fillRect(area, self.theme.color("surface"))
        self.paint_pixels(painter, area)

    def _paint_overlay(self, painter: QPainter, area: QRectF) -> None:
        rect = None if self.spot is None else self.spot_rect(self.spot)
        if rect is not None:
            painter.setPen(QPen(self.theme.color("text"), 2))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))
        if self.hasFocus():
            painter.setPen(QPen(self.theme.color("accent"), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _fit(self) -> None:
        area = QRectF(0, 0, self.width(), self.height())
        if self.item is not None:
            self.item.set_area(area)
            self.overlay.set_area(area)

    @guarded()
    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)
        self._fit()

    def close(self) -> bool:
        """Close the widget; pyqtgraph then deletes its items, and nothing may be painted any more."""
        self.item = None
        return bool(super().close())

    # --- hand and keys -------------------------------------------------------------------------------------------

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if spot != self.spot:
            self.set_spot(spot)
            self.hovered.emit(spot)
        tip = self.tip(spot) if spot is not None else ""
        if tip:
            QToolTip.showText(event.globalPosition().toPoint(), tip, self)
        else:
            QToolTip.hideText()

    @guarded()
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.spot is not None and not self.hasFocus():
            self.set_spot(None)
            self.hovered.emit(None)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        spot = self.spot_at(event.position())
        if spot is not None and event.button() == Qt.MouseButton.LeftButton:
            self.picked.emit(spot)

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position())
        if spot is not None:
            self.edited.emit(spot)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: object) -> None:
        event.ignore()  # type: ignore[attr-defined]  # a QWheelEvent: the page scrolls, the picture does not zoom

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        steps = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
        }  # fmt: skip
        if key in steps:
            spot = self.moved(self.spot or Spot(0), *steps[Qt.Key(key)])
            if spot is not None:
                self._go(spot)
            event.accept()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.spot is not None:
            self.picked.emit(self.spot)
        elif key == Qt.Key.Key_F2 and self.spot is not None:
            self.edited.emit(self.spot)
        else:
            event.ignore()

    def _go(self, spot: Spot) -> None:
        """Move the keyboard to a spot of the picture and describe it."""
        former_spot, self.spot = self.spot, spot
        if former_spot != spot and self.item is not None:
            self.overlay.update()
        self.describe(aloud=True)
        self.hovered.emit(spot)

    @guarded()
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.redraw()

    @guarded()
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        begin = None
        if self.spot is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            begin = self.moved(Spot(0), 0, 0)  # the keyboard is at a point, not nowhere
        if begin is not None:
            self.set_spot(begin)
            self.hovered.emit(begin)
        self.describe()
        self.redraw()

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.redraw()

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        save = menu.addAction(self.tr("Save picture (PNG, SVG) ..."))
        save.triggered.connect(self.save_asked)
        menu.popup(event.globalPos())
        menu.aboutToHide.connect(menu.deleteLater)
        event.accept()

    # --- out -----------------------------------------------------------------------------------------------------

    def to_image(self) -> QImage:
        """Return the picture as an image of twice its size on the screen, without the highlight of the mouse."""
        image = QImage(self.size() * PNG_SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(PNG_SCALE)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_all(painter, QRectF(0, 0, self.width(), self.height()))
        painter.end()
        return image

    def write_svg(self, path: str) -> bool:
        """Write the picture as SVG of lines, rectangles and text; false if it could not be written."""
        content = self.to_svg()
        try:
            write_whole(Path(path), lambda target: target.write_bytes(content) and None)
        except CkmError:
            return False
        return True

    def to_svg(self) -> bytes:
        """The picture as SVG, drawn of lines, rectangles and text."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        generator.setSize(QSize(self.width(), self.height()))
        generator.setViewBox(QRectF(0, 0, self.width(), self.height()))
        generator.setTitle(self.accessibleName())
        painter = QPainter(generator)
        self.vector = True
        try:
            self._paint_all(painter, QRectF(0, 0, self.width(), self.height()))
        finally:
            self.vector = False
            painter.end()
        return bytes(buffer.data().data())


def image_of(colors: NDArray[np.uint32]) -> QImage:
    """An image of one pixel per entry, 0xffrrggbb."""
    rows, columns = colors.shape
    data = np.ascontiguousarray(colors)
    # QImage does not keep the buffer alive; a copy is small.
    return QImage(data.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32).copy()


def rgb(color: QColor) -> int:
    """Return a colour as 0xffrrggbb."""
    return color.rgb() & 0xFFFFFFFF


def noise_text(v: float, language: Language) -> str:
    """Format noise with its sign: `+2`, `0`, `−0,5`; noise of counts as integers, of magnitudes as short decimals."""
    if v == int(v):
        return signed(int(v))
    text = f"{abs(v):.4f}".rstrip("0")
    text = decimal_text(abs(v), len(text.partition(".")[2]), language)
    return ("+" if v > 0 else "−") + text
