"""Handing in a table for release: the form, the table that is computed for it, the entry of the register."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject
from shiboken6 import isValid

from ckmcore.errors import CkmError, InputError, PermissionRefused
from ckmcore.messages import sentence
from ckmcore.release.checklist import former_release
from ckmcore.statistic.entry import Request
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.tables import free_name
from ckmdesk.base.clock import now_text
from ckmdesk.commands.tables import open_table, save_table, take_over_tables
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.release.checklist_links import Mending
from ckmdesk.pages.release.submit_card import AT_HAND, SubmitCard
from ckmdesk.services.releases import Ready
from ckmdesk.state.releases import request_again
from ckmdesk.state.table_drafts import is_modified, saved_table, working_spec


class HandingIn(QObject):
    """Handles the submission form `card`; `closed()` is called after it was closed."""

    def __init__(
        self,
        context: PageContext,
        closed: Callable[[], None],
        done: Callable[[], int],
        compare: Callable[[Release], None],
        parent: QObject | None = None,
    ) -> None:
        """Set up the controller; `done` shows the new entry and returns its number.

        `compare` shows a release beside the current table.
        """
        super().__init__(parent)
        self._context, self._service = context, context.services.releases
        self._closed, self._done, self._compare = closed, done, compare
        self._ready: Ready | None = None
        self._prepared_for: tuple[Statistic, SavedTable] | None = None
        self._handing_in = False
        self.card = SubmitCard(context.theme, context.language)
        self.card.hide()
        self.card.cancelled.connect(self.close)
        self.card.submitted.connect(self.submit)
        self.card.changed.connect(self._prepare)

    def open(self, corrects: Release | None = None) -> bool:
        """Open the form for the current table, or for a correction; false if nothing can be submitted."""
        statistic = self._context.desk.state.statistic
        if statistic is None or self._context.desk.session.data is None:
            return False
        settings, state = self._context.settings, self._context.desk.state
        chosen, number = AT_HAND, 0
        request = Request(forms=settings.office.forms, language=settings.language)
        if corrects is not None:
            number, request = corrects.number, request_again(corrects)
            if any(table.name == corrects.submission.table != state.table.name for table in statistic.tables):
                chosen = corrects.submission.table
        signing = self._service.signing  # a key says who this is
        self.card.open_for(self._tables(statistic), chosen, request, signing.name_for(statistic), number)
        self.card.fields["person"].setReadOnly(self._is_known(statistic))
        self.card.show()
        nameless = not self.card.person and not self.card.fields["person"].isReadOnly()
        self.card.fields["person" if nameless else "recipient"].setFocus()
        self._prepare()
        return True

    @property
    def form(self) -> tuple[str, Request, str, int, str] | None:
        """Return the content of the form; None if it is closed."""
        card = self.card
        return None if card.isHidden() else (card.chosen_table, card.request(), card.person, card.corrects, card.remark)

    @form.setter
    def form(self, form: tuple[str, Request, str, int, str] | None) -> None:
        statistic = self._context.desk.state.statistic
        if form is not None and statistic is not None:
            self.card.open_for(self._tables(statistic), *form)
            self.card.fields["person"].setReadOnly(self._is_known(statistic))
            self.card.show()
            self._prepare()

    def _is_known(self, statistic: Statistic) -> bool:
        """Return whether key or policy determine who submits."""
        return self._service.signing.signs(statistic) or self._context.settings.locked("person")

    def look_again(self) -> None:
        """Refresh the form after it is shown again or something changed; typed text is kept."""
        statistic, state = self._context.desk.state.statistic, self._context.desk.state
        if statistic is None or self.card.isHidden() or self._handing_in:
            return
        if self._prepared_for == (statistic, self._table_to_submit()):
            return
        name = "" if self._prepared_for is None else self._prepared_for[1].name
        elsewhere = name != state.table.name and saved_table(statistic, name) is not None
        self.card.show_tables(self._tables(statistic), name if elsewhere else AT_HAND)
        self._prepare()

    def _tables(self, statistic: Statistic) -> list[tuple[str, str]]:
        state = self._context.desk.state
        at_hand = self.tr("Table at hand: %1").replace("%1", state.table.name or self.tr("the table at hand"))
        tables = [(AT_HAND, self._listed(at_hand, changed=is_modified(state)))]
        return tables + [
            (table.name, self._listed(table.name, changed=working_spec(state, table.name) != table.spec))
            for table in statistic.tables
            if table.name != state.table.name
        ]

    def close(self) -> None:
        """Close the form without a submission."""
        self._service.leave_preparing()
        self._ready = None
        if isValid(self.card):  # else the page was built again, in another language, and this answers to its former one
            self.card.hide()
            self._closed()

    def _prepare(self) -> None:
        statistic, card = self._context.desk.state.statistic, self.card
        if statistic is None:
            return
        table = self._table_to_submit()
        self._prepared_for = statistic, table
        card.unsay()
        card.show_waiting()
        self._ready = None

        def done(ready: Ready) -> None:
            self._ready = ready
            checks = ready.prepared.submission.checks
            mending = Mending(
                self._context, ready.prepared.submission.spec, self._open_chosen, self._compared_with(ready)
            )
            card.show_checks(checks, self._context.language, mending.of(checks))

        self._service.prepare(table, card.request(), card.corrects, done, self._refused)

    def _open_chosen(self) -> None:
        saved = saved_table(self._context.desk.state.statistic, self.card.chosen_table)
        if saved is not None:
            self._context.desk.run(open_table(saved))

    def _compared_with(self, ready: Ready) -> Callable[[], None] | None:
        """Return the action that shows the former release beside the current table; None without one.

        Another table has to be laid out for it first.
        """
        statistic = self._context.desk.state.statistic
        former = None if statistic is None else former_release(statistic, ready.prepared.submission)
        if former is None:
            return None

        def show() -> None:
            self._open_chosen()
            self._compare(former)

        return show

    def _table_to_submit(self) -> SavedTable:
        """Return the table to submit, as it is laid out now."""
        state, name = self._context.desk.state, self.card.chosen_table
        spec = working_spec(state, name) if name else None
        return SavedTable(name or state.table.name, state.table.spec if spec is None else spec)

    def submit(self) -> None:
        """Record the submission."""
        if self._ready is None:
            return
        card, ready, settings = self.card, self._ready, self._context.settings
        if ready.prepared.submission.spec != self._table_to_submit().spec:  # it was changed meanwhile, by undo
            self._prepare()
            return
        if not card.person:  # the name of the account would stand in the place of an empty one
            self._refused(PermissionRefused("register_person_missing"))
            card.fields["person"].setFocus()
            return
        if card.corrects and not card.remark:  # whoever has the former version asks why
            self._refused(InputError("release_reason_missing"))
            card.fields["remark"].setFocus()
            return
        statistic = self._context.desk.state.statistic
        signs = statistic is not None and self._service.signing.signs(statistic)
        if not signs and card.person != settings.person:
            settings.set("person", card.person)

        self._handing_in = True  # what is saved first is no reason to look again
        ready, saved = self._saved(ready)

        def done() -> None:
            self._handing_in = False
            self.close()
            number = str(self._done() if isValid(self.card) else self._last_number())
            said_sentence = sentence("desk_submitted", number=number)
            if saved:
                said_sentence = sentence("desk_saved_and_submitted", number=number, table=saved)
            self._context.show_message(said_sentence, "ok")

        self._service.submit(ready, card.request(), card.remark, card.corrects, done, self._refused)

    def _saved(self, ready: Ready) -> tuple[Ready, str]:
        """Return the prepared submission under the name of a saved table, and that name if it is only saved now."""
        desk, submission = self._context.desk, ready.prepared.submission
        statistic, name = desk.state.statistic, submission.table
        saved = saved_table(statistic, name)
        if statistic is None or (saved is not None and saved.spec == submission.spec):
            return ready, ""
        if saved is not None:
            desk.run(take_over_tables((name,), now_text()))
            return ready, name
        twin = next((table.name for table in statistic.tables if table.spec == submission.spec), "")
        name = twin or free_name(name or submission.heading, {table.name for table in statistic.tables})
        if not twin:
            desk.run(save_table(name, now_text()))
        prepared = replace(ready.prepared, submission=replace(submission, table=name))
        return replace(ready, prepared=prepared), "" if twin else name

    def _listed(self, name: str, *, changed: bool) -> str:
        return self.tr("%1 (modified, is saved first)").replace("%1", name) if changed else name

    def _last_number(self) -> int:
        statistic = self._context.desk.state.statistic
        return 0 if statistic is None or not statistic.register else statistic.register[-1].number

    def _refused(self, error: CkmError) -> None:
        self._handing_in = False
        if isValid(self.card):
            self.card.say(error, self._context.language)
        else:
            self._context.show_message(error)
