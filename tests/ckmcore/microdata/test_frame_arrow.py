"""Frames read as Arrow give what their values, one by one as texts, give."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import KeyReader
from ckmcore.microdata import MISSING
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.columns import sort_codes
from ckmcore.microdata.dialect import AS_IT_STANDS
from tests.kit.examples import examples

WHOLE = st.integers(-(2**63), 2**63 - 1) | st.sampled_from([0, 1, 7, 65535, 65536, 2**53, 2**53 + 1, -1])
DECIMALS = st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**9), max_value=10**9)
KINDS: dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]] = {
    "int64": (pa.int64(), WHOLE),
    "uint8": (pa.uint8(), st.integers(0, 255)),
    "uint64": (pa.uint64(), st.integers(0, 2**64 - 1)),
    "bool": (pa.bool_(), st.booleans()),
    "decimal": (pa.decimal128(20, 4), DECIMALS),
    "wide decimal": (pa.decimal256(50, 10), DECIMALS),
    "day": (pa.date32(), st.dates()),
    "time": (
        pa.timestamp("us"),
        st.datetimes(*map(datetime.datetime.fromisoformat, ("1900-01-01", "2100-01-01"))),
    ),
    "text": (pa.string(), st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=4)),
    "long text": (pa.large_string(), st.sampled_from([" a", "b ", "c", ""])),
    "double": (pa.float64(), st.floats(allow_nan=False)),
}


def expected(values: list[Any]) -> tuple[list[str], list[str]]:
    """Codes in their order, and that of each record."""
    texts = [MISSING if value is None else code_text(value) for value in values]
    return sort_codes(list(dict.fromkeys(texts))), texts


def read(data: ckm.Microdata, name: str = "a") -> tuple[list[str], list[str]]:
    codes = data.dimension(name).codes
    return list(codes), [codes[place] for place in data.columns[name].tolist()]


def frames(array: pa.ChunkedArray) -> dict[str, Any]:
    table = pa.table({"a": array})
    return {
        "table": table,
        "batches": pa.Table.from_batches(table.to_batches(max_chunksize=3), table.schema),
        "stream": table.to_reader(),
        "pandas": table.to_pandas(),
        "pandas of Arrow": table.to_pandas(types_mapper=pd.ArrowDtype),
        "pandas of Python's values": pd.DataFrame({"a": pd.Series(array.to_pylist(), dtype=object)}),
    }


@pytest.mark.daily(3)
@pytest.mark.parametrize("kind", KINDS)
@given(choice=st.data())
@settings(max_examples=examples(60))
def test_codes_of_every_frame_are_those_of_its_values(kind: str, choice: st.DataObject) -> None:
    of_arrow, values_of = KINDS[kind]
    values = choice.draw(st.lists(st.none() | values_of, min_size=1, max_size=12))
    array = pa.chunked_array([pa.array(values, of_arrow)])
    for name, frame in frames(array).items():
        if name == "pandas" and array.null_count and kind in ("int64", "uint64"):
            continue  # pandas itself has made doubles of them
        codes, texts = read(ckm.microdata_of(frame, ["a"], dialect=AS_IT_STANDS))
        assert (codes, texts) == expected(values), name


@given(values=st.lists(st.none() | WHOLE | DECIMALS | st.sampled_from(["1", " b"]) | st.booleans(), max_size=8))
@settings(max_examples=examples(60))
def test_columns_of_mixed_values_of_python_are_read_one_by_one(values: list[Any]) -> None:
    frame = pd.DataFrame({"a": pd.Series(values, dtype=object)})
    assert read(ckm.microdata_of(frame, ["a"], dialect=AS_IT_STANDS)) == expected(values)


NUMBERS = {name: KINDS[name] for name in ("int64", "uint64", "bool", "decimal", "wide decimal")}


@pytest.mark.daily(2)
@pytest.mark.parametrize("kind", NUMBERS)
@given(choice=st.data())
@settings(max_examples=examples(60))
def test_numbers_of_every_frame_are_those_of_their_texts(kind: str, choice: st.DataObject) -> None:
    of_arrow, values_of = NUMBERS[kind]
    values = choice.draw(st.lists(st.none() | values_of, min_size=1, max_size=12))
    numbers = [int(value) if isinstance(value, bool) else value for value in values]
    texts = pa.array([None if value is None else str(value) for value in numbers], pa.string())
    wanted = ckm.microdata_of(pa.table({"x": texts}), [], magnitudes=["x"])
    for name, frame in frames(pa.chunked_array([pa.array(values, of_arrow)])).items():
        if "pandas" in name and None in values:
            continue
        made = ckm.microdata_of(_renamed(frame), [], magnitudes=["x"])
        assert made.magnitudes["x"].decimals == wanted.magnitudes["x"].decimals, name
        assert made.magnitudes["x"].values.tolist() == wanted.magnitudes["x"].values.tolist(), name
        missing = [one.magnitudes["x"].missing for one in (made, wanted)]
        assert len({None if mask is None else tuple(mask.tolist()) for mask in missing}) == 1, name


def _renamed(frame: Any) -> Any:
    if isinstance(frame, pd.DataFrame):
        return frame.rename(columns={"a": "x"})
    return pa.table(frame).rename_columns(["x"])


@given(st.lists(st.none() | st.integers(-3, 300) | WHOLE, min_size=1, max_size=20))
@settings(max_examples=examples(100))
def test_integer_keys_are_those_of_their_texts(values: list[int | None]) -> None:
    def keys(array: pa.Array) -> Any:
        reader = KeyReader("k", modulus=256)
        try:
            reader.add(array.slice(0, 3))
            reader.add(array.slice(3))
            made = reader.finish()
        except ckm.DataError as error:
            return error.code, dict(error.fields)
        return made.values.tolist(), made.modulus, made.values.dtype

    texts = pa.array([None if value is None else str(value) for value in values], pa.string())
    assert keys(pa.array(values, pa.int64())) == keys(texts)


def test_dictionaries_with_unsigned_places_are_read() -> None:
    coded = pa.DictionaryArray.from_arrays(pa.array([1, None, 0], pa.uint32()), ["b", "a"])
    assert read(ckm.microdata_of(pa.table({"a": coded}), ["a"])) == (["b", "a", MISSING], ["a", MISSING, "b"])


def test_small_numbers_that_come_late_and_beside_large_ones_are_read(tmp_path: Any) -> None:
    values = np.concatenate([np.arange(300) % 3, [70_000, 5, 65_535, 0], np.arange(300) % 260])
    table = pa.table({"a": values})
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=100)
    wanted = expected(values.tolist())
    assert read(ckm.microdata_of(table, ["a"])) == wanted
    assert read(ckm.microdata_of(tmp_path / "a.parquet", ["a"])) == wanted


def test_columns_of_pandas_may_have_numbers_as_names() -> None:
    data = ckm.microdata_of(pd.DataFrame([[1, 2.5], [3, 4.5]], columns=[1, 2]), ["1"], magnitudes=["2"])
    assert data.dimensions["1"].codes == ("1", "3")
    assert data.magnitudes["2"].values.tolist() == [25, 45]


def test_complex_numbers_are_no_numbers_and_end_in_a_sentence() -> None:
    frame = pd.DataFrame({"K": ["a", "b"], "X": [1 + 0j, 2j]})
    with pytest.raises(ckm.CkmError, match="X"):
        ckm.microdata_of(frame, ["K"], magnitudes=["X"])
