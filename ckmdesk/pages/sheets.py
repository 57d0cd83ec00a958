"""Window with the printed sheets of a table; layout and drawing are jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QLabel, QPushButton, QRadioButton, QVBoxLayout, QWidget

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmdesk.base.jobs import JobContext, Jobs, PageJobs
from ckmdesk.base.settings import Settings
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.services.sheets import Sheets, page_pictures, sheets_of, stands_upright
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import Scrolled, grown

SIZE = (1000, 720)
DPI = 144
# More sheets are not shown one by one.
MOST_SHOWN = 30
Make = Callable[[JobContext], Draft]


@dataclass(frozen=True)
class ShownSheets:
    """The PDF of a draft, its first sheets as pictures, and their total number."""

    pdf: Sheets
    pictures: tuple[QImage, ...]
    count: int


class SheetsDialog(QDialog):
    """Dialog with the sheets of a draft that `make` computes on a thread, scanned like its PDF.

    `line` is the layout of its buttons, `slot` the slot of its jobs.
    """

    slot = "sheets"

    def __init__(self, jobs: Jobs | PageJobs, settings: Settings, theme: Theme, subject: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.jobs, self.settings = jobs, settings
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_subject(self, subject)
        self.sheets: ShownSheets | None = None
        self._upright: bool | None = None  # as the office prints
        self._make: Make | None = None
        self._draft: list[Draft] = []  # what was made of it, also where it did not fit its sheets
        self._language: Language = settings.language
        self._labels: list[tuple[QLabel, QSize]] = []
        self.message = MessageBar(theme, lambda: settings.language)
        self.count = label("", "secondary")
        self._pages = QWidget()
        self._column: QVBoxLayout = column_of(within=self._pages, margins=STEP, spacing=STEP)
        self.room = Scrolled(self._pages)
        self.room.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # pages are turned by the arrow keys
        self.landscape, self.portrait = QRadioButton(), QRadioButton()
        self._orientations = QButtonGroup(self)
        for button in (self.landscape, self.portrait):
            self._orientations.addButton(button)
        self.landscape.clicked.connect(lambda: self._turn(upright=False))
        self.portrait.clicked.connect(lambda: self._turn(upright=True))
        self.close_button = QPushButton(autoDefault=False)
        self.close_button.clicked.connect(self.close)
        self.line = row_of(
            self.landscape, self.portrait, self.count, STRETCH, self.close_button, margins=0, spacing=2 * STEP
        )
        column_of(self.message, (self.room, 1), self.line, within=self, margins=MARGIN, spacing=STEP)
        self.resize(grown(QSize(*SIZE), self.screen().availableSize()))

    def retranslate(self) -> None:
        """Set all texts in the window's language."""
        self.landscape.setText(self.tr("Landscape"))
        self.portrait.setText(self.tr("Portrait"))
        self.close_button.setText(self.tr("Close"))
        self.room.setAccessibleName(self.tr("Sheets as they stand on paper"))
        self.message.retranslate()
        self._show_sheets()

    def _turn(self, *, upright: bool) -> None:
        self._upright = upright
        self._look()

    def show_draft(self, make: Make | None, language: Language) -> None:
        """Show the sheets of another draft; None if there is none."""
        self._make, self._language, self._draft = make, language, []
        self._look()

    def _look(self) -> None:
        self.sheets = None
        self.message.clear()
        self._show_sheets()
        make, language = self._make, self._language
        if make is None:
            self.jobs.cancel(self.slot)
            return
        office, upright, new_draft = self.settings.office, self._upright, self._draft

        def work(context: JobContext) -> ShownSheets:
            draft = new_draft[0] if new_draft else make(context)
            new_draft[:] = [draft]
            pdf = sheets_of(draft, language, office, upright, context.cancelled)
            pictures, count = page_pictures(pdf.content, DPI, MOST_SHOWN, context.cancelled)
            return ShownSheets(pdf, tuple(pictures), count)

        self.count.setText(self.tr("Laying out the sheets ..."))
        self.jobs.start(self.slot, work, self._looked, self.refused)

    def _looked(self, sheets: ShownSheets) -> None:
        self.sheets = sheets
        self._mark(upright=sheets.pdf.upright)
        self._show_sheets()

    def _mark(self, *, upright: bool) -> None:
        (self.portrait if upright else self.landscape).setChecked(True)

    def refused(self, error: CkmError) -> None:
        """Show why something was not done, and the orientation that was tried."""
        for draft in self._draft:
            self._mark(upright=stands_upright(draft, self.settings.office, self._upright))
        self._show_sheets()
        self.message.show_message(error)

    def _show_sheets(self) -> None:
        self._labels.clear()
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        sheets = self.sheets
        self.sheets_changed()
        self.count.setText("" if sheets is None else say("desk_sheets", self.settings.language, count=sheets.count))
        for picture_number, picture in enumerate(() if sheets is None else sheets.pictures, 1):
            shown_label = QLabel()
            set_kind(shown_label, "sheet")
            shown_label.setPixmap(QPixmap.fromImage(picture))
            shown_label.setScaledContents(True)  # by Qt, as it paints what is in sight
            self._labels.append((shown_label, picture.size()))
            name = self.tr("Sheet %1 of %2").replace("%1", str(picture_number))
            shown_label.setAccessibleName(name.replace("%2", str(0 if sheets is None else sheets.count)))
            self._column.addWidget(shown_label, 0, Qt.AlignmentFlag.AlignHCenter)
        if sheets is not None and sheets.count > len(sheets.pictures):
            more_label = label(
                say("desk_more_sheets", self.settings.language, count=sheets.count - len(sheets.pictures))
            )
            self._column.addWidget(more_label, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self._fit()
        # Until they are laid out, all sheets lie in sight, and would all be painted.
        for shown_label, _ in self._labels:
            shown_label.show()
        self._pages.resize(self._pages.width(), self._column.sizeHint().height())

    def sheets_changed(self) -> None:
        """Handle a change of the sheets; overridden by subclasses."""

    def _fit(self) -> None:
        """Fit each sheet to the width of the room, but not larger than on paper."""
        available_width = self.room.viewport().width() - 4 * STEP
        for shown, size in self._labels:
            width = max(1, min(available_width, size.width() * 96 // DPI))
            shown.setFixedSize(width + 2, width * size.height() // size.width() + 2)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @guarded()
    def done(self, result: int) -> None:
        """Close the window and cancel its jobs."""
        self.jobs.cancel(self.slot)
        super().done(result)
