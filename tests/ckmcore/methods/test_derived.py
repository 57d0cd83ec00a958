"""Shares, changes, ratios and rates: the rules of each method, against the papers' numbers and pandas."""

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
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.tabulate.spec import PREVIOUS, TOTAL, Code, Condition, ShareBase
from tests.kit.examples import examples
from tests.kit.fails import fails

PTABLE = ckm.design_ptable(D=3, V=2.0, js=1)
METHODS: list[ckm.CellKeyMethod | ckm.Rounding] = [ckm.CellKeyMethod(PTABLE), ckm.Rounding(10)]


def counted(**counts: int) -> ckm.Microdata:
    """Records in which category `name` of variable `c` occurs so often."""
    names = [name for name, count in counts.items() for _ in range(count)]
    frame = pd.DataFrame({"c": names, "key": [f"0.{7919 * n % 10**9:09d}" for n in range(len(names))]})
    return ckm.Microdata.from_pandas(frame, ["c"], record_key="key")


def half_away(value: Fraction) -> int:
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def rounded(data: ckm.Microdata, value: ckm.Value) -> ckm.ProtectedTable:
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=[value])), ckm.Rounding(10))


def shown(table: ckm.ProtectedTable, code: Code, value: int = 0) -> int | str:
    sign = table.sign({"c": code}, value)
    return sign.text if sign else table.value({"c": code}, value)


def test_shares_under_rounding_come_from_the_originals_and_need_not_add_up() -> None:
    # [BA]: 8, 246, 1 of 255 -> 3, 96, 0; sum 99 stands.
    table = rounded(counted(a=8, b=246, d=1), ckm.Value("share", base="column"))
    assert [shown(table, code) for code in ("a", "b", "d", TOTAL)] == [3, 96, 0, 100]


def test_a_base_below_250_shows_no_share_under_rounding() -> None:
    # [BA]: 7, 86, 1 of 94 -> x x x.
    table = rounded(counted(a=7, b=86, d=1), ckm.Value("share", base="column"))
    assert [shown(table, code) for code in ("a", "b", "d")] == ["x", "x", "x"]


def test_one_decimal_needs_ten_times_the_base() -> None:
    value = ckm.Value("share", base="column", decimals=1)
    assert shown(rounded(counted(a=1000, b=1499), value), "a") == "x"
    assert shown(rounded(counted(a=1000, b=1500), value), "a") == 400


def test_changes_under_rounding_are_differences_of_rounded_figures_and_rates_of_originals() -> None:
    # [BA]: 254 against 250 -> 0, and 1.6 -> 2 percent; 3 against 2 -> x.
    data = counted(a=250, b=254)
    absolute = ckm.Value("change", variable="c", against="a", absolute=True)
    assert shown(rounded(data, absolute), "b") == 0
    assert shown(rounded(data, ckm.Value("change", variable="c", against="a")), "b") == 2
    assert shown(rounded(counted(a=2, b=3), ckm.Value("change", variable="c", against="a")), "b") == "x"


def test_a_published_zero_has_no_share_of_its_own_whatever_the_original() -> None:
    value = ckm.Value("share", base="column")
    for count in range(1, 5):
        assert shown(rounded(counted(a=count, b=260 - count), value), "a") == 0


@settings(max_examples=examples(30))
@given(
    st.lists(st.sampled_from(["x", "y", "z"]), min_size=1, max_size=60),
    st.sampled_from(["total", "row", "column", "row_parent"]),
    st.integers(0, 2),
)
def test_shares_under_the_cell_key_method_are_those_of_the_published_figures(
    names: list[str], base: ShareBase, decimals: int
) -> None:
    frame = pd.DataFrame({"a": names, "b": [name * (1 + n % 2) for n, name in enumerate(names)]})
    frame["key"] = [f"0.{104729 * n % 10**9:09d}" for n in range(len(names))]
    data = ckm.Microdata.from_pandas(frame, ["a", "b"], record_key="key")
    spec = ckm.TableSpec(
        rows=["a"], columns=["b"], values=[ckm.Value(), ckm.Value("share", base=base, decimals=decimals)]
    )
    table = ckm.protect(ckm.tabulate(data, spec), METHODS[0])
    codes_a: list[Code] = [TOTAL, *data.dimensions["a"].codes]
    codes_b: list[Code] = [TOTAL, *data.dimensions["b"].codes]
    for a in codes_a:
        for b in codes_b:
            own: dict[str, Code] = {"a": a, "b": b}
            whole: dict[str, Code] = {
                "a": a if base == "row" else TOTAL,
                "b": TOTAL if base in ("row", "total") else b,
            }
            above, below = table.value(own), table.value(whole)
            if below <= 0:
                assert table.sign(own, 1) == Sign.BLOCKED
            else:
                assert table.sign(own, 1) == Sign.NONE
                assert table.value(own, 1) == half_away(Fraction(above * 100 * 10**decimals, below))


