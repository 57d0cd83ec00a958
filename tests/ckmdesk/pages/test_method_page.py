"""The method page in the real window: sliders, problem and remedy, variants, putting in force."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable import read_ptable
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.plots.canvas import MOST_ROWS
from ckmdesk.state.desk_state import MethodParameters
from ckmdesk.state.method_view import count_frequencies, judged, view_method
from ckmdesk.state.workspace import opened, with_workspace
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


def test_an_ordered_table_is_put_in_force_when_it_is_asked_for_twice(page: MethodPage, window: MainWindow) -> None:
    page.parameters.shuffled.setChecked(False)
    page.force_button.click()
    page.force_button.click()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    assert statistic.period.in_force.ptable is not None
    assert statistic.period.in_force.ptable.is_ordered


def test_an_answer_about_another_table_puts_nothing_in_force(page: MethodPage, window: MainWindow) -> None:
    page.parameters.V.setValue(1.5)
    before = window.desk.state.statistic
    page.force_button.click()
    remedy = window.message_bar.remedy
    assert remedy is not None
    page.parameters.V.setValue(1.6)
    remedy.act()
    assert window.desk.state.statistic == before


def test_an_ordered_table_that_misses_V_is_asked_about_twice(page: MethodPage, window: MainWindow) -> None:
    page.parameters.shuffled.setChecked(False)
    page.parameters.V.setValue(1.5)
    before = window.desk.state.statistic
    page.force_button.click()
    assert "Shuffle it" in window.message_bar.text
    page.force_button.click()
    assert "wanted variance" in window.message_bar.text
    assert window.desk.state.statistic == before


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


W24 = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.7;-1;0.7\n1;3;0.3;2;1\n2;0;0.5;-2;0.5\n2;3;0.5;1;1\n3;3;1;0;1\n"


def test_a_table_from_a_file_becomes_the_variant_and_is_put_in_force(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "office.csv"
    file.write_text(W24)
    page.import_file(file)
    settle(window)
    assert window.desk.state.method.parameters.file == "office.csv"
    assert page.view is not None
    assert page.view.shown.row_distribution(1) == {-1: 0.7, 2: 0.3}
    assert page.parameters.file.isVisible()
    assert "office.csv: 4 rows, D = 2" in page.parameters.file_text.text()
    assert not page.parameters.sliders["D"].isVisible()
    page.force_button.click()
    assert "Shuffle it" in window.message_bar.text
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    page.force_button.click()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.in_force is not None
    assert statistic.period.in_force.ptable is not None
    assert statistic.period.in_force.ptable.row_distribution(2) == pytest.approx({-2: 0.5, 1: 0.5})
    assert opened(with_workspace(window.desk.state) or statistic).method == window.desk.state.method
    page.parameters.design.click()
    assert page.parameters.sliders["D"].isVisible()
    assert window.desk.state.method.parameters == MethodParameters()


def test_a_faulty_table_is_refused_with_its_lines_and_the_variant_stays(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    before = window.desk.state.method
    file = tmp_path / "faulty.csv"
    file.write_text(W24.replace("1;3;0.3;2;1", "1;3;0.2;2;0.9"))
    page.import_file(file)
    settle(window)
    assert "Line 4, row i = 1" in window.message_bar.text
    assert window.desk.state.method == before


@pytest.mark.parametrize("name", ["p.csv", "p.txt"])
def test_the_table_is_saved_and_read_again_with_the_same_lookup(
    page: MethodPage, window: MainWindow, tmp_path: Path, name: str
) -> None:
    page.save_file(tmp_path / name)
    settle(window)
    assert page.view is not None
    again = read_ptable(tmp_path / name)
    assert again.exact_bounds == page.view.shown.exact_bounds
    assert again.noise.tolist() == page.view.shown.noise.tolist()
    assert "confidential" in window.message_bar.text


def test_a_table_of_750_rows_for_integer_keys_is_shown_by_its_first_rows(
    page: MethodPage, window: MainWindow, tmp_path: Path
) -> None:
    lines = ["pcv,ckey,pvalue"]
    for row in range(1, 751):
        lines += [f"{row},{key},{0 if key < 14 else (1 if key == 14 else -1)}" for key in range(16)]
    file = tmp_path / "ons.csv"
    file.write_text("\n".join(lines) + "\n")
    page.import_file(file)
    settle(window)
    assert page.view is not None
    assert page.view.shown.integer_modulus == 16
    assert page.matrix.matrix.shape[0] == MOST_ROWS
    assert not page.grab().isNull()
