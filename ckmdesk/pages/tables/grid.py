"""The grid of a table: figures, shading by noise, selection. It paints; what it paints comes from TableModel."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from ckmcore.base.numbers import scaled_text
from ckmcore.presentation.footnotes import raised
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.widths import lines_with
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.blocks import has_block_rows
from ckmdesk.pages.tables.cells import CellPainter, Part, Visible
from ckmdesk.pages.tables.heading_paint import ARROW
from ckmdesk.pages.tables.headings import Headings
from ckmdesk.pages.tables.heads import CARET, PADDING, ColumnHead, Corner, Stub
from ckmdesk.state.desk_state import Shading
from ckmdesk.state.headings import Heading
from ckmdesk.state.hidden import TableSide
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import select_alone

MEASURED_COLUMNS = 1500
NARROWEST = 56
WIDEST_WORD = 320
MARK_SPACE = 22
MOST_LINES = 4
LEAST_ROWS = 3
VALUE_LINES = 3
WIDEN_BY = 12
MOST_FROZEN = 0.5  # of the visible width, for the column of the total
TREE_LINES = 2  # of the words in the innermost row of a head that is a tree


def _lines(metrics: QFontMetrics, taken_rect: QRect) -> int:
    """Return how many lines of text a rectangle holds."""
    return round(taken_rect.height() / metrics.lineSpacing())


def _lines_in(seen_parts: list[Part]) -> tuple[list[int], list[int]]:
    """Return the sorted rows and columns of some rectangles of cells."""
    rows = {row for top, _, bottom, _ in seen_parts for row in range(top, bottom + 1)}
    columns = {column for _, left, _, right in seen_parts for column in range(left, right + 1)}
    return sorted(rows), sorted(columns)


class TableGrid(QTableView):
    """Grid of a table with its heads; emits `cell_chosen(row, column)` with line and column (without values)."""

    cell_chosen = Signal(int, int)
    _measuring = False  # Qt asks while it makes the view

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.head = ColumnHead(theme, self)
        self.stub = Stub(theme, self)
        self.setHorizontalHeader(self.head)
        self.setVerticalHeader(self.stub)
        self.corner = Corner(self.stub, theme, self)
        self.corner.dragged.connect(self._draw_stub)
        self.cells = CellPainter(theme)
        self.frozen = FrozenTotal(self)
        self.horizontalScrollBar().valueChanged.connect(self.frozen.arrange)
        self.head.sectionResized.connect(self.frozen.arrange)
        self.headings = Headings(self, self.show_place)
        self.head.use(self.headings)
        self.stub.use(self.headings)
        self.headings.changed.connect(self._headings_changed)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        for widget in (self, self.head, self.stub):  # they fill their ground: nothing below has to be painted
            widget.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.corner.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.changed.connect(self.retheme)

    def setModel(self, model: object) -> None:
        super().setModel(model)  # type: ignore[arg-type]
        if isinstance(model, TableModel):
            model.modelAboutToBeReset.connect(self.headings.about_to_reset)
            model.modelReset.connect(self.headings.reset)
            model.modelReset.connect(self.fit)
            self.selectionModel().currentChanged.connect(self._current_changed)
            self.selectionModel().selectionChanged.connect(self._selection_changed)
            model.modelReset.connect(self._selection_changed)
            self.fit()

    def table_model(self) -> TableModel | None:
        model = self.model()
        return model if isinstance(model, TableModel) else None

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        """Return the minimum size: the head and some rows, so that the table remains readable."""
        head, bar = self.head.sizeHint().height(), self.horizontalScrollBar().sizeHint().height()
        return QSize(super().minimumSizeHint().width(), head + LEAST_ROWS * px(ROW_HEIGHT) + bar)

    def set_shading(self, shading: Shading) -> None:
        """Shade cells by their noise, or those marked by primary rules (for the methodologist)."""
        self.cells.shading = shading
        self.fit()
        self.viewport().update()

    def freeze_total(self, on: bool) -> None:
        """Keep the column of the total in sight, or let it scroll like the others."""
        self.frozen.on = on
        self.frozen.arrange()

    def set_greyed(self, greyed: bool) -> None:
        """Grey the figures while newer ones are being computed."""
        if self.cells.greyed != greyed:
            self.cells.greyed = greyed
            self.viewport().update()

    def retheme(self) -> None:
        """Apply the colours of the theme."""
        self.cells.refresh()
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Set the widths of the columns by the widest head word and the largest figure."""
        model = self.table_model()
        if model is None or model.view is None or model.columns is None:
            return
        self._measuring = True
        try:
            # The view would paint all figures again, later, for sections that it hears of: they are painted once.
            with QSignalBlocker(self.head), QSignalBlocker(self.stub):
                self._measure(model, model.view, model.columns)
        finally:
            self._measuring = False
        self.viewport().update()
        self.updateGeometries()
        self._place_corner()

    def updateGeometries(self) -> None:
        """Update the geometry once for all widths that change together."""
        if not self._measuring:
            super().updateGeometries()

    def _measure(self, model: TableModel, view: TableView, labels: AxisLabels) -> None:
        self.stub.measure(self.width())
        self.stub.set_block_rows(model.rows.headings if model.rows is not None and has_block_rows(model) else ())
        metrics = self.head.looks.metrics[True]
        mark = px(MARK_SPACE) if self.cells.shading != "none" else self._marked_width(view)
        figures = [
            metrics.horizontalAdvance(scaled_text(shown_value.widest, shown_value.places, model.language)) + mark
            for shown_value in view.shown
        ]
        figures, value_lines = self._with_value_words(model, figures)
        marks = self._mark_widths(model)
        uniform = max([*figures, px(NARROWEST) - 2 * PADDING]) + max(marks.values(), default=0) + 2 * PADDING
        self.head.setDefaultSectionSize(uniform)
        self.head.set_lines(1, value_lines)
        if labels.depth and len(labels) * model.values <= MEASURED_COLUMNS:
            self._fit_words(model, figures, marks)
        else:  # sections keep the widths of a former table otherwise
            for section in range(min(self.head.count(), MEASURED_COLUMNS)):
                self.head.resizeSection(section, uniform)
        self._set_widths(model)

    def _marked_width(self, view: TableView) -> int:
        """Width of what is written beside the figures of marked cells."""
        metrics = QFontMetrics(self.theme.small_font())
        longest = max(view.marked.values(), key=len, default="")
        return metrics.horizontalAdvance(longest) + PADDING if longest else 0

    def _with_value_words(self, model: TableModel, figures: list[int]) -> tuple[list[int], int]:
        """Return the widths of the values, of which several have headings, and the lines that these take."""
        if model.values == 1:
            return figures, 1
        metrics, wrap = QFontMetrics(self.theme.small_font()), int(Qt.TextFlag.TextWordWrap)
        widths, most_lines = [], 1
        for value, figure in enumerate(figures):
            text = model.value_text(value)
            words = [min(metrics.horizontalAdvance(word), px(WIDEST_WORD)) for word in text.split()]
            width = max([figure, *words])
            lines = VALUE_LINES + 1
            while lines > VALUE_LINES and width < px(WIDEST_WORD):
                lines = _lines(metrics, metrics.boundingRect(QRect(0, 0, width, 1000), wrap, text))
                width += WIDEN_BY if lines > VALUE_LINES else 0
            widths.append(width)
            most_lines = max(most_lines, min(lines, VALUE_LINES))
        return widths, most_lines

    def _mark_widths(self, model: TableModel) -> dict[int, int]:
        """Return the width that marks of footnotes take behind the figures, by line of the head."""
        metrics, view, mark_widths = QFontMetrics(self.theme.font(bold=True)), model.view, dict[int, int]()
        if view is None:
            return mark_widths
        for (_, line, layer), numbers in view.marks.cells.items():
            if layer == view.layer:
                mark_widths[line] = max(mark_widths.get(line, 0), metrics.horizontalAdvance(" " + raised(numbers)))
        return mark_widths

    def _fit_words(self, model: TableModel, figures: list[int], marks: dict[int, int]) -> None:
        labels = model.columns
        if labels is None:
            return
        widths, lines, looks, tree = [], 1, self.head.looks, self.head.is_tree
        looks.use_words_of(labels)
        order = model.sorted_along("columns")
        sorted_at = -1 if order is None else order[0]
        for line in range(len(labels)):
            texts = labels.texts(line)
            total = bool(labels.total[line])
            label = texts[labels.block_level] if total else texts[-1]
            covers = 1
            if tree and labels.is_covered(line, len(texts) - 1):
                label = next((text for text in reversed(texts) if text), "")
                covers = 1 + sum(labels.is_covered(line, level) for level in range(len(texts)))
            widest = looks.widest_part(label, bold=True)
            for value in range(model.values):
                needed = max(
                    figures[value] + marks.get(line, 0), min(widest, px(WIDEST_WORD)) if model.values == 1 else 0
                )
                widths.append(max(needed + PADDING + PADDING // 2 + 2, px(NARROWEST)))
            if sorted_at in range(line * model.values, (line + 1) * model.values):
                widths[sorted_at] += px(ARROW) + PADDING // 2
            opens = tree and any(labels.opening(line, level) != "none" for level in range(len(texts)))
            caret = px(CARET) if opens else 0
            lacking = min(widest, px(WIDEST_WORD)) + caret + PADDING + PADDING // 2 + 2 - sum(widths[-model.values :])
            widths[-1] += max(lacking, 0)
            if tree:
                most_lines = TREE_LINES + covers - 1
                while self._lines_needed(label, total, sum(widths[-model.values :]) - caret) > most_lines:
                    widths[-1] += WIDEN_BY
                continue
            text_width = sum(widths[-model.values :]) - PADDING - PADDING // 2
            if looks.width(label, bold=total) > text_width or "\n" in label:
                font = looks.metrics[total]
                taken_rect = font.boundingRect(
                    QRect(0, 0, text_width, 1000), int(Qt.TextFlag.TextWordWrap), looks.hyphens.text(label)
                )
                lines = max(lines, min(_lines(font, taken_rect), MOST_LINES))
        self.head.set_lines(lines, self.head.value_lines)
        for level in range(labels.depth - 1):
            line = 0
            while line < len(labels):
                first, last_line = labels.run(line, level)
                if tree and labels.reach(first, level) > 1:
                    line = last_line + 1
                    continue
                have = sum(widths[first * model.values : (last_line + 1) * model.values])
                label = "".join(labels.texts(first)[level : level + 1])  # a block may have fewer levels
                caret = px(CARET) if tree and labels.opening(first, level) != "none" else 0
                need = min(looks.width(label, bold=True), px(WIDEST_WORD)) + 2 * PADDING + caret
                if need > have and not (labels.total[first] and level >= labels.block_level):
                    widths[(last_line + 1) * model.values - 1] += need - have
                line = last_line + 1
        for section, width in enumerate(widths):
            self.head.resizeSection(section, width)

    def _lines_needed(self, label: str, bold: bool, width: int) -> int:
        """Return how many lines a label takes in a column of the given width; 1 if the column can grow for it."""
        looks, text_width = self.head.looks, width - PADDING - PADDING // 2
        if width >= px(WIDEST_WORD) or looks.width(label, bold=bold) <= text_width:
            return 1
        return len(looks.lines(label, text_width, bold=bold))

    def _draw_stub(self, level: int, pixels: int) -> None:
        """Set the width of a level of the stub while its edge is dragged."""
        self.stub.set_width(level, pixels)
        self.updateGeometries()
        self._place_corner()

    def _set_widths(self, model: TableModel) -> None:
        """Set the widths that the user has set."""
        if model.view is None:
            return
        columns, shown = model.view.layout.columns, model.view.shown
        for width in model.view.spec.presentation.widths:
            for line in lines_with(columns, width.path[:-1]):
                for index, shown_value in enumerate(shown):
                    if str(shown_value.number) == width.path[-1] and index < model.values:
                        self.head.resizeSection(line * model.values + index, px(width.pixels))

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        model = self.table_model()
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.cells.surface)
        if model is None or model.view is None:
            painter.end()
            return
        seen_visible = self._visible(model, event.rect())
        if seen_visible.rows and seen_visible.columns:
            self.cells.paint(painter, model, seen_visible)
        painter.end()
        self.frozen.update()  # whatever is another here is another there

    def paint_now(self) -> None:
        """Paint figures, head and stub before anything else of the window."""
        self.executeDelayedItemsLayout()  # would paint all of it a second time
        self.viewport().repaint()  # and whatever else is waiting to be painted: head and stub

    def _visible(self, model: TableModel, rect: QRect) -> Visible:
        """The cells in a part of the viewport."""
        head, stub = self.head, self.stub
        rows = self.rows_in(rect.top(), rect.bottom())
        first, last_row = head.visualIndexAt(rect.left()), head.visualIndexAt(rect.right())
        columns = range(first, (last_row if last_row >= 0 else model.columnCount() - 1) + 1) if first >= 0 else range(0)
        column_places = [(head.sectionViewportPosition(column), head.sectionSize(column)) for column in columns]
        tops = stub.tops(rows)
        return Visible(rows, columns, tops, column_places, self.current_cell(), stub.width(), self.viewport().width())

    def rows_in(self, top: int, bottom: int) -> range:
        """Return the rows between two heights of the viewport."""
        first, last = self.stub.visualIndexAt(top), self.stub.visualIndexAt(bottom)
        return range(first, (last if last >= 0 else self.model().rowCount() - 1) + 1) if first >= 0 else range(0)

    def current_cell(self) -> tuple[int, int]:
        """Return row and column of the current cell; -1 for both while the keyboard is in the headings."""
        current = self.currentIndex()
        return (-1, -1) if self.headings.is_active else (current.row(), current.column())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()

    def _place_corner(self) -> None:
        frame = self.frameWidth()
        self.corner.setGeometry(frame, frame, self.stub.width(), self.head.height())
        self.corner.raise_()
        self.corner.update()
        self.frozen.arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Qt would copy the cell's text: a trial view's figures must never reach the clipboard. The page copies a draft.
        if event.matches(QKeySequence.StandardKey.Copy):
            event.accept()
            return
        if self.headings.key(event):
            event.accept()
            return
        super().keyPressEvent(event)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.headings.leave()
        super().mousePressEvent(event)

    def stay_at(self, index: QModelIndex) -> None:
        """Make a cell current after the layout changed; selected headings stay selected."""
        if self.headings.is_active:
            with self.headings.keeping():
                self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            select_alone(self, index)

    def show_place(self, axis: TableSide, place: int) -> None:
        """Scroll a row, or a column, into view, in its own direction only."""
        if axis == "rows":
            column = max(self.columnAt(0), 0)
            self.scrollTo(self.model().index(place, column), QAbstractItemView.ScrollHint.EnsureVisible)
        else:
            row = max(self.rowAt(0), 0)
            self.scrollTo(self.model().index(row, place), QAbstractItemView.ScrollHint.EnsureVisible)

    def heading_place(self) -> QPoint:
        """Return the screen position below the focused heading, for its menu and tool tip."""
        spot = self.headings.cursor or (self.headings.chosen[-1] if self.headings.chosen else None)
        if spot is None:
            rect = self.visualRect(self.currentIndex()).intersected(self.viewport().rect())
            return self.viewport().mapToGlobal(rect.bottomLeft())
        header = self.stub if spot.axis == "rows" else self.head
        rect = header.rect_of(spot) if isinstance(spot, Heading) else header.pill_of(spot)
        return header.viewport().mapToGlobal(rect.intersected(header.viewport().rect()).bottomLeft())

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # By key Qt names the middle of the table: the menu belongs to the current cell.
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard and self.currentIndex().isValid()
        if by_key and self.headings.is_active:
            self.headings.menu_asked.emit(self.heading_place())
            return
        cell = self.visualRect(self.currentIndex()).intersected(self.viewport().rect())
        self.customContextMenuRequested.emit(cell.bottomLeft() if by_key else event.pos())

    def selected(self) -> tuple[list[int], list[int]]:
        """Return rows and columns of the model with selected cells; all of them if at most one cell is selected."""
        model, selected = self.model(), self.cells.selected
        is_single = len(selected) == 1 and selected[0][:2] == selected[0][2:] and not self.headings.chosen
        if not selected or is_single:
            return list(range(model.rowCount())), list(range(model.columnCount()))
        return _lines_in(selected)

    def selected_lines(self) -> tuple[list[int], list[int]]:
        """Return the selected lines of stub and head; those of the current cell without a selection."""
        model, current = self.table_model(), self.currentIndex()
        rows, columns = _lines_in(self.cells.selected or [(current.row(), current.column()) * 2])
        if model is not None and model.view is not None and current.isValid():
            rows = list(dict.fromkeys(model.place(row, 0)[0] for row in rows))
            columns = list(dict.fromkeys(column // model.values for column in columns))
        return rows, columns

    def _selection_changed(self) -> None:
        ranges = self.selectionModel().selection()
        found_ranges = [ranges[index] for index in range(ranges.count())]
        self.cells.selected = [
            (found_range.top(), found_range.left(), found_range.bottom(), found_range.right())
            for found_range in found_ranges
        ]

    def _headings_changed(self) -> None:
        self.cells.by_heading = bool(self.headings.chosen)
        self.viewport().update()

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        model = self.table_model()
        self.headings.current_changed()
        if model is not None and current.isValid():
            self.cell_chosen.emit(current.row(), current.column() // model.values)


class FrozenTotal(QWidget):
    """Copy of the total's columns over the grid, shown while they are scrolled out of view and `on` is set.

    It has no figures of its own: head and cells are painted by the grid's painters, a click goes to the grid's cell.
    """

    def __init__(self, grid: TableGrid) -> None:
        super().__init__(grid)
        self.grid = grid
        self.on = False
        self.sections = range(0)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def arrange(self, *_changed: int) -> None:
        """Show the columns of the total beside the stub if they are out of view and leave room for others."""
        grid, head = self.grid, self.grid.head
        model = grid.table_model()
        self.sections = total_sections(model) if self.on and model is not None else range(0)
        width = sum(head.sectionSize(section) for section in self.sections)
        visible = grid.viewport().width()
        if not width or width > visible * MOST_FROZEN or self._in_view(visible):
            self.hide()
            return
        frame = grid.frameWidth()
        height = head.height() + min(grid.viewport().height(), grid.stub.length() - grid.stub.offset())
        self.setGeometry(frame + grid.stub.width(), frame, width, height)
        self.show()
        self.raise_()
        self.update()

    def _in_view(self, visible: int) -> bool:
        head = self.grid.head
        left = head.sectionViewportPosition(self.sections.start)
        last = self.sections[-1]
        return left >= 0 and head.sectionViewportPosition(last) + head.sectionSize(last) <= visible

    def index_at(self, point: QPoint) -> QModelIndex:
        """Return the cell at a point of this widget; an invalid one over the head."""
        grid, x = self.grid, 0
        row = grid.rowAt(point.y() - grid.head.height()) if point.y() >= grid.head.height() else -1
        for section in self.sections:
            x += grid.head.sectionSize(section)
            if row >= 0 and point.x() < x:
                return grid.model().index(row, section)
        return QModelIndex()

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        grid, model = self.grid, self.grid.table_model()
        if model is None or model.view is None or not self.sections:
            return
        head, top = grid.head, grid.head.height()
        painter = QPainter(self)
        painter.fillRect(self.rect(), grid.cells.surface)
        painter.save()
        painter.setClipRect(QRect(0, 0, self.width(), top))
        painter.translate(-head.sectionViewportPosition(self.sections.start), 0)
        head.paint_sections(painter, model, self.sections)
        painter.restore()
        rows = grid.rows_in(0, grid.viewport().height() - 1)
        if rows:
            painter.translate(0, top)
            places, left = [], 0
            for section in self.sections:
                places.append((left, head.sectionSize(section)))
                left += head.sectionSize(section)
            seen = Visible(
                rows, self.sections, grid.stub.tops(rows), places, grid.current_cell(), grid.stub.width(), self.width()
            )
            grid.cells.paint(painter, model, seen)
            painter.translate(0, -top)
        painter.fillRect(self.width() - 1, 0, 1, self.height(), grid.cells.border)
        painter.end()

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        index = self.index_at(event.position().toPoint())
        if not index.isValid():
            return
        self.grid.headings.leave()
        self.grid.setFocus(Qt.FocusReason.MouseFocusReason)
        scrolls = self.grid.hasAutoScroll()
        self.grid.setAutoScroll(False)  # the cell is in view here
        select_alone(self.grid, index)
        self.grid.setAutoScroll(scrolls)

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        index = self.index_at(event.pos())
        if index.isValid():
            self.grid.scrollTo(index)
            self.grid.customContextMenuRequested.emit(self.grid.visualRect(index).center())


def total_sections(model: TableModel) -> range:
    """Return the columns of the model that have the total over all lines of the head; none if it is not shown."""
    labels, values = model.columns, model.values
    if labels is None or not labels.depth or len(labels) < 2:
        return range(0)
    for line in range(len(labels)):
        if labels.total[line] and labels.block_level == 0 and labels.run(line, 0) == (line, line):
            return range(line * values, (line + 1) * values)
    return range(0)
