"""Where settings of sums begin: presets, the bend from the data, and the design of a table for sums."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from ckmcore.base.numbers import Language, shortest_text
from ckmcore.errors import CkmError
from ckmcore.methods.magnitude_settings import Nature
from ckmcore.methods.sum_presets import SMALL_DESIGN, SUM_PRESETS, SumDesign, SumPreset, sum_preset
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.state.sum_designs import ODD, TABLE_KINDS, Reach, SumRequest, TableKind, request_of, texts_of
from ckmdesk.widgets.basic import WrapLabel
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.fold import Fold
from ckmdesk.widgets.layouts import column_of, row_of

LARGEST_SEED = 999_999
JOB = "sum-design"


class SumsDesign(QWidget):
    """Form to design a table for sums.

    Emits `preset_chosen(SumPreset)`, `derive_asked()`, `designed(SumRequest)`, `designed_beside(SumRequest)` for a new
    variant, and `looked()` when typed values were evaluated on a worker thread.
    """

    preset_chosen = Signal(str)
    derive_asked = Signal()
    designed = Signal(object)
    designed_beside = Signal(object)
    looked = Signal()

    kept = ("form_design",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.further = False  # some settings have several steps
        self.preview: SumRequest | None = None  # what is typed and not designed yet
        self._made: dict[str, Mapping[str, float]] = {}  # V that was asked of a table designed here, by its hash
        self._kind: TableKind = "all"
        self.presets = QPushButton(self.tr("Preset"), objectName="sum-presets")
        self.preset_menu = QMenu(self.presets, toolTipsVisible=True)
        self.actions_of: dict[SumPreset, QAction] = {}
        for name in SUM_PRESETS:
            action = QAction(self.preset_menu, objectName=f"sum-preset:{name}")
            action.triggered.connect(lambda _checked=False, preset_name=name: self.preset_chosen.emit(preset_name))
            self.preset_menu.addAction(action)
            self.actions_of[name] = action
        self.presets.setMenu(self.preset_menu)
        self.derive = QPushButton(
            self.tr("z_f from the data"),
            objectName="sums-from-data",
            toolTip=self.tr(
                "The largest z_f that keeps the expected error of 90 % of the totals within 2 %; rounded to 1-2-5."
            ),
        )
        self.derive.clicked.connect(self.derive_asked)
        self.fold = Fold(context.theme, "sum-table")
        self.fold.set_words(self.tr("Design a table"))
        self.fold.opened.connect(self._opened)
        self.form = SettingsForm(narrow=True)
        self.form.add_choice("kind", TABLE_KINDS)
        for name in ("D", "V", "icat", *ODD, "step"):
            self.form.add_text(name)
        self.form.add_checks("shape", ("mono",))
        for name in ("blocks", "seed"):
            self.form.add_text(name)
        self.form.changed.connect(self._typed)
        self.possible = WrapLabel("", "small")
        self.possible.setObjectName("sums-possible")
        self.make = QPushButton(
            self.tr("Design"),
            objectName="design-sums",
            toolTip=self.tr("The table is that of this variant, which has its own settings for sums from then on."),
        )
        self.make.setAutoDefault(True)  # Enter presses it
        self.make.clicked.connect(lambda: self._design(self.designed))
        self.beside = QPushButton(
            self.tr("As a new variant"),
            objectName="design-sums-beside",
            toolTip=self.tr("A copy of this variant with the table, and with its own settings for sums."),
        )
        self.beside.setAutoDefault(True)
        self.beside.clicked.connect(lambda: self._design(self.designed_beside))
        for widget in (self.form, self.possible):
            self.fold.body.addWidget(widget)
        self.fold.body.addLayout(row_of((self.make, 1), (self.beside, 1), spacing=STEP))
        self.show_design(SumDesign())
        column_of(
            row_of((self.presets, 1), (self.derive, 1), spacing=STEP), self.fold, within=self, margins=0, spacing=STEP
        )
        words: dict[SumPreset, tuple[str, str]] = {
            "turnover": (
                self.tr("Turnover"),
                self.tr("Very skewed: flex scaling, three steps, other keys each period."),
            ),
            "wages": (self.tr("Wages, amounts"), self.tr("Mildly skewed, recurs nearly unchanged: simple scaling.")),
            "areas": (self.tr("Areas, hectares"), self.tr("Many true zeros, which are public; small values count.")),
            "durations": (self.tr("Ages, durations"), self.tr("Bounded, no giants: simple scaling.")),
        }
        two = self.tr("For tables in which a cell is a part of up to three totals, as with two variables.")
        three = self.tr("For tables in which a cell is a part of up to seven totals, as with three variables.")
        for name, (word, tip) in words.items():
            self.actions_of[name].setText(word)
            # In tables of so many variables totals do not tell a giant (F5).
            reach = three if name == "durations" else two
            self.actions_of[name].setToolTip(f"{tip} {reach}")
        self._set_words()

    @property
    def language(self) -> Language:
        return self.context.language

    def _set_words(self) -> None:
        form, parity = self.form, self._kind == "parity"
        form.set_words(
            "kind",
            self.tr("Rows for"),
            self.tr("Even and odd numbers of contributors may have rows of their own, as may small values."),
        )
        form.set_choice_words("kind", [self.tr("all numbers"), self.tr("by parity"), self.tr("small values")])
        noise, variance = self.tr("Largest noise, in units of the scaling."), self.tr("Variance of the noise.")
        ratios = self.tr("Ratios that are rows, from 1 to D: 1; 3; 5")
        even, odd = self.tr("%1, even"), self.tr("%1, odd")
        plain = {"D": "D", "V": "V", "icat": self.tr("Rows a")}
        for (name, word), meaning in zip(plain.items(), (noise, variance, ratios), strict=True):
            form.set_words(name, even.replace("%1", word) if parity else word, meaning)
            form.set_words(f"{name}_odd", odd.replace("%1", word), meaning)
        form.set_words("step", self.tr("Steps in 1"), self.tr("Noise moves in steps of 1 by this number."))
        form.set_words("shape", self.tr("Shape"))
        form.set_choice_words(
            "shape", [self.tr("monotone")], [self.tr("Weak noise is likelier than strong noise downwards.")]
        )
        form.set_words(
            "blocks", self.tr("Blocks"), self.tr("Keys are permuted in so many blocks, the same in all rows.")
        )
        form.set_words(
            "seed",
            self.tr("Seed"),
            self.tr("Of the permutation, from the system; the same number makes the same table. Empty: another one."),
        )

    # --- showing -------------------------------------------------------------------------------------------------

    def show_design(self, design: SumDesign, kind: TableKind = "all", seed: int | None = None) -> None:
        """Show the design of a table; `seed` is the seed of its permutation, None for a new one of the system."""
        self._kind, self.preview = kind, None
        self._designed = design, kind, seed or new_seed()
        texts: dict[str, Any] = dict(texts_of(design, self.language))
        texts |= {"kind": kind, "shape": ("mono",) if design.mono else (), "seed": str(self._designed[2])}
        self.form.show_settings(texts, locked=False)
        self._show_kind()
        self._look()

    @property
    def form_design(self) -> tuple[SumDesign, TableKind, int]:
        """Return what `show_design` has shown last."""
        return self._designed

    @form_design.setter
    def form_design(self, form_design: tuple[SumDesign, TableKind, int]) -> None:
        self.show_design(*form_design)

    def set_locked(self, locked: bool) -> None:
        """Lock the form where the method is in force and can only be looked at."""
        for widget in (self.presets, self.derive, self.fold):
            widget.setEnabled(not locked)
        if locked:
            self.preview = None

    def wanted(self, table: MagnitudePTable | None) -> Mapping[str, float]:
        """Return the requested variance by type of the rows of a table that was designed here."""
        return {} if table is None else self._made.get(table.content_hash, {})

    def _show_kind(self) -> None:
        for name in ODD:
            self.form.show_part(name, shown=self._kind == "parity")
        self._set_words()

    # --- looking at what is typed --------------------------------------------------------------------------------

    def _opened(self, on: bool) -> None:
        if on:
            self._look()
        elif self.preview is not None:
            self.preview = None
            self.looked.emit()

    def _typed(self, name: str, value: Any) -> None:
        if name == "kind":
            former_kind, self._kind = self._kind, value
            if "small_cells" in (former_kind, value):  # small values have a table of another size
                self.show_design(SMALL_DESIGN if value == "small_cells" else SumDesign(), value)
                return
            self._show_kind()
        self._look(preview=True)

    def _read_request(self) -> SumRequest:
        """Read the request from the fields; raises CkmError."""
        return request_of(self.form.values(), new_seed(), further=self.further)

    def _look(self, *, preview: bool = False) -> None:
        """Evaluate the typed values on a worker thread: what each row can have, and the table itself.

        An earlier evaluation that has not begun yet is dropped.
        """
        self.context.jobs.cancel(JOB)
        try:
            request = self._read_request()
        except CkmError as error:
            self._refuse(error)
            return

        def work(_context: JobContext) -> SumRequest:
            _ = request.reaches
            if preview:
                _ = request.table
            return request

        def done(sum_request: SumRequest) -> None:
            self._show_reaches(sum_request.reaches)
            if preview and self.fold.isEnabled():
                self.preview = sum_request if sum_request.kind != "small_cells" else None
                self.looked.emit()

        self.context.jobs.start(JOB, work, done, self._refuse)

    def _refuse(self, error: CkmError) -> None:
        """Show why the typed values give no table."""
        self._mark(())
        self.possible.setText("")
        self.form.tell(error.text(self.language))
        if self.preview is not None:
            self.preview = None
            self.looked.emit()

    def _show_reaches(self, reaches: Sequence[Reach]) -> None:
        """Show how large V can be in each row, and mark the fields of rows that cannot have the typed values."""
        language, lacks = self.language, self.tr("Row a = %1 cannot have V = %2; it has at most %3.")
        words = {"all": "%1", "even": self.tr("even: %1"), "odd": self.tr("odd: %1")}
        types = list(dict.fromkeys(reach.type for reach in reaches))
        if len(types) > 1:
            types = [type for type in types if type != "all"]  # the same as those of even numbers
        reach_texts = []
        for type in types:
            ends = [f"{shortest_text(reach.best, language)} (a = {shortest_text(reach.ratio, language)})"
                    for reach in reaches if reach.type == type]  # fmt: skip
            reach_texts.append(words[type].replace("%1", self.tr("V up to %1").replace("%1", "; ".join(ends))))
        self.possible.setText("\n".join(reach_texts))
        self.form.texts["V"].setAccessibleDescription(self.possible.text())
        lacking_reaches = [reach for reach in reaches if reach.lacks]
        self.form.tell(
            " ".join(dict.fromkeys(_lacks(reach, lacks, language) for reach in lacking_reaches)), warning=True
        )
        self._mark(lacking_reaches)

    def _mark(self, lacking_reaches: Sequence[Reach]) -> None:
        """Mark the fields of V as faulty where a row cannot reach the value."""
        for name, odd in (("V", False), ("V_odd", True)):
            is_lacking = any((reach.type == "odd") == odd for reach in lacking_reaches)
            mark_faulty(self.form.texts[name], self.form.fault.text() if is_lacking else "")

    # --- designing -----------------------------------------------------------------------------------------------

    def _design(self, signal_instance: SignalInstance) -> None:
        try:
            request = self._read_request()
            table = request.table
        except CkmError as error:
            self._refuse(error)
            return
        self.context.jobs.cancel(JOB)
        self.preview = None
        self.form.texts["seed"].setText(str(request.seed))
        self._show_reaches(request.reaches)
        self._made[table.content_hash] = request.wanted
        signal_instance.emit(request)


def new_seed() -> int:
    """A seed of a permutation, from the system."""
    return secrets.randbelow(LARGEST_SEED) + 1


def _lacks(row: Reach, words: str, language: Language) -> str:
    """Return a text on what a row cannot have."""
    for placeholder_number, number in enumerate((row.ratio, row.wanted, row.best), start=1):
        words = words.replace(f"%{placeholder_number}", shortest_text(number, language))
    return words


def preset_tables(
    name: SumPreset, p: float, nature: Nature | None = None
) -> tuple[Any, SumDesign, MagnitudePTable, MagnitudePTable | None, int]:
    """Return settings, design, tables and seed of a preset; the second table is for small values. Raises CkmError."""
    settings, design = sum_preset(name, p, nature)
    small = SMALL_DESIGN.table(new_seed()) if settings.separation else None
    seed = new_seed()
    return settings, design, design.table(seed), small, seed
