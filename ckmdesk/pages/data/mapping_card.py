"""Variables of the dictionary that no column of a new period's file is called by: which column holds them?"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.look.theme import STEP
from ckmdesk.pages.data.column_heads import PlainCombo
from ckmdesk.state.data_import import Import, unmatched
from ckmdesk.widgets.basic import Card, label

COLUMNS = 3


class MappingCard(Card):
    """`mapped(VariableEntry, column)`; "" says that the file does not have the variable. Hidden where all are found."""

    mapped = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label("", "heading")
        self.body.addWidget(self.heading)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(STEP)
        self._grid.setVerticalSpacing(4)
        self.body.addLayout(self._grid)
        self._lines: list[tuple[VariableEntry, QLabel, PlainCombo]] = []
        self.hide()

    def show_import(self, state: Import | None, entries: tuple[VariableEntry, ...], language: Language) -> None:
        """Show the variables of the dictionary `entries` that the file lacks."""
        missing = [] if state is None else list(unmatched(state, entries))
        self.setVisible(bool(missing))
        self.heading.setText(self.tr("Not found by name in this file: which column holds it?"))
        if [entry.name for entry, _, _ in self._lines] != [entry.name for entry in missing]:
            self._make(missing)
        for entry, word, combo in self._lines:
            title = entry.title.text(language) or entry.name
            word.setText(title if title == entry.name else f"{title} ({entry.name})")
            combo.setAccessibleName(word.text())
            self._fill(entry, combo, state)

    def _make(self, missing: list[VariableEntry]) -> None:
        for _, word, combo in self._lines:
            word.deleteLater()
            combo.deleteLater()
        self._lines = []
        for place, entry in enumerate(missing):
            word, combo = label("", "secondary"), PlainCombo()
            word.setBuddy(combo)
            combo.setMinimumContentsLength(16)
            combo.activated.connect(lambda _, of=entry, box=combo: self.mapped.emit(of, str(box.currentData())))
            row, column = divmod(place, COLUMNS)
            self._grid.addWidget(word, row, 2 * column)
            self._grid.addWidget(combo, row, 2 * column + 1)
            self._lines.append((entry, word, combo))
        self._grid.setColumnStretch(2 * COLUMNS, 1)

    def _fill(self, entry: VariableEntry, combo: PlainCombo, state: Import | None) -> None:
        combo.blockSignals(True)
        combo.clear()
        combo.addItem(self.tr("not in this period"), "")
        taken = "" if state is None else next((one.column for one in state.mapping if one.variable == entry.name), "")
        for column in () if state is None else state.columns:
            combo.addItem(column.name, column.name)
        combo.blockSignals(False)
        combo.choose(taken)

    def combo(self, variable: str) -> PlainCombo:
        """The drop-down of a variable."""
        return next(combo for entry, _, combo in self._lines if entry.name == variable)
