"""Messages of the window: a toast over the page answers the last action; the status bar counts warnings whose cause
lasts, with a list of these and of former answers. Nothing moves for them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.frame import Message, MessageKind, Remedy, message_text
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconLabel, WrapLabel, label
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.message_bar import PAINT, MessageBar, kind_word, say_message
from ckmdesk.widgets.progress_strip import ProgressStrip

TOAST_MS = 8000
WIDTH, LEAST_WIDTH = 640, 280
MOST_FORMER = 20
_ORDER: tuple[MessageKind, ...] = ("error", "warning", "info", "ok")
_kept_clear: WeakSet[QWidget] = WeakSet()


def keep_clear(widget: QWidget) -> None:
    """Place no toast over a widget while it is in sight: buttons that decide, with what they rest on."""
    _kept_clear.add(widget)


@dataclass(frozen=True)
class Notice:
    """A message; `cause` names a lasting cause ("": an action)."""

    message: Message
    kind: MessageKind
    remedy: Remedy | None
    cause: str

    @property
    def about(self) -> str:
        """Return the message without its fields: of two equal ones the later replaces the earlier."""
        message = self.message
        return message.code if isinstance(message, Sentence | CkmError) else message

    @property
    def passes(self) -> bool:
        """Whether the toast goes by itself: success, notes and what stays in the list do, refusals and questions do
        not."""
        return self.kind in ("ok", "info") or (bool(self.cause) and self.kind == "warning")


class Notifications(QObject):
    """The messages of a window. `count` is the button for the status bar, `progress` the bar above the toast.

    Emits `closed()` when a message has gone.
    """

    closed = Signal()

    def __init__(self, theme: Theme, language: Callable[[], Language], window: QWidget, within: QWidget) -> None:
        """Set up the toast as a child of `window`, over the lower edge of `within`, a child of it, too."""
        super().__init__(window)
        self._theme, self._language, self._within = theme, language, within
        self._answer: Notice | None = None
        self._toasted: Notice | None = None
        self._standing: list[Notice] = []
        self._former: deque[Notice] = deque(maxlen=MOST_FORMER)
        self._room = QFrame(window)
        self._room.setObjectName("toasts")
        self.progress = ProgressStrip()
        self._toast = MessageBar(theme, language, lasting=True)
        column_of(self.progress, self._toast, within=self._room, margins=0, spacing=STEP // 2)
        self._toast.closed.connect(self._closed)
        self._timer = QTimer(self, singleShot=True, interval=TOAST_MS)
        self._timer.timeout.connect(self._pass)
        self.count = QToolButton()
        set_kind(self.count, "status")
        self.count.setObjectName("messages")
        self.count.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.count.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.count.clicked.connect(self.show_list)
        for watched in (within, self.progress, self._toast, self._room):
            watched.installEventFilter(self)
        theme.changed.connect(self._show_count)
        self._at_top = False
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._keep_clear)
        self._room.hide()
        theme.dress(self._room)
        self._show_count()

    # --- what is said --------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Notice | None:
        """The answer to the last action, else the worst of what lasts."""
        return self._answer or (self._standing[0] if self._standing else None)

    @property
    def text(self) -> str:
        return "" if self.shown is None else message_text(self.shown.message, self._language())

    @property
    def remedy(self) -> Remedy | None:
        return None if self.shown is None else self.shown.remedy

    @property
    def standing(self) -> tuple[Notice, ...]:
        """The messages whose cause lasts, the worst first."""
        return tuple(self._standing)

    @property
    def is_done(self) -> bool:
        """Whether there is no answer but one of success."""
        return self._answer is None or self._answer.kind == "ok"

    def show_message(
        self, message: Message, kind: MessageKind = "error", remedy: Remedy | None = None, cause: str = ""
    ) -> None:
        """Show a message; it replaces those of the former action and those with the same cause."""
        notice = Notice(message, kind, remedy, cause)
        known = next((former for former in self._standing if cause and former.cause == cause), None)
        stay = [former for former in self._standing if former.cause != cause and former.about != notice.about]
        if not cause:
            self._standing, self._answer = stay, notice
            self._former.appendleft(notice)
            self._show_toast(notice)
        else:
            self._standing = sorted([notice, *stay], key=lambda each: _ORDER.index(each.kind))
            if known is None or known.message != message:
                if self._answer is None or (kind == "error" and self._answer.kind != "error"):
                    self._answer = None
                    self._show_toast(notice)
                else:
                    say_message(kind_word(kind), message_text(message, self._language()), kind, remedy)
        self._show_count()

    def clear(self) -> None:
        """Take the toast away; what lasts stays in the list."""
        self._answer = self._toasted = None
        self._timer.stop()
        if not self._toast.isHidden():
            self._toast.clear()

    def action_taken(self) -> None:
        """Take the answer to the action before away, since something else was done."""
        if self._answer is not None or self._toasted is not None:
            self.clear()

    def settle(self, *causes: str) -> None:
        """Remove messages with these causes; without any, all messages and former answers."""
        kept = [notice for notice in self._standing if causes and notice.cause not in causes]
        gone, self._standing = len(kept) < len(self._standing), kept
        if not causes:
            self._former.clear()
        if not causes or (self._toasted is not None and self._toasted.cause in causes):
            self.clear()
        self._show_count()
        if gone:
            self.closed.emit()

    def retranslate(self) -> None:
        """Show all words in the language of the window."""
        self._toast.retranslate()
        self._show_count()

    # --- the toast -----------------------------------------------------------------------------------------------

    def _show_toast(self, notice: Notice) -> None:
        self._toasted = notice
        self._toast.show_message(notice.message, notice.kind, self._acting(notice))
        self._timer.stop()
        if notice.passes:
            self._timer.start()
        self._place()

    def _acting(self, notice: Notice) -> Remedy | None:
        """The remedy of a message, with which the message goes."""

        def act(remedy: Remedy) -> None:
            self._standing = [each for each in self._standing if each is not notice]
            self._show_count()
            remedy.act()

        def going(remedy: Remedy | None) -> Remedy | None:
            return None if remedy is None else Remedy(remedy.text, partial(act, remedy), going(remedy.other))

        return going(notice.remedy)

    @guarded()
    def _pass(self) -> None:
        """Take the toast away after its time, unless the mouse or the keyboard is on it."""
        focus = QApplication.focusWidget()
        if self._room.underMouse() or (focus is not None and self._room.isAncestorOf(focus)):
            self._timer.start()
        else:
            self.clear()

    def _closed(self) -> None:
        self._timer.stop()
        self._answer = self._toasted = None
        self.closed.emit()

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        placed = watched is self._within or watched in _kept_clear
        moving = {QEvent.Type.Resize, QEvent.Type.Move} if placed else set()
        if event.type() in {QEvent.Type.ShowToParent, QEvent.Type.HideToParent, QEvent.Type.LayoutRequest, *moving}:
            self._place()
        return False

    @guarded()
    def _keep_clear(self, _former: QWidget | None, focused: QWidget | None) -> None:
        """Move to the other edge of the page where the keyboard comes to something below (WCAG 2.4.11)."""
        if focused is None or self._room.isHidden() or focused.window() is not self._room.window():
            return
        if self._room.isAncestorOf(focused) or focused.isAncestorOf(self._room):
            return
        taken = QRect(focused.mapTo(self._room.window(), QPoint()), focused.size())
        here = QRect(self._room.mapTo(self._room.window(), QPoint()), self._room.size())
        if here.intersects(taken) and not taken.contains(self._within_window()):
            self._at_top = not self._at_top
            self._place()

    def _within_window(self) -> QRect:
        """The middle of the page, in the window: what covers it is too large to be kept clear of."""
        middle = self._within.rect().center()
        return QRect(self._within.mapTo(self._room.window(), middle), QSize(1, 1))

    def come_last(self) -> None:
        """Move toast and progress to the end of the tab order, after a page was made."""
        window, shown, focus = self._room.parentWidget(), not self._room.isHidden(), QApplication.focusWidget()
        if focus is not None and self._room.isAncestorOf(focus):  # it would lose the keyboard
            return
        self._room.setParent(None)
        self._room.setParent(window)
        self._room.setVisible(shown)
        self._place()

    def _place(self) -> None:
        """Put toast and progress over the lower edge of the page, or over the upper one."""
        self._room.setVisible(not (self._toast.isHidden() and self.progress.isHidden()))
        if self._room.isHidden():
            self._at_top = False
            return
        self._room.setGeometry(self._free_place())
        self._room.raise_()

    def _free_place(self) -> QRect:
        """A place over the lower edge of the page, or the upper one, that covers no widget of `keep_clear`.

        Beside such a widget it moves to the left, and gets narrower; where that leaves too little it goes to the other
        edge.
        """
        area = self._within.geometry()
        clear = self._clear_of()
        wanted = min(px(WIDTH), area.width() - 2 * MARGIN)
        first = self._place_at(area, wanted, area.left() + (area.width() - wanted) // 2, at_top=self._at_top)
        left = area.left() + MARGIN
        for at_top in (self._at_top, not self._at_top):
            centred = self._place_at(area, wanted, first.left(), at_top=at_top)
            met = [taken.left() for taken in clear if taken.intersects(centred)]
            if not met:
                return centred
            width = min(wanted, min(met) - STEP - left)
            beside = self._place_at(area, width, min(met) - STEP - width, at_top=at_top)
            if width >= px(LEAST_WIDTH) and not any(taken.intersects(beside) for taken in clear):
                return beside
        return first

    def _clear_of(self) -> list[QRect]:
        """The visible widgets of `keep_clear` on the page, in the coordinates of the window."""
        window, areas = self._room.parentWidget(), []
        for widget in list(_kept_clear):
            if isValid(widget) and widget.isVisible() and self._within.isAncestorOf(widget):
                widget.installEventFilter(self)  # it moves, and the toast with it
                areas.append(QRect(widget.mapTo(window, QPoint()), widget.size()))
        return areas

    def _place_at(self, area: QRect, width: int, left: int, *, at_top: bool) -> QRect:
        layout = self._room.layout()
        height = layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()
        top = area.top() + STEP if at_top else area.bottom() - height - STEP
        return QRect(left, top, width, height)

    # --- count and list ------------------------------------------------------------------------------------------

    def _show_count(self) -> None:
        number = len(self._standing)
        self.count.setVisible(bool(number or self._former))
        kind = self._standing[0].kind if number else "info"
        self.count.setIcon(self._theme.icon(kind, PAINT[kind]))
        words = counted(self.tr("1 note"), self.tr("%1 notes"), number, self._language()) if number else ""
        self.count.setText(words or self.tr("Messages"))
        self.count.setToolTip(self.tr("Show messages (F8)"))
        self.count.setAccessibleName(self.tr("Messages: %1").replace("%1", words) if words else self.tr("Messages"))

    def focus_or_list(self) -> None:
        """Move the keyboard to the toast where it has a button, else show the list."""
        button = self._toast.first_button()
        if button is not None:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.show_list()

    @guarded()
    def show_list(self) -> None:
        """Show what lasts with its remedies, then former answers, in a popup over the status bar."""
        popup = QFrame(self.count.window(), Qt.WindowType.Popup)
        popup.ensurePolished()  # the window gives it the style sheet, by which it is measured
        popup.setObjectName("message-list")
        popup.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(popup, "card")
        shape(popup, Role.Dialog)
        popup.setAccessibleName(self.tr("Messages"))
        rows: list[QWidget] = [self._row(notice, popup) for notice in self._standing]
        former = [replace(notice, remedy=None) for notice in self._former if notice is not self._answer]
        if former:
            rows += [label(self.tr("Before"), "heading"), *(self._row(notice, popup) for notice in former)]
        if not rows:
            rows = [label(self.tr("No messages."), "secondary")]
        column = column_of(*rows, within=popup, margins=STEP, spacing=STEP)
        width = min(px(WIDTH), self.count.window().width() - 2 * MARGIN)
        popup.setFixedWidth(width)
        popup.setFixedHeight(column.totalHeightForWidth(width))
        corner = self.count.mapToGlobal(QPoint(self.count.width(), 0))
        popup.move(max(corner.x() - width, 0), max(corner.y() - popup.height() - STEP, 0))
        popup.show()
        buttons = popup.findChildren(QPushButton)
        (buttons[0] if buttons else popup).setFocus(Qt.FocusReason.PopupFocusReason)

    def _row(self, notice: Notice, popup: QFrame) -> QWidget:
        """A message with its buttons."""
        text = message_text(notice.message, self._language())
        icon = IconLabel(self._theme, notice.kind, PAINT[notice.kind])
        icon.setAccessibleName(kind_word(notice.kind))
        words: QLabel = WrapLabel(text)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons: list[QPushButton] = []
        remedy = self._acting(notice)
        while remedy is not None:
            button = QPushButton(remedy.text)
            button.clicked.connect(popup.close)
            button.clicked.connect(remedy.act)
            buttons.append(button)
            remedy = remedy.other
        row = QWidget()
        row_of(icon, (words, 1), *buttons, within=row, margins=0, spacing=STEP)
        return row
