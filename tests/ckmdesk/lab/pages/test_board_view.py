"""The comparison of methods on the method page: columns, running, reasons, disclosed cells, report, keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.methods.primary import PrimaryRules
from ckmdesk.commands import method as commands
from ckmdesk.lab.pages.method.board_view import BoardView
from ckmdesk.lab.state.choices import COMPARISON
from ckmdesk.lab.state.method_comparison import columns_of
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.brute_force import microdata, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

BOARD = 5


@pytest.fixture
def view(page: MethodPage) -> BoardView:
    page.views.setCurrentIndex(BOARD)
    return page.board


def compare(view: BoardView, window: MainWindow) -> None:
    QTest.keyClick(view.choice.compute, Qt.Key.Key_Return)
    settle(window)


def write(line: QLineEdit, text: str) -> None:
    line.setText(text)
    line.textEdited.emit(text)


def heads(view: BoardView) -> list[str]:
    name = Qt.ItemDataRole.AccessibleTextRole
    across = Qt.Orientation.Horizontal
    return [view.model.headerData(place, across, name) for place in range(view.model.columnCount())]


def test_before_the_first_comparison_the_page_says_what_to_do(view: BoardView) -> None:
    assert view.stack.currentIndex() == 0
    assert "press “Compare”" in view.empty.text()
    assert not view.choice.report.isEnabled()


def test_methods_stand_side_by_side_after_one_key(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    assert heads(view) == [
        "Rounding to base 10 (in force)",
        "Rounding to base 3",
        "Rounding to base 5",
        "Keyed rounding to base 5",
        "Variant A, ordered",
        "Variant A, shuffled",
        "Variant B, ordered",
        "Variant B, shuffled",
        "Primary suppression, not releasable",
    ]
    assert view.band.isVisible()
    assert view.choice.report.isEnabled()
    assert view.table.hasFocus()


@pytest.mark.thorough
def test_the_figures_are_those_of_the_engine(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    state = window.desk.state
    data = window.desk.session.data
    assert data is not None
    wanted = compare_methods(data, state.table.spec, columns_of(state))
    assert view.board is not None
    for found, other in zip(compared_rows(view.board), compared_rows(wanted), strict=True):
        if found.kind.code != "time":
            assert found.numbers == other.numbers


def test_columns_are_chosen_and_bases_that_are_none_are_said(view: BoardView, window: MainWindow) -> None:
    choice = view.choice
    choice.in_force.click()
    choice.primary.click()
    choice.variants["A"].click()
    write(choice.bases, "7; seven")
    assert "7; seven" in choice.fault.text()
    assert not choice.compute.isEnabled()
    write(choice.bases, "7")
    write(choice.keyed, "")
    assert choice.fault.isHidden()
    compare(view, window)
    assert heads(view) == ["Rounding to base 7", "Variant B, ordered", "Variant B, shuffled"]


def test_nothing_chosen_is_said_in_a_sentence(view: BoardView, window: MainWindow) -> None:
    choice = view.choice
    for box in (choice.in_force, choice.primary, *choice.variants.values()):
        box.click()
    write(choice.bases, "")
    write(choice.keyed, "")
    compare(view, window)
    assert view.board is None
    assert "No method is chosen" in window.message_bar.text


@pytest.mark.thorough
def test_a_saved_table_is_compared_by_its_name(view: BoardView, window: MainWindow) -> None:
    choice = view.choice
    assert [choice.table.itemText(place) for place in range(choice.table.count())] == ["Table at hand", "First"]
    choice.table.setCurrentIndex(1)
    choice.table.activated.emit(1)
    assert COMPARISON.of(window.desk.state).table == "First"
    compare(view, window)
    assert view.board is not None
    assert view.board.tables[0].spec == small_statistic().tables[0].spec


@pytest.mark.thorough
@pytest.mark.look
def test_what_was_compared_is_grey_once_a_setting_is_another(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    assert view.stale.isHidden()
    window.desk.run(commands.set_primary(PrimaryRules(3), "minimum_frequency"))
    assert not view.stale.isHidden()
    assert not view.table.isEnabled()
    compare(view, window)
    assert view.stale.isHidden()
    assert view.table.isEnabled()


@pytest.mark.thorough
def test_a_comparison_is_cancelled_and_leaves_what_was_there(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    before = view.board
    view.compute()
    assert not view.progress.isHidden()
    assert not view.choice.compute.isEnabled()
    view.progress._button.click()
    settle(window)
    assert view.progress.isHidden()
    assert view.board is before
    assert view.choice.compute.isEnabled()


@pytest.mark.thorough
def test_every_cell_tells_its_reason(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    for row in range(view.model.rowCount()):
        view.table.setCurrentIndex(view.model.index(row, 0))
        assert view.reason.text().endswith(".")
        assert "Rounding to base 10" in view.heading.text()


@pytest.fixture
def disclosed(window: MainWindow) -> BoardView:
    """The table that base 10 discloses."""
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True)
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.go_to("method")
    settle(window)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    page.views.setCurrentIndex(BOARD)
    view = page.board
    board = compare_methods(data, ckm.TableSpec(rows=["R"], columns=["C"]), columns_of(window.desk.state))
    view.board, view._made_of = board, view._basis()
    view._show_board()
    view.refresh()
    settle(window)
    return view


@pytest.mark.thorough
def test_disclosed_cells_are_listed_with_what_forces_them(disclosed: BoardView, window: MainWindow) -> None:
    assert disclosed.cells.count() == 8
    assert disclosed.cells.item(0).text() == "r1, c0: published 0, is 4"  # those of the fewest persons first
    places = {disclosed.cells.item(at).text(): at for at in range(8)}
    disclosed.cells.setFocus()
    for _ in range(places["c0: published 30, is 25"]):
        QTest.keyClick(disclosed.cells, Qt.Key.Key_Down)
    settle(window)
    forced = "c0: 10 + 0 + 0 + 0 + 0 = 30; r0: 10 + 10 = 10."
    assert disclosed.why.text().startswith("c0: published 30, can only be 25.")
    assert disclosed.why.text().endswith(f"Forced by: {forced}")


@pytest.mark.thorough
def test_a_method_that_discloses_nothing_lists_nothing(disclosed: BoardView, window: MainWindow) -> None:
    row = disclosed.model.rows.index("secondary")
    disclosed.table.setCurrentIndex(disclosed.model.index(row, 2))
    assert disclosed.cells.isHidden()
    assert "discloses no cell" in disclosed.reason.text()


@pytest.mark.daily(1)
@pytest.mark.parametrize("suffix", [".html", ".csv"])
def test_the_report_is_written_and_marked(
    suffix: str, disclosed: BoardView, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / f"comparison{suffix}"
    window.choose_save_file = lambda *_args: path  # type: ignore[method-assign]
    QTest.keyClick(disclosed.choice.report, Qt.Key.Key_Return)
    settle(window)
    text = path.read_text(encoding="utf-8")
    assert "nternal" in text
    assert "c0: 10 + 0 + 0 + 0 + 0 = 30" in text


@pytest.mark.thorough
def test_words_change_with_the_language(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    window.settings.set("language", "de")
    settle(window)
    assert "Rundung auf 10 (in Kraft)" in heads(window.page("method").board)  # type: ignore[attr-defined]


@pytest.mark.thorough
def test_another_statistic_shows_and_reports_nothing_of_the_former_one(view: BoardView, window: MainWindow) -> None:
    compare(view, window)
    assert view.choice.report.isEnabled()
    view.compute()  # and one is still running
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.go_to("method")
    settle(window)
    shown = window.page("method")
    assert isinstance(shown, MethodPage)
    shown.views.setCurrentIndex(BOARD)
    view = shown.board
    assert view.board is None
    assert view.stack.currentIndex() == 0
    assert not view.choice.report.isEnabled()
