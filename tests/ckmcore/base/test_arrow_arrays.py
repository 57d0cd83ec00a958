"""Arrays of Arrow as those of numpy and the other way, without pandas."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.arrow_arrays import arrow_of, arrow_texts, numpy_of
from tests.kit.examples import examples

KINDS = [pa.uint8(), pa.int16(), pa.int64(), pa.uint64(), pa.float64(), pa.bool_()]
PROGRAM = """
import sys
from pathlib import Path
import ckmcore as ckm
folder = Path(sys.argv[1])
text = ckm.read_microdata(folder / "a.csv", ["region", "sex"], magnitudes=["income"])
data = ckm.read_microdata(folder / "a.parquet", ["region", "sex"], "key", magnitudes=["income"], modulus=10**6)
method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
table = ckm.protect(ckm.tabulate(data, ckm.TableSpec(("region", "sex")), listed=True), method)
ckm.export(table, folder / "out.parquet")
print(text.rows, "pandas" in sys.modules)
"""


@given(st.lists(st.integers(0, 1) | st.none(), max_size=20), st.integers(0, 4), st.sampled_from(KINDS))
@settings(max_examples=examples(100))
def test_an_array_has_the_values_that_it_has_as_a_list(
    values: list[int | None], skipped: int, kind: pa.DataType
) -> None:
    array = pa.array(values).cast(pa.int8()).cast(kind).slice(min(skipped, len(values)))
    plain = [value for value in array.to_pylist() if value is not None]
    assert numpy_of(array.filter(array.is_valid())).tolist() == plain
    if pa.types.is_integer(kind):
        assert numpy_of(array, -1).tolist() == [-1 if value is None else value for value in array.to_pylist()]


@given(st.lists(st.tuples(st.integers(-9, 9), st.booleans()), max_size=20))
@settings(max_examples=examples(60))
def test_nulls_keep_nothing_of_what_stood_there(pairs: list[tuple[int, bool]]) -> None:
    values, nulls = np.array([pair[0] for pair in pairs], dtype=np.int64), np.array([pair[1] for pair in pairs], bool)
    array = arrow_of(values, nulls)
    array.validate(full=True)
    assert array.to_pylist() == [None if null else value for value, null in pairs]
    assert np.frombuffer(array.buffers()[1], np.int64)[nulls].tolist() == [0] * int(nulls.sum())


def test_texts_stay_and_none_is_missing() -> None:
    assert arrow_texts(["a", None, "ä", ""]).equals(pa.array(["a", None, "ä", ""]))


@pytest.mark.thorough
def test_files_are_read_counted_and_written_without_pandas(tmp_path: Path) -> None:
    rows = 4000
    numbers = np.arange(rows)
    texts = "".join(f"{number % 17},{number % 2},{number}.5\n" for number in range(rows))
    (tmp_path / "a.csv").write_text(f"region,sex,income\n{texts}", encoding="utf-8")
    columns = {"region": numbers % 17, "sex": numbers % 2, "income": numbers, "key": numbers * 7919 % 10**6}
    pa.parquet.write_table(pa.table(columns), tmp_path / "a.parquet")
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == f"{rows} False"
