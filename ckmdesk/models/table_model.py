"""The item model of the table: figures as text, heads as full paths for screen readers. Views paint."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from ckmcore.base.numbers import Language, integer_text, scaled_text
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.spec import PERIOD, TOTAL
from ckmdesk.state.headings import Heading, HeadingMap, named_by, parent_of, place_among, sorted_by
from ckmdesk.state.hidden import TABLE_SIDES, HiddenMark, TableSide
from ckmdesk.state.table_view import TableView, zero_dash

Index = QModelIndex | QPersistentModelIndex

# Roles as ints: comparing enums costs most of a repaint (measured).
DISPLAY = int(Qt.ItemDataRole.DisplayRole)
ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
ACCESSIBLE = int(Qt.ItemDataRole.AccessibleTextRole)
NOWHERE = QModelIndex()
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


WORDS = (
    str(QT_TRANSLATE_NOOP("TableHeadings", "Row %1")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "Column %1")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "level %1 of %2")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "level %1")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "under %1")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "sorted descending")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "sorted ascending")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "expanded")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "collapsed")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "%1 of %2")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "1 row")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "%1 rows")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "1 column")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "%1 columns")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "1 hidden row, Enter shows it")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "%1 hidden rows, Enter shows them")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "1 hidden column, Enter shows it")),
    str(QT_TRANSLATE_NOOP("TableHeadings", "%1 hidden columns, Enter shows them")),
)


def labels_of(view: TableView) -> tuple[AxisLabels, AxisLabels]:
    """The labels of rows and columns, with the marks of footnotes."""
    return view.presented.stub(value_words(view) if view.in_rows else ()), view.presented.labels["columns"]


def value_words(view: TableView) -> list[str]:
    """Return the heading of each column of figures, with the marks of footnotes."""
    language = view.presented.language
    beside = len(view.shown) > len(view.spec.values)
    texts = []
    for shown in view.shown:
        text, mark = shown.label.text(language), view.marks.of_value(shown.number)
        text = f"{text}\N{NO-BREAK SPACE}{mark}" if mark else text  # no mark alone on a line
        plain = shown.side == "published" and not beside
        side = "tried" if shown.side == "published" and view.trial.is_trial else shown.side
        texts.append(text if plain else say(f"side_{side}", language, value=text))
    return texts


MOST_SOUGHT = 1000  # lines of a head among which periods are sought


class TableModel(QAbstractTableModel):
    """Model of a TableView. Several values are side by side in each column of the head."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.view: TableView | None = None
        self.language: Language = "en"
        self._words: list[str] = []
        # Asked for every cell of a repaint.
        self._in_rows, self._values, self._some_empty = False, 1, False
        self._sorted: dict[TableSide, tuple[int, bool] | None] | None = None
        self.rows: AxisLabels | None = None
        self.columns: AxisLabels | None = None

    def show(self, view: TableView | None, labels: tuple[AxisLabels, AxisLabels] | None = None) -> None:
        """Show another view; `labels` of rows and columns if a job has made them already. None shows nothing."""
        if view is not None and labels is None:
            labels = labels_of(view)
        self.beginResetModel()
        self._sorted = None
        self.view, self.language = view, self.language if view is None else view.presented.language
        self._words = [] if view is None else value_words(view)
        self._in_rows = view is not None and view.in_rows
        self._values = 1 if view is None or self._in_rows else len(view.shown)
        self.rows, self.columns = (None, None) if view is None or labels is None else labels
        self._some_empty = any(
            axis_labels is not None and bool(axis_labels.empty.any()) for axis_labels in (self.rows, self.columns)
        )
        self.endResetModel()

    @property
    def values(self) -> int:
        """Return the number of columns of figures under each line of the head; 1 if values have rows of their own."""
        return self._values

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.rows is None or parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if self.columns is None or parent.isValid() else len(self.columns) * self.values

    def place(self, row: int, column: int) -> tuple[int, int, int]:
        """Line of the stub, line of the head and value (of `TableView.shown`) of a cell."""
        if self.view is None or self.rows is None:
            return row, column, 0
        if self._in_rows:
            return int(self.rows.line_of[row]), column, int(self.rows.value_of[row])
        return row, *divmod(column, self._values)

    def cell(self, line: int, head_line: int, value: int) -> tuple[int, int]:
        """Row and column of a line of the stub, a line of the head and a value."""
        if self.view is None or self.rows is None:
            return line, head_line
        if self.view.in_rows:
            return self.rows.row_of(line, value), head_line
        return line, head_line * len(self.view.shown) + value

    def figure(self, row: int, column: int) -> int:
        """Return the figure of a cell (model row and column), scaled by 10^decimals of its value."""
        if self.view is None:
            return 0
        line, head_line, value = self.place(row, column)
        return int(self.view.shown[value].matrix[line, head_line])

    def sign(self, row: int, column: int) -> Sign:
        """Return the sign that replaces or surrounds the figure of a cell."""
        if self.view is None:
            return Sign.NONE
        line, head_line, value = self.place(row, column)
        signs = self.view.shown[value].signs
        return Sign.NONE if signs is None else Sign(int(signs[line, head_line]))

    def over_time(self, row: int) -> list[tuple[str, int]]:
        """Label and column of each period in the head, over all other variables there; [] where a row has none."""
        view = self.view
        has_line = view is not None and not self._in_rows and 0 <= row < self.rowCount()
        if view is None or not has_line or len(view.layout.columns) > MOST_SOUGHT:
            return []
        periods = []
        for line in range(len(view.layout.columns)):
            number, place = view.layout.columns.locate(line)
            segment = view.layout.columns.segments[number]
            nodes = {
                level.dimension.name: level.dimension.nodes[node]
                for level, node in zip(segment.levels, segment.positions[place].tolist(), strict=True)
            }
            period = nodes.pop(PERIOD, None)
            if period is None or segment.empty[place] or period.code is TOTAL:
                continue
            if all(node.code is TOTAL for node in nodes.values()):
                periods.append((period.label.text(self.language) or str(period.code), line * self._values))
        return periods

    def is_empty(self, row: int, column: int) -> bool:
        """Return whether a cell belongs to a line without figures: a block label, a heading, a blank line."""
        if self.rows is None or self.columns is None:
            return False
        return bool(self.rows.empty[row] or self.columns.empty[column // self.values])

    def text(self, row: int, column: int) -> str:
        """Return the printed figure of a cell, or the sign that replaces it."""
        view = self.view
        if view is None or (self._some_empty and self.is_empty(row, column)):
            return ""
        line, head_line, value = self.place(row, column)
        shown = view.shown[value]
        if shown.held is not None and not shown.held[line, head_line]:
            return ""
        sign = 0 if shown.signs is None else int(shown.signs[line, head_line])
        figure = int(shown.matrix[line, head_line])
        text = scaled_text(figure, shown.places, self.language)
        if sign:
            text = view.presented.office.around(Sign(sign), text)
        elif not figure:
            text = zero_dash(view, shown) or text
        if view.marks.cells and shown.number == 0:
            mark = view.marks.of_cell(line, head_line, view.layer)
            return f"{text} {mark}" if mark else text
        return text

    def texts(self, rows: range, columns: range) -> list[list[str]]:
        """Return the texts of a rectangle of cells, row by row; a table of plain figures is formatted at once."""
        view = self.view
        plain = view is not None and len(view.shown) == 1 and not self._some_empty and not view.marks.cells
        if view is None or not plain or view.shown[0].signs is not None or view.shown[0].held is not None:
            return [[self.text(row, column) for column in columns] for row in rows]
        shown = view.shown[0]
        figures = shown.matrix[rows.start : rows.stop, columns.start : columns.stop].tolist()
        texts = [[scaled_text(figure, shown.places, self.language) for figure in line] for line in figures]
        dash = zero_dash(view, shown)
        if not dash:
            return texts
        lines = zip(texts, figures, strict=True)
        return [[text if figure else dash for text, figure in zip(*line, strict=True)] for line in lines]

    def noise(self, row: int, column: int) -> int:
        """Return the noise of a cell; 0 without insight and for derived values."""
        if self.view is None or self.view.insight is None or self.is_empty(row, column):
            return 0
        line, head_line, value = self.place(row, column)
        noise = self.view.insight.noise[self.view.shown[value].number]
        return 0 if noise is None else int(noise[line, head_line])

    def mark(self, row: int, column: int) -> str:
        """Return the mark beside the figure of a cell; mostly ""."""
        view = self.view
        if view is None or not view.marked:
            return ""
        line, head_line, value = self.place(row, column)
        return view.marked.get((line, head_line, view.shown[value].number), "")

    def is_sensitive(self, row: int, column: int) -> bool:
        """Return whether the primary rules mark a cell; false without insight."""
        insight = None if self.view is None else self.view.insight
        if self.view is None or insight is None or insight.sensitive is None or self.is_empty(row, column):
            return False
        line, head_line, value = self.place(row, column)
        return bool(insight.sensitive[self.view.shown[value].number][line, head_line])

    def value_text(self, column: int) -> str:
        """Return the label of the value in a column; "" if values are in the rows."""
        if self.view is None or self.view.in_rows:
            return ""
        return self._words[column % len(self._words)]

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if role == DISPLAY:
            return self.text(index.row(), index.column())
        if role == ALIGNMENT:
            return RIGHT
        if role == ACCESSIBLE:
            row, column = index.row(), index.column()
            shown = self.text(row, column)
            if self.view is not None and shown and not self.view.shown[self.place(row, column)[2]].places:
                shown = self.view.presented.office.around(self.sign(row, column), str(self.figure(row, column)))
            mark = self.mark(row, column)
            return f"{shown} ({mark})" if mark else shown  # a screen reader says the heads of row and column itself
        return None

    def path(self, axis: str, line: int) -> str:
        """Return all labels of a line, outermost first, as one text; `axis` is `rows` or `columns`."""
        labels = self.rows if axis == "rows" else self.columns
        if labels is None:
            return ""
        if axis == "columns":
            return ", ".join(text for text in (labels.path(line // self.values), self.value_text(line)) if text)
        return labels.path(line)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if role == DISPLAY:
            return self.path("rows" if orientation == Qt.Orientation.Vertical else "columns", section)
        if role == ACCESSIBLE:
            headings = self.headings("rows" if orientation == Qt.Orientation.Vertical else "columns")
            heading = None if headings is None else headings.at(headings.levels - 1, section)
            return "" if heading is None else self.spoken(heading)
        return None

    # --- headings ------------------------------------------------------------------------------------------------

    def headings(self, axis: TableSide) -> HeadingMap | None:
        """The headings of an axis."""
        if self.rows is None or self.columns is None:
            return None
        return HeadingMap("rows", self.rows) if axis == "rows" else HeadingMap("columns", self.columns, self._values)

    def sorted_along(self, axis: TableSide) -> tuple[int, bool] | None:
        """Return by which line the rows (or columns) are sorted, and whether the largest comes first; None if unsorted.

        `axis` is the axis that is sorted; the line is a column (or row) of the screen.
        """
        if self._sorted is None:
            self._sorted = {table_side: self._sorted_along(table_side) for table_side in TABLE_SIDES}
        return self._sorted[axis]

    def _sorted_along(self, axis: TableSide) -> tuple[int, bool] | None:
        if self.view is None or self.rows is None:
            return None
        found_sorted = sorted_by(self.view, "columns" if axis == "rows" else "rows")
        if found_sorted is None:
            return None
        wanted_indices = [
            index
            for index, shown_value in enumerate(self.view.shown)
            if (shown_value.number, shown_value.side) == (found_sorted.value, "published")
        ]
        value = wanted_indices[0] if wanted_indices else 0
        if axis == "rows":
            return self.rows.row_of(found_sorted.line, value), found_sorted.descending
        return found_sorted.line * self._values + (value if self._values > 1 else 0), found_sorted.descending

    def heading_text(self, heading: Heading) -> str:
        """The label of a heading."""
        headings = self.headings(heading.axis)
        text = "" if headings is None else headings.text(heading)
        return text or (self.value_text(heading.first) if heading.axis == "columns" else "")

    def spoken(self, heading: Heading) -> str:
        """Return the text of a heading for screen readers: its label, its position, how the table is sorted by it."""
        headings = self.headings(heading.axis)
        if headings is None or self.view is None:
            return ""
        by_row = heading.axis == "rows"
        word = _say("Row %1") if by_row else _say("Column %1")
        heading_parts = [word.replace("%1", self.heading_text(heading))]
        line = heading.first // headings.values
        set_in = headings.labels.indent(line, heading.level)
        above = [self.heading_text(outer) for outer in self._headings_over(headings, heading)] + self._nodes_above(
            headings, heading
        )
        if headings.levels > 1:
            level = _say("level %1 of %2").replace("%1", str(heading.level + 1)).replace("%2", str(headings.levels))
        else:
            level = _say("level %1").replace("%1", str(set_in + 1)) if headings.labels.can_open(heading.level) else ""
        under = _say("under %1").replace("%1", ", ".join(above)) if above else ""
        if level or under:
            heading_parts.append(f"{level} {under}".strip())
        order = self.sorted_along(heading.axis)
        if order is not None and headings.at(headings.levels - 1, order[0]) == heading:
            heading_parts.append(_say("sorted descending") if order[1] else _say("sorted ascending"))
        number, count = place_among(self.view, headings, heading)
        if count > 1:
            heading_parts.append(_say("%1 of %2").replace("%1", str(number)).replace("%2", str(count)))
        opening = headings.labels.opening(line, heading.level)
        if opening != "none":
            heading_parts.append(_say("expanded") if opening == "open" else _say("collapsed"))
        return ", ".join(heading_parts)

    def _nodes_above(self, heading_map: HeadingMap, heading: Heading) -> list[str]:
        """Return the labels of the nodes above an indented heading, outermost first."""
        line = heading.first // heading_map.values
        named_node = (
            named_by(self.view, heading_map, heading)
            if self.view and heading_map.labels.indent(line, heading.level)
            else None
        )
        over: list[str] = []
        node_index = 0 if named_node is None else parent_of(named_node.shown, named_node.place)
        while named_node is not None and node_index:
            over.insert(0, named_node.shown.dimension.nodes[node_index].label.text(self.language))
            node_index = parent_of(named_node.shown, node_index)
        return over

    @staticmethod
    def _headings_over(heading_map: HeadingMap, heading: Heading) -> list[Heading]:
        """The headings over one, outermost first."""
        over: list[Heading] = []
        above = heading_map.above(heading)
        while above is not None:
            over.insert(0, above)
            above = heading_map.above(above)
        return over

    def mark_words(self, mark: HiddenMark) -> str:
        """Return the number of lines hidden at a mark, as text."""
        singular, more = (
            (_say("1 row"), _say("%1 rows")) if mark.axis == "rows" else (_say("1 column"), _say("%1 columns"))
        )
        return singular if mark.count == 1 else more.replace("%1", integer_text(mark.count, self.language))

    def spoken_mark(self, mark: HiddenMark) -> str:
        """Return the text of a hidden-lines mark for screen readers."""
        rows = mark.axis == "rows"
        if mark.count == 1:
            return _say("1 hidden row, Enter shows it") if rows else _say("1 hidden column, Enter shows it")
        text = _say("%1 hidden rows, Enter shows them") if rows else _say("%1 hidden columns, Enter shows them")
        return text.replace("%1", integer_text(mark.count, self.language))


def _say(text: str) -> str:
    """Translate a text about headings into the window's language."""
    return QCoreApplication.translate("TableHeadings", text)
