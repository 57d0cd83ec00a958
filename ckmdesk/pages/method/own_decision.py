"""The decision on a method of a tab of its own, such as rounding: checks, fields, and putting it in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method
from ckmcore.statistic.period import Decision
from ckmdesk.base.clock import now_text
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCard, DecisionCheck, released_check
from ckmdesk.pages.method.floor_card import FloorCard
from ckmdesk.widgets.focus_back import FocusBack
from ckmdesk.widgets.layouts import scrolling

Force = Callable[[Decision, Callable[[], None], Callable[[CkmError], None]], None]


class OwnDecision(QStackedWidget):
    """Shows `settings`, or the decision on a method made of them. `floor` is measured below the fields.

    A view of the page of methods that decides on a method of its own has a `decision` of this class, `is_in_force`,
    `can_decide` and `decide`. Emits `changed()` when one of them is another.
    """

    changed = Signal()

    def __init__(self, context: PageContext, name: str, settings: QWidget, floor: FloorCard | None = None) -> None:
        super().__init__()
        self.context, self.floor = context, floor
        self._again = False
        self._named: Sentence | None = None
        self._checks: Callable[[], list[DecisionCheck]] = list
        self._force: Force = self._force_nothing
        self._back = FocusBack()
        self.card = DecisionCard(context.theme, name, floor)
        self.card.decided.connect(self._decided)
        self.card.cancelled.connect(self.close_decision)
        if floor is not None:
            floor.changed.connect(self._show_checks)
        self.addWidget(settings)
        self.addWidget(scrolling(self.card))

    @property
    def is_open(self) -> bool:
        """Whether a decision is being written."""
        return self.currentIndex() == 1

    def open_for(
        self, named: Sentence, checks: Callable[[], list[DecisionCheck]], force: Force, *, again: bool = False
    ) -> None:
        """Open the decision on the method with a name; `again` says that it is in force already.

        `force` is given the decision, and what is called when it is recorded or refused.
        """
        language = self.context.language
        self._again, self._named, self._checks, self._force = again, named, checks, force
        head = self.tr("Decide again: %1") if again else self.tr("Put in force: %1")
        title = head.replace("%1", named.text(language))
        self.card.open_for(title, self._all_checks(), "", language, today=now_text()[:10], again=again)
        self._back.lend(self.card)
        self.setCurrentIndex(1)
        self.card.fields["body"].setFocus()
        self.changed.emit()

    def force_measured(self, method: Method) -> Force:
        """Return what puts a method in force with what its floor measured."""

        def force(decision: Decision, done: Callable[[], None], failed: Callable[[CkmError], None]) -> None:
            measured, claims = () if self.floor is None else self.floor.open_rules, None
            if self.floor is not None:
                decision, claims = self.floor.noted(decision), self.floor.claims
            releases = self.context.services.releases
            releases.put_in_force(method, decision, done, failed, measured=measured, claims=claims)

        return force

    def _all_checks(self) -> list[DecisionCheck]:
        released = [] if self._again else released_check(self.context.services.releases.held)
        return [*self._checks(), *released, *([] if self.floor is None else self.floor.checks())]

    def _show_checks(self) -> None:
        if self.is_open:
            self.card.show_checks(self._all_checks(), self.context.language)

    def close_decision(self) -> None:
        """Close the decision and show the settings."""
        if self.floor is not None:
            self.floor.cancel()
        if self.is_open:
            self.setCurrentIndex(0)
            self._back.give_back()
            self.changed.emit()

    def close_where_changed(self, *, in_force: bool) -> None:
        """Close a decision that no longer applies, as its method came into force or is not in force any more."""
        if self.is_open and in_force != self._again:
            self.close_decision()

    def _decided(self, decision: Decision) -> None:
        name = "" if self._named is None else self._named.text(self.context.language)
        self._force(replace(decision, variant=name), self._forced, self._refused)

    def _force_nothing(self, *_: object) -> None:
        """Before the first decision there is nothing to be put in force."""

    def _forced(self) -> None:
        again = self._again
        self.close_decision()
        self.context.show_message(sentence("desk_decided_again" if again else "desk_in_force"), "ok")

    def _refused(self, error: CkmError) -> None:
        self.card.say(error.text(self.context.language))
