"""The list of variables and values beside the table: search, drag, double-click, menu, keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QFont,
    QIcon,
    QKeyEvent,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme
from ckmdesk.widgets.basic import select_alone
from ckmdesk.widgets.chips import Item, decode, start_drag

ITEM = int(Qt.ItemDataRole.UserRole)
DESCRIPTION = int(Qt.ItemDataRole.AccessibleDescriptionRole)
AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ICON, GRIP = 16, 10
MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)
ZONES = {"r": "rows", "c": "columns", "l": "layers", "f": "filters", "z": "rows", "s": "columns", "b": "layers"}
"""What a letter that comes alone does: rows, columns, layers, filter; Zeilen, Spalten, Blätter, Filter."""


@dataclass(frozen=True)
class Section:
    """Section of the list: a heading and its items, each with the word for its shelf and its levels (title, nodes)."""

    title: str
    items: tuple[tuple[Item, str, tuple[tuple[str, int], ...]], ...]

    @property
    def without_words(self) -> tuple[object, ...]:
        """Return the section without the words for shelves, which change at every drag."""
        return self.title, [(item, levels) for item, _, levels in self.items]


def _below(entry: QTreeWidgetItem | None) -> list[QTreeWidgetItem]:
    """The entries under another one."""
    if entry is None:
        return []
    return [child for index in range(entry.childCount()) if (child := entry.child(index)) is not None]


class VariableList(QTreeWidget):
    """List of variables, levels of their hierarchies, and values; several may be selected and moved together.

    Emits `activated_item(item)` at a double click or Enter, `key_asked(item, zone)` for the keys R, C, L, F,
    `menu_asked(item, point)`, `block_asked(item)` for Shift+Enter (a new block), `dropped_back(item)` when a chip was
    dragged onto the list, and `chosen_item(item)` when it becomes current.

    Letters typed in succession search the entry that begins with them. A letter of `ZONES` is a command if it comes
    alone: nothing was typed since another key, and nothing follows for a moment, or at once if no entry begins with it.
    """

    chosen_item = Signal(object)
    activated_item = Signal(object)
    block_asked = Signal(object)
    key_asked = Signal(object, str)
    menu_asked = Signal(object, QPoint)
    dropped_back = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._sections: tuple[Section, ...] = ()
        self._search = ""
        self._icons: dict[str, QIcon] = {}
        self.setObjectName("variables")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setHeaderLabels(["", ""])  # else a screen reader reads their numbers
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
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setExpandsOnDoubleClick(False)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._context_menu)
        self.itemDoubleClicked.connect(self._double_clicked)
        self.currentItemChanged.connect(self._current_changed)
        theme.changed.connect(self._rebuild)
        self._typed = ""
        self._alone = QTimer(self, singleShot=True)
        self._alone.timeout.connect(self._do_letter)

    def show_sections(self, sections: Sequence[Section]) -> None:
        """Show these sections; selection and search are kept."""
        former_sections, self._sections = self._sections, tuple(sections)
        if self._sections == former_sections:
            return
        if [section.without_words for section in former_sections] == [section.without_words for section in sections]:
            words = {item: word for section in sections for item, word, _ in section.items}
            for entry in self._entries():
                item = self.item_of(entry)
                if item is not None and entry.text(1) != words[item]:
                    entry.setText(1, words[item])
                    self._span(entry, not words[item])
                    entry.setData(0, DESCRIPTION, words[item])
        else:
            self._rebuild()

    def _span(self, entry: QTreeWidgetItem, spanned: bool) -> None:
        """Let the first column span the second, or not, without repainting the whole list as Qt would."""
        if entry.isFirstColumnSpanned() == spanned:
            return
        view, row = self.viewport(), self.visualItemRect(entry)
        view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, True)
        entry.setFirstColumnSpanned(spanned)
        view.setAttribute(Qt.WidgetAttribute.WA_UpdatesDisabled, False)
        view.update(0, row.y(), view.width(), row.height())

    def search(self, text: str) -> None:
        """Show only items whose title contains the text, and make the best match current."""
        self._search = text.strip().casefold()
        self._rebuild()
        best = self._best() if self._search else None
        if best is not None:
            select_alone(self, self.indexFromItem(best))

    def _best(self) -> QTreeWidgetItem | None:
        """Return the visible entry that matches best: equal to the search, else beginning with it, else containing
        it."""
        ranked = []
        for entry_index, entry in enumerate(self._entries(levels=True)):
            words = entry.text(0).casefold()
            if self._search in words:
                ranked.append((words != self._search, not words.startswith(self._search), entry_index, entry))
        return min(ranked, key=lambda ranked_entry: ranked_entry[:3])[3] if ranked else None

    def put_current(self, *, block: bool = False) -> None:
        """Emit the action of Enter, or with `block` of Shift+Enter, for the current entry."""
        item = self.chosen()
        if item is not None:
            (self.block_asked if block else self.activated_item).emit(item)

    def item_of(self, entry: QTreeWidgetItem | None) -> Item | None:
        data = entry.data(0, ITEM) if entry is not None else None
        return data if isinstance(data, Item) else None

    def chosen(self) -> Item | None:
        """Return the current item, with the other selected ones of its kind."""
        item = self.item_of(self.currentItem())
        if item is None:
            return None
        items = [self.item_of(entry) for entry in self._entries(levels=True) if entry.isSelected()]
        along = tuple(
            chosen_item for chosen_item in items if chosen_item is not None and chosen_item.value == item.value
        )
        if len(along) < 2 or item not in along:
            return item
        return replace(along[0], others=along[1:])

    def choose(self, name: str, depth: int = -1) -> None:
        """Make a variable, value or level of a variable current."""
        for entry in self._entries(levels=True):
            item = self.item_of(entry)
            if item is not None and (item.name, item.depth) == (name, depth):
                select_alone(self, self.indexFromItem(entry))

    def begin_at(self, name: str) -> None:
        """Make a variable current, unless an entry is, without announcing it as selected."""
        if self.currentItem() is None:
            with QSignalBlocker(self):
                self.choose(name)

    def _current_changed(self, entry: QTreeWidgetItem | None, _before: QTreeWidgetItem | None) -> None:
        item = self.item_of(entry)
        if item is not None:
            self.chosen_item.emit(item)

    def _entries(self, *, levels: bool = False) -> list[QTreeWidgetItem]:
        """Return the entries of the list in order, with or without the levels under them."""
        items: list[QTreeWidgetItem] = []
        for index in range(self.topLevelItemCount()):
            for entry in _below(self.topLevelItem(index)):
                items += [entry, *(_below(entry) if levels else ())]
        return items

    def _rebuild(self) -> None:
        current = self.item_of(self.currentItem())
        known_items = [
            (entry, item) for entry in self._entries(levels=True) if (item := self.item_of(entry)) is not None
        ]
        chosen = {(item.name, item.depth) for entry, item in known_items if entry.isSelected()}
        closed = {item.name for entry, item in known_items if entry.childCount() and not entry.isExpanded()}
        self.clear()
        self._icons.clear()
        self.setIconSize(QSize(px(GRIP) + px(ICON), px(ICON)))
        secondary = self.theme.color("secondary")
        for section in self._sections:
            shown_entries = [entry for entry in section.items if self._is_found(entry)]
            if not shown_entries:
                continue
            head = QTreeWidgetItem([section.title, ""])
            font = self.theme.font(bold=True)
            head.setFont(0, font)
            head.setForeground(0, secondary)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addTopLevelItem(head)
            head.setExpanded(True)
            for item, word, levels in shown_entries:
                entry = QTreeWidgetItem([item.title, word])
                entry.setIcon(0, self._with_grip(item.icon))
                entry.setData(0, ITEM, item)
                entry.setForeground(1, secondary)
                entry.setFont(1, self._small())
                entry.setToolTip(0, item.title)
                entry.setData(0, DESCRIPTION, word)
                entry.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled)
                entry.setTextAlignment(1, AT_RIGHT)
                head.addChild(entry)
                entry.setFirstColumnSpanned(not word)  # a long name has the room of the word that is not there
                for depth, (title, nodes) in enumerate(levels):
                    level = QTreeWidgetItem([title, str(nodes)])
                    level.setFlags(entry.flags())
                    level.setIcon(0, self._with_grip(""))
                    level.setData(0, ITEM, replace(item, title=title, depth=depth, depths=len(levels)))
                    level.setToolTip(0, title)
                    place_text = self.tr("level %1 of %2").replace("%1", str(depth + 1)).replace("%2", str(len(levels)))
                    level.setData(0, DESCRIPTION, f"{place_text}, {nodes}")
                    level.setForeground(1, secondary)
                    level.setTextAlignment(1, AT_RIGHT)
                    entry.addChild(level)
                entry.setExpanded(bool(levels) and item.name not in closed)
        self._choose_again(current, chosen)

    def _with_grip(self, name: str) -> QIcon:
        """Return an icon behind a grip, which shows that the entry can be dragged."""
        known = self._icons.get(name)
        if known is not None:
            return known
        ratio, side = self.devicePixelRatioF(), px(ICON)
        picture = QPixmap(round((px(GRIP) + (side if name else 0)) * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        dot, middle = px(2), side // 2
        for column, line in product(range(2), (-1, 0, 1)):
            painter.fillRect(column * 2 * dot, middle + (2 * line - 1) * dot, dot, dot, self.theme.color("secondary"))
        if name:
            painter.drawPixmap(px(GRIP), 0, self.theme.icon(name).pixmap(QSize(side, side), ratio))
        painter.end()
        self._icons[name] = QIcon(picture)
        return self._icons[name]

    def _choose_again(self, current: Item | None, chosen: set[tuple[str, int]]) -> None:
        """Restore current entry and selection after a rebuild; a hidden current entry is replaced by the first."""
        entries = self._entries(levels=True)
        current_entry = None
        for entry in entries:
            item = self.item_of(entry)
            if current is not None and item is not None and (item.name, item.depth) == (current.name, current.depth):
                current_entry = entry
        if current_entry is None and current is not None and entries:
            current_entry = entries[0]
        if current_entry is not None:
            select_alone(self, self.indexFromItem(current_entry))
        if len(chosen) > 1:
            for entry in entries:
                item = self.item_of(entry)
                if item is not None and (item.name, item.depth) in chosen:
                    entry.setSelected(True)

    def _is_found(self, entry: tuple[Item, str, tuple[tuple[str, int], ...]]) -> bool:
        """Return whether the search matches a variable or one of its levels."""
        texts = (entry[0].title, *(title for title, _ in entry[2]))
        return any(self._search in text.casefold() for text in texts)

    def _small(self) -> QFont:
        return self.theme.small_font()

    def sizeHintForRow(self, row: int) -> int:
        return px(ROW_HEIGHT)

    def moveCursor(self, action: QAbstractItemView.CursorAction, how: Qt.KeyboardModifier) -> QModelIndex:
        """Return where an arrow key leads: headings are skipped, and at the ends the cursor stays."""
        index = super().moveCursor(action, how)
        entry = self.itemFromIndex(index)
        kind = QAbstractItemView.CursorAction
        up = action in (kind.MoveUp, kind.MovePageUp, kind.MovePrevious, kind.MoveEnd)
        while entry is not None and self.item_of(entry) is None:
            entry = self.itemAbove(entry) if up else self.itemBelow(entry)
        return self.currentIndex() if entry is None else self.indexFromItem(entry)

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
        if self._is_letter(event):
            self._type(event.text().casefold())
            return
        typing = bool(self._typed) and not self._alone.isActive()
        if event.key() not in MODIFIERS:
            self.end_typing()
        item = self.chosen()
        if typing and event.key() == Qt.Key.Key_Escape:
            return
        if item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.put_current(block=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif item is not None and event.key() == Qt.Key.Key_Delete:
            self.key_asked.emit(item, "list")
        elif item is not None and event.key() == Qt.Key.Key_Menu:
            self._menu_at(self.visualItemRect(self.currentItem()).bottomLeft())
        else:
            super().keyPressEvent(event)

    # --- typing --------------------------------------------------------------------------------------------------

    def _is_letter(self, event: QKeyEvent) -> bool:
        how = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        text = event.text()
        begins = text.isprintable() and (not text.isspace() or (bool(self._typed) and not self._alone.isActive()))
        return bool(text) and begins and how == Qt.KeyboardModifier.NoModifier

    def _type(self, letter: str) -> None:
        """Handle a typed letter, as part of a search or, if it comes alone, later as a command."""
        first, self._typed = not self._typed, self._typed + letter
        self._alone.stop()
        if first and letter in ZONES and self.item_of(self.currentItem()) is not None:
            pause = QApplication.keyboardInputInterval()
            if pause > 0 and self._beginning(letter) is not None:
                self._alone.start(pause)
            else:
                self._do_letter()
            return
        item = self._beginning(self._typed)
        if item is None:  # another word
            self._typed, item = letter, self._beginning(letter)
        if item is not None:
            select_alone(self, self.indexFromItem(item))

    def _do_letter(self) -> None:
        """Run the command of a letter that came alone."""
        letter, self._typed = self._typed, ""
        self._alone.stop()
        item = self.chosen()
        if item is not None and letter in ZONES:
            self.key_asked.emit(item, ZONES[letter])

    def end_typing(self) -> None:
        """End typing at another key: a pending letter runs its command, and the search text is cleared."""
        if self._alone.isActive():
            self._do_letter()
        self._typed = ""

    def _beginning(self, typed: str) -> QTreeWidgetItem | None:
        """Return the next entry that begins with the typed letters.

        The search starts at the current entry, or after it if only one letter was typed.
        """
        entries = self._entries(levels=True)
        current = self.currentItem()
        start_index = entries.index(current) + (len(typed) == 1) if current in entries else 0
        turned = [*entries[start_index:], *entries[:start_index]]
        return next((item for item in turned if item.text(0).casefold().startswith(typed)), None)

    @guarded()
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.end_typing()
        super().focusOutEvent(event)

    def _double_clicked(self, entry: QTreeWidgetItem, column: int) -> None:
        item = self.item_of(entry)
        if item is not None:
            self.activated_item.emit(item)

    def _context_menu(self, point: QPoint) -> None:
        entry = self.itemAt(point)
        if entry is not None and self.item_of(entry) is not None:
            if not entry.isSelected():
                select_alone(self, self.indexFromItem(entry))
            self._menu_at(point)

    def _menu_at(self, point: QPoint) -> None:
        item = self.chosen()
        if item is not None:
            self.menu_asked.emit(item, self.viewport().mapToGlobal(point))
