"""Pairs of records that publish alike under a method."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.tabulate.spec import Level

M, CODES = 10**9, "abcd"
COUNTS = ckm.design_ptable(D=2, V=1)
KINDS = ("cell key", "weighted", "sums", "rounding", "list", "cube")
VALUES = {"weighted": ckm.Value("weighted_count"), "sums": ckm.sum_of("m")}
METHODS: dict[str, Method] = {
    "sums": ckm.Rounding(10, magnitude_bases=[("m", 1000)]),
    "rounding": ckm.Rounding(10),
    "cube": ckm.Rounding(10),
}


def spec_of(kind: str) -> ckm.TableSpec:
    return ckm.TableSpec(Level("A", total="off"), values=[ckm.Value(), *([VALUES[kind]] if kind in VALUES else [])])


def keys_for(draw: np.random.Generator, count: int, noise: int) -> list[str]:
    """Keys of `count` records whose cell gets this noise."""
    while True:
        keys = draw.integers(0, M, count)
        total = np.array([int(keys.sum()) % M], dtype=np.uint64)
        if COUNTS.lookup(np.array([count]), total, M, "less")[0] == noise:
            return [f"{int(one) / M:.9f}" for one in keys]


def pair(kind: str, seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Records of four cells that publish the same figures, of other numbers of records in each."""
    draw = np.random.default_rng(seed)
    by_key = kind in ("cell key", "weighted", "list")
    frames: list[list[dict[str, Any]]] = [[], []]
    for code in CODES:
        published = int(draw.integers(6, 14)) if by_key else 10 * int(draw.integers(1, 4))
        spread = 2 if by_key else 4
        sizes = draw.choice(np.arange(-spread, spread + 1), 2, replace=False)
        for lines, size in zip(frames, sizes, strict=True):
            count = published + int(size)
            keys = keys_for(draw, count, -int(size)) if by_key else [f"{one:.9f}" for one in draw.random(count)]
            amounts = [100.0] * 3 + [0.0] * (count - 3)
            lines += [
                {"A": code, "B": "x", "rkey": key, "w": "2", "m": amount}
                for key, amount in zip(keys, amounts, strict=True)
            ]
    return pd.DataFrame(frames[0]), pd.DataFrame(frames[1])


def in_any_table(seed: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Records that publish alike under rounding to 10 in every table: what lies beside multiples of 10 adds up to less
    than 5, whatever a table groups or leaves out; sums are the same, as all others have 0, or no value."""
    draw = np.random.default_rng(seed)
    tens = 10 * draw.integers(1, 4, (len(CODES), 2))
    frames: list[pd.DataFrame] = []
    for more, blank in ((draw.integers(0, 2), 1), (-1, 2)):
        counts = tens.copy()
        counts.flat[draw.integers(counts.size)] += more
        lines = [
            {"A": a, "B": b, "rkey": f"{draw.random():.9f}", "w": "1", "m": "100" if number < 3 else "0"}
            for place, a in enumerate(CODES)
            for at, b in enumerate("xy")
            for number in range(counts[place, at])
        ]
        for at in range(blank):
            lines[3 + at]["m"] = ""
        frames.append(pd.DataFrame(lines))
    return frames[0], frames[1]
