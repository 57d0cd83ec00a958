"""The office's settings on this workplace: one file beside the user's settings, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ckmcore.base.files import NotWritten, reason_of
from ckmcore.errors import CkmError
from ckmcore.office.settings import OFFICE_SETTINGS, PLAIN, Office, OfficeSetting
from ckmcore.office.settings_file import SUFFIX, read_office, write_office


class OfficeStore:
    """`listeners` are called with the former settings when they change.

    fault: why the file could not be read; the defaults hold then.
    decided: what the policy of the computer decides, by name; it goes before the file, which keeps its own.
    """

    def __init__(self, folder: Path, decided: Mapping[str, Any]) -> None:
        self.file = folder / f"office{SUFFIX}"
        self.decided = decided
        self.fault: CkmError | None = None
        self._own: Office | None = None
        self.listeners: list[Callable[[Office], None]] = []

    @property
    def office(self) -> Office:
        """The settings in force."""
        own = self._of_file()
        return replace(own, **self.decided) if self.decided else own

    def _of_file(self) -> Office:
        if self._own is None:
            self._own = PLAIN
            if self.file.exists():
                try:
                    self._own = read_office(self.file)
                except CkmError as fault:
                    self.fault = fault
        return self._own

    def set(self, office: Office) -> None:
        """Keep other settings; raises NotWritten, OfficeFileFaulty, and nothing changes then.

        A file that could not be read is put aside, not written over.
        """
        before, own = self.office, self._of_file()
        kept = replace(office, **{name: getattr(own, name) for name in self.decided})
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            if self.fault is not None and self.file.exists():
                self.file.replace(self.file.with_name(f"office-not-read{SUFFIX}"))
        except OSError as fault:
            raise NotWritten(name=self.file.name, reason=reason_of(fault.errno, fault.strerror or "")) from None
        write_office(self.file, kept)
        self._own, self.fault = kept, None
        for listener in list(self.listeners):
            listener(before)

    def take_over(self, path: Path) -> tuple[OfficeSetting, ...]:
        """The settings of a file that the office hands to its desks; raises the errors of reading and writing.

        Returns those that the file wants otherwise than the policy of the computer: they stay.
        """
        found = read_office(path)
        self.set(found)
        return tuple(
            one
            for one in OFFICE_SETTINGS
            if one.name in self.decided and getattr(found, one.name) not in (self.decided[one.name], one.default)
        )
