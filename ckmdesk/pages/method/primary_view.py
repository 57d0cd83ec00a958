"""Primary rules: which cells are sensitive. They mark cells; alone they are no method."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QListWidget, QPushButton, QWidget

from ckmcore.errors import CkmError
from ckmcore.methods.primary import PrimaryRules
from ckmdesk.commands import method as commands
from ckmdesk.commands.tables import shade
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.rule_rows import RuleRows
from ckmdesk.state.method_settings import PRIMARY, primary_texts, with_primary
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of

LIST_HEIGHT = 160


class PrimaryView(QWidget):
    """View of primary rules, with the manual list of cells and a button to the table that shows them."""

    def __init__(self, context: PageContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        card = Card()
        self.title = label(self.tr("Primary rules"), "heading")
        self.lead = WrapLabel(
            self.tr(
                "They mark sensitive cells for the shading of tables and for the comparison of methods. Alone they "
                "protect nothing: a figure that is left out is the total minus the rest."
            ),
            "secondary",
        )
        self.form = RuleRows()
        self.form.changed.connect(self._changed)
        self.cells_word = label(self.tr("Own list of cells"), "heading")
        self.cells_hint = WrapLabel(self.tr("Add a cell in the table: context menu, “Sensitive cell”."), "small")
        self.cells = QListWidget(objectName="primary-cells", accessibleName=self.tr("Own list of cells"))
        self.cells.setFixedHeight(px(LIST_HEIGHT))
        self.cells.currentRowChanged.connect(lambda _row: self._allow())
        self.cells_word.setBuddy(self.cells)
        self.remove = QPushButton(self.tr("Take off the list"))
        self.show_cells = QPushButton(self.tr("Show in the table"))
        self.remove.clicked.connect(self._remove)
        self.show_cells.clicked.connect(self._show)
        buttons = row_of(self.remove, STRETCH, self.show_cells)
        fill(
            card.body, self.title, self.lead, self.form, self.cells_word, self.cells_hint, self.cells, buttons, STRETCH
        )
        column_of(card, within=self, margins=(0, STEP, 0, 0))
        self.form.followed_by = (self.cells, self.remove, self.show_cells)
        self._shown: PrimaryRules | None = None

    @property
    def rules(self) -> PrimaryRules:
        return self.context.desk.state.method.settings.primary

    def refresh(self) -> None:
        """Show the rules."""
        rules = self.rules
        if self._read() != rules and not (self.form.refused and rules == self._shown):  # what was refused stays there
            self.form.show_values(primary_texts(rules, self.context.language))
            self.form.tell("")
        self._shown = rules
        row = self.cells.currentRow()
        self.cells.clear()
        self.cells.addItems([self._words(address) for address in rules.cells])
        self.cells.setCurrentRow(min(row, len(rules.cells) - 1))
        for widget in (self.cells, self.remove):
            widget.setVisible(bool(rules.cells))
        self._allow()

    def _allow(self) -> None:
        self.remove.setEnabled(self.cells.currentRow() >= 0)

    def _words(self, address: tuple[tuple[str, str], ...]) -> str:
        """A logical cell in words."""
        data, language = self.context.desk.session.data, self.context.language
        known_dimensions = {} if data is None else data.dimensions
        rule_texts = []
        for name, code in address:
            dimension = known_dimensions.get(name)
            title = name if dimension is None else dimension.title.text(language) or name
            rule_texts.append(f"{title}: {code if dimension is None else dimension.label(code).text(language)}")
        return ", ".join(rule_texts) or self.tr("Total")

    def _read(self) -> PrimaryRules | None:
        """Read the rules from the fields, with the cells; None where they are impossible, which is shown below."""
        values = self.form.values()
        if not self.form.is_whole:
            self.form.tell(self.tr("Fill in every number of a rule, or remove it."))
            return None
        primary_rules: PrimaryRules | None = PrimaryRules(cells=self.rules.cells)
        try:
            for name in PRIMARY:
                primary_rules = with_primary(primary_rules, name, values[name])
        except CkmError as error:
            self.form.tell(error.text(self.context.language))
            return None
        self.form.tell("")
        return primary_rules or PrimaryRules()

    def _changed(self) -> None:
        rules = self._read()
        if rules is None or rules == self.rules:
            return
        before, after = (primary_texts(each, self.context.language) for each in (self.rules, rules))
        changed = next((name for name in PRIMARY if before[name] != after[name]), "cells")
        self.context.desk.run(commands.set_primary(rules, changed))

    def _remove(self) -> None:
        index = self.cells.currentRow()
        cells = self.rules.cells
        rules = replace(self.rules, cells=(*cells[:index], *cells[index + 1 :]))
        self.context.desk.run(commands.set_primary(rules, "cells"))

    def _show(self) -> None:
        self.context.desk.run(shade("sensitive"))
        self.context.frame.go_to("tables")
