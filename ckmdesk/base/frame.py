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
    """A button beside a message: its translated words and its action; `other` is the other answer to a question."""

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
        """Show a message in the line under the page head, until it is closed or something else is done.

        A message with a `cause` stays until that is settled. `remedy` is the button beside it.
        """

    def clear_message(self) -> None:
        """Clear the message of the former action."""

    def settle_message(self, cause: str) -> None:
        """Clear the messages of a cause that is gone."""

    def show_progress(self, text: str, fraction: float | None, cancel: Callable[[], None] | None) -> None:
        """Show a thin progress bar under the page head; `fraction` None if the duration is unknown.

        `cancel` is called by the button to cancel; None shows none.
        """

    def show_progress_soon(self, text: str, cancel: Callable[[], None] | None) -> None:
        """Show the progress bar after a moment, unless `hide_progress` is called first."""

    def hide_progress(self) -> None: ...

    def set_figures(self, cells: int | None, seconds: float | None = None) -> None:
        """Set the number of cells and the time taken, in seconds, of the current table, for the status bar."""

    def set_hint(self, text: str) -> None:
        """Show the current mouse action at the right of the status bar; "" clears it."""

    def shows_other_data(self, on: bool) -> None:
        """Set whether the data page shows records other than the open ones, which are still to be imported."""

    def part_came(self, part: QWidget) -> None:
        """Set up a part that a page has added: its lists do not copy, and Tab still reaches the status bar last."""

    def go_to(self, page: Page) -> None: ...

    def show_place(self, page: Page, place: str) -> None:
        """Show a page with the focus at a place of it (the page's `show_place`)."""

    def go_to_cell(self, place_in: Callable[[TableView], Place | None]) -> None:
        """Show the page of tables, with the cell selected that is found in the next table shown."""

    def save(self) -> None:
        """Apply pending input and write the file of the statistic (Ctrl+S)."""

    def run_tables(self) -> None:
        """Open the window beside this one in which saved tables are run."""

    def confirm_leaving(self, then: Callable[[], None]) -> None:
        """Run `then` when nothing would be lost by it: after saving, or if the user discards the changes."""

    def choose_open_file(self, title: str, filters: str) -> Path | None: ...

    def choose_save_file(self, title: str, suggestion: Path, filters: str) -> Path | None: ...

    def choose_save_form(self, title: str, suggestion: Path, filters: str) -> tuple[Path, str] | None:
        """Ask for a file name and return it with the chosen filter, where several formats share an ending; None if
        cancelled."""

    def open_path(self, path: Path) -> None:
        """Open a file: a `.ckm` as statistic, anything else on the data page."""


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
    """Start a job with the window's progress bar, which has a button to cancel: `failed(Cancelled())` is called then.

    The bar is hidden before `done` and `failed` are called. `progress_text` builds its text from (records, part); by
    default it is `text`.
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

    def moved(records: int, fraction: float) -> None:
        frame.show_progress(progress_text(records, fraction) if progress_text else text, fraction, cancel)

    frame.show_progress(text, None, cancel)
    jobs.start(slot, work, ended, refused, moved)
