"""The decision on a method of a tab of its own, such as rounding: checks, fields, and putting it in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ckmcore.errors import CkmError, PermissionRefused
from ckmcore.messages import sentence
from ckmcore.methods.method import Method
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.statistic.claims import JudgedClaims
from ckmcore.statistic.kept_beside import Kept, place_kept, with_pending
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, Period
from ckmdesk.base.clock import now_text
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCard, DecisionCheck, released_check
from ckmdesk.pages.method.floor_card import FloorCard
from ckmdesk.ports import filled
from ckmdesk.services.releases import Releases, Step
from ckmdesk.widgets.focus_back import FocusBack
from ckmdesk.widgets.layouts import scrolling

KEEP_SLOT = "release-keep"


class OwnDecision(QStackedWidget):
    """Shows `settings`, or the decision on a method made of them; its floor is measured below the fields.

    A view of the page of methods that decides on a method of its own has a `decision` of this class, `is_in_force`,
    `can_decide` and `decide`. Emits `changed()` when one of them is another, and
    `forced()`.
    """

    changed = Signal()
    forced = Signal()

    def __init__(self, context: PageContext, name: str, settings: QWidget) -> None:
        super().__init__()
        self.context = context
        self._again = False
        self._method: Method | None = None
        self._describe: Step | None = None
        self._checks: Callable[[], list[DecisionCheck]] = list
        self._back = FocusBack()
        self.floor: FloorCard = filled("FloorPanel", FloorCard)(context)
        self.card = DecisionCard(context.theme, name, self.floor)
        self.card.decided.connect(self._decided)
        self.card.cancelled.connect(self.close_decision)
        self.floor.changed.connect(self._show_checks)
        self.addWidget(settings)
        self.addWidget(scrolling(self.card))

    @property
    def is_open(self) -> bool:
        """Whether a decision is being written."""
        return self.currentIndex() == 1

    def open_for(
        self,
        method: Method,
        checks: Callable[[], list[DecisionCheck]],
        *,
        again: bool = False,
        kept: Kept | None = None,
        describe: Step | None = None,
    ) -> None:
        """Open the decision on a method; `again` says that it is in force already.

        `kept` is what it applies and lies beside the statistic, and `describe` gives the period the description of it.
        """
        language = self.context.language
        self._again, self._method, self._checks, self._describe = again, method, checks, describe
        self.floor.kept = kept
        self.floor.open_for(method)
        head = self.tr("Decide again: %1") if again else self.tr("Put in force: %1")
        title = head.replace("%1", method.name.text(language))
        self.card.open_for(title, self._all_checks(), "", language, today=now_text()[:10], again=again)
        self._back.lend(self.card)
        self.setCurrentIndex(1)
        self.card.fields["body"].setFocus()
        self.changed.emit()

    def _all_checks(self) -> list[DecisionCheck]:
        released = [] if self._again else released_check(self.context.services.releases.held)
        return [*self._checks(), *released, *self.floor.checks()]

    def _show_checks(self) -> None:
        if self.is_open:
            self.card.show_checks(self._all_checks(), self.context.language)

    def close_decision(self) -> None:
        """Close the decision and show the settings."""
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
        method, kept, releases = self._method, self.floor.kept, self.context.services.releases
        if method is None:
            return
        decision = self.floor.noted(replace(decision, variant=method.name.text(self.context.language)))
        ends, noted = (self._forced, self._refused), (self.floor.open_rules, self.floor.claims)
        if kept is None or self._describe is None:
            releases.put_in_force(method, decision, *ends, measured=noted[0], claims=noted[1])
        else:
            keep_and_force(releases, kept, self._describe, method, decision, *ends, *noted)

    def _forced(self) -> None:
        again = self._again
        self.close_decision()
        self.forced.emit()
        self.context.show_message(sentence("desk_decided_again" if again else "desk_in_force"), "ok")

    def _refused(self, error: CkmError) -> None:
        self.card.say(error.text(self.context.language))


def keep_and_force(
    releases: Releases,
    kept: Kept,
    describe: Step,
    method: Method,
    decision: Decision,
    done: Callable[[], None],
    failed: Callable[[CkmError], None],
    measured: tuple[OpenRule, ...] = (),
    claims: JudgedClaims | None = None,
) -> None:
    """Write what a method applies beside the statistic, and put the method in force.

    `describe` gives the period the description of `kept`. The step cannot be undone: the records would still have the
    new content. Without a file of the statistic nothing happens.
    """
    desk = releases.desk
    session, statistic, path = desk.session, desk.state.statistic, desk.session.path
    if statistic is None or path is None:
        return
    if releases.read_only():
        failed(PermissionRefused("desk_release_read_only"))
        return

    def work(_context: JobContext) -> Period:
        return place_kept(describe(statistic), (kept,), path).period

    def placed(period: Period) -> None:
        if desk.session is not session:
            return

        def with_kept(now: Statistic) -> Statistic:
            return now.with_period(replace(now.period, safe=period.safe, patterns=period.patterns))

        def forced() -> None:
            if session.data is not None:
                session.data = with_pending(session.data, period, (kept,))
            if session.read is not None:
                session.read = with_pending(session.read, period, (kept,))
            desk.forget_steps()
            desk.announce("data")
            done()

        releases.put_in_force(method, decision, forced, failed, measured=measured, claims=claims, before=with_kept)

    releases.jobs.start(KEEP_SLOT, work, placed, failed)
