"""What is larger than its room scrolls: pages and rail where text is large or the window small."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QBoxLayout, QFrame, QScrollArea, QSplitter, QWidget

from ckmdesk.base.faults import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import set_kind

FOLDS = "folds"
AROUND = 40  # px at 100 %, between such parts and the edges of the page
LEAST_FOLDED = 200  # px at 100 %, of what has a bar of its own


def folds(parts: QBoxLayout | QSplitter) -> None:
    """Parts beside one another stand under one another where a page that scrolls has no room for them."""
    parts.setProperty(FOLDS, True)


def _is_folded(parts: QBoxLayout | QSplitter) -> bool:
    if isinstance(parts, QSplitter):
        return parts.orientation() == Qt.Orientation.Vertical
    return parts.direction() == QBoxLayout.Direction.TopToBottom


def _inside(parts: QBoxLayout | QSplitter) -> list[QWidget]:
    """The widgets that stand beside one another."""
    if isinstance(parts, QSplitter):
        return [parts.widget(place) for place in range(parts.count())]
    found = (parts.itemAt(place) for place in range(parts.count()))
    return [one for item in found if item is not None and (one := item.widget()) is not None]


def _widths(parts: QBoxLayout | QSplitter) -> list[int]:
    """The least widths of what is shown of them."""
    shown = [one for one in _inside(parts) if not one.isHidden()]
    return [max(one.minimumWidth() or one.minimumSizeHint().width(), 0) for one in shown]


def _fold(parts: QBoxLayout | QSplitter, *, fold: bool) -> None:
    if isinstance(parts, QSplitter):
        parts.setOrientation(Qt.Orientation.Vertical if fold else Qt.Orientation.Horizontal)
    else:
        parts.setDirection(QBoxLayout.Direction.TopToBottom if fold else QBoxLayout.Direction.LeftToRight)
    for one in _inside(parts):
        _give_height(one, enough=fold)


def _give_height(part: QWidget, *, enough: bool) -> None:
    """What scrolls within a part gives way to nothing: under one another it keeps a height in which one can work."""
    areas = [*part.findChildren(QAbstractScrollArea), *([part] if isinstance(part, QAbstractScrollArea) else [])]
    for area in areas:
        fixed = area.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if enough and not fixed and area.minimumHeight() == 0 and area.maximumHeight() > px(LEAST_FOLDED):
            area.setProperty(FOLDS, True)
            area.setMinimumHeight(px(LEAST_FOLDED))
        elif not enough and area.property(FOLDS):
            area.setProperty(FOLDS, False)
            area.setMinimumHeight(0)


class Scrolled(QScrollArea):
    """Holds a widget with a layout: as large as the room there is, never smaller than its layout can be. Where its
    parts are wider than the room, those that may (`folds`) stand under one another.

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
        self._fold_to(room.width() - bar)
        least = layout.totalMinimumSize()
        wide, high = room.width(), room.height()
        for _ in range(2):
            needed = least.height()
            if layout.hasHeightForWidth():
                needed = max(needed, layout.totalMinimumHeightForWidth(max(wide, least.width())))
            wide = room.width() - (bar if needed > high else 0)
            high = room.height() - (bar if least.width() > wide else 0)
        self._inside.resize(max(wide, least.width()), max(high, needed))

    def _fold_to(self, room: int) -> None:
        """Fold what has no room beside one another, and unfold what has. It follows from widths alone: folding changes
        none of them, or one fit would call for another."""
        boxes: list[QBoxLayout | QSplitter] = [*self._inside.findChildren(QBoxLayout)]
        boxes += self._inside.findChildren(QSplitter)
        for parts in [one for one in boxes if one.property(FOLDS)]:
            widths = _widths(parts)
            gap = parts.handleWidth() if isinstance(parts, QSplitter) else max(parts.spacing(), 0)
            fold = sum(widths) + gap * (len(widths) - 1) + px(AROUND) > room
            if fold != _is_folded(parts):
                _fold(parts, fold=fold)

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
