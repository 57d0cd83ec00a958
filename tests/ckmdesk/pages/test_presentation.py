"""How a table is shown: labels or codes, language, empty lines, widths of columns; each a step, none a new figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.spec import PRINTED, Presentation, Value, Width
from ckmdesk.base.settings import Settings
from ckmdesk.commands import presentation as commands
from ckmdesk.commands import tables, values
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic
from tests.kit.tables_page import tables_page


def data_with_gaps() -> Microdata:
    """The small data without records in area 3 and of a third sex; areas have labels in two languages."""
    data = small_data()
    areas = tuple(Category(str(code), Texts(f"Area {code}", f"Gebiet {code}")) for code in range(5))
    sexes = tuple(Category.plain(str(code)) for code in range(3))
    column = data.columns["area"].copy()
    column[column == 3] = 4
    return replace(
        data,
        dimensions={
            "sex": Dimension("sex", Texts("Sex", "Geschlecht"), sexes),
            "area": Dimension("area", Texts("Area", "Gebiet"), areas),
        },
        columns={"sex": data.columns["sex"], "area": column.astype(np.uint8)},
    )


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    window.services.begin(small_statistic(), Session(data=data_with_gaps()))
    window.go_to("tables")
    settle(window)
    window.desk.run(tables.clear_table())
    window.desk.run(tables.move_variable("area", "rows", "Area"))
    window.desk.run(tables.move_variable("sex", "columns", "Sex"))
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    return found


def heads(page: TablesPage) -> tuple[list[str], list[str]]:
    model = page.model
    rows = [model.path("rows", row) for row in range(model.rowCount())]
    columns = [model.path("columns", column).split(", ")[0] for column in range(0, model.columnCount(), model.values)]
    return rows, columns


def presented(window: MainWindow) -> Presentation:
    return window.desk.state.table.spec.presentation


def serve(window: MainWindow) -> None:
    QTest.qWait(1)
    settle(window)


def test_labels_codes_or_both_are_chosen_in_the_menu(window: MainWindow, page: TablesPage) -> None:
    menu = page.presentation
    assert menu.menu.menuAction() in window.menus.menus["page"].actions()
    assert menu.button.menu() is menu.menu
    for labels, first in (("codes", "0"), ("both", "0 Area 0"), ("labels", "Area 0")):
        menu.choices["labels"][labels].trigger()  # type: ignore[index]
        settle(window)
        assert heads(page)[0][1] == first
        menu.menu.aboutToShow.emit()
        assert menu.choices["labels"][labels].isChecked()  # type: ignore[index]
    assert window.menus.actions["undo"].text() == "Undo: labels or codes"


def test_the_table_speaks_another_language_than_the_window(window: MainWindow, page: TablesPage) -> None:
    page.presentation.choices["language"]["de"].trigger()
    settle(window)
    assert heads(page)[0][:2] == ["Insgesamt", "Gebiet 0"]
    assert page.table_title.text() == "Anzahl nach Gebiet und Geschlecht"
    assert page.model.value_text(0) == "Anzahl"
    assert page.panel["rows"].chips[0].words.text() == "Area"  # the window goes on in its own
    draft = small_statistic().draft(window.desk.state.table.spec, data_with_gaps())
    assert present_draft(draft, "en").title == "Anzahl nach Gebiet und Geschlecht"
    window.desk.undo()
    settle(window)
    assert heads(page)[0][:2] == ["Total", "Area 0"]


def test_rows_and_columns_whose_published_figures_are_0_are_left_out(window: MainWindow, page: TablesPage) -> None:
    whole = heads(page)
    page.presentation.options["hide_rows"].trigger()
    settle(window)
    assert heads(page) == ([row for row in whole[0] if row != "Area 3"], whole[1])
    page.presentation.options["hide_columns"].trigger()
    settle(window)
    assert heads(page)[1] == [column for column in whole[1] if column != "2"]
    assert window.menus.actions["undo"].text() == "Undo: empty columns"
    page.presentation.options["hide_rows"].trigger()
    settle(window)
    assert presented(window) == replace(PRINTED, hide_columns=True)
    assert heads(page)[0] == whole[0]


def drag_edge(page: TablesPage, section: int, by: int) -> None:
    """Drag the right edge of a column of the head."""
    head = page.grid.head
    edge = head.sectionViewportPosition(section) + head.sectionSize(section) - 1
    area = head.viewport()
    QTest.mousePress(area, Qt.MouseButton.LeftButton, pos=QPoint(edge, 10))
    QTest.mouseMove(area, QPoint(edge + by // 2, 10))
    QTest.mouseMove(area, QPoint(edge + by, 10))
    QTest.mouseRelease(area, Qt.MouseButton.LeftButton, pos=QPoint(edge + by, 10))


def test_a_dragged_edge_is_remembered_by_codes_and_value(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(values.put_value(Value("share", base="row"), "Share"))
    settle(window)
    automatic = page.grid.head.sectionSize(1)
    figures = page.model.view
    assert figures is not None
    drag_edge(page, 1, 40)
    serve(window)
    assert presented(window).widths == (Width(("0", "1"), automatic + 40),)
    assert page.grid.head.sectionSize(1) == automatic + 40
    assert page.model.view is not None
    assert page.model.view.shown is figures.shown  # nothing was computed anew
    drag_edge(page, 1, 10)
    serve(window)
    assert window.menus.actions["undo"].text() == "Undo: width of a column"
    # The column is another place after a move, and the same width.
    window.desk.run(values.move_value(1, 0, "Share"))
    settle(window)
    assert page.grid.head.sectionSize(0) == automatic + 50
    window.desk.undo()
    window.desk.undo()
    settle(window)
    assert page.grid.head.sectionSize(1) == automatic  # both drags were one step
    assert presented(window).widths == ()


def test_a_double_click_on_the_edge_and_the_menu_make_widths_automatic_again(
    window: MainWindow, page: TablesPage
) -> None:
    automatic = [page.grid.head.sectionSize(section) for section in range(page.model.columnCount())]
    window.desk.run(commands.set_width(("0", "0"), 200))
    window.desk.run(commands.set_width(("", "0"), 150))
    settle(window)
    last = page.model.columnCount() - 1
    assert (page.grid.head.sectionSize(0), page.grid.head.sectionSize(last)) == (200, 150)
    head = page.grid.head
    edge = head.sectionViewportPosition(0) + head.sectionSize(0) - 1
    QTest.mouseDClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(edge, 10))
    serve(window)
    assert presented(window).widths == (Width(("", "0"), 150),)
    assert head.sectionSize(0) == automatic[0]
    page.presentation.menu.aboutToShow.emit()
    page.presentation.fit_all.trigger()
    settle(window)
    assert [head.sectionSize(section) for section in range(len(automatic))] == automatic
    page.presentation.menu.aboutToShow.emit()
    assert not page.presentation.fit_all.isEnabled()


@pytest.mark.look
def test_keys_make_the_current_column_wider_and_narrower(window: MainWindow, page: TablesPage) -> None:
    before = page.grid.head.sectionSize(1)
    page.grid.setCurrentIndex(page.model.index(0, 1))
    for action in (page.presentation.wider, page.presentation.wider, page.presentation.narrower):
        action.trigger()
        serve(window)
    assert page.grid.head.sectionSize(1) == before + 16
    assert page.grid.currentIndex().column() == 1
    keys = dict(window.menus.keyed())
    assert keys["Column wider"] == "Alt+Shift+Right"
    assert keys["Column narrower"] == "Alt+Shift+Left"
    page.presentation.fit_one.trigger()
    serve(window)
    assert page.grid.head.sectionSize(1) == before
    stub = page.grid.stub.widths[-1]
    for action in (page.presentation.stub_wider, page.presentation.stub_wider, page.presentation.stub_narrower):
        action.trigger()
        serve(window)
    assert page.grid.stub.widths[-1] == stub + 16


def test_a_width_and_another_statistic_are_not_taken_for_one_another(window: MainWindow, page: TablesPage) -> None:
    spec = window.desk.state.table.spec
    figures = page.model.text(0, 0)
    window.services.begin(small_statistic(), Session(data=small_data(300)))
    window.go_to("tables")
    settle(window)
    window.desk.run(commands.set_width(("0", "0"), 200))
    settle(window)
    assert page.model.view is not None
    assert page.model.text(0, 0) != figures
    assert spec.presentation.widths == ()


def test_the_menu_speaks_german(window: MainWindow, page: TablesPage, settings: Settings) -> None:
    settings.set("language", "de")
    settle(window)
    page = tables_page(window)
    assert page.presentation.button.text() == "Darstellung"
    assert page.presentation.choices["language"]["en"].text() == "English"
    assert page.presentation.options["hide_rows"].text() == "Leere Zeilen ausblenden"


@pytest.mark.look
def test_words_of_several_values_take_lines_and_no_word_is_cut(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(values.put_value(Value("change", variable="sex", against="0"), "Change"))
    settle(window)
    head, model = page.grid.head, page.model
    assert model.value_text(1) == "Change against 0 in %"
    assert 1 < head.value_lines <= 3
    assert head.height() == head.level_top(head.levels()) + head.values_height
    metrics = QFontMetrics(window.theme.small_font())
    for section in range(model.columnCount()):
        longest = max(metrics.horizontalAdvance(word) for word in model.value_text(section).split())
        assert head.sectionSize(section) >= longest
    window.desk.run(tables.move_variable("sex", "rows", "Sex"))
    settle(window)
    assert model.columnCount() == 2
    assert head.sectionSize(1) >= metrics.horizontalAdvance("against")
    window.desk.run(values.remove_value(1, "Change"))
    settle(window)
    assert head.value_lines == 1


@pytest.mark.look
def test_the_edge_of_the_stub_is_dragged_above_it_and_stays(window: MainWindow, page: TablesPage) -> None:
    window.desk.run(tables.move_variable("sex", "rows", "Sex"))
    settle(window)
    stub, corner = page.grid.stub, page.grid.corner
    automatic = list(stub.widths)
    edge = QPoint(automatic[0], corner.height() - 5)
    QTest.mousePress(corner, Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseMove(corner, edge + QPoint(25, 0))
    QTest.mouseMove(corner, edge + QPoint(50, 0))
    assert stub.widths == [automatic[0] + 50, automatic[1]]
    assert corner.width() == stub.width() == sum(stub.widths)
    QTest.mouseRelease(corner, Qt.MouseButton.LeftButton, pos=edge + QPoint(50, 0))
    serve(window)
    assert presented(window).widths == (Width(("::stub", "0"), automatic[0] + 50),)
    window.desk.run(values.put_value(Value("share", base="row"), "Share", 0))
    window.desk.run(values.remove_value(0, "Share"))
    settle(window)
    assert stub.widths == [automatic[0] + 50, automatic[1]]
    QTest.mouseDClick(corner, Qt.MouseButton.LeftButton, pos=QPoint(stub.widths[0], 5))
    serve(window)
    assert presented(window).widths == ()
    assert stub.widths == automatic
    QTest.mouseClick(corner, Qt.MouseButton.LeftButton, pos=QPoint(automatic[0], 5))
    serve(window)
    assert presented(window).widths == ()
