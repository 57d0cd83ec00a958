"""Small pictures beside figures: a bar in a cell, a line over periods. The figures themselves are always written."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme

BAR = int(Qt.ItemDataRole.UserRole)
"""The role of the share of the largest number, 0 to 1; None where a cell has no bar."""
NUMBER_WIDTH, BAR_HEIGHT, BAR_MARGIN = 62, 8, 10
LINE_WIDTH, LINE_HEIGHT, POINT = 160, 24, 3


class BarDelegate(QStyledItemDelegate):
    """Delegate that paints a bar at the left of the number, its share of the largest, and an icon behind it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @guarded()
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.decorationPosition = QStyleOptionViewItem.Position.Right

    @guarded()
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        share = index.data(BAR)
        if share is None:
            return
        cell: QRect = option.rect
        bar_width = cell.width() - px(NUMBER_WIDTH) - 2 * px(BAR_MARGIN)
        if bar_width < px(BAR_HEIGHT):
            return
        top = cell.top() + (cell.height() - px(BAR_HEIGHT)) // 2
        track = QRect(cell.left() + px(BAR_MARGIN), top, bar_width, px(BAR_HEIGHT))
        painter.fillRect(track, self._theme.color("grid"))
        painter.fillRect(
            QRect(track.left(), top, round(bar_width * share), px(BAR_HEIGHT)), self._theme.color("secondary")
        )


class SmallLine(QWidget):
    """Line over numbers, from 0 to the largest; None is a gap. Its accessible name holds the numbers."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.numbers: tuple[int | None, ...] = ()
        self.setFixedSize(px(LINE_WIDTH), px(LINE_HEIGHT))
        theme.changed.connect(self.update)
        self.hide()

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(LINE_WIDTH), px(LINE_HEIGHT))

    def show_numbers(self, numbers: Sequence[int | None], text: str) -> None:
        """Show numbers, of which at least two make a line; `text` holds them in words."""
        self.numbers = tuple(numbers)
        self.setVisible(sum(number is not None for number in numbers) > 1)
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.update()

    def points(self) -> list[QPointF | None]:
        """Return the place of each number."""
        return _line_points(self.numbers, self.size())

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        _paint_line(painter, self._theme, self.points())
        painter.end()


def line_image(theme: Theme, numbers: Sequence[int | None], ratio: float) -> QImage:
    """The same line as an image. ratio: pixels of the screen."""
    size = QSize(px(LINE_WIDTH), px(LINE_HEIGHT))
    image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    _paint_line(painter, theme, _line_points(numbers, size))
    painter.end()
    return image


def _line_points(numbers: Sequence[int | None], size: QSize) -> list[QPointF | None]:
    """Places of numbers over a line at 0, or at the least one where that is below."""
    known = [number for number in numbers if number is not None]
    least = min([0, *known])
    most = (max([0, *known]) - least) or 1
    across, down = size.width() - 2 * px(POINT), size.height() - 2 * px(POINT)
    step = across / max(len(numbers) - 1, 1)
    return [
        None if number is None else QPointF(px(POINT) + place * step, px(POINT) + down * (1 - (number - least) / most))
        for place, number in enumerate(numbers)
    ]


def _paint_line(painter: QPainter, theme: Theme, places: Sequence[QPointF | None]) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    color, run = theme.color("accent"), list[QPointF]()
    painter.setPen(QPen(color, 1.5))
    for point in (*places, None):
        if point is not None:
            run.append(point)
            continue
        painter.drawPolyline(QPolygonF(run))
        run = []
    painter.setBrush(color)
    for point in filter(None, places[-1:]):
        painter.drawEllipse(point, px(POINT) - 1, px(POINT) - 1)
