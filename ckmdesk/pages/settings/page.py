"""The settings: of this person, of the office (declared in the engine as data), of the open statistic. With search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, say, sentence
from ckmcore.office.settings import OFFICE_SETTINGS, TOPICS, SettingField
from ckmcore.office.settings_file import SUFFIX
from ckmdesk.base.clock import now_text
from ckmdesk.base.settings import SETTINGS
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import pane, px
from ckmdesk.look.theme import MARGIN, SMALL_STEP, STEP
from ckmdesk.pages.context import Page, PageContext
from ckmdesk.pages.settings.editors import EDITORS, Editor, TextEditor
from ckmdesk.pages.settings.own_key_card import OwnKeyCard
from ckmdesk.pages.settings.persons_card import DeputiesCard, PersonsCard
from ckmdesk.pages.settings.statistic_card import StatisticCard
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, fill
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.scrolled import Scrolled

WIDEST = 860
TITLES = 200
EVERY = {setting.key: setting for setting in (*SETTINGS, *OFFICE_SETTINGS)}


class SettingsRow:
    """A setting on the page: title, control, explanation, error, and a note if the computer's policy fixes it."""

    def __init__(self, grid: QGridLayout, control: QWidget, title: str, words: str) -> None:
        row = grid.rowCount()
        self.title, self.help, self.fault = WrapLabel(title), WrapLabel(words, "small"), FaultLabel()
        self.lock = WrapLabel("", "small")
        self.title.setFixedWidth(pane(TITLES))
        self.control = control
        self.title.setBuddy(control)
        self.lock.hide()
        if not words:
            self.help.hide()
        cell = QWidget()
        column_of(control, self.fault, self.lock, self.help, within=cell, margins=(0, 0, 0, STEP), spacing=SMALL_STEP)
        grid.addWidget(self.title, row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(cell, row, 1)
        self._parts = (self.title, cell)

    def show_fault(self, words: str) -> None:
        """Show an error; "" clears it. The refused text stays in its field."""
        self.fault.tell(words, self.control)

    def show_lock(self, words: str) -> None:
        """Show that the policy fixes the setting: the control is disabled and describes it as `words` say."""
        self.lock.setText(words)
        self.lock.show()
        self.control.setEnabled(False)
        self.control.setAccessibleDescription(words)

    def set_shown(self, on: bool) -> None:
        for widget in self._parts:
            widget.setVisible(on)


class SettingsPage(Page):
    page_name = "settings"
    kept = ("faults",)
    in_parts = True

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.head = PageHead()
        self.head.set_title(self.tr("Settings"))
        searching = self.tr("Search settings")
        self.search = QLineEdit(clearButtonEnabled=True, placeholderText=searching, accessibleName=searching)
        self.search.setFixedWidth(px(240))
        self.search.textChanged.connect(lambda _text: self._filter())
        self.take = QPushButton(
            self.tr("Load office settings ..."),
            toolTip=self.tr("The settings of a file that the office gives to all desks"),
        )
        self.hand_on = QPushButton(
            self.tr("Save as office settings (all desks) ..."),
            toolTip=self.tr("The office's settings as a file, without those of this person"),
        )
        self.done = QPushButton(self.tr("Close settings"))
        self.take.clicked.connect(self._take_over)
        self.hand_on.clicked.connect(self._hand_on)
        self.done.clicked.connect(lambda: context.frame.go_to("tables"))
        self.head.add_left(self.search)
        for button in (self.take, self.hand_on, self.done):
            self.head.add_right(button)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.search.setFocus)
        yield
        inner_widget = QWidget()
        inner_widget.setMaximumWidth(px(WIDEST))
        self.column = column_of(within=inner_widget, margins=MARGIN, spacing=STEP)
        self._cards: dict[str, tuple[Card, Any, list[str]]] = {}
        self.rows: dict[str, SettingsRow] = {}
        self.editors: dict[str, Editor] = {}
        self._faults: dict[str, CkmError | Sentence] = {}
        area = Scrolled(inner_widget)
        context.theme.dress(area.verticalScrollBar())
        column_of(area, within=self, margins=0)
        self._policy_part()
        self._part("own", self.tr("This person"))
        self.own_key = OwnKeyCard(context)
        self._add(self.own_key)
        for topic in TOPICS:
            yield
            self._part(topic, say(f"office_topic_{topic}", context.language))
        self._part("process", self.tr("Processor and memory"))
        yield
        self.of_statistic = StatisticCard(context)
        self._add(self.of_statistic)
        self.persons = PersonsCard(context)
        self._add(self.persons)
        yield
        self.deputies = DeputiesCard(context)
        self._add(self.deputies)
        self.nothing = label(self.tr("No settings found."), "secondary")
        fill(self.column, context.theme.dress(self.nothing), STRETCH)
        self.of_statistic.shown_asked.connect(
            lambda widget: QTimer.singleShot(0, area, lambda: area.ensureWidgetVisible(widget))  # once it has a place
        )
        yield
        self._show()
        if context.settings.offices.fault is not None:
            context.show_message(context.settings.offices.fault)

    def show_place(self, place: str) -> None:
        """Show a part of the page; `place` `source` is the source note of the open statistic."""
        if place == "source":
            self.search.clear()
            self.of_statistic.source.setFocus()
            self.of_statistic.shown_asked.emit(self.of_statistic.source)

    def _add(self, card: QWidget) -> None:
        self.column.addWidget(self.context.theme.dress(card))

    def _card(self, name: str, title: str) -> QGridLayout:
        card, heading, grid = Card(), label(title, "heading"), QGridLayout()
        grid.setHorizontalSpacing(2 * STEP)
        grid.setVerticalSpacing(SMALL_STEP)
        grid.setColumnStretch(1, 1)
        fill(card.body, heading, grid)
        self._add(card)
        self._cards[name] = (card, heading, [])
        return grid

    def _policy_part(self) -> None:
        """Make the card of the computer's policy, if there is one."""
        language, policy = self.context.language, self.context.settings.policy
        reason = policy.reason.text(language)
        decided = {*policy.settings, *(f"office_{name}" for name in policy.office)}
        names = [setting.title.text(language) for key, setting in EVERY.items() if key in decided]
        lines = [
            self.tr("Its administrator has decided for everybody who works here: %1").replace("%1", ", ".join(names)),
            self.tr("Reason: %1").replace("%1", reason) if reason else "",
            self.tr("File: %1").replace("%1", str(policy.path)),
        ]
        self.policy_card, self.policy_word = Card(), label(self.tr("Policy of this computer"), "heading")
        self.policy_text = WrapLabel("\n".join(line for line in lines if line))
        fill(self.policy_card.body, self.policy_word, self.policy_text)
        self._add(self.policy_card)
        self.policy_card.setVisible(bool(self.context.settings.policy.named))

    def _part(self, topic: str, title: str) -> None:
        """Make the card of a topic with a row for each of its settings."""
        language, settings = self.context.language, self.context.settings
        grid = self._card(topic, title)
        reason = settings.policy.reason.text(language)
        lock = sentence("policy_locked_because", reason=reason) if reason else sentence("policy_locked")
        for setting in EVERY.values():
            if setting.topic == topic:
                editor = EDITORS[setting.kind](setting, self.context.frame, language)
                editor.edited.connect(lambda value, edited_setting=setting: self._edited(edited_setting, value))
                editor.refused.connect(
                    lambda error, edited_setting=setting: self._show_fault(edited_setting.key, error)
                )
                self.editors[setting.key] = editor
                row = SettingsRow(grid, editor, setting.title.text(language), setting.help.text(language))
                self.rows[setting.key] = row
                self._cards[topic][2].append(setting.key)
                if settings.locked(setting.key):
                    row.show_lock(lock.text(language))

    # --- showing -------------------------------------------------------------------------------------------------

    def first_focus(self) -> QWidget:
        return self.search  # no proxy: it stands in the head, and Tab would never pass the page

    def refresh(self, changes: Changes) -> None:
        if {"page", "statistic", "office"} & set(changes.parts):
            self._show()

    def _show(self) -> None:
        settings = self.context.settings
        self.of_statistic.refresh()
        self.persons.refresh()
        self.deputies.refresh()
        self.own_key.refresh()
        self._filter()
        for key, editor in self.editors.items():
            if not self.rows[key].fault.text():
                editor.show_value(self._value(EVERY[key]))
        person = self.editors["person"]
        assert isinstance(person, TextEditor)  # noqa: S101 - as it is declared
        person.field.setPlaceholderText(settings.person)

    def _value(self, setting: SettingField) -> Any:
        """The value of a setting that is shown."""
        settings = self.context.settings
        if setting.family == "office":
            return getattr(settings.office, setting.name)
        text = settings.value(setting.name)
        return int(text) if setting.kind == "number" else text

    def _filter(self) -> None:
        """Show only the settings with the words of the search, in either language."""
        words = self.search.text().casefold().split()
        any_shown = False
        self.policy_card.setVisible(not words and bool(self.context.settings.policy.named))
        for card, heading, names in self._cards.values():
            shown_fits = 0
            for name in names:
                row = self.rows[name]
                fits = EVERY[name].matches(self.search.text())
                fits = fits or (bool(words) and all(word in heading.text().casefold() for word in words))
                row.set_shown(fits)
                shown_fits += fits
            card.setVisible(shown_fits > 0)
            any_shown = any_shown or shown_fits > 0
        is_open = self.context.desk.state.statistic is not None
        cards: tuple[tuple[QWidget, bool], ...] = (
            (self.of_statistic, is_open and self.context.settings.is_methodologist),
            (self.persons, is_open),
            (self.deputies, is_open),
            (self.own_key, True),
        )
        for widget, may in cards:
            widgets = (*widget.findChildren(QLabel), *widget.findChildren(QAbstractButton))
            texts = " ".join(widget.text() for widget in widgets).casefold()
            fits = may and all(word in texts for word in words)
            widget.setVisible(fits)
            any_shown = any_shown or fits
        self.nothing.setVisible(not any_shown)

    # --- acting --------------------------------------------------------------------------------------------------

    def _edited(self, setting: SettingField, value: Any) -> None:
        fault = setting.fault(value)
        self._show_fault(setting.key, fault)
        if fault is not None:
            return
        if setting.family != "office":
            self.context.settings.set(setting.name, str(value))
            return
        offices = self.context.settings.offices
        if getattr(offices.office, setting.name) == value:
            self.editors[setting.key].show_value(value)
            return
        try:
            offices.set(replace(offices.office, **{setting.name: value}))
        except CkmError as error:
            self._show_fault(setting.key, error)

    @property
    def faults(self) -> dict[str, CkmError | Sentence]:
        """Return the errors of refused values by row name."""
        return self._faults

    @faults.setter
    def faults(self, faults: dict[str, CkmError | Sentence]) -> None:
        for name, fault in faults.items():
            self._show_fault(name, fault)

    def _show_fault(self, name: str, fault: CkmError | Sentence | None) -> None:
        words = "" if fault is None else fault.text(self.context.language)
        self.rows[name].show_fault(_capital(words) if isinstance(fault, Sentence) else words)
        if fault is None:
            self._faults.pop(name, None)
        else:
            self._faults[name] = fault

    def _take_over(self) -> None:
        filters = self.tr("Settings of an office (*.ckmoffice)")
        path = self.context.frame.choose_open_file(self.tr("Load office settings"), filters)
        if path is not None:
            self.take_over(path)

    def take_over(self, path: Path) -> None:
        """Replace all settings of the office by those of a file."""
        try:
            stay = self.context.settings.offices.take_over(path)
        except CkmError as error:
            self.context.show_message(error)
        else:
            for name in self.rows:
                self._show_fault(name, None)
            self._show()
            if stay:
                names = tuple(setting_field.title.text(self.context.language) for setting_field in stay)
                self.context.show_message(sentence("policy_stays", names=names), "warning")
            else:
                self.context.show_message(sentence("desk_office_taken", name=path.name), "ok")

    def _hand_on(self) -> None:
        filters = self.tr("Settings of an office (*.ckmoffice)")
        today = date.fromisoformat(now_text()[:10])
        name = f"{say('office_file_stem', self.context.language)}_{today:%Y-%m-%d}{SUFFIX}"
        path = self.context.frame.choose_save_file(
            self.tr("Save as office settings (all desks)"), Path.home() / name, filters
        )
        if path is not None:
            self.hand_on_to(path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX))

    def hand_on_to(self, path: Path) -> None:
        """Write the settings of the office as a file for all desks."""
        from ckmcore.office.settings_file import write_office

        said_sentence: CkmError | Sentence = sentence("desk_office_handed_on", name=path.name)
        try:
            write_office(path, self.context.settings.office)
        except CkmError as error:
            said_sentence = error
        self.context.show_message(said_sentence, "error" if isinstance(said_sentence, CkmError) else "ok")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
