"""A design as one value: own rows, blocked targets, pins, symmetry, rising noise; every constraint anywhere."""

from __future__ import annotations

import math
from dataclasses import fields
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from ckmcore.errors import CkmError
from ckmcore.ptable import (
    Design,
    FixedProbability,
    PTable,
    PtableInfeasible,
    PtableParameter,
    PtableStayImpossible,
    RowConstraint,
    design_ptable,
    shuffle,
    suggested_relaxations,
)
from ckmcore.ptable.design.design import PtablePinImpossible, PtableRowImpossible
from tests.kit.examples import examples
from tests.kit.fails import fails


def test_the_default_design_is_the_flat_function() -> None:
    table = Design().table()
    assert table == design_ptable(5, 3, 2)
    assert Design().table() is table
    assert table.notes is not None
    assert table.notes.design == Design()
    assert shuffle(table).notes == table.notes


def test_a_design_with_optim_is_the_table_of_r() -> None:
    assert Design(D=2, V=1.08, js=1, optim=4).table() == design_ptable(2, 1.08, 1, compat="R", optim=4)
    wished = Design(D=2, V=1.08, js=1, optim=1, own=(RowConstraint(3, 3, mono=False),))
    assert wished.table() == design_ptable(2, 1.08, 1, mono=[True, True, False, True], compat="R", optim=1)
    with pytest.raises(PtableInfeasible):
        Design(V=1.5, optim=1).table()
    with fails("ptable_refused_by_r"):
        Design(V=2, optim=1).table()


@pytest.mark.parametrize(
    "more",
    [
        {"own": (RowConstraint(3, 3, V=2.5),)},
        {"own": (RowConstraint(3, 3, D=6),)},
        {"blocked": (0,)},
        {"rising": True},
        {"pins": (FixedProbability(3, 3, 0.5),)},
        {"last_row": 20},
        {"stay": "exact"},
    ],
)
def test_what_r_ptable_does_not_know_is_refused_with_optim(more: dict[str, Any]) -> None:
    with pytest.raises(PtableParameter) as caught:
        Design(optim=1, **more).table()
    assert 'compat = "R"' in caught.value.text("en")


# --- own values of rows ----------------------------------------------------------------------------------------------


def test_a_row_has_its_own_variance_and_its_report_says_so() -> None:
    table = Design(V=3, own=(RowConstraint(4, 6, V=2), RowConstraint(6, 6, V=1.5))).table()
    assert [report.wanted_variance for report in table.reports[1:]] == [3, 3, 3, 2, 2, 1.5, 3, 3]
    assert [report.variance for report in table.reports[1:]] == pytest.approx([3, 3, 3, 2, 2, 1.5, 3, 3])
    usual = Design().table()
    assert table.row_distribution(3) == pytest.approx(usual.row_distribution(3))
    assert table.parameters is not None
    assert table.parameters.V == 3
    assert table.parameters.V_of(6) == 1.5
    assert table.parameters.V_of(100) == 3


def test_a_row_has_its_own_maximum_deviation() -> None:
    table = Design(D=3, V=2, js=0, own=(RowConstraint(6, None, D=8),)).table()
    assert table.last_row == 8
    assert max(abs(v) for v in table.row_distribution(5)) == 3
    assert max(abs(v) for v in table.row_distribution(6)) == 8
    assert table.row_distribution(8).keys() == set(range(-8, 9))


def test_d_and_v_are_taken_per_row_and_the_last_is_recycled() -> None:
    table = design_ptable([2, 4], [1, 2], 1)
    # From row 1 + 4 + 1 on all targets are free.
    assert table.last_row == 6
    assert [report.wanted_variance for report in table.reports[1:]] == [1, 2, 2, 2, 2, 2]
    assert table.row_distribution(1).keys() == {-1, 1}
    assert table.parameters is not None
    assert (table.parameters.D, table.parameters.V) == (4, 2)
    assert table.parameters.row_D[0] == 2


