"""Rows of a tree that are as high as their words need: the names of tables are long, and most begin alike."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme

# Room for an icon or a tick and the gaps beside it.
DECORATION = 28
MOST_LINES = 4
LINE = "\u2028"  # begins a line within the words of an entry
BELOW = int(Qt.ItemDataRole.UserRole) + 7
"""Role of the words that stand in a line of their own below an entry, and are not part of its name."""


class WrappedRows(QStyledItemDelegate):
    """Delegate of a tree with `setWordWrap(True)`; lay the items out again when the width of a column changes."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree

    @guarded(QSize(10, ROW_HEIGHT))
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        available_width = self._tree.columnWidth(index.column()) - px(DECORATION)
        if index.column() == 0:
            depth, above = 1, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            if self._tree.isFirstColumnSpanned(index.row(), index.parent()):
                available_width = self._tree.viewport().width() - px(DECORATION)
            available_width -= depth * self._tree.indentation()
        metrics = option.fontMetrics  # type: ignore[attr-defined]
        flags = int(Qt.TextFlag.TextWordWrap)
        words = metrics.boundingRect(QRect(0, 0, max(available_width, 40), 1 << 14), flags, str(index.data()))
        lines = min(MOST_LINES, max(1, round(words.height() / metrics.lineSpacing())))
        return QSize(40, max(px(ROW_HEIGHT), lines * metrics.lineSpacing() + 6))


class RowsWithState(WrappedRows):
    """Delegate that adds a line with the text of `BELOW` under each entry, small and in the second colour."""

    def __init__(self, tree: QTreeView, theme: Theme) -> None:
        super().__init__(tree)
        self._theme = theme

    @guarded()
    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.data(BELOW):
            option.text = f"{index.data()}{LINE} "  # type: ignore[attr-defined]

    @guarded(QSize(10, ROW_HEIGHT))
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        if index.data(BELOW):
            size.setHeight(size.height() + option.fontMetrics.lineSpacing())  # type: ignore[attr-defined]
        return size

    @guarded()
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        below = index.data(BELOW)
        if not below:
            return
        whole = QStyleOptionViewItem(option)
        self.initStyleOption(whole, index)
        text_element = QStyle.SubElement.SE_ItemViewItemText
        text_rect = self._tree.style().subElementRect(text_element, whole, self._tree).adjusted(3, 0, -1, -3)
        painter.save()
        painter.setFont(self._theme.font(points=9))
        painter.setPen(self._theme.color("secondary"))
        words = painter.fontMetrics().elidedText(below, Qt.TextElideMode.ElideRight, text_rect.width())
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, words)
        painter.restore()
