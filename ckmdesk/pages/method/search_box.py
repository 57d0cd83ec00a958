"""Search for a variance: the largest at which the four criteria hold, the smallest at which a risk limit holds."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.ptable.design.search import SearchedV
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_STEP
from ckmdesk.widgets.basic import WrapLabel
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.number_box import NumberBox


class SearchBox(QWidget):
    """Box for a search; emits `asked(limit or None)`, `cancelled()`, and `taken(V)` when a result is used."""

    asked = Signal(object)
    cancelled = Signal()
    taken = Signal(float)
    kept = ("found",)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.found: SearchedV | None = None
        self.language: Language = "en"
        self.searching = False
        self.words = WrapLabel(self.tr("The largest V at which the four criteria hold on the table at hand."), "small")
        self.limited = QCheckBox(self.tr("and P(i | j) ≤"), objectName="search:limited")
        self.limit = NumberBox()
        self.limit.setObjectName("search:limit")
        self.limit.setRange(0.05, 1.0)
        self.limit.setSingleStep(0.05)
        self.limit.setValue(0.8)
        self.limit.setFixedWidth(px(76))
        self.limit.setEnabled(False)
        self.limited.toggled.connect(self.limit.setEnabled)
        line = row_of((self.limited, 1), self.limit)
        self.search = QPushButton(objectName="search:start")
        self.search.clicked.connect(self._clicked)
        self.result = WrapLabel()
        self.result.hide()
        column = column_of(self.words, line, self.search, self.result, within=self, margins=0, spacing=SMALL_STEP)
        self.buttons = [QPushButton() for _ in range(2)]
        for button_index, button in enumerate(self.buttons):
            button.setObjectName(f"search:take:{button_index}")
            button.clicked.connect(lambda _=False, button_position=button_index: self._take(button_position))
            button.hide()
            column.addWidget(button)
        words = self.tr("Largest probability of an original given its published value")
        self.limit.setAccessibleName(words)
        self.limited.setToolTip(words)
        self._show_button()

    def _show_button(self) -> None:
        self.search.setText(self.tr("Stop the search") if self.searching else self.tr("Search"))

    def set_searching(self, on: bool) -> None:
        """Set whether a search is running, in which case the button stops it."""
        self.searching = on
        self._show_button()

    def show_progress(self, fraction: float) -> None:
        """Show the finished part of the search."""
        self.search.setText(self.tr("Stop the search (%1 %)").replace("%1", str(round(100 * fraction))))

    def clear(self) -> None:
        """Clear the results after a change of the design."""
        self.found = None
        self.result.hide()
        for button in self.buttons:
            button.hide()

    def show_found(self, found: SearchedV, language: Language) -> None:
        """Show the range found, or why there is none."""
        self.found, self.language = found, language
        low, high = found.low, found.high
        if found.reason is not None:
            text = found.reason.text(language)
        elif low is None:
            text = self.tr("All four criteria hold up to V = %1.").replace("%1", decimal_text(high or 0, 3, language))
        else:
            text = self.tr("Both hold for V from %1 to %2.")
            text = text.replace("%1", decimal_text(low, 3, language)).replace(
                "%2", decimal_text(high or 0, 3, language)
            )
        self.result.setText(text)
        self.result.show()
        for button, value in zip(self.buttons, self._values(), strict=True):
            button.setVisible(value is not None)
            if value is not None:
                button.setText(self.tr("Take V = %1").replace("%1", decimal_text(value, 3, language)))

    def _values(self) -> tuple[float | None, float | None]:
        if self.found is None or self.found.reason is not None:
            return None, None
        low = self.found.low if self.found.low != self.found.high else None
        return self.found.high, low

    def _clicked(self) -> None:
        if self.searching:
            self.cancelled.emit()
        else:
            self.asked.emit(self.limit.value() if self.limited.isChecked() else None)

    def _take(self, index: int) -> None:
        value = self._values()[index]
        if value is not None:
            self.taken.emit(value)
