"""Columns are marked with the mouse and with keys alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmdesk.pages.data.marking_view import MarkingView
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.marking import Marking, begin_marking

LINES = ("84 34100 8", "84 29240 7", "85 29240 7")


@pytest.fixture
def view(window: MainWindow) -> Iterator[MarkingView]:
    made = MarkingView(window.theme, window)
    made.resize(900, 400)
    made.show()
    made.show_marking(begin_marking(LINES))
    QApplication.processEvents()
    yield made
    made.hide()


def at(view: MarkingView, place: int) -> QPoint:
    return QPoint(view.lines.x_of(place), 40)


def test_a_click_sets_a_cut_and_another_one_takes_it_away(view: MarkingView) -> None:
    assert view.marking.cuts == (3, 9)
    QTest.mouseClick(view.lines, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(view, 5))
    assert view.marking.cuts == (3, 5, 9)
    assert view.names.rowCount() == 4
    QTest.mouseClick(view.lines, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(view, 5))
    assert view.marking.cuts == (3, 9)


def test_dragging_moves_a_cut(view: MarkingView) -> None:
    QTest.mousePress(view.lines, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(view, 3))
    for place in (4, 5, 6):
        from PySide6.QtCore import QEvent, QPointF
        from PySide6.QtGui import QMouseEvent

        position = QPointF(at(view, place))
        event = QMouseEvent(
            QEvent.Type.MouseMove,
            position,
            view.lines.mapToGlobal(position),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(view.lines, event)
    QTest.mouseRelease(view.lines, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(view, 6))
    assert view.marking.cuts == (6, 9)


def test_keys_alone_do_the_same(view: MarkingView) -> None:
    lines = view.lines
    QTest.keyClick(lines, Qt.Key.Key_Home)
    QTest.keyClick(lines, Qt.Key.Key_Right)
    QTest.keyClick(lines, Qt.Key.Key_Space)
    assert view.marking.cuts == (2, 3, 9)
    QTest.keyClick(lines, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert view.marking.cuts == (1, 3, 9)
    assert "cut" in lines.accessibleDescription()
    QTest.keyClick(lines, Qt.Key.Key_Space)
    assert view.marking.cuts == (3, 9)


@pytest.mark.look
def test_names_are_typed_and_pieces_left_out(view: MarkingView) -> None:
    item = view.names.item(0, 0)
    assert item is not None
    item.setText("Year")
    last = view.names.item(2, 0)
    assert last is not None
    last.setCheckState(Qt.CheckState.Unchecked)
    assert [column.name for column in view.marking.columns] == ["Year", "V2"]
    taken: list[Marking] = []
    view.taken.connect(taken.append)
    view.take_button.click()
    assert taken[0].columns == view.marking.columns
    assert not view.grab().isNull()


def test_without_columns_nothing_can_be_read(view: MarkingView) -> None:
    view.show_marking(Marking(("ab",), left_out=frozenset({0})))
    assert not view.take_button.isEnabled()
    view.propose_button.click()
    assert view.take_button.isEnabled()
