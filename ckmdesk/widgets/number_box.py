"""Fields for numbers, typed as people write them: `1234,5`, `1 234,5`, `1.234,5`.

No more decimals are shown than needed. Nothing is guessed: what can be read in two ways counts only where the field
takes no more than one of them.
"""

from __future__ import annotations

from PySide6.QtCore import QLocale, QMetaMethod, Qt, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from ckmcore.base.numbers import number_readings
from ckmcore.messages import Sentence, sentence
from ckmdesk.base.announcer import announce
from ckmdesk.base.translation import spoken_language
from ckmdesk.base.unexpected import guarded


def only_number(text: str, low: float, high: float, locale: QLocale) -> float | None:
    """Return the one number from `low` to `high` that a text means in a locale; None if none or two."""
    readings = (float(reading) for reading in number_readings(text, locale.decimalPoint()))
    found_readings = [reading for reading in readings if low <= reading <= high]
    return found_readings[0] if len(found_readings) == 1 else None


def only_whole(text: str, low: int, high: int) -> int | None:
    """Return the one integer from `low` to `high` that a text means; None if none. `1.000` is a thousand here."""
    readings = [reading for reading in number_readings(text) if reading == reading.to_integral_value()]
    number = int(readings[-1]) if readings else None
    return number if number is not None and low <= number <= high else None


def _why_not(text: str, low: float, high: float) -> Sentence:
    """Return a sentence on a text that is no number from `low` to `high`, or can be read as two of them."""
    readings = [reading for reading in number_readings(text) if low <= reading <= high]
    if len(readings) > 1:
        return sentence("desk_number_two_ways", found=text, whole=f"{readings[-1]:f}", decimal=f"{text.strip()}0")
    return sentence("desk_number_refused", text=text, low=low, high=high)


def _refuse(box: NumberBox | CountBox, why: Sentence) -> None:
    """Refuse the typed text: a listener shows why, else it is announced to screen readers."""
    box.refused.emit(why)
    if not box.isSignalConnected(QMetaMethod.fromSignal(box.refused)):
        announce(why.text(spoken_language()), urgent=True)


def _prepare(box: QAbstractSpinBox) -> None:
    box.setAlignment(Qt.AlignmentFlag.AlignRight)
    # A number counts once it is typed whole: showing "2" as "2,00" would leave no room for the ",5" of 2,5.
    box.setKeyboardTracking(False)


def _state(box: QAbstractSpinBox, text: str, number: float | None) -> QValidator.State:
    fine = number is not None or (bool(text) and text == box.specialValueText())
    return QValidator.State.Acceptable if fine else QValidator.State.Intermediate


class NumberBox(QDoubleSpinBox):
    """Field for a number with at least `least` decimals; emits `refused(Sentence)` for text that is out of range."""

    refused = Signal(object)

    def __init__(self, least: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.least = least
        _prepare(self)

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
        value = only_number(text, self.minimum(), self.maximum(), self.locale())
        return self.value() if value is None else value

    @guarded(QValidator.State.Intermediate)
    def validate(self, text: str, place: int) -> object:
        value = only_number(text, self.minimum(), self.maximum(), self.locale())
        return _state(self, text, value), text, place

    @guarded("")
    def fixup(self, text: str) -> str:
        _refuse(self, _why_not(text, self.minimum(), self.maximum()))
        return self.textFromValue(self.value())


class CountBox(QSpinBox):
    """Field for an integer; emits `refused(Sentence)` for text that is out of range."""

    refused = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _prepare(self)

    @guarded(0)
    def valueFromText(self, text: str) -> int:
        if text and text == self.specialValueText():
            return self.minimum()
        value = only_whole(text, self.minimum(), self.maximum())
        return self.value() if value is None else value

    @guarded(QValidator.State.Intermediate)
    def validate(self, text: str, place: int) -> object:
        return _state(self, text, only_whole(text, self.minimum(), self.maximum())), text, place

    @guarded("")
    def fixup(self, text: str) -> str:
        _refuse(self, _why_not(text, self.minimum(), self.maximum()))
        return self.textFromValue(self.value())
