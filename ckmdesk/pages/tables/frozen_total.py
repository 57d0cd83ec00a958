"""The column of the total, kept in sight beside the stub while the table is scrolled sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.cells import Visible
from ckmdesk.widgets.basic import select_alone

if TYPE_CHECKING:
    from ckmdesk.pages.tables.grid import TableGrid

# Of the visible width, the most that the total may take.
MOST_SHARE = 0.5


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
        if not width or width > visible * MOST_SHARE or self._in_view(visible):
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