def test_higher_counts_stay_more_often_as_in_wista_2024() -> None:
    table = Design(V=2, js=2, own=(RowConstraint(1, 9, pstay=0.5), RowConstraint(10, None, pstay=0.7))).table()
    assert table.last_row == 10
    assert table.reports[10].stay == pytest.approx(0.7)
    # V = 2 alone stays less often than that.
    assert [report.stay for report in table.reports[3:10]] == pytest.approx([0.5] * 7, abs=0.05)
    assert all(report.feasible for report in table.reports)


def test_there_may_be_more_rows_and_those_behind_js_and_d_are_alike() -> None:
    table = Design(last_row=20).table()
    assert table.last_row == 20
    assert all(table.row_distribution(row) == table.row_distribution(8) for row in range(9, 21))
    with pytest.raises(PtableParameter) as caught:
        Design(last_row=7).table()
    assert "8 .. 1000" in caught.value.text("en")


def test_a_row_with_its_own_v_of_0_keeps_its_count() -> None:
    table = Design(js=0, V=1, own=(RowConstraint(2, 2, V=0),)).table()
    assert table.row_distribution(2) == {0: 1.0}
    assert table.reports[2].feasible
    with pytest.raises(PtableParameter):
        Design(js=0, V=0).table()


def test_own_modes_of_rows() -> None:
    own = (
        RowConstraint(3, 3, stay="exact", pstay=0.25),
        RowConstraint(4, 4, mono=False),
        RowConstraint(1, 1, variance="at most", V=3),
    )
    table = Design(D=4, V=1.5, js=0, own=own).table()
    assert table.row_distribution(3)[0] == pytest.approx(0.25)
    assert table.reports[1].variance == pytest.approx(1.2, abs=1)
    assert table.reports[1].feasible


@pytest.mark.parametrize(
    "wish",
    [
        RowConstraint(0),
        RowConstraint(5, 4),
        RowConstraint(1, V=-1),
        RowConstraint(1, V=math.nan),
        RowConstraint(1, D=0),
        RowConstraint(1, pstay=1.5),
        RowConstraint(10**6),
    ],
)
def test_an_own_value_outside_its_range_is_named(wish: RowConstraint) -> None:
    with pytest.raises(PtableParameter):
        Design(own=(wish,)).table()


# --- blocked targets -------------------------------------------------------------------------------------------------


def test_any_targets_can_be_blocked() -> None:
    table = Design(D=3, V=1, blocked=(2, 5)).table()
    assert table.last_row == 9
    assert table.blocked_targets == (2, 5)
    assert table.blocked_counts == 0
    for row in table.rows[1:]:
        assert not {2, 5} & {row + v for v in table.row_distribution(row)}
    assert table.row_distribution(1).keys() == {-1, 0, 2, 3}
    # Row 5 has no v = 0: neither monotony nor a stay probability there.
    assert 0 not in table.row_distribution(5)
    assert all(report.feasible for report in table.reports)


def test_js_is_the_usual_set_of_blocked_targets() -> None:
    assert Design(blocked=(1, 2)).table() == Design(js=2).table()
    assert Design(js=2).table().blocked_targets == (1, 2)
    assert Design(js=0).table().blocked_targets == ()


def test_without_published_zeros_row_1_can_only_stay_as_it_is() -> None:
    table = Design(V=2, js=0, blocked=(0,)).table()
    assert table.last_row == 6
    assert table.row_distribution(1) == {0: 1.0}
    report = table.reports[1]
    assert not report.feasible
    assert report.highest_variance == 0
    assert report.reason is not None
    assert "can only stay" in report.reason.text("en")
    assert all(0 not in table.row_targets(row) for row in table.rows[1:])
    assert table.blocked_targets == (0,)
    kept = Design(V=2, js=0, blocked=(0,), own=(RowConstraint(1, 1, V=0),)).table()
    assert all(report.feasible for report in kept.reports)


