"""Words near the mouse, or where the keyboard is, that go by themselves: why something is not possible there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from ckmdesk.base.announcer import announce
from ckmdesk.look.theme import TOLD_MS


def tell_near(words: str, place: QPoint, of: QWidget) -> None:
    """Show and announce a text for a while; clicks pass through it to what lies below, and close it."""
    announce(words)
    QToolTip.showText(place, words, of, QRect(), TOLD_MS)
    for widget in QApplication.topLevelWidgets():
        window = widget.windowHandle() if widget.windowType() == Qt.WindowType.ToolTip else None
        if window is not None and widget.isVisible():
            window.setFlag(Qt.WindowType.WindowTransparentForInput)
