"""What helps an impossible design: every remedy makes the whole of it possible."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.errors import CkmError
from ckmcore.ptable import Design, FixedProbability, PtableParameter, RowConstraint
from ckmcore.ptable.design.relaxations import suggested_relaxations
from tests.kit.examples import examples


def possible(design: Design) -> bool:
    try:
        return all(report.feasible for report in design.table().reports)
    except CkmError:
        return False


def offered(design: Design) -> list[str]:
    found = suggested_relaxations(design)
    assert all(possible(remedy.design) for remedy in found)
    assert all(remedy.what.text("de").endswith(".") for remedy in found)
    assert len({remedy.design for remedy in found}) == len(found)
    return [remedy.what.text("en") for remedy in found]


def test_a_possible_design_needs_none() -> None:
    assert suggested_relaxations(Design()) == ()


def test_a_v_that_is_too_small_or_too_large_has_its_nearest_first() -> None:
    assert offered(Design(V=1.5))[0] == "Take V = 2."
    assert "Take js = 1." in offered(Design(V=1.5))
    assert offered(Design(V=6))[0] == "Take V = 5."
    assert "Take D = 6." in offered(Design(V=6))
    monotone = offered(Design(js=0, V=3))
    assert "Take V = 2.7272." in monotone
    assert "Switch off monotony in row 1." in monotone
    assert "Take D = 6." in monotone


def test_an_own_value_goes_to_its_nearest() -> None:
    nearest = suggested_relaxations(Design(own=(RowConstraint(4, 4, V=30.0),)))[0]
    assert nearest.what.text("en").startswith("Take V = ")
    assert nearest.what.text("en").endswith(" in row 4.")
    table = nearest.design.table()
    assert table.reports[4].feasible
    assert table.reports[4].wanted_variance == pytest.approx(table.reports[4].highest_variance, abs=1e-3)


def test_too_many_blocked_counts_need_a_larger_d_or_fewer_of_them() -> None:
    assert "Take js = 2." in offered(Design(js=6))
    both = offered(Design(D=5, V=12.5, js=6))
    assert "Take D = 13." in both


@pytest.mark.thorough
def test_a_stay_probability_is_lowered() -> None:
    said = offered(Design(js=0, D=5, V=2.5, pstay=0.9))
    # Row 1: V <= 5 (1 - s) for large s.
    assert "Take pstay = 0.5." in said
    exact = offered(Design(js=0, V=1.0, pstay=0.01, stay="exact"))
    assert any(one.startswith("Ask for pstay as a lower bound only") for one in exact)


def test_a_probability_set_by_hand_goes_to_its_nearest_or_goes() -> None:
    said = offered(Design(V=4, pins=(FixedProbability(1, 0, 0.9),)))
    assert "Let p(0) in row 1 be computed again." in said
    alone = offered(Design(V=5, own=(RowConstraint(2, None, V=3),), pins=(FixedProbability(1, 0, 0.9),)))
    assert alone[0] == "Take p(0) = 0.8333 in row 1." or "Let p(0) in row 1 be computed again." in alone
    two = offered(Design(pins=(FixedProbability(8, 8, 0.9), FixedProbability(8, 9, 0.04))))
    assert "Let the probabilities set by hand in row 8 be computed again." in two


def test_row_1_is_left_as_it_is_where_no_zero_is_published() -> None:
    assert "Leave the count 1 as it is." in offered(Design(js=0, V=2, blocked=(0,)))
    assert "Allow the target 0." in offered(Design(blocked=(0, 1, 2)))


def test_rising_noise_is_given_up_or_gets_a_larger_v() -> None:
    assert "Give up that strong noise is at least as likely as weak." in offered(Design(rising=True))


def test_a_table_of_r_gets_a_v_that_r_takes() -> None:
    assert "Take V = 2.01." in offered(Design(V=1.5, optim=1))
    assert "Design without compat R." in offered(Design(V=2, optim=1))


@pytest.mark.parametrize(
    "design",
    [Design(V=-1), Design(V=math.nan), Design(D=0), Design(pstay=2), Design(js=-1)],
)
def test_what_is_no_number_has_no_remedy(design: Design) -> None:
    assert suggested_relaxations(design) == ()


@pytest.mark.thorough
@settings(max_examples=examples(40), deadline=None)
@given(
    st.builds(
        Design,
        D=st.integers(1, 6),
        V=st.sampled_from([0.4, 1.0, 2.0, 3.5, 8.0]),
        js=st.integers(0, 4),
        pstay=st.sampled_from([None, 0.3, 0.8]),
        mono=st.booleans(),
        stay=st.sampled_from(["at least", "at least", "exact"]),
        blocked=st.sampled_from([None, None, (0,), (0, 1), (3,)]),
        own=st.sampled_from([(), (), (RowConstraint(2, 3, V=4.0),), (RowConstraint(4, None, pstay=0.9),)]),
        pins=st.sampled_from([(), (), (FixedProbability(2, 0, 0.6),), (FixedProbability(3, 3, 0.95),)]),
    )
)
def test_every_remedy_makes_the_whole_design_possible(design: Design) -> None:
    found = suggested_relaxations(design)
    assert bool(found) <= (not possible(design))
    for remedy in found:
        assert possible(remedy.design), remedy.what.text("en")


@pytest.mark.parametrize(
    ("design", "row", "target"),
    [
        (Design(pins=(FixedProbability(8, 8, 0.9),)), 8, 8),
        (Design(V=4, pins=(FixedProbability(1, 0, 0.9),)), 1, 0),
        (Design(pins=(FixedProbability(8, 9, 0.9),)), 8, 9),
        (Design(pins=(FixedProbability(8, 30, 0.2),)), 8, 30),
        (Design(variance="at most", pins=(FixedProbability(1, 0, 0.9),)), 1, 0),
    ],
)
def test_what_was_set_by_hand_goes_first_to_the_nearest_it_can_be_then_goes(
    design: Design, row: int, target: int
) -> None:
    said = offered(design)
    assert said[0].startswith(f"Take p({target}) = ")
    assert said[0].endswith(f" in row {row}.")
    assert said[1] == f"Let p({target}) in row {row} be computed again."
    # A thousandth nearer to what was wanted is impossible.
    wanted, nearest = design.pins[0].p, suggested_relaxations(design)[0].design.pins[0].p
    nearer = FixedProbability(row, target, nearest + (0.001 if wanted > nearest else -0.001))
    assert not possible(replace(design, pins=(nearer,)))


def test_too_few_rows_and_own_values_out_of_range_have_remedies() -> None:
    assert offered(Design(last_row=3)) == ["Have as many rows as are needed."]
    assert offered(Design(own=(RowConstraint(3, 3, D=1000),))) == [
        "Take D = 100 in row 3.",
        "Remove the own values of row 3.",
    ]
    assert offered(Design(own=(RowConstraint(7, 4, V=3.0),))) == [
        "Let the own values hold for the rows 4\N{EN DASH}7.",
        "Remove the own values of the rows 7\N{EN DASH}4.",
    ]
    assert offered(Design(own=(RowConstraint(5, 1000, V=3.0),)))[0] == "Let the own values hold for the rows from 5 on."
    assert offered(Design(own=(RowConstraint(5, 6, V=-1.0),))) == ["Remove the own values of the rows 5\N{EN DASH}6."]
    assert offered(Design(pins=(FixedProbability(1000, 1000, 0.2),))) == ["Let p(1000) in row 1000 be computed again."]


@pytest.mark.parametrize(
    ("design", "words"),
    [
        (Design(last_row=3), "letzte Zeile i = 3. Zulässig ist 8 .. 1000."),
        (Design(own=(RowConstraint(5, 3),)), "letzte Zeile der eigenen Werte = 3. Zulässig ist 5 .. 999."),
        (Design(optim=7), "optim (Spielart von R ptable) = 7. Zulässig ist 0 .. 4."),
        (Design(own=(RowConstraint(1, 1, V=-2.0),)), "V = -2.0. Zulässig ist ≥ 0."),
    ],
)
def test_a_value_out_of_range_is_named_in_words(design: Design, words: str) -> None:
    with pytest.raises(PtableParameter) as caught:
        design.table()
    assert caught.value.text("de").endswith(words)


def test_a_row_names_the_cap_that_holds() -> None:
    report = Design(js=0, V=1.0, own=(RowConstraint(5, 5, V=30.0),)).table().reports[5]
    assert report.reason is not None
    assert report.highest_variance == pytest.approx(report.variance)
    assert report.reason.text("de").startswith("V = 30 ist in Zeile 5 nicht möglich. Begrenzt durch: Monotonie")
    assert f"V ≤ {int(report.variance)}" in report.reason.text("de")
    assert "V ≤ 25" not in report.reason.text("de")
