"""The floor where a method is put in force: what is refused, what needs a decision, and what the next period takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.ptable import shuffle
from ckmcore.statistic.floor import MethodBelowFloor, check_floor, decided, goes_on, open_rules
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.period import Decision, Period
from ckmcore.statistic.periods import with_new_period
from tests.kit.before_the_floor import put_in_force
from tests.kit.fails import fails

GOOD = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
# Four of five counts stay: a reason is needed (F2 to F4, F6); in order it is refused, as readers may have the tableau.
STAYS = ckm.design_ptable(D=5, V=1, js=0, pstay=0.8, stay="exact")
NEEDS = ckm.CellKeyMethod(shuffle(STAYS))
REFUSED = ckm.CellKeyMethod(STAYS)
DECISION = Decision(
    "Board", "2026-01-15", valid_to="2027-12-31", second_person="Müller", remark="Comparable with the years before"
)


def statistic() -> ckm.Statistic:
    return ckm.Statistic(ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), "2025-12-31"),))


def method_of(made: ckm.Statistic) -> Method | None:
    return None if made.period.in_force is None else made.period.in_force.method


def test_a_refused_method_is_put_in_force_by_no_decision_and_the_rules_are_named() -> None:
    for decision in (None, DECISION):
        with pytest.raises(MethodBelowFloor) as error:
            statistic().put_in_force(REFUSED, "2026-01-16", decision)
        assert error.value.fields["rules"] == "F8"
        assert "F8" in error.value.text("de")
        assert "Mindestschutz" in error.value.text("de")
        assert [rule.level for rule in error.value.rules] == ["R"]


@pytest.mark.parametrize("lacks", ["remark", "second_person", "valid_to"])
def test_a_method_that_needs_a_reason_needs_a_second_person_and_an_end_date_too(lacks: str) -> None:
    decision = replace(DECISION, **{lacks: " "})
    with fails("floor_needs_decision") as error:
        statistic().put_in_force(NEEDS, "2026-01-16", decision)
    assert error.value.fields["rules"] == "F2, F3, F4, F6"
    with fails("floor_needs_decision"):
        statistic().put_in_force(NEEDS)


def test_nobody_gives_the_reason_alone() -> None:
    with fails("register_same_person"):
        statistic().put_in_force(NEEDS, "", replace(DECISION, body="müller "))


def test_the_decision_is_kept_with_the_rules_for_which_it_gives_reasons() -> None:
    made = statistic().put_in_force(NEEDS, "2026-01-16", DECISION)
    assert made.period.decisions[-1].floor == ("F2", "F3", "F4", "F6")
    assert from_bytes(to_bytes(made), "s.ckm") == made
    assert decided(made.period, "2027-12-31")
    assert not decided(made.period, "2028-01-01")


def test_a_method_that_holds_the_floor_needs_no_decision_and_keeps_none() -> None:
    made = statistic().put_in_force(GOOD, "2026-01-16", Decision("Board", "2026-01-15"))
    assert made.period.decisions[-1].floor == ()
    assert method_of(statistic().put_in_force(GOOD)) == GOOD
    assert open_rules(made.period) == ()
    assert goes_on(made.period, "2099-01-01")
    assert check_floor(ckm.Rounding(10), None) == ()


def test_a_method_in_force_finishes_its_period_and_is_not_that_of_the_next() -> None:
    made = put_in_force(statistic(), REFUSED, "2025-01-01")
    assert [rule.rule for rule in open_rules(made.period)] == ["F2", "F3", "F4", "F6", "F8"]
    # The same method once more: with a decision that says more, or with none.
    assert method_of(made.put_in_force(REFUSED, "2026-01-16", Decision("Board", "2026-01-15"))) == REFUSED
    later = with_new_period(made, ckm.Texts.same("2026"), "2026-12-31")
    assert method_of(later) is None
    with pytest.raises(MethodBelowFloor):
        later.put_in_force(REFUSED, "2027-01-01", DECISION)
    assert method_of(later.put_in_force(GOOD)) == GOOD


def test_a_decision_with_reasons_goes_on_until_its_end_and_is_kept_with_the_next_period() -> None:
    made = statistic().put_in_force(NEEDS, "2026-01-16", DECISION)
    later = with_new_period(made, ckm.Texts.same("2026"), "2026-12-31")
    assert method_of(later) == NEEDS
    assert later.period.decisions == made.period.decisions[-1:]
    after = with_new_period(later, ckm.Texts.same("2028"), "2028-12-31")
    assert method_of(after) is None
    assert after.period.decisions == ()


def test_what_was_measured_is_judged_like_the_rules_of_the_method() -> None:
    measured = REFUSED.floor[-1:]
    with pytest.raises(MethodBelowFloor):
        check_floor(GOOD, DECISION, measured)
    asks = (replace(measured[0], rule="F17", level="W"),)
    assert check_floor(GOOD, DECISION, asks) == ("F17",)
