"""A question within its page that blocks nothing: an icon, the words, a button for each answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconLabel, WrapLabel
from ckmdesk.widgets.focus_back import FocusBack
from ckmdesk.widgets.layouts import row_of

Answer = tuple[str, str, Callable[[], None]]


class InlineQuestion(QFrame):
    """Question in the page, hidden until `ask`; the first answer has the focus, Esc gives the last."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("question")
        set_kind(self, "message-warning")
        self._answers: list[Answer] = []
        self._back = FocusBack()
        self.buttons: list[QPushButton] = []
        self.words = WrapLabel()
        self._line = row_of(
            IconLabel(theme, "warning", "warning"),
            (self.words, 1),
            within=self,
            margins=(MARGIN, STEP - 2, STEP, STEP - 2),
            spacing=STEP,
        )
        self.hide()

    def ask(self, words: str, answers: Sequence[Answer]) -> None:
        """Show a question; each answer has a button name, words and an action. Any answer closes it."""
        self.withdraw()
        self._back.lend(self)
        self.words.setText(words)
        self.setAccessibleName(words)
        self._answers = list(answers)
        for name, text, act in answers:
            button = QPushButton(text, objectName=name)
            button.setAccessibleDescription(words)
            button.setAutoDefault(True)  # Enter presses it
            button.clicked.connect(partial(self._answer, act))
            self._line.addWidget(button)
            self.buttons.append(button)
        self.show()
        self.buttons[0].setFocus()

    def withdraw(self) -> None:
        """Hide the question and its buttons."""
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons, self._answers = [], []
        self.hide()
        self._back.give_back()

    def _answer(self, act: Callable[[], None], _checked: bool = False) -> None:
        self.withdraw()
        act()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._answers:
            self._answer(self._answers[-1][2])
        else:
            super().keyPressEvent(event)
