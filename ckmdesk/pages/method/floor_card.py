"""What is looked at before a method is put in force, below the checks of its table."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ckmcore.base.verdict import Verdict
from ckmcore.base.wings import wing_title
from ckmcore.messages import sentence
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.floor.cost import CriteriaByRows
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.statistic.claims import JudgedClaim, JudgedClaims
from ckmcore.statistic.kept_beside import Kept, with_content
from ckmcore.statistic.period import Decision
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCheck
from ckmdesk.ports import SLOTS

RULES = "floor-rules"


class FloorCard(QWidget):
    """Card with the rules on a method's settings; without the lab nothing else is tested. Emits `changed()`.

    `rules` are those that are open (None: being computed), `by_rows` a design that meets the criteria, `claims` those
    of the note on the method, judged, and `open_rules` those measured.
    """

    changed = Signal()
    by_rows: CriteriaByRows | None = None
    claims: JudgedClaims | None = None
    open_rules: tuple[OpenRule, ...] = ()

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.method: Method | None = None
        self.kept: Kept | None = None  # what the method applies and the records do not have yet
        self.rules: tuple[OpenRule, ...] | None = None

    @property
    def records(self) -> Microdata | None:
        """The records on which the method is measured."""
        data = self.context.desk.session.data
        return data if data is None or self.kept is None else with_content(data, self.kept)

    def open_for(self, method: Method | None, design: Design | None = None) -> None:
        """Judge a method; results of another one are dropped."""
        if method is not None and method == self.method:
            return
        self.cancel()
        self.method, self.rules = method, None
        if method is None:
            return

        def work(_context: JobContext) -> tuple[OpenRule, ...]:
            return method.floor

        def done(rules: tuple[OpenRule, ...]) -> None:
            self.rules = rules
            self.changed.emit()

        self.context.jobs.start(RULES, work, done, self.context.show_message)

    def checks(self) -> list[DecisionCheck]:
        """The lines below the fields of the decision."""
        return [replace(line, below=True) for line in self.lines()]

    def lines(self) -> list[DecisionCheck]:
        """Return the lines on what is not tested, and the rules of the method."""
        claims = () if self.method is None else self.method.claims
        unjudged = [JudgedClaim(claim, Verdict.NOT_TESTED) for claim in claims]
        absent = DecisionCheck.of(None, sentence("wing_check_absent", wing=wing_title(SLOTS["FloorPanel"])))
        return [*(DecisionCheck(claim.verdict, claim.said) for claim in unjudged), *self.of_rules(), absent]

    def of_rules(self) -> list[DecisionCheck]:
        """Return lines on the open rules, or that there are none."""
        if self.rules is None:
            return []
        return [DecisionCheck.of(False, rule.told) for rule in self.rules] or [
            DecisionCheck.of(True, sentence("desk_check_floor"))
        ]

    def noted(self, decision: Decision) -> Decision:
        """The decision with what was measured."""
        return decision

    def cancel(self) -> None:
        """Stop measuring; former results are kept."""
        self.context.jobs.cancel(RULES)
