"""The variants in the head of the page: the method in force, one button each, a new one, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QMenu, QPushButton, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.state.desk_state import Variant
from ckmdesk.widgets.basic import IconButton
from ckmdesk.widgets.layouts import fill, row_of
from ckmdesk.widgets.searched_menu import searchable

MOST_BUTTONS = 4  # more variants stand in the menu of the last button
ROOM = MOST_BUTTONS + 2  # with the method in force and the menu


class VariantStrip(QWidget):
    """Strip of variants; emits `chosen(place)`, -1 for the method in force, `added()`, `removed()`,
    `rename_asked()`."""

    chosen = Signal(int)
    added = Signal()
    removed = Signal()
    rename_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.room = ROOM
        line = row_of(within=self, margins=0, spacing=0)
        self.group = QButtonGroup(self)
        self.in_force = self._segment("variant:in-force")
        self.in_force.setText(self.tr("In force"))
        self.in_force.clicked.connect(lambda: self.chosen.emit(-1))
        line.addWidget(self.in_force)
        theme.changed.connect(self._draw)
        self.buttons: list[QPushButton] = []
        for most_button_index in range(MOST_BUTTONS):
            button = self._segment(f"variant:{most_button_index}")
            button.clicked.connect(lambda _=False, variant_index=most_button_index: self.chosen.emit(variant_index))
            line.addWidget(button)
            self.buttons.append(button)
        self.others = self._segment("variant:others")
        self.others_menu = searchable(QMenu(self.others))
        self.others.setMinimumWidth(px(120))  # with its arrow
        self.others.setMenu(self.others_menu)
        fill(line, self.others, 4)
        self.add = IconButton(theme, "add")
        self.add.set_tip(self.tr("New variant: a copy of this one"))
        self.add.setObjectName("variant:add")
        self.add.clicked.connect(self.added)
        line.addWidget(self.add)
        self.more = IconButton(theme, "menu")
        self.more.set_tip(self.tr("Name or remove the variant"))
        self.more.setObjectName("variant:more")
        self.more.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.more)
        self.rename = QAction(self.tr("Name the variant ..."), self)
        self.remove = QAction(self.tr("Remove the variant"), self)
        self.rename.triggered.connect(self.rename_asked)
        self.remove.triggered.connect(self.removed)
        menu.addActions([self.rename, self.remove])
        self.more.setMenu(menu)
        line.addWidget(self.more)
        self._draw()

    def _segment(self, name: str) -> QPushButton:
        button = QPushButton(checkable=True, autoExclusive=True, objectName=name)  # one of several by ear, too
        set_kind(button, "segment")
        button.setMinimumWidth(px(96))  # bold when chosen, which is wider
        self.group.addButton(button)
        return button

    def title(self, variant: Variant) -> str:
        """Return `Variant A`, or the name of the variant if it has a longer one."""
        return self.tr("Variant %1").replace("%1", variant.name) if len(variant.name) <= 2 else variant.name

    def show_variants(self, variants: Sequence[Variant], chosen: int, *, has_force: bool) -> None:
        """Show the names; `chosen` is -1 for the method in force."""
        self.in_force.setVisible(has_force)
        self.in_force.setChecked(chosen < 0)
        button_limit = self.room - has_force
        shown = min(MOST_BUTTONS, len(variants) if len(variants) <= button_limit else button_limit - 1)
        for button_index, button in enumerate(self.buttons):
            button.setVisible(button_index < shown)
            if button_index < shown:
                button.setText(self._short(self.title(variants[button_index])))
                button.setToolTip(self.title(variants[button_index]))
                button.setChecked(button_index == chosen)
        behind = list(range(shown, len(variants)))
        self.others.setVisible(bool(behind))
        self.others_menu.clear()
        for variant_index in behind:
            action = self.others_menu.addAction(self.title(variants[variant_index]))
            action.triggered.connect(lambda _=False, location=variant_index: self.chosen.emit(location))
        self.others.setChecked(chosen in behind)
        if behind:
            chosen_title = self.title(variants[chosen]) if chosen in behind else f"+ {len(behind)}"
            self.others.setText(self._short(chosen_title))
        self.rename.setEnabled(chosen >= 0)
        self.remove.setEnabled(chosen >= 0 and len(variants) > 1)

    def _draw(self) -> None:
        self.in_force.setIcon(self.theme.icon("lock", "text"))

    @staticmethod
    def _short(title: str) -> str:
        return title if len(title) <= 16 else title[:15] + "…"
