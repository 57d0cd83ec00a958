"""Handing a table in: which, for whom, in which forms; with the checklist before anything is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

from PySide6.QtCore import QDateTime, Qt, QTimeZone, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QCompleter,
    QDateTimeEdit,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.formats.forms import RELEASED
from ckmcore.statistic.entry import Check, Request
from ckmdesk.base.captions import key_text
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.release.lines import Lines, check_line, form_title, say_checks
from ckmdesk.widgets.basic import Card, WordLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import FoldingRow, folds

TEXTS = ("person", "recipient", "purpose", "order_number", "remark")
AT_HAND = ""
FORM_COLUMNS = 3


def own_zone() -> str:
    """The computer's time zone by its name where the tz database has it, else its present offset."""
    name = bytes(QTimeZone.systemTimeZoneId().data()).decode("ascii", "replace")
    try:
        return ZoneInfo(name).key
    except (ValueError, OSError, KeyError):
        return f"UTC{datetime.now().astimezone().isoformat()[-6:]}"


def zones() -> list[str]:
    """Time zones that can be named, of the tz database where the computer has one."""
    return ["UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))]


class SubmitCard(Card):
    """Form of a submission; emits `submitted()`, `cancelled()`, and `changed()` when table or language changes."""

    submitted = Signal()
    cancelled = Signal()
    changed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.heading = label("", "heading")
        self.body.addWidget(self.heading)
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=6)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        words = {
            "table": self.tr("Table"),
            "language": self.tr("Language of the files"),
            "person": self.tr("Submitted by"),
            "recipient": self.tr("Recipient"),
            "purpose": self.tr("Purpose"),
            "order_number": self.tr("Order number"),
            "remark": self.tr("Remark"),
            "embargo": self.tr("Embargo"),
            "forms": self.tr("Formats"),
        }
        self.words = {name: WordLabel(word) for name, word in words.items()}
        self.table = PlainCombo()
        self.table.setAccessibleName(words["table"])
        self.table.setObjectName("submit:table")
        self.table.activated.connect(lambda _place: self.changed.emit())
        self.language = PlainCombo()
        self.language.setAccessibleName(words["language"])
        self.language.setObjectName("submit:language")
        for code, name in (("de", "Deutsch"), ("en", "English")):
            self.language.addItem(name, code)
        self.language.activated.connect(lambda _place: self.changed.emit())
        self.fields = {name: QLineEdit(accessibleName=words[name]) for name in TEXTS}
        self.embargo_on = QCheckBox(self.tr("no final files before"), objectName="submit:embargo-on")
        self.embargo = QDateTimeEdit(
            accessibleName=words["embargo"],
            displayFormat="dd.MM.yyyy HH:mm" if language == "de" else "yyyy-MM-dd HH:mm",
        )
        self.embargo.setObjectName("submit:embargo")
        self.embargo.setCalendarPopup(True)
        self.embargo.setEnabled(False)
        self.zone = QLineEdit(
            objectName="submit:zone",
            accessibleName=self.tr("Time zone of the embargo"),
            toolTip=self.tr("Time zone, such as Europe/Berlin, UTC or UTC+01:00"),
        )
        self.zone.setEnabled(False)
        for field in (self.embargo, self.zone):
            self.embargo_on.toggled.connect(field.setEnabled)
        self.embargo_on.toggled.connect(self._offer_zones)
        embargo = QWidget()
        # Two words and a field stand beside it.
        embargo.setLayout(FoldingRow(self.embargo_on, (self.embargo, 1), (self.zone, 1), spacing=6, around=330))
        named_fields: tuple[tuple[str, QWidget], ...] = (
            ("person", self.fields["person"]),
            ("recipient", self.fields["recipient"]),
            ("purpose", self.fields["purpose"]),
            ("order_number", self.fields["order_number"]),
            ("embargo", embargo),
            ("language", self.language),
            ("remark", self.fields["remark"]),
        )
        grid.addWidget(self.words["table"], 0, 0)
        grid.addWidget(self.table, 0, 1, 1, 3)
        self.words["table"].setBuddy(self.table)
        for index, (name, widget) in enumerate(named_fields):
            row, column = 1 + index // 2, 2 * (index % 2)
            grid.addWidget(self.words[name], row, column)
            grid.addWidget(widget, row, column + 1)
            if name in self.fields:
                widget.setObjectName(f"submit:{name}")
            self.words[name].setBuddy(widget)
        self.forms = {
            form.name: QCheckBox(form_title(form.name).text(language), objectName=f"submit:form:{form.name}")
            for form in RELEASED.values()
        }
        boxes = list(self.forms.values())
        high = -(-len(boxes) // FORM_COLUMNS)
        columns = [(column_of(*boxes[top : top + high], STRETCH, spacing=6), 1) for top in range(0, len(boxes), high)]
        within = row_of(*columns, spacing=2 * STEP)
        folds(within, around=200)  # the word beside them
        grid.addWidget(self.words["forms"], 5, 0, Qt.AlignmentFlag.AlignTop)
        grid.addLayout(within, 5, 1, 1, 3)
        self.body.addLayout(grid)
        self.checks = Lines(theme)
        self.body.addWidget(self.checks)
        self.fault = FaultLabel()
        self.fault.setObjectName("submit:fault")
        self.body.addWidget(self.fault)
        self.busy = label("", "secondary")
        self.cancel = QPushButton(self.tr("Cancel"))
        word = self.tr("Submit for release")
        self.submit = QPushButton(word, toolTip=f"{word} ({key_text('Ctrl+Return')})")
        self.cancel.setObjectName("submit:cancel")
        self.checks.before = self.cancel
        self.submit.setObjectName("submit:submit")
        set_kind(self.submit, "primary")
        self.cancel.clicked.connect(self.cancelled)
        self.submit.clicked.connect(self.submitted)
        at_once = QShortcut(QKeySequence("Ctrl+Return"), self)
        at_once.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        at_once.activated.connect(self.submit.click)  # which does nothing before the checklist stands there
        self.body.addLayout(row_of(self.busy, STRETCH, self.cancel, self.submit))
        self.corrects = 0
        self._say_heading()

    def open_for(
        self, tables: list[tuple[str, str]], chosen: str, request: Request, person: str, corrects: int, remark: str = ""
    ) -> None:
        """Open an empty form; `tables` are pairs (name, title), with `AT_HAND` for the current table."""
        self.corrects = corrects
        self.show_tables(tables, chosen)
        self.language.choose(request.language)
        texts = {
            "person": person,
            "recipient": request.recipient,
            "purpose": request.purpose,
            "order_number": request.order_number,
            "remark": remark,
        }
        for name, text in texts.items():
            self.fields[name].setText(text)
        self.embargo_on.setChecked(False)
        self.embargo.setDateTime(QDateTime.currentDateTime().addDays(1))
        self.zone.setText(own_zone())
        for name, box in self.forms.items():
            box.setChecked(name in request.forms)
        self._say_heading()
        self.unsay()
        self.show_waiting()

    def show_tables(self, tables: list[tuple[str, str]], chosen: str) -> None:
        """Show the tables that can be submitted, as (name, title), with the selected one."""
        self.table.clear()
        for name, title in tables:
            self.table.addItem(title, name)
        self.table.choose(chosen)

    def _say_heading(self) -> None:
        self.words["remark"].setText(self.tr("Reason (needed)") if self.corrects else self.tr("Remark"))
        self.fields["remark"].setAccessibleName(self.words["remark"].text())
        if self.corrects:
            self.heading.setText(self.tr("Correct no. %1").replace("%1", str(self.corrects)))
        else:
            self.heading.setText(self.tr("Submit a table for release"))
        self.setAccessibleName(self.heading.text())

    def _offer_zones(self, on: bool) -> None:
        """Complete names of time zones; their list is read with the first embargo."""
        if on and self.zone.completer() is None:
            completer = QCompleter(zones(), self.zone)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.zone.setCompleter(completer)

    @property
    def chosen_table(self) -> str:
        return str(self.table.currentData() or AT_HAND)

    @property
    def person(self) -> str:
        return self.fields["person"].text().strip()

    @property
    def remark(self) -> str:
        return self.fields["remark"].text().strip()

    def request(self) -> Request:
        """Return the request that the form describes."""
        texts = {name: self.fields[name].text().strip() for name in ("recipient", "purpose", "order_number")}
        embargo = ""
        if self.embargo_on.isChecked():
            moment = self.embargo.dateTime().toPython().isoformat(timespec="seconds")  # type: ignore[attr-defined]
            embargo = f"{moment} {self.zone.text().strip()}".strip()
        forms = tuple(name for name, box in self.forms.items() if box.isChecked())
        return Request(**texts, embargo=embargo, forms=forms, language=self.language.currentData())

    def show_waiting(self) -> None:
        """Show that the table is being computed."""
        self.checks.show_lines([])
        self.busy.setText(self.tr("Computing the table and its checklist ..."))
        self.submit.setEnabled(False)

    def show_checks(
        self, checks: tuple[Check, ...], language: Language, remedies: Sequence[Remedy | str | None] = ()
    ) -> None:
        """Show the checklist, which enables the submission; `remedies` are the links of its points."""
        self.busy.setText("")
        self.checks.show_lines([check_line(check, language) for check in checks], remedies)
        say_checks(checks, language)
        self.submit.setEnabled(True)

    def unsay(self) -> None:
        """Clear the error and the progress text."""
        self.busy.setText("")
        self.fault.tell("")

    def say(self, error: CkmError, language: Language) -> None:
        """Show an error."""
        self.busy.setText("")
        fields_of_fault = {
            "register_person_missing": (self.fields["person"],),
            "release_reason_missing": (self.fields["remark"],),
            "release_forms_missing": (*self.forms.values(),),
            "release_embargo_unreadable": (self.embargo, self.zone),
        }
        self.fault.tell_error(error, language, fields_of_fault)
