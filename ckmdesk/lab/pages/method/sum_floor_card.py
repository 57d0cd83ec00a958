"""Whether sums hold the floor of their protection, what to do where they do not, and the smallest noise for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import Language, shortest_text
from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.lab.risk.sum_floor import SumFloor
from ckmcore.messages import Sentence
from ckmdesk.base.announcer import announce
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import column_of, fill

MOST_RULES = 6


class SumFloorCard(Card):
    """Card of the floor for sums, rule by rule.

    Emits `asked()` to judge the saved tables and the current one, `search_asked()` to search the smallest noise, and
    `accepted(second person, reason)` to accept open rules.
    """

    asked = Signal()
    search_asked = Signal()
    accepted = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(self.tr("Floor"), "heading")
        self.ask = QPushButton(
            self.tr("Judge all tables"),
            objectName="sum-floor",
            toolTip=self.tr("The saved tables that show sums, and the table at hand, all together."),
        )
        self.search = QPushButton(
            self.tr("Look for the smallest noise"),
            objectName="sum-search",
            toolTip=self.tr(
                "The smallest σ1 and least noise with which these tables hold F1 to F3 and F5; they are set here."
            ),
        )
        for button, signal in ((self.ask, self.asked), (self.search, self.search_asked)):
            button.setAutoDefault(True)  # Enter presses it
            button.clicked.connect(signal)
        self.verdict = WrapLabel()
        self.verdict.setObjectName("sum-verdict")
        self.rules, self.offers = WrapLabel("", "small"), WrapLabel("", "small")
        self.offers.setObjectName("sum-offers")
        for text_label in (self.rules, self.offers):
            text_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.accepting = self._make_accepting()
        fill(self.body, self.heading, self.verdict, self.rules, self.offers, self.accepting, self.ask, self.search)
        self.forget()

    def _make_accepting(self) -> QWidget:
        self.lead = WrapLabel(
            self.tr(
                "Combining is better. Open points of the method in force can also be accepted: for this reporting "
                "period, no worse than now. Register and checklist say so."
            ),
            "secondary",
        )
        self.second, self.reason = QLineEdit(objectName="sums:second"), QLineEdit(objectName="sums:reason")
        self.second_word = label(self.tr("Second person"))
        self.reason_word = label(self.tr("Reason"))
        form = QFormLayout(horizontalSpacing=STEP, verticalSpacing=6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        for word, field in ((self.second_word, self.second), (self.reason_word, self.reason)):
            word.setBuddy(field)
            field.returnPressed.connect(self._accept)
            form.addRow(word, field)
        self.fault = FaultLabel()
        self.accept = QPushButton(self.tr("Accept what is open"), objectName="sums:accept")
        self.accept.setAutoDefault(True)
        self.accept.clicked.connect(self._accept)
        widget = QWidget()
        column_of(self.lead, form, self.fault, self.accept, within=widget, margins=0, spacing=STEP)
        return widget

    def forget(self) -> None:
        """Clear the verdict after a change."""
        set_kind(self.verdict, "")
        for text_label in (self.verdict, self.rules, self.offers):
            text_label.setText("")
            text_label.hide()
        self.accepting.hide()
        self.fault.tell("")

    def show_floor(
        self, floor: SumFloor, p: float, offers: Sequence[Sentence], language: Language, *, may_accept: bool
    ) -> None:
        """Show the verdict with its p, the open rules, and proposals to combine categories.

        `may_accept` says that an open rule can be accepted.
        """
        self.forget()
        set_kind(self.verdict, "" if floor.holds else "warning")
        if floor.holds:
            words = self.tr("The floor holds with p = %1 %: by its rules, sums may be called protected.")
        elif floor.verdict is Verdict.NOT_TESTED:
            words = self.tr("Not tested, or not all of it, with p = %1 %: sums may not be called protected.")
        else:
            words = self.tr("The floor does not hold with p = %1 %: sums may not be called protected.")
        self.verdict.setText(words.replace("%1", shortest_text(p, language)))
        texts = [f"{rule.rule}: {rule.sentence.text(language)}" for rule in floor.rules[:MOST_RULES]]
        texts += [sentence.text(language) for sentence in floor.skipped]
        texts += [measured.sums_of_0.text(language) for measured in floor.measured if measured.sums_of_0 is not None]
        self.rules.setText("\n".join(texts))
        self.offers.setText("\n".join(sentence.text(language) for sentence in offers))
        self.verdict.show()
        self.rules.setVisible(bool(texts))
        self.offers.setVisible(bool(offers))
        self.accepting.setVisible(may_accept)
        said_texts = [self.verdict.text(), *texts, *(sentence.text(language) for sentence in offers)]
        announce(" ".join([*said_texts, self.lead.text()] if may_accept else said_texts))

    def tell(self, error: CkmError, language: Language) -> None:
        """Show why nothing was accepted."""
        fields_of_fault = {"register_person_missing": (self.second,), "register_same_person": (self.second,),
                  "release_reason_missing": (self.reason,)}  # fmt: skip
        self.fault.tell_error(error, language, fields_of_fault)

    def _accept(self) -> None:
        self.fault.tell("")
        self.accepted.emit(self.second.text(), self.reason.text())
