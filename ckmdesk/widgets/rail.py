"""The rail at the left: pages with icon and word; the chosen one has a soft fill and an accent bar of 3 px."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QVBoxLayout, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import RAIL_ITEM_HEIGHT, RAIL_WIDTH, STEP, Theme, set_kind
from ckmdesk.widgets.basic import Line
from ckmdesk.widgets.layouts import STRETCH, column_of

ICON = 20
ICON_TOP = 10
SMALLEST_POINTS = 6


def _words_width() -> int:
    """The room for words, px."""
    return px(RAIL_WIDTH) - 5


def _font_for(words: str, font: QFont) -> QFont:
    """The font, made smaller as far as the longest word ("Einstellungen") needs in order not to be cut."""
    smaller, words_width = QFont(font), _words_width()
    while smaller.pointSizeF() > SMALLEST_POINTS and any(
        QFontMetrics(smaller).horizontalAdvance(word) > words_width for word in words.split()
    ):
        smaller.setPointSizeF(smaller.pointSizeF() - 0.25)
    return smaller


class RailItem(QAbstractButton):
    """Entry of the rail; it is checked while its page is shown."""

    def __init__(self, theme: Theme, icon: str, *, checkable: bool = True) -> None:
        super().__init__()
        self._theme, self._icon = theme, icon
        self.setCheckable(checkable)
        self.setAutoExclusive(checkable)
        self.setFixedSize(px(RAIL_WIDTH) - 1, px(RAIL_ITEM_HEIGHT))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self._restyle)

    def set_word(self, word: str, tip: str = "") -> None:
        self.setText(word)
        self.setAccessibleName(word)
        self.setToolTip(tip)
        self._restyle()

    def _restyle(self) -> None:
        """Set the font again: a new style sheet removes fonts set on widgets."""
        word = self.text()
        self.setFont(_font_for(word, self._theme.small_font()))
        metrics, wrap = self.fontMetrics(), int(Qt.TextFlag.TextWordWrap)
        words = metrics.boundingRect(QRect(0, 0, _words_width(), 1000), wrap, word)
        more = max(words.height() - metrics.height(), 0)
        self.setFixedHeight(px(RAIL_ITEM_HEIGHT) + more)
        self.update()

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(RAIL_WIDTH) - 1, self.minimumHeight())

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        try:
            chosen = self.isChecked()
            if chosen:
                painter.fillRect(self.rect(), theme.color("accent_soft"))
                painter.fillRect(QRect(0, 0, 3, self.height()), theme.color("accent"))
            elif self.underMouse():
                painter.fillRect(self.rect(), theme.color("grid"))
            token = "accent" if chosen else "secondary"
            name = self._icon + "-filled" if chosen else self._icon
            rect = QRect((self.width() - px(ICON)) // 2, px(ICON_TOP), px(ICON), px(ICON))
            theme.icon(name, token).paint(painter, rect)
            painter.setFont(self.font())
            painter.setPen(theme.color(token))
            words = QRect(2, px(ICON_TOP) + px(ICON) + 2, self.width() - 4, self.height() - px(ICON_TOP) - px(ICON) - 4)
            flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
            painter.drawText(words, int(flags), self.text())
            if self.hasFocus():
                painter.setPen(theme.color("accent"))
                painter.drawRect(self.rect().adjusted(1, 1, -2, -2))
                painter.drawRect(self.rect().adjusted(2, 2, -3, -3))
        finally:
            painter.end()


class Rail(QFrame):
    """The rail: its entries in order, with a line before the first entry of the methodologist."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "rail")
        self.setFixedWidth(px(RAIL_WIDTH))
        self._theme = theme
        self._items: dict[str, RailItem] = {}
        self._line = Line()
        self._foot = QVBoxLayout()
        self._after_line: set[str] = set()
        self._column = column_of(STRETCH, self._foot, within=self, margins=(0, STEP, 0, STEP), spacing=0)

    def add(self, name: str, icon: str, *, after_line: bool = False) -> RailItem:
        """Add an entry at the end of the list."""
        item = RailItem(self._theme, icon if icon else "file")
        item.setObjectName(f"rail:{name}")
        item.clicked.connect(lambda: self.chosen.emit(name))
        if after_line and not self._after_line:
            self._column.insertSpacing(self._column.count() - 2, STEP)
            self._column.insertWidget(self._column.count() - 2, self._line)
            self._column.insertSpacing(self._column.count() - 2, STEP)
        if after_line:
            self._after_line.add(name)
        self._items[name] = item
        self._column.insertWidget(self._column.count() - 2, item)
        return item

    def add_foot(self, item: RailItem) -> None:
        """Add an entry at the lower end (help)."""
        self._foot.addWidget(item)

    def item(self, name: str) -> RailItem:
        return self._items[name]

    def show_only(self, names: set[str], chosen: str) -> None:
        """Show these entries and mark the selected one."""
        for name, item in self._items.items():
            item.setVisible(name in names)
            item.setAutoExclusive(False)
            item.setChecked(name == chosen)
            item.setAutoExclusive(True)
        self._line.setVisible(bool(self._after_line & names) and bool(names - self._after_line))
