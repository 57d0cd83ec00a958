"""No data yet: one sentence, one button, a place to drop a file; and the mark while a file is dragged over the page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import FIELD_HEIGHT, MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of


class EmptyView(QWidget):
    """View without data; emits `open_asked` to choose a file and `database_asked`, if the policy allows databases."""

    open_asked = Signal()
    database_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        frame = QFrame()
        set_kind(frame, "drop")
        self.text = label(
            self.tr(
                "Drop a file with microdata here or open one: CSV, Excel, SPSS, Stata, SAS, Parquet. "
                "Your file is not changed."
            ),
            wrap=True,
        )
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton(self.tr("Open file ..."))
        set_kind(self.button, "primary")
        self.button.setMinimumHeight(px(FIELD_HEIGHT))
        self.button.clicked.connect(self.open_asked)
        self.database_button = QPushButton(self.tr("From a database ..."))
        self.database_button.setMinimumHeight(px(FIELD_HEIGHT))
        self.database_button.clicked.connect(self.database_asked)
        self.database_button.hide()
        inner_column = column_of(
            STRETCH,
            _centred(IconLabel(theme, "drop", "accent", 32)),
            self.text,
            _centred(self.button),
            _centred(self.database_button),
            within=frame,
            spacing=STEP,
        )
        inner_column.addStretch(2)
        column_of(frame, within=self, margins=MARGIN)


class DropMark(QFrame):
    """Lies over the page while a file is dragged over the window."""

    def __init__(self, page: QWidget, over: QWidget) -> None:
        super().__init__(page)
        self._over = over
        set_kind(self, "drop-active")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = label(self.tr("Let go: the file is opened and shown before anything is loaded."), "heading")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self).addWidget(self._words)
        self.hide()

    def mark(self, active: bool) -> None:
        """Show or hide the mark."""
        self.setGeometry(self._over.geometry().adjusted(MARGIN, STEP, -MARGIN, -MARGIN))
        self.setVisible(active)
        self.raise_()


def _centred(widget: QWidget) -> QHBoxLayout:
    return row_of(STRETCH, widget, STRETCH)
