"""The door to databases that the computer's policy names: which one, which table or view, what its columns are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from ckmcore.base.numbers import Language, integer_text
from ckmcore.office.databases import DatabaseEntry
from ckmcore.scale.database.link import RelationFound
from ckmdesk.base.announcer import announce
from ckmdesk.base.clock import shown_day
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.data.words import role_word
from ckmdesk.scale.pages.data.record_count import RecordCount
from ckmdesk.scale.pages.data.unknown_codes import UnknownCodes
from ckmdesk.scale.state.relation_import import RelationColumn, RelationImport
from ckmdesk.widgets.basic import Card, ElidedLabel, IconLabel, Line, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, lead_through, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow, Scrolled, folds
from ckmdesk.widgets.view_state import settled

NAME = int(Qt.ItemDataRole.UserRole)
KINDS = {"postgres": "PostgreSQL", "duckdb": "DuckDB", "spark": "Spark"}


class Upright(QScrollArea):
    """Scroll area that scrolls vertically only: it is never narrower than its content."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(widget)

    @guarded(QSize())
    def minimumSizeHint(self) -> QSize:
        inner_width = self.widget().minimumSizeHint().width()
        return QSize(inner_width + self.verticalScrollBar().sizeHint().width(), super().minimumSizeHint().height())

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)


