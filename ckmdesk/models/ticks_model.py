"""A list of nodes with ticks, thousands of them, and a search in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ckmdesk.base.unexpected import guarded

Index = QModelIndex | QPersistentModelIndex
DISPLAY, CHECK = int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.CheckStateRole)
INDENT = "    "
FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable


class TickEntry(NamedTuple):
    """An entry of a list with ticks: the code, label and depth of a node."""

    code: str
    text: str
    depth: int


class TicksModel(QAbstractListModel):
    """Model of a list with ticks; emits `changed()` after every tick.

    Rows are the entries that match the search; ticks are those of all entries.
    """

    changed = Signal()

    def __init__(self, entries: Sequence[TickEntry], ticked: Collection[int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries = tuple(entries)
        self.ticked = set(ticked)
        self._rows: list[int] = list(range(len(self.entries)))

    @guarded(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._rows)

    @guarded(None)
    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if role == DISPLAY:
            entry = self.entries[self._rows[index.row()]]
            return INDENT * entry.depth + entry.text
        if role == CHECK:
            ticked = self._rows[index.row()] in self.ticked
            return int((Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked).value)
        return None

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        return FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    @guarded(False)
    def setData(self, index: Index, value: Any, role: int = DISPLAY) -> bool:
        if role != CHECK:
            return False
        self.tick([self._rows[index.row()]], ticked=Qt.CheckState(value) == Qt.CheckState.Checked)
        return True

    def tick(self, places: Collection[int], *, ticked: bool) -> None:
        """Tick or untick entries by their index."""
        if ticked:
            self.ticked.update(places)
        else:
            self.ticked.difference_update(places)
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1), [CHECK])
        self.changed.emit()

    def tick_shown(self, *, ticked: bool) -> None:
        """Tick or untick all entries that match the search."""
        self.tick(self._rows, ticked=ticked)

    def tick_below(self, row: int) -> None:
        """Tick an entry and everything below it; if all of it is ticked already, untick it."""
        entry_index = self._rows[row]
        depth, end = self.entries[entry_index].depth, entry_index + 1
        while end < len(self.entries) and self.entries[end].depth > depth:
            end += 1
        below_places = range(entry_index, end)
        self.tick(below_places, ticked=not self.ticked.issuperset(below_places))

    def search(self, text: str) -> None:
        """Leave the entries whose words or code hold the text."""
        wanted_text = text.strip().casefold()
        self.beginResetModel()
        self._rows = [
            entry_index
            for entry_index, entry in enumerate(self.entries)
            if wanted_text in entry.text.casefold() or wanted_text in entry.code.casefold()
        ]
        self.endResetModel()

    def codes(self) -> tuple[str, ...]:
        """Return the ticked codes in order; () if all are ticked."""
        if len(self.ticked) == len(self.entries):
            return ()
        return tuple(self.entries[entry_index].code for entry_index in sorted(self.ticked))
