"""Small tables of records with weights."""

from __future__ import annotations

from itertools import product

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn

NAMES = ("A", "B")


def weighted_data(seed: int, shape: tuple[int, ...], most: int, mean: int, spread: float) -> Microdata:
    """Records of a small table, each category at least once, with weights around a mean that differs by category."""
    chance = np.random.default_rng(seed)
    cells = list(product(*map(range, shape)))
    numbers = chance.integers(0, most + 1, len(cells))
    for axis in range(len(shape)):  # each category has a record
        for code in range(shape[axis]):
            mine = [at for at, cell in enumerate(cells) if cell[axis] == code]
            if not numbers[mine].any():
                numbers[mine[0]] = 1
    rows = np.repeat(np.arange(len(cells)), numbers)
    means = mean * np.exp(chance.normal(0, spread, len(cells)))
    weights = np.maximum(1, np.rint(means[rows] * np.exp(chance.normal(0, spread / 2, len(rows))))).astype(np.int64)
    return Microdata(
        len(rows),
        {
            name: Dimension(name, ckm.Texts.same(name), tuple(Category.plain(f"{name}{at}") for at in range(size)))
            for name, size in zip(NAMES, shape, strict=False)
        },
        {
            name: np.array([cells[row][axis] for row in rows], dtype=np.uint8)
            for axis, name in enumerate(NAMES[: len(shape)])
        },
        RecordKeys(chance.integers(0, 10**8, len(rows)).astype(np.uint64), 10**8, 8, "decimal"),
        NumberColumn("w", weights, 0),
    )
