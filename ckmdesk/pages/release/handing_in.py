"""Handing in a table for release: the form, the table that is computed for it, what goes on record."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from ckmcore.errors import CkmError
from ckmcore.release.entry import PersonMissing, Request
from ckmcore.release.release import Release
from ckmcore.sentences import sentence
from ckmcore.statistic.model import SavedTable
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.release.submit_card import AT_HAND, SubmitCard
from ckmdesk.releases import Ready
from ckmdesk.state.releases import request_again


class HandingIn(QObject):
    """The form `card` and what it does; `closed()` is called when it was shut."""

    def __init__(
        self,
        context: PageContext,
        closed: Callable[[], None],
        done: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        """done: the list shows the new entry and says its number."""
        super().__init__(parent)
        self._context, self._service = context, context.services.releases
        self._closed, self._done = closed, done
        self._ready: Ready | None = None
        self.card = SubmitCard(context.theme)
        self.card.hide()
        self.card.cancelled.connect(self.close)
        self.card.submitted.connect(self.submit)
        self.card.changed.connect(self._prepare)

    def open(self, corrects: Release | None = None) -> bool:
        """The form for the table at hand, or for a correction of a release; False where nothing can be handed in."""
        statistic = self._context.desk.state.statistic
        if statistic is None or self._context.desk.session.data is None:
            return False
        settings, state = self._context.settings, self._context.desk.state
        at_hand = state.table.name or self.tr("the table at hand")
        tables = [(AT_HAND, self.tr("Table at hand: %1").replace("%1", at_hand))]
        tables += [(table.name, table.name) for table in statistic.tables]
        chosen, number = AT_HAND, 0
        request = Request(forms=settings.office.forms, language=settings.language)
        if corrects is not None:
            number, request = corrects.number, request_again(corrects)
            if any(table.name == corrects.submission.table for table in statistic.tables):
                chosen = corrects.submission.table
        self.card.open_for(tables, chosen, request, settings.person, number)
        self.card.fields["person"].setReadOnly(settings.locked("person"))
        self.card.show()
        self.card.fields["recipient"].setFocus()
        self._prepare()
        return True

    def close(self) -> None:
        """Nothing is handed in."""
        self._service.leave_preparing()
        self._ready = None
        self.card.hide()
        self._closed()

    def _prepare(self) -> None:
        statistic, card = self._context.desk.state.statistic, self.card
        if statistic is None:
            return
        name, state = card.chosen_table, self._context.desk.state
        saved = next((table for table in statistic.tables if table.name == name), None)
        table = saved if saved is not None else SavedTable(state.table.name, state.table.spec)
        card.say("")
        card.show_waiting()
        self._ready = None

        def done(ready: Ready) -> None:
            self._ready = ready
            card.show_checks(ready.prepared.submission.checks, self._context.language)

        self._service.prepare(table, card.request(), card.corrects, done, self._refused)

    def submit(self) -> None:
        """Put what the form says on record."""
        if self._ready is None:
            return
        card, ready, settings = self.card, self._ready, self._context.settings
        if not card.person:  # the name of the account would stand in the place of an empty one
            self._refused(PersonMissing())
            card.fields["person"].setFocus()
            return
        if card.person != settings.person:
            settings.set("person", card.person)

        def done() -> None:
            self.close()
            self._context.show_message(sentence("desk_submitted", number=str(self._done())), "ok")

        self._service.submit(ready, card.request(), card.remark, card.corrects, done, self._refused)

    def _refused(self, error: CkmError) -> None:
        self.card.say(error.text(self._context.language))
