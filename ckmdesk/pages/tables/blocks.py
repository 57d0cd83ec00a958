"""What sets a stacked block off on the screen: space, a rule, and its heading across stub and cells."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.models.table_model import TableModel

GAP, RULE, HEADING = 9, 2, 26


def block_gap() -> int:
    """Space and rule above the heading of a block."""
    return px(GAP) + RULE


def block_height() -> int:
    """The height of the row of a block's heading."""
    return block_gap() + px(HEADING)


def has_block_rows(model: TableModel) -> bool:
    """Whether the headings of blocks are set off from the rows above."""
    return model.view is not None and model.rows is not None and model.view.spec.presentation.headed


def paint_block(painter: QPainter, theme: Theme, text: str, across: QRect, left: int) -> None:
    """Paint the heading of a block in a rectangle of stub or cells; its text begins at `left`, maybe outside."""
    painter.save()
    painter.setClipRect(across)
    painter.fillRect(across, theme.color("surface"))
    painter.fillRect(across.left(), across.top() + px(GAP), across.width(), RULE, theme.color("secondary"))
    painter.fillRect(across.left(), across.bottom(), across.width(), 1, theme.color("grid"))
    painter.setFont(theme.font(bold=True))
    painter.setPen(theme.color("text"))
    text_rect = QRect(left, across.top() + block_gap(), across.right() - left, across.height() - block_gap())
    painter.drawText(text_rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
    painter.restore()
