"""The SAFE principle: records changed once, how tables deviate, and putting it in force."""

from __future__ import annotations

import weakref
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTableView, QWidget

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.messages import say, sentence
from ckmcore.rivals.safe import ControlDeviation
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.models.list_model import ListModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCheck
from ckmdesk.pages.method.own_decision import OwnDecision
from ckmdesk.pages.method.published_card import PublishedCard
from ckmdesk.rivals.commands.choices import set_safe
from ckmdesk.rivals.pages.left_side import LeftField, LeftSide
from ckmdesk.rivals.state.choices import SAFE
from ckmdesk.rivals.state.suppression import SafeChanged, change, chosen_keys, keys_of
from ckmdesk.widgets.basic import Band, Card, WrapLabel, label
from ckmdesk.widgets.layouts import column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import folds

SLOT = "safe-records"
RIGHT_WIDTH, FIGURE_WIDTH = 256, 92
MOST_WAYS, MOST_LEAST, MOST_SEED = 6, 100, 999_999


class ControlTablesModel(ListModel[tuple[str, ControlDeviation]]):
    """Model of control tables by title: cells, largest and mean deviation, shares of small ones. Aggregates alone."""

    def __init__(self, language: Language) -> None:
        super().__init__((1, 2, 3, 4, 5))
        self._language = language
        self.heads = (
            self.tr("Table"),
            self.tr("Cells"),
            self.tr("Largest"),
            self.tr("Mean"),
            self.tr("At most 1"),
            self.tr("At most 2"),
        )

    def text(self, row: tuple[str, ControlDeviation], column: int) -> str:
        title, table = row
        if column == 0:
            return title or say("word_total", self._language)
        if column in (1, 2):
            return integer_text(table.cells if column == 1 else table.largest, self._language)
        if column == 3:
            return decimal_text(table.mean, 2, self._language)
        return f"{decimal_text(100 * table.within[column - 4], 1, self._language)} %"


