"""An example of prepared data."""

from __future__ import annotations

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata import Category, Dimension, Hierarchy, Microdata, NumberColumn
from ckmcore.microdata.data import StructuralZero, compact_codes


def example(rows: int = 100, seed: int = 1, decimals: int | None = 2, modulus: int = 10**9) -> Microdata:
    chance = np.random.default_rng(seed)
    categories = (
        *(Category(f"0{code}", Texts(f"l{code}", f"d{code}"), Texts.same("n"), "2020-01-01") for code in range(5)),
        Category.plain(""),
    )
    tree = Hierarchy.from_depths([("A", 0), *((f"0{code}", 1) for code in range(5))])
    numbers = chance.integers(-(10**12), 10**12, rows)
    missing = np.zeros(rows, dtype=np.bool_)
    missing[:1] = True
    many = tuple(Category.plain(str(code)) for code in range(300))
    return Microdata(
        rows,
        {
            "Land": Dimension("Land", Texts("Land", "Land"), categories, tree, {"A": Texts("all", "alle")}),
            "record_key": Dimension("record_key", Texts(), many),
        },
        {
            "Land": compact_codes(chance.integers(0, 6, rows), 6),
            "record_key": compact_codes(chance.integers(0, 300, rows), 300),
        },
        RecordKeys(
            chance.integers(0, modulus, rows).astype(np.uint32 if modulus <= 2**32 else np.uint64),
            modulus,
            len(str(modulus)) - 1,
            "generated",
        ),
        NumberColumn("w", chance.integers(1, 100, rows), 1, Texts.same("weight")),
        {
            "m": NumberColumn(
                "m",
                numbers if decimals is not None else numbers / 7,
                decimals,
                Texts("m", "M"),
                missing if rows else None,
            )
        },
        structural_zeros=(StructuralZero((("Land", ("A",)),)),),
    )
