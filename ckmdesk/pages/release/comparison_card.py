"""Two published tables beside one another: how many cells differ, and which."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QWidget

from ckmcore.base.numbers import Language
from ckmcore.messages import sentence
from ckmcore.release.compare import TablesCompared
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme
from ckmdesk.models.changes_model import BEFORE, CELL, DIFFERENCE, ChangesModel
from ckmdesk.pages.release.register_table import register_table
from ckmdesk.widgets.basic import Card, IconButton, WrapLabel, label
from ckmdesk.widgets.layouts import fill, row_of


class ComparisonCard(Card):
    """Card of a comparison, shown when there is one; emits `closed` when the user is done."""

    closed = Signal()

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__()
        self.heading, self.words = label("", "heading"), WrapLabel("", "secondary")
        self.close_button = IconButton(theme, "close")
        self.close_button.set_tip(self.tr("Close comparison"))
        self.close_button.clicked.connect(self.closed)
        head = row_of((self.heading, 1), self.close_button)
        self.changes = ChangesModel(language)
        self.view = register_table("release-changes")
        self.view.setAccessibleName(self.tr("Cells that differ"))
        self.view.setModel(self.changes)
        self.view.horizontalHeader().setSectionResizeMode(CELL, QHeaderView.ResizeMode.Stretch)
        for column in range(BEFORE, DIFFERENCE + 1):
            self.view.setColumnWidth(column, px(92))
        self._no_changes = QWidget()
        fill(self.body, head, self.words, (self.view, 1), (self._no_changes, 1))
        self.hide()

    def show_compared(self, heading: str, found: TablesCompared, language: Language) -> None:
        """Show how two tables differ; `heading` names them."""
        self.heading.setText(heading)
        text = sentence(
            "desk_releases_compared", changed=found.changed, new=found.new, gone=found.gone, same=found.same
        ).text(language)
        other = "" if found.selection else " " + sentence("desk_releases_other_selection").text(language)
        few = "".join(" " + said.text(language) for said in found.few)
        self.words.setText(text + other + few)
        self.changes.show_compared(found)
        self.view.setVisible(found.differing > 0)
        self._no_changes.setVisible(found.differing == 0)
        self.show()
