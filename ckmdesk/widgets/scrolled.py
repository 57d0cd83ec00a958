"""What is larger than its room scrolls: pages and rail where text is large or the window small."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from ckmdesk.base.faults import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import set_kind


class Scrolled(QScrollArea):
    """Holds a widget with a layout: as large as the room there is, never smaller than its layout can be.

    sideways: whether it may be wider than its room; else this is as wide as the widget, with a bar beside it.
    """

    def __init__(self, widget: QWidget, *, sideways: bool = True) -> None:
        super().__init__()
        self._inside = widget
        self._sideways = sideways
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_kind(self, "page")
        if not sideways:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(widget)
        widget.installEventFilter(self)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside:
            self.fit()
        return super().eventFilter(watched, event)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()

    def fit(self) -> None:
        """Give the widget its size; a bar at one side takes room from the other."""
        layout = self._inside.layout()
        if layout is None:
            return
        if not self._sideways:
            self._fit_upright(layout.totalMinimumSize())
            return
        room, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        least = layout.totalMinimumSize()
        wide, high = room.width(), room.height()
        for _ in range(2):
            needed = least.height()
            if layout.hasHeightForWidth():
                needed = max(needed, layout.totalMinimumHeightForWidth(max(wide, least.width())))
            wide = room.width() - (bar if needed > high else 0)
            high = room.height() - (bar if least.width() > wide else 0)
        self._inside.resize(max(wide, least.width()), max(high, needed))

    def _fit_upright(self, least: QSize) -> None:
        wide, high = self._inside.maximumWidth(), self.maximumViewportSize().height()
        self._inside.resize(wide, max(high, least.height()))
        self.setFixedWidth(wide + (self.verticalScrollBar().sizeHint().width() if least.height() > high else 0))


def grown(size: QSize, room: QSize) -> QSize:
    """A window's size at 100 %, larger with the text as far as the screen has room."""
    return QSize(
        max(size.width(), min(px(size.width()), room.width())),
        max(size.height(), min(px(size.height()), room.height())),
    )
