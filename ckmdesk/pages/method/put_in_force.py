"""Putting the variant shown in force: checks first, then the decision, then the one command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.methods.method import Method
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.model.linked import least_pair_variance
from ckmcore.statistic.period import Decision, MethodInForce
from ckmdesk.base.clock import now_text
from ckmdesk.commands import method as commands
from ckmdesk.look.text_size import px
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCard, DecisionCheck, released_check
from ckmdesk.pages.method.floor_card import RULES, FloorCard
from ckmdesk.pages.method.parameters import ParameterCard
from ckmdesk.pages.method.variant_bar import VariantStrip
from ckmdesk.ports import filled
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.method_view import MethodView, View, is_in_force
from ckmdesk.state.variant import ptable_of, variant_text
from ckmdesk.widgets.basic import Stack
from ckmdesk.widgets.focus_back import FocusBack
from ckmdesk.widgets.layouts import FORM_WIDTH, scrolling


class Forcing(QObject):
    """Handles the card of the decision, which is shown in `center`; `shown` returns the current view."""

    def __init__(
        self,
        context: PageContext,
        center: Stack,
        strip: VariantStrip,
        parameters: ParameterCard,
        shown: Callable[[], View | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.context, self.center, self.strip, self.parameters, self._shown = context, center, strip, parameters, shown
        self.variant: Variant | None = None
        self._again = False
        self._waiting: Decision | None = None  # until the rules of the method are judged
        self._back = FocusBack()
        self.floor: FloorCard = filled("FloorPanel", FloorCard)(context)
        self.floor.changed.connect(self._show_checks)
        self.card = DecisionCard(context.theme, panel=self.floor)
        self.card.decided.connect(self._force)
        self.card.cancelled.connect(self.close)
        self.card.remedy_asked.connect(self._remedy)
        self.card.setMaximumWidth(px(FORM_WIDTH))
        self.area = scrolling(self.card, by_keys=True)

    @property
    def is_open(self) -> bool:
        """Whether a decision is being written."""
        center: QWidget | None = self.center.currentWidget()
        return center is self.area

    def open(self) -> None:
        """Open the decision on the shown variant, again if it is in force already."""
        view = self._shown()
        if view is None:
            return
        if self.context.desk.state.method.compared:
            self.context.desk.run(commands.compare(()))
        self.variant = view.variant
        self._again = isinstance(view, MethodView) and is_in_force(self.context.desk.state, view)
        head = self.tr("Decide again: %1") if self._again else self.tr("Put in force: %1")
        title = head.replace("%1", self._name())
        language = self.context.language
        self.floor.open_for(self._method(), self._design())
        decision_checks, today = self._all_checks(view), now_text()[:10]
        self.card.open_for(title, decision_checks, view.shown.content_hash, language, today=today, again=self._again)
        self._back.lend(self.card)
        self.center.setCurrentWidget(self.area)
        self.card.fields["body"].setFocus()

    def _name(self) -> str:
        """Return the name of what is decided on: the variant, or the method in force."""
        in_force = self._in_force_again
        if in_force is not None:
            return in_force.method.name.text(self.context.language)
        return "" if self.variant is None else self.strip.title(self.variant)

    def close(self) -> None:
        """Close the decision and show the pictures."""
        self._waiting = None
        if self.is_open:
            self.floor.cancel()
            self.center.setCurrentIndex(0)
            self._back.give_back()

    def refresh(self) -> None:
        """Update the checks after a change of the variant; another variant closes the card."""
        view = self._shown()
        if not self.is_open or view is None or self.variant is None:
            return
        other_outdated = view.outdated or view.variant.name != self.variant.name
        if other_outdated or is_in_force(self.context.desk.state, view) != self._again:
            self.close()
            return
        self.variant = view.variant
        self.floor.open_for(self._method(), self._design())
        self.card.show_checks(self._all_checks(view), self.context.language)

    def _all_checks(self, view: MethodView) -> list[DecisionCheck]:
        if self._again:
            return [*(replace(check, remedy="") for check in checks(view)), *self.floor.checks()]
        released = released_check(self.context.services.releases.held)
        return [*checks(view), *released, *self.floor.checks()]

    def _show_checks(self) -> None:
        view = self._shown()
        if self.is_open and isinstance(view, MethodView):
            self.card.show_checks(self._all_checks(view), self.context.language)
        waiting, self._waiting = self._waiting, None
        if waiting is not None and self.is_open:
            self._force(waiting)

    def _design(self) -> Design | None:
        return None if self.variant is None or self.variant.table is not None else self.variant.design

    def _method(self) -> Method | None:
        """Return the method of the decision; None if its settings contradict each other."""
        if self.variant is None:
            return None
        try:
            return self._decided()
        except CkmError:
            return None

    def _decided(self) -> Method:
        """Return the method of the decision; raises the errors of contradicting settings."""
        in_force = self._in_force_again
        if in_force is not None:
            return in_force.method
        return self.context.desk.state.method.settings.method(ptable_of(self.variant), self.variant.sums)

    @property
    def _in_force_again(self) -> MethodInForce | None:
        """The method in force, where that is decided on again."""
        statistic = self.context.desk.state.statistic
        return statistic.period.in_force if self._again and statistic is not None else None

    def _remedy(self, key: str) -> None:
        variant = self.variant
        if variant is None:
            return
        if key == "by_rows":
            if self.floor.by_rows is not None:
                self.parameters.take_design(self.floor.by_rows.design, "own")
            return
        seed = variant.seed + (key == "reshuffle")
        self.parameters.take(replace(variant, shuffled=True, seed=seed), "shuffled")

    def _force(self, decision: Decision) -> None:
        variant, view = self.variant, self._shown()
        if variant is None or view is None or view.variant != variant:
            return  # the answer to a question about another table
        if self.floor.rules is None and self.context.jobs.running(RULES):
            self._waiting = decision
            return
        decision = self.floor.noted(replace(decision, variant=self._name()))
        context = self.context
        try:
            method = self._decided()
        except CkmError as error:
            self._refused(error)
            return
        releases, measured = context.services.releases, self.floor.open_rules
        design = "" if self._again else variant_text(variant)  # what is in force keeps its own
        releases.put_in_force(method, decision, self._forced, self._refused, design, measured, self.floor.claims)

    def _forced(self) -> None:
        self.close()
        self.context.show_message(sentence("desk_decided_again" if self._again else "desk_in_force"), "ok")

    def _refused(self, error: CkmError) -> None:
        self.card.say(error.text(self.context.language))
        self.area.ensureWidgetVisible(self.card.force)


# Below, some key of a total leaves its parts next to no room: a variance of the sum of their noise near 0.
LEAST_PAIR_VARIANCE = 0.05


def _shuffle_check(view: MethodView) -> DecisionCheck:
    """Check every row for a key of a total that makes two equal parts add up to it."""
    if view.needs_shuffling:
        return DecisionCheck.of(False, sentence("desk_check_ordered"), "shuffle")
    least, row = least_pair_variance(view.shown)
    if least < LEAST_PAIR_VARIANCE:
        remedy = "reshuffle" if view.variant.shuffled else "shuffle"
        return DecisionCheck.of(False, sentence("desk_check_tied", row=row, least=least), remedy)
    return DecisionCheck.of(True, sentence("desk_check_shuffled", row=row, least=round(least, 2)))


def checks(view: MethodView) -> list[DecisionCheck]:
    """List the checks before a table is put in force."""
    missed = None if view.problem is None else view.problem.row
    biased = max((abs(report.bias) for report in view.ordered.reports), default=0.0)
    zeros = view.shown.zeros_stay
    decision_checks = [
        DecisionCheck.of(zeros, sentence("desk_check_zeros" if zeros else "ptable_zeros_not_kept")),
        _shuffle_check(view),
        DecisionCheck.of(
            biased <= 1e-6, sentence("desk_check_unbiased" if biased <= 1e-6 else "desk_check_biased", bias=biased)
        ),
    ]
    if view.variant.table is None:
        kept_sentence = sentence("desk_check_kept") if missed is None else sentence("desk_force_shortfall", row=missed)
        decision_checks.append(DecisionCheck.of(missed is None, kept_sentence))
    return decision_checks
