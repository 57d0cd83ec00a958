"""Bar above the tree while a hierarchy is built by hand: search, and the steps as buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.data.tree_editor import key_text
from ckmdesk.widgets.basic import ElidedLabel
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.scrolled import FoldingRow


class SearchField(QLineEdit):
    """Search field of the tree; emits `taken()` at Enter and `left()` at Down, when the focus moves to the tree."""

    taken = Signal()
    left = Signal()

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class TreeEditorBar(QFrame):
    """Bar of the tree editor; emits `asked(what)` as the tree does, `searched(pattern)`, and `select_asked()`."""

    asked = Signal(str)
    searched = Signal(str)
    select_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        set_kind(self, "surface")
        self.search = SearchField(objectName="nodes:search", clearButtonEnabled=True)
        self.search.setMinimumWidth(px(180))
        self.search.textChanged.connect(self.searched)
        self.search.taken.connect(self.select_asked)
        self.select = QPushButton()
        self.select.clicked.connect(self.select_asked)
        self.buttons: dict[str, QPushButton] = {}
        words = {
            "group": self.tr("Group ..."),
            "move": self.tr("Move below ..."),
            "dissolve": self.tr("Dissolve"),
            "outdent": self.tr("Out"),
            "indent": self.tr("In"),
        }
        tips = {
            "group": self.tr("Put the selected nodes under a new one"),
            "move": self.tr("Put the selected nodes below another one"),
            "dissolve": self.tr("Take the selected groups away; their members stay"),
            "outdent": self.tr("Put the selected nodes out of their group"),
            "indent": self.tr("Put the selected nodes into the group before them"),
        }
        for step_name, text in words.items():
            tip = f"{tips[step_name]} ({key_text(step_name)})"
            button = QPushButton(text, objectName=f"nodes:{step_name}", toolTip=tip, accessibleName=tips[step_name])
            button.clicked.connect(lambda _=False, what=step_name: self.asked.emit(what))
            self.buttons[step_name] = button
        self.hint = ElidedLabel(
            self.tr(
                "Drag, or Ctrl+X and Ctrl+V; Tab, Shift+Tab: in, out; Alt+Up, Alt+Down: order; F2: name; Esc: search"
            ),
            "small",
        )
        line = FoldingRow((self.search, 1), self.select, STEP, *self.buttons.values(), spacing=STEP)
        column_of(line, self.hint, within=self, margins=(MARGIN, STEP, MARGIN, STEP), spacing=4)
        theme.changed.connect(self._draw)
        self._draw()
        self.search.setPlaceholderText(self.tr("Code or name, for example 091*"))
        self.search.setAccessibleName(self.tr("Search nodes by code or name"))
        self.show_found(None)

    def _draw(self) -> None:
        icons = {"group": "group", "move": "right", "dissolve": "delete", "outdent": "left", "indent": "right"}
        for step_name, name in icons.items():
            if step_name in ("group", "outdent", "indent"):
                self.buttons[step_name].setIcon(self._theme.icon(name))

    def show_found(self, found: int | None) -> None:
        """Show how many nodes match the pattern; None without a search."""
        self.select.setText(self.tr("Select %1").replace("%1", str(found)) if found else self.tr("Select"))
        self.select.setEnabled(bool(found))

    def show_selected(self, count: int, groups: int) -> None:
        """Enable the buttons for `count` selected nodes, `groups` of them groups."""
        for step_name, button in self.buttons.items():
            button.setEnabled(groups > 0 if step_name == "dissolve" else count > 0)
