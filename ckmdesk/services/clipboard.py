"""The clipboard: a part of a draft, as text and as HTML, or words without figures. It takes nothing else."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from ckmcore.formats.clipboard_content import Copied

_ours: list[Copied] = []


def put(copied: Copied) -> None:
    """Put a part of a draft on the clipboard."""
    data = QMimeData()
    data.setText(copied.text)
    data.setHtml(copied.html)
    QGuiApplication.clipboard().setMimeData(data)
    _ours[:] = [copied]


def put_text(words: str) -> None:
    """Put a text that holds no figure on the clipboard, such as a script."""
    QGuiApplication.clipboard().setText(words)
    _ours.clear()


def let_go() -> None:
    """Before the program ends: what is left is plain text, which needs no Python any more."""
    board = QGuiApplication.clipboard()
    if _ours and board.text() == _ours[0].text:
        board.setText(_ours[0].text)
    _ours.clear()
