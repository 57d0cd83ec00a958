"""What the program remembers between two starts: declared once, as data, kept as INI in the user's folder.

What the policy of the computer decides goes before what a person chose, and stays; the choice is kept for the day on
which the policy leaves it free. A file of a later program loses nothing: what is not known here is left as it is.

Nothing confidential is kept: of a statistic only its path, title, period and the kind of its method.
"""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.limits import Limits
from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.messages import system_language
from ckmcore.office.person_settings import PERSON_SETTINGS, Role, own
from ckmcore.office.policy import Policy
from ckmcore.office.settings import OFFICE_SETTINGS, PLAIN, Office, SettingField, ThemeChoice
from ckmcore.office.settings_file import SUFFIX, read_office, write_office


class OfficeStore:
    """The office's settings on this desk; `listeners` are called with the former settings when they change.

    `fault` says why the file could not be read; defaults apply then. `decided` holds settings fixed by the computer's
    policy, by name; they override the file, which keeps its own values.
    """

    def __init__(self, folder: Path, decided: Mapping[str, Any]) -> None:
        self.file = folder / f"office{SUFFIX}"
        self.decided = decided
        self.fault: CkmError | None = None
        self._own: Office | None = None
        self.listeners: list[Callable[[Office], None]] = []

    @property
    def office(self) -> Office:
        """Return the settings in force."""
        own_settings = self._of_file()
        return replace(own_settings, **self.decided) if self.decided else own_settings

    def _of_file(self) -> Office:
        if self._own is None:
            self._own = PLAIN
            if self.file.exists():
                try:
                    self._own = read_office(self.file)
                except CkmError as fault:
                    self.fault = fault
        return self._own

    @property
    def read_file(self) -> Path | None:
        """Return the file that holds settings of this desk; None if all are defaults."""
        return self.file if self._of_file() != PLAIN else None

    def set(self, office: Office) -> None:
        """Save other settings; raises NotWritten or office_file_faulty, and nothing changes then.

        An unreadable file is renamed rather than overwritten.
        """
        former_office, own_settings = self.office, self._of_file()
        kept_office = replace(office, **{name: getattr(own_settings, name) for name in self.decided})
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.fault is not None and self.file.exists():
                self.file.replace(self.file.with_name(f"office-not-read{SUFFIX}"))
        except OSError as fault:
            raise NotWritten(name=self.file.name, reason=reason_of(fault)) from None
        write_office(self.file, kept_office)
        self._own, self.fault = kept_office, None
        for listener in list(self.listeners):
            listener(former_office)

    def take_over(self, path: Path) -> tuple[SettingField, ...]:
        """Apply the settings of a file that the office hands out; raises the errors of reading and writing.

        Returns the fields in which the file differs from the computer's policy: these do not change.
        """
        office = read_office(path)
        self.set(office)
        return tuple(
            field
            for field in OFFICE_SETTINGS
            if field.name in self.decided
            and getattr(office, field.name) not in (self.decided[field.name], field.default)
        )


RECENT_LIMIT = 30
NARROWEST_PANE, WIDEST_PANE = 160, 640
VERSION = 1  # of the file
NO_POLICY = Policy()


SETTINGS = (
    *PERSON_SETTINGS,
    own("person_key", "text", ""),
    own("recent", "text", "[]"),
    own("tables_pane", "number", "224", between=(NARROWEST_PANE, WIDEST_PANE)),
    own("freeze_total", "number", "0", between=(0, 1)),
    own("geometry", "text", ""),
)


def allows(setting: SettingField, text: str) -> bool:
    """Whether a text may be kept as the value of a setting."""
    if setting.kind == "number":
        return len(text) < 10 and text.isascii() and text.isdecimal() and setting.fault(int(text)) is None
    return setting.fault(text) is None


_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True)
class Recent:
    """A statistic opened lately: `title` and `period` as (English, German); `method` is cell_key, rounding or none.

    `base` is the rounding base; `opened` is local time, ISO.
    """

    path: str
    title: tuple[str, str]
    period: tuple[str, str]
    method: str
    base: int
    opened: str


