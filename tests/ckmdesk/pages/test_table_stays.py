"""Nothing above or below the table moves it: band, notes, footnotes, titles, questions, messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QApplication, QLabel

from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import Footnote
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Command
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import table_view
from ckmdesk.state.desk_state import Trial
from tests.kit.statistics import SPEC, small_statistic
from tests.kit.tables_page import open_table, settle, tables_page

LONG = "Words that are longer than any window is wide, and say what is to be known. " * 6
NOTE = Footnote(Texts.same(LONG), "table")
COMMANDS: dict[str, Callable[[], Command]] = {
    "a trial": lambda: commands.show_trial(Trial("variant", 10)),
    "originals": lambda: commands.show_trial(Trial("original", 10)),
    "figures in force": lambda: commands.show_trial(Trial("in_force", 10)),
    "noise": lambda: commands.shade("noise"),
    "sensitive cells": lambda: commands.shade("sensitive"),
    "no shading": lambda: commands.shade("none"),
    "originals beside": lambda: commands.put_beside(beside=True),
    "nothing beside": lambda: commands.put_beside(beside=False),
    "a footnote": lambda: commands.put_footnote(NOTE),
    "a second footnote": lambda: commands.put_footnote(Footnote(Texts.same(LONG), "value", value=0)),
    "no footnote": lambda: commands.put_footnote(Footnote(Texts(), "table")),
    "a long title": lambda: commands.set_title(Texts.same(LONG.strip())),
    "other variables": lambda: commands.move_variable("area", "list", "Area"),
    "no title": lambda: commands.set_title(Texts()),
    "a kept table": lambda: commands.open_table(small_statistic().tables[0]),
    "a title that may not fit": lambda: commands.move_variable("area", "list", "Area"),
    "sheets": lambda: commands.move_variable("area", "layers", "Area"),
}


def ready(window: MainWindow, width: int, height: int, language: str) -> TablesPage:
    window.settings.set("language", language)
    window.resize(width, height)
    page = open_table(window, SPEC)
    served(window)
    assert window.width() == width
    return page


def served(window: MainWindow) -> None:
    """What is laid out within what is laid out has its place, too."""
    for _ in range(4):
        settle(window)


def place(window: MainWindow, page: TablesPage) -> QRect:
    served(window)
    return QRect(page.grid.mapTo(window, QPoint()), page.grid.size())


def states(window: MainWindow, page: TablesPage, only: tuple[str, ...] = ()) -> Iterator[str]:
    """One state of the page after another."""
    for name, command in COMMANDS.items():
        if not only or name in only:
            window.desk.run(command())
            served(window)
            yield name
    if only:
        return
    window.show_message(LONG, "warning")
    yield "a message"
    window.clear_message()
    page.finding.actions[0].trigger()
    yield "the search"
    page.find_bar.close_button.click()


@pytest.mark.daily(1)
@pytest.mark.look
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_band_notes_footnotes_title_and_search_leave_the_table_where_it_is_and_footnotes_alone_take_of_its_height(
    window: MainWindow, width: int, height: int, language: str
) -> None:
    page = ready(window, width, height, language)
    rest = place(window, page)
    assert window.rect().contains(rest)  # no words make the page wider than its window
    assert page.foot.isHidden()  # where there are no footnotes they take no room
    beside = QRect(rest.topLeft(), rest.size() - QSize(0, page.foot.height()))
    assert beside.height() > rest.height() / 2
    moved, banded, told, noted = {}, set(), set(), set()
    for name in states(window, page):
        noted |= {name} if page.foot.isVisible() else set()
        if (found := place(window, page)) != (beside if page.foot.isVisible() else rest):
            moved[name] = found
        banded |= {name} if page.notice.band.isVisible() else set()
        told |= {name} if page.notice.why.text_whole() else set()
    assert moved == {}
    assert banded == {"a trial", "originals", "noise", "sensitive cells", "originals beside"}
    assert "a title that may not fit" in told
    assert {"a footnote", "a second footnote"} <= noted
    assert not {"a trial", "originals", "a kept table", "a message", "the search"} & noted
    page.lookup_button.click()  # a pane beside the table takes of its width only
    narrower = place(window, page)
    assert page.notice.band.isVisible()
    assert (narrower.top(), narrower.height()) == (rest.top(), rest.height())


@pytest.mark.look
def test_lines_above_the_table_are_as_high_as_pictured(window: MainWindow) -> None:
    window.settings.set("role", "clerk")
    page = ready(window, 1280, 800, "de")
    assert (page.panel.height(), page.notice.height()) == (40, 24)
    below_the_menus = place(window, page).top() - window.menuBar().height()
    assert below_the_menus <= 44 + 1 + 40 + 1 + 30 + 24 + 1  # head, shelves, title with its tools, note
    labels = [part for part in page.notice.findChildren(QLabel) if part.isVisible()]
    assert all(page.notice.rect().contains(part.geometry()) for part in labels)


@pytest.mark.look
def test_a_question_about_a_large_table_lies_over_the_former_one(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ready(window, 1024, 768, "de")
    rest = place(window, page)
    monkeypatch.setattr(table_view, "LARGE", 3)
    window.desk.run(commands.swap_axes())
    assert place(window, page) == rest
    assert page.large.isVisible()
    assert page.large.parentWidget() is page.sights
    assert page.sights.rect().contains(page.large.geometry())
    assert page.large.width() == page.grid.width()
    assert page.large.height() >= page.large.heightForWidth(page.large.width())
    assert page.large.isAncestorOf(QApplication.widgetAt(page.large.mapToGlobal(page.large.rect().center())))
    page.large.anyway.emit()
    assert place(window, page) == rest
    assert not page.large.isVisible()


@pytest.mark.look
def test_figures_that_cannot_be_computed_leave_their_note_beside_the_band(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ready(window, 1280, 800, "en")
    notice = page.notice
    rest = place(window, page)
    page.trials.shading_chosen.emit("noise")
    assert place(window, page) == rest
    assert (notice.band.isVisible(), notice.note.isVisible()) == (True, False)
    assert notice.why_link.text() == "Why sums may differ"
    monkeypatch.setattr(table_view, "LARGE", 3)
    window.desk.run(commands.swap_axes())
    assert place(window, page) == rest
    assert (notice.band.isVisible(), notice.note.isVisible()) == (True, True)
    assert page.notice.note.text() == "Grey figures are from the previous table or view."
    page.large.anyway.emit()
    page.trials.shading_chosen.emit("none")
    assert place(window, page) == rest
    assert (notice.band.isVisible(), notice.note.isVisible(), notice.why_link.text()) == (False, True, "why?")


@pytest.mark.thorough
@pytest.mark.look
def test_in_large_text_title_and_note_have_two_lines_whatever_they_say(window: MainWindow) -> None:
    window.settings.set("text_size", "200")
    settle(window)  # what measures words comes with the next event
    page = ready(window, 1280, 800, "de")
    assert page.narrow.is_narrow

    def top() -> int:
        served(window)
        return page.grid.mapTo(page, QPoint()).y()

    rest = top()
    kinds = ("a trial", "figures in force", "a footnote", "no footnote", "a long title", "no title")
    assert {name: found for name in states(window, page, kinds) if (found := top()) != rest} == {}
    window.desk.run(commands.set_title(Texts.same(LONG.strip())))
    assert top() == rest
    title = page.table_title
    assert title.is_cut
    assert title.toolTip() == title.accessibleName() == LONG.strip()
    shown = QLabel.text(title)
    assert shown.count("\n") == 1
    assert LONG.startswith(shown.replace("\n", "").removesuffix("…").rstrip())


@pytest.mark.thorough
@pytest.mark.look
def test_the_line_of_the_note_has_its_height_at_every_size_of_text(window: MainWindow) -> None:
    ready(window, 1280, 800, "de")
    heights = []
    for percent in ("100", "200", "100", "125", "200", "100"):
        window.settings.set("text_size", percent)
        settle(window)  # what measures words comes with the next event
        served(window)
        page = tables_page(window)
        heights.append((page.notice.height(), page.narrow.is_narrow))
        assert page.head.pane_button.isChecked() != page.narrow.is_narrow
    one, two = heights[0][0], heights[1][0]
    assert heights == [(one, False), (two, True), (one, False), (round(one * 1.25), False), (two, True), (one, False)]
    assert 2 * one < two < 4 * one


@pytest.mark.look
def test_a_note_that_is_cut_is_told_whole_by_tip_by_ear_and_in_the_bubble(window: MainWindow) -> None:
    page = ready(window, 1024, 768, "de")
    page.left.setMinimumWidth(500)
    served(window)
    note = page.notice.note
    assert note.is_cut
    assert note.toolTip() == note.accessibleName() == note.text()
    assert note.text().startswith("Zahlen nach dem Verfahren in Kraft. Veröffentlichung erst nach Freigabe.")
    page.notice.why_link.click()
    bubble = QApplication.activePopupWidget()
    assert bubble is not None
    assert bubble.accessibleName().startswith(note.text())
    bubble.close()


@pytest.mark.look
@pytest.mark.parametrize("language", ["en", "de"])
def test_in_a_window_made_narrower_the_page_is_no_wider_than_its_room(window: MainWindow, language: str) -> None:
    page = ready(window, 1280, 800, language)
    for width in (1100, 1000, 900):
        window.resize(width, 600)
        served(window)
        assert page.width() <= width - window.rail.width()


@pytest.mark.look
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("role", ["clerk", "methodologist"])
def test_the_first_figure_of_the_sample_stands_at_230_px(window: MainWindow, role: str, language: str) -> None:
    window.settings.set("role", role)
    window.settings.set("language", language)
    window.resize(1280, 800)
    window.services.open_sample()
    served(window)
    page = tables_page(window)
    assert len({shelf.y() for shelf in page.panel}) == 1
    assert page.grid.viewport().mapTo(window, QPoint()).y() <= 230
    assert not page.table_title.is_cut


@pytest.mark.thorough
@pytest.mark.look
def test_at_200_percent_figures_are_on_the_first_screen(window: MainWindow) -> None:
    window.settings.set("text_size", "200")
    settle(window)  # what measures words comes with the next event
    window.resize(1280, 800)
    window.services.open_sample()
    served(window)
    page = tables_page(window)
    assert not page.panel.isVisible()
    assert page.grid.viewport().mapTo(window, QPoint()).y() + 3 * px(ROW_HEIGHT) < window.statusBar().y()
    page.head.shelves_button.click()
    served(window)
    assert page.panel.isVisible()
    window.settings.set("text_size", "100")
    settle(window)  # what measures words comes with the next event
    served(window)
    assert tables_page(window).panel.isVisible()
