"""Rows of a tree that are as high as their words need: the names of tables are long, and most begin alike."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from ckmdesk.faults import guarded
from ckmdesk.text_size import px
from ckmdesk.theme import ROW_HEIGHT

# Room for an icon or a tick and the gaps beside it.
DECORATION = 28
MOST_LINES = 4
LINE = "\u2028"
BELOW = int(Qt.ItemDataRole.UserRole) + 7
"""Role of the words that stand in a line of their own below an entry, and are not part of its name."""


class WrappedRows(QStyledItemDelegate):
    """The delegate of a tree with `setWordWrap(True)`; lay the items out anew when a column has another width."""

    def __init__(self, tree: QTreeView) -> None:
        super().__init__(tree)
        self._tree = tree

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        option.text = _words(index).replace("\n", LINE)  # type: ignore[attr-defined]

    @guarded(QSize(10, ROW_HEIGHT))
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        room = self._tree.columnWidth(index.column()) - px(DECORATION)
        if index.column() == 0:
            depth, above = 1, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            if self._tree.isFirstColumnSpanned(index.row(), index.parent()):
                room = self._tree.viewport().width() - px(DECORATION)
            room -= depth * self._tree.indentation()
        metrics = option.fontMetrics  # type: ignore[attr-defined]
        flags = int(Qt.TextFlag.TextWordWrap)
        words = metrics.boundingRect(QRect(0, 0, max(room, 40), 1 << 14), flags, _words(index))
        lines = min(MOST_LINES, max(1, round(words.height() / metrics.lineSpacing())))
        return QSize(40, max(px(ROW_HEIGHT), lines * metrics.lineSpacing() + 6))


def _words(index: QModelIndex | QPersistentModelIndex) -> str:
    name, below = str(index.data() or ""), index.data(BELOW)
    return f"{name}\n{below}" if below else name
