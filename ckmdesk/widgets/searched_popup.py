"""The entries of a drop-down with a search above them: what a long one opens in the place of its list."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QSize, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QListView

from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.widgets.layouts import column_of

WITHOUT_SEARCH = 12
MOST_ENTRIES = 10  # of a menu without a search
HEIGHT = 320


class SearchedPopup(QFrame):
    """Popup of a drop-down with a search: typed text filters its entries.

    Enter, or a click, selects one as the drop-down does (`activated`); Escape closes it.
    """

    def __init__(self, combo: QComboBox) -> None:
        super().__init__(combo, Qt.WindowType.Popup)
        self._combo = combo
        self.setObjectName("searched")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_kind(self, "card")
        shape(self, Role.Dialog)
        self.setAccessibleName(combo.accessibleName())
        self.search = QLineEdit(placeholderText=self.tr("search"), accessibleName=self.tr("Search in this list"))
        self.found = QSortFilterProxyModel(self, filterCaseSensitivity=Qt.CaseSensitivity.CaseInsensitive)
        self.found.setSourceModel(combo.model())
        self.list = QListView(uniformItemSizes=True, accessibleName=combo.accessibleName())
        self.list.setModel(self.found)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        column_of(self.search, self.list, within=self, margins=STEP, spacing=STEP)
        width = max(combo.width(), min(self.list.sizeHintForColumn(0) + px(48), px(480)))
        self.resize(QSize(width, px(HEIGHT)))
        self._show_current()

    def show_below(self) -> None:
        """Show the popup below the drop-down, or above it at the screen's end, with the focus in the search."""
        screen_rect, combo = self._combo.screen().availableGeometry(), self._combo
        point = combo.mapToGlobal(QPoint(0, combo.height()))
        if point.y() + self.height() > screen_rect.bottom():
            point.setY(max(screen_rect.top(), combo.mapToGlobal(QPoint(0, 0)).y() - self.height()))
        point.setX(max(screen_rect.left(), min(point.x(), screen_rect.right() - self.width())))
        self.move(point)
        self.show()
        self.search.setFocus()

    def _show_current(self) -> None:
        """Select the current entry of the drop-down, else the first one."""
        source = self._combo.model().index(self._combo.currentIndex(), 0)
        index = self.found.mapFromSource(source)
        index = index if index.isValid() else self.found.index(0, 0)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index, QListView.ScrollHint.PositionAtCenter)

    def _filter(self, text: str) -> None:
        self.found.setFilterFixedString(text.strip())
        first = self.found.index(0, 0) if text.strip() else QModelIndex()
        if first.isValid():
            self.list.setCurrentIndex(first)
        else:
            self._show_current()

    def _choose(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        combo, item_index = self._combo, self.found.mapToSource(index).row()
        self.close()
        combo.setCurrentIndex(item_index)
        combo.setFocus()
        combo.activated.emit(item_index)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down go through the list while the search is written."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self.list.currentIndex())
                return True
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
                self.list.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)
