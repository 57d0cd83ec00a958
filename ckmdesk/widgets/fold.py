"""A part of a card that opens and closes under its heading."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_STEP, Theme, set_kind
from ckmdesk.widgets.layouts import column_of


class Fold(QWidget):
    """Heading with an arrow that opens a part, whose layout is `body`; emits `opened(bool)`."""

    opened = Signal(bool)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.button = QToolButton(objectName=f"fold:{name}", checkable=True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_kind(self.button, "fold")
        self.content = QWidget()
        self.content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.body = column_of(within=self.content, margins=(2, 0, 0, SMALL_STEP), spacing=SMALL_STEP)
        column_of(self.button, self.content, within=self, margins=0, spacing=SMALL_STEP)
        self.button.toggled.connect(self._toggled)
        theme.changed.connect(self._draw)
        self.button.setIconSize(QSize(px(14), px(14)))
        self.content.hide()
        self._draw()

    def set_words(self, words: str) -> None:
        """Set the heading."""
        self.button.setText(words)

    def set_open(self, on: bool) -> None:
        """Open or close the part."""
        self.button.setChecked(on)

    def _toggled(self, on: bool) -> None:
        self.content.setVisible(on)
        self._draw()
        self.opened.emit(on)

    def _draw(self) -> None:
        self.button.setIcon(self.theme.icon("down" if self.button.isChecked() else "right", "secondary"))
