"""The line of messages under a page's head. It is always as high as one line, so that nothing below it ever moves.

Several messages wait behind one another, the worst first; a sentence that is longer than the line is shown whole in a
bubble over the page. A message of an action goes with the next one; one whose cause lasts (`cause`), such as records
that were not found, stays until that is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, say
from ckmdesk.base.frame import Message, MessageKind, Remedy, message_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import ElidedLabel, IconButton, IconLabel
from ckmdesk.widgets.bubble import show_bubble
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.message_bar import say_message
from ckmdesk.widgets.progress_strip import ProgressStrip

HEIGHT = 28
_PAINT: dict[MessageKind, str] = {"error": "error", "warning": "warning", "info": "accent", "ok": "ok"}
_ORDER: tuple[MessageKind, ...] = ("error", "warning", "info", "ok")


@dataclass(frozen=True)
class Notice:
    """A message that is shown or waits; `cause` names a lasting cause ("": an action)."""

    message: Message
    kind: MessageKind
    remedy: Remedy | None
    cause: str

    @property
    def about(self) -> str:
        """Return the message without its fields: of two equal ones the later replaces the earlier."""
        message = self.message
        if isinstance(message, Sentence | CkmError):
            return message.code
        return message


class MessageLine(QFrame):
    """Line of messages: `show_message` adds one, `clear` removes the shown one.

    `action_taken` removes the messages of the former action.
    """

    closed = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = language
        self._notices: list[Notice] = []
        self.progress = ProgressStrip()
        self._inside = QFrame()
        self._inside.installEventFilter(self)
        row_of((self._inside, 1), (self.progress, 1), within=self, margins=0, spacing=STEP)
        inner = row_of(within=self._inside, margins=(STEP, 0, STEP // 2, 0), spacing=STEP)
        self._icon = IconLabel(theme, "info")
        self._text = ElidedLabel()
        self._text.setObjectName("message")
        self._whole = QPushButton(objectName="message-whole")
        self._whole.clicked.connect(self._show_whole)
        self._more = QPushButton(objectName="message-more")
        self._more.clicked.connect(self._next)
        self._button = QPushButton(objectName="message-remedy")
        self._button.setAutoDefault(True)  # Enter presses it
        self._button.clicked.connect(self._act)
        self._other = QPushButton(objectName="message-other")
        self._other.clicked.connect(self._act_otherwise)
        for button in (self._whole, self._more, self._button, self._other):
            set_kind(button, "line")
        self._close = IconButton(theme, "close")
        self._close.clicked.connect(self.clear)
        fill(inner, self._icon, (self._text, 1), self._whole, self._more, self._button, self._other, self._close)
        theme.changed.connect(self._fit)
        self._fit()
        self._show()

    # --- what is said --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Notice | None:
        return self._notices[0] if self._notices else None

    @property
    def text(self) -> str:
        return "" if self.shown is None else message_text(self.shown.message, self._language())

    @property
    def remedy(self) -> Remedy | None:
        return None if self.shown is None else self.shown.remedy

    @property
    def waiting(self) -> int:
        """Return how many messages wait behind the shown one."""
        return max(len(self._notices) - 1, 0)

    @property
    def is_done(self) -> bool:
        """Whether all messages are of success."""
        return all(notice.kind == "ok" for notice in self._notices)

    def show_message(
        self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None, cause: str = ""
    ) -> None:
        """Show a message; it replaces those of the former action and those with the same cause."""
        new_notice = Notice(message, kind, remedy, cause)
        stay = [
            notice
            for notice in self._notices
            if notice.cause and notice.cause != cause and notice.about != new_notice.about
        ]
        self._notices = sorted([new_notice, *stay], key=lambda notice: _ORDER.index(notice.kind))
        self._show()
        say_message(self._word(kind), message_text(message, self._language()), kind, remedy)

    def clear(self) -> None:
        """Take the message that is shown away."""
        del self._notices[:1]
        self._show()
        self.closed.emit()

    def action_taken(self) -> None:
        """Remove messages of the action before, since something else was done."""
        self._keep(lambda notice: bool(notice.cause))

    def settle(self, *causes: str) -> None:
        """Remove messages with these causes; without any, those of all causes."""
        self._keep(lambda notice: bool(causes) and notice.cause not in causes)

    def retranslate(self) -> None:
        """Show the message in the language of the window."""
        self._show()

    def _keep(self, stays: Callable[[Notice], bool]) -> None:
        kept_notices = [notice for notice in self._notices if stays(notice)]
        if kept_notices != self._notices:
            self._notices = kept_notices
            self._show()
            self.closed.emit()

    # --- how it is shown -----------------------------------------------------------------------------------------

    def _fit(self) -> None:
        self.setFixedHeight(px(HEIGHT))

    def _show(self) -> None:
        notice = self.shown
        self._inside.setVisible(notice is not None)
        self._close.set_tip(self.tr("Close message"))
        self._whole.setText(self.tr("Whole text"))
        if notice is None:
            self.setAccessibleName("")
            return
        word = self._word(notice.kind)
        set_kind(self._inside, "message-" + notice.kind)
        icon = {"ok": "ok", "info": "info", "warning": "warning"}.get(notice.kind, "error")
        self._icon.set_icon(icon, _PAINT[notice.kind])
        self._icon.setAccessibleName(word)
        self._icon.setToolTip(word)
        self._text.set_text(self.text)
        self._button.setVisible(notice.remedy is not None)
        self._button.setText("" if notice.remedy is None else notice.remedy.text)
        other = None if notice.remedy is None else notice.remedy.other
        self._other.setVisible(other is not None)
        self._other.setText("" if other is None else other.text)
        self._more.setVisible(bool(self.waiting))
        self._more.setText(say("desk_more_notes", self._language(), count=self.waiting))
        self._inside.setAccessibleName(f"{word}: {self.text}")
        self._fit_whole()

    def _word(self, kind: MessageKind) -> str:
        """Return the name of a kind of message."""
        return {
            "error": self.tr("Error"),
            "warning": self.tr("Warning"),
            "info": self.tr("Note"),
            "ok": self.tr("Done"),
        }[kind]

    def _fit_whole(self) -> None:
        """Show the button for the whole text only if the line cuts it."""
        self._whole.hide()
        layout = self._inside.layout()
        if layout is not None:
            layout.activate()
        self._whole.setVisible(self._text.is_cut)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not our own size: progress beside the message takes of its room and gives it back.
        if event.type() == QEvent.Type.Resize and watched is self._inside and self.shown is not None:
            self._fit_whole()
        return False

    def _show_whole(self) -> None:
        """Show the whole sentence above the page until a click elsewhere or Escape."""
        show_bubble(self, self.text, self._inside.width())

    def _next(self) -> None:
        """Show the next message; the former one moves behind all others."""
        self._notices = [*self._notices[1:], self._notices[0]]
        self._show()
        if (shown := self.shown) is not None:
            say_message(self._word(shown.kind), self.text, shown.kind, shown.remedy)

    @guarded()
    def _act(self) -> None:
        remedy = self.remedy
        self.clear()
        if remedy is not None:
            remedy.act()

    @guarded()
    def _act_otherwise(self) -> None:
        remedy = self.remedy
        self.clear()
        if remedy is not None and remedy.other is not None:
            remedy.other.act()
