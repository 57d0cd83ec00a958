"""How many records there are that would be taken over: counted in the background, confidential."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import counted
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import row_of


class RecordCount(QWidget):
    """The number of records of a relation, with a button.

    Emits `stopped()` to end the count and `asked()` to count after all. `language` is the language of numbers.
    """

    stopped = Signal()
    asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lock, self.words = IconLabel(theme, "lock", "secondary"), label("", "secondary")
        self.button = QPushButton(clicked=self._clicked)
        self._runs, self._far = False, ""
        self._found: tuple[int, int] | None = None
        self.language: Language = "en"
        row_of(self.lock, self.words, self.button, within=self, margins=0, spacing=STEP)
        self._say()

    @property
    def count(self) -> tuple[int, int] | None:
        """Return the number of records and the milliseconds it took; None before. Setting it announces nothing."""
        return self._found

    @count.setter
    def count(self, count: tuple[int, int] | None) -> None:
        self._found = count
        self._say()

    def counting(self, seconds: float = 0.0, part: float = -1.0) -> None:
        """Show that records are being counted, for how many seconds, and the finished part (from 0 on)."""
        self._runs, self._found = True, None
        self._far = ""
        if seconds:
            far = self.tr("%1 %") if part >= 0 else self.tr("%1 s")
            self._far = far.replace("%1", str(round(100 * part) if part >= 0 else int(seconds)), 1)
        self._say()

    def not_counted(self) -> None:
        """Show that the count was stopped or failed."""
        self._runs, self._found = False, None
        self._say()

    def show_count(self, rows: int, milliseconds: int) -> None:
        """Show and announce the number of records and the milliseconds it took."""
        self._runs, self._found = False, (rows, milliseconds)
        self._say()
        announce(f"{self.words.text()}.", about="records")

    def _clicked(self) -> None:
        (self.stopped if self._runs else self.asked).emit()

    def _say(self) -> None:
        self.lock.setVisible(self._found is not None)
        self.button.setVisible(self._found is None)
        self.button.setText(self.tr("Stop") if self._runs else self.tr("Count"))
        words = self.tr("Stop counting the records") if self._runs else self.tr("Count the records")
        self.button.setAccessibleName(words)
        if self._found is None:
            running = " ".join((self.tr("Counting the records ..."), self._far)).rstrip()
            self.words.setText(running if self._runs else self.tr("Records not counted"))
            return
        (rows, milliseconds), language = self._found, self.language
        record_count = counted(self.tr("1 record"), self.tr("%1 records"), rows, language)
        took = self.tr("counted in %1 s").replace("%1", decimal_text(milliseconds / 1000, 1, language))
        self.words.setText(f"{record_count}, {took}")
        self.words.setToolTip(self.tr("Confidential: %1").replace("%1", integer_text(rows, language)))
