"""What headings look like: under the mouse, with the keyboard, chosen, sorted, dragged, and where lines are hidden."""

from __future__ import annotations

from html import escape
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from ckmdesk.look.small_picture import in_words
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.headings import Headings
from ckmdesk.state.headings import Heading
from ckmdesk.state.hidden import HiddenMark, TableSide
from ckmdesk.widgets.small_pictures import line_image

FRAME, DROP = 2, 3
CHOSEN_TINT, HOVER_TINT = 26, 13
GRIP_WIDTH = 10
ARROW = 12
PILL_HEIGHT, PILL_SPACE = 18, 30
LEAST_PERIODS = 3  # of a line in the tip of a row


class Header(Protocol):
    """What is needed of the head or the stub of a table to paint headings: its side, its visible sections and their
    rectangles.
    """

    @property
    def side(self) -> TableSide: ...

    def viewport(self) -> QWidget: ...

    def table_model(self) -> TableModel | None: ...

    def visible_sections(self) -> range: ...

    def rect_of(self, heading: Heading) -> QRect: ...

    def menu_rect(self, heading: Heading) -> QRect: ...

    def is_chosen(self, heading: Heading) -> bool: ...

    def marks_in_sight(self) -> list[HiddenMark]: ...

    def edge_of(self, mark: HiddenMark) -> int: ...

    def pill_of(self, mark: HiddenMark) -> QRect: ...


def paint_states(painter: QPainter, header: Header, headings: Headings, theme: Theme) -> None:
    """Paint selection, hover, cursor and marks over the labels of a head or stub."""
    side, accent = header.side, theme.color("accent")
    for heading in headings.chosen_within(side, header.visible_sections()):
        _paint_chosen(painter, header, heading, accent, dragged=headings.dragging)
    hover, cursor = headings.hover, headings.cursor
    if isinstance(hover, Heading) and hover.axis == side:
        if not headings.is_chosen(hover):
            painter.fillRect(_visible_rect(header, hover), _tinted(accent, HOVER_TINT))
        _paint_handles(painter, header, hover, theme)
    if isinstance(cursor, Heading) and cursor.axis == side:
        _frame(painter, _visible_rect(header, cursor), accent)
        if headings.is_chosen(cursor) and cursor != hover:
            _paint_handles(painter, header, cursor, theme)
    _paint_sorted(painter, header, headings, accent)
    for mark in header.marks_in_sight():
        _paint_mark(painter, header, mark, theme, focus=mark == cursor, over=mark == hover)
    if headings.drop is not None and headings.drop[0].axis == side:
        _paint_drop(painter, header, *headings.drop, accent)


def _tinted(color: QColor, alpha: int) -> QColor:
    found_color = QColor(color)
    found_color.setAlpha(alpha)
    return found_color


def _visible_rect(header: Header, heading: Heading) -> QRect:
    """The part of a heading on the screen."""
    return header.rect_of(heading).intersected(header.viewport().rect())


def _frame(painter: QPainter, rect: QRect, accent: QColor) -> None:
    painter.setPen(QPen(accent, FRAME))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _paint_chosen(painter: QPainter, header: Header, heading: Heading, accent: QColor, *, dragged: bool) -> None:
    rect = _visible_rect(header, heading)
    painter.fillRect(rect, _tinted(accent, CHOSEN_TINT * (2 if dragged else 1)))
    if not dragged:
        _frame(painter, rect, accent)


def _paint_handles(painter: QPainter, header: Header, heading: Heading, theme: Theme) -> None:
    """Paint the grip of a heading at the left, and in the head the arrow of the menu at the right."""
    rect = _visible_rect(header, heading)
    ink, middle = theme.color("secondary"), rect.center().y()
    if header.side == "rows":
        middle = rect.top() + min(rect.height(), px(24)) // 2
    for column in (0, 3):
        for row in (-4, -1, 2, 5):
            painter.fillRect(rect.left() + 3 + column, middle + row, 1, 2, ink)
    caret = header.menu_rect(heading)
    if not caret.isEmpty():
        painter.fillRect(caret, theme.color("surface"))  # over the end of a long label
        chosen = header.is_chosen(heading)
        painter.fillRect(caret, _tinted(theme.color("accent"), CHOSEN_TINT if chosen else HOVER_TINT))
        theme.icon("down", "secondary").paint(painter, caret)


