"""Other records for a period: a corrected delivery, compared with the old one before it takes its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton

from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Preview, preview
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, KeySet
from ckmcore.statistic.replace_data import Replaced, replace_data, with_decision_again
from ckmcore.statistic.source import dialect_of
from ckmdesk.base.frame import Message, Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.rules_tab import report_refused
from ckmdesk.widgets.basic import Card, IconButton, label
from ckmdesk.widgets.fault import mark_faulty
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow
from ckmdesk.widgets.view_state import settled

JOB = "replace-data"


class ReplacePanel(Card):
    """Panel to replace the records of a period, hidden until `open_file`.

    Emits `replaced(Replaced)` after the user agreed to the report, and `opened(bool)`.
    """

    replaced = Signal(object)
    opened = Signal(bool)
    kept = ("begun",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.path: Path | None = None
        self.secret: Path | None = None
        self.found: Replaced | None = None
        self._of: tuple[object, int] | None = None
        self._compared: Statistic | None = None
        self.heading, self.name = label(self.tr("Replace the data of this period"), "heading"), label("", "secondary")
        self.close_button = IconButton(context.theme, "close")
        self.close_button.clicked.connect(self.close_panel)
        self.body.addLayout(row_of(self.heading, self.name, STRETCH, self.close_button, spacing=STEP))
        self.message = MessageBar(context.theme, lambda: context.language)
        self.message.remedy_of = self._remedy_of
        self.body.addWidget(self.message)
        self._word = label(self.tr("Units are found again by"), "secondary")
        self.identifier = PlainCombo()
        self.identifier.setMinimumContentsLength(30)
        self.identifier.activated.connect(lambda _: self._forget())
        self._word.setBuddy(self.identifier)
        settled(self.identifier)
        self.secret_button = QPushButton(toolTip=self.tr("The secret that the keys of this period were derived with"))
        self.compare = QPushButton(self.tr("Compare with the data so far"), clicked=self.compare_files)
        self.agree = QPushButton(self.tr("Replace the data"), clicked=self._agree)
        self.secret_button.clicked.connect(self._ask_for_secret)
        set_kind(self.agree, "primary")
        self.report = label("", "")
        self._reason_word, self._second_word = label(self.tr("Reason")), label(self.tr("Second person"))
        self.reason = QLineEdit(
            accessibleName=self.tr("Reason"),
            placeholderText=self.tr("why all records get new keys; kept with the period"),
            objectName="replace:reason",
        )
        self.second = QLineEdit(accessibleName=self.tr("Second person"), objectName="replace:second")
        self.reason.textEdited.connect(lambda _: self._forget())
        for word, field in ((self._reason_word, self.reason), (self._second_word, self.second)):
            word.setBuddy(field)
        decision = row_of(self._reason_word, (self.reason, 1), self._second_word, (self.second, 1), spacing=STEP)
        line = FoldingRow(self._word, self.identifier, self.secret_button, self.compare, STRETCH, spacing=STEP)
        fill(self.body, line, decision, row_of((self.report, 1), self.agree, spacing=STEP))
        self.hide()
        self.close_button.set_tip(self.tr("Leave the data as they are"))
        self.identifier.setAccessibleName(self.tr("Column that identifies the units"))
        self._show()

    def _offer(self, names: Sequence[str]) -> None:
        self.identifier.clear()
        for name in names:
            if name:
                self.identifier.addItem(name, name)
        self.identifier.addItem(self.tr("no identifier: new keys for all"), "")

    @property
    def _is_fresh(self) -> bool:
        """Return whether all records would get new keys."""
        keys = self._keys
        return self.path is not None and keys is not None and not keys.household and not self.identifier.currentData()

    @property
    def begun(self) -> tuple[object, ...] | None:
        """Return the file that is to replace the records, and the comparison; None if hidden."""
        names = [str(self.identifier.itemData(index)) for index in range(self.identifier.count())]
        begun = (names, self.identifier.currentIndex(), self.path, self.secret, self.found, self._of, self._compared)
        return None if self.isHidden() else begun

    @begun.setter
    def begun(self, begun: tuple[Any, ...] | None) -> None:
        if begun is not None:
            names, chosen, self.path, self.secret, self.found, self._of, self._compared = begun
            self._offer(names)
            self.identifier.setCurrentIndex(chosen)
            self.show()
            self.opened.emit(True)
            self._show()

    @property
    def _place(self) -> tuple[object, int] | None:
        statistic = self.context.desk.state.statistic
        return None if statistic is None else (self.context.desk.session, statistic.current)

    def refresh(self) -> None:
        """Drop a comparison with another state of the statistic, and files for another period."""
        if self._of is not None and self._of != self._place:
            self.close_panel()
        elif self.found is not None and self._compared is not self.context.desk.state.statistic:
            self._forget()

    def open_file(self, path: Path) -> None:
        """Look at a file that is to replace the period's records."""
        statistic = self.context.desk.state.statistic
        if statistic is None or statistic.period.source is None:
            return
        source, period_index = statistic.period.source, self._place

        def done(found_preview: Preview) -> None:
            if period_index != self._place:
                return
            self.path, self.secret, self._of = path, None, period_index
            self._forget()
            names = tuple(column.name for column in found_preview.columns)
            best = next((column.name for column in found_preview.columns if column.role == "identifier"), "")
            self._offer(names)
            keys = statistic.period.keys
            known_column = keys.column if keys is not None and keys.origin in ("derived", "file") else best
            self.identifier.choose(known_column if known_column in names else best)
            self.message.clear()
            self.show()
            self.opened.emit(True)
            self._show()
            self.compare.setFocus()

        def failed(error: CkmError) -> None:
            if period_index != self._place:
                return
            self._of = period_index
            self.show()
            self.opened.emit(True)
            self._show()
            self.message.show_message(error)

        dialect = dialect_of(source)
        self.context.jobs.start(JOB, lambda _: preview(path, dialect), done, failed)

    def close_panel(self) -> None:
        """Leave everything as it is."""
        self.context.jobs.cancel(JOB)
        self.path, self.secret, self._of = None, None, None
        self.message.clear()
        self._forget()
        self.hide()
        self.opened.emit(False)

    def _forget(self) -> None:
        self.found = self._compared = None
        self._show()

    @property
    def _keys(self) -> KeySet | None:
        statistic = self.context.desk.state.statistic
        return None if statistic is None else statistic.period.keys

    def _show(self) -> None:
        language, found_file, keys = self.context.language, self.found, self._keys
        self.name.setText("" if self.path is None else self.path.name)
        self.secret_button.setVisible(self.path is not None and keys is not None and keys.origin == "derived")
        self.secret_button.setText(self.tr("Secret ...") if self.secret is None else self.secret.name)
        for widget in (self._word, self.identifier, self.compare):
            widget.setVisible(self.path is not None)
        held = self._is_fresh and bool(self.context.services.releases.held)
        for part, is_shown in (
            (self._reason_word, self._is_fresh),
            (self.reason, self._is_fresh),
            (self._second_word, held),
            (self.second, held),
        ):
            part.setVisible(is_shown)
        self.agree.setVisible(found_file is not None)
        self.report.setVisible(found_file is not None)
        self.report.setText("")
        if found_file is not None:
            words = self.tr("Units kept: %1, new: %2, gone: %3")
            for number_index, number in enumerate((found_file.kept, found_file.new, found_file.gone), start=1):
                words = words.replace(f"%{number_index}", integer_text(number, language))
            self.report.setText(words)

    def _ask_for_secret(self) -> None:
        path = self.context.frame.choose_open_file(self.tr("Choose the secret"), self.tr("All files (*)"))
        if path is not None:
            self.secret = path
            self.message.clear()
            self._forget()
            self.compare.setFocus()

    def compare_files(self) -> None:
        """Load the new file and match the units; nothing is changed yet."""
        desk, path = self.context.desk, self.path
        statistic = desk.state.statistic
        if statistic is None or path is None:
            return
        reason = self.reason.text().strip() if self._is_fresh else ""
        mark_faulty(self.reason, "")
        if self._is_fresh and not reason:
            self.message.show_message(sentence("keys_need_reason"), "warning")
            mark_faulty(self.reason, self.message.text)
            self.reason.setFocus()
            return
        data, where, secret = desk.session.data, desk.session.path, self.secret
        column, frame = str(self.identifier.currentData() or ""), self.context.frame
        text = self.tr("Comparing the data ...")

        def work(context: JobContext) -> Replaced:
            return replace_data(
                statistic,
                data,
                where,
                [path],
                column,
                secret=secret,
                reason=reason,
                progress=context.progress,
                cancelled=context.cancelled,
            )

        def done(found: Replaced) -> None:
            frame.hide_progress()
            if desk.state.statistic is not statistic:
                return
            self.found, self._compared = found, statistic
            keys = statistic.period.keys
            derived = keys is not None and keys.origin == "derived" and not keys.household
            if derived and secret is None and found.new:
                message = sentence("desk_replace_without_secret", count=found.new)
                self.message.show_message(message, "warning", self._remedy_of(message))
            elif found.notices:
                self.message.show_message(found.notices[0], "warning")
            self._show()
            self.agree.setFocus()

        def failed(error: CkmError) -> None:
            frame.hide_progress()
            self.message.show_message(error, "error", self._remedy_of(error))

        def cancel() -> None:
            self.context.jobs.cancel(JOB)
            frame.hide_progress()

        self.message.clear()
        frame.show_progress(text, None, cancel)
        self.context.jobs.start(JOB, work, done, failed, lambda _rows, part: frame.show_progress(text, part, cancel))

    def _remedy_of(self, message: Message) -> Remedy | None:
        lacks = isinstance(message, Sentence) and message.code == "desk_replace_without_secret"
        if not lacks:
            return report_refused(self.context, message)
        return Remedy(self.tr("Choose the secret"), self._ask_for_secret)

    def _agree(self) -> None:
        found_file = self.found
        if found_file is None:
            return
        if not found_file.fresh:
            self._put(found_file)
            return
        releases, second = self.context.services.releases, self.second.text().strip()
        mark_faulty(self.second, "")
        if releases.held and not second:
            error = ProtectionError("method_needs_reason", releases=[str(number) for number in releases.held])
            self.message.show_message(error, "warning")
            mark_faulty(self.second, self.message.text)
            self.second.setFocus()
            return
        time, person = datetime.now(UTC).isoformat(timespec="seconds"), self.context.settings.person
        decision = Decision(body=person, second_person=second, remark=self.reason.text().strip(), recorded=time)
        made = with_decision_again(found_file.statistic, decision)
        if not releases.held:
            self._put(replace(found_file, statistic=made))
            return

        def put() -> None:
            statistic = self.context.desk.state.statistic
            if statistic is not None:
                self._put(replace(found_file, statistic=replace(made, register=statistic.register)))

        def step(now: Statistic) -> Statistic:
            return now.method_changed(decision, time, releases.signing.both())

        releases.change_period(step, put, self.message.show_message)

    def _put(self, found_file: Replaced) -> None:
        self.close_panel()
        self.replaced.emit(found_file)
