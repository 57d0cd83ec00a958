"""No data yet: one sentence, one button, a place to drop a file; and the mark while a file is dragged over the page."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ckmdesk.look.text_size import px
from ckmdesk.look.theme import FIELD_HEIGHT, MARGIN, STEP, Theme, set_kind
from ckmdesk.widgets.basic import IconLabel, label


class EmptyView(QWidget):
    """`open_asked` when the user wants to choose a file."""

    open_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        frame = QFrame()
        set_kind(frame, "drop")
        inside = QVBoxLayout(frame)
        inside.setSpacing(STEP)
        inside.addStretch(1)
        self.text = label("", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        set_kind(self.button, "primary")
        self.button.setMinimumHeight(px(FIELD_HEIGHT))
        self.button.clicked.connect(self.open_asked)
        inside.addLayout(_centred(IconLabel(theme, "drop", "accent", 32)))
        inside.addWidget(self.text)
        inside.addLayout(_centred(self.button))
        inside.addStretch(2)
        column.addWidget(frame)

    def retranslate(self) -> None:
        """All words anew."""
        self.button.setText(self.tr("Open file ..."))
        self.text.setText(
            self.tr(
                "Drop a file with microdata here or open one: CSV, Excel, SPSS, Stata, SAS, Parquet. "
                "Nothing is changed."
            )
        )


class DropMark(QFrame):
    """Lies over the page while a file is dragged over the window."""

    def __init__(self, page: QWidget, over: QWidget) -> None:
        super().__init__(page)
        self._over = over
        set_kind(self, "drop-active")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = label("", "heading")
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        QVBoxLayout(self).addWidget(self._words)
        self.hide()

    def retranslate(self) -> None:
        """All words anew."""
        self._words.setText(self.tr("Let go: the file is opened and shown before anything is loaded."))

    def mark(self, active: bool) -> None:
        """Show or hide it."""
        self.setGeometry(self._over.geometry().adjusted(MARGIN, STEP, -MARGIN, -MARGIN))
        self.setVisible(active)
        self.raise_()


def _centred(widget: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.addStretch(1)
    line.addWidget(widget)
    line.addStretch(1)
    return line
