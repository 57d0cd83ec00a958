"""A probability typed by hand, over its cell in the matrix or its bar."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QPushButton, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.theme import SMALL_STEP, STEP, set_kind
from ckmdesk.state.drawing import Spot
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.focus_back import FocusBack
from ckmdesk.widgets.layouts import column_of, fill, lead_through, row_of
from ckmdesk.widgets.number_box import NumberBox


class CellEditor(QFrame):
    """Field over the picture; emits `taken(spot, p, solve)`, and `removed(spot)` to reset the cell to the design."""

    taken = Signal(object, float, bool)
    removed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_kind(self, "card")
        self.setAutoFillBackground(True)
        self.spot = Spot(0)
        column = column_of(within=self, margins=STEP, spacing=SMALL_STEP)
        line = QHBoxLayout()
        self.words = label("", "heading")
        self.p = NumberBox()
        self.p.setObjectName("cell-p")
        self.p.setRange(0.0, 1.0)
        self.p.setDecimals(6)
        self.p.setSingleStep(0.01)
        self.p.installEventFilter(self)
        fill(line, self.words, self.p)
        column.addLayout(line)
        self.solve = QCheckBox(objectName="cell-solve", checked=True)
        column.addWidget(self.solve)
        self.take, self.give_back = QPushButton(), QPushButton()
        self.take.setObjectName("cell-take")
        self.give_back.setObjectName("cell-give-back")
        set_kind(self.take, "primary")
        self.take.setAutoDefault(True)
        self.take.clicked.connect(self._take)
        self.give_back.clicked.connect(self._give_back)
        column.addLayout(row_of(self.take, self.give_back))
        self._back = FocusBack()
        self.hide()

    def open_at(self, spot: Spot, words: str, p: float, place: QWidget, x: int, y: int, *, by_hand: bool) -> None:
        """Open the field for a cell of the picture `place` at (x, y); `by_hand` says that it was set by hand."""
        self.spot = spot
        self.words.setText(words)
        self.p.setAccessibleName(words)
        self.p.use_locale()
        self.p.setValue(p)
        self.solve.setText(self.tr("solve the rest of the row again"))
        self.take.setText(self.tr("Set"))
        self.give_back.setText(self.tr("As designed"))
        self.give_back.setVisible(by_hand)
        self.adjustSize()
        parent = self.parentWidget()
        point = place.mapTo(parent, place.rect().topLeft())
        left = min(max(point.x() + x, 4), parent.width() - self.width() - 4)
        top = min(max(point.y() + y, 4), parent.height() - self.height() - 4)
        self.move(left, top)
        self._back.lend(self)
        lead_through(place, self.p, self.solve, self.take, self.give_back)
        self.show()
        self.raise_()
        self.p.setFocus(Qt.FocusReason.OtherFocusReason)
        self.p.selectAll()

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # the text has another size
            self.adjustSize()
        return bool(super().event(event))

    def _close(self) -> None:
        self.hide()
        self._back.give_back()

    def _take(self) -> None:
        self.p.interpretText()
        self._close()
        self.taken.emit(self.spot, round(self.p.value(), 6), self.solve.isChecked())

    def _give_back(self) -> None:
        self._close()
        self.removed.emit(self.spot)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._close()
                return True
        return bool(super().eventFilter(watched, event))

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)
