"""Another language of the window: every word changes, and what is shown, chosen and typed stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QSplitter,
    QTabWidget,
    QTextEdit,
    QTreeView,
    QWidget,
)

from ckmcore.messages import SENTENCES
from ckmdesk.base import unexpected
from ckmdesk.shell.window import MainWindow
from tests.kit import update_translations
from tests.kit.places import PLACES, leave
from tests.kit.tables_page import settle
from tests.kit.update_translations import entries

# One place of each page always; more of them with --thorough.
ALWAYS = (
    "start", "settings", "importing", "review", "tree", "table", "look_up", "handing_in", "evaluated", "studio",
)  # fmt: skip
FURTHER = (
    "own_key", "no_data", "first_table", "store_offer", "database", "marking", "variables", "derived_variable",
    "hierarchies",
    "record_keys", "new_keys", "profile", "periods", "replacing", "references",
    "table_of_clerk", "table_on_sheets", "saved_tables", "trial_view", "file_beside_table", "finding",
    "no_release", "handed_in", "released", "not_evaluated", "plane_of_quality", "map_of_quality",
    "side_by_side", "decision", "rules", "sums", "sums_designed", "rounding", "primary_rules", "criteria",
    "not_compared", "four_methods", "suppressed", "changed_records",
)  # fmt: skip
READ = {
    QLineEdit: ("text", "cursorPosition"),
    QSpinBox: ("value",),
    QComboBox: ("currentIndex", "currentText"),
    QAbstractButton: ("isChecked", "text"),
    QTabWidget: ("currentIndex",),
    QPlainTextEdit: ("toPlainText",),
    QTextEdit: ("toPlainText",),
    QLabel: ("text",),
    QSplitter: ("sizes",),
}


@pytest.fixture(autouse=True)
def closed(window: MainWindow) -> Iterator[None]:
    yield
    leave(window)


def draw(window: MainWindow) -> None:
    settle(window)  # a page in sight is made again in steps
    for _ in range(5):  # what is laid out within what is laid out
        QApplication.processEvents()
    settle(window)


def switch(window: MainWindow, language: str) -> None:
    window.settings.set("language", language)
    draw(window)


def parts(window: MainWindow) -> list[QWidget]:
    """The page that is shown, its head, and the dialogs beside the window."""
    page = window.page(window.desk.state.page)
    assert page is not None
    dialogs = [one for one in window.findChildren(QDialog) if one.isVisible()]
    return [part for part in (page, page.head, *dialogs) if part is not None]


def read(window: MainWindow) -> list[tuple[object, ...]]:
    """What every part of the page shows: texts, choices, positions, and where the keyboard is."""
    shown: list[tuple[object, ...]] = []
    for line in window.findChildren(QLineEdit):
        line.setClearButtonEnabled(False)  # crosses fade in
    for part in parts(window):
        for widget in (part, *part.findChildren(QWidget)):
            if not widget.isVisible():
                continue
            values = [
                getattr(widget, name)() for kind, names in READ.items() if isinstance(widget, kind) for name in names
            ]
            if isinstance(widget, QAbstractScrollArea):
                values += [widget.verticalScrollBar().value(), widget.horizontalScrollBar().value()]
            if isinstance(widget, QTreeView) and widget.selectionModel() is not None:
                values += [(index.row(), index.column()) for index in widget.selectedIndexes()]
            shown.append((type(widget).__name__, widget.objectName(), widget.hasFocus(), *values))
    return shown


def different(there: list[tuple[object, ...]], back: list[tuple[object, ...]]) -> list[tuple[object, object]]:
    same = sorted(map(repr, there)) == sorted(map(repr, back))
    return [] if same else [(a, b) for a, b in zip(there, back, strict=False) if a != b] or [(len(there), len(back))]


def fill(window: MainWindow) -> None:
    """Type into every line without finishing it, scroll everything, put the keyboard on the last field."""
    lines: list[QWidget] = []
    for part in parts(window):
        for area in part.findChildren(QAbstractScrollArea):
            if area.isVisible():
                area.verticalScrollBar().setValue(area.verticalScrollBar().maximum() // 2)
        for line in part.findChildren(QLineEdit):
            own = isinstance(line.parentWidget(), QComboBox | QSpinBox) or line.objectName().startswith("qt_")
            if line.isVisible() and line.isEnabled() and not line.isReadOnly() and not own and not line.text():
                line.insert("1")
                lines.append(line)
    draw(window)
    if lines and lines[-1].isVisible():
        lines[-1].setFocus()
        draw(window)


def english() -> set[str]:
    """What can only be an English text of the window."""
    german = {"".join(message.find("translation").itertext()) for message in entries(update_translations.TS).values()}  # type: ignore[union-attr]
    found = {source for _, source in entries(update_translations.TS)}
    for in_english, in_german in SENTENCES.values():
        german.add(in_german)
        found.add(in_english)
    german.add("English")  # the language itself is called so in both
    return {text for text in found - german if "%" not in text and "{" not in text and len(text) > 2}


def left(window: MainWindow) -> list[str]:
    """Words that are English still."""
    texts: list[str] = []
    for widget in (window, *window.findChildren(QWidget)):
        if widget.isVisible():
            texts += [widget.accessibleName(), widget.toolTip(), widget.windowTitle()]
            if isinstance(widget, QLabel | QAbstractButton):
                texts.append(widget.text())
            if isinstance(widget, QGroupBox):
                texts.append(widget.title())
            if isinstance(widget, QComboBox):
                texts += [widget.itemText(row) for row in range(widget.count())]
            if isinstance(widget, QLineEdit):
                texts.append(widget.placeholderText())
    return sorted(set(texts) & english())


def seen(window: MainWindow) -> QImage:
    """A picture of the window, without the seconds that a table took."""
    window.set_figures(None)
    return window.grab().toImage()


def stays(window: MainWindow, folder: Path, place: str) -> None:
    PLACES[place](window, folder)
    window.message_bar.settle()  # buttons of the frame's messages say what they said
    draw(window)
    fill(window)
    before, picture = read(window), seen(window)
    switch(window, "de")
    assert left(window) == []
    switch(window, "en")
    assert different(before, read(window)) == []
    assert seen(window) == picture


@pytest.mark.daily(3)
@pytest.mark.parametrize("place", ALWAYS)
def test_at_a_place_of_each_page_all_stays_but_the_language(window: MainWindow, tmp_path: Path, place: str) -> None:
    stays(window, tmp_path, place)


@pytest.mark.thorough
@pytest.mark.parametrize("place", FURTHER)
def test_at_further_places_all_stays_but_the_language(window: MainWindow, tmp_path: Path, place: str) -> None:
    stays(window, tmp_path, place)


@pytest.mark.daily(2)
@pytest.mark.parametrize("place", ALWAYS)
def test_nothing_of_a_page_that_was_built_again_hears_of_other_colours(
    window: MainWindow, tmp_path: Path, place: str
) -> None:
    PLACES[place](window, tmp_path)
    switch(window, "de")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    faults: list[BaseException] = []
    unexpected.handlers.append(faults.append)
    window.settings.set("theme", "dark")
    unexpected.handlers.remove(faults.append)
    assert faults == []
