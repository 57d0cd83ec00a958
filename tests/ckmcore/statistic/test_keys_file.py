"""Generated keys beside the statistic: written once, never replaced, carried along."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ckmcore.keys import RecordKeys, generate_keys
from ckmcore.statistic.model import KeySet, Period, Source, Statistic
from ckmcore.statistic.source import KeysFileMissing, place_keys, read_keys
from ckmcore.texts import Texts


def statistic(keys: KeySet | None, sha256: str = "ab") -> Statistic:
    source = Source("file", path_absolute="/data.csv", sha256=sha256, rows=50)
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
    sample = Statistic(Texts.same("x"), periods=(Period(Texts(), source=Source("sample"), keys=GENERATED),))
    assert place_keys(sample, generate_keys(50), tmp_path / "a.ckm") == sample
    assert list(tmp_path.iterdir()) == []
