"""Dialogs for a name or a number that somebody types."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QWidget
from shiboken6 import isValid

from ckmdesk.look.text_size import px
from ckmdesk.widgets.help_key import set_subject

NAME_WIDTH = 560


def ask_name(parent: QWidget, page: str, title: str, words: str, suggestion: str = "") -> str:
    """Ask for a name; return "" if none was entered, or the page that asks was closed meanwhile."""
    dialog = _dialog(parent, page, title, words)
    dialog.setTextValue(suggestion)
    return " ".join(dialog.textValue().split()) if _accepted(dialog) else ""


def ask_count(parent: QWidget, page: str, title: str, words: str, suggestion: int, most: int) -> int:
    """Ask for an integer from 1 to `most`; return 0 if none was entered."""
    dialog = _dialog(parent, page, title, words)
    dialog.setInputMode(QInputDialog.InputMode.IntInput)
    dialog.setIntRange(1, most)
    dialog.setIntValue(suggestion)
    return dialog.intValue() if _accepted(dialog) else 0


def _dialog(parent: QWidget, page: str, title: str, words: str) -> QInputDialog:
    dialog = QInputDialog(parent)
    set_subject(dialog, page)
    dialog.setWindowTitle(title)
    dialog.setLabelText(words)
    return dialog


def _accepted(dialog: QInputDialog) -> bool:
    dialog.ensurePolished()
    dialog.resize(px(NAME_WIDTH), dialog.sizeHint().height())
    accepted = bool(dialog.exec())
    if not isValid(dialog):
        return False
    dialog.deleteLater()
    return accepted
