"""The item model of the table: figures as text, heads as full paths for screen readers. It tells, views paint."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from ckmcore.numbers import Language, integer_text
from ckmcore.sentences import say
from ckmcore.tabulate.layout import Layout, node_text
from ckmcore.tabulate.spec import TOTAL, TableSpec
from ckmdesk.state.table_view import TableView

Index = QModelIndex | QPersistentModelIndex

# Roles as ints: comparing enums costs most of a repaint (measured).
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
NOWHERE = QModelIndex()
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class AxisLabels:
    """Labels of the lines of an axis, made once per view and language.

    `total`: all levels are totals. `strong` (bold): these and the totals of the first level of a hierarchy. `tint`:
    other lines whose last level is a total.
    """

    def __init__(self, layout: Layout, axis: str, language: Language) -> None:
        found = layout.rows if axis == "rows" else layout.columns
        self.depth = found.depth
        self.texts: list[tuple[str, ...]] = []
        self.indents: list[tuple[int, ...]] = []
        self.total: list[bool] = []
        self.strong: list[bool] = []
        self.tint: list[bool] = []
        self.keys: list[tuple[int, ...]] = []
        self.bold: list[tuple[bool, ...]] = []
        spec: TableSpec = layout.spec
        deepest = max(found.segments, key=lambda segment: len(segment.levels), default=None)
        self.titles = (
            () if deepest is None else tuple(shown.title(language) for shown in deepest.levels)
        )
        for number, segment in enumerate(found.segments):
            nodes_of = [shown.dimension.nodes for shown in segment.levels]
            last = len(nodes_of) - 1
            for places in segment.positions.tolist():
                nodes = [dimension[place] for dimension, place in zip(nodes_of, places, strict=True)]
                texts = tuple(node_text(nodes, level, spec, language) for level in range(len(nodes)))
                self.texts.append(texts)
                self.indents.append(tuple(max(node.depth, 0) for node in nodes))
                self.total.append(bool(nodes) and all(node.code is TOTAL for node in nodes))
                top = bool(nodes) and nodes[0].depth == 0 and not nodes[0].leaf and not nodes[0].group
                rest = all(node.code is TOTAL for node in nodes[1:])
                self.strong.append(self.total[-1] or (last > 0 and top and rest))
                self.tint.append(bool(nodes) and nodes[last].code is TOTAL and not self.strong[-1])
                self.bold.append(tuple(node.code is TOTAL or (not node.leaf and node.depth == 0) for node in nodes))
                self.keys.append((number, *places))

    def __len__(self) -> int:
        return len(self.texts)

    def run(self, line: int, level: int) -> tuple[int, int]:
        """First and last line of the run that shares this line's labels down to `level`."""
        key = self.keys[line][: level + 2]
        first = last = line
        while first > 0 and self.keys[first - 1][: level + 2] == key:
            first -= 1
        while last + 1 < len(self.keys) and self.keys[last + 1][: level + 2] == key:
            last += 1
        return first, last

    def is_run_start(self, line: int, level: int) -> bool:
        return line == 0 or self.keys[line - 1][: level + 2] != self.keys[line][: level + 2]


class TableModel(QAbstractTableModel):
    """Rows and columns of a TableView. Several values stand beside one another in each column of the head."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: TableView | None = None
        self.language: Language = "en"
        self.rows: AxisLabels | None = None
        self.columns: AxisLabels | None = None

    def show(self, view: TableView | None, language: Language) -> None:
        """Show another view, whole."""
        self.beginResetModel()
        self.view, self.language = view, language
        self.rows = None if view is None else AxisLabels(view.layout, "rows", language)
        self.columns = None if view is None else AxisLabels(view.layout, "columns", language)
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
            return integer_text(self.figure(index.row(), index.column()), self.language)
        if role == ALIGNMENT:
            return RIGHT
        if role == ACCESSIBLE:
            row, column = index.row(), index.column()
            return f"{self.path('rows', row)}, {self.path('columns', column)}: {self.figure(row, column)}"
        return None

    def path(self, axis: str, line: int) -> str:
        """All labels of a line, outermost first, in one text."""
        labels = self.rows if axis == "rows" else self.columns
        if labels is None:
            return ""
        if axis == "columns":
            return ", ".join([*labels.texts[line // self.values], self.value_text(line)])
        return ", ".join(labels.texts[line])

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role in (DISPLAY, ACCESSIBLE):
            return self.path("rows" if orientation == Qt.Orientation.Vertical else "columns", section)
        return None
