"""A long job: what it does, how far it is, and a button to cancel it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget

from ckmcore.errors import CkmError
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext, PageJobs
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.widgets.basic import ElidedLabel
from ckmdesk.widgets.layouts import STRETCH, row_of

Result = TypeVar("Result")
SOON_MS = 100  # what has ended by then was no long job
ALOUD_MS = 4000  # so often a job that takes longer is told aloud


class ProgressStrip(QFrame):
    """Progress bar, hidden until `show_progress`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_kind(self, "card")
        self._cancel: Callable[[], None] | None = None
        self._text = ElidedLabel("")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._button = QPushButton()
        set_kind(self._button, "line")
        self._button.clicked.connect(self._on_cancel)
        row_of(
            self._text,
            (self._bar, 1000),
            STRETCH,
            self._button,
            within=self,
            margins=(MARGIN, 0, STEP, 0),
            spacing=STEP,
        )
        self._said, self._of_question = "", False
        self._soon: tuple[str, Callable[[], None] | None] = ("", None)
        self._timer = QTimer(self, singleShot=True, interval=SOON_MS)
        self._timer.timeout.connect(lambda: self.show_progress(self._soon[0], None, self._soon[1]))
        self._aloud = QTimer(self, interval=ALOUD_MS)
        self._aloud.timeout.connect(lambda: announce(self._text.text_whole()))
        self.hide()

    def show_soon(self, text: str, cancel: Callable[[], None] | None) -> None:
        """Show the bar after a moment unless it is hidden by then, for jobs that mostly end at once."""
        self._soon = (text, cancel)
        self._timer.start()

    def end(self) -> None:
        self._timer.stop()
        self._aloud.stop()
        self._of_question = False
        self.hide()

    def show_question(self, seconds: float, part: float, stop: Callable[[], None]) -> None:
        """Show the seconds, or the finished part (from 0 on), of a database query, beside the job's progress if
        shown."""
        if self._timer.isActive():
            return
        far = str(round(part * 100)) if part >= 0 else str(int(seconds))
        if self.isVisibleTo(self.parentWidget()) and not self._of_question:
            words = self.tr("database: %1 %") if part >= 0 else self.tr("database: %1 s")
            self._text.set_text(f"{self._said} ({words.replace('%1', far, 1)})")
            return
        words = (
            self.tr("The database counts: %1 %") if part >= 0 else self.tr("The database has been counting for %1 s")
        )
        self.show_progress(words.replace("%1", far, 1), part if part >= 0 else None, stop)
        self._of_question = True

    def end_question(self) -> None:
        """Hide the bar if it only showed a database query."""
        if self._of_question:
            self.end()

    def show_progress(self, text: str, fraction: float | None, cancel: Callable[[], None] | None) -> None:
        """Show the bar; `fraction` is from 0 to 1, or None if unknown. `cancel` is called by its button."""
        self._timer.stop()
        if not self._aloud.isActive():
            self._aloud.start()
        self._cancel, self._said, self._of_question = cancel, text, False
        self._text.set_text(text)
        self._bar.setAccessibleName(text)
        self._bar.setVisible(fraction is not None)  # one that only moves says nothing, and moves
        if fraction is not None:
            self._bar.setRange(0, 1000)
            self._bar.setValue(round(fraction * 1000))
        self._button.setText(self.tr("Cancel"))
        self._button.setVisible(cancel is not None)
        self.show()

    def run(
        self,
        jobs: PageJobs,
        slot: str,
        text: str,
        work: Callable[[JobContext], Result],
        done: Callable[[Result], None],
        ended: Callable[[], None],
        failed: Callable[[CkmError], None],
    ) -> None:
        """Start a job with this bar, which can be cancelled.

        `ended` is called if it failed (`failed` follows) or was cancelled.
        """

        def finished(result: Result) -> None:
            self.hide()
            done(result)

        def refused(error: CkmError) -> None:
            self.hide()
            ended()
            failed(error)

        def cancel() -> None:
            jobs.cancel(slot)
            self.hide()
            ended()

        def told(_count: int, share: float) -> None:
            self.show_progress(text, share, cancel)

        told(0, 0.0)
        jobs.start(slot, work, finished, refused, told)

    def _on_cancel(self) -> None:
        cancel, self._cancel = self._cancel, None
        self.end()
        if cancel is not None:
            cancel()
