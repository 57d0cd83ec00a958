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

    sort_asked(heading): it was clicked while it was chosen. step_asked(axis, step): the keys move what is chosen.
    move_asked(heading, after): what is chosen was dropped before or behind a heading. show_asked(mark): what is hidden
    there. menu_asked(place). refused(key, place): what was tried is not possible there.
    """

    changed = Signal()
    sort_asked = Signal(object)
    step_asked = Signal(str, int)
    move_asked = Signal(object, bool)
    show_asked = Signal(object)
    menu_asked = Signal(QPoint)
    refused = Signal(str, QPoint)

    def __init__(self, grid: QTableView, show_place: Callable[[TableSide, int], None]) -> None:
        """`show_place` brings a row or column into sight."""
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
        """The table's model, once it has one."""
        model = self.grid.model()
        return model if isinstance(model, TableModel) else None

    @property
    def view(self) -> TableView | None:
        model = self.model
        return None if model is None else model.view

    @property
    def chosen(self) -> tuple[Heading, ...]:
        """The headings that are chosen, in the order in which they were."""
        return self._chosen

    @chosen.setter
    def chosen(self, chosen: tuple[Heading, ...]) -> None:
        self._chosen, self._known = chosen, frozenset(chosen)

    def is_chosen(self, heading: Heading | HiddenMark | None) -> bool:
        """Whether a heading is chosen, however many are."""
        return heading in self._known

    def chosen_within(self, axis: TableSide, places: range) -> list[Heading]:
        """The headings that are chosen over some places, such as those on the screen."""
        if len(self._chosen) <= FEW or axis not in self.maps:
            return [one for one in self._chosen if one.axis == axis]
        found, seen = self.maps[axis], dict[Heading, None]()
        for level in {one.level for one in self._chosen}:
            for place in places:
                one = found.at(level, place)
                if one is not None and one in self._known:
                    seen[one] = None
        return list(seen)

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
        """Headings that keys and menus act on: the chosen ones, or the one at the cursor."""
        if isinstance(self.cursor, Heading) and not self.is_chosen(self.cursor):
            return (self.cursor,)
        return self.chosen

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """The current cell changes meanwhile and means no other place for the keyboard."""
        before, self._own = self._own, True
        try:
            yield
        finally:
            self._own = before

    def current_changed(self) -> None:
        """Another cell is the current one: the keyboard is there."""
        if not self._own:
            self.leave()

    # --- the table changes -----------------------------------------------------------------------------------------

    def about_to_reset(self) -> None:
        """The table will be another one: what is chosen will be looked for in it."""
        self._before = None if self.view is None else (self.view, self.maps)

    def reset(self) -> None:
        """Take the labels of another layout; the choice stays where it is still shown, the cursor near by."""
        model = self.model
        self.maps = {}
        if model is not None and model.rows is not None and model.columns is not None:
            self.maps = {
                "rows": HeadingMap("rows", model.rows),
                "columns": HeadingMap("columns", model.columns, model.values),
            }
        before, self._before = self._before, None
        chosen, cursor = self.chosen, self.cursor
        self.chosen, self.cursor, self.hover, self.drop, self.dragging = (), None, None, None, False
        view = self.view
        if before is not None and view is not None and (chosen or cursor):
            found = [self._again(before, view, heading) for heading in chosen]
            self.chosen = tuple(heading for heading, same in found if heading is not None and same)
            if isinstance(cursor, HiddenMark):
                old = before[1][cursor.axis]
                place = min(place_of(cursor, old), old.places - 1)
                cursor = old.at(old.levels - 1, place)
            if cursor is not None:
                self.cursor = self._again(before, view, cursor)[0]
            self._anchor = self.chosen[-1] if self.chosen else None
            self._select()
        self.changed.emit()

    def _again(
        self, before: tuple[TableView, dict[TableSide, HeadingMap]], view: TableView, heading: Heading
    ) -> tuple[Heading | None, bool]:
        """Find a heading in the new layout, and whether it is about the same as before."""
        old_view, old = before[0], before[1][heading.axis]
        now = self.maps[heading.axis]
        old_line = old.line(heading.first)
        line = same_line(axis_of(old_view, heading.axis), axis_of(view, heading.axis), old_line)
        if line is None:
            return None, False
        place = now.labels.row_of(line, 0) if heading.axis == "rows" else line * now.values
        found = now.at(heading.level, place)
        if found is None:
            return None, False
        then, here = named_by(old_view, old, heading), named_by(view, now, found)
        same = (
            then is not None
            and here is not None
            and (then.shown.dimension.name, then.code)
            == (
                here.shown.dimension.name,
                here.code,
            )
        )
        return found, same

    # --- choosing --------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """The keyboard goes back to the cells."""
        if self.is_active:
            self.chosen, self.cursor, self._anchor = (), None, None
            self.changed.emit()

    def choose(self, heading: Heading, how: Modifier = Modifier.NoModifier, at: int = 0) -> None:
        """Choose a heading: alone, also (Ctrl), or all from the one before to it (Shift); `at`: when, in ms."""
        anchor = self._anchor
        if how & Modifier.ShiftModifier and anchor is not None and anchor.axis == heading.axis:
            low, high = min(anchor.first, heading.first), max(anchor.last, heading.last)
            self.chosen = tuple(self.maps[heading.axis].between(heading.level, low, high))
        elif how & Modifier.ControlModifier and (not self.chosen or self.chosen[0].axis == heading.axis):
            kept = tuple(one for one in self.chosen if one != heading)
            self.chosen = kept if len(kept) < len(self.chosen) else (*kept, heading)
            self._anchor = heading
        else:
            self.chosen, self._anchor = (heading,), heading
        self.cursor, self._since = heading, at
        self._select()
        self._announce()
        self.changed.emit()

    def take(self, heading: Heading) -> None:
        """The mouse is on a heading that is chosen: the keyboard's cursor comes there from wherever it stood, so that
        what is done with the mouse means what is chosen."""
        if self.cursor != heading:
            self.cursor = heading
            self._announce()
            self.changed.emit()

    def click_again(self, heading: Heading, at: int) -> None:
        """A heading that is chosen alone was clicked: after the time of a double click that sorts by it."""
        if at - self._since > QApplication.doubleClickInterval():
            self._since = at
            self.sort_asked.emit(heading)

    def _select(self) -> None:
        """The cells under the chosen headings are selected; the current cell is one of them."""
        grid, model = self.grid, self.grid.model()
        selection, last = grid.selectionModel(), (model.rowCount() - 1, model.columnCount() - 1)
        if min(last) < 0:
            return
        found = QItemSelection()
        rows = bool(self.chosen) and self.chosen[0].axis == "rows"
        for begin, end in _merged([self._places(one) for one in self.chosen]):
            top, bottom = (begin, end) if rows else (0, last[0])
            left, right = (0, last[1]) if rows else (begin, end)
            found.append(QItemSelectionRange(model.index(top, left), model.index(bottom, right)))
        flag = QItemSelectionModel.SelectionFlag
        with self.keeping():
            if self.targets:
                at, current = self.targets[-1], grid.currentIndex()
                row = at.first if at.axis == "rows" else max(current.row(), 0)
                column = at.first if at.axis == "columns" else max(current.column(), 0)
                selection.setCurrentIndex(model.index(min(row, last[0]), min(column, last[1])), flag.NoUpdate)
            if self.chosen or self.cursor is not None:
                selection.select(found, flag.ClearAndSelect)
        grid.viewport().update()

    def _places(self, heading: Heading) -> tuple[int, int]:
        """First and last line that a chosen heading selects; of a group with all below it."""
        view = self.view
        found = self.maps[heading.axis]
        return (heading.first, heading.last) if view is None else with_parts(view, found, heading)

    # --- keys ------------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Whether a key means headings; it is done then."""
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
            found = self.maps[self.cursor.axis]
            self._go(found.at(self.cursor.level, 0 if key == Qt.Key.Key_Home else found.places - 1))
            return True
        return False

    def _choose_by_key(self, how: Modifier, at: int) -> None:
        if isinstance(self.cursor, HiddenMark):
            self.show_asked.emit(self.cursor)
        elif isinstance(self.cursor, Heading):
            if how == Modifier.NoModifier and self.chosen == (self.cursor,):
                self.sort_asked.emit(self.cursor)
            else:
                self.choose(self.cursor, how, at)

    def _enter(self, key: Qt.Key) -> bool:
        """From the first row, or column, into the headings."""
        current = self.grid.currentIndex()
        axis: TableSide = "rows" if key == Qt.Key.Key_Left else "columns"
        edge = current.column() if key == Qt.Key.Key_Left else current.row()
        if key not in (Qt.Key.Key_Left, Qt.Key.Key_Up) or not current.isValid() or edge or axis not in self.maps:
            return False
        found = self.maps[axis]
        heading = found.at(found.levels - 1, current.row() if axis == "rows" else current.column())
        if heading is not None:
            self.chosen = ()
            self._go(heading)
        return heading is not None

    def _walk(self, along: int, across: int) -> None:
        """One heading or mark further along the axis, or one level in or out."""
        at = self.cursor
        if at is None:
            return
        found = self.maps[at.axis]
        if isinstance(at, HiddenMark):
            if along:
                self._go(found.at(found.levels - 1, place_of(at, found) - (along < 0)))
            elif across > 0:
                self._to_cells()
            return
        if along:
            mark = self._mark_beside(at, along) if at.level == self._innermost(at) else None
            self._go(mark or found.beside(at, along))
        elif across < 0:
            self._go(found.above(at))
        else:
            below = found.below(at)
            if below is None:
                self._to_cells()
            else:
                self._go(below)

    def _innermost(self, heading: Heading) -> int:
        """Level of the innermost heading at a line, where marks of hidden lines are shown between."""
        found = self.maps[heading.axis]
        inner = found.at(found.levels - 1, heading.first)
        return heading.level if inner is None else inner.level

    def _mark_beside(self, heading: Heading, step: int) -> HiddenMark | None:
        edge = heading.last + 1 if step > 0 else heading.first
        found = self.maps[heading.axis]
        return next((mark for mark in self.marks(heading.axis) if place_of(mark, found) == edge), None)

    def marks(self, axis: TableSide) -> tuple[HiddenMark, ...]:
        """Where lines of an axis are hidden."""
        view = self.view
        return () if view is None or axis not in self.maps else view.hidden[axis]

    def _go(self, spot: Spot | None) -> None:
        """The cursor among the headings, in sight."""
        if spot is None:
            return
        self.cursor = spot
        found = self.maps[spot.axis]
        place = min(spot.first if isinstance(spot, Heading) else place_of(spot, found), found.places - 1)
        model, current = self.grid.model(), self.grid.currentIndex()
        row = place if spot.axis == "rows" else max(current.row(), 0)
        column = place if spot.axis == "columns" else max(current.column(), 0)
        index, flag = model.index(row, column), QItemSelectionModel.SelectionFlag
        with self.keeping():
            if self.chosen:
                self.grid.selectionModel().setCurrentIndex(index, flag.NoUpdate)
            else:
                self.grid.selectionModel().setCurrentIndex(index, flag.Clear)
        self._show_place(spot.axis, place)
        self._announce()
        self.changed.emit()

    def _to_cells(self) -> None:
        """From the headings to the cell beside them."""
        current = self.grid.currentIndex()
        self.leave()
        if current.isValid():
            self.grid.selectionModel().setCurrentIndex(current, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.grid.viewport().update()

    def spoken(self, spot: Spot) -> str:
        """What a screen reader says of a heading or a mark."""
        model = self.model
        if model is None:
            return ""
        return model.spoken(spot) if isinstance(spot, Heading) else model.spoken_mark(spot)

    def _announce(self) -> None:
        if self.cursor is not None:
            announce(self.spoken(self.cursor))

    # --- dragging --------------------------------------------------------------------------------------------------

    def may_stand_beside(self, target: Heading) -> bool:
        """Whether what is chosen may be moved beside a heading: one of the same level, under the same parent."""
        view = self.view
        if view is None or not self.chosen or self.is_chosen(target):
            return False
        found = self.maps[target.axis]
        to = named_by(view, found, target)
        if to is None or not to.place:
            return False
        there = frozenset(to.shown.shown.tolist())
        above = parent_of(to.shown, to.place, there)
        for one in self.chosen:
            named = named_by(view, found, one) if one.axis == target.axis else None
            if named is None or (named.at, named.level) != (to.at, to.level):
                return False
            if not named.place or parent_of(named.shown, named.place, there) != above:
                return False
        return True

    def drag_over(self, target: Heading | None, after: bool) -> None:
        """What is chosen hangs over a heading; a mark shows where it would land."""
        drop = (target, after) if target is not None and self.may_stand_beside(target) else None
        if not self.dragging or drop != self.drop:
            self.dragging, self.drop = True, drop
            self.changed.emit()

    def cancel_drag(self) -> None:
        """Nothing is moved."""
        self.dragging, self.drop = False, None
        self.changed.emit()

    def end_drag(self, place: QPoint) -> None:
        """What is chosen was let go."""
        drop = self.drop
        self.cancel_drag()
        if drop is None:
            self.refused.emit("beside", place)
        else:
            self.move_asked.emit(*drop)

    def line_of(self, heading: Heading) -> int | None:
        """Line of the layout that a heading sorts by; None where it is over several."""
        view = self.view
        return None if view is None else line_under(view, self.maps[heading.axis], heading)


def _merged(places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches of places, those that touch as one."""
    found: list[tuple[int, int]] = []
    for begin, end in sorted(places):
        if found and begin <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((begin, end))
    return found


def place_of(mark: HiddenMark, found: HeadingMap) -> int:
    """Row or column of the screen before which a mark is shown."""
    labels = found.labels
    if found.axis == "columns":
        return mark.line * found.values
    lines = int(labels.line_of[-1]) + 1 if len(labels) else 0
    return len(labels) if mark.line >= lines else labels.row_of(mark.line, 0)
