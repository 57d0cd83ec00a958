"""The head of the table page: its name and state, periods, undo, draft, submission."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtWidgets import QPushButton, QWidget

from ckmcore.tabulate.spec import PERIOD
from ckmdesk.look.theme import set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.document import TableDocument, untitled_words
from ckmdesk.pages.tables.period_switch import PeriodSwitch
from ckmdesk.widgets.basic import IconButton
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.view_state import SETTLED


class TableHead(PageHead):
    """Head of the page; `title` returns the title of the table as it is shown."""

    def __init__(self, context: PageContext, title: Callable[[], str], page: QWidget) -> None:
        super().__init__()
        self.context, self._table_title = context, title
        self.pane_button, self.shelves_button = IconButton(context.theme, "pane"), IconButton(context.theme, "rows")
        for button in (self.pane_button, self.shelves_button):
            button.setCheckable(True)
            button.setChecked(True)
            button.setProperty(SETTLED, True)  # the page keeps what is wanted where there is room
            self.add_before(button)
        self.document = TableDocument(context, title, page)
        context.services.exports.made_title = title
        self.add_left(self.document.state)
        self.periods = PeriodSwitch(context)
        self.add_right(self.periods)
        self.add_action(context.undo_action)
        self.add_action(context.redo_action)
        self.pane_button.set_tip(self.tr("Show or hide the list of variables"))
        self.shelves_button.set_tip(self.tr("Show or hide rows, columns, values, filter and sheets"))
        self.export_button = QPushButton(self.tr("Export draft ..."), objectName="export")
        self.export_button.setToolTip(self.tr("Write the table as a draft: not released, and marked as such"))
        self.export_button.clicked.connect(context.services.exports.dialog)
        self.submit_button = QPushButton(self.tr("Submit for release"), objectName="submit")
        set_kind(self.submit_button, "primary")
        self.submit_button.clicked.connect(lambda: context.services.releases.go_and("submit"))
        for button in (self.export_button, self.submit_button):
            button.setAutoDefault(True)  # Enter presses it
            self.add_right(button)

    def show_table(self, variables: Collection[str] | None) -> None:
        """Show name and state of the table, and the reporting period unless title or table show it.

        `variables` are those of the table on the screen; None without a table.
        """
        state, title = self.context.desk.state, self._table_title()
        statistic = state.statistic
        name = self.document.name() or title or untitled_words(state.table.untitled)
        period = "" if statistic is None else statistic.period.label.text(self.context.language)
        if variables is None:
            name = self.document.name() or self.tr("Tables")
        elif PERIOD in variables or period in title:
            period = ""
        self.set_title(name, period if statistic is not None and len(statistic.periods) < 2 else "")
        self.periods.show_periods()
        self.document.refresh()
