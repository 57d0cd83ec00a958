"""A dialog for a name that somebody types."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QWidget
from shiboken6 import isValid

from ckmdesk.look.text_size import px
from ckmdesk.widgets.help_key import set_subject

NAME_WIDTH = 560


def ask_name(parent: QWidget, page: str, title: str, words: str, suggestion: str = "") -> str:
    """A name that somebody types; "" where none was given, or where the page that asks went meanwhile."""
    dialog = QInputDialog(parent)
    set_subject(dialog, page)
    dialog.setWindowTitle(title)
    dialog.setLabelText(words)
    dialog.setTextValue(suggestion)
    dialog.resize(px(NAME_WIDTH), dialog.sizeHint().height())
    accepted = bool(dialog.exec())
    if not isValid(dialog):
        return ""
    name = " ".join(dialog.textValue().split())
    dialog.deleteLater()
    return name if accepted else ""
