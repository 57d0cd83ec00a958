"""Profiles agree with pandas, warn of what cannot be meant, and show nothing by accident."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.microdata import Microdata
from ckmcore.microdata.profile import profile, variables, warnings
from tests.kit.examples import examples


def data_of(**columns: list[object]) -> Microdata:
    return Microdata.from_pandas(pd.DataFrame(columns), list(columns))


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "c", ""]), min_size=1, max_size=60))
def test_counts_of_categories_are_those_of_pandas(values: list[str]) -> None:
    found = profile(data_of(x=values), "x")
    expected = pd.Series(values).value_counts().to_dict()
    assert {one.code: one.count for one in found.categories} == expected
    assert found.missing == values.count("")
    assert found.distinct == len(set(values) - {""})


@settings(max_examples=examples(30), deadline=None)
@given(st.lists(st.one_of(st.none(), st.integers(-10_000, 10_000)), min_size=1, max_size=80))
def test_range_and_quantiles_of_a_magnitude_are_those_of_numpy(values: list[int | None]) -> None:
    frame = pd.DataFrame({"x": ["a"] * len(values), "m": pd.Series(values, dtype="float64") / 100})
    found = profile(Microdata.from_pandas(frame, ["x"], magnitudes=["m"]), "m")
    there = np.array([value / 100 for value in values if value is not None])
    assert found.missing == len(values) - len(there)
    if not len(there):
        assert found.smallest is None
        return
    assert (found.smallest, found.largest) == (there.min(), there.max())
    assert found.distinct == len(np.unique(there))
    assert found.zeros == int((there == 0).sum())
    assert found.negative == int((there < 0).sum())
    for share, value in found.quantiles:
        assert np.quantile(there, share, method="closest_observation") == pytest.approx(value) or value in there


def test_examples_are_written_with_all_their_decimals() -> None:
    frame = pd.DataFrame({"x": ["a"] * 3, "m": [-0.05, 1.5, 1.5]})
    assert profile(Microdata.from_pandas(frame, ["x"], magnitudes=["m"]), "m").examples == ("-0.05", "1.50")


def test_what_cannot_be_meant_is_warned_of() -> None:
    many = [str(place) for place in range(2000)]
    data = data_of(one=["a"] * 2000, pers_id=many, empty=[""] * 2000, half=[str(n // 2) for n in range(2000)])
    codes = {name: [told.code for told in warnings(profile(data, name))] for name in variables(data)}
    assert codes["one"] == ["profile_constant"]
    assert codes["pers_id"] == ["profile_identifier", "profile_many"]
    assert codes["empty"] == ["profile_missing"]
    assert codes["half"] == []
    assert [told.code for told in warnings(profile(data_of(a=["1", "2"]), "a"))] == ["profile_distinct"]


def test_a_profile_shows_nothing_by_accident() -> None:
    assert repr(profile(data_of(x=["a", "b"]), "x")) == "Profile('x', dimension, confidential)"
