"""The left side of the pages of the wing: what is chosen, fields, notes, and the button that computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFormLayout, QPushButton, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.rivals.pages.chosen_tables import ChosenTables
from ckmdesk.widgets.basic import Card, WordLabel, label
from ckmdesk.widgets.layouts import STRETCH, Part, column_of, fill, scrolling
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

WIDTH, NUMBER_WIDTH = 224, 72


@dataclass(frozen=True)
class LeftField:
    """A field: its words, and the ends of a number or the entries of a drop-down by name."""

    word: str
    ends: tuple[int, int] | None = None
    entries: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""


class LeftSide(QWidget):
    """The left side of `page`. `take` is told each setting that was changed, by name."""

    def __init__(self, page: QWidget, called: str, take: Callable[..., None], refused: str) -> None:
        super().__init__()
        self._page, self._called, self._take = page, called, take
        self.numbers: dict[str, CountBox] = {}
        self.combos: dict[str, PlainCombo] = {}
        self.chosen = ChosenTables(called, refused)
        self.chosen.changed.connect(lambda left_out: take(left_out=left_out))
        self.button, self.action = QPushButton(objectName=f"{called}:compute"), QAction(page, shortcut="Ctrl+Return")
        self.setFixedWidth(px(WIDTH))

    def form(self, fields: Mapping[str, LeftField], *, below: bool = False) -> QFormLayout:
        """Make a form of fields; `below`: their words stand above them."""
        form = QFormLayout()
        form.setSpacing(STEP // 2)
        if below:
            form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        else:
            form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        for name, asked in fields.items():
            made = self._combo(name, asked) if asked.ends is None else self._number(name, asked.ends)
            made.setObjectName(f"{self._called}:{name}")
            made.setToolTip(asked.hint)
            if not below:
                made.setFixedWidth(px(NUMBER_WIDTH))
            word = label(asked.word) if below else WordLabel(asked.word)
            word.setBuddy(made)
            form.addRow(word, made)
            settled(made)
        return form

    def _number(self, name: str, ends: tuple[int, int]) -> CountBox:
        number = self.numbers[name] = CountBox()
        number.setRange(*ends)
        number.valueChanged.connect(lambda value: self._take(**{name: value}))
        return number

    def _combo(self, name: str, asked: LeftField) -> PlainCombo:
        combo = self.combos[name] = PlainCombo()
        combo.setAccessibleName(asked.word)
        for entry, text in asked.entries.items():
            combo.addItem(text, entry)
        combo.activated.connect(lambda place: self._take(**{name: combo.itemData(place)}))
        return combo

    def lay_out(self, word: str, compute: Callable[[], None], *parts: Part, more: tuple[Part, ...] = ()) -> None:
        """Lay out the parts, and below them the button of this word, which Ctrl+Return presses, and `more`."""
        self.button.setText(word)
        self.button.setAutoDefault(True)
        set_kind(self.button, "primary")
        self.button.clicked.connect(compute)
        self.action.setText(word)
        self.action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.action.triggered.connect(lambda _=False: self.button.click())
        self._page.addAction(self.action)
        key = self.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.button.setToolTip(f"{word} ({key})")
        card = Card()
        fill(card.body, *parts, STRETCH)
        column_of((scrolling(card), 1), self.button, *more, within=self, margins=0, spacing=STEP)

    def show_choice(self, choice: object, *, can_compute: bool) -> None:
        """Show the settings of a choice by their names, and whether it can be computed."""
        for name, number in self.numbers.items():
            with QSignalBlocker(number):
                number.setValue(getattr(choice, name))
        for name, combo in self.combos.items():
            combo.setCurrentIndex(max(combo.findData(getattr(choice, name)), 0))
        self.button.setEnabled(can_compute)
        self.action.setEnabled(can_compute)


def offer(combo: PlainCombo, titles: Mapping[str, str]) -> None:
    """Offer entries by their names."""
    if [combo.itemData(place) for place in range(combo.count())] != list(titles):
        combo.clear()
        for name, title in titles.items():
            combo.addItem(title, name)
