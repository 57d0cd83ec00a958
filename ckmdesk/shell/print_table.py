"""The current table on paper: its sheets as they will be printed, and the printer's own dialog. What is printed is the
page of the draft."""

from __future__ import annotations

from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.methods.draft import Draft
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Changes, Desk
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.services.sheets import page_layout, print_pages

PRINT = "print_table"


class PrintTable(SheetsDialog):
    """Window with the printed sheets of the current table under the method in force.

    It follows table, language and period of the main window.
    """

    slot = "sheets-to-print"

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, theme: Theme, parent: QWidget) -> None:
        super().__init__(jobs, settings, theme, "drafts", parent)
        self.desk = desk
        self.setObjectName("print-table")
        self.print_button = QPushButton(objectName="print-start")
        set_kind(self.print_button, "primary")
        self.print_button.clicked.connect(self.ask_printer)
        self.line.insertWidget(self.line.count() - 1, self.print_button)
        desk.listeners.append(self._on_changes)
        settings.listeners.append(self._on_setting)
        self.retranslate()
        self.look()

    def retranslate(self) -> None:
        """Set all texts in the window's language."""
        self.setWindowTitle(self.tr("Print table"))
        self.print_button.setText(self.tr("Print ..."))
        super().retranslate()

    def look(self) -> None:
        """Refresh the sheets."""
        statistic, session = self.desk.state.statistic, self.desk.session
        data = session.data
        if statistic is None or data is None:
            self.show_draft(None, self.settings.language)
            self.message.show_message(sentence("desk_nothing_to_print"), "info")
            return
        spec, where = self.desk.state.table.spec, session.path

        def make(context: JobContext) -> Draft:
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, where, context.cancelled)
            return draft_of(statistic, spec, load, context.cancelled)

        self.show_draft(make, self.settings.language)

    def sheets_changed(self) -> None:
        self.print_button.setEnabled(self.sheets is not None)

    # --- printing ------------------------------------------------------------------------------------------------

    def ask_printer(self) -> None:
        """Open the system's print dialog: printer, sheets, copies."""
        if self.sheets is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(page_layout(self.sheets.pdf))
        printer.setDocName(self.windowTitle())
        dialog = QPrintDialog(printer, self)
        dialog.setMinMax(1, self.sheets.count)
        dialog.accepted.connect(lambda: self.print_on(printer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def print_on(self, printer: QPrinter) -> None:
        """Print the sheets that are shown."""
        sheets = self.sheets
        if sheets is None:
            return
        name = printer.printerName() or printer.outputFileName()

        def work(_context: JobContext) -> bool:
            print_pages(sheets.pdf.content, printer)
            return printer.printerState() != QPrinter.PrinterState.Error

        def done(fine: bool) -> None:
            if isValid(self):
                self.sheets_changed()
                code = "desk_printed" if fine else "desk_not_printed"
                self.message.show_message(sentence(code, name=name), "ok" if fine else "error")

        def failed(error: CkmError) -> None:
            if isValid(self):
                self.refused(error)

        self.message.clear()
        self.print_button.setEnabled(False)
        self.jobs.start(PRINT, work, done, failed)

    # --- the window ----------------------------------------------------------------------------------------------

    def _on_changes(self, changes: Changes) -> None:
        if changes.parts & {"table", "data", "statistic"}:
            self.look()

    def _on_setting(self, name: str) -> None:
        if name == "language":
            self.retranslate()
        if name in ("language", "office"):
            self.look()

    @guarded()
    def done(self, result: int) -> None:
        """Close the window; running print jobs are finished."""
        if self._on_changes in self.desk.listeners:
            self.desk.listeners.remove(self._on_changes)
        if self._on_setting in self.settings.listeners:
            self.settings.listeners.remove(self._on_setting)
        super().done(result)
