"""Table, picture, both, or map: the choice above the table, and what is in sight of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QMenu, QToolButton, QWidget

from ckmcore.pictures.model import TablePicture
from ckmcore.tabulate.picture_choice import TableSight
from ckmdesk.base.captions import key_text
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import pictures as commands
from ckmdesk.commands import tables as table_commands
from ckmdesk.look.text_size import px
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.head import TableHead
from ckmdesk.pages.tables.picture_pane import PicturePane
from ckmdesk.pages.tables.responsive import NarrowPage
from ckmdesk.state.cell_persistence import Place, shown_cell
from ckmdesk.state.map_offer import why_no_map
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import IconButton, Line
from ckmdesk.widgets.late_tabs import Late
from ckmdesk.widgets.layouts import row_of
from ckmdesk.widgets.view_state import settled

BESIDE = 1100  # px at 100 % of the page: room for table and picture
WORDS = 1400  # px at 100 % of the page: room for words on the buttons
FULL = 900  # px at 100 % of the pane: room for gallery, chart and options
HIGH = 24  # px at 100 % of the buttons
LARGE = 150  # percent from which the buttons are a menu
ICONS: dict[TableSight, str] = {"table": "tables", "both": "table-and-picture", "picture": "picture", "map": "map"}
SIGHTS: tuple[TableSight, ...] = ("table", "both", "picture", "map")
"""In the order of the buttons."""
KEYS: dict[TableSight, str] = {"table": "Ctrl+1", "both": "Ctrl+4", "picture": "Ctrl+2", "map": "Ctrl+3"}


class SightSwitch(QWidget):
    """The buttons Table, Table + picture, Picture, Map, with their actions for menu and keys."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.setObjectName("sights")
        self._words: dict[TableSight, str] = {
            "table": self.tr("Table"),
            "both": self.tr("Table + picture"),
            "picture": self.tr("Picture"),
            "map": self.tr("Map"),
        }
        words = self._words
        self.buttons: dict[TableSight, QToolButton] = {}
        self.actions_of: dict[TableSight, QAction] = {}
        self._group, one_of = QButtonGroup(self), QActionGroup(self)
        for sight in SIGHTS:
            button = QToolButton(checkable=True, autoExclusive=True, autoRaise=True, objectName=f"sight:{sight}")
            button.setText(words[sight])
            button.setAccessibleName(words[sight])
            button.setToolTip(f"{words[sight]} ({key_text(KEYS[sight])})")
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setFixedHeight(px(HIGH))
            settled(button)
            button.clicked.connect(lambda _checked=False, sight=sight: self.choose(sight))
            self._group.addButton(button)
            self.buttons[sight] = button
            action = QAction(words[sight], self, checkable=True, shortcut=QKeySequence(KEYS[sight]))
            action.triggered.connect(lambda _checked=False, sight=sight: self.choose(sight))
            one_of.addAction(action)
            self.actions_of[sight] = action
        context.theme.changed.connect(self._draw)
        self._draw()
        self.menu_button = IconButton(context.theme, "picture", self.tr("Table or picture"))
        self.menu_button.setObjectName("sights-menu")
        self.menu_button.setFixedHeight(px(HIGH))
        self.menu_button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.menu_button)
        menu.addActions([*self.actions_of.values()])
        self.menu_button.setMenu(menu)
        row_of(*self.buttons.values(), self.menu_button, within=self, margins=(0, 0, 4, 0), spacing=2)
        self.offer_both(on=True)

    def _draw(self) -> None:
        for sight, button in self.buttons.items():
            button.setIcon(self.context.theme.icon(ICONS[sight]))

    def show_words(self, *, on: bool) -> None:
        """Show words beside the icons, where there is room for them."""
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if on else Qt.ToolButtonStyle.ToolButtonIconOnly
        for button in self.buttons.values():
            button.setToolButtonStyle(style)

    def offer_both(self, *, on: bool) -> None:
        """Offer table and picture side by side, where they have room; a narrow page has a menu in place of buttons."""
        for button in self.buttons.values():
            button.setVisible(on)
        self.menu_button.setVisible(not on)
        self.actions_of["both"].setEnabled(on)

    def offer_map(self, why_not: str) -> None:
        """Offer the map, or say why there is none."""
        words = self._words["map"]
        button, action = self.buttons["map"], self.actions_of["map"]
        button.setEnabled(not why_not)
        button.setToolTip(why_not or f"{words} ({key_text(KEYS['map'])})")
        button.setAccessibleDescription(why_not)
        action.setEnabled(not why_not)
        action.setToolTip(why_not or words)

    @property
    def is_large(self) -> bool:
        """Whether text is so large that a menu in the head takes the place of the buttons."""
        return px(100) >= LARGE

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """The buttons, in the order of Tab."""
        return (*self.buttons.values(), self.menu_button)

    def choose(self, sight: TableSight) -> None:
        """Bring a view to sight."""
        self.context.desk.run(commands.show_sight(sight))

    def show_sight(self, sight: TableSight) -> None:
        """Mark what is in sight."""
        self.buttons[sight].setChecked(True)
        self.menu_button.set_icon(ICONS[sight])
        self.actions_of[sight].setChecked(True)


class WithPicture(Protocol):
    """Interface to the parts of the page that pictures work with."""

    context: PageContext
    grid: TableGrid
    model: TableModel
    head: TableHead
    narrow: NarrowPage

    @property
    def view(self) -> TableView | None: ...

    def choose_cell(self, place_in: Callable[[TableView], Place | None]) -> None: ...

    def width(self) -> int: ...


