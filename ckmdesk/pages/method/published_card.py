"""What readers of a table learn of the method: its note in two lengths and the legend of its signs."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language
from ckmcore.methods.method import Method
from ckmdesk.look.theme import STEP
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import fill


class PublishedCard(Card):
    """Card with the note and legend of a method, as tables show them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body.setSpacing(STEP)
        self.heads = [label("", "heading") for _ in range(3)]
        self.texts = [WrapLabel() for _ in range(3)]
        for head, text in zip(self.heads, self.texts, strict=True):
            fill(self.body, head, text)
        self.body.addStretch(1)
        words = (self.tr("Note on the method"), self.tr("Short note"), self.tr("Signs"))
        for head, word in zip(self.heads, words, strict=True):
            head.setText(word)

    def show_method(self, method: Method, language: Language) -> None:
        """Show the note and the legend of a method."""
        self.texts[0].setText(method.note.text(language))
        self.texts[1].setText(method.short_note.text(language))
        self.texts[2].setText(
            "\n".join(f"{sign.text}: {meaning.text(language)}" for sign, meaning in method.legend.items())
        )
