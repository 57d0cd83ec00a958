"""The floor under sums on tables: each rule holds and fails where it must, and says in which cells."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.lab.risk.relations import linked_relations
from ckmcore.lab.risk.shown_sums import contributors_alone
from ckmcore.lab.risk.sum_attack import attack_sums
from ckmcore.lab.risk.sum_floor import SumFloor, SumLimits, SumTables, sum_floor
from ckmcore.lab.risk.sum_search import search_noise
from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.sum_law import sum_laws
from ckmcore.microdata.data import NumberColumn
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from tests.ckmcore.lab.risk.small_sums import CELLS, MANY, SPEC, data_of, method
from tests.kit.examples import examples
from tests.kit.fails import fails

USUAL = SumLimits()


def judged(cells: Any, made: Any, limits: SumLimits = USUAL, spec: TableSpec = SPEC) -> SumFloor:
    return sum_floor(data_of(cells) if isinstance(cells, dict) else cells, [spec], made, limits)


def rules_of(found: SumFloor) -> list[str]:
    return [rule.rule for rule in found.rules]


def test_with_all_rules_kept_the_floor_holds() -> None:
    found = judged(CELLS, method())
    assert (rules_of(found), found.skipped, found.holds) == ([], (), True)
    (measured,) = found.measured
    assert (measured.cells, measured.sensitive, measured.single) == (9, 2, 1)
    assert measured.near <= 0.05
    assert 0 < measured.guess <= 0.5
    (cells,) = found.cells
    at = np.flatnonzero(cells.cells.contributors > 1)
    laws = sum_laws(cells.cells.sums.taken(at), cells.cells.rules)
    learnt = [
        p[np.abs(values - top[0] - top[1]) < 0.1 * top[1] * (1 - 1e-9)].sum()
        for (values, p), top in zip(map(laws.values, range(len(at))), cells.cells.top[at], strict=True)
    ]
    assert measured.second == pytest.approx(max(learnt), abs=1e-9)


@pytest.mark.parametrize(("ones", "open_"), [(1.0, True), (7.5, True), (-3.0, True), (None, False)])
def test_t01_the_sum_of_a_constant_or_of_a_flag_is_a_count_and_open_as_rule_f9(ones: float | None, open_: bool) -> None:
    flags = {cell: [0.0 if at % 3 else ones or 1.0 + at for at in range(len(CELLS[cell]) + 2)] for cell in CELLS}
    found = judged(flags, method())
    assert ("F9" in rules_of(found)) is open_
    weighted = data_of(flags)
    weights = NumberColumn("w", np.arange(1, len(weighted.magnitudes["m"].values) + 1), 0)
    spec = replace(SPEC, values=(Value("sum", magnitude="m"), Value("sum", of="weighted_count", magnitude="m")))
    told = judged(replace(weighted, weight=weights, cache={}), method(), spec=spec)
    assert ("F9" in rules_of(told)) is open_
    assert "F9" not in rules_of(judged({("a", "x"): [5.0], ("b", "y"): [0.0]}, method()))


FIXED: dict[str, tuple[dict[tuple[str, str], float], int]] = {
    "by a category": ({("a", "x"): 7.0, ("a", "y"): 7.0, ("b", "x"): 3.0, ("b", "y"): 3.0}, 6),
    "by two variables": ({("a", "x"): 7.0, ("a", "y"): 5.0, ("b", "x"): 3.0, ("b", "y"): 2.0}, 4),
    "in one category of many": ({("a", "x"): 7.0, ("a", "y"): 7.0}, 3),
    "with signs": ({("a", "x"): -7.0, ("a", "y"): -7.0}, 3),
}


@pytest.mark.parametrize("name", FIXED)
@pytest.mark.parametrize("weighted", [False, True])
def test_t01_a_sum_of_a_value_that_a_category_or_the_variables_fix_is_a_second_draw_and_open(
    name: str, weighted: bool
) -> None:
    fixed, concerned = FIXED[name]
    values = {cell: [fixed.get(cell, 100.0 + at + 31 * (cell[0] == "b")) for at in range(8)] for cell in CELLS}
    values["a", "x"] += [0.0]
    data, spec = data_of(values), SPEC
    if weighted:
        data = replace(data, weight=NumberColumn("w", np.arange(1, data.rows + 1), 0), cache={})
        spec = replace(SPEC, values=(Value("sum", of="weighted_count", magnitude="m"),))
    (rule,) = (one for one in judged(data, method(), spec=spec).rules if one.rule == "F9")
    assert rule.cells == concerned
    assert rule.sentence.code == "sum_floor_count_part"
    assert len(rule.worst) == rule.cells


def test_t01_chance_and_values_of_both_signs_are_no_second_draw() -> None:
    values = {cell: [100.0 + at + 31 * (cell[0] == "b") for at in range(12)] for cell in CELLS}
    for few in ([7.0] * 9, [7.0] * 6 + [-7.0] * 6, [7.0] * 11 + [7.5]):
        assert "F9" not in rules_of(judged({**values, ("a", "x"): few}, method()))
    assert "F9" in rules_of(judged({**values, ("a", "x"): [7.0] * 40, ("a", "y"): [7.0]}, method()))


def test_without_a_least_noise_estimates_come_near_and_the_cells_are_named() -> None:
    found = judged(CELLS, method(least_noise=0, primary=None, zero_sign="plus"))
    (rule,) = (one for one in found.rules if one.rule == "F1")
    assert {place.codes for place in rule.worst} == {(("A", "a"), ("B", "y")), (("A", "b"), ("B", "x"))}
    assert rule.found == max(place.found for place in rule.worst) > 0.05
    assert "twice p" in rule.sentence.text("en")
    assert found.below("m") == 2


def test_flex_alone_lets_a_giant_be_guessed() -> None:
    giant = {**CELLS, ("a", "y"): [1e6]}
    flex = Scaling(0.3, 0.03, 1000, 3)
    without = judged(giant, method(flex, least_noise=0, primary=None, zero_sign="plus"))
    assert {"F1", "F2"} <= set(rules_of(without))
    assert next(one for one in without.rules if one.rule == "F2").found > 0.9
    assert not {"F1", "F2"} & set(rules_of(judged(giant, method(flex))))


def test_small_noise_narrows_a_sensitive_cell_below_p() -> None:
    narrow = permute(design_magnitudes(2, 0.5, step=4), 50, seed=3)
    found = judged(CELLS, method(Scaling(0.03), large=narrow, least_noise=0, primary=None, zero_sign="plus"))
    (rule,) = (one for one in found.rules if one.rule == "F3")
    # The other sensitive cell publishes no contributors, and so no sum.
    assert [place.codes for place in rule.worst] == [(("A", "b"), ("B", "x"))]
    assert rule.found < 10


def test_intervals_of_values_above_and_below_0_are_not_judged_and_that_is_told() -> None:
    cells = {**CELLS, ("a", "x"): [-5.0, *MANY]}
    found = judged(cells, method())
    assert [one.code for one in found.skipped] == ["sum_floor_intervals_open"]
    assert not found.holds


@pytest.mark.thorough
def test_shared_keys_ordered_rows_and_coarse_keys_are_open_rules() -> None:
    two = data_of(CELLS, ("m", "w"))
    spec = SPEC.with_changes(values=(*SPEC.values, Value("sum", magnitude="w")))
    assert rules_of(judged(two, method(), spec=spec)) == []
    shared = [one for one in judged(two, method(own_key=""), spec=spec).rules if one.rule == "F4"]
    assert [one.sentence.code for one in shared] == ["same_key_two"]
    ordered = judged(two, method(large=design_magnitudes(5, 2, icat=(1, 3, 5), step=4)), spec=spec)
    assert [one.sentence.code for one in ordered.rules] == ["sum_floor_ordered"]
    assert rules_of(judged(CELLS, method(own_key=""))) == []


def test_a_cell_that_another_one_exceeds_by_one_contributor_is_found() -> None:
    cells = {("a", "x"): MANY, ("a", "y"): [300.0], ("b", "x"): MANY, ("b", "y"): MANY}
    sums = (Value("sum", magnitude="m"),)
    every, some = TableSpec(rows=["A"], values=sums), TableSpec(rows=["A"], values=sums)
    some = some.with_changes(filters=(ckm.Condition("B", ("x",)),))
    data, limits = data_of(cells), SumLimits(difference=0.1)
    assert rules_of(sum_floor(data, [every], method(), limits)) == []
    (rule,) = sum_floor(data, [every, some], method(), limits).rules
    assert (rule.rule, rule.sentence.code) == ("F5", "sum_floor_difference")
    assert [place.codes for place in rule.worst] == [(("A", "a"),)]
    assert rules_of(sum_floor(data, [every, some], method(), SumLimits(difference=0.9))) == []


def test_many_publications_with_fresh_noise_average_out() -> None:
    plain = method(least_noise=0, primary=None, zero_sign="plus")
    codes = {
        many: [one.sentence.code for one in judged(CELLS, plain, SumLimits(publications=many)).rules]
        for many in (1, 4, 12)
    }
    assert ["sum_floor_average" in codes[many] for many in (1, 4, 12)] == [False, False, True]


def test_contributions_that_cancel_are_named() -> None:
    cells = {**CELLS, ("a", "y"): [1000.0, -990.0, 3.0]}
    found = judged(cells, method())
    (rule,) = (one for one in found.rules if one.rule == "F6")
    assert [place.codes for place in rule.worst] == [(("A", "a"), ("B", "y"))]
    zero = {**CELLS, ("a", "y"): [1000.0, -1000.0]}
    never_shown = judged(zero, method())
    assert "F6" not in rules_of(never_shown)
    (measured,) = never_shown.measured
    assert [place.codes for place in measured.cancelled] == [(("A", "a"), ("B", "y"))]
    assert measured.sums_of_0 is not None
    assert measured.sums_of_0.text("en").endswith(
        "in 1 cell contributions add up to 0, and “.” stands there: A = a; B = y"
    )
    assert found.measured[0].sums_of_0 is None
    assert "F6" in rules_of(judged(zero, method(missing="zero", mean_of="records")))


def test_growth_of_few_is_open_where_keys_stay() -> None:
    assert rules_of(judged(CELLS, method(least_contributors=0))) == ["F7"]
    assert rules_of(judged(CELLS, method(least_contributors=0, nature="flow"))) == []
    assert rules_of(judged(CELLS, method(least_contributors=0, nature="flow", own_key=""))) == ["F7"]


def test_cells_that_zeros_alone_tell_apart_are_counted() -> None:
    cells = {("a", "x"): [5.0, 6.0, 7.0], ("a", "y"): [0.0], ("b", "x"): MANY, ("b", "y"): MANY}
    (measured,) = judged(cells, method()).measured
    assert (measured.without, measured.alike) == (1, 2)


def test_contributors_alone_have_a_value_other_than_0() -> None:
    data = data_of({("a", "x"): [5.0, 0.0, float("nan"), 7.0]})
    alone = contributors_alone(data, "m")
    assert (alone.rows, alone.record_keys is not None and len(alone.record_keys)) == (2, 2)


def test_limits_that_cannot_be_are_refused_and_nothing_confidential_is_printed() -> None:
    for faulty in ({"coalition": 0}, {"publications": 0}):
        with fails("setting_range"):
            SumLimits(**faulty)
    found = judged(CELLS, method(least_noise=0, primary=None, zero_sign="plus"))
    printed = " ".join(map(repr, (found, *found.rules, *found.measured, *found.rules[0].worst)))
    assert "500" not in printed
    assert replace(SumLimits(), p=5).share == pytest.approx(0.05)
    assert np.isfinite(found.rules[0].found)


def test_keys_that_cannot_be_rotated_and_data_without_keys_are_refused() -> None:
    data = data_of(CELLS)
    with fails("no_record_keys"):
        sum_floor(replace(data, record_keys=None), [SPEC], method())
    odd = ckm.RecordKeys(np.arange(data.rows, dtype=np.uint64), 65_536, None, "integer")
    with fails("magnitude_keys_modulus"):
        sum_floor(data.with_record_keys(odd), [SPEC], method())


def weighted(data: ckm.Microdata, weights: Any) -> ckm.Microdata:
    return replace(data, weight=NumberColumn("w", np.asarray(weights, dtype=np.int64), 0), cache={})


WEIGHTED = SPEC.with_changes(values=(Value("sum", magnitude="m", of="weighted_count"),))
WEAK = {"large": permute(design_magnitudes(2, 0.5, step=4), 50, seed=3), "least_noise": 0, "primary": None}


@pytest.mark.parametrize("sign", [1, -1])
def test_weighted_sums_and_sums_below_0_are_judged_as_the_same_amounts_without(sign: int) -> None:
    cells = {place: [sign * value for value in values] for place, values in CELLS.items()}
    weak = method(Scaling(0.03), zero_sign="plus", **WEAK)
    threefold = judged({place: [3 * abs(value) for value in values] for place, values in CELLS.items()}, weak)
    heavy = weighted(data_of(cells), np.full(sum(map(len, cells.values())), 3))
    found = judged(heavy, weak, spec=WEIGHTED)
    assert not found.skipped
    assert {"F1", "F3"} <= set(rules_of(threefold))
    assert rules_of(found) == rules_of(threefold)
    (one,), (other,) = found.cells, threefold.cells
    assert np.allclose(one.narrow, other.narrow, equal_nan=True)
    assert np.allclose(one.judged.near, other.judged.near, equal_nan=True)
    assert np.allclose(one.difference, other.difference, equal_nan=True)


def test_of_weighted_contributions_the_heaviest_is_the_one_that_is_told() -> None:
    # Ranked without weights 1000 is first, and the least noise is a share of it: λ 1000 = 200 lies within 10 % of the
    # second one's 400 · 30 = 12 000.
    data = weighted(data_of({("a", "1"): [1000.0, 400.0], ("b", "2"): [50.0] * 40}), [1, 30] + [1] * 40)
    tables = SumTables(data, [ckm.tabulate(data, WEIGHTED, contributors=3)], method(), USUAL)
    cells = tables.cells(Measure("weighted_count", "m"))
    (at, *_) = np.flatnonzero(cells.sums.x == 13_000)
    assert cells.top[at, :2].tolist() == [12_000, 1000]
    assert "F1" in rules_of(sum_floor(data, [WEIGHTED], method(), USUAL))


@settings(max_examples=examples(60))
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.03, 0.2, 0.3, 0.9]), st.sampled_from([1, -1]), st.booleans())
def test_what_a_published_sum_says_by_itself_holds_its_original(
    seed: int, small: float, sign: int, is_weighted: bool
) -> None:
    generator = np.random.default_rng(seed)
    # Small whole numbers: what is rounded away is a good part of them.
    amounts = np.ceil(generator.pareto(1.2, 40) * 3) * (generator.random(40) < 0.7)
    places = [(one, other) for one in "ab" for other in "xyz"]
    chosen = generator.integers(0, len(places), 40)
    data = data_of({place: (sign * amounts[chosen == at]).tolist() for at, place in enumerate(places)})
    data = weighted(data, generator.integers(1, 9, data.rows))
    least = {} if small < 0.9 else {"least_noise": 0, "primary": None, "zero_sign": "plus"}
    tables = SumTables(
        data,
        [ckm.tabulate(data, WEIGHTED if is_weighted else SPEC, contributors=3)],
        method(Scaling(small), **least),
        USUAL,
    )
    cells = tables.cells(Measure("weighted_count" if is_weighted else "count", "m"))
    linked = linked_relations(data, [(tables.raws[0].spec, tuple(tables.raws[0].parts))])
    (low, high), original = tables.read_alone(cells, linked)
    known = ~np.isnan(original)
    assert known.sum() >= len(cells.at)
    assert (low[known] <= original[known] + 1e-9).all()
    assert (original[known] <= high[known] + 1e-9).all()


def test_zeros_alone_and_tables_without_sums_are_judged_as_far_as_they_go() -> None:
    data = data_of(CELLS)
    zeros = data_of({("a", "x"): [0.0, 0.0], ("b", "y"): [0.0]})
    assert sum_floor(zeros, [SPEC], method()).measured == ()
    nothing = sum_floor(data, [TableSpec(rows=["A"])], method())
    assert (nothing.rules, nothing.verdict, nothing.holds) == ((), Verdict.NOT_TESTED, False)


def test_sentences_call_a_magnitude_by_its_title_and_records_by_its_name() -> None:
    data = data_of({**CELLS, ("a", "y"): [1000.0, -1000.0], ("a", "x"): [500.0]}, ("m", "w"))
    titles = {"m": ckm.Texts("Income", "Einkommen"), "w": ckm.Texts("Wages", "Löhne")}
    named = {name: replace(data.magnitudes[name], title=title) for name, title in titles.items()}
    data = replace(data, magnitudes=named, cache={})
    spec = SPEC.with_changes(values=(*SPEC.values, Value("sum", magnitude="w")))
    weak = method(least_noise=0, primary=None, zero_sign="plus", own_key="", least_contributors=0)
    found = judged(data, weak, spec=spec)
    told = [*(one.sentence for one in found.rules), *found.skipped]
    told += [one.sums_of_0 for one in found.measured if one.sums_of_0 is not None]
    told += [one.told for one in attack_sums(data, [spec], weak, "parameters")]
    assert len(told) > 5
    for one in told:
        assert re.search(r"[„“](m|w)[”“]", one.text("de") + one.text("en")) is None, one
    assert any("„Einkommen“" in one.text("de") for one in told)
    (shared,) = (one for one in found.rules if one.sentence.code == "same_key_two")
    assert (shared.magnitude, shared.other) == ("m", "w")
    assert "“Income” and “Wages” share a key" in shared.sentence.text("en")
    with fails("sum_search_nothing") as refused:
        search_noise(data, [TableSpec(rows=["A"])], weak, "m")
    assert "„Einkommen“" in refused.value.text("de")
