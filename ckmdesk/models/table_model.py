"""The item model of the table: figures as text, heads as full paths for screen readers. It tells, views paint."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ckmcore.methods.protected import Sign
from ckmcore.numbers import Language, integer_text
from ckmcore.sentences import say
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.layout import Layout
from ckmcore.tabulate.spec import TOTAL
from ckmdesk.state.table_view import TableView

Index = QModelIndex | QPersistentModelIndex
Flags = NDArray[np.bool_]
Lines = NDArray[np.intp]

# Roles as ints: comparing enums costs most of a repaint (measured).
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
NOWHERE = QModelIndex()
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class AxisLabels:
    """Labels of the lines of an axis. Made once per view and language, off the window's thread; lines are looked up.

    `total`: all levels are totals. `strong` (bold): these and the totals of the first level of a hierarchy. `tint`:
    other lines whose last level is a total. One flag per line.
    """

    def __init__(self, layout: Layout, axis: str, language: Language) -> None:
        self._axis = layout.rows if axis == "rows" else layout.columns
        self.depth = self._axis.depth
        self._words = {kind: say(f"word_{kind}", language) for kind in ("total", "subtotal", "selected")}
        self._selected = any(condition.restricts for condition in layout.spec.filters)
        segments = self._axis.segments
        deepest = max(segments, key=lambda segment: len(segment.levels), default=None)
        self.titles = () if deepest is None else tuple(shown.title(language) for shown in deepest.levels)
        self._nodes = [[shown.dimension.nodes for shown in segment.levels] for segment in segments]
        self._texts = [[[node.label.text(language) for node in nodes] for nodes in levels] for levels in self._nodes]
        self.total, self.strong, self.tint = (
            np.concatenate([flags(number) for number in range(len(segments))])
            for flags in (self._total, self._strong, self._tint)
        )
        self._first, self._last = self._runs()

    def __len__(self) -> int:
        return len(self._axis)

    def _total(self, number: int) -> Flags:
        positions = self._axis.segments[number].positions
        return np.all(positions == 0, axis=1) if positions.shape[1] else np.zeros(len(positions), dtype=bool)

    def _strong(self, number: int) -> Flags:
        positions, total = self._axis.segments[number].positions, self._total(number)
        if positions.shape[1] < 2:
            return total
        nodes = self._nodes[number][0]
        top = np.array([node.depth == 0 and not node.leaf and not node.group for node in nodes])
        return total | (top[positions[:, 0]] & np.all(positions[:, 1:] == 0, axis=1))

    def _tint(self, number: int) -> Flags:
        positions = self._axis.segments[number].positions
        if not positions.shape[1]:
            return np.zeros(len(positions), dtype=bool)
        return (positions[:, -1] == 0) & ~self._strong(number)

    def _runs(self) -> tuple[Lines, Lines]:
        """First and last line of the run of each line and level (arrays: lines x levels)."""
        lines = len(self)
        changed = np.zeros((lines, max(self.depth, 1)), dtype=bool)
        for segment, start in zip(self._axis.segments, self._axis.starts, strict=False):
            positions = segment.positions
            if len(positions) and positions.shape[1]:
                differs = np.logical_or.accumulate(positions[1:] != positions[:-1], axis=1)
                changed[start + 1 : start + len(positions), : positions.shape[1]] = differs
                changed[start + 1 : start + len(positions), positions.shape[1] :] = differs[:, -1:]
            changed[start] = True
        numbers = np.arange(lines)[:, None]
        first = np.maximum.accumulate(np.where(changed, numbers, 0), axis=0)
        ends = np.vstack([changed[1:], np.ones((1, changed.shape[1]), dtype=bool)])
        last = np.minimum.accumulate(np.where(ends, numbers, lines)[::-1], axis=0)[::-1]
        return first, last

    def texts(self, line: int) -> tuple[str, ...]:
        """The labels of a line, outermost level first."""
        number, row = self._axis.locate(line)
        places = self._axis.segments[number].positions[row].tolist()
        found, outer_total = [], True
        for level, place in enumerate(places):
            if place == 0:
                kind = "selected" if self._selected else "total" if outer_total else "subtotal"
                found.append(self._words[kind])
            else:
                found.append(self._texts[number][level][place])
                outer_total = False
        return tuple(found)

    def node(self, line: int, level: int) -> Node:
        """The node of a level of a line."""
        number, row = self._axis.locate(line)
        return self._nodes[number][level][int(self._axis.segments[number].positions[row, level])]

    def widest(self, level: int) -> list[tuple[str, int, bool]]:
        """The different labels of a level: text, indent, bold. Few, whatever the number of lines."""
        used = ("selected",) if self._selected else ("total", "subtotal")
        found = {(self._words[kind], 0, True) for kind in used}
        for number, segment in enumerate(self._axis.segments):
            if level < len(segment.levels):
                nodes, texts = self._nodes[number][level], self._texts[number][level]
                for place in segment.levels[level].shown.tolist():
                    if place:
                        found.add((texts[place], max(nodes[place].depth, 0), level == 0 and is_bold(nodes[place])))
        return list(found)

    def run(self, line: int, level: int) -> tuple[int, int]:
        """First and last line of the run that shares this line's labels down to `level`."""
        return int(self._first[line, level]), int(self._last[line, level])

    def is_run_start(self, line: int, level: int) -> bool:
        return bool(self._first[line, level] == line)