@pytest.mark.parametrize("blocked", [(0, 1), (0, 1, 2)])
def test_a_row_without_any_unbiased_distribution_is_named_with_its_reason(blocked: tuple[int, ...]) -> None:
    with pytest.raises(PtableRowImpossible) as caught:
        Design(blocked=blocked).table()
    assert caught.value.fields["row"] == 1
    assert "below 1" in caught.value.text("en")
    assert "Unter 1" in caught.value.text("de")


def test_a_row_with_targets_on_one_side_only_is_named() -> None:
    with pytest.raises(PtableRowImpossible) as caught:
        Design(D=2, blocked=(4, 5, 6)).table()
    assert caught.value.fields["row"] == 4
    assert "above 4" in caught.value.text("en")


# --- no value unchanged ----------------------------------------------------------------------------------------------


def test_no_value_stays_where_the_stay_probability_is_exactly_0() -> None:
    table = Design(V=3, js=0, pstay=0, stay="exact").table()
    assert all(0 not in table.row_distribution(row) for row in table.rows[1:])
    assert all(report.feasible for report in table.reports)
    # Only v = -1 lies below row 1: p(-1) = sum of v p(v) above.
    assert table.row_distribution(1)[-1] > 0.5
    last = table.row_distribution(table.last_row)
    assert last == pytest.approx({-v: p for v, p in last.items()})
    # The largest entropy with Σ p = 1 and Σ p v² = 3 on ±1 .. ±5 is the normal form.
    ratios = [math.log(last[v] / last[v + 1]) / (2 * v + 1) for v in range(1, 5)]
    assert ratios == pytest.approx([ratios[0]] * 4)


def test_a_stay_probability_of_0_at_least_is_no_wish() -> None:
    assert Design(pstay=0).table() == Design().table()


def test_v_below_1_is_not_possible_where_no_value_stays() -> None:
    table = Design(V=0.5, js=0, pstay=0, stay="exact").table()
    assert not table.reports[3].feasible
    assert table.reports[3].lowest_variance == 1
    assert table.reports[3].reason is not None
    assert "demand V ≥ 1" in table.reports[3].reason.text("en")


# --- why a row misses V ----------------------------------------------------------------------------------------------


def reason(design: Design, row: int) -> str:
    found = design.table().reports[row].reason
    assert found is not None
    assert found.text("de")
    return found.text("en")


def test_a_row_that_misses_v_says_why() -> None:
    assert reason(Design(V=1.5), 2) == (
        "V = 1.5 is not possible in row 2. The nearest targets lie at v = −2 and v = +1, which demands V ≥ 2."
    )
    assert "outermost targets lie at v = −1 and v = +5, which allows V ≤ 5" in reason(Design(V=6), 1)
    assert "monotony. This allows V ≤ 2.7272" in reason(Design(js=0), 1)
    assert "stay probability at least 0.5. This allows V ≤ 5.5" in reason(Design(js=0, V=5.6, pstay=0.5), 5)
    assert "stay probability exactly 0.7" in reason(Design(js=0, V=7, pstay=0.7, stay="exact", mono=False), 4)
    assert "likely as weak. This demands V ≥ 6.8" in reason(Design(rising=True), 2)
    assert "set by hand. This allows V ≤ 1.1" in reason(Design(pins=(FixedProbability(8, 8, 0.9),)), 8)
    assert "together" in reason(Design(js=0, V=7, pstay=0.5), 2)
    assert Design().table().reports[2].reason is None


def test_what_binds_is_named() -> None:
    assert Design(D=2, V=1, js=1).table().reports[1].binding == ("end",)
    assert Design(V=3, js=0, rising=True, mono=False).table().reports[5].binding == ("rising",)
    pinned = Design(pins=(FixedProbability(8, 8, 0.25),)).table()
    assert pinned.reports[8].binding == ("pin",)
    assert pinned.reports[7].binding == Design().table().reports[7].binding


# --- pins ------------------------------------------------------------------------------------------------------------


