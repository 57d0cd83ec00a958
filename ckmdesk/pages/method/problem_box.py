"""What a variant cannot have, why, and the changes that make it possible, each with one click."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence
from ckmdesk.base.announcer import announce
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_STEP, STEP, Theme, set_kind
from ckmdesk.state.method_view import Problem
from ckmdesk.widgets.basic import IconLabel, WrapLabel
from ckmdesk.widgets.layouts import column_of, row_of

MOST_REMEDIES = 3
WIDTH = 256


def in_lines(text: str, metrics: QFontMetrics, room: int) -> str:
    """Break a text between words so that it fits a button of `room` px."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if metrics.horizontalAdvance(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(lines)


class ProblemBox(QFrame):
    """Box with the problem of a variant; emits `chosen(place)` with the index of the chosen remedy."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "message-error")
        self.text = WrapLabel()
        self.text.setObjectName("problem")
        top = row_of(IconLabel(theme, "error", "error"), (self.text, 1))
        column = column_of(top, within=self, margins=STEP, spacing=SMALL_STEP)
        self.buttons: list[QPushButton] = []
        self._offered: tuple[str, ...] = ()  # what was said aloud
        for most_remedy_index in range(MOST_REMEDIES):
            button = QPushButton(objectName="remedy" if most_remedy_index == 0 else f"remedy:{most_remedy_index}")
            button.setAutoDefault(True)  # Enter presses it
            button.clicked.connect(lambda _=False, remedy_index=most_remedy_index: self.chosen.emit(remedy_index))
            column.addWidget(button)
            self.buttons.append(button)
        self.setFixedWidth(px(WIDTH))
        self.hide()

    def show_problem(self, problem: Problem | None, language: Language) -> None:
        """Show a problem, or hide."""
        text = "" if problem is None else problem.text.text(language)
        if text and (self.isHidden() or text != self.text.text()):
            announce(text, urgent=True, about="problem")
            self._offered = ()
        self.setVisible(problem is not None)
        self.text.setText(text)

    def show_remedies(self, words: list[Sentence], language: Language) -> None:
        """Show the buttons."""
        offered_texts = tuple(sentence.text(language) for sentence in words[:MOST_REMEDIES])
        if offered_texts != self._offered and not self.isHidden():
            announce(" ".join(offered_texts), about="remedies")
        self._offered = offered_texts
        for button_index, button in enumerate(self.buttons):
            button.setVisible(button_index < len(words))
            if button_index < len(words):
                text = words[button_index].text(language)
                button.setText(in_lines(text, button.fontMetrics(), self.width() - 2 * STEP - 30))
                button.setToolTip(text)
                button.setAccessibleName(text)
