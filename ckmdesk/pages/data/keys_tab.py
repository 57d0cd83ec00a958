"""The record keys of the open statistic: how good they are, new ones, and the comparison with former production."""

from __future__ import annotations

from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from ckmcore.errors import CkmError
from ckmcore.ptable.floor.key_report import KeyReport, key_report
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.counted_units import CountedUnits
from ckmdesk.pages.data.former_production import FormerProduction
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.new_keys import NewKeys

REPORT = "key-report"


class KeysTab(QWidget):
    """The report at the left, what can be done at the right; every change is a command."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._report: tuple[object, object, KeyReport] | None = None
        self.card = KeysCard(context.theme)
        self.card.setMinimumWidth(px(360))
        self.new_keys, self.former = NewKeys(context), FormerProduction(context)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, STEP, 0, 0)
        self._box.setSpacing(STEP)
        self._box.addWidget(self.card, 2)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        self.units = CountedUnits(context)
        column.addWidget(self.units)
        column.addWidget(self.new_keys)
        column.addWidget(self.former, 1)
        self._box.addWidget(right, 3)

    def retranslate(self) -> None:
        """All words anew; `refresh` follows."""
        self.card.retranslate()
        self.units.retranslate()
        self.new_keys.retranslate()
        self.former.retranslate()

    def refresh(self, changes: Changes) -> None:
        """Show the keys of the period at hand."""
        self.units.refresh()
        self.new_keys.refresh()
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
        known = self._report
        if known is not None and known[0] is keys and known[1] is period.in_force:
            self.card.show_report(known[2], period.keys, language)
            return

        def done(report: KeyReport) -> None:
            self._report = (keys, period.in_force, report)
            now = self.context.desk.state.statistic
            self.card.show_report(report, None if now is None else now.period.keys, self.context.language)

        ptable = None if period.in_force is None else period.in_force.ptable
        self.card.show_report(None, period.keys, language, examined=True)
        self.context.jobs.start(REPORT, lambda _: key_report(keys, ptable), done, self._failed)

    def _failed(self, error: CkmError) -> None:
        self.context.show_message(error)
