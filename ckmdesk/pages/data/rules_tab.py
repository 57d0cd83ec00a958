"""Rules for records: a list with how many records break each, the form of one, and the records that break it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QPushButton, QTableView, QWidget

from ckmcore.base.files import name_of
from ckmcore.base.texts import Texts
from ckmcore.dictionary.judge_rules import RuleFinding, record_values
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import CkmError
from ckmcore.internal.rule_report import RuleReport
from ckmcore.messages import sentence
from ckmcore.microdata import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.judged_records import CheckedRecords, check_period, titles_of
from ckmcore.statistic.model import Statistic
from ckmdesk.base.frame import Message, Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import dictionary as commands
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.models.figures_model import FiguresModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.rule_form import RuleForm
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.record_rules import MOST_LISTED, RuleDraft, broken_records, draft_of, number_columns, rule_lines
from ckmdesk.widgets.basic import Card, ElidedLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import FoldingRow

RULES_JUDGED = "rules"


@dataclass(frozen=True, eq=False)
class JudgedRules:
    """What became of the rules of a statistic by its records, and the values of the first that break each."""

    data: Microdata
    rules: tuple[RecordRule, ...]
    dictionary: tuple[VariableEntry, ...]
    checked: CheckedRecords
    values: tuple[Sequence[Sequence[str]], ...]

    def is_of(self, statistic: Statistic, data: Microdata) -> bool:
        """Whether nothing has changed since."""
        return self.data is data and self.rules == statistic.rules


class RulesTab(QWidget):
    """The rules of the statistic, judged in the background for the records that are loaded."""

    kept = ("judged", "begun")

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.judged: JudgedRules | None = None
        self._wanted: tuple[Microdata, tuple[RecordRule, ...]] | None = None
        self._place: int | None = None
        self._make_list()
        self._make_below()
        column_of(self.list_card, (self.below, 1), within=self, margins=(0, STEP, 0, 0), spacing=STEP)

    # --- making --------------------------------------------------------------------------------------------------

    def _make_list(self) -> None:
        self.list_card = Card()
        self.add = QPushButton(self.tr("New rule"), objectName="new-rule", clicked=lambda: self.begin(-1, RuleDraft()))
        self.change = QPushButton(self.tr("Change"), objectName="change-rule", clicked=self._change)
        self.remove = QPushButton(self.tr("Remove"), objectName="remove-rule", clicked=self._remove)
        self.with_records = QCheckBox(self.tr("with records (confidential)"), objectName="rules:confidential")
        self.report = QPushButton(self.tr("Report ..."), objectName="rule-report", clicked=self._ask_for_report)
        set_kind(self.add, "primary")
        explained = self.tr(
            "What records have to fulfil. Rules are judged whenever data are imported: a rule reports what breaks it,"
            " or refuses the delivery."
        )
        self.message = MessageBar(self.context.theme, lambda: self.context.language)
        self.model = FiguresModel(words=3)
        self.table = _table(self.model, self.tr("Rules for records"), "rules")
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_records())
        self.table.doubleClicked.connect(lambda _: self._change())
        line = row_of(label(self.tr("Rules for records"), "heading"), STRETCH, spacing=STEP)
        parts = (self.change, self.remove, STRETCH, self.with_records, self.report, self.add)
        buttons = FoldingRow(*parts, spacing=STEP)
        fill(self.list_card.body, line, label(explained, "secondary", wrap=True), self.message, self.table, buttons)

    def _make_below(self) -> None:
        self.below = Card()
        self.form = RuleForm(self.context.theme, lambda: self.context.language)
        self.form.entered.connect(self._entered)
        self.form.given_up.connect(self._give_up)
        # No words that wrap: a height that follows the width would count as the least height of the whole card.
        self.heading, self.note = ElidedLabel("", "heading"), ElidedLabel("", "secondary")
        self.records_model = FiguresModel(words=MOST_LISTED)  # codes and numbers, side by side
        self.records = _table(self.records_model, self.tr("Records that break the rule"), "rule-records")
        self.records_view = QWidget()
        column_of(self.heading, self.note, (self.records, 1), within=self.records_view, margins=0, spacing=STEP)
        fill(self.below.body, self.form, (self.records_view, 1))
        self._show_place()

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the rules of the statistic; they are judged when the tab is in view."""
        del changes
        self._show()
        self._judge()

    @guarded()
    def showEvent(self, event: object) -> None:
        self._judge()

    @property
    def _statistic(self) -> Statistic | None:
        return self.context.desk.state.statistic

    @property
    def _findings(self) -> tuple[RuleFinding, ...]:
        statistic, data = self._statistic, self.context.desk.session.data
        judged = self.judged
        if statistic is None or data is None or judged is None or not judged.is_of(statistic, data):
            return ()
        return judged.checked.findings

    def _judge(self) -> None:
        statistic, session = self._statistic, self.context.desk.session
        data = session.data
        if statistic is None or data is None or not statistic.rules or not self.isVisible():
            return
        wanted = data, statistic.rules
        if (self.judged is not None and self.judged.is_of(statistic, data)) or self._wanted == wanted:
            return
        self._wanted = wanted
        path, others = session.path, session.others

        def work(job: JobContext) -> JudgedRules:
            load = others.loader(statistic, data, path, job.cancelled)
            checked = check_period(statistic, data, ckm_path=path, load=load, cancelled=job.cancelled)
            values = [
                record_values(data, checked.more, finding.rule.names, finding.rows[:MOST_LISTED])
                if finding.rows
                else []
                for finding in checked.findings
            ]
            return JudgedRules(data, statistic.rules, statistic.dictionary, checked, tuple(values))

        def done(judged: JudgedRules) -> None:
            self.judged, self._wanted = judged, None
            self._show()

        def failed(error: CkmError) -> None:
            self._wanted = None
            self.message.show_message(error)

        self.context.jobs.start(RULES_JUDGED, work, done, failed)

    def _show(self) -> None:
        statistic, language = self._statistic, self.context.language
        rules = () if statistic is None else statistic.rules
        at = self.table.currentIndex().row()
        heads = (self.tr("Rule"), self.tr("If it is broken, it"), self.tr("Result"), self.tr("Records"))
        lines = rule_lines(rules, self._findings, self._titles, language)
        self.model.show_figures(PictureFigures(heads, lines))
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setFixedHeight(px((4 if self._place is not None else 7) * ROW_HEIGHT))
        if rules:
            self.table.setCurrentIndex(self.model.index(min(max(at, 0), len(rules) - 1), 0))
        self._show_records()

    @property
    def _titles(self) -> dict[str, Texts]:
        return {} if self._statistic is None else titles_of(self._statistic.dictionary)

    @property
    def _chosen(self) -> int:
        """The place of the rule that is chosen; -1: none is."""
        row = self.table.currentIndex().row()
        return row if self._statistic is not None and row < len(self._statistic.rules) else -1

    def _show_place(self) -> None:
        """The form where one is open, else the records that break the rule that is chosen."""
        self.form.setVisible(self._place is not None)
        self.records_view.setVisible(self._place is None)
        self.add.setEnabled(self._place is None)

    def _show_records(self) -> None:
        statistic, at, language = self._statistic, self._chosen, self.context.language
        chosen = statistic is not None and at >= 0
        for button in (self.change, self.remove):
            button.setEnabled(chosen and self._place is None)
        findings = self._findings
        self.report.setEnabled(bool(findings))
        self.heading.set_text("")
        if statistic is None or at < 0:
            words = self.tr("No rules yet. “New rule” makes one by choosing columns.")
            figures = PictureFigures((), ())
        else:
            self.heading.set_text(statistic.rules[at].worded(self._titles).text(language))
            words, figures = self._of_rule(at, findings)
        self.note.set_text(words)
        self.records.setVisible(bool(figures.rows))
        self.records_model.show_figures(figures)
        header = self.records.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)

    def _of_rule(self, at: int, findings: Sequence[RuleFinding]) -> tuple[str, PictureFigures]:
        """A sentence on a rule, and the records or categories that break it."""
        nothing = PictureFigures((), ())
        if at >= len(findings) or self.judged is None:
            data = self.context.desk.session.data
            waits = self.tr("The rules are being judged ...") if data is not None else self.tr("No records are loaded.")
            return waits, nothing
        finding, language = findings[at], self.context.language
        if finding.reason is not None:
            return self.tr("Not tested: %1").replace("%1", finding.reason.text(language)), nothing
        if not finding.broken:
            return self.tr("No record breaks the rule."), nothing
        numbers = number_columns(self.judged.dictionary)
        figures = broken_records(finding, self.judged.values[at], self._titles, numbers, language)
        if finding.counts:
            return self.tr("Categories out of the limits:"), figures
        if not finding.rows:
            return self.tr("The records lie in a database; it counts them and shows none."), nothing
        said = self.tr("Records that break it, by their number in the file:")
        if finding.broken > len(figures.rows):
            said = self.tr("The first %1 records that break it, by their number in the file:")
            said = said.replace("%1", str(len(figures.rows)))
        return said, figures

    # --- changing ------------------------------------------------------------------------------------------------

    def begin(self, place: int, draft: RuleDraft) -> None:
        """Open the form for a rule: the one at `place`, or (-1) a new one."""
        statistic = self._statistic
        if statistic is None:
            return
        self._place = place
        self.form.show_draft(draft, statistic.dictionary)
        self._show_place()
        self._show()
        self.form.kind.setFocus()

    @property
    def begun(self) -> tuple[int, RuleDraft] | None:
        """The place of the rule in the form and what is typed of it; None: none is open."""
        return None if self._place is None else (self._place, self.form.draft())

    @begun.setter
    def begun(self, begun: tuple[int, RuleDraft] | None) -> None:
        if begun is not None:
            self.begin(*begun)

    def _change(self) -> None:
        statistic, at = self._statistic, self._chosen
        if statistic is not None and at >= 0 and self._place is None:
            draft = draft_of(statistic.rules[at], self.context.language, number_columns(statistic.dictionary))
            self.begin(at, draft)

    def _entered(self, rule: RecordRule) -> None:
        statistic, place = self._statistic, self._place
        if statistic is None or place is None:
            return
        at = place if 0 <= place < len(statistic.rules) else len(statistic.rules)
        self._give_up()
        self.context.desk.run(commands.put_rule(place, rule, self._words(rule)))
        self.table.setCurrentIndex(self.model.index(at, 0))

    def _words(self, rule: RecordRule) -> str:
        return rule.worded(self._titles).text(self.context.language)

    def _give_up(self) -> None:
        self._place = None
        self._show_place()
        self._show()
        self.add.setFocus()

    def _remove(self) -> None:
        statistic, at = self._statistic, self._chosen
        if statistic is not None and at >= 0:
            self.context.desk.run(commands.remove_rule(at, self._words(statistic.rules[at])))

    # --- report --------------------------------------------------------------------------------------------------

    def _ask_for_report(self) -> None:
        words = self.tr("Page (*.html)") + ";;" + self.tr("JSON (*.json)")
        path = self.context.frame.choose_save_file(self.tr("Save report"), Path(self.tr("rules.html")), words)
        if path is not None:
            self.write_report(path)

    def write_report(self, path: Path) -> None:
        """Write a report of the rules that were judged; with records it is its user's alone."""
        statistic, judged, language = self._statistic, self.judged, self.context.language
        if statistic is None or judged is None or not self._findings:
            return
        report = report_of(statistic, judged.checked, with_records=self.with_records.isChecked())

        def done(_: None) -> None:
            self.message.show_message(sentence("rule_report_written", name=path.name), "ok")

        self.context.jobs.start("rule-report", lambda _: report.write(path, language), done, self.message.show_message)


