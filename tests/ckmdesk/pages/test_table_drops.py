"""Variables are dropped where people point: on the head, the stub and the cells of the table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.chips import Item, encode
from tests.kit.hands import settle, small_tables_page
from tests.kit.tables_page import list_item

MOVE, LEFT, NONE = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def entered(place: QWidget, mime: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(20, 10), MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(place, event)
    return event.isAccepted()


def dropped(place: QWidget, item: Item) -> None:
    """What Qt sends when an item is dragged to a place and dropped there."""
    mime = encode(item)
    assert entered(place, mime)
    QApplication.sendEvent(place, QDropEvent(QPointF(20, 10), MOVE, mime, LEFT, NONE))


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    found = small_tables_page(window)
    window.desk.run(commands.clear_table())
    settle(window)
    return found


def hints(page: TablesPage) -> dict[str, str]:
    words = [one for one in page.grid.findChildren(QLabel) if one.isVisible() and one.property("kind")]
    return {one.text(): one.property("kind") for one in words if str(one.property("kind")).startswith("drop")}


@pytest.mark.look
def test_the_head_takes_columns_stub_and_cells_take_rows(window: MainWindow, page: TablesPage) -> None:
    def axes() -> tuple[list[str], list[str]]:
        return tuple([chip.item.name for chip in page.panel[zone].chips] for zone in ("rows", "columns"))  # type: ignore[return-value]

    dropped(page.grid.head.viewport(), list_item(page, "sex"))
    settle(window)
    assert axes() == ([], ["sex"])
    dropped(page.grid.viewport(), list_item(page, "area"))
    settle(window)
    assert axes() == (["area"], ["sex"])
    moved = page.panel["columns"].chips[0].item
    dropped(page.grid.stub.viewport(), moved)  # a chip can be moved so, too
    settle(window)
    assert axes() == (["area", "sex"], [])
    assert page.view is not None
    assert page.view.spec.variables == ("area", "sex")
    window.desk.undo()
    assert axes() == (["area"], ["sex"])


@pytest.mark.look
def test_words_over_head_and_stub_say_where_it_goes_and_leave_with_the_drag(
    window: MainWindow, page: TablesPage
) -> None:
    mime = encode(list_item(page, "sex"))
    assert entered(page.grid.head.viewport(), mime)
    assert hints(page) == {"Rows: here": "drop", "Columns: here": "drop-active"}
    assert page.panel["columns"].landing is not None  # the table to come is computed already
    assert entered(page.grid.viewport(), mime)
    assert hints(page) == {"Rows: here": "drop-active", "Columns: here": "drop"}
    assert page.panel["columns"].landing is None
    QApplication.sendEvent(page.grid.viewport(), QDragLeaveEvent())
    assert hints(page) == {}
    assert page.panel["rows"].landing is None
    before = window.desk.state.table.spec
    settle(window)
    assert window.desk.state.table.spec == before


def test_values_go_to_their_shelf_and_other_things_are_not_taken(window: MainWindow, page: TablesPage) -> None:
    value = next(chip.item for chip in page.panel["values"].chips)
    assert entered(page.grid.head.viewport(), encode(value))
    QApplication.sendEvent(page.grid.head.viewport(), QDragLeaveEvent())
    files = QMimeData()
    files.setText("something")
    assert not entered(page.grid.viewport(), files)
    assert hints(page) == {}
    assert window.desk.undo_name is not None
