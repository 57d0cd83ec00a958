"""The nodes of a dimension as a tree: label, code, number of records. Confidential."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ckmcore.microdata.data import MISSING, Dimension
from ckmcore.numbers import Language, integer_text
from ckmdesk.faults import guarded
from ckmdesk.state.data_figures import NodeCounts
from ckmdesk.theme import Theme

Index = QModelIndex | QPersistentModelIndex
TOTAL = 0  # the first node of the tree


class NodeModel(QAbstractItemModel):
    """Node 0 is the total; below it the hierarchy, or the categories side by side, and what is missing."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._language: Language = "en"
        self._words: tuple[str, str, str] = ("", "", "")
        self._clear()

    def _clear(self) -> None:
        self._codes: list[str] = [""]
        self._labels: list[str] = [""]
        self._parents: list[int] = [-1]
        self._rows: list[int] = [0]
        self._children: dict[int, list[int]] = {}
        self._counts: list[int | None] = [None]

    def set_words(self, node: str, code: str, records: str) -> None:
        self._words = (node, code, records)

    def show_dimension(
        self, dimension: Dimension | None, counts: NodeCounts | None, total: str, language: Language
    ) -> None:
        """Lay the nodes out anew."""
        self.beginResetModel()
        self._language = language
        self._clear()
        if dimension is not None:
            self._labels[0] = total
            self._counts[0] = None if counts is None else counts.total
            hierarchy = dimension.hierarchy
            if hierarchy is None:
                for code in dimension.codes:
                    self._add(code, TOTAL, dimension, counts)
            else:
                for node in hierarchy.nodes:
                    self._add(node.code, node.parent + 1, dimension, counts)
                if MISSING in dimension.codes:
                    self._add(MISSING, TOTAL, dimension, counts)
        self.endResetModel()

    def _add(self, code: str, parent: int, dimension: Dimension, counts: NodeCounts | None) -> None:
        place = len(self._codes)
        siblings = self._children.setdefault(parent, [])
        self._codes.append(code)
        self._labels.append(dimension.label(code).text(self._language))
        self._parents.append(parent)
        self._rows.append(len(siblings))
        self._counts.append(None if counts is None else counts.by_code.get(code, 0))
        siblings.append(place)

    @guarded(QModelIndex())
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return self.createIndex(row, column, TOTAL) if row == 0 and self._labels[0] else QModelIndex()
        children = self._children.get(parent.internalId(), [])
        return self.createIndex(row, column, children[row]) if 0 <= row < len(children) else QModelIndex()

    @guarded(QModelIndex())
    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        above = self._parents[index.internalId()] if index.isValid() else -1
        return QModelIndex() if above < 0 else self.createIndex(self._rows[above], 0, above)

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return 1 if self._labels[0] else 0
        return len(self._children.get(parent.internalId(), [])) if parent.column() == 0 else 0

    @guarded(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 3

    @guarded()
    def data(self, index: Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        place, column = index.internalId(), index.column()
        if role == 0:
            if column == 0:
                return self._labels[place]
            if column == 1:
                return self._codes[place]
            count = self._counts[place]
            return "" if count is None else integer_text(count, self._language)
        if role == int(Qt.ItemDataRole.ToolTipRole) and column == 0:
            return self._labels[place]
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and column == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == int(Qt.ItemDataRole.FontRole) and place == TOTAL:
            return self._theme.font(bold=True)
        if role == int(Qt.ItemDataRole.ForegroundRole) and (column == 1 or (column == 2 and self._counts[place] == 0)):
            return self._theme.color("secondary")
        return None

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == 0 and orientation == Qt.Orientation.Horizontal:
            return self._words[section]
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and section == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None