def test_a_probability_set_by_hand_stands_and_the_rest_is_solved_again() -> None:
    table = Design(pins=(FixedProbability(5, 6, 0.1), FixedProbability(5, 4, 0.2))).table()
    row = table.row_distribution(5)
    assert row[1] == pytest.approx(0.1, abs=1e-12)
    assert row[-1] == pytest.approx(0.2, abs=1e-12)
    report = table.reports[5]
    assert abs(report.bias) < 1e-10
    assert report.variance == pytest.approx(3, abs=1e-10)
    assert row[-2] <= row[-1] <= row[0]
    assert table.row_distribution(4) == Design().table().row_distribution(4)


def test_in_the_symmetric_row_both_sides_follow_the_hand() -> None:
    row = Design(pins=(FixedProbability(8, 9, 0.15),)).table().row_distribution(8)
    assert row[1] == pytest.approx(0.15, abs=1e-12)
    assert row == pytest.approx({-v: p for v, p in row.items()})
    free = Design(pins=(FixedProbability(8, 9, 0.15),), symmetric=False).table().row_distribution(8)
    assert free[1] == pytest.approx(0.15, abs=1e-12)
    assert free[-1] != pytest.approx(0.15, abs=1e-4)


def test_a_pin_far_out_makes_a_row_of_its_own() -> None:
    table = Design(pins=(FixedProbability(15, 15, 0.1),)).table()
    assert table.last_row == 16
    assert table.row_distribution(15)[0] == pytest.approx(0.1)
    assert table.row_distribution(16) == Design().table().row_distribution(8)


def test_an_impossible_pin_is_named_with_the_nearest_possible_p() -> None:
    # Row 1 with 1 and 2 blocked: p(0) = 1 - p(3) - .. - p(6) and p(0) = 2 p(3) + .. + 5 p(6), so 2/3 to 5/6.
    with pytest.raises(PtablePinImpossible) as caught:
        Design(pins=(FixedProbability(1, 0, 0.9),)).table()
    fields = caught.value.fields
    assert (fields["row"], fields["target"]) == (1, 0)
    assert (fields["low"], fields["high"], fields["nearest"]) == pytest.approx((2 / 3, 5 / 6, 5 / 6))
    assert "p(0) = 0,9" in caught.value.text("de")
    at_end = Design(pins=(FixedProbability(1, 0, fields["nearest"]),)).table()
    assert at_end.row_distribution(1)[5] == pytest.approx(1 / 6)
    assert abs(at_end.reports[1].bias) < 1e-10


def test_a_pin_on_a_target_that_is_none_is_impossible() -> None:
    for pin in (FixedProbability(3, 2, 0.1), FixedProbability(3, 12, 0.1)):
        with pytest.raises(PtablePinImpossible) as caught:
            Design(pins=(pin,)).table()
        assert caught.value.fields["nearest"] == 0
    assert Design(pins=(FixedProbability(3, 2, 0.0),)).table().row_distribution(3) == pytest.approx(
        Design().table().row_distribution(3), abs=1e-9
    )


@pytest.mark.parametrize(
    "pin",
    [
        FixedProbability(0, 0, 1.0),
        FixedProbability(3, -1, 0.1),
        FixedProbability(3, 3, 1.2),
        FixedProbability(3, 3, math.nan),
        FixedProbability(5000, 1, 0),
    ],
)
def test_a_pin_that_is_none_is_refused(pin: FixedProbability) -> None:
    with pytest.raises(PtableParameter):
        Design(pins=(pin,)).table()


def test_of_two_pins_on_one_place_the_later_holds() -> None:
    assert Design(pins=(FixedProbability(5, 5, 0.9), FixedProbability(5, 5, 0.2))).table().row_distribution(5)[
        0
    ] == pytest.approx(0.2)


# --- feasible V ------------------------------------------------------------------------------------------------------


