"""The tree of nodes: shown, called, and in edit mode built by dragging, by a menu and by keys."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTreeView, QWidget

from ckmdesk.base.announcer import announce
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import RADIUS, Theme
from ckmdesk.pages.data.node_model import NodeModel
from ckmdesk.state.tree_editing import TOP

MIME = "application/x-ckmdesk-nodes"

# What is asked for, by its keys.
KEYS = {
    "cut": "Ctrl+X",
    "paste": "Ctrl+V",
    "group": "Ctrl+G",
    "dissolve": "Ctrl+Shift+G",
    "move": "Ctrl+M",
    "up": "Alt+Up",
    "down": "Alt+Down",
    "indent": "Tab",
    "outdent": "Shift+Tab",
    "rename": "F2",
}
_BY_KEY = {QKeySequence(keys)[0].toCombined(): step_name for step_name, keys in KEYS.items() if step_name != "rename"}
_BY_KEY[QKeySequence("Shift+Backtab")[0].toCombined()] = "outdent"
_BY_KEY[QKeySequence("Del")[0].toCombined()] = "dissolve"


def key_text(asked: str) -> str:
    """Return the shortcut of a step in the notation of this machine; "" if it has none."""
    return QKeySequence(KEYS[asked]).toString(QKeySequence.SequenceFormat.NativeText) if asked in KEYS else ""


@dataclass(frozen=True)
class NodePlace:
    """A drop position: below `parent`, before `before` or at its end; `mark` is the rectangle that shows it."""

    parent: str
    before: str | None
    mark: QRect
    on: bool


@dataclass(frozen=True)
class Kept:
    """The view state of a tree, kept while its nodes change."""

    expanded: frozenset[str]
    selected: tuple[str, ...]
    current: str | None
    scrolled: int


def encode(codes: Collection[str]) -> QMimeData:
    """Encode nodes as drag data."""
    mime = QMimeData()
    mime.setData(MIME, json.dumps(list(codes)).encode())
    return mime


def decode(mime: QMimeData) -> list[str]:
    """Decode the nodes of drag data; empty for other data."""
    if not mime.hasFormat(MIME):
        return []
    return [str(code) for code in json.loads(bytes(mime.data(MIME).data()).decode())]


class TreeEditor(QTreeView):
    """Tree editor; emits `dropped(codes, place)` and `asked(what)`: a key of KEYS, `sort_code`, `sort_label` or
    `leave`."""

    dropped = Signal(object, object)
    asked = Signal(str)
    selected = Signal()

    def __init__(self, theme: Theme, model: NodeModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self.nodes = theme, model
        self._place: NodePlace | None = None
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(20)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        triggers = QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        self.setEditTriggers(triggers)
        self.setDropIndicatorShown(False)
        self.setAutoExpandDelay(500)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu_at)
        self.set_editing(False)

    @property
    def editing(self) -> bool:
        return self.nodes.editing

    @guarded()
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        announce(self.accessibleDescription())  # a screen reader says the node at hand, not what is told of the tree

    def set_editing(self, editing: bool) -> None:
        """Set whether nodes can be moved."""
        self.nodes.editing = editing
        words = self.tr("Tab moves the chosen nodes in, %1 out; Escape leads on to the search")
        self.setAccessibleDescription(words.replace("%1", key_text("outdent")) if editing else "")
        self.setDragEnabled(editing)
        self.setAcceptDrops(editing)
        modes = QAbstractItemView.DragDropMode
        self.setDragDropMode(modes.DragDrop if editing else modes.NoDragDrop)

    # --- what is selected and open -------------------------------------------------------------------------------

    def selected_codes(self) -> list[str]:
        """The selected nodes in the order of the tree."""
        codes = [self.nodes.code_at(index) for index in self.selectionModel().selectedRows(0)]
        wanted_codes = {code for code in codes if code is not None}
        return [code for code in self.nodes.labels() if code in wanted_codes]

    def select(self, codes: Collection[str], *, show: bool = True) -> None:
        """Select these nodes and bring the first of them into view."""
        node_indices = [index for index in map(self.nodes.index_of, codes) if index.isValid()]
        first = node_indices[0] if node_indices else QModelIndex()
        selection = QItemSelection()
        # Neighbours in one range: Qt is slow with thousands of them.
        for start, end in self.nodes.runs(node_indices):
            selection.select(start, end)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        if first.isValid() and show:
            self.selectionModel().setCurrentIndex(first, flags.NoUpdate)
            self.scrollTo(first)

    def keep(self) -> Kept:
        """Return the expanded, selected and visible nodes, by codes."""
        index_of_code = {code: self.nodes.index_of(code) for code in self.nodes.labels() if code}
        expanded = {
            code for code, index in index_of_code.items() if self.nodes.is_group(index) and self.isExpanded(index)
        }
        current = self.nodes.code_at(self.currentIndex())
        return Kept(frozenset(expanded), tuple(self.selected_codes()), current, self.verticalScrollBar().value())

    def give_back(self, kept: Kept) -> None:
        """Restore the expanded, selected and visible nodes that still exist, and expand the parents of selected
        ones."""
        self.expand(self.nodes.index_of(TOP))
        for code in kept.expanded:
            index = self.nodes.index_of(code)
            if index.isValid():
                self.expand(index)
        for code in kept.selected:
            above = self.nodes.index_of(code).parent()
            while above.isValid() and not self.isExpanded(above):
                self.expand(above)
                above = above.parent()
        self.select(kept.selected, show=False)
        if kept.current is not None:
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(self.nodes.index_of(kept.current), flags.NoUpdate)
        self.verticalScrollBar().setValue(kept.scrolled)

    def show_only(self, codes: Collection[str] | None) -> None:
        """Hide all nodes but these, their ancestors and descendants; None shows all."""
        shown_codes: set[str] | None = None
        if codes is not None:
            shown_codes = set(codes)
            for code in codes:
                above = self.nodes.index_of(code).parent()
                while (name := self.nodes.code_at(above)) is not None and name not in shown_codes:
                    shown_codes.add(name)
                    self.expand(above)
                    above = above.parent()
        self._hide(self.nodes.index_of(TOP), shown_codes, frozenset(codes or ()))

    def _hide(self, parent: QModelIndex, shown: set[str] | None, found_codes: frozenset[str]) -> None:
        for row in range(self.nodes.rowCount(parent)):
            index = self.nodes.index(row, 0, parent)
            code = self.nodes.code_at(index) or ""
            self.setRowHidden(row, parent, shown is not None and code not in shown)
            self._hide(index, None if code in found_codes else shown, found_codes)

    @guarded()
    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selected.emit()

    # --- dragging ------------------------------------------------------------------------------------------------

    @guarded()
    def startDrag(self, actions: Qt.DropAction) -> None:
        codes = self.selected_codes()
        if not codes or not self.editing:
            return
        drag = QDrag(self.window())
        drag.setMimeData(encode(codes))
        drag.setPixmap(self._ghost(codes))
        drag.setHotSpot(QPoint(-14, -10))
        drag.exec(Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)
        self._mark(None)

    def _ghost(self, codes: list[str]) -> QPixmap:
        text = self.nodes.labels().get(codes[0], codes[0])
        if len(codes) > 1:
            text += f"  + {len(codes) - 1}"
        size = QSize(QFontMetrics(self._theme.font()).horizontalAdvance(text) + 24, px(24))
        pixmap = QPixmap(size * self.devicePixelRatioF())
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("accent"))
        painter.setBrush(self._theme.color("accent_soft"))
        area = QRect(QPoint(0, 0), size)
        painter.drawRoundedRect(area.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
        painter.setFont(self._theme.font())
        painter.setPen(self._theme.color("text"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        return pixmap

    @guarded()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._consider(event)

    @guarded()
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges, opens groups under the pointer
        self._consider(event)

    @guarded()
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._mark(None)

    @guarded()
    def dropEvent(self, event: QDropEvent) -> None:
        node_place = self._consider(event)
        self._mark(None)
        # Qt ends its scrolling at the edges with its own drops only.
        self.setAutoScroll(False)
        self.setAutoScroll(True)
        self.setState(QAbstractItemView.State.NoState)
        if node_place is not None:
            self.dropped.emit(decode(event.mimeData()), node_place)

    def _consider(self, event: QDropEvent) -> NodePlace | None:
        codes = decode(event.mimeData()) if self.editing else []
        node_place = self.place_at(event.position().toPoint()) if codes else None
        if node_place is not None and self._is_within(node_place.parent, codes):
            node_place = None
        self._mark(node_place)
        if node_place is None:
            event.ignore()
            return None
        event.setDropAction(Qt.DropAction.MoveAction)
        event.accept()
        return node_place

    def _is_within(self, parent: str, codes: Collection[str]) -> bool:
        index = self.nodes.index_of(parent)
        while (code := self.nodes.code_at(index)) is not None:
            if code in codes:
                return True
            index = index.parent()
        return False

    def place_at(self, point: QPoint) -> NodePlace:
        """Return where nodes dropped at a point of the view would land: on a group, or between two nodes."""
        index = self.indexAt(point).siblingAtColumn(0)
        top = self.nodes.index_of(TOP)
        if not index.isValid():
            return NodePlace(TOP, None, self._row_of(top), on=True)
        row = self._row_of(index)
        share = (point.y() - row.top()) / max(1, row.height())
        group = self.nodes.is_group(index)
        code = self.nodes.code_at(index)
        if index == top or (group and 0.25 <= share <= 0.75):
            return NodePlace(code or TOP, None, row, on=True)
        if group and share > 0.75 and self.isExpanded(index):
            first = self.nodes.index(0, 0, index)
            return NodePlace(code or TOP, self.nodes.code_at(first), self._line(row, row.bottom(), first), on=False)
        parent = self.nodes.code_at(index.parent()) or TOP
        if share < 0.5:
            return NodePlace(parent, code, self._line(row, row.top(), index), on=False)
        return NodePlace(parent, self.nodes.next_code(index), self._line(row, row.bottom(), index), on=False)

    def _row_of(self, index: QModelIndex) -> QRect:
        row = self.visualRect(index)
        row.setRight(self.viewport().width() - 1)
        return row

    def _line(self, row: QRect, y: int, index: QModelIndex) -> QRect:
        depth = -1
        while index.isValid():
            index, depth = index.parent(), depth + 1
        left = depth * self.indentation()
        return QRect(left, y, row.right() - left, 1)

    def _mark(self, node_place: NodePlace | None) -> None:
        if node_place != self._place:
            self._place = node_place
            self.viewport().update()

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._place is not None:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.color("accent"), 2))
            if self._place.on:
                painter.drawRect(self._place.mark.adjusted(1, 1, -1, -1))
            else:
                painter.drawLine(self._place.mark.topLeft(), self._place.mark.topRight())
            painter.end()

    # --- keys and menu -------------------------------------------------------------------------------------------

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        if self.editing and isinstance(event, QKeyEvent) and self.state() != QAbstractItemView.State.EditingState:
            step_name = _BY_KEY.get(event.keyCombination().toCombined())
            if step_name is not None and event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if step_name is not None and event.type() == QEvent.Type.KeyPress:
                self.asked.emit(step_name)
                event.accept()
                return True
        return super().event(event)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.editing and self.state() != QAbstractItemView.State.EditingState:
            self.asked.emit("leave")
        elif event.key() == Qt.Key.Key_Menu:
            self._menu_at(self.visualRect(self.currentIndex()).bottomLeft())
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """Make the menu for the selected nodes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = {"rename": self.tr("Rename")}
        if self.editing:
            words |= {
                "group": self.tr("Group selected ..."),
                "move": self.tr("Move below ..."),
                "cut": self.tr("Cut"),
                "paste": self.tr("Paste here"),
                "indent": self.tr("Into the group before"),
                "outdent": self.tr("Out of the group"),
                "up": self.tr("Up"),
                "down": self.tr("Down"),
                "dissolve": self.tr("Dissolve group"),
                "sort_code": self.tr("Sort members by code"),
                "sort_label": self.tr("Sort members by name"),
            }
        for step_name, text in words.items():
            keys = key_text(step_name)
            action = menu.addAction(f"{text}\t{keys}" if keys else text)
            action.setData(step_name)
            action.triggered.connect(lambda _=False, what=step_name: self.asked.emit(what))
        return menu

    def _menu_at(self, point: QPoint) -> None:
        if self.nodes.rowCount():
            self.menu().popup(self.viewport().mapToGlobal(point))

    def rename(self) -> None:
        """Type another label for the current node."""
        index = self.currentIndex().siblingAtColumn(0)
        if index.isValid() and self.nodes.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)
