"""Sums and averages over periods where units recur: an unchanged stock shows nothing new (claims.md, section B)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.ptable import design_ptable
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.model import Statistic, Units
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import over_periods
from ckmcore.tabulate.spec import PERIOD, TOTAL, Condition, Level, OwnRow, TableSpec
from ckmcore.tabulate.units import UnitsNeedKeys, different_units, shared_keys
from tests.kit.before_the_floor import put_in_force
from tests.kit.examples import examples
from tests.kit.fails import fails

W19 = ckm.CellKeyMethod(design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True]))
TREE = Hierarchy.from_depths([("A", 0), ("a1", 1), ("a2", 1), ("B", 0), ("b1", 1)])


def records(units: list[tuple[str, str, int]], digits: int = 9) -> Microdata:
    """Units by area and sex, with their keys."""
    frame = pd.DataFrame(units, columns=["area", "sex", "key"])
    for name, codes in (("area", ["a1", "a2", "b1"]), ("sex", ["m", "w"])):
        frame[name] = pd.Categorical(frame[name], categories=codes)
    frame["key"] = [f"0.{key:0{digits}d}" for key in frame["key"]]
    data = Microdata.from_pandas(frame, ["area", "sex"], record_key="key")
    return data.with_hierarchy("area", TREE)


def statistic(periods: int, method: Method = W19, units: Units = "recur") -> Statistic:
    every = tuple(Period(ckm.Texts.same(str(at)), f"202{at}-12-31", PeriodSource("file")) for at in range(periods))
    made = Statistic(ckm.Texts.same("S"), periods=every, units=units)
    for place in range(periods):
        made = put_in_force(replace(made, current=place), method)
    return made


def people(seed: int, size: int = 40) -> list[tuple[str, str, int]]:
    draw = np.random.default_rng(seed)
    areas, sexes = draw.choice(["a1", "a2", "b1"], size), draw.choice(["m", "w"], size)
    return [(str(a), str(s), int(k)) for a, s, k in zip(areas, sexes, draw.integers(0, 10**9, size), strict=True)]


def spec_of(*, mean: bool) -> TableSpec:
    return TableSpec(rows=["area"], columns=[Level(PERIOD, total="after", mean=mean), "sex"])


CELLS = [(area, sex) for area in ("A", "a1", "a2", "B", "b1", TOTAL) for sex in ("m", "w", TOTAL)]


@pytest.mark.parametrize("method", [W19, KeyedRounding(5)], ids=["cell key", "keyed rounding"])
@pytest.mark.parametrize("periods", [2, 4])
def test_the_average_of_an_unchanged_stock_is_its_own_figure_and_the_sum_so_many_times_it(
    method: Method, periods: int
) -> None:
    data = records(people(1))
    alone = ckm.protect(ckm.tabulate(data, TableSpec(rows=["area"], columns=["sex"])), method)
    for mean in (True, False):
        table = over_periods(statistic(periods, method), spec_of(mean=mean), lambda one: data)
        for area, sex in CELLS:
            wanted = alone.value({"area": area, "sex": sex})
            assert table.value({"area": area, "sex": sex}) == wanted * (1 if mean else periods)


def test_an_average_of_twelve_months_no_longer_rounds_to_the_original() -> None:
    """(12 n + v) / 12 is n for every noise up to 5: what was published until units were declared."""
    data = records([("a1", "m", 600_000_007)])
    once = statistic(12, units="once")
    former = over_periods(statistic(4), TableSpec(rows=[Level(PERIOD, mean=True)]), lambda one: data)
    assert former.value({}) == W19.protect(ckm.tabulate(data, TableSpec(rows=[]))).value({})
    assert former.value({}) != 1
    with fails("units_recur"):
        over_periods(once, TableSpec(rows=[Level(PERIOD, mean=True)]), lambda one: records(people(3)))


@settings(max_examples=examples(15))
@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=3, unique=True), st.integers(0, 20))
def test_a_stock_that_changes_has_the_noise_of_its_different_units(seeds: list[int], stay: int) -> None:
    common = people(99, stay)
    months = [records([*common, *people(seed, 15)]) for seed in seeds]
    made = statistic(len(months))
    table = over_periods(made, spec_of(mean=True), lambda one: months[one.current])
    lists = [[*common, *people(seed, 15)] for seed in seeds]
    below = {"A": {"a1", "a2"}, "B": {"b1"}, TOTAL: {"a1", "a2", "b1"}}
    for area, sex in CELLS:
        inside = [
            Counter(k for a, s, k in month if a in below.get(area, {area}) and sex in (s, TOTAL)) for month in lists
        ]
        whole = sum(sum(one.values()) for one in inside)
        keys: Counter[int] = Counter()
        for one in inside:
            keys |= one  # of each key the most
        count = (2 * whole + len(months)) // (2 * len(months))
        key = np.array([sum(k * times for k, times in keys.items()) % 10**9], dtype=np.uint64)
        noise = int(W19.ptable.lookup(np.array([count]), key, 10**9)[0])
        assert table.value({"area": area, "sex": sex}) == count + noise


def test_own_rows_filters_and_units_that_move_are_counted_cell_by_cell() -> None:
    """A unit that moves from a1 to b1 is one unit of the total, and one in each of them."""
    months = [records([("a1", "m", 5), ("a2", "w", 7)]), records([("b1", "m", 5), ("a2", "w", 7)])]
    rows = OwnRow(ckm.Texts.same("men"), (Condition("sex", ("m",)),))
    spec = TableSpec(rows=["area"], columns=[Level("::rows 1", rows=(rows,))])
    block = different_units(months, spec).blocks[0]
    assert block.key_sums is not None
    index = block.dimensions[0].index
    assert block.counts[index[TOTAL]].tolist() == [4, 2]
    assert block.key_sums[index[TOTAL]].tolist() == [12, 5]
    assert block.key_sums[index["a1"]].tolist() == [5, 5]
    assert block.key_sums[index["b1"]].tolist() == [5, 5]
    filtered = different_units(months, TableSpec(rows=["area"], filters=[Condition("sex", ("w",))])).blocks[0]
    assert filtered.key_sums is not None
    assert filtered.key_sums[index[TOTAL]] == 7


def test_rounding_averages_a_stock_once_shows_no_sum_and_keeps_the_rule_of_the_ba_where_it_is_on_record() -> None:
    counts = (26, 25, 25, 25)
    months = [records([("a1", "m", 1000 * at + n) for n in range(size)]) for at, size in enumerate(counts)]
    average, whole = TableSpec(rows=[Level(PERIOD, mean=True)]), TableSpec(rows=[Level(PERIOD, total="after")])

    def shown(method: ckm.Rounding, spec: TableSpec) -> ckm.ProtectedTable:
        return over_periods(statistic(4, method), spec, lambda one: months[one.current])

    # S / m = 25.25: the nearest multiple of 10 is 30.
    assert shown(ckm.Rounding(10), average).value({}) == 30
    assert shown(ckm.Rounding(10), whole).sign({}) == Sign.UNKNOWN
    ba = ckm.Rounding(10, share_of_zero="original", share_reason="[BA]")
    assert shown(ba, average).value({}) == 25  # 101 -> 100, divided by 4
    assert shown(ba, whole).value({}) == 100


def test_sums_and_averages_ask_for_the_declaration_and_single_periods_do_not() -> None:
    data = records(people(4))
    made = statistic(2, units="")
    for spec in (spec_of(mean=True), spec_of(mean=False)):
        with fails("units_undeclared"):
            over_periods(made, spec, lambda one: data)
    off = TableSpec(rows=["area"], columns=[Level(PERIOD, total="off")])
    assert over_periods(made, off, lambda one: data).cells
    share = replace(ckm.Value("share"), base="row")
    with fails("units_undeclared"):
        over_periods(made, off.with_changes(values=(share,)), lambda one: data)
    column = replace(ckm.Value("share"), base="column")
    assert over_periods(made, off.with_changes(values=(column,)), lambda one: data).cells


def test_keys_that_chance_lets_meet_do_not_contradict_a_flow() -> None:
    first, second = records(people(5, 300)), records(people(6, 300))
    assert first.record_keys is not None
    assert second.record_keys is not None
    found = shared_keys(first.record_keys, second.record_keys)
    assert found is not None
    assert found.by_chance
    months = [first, second]
    assert over_periods(statistic(2, units="once"), spec_of(mean=False), lambda one: months[one.current]).cells
    same = shared_keys(first.record_keys, first.record_keys)
    assert same is not None
    assert not same.by_chance


def test_units_are_not_told_apart_by_coarse_keys_or_without_any() -> None:
    coarse = records([("a1", "m", 5), ("a2", "w", 7)], digits=3)
    with pytest.raises(UnitsNeedKeys):
        over_periods(statistic(2), spec_of(mean=True), lambda one: coarse)
    bare = replace(coarse, record_keys=None)
    with pytest.raises(UnitsNeedKeys):
        different_units([bare, bare], TableSpec(rows=["area"]))


def test_the_declaration_is_kept_in_the_file_and_nothing_is_written_of_none(tmp_path: Path) -> None:
    for units in ("", "recur", "once"):
        path = tmp_path / f"s-{units}.ckm"
        save_statistic(statistic(1, units=units), path)  # type: ignore[arg-type]
        assert open_statistic(path)[0].units == units
        assert (b"units" in path.read_bytes()) == bool(units)
