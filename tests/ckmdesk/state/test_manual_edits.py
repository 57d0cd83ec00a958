"""Probabilities set by hand: the rest of the row solved again or left, marked, and given back."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from ckmcore.ptable import Design, FixedProbability, shuffle, to_ons
from ckmcore.ptable.design.edit import RowSumOff
from ckmcore.ptable.rows.arguments import PtableParameter
from ckmcore.ptable.stored import stored_table
from ckmdesk.state import manual_edits
from ckmdesk.state.desk_state import Variant
from ckmdesk.state.drawing import Spot
from ckmdesk.state.method_view import MethodView, fixes_of, view_method
from ckmdesk.state.variant import ordered_of, ptable_of
from tests.kit.fails import fails

DESIGN = Design(D=3, V=1.5, js=0, last_row=6, symmetric=False)
DESIGNED = Variant("A", design=DESIGN, shuffled=False)
READ = Variant("B", shuffled=False, file="table.csv", table=stored_table(DESIGN.table()))


def view(variant: Variant) -> MethodView:
    return view_method(variant, view_method(replace(variant, loose=(), set_again=())))


def test_the_target_of_a_spot_is_count_plus_noise() -> None:
    assert manual_edits.target_of(Spot(5, -3.0)) == 2
    assert manual_edits.target_of(Spot(5, 0.0)) == 5
    assert manual_edits.target_of(Spot(5)) == 5


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_a_probability_is_set_and_the_rest_of_its_row_solved_again(variant: Variant) -> None:
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), 0.1, solve=True)
    row = ordered_of(made).row_distribution(5)
    assert row[1] == pytest.approx(0.1, abs=1e-10)
    assert math.fsum(row.values()) == pytest.approx(1.0, abs=1e-10)
    assert sum(v * p for v, p in row.items()) == pytest.approx(0.0, abs=1e-10)
    assert ordered_of(made).row_distribution(4) == pytest.approx(ordered_of(variant).row_distribution(4))
    assert manual_edits.is_set(made, Spot(5, 1.0))
    assert not manual_edits.is_set(made, Spot(5, 0.0))
    assert manual_edits.marked(made) == {(5, 6)}


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_a_second_probability_of_the_row_leaves_the_first_where_it_was_set(variant: Variant) -> None:
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), 0.1, solve=True)
    made = manual_edits.with_probability(view(made), Spot(5, -1.0), 0.2, solve=True)
    row = ordered_of(made).row_distribution(5)
    assert (row[1], row[-1]) == pytest.approx((0.1, 0.2), abs=1e-10)
    assert manual_edits.marked(made) == {(5, 6), (5, 4)}
    # The same cell again: the last value holds.
    made = manual_edits.with_probability(view(made), Spot(5, 1.0), 0.15, solve=True)
    row = ordered_of(made).row_distribution(5)
    assert (row[1], row[-1]) == pytest.approx((0.15, 0.2), abs=1e-10)
    assert len(manual_edits.marked(made)) == 2


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_a_row_left_as_it_is_violates_its_sum_until_another_probability_mends_it(variant: Variant) -> None:
    now = ordered_of(variant).row_distribution(5)
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), now[1] - 0.05, solve=False)
    shown = view(made)
    assert shown.problem is not None
    assert shown.problem.blocks
    assert shown.problem.row == 5
    assert shown.problem.text.code == RowSumOff.code
    # The last table that could be made stays, greyed.
    assert shown.outdated
    assert shown.ordered == ordered_of(variant)
    made = manual_edits.with_probability(shown, Spot(5, 0.0), now[0] + 0.05, solve=False)
    row = ordered_of(made).row_distribution(5)
    assert row == pytest.approx({**now, 1: now[1] - 0.05, 0: now[0] + 0.05}, abs=1e-12)
    assert view(made).problem is None or not view(made).outdated
    assert manual_edits.marked(made) == {(5, 6), (5, 5)}


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_what_was_set_and_left_in_a_row_is_held_when_the_rest_is_solved_again(variant: Variant) -> None:
    now = ordered_of(variant).row_distribution(5)
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), now[1] - 0.05, solve=False)
    made = manual_edits.with_probability(view(made), Spot(5, 2.0), 0.03, solve=True)
    assert made.loose == ()
    row = ordered_of(made).row_distribution(5)
    assert (row[1], row[2]) == pytest.approx((now[1] - 0.05, 0.03), abs=1e-10)
    assert math.fsum(row.values()) == pytest.approx(1.0, abs=1e-10)
    assert manual_edits.marked(made) == {(5, 6), (5, 7)}


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_solving_one_row_leaves_what_was_set_in_another(variant: Variant) -> None:
    now = ordered_of(variant).row_distribution(4)
    made = variant
    for v, change in ((1.0, -0.05), (0.0, 0.05)):
        made = manual_edits.with_probability(view(made), Spot(4, v), now[int(v)] + change, solve=False)
    made = manual_edits.with_probability(view(made), Spot(5, 1.0), 0.1, solve=True)
    assert len(made.loose) == 2
    assert ordered_of(made).row_distribution(4)[1] == now[1] - 0.05
    # Given back, row 4 is as it was.
    made = manual_edits.without(manual_edits.without(made, Spot(4, 1.0)), Spot(4, 0.0))
    assert ordered_of(made).row_distribution(4) == pytest.approx(now, abs=1e-12)
    assert manual_edits.marked(made) == {(5, 6)}


@pytest.mark.parametrize("solve", [True, False])
@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_a_probability_given_back_is_as_the_design_or_the_file_has_it(variant: Variant, solve: bool) -> None:
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), 0.1, solve=solve)
    back = manual_edits.without(made, Spot(5, 1.0))
    assert back == variant
    assert ordered_of(back) == ordered_of(variant)
    assert manual_edits.marked(back) == frozenset()


@pytest.mark.parametrize("variant", [DESIGNED, READ])
def test_the_rest_can_be_solved_with_one_click_where_a_row_was_left(variant: Variant) -> None:
    made = manual_edits.with_probability(view(variant), Spot(5, 1.0), 0.1, solve=False)
    problem = view(made).problem
    assert problem is not None
    codes = [fix.what.code for fix in fixes_of(made)]
    assert codes == ["desk_fix_solve", "desk_fix_drop"]
    solved, dropped = (fix.variant for fix in fixes_of(made))
    assert ordered_of(solved).row_distribution(5)[1] == pytest.approx(0.1, abs=1e-10)
    assert manual_edits.marked(solved) == {(5, 6)}
    assert dropped == variant


def test_only_what_gives_a_table_is_offered_with_one_click() -> None:
    made = manual_edits.with_probability(view(READ), Spot(5, 3.0), 0.9, solve=False)
    problem = view(made).problem
    assert problem is not None
    assert [fix.what.code for fix in fixes_of(made)] == ["desk_fix_drop"]


def test_a_table_that_was_read_and_cannot_hold_it_is_told_and_nothing_changes() -> None:
    with fails("ptable_row_pins_impossible"):
        manual_edits.with_probability(view(READ), Spot(5, 3.0), 0.9, solve=True)


def test_a_design_that_cannot_hold_it_is_a_problem_of_its_row() -> None:
    made = manual_edits.with_probability(view(DESIGNED), Spot(5, 3.0), 0.9, solve=True)
    shown = view_method(made, view(DESIGNED))
    assert shown.problem is not None
    assert shown.problem.row == 5
    assert shown.outdated


@pytest.mark.parametrize("solve", [True, False])
@pytest.mark.parametrize("variant", [DESIGNED, READ])
@pytest.mark.parametrize(("spot", "p"), [(Spot(1, -2.0), 0.1), (Spot(5, 0.0), 1.5), (Spot(0, 0.0), 0.5)])
def test_what_no_table_has_is_refused_at_once(variant: Variant, spot: Spot, p: float, solve: bool) -> None:
    with pytest.raises(PtableParameter):
        manual_edits.with_probability(view(variant), spot, p, solve=solve)


def test_a_table_for_whole_keys_is_told_at_once_what_it_cannot_hold() -> None:
    variant = Variant("C", shuffled=False, file="ons.csv", table=stored_table(to_ons(DESIGN.table(), 256)[0]))
    for solve in (True, False):
        with fails("ptable_row_whole_keys"):
            manual_edits.with_probability(view(variant), Spot(9, 0.0), 0.3, solve=solve)
    made = manual_edits.with_probability(view(variant), Spot(9, 0.0), 80 / 256, solve=True)
    assert ordered_of(made).row_distribution(9)[0] == 80 / 256


def test_a_shuffled_variant_shows_what_was_set_shuffled() -> None:
    made = manual_edits.with_probability(view(replace(DESIGNED, shuffled=True)), Spot(5, 1.0), 0.1, solve=True)
    assert ptable_of(made) == shuffle(ordered_of(made), made.threshold, made.seed)
    assert ptable_of(made).row_distribution(5)[1] == pytest.approx(0.1, abs=1e-10)


def test_another_point_of_the_region_keeps_everything_else() -> None:
    variant = replace(DESIGNED, notes="n", loose=(FixedProbability(3, 3, 0.5),))
    moved = manual_edits.at_point(variant, 7, 2.25)
    assert moved == replace(variant, design=replace(DESIGN, D=7, V=2.25))
    assert manual_edits.any_region(DESIGN) == manual_edits.any_region(replace(DESIGN, D=4, V=9.0))
