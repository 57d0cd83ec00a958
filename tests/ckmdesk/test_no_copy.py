"""Lists put nothing on the clipboard by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QTabWidget, QWidget

from ckmcore.messages import sentence
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.late_tabs import LateTabs
from ckmdesk.widgets.no_copy import COPIES
from tests.kit.places import PLACES, leave
from tests.kit.statistics import SPEC
from tests.kit.tables_page import open_table, settle


def first_with_text(view: QAbstractItemView) -> QModelIndex:
    model = view.model()
    for row in range(min(model.rowCount(), 5)):
        for column in range(1 if isinstance(model, QAbstractListModel) else min(model.columnCount(), 5)):
            index = model.index(row, column)
            if index.data(Qt.ItemDataRole.DisplayRole):
                return index
    return QModelIndex()


def press_copy(view: QAbstractItemView, index: QModelIndex) -> str:
    """What Ctrl+C at a cell leaves on a clipboard that held other words."""
    view.setCurrentIndex(index)
    QApplication.clipboard().setText("as before")
    stroke = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(view, stroke)
    return QApplication.clipboard().text()


def test_copying_in_any_list_of_any_page_leaves_the_clipboard_as_it_was_and_says_why(window: MainWindow) -> None:
    open_table(window, SPEC)
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
            window.clear_message()
            assert (view.objectName(), press_copy(view, index)) == (view.objectName(), "as before")
            if window.message_bar.text:  # some take the letter C for a command of their own
                assert window.message_bar.text == sentence("desk_copy_confidential").text("en")
                tried.add(f"{name}:{type(view).__name__}")
    assert {"data:TreeEditor", "data:QTableView", "data:QTreeWidget", "data:QTableWidget"} <= tried


def in_combo(widget: QWidget) -> bool:
    above = widget.parent()
    return above is not None and (isinstance(above, QComboBox) or (isinstance(above, QWidget) and in_combo(above)))


@pytest.mark.thorough
@pytest.mark.parametrize("place", list(PLACES))
def test_no_list_of_a_page_copies_at_any_place(window: MainWindow, tmp_path: Path, place: str) -> None:
    PLACES[place](window, tmp_path)
    settle(window)
    copied = []
    for page in window._pages.values():
        for view in page.findChildren(QAbstractItemView):
            if view.model() is None or view.property(COPIES) or in_combo(view):
                continue
            if view.window() is not window:  # a small window over the page: words of the code list, no figures
                continue
            index = first_with_text(view)
            if index.isValid() and press_copy(view, index) != "as before":
                copied.append((type(view).__name__, view.objectName()))
    leave(window)
    assert copied == []
