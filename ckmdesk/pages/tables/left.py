"""The pane at the left of the table page: variables to drag, and the statistic's saved tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QTabWidget, QWidget

from ckmdesk.look.text_size import pane
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import ElidedLabel, IconButton, label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.table_tree import Listed, TableTree
from ckmdesk.widgets.variable_list import VariableList

WIDTH = 224


class LeftPane(QTabWidget):
    """Two tabs: variables and saved tables.

    menu_asked(): the button beside the others asks for the menu of the chosen table.
    """

    new_asked = Signal()
    save_asked = Signal()
    run_asked = Signal()
    menu_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        theme.changed.connect(self._fit)
        self._fit()
        self.setDocumentMode(True)
        set_kind(self, "surface")
        first = QWidget()
        set_kind(first, "surface")
        self.search = QLineEdit(clearButtonEnabled=True)
        self.variables = VariableList(theme)
        self.search.textChanged.connect(self.variables.search)
        field = row_of(self.search, margins=(0, 0, STEP, 0))
        column_of(field, self.variables, within=first, margins=(STEP, STEP, 0, 0), spacing=STEP)
        self.addTab(first, "")
        self._make_tables()

    def _fit(self) -> None:
        self.setFixedWidth(pane(WIDTH))

    def _make_tables(self) -> None:
        second = QWidget()
        set_kind(second, "surface")
        self.table_search = QLineEdit(clearButtonEnabled=True)
        self.tables_state = ElidedLabel("", "secondary")
        self.tables = TableTree(self.theme)
        set_subject(self.tables, "kept-tables")
        self.table_search.textChanged.connect(self.tables.search)
        self.no_tables = label("", "secondary", wrap=True)
        self.new_button = IconButton(self.theme, "add")
        self.save_button = IconButton(self.theme, "save")
        self.run_button = IconButton(self.theme, "play-outline")
        self.menu_button = IconButton(self.theme, "menu")
        self.new_button.clicked.connect(self.new_asked)
        self.save_button.clicked.connect(self.save_asked)
        self.run_button.clicked.connect(self.run_asked)
        self.menu_button.clicked.connect(self.menu_asked)
        buttons = row_of(self.new_button, self.save_button, self.run_button, STRETCH, self.menu_button)
        column_of(
            self.table_search,
            self.tables_state,
            self.tables,
            self.no_tables,
            buttons,
            within=second,
            margins=STEP,
            spacing=STEP,
        )
        self.addTab(second, "")

    @property
    def list_in_sight(self) -> QWidget:
        """The list of the tab that is shown."""
        return self.variables if self.currentIndex() == 0 else self.tables

    def retranslate(self) -> None:
        """All words in the window's language."""
        self.setAccessibleName(self.tr("Variables and saved tables"))
        self.setTabText(0, self.tr("Variables"))
        self.setTabText(1, self.tr("Tables"))
        self.search.setPlaceholderText(self.tr("search"))
        self.search.setAccessibleName(self.tr("Search variables"))
        self.variables.setAccessibleName(self.tr("Variables and values"))
        self.table_search.setPlaceholderText(self.tr("search"))
        self.table_search.setAccessibleName(self.tr("Search saved tables"))
        self.tables.setAccessibleName(self.tr("Saved tables"))
        self.no_tables.setText(self.tr("No table has been saved yet. Lay one out and save it here."))
        self.new_button.set_tip(self.tr("New table"))
        self.save_button.set_tip(self.tr("Save table in the statistic ..."))
        self.run_button.set_tip(self.tr("Run tables ..."))
        self.menu_button.set_tip(self.tr("What can be done with the chosen table"))

    def show_tables(self, listed: Sequence[Listed], current: str, period: str) -> None:
        """List the saved tables; `current` is the one on the screen, `period` the label of the reporting period."""
        self.tables.show_tables(listed, current)
        words = self.tr("Saved tables, %1").replace("%1", period) if period else self.tr("Saved tables")
        self.tables_state.set_text(words)
        for widget in (self.tables, self.tables_state, self.run_button, self.menu_button):
            widget.setVisible(bool(listed))
        self.no_tables.setVisible(not listed)
