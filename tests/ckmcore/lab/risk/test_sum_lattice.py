"""Intervals of sums by what a reader knows: each holds the original, and more knowledge never leaves more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.lab.cli.sums import SUM_KNOWLEDGE
from ckmcore.lab.conformance.magnitude_tables import tables_of
from ckmcore.lab.conformance.magnitudes import solved_magnitude
from ckmcore.lab.risk.relations import linked_relations
from ckmcore.lab.risk.sum_attack import attack_sums
from ckmcore.lab.risk.sum_floor import USUAL, SumTables
from ckmcore.lab.risk.sum_intervals import SumKnowledge
from ckmcore.lab.risk.sum_lattice import ends_of_single, factors_of_single, originals_of_single, widths_by_rows
from ckmcore.methods.magnitude_noise import Parts, SumCells
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.sum_law import NoiseRules, law_by_key
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure
from ckmcore.tabulate.tabulate import tabulate
from tests.ckmcore.lab.risk.small_sums import KEEPS, LARGE, SPEC, data_of, method
from tests.kit.examples import examples
from tests.kit.fails import fails

SIMPLE, FLEX = Scaling(0.3), Scaling(0.3, 0.05, 1000, 3)


def rules(scaling: Scaling = SIMPLE) -> NoiseRules:
    return NoiseRules(MagnitudeSettings(scaling, **KEEPS), Parts(all=LARGE.parts[0]))


def by_every_key(scaling: Scaling, x: float, *, sensitive: bool = True) -> np.ndarray:
    one = np.array([x])
    cell = SumCells(one, one[:, None], np.array([1]), np.array([sensitive]), one)
    return x + law_by_key(cell, rules(scaling))


@pytest.mark.daily(1)
@pytest.mark.parametrize("scaling", [SIMPLE, FLEX])
@pytest.mark.parametrize("x", [37.0, 2100.0, 5e6])
def test_whatever_key_published_it_the_contribution_is_on_the_lattice(scaling: Scaling, x: float) -> None:
    published = np.unique(np.round(by_every_key(scaling, x), 9))
    for one in published[published > 0][::23]:
        found = originals_of_single(rules(scaling), float(one), sensitive=True)
        assert np.abs(found - x).min() <= 1e-6 * x
        # And each point of it could be published as this sum.
        for other in found[:: max(1, len(found) // 3)]:
            assert np.abs(by_every_key(scaling, float(other)) - one).min() <= 1e-6 * x
        ends = ends_of_single(rules(scaling), np.array([one]), 0.0, sensitive=True)
        assert ends.low[0] <= found[0] * (1 + 1e-9)
        assert ends.high[0] >= found[-1] * (1 - 1e-9)
        # Not much wider than the lattice itself.
        assert ends.low[0] >= found[0] * 0.98
        assert ends.high[0] <= found[-1] * 1.02


def test_under_simple_scaling_the_lattice_is_the_sum_divided_by_each_factor() -> None:
    factors = np.unique(np.round(by_every_key(SIMPLE, 1.0), 12))
    factors = factors[factors > 0]
    found = originals_of_single(rules(), 600.0, sensitive=True)
    assert found == pytest.approx(np.sort(600 / factors), rel=1e-9)
    ends = ends_of_single(rules(), np.array([600.0, 0.0]), 0.5, sensitive=True)
    assert ends.low == pytest.approx([599.5 / factors.max(), 0])
    assert ends.high == pytest.approx([600.5 / factors.min(), np.inf])
    assert originals_of_single(rules(), 0.0, sensitive=True).size == 0
    assert factors_of_single(rules(), np.ones(1), sensitive=False)[0].min() == 0  # without a least noise all may go


@settings(max_examples=examples(40))
@given(st.floats(0.01, 1), st.integers(0, 10**5 - 1), st.sampled_from([0.1, 0.2, 0.3]), st.sampled_from([0.0, 0.2]))
def test_no_sum_is_published_farther_off_than_the_rows_that_it_reaches_say(
    share: float, key: int, small: float, least: float
) -> None:
    part = permute(design_magnitudes(3, 1, icat=(1, 2, 3), step=4), 20, seed=5).parts[0]
    made = MagnitudeSettings(Scaling(small), **{**KEEPS, "least_noise": 0.2 if least else 0.0, **_plain(least)})
    cell = SumCells(np.array([1.0]), np.array([[share]]), np.array([4]), np.array([True]), np.array([share]))
    off = law_by_key(cell, NoiseRules(made, Parts(all=part)))[key]
    wide = widths_by_rows(part, small, least)
    assert -wide.down - 1e-12 <= off <= wide.up + 1e-12
    # Never wider than D says, and narrower where rows below D are reached.
    assert wide.up <= least + small * 3 + 1e-12
    assert wide.down <= min(least + small * 3, 1.0) + 1e-12


def _plain(least: float) -> dict[str, Any]:
    return {} if least else {"primary": None}


def _bounds(data: Any, made: Any, knowledge: SumKnowledge) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    raw = tabulate(data, SPEC, contributors=4)
    tables = SumTables(data, [raw], made, USUAL)
    linked = linked_relations(data, [(SPEC, tuple(raw.parts))])
    (low, high), original = tables.read_alone(tables.cells(Measure("count", "m")), linked, knowledge)
    return low, high, original


@settings(max_examples=examples(40))
@given(
    st.lists(st.lists(st.floats(1, 1e5).map(round).map(float), min_size=1, max_size=5), min_size=4, max_size=4),
    st.sampled_from([SIMPLE, FLEX, Scaling(0.1)]),
    st.booleans(),
)
def test_every_interval_holds_its_original_and_who_knows_more_is_left_with_no_more(
    values: list[list[float]], scaling: Scaling, least: bool
) -> None:
    places = [("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")]
    data = data_of(dict(zip(places, values, strict=True)))
    made = method(scaling) if least else method(scaling, least_noise=0, primary=None)
    before = None
    for knowledge in get_args(SumKnowledge):
        low, high, original = _bounds(data, made, knowledge)
        there = ~np.isnan(original)
        assert (low[there] <= original[there] * (1 + 1e-9)).all()
        assert (high[there] >= original[there] * (1 - 1e-9)).all()
        if before is not None:
            assert (low >= before[0] - 1e-9).all()
            assert (high <= before[1] * (1 + 1e-9)).all()
        if knowledge == "nothing":
            assert np.isinf(high).all()
            assert not low.any()
        before = low, high


def test_the_table_ends_an_interval_that_the_parameters_leave_open() -> None:
    data = data_of({("a", "x"): [500.0], ("a", "y"): [100.0 + at for at in range(12)]})
    ends = [_bounds(data, method(), knowledge)[1] for knowledge in get_args(SumKnowledge)]
    assert [bool(np.isinf(one).all()) for one in ends] == [True, True, False]


def test_the_attack_narrows_more_cells_the_more_is_known_and_none_where_nothing_is() -> None:
    narrow = permute(design_magnitudes(2, 0.5, step=4), 50, seed=3)
    data = data_of({("a", "x"): [500.0], ("a", "y"): [900.0, 40.0, 30.0], ("b", "x"): [700.0], ("b", "y"): [50.0] * 9})
    made = method(Scaling(0.055), large=narrow, least_noise=0, primary=None, zero_sign="plus")
    found = {one: attack_sums(data, [SPEC], made, one) for one in get_args(SumKnowledge)}
    counts = [found[one][0].narrow for one in get_args(SumKnowledge)]
    assert counts[0] == 0
    assert counts[0] <= counts[1] <= counts[2]
    assert counts[2] > 0
    (told,) = found["nothing"]
    assert (told.least, told.worst, told.sensitive > 0) == (None, (), True)
    assert "a reader who knows nothing of the method narrows 0 of" in told.told.text("en")
    assert "die ganze Überlagerungstabelle" in found["table"][0].told.text("de")
    assert "500" not in repr(told)


def test_a_solved_case_says_nothing_of_ends_where_nothing_is_known() -> None:
    asked = {"published_parts": [40, 50], "published_total": 300, "sigma": 0.3, "D": 2, "knowledge": "nothing"}
    wanted = {"intervals_parts": None, "interval_total": None}
    empty = tables_of({})
    found = solved_magnitude({"id": "drawn", "given": asked, "wanted": wanted}, empty)
    assert found == {"intervals_parts": [[0.0, None]] * 2, "interval_total": [0.0, None]}
    single = {"published": 600, "sigma": 0.3, "D": 2, "scaling": "simple", "knowledge": "nothing"}
    assert solved_magnitude({"id": "drawn", "given": single, "wanted": {"low": 0, "high": 0}}, empty) == {
        "low": 0.0,
        "high": None,
    }


def test_a_solved_case_of_who_knows_the_table_is_the_lattice_or_as_wide_as_its_rows(sum_cases: Path) -> None:
    known = tables_of(json.loads(sum_cases.read_text(encoding="utf-8"))["tables"])
    given = {"published": 600, "sigma": 0.3, "D": 5, "scaling": "simple", "table": "L5", "knowledge": "table, no key"}
    names = dict.fromkeys(("low", "high", "originals"))

    def solved(names: Any = names, without: Sequence[str] = (), **more: Any) -> Any:
        asked = {key: one for key, one in {**given, **more}.items() if key not in without}
        return solved_magnitude({"id": "drawn", "given": asked, "wanted": names}, known)

    # One contributor: every key's factor by the engine. With a least noise nobody is published as he is.
    x, part = np.array([1.0]), known.sums["L5"].part("all")
    for least in (0.0, 0.2):
        found = solved(least_noise=least, contributors=1)
        kept = {**KEEPS, "least_noise": least} if least else {}
        cell = SumCells(x, x[:, None], np.array([1]), np.array([bool(least)]), x)
        factors = 1 + law_by_key(cell, NoiseRules(MagnitudeSettings(SIMPLE, **kept), Parts(all=part)))
        wanted = np.unique(np.round(600 / factors[factors > 1e-9], 6))
        assert found["originals"] == pytest.approx(wanted)
        assert (found["low"], found["high"]) == (found["originals"][0], found["originals"][-1])
        assert (600.0 in found["originals"]) is not bool(least)
    # Several: a table whose last row reaches no farther than 2 ends what D = 5 leaves open.
    row = {"1": [[-1, 50000], [1, 100000]], "5": [[-2, 50000], [2, 100000]]}
    known = tables_of({"short": {"ask": {"D": 5}, "rows": row}})
    more = {"table": "short", "contributors": 4}
    several, by_parameters = solved(**more), solved(**{**more, "knowledge": "parameters, no key"})
    # The noise is at most as large a share of the sum as where x1 is all of it: 1.58 of 3.33.
    wide = 0.3 * float(np.interp(1 / 0.3, [1, 5], [1, 2]))
    assert (several["low"], several["high"]) == pytest.approx((600 / (1 + wide), 600 / (1 - wide)))
    assert (by_parameters["low"], by_parameters["high"]) == (240, None)
    parts = {"published_parts": [40, 50], "published_total": 100, **more}
    ends = {"intervals_parts": None, "interval_total": None}
    unused = ("published", "scaling")  # of one figure; of sums they would be refused
    table = solved(ends, unused, **parts)
    assert solved(ends, unused, **{**parts, "knowledge": "parameters"}) != table
    for published, (low, high) in zip([40, 50], table["intervals_parts"], strict=True):
        assert low >= published / (1 + wide) * (1 - 1e-6)
        assert high <= published / (1 - wide) * (1 + 1e-6)
    with fails("case_faulty"):
        solved_magnitude({"id": "drawn", "given": given, "wanted": names}, tables_of({}))


def test_the_command_knows_the_same_readers() -> None:
    assert get_args(SumKnowledge) == SUM_KNOWLEDGE
