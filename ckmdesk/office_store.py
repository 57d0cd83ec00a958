"""The office's settings on this workplace: one file beside the user's settings, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ckmcore.errors import CkmError
from ckmcore.office import PLAIN, Office
from ckmcore.office_file import SUFFIX, read_office, write_office


class OfficeStore:
    """`listeners` are called with the former settings when they change.

    fault: why the file could not be read; the defaults hold then.
    """

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"office{SUFFIX}"
        self.fault: CkmError | None = None
        self._office: Office | None = None
        self.listeners: list[Callable[[Office], None]] = []

    @property
    def office(self) -> Office:
        """The settings in force."""
        if self._office is None:
            self._office = PLAIN
            if self.file.exists():
                try:
                    self._office = read_office(self.file)
                except CkmError as fault:
                    self.fault = fault
        return self._office

    def set(self, office: Office) -> None:
        """Keep other settings; raises NotWritten, OfficeFileFaulty, and nothing changes then."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write_office(self.file, office)
        before, self._office, self.fault = self.office, office, None
        for listener in list(self.listeners):
            listener(before)

    def take_over(self, path: Path) -> None:
        """The settings of a file that the office hands to its desks; raises the errors of reading and writing."""
        self.set(read_office(path))
