"""Lists put nothing on the clipboard by themselves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTabWidget

from ckmcore.messages import sentence
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.late_tabs import LateTabs
from ckmdesk.widgets.no_copy import COPIES
from tests.ckmdesk.pages.tables_pages import open_table, settle
from tests.ckmdesk.statistics import SPEC


def first_with_text(view: QAbstractItemView) -> QModelIndex:
    model = view.model()
    for row in range(min(model.rowCount(), 5)):
        for column in range(min(model.columnCount(), 5)):
            index = model.index(row, column)
            if index.data(Qt.ItemDataRole.DisplayRole):
                return index
    return QModelIndex()


def test_copying_in_any_list_of_any_page_leaves_the_clipboard_as_it_was_and_says_why(window: MainWindow) -> None:
    open_table(window, SPEC)
    board = QApplication.clipboard()
    tried: set[str] = set()
    for name in ("tables", "data", "method", "quality", "release"):
        window.go_to(name)  # type: ignore[arg-type]
        settle(window)
        page = window.page(name)
        assert page is not None
        for tabs in page.findChildren(QTabWidget):
            for place in range(tabs.count() if isinstance(tabs, LateTabs) else 0):
                tabs.setCurrentIndex(place)
                settle(window)
        for view in page.findChildren(QAbstractItemView):
            index = QModelIndex() if view.model() is None or view.property(COPIES) else first_with_text(view)
            if not index.isValid():
                continue
            view.setCurrentIndex(index)
            settle(window)
            window.clear_message()
            board.setText("as before")
            stroke = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
            QApplication.sendEvent(view, stroke)
            assert (view.objectName(), board.text()) == (view.objectName(), "as before")
            if window.message_bar.text:  # some take the letter C for a command of their own
                assert window.message_bar.text == sentence("desk_copy_confidential").text("en")
                tried.add(f"{name}:{type(view).__name__}")
    assert {"data:TreeEditor", "data:QTableView", "data:QTreeWidget", "data:QTableWidget"} <= tried
