"""The saved tables of a statistic as a tree: folders, search, names edited in place, drags, menu, keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import Theme
from ckmdesk.widgets.basic import select_alone
from ckmdesk.widgets.wrapped_rows import BELOW, RowsWithState

MIME = "application/x-ckmdesk-saved-table"
ENTRY = int(Qt.ItemDataRole.UserRole)
INDENT = 14


@dataclass(frozen=True)
class TreeEntry:
    """Entry of the tree: a table, or with `is_folder` a folder, by name.

    `folder` contains a table; `untitled` is the number of a table that was never saved.
    """

    name: str
    folder: str = ""
    is_folder: bool = False
    untitled: int = 0


@dataclass(frozen=True)
class Listed:
    """A table as listed.

    It has name, folder, tool tip, whether it does not fit the period, icon with colour, the text of its state, the
    number of one that was never saved, and a tool tip with a picture.
    """

    name: str
    folder: str = ""
    tip: str = ""
    unfit: bool = False
    icon: tuple[str, str] = ("tables", "secondary")
    state: str = ""
    untitled: int = 0
    rich: str = ""


class TableTree(QTreeWidget):
    """Tree of tables and folders; it only emits requests.

    `opened(name)` and `untitled_opened(number)` at a click or Enter, `renamed(entry, new)` after editing, `asked(what,
    entry)` with "delete", "duplicate", "up" or "down", `dropped(name, folder, before)` after a drag, and
    `menu_asked(entry, point)` with a point of the viewport.
    """

    opened = Signal(str)
    untitled_opened = Signal(int)
    renamed = Signal(object, str)
    asked = Signal(str, object)
    dropped = Signal(str, str, str)
    menu_asked = Signal(object, QPoint)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._listed: tuple[Listed, ...] = ()
        self._current = ""
        self._search = ""
        self._closed: set[str] = set()
        self._mark: QRect | None = None
        self._shown = self._stale = False
        self.setObjectName("saved-tables")
        self.setHeaderHidden(True)
        self.setIndentation(INDENT)
        self.setWordWrap(True)
        self.setItemDelegate(RowsWithState(self, theme))
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._context_menu)
        self.itemClicked.connect(self._clicked)
        self.itemChanged.connect(self._changed)
        self.itemCollapsed.connect(lambda item: self._fold(item, closed=True))
        self.itemExpanded.connect(lambda item: self._fold(item, closed=False))
        theme.changed.connect(self._rebuild_later)

    # --- showing -------------------------------------------------------------------------------------------------

    def show_tables(self, listed: Sequence[Listed], current: str) -> None:
        """List the tables in order; `current` is the one on the screen."""
        if (tuple(listed), current) != (self._listed, self._current) or not self._shown:
            self._listed, self._current, self._shown = tuple(listed), current, True
            self._rebuild_later()

    def search(self, text: str) -> None:
        """Show only tables whose name, or folder, holds the text."""
        self._search = text.strip().casefold()
        self._rebuild_later()

    def chosen(self) -> TreeEntry | None:
        self._bring_up()
        return self.entry_of(self.currentItem())

    def choose(self, name: str) -> None:
        """Select a table by name, else the folder of that name."""
        for item in self._items():
            entry = self.entry_of(item)
            if entry is not None and entry.name == name:
                select_alone(self, self.indexFromItem(item))
                return

    def entry_of(self, item: QTreeWidgetItem | None) -> TreeEntry | None:
        data = None if item is None else item.data(0, ENTRY)
        return data if isinstance(data, TreeEntry) else None

    @staticmethod
    def words_of(item: QTreeWidgetItem) -> str:
        """Return the tool tip of a table without its picture."""
        return str(item.data(0, int(Qt.ItemDataRole.AccessibleDescriptionRole)) or "")

    def shown(self) -> list[str]:
        """Return every entry shown, in order: `folder/`, `folder/table`, `table`."""
        result = []
        for item in self._items():
            entry = self.entry_of(item)
            if entry is not None:
                result.append(f"{entry.name}/" if entry.is_folder else f"{entry.folder}/{entry.name}".removeprefix("/"))
        return result

    def edit_name(self) -> None:
        """Edit the name of the current entry in place."""
        self._bring_up()
        item = self.currentItem()
        if item is not None:
            self.editItem(item, 0)

    def _rebuild_later(self) -> None:
        """Rebuild the list now if it is visible, else when it is next shown or read."""
        self._stale = True
        if self.isVisible():
            self._bring_up()

    def _bring_up(self) -> None:
        if self._stale:
            self._rebuild()

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        self._bring_up()
        super().showEvent(event)

    def _items(self) -> Iterator[QTreeWidgetItem]:
        """Yield the items, tables first: a table and a folder may have the same name."""
        self._bring_up()
        for index in range(self.topLevelItemCount()):
            top = self.topLevelItem(index)
            if top is not None:
                yield top
                yield from (child for index in range(top.childCount()) if (child := top.child(index)) is not None)

    def _rebuild(self) -> None:
        self._stale = False
        former_entry = self.entry_of(self.currentItem())
        self.blockSignals(True)
        self.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for table in self._listed:
            if self._search not in table.name.casefold() and self._search not in table.folder.casefold():
                continue
            if table.folder and table.folder not in heads:
                heads[table.folder] = self._add_folder(table.folder)
            self._add_table(table, heads.get(table.folder))
        self._choose_again(former_entry)
        self.blockSignals(False)

    def _add_folder(self, folder: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([folder])
        item.setIcon(0, self.theme.icon("folder", "secondary"))
        item.setData(0, ENTRY, TreeEntry(folder, folder, is_folder=True))
        item.setFont(0, self.theme.font(bold=True))
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable)
        self.addTopLevelItem(item)
        item.setExpanded(bool(self._search) or folder not in self._closed)
        return item

    def _add_table(self, table: Listed, head: QTreeWidgetItem | None) -> None:
        item = QTreeWidgetItem([table.name])
        item.setIcon(0, self.theme.icon(*(("warning", "warning") if table.unfit else table.icon)))
        item.setData(0, ENTRY, TreeEntry(table.name, table.folder, untitled=table.untitled))
        item.setData(0, BELOW, table.state)
        text = ", ".join(words for words in (table.name, table.state) if words)
        item.setData(0, int(Qt.ItemDataRole.AccessibleTextRole), text)
        item.setData(0, int(Qt.ItemDataRole.AccessibleDescriptionRole), table.tip)
        item.setToolTip(0, table.rich or table.tip or table.name)
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
        item.setFlags(flags if table.untitled else flags | Qt.ItemFlag.ItemIsDragEnabled)
        if head is None:
            self.addTopLevelItem(item)
        else:
            head.addChild(item)

    def _choose_again(self, former_entry: TreeEntry | None) -> None:
        """Select the former entry again, else the table on the screen."""
        wanted_entries: Collection[TreeEntry | None] = [former_entry] if former_entry is not None else []
        items = list(self._items())
        for item in items:
            if self.entry_of(item) in wanted_entries and not self._moved_on(former_entry):
                select_alone(self, self.indexFromItem(item))
                return
        for item in items:
            entry = self.entry_of(item)
            head = item.parent()
            seen = head is None or head.isExpanded()  # choosing it would open the folder
            if seen and entry is not None and not entry.is_folder and entry.name == self._current:
                select_alone(self, self.indexFromItem(item))

    def _moved_on(self, former_entry: TreeEntry | None) -> bool:
        """Whether another table came onto the screen since the entry was chosen."""
        return (
            not self.hasFocus()
            and former_entry is not None
            and not former_entry.is_folder
            and former_entry.name != self._current
        )

    # --- the hand ------------------------------------------------------------------------------------------------

    def _clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        entry = self.entry_of(item)
        if entry is not None and not entry.is_folder:
            self._open(entry)

    def _open(self, entry: TreeEntry) -> None:
        if entry.untitled:
            self.untitled_opened.emit(entry.untitled)
        else:
            self.opened.emit(entry.name)

    def _changed(self, item: QTreeWidgetItem, _column: int) -> None:
        entry = self.entry_of(item)
        new_text = " ".join(item.text(0).split())
        if entry is None or new_text == entry.name:
            return
        # After the editor has closed: the command rebuilds the tree.
        QTimer.singleShot(0, self, lambda: self._rename(entry, new_text))

    def _rename(self, entry: TreeEntry, new: str) -> None:
        self._rebuild()
        if new:
            self.renamed.emit(entry, new)

    def _fold(self, item: QTreeWidgetItem, *, closed: bool) -> None:
        entry = self.entry_of(item)
        if entry is not None and not self._search:
            (self._closed.add if closed else self._closed.discard)(entry.name)

    def _context_menu(self, point: QPoint) -> None:
        entry = self.entry_of(self.itemAt(point))
        if entry is not None:
            select_alone(self, self.indexFromItem(self.itemAt(point)))
            self.menu_asked.emit(entry, point)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            event.accept()  # Enter in a name comes here before the name is taken over
            return
        entry, key, modifiers = self.chosen(), event.key(), event.modifiers()
        plain = modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        if entry is None:
            super().keyPressEvent(event)
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not entry.is_folder:
            self._open(entry)
        elif plain and key == Qt.Key.Key_F2:
            self.edit_name()
        elif plain and key == Qt.Key.Key_Delete:
            self.asked.emit("delete", entry)
        elif control and key == Qt.Key.Key_D and not entry.is_folder and not entry.untitled:
            self.asked.emit("duplicate", entry)
        elif alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.asked.emit("up" if key == Qt.Key.Key_Up else "down", entry)
        elif plain and key == Qt.Key.Key_Menu:
            self.menu_asked.emit(entry, self.visualItemRect(self.currentItem()).bottomLeft())
        else:
            super().keyPressEvent(event)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # other widths, other lines

    # --- drags ---------------------------------------------------------------------------------------------------

    def mime_of(self, name: str) -> QMimeData:
        """A table as drag data."""
        mime = QMimeData()
        mime.setData(MIME, name.encode())
        return mime

    @guarded()
    def startDrag(self, actions: Qt.DropAction) -> None:
        entry = self.chosen()
        if entry is not None and not entry.is_folder and not entry.untitled:
            drag = QDrag(self.window())
            drag.setMimeData(self.mime_of(entry.name))
            drag.exec(Qt.DropAction.MoveAction, Qt.DropAction.MoveAction)

    @guarded()
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._consider(event)

    @guarded()
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._consider(event)

    def _consider(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(MIME):
            self._set_mark(self._place(event.position().toPoint())[2])
            event.acceptProposedAction()
        else:
            event.ignore()

    @guarded()
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._set_mark(None)

    @guarded()
    def dropEvent(self, event: QDropEvent) -> None:
        self._set_mark(None)
        if not event.mimeData().hasFormat(MIME):
            return
        name = bytes(event.mimeData().data(MIME).data()).decode()
        folder, before, _ = self._place(event.position().toPoint())
        event.acceptProposedAction()
        # After the drag has ended: the command replaces the item that is being dragged.
        QTimer.singleShot(0, self, lambda: self.dropped.emit(name, folder, before))

    def _place(self, point: QPoint) -> tuple[str, str, QRect]:
        """Return where a drop lands: folder, the table before which ("": the end), and the rectangle of the mark."""
        item = self.itemAt(point)
        entry = self.entry_of(item)
        if item is None or entry is None:
            last = self.topLevelItem(self.topLevelItemCount() - 1)
            bottom = 0 if last is None else self._end_of(last)
            return "", "", QRect(0, bottom, self.viewport().width(), 0)
        rect = self.visualItemRect(item)
        if entry.is_folder:
            return entry.name, "", rect
        if point.y() < rect.center().y():
            return entry.folder, entry.name, QRect(rect.left(), rect.top(), rect.width(), 0)
        same = [table.name for table in self._listed if table.folder == entry.folder]
        after = (*same, "")[same.index(entry.name) + 1]
        return entry.folder, after, QRect(rect.left(), rect.bottom(), rect.width(), 0)

    def _end_of(self, item: QTreeWidgetItem) -> int:
        last = item.child(item.childCount() - 1) if item.childCount() and item.isExpanded() else item
        return self.visualItemRect(last).bottom()

    def _set_mark(self, mark: QRect | None) -> None:
        self._mark = mark
        self.viewport().update()

    @guarded()
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._mark is None:
            return
        painter = QPainter(self.viewport())
        painter.setPen(QPen(self.theme.color("accent"), 2))
        if self._mark.height():
            painter.drawRect(self._mark.adjusted(1, 1, -2, -2))
        else:
            line = max(1, self._mark.top())
            painter.drawLine(self._mark.left(), line, self._mark.right(), line)
        painter.end()
