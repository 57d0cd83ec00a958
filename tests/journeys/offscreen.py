"""Finding and pressing parts of the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget

from ckmdesk.shell.demo import settle
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves
from ckmdesk.widgets.variable_list import VariableList

Key = Qt.Key


CONTROL = Qt.KeyboardModifier.ControlModifier


def part(window: MainWindow, kind: type[QWidget], name: str) -> QWidget:
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def ready(window: MainWindow) -> None:
    QApplication.processEvents()
    settle(window.jobs, 60)
    QApplication.processEvents()


def press(widget: QWidget, key: Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)
    QApplication.processEvents()
    if isinstance(widget, VariableList) and widget._alone.isActive():  # a letter is a command once no other follows
        assert QSignalSpy(widget._alone.timeout).wait(5000)
    QApplication.processEvents()


def choose(window: MainWindow, variable: str) -> VariableList:
    """Walk down the list of variables from its top."""
    found = part(window, VariableList, "variables")
    assert isinstance(found, VariableList)
    press(found, Key.Key_Home)
    for _ in range(40):
        item = found.chosen()
        if item is not None and item.name == variable:
            return found
        press(found, Key.Key_Down)
    raise AssertionError(f"the arrow keys do not lead to {variable}")


def zone(window: MainWindow, name: shelves.Zone) -> list[str]:
    return list(shelves.zone_names(window.desk.state.table.spec, name))
