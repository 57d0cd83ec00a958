"""Access for all: every place of the window has names, is reached by keys, shows where they are, and clips no word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTableView, QWidget

import ckmdesk
from ckmdesk.accessibility.interfaces import Role, role_of
from ckmdesk.base.translation import counted
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import DARK, LIGHT, ROW_HEIGHT, Tokens, bar_color, contrast, mix
from ckmdesk.pages.data.histogram import KeyHistogram
from ckmdesk.pages.picture_table import PictureOrTable
from ckmdesk.pages.tables.picture_chart import PictureChart
from ckmdesk.plots.canvas import Canvas
from ckmdesk.shell.app import MOTION, application
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.focus_mark import FocusMark
from tests.kit import access
from tests.kit.places import PLACES, leave
from tests.kit.tables_page import settle, tables_page

# One place of each page always; all of them with --thorough.
ALWAYS = (
    "start", "settings", "handbook", "table", "look_up", "value_editor", "handing_in", "importing", "variables", "tree",
    "studio", "rules", "evaluated",
)  # fmt: skip
KINDS = (("de", "light", 1280, 800), ("en", "dark", 1280, 800), ("de", "dark", 1024, 768), ("en", "light", 1920, 1080))


@pytest.fixture(autouse=True)
def closed(window: MainWindow) -> Iterator[None]:
    yield
    leave(window)


def go(window: MainWindow, place: str, folder: Path, language: str, theme: str, width: int, height: int) -> QWidget:
    """Stand at a place of a window of this kind."""
    window.settings.set("language", language)
    window.settings.set("theme", theme)
    window.theme.choose("dark" if theme == "dark" else "light")
    window.resize(width, height)
    root = PLACES[place](window, folder)
    for _ in range(5):  # what is laid out within what is laid out
        QApplication.processEvents()
    return root


def charts(root: QWidget) -> list[Canvas | KeyHistogram | PictureChart]:
    """The pictures that are shown, which a screen reader is told of as such: no other kind of widget is one."""
    shown = [one for one in root.findChildren(QWidget) if one.isVisible() and role_of(one) == Role.Chart]
    pictures = [one for one in shown if isinstance(one, Canvas | KeyHistogram | PictureChart)]
    assert pictures == shown
    return pictures


def lacking(window: MainWindow, root: QWidget) -> dict[str, list[str]]:
    """What is wrong at a place, by kind."""
    found = {"clipped": access.clipped(root), "unnamed": access.unnamed(root) + access.nameless(root)}
    found["less than 24 px"], found["less than 4.5 : 1"] = access.small_targets(root), access.faint(root)
    found["targets on one another"] = access.overlapping(root)
    found["small targets without room between"] = access.crowded(root)
    found["keys taken twice"] = access.keys_taken_twice(window)
    if window.settings.language == "de":
        found["keys in English"] = access.keys_in_english(root)
    found["pictures without figures"] = [access.said(one) for one in charts(root) if not one.figures().rows]
    found["pictures without a table"] = [
        access.said(one)
        for one in charts(root)
        if not any(holder.isAncestorOf(one) for holder in root.findChildren(PictureOrTable))
    ]
    seen = access.walk(root)
    found["Tab leads back"] = access.out_of_order(root, seen)
    found["not reached by Tab"] = access.unreachable(root, seen)
    found["focus not seen"] = access.invisible_focus(root, seen)
    return {kind: listed for kind, listed in found.items() if listed}


@pytest.mark.daily(4)
@pytest.mark.parametrize("place", ALWAYS)
def test_a_place_of_each_page_can_be_used_without_mouse_and_by_ear(
    window: MainWindow, tmp_path: Path, place: str
) -> None:
    assert lacking(window, go(window, place, tmp_path, "de", "light", 1024, 768)) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))
@pytest.mark.parametrize("place", PLACES)
def test_every_place_can_be_used_without_mouse_and_by_ear(
    window: MainWindow, tmp_path: Path, place: str, kind: tuple[str, str, int, int]
) -> None:
    assert lacking(window, go(window, place, tmp_path, *kind)) == {}


WITH_PICTURES = (
    "picture", "picture_beside_table", "record_keys", "studio", "side_by_side", "sums_designed", "plane_of_quality",
    "map_of_quality",
)  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("place", WITH_PICTURES)
def test_pictures_read_as_tables_can_be_used_without_mouse_and_by_ear(
    window: MainWindow, tmp_path: Path, place: str
) -> None:
    root = go(window, place, tmp_path, "de", "light", 1280, 800)
    assert charts(root)
    for one in root.findChildren(PictureOrTable):
        one.as_table.setChecked(True)
    for _ in range(3):  # the page follows what became taller
        QApplication.processEvents()
    assert not charts(root)
    assert lacking(window, root) == {}


# One place of each page always; all of them with --thorough.
LARGE_ALWAYS = ("start", "settings", "table", "look_up", "handing_in", "importing", "variables", "studio", "evaluated")


def clipped_in_large_text(window: MainWindow, place: str, folder: Path, width: int, height: int) -> list[str]:
    """Words without room where text has twice the size, pages that scroll to the side."""
    window.settings.set("text_size", "200")
    settle(window)  # what measures words comes with the next event
    root = go(window, place, folder, "de", "light", width, height)
    settle(window)  # what folds deep within says its size with the next event
    return access.clipped(root) + access.sideways(root)


@pytest.mark.thorough
def test_in_large_text_panes_fold_and_the_table_keeps_eight_rows(window: MainWindow, tmp_path: Path) -> None:
    root = go(window, "table", tmp_path, "de", "light", 1280, 800)
    assert tables_page(window).left.isVisible()
    for percent, narrow in (("200", True), ("100", False)):
        window.settings.set("text_size", percent)
        settle(window)  # what measures words comes with the next event
        for _ in range(5):
            QApplication.processEvents()
        page = tables_page(window)
        assert (page.narrow.is_narrow, page.left.isVisible()) == (narrow, not narrow)
        assert page.grid.viewport().height() >= 8 * px(ROW_HEIGHT)
        assert access.sideways(root) == []
    window.settings.set("text_size", "200")
    settle(window)  # what measures words comes with the next event
    page = tables_page(window)
    page.page_actions.forth.trigger()  # F6 opens what is folded
    assert page.left.isVisible()
    assert page.left.search.isVisible()


def test_nothing_in_the_window_moves() -> None:
    application()
    assert [effect for effect in MOTION if QApplication.isEffectEnabled(effect)] == []
    moving = re.compile(r"QPropertyAnimation|QVariantAnimation|QMovie|setAnimated\(True|setRange\(0, 0\)")
    folder = Path(ckmdesk.__file__).parent
    assert [path.name for path in folder.rglob("*.py") if moving.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.daily(3)
@pytest.mark.parametrize("place", LARGE_ALWAYS)
def test_text_of_twice_the_size_has_room_on_each_page(window: MainWindow, tmp_path: Path, place: str) -> None:
    assert clipped_in_large_text(window, place, tmp_path, 1280, 800) == []


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("place", PLACES)
def test_text_of_twice_the_size_has_room_at_every_place(
    window: MainWindow, tmp_path: Path, place: str, size: tuple[int, int]
) -> None:
    assert clipped_in_large_text(window, place, tmp_path, *size) == []


@pytest.mark.thorough
def test_the_frame_follows_the_keyboard_and_leaves_with_it(window: MainWindow, tmp_path: Path) -> None:
    PLACES["saved_tables"](window, tmp_path)
    window.activateWindow()
    grid = window.findChild(QTableView, "table")
    assert grid is not None
    grid.setFocus()
    QApplication.processEvents()
    marks = window.findChildren(FocusMark)
    assert [(mark.parent(), mark.geometry()) for mark in marks if mark.isVisible()] == [(grid, grid.rect())]
    QTest.keyClick(grid, Qt.Key.Key_Tab)
    assert [mark for mark in window.findChildren(FocusMark) if mark.isVisible() and mark.parent() is grid] == []


def test_heads_of_a_table_tell_their_whole_path_and_cells_do_not_repeat_it(window: MainWindow, tmp_path: Path) -> None:
    PLACES["table"](window, tmp_path)
    grid = window.findChild(QTableView, "table")
    assert grid is not None
    model, accessible = grid.model(), int(Qt.ItemDataRole.AccessibleTextRole)
    column = "Column Share of the total in %, level 2 of 2 under 1"
    assert str(model.headerData(3, Qt.Orientation.Horizontal, accessible)).startswith(column)
    assert model.headerData(2, Qt.Orientation.Vertical, accessible) == "Row Total"
    cell = model.index(2, 3)
    assert model.data(cell, accessible) == cell.data()  # the reader says both heads itself


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_signs_bars_and_words_stand_out_from_every_ground_they_are_drawn_on(tokens: Tokens) -> None:
    """What test_theme does not compare: bars, signs in messages, words under the pointer."""
    hover, pressed = (mix(tokens.surface, tokens.accent, share) for share in (0.08, 0.16))
    tint = mix(tokens.surface, tokens.window, 0.5)
    signs = [
        (bar_color(tokens), tokens.surface),
        (bar_color(tokens), tokens.accent_soft),
        (tokens.frame, tokens.surface),
        (tokens.ok, tokens.value_chip),
        (tokens.warning, tokens.filter_chip),
        (tokens.error, tokens.surface),
        (tokens.accent, tokens.accent_soft),
    ]
    words = [(tokens.text, ground) for ground in (hover, pressed, tint, tokens.grid)]
    words += [(tokens.secondary, ground) for ground in (hover, pressed, tint)]
    words += [(tokens.accent, tint), (tokens.on_accent, mix(tokens.accent, tokens.text, 0.14))]
    assert [pair for pair in signs if contrast(*pair) < 3] == []
    assert [pair for pair in words if contrast(*pair) < 4.5] == []


def test_one_thing_is_counted_in_the_singular() -> None:
    said = [counted("1 cell", "%1 cells", number, "en") for number in (0, 1, 1234)]
    assert said == ["0 cells", "1 cell", "1,234 cells"]
    assert counted("1 Feld", "%1 Felder", 1234, "de") == "1\u00a0234 Felder"


def test_a_target_that_lies_on_another_one_is_found(qapp: QApplication) -> None:
    holder = QWidget()
    first, second = QPushButton("first", holder), QPushButton("second", holder)
    first.setGeometry(0, 0, 80, 30)
    second.setGeometry(80, 0, 80, 30)
    holder.show()
    assert access.overlapping(holder) == []
    second.move(70, 10)
    assert access.overlapping(holder) == [f"{access.said(first)} on {access.said(second)}"]
    holder.close()
    holder.deleteLater()


def test_a_small_target_without_room_between_is_found(qapp: QApplication) -> None:
    holder = QWidget()
    large, small, other = QPushButton("large", holder), QPushButton("small", holder), QPushButton("other", holder)
    large.setGeometry(0, 0, 80, 30)
    small.setGeometry(100, 7, 16, 16)
    other.setGeometry(140, 7, 16, 16)
    holder.show()
    assert access.crowded(holder) == []
    small.move(83, 7)
    assert access.crowded(holder) == [f"{access.said(small)} beside {access.said(large)}"]
    small.move(118, 7)
    here, there = access.said(small), access.said(other)
    assert access.crowded(holder) == [f"{here} beside {there}", f"{there} beside {here}"]
    holder.close()
    holder.deleteLater()
