"""A pass over records goes on with the compiled loops as soon as they are loaded, and gives the same integers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.tabulate import kernel as kernels


def people(rows: int) -> ckm.Microdata:
    chance = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "a": chance.integers(0, 7, rows),
            "b": chance.integers(0, 5, rows),
            "pay": np.where(chance.random(rows) < 0.1, np.nan, chance.integers(0, 9000, rows) / 10),
            "weight": chance.integers(1, 50, rows) / 10,
            "key": chance.integers(0, 10**9, rows),
        }
    )
    return ckm.Microdata.from_pandas(frame, ["a", "b"], "key", "weight", ["pay"], modulus=10**9)


@pytest.mark.parametrize(
    "values", [["count"], ["count", ckm.sum_of("pay")], ["weighted_count", ckm.sum_of("pay", weighted=True)]]
)
def test_the_loops_may_be_loaded_while_records_are_counted(monkeypatch: pytest.MonkeyPatch, values: list[Any]) -> None:
    data, spec = (
        people(4 * kernels.BLOCK_ROWS + 7),
        ckm.TableSpec("a", "b", values=values, filters=ckm.Condition("a", ["1", "2", "5"])),
    )
    compiled, asked = kernels.load(), 0

    def figures() -> list[Any]:
        data.drop_cache()
        block = ckm.tabulate(data, spec).blocks[0]
        found = [block.counts, block.cell_keys, block.weights]
        found += [array for one in block.magnitudes.values() for array in (one.sums, one.largest, one.key_sums)]
        return [None if array is None else np.asarray(array) for array in found]

    def midway(_rows: int) -> kernels.Kernel:
        nonlocal asked
        asked += 1
        return compiled if asked > 3 else kernels.NUMPY_KERNEL

    monkeypatch.setattr(kernels, "current", lambda _rows: kernels.NUMPY_KERNEL)
    plain = figures()
    monkeypatch.setattr(kernels, "current", midway)
    changed = figures()
    assert asked > 3
    for one, other in zip(plain, changed, strict=True):
        np.testing.assert_array_equal(one, other)
