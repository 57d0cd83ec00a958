"""What a hand does in the table itself: open and close nodes, group, order, hide, mark cells - by key or menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Dimension, ExemptCells
from ckmcore.statistic.series import periods_dimension
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.layout import AxisLayout, ShownLevel
from ckmcore.tabulate.spec import PERIOD, TOTAL, Level, Order
from ckmdesk.commands import layout
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.menus import menu_for
from ckmdesk.pages.tables.words_actions import WordsActions
from ckmdesk.state import nodes
from ckmdesk.state.cell_address import Address, logical_cell
from ckmdesk.state.shelves import Axis, Origin
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.words_popup import WordsPopup


class CellMarks(QObject):
    """Entries of the grid's menu; each is one command on the logical cell, whatever table shows it."""

    def __init__(self, context: PageContext, grid: TableGrid, view: Callable[[], TableView | None]) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view = context, grid, view

    def address(self) -> Address | None:
        """The logical cell of the current one; None where it has none (own groups, filters of several codes)."""
        view, current, model = self._view(), self.grid.currentIndex(), self.grid.table_model()
        if view is None or model is None or not current.isValid() or model.is_empty(current.row(), current.column()):
            return None
        line, head_line, _ = model.place(current.row(), current.column())
        return logical_cell(view, line, head_line)

    def add_entries(self, menu: QMenu) -> None:
        """The entries for the current cell; a clerk has none."""
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
        is_exempt = any(one.cells == cells.cells for one in statistic.exempt)
        official = menu.addAction(self.tr("Official count, published unchanged in every table"))
        official.setCheckable(True)
        official.setChecked(is_exempt)
        command = commands.declare_exempt(cells, exempt=not is_exempt)
        official.triggered.connect(lambda _checked=False: self.context.desk.run(command))

    def mark_sensitive(self, address: Address, *, marked: bool) -> None:
        """Put a cell on the own list of the primary rules, or take it off."""
        primary = self.context.desk.state.method.settings.primary
        kept = tuple(one for one in primary.cells if one != address)
        rules = replace(primary, cells=(*kept, address) if marked else kept)
        self.context.desk.run(commands.set_primary(rules, "cells"))


LINES: tuple[Axis, Axis] = ("rows", "columns")


@dataclass(frozen=True)
class Chosen:
    """Nodes that are chosen in the table: all of one level."""

    at: Origin
    level: Level
    title: str
    axis: AxisDimension
    codes: tuple[str, ...]
    shown: ShownLevel


def chosen_nodes(lines: AxisLayout, axis: Axis, chosen: Sequence[int]) -> tuple[Origin, ShownLevel, list[str]] | None:
    """The nodes of the innermost level in which the chosen lines differ; None where they are of several blocks."""
    places = {lines.locate(line)[0] for line in chosen}
    if len(places) != 1:
        return None
    number = places.pop()
    segment = lines.segments[number]
    rows = segment.positions[[lines.locate(line)[1] for line in chosen]]
    if not len(rows) or not rows.shape[1]:
        return None
    # Of a total line the node is the one outside it that is no total.
    inner = [at for at in range(rows.shape[1]) if (rows[:, at] != 0).any()]
    if not inner:
        return None
    place = inner[-1]
    shown = segment.levels[place]
    found = dict.fromkeys(rows[:, place].tolist())
    codes = [shown.dimension.nodes[node].code for node in found]
    plain = [str(code) for code in codes if code is not TOTAL]
    return Origin(axis, number), shown, plain


