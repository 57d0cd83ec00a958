"""The table on the screen as a document: its state at the title, saving it, discarding its changes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from ckmdesk.base.clock import now_text
from ckmdesk.commands import tables as commands
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.title_state import TitleState
from ckmdesk.state.table_drafts import is_modified, saved_table
from ckmdesk.state.table_status import standing_on_screen
from ckmdesk.widgets.ask_name import ask_name


def untitled_words(number: int = 0) -> str:
    """Return the name of an untitled table."""
    word = QCoreApplication.translate("Tables", "Untitled table")
    return word if number < 2 else f"{word} ({number})"


class TableDocument(QObject):
    """Actions of the page's menu and the state beside the title; `title` returns the title made from the variables."""

    def __init__(self, context: PageContext, title: Callable[[], str], page: QWidget) -> None:
        super().__init__(page)
        self.context, self._title, self._page = context, title, page
        self.state = TitleState(context.theme)
        self.state.save_asked.connect(context.frame.save)
        self.state.discard_asked.connect(self.discard)
        self.save_as_action = QAction(self.tr("Save table in the statistic ..."), self)
        self.discard_action = QAction(self.tr("Discard changes"), self)
        self.save_as_action.setShortcut(QKeySequence("Ctrl+Shift+T"))
        self.save_as_action.triggered.connect(self.save_as)
        self.discard_action.setObjectName("discard-changes")
        self.discard_action.triggered.connect(self.discard)

    def refresh(self) -> None:
        """Show the state of the table on the screen."""
        state, read_only = self.context.desk.state, self.context.services.read_only
        standing = standing_on_screen(state, read_only=read_only)
        self.state.show_standing(standing, self.context.language)
        self.discard_action.setEnabled(standing.kind == "modified")

    def name(self) -> str:
        """Return the name of the saved table on the screen; "" if it has none."""
        state = self.context.desk.state
        return "" if saved_table(state.statistic, state.table.name) is None else state.table.name

    def take_over(self) -> bool:
        """Save the table as it is laid out; false if it needs a name and none was given."""
        state = self.context.desk.state
        if not is_modified(state):
            return True
        if not self.name():
            return self.save_as()
        self.context.desk.run(commands.take_over_tables((self.name(),), now_text()))
        return True

    def save_as(self) -> bool:
        """Ask for a name and save the table under it; false if none was given."""
        # The name of a saved table names its breakdown: for another one it is not suggested.
        name = "" if is_modified(self.context.desk.state) else self.name()
        suggestion = name or self._title() or self.name()
        name = ask_name(self._page, "kept-tables", self.tr("Save table"), self.tr("Name of the table"), suggestion)
        if name:
            self.context.desk.run(commands.save_table(name, now_text()))
        return bool(name)

    def discard(self) -> None:
        """Set the table on the screen back to its saved state."""
        table = self.context.desk.state.table
        title = self.name() or untitled_words(table.untitled)
        self.context.desk.run(commands.discard_changes(table.name, title, table.untitled))
