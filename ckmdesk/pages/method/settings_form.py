"""A form of settings: a word, a field and what it means, line by line; what is impossible is shown below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from ckmcore.methods.settings import MethodSetting
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.widgets.basic import WordLabel, WrapCheckBox, WrapLabel
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.number_box import CountBox

FIELD_WIDTH, NARROW_FIELD, NARROW_CHOICE = 224, 136, 180


class SettingsForm(QWidget):
    """Form of settings; emits `changed(name, value)` when the user changes a field."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget | None = None, *, narrow: bool = False) -> None:
        """Make the form; `narrow` shows explanations as tool tips rather than beside the fields."""
        super().__init__(parent)
        self.narrow = narrow
        space = STEP if narrow else STEP * 2
        self._grid = QGridLayout(horizontalSpacing=space, verticalSpacing=STEP)
        self._grid.setColumnStretch(1 if narrow else 2, 1)
        self.fault = FaultLabel()
        self.fault.setObjectName("settings-fault")
        self.refused = False  # what a field says cannot be, and what is set is something else
        column_of(self._grid, self.fault, within=self, margins=0, spacing=STEP)
        self.words: dict[str, Any] = {}
        self.hints: dict[str, WrapLabel] = {}
        self.counts: dict[str, CountBox] = {}
        self.choices: dict[str, QComboBox] = {}
        self.checks: dict[str, dict[Any, WrapCheckBox]] = {}
        self.texts: dict[str, QLineEdit] = {}

    def add_setting(self, one: MethodSetting) -> None:
        """Add the field of a method's setting."""
        if one.choices:
            self.add_choice(one.name, one.choices)
        else:
            self.add_count(one.name, one.least, one.most)

    def add_count(self, name: str, least: int, most: int) -> None:
        """Add a field for an integer; its minimum may be shown as a word such as *off*."""
        box = CountBox()
        box.setRange(least, most)
        box.valueChanged.connect(lambda value: self.changed.emit(name, int(value)))
        self.counts[name] = box
        self._add(name, box)

    def add_choice(self, name: str, values: Sequence[Any]) -> None:
        """Add a choice of a few values."""
        box = QComboBox()
        for value in values:
            box.addItem(str(value), value)
        box.activated.connect(lambda item_index: self.changed.emit(name, box.itemData(item_index)))
        self.choices[name] = box
        self._add(name, box)

    def add_checks(self, name: str, values: Sequence[Any]) -> None:
        """Any of a few values."""
        holder = QWidget()
        column = column_of(within=holder, margins=0, spacing=4)
        self.checks[name] = {value: WrapCheckBox() for value in values}
        for value, box in self.checks[name].items():
            box.setObjectName(f"setting:{name}:{value}")
            box.toggled.connect(lambda _on: self.changed.emit(name, self._checked(name)))
            column.addWidget(box)
        self._add(name, holder, wide=True)

    def add_text(self, name: str) -> None:
        """Add a field for numbers as text."""
        line = QLineEdit()
        line.textEdited.connect(lambda text: self.changed.emit(name, text))
        self.texts[name] = line
        self._add(name, line)

    def _add(self, name: str, field: QWidget, *, wide: bool = False) -> None:
        row = self._grid.rowCount()
        word, hint = WrapLabel() if self.narrow else WordLabel(), WrapLabel("", "small")
        word.setBuddy(field)
        field.setObjectName(f"setting:{name}")
        self.words[name], self.hints[name] = word, hint
        if wide and self.narrow:
            self._grid.addWidget(field, row, 0, 1, 2)
            word.setParent(self)
            word.hide()
            return
        if self.narrow:
            # A choice has more room than a number; the word takes what its own field leaves.
            field.setFixedWidth(px(NARROW_CHOICE if isinstance(field, QComboBox) else NARROW_FIELD))
            self._grid.addLayout(row_of((word, 1), field, spacing=STEP), row, 0, 1, 2)
            return
        self._grid.addWidget(word, row, 0)
        if wide:
            self._grid.addWidget(field, row, 1, 1, 2)
            return
        field.setFixedWidth(px(FIELD_WIDTH))
        self._grid.addLayout(row_of(field), row, 1)
        self._grid.addWidget(hint, row, 2)

    def _checked(self, name: str) -> tuple[Any, ...]:
        return tuple(value for value, box in self.checks[name].items() if box.isChecked())

    def set_words(self, name: str, word: str, hint: str = "", least: str = "") -> None:
        """Set label and explanation of a field; `least` is the word shown for the minimum."""
        self.words[name].setText(word)
        self.hints[name].setText(hint)
        field = self.counts.get(name) or self.choices.get(name) or self.texts.get(name)
        if self.narrow and field is not None:
            field.setToolTip(hint)
            field.setAccessibleDescription(hint)
            self.words[name].setToolTip(hint)
        if name in self.counts:
            self.counts[name].setAccessibleName(word)
            self.counts[name].setSpecialValueText(least)
        elif name in self.choices:
            self.choices[name].setAccessibleName(word)
        elif name in self.texts:
            self.texts[name].setAccessibleName(word)

    def set_values(self, name: str, values: Sequence[tuple[Any, str]]) -> None:
        """Set the values of a choice, each with its text."""
        box = self.choices[name]
        box.clear()
        for value, word in values:
            box.addItem(word, value)

    def show_part(self, name: str, *, shown: bool) -> None:
        """Show or hide a line of the form."""
        field = self.counts.get(name) or self.choices.get(name) or self.texts.get(name)
        hint = None if self.narrow else self.hints[name]
        for widget in (self.words[name], hint, field):
            if widget is not None:
                widget.setVisible(shown)

    def values(self) -> dict[str, Any]:
        """Values of the fields, by name."""
        texts: dict[str, Any] = {name: box.value() for name, box in self.counts.items()}
        texts.update({name: combo.currentData() for name, combo in self.choices.items()})
        texts.update({name: line.text() for name, line in self.texts.items()})
        texts.update({name: self._checked(name) for name in self.checks})
        return texts

    def set_choice_words(self, name: str, words: Sequence[str], tips: Sequence[str] = ()) -> None:
        """Set the texts of a choice, or of checks; `tips` explain checks with short texts."""
        if name in self.checks:
            for box, word in zip(self.checks[name].values(), words, strict=True):
                box.set_text(word)
            for box, tip in zip(self.checks[name].values(), tips, strict=False):
                box.setToolTip(tip)
                box.setAccessibleDescription(tip)
            return
        for word_index, word in enumerate(words):
            self.choices[name].setItemText(word_index, word)

    def show_settings(self, settings: object, *, locked: bool) -> None:
        """Show settings, the fields of an object or a mapping; `locked` ones cannot be changed."""
        names = (*self.counts, *self.choices, *self.checks, *self.texts)
        found_settings = (
            settings
            if isinstance(settings, Mapping)
            else {field_name: getattr(settings, field_name) for field_name in names}
        )
        for name, box in self.counts.items():
            with QSignalBlocker(box):
                if box.value() != found_settings[name]:
                    box.setValue(found_settings[name])
        for name, combo in self.choices.items():
            combo.setCurrentIndex(combo.findData(found_settings[name]))
        for name, boxes in self.checks.items():
            for value, check in boxes.items():
                with QSignalBlocker(check):
                    check.setChecked(value in found_settings[name])
        for name, line in self.texts.items():
            if line.text() != found_settings[name]:
                line.setText(found_settings[name])
        for field in (*self.counts.values(), *self.choices.values(), *self.texts.values()):
            field.setEnabled(not locked)
        for boxes in self.checks.values():
            for check in boxes.values():
                check.setEnabled(not locked)

    def tell(self, fault: str, *, warning: bool = False) -> None:
        """Show what is impossible, or with `warning` odd; "" clears it."""
        self.refused = bool(fault) and not warning
        set_kind(self.fault, "warning" if warning else "error")
        self.fault.tell(fault, warning=warning, typing=True)
