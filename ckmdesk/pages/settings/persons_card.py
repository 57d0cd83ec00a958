"""The persons of the open statistic: who is enrolled, waits or was revoked, and the steps that change it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCompleter, QDateEdit, QGridLayout, QLineEdit, QPushButton, QWidget

from ckmcore.base.numbers import date_text
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.entry import Kind
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import CARD_SUFFIX, PersonalKey, PersonCard, fingerprint
from ckmcore.statistic.persons import Person, Persons, persons_of, persons_sentence
from ckmcore.statistic.seal import ROLES, Role, role_name
from ckmdesk.base.captions import role_names
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.look.theme import SMALL_STEP, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets import basic
from ckmdesk.widgets.basic import WrapLabel, allow, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo

Change = Callable[[Statistic, PersonalKey], Statistic]

DAYS = 14  # of a deputy, proposed


class PersonsCard(basic.Card):
    """Card of enrolled persons, for everybody: any of them confirms an enrolment, methodologists enrol and revoke."""

    kept = ("card", "form")

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context, self.signing = context, context.services.signing
        self.card: PersonCard | None = None
        self.heading, self.state = label(self.tr("Persons of this statistic"), "heading"), WrapLabel()
        self.help = WrapLabel(
            self.tr(
                "A methodologist enrols a person by her card, another enrolled person confirms it after comparing the "
                "fingerprint. From the second person on every step is signed, and four eyes are two keys."
            ),
            "small",
        )
        self.state.setObjectName("persons:state")
        self.people = QWidget()
        self._grid = QGridLayout(self.people)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * STEP)
        self._grid.setVerticalSpacing(SMALL_STEP)
        self._grid.setColumnStretch(3, 1)
        self.first = QPushButton(self.tr("Enrol me as the first person"))
        self.enrol = QPushButton(self.tr("Enrol person ..."))
        self.first.setObjectName("persons:first")
        self.enrol.setObjectName("persons:enrol")
        self.first.clicked.connect(self._enrol_first)
        self.enrol.clicked.connect(self._choose_card)
        line = row_of(self.first, self.enrol, STRETCH, spacing=STEP)
        fill(self.body, self.heading, self.help, self.state, self.people, line)
        self._build_form()
        self.fault = FaultLabel(self._say)
        self.fault.setObjectName("persons:fault")
        self.body.addWidget(self.fault)
        self.signing.changed.connect(self.refresh)
        self.refresh()

    def _build_form(self) -> None:
        self.form, self.newcomer = QWidget(), WrapLabel()
        self.newcomer.setObjectName("persons:newcomer")
        grid = QGridLayout(self.form)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(STEP)
        self.role, self.replaces = PlainCombo(), PlainCombo()
        self.role.setObjectName("persons:role")
        self.replaces.setObjectName("persons:replaces")
        self.role_word, self.replaces_word = label(self.tr("Role")), label(self.tr("Replaces the key of"))
        for role in ROLES:
            self.role.addItem(role_names()[role], role)
        self.role_word.setBuddy(self.role)
        self.replaces_word.setBuddy(self.replaces)
        self.take, self.leave = QPushButton(self.tr("Enrol")), QPushButton(self.tr("Cancel"))
        self.take.setObjectName("persons:take")
        set_kind(self.take, "primary")
        self.take.clicked.connect(self._enrol)
        self.leave.clicked.connect(self.form.hide)
        grid.addWidget(self.newcomer, 0, 0, 1, 3)
        for row, (word, combo) in enumerate(
            ((self.role_word, self.role), (self.replaces_word, self.replaces)), start=1
        ):
            grid.addWidget(word, row, 0)
            grid.addWidget(combo, row, 1)
        grid.setColumnStretch(2, 1)
        for combo in (self.role, self.replaces):
            combo.setSizeAdjustPolicy(PlainCombo.SizeAdjustPolicy.AdjustToContents)
        grid.addLayout(row_of(self.take, self.leave, STRETCH, spacing=STEP), 3, 0, 1, 3)
        reason = self.tr("Reason for revoking")
        self.reason = QLineEdit(objectName="persons:reason", placeholderText=reason, accessibleName=reason)
        self.body.addWidget(self.form)
        self.form.hide()

    @property
    def persons(self) -> Persons:
        statistic = self.context.desk.state.statistic
        return Persons() if statistic is None else persons_of(statistic.register)

    def refresh(self) -> None:
        """Show who is enrolled now."""
        persons, language = self.persons, self.context.language
        self.state.setText(persons_sentence(persons).text(language))
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self.reason:
                widget.hide()
                widget.deleteLater()
        shown_people = [person for person in persons.people if person.state != "revoked"]
        for row, person in enumerate(shown_people):
            self._show_person(row, person)
        self.people.setVisible(bool(shown_people))
        may = self.context.settings.is_methodologist
        if shown_people and may:
            self._grid.addWidget(self.reason, len(shown_people), 0, 1, 5)
        self.reason.setVisible(bool(shown_people) and may)
        self.first.setVisible(may and not persons.people)
        self.enrol.setVisible(may and bool(persons.active))
        statistic = self.context.desk.state.statistic
        refused = None if statistic is None else self.signing.why_refused(statistic, "person_enrolled")
        allow(self.enrol, refused, language)
        if self.card is not None and not self.newcomer.text():
            self._show_newcomer(self.card)

    def _show_person(self, row: int, person: Person) -> None:
        language = self.context.language
        state = sentence(f"person_state_{person.state}").text(language)
        if person.state == "active" and not person.witnessed:
            state = f"{state}, {sentence('person_unwitnessed').text(language)}"
        if person.state == "waiting" and person.replaces:
            state = f"{state}: {sentence('person_waiting_replaces').text(language)}"
        mark = label(fingerprint(person.key), "secondary")
        mark.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        role = label(role_name(person.role).text(language))
        cells: list[QWidget] = [label(person.name), role, WrapLabel(state), mark]
        waiting = person.state == "waiting"
        act = QPushButton(self.tr("Confirm") if waiting else self.tr("Revoke"))
        act.setObjectName(f"persons:{'confirm' if waiting else 'revoke'}:{person.name}")
        act.setAccessibleName(f"{act.text()}: {person.name}")
        act.clicked.connect(lambda _on=False: self._ask_confirm(person) if waiting else self._revoke(person))
        allow(act, self._why_refused(person), language)
        for column, widget in enumerate((*cells, act)):
            self._grid.addWidget(widget, row, column)
        act.setVisible(waiting or self.context.settings.is_methodologist or self._is_own(person))

    def _why_refused(self, person: Person) -> Sentence | None:
        """Return why the register would refuse the action beside a person, by the key on this desk."""
        kind: Kind = "person_confirmed" if person.state == "waiting" else "person_revoked"
        statistic = self.context.desk.state.statistic
        return None if statistic is None else self.signing.why_refused(statistic, kind, person.key)

    def _is_own(self, person: Person) -> bool:
        card = self.signing.owner()
        return card is not None and card.key == person.key

    # --- acting --------------------------------------------------------------------------------------------------

    def _enrol_first(self) -> None:
        self._step(
            lambda statistic, key: _enrolled(statistic, key.card, "methodologist", key, ""),
            sentence("desk_person_first"),
        )

    def _choose_card(self) -> None:
        from ckmcore.statistic.personal_key import read_card, read_person_file

        path = self.context.frame.choose_open_file(self.tr("Card"), self.tr("Cards") + f" (*{CARD_SUFFIX})")
        if path is None:
            return
        try:
            self.card = read_card(read_person_file(path), path.name)
        except CkmError as error:
            self._say(error)
            return
        self._show_newcomer(self.card)
        self.fault.tell("")
        self.form.show()
        self.role.setFocus()

    def _show_newcomer(self, card: PersonCard) -> None:
        compare = self.tr("Compare with the fingerprint that the person reads to you:")
        self.newcomer.setText(f"{card.name}\n{compare} {fingerprint(card.key)}")
        self.replaces.clear()
        self.replaces.addItem(self.tr("nobody, the person is new"), "")
        for person in self.persons.active:
            self.replaces.addItem(person.name, person.key)

    def _enrol(self) -> None:
        card, role, replaces = self.card, self.role.currentData(), self.replaces.currentData()
        if card is not None:
            self._step(
                lambda statistic, key: _enrolled(statistic, card, role, key, replaces),
                sentence("desk_person_enrolled", person=card.name),
            )

    def _ask_confirm(self, person: Person) -> None:
        """Ask to compare the fingerprint before a person is confirmed."""
        code = "desk_person_compare_replaces" if person.replaces else "desk_person_compare"
        said_sentence = sentence(code, person=person.name, fingerprint=fingerprint(person.key))
        remedy = Remedy(self.tr("It is the same: confirm"), lambda: self._confirm(person))
        self.context.show_message(said_sentence, "warning", remedy)

    def _confirm(self, person: Person) -> None:
        def change(statistic: Statistic, key: PersonalKey) -> Statistic:
            from ckmcore.release.actions import confirm

            return confirm(statistic, person.key, key, now_text())

        self._step(change, sentence("desk_person_confirmed", person=person.name))

    def _revoke(self, person: Person) -> None:
        reason = self.reason.text()

        def change(statistic: Statistic, key: PersonalKey) -> Statistic:
            from ckmcore.release.actions import revoke

            return revoke(statistic, person.key, key, now_text(), reason)

        self._step(change, sentence("desk_person_revoked", person=person.name))

    def _step(self, change: Change, said_sentence: Sentence) -> None:
        if self.signing.key is None:
            self.signing.open_own(lambda: self._step(change, said_sentence))
            return
        key = self.signing.key

        def done() -> None:
            self.form.hide()
            self.reason.clear()
            self.refresh()
            self._focus_button()  # the one that was pressed is gone
            self.context.show_message(said_sentence, "ok")

        self.fault.tell("")
        self.context.services.releases.take(lambda statistic: change(statistic, key), done, self._say)

    def _focus_button(self) -> None:
        for button in (self.enrol, *self.people.findChildren(QPushButton)):
            if button.isVisibleTo(self) and button.isEnabled():
                button.setFocus()
                return

    def _say(self, error: CkmError) -> None:
        self.fault.tell_error(error, self.context.language, {"release_reason_missing": (self.reason,)})


def _enrolled(statistic: Statistic, card: PersonCard, role: Role, key: PersonalKey, replaces: str) -> Statistic:
    from ckmcore.release.actions import enrol

    return enrol(statistic, card, role, key, now_text(), replaces=replaces)


class DayField(QDateEdit):
    """Field of a day. Tab leads to the next field; Qt would lead through day, month and year first."""

    def focusNextPrevChild(self, next: bool) -> bool:
        return QWidget.focusNextPrevChild(self, next)


class DeputiesCard(basic.Card):
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
        self.start = DayField(QDate.currentDate(), objectName="deputies:start", displayFormat=shown)
        self.end = DayField(QDate.currentDate().addDays(DAYS), objectName="deputies:end", displayFormat=shown)
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
