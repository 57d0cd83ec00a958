"""Record keys: before loading where they come from, after loading whether they are good."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.ptable.floor.floor import refusing
from ckmcore.ptable.floor.key_report import KeyReport
from ckmcore.statistic.key_choice import KeyChoice
from ckmcore.statistic.period import KeySet
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.data.histogram import KeyHistogram
from ckmdesk.pages.data.keys_source import KeySourceForm
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.state.data_import import ColumnChoice, Import
from ckmdesk.widgets.basic import Card, IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of

_EXPONENTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def modulus_text(modulus: int, language: Language) -> str:
    """Return a modulus as text: `10⁹` for powers of ten from 1000 on, else the number."""
    exponent = len(str(modulus)) - 1
    if modulus >= 1000 and modulus == 10**exponent:
        return "10" + str(exponent).translate(_EXPONENTS)
    return integer_text(modulus, language)


def p_text(p: float, language: Language) -> str:
    """Return a p-value as text: `p = 0,42` or `p < 0,001`."""
    return "p < " + decimal_text(0.001, 3, language) if p < 0.001 else "p = " + decimal_text(p, 2, language)


class Facts(QWidget):
    """Lines with a name, a value and a sign for its state."""

    def __init__(self, theme: Theme, count: int) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * STEP)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._lines: list[tuple[QLabel, QLabel, IconLabel]] = []
        for row in range(count):
            line = (label("", "secondary"), label("", wrap=True), IconLabel(theme, "ok", "ok"))
            for column, widget in enumerate(line):
                self._grid.addWidget(widget, row, column)
            self._lines.append(line)

    def show_facts(self, facts: list[tuple[str, str, str]]) -> None:
        """Show lines of (name, value, sign); the sign is "ok", "warning", "info" or ""."""
        for line_index, (name, value, sign) in enumerate(self._lines):
            shown = line_index < len(facts)
            for widget in (name, value, sign):
                widget.setVisible(shown)
            if shown:
                name.setText(facts[line_index][0])
                value.setText(facts[line_index][1])
                sign.setVisible(bool(facts[line_index][2]))
                if facts[line_index][2]:
                    sign.set_icon(
                        facts[line_index][2], "secondary" if facts[line_index][2] == "info" else facts[line_index][2]
                    )

    def texts(self) -> list[str]:
        """Return the lines shown, for tests and screen readers."""
        return [f"{name.text()}: {value.text()}" for name, value, _ in self._lines if name.isVisibleTo(self)]


class KeysCard(Card):
    """Card of the record keys; emits `chosen(KeyChoice)` and `modulus_chosen(modulus)` during an import."""

    chosen = Signal(object)
    modulus_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(self.tr("Record keys"), "heading")
        self._sign = IconLabel(theme, "ok", "ok")
        self.verdict = label("", "ok")
        self.histogram = KeyHistogram(theme)
        self.bars = OneOrTable(
            theme, self.histogram, self.histogram.figures, confidential=True, figures_called="key-bars-table"
        )
        self.body.addLayout(row_of(self.heading, STEP, self._sign, self.verdict, STRETCH, self.bars.button))
        self.form = KeySourceForm(theme)
        self.form.changed.connect(self._form_changed)
        self._shown = self.form.choice
        self.modulus, self.generate = self.form.modulus, self.form.buttons["generate"]
        self.body.addWidget(self.form)
        self.facts = Facts(theme, 9)
        self.note = label("", "secondary", wrap=True)
        fill(self.body, self.facts, self.note, (self.bars, 4))
        self._filler = QWidget()
        self.body.addWidget(self._filler, 1)
        self.bars.set_title(self.heading.text())

    # --- during an import ----------------------------------------------------------------------------------------

    def show_import(self, state: Import, language: Language) -> None:
        """Show where the keys of the file would come from."""
        column = state.key_column
        self._hide_bars(hidden=True)
        self._set_verdict("", "")
        names = [column.name for column in state.columns]
        self._shown = state.key_choice
        self.form.show_choice(self._shown, names, language, identifiers=state.names("identifier"))
        self.form.show()
        self.facts.setVisible(column is not None)
        self.note.setVisible(column is not None)
        if column is None:
            return
        self.facts.show_facts(self._column_facts(state, column, language))
        self.note.setText(
            self.tr("Whole numbers from 0 to below M. M is the number of possible keys; only who made them knows it.")
            if state.integer_keys
            else self.tr("All keys are checked when the data are imported.")
        )

    def _form_changed(self, choice: KeyChoice) -> None:
        former_choice, self._shown = self._shown, choice
        if former_choice.how == choice.how == "column" and former_choice.modulus != choice.modulus:
            self.modulus_chosen.emit(choice.modulus)
        else:
            self.chosen.emit(choice)

    def _column_facts(self, state: Import, column: ColumnChoice, language: Language) -> list[tuple[str, str, str]]:
        guess = column.guess
        origin = self.tr("Column %1, read as text").replace("%1", column.name)
        if state.preview.format != "csv":
            origin = self.tr("Column %1").replace("%1", column.name)
        facts = [(self.tr("Origin"), origin, "")]
        if not state.integer_keys and guess.kind == "decimal":
            digits = max(guess.digits, 2)
            words = self.tr("%1, thus M = %2").replace("%1", str(digits))
            facts.append((self.tr("Digits"), words.replace("%2", modulus_text(10**digits, language)), "ok"))
        rows = integer_text(state.preview.rows_looked_at, language)
        seen_text = self.tr("%1 of %2 records looked at").replace("%2", rows)
        missing_text = seen_text.replace("%1", integer_text(guess.missing, language))
        facts.append((self.tr("missing"), missing_text, "warning" if guess.missing else "ok"))
        return facts

    # --- after loading -------------------------------------------------------------------------------------------

    def show_report(
        self,
        report: KeyReport | None,
        keys: KeySet | None,
        language: Language,
        *,
        examined: bool = False,
        instead: str = "",
    ) -> None:
        """Show the quality of the open statistic's keys.

        `report` is None while they are examined; `instead` is a text in place of a verdict.
        """
        self.form.hide()
        self.note.hide()
        self.facts.show()
        self._hide_bars(hidden=report is None)
        if report is None:
            without = self.tr("No record keys. Rounding works without, the cell-key method does not.")
            self._set_verdict("", "")
            text = without if keys is None else self.tr("The records are not loaded.")
            text = instead or (self.tr("being examined ...") if examined else text)
            self.facts.show_facts([(self.tr("Origin"), text, "" if examined else "info")])
            return
        usable = report.usable and not refusing(report.floor)
        self._set_verdict("ok" if usable else "warning", self.tr("usable") if usable else self.tr("conspicuous"))
        self.facts.show_facts(self._report_facts(report, keys, language))
        caption = self.tr("Record key, records per twentieth")
        if len(report.bins) != 20:
            caption = self.tr("Record key, records per key")
        self.histogram.show_report(report, caption, language)
        self.bars.show_again()

    def _hide_bars(self, *, hidden: bool) -> None:
        for widget in (self.bars.button, self.bars):
            widget.setHidden(hidden)

    def told(self) -> str:
        """The verdict and all lines, in words."""
        lines = "; ".join(self.facts.texts()).replace("\n", ", ")
        return f"{self.heading.text()}: {self.verdict.text()}. {lines}"

    def _report_facts(self, report: KeyReport, keys: KeySet | None, language: Language) -> list[tuple[str, str, str]]:
        facts = [(self.tr("Origin"), self._origin(keys), "")]
        modulus = modulus_text(report.modulus, language)
        if report.digits is not None:
            digits = self.tr("%1, thus M = %2").replace("%1", str(report.digits)).replace("%2", modulus)
            facts.append((self.tr("Digits"), digits, "ok"))
        else:
            facts.append((self.tr("Modulus M"), modulus, "ok"))
        facts.append((self.tr("Number"), integer_text(report.keys, language), "ok"))
        facts.append((self.tr("missing"), "0", "ok"))
        chi = f"χ² = {decimal_text(report.chi_square, 1, language)}, {p_text(report.p, language)}"
        distance = f"KS = {decimal_text(report.kolmogorov, 4, language)}, {p_text(report.kolmogorov_p, language)}"
        facts.append((self.tr("uniform"), f"{chi}\n{distance}", "ok" if report.uniform else "warning"))
        serial = f"r = {decimal_text(report.serial, 4, language)}, {p_text(report.serial_p, language)}"
        facts.append((self.tr("without pattern"), serial, "ok" if report.without_pattern else "warning"))
        shared_words = self.tr("%1 share a key, expected by chance: %2")
        shared_words = shared_words.replace("%1", integer_text(report.duplicates, language))
        shared_words = shared_words.replace("%2", integer_text(round(report.expected_duplicates), language))
        facts.append((self.tr("distinct"), shared_words, "ok" if report.as_distinct_as_chance else "warning"))
        needed, sign = self.tr("no perturbation table in force"), "info"
        if report.needed is not None:
            needed = self.tr("needed M ≥ %1").replace("%1", integer_text(report.needed, language))
            sign = "ok" if report.fine_enough else "warning"
        facts.append((self.tr("fine enough"), needed, sign))
        held_text = self.tr("F10 to F14 hold")
        texts = [rule.told.text(language) for rule in report.floor]
        facts.append((self.tr("Floor under protection"), "\n".join(texts) or held_text, "warning" if texts else "ok"))
        return facts

    def _origin(self, keys: KeySet | None) -> str:
        if keys is None:
            return self.tr("generated")
        words = {
            "column": self.tr("Column %1"),
            "generated": self.tr("generated"),
            "derived": self.tr("derived from identifier %1"),
            "file": self.tr("from a file, by identifier %1"),
            "prepared": self.tr("from the prepared data"),
            "database": self.tr("Column %1 of the database"),
        }
        text = words[keys.origin].replace("%1", keys.column)
        if keys.origin == "generated" and keys.column:
            text = self.tr("as in the period before, by identifier %1; new units: generated").replace("%1", keys.column)
        if keys.household:
            text += "\n" + self.tr("sum over households (%1)").replace("%1", keys.household)
        if keys.reason:
            text += "\n" + self.tr("made anew: %1").replace("%1", keys.reason)
        return text

    def _set_verdict(self, sign: str, words: str) -> None:
        self._sign.setVisible(bool(sign))
        self.verdict.setVisible(bool(sign))
        self.verdict.setText(words)
        if sign:
            self._sign.set_icon(sign, sign)
            set_kind(self.verdict, sign)
