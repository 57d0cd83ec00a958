"""Words over the page, in a bubble below what they belong to: nothing moves for them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QWidget

from ckmdesk.look.theme import set_kind
from ckmdesk.widgets.basic import WrapLabel
from ckmdesk.widgets.layouts import row_of


def show_bubble(below: QWidget, words: str, width: int) -> QFrame:
    """The words until something else is clicked or Escape is pressed."""
    bubble = QFrame(below, Qt.WindowType.Popup)
    bubble.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    set_kind(bubble, "card")
    text = WrapLabel(words)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    row_of(text, within=bubble)
    bubble.setFixedWidth(width)
    bubble.setFixedHeight(bubble.layout().totalHeightForWidth(width))  # few words need no more room than they take
    bubble.setAccessibleName(words)
    bubble.move(below.mapToGlobal(QPoint(0, below.height())))
    bubble.show()
    return bubble
