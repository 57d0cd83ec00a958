"""A file before it is taken over: how it is written, its first rows with types and roles, keys, title and period."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ckmcore.numbers import Language, integer_text
from ckmdesk.pages.data.file_card import FileCard
from ckmdesk.pages.data.keys_card import KeysCard
from ckmdesk.pages.data.mapping_card import MappingCard
from ckmdesk.pages.data.preview_table import PreviewTable
from ckmdesk.pages.data.statistic_card import StatisticCard
from ckmdesk.pages.data.warnings_strip import WarningsStrip
from ckmdesk.state.data_import import Import
from ckmdesk.theme import MARGIN, STEP, Theme
from ckmdesk.widgets.basic import Card, ElidedLabel, Line, label


class ImportView(QScrollArea):
    """Shows an import; its parts tell what the user chose."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(MARGIN, STEP, MARGIN, MARGIN)
        column.setSpacing(STEP)
        self.file_card = FileCard(theme)
        column.addWidget(self.file_card)
        self.mapping_card = MappingCard()
        column.addWidget(self.mapping_card)
        column.addWidget(self._make_preview(theme), 1)
        foot = QHBoxLayout()
        foot.setSpacing(STEP)
        self.statistic_card = StatisticCard()
        self.keys_card = KeysCard(theme)
        for card in (self.statistic_card, self.keys_card):
            card.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            foot.addWidget(card, 1)
        column.addLayout(foot)
        self.setWidget(inside)

    def _make_preview(self, theme: Theme) -> QWidget:
        card = Card(margin=1)
        card.body.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(MARGIN, STEP, MARGIN, STEP)
        head.setSpacing(MARGIN)
        self.heading = label("", "heading")
        self.facts = ElidedLabel("", "secondary")
        head.addWidget(self.heading)
        head.addWidget(self.facts, 1)
        card.body.addLayout(head)
        card.body.addWidget(Line())
        self.table = PreviewTable(theme)
        self.table.setMinimumHeight(180)
        card.body.addWidget(self.table, 1)
        self.strip = WarningsStrip(theme)
        card.body.addWidget(self.strip)
        self.strip.asked.connect(self.table.mark_shown)
        self.table.heads.focused.connect(self._reached)
        self.table.selectionModel().currentColumnChanged.connect(lambda now, _: self._reached(now.column()))
        return card

    def retranslate(self) -> None:
        """All words anew; `show_import` follows."""
        self.heading.setText(self.tr("Preview"))
        self.file_card.retranslate()
        self.table.retranslate()
        self.table.heads.retranslate()
        self.statistic_card.retranslate()
        self.keys_card.retranslate()

    def show_import(self, state: Import | None, language: Language, *, rows_too: bool) -> None:
        """Show an import, or let go of the rows of the last one."""
        self.table.set_state(state, rows_too=rows_too)
        self.strip.show_state(state, language)
        if state is None:
            return
        self.file_card.show_preview(state.preview, language)
        self.statistic_card.show_state(state, language)
        self.keys_card.show_import(state, language)
        text = self.tr("Rows 1 to %1  ·  %2 columns  ·  types guessed, roles proposed")
        rows = integer_text(len(state.preview.rows), language)
        self.facts.set_text(text.replace("%1", rows).replace("%2", integer_text(len(state.columns), language)))

    def _reached(self, place: int) -> None:
        state = self.table.preview_model.state
        if state is not None and 0 <= place < len(state.columns):
            self.strip.show_column(state.columns[place].name)
