"""The criteria on the page of quality and risk: columns, running, reasons, disclosed cells, report, keys."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.methods.primary import PrimaryRules
from ckmdesk.commands import method as commands
from ckmdesk.lab.commands.evaluation import set_evaluation
from ckmdesk.lab.pages.quality.criteria import CriteriaView
from ckmdesk.lab.pages.quality.page import CRITERIA, QualityPage
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.lab.state.method_comparison import columns_of
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.brute_force import microdata, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

CHOICE = EvaluationChoice(bases=(3, 5), keyed=(5,), ordered=True, seconds=5, repetitions=50)


def begin(window: MainWindow) -> QualityPage:
    window.services.begin(small_statistic(), Session(data=small_data()))
    window.desk.run(set_evaluation(CHOICE))
    window.go_to("quality")
    settle(window)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    return page


@pytest.fixture
def page(window: MainWindow) -> QualityPage:
    """The page over the small statistic, the criteria not yet opened."""
    return begin(window)


@pytest.fixture
def view(page: QualityPage, window: MainWindow) -> CriteriaView:
    """The criteria, computed when their tab was opened."""
    page.views.setCurrentIndex(CRITERIA)
    settle(window)
    return page.criteria


def compare(window: MainWindow) -> None:
    QTest.keyClick(quality(window).compute_button, Qt.Key.Key_Space)
    settle(window)


def quality(window: MainWindow) -> QualityPage:
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    return page


def write(line: QLineEdit, text: str) -> None:
    line.setText(text)
    line.textEdited.emit(text)


def heads(view: CriteriaView) -> list[str]:
    name = Qt.ItemDataRole.AccessibleTextRole
    across = Qt.Orientation.Horizontal
    return [view.model.headerData(place, across, name) for place in range(view.model.columnCount())]


def test_whoever_goes_through_the_tabs_by_keys_stays_there(page: QualityPage, window: MainWindow) -> None:
    page.views.tabBar().setFocus()
    QTest.keyClick(page.views.tabBar(), Qt.Key.Key_Right)
    settle(window)
    assert page.criteria.is_current
    assert page.views.tabBar().hasFocus()


def test_the_criteria_are_computed_when_their_tab_is_opened(page: QualityPage, window: MainWindow) -> None:
    view = page.criteria
    assert view.board is None
    assert "press “Evaluate”" in view.empty.text()
    assert not page.save_criteria_action.isEnabled()
    page.compute_button.setFocus()
    page.views.setCurrentIndex(CRITERIA)
    settle(window)
    assert view.is_current
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
    assert page.save_criteria_action.isEnabled()
    assert page.report_button.isEnabled()
    assert view.table.hasFocus()


@pytest.mark.thorough
def test_the_figures_are_those_of_the_engine(view: CriteriaView, window: MainWindow) -> None:
    state = window.desk.state
    data = window.desk.session.data
    assert data is not None
    wanted = compare_methods(data, state.table.spec, columns_of(state))
    assert view.board is not None
    for found, other in zip(compared_rows(view.board), compared_rows(wanted), strict=True):
        if found.kind.code != "time":
            assert found.numbers == other.numbers


def test_columns_are_those_of_the_evaluation_and_bases_that_are_none_are_said(
    view: CriteriaView, window: MainWindow
) -> None:
    form, button = quality(window).form, quality(window).compute_button
    for box in (form.boxes["in_force"], form.boxes["primary"], form.variants["A"]):
        box.click()
    write(form.bases, "7; seven")
    assert "7; seven" in form.fault.text()
    assert not button.isEnabled()
    write(form.bases, "7")
    write(form.keyed, "")
    assert form.fault.isHidden()
    compare(window)
    assert heads(view) == ["Rounding to base 7", "Variant B, ordered", "Variant B, shuffled"]


def test_nothing_chosen_is_said_in_a_sentence(page: QualityPage, window: MainWindow) -> None:
    choice = replace(CHOICE, in_force=False, primary=False, left_out=("A", "B"), bases=(), keyed=())
    window.desk.run(set_evaluation(choice))
    page.views.setCurrentIndex(CRITERIA)
    settle(window)
    assert page.criteria.board is None
    assert "No method is chosen" in window.message_bar.text


@pytest.mark.thorough
def test_a_saved_table_is_compared_by_its_name(view: CriteriaView, window: MainWindow) -> None:
    window.desk.run(set_evaluation(replace(EVALUATION.of(window.desk.state), tables=("", "First", "gone"))))
    assert [view.tables.itemText(place) for place in range(view.tables.count())] == ["Table at hand", "First"]
    view.tables.setCurrentIndex(1)
    view.tables.activated.emit(1)
    settle(window)
    assert view.board is not None
    assert view.board.tables[0].spec == small_statistic().tables[0].spec


@pytest.mark.thorough
def test_what_the_criteria_do_not_use_leaves_them_as_they_are(view: CriteriaView, window: MainWindow) -> None:
    now = EVALUATION.of(window.desk.state)
    window.desk.run(set_evaluation(replace(now, repetitions=7, monte_carlo=False, width=9, sample=3)))
    assert view.is_current
    window.desk.run(set_evaluation(replace(now, hidden_too=True)))
    assert not view.is_current


@pytest.mark.thorough
@pytest.mark.look
def test_what_was_compared_is_grey_once_a_setting_is_another(view: CriteriaView, window: MainWindow) -> None:
    assert view.stale.isHidden()
    window.desk.run(commands.set_primary(PrimaryRules(3), "minimum_frequency"))
    assert not view.stale.isHidden()
    assert not view.table.isEnabled()
    compare(window)
    assert view.stale.isHidden()
    assert view.table.isEnabled()


@pytest.mark.thorough
def test_a_comparison_is_cancelled_and_leaves_what_was_there(view: CriteriaView, window: MainWindow) -> None:
    before, button = view.board, quality(window).compute_button
    view.compute()
    assert not view.progress.isHidden()
    assert not button.isEnabled()
    view.progress._button.click()
    settle(window)
    assert view.progress.isHidden()
    assert view.board is before
    assert button.isEnabled()


@pytest.mark.thorough
def test_every_cell_tells_its_reason(view: CriteriaView, window: MainWindow) -> None:
    for row in range(view.model.rowCount()):
        view.table.setCurrentIndex(view.model.index(row, 0))
        assert view.reason.text().endswith(".")
        assert "Rounding to base 10" in view.heading.text()


@pytest.fixture
def disclosed(window: MainWindow) -> CriteriaView:
    """The table that base 10 discloses."""
    data = microdata(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True)
    page = begin(window)
    page.views.setCurrentIndex(CRITERIA)
    settle(window)
    view = page.criteria
    board = compare_methods(data, ckm.TableSpec(rows=["R"], columns=["C"]), columns_of(window.desk.state))
    view.board, view._made_of = board, view._basis()
    view._show_board()
    view._tell()
    settle(window)
    return view


@pytest.mark.thorough
def test_disclosed_cells_are_listed_with_what_forces_them(disclosed: CriteriaView, window: MainWindow) -> None:
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
def test_a_method_that_discloses_nothing_lists_nothing(disclosed: CriteriaView, window: MainWindow) -> None:
    row = disclosed.model.rows.index("secondary")
    disclosed.table.setCurrentIndex(disclosed.model.index(row, 2))
    assert disclosed.cells.isHidden()
    assert "discloses no cell" in disclosed.reason.text()


@pytest.mark.daily(1)
@pytest.mark.parametrize("suffix", [".html", ".csv"])
def test_the_report_is_written_and_marked(
    suffix: str, disclosed: CriteriaView, window: MainWindow, tmp_path: Path
) -> None:
    path = tmp_path / f"comparison{suffix}"
    window.choose_save_file = lambda *_args: path  # type: ignore[method-assign]
    quality(window).save_criteria_action.trigger()
    settle(window)
    text = path.read_text(encoding="utf-8")
    assert "nternal" in text
    assert "c0: 10 + 0 + 0 + 0 + 0 = 30" in text


@pytest.mark.thorough
def test_words_change_with_the_language(view: CriteriaView, window: MainWindow) -> None:
    assert view.is_current
    window.settings.set("language", "de")
    settle(window)
    page = quality(window)
    assert page.views.currentIndex() == CRITERIA
    assert "Rundung auf 10 (in Kraft)" in heads(page.criteria)


@pytest.mark.thorough
def test_another_statistic_shows_and_reports_nothing_of_the_former_one(view: CriteriaView, window: MainWindow) -> None:
    assert quality(window).save_criteria_action.isEnabled()
    view.compute()  # and one is still running
    page = begin(window)
    assert page.views.currentIndex() == 0
    assert page.criteria.board is None
    assert page.criteria.stack.currentIndex() == 0
    assert not page.save_criteria_action.isEnabled()
