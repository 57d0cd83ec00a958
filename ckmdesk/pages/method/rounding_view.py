"""Rounding as a method: its settings, what readers are told, and putting it in force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from ckmcore.errors import CkmError
from ckmcore.methods.settings import MOST
from ckmcore.sentences import sentence
from ckmcore.statistic.model import Decision
from ckmcore.tabulate.spec import MOST_DECIMALS
from ckmdesk.commands import method as commands
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import Check, DecisionCard
from ckmdesk.pages.method.published_card import PublishedCard
from ckmdesk.pages.method.rules_view import beside
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.services import now_text
from ckmdesk.theme import STEP
from ckmdesk.widgets.basic import Card, WrapLabel, label


class RoundingView(QWidget):
    """Deterministic rounding: every figure to the nearest multiple of a base."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        card = Card()
        self.title = label("", "heading")
        self.lead = WrapLabel("", "secondary")
        self.form = SettingsForm()
        self.form.add_count("base", 2, MOST)
        self.form.add_count("minimum_base", 1, MOST)
        self.form.add_count("ratio_decimals", 0, MOST_DECIMALS)
        self.form.changed.connect(self._changed)
        for part in (self.title, self.lead, self.form):
            card.body.addWidget(part)
        card.body.addStretch(1)
        self.published = PublishedCard()
        settings = QWidget()
        settings.setLayout(beside(card, self.published))
        self.decision = DecisionCard(context.theme)
        self.decision.decided.connect(self._force)
        self.decision.cancelled.connect(self.close_decision)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(self.decision)
        self.stack = QStackedWidget()
        self.stack.addWidget(settings)
        self.stack.addWidget(area)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, STEP, 0, 0)
        whole.addWidget(self.stack)

    def retranslate(self) -> None:
        """All words."""
        self.title.setText(self.tr("Rounding"))
        self.lead.setText(
            self.tr(
                "Every figure, totals included, is rounded on its own. No base is safe by itself: "
                "compare methods on your tables before you put it in force."
            )
        )
        form = self.form
        form.set_words("base", self.tr("Base"), self.tr("Figures become multiples of it, halves go away from zero."))
        form.set_words(
            "minimum_base",
            self.tr("Minimum base"),
            self.tr(
                "Shares and relative changes come from figures before rounding; of a smaller base they show x. "
                "With each decimal the base has to be ten times as large."
            ),
        )
        form.set_words(
            "ratio_decimals",
            self.tr("Decimals of ratios"),
            self.tr("Ratios and rates have at most so many, unless they are declared official."),
        )
        self.published.retranslate()
        self.decision.retranslate()
        if self.is_deciding:
            self.decide()

    def refresh(self) -> None:
        """Show the settings, and close a decision that is no longer asked for."""
        rounding = self.context.desk.state.method.settings.rounding
        self.form.show_settings(rounding, locked=False)
        self.form.tell("")
        self.published.show_method(rounding, self.context.language)
        if self.is_deciding and self.is_in_force:
            self.close_decision()

    def _changed(self, name: str, value: Any) -> None:
        try:
            rounding = replace(self.context.desk.state.method.settings.rounding, **{name: value})
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return
        self.context.desk.run(commands.set_rounding(rounding, name))

    # --- putting it in force -------------------------------------------------------------------------------------

    @property
    def is_in_force(self) -> bool:
        """Whether exactly this rounding is the method in force."""
        state = self.context.desk.state
        in_force = None if state.statistic is None else state.statistic.period.in_force
        return in_force is not None and in_force.method == state.method.settings.rounding

    @property
    def is_deciding(self) -> bool:
        """Whether a decision is being written."""
        return self.stack.currentIndex() == 1

    def decide(self) -> None:
        """Ask for the decision on this rounding."""
        rounding, language = self.context.desk.state.method.settings.rounding, self.context.language
        title = self.tr("Put in force: %1").replace("%1", rounding.name.text(language))
        checks = [Check(False, sentence("desk_check_rounding", base=rounding.base))]
        self.decision.open_for(title, checks, "", language, today=now_text()[:10])
        self.stack.setCurrentIndex(1)
        self.decision.fields["body"].setFocus()

    def close_decision(self) -> None:
        """Back to the settings."""
        self.stack.setCurrentIndex(0)

    def _force(self, decision: Decision) -> None:
        rounding = self.context.desk.state.method.settings.rounding
        decision = replace(decision, variant=rounding.name.text(self.context.language))
        try:
            self.context.desk.run(commands.put_in_force(rounding, now_text(), decision))
        except CkmError as error:
            self.context.show_message(error)
            return
        self.close_decision()
        self.context.show_message(sentence("desk_in_force"), "ok")
