"""The head and the stub of a table: header views that paint one label per run of equal labels and level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygon
from PySide6.QtWidgets import QHeaderView, QToolTip, QWidget

from ckmcore.base.hyphens import SOFT_HYPHEN, Hyphens
from ckmcore.tabulate.labels import AxisLabels, Opening
from ckmcore.tabulate.spec import STUB
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.blocks import block_height, paint_block
from ckmdesk.pages.tables.handles import HandleHeader
from ckmdesk.pages.tables.heading_paint import PILL_HEIGHT, PILL_SPACE, paint_states, with_line
from ckmdesk.pages.tables.headings import place_of
from ckmdesk.state.headings import Heading
from ckmdesk.state.hidden import HiddenMark
from ckmdesk.state.presentation import NARROWEST_COLUMN

INDENT = 20
LINE_HEIGHT = 19
PADDING = 8
WIDEST_STUB = 300
CARET = 14
GRIP = 4
# A head that is a tree: its rows of groups, its innermost row, the row of the unit; the bracket over parts.
GROUP_ROW, PART_ROW, UNIT_ROW = 26, 44, 20
BRACKET, TICK = 1.5, 5
KNOWN_WIDTHS = 20_000
MEASURED_MARKS = 500  # for which labels and words of marks are measured
HYPHEN = "-"
Alignment = Literal["left", "center", "right"]


class Looks:
    """Colours and fonts of head and stub, and cached widths of texts."""

    def __init__(self, theme: Theme) -> None:
        names = ("surface", "text", "secondary", "grid", "border")
        self.surface, self.text, self.secondary, self.grid, self.border = map(theme.color, names)
        self.tint = theme.tint
        self.fonts = {bold: theme.font(bold=bold) for bold in (False, True)}
        self.metrics = {bold: QFontMetrics(font) for bold, font in self.fonts.items()}
        self._widths: dict[tuple[str, bool], int] = {}
        self._lines: dict[tuple[str, int, bool], list[str]] = {}
        self.hyphens = Hyphens("en")

    def use_words_of(self, labels: AxisLabels) -> None:
        """Allow breaks of long words before words that these labels contain (ADR 0065)."""
        texts = (text for line in range(len(labels)) for text in labels.texts(line))
        self.hyphens = Hyphens(labels.language, texts)
        self._lines.clear()

    def lines(self, text: str, room: int, *, bold: bool) -> list[str]:
        """Break a text into lines between words, and words wider than a line between their parts."""
        line = self._lines.get((text, room, bold))
        if line is None:
            if len(self._lines) > KNOWN_WIDTHS:
                self._lines.clear()
            line, blank = [], self.width(" ", bold=bold)
            used_width = 0
            for word in text.split():
                first, *others = self._broken(word, room, bold=bold)
                word_width = self.width(first, bold=bold)
                if line and used_width + blank + word_width <= room:
                    line[-1], used_width = f"{line[-1]} {first}", used_width + blank + word_width
                else:
                    line, used_width = [*line, first], word_width
                if others:
                    line, used_width = [*line, *others], self.width(others[-1], bold=bold)
            self._lines[text, room, bold] = line
        return line

    def _broken(self, word: str, available_width: int, *, bold: bool) -> list[str]:
        """Break a word into lines, with a hyphen at the end of all but the last."""
        if self.width(word, bold=bold) <= available_width:
            return [word]
        word_lines = [""]
        *word_parts, last_part = self.hyphens.parts(word)
        for word_part in word_parts:
            if word_lines[-1] and self.width(word_lines[-1] + word_part + HYPHEN, bold=bold) > available_width:
                word_lines = [*word_lines[:-1], word_lines[-1] + HYPHEN, ""]
            word_lines[-1] += word_part
        fits = not word_lines[-1] or self.width(word_lines[-1] + last_part, bold=bold) <= available_width
        return (
            [*word_lines[:-1], word_lines[-1] + last_part]
            if fits
            else [*word_lines[:-1], word_lines[-1] + HYPHEN, last_part]
        )

    def widest_part(self, text: str, *, bold: bool) -> int:
        """The width of what of a text cannot be broken, hyphens included."""
        words = self.hyphens.text(text).replace(SOFT_HYPHEN, f"{HYPHEN} ").split()
        return max((self.width(word, bold=bold) for word in words), default=0)

    def width(self, text: str, *, bold: bool) -> int:
        """Return the printed width of a text."""
        width = self._widths.get((text, bold))
        if width is None:
            if len(self._widths) > KNOWN_WIDTHS:
                self._widths.clear()
            width = self._widths[text, bold] = self.metrics[bold].horizontalAdvance(text)
        return width


# From the left edge of a triangle, halfway down.
_TRIANGLES = {
    "closed": QPolygon([QPoint(0, -4), QPoint(5, 0), QPoint(0, 4)]),
    "open": QPolygon([QPoint(-1, -2), QPoint(7, -2), QPoint(3, 3)]),
}


class RunHeader(HandleHeader):
    """Base of head and stub: labels, fonts, one paint event for all visible sections, and headings with their state.

    Emits `caret_clicked(line, level)` for the triangle before a node with children; `caret_at` returns the one at a
    point.
    """

    caret_clicked = Signal(int, int)
    caret_at: Callable[[QPoint], tuple[int, int] | None]

    def __init__(self, orientation: Qt.Orientation, theme: Theme, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.theme, self.looks = theme, Looks(theme)
        theme.changed.connect(self._look_anew)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def pill_size(self, mark: HiddenMark) -> QSize:
        """The room of the words of a mark."""
        words = QFontMetrics(self.theme.small_font()).horizontalAdvance(self._mark_words(mark))
        return QSize(words + px(PILL_SPACE), px(PILL_HEIGHT))

    def caret_pressed(self, event: QMouseEvent) -> bool:
        """Handle a press on a triangle; return whether it was one."""
        mouse_point = event.position().toPoint()
        caret = None if self.mark_at(mouse_point) is not None else self.caret_at(mouse_point)
        if caret is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        event.accept()
        self.caret_clicked.emit(*caret)
        return True

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.moved(event):
            super().mouseMoveEvent(event)

    def _look_anew(self) -> None:
        self.looks = Looks(self.theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        model = self.table_model()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.looks.surface)
        if model is not None and model.view is not None:
            self.paint_runs(painter, model)
            if self.headings is not None and self.headings.has_states(self.side):
                paint_states(painter, self, self.headings, self.theme)
        painter.end()

    def paint_runs(self, painter: QPainter, model: TableModel) -> None:
        """Paint the visible runs."""

    @guarded(False)
    def viewportEvent(self, event: QEvent) -> bool:
        model = self.table_model()
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and model is not None:
            upright = self.orientation() == Qt.Orientation.Vertical
            line = self.logicalIndexAt(event.pos())
            # Labels without room for all their letters are told whole.
            tip = model.path("rows" if upright else "columns", line) if line >= 0 else ""
            mark, heading = self.mark_at(event.pos()), self.heading_at(event.pos())
            if self.headings is not None and self.headings.chosen == (heading,):
                tip = f"{tip}\n{QCoreApplication.translate('TableHeadings', 'One more click sorts by it')}"
            if upright and line >= 0 and mark is None:
                tip = with_line(tip, model, line, self, self.theme)
            QToolTip.showText(event.globalPos(), tip if mark is None else model.spoken_mark(mark), self)
            return True
        if event.type() in (QEvent.Type.Leave, QEvent.Type.HoverLeave):
            self._hover(None)
        return super().viewportEvent(event)

    def text(self, painter: QPainter, rect: QRect, text: str, *, bold: bool, at: Alignment = "left") -> None:
        """Paint a text in one line: at the left and vertically centred, else at the bottom, centred or right."""
        looks = self.looks
        painter.setFont(looks.fonts[bold])
        painter.setPen(looks.text)
        metrics, width = looks.metrics[bold], looks.width(text, bold=bold)
        if width > rect.width():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            width = looks.width(text, bold=bold)
        if at == "left":
            drop = (rect.height() - metrics.height()) // 2 + metrics.ascent()
            painter.drawText(rect.left(), rect.top() + drop, text)
        else:
            left = rect.left() + (rect.width() - width) // (2 if at == "center" else 1)
            painter.drawText(left, rect.bottom() + 1 - metrics.descent(), text)

    def caret(self, painter: QPainter, opening: Opening, left: int, middle: int) -> None:
        """Paint the triangle before a node with children: to the right if they are hidden, down if shown."""
        if opening == "none":
            return
        # Texts, lines and grounds take no brush and set their own pens: to save all of a painter takes longer.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.looks.secondary)
        painter.drawPolygon(_TRIANGLES[opening].translated(left, middle))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def wrapped(self, painter: QPainter, rect: QRect, flags: Qt.AlignmentFlag, text: str, *, bold: bool) -> None:
        """Paint a text in several lines, broken between words and between the parts of long ones."""
        painter.setFont(self.looks.fonts[bold])
        painter.setPen(self.looks.text)
        painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextWordWrap), self.looks.hyphens.text(text))


@dataclass(frozen=True)
class _Node:
    """A label of a tree-shaped head: its lines (0: none of its own), bracket over its parts, triangle, and font."""

    reach: int
    group: bool = False
    opening: Opening = "none"
    bold: bool = False


class ColumnHead(RunHeader):
    """The column head: one row of 24 px per level and one for the values (units).

    In a tree-shaped head a group spans its parts. Emits `width_set(section, pixels)` when the edge of a column was
    dragged, `fit_asked(section)` when it was double-clicked.
    """

    width_set = Signal(int, int)
    fit_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, theme, parent)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setMinimumSectionSize(px(40))
        self.lines, self.value_lines = 1, 1
        # Of the labels that were painted last: a repaint asks for each of them.
        self._nodes: tuple[AxisLabels | None, dict[tuple[int, int], _Node]] = (None, {})
        self._tops: list[int] = []  # where each level begins, while it is painted
        self._pressed = False
        self._dragged: int | None = None
        self.sectionResized.connect(self._resized)
        self.sectionHandleDoubleClicked.connect(self._double_clicked)

    def level_at(self, place: QPoint) -> int:
        return max((level for level in range(self.levels() + 1) if self.level_top(level) <= place.y()), default=0)

    def rect_of(self, heading: Heading) -> QRect:
        left = self.sectionViewportPosition(heading.first)
        right = self.sectionViewportPosition(heading.last) + self.sectionSize(heading.last)
        heading_map, end = self._map(), heading.level + 1
        while heading_map is not None and end < self.levels() and heading_map.at(end, heading.first) == heading:
            end += 1
        top = self.level_top(heading.level)
        bottom = self.level_top(end) if end <= self.levels() else self.viewport().height()
        return QRect(left, top, right - left, bottom - top)

    def menu_rect(self, heading: Heading) -> QRect:
        seen = self.rect_of(heading).intersected(self.viewport().rect())
        return QRect(seen.right() - px(CARET) - 3, seen.top() + 3, px(CARET) + 2, px(CARET) + 2)

    def pill_of(self, mark: HiddenMark) -> QRect:
        size, edge = self.pill_size(mark), self.edge_of(mark)
        left = max(min(edge - size.width() // 2, self.viewport().width() - size.width() - 2), 2)
        pill = QRect(QPoint(left, 4), size)
        unit = self.unit_rect()
        if unit is None or self.levels() != 1:
            return pill
        # The words of a head of one level may fill all its lines; those of the unit stand in the middle of their row.
        below = pill.translated(0, unit.center().y() - pill.center().y())
        half = QFontMetrics(self.theme.small_font()).horizontalAdvance(self._unit()) // 2 + PADDING
        words = QRect(unit.center().x() - half, unit.top(), 2 * half, unit.height())
        return pill if words.intersects(below) else below

    def unit_rect(self) -> QRect | None:
        """Return the row of the only value across the visible columns; None if there is no such row."""
        model = self.table_model()
        if model is None or model.values != 1 or not self.values_height:
            return None
        band_width = min(self.length() - self.offset(), self.viewport().width())
        return QRect(0, self.level_top(self.levels()), band_width, self.values_height)

    def _unit(self) -> str:
        model = self.table_model()
        return "" if model is None else model.value_text(0)

    def _on_edge(self, point: QPoint) -> bool:
        """Return whether a point is at the edge of a column, which Qt drags."""
        section = self.logicalIndexAt(point)
        if section < 0:
            return False
        left = self.sectionViewportPosition(section)
        at_left = point.x() - left < GRIP and section > 0
        return at_left or left + self.sectionSize(section) - point.x() <= GRIP

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.caret_pressed(event):
            return
        mouse_point = event.position().toPoint()
        if (self.mark_at(mouse_point) is not None or not self._on_edge(mouse_point)) and self.pressed(event):
            return
        self._pressed, self._dragged = True, None
        super().mousePressEvent(event)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.released(event):
            return
        super().mouseReleaseEvent(event)
        self._pressed, dragged = False, self._dragged
        self._dragged = None
        if dragged is not None:
            self.width_set.emit(dragged, self.sectionSize(dragged))

    def _resized(self, section: int, _before: int, _now: int) -> None:
        if self._pressed:
            self._dragged = section

    def _double_clicked(self, section: int) -> None:
        self._dragged = None
        self.fit_asked.emit(section)

    def levels(self) -> int:
        model = self.table_model()
        return 0 if model is None or model.columns is None else model.columns.depth

    def set_lines(self, lines: int, value_lines: int = 1) -> None:
        """Set how many lines the innermost level and the values take."""
        self.lines, self.value_lines = lines, value_lines

    @property
    def is_tree(self) -> bool:
        """Whether a group spans its parts."""
        model = self.table_model()
        return model is not None and model.view is not None and model.view.spec.presentation.tree

    @property
    def values_height(self) -> int:
        """Return the height of the row of values; 0 if they are in the rows."""
        model = self.table_model()
        if model is not None and model.view is not None and model.view.in_rows and self.levels():
            return 0
        if self.is_tree and self.levels() and self.value_lines == 1:
            return px(UNIT_ROW)
        return px(ROW_HEIGHT) + (self.value_lines - 1) * px(LINE_HEIGHT)

    def level_top(self, level: int) -> int:
        """Return the top of a level; `levels()` is the row of values."""
        if self.is_tree and self.levels():
            return level * px(GROUP_ROW) + (px(PART_ROW) - px(GROUP_ROW) if level >= self.levels() else 0)
        extra = (self.lines - 1) * px(LINE_HEIGHT) if level >= self.levels() > 0 else 0
        return level * px(ROW_HEIGHT) + extra

    def sizeHint(self) -> QSize:
        return QSize(100, self.level_top(self.levels()) + self.values_height)

    def paint_runs(self, painter: QPainter, model: TableModel) -> None:
        visible = self.visible_sections()
        if model.columns is None or not visible:
            return
        self.paint_sections(painter, model, visible)
        self._paint_values(painter, model, visible)
        painter.fillRect(0, self.viewport().height() - 1, self.viewport().width(), 1, self.looks.border)

    def paint_sections(self, painter: QPainter, model: TableModel, visible: range) -> None:
        """Paint the labels of some columns at the places that these have in the viewport."""
        labels = model.columns
        if labels is None:
            return
        self._tops = [self.level_top(level) for level in range(labels.depth + 1)]
        values, tree = model.values, self.is_tree
        lines = range(visible.start // values, (visible.stop - 1) // values + 1)
        for level in range(labels.depth):
            line = lines.start
            while line < lines.stop:
                first, last_line = labels.run(line, level)
                if not tree or not self._paint_node(painter, labels, level, first, last_line, values):
                    self._paint_cell(painter, labels, level, first, last_line, values)
                line = last_line + 1

    def _paint_cell(
        self, painter: QPainter, labels: AxisLabels, level: int, first: int, last_line: int, values: int
    ) -> None:
        texts, block_level = labels.texts(first), labels.block_level
        total = bool(labels.total[first]) and level >= block_level
        # In one cell over all levels, below the label of its block, unless the label is that of other lines, too.
        is_single_cell = total and labels.run(first, block_level) == labels.run(first, labels.depth - 1)
        if level >= len(texts) or (is_single_cell and level > block_level):
            return
        top, innermost = self._tops[level], level == labels.depth - 1
        height = self._tops[level + 1] - top
        if is_single_cell:
            height, innermost = self._tops[labels.depth] - top, labels.depth == block_level + 1
        left = self.sectionViewportPosition(first * values)
        end = last_line * values + values - 1
        right = self.sectionViewportPosition(end) + self.sectionSize(end)
        edge = self.looks.border if level == 0 and labels.depth > 1 else self.looks.grid
        # One value stands in one cell across the whole head.
        foot = self._tops[labels.depth] - 1 if values == 1 else self.viewport().height()
        painter.fillRect(left - 1, top, 1, foot - top + 1, edge)
        painter.fillRect(left, top + height - 1, right - left, 1, self.looks.grid)
        single = last_line == first
        seen_rect = QRect(left, top, right - left, height)
        if not single:  # the label of a wide run stays in sight
            seen_rect = seen_rect.intersected(QRect(0, top, self.viewport().width(), height))
        flags = Qt.AlignmentFlag.AlignBottom | (
            Qt.AlignmentFlag.AlignRight if single and values == 1 else Qt.AlignmentFlag.AlignHCenter
        )
        inner = seen_rect.adjusted(PADDING // 2, 0, -PADDING, -4)
        if innermost and single:
            self.wrapped(painter, inner, flags, texts[level], bold=total)
        else:
            self.text(painter, inner, texts[level], bold=total, at="right" if single and values == 1 else "center")

    def _node_rect(self, labels: AxisLabels, level: int, first: int, last_line: int, values: int) -> QRect:
        """Return the rectangle of a label, over all the rows that it covers."""
        top, bottom = self.level_top(level), self.level_top(level + self._node(labels, level, first).reach)
        left, end = self.sectionViewportPosition(first * values), last_line * values + values - 1
        return QRect(left, top, self.sectionViewportPosition(end) + self.sectionSize(end) - left, bottom - top)

    def _node(self, labels: AxisLabels, level: int, first: int) -> _Node:
        """Return the cached layout of a label."""
        if self._nodes[0] is not labels:
            self._nodes = (labels, {})
        known_node = self._nodes[1]
        node = known_node.get((first, level))
        if node is None:
            node = known_node[first, level] = self._made_node(labels, level, first)
        return node

    @staticmethod
    def _made_node(labels: AxisLabels, level: int, first: int) -> _Node:
        if level >= len(labels.texts(first)) or labels.is_covered(first, level):
            return _Node(0)
        group, above = labels.spans(first, level), level - 1
        subtotal = level > 0 and labels.spans(first, above) and labels.node(first, level) is labels.node(first, above)
        total = bool(labels.total[first]) and level >= labels.block_level
        bold = group or total or subtotal or level < labels.block_level
        return _Node(labels.reach(first, level), group, labels.opening(first, level), bold)

    def _paint_node(
        self, painter: QPainter, labels: AxisLabels, level: int, first: int, last_line: int, values: int
    ) -> bool:
        """Paint a node of a tree-shaped head: above its parts with a bracket, else right-aligned above its figures.

        Returns false for a total of all variables, which has one cell over all levels.
        """
        block_level = labels.block_level
        total = bool(labels.total[first]) and level >= block_level
        if total and labels.run(first, block_level) == labels.run(first, labels.depth - 1):
            return False
        node = self._node(labels, level, first)
        if not node.reach:
            return True
        rect, text = self._node_rect(labels, level, first, last_line, values), labels.texts(first)[level]
        foot = self.level_top(labels.depth) - 1 if values == 1 else self.viewport().height()
        edge = self.looks.border if level == 0 and labels.depth > 1 else self.looks.grid
        painter.fillRect(rect.left() - 1, rect.top(), 1, foot - rect.top() + 1, edge)
        if not node.group:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self.looks.grid)
        if node.group or last_line > first or level + node.reach < labels.depth:
            # The label of a wide run stays in sight.
            seen = rect.intersected(QRect(0, rect.top(), self.viewport().width(), rect.height()))
            indent = px(CARET) if node.opening != "none" else 0
            self.text(painter, seen.adjusted(PADDING + indent, 0, -PADDING, 0), text, bold=node.bold)
            if seen.width() >= PADDING + indent:  # what has scrolled away but for its edge has no triangle
                self.caret(painter, node.opening, seen.left() + PADDING, rect.top() + rect.height() // 2)
            if node.group:
                self._bracket(painter, rect)
            return True
        caret = px(CARET) if node.opening != "none" else 0
        inner = rect.adjusted(PADDING // 2 + caret, 0, -PADDING, -4)
        for line in reversed(self.looks.lines(text, inner.width(), bold=node.bold)):
            self.text(painter, inner, line, bold=node.bold, at="right" if values == 1 else "center")
            inner = inner.adjusted(0, 0, 0, -self.looks.metrics[node.bold].lineSpacing())
        self.caret(painter, node.opening, rect.left() + PADDING, rect.top() + px(GROUP_ROW) // 2)
        return True

    def _bracket(self, painter: QPainter, rect: QRect) -> None:
        """Paint the bracket over the parts of a group, open at a side where they are scrolled out."""
        begin, end = rect.left() + 4.5, rect.right() - 3.5
        y, edge = rect.bottom() - BRACKET, self.viewport().width()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.looks.secondary, BRACKET))
        painter.drawLine(QPointF(max(begin, 0), y), QPointF(min(end, edge), y))
        for x in (begin, end):
            if 0 <= x <= edge:
                painter.drawLine(QPointF(x, y), QPointF(x, y + TICK))
        painter.restore()

    def caret_at(self, place: QPoint) -> tuple[int, int] | None:
        """Return line and level of the triangle at a point of the head; None if there is none."""
        model, section = self.table_model(), self.logicalIndexAt(place)
        if model is None or model.columns is None or section < 0 or not self.is_tree:
            return None
        labels, values = model.columns, model.values
        for level in range(labels.depth):
            first, last_line = labels.run(section // values, level)
            node = self._node(labels, level, first)
            if not node.reach or node.opening == "none":
                continue
            rect = self._node_rect(labels, level, first, last_line, values)
            left = max(rect.left(), 0) + PADDING
            bottom = rect.top() + px(GROUP_ROW)
            if left - 4 <= place.x() < left + px(CARET) and rect.top() <= place.y() < bottom:
                return first, level
        return None

    def _paint_values(self, painter: QPainter, model: TableModel, visible: range) -> None:
        top = self.level_top(self.levels())
        middle = Qt.AlignmentFlag.AlignCenter
        painter.save()
        if model.values == 1:
            rect = QRect(0, top, min(self.length() - self.offset(), self.viewport().width()), self.values_height)
            painter.setFont(self.theme.small_font())
            painter.setPen(self.looks.secondary)
            painter.drawText(rect, middle, model.value_text(0))
        else:
            painter.setFont(self.theme.small_font())
            painter.setPen(self.looks.secondary)
            flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom) | int(Qt.TextFlag.TextWordWrap)
            for section in visible:
                left, width = self.sectionViewportPosition(section), self.sectionSize(section)
                rect = QRect(left, top, width, self.values_height).adjusted(2, 0, -PADDING, -4)
                painter.drawText(rect, flags, model.value_text(section))
        painter.restore()


class Stub(RunHeader):
    """The stub: one frozen column per level; the nodes of a hierarchy are indented by their depth."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, theme, parent)
        self.setDefaultSectionSize(px(ROW_HEIGHT))
        self.setMinimumSectionSize(px(ROW_HEIGHT))
        self.widths: list[int] = []
        self.widest = WIDEST_STUB  # of a column, unless the window is wide
        self._block_rows: tuple[int, ...] = ()

    def measure(self, room: int) -> None:
        """Set the widths of the columns by their widest label; in a wide window (`room` in px) long ones get more."""
        model = self.table_model()
        self.widths = []
        if model is not None and model.rows is not None:
            labels, looks = model.rows, self.looks
            for level in range(labels.depth):
                widest = looks.width(labels.titles[level], bold=True) if level < len(labels.titles) else 0
                caret = px(CARET) if labels.can_open(level) else 0
                set_in = px(INDENT)
                for text, indent, is_strong in labels.longest(level):
                    widest = max(widest, looks.width(text, bold=is_strong) + indent * set_in + caret)
                self.widths.append(min(widest + 2 * PADDING + 4, self._most(labels, room)))
            self._make_room_for_marks(labels, room)
            if model.view is not None:
                for width in model.view.spec.presentation.widths:
                    if width.path[0] == STUB and int(width.path[1]) < len(self.widths):
                        self.widths[int(width.path[1])] = px(width.pixels)
        stub_width = max(sum(self.widths), px(60))
        if (stub_width, stub_width) != (self.minimumWidth(), self.maximumWidth()):
            self.setFixedWidth(stub_width)

    def _most(self, labels: AxisLabels, available_width: int) -> int:
        """Return the default maximum width of a column."""
        return max(px(self.widest), available_width * 2 // 5 // labels.depth)

    def _make_room_for_marks(self, labels: AxisLabels, available_width: int) -> None:
        """Make room for the text of a mark beside the labels above and below it."""
        heading_map, level = self._map(), labels.depth - 1
        if self.headings is None or heading_map is None or level < 0:
            return
        for mark in self.headings.marks("rows")[:MEASURED_MARKS]:
            pill, heading_place = self.pill_size(mark).width(), place_of(mark, heading_map)
            for row in (heading_place - 1, heading_place):
                texts = labels.texts(row) if 0 <= row < len(labels) else ()
                if level >= len(texts) or row in labels.headings:
                    continue
                text = self.looks.width(texts[level], bold=labels.is_bold(row, level))
                caret = px(CARET) if labels.can_open(level) else 0
                needed = labels.indent(row, level) * px(INDENT) + caret + text + pill + 3 * PADDING
                self.widths[level] = max(self.widths[level], min(needed, self._most(labels, available_width)))

    def tops(self, rows: range) -> list[int]:
        """Return the screen positions at which some rows begin, and at which the last one ends."""
        if not rows:
            return []
        if self._block_rows:
            positions = [self.sectionViewportPosition(row) for row in rows]
            return [*positions, positions[-1] + self.sectionSize(rows.stop - 1)]
        top, high = self.sectionViewportPosition(rows.start), px(ROW_HEIGHT)
        return list(range(top, top + (len(rows) + 1) * high, high))

    def set_block_rows(self, rows: tuple[int, ...]) -> None:
        """Set the rows that are headings of blocks, with the space around them."""
        for row in self._block_rows:
            if row not in rows and row < self.count():
                self.resizeSection(row, px(ROW_HEIGHT))
        for row in rows:
            self.resizeSection(row, block_height())
        self._block_rows = rows

    def set_width(self, level: int, pixels: int) -> None:
        """Make a column as wide as the hand draws it."""
        self.widths[level] = max(pixels, px(NARROWEST_COLUMN))
        self.setFixedWidth(max(sum(self.widths), px(60)))
        self.viewport().update()

    def sizeHint(self) -> QSize:
        return QSize(max(sum(self.widths), px(60)), 0)

    def paint_runs(self, painter: QPainter, model: TableModel) -> None:
        labels = model.rows
        visible = self.visible_sections()
        if labels is None or not visible:
            return
        across, height = self.viewport().width(), self.viewport().height()
        left = 0
        for level, width in enumerate(self.widths):
            last_level = level == len(self.widths) - 1
            line = visible.start
            while line < visible.stop:
                first, last_line = labels.run(line, level)
                top = self.sectionViewportPosition(first)
                bottom = self.sectionViewportPosition(last_line) + self.sectionSize(last_line)
                if level < len(labels.texts(first)):
                    self._paint_label(painter, labels, level, first, QRect(left, top, width, bottom - top))
                ink = self.looks.border if level == 0 and len(self.widths) > 1 else self.looks.grid
                painter.fillRect(left, bottom - 1, width + 1 if last_level else across - left, 1, ink)
                line = last_line + 1
            left += width
        for row in self._block_rows:
            if row in visible:
                rect = QRect(0, self.sectionViewportPosition(row), across, block_height())
                paint_block(painter, self.theme, labels.texts(row)[0], rect, PADDING)
        painter.fillRect(across - 1, 0, 1, height, self.looks.border)

    def _paint_label(self, painter: QPainter, labels: AxisLabels, level: int, first: int, rect: QRect) -> None:
        if level == len(self.widths) - 1 and labels.tint[first]:
            painter.fillRect(rect, self.looks.tint)
        top, tall = _label_top(rect.top(), rect.top() + rect.height()), px(ROW_HEIGHT)
        left = rect.left() + PADDING + labels.indent(first, level) * px(INDENT)
        if labels.can_open(level):
            self.caret(painter, labels.opening(first, level), left, top + tall // 2)
            left += px(CARET)
        text_rect = QRect(left, top, rect.left() + rect.width() - left - 2, tall)
        self.text(painter, text_rect, labels.texts(first)[level], bold=labels.is_bold(first, level))

    def level_at(self, place: QPoint) -> int:
        right = 0
        for level, width in enumerate(self.widths):
            right += width
            if place.x() < right:
                return level
        return max(len(self.widths) - 1, 0)

    def rect_of(self, heading: Heading) -> QRect:
        left, heading_map, end = sum(self.widths[: heading.level]), self._map(), heading.level + 1
        while heading_map is not None and end < len(self.widths) and heading_map.at(end, heading.first) == heading:
            end += 1
        top = self.sectionViewportPosition(heading.first)
        bottom = self.sectionViewportPosition(heading.last) + self.sectionSize(heading.last)
        return QRect(left, top, sum(self.widths[heading.level : end]), bottom - top)

    def pill_of(self, mark: HiddenMark) -> QRect:
        size = self.pill_size(mark)
        top = self.edge_of(mark) - size.height() // 2
        top = max(min(top, self.viewport().height() - size.height()), 0)
        return QRect(QPoint(max(self.viewport().width() - size.width() - PADDING, 0), top), size)

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.caret_pressed(event) and not self.pressed(event):
            super().mousePressEvent(event)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self.released(event):
            super().mouseReleaseEvent(event)

    def caret_at(self, place: QPoint) -> tuple[int, int] | None:
        """Return row and column of the triangle at a point of the stub; None if there is none."""
        model, line = self.table_model(), self.logicalIndexAt(place)
        if model is None or model.rows is None or line < 0:
            return None
        left = 0
        for level, width in enumerate(self.widths):
            if left <= place.x() < left + width:
                labels = model.rows
                first, last_line = labels.run(line, level)
                begin = left + PADDING + labels.indent(first, level) * px(INDENT)
                bottom = self.sectionViewportPosition(last_line) + self.sectionSize(last_line)
                top = _label_top(self.sectionViewportPosition(first), bottom)
                is_caret = begin - 4 <= place.x() < begin + px(CARET) and top <= place.y() < top + px(ROW_HEIGHT)
                return (first, level) if is_caret and labels.opening(first, level) != "none" else None
            left += width
        return None


def _label_top(top: int, bottom: int) -> int:
    """Return the top of the label of a run of rows: its first row, or the visible part of the run."""
    return max(top, min(0, bottom - px(ROW_HEIGHT)))


class Corner(QWidget):
    """Corner above the stub, with the titles of the row variables and the column edges.

    Emits `dragged(level, pixels)` while an edge is dragged, `width_set(level, pixels)` at its release, and
    `fit_asked(level)` at a double click.
    """

    dragged = Signal(int, int)
    width_set = Signal(int, int)
    fit_asked = Signal(int)

    def __init__(self, stub: Stub, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.stub, self.theme = stub, theme
        self._drawn: int | None = None
        self._before: list[int] = []
        self.setMouseTracking(True)

    def _edge_at(self, x: int) -> int | None:
        """The column of the stub whose right edge is at `x`."""
        right = 0
        for level, width in enumerate(self.stub.widths):
            right += width
            if abs(x - right) <= GRIP:
                return level
        return None

    def _width_at(self, level: int, x: int) -> int:
        return max(x - sum(self.stub.widths[:level]), px(NARROWEST_COLUMN))

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drawn = self._edge_at(event.position().toPoint().x())
        self._before = list(self.stub.widths)

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().toPoint().x()
        if self._drawn is not None:
            self.dragged.emit(self._drawn, self._width_at(self._drawn, x))
        elif self._edge_at(x) is None:
            self.unsetCursor()
        else:
            self.setCursor(Qt.CursorShape.SplitHCursor)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        level, self._drawn = self._drawn, None
        if level is not None and self.stub.widths != self._before:
            self.width_set.emit(level, self.stub.widths[level])

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        level, self._drawn = self._edge_at(event.position().toPoint().x()), None
        if level is not None:
            self.fit_asked.emit(level)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.color("surface"))
        model = self.stub.table_model()
        painter.setFont(self.theme.font())
        painter.setPen(self.theme.color("text"))
        if model is not None and model.rows is not None:
            left = 0
            for width, title in zip(self.stub.widths, model.rows.titles, strict=False):
                rect = QRect(left + PADDING, self.height() - px(ROW_HEIGHT), width - PADDING, px(ROW_HEIGHT))
                text = QFontMetrics(self.theme.font()).elidedText(title, Qt.TextElideMode.ElideRight, rect.width())
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)
                left += width
        painter.setPen(self.theme.color("border"))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        painter.end()
