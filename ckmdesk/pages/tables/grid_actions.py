"""What a hand does in the table itself: open and close nodes, group, sort, move, hide, rename - by key or menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension, ExemptCells
from ckmcore.statistic.series import periods_dimension
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.layout import AxisLayout, ShownLevel
from ckmcore.tabulate.spec import PERIOD, TOTAL, Level, Order
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import layout
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.menus import menu_for
from ckmdesk.pages.tables.value_editing import ValueEditing
from ckmdesk.pages.tables.words_actions import WordsActions
from ckmdesk.state import nodes
from ckmdesk.state.cell_address import Address, logical_cell
from ckmdesk.state.headings import Heading, Named, address_of, axis_of, named_by, next_order, siblings, sorted_by
from ckmdesk.state.hidden import HiddenMark, TableSide, hides_any
from ckmdesk.state.shelves import Axis, Origin, blocks_of, can_sort
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.tooltip_at import tell_near
from ckmdesk.widgets.words_popup import WordsPopup


class CellMarks(QObject):
    """Menu entries for marks of cells; each is a command on the logical cell, in whatever table it is shown."""

    def __init__(self, context: PageContext, grid: TableGrid, view: Callable[[], TableView | None]) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view = context, grid, view

    def address(self) -> Address | None:
        """Return the logical cell of the current cell; None without one (custom groups, filters of several codes)."""
        view, current, model = self._view(), self.grid.currentIndex(), self.grid.table_model()
        if view is None or model is None or not current.isValid() or model.is_empty(current.row(), current.column()):
            return None
        line, head_line, _ = model.place(current.row(), current.column())
        return logical_cell(view, line, head_line)

    def add_entries(self, menu: QMenu) -> None:
        """Add the entries for the current cell; a clerk has none."""
        address = self.address()
        if not self.context.settings.is_methodologist or address is None:
            return
        menu.addSeparator()
        cells = self.context.desk.state.method.settings.primary.cells
        marked = address in cells
        sensitive = menu.addAction(self.tr("Sensitive cell (own list of the primary rules)"))
        sensitive.setCheckable(True)
        sensitive.setChecked(marked)
        sensitive.triggered.connect(lambda _checked=False: self.mark_sensitive(address, marked=not marked))

        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        cells = ExemptCells(tuple((name, (code,)) for name, code in address))
        is_exempt = any(exempt_cell.cells == cells.cells for exempt_cell in statistic.exempt)
        official = menu.addAction(self.tr("Official count, published unchanged in every table"))
        official.setCheckable(True)
        official.setChecked(is_exempt)
        command = commands.declare_exempt(cells, exempt=not is_exempt)
        official.triggered.connect(lambda _checked=False: self.context.desk.run(command))

    def mark_sensitive(self, address: Address, *, marked: bool) -> None:
        """Add a cell to the manual list of the primary rules, or remove it."""
        primary = self.context.desk.state.method.settings.primary
        kept_cells = tuple(cell for cell in primary.cells if cell != address)
        rules = replace(primary, cells=(*kept_cells, address) if marked else kept_cells)
        self.context.desk.run(commands.set_primary(rules, "cells"))


LINES: tuple[TableSide, TableSide] = ("rows", "columns")


@dataclass(frozen=True)
class Chosen:
    """Selected nodes of the table, all of one level."""

    at: Origin
    level: Level
    title: str
    axis: AxisDimension
    codes: tuple[str, ...]
    shown: ShownLevel


def chosen_nodes(lines: AxisLayout, axis: Axis, chosen: Sequence[int]) -> tuple[Origin, ShownLevel, list[str]] | None:
    """Return the nodes of the innermost level in which the selected lines differ; None if they are in several
    blocks."""
    segment_indices = {lines.locate(line)[0] for line in chosen}
    if len(segment_indices) != 1:
        return None
    number = segment_indices.pop()
    segment = lines.segments[number]
    rows = segment.positions[[lines.locate(line)[1] for line in chosen]]
    if not len(rows) or not rows.shape[1]:
        return None
    # Of a total line the node is the one outside it that is no total.
    inner = [index for index in range(rows.shape[1]) if (rows[:, index] != 0).any()]
    if not inner:
        return None
    level_index = inner[-1]
    shown_level = segment.levels[level_index]
    row_nodes = dict.fromkeys(rows[:, level_index].tolist())
    codes = [shown_level.dimension.nodes[node].code for node in row_nodes]
    plain_codes = [str(code) for code in codes if code is not TOTAL]
    return Origin(axis, number), shown_level, plain_codes


class GridActions(QObject):
    """Actions of the grid, each with a shortcut and a menu entry.

    They act on the selected headings, else on those of the selected cells.
    """

    def __init__(
        self,
        context: PageContext,
        grid: TableGrid,
        view: Callable[[], TableView | None],
        run: Callable[[Command], None],
        words: WordsActions,
        copy: QAction,
        values: ValueEditing,
    ) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view, self._run, self._words, self._copy = context, grid, view, run, words, copy
        self._values = values
        self.marks = CellMarks(context, grid, view)
        self._told_order = False
        self.by_value = self._action(self.tr("Sort by this column"), "O", self.sort_here)
        self.descending = self._action(self.tr("Sort descending"), "", lambda: self.sort_as(descending=True))
        self.ascending = self._action(self.tr("Sort ascending"), "", lambda: self.sort_as(descending=False))
        self.as_listed = self._action(self.tr("As in the code list"), "", lambda: self.sort_as(descending=None))
        self.descending.setCheckable(True)
        self.ascending.setCheckable(True)
        self.percent = self._action(self.tr("Percent of the row"), "%", values.toggle_percent)
        self.percents = self._action(self.tr("Percent of ..."), "P", self.choose_percent)
        self.group = self._action(
            self.tr("Group the chosen rows ..."), "G", lambda: self.group_nodes(self._axis("rows"))
        )
        self.group_columns = self._action(
            self.tr("Group the chosen columns ..."), "Shift+G", lambda: self.group_nodes(self._axis("columns"))
        )
        self.rename = self._action(self.tr("Name in this table ..."), "F2", self.rename_node)
        self.open = self._action(self.tr("Open the node"), "+", lambda: self.toggle(opened=True))
        self.close = self._action(self.tr("Close the node"), "-", lambda: self.toggle(opened=False))
        self.open_level = self._action(self.tr("Open one level"), "*", self.open_one_level)
        self.up = self._action(self.tr("Row one place up"), "Alt+Up", lambda: self.step("rows", -1))
        self.down = self._action(self.tr("Row one place down"), "Alt+Down", lambda: self.step("rows", 1))
        self.left = self._action(self.tr("Move column left"), "", lambda: self.step("columns", -1))
        self.right = self._action(self.tr("Move column right"), "", lambda: self.step("columns", 1))
        self.hide = self._action(self.tr("Hide the chosen rows"), "H", lambda: self.hide_nodes(self._axis("rows")))
        self.hide_columns = self._action(
            self.tr("Hide the chosen columns"), "Shift+H", lambda: self.hide_nodes(self._axis("columns"))
        )
        self.only = self._action(self.tr("Only this"), "N", self.only_this)
        self.all = self._action(self.tr("All categories again"), "", self.show_all)
        self.show_hidden = self._action(
            self.tr("Show hidden rows and columns"), "Ctrl+H", lambda: self._run(layout.show_hidden())
        )
        self.fit = self._action(self.tr("Automatic width"), "", self.fit_columns)
        titles = (
            self.tr("Sort"),
            self.tr("Percent"),
            self.tr("Open and close"),
            self.tr("Group and name"),
            self.tr("Move"),
            self.tr("Hide"),
        )
        self.menus = [QMenu(title, grid) for title in titles]
        for menu, group in zip(self.menus, self._groups(), strict=True):
            menu.addActions(group)
            menu.setToolTipsVisible(True)
            menu.hovered.connect(self._tell_tip)
            menu.aboutToHide.connect(self.tell_order)
        grid.customContextMenuRequested.connect(self.show_menu)
        grid.stub.caret_clicked.connect(self._toggle_caret)
        grid.stub.sectionDoubleClicked.connect(lambda _row: self._double_clicked())
        grid.head.sectionDoubleClicked.connect(lambda _column: self._double_clicked())
        grid.head.caret_clicked.connect(lambda line, level: self._toggle_caret(line, level, "columns"))
        grid.installEventFilter(self)
        headings = grid.headings
        headings.acts = True
        headings.sort_asked.connect(self.sort_heading)
        headings.step_asked.connect(self.step)
        headings.move_asked.connect(self.move_beside)
        headings.show_asked.connect(self.show_mark)
        headings.menu_asked.connect(self._menu)
        headings.refused.connect(lambda _key, popup_point: self._say(self._why("beside"), popup_point))
        self._tips()

    def _action(self, words: str, keys: str, act: Callable[[], None]) -> QAction:
        action = QAction(words, self, shortcut=QKeySequence(keys), shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: act())
        self.grid.addAction(action)
        return action

    def _tips(self) -> None:
        """Set the tool tips of the entries."""
        hides = self.tr("What is hidden is neither shown nor written. Hiding does not protect it, and the total stays.")
        self.hide.setToolTip(hides)
        self.hide_columns.setToolTip(hides)
        only = self.tr("Leaves all others out of this table, in later periods, too. The total stays that of all.")
        self.only.setToolTip(only)
        sorts = self.tr("By the published figures, within the parent. The total stays where it is.")
        for action in (self.by_value, self.descending, self.ascending):
            action.setToolTip(sorts)
        self.rename.setToolTip(self.tr("In this table and its files only; the dictionary keeps its label."))

    def _groups(self) -> list[list[QAction]]:
        """Return all actions in the order of the menu, by group."""
        return [
            [self.by_value, self.descending, self.ascending, self.as_listed],
            [self.percent, self.percents],
            [self.open, self.close, self.open_level],
            [self.group, self.group_columns, self.rename],
            [self.up, self.down, self.left, self.right],
            [self.hide, self.hide_columns, self.only, self.all, self.show_hidden],
        ]

    def actions(self) -> list[QAction | None]:
        """Return all actions in one list, with None between groups."""
        return [action for group in self._groups() for action in (None, *group)][1:]

    # --- the menu --------------------------------------------------------------------------------------------------

    def show_menu(self, place: QPoint) -> None:
        """Show the context menu at a point of the grid."""
        self._menu(self.grid.viewport().mapToGlobal(place))

    def _menu(self, point: QPoint) -> None:
        menu = menu_for(self.grid)
        menu.setToolTipsVisible(True)
        targets = self.grid.headings.targets
        entries = self.actions()
        if targets:
            of_rows, of_columns = {self.group, self.hide, self.up, self.down}, {self.group_columns, self.hide_columns}
            other = of_columns | {self.left, self.right} if targets[0].axis == "rows" else of_rows
            entries = [entry for entry in entries if entry not in other and entry is not self.by_value]
            if targets[0].axis == "columns":
                entries += [None, self.fit]
        self._enable()
        for entry in entries:
            if entry is None:
                menu.addSeparator()
            elif entry is self.percents:
                below = menu.addMenu(entry.text())
                below.setEnabled(self._values.fill_percents(below))
            else:
                menu.addAction(entry)
        menu.addSeparator()
        if targets:
            self._words.add_entries(menu, targets[0].axis)
        else:
            self._words.add_entries(menu.addMenu(self.tr("Footnote")))
        menu.addSeparator()
        menu.addAction(self._copy)
        if not targets:
            self.marks.add_entries(menu)
        menu.hovered.connect(self._tell_tip)
        menu.aboutToHide.connect(self._all_possible)
        menu.popup(point)

    def _tell_tip(self, action: QAction) -> None:
        """Show the tool tip of an entry in the status bar, too: arrow keys open no tool tips."""
        has_tip = action.toolTip().rstrip(" .") != action.text().replace("&", "").rstrip(" .")
        self._told_order = True  # the hint is one of the table: when the menu closes, the order is told again, or not
        self.context.frame.set_hint(action.toolTip() if has_tip else "")

    def _enable(self) -> None:
        """Enable the actions that the selection allows; the others tell why not."""
        row, column = self.chosen("rows"), self.chosen("columns")
        current_row = row if row is not None or not self.grid.headings.targets else column
        each_current_row = current_row if current_row is not None and len(current_row.codes) == 1 else None
        can = each_current_row is not None and nodes.can_open(each_current_row.axis, each_current_row.codes[0])
        is_open = (
            each_current_row is not None
            and can
            and nodes.is_open(each_current_row.level, each_current_row.axis, each_current_row.codes[0])
        )
        self._set(self.open, can and not is_open, "open")
        self._set(self.close, is_open, "open")
        further = current_row is not None and bool(
            nodes.one_level_on(current_row.level, current_row.axis, current_row.codes)
        )
        self._set(self.open_level, further, "open")
        for target, several_actions, single_actions in (
            (row, (self.group, self.hide), (self.up, self.down)),
            (column, (self.group_columns, self.hide_columns), (self.left, self.right)),
        ):
            codes = () if target is None else target.codes
            for action in several_actions:
                self._set(action, bool(codes), "node")
            for action in single_actions:
                self._set(action, bool(codes) and (len(codes) == 1 or bool(self.grid.headings.targets)), "node")
        chosen_nodes = current_row or column
        self._set(self.only, chosen_nodes is not None and bool(chosen_nodes.codes), "node")
        self._set(self.all, chosen_nodes is not None and nodes.shows_only_some(chosen_nodes.level), "all")
        self._set(self.rename, any(self._one_node(axis) is not None for axis in LINES), "rename")
        view = self._view()
        self._set(self.show_hidden, view is not None and hides_any(view.spec), "nothing_hidden")
        reason = self._why_not_sorted()
        self._tick_order()
        for action in (self.by_value, self.descending, self.ascending, self.as_listed):
            self._set(action, not reason, reason)

    def _tick_order(self) -> None:
        """Tick the order by which the heading sorts the table."""
        heading, model, headings = self._sorting_heading(), self.grid.table_model(), self.grid.headings
        order = None if model is None or heading is None else model.sorted_along(heading.axis)
        if heading is None or order is None:
            same = False
        else:
            same = headings.maps[heading.axis].line(order[0]) == headings.line_of(heading)
        self.descending.setChecked(same and order is not None and order[1])
        self.ascending.setChecked(same and order is not None and not order[1])

    def _set(self, action: QAction, possible: bool, why: str) -> None:
        action.setEnabled(possible)
        if not possible:
            action.setToolTip(self._why(why))

    def _all_possible(self) -> None:
        """Enable all actions, so that a key works whatever the menu showed last."""
        for action in self.actions():
            if action is not None:
                action.setEnabled(True)
                action.setToolTip("")
        self._tips()
        self.tell_order()

    def choose_percent(self) -> None:
        """Open the choice of percentages for the current cell's value from the keyboard."""
        rect = self.grid.visualRect(self.grid.currentIndex())
        popup_point = rect.bottomLeft() if rect.isValid() else QPoint(0, 0)
        self._values.choose_percent(menu_for(self.grid), self.grid.viewport().mapToGlobal(popup_point))

    # --- what is chosen --------------------------------------------------------------------------------------------

    def _axis(self, axis: TableSide) -> TableSide:
        """Return the axis of the selected headings; `axis` without any."""
        targets = self.grid.headings.targets
        return targets[0].axis if targets else axis

    def _selected_nodes(self, axis: Axis) -> list[Named] | None:
        """Return the nodes of the selected headings on an axis; None without any."""
        view, headings = self._view(), self.grid.headings
        if view is None or not headings.targets:
            return None
        current_headings = [heading for heading in headings.targets if heading.axis == axis]
        nameds = [named_by(view, headings.maps[heading.axis], heading) for heading in current_headings]
        return [named_node for named_node in nameds if named_node is not None]

    def chosen(self, axis: Axis) -> Chosen | None:
        """Return the nodes of the selected headings, else of the selected rows or columns."""
        view = self._view()
        if view is None or not self.grid.currentIndex().isValid():
            return None
        named_nodes = self._selected_nodes(axis)
        if named_nodes is None:
            rows, columns = self.grid.selected_lines()
            lines = view.layout.rows if axis == "rows" else view.layout.columns
            found_chosen_nodes = chosen_nodes(lines, axis, rows if axis == "rows" else columns)
            if found_chosen_nodes is None:
                return None
            origin, shown, codes = found_chosen_nodes
        else:
            if len({(named_node.at, named_node.level) for named_node in named_nodes}) != 1:
                return None
            origin, shown, codes = (
                named_nodes[0].at,
                named_nodes[0].shown,
                [named_node.code for named_node in named_nodes if named_node.place],
            )
        level = shown.level
        known_dimension = None if level.rows else self._dimension(level.variable)
        if known_dimension is None:
            return None
        title = known_dimension.title.text(self.context.language) or known_dimension.name
        return Chosen(origin, level, title, nodes.axis_of(known_dimension, level), tuple(dict.fromkeys(codes)), shown)

    def _dimension(self, variable: str) -> Dimension | None:
        """A variable of the records, or the reporting periods."""
        state, data = self.context.desk.state, self.context.desk.session.data
        if variable == PERIOD and state.statistic is not None:
            return periods_dimension(state.statistic)
        return None if data is None else data.dimensions.get(variable)

    def _one_node(self, axis: Axis) -> Chosen | None:
        """Return the level whose single node is selected, if the node can be renamed."""
        chosen = self.chosen(axis)
        is_single = chosen is not None and len(chosen.codes) == 1 and chosen.level.variable != PERIOD
        return chosen if is_single else None

    # --- what is not possible --------------------------------------------------------------------------------------

    def _why(self, key: str) -> str:
        """Return why an action is not possible here."""
        return {
            "beside": self.tr("It can stand only among the headings beside it, under the same heading."),
            "node": self.tr("This is no category of one variable: choose one, or several of the same level."),
            "open": self.tr("Nothing more stands below it."),
            "all": self.tr("All categories of this level are in the table."),
            "rename": self.tr("Choose one category: totals, values and reporting periods keep their names."),
            "nothing_hidden": self.tr("Nothing is hidden by hand."),
            "last": self.tr("One of them has to stay in the table."),
            "end": self.tr("It stands at the end already."),
            "several": self.tr("This heading stands over several lines without a total: choose one of them."),
            "no_rows": self.tr("There are no categories on the other side that could be sorted."),
        }.get(key, self.tr("Not possible on this line of the table"))

    def _say(self, text: str, point: QPoint | None = None) -> None:
        """Show a text near the mouse or the focus for a while, and in the status bar."""
        self.context.frame.set_hint(text)
        tell_near(text, self.grid.heading_place() if point is None else point, self.grid)

    def _not_here(self, why: str = "") -> None:
        """Show why a shortcut has no effect on this line."""
        self._say(self._why(why))

    def _change(self, key: str, chosen: Chosen, fields: dict[str, Any], why: str = "") -> None:
        if not fields:
            self._not_here(why)
        else:
            self._run(layout.change_level(key, chosen.level.variable, chosen.title, chosen.at, **fields))

    # --- sorting ---------------------------------------------------------------------------------------------------

    def _sorting_heading(self) -> Heading | None:
        """Return the heading to sort by: the selected one, else the heading of the current cell's column."""
        headings, current = self.grid.headings, self.grid.currentIndex()
        if headings.targets:
            return headings.targets[-1]
        found_map = headings.maps.get("columns")
        return (
            None if found_map is None or not current.isValid() else found_map.at(found_map.levels - 1, current.column())
        )

    def _why_not_sorted(self) -> str:
        """Return why the table cannot be sorted by the heading; "" if it can."""
        view, heading = self._view(), self._sorting_heading()
        if view is None or heading is None:
            return "node"
        other = "columns" if heading.axis == "rows" else "rows"
        if not any(can_sort(level) for block in blocks_of(view.spec, other) for level in block.levels):
            return "no_rows"
        return "several" if self.grid.headings.line_of(heading) is None else ""

    def sort_here(self) -> None:
        """Sort by the selected heading, or the current cell's column: largest, smallest first, list order in turn."""
        heading = self._sorting_heading()
        if heading is None:
            self._not_here("node")
        else:
            self.sort_heading(heading)

    def sort_heading(self, heading: Heading) -> None:
        """Sort by a heading: largest first; once more: smallest first; once more: list order."""
        view, why = self._view(), self._why_not_sorted()
        line = self.grid.headings.line_of(heading)
        if view is None or line is None or why:
            self._not_here(why or "several")
            return
        other_side: TableSide = "columns" if heading.axis == "rows" else "rows"
        value = self._value(view, heading)
        order = next_order(sorted_by(view, other_side), line, value, address_of(view, heading.axis, line))
        self._sort(other_side, order, heading)

    def sort_as(self, *, descending: bool | None) -> None:
        """Sort by the selected heading in a direction; None for list order."""
        view, heading, why = self._view(), self._sorting_heading(), self._why_not_sorted()
        line = None if heading is None else self.grid.headings.line_of(heading)
        if view is None or heading is None or line is None or why:
            self._not_here(why)
            return
        order = Order()
        if descending is not None:
            address = tuple(sorted(address_of(view, heading.axis, line).items()))
            order = Order("value", descending, value=self._value(view, heading), line=address)
        self._sort("columns" if heading.axis == "rows" else "rows", order, heading)

    def _value(self, view: TableView, heading: Heading) -> int:
        """Return the index of the value whose figures a heading sorts by: its own, else the first one."""
        model, found_map = self.grid.table_model(), self.grid.headings.maps[heading.axis]
        if model is None:
            return 0
        own_depth = heading.first == heading.last and found_map.below(heading) is None
        cell_place = model.place(heading.first, 0) if heading.axis == "rows" else model.place(0, heading.first)
        return view.shown[cell_place[2] if own_depth else 0].number

    def _sort(self, axis: TableSide, order: Order, heading: Heading) -> None:
        model = self.grid.table_model()
        self._told_order = True
        self._run(layout.sort_by(axis, order, "" if model is None else model.heading_text(heading)))

    def tell_order(self) -> None:
        """Show in the status bar by what the table is sorted, and clear it if it is not."""
        view, model = self._view(), self.grid.table_model()
        if view is None or model is None:
            return
        for axis in LINES:
            found_map, order = self.grid.headings.maps.get(axis), model.sorted_along(axis)
            heading = None if order is None or found_map is None else found_map.at(found_map.levels - 1, order[0])
            if heading is None or order is None:
                continue
            words = self.tr("%1: sorted descending") if order[1] else self.tr("%1: sorted ascending")
            over = (
                found_map.above(heading) if found_map is not None and heading.level == found_map.labels.depth else None
            )
            named_texts = [
                model.heading_text(part_heading) for part_heading in (over, heading) if part_heading is not None
            ]  # a value: of which column
            text = words.replace("%1", ", ".join(named_texts))
            parent = self._parent_words(view, "columns" if axis == "rows" else "rows")
            self.context.frame.set_hint(text + (self.tr(", within each %1").replace("%1", parent) if parent else ""))
            self._told_order = True
            return
        if self._told_order:
            self._told_order = False
            self.context.frame.set_hint("")

    def _parent_words(self, view: TableView, axis: TableSide) -> str:
        """Return what the sorted lines belong to: the outer level, or the one above in their hierarchy."""
        levels = [shown_level for segment in axis_of(view, axis).segments for shown_level in segment.levels]
        if not levels:
            return ""
        first = levels[0]
        titles = first.depth_titles(self.context.language)
        if len(titles) > 1:
            return titles[0]
        return first.title(self.context.language) if len(view.layout.rows.segments[0].levels) > 1 else ""

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self.tell_order()
        elif event.type() == QEvent.Type.Hide and self._told_order:
            self.context.frame.set_hint("")  # of the table, which another page does not show
        return super().eventFilter(watched, event)

    # --- groups and names ------------------------------------------------------------------------------------------

    def group_nodes(self, axis: Axis) -> None:
        """Make a custom group of the selected nodes and ask for its name."""
        chosen = self.chosen(axis)
        if chosen is None or not chosen.codes or chosen.level.variable == PERIOD:
            self._not_here("node")  # periods together are the total of the level
            return

        def apply(words: Texts) -> None:
            label = words if words != Texts() else nodes.labels_of(chosen.axis, chosen.codes)
            self._change("group_nodes", chosen, nodes.grouped(chosen.level, chosen.axis, chosen.codes, label))
            if chosen.level.order == Order():  # out of sight, maybe
                self.context.frame.set_hint(self.tr("The group stands behind all other categories of its variable."))

        self._ask_name(nodes.labels_of(chosen.axis, chosen.codes), apply)

    def rename_node(self) -> None:
        """Rename the current row or column in this table; a custom group has only this name."""
        chosen = next((chosen_node for axis in LINES if (chosen_node := self._one_node(axis)) is not None), None)
        if chosen is None:
            self._not_here("rename")
            return
        code, number = chosen.codes[0], nodes.group_number(chosen.axis, chosen.codes[0])
        label = chosen.axis.nodes[chosen.axis.index[code]].label if code in chosen.axis.index else Texts()

        def apply(words: Texts) -> None:
            if number is not None and words != Texts():
                self._change("group_nodes", chosen, nodes.renamed_group(chosen.level, number, words))
            elif number is None and words != label:
                self._change("rename_node", chosen, nodes.renamed(chosen.level, code, words))

        if number is not None:
            self._ask_name(chosen.level.groups[number].label, apply)
        else:
            self._ask_name(label, apply, self.tr("Name in this table; empty: as in the dictionary"))

    def _ask_name(self, words: Texts, apply: Callable[[Texts], None], title: str = "") -> None:
        title = title or QCoreApplication.translate("GridActions", "Name of the group")
        popup = WordsPopup(self.grid, title, words, self.context.language, apply)
        popup.show_at(self.grid.heading_place())

    # --- opening ---------------------------------------------------------------------------------------------------

    def _here(self) -> Chosen | None:
        """The nodes of the chosen headings, else of the current row."""
        return self.chosen(self._axis("rows"))

    def toggle(self, *, opened: bool) -> None:
        """Open or close the node of the current row, or of the chosen heading."""
        chosen = self._here()
        if chosen is None or len(chosen.codes) != 1 or not nodes.can_open(chosen.axis, chosen.codes[0]):
            self._not_here("open")
            return
        if nodes.is_open(chosen.level, chosen.axis, chosen.codes[0]) != opened:
            self._change("open_node", chosen, nodes.toggled(chosen.level, chosen.axis, chosen.codes[0]))

    def open_one_level(self) -> None:
        """Open the selected nodes by one level; for a total all nodes of the level."""
        chosen = self._here()
        if chosen is None:
            self._not_here("open")
        else:
            self._change("open_node", chosen, nodes.one_level_on(chosen.level, chosen.axis, chosen.codes), "open")

    def _double_clicked(self) -> None:
        """Open or close a heading after a double click on it."""
        chosen = self._here()
        if chosen is not None and len(chosen.codes) == 1 and nodes.can_open(chosen.axis, chosen.codes[0]):
            self._change("open_node", chosen, nodes.toggled(chosen.level, chosen.axis, chosen.codes[0]))

    def _toggle_caret(self, row: int, column: int, axis: Axis = "rows") -> None:
        """Open or close a node after a click on its triangle."""
        model, data = self.grid.table_model(), self.context.desk.session.data
        labels = None if model is None else model.rows if axis == "rows" else model.columns
        level = None if labels is None else labels.level_at(row, column)
        node = None if labels is None else labels.node(row, column)
        if level is None or node is None or data is None:
            return
        number, shown = level
        known_dimension = data.dimensions.get(shown.level.variable)
        if known_dimension is not None:
            known_axis = nodes.axis_of(known_dimension, shown.level)
            title = known_dimension.title.text(self.context.language) or known_dimension.name
            fields = nodes.toggled(shown.level, known_axis, str(node.code))
            origin = Origin(axis, number)
            self._run(layout.change_level("open_node", shown.level.variable, title, origin, **fields))

    # --- moving ----------------------------------------------------------------------------------------------------

    def _standing(self, chosen: Chosen) -> tuple[list[str], list[str]]:
        """Return the nodes shown beside the selected ones, in order, and all nodes of the level."""
        view, headings = self._view(), self.grid.headings
        shown_codes = nodes.shown_codes(chosen.shown)
        targets = [heading for heading in headings.targets if heading.axis == chosen.at.zone]
        if view is not None and targets:
            beside = siblings(view, headings.maps[targets[0].axis], targets[0])
        else:
            parents = {str(node.code): node.parent for node in chosen.axis.nodes[1:]}
            beside = [code for code in shown_codes if parents[code] == parents[chosen.codes[0]]]
        return beside, [*beside, *(code for code in shown_codes if code not in beside)]

    def step(self, axis: Axis, by: int) -> None:
        """Move the selected rows or columns by one place among their siblings."""
        chosen = self.chosen(axis)
        if chosen is None or not chosen.codes or chosen.level.rows:
            self._not_here("node")
            return
        beside, codes = self._standing(chosen)
        moving = [code for code in beside if code in chosen.codes]
        if len(moving) != len(chosen.codes):
            self._not_here("node")
            return
        edge = beside.index(moving[0]) - 1 if by < 0 else beside.index(moving[-1]) + 1
        if not 0 <= edge < len(beside):
            self._not_here("end")
            return
        self._change("order_level", chosen, nodes.moved_to(codes, moving, beside[edge], after=by > 0), "end")

    def move_beside(self, target: Heading, after: bool) -> None:
        """Move the chosen headings before or behind another one."""
        view, chosen = self._view(), self.chosen(target.axis)
        named_node = None if view is None else named_by(view, self.grid.headings.maps[target.axis], target)
        if chosen is None or named_node is None or not chosen.codes:
            self._not_here("beside")
            return
        beside, codes = self._standing(chosen)
        moving = [code for code in beside if code in chosen.codes]
        fields = nodes.moved_to(codes, moving, named_node.code, after=after)
        if fields:  # dropped where it stood: nothing happens
            self._change("order_level", chosen, fields)

    # --- hiding ----------------------------------------------------------------------------------------------------

    def hide_nodes(self, axis: Axis) -> None:
        """Hide the selected rows or columns; totals do not change, and a mark remains."""
        chosen = self.chosen(axis)
        if chosen is None or not chosen.codes:
            self._not_here("node")
            return
        fields = nodes.hidden(chosen.level, chosen.axis, chosen.codes)
        self._change("hide_nodes", chosen, fields, "last")
        if fields:
            self.context.frame.set_hint(self.tr("Hidden only, not protected; totals unchanged."))

    def only_this(self) -> None:
        """Keep only the selected nodes; totals do not change."""
        chosen = self._here()
        if chosen is None or not chosen.codes:
            self._not_here("node")
            return
        self._change("only_nodes", chosen, nodes.only(chosen.level, chosen.axis, chosen.codes))
        self.context.frame.set_hint(self.tr("Only these are in the table. The total stays that of all."))

    def show_all(self) -> None:
        """Show all categories of the level again."""
        chosen = self._here()
        if chosen is None or not nodes.shows_only_some(chosen.level):
            self._not_here("all")
            return
        self._change("choose_categories", chosen, {"nodes": (), "groups_only": False, "hidden": ()})

    def show_mark(self, mark: HiddenMark) -> None:
        """Show again what is hidden at a mark."""
        self._run(layout.show_hidden(mark))

    # --- width -----------------------------------------------------------------------------------------------------

    def fit_columns(self) -> None:
        """Make the columns under the chosen headings as wide as they need."""
        for heading in self.grid.headings.targets:
            if heading.axis == "columns":
                for section in range(heading.first, heading.last + 1):
                    self.grid.head.fit_asked.emit(section)
