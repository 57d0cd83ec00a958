"""The way through the door to databases: what is asked, one question at a time, and what was chosen so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from PySide6.QtCore import QElapsedTimer, QObject

from ckmcore.errors import CkmError
from ckmcore.scale.database.link import RelationFound
from ckmcore.scale.database.questions import RelationTexts
from ckmcore.statistic.model import Statistic
from ckmdesk.base.clock import typed_day
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.door import PREVIEW, DoorSlot
from ckmdesk.scale.pages.data.database_view import DatabaseView
from ckmdesk.scale.pages.data.questions_dialog import QuestionsDialog
from ckmdesk.scale.pages.data.unknown_codes import AssignDialog
from ckmdesk.scale.state.relation_import import (
    RelationImport,
    begin_relation,
    code_lists,
    count_periods,
    count_records,
    described,
    load_relation,
    relations_of,
    with_codes,
    with_decisions,
    with_known_roles,
    with_period,
    with_periods,
    with_role,
)
from ckmdesk.state.data_import import Loaded, day_with, proposed_day
from ckmdesk.state.review import Review, as_missing

Answer = TypeVar("Answer")
COUNT = "relation-count"


class DatabaseDoor(DoorSlot):
    """The door where scale is there."""

    view: DatabaseView

    def __init__(self, context: PageContext, into: Callable[[], Statistic | None], parent: QObject) -> None:
        super().__init__(context, into, parent)
        self.relation: RelationImport | None = None
        self.is_open = False
        self.day = self.view.day
        self._database = ""
        self._found: Sequence[RelationFound] = ()
        self._counted_in = 0
        context.jobs.asking.connect(
            lambda slot, seconds, fraction: self.view.records.counting(seconds, fraction) if slot == COUNT else None
        )
        self.view.database_chosen.connect(self._database_chosen)
        self.view.relation_chosen.connect(self._relation_chosen)
        self.view.role_chosen.connect(self._role_chosen)
        self.view.named.connect(self._named)
        self.view.modulus_chosen.connect(lambda modulus: self._change(modulus=modulus))
        self.view.held_chosen.connect(lambda held_place: self._change(held=held_place))
        self.view.period_chosen.connect(self._period_chosen)
        self.view.codes_asked.connect(self.ask_codes)
        self.view.roles_asked.connect(self.take_roles)
        self.view.questions_asked.connect(self.show_questions)
        self.view.records.stopped.connect(self.stop_counting)
        self.view.records.asked.connect(self.count_again)
        self.view.unknown.assign_asked.connect(self.assign)
        self.view.unknown.missing_asked.connect(self._none_stated)

    def make_view(self) -> DatabaseView:
        """The view of databases, relations and columns."""
        return DatabaseView(self.context.theme)

    @property
    def opened(self) -> tuple[Any, ...] | None:
        """Return the current selection with what was found and counted; None if the door is closed."""
        known_keys = (self.relation, self._database, self._found, self._counted_in, self.view.records.count)
        return (*known_keys, self.view.shown) if self.is_open else None

    @opened.setter
    def opened(self, opened: tuple[Any, ...] | None) -> None:
        if opened is not None:
            self.is_open = True
            self.relation, self._database, self._found, self._counted_in, count, shown = opened
            self.view.show_again(shown, self.context.language)
            self.view.records.count = count

    def load(self, relation: RelationImport, into: Statistic | None, job: JobContext) -> Loaded:
        """Load the relation as a statistic with its records.

        `into` is the statistic to extend, None for a new one. Raises the errors of connecting, opening and reading.
        """
        return load_relation(relation, into, job.progress, job.cancelled)

    def open(self) -> None:
        """Show the databases; if there is only one, choose it."""
        self.is_open = True
        statistic = self.context.desk.state.statistic
        self.view.knows_roles = statistic is not None and bool(statistic.dictionary)
        self.view.show_databases(self.databases, self.context.language)
        self.changed.emit()
        self.view.databases.setFocus()
        if len(self.databases) == 1:
            self.view.databases.setCurrentRow(0)

    def close(self) -> None:
        """Close the door, drop the selection and stop counting."""
        self.relation, self.is_open = None, False
        self.context.jobs.cancel(COUNT)

    def ask_codes(self) -> None:
        """Start counting the codes of the columns by which tables are to be broken down."""
        state = self.relation
        if state is None or not state.names("dimension") or (state.period_column and not state.period_code):
            return

        def asked_of(relation_import: RelationImport) -> tuple[str, ...]:
            return (
                relation_import.database,
                relation_import.relation,
                relation_import.period_column,
                relation_import.period_code,
            )

        def done(result: Mapping[str, Sequence[str]]) -> None:
            current_relation = self.relation
            if current_relation is not None and asked_of(current_relation) == asked_of(state):
                self._become(with_codes(current_relation, result, self._into()))
                self.view.say_codes()

        self._ask(lambda context: code_lists(state, context.cancelled), done)

    def assign(self, variable: str) -> None:
        """Open the dialog that decides on unknown codes of the columns, beginning with `variable`."""
        if self.relation is not None:
            dialog = AssignDialog(self.context, self.relation.review, variable, self.view.window())
            dialog.decided.connect(self._assigned)
            dialog.open()

    def _assigned(self, review: Review) -> None:
        if self.relation is not None:
            self._become(with_decisions(self.relation, review, [variable.entry.name for variable in review.variables]))

    def _none_stated(self, variable: str) -> None:
        if self.relation is not None:
            review = as_missing(self.relation.review, variable)
            self._become(with_decisions(self.relation, review, [variable]))

    def _database_chosen(self, name: str) -> None:
        clock = QElapsedTimer()
        clock.start()
        self.relation = None
        self.stop_counting()
        self.view.show_connection(name, None)
        self.view.show_relations(())
        self.view.show_import(None)

        def done(relation_founds: list[RelationFound]) -> None:
            if self.is_open:
                self.view.show_connection(name, int(clock.elapsed()))
                self.view.show_relations(relation_founds)
                self._database, self._found = name, relation_founds
                self.changed.emit()
                self.view.say_connected()

        self._ask(lambda _: relations_of(name), done)

    def _relation_chosen(self, relation: str) -> None:
        database, into, language = self._database, self._into(), self.context.language

        def done(texts: RelationTexts) -> None:
            if self.is_open:
                chosen_relation = next(
                    relation_found for relation_found in self._found if relation_found.name == relation
                )
                begun = begin_relation(self.databases[database], database, chosen_relation, texts, into)
                label = "" if into is None else into.period.label.text(language)
                title = "" if into is None else into.title.text(language)
                day = ("" if into is None else into.period.date) or proposed_day(label)
                self.relation = replace(begun, title=title or relation.rpartition(".")[2], period=label, date=day)
                self.view.show_import(self.relation)
                self.changed.emit()
                self.view.say_columns()
                self.count_again()

        self._ask(lambda _: described(database, relation), done)

    def count_again(self) -> None:
        """Count the records of the relation, or of each of its periods, in the background.

        The count may be stopped. Only the choice of a period waits for it.
        """
        state = self.relation
        if state is None:
            return
        database, relation, column = state.database, state.relation, state.period_column
        clock = QElapsedTimer()
        clock.start()
        self.view.records.counting()

        def is_asked_of(now: RelationImport) -> bool:
            return (now.database, now.relation, now.period_column) == (database, relation, column)

        def done(result: int | Mapping[str, int]) -> None:
            current_relation = self.relation
            if current_relation is None or not is_asked_of(current_relation):
                return
            self._counted_in = int(clock.elapsed())
            self._become(
                replace(current_relation, rows=result)
                if isinstance(result, int)
                else with_periods(current_relation, result)
            )
            self._say_count()

        def work(context: JobContext) -> int | Mapping[str, int]:
            if column:
                return count_periods(database, relation, column, context.cancelled)
            return count_records(database, relation, context.cancelled)

        def failed(error: CkmError) -> None:
            self.view.records.not_counted()
            if column and self.relation is not None and is_asked_of(self.relation):
                self.failed.emit(error)

        # What is wrong with the database is said when it is taken over; but a period has to be chosen before.
        self.context.jobs.start(COUNT, work, done, failed)

    def _say_count(self) -> None:
        if self.relation is not None and self.relation.rows >= 0:
            self.view.records.show_count(self.relation.rows, self._counted_in)

    def _period_chosen(self, code: str) -> None:
        if self.relation is not None:
            self._become(with_period(self.relation, code))
            self._say_count()

    def stop_counting(self) -> None:
        """Stop counting the records."""
        self.context.jobs.cancel(COUNT)
        self.view.records.not_counted()

    def take_roles(self) -> None:
        """Give the columns the roles that the open statistic knows."""
        statistic = self.context.desk.state.statistic
        if self.relation is not None and statistic is not None:
            self._become_asked(with_known_roles(self.relation, statistic))
            self.view.say_columns()

    def show_questions(self) -> None:
        """Show what the database will be asked."""
        if self.relation is not None and self.relation.ready:
            QuestionsDialog(self.relation.questions, self.view.window()).open()

    def _role_chosen(self, column: str, role: str) -> None:
        if self.relation is not None:
            self._become_asked(with_role(self.relation, column, role))  # type: ignore[arg-type]

    def _named(self, title: str, period: str, day: str) -> None:
        if self.relation is not None:
            date = day_with(self.relation.period, typed_day(day), period)
            self._change(title=title, period=period, date=date)

    def _change(self, **fields: object) -> None:
        if self.relation is not None:
            self._become(replace(self.relation, **fields))  # type: ignore[arg-type]

    def _become_asked(self, state: RelationImport) -> None:
        """Change to another state; if another column holds the periods, count again."""
        former_column = "" if self.relation is None else self.relation.period_column
        self._become(state)
        if state.period_column != former_column:
            self.count_again()

    def _become(self, state: RelationImport) -> None:
        self.relation = state
        self.view.show_import(state)
        self.changed.emit()

    def _ask(self, work: Callable[[JobContext], Answer], on_answer: Callable[[Answer], None]) -> None:
        jobs, frame = self.context.jobs, self.context.frame

        def ended(answer: Answer) -> None:
            frame.hide_progress()
            on_answer(answer)

        def failed(error: CkmError) -> None:
            frame.hide_progress()
            self.failed.emit(error)

        def cancel() -> None:
            jobs.cancel(PREVIEW)
            frame.hide_progress()

        self.asked.emit()
        frame.show_progress_soon(self.tr("Asking the database ..."), cancel)
        jobs.start(PREVIEW, work, ended, failed)
