"""The reporting period in the head of the page: the one before and after it, and a list of all."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from ckmcore.messages import say, sentence
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.series import PeriodUnknown, periods_of
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmdesk.base.captions import key_text
from ckmdesk.look.theme import set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.menus import menu_for
from ckmdesk.widgets.basic import IconButton
from ckmdesk.widgets.layouts import row_of

BEFORE, AFTER = "Alt+Left", "Alt+Right"


class PeriodSwitch(QFrame):
    """Switch between the periods of a statistic; those without records are disabled, with the reason.

    For a table over periods it shows their number, since its layout names them.
    """

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        set_kind(self, "switch")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.before, self.after = IconButton(context.theme, "left"), IconButton(context.theme, "right")
        self.chosen = QPushButton(objectName="period")
        self.before_action, self.after_action = self._action(BEFORE, -1), self._action(AFTER, 1)
        self.before.clicked.connect(self.before_action.trigger)
        self.after.clicked.connect(self.after_action.trigger)
        self.chosen.clicked.connect(self.show_list)
        row_of(self.before, self.chosen, self.after, within=self, margins=0, spacing=0)
        context.theme.changed.connect(self._draw)
        self._draw()

    def _action(self, keys: str, step: int) -> QAction:
        action = QAction(self, shortcut=QKeySequence(keys))
        action.triggered.connect(lambda: self._switch_by(step))
        return action

    def _draw(self) -> None:
        self.chosen.setIcon(self._context.theme.icon("calendar", "text"))

    def show_periods(self) -> None:
        """Show the current period, or how many the current table holds."""
        statistic, language = self._context.desk.state.statistic, self._context.language
        has_several = statistic is not None and len(statistic.periods) > 1
        self.setVisible(has_several)
        self.before_action.setText(self.tr("Previous reporting period"))
        self.after_action.setText(self.tr("Next reporting period"))
        for action in (self.before_action, self.after_action):
            action.setVisible(has_several)
        if statistic is None or not has_several:
            return
        of_table = _count_of_table(statistic, self._context.desk.state.table.spec)
        label = statistic.period.label.text(language)
        self.chosen.setText(say("desk_periods", language, count=of_table) if of_table else label)
        self.chosen.setEnabled(not of_table)
        self.chosen.setAccessibleName(self.tr("Reporting period: %1").replace("%1", self.chosen.text()))
        in_table = self.tr("The table holds several periods: choose them by its variable %1.")
        for button, action, step in ((self.before, self.before_action, -1), (self.after, self.after_action, 1)):
            why = in_table.replace("%1", say("word_period", language)) if of_table else self._why_not(statistic, step)
            action.setEnabled(not why)
            button.setEnabled(not why)
            button.set_tip(why or f"{action.text()} ({key_text(BEFORE if step < 0 else AFTER)})")
        self.chosen.setToolTip(in_table.replace("%1", say("word_period", language)) if of_table else "")

    def _why_not(self, statistic: Statistic, step: int) -> str:
        """Return why there is no way to the former or next period; "" if there is one."""
        period_index = _adjacent_period(statistic, step)
        if period_index is None:
            return self.tr("There is no earlier period") if step < 0 else self.tr("There is no later period")
        return self._lacks(statistic, period_index)

    def _lacks(self, statistic: Statistic, index: int) -> str:
        period = statistic.periods[index]
        if period.source is not None or index == statistic.current:
            return ""
        language = self._context.language
        return sentence("desk_period_empty", period=period.label).text(language)

    def _switch_by(self, step: int) -> None:
        statistic = self._context.desk.state.statistic
        period_index = (
            None if statistic is None or self._why_not(statistic, step) else _adjacent_period(statistic, step)
        )
        if period_index is not None:
            self._context.services.choose_period(period_index)

    def show_list(self) -> None:
        """Show all periods in a menu; those without records say so."""
        statistic, language = self._context.desk.state.statistic, self._context.language
        if statistic is None:
            return
        menu = menu_for(self)
        menu.setToolTipsVisible(True)
        for period_index in _by_day(statistic):
            period = statistic.periods[period_index]
            action = menu.addAction(period.label.text(language))
            action.setCheckable(True)
            action.setChecked(period_index == statistic.current)
            lacks = self._lacks(statistic, period_index)
            action.setEnabled(not lacks)
            action.setToolTip(lacks)
            action.triggered.connect(lambda _=False, to=period_index: self._context.services.choose_period(to))
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))


def _by_day(statistic: Statistic) -> list[int]:
    """Return the indices of all periods by day, or by label if one has no day."""
    periods = statistic.periods
    dated = all(period.date for period in periods)
    return sorted(range(len(periods)), key=lambda index: periods[index].date if dated else periods[index].label.en)


def _adjacent_period(statistic: Statistic, step: int) -> int | None:
    """The place of the period before or after the current one."""
    order = _by_day(statistic)
    order_index = order.index(statistic.current) + step
    return order[order_index] if 0 <= order_index < len(order) else None


def _count_of_table(statistic: Statistic, spec: TableSpec) -> int:
    """Return how many periods a table contains; 0 if it is about one."""
    if PERIOD not in spec.variables:
        return 0
    try:
        return len(periods_of(statistic, spec))
    except PeriodUnknown:  # one is gone; the table says so
        return 0