class TableSights(QWidget):
    """The room of the table, with its picture in its place or beside it. The picture's parts are made on first use."""

    def __init__(self, page: WithPicture, table: QWidget, switch: SightSwitch) -> None:
        super().__init__()
        self.page, self.table, self.switch = page, table, switch
        self._line = Line(Qt.Orientation.Vertical)
        self._late = Late(lambda: PicturePane(page.context), self._picture_came)
        self._folded = False
        row_of((table, 1), self._line, (self._late.room, 1), within=self, margins=0, spacing=0)
        self._line.hide()
        self._late.room.hide()
        self.shown: TableSight = "table"
        self._is_linking = False

    def find_area(self, by: int) -> bool:
        """Lead the keyboard to the field that finds an area, where a map is in sight, or go on `by` areas found."""
        return self.shown == "map" and self._late.is_made and self._late.view.find_area(by)

    @property
    def pane(self) -> PicturePane | None:
        """The picture, where it was made."""
        return self._late.view if self._late.is_made else None

    def _picture_came(self, pane: PicturePane) -> None:
        pane.pointed.connect(self._point)
        pane.opened.connect(self._open)
        pane.drawn.connect(self._mark)
        self.page.grid.selectionModel().currentChanged.connect(lambda *_: self._mark())
        self.page.context.frame.part_came(pane)

    # --- what is in sight ------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show what is chosen and has room; without figures there is the table's place alone."""
        page = self.page
        has_room = page.width() >= px(BESIDE) and not page.narrow.is_narrow
        self.switch.offer_both(on=has_room)
        self.switch.show_words(on=page.width() >= px(WORDS))
        state = page.context.desk.state
        why_not = why_no_map(state.statistic, state.table.spec)
        self.switch.offer_map("" if why_not is None else why_not.text(page.context.language))
        wanted = state.table.spec.presentation.picture.sight
        sight: TableSight = "table" if wanted == "both" and not has_room else wanted
        self.switch.show_sight(sight)
        if page.view is None:
            sight = "table"
        if sight != self.shown:
            self._fold(sight)
        self.shown = sight
        self.table.setVisible(sight in ("table", "both"))
        self._line.setVisible(sight == "both")
        self._late.room.setVisible(sight != "table")
        if sight != "table":
            pane = self._late.view
            compact = sight == "both" or self.width() < px(FULL) or page.narrow.is_narrow
            pane.set_compact(compact, has_options=sight != "both", is_map=sight == "map")

    def _fold(self, sight: TableSight) -> None:
        """Fold the list where it takes the room of gallery and options; open it again with the table."""
        button, page = self.page.head.pane_button, self.page
        if sight in ("picture", "map") and button.isChecked() and not page.narrow.has_room_for_panes:
            self._folded = True
            button.setChecked(False)
        elif sight in ("table", "both") and self._folded:
            self._folded = False
            button.setChecked(not page.narrow.is_narrow)

    def show_view(self, view: TableView | None) -> None:
        """Show what belongs to a table, or to none."""
        self.fit()
        if self.shown != "table" or (view is None and self._late.is_made):
            self._late.view.show_view(view)
        elif self._late.is_made:
            self._late.view.view = view

    def set_greyed(self, greyed: bool) -> None:
        """Grey the picture with the table."""
        if self._late.is_made:
            self._late.view.set_greyed(greyed)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._late.is_made:
            self.fit()

    # --- one selection ---------------------------------------------------------------------------------------------

    def _place(self, picture: TablePicture, number: int) -> Place | None:
        """Where the table shows a cell of the picture."""
        cell, view = picture.cells[number], self.page.view
        if view is None:
            return None
        value = next((index for index, shown in enumerate(view.shown) if shown.number == cell.value), None)
        return None if value is None else (cell.row, cell.column, value)

    def _point(self, picture: TablePicture, number: int) -> None:
        """Select in the table what is pointed at in the picture."""
        place, view = self._place(picture, number), self.page.view
        if place is not None and view is not None and picture.cells[number].layer == view.layer:
            self._is_linking = True
            self.page.grid.setCurrentIndex(self.page.model.index(*self.page.model.cell(*place)))
            self._is_linking = False

    def _open(self, picture: TablePicture, number: int) -> None:
        """Go to a cell of the picture in the table."""
        desk, layer = self.page.context.desk, picture.cells[number].layer
        if self.shown in ("picture", "map"):
            desk.run(commands.show_sight("table"))
        place, view = self._place(picture, number), self.page.view
        if place is None or view is None:
            return
        if layer != view.layer:
            former = replace(view, layer=layer)
            self.page.choose_cell(lambda now: shown_cell(former, now, place))
            desk.run(table_commands.show_layer(layer))
        else:
            self._point(picture, number)
        self.page.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def _mark(self) -> None:
        """Mark in the picture what is selected in the table."""
        pane, view, index = self.pane, self.page.view, self.page.grid.currentIndex()
        if pane is None or view is None or pane.chart.reader is None or self._is_linking:
            return
        cell = None
        if index.isValid():
            row, column, value = self.page.model.place(index.row(), index.column())
            if value < len(view.shown):
                cell = pane.chart.reader.cell_of((row, column, view.layer, view.shown[value].number))
        pane.chart.set_current(cell)


class PictureActions(QObject):
    """The actions of pictures in the page's menu: copy, save."""

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        exports = context.services.pictures
        self.copy = QAction(self.tr("Copy picture"), self, shortcut=QKeySequence("Ctrl+Shift+C"))
        self.copy.triggered.connect(exports.copy)
        self.save = QAction(self.tr("Save picture ..."), self)
        self.save.triggered.connect(lambda: exports.dialog(""))
