"""Opening a sealed statistic: passphrase or key file of a role. The dialog stays until it opened, or is cancelled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.statistic.key_file import read_key_file
from ckmcore.statistic.recovery import Unsaved
from ckmcore.statistic.seal import Secret, SecretWrong
from ckmdesk.base.frame import Frame
from ckmdesk.base.settings import Settings
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.services.services import Opening, Services
from ckmdesk.widgets.basic import WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.secret_field import SecretField

WIDTH = 460


class UnlockDialog(QDialog):
    """Dialog that asks for a secret; emits `given(Secret)`.

    The caller then calls `refused` with the error, or closes the dialog.
    """

    given = Signal(object)

    def __init__(
        self, name: str, theme: Theme, language: Language, frame: Frame, parent: QWidget, *, personal: bool = False
    ) -> None:
        """Make the dialog; `name` is the name of the file, `personal` says that it is a person's key."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._language, self._frame = language, frame
        set_subject(self, "settings")
        self.setWindowTitle(self.tr("Personal key") if personal else self.tr("Sealed statistic"))
        theme.changed.connect(self._fit)
        self._fit()
        roles = self.tr("This statistic has roles. Your passphrase says which one is yours.")
        signs = self.tr("By this key you sign what you do in the register. It stays open until you close the program.")
        self.field = SecretField(theme, self.tr("Passphrase"))
        self.field.setPlaceholderText(self.tr("Passphrase"))
        self.field.setAccessibleDescription(f"{name}. {signs if personal else roles}")
        self.field.textChanged.connect(self._typed)
        self.fault = FaultLabel()
        self.fault.setObjectName("unlock-fault")
        self.file = QPushButton(self.tr("Key file ..."), autoDefault=False)
        self.file.clicked.connect(self._choose_file)
        buttons = QDialogButtonBox()
        self.open_button = buttons.addButton(self.tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        set_kind(self.open_button, "primary")
        self.cancel = buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        line = row_of(self.file, STRETCH, buttons)
        column_of(
            label(name, "heading"),
            WrapLabel(signs if personal else roles),
            self.field,
            self.fault,
            STEP,
            line,
            within=self,
            margins=(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, MARGIN),
            spacing=STEP,
        )
        self._typed()

    def refused(self, error: CkmError) -> None:
        """Show why the secret was refused; the typed text stays, selected."""
        self.fault.tell(error.text(self._language), self.field)
        self._enable(on=True)
        self.field.setFocus()
        self.field.selectAll()

    def _fit(self) -> None:
        self.setMinimumWidth(px(WIDTH))

    def _typed(self) -> None:
        self.open_button.setEnabled(bool(self.field.text()))

    def _give(self) -> None:
        if self.field.text():
            self._try(Secret.passphrase(self.field.text()))

    def _choose_file(self) -> None:
        path = self._frame.choose_open_file(self.tr("Key file"), self.tr("All files (*)"))
        if path is None:
            return
        try:
            secret = read_key_file(path)
        except CkmError as error:
            self.refused(error)
        else:
            self._try(secret)

    def _try(self, secret: Secret) -> None:
        self.fault.tell("")
        self._enable(on=False)
        self.given.emit(secret)

    def _enable(self, *, on: bool) -> None:
        for widget in (self.field, self.file, self.open_button):
            widget.setEnabled(on)
        if on:
            self._typed()


@dataclass(frozen=True)
class _Question:
    """A question for a secret: the file name, whether it is a personal key, and what to call with and without a
    secret."""

    name: str
    personal: bool
    given: Callable[[Secret], None]
    given_up: Callable[[], None]


class Unlocking(QObject):
    """Asks for the secret of a sealed statistic, or of a personal key, until one opens it."""

    def __init__(self, services: Services, theme: Theme, settings: Settings, frame: Frame, window: QWidget) -> None:
        super().__init__(window)
        self._services, self._theme, self._settings = services, theme, settings
        self._frame, self._window = frame, window
        self.dialog: UnlockDialog | None = None
        self._question: _Question | None = None
        services.secret_asked.connect(self._ask_statistic)
        self._signing = services.signing
        self._signing.secret_asked.connect(self._ask_person)
        self._signing.settled.connect(self._close)
        services.recovery.secret_asked.connect(self._ask_unsaved)
        services.opened.connect(self._close)
        services.secret_settled.connect(self._close)

    def _ask_statistic(self, asked_opening: Opening, error: CkmError) -> None:
        def given(secret: Secret) -> None:
            self._services.open_as(replace(asked_opening, secret=secret))

        given_up = partial(self._services.give_up_opening, asked_opening)
        self._ask(_Question(asked_opening.path.name, False, given, given_up), error)

    def _ask_unsaved(self, unsaved: Unsaved, error: CkmError) -> None:
        recovery = self._services.recovery
        take_unsaved, given_up = partial(recovery.take, unsaved), partial(recovery.give_up, unsaved)
        self._ask(_Question(unsaved.title[self._settings.language == "de"], False, take_unsaved, given_up), error)

    def _ask_person(self, name: str, error: CkmError | None) -> None:
        self._ask(_Question(name, True, self._signing.try_secret, self._signing.give_up), error)

    def _ask(self, question: _Question, error: CkmError | None) -> None:
        """Ask a question; an open dialog for another question is cancelled first."""
        former_question = self._question
        if former_question is not None and (former_question.name, former_question.personal) != (
            question.name,
            question.personal,
        ):
            self._give_up()
        self._question = question
        if self.dialog is None:
            language, personal = self._settings.language, question.personal
            dialog = UnlockDialog(question.name, self._theme, language, self._frame, self._window, personal=personal)
            dialog.given.connect(self._give)
            dialog.rejected.connect(self._given_up)
            dialog.finished.connect(self._forget)
            self.dialog = dialog
            dialog.open()
        if isinstance(error, SecretWrong):
            self.dialog.refused(error)

    def _give(self, secret: Secret) -> None:
        if self._question is not None:
            self._question.given(secret)

    def _give_up(self) -> None:
        if self.dialog is not None:
            self.dialog.reject()

    def _given_up(self) -> None:
        question, self._question = self._question, None
        if question is not None:
            question.given_up()

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.accept()

    def _forget(self) -> None:
        self.dialog = self._question = None
