"""The smallest noise that holds the floor, and what could be combined: each tried by the floor itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.sum_combining import combinations
from ckmcore.lab.risk.sum_floor import SumFloor, SumLimits, limits_of, sum_floor
from ckmcore.lab.risk.sum_search import LEAST, SumSearch, search_noise, search_told
from ckmcore.lab.risk.sum_totals import told_by_totals
from ckmcore.methods.magnitude_settings import Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.sum_presets import SMALL_DESIGN, SUM_PRESETS, SumPreset, sum_preset
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.tabulate.spec import Group, Level, TableSpec, Value
from tests.kit.agreement import people
from tests.kit.fails import fails
from tests.kit.methods_of_sums import SPEC, former, ours

DATA = people(160)
SPECS = [SPEC, TableSpec(rows=["C"], values=(Value("sum", magnitude="income"),))]


@pytest.fixture(scope="module")
def found() -> SumSearch:
    return search_noise(DATA, SPECS, ours(), "income", limits_of(ours()), seconds=20.0)


def judged(method: MagnitudeCellKeyMethod, small: float, least: float) -> SumFloor:
    settings = method.settings_of("income")
    settings = replace(settings, scaling=replace(settings.scaling, small=small), least_noise=least)
    return sum_floor(DATA, SPECS, replace(method, settings=settings), limits_of(method))


def open_rules(floor: SumFloor, among: str = "F1 F2 F3") -> set[str]:
    return {one.rule for one in floor.rules} & set(among.split())


LOOKED_AT = "F1 F2 F3 F5"


@pytest.mark.thorough
def test_what_is_proposed_holds_the_floor_and_a_step_less_does_not(found: SumSearch) -> None:
    assert found.best is not None
    assert found.settings is not None
    assert (found.settings.scaling.small, found.settings.least_noise) == (found.best.small, found.best.least_noise)
    assert found.holds == ("F1", "F2", "F3", "F5")
    assert open_rules(judged(ours(), found.best.small, found.best.least_noise), LOOKED_AT) == set()
    # What costs less leaves F5 open.
    assert found.best in found.pairs[1:]
    for pair in found.pairs[: found.pairs.index(found.best)]:
        assert open_rules(judged(ours(), pair.small, pair.least_noise), LOOKED_AT) == {"F5"}
    step = LEAST[1] * 0.1
    for pair in (found.pairs[0], found.pairs[-1]):
        assert open_rules(judged(ours(), pair.small, pair.least_noise)) == set()
        assert open_rules(judged(ours(), pair.small, round(pair.least_noise - step, 12))) != set()


@pytest.mark.thorough
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


def alone(ways: int) -> ckm.Microdata:
    """A giant alone in its category of each variable, beside others everywhere."""
    codes = np.random.default_rng(1).integers(1, 4, (400, ways))
    codes[0] = 0
    for way in range(ways):
        codes[1 + 20 * way : 21 + 20 * way, way] = 0 if ways > 1 else 1
    frame = pd.DataFrame(codes.astype(str), columns=NAMES[:ways])
    # They differ by one: of equal ones the sums are counts (F9).
    amounts = np.where(np.arange(400) == 0, 1e6, 1000.0 + np.arange(400) % 2)
    keys = [f"{(number * 0.618033988749) % 1:.9f}" for number in range(1, 401)]
    return ckm.Microdata.from_pandas(frame.assign(m=amounts, key=keys), NAMES[:ways], "key", magnitudes=["m"])


def hidden(ways: int, giant: float = 1e7) -> ckm.Microdata:
    """A giant alone in one cell, thirty others in each of the rest: it is in 2^ways - 1 totals of different records."""
    places = [place for place in product(range(3), repeat=ways) for _ in range(30 if any(place) else 1)]
    frame = pd.DataFrame(np.array(places).astype(str), columns=NAMES[:ways])
    amounts = np.where(np.arange(len(frame)) == 0, giant, 1e5 + np.arange(len(frame)))
    keys = [f"{(number * 0.618033988749) % 1:.9f}" for number in range(1, len(frame) + 1)]
    return ckm.Microdata.from_pandas(frame.assign(m=amounts, key=keys), NAMES[:ways], "key", magnitudes=["m"])


NAMES = ("A", "B", "C", "D")
SUM = (Value("sum", magnitude="m"),)
TABLES = {
    1: TableSpec(rows=["A"], values=SUM),
    2: TableSpec(rows=["A"], columns=["B"], values=SUM),
    3: TableSpec(rows=["A", "B"], columns=["C"], values=SUM),
    4: TableSpec(rows=["A", "B"], columns=["C", "D"], values=SUM),
}


def preset_method(name: SumPreset, large: float | None = None) -> MagnitudeCellKeyMethod:
    settings, design = sum_preset(name)
    settings = replace(settings, k=1, epsilon=(1.0,))  # steps beyond the first only add to the noise of totals
    if large is not None:
        settings = replace(settings, scaling=replace(settings.scaling, large=large))
    small = SMALL_DESIGN.table(2) if settings.separation else None
    secret = own_key_from(b"the secret of the test of search")
    return MagnitudeCellKeyMethod(ours().ptable, large=design.table(3), small=small, settings=settings, own_key=secret)


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", SUM_PRESETS)
@pytest.mark.parametrize("records", [alone, hidden])
def test_no_preset_leaves_a_giant_alone_in_its_cell_open_in_tables_of_one_and_two_variables(
    name: SumPreset, records: Callable[[int], ckm.Microdata]
) -> None:
    for ways in (1, 2):
        floor = sum_floor(records(ways), [TABLES[ways]], preset_method(name), seconds=20.0)
        assert floor.holds, (ways, floor.rules)
        # It hangs on σ0: with p/2, as from p, both fall below the floor.
        if preset_method(name).settings_of("m").scaling.is_flex:
            former_ = sum_floor(records(ways), [TABLES[ways]], preset_method(name, 0.05), seconds=20.0)
            assert open_rules(former_, LOOKED_AT) == {"F5"}
            assert not former_.holds


@pytest.mark.daily(1)
@pytest.mark.parametrize("ways", [2, 3, 4])
def test_what_is_said_of_settings_alone_is_what_the_floor_finds_of_a_giant_in_all_its_totals(ways: int) -> None:
    for method in (preset_method("turnover"), preset_method("turnover", 0.15), preset_method("durations")):
        (cells,) = sum_floor(hidden(ways), [TABLES[ways]], method, seconds=20.0).cells
        said = told_by_totals(method.noise_rules("m", 10**5), 1e15, 0.1, ways)
        # Each of the others has a hundredth of its size, and some noise.
        assert float(np.nanmax(cells.linked)) == pytest.approx(said, abs=0.015)


@pytest.mark.thorough
def test_three_variables_hold_the_floor_with_one_scaling_for_all_sizes_which_is_proposed() -> None:
    data, specs = hidden(3), [TABLES[3]]
    assert sum_floor(data, specs, preset_method("durations"), seconds=20.0).holds
    for name in ("turnover", "wages"):
        floor = sum_floor(data, specs, preset_method(name), seconds=20.0)  # type: ignore[arg-type]
        assert open_rules(floor, LOOKED_AT) == {"F5"}
    method = preset_method("turnover")
    made = search_noise(data, specs, method, "m", limits_of(method), seconds=20.0)
    assert made.best is not None
    assert made.settings is not None
    assert (made.holds_floor, made.best.simple, made.settings.scaling) == (True, True, Scaling(0.3))
    assert sum_floor(data, specs, replace(method, settings=made.settings), seconds=20.0).holds
    told = search_told(made, 10)
    assert told.code == "sum_search_simple"
    assert "simple scaling, σ1 = 0.3 and λ = 0.2" in told.text("en")


@pytest.mark.thorough
def test_four_variables_take_more_than_any_preset_has() -> None:
    data, specs, method = hidden(4), [TABLES[4]], preset_method("wages")
    made = search_noise(data, specs, method, "m", limits_of(method), seconds=20.0)
    assert made.best is not None
    assert made.settings is not None
    assert (made.holds_floor, made.best.simple) == (True, False)  # it is simple already
    assert made.settings.scaling == Scaling(0.45)
    assert sum_floor(data, specs, replace(method, settings=made.settings), seconds=20.0).holds


@pytest.mark.thorough
def test_where_the_total_tells_a_giant_a_larger_share_is_proposed_and_holds() -> None:
    data, specs, method = alone(1), [TABLES[1]], preset_method("turnover", 0.05)
    made = search_noise(data, specs, method, "m", limits_of(method), seconds=20.0)
    assert made.holds_floor
    assert made.best is not None
    assert made.best.large is not None
    assert made.settings is not None
    assert made.settings.scaling.large == made.best.large > 0.05
    assert made.best not in made.pairs
    after = sum_floor(data, specs, replace(method, settings=made.settings), limits_of(method), seconds=20.0)
    assert after.holds
    # A quarter of p less, and F5 does not hold.
    scaling = replace(made.settings.scaling, large=round(made.best.large - 0.025, 12))
    less = replace(method, settings=replace(made.settings, scaling=scaling))
    assert open_rules(sum_floor(data, specs, less, limits_of(method), seconds=20.0), LOOKED_AT) == {"F5"}
    told = search_told(made, 10)
    assert told.code == "sum_search_larger"
    assert "F4, F6 and F7 were not looked at" in told.text("en")


@pytest.mark.thorough
def test_where_no_noise_holds_f5_that_is_said_and_nothing_is_called_protected() -> None:
    # With p = 30 % a giant in the 15 totals of four variables takes more noise than σ1 = 1 has.
    data, specs, method = hidden(4), [TABLES[4]], preset_method("wages")
    limits = SumLimits(p=30)
    made = search_noise(data, specs, method, "m", limits, seconds=20.0)
    assert (made.holds, made.holds_floor) == (("F1", "F2", "F3"), False)
    assert made.best in made.pairs
    assert made.settings is not None
    after = sum_floor(data, specs, replace(method, settings=made.settings), limits, seconds=20.0)
    assert open_rules(after, LOOKED_AT) == {"F5"}
    told = search_told(made, 30)
    assert (told.code, "may not be called protected" in told.text("en")) == ("sum_search_partly", True)
    nothing = search_told(replace(made, best=None, settings=None, holds=()), 30)
    assert nothing.code == "sum_search_none"


@pytest.mark.thorough
def test_three_variables_of_small_cells_hold_the_floor_with_every_preset() -> None:
    # A giant alone in its category of each variable; a cell has two contributors more than another, which is sensitive.
    for name in SUM_PRESETS:
        assert sum_floor(alone(3), [TABLES[3]], preset_method(name), seconds=20.0).holds


def test_what_cannot_be_searched_says_so() -> None:
    with fails("sum_search_nothing"):
        search_noise(DATA, [TableSpec(rows=["C"])], ours(), "income")
    with pytest.raises(Cancelled):
        search_noise(DATA, SPECS, ours(), "income", cancelled=lambda: True)
    peers = replace(former(), settings=replace(former().settings_of("income"), compat="tauargus", **FORMER))
    with fails("settings_contradict"):
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
