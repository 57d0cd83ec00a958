"""What a person says of codes: where those of a dimension come from, which values of a magnitude are no numbers."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.messages import sentence
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.missing_values import looks_missing, with_roles
from ckmcore.microdata.variable import VariableEntry
from ckmdesk.look.theme import STEP
from ckmdesk.widgets.basic import WrapLabel, label
from ckmdesk.widgets.layouts import row_of
from ckmdesk.widgets.plain_combo import PlainCombo

KINDS = ("", "list", "range", "observed")
CODES = ("missing_codes", "not_applicable_codes", "zero_codes")
FIELDS = (*CODES, "classes")


class SaidOfCodes(QWidget):
    """Form on the codes of a variable.

    Emits `origin(kind, text)` with the origin of the code list and the typed range or reason, and `coded(field, text)`
    with special values of a magnitude, or the edges of its classes, as typed.
    """

    origin = Signal(str, str)
    coded = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entry: VariableEntry | None = None
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(STEP)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self.word = label(self.tr("Codes come from"), "secondary")
        self.kind = PlainCombo()
        self.word.setBuddy(self.kind)
        self.text = QLineEdit(editingFinished=self._text_done)
        self.hint = WrapLabel("", "secondary")
        self.kind.activated.connect(self._kind_chosen)
        grid.addWidget(self.word, 0, 0)
        grid.addWidget(self.kind, 0, 1)
        grid.addWidget(self.text, 1, 1)
        grid.addWidget(self.hint, 2, 0, 1, 2)
        self.words, self.codes, self.counts = {}, {}, {}
        self._looked_at: tuple[object, ...] = ()
        self._suspect = ""
        heads = {
            "missing_codes": self.tr("Value missing"),
            "not_applicable_codes": self.tr("Does not apply"),
            "zero_codes": self.tr("Counts as 0"),
            "classes": self.tr("Classes"),
        }
        for row, name in enumerate(FIELDS, 3):
            self.words[name] = label(heads[name], "secondary")
            codes = self.tr("codes, such as 99999; -8")
            self.codes[name] = QLineEdit(accessibleName=heads[name], placeholderText=codes)
            self.words[name].setBuddy(self.codes[name])
            self.codes[name].editingFinished.connect(lambda field=name: self._coded(field))
            grid.addWidget(self.words[name], row, 0)
            self.counts[name] = label("", "secondary")
            for column, widget in enumerate((self.words[name], self.codes[name], self.counts[name])):
                grid.addWidget(widget, row, column)
        self.suspicion = WrapLabel("", "warning")
        self.take = QPushButton(self.tr("Enter as missing"), objectName="codes:take", clicked=self._take)
        self.suspected = QWidget()
        row_of((self.suspicion, 1), self.take, within=self.suspected, margins=0, spacing=STEP)
        grid.addWidget(self.suspected, 7, 0, 1, 3)
        self.suspected.hide()
        self.kind.setAccessibleName(self.tr("Codes come from"))
        chosen = self.kind.currentIndex()
        self.kind.clear()
        names = (
            self.tr("the records"),
            self.tr("a code list"),
            self.tr("a range of numbers"),
            self.tr("the records, for a reason"),
        )
        for kind, name in zip(KINDS, names, strict=True):
            self.kind.addItem(name, kind)
        self.kind.setCurrentIndex(max(0, chosen))
        self.codes["classes"].setPlaceholderText(self.tr("edges, such as 0; 6; 12; 18+"))
        text = self.tr("Distribution, median and quantiles are made of these classes.")
        how = self.tr("0; 6; 12 are two classes: from 0 to below 6, from 6 to below 12. Whole numbers: also 0-5; 6-11.")
        last_text = self.tr("A plus behind the last edge opens the last class.")
        self.codes["classes"].setToolTip(f"{text}\n{how}\n{last_text}")
        self._show_hint()

    def show_entry(self, entry: VariableEntry, numbers: NumberColumn | None, language: Language) -> None:
        """Show a variable: the origin of its code list, or the codes of a magnitude, with `numbers` as it was read."""
        self._entry = entry
        listed = entry.role == "dimension" and entry.derived is None
        summed = entry.role == "magnitude"
        self.setVisible(listed or summed)
        for widget in (self.word, self.kind):
            widget.setVisible(listed)
        self.kind.setCurrentIndex(self.kind.findData(entry.codes_from))
        self.text.setText(entry.observed_reason if entry.codes_from == "observed" else "")
        for name in FIELDS:
            self.words[name].setVisible(summed)
            self.codes[name].setVisible(summed)
            self.counts[name].setVisible(summed)
            self.codes[name].setText("; ".join(getattr(entry, name)))
        self.suspected.setVisible(False)
        if summed:
            self._count(entry, numbers, language)
            class_count = "" if entry.magnitude_classes is None else str(len(entry.magnitude_classes.codes))
            self.counts["classes"].setText(self.tr("classes: %1").replace("%1", class_count) if class_count else "")
        self._show_hint()

    def _count(self, entry: VariableEntry, numbers: NumberColumn | None, language: Language) -> None:
        """Count the records of each special code, and find a value that may mean "no answer", once per column and
        codes."""
        request = (entry.name, id(numbers), entry.code_roles, language)
        if request != self._looked_at:
            self._looked_at, self._suspect = request, ""
            role_report = None
            if numbers is not None:
                coded, role_report = with_roles(numbers, entry.code_roles)
                for missing_look in looks_missing(coded)[:1]:
                    self._suspect, title = missing_look.value, entry.title.text(language) or entry.name
                    said_sentence = sentence(
                        "value_looks_missing", count=missing_look.count, magnitude=title, value=missing_look.value
                    )
                    self.suspicion.setText(said_sentence.text(language))
            for name in CODES:
                number = 0 if role_report is None else getattr(role_report, name.removesuffix("_codes"))
                words = self.tr("%1 records").replace("%1", decimal_text(number, 0, language))
                self.counts[name].setText("" if role_report is None else words)
        self.suspected.setVisible(bool(self._suspect))

    def _take(self) -> None:
        if self._entry is not None and self._suspect:
            self.coded.emit("missing_codes", "; ".join((*self._entry.missing_codes, self._suspect)))

    def _show_hint(self) -> None:
        kind = self.kind.currentData()
        listed = self._entry is not None and self._entry.role == "dimension" and self._entry.derived is None
        self.text.setVisible(listed and kind in ("range", "observed"))
        self.text.setPlaceholderText(self.tr("0-120") if kind == "range" else self.tr("reason"))
        self.text.setAccessibleName(self.tr("Range") if kind == "range" else self.tr("Reason"))
        is_told = listed and (kind == "" or (kind == "observed" and not self.text.text().strip()))
        self.hint.setVisible(is_told)
        self.hint.setText(
            self.tr(
                "A row of only zeros reveals that the category occurs in the data. "
                "Load a complete code list or give the range (0-120)."
            )
        )

    def _kind_chosen(self) -> None:
        self._show_hint()
        kind = str(self.kind.currentData())
        if kind in ("", "list"):
            self.origin.emit(kind, "")
        else:
            self.text.setFocus()

    def _text_done(self) -> None:
        kind, text = str(self.kind.currentData()), self.text.text().strip()
        if self._entry is None or not text or (kind == "observed" and text == self._entry.observed_reason):
            return
        if kind in ("range", "observed"):
            self.origin.emit(kind, text)

    def _coded(self, field: str) -> None:
        text = self.codes[field].text()
        if self._entry is not None and text != "; ".join(getattr(self._entry, field)):
            self.coded.emit(field, text)
