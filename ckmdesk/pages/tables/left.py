"""The pane at the left of the table page: variables to drag, and the statistic's saved tables."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QTabWidget, QVBoxLayout, QWidget

from ckmcore.statistic.model import SavedTable
from ckmdesk.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconButton, label
from ckmdesk.widgets.variable_list import VariableList

WIDTH = 224
NAME = int(Qt.ItemDataRole.UserRole)


class LeftPane(QTabWidget):
    """Two tabs: variables and saved tables."""

    open_asked = Signal(str)
    new_asked = Signal()
    save_asked = Signal()
    delete_asked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setFixedWidth(WIDTH)
        self.setDocumentMode(True)
        set_kind(self, "surface")
        first = QWidget()
        set_kind(first, "surface")
        layout = QVBoxLayout(first)
        layout.setContentsMargins(STEP, STEP, 0, 0)
        layout.setSpacing(STEP)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.variables = VariableList(theme)
        self.search.textChanged.connect(self.variables.search)
        field = QHBoxLayout()
        field.setContentsMargins(0, 0, STEP, 0)
        field.addWidget(self.search)
        layout.addLayout(field)
        layout.addWidget(self.variables)
        self.addTab(first, "")
        self._make_tables()

    def _make_tables(self) -> None:
        second = QWidget()
        set_kind(second, "surface")
        layout = QVBoxLayout(second)
        layout.setContentsMargins(STEP, STEP, STEP, STEP)
        layout.setSpacing(STEP)
        self.table_search = QLineEdit()
        self.table_search.setClearButtonEnabled(True)
        self.table_search.textChanged.connect(self._filter)
        layout.addWidget(self.table_search)
        self.tables = QListWidget()
        self.tables.setFrameShape(QListWidget.Shape.NoFrame)
        self.tables.setWordWrap(True)
        self.tables.itemActivated.connect(lambda item: self.open_asked.emit(item.data(NAME)))
        self.tables.itemClicked.connect(lambda item: self.open_asked.emit(item.data(NAME)))
        layout.addWidget(self.tables)
        self.no_tables = label("", "secondary", wrap=True)
        layout.addWidget(self.no_tables)
        buttons = QHBoxLayout()
        self.new_button = IconButton(self.theme, "add")
        self.save_button = IconButton(self.theme, "save")
        self.delete_button = IconButton(self.theme, "delete")
        self.new_button.clicked.connect(self.new_asked)
        self.save_button.clicked.connect(self.save_asked)
        self.delete_button.clicked.connect(self._delete)
        for button in (self.new_button, self.save_button, self.delete_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        self.addTab(second, "")

    def retranslate(self) -> None:
        """All words in the window's language."""
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
        self.delete_button.set_tip(self.tr("Delete saved table"))

    def show_tables(self, tables: tuple[SavedTable, ...], current: str) -> None:
        """List the saved tables; `current` is the one on the screen."""
        self.tables.clear()
        for table in tables:
            item = QListWidgetItem(self.theme.icon("tables", "secondary"), table.name)
            item.setData(NAME, table.name)
            item.setToolTip(table.name)
            self.tables.addItem(item)
            if table.name == current:
                self.tables.setCurrentItem(item)
        self.no_tables.setVisible(not tables)
        self._filter(self.table_search.text())

    def _filter(self, text: str) -> None:
        wanted = text.strip().casefold()
        for place in range(self.tables.count()):
            item = self.tables.item(place)
            item.setHidden(wanted not in item.text().casefold())

    def _delete(self) -> None:
        item = self.tables.currentItem()
        if item is not None:
            self.delete_asked.emit(item.data(NAME))
