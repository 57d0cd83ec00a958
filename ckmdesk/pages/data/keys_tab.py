"""The record keys of the open statistic: how good they are, whom they count, new ones, and former production."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QBoxLayout, QListWidget, QListWidgetItem, QWidget

from ckmcore.errors import CkmError
from ckmcore.ptable.floor.key_report import KeyReport, key_report
from ckmcore.statistic.period import KeySet
from ckmdesk.base.announcer import announce
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.new_keys import NewKeys
from ckmdesk.ports import filled
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import folds
from ckmdesk.widgets.view_state import settled

Counted = Literal["records", "households"]
LIST_HEIGHT = 96


class CountedUnits(Card):
    """Hidden where the keys of the period know no households."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.word, self.choice = label(self.tr("Tables count")), PlainCombo()
        self.choice.setObjectName("counted-units")
        for counted in get_args(Counted):
            self.choice.addItem("", counted)
        self.choice.activated.connect(lambda _place: self._change())
        self.word.setBuddy(self.choice)
        settled(self.choice)
        line = row_of(self.word, (self.choice, 1))
        note = self.tr(
            "A household counts once in a cell. Tables by a variable that differs within a household are refused, "
            "but for those ticked here."
        )
        self.note = WrapLabel(note, "secondary")
        self.list_word = label(self.tr("A household counts where any member has the category"))
        self.variables = QListWidget(objectName="any-member")
        self.variables.setFixedHeight(px(LIST_HEIGHT))
        self.variables.itemChanged.connect(lambda _item: self._change())
        self.list_word.setBuddy(self.variables)
        fill(self.body, line, self.note, self.list_word, self.variables)
        self.choice.setAccessibleName(self.word.text())
        for text_index, words in enumerate((self.tr("records"), self.tr("households"))):
            self.choice.setItemText(text_index, words)
        self.variables.setAccessibleName(self.list_word.text())

    def refresh(self) -> None:
        """Show the counted units of the period."""
        keys, data = self._keys(), self.context.desk.session.data
        has_household_key = keys is not None and bool(keys.household) and not keys.is_with_records
        self.setVisible(has_household_key)
        if keys is None or not has_household_key:
            return
        self.choice.choose(keys.counted)
        of_households = keys.counts_households
        for widget in (self.note, self.list_word, self.variables):
            widget.setVisible(of_households)
        dimensions = {} if data is None else data.dimensions
        language = self.context.language
        row = self.variables.currentRow()
        with QSignalBlocker(self.variables):
            self.variables.clear()
            for name, dimension in dimensions.items():
                item = QListWidgetItem(dimension.title.text(language) or name)
                item.setData(Qt.ItemDataRole.UserRole, name)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                ticked = name in keys.any_member
                item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
                self.variables.addItem(item)
            self.variables.setCurrentRow(row)  # who ticks by keyboard goes on from there

    def _keys(self) -> KeySet | None:
        statistic = self.context.desk.state.statistic
        return None if statistic is None else statistic.period.keys

    def _change(self) -> None:
        keys = self._keys()
        if keys is None:
            return
        items = [self.variables.item(index) for index in range(self.variables.count())]
        ticked = tuple(
            str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() == Qt.CheckState.Checked
        )
        changed = replace(keys, counted=self.choice.currentData(), any_member=ticked)
        if changed != keys:
            self.context.services.records.count_units(changed)


REPORT = "key-report"


class KeysTab(QWidget):
    """Tab of keys: the report at the left, actions at the right; every change is a command."""

    kept = ("_report",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._report: tuple[object, object, KeyReport] | None = None
        self.card = KeysCard(context.theme)
        self.card.setMinimumWidth(px(360))
        production = filled("FormerProduction")
        self.new_keys, self.former = NewKeys(context), None if production is None else production(context)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, STEP, 0, 0)
        self._box.setSpacing(STEP)
        self._box.addWidget(self.card, 2)
        right = QWidget()
        self.units = CountedUnits(context)
        remaining_stretch = STRETCH if self.former is None else (self.former, 1)
        column_of(self.units, self.new_keys, remaining_stretch, within=right, margins=0, spacing=STEP)
        self._box.addWidget(right, 3)
        folds(self._box)

    def refresh(self, changes: Changes) -> None:
        """Show the keys of the current period."""
        self.units.refresh()
        self.new_keys.refresh()
        if self.former is not None:
            self.former.refresh()
        self._show_report()

    def _show_report(self) -> None:
        statistic, data = self.context.desk.state.statistic, self.context.desk.session.data
        if statistic is None:
            return
        period, language = statistic.period, self.context.language
        keys = None if data is None else data.record_keys
        if keys is None:
            self.card.show_report(None, period.keys, language)
            return
        if data is not None and data.counter is not None:
            where = self.tr("Examining the keys needs the records; they lie in the database “%1”.")
            self.card.show_report(None, period.keys, language, instead=where.replace("%1", data.counter.name))
            return
        known_report = self._report
        if known_report is not None and known_report[0] is keys and known_report[1] is period.in_force:
            self.card.show_report(known_report[2], period.keys, language)
            return

        def done(report: KeyReport) -> None:
            self._report = (keys, period.in_force, report)
            current_statistic = self.context.desk.state.statistic
            self.card.show_report(
                report, None if current_statistic is None else current_statistic.period.keys, self.context.language
            )
            if self.isVisible():
                announce(self.card.told(), about="keys")

        ptable = None if period.in_force is None else period.in_force.ptable
        self.card.show_report(None, period.keys, language, examined=True)
        self.context.jobs.start(REPORT, lambda _: key_report(keys, ptable), done, self._failed)

    def _failed(self, error: CkmError) -> None:
        self.context.show_message(error)
