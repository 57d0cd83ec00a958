"""What the window offers to pages and services, without knowing the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled, CkmError
from ckmcore.messages import Sentence
from ckmdesk.base.jobs import JobContext, Jobs, PageJobs
from ckmdesk.state.desk_state import Page

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from ckmdesk.state.cell_persistence import Place
    from ckmdesk.state.table_view import TableView

MessageKind = Literal["error", "warning", "info", "ok"]

Result = TypeVar("Result")

# An error or a sentence of the engine is rendered in the window's language, also after that changes.
Message = CkmError | Sentence | str


@dataclass(frozen=True)
class Remedy:
    """A button beside a message: its words (translated) and what it does; `other`: the other answer to a question."""

    text: str
    act: Callable[[], None]
    other: Remedy | None = None


def message_text(message: Message, language: Language) -> str:
    """The message in the window's language."""
    return message if isinstance(message, str) else message.text(language)


class Frame(Protocol):
    """The window as pages and services see it."""

    def show_message(
        self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None, cause: str = ""
    ) -> None:
        """A message in the line under the page head, until it is closed or something else is done; with a cause, until
        that is settled."""

    def clear_message(self) -> None:
        """Clear the message of the former action."""

    def settle_message(self, cause: str) -> None:
        """Clear the messages of a cause that is gone."""

    def show_progress(self, text: str, fraction: float | None, cancel: Callable[[], None] | None) -> None:
        """A thin bar under the page head; `fraction` None = how long is unknown."""

    def show_progress_soon(self, text: str, cancel: Callable[[], None] | None) -> None:
        """The same in a moment, unless `hide_progress` comes first."""

    def hide_progress(self) -> None: ...

    def set_figures(self, cells: int | None, seconds: float | None = None) -> None:
        """Set the number of cells and the time taken, in seconds, of the current table, for the status bar."""

    def set_hint(self, text: str) -> None:
        """What the hand is doing, at the right of the status bar; "" takes it away."""

    def shows_other_data(self, on: bool) -> None:
        """Whether the page of data shows records that are not those that are open: they are to be taken over."""

    def part_came(self, part: QWidget) -> None:
        """A page made a further part of itself: its lists copy nothing, and Tab still comes to the status bar last."""

    def go_to(self, page: Page) -> None: ...

    def show_place(self, page: Page, place: str) -> None:
        """A page, with the keyboard at a place of it (the page's `show_place`)."""

    def go_to_cell(self, view: TableView, place: Place) -> None:
        """Show the page of tables, with the cell at this place of a view selected."""

    def save(self) -> None:
        """What is worked on is taken over, and the statistic's file is written (Ctrl+S)."""

    def run_tables(self) -> None:
        """The window beside this one in which saved tables run."""

    def confirm_leaving(self, then: Callable[[], None]) -> None:
        """Run `then` once nothing would be lost by it: saved, or given up by the user."""

    def choose_open_file(self, title: str, filters: str) -> Path | None: ...

    def choose_save_file(self, title: str, suggestion: Path, filters: str) -> Path | None: ...

    def choose_save_form(self, title: str, suggestion: Path, filters: str) -> tuple[Path, str] | None:
        """The same with the filter that was chosen, where several forms share an ending."""

    def open_path(self, path: Path) -> None:
        """`.ckm`: open the statistic; anything else: the data page."""


def start_shown(
    jobs: Jobs | PageJobs,
    frame: Frame,
    slot: str,
    text: str,
    work: Callable[[JobContext], Result],
    done: Callable[[Result], None],
    failed: Callable[[CkmError], None],
    progress_text: Callable[[int, float], str] | None = None,
) -> None:
    """Start a job with the window's progress bar, by which it can be cancelled: `failed(Cancelled())` is called then.

    The bar is gone before `done` and `failed`. progress_text: its text for (records, part) instead of `text`.
    """

    def ended(result: Result) -> None:
        frame.hide_progress()
        done(result)

    def refused(error: CkmError) -> None:
        frame.hide_progress()
        failed(error)

    def cancel() -> None:
        jobs.cancel(slot)
        refused(Cancelled())

    def moved(records: int, part: float) -> None:
        frame.show_progress(progress_text(records, part) if progress_text else text, part, cancel)

    frame.show_progress(text, None, cancel)
    jobs.start(slot, work, ended, refused, moved)
