"""What the cell-key method publishes and how: boundary rule, signs, rounding of weighted, what stays exact."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QListWidget, QPushButton, QWidget

from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import CRITERIA, WEIGHTED_STEPS, CellKeyMethod, as_cell_key
from ckmcore.methods.settings import settings_of
from ckmcore.microdata.data import ExemptCells
from ckmcore.statistic.exempt import ExemptProblem, exempt_problems
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import method as commands
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.published_card import PublishedCard
from ckmdesk.pages.method.settings_form import SettingsForm
from ckmdesk.state.method_settings import CountRules
from ckmdesk.state.variant import counts_variant, ptable_of
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.scrolled import folds

LIST_HEIGHT = 96
MOST_TOLD = 20
JOB = "exempt"


class ExemptCard(Card):
    """Card of the logical cells that every table publishes unchanged."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._shown: tuple[ExemptCells, ...] = ()
        self.title = label(self.tr("Official counts, published unchanged"), "heading")
        self.lead = WrapLabel(
            self.tr(
                "Add a count in the table: context menu, “Official count”. It holds in every table; "
                "sums of magnitudes of the same cell stay protected."
            ),
            "small",
        )
        self.list = QListWidget(objectName="exempt-cells")
        self.list.setFixedHeight(px(LIST_HEIGHT))
        self.list.currentRowChanged.connect(lambda row: self.protect.setEnabled(row >= 0))
        self.protect = QPushButton(self.tr("Protect again"))
        self.check = QPushButton(self.tr("What do they give away?"))
        self.protect.setEnabled(False)
        self.protect.clicked.connect(self._protect)
        self.check.clicked.connect(self.look)
        line = row_of(self.protect, STRETCH, self.check)
        self.found = WrapLabel()
        self.found.setObjectName("exempt-problems")
        self.found.hide()
        fill(self.body, self.title, self.lead, self.list, line, self.found)
        self.list.setAccessibleName(self.title.text())

    def refresh(self) -> None:
        """Show the list; findings on another list are removed."""
        statistic = self.context.desk.state.statistic
        current_exempt = () if statistic is None else statistic.exempt
        if current_exempt != self._shown:
            self.found.hide()
        self._shown = current_exempt
        row = self.list.currentRow()
        self.list.clear()
        self.list.addItems([self._words(exempt_cells) for exempt_cells in current_exempt])
        self.list.setCurrentRow(min(row, len(current_exempt) - 1))
        self.list.setVisible(bool(current_exempt))
        self.protect.setVisible(bool(current_exempt))
        self.check.setVisible(bool(current_exempt))
        self.check.setEnabled(bool(current_exempt) and self.context.desk.session.data is not None)

    def _words(self, cells: ExemptCells) -> str:
        data, language = self.context.desk.session.data, self.context.language
        known_dimensions = {} if data is None else data.dimensions
        texts, all_texts = [], self.tr("all categories")
        for name, codes in cells.cells:
            dimension = known_dimensions.get(name)
            title = name if dimension is None else dimension.title.text(language) or name
            labels = [code if dimension is None else dimension.label(code).text(language) for code in codes]
            texts.append(f"{title}: {', '.join(labels) or all_texts}")
        return "; ".join(texts) or self.tr("Total")

    def _protect(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._shown):
            self.context.desk.run(commands.declare_exempt(self._shown[row], exempt=False))

    def look(self) -> None:
        """Find, on a worker thread, what the official figures disclose of others."""
        data = self.context.desk.session.data
        if data is None:
            return

        def work(_context: JobContext) -> tuple[ExemptProblem, ...]:
            return exempt_problems(data)

        def done(problems: tuple[ExemptProblem, ...]) -> None:
            language = self.context.language
            texts = [problem.sentence(data).text(language) for problem in problems[:MOST_TOLD]]
            if len(problems) > MOST_TOLD:
                texts.append(self.tr("and %1 more").replace("%1", str(len(problems) - MOST_TOLD)))
            self.found.setText("\n".join(texts) or self.tr("They give away no other figure."))
            self.found.show()
            announce(self.found.text())

        self.context.jobs.start(JOB, work, done, self.context.show_message)


LIMITS = ("threshold", "unreliable_below", "uncertain_below", "minimum_base")
PUBLISHED_WIDTH = 380


def beside(left: QWidget, right: QWidget) -> QHBoxLayout:
    """Lay out a scrolling form with a card at its right."""
    area = scrolling(left)
    right.setFixedWidth(px(PUBLISHED_WIDTH))
    row = row_of((area, 1), right, margins=0, spacing=STEP)
    folds(row)
    return row


