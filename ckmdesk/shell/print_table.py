"""The table at hand on paper: its sheets as they will be printed, and the printer's own dialog. Laying out, drawing and
printing are jobs; what is printed is the page of the draft, searched as its PDF is."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPageLayout, QPixmap, QResizeEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QButtonGroup, QDialog, QLabel, QPushButton, QRadioButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from ckmcore.errors import CkmError
from ckmcore.messages import say, sentence
from ckmdesk.base.faults import guarded
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Changes, Desk
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.services.pdf import a4, draft_html, page_pictures, print_pages
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import Scrolled, grown

LOOK, PRINT = "print_look", "print_table"
SIZE = (1000, 720)
DPI = 144
# More sheets are printed, and not shown one by one.
MOST_SHOWN = 30
Orientation = QPageLayout.Orientation


@dataclass(frozen=True)
class Sheets:
    """The page of a draft, and its first sheets as pictures."""

    html: str
    pictures: tuple[QImage, ...]
    count: int


class PrintTable(QDialog):
    """Shows the sheets of the table at hand under the method in force. It follows the window: another table, language
    or period is shown anew."""

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.settings = desk, jobs, settings
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("print-table")
        set_subject(self, "drafts")
        self.sheets: Sheets | None = None
        self._labels: list[tuple[QLabel, QPixmap]] = []
        self.message = MessageBar(theme, lambda: settings.language)
        self.count = label("", "secondary")
        self._pages = QWidget()
        self._column: QVBoxLayout = column_of(within=self._pages, margins=STEP, spacing=STEP)
        self.room = Scrolled(self._pages)
        self.room.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # pages are turned by the arrow keys
        self.landscape, self.portrait = QRadioButton(checked=True), QRadioButton()
        self._orientations = QButtonGroup(self)
        for button in (self.landscape, self.portrait):
            self._orientations.addButton(button)
        self.portrait.toggled.connect(lambda _on: self.look())
        self.print_button, self.close_button = QPushButton(objectName="print-start"), QPushButton(autoDefault=False)
        set_kind(self.print_button, "primary")
        self.print_button.clicked.connect(self.ask_printer)
        self.close_button.clicked.connect(self.close)
        column_of(
            self.message,
            (self.room, 1),
            row_of(
                self.landscape,
                self.portrait,
                self.count,
                STRETCH,
                self.print_button,
                self.close_button,
                spacing=2 * STEP,
            ),
            within=self,
            margins=(MARGIN, MARGIN, MARGIN, MARGIN),
            spacing=STEP,
        )
        desk.listeners.append(self._on_changes)
        settings.listeners.append(self._on_setting)
        self.retranslate()
        self.resize(grown(QSize(*SIZE), self.screen().availableSize()))
        self.look()

    def retranslate(self) -> None:
        """All words in the window's language."""
        self.setWindowTitle(self.tr("Print table"))
        self.landscape.setText(self.tr("Landscape"))
        self.portrait.setText(self.tr("Portrait"))
        self.print_button.setText(self.tr("Print ..."))
        self.close_button.setText(self.tr("Close"))
        self.room.setAccessibleName(self.tr("Sheets as they will be printed"))
        self.message.retranslate()
        self._show_sheets()

    # --- looking -------------------------------------------------------------------------------------------------

    @property
    def _layout(self) -> QPageLayout:
        return a4(Orientation.Portrait if self.portrait.isChecked() else Orientation.Landscape)

    def look(self) -> None:
        """See the sheets anew."""
        statistic, session = self.desk.state.statistic, self.desk.session
        data = session.data
        self.sheets = None
        self.message.clear()
        self._show_sheets()
        if statistic is None or data is None:
            self.jobs.cancel(LOOK)
            self.message.show_message(sentence("desk_nothing_to_print"), "info")
            return
        spec, where = self.desk.state.table.spec, session.path
        language, office, layout = self.settings.language, self.settings.office, self._layout

        def work(context: JobContext) -> Sheets:
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, where, context.cancelled)
            html = draft_html(draft_of(statistic, spec, load, context.cancelled), language, office)
            pictures, count = page_pictures(html, layout, DPI, MOST_SHOWN, context.cancelled)
            return Sheets(html, tuple(pictures), count)

        self.count.setText(self.tr("Laying out the sheets ..."))
        self.jobs.start(LOOK, work, self._looked, self._refused)

    def _looked(self, sheets: Sheets) -> None:
        self.sheets = sheets
        self._show_sheets()

    def _refused(self, error: CkmError) -> None:
        self._show_sheets()
        self.message.show_message(error)

    def _show_sheets(self) -> None:
        self._labels.clear()
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        sheets = self.sheets
        self.print_button.setEnabled(sheets is not None)
        self.count.setText("" if sheets is None else say("desk_sheets", self.settings.language, count=sheets.count))
        for number, picture in enumerate(() if sheets is None else sheets.pictures, 1):
            shown = QLabel()
            set_kind(shown, "sheet")
            self._labels.append((shown, QPixmap.fromImage(picture)))
            name = self.tr("Sheet %1 of %2").replace("%1", str(number))
            shown.setAccessibleName(name.replace("%2", str(0 if sheets is None else sheets.count)))
            self._column.addWidget(shown, 0, Qt.AlignmentFlag.AlignHCenter)
        if sheets is not None and sheets.count > len(sheets.pictures):
            more = label(say("desk_more_sheets", self.settings.language, count=sheets.count - len(sheets.pictures)))
            self._column.addWidget(more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self._fit()

    def _fit(self) -> None:
        """Each sheet as wide as the room, but not larger than on paper."""
        room = self.room.viewport().width() - 4 * STEP
        for shown, picture in self._labels:
            width = min(room, picture.width() * 96 // DPI)
            fitted = picture.scaledToWidth(max(1, width), Qt.TransformationMode.SmoothTransformation)
            shown.setPixmap(fitted)
            shown.setFixedSize(fitted.size() + QSize(2, 2))

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # --- printing ------------------------------------------------------------------------------------------------

    def ask_printer(self) -> None:
        """The computer's own dialog: printer, sheets, copies."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageLayout(self._layout)
        printer.setDocName(self.windowTitle())
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.print_on(printer))
        dialog.open()

    def print_on(self, printer: QPrinter) -> None:
        """Print the sheets that are shown."""
        sheets = self.sheets
        if sheets is None:
            return
        name = printer.printerName() or printer.outputFileName()

        def work(_context: JobContext) -> bool:
            print_pages(sheets.html, printer)
            return printer.printerState() != QPrinter.PrinterState.Error

        def done(fine: bool) -> None:
            if isValid(self):
                self.print_button.setEnabled(self.sheets is not None)
                code = "desk_printed" if fine else "desk_not_printed"
                self.message.show_message(sentence(code, name=name), "ok" if fine else "error")

        def failed(error: CkmError) -> None:
            if isValid(self):
                self._refused(error)

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
        """The window is closed; what is being printed is printed to its end."""
        self.jobs.cancel(LOOK)
        for listeners, mine in (
            (self.desk.listeners, self._on_changes),
            (self.settings.listeners, self._on_setting),
        ):
            if mine in listeners:
                listeners.remove(mine)  # type: ignore[arg-type]
        super().done(result)
