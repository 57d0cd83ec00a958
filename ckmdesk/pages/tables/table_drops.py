"""Drops on the table itself, where people point: the head takes columns, stub and cells take rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLabel, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import set_kind
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.chips import Item, decode
from ckmdesk.widgets.shelf import Shelf


class TableDrops(QObject):
    """Takes what is dropped on a table, behind the chips of its shelf; words over head and stub say where it goes.

    Values go to their shelf, wherever they are dropped.
    """

    def __init__(self, grid: TableGrid, others: Sequence[QWidget], panel: ShelfPanel) -> None:
        """Watch a table, and further widgets that take rows."""
        super().__init__(grid)
        self._grid, self._panel = grid, panel
        self._zones: dict[QObject, Zone] = {grid.head.viewport(): "columns"}
        for widget in (grid.viewport(), grid.stub.viewport(), grid.corner, *others):
            self._zones[widget] = "rows"
        for watched in self._zones:
            if isinstance(watched, QWidget):
                watched.setAcceptDrops(True)
                watched.installEventFilter(self)
        self._words: dict[Zone, QLabel] = {"rows": label(""), "columns": label("")}
        for word in self._words.values():
            word.setParent(grid)
            word.setAlignment(Qt.AlignmentFlag.AlignCenter)
            word.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            word.hide()
        self._shelf: Shelf | None = None

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragLeave and self._shelf is not None:
            self._leave()
            return True
        if not isinstance(event, QDropEvent):  # entering and moving are kinds of it
            return False
        item = decode(event.mimeData())
        if item is None:
            event.ignore()
            return True
        shelf = self._panel[self._zone_of(watched, item)]
        if not shelf.hover_end(item):
            self._leave()
            event.ignore()
            return True
        event.acceptProposedAction()
        if self._shelf is not None and self._shelf is not shelf:
            self._shelf.leave()
        self._shelf = shelf
        if isinstance(event, QDragEnterEvent) or event.type() == QEvent.Type.DragMove:
            self._show_words(shelf.zone)
        else:
            self._hide_words()
            self._shelf = None
            shelf.drop_end()
        return True

    def _zone_of(self, watched: QObject, item: Item) -> Zone:
        return "values" if item.value else self._zones[watched]

    def _leave(self) -> None:
        self._hide_words()
        if self._shelf is not None:
            self._shelf.leave()
            self._shelf = None

    def _hide_words(self) -> None:
        for word in self._words.values():
            word.hide()

    def _show_words(self, active: Zone) -> None:
        """Show where rows and columns are dropped, the one under the mouse stronger."""
        head, stub = self._grid.head, self._grid.stub
        places = {
            "rows": QRect(0, head.height(), stub.width(), stub.height()),
            "columns": QRect(stub.width(), 0, head.width(), head.height()),
        }
        texts = {"rows": self.tr("Rows: here"), "columns": self.tr("Columns: here")}
        for zone, word in self._words.items():
            if active == "values" or not self._grid.isVisible():
                word.hide()
                continue
            set_kind(word, "drop-active" if zone == active else "drop")
            word.setText(texts[zone])
            word.setGeometry(places[zone])
            word.show()
            word.raise_()