def report_of(statistic: Statistic, checked: CheckedRecords, *, with_records: bool) -> RuleReport:
    """The report of rules that were judged; confidential with the numbers and values of records."""
    source = statistic.period.source

    def values(names: Sequence[str], rows: Sequence[int]) -> Sequence[Sequence[str]]:
        return record_values(checked.data, checked.more, names, rows)

    return RuleReport(
        statistic.title,
        statistic.period.label,
        "" if source is None else name_of(source.path_absolute),
        datetime.now().astimezone().date().isoformat(),
        titles_of(statistic.dictionary),
        checked.findings,
        values if with_records else None,
    )


def report_refused(context: PageContext, message: Message) -> Remedy | None:
    """A button for the report on a delivery that its rules refuse; None for any other message."""
    if not isinstance(message, CkmError) or message.code != "rules_refuse":
        return None
    words = QCoreApplication.translate("RulesTab", "Report with records ...")
    return Remedy(words, lambda: save_refused(context, message))


def save_refused(context: PageContext, error: CkmError) -> None:
    """Ask where to save the report on a delivery that its rules refuse, with its records, and write it."""
    words = QCoreApplication.translate("RulesTab", "Page (*.html)")
    title = QCoreApplication.translate("RulesTab", "Save report")
    path = context.frame.choose_save_file(title, Path(QCoreApplication.translate("RulesTab", "rules.html")), words)
    if path is None:
        return
    report = report_of(error.fields["statistic"], error.fields["checked"], with_records=True)

    def done(_: None) -> None:
        context.show_message(sentence("rule_report_written", name=path.name), "ok")

    language = context.language
    context.jobs.start("rule-report", lambda _: report.write(path, language), done, context.show_message)


def _table(model: FiguresModel, words: str, name: str) -> QTableView:
    table = QTableView(objectName=name)
    table.setModel(model)
    table.setAccessibleName(words)
    set_kind(table, "list")
    as_list(table, rows=True, single=True, read_only=True, plain=True)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setMinimumHeight(px(4 * ROW_HEIGHT))
    return table
