"""A line for a text in both languages: German and English beside one another, or below."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import column_of, fill, row_of

NAMES: tuple[tuple[Language, str], ...] = (("de", "Deutsch"), ("en", "English"))


class TextsField(QWidget):
    """Field for a text in both languages; emits `edited()` when a line was finished.

    An empty line falls back on the other language.
    """

    edited = Signal()

    def __init__(
        self, name: str, texts: Texts = Texts(), parent: QWidget | None = None, *, stacked: bool = False
    ) -> None:
        super().__init__(parent)
        lines = column_of(within=self, margins=0, spacing=4)
        line = row_of(spacing=4)
        lines.addLayout(line)
        self.fields: dict[Language, QLineEdit] = {}
        for language, _ in NAMES:
            field = QLineEdit(objectName=f"{name}:{language}")
            field.editingFinished.connect(self.edited)
            if stacked and self.fields:
                line = row_of(spacing=4)
                lines.addLayout(line)
            fill(line, label(language, "small"), (field, 1))
            self.fields[language] = field
        if not stacked:  # Qt leads Tab to a proxy from where its holder was made
            self.setFocusProxy(self.fields["de"])
        self.set_texts(texts)

    def texts(self) -> Texts:
        """Texts of the lines, in both languages."""
        return Texts(self.fields["en"].text().strip(), self.fields["de"].text().strip())

    def set_texts(self, texts: Texts) -> None:
        self.fields["de"].setText(texts.de)
        self.fields["en"].setText(texts.en)

    def show_made(self, texts: Texts) -> None:
        """Set the automatic texts, shown as placeholders while the lines are empty."""
        for language, field in self.fields.items():
            field.setPlaceholderText(texts.text(language))
            field.setToolTip(texts.text(language))

    def set_words(self, words: str) -> None:
        """Set the accessible name of the text."""
        for language, called in NAMES:
            self.fields[language].setAccessibleName(f"{words} ({called})")
