"""The shelves above the table: rows, columns, filter, values, layers; and drops on the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import MARGIN, Theme, set_kind
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.chips import Chip, Item, decode
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.shelf import Shelf

ZONES: tuple[Zone, ...] = ("rows", "columns", "values", "filters", "layers")
"""In the order in which they stand, and Tab leads through them."""

# Where all have room they share one line; else two, or each has its own.
IN_ONE: tuple[tuple[Zone, ...], ...] = (ZONES,)
IN_TWO: tuple[tuple[Zone, ...], ...] = (("rows", "columns"), ("values", "filters", "layers"))
APART: tuple[tuple[Zone, ...], ...] = tuple((zone,) for zone in ZONES)
SHARES: dict[Zone, int] = {"rows": 8, "columns": 6, "values": 4, "filters": 3, "layers": 3}
OPTIONAL: tuple[Zone, ...] = ("filters", "layers")
LINE_GAP = 4
GAP = 6  # between shelves and their words


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


class ShelfPanel(QWidget):
    """Shelves by zone, each with its word, in as few lines as they need."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = [row_of(spacing=GAP) for _ in ZONES]
        column_of(*self._lines, within=self, margins=(MARGIN, LINE_GAP, MARGIN, LINE_GAP), spacing=LINE_GAP)
        self.shelves: dict[Zone, Shelf] = {zone: Shelf(zone, theme) for zone in ZONES}
        self._names: dict[Zone, QLabel] = {zone: label("") for zone in ZONES}
        self._narrow = False
        self._shown: tuple[tuple[Zone, ...], ...] = ()
        empty = self.tr("Drag variables here")
        words: dict[Zone, tuple[str, str, str]] = {
            "rows": (self.tr("Rows"), empty, self.tr("Add to the rows")),
            "columns": (self.tr("Columns"), empty, self.tr("Add to the columns")),
            "values": (self.tr("Values"), "", self.tr("Add value")),
            "filters": (self.tr("Filter"), self.tr("Filter"), self.tr("Add a filter")),
            "layers": (self.tr("Sheets"), self.tr("Sheets"), self.tr("A sheet for each category of a variable")),
        }
        for zone, texts in words.items():
            self.shelves[zone].set_texts(*texts)
            self._names[zone].setText(texts[0])
        self.fit()

    def set_narrow(self, narrow: bool) -> None:
        """Arrange the shelves one below another, or side by side."""
        self._narrow = narrow
        self.fit()

    def fit(self) -> None:
        """Use one line if all have room in it, and give each shelf what it needs of its line."""
        for zone in OPTIONAL:  # an empty one says itself what it is
            self._names[zone].setHidden(not self.shelves[zone].chips)
        fits = self._needed(ZONES) <= self.width()
        self._place(APART if self._narrow else IN_ONE if fits else IN_TWO)
        for line, zones in zip(self._lines, self._shown, strict=False):
            available_width = self.width() - self._needed(zones) + sum(self[zone].needed for zone in zones)
            shares = [SHARES[zone] if self[zone].chips or zone not in OPTIONAL else 0 for zone in zones]
            needed = [self[zone].needed for zone in zones]
            usual = [max(available_width, 0) * share // max(sum(shares), 1) for share in shares]
            for zone, width in zip(zones, balanced(usual, needed), strict=True):
                line.setStretchFactor(self[zone], max(width, 1))

    def _needed(self, zones: Sequence[Zone]) -> int:
        """Return the width of shelves side by side with all their chips."""
        names = [self._names[zone] for zone in zones if not self._names[zone].isHidden()]
        parts = [self[zone].needed for zone in zones] + [name.sizeHint().width() for name in names]
        return sum(parts) + GAP * (len(parts) - 1) + 2 * MARGIN

    def _place(self, lines: tuple[tuple[Zone, ...], ...]) -> None:
        if lines == self._shown:
            return
        self._shown = lines
        for line, zones in zip(self._lines, lines, strict=False):
            for zone in zones:  # they leave the line where they were
                line.addWidget(self._names[zone])
                line.addWidget(self[zone], 1)

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
