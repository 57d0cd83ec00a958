"""What the hand does with variables: drops, menus, keys, choices of categories - each ends in one command."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtWidgets import QWidget

from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import TableSpec, TotalPlace, ValueKind
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables import menus
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.state import shelves
from ckmdesk.state.items import VariableInfo, level_names
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.variable_list import VariableList

ZONES: tuple[Zone, ...] = ("rows", "columns", "layers", "filters", "values", "list")


class TableEditor(QObject):
    """Connects list and shelves with the commands of the table page."""

    def __init__(self, context: PageContext, panel: ShelfPanel, variables: VariableList, page: QWidget) -> None:
        super().__init__(page)
        self.context, self.panel, self.page = context, panel, page
        self.dimensions: Mapping[str, Dimension] = {}
        self.infos: Mapping[str, VariableInfo] = {}
        for shelf in panel:
            shelf.dropped.connect(self.drop)
            shelf.hovering.connect(self.hover)
            shelf.remove_asked.connect(self.remove)
            shelf.menu_asked.connect(self.chip_menu)
            shelf.step_asked.connect(self.step)
        variables.activated_item.connect(self.activate)
        variables.key_asked.connect(self.key)
        variables.menu_asked.connect(self.list_menu)
        variables.dropped_back.connect(self.remove)

    @property
    def spec(self) -> TableSpec:
        return self.context.desk.state.table.spec

    def run(self, command: Command) -> None:
        """Run a command now."""
        self.context.desk.run(command)

    def _later(self, command: Command) -> None:
        # After the drag has ended: the command replaces the chip that is being dragged.
        QTimer.singleShot(0, self, lambda: self.run(command))

    def move(self, item: Item, zone: Zone, index: int | None = None) -> None:
        """Put an item into a zone before `index`; a new filter asks for its categories."""
        if item.value:
            kind = _kind(item)
            taken_out = commands.remove_value(kind, item.title)
            self._later(taken_out if zone == "list" else commands.add_value(kind, item.title, index))
            return
        self._later(commands.move_variable(item.name, zone, item.title, index))
        if zone == "filters" and item.zone != "filters":
            QTimer.singleShot(0, self, lambda: self.choose_categories(item.name))

    def drop(self, item: Item, zone: str, index: int) -> None:
        """A drag ended on a shelf."""
        self.context.frame.set_hint("")
        self.move(item, _zone(zone), index)

    def hover(self, item: Item | None, zone: str, index: int) -> None:
        """The status bar says where a drag will land."""
        if item is None or index < 0:
            self.context.frame.set_hint("")
            return
        texts = {
            "rows": self.tr("Drop: %1 becomes level %2 of the rows"),
            "columns": self.tr("Drop: %1 becomes level %2 of the columns"),
            "layers": self.tr("Drop: each category of %1 gets a sheet"),
            "filters": self.tr("Drop: %1 becomes filter %2"),
            "values": self.tr("Drop: %1 becomes value %2"),
        }
        place = index + 1
        names = shelves.zone_names(self.spec, _zone(zone))
        if item.name in names and names.index(item.name) < index:
            place -= 1
        self.context.frame.set_hint(texts[zone].replace("%1", item.title).replace("%2", str(place)))

    def remove(self, item: Item) -> None:
        """Take an item out of the table."""
        self.move(item, "list")

    def step(self, item: Item, step: int) -> None:
        """Move a chip one place within its shelf."""
        names = shelves.zone_names(self.spec, item.zone)
        target = names.index(item.name) + step
        if 0 <= target < len(names):
            self.move(item, item.zone, target + 1 if step > 0 else target)

    def activate(self, item: Item) -> None:
        """Double-click or Enter: into rows, then columns; out where it is in the table already."""
        if item.value:
            self.move(item, "values")
            return
        rows, columns = shelves.zone_names(self.spec, "rows"), shelves.zone_names(self.spec, "columns")
        if shelves.zone_of(self.spec, item.name) != "list":
            self.move(item, "list")
        else:
            self.move(item, "columns" if rows and not columns else "rows")

    def key(self, item: Item, zone: str) -> None:
        """A key on the list names the zone."""
        if item.value:
            self.move(item, "list" if zone == "list" else "values")
        else:
            self.move(item, _zone(zone))

    def list_menu(self, item: Item, place: QPoint) -> None:
        """The menu of an entry of the list."""
        menu = menus.menu_for(self.page)
        if item.value:
            shown = item.name in shelves.zone_names(self.spec, "values")
            text = self.tr("Take out of the table") if shown else self.tr("Show in the table")
            menu.addAction(text).triggered.connect(lambda: self.move(item, "list" if shown else "values"))
        else:
            standing = Item(item.name, item.title, shelves.zone_of(self.spec, item.name), item.icon)
            menus.add_moves(menu, standing, self.context.theme, self.move)
        menu.popup(place)

    def chip_menu(self, item: Item, place: QPoint) -> None:
        """The menu of a chip: totals, levels, categories, moves."""
        menu = menus.menu_for(self.page)
        if item.value:
            menu.addAction(self.tr("Take out of the table")).triggered.connect(lambda: self.move(item, "list"))
            menu.popup(place)
            return
        level, dimension = shelves.find_level(self.spec, item.name), self.dimensions.get(item.name)
        if level is not None and dimension is not None:
            menus.add_totals(menu, level, lambda total: self._place_total(item, total))
            menu.addSeparator()
            names = level_names(dimension, self.context.language)
            if len(names) > 1:
                menus.add_levels(menu, level, names, lambda depths: self._choose_depths(item, depths))
                menu.addSeparator()
        if dimension is not None:
            choose = menu.addAction(self.tr("Choose categories ..."))
            choose.triggered.connect(lambda: self.choose_categories(item.name))
            menu.addSeparator()
        menus.add_moves(menu, item, self.context.theme, self.move)
        menu.popup(place)

    def _place_total(self, item: Item, total: TotalPlace) -> None:
        self.run(commands.place_total(item.name, total, item.title))

    def _choose_depths(self, item: Item, depths: tuple[int, ...]) -> None:
        self.run(commands.choose_depths(item.name, depths, item.title))

    def choose_categories(self, name: str) -> None:
        """Show the list of a variable's categories: for a filter those that stay in, for a level those shown."""
        dimension = self.dimensions.get(name)
        if dimension is None:
            return
        zone = shelves.zone_of(self.spec, name)
        title = self.infos[name].title
        if zone == "filters":
            chosen = next(condition.codes for condition in self.spec.filters if condition.variable == name)
        else:
            level = shelves.find_level(self.spec, name)
            chosen = () if level is None else level.nodes

        def apply(codes: tuple[str, ...]) -> None:
            choose = commands.choose_filter if zone == "filters" else commands.choose_nodes
            self.run(choose(name, codes, title))

        popup = CategoryPopup(dimension, chosen, self.context.language, self.context.theme, apply, self.page)
        chip = self.panel.chip(name)
        anchor = self.page.mapToGlobal(QPoint(300, 120)) if chip is None else chip.mapToGlobal(QPoint(0, chip.height()))
        popup.show_at(anchor)


def _zone(text: str) -> Zone:
    return next(zone for zone in ZONES if zone == text)


def _kind(item: Item) -> ValueKind:
    return "weighted_count" if item.name == "weighted_count" else "count"
