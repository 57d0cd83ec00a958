"""The shelves above the table: rows, columns, filter, values, layers."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from ckmdesk.state.shelves import Zone
from ckmdesk.theme import STEP, Theme
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.chips import Chip
from ckmdesk.widgets.shelf import Shelf

PLACES: tuple[tuple[Zone, str, int, int], ...] = (
    ("rows", "rows", 0, 0),
    ("columns", "columns", 1, 0),
    ("filters", "filter", 0, 1),
    ("values", "sum", 1, 1),
    ("layers", "layers", 0, 2),
)


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
        for zone, icon, row, column in PLACES:
            self.shelves[zone] = Shelf(zone, theme)
            self._words[zone] = label("")
            grid.addWidget(IconLabel(theme, icon, "secondary"), row, 3 * column)
            grid.addWidget(self._words[zone], row, 3 * column + 1)
            # The values have the room below filter and sheets: a table may show many.
            span = 4 if zone == "values" else 1
            grid.addWidget(self.shelves[zone], row, 3 * column + 2, 1, span)
        for column, stretch in ((2, 8), (5, 3), (8, 3)):
            grid.setColumnStretch(column, stretch)

    def __getitem__(self, zone: Zone) -> Shelf:
        return self.shelves[zone]

    def __iter__(self) -> Iterator[Shelf]:
        return iter(self.shelves.values())

    def chip(self, name: str) -> Chip | None:
        """The chip of a variable, wherever it stands."""
        return next((found for shelf in self if (found := shelf.chip(name)) is not None), None)

    def retranslate(self) -> None:
        """All words."""
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
