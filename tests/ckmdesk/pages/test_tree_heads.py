"""The head as a tree and stacked blocks in the window: brackets, triangles, headings, one total, titles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import Office
from ckmcore.tabulate.spec import PRINTED, Block, Level, Presentation, TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.commands import presentation as commands
from ckmdesk.commands.data import set_title_pattern
from ckmdesk.commands.tables import move_variable, open_table, set_title
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT
from ckmdesk.pages.settings.page import SettingsPage
from ckmdesk.pages.tables.blocks import block_gap, block_height
from ckmdesk.pages.tables.heads import GROUP_ROW, PADDING, PART_ROW, TICK, UNIT_ROW
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.widgets.words_popup import WordsPopup
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

TREE = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])


def show(window: MainWindow, spec: TableSpec) -> TablesPage:
    state = DeskState(page="tables", statistic=small_statistic(), table=TableState(spec))
    window.desk.reset(state, Session(small_data().with_hierarchy("area", TREE)))
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    return found


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    level = Level("area", depths=(0,), expanded=("N",), total="before")
    return show(window, TableSpec(rows=["sex"], columns=level, presentation=PRINTED))


def columns(page: TablesPage) -> list[str]:
    labels = page.model.columns
    return [] if labels is None else [labels.path(line) for line in range(len(labels))]


def ink(page: TablesPage, x: int, y: int) -> str:
    """The colour at a place of the head."""
    return page.grid.head.viewport().grab().toImage().pixelColor(x, y).name()


@pytest.mark.look
def test_a_group_stands_over_its_parts_under_a_bracket_and_the_head_has_its_heights(page: TablesPage) -> None:
    head = page.grid.head
    assert columns(page) == ["Total", "N, Subtotal", "N, 0", "N, 1", "S"]
    assert [head.level_top(level) for level in range(3)] == [0, px(GROUP_ROW), px(GROUP_ROW) + px(PART_ROW)]
    assert head.sizeHint().height() == px(GROUP_ROW) + px(PART_ROW) + px(UNIT_ROW)
    begin, end = head.sectionViewportPosition(1), head.sectionViewportPosition(4)
    line = px(GROUP_ROW) - 3
    bracket = page.grid.theme.color("secondary").name()
    assert ink(page, (begin + end) // 2, line) == bracket
    assert ink(page, (begin + end) // 2, line + TICK) != bracket  # only at its ends it reaches down
    assert ink(page, begin + 4, line + TICK - 1) == bracket
    assert bracket not in {ink(page, x, line) for x in range(end + 8, end + 20)}


def test_the_triangle_in_the_head_closes_and_opens_a_group_as_one_step(page: TablesPage, window: MainWindow) -> None:
    head = page.grid.head
    place = QPoint(head.sectionViewportPosition(1) + PADDING + 3, px(GROUP_ROW) // 2)
    assert head.caret_at(place) == (1, 0)
    assert head.caret_at(QPoint(place.x() + 40, place.y())) is None
    assert head.caret_at(QPoint(head.sectionViewportPosition(0) + PADDING + 3, place.y())) is None
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle(window)
    assert columns(page) == ["Total", "N", "S"]
    assert window.menus.actions["undo"].text() == "Undo: open or close a node of Area"
    place = QPoint(head.sectionViewportPosition(2) + PADDING + 3, px(GROUP_ROW) // 2)
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle(window)
    assert columns(page) == ["Total", "N", "S, Subtotal", "S, 2", "S, 3", "S, 4"]
    window.desk.undo()
    window.desk.undo()
    settle(window)
    assert columns(page)[1:3] == ["N, Subtotal", "N, 0"]


@pytest.mark.look
def test_a_table_of_before_keeps_its_head_until_somebody_ticks_the_tree(page: TablesPage, window: MainWindow) -> None:
    spec = window.desk.state.table.spec.with_changes(presentation=Presentation())
    page = show(window, spec)
    assert columns(page) == ["Total", "N", "0", "1", "S"]
    assert page.grid.head.sizeHint().height() == 2 * px(ROW_HEIGHT)
    page.presentation.refresh()  # as when the menu opens
    page.presentation.options["tree"].trigger()
    settle(window)
    assert columns(page)[1:3] == ["N, Subtotal", "N, 0"]
    window.desk.undo()
    settle(window)
    assert columns(page) == ["Total", "N", "0", "1", "S"]


STACKED = TableSpec(
    rows=[Block(Level("sex", total="before")), Block(Level("area", total="before"))], presentation=PRINTED
)


@pytest.mark.look
def test_a_block_is_set_off_by_space_rule_and_heading_and_its_total_stands_once(window: MainWindow) -> None:
    page = show(window, STACKED)
    stub, rows = page.grid.stub, page.model.rows
    assert rows is not None
    (heading,) = rows.headings
    assert rows.texts(heading) == ("by Area",)
    assert stub.sectionSize(heading) == block_height() == block_gap() + px(26)
    assert stub.sectionSize(heading - 1) == px(ROW_HEIGHT)
    assert [row for row in range(len(rows)) if rows.total[row]] == [0]
    assert rows.total_in(heading) == 1
    picture, top = stub.viewport().grab().toImage(), stub.sectionViewportPosition(heading)
    rule = page.grid.theme.color("secondary").name()
    assert picture.pixelColor(5, top + px(9)).name() == rule
    assert picture.pixelColor(5, top + px(4)).name() == page.grid.theme.color("surface").name()
    # In the cells the rule goes on, and at the right stands where the total is.
    cells = page.grid.viewport().grab().toImage()
    assert cells.pixelColor(5, top + px(9)).name() == rule
    # Another table has rows of one height again.
    show(window, TableSpec(rows=["area"]))
    assert {stub.sectionSize(row) for row in range(page.model.rowCount())} == {px(ROW_HEIGHT)}


def test_a_double_click_on_the_heading_of_a_block_asks_for_its_words(window: MainWindow) -> None:
    page = show(window, STACKED)
    stub, rows = page.grid.stub, page.model.rows
    assert rows is not None
    place = QPoint(20, stub.sectionViewportPosition(rows.headings[0]) + block_gap() + 10)

    def popup() -> WordsPopup:
        QTest.mouseDClick(stub.viewport(), Qt.MouseButton.LeftButton, pos=place)
        settle(window)
        found = QApplication.activePopupWidget()
        assert isinstance(found, WordsPopup)
        return found

    def label() -> Texts:
        settle(window)
        return window.desk.state.table.spec.rows[1].label

    asked = popup()
    assert (asked.english.text(), asked.german.text()) == ("by Area", "nach Area")
    asked.accept()
    assert label() == Texts()  # what nobody changed goes on being made of the variables
    asked = popup()
    asked.english.setText("Areas of the land")
    asked.accept()
    assert label() == Texts("Areas of the land", "nach Area")
    assert page.model.rows is not None
    assert page.model.rows.texts(page.model.rows.headings[0]) == ("Areas of the land",)
    asked = popup()
    asked.english.clear()
    asked.german.clear()
    asked.accept()
    assert label() == Texts()


def test_the_menu_says_where_the_total_of_blocks_stands(window: MainWindow) -> None:
    page = show(window, STACKED)
    menu = page.presentation
    menu.refresh()
    assert menu.choices["block_total"]["first"].isChecked()
    menu.choices["block_total"]["each"].trigger()
    settle(window)
    rows = page.model.rows
    assert rows is not None
    assert [row for row in range(len(rows)) if rows.total[row]] == [0, rows.headings[0] + 1]
    assert window.menus.actions["undo"].text() == "Undo: total of blocks"
    window.desk.run(commands.set_option("block_total", "last"))
    settle(window)
    assert rows is not page.model.rows
    assert page.model.rows is not None
    assert page.model.rows.total_in(0) == 2
    show(window, TableSpec(rows=["area"]))
    menu.refresh()
    assert not menu.menus["block_total"].isEnabled()


def test_a_new_table_is_shown_as_the_office_prints_it(window: MainWindow, settings: Settings) -> None:
    page = show(window, STACKED)
    settings.offices.set(Office(block_total="last"))
    page.page_actions.new.trigger()
    settle(window)
    assert window.desk.state.table.spec == TableSpec(presentation=replace(PRINTED, block_total="last"))


def test_a_0_is_a_dash_on_the_screen_where_the_office_writes_one(window: MainWindow, settings: Settings) -> None:
    page = show(window, STACKED)
    model = page.model
    cells = [(row, column) for row in range(model.rowCount()) for column in range(model.columnCount())]
    plain = {cell: model.text(*cell) for cell in cells}
    assert model.view is not None
    model.show(replace(model.view, presented=replace(model.view.presented, office=Office(zero="dash"))))
    assert {cell: model.text(*cell) for cell in cells} == {
        cell: "–" if text == "0" else text for cell, text in plain.items()
    }
    assert model.texts(range(model.rowCount()), range(1)) == [[model.text(row, 0)] for row in range(model.rowCount())]


@pytest.mark.parametrize("presentation", [PRINTED, Presentation()])
def test_long_german_words_above_columns_are_broken_between_their_parts(
    window: MainWindow, presentation: Presentation
) -> None:
    labels = {"0": Texts.same("Agrarwissenschaften")}
    level, widths = Level("area", labels=labels), {}  # type: ignore[arg-type]
    for language in ("de", "en"):
        shown = replace(presentation, language=language)
        page = show(window, TableSpec(rows=["sex"], columns=level, presentation=shown))
        (line,) = [line for line, path in enumerate(columns(page)) if path.endswith("Agrarwissenschaften")]
        widths[language] = page.grid.head.sectionSize(line)
        looks, room = page.grid.head.looks, widths[language] - PADDING - PADDING // 2
        broken = ["Agrar-", "wissenschaften"] if language == "de" else ["Agrarwissenschaften"]
        assert looks.lines("Agrarwissenschaften", room, bold=False) == broken
        assert max(looks.width(part, bold=False) for part in broken) <= room
    assert widths["de"] < widths["en"]


def test_titles_that_are_made_follow_the_pattern_of_the_statistic(window: MainWindow) -> None:
    page = show(window, STACKED)
    assert page.table_title.text() == "Number by Sex as well as by Area"
    window.go_to("settings")
    settle(window)
    settings_page = window.page("settings")
    assert isinstance(settings_page, SettingsPage)
    field = settings_page.of_statistic.pattern
    assert field.placeholderText() == "Students in {period} {breakdown}"
    field.setText("People {breakdown}")
    field.editingFinished.emit()
    settle(window)
    assert window.desk.state.statistic is not None
    assert window.desk.state.statistic.title_pattern == Texts.same("People {breakdown}")
    window.go_to("tables")
    settle(window)
    assert page.table_title.text() == "People by Sex as well as by Area"
    assert window.services.exports.table_name() == "People by Sex as well as by Area Year 2025"
    written = window.desk.state.table.spec.with_changes(title=Texts.same("My own"))
    page = show(window, written)
    window.desk.run(set_title_pattern(Texts.same("Other {breakdown}")))
    settle(window)
    assert page.table_title.text() == "My own"
    assert window.services.exports.table_name() == "My own"


def test_a_title_that_somebody_wrote_stays_when_the_table_changes_and_it_is_said_that_it_may_not_fit(
    window: MainWindow,
) -> None:
    page = show(window, STACKED)
    window.desk.run(open_table(small_statistic().tables[0]))
    settle(window)
    written = page.table_title.text()
    top = page.grid.mapTo(page, QPoint()).y()
    assert (written, page.notice.why.text_whole()) == ("People by sex and area", "")
    window.desk.run(move_variable("area", "list", "Area"))
    settle(window)
    assert page.table_title.text() == written
    assert window.services.exports.table_name() == written
    why = page.notice.why.text_whole()
    assert why.startswith("The title was written when the table had other variables or filters.")
    assert page.grid.mapTo(page, QPoint()).y() == top  # the table does not move for it
    page.notice.why_link.click()
    bubble = QApplication.activePopupWidget()
    assert bubble is not None
    assert bubble.accessibleName().startswith(page.notice.why.text_whole())
    bubble.close()
    assert page.notice.note.text().startswith("Check before publishing.")
    window.desk.run(set_title(Texts()))
    settle(window)
    assert page.table_title.text() == "Number by Sex"
    assert page.notice.why.text_whole() == ""
    assert page.grid.mapTo(page, QPoint()).y() == top


@pytest.mark.look
def test_a_long_title_is_shortened_told_whole_and_moves_nothing(window: MainWindow) -> None:
    page = show(window, STACKED)
    window.resize(1080, 760)
    for _ in range(3):  # what is laid out within what is laid out
        QApplication.processEvents()
    before = page.grid.mapTo(page, QPoint(0, 0)).y()
    long = "People by everything that is known of them " * 6
    window.desk.run(set_title(Texts.same(long.strip())))
    settle(window)
    QApplication.processEvents()
    assert page.grid.mapTo(page, QPoint(0, 0)).y() == before
    assert page.table_title.is_cut
    assert page.table_title.text() == page.table_title.toolTip() == page.table_title.accessibleName() == long.strip()
    page.table_title.set_lines(6)  # the row has buttons, too
    assert not page.table_title.is_cut
    assert page.table_title.toolTip() == ""
