"""The tab of the board: measuring by mouse and keys, cells behind a figure, what is outdated, its report."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.rivals import comparison
from ckmdesk.base.settings import Settings
from ckmdesk.models.list_model import ACCESSIBLE, DECORATION, DISPLAY, TIP
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.rivals.pages.board import RivalsBoard
from ckmdesk.rivals.state.choices import RIVALS
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.small_pictures import BAR
from tests.kit.hands import settle
from tests.kit.rival_tables import AREA_AGE, AREA_SEX, INCOMES, method_tab
from tests.kit.wings import hide


def choose_entry(combo: PlainCombo, data: str) -> None:
    combo.setCurrentIndex(combo.findData(data))
    combo.activated.emit(combo.currentIndex())


def shown(window: MainWindow, *, begun: bool = False) -> RivalsBoard:
    view = method_tab(window, "RivalsBoard", begun=begun).others["RivalsBoard"].view
    assert isinstance(view, RivalsBoard)
    return view


@pytest.fixture
def board(window: MainWindow) -> RivalsBoard:
    return shown(window)


@pytest.fixture
def measured(board: RivalsBoard, window: MainWindow) -> RivalsBoard:
    board.left.button.click()
    settle(window)
    return board


def text_at(board: RivalsBoard, code: str, column: int, role: int = DISPLAY) -> object:
    return board.model.data(board.model.index(board.model.row_of(code), column), role)


def choose(board: RivalsBoard, code: str, column: int) -> None:
    board.table.setCurrentIndex(board.model.index(board.model.row_of(code), column))


def test_nothing_is_measured_before_somebody_asks(board: RivalsBoard) -> None:
    assert board.compared is None
    assert "press “Measure”" in board.empty.text()
    assert not board.save_button.isEnabled()
    assert list(board.left.chosen.boxes) == [AREA_AGE, AREA_SEX, "Incomes"]


def test_all_methods_stand_side_by_side_with_limits_grades_and_bars(measured: RivalsBoard) -> None:
    heads = [measured.model.head(column) for column in range(measured.model.columnCount())]
    assert heads == [
        "Limits: good | fair",
        "Cell-key method\nin force",
        "Rounding to base 10",
        "Cell suppression of counts below 3",
        "SAFE principle (own program)",
    ]
    assert text_at(measured, "mean_deviation", 0) == "≤\N{NO-BREAK SPACE}1.00 | 3.00"
    assert text_at(measured, "mean_deviation", 0, TIP) == "good up to 1.00, fair up to 3.00"
    assert text_at(measured, "below_level", 3) == "0"
    assert text_at(measured, "below_level", 1) == "–"
    assert text_at(measured, "below_level", 3, DECORATION) is not None
    assert text_at(measured, "mean_deviation", 2, BAR) == 1.0
    spoken = str(text_at(measured, "mean_deviation", 2, ACCESSIBLE))
    assert spoken.startswith("mean deviation, Rounding to base 10: 2.")
    assert spoken.endswith(", fair")
    assert text_at(measured, "explain", 1) == "not measured"
    assert measured.table.hasFocus()
    assert measured.band.isVisible()


def test_a_criterion_says_why_it_has_its_grade(measured: RivalsBoard) -> None:
    choose(measured, "explain", 4)
    assert measured.none.text() == "Figures add up and look exact; that records were changed has to be explained."
    choose(measured, "disclosed", 1)
    assert "35 cells" in measured.none.text()


def test_a_figure_shows_its_cells_and_a_cell_its_table(measured: RivalsBoard, window: MainWindow) -> None:
    choose(measured, "not_shown", 3)
    names = [name for name, _ in measured.cells_model.rows]
    assert {"0 · 0", "1 · 1", "3 · 2"} < set(names)
    assert measured.cells_model.text(measured.cells_model.rows[0], 1) == "."
    assert measured.cells_model.text(measured.cells_model.rows[0], 3) == "–"
    QTest.keyClick(measured.table, Qt.Key.Key_Return)
    assert measured.cells.hasFocus()
    QTest.keyClick(measured.cells, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.state.page == "tables"
    assert window.desk.state.table.name == AREA_AGE
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    assert page.view is not None
    row, column, _ = page.model.place(*page.grid.current_cell()) or (-1, -1, 0)
    codes = page.view.layout.rows.address(row) | page.view.layout.columns.address(column)
    cell = measured.cells_model.rows[0][1]
    assert codes == dict(cell.address)


def test_sums_are_measured_by_the_rules_of_the_page(board: RivalsBoard, window: MainWindow) -> None:
    choose_entry(board.left.combos["magnitude"], "income")
    settle(window)
    assert RIVALS.of(window.desk.state).magnitude == "income"
    assert [name for name, box in board.left.chosen.boxes.items() if box.isEnabled()] == [INCOMES]
    assert not board.left.combos["groups"].isEnabled()
    board.left.button.click()
    settle(window)
    assert board.compared is not None
    assert board.compared.magnitude == "income"
    assert "sensitive" in board.made_note.text()
    assert board.model.row_of("relative_deviation") >= 0
    assert text_at(board, "below_level", 2) != "–"
    choose(board, "disclosed", 2)
    assert "Assumed: readers know how sums are rounded" in board.none.text()
    choose_entry(board.left.combos["magnitude"], "")
    settle(window)
    assert board.stale.isVisible()


def test_groups_are_looked_at_by_one_variable(board: RivalsBoard, window: MainWindow) -> None:
    choose_entry(board.left.combos["groups"], "sex")
    settle(window)
    board.left.button.click()
    settle(window)
    assert board.compared is not None
    assert board.compared.groups == "sex"


def test_the_board_says_seconds_and_memory(measured: RivalsBoard) -> None:
    assert text_at(measured, "seconds_table", 1) != "–"
    assert text_at(measured, "seconds_table", 3) == "–"
    assert text_at(measured, "seconds", 3) != "–"
    assert text_at(measured, "memory", 1) != "–"


def test_a_figure_without_cells_says_so(measured: RivalsBoard) -> None:
    choose(measured, "seconds", 2)
    assert measured.cells.isHidden()
    assert measured.none.text() == "No single cell stands behind this figure."
    assert not measured.show_button.isEnabled()
    choose(measured, "seconds", 0)
    assert measured.heading.text_whole() == ""


def test_another_choice_makes_the_board_outdated_until_it_is_measured_anew(
    measured: RivalsBoard, window: MainWindow
) -> None:
    assert measured.stale.isHidden()
    measured.left.numbers["base"].setValue(5)
    settle(window)
    assert RIVALS.of(window.desk.state).base == 5
    assert measured.stale.isVisible()
    assert not measured.table.isEnabled()
    assert not measured.save_button.isEnabled()
    measured.left.chosen.boxes[AREA_SEX].click()
    QTest.keyClick(measured.left.button, Qt.Key.Key_Space)
    settle(window)
    assert measured.stale.isHidden()
    assert measured.model.head(2) == "Rounding to base 5"
    assert measured.compared is not None
    assert measured.compared.tables == (AREA_AGE, "Incomes")


def test_without_a_table_nothing_can_be_measured(board: RivalsBoard, window: MainWindow) -> None:
    for box in board.left.chosen.boxes.values():
        box.click()
    settle(window)
    assert not board.left.button.isEnabled()


def test_unplanned_tables_are_measured_on_demand(board: RivalsBoard, window: MainWindow) -> None:
    board.further.click()
    board.compute()
    settle(window)
    assert text_at(board, "unplanned_possible", 1) == "100.0"
    assert board.compared is not None
    assert board.compared.parts == "area"


def test_a_cancelled_comparison_shows_nothing(board: RivalsBoard, window: MainWindow) -> None:
    board.compute()
    assert not board.left.button.isEnabled()
    board.progress._button.click()
    settle(window)
    assert board.compared is None
    assert board.left.button.isEnabled()
    assert board.progress.isHidden()


def test_a_method_that_cannot_be_applied_says_why(board: RivalsBoard, window: MainWindow) -> None:
    def refused(*_: object, **__: object) -> None:
        raise comparison.InputError("safe_households")

    with patch.object(comparison, "safe_data", refused):
        board.compute()
        settle(window)
    choose(board, "primary", 4)
    assert text_at(board, "primary", 4) == "not measured"
    assert "household" in board.none.text()


@pytest.mark.parametrize("name", ["methods", "methods.csv"])
def test_the_report_is_written_in_the_form_of_its_name(
    measured: RivalsBoard, window: MainWindow, tmp_path: Path, name: str
) -> None:
    with patch.object(window, "choose_save_file", lambda *_args: tmp_path / name):
        measured.save_button.click()
    settle(window)
    (path,) = tmp_path.glob("methods*")
    assert path.suffix == (Path(name).suffix or ".html")
    text = path.read_text(encoding="utf-8")
    assert "mean deviation" in text
    assert "Rivals, Year" in text


def test_a_form_that_is_none_is_refused(measured: RivalsBoard, window: MainWindow, tmp_path: Path) -> None:
    measured.save_report(tmp_path / "methods.doc")
    settle(window)
    assert "methods.html" in window.message_bar.text
    assert not list(tmp_path.glob("methods*"))


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["de", "en"])
def test_another_language_keeps_what_was_measured(window: MainWindow, settings: Settings, language: str) -> None:
    settings.set("language", "en" if language == "de" else "de")
    board = shown(window)
    board.compute()
    settle(window)
    compared = board.compared
    settings.set("language", language)
    settle(window)
    again = shown(window, begun=True)
    assert again is not board
    assert again.compared is compared
    assert again.stale.isHidden()
    title = {"de": "Zellsperrung von Fallzahlen unter 3", "en": "Cell suppression of counts below 3"}[language]
    assert again.model.head(3) == title


def test_a_table_of_another_kind_is_offered_with_the_reason(board: RivalsBoard) -> None:
    board.left.chosen.show_tables({AREA_AGE: True, "Filtered": False}, ())
    box = board.left.chosen.boxes["Filtered"]
    assert not box.isEnabled()
    assert "without filter" in box.toolTip()
    assert box.accessibleDescription() in box.toolTip()


def test_without_the_lab_attacks_are_not_measured(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "lab")
    board = shown(window)
    board.compute()
    settle(window)
    choose(board, "disclosed", 1)
    assert text_at(board, "disclosed", 1) == "not measured"
    assert "needs ckmcore.lab" in board.none.text()
    # Suppression has its own proof, and needs no attack.
    assert text_at(board, "disclosed", 3) == "0"
