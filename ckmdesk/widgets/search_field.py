"""The search field above the list of variables: what it finds goes into the table from here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from ckmdesk.base.unexpected import guarded
from ckmdesk.widgets.variable_list import VariableList


class SearchField(QLineEdit):
    """Search field above a list.

    Enter and Shift+Enter act on the list and select the text, so that the next one replaces it. Down moves into the
    list. Emits `undo_asked()` and `redo_asked()`, as undo and redo act on the table, not on the text.
    """

    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, variables: VariableList) -> None:
        super().__init__(clearButtonEnabled=True)
        self._list = variables
        self.textChanged.connect(variables.search)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.text().strip() and self._list.topLevelItemCount():
                self._list.put_current(block=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                self.selectAll()
        elif key == Qt.Key.Key_Down:
            self._list.setFocus()
        else:
            super().keyPressEvent(event)
