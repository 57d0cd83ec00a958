"""Headings as handles: which are chosen, where the keyboard is among them, what is dragged where. Heads paint it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QTableView

from ckmdesk.base.announcer import announce
from ckmdesk.models.table_model import TableModel
from ckmdesk.state.cell_persistence import same_line
from ckmdesk.state.headings import Heading, HeadingMap, axis_of, line_under, named_by, parent_of, with_parts
from ckmdesk.state.hidden import HiddenMark, TableSide
from ckmdesk.state.table_view import TableView

Spot = Heading | HiddenMark
"""What the cursor among the headings stands on."""
STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
FEW = 40
CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
Modifier = Qt.KeyboardModifier


class Headings(QObject):
    """The state of the headings of a grid.

    Emits `sort_asked(heading)` at a click on a selected heading, `step_asked(axis, step)` when keys move the selection,
    `move_asked(heading, after)` when it was dropped before or behind a heading, `show_asked(mark)` for hidden lines,
    `menu_asked(place)`, and `refused(key, place)` for an impossible action.
    """

    changed = Signal()
    sort_asked = Signal(object)
    step_asked = Signal(str, int)
    move_asked = Signal(object, bool)
    show_asked = Signal(object)
    menu_asked = Signal(QPoint)
    refused = Signal(str, QPoint)

    def __init__(self, grid: QTableView, show_place: Callable[[TableSide, int], None]) -> None:
        """Set up the state; `show_place` scrolls a row or column into view."""
        super().__init__(grid)
        self.grid, self._show_place = grid, show_place
        self.acts = False  # somebody does what is asked for
        self.maps: dict[TableSide, HeadingMap] = {}
        self._chosen: tuple[Heading, ...] = ()
        self._known: frozenset[Heading] = frozenset()
        self.cursor: Spot | None = None
        self.hover: Spot | None = None
        self.drop: tuple[Heading, bool] | None = None
        self.dragging = False
        self._anchor: Heading | None = None
        self._since = 0
        self._own = False
        self._before: tuple[TableView, dict[TableSide, HeadingMap]] | None = None

    @property
    def model(self) -> TableModel | None:
        """Return the table's model, once it has one."""
        model = self.grid.model()
        return model if isinstance(model, TableModel) else None

    @property
    def view(self) -> TableView | None:
        model = self.model
        return None if model is None else model.view

    @property
    def chosen(self) -> tuple[Heading, ...]:
        """Return the selected headings, in the order of selection."""
        return self._chosen

    @chosen.setter
    def chosen(self, chosen: tuple[Heading, ...]) -> None:
        self._chosen, self._known = chosen, frozenset(chosen)

    def is_chosen(self, heading: Heading | HiddenMark | None) -> bool:
        """Whether a heading is chosen, however many are."""
        return heading in self._known

    def chosen_within(self, axis: TableSide, places: range) -> list[Heading]:
        """Return the selected headings over some lines, such as those on the screen."""
        if len(self._chosen) <= FEW or axis not in self.maps:
            return [heading for heading in self._chosen if heading.axis == axis]
        found_map, seen_headings = self.maps[axis], dict[Heading, None]()
        for level in {heading.level for heading in self._chosen}:
            for index in places:
                found_heading = found_map.at(level, index)
                if found_heading is not None and found_heading in self._known:
                    seen_headings[found_heading] = None
        return list(seen_headings)

    @property
    def is_active(self) -> bool:
        """Whether keys and menus mean headings, not cells."""
        return self.cursor is not None or bool(self.chosen)

    def has_states(self, axis: TableSide) -> bool:
        """Whether anything is to be painted over the labels of an axis."""
        if self.chosen or self.cursor is not None or self.hover is not None or self.drop is not None:
            return True
        model = self.model
        return bool(self.marks(axis)) or (model is not None and model.sorted_along(axis) is not None)

    @property
    def targets(self) -> tuple[Heading, ...]:
        """Return the headings that keys and menus act on: the selected ones, or the one at the cursor."""
        if isinstance(self.cursor, Heading) and not self.is_chosen(self.cursor):
            return (self.cursor,)
        return self.chosen

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep the cursor in the headings while the current cell changes."""
        was_own, self._own = self._own, True
        try:
            yield
        finally:
            self._own = was_own

    def current_changed(self) -> None:
        """Leave the headings after another cell has become current."""
        if not self._own:
            self.leave()

    # --- the table changes -----------------------------------------------------------------------------------------

    def about_to_reset(self) -> None:
        """Remember the table before a reset, to find the selection in the next one."""
        self._before = None if self.view is None else (self.view, self.maps)

    def reset(self) -> None:
        """Use the labels of another layout; the selection is kept where it is still shown, the cursor near by."""
        model = self.model
        self.maps = {}
        if model is not None and model.rows is not None and model.columns is not None:
            self.maps = {
                "rows": HeadingMap("rows", model.rows),
                "columns": HeadingMap("columns", model.columns, model.values),
            }
        former_view, self._before = self._before, None
        chosen, cursor = self.chosen, self.cursor
        self.chosen, self.cursor, self.hover, self.drop, self.dragging = (), None, None, None, False
        view = self.view
        if former_view is not None and view is not None and (chosen or cursor):
            agains = [self._find_again(former_view, view, heading) for heading in chosen]
            self.chosen = tuple(heading for heading, same in agains if heading is not None and same)
            if isinstance(cursor, HiddenMark):
                old = former_view[1][cursor.axis]
                heading_place = min(place_of(cursor, old), old.places - 1)
                cursor = old.at(old.levels - 1, heading_place)
            if cursor is not None:
                self.cursor = self._find_again(former_view, view, cursor)[0]
            self._anchor = self.chosen[-1] if self.chosen else None
            self._select()
        self.changed.emit()

    def _find_again(
        self, former_maps: tuple[TableView, dict[TableSide, HeadingMap]], view: TableView, heading: Heading
    ) -> tuple[Heading | None, bool]:
        """Find a heading in the new layout, and whether it has the same meaning as before."""
        old_view, old = former_maps[0], former_maps[1][heading.axis]
        current_map = self.maps[heading.axis]
        old_line = old.line(heading.first)
        line = same_line(axis_of(old_view, heading.axis), axis_of(view, heading.axis), old_line)
        if line is None:
            return None, False
        line_place = current_map.labels.row_of(line, 0) if heading.axis == "rows" else line * current_map.values
        result = current_map.at(heading.level, line_place)
        if result is None:
            return None, False
        then, here = named_by(old_view, old, heading), named_by(view, current_map, result)
        same = (
            then is not None
            and here is not None
            and (then.shown.dimension.name, then.code)
            == (
                here.shown.dimension.name,
                here.code,
            )
        )
        return result, same

    # --- choosing --------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Give the keyboard back to the cells; no heading is chosen."""
        if self.is_active:
            self.chosen, self.cursor, self._anchor = (), None, None
            self.changed.emit()

    def choose(self, heading: Heading, how: Modifier = Modifier.NoModifier, at: int = 0) -> None:
        """Select a heading: only it, in addition (Ctrl), or a range (Shift); `at` is the time in ms."""
        anchor = self._anchor
        if how & Modifier.ShiftModifier and anchor is not None and anchor.axis == heading.axis:
            low, high = min(anchor.first, heading.first), max(anchor.last, heading.last)
            self.chosen = tuple(self.maps[heading.axis].between(heading.level, low, high))
        elif how & Modifier.ControlModifier and (not self.chosen or self.chosen[0].axis == heading.axis):
            kept_headings = tuple(kept_heading for kept_heading in self.chosen if kept_heading != heading)
            self.chosen = kept_headings if len(kept_headings) < len(self.chosen) else (*kept_headings, heading)
            self._anchor = heading
        else:
            self.chosen, self._anchor = (heading,), heading
        self.cursor, self._since = heading, at
        self._select()
        self._announce()
        self.changed.emit()

    def take(self, heading: Heading) -> None:
        """Move the keyboard cursor to a selected heading under the mouse, so that actions apply to the selection."""
        if self.cursor != heading:
            self.cursor = heading
            self._announce()
            self.changed.emit()

    def click_again(self, heading: Heading, at: int) -> None:
        """Handle a click on the only selected heading: after the time of a double click it sorts by it."""
        if at - self._since > QApplication.doubleClickInterval():
            self._since = at
            self.sort_asked.emit(heading)

    def _select(self) -> None:
        """Select the cells under the selected headings; one of them becomes current."""
        grid, model = self.grid, self.grid.model()
        selection, last_cell = grid.selectionModel(), (model.rowCount() - 1, model.columnCount() - 1)
        if min(last_cell) < 0:
            return
        new_selection = QItemSelection()
        rows = bool(self.chosen) and self.chosen[0].axis == "rows"
        for begin, end in _merged([self._covered_lines(chosen_heading) for chosen_heading in self.chosen]):
            top, bottom = (begin, end) if rows else (0, last_cell[0])
            left, right = (0, last_cell[1]) if rows else (begin, end)
            new_selection.append(QItemSelectionRange(model.index(top, left), model.index(bottom, right)))
        flag = QItemSelectionModel.SelectionFlag
        with self.keeping():
            if self.targets:
                target, current = self.targets[-1], grid.currentIndex()
                row = target.first if target.axis == "rows" else max(current.row(), 0)
                column = target.first if target.axis == "columns" else max(current.column(), 0)
                selection.setCurrentIndex(model.index(min(row, last_cell[0]), min(column, last_cell[1])), flag.NoUpdate)
            if self.chosen or self.cursor is not None:
                selection.select(new_selection, flag.ClearAndSelect)
        grid.viewport().update()

    def _covered_lines(self, heading: Heading) -> tuple[int, int]:
        """Return first and last line that a selected heading covers; for a group with all below it."""
        view = self.view
        found_map = self.maps[heading.axis]
        return (heading.first, heading.last) if view is None else with_parts(view, found_map, heading)

    # --- keys ------------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Handle a key that concerns headings; return whether it did."""
        key, how = Qt.Key(event.key()), event.modifiers() & ~Modifier.KeypadModifier
        if not self.acts:
            return False
        if key == Qt.Key.Key_Escape and (self.dragging or self.is_active):
            self.cancel_drag() if self.dragging else self._to_cells()
            return True
        if self.cursor is None:
            return key in STEPS and how == Modifier.NoModifier and self._enter(key)
        if key in STEPS:
            down, right = STEPS[key]
            if how == Modifier.ShiftModifier:
                along = down if self.cursor.axis == "rows" else right
                if along:
                    self.step_asked.emit(self.cursor.axis, along)
                return True
            if how in (Modifier.NoModifier, Modifier.ControlModifier):
                self._walk(*((down, right) if self.cursor.axis == "rows" else (right, down)))
                return True
        if key in CHOOSE:
            self._choose_by_key(how, event.timestamp())
            return True
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End) and isinstance(self.cursor, Heading):
            found_map = self.maps[self.cursor.axis]
            self._move_cursor(found_map.at(self.cursor.level, 0 if key == Qt.Key.Key_Home else found_map.places - 1))
            return True
        return False

    def _choose_by_key(self, how: Modifier, index: int) -> None:
        if isinstance(self.cursor, HiddenMark):
            self.show_asked.emit(self.cursor)
        elif isinstance(self.cursor, Heading):
            if how == Modifier.NoModifier and self.chosen == (self.cursor,):
                self.sort_asked.emit(self.cursor)
            else:
                self.choose(self.cursor, how, index)

    def _enter(self, key: Qt.Key) -> bool:
        """Move from the first row, or column, into the headings; return whether the key does that."""
        current = self.grid.currentIndex()
        axis: TableSide = "rows" if key == Qt.Key.Key_Left else "columns"
        edge = current.column() if key == Qt.Key.Key_Left else current.row()
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Up) or not current.isValid() or edge or axis not in self.maps:
            return False
        found_map = self.maps[axis]
        heading = found_map.at(found_map.levels - 1, current.row() if axis == "rows" else current.column())
        if heading is not None:
            self.chosen = ()
            self._move_cursor(heading)
        return heading is not None

    def _walk(self, along: int, across: int) -> None:
        """Move to the next heading or mark along the axis, or one level in or out."""
        cursor = self.cursor
        if cursor is None:
            return
        found_map = self.maps[cursor.axis]
        if isinstance(cursor, HiddenMark):
            if along:
                self._move_cursor(found_map.at(found_map.levels - 1, place_of(cursor, found_map) - (along < 0)))
            elif across > 0:
                self._to_cells()
            return
        if along:
            mark = self._mark_beside(cursor, along) if cursor.level == self._innermost(cursor) else None
            self._move_cursor(mark or found_map.beside(cursor, along))
        elif across < 0:
            self._move_cursor(found_map.above(cursor))
        else:
            below = found_map.below(cursor)
            if below is None:
                self._to_cells()
            else:
                self._move_cursor(below)

    def _innermost(self, heading: Heading) -> int:
        """Level of the innermost heading at a line, where marks of hidden lines are shown between."""
        found_map = self.maps[heading.axis]
        inner = found_map.at(found_map.levels - 1, heading.first)
        return heading.level if inner is None else inner.level

    def _mark_beside(self, heading: Heading, step: int) -> HiddenMark | None:
        edge = heading.last + 1 if step > 0 else heading.first
        found_map = self.maps[heading.axis]
        return next((mark for mark in self.marks(heading.axis) if place_of(mark, found_map) == edge), None)

    def marks(self, axis: TableSide) -> tuple[HiddenMark, ...]:
        """Return the marks of hidden lines of an axis."""
        view = self.view
        return () if view is None or axis not in self.maps else view.hidden[axis]

    def _move_cursor(self, spot: Spot | None) -> None:
        """Move the cursor among the headings and scroll to it."""
        if spot is None:
            return
        self.cursor = spot
        found_map = self.maps[spot.axis]
        heading_place = min(
            spot.first if isinstance(spot, Heading) else place_of(spot, found_map), found_map.places - 1
        )
        model, current = self.grid.model(), self.grid.currentIndex()
        row = heading_place if spot.axis == "rows" else max(current.row(), 0)
        column = heading_place if spot.axis == "columns" else max(current.column(), 0)
        index, flag = model.index(row, column), QItemSelectionModel.SelectionFlag
        with self.keeping():
            if self.chosen:
                self.grid.selectionModel().setCurrentIndex(index, flag.NoUpdate)
            else:
                self.grid.selectionModel().setCurrentIndex(index, flag.Clear)
        self._show_place(spot.axis, heading_place)
        self._announce()
        self.changed.emit()

    def _to_cells(self) -> None:
        """Move from the headings to the current cell."""
        current = self.grid.currentIndex()
        self.leave()
        if current.isValid():
            self.grid.selectionModel().setCurrentIndex(current, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.grid.viewport().update()

    def spoken(self, spot: Spot) -> str:
        """Return the text of a heading or a mark for screen readers."""
        model = self.model
        if model is None:
            return ""
        return model.spoken(spot) if isinstance(spot, Heading) else model.spoken_mark(spot)

    def _announce(self) -> None:
        if self.cursor is not None:
            announce(self.spoken(self.cursor))

    # --- dragging --------------------------------------------------------------------------------------------------

    def may_stand_beside(self, target: Heading) -> bool:
        """Return whether the selection may be moved next to a heading: one of the same level, with the same parent."""
        view = self.view
        if view is None or not self.chosen or self.is_chosen(target):
            return False
        found_map = self.maps[target.axis]
        to = named_by(view, found_map, target)
        if to is None or not to.place:
            return False
        shown_nodes = frozenset(to.shown.shown.tolist())
        above = parent_of(to.shown, to.place, shown_nodes)
        for chosen_heading in self.chosen:
            named_node = named_by(view, found_map, chosen_heading) if chosen_heading.axis == target.axis else None
            if named_node is None or (named_node.at, named_node.level) != (to.at, to.level):
                return False
            if not named_node.place or parent_of(named_node.shown, named_node.place, shown_nodes) != above:
                return False
        return True

    def drag_over(self, target: Heading | None, after: bool) -> None:
        """Handle a drag over a heading; a mark shows the drop position if it is allowed."""
        drop = (target, after) if target is not None and self.may_stand_beside(target) else None
        if not self.dragging or drop != self.drop:
            self.dragging, self.drop = True, drop
            self.changed.emit()

    def cancel_drag(self) -> None:
        """Cancel the drag."""
        self.dragging, self.drop = False, None
        self.changed.emit()

    def end_drag(self, place: QPoint) -> None:
        """End the drag and move the selection, if allowed."""
        drop = self.drop
        self.cancel_drag()
        if drop is None:
            self.refused.emit("beside", place)
        else:
            self.move_asked.emit(*drop)

    def line_of(self, heading: Heading) -> int | None:
        """Return the line of the layout that a heading sorts by; None if it covers several."""
        view = self.view
        return None if view is None else line_under(view, self.maps[heading.axis], heading)


def _merged(line_spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge ranges of lines that touch."""
    result: list[tuple[int, int]] = []
    for begin, end in sorted(line_spans):
        if result and begin <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return result


def place_of(mark: HiddenMark, found: HeadingMap) -> int:
    """Row or column of the screen before which a mark is shown."""
    labels = found.labels
    if found.axis == "columns":
        return mark.line * found.values
    lines = int(labels.line_of[-1]) + 1 if len(labels) else 0
    return len(labels) if mark.line >= lines else labels.row_of(mark.line, 0)