class DatabaseView(QWidget):
    """View of the database door: databases, relations, roles of columns, period and title.

    It emits `database_chosen(name)`, `relation_chosen(name)`, `role_chosen(column, role)`, `named(title, period, day)`,
    `modulus_chosen(int or None)`, `held_chosen("memory" or "database")`, `period_chosen(code)`, `codes_asked()`,
    `questions_asked()` and `roles_asked()`. `knows_roles` says that there is a statistic whose roles can be used.
    """

    database_chosen = Signal(str)
    relation_chosen = Signal(str)
    role_chosen = Signal(str, str)
    named = Signal(str, str, str)
    modulus_chosen = Signal(object)
    held_chosen = Signal(str)
    period_chosen = Signal(str)
    codes_asked = Signal()
    questions_asked = Signal()
    roles_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries: Mapping[str, DatabaseEntry] = {}
        self._relations: Sequence[RelationFound] = ()
        self._lines: list[tuple[str, PlainCombo, tuple[QLabel, ...]]] = []
        self._language: Language = "en"
        self._connected: tuple[str, int | None] = ("", None)
        self._state: RelationImport | None = None
        self.knows_roles = False
        theme.changed.connect(self._redraw)
        splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        for widget in (self._make_source(), self._make_relations(), self._make_columns()):
            splitter.addWidget(widget)
        for share_index, share in enumerate((0, 0, 1)):
            splitter.setStretchFactor(share_index, share)
        folds(splitter)
        column_of((splitter, 1), within=self, margins=(MARGIN, STEP, MARGIN, MARGIN))
        self.databases.setAccessibleName(self.tr("Databases that the policy of this computer names"))
        self.relations.setAccessibleName(self.tr("Tables and views"))
        names = (self.tr("Title"), self.tr("Reporting period"), self.tr("Reference day"))
        for word, text in zip(self._words, (*names, self.tr("Modulus of the keys")), strict=True):
            word.setText(text)
        self.title.setAccessibleName(self.tr("Title of the statistic"))
        self.period.setAccessibleName(self.tr("Reporting period"))
        self.day.setAccessibleName(self.tr("Reference day"))
        self.day.setPlaceholderText(self.tr("YYYY-MM-DD"))
        self.day.setToolTip(self.tr("Categories with a validity are shown as of this day"))
        self.modulus.setAccessibleName(self.tr("Modulus of the keys"))
        self._wrong = self.tr("Write the modulus as a whole number from 2 to 10¹⁸.")
        self.period.setPlaceholderText(self.tr("e.g. 2025"))
        self.modulus.setPlaceholderText(self.tr("keys are below this number"))
        self.of_period.setAccessibleName(self.tr("Reporting period that is read"))
        self.held["memory"].setText(self.tr("Read into memory"))
        self.held["database"].setText(self.tr("Count in the database"))
        self.held_facts["database"].setText(self.tr("Only numbers and key sums of cells leave it."))
        self._say_policy("")

    # --- making ------------------------------------------------------------------------------------------------------

    def _make_source(self) -> QWidget:
        card = Card()
        self.source_word = label(self.tr("Source"), "heading")
        self.databases = QListWidget()
        self.databases.currentItemChanged.connect(lambda now, _: self._emit_chosen(now, self.database_chosen))
        self.databases.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.databases.setMaximumHeight(px(140))
        self.connection_word = label(self.tr("Connection"), "heading")
        self.facts = WrapLabel("", "secondary")
        self.state_icon = IconLabel(self._theme, "ok", "accent")
        self.state = WrapLabel()
        self.policy_word = label(self.tr("Policy of this computer"), "heading")
        self.policy = [
            (IconLabel(self._theme, icon, "secondary"), WrapLabel("", "secondary"))
            for icon in ("read-only", "link", "key", "lock")
        ]
        fill(card.body, self.source_word, self.databases, Line(), self.connection_word, self.facts)
        fill(card.body, row_of(self.state_icon, (self.state, 1), spacing=STEP), Line(), self.policy_word)
        for icon, words in self.policy:
            card.body.addLayout(row_of(icon, (words, 1), spacing=STEP))
        card.body.addStretch(1)
        scrolled = Scrolled(card)
        scrolled.setMinimumWidth(px(250))
        return scrolled

    def _make_relations(self) -> QWidget:
        card = Card()
        self.relation_word = label(self.tr("Table or view"), "heading")
        self.search = QLineEdit(
            clearButtonEnabled=True,
            placeholderText=self.tr("search"),
            accessibleName=self.tr("Search among tables and views"),
            textChanged=lambda _: self._list_relations(),
        )
        self.relations = QListWidget()
        self.relations.currentItemChanged.connect(lambda now, _: self._emit_chosen(now, self.relation_chosen))
        self.rows_word = WrapLabel(
            self.tr("Numbers of rows are estimates of the server. They are counted when you take over."), "secondary"
        )
        fill(card.body, self.relation_word, self.search, (self.relations, 1), self.rows_word)
        card.setMinimumWidth(px(210))
        return card

    def _make_columns(self) -> QWidget:
        card = Card()
        self.columns_word, self.columns_fact = ElidedLabel("", "heading"), label("", "secondary")
        self.count_codes = QPushButton(
            self.tr("Count codes"), toolTip=self.tr("One question to the database for all breakdown variables")
        )
        self.count_codes.clicked.connect(self.codes_asked)
        self.take_roles = QPushButton(
            self.tr("Take over roles"),
            toolTip=self.tr("As the open statistic has them: of its former relation, else its variables"),
        )
        self.take_roles.clicked.connect(self.roles_asked)
        self._grid = QGridLayout(horizontalSpacing=2 * STEP, verticalSpacing=4)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        holder = QWidget()
        set_kind(holder, "surface")
        column_of(self._grid, STRETCH, within=holder, margins=0)
        self.title, self.period, self.day, self.modulus = fields = [QLineEdit() for _ in range(4)]
        self._words = [label("", "secondary") for _ in fields]
        names = QGridLayout(horizontalSpacing=2 * STEP, verticalSpacing=STEP)
        names.setColumnStretch(1, 3)
        names.setColumnStretch(3, 2)
        for index, (word, field) in enumerate(zip(self._words, fields, strict=True)):
            word.setBuddy(field)
            names.addWidget(word, index // 2, 2 * (index % 2))
            names.addWidget(field, index // 2, 2 * (index % 2) + 1)
        for field in fields[:3]:
            field.textEdited.connect(lambda _: self.named.emit(*(field.text() for field in fields[:3])))
        self.modulus.textEdited.connect(self._modulus_typed)
        self._modulus_fault = FaultLabel()
        head = row_of((self.columns_word, 1), self.columns_fact, spacing=STEP)
        asks = FoldingRow(STRETCH, self.take_roles, self.count_codes, spacing=STEP)
        self.unknown = UnknownCodes(self._theme)
        fill(
            card.body,
            head,
            asks,
            Line(),
            (Upright(holder), 1),
            self.unknown,
            Line(),
            names,
            self._modulus_fault,
            Line(),
        )
        fill(card.body, self._make_held())
        return card

    def _make_held(self) -> QWidget:
        """Make the choice of where the records stay while tables are made: in memory or in the database."""
        widget = QWidget()
        self.held_word = label(self.tr("What is read"), "heading")
        self.held: dict[str, QRadioButton] = {}
        self.held_facts: dict[str, WrapLabel] = {}
        self.kept_word = WrapLabel("", "secondary")
        columns = []
        for place_name in ("memory", "database"):
            button, facts = QRadioButton(), WrapLabel("", "secondary")
            button.clicked.connect(lambda _, of=place_name: self.held_chosen.emit(of))
            self.held[place_name], self.held_facts[place_name] = button, facts
            columns.append((column_of(button, facts, STRETCH, spacing=2), 1))
        self.records = RecordCount(self._theme)
        self.show_questions = QPushButton(
            self.tr("SQL ..."),
            accessibleName=self.tr("Show the questions to the database (SQL)"),
            toolTip=self.tr("What the database will be asked; it cannot be changed"),
        )
        self.show_questions.clicked.connect(self.questions_asked)
        self.of_period = PlainCombo()
        settled(self.of_period, *self.held.values())
        self.of_period.activated.connect(lambda _: self.period_chosen.emit(str(self.of_period.currentData())))
        head = FoldingRow(self.held_word, self.of_period, STRETCH, self.records, self.show_questions, spacing=STEP)
        column_of(head, row_of(*columns, spacing=2 * STEP), self.kept_word, within=widget, margins=0)
        return widget

    def _modulus_typed(self, text: str) -> None:
        digits = text.replace(" ", "").replace("\u202f", "").replace(".", "").replace(",", "")
        good = digits.isdecimal() and 2 <= int(digits) <= 10**18
        self._modulus_fault.tell("" if good or not digits else self._wrong, self.modulus, typing=True)
        self.modulus_chosen.emit(int(digits) if good else None)

    def _emit_chosen(self, item: QListWidgetItem | None, chosen_signal: object) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            chosen_signal.emit(str(item.data(NAME)))  # type: ignore[attr-defined]

    def _redraw(self) -> None:
        """Redraw icons in other colours; the selection is kept."""
        for row, name in enumerate(self._entries):
            self.databases.item(row).setIcon(self._icon(name))
        self.of_period.clear()
        self._list_relations()
        self.show_import(self._state)

    @property
    def shown(self) -> tuple[Any, ...]:
        """Return the state that is shown: databases, connection, relations, import, and whether roles are known."""
        return self._entries, self._connected, self._relations, self._state, self.knows_roles

    def show_again(self, shown: tuple[Any, ...], language: Language) -> None:
        """Show what another view showed, in this language."""
        entries, connected, relations, state, self.knows_roles = shown
        self.show_databases(entries, language)
        self.show_connection(*connected)
        self.show_relations(relations)
        with QSignalBlocker(self.databases), QSignalBlocker(self.relations):
            self.choose_database(connected[0])
            if state is not None:
                self.choose_relation(state.relation)
        self.show_import(state)

    def _icon(self, name: str) -> QIcon:
        return self._theme.icon("folder" if self._entries[name].kind == "duckdb" else "data")

    def _title(self, name: str) -> str:
        return self._entries[name].title.text(self._language) or name

    def _say_policy(self, name: str) -> None:
        """Show what the policy allows for a database."""
        entry = self._entries.get(name)
        stay = self.tr("Records stay in the database; only numbers and key sums of cells leave it.")
        may_leave = self.tr("Records may be read into memory; nothing is written to a disk.")
        policy_texts = (
            self.tr("Every connection only reads. Accounts that could write are refused."),
            self.tr("Only databases that the administrator has named are reached, and no other server."),
            self.tr("Passwords are neither asked for nor kept."),
            may_leave if entry is not None and entry.read_records else stay,
        )
        for (_, words), text in zip(self.policy, policy_texts, strict=True):
            words.setText(text)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_databases(self, entries: Mapping[str, DatabaseEntry], language: Language) -> None:
        """Show the databases of the policy, none of them selected."""
        self._entries, self._language = entries, language
        self.records.language = language
        self.databases.blockSignals(True)
        self.databases.clear()
        for name, entry in entries.items():
            item = QListWidgetItem(self._icon(name), self._title(name))
            item.setData(NAME, name)
            item.setToolTip(f"{name}: {KINDS[entry.kind]}")
            self.databases.addItem(item)
        self.databases.blockSignals(False)
        self.show_connection("", None)
        self.show_relations(())
        self.show_import(None)

    def show_connection(self, name: str, milliseconds: int | None) -> None:
        """Show the facts and the policy of a database, and the milliseconds in which it answered; None if it has
        not."""
        self._connected = (name, milliseconds)
        entry = self._entries.get(name)
        self.facts.setText("" if entry is None else self._facts(entry))
        self._say_policy(name)
        answered = milliseconds is not None
        self.state_icon.setVisible(answered)
        self.state.setVisible(answered)
        text = self.tr("Connected, only reading. Answer in %1 ms.")
        self.state.setText(text.replace("%1", integer_text(milliseconds or 0, self._language)))

    def show_relations(self, relations: Sequence[RelationFound]) -> None:
        """Show the tables and views of the database."""
        self._relations = relations
        self._list_relations()

    def say_connected(self) -> None:
        """Announce that the database answered, and its number of tables."""
        text, several_text = self.tr("1 table or view"), self.tr("%1 tables and views")
        relation_count = counted(text, several_text, len(self._relations), self._language)
        announce(f"{self.state.text()} {relation_count}.", about="database")

    def say_columns(self) -> None:
        """Announce which columns are shown now, and how many of them are used."""
        announce(f"{self.columns_word.text_whole()}: {self.columns_fact.text()}.", about="columns")

    def say_codes(self) -> None:
        """Announce that codes were counted, and which of them the code list lacks."""
        announce(" ".join((self.tr("Codes are counted."), self.unknown.text)).strip(), about="columns")

    def _list_relations(self) -> None:
        wanted_text = self.search.text().strip().casefold()
        chosen = self.relations.currentItem()
        name = None if chosen is None else chosen.data(NAME)
        self.relations.blockSignals(True)
        self.relations.clear()
        for relation in self._relations:
            if wanted_text and wanted_text not in relation.name.casefold():
                continue
            known_readable = relation.rows >= 0 and relation.readable
            rows = "    " + integer_text(relation.rows, self._language) if known_readable else ""
            item = QListWidgetItem(self._theme.icon("tables" if relation.readable else "lock"), relation.name + rows)
            item.setData(NAME, relation.name)
            if not relation.readable:
                item.setText(relation.name + "    " + self.tr("may not be read"))
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.relations.addItem(item)
            if relation.name == name:
                self.relations.setCurrentItem(item)
        self.relations.blockSignals(False)

    def show_import(self, state: RelationImport | None) -> None:
        """Show the columns of a relation with their roles."""
        self._state = state
        names = [] if state is None else [column.column.name for column in state.columns]
        if [name for name, _, _ in self._lines] != names:
            self._make_lines(state)
        read = 0 if state is None else sum(column.role != "ignored" for column in state.columns)
        self.columns_word.set_text(
            self.tr("Columns") if state is None else self.tr("Columns of %1").replace("%1", state.relation)
        )
        used_text = self.tr("%1 of %2 are used").replace("%1", str(read)).replace("%2", str(len(names)))
        self.columns_fact.setText(used_text if state is not None else "")
        named_widgets = (*self._words[:3], self.title, self.period, self.day)
        for widget in (*named_widgets, self.held_word, self.kept_word, self.count_codes):
            widget.setVisible(state is not None)
        for widget in (*self.held.values(), *self.held_facts.values()):
            widget.setVisible(state is not None)
        self.of_period.setVisible(state is not None and bool(state.period_column))
        self.take_roles.setVisible(state is not None and self.knows_roles)
        self.records.setVisible(state is not None)
        self.show_questions.setVisible(state is not None)
        self.show_questions.setEnabled(state is not None and state.ready)
        for widget in (self._words[3], self.modulus):
            widget.setVisible(state is not None and state.whole_keys)
        if state is None:
            self.unknown.show_codes((), frozenset())
            self._modulus_fault.tell("")
            return
        for column, (_, combo, labels) in zip(state.columns, self._lines, strict=True):
            combo.choose(column.role)
            for part_label in labels:
                part_label.setEnabled(column.role != "ignored")
            labels[-1].setText(self._codes(state, column))
        self._show_held(state)
        self._show_periods(state)
        self.unknown.show_codes(state.unknown, state.decided)
        day = shown_day(state.date, self.day.text(), self._language)
        for field, words in ((self.title, state.title), (self.period, state.period), (self.day, day)):
            if field.text() != words:
                field.setText(words)

    def _codes(self, state: RelationImport, relation_column: RelationColumn) -> str:
        periods: Collection[str] | None = None
        if relation_column.role in ("dimension", "period"):
            periods = (
                state.periods if relation_column.role == "period" else state.codes.get(relation_column.column.name)
            )
        if periods is None:
            return ""
        return self.tr("%1 codes").replace("%1", integer_text(len(periods), self._language))

    def _show_periods(self, state: RelationImport) -> None:
        """Show the periods to choose from, those of the statistic with their labels there."""
        codes = tuple(state.periods or ())
        words = [f"{code} ({state.taken[code]})" if state.taken.get(code, code) != code else code for code in codes]
        box = self.of_period
        if [box.itemText(index) for index in range(box.count())] != words:
            box.clear()
            for code, text in zip(codes, words, strict=True):
                box.addItem(self._theme.icon("calendar"), text, code)
            box.setMinimumContentsLength(max(map(len, words), default=6))
        box.setEnabled(bool(codes))
        box.choose(state.period_code)

    def _show_held(self, state: RelationImport) -> None:
        """Show where the records may stay, and what each choice costs or leaves out."""
        for place_name, button in self.held.items():
            button.setChecked(state.held == place_name)
        self.held["memory"].setEnabled(state.may_read)
        facts = self.tr("The policy of this computer does not let records leave this database.")
        if state.may_read:
            facts = self.tr("All is possible that needs the records; about %1 MB.")
            if state.memory is None:
                facts = self.tr("All is possible that needs the records.")
            facts = facts.replace("%1", integer_text(max(1, round((state.memory or 0) / 1e6)), self._language))
        self.held_facts["memory"].setText(facts)
        counted = self.tr(
            "Counted in the database. Not possible then: making keys, profiles, codes for no answer, "
            "the floor under sums. These need the records."
        )
        read = self.tr(
            "Read each time the statistic is opened, and compared with the data that were taken over. "
            "Making record keys and saving prepared data need a file."
        )
        self.kept_word.setText(read if state.held == "memory" else counted)

    def _make_lines(self, state: RelationImport | None) -> None:
        for _, combo, labels in self._lines:
            for widget in (combo, *labels):
                widget.deleteLater()
        self._lines = []
        for row, each_column in enumerate(() if state is None else state.columns):
            name, kind, combo = (
                label(each_column.column.name),
                label(each_column.column.type, "secondary"),
                PlainCombo(),
            )
            codes = label("", "secondary")
            combo.setMinimumContentsLength(max(len(role_word(role)) for role in each_column.roles))
            for role in each_column.roles:
                combo.addItem(role_word(role), role)
            combo.setAccessibleName(self.tr("Role of %1").replace("%1", each_column.column.name))
            combo.activated.connect(
                lambda _, column_name=each_column.column.name, box=combo: self.role_chosen.emit(
                    column_name, str(box.currentData())
                )
            )
            name.setBuddy(combo)
            settled(combo)
            for column, widget in enumerate((name, kind, combo, codes)):
                self._grid.addWidget(widget, row, column)
            self._lines.append((each_column.column.name, combo, (name, kind, codes)))
        lead_through(self.relations, self.take_roles, self.count_codes, *(combo for _, combo, _ in self._lines))

    def combo(self, column: str) -> PlainCombo:
        """The drop-down of a column."""
        return next(combo for name, combo, _ in self._lines if name == column)

    def choose_database(self, name: str) -> None:
        """Choose a database as by mouse."""
        self._choose(self.databases, name)

    def choose_relation(self, name: str) -> None:
        """Choose a table or view as by mouse."""
        self._choose(self.relations, name)

    @staticmethod
    def _choose(widget: QListWidget, name: str) -> None:
        for row in range(widget.count()):
            if widget.item(row).data(NAME) == name:
                widget.setCurrentRow(row)

    def _facts(self, entry: DatabaseEntry) -> str:
        if entry.kind == "duckdb":
            return self.tr("Folder or file: %1").replace("%1", entry.path) + "\n" + self.tr("read within the program")
        lines = [
            self.tr("Server: %1").replace("%1", entry.host),
            self.tr("Database: %1").replace("%1", entry.database),
            self.tr("Account: %1").replace("%1", entry.user),
        ]
        proved = self.tr("encrypted, certificate checked")
        lines.append(self.tr("socket of this computer") if entry.on_socket else proved)
        return "\n".join(lines)
