"""The size of text: what the system asks for, what a person chooses, and that what holds text goes with it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHeaderView,
    QScrollArea,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ckmdesk.look import text_size
from ckmdesk.look.theme import Theme
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.places import PLACES


def settled(window: MainWindow) -> None:
    settle(window)  # a page in sight is made again in steps
    for _ in range(5):
        QApplication.processEvents()


def sizes(window: MainWindow) -> dict[str, tuple[object, ...]]:
    """Least and most sizes, rows and columns of everything on the screen."""
    found: dict[str, tuple[object, ...]] = {}
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.objectName().startswith("qt_"):  # Qt's own parts follow the style sheet
            continue
        more: tuple[object, ...] = ()
        if isinstance(widget, QHeaderView):
            more = (widget.defaultSectionSize(), *(widget.sectionSize(one) for one in range(min(widget.count(), 50))))
        found[f"{type(widget).__name__} {widget.objectName()} {id(widget)}"] = (
            widget.minimumSize().toTuple(),
            widget.maximumSize().toTuple(),
            *more,
        )
    return found


@pytest.mark.parametrize(
    ("points", "platform", "factor"),
    [
        (9.0, "linux", 1.0),
        (12.0, "linux", 1.0),
        (14.0, "linux", 1.4),
        (20.0, "linux", 2.0),
        (9.0, "win32", 1.0),
        (13.5, "win32", 1.35),
        (13.0, "darwin", 1.0),
        (-1.0, "linux", 1.0),
    ],
)
def test_text_is_as_large_as_the_systems_where_that_is_larger_than_usual(
    points: float, platform: str, factor: float
) -> None:
    assert text_size.system_factor(points, platform) == pytest.approx(factor)


def test_at_100_percent_sizes_are_as_they_are_written_down(theme: Theme) -> None:
    assert [text_size.px(size) for size in (1, 24, 264)] == [1, 24, 264]
    assert theme.font().pointSizeF() == 10
    assert not text_size.is_enlarged()


@pytest.mark.parametrize("percent", [125, 150, 175, 200])
def test_fonts_and_what_holds_them_grow_alike(theme: Theme, percent: int) -> None:
    theme.choose_text_size(percent)
    assert theme.font().pointSizeF() == pytest.approx(percent / 10)
    assert text_size.px(24) == 24 * percent // 100
    assert text_size.unscaled(text_size.px(88)) == 88
    assert QApplication.font().pointSizeF() == pytest.approx(percent / 10)


@pytest.mark.daily(1)
@pytest.mark.parametrize("place", ["saved_tables", "studio"])
def test_a_chosen_size_acts_at_once_and_the_usual_one_brings_all_back(
    window: MainWindow, tmp_path: Path, place: str
) -> None:
    PLACES[place](window, tmp_path)
    settled(window)
    rows = [one.verticalHeader().defaultSectionSize() for one in window.findChildren(QTableView)]
    before = sizes(window)
    window.settings.set("text_size", "200")
    settled(window)
    assert [one.verticalHeader().defaultSectionSize() for one in window.findChildren(QTableView)] == [
        2 * row for row in rows
    ]
    window.settings.set("text_size", "100")
    settled(window)
    after = sizes(window)
    assert {key: after[key] for key in before if key in after and after[key] != before[key]} == {}


@pytest.mark.thorough
def test_keys_and_the_page_of_the_settings_make_text_larger_and_smaller(window: MainWindow) -> None:
    window.activateWindow()
    control = Qt.KeyboardModifier.ControlModifier
    for key, size in (
        (Qt.Key.Key_Plus, "125"),
        (Qt.Key.Key_Plus, "150"),
        (Qt.Key.Key_Minus, "125"),
        (Qt.Key.Key_0, "100"),
        (Qt.Key.Key_Minus, "100"),
    ):
        QTest.keyClick(window, key, control)
        assert window.settings.value("text_size") == size
    window.go_to("settings")
    settle(window)
    combo = window.findChild(QComboBox, "setting:text_size")
    assert combo is not None
    assert [combo.itemText(place) for place in range(combo.count())] == ["100%", "125%", "150%", "175%", "200%"]
    combo.setCurrentIndex(4)
    combo.activated.emit(4)
    assert window.theme.font().pointSizeF() == 20
    assert window.menus.choices["text_size"]["200"].isChecked()


class Closed(QWidget):
    """A window that only a circle of references holds, with parts that Python has never seen."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self
        room = QVBoxLayout(self)
        room.addWidget(QComboBox())
        room.addWidget(QScrollArea())


def test_windows_that_python_collects_meanwhile_are_not_met_as_widgets(qapp: QApplication) -> None:
    # With the collector at work the process ended here: it deleted windows that were in the list already.
    thresholds = gc.get_threshold()
    for _ in range(10):
        gc.disable()
        for _ in range(40):
            Closed()
        gc.enable()
        gc.set_threshold(50, 1, 1)
        try:
            found = text_size.all_widgets()
        finally:
            gc.set_threshold(*thresholds)
        assert sum(isinstance(one, QComboBox) for one in found) >= 40
        assert gc.isenabled()
        del found
        gc.collect()
