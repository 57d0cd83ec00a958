"""The left side of the pages of the wing: what is chosen, fields, notes, and the button that computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFormLayout, QPushButton, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.widgets.basic import Card, ElidedCheckBox, WordLabel, label
from ckmdesk.widgets.layouts import STRETCH, Part, column_of, fill, lead_through, scrolling
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

WIDTH, NUMBER_WIDTH, LIST_HEIGHT = 224, 72, 224


class ChosenTables(QWidget):
    """List of saved tables, or of variables; emits `changed(names left out)`. What cannot be taken says why in its
    hint."""

    changed = Signal(tuple)

    def __init__(self, called: str, refused: str) -> None:
        super().__init__()
        self.boxes: dict[str, ElidedCheckBox] = {}
        self._called, self._refused = called, refused
        self.followed_by: tuple[QWidget, ...] = ()  # where Tab leads behind the boxes, which are made late
        inside = QWidget()
        self._column = column_of(STRETCH, within=inside, margins=0, spacing=STEP // 2)
        area = scrolling(inside)
        area.setMaximumHeight(px(LIST_HEIGHT))
        inside.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        self._area = area
        column_of(area, within=self, margins=0)

    def show_tables(
        self, tables: Mapping[str, bool], left_out: tuple[str, ...], titles: Mapping[str, str] | None = None
    ) -> None:
        """Show tables by name, each with whether it can be taken, and tick those that are. `titles`: by name."""
        if tuple(self.boxes) != tuple(tables):
            self._fill(tuple(tables), {} if titles is None else titles)
        for name, possible in tables.items():
            box = self.boxes[name]
            with QSignalBlocker(box):
                box.setChecked(possible and name not in left_out)
            box.setEnabled(possible)
            box.setAccessibleDescription("" if possible else self._refused)
            if not possible:
                box.setToolTip(f"{name}\n{self._refused}")

    def _fill(self, names: tuple[str, ...], titles: Mapping[str, str]) -> None:
        for box in self.boxes.values():
            self._column.removeWidget(box)
            box.deleteLater()
        self.boxes.clear()
        for place, name in enumerate(names):
            box = ElidedCheckBox(titles.get(name, name))
            box.setObjectName(f"{self._called}:table:{place}")
            settled(box)
            box.toggled.connect(lambda _on: self._toggled())
            self.boxes[name] = box
            self._column.insertWidget(place, box)
        lead_through(*self.boxes.values(), *self.followed_by)
        needed = len(names) * (px(ROW_HEIGHT) + STEP // 2)
        self._area.setMinimumHeight(min(self._area.maximumHeight(), needed))

    def _toggled(self) -> None:
        self.changed.emit(tuple(name for name, box in self.boxes.items() if box.isEnabled() and not box.isChecked()))


@dataclass(frozen=True)
class LeftField:
    """A field: its words, and the ends of a number or the entries of a drop-down by name."""

    word: str
    ends: tuple[int, int] | None = None
    entries: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""


class LeftSide(QWidget):
    """The left side of `page`. `take` gets each setting that was changed, by name."""

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
        """Make a form of fields; `below`: each is below its words."""
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
