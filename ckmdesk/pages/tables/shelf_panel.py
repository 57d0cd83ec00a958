"""The shelves above the table: rows, columns, filter, values, layers; and drops on the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.chips import Chip, Item, decode
from ckmdesk.widgets.shelf import Shelf

PLACES: tuple[tuple[Zone, str, int, int], ...] = (
    ("rows", "rows", 0, 0),
    ("columns", "columns", 1, 0),
    ("filters", "filter", 0, 1),
    ("layers", "layers", 0, 2),
    ("values", "sum", 1, 1),
)
"""In the order in which Tab leads through them."""

# Where the shelves of rows, filter and sheets stand in the grid, and how they share its width where all have room.
SHELF_COLUMNS = (2, 5, 8)
SHARES = (8, 3, 3)


def balanced(widths: Sequence[int], needed: Sequence[int]) -> list[int]:
    """Balance widths: columns with spare room give to those that lack some; the sum is unchanged."""
    spare = [max(width - need, 0) for width, need in zip(widths, needed, strict=True)]
    lacking = [max(need - width, 0) for width, need in zip(widths, needed, strict=True)]
    moved = min(sum(spare), sum(lacking))
    if not moved:
        return list(widths)
    return [
        width - moved * gives // sum(spare) + moved * takes // sum(lacking)
        for width, gives, takes in zip(widths, spare, lacking, strict=True)
    ]


def for_values(widths: Sequence[int], rows: int, values: int) -> list[int]:
    """Give the spare width of the rows' shelf to filter and sheets, so that the `values` below fit."""
    first, *others = widths
    given_width = max(min(first - rows, values - sum(others)), 0)
    return [first - given_width, *(width + given_width // len(others) for width in others)]


class ShelfPanel(QWidget):
    """Shelves by zone, each with icon and word."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, STEP, 12, STEP)
        grid.setHorizontalSpacing(STEP)
        grid.setVerticalSpacing(STEP)
        self.shelves: dict[Zone, Shelf] = {}
        self._words: dict[Zone, QLabel] = {}
        self._icons: dict[Zone, IconLabel] = {}
        for zone, icon, _row, _column in PLACES:
            self.shelves[zone] = Shelf(zone, theme)
            self._words[zone] = label("")
            self._icons[zone] = IconLabel(theme, icon, "secondary")
        self._grid = grid
        self._narrow = False
        self._place()
        self.fit()
        empty = self.tr("Drag variables here")
        words: dict[Zone, tuple[str, str]] = {
            "rows": (self.tr("Rows"), empty),
            "columns": (self.tr("Columns"), empty),
            "filters": (self.tr("Filter"), self.tr("drag here")),
            "values": (self.tr("Values"), ""),
            "layers": (self.tr("Sheets"), self.tr("per category")),
        }
        for zone, (name, hint) in words.items():
            add = self.tr("One more block, or rows of one's own")
            self.shelves[zone].set_texts(name, hint, self.tr("Add value") if zone == "values" else add)
            self._words[zone].setText(name)

    def _place(self) -> None:
        for index, (zone, _icon, row, column) in enumerate(PLACES):
            row, column = (index, 0) if self._narrow else (row, column)
            # The values have the room below filter and sheets: a table may show many.
            span = 4 if zone == "values" and not self._narrow else 1
            self._grid.addWidget(self._icons[zone], row, 3 * column)
            self._grid.addWidget(self._words[zone], row, 3 * column + 1)
            self._grid.addWidget(self.shelves[zone], row, 3 * column + 2, 1, span)

    def set_narrow(self, narrow: bool) -> None:
        """Arrange the shelves in a column, or side by side."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for zone in self.shelves:
            for widget in (self._icons[zone], self._words[zone], self.shelves[zone]):
                self._grid.removeWidget(widget)
        self._place()
        self.fit()

    def fit(self) -> None:
        """Distribute the width: rows and columns get most of it, unless the others lack what these can spare."""
        if self._narrow:
            for column in SHELF_COLUMNS:
                self._grid.setColumnStretch(column, int(column == SHELF_COLUMNS[0]))
            return
        tops: tuple[Zone, ...] = ("rows", "filters", "layers")
        available_width = sum(self[zone].width() for zone in tops)
        needed = [max(self["rows"].needed, self["columns"].needed), self["filters"].needed, self["layers"].needed]
        usual = [available_width * share // sum(SHARES) for share in SHARES]
        # Below filter and sheets the values have what stands between these, too.
        between = self["values"].width() - self["filters"].width() - self["layers"].width()
        widths = for_values(balanced(usual, needed), needed[0], self["values"].needed - between)
        for column, width in zip(SHELF_COLUMNS, widths, strict=True):
            self._grid.setColumnStretch(column, max(width, 1))

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def __getitem__(self, zone: Zone) -> Shelf:
        return self.shelves[zone]

    def __iter__(self) -> Iterator[Shelf]:
        return iter(self.shelves.values())

    def chip(self, name: str) -> Chip | None:
        """Chip of a variable, on whatever shelf."""
        return next((chip for shelf in self if (chip := shelf.chip(name)) is not None), None)


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
