"""How suppressed cells are painted: primary dark, secondary light and hatched, fixed ones outlined; the legend."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.rivals.models.suppression_model import CELL_ROLE, MOVES_ROLE
from ckmdesk.rivals.state.suppression import Role

SWATCH = 16
OUTLINE = 2


def paint_role(painter: QPainter, theme: Theme, area: QRect, role: Role) -> None:
    """Paint the ground of a cell."""
    if role == "primary":
        painter.fillRect(area, theme.color("confidential"))
    elif role == "secondary":
        painter.fillRect(area, theme.color("confidential_soft"))
        painter.fillRect(area, QBrush(theme.color("frame"), Qt.BrushStyle.BDiagPattern))
    elif role == "fixed":
        painter.setPen(QPen(theme.color("confidential"), OUTLINE))
        painter.drawRect(area.adjusted(1, 1, -2, -2))


class SuppressedCells(QStyledItemDelegate):
    """Delegate of the grid: the ground says what a cell is, a frame which ones move together."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @guarded()
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        role, area = index.data(CELL_ROLE), option.rect
        if role not in ("primary", "secondary", "fixed"):
            super().paint(painter, option, index)
        else:
            painter.save()
            paint_role(painter, self._theme, area, role)
            text = str(index.data() or "")
            paint = self._theme.color("surface" if role == "primary" else "text")
            inside = area.adjusted(px(4), 0, -px(6), 0)
            if role == "secondary":  # the hatch ends where the figure stands
                width = painter.fontMetrics().horizontalAdvance(text) + px(6)
                ground = QRect(inside.right() - width + px(3), area.top() + px(3), width, area.height() - px(6))
                painter.fillRect(ground, self._theme.color("confidential_soft"))
            painter.setPen(paint)
            painter.drawText(inside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            painter.restore()
        if index.data(MOVES_ROLE) or option.state & QStyle.StateFlag.State_Selected:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.save()
            style = Qt.PenStyle.SolidLine if chosen else Qt.PenStyle.DashLine
            painter.setPen(QPen(self._theme.color("accent"), OUTLINE, style))
            painter.drawRect(area.adjusted(1, 1, -2, -2))
            painter.restore()


class RoleSwatch(QWidget):
    """A small square of the legend, painted as the cells are, beside its word."""

    def __init__(self, theme: Theme, role: Role) -> None:
        super().__init__()
        self._theme, self._role = theme, role
        self.setFixedSize(px(SWATCH), px(SWATCH))
        theme.changed.connect(self.update)

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return QSize(px(SWATCH), px(SWATCH))

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_role(painter, self._theme, self.rect(), self._role)
        painter.setPen(self._theme.color("border"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()
