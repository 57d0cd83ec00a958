"""What a page is, and what it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ckmcore.base.numbers import Language
from ckmdesk.base.frame import Frame, Message, MessageKind, Remedy
from ckmdesk.base.jobs import PageJobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Changes, Desk
from ckmdesk.look.theme import Theme
from ckmdesk.services.services import Services
from ckmdesk.state import desk_state
from ckmdesk.widgets.message_bar import action_taken
from ckmdesk.widgets.page_head import PageHead

if TYPE_CHECKING:
    from ckmdesk.state.cell_persistence import Place
    from ckmdesk.state.table_view import TableView

# Menus of the window by key; "page" is the page's own (Tabelle, Daten, Verfahren). None in a list is a separator.
MenuActions = dict[str, list[QAction | None]]


@dataclass(frozen=True)
class PageContext:
    """The services and the window that a page works with. `frame` is the window: messages, progress, status bar, file
    dialogs.
    """

    desk: Desk
    jobs: PageJobs
    theme: Theme
    settings: Settings
    services: Services
    frame: Frame
    undo_action: QAction
    redo_action: QAction
    window: QWidget

    @property
    def language(self) -> Language:
        """Return the language of the window, for `CkmError.text`, `Texts.text` and `numbers`."""
        return self.settings.language

    def show_message(
        self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None, cause: str = ""
    ) -> None:
        self.frame.show_message(message, kind, remedy, cause)


class Page(QWidget):
    """A page of the window.

    Made on first show: `Page()`, then `build(context)` once, then `refresh(changes)` after every command while the
    page is visible (and once with all parts when it is shown). `head`, if `build` sets it, is put by the window above
    messages and body.

    A page of many widgets is built in steps, so that no event of the window waits for all of them: its `build` is a
    generator, which makes the head before its first `yield`, and the parts of the page after it.

    When the language or text size changes, the page is rebuilt as soon as it waits for no job other than those that a
    refresh starts; its selection and typed text are kept (`widgets/view_state.py`).
    """

    page_name: ClassVar[desk_state.Page]
    refreshing: ClassVar[tuple[str, ...]] = ()  # slots of jobs that every refresh starts
    waits_for: ClassVar[tuple[str, ...]] = ()  # slots of services whose jobs answer to the page
    in_parts: ClassVar[bool] = False  # its parts are dressed one by one: what is scrolled away takes another look later
    head: PageHead | None = None

    def build(self, context: PageContext) -> Iterator[None] | None:
        """Make the widgets, at once or in steps."""

    def refresh(self, changes: Changes) -> None:
        """Show the state; `changes` names the parts that differ ("data": records were loaded or dropped)."""

    def menu_actions(self) -> MenuActions:
        """Actions for the window's menus ("page", "file", "edit", "view", "help") while this page is shown."""
        return {}

    def keys(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the shortcuts that no menu shows, by part of the page: its name, then pairs of description and key."""
        return []

    def open_file(self, path: Path) -> None:
        """Open a file that was dropped or opened; only the data page takes one."""

    def action_taken(self) -> None:
        """Clear the messages of the former action, because another action was done, here or on another page."""
        action_taken(self)

    def before_saving(self) -> bool:
        """Apply pending input before the statistic is written; return false if the user cancelled."""
        return True

    def first_focus(self) -> QWidget:
        """Return the widget that gets the focus when the page is shown: the page itself, or a control of it."""
        return self

    def show_place(self, place: str) -> None:
        """Move the focus to a part of the page that another page names, such as a field."""

    def choose_cell(self, place_in: Callable[[TableView], Place | None]) -> None:
        """Select the cell that is found in the next table shown, if it has it; only the table page shows tables."""

    def mark_drop(self, active: bool) -> None:
        """Mark the page while a file is dragged over the window."""

    def close_page(self) -> None:
        """Release timers and listeners, because the window closes or the page is rebuilt."""
