"""Who signs on this desk: the person's own key, opened once per session, and that of a second person who agrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ckmcore.errors import CkmError
from ckmcore.sentences import sentence
from ckmdesk.frame import Frame, Remedy
from ckmdesk.jobs import Jobs
from ckmdesk.settings import Settings

if TYPE_CHECKING:
    from ckmcore.release.persons import Who
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.personal_key import Card, PersonalKey
    from ckmcore.statistic.seal import Secret

SLOT = "signing"
FILTER_ENDING = ".ckmperson"


@dataclass(frozen=True)
class _Wanted:
    """A key that is waited for: its file, whose it is, and what follows."""

    path: Path
    second: bool
    then: Callable[[], None]


class Signing(QObject):
    """`secret_asked(name, error)`: the secret of a personal key is needed, or the one that was given does not open it;
    `settled()`: it opened, or is not waited for any more. `changed()`: another key is open, or none."""

    secret_asked = Signal(str, object)
    settled = Signal()
    changed = Signal()

    def __init__(self, jobs: Jobs, settings: Settings, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs, self.settings, self.frame = jobs, settings, frame
        self.key: PersonalKey | None = None
        self._second: PersonalKey | None = None
        self._wanted: _Wanted | None = None

    # --- who -----------------------------------------------------------------------------------------------------

    def who(self) -> Who:
        """Who takes a step on this desk: the opened key, else the name in the register."""
        return self.settings.person if self.key is None else self.key

    def both(self) -> tuple[PersonalKey, ...]:
        """The keys of who takes a step and of the second person; () where one is not open."""
        return () if self.key is None or self._second is None else (self.key, self._second)

    @property
    def name(self) -> str:
        """The name under which this desk takes steps."""
        return self.settings.person if self.key is None else self.key.name

    @property
    def file(self) -> Path | None:
        """The file of this person's key; None where none was made or chosen."""
        text = self.settings.value("person_key")
        return Path(text) if text else None

    def owner(self) -> Card | None:
        """Name and public key that the file says, unopened; None without a file that can be read."""
        from ckmcore.statistic.personal_key import read_owner, read_person_file

        if self.file is None:
            return None
        try:
            return read_owner(read_person_file(self.file), self.file.name)
        except CkmError:
            return None

    # --- opening -------------------------------------------------------------------------------------------------

    def is_waited_for(self, statistic: Statistic, *, second: bool) -> bool:
        """Whether a step on a statistic takes a key (`second`: two keys) that is not open yet."""
        from ckmcore.release.persons import persons_of

        return (self.key is None or (second and self._second is None)) and persons_of(statistic.register).keys_count

    def fetch(self, then: Callable[[], None], *, second: bool) -> None:
        """Ask for what is not open yet, then go on; the second person chooses a file and types a secret each time."""
        if self.key is None:
            self.open_own(lambda: self.fetch(then, second=second) if second else then())
        elif second and self._second is None:
            self._ask_second(then)
        else:
            then()

    def open_own(self, then: Callable[[], None] = lambda: None) -> None:
        """Ask for the secret of this person's key."""
        if self.file is None:
            self.frame.show_message(
                sentence("desk_person_key_needed"),
                "warning",
                Remedy(self.tr("Choose personal key ..."), lambda: self.choose_own() and self.open_own(then)),
            )
            return
        self._ask(_Wanted(self.file, second=False, then=then))

    def choose_own(self) -> bool:
        """Choose the file of this person's key."""
        path = self._choose(self.tr("Personal key"))
        if path is None:
            return False
        self.use(path)
        return True

    def use(self, path: Path, key: PersonalKey | None = None) -> None:
        """The file of this person's key from now on; `key`: it is open already."""
        self.settings.set("person_key", str(path))
        self.key = key
        self.changed.emit()

    def close_own(self) -> None:
        """Nobody signs until the key is opened again."""
        self.key = None
        self.changed.emit()

    def forget_second(self) -> None:
        """The second person agreed to one step only."""
        self._second = None

    def try_secret(self, secret: Secret) -> None:
        """Open the key that is waited for."""
        wanted = self._wanted
        if wanted is None:
            return

        def work(_context: object) -> PersonalKey:
            from ckmcore.statistic.personal_key import read_person_file, unwrap

            return unwrap(read_person_file(wanted.path), wanted.path.name, secret)

        def done(key: PersonalKey) -> None:
            self._wanted = None
            if wanted.second:
                self._second = key
            else:
                self.key = key
            self.settled.emit()
            self.changed.emit()
            wanted.then()

        self.jobs.start(SLOT, work, done, self._refused)

    def give_up(self) -> None:
        """The secret was not given."""
        self._wanted = None

    def _refused(self, error: CkmError) -> None:
        from ckmcore.statistic.seal import SecretWrong

        wanted = self._wanted
        if wanted is not None and isinstance(error, SecretWrong):
            self.secret_asked.emit(wanted.path.name, error)
            return
        self._wanted = None
        self.settled.emit()
        self.frame.show_message(error)

    def _ask_second(self, then: Callable[[], None]) -> None:
        path = self._choose(self.tr("Personal key of the second person"))
        if path is not None:
            self._ask(_Wanted(path, second=True, then=then))

    def _ask(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self.secret_asked.emit(wanted.path.name, None)

    def _choose(self, title: str) -> Path | None:
        return self.frame.choose_open_file(title, self.tr("Personal keys") + f" (*{FILTER_ENDING})")
