"""An example of prepared data, and whether records are the same."""

from __future__ import annotations

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.microdata import Category, Dimension, Hierarchy, Microdata, NumberColumn
from ckmcore.microdata.data import StructuralZero, compact_codes
from ckmcore.microdata.variable import Derivation, VariableEntry


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


def same(first: Microdata, second: Microdata) -> bool:
    def numbers(data: Microdata) -> list[NumberColumn]:
        return [*data.magnitudes.values(), *([data.weight] if data.weight else [])]

    def equal(one: NumberColumn, other: NumberColumn) -> bool:
        if (one.missing is None) != (other.missing is None):
            return False
        if one.missing is not None and not np.array_equal(one.missing, other.missing):
            return False
        return (one.name, one.decimals, one.title) == (other.name, other.decimals, other.title) and (
            one.values.dtype == other.values.dtype and np.array_equal(one.values, other.values)
        )

    keys = first.record_keys, second.record_keys
    return (
        first.rows == second.rows
        and first.dimensions == second.dimensions
        and list(first.dimensions) == list(second.dimensions)
        and all(np.array_equal(first.columns[name], second.columns[name]) for name in first.columns)
        and all(first.columns[name].dtype == second.columns[name].dtype for name in first.columns)
        and all(equal(*pair) for pair in zip(numbers(first), numbers(second), strict=True))
        and (keys[0] is None) == (keys[1] is None)
        and (
            keys[0] is None
            or keys[1] is None
            or (
                np.array_equal(keys[0].values, keys[1].values)
                and (keys[0].modulus, keys[0].digits, keys[0].origin)
                == (keys[1].modulus, keys[1].digits, keys[1].origin)
            )
        )
        and first.structural_zeros == second.structural_zeros
    )


ENTRIES = (
    VariableEntry("Land", "dimension", Texts("Land", "Land"), note=Texts.same("a note")),
    VariableEntry("pid", "identifier", Texts.same("pid")),
    VariableEntry("Gruppe", "dimension", Texts(), derived=Derivation("prefix", "Land", digits=1)),
)
