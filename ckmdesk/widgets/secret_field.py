"""A field for a passphrase."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from ckmdesk.look.theme import Theme


class SecretField(QLineEdit):
    """Field that hides its letters until the eye in it is pressed."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(accessibleName=name)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = QAction(self.tr("Show characters"), self, checkable=True)
        self._eye.toggled.connect(self._show_letters)
        self._theme = theme
        self.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        theme.changed.connect(self._draw)
        self._draw()

    def _show_letters(self, on: bool) -> None:
        self.setEchoMode(QLineEdit.EchoMode.Normal if on else QLineEdit.EchoMode.Password)

    def _draw(self) -> None:
        self._eye.setIcon(self._theme.icon("read-only", "secondary"))
