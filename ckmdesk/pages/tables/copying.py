"""Copying a part of the table: always a draft under the method in force, never what a trial view shows."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from ckmcore.errors import CkmError
from ckmcore.formats.clipboard_content import Copied, copied
from ckmcore.messages import sentence
from ckmcore.statistic.series import draft_of
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.services import clipboard

JOB = "copy"


class TableCopy(QObject):
    """The action "Copy" of the table page."""

    def __init__(self, context: PageContext, grid: TableGrid, parent: QObject) -> None:
        super().__init__(parent)
        self.context, self.grid = context, grid
        self.action = QAction(self, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
        self.action.triggered.connect(self.copy)
        self.action.setText(self.tr("Copy cells with their heads"))

    def copy(self) -> None:
        """Copy the selected cells to the clipboard, or the whole sheet if at most one is selected."""
        desk, language = self.context.desk, self.context.language
        session, statistic, table = desk.session, desk.state.statistic, desk.state.table
        data = session.data
        if statistic is None or data is None or self.grid.model().rowCount() == 0:
            return
        if (table.trial.is_trial or table.beside) and self.context.settings.is_methodologist:
            self.context.show_message(sentence("desk_copy_in_force_only"), "warning")
            return
        rows, columns = self.grid.selected()
        office = self.context.settings.office

        def work(context: JobContext) -> Copied:
            load = session.others.loader(statistic, data, session.path, context.cancelled)
            draft = draft_of(statistic, table.spec, load, context.cancelled)
            return copied(draft, language, rows, columns, table.layer, office)

        def done(copied_table: Copied) -> None:
            clipboard.put(copied_table)
            self.context.frame.set_hint(sentence("desk_copied", cells=copied_table.cells).text(language))

        def failed(error: CkmError) -> None:
            self.context.show_message(error)

        self.context.jobs.start(JOB, work, done, failed)
