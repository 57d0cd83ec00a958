"""Before a method is put in force: the rules of the floor, and the attack on saved tables or a test set, run now."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.lab.quality.claims import judge_claims
from ckmcore.lab.report.floor import criteria_told, floor_report, write_floor_report
from ckmcore.lab.risk.floor import MeasuredFloor, measure_floor
from ckmcore.lab.risk.sum_floor import USUAL, SumFloor, limits_of, sum_floor
from ckmcore.lab.risk.sum_shown import beside_zero
from ckmcore.lab.risk.sum_totals import told_of_totals
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.methods.method import Method
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.floor.cost import CriteriaByRows, criteria_by_rows, criteria_cost
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.statistic.claims import JudgedClaim, JudgedClaims
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import Attachment, Decision
from ckmdesk.base.announcer import announce
from ckmdesk.base.clock import now_text
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCheck
from ckmdesk.pages.method.floor_card import RULES, FloorCard
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip

MEASURE, REPORT = "floor-measure", "floor-report"
# For each of the attacks; what is found until then is true, and what is open is told.
SECONDS = 60.0
# Open rules, what the criteria cost, what the note claims, and a design with V and stay by row.
Found = tuple[tuple[OpenRule, ...], Sentence | None, JudgedClaims | None, CriteriaByRows | None]


class FloorPanel(FloorCard):
    """Panel of the floor: the tables to measure, and the results."""

    kept = ("judged",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.cost: Sentence | None = None
        self.by_rows: CriteriaByRows | None = None
        self.measured: MeasuredFloor | None = None
        self.sums: SumFloor | None = None
        self.claims: JudgedClaims | None = None
        self.attachment: Attachment | None = None
        self._measured_tables: tuple[str, ...] = ()
        self.words = label(self.tr("Attack on"))
        self.tables = PlainCombo()
        self.tables.setAccessibleName(self.tr("Tables that are attacked"))
        self.tables.setObjectName("floor:tables")
        self.words.setBuddy(self.tables)
        self.measure_button = QPushButton(self.tr("Measure now"))
        self.report_button = QPushButton(self.tr("Save report ..."))
        self.measure_button.setObjectName("floor:measure")
        self.report_button.setObjectName("floor:report")
        self.measure_button.clicked.connect(self.measure)
        self.report_button.clicked.connect(self.ask_for_report)
        self.progress = ProgressStrip()
        self.progress.hide()
        line, buttons = QHBoxLayout(), QHBoxLayout()
        line.addWidget(self.words)
        line.addWidget(self.tables, 1)
        for widget in (self.measure_button, self.report_button):
            buttons.addWidget(widget)
        buttons.addStretch(1)
        column_of(line, buttons, self.progress, within=self, margins=(0, STEP, 0, 0))
        self._fill()

    def _fill(self) -> None:
        statistic = self.context.desk.state.statistic
        kept_choice = self.tables.currentData()
        self.tables.clear()
        if statistic is not None and statistic.tables:
            self.tables.addItem(self.tr("all saved tables"), "")
            for test_set in statistic.test_sets:
                self.tables.addItem(self.tr("Test set %1").replace("%1", test_set.name), test_set.name)
        else:
            self.tables.addItem(self.tr("Table at hand"), None)
        self.tables.setCurrentIndex(max(self.tables.findData(kept_choice), 0))
        self._show_buttons()

    def _show_buttons(self) -> None:
        running = self.context.jobs.running(MEASURE)
        has_data = self.context.desk.session.data is not None
        self.measure_button.setEnabled(self.method is not None and has_data and not running)
        hint = "" if has_data else self.tr("The records of the period are not loaded.")
        self.measure_button.setToolTip(hint)
        self.report_button.setVisible(self.measured is not None)

    def open_for(self, method: Method | None, design: Design | None = None) -> None:
        """Judge a method; measurements of another one are dropped.

        `design` is the design of its perturbation table, if it has one, to state the cost of the criteria that it
        misses.
        """
        if method is not None and method == self.method:
            self._fill()
            return
        self.cancel()
        self.method, self.rules, self.measured, self.attachment = method, None, None, None
        self.cost, self.sums, self.claims, self.by_rows = None, None, None, None
        self._fill()
        if method is None:
            return

        data, statistic = self.records, self.context.desk.state.statistic
        specs = [] if statistic is None else [table.spec for table in statistic.tables]

        def work(context: JobContext) -> Found:
            ptable = method.count_noise.ptable
            cost = None if design is None or ptable is None else criteria_cost(design, ptable)
            claims = None
            if method.claims and data is not None:
                claims = judge_claims(data, specs, method, cancelled=context.cancelled)
            by_rows = None if design is None or cost is None else criteria_by_rows(design)
            return method.floor, cost, claims, by_rows

        def done(result: Found) -> None:
            self.rules, self.cost, self.claims, self.by_rows = result
            self.changed.emit()

        self.context.jobs.start(RULES, work, done, self.context.show_message)

    @property
    def judged(self) -> tuple[Any, ...]:
        """Return the method and the findings about it."""
        judged_parts = self.rules, self.measured, self.attachment, self.cost, self.sums, self.claims, self.by_rows
        return self.method, *judged_parts

    @judged.setter
    def judged(self, judged: tuple[Any, ...]) -> None:
        self.method, self.rules, self.measured, self.attachment = judged[:4]
        self.cost, self.sums, self.claims, self.by_rows = judged[4:]
        self.changed.emit()

    def lines(self) -> list[DecisionCheck]:
        """The four criteria, the rules of the method, and what was measured."""
        decision_checks: list[DecisionCheck] = []
        if self.method is not None:
            sentences = criteria_told(self.method)
            decision_checks += [
                DecisionCheck.of(each_sentence.code == "floor_criterion_held", each_sentence)
                for each_sentence in sentences
            ]
            judged = {claim.claim: claim for claim in (self.claims or JudgedClaims()).claims}
            claims = [judged.get(claim) or JudgedClaim(claim, Verdict.NOT_TESTED) for claim in self.method.claims]
            decision_checks += [DecisionCheck(claim.verdict, claim.said) for claim in claims]
        if self.cost is not None:
            decision_checks.append(DecisionCheck.of(False, self.cost))
            if self.by_rows is not None:
                decision_checks.append(DecisionCheck.of(False, self.by_rows.said, "by_rows"))
        decision_checks += self.of_rules()
        if self.measured is None and self.rules is not None:
            decision_checks.append(DecisionCheck.of(None, sentence("desk_floor_not_measured")))
        if self.measured is not None:
            measured = self.measured
            decision_checks.append(DecisionCheck(measured.attack_verdict, measured.attack_told))
            decision_checks += [DecisionCheck.of(None, each_sentence) for each_sentence in measured.skipped]
            decision_checks += [DecisionCheck.of(False, rule.told) for rule in measured.rules]
            decision_checks += [DecisionCheck(remedy.verdict, remedy.said) for remedy in measured.remedies]
            decision_checks += [
                DecisionCheck(judged_rule.verdict, judged_rule.told)
                for judged_rule in measured.judged
                if judged_rule.told is not None
            ]
            if measured.verdict is Verdict.HELD:
                decision_checks.append(DecisionCheck.of(True, sentence("desk_floor_measured")))
        return [*decision_checks, *self._of_sums()]

    @property
    def _summing(self) -> MagnitudeCellKeyMethod | None:
        """Return the method if it protects sums, and the records have magnitudes; else None."""
        data = self.records
        return None if self.method is None or data is None or not data.magnitudes else as_of_sums(self.method)

    def _of_sums(self) -> list[DecisionCheck]:
        """List the checks of the floor for sums: what settings alone show, and what was judged on the tables."""
        data, method = self.records, self._summing
        adjacent_sentence = None if self.method is None or data is None else beside_zero(self.method, data.magnitudes)
        beside_told = [] if adjacent_sentence is None else [DecisionCheck.of(False, adjacent_sentence)]
        if method is None:
            return beside_told
        sum_checks = beside_told + [
            DecisionCheck.of(totals_told.holds, totals_told.said)
            for totals_told in told_of_totals(method, USUAL.average)
        ]
        if self.sums is None:
            summed = any(
                saved_table.spec.magnitudes for saved_table in self._chosen()
            )  # else there is nothing to judge
            return [*sum_checks, DecisionCheck.of(None, sentence("desk_sums_not_judged"))] if summed else sum_checks
        if self.sums.holds:
            return [*sum_checks, DecisionCheck.of(True, sentence("desk_sums_judged", p=limits_of(method).p))]
        unjudged = [*self.sums.skipped] or ([] if self.sums.rules else [sentence("desk_sums_not_judged")])
        return [*sum_checks, *(DecisionCheck.of(False, rule.sentence) for rule in self.sums.rules),
                *(DecisionCheck.of(None, problem) for problem in unjudged)]  # fmt: skip

    @property
    def open_rules(self) -> tuple[OpenRule, ...]:
        """The open rules that were measured."""
        return () if self.measured is None else self.measured.rules

    def noted(self, decision: Decision) -> Decision:
        """Return the decision with the measurements and the saved report attached."""
        if self.measured is None:
            return decision
        attachments = () if self.attachment is None else (self.attachment,)
        return self.measured.noted(replace(decision, attachments=(*decision.attachments, *attachments)))

    # --- the attack --------------------------------------------------------------------------------------------------

    def _chosen(self) -> list[SavedTable]:
        statistic = self.context.desk.state.statistic
        name = self.tables.currentData()
        if statistic is None or name is None:
            return [SavedTable(self.tr("Table at hand"), self.context.desk.state.table.spec)]
        chosen_table = next((test_set.tables for test_set in statistic.test_sets if test_set.name == name), None)
        return [table for table in statistic.tables if chosen_table is None or table.name in chosen_table]

    def measure(self) -> None:
        """Attack the tables and measure the rules, with progress and cancel."""
        data, method = self.records, self.method
        if data is None or method is None:
            return
        chosen, pressed = self._chosen(), self.measure_button.hasFocus()
        specs, names = [saved_table.spec for saved_table in chosen], [saved_table.name for saved_table in chosen]
        summed, sums = [spec for spec in specs if spec.magnitudes], self._summing

        def work(context: JobContext) -> tuple[MeasuredFloor, SumFloor | None]:
            counts = measure_floor(
                data,
                specs,
                method,
                names=names,
                seconds=SECONDS,
                cancelled=context.cancelled,
                progress=lambda share: context.progress(0, share),
            )
            if sums is None or not summed:
                return counts, None
            limits = limits_of(sums)
            return counts, sum_floor(data, summed, sums, limits, seconds=SECONDS, cancelled=context.cancelled)

        def done(measured_result: tuple[MeasuredFloor, SumFloor | None]) -> None:
            measured_floor, judged = measured_result
            if (self.measured, self.sums) == (measured_floor, judged):
                announce(measured_floor.attack_told.text(self.context.language))  # what is new the lines say themselves
            self.measured, self.sums, self.attachment = measured_floor, judged, None
            self._measured_tables = tuple(saved_table.name for saved_table in chosen)
            self.progress.hide()
            self._show_buttons()
            self._give_back(pressed)
            self.changed.emit()

        def failed(error: CkmError) -> None:
            self.progress.hide()
            self._show_buttons()
            self._give_back(pressed)
            self.context.show_message(error)

        def told(_count: int, share: float) -> None:
            self.progress.show_progress(self.tr("Tables are attacked ..."), share, self.cancel)

        told(0, 0.0)
        self.context.jobs.start(MEASURE, work, done, failed, told)
        self._show_buttons()

    def _give_back(self, pressed: bool) -> None:
        """Return the focus to the button that was pressed; it was disabled meanwhile, and Qt moved the focus."""
        if pressed:
            self.measure_button.setFocus()

    def cancel(self) -> None:
        """Stop measuring; former results are kept."""
        self.context.jobs.cancel(MEASURE)
        self.context.jobs.cancel(RULES)
        self.progress.hide()
        self._show_buttons()

    # --- the report --------------------------------------------------------------------------------------------------

    def ask_for_report(self) -> None:
        """Ask for a file name and write the report; its hash is recorded with the decision."""
        filters = self.tr("HTML (*.html)") + ";;" + self.tr("PDF (*.pdf)")
        path = self.context.frame.choose_save_file(self.tr("Internal report"), Path("floor.html"), filters)
        if path is not None:
            self.save_report(path if path.suffix else path.with_suffix(".html"))

    def save_report(self, path: Path) -> None:
        """Write the report of what was measured."""
        method, measured, language = self.method, self.measured, self.context.language
        statistic = self.context.desk.state.statistic
        if method is None or measured is None or statistic is None:
            return
        title, tables, today = statistic.title.text(language), self._measured_tables, now_text()[:10]

        def work(_context: JobContext) -> str:
            day = date.fromisoformat(today)
            write_floor_report(floor_report(method, measured, tables, title=title, date=day, language=language), path)
            return hashlib.sha256(path.read_bytes()).hexdigest()

        def done(content: str) -> None:
            if self.measured is measured:
                self.attachment = Attachment(path.name, content, today)
            self.context.show_message(self._saved(path), "ok")

        self.context.jobs.start(REPORT, work, done, self.context.show_message)

    def _saved(self, path: Path) -> Sentence:
        return sentence("desk_floor_report_saved", name=path.name)
