"""The door to databases: what the page of data asks of it. It leads nowhere where no wing reads databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ckmcore.office.databases import DatabaseEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.ports import absence
from ckmdesk.state.data_import import Loaded

PREVIEW = "preview"


class DoorSlot(QObject):
    """Interface of the database door; without the wing for databases it is always closed.

    Emits `changed()` when something else is selected or shown, `asked()` when a query begins, and `failed(CkmError)`.
    `relation` is the one to import (None: none), `is_open` says that the door is shown, `day` is the field of the
    reference day, if there is one.
    """

    changed = Signal()
    asked = Signal()
    failed = Signal(object)
    relation: Any | None = None
    day: QLineEdit | None = None
    is_open = False
    opened: Any = None  # all that an open door holds, by which it is opened again

    def __init__(self, context: PageContext, into: Callable[[], Statistic | None], parent: QObject) -> None:
        super().__init__(parent)
        self.context, self._into = context, into
        self.view = self.make_view()

    def make_view(self) -> QWidget:
        """The view in the stack of the page."""
        return QWidget()

    @property
    def databases(self) -> Mapping[str, DatabaseEntry]:
        """Return the databases that the computer's policy allows."""
        return self.context.settings.policy.databases

    def open(self) -> None:
        """Show the databases, or which wing is absent."""
        self.failed.emit(absence("DatabaseDoor"))

    def close(self) -> None:
        """Close the door and drop the selection."""

    def load(self, relation: Any, into: Statistic | None, job: JobContext) -> Loaded:
        """Load the relation as a statistic with its records; raises the errors of connecting, opening and reading."""
        raise absence("DatabaseDoor")
