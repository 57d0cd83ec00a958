"""Microdata from a data frame."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.keys.record_keys import RecordKeyMissing
from ckmcore.microdata import MISSING, Dialect, Microdata, ReadingAnswer
from ckmcore.microdata.data import UnknownVariable
from tests.kit.fails import fails


def texts_of(data: Microdata, name: str) -> list[str]:
    codes = data.dimensions[name].codes
    return [codes[code] for code in data.columns[name].tolist()]


def test_values_of_every_type_become_text_codes() -> None:
    frame = pd.DataFrame(
        {
            "whole": [10, 9, 10],
            "real": [1.0, np.nan, 2.5],
            "text": [" b", None, "a"],
            "yes": [True, False, True],
            "day": pd.to_datetime(["2026-01-31", None, "2025-12-01"]),
            "nullable": pd.array([3, None, 20], dtype="Int64"),
            "mixed": pd.Series([1, "1", datetime.date(2026, 1, 2)], dtype=object),
        }
    )
    answers = (ReadingAnswer("days_among_codes", "mixed", "days"),)
    data = Microdata.from_pandas(frame, list(frame.columns), dialect=Dialect(encoding="", answers=answers))
    assert data.dimensions["whole"].codes == ("9", "10")
    assert texts_of(data, "whole") == ["10", "9", "10"]
    assert texts_of(data, "real") == ["1", MISSING, "2.5"]
    assert texts_of(data, "text") == ["b", MISSING, "a"]
    assert texts_of(data, "yes") == ["1", "0", "1"]
    assert texts_of(data, "day") == ["2026-01-31", MISSING, "2025-12-01"]
    assert data.dimensions["nullable"].codes == ("3", "20", MISSING)
    assert texts_of(data, "mixed") == ["1", "1", "2026-01-02"]


def test_categoricals_keep_their_order_and_missing_comes_last() -> None:
    column = pd.Categorical(["old", None, "young"], categories=["young", "middle", "old"])
    data = Microdata.from_pandas(pd.DataFrame({"age": column}), ["age"])
    assert data.dimensions["age"].codes == ("young", "middle", "old", MISSING)
    assert data.columns["age"].tolist() == [2, 3, 0]


def test_categoricals_of_numbers_serve_as_dimension_and_as_magnitude() -> None:
    frame = pd.DataFrame({"a": pd.Categorical([2, 1, 2]), "b": pd.Categorical([1.5, 2.0, 1.5])})
    data = Microdata.from_pandas(frame, ["a"], magnitudes=["b"])
    assert texts_of(data, "a") == ["2", "1", "2"]
    assert data.magnitudes["b"].values.tolist() == [15, 20, 15]


def test_keys_come_as_texts_doubles_or_integers() -> None:
    frame = pd.DataFrame({"a": [1, 1], "text": ["0.125", ".5"], "real": [0.125, 0.5], "whole": [7, 255]})
    for name in ("text", "real"):
        keys = Microdata.from_pandas(frame, ["a"], record_key=name).record_keys
        assert keys is not None
        assert (keys.values.tolist(), keys.modulus) == ([125, 500], 1000)
    keys = Microdata.from_pandas(frame, ["a"], record_key="whole", modulus=256).record_keys
    assert keys is not None
    assert (keys.values.tolist(), keys.modulus) == ([7, 255], 256)
    notices = Microdata.from_pandas(frame, ["a"], record_key="real").notices
    assert [notice.code for notice in notices] == ["record_key_doubles"]
    with pytest.raises(RecordKeyMissing):
        Microdata.from_pandas(frame.assign(real=[0.5, np.nan]), ["a"], record_key="real")


@pytest.mark.parametrize(
    ("values", "scaled", "decimals"),
    [
        ([1.5, 2.25, -3.0], [150, 225, -300], 2),
        ([1.0, 2.0], [1, 2], 0),
        ([0.000001, 1e9], [1, 10**15], 6),
        ([0.1, 0.7, 123456.789], [100, 700, 123456789], 3),
        ([5, 10**15], [5, 10**15], 0),
        (["1.50", "2"], [15, 20], 1),
        ([True, False], [1, 0], 0),
    ],
)
def test_values_of_at_most_six_decimals_are_kept_exactly(
    values: list[object], scaled: list[int], decimals: int
) -> None:
    column = Microdata.from_pandas(pd.DataFrame({"x": values}), [], magnitudes=["x"]).magnitudes["x"]
    assert (column.values.tolist(), column.decimals, column.values.dtype) == (scaled, decimals, np.int64)


@pytest.mark.parametrize(
    "values",
    [
        [0.1234567, 1.0],
        [1 / 3],
        [1e300, 1.0],
        [2**62, 2**62],
        [-(2**63), -1],
        ["9223372036854.775808"],
        ["0.0000001", "9007199254740993"],
    ],
)
def test_values_that_would_overflow_or_have_more_decimals_stay_doubles(values: list[object]) -> None:
    column = Microdata.from_pandas(pd.DataFrame({"x": values}), [], magnitudes=["x"]).magnitudes["x"]
    assert (column.decimals, column.values.dtype) == (None, np.float64)
    assert column.values.tolist() == [float(value) for value in values]  # type: ignore[arg-type]


def test_the_largest_sum_that_fits_is_kept_exactly() -> None:
    column = Microdata.from_pandas(pd.DataFrame({"x": [2**62, 2**62 - 1]}), [], magnitudes=["x"]).magnitudes["x"]
    assert (column.values.tolist(), column.decimals) == ([2**62, 2**62 - 1], 0)


@given(st.lists(st.integers(-(10**14), 10**14), min_size=1), st.integers(0, 6))
def test_decimals_in_doubles_survive(numbers: list[int], decimals: int) -> None:
    values = [number / 10**decimals for number in numbers]
    column = Microdata.from_pandas(pd.DataFrame({"x": values}), [], magnitudes=["x"]).magnitudes["x"]
    assert column.decimals is not None
    assert [value * 10**decimals for value in column.values.tolist()] == [
        number * 10**column.decimals for number in numbers
    ]


def test_weights_below_0_are_refused_and_those_of_0_count_nothing() -> None:
    frame = pd.DataFrame({"a": [1, 2, 3], "w": [0.0, -0.5, -2.0]})
    with fails("weight_negative", match="below 0: 2, the first is record 2"):
        Microdata.from_pandas(frame, ["a"], weight="w")
    frame["w"] = [0.0, 0.5, 2.0]
    data = Microdata.from_pandas(frame, ["a"], weight="w")
    assert data.weight is not None
    assert data.weight.values.tolist() == [0, 5, 20]


def test_missing_weights_are_refused_and_missing_magnitudes_are_zero() -> None:
    frame = pd.DataFrame({"a": [1, 2, 3], "x": [1.5, np.nan, np.nan]})
    with fails("weight_missing") as caught:
        Microdata.from_pandas(frame, ["a"], weight="x")
    assert (caught.value.fields["count"], caught.value.fields["row"]) == (2, 2)
    data = Microdata.from_pandas(frame, ["a"], magnitudes=["x"])
    assert data.magnitudes["x"].values.tolist() == [15, 0, 0]
    assert [notice.code for notice in data.notices] == ["magnitude_missing"]


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"dimensions": ["A"]}, UnknownVariable),
        ({"dimensions": ["a", "a"]}, "column_two_roles"),
        ({"dimensions": ["a"], "weight": "a"}, "column_two_roles"),
        ({"dimensions": ["b"]}, "column_name_twice"),
        ({"dimensions": ["a"], "magnitudes": ["t"]}, "not_a_number"),
        ({"dimensions": ["a"], "magnitudes": ["inf"]}, "not_a_number"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, object], kind: str) -> None:
    frame = pd.DataFrame([[1, 2, 3, "many", np.inf]], columns=["a", "b", "b", "t", "inf"])
    with fails(kind) as caught:
        Microdata.from_pandas(frame, **arguments)  # type: ignore[arg-type]
    assert caught.value.text("de") != caught.value.text("en")


def test_an_empty_frame_gives_empty_columns() -> None:
    frame = pd.DataFrame(
        {"a": pd.Series([], dtype=str), "x": pd.Series([], dtype=float), "k": pd.Series([], dtype=str)}
    )
    data = Microdata.from_pandas(frame, ["a"], record_key="k", magnitudes=["x"])
    assert (data.rows, data.dimensions["a"].codes) == (0, ())


@given(st.lists(st.one_of(st.none(), st.text("ab 01", max_size=3)), max_size=30))
def test_each_record_keeps_its_trimmed_value(values: list[str | None]) -> None:
    written = Dialect(encoding="", answers=(ReadingAnswer("lost_zeros", "a", "as_is"),))
    data = Microdata.from_pandas(pd.DataFrame({"a": pd.Series(values, dtype="str")}), ["a"], dialect=written)
    assert texts_of(data, "a") == [(value or "").strip() for value in values]
    assert len(set(data.dimensions["a"].codes)) == len(data.dimensions["a"].codes)
