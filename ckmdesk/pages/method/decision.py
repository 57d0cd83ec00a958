"""Putting a variant in force: what is checked, and the recorded decision."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.period import Decision
from ckmdesk.base.announcer import announce
from ckmdesk.base.clock import as_day
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import Card, IconLabel, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of

# What is not tested has a sign of its own, and the colour of what is open: it is no tick.
_SIGNS = {
    Verdict.HELD: ("ok", "ok"),
    Verdict.OPEN: ("warning", "warning"),
    Verdict.NOT_TESTED: ("not-tested", "warning"),
}
FIELDS = ("body", "date", "reference", "valid_from", "valid_to", "second_person", "remark")
DAYS = ("date", "valid_from", "valid_to")


@dataclass(frozen=True)
class DecisionCheck:
    """A line of the checks before a decision: verdict, sentence, and the key of a remedy.

    With `below` it is shown under the fields, with the measurements.
    """

    verdict: Verdict
    text: Sentence
    remedy: str = ""
    below: bool = False

    @classmethod
    def of(cls, held: bool | None, text: Sentence, remedy: str = "") -> DecisionCheck:
        """Make a check that holds or not; None: not tested."""
        return cls(verdict_of(held), text, remedy)

    @property
    def held(self) -> bool:
        """Return whether the check holds."""
        return self.verdict is Verdict.HELD


def released_check(numbers: tuple[int, ...]) -> list[DecisionCheck]:
    """Return the check that figures of the period were released, which requires a reason and a second person."""
    if not numbers:
        return []
    return [DecisionCheck.of(False, sentence("method_needs_reason", releases=[str(number) for number in numbers]))]


class DecisionCard(Card):
    """Card of a decision; emits `decided(Decision)`, `cancelled()` and `remedy_asked(key)`. `panel` is shown at the
    end."""

    decided = Signal(object)
    cancelled = Signal()
    remedy_asked = Signal(str)

    def __init__(
        self, theme: Theme, name: str = "decision", panel: QWidget | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self.name, self._again = theme, name, False
        self._told: tuple[str, ...] = ()
        self.title = label("", "heading")
        self.body.addWidget(self.title)
        self.checks = column_of(spacing=4)
        fill(self.body, self.checks, STEP)
        self.lead = label("", "secondary", wrap=True)
        self.body.addWidget(self.lead)
        form = QFormLayout(horizontalSpacing=STEP, verticalSpacing=6)
        self.words = {name: label("") for name in FIELDS}
        self.fields = {name: QLineEdit() for name in FIELDS}
        for name in FIELDS:
            self.fields[name].setObjectName(f"{self.name}:{name}")
            self.words[name].setBuddy(self.fields[name])
            self.fields[name].returnPressed.connect(self._decide)
            form.addRow(self.words[name], self.fields[name])
        self.body.addLayout(form)
        self.fault = FaultLabel()
        self.body.addWidget(self.fault)
        self.hash = label("", "small", wrap=True)
        self.body.addWidget(self.hash)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.force = QPushButton()
        self.cancel.setObjectName(f"{self.name}:cancel")
        self.force.setObjectName(f"{self.name}:force")
        set_kind(self.force, "primary")
        self.force.setAutoDefault(True)  # Enter presses it
        self.cancel.clicked.connect(self.cancelled)
        self.force.clicked.connect(self._decide)
        self.below = column_of(spacing=4)
        fill(self.body, self.below, row_of(STRETCH, self.cancel, self.force))
        if panel is not None:
            self.body.addWidget(panel)
        self.body.addStretch(1)
        words = {
            "body": self.tr("Decided by"),
            "date": self.tr("Date of the decision"),
            "reference": self.tr("File number"),
            "valid_from": self.tr("Valid from"),
            "valid_to": self.tr("Valid to (empty: open)"),
            "second_person": self.tr("Second person"),
            "remark": self.tr("Remark, reason"),
        }
        for name, word in words.items():
            self.words[name].setText(word)
            self.fields[name].setAccessibleName(word)
        for name in DAYS:
            self.fields[name].setPlaceholderText(self.tr("YYYY-MM-DD"))
        self.fields["body"].setPlaceholderText(self.tr("e.g. unit, committee or person"))
        self._name_force()

    def _name_force(self) -> None:
        self.force.setText(self.tr("Record decision") if self._again else self.tr("Put in force"))

    def open_for(
        self,
        title: str,
        checks: list[DecisionCheck],
        ptable: str,
        language: Language,
        *,
        today: str,
        again: bool = False,
    ) -> None:
        """Show the checks; empty dates are filled with today.

        `ptable` is the table's hash, "" without one; `again` says that the method is in force already.
        """
        self._again = again
        self._name_force()
        self.title.setText(title)
        self._told = ()
        self.show_checks(checks, language)
        with_hash = self.tr("The decision is kept in the statistic, with the hash of the perturbation table.")
        self.lead.setText(with_hash if ptable else self.tr("The decision is kept in the statistic."))
        self.hash.setText(self.tr("Hash of the perturbation table: %1").replace("%1", ptable))
        self.hash.setVisible(bool(ptable))
        for name in ("date", "valid_from"):
            if not self.fields[name].text():
                self.fields[name].setText(date_text(today, language))
        self.fault.tell("")

    def show_checks(self, checks: list[DecisionCheck], language: Language) -> None:
        """Show the lines of the checks."""
        for box_layout in (self.checks, self.below):
            while box_layout.count():
                item = box_layout.takeAt(0)
                widget = None if item is None else item.widget()
                if widget is not None:
                    widget.hide()
                    widget.deleteLater()
        for check in checks:
            line_widget = QWidget()
            line = row_of(within=line_widget, margins=0)
            icon, paint = _SIGNS[check.verdict]
            line.addWidget(IconLabel(self.theme, icon, paint), 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(WrapLabel(check.text.text(language), "" if check.held else "warning"), 1)
            if check.remedy and not check.held:
                button = QPushButton(self._remedy_words(check.remedy), objectName=f"{self.name}:{check.remedy}")
                button.clicked.connect(lambda _=False, key=check.remedy: self.remedy_asked.emit(key))
                line.addWidget(button)
            (self.below if check.below else self.checks).addWidget(line_widget)
            for button in line_widget.findChildren(QPushButton):
                before = self.fields[FIELDS[-1]] if check.below else self.fields[FIELDS[0]].previousInFocusChain()
                QWidget.setTabOrder(before, button)
        self._say(checks, language)

    def _say(self, checks: list[DecisionCheck], language: Language) -> None:
        """Announce the checks, which the focus never reaches: first how many are open and which, later the new ones."""
        lines = tuple(check.text.text(language) for check in checks)
        is_open = [words for words, check in zip(lines, checks, strict=True) if not check.held]
        new_lines = [words for words in lines if words not in self._told] if self._told else is_open
        if lines == self._told:
            return
        self._told = lines
        text = self.tr("Look at %1 of %2 points.").replace("%1", str(len(is_open))).replace("%2", str(len(lines)))
        announce(" ".join([text, *new_lines]), about=self.name)

    def say(self, words: str) -> None:
        """Show what prevents the decision."""
        self.fault.tell(words)

    def _remedy_words(self, key: str) -> str:
        return {
            "shuffle": self.tr("Shuffle"),
            "reshuffle": self.tr("Shuffle anew"),
            "by_rows": self.tr("Take this design"),
        }[key]

    def _decide(self) -> None:
        texts = {name: field.text().strip() for name, field in self.fields.items()}
        days = {name: as_day(texts[name]) for name in DAYS}
        faulty = [name for name, day in days.items() if day is None]
        missing = [name for name in ("body", "date") if not texts[name]]
        for name, field in self.fields.items():
            set_kind(field, "faulty" if name in faulty or name in missing else "")
        if missing:
            self.fault.tell(self.tr("Enter the deciding body and date."), *(self.fields[name] for name in missing))
        elif faulty:
            self.fault.tell(self.tr("Write dates as 2026-07-01."), *(self.fields[name] for name in faulty))
        elif days["valid_to"] and days["valid_from"] and days["valid_to"] < days["valid_from"]:
            self.fault.tell(self.tr("“Valid to” is before “Valid from”."), self.fields["valid_to"])
        else:
            self.fault.tell("")
            self.decided.emit(Decision(**(texts | days)))
            return
        first = next(self.fields[name] for name in (*missing, *faulty, "valid_to"))
        first.setFocus()
