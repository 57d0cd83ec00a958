"""All rules of deterministic rounding [BA], with the figures of the note's tables; method.md section 4."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import over_periods
from ckmcore.tabulate.spec import PERIOD, TOTAL, Code, Condition, Level
from tests.kit.examples import examples
from tests.kit.fails import fails

SHARE = ckm.Value("share", base="column")
SUM, MEAN = ckm.Value("sum", magnitude="x"), ckm.Value("mean", magnitude="x")


def records(**counts: int) -> ckm.Microdata:
    """Records in which category `name` of variable `c` occurs so often."""
    return ckm.Microdata.from_pandas(pd.DataFrame({"c": [n for n, k in counts.items() for _ in range(k)]}), ["c"])


def amounts(**values: list[float]) -> ckm.Microdata:
    """Records of category `name` of variable `c` with these values of the magnitude x."""
    frame = pd.DataFrame([(name, value) for name, every in values.items() for value in every], columns=["c", "x"])
    return ckm.Microdata.from_pandas(frame, ["c"], magnitudes=["x"])


def table(data: ckm.Microdata, *values: ckm.Value, method: ckm.Rounding = ckm.Rounding(10)) -> ckm.ProtectedTable:  # noqa: B008
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=values or [ckm.Value()])), method)


def shown(found: ckm.ProtectedTable, *codes: Code, value: int = 0) -> list[int | str]:
    signs = [found.sign({"c": code}, value) for code in codes]
    return [sign.text if sign else found.value({"c": code}, value) for sign, code in zip(signs, codes, strict=True)]


def test_every_count_goes_to_the_nearest_multiple_halves_away_from_zero() -> None:
    found = table(records(**{f"n{count:02d}": count for count in range(1, 17)}))
    codes = [f"n{count:02d}" for count in range(1, 17)]
    assert shown(found, *codes) == [0, 0, 0, 0, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 20]


def test_sums_are_rounded_from_originals() -> None:
    assert shown(table(records(A=74, B=13, C=11, D=3)), *"ABCD", TOTAL) == [70, 10, 10, 0, 100]
    found = table(records(p=101, q=134, r=113, s=232))
    assert shown(found, *"pqrs", TOTAL) == [100, 130, 110, 230, 580]


def years(*counts: dict[str, int]) -> ckm.ProtectedTable:
    """A table over periods with their average: of each period so many records of each category."""
    data = {place: records(**found) for place, found in enumerate(counts)}
    periods = tuple(
        Period(ckm.Texts.same(str(place)), f"2025-{place + 1:02d}-01", PeriodSource("file"))
        for place in range(len(counts))
    )
    made = ckm.Statistic(ckm.Texts.same("S"), periods=periods, units="once")
    for place in range(len(counts)):
        made = replace(made, current=place).put_in_force(ckm.Rounding(10))
    spec = ckm.TableSpec(rows=["c"], columns=[Level(PERIOD, mean=True)], values=[ckm.Value(), SHARE])
    return over_periods(made, spec, lambda one: data[one.current])


def test_an_average_is_the_rounded_sum_divided_by_the_number_of_parts() -> None:
    quarters = years(*({"a": count} for count in (26, 25, 25, 25)))
    assert quarters.value({"c": "a"}) == 25  # 101 -> 100, 100 / 4
    months = years(*({"a": count} for count in (102, 103, 103, 103, 103, 103, 103, 103, 103, 103, 103, 102)))
    assert months.value({"c": "a"}) == 103  # 1 234 -> 1 230, 1 230 / 12 = 102.5
    assert months.value({"c": "a", PERIOD: "2025-01-01"}) == 100


def test_where_the_base_is_an_average_its_sum_must_reach_250() -> None:
    enough = years(*({"a": 30, "b": 33} for _ in range(4)))
    assert enough.value({"c": "a"}, 1) == 48  # of 63 on average, of 252 in all: 120 / 252
    short = years(*({"a": 30, "b": 32} for _ in range(4)))
    assert short.sign({"c": "a"}, 1) == Sign.BLOCKED
    assert enough.sign({"c": "a", PERIOD: "2025-01-01"}, 1) == Sign.BLOCKED


def test_a_mean_is_the_rounded_sum_by_the_rounded_count() -> None:
    found = table(amounts(a=[7.0] * 13 + [10.0], b=[1.0, 1.0]), SUM, ckm.Value(), MEAN)
    assert shown(found, "a") == [100]  # 101
    assert shown(found, "a", value=1) == [10]  # 14
    assert shown(found, "a", value=2) == [10]
    assert shown(found, "b", value=2) == ["."]  # nothing is shown of a cell whose published count is 0


def test_an_absolute_change_is_the_difference_of_rounded_figures() -> None:
    change = ckm.Value("change", variable="c", against="a", absolute=True)
    assert shown(table(records(a=250, b=254), change), "b") == [0]


def test_relative_changes_and_shares_come_from_originals_in_whole_percent() -> None:
    change = ckm.Value("change", variable="c", against="a")
    assert shown(table(records(a=250, b=254), change), "b") == [2]  # 1.6
    assert shown(table(records(a=8, b=246, d=1), SHARE), *"abd", TOTAL) == [3, 96, 0, 100]  # 3.1 96.5 .4, sum 99


BA = ckm.Rounding(10, share_of_zero="original", share_reason="as the BA publishes; register of methods, no. 12")


def test_a_share_of_a_published_0_is_0_but_where_the_office_has_a_reason_on_record() -> None:
    data = records(a=4, b=251)
    assert shown(table(data, ckm.Value()), "a", TOTAL) == [0, 260]
    assert shown(table(data, SHARE), "a") == [0]
    assert shown(table(data, SHARE, method=BA), "a") == [2]
    change = ckm.Value("change", variable="c", against="b")
    parts = {"conditions": (Condition("c", ("a",)),), "base_conditions": (Condition("c", ("b",)),)}
    ratio = ckm.Value("ratio", factor=100, **parts)
    for value, where, zero, original in ((change, "a", -100, -98), (ratio, TOTAL, 0, 2)):
        assert shown(table(data, value), where) == [zero]
        assert shown(table(data, value, method=BA), where) == [original]
    assert "0" in BA.note.text("en").split("multiples of 10")[1]
    for wrong in ({"share_of_zero": "original"}, {"share_reason": "why"}):
        with fails("settings_contradict", match="reason"):
            ckm.Rounding(10, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", [ckm.Rounding(10), BA])
def test_the_examples_of_the_ba_are_the_same_in_its_own_mode(method: ckm.Rounding) -> None:
    change = ckm.Value("change", variable="c", against="a")
    assert shown(table(records(a=250, b=254), change, method=method), "b") == [2]
    assert shown(table(records(a=8, b=246, d=1), SHARE, method=method), *"abd", TOTAL) == [3, 96, 0, 100]
    assert shown(table(records(a=2, b=3), change, method=method), "b") == ["x"]
    assert shown(table(records(a=7, b=86, d=1), SHARE, method=method), *"abd") == ["x", "x", "x"]
    assert shown(table(records(a=74, b=13, d=11, e=3), method=method), *"abde", TOTAL) == [70, 10, 10, 0, 100]
    assert shown(table(records(a=101, b=134, d=113, e=232), method=method), *"abde", TOTAL) == [100, 130, 110, 230, 580]
    absolute = replace(change, absolute=True)
    assert shown(table(records(a=250, b=254), absolute, method=method), "b") == [0]


@pytest.mark.parametrize("decimals", [0, 1, 2])
def test_each_decimal_needs_ten_times_the_base(decimals: int) -> None:
    base = 250 * 10**decimals
    value = replace(SHARE, decimals=decimals)
    assert shown(table(records(a=base // 2, b=base - base // 2), value), "a") == [50 * 10**decimals]
    assert shown(table(records(a=base // 2, b=base - base // 2 - 1), value), "a") == ["x"]


def test_the_minimum_base_is_tested_on_the_original() -> None:
    change = ckm.Value("change", variable="c", against="a")
    assert shown(table(records(a=2, b=3), change), "b") == ["x"]
    assert shown(table(records(a=7, b=86, d=1), SHARE), *"abd") == ["x", "x", "x"]
    assert shown(table(records(a=100, b=149), SHARE), "a") == ["x"]  # 249, published as 250
    assert shown(table(records(a=100, b=150), SHARE), "a") == [40]
    assert shown(table(records(a=100, b=150), SHARE, method=ckm.Rounding(10, 500)), "a") == ["x"]
    assert shown(table(records(a=300, b=300), replace(SHARE, decimals=1), method=ckm.Rounding(10, 60)), "a") == [500]


def test_ratios_have_the_same_minimum_base_and_one_decimal_unless_they_are_official() -> None:
    ratio = ckm.Value("ratio", base_conditions=(Condition("c", ("b",)),), factor=100, decimals=1)
    data = records(a=100, b=3000)
    spec = ckm.TableSpec(values=[replace(ratio, conditions=(Condition("c", ("a",)),))])
    found = ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10))
    assert found.value({}) == 33
    finer = spec.with_changes(values=[replace(spec.values[0], decimals=2)])
    with fails("ratio_decimals", match="2 decimals; with this method it may have 1"):
        ckm.protect(ckm.tabulate(data, finer), ckm.Rounding(10))
    official = ckm.protect(ckm.tabulate(records(a=1000, b=30000), finer), ckm.Rounding(10, ratio_decimals=2))
    assert official.value({}) == 333
    small = ckm.protect(ckm.tabulate(records(a=100, b=2000), spec), ckm.Rounding(10))
    assert small.sign({}) == Sign.BLOCKED


def test_sums_have_bases_of_their_own_and_a_minimum_base_in_proportion() -> None:
    data = amounts(a=[400.0] * 30, b=[400.0] * 30 + [999.0])
    share = ckm.Value("share", base="column", magnitude="x")
    method = ckm.Rounding(10, magnitude_bases=(("x", 1000),))
    assert shown(table(data, SUM, method=method), "a", "b", TOTAL) == [12000, 13000, 25000]
    assert shown(table(data, share, method=method), "a") == ["x"]  # 24 999 is below 250 x 1000 / 10
    more = amounts(a=[400.0] * 30, b=[400.0] * 30 + [1000.0])
    assert shown(table(more, share, method=method), "a") == [48]
    assert "Sums of x are rounded to multiples of 1,000." in method.note.text("en")


def test_decimals_and_negative_sums_are_rounded_exactly() -> None:
    data = amounts(a=[-2.5] * 10, b=[0.1, 4.9] + [0.0] * 8, d=[2.49, 2.5] + [0.0] * 8)
    assert shown(table(data, SUM, method=ckm.Rounding(10, **FORMER)), "a", "b", "d") == [-30, 10, 0]


def test_a_dominance_cell_shows_a_dot_in_every_table_and_so_does_what_derives_from_it() -> None:
    rules = ckm.PrimaryRules(dominance=((1, 50.0),))
    method = ckm.Rounding(10, minimum_base=1, primary=rules)
    data = amounts(a=[900.0] + [10.0] * 20, b=[100.0] * 20)
    values = [
        SUM,
        ckm.Value(),
        MEAN,
        ckm.Value("share", base="column", magnitude="x"),
        ckm.Value("change", variable="c", against="a", magnitude="x"),
    ]
    found = table(data, *values, method=method)
    assert shown(found, "a", "b", TOTAL) == [".", 2000, 3100]
    assert shown(found, "a", "b", value=1) == [20, 20]
    assert shown(found, "a", "b", value=2) == [".", 100]
    assert shown(found, "a", "b", value=3) == [".", 65]
    assert shown(found, "b", value=4) == ["."]
    alone = ckm.TableSpec(rows=["c"], filters=[Condition("c", ("a",))], values=[SUM])
    assert shown(ckm.protect(ckm.tabulate(data, alone), method), "a", TOTAL) == [".", "."]
    assert method.legend[Sign.UNKNOWN].text("de") == "Zahl unbekannt oder geheim zu halten"


def test_the_two_way_table_that_base_ten_discloses_is_published_as_the_note_says() -> None:
    rows = [(9, 5), (4, 20), (4, 31), (4, 17), (4, 44)]
    frame = pd.DataFrame(
        [
            (str(row), str(column))
            for row, pair in enumerate(rows)
            for column, count in enumerate(pair)
            for _ in range(count)
        ],
        columns=["r", "k"],
    )
    raw = ckm.tabulate(ckm.Microdata.from_pandas(frame, ["r", "k"]), ckm.TableSpec(rows=["r"], columns=["k"]))
    found = ckm.protect(raw, ckm.Rounding(10))
    assert [found.value({"r": str(row), "k": "0"}) for row in range(5)] == [10, 0, 0, 0, 0]
    assert found.value({"k": "0"}) == 30
    assert [found.value({"r": "0", "k": "0"}), found.value({"r": "0", "k": "1"}), found.value({"r": "0"})] == [
        10,
        10,
        10,
    ]


@given(st.lists(st.integers(0, 60), min_size=2, max_size=4), st.integers(2, 40))
@settings(max_examples=examples(60))
def test_no_figure_is_further_away_than_half_a_base_and_zeros_stay(counts: list[int], base: int) -> None:
    data = records(**{name: count + 1 for name, count in zip("abde", counts, strict=False)})
    found = table(data, method=ckm.Rounding(base))
    for name, count in zip("abde", counts, strict=False):
        assert 2 * abs(found.value({"c": name}) - (count + 1)) <= base
    nothing = ckm.TableSpec(rows=["c"], filters=[Condition("c", ("a",))])
    assert ckm.protect(ckm.tabulate(data, nothing), ckm.Rounding(base)).value({"c": "b"}) == 0


@given(st.integers(1, 3000), st.integers(0, 3000), st.integers(0, 1), st.integers(1, 400))
@settings(max_examples=examples(60))
def test_shares_are_exact_against_fractions(part: int, rest: int, decimals: int, least: int) -> None:
    found = table(records(a=part, b=rest), replace(SHARE, decimals=decimals), method=ckm.Rounding(10, least))
    scale = 10**decimals
    if part + rest < least * scale or part + rest < 5:
        assert found.sign({"c": "a"}) == Sign.BLOCKED
    elif part < 5:
        assert found.value({"c": "a"}) == 0
    else:
        assert found.value({"c": "a"}) == int(Fraction(100 * scale * part, part + rest) + Fraction(1, 2))


def test_settings_of_rounding_are_checked() -> None:
    for wrong in ({"minimum_base": 0}, {"ratio_decimals": 7}, {"magnitude_bases": (("x", 1),)}):
        with fails("setting_range"):
            ckm.Rounding(10, **wrong)  # type: ignore[arg-type]
    with fails("settings_contradict", match="twice"):
        ckm.Rounding(10, magnitude_bases=(("x", 10), ("x", 100)))


def test_weights_without_decimals_are_rounded_from_doubles() -> None:
    frame = pd.DataFrame({"c": ["a"] * 3, "w": np.array([1e-7, 4.9, 0.2])})
    data = ckm.Microdata.from_pandas(frame, ["c"], weight="w")
    former = ckm.Rounding(10, shown_with="contributors")  # three records are published as 0
    assert table(data, ckm.Value("weighted_count"), method=former).value({"c": "a"}) == 10
