"""The clipboard: a part of a draft, as text and as HTML. It takes nothing else."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from ckmcore.export.copy import Copied


def put(copied: Copied) -> None:
    """Put a part of a draft on the clipboard."""
    data = QMimeData()
    data.setText(copied.text)
    data.setHtml(copied.html)
    QGuiApplication.clipboard().setMimeData(data)
