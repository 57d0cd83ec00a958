"""The menus of chips and of the list: every drag has its entry here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from ckmcore.tabulate.spec import Level, TotalPlace
from ckmdesk.look.theme import Theme
from ckmdesk.state.shelves import Zone, can_filter
from ckmdesk.widgets.chips import Item


def entry(menu: QMenu, text: str, act: Callable[[], None], *, enabled: bool = True) -> QAction:
    """An entry of a menu and what it does."""
    action = menu.addAction(text)
    action.triggered.connect(lambda _checked=False: act())
    action.setEnabled(enabled)
    return action


def add_moves(menu: QMenu, item: Item, theme: Theme, move: Callable[[Item, Zone], None]) -> None:
    """Entries that put a variable into rows, columns, layers or filter, or take it out."""
    words: tuple[tuple[Zone, str, str], ...] = (
        ("rows", QCoreApplication.translate("TableMenus", "Into rows"), "rows"),
        ("columns", QCoreApplication.translate("TableMenus", "Into columns"), "columns"),
        ("layers", QCoreApplication.translate("TableMenus", "Onto sheets"), "layers"),
        ("filters", QCoreApplication.translate("TableMenus", "Into filter"), "filter"),
    )
    for zone, text, icon in words:
        possible = item.zone != zone and (zone != "filters" or can_filter(item.name))
        action = entry(menu, text, lambda zone=zone: move(item, zone), enabled=possible)  # type: ignore[misc]
        action.setIcon(theme.icon(icon))
    if item.zone != "list":
        menu.addSeparator()
        remove = entry(
            menu, QCoreApplication.translate("TableMenus", "Take out of the table"), lambda: move(item, "list")
        )
        remove.setIcon(theme.icon("close"))


def add_totals(menu: QMenu, level: Level, choose: Callable[[TotalPlace], None]) -> None:
    """Where the total of a level stands."""
    group = QActionGroup(menu)
    words: tuple[tuple[TotalPlace, str], ...] = (
        ("before", QCoreApplication.translate("TableMenus", "Total before the categories")),
        ("after", QCoreApplication.translate("TableMenus", "Total after the categories")),
        ("off", QCoreApplication.translate("TableMenus", "No total")),
    )
    for place, text in words:
        action = entry(menu, text, lambda place=place: choose(place))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked(level.total == place)
        group.addAction(action)


def add_levels(menu: QMenu, level: Level, names: tuple[str, ...], choose: Callable[[tuple[int, ...]], None]) -> None:
    """Which levels of a hierarchy are shown; the last one that is ticked stays."""
    shown = set(level.depths) or set(range(len(names)))

    def toggled(depth: int) -> None:
        changed = shown ^ {depth}
        if changed:
            choose(() if len(changed) == len(names) else tuple(sorted(changed)))

    for depth, name in enumerate(names):
        text = QCoreApplication.translate("TableMenus", "Show level %1").replace("%1", name)
        action = entry(menu, text, lambda depth=depth: toggled(depth))  # type: ignore[misc]
        action.setCheckable(True)
        action.setChecked(depth in shown)
        action.setEnabled(len(shown) > 1 or depth not in shown)


def menu_for(parent: QWidget) -> QMenu:
    """An empty menu that is deleted when it closes."""
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu
