"""One message where it belongs: icon, sentence, a remedy as a button where there is one, and a cross."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakSet

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget
from shiboken6 import isValid

from ckmcore.base.numbers import Language
from ckmdesk.base.announcer import announce
from ckmdesk.base.frame import Message, MessageKind, Remedy, message_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconButton, IconLabel, label
from ckmdesk.widgets.layouts import row_of

PAINT: dict[MessageKind, str] = {"error": "error", "warning": "warning", "info": "accent", "ok": "ok"}


def kind_word(kind: MessageKind) -> str:
    """Return the name of a kind of message."""
    return {
        "error": QCoreApplication.translate("MessageBar", "Error"),
        "warning": QCoreApplication.translate("MessageBar", "Warning"),
        "info": QCoreApplication.translate("MessageBar", "Note"),
        "ok": QCoreApplication.translate("MessageBar", "Done"),
    }[kind]


def say_message(word: str, text: str, kind: MessageKind, remedy: Remedy | None) -> None:
    """Announce a message to screen readers: its kind (`word`), its text, and the buttons beside it."""
    said_text = text if kind == "ok" else f"{word}: {text}"
    buttons = [
        message_remedy.text
        for message_remedy in (remedy, None if remedy is None else remedy.other)
        if message_remedy is not None
    ]
    if buttons:
        offered = QCoreApplication.translate("MessageBar", "In the message: %1")
        said_text += " " + offered.replace("%1", ", ".join(buttons))
    announce(said_text, urgent=kind in ("error", "warning"))


_shown: WeakSet[MessageBar] = WeakSet()
"""Those that say something: after every step what it made obsolete is taken away, and few of many bars do."""


def action_taken(within: QWidget) -> None:
    """Clear the messages of the former action in the bars of a part of the window, because another action was done."""
    for bar in tuple(_shown):
        if isValid(bar) and within.isAncestorOf(bar):
            bar.action_taken()


class MessageBar(QFrame):
    """Bar for a message, hidden until `show_message`; it keeps the message itself to show it in another language.

    `remedy_of` returns the remedy of a message after the bar is rebuilt.
    """

    closed = Signal()
    kept = ("said",)
    remedy_of: Callable[[Message], Remedy | None] | None = None

    def __init__(
        self, theme: Theme, language: Callable[[], Language], parent: QWidget | None = None, *, lasting: bool = False
    ) -> None:
        """Make the bar; with `lasting` its message stays until its owner clears it, whatever else is done."""
        super().__init__(parent)
        self._language, self._lasting = language, lasting
        self._message: Message = ""
        self._remedy: Remedy | None = None
        self._kind: MessageKind = "info"
        set_kind(self, "message-info")  # before it is polished: a frame that gets a border later makes no room for it
        self._said = True
        self._icon = IconLabel(theme, "info")
        self._text = label(wrap=True)
        self._text.setObjectName("message")
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._button = QPushButton(objectName="message-remedy")
        self._button.setAutoDefault(True)  # Enter presses it
        self._button.clicked.connect(self._act)
        self._other = QPushButton(objectName="message-other", autoDefault=False)
        self._other.clicked.connect(self._act_otherwise)
        self._close = IconButton(theme, "close")
        self._close.clicked.connect(self.clear)
        row_of(
            self._icon,
            (self._text, 1),
            self._button,
            self._other,
            self._close,
            within=self,
            margins=(MARGIN, STEP - 2, STEP, STEP - 2),
            spacing=STEP,
        )
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text() if self.isVisibleTo(self.parentWidget()) else ""

    @property
    def remedy(self) -> Remedy | None:
        return self._remedy

    @property
    def said(self) -> tuple[Message, MessageKind] | None:
        """Return the message shown, unless its remedy cannot be restored. Setting it shows it without announcing it."""
        lasts = self._remedy is None or self.remedy_of is not None
        return (self._message, self._kind) if lasts and not self.isHidden() else None

    @said.setter
    def said(self, said: tuple[Message, MessageKind] | None) -> None:
        if said is not None:
            self.show_message(*said, None if self.remedy_of is None else self.remedy_of(said[0]))
            self._said = True

    def action_taken(self) -> None:
        """Clear the message of the former action.

        A warning or note about a finding stays until its page replaces it.
        """
        if not self._lasting and not self.isHidden() and self._kind in ("error", "ok"):
            self.clear()

    def show_message(self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None) -> None:
        self._message, self._kind, self._remedy = message, kind, remedy
        set_kind(self, "message-" + kind)
        self._icon.set_icon({"ok": "ok", "info": "info", "warning": "warning"}.get(kind, "error"), PAINT[kind])
        self.retranslate()
        self.show()
        _shown.add(self)
        self._said = False
        self._say()

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._say()

    def _say(self) -> None:
        """Aloud, once, as soon as its place is on the screen."""
        if not self._said and self.isVisible():
            self._said = True
            say_message(kind_word(self._kind), self._text.text(), self._kind, self._remedy)

    def retranslate(self) -> None:
        """Show the message in the language of the window."""
        self._icon.setAccessibleName(kind_word(self._kind))
        self._icon.setToolTip(kind_word(self._kind))
        self._text.setText(message_text(self._message, self._language()))
        self._button.setVisible(self._remedy is not None)
        self._button.setText(self._remedy.text if self._remedy is not None else "")
        other = None if self._remedy is None else self._remedy.other
        self._other.setVisible(other is not None)
        self._other.setText("" if other is None else other.text)
        self._close.set_tip(self.tr("Close message"))
        self.setAccessibleName(kind_word(self._kind) + ": " + self._text.text())

    def first_button(self) -> QPushButton | None:
        """The remedy's button where the message has one."""
        return None if self._button.isHidden() or self.isHidden() else self._button

    def clear(self) -> None:
        """Clear the message."""
        self._remedy = None
        self.hide()
        _shown.discard(self)
        self.closed.emit()

    @guarded()
    def _act(self) -> None:
        self._answer(self._remedy)

    @guarded()
    def _act_otherwise(self) -> None:
        self._answer(None if self._remedy is None else self._remedy.other)

    def _answer(self, remedy: Remedy | None) -> None:
        self.clear()
        if remedy is not None:
            remedy.act()
