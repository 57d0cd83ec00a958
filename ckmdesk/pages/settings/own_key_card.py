"""The personal key of who works on this desk: made or chosen, opened and closed, its card, another passphrase."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.files import file_stem, write_whole
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import sentence
from ckmcore.statistic.personal_key import CARD_SUFFIX, FILE_SUFFIX, PersonalKey, fingerprint
from ckmcore.statistic.seal import Secret
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.secret_field import SecretField

SLOT = "own-key"


class OwnKeyCard(Card):
    """Card of the user's personal key (`services.signing.Signing`), with a form for a new key or passphrase."""

    kept = ("_makes", "form", "name", "name_word")

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context, self.signing = context, context.services.signing
        self._makes = False
        heading = self.tr("Your personal key")
        self.heading = label(heading, "heading")
        self.help = WrapLabel(
            self.tr(
                "You sign submissions, releases and decisions with it. Keep the file; share only the card. Nobody can "
                "restore it."
            ),
            "small",
        )
        self.owner = WrapLabel()
        self.owner.setObjectName("own-key:owner")
        self.owner.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        fill(self.body, self.heading, self.help, self.owner)
        acts: dict[str, tuple[str, Callable[[], object]]] = {
            "new": (self.tr("Make ..."), lambda: self._open_form(makes=True)),
            "choose": (self.tr("Choose file ..."), self.signing.choose_own),
            "open": (self.tr("Open"), self.signing.open_own),
            "close": (self.tr("Close"), self.signing.close_own),
            "card": (self.tr("Save card ..."), self._save_card),
            "passphrase": (
                self.tr("Change passphrase ..."),
                lambda: self.signing.key is None or self._open_form(makes=False),
            ),
        }
        self.buttons: dict[str, QPushButton] = {}
        line = row_of(spacing=STEP)
        for name, (word, act) in acts.items():
            button = QPushButton(word, objectName=f"own-key:{name}", accessibleName=f"{heading}: {word}")
            button.clicked.connect(lambda _on=False, act=act: act())
            line.addWidget(button)
            self.buttons[name] = button
        line.addStretch(1)
        self.body.addLayout(line)
        self._build_form()
        self.signing.changed.connect(self.refresh)
        self.refresh()

    def _build_form(self) -> None:
        self.form = QWidget()
        grid = QGridLayout(self.form)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(STEP)
        grid.setColumnStretch(1, 1)
        self.name = QLineEdit(objectName="own-key:name")
        words = (self.tr("Name in the register"), self.tr("Passphrase"), self.tr("Once more"))
        self.words = [label(word) for word in words]
        self.name_word = self.words[0]
        self.secret, self.again = (SecretField(self.context.theme, word) for word in words[1:])
        for row, (word, field) in enumerate(zip(self.words, (self.name, self.secret, self.again), strict=True)):
            word.setBuddy(field)
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
        self.fault = FaultLabel(self._say)
        self.fault.setObjectName("own-key:fault")
        self.keep, self.leave = QPushButton(self.tr("Save")), QPushButton(self.tr("Cancel"))
        self.keep.setObjectName("own-key:keep")
        set_kind(self.keep, "primary")
        self.keep.clicked.connect(self._keep)
        self.leave.clicked.connect(self._close_form)
        line = row_of(self.keep, self.leave, STRETCH, spacing=STEP)
        grid.addWidget(self.fault, 3, 0, 1, 2)
        grid.addLayout(line, 4, 0, 1, 2)
        self.body.addWidget(self.form)
        self.form.hide()

    def refresh(self) -> None:
        """Show the present state."""
        owner, opened = self.signing.owner(), self.signing.key is not None
        if owner is None:
            self.owner.setText(self.tr("No key yet: your name is recorded unverified."))
        else:
            state = self.tr("open") if opened else self.tr("closed")
            fingerprint_word = self.tr("Fingerprint")
            self.owner.setText(f"{owner.name} · {state}\n{fingerprint_word} {fingerprint(owner.key)}")
        buttons_by_place = {
            "new": owner is None,
            "choose": not opened,
            "open": owner is not None and not opened,
            "close": opened,
            "card": owner is not None,
            "passphrase": opened,
        }
        shown_buttons = [button for name, button in self.buttons.items() if buttons_by_place[name]]
        for button in shown_buttons:
            button.show()
        if any(button.hasFocus() and button not in shown_buttons for button in self.buttons.values()):
            shown_buttons[0].setFocus()  # the button that was pressed goes; the keyboard stays here
        for button in self.buttons.values():
            button.setVisible(button in shown_buttons)

    # --- acting --------------------------------------------------------------------------------------------------

    def _open_form(self, *, makes: bool) -> None:
        self._makes = makes
        for widget in (self.words[0], self.name):
            widget.setVisible(makes)
        self.name.setText(self.context.settings.person)
        self.secret.clear()
        self.again.clear()
        self.fault.tell("")
        self.form.show()
        (self.name if makes else self.secret).setFocus()

    def _close_form(self) -> None:
        self.form.hide()
        self.secret.clear()
        self.again.clear()

    def _keep(self) -> None:

        if self.secret.text() != self.again.text():
            self._say(InputError("cli_passphrases_differ"))
            return
        secret, name, old_key = Secret.passphrase(self.secret.text()), self.name.text(), self.signing.key
        path = self._place(name) if self._makes else self.signing.file
        if path is None:
            return

        def work(_context: object) -> PersonalKey:
            from ckmcore.statistic.personal_key import make_personal_key, wrapped, write_new_person

            if self._makes or old_key is None:
                personal_key = make_personal_key(name)
                write_new_person(path, wrapped(personal_key, secret))
                return personal_key
            content = wrapped(old_key, secret)
            write_whole(path, lambda target: _fill(target, content), own=True)
            return old_key

        def done(key: PersonalKey) -> None:
            self._close_form()
            self.signing.use(path, key)
            message_code = "desk_person_made" if self._makes else "desk_person_rewrapped"
            self.context.show_message(sentence(message_code), "ok")

        self.fault.tell("")
        self.context.jobs.start(SLOT, work, done, self._say)

    def _place(self, name: str) -> Path | None:
        """Ask for the path of a new key."""
        proposed = Path.home() / ((file_stem(name) or "person") + FILE_SUFFIX)
        path = self.context.frame.choose_save_file(self.tr("Personal key"), proposed, f"(*{FILE_SUFFIX})")
        return path if path is None or path.suffix == FILE_SUFFIX else path.with_name(path.name + FILE_SUFFIX)

    def _save_card(self) -> None:
        if self.signing.key is None:
            self.signing.open_own(self._save_card)
            return
        key = self.signing.key
        proposed = Path.home() / ((file_stem(key.name) or "person") + CARD_SUFFIX)
        path = self.context.frame.choose_save_file(self.tr("Save card"), proposed, f"(*{CARD_SUFFIX})")
        if path is None:
            return
        from ckmcore.statistic.personal_key import card_file

        try:
            write_whole(path, lambda target: _fill(target, card_file(key)))
        except CkmError as error:
            self.context.show_message(error)
        else:
            said_sentence = sentence("desk_person_card_written", name=path.name, fingerprint=fingerprint(key.key))
            self.context.show_message(said_sentence, "ok")

    def _say(self, error: CkmError) -> None:
        secrets = (self.secret, self.again)
        codes = ("cli_passphrases_differ", "seal_secret_short", "seal_secret_weak")
        fields_of_fault = {"person_name_missing": (self.name,)} | dict.fromkeys(codes, secrets)
        self.fault.tell_error(error, self.context.language, fields_of_fault)


def _fill(target: Path, content: bytes) -> None:
    target.write_bytes(content)
