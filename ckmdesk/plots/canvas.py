"""What the pictures of a perturbation table share: a pyqtgraph view without axes whose one item paints in pixels.

The item maps its data rectangles to pixels and paints cells and text there, so that text stays sharp and of one size.
"""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QToolTip, QWidget

from ckmdesk.theme import Theme

MOST_ROWS = 60  # of a longer table (ONS has 750 rows) the first rows are shown: no screen holds more


class Painted(pg.GraphicsObject):
    """An item of the whole view; `paint_pixels(painter, area)` paints in pixels of the view."""

    def __init__(self, paint_pixels: Callable[[QPainter, QRectF], None]) -> None:
        super().__init__()
        self._paint = paint_pixels
        self._area = QRectF(0, 0, 1, 1)

    def set_area(self, area: QRectF) -> None:
        self.prepareGeometryChange()
        self._area = area

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.save()
        painter.resetTransform()
        self._paint(painter, self._area)
        painter.restore()


class Canvas(pg.GraphicsView):
    """A picture that fills its widget. `picked(row)` when a row is clicked; hover tells exact figures."""

    picked = Signal(int)
    item: Painted | None = None  # pyqtgraph resizes the view before it is made

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, useOpenGL=False, background=None)
        self.theme = theme
        self.item = Painted(self.paint_pixels)
        self.addItem(self.item)
        self.item.set_area(QRectF(0, 0, self.width(), self.height()))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        theme.changed.connect(self.redraw)

    def paint_pixels(self, painter: QPainter, area: QRectF) -> None:
        """Paint the picture into `area` (pixels)."""

    def row_at(self, place: QPointF) -> int | None:
        """The row under a point."""
        return None

    def tip_at(self, place: QPointF) -> str:
        """The exact figures under a point."""
        return ""

    def redraw(self) -> None:
        """Paint anew."""
        if self.item is not None:
            self.item.update()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)
        area = QRectF(0, 0, self.width(), self.height())
        if self.item is not None:
            self.item.set_area(area)
        self.setRange(area, padding=0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        tip = self.tip_at(event.position())
        if tip:
            QToolTip.showText(event.globalPosition().toPoint(), tip, self)
        else:
            QToolTip.hideText()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position())
        if row is not None:
            self.picked.emit(row)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def wheelEvent(self, event: object) -> None:
        event.ignore()  # type: ignore[attr-defined]  # a QWheelEvent: the page scrolls, the picture does not zoom
