"""The marks of what was found, above head, stub and figures of a table; none of them knows of it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from ckmcore.tabulate.labels import AxisLabels
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.heads import CARET, INDENT, PADDING
from ckmdesk.state.find_in_table import FoundPlace

GROUND = 72  # of 255: the words stay readable below it
MARGIN = 3


class FoundMarks(QWidget):
    """Overlay over the whole grid that ignores the mouse; hidden without a search."""

    def __init__(self, grid: TableGrid) -> None:
        super().__init__(grid)
        self.grid = grid
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._hits: tuple[FoundPlace, ...] = ()
        self._current: FoundPlace | None = None
        self._words = ""
        grid.installEventFilter(self)
        for bar in (grid.horizontalScrollBar(), grid.verticalScrollBar()):
            bar.valueChanged.connect(self.update)
        grid.head.sectionResized.connect(self.update)
        self.hide()

    def mark(self, hits: tuple[FoundPlace, ...], current: FoundPlace | None, words: str) -> None:
        """Mark these matches, the current one with a frame."""
        self._hits, self._current, self._words = hits, current, words
        self.setGeometry(self.grid.rect())
        self.setVisible(bool(hits))
        self.raise_()
        self.update()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.grid and event.type() == QEvent.Type.Resize:
            self.setGeometry(self.grid.rect())
        return False

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        model = self.grid.table_model()
        painter = QPainter(self)
        if model is not None and model.rows is not None and model.columns is not None:
            ground = QColor(self.grid.theme.color("warning"))
            ground.setAlpha(GROUND)
            frame = QPen(self.grid.theme.color("accent"), 2)
            for hit, hit_rect in self.places(model, model.rows):
                painter.fillRect(hit_rect, ground)
                if hit == self._current:
                    painter.setPen(frame)
                    painter.drawRect(hit_rect)
        painter.end()

    def places(self, model: TableModel, rows: AxisLabels) -> Iterator[tuple[FoundPlace, QRect]]:
        """Yield the visible matches with their rectangles in the grid."""
        grid = self.grid
        areas = {"head": grid.head, "stub": grid.stub, "cell": grid.viewport()}
        for hit in self._hits:
            if hit.part == "hidden":
                continue
            area = areas[hit.part].geometry()
            if hit.part == "head":
                hit_rect = self._in_head(model, hit)
            elif hit.part == "stub":
                hit_rect = self._in_stub(rows, hit)
            else:
                hit_rect = QRect(
                    grid.head.sectionViewportPosition(hit.column),
                    grid.stub.sectionViewportPosition(hit.row),
                    grid.head.sectionSize(hit.column) - 1,
                    grid.stub.sectionSize(hit.row) - 1,
                )
            seen = hit_rect.translated(area.topLeft()).intersected(area)
            if not seen.isEmpty():
                yield hit, seen

    def _in_head(self, model: TableModel, hit: FoundPlace) -> QRect:
        found_map = self.grid.headings.maps.get("columns")
        heading = None if found_map is None else found_map.at(hit.level, hit.column * model.values)
        return QRect() if heading is None else self.grid.head.rect_of(heading).adjusted(0, 0, -1, -1)

    def _in_stub(self, labels: AxisLabels, hit: FoundPlace) -> QRect:
        """Return the rectangle of the matching words within a label of the stub, else of the whole label."""
        stub = self.grid.stub
        left, width = sum(stub.widths[: hit.level]), stub.widths[hit.level]
        _, last_line = labels.run(hit.row, hit.level)
        foot = stub.sectionViewportPosition(last_line) + stub.sectionSize(last_line)
        # A run that begins above the screen shows its label in its first line on the screen.
        top = max(stub.sectionViewportPosition(hit.row), 0)
        whole_rect = QRect(left, top, width, min(px(ROW_HEIGHT), foot - top) - 1)
        begin = left + PADDING + labels.indent(hit.row, hit.level) * px(INDENT)
        begin += px(CARET) if labels.can_open(hit.level) else 0
        text, bold = labels.texts(hit.row)[hit.level], labels.is_bold(hit.row, hit.level)
        match_begin = text.lower().find(self._words.lower())
        start = begin + stub.looks.width(text[:match_begin], bold=bold)
        match_width = stub.looks.width(text[match_begin : match_begin + len(self._words)], bold=bold)
        if match_begin < 0 or start + match_width > left + width:
            return whole_rect
        return QRect(start - MARGIN, top + 1, match_width + 2 * MARGIN, whole_rect.height() - 2)
