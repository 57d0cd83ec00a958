"""Suppression of saved tables: which cells, why, and what readers can conclude. Internal: originals are seen."""

from __future__ import annotations

import threading
import weakref
from dataclasses import replace
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QHeaderView,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import decimal_text, integer_text
from ckmcore.errors import Cancelled, CkmError
from ckmcore.messages import say, sentence
from ckmcore.methods.suppression import Suppression
from ckmcore.rivals.audit import AuditedCell
from ckmcore.rivals.kept import can_suppress
from ckmcore.statistic.kept_beside import with_found_patterns
from ckmcore.statistic.model import Statistic
from ckmdesk.base.announcer import announce
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.decision import DecisionCheck
from ckmdesk.pages.method.own_decision import OwnDecision
from ckmdesk.rivals.commands.choices import set_suppression
from ckmdesk.rivals.models.suppression_model import SuppressionCountsModel, SuppressionModel
from ckmdesk.rivals.pages.left_side import LeftField, LeftSide, offer
from ckmdesk.rivals.pages.suppressed_cells import RoleSwatch, SuppressedCells
from ckmdesk.rivals.state.choices import SUPPRESSION
from ckmdesk.rivals.state.suppression import (
    MANY_PRIMARY,
    CellStory,
    SuppressedTables,
    SuppressionFound,
    SuppressionWork,
    chosen_to_suppress,
    find,
    prepare,
    rules_of,
    variables_of_groups,
)
from ckmdesk.widgets.basic import Band, Card, WrapLabel, label
from ckmdesk.widgets.inline_question import InlineQuestion
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling, together
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.view_state import settled

SLOT, CELL_SLOT = "suppression", "suppression-cell"
RIGHT_WIDTH, STUB_WIDTH, COLUMN_WIDTH, COUNT_WIDTH, COUNTS_ROWS = 312, 240, 92, 80, 7
LEAST_ROWS, MOST_LEAST, HASH_SIGNS = 7, 100, 16
"""Letters of the hash that are shown; its hint has all."""


