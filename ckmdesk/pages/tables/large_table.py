"""What is shown where no table can be: why there is none and where to go on, or how large it would be."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.messages import sentence
from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.state.table_view import TableLarge
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of

MOST_OFFERS = 2


class LargeTable(QFrame):
    """Notice over the former, greyed table: the number of cells, and variables to leave out.

    It is hidden until `ask`. Emits `without(variable)` to remove a variable, `anyway()` to compute the table as it is.
    """

    without = Signal(str)
    anyway = Signal()

    def __init__(self, theme: Theme, over: QWidget) -> None:
        """Make the notice; it has the width of the widget `over`."""
        super().__init__(over)
        set_kind(self, "message-warning")
        over.installEventFilter(self)
        self.setObjectName("large-table")
        self.text = label(wrap=True)
        line = row_of(IconLabel(theme, "warning", "warning"), (self.text, 1))
        self._offers = QHBoxLayout()
        column_of(line, self._offers, within=self, margins=(MARGIN, STEP, MARGIN, STEP), spacing=STEP)
        self.buttons: list[QPushButton] = []
        self.hide()

    def ask(self, found: TableLarge, language: Language) -> None:
        """Show the size, and offer the variables without which the table would be smallest."""
        possible = found.can_be_computed
        cells = sentence("table_large" if possible else "table_larger", cells=found.fields["cells"])
        self.text.setText(cells.text(language))
        for button in self.buttons:
            self._offers.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        while self._offers.count():
            self._offers.takeAt(0)
        for variable, title, cells in found.offers[:MOST_OFFERS]:
            words = self.tr("Without %1 (%2 cells)").replace("%1", title.text(language))
            button = QPushButton(words.replace("%2", integer_text(cells, language)))
            button.clicked.connect(lambda _checked=False, variable=variable: self.without.emit(variable))
            self.buttons.append(button)
        if found.can_be_computed:
            everything = QPushButton(self.tr("Compute anyway"), objectName="large-table-anyway")
            everything.clicked.connect(self.anyway)
            self.buttons.append(everything)
        set_kind(self.buttons[0], "primary")
        for button in self.buttons:
            button.setAutoDefault(True)  # Enter presses it
            self._offers.addWidget(button)
        self._offers.addStretch(1)
        self.raise_()
        self.show()
        self._fit()
        announce(" ".join([self.text.text(), *(button.text() for button in self.buttons)]), urgent=True)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._fit()
        return False

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        finished_event = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return finished_event

    def _fit(self) -> None:
        over = self.parentWidget()
        if over is not None and not self.isHidden():
            self.setGeometry(0, 0, over.width(), self.heightForWidth(over.width()))


class EmptyTable(QWidget):
    """Shown in place of a table: the reason why there is none, and a button to the next step."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._leads_to = ""
        self.text = label("", "secondary", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton(objectName="empty-button")
        self.button.setAutoDefault(True)  # Enter presses it
        self.button.clicked.connect(self._go_on)
        column = column_of(STRETCH, self.text, row_of(STRETCH, self.button, STRETCH), within=self)
        column.addStretch(2)

    def explain(self) -> None:
        """Show what is missing: a statistic, records, a method; or that the table cannot be computed."""
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        self._leads_to, button = "", ""
        if statistic is None:
            text = self.tr("No statistic is open.")
        elif self.context.services.records.loading:
            text = self.tr("The records are being loaded ...")
        elif statistic.period.source is None and data is None:
            text, button = self.tr("This period has no data yet."), self.tr("Go to page Data")
            self._leads_to = "data"
        elif data is None:
            text, button = self.tr("The records are not loaded."), self.tr("Load again")
            self._leads_to = "records"
        elif statistic.period.in_force is None:
            text, button = self.tr("No method is in force, so no figure may be shown."), self.tr("Go to page Method")
            self._leads_to = "method"
        else:
            text = self.tr("This table cannot be computed. The message above says why.")
        self.text.setText(text)
        self.button.setText(button)
        self.button.setVisible(bool(button) and (self._leads_to == "records" or self.context.settings.is_methodologist))

    def announce(self, page: QWidget) -> None:
        """Announce the reason to screen readers, once it is visible on the page."""
        offered_text = self.button.text() if self.button.isVisibleTo(page) else ""
        announce(f"{self.text.text()} {offered_text}".rstrip(), about="table")

    def _go_on(self) -> None:
        if self._leads_to == "records":
            self.context.services.records.load()
        elif self._leads_to == "data":
            self.context.frame.go_to("data")
        elif self._leads_to == "method":
            self.context.frame.go_to("method")
