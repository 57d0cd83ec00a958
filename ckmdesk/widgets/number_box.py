"""Fields for numbers: both decimal marks are understood, no more decimals are shown than needed, nothing is guessed."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from ckmdesk.faults import guarded


def parsed(text: str) -> float | None:
    """`2,5` and `2.5` as 2.5; None for what is no plain number."""
    clean = text.strip().replace(",", ".").replace("−", "-")
    whole, _, decimals = clean.removeprefix("-").partition(".")
    if not (whole + decimals).isascii() or not (whole + decimals).isdecimal():
        return None
    return float(clean)


class NumberBox(QDoubleSpinBox):
    """A number with at least `least` decimals shown. `refused(text)` when what was typed is no number in the range."""

    refused = Signal(str)

    def __init__(self, least: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.least = least
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def use_locale(self) -> None:
        """Follow the language of the window."""
        self.setLocale(QLocale())
        self.setValue(self.value())

    @guarded("")
    def textFromValue(self, value: float) -> str:
        text = f"{value:.{self.decimals()}f}"
        whole, _, fraction = text.partition(".")
        while len(fraction) > self.least and fraction.endswith("0"):
            fraction = fraction[:-1]
        return whole + self.locale().decimalPoint() + fraction if fraction else whole

    @guarded(0.0)
    def valueFromText(self, text: str) -> float:
        value = parsed(text)
        return self.value() if value is None else value

    @guarded(QValidator.State.Intermediate)
    def validate(self, text: str, place: int) -> object:
        value = None if text == self.specialValueText() else parsed(text)
        fine = value is not None and self.minimum() <= value <= self.maximum()
        fine = fine or (bool(self.specialValueText()) and text == self.specialValueText())
        return (QValidator.State.Acceptable if fine else QValidator.State.Intermediate), text, place

    @guarded("")
    def fixup(self, text: str) -> str:
        self.refused.emit(text)
        return self.textFromValue(self.value())


class CountBox(QSpinBox):
    """A whole number. `refused(text)` when what was typed is none in the range."""

    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    @guarded(0)
    def valueFromText(self, text: str) -> int:
        value = parsed(text)
        if text == self.specialValueText() and text:
            return self.minimum()
        return self.value() if value is None or not value.is_integer() else int(value)

    @guarded(QValidator.State.Intermediate)
    def validate(self, text: str, place: int) -> object:
        value = parsed(text)
        fine = value is not None and value.is_integer() and self.minimum() <= value <= self.maximum()
        fine = fine or (bool(self.specialValueText()) and text == self.specialValueText())
        return (QValidator.State.Acceptable if fine else QValidator.State.Intermediate), text, place

    @guarded("")
    def fixup(self, text: str) -> str:
        self.refused.emit(text)
        return self.textFromValue(self.value())
