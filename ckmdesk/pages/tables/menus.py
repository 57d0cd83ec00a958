"""The menus of chips, levels and the list: every drag has its entry here, and what a drag cannot say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from ckmcore.base.numbers import Language
from ckmcore.tabulate.spec import PERIOD, Group, Level, Order, OrderBy, TotalPlace
from ckmdesk.look.theme import Theme
from ckmdesk.state import nodes
from ckmdesk.state.shelves import Zone, can_filter
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.searched_menu import searchable

Change = Callable[..., None]
"""change(key, **fields): one undoable step, `key` names it."""


def add_level_entries(
    menu: QMenu,
    level: Level,
    names: tuple[str, ...],
    language: Language,
    change: Change,
    to_dictionary: Callable[[Group], None] | None = None,
) -> None:
    """Add all entries about one level.

    `names` are the levels of its hierarchy; `to_dictionary` moves a custom group there (for the methodologist).
    """
    totals = menu.addMenu(QCoreApplication.translate("TableMenus", "Total"))
    add_totals(totals, level, lambda total: change("place_total", total=total))
    if level.variable == PERIOD:
        _add_mean(totals, level, change)
    if level.rows:
        return
    if len(names) > 1:
        levels = menu.addMenu(QCoreApplication.translate("TableMenus", "Levels"))
        add_levels(levels, level, names, lambda depths: change("choose_levels", depths=depths, expanded=()))
        levels.addSeparator()
        _add_subtotals(levels, level, change)
    _add_orders(menu, level, change)
    if level.groups:
        _add_groups(menu, level, language, change, to_dictionary)


def _add_mean(menu: QMenu, level: Level, change: Change) -> None:
    """Add the choice of the periods' total: all records together, or their average per period."""
    text = QCoreApplication.translate("TableMenus", "Average of the periods in the place of the total")
    action = entry(menu, text, lambda: change("place_total", mean=not level.mean), enabled=level.total != "off")
    action.setCheckable(True)
    action.setChecked(level.mean)


def _add_subtotals(menu: QMenu, level: Level, change: Change) -> None:
    words = (
        ("before", QCoreApplication.translate("TableMenus", "Subtotals before their parts")),
        ("after", QCoreApplication.translate("TableMenus", "Subtotals after their parts")),
    )
    group = QActionGroup(menu)
    for location, text in words:
        action = entry(menu, text, lambda subtotal_place=location: change("place_subtotals", subtotals=subtotal_place))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked(level.subtotals == location)
        group.addAction(action)
    columns = level.stub == "columns"
    action = entry(
        menu,
        QCoreApplication.translate("TableMenus", "A column for each level"),
        lambda: change("stub_columns", stub="indent" if columns else "columns"),
    )
    action.setCheckable(True)
    action.setChecked(columns)


def _add_orders(menu: QMenu, level: Level, change: Change) -> None:
    """Add the choice of the order of categories."""
    under = menu.addMenu(QCoreApplication.translate("TableMenus", "Order"))
    words: tuple[tuple[OrderBy, bool, str], ...] = (
        ("list", False, QCoreApplication.translate("TableMenus", "As in the code list")),
        ("code", False, QCoreApplication.translate("TableMenus", "By code")),
        ("label", False, QCoreApplication.translate("TableMenus", "By label")),
        ("value", True, QCoreApplication.translate("TableMenus", "By value, largest first")),
        ("value", False, QCoreApplication.translate("TableMenus", "By value, smallest first")),
    )
    group = QActionGroup(under)
    for by, descending, text in words:
        order = Order(by, descending)
        action = entry(under, text, lambda order=order: change("order_level", order=order))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked((level.order.by, level.order.descending) == (by, descending))
        group.addAction(action)
    if level.order.by == "hand":
        action = under.addAction(QCoreApplication.translate("TableMenus", "By hand (Alt+arrows in the table)"))
        action.setCheckable(True)
        action.setChecked(True)
        action.setEnabled(False)


