"""Primary rules as rows: each is a sentence with its numbers in fields, added and removed by itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_STEP, STEP
from ckmdesk.widgets.basic import WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, lead_through, row_of
from ckmdesk.widgets.scrolled import FoldingRow

NUMBER_WIDTH, WORD_WIDTH = 64, 132
# The numbers of a rule, as they are typed.
Numbers = tuple[str, ...]


class RuleRow(QWidget):
    """Row of one rule; emits `edited()` when the focus leaves its numbers, `removed()`."""

    edited = Signal()
    removed = Signal()

    def __init__(self, name: str, word: str, text: str, signs: Sequence[str]) -> None:
        super().__init__()
        self.name = name
        title = label(word)
        title.setMinimumWidth(px(WORD_WIDTH))
        parts: list[QWidget] = [title]
        self.shown_fields: list[QLineEdit] = []  # in the order of the sentence
        self.fields = [QLineEdit(alignment=Qt.AlignmentFlag.AlignRight) for _ in signs]
        for part in re.split(r"(%\d)", text):
            if re.fullmatch(r"%\d", part):
                number = int(part[1]) - 1
                field = self.fields[number]
                field.setFixedWidth(px(NUMBER_WIDTH))
                field.setObjectName(f"rule:{name}:{signs[number]}")
                field.setAccessibleName(f"{word}: {signs[number]}")
                field.editingFinished.connect(self._left)
                parts.append(field)
                self.shown_fields.append(field)
            elif part.strip():
                parts.append(label(part.strip()))
        self.remove = QPushButton(self.tr("Remove"), objectName=f"rule:{name}:remove")
        self.remove.setAccessibleName(f"{self.remove.text()}: {word}")
        self.remove.clicked.connect(self.removed)
        self.setLayout(FoldingRow(*parts, STRETCH, self.remove, spacing=STEP))

    @property
    def numbers(self) -> Numbers:
        """The numbers as they are typed."""
        return tuple(field.text().strip() for field in self.fields)

    def show_numbers(self, numbers: Numbers) -> None:
        """Show the numbers."""
        for field, number in zip(self.fields, numbers, strict=True):
            if field.text() != number:
                field.setText(number)

    def _left(self) -> None:
        if QApplication.focusWidget() not in self.fields or all(self.numbers):
            self.edited.emit()


class RuleRows(QWidget):
    """Rows of primary rules; emits `changed()` when rules are added, removed or have other numbers.

    `values` and `show_values` take them as typed into a single field, by name: `{"dominance": "1: 60; 2: 85"}`.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.words = {
            "minimum_frequency": self.tr("Minimum frequency"),
            "dominance": self.tr("Dominance (n, k)"),
            "p_percent": self.tr("p % rule"),
            "pq": self.tr("pq rule"),
        }
        self._texts = {
            "minimum_frequency": (self.tr("Fewer than %1 contributors"), "n"),
            "dominance": (self.tr("The %1 largest contributions are more than %2 % of the total"), "nk"),
            "p_percent": (
                self.tr("The total without the two largest contributions is less than %1 % of the largest"),
                "p",
            ),
            "pq": (
                self.tr("%2 % of the total without the two largest are less than %1 % of the largest"),
                "pq",
            ),
        }
        self.rows: list[RuleRow] = []
        self.refused = False
        self.followed_by: tuple[QWidget, ...] = ()  # where Tab leads behind the rows
        self.none = WrapLabel(self.tr("No rule is set: no cell is sensitive."), "secondary")
        self.add = QPushButton(self.tr("Add rule"), objectName="rule:add")
        menu = QMenu(self.add)
        self.entries = {name: menu.addAction(word) for name, word in self.words.items()}
        for name, entry in self.entries.items():
            entry.triggered.connect(lambda _=False, name=name: self._add(name))
        self.add.setMenu(menu)
        self.fault = FaultLabel()
        self.fault.setObjectName("rules-fault")
        self._column: QVBoxLayout = column_of(spacing=SMALL_STEP)
        column_of(self.none, self._column, self.fault, row_of(self.add, STRETCH), within=self, margins=0, spacing=STEP)

    def values(self) -> dict[str, str]:
        """Return the rules as texts by name; rows without any number are none yet."""
        texts = dict.fromkeys(self.words, "")
        for row in self.rows:
            if any(row.numbers):
                text = (": " if row.name == "dominance" else "; ").join(row.numbers)
                texts[row.name] = "; ".join(filter(None, [texts[row.name], text]))
        return texts

    @property
    def is_whole(self) -> bool:
        """Whether no row lacks a part of its numbers."""
        return all(all(row.numbers) or not any(row.numbers) for row in self.rows)

    def show_values(self, texts: Mapping[str, str]) -> None:
        """Show rules; rows that were added and have no numbers yet stay where all others are as shown."""
        if dict(texts) == self.values():
            return
        wanted = [(name, numbers) for name in self.words for numbers in _numbers_of(name, texts[name])]
        if [name for name, _ in wanted] != [row.name for row in self.rows]:
            for row in list(self.rows):
                self._drop(row)
            for name, _ in wanted:
                self._make(name)
        for row, (_, numbers) in zip(self.rows, wanted, strict=True):
            row.show_numbers(numbers)
        self._allow()

    def tell(self, fault: str) -> None:
        """Show what is impossible; "" clears it."""
        self.refused = bool(fault)
        self.fault.tell(fault, typing=True)

    def _make(self, name: str) -> RuleRow:
        text, signs = self._texts[name]
        row = RuleRow(name, self.words[name], text, signs)
        row.edited.connect(self.changed)
        row.removed.connect(lambda: self._remove(row))
        self.rows.append(row)
        self._column.addWidget(row)
        return row

    def _drop(self, row: RuleRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _add(self, name: str) -> None:
        row = self._make(name)
        self._allow()
        row.fields[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, row: RuleRow) -> None:
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)
        self._drop(row)
        self._allow()
        self.changed.emit()

    def _lead(self) -> None:
        """Let Tab lead from row to row; new ones come last otherwise."""
        parts = [part for row in self.rows for part in (*row.shown_fields, row.remove)]
        lead_through(*parts, self.add, *self.followed_by)

    def _allow(self) -> None:
        """Offer what can be added: several rules of dominance, one of any other."""
        names = {row.name for row in self.rows}
        self.none.setVisible(not names)
        for name, entry in self.entries.items():
            entry.setVisible(name == "dominance" or name not in names)
        self._lead()


def _numbers_of(name: str, text: str) -> list[Numbers]:
    """Take the text of a rule apart: one tuple of numbers for each row."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if name == "dominance":
        return [tuple(number.strip() for number in part.split(":")) for part in parts]
    return [tuple(parts)] if parts else []
