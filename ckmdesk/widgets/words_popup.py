"""Words for a part of a table, in German and English, asked in a small popup beside what they belong to."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.widgets.basic import label

WIDTH = 460


class WordsPopup(QFrame):
    """Popup with two lines for a text in both languages; Enter calls `apply(words)`.

    An empty line falls back on the other language.
    """

    def __init__(
        self, parent: QWidget, title: str, words: Texts, language: Language, apply: Callable[[Texts], None]
    ) -> None:
        # A child of the window: in a table its lines would be drawn as those of a cell, without frame.
        super().__init__(parent.window(), Qt.WindowType.Popup)
        self.ensurePolished()  # the window gives it the style sheet, by which the heading is measured
        self._apply = apply
        self.setObjectName("words")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        shape(self, Role.Dialog)
        self.setAccessibleName(title)
        form = QFormLayout(self)
        form.setContentsMargins(STEP, STEP, STEP, STEP)
        heading = label(title, "heading", wrap=True)
        heading.ensurePolished()  # the height is that of its own font
        heading.setFixedWidth(px(WIDTH) - 2 * STEP)
        heading.setFixedHeight(heading.heightForWidth(heading.width()))
        form.addRow(heading)
        self.german, self.english = QLineEdit(words.de), QLineEdit(words.en)
        names = {
            "de": QCoreApplication.translate("WordsPopup", "German"),
            "en": QCoreApplication.translate("WordsPopup", "English"),
        }
        fields = [("de", self.german), ("en", self.english)]
        for code, field in fields if language == "de" else reversed(fields):
            name = label(names[code], "secondary")
            name.setBuddy(field)
            field.setAccessibleName(names[code])
            field.returnPressed.connect(self.accept)
            form.addRow(name, field)
        self.first = self.german if language == "de" else self.english
        self.ok = QPushButton(QCoreApplication.translate("WordsPopup", "Apply"))
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self.accept)
        form.addRow(self.ok)
        self.setFixedWidth(px(WIDTH))

    def accept(self) -> None:
        """Apply the text and close."""
        words = Texts(self.english.text().strip(), self.german.text().strip())
        self.close()
        self._apply(words)

    def show_at(self, place: QPoint) -> None:
        """Show the popup at a point, kept on the screen, with the first line selected."""
        screen = self.screen().availableGeometry()
        self.adjustSize()
        x = max(min(place.x(), screen.right() - self.width()), screen.left())
        y = max(min(place.y(), screen.bottom() - self.height()), screen.top())
        self.move(x, y)
        self.show()
        self.first.setFocus()
        self.first.selectAll()


def ask_words(
    parent: QWidget, anchor: QWidget, title: str, words: Texts, language: Language, apply: Callable[[Texts], None]
) -> WordsPopup:
    """The popup below a widget."""
    popup = WordsPopup(parent, title, words, language, apply)
    popup.show_at(anchor.mapToGlobal(QPoint(0, anchor.height())))
    return popup
