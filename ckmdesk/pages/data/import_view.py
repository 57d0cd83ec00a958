"""A file before it is taken over: how it is written, its first rows with types and roles, keys, title and period."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.microdata import ReadingEntry, ReadingPlan
from ckmcore.microdata.variable import Role, VariableEntry
from ckmcore.statistic.compare_periods import PeriodComparison
from ckmdesk.base.clock import shown_day
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.data.distributions_card import DistributionsCard
from ckmdesk.pages.data.file_card import FileCard
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.marking_view import MarkingView
from ckmdesk.pages.data.preview_table import PreviewTable
from ckmdesk.pages.data.warnings_strip import WarningsStrip
from ckmdesk.pages.data.words import described_text, role_plural
from ckmdesk.state.data_import import Import, unmatched
from ckmdesk.state.marking import Marking
from ckmdesk.widgets.basic import Card, ElidedLabel, IconLabel, Line, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import Scrolled, folds
from ckmdesk.widgets.view_state import settled

LINES: tuple[Role, ...] = ("dimension", "magnitude", "weight", "identifier", "ignored")


class ImportedStatisticCard(Card):
    """Card of the statistic to import; emits `renamed(title, period, day)` while the user types."""

    renamed = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label(self.tr("Statistic"), "heading")
        self.body.addWidget(self.heading)
        self.title, self.period, self.day = self._fields = QLineEdit(), QLineEdit(), QLineEdit()
        words = (self.tr("Title"), self.tr("Reporting period"), self.tr("Reference day"))
        grid = QGridLayout(horizontalSpacing=2 * STEP, verticalSpacing=STEP)
        grid.setColumnStretch(1, 1)
        for row, (text, field) in enumerate(zip(words, self._fields, strict=True)):
            word = label(text, "secondary")
            word.setBuddy(field)
            field.setAccessibleName(text)
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
            field.textEdited.connect(lambda _: self.renamed.emit(*(field.text() for field in self._fields)))
        self._roles = [(label("", "secondary"), label("", wrap=True)) for _ in LINES]
        for row, (word, names) in enumerate(self._roles, len(self._fields)):
            grid.addWidget(word, row, 0)
            grid.addWidget(names, row, 1)
        fill(self.body, grid, STRETCH)
        self.title.setAccessibleName(self.tr("Title of the statistic"))
        self.period.setPlaceholderText(self.tr("e.g. 2025"))
        self.day.setPlaceholderText(self.tr("YYYY-MM-DD"))
        self.day.setToolTip(self.tr("Categories with a validity are shown as of this day"))

    def show_state(self, state: Import, language: Language) -> None:
        """Show an import, with the columns of each role."""
        day = shown_day(state.date, self.day.text(), language)
        for field, words in zip(self._fields, (state.title, state.period, day), strict=True):
            if field.text() != words:
                field.setText(words)
        for role, (word, names) in zip(LINES, self._roles, strict=True):
            found_names = state.names(role)
            word.setText(role_plural(role))
            word.setVisible(bool(found_names) or role == "dimension")
            names.setVisible(bool(found_names) or role == "dimension")
            shown = ", ".join(found_names[:6]) + (" …" if len(found_names) > 6 else "")
            number = f"{integer_text(len(found_names), language)}: " if len(found_names) > 1 else ""
            names.setText(number + shown if found_names else self.tr("none"))
            names.setToolTip(", ".join(found_names[:200]))


COLUMNS = 3


class MappingCard(Card):
    """Card that maps variables to columns, hidden if all were found by name.

    Emits `mapped(VariableEntry, column)`; "" says that the file does not have the variable.
    """

    mapped = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label("", "heading")
        self.body.addWidget(self.heading)
        self._grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=4)
        self.body.addLayout(self._grid)
        self._lines: list[tuple[VariableEntry, QLabel, PlainCombo]] = []
        self.hide()

    def show_import(self, state: Import | None, entries: tuple[VariableEntry, ...], language: Language) -> None:
        """Show the variables of the dictionary `entries` that the file lacks."""
        missing_entries = [] if state is None else list(unmatched(state, entries))
        self.setVisible(bool(missing_entries))
        self.heading.setText(self.tr("Not found by name in this file: which column holds it?"))
        if [entry.name for entry, _, _ in self._lines] != [entry.name for entry in missing_entries]:
            self._make(missing_entries)
        for entry, word, combo in self._lines:
            title = entry.title.text(language) or entry.name
            word.setText(title if title == entry.name else f"{title} ({entry.name})")
            combo.setAccessibleName(word.text())
            self._fill(entry, combo, state)

    def _make(self, missing_entries: list[VariableEntry]) -> None:
        for _, word, combo in self._lines:
            word.deleteLater()
            combo.deleteLater()
        self._lines = []
        for variable_entry_index, entry in enumerate(missing_entries):
            word, combo = label("", "secondary"), PlainCombo()
            word.setBuddy(combo)
            settled(combo)
            combo.setMinimumContentsLength(16)
            combo.activated.connect(
                lambda _, entry_of_box=entry, box=combo: self.mapped.emit(entry_of_box, str(box.currentData()))
            )
            row, column = divmod(variable_entry_index, COLUMNS)
            self._grid.addWidget(word, row, 2 * column)
            self._grid.addWidget(combo, row, 2 * column + 1)
            self._lines.append((entry, word, combo))
        self._grid.setColumnStretch(2 * COLUMNS, 1)

    def _fill(self, entry: VariableEntry, combo: PlainCombo, state: Import | None) -> None:
        combo.blockSignals(True)
        combo.clear()
        combo.addItem(self.tr("not in this period"), "")
        taken_column = (
            ""
            if state is None
            else next(
                (import_mapping.column for import_mapping in state.mapping if import_mapping.variable == entry.name), ""
            )
        )
        for column in () if state is None else state.columns:
            combo.addItem(column.name, column.name)
        combo.blockSignals(False)
        combo.choose(taken_column)

    def combo(self, variable: str) -> PlainCombo:
        """The drop-down of a variable."""
        return next(combo for entry, _, combo in self._lines if entry.name == variable)


PLAN_WIDTH = 316


class ReadingPlanView(Card):
    """Hidden where there is nothing to say.

    Emits `answered(kind, column, choice)`, where the choice "" opens a question again, and `place_asked(entry)`.
    """

    answered = Signal(str, str, str)
    place_asked = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=1)
        self._theme = theme
        self._entries: tuple[ReadingEntry, ...] = ()
        self.choices: dict[tuple[str, str], PlainCombo] = {}
        self.stops: list[QWidget] = []
        """What the keyboard comes to, in order."""
        self.body.setSpacing(0)
        self.heading = label(self.tr("How the file is read"), "heading")
        self._lines = QWidget()
        self._column = column_of(within=self._lines, margins=(MARGIN, STEP, MARGIN, STEP), spacing=MARGIN)
        area = scrolling(self._lines)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        fill(self.body, row_of(self.heading, STRETCH, margins=(MARGIN, STEP, MARGIN, STEP)), Line(), (area, 1))
        self.setFixedWidth(px(PLAN_WIDTH))
        self.hide()

    def show_plan(self, plan: ReadingPlan | None, language: Language) -> None:
        """Show the entries of a plan; the keyboard stays where it is."""
        entries = () if plan is None else plan.entries
        self.setVisible(bool(entries))
        if entries == self._entries:
            return
        focused = next((place for place, combo in self.choices.items() if combo.hasFocus()), None)
        self._entries = entries
        self._clear()
        for entry in entries:
            self._column.addWidget(self._line(entry, language))
        self._column.addStretch(1)
        if focused in self.choices:
            self.choices[focused].setFocus()

    def focus_question(self) -> bool:
        """Put the keyboard on the first question without an answer; False where there is none."""
        place = next(((entry.kind, entry.column) for entry in self._entries if entry.is_asked), None)
        if place is None:
            return False
        self.choices[place].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _clear(self) -> None:
        self.choices, self.stops = {}, []
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _line(self, entry: ReadingEntry, language: Language) -> QWidget:
        icon = ("warning", "warning") if entry.is_asked else ("ok", "ok") if entry.choices else ("info", "secondary")
        icon = icon if entry.refusal is None else ("error", "error")
        text = WrapLabel(entry.sentence.text(language))
        made = QWidget()
        parts = column_of(text, spacing=4)
        row = row_of(within=made, margins=0)
        row.addWidget(IconLabel(self._theme, *icon), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(parts, 1)
        if entry.choices:
            parts.addWidget(self._choice(entry, language))
        if entry.rows or entry.column:
            parts.addLayout(row_of(self._link(entry, language), STRETCH, margins=0))
            text.installEventFilter(self)
            text.setCursor(Qt.CursorShape.PointingHandCursor)
            text.setProperty("entry", entry)
        return made

    def _link(self, entry: ReadingEntry, language: Language) -> QPushButton:
        words = self.tr("Show row %1") if entry.rows and not entry.counts_records else self.tr("Show column")
        row = integer_text(entry.rows[0], language) if entry.rows else ""
        link = QPushButton(words.replace("%1", row), clicked=lambda: self.place_asked.emit(entry))
        link.setObjectName(f"place:{entry.kind}:{entry.column}")
        link.setAccessibleDescription(entry.sentence.text(language))
        link.setAutoDefault(True)
        set_kind(link, "link")
        self.stops.append(link)
        return link

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonRelease and isinstance(watched.property("entry"), ReadingEntry):
            self.place_asked.emit(watched.property("entry"))
        return super().eventFilter(watched, event)

    def _choice(self, entry: ReadingEntry, language: Language) -> PlainCombo:
        combo = PlainCombo()
        combo.setObjectName(f"reading:{entry.kind}:{entry.column}")
        combo.setAccessibleName(entry.named.text(language))
        combo.setAccessibleDescription(entry.sentence.text(language))
        combo.addItem(self.tr("Choose ..."), "")
        for choice in entry.choices:
            combo.addItem(entry.choice_title(choice).text(language), choice)
        combo.choose(entry.decision)
        settled(combo)
        combo.activated.connect(lambda _: self.answered.emit(entry.kind, entry.column, str(combo.currentData())))
        self.choices[entry.kind, entry.column] = combo
        self.stops.append(combo)
        return combo


class ImportView(Scrolled):
    """View of an import; emits `ignore_asked(names)`, and `marking_shown()` when the marking is shown or hidden."""

    ignore_asked = Signal(list)
    marking_shown = Signal()
    kept = ("marked", "compared")

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        inner_widget = QWidget()
        super().__init__(inner_widget)
        self._place = 0
        self.is_marking = False
        self.file_card = FileCard(theme)
        self.mapping_card = MappingCard()
        column = column_of(
            self.file_card, self.mapping_card, within=inner_widget, margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP
        )
        self.preview_card = self._make_preview(theme)
        self.marking = MarkingView(theme)
        self.marking.hide()
        self.plan = ReadingPlanView(theme)
        shown = row_of((self.preview_card, 1), self.plan, spacing=STEP)
        folds(shown)
        self.comparison = DistributionsCard(theme)
        fill(column, (shown, 1), (self.marking, 1), self.comparison)
        foot = row_of(spacing=STEP)
        self.statistic_card = ImportedStatisticCard()
        self.keys_card = KeysCard(theme)
        for card in (self.statistic_card, self.keys_card):
            card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            foot.addWidget(card, 1)
        folds(foot)
        column.addLayout(foot)

    def _make_preview(self, theme: Theme) -> QWidget:
        card = Card(margin=1)
        card.body.setSpacing(0)
        self.heading = label(self.tr("Preview"), "heading")
        self.facts = ElidedLabel("", "secondary")
        self.ignore_button = QPushButton(
            self.tr("Ignore selected columns"),
            toolTip=self.tr("Select columns with the mouse, or with Shift and the arrow keys"),
            clicked=lambda: self.ignore_asked.emit(self.table.chosen_columns()),
        )
        head = row_of(
            self.heading, (self.facts, 1), self.ignore_button, margins=(MARGIN, STEP, MARGIN, STEP), spacing=MARGIN
        )
        fill(card.body, head, Line())
        self.table = PreviewTable(theme)
        self.table.setMinimumHeight(px(180))
        card.body.addWidget(self.table, 1)
        self.described = ElidedLabel("", "secondary")
        self.described.setContentsMargins(MARGIN, 4, MARGIN, 4)
        self.described.hide()
        card.body.addWidget(self.described)
        self.strip = WarningsStrip(theme)
        card.body.addWidget(self.strip)
        self.strip.asked.connect(self.table.mark_shown)
        self.table.heads.focused.connect(self._reached)
        self.table.selectionModel().currentColumnChanged.connect(lambda now, _: self._reached(now.column()))
        return card

    def show_import(self, state: Import | None, language: Language, *, rows_too: bool) -> None:
        """Show an import, or None to drop the rows of the last one; `rows_too` says that rows have changed."""
        self.table.set_state(state, rows_too=rows_too)
        self.strip.show_state(state, language)
        self.plan.show_plan(None if state is None or self.is_marking else state.plan, language)
        if state is None:
            return
        self.file_card.show_preview(state.preview, language)
        self.file_card.rows.show_import(state, language)
        self._say_described()
        if self.keys_card.isAncestorOf(self.focusWidget() or self):
            QTimer.singleShot(0, self.keys_card, self._show_keys)  # once it has grown
        self.statistic_card.show_state(state, language)
        self.keys_card.show_import(state, language)
        text = self.tr("Rows 1 to %1  ·  %2  ·  types guessed, roles proposed")
        columns = counted(self.tr("1 column"), self.tr("%1 columns"), len(state.columns), language)
        rows = integer_text(len(state.preview.rows), language)
        self.facts.set_text(text.replace("%1", rows).replace("%2", columns))

    def _show_keys(self) -> None:
        """Scroll to the keys card after a choice there."""
        self.ensureWidgetVisible(self.keys_card, 0, MARGIN)

    def _reached(self, index: int) -> None:
        state = self.table.preview_model.state
        if state is not None and 0 <= index < len(state.columns):
            self._place = index
            self.strip.show_column(state.columns[index].name)
            self._say_described()

    def show_marking(self, marking: Marking | None) -> None:
        """Show lines to mark columns in, in place of the preview; None returns to it."""
        self.marking.setVisible(marking is not None)
        self.preview_card.setVisible(marking is None)
        self.plan.setVisible(marking is None and bool(self.plan.choices))
        if marking is not None:
            self.marking.show_marking(marking)
        if self.is_marking != (marking is not None):
            self.is_marking = marking is not None
            self.marking_shown.emit()

    @property
    def marked(self) -> Marking | None:
        """Return the marking of columns under way; None if there is none."""
        return self.marking.marking if self.is_marking else None

    @marked.setter
    def marked(self, marking: Marking | None) -> None:
        self.show_marking(marking)

    @property
    def compared(self) -> tuple[object, PeriodComparison] | None:
        """Return the comparison with the former period that is shown; None if there is none."""
        return self.comparison.compared

    @compared.setter
    def compared(self, compared: tuple[object, PeriodComparison] | None) -> None:
        self.comparison.show_comparison(compared)

    def _say_described(self) -> None:
        """Show the file's own description of the current column: title, labels, levels."""
        state = self.table.preview_model.state
        column = None if state is None or self._place >= len(state.columns) else state.columns[self._place]
        words = "" if column is None else described_text(column.guess)
        self.described.setVisible(bool(words))
        self.described.set_text(words)
        self.described.setToolTip(words)
