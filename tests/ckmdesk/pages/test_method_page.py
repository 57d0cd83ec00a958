"""The method page in the real window: parameters, problem and remedies, variants, pictures that belong together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from ckmcore.ptable.design.design import Design
from ckmcore.ptable.rows.request import RowConstraint
from ckmdesk.commands import method as commands
from ckmdesk.pages.method.page import WIDE, MethodPage
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.plots.region import RegionPlot
from ckmdesk.plots.tableau import TableauPlot
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_view import count_frequencies, summarise, view_method
from tests.ckmdesk.pages.method_pages import view_of
from tests.kit.statistics import SPEC
from tests.kit.tables_page import settle


def picture(page: MethodPage, place: int) -> Canvas:
    return page.panels[place].picture


def design_of(window: MainWindow) -> Design:
    return window.desk.state.method.variant.design


# --- parameters ------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.look
def test_the_pictures_follow_the_slider(page: MethodPage, window: MainWindow) -> None:
    page.parameters.sliders["D"].setValue(4)
    assert design_of(window).D == 4
    matrix, tableau = picture(page, 0), picture(page, 1)
    assert isinstance(matrix, MatrixPlot)
    assert isinstance(tableau, TableauPlot)
    assert matrix.drawing is not None
    assert matrix.drawing.maximum_deviation == 4
    assert tableau.drawing is view_of(page).shown_drawing
    assert page.parameters.D.value() == 4
    assert not page.grab().isNull()


def test_keys_move_the_sliders(page: MethodPage, window: MainWindow) -> None:
    slider = page.parameters.sliders["js"]
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Left)
    assert design_of(window).js == 1


def test_the_feasible_range_of_V_stands_beside_it(page: MethodPage) -> None:
    # [method.md 2]: js = 2 needs V >= floor(9 / 4) = 2; row 1 caps at V <= D = 5.
    assert page.parameters.ranges["V"].text() == "possible 2.00 … 5.00"


def test_an_impossible_variance_names_row_and_reason_and_offers_the_nearest(
    page: MethodPage, window: MainWindow
) -> None:
    page.parameters.V.setValue(1.5)
    assert page.problem.isVisible()
    # Row 1 with js = 2: the nearest targets are 0 and 3, so V >= 1 * 2 (method.md 2).
    text = page.problem.text.text()
    assert "row 1" in text
    assert "v = −1 and v = +2" in text
    settle(window)
    assert "2" in page.problem.buttons[0].accessibleName()
    page.problem.buttons[0].click()
    assert design_of(window).V == 2.0
    assert not page.problem.isVisible()


@pytest.mark.thorough
def test_a_design_that_cannot_be_made_greys_the_last_one_and_never_blanks_it(
    page: MethodPage, window: MainWindow
) -> None:
    before = view_of(page).ordered
    page.parameters.js.setValue(7)
    view = view_of(page)
    assert view.outdated
    assert view.ordered is before
    matrix, tableau = picture(page, 0), picture(page, 1)
    assert isinstance(matrix, MatrixPlot)
    assert isinstance(tableau, TableauPlot)
    assert matrix.grey
    assert tableau.grey
    assert not page.criteria.isEnabled()
    assert not page.row.isEnabled()
    assert not page.force_button.isEnabled()
    settle(window)
    page.problem.buttons[0].click()
    settle(window)
    assert not view_of(page).outdated
    assert page.criteria.isEnabled()


@pytest.mark.thorough
def test_modes_are_chosen_by_name(page: MethodPage, window: MainWindow) -> None:
    page.parameters.variance.setCurrentIndex(1)
    page.parameters.variance.activated.emit(1)
    assert design_of(window).variance == "at most"
    page.parameters.pstay_on.setChecked(True)
    page.parameters.stay.setCurrentIndex(1)
    page.parameters.stay.activated.emit(1)
    assert (design_of(window).pstay, design_of(window).stay) == (0.5, "exact")
    assert view_of(page).report(5).stay == pytest.approx(0.5, abs=1e-10)
    page.parameters.symmetric.setChecked(False)
    assert not design_of(window).symmetric


def test_a_stay_probability_of_exactly_0_leaves_no_count_unchanged(page: MethodPage, window: MainWindow) -> None:
    page.parameters.take_design(replace(design_of(window), pstay=0.0, stay="exact"), "pstay")
    assert {view_of(page).report(row).stay for row in range(1, 9)} == {0.0}


def test_blocked_targets_are_typed_as_a_list(page: MethodPage, window: MainWindow) -> None:
    page.parameters.more_fold.set_open(True)
    page.parameters.mono.setChecked(False)
    page.parameters.V.setValue(4.5)
    field = page.parameters.blocked
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "1-3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (design_of(window).js, design_of(window).blocked) == (3, None)
    field.selectAll()
    QTest.keyClicks(field, "2, 4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert design_of(window).blocked == (2, 4)
    assert {2, 4}.isdisjoint(view_of(page).ordered.targets.tolist())
    field.selectAll()
    QTest.keyClicks(field, "two")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert page.parameters.blocked_fault.isVisible()
    assert design_of(window).blocked == (2, 4)


def test_more_rows_and_the_ways_of_R_are_chosen(page: MethodPage, window: MainWindow) -> None:
    page.parameters.last_row.setValue(12)
    assert view_of(page).ordered.last_row == 12
    page.parameters.last_row.setValue(0)
    assert view_of(page).ordered.last_row == 8
    page.parameters.optim.activated.emit(1)
    assert design_of(window).optim == 1
    assert not page.parameters.symmetric.isEnabled()


def test_a_row_gets_values_of_its_own(page: MethodPage, window: MainWindow) -> None:
    page.parameters.own_fold.set_open(True)
    window.desk.run(commands.inspect_row(5))
    page.parameters.own.add.click()
    assert design_of(window).own == (RowConstraint(5, 5),)
    item = page.parameters.own.table.item(0, 3)
    assert item is not None
    item.setText("2,5")
    assert design_of(window).own == (RowConstraint(5, 5, V=2.5),)
    assert view_of(page).report(5).variance == pytest.approx(2.5, abs=1e-10)
    assert view_of(page).report(4).variance == pytest.approx(3.0, abs=1e-10)
    again = page.parameters.own.table.item(0, 4)
    assert again is not None
    again.setText("2")
    assert page.parameters.own.fault.isVisible()
    assert design_of(window).own == (RowConstraint(5, 5, V=2.5),)
    page.parameters.own.remove.click()
    assert design_of(window).own == ()


@pytest.mark.thorough
def test_the_wishes_of_users_are_ticked_and_unticked(page: MethodPage, window: MainWindow) -> None:
    page.parameters.show_presets()
    actions = {action.objectName(): action for action in page.parameters.preset_actions}
    assert all(action.text() for action in actions.values())
    assert all(action.toolTip() for action in actions.values())
    before = design_of(window)
    for action in page.parameters.preset_actions:
        page.parameters.show_presets()
        if not action.isChecked():
            action.trigger()
            page.parameters.show_presets()
            assert action.isChecked(), action.objectName()
            window.desk.undo()
    assert design_of(window) == before


def test_the_row_says_what_binds_and_what_it_could_have(page: MethodPage) -> None:
    page.panels[0].picture.picked.emit(Spot(4))
    assert page.row.spin.value() == 4
    assert "Variance 3.00" in page.row.figures.text()
    # Row 4 of D = 5, V = 3, js = 2: p(-1) = p(0) = .278, monotony holds them together.
    assert "monotony" in page.row.binding.text()
    assert page.row.range_text.text().startswith("possible V")


def test_the_seed_and_the_threshold_shuffle_anew(page: MethodPage) -> None:
    first = view_of(page).shown.content_hash
    page.parameters.seed.setValue(2)
    second = view_of(page).shown.content_hash
    page.parameters.threshold.setValue(0.02)
    assert len({first, second, view_of(page).shown.content_hash}) == 3
    page.parameters.shuffled.setChecked(False)
    assert view_of(page).shown.is_ordered


# --- pictures --------------------------------------------------------------------------------------------------------


def test_what_is_pointed_at_in_one_picture_is_marked_in_the_others(page: MethodPage) -> None:
    spot = Spot(4, 1.0)
    picture(page, 0).hovered.emit(spot)
    assert picture(page, 1).spot == spot
    assert page.row.bars.spot == spot
    picture(page, 1).hovered.emit(None)
    assert picture(page, 0).spot is None


@pytest.mark.thorough
@pytest.mark.look
def test_a_row_chosen_in_any_picture_is_inspected(page: MethodPage, window: MainWindow) -> None:
    for kind in ("tableau", "along"):
        page.panels[1].choose(kind)  # type: ignore[arg-type]
        page.panels[1].picture.picked.emit(Spot(6))
        assert window.desk.state.method.row == 6
        window.desk.run(commands.inspect_row(1))


def test_each_picture_can_be_chosen_and_read_as_a_table(page: MethodPage, window: MainWindow) -> None:
    panel = page.panels[1]
    for kind in ("matrix", "tableau", "pair", "along", "region"):
        panel.choose(kind)  # type: ignore[arg-type]
        assert panel.stack.currentWidget() is panel.picture
        assert panel.picture.accessibleName()
        settle(window)
        panel.as_table.setChecked(True)
        assert panel.stack.currentWidget() is panel.stack.table
        assert panel.stack.model.rowCount() > 0
        assert panel.stack.model.columnCount() > 1
        panel.as_table.setChecked(False)


def test_a_click_into_the_region_takes_D_and_V(page: MethodPage, window: MainWindow) -> None:
    page.panels[1].choose("region")
    region = picture(page, 1)
    assert isinstance(region, RegionPlot)
    settle(window)
    assert (5, 2.0, 5.0) in region.ranges
    region.chosen.emit(7, 4.5)
    assert (design_of(window).D, design_of(window).V) == (7, 4.5)


@pytest.mark.thorough
@pytest.mark.look
def test_four_pictures_stand_in_a_wide_window_and_two_in_a_narrow_one(page: MethodPage, window: MainWindow) -> None:
    assert [panel.isVisible() for panel in page.panels] == [True, True, False, False]
    window.resize(WIDE + 300, 900)
    settle(window)
    assert all(panel.isVisible() for panel in page.panels)


def test_the_pointer_stands_at_the_cell_last_looked_up(page: MethodPage, window: MainWindow) -> None:
    window.desk.session.looked_up = (3, 0.25)
    page.panels[1].show_sources(page._sources(view_of(page), 3))
    tableau = picture(page, 1)
    assert isinstance(tableau, TableauPlot)
    # No look-up has a place before its cell was clicked on the page Tables.
    window.go_to("tables")
    window.go_to("method")
    assert tableau.pointer == (3, 0.25)


# --- figures ---------------------------------------------------------------------------------------------------------


def test_the_criteria_are_those_of_the_table_at_hand() -> None:
    # [W19] table: E|v| of rows 1..4 is 1.02667 .66243 .84157 .78421 (method.md 2), each count once.
    view = view_method(Variant(design=Design(D=2, V=1.08, js=1)))
    found = summarise(view, {1: 1, 2: 1, 4: 1, 0: 50})
    assert found.criteria.mean_absolute == pytest.approx((1.02667 + 0.66243 + 0.78421) / 3, abs=1e-5)
    assert found.variance == pytest.approx(1.08, abs=1e-9)


def test_frequencies_count_every_cell_of_the_table(page: MethodPage, window: MainWindow) -> None:
    from ckmcore.tabulate.tabulate import tabulate

    data = window.desk.session.data
    assert data is not None
    raw = tabulate(data, SPEC)
    assert page.work.frequencies == count_frequencies(raw)
    assert sum(page.work.frequencies.values()) == raw.cells == 18


# --- variants --------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.look
def test_the_title_and_the_buttons_of_variants_have_room_beside_one_another(
    page: MethodPage, window: MainWindow
) -> None:
    for _ in range(4):
        page.strip.add.click()
    for width, shown in ((1280, 3), (1920, 4)):
        window.resize(width, 800)
        settle(window)
        assert sum(not button.isHidden() for button in page.strip.buttons) == shown
        assert page.head.title.text() == "Method"
        buttons = [button for button in (*page.strip.buttons, page.strip.others) if not button.isHidden()]
        assert all(button.width() >= button.minimumWidth() for button in buttons)
    assert len(page.strip.others_menu.actions()) == 2


def test_variants_are_added_chosen_named_and_removed(page: MethodPage, window: MainWindow) -> None:
    method = window.desk.state.method
    assert [variant.name for variant in method.variants] == ["A", "B"]
    page.strip.buttons[1].click()
    assert page.parameters.D.value() == 2
    page.strip.add.click()
    assert [variant.name for variant in window.desk.state.method.variants] == ["A", "B", "C"]
    page.parameters.D.setValue(3)
    assert [variant.design.D for variant in window.desk.state.method.variants] == [5, 2, 3]
    page.parameters.open_name()
    QTest.keyClicks(page.parameters.name, "Board 2027")
    QTest.keyClick(page.parameters.name, Qt.Key.Key_Return)
    assert page.strip.buttons[2].text() == "Board 2027"
    page.strip.remove.trigger()
    assert [variant.name for variant in window.desk.state.method.variants] == ["A", "B"]
    window.desk.undo()
    assert window.desk.state.method.variants[2].name == "Board 2027"


def test_notes_belong_to_their_variant(page: MethodPage, window: MainWindow) -> None:
    page.parameters.notes_fold.set_open(True)
    QTest.keyClicks(page.parameters.notes, "for the board")
    assert window.desk.state.method.variants[0].notes == "for the board"
    page.strip.buttons[1].click()
    assert page.parameters.notes.toPlainText() == ""
    page.strip.buttons[0].click()
    assert page.parameters.notes.toPlainText() == "for the board"


@pytest.mark.thorough
def test_two_variants_stand_side_by_side_with_their_difference_and_effect(page: MethodPage, window: MainWindow) -> None:
    page.variants.compare.click()
    settle(window)
    assert page.center.currentWidget() is page.compare
    visible = [card.isVisible() for card, _, _ in page.compare.cards]
    assert visible == [True, True, False, True, False]
    difference = page.compare.differences[0].difference
    assert difference is not None
    # Row 1: A (D=5, V=3, js=2) has p(0) = .73447, B (D=2, V=1.08, js=1) has .51333 (method.md 2).
    first = view_method(window.desk.state.method.variants[0]).ordered.row_distribution(1)[-1]
    assert difference[1, 0] == pytest.approx(0.51333333 - first, abs=1e-6)
    texts = [cell.text() for cell in page.compare.cells if hasattr(cell, "text")]
    assert "Cells changed" in texts
    page.compare.close_button.click()
    assert page.center.currentIndex() == 0
    assert page.right.isVisible()


def test_no_more_than_three_variants_are_compared(page: MethodPage, window: MainWindow) -> None:
    page.strip.add.click()
    page.strip.add.click()
    page.variants.compare.click()
    for place in range(4):
        box = page.compare.boxes[place]
        if box.isEnabled() and not box.isChecked():
            box.click()
    settle(window)
    assert len(window.desk.state.method.compared) == 3
    assert sum(not box.isEnabled() for box in page.compare.boxes) == 1


# --- search ----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_the_largest_V_is_searched_and_taken(page: MethodPage, window: MainWindow) -> None:
    page.parameters.take_design(Design(D=4, V=1.0, js=0), "js")
    page.parameters.search_fold.set_open(True)
    page.parameters.search.search.click()
    settle(window)
    found = page.parameters.search.found
    assert found is not None
    assert found.reason is None
    assert found.high is not None
    page.parameters.search.buttons[0].click()
    assert found.high == design_of(window).V
    held = summarise(view_of(page), page.work.frequencies).criteria.held
    assert all(held)
    page.parameters.take_design(replace(design_of(window), V=found.high + 0.01), "V")
    assert not all(summarise(view_of(page), page.work.frequencies).criteria.held)
    assert page.parameters.search.found is None


def test_a_search_without_a_result_says_why(page: MethodPage, window: MainWindow) -> None:
    page.parameters.search_fold.set_open(True)
    page.parameters.search.limited.setChecked(True)
    page.parameters.search.limit.setValue(0.05)
    page.parameters.search.search.click()
    settle(window)
    assert page.parameters.search.found is not None
    assert page.parameters.search.found.reason is not None
    assert page.parameters.search.result.text()
    assert not page.parameters.search.buttons[0].isVisible()


def test_a_number_is_understood_with_either_mark_and_what_is_none_is_said(page: MethodPage, window: MainWindow) -> None:
    field = page.parameters.V
    for typed, wanted in (("2.5", 2.5), ("3,5", 3.5)):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, typed)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert wanted == design_of(window).V
    for box, typed in ((field, "1e3"), (field, "0"), (page.parameters.D, "5,5"), (page.parameters.js, "-1")):
        before = window.desk.state.method
        box.setFocus()
        box.selectAll()
        QTest.keyClicks(box, typed)
        QTest.keyClick(box, Qt.Key.Key_Return)
        assert f"“{typed}” is no number" in window.message_bar.text
        assert window.desk.state.method == before
        window.clear_message()


def test_every_change_but_a_slider_s_is_an_undo_step_of_its_own(page: MethodPage, window: MainWindow) -> None:
    page.parameters.V.setValue(9.0)
    settle(window)
    page.problem.buttons[0].click()
    window.desk.undo()
    assert design_of(window).V == 9.0
    window.desk.undo()
    assert design_of(window).V == 3.0
    page.parameters.V.setValue(2.5)
    page.parameters.V.setValue(4.0)
    window.desk.undo()
    assert design_of(window).V == 2.5
    page.parameters.sliders["D"].setValue(6)
    page.parameters.sliders["D"].setValue(7)
    page.parameters.sliders["D"].sliderReleased.emit()
    window.desk.undo()
    assert design_of(window).D == 5


@pytest.mark.thorough
@pytest.mark.look
def test_an_impossible_setting_keeps_the_last_possible_table_greyed(page: MethodPage, window: MainWindow) -> None:
    before = view_of(page).ordered
    page.parameters.V.setValue(9.0)
    view = view_of(page)
    assert view.outdated
    assert view.ordered is before
    assert not page.force_button.isEnabled()
    page.parameters.V.setValue(4.0)
    assert not view_of(page).outdated


def test_what_D_and_js_could_be_goes_by_the_other_values(page: MethodPage, window: MainWindow) -> None:
    # js = 2, V = 3, monotone: row 1 caps at V <= D, and D = 3 leaves too little (method.md 2); js from 1 to 2.
    settle(window)
    assert page.parameters.ranges["D"].text() == "possible from 4"
    assert page.parameters.ranges["js"].text() == "possible 1 … 2"
    page.parameters.V.setValue(4.5)
    settle(window)
    assert page.parameters.ranges["D"].text() == "possible from 5"


def test_a_name_that_is_being_typed_stays_with_its_variant(page: MethodPage, window: MainWindow) -> None:
    page.parameters.open_name()
    QTest.keyClicks(page.parameters.name, "Board")
    page.strip.add.click()
    assert [variant.name for variant in window.desk.state.method.variants] == ["Board", "B", "A"]
    page.parameters.open_name()
    QTest.keyClicks(page.parameters.name, "Board")
    QTest.keyClick(page.parameters.name, Qt.Key.Key_Return)
    assert "called “Board” already" in window.message_bar.text
    assert page.parameters.name.text() == "A"


@pytest.mark.thorough
def test_rows_that_are_not_drawn_are_inspected_all_the_same(page: MethodPage, window: MainWindow) -> None:
    page.parameters.last_row.setValue(400)
    settle(window)
    assert view_of(page).ordered.last_row == 400
    assert "rows 0 to 59 of 401" in page.panels[0].words.text_whole()
    page.row.spin.setValue(397)
    assert window.desk.state.method.row == 397
    assert page.row.spin.value() == 397
    assert page.row.bars.drawing is not None
    assert page.row.bars.drawing.names == ("397",)


def test_many_variants_are_compared_by_a_menu(page: MethodPage, window: MainWindow) -> None:
    for _ in range(8):
        page.strip.add.click()
    page.variants.compare.click()
    settle(window)
    assert page.compare.choose.isVisible()
    assert not any(box.isVisible() for box in page.compare.boxes)
    page.compare.menu.actions()[0].trigger()
    settle(window)
    assert 0 in window.desk.state.method.compared
    assert len(window.desk.state.method.compared) == 3


@pytest.mark.thorough
def test_a_tab_that_is_opened_for_the_first_time_shows_nothing_new_in_the_status_bar(
    page: MethodPage, window: MainWindow
) -> None:
    def shown() -> list[str]:
        parts = window.status.findChildren(QWidget)
        return sorted(part.text() for part in parts if isinstance(part, QLabel | QToolButton) and part.isVisible())

    before = shown()
    for place in range(page.views.count()):
        page.views.setCurrentIndex(place)
        settle(window)
        assert shown() == before
