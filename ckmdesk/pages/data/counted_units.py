"""What the tables of a period count: records, or the households that the keys know."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from ckmcore.statistic.period import KeySet
from ckmdesk.look.text_size import px
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.column_heads import PlainCombo
from ckmdesk.widgets.basic import Card, WrapLabel, label

Counted = Literal["records", "households"]
LIST_HEIGHT = 96


class CountedUnits(Card):
    """Hidden where the keys of the period know no households."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self.word, self.choice = label(""), PlainCombo()
        self.choice.setObjectName("counted-units")
        for counted in get_args(Counted):
            self.choice.addItem("", counted)
        self.choice.activated.connect(lambda _place: self._change())
        self.word.setBuddy(self.choice)
        line = QHBoxLayout()
        line.addWidget(self.word)
        line.addWidget(self.choice, 1)
        self.note, self.list_word = WrapLabel("", "secondary"), label("")
        self.variables = QListWidget()
        self.variables.setObjectName("any-member")
        self.variables.setFixedHeight(px(LIST_HEIGHT))
        self.variables.itemChanged.connect(lambda _item: self._change())
        self.list_word.setBuddy(self.variables)
        self.body.addLayout(line)
        for part in (self.note, self.list_word, self.variables):
            self.body.addWidget(part)

    def retranslate(self) -> None:
        """All words."""
        self.word.setText(self.tr("Tables count"))
        self.choice.setAccessibleName(self.word.text())
        for place, words in enumerate((self.tr("records"), self.tr("households"))):
            self.choice.setItemText(place, words)
        self.note.setText(
            self.tr(
                "A household counts once in a cell. Tables by a variable that differs within a household are refused, "
                "but for those ticked here."
            )
        )
        self.list_word.setText(self.tr("A household counts where any member has the category"))
        self.variables.setAccessibleName(self.list_word.text())

    def refresh(self) -> None:
        """Show what the period says."""
        keys, data = self._keys(), self.context.desk.session.data
        known = keys is not None and bool(keys.household) and keys.origin != "prepared"
        self.setVisible(known)
        if keys is None or not known:
            return
        self.choice.choose(keys.counted)
        of_households = keys.counts_households
        for part in (self.note, self.list_word, self.variables):
            part.setVisible(of_households)
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
        items = [self.variables.item(place) for place in range(self.variables.count())]
        ticked = tuple(
            str(item.data(Qt.ItemDataRole.UserRole)) for item in items if item.checkState() == Qt.CheckState.Checked
        )
        changed = replace(keys, counted=self.choice.currentData(), any_member=ticked)
        if changed != keys:
            self.context.services.records.count_units(changed)
