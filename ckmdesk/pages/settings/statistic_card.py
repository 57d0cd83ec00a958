"""Settings of the open statistic: its source, four eyes, and its roles with their passphrases and key files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton

from ckmcore.errors import CkmError, ProtectionError
from ckmcore.messages import sentence
from ckmcore.statistic.key_file import read_key_file
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.seal import ROLES, Role, Seal, Secret, make_seal, role_name
from ckmcore.statistic.titles import PATTERN_PLACEHOLDERS
from ckmdesk.base.captions import role_names
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.commands import data as commands
from ckmdesk.commands.data import take_over
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, WrapLabel, allow, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, row_of
from ckmdesk.widgets.secret_field import SecretField

SLOT = "roles"
Made = TypeVar("Made")


class StatisticCard(Card):
    """Card of the open statistic, for methodologists; emits `shown_asked(widget)` for a part that must be visible."""

    shown_asked = Signal(object)
    kept = ("_files", "_recovery")

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._files: dict[Role, Secret] = {}
        self._recovery = ""
        self.heading = label(self.tr("This statistic"), "heading")
        self.source_word = label(self.tr("Source"))
        self.source = QLineEdit(objectName="statistic:source", accessibleName=self.tr("Source of the figures"))
        self.source_help = WrapLabel(
            self.tr("Stands under every table and in its files, such as “Statistical Office”."), "small"
        )
        self.source.editingFinished.connect(self._name_source)
        self.source_word.setBuddy(self.source)
        source = row_of(self.source_word, (self.source, 1), spacing=STEP)
        pattern = self._make_pattern()
        self.four_eyes = QCheckBox(
            self.tr("Four eyes: another person releases a table than the one who submitted it"),
            objectName="statistic:four-eyes",
        )
        self.four_eyes_help = WrapLabel(self.tr("Kept in the statistic, for all desks."), "small")
        self.four_eyes.clicked.connect(self._set_four_eyes)
        context.services.signing.changed.connect(self.refresh)
        self.roles_word = label(self.tr("Roles"), "heading")
        self.roles_help = WrapLabel(
            self.tr(
                "With roles the statistic is sealed: each role has a passphrase of at least 12 characters, or a key "
                "file. Roles hide; whoever may compute tables and can debug can extract."
            ),
            "small",
        )
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=6)
        grid.setColumnStretch(1, 1)
        names, key_file, change = role_names(), self.tr("Key file ..."), self.tr("Change")
        self.names = {role: label(names[role]) for role in ROLES}
        self.fields = {role: SecretField(context.theme, names[role]) for role in ROLES}
        self.files = {role: QPushButton(key_file, accessibleName=f"{names[role]}: {key_file}") for role in ROLES}
        self.changes = {role: QPushButton(change, accessibleName=f"{names[role]}: {change}") for role in ROLES}
        for row, role in enumerate(ROLES):
            self.fields[role].setObjectName(f"role:{role}")
            self.names[role].setBuddy(self.fields[role])
            self.fields[role].textEdited.connect(partial(self._typed, role))
            self.files[role].clicked.connect(partial(self._choose_file, role))
            self.changes[role].clicked.connect(partial(self._change, role))
            for column, widget in enumerate(
                (self.names[role], self.fields[role], self.files[role], self.changes[role])
            ):
                grid.addWidget(widget, row, column)
        self.fault = FaultLabel(self._say)
        self.fault.setObjectName("roles:fault")
        self.recovery_word = WrapLabel(
            self.tr(
                "Recovery passphrase. It is shown this once and kept nowhere: write it down and seal it in an envelope."
                " It opens the statistic as methodologist."
            )
        )
        self.recovery = QLabel(objectName="roles:recovery", textFormat=Qt.TextFormat.PlainText)
        set_kind(self.recovery, "heading")
        self.set_up = QPushButton(self.tr("Set up roles"), objectName="roles:set-up")
        self.remove = QPushButton(self.tr("Remove roles"), objectName="roles:remove")
        self.written_down = QPushButton(self.tr("I have written it down"), objectName="roles:written-down")
        self.set_up.clicked.connect(self._set_up)
        self.remove.clicked.connect(self._remove)
        self.written_down.clicked.connect(self._forget_recovery)
        line = row_of(self.set_up, self.remove, STRETCH, spacing=STEP)
        self.body.addWidget(self.heading)
        self.body.addLayout(source)
        self.body.addWidget(self.source_help)
        self.body.addLayout(pattern)
        self.body.addWidget(self.pattern_help)
        for part in (self.four_eyes, self.four_eyes_help, self.roles_word, self.roles_help):
            self.body.addWidget(part)
        self.body.addLayout(grid)
        self.body.addWidget(self.fault)
        self.body.addLayout(line)
        for part in (self.recovery_word, self.recovery):
            self.body.addWidget(part)
        self.body.addWidget(self.written_down, 0, Qt.AlignmentFlag.AlignLeft)
        self._forget_recovery()
        self.refresh()

    def _make_pattern(self) -> QHBoxLayout:
        """The pattern of titles, with an example in the words of the language."""
        german = self.context.language == "de"
        names = ", ".join(f"{{{de if german else en}}}" for _, en, de in PATTERN_PLACEHOLDERS)
        example = self.tr("Students in %1 %2")
        for placeholder_index, number in ((2, 1), (0, 2)):
            _, en, de = PATTERN_PLACEHOLDERS[placeholder_index]
            example = example.replace(f"%{number}", f"{{{de if german else en}}}")
        words = self.tr(
            "What tables are called that have no title of their own, such as “%1”. Words and %2. A title that "
            "somebody wrote is never replaced."
        )
        self.pattern_help = WrapLabel(words.replace("%1", example).replace("%2", names), "small")
        self.pattern_word = label(self.tr("Titles"))
        self.pattern = QLineEdit(
            objectName="statistic:title-pattern",
            accessibleName=self.tr("Pattern of the titles of tables"),
            placeholderText=example,
        )
        self.pattern.editingFinished.connect(self._name_pattern)
        self.pattern_word.setBuddy(self.pattern)
        return row_of(self.pattern_word, (self.pattern, 1), spacing=STEP)

    @property
    def statistic(self) -> Statistic | None:
        return self.context.desk.state.statistic

    def refresh(self) -> None:
        """Show the present state."""
        statistic = self.statistic
        if statistic is None:
            return
        seal = statistic.seal
        words = statistic.source_note.text(self.context.language)
        if self.source.text() != words:
            self.source.setText(words)
            self.source.setCursorPosition(0)
        words = statistic.title_pattern.text(self.context.language)
        if self.pattern.text() != words:
            self.pattern.setText(words)
            self.pattern.setCursorPosition(0)
        self.four_eyes.setChecked(statistic.four_eyes)
        allow(self.four_eyes, self.context.services.signing.why_refused(statistic, "four_eyes"), self.context.language)
        for role in ROLES:
            has = seal is not None and role in seal.roles
            words = self.tr("passphrase")
            if has:
                words = self.tr("has one; type another to change it")
            elif role in self._files:
                words = self.tr("key file chosen")
            self.fields[role].setPlaceholderText(words)
            self.changes[role].setVisible(seal is not None)
        self._show_recovery()
        self.set_up.setVisible(seal is None)
        self.remove.setVisible(seal is not None)

    def _name_source(self) -> None:
        statistic, language = self.statistic, self.context.language
        if statistic is None or self.source.text().strip() == statistic.source_note.text(language):
            return
        old_note = statistic.source_note
        plain = old_note.en if old_note.en == old_note.de else ""
        self.context.desk.run(commands.set_source_note(commands.renamed(old_note, self.source.text(), language, plain)))

    def _name_pattern(self) -> None:
        statistic, language = self.statistic, self.context.language
        if statistic is None or self.pattern.text().strip() == statistic.title_pattern.text(language):
            return
        old_pattern = statistic.title_pattern
        plain = old_pattern.en if old_pattern.en == old_pattern.de else ""
        words = commands.renamed(old_pattern, self.pattern.text(), language, plain)
        self.context.desk.run(commands.set_title_pattern(words))

    # --- acting --------------------------------------------------------------------------------------------------

    def _set_four_eyes(self, on: bool) -> None:
        """Switch four eyes on or off; the register records who did it and when."""
        releases = self.context.services.releases

        def step(statistic: Statistic) -> Statistic:
            from ckmcore.release.actions import set_four_eyes

            return set_four_eyes(statistic, on, releases.signing.who(), now_text())

        self.refresh()  # as it is, until it is on record
        releases.take(step, self.refresh, self._say)

    def _typed(self, role: Role, _text: str) -> None:
        self._files.pop(role, None)

    def _choose_file(self, role: Role, _on: bool = False) -> None:
        path = self.context.frame.choose_open_file(self.tr("Key file"), self.tr("All files (*)"))
        if path is None:
            return
        try:
            self._files[role] = read_key_file(path)
        except CkmError as error:
            self._say(error)
        else:
            self.fields[role].clear()
            self.refresh()

    def _given(self) -> Mapping[Role, Secret]:
        """The secrets that were typed or chosen."""
        typed = {role: Secret.passphrase(field.text()) for role, field in self.fields.items() if field.text()}
        return {role: (typed | self._files)[role] for role in ROLES if role in typed or role in self._files}

    def _set_up(self) -> None:
        given_persons = self._given()
        missing_roles = [role for role in ROLES if role not in given_persons]
        if missing_roles:
            self._say(ProtectionError("seal_secret_short", role=role_name(missing_roles[0])))
            return

        def done(made_seal: tuple[Seal, str]) -> None:
            seal, self._recovery = made_seal
            self._put(seal)
            self.written_down.setFocus()
            self.shown_asked.emit(self.written_down)

        self._run(lambda: make_seal(given_persons), done)

    def _change(self, role: Role, _on: bool = False) -> None:
        statistic, given_persons = self.statistic, self._given()
        if statistic is None or statistic.seal is None:
            return
        seal = statistic.seal
        secret = given_persons.get(role)
        if secret is None:
            self._say(ProtectionError("seal_secret_short", role=role_name(role)))
            return
        self._run(lambda: seal.with_secret(role, secret), self._put)

    def _remove(self) -> None:
        """Ask before roles are removed for good."""
        remedy = Remedy(self.tr("Remove roles for good"), lambda: self._put(None))
        self.context.show_message(sentence("desk_roles_remove_ask"), "warning", remedy)

    def _run(self, make: Callable[[], Made], on_done: Callable[[Made], None]) -> None:
        """Run a job on a thread, since locks cost a quarter of a second each."""
        self.fault.tell("")
        self.context.jobs.start(SLOT, lambda _context: make(), on_done, self._say)

    def _put(self, seal: Seal | None) -> None:
        statistic = self.statistic
        if statistic is None:
            return
        self.context.desk.run(take_over(replace(statistic, seal=seal)))
        self.context.desk.forget_steps()  # a step must not bring back a passphrase that was changed
        self._forget_secrets()
        if seal is None:
            self._forget_recovery()
        self.refresh()
        self.context.show_message(sentence("desk_roles_set" if seal is not None else "desk_roles_removed"), "ok")

    def _forget_secrets(self) -> None:
        for field in self.fields.values():
            field.clear()
        self._files.clear()
        self.fault.tell("")

    def _forget_recovery(self) -> None:
        self._recovery = ""
        self._show_recovery()

    def _show_recovery(self) -> None:
        words = self._recovery
        self.recovery.setText(words)
        self.written_down.setAccessibleDescription(f"{self.recovery_word.text()} {words}" if words else "")
        for widget in (self.recovery_word, self.recovery, self.written_down):
            widget.setVisible(bool(words))

    def _say(self, error: CkmError) -> None:
        about = [field for role, field in self.fields.items() if role_name(role) in error.fields.values()]
        self.fault.tell_error(error, self.context.language, {error.code: tuple(about)})
