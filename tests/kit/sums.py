"""Methods for sums, and records of which many are 0, blank, or few."""

from __future__ import annotations

from typing import Any

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.draft import Draft
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable.magnitudes import permute
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import Level, Measure, TableSpec
from tests.kit.before_the_floor import put_in_force

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


Lines = list[tuple[int | None, int]]


def draft_of(data: Microdata, method: Any, spec: TableSpec) -> Draft:
    """The draft of a table of a statistic in which the method is in force."""
    period = Period(ckm.Texts.same("2025"), source=PeriodSource("file"))
    statistic = ckm.Statistic(ckm.Texts.same("S"), periods=(period,))
    return put_in_force(statistic, method).draft(spec, data)


def contributors(data: Microdata, method: Any) -> int:
    """The published number of contributors in region b."""
    spec = TableSpec(Level("region", total="off"), values=ckm.sum_of("m"))
    block = ckm.tabulate(data, spec, contributors=3).blocks[0]
    return int(method.counted(block, weighted=False).published[Measure("contributors", "m")][2])


def no_contributors(method: Any, chance: np.random.Generator) -> tuple[Lines, tuple[Lines, ...], list[int]]:
    """Records of region a; those of region b, as zeros alone, without answers, of both kinds, and with few amounts that
    are published as none; the keys of region a."""
    keys = iter(chance.integers(0, M, 4000).tolist())
    others: Lines = [(int(value), next(keys)) for value in chance.integers(0, 900, 40)]
    many = int(chance.integers(12, 30))
    zeros: Lines = [(0, next(keys)) for _ in range(many)]
    blank: Lines = [(None, next(keys)) for _ in range(many)]
    mixed: Lines = [((0, None)[int(chance.integers(0, 2))], next(keys)) for _ in range(many)]
    few: Lines = []
    for _ in range(400):
        amounts = [int(one) for one in chance.integers(1, 5000, int(chance.integers(1, 3)))]
        few = [*zeros, *((one, next(keys)) for one in amounts)]
        if not contributors(data_of(others, few), method):
            break
    assert contributors(data_of(others, few), method) == 0
    return others, (zeros, blank, mixed, few), [key for _, key in others]