def test_the_parent_of_a_nested_row_is_the_total_within_its_outer_row() -> None:
    frame = pd.DataFrame({"a": list("xxyy"), "b": list("1212")})
    frame["key"] = ["0.100000000"] * 4
    data = ckm.Microdata.from_pandas(frame, ["a", "b"], record_key="key")
    spec = ckm.TableSpec(rows=["a", "b"], values=[ckm.Value(), ckm.Value("share", base="row_parent")])
    table = ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(PTABLE))

    def share(above: dict[str, Code], below: dict[str, Code]) -> int:
        return half_away(Fraction(100 * table.value(above), table.value(below)))

    inner: dict[str, Code] = {"a": "x", "b": "1"}
    if table.value({"a": "x"}):
        assert table.value(inner, 1) == share(inner, {"a": "x"})
    assert table.value({"a": "x"}, 1) == share({"a": "x"}, {})
    assert table.value({}, 1) == 100


def test_the_change_to_the_one_before_follows_the_code_list_within_a_node() -> None:
    data = counted(a=300, b=330, d=300)
    value = ckm.Value("change", variable="c", against=PREVIOUS, decimals=0)
    table = rounded(data, value)
    assert [shown(table, code) for code in ("a", "b", "d", TOTAL)] == ["x", 10, -9, "x"]
    hidden = ckm.TableSpec(rows=[ckm.Level("c", nodes=("d",))], values=[value])
    alone = ckm.protect(ckm.tabulate(data, hidden), ckm.Rounding(10))
    assert alone.value({"c": "d"}) == -9


@pytest.mark.parametrize("method", METHODS)
def test_a_ratio_divides_two_counts_with_filters_of_their_own(method: ckm.CellKeyMethod | ckm.Rounding) -> None:
    frame = pd.DataFrame({"a": ["p"] * 900 + ["q"] * 900, "b": (["1"] * 300 + ["2"] * 600) * 2})
    frame["key"] = [f"0.{104729 * n % 10**9:09d}" for n in range(1800)]
    data = ckm.Microdata.from_pandas(frame, ["a", "b"], record_key="key")
    one, two = (Condition("b", ("1",)),), (Condition("b", ("2",)),)
    ratio = ckm.Value("ratio", conditions=one, base_conditions=two, factor=100)
    values = [ratio, ckm.Value(conditions=one), ckm.Value(conditions=two)]
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"], values=values))
    table = ckm.protect(raw, method)
    if isinstance(method, ckm.Rounding):
        assert table.value({"a": "p"}) == 50
    else:
        published = Fraction(100 * table.value({"a": "p"}, 1), table.value({"a": "p"}, 2))
        assert table.value({"a": "p"}) == half_away(published)
    alone = ckm.TableSpec(rows=["a"], filters=list(one))
    same = ckm.protect(ckm.tabulate(data, alone), method)
    assert table.value({"a": "q"}, 1) == same.value({"a": "q"})