class RulesView(QWidget):
    """View of the cell-key method's settings beside its table; those of the method in force cannot be changed."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._held: tuple[bool, ...] | None = None
        self._shown: CountRules | None = None
        card = Card()
        self.title = label(self.tr("What the cell-key method publishes"), "heading")
        self.lead = WrapLabel("", "secondary")
        self.form = SettingsForm()
        takes = settings_of(CellKeyMethod)
        for name in ("boundary", *LIMITS, "base_sign", "weighted_step", "weighted_key"):
            self.form.add_setting(takes[name])
        self.form.add_checks("criteria", CRITERIA)
        self.form.changed.connect(lambda name, _value: self._changed(name))
        fill(card.body, self.title, self.lead, self.form)
        self.exempt = ExemptCard(context)
        left = QWidget()
        column_of(card, self.exempt, STRETCH, within=left, margins=0, spacing=STEP)
        self.published = PublishedCard()
        column_of(beside(left, self.published), within=self, margins=(0, STEP, 0, 0))
        off_word = self.tr("off")
        form = self.form
        form.set_words(
            "boundary",
            self.tr("Boundary rule"),
            self.tr("Which interval a cell key belongs to that lies exactly on a bound. Programs differ here."),
        )
        form.set_choice_words("boundary", [self.tr("cell key < bound"), self.tr("cell key ≤ bound")])
        form.set_words(
            "threshold",
            self.tr("Threshold"),
            self.tr("Published counts below this value (including 0), and anything derived from them, show as “.”."),
            off_word,
        )
        form.set_words(
            "unreliable_below",
            self.tr("/ below"),
            self.tr("Published counts below this value, but not 0, show as “/”."),
            off_word,
        )
        form.set_words(
            "uncertain_below",
            self.tr("( ) below"),
            self.tr("Published counts below this value, but not 0, show in brackets."),
            off_word,
        )
        form.set_words(
            "minimum_base",
            self.tr("Minimum base"),
            self.tr("Shares, changes, ratios and rates of fewer published records bear the sign of the next line."),
            off_word,
        )
        form.set_words("base_sign", self.tr("Sign of a small base"))
        form.set_choice_words("base_sign", [self.tr("/ in the place of the figure"), self.tr("figure in brackets")])
        form.set_words(
            "weighted_step",
            self.tr("Weighted counts"),
            self.tr("Weighted counts are rounded to multiples of this number."),
        )
        language = self.context.language
        steps = [self.tr("to whole numbers")]
        steps += [
            self.tr("to multiples of %1").replace("%1", integer_text(step, language)) for step in WEIGHTED_STEPS[1:]
        ]
        form.set_choice_words("weighted_step", steps)
        form.set_words(
            "weighted_key",
            self.tr("Noise of weighted counts"),
            self.tr("With the noise of the count the two together give a mean weight without noise (rule F18)."),
        )
        form.set_choice_words("weighted_key", [self.tr("that of the count"), self.tr("their own")])
        form.set_words("criteria", self.tr("The note says that"))
        self._show_criteria()

    def show_held(self, held: tuple[bool, ...] | None) -> None:
        """Show which criteria the table is expected to meet over all saved tables, as only these may be claimed.

        None disables all: there are no tables, or no records.
        """
        self._held = held
        self._show_criteria()

    def _show_criteria(self) -> None:
        words = [
            self.tr("changes are below 0.5 on average"),
            self.tr("at least 90 % change by 1 at most"),
            self.tr("at most 5 % change by 3 or more"),
            self.tr("at most 0.5 % change by 4 or more"),
        ]
        held_flags = (None,) * len(words) if self._held is None else self._held
        forms = {True: "%1", False: self.tr("%1 - not held"), None: self.tr("%1 - not tested")}
        tips = {True: self.tr("Held over the saved tables."), False: self.tr("Not held over the saved tables.")}
        untested = self.tr("Save a table: criteria are tested over the saved tables.")
        self.form.set_choice_words(
            "criteria",
            [forms[state].replace("%1", word) for word, state in zip(words, held_flags, strict=True)],
            [untested if state is None else tips[state] for state in held_flags],
        )
        locked = self.context.desk.state.method.in_force
        for box, is_held in zip(self.form.checks["criteria"].values(), held_flags, strict=True):
            # What is ticked already can be taken back.
            box.setEnabled(not locked and (bool(is_held) or box.isChecked()))

    def refresh(self) -> None:
        """Show the edited settings, or those of the method in force."""
        state = self.context.desk.state
        statistic = state.statistic
        in_force = None if statistic is None else statistic.period.in_force
        method = as_cell_key(in_force.method) if state.method.in_force and in_force is not None else None
        rules, locked = state.method.settings.counts, method is not None
        if method is not None:
            rules = CountRules.of(method)
            self.lead.setText(self.tr("In force, and therefore locked. Choose a variant to work on other settings."))
        else:
            self.lead.setText(self.tr("These rules hold for every variant and come into force with its table."))
        pending = self.form.refused and not locked and rules == self._shown
        self._shown = rules
        self.exempt.refresh()
        if not pending:  # what was refused stays where it was typed, with the reason below it
            self.form.show_settings(rules, locked=locked)
            self._show_criteria()
            self._show(rules)

    def _show(self, rules: CountRules) -> None:
        method = self._edited_method(rules)
        if method is not None:
            self.published.show_method(method, self.context.language)

    def _edited_method(self, rules: CountRules) -> CellKeyMethod | None:
        """Make the method of these settings and the shown table; an error is shown below the form and gives None."""
        try:
            method = rules.method(ptable_of(counts_variant(self.context.desk.state)))
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return None
        self.form.tell("")
        return method

    def _changed(self, name: str) -> None:
        rules = CountRules(**self.form.values())
        if self._edited_method(rules) is not None:
            self.context.desk.run(commands.set_counts(rules, name))
