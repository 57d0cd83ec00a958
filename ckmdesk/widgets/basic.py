"""The small widgets that every page is made of."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import BAND_HEIGHT, MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.layouts import column_of, row_of


class Card(QFrame):
    """A surface with a border of 1 px and round corners; `body` is its layout."""

    def __init__(self, parent: QWidget | None = None, *, margin: int = MARGIN) -> None:
        super().__init__(parent)
        set_kind(self, "card")
        self.body = column_of(within=self, margins=margin, spacing=STEP)


class Line(QFrame):
    """A line of 1 px in the border's colour."""

    def __init__(self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "line")
        if orientation == Qt.Orientation.Horizontal:
            self.setFixedHeight(1)
        else:
            self.setFixedWidth(1)


def label(text: str = "", kind: str = "", *, wrap: bool = False, parent: QWidget | None = None) -> QLabel:
    """Make a label of a style sheet kind: title, heading, secondary, small, error, warning, ok, confidential."""
    q_label = QLabel(text, parent, textFormat=Qt.TextFormat.PlainText, wordWrap=wrap)
    if kind:
        set_kind(q_label, kind)
    return q_label


def add_field(grid: QGridLayout, field: QWidget, words: str, width: int) -> QLabel:
    """Add a field in the next row of a grid, behind its label, whose words are its accessible name. width: least one of
    the label, in px at 100 %. Returns the label."""
    field.setAccessibleName(words)
    word = label(words)
    word.setBuddy(field)
    word.setMinimumWidth(px(width))
    row = grid.rowCount()
    grid.addWidget(word, row, 0)
    grid.addWidget(field, row, 1)
    return word


class WrapLabel(QLabel):
    """Label of several lines whose height always holds its text, also beside widgets that stretch."""

    def __init__(self, text: str = "", kind: str = "") -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        if kind:
            set_kind(self, kind)

    def setText(self, text: str) -> None:
        if text != self.text():
            super().setText(text)
        self._fit()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @guarded()
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        # Not `heightForWidth`: it is never less than the least height that was set before.
        text_rect, wrap = self.contentsRect(), int(Qt.TextFlag.TextWordWrap)
        words = self.fontMetrics().boundingRect(0, 0, max(text_rect.width(), 1), 1 << 16, wrap, self.text())
        needed = words.height() + self.height() - text_rect.height()
        if needed != self.minimumHeight():
            self.setMinimumHeight(needed)


class WordLabel(WrapLabel):
    """Label of a field, in one line if there is room, else in several."""

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        words = self.fontMetrics().size(Qt.TextFlag.TextSingleLine, self.text())
        return QSize(words.width() + 2, max(words.height(), self.minimumHeight()))


class ElidedLabel(QLabel):
    """Label that elides its text to the available width and has the whole text as its tool tip."""

    def __init__(self, text: str = "", kind: str = "", mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._mode = mode
        self._whole = self._shown = ""
        self._lines = 1
        if kind:
            set_kind(self, kind)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        if text == self._whole:
            return
        self._whole = text
        self.setAccessibleName(text)
        self._fit()
        self.updateGeometry()

    def text_whole(self) -> str:
        return self._whole

    def set_lines(self, lines: int) -> None:
        """Set the number of lines; there is room for all of them, even if the text needs fewer."""
        if lines != self._lines:
            self._lines = lines
            self._fit()
            self.updateGeometry()

    @property
    def is_cut(self) -> bool:
        """Whether the room does not hold the whole text."""
        return self._shown != self._whole

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        beside = self.contentsMargins().left() + self.contentsMargins().right()
        return QSize(QFontMetrics(self.font()).horizontalAdvance(self._whole) + 2 + beside, self._height())

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(24, self._height())

    def _height(self) -> int:
        line_height = super().minimumSizeHint().height()
        return line_height if self._lines == 1 else self._lines * QFontMetrics(self.font()).lineSpacing() + 2

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @guarded()
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        available_width = max(self.contentsRect().width(), 24)
        *before, last = self._broken(available_width)
        last = QFontMetrics(self.font()).elidedText(last, self._mode, available_width)
        self._shown = "".join([*before, last])
        QLabel.setText(self, "\n".join([*before, last]))
        self.setToolTip(self._whole if self.is_cut else "")

    def _broken(self, available_width: int) -> list[str]:
        """Break the text into at most the set number of lines; the remainder is in the last one."""
        if self._lines == 1:
            return [self._whole]
        layout = QTextLayout(self._whole, self.font())
        layout.beginLayout()
        ends = [0]
        while len(ends) < self._lines and (line := layout.createLine()).isValid():
            line.setLineWidth(available_width)
            ends.append(line.textStart() + line.textLength())
        layout.endLayout()
        return [self._whole[start:end] for start, end in pairwise([*ends, None])]


class TitleLine(ElidedLabel):
    """Title or note of a fixed number of lines, so that nothing below it moves; `text` returns the whole text."""

    def setText(self, text: str) -> None:
        self.set_text(text)

    def text(self) -> str:
        return self.text_whole()


class ElidedCheckBox(QCheckBox):
    """Check box that elides its text; tool tip and screen reader have the whole text. A click in its line toggles
    it."""

    ROOM = 28  # of the box itself

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        self._whole = text
        self.setAccessibleName(text)
        self._fit()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        shown = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, self.width() - px(self.ROOM))
        self.setText(shown.replace("&", "&&"))
        self.setToolTip(self._whole if shown != self._whole else "")