@pytest.mark.parametrize("method", METHODS)
def test_a_rate_divides_the_published_figure_by_a_public_one(method: ckm.CellKeyMethod | ckm.Rounding) -> None:
    rows = (ReferenceRow(("a",), "1250.5"), ReferenceRow(("",), "4000"))
    data = replace(counted(a=30, b=50), references=(ReferenceTable("people", variables=("c",), rows=rows),))
    spec = ckm.TableSpec(
        rows=["c"], values=[ckm.Value(), ckm.Value("rate", reference="people", factor=1000, decimals=1)]
    )
    table = ckm.protect(ckm.tabulate(data, spec), method)
    expected = half_away(Fraction(table.value({"c": "a"}) * 10000) / Fraction("1250.5"))
    assert table.value({"c": "a"}, 1) == expected
    assert table.value({}, 1) == half_away(Fraction(table.value({}) * 10000, 4000))
    assert table.sign({"c": "b"}, 1) == Sign.UNKNOWN
    assert table.sign({"c": "b"}) == Sign.NONE
    with fails("reference_unknown", match="area"):
        ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=[ckm.Value("rate", reference="area")]))


def test_a_rate_has_no_figure_where_a_filter_lets_in_what_no_public_figure_counts() -> None:
    rows = tuple(
        ReferenceRow((code,), figure) for code, figure in (("a", "100"), ("b", "200"), ("d", "50"), ("", "350"))
    )
    people = ReferenceTable("people", variables=("c",), rows=rows)
    data = replace(counted(a=30, b=50, d=20), references=(people,))
    rate = ckm.Value("rate", reference="people", factor=100)

    def rates(codes: tuple[str, ...], *levels: str) -> list[int | str]:
        filters = [Condition("c", codes)] if codes else []
        table = ckm.protect(ckm.tabulate(data, ckm.TableSpec(levels, filters=filters, values=[rate])), ckm.Rounding(10))
        wanted: list[Code] = ["a", "b", TOTAL] if levels else []
        return [shown(table, code) for code in wanted] or [table.sign({}).text or table.value({})]

    assert rates((), "c") == [30, 25, 29]
    # Divided by the figure of all, the rate of a and b would be too small.
    assert rates(("a", "b"), "c") == [30, 25, "."]
    assert rates(("a",), "c") == [30, ".", "."]
    assert rates(("a", "b")) == ["."]
    assert rates(("a",)) == [30]
    assert rates(()) == [29]


def test_values_that_cannot_be_computed_are_refused_with_their_reason() -> None:
    data = counted(a=3)
    for value, error in (
        (ckm.Value("change", variable="sex", against="m"), "change_needs_variable"),
        (ckm.Value("share", base="row", decimals=99), "value_faulty"),
        (ckm.Value("ratio", factor=0), "value_faulty"),
        (ckm.Value("share"), "value_faulty"),
    ):
        with fails(error):
            ckm.tabulate(data, ckm.TableSpec(rows=["c"], values=[value]))


@settings(max_examples=examples(40))
@given(st.lists(st.integers(0, 400), min_size=3, max_size=3), st.sampled_from(METHODS))
def test_shares_follow_from_published_counts_or_are_blocked_below_the_base(
    counts: list[int], method: ckm.CellKeyMethod | ckm.Rounding
) -> None:
    data = counted(a=counts[0] + 1, b=counts[1], d=counts[2])
    spec = ckm.TableSpec(rows=["c"], values=[ckm.Value(), ckm.Value("share", base="column", decimals=1)])
    raw = ckm.tabulate(data, spec)
    table = ckm.protect(raw, method)
    total = table.value({})
    for code in data.dimensions["c"].codes:
        if isinstance(method, ckm.Rounding):
            if raw.blocks[0].counts[0] < 2500:
                assert table.sign({"c": code}, 1) == Sign.BLOCKED
        elif total > 0:
            assert table.value({"c": code}, 1) == half_away(Fraction(table.value({"c": code}) * 1000, total))


def test_figures_with_decimals_stand_in_frames_as_numbers_and_signs_beside_them() -> None:
    spec = ckm.TableSpec(rows=["c"], values=[ckm.Value(), ckm.Value("share", base="column")])
    frame = ckm.protect(ckm.tabulate(counted(a=7, b=86), spec), ckm.Rounding(10)).to_pandas()
    assert frame["sign 2"].tolist() == ["x", "x", "x"]
    assert np.isnan(frame["share"]).all()
    assert frame["count"].tolist() == [90, 10, 90]
