"""The cards beside the settings of sums: what the settings do to the sums of tables, judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ckmcore.base.wings import wing_title
from ckmcore.messages import Sentence, say
from ckmcore.methods.magnitude_settings import MagnitudeSettings
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmdesk.pages.context import PageContext
from ckmdesk.ports import SLOTS
from ckmdesk.state.variant import NamedSums
from ckmdesk.widgets.basic import WrapLabel


class SumsCards(QObject):
    """Cards of the judgement of sums; without the lab only a line that says so.

    `view` is the view of the settings, `judged` the verdict shown.
    """

    judged: Any | None = None

    def __init__(self, context: PageContext, view: Any) -> None:
        super().__init__(view)
        self.context, self.view = context, view
        self.cards = self.make_cards()

    def make_cards(self) -> tuple[QWidget, ...]:
        """Return the cards, from top to bottom."""
        absent = wing_title(SLOTS["SumsJudged"])
        return (WrapLabel(say("wing_check_absent", self.context.language, wing=absent), "secondary"),)

    def show_method(self, sums: MagnitudeCellKeyMethod | None, magnitude: str, beside: Sequence[NamedSums]) -> None:
        """Show what a method does to the sums of a magnitude in the current table; `beside` are variants to compare."""

    def warnings(self, settings: MagnitudeSettings, _large: MagnitudePTable | None) -> list[Sentence]:
        """Return warnings about settings that are allowed and seldom wanted."""
        return list(settings.warnings)