class Settings:
    """The user's settings; `listeners` are called with the name of the setting that changed."""

    def __init__(self, file: Path | None = None, policy: Policy = NO_POLICY) -> None:
        """Open the settings; `file` is an INI file other than the user's (for tests), `policy` is the computer's
        policy.
        """
        self.policy = policy
        self._decided = policy.settings
        if file is None:
            scope = QSettings.Scope.UserScope
            self._store = QSettings(QSettings.Format.IniFormat, scope, "ckmdesk", "ckmdesk")
        else:
            self._store = QSettings(str(file), QSettings.Format.IniFormat)
        self.offices = OfficeStore(Path(self._store.fileName()).parent, policy.office)
        self.offices.listeners.append(self._office_changed)
        self._overruled: dict[str, str] = {}
        # The store looks at its file for every value: a tenth of a millisecond, asked twenty times for one drop.
        self._read: dict[str, str] = {}
        self._opened_as: Role | None = None
        self.listeners: list[Callable[[str], None]] = []

    def value(self, name: str) -> str:
        """Return the value of a setting; the default if the file has a value that is not allowed."""
        setting = _BY_NAME[name]
        if name in self._decided:
            return self._decided[name]
        value = self._overruled.get(name) or self._read.get(name)
        if value is None:
            value = str(self._store.value(name, setting.default))
            if setting.choices:  # the list of statistics opened lately may be written by another window
                self._read[name] = value
        return value if allows(setting, value) else setting.default

    def locked(self, name: str) -> bool:
        """Return whether the computer's policy fixes a setting; `name` is as in the file, or `office_<name>`."""
        if name.startswith("office_"):
            return name.removeprefix("office_") in self.policy.office
        return name in self._decided

    def set(self, name: str, value: str) -> None:
        """Save a value and call the listeners; raises ValueError if it is not allowed.

        Settings fixed by the computer's policy do not change.
        """
        if not allows(_BY_NAME[name], value):
            raise ValueError(f"{name}: {value}")
        if name in self._decided:
            return
        former_value = self.value(name)
        self._overruled.pop(name, None)
        self._read.pop(name, None)
        self._store.setValue(name, value)
        if not self._store.contains("version"):
            self._store.setValue("version", VERSION)
        if value != former_value:
            for listener in list(self.listeners):
                listener(name)

    def _office_changed(self, former_office: Office) -> None:
        """Language and theme follow the office where this person has not chosen."""
        followed = [
            name for name in ("language", "theme") if getattr(former_office, name) != getattr(self.office, name)
        ]
        for name in (*followed, "office"):
            for listener in list(self.listeners):
                listener(name)

    def overrule(self, name: str, value: str) -> None:
        """Set a value for this run only, from the command line."""
        self._overruled[name] = value

    @property
    def office(self) -> Office:
        """The settings of the office on this desk."""
        return self.offices.office

    @property
    def office_file(self) -> Path | None:
        """Return the file of the office's settings on this desk; None if there is none."""
        return self.offices.read_file

    @property
    def language(self) -> Language:
        """The window's language, also for the engine's sentences."""
        chosen_language = self.value("language")
        if chosen_language == "system":
            chosen_language = self.office.language
        if chosen_language == "system":
            return system_language()
        return "de" if chosen_language == "de" else "en"

    @property
    def theme(self) -> ThemeChoice:
        chosen_theme = self.value("theme")
        if chosen_theme == "system":
            chosen_theme = self.office.theme
        return "dark" if chosen_theme == "dark" else "light" if chosen_theme == "light" else "system"

    @property
    def text_percent(self) -> int:
        """Return the text size, in percent of the system's font."""
        return int(self.value("text_size"))

    def step_text_size(self, step: int) -> None:
        """Change to the next larger (1) or smaller (-1) text size, if there is one; 0 for the default."""
        sizes = _BY_NAME["text_size"].choices
        index = sizes.index(self.value("text_size")) + step if step else 0
        self.set("text_size", sizes[min(max(index, 0), len(sizes) - 1)])

    @property
    def limits(self) -> Limits:
        """Threads and memory of this process."""
        return Limits(int(self.value("threads")), int(self.value("memory")))

    def open_as(self, role: Role | None) -> None:
        """Record that the open statistic is sealed and was opened in a role; None: it has no roles, any may be
        tried."""
        former_role = self.role, self.role_is_given
        self._opened_as = role
        if (self.role, self.role_is_given) != former_role:
            for listener in list(self.listeners):
                listener("role")

    @property
    def role_is_given(self) -> bool:
        """Return whether the open statistic determines the role."""
        return self._opened_as is not None

    @property
    def person(self) -> str:
        """Return the name of the user for the register; the name of the account if none was entered."""
        return self.value("person").strip() or account_name()

    @property
    def role(self) -> Role:
        if self._opened_as is not None:
            return self._opened_as
        chosen = self.value("role")
        return "clerk" if chosen == "clerk" else "releaser" if chosen == "releaser" else "methodologist"

    @property
    def is_methodologist(self) -> bool:
        return self.role == "methodologist"

    @property
    def recent(self) -> tuple[Recent, ...]:
        """Return statistics opened lately, the last one first; unreadable entries are omitted."""
        try:
            entries: list[dict[str, Any]] = json.loads(self.value("recent"))
            return tuple(
                Recent(
                    str(entry["path"]),
                    (str(entry["title"][0]), str(entry["title"][1])),
                    (str(entry["period"][0]), str(entry["period"][1])),
                    str(entry["method"]),
                    int(entry["base"]),
                    str(entry["opened"]),
                )
                for entry in entries
            )
        except (ValueError, KeyError, TypeError, IndexError):
            return ()

    def remember(self, entry: Recent) -> None:
        """Put a statistic at the head of the recent ones."""
        other_recents = [known_recent for known_recent in self.recent if known_recent.path != entry.path]
        self._set_recent([entry, *other_recents][:RECENT_LIMIT])

    def forget(self, path: str) -> None:
        """Take a statistic from the recent ones."""
        self._set_recent([known_recent for known_recent in self.recent if known_recent.path != path])

    def _set_recent(self, entries: list[Recent]) -> None:
        self.set("recent", json.dumps([asdict(entry) for entry in entries], ensure_ascii=False))

    @property
    def geometry(self) -> QByteArray:
        return QByteArray.fromBase64(self.value("geometry").encode("ascii", "ignore"))

    @geometry.setter
    def geometry(self, value: QByteArray) -> None:
        self.set("geometry", bytes(value.toBase64().data()).decode("ascii"))

    def sync(self) -> None:
        """Write the settings to disk now."""
        self._store.sync()


def account_name() -> str:
    """Return the name of the user's account; "" if the system has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""
