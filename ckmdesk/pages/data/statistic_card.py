"""Title of the statistic and label of the reporting period; during an import also what will be loaded."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.microdata.variable import Role
from ckmdesk.look.theme import STEP
from ckmdesk.pages.data.words import role_plural
from ckmdesk.state.data_import import Import
from ckmdesk.widgets.basic import Card, label

LINES: tuple[Role, ...] = ("dimension", "magnitude", "weight", "identifier", "ignored")


class StatisticCard(Card):
    """`renamed(title, period)` while the user types."""

    renamed = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = label("", "heading")
        self.body.addWidget(self.heading)
        self.title, self.period = QLineEdit(), QLineEdit()
        self._title_word, self._period_word = label("", "secondary"), label("", "secondary")
        self._title_word.setBuddy(self.title)
        self._period_word.setBuddy(self.period)
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * STEP)
        grid.setVerticalSpacing(STEP)
        grid.setColumnStretch(1, 1)
        for row, (word, field) in enumerate(((self._title_word, self.title), (self._period_word, self.period))):
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
            field.textEdited.connect(lambda _: self.renamed.emit(self.title.text(), self.period.text()))
        self._roles = [(label("", "secondary"), label("", wrap=True)) for _ in LINES]
        for row, (word, names) in enumerate(self._roles, 2):
            grid.addWidget(word, row, 0)
            grid.addWidget(names, row, 1)
        self.body.addLayout(grid)
        self.body.addStretch(1)

    def retranslate(self) -> None:
        """All words anew."""
        self.heading.setText(self.tr("Statistic"))
        self._title_word.setText(self.tr("Title"))
        self._period_word.setText(self.tr("Reporting period"))
        self.period.setPlaceholderText(self.tr("e.g. 2025"))
        self.title.setAccessibleName(self.tr("Title of the statistic"))
        self.period.setAccessibleName(self.tr("Reporting period"))

    def show_state(self, state: Import, language: Language) -> None:
        """Show an import: what each role has got."""
        for field, words in ((self.title, state.title), (self.period, state.period)):
            if field.text() != words:
                field.setText(words)
        for role, (word, names) in zip(LINES, self._roles, strict=True):
            found = state.names(role)
            word.setText(role_plural(role))
            word.setVisible(bool(found) or role == "dimension")
            names.setVisible(bool(found) or role == "dimension")
            shown = ", ".join(found[:6]) + (" …" if len(found) > 6 else "")
            number = f"{integer_text(len(found), language)}: " if len(found) > 1 else ""
            names.setText(number + shown if found else self.tr("none"))
            names.setToolTip(", ".join(found[:200]))
