"""Building a table in the window: blocks, own rows, nodes in the table itself, title and footnotes, large tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QItemSelection, QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from ckmcore.base.texts import Texts
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.spec import PERIOD, Block, Condition, Footnote, Level, TableSpec, Value
from ckmdesk.commands.desk import CommandName
from ckmdesk.commands.layout import add_block
from ckmdesk.commands.presentation import put_values
from ckmdesk.commands.tables import clear_table, on_spec, put_footnote
from ckmdesk.pages.tables.heads import PADDING
from ckmdesk.pages.tables.own_rows import AnswersPopup
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.popup import CategoryPopup
from ckmdesk.pages.tables.words_actions import TitleField
from ckmdesk.shell.window import MainWindow
from ckmdesk.state import shelves, table_view
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.session import Session
from ckmdesk.state.shelves import Zone
from ckmdesk.widgets.chips import Item, encode
from ckmdesk.widgets.words_popup import WordsPopup
from tests.kit.builder import entry, popup, row_texts, spec
from tests.kit.statistics import small_data
from tests.kit.tables_page import drop, list_item, open_table, settle


@pytest.fixture
def page(window: MainWindow) -> Iterator[TablesPage]:
    yield open_table(window, TableSpec(rows=[Level("area", total="before")]))
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, CategoryPopup | WordsPopup | AnswersPopup | QMenu):
            widget.close()


@pytest.mark.look
def test_a_drop_on_the_plus_stacks_a_block_and_its_break_joins_it_again(page: TablesPage, window: MainWindow) -> None:
    rows = page.panel["rows"]
    drop(rows, list_item(page, "sex"), rows.plus.x() + 5)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("area", "::block 1", "sex")
    assert row_texts(page) == ["Total", "0", "1", "2", "3", "4", "0", "1", "Total"]
    assert window.menus.actions["undo"].text() == "Undo: block with Sex"
    assert rows._first.isVisible()  # the first block has its number, too, which the table speaks of
    assert rows._first.geometry().right() < rows.chips[0].geometry().left()
    broken = rows.chips[1]
    assert broken.accessibleName() == "Break between blocks: 2, Rows, 2 of 3"
    QTest.keyClick(broken, Qt.Key.Key_Delete)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("area", "sex")
    assert not rows._first.isVisible()
    chip = rows.chips[1]
    page.editor.chip_menu(chip.item, QPoint(0, 0))
    entry(["Begin a block of its own here"])
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("area", "::block 1", "sex")


def test_a_block_gets_a_heading_and_a_blank_line(page: TablesPage, window: MainWindow) -> None:
    page.editor.add_menu("rows", QPoint(0, 0))
    entry(["Block of its own with", "Sex"])
    settle(window)
    item = page.panel["rows"].chips[1].item
    page.editor.chip_menu(item, QPoint(0, 0))
    entry(["Heading of the block ..."])
    words = popup(WordsPopup)
    QTest.keyClicks(words.english, "By sex")
    QTest.keyClick(words.english, Qt.Key.Key_Return)
    settle(window)
    page.editor.chip_menu(page.panel["rows"].chips[1].item, QPoint(0, 0))
    entry(["Blank line before the block"])
    settle(window)
    assert row_texts(page)[6:] == ["", "By sex", "0", "1", "Total"]
    assert page.model.text(7, 0) == ""
    assert page.model.text(8, 0) != ""
    while window.desk.undo_name is not None:
        window.desk.undo()
    settle(window)
    assert spec(window) == TableSpec(rows=[Level("area", total="before")])


def test_own_rows_are_made_in_their_editor_and_refused_while_davon_is_not_complete(
    page: TablesPage, window: MainWindow
) -> None:
    page.editor.add_menu("rows", QPoint(0, 0))
    entry(["Own rows", "Own rows: of which, including, namely ..."])
    editor = page.editor.own_rows.open
    assert editor is not None
    assert not editor.ok.isEnabled()  # a row without a condition
    editor.choose("sex")
    choice = next(one for one in QApplication.topLevelWidgets() if isinstance(one, CategoryPopup) and one.isVisible())
    choice.ticks.tick([1], ticked=True)
    choice.accept()
    assert editor.rows[0].conditions == (Condition("sex", ("1",)),)
    assert editor.ok.isEnabled()
    editor.relation.setCurrentIndex(0)
    editor.relation.activated.emit(0)
    assert not editor.ok.isEnabled()
    assert "Sex: 0" in editor.message.text
    editor.relation.setCurrentIndex(1)
    editor.relation.activated.emit(1)
    editor.label.setText("")
    QTest.keyClicks(editor.label, "second")
    QTest.keyClicks(editor.title, "Of whom")
    editor.ok.click()
    settle(window)
    assert row_texts(page)[:4] == ["Total, Total", "Total, including: second", "0, Subtotal", "0, including: second"]
    chip = page.panel["rows"].chips[1]
    assert chip.item.title == "Of whom"
    page.editor.chip_menu(chip.item, QPoint(0, 0))
    entry(["Change own rows ..."])
    again = page.editor.own_rows.open
    assert again is not None
    again._delete()
    assert len(again.rows) == 1  # the last one stays
    again.reject()
    settle(window)


def test_several_answers_become_rows_that_may_overlap(page: TablesPage, window: MainWindow) -> None:
    page.editor.add_menu("columns", QPoint(0, 0))
    entry(["Own rows", "Several answers: rows from several variables ..."])
    answers = next(one for one in QApplication.topLevelWidgets() if isinstance(one, AnswersPopup))
    assert not answers.ok.isEnabled()
    for place in range(answers.list.count()):
        answers.list.item(place).setCheckState(Qt.CheckState.Checked)
    assert answers.ok.isEnabled()
    answers.accept()
    editor = page.editor.own_rows.open
    assert editor is not None
    assert [row.label.en for row in editor.rows] == ["0", "1", "2", "3", "4"]
    assert all(row.relation == "und zwar" and (row.any_of or len(row.conditions) == 1) for row in editor.rows)
    editor.ok.click()
    settle(window)
    assert page.model.columnCount() == 6


def test_chosen_rows_are_grouped_by_one_key_and_the_group_is_tabulated(page: TablesPage, window: MainWindow) -> None:
    grid = page.grid
    selection = grid.selectionModel()
    index = page.model.index
    grid.setCurrentIndex(index(1, 0))
    selection.select(QItemSelection(index(1, 0), index(2, 0)), selection.SelectionFlag.ClearAndSelect)
    grid.setFocus()
    page.page_actions.in_grid.group.trigger()
    words = popup(WordsPopup)
    assert words.english.text() == "0 + 1"
    words.english.setText("North")
    words.german.setText("Nord")
    words.accept()
    assert window.status._hint.text() == "The group stands behind all other categories of its variable."
    settle(window)
    assert row_texts(page)[-1] == "North"
    assert spec(window).rows[0].levels[0].groups[0].codes == ("0", "1")
    assert window.menus.actions["undo"].text() == "Undo: own group in Area"
    data = window.desk.session.data
    assert data is not None
    count = int((data.columns["area"] < 2).sum())
    assert abs(page.model.figure(6, 0) - count) <= 5  # rounded to 10, of the records, not of rounded figures
    page.editor.chip_menu(page.panel["rows"].chips[0].item, QPoint(0, 0))
    entry(["Own groups", "Dissolve North"])
    settle(window)
    assert "North" not in row_texts(page)


def test_rows_that_are_not_beside_one_another_are_grouped_renamed_and_shown_alone(
    page: TablesPage, window: MainWindow
) -> None:
    grid, index = page.grid, page.model.index
    selection = grid.selectionModel()
    grid.setCurrentIndex(index(1, 0))
    for row in (1, 4):
        selection.select(index(row, 0), selection.SelectionFlag.Select)
    assert grid.selected() == ([1, 4], [0])
    page.page_actions.in_grid.group.trigger()
    popup(WordsPopup).accept()
    settle(window)
    assert spec(window).rows[0].levels[0].groups[0].codes == ("0", "3")
    grid.setCurrentIndex(index(page.model.rowCount() - 1, 0))
    page.page_actions.in_grid.rename.trigger()
    words = popup(WordsPopup)
    words.english.setText("Coast")
    words.german.setText("Küste")
    words.accept()
    settle(window)
    assert row_texts(page)[-1] == "Coast"
    page.editor.chip_menu(page.panel["rows"].chips[0].item, QPoint(0, 0))
    entry(["Own groups", "Only the own groups"])
    settle(window)
    assert row_texts(page) == ["Total", "Coast"]
    page.editor.chip_menu(page.panel["rows"].chips[0].item, QPoint(0, 0))
    entry(["Own groups", "Dissolve Coast"])
    settle(window)
    assert row_texts(page) == ["Total", "0", "1", "2", "3", "4"]


def test_a_row_that_is_no_own_group_is_not_renamed(page: TablesPage, window: MainWindow) -> None:
    page.grid.setCurrentIndex(page.model.index(2, 0))
    before = spec(window)
    page.page_actions.in_grid.rename.trigger()
    assert spec(window) == before


def test_rows_are_ordered_by_value_and_by_hand_and_hidden(page: TablesPage, window: MainWindow) -> None:
    page.grid.setCurrentIndex(page.model.index(2, 0))
    page.page_actions.in_grid.by_value.trigger()
    settle(window)
    found = [page.model.figure(row, 0) for row in range(1, 6)]
    assert found == sorted(found, reverse=True)
    names = row_texts(page)
    page.grid.setCurrentIndex(page.model.index(2, 0))
    page.page_actions.in_grid.up.trigger()
    settle(window)
    assert spec(window).rows[0].levels[0].order.by == "hand"
    assert row_texts(page) == [names[0], names[2], names[1], *names[3:]]
    page.grid.setCurrentIndex(page.model.index(1, 0))
    gone = row_texts(page)[1]
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    assert gone not in row_texts(page)
    assert window.menus.actions["undo"].text() == "Undo: hide categories of Area"


def test_the_menu_of_the_table_opens_at_the_current_cell_and_offers_what_is_possible(
    page: TablesPage, window: MainWindow
) -> None:
    def open_menu(row: int) -> None:
        page.grid.setCurrentIndex(page.model.index(row, 0))
        by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, page.grid.rect().center(), QPoint(0, 0))
        QApplication.sendEvent(page.grid.viewport(), by_key)
        menu = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible())
        known.append({action.text() for action in menu.actions() if action.isEnabled()})
        menu.close()

    known: list[set[str]] = []
    places: list[QPoint] = []
    page.grid.customContextMenuRequested.connect(places.append)
    cell = page.grid.visualRect(page.model.index(2, 0))
    open_menu(2)
    open_menu(0)
    assert places[0] == cell.bottomLeft()
    of_node, of_total = known
    assert {"Hide the chosen rows", "Group the chosen rows ...", "Row one place up"} <= of_node - of_total
    assert "Hide the chosen columns" not in of_node
    assert page.page_actions.in_grid.hide.isEnabled()  # the key works again


def test_the_current_cell_stays_with_what_it_is_about_so_that_keys_go_on_from_it(
    page: TablesPage, window: MainWindow
) -> None:
    grid = page.grid

    def at() -> str:
        return page.model.path("rows", grid.currentIndex().row())

    grid.setCurrentIndex(page.model.index(4, 0))
    assert at() == "3"
    page.page_actions.in_grid.by_value.trigger()
    settle(window)
    assert at() == "3"
    page.page_actions.in_grid.up.trigger()
    settle(window)
    assert at() == "3"
    page.editor.move(Item("sex", "Sex", "list", "category"), "rows")
    QTest.qWait(1)
    settle(window)
    assert at().startswith("3, ")
    window.desk.undo()
    settle(window)
    place = grid.currentIndex().row()
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    assert at() == row_texts(page)[place] != "3"
    page.editor.move(Item("area", "Area", "rows", "category"), "list")
    QTest.qWait(1)
    settle(window)
    assert grid.currentIndex().row() == 0


def test_title_and_footnotes_are_written_in_the_table(page: TablesPage, window: MainWindow) -> None:
    page.page_actions.words.ask_title()
    words = popup(WordsPopup)
    words.english.setText("People, {period}")
    words.accept()
    settle(window)
    assert page.table_title.text() == "People, 2025"
    page.page_actions.words.number.trigger()
    words = popup(WordsPopup)
    words.english.setText("Table 1.1")
    words.accept()
    settle(window)
    assert spec(window).presentation.number.text("en") == "Table 1.1"
    window.desk.undo()
    assert spec(window).presentation.number == Texts()
    page.page_actions.words.ask_note(Footnote(Texts(), "line", (("area", "1"),)))
    words = popup(WordsPopup)
    words.english.setText("Without the island")
    words.accept()
    settle(window)
    assert row_texts(page)[2] == "1 ¹⁾"
    assert page.foot.toPlainText() == "1) Without the island"
    page.editor.move(Item("area", "Area", "rows", "category"), "columns")
    QTest.qWait(1)
    settle(window)
    assert page.model.path("columns", 2) == "1 ¹⁾, Number"
    page.page_actions.words.ask_note(Footnote(Texts(), "line", (("area", "1"),)))
    words = popup(WordsPopup)
    assert words.english.text() == "Without the island"
    words.english.setText("")
    words.accept()
    settle(window)
    assert spec(window).footnotes == ()
    assert page.foot.toPlainText() == ""


@pytest.mark.look
def test_a_total_within_a_total_has_its_own_label_in_the_head(page: TablesPage, window: MainWindow) -> None:
    nested = Block((Level("area", total="before"), Level("sex", total="after")))
    window.desk.run(on_spec(CommandName("new_table"), lambda _: TableSpec(columns=[nested])))
    settle(window)
    last = next(
        line for line in range(page.model.columnCount()) if page.model.path("columns", line).startswith("Total, Total")
    )
    assert last > 0
    head = page.grid.head
    top, bottom = head.level_top(1), head.level_top(2)
    place = QRect(head.sectionViewportPosition(last), top, head.sectionSize(last), bottom - top)
    seen = head.grab(place).toImage()
    assert any(seen.pixelColor(x, y).lightness() < 90 for x in range(seen.width()) for y in range(seen.height()))


@pytest.mark.look
def test_blocks_of_the_head_may_differ_in_depth_and_a_marked_figure_has_room(
    page: TablesPage, window: MainWindow
) -> None:
    flat, deep = Block((Level("sex", total="before"),)), Block((Level("area"), Level("sex")), Texts("By area"))
    window.desk.run(on_spec(CommandName("new_table"), lambda _: TableSpec(columns=[flat, deep])))
    settle(window)
    assert page.model.path("columns", 0) == "Total, Number"
    head = page.grid.head
    # The total stands below the empty place of the block's label.
    place = QRect(head.sectionViewportPosition(0), head.level_top(1), head.sectionSize(0), head.level_top(3))
    seen = head.grab(place).toImage()
    assert any(seen.pixelColor(x, y).lightness() < 90 for x in range(seen.width()) for y in range(seen.height()))
    widths = [head.sectionSize(section) for section in range(2)]
    window.desk.run(put_footnote(Footnote(Texts("Estimated"), "cell")))
    settle(window)
    figure = page.model.text(0, 0)
    assert figure.endswith(" ¹⁾")
    needed = QFontMetrics(page.grid.theme.font(bold=True)).horizontalAdvance(figure)
    assert head.sectionSize(0) > max(needed, widths[0])
    assert head.sectionSize(1) == widths[1]


def test_a_large_table_says_its_size_before_it_is_computed(
    page: TablesPage, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_view, "LARGE", 10)
    before = row_texts(page)
    drop(page.panel["columns"], list_item(page, "sex"), 40)
    settle(window)
    assert page.large.isVisible()
    assert "18 cells" in page.large.text.text()
    assert row_texts(page) == before
    assert page.grid.cells.greyed
    assert page.notice.note.text() == "Grey figures are from the previous table or view."
    assert page.large.buttons[0].text() == "Without Area (3 cells)"
    page.large.anyway.emit()
    settle(window)
    assert not page.large.isVisible()
    assert "Publish only after release" in page.notice.note.text()
    assert page.model.columnCount() == 3
    window.desk.undo()
    settle(window)
    page.large.buttons[0].click()
    settle(window)


def test_originals_beside_the_figures_are_marked_and_never_copied(page: TablesPage, window: MainWindow) -> None:
    page.trials.beside.click()
    settle(window)
    assert [page.model.value_text(column) for column in range(3)] == [
        "Original: Number", "Published: Number", "Difference: Number",
    ]  # fmt: skip
    for row in range(6):
        original, published, difference = (page.model.figure(row, column) for column in range(3))
        assert published - original == difference
    assert page.notice.band.isVisible()
    assert "Publish only after release" not in page.notice.note.text()
    QApplication.clipboard().clear()
    page.page_actions.copying.copy()
    settle(window)
    assert QApplication.clipboard().text() == ""
    assert "method in force" in window.message_bar.text
    window.clear_message()
    page.trials.beside.click()
    settle(window)
    assert page.model.columnCount() == 1
    assert not page.notice.band.isVisible()


def test_several_values_stand_beside_one_another_or_in_rows_of_their_own(page: TablesPage, window: MainWindow) -> None:
    values = (Value(), Value("share", base="column", decimals=1))
    window.desk.run(on_spec(CommandName("put_values"), lambda spec: spec.with_changes(values=values)))
    settle(window)
    model = page.model
    beside = [[model.text(row, column) for column in range(2)] for row in range(6)]
    window.desk.run(put_values("rows"))
    settle(window)
    assert model.columnCount() == 1
    assert [model.text(row, 0) for row in range(12)] == [text for line in beside for text in line]
    assert row_texts(page)[:2] == ["Total, Number", "Total, Share of the column in %"]
    assert model.headerData(3, Qt.Orientation.Vertical) == "0, Share of the column in %"
    page.grid.setCurrentIndex(model.index(4, 0))
    assert page.page_actions.in_grid.chosen("rows").codes == ("1",)  # type: ignore[union-attr]
    page.page_actions.copying.copy()
    settle(window)
    lines = QApplication.clipboard().text().split("\r\n")
    assert [line.split("\t")[-1] for line in lines if "Number" in line][-6:] == [
        line[0].replace(",", "") for line in beside
    ]
    window.desk.undo()
    settle(window)
    assert model.columnCount() == 2


def test_nodes_are_opened_and_closed_by_the_triangle_before_them(page: TablesPage, window: MainWindow) -> None:
    tree = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
    table = TableState(TableSpec(rows=[Level("area", depths=(0,), total="before")], columns=["sex"]))
    statistic = window.desk.state.statistic
    state = DeskState(page="tables", statistic=statistic, table=table)
    window.desk.reset(state, Session(small_data().with_hierarchy("area", tree)))
    settle(window)
    assert row_texts(page) == ["Total", "N", "S"]
    stub, labels = page.grid.stub, page.model.rows
    assert labels is not None
    assert [labels.opening(row, 0) for row in range(3)] == ["none", "closed", "closed"]
    place = QPoint(PADDING + 3, stub.sectionViewportPosition(1) + 12)
    assert stub.caret_at(place) == (1, 0)
    assert stub.caret_at(QPoint(place.x() + 40, place.y())) is None
    assert stub.caret_at(QPoint(place.x(), stub.sectionViewportPosition(0) + 12)) is None
    QTest.mouseClick(stub.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle(window)
    assert row_texts(page) == ["Total", "N", "0", "1", "S"]
    assert window.menus.actions["undo"].text() == "Undo: open or close a node of Area"
    QTest.mouseClick(stub.viewport(), Qt.MouseButton.LeftButton, pos=place)
    settle(window)
    assert row_texts(page) == ["Total", "N", "S"]
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.page_actions.in_grid.hide.trigger()
    assert row_texts(page) == ["Total", "N", "S"]


@pytest.mark.thorough
def test_reporting_periods_are_moved_and_hidden_by_keys(window: MainWindow) -> None:
    window.open_sample()
    settle(window)
    one = window.desk.state.statistic
    assert one is not None
    two = replace(one, periods=one.periods[1:], current=1)
    table = TableState(TableSpec(rows=[Level(PERIOD, total="off")], columns=["sex"]))
    window.desk.reset(DeskState(page="tables", statistic=two, table=table), Session(data=window.desk.session.data))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    before = row_texts(page)
    assert len(before) == 2
    page.grid.setCurrentIndex(page.model.index(1, 0))
    page.page_actions.in_grid.up.trigger()
    settle(window)
    assert row_texts(page) == before[::-1]
    page.grid.setCurrentIndex(page.model.index(0, 0))
    page.page_actions.in_grid.group.trigger()
    assert spec(window).rows[0].levels[0].groups == ()
    page.page_actions.in_grid.hide.trigger()
    settle(window)
    assert row_texts(page) == before[:1]


def test_keys_on_any_chip_move_its_block_and_breaks_are_numbered(page: TablesPage, window: MainWindow) -> None:
    window.desk.run(add_block("rows", "sex", "Sex"))
    settle(window)
    shelf = page.panel["rows"]
    assert [chip.item.title for chip in shelf.chips] == ["Area", "2", "Sex"]
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(shelf.chips[2], Qt.Key.Key_Up, both)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("sex", "::block 1", "area")
    QTest.keyClick(shelf.chips[0], Qt.Key.Key_Up, both)  # it stands first already
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("sex", "::block 1", "area")
    QTest.keyClick(shelf.chips[0], Qt.Key.Key_Down, both)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("area", "::block 1", "sex")


@pytest.mark.look
def test_a_block_is_dragged_before_another_one_and_onto_the_list(page: TablesPage, window: MainWindow) -> None:
    window.resize(1920, 1080)  # all blocks are in sight
    window.desk.run(add_block("rows", "sex", "Sex"))
    window.desk.run(add_block("rows", "age", "Age"))
    settle(window)
    shelf = page.panel["rows"]
    assert shelves.zone_names(spec(window), "rows") == ("area", "::block 1", "sex", "::block 2", "age")
    last = shelf.chips[3].item
    assert not page.panel["columns"].accepts(last)
    page.editor.hover(last, "rows", shelf.place_for(last, 0))
    assert window.status._hint.text() == "Drop: the block becomes number 1"
    drop(shelf, last, shelf.mark_rect(0).x() + 4)  # within a block: the nearest edge counts
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("age", "::block 1", "area", "::block 2", "sex")
    first = shelf.chips[1].item
    drop(shelf, first, shelf.mark_rect(2).x())  # where it is
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("age", "::block 1", "area", "::block 2", "sex")
    drop(shelf, shelf.chips[1].item, shelf.plus.x() + 2)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("age", "::block 1", "sex", "::block 2", "area")
    page.left.variables.dropped_back.emit(shelf.chips[3].item)
    settle(window)
    assert shelves.zone_names(spec(window), "rows") == ("age", "::block 1", "sex")


@pytest.mark.look
def test_what_is_held_above_an_end_of_a_full_shelf_brings_chips_nearer(page: TablesPage, window: MainWindow) -> None:
    window.desk.run(add_block("rows", "sex", "Sex"))
    window.desk.run(add_block("rows", "age", "Age"))
    window.resize(1000, 760)
    settle(window)
    shelf = page.panel["rows"]
    shelf.setFixedWidth(150)
    settle(window)
    left, bar = shelf._ends[0], shelf._area.horizontalScrollBar()
    bar.setValue(bar.maximum())
    settle(window)
    assert left.isVisible()
    item, mime = shelf.chips[3].item, encode(shelf.chips[3].item)
    action, button, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(shelf, QDragEnterEvent(left.geometry().center(), action, mime, button, none))
    assert shelf._drift.isActive()
    for _ in range(30):
        shelf._drift.timeout.emit()
    assert bar.value() == 0
    assert not shelf._drift.isActive()
    assert shelf.place_for(item, left.geometry().center().x()) == 0
    QApplication.sendEvent(shelf, QDragLeaveEvent())


def edit_title(page: TablesPage) -> None:
    button = page.findChild(QToolButton, "edit-title")
    assert button is not None
    button.click()


def title_field(page: TablesPage) -> TitleField:
    (field,) = (one for one in page.findChildren(TitleField) if one.isVisible())
    return field


def test_the_title_is_edited_where_it_stands_and_follows_the_period(page: TablesPage, window: MainWindow) -> None:
    made = page.table_title.text()
    QTest.mouseDClick(page.table_title, Qt.MouseButton.LeftButton)
    field = title_field(page)
    assert (field.text(), field.selectedText()) == (made, made)
    field.setText("People of 2025 by area")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(window)
    assert spec(window).title == Texts("People of {period} by area")
    assert page.table_title.text() == "People of 2025 by area"
    edit_title(page)
    assert title_field(page).text() == "People of {period} by area"
    title_field(page).setText("Nothing")
    QTest.keyClick(title_field(page), Qt.Key.Key_Escape)
    settle(window)
    assert page.table_title.text() == "People of 2025 by area"
    edit_title(page)
    title_field(page).clear()
    QTest.keyClick(title_field(page), Qt.Key.Key_Return)
    settle(window)
    assert (spec(window).title, page.table_title.text()) == (Texts(), made)


def test_a_title_that_is_left_as_it_was_is_no_step(page: TablesPage, window: MainWindow) -> None:
    before = window.desk.undo_name
    edit_title(page)
    QTest.keyClick(title_field(page), Qt.Key.Key_Return)
    settle(window)
    assert window.desk.undo_name == before
    assert not any(one.isVisible() for one in page.findChildren(TitleField))


@pytest.mark.parametrize("zone", ["rows", "columns", "layers", "filters"])
def test_the_plus_of_each_shelf_offers_the_variables_first(page: TablesPage, window: MainWindow, zone: Zone) -> None:
    window.desk.run(clear_table())
    settle(window)
    page.panel[zone].plus.click()
    menus = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible()]
    words = [action.text() for action in menus[-1].actions() if not action.isSeparator()]
    assert set(words[:2]) == {"Area", "Sex"}
    assert ("Own rows" in words) == (zone in ("rows", "columns", "layers"))
    entry(["Sex"])
    settle(window)
    assert shelves.zone_of(spec(window), "sex") == zone
    for one in QApplication.topLevelWidgets():
        if isinstance(one, CategoryPopup):
            one.close()


def test_a_menu_of_a_chip_has_ten_entries_at_most_and_none_that_cannot_be_done(
    page: TablesPage, window: MainWindow
) -> None:
    for shelf in page.panel:
        for chip in shelf.chips:
            page.editor.chip_menu(chip.item, QPoint(0, 0))
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            entries = [action for action in menu.actions() if not action.isSeparator() and action.isVisible()]
            assert 1 <= len(entries) <= 10
            assert all(action.isEnabled() for action in entries)
            menu.close()
