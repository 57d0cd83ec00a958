"""What a mouse does with the headings of a head or stub: they are handles. What they look like is painted elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QHeaderView, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.models.table_model import TableModel
from ckmdesk.pages.tables.heading_paint import GRIP_WIDTH
from ckmdesk.pages.tables.headings import Headings, place_of
from ckmdesk.state.headings import Heading, HeadingMap
from ckmdesk.state.hidden import HiddenMark, TableSide


class HandleHeader(QHeaderView):
    """Header view whose headings can be selected and dragged and have a menu.

    Subclasses give their geometry in the viewport: `rect_of` a heading, `level_at` a point, `pill_of` the text of a
    mark.
    """

    rect_of: Callable[[Heading], QRect]
    level_at: Callable[[QPoint], int]
    pill_of: Callable[[HiddenMark], QRect]
    _model: TableModel | None = None

    def __init__(self, orientation: Qt.Orientation, parent: QWidget) -> None:
        super().__init__(orientation, parent)
        self.headings: Headings | None = None
        self._pressed_at: QPoint | None = None
        self._taken: Heading | None = None  # it was chosen already when it was pressed

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)  # type: ignore[arg-type]
        self._model = model if isinstance(model, TableModel) else None

    def table_model(self) -> TableModel | None:
        """Return the model, cached, because each painted label asks for it several times."""
        return self._model

    def visible_sections(self) -> range:
        """Visual indexes of the sections on the screen."""
        end = self.viewport().width() if self.orientation() == Qt.Orientation.Horizontal else self.viewport().height()
        first, last_section = self.visualIndexAt(0), self.visualIndexAt(end - 1)
        if first < 0:
            return range(0)
        return range(first, (last_section if last_section >= 0 else self.count() - 1) + 1)

    @property
    def side(self) -> TableSide:
        return "rows" if self.orientation() == Qt.Orientation.Vertical else "columns"

    def use(self, headings: Headings) -> None:
        """Show the state of these headings, and pass the mouse actions to them."""
        self.headings = headings
        headings.changed.connect(self.viewport().update)

    def edge_of(self, mark: HiddenMark) -> int:
        """Return the position along the axis at which lines are hidden."""
        heading_map = self._map()
        heading_place = 0 if heading_map is None else place_of(mark, heading_map)
        if heading_place < self.count():
            return self.sectionViewportPosition(heading_place)
        return self.length() - self.offset()

    def _map(self) -> HeadingMap | None:
        return None if self.headings is None else self.headings.maps.get(self.side)

    def heading_at(self, place: QPoint) -> Heading | None:
        """The heading at a point of the viewport."""
        heading_map, section = self._map(), self.logicalIndexAt(place)
        return None if heading_map is None or section < 0 else heading_map.at(self.level_at(place), section)

    def marks_in_sight(self) -> list[HiddenMark]:
        """The marks of hidden lines on the screen."""
        marks = () if self.headings is None else self.headings.marks(self.side)
        if not marks:
            return []
        heading_map, seen_sections = self._map(), self.visible_sections()
        if heading_map is None or not seen_sections:
            return []
        return [mark for mark in marks if seen_sections.start <= place_of(mark, heading_map) <= seen_sections.stop]

    def mark_at(self, place: QPoint) -> HiddenMark | None:
        """The mark of hidden lines at a point of the viewport."""
        return next((mark for mark in self.marks_in_sight() if self.pill_of(mark).contains(place)), None)

    def is_chosen(self, heading: Heading) -> bool:
        """Whether a heading is chosen."""
        return self.headings is not None and self.headings.is_chosen(heading)

    def on_grip(self, heading: Heading, place: QPoint) -> bool:
        """Return whether a point is on the grip of a heading, from which it is dragged."""
        rect = self.rect_of(heading)
        return rect.left() <= place.x() < max(rect.left(), 0) + px(GRIP_WIDTH)

    def _mark_words(self, mark: HiddenMark) -> str:
        model = self.table_model()
        return "" if model is None else model.mark_words(mark)

    # --- the mouse -------------------------------------------------------------------------------------------------

    def _hover(self, spot: Heading | HiddenMark | None) -> None:
        if self.headings is not None and self.headings.hover != spot:
            self.headings.hover = spot
            self.viewport().update()

    def pressed(self, event: QMouseEvent) -> bool:
        """Handle a mouse press on a heading or a mark; return whether it was one."""
        mouse_point, headings = event.position().toPoint(), self.headings
        if headings is None or not headings.acts or event.button() != Qt.MouseButton.LeftButton:
            return False
        mark, heading = self.mark_at(mouse_point), self.heading_at(mouse_point)
        if mark is not None:
            headings.show_asked.emit(mark)
            return True
        if heading is None:
            return False
        if self.menu_rect(heading).contains(mouse_point) and headings.hover == heading:
            self._ask_menu(heading, self.viewport().mapToGlobal(self.menu_rect(heading).bottomLeft()))
            return True
        how = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        self._pressed_at = mouse_point
        self._taken = heading if headings.is_chosen(heading) and how == Qt.KeyboardModifier.NoModifier else None
        if self._taken is not None:
            headings.take(self._taken)
        else:
            grip = self.on_grip(heading, mouse_point) and headings.hover == heading
            headings.choose(heading, how, event.timestamp())
            self._taken = heading if grip and how == Qt.KeyboardModifier.NoModifier else None
            if self._taken is not None:
                self._pressed_at = mouse_point
        event.accept()
        return True

    def moved(self, event: QMouseEvent) -> bool:
        """Handle a mouse move that drags or selects headings; return whether it was one."""
        mouse_point, headings = event.position().toPoint(), self.headings
        if headings is None or not headings.acts:
            return False
        if self._pressed_at is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._hover(self.mark_at(mouse_point) or self.heading_at(mouse_point))
            return False
        if (
            not headings.dragging
            and (mouse_point - self._pressed_at).manhattanLength() < QApplication.startDragDistance()
        ):
            return True
        self._scroll_at(mouse_point)
        target = self.heading_at(mouse_point)
        if self._taken is None and not headings.dragging:
            if target is not None and not headings.is_chosen(target):
                headings.choose(target, Qt.KeyboardModifier.ShiftModifier, event.timestamp())
            return True
        inner = None if target is None else self._beside_chosen(target)
        rect = QRect() if inner is None else self.rect_of(inner)
        upright = self.side == "rows"
        after = mouse_point.y() > rect.center().y() if upright else mouse_point.x() > rect.center().x()
        headings.drag_over(inner, after)
        return True

    def _beside_chosen(self, target: Heading) -> Heading:
        """Return, among the nested headings at a point, the one on the level of the dragged heading."""
        heading_map, headings = self._map(), self.headings
        if heading_map is None or headings is None or not headings.chosen:
            return target
        return heading_map.at(headings.chosen[0].level, target.first) or target

    def _scroll_at(self, point: QPoint) -> None:
        """Scroll the table while something is dragged over its edge."""
        grid, viewport_rect = self.parent(), self.viewport().rect()
        if not isinstance(grid, QAbstractScrollArea):
            return
        upright = self.side == "rows"
        bar = grid.verticalScrollBar() if upright else grid.horizontalScrollBar()
        coordinate, end = (point.y(), viewport_rect.height()) if upright else (point.x(), viewport_rect.width())
        if coordinate < 0 or coordinate >= end:
            bar.setValue(bar.value() + (bar.singleStep() if coordinate >= end else -bar.singleStep()))

    def released(self, event: QMouseEvent) -> bool:
        """Handle the release of the mouse after a press on a heading; return whether it was one."""
        headings, taken_heading, begun = self.headings, self._taken, self._pressed_at
        self._taken = self._pressed_at = None
        if headings is None or begun is None:
            return False
        if headings.dragging:
            headings.end_drag(event.globalPosition().toPoint())
        elif taken_heading is not None and headings.chosen == (taken_heading,):
            headings.click_again(taken_heading, event.timestamp())
        elif taken_heading is not None:
            headings.choose(taken_heading, Qt.KeyboardModifier.NoModifier, event.timestamp())
        return True

    def menu_rect(self, heading: Heading) -> QRect:
        """Return the rectangle of the caret of a heading's menu; empty in the stub, whose carets open nodes."""
        return QRect()

    def _ask_menu(self, heading: Heading, point: QPoint) -> None:
        headings = self.headings
        if headings is not None:
            if headings.is_chosen(heading):
                headings.take(heading)
            else:
                headings.choose(heading)
            headings.menu_asked.emit(point)

    @guarded()
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        headings, heading = self.headings, self.heading_at(event.pos())
        if headings is None or heading is None or not headings.acts:
            return
        self._ask_menu(heading, event.globalPos())
