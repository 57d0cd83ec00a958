"""Make new keys: says what it breaks, asks for a reason, and where the keys come from."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from ckmcore.errors import Cancelled, CkmError, ProtectionError
from ckmcore.messages import sentence
from ckmcore.microdata.data import with_judged_keys
from ckmcore.microdata.open import open_source
from ckmcore.statistic.key_choice import KeyChoice, MadeKeys, RecordsToKey, make_keys, period_name
from ckmcore.statistic.replace_data import unchanged_files
from ckmcore.statistic.source import dialect_of, source_paths
from ckmdesk.base.frame import start_shown
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands.keys import make_new_keys, with_new_keys
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.key_files import KeyFiles
from ckmdesk.pages.data.keys_source import KeySourceForm
from ckmdesk.widgets.basic import Card, IconLabel, WrapLabel, label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar

LOOK, MAKE = "new-keys-look", "new-keys"


class NewKeys(Card):
    """Card with a button that opens the question for new keys."""

    asked = Signal()
    kept = ("begun",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.choice = KeyChoice()
        self._columns: tuple[str, ...] = ()
        self._records: RecordsToKey | None = None
        self.heading = label(self.tr("New record keys"), "heading")
        self.open_button = QPushButton(self.tr("Make new keys ..."), objectName="new-keys:open", clicked=self.ask)
        self.body.addLayout(row_of(self.heading, STRETCH, self.open_button))
        self.lead = WrapLabel("", "secondary")
        self.body.addWidget(self.lead)
        self.message = MessageBar(context.theme, lambda: context.language)
        self.body.addWidget(self.message)
        self.question = QWidget()
        column = column_of(within=self.question, margins=0, spacing=STEP)
        self.breaks: list[WrapLabel] = []
        for _ in range(3):
            words = WrapLabel()
            line = row_of(IconLabel(context.theme, "warning", "warning"), (words, 1))
            self.breaks.append(words)
            column.addLayout(line)
        self.form = KeySourceForm(context.theme)
        self.form.changed.connect(self._chosen)
        self.files = KeyFiles(context, self.form, "new", lambda: self._records, self.message.show_message)
        column.addWidget(self.form)
        self._reason_word = label(self.tr("Reason"))
        self.reason = QLineEdit(
            accessibleName=self.tr("Reason"),
            placeholderText=self.tr("why the keys are made anew; kept with the period"),
            objectName="new-keys:reason",
            returnPressed=self.make,
        )
        self._reason_word.setBuddy(self.reason)
        self._second_word = label(self.tr("Second person"))
        self.second = QLineEdit(accessibleName=self.tr("Second person"), objectName="new-keys:second")
        self._second_word.setBuddy(self.second)
        column.addLayout(row_of(self._reason_word, (self.reason, 1), self._second_word, (self.second, 1)))
        self.cancel_button, self.make_button = QPushButton(self.tr("Cancel")), QPushButton(self.tr("Make new keys"))
        self.cancel_button.setObjectName("new-keys:cancel")
        self.make_button.setObjectName("new-keys:make")
        set_kind(self.make_button, "primary")
        self.cancel_button.clicked.connect(self.close_question)
        self.make_button.clicked.connect(self.make)
        column.addLayout(row_of(STRETCH, self.cancel_button, self.make_button))
        self.body.addWidget(self.question)
        self.question.hide()
        self.breaks[0].setText(self.tr("All figures of this reporting period change."))
        self.breaks[1].setText(self.tr("Tables that were exported already cannot be repeated."))
        self.breaks[2].setText(
            self.tr("A cell that is published again with new noise gives its original count away, bit by bit.")
        )

    @property
    def begun(self) -> tuple[KeyChoice, tuple[str, ...], RecordsToKey | None] | None:
        """Return the choice, columns and records of the open question; None if it is closed."""
        return (self.choice, self._columns, self._records) if self.question.isVisibleTo(self) else None

    @begun.setter
    def begun(self, begun: tuple[KeyChoice, tuple[str, ...], RecordsToKey | None] | None) -> None:
        if begun is not None:
            self.choice, self._columns, self._records = begun
            self.question.show()

    def refresh(self) -> None:
        """Show what can be done with the keys of the current period."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        source = None if statistic is None else statistic.period.source
        of_file = source is not None and source.kind == "file"
        self.open_button.setEnabled(of_file and data is not None and not self.question.isVisibleTo(self))
        if source is not None and source.kind == "sample":
            self.lead.setText(self.tr("The sample keeps its keys, so that everybody sees the same figures."))
        elif source is not None and source.kind == "database":
            self.lead.setText(self.tr("The keys are a column of the database: its administrator makes them."))
        elif data is None:
            self.lead.setText(self.tr("The records are not loaded."))
            self.close_question()
        else:
            self.lead.setText(self.tr("Keys, once made, do not change within a reporting period."))
        if self.question.isVisibleTo(self):
            self._show()

    # --- asking --------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Open the question after looking at the columns of the period's file."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None or statistic.period.source is None or data is None:
            return
        source, period, rows = statistic.period.source, statistic.period, data.rows
        path = self.context.desk.session.path

        def work(_context: JobContext) -> tuple[RecordsToKey, tuple[str, ...]]:
            files = tuple(source_paths(source, path))
            dialect = dialect_of(source)
            return RecordsToKey(files, dialect, rows, period_name(period.label)), open_source(
                files[0], dialect, 1
            ).names

        def done(result: tuple[RecordsToKey, tuple[str, ...]]) -> None:
            self._records, self._columns = result
            keys = period.keys
            recurring = sum(period.source is not None for period in statistic.periods) > 1
            household = "" if keys is None else keys.household
            identifier = keys.column if keys is not None and keys.origin in ("derived", "file") else ""
            self.choice = KeyChoice(identifier=identifier, household=household, recurring=recurring)
            self.question.show()
            self.open_button.setEnabled(False)
            self._show()
            self.form.buttons[self.choice.how].setFocus()
            self.asked.emit()

        self.message.clear()
        self.context.jobs.start(LOOK, work, done, self.message.show_message)

    def close_question(self) -> None:
        """Close the question and forget the choice."""
        if not self.question.isVisibleTo(self):
            return
        self.files.stop()
        self.message.clear()
        self.question.hide()
        self.reason.clear()
        mark_faulty(self.reason, "")
        self._records = None
        self.refresh()

    def _chosen(self, choice: KeyChoice) -> None:
        self.choice = choice
        self._show()

    def _show(self) -> None:
        statistic = self.context.desk.state.statistic
        roles = () if statistic is None else statistic.dictionary
        identifiers = [entry.name for entry in roles if entry.role == "identifier"]
        language = self.context.language
        is_held = self.context.services.releases.held
        for widget in (self._second_word, self.second):
            widget.setVisible(bool(is_held))
        if is_held:
            self.breaks[1].setText(
                sentence("method_needs_reason", releases=[str(number) for number in is_held]).text(language)
            )
        self.form.show_choice(
            self.choice, self._columns, language, identifiers=identifiers,
            hows=("column", "generate", "file", "derived"),
        )  # fmt: skip
        self.files.try_choice(self.choice)

    # --- making --------------------------------------------------------------------------------------------------

    def make(self) -> None:
        """Make the keys, if a reason was entered; nothing changes before they exist."""
        desk, frame, reason = self.context.desk, self.context.frame, self.reason.text().strip()
        statistic, session, choice, records = desk.state.statistic, desk.session, self.choice, self._records
        if statistic is None or statistic.period.source is None or records is None:
            return
        mark_faulty(self.reason, "")
        if not reason:
            self.message.show_message(sentence("keys_need_reason"), "warning")
            mark_faulty(self.reason, self.message.text)
            self.reason.setFocus()
            return
        is_held, second = self.context.services.releases.held, self.second.text().strip()
        mark_faulty(self.second, "")
        if is_held and not second:
            self.message.show_message(
                ProtectionError("method_needs_reason", releases=[str(number) for number in is_held]), "warning"
            )
            mark_faulty(self.second, self.message.text)
            self.second.setFocus()
            return
        source, path, period = statistic.period.source, session.path, statistic.period

        def work(context: JobContext) -> MadeKeys:
            files = unchanged_files(source, path, context.cancelled)
            asked_records = replace(records, paths=files)
            return make_keys(
                choice, asked_records, reason=reason, progress=context.progress, cancelled=context.cancelled
            )

        def done(keys_made: MadeKeys) -> None:
            self.make_button.setEnabled(True)
            current_statistic = desk.state.statistic
            # The period at hand may be another one meanwhile.
            if (
                desk.session is session
                and current_statistic is not None
                and current_statistic.period.source == period.source
            ):
                self._taken(keys_made, reason)

        def failed(error: CkmError) -> None:
            self.make_button.setEnabled(True)
            self.message.show_message(error, "warning" if isinstance(error, Cancelled) else "error")

        self.message.clear()
        self.make_button.setEnabled(False)
        start_shown(self.context.jobs, frame, MAKE, self.tr("Making record keys ..."), work, done, failed)

    def _taken(self, made_keys: MadeKeys, reason: str) -> None:
        desk = self.context.desk
        if made_keys.keys is None or made_keys.key_set is None or desk.session.data is None:
            return
        key_set, time = made_keys.key_set, datetime.now(UTC).isoformat(timespec="seconds")
        remark = self.tr("New record keys: %1").replace("%1", reason)
        releases, person, second = self.context.services.releases, self.context.settings.person, self.second.text()
        if releases.held:
            releases.change_period(
                lambda now: with_new_keys(now, key_set, remark, time, person, second.strip(), releases.signing.both()),
                lambda: self._put(made_keys),
                self.message.show_message,
            )
            return
        desk.run(make_new_keys(key_set, remark, time))
        self._put(made_keys)

    def _put(self, made_keys: MadeKeys) -> None:
        """Give the records their new keys."""
        desk, session = self.context.desk, self.context.desk.session
        if made_keys.keys is None or session.data is None:
            return
        session.data = with_judged_keys(session.data, made_keys.keys)
        if session.read is not None:
            session.read = with_judged_keys(session.read, made_keys.keys)
        session.unsaved_keys = True
        self.close_question()
        desk.forget_steps()  # they would bring back keys that the records no longer have
        self.context.desk.announce("data")
        self.context.show_message(sentence("desk_new_keys", rows=len(made_keys.keys)), "ok")
        for notice in made_keys.notices:
            self.message.show_message(notice, "warning")
