"""The clipboard: a part of a draft, as text and as HTML, its picture, or words without figures. Nothing else."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage

from ckmcore.formats.clipboard_content import Copied

_ours: list[Copied] = []


def put(copied: Copied) -> None:
    """Put a part of a draft on the clipboard."""
    data = QMimeData()
    data.setText(copied.text)
    data.setHtml(copied.html)
    QGuiApplication.clipboard().setMimeData(data)
    _ours[:] = [copied]


def put_picture(content: bytes) -> None:
    """Put the picture of a draft on the clipboard: a PNG that was searched for what the table does not publish."""
    QGuiApplication.clipboard().setImage(QImage.fromData(content, "PNG"))
    _ours.clear()


def put_text(words: str) -> None:
    """Put a text without figures, such as a script, on the clipboard."""
    QGuiApplication.clipboard().setText(words)
    _ours.clear()


def let_go() -> None:
    """Replace clipboard data of ours by plain text before the program ends, as it no longer needs Python."""
    board = QGuiApplication.clipboard()
    if _ours and board.text() == _ours[0].text:
        board.setText(_ours[0].text)
    _ours.clear()
