"""Where settings of sums begin: presets, the bend from the data, and the design of a table for sums."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from ckmcore.base.numbers import Language, shortest_text
from ckmcore.errors import CkmError
from ckmcore.methods.sum_presets import SMALL_DESIGN, SUM_PRESETS, SumDesign, SumPreset, sum_preset
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.magnitudes.permute import DEFAULT_BLOCKS
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.state.method_settings import number_of, numbers_of, numbers_text
from ckmdesk.widgets.fold import Fold
from ckmdesk.widgets.layouts import column_of, row_of

LARGEST_SEED = 999_999
NUMBERS = ("D", "V", "step", "icat", "blocks")


class SumsDesign(QWidget):
    """`preset_chosen(SumPreset)`, `derive_asked()`, `designed(SumDesign)`, `refused(Sentence)`."""

    preset_chosen = Signal(str)
    derive_asked = Signal()
    designed = Signal(object)
    refused = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.language: Language = "en"
        self._made: dict[str, float] = {}  # V that was asked of a table designed here, by its hash
        self.presets = QPushButton(objectName="sum-presets")
        self.preset_menu = QMenu(self.presets, toolTipsVisible=True)
        self.actions_of: dict[SumPreset, QAction] = {}
        for name in SUM_PRESETS:
            action = QAction(self.preset_menu, objectName=f"sum-preset:{name}")
            action.triggered.connect(lambda _checked=False, one=name: self.preset_chosen.emit(one))
            self.preset_menu.addAction(action)
            self.actions_of[name] = action
        self.presets.setMenu(self.preset_menu)
        self.derive = QPushButton(objectName="sums-from-data")
        self.derive.clicked.connect(self.derive_asked)
        self.fold = Fold(theme, "sum-table")
        self.form = SettingsForm(narrow=True)
        for name in NUMBERS:
            self.form.add_text(name)
        self.make = QPushButton(objectName="design-sums")
        self.make.setAutoDefault(True)  # Enter presses it
        self.make.clicked.connect(self._design)
        self.fold.body.addWidget(self.form)
        self.fold.body.addWidget(self.make)
        self.show_design(SumDesign())
        column_of(
            row_of((self.presets, 1), (self.derive, 1), spacing=STEP), self.fold, within=self, margins=0, spacing=STEP
        )

    def retranslate(self, language: Language) -> None:
        """All words."""
        self.language = language
        self.presets.setText(self.tr("Preset"))
        words: dict[SumPreset, tuple[str, str]] = {
            "turnover": (
                self.tr("Turnover"),
                self.tr("Very skewed: flex scaling, three steps, other keys each period."),
            ),
            "wages": (self.tr("Wages, amounts"), self.tr("Mildly skewed, recurs nearly unchanged: simple scaling.")),
            "areas": (self.tr("Areas, hectares"), self.tr("Many true zeros, which are public; small values count.")),
            "durations": (self.tr("Ages, durations"), self.tr("Bounded, no giants: simple scaling.")),
        }
        for name, (word, tip) in words.items():
            self.actions_of[name].setText(word)
            self.actions_of[name].setToolTip(tip)
        self.derive.setText(self.tr("z_f from the data"))
        self.derive.setToolTip(
            self.tr("The largest z_f that keeps the expected error of 90 % of the totals within 2 %; rounded to 1-2-5.")
        )
        self.fold.set_words(self.tr("Design a table"))
        form = self.form
        form.set_words("D", "D", self.tr("Largest noise, in units of the scaling."))
        form.set_words("V", "V", self.tr("Variance of the noise."))
        form.set_words("step", self.tr("Steps in 1"), self.tr("Noise moves in steps of 1 by this number."))
        form.set_words("icat", self.tr("Rows a"), self.tr("Ratios that are rows, from 1 to D: 1; 3; 5"))
        form.set_words(
            "blocks", self.tr("Blocks"), self.tr("Keys are permuted in so many blocks, the same in all rows.")
        )
        self.make.setText(self.tr("Design"))

    def show_design(self, design: SumDesign) -> None:
        """Show what a table is designed of."""
        numbers: dict[str, Sequence[float]] = {name: (getattr(design, name),) for name in NUMBERS if name != "icat"}
        texts = {name: numbers_text(tuple(found), self.language) for name, found in numbers.items()}
        self.form.show_settings(texts | {"icat": numbers_text(design.icat, self.language)}, locked=False)

    def set_locked(self, locked: bool) -> None:
        """A method in force is looked at only."""
        for part in (self.presets, self.derive, self.fold):
            part.setEnabled(not locked)

    def _design(self) -> None:
        values = self.form.values()
        try:
            design = SumDesign(
                round(number_of(values["D"], 5)),
                number_of(values["V"], 2),
                round(number_of(values["step"], 4)),
                numbers_of(values["icat"], "1; 3; 5"),
                round(number_of(values["blocks"], DEFAULT_BLOCKS)),
            )
            made = design.table(new_seed())
        except CkmError as error:
            self.form.tell(error.text(self.language))
            return
        self.form.tell(
            lacking(made, self.language, self.tr("Row a = %1 cannot have V = %2; it has at most %3.")), warning=True
        )
        self._made[made.content_hash] = design.V
        self.designed.emit((design, made))

    def wanted(self, table: MagnitudePTable | None) -> float | None:
        """The variance that was asked of a table that was designed here."""
        return None if table is None else self._made.get(table.content_hash)


def new_seed() -> int:
    """A seed of a permutation, from the system."""
    return secrets.randbelow(LARGEST_SEED) + 1


def lacking(table: MagnitudePTable, language: Language, words: str) -> str:
    """What the rows cannot have that were asked for too much; "" where all is well."""
    found = []
    for part in table.parts:
        for report in part.reports:
            if not report.feasible and report.wanted_variance is not None and report.highest_variance is not None:
                numbers = (report.row, report.wanted_variance, report.highest_variance)
                text = words
                for place, number in enumerate(numbers, start=1):
                    text = text.replace(f"%{place}", shortest_text(number, language, 4))
                found.append(text)
    return " ".join(found)


def preset_tables(name: SumPreset, p: float) -> tuple[Any, SumDesign, MagnitudePTable, MagnitudePTable | None]:
    """Settings, design and tables of a preset; the second table is of small values. Raises CkmError."""
    settings, design = sum_preset(name, p)
    small = SMALL_DESIGN.table(new_seed()) if settings.separation else None
    return settings, design, design.table(new_seed()), small
