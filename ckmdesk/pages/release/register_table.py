"""The lists of the release page: releases in two lines each, cells that differ."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QIcon, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.list_view import as_list

ICON = 16
ENTRY_HEIGHT = 52  # px at 100 %, of two lines
Index = QModelIndex | QPersistentModelIndex
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def register_table(name: str) -> QTableView:
    """A list whose rows are chosen, without lines and numbers."""
    view = QTableView(objectName=name)
    set_kind(view, "list")
    as_list(view, rows=True, read_only=True)
    view.setWordWrap(False)
    view.horizontalHeader().setHighlightSections(False)
    return view


def release_list(name: str, theme: Theme) -> QTableView:
    """Make a list of releases: one column without head, two lines a row."""
    view = register_table(name)
    view.setShowGrid(False)
    view.setItemDelegate(TwoLines(theme, view))
    view.horizontalHeader().hide()
    view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    view.verticalHeader().setDefaultSectionSize(px(ENTRY_HEIGHT))
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return view


def bold_width(button: QPushButton) -> int:
    """Return the width of a button whose text is bold when it is chosen."""
    font = button.font()
    font.setBold(True)
    return QFontMetrics(font).horizontalAdvance(button.text()) + px(28)


class TwoLines(QStyledItemDelegate):
    """Delegate that paints the first line of an entry bold, the second secondary, its icon before both."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @guarded(QSize())
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(px(ENTRY_HEIGHT), px(ENTRY_HEIGHT))

    @guarded()
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect  # type: ignore[attr-defined]
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)  # type: ignore[attr-defined]
        theme = self._theme
        painter.save()
        if chosen:
            painter.fillRect(rect, theme.color("accent_soft"))
            painter.fillRect(rect.adjusted(0, 0, 3 - rect.width(), 0), theme.color("accent"))
        painter.setPen(theme.color("grid"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        first, _, second = str(index.data() or "").partition("\n")
        inner = rect.adjusted(STEP + 4, 4, -STEP, -4)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        half = inner.height() // 2
        if isinstance(icon, QIcon):
            side = px(ICON)
            icon.paint(painter, QRect(inner.left(), inner.top() + (half - side) // 2, side, side))
            inner.setLeft(inner.left() + side + STEP)
        font = painter.font()
        for top, text, bold, paint in ((inner.top(), first, True, "text"), (inner.top() + half, second, False, "")):
            font.setBold(bold)
            painter.setFont(font)
            painter.setPen(theme.color(paint or "secondary"))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(QRect(inner.left(), top, inner.width(), half), _LEFT, shown)
        if option.state & QStyle.StateFlag.State_HasFocus:  # type: ignore[attr-defined]
            painter.setPen(theme.color("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -2))
        painter.restore()
