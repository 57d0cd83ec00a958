"""Records per twentieth of the record keys' range, with the line where equal shares would end."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ckmcore.base.numbers import Language, integer_text, shortest_text
from ckmcore.ptable.floor.key_report import KeyReport
from ckmdesk.accessibility.interfaces import Pictured
from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.state.figures import PictureFigures

TOP, BOTTOM = 10, 36


class KeyHistogram(QWidget):
    """Histogram of keys. Hovering shows a bar's exact figures; arrow keys go from bar to bar."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._at = 0  # the bar that keys have reached
        self._report: KeyReport | None = None
        self._language: Language = "en"
        self._caption = ""
        self.setMinimumSize(px(200), px(110))
        self.setMaximumHeight(px(250))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMouseTracking(True)
        theme.changed.connect(self.update)

    def show_report(self, report: KeyReport | None, caption: str, language: Language) -> None:
        """Show the bars of a report; `caption` names the axis."""
        self._report, self._caption, self._language = report, caption, language
        if report is not None:
            low, high = (integer_text(edge(report.bins), language) for edge in (min, max))
            self.setAccessibleName(f"{caption}: {low} – {high}")
            self._go_to(min(self._at, len(report.bins) - 1))
        self.update()

    def figures(self) -> PictureFigures:
        """Return each bar as a row: its ends, its records, and the expected number for equal shares."""
        report = self._report
        if report is None:
            return PictureFigures((), ())
        bins, language = len(report.bins), self._language
        edges = [self._mark(index / bins) for index in range(bins + 1)]
        expected = integer_text(round(report.expected), language)
        rows = zip(edges, edges[1:], (integer_text(bin_count, language) for bin_count in report.bins), strict=False)
        heads = (self.tr("from"), self.tr("to"), self.tr("records"), self.tr("expected"))
        return PictureFigures(heads, tuple((*row, expected) for row in rows))

    def by_ear(self) -> Pictured:
        """Picture for a screen reader, with the current bar as its point."""
        return Pictured(self, lambda: self.bar_words(self._at))

    def _go_to(self, index: int) -> None:
        self._at = index
        words = self.bar_words(index)
        self.setAccessibleDescription(words)
        if self.hasFocus():
            announce(words)
        self.update()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        last_bin, keys = (0 if self._report is None else len(self._report.bins) - 1), Qt.Key
        place_of_key = {
            keys.Key_Left: self._at - 1,
            keys.Key_Right: self._at + 1,
            keys.Key_Home: 0,
            keys.Key_End: last_bin,
        }
        bin_index = place_of_key.get(Qt.Key(event.key()))
        if bin_index is None:
            super().keyPressEvent(event)
        elif 0 <= bin_index <= last_bin:
            self._go_to(bin_index)

    @guarded()
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(250), px(150))

    def _area(self) -> QRectF:
        report = self._report
        words = "" if report is None else integer_text(round(report.expected), self._language)
        left = self.fontMetrics().horizontalAdvance(words) + 12
        return QRectF(left, px(TOP), max(self.width() - left - 8, 20), max(self.height() - px(TOP) - px(BOTTOM), 20))

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        report, theme = self._report, self._theme
        if report is None or not report.keys:
            return
        painter = QPainter(self)
        painter.setFont(theme.small_font())
        area = self._area()
        highest = max(*report.bins, report.expected) * 1.04
        step = area.width() / len(report.bins)
        for index, count in enumerate(report.bins):
            height = area.height() * count / highest
            painter.fillRect(
                QRectF(area.left() + index * step + 1, area.bottom() - height, step - 2, height), theme.bar
            )
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
            painter.drawRect(QRectF(area.left() + self._at * step, area.top(), step, area.height()))
        painter.setPen(QPen(theme.color("frame"), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        line = area.bottom() - area.height() * report.expected / highest
        painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), line), QPointF(area.right(), line))
        painter.setPen(theme.color("secondary"))
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        expected = integer_text(round(report.expected), self._language)
        painter.drawText(QRectF(0, line - 8, area.left() - 6, 16), right, expected)
        painter.drawText(QRectF(0, area.bottom() - 8, area.left() - 6, 16), right, "0")
        center = int(Qt.AlignmentFlag.AlignCenter)
        for share in (0.0, 0.5, 1.0):
            x = area.left() + share * area.width()
            painter.drawText(QRectF(x - 40, area.bottom() + 2, 80, 15), center, self._mark(share))
        painter.drawText(QRectF(0, area.bottom() + 18, self.width(), 16), center, self._caption)
        painter.end()

    def _mark(self, share: float) -> str:
        report = self._report
        if report is None or report.digits is not None:
            return shortest_text(share, self._language)
        return integer_text(round(share * report.modulus), self._language)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        tip = self.tip_at(event.position().toPoint())
        if tip:
            QToolTip.showText(event.globalPosition().toPoint(), tip, self)
        else:
            QToolTip.hideText()

    def tip_at(self, point: QPoint) -> str:
        """The figures of the bar under a point."""
        report, area = self._report, self._area()
        if report is None or not area.contains(point):
            return ""
        bins = len(report.bins)
        return self.bar_words(min(int((point.x() - area.left()) / area.width() * bins), bins - 1))

    def bar_words(self, place: int) -> str:
        """Return the ends of a bar and its number of records as text."""
        report = self._report
        if report is None:
            return ""
        bins = len(report.bins)
        edges = f"{self._mark(place / bins)} – {self._mark((place + 1) / bins)}"
        return f"{edges}: {integer_text(report.bins[place], self._language)}"
