"""The head of a page: title in 15 pt, words and controls beside it, buttons at the right; else in a second row, or one
below another."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import HEAD_HEIGHT, MARGIN, STEP, set_kind
from ckmdesk.widgets.basic import ElidedLabel
from ckmdesk.widgets.layouts import column_of, parts_of, row_of

NOTE_WIDTH = 200
TITLE_WIDTH = 110  # of a title that its buttons leave, at least


class PageHead(QFrame):
    """Head of a page: title, secondary words, then the page's widgets (`add_left` at the title, `add_right` at the
    end).

    Emits `height_changed()` when the buttons move to a second row, or back.
    """

    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "head")
        self.setFixedHeight(px(HEAD_HEIGHT))
        self._line, self._second = QHBoxLayout(), QHBoxLayout()
        self._second.addStretch(1)
        rows = column_of((self._line, 1), self._second, within=self, margins=(MARGIN + 4, 0, MARGIN + 4, 0), spacing=0)
        self._rows = rows
        self._line.setSpacing(STEP)
        self.title = ElidedLabel("", "title")
        shape(self.title, Role.Heading)
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.note = ElidedLabel("", "secondary")
        self.note.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._left = row_of(spacing=STEP)
        self._buttons = QWidget()
        self._right = row_of(within=self._buttons, margins=0, spacing=STEP)
        self._before = row_of(spacing=STEP)
        self._line.addLayout(self._before)
        self._line.addWidget(self.title)
        self._line.addLayout(self._left)
        self._line.addWidget(self.note)
        self._line.addStretch(1)
        self._line.addWidget(self._buttons)
        self._in_two = False

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Use a second row where the controls have no room beside the title."""
        available_width = self.width() - 2 * (MARGIN + 4)
        title = min(self.title.sizeHint().width(), px(TITLE_WIDTH)) - self.title.minimumSizeHint().width()
        needed = self._line.minimumSize().width() + title
        if self._in_two:
            needed += self._width_of_buttons() + STEP
        if (needed > available_width) != self._in_two:
            self._in_two = not self._in_two
            (self._second if self._in_two else self._line).addWidget(self._buttons)
            self._rows.setStretch(1, int(self._in_two))
        stacked = self._in_two and self._width_of_buttons() > available_width
        self._right.setDirection(QBoxLayout.Direction.TopToBottom if stacked else QBoxLayout.Direction.LeftToRight)
        rows = 1 + self._in_two * (len(self._shown_buttons()) if stacked else 1)
        height = px(HEAD_HEIGHT) * rows
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)
            self.height_changed.emit()

    def _shown_buttons(self) -> list[QWidget]:
        return [widget for widget in parts_of(self._right) if isinstance(widget, QWidget) and not widget.isHidden()]

    def _width_of_buttons(self) -> int:
        """Return the width that the buttons need side by side."""
        shown_widgets = self._shown_buttons()
        return sum(widget.minimumSizeHint().width() for widget in shown_widgets) + STEP * max(len(shown_widgets) - 1, 0)

    def set_title(self, title: str, note: str = "") -> None:
        self.title.set_text(title)
        self.note.set_text(note)
        self.note.setVisible(bool(note))
        # A long title gives way to a short note, not the other way round.
        self.note.setMinimumWidth(min(self.note.sizeHint().width(), px(NOTE_WIDTH)))

    def add_before(self, widget: QWidget) -> None:
        """Left of the title, e.g. the button that folds a pane."""
        self._before.addWidget(widget)

    def add_left(self, widget: QWidget) -> None:
        """Add a widget between title and note."""
        self._left.addWidget(widget)

    def add_right(self, widget: QWidget) -> None:
        """Add a widget at the end of the line."""
        self._right.addWidget(widget)

    def add_action(self, action: QAction) -> QToolButton:
        """A button with the icon of an action (undo, redo) at the end of the line."""
        button = QToolButton(self)
        button.setDefaultAction(action)
        self._right.addWidget(button)
        return button
