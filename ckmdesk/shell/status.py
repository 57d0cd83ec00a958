"""The status bar: statistic, period, method, cells; for the methodologist also records and time; the role."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStatusBar, QToolButton

from ckmcore.base.numbers import Language, decimal_text
from ckmdesk.base.captions import method_kind_name, role_names
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import counted
from ckmdesk.commands.desk import Desk
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import BAR_HEIGHT, STEP, Theme, set_kind
from ckmdesk.widgets.basic import ElidedLabel, IconLabel, label


class StatusBar(QStatusBar):
    """Refreshed by the window after every change."""

    language_clicked = Signal()

    def __init__(self, theme: Theme, settings: Settings, messages: QToolButton) -> None:
        """Make the bar; `messages` is the button that counts the window's messages."""
        super().__init__()
        self._settings, self._messages = settings, messages
        self.setSizeGripEnabled(False)
        self.setFixedHeight(px(BAR_HEIGHT))
        self.setContentsMargins(STEP + 2, 0, STEP, 0)
        self._cells: int | None = None
        self._seconds: float | None = None
        self._offline_icon = IconLabel(theme, "offline", "secondary", 14)
        self._left = ElidedLabel()
        self._hint = label()
        self._user_icon = IconLabel(theme, "user", "secondary", 14)
        self._role = label()
        self._language = QToolButton()
        set_kind(self._language, "status")
        self._language.clicked.connect(self.language_clicked)
        self._language.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(self._offline_icon)
        self.addWidget(self._left, 1)
        for widget in (self._hint, self._messages, self._user_icon, self._role, self._language):
            self.addPermanentWidget(widget)

    def set_figures(self, cells: int | None, seconds: float | None) -> None:
        self._cells, self._seconds = cells, seconds

    def come_last(self) -> None:
        """Move the status bar to the end of the tab order, after a page was made.

        The order is not read for it: PySide makes what it gives of it a child of what it was asked of, and loses it.
        """
        for place, button in ((1, self._messages), (4, self._language)):
            is_shown = not button.isHidden()
            self.removeWidget(button)
            button.setParent(None)
            self.insertPermanentWidget(place + 2, button)
            button.setVisible(is_shown)

    def set_hint(self, text: str) -> None:
        """Show the current mouse action."""
        self._hint.setText(text)

    @property
    def text(self) -> str:
        return self._left.text_whole()

    def refresh(self, desk: Desk) -> None:
        """Show the open statistic and its state."""
        state, language = desk.state, self._settings.language
        start = state.statistic is None
        self._offline_icon.setVisible(start)
        self._user_icon.setVisible(not start)
        self._role.setVisible(not start)
        self._role.setText(role_names()[self._settings.role])
        self._language.setVisible(start)
        self._language.setEnabled(not self._settings.locked("language"))
        self._language.setText("Deutsch" if language == "de" else "English")
        self._language.setToolTip(self.tr("Switch language"))
        if state.statistic is None:
            text = self.tr("Works offline, opens no network connection")
            if self._settings.policy.databases:
                text = self.tr("Works offline; reaches only databases that the policy of this computer names")
            self._left.set_text(text)
            return
        statistic = state.statistic
        texts = [statistic.title.text(language), statistic.period.label.text(language), method_name(desk, language)]
        if self._cells is not None:
            texts.append(counted(self.tr("1 cell"), self.tr("%1 cells"), self._cells, language))
        if self._settings.is_methodologist:
            data = desk.session.data
            if data is not None:
                texts.append(counted(self.tr("1 record"), self.tr("%1 records"), data.rows, language))
            if data is not None and data.counter is not None:
                texts.append(self.tr("database “%1”, only read").replace("%1", data.counter.name))
            if self._seconds is not None:
                decimals = 2 if self._seconds < 1 else 1
                time = decimal_text(max(self._seconds, 0.01), decimals, language)
                texts.append(self.tr("%1 s").replace("%1", time if self._seconds >= 0.005 else "< " + time))
            if state.table.trial.is_trial and state.page == "tables":
                texts.append(self.tr("trial view on the screen"))
        if desk.session.read_only_by is not None:
            texts.append(self.tr("read-only"))
        if desk.unsaved:
            texts.append(self.tr("not saved"))
        self._left.set_text("  ·  ".join(text for text in texts if text))


def method_name(desk: Desk, language: Language) -> str:
    """The method in force of the current period, in the window's language."""
    statistic = desk.state.statistic
    if statistic is None or statistic.period.in_force is None:
        return method_kind_name("none", 0, language)
    method = statistic.period.in_force.method
    return method_kind_name(method.kind, method.count_noise.base, language)
