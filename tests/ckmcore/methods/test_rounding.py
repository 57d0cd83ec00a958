"""Deterministic rounding [BA]: figures of the Federal Employment Agency's note."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.derived import Numbers
from ckmcore.methods.multiples import nearest
from tests.kit.fails import fails


def half_away(value: Fraction) -> int:
    whole = int(abs(value) + Fraction(1, 2))
    return whole if value >= 0 else -whole


def test_halves_go_away_from_zero_for_base_ten() -> None:
    found = nearest(Numbers(np.arange(17, dtype=np.int64)), 10).tolist()
    assert found == [0, 0, 0, 0, 0, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 20]


def test_sums_are_rounded_from_originals_not_added_from_rounded_parts() -> None:
    frame = pd.DataFrame({"a": ["A"] * 74 + ["B"] * 13 + ["C"] * 11 + ["D"] * 3})
    raw = ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a"]), ckm.TableSpec(rows=["a"]))
    shown = ckm.protect(raw, ckm.Rounding(10))
    assert [shown.value({"a": code}) for code in "ABCD"] == [70, 10, 10, 0]
    assert shown.value({}) == 100


def test_groups_and_their_total_are_rounded_each_on_its_own() -> None:
    found = nearest(Numbers(np.array([101, 134, 113, 232, 580], dtype=np.int64)), 10).tolist()
    assert found == [100, 130, 110, 230, 580]


def scaled(number: int, decimals: int = 0) -> Numbers:
    return Numbers(np.array([number], dtype=np.int64), decimals)


@given(st.integers(-(10**15), 10**15), st.integers(2, 1000), st.integers(0, 3))
def test_rounding_is_exact_for_any_base(number: int, base: int, decimals: int) -> None:
    found = int(nearest(scaled(number, decimals), base)[0])
    scale = 10**decimals
    assert found % base == 0
    assert 2 * abs(found * scale - number) <= base * scale
    if 2 * abs(found * scale - number) == base * scale:
        assert abs(found * scale) > abs(number)


@given(st.integers(-(2**63) + 1, 2**63 - 1), st.integers(2, 10**9))
def test_figures_of_63_bits_are_rounded_exactly_or_refused(number: int, base: int) -> None:
    exact = half_away(Fraction(number, base)) * base
    if abs(exact) < 2**63:
        assert int(nearest(scaled(number), base)[0]) == exact
    else:
        with fails("figure_too_large"):
            nearest(scaled(number), base)


def test_examination_tells_what_rounding_did() -> None:
    frame = pd.DataFrame({"a": ["x"] * 7 + ["y"] * 4})
    raw = ckm.tabulate(ckm.Microdata.from_pandas(frame, ["a"]), ckm.TableSpec(rows=["a"]))
    story = ckm.explain(raw, ckm.Rounding(10), {"a": "x"})
    assert (story.count, story.noise, story.published, story.cell_key) == (7, 3, 10, None)


@pytest.mark.parametrize("base", [1, 0, -10])
def test_a_base_below_two_is_refused(base: int) -> None:
    with fails("setting_range", match="whole number from 2"):
        ckm.Rounding(base)