class SafePage(QWidget):
    """View of the SAFE principle; its job slot is "safe-records"."""

    kept = ("computed",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.changed: SafeChanged | None = None
        self._made_of: object = None
        self.progress = ProgressStrip()
        self.stale = WrapLabel(
            self.tr("Settings or data are no longer those of the changed records. Change them anew."), "warning"
        )
        self.published = PublishedCard()
        self.published.setFixedWidth(px(RIGHT_WIDTH))
        self.left = self._make_left()
        body = row_of(self.left, (self._make_middle(), 1), self.published, spacing=STEP)
        folds(body)
        inside = QWidget()
        column_of(self.progress, self.stale, (body, 1), within=inside, margins=(0, STEP, 0, 0), spacing=STEP)
        self.decision = OwnDecision(context, "safe-decision", inside)
        self.decision.forced.connect(self._forced)
        column_of(self.decision, within=self, margins=0)
        self.left.chosen.followed_by = (*self.left.numbers.values(), self.left.button, self.tables)
        self._show_changed()

    # --- building ----------------------------------------------------------------------------------------------------

    def _make_left(self) -> LeftSide:
        left = LeftSide(self, "safe", self._take, self.tr("No saved table shows this variable."))
        hint = self.tr("All tables of up to so many variables are to deviate little.")
        form = left.form(
            {
                "least": LeftField(self.tr("0 or at least"), (2, MOST_LEAST)),
                "ways": LeftField(self.tr("Variables of a table"), (1, MOST_WAYS), hint=hint),
                "seed": LeftField(self.tr("Seed"), (0, MOST_SEED)),
            }
        )
        note = WrapLabel(
            self.tr(
                "Every combination of these variables occurs 0 times or at least so often. An own program, not the "
                "one of the statistical offices; results differ."
            ),
            "small",
        )
        heading = label(self.tr("Variables changed"), "heading")
        left.lay_out(self.tr("Change records"), self.compute, heading, left.chosen, form, note)
        return left

    def _make_middle(self) -> QWidget:
        self.empty = WrapLabel(
            self.tr(
                "Choose variables and press “Change records”. The records themselves stay; the changed ones are kept "
                "beside the statistic when the method is put in force."
            ),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.band = Band(self.context.theme)
        self.band.set_text(self.tr("deviations from originals are visible"))
        self.words = WrapLabel("")
        self.model = ControlTablesModel(self.context.language)
        self.tables = QTableView(objectName="safe-tables", accessibleName=self.tr("Tables that are to deviate little"))
        set_kind(self.tables, "list")
        self.tables.setModel(self.model)
        as_list(self.tables, rows=True, single=True, read_only=True, plain=True)
        self.assumed = WrapLabel("", "small")
        card = Card()
        fill(card.body, label(self.tr("Deviations"), "heading"), self.words, (self.tables, 1), self.assumed)
        result, self.stack = QWidget(), QStackedWidget()
        column_of(self.band, (card, 1), within=result, margins=0, spacing=STEP)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(result)
        return self.stack

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def computed(self) -> tuple[SafeChanged | None, object]:
        """Return the changed records, and what they were made of."""
        return self.changed, self._made_of

    @computed.setter
    def computed(self, computed: tuple[SafeChanged | None, object]) -> None:
        self.changed, self._made_of = computed
        self._show_changed()
        self.decision.changed.emit()

    def refresh(self) -> None:
        """Show the choice, and whether the changed records still belong to it."""
        state, data, language = self.context.desk.state, self.context.desk.session.data, self.context.language
        choice = SAFE.of(state)
        names = {} if data is None else keys_of(state, data)
        titles = {} if data is None else {name: data.dimensions[name].title.text(language) or name for name in names}
        self.left.chosen.show_tables(names, choice.left_out, titles)
        running = self.context.jobs.running(SLOT)
        can_compute = data is not None and bool(chosen_keys(state, data)) and not running
        self.left.show_choice(choice, can_compute=can_compute)
        outdated = self.changed is not None and self.is_outdated
        self.stale.setVisible(outdated)
        self.tables.setDisabled(outdated)
        if outdated:
            self.decision.close_decision()
        else:
            self.decision.close_where_changed(in_force=self.is_in_force)

    def _take(self, **changes: Any) -> None:
        self.context.desk.run(set_safe(replace(SAFE.of(self.context.desk.state), **changes)))

    def _basis(self) -> object:
        """Return the inputs of the changed records; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        return None if data is None else (weakref.ref(data), chosen_keys(state, data), SAFE.of(state))

    def _show_changed(self) -> None:
        changed, language, data = self.changed, self.context.language, self.context.desk.session.data
        self.stack.setCurrentIndex(0 if changed is None else 1)
        self.published.setVisible(changed is not None)
        if changed is not None:
            known = {} if data is None else data.dimensions
            titles = {
                name: known[name].title.text(language) if name in known else name for name in changed.changed.keys
            }
            self.model.show_rows(
                [(" × ".join(titles[name] for name in table.table), table) for table in changed.report.control]
            )
            self.words.setText("\n".join(line.text.text(language) for line in _told(changed)))
            self.assumed.setText(sentence("safe_assumed").text(language))
            heads = self.tables.horizontalHeader()
            heads.setMinimumSectionSize(px(FIGURE_WIDTH))  # where text is large the list scrolls to the side
            heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
            for column in range(1, len(self.model.heads)):
                heads.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
                self.tables.setColumnWidth(column, px(FIGURE_WIDTH))
            self.published.show_method(changed.method, language)
        self.refresh()

    # --- computing ---------------------------------------------------------------------------------------------------

    def compute(self) -> None:
        """Change the records off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None or self.context.jobs.running(SLOT):
            return
        keys, choice, basis = chosen_keys(state, data), SAFE.of(state), self._basis()

        def work(job: JobContext) -> SafeChanged:
            return change(data, keys, choice, lambda share: job.progress(0, share), job.cancelled)

        def done(changed: SafeChanged) -> None:
            self.context.frame.clear_message()
            self.computed = changed, basis
            self.tables.setFocus()

        text, message = self.tr("Records are changed ..."), self.context.show_message
        self.progress.run(self.context.jobs, SLOT, text, work, done, self.refresh, message)
        self.refresh()

    # --- putting it in force -----------------------------------------------------------------------------------------

    @property
    def is_outdated(self) -> bool:
        """Whether settings or data are no longer those of the changed records."""
        return self._made_of != self._basis()

    @property
    def is_in_force(self) -> bool:
        """Whether these changed records are in force."""
        statistic = self.context.desk.state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        return in_force is not None and self.changed is not None and in_force.method == self.changed.method

    @property
    def can_decide(self) -> bool:
        """Whether changed records can be put in force."""
        return self.changed is not None and not self.is_outdated and not self.decision.is_open

    def decide(self) -> None:
        """Open the decision on the changed records, again if they are in force already."""
        changed = self.changed
        if changed is None:
            return
        if self.context.desk.session.path is None:
            remedy = Remedy(self.tr("Save"), lambda: self.context.services.save(self.decide))
            self.context.show_message(sentence("desk_kept_needs_file"), "warning", remedy)
            return

        checks, again = lambda: _told(changed), self.is_in_force
        method, kept, describe = changed.method, changed.changed, changed.given_to
        self.decision.open_for(method, checks, again=again, kept=kept, describe=describe)

    def _forced(self) -> None:
        """The records now have the changed ones beside them."""
        self._made_of = self._basis()
        self.refresh()


def _told(changed: SafeChanged) -> list[DecisionCheck]:
    """Return what became of the records, before the decision."""
    report = changed.report
    before, after = report.combinations
    every = {"changed": report.changed, "records": report.records, "before": before, "after": after}
    lines = [
        DecisionCheck.of(True, sentence("safe_named")),
        DecisionCheck.of(True, sentence("safe_changed", **every)),
        DecisionCheck.of(True, sentence("safe_deviations", largest=report.largest, mean=round(report.mean, 2))),
    ]
    if report.is_optimal:
        lines.append(DecisionCheck.of(True, sentence("safe_optimal")))
    if report.is_too_fine:
        lines.append(DecisionCheck.of(False, sentence("safe_too_fine", share=f"{100 * report.in_small:.0f}")))
    return lines