class GridActions(QObject):
    """Actions of the grid, each with a key and an entry of the context menu."""

    def __init__(
        self,
        context: PageContext,
        grid: TableGrid,
        view: Callable[[], TableView | None],
        run: Callable[[Command], None],
        words: WordsActions,
    ) -> None:
        super().__init__(grid)
        self.context, self.grid, self._view, self._run, self._words = context, grid, view, run, words
        self.marks = CellMarks(context, grid, view)
        self.group = self._action("G", lambda: self.group_nodes("rows"))
        self.group_columns = self._action("Shift+G", lambda: self.group_nodes("columns"))
        self.rename = self._action("F2", self.rename_group)
        self.open = self._action("+", lambda: self.toggle(opened=True))
        self.close = self._action("-", lambda: self.toggle(opened=False))
        self.up = self._action("Alt+Up", lambda: self.step("rows", -1))
        self.down = self._action("Alt+Down", lambda: self.step("rows", 1))
        self.left = self._action("Alt+Left", lambda: self.step("columns", -1))
        self.right = self._action("Alt+Right", lambda: self.step("columns", 1))
        self.hide = self._action("H", lambda: self.hide_nodes("rows"))
        self.hide_columns = self._action("Shift+H", lambda: self.hide_nodes("columns"))
        self.by_value = self._action("O", self.order_by_value)
        grid.customContextMenuRequested.connect(self.show_menu)
        grid.stub.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        grid.stub.customContextMenuRequested.connect(self._stub_menu)
        grid.stub.caret_clicked.connect(self._toggle_caret)
        grid.head.caret_clicked.connect(lambda line, level: self._toggle_caret(line, level, "columns"))
        grid.stub.sectionDoubleClicked.connect(self._toggle_line)

    def _action(self, keys: str, act: Callable[[], None]) -> QAction:
        action = QAction(self, shortcut=QKeySequence(keys), shortcutContext=Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda _checked=False: act())
        self.grid.addAction(action)
        return action

    def retranslate(self) -> None:
        """All words anew."""
        self.group.setText(self.tr("Group the chosen rows ..."))
        self.group_columns.setText(self.tr("Group the chosen columns ..."))
        self.rename.setText(self.tr("Rename the own group ..."))
        self.open.setText(self.tr("Open the node"))
        self.close.setText(self.tr("Close the node"))
        self.up.setText(self.tr("Row one place up"))
        self.down.setText(self.tr("Row one place down"))
        self.left.setText(self.tr("Column one place to the left"))
        self.right.setText(self.tr("Column one place to the right"))
        self.hide.setText(self.tr("Hide the chosen rows"))
        self.hide_columns.setText(self.tr("Hide the chosen columns"))
        self.by_value.setText(self.tr("Order the rows by this value"))

    def actions(self) -> list[QAction | None]:
        """All actions in the order of the menu; None is a line between them."""
        return [
            self.open,
            self.close,
            None,
            self.group,
            self.group_columns,
            self.rename,
            None,
            self.up,
            self.down,
            self.left,
            self.right,
            self.by_value,
            None,
            self.hide,
            self.hide_columns,
        ]

    def show_menu(self, place: QPoint) -> None:
        """The context menu at a point of the grid."""
        self._menu(self.grid.viewport().mapToGlobal(place))

    def _stub_menu(self, place: QPoint) -> None:
        line = self.grid.stub.logicalIndexAt(place)
        rows, _ = self.grid.selected()
        if line >= 0 and (line not in rows or not self.grid.selectionModel().hasSelection()):
            self.grid.setCurrentIndex(self.grid.model().index(line, 0))
        self._menu(self.grid.stub.viewport().mapToGlobal(place))

    def _menu(self, place: QPoint) -> None:
        menu = menu_for(self.grid)
        row = self.chosen("rows")
        one = row if row is not None and len(row.codes) == 1 else None
        can = one is not None and nodes.can_open(one.axis, one.codes[0])
        is_open = one is not None and can and nodes.is_open(one.level, one.axis, one.codes[0])
        self.open.setEnabled(can and not is_open)
        self.close.setEnabled(is_open)
        column = self.chosen("columns")
        for found, some, single in (
            (row, (self.group, self.hide), (self.up, self.down)),
            (column, (self.group_columns, self.hide_columns), (self.left, self.right)),
        ):
            codes = () if found is None else found.codes
            for action in some:
                action.setEnabled(bool(codes))
            for action in single:
                action.setEnabled(len(codes) == 1)
        self.by_value.setEnabled(row is not None)
        self.rename.setEnabled(self._own_group() is not None)
        for entry in self.actions():
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(entry)
        menu.addSeparator()
        self._words.add_entries(menu)
        self.marks.add_entries(menu)
        menu.aboutToHide.connect(self._all_possible)
        menu.popup(place)

    def _all_possible(self) -> None:
        """A key works whatever the menu showed last."""
        for action in self.actions():
            if action is not None:
                action.setEnabled(True)

    def chosen(self, axis: Axis) -> Chosen | None:
        """The nodes of the selected rows or columns."""
        view = self._view()
        if view is None or not self.grid.currentIndex().isValid():
            return None
        rows, columns = self.grid.selected_lines()
        lines = view.layout.rows if axis == "rows" else view.layout.columns
        found = chosen_nodes(lines, axis, rows if axis == "rows" else columns)
        if found is None:
            return None
        at, shown, codes = found
        level = shown.level
        known = None if level.rows else self._dimension(level.variable)
        if known is None:
            return None
        title = known.title.text(self.context.language) or known.name
        return Chosen(at, level, title, nodes.axis_of(known, level), tuple(codes), shown)

    def _dimension(self, variable: str) -> Dimension | None:
        """A variable of the records, or the reporting periods."""
        state, data = self.context.desk.state, self.context.desk.session.data
        if variable == PERIOD and state.statistic is not None:
            return periods_dimension(state.statistic)
        return None if data is None else data.dimensions.get(variable)

    def _change(self, key: str, chosen: Chosen, fields: dict[str, Any]) -> None:
        if not fields:
            self._not_here()
        else:
            self._run(layout.change_level(key, chosen.level.variable, chosen.title, chosen.at, **fields))

    def group_nodes(self, axis: Axis) -> None:
        """One own group of the chosen nodes: its name is asked."""
        chosen = self.chosen(axis)
        if chosen is None or not chosen.codes or chosen.level.variable == PERIOD:
            self._not_here()  # periods together are the total of the level
            return

        def apply(words: Texts) -> None:
            label = words if words != Texts() else nodes.labels_of(chosen.axis, chosen.codes)
            self._change("group_nodes", chosen, nodes.grouped(chosen.level, chosen.axis, chosen.codes, label))

        self._ask_name(nodes.labels_of(chosen.axis, chosen.codes), apply)

    def _own_group(self) -> tuple[Chosen, int] | None:
        """The own group of the current row, or else of the current column."""
        for axis in LINES:
            chosen = self.chosen(axis)
            if chosen is not None and len(chosen.codes) == 1:
                number = nodes.group_number(chosen.axis, chosen.codes[0])
                if number is not None:
                    return chosen, number
        return None

    def rename_group(self) -> None:
        """Another name for the own group of the current row or column."""
        found = self._own_group()
        if found is None:
            self._not_here()
            return
        chosen, number = found

        def apply(words: Texts) -> None:
            if words != Texts():
                self._change("group_nodes", chosen, nodes.renamed_group(chosen.level, number, words))

        self._ask_name(chosen.level.groups[number].label, apply)

    def _ask_name(self, words: Texts, apply: Callable[[Texts], None]) -> None:
        title = QCoreApplication.translate("GridActions", "Name of the group")
        popup = WordsPopup(self.grid, title, words, self.context.language, apply)
        rect = self.grid.visualRect(self.grid.currentIndex())
        popup.show_at(self.grid.viewport().mapToGlobal(rect.bottomLeft()))

    def toggle(self, *, opened: bool) -> None:
        """Open or close the node of the current row."""
        chosen = self.chosen("rows")
        if chosen is None or len(chosen.codes) != 1 or not nodes.can_open(chosen.axis, chosen.codes[0]):
            self._not_here()
            return
        if nodes.is_open(chosen.level, chosen.axis, chosen.codes[0]) != opened:
            self._change("open_node", chosen, nodes.toggled(chosen.level, chosen.axis, chosen.codes[0]))

    def _toggle_line(self, line: int) -> None:
        """A double click in the stub opens or closes."""
        self.grid.setCurrentIndex(self.grid.model().index(line, 0))
        chosen = self.chosen("rows")
        if chosen is not None and len(chosen.codes) == 1 and nodes.can_open(chosen.axis, chosen.codes[0]):
            self._change("open_node", chosen, nodes.toggled(chosen.level, chosen.axis, chosen.codes[0]))

    def _toggle_caret(self, row: int, column: int, axis: Axis = "rows") -> None:
        """A click on the triangle of a node opens or closes it."""
        model, data = self.grid.table_model(), self.context.desk.session.data
        labels = None if model is None else model.rows if axis == "rows" else model.columns
        found = None if labels is None else labels.level_at(row, column)
        node = None if labels is None else labels.node(row, column)
        if found is None or node is None or data is None:
            return
        number, shown = found
        known = data.dimensions.get(shown.level.variable)
        if known is not None:
            known_axis = nodes.axis_of(known, shown.level)
            title = known.title.text(self.context.language) or known.name
            fields = nodes.toggled(shown.level, known_axis, str(node.code))
            at = Origin(axis, number)
            self._run(layout.change_level("open_node", shown.level.variable, title, at, **fields))

    def _not_here(self) -> None:
        """Say in the status bar that a key means nothing on this line."""
        self.context.frame.set_hint(self.tr("Not possible on this line of the table"))

    def step(self, axis: Axis, by: int) -> None:
        """The current row or column one place among those beside it."""
        chosen = self.chosen(axis)
        if chosen is not None and len(chosen.codes) == 1:
            codes = nodes.shown_codes(chosen.shown)
            self._change("order_level", chosen, nodes.moved(chosen.axis, codes, chosen.codes[0], by))
        else:
            self._not_here()

    def hide_nodes(self, axis: Axis) -> None:
        """Leave the chosen rows or columns out; totals do not change."""
        chosen = self.chosen(axis)
        if chosen is not None:
            self._change("hide_nodes", chosen, nodes.hidden(chosen.level, chosen.axis, chosen.codes))
        else:
            self._not_here()

    def order_by_value(self) -> None:
        """The rows by the published figures of the current value, largest first; once more: smallest first."""
        chosen, view = self.chosen("rows"), self._view()
        if chosen is None or view is None:
            self._not_here()
            return
        model, current = self.grid.table_model(), self.grid.currentIndex()
        place = 0 if model is None else model.place(current.row(), current.column())[2]
        value = view.shown[place].number
        before = chosen.level.order
        largest = not (before.by == "value" and before.value == value and before.descending)
        self._change("order_level", chosen, {"order": Order("value", largest, value=value)})
