"""What a page is, and what it is given."""

from __future__ import annotations

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
    """Everything a page works with. `frame` is the window: messages, progress, status bar, file dialogs."""

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
        """For `CkmError.text`, `Texts.text`, `numbers`."""
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

    Where the language or the size of text changes, the page is built again as soon as no job answers to it but those
    that a refresh starts; what is shown, chosen and typed stays (`widgets/view_state.py`).
    """

    page_name: ClassVar[desk_state.Page]
    refreshing: ClassVar[tuple[str, ...]] = ()  # slots of jobs that every refresh starts
    waits_for: ClassVar[tuple[str, ...]] = ()  # slots of services whose jobs answer to the page
    head: PageHead | None = None

    def build(self, context: PageContext) -> None:
        """Make the widgets."""

    def refresh(self, changes: Changes) -> None:
        """Show the state; `changes` names the parts that differ ("data": records were loaded or dropped)."""

    def menu_actions(self) -> MenuActions:
        """Actions for the window's menus ("page", "file", "edit", "view", "help") while this page is shown."""
        return {}

    def keys(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Keys that no menu shows, part by part: the part's name, then what a key does and the key."""
        return []

    def open_file(self, path: Path) -> None:
        """A file was dropped or opened; only the data page takes one."""

    def action_taken(self) -> None:
        """Something else was done, here or on another page: what the page said of the action before goes."""
        action_taken(self)

    def before_saving(self) -> bool:
        """Take over what is worked on, before the statistic is written; False where somebody gave it up."""
        return True

    def first_focus(self) -> QWidget:
        """What has the keyboard when the page comes: the page itself, from where Tab leads on, or a control of it."""
        return self

    def show_place(self, place: str) -> None:
        """Bring the keyboard to a part of the page that another page names, such as a field of it."""

    def choose_cell(self, view: TableView, place: Place) -> None:
        """Choose a cell of a view where the next table that is shown has it; only the page of tables shows any."""

    def mark_drop(self, active: bool) -> None:
        """A file is being dragged over the window."""

    def close_page(self) -> None:
        """The window closes or makes the page anew: let go of timers and listeners."""