def test_the_range_of_v_leaves_out_rows_with_their_own() -> None:
    assert (Design(js=2).feasible().low, Design(js=2).feasible().high) == pytest.approx((2, 5))
    own = Design(js=2, own=(RowConstraint(1, 2, V=2.5),)).feasible()
    # Row 3 reaches v = -3 and +5, but p(-3) <= p(0).
    assert own.low == 0
    assert own.high > 5
    everything = Design(own=(RowConstraint(1, None, V=3),)).feasible()
    assert everything.possible
    assert everything.nearest(7) == 7


def test_a_variance_that_is_a_bound_limits_v_from_below_only() -> None:
    feasible = Design(variance="at most").feasible()
    assert (feasible.low, feasible.high) == pytest.approx((2, 25))
    assert all(report.feasible for report in Design(V=20, variance="at most").table().reports)


def test_a_stay_probability_that_no_row_can_have_is_an_error_of_both() -> None:
    design = Design(js=0, pstay=0.01, stay="exact")
    with pytest.raises(PtableStayImpossible):
        design.table()
    assert not design.feasible().possible


# --- anywhere --------------------------------------------------------------------------------------------------------


@st.composite
def any_design(draw: st.DrawFn) -> Design:
    D = draw(st.integers(1, 6))
    js = draw(st.integers(0, min(D, 3)))
    blocked = draw(st.one_of(st.none(), st.none(), st.sets(st.integers(0, 7), max_size=3).map(tuple)))
    own = draw(
        st.lists(
            st.builds(
                RowConstraint,
                first=st.integers(1, 6),
                last=st.none() | st.integers(6, 9),
                D=st.none() | st.integers(max(js, 1), 7),
                V=st.none() | st.sampled_from([0.0, 0.5, 1.0, 2.0, 4.0]),
                pstay=st.none() | st.sampled_from([0.0, 0.3, 0.6]),
                mono=st.none() | st.booleans(),
                stay=st.none() | st.sampled_from(["at least", "exact"]),
                variance=st.none() | st.sampled_from(["equal", "at most"]),
            ),
            max_size=2,
        )
    )
    pins = draw(
        st.lists(
            st.builds(FixedProbability, st.integers(1, 8), st.integers(0, 12), st.sampled_from([0, 0.01, 0.1, 0.3])),
            max_size=2,
        )
    )
    return Design(
        D=D,
        V=draw(st.sampled_from([0.3, 1.0, 1.7, 2.0, 3.0, 5.0])),
        js=js,
        pstay=draw(st.sampled_from([None, None, 0.0, 0.4, 0.7])),
        mono=draw(st.booleans()),
        stay=draw(st.sampled_from(["at least", "at least", "exact"])),
        variance=draw(st.sampled_from(["equal", "equal", "at most"])),
        symmetric=draw(st.booleans()),
        rising=draw(st.sampled_from([False, False, True])),
        blocked=blocked,
        last_row=None,
        own=tuple(own),
        pins=tuple(pins),
    )


def row_value(design: Design, row: int, name: str) -> Any:
    found = getattr(design, name)
    for wish in design.own:
        if wish.first <= row <= (wish.last or 10**6) and getattr(wish, name) is not None:
            found = getattr(wish, name)
    return found


