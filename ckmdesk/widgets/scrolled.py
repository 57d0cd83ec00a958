"""What is larger than its room scrolls: pages and rail where text is large or the window small."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QBoxLayout,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLayout,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import set_kind
from ckmdesk.widgets.basic import Stack
from ckmdesk.widgets.layouts import STRETCH, Part, fill, gaps_of, parts_of, row_of

FOLDS = "folds"
AROUND = 40  # px at 100 %, between such parts and the edges of the page
LEAST_FOLDED = 200  # px at 100 %, of what has a bar of its own


# All that fold, of all windows, and how many there ever were. Looking for those of a page among hundreds of other parts
# takes a millisecond, and a page is fitted often: it remembers them until there are more.
_folding: list[QBoxLayout | QSplitter] = []
_ever = [0]


def folds(parts: QBoxLayout | QSplitter, around: int = AROUND) -> None:
    """Let a row of parts fold into a column where a scrolling page has no room for it.

    `around` is the width in px at 100 % between the parts and the page edges, together with the widgets beside them.
    """
    parts.setProperty(FOLDS, around)
    _folding.append(parts)
    _ever[0] += 1


class FoldingRow(QVBoxLayout):
    """Row of widgets that breaks into several lines where a scrolling page is too narrow.

    It takes widgets, shares and gaps as `row_of` does; gaps and STRETCH apply in a single line only.
    """

    def __init__(
        self, *parts: Part, spacing: int, margins: tuple[int, int, int, int] = (0, 0, 0, 0), around: int = AROUND
    ) -> None:
        super().__init__()
        self.setSpacing(spacing)
        self.setContentsMargins(*margins)
        folds(self, around)
        self._parts = parts
        self._lines: list[list[QWidget]] = []
        self.arrange(None)

    def widgets(self) -> list[QWidget]:
        """The widgets of the lines, in order."""
        widgets = (row_part[0] if isinstance(row_part, tuple) else row_part for row_part in self._parts)
        return [widget for widget in widgets if isinstance(widget, QWidget)]

    def arrange(self, room: int | None) -> None:
        """Arrange the widgets in lines; `room` is the largest width in px, None for a single line."""
        lines: list[list[QWidget]] = [[]]
        used_width = 0
        for widget in self.widgets():
            width = 0 if room is None or widget.isHidden() else least_width(widget) + self.spacing()
            if room is not None and lines[-1] and used_width + width - self.spacing() > room:
                lines.append([])
                used_width = 0
            lines[-1].append(widget)
            used_width += width
        if lines == self._lines:
            return
        self._lines = lines
        while (row := self.takeAt(0)) is not None:
            _emptied(row.layout())
        shares = {row_part[0]: row_part[1] for row_part in self._parts if isinstance(row_part, tuple)}
        for line in lines:
            row_parts = [(row_part, shares[row_part]) if row_part in shares else row_part for row_part in line]
            new_row = row_of(spacing=self.spacing())
            self.addLayout(
                new_row
            )  # before it is filled: of a full one Python would remember the items, see `parts_of`
            fill(new_row, *(self._parts if len(lines) == 1 else row_parts))
            if len(lines) > 1 and not shares.keys() & set(line):
                fill(new_row, STRETCH)


def _emptied(row: QLayout) -> None:
    """Remove the widgets from a line before it is deleted; they stay until another line takes them."""
    while row.takeAt(0) is not None:
        pass
    row.deleteLater()


def least_width(part: QWidget | QLayout) -> int:
    """Compute the minimum width of a part in px with all its folding rows unfolded, so that folding does not change
    it."""
    if isinstance(part, QWidget):
        return _least_of_widget(part)
    margins = part.contentsMargins()
    around = margins.left() + margins.right()
    if isinstance(part, QFormLayout):
        return part.totalMinimumSize().width()
    inner_parts = parts_of(part)
    widths = [_least_inside(inner_part) for inner_part in inner_parts]
    if isinstance(part, QGridLayout):
        columns: dict[int, int] = {}
        for part_, width in zip(inner_parts, widths, strict=True):
            _row, column, _rows, column_span = part.getItemPosition(part.indexOf(part_))  # type: ignore[misc]  # four numbers
            if column_span == 1:
                columns[column] = max(columns.get(column, 0), width)
        return around + sum(columns.values()) + max(part.horizontalSpacing(), 0) * max(len(columns) - 1, 0)
    if isinstance(part, FoldingRow):
        widths = [least_width(widget) for widget in part.widgets() if not widget.isHidden()]
    elif isinstance(part, QBoxLayout) and part.property(FOLDS) is None and part.direction() in _UPRIGHT:
        return around + max(widths, default=0)
    elif not isinstance(part, QBoxLayout):
        return part.totalMinimumSize().width()
    widths = [width for width in (*widths, *gaps_of(part)) if width]
    return around + sum(widths) + max(part.spacing(), 0) * max(len(widths) - 1, 0)


_UPRIGHT = (QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.BottomToTop)


def _least_inside(widget: QWidget | QLayout) -> int:
    return 0 if isinstance(widget, QWidget) and widget.isHidden() else least_width(widget)


def _least_of_widget(widget: QWidget) -> int:
    if (given_least := widget.minimumWidth()) > 0:
        return given_least
    if isinstance(widget, QSplitter):
        widgets = [widget.widget(index) for index in range(widget.count())]
        if widget.property(FOLDS) is not None or widget.orientation() == Qt.Orientation.Horizontal:
            return sum(_least_of_widget(widget) for widget in widgets) + widget.handleWidth() * (len(widgets) - 1)
        return max(_least_of_widget(widget) for widget in widgets)
    if isinstance(widget, QScrollArea):
        inner_widget = widget.widget()
        if inner_widget is None or widget.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            return max(widget.minimumSizeHint().width(), 0)
        return _least_of_widget(inner_widget) + widget.verticalScrollBar().sizeHint().width()
    if isinstance(widget, Stack):
        return _least_of_widget(shown) if (shown := widget.currentWidget()) is not None else 0
    if isinstance(widget, QStackedWidget | QTabWidget):
        return max((_least_of_widget(widget.widget(index)) for index in range(widget.count())), default=0)
    if (layout := widget.layout()) is not None:
        margins = widget.contentsMargins()
        return least_width(layout) + margins.left() + margins.right()
    return max(widget.minimumSizeHint().width(), 0)


def _is_folded(foldable: QBoxLayout | QSplitter) -> bool:
    if isinstance(foldable, QSplitter):
        return foldable.orientation() == Qt.Orientation.Vertical
    return foldable.direction() == QBoxLayout.Direction.TopToBottom


def _inner_widgets(foldable: QBoxLayout | QSplitter) -> list[QWidget]:
    """The widgets beside one another in `foldable`."""
    if isinstance(foldable, QSplitter):
        return [foldable.widget(index) for index in range(foldable.count())]
    return [widget for widget in parts_of(foldable) if isinstance(widget, QWidget)]


def _least_beside(foldable: QBoxLayout | QSplitter) -> int:
    """Compute the minimum width of parts side by side."""
    return _least_of_widget(foldable) if isinstance(foldable, QSplitter) else least_width(foldable)


def _fold(foldable: QBoxLayout | QSplitter, *, fold: bool) -> None:
    if isinstance(foldable, QSplitter):
        foldable.setOrientation(Qt.Orientation.Vertical if fold else Qt.Orientation.Horizontal)
    else:
        foldable.setDirection(QBoxLayout.Direction.TopToBottom if fold else QBoxLayout.Direction.LeftToRight)
    for widget in _inner_widgets(foldable):
        _give_height(widget, enough=fold)


def _give_height(widget: QWidget, *, enough: bool) -> None:
    """Give scroll areas within a part a usable minimum height when parts are folded (`enough`), or none."""
    areas = [*widget.findChildren(QAbstractScrollArea), *([widget] if isinstance(widget, QAbstractScrollArea) else [])]
    for area in areas:
        fixed = area.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if enough and not fixed and area.minimumHeight() == 0 and area.maximumHeight() > px(LEAST_FOLDED):
            area.setProperty(FOLDS, True)
            area.setMinimumHeight(px(LEAST_FOLDED))
        elif not enough and area.property(FOLDS):
            area.setProperty(FOLDS, False)
            area.setMinimumHeight(0)


class Scrolled(QScrollArea):
    """Scroll area for a widget with a layout, which fills the available room but is never below its minimum size.

    Rows that may fold (`folds`) do so if they are wider than the room. `sideways` allows horizontal scrolling; without
    it the area is as wide as the widget and its scroll bar. `within` is the future parent: Qt restyles all parts when a
    widget gets another one.
    """

    def __init__(self, widget: QWidget, *, sideways: bool = True, within: QWidget | None = None) -> None:
        super().__init__(within)
        self._inside = widget
        self._sideways = sideways
        self._known, self._mine = -1, list[QBoxLayout | QSplitter]()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        set_kind(self, "page")
        if not sideways:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(widget)
        widget.installEventFilter(self)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # What nobody sees is fitted when it is shown.
        if event.type() == QEvent.Type.LayoutRequest and watched is self._inside and self.isVisible():
            self.fit()
        return super().eventFilter(watched, event)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        self.fit()
        super().showEvent(event)

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return self._inside.sizeHint()

    def fit(self) -> None:
        """Resize the widget; a scroll bar at one side takes room from the other."""
        layout = self._inside.layout()
        if layout is None:
            return
        if not self._sideways:
            self._fit_upright(layout.totalMinimumSize())
            return
        viewport_size, bar = self.maximumViewportSize(), self.verticalScrollBar().sizeHint().width()
        self._fold_to(viewport_size.width() - bar)
        least = layout.totalMinimumSize()
        viewport_width, high = viewport_size.width(), viewport_size.height()
        for _ in range(2):
            needed = least.height()
            if layout.hasHeightForWidth():
                needed = max(needed, layout.totalMinimumHeightForWidth(max(viewport_width, least.width())))
            viewport_width = viewport_size.width() - (bar if needed > high else 0)
            high = viewport_size.height() - (bar if least.width() > viewport_width else 0)
        self._inside.resize(max(viewport_width, least.width()), max(high, needed))

    def _fold_to(self, available_width: int) -> None:
        """Fold rows that are too wide for the room, and unfold those that fit.

        It depends only on widths that folding does not change, so that one call is enough.
        """
        if self._known != _ever[0]:
            self._known, _folding[:] = _ever[0], [row_parts for row_parts in _folding if isValid(row_parts)]
            self._mine = [row_parts for row_parts in _folding if self._is_mine(row_parts)]
        for parts in [row_parts for row_parts in self._mine if isValid(row_parts)]:
            beside = available_width - px(parts.property(FOLDS))
            if isinstance(parts, FoldingRow):
                parts.arrange(beside)
            elif (fold := _least_beside(parts) > beside) != _is_folded(parts):
                _fold(parts, fold=fold)

    def _is_mine(self, foldable: QBoxLayout | QSplitter) -> bool:
        """Return whether a row belongs to this area, with no other folding area between."""
        holder = foldable if isinstance(foldable, QWidget) else foldable.parentWidget()
        while holder is not None and not isinstance(holder, Scrolled):
            holder = holder.parentWidget()
        return holder is self

    def _fit_upright(self, least: QSize) -> None:
        inside_width, high = self._inside.maximumWidth(), self.maximumViewportSize().height()
        self._inside.resize(inside_width, max(high, least.height()))
        self.setFixedWidth(inside_width + (self.verticalScrollBar().sizeHint().width() if least.height() > high else 0))


def grown(size: QSize, room: QSize) -> QSize:
    """A window's size at 100 %, larger with the text as far as the screen has room."""
    return QSize(
        max(size.width(), min(px(size.width()), room.width())),
        max(size.height(), min(px(size.height()), room.height())),
    )
