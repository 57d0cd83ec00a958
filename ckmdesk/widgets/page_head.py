"""The head of a page: 44 px, title in 15 pt, words and controls beside it, buttons at the right."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from ckmdesk.theme import HEAD_HEIGHT, MARGIN, STEP, set_kind
from ckmdesk.widgets.basic import ElidedLabel

NOTE_WIDTH = 200


class PageHead(QFrame):
    """Title, secondary words, then what the page adds: `add_left` beside the title, `add_right` at the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "head")
        self.setFixedHeight(HEAD_HEIGHT)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(MARGIN + 4, 0, MARGIN + 4, 0)
        self._line.setSpacing(STEP)
        self.title = ElidedLabel("", "title")
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("", "secondary")
        self.note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._left = QHBoxLayout()
        self._left.setSpacing(STEP)
        self._right = QHBoxLayout()
        self._right.setSpacing(STEP)
        self._before = QHBoxLayout()
        self._before.setSpacing(STEP)
        self._line.addLayout(self._before)
        self._line.addWidget(self.title)
        self._line.addLayout(self._left)
        self._line.addWidget(self.note)
        self._line.addStretch(1)
        self._line.addLayout(self._right)

    def set_title(self, title: str, note: str = "") -> None:
        self.title.set_text(title)
        self.note.set_text(note)
        self.note.setVisible(bool(note))
        # A long title gives way to a short note, not the other way round.
        self.note.setMinimumWidth(min(self.note.sizeHint().width(), NOTE_WIDTH))

    def add_before(self, widget: QWidget) -> None:
        """Left of the title, e.g. the button that folds a pane."""
        self._before.addWidget(widget)

    def add_left(self, widget: QWidget) -> None:
        """Between title and note."""
        self._left.addWidget(widget)

    def add_right(self, widget: QWidget) -> None:
        """At the end of the line."""
        self._right.addWidget(widget)

    def add_action(self, action: QAction) -> QToolButton:
        """A button with the icon of an action (undo, redo) at the end of the line."""
        button = QToolButton(self)
        button.setDefaultAction(action)
        self._right.addWidget(button)
        return button
