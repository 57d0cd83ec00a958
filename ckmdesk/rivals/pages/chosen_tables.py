"""Check boxes of the saved tables that are measured or suppressed together, and of variables."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP
from ckmdesk.widgets.basic import ElidedCheckBox
from ckmdesk.widgets.layouts import STRETCH, column_of, lead_through, scrolling
from ckmdesk.widgets.view_state import settled

LIST_HEIGHT = 224


class ChosenTables(QWidget):
    """List of saved tables, or of variables; emits `changed(names left out)`. What cannot be taken says why in its
    hint."""

    changed = Signal(tuple)

    def __init__(self, called: str, refused: str) -> None:
        super().__init__()
        self.boxes: dict[str, ElidedCheckBox] = {}
        self._called, self._refused = called, refused
        self.followed_by: tuple[QWidget, ...] = ()  # where Tab leads behind the boxes, which are made late
        inside = QWidget()
        self._column = column_of(STRETCH, within=inside, margins=0, spacing=STEP // 2)
        area = scrolling(inside)
        area.setMaximumHeight(px(LIST_HEIGHT))
        inside.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        self._area = area
        column_of(area, within=self, margins=0)

    def show_tables(
        self, tables: Mapping[str, bool], left_out: tuple[str, ...], titles: Mapping[str, str] | None = None
    ) -> None:
        """Show tables by name, each with whether it can be taken, and tick those that are. `titles`: by name."""
        if tuple(self.boxes) != tuple(tables):
            self._fill(tuple(tables), {} if titles is None else titles)
        for name, possible in tables.items():
            box = self.boxes[name]
            with QSignalBlocker(box):
                box.setChecked(possible and name not in left_out)
            box.setEnabled(possible)
            box.setAccessibleDescription("" if possible else self._refused)
            if not possible:
                box.setToolTip(f"{name}\n{self._refused}")

    def _fill(self, names: tuple[str, ...], titles: Mapping[str, str]) -> None:
        for box in self.boxes.values():
            self._column.removeWidget(box)
            box.deleteLater()
        self.boxes.clear()
        for place, name in enumerate(names):
            box = ElidedCheckBox(titles.get(name, name))
            box.setObjectName(f"{self._called}:table:{place}")
            settled(box)
            box.toggled.connect(lambda _on: self._toggled())
            self.boxes[name] = box
            self._column.insertWidget(place, box)
        lead_through(*self.boxes.values(), *self.followed_by)
        needed = len(names) * (px(ROW_HEIGHT) + STEP // 2)
        self._area.setMinimumHeight(min(self._area.maximumHeight(), needed))

    def _toggled(self) -> None:
        self.changed.emit(tuple(name for name, box in self.boxes.items() if box.isEnabled() and not box.isChecked()))
