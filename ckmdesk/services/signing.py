"""Signing on this desk: the person's own key, opened once per session, and the key of a second person who agrees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.entry import Deputy, Entry, Kind
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import PersonalKey, PersonCard
from ckmcore.statistic.persons import Persons, Who
from ckmcore.statistic.seal import Secret
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Frame, Remedy
from ckmdesk.base.jobs import Jobs
from ckmdesk.base.settings import Settings

SLOT = "signing"
FILTER_ENDING = ".ckmperson"


@dataclass(frozen=True)
class _Wanted:
    """A key that is waited for: its file, whether it is the second person's, and what to call next."""

    path: Path
    second: bool
    then: Callable[[], None]


class Signing(QObject):
    """Opens personal keys for signing.

    Emits `secret_asked(name, error)` if the secret of a key is needed, or the given one does not open it; `settled()`
    if it opened or is no longer needed; `changed()` if another key is open, or none.
    """

    secret_asked = Signal(str, object)
    settled = Signal()
    changed = Signal()

    def __init__(self, jobs: Jobs, settings: Settings, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs, self.settings, self.frame = jobs, settings, frame
        self.key: PersonalKey | None = None
        self._second: PersonalKey | None = None
        self._wanted: _Wanted | None = None
        self._owner: tuple[Path, PersonCard] | None = None  # what the file said when it was read last
        self._followed: tuple[tuple[Entry, ...], Persons] | None = None

    # --- who -----------------------------------------------------------------------------------------------------

    def who(self) -> Who:
        """Return who takes a step on this desk: the opened key, else the name in the register."""
        return self.settings.person if self.key is None else self.key

    def both(self) -> tuple[PersonalKey, ...]:
        """Return the keys of the user and of the second person; () if one is not open."""
        return () if self.key is None or self._second is None else (self.key, self._second)

    def signs(self, statistic: Statistic) -> bool:
        """Whether a step on a statistic is signed by this person's key, open or yet to be opened."""
        return self.key is not None or (self.owner() is not None and self._persons(statistic).keys_count)

    def name_for(self, statistic: Statistic) -> str:
        """The name under which this desk takes steps on a statistic."""
        card = self.owner()
        if self.key is not None:
            return self.key.name
        return card.name if card is not None and self.signs(statistic) else self.settings.person

    def why_refused(self, statistic: Statistic, kind: Kind, about: str = "") -> Sentence | None:
        """Return why the register would refuse a step of the person whose key file is chosen.

        None if it would not refuse it, or no key file is chosen yet. `about` is the public key that the step concerns.
        """
        from ckmcore.statistic.persons import why_refused

        card, persons = self.owner(), self._persons(statistic)
        if card is None:
            return None
        detail = why_refused(persons, kind, card.key, about)
        if persons.keys_count and persons.find(card.key, "active") is None and about != card.key:
            detail = sentence("person_not_enrolled", person=card.name)
        code = "person_release_not_offered" if kind == "released" else "person_step_not_offered"
        return None if detail is None else sentence(code, detail=detail)

    def deputised(self, statistic: Statistic) -> frozenset[int]:
        """Numbers of submissions that this person does not release as deputy of whoever submitted."""
        from ckmcore.statistic.persons import barred_by_four_eyes
        from ckmcore.statistic.releases import releases

        persons, time = self._persons(statistic), now_text()
        if not persons.deputies:
            return frozenset()
        card, name = self.owner(), self.name_for(statistic)
        key = card.key if card is not None and self.signs(statistic) else ""
        return frozenset(
            release.number
            for release in releases(statistic.register)
            if isinstance(barred_by_four_eyes(persons, release.entries[0], name, key, time), Deputy)
        )

    def _persons(self, statistic: Statistic) -> Persons:
        """Return the enrolled persons; cached for the same register, since each signature is verified."""
        from ckmcore.statistic.persons import persons_of

        register = statistic.register
        if self._followed is None or self._followed[0] is not register:
            self._followed = register, persons_of(register)
        return self._followed[1]

    @property
    def file(self) -> Path | None:
        """Return the file of this person's key; None if none was made or chosen."""
        text = self.settings.value("person_key")
        return Path(text) if text else None

    def owner(self) -> PersonCard | None:
        """Return name and public key from the file, without opening it; None without a readable file."""
        from ckmcore.statistic.personal_key import read_owner, read_person_file

        path = self.file
        if self.key is not None:
            return self.key.card
        if path is None:
            return None
        if self._owner is None or self._owner[0] != path:
            try:
                self._owner = path, read_owner(read_person_file(path), path.name)
            except CkmError:
                return None
        return self._owner[1]

    # --- opening -------------------------------------------------------------------------------------------------

    def is_waited_for(self, statistic: Statistic, *, second: bool) -> bool:
        """Return whether a step on a statistic needs a key (`second`: two keys) that is not open yet."""
        return (self.key is None or (second and self._second is None)) and self._persons(statistic).keys_count

    def fetch(self, then: Callable[[], None], *, second: bool) -> None:
        """Ask for keys that are not open yet, then call `then`; the second person chooses a file and types a secret
        each time."""
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
        """Use another key file for this person; `key` is its key if it is open already."""
        self.settings.set("person_key", str(path))
        self.key, self._owner = key, None
        self.changed.emit()

    def close_own(self) -> None:
        """Nobody signs until the key is opened again."""
        self.key = None
        self.changed.emit()

    def forget_second(self) -> None:
        """Forget the second person, who agreed to one step only."""
        self._second = None

    def try_secret(self, secret: Secret) -> None:
        """Try a secret on the key that is waited for."""
        wanted_key = self._wanted
        if wanted_key is None:
            return

        def work(_context: object) -> PersonalKey:
            from ckmcore.statistic.personal_key import read_person_file, unwrap

            return unwrap(read_person_file(wanted_key.path), wanted_key.path.name, secret)

        def done(key: PersonalKey) -> None:
            if self._wanted is not wanted_key:
                return  # it was given up while it was tried
            self._wanted = None
            if wanted_key.second:
                self._second = key
            else:
                self.key = key
            self.settled.emit()
            self.changed.emit()
            wanted_key.then()

        self.jobs.start(SLOT, work, done, self._refused)

    def give_up(self) -> None:
        """Forget the step for which the secret was not given."""
        self._wanted = None

    def _refused(self, error: CkmError) -> None:
        from ckmcore.statistic.seal import SecretWrong

        wanted_key = self._wanted
        if wanted_key is not None and isinstance(error, SecretWrong):
            self.secret_asked.emit(wanted_key.path.name, error)
            return
        self._wanted = None
        self.settled.emit()
        self.frame.show_message(error)

    def _ask_second(self, then: Callable[[], None]) -> None:
        path = self._choose(self.tr("Personal key of the second person"))
        if path is not None:
            self._ask(_Wanted(path, second=True, then=then))

    def _ask(self, wanted_key: _Wanted) -> None:
        self._wanted = wanted_key
        self.secret_asked.emit(wanted_key.path.name, None)

    def _choose(self, title: str) -> Path | None:
        return self.frame.choose_open_file(title, self.tr("Personal keys") + f" (*{FILTER_ENDING})")
