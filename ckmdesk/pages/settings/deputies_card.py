"""Deputies of the open statistic: who acts for whom, from when to when, and who named them."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCompleter, QDateEdit, QGridLayout, QLineEdit, QPushButton

from ckmcore.base.numbers import date_text
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.persons import persons_of
from ckmdesk.base.clock import now_text
from ckmdesk.look.theme import SMALL_STEP, STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, fill, row_of

DAYS = 14  # proposed


class DeputiesCard(Card):
    """Card with the deputies that the register names; releasers and methodologists name them."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.heading = label(self.tr("Deputies"), "heading")
        self.help = WrapLabel(
            self.tr(
                "A deputy acts under her own name and role. Under four eyes she does not release what the person she "
                "stands in for submitted on these days."
            ),
            "small",
        )
        self.list = WrapLabel()
        self.list.setObjectName("deputies:list")
        words = {
            "person": self.tr("Person"),
            "deputy": self.tr("Deputy"),
            "start": self.tr("From"),
            "end": self.tr("To"),
        }
        self.person = QLineEdit(objectName="deputies:person")
        self.deputy = QLineEdit(objectName="deputies:deputy")
        shown = "dd.MM.yyyy" if context.language == "de" else "yyyy-MM-dd"
        self.start = QDateEdit(QDate.currentDate(), objectName="deputies:start", displayFormat=shown)
        self.end = QDateEdit(QDate.currentDate().addDays(DAYS), objectName="deputies:end", displayFormat=shown)
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=SMALL_STEP)
        fields = {"person": self.person, "deputy": self.deputy, "start": self.start, "end": self.end}
        for place, (name, field) in enumerate(fields.items()):
            word = label(words[name], "secondary")
            word.setBuddy(field)
            field.setAccessibleName(words[name])
            grid.addWidget(word, place // 2, 2 * (place % 2))
            grid.addWidget(field, place // 2, 2 * (place % 2) + 1)
        for column in (1, 3):
            grid.setColumnStretch(column, 1)
        for date_field in (self.start, self.end):
            date_field.setCalendarPopup(True)
        self.name = QPushButton(self.tr("Name deputy"), objectName="deputies:name")
        self.name.clicked.connect(lambda _=False: self._name())
        self.fault = FaultLabel(self._say)
        self.fault.setObjectName("deputies:fault")
        fill(self.body, self.heading, self.help, self.list)
        self.body.addLayout(grid)
        fill(self.body, self.fault)
        self.body.addLayout(row_of(self.name, STRETCH))
        self.refresh()

    def refresh(self) -> None:
        """Show the deputies of now."""
        statistic, language = self.context.desk.state.statistic, self.context.language
        if statistic is None:
            return
        lines = [
            self.tr("%1 for %2, %3 to %4 (named by %5)")
            .replace("%5", entry.person)
            .replace("%4", date_text(entry.deputy.end, language))
            .replace("%3", date_text(entry.deputy.start, language))
            .replace("%2", entry.deputy.person)
            .replace("%1", entry.deputy.deputy)
            for entry in statistic.register
            if entry.kind == "deputy_named" and entry.deputy is not None
        ]
        self.list.setText("\n".join(lines) or self.tr("None was named."))
        known = {person.name for person in persons_of(statistic.register).active}
        known |= {entry.person for entry in statistic.register if entry.kind == "submitted"}
        for field in (self.person, self.deputy):
            completer = QCompleter(sorted(known), field)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            field.setCompleter(completer)
        settings, signing = self.context.settings, self.context.services.releases.signing
        refused = signing.why_refused(statistic, "deputy_named")
        may = settings.is_methodologist or settings.role == "releaser"
        self.name.setEnabled(may and refused is None)
        self.name.setToolTip("" if refused is None else refused.text(language))

    def _name(self) -> None:
        releases, time = self.context.services.releases, now_text()
        names = self.person.text().strip(), self.deputy.text().strip()
        days = [field.date().toString(Qt.DateFormat.ISODate) for field in (self.start, self.end)]

        def step(statistic: Statistic) -> Statistic:
            from ckmcore.release.actions import name_deputy

            return name_deputy(statistic, *names, days[0], days[1], releases.signing.who(), time)

        def done() -> None:
            for field in (self.person, self.deputy):
                field.clear()
            self.refresh()
            self.context.show_message(sentence("desk_deputy_named", deputy=names[1], person=names[0]), "ok")

        self.fault.tell("")
        releases.take(step, done, self._say)

    def _say(self, error: CkmError) -> None:
        self.fault.tell_error(error, self.context.language, {"deputy_refused": (self.person, self.deputy)})