class WrapCheckBox(QCheckBox):
    """Check box that wraps its text if there is no room for a single line."""

    ROOM, LEAST = 28, 200  # of the box itself, and of all

    def __init__(self) -> None:
        super().__init__()
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def set_text(self, text: str) -> None:
        self._whole = text
        self.setAccessibleName(text)
        self._fit()
        self.updateGeometry()

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        text_width = self.fontMetrics().horizontalAdvance(self._whole) + px(self.ROOM)
        return QSize(text_width, super().sizeHint().height())

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        return QSize(min(px(self.LEAST), self.sizeHint().width()), super().sizeHint().height())

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        available_width, lines = self.width() - px(self.ROOM), [""]
        for word in self._whole.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.fontMetrics().horizontalAdvance(longer) > available_width:
                lines.append(word)
            else:
                lines[-1] = longer
        shown_text = "\n".join(lines).replace("&", "&&")
        if shown_text != self.text():
            self.setText(shown_text)


class Stack(QStackedWidget):
    """Stack of widgets that is as small as the current one allows, not as the largest."""

    def __init__(self) -> None:
        super().__init__()
        self._policies: dict[QWidget, QSizePolicy] = {}
        self.currentChanged.connect(lambda _: self._ask_current())

    def addWidget(self, widget: QWidget) -> int:
        self._policies[widget] = widget.sizePolicy()
        index = super().addWidget(widget)
        self._ask_current()
        return index

    def _ask_current(self) -> None:
        """Ignore the size of the other widgets: Qt uses the largest height if the current one wraps."""
        ignored = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        for widget, policy in self._policies.items():
            widget.setSizePolicy(policy if widget is self.currentWidget() else ignored)
        self.updateGeometry()

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        shown = self.currentWidget()
        return super().minimumSizeHint() if shown is None else shown.minimumSizeHint().expandedTo(shown.minimumSize())


def select_alone(view: QAbstractItemView, index: QModelIndex) -> None:
    """Select a cell of a view, or its row where rows are selected, alone, whatever keys are held."""
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
    if view.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows:
        flags |= QItemSelectionModel.SelectionFlag.Rows
    view.selectionModel().setCurrentIndex(index, flags)


def select_row(view: QAbstractItemView, row: int) -> None:
    """Select this row of a view alone, whatever keys are held, and bring it into view."""
    index, flags = view.model().index(row, 0), QItemSelectionModel.SelectionFlag
    view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
    view.scrollTo(index)


def allow(widget: QWidget, refused: Sentence | None, language: Language, tip: str = "") -> None:
    """Enable a control, or disable it with the reason as tool tip and accessible description.

    `refused` is the reason, None to enable it; `tip` is the tool tip when it is enabled.
    """
    why = "" if refused is None else refused.text(language)
    widget.setEnabled(not why)
    widget.setToolTip(why or tip)
    widget.setAccessibleDescription(why)


class IconLabel(QLabel):
    """Icon of 16 px that follows the theme; it is always beside a word."""

    def __init__(self, theme: Theme, name: str, paint: str = "text", size: int = 16) -> None:
        super().__init__()
        self._theme, self._name, self._paint, self._size = theme, name, paint, size
        self.setFixedSize(px(size), px(size))
        theme.changed.connect(self._draw)
        self._draw()

    def set_icon(self, name: str, paint: str = "text") -> None:
        if (name, paint) != (self._name, self._paint):
            self._name, self._paint = name, paint
            self._draw()

    def _draw(self) -> None:
        self.setPixmap(self._theme.pixmap(self._name, self._paint, px(self._size), self.devicePixelRatioF()))


class IconButton(QToolButton):
    """Button with only an icon; its tool tip is also its accessible name."""

    def __init__(self, theme: Theme, name: str, tip: str = "", paint: str = "text", size: int = 16) -> None:
        super().__init__()
        self._theme, self._name, self._paint = theme, name, paint
        self.setIconSize(QSize(px(size), px(size)))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_tip(tip)
        theme.changed.connect(self._draw)
        self._draw()

    def set_tip(self, tip: str) -> None:
        self.setToolTip(tip)
        self.setAccessibleName(tip)

    def set_icon(self, name: str, paint: str = "text") -> None:
        self._name, self._paint = name, paint
        self._draw()

    def _draw(self) -> None:
        self.setIcon(self._theme.icon(self._name, self._paint))


class Band(QFrame):
    """The band with a lock and the word for confidential wherever originals are on the screen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "band")
        self.setFixedHeight(px(BAND_HEIGHT))
        self._word = label()
        font = self._word.font()
        font.setBold(True)
        self._word.setFont(font)
        self._why = ElidedLabel()
        row_of(
            IconLabel(theme, "lock", "confidential"),
            self._word,
            (self._why, 1),
            within=self,
            margins=(MARGIN, 0, MARGIN, 0),
            spacing=STEP,
        )
        self.set_text("")

    def set_text(self, why: str) -> None:
        """Set what is confidential on the page; to be called again after a change of language."""
        self._word.setText(self.tr("confidential"))
        self._why.set_text(why)
        self.setAccessibleName(self._word.text() + ": " + why)
