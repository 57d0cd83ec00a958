"""The exercise of the handbook, done by keys as it is written: each step leads to what the page says.

With --thorough the picture of its table is made anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLabel, QMenu, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.tabulate.spec import Condition
from ckmdesk.base.settings import Settings
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.chips import Chip
from ckmdesk.widgets.words_popup import WordsPopup
from tests.journeys.handbook_walk import Walk, walking
from tests.journeys.offscreen import CONTROL, choose, part, press, ready, zone

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier
# The entry of the menu, the button, the word for a total of some, the group, the title.
WORDS = {
    "de": ("Ebene Hochschule zeigen", "Keine", "Zusammen (Auswahl)", "Norden", "Studierende in Vollzeit"),
    "en": ("Show level University", "None", "Total (selection)", "North", "Students in full time"),
}


@pytest.fixture
def walk(window: MainWindow, settings: Settings, language: Language) -> Iterator[Walk]:
    yield from walking(window, settings, language)


def popup(kind: type[QWidget]) -> QWidget:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible())


def entry(words: str, menu: QMenu) -> None:
    """Choose an entry of a menu that is open, or of one within it."""
    below = [found for action in menu.actions() if isinstance(found := action.menu(), QMenu)]
    next(action for one in (menu, *below) for action in one.actions() if action.text() == words).trigger()
    menu.close()
    QApplication.processEvents()


def rows(window: MainWindow) -> list[str]:
    """The labels of the rows as they are shown."""
    ready(window)
    model = part(window, TableGrid, "table").table_model()  # type: ignore[attr-defined]
    return [model.path("rows", row) for row in range(model.rowCount())]


def write(words: str, window: MainWindow) -> None:
    """Write into the popup that asks for words, and apply them."""
    asked = popup(WordsPopup)
    assert isinstance(asked, WordsPopup)
    field = asked.german if window.settings.language == "de" else asked.english
    field.selectAll()
    QTest.keyClicks(field, words)
    QTest.keyClick(field, Key.Key_Return)
    ready(window)


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.thorough)])
def test_the_exercise_of_the_handbook(
    walk: Walk,
    language: Language,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    window, (level, none, selected, north, title) = walk.window, WORDS[language]
    press(part(window, QPushButton, "door:sample"), Key.Key_Return)
    ready(window)
    press(window, Key.Key_Delete, CONTROL | SHIFT)
    ready(window)
    assert [zone(window, name) for name in ("rows", "columns", "filters")] == [[], [], []]  # type: ignore[arg-type]

    press(choose(window, "university"), Key.Key_R)
    press(choose(window, "sex"), Key.Key_C)
    ready(window)
    press(part(window, Chip, "chip:rows:university"), Key.Key_Return)
    menu = popup(QMenu)
    assert isinstance(menu, QMenu)
    entry(level, menu)
    assert window.desk.state.table.spec.rows[0].levels[0].depths == (0,)

    press(choose(window, "enrolment"), Key.Key_F)
    ready(window)
    categories = popup(CategoryPopup)
    assert isinstance(categories, CategoryPopup)
    next(button for button in categories.findChildren(QPushButton) if button.text() == none).click()
    press(categories.search, Key.Key_Down)
    press(categories.list, Key.Key_Space)
    press(categories.list, Key.Key_Return)
    ready(window)
    assert window.desk.state.table.spec.filters == (Condition("enrolment", ("1",)),)
    assert rows(window)[0] == selected

    press(choose(window, "share"), Key.Key_Return)
    ready(window)
    assert [value.kind for value in window.desk.state.table.spec.values] == ["count", "share"]

    grid = part(window, TableGrid, "table")
    assert isinstance(grid, TableGrid)
    before = rows(window)
    grid.setFocus()
    grid.setCurrentIndex(grid.model().index(1, 0))
    press(grid, Key.Key_Down, SHIFT)
    press(grid, Key.Key_G)
    write(north, window)
    assert north in rows(window)
    assert len(rows(window)) == len(before) + 1

    press(grid, Key.Key_O)
    ready(window)
    assert window.desk.state.table.spec.rows[0].levels[0].order.by == "value"

    window.menus.actions["undo"].trigger()
    ready(window)
    assert window.desk.state.table.spec.rows[0].levels[0].order.by == "list"

    window.page("tables").page_actions.words.title.trigger()  # type: ignore[union-attr]
    write(title, window)
    assert part(window, QLabel, "table-title").text() == title  # type: ignore[attr-defined]

    if request.config.getoption("--thorough"):
        size = window.size()
        window.resize(size.width(), 870)  # the group stands below all others
        walk.keep("exercise", room=QRect(80, 26, 1200, 800))
        window.resize(size)

    QTimer.singleShot(0, window, lambda: QTest.keyClick(popup(QInputDialog), Key.Key_Return))
    window.page("tables").head.document.save_as_action.trigger()  # type: ignore[union-attr]
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.tables[-1].name == title

    monkeypatch.setattr(window, "choose_save_form", lambda *_: (tmp_path / "exercise.xlsx", ""))
    window.menus.actions["export"].trigger()
    ready(window)
    assert (tmp_path / "exercise.xlsx").is_file()