def is_bold(node: Node) -> bool:
    """Totals, and the first level of a hierarchy, are bold in the outermost level."""
    return node.code is TOTAL or (not node.leaf and node.depth == 0)


class TableModel(QAbstractTableModel):
    """Rows and columns of a TableView. Several values stand beside one another in each column of the head."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: TableView | None = None
        self.language: Language = "en"
        self.rows: AxisLabels | None = None
        self.columns: AxisLabels | None = None

    def show(
        self, view: TableView | None, language: Language, labels: tuple[AxisLabels, AxisLabels] | None = None
    ) -> None:
        """Show another view, whole; `labels` of rows and columns where a job has made them already."""
        if view is not None and labels is None:
            labels = AxisLabels(view.layout, "rows", language), AxisLabels(view.layout, "columns", language)
        self.beginResetModel()
        self.view, self.language = view, language
        self.rows, self.columns = (None, None) if view is None or labels is None else labels
        self.endResetModel()

    @property
    def values(self) -> int:
        return 1 if self.view is None else len(self.view.matrices)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.rows is None or parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.columns is None or parent.isValid() else len(self.columns) * self.values

    def figure(self, row: int, column: int) -> int:
        """The published figure of a cell (rows and columns of the model)."""
        if self.view is None:
            return 0
        line, value = divmod(column, self.values)
        return int(self.view.matrices[value][row, line])

    def sign(self, row: int, column: int) -> str:
        """The sign that stands in the place of a figure; "" where the figure stands."""
        if self.view is None or self.view.signs is None:
            return ""
        return Sign(int(self.view.signs[row, column // self.values])).text

    def text(self, row: int, column: int) -> str:
        """The figure of a cell as it is printed, or the sign in its place."""
        return self.sign(row, column) or integer_text(self.figure(row, column), self.language)

    def noise(self, row: int, column: int) -> int:
        """The noise of a cell; 0 without insight."""
        if self.view is None or self.view.insight is None:
            return 0
        return int(self.view.insight.noise[row, column // self.values])

    def value_text(self, column: int) -> str:
        """The label of the value in a column."""
        if self.view is None:
            return ""
        value = self.view.spec.values[column % self.values]
        return value.label.text(self.language) or say(f"word_{value.kind}", self.language)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if role == DISPLAY:
            return self.text(index.row(), index.column())
        if role == ALIGNMENT:
            return RIGHT
        if role == ACCESSIBLE:
            row, column = index.row(), index.column()
            shown = self.sign(row, column) or str(self.figure(row, column))
            return f"{self.path('rows', row)}, {self.path('columns', column)}: {shown}"
        return None

    def path(self, axis: str, line: int) -> str:
        """All labels of a line, outermost first, in one text."""
        labels = self.rows if axis == "rows" else self.columns
        if labels is None:
            return ""
        if axis == "columns":
            return ", ".join([*labels.texts(line // self.values), self.value_text(line)])
        return ", ".join(labels.texts(line))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role in (DISPLAY, ACCESSIBLE):
            return self.path("rows" if orientation == Qt.Orientation.Vertical else "columns", section)
        return None
