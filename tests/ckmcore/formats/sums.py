"""Methods for sums, and records of which many are 0, blank, or few."""

from __future__ import annotations

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable.magnitudes import permute

M = 10**6
METHODS = {
    "by key": MagnitudeCellKeyMethod(
        ckm.design_ptable(D=3, V=2),
        large=permute(ckm.design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3),
        settings=ckm.MagnitudeSettings(ckm.Scaling(0.3), missing="out", mean_of="valid"),
        own_key="ab" * 32,
    ),
    "rounded": ckm.Rounding(10, magnitude_bases=[("m", 10)], missing="out", mean_of="valid"),
    "rounded by key": ckm.KeyedRounding(10, magnitude_bases=[("m", 10)], missing="out", mean_of="valid"),
}


def data_of(others: list[tuple[int | None, int]], region: list[tuple[int | None, int]]) -> Microdata:
    """Records of region a, and those of region b, each with a value (None: no answer) and a key."""
    every = [*others, *region]
    missing = np.array([value is None for value, _ in every], dtype=np.bool_)
    values = np.array([value or 0 for value, _ in every], dtype=np.int64)
    regions = Dimension("region", ckm.Texts.same("region"), tuple(map(Category.plain, "ab")))
    return Microdata(
        len(every),
        {"region": regions},
        {"region": np.repeat(np.array([0, 1], dtype=np.uint8), [len(others), len(region)])},
        RecordKeys(np.array([key for _, key in every], dtype=np.uint64), M, None, "integer"),
        magnitudes={"m": NumberColumn("m", values, 0, missing=missing)},
    )
