"""Rounding as a method: its settings, the note for readers, and putting it in force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from PySide6.QtWidgets import QWidget

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.rounding import Rounding, ShareOfZero
from ckmcore.methods.settings import settings_of
from ckmdesk.commands import method as commands
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCheck
from ckmdesk.pages.method.own_decision import OwnDecision
from ckmdesk.pages.method.published_card import PublishedCard
from ckmdesk.pages.method.rules_view import beside
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.pages.method.settings_words import set_primary_words, set_sum_words
from ckmdesk.state.method_settings import PRIMARY, MethodSettings, primary_texts, with_primary
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill


class RoundingView(QWidget):
    """View of rounding every figure to a multiple of a base: the nearest, or drawn by the cell key."""

    kept = ("is_deciding",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        card = Card()
        self.title = label(self.tr("Rounding"), "heading")
        self.lead = WrapLabel(
            self.tr(
                "Every figure, totals included, is rounded on its own. No base is safe by itself: "
                "compare methods on your tables before you put it in force."
            ),
            "secondary",
        )
        self.form = SettingsForm()
        self.form.add_choice("drawn", (False, True))
        takes = settings_of(Rounding)
        for name in ("base", "minimum_base", "ratio_decimals"):
            self.form.add_setting(takes[name])
        self.form.add_choice("share_of_zero", get_args(ShareOfZero))
        self.form.add_text("share_reason")
        for name in PRIMARY:
            self.form.add_text(name)
        self.form.add_setting(takes["missing"])
        self.form.add_setting(takes["mean_of"])
        self.form.add_setting(takes["shown_with"])
        self.form.changed.connect(self._changed)
        fill(card.body, self.title, self.lead, self.form, STRETCH)
        self.published = PublishedCard()
        settings = QWidget()
        settings.setLayout(beside(card, self.published))
        self.decision = OwnDecision(context, "rounding-decision", settings)
        column_of(self.decision, within=self, margins=(0, STEP, 0, 0))
        form = self.form
        form.set_words(
            "drawn",
            self.tr("How"),
            self.tr("Drawn by the cell key a figure is right on average, and the same in every table; it needs keys."),
        )
        form.set_choice_words("drawn", [self.tr("to the nearest multiple"), self.tr("drawn by the cell key")])
        self._set_kind_words()
        form.set_words(
            "ratio_decimals",
            self.tr("Decimals of ratios"),
            self.tr("Ratios and rates have at most so many, unless they are declared official."),
        )
        form.set_words(
            "share_of_zero",
            self.tr("Share of a 0"),
            self.tr(
                "A percentage of unrounded figures can reveal what a 0 hides (2 % of 260 beside 0: only 4). "
                "Reason required."
            ),
        )
        form.set_choice_words(
            "share_of_zero", [self.tr("0, as of any other 0"), self.tr("from figures before rounding")]
        )
        form.set_words("share_reason", self.tr("Reason"), self.tr("It is kept with the method."))
        set_primary_words(form)
        set_sum_words(form)
        self._shown: MethodSettings | None = None

    def _set_kind_words(self) -> None:
        """Set the texts on base and minimum base, which depend on the kind of rounding."""
        drawn = self.rounding.needs_keys
        nearest_text = self.tr("Rounded to multiples of this number; halves away from zero.")
        either = self.tr("Figures become one of the two multiples beside them, the nearer one more often.")
        self.form.set_words("base", self.tr("Base"), either if drawn else nearest_text)
        former_text = self.tr(
            "Shares and relative changes come from figures before rounding; of a smaller base they show x. "
            "With each decimal the base has to be ten times as large."
        )
        new_text = self.tr("Shares and changes come from rounded figures; of a smaller rounded base they show x.")
        self.form.set_words("minimum_base", self.tr("Minimum base"), new_text if drawn else former_text)

    def refresh(self) -> None:
        """Show the settings, and close a decision that no longer applies."""
        rounding, language = self.rounding, self.context.language
        form = self.form
        settings = self.context.desk.state.method.settings
        refused = form.refused and self._shown == settings  # what was refused stays where it was typed
        if self._read(form.values()) != rounding and not refused:
            plain_rounding = settings.rounding
            shown = {
                "drawn": rounding.needs_keys,
                "base": rounding.base,
                "minimum_base": rounding.minimum_base,
                "ratio_decimals": plain_rounding.ratio_decimals,
                "share_of_zero": plain_rounding.share_of_zero,
                "share_reason": plain_rounding.share_reason,
                "missing": rounding.missing,
                "mean_of": rounding.mean_of,
                "shown_with": rounding.shown_with,
            }
            form.show_settings(shown | primary_texts(plain_rounding.primary, language), locked=False)
            form.tell("")
        self._shown = settings
        for name in ("ratio_decimals", "share_of_zero", *PRIMARY):
            form.show_part(name, shown=not rounding.needs_keys)
        self._show_reason()
        self._set_kind_words()
        self.published.show_method(rounding, language)
        self.decision.close_where_changed(in_force=self.is_in_force)

    def _show_reason(self) -> None:
        """Show the field for a reason only where shares of a 0 need one."""
        values = self.form.values()
        self.form.show_part("share_reason", shown=not values["drawn"] and values["share_of_zero"] == "original")

    @property
    def rounding(self) -> Rounding | KeyedRounding:
        """The rounding that is worked on."""
        return self.context.desk.state.method.settings.any_rounding

    def _read(self, values: dict[str, Any]) -> Rounding | KeyedRounding | None:
        """Read the rounding from the fields; None where they are impossible, with the reason shown below them."""
        settings = self.context.desk.state.method.settings
        rules = {name: values[name] for name in ("base", "minimum_base", "missing", "mean_of", "shown_with")}
        result: Rounding | KeyedRounding
        try:
            if values["drawn"]:
                result = replace(settings.keyed, **rules)
            else:
                primary = None
                for name in PRIMARY:
                    primary = with_primary(primary, name, values[name])
                of_zero = values["share_of_zero"]
                result = replace(
                    settings.rounding,
                    **rules,
                    ratio_decimals=values["ratio_decimals"],
                    primary=primary,
                    share_of_zero=of_zero,
                    share_reason=values["share_reason"] if of_zero == "original" else "",
                )
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return None
        self.form.tell("")
        return result

    def _changed(self, name: str, value: Any) -> None:
        values = self.form.values()
        self._show_reason()
        if name == "drawn":  # the other kind as it was left
            settings = self.context.desk.state.method.settings
            keyed: Rounding | KeyedRounding | None = settings.keyed if value else settings.rounding
        else:
            keyed = self._read(values)
        if keyed is not None:
            self.context.desk.run(commands.set_rounding(keyed, name))

    # --- putting it in force -------------------------------------------------------------------------------------

    @property
    def is_in_force(self) -> bool:
        """Whether exactly this rounding is the method in force."""
        state = self.context.desk.state
        in_force = None if state.statistic is None else state.statistic.period.in_force
        return in_force is not None and in_force.method == self.rounding

    @property
    def can_decide(self) -> bool:
        """Whether a decision can be opened."""
        return not self.is_deciding

    @property
    def is_deciding(self) -> bool:
        """Whether a decision is being written."""
        return self.decision.is_open

    @is_deciding.setter
    def is_deciding(self, on: bool) -> None:
        if on:
            self.refresh()
            self.decide()

    def decide(self) -> None:
        """Open the decision on this rounding, again if it is in force already."""
        self.decision.open_for(self.rounding, self._checks, again=self.is_in_force)

    def _checks(self) -> list[DecisionCheck]:
        return [DecisionCheck.of(False, sentence("desk_check_rounding", base=self.rounding.base))]
