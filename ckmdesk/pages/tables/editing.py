"""What the hand does with variables: drops, menus, keys, choices of categories - each ends in one command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint, QTimer, Signal
from PySide6.QtWidgets import QMenu, QWidget

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension
from ckmcore.tabulate.spec import OWN_ROWS, PERIOD, Group, TableSpec
from ckmdesk.commands import layout
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Command, Landing
from ckmdesk.commands.dictionary import add_derived, free_name
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables import menus
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.menus import add_level_entries
from ckmdesk.pages.tables.own_rows import OwnRowsActions
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.pages.tables.top_menu import MOST_ALONE, Ranking, add_top_entries, ranking_at, rankings
from ckmdesk.pages.tables.value_editing import ValueEditing
from ckmdesk.state import shelves
from ckmdesk.state.items import VariableInfo, level_names
from ckmdesk.state.nodes import group_entry
from ckmdesk.state.shelves import Axis, Origin, Zone
from ckmdesk.widgets.ask_name import ask_count
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.searched_menu import searchable
from ckmdesk.widgets.variable_list import VariableList
from ckmdesk.widgets.words_popup import WordsPopup, ask_words

ZONES: tuple[Zone, ...] = ("rows", "columns", "layers", "filters", "values", "list")


class TableEditor(QObject):
    """Connects list and shelves with the commands of the table page.

    Emits `expected(landing)` with the likely next command, when a variable is selected in the list or dragged over a
    shelf.
    """

    expected = Signal(object)

    def __init__(
        self, context: PageContext, panel: ShelfPanel, variables: VariableList, page: QWidget, grid: TableGrid
    ) -> None:
        super().__init__(page)
        self.context, self.panel, self.page, self.grid = context, panel, page, grid
        self.dimensions: Mapping[str, Dimension] = {}
        self.infos: Mapping[str, VariableInfo] = {}
        self.own_rows = OwnRowsActions(context, panel, page, lambda: self.dimensions)
        self.values = ValueEditing(context, panel["values"], page, lambda: self.dimensions)
        self.values.at_hand = self._current_value
        for shelf in panel:
            shelf.add_asked.connect(self.add_menu)
            shelf.landing_of = self.landing
            shelf.dropped.connect(self.drop)
            shelf.hovering.connect(self.hover)
            shelf.remove_asked.connect(self.remove)
            shelf.menu_asked.connect(self.chip_menu)
            shelf.step_asked.connect(self.step)
            shelf.block_step_asked.connect(self.step_block)
        variables.activated_item.connect(self.activate)
        variables.key_asked.connect(self.key)
        variables.block_asked.connect(self.activate_block)
        variables.menu_asked.connect(self.list_menu)
        variables.chosen_item.connect(self._announce_chosen)
        variables.dropped_back.connect(self.take_back)

    @property
    def spec(self) -> TableSpec:
        return self.context.desk.state.table.spec

    def run(self, command: Command) -> None:
        """Run a command now."""
        self.context.desk.run(command)

    def _later(self, what: Command | Landing) -> None:
        # After the drag has ended: the command replaces the chip that is being dragged.
        QTimer.singleShot(0, self, lambda: self.context.desk.run(what))

    def move(self, item: Item, zone: Zone, index: int | None = None) -> None:
        """Put an item into a zone before `index`; a new filter asks for its categories."""
        if item.value:
            for moved_item in item.all:
                if zone == "list":
                    self.values.take_out(moved_item)
                else:
                    self.values.move(moved_item, index)
            return
        if item.breaks:
            self._later(layout.join_blocks(_axis(item.zone), item.block))
        elif not item.is_plain or zone != "filters" or shelves.can_filter(item.name):
            self.drop(item, zone, index)

    def drop(self, item: Item, zone: str, index: int | None, landing: Landing | None = None) -> None:
        """Handle a drop on a shelf; a new filter asks for its categories. `landing` was computed while hovering."""
        if item.value:
            self.move(item, _zone(zone), index)
            return
        item = self._as_filter(item) if zone == "filters" else item
        self._later(landing or self._command(item, _zone(zone), index))
        if zone == "filters" and item.is_plain and item.zone != "filters":
            QTimer.singleShot(0, self, lambda: self.choose_categories(replace(item, zone="filters")))

    def _as_filter(self, item: Item) -> Item:
        """Return the variable of a level, because a filter has the categories of all levels."""
        if item.others or item.depth < 0:
            return item
        info = self.infos.get(item.name)
        return Item(item.name, item.title if info is None else info.title, item.zone, item.icon)

    def _block_at(self, item: Item, index: int) -> int:
        """Return the index that a block has before entry `index` of its shelf."""
        former_blocks = {entry.block for entry in shelves.entries(self.spec, _axis(item.zone))[:index]}
        return len(former_blocks - {item.block})

    def take_back(self, item: Item) -> None:
        """Handle a drop on the list: the item is removed from the table, a block with its variables."""
        if item.breaks:
            self._later(layout.drop_block(_axis(item.zone), item.block))
        else:
            self.remove(item)

    def landing(self, item: Item, zone: Zone, index: int | None) -> Landing | None:
        """Compute the result of a drop before `index` of a shelf; None for values, which need more input."""
        if item.value:
            return None
        item = self._as_filter(item) if zone == "filters" else item
        return self.context.desk.landing(self._command(item, zone, index))

    def _command(self, item: Item, zone: Zone, index: int | None) -> Command:
        """Put variables, levels or a block before `index` of a zone."""
        if item.breaks and index is not None:
            return layout.step_block(_axis(zone), item.block, self._block_at(item, index) - item.block)
        is_new_block = zone in shelves.AXES and index == self.panel[zone].new_block
        if not item.is_plain:
            fields = tuple(
                shelves.Field(moved_item.name, moved_item.depth, moved_item.depths) for moved_item in item.all
            )
            title = ", ".join(moved_item.title for moved_item in item.all)
            if is_new_block:
                return layout.add_block_of(_axis(zone), fields, title)
            return commands.put_fields(fields, zone, title, index)
        if is_new_block:
            return layout.add_block(_axis(zone), item.name, item.title, origin_of(item))
        return commands.move_variable(item.name, zone, item.title, index, at=origin_of(item))

    def add_block(self, item: Item, zone: Axis) -> None:
        """Make a variable a block of its own on an axis."""
        self._later(layout.add_block(zone, item.name, item.title, origin_of(item)))

    def hover(self, item: Item | None, zone: str, index: int) -> None:
        """Show in the status bar where a drag will land, and count what that table needs."""
        if item is None or index < 0:
            self.context.frame.set_hint("")
            return
        if item.breaks:
            text = self.tr("Drop: the block becomes number %1").replace("%1", str(self._block_at(item, index) + 1))
            self.context.frame.set_hint(text)
            return
        landing = self.panel[_zone(zone)].landing
        if landing is not None:
            self.expected.emit(landing)
        texts = {
            "rows": self.tr("Drop: %1 becomes level %2 of the rows"),
            "columns": self.tr("Drop: %1 becomes level %2 of the columns"),
            "layers": self.tr("Drop: each category of %1 gets a sheet"),
            "filters": self.tr("Drop: %1 becomes filter %2"),
            "values": self.tr("Drop: %1 becomes value %2"),
        }
        text = texts[zone]
        if index == self.panel[_zone(zone)].new_block:
            text = self.tr("Drop: %1 begins a block of its own")
        target_index = index + 1
        names = shelves.zone_names(self.spec, _zone(zone))
        if item.name in names and names.index(item.name) < index:
            target_index -= 1
        title = ", ".join(moved_item.title for moved_item in item.all)
        self.context.frame.set_hint(text.replace("%1", title).replace("%2", str(target_index)))

    def remove(self, item: Item) -> None:
        """Take an item out of the table."""
        self.move(item, "list")

    def step(self, item: Item, step: int) -> None:
        """Move a chip one place within its shelf; a break moves its block."""
        if item.breaks:
            self.run(layout.step_block(_axis(item.zone), item.block, step))
            return
        names = shelves.zone_names(self.spec, item.zone)
        index = names.index(item.name)
        if item.zone in shelves.AXES:
            standing = shelves.entries(self.spec, _axis(item.zone))
            index = standing.index(shelves.ShelfEntry(item.block, item.name))
        target = index + step
        if 0 <= target < len(names):
            self.move(item, item.zone, target + 1 if step > 0 else target)

    def step_block(self, item: Item, step: int) -> None:
        """Move the block of a chip one place up or down, if possible."""
        if item.zone in shelves.AXES:
            zone = _axis(item.zone)
            if 0 <= item.block + step < len(shelves.blocks_of(self.spec, zone)):
                self.run(layout.step_block(zone, item.block, step))

    def activate(self, item: Item) -> None:
        """Handle double-click or Enter: put the item into rows, then columns; remove it if it is in the table."""
        if item.value:
            self.move(item, "values")
            return
        self.move(item, self._next_zone(item))

    def activate_block(self, item: Item) -> None:
        """Handle Shift+Enter: make the item a block of its own under the rows; a value is activated as usual."""
        if item.value:
            self.activate(item)
        else:
            self.drop(item, "rows", self.panel["rows"].new_block)

    def _next_zone(self, item: Item) -> Zone:
        """Return the zone where Enter puts a variable, or a level: next to the shown levels of its hierarchy."""
        rows, columns = shelves.zone_names(self.spec, "rows"), shelves.zone_names(self.spec, "columns")
        zone = shelves.zone_of(self.spec, item.name)
        if item.depth >= 0 and zone in shelves.AXES:
            return "list" if shelves.shows_level(self.spec, shelves.Field(item.name, item.depth, item.depths)) else zone
        if zone != "list":
            return "list"
        return "columns" if rows and not columns else "rows"

    def _announce_chosen(self, item: Item) -> None:
        """Announce that the selected variable will probably be put into the table."""
        landing = self.landing(item, self._next_zone(item), None)
        if landing is not None:
            self.expected.emit(landing)

    def key(self, item: Item, zone: str) -> None:
        """Move an entry of the list to the zone whose key was pressed."""
        if item.value:
            self.move(item, "list" if zone == "list" else "values")
        else:
            self.move(item, _zone(zone))

    def list_menu(self, item: Item, place: QPoint) -> None:
        """Show the menu of an entry of the list."""
        menu = menus.menu_for(self.page, item.title)
        if item.value:
            self.values.fill_list_menu(menu, item)
        else:
            zone: Zone = shelves.zone_of(self.spec, item.name) if item.is_plain else "list"
            standing = replace(item, zone=zone)
            menus.add_moves(menu, standing, self.context.theme, self.move)
            if zone != "list":
                menus.add_out(menu, standing, self.context.theme, self.move)
            block = menus.entry(
                menu, self.tr("Into a block of its own under the rows"), lambda: self.activate_block(item)
            )
            block.setIcon(self.context.theme.icon("add"))
            if not item.is_plain and any(
                shelves.zone_of(self.spec, moved_item.name) != "list" for moved_item in item.all
            ):
                menus.entry(menu, self.tr("Take out of the table"), lambda: self.move(item, "list"))
        menu.popup(place)

    def chip_menu(self, item: Item, place: QPoint) -> None:
        """Show the menu of a chip: totals, levels, order, categories, blocks, moves."""
        menu = menus.menu_for(self.page, item.title)
        if item.value:
            self.values.fill_chip_menu(menu, item)
        elif item.breaks:
            self._block_menu(menu, item)
        else:
            self._variable_menu(menu, item)
        menu.popup(place)

    def _current_line(self, zone: Axis) -> Ranking | None:
        """The column, for a level of the columns the row, of the current cell."""
        model, current = self.grid.table_model(), self.grid.currentIndex()
        if model is None or not current.isValid():
            return None
        return ranking_at(model, current.row(), current.column(), zone)

    def _current_value(self) -> int:
        """Return the index of the value in the current cell, else of the first one."""
        model, current = self.grid.table_model(), self.grid.currentIndex()
        if model is None or model.view is None or not current.isValid():
            return 0
        return model.view.shown[model.place(current.row(), current.column())[2]].number

    def _ask_most(self, suggestion: int) -> int:
        """Ask how many of the largest get their own lines; return 0 if cancelled."""
        title, words = self.tr("Only the largest"), self.tr("How many stand alone")
        return ask_count(self.panel, "tables", title, words, suggestion, MOST_ALONE)

    def _variable_menu(self, menu: QMenu, item: Item) -> None:
        origin, dimension = origin_of(item), self.dimensions.get(item.name)
        level = None if origin is None else shelves.find_level(self.spec, item.name, origin)
        if level is not None and origin is not None:

            def change(key: str, **fields: Any) -> None:
                self.run(layout.change_level(key, item.name, item.title, origin, **fields))

            names = () if dimension is None else level_names(dimension, self.context.language)
            to_dictionary = None
            if self.context.settings.is_methodologist and dimension is not None and item.name != PERIOD:

                def to_dictionary(group: Group) -> None:
                    self._group_to_dictionary(dimension, group)

            add_level_entries(menu, level, names, self.context.language, change, to_dictionary)
            choices = rankings(self.spec, self.values.titles(), self._current_line(origin.zone))
            add_top_entries(menu, level, choices, self.context.language, change, self._ask_most)
            menu.addSeparator()
        if level is not None and level.rows and origin is not None:
            menus.entry(menu, self.tr("Change own rows ..."), lambda: self.own_rows.change(level, origin))
        if dimension is not None:
            menus.entry(menu, self.tr("Choose categories ..."), lambda: self.choose_categories(item))
        if origin is not None and shelves.blocks_of(self.spec, origin.zone)[origin.block].variables[0] != item.name:
            text = self.tr("Begin a block of its own here")
            menus.entry(menu, text, lambda: self.run(layout.stack_block(item.name, origin, item.title)))
        menu.addSeparator()
        if not item.name.startswith(OWN_ROWS):
            menus.add_moves(menu.addMenu(self.tr("Move")), item, self.context.theme, self.move)
        menus.add_out(menu, item, self.context.theme, self.move)

    def _group_to_dictionary(self, dimension: Dimension, group: Group) -> None:
        """Make a custom group a derived dimension: its categories are one, the others unchanged."""
        statistic = self.context.desk.state.statistic
        if statistic is not None:
            entry = group_entry(dimension, group, free_name(statistic, f"{dimension.name}_groups"))
            self.run(add_derived(entry, entry.title.text(self.context.language)))

    def _block_menu(self, menu: QMenu, item: Item) -> None:
        """Fill the menu of a break: heading of the block behind it, its position, whether it stays a block."""
        zone = _axis(item.zone)
        block = shelves.blocks_of(self.spec, zone)[item.block]
        menus.entry(menu, self.tr("Heading of the block ..."), lambda: self._name_block(item))
        if zone == "rows":
            blank = menus.entry(
                menu,
                self.tr("Blank line before the block"),
                lambda: self.run(layout.describe_block(zone, item.block, blank=not block.blank)),
            )
            blank.setCheckable(True)
            blank.setChecked(block.blank)
        menu.addSeparator()
        menus.entry(menu, self.tr("Block one place up"), lambda: self.step(item, -1))
        if item.block < len(shelves.blocks_of(self.spec, zone)) - 1:
            menus.entry(menu, self.tr("Block one place down"), lambda: self.step(item, 1))
        menus.entry(menu, self.tr("Nest within the block before"), lambda: self.move(item, "list"))
        menus.entry(menu, self.tr("Take the block out"), lambda: self.run(layout.drop_block(zone, item.block)))

    def _name_block(self, item: Item) -> None:
        zone = _axis(item.zone)
        chip = next((chip for chip in self.panel[zone].chips if chip.item == item), None)
        self.name_block(zone, item.block, self.page if chip is None else chip)

    def name_block(self, zone: Axis, number: int, anchor: QWidget) -> WordsPopup:
        """Ask for the heading of a block; an unchanged one is still made from its variables."""
        shown_texts = self.heading_shown(zone, number)

        def apply(label: Texts) -> None:
            if label != shown_texts:
                self.run(layout.describe_block(zone, number, label=label))

        return ask_words(self.page, anchor, self.tr("Heading of the block"), shown_texts, self.context.language, apply)

    def heading_shown(self, zone: Axis, number: int) -> Texts:
        """Return the heading of a block: its own text, else the one made from its variables."""
        model = self.grid.table_model()
        view, own_label = None if model is None else model.view, shelves.blocks_of(self.spec, zone)[number].label
        if own_label != Texts() or view is None or zone == "layers" or view.spec != self.spec:
            return own_label
        segments = (view.layout.rows if zone == "rows" else view.layout.columns).segments
        return segments[number].heading

    def add_menu(self, zone: str, place: QPoint) -> None:
        """Show the menu of a plus: the variables with their levels, then custom rows and blocks for an axis."""
        if zone == "values":
            self.values.add_menu.popup(place)
            return
        target = _zone(zone)
        menu = menus.menu_for(self.page, self.page.panel[target].accessibleName())
        for name, info in self.infos.items():
            item = Item(name, info.title, shelves.zone_of(self.spec, name), info.icon)
            if target == "filters" and not shelves.can_filter(name):
                continue
            if target == "filters" or len(info.levels) < 2 or not info.named:
                put = menus.entry(menu, info.title, lambda item=item: self.move(item, target))  # type: ignore[misc]
                put.setIcon(self.context.theme.icon(info.icon))
                continue
            below = menu.addMenu(self.context.theme.icon(info.icon), info.title)
            menus.entry(below, self.tr("All levels"), lambda item=item: self.move(item, target))  # type: ignore[misc]
            for depth, (title, _) in enumerate(info.levels):
                level = replace(item, title=title, depth=depth, depths=len(info.levels))
                menus.entry(below, title, lambda level=level: self.move(level, target))  # type: ignore[misc]
        if target in shelves.AXES:
            self._add_rows_and_blocks(menu, _axis(target))
        menu.popup(place)

    def _add_rows_and_blocks(self, menu: QMenu, axis: Axis) -> None:
        """Add what an axis has besides variables within one another: custom rows, blocks."""
        menu.addSeparator()
        own = menu.addMenu(self.tr("Own rows"))
        menus.entry(own, self.tr("Own rows: of which, including, namely ..."), lambda: self.own_rows.add(axis))
        menus.entry(
            own, self.tr("Several answers: rows from several variables ..."), lambda: self.own_rows.add_answers(axis)
        )
        under = searchable(menu.addMenu(self.tr("Block of its own with")))
        for name, info in self.infos.items():
            item = Item(name, info.title, "list", info.icon)
            menus.entry(under, info.title, lambda item=item: self.add_block(item, axis))  # type: ignore[misc]

    def choose_categories(self, item: Item) -> None:
        """Show the list of a variable's categories: for a filter those kept, for a level those shown."""
        dimension = self.dimensions.get(item.name)
        if dimension is None:
            return
        origin = origin_of(item)
        if origin is None:
            chosen = next(
                (each_filter.codes for each_filter in self.spec.filters if each_filter.variable == item.name), ()
            )
        else:
            level = shelves.find_level(self.spec, item.name, origin)
            chosen = () if level is None else level.nodes

        def apply(codes: tuple[str, ...]) -> None:
            if origin is None:
                self.run(commands.choose_filter(item.name, codes, item.title))
            else:
                self.run(
                    layout.change_level(
                        "choose_categories", item.name, item.title, origin, nodes=codes, groups_only=False
                    )
                )

        popup = CategoryPopup(dimension, chosen, self.context.language, self.context.theme, apply, self.page)
        chip = self.panel[item.zone].chip(item.name) if item.zone in self.panel.shelves else None
        anchor = self.page.mapToGlobal(QPoint(300, 120)) if chip is None else chip.mapToGlobal(QPoint(0, chip.height()))
        popup.show_at(anchor)


def origin_of(item: Item) -> Origin | None:
    """Return the block of a chip; None for the list and the filter."""
    return Origin(_axis(item.zone), item.block) if item.zone in shelves.AXES else None


def _axis(zone: Zone) -> Axis:
    return next(axis for axis in shelves.AXES if axis == zone)


def _zone(text: str) -> Zone:
    return next(zone for zone in ZONES if zone == text)
