"""The pane at the left of the table page: variables to drag, and the statistic's saved tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleValueChangeEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QTabWidget, QWidget

from ckmdesk.accessibility.interfaces import Amount, Measured, Role
from ckmdesk.base.settings import NARROWEST_PANE, WIDEST_PANE, Settings
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import pane
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.widgets.basic import ElidedLabel, IconButton, label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.search_field import SearchField
from ckmdesk.widgets.table_tree import Listed, TableTree
from ckmdesk.widgets.variable_list import VariableList

WIDTH, EDGE_WIDTH, EDGE_STEP = 224, 5, 16


class PaneEdge(QWidget):
    """Right edge of a pane; dragging it or arrow keys change the width of the pane."""

    def __init__(self, side: LeftPane) -> None:
        super().__init__()
        self.side = side
        self._from: int | None = None
        self.setObjectName("pane-edge")
        self.setFixedWidth(EDGE_WIDTH)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def by_ear(self) -> Measured:
        """Return the accessible interface: a slider of the pane's width."""

        def ends() -> tuple[float, float]:
            return pane(NARROWEST_PANE), pane(WIDEST_PANE)

        amount = Amount(self.side.width, lambda width: self.side.draw_to(round(width)), ends, EDGE_STEP)
        return Measured(self, Role.Slider, amount, lambda: f"{self.side.width()} px")

    @guarded()
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from = round(event.globalPosition().x()) - self.side.width()

    @guarded()
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            self.side.draw_to(round(event.globalPosition().x()) - self._from)

    @guarded()
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    @guarded()
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.side.draw_to(pane(WIDTH))

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -EDGE_STEP, Qt.Key.Key_Right: EDGE_STEP}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.side.draw_to(self.side.width() + step)
            QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.side.width()))

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self.side.theme
        painter.fillRect(self.rect(), theme.color("surface"))
        is_wide = self.hasFocus() or self.underMouse() or self._from is not None
        painter.fillRect(0, 0, 2 if is_wide else 1, self.height(), theme.color("accent" if is_wide else "border"))
        painter.end()


class LeftPane(QTabWidget):
    """Left pane with two tabs: variables and saved tables.

    Emits `menu_asked()` for the button that opens the menu of the selected table.
    """

    new_asked = Signal()
    save_asked = Signal()
    run_asked = Signal()
    menu_asked = Signal()

    def __init__(self, theme: Theme, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self.settings = theme, settings
        self.edge = PaneEdge(self)
        theme.changed.connect(self._fit)
        self._fit()
        self.setDocumentMode(True)
        set_kind(self, "surface")
        first = QWidget()
        set_kind(first, "surface")
        self.variables = VariableList(theme)
        self.search = SearchField(self.variables)
        field = row_of(self.search, margins=(0, 0, STEP, 0))
        column_of(field, self.variables, within=first, margins=(STEP, STEP, 0, 0), spacing=STEP)
        self.addTab(first, "")
        self._make_tables()
        self.setAccessibleName(self.tr("Variables and saved tables"))
        self.edge.setAccessibleName(self.tr("Width of the list"))
        self.edge.setToolTip(self.tr("Drag to resize, double-click to reset"))
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

    def _fit(self) -> None:
        self.setFixedWidth(pane(int(self.settings.value("tables_pane"))))

    def draw_to(self, pixels: int) -> None:
        """Set the width of the pane and save it in the settings."""
        per = pane(1000) / 1000
        self.settings.set("tables_pane", str(max(NARROWEST_PANE, min(round(pixels / per), WIDEST_PANE))))
        self._fit()

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

    def show_tables(self, listed: Sequence[Listed], current: str, period: str) -> None:
        """List the saved tables; `current` is the one on the screen, `period` the label of the reporting period."""
        self.tables.show_tables(listed, current)
        words = self.tr("Saved tables, %1").replace("%1", period) if period else self.tr("Saved tables")
        self.tables_state.set_text(words)
        for widget in (self.tables, self.tables_state, self.run_button, self.menu_button):
            widget.setVisible(bool(listed))
        self.no_tables.setVisible(not listed)
