"""Recent statistics: the list as a model, and what is known of each file without opening it in the window."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QLocale, QObject, Qt

from ckmcore.base.files import target_of
from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.microdata.store import bytes_on_disk
from ckmdesk.base.captions import method_kind_name
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.settings import Recent
from ckmdesk.look.theme import Theme
from ckmdesk.models.list_model import ACCESSIBLE, DECORATION, DISPLAY, TIP, ListModel
from ckmdesk.services.file_locks import is_stale

StateKind = Literal[
    "asking",
    "ready",
    "no_method",
    "no_source",
    "source_changed",
    "locked",
    "left",
    "sealed",
    "newer",
    "older",
    "other",
    "missing",
    "damaged",
]
STATISTIC, PERIOD, METHOD, STATE, OPENED, PLACE = range(6)

_ICON: dict[StateKind, tuple[str, str]] = {
    "ready": ("ok", "ok"),
    "no_method": ("warning", "warning"),
    "source_changed": ("warning", "warning"),
    "no_source": ("error", "error"),
    "missing": ("error", "error"),
    "damaged": ("error", "error"),
    "newer": ("warning", "warning"),
    "older": ("warning", "warning"),
    "other": ("warning", "warning"),
    "sealed": ("lock", "secondary"),
    "locked": ("read-only", "secondary"),
    "left": ("warning", "warning"),
}


@dataclass(frozen=True)
class FileState:
    """The state of a file in the list; `who` holds its lock, or left it behind."""

    kind: StateKind = "asking"
    who: str = ""


def look(entries: tuple[Recent, ...], context: JobContext) -> dict[str, FileState]:
    """Return the state of each file; run as a job, since paths may be on a slow network."""
    file_states: dict[str, FileState] = {}
    for entry in entries:
        if context.cancelled():
            break
        file_states[entry.path] = look_at(Path(entry.path))
    return file_states


def look_at(path: Path) -> FileState:
    """Return the state of one file; its source is judged by path and size only."""
    from ckmcore.statistic.image import MadeByNewer
    from ckmcore.statistic.lock import holder
    from ckmcore.statistic.source import SourceUnreachable

    if not path.is_file():
        return FileState("missing")
    target = target_of(path)  # where its lock lies
    if target.with_name(target.name + ".lock").exists():
        who = holder(target)
        return FileState("left" if is_stale(who) else "locked", who.host)
    try:
        return FileState(_kind_of(path))
    except SourceUnreachable:
        return FileState("no_source")
    except MadeByNewer:
        return FileState("newer")
    except CkmError:
        return FileState("damaged")
    except OSError:
        return FileState("no_source")


def _kind_of(path: Path) -> StateKind:
    from ckmcore.statistic.file import open_register, open_statistic
    from ckmcore.statistic.seal import SecretNeeded
    from ckmcore.statistic.source import find_source
    from ckmcore.statistic.trusted_state import standing

    try:
        statistic, stamp = open_statistic(path)
    except SecretNeeded:  # whole, as far as can be told without its passphrase
        found_standing = standing(*open_register(path))
        return "sealed" if found_standing == "known" else found_standing
    found_standing = standing(statistic, stamp.guard)
    if found_standing != "known":
        return found_standing
    source = statistic.period.source
    if source is not None and source.kind == "file" and bytes_on_disk(find_source(source, path)) != source.size:
        return "source_changed"
    return "ready" if statistic.period.in_force is not None else "no_method"


class RecentModel(ListModel[Recent]):
    """Model of recent statistics, one per row, filtered by the words of the search."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._theme = theme
        self._language: Language = "en"
        self._all: tuple[Recent, ...] = ()
        self._states: dict[str, FileState] = {}
        self._search = ""
        self._today = date.today()  # noqa: DTZ011 - the day on the user's clock is what "today" means to them

    def set_entries(self, entries: tuple[Recent, ...], language: Language) -> None:
        self._all, self._language = entries, language
        self._today = date.today()  # noqa: DTZ011 - as above
        self._filter()

    def set_states(self, states: dict[str, FileState]) -> None:
        self._states = states
        if self.rows:
            self.dataChanged.emit(self.index(0, STATE), self.index(len(self.rows) - 1, STATE))

    def set_search(self, text: str) -> None:
        self._search = text.strip().lower()
        self._filter()

    def entry(self, row: int) -> Recent | None:
        return self.rows[row] if 0 <= row < len(self.rows) else None

    def _filter(self) -> None:
        words = self._search.split()
        self.show_rows(
            [entry for entry in self._all if all(word in " ".join(self._words(entry)).lower() for word in words)]
        )

    def _words(self, entry: Recent) -> tuple[str, str, str, str]:
        title_index = 1 if self._language == "de" else 0
        return (
            entry.title[title_index],
            entry.period[title_index],
            method_kind_name(entry.method, entry.base, self._language),
            entry.path,
        )

    @property
    def heads(self) -> tuple[str, ...]:  # type: ignore[override]
        return (
            self.tr("Statistic"),
            self.tr("Reporting period"),
            self.tr("Method in force"),
            self.tr("State"),
            self.tr("Last opened"),
            self.tr("Location"),
        )

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        return super().headerData(section, orientation, DISPLAY if role == TIP else role)

    def other(self, row: Recent, column: int, role: int) -> Any:
        state = self._state(row)
        if role == ACCESSIBLE:
            return self.text(row, column)
        if role == DECORATION and column == STATE and state.kind in _ICON:
            return self._theme.icon(*_ICON[state.kind])
        if role == int(Qt.ItemDataRole.ForegroundRole) and column in (OPENED, PLACE):
            return self._theme.color("secondary")
        return row.path if role == TIP and column == PLACE else None

    def _state(self, entry: Recent) -> FileState:
        return self._states.get(entry.path, FileState())

    def text(self, row: Recent, column: int) -> str:
        if column == STATE:
            return self._state_text(self._state(row))
        if column == OPENED:
            return self._opened_text(row.opened)
        if column == PLACE:
            return str(Path(row.path))
        if column == METHOD and row.method == "none":
            return self.tr("none")
        return self._words(row)[column]

    def _state_text(self, state: FileState) -> str:
        if state.kind == "locked":
            return self.tr("Read-only, open on %1").replace("%1", state.who)
        if state.kind == "left":
            return self.tr("Left locked on %1").replace("%1", state.who)
        return {
            "asking": "…",
            "ready": self.tr("Ready"),
            "no_method": self.tr("No method in force"),
            "no_source": self.tr("Source not reachable"),
            "source_changed": self.tr("Source changed since last time"),
            "sealed": self.tr("Sealed"),
            "newer": self.tr("Made by a newer version"),
            "older": self.tr("Older than the one known here"),
            "other": self.tr("Not the one known here"),
            "missing": self.tr("File not found"),
            "damaged": self.tr("File cannot be read"),
        }[state.kind]

    def _opened_text(self, iso: str) -> str:
        try:
            opened = datetime.fromisoformat(iso).astimezone()
        except ValueError:
            return ""
        time = opened.strftime("%H:%M")
        days = (self._today - opened.date()).days
        if days == 0:
            return self.tr("today, %1").replace("%1", time)
        if days == 1:
            return self.tr("yesterday, %1").replace("%1", time)
        month = QLocale().monthName(opened.month, QLocale.FormatType.ShortFormat)
        if self._language == "de":
            return f"{opened.day}. {month} {opened.year}"
        return f"{opened.day} {month} {opened.year}"
