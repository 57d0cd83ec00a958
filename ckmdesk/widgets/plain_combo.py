"""A drop-down that lies on what scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox

from ckmdesk.accessibility.interfaces import label_for_ear
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.widgets.searched_popup import WITHOUT_SEARCH, SearchedPopup


class PlainCombo(QComboBox):
    """Drop-down that ignores the mouse wheel, so that the page scrolls; a long one opens with a search."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(WITHOUT_SEARCH)  # as high as its entries

    @guarded()
    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        label_for_ear(self)

    @guarded()
    def showPopup(self) -> None:
        if self.count() > WITHOUT_SEARCH and not self.isEditable():
            SearchedPopup(self).show_below()
            return
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + px(24))
        super().showPopup()

    def choose(self, data: object) -> None:
        """Show an entry without telling anybody."""
        self.blockSignals(True)
        self.setCurrentIndex(max(self.findData(data), 0))
        self.blockSignals(False)
