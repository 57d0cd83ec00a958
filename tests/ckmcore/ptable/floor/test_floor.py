"""The floor under protection: what each rule meets, in made tables whose figures anybody can check by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.report.floor import criteria_told
from ckmcore.methods.serialization import KINDS
from ckmcore.ptable import PTable, shuffle, weighted_criteria
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.floor.cost import criteria_by_rows, criteria_cost
from ckmcore.ptable.floor.floor import (
    MOST_INTERVALS,
    OpenRule,
    behind,
    magnitude_floor,
    names,
    ptable_floor,
    refusing,
    rounding_floor,
    split_disclosed,
)
from ckmcore.ptable.model.criteria import row_criteria
from ckmcore.ptable.model.table import from_rows


def table(*rows: Mapping[int, str]) -> PTable:
    """A table of rows 0, 1, ...: noise -> probability, in the order of the noise; row 0 is the identity."""
    made = [[(0, 1.0, Fraction(1))]]
    for row, noise in enumerate(rows, start=1):
        reached, line = Fraction(0), []
        for v, p in sorted(noise.items()):
            reached += Fraction(p)
            line.append((row + v, float(Fraction(p)), reached))
        made.append(line)
    return from_rows(made)


def rules(found: Sequence[OpenRule]) -> dict[str, str]:
    return {one.rule: one.level for one in found}


SPREAD = {-2: "1/5", -1: "1/5", 0: "1/5", 1: "1/5", 2: "1/5"}
NEAR = ({-1: "1/3", 0: "1/3", 2: "1/3"}, SPREAD)


def test_a_table_that_never_changes_anything_is_refused_by_every_rule_on_noise() -> None:
    found = rules(ptable_floor(table({0: "1"})))
    assert {rule: found.get(rule) for rule in ("F1", "F2", "F3", "F4", "F5", "F6")} == dict.fromkeys(
        ("F1", "F2", "F3", "F4", "F5", "F6"), "R"
    )


def test_a_table_that_moves_every_count_by_one_is_refused_though_every_count_changes() -> None:
    found = rules(ptable_floor(table({1: "1"})))
    assert found["F1"] == found["F5"] == found["F6"] == "R"
    assert found["F7"] == "W"
    assert not {"F2", "F3", "F4"} & found.keys()


def test_a_count_that_stays_in_19_of_20_cases_is_refused() -> None:
    found = rules(ptable_floor(table({-1: "0.025", 0: "0.95", 1: "0.025"})))
    assert found["F1"] == found["F2"] == found["F3"] == found["F6"] == "R"


def test_rows_that_stay_from_3_on_are_refused_though_small_counts_change() -> None:
    found = ptable_floor(table(*NEAR, {0: "1"}))
    assert {rule for rule, level in rules(found).items() if level == "R"} >= {"F1", "F4", "F5", "F6"}
    assert not {"F2", "F3"} & rules(found).keys()
    assert next(one for one in found if one.rule == "F4").where == (3,)


def test_a_table_of_deviation_1_asks_for_a_reason_and_is_refused_by_what_small_totals_disclose() -> None:
    one = {-1: "1/4", 0: "1/2", 1: "1/4"}
    found = ptable_floor(table(one, one))
    levels = rules(found)
    assert levels["F5"] == levels["F6"] == "W"
    assert levels["F8"] == "R"
    assert [rule.found for rule in found if rule.rule == "F8"] == pytest.approx([0.59375, 0.65625])


def test_high_stay_probabilities_ask_for_a_reason_and_need_a_shuffled_tableau() -> None:
    ordered = ckm.design_ptable(D=5, V=1, js=0, pstay=0.8, stay="exact")
    levels = [(one.rule, one.level) for one in ptable_floor(ordered)]
    assert levels == [("F2", "W"), ("F3", "W"), ("F4", "W"), ("F6", "W"), ("F8", "R")]
    assert split_disclosed(ordered, "tableau")[0] == pytest.approx(0.62, abs=1e-3)
    mixed = shuffle(ordered)
    assert not refusing(ptable_floor(mixed))
    assert split_disclosed(mixed, "tableau")[0] < 0.02


def test_a_design_as_offices_use_it_has_no_open_rule() -> None:
    assert ptable_floor(ckm.design_ptable(D=5, V=3, js=2)) == ()


def test_a_variance_of_exactly_the_limit_holds_the_rule() -> None:
    design = ckm.design_ptable(D=3, V=0.5, js=0)
    assert "F1" not in rules(ptable_floor(design))


def test_two_originals_behind_0_are_the_worst_place_and_are_named() -> None:
    found = next(one for one in ptable_floor(table({-1: "1/3", 0: "1/3", 1: "1/3"})) if one.rule == "F5")
    assert found.where == (0,)
    assert found.found == 2
    assert "behind the published figure 0: 2; at least 3" in found.sentence.text("en")
    assert "hinter dem ausgewiesenen Wert 0 stehen können: 2;" in found.sentence.text("de")


@given(st.lists(st.dictionaries(st.integers(-2, 2), st.integers(1, 9), min_size=1), min_size=1, max_size=4))
def test_what_stands_behind_figures_is_what_trying_every_original_finds(rows: list[dict[int, int]]) -> None:
    made = []
    for row, weights in enumerate(rows, start=1):
        kept = {v: w for v, w in weights.items() if row + v >= 0} or {0: 1}
        made.append({v: str(Fraction(w, sum(kept.values()))) for v, w in kept.items()})
    ptable = table(*made)
    found = behind(ptable)
    figures: dict[int, dict[int, float]] = {}
    for original in range(40):
        row = ptable.row_distribution(min(original, ptable.last_row)) if original else {0: 1.0}
        for v, p in row.items():
            figures.setdefault(original + v, {})[original] = p
    seen = {figure: weights for figure, weights in figures.items() if figure < 35}
    assert found.fewest == min(map(len, seen.values())) == len(seen[found.fewest_at])
    assert found.posterior == pytest.approx(max(max(w.values()) / sum(w.values()) for w in seen.values()))
    weights = seen[found.figure]
    assert weights[found.original] / sum(weights.values()) == pytest.approx(found.posterior)


def test_a_tableau_in_too_many_pieces_asks_for_a_reason() -> None:
    fine = shuffle(ckm.design_ptable(D=2, V=1, js=0), 1 / (MOST_INTERVALS + 10))
    found = [one for one in ptable_floor(fine) if one.rule == "F8"]
    assert [one.level for one in found] == ["W"]
    assert found[0].limit == MOST_INTERVALS


@pytest.mark.parametrize(
    ("base", "keyed", "levels"),
    [
        (2, False, {"F5": "R", "F6": "R", "F9": "R"}),
        (3, False, {"F5": "W", "F9": "W"}),
        (4, False, {"F5": "W", "F9": "W"}),
        (5, False, {}),
        (10, False, {}),
        (2, True, {"F5": "W", "F9": "R"}),
        (3, True, {"F9": "W"}),
        (5, True, {}),
    ],
)
def test_rounding_is_judged_by_its_base(base: int, keyed: bool, levels: dict[str, str]) -> None:
    assert rules(rounding_floor(base, keyed=keyed)) == levels
    method = ckm.KeyedRounding(base) if keyed else ckm.Rounding(base)
    assert rules(method.floor) == levels


@pytest.mark.parametrize("base", [2, 3, 4, 5, 10])
@pytest.mark.parametrize("keyed", [False, True])
def test_what_stands_behind_a_rounded_0_is_what_trying_every_original_finds(base: int, keyed: bool) -> None:
    chances = {
        i: (1 - Fraction(i, base) if i < base else Fraction(0)) if keyed else Fraction(2 * i < base) for i in range(50)
    }
    behind_0 = [p for p in chances.values() if p]
    found = {one.rule: one.found for one in rounding_floor(base, keyed=keyed)}
    assert found.get("F5", len(behind_0)) == len(behind_0)
    assert found.get("F6", float(max(behind_0) / sum(behind_0))) == pytest.approx(float(max(behind_0) / sum(behind_0)))


def test_tables_for_sums_are_judged_by_their_rows_from_ratio_1_on() -> None:
    sums = ckm.design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2)
    assert magnitude_floor(sums) == ()
    method = ckm.MagnitudeCellKeyMethod(table({0: "1"}), large=sums, settings=ckm.MagnitudeSettings(ckm.Scaling(0.1)))
    assert rules(method.floor) == rules(ptable_floor(method.ptable))


def test_every_method_says_which_rules_of_the_floor_are_open() -> None:
    assert all(isinstance(getattr(method, "floor", None), property) for method in KINDS.values())


def test_rules_are_named_once_and_refusals_are_told_apart() -> None:
    found = ptable_floor(table({1: "1"}))
    assert names(found).split(", ") == list(dict.fromkeys(one.rule for one in found))
    assert {one.level for one in refusing(found)} == {"R"}


@pytest.mark.thorough
def test_what_the_criteria_cost_is_said_with_the_largest_v_that_holds_them() -> None:
    design = Design(D=5, V=3.0, js=2)
    told = criteria_cost(design, design.table())
    assert told is not None
    assert told.code == "floor_criteria_cost_rules"
    assert (told.fields["js"], told.fields["rules"]) == (0, "F6")
    V = told.fields["V"]
    held, missed = (replace(design, js=0, V=V + step).table() for step in (0.0, 0.01))
    rows = dict.fromkeys(range(1, held.last_row + 1), 1.0)
    assert all(weighted_criteria(held, rows).held)
    assert not all(weighted_criteria(missed, dict.fromkeys(range(1, missed.last_row + 1), 1.0)).held)
    assert told.fields["after"] == round(100 * behind(held).posterior, 1)
    assert criteria_cost(replace(design, js=0, V=V), held) is None
    assert f"V = {V:.3f}".replace(".", ",") in told.text("de")


def test_figures_below_a_threshold_are_one_sign_behind_which_many_originals_stand() -> None:
    near = table(*NEAR, {0: "1/2", 1: "1/4", -1: "1/4"})
    open_rules = rules(ptable_floor(near))
    assert open_rules["F5"] == "W"
    assert behind(near, 3).fewest_at >= 3
    method = ckm.CellKeyMethod(near, threshold=5)
    assert split_disclosed(near, "zero_rule", 5)[0] < split_disclosed(near, "zero_rule")[0]
    assert method.floor == ptable_floor(near, 5)


@pytest.mark.daily(1)
@pytest.mark.parametrize(("D", "js", "found_js"), [(5, 2, 1), (5, 0, 0), (3, 0, 0)])
def test_t13_v_and_stay_by_row_hold_all_four_criteria_with_no_rule_open(D: int, js: int, found_js: int) -> None:
    """What one V for all rows does not do: it leaves rules open (F6), or does not exist."""
    design = Design(D=D, V=3.0, js=js)
    made = criteria_by_rows(design)
    assert made is not None
    assert (made.design.D, made.design.js) == (D, found_js)
    table = made.design.table()
    rows = range(1, table.last_row + 1)
    figures = [
        {v: Fraction(p) for v, p in table.row_distribution(row).items()} for row in rows
    ]  # each row once, added up exactly
    mean = sum(abs(v) * p for one in figures for v, p in one.items()) / len(figures)
    within = sum(p for one in figures for v, p in one.items() if abs(v) <= 1) / len(figures)
    three = sum(p for one in figures for v, p in one.items() if abs(v) >= 3) / len(figures)
    four = sum(p for one in figures for v, p in one.items() if abs(v) >= 4) / len(figures)
    assert mean < Fraction(1, 2)
    assert within >= Fraction(9, 10)
    assert three <= Fraction(1, 20)
    assert four <= Fraction(1, 200)
    assert ptable_floor(table) == ()
    assert made.posterior == behind(table).posterior
    # Variance is not constant, and that is said.
    assert len({round(one.variance, 6) for one in table.reports[1:]}) > 1
    assert "gives up property (2), constant variance, of WISTA 6/2019" in made.said.text("en")
    assert made.said.text("de").startswith("Eigene Erweiterung")
    cost = criteria_cost(design, design.table())
    assert cost is not None
    assert cost.code != "floor_criteria_cost"  # one V for all leaves rules open


@pytest.mark.thorough
def test_t13_where_no_design_by_rows_is_found_none_is_offered() -> None:
    assert criteria_by_rows(Design(D=1, V=0.5, js=0)) is None


@pytest.mark.parametrize("design", [Design(D=5, V=3.0, js=2), Design(D=2, V=1.0, js=0), Design(D=4, V=2.0, js=1)])
def test_t13_the_sentence_lists_every_row_that_misses_a_criterion(design: Design) -> None:
    table = design.table()
    told = criteria_told(ckm.CellKeyMethod(table))
    begins = ("Mean deviation is 0.5 or more in", "Fewer than 90 %", "More than 5 %", "More than 0.5 %")
    for place, one in enumerate(told):
        missed = [row.row for row in row_criteria(table) if row.row and not row.criteria.held[place]]
        text = one.text("en")
        if not missed:
            assert one.code == "floor_criterion_held"
            continue
        assert text.startswith(begins[place])
        listed: list[int] = []
        for part in re.split(r"rows? ", text)[-1].rstrip(".").split(", "):
            first, _, last = part.partition("-")
            listed += range(int(first), int(last or first) + 1)
        assert listed == missed


def test_t13_the_words_are_those_that_were_asked_for() -> None:
    (mean, *_) = criteria_told(ckm.CellKeyMethod(Design(D=5, V=3.0, js=2).table()))
    assert mean.text("de") == "Mittlere Abweichung ab 0,5 in den Zeilen 1 bis 8."
    assert mean.text("en") == "Mean deviation is 0.5 or more in rows 1-8."
