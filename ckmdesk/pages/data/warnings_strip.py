"""What the preview warns of, one sentence at a time, with the column it belongs to."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import row_of


class WarningsStrip(QFrame):
    """Strip of warnings, hidden without any; emits `asked(column)` to show the column of the next warning."""

    asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "warnings")
        self._found: list[tuple[str, Sentence]] = []
        self._at = 0
        self._chosen = False  # the first is shown until another is asked for
        self._language: Language = "en"
        self._icon = IconLabel(theme, "warning", "warning")
        self._name = label("", "heading")
        self._text = label("", wrap=True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.next_button = QPushButton(clicked=self._next)
        set_kind(self.next_button, "link")
        row_of(
            self._icon,
            self._name,
            (self._text, 1),
            self.next_button,
            within=self,
            margins=(MARGIN, 6, MARGIN, 6),
            spacing=STEP,
        )
        self.hide()

    @property
    def text(self) -> str:
        """Current warning, with its column."""
        return (self._name.text() + " " + self._text.text()).strip() if self._found else ""

    def show_state(self, state: Import | None, language: Language) -> None:
        """Show the warnings of file and columns; the current one stays as long as it applies."""
        former_warning = self._found[self._at] if self._found and self._chosen else None
        column_warnings: list[tuple[str, Sentence]] = []
        if state is not None:
            column_warnings = [("", warning) for warning in state.preview.warnings]
            column_warnings += [(column.name, warning) for column in state.columns for warning in column.warnings]
            column_warnings += [("", warning) for warning in state.warnings]
        self._language, self._found = language, column_warnings
        self._chosen = former_warning in column_warnings
        self._at = column_warnings.index(former_warning) if former_warning is not None and self._chosen else 0
        self._say()

    def show_column(self, name: str) -> None:
        """Show the first warning of a column, if there is one."""
        indices = [index for index, (column, _) in enumerate(self._found) if column == name]
        if indices and self._found[self._at][0] != name:
            self._at, self._chosen = indices[0], True
            self._say()

    def _next(self) -> None:
        self._at, self._chosen = (self._at + 1) % len(self._found), True
        self._say()
        if self._found[self._at][0]:
            self.asked.emit(self._found[self._at][0])

    def _say(self) -> None:
        self.setVisible(bool(self._found))
        if not self._found:
            return
        name, warning = self._found[self._at]
        self._name.setText(f"{name}:" if name else "")
        self._name.setVisible(bool(name))
        self._text.setText(warning.text(self._language))
        self.next_button.setVisible(len(self._found) > 1)
        place_text = self.tr("%1 of %2: next").replace("%1", str(self._at + 1)).replace("%2", str(len(self._found)))
        self.next_button.setText(place_text)
        self.setAccessibleName(self.text)
