"""The list of variables and values beside the table: search, drag, double-click, menu, keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme
from ckmdesk.widgets.chips import Item, decode, start_drag

ITEM = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True)
class Section:
    """A heading and its items, each with the word for where it stands and its levels (title, number of nodes)."""

    title: str
    items: tuple[tuple[Item, str, tuple[tuple[str, int], ...]], ...]

    @property
    def without_words(self) -> tuple[object, ...]:
        """All but the words for where the items stand, which change at every drag."""
        return self.title, [(item, levels) for item, _, levels in self.items]


class VariableList(QTreeWidget):
    """Variables and values.

    activated_item(item): double-click or Enter. key_asked(item, zone): R, C, L, F keys. menu_asked(item, point).
    dropped_back(item): a chip was dragged out of a shelf onto the list. chosen_item(item): it is the current one now.
    """

    chosen_item = Signal(object)
    activated_item = Signal(object)
    key_asked = Signal(object, str)
    menu_asked = Signal(object, QPoint)
    dropped_back = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._sections: tuple[Section, ...] = ()
        self._search = ""
        self.setObjectName("variables")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setIndentation(14)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setExpandsOnDoubleClick(False)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._context_menu)
        self.itemDoubleClicked.connect(self._double_clicked)
        self.currentItemChanged.connect(self._current_changed)
        theme.changed.connect(self._rebuild)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show these sections; the chosen item and the search stay."""
        before, self._sections = self._sections, tuple(sections)
        if self._sections == before:
            return
        if [section.without_words for section in before] == [section.without_words for section in sections]:
            words = {item: word for section in sections for item, word, _ in section.items}
            for entry in self._entries():
                item = self.item_of(entry)
                if item is not None and entry.text(1) != words[item]:
                    entry.setText(1, words[item])
        else:
            self._rebuild()

    def search(self, text: str) -> None:
        """Show only items whose title holds the text."""
        self._search = text.strip().casefold()
        self._rebuild()

    def item_of(self, entry: QTreeWidgetItem | None) -> Item | None:
        found = entry.data(0, ITEM) if entry is not None else None
        return found if isinstance(found, Item) else None

    def chosen(self) -> Item | None:
        return self.item_of(self.currentItem())

    def choose(self, name: str) -> None:
        """Make the item `name` the current one."""
        for entry in self._entries():
            item = self.item_of(entry)
            if item is not None and item.name == name:
                self.setCurrentItem(entry)

    def _current_changed(self, entry: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        item = self.item_of(entry)
        if item is not None:
            self.chosen_item.emit(item)

    def _entries(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        for place in range(self.topLevelItemCount()):
            top = self.topLevelItem(place)
            if top is not None:
                found += [child for number in range(top.childCount()) if (child := top.child(number)) is not None]
        return found

    def _rebuild(self) -> None:
        current = self.chosen()
        self.clear()
        secondary = self.theme.color("secondary")
        for section in self._sections:
            shown = [entry for entry in section.items if self._search in entry[0].title.casefold()]
            if not shown:
                continue
            head = QTreeWidgetItem([section.title, ""])
            font = self.theme.font(bold=True)
            head.setFont(0, font)
            head.setForeground(0, secondary)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addTopLevelItem(head)
            head.setExpanded(True)
            for item, word, levels in shown:
                entry = QTreeWidgetItem([item.title, word])
                entry.setIcon(0, self.theme.icon(item.icon))
                entry.setData(0, ITEM, item)
                entry.setForeground(1, secondary)
                entry.setFont(1, self._small())
                entry.setToolTip(0, item.title)
                entry.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
                head.addChild(entry)
                for title, nodes in levels:
                    level = QTreeWidgetItem([title, str(nodes)])
                    level.setFlags(Qt.ItemFlag.ItemIsEnabled)
                    level.setForeground(1, secondary)
                    entry.addChild(level)
                entry.setExpanded(bool(levels))
                if current is not None and item.name == current.name:
                    self.setCurrentItem(entry)

    def _small(self) -> QFont:
        return self.theme.small_font()

    def sizeHintForRow(self, row: int) -> int:
        return px(ROW_HEIGHT)

    def startDrag(self, actions: Qt.DropAction) -> None:
        item = self.chosen()
        if item is not None:
            start_drag(self, item, self.theme)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._consider(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._consider(event)

    def _consider(self, event: QDropEvent) -> None:
        item = decode(event.mimeData())
        if item is not None and item.zone != "list":
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        item = decode(event.mimeData())
        if item is not None and item.zone != "list":
            event.acceptProposedAction()
            self.dropped_back.emit(item)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.chosen()
        zones = {Qt.Key.Key_R: "rows", Qt.Key.Key_C: "columns", Qt.Key.Key_F: "filters"}
        zones |= {Qt.Key.Key_Z: "rows", Qt.Key.Key_S: "columns"}  # Zeilen, Spalten
        zones |= {Qt.Key.Key_L: "layers", Qt.Key.Key_B: "layers"}  # layers, Blätter
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated_item.emit(item)
        elif item is not None and plain and Qt.Key(event.key()) in zones:
            self.key_asked.emit(item, zones[Qt.Key(event.key())])
        elif item is not None and event.key() == Qt.Key.Key_Delete:
            self.key_asked.emit(item, "list")
        elif item is not None and event.key() == Qt.Key.Key_Menu:
            self._menu_at(self.visualItemRect(self.currentItem()).bottomLeft())
        else:
            super().keyPressEvent(event)

    def _double_clicked(self, entry: QTreeWidgetItem, column: int) -> None:
        item = self.item_of(entry)
        if item is not None:
            self.activated_item.emit(item)

    def _context_menu(self, place: QPoint) -> None:
        entry = self.itemAt(place)
        if self.item_of(entry) is not None:
            self.setCurrentItem(entry)
            self._menu_at(place)

    def _menu_at(self, place: QPoint) -> None:
        item = self.chosen()
        if item is not None:
            self.menu_asked.emit(item, self.viewport().mapToGlobal(place))