def _paint_sorted(painter: QPainter, header: Header, headings: Headings, accent: QColor) -> None:
    """Paint the arrow of the heading by which the table is sorted."""
    model, found_map = header.table_model(), headings.maps.get(header.side)
    order = None if model is None else model.sorted_along(header.side)
    if order is None or found_map is None:
        return
    order_place, descending = order
    heading = found_map.at(found_map.levels - 1, order_place)
    if heading is None:
        return
    rect = header.rect_of(heading)
    if not rect.intersects(header.viewport().rect()):
        return
    handles = GRIP_WIDTH if headings.is_chosen(heading) or heading == headings.hover else 0
    if header.side == "rows":
        arrow_center = QPoint(rect.right() - ARROW, rect.top() + rect.height() // 2)
    else:
        arrow_center = QPoint(rect.left() + handles + ARROW // 2 + 1, rect.top() + rect.height() // 2)
    _paint_arrow(painter, arrow_center, accent, descending=descending)


def _paint_arrow(painter: QPainter, arrow_center: QPoint, accent: QColor, *, descending: bool) -> None:
    half, turn = px(ARROW) // 2, 1 if descending else -1
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(accent, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    tip = QPoint(arrow_center.x(), arrow_center.y() + turn * half)
    painter.drawLine(QPoint(arrow_center.x(), arrow_center.y() - turn * half), tip)
    for side in (-1, 1):
        painter.drawLine(tip, QPoint(tip.x() + side * (half - 2), tip.y() - turn * (half - 2)))
    painter.restore()


def _paint_mark(painter: QPainter, header: Header, mark: HiddenMark, theme: Theme, *, focus: bool, over: bool) -> None:
    """Paint a double line where something is hidden, and the number of hidden nodes beside it."""
    accent, edge, viewport_rect = theme.color("accent"), header.edge_of(mark), header.viewport().rect()
    end = viewport_rect.height() if header.side == "rows" else viewport_rect.width()
    edge = max(1, min(edge, end - 2))
    for line in (edge - 2, edge):
        if header.side == "rows":
            painter.fillRect(0, line, viewport_rect.width(), 1, accent)
        else:
            painter.fillRect(line, 0, 1, viewport_rect.height(), accent)
    pill = header.pill_of(mark)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(accent, 2 if focus else 1))
    painter.setBrush(theme.color("accent_soft" if over or focus else "surface"))
    painter.drawRoundedRect(pill.adjusted(1, 1, -1, -1), pill.height() / 2 - 1, pill.height() / 2 - 1)
    icon = "unfold-more-horizontal" if header.side == "rows" else "unfold-more-vertical"
    theme.icon(icon, "accent").paint(
        painter, QRect(pill.left() + 6, pill.top() + 3, pill.height() - 6, pill.height() - 6)
    )
    painter.setFont(theme.small_font())
    painter.setPen(accent)
    text = pill.adjusted(pill.height() + 2, 0, -6, 0)
    model = header.table_model()
    painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, "" if model is None else model.mark_words(mark))
    painter.restore()


def _paint_drop(painter: QPainter, header: Header, target: Heading, after: bool, accent: QColor) -> None:
    """Paint the mark where a dragged heading would be dropped."""
    rect = header.rect_of(target)
    if header.side == "rows":
        top = rect.bottom() + 1 if after else rect.top()
        painter.fillRect(rect.left(), top - DROP // 2 - (1 if after else 0), header.viewport().width(), DROP, accent)
    else:
        left = rect.right() + 1 if after else rect.left()
        painter.fillRect(left - DROP // 2 - 1, rect.top(), DROP, header.viewport().height(), accent)


def with_line(tip: str, model: TableModel, row: int, header: QWidget, theme: Theme) -> str:
    """The tip of a row with a line over the periods in the head: of the figures shown, with a gap at a sign."""
    periods = model.over_time(row)
    kept = [model.sign(row, column).keeps_figure for _, column in periods]
    if sum(kept) < LEAST_PERIODS:
        return tip
    numbers = [model.figure(row, column) if on else None for (_, column), on in zip(periods, kept, strict=True)]
    image = line_image(theme, numbers, header.devicePixelRatioF())
    ends = [f"{label}: {model.text(row, column)}" for label, column in (periods[0], periods[-1])]
    words = escape(tip).replace("\n", "<br>")
    return f"<p>{words}</p><p>{in_words(image)}<br>{escape(' – '.join(ends))}</p>"
