"""The method page in the real window: sliders, problem and remedy, variants, putting in force."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.methods.cellkey import CellKeyMethod
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.state.desk_state import MethodParameters
from ckmdesk.state.method_view import count_frequencies, judged, view_method
from ckmdesk.window import MainWindow
from tests.ckmdesk.pages.test_tables_page import open_table, settle
from tests.ckmdesk.statistics import SPEC


@pytest.fixture
def page(window: MainWindow) -> MethodPage:
    open_table(window, SPEC)
    window.go_to("method")
    settle(window)
    found = window.page("method")
    assert isinstance(found, MethodPage)
    return found


def test_the_pictures_follow_the_slider(page: MethodPage, window: MainWindow) -> None:
    page.parameters.sliders["D"].setValue(4)
    assert window.desk.state.method.parameters.D == 4
    assert page.matrix.table is not None
    assert page.matrix.table.maximum_deviation == 4
    assert page.tableau.table is not None
    assert page.tableau.table.content_hash == page.view.shown.content_hash  # type: ignore[union-attr]
    assert page.parameters.D.value() == 4
    assert not page.grab().isNull()


def test_keys_move_the_sliders(page: MethodPage, window: MainWindow) -> None:
    slider = page.parameters.sliders["js"]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert window.desk.state.method.parameters.js == 1


def test_the_feasible_range_of_V_stands_beside_it(page: MethodPage) -> None:
    # [method.md 2]: js = 2 needs V >= floor(9 / 4) = 2; row 1 caps at V <= D = 5.
    assert page.parameters.ranges["V"].text() == "possible 2.00 … 5.00"


def test_an_impossible_variance_names_the_row_and_offers_the_nearest(page: MethodPage, window: MainWindow) -> None:
    page.parameters.V.setValue(1.5)
    assert page.parameters.problem.isVisible()
    assert "V = 1.50 is not possible in row 1: only 2.00 to 5.00" in page.parameters.problem_text.text()
    assert page.parameters.remedy.text() == "Take V = 2.00"
    page.parameters.remedy.click()
    assert window.desk.state.method.parameters.V == 2.0
    assert not page.parameters.problem.isVisible()


def test_a_design_that_cannot_be_made_greys_the_last_one(page: MethodPage, window: MainWindow) -> None:
    page.parameters.js.setValue(7)
    assert page.view is not None
    assert page.parameters.problem.isVisible()
    assert page.view.error is not None
    assert page.matrix.grey
    assert not page.force_button.isEnabled()
    page.parameters.remedy.click()
    settle(window)
    assert page.view.error is None


def test_put_in_force_makes_the_variant_the_method_of_the_period(page: MethodPage, window: MainWindow) -> None:
    page.force_button.click()
    statistic = window.desk.state.statistic
    assert statistic is not None
    in_force = statistic.period.in_force
    assert in_force is not None
    assert isinstance(in_force.method, CellKeyMethod)
    assert not in_force.method.ptable.is_ordered
    assert not page.force_button.isEnabled()
    assert "is in force" in window.message_bar.text
    window.desk.undo()
    assert window.desk.state.statistic is not None
    assert window.desk.state.statistic.period.in_force != in_force


def test_an_ordered_table_is_not_put_in_force_without_a_warning(page: MethodPage, window: MainWindow) -> None:
    page.parameters.shuffled.setChecked(False)
    before = window.desk.state.statistic
    page.force_button.click()
    assert window.desk.state.statistic == before
    assert "Shuffle it" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    assert window.desk.state.method.parameters.shuffled


def test_the_criteria_are_those_of_the_table_at_hand() -> None:
    # [W19] table: E|v| of rows 1..4 is 1.02667 .66243 .84157 .78421 (method.md 2), each count once.
    view = view_method(MethodParameters(D=2, V=1.08, js=1, mono=True))
    found = judged(view, {1: 1, 2: 1, 4: 1, 0: 50})
    assert found is not None
    assert found.mean_absolute == pytest.approx((1.02667 + 0.66243 + 0.78421) / 3, abs=1e-5)


def test_variants_are_two_and_chosen_by_button(page: MethodPage, window: MainWindow) -> None:
    page.variant_buttons[1].click()
    assert window.desk.state.method.chosen == 1
    assert page.parameters.D.value() == 2
    page.parameters.D.setValue(3)
    page.variant_buttons[0].click()
    assert page.parameters.D.value() == 5
    assert window.desk.state.method.variants[1].D == 3


def test_frequencies_count_every_cell_of_the_table(page: MethodPage, window: MainWindow) -> None:
    from ckmcore.tabulate.tabulate import tabulate

    data = window.desk.session.data
    assert data is not None
    raw = tabulate(data, SPEC)
    assert page._frequencies == count_frequencies(raw)
    assert sum(page._frequencies.values()) == raw.cells == 18


def test_a_row_is_chosen_in_the_picture_and_shown_in_figures(page: MethodPage, window: MainWindow) -> None:
    page.matrix.picked.emit(5)
    assert window.desk.state.method.row == 5
    assert page.row.spin.value() == 5
    assert "Variance 3.00" in page.row.figures.text()
