"""A field for a passphrase."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from ckmdesk.look.theme import Theme


class SecretField(QLineEdit):
    """A field whose letters are dots, until the eye in it is pressed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = QAction(self, checkable=True)
        self._eye.toggled.connect(self._show_letters)
        self._theme = theme
        self.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        theme.changed.connect(self._draw)
        self._draw()

    def set_words(self, name: str, eye: str) -> None:
        """The field's name, and what the eye does."""
        self.setAccessibleName(name)
        self._eye.setText(eye)
        self._eye.setToolTip(eye)

    def _show_letters(self, on: bool) -> None:
        self.setEchoMode(QLineEdit.EchoMode.Normal if on else QLineEdit.EchoMode.Password)

    def _draw(self) -> None:
        self._eye.setIcon(self._theme.icon("read-only", "secondary"))