def _add_groups(
    menu: QMenu,
    level: Level,
    language: Language,
    change: Change,
    to_dictionary: Callable[[Group], None] | None,
) -> None:
    under = searchable(menu.addMenu(QCoreApplication.translate("TableMenus", "Own groups")))
    for group_index, group in enumerate(level.groups):
        text = QCoreApplication.translate("TableMenus", "Dissolve %1").replace("%1", group.label.text(language))
        fields: dict[str, Any] = nodes.without_group(level, group_index)
        entry(under, text, lambda fields=fields: change("group_nodes", **fields))  # type: ignore[misc]
    under.addSeparator()
    only = QCoreApplication.translate("TableMenus", "Only the own groups")
    action = entry(under, only, lambda: change("group_nodes", groups_only=not level.groups_only))
    action.setCheckable(True)
    action.setChecked(level.groups_only)
    if to_dictionary is not None:
        under.addSeparator()
        for group in level.groups:
            text = QCoreApplication.translate("TableMenus", "Put %1 into the dictionary")
            text = text.replace("%1", group.label.text(language))
            entry(under, text, lambda group=group: to_dictionary(group))  # type: ignore[misc]


def entry(menu: QMenu, text: str, act: Callable[[], None], *, enabled: bool = True) -> QAction:
    """Add an entry to a menu with its action."""
    action = menu.addAction(text)
    action.triggered.connect(lambda _checked=False: act())
    action.setEnabled(enabled)
    return action


def add_moves(menu: QMenu, item: Item, theme: Theme, move: Callable[[Item, Zone], None]) -> None:
    """Add entries that move a variable into rows, columns, layers or filter, where it is not yet."""
    words: tuple[tuple[Zone, str, str], ...] = (
        ("rows", QCoreApplication.translate("TableMenus", "Into rows"), "rows"),
        ("columns", QCoreApplication.translate("TableMenus", "Into columns"), "columns"),
        ("layers", QCoreApplication.translate("TableMenus", "Onto sheets"), "layers"),
        ("filters", QCoreApplication.translate("TableMenus", "Into filter"), "filter"),
    )
    for zone, text, icon in words:
        if item.zone != zone and (zone != "filters" or can_filter(item.name)):
            action = entry(menu, text, lambda zone=zone: move(item, zone))  # type: ignore[misc]
            action.setIcon(theme.icon(icon))


def add_out(menu: QMenu, item: Item, theme: Theme, move: Callable[[Item, Zone], None]) -> None:
    """Add the entry that takes a variable out of the table."""
    text = QCoreApplication.translate("TableMenus", "Take out of the table")
    entry(menu, text, lambda: move(item, "list")).setIcon(theme.icon("close"))


def add_totals(menu: QMenu, level: Level, choose: Callable[[TotalPlace], None]) -> None:
    """Add the places of the total of a level."""
    group = QActionGroup(menu)
    words: tuple[tuple[TotalPlace, str], ...] = (
        ("before", QCoreApplication.translate("TableMenus", "Total before the categories")),
        ("after", QCoreApplication.translate("TableMenus", "Total after the categories")),
        ("off", QCoreApplication.translate("TableMenus", "No total")),
    )
    for location, text in words:
        action = entry(menu, text, lambda chosen_place=location: choose(chosen_place))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked(level.total == location)
        group.addAction(action)


def add_levels(menu: QMenu, level: Level, names: tuple[str, ...], choose: Callable[[tuple[int, ...]], None]) -> None:
    """Add the choice of the shown levels of a hierarchy; the last ticked one cannot be removed."""
    shown_depths = set(level.depths) or set(range(len(names)))

    def toggled(depth: int) -> None:
        changed = shown_depths ^ {depth}
        if changed:
            choose(() if len(changed) == len(names) else tuple(sorted(changed)))

    for depth, name in enumerate(names):
        text = QCoreApplication.translate("TableMenus", "Show level %1").replace("%1", name)
        action = entry(menu, text, lambda depth=depth: toggled(depth))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked(depth in shown_depths)
        action.setEnabled(len(shown_depths) > 1 or depth not in shown_depths)


def menu_for(parent: QWidget, name: str = "") -> QMenu:
    """Make an empty menu that is deleted when it closes, and has a search if it opens with many entries.

    `name` is the subject of the menu for screen readers.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(QCoreApplication.translate("TableMenus", "Menu of %1").replace("%1", name) if name else "")
    menu.aboutToHide.connect(menu.deleteLater)
    searchable(menu)
    return menu
