"""The nodes of a dimension as a tree: label, code, number of records. Confidential."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ckmcore.base.numbers import Language, integer_text
from ckmcore.microdata.data import MISSING, Dimension
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import Theme
from ckmdesk.state.data_figures import NodeCounts
from ckmdesk.widgets.small_pictures import BAR

Index = QModelIndex | QPersistentModelIndex
TOTAL = 0  # the first node of the tree
EDIT = int(Qt.ItemDataRole.EditRole)

# Made once: flags are asked for thousands of times when many nodes are selected. (drop, drag, edit) -> flags.
_FLAGS = {
    (drop, drag, edit): Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | (Qt.ItemFlag.ItemIsDropEnabled if drop else Qt.ItemFlag.NoItemFlags)
    | (Qt.ItemFlag.ItemIsDragEnabled if drag else Qt.ItemFlag.NoItemFlags)
    | (Qt.ItemFlag.ItemIsEditable if edit else Qt.ItemFlag.NoItemFlags)
    for drop in (False, True)
    for drag in (False, True)
    for edit in (False, True)
}


class NodeModel(QAbstractItemModel):
    """Model of a hierarchy: node 0 is the total; below it are the nodes, or the flat categories, and the missing one.

    Emits `edited(code, column, text)` when a label (column 0) or the code of a group (column 1) was typed; the model
    itself does not change.
    """

    edited = Signal(str, int, str)

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._language: Language = "en"
        self._words: tuple[str, str, str] = ("", "", "")
        self.editing = False
        """Whether nodes may be moved and groups get other codes."""
        self.locked = False
        """Whether what is shown is no part of the statistic yet: its labels cannot be changed."""
        self._cut: frozenset[str] = frozenset()
        self._clear()

    def _clear(self) -> None:
        self._codes: list[str] = [""]
        self._labels: list[str] = [""]
        self._parents: list[int] = [-1]
        self._rows: list[int] = [0]
        self._children: dict[int, list[int]] = {}
        self._counts: list[int | None] = [None]
        self._places: dict[str, int] = {}

    def set_words(self, node: str, code: str, records: str) -> None:
        self._words = (node, code, records)

    def show_dimension(
        self, dimension: Dimension | None, counts: NodeCounts | None, total: str, language: Language
    ) -> None:
        """Show the nodes of a dimension."""
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
        node_index = len(self._codes)
        siblings = self._children.setdefault(parent, [])
        self._codes.append(code)
        self._labels.append(dimension.label(code).text(self._language))
        self._parents.append(parent)
        self._rows.append(len(siblings))
        self._counts.append(None if counts is None else counts.by_code.get(code, 0))
        self._places[code] = node_index
        siblings.append(node_index)

    # --- nodes by their code -------------------------------------------------------------------------------------

    def code_at(self, index: Index) -> str | None:
        """Return the code of a node; None for the total, the missing category and invalid indices."""
        if not index.isValid() or index.internalId() == TOTAL:
            return None
        return self._codes[index.internalId()] or None

    def index_of(self, code: str, column: int = 0) -> QModelIndex:
        """Return the index of a node; the total for the empty code."""
        node_index = self._places.get(code) if code else TOTAL
        return QModelIndex() if node_index is None else self.createIndex(self._rows[node_index], column, node_index)

    def is_group(self, index: Index) -> bool:
        """Return whether a node has children; the total always counts as one that has."""
        return index.isValid() and (index.internalId() == TOTAL or bool(self._children.get(index.internalId())))

    def next_code(self, index: Index) -> str | None:
        """The code of the next member of the same group."""
        node_index = index.internalId()
        siblings = self._children[self._parents[node_index]]
        row = self._rows[node_index] + 1
        return (self._codes[siblings[row]] or None) if row < len(siblings) else None

    def runs(self, places: Sequence[QModelIndex]) -> list[tuple[QModelIndex, QModelIndex]]:
        """Return nodes as ranges of neighbours: the first cell of the first and the last cell of the last."""
        wanted_rows = sorted((self._parents[index.internalId()], index.row(), index.internalId()) for index in places)
        runs: list[tuple[QModelIndex, QModelIndex]] = []
        for number, (parent, row, node_index) in enumerate(wanted_rows):
            start = self.createIndex(row, 0, node_index)
            if number and wanted_rows[number - 1][:2] == (parent, row - 1):
                start = runs.pop()[0]
            runs.append((start, self.createIndex(row, 2, node_index)))
        return runs

    def labels(self) -> dict[str, str]:
        """Return the labels of the nodes by code."""
        return dict(zip(self._codes[1:], self._labels[1:], strict=True))

    def set_cut(self, codes: Collection[str]) -> None:
        """Grey the nodes that wait to be put elsewhere."""
        self._cut = frozenset(codes)
        if len(self._codes) > 1:
            self.dataChanged.emit(self.index_of(""), self.index_of("", 2))

    # --- Qt ------------------------------------------------------------------------------------------------------

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

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        node_index, column = index.internalId(), index.column()
        is_known = bool(self._codes[node_index])
        called = column == 0 or (column == 1 and self.editing and node_index in self._children)
        return _FLAGS[self.editing, self.editing and is_known, is_known and called and not self.locked]

    @guarded(False)
    def setData(self, index: Index, value: Any, role: int = EDIT) -> bool:
        text = str(value).strip()
        if role != EDIT or not index.isValid() or text == self.data(index):
            return False
        if text or index.column() == 0:
            self.edited.emit(self._codes[index.internalId()], index.column(), text)
        return False

    @guarded()
    def data(self, index: Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        node_index, column = index.internalId(), index.column()
        if role in (0, EDIT):
            if column == 0:
                return self._labels[node_index]
            if column == 1:
                return self._codes[node_index]
            count = self._counts[node_index]
            return "" if count is None else integer_text(count, self._language)
        if role == BAR and column == 2 and node_index != TOTAL:
            count, total = self._counts[node_index], self._counts[TOTAL]
            return min(count / total, 1.0) if count is not None and total else None
        if role == int(Qt.ItemDataRole.ToolTipRole) and column == 0:
            return self._labels[node_index]
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and column == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == int(Qt.ItemDataRole.FontRole) and node_index == TOTAL:
            return self._theme.font(bold=True)
        if role == int(Qt.ItemDataRole.FontRole) and self._codes[node_index] in self._cut:
            font = self._theme.font()
            font.setItalic(True)
            return font
        if role == int(Qt.ItemDataRole.ForegroundRole):
            grey = (
                column == 1 or (column == 2 and self._counts[node_index] == 0) or self._codes[node_index] in self._cut
            )
            return self._theme.color("secondary") if grey and node_index != TOTAL else None
        return None

    @guarded()
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if role == 0 and orientation == Qt.Orientation.Horizontal:
            return self._words[section]
        if role == int(Qt.ItemDataRole.TextAlignmentRole) and section == 2:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None
