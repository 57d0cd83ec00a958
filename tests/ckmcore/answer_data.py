"""Records with months that some of them do not say, for tests of what is counted by them."""

from __future__ import annotations

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn

M = 10**6
CLASSES = "0; 4; 8; 12; 24"


def data_of(records: list[tuple[str, bool, int | None]], seed: int = 1, classes: str = CLASSES) -> Microdata:
    """Records with keys and weights drawn by a seed."""
    chance, many = np.random.default_rng(seed), len(records)
    missing = np.array([value is None for *_, value in records], dtype=np.bool_)
    values = np.array([value or 0 for *_, value in records], dtype=np.int64)
    columns = {
        "region": np.array(["ab".index(region) for region, *_ in records], dtype=np.uint8),
        "sex": np.array([int(woman) for _, woman, _ in records], dtype=np.uint8),
    }
    dimensions = {
        name: Dimension(name, ckm.Texts.same(name), tuple(map(Category.plain, codes)))
        for name, codes in (("region", "ab"), ("sex", "01"))
    }
    data = Microdata(
        many,
        dimensions,
        columns,
        RecordKeys(chance.integers(0, M, many).astype(np.uint64), M, None, "integer"),
        NumberColumn("weight", chance.integers(1, 9, many), 0),
        {"m": NumberColumn("m", values, 0, missing=missing if missing.any() else None)},
    )
    return data.with_classes("m", classes) if classes else data
