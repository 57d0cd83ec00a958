"""A field for a number with decimals that shows no more of them than it needs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from ckmdesk.faults import guarded


class NumberBox(QDoubleSpinBox):
    """Shows at least `least` decimals and at most `decimals()`."""

    def __init__(self, least: int = 2, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.least = least
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    @guarded("")
    def textFromValue(self, value: float) -> str:
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        whole, sign, fraction = text.partition(point)
        if not sign:
            return text
        while len(fraction) > self.least and fraction.endswith("0"):
            fraction = fraction[:-1]
        return whole + point + fraction if fraction else whole


class CountBox(QSpinBox):
    """A field for a whole number, at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
