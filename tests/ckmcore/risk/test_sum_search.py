"""The smallest noise that holds the floor, and what could be combined: each tried by the floor itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.settings import SettingsContradict
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.risk.sum_combining import combinations
from ckmcore.risk.sum_floor import SumFloor, limits_of, sum_floor
from ckmcore.risk.sum_search import LEAST, NothingSummed, SumSearch, search_noise
from ckmcore.tabulate.spec import Group, Level, TableSpec, Value
from tests.ckmcore.quality.agreement import people
from tests.ckmcore.quality.summing import SPEC, former, ours

DATA = people(160)
SPECS = [SPEC, TableSpec(rows=["C"], values=(Value("sum", magnitude="income"),))]


@pytest.fixture(scope="module")
def found() -> SumSearch:
    return search_noise(DATA, SPECS, ours(), "income", limits_of(ours()), seconds=20.0)


def judged(method: MagnitudeCellKeyMethod, small: float, least: float) -> SumFloor:
    settings = method.settings_of("income")
    settings = replace(settings, scaling=replace(settings.scaling, small=small), least_noise=least)
    return sum_floor(DATA, SPECS, replace(method, settings=settings), limits_of(method))


def open_rules(floor: SumFloor) -> set[str]:
    return {one.rule for one in floor.rules} & {"F1", "F2", "F3"}


def test_what_is_proposed_holds_the_floor_and_a_step_less_does_not(found: SumSearch) -> None:
    assert found.best == found.pairs[0]
    assert found.settings is not None
    assert (found.settings.scaling.small, found.settings.least_noise) == (found.best.small, found.best.least_noise)
    step = LEAST[1] * 0.1
    for pair in (found.pairs[0], found.pairs[-1]):
        assert open_rules(judged(ours(), pair.small, pair.least_noise)) == set()
        assert open_rules(judged(ours(), pair.small, round(pair.least_noise - step, 12))) != set()


def test_pairs_are_in_the_order_of_what_they_cost_and_less_of_one_takes_more_of_the_other(found: SumSearch) -> None:
    costs = [pair.cost for pair in found.pairs]
    assert costs == sorted(costs)
    by_small = sorted(found.pairs, key=lambda pair: pair.small)
    assert [pair.least_noise for pair in by_small] == sorted((pair.least_noise for pair in by_small), reverse=True)


def test_settings_from_before_the_floor_get_what_a_least_noise_needs() -> None:
    made = search_noise(DATA, SPECS[:1], former(), "income", limits_of(former()), seconds=20.0)
    assert made.settings is not None
    assert made.settings.zero_sign == "key"
    assert made.settings.primary == limits_of(former()).primary


def test_flex_scaling_keeps_its_large_share_below_the_small_one() -> None:
    settings, design = sum_preset("turnover")
    flex = ckm.MagnitudeCellKeyMethod(
        ours().ptable, large=design.table(1), settings=replace(settings, k=1, epsilon=(1,))
    )
    made = search_noise(DATA, SPECS[1:], flex, "income", limits_of(flex), seconds=20.0)
    large = settings.scaling.large
    assert large is not None
    assert all(pair.small > large for pair in made.pairs)


def test_what_cannot_be_searched_says_so() -> None:
    with pytest.raises(NothingSummed):
        search_noise(DATA, [TableSpec(rows=["C"])], ours(), "income")
    with pytest.raises(Cancelled):
        search_noise(DATA, SPECS, ours(), "income", cancelled=lambda: True)
    peers = replace(former(), settings=replace(former().settings_of("income"), compat="tauargus"))
    with pytest.raises(SettingsContradict):
        search_noise(DATA, SPECS, peers, "income")
    assert "income" in repr(SumSearch("income", (), None, None))


# --- what to combine --------------------------------------------------------------------------------------------------


def test_a_pair_that_is_offered_mends_its_cells_when_it_is_made_a_group() -> None:
    limits = limits_of(former())
    before = sum_floor(DATA, [SPEC], former(), limits)
    offered = combinations(before, limits)
    assert offered
    assert [one.mends for one in offered] == sorted((one.mends for one in offered), reverse=True)
    best = offered[0]
    assert repr(best) == "Combination(confidential)"
    (found,) = before.cells
    below = found.below(limits) & found.cells.sensitive
    mine = {
        frozenset(code for name, code in found.cells.place(int(cell), 0.0).codes if name != best.variable)
        for cell in np.flatnonzero(below)
        if dict(found.cells.place(int(cell), 0.0).codes)[best.variable] in best.codes
    }
    group = Group(ckm.Texts("both", "beide"), best.codes)
    axes = {"R": "rows", "C": "columns"}
    merged = SPEC.with_changes(**{axes[best.variable]: TableSpec(rows=[Level(best.variable, groups=[group])]).rows})
    after = sum_floor(DATA, [merged], former(), limits)
    (now,) = after.cells
    held = set()
    for cell in range(len(now.narrow)):
        place = now.cells.place(cell, 0.0)
        if dict(place.codes)[best.variable] not in ("", *DATA.dimensions[best.variable].codes):
            others = frozenset(code for name, code in place.codes if name != best.variable)
            if others in mine and not now.cells.sensitive[cell]:
                held.add(others)
    assert len(held) == best.mends


def test_where_the_floor_holds_nothing_is_to_be_combined() -> None:
    limits = limits_of(ours())
    assert combinations(sum_floor(DATA, [SPEC], ours(), limits), limits) == ()