class SuppressionPage(QWidget):
    """View of suppression; its job slots are "suppression" and "suppression-cell"."""

    kept = ("computed",)

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.suppressed: SuppressedTables | None = None
        self._made_of: object = None
        self._enough = threading.Event()
        self.progress = ProgressStrip()
        self.enough_button = QPushButton(self.tr("Finish without clean-up"), objectName="suppression:enough")
        self.enough_button.setToolTip(
            self.tr("What is suppressed protects every cell by then; only its cost is not reduced any further.")
        )
        self.enough_button.clicked.connect(self._enough.set)
        self.enough_button.hide()
        self.question = InlineQuestion(context.theme)
        self.stale = WrapLabel(
            self.tr("Tables, settings or data are no longer those of the pattern. Suppress anew."), "warning"
        )
        self.left = self._make_left()
        body = row_of(self.left, (self._make_middle(), 1), self._make_right(), spacing=STEP)
        folds(body)
        head = row_of((self.progress, 1), self.enough_button, spacing=STEP)
        inside = QWidget()
        column_of(head, self.question, self.stale, (body, 1), within=inside, margins=(0, STEP, 0, 0), spacing=STEP)
        self.decision = OwnDecision(context, "suppression-decision", inside)
        self.decision.forced.connect(self._forced)
        column_of(self.decision, within=self, margins=0)
        fields = (*self.left.numbers.values(), *self.left.combos.values(), self.left.button)
        shown = (self.shown_table, self.value, self.shown_layer, self.as_published, self.grid, self.counts)
        self.left.chosen.followed_by = (*fields, *shown)
        context.theme.changed.connect(self.grid.viewport().update)
        self._show_found()

    # --- building ----------------------------------------------------------------------------------------------------

    def _make_left(self) -> LeftSide:
        refused = self.tr(
            "Not suppressed: weights, filters of values, quantiles, several periods, means where records have no value."
        )
        left = LeftSide(self, "suppression", self._take, refused)
        hint = self.tr("Small groups, and groups that are wholly in one category, do not show in which one they are.")
        costs = {
            "number": self.tr("1 per cell"),
            "value": self.tr("its value"),
            "log": self.tr("logarithm of its value"),
        }
        insiders = {
            "ignored": self.tr("not considered"),
            "exact": self.tr("nothing exactly"),
            "full": self.tr("no more than others"),
        }
        fields = {
            "least": LeftField(self.tr("Minimum frequency"), (2, MOST_LEAST)),
            "groups": LeftField(self.tr("Category of groups by"), hint=hint),
            "cost": LeftField(self.tr("Cost of a cell"), entries=costs),
            "insiders": LeftField(self.tr("Contributors alone conclude"), entries=insiders),
        }
        note = WrapLabel(
            self.tr("Sums also follow the rules of the tab “Primary rules”. The pattern is of all tables together."),
            "small",
        )
        heading, form = label(self.tr("Saved tables"), "heading"), left.form(fields, below=True)
        left.lay_out(self.tr("Find pattern"), self.compute, heading, left.chosen, form, note)
        return left

    def _make_middle(self) -> QWidget:
        self.empty = WrapLabel(
            self.tr(
                "Choose saved tables and press “Find pattern”. The program finds which further cells have to be "
                "suppressed so that nobody can compute the primary ones."
            ),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.band = Band(self.context.theme)
        self.band.set_text(self.tr("originals and primary cells are visible"))
        self.shown_table = _combo("suppression:table", self.tr("Table that is shown"))
        self.shown_table.setMinimumContentsLength(18)
        self.shown_table.activated.connect(lambda _place: self._show_table())
        self.value = _combo("suppression:value", self.tr("Value that is shown"))
        self.value.activated.connect(self._show_value)
        settled(self.value)
        self.shown_layer = _combo("suppression:layer", self.tr("Layer that is shown"))
        self.shown_layer.activated.connect(lambda _place: self._show_table())
        self.as_published = QCheckBox(self.tr("As published"), objectName="suppression:published")
        self.as_published.toggled.connect(self._show_as_published)
        self.model = SuppressionModel()
        self.grid = QTableView(
            objectName="suppression-grid",
            accessibleName=self.tr("Table with suppressed cells; what is known of the chosen cell stands beside"),
        )
        set_kind(self.grid, "list")
        self.grid.setModel(self.model)
        self.grid.setItemDelegate(SuppressedCells(self.context.theme, self.grid))
        self.grid.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.grid.setTabKeyNavigation(False)
        self.grid.setMinimumHeight(px(5 * ROW_HEIGHT))
        self.grid.setWordWrap(False)
        labels, heads = self.grid.verticalHeader(), self.grid.horizontalHeader()
        labels.setDefaultSectionSize(px(ROW_HEIGHT))
        labels.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heads.setDefaultSectionSize(px(COLUMN_WIDTH))
        for bar in (labels, heads):
            bar.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.grid.selectionModel().currentChanged.connect(lambda _now, _before: self._show_cell())
        self.legend = QWidget()
        self.legend_words = {role: label("", "small") for role in ("primary", "secondary", "fixed")}
        swatches = {role: RoleSwatch(self.context.theme, role) for role in self.legend_words}  # type: ignore[arg-type]
        self.legend_parts = {
            role: together(swatches[role], word, spacing=STEP // 2) for role, word in self.legend_words.items()
        }
        row_of(*self.legend_parts.values(), STRETCH, within=self.legend, margins=0, spacing=STEP)
        card = Card()
        head = row_of((self.shown_table, 1), self.value, self.shown_layer, self.as_published, spacing=STEP)
        fill(card.body, head, (self.grid, 1), self.legend)
        result, self.stack = QWidget(), QStackedWidget()
        column_of(self.band, (card, 1), within=result, margins=0, spacing=STEP)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(result)
        return self.stack

    def _make_right(self) -> QWidget:
        self.cell_heading, self.cell_words = label(self.tr("Chosen cell"), "heading"), WrapLabel("")
        self.cell_words.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        cell_card = Card()
        fill(cell_card.body, self.cell_heading, self.cell_words, STRETCH)
        pattern_card = Card()
        self.pattern_words, self.proof, self.hash = WrapLabel(""), WrapLabel(""), label("", "small")
        self.assumed = WrapLabel("", "small")
        self.counts_model = SuppressionCountsModel(self.context.language)
        self.counts = QTableView(objectName="suppression-counts", accessibleName=self.tr("Suppressed cells by table"))
        set_kind(self.counts, "list")
        self.counts.setModel(self.counts_model)
        as_list(self.counts, rows=True, single=True, read_only=True, plain=True)
        heading = label(self.tr("Pattern"), "heading")
        parts = (self.pattern_words, self.counts, self.proof, self.assumed, self.hash)
        fill(pattern_card.body, heading, *parts, STRETCH)
        cell_area, pattern_area = scrolling(cell_card), scrolling(pattern_card)
        self.right = QSplitter(Qt.Orientation.Vertical, childrenCollapsible=False)
        for area in (cell_area, pattern_area):
            area.setMinimumHeight(px(LEAST_ROWS * ROW_HEIGHT))
        self.right.addWidget(cell_area)
        self.right.addWidget(pattern_area)
        self.right.setSizes([px(270), px(360)])
        self.right.setFixedWidth(px(RIGHT_WIDTH))
        return self.right

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def computed(self) -> tuple[SuppressedTables | None, object]:
        """Return the patterns, and what they were made of."""
        return self.suppressed, self._made_of

    @computed.setter
    def computed(self, computed: tuple[SuppressedTables | None, object]) -> None:
        self.suppressed, self._made_of = computed
        if self.suppressed is not None:
            self.suppressed.say_in(self.context.language)
        self._show_found()
        self.decision.changed.emit()

    @property
    def found(self) -> SuppressionFound | None:
        """Return the pattern of the value that is shown."""
        return (
            None if self.suppressed is None else self.suppressed.of(SUPPRESSION.of(self.context.desk.state).magnitude)
        )

    def refresh(self) -> None:
        """Show the choice, and whether the pattern still belongs to it."""
        state, data = self.context.desk.state, self.context.desk.session.data
        choice = SUPPRESSION.of(state)
        saved = () if state.statistic is None else state.statistic.tables
        self._show_values()
        self._show_variables()
        self.value.setCurrentIndex(max(self.value.findData(choice.magnitude), 0))
        self.left.chosen.show_tables({table.name: can_suppress(table.spec, data) for table in saved}, choice.left_out)
        running = self.context.jobs.running(SLOT)
        can_compute = data is not None and bool(chosen_to_suppress(state, data)) and not running
        self.left.show_choice(choice, can_compute=can_compute)
        self.enough_button.setVisible(running)
        outdated = self.suppressed is not None and self.is_outdated
        self.stale.setVisible(outdated)
        self.grid.setDisabled(outdated)
        if outdated:
            self.decision.close_decision()
        else:
            self.decision.close_where_changed(in_force=self.is_in_force)

    def _show_values(self) -> None:
        """Offer the values of the tables that are suppressed."""
        data, language, suppressed = self.context.desk.session.data, self.context.language, self.suppressed
        names = [""] if suppressed is None else [each.task.magnitude for each in suppressed.values]
        known = {} if data is None else data.magnitudes
        titles = {name: known[name].title.text(language) if name in known else name for name in names}
        offer(self.value, {name: title or name or self.tr("Number") for name, title in titles.items()})
        self.value.setVisible(len(names) > 1)

    def _show_value(self, place: int) -> None:
        """Show the pattern of another value."""
        self._take(magnitude=self.value.itemData(place))
        self._show_found()

    def _show_variables(self) -> None:
        """Offer the variables of the chosen tables, by whose categories groups are protected."""
        state, data, language = self.context.desk.state, self.context.desk.session.data, self.context.language
        known = {} if data is None else data.dimensions
        names = ["", *variables_of_groups(state)]
        titles = {name: known[name].title.text(language) if name in known else name for name in names}
        offer(self.left.combos["groups"], {n: title or n or self.tr("no variable") for n, title in titles.items()})

    def _take(self, **changes: Any) -> None:
        self.question.withdraw()
        self.context.desk.run(set_suppression(replace(SUPPRESSION.of(self.context.desk.state), **changes)))

    def _basis(self) -> object:
        """Return the inputs of a pattern; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        tables = tuple((table.name, table.spec) for table in chosen_to_suppress(state, data))
        choice = replace(SUPPRESSION.of(state), magnitude="")
        held = self.context.services.releases.held
        return None if data is None else weakref.ref(data), tables, rules_of(state), choice, held

    # --- putting it in force -----------------------------------------------------------------------------------------

    @property
    def is_outdated(self) -> bool:
        """Whether tables, settings, data or releases are no longer those of the pattern."""
        return self._made_of != self._basis()

    @property
    def is_in_force(self) -> bool:
        """Whether the pattern that is shown is in force."""
        statistic, suppressed = self.context.desk.state.statistic, self.suppressed
        in_force = None if statistic is None else statistic.period.in_force
        if in_force is None or suppressed is None or suppressed.made.kept is None:
            return False
        return bool(in_force.method.made_from == suppressed.made.kept.content_hash)

    @property
    def can_decide(self) -> bool:
        """Whether a pattern can be put in force."""
        return self.suppressed is not None and not self.is_outdated and not self.decision.is_open

    def decide(self) -> None:
        """Open the decision on the pattern, again if it is in force already."""
        suppressed = self.suppressed
        if suppressed is None:
            return
        kept, refused = suppressed.made.kept, None
        if kept is None:
            refused = sentence("suppression_not_kept")
        elif SUPPRESSION.of(self.context.desk.state).insiders == "ignored":
            refused = sentence("suppression_insiders")
        if refused is not None or kept is None:
            self.context.show_message(refused or sentence("suppression_not_kept"), "warning")
            return
        if self.context.desk.session.path is None:
            remedy = Remedy(self.tr("Save"), lambda: self.context.services.save(self.decide))
            self.context.show_message(sentence("desk_kept_needs_file"), "warning", remedy)
            return
        rules = rules_of(self.context.desk.state)
        counts = suppressed.made.primary, suppressed.made.secondary, suppressed.made.proven

        def describe(statistic: Statistic) -> Statistic:
            return with_found_patterns(statistic, kept, suppressed.names, counts, rules)

        method = Suppression(kept.least, kept.groups, kept.content_hash, rules if kept.rules else None)
        checks, again = lambda: self._checks(suppressed), self.is_in_force
        self.decision.open_for(method, checks, again=again, kept=kept, describe=describe)

    def _forced(self) -> None:
        """The records now have the pattern itself beside them."""
        self._made_of = self._basis()
        self.refresh()

    def _show_found(self) -> None:
        pattern = self.found
        self.stack.setCurrentIndex(0 if pattern is None else 1)
        self.right.setVisible(pattern is not None)
        if pattern is not None:
            names = [table.name for table in pattern.task.tables]
            if [self.shown_table.itemText(place) for place in range(self.shown_table.count())] != names:
                self.shown_table.clear()
                self.shown_table.addItems(names)
            self._show_pattern(pattern)
        self._show_table()
        self.refresh()

    def _show_table(self) -> None:
        """Show the chosen table, and select its first primary cell."""
        pattern, place = self.found, self.shown_table.currentIndex()
        table = None if pattern is None or place < 0 else pattern.task.tables[place]
        if table is not None:
            layers = list(table.layers)
            if [self.shown_layer.itemText(index) for index in range(self.shown_layer.count())] != layers:
                self.shown_layer.clear()
                self.shown_layer.addItems(layers)
            self.shown_layer.setVisible(len(layers) > 1)
        self.model.show_table(pattern, table, max(self.shown_layer.currentIndex(), 0), self.context.language)
        labels = self.grid.verticalHeader()
        labels.setFixedWidth(min(px(STUB_WIDTH), max(px(COLUMN_WIDTH), labels.sizeHint().width())))
        if pattern is None or table is None:
            self._show_cell()
            return
        self._show_legend(pattern)
        self.grid.setCurrentIndex(self.model.index(*self.model.first_primary()))
        self._show_cell()

    def _show_legend(self, found: SuppressionFound) -> None:
        """Show how many cells of the table are primary, secondary and suppressed before."""
        figures = self.model.figures
        roles = found.roles[figures[figures >= 0]]
        language = self.context.language
        for number, (role, word) in enumerate(self.legend_words.items()):
            count = int((roles == number + 1).sum())
            word.setText(f"{self.model.word(role)}: {integer_text(count, language)}")  # type: ignore[arg-type]
            self.legend_parts[role].setVisible(count > 0 or role != "fixed")

    def _show_as_published(self, on: bool) -> None:
        self.model.show_as_published(on)
        self.legend.setVisible(not on)
        self.band.setVisible(not on)
        self.right.setVisible(not on and self.found is not None)
        self._show_cell()

    def _checks(self, suppressed: SuppressedTables) -> list[DecisionCheck]:
        """Return what was proven of each value, and what is assumed, before the decision."""
        lines = []
        for place, each in enumerate(suppressed.values):
            pattern, problem = each.pattern, each.task.problem
            cells = {"primary": len(problem.levels), "secondary": len(pattern.secondary)}
            levels = {"proven": pattern.proven, "demands": len(pattern.system.demands)}
            lines.append(sentence("suppression_check", of=self.value.itemText(place), **cells, **levels))
            least = problem.knowledge.least
            code = "audit_assumed_negative" if least is None else "audit_assumed"
            assumed = sentence(code, **({} if least is None else {"least": least}))
            more = [sentence("suppress_derived")] if each.task.derived else []
            lines += [line for line in (assumed, *more) if line not in lines]
        return [DecisionCheck.of(True, line) for line in lines]

    def _show_pattern(self, found: SuppressionFound) -> None:
        """Show cost, shares, proof and hash of the pattern."""
        language, pattern, problem = self.context.language, found.pattern, found.task.problem
        lines = [
            say("suppress_found", language, primary=len(problem.levels), secondary=len(pattern.secondary)),
            self.tr("Suppressed: %1 % of the cells, %2 % of the value.")
            .replace("%1", decimal_text(100 * found.share_of_cells, 1, language), 1)
            .replace("%2", decimal_text(100 * found.share_of_value, 1, language), 1),
        ]
        costs = found.costs
        lines.append(
            self.tr("Cost: %1 cells, value %2, logarithm %3.")
            .replace("%1", integer_text(int(costs["number"]), language), 1)
            .replace("%2", self._cost_of_value(found, costs["value"]), 1)
            .replace("%3", decimal_text(costs["log"], 1, language), 1)
        )
        if pattern.optimal:
            lines.append(self.tr("No pattern costs less."))
        self.pattern_words.setText("\n".join(lines))
        self.counts_model.show_rows(found.counts)
        heads = self.counts.horizontalHeader()
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        rows = min(self.counts_model.rowCount(), COUNTS_ROWS)
        self.counts.setFixedHeight((rows + 1) * px(ROW_HEIGHT) + STEP)
        for column in (1, 2):
            heads.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.counts.setColumnWidth(column, px(COUNT_WIDTH))
        self.proof.setText("\n".join(self._proof_lines(found)))
        self.assumed.setText(" ".join(self._assumed(found)))
        fingerprint = pattern.system.fingerprint
        self.hash.setText(self.tr("Hash %1").replace("%1", fingerprint[:HASH_SIGNS]))
        self.hash.setToolTip(fingerprint)

    def _assumed(self, found: SuppressionFound) -> list[str]:
        """Say what a pattern assumes of readers and contributors."""
        language, problem = self.context.language, found.task.problem
        least = problem.knowledge.least
        insiders = {
            "ignored": self.tr("Contributors alone in a cell were not considered."),
            "exact": self.tr("Contributors alone in a cell compute no other primary cell exactly."),
            "full": self.tr("Contributors alone in a cell see no other primary cell closer than its level."),
        }
        texts = [
            say("audit_assumed_negative", language) if least is None else say("audit_assumed", language, least=least),
            *(() if found.pattern.seen_by else (insiders[found.task.insiders],)),  # those who see more are named
            *((say("suppress_derived", language),) if found.task.derived else ()),
        ]
        return texts if problem.figures.whole else [*texts, say("audit_not_whole", language)]

    def _cost_of_value(self, found: SuppressionFound, cost: float) -> str:
        decimals = found.task.decimals
        return decimal_text(cost / 10**decimals, decimals, self.context.language)

    def _proof_lines(self, found: SuppressionFound) -> list[str]:
        language, pattern, names = self.context.language, found.pattern, found.task.cell_text
        lines = [say("suppress_proven", language, proven=pattern.proven, demands=len(pattern.system.demands))]
        audited = counted(
            self.tr("The audit computed the interval of 1 primary cell, %2 of them below its level."),
            self.tr("The audit computed the intervals of %1 primary cells, %2 of them below their level."),
            found.audited_primary,
            language,
        )
        lines.append(audited.replace("%2", integer_text(found.below_level, language)))
        for code, cells in (("unprotectable", pattern.unprotectable), ("undecided", pattern.undecided)):
            lines += [say(f"suppress_{code}", language, cell=names(cell)) for cell in cells[:3]]
            if len(cells) > 3:
                lines.append(self.tr("… and %1 more").replace("%1", integer_text(len(cells) - 3, language)))
        lines += [say("suppress_group", language, cell=names(figure)) for figure in found.revealed[:3]]
        seen = list(dict.fromkeys(demand.figure for demand, _ in pattern.seen_by))
        lines += [say("suppress_seen", language, cell=names(figure)) for figure in seen[:3]]
        return lines

    # --- a cell ------------------------------------------------------------------------------------------------------

    def _show_cell(self) -> None:
        """Show what is known of the chosen cell; an interval that was not audited is computed on a worker thread."""
        pattern, figure = self.found, self.model.figure(self.grid.currentIndex())
        self.context.jobs.cancel(CELL_SLOT)
        if pattern is None or figure < 0 or self.model.as_published:
            self.model.mark(frozenset())
            self.cell_words.setText("")
            return
        story = pattern.story(figure)
        self.model.mark(story.moves)
        self._tell_cell(story, pattern)
        if not pattern.needs_audit(figure):
            return

        def done(cell: AuditedCell) -> None:
            pattern.audited[cell.figure] = cell
            if self.found is pattern and self.model.figure(self.grid.currentIndex()) == figure:
                self._tell_cell(pattern.story(figure), pattern)

        def failed(error: CkmError) -> None:
            if not isinstance(error, Cancelled):
                self.context.show_message(error)

        self.context.jobs.start(CELL_SLOT, lambda job: pattern.ask(figure, job.cancelled), done, failed)

    def _tell_cell(self, story: CellStory, found: SuppressionFound) -> None:
        language, index = self.context.language, self.grid.currentIndex()
        table = self.model.table
        if table is None:
            return
        self.cell_heading.setText(self.tr("Chosen cell: %1").replace("%1", self.model.word(story.role)))
        lines = [
            table.cell_text(index.row(), index.column()),
            self._line(self.tr("Original: %1"), story.original, found),
        ]
        if story.role != "published":
            lines.append(self._interval(story, found))
        if story.asked is not None:
            low, high = (self._number(end, found) for end in story.asked)
            lines.append(self.tr("Required: from %1 to %2").replace("%1", low, 1).replace("%2", high, 1))
            down, up = (self._number(abs(end - story.original), found) for end in story.asked)
            lines.append(self.tr("Level: %1 up, %2 down").replace("%1", up, 1).replace("%2", down, 1))
        if story.rules:
            names = ", ".join(map(_rule_word, story.rules))
            lines.append(self.tr("Rule: %1").replace("%1", names))
        if len(story.moves) > 1:
            moved = self.tr("These %1 cells move together; they are framed.")
            lines.append(moved.replace("%1", integer_text(len(story.moves), language)))
        if story.serves:
            lines.append(
                counted(
                    self.tr("Keeps 1 primary cell open."),
                    self.tr("Keeps %1 primary cells open."),
                    story.serves,
                    language,
                )
            )
        if len(story.tables) > 1:
            lines.append(self.tr("Stands in: %1").replace("%1", "; ".join(story.tables)))
        self.cell_words.setText("\n".join(lines))
        announce("; ".join(lines[1:]), about="suppressed-cell")

    def _interval(self, story: CellStory, found: SuppressionFound) -> str:
        if not story.known:
            return self.tr("What readers can conclude is being computed ...")
        endless = self.tr("without end")
        low, high = (endless if end is None else self._number(end, found) for end in (story.low, story.high))
        return self.tr("Readers conclude: from %1 to %2").replace("%1", low, 1).replace("%2", high, 1)

    def _number(self, value: Fraction, found: SuppressionFound) -> str:
        decimals = found.task.decimals
        whole = value.denominator == 1 and not decimals
        return (
            integer_text(int(value), self.context.language)
            if whole
            else decimal_text(float(value), max(decimals, 1), self.context.language)
        )

    def _line(self, words: str, value: Fraction, found: SuppressionFound) -> str:
        return words.replace("%1", self._number(value, found))

    # --- computing ---------------------------------------------------------------------------------------------------

    def compute(self) -> None:
        """Read the problem off the window's thread; then search, or first say that the tables are too fine."""
        data, state = self.context.desk.session.data, self.context.desk.state
        statistic = state.statistic
        if data is None or statistic is None or self.context.jobs.running(SLOT):
            return
        tables, rules, choice, basis = (
            chosen_to_suppress(state, data),
            rules_of(state),
            SUPPRESSION.of(state),
            self._basis(),
        )
        language = self.context.language

        def work(_job: JobContext) -> SuppressionWork:
            return prepare(statistic, data, tables, rules, choice, language)

        def done(prepared: SuppressionWork) -> None:
            self.refresh()
            if prepared.task.primary_share > MANY_PRIMARY:
                self._ask(prepared, basis)
            else:
                self._search(prepared, basis)

        self.question.withdraw()
        text, message = self.tr("The tables are read ..."), self.context.show_message
        self.progress.run(self.context.jobs, SLOT, text, work, done, self.refresh, message)
        self.refresh()

    def _ask(self, prepared: SuppressionWork, basis: object) -> None:
        """Say that many cells are primary, before a search that takes long and hides most of the tables."""
        language = self.context.language
        problems = [value.problem for value in prepared.values]
        words = self.tr(
            "%1 of %2 cells are primary (%3 %). The tables are too fine for suppression: choose coarser categories."
        )
        for place, text in enumerate(
            (
                integer_text(sum(len(problem.levels) for problem in problems), language),
                integer_text(sum(int(problem.figures.shown.sum()) for problem in problems), language),
                decimal_text(100 * prepared.task.primary_share, 0, language),
            )
        ):
            words = words.replace(f"%{place + 1}", text, 1)
        self.question.ask(
            words,
            [
                ("suppression:anyway", self.tr("Suppress anyway"), lambda: self._search(prepared, basis)),
                ("suppression:leave", self.tr("Cancel"), lambda: None),
            ],
        )

    def _search(self, prepared: SuppressionWork, basis: object) -> None:
        """Search the pattern off the window's thread."""
        self._enough.clear()

        def work(job: JobContext) -> SuppressedTables:
            return find(prepared, lambda share: job.progress(0, share), job.cancelled, self._enough.is_set)

        def done(suppressed: SuppressedTables) -> None:
            self.context.frame.clear_message()
            self.computed = suppressed, basis
            self.grid.setFocus()

        text, message = self.tr("Further cells are searched ..."), self.context.show_message
        self.progress.run(self.context.jobs, SLOT, text, work, done, self.refresh, message)
        self.refresh()


def _rule_word(rule: str) -> str:
    """Return a primary rule in the words of its tab."""
    return {
        "minimum_frequency": QCoreApplication.translate("PrimaryRules", "Minimum frequency"),
        "dominance": QCoreApplication.translate("PrimaryRules", "Dominance (n, k)"),
        "p_percent": QCoreApplication.translate("PrimaryRules", "p % rule"),
        "pq": QCoreApplication.translate("PrimaryRules", "pq rule"),
        "groups": QCoreApplication.translate("SuppressionPage", "groups in one category"),
    }.get(rule, QCoreApplication.translate("PrimaryView", "Own list of cells"))


def _combo(name: str, accessible_name: str) -> PlainCombo:
    """Make a drop-down; `accessible_name` is its accessible name."""
    combo = PlainCombo()
    combo.setObjectName(name)
    combo.setAccessibleName(accessible_name)
    return combo
