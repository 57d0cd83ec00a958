"""The data page: a file is looked at, corrected and taken over; what is open is shown with its keys and hierarchies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from ckmcore.errors import Cancelled, CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Dialect, ReadingAsked, sniff
from ckmcore.microdata.memory_estimate import free_memory, room_needed
from ckmcore.microdata.store import SUFFIX as STORE_SUFFIX
from ckmcore.microdata.store import store_of
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.import_records import Looked, look_at, make_store
from ckmcore.statistic.key_choice import KeyChoice, RecordsToKey, with_former
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period_files import former_period
from ckmdesk.base.clock import as_day, typed_day
from ckmdesk.base.frame import Message, Remedy, start_shown
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands.desk import ALL_PARTS, Changes
from ckmdesk.commands.method import import_table, set_magnitudes
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.data.areas_dialog import AreasAction
from ckmdesk.pages.data.codes_dialog import read_codes_file
from ckmdesk.pages.data.door import PREVIEW, DoorSlot
from ckmdesk.pages.data.empty_view import DropMark, EmptyView
from ckmdesk.pages.data.error_actions import Mending, mend, mending_of, taken_over
from ckmdesk.pages.data.first_view import FirstView
from ckmdesk.pages.data.hierarchies_tab import NODE_COUNTS
from ckmdesk.pages.data.import_files import LOSSES, ImportClock, ImportFiles
from ckmdesk.pages.data.import_view import ImportView
from ckmdesk.pages.data.key_files import KeyFiles
from ckmdesk.pages.data.keys_tab import REPORT
from ckmdesk.pages.data.loaded_view import LoadedView
from ckmdesk.pages.data.profile_tab import PROFILES
from ckmdesk.pages.data.review_view import ReviewView
from ckmdesk.pages.data.rules_tab import RULES_JUDGED, report_refused
from ckmdesk.ports import filled
from ckmdesk.services.releases import SLOT
from ckmdesk.state.code_import import CodeImport, CodeRequest
from ckmdesk.state.data_import import (
    Import,
    Loaded,
    begin_import,
    day_with,
    delivery_of,
    displaced,
    load_import,
    with_key_choice,
    with_kind,
    with_mapping,
    with_role,
)
from ckmdesk.state.review import Review, begin_review, carried, with_pairs
from ckmdesk.state.variant import keep_table
from ckmdesk.widgets.basic import Band, Stack
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.late_tabs import Late
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.page_head import PageHead

TAKE_OVER = "take-over"


class DataPage(Page):
    """The data page: it shows an import, the records of the open statistic, or neither."""

    page_name = "data"
    refreshing = (LOSSES, PROFILES, REPORT, NODE_COUNTS, RULES_JUDGED)
    waits_for = (SLOT,)
    kept = ("state", "reviewed", "_made_for", "_asked", "_faulty", "made", "door.opened", "_message_row", "_offer_row")
    kept = (*kept, "first_view.wanted")

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.setObjectName("data-page")
        self.state: Import | None = None
        self._reviewed: tuple[Loaded, Review] | None = None
        self._faulty: tuple[CkmError, Path, Import | None] | None = None
        self._made_for: tuple[object, int] | None = None
        self._asked: Statistic | None = None
        self._clock = ImportClock(context)
        theme = context.theme
        self._make_head()
        yield
        self.band = Band(theme)
        self.message = MessageBar(theme, lambda: context.language)
        self.message.remedy_of = self._remedy_of
        self._message_row = QWidget()
        column_of(self.message, within=self._message_row, margins=(MARGIN, STEP, MARGIN, 0))
        self.message.closed.connect(self._message_row.hide)
        self._message_row.hide()
        self.store_offer = MessageBar(theme, lambda: context.language, lasting=True)
        self.store_offer.remedy_of = lambda _: Remedy(self.tr("Make a store ..."), self.ask_for_store)
        self._offer_row = QWidget()
        column_of(self.store_offer, within=self._offer_row, margins=(MARGIN, STEP, MARGIN, 0))
        self.store_offer.closed.connect(self._offer_row.hide)
        self._offer_row.hide()
        self._stack = Stack()
        column_of(self.band, self._message_row, self._offer_row, (self._stack, 1), within=self, margins=0, spacing=0)
        self._import_at = Late(lambda: ImportView(theme), self._import_came)
        self.review_view = ReviewView(theme, lambda: context.language)
        self.review_view.message.remedy_of = self._review_remedy
        self._loaded_at = Late(lambda: LoadedView(context), self._loaded_came)
        self._refreshed = False  # the view of what is loaded, as a whole
        self._empty = EmptyView(theme)
        yield
        self.first_view = FirstView(context)
        self.first_view.all_asked.connect(self._show)
        self.door: DoorSlot = filled("DatabaseDoor", DoorSlot)(context, lambda: self._into, self)
        self.database_view = self.door.view
        views = (self._empty, self._import_at.room, self.review_view, self._loaded_at.room, self.database_view)
        for view in (*views, self.first_view):
            self._stack.addWidget(view)
        self.drop_mark = DropMark(self, self._stack)
        self._connect()
        self._make_actions()
        self._show()
        yield
        if self._open:  # what the first refresh will show
            for _ in self.loaded_view.made_in_steps():
                yield

    # --- making --------------------------------------------------------------------------------------------------

    def _make_head(self) -> None:
        self.head = PageHead()
        self.cancel_button = QPushButton(self.tr("Cancel"), clicked=self.cancel_import)
        self.other_button = QPushButton(clicked=self.ask_for_file)
        self.take_button = QPushButton(self.tr("Import data"), objectName="take-over", clicked=self.take_over)
        self.database_button = QPushButton(self.tr("Database ..."), clicked=self.ask_for_database)
        set_kind(self.take_button, "primary")
        for button in (self.cancel_button, self.database_button, self.other_button, self.take_button):
            self.head.add_right(button)
        self.context.theme.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.other_button.setIcon(self.context.theme.icon("folder"))
        self.database_button.setIcon(self.context.theme.icon("data"))
        self.take_button.setIcon(self.context.theme.icon("check", "on_accent"))

    def _connect(self) -> None:
        self._empty.open_asked.connect(self.ask_for_file)
        self._empty.database_asked.connect(self.ask_for_database)
        self.door.changed.connect(lambda: self._show(rows_too=False))
        self.door.asked.connect(self._database_asked)
        self.door.failed.connect(self._say)
        self.review_view.changed.connect(self._review_changed)
        self.review_view.mapping_asked.connect(self.ask_for_mapping)
        if self.door.day is not None:
            self.door.day.textEdited.connect(partial(self._day_typed, self.door.day))

    def _loaded_came(self, view: LoadedView) -> None:
        view.tab_asked.connect(self.first_view.close_view)
        view.file_asked.connect(self.ask_for_file)
        view.source_card.file_asked.connect(self.ask_for_file)
        self.context.frame.part_came(view)

    def _import_came(self, view: ImportView) -> None:
        view.file_card.changed.connect(self._dialect_changed)
        view.mapping_card.mapped.connect(self._column_mapped)
        view.marking_shown.connect(lambda: self._show(rows_too=False))
        view.table.heads.role_chosen.connect(self._role_chosen)
        view.table.heads.kind_chosen.connect(self._kind_chosen)
        view.statistic_card.renamed.connect(self._renamed)
        view.statistic_card.day.textEdited.connect(partial(self._day_typed, view.statistic_card.day))
        view.keys_card.chosen.connect(self._keys_chosen)
        self.key_files = KeyFiles(self.context, view.keys_card.form, "import", self._records, self._say)
        self.files = ImportFiles(self.context, view, lambda: self.state, self._replace, self._look_at_files, self._say)
        view.keys_card.modulus_chosen.connect(lambda modulus: self._change(modulus=modulus))
        self.context.frame.part_came(view)

    import_view = property(lambda self: self._import_at.view, doc="The file that is being imported.")
    loaded_view = property(lambda self: self._loaded_at.view, doc="The records of the open statistic.")
    _is_marking = property(lambda self: self._import_at.is_made and self.import_view.is_marking)

    @property
    def made(self) -> tuple[bool, bool, object]:
        """Which views were made, of an import and of what is loaded; what was counted whole for the former."""
        counts = self.files.counted if self._import_at.is_made else None
        return self._import_at.is_made, self._loaded_at.is_made, counts

    @made.setter
    def made(self, made: tuple[bool, bool, object]) -> None:
        for place, is_made in zip((self._import_at, self._loaded_at), made, strict=False):
            if is_made:
                place.view  # noqa: B018 - made by being asked for
        if made[0]:
            self.files.counted = made[2]

    def _make_actions(self) -> None:
        self.open_action = QAction(self.tr("Open file ..."), self, triggered=self.ask_for_file)
        self.take_action = QAction(self.tr("Import data"), self, shortcut="Ctrl+Return", triggered=self.take_over)
        self.cancel_action = QAction(self.tr("Cancel import"), self, triggered=self.cancel_import)
        self.database_action = QAction(self.tr("From a database ..."), self, triggered=self.ask_for_database)
        self.hierarchy_action = QAction(self.tr("Read hierarchy ..."), self)
        self.hierarchy_action.triggered.connect(lambda _: self.loaded_view.ask_for_hierarchy())
        self.areas = AreasAction(self.context, self)

    def menu_actions(self) -> MenuActions:
        door = [self.database_action] if self.door.databases else []
        more = (self.hierarchy_action, self.areas.action)
        return {"page": [self.open_action, *door, self.take_action, self.cancel_action, None, *more]}

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        if (
            (self.state is not None or self.door.is_open)
            and self._made_for != self._place
            and not self.context.jobs.running(TAKE_OVER)
        ):
            self._give_up()  # it was meant for another statistic, or for another period
        if self._open or self._refreshed:
            self.loaded_view.refresh(changes if self._refreshed else ALL_PARTS)
            self._refreshed = True
        self._show(rows_too=False)

    @property
    def _into(self) -> Statistic | None:
        """Return the open statistic if it waits for its first file."""
        statistic = self.context.desk.state.statistic
        return statistic if statistic is not None and statistic.period.source is None else None

    @property
    def _place(self) -> tuple[object, int]:
        """Return the target of an import: session and period that waits (-1: none)."""
        into = self._into
        return self.context.desk.session, -1 if into is None else into.current

    @property
    def _open(self) -> bool:
        """Return whether there are records, a source for them, or other periods."""
        desk, statistic = self.context.desk, self.context.desk.state.statistic
        several = statistic is not None and len(statistic.periods) > 1
        return desk.session.data is not None or several or (statistic is not None and self._into is None)

    def _show(self, *, rows_too: bool = True) -> None:
        loading = self.context.jobs.running(TAKE_OVER)
        under_way, ready = self.state is not None or self.door.is_open, self._open
        views = (self.door.is_open, self.database_view), (self.state is not None, self._import_at.room)
        opened = self.first_view if self.first_view.is_open else self._loaded_at.room
        view = next((view for shown, view in views if shown), opened if ready else self._empty)
        self._stack.setCurrentWidget(view if self._reviewed is None else self.review_view)
        self.context.frame.shows_other_data(under_way or self._reviewed is not None)
        self.review_view.setEnabled(not loading)
        self.database_view.setEnabled(not loading)
        if self.state is None:
            self.store_offer.clear()
        if self.state is not None or self._import_at.is_made:
            self._show_import(loading, rows_too=rows_too)
        self.cancel_button.setVisible(under_way)
        self.other_button.setVisible(under_way or ready)
        self.take_button.setVisible(under_way)
        named = bool(self.door.databases)
        self._empty.database_button.setVisible(named)
        self.database_button.setVisible(named and not under_way and ready and self._into is not None)
        for button in (self.cancel_button, self.database_button, self.other_button, self.take_button):
            button.setEnabled(not loading)
        marking = self._is_marking
        chosen = not self.door.is_open or (self.relation is not None and self.relation.ready)
        self.take_button.setEnabled(not loading and not marking and chosen)
        self.take_action.setEnabled(under_way and not loading and not marking and chosen)
        self.database_action.setEnabled(not under_way)
        if under_way:
            self.other_button.setText(self.tr("Other file ..."))
        else:
            waits = self._into is not None
            self.other_button.setText(self.tr("Choose file ...") if waits else self.tr("New statistic ..."))
        self.cancel_action.setEnabled(under_way and not loading)
        self.hierarchy_action.setEnabled(not under_way and self.context.desk.session.data is not None)
        shown = self.tr("Individual records are shown.")
        self.band.set_text(shown if self.state is not None else self.tr("Original counts are shown."))
        self.band.setVisible((under_way or ready) and not self.door.is_open)
        self.head.set_title(self.tr("Data"), self._note())

    def _show_import(self, loading: bool, *, rows_too: bool) -> None:
        """Show the file that is being imported, or let go of it. loading: it is being taken over."""
        view, into = self.import_view, self._into
        entries = () if into is None else into.dictionary
        view.mapping_card.show_import(self.state, entries, self.context.language)
        view.show_import(self.state, self.context.language, rows_too=rows_too)
        if self.state is None:
            self.key_files.stop()
            view.show_marking(None)
        else:
            self.key_files.try_choice(self.state.key_choice)
        if self.state is None or loading:
            self.files.stop()
        else:
            self.files.count()
            self.files.plan()
        view.setEnabled(not loading)

    def _note(self) -> str:
        if self.state is None and not self.door.is_open:
            return ""
        into = self._into
        if into is None:
            from_database = self.tr("New statistic from a database")
            return from_database if self.door.is_open else self.tr("New statistic from a file")
        period = into.period.label.text(self.context.language)
        return self.tr("New source for %1").replace("%1", period) if period else self.tr("New source")

    def _say(self, error: CkmError, remedy: Remedy | None = None) -> None:
        self.message.show_message(error, "warning" if isinstance(error, Cancelled) else "error", remedy)
        self._message_row.show()

    @property
    def relation(self) -> Any | None:
        """Return the relation of a database to import; None if there is none."""
        return self.door.relation

    def ask_for_database(self) -> None:
        """Show the door to the databases of the policy."""
        if self.context.jobs.running(TAKE_OVER) or not self.door.databases:
            return
        self._give_up()
        self._made_for = self._place
        self.door.open()

    def _database_asked(self) -> None:
        self.message.clear()
        self._message_row.hide()

    # --- looking at a file ---------------------------------------------------------------------------------------

    def ask_for_file(self) -> None:
        """Ask for a file of microdata."""
        if (path := self.context.services.choose_data_file()) is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        self.open_files([path])

    def open_files(self, paths: Sequence[Path]) -> None:
        """Look at a file, at several that are read as one, or at data with their τ-ARGUS description."""
        if self.context.jobs.running(TAKE_OVER):
            self.context.show_message(sentence("desk_taking_over", name=paths[0].name), "warning")
        elif not self.areas.takes(paths):
            meta = next((path for path in paths if path.suffix.lower() == ".rda"), None)
            data = [store_of(path) or path for path in paths if path is not meta]
            self._look_at_files(data or paths, None, meta if data else None)

    def _look_at(self, path: Path, dialect: Dialect | None = None, mending: Mending = "none") -> None:
        """Look at a file again, with those read together with it; `mending` is the correction of the guess."""
        same = self.state if self.state is not None and self.state.path == path else None
        paths, meta = ((path,), None) if same is None else (same.paths, same.meta)
        self._look_at_files(paths, dialect, meta, mending)

    def _look_at_files(
        self, paths: Sequence[Path], dialect: Dialect | None, meta: Path | None, mending: Mending = "none"
    ) -> None:
        path, frame, into = paths[0], self.context.frame, self._into

        def work(_context: JobContext) -> Looked:
            if mending == "encoding":
                return look_at(paths, replace(sniff(path), encoding="cp1252"), meta)
            return look_at(paths, dialect, meta, into)

        def done(found: Looked) -> None:
            frame.hide_progress()
            before = self.state if self.state is not None and self.state.path == found.preview.file else None
            self._reviewed = None  # of the file before
            self._made_for = self._place
            self.state = begin_import(found, self._into, before, self.context.language)
            if before is None:
                former = former_period(self._into, self.context.desk.session.path)
                self.state = replace(self.state, keys=with_former(self.state.keys, former, found.preview.names))
            self.message.clear()
            self._show()
            self._offer_store()
            if before is None:
                self.import_view.verticalScrollBar().setValue(0)
                self.import_view.table.setFocus()

        def failed(error: CkmError) -> None:
            frame.hide_progress()
            self._show()  # what was corrected goes back to what is true
            asked = None
            if self.state is not None and dialect is not None:
                asked = replace(self.state, preview=replace(self.state.preview, dialect=dialect))
            self._say_of_file(error, path, asked)

        def cancel() -> None:
            self.context.jobs.cancel(PREVIEW)
            failed(Cancelled())

        self.message.clear()
        frame.clear_message()
        frame.show_progress_soon(self.tr("Looking at %1 ...").replace("%1", path.name), cancel)
        self.context.jobs.start(PREVIEW, work, done, failed)

    def _dialect_changed(self, dialect: object) -> None:
        if self.state is not None and isinstance(dialect, Dialect):
            self._look_at(self.state.path, dialect)

    def _say_of_file(self, error: CkmError, path: Path, state: Import | None) -> None:
        """Show an error with its remedy; `state` is None if the file could not be opened at all."""
        self._faulty = (error, path, state)
        if isinstance(error, ReadingAsked) and self.state is not None:
            self._replace(replace(self.state, plan=self.files.with_questions(error)))
            self._say(self.files.question_error(error))
            self.import_view.plan.focus_question()
            return
        column = str(error.fields.get("column") or error.fields.get("variable") or "")
        if state is not None and state is self.state:
            self.import_view.table.mark_fault(column)
        self._say(error, self._remedy_of(error))

    def _remedy_of(self, message: Message) -> Remedy | None:
        """Return the button that corrects the file of an error; None if there is none."""
        if self._faulty is None or message is not self._faulty[0]:
            return None
        error, path, state = self._faulty
        if refused := report_refused(self.context, error):
            return refused
        mending = mending_of(error, state)
        words = {
            "encoding": self.tr("Read as Windows-1252"),
            "quotes": self.tr("Read without quotes"),
            "generate": self.tr("Generate keys instead"),
            "modulus": self.tr("Correct the modulus"),
            "dimension": self.tr("Make it a dimension"),
            "ignore": self.tr("Ignore this column"),
            "again": self.tr("Try again"),
            "other": self.tr("Other file ..."),
        }
        mended = mending in words
        return Remedy(words[mending], lambda: self._mend(mending, error, path, state)) if mended else None

    def _mend(self, mending: Mending, error: CkmError, path: Path, state: Import | None) -> None:
        if mending == "other":
            self.ask_for_file()
        elif mending == "again":
            self._look_at(path, None if state is None else state.preview.dialect)
        elif mending == "modulus":
            self.import_view.keys_card.modulus.setFocus()
        elif state is None:
            self._look_at(path, mending=mending)
        else:
            mended = mend(mending, error, state)
            if mended.dialect is not None:
                self._look_at(path, mended.dialect)
            elif mended.state is not None:
                self.state = mended.state
                self._show(rows_too=False)

    # --- correcting ----------------------------------------------------------------------------------------------

    def _role_chosen(self, name: str, role: str) -> None:
        if self.state is not None:
            self._set_state(with_role(self.state, name, role), name)  # type: ignore[arg-type]

    def _kind_chosen(self, name: str, kind: str) -> None:
        if self.state is not None:
            self._set_state(with_kind(self.state, name, kind), name)  # type: ignore[arg-type]

    def _records(self) -> RecordsToKey | None:
        """Return the records to import, for trying keys of another file."""
        state = self.state
        return None if state is None else RecordsToKey(state.paths, state.preview.dialect, 0, state.period, state.meta)

    def _replace(self, state: Import) -> None:
        self.state = state
        self._show(rows_too=False)

    def _keys_chosen(self, choice: object) -> None:
        if self.state is not None and isinstance(choice, KeyChoice):
            self.state = with_key_choice(self.state, choice)
            self._show(rows_too=False)

    def _set_state(self, after: Import, name: str) -> None:
        before, self.state = self.state, after
        self._show(rows_too=False)
        other = "" if before is None else displaced(before, after, name)
        hint = self.tr("Only one column can have this role: %1 has another one now.")
        self.context.frame.set_hint(hint.replace("%1", other) if other else "")

    def _renamed(self, title: str, period: str, day: str) -> None:
        if self.state is not None:
            self._change(title=title, period=period, date=day_with(self.state.period, typed_day(day), period))
            self.import_view.statistic_card.show_state(self.state, self.context.language)

    def _change(self, **fields: object) -> None:
        if self.state is not None:
            self.state = replace(self.state, **fields)  # type: ignore[arg-type]

    def show_place(self, place: str) -> None:
        """Move the focus to `period` (label and day) or `codes:variable` (origin of the code list)."""
        if self.context.desk.state.statistic is not None:
            self.loaded_view.show_place(place)

    def cancel_import(self) -> None:
        """Cancel the import; the former statistic is shown again."""
        if self.context.jobs.running(TAKE_OVER):
            return
        if self._reviewed is not None:  # back to the file
            self.context.jobs.cancel(PREVIEW)
            self._reviewed = None
            self._show(rows_too=False)
            self.import_view.table.setFocus()
            return
        self._give_up()
        if self.context.desk.state.statistic is None:
            self.context.frame.go_to("start")
        self._show()
        if self._open:
            self.loaded_view.tabs.tabBar().setFocus()  # what had the keyboard is gone

    def _give_up(self) -> None:
        if self.context.jobs.running(PREVIEW):
            self.context.jobs.cancel(PREVIEW)
            self.context.frame.hide_progress()
        self.message.clear()
        self.context.frame.set_hint("")
        self.state = self._reviewed = self._made_for = self._asked = None
        self.door.close()

    # --- taking over ---------------------------------------------------------------------------------------------

    def take_over(self) -> None:
        """Load the file; an open statistic is closed after the usual question, or filled if it waits for data."""
        if (self.state is None and self.relation is None) or self.context.jobs.running(TAKE_OVER):
            return
        if self._is_marking or (self.relation is not None and not self.relation.ready):
            return
        if self._reviewed is not None:
            self._decide()
        elif not self._has_day() or self._is_asking():
            return
        elif self._into is not None:
            self._load()
        else:
            self.context.frame.confirm_leaving(self._load)

    def _is_asking(self) -> bool:
        """Tell whether a question about the file is open, which then has the keyboard."""
        state = self.state
        if state is None or state.plan is None or not state.plan.questions:
            return False
        self._say_of_file(ReadingAsked.of("", state.plan), state.path, state)
        return True

    def _has_day(self) -> bool:
        """Return whether the typed reference day is valid or empty; marks the field if it is not."""
        relation, state = self.relation, self.state
        field = self.import_view.statistic_card.day if relation is None else self.door.day
        date = relation.date if relation is not None else "" if state is None else state.date
        if as_day(date) is not None:
            return True
        self.message.show_message(sentence("desk_no_day", value=date.strip()))
        self._message_row.show()
        mark_faulty(field, self.message.text)
        field.setFocus()
        return False

    def _day_typed(self, field: QLineEdit, _text: str) -> None:
        if field.property("kind") == "faulty":  # what was said of it is being mended
            mark_faulty(field, "")
            self.message.clear()
            self._message_row.hide()

    def _load(self) -> None:
        state, relation, into, frame = self.state, self.relation, self._into, self.context.frame
        if state is None and relation is None:
            return
        asked = self._asked = self.context.desk.state.statistic
        if state is not None and not state.title.strip():
            state = replace(state, title=state.path.stem)
        name, ckm_path = self._import_name, self.context.desk.session.path

        def work(context: JobContext) -> Loaded:
            if relation is not None:
                return self.door.load(relation, into, context)
            if state is None:
                raise ValueError("nothing to take over")
            return load_import(state, into, context.progress, context.cancelled, ckm_path)

        def done(loaded: Loaded) -> None:
            if loaded.changes:
                self._review(loaded)
            elif self.context.desk.state.statistic is asked:
                self._loaded(name, loaded)
            else:  # the open statistic was worked on meanwhile
                self._show(rows_too=False)
                frame.confirm_leaving(lambda: self._loaded(name, loaded))

        def failed(error: CkmError) -> None:
            self._show(rows_too=False)
            self.take_button.setFocus()  # it was disabled meanwhile, and its focus went astray
            if state is None:
                self._say(error)
            else:
                self._say_of_file(error, state.path, self.state)

        self.message.clear()
        frame.clear_message()
        self._clock.start()
        text = self.tr("Importing the data ...")
        start_shown(self.context.jobs, frame, TAKE_OVER, text, work, done, failed, self._clock.text)
        self.setFocus()  # what had the keyboard is disabled now
        self._show(rows_too=False)

    def _offer_store(self) -> None:
        """Offer a store if the records do not fit into memory."""
        state = self.state
        needed = None if state is None else room_needed(state.preview, {one.name: one.role for one in state.columns})
        offer = None if needed is None or state is None else needed.offer(free_memory(), state.path.parent)
        if offer is None:
            self.store_offer.clear()
            return
        self.store_offer.show_message(offer, "warning", self.store_offer.remedy_of(offer))
        self._offer_row.show()

    def ask_for_store(self) -> None:
        """Ask for the path of a store, make it, and look at it in place of the files."""
        state, frame = self.state, self.context.frame
        if state is None or self._is_marking or self.context.jobs.running(TAKE_OVER):
            return
        filters = self.tr("Stores (*.ckmstore)")
        found = frame.choose_save_file(self.tr("Make a store"), state.path.with_suffix(STORE_SUFFIX), filters)
        if found is None:
            self._offer_store()
            return
        path = found if found.suffix.lower() == STORE_SUFFIX else found.with_name(found.name + STORE_SUFFIX)

        def work(context: JobContext) -> tuple[Sentence, ...]:
            return make_store(delivery_of(state), path, context.progress, context.cancelled)

        def done(_notices: tuple[Sentence, ...]) -> None:
            self._show(rows_too=False)
            self.context.show_message(sentence("desk_store_made", name=path.name), "ok")
            self._look_at_files([path], None, None)

        def failed(error: CkmError) -> None:
            self._show(rows_too=False)
            self._offer_store()
            self._say_of_file(error, state.path, self.state)

        self.message.clear()
        frame.clear_message()
        self._clock.start()
        text = self.tr("Making the store ...")
        start_shown(self.context.jobs, frame, TAKE_OVER, text, work, done, failed, self._clock.text)
        self.setFocus()  # what had the keyboard is disabled now
        self._show(rows_too=False)

    # --- codes of a further period -------------------------------------------------------------------------------

    def _review(self, loaded: Loaded) -> None:
        """Start the review of differing codes after the file was read and before it is imported."""
        review = begin_review(loaded.statistic, loaded.read, loaded.changes)
        settled = False
        if self.relation is not None:
            review, settled = carried(review, self.relation.review), self.relation.settles(review)
        self._reviewed = (loaded, review)
        self.review_view.show_review(review)
        if settled:
            self._decide()
            return
        self._show(rows_too=False)
        self.review_view.tree.setFocus()

    @property
    def reviewed(self) -> tuple[Loaded, Review] | None:
        """Return the records read and their review, until it is finished."""
        return self._reviewed

    @reviewed.setter
    def reviewed(self, reviewed: tuple[Loaded, Review] | None) -> None:
        self._reviewed = reviewed
        if reviewed is not None:
            self.review_view.show_review(reviewed[1])

    def _review_changed(self, review: object) -> None:
        if self._reviewed is not None and isinstance(review, Review):
            self._reviewed = (self._reviewed[0], review)

    def ask_for_mapping(self, variable: str) -> None:
        """Ask for the mapping table of a variable."""
        words = self.tr("Mapping tables (*.csv *.txt *.xlsx *.xls *.ods)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read mapping table"), words)
        if path is not None:
            self.read_mapping(variable, path, shown=True)

    def read_mapping(self, variable: str, path: Path, *, shown: bool = False) -> None:
        """Read a mapping table for a variable under review; with `shown` it is always shown before."""
        asked = self._reviewed

        def taken(state: CodeImport) -> None:
            if asked is None or self._reviewed is None or self._reviewed[0] is not asked[0] or state.conversion is None:
                return
            day = asked[0].statistic.period.date
            review = with_pairs(self._reviewed[1], variable, state.conversion, day)
            self._reviewed = (asked[0], review)
            self.review_view.take_mapping(review, variable)

        failed = self.review_view.message.show_message
        read_codes_file(self.context, self, CodeRequest(path, "conversion"), taken, failed, shown=shown)

    def _decide(self) -> None:
        reviewed, name = self._reviewed, self._import_name
        if reviewed is None:
            return
        loaded, review = reviewed
        said = self.review_view.since.text().strip()
        since = as_day(said)
        if since is None:
            self.review_view.say_of_day(sentence("desk_no_day", value=said))
            return

        asked = self._asked

        def work(_context: JobContext) -> Loaded:
            return loaded.decided(review.decisions, since)

        def done(made: Loaded) -> None:
            def taken() -> None:
                self._reviewed = None
                self._loaded(name, made)

            if self.context.desk.state.statistic is asked:
                taken()
            else:  # the open statistic was worked on meanwhile
                self._show(rows_too=False)
                self.context.frame.confirm_leaving(taken)

        def failed(error: CkmError) -> None:
            self._show(rows_too=False)
            if error.code == "change_without_day":
                self.review_view.say_of_day(error)
            else:
                self.review_view.message.show_message(error, "error", self._review_remedy(error))

        self.review_view.message.clear()
        self.context.jobs.start(TAKE_OVER, work, done, failed)
        self._show(rows_too=False)

    def _review_remedy(self, message: Message) -> Remedy | None:
        lacks = isinstance(message, CkmError) and message.code == "period_without_day"
        if not lacks:
            return report_refused(self.context, message)
        return Remedy(self.tr("Give up the import and enter the day"), self._date_other_period)

    def _date_other_period(self) -> None:
        """Cancel the import and ask for the day of the first period that has records but no day."""
        self._give_up()
        self._show()
        statistic = self.context.desk.state.statistic
        for place, period in enumerate(() if statistic is None else statistic.periods):
            if period.source is not None and not period.date:
                self.loaded_view.show_place(f"period:{place}")
                return

    def _column_mapped(self, entry: object, column: str) -> None:
        if self.state is not None and isinstance(entry, VariableEntry):
            self._set_state(with_mapping(self.state, entry, column), column)

    @property
    def _import_name(self) -> str:
        """Return the name of the file or the relation to import."""
        if self.relation is not None:
            return self.relation.relation
        return "" if self.state is None else self.state.path.name

    def _loaded(self, name: str, loaded: Loaded) -> None:
        self.state = None
        self.door.close()
        self.context.frame.set_hint("")
        self.context.services.take_over(loaded.statistic, loaded.data, loaded.read)
        self._show()
        self.setFocus()  # what had the keyboard is gone
        # That for counts last: it stands on the page of the method then.
        for one in sorted(loaded.ptables, key=lambda one: one.use == "counts"):
            self.context.desk.run(import_table(one.name, keep_table(one.opened.table), one.opened.own))
        if loaded.sums is not None:
            self.context.desk.run(set_magnitudes(loaded.sums, "project"))
        said, kind, remedy = taken_over(loaded, name, self.context, lambda: self.loaded_view.show_place("rules"))
        self.context.show_message(said, kind, remedy)
        methodologist = self.context.settings.is_methodologist
        bare = loaded.statistic.period.in_force is None and len(loaded.statistic.periods) == 1 and not loaded.ptables
        self.first_view.wanted = methodologist and bare
        self._show()

    # --- the rest ------------------------------------------------------------------------------------------------

    def mark_drop(self, active: bool) -> None:
        self.drop_mark.mark(active)
