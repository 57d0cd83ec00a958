"""A drop-down of many entries opens with a search; one of few opens its list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.searched_popup import WITHOUT_SEARCH, SearchedPopup

NAMES = [f"Land {number}" for number in range(1, WITHOUT_SEARCH + 1)]


@pytest.fixture
def combo(qapp: QApplication) -> Iterator[PlainCombo]:
    made = PlainCombo()
    made.setAccessibleName("Sheet")
    made.addItems([*NAMES, "Insgesamt"])
    made.setCurrentIndex(3)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def popup(combo: PlainCombo) -> SearchedPopup:
    combo.showPopup()
    found = combo.findChild(SearchedPopup)
    assert isinstance(found, SearchedPopup)
    assert found.isVisible()
    return found


def shown(found: SearchedPopup) -> list[str]:
    return [found.found.index(row, 0).data() for row in range(found.found.rowCount())]


def test_what_is_typed_leaves_the_entries_that_hold_it_and_enter_chooses_the_first(combo: PlainCombo) -> None:
    told = list[int]()
    combo.activated.connect(told.append)
    found = popup(combo)
    assert found.list.currentIndex().data() == "Land 4"
    QTest.keyClicks(found.search, "sGes")
    assert shown(found) == ["Insgesamt"]
    QTest.keyClick(found.search, Qt.Key.Key_Return)
    assert (combo.currentText(), told) == ("Insgesamt", [len(NAMES)])
    assert not found.isVisible()


def test_arrows_go_through_what_is_found_and_escape_leaves_what_was_chosen(combo: PlainCombo) -> None:
    found = popup(combo)
    QTest.keyClicks(found.search, "1")
    assert shown(found) == ["Land 1", "Land 10", "Land 11", "Land 12"]
    QTest.keyClick(found.search, Qt.Key.Key_Down)
    assert found.list.currentIndex().data() == "Land 10"
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert (combo.currentText(), found.isVisible()) == ("Land 4", False)


def test_a_click_chooses_and_nothing_found_chooses_nothing(combo: PlainCombo) -> None:
    told = list[int]()
    combo.activated.connect(told.append)
    found = popup(combo)
    QTest.keyClicks(found.search, "Bergland")
    assert shown(found) == []
    QTest.keyClick(found.search, Qt.Key.Key_Return)
    assert (told, found.isVisible()) == ([], True)
    found.search.clear()
    QApplication.processEvents()
    place: QPoint = found.list.visualRect(found.found.index(2, 0)).center()
    QTest.mouseClick(found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (combo.currentText(), told) == ("Land 3", [2])


def test_few_entries_open_as_a_list(combo: PlainCombo) -> None:
    combo.removeItem(0)
    combo.showPopup()
    assert combo.findChild(SearchedPopup) is None
    assert combo.view().isVisible()
    combo.hidePopup()
