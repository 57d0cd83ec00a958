"""Generated keys beside the statistic: written once, never replaced, carried along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys, generate_keys
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeySet, Period, PeriodSource
from ckmcore.statistic.source import KeysFileMissing, place_keys, read_keys, write_keys


def statistic(keys: KeySet | None, sha256: str = "ab") -> Statistic:
    source = PeriodSource("file", path_absolute="/data.csv", sha256=sha256, rows=50)
    return Statistic(Texts.same("x"), periods=(Period(Texts(), source=source, keys=keys),))


GENERATED = KeySet("generated", "", 10**9, 9)


def kept(placed: Statistic, folder: Path) -> RecordKeys:
    keys = placed.period.keys
    assert keys is not None
    return read_keys(folder / keys.file, placed.period, 50)


def test_keys_lie_beside_the_statistic_and_are_found_again(tmp_path: Path) -> None:
    keys = generate_keys(50)
    placed = place_keys(statistic(GENERATED), keys, tmp_path / "people.ckm")
    assert placed.period.keys is not None
    assert placed.period.keys.file == "people.period1.keys.parquet"
    assert np.array_equal(kept(placed, tmp_path).values, keys.values)


def test_saving_again_writes_nothing_and_other_keys_never_replace_those_that_lie_there(tmp_path: Path) -> None:
    first, second = generate_keys(50), generate_keys(50)
    path = tmp_path / "people.ckm"
    placed = place_keys(statistic(GENERATED), first, path)
    before = (tmp_path / "people.period1.keys.parquet").stat().st_mtime_ns
    assert place_keys(statistic(GENERATED), first, path) == placed
    assert (tmp_path / "people.period1.keys.parquet").stat().st_mtime_ns == before
    other = place_keys(statistic(GENERATED), second, path)
    assert other.period.keys is not None
    assert other.period.keys.file == "people.period1.keys-2.parquet"
    assert np.array_equal(kept(placed, tmp_path).values, first.values)
    assert np.array_equal(kept(other, tmp_path).values, second.values)


def test_keys_go_along_to_another_folder_also_without_the_records(tmp_path: Path) -> None:
    keys = generate_keys(50)
    here, there = tmp_path / "a.ckm", tmp_path / "sub" / "b.ckm"
    there.parent.mkdir()
    placed = place_keys(statistic(GENERATED), keys, here)
    moved = place_keys(placed, None, there, here)
    assert np.array_equal(kept(moved, there.parent).values, keys.values)
    assert place_keys(placed, None, here, here) == placed
    with pytest.raises(KeysFileMissing):
        place_keys(statistic(GENERATED), None, there, here)


@pytest.mark.parametrize("keys", [None, KeySet("column", "rkey")])
def test_keys_of_a_column_or_none_need_no_file(tmp_path: Path, keys: KeySet | None) -> None:
    assert place_keys(statistic(keys), generate_keys(50), tmp_path / "a.ckm") == statistic(keys)
    assert list(tmp_path.iterdir()) == []


def test_the_sample_makes_its_own_keys_and_needs_no_file(tmp_path: Path) -> None:
    sample = Statistic(Texts.same("x"), periods=(Period(Texts(), source=PeriodSource("sample"), keys=GENERATED),))
    assert place_keys(sample, generate_keys(50), tmp_path / "a.ckm") == sample
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../keys.parquet", "/etc/keys.parquet", "..\\\\keys.parquet", "", ".."])
def test_keys_are_looked_for_beside_the_statistic_and_nowhere_else(tmp_path: Path, name: str) -> None:
    keys, folder = generate_keys(50), tmp_path / "sub"
    folder.mkdir()
    write_keys(keys, tmp_path / "keys.parquet", "ab")
    with pytest.raises(KeysFileMissing):
        place_keys(statistic(KeySet("generated", "", 10**9, 9, name)), None, tmp_path / "b.ckm", folder / "a.ckm")


@pytest.mark.parametrize("fault", ["modulus", "column", "value", "type"])
def test_a_file_with_other_than_generated_keys_is_refused(tmp_path: Path, fault: str) -> None:
    values = pa.array([10**9 if fault == "value" else 1] * 50, pa.int64() if fault == "type" else pa.uint32())
    table = pa.table({"other" if fault == "column" else "record_key": values})
    marks = {"source_sha256": "ab", **({} if fault == "modulus" else {"modulus": str(10**9)})}
    pq.write_table(table.replace_schema_metadata(marks), tmp_path / "k.parquet")
    with pytest.raises(KeysFileMissing):
        read_keys(tmp_path / "k.parquet", statistic(GENERATED).period, 50)