def row_program(design: Design, table: PTable, row: int) -> tuple[list[int], Any, Any, Any, Any]:
    """Targets, equalities, right sides, inequalities <= 0 and bounds of a row, from the words of the design."""
    D, pstay, stay = (row_value(design, row, name) for name in ("D", "pstay", "stay"))
    top = max(design.blocked_targets, default=0)
    v = [v for v in range(-D, D + 1) if row + v >= 0 and row + v not in design.blocked_targets]
    if stay == "exact" and pstay == 0 and 0 in v:
        v.remove(0)
    n = len(v)
    equal, right, less = [np.ones(n), np.array(v, dtype=float)], [1.0, 0.0], []

    def at_least(a: int, b: int) -> None:
        line = np.zeros(n)
        line[b], line[a] = 1.0, -1.0
        less.append(line)

    symmetric = design.symmetric and (row > top + D if design.blocked_targets else row >= D)
    mono = row_value(design, row, "mono") and 0 in v
    for a, b in pairwise(range(n)):
        if mono and v[b] <= 0:
            at_least(b, a)
        if mono and symmetric and v[a] >= 0:
            at_least(a, b)
        if design.rising and v[b] < 0:
            at_least(a, b)
        if design.rising and v[a] > 0:
            at_least(b, a)
    if symmetric:
        for a in range(n // 2):
            line = np.zeros(n)
            line[a], line[n - 1 - a] = 1.0, -1.0
            equal.append(line)
            right.append(0.0)
    bounds = [(0.0, 1.0)] * n
    if pstay is not None and 0 in v:
        bounds[v.index(0)] = (pstay, pstay if stay == "exact" else 1.0)
    pins = {pin.target: pin.p for pin in design.pins if pin.row == row}
    for target, p in pins.items():
        equal.append(np.array([float(row + one == target) for one in v]))
        right.append(p)
    return v, np.array(equal), np.array(right), np.array(less).reshape(len(less), n), bounds


@pytest.mark.thorough
@settings(max_examples=examples(120), deadline=None)
@given(any_design())
def test_every_row_meets_its_constraints_and_its_interval_is_the_linear_program_s(design: Design) -> None:
    try:
        table = design.table()
    except PtableParameter:
        return
    except CkmError as error:
        row = int(error.fields["row"])
        v, equal, right, less, bounds = row_program(design, design_ptable(1, 1), row)
        assert not v or linprog(np.zeros(len(v)), less, np.zeros(len(less)), equal, right, bounds).status == 2
        return
    for report in table.reports[1:]:
        v, equal, right, less, bounds = row_program(design, table, report.row)
        distribution = table.row_distribution(report.row)
        assert set(distribution) <= set(v)
        p = np.array([distribution.get(one, 0.0) for one in v])
        assert np.abs(equal @ p - right).max() <= 1e-10
        assert (less @ p).max(initial=0.0) <= 1e-10
        assert all(low - 1e-10 <= one <= high + 1e-10 for one, (low, high) in zip(p, bounds, strict=True))
        square = np.array(v, dtype=float) ** 2
        ends = [
            sign * linprog(sign * square, less, np.zeros(len(less)), equal, right, bounds).fun for sign in (1.0, -1.0)
        ]
        assert (report.lowest_variance, report.highest_variance) == pytest.approx(ends, abs=1e-9)
        wanted = float(row_value(design, report.row, "V"))
        assert report.wanted_variance == wanted
        bound = row_value(design, report.row, "variance") == "at most"
        possible = ends[0] <= wanted + 1e-9 and (bound or wanted <= ends[1] + 1e-9)
        assert report.feasible == possible
        assert (report.reason is None) == possible
        if report.feasible and not bound:
            assert abs(report.variance - wanted) <= 1e-10
        elif not report.feasible:
            assert report.variance == pytest.approx(min(max(wanted, ends[0]), ends[1]), abs=1e-9)


@pytest.mark.parametrize("field", [one.name for one in fields(Design)])
@pytest.mark.parametrize("value", ["x", -1, math.nan, math.inf, 10**9, [], [1], (1,), {}, "", b"5", 2.5], ids=repr)
def test_what_is_no_value_is_a_sentence_and_never_a_crash(field: str, value: object) -> None:
    refused: CkmError | None = None
    try:
        design = Design(**{field: value})  # type: ignore[arg-type]
        suggested_relaxations(design)
        design.feasible()
        design.table()
    except CkmError as error:
        refused = error
    assert refused is None or refused.text("de").endswith(".")


def test_lists_are_taken_for_tuples() -> None:
    design = Design(blocked=[1, 2], own=[RowConstraint(3, 3, V=2)], pins=[])  # type: ignore[arg-type]
    assert design == Design(blocked=(1, 2), own=(RowConstraint(3, 3, V=2),))
    assert hash(design) == hash(Design(blocked=(1, 2), own=(RowConstraint(3, 3, V=2),)))
