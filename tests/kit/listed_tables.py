"""Tables as lists of their cells, however small they are, and records for them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import integer_keys
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.microdata.data import ExemptCells, StructuralZero
from ckmcore.tabulate import tabulate
from ckmcore.tabulate.raw import RawBlock, RawTable

LAND = [("1", 0), ("11", 1), ("111", 2), ("112", 2), ("12", 1), ("2", 0), ("21", 1), ("22", 1), ("3", 0)]
LEAVES = ["111", "112", "12", "21", "22", "3"]
MODULI = [256, 10**3, 2**20, 10**9, 10**17, 10**18]
PTABLE = ckm.design_ptable(D=4, V=2.0, js=1)
LISTED_METHODS: list[Method] = [
    ckm.CellKeyMethod(PTABLE),
    ckm.CellKeyMethod(PTABLE, threshold=3, unreliable_below=5, uncertain_below=9, minimum_base=4),
    ckm.CellKeyMethod(PTABLE, unreliable_below=4),
    ckm.Rounding(5),
    ckm.Rounding(10, minimum_base=20, share_of_zero="original", share_reason="a test"),
    ckm.KeyedRounding(3),
]


def records(rows: int = 150) -> ckm.Microdata:
    """Records of cells that are small or empty."""
    rng = np.random.default_rng(8)
    frame = pd.DataFrame(
        {
            "land": pd.Categorical(rng.choice(LEAVES[:5], rows, p=[0.5, 0.3, 0.1, 0.07, 0.03]), LEAVES),
            "sex": pd.Categorical(rng.choice(["m", "w", None], rows, p=[0.6, 0.37, 0.03]), ["m", "w"]),
            "age": pd.Categorical([f"y{age}" for age in rng.integers(0, 6, rows)], [f"y{age}" for age in range(7)]),
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"])
    data = data.with_record_keys(integer_keys(rng.integers(0, 10**9, rows, dtype=np.int64), 10**9))
    return data.with_hierarchy("land", ckm.Hierarchy.from_depths(LAND))


def as_list(data: ckm.Microdata, spec: ckm.TableSpec, threads: int = 1) -> RawTable:
    """The table as a list, however small it is."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tabulate, "CELL_LIMIT", 0)
        return ckm.tabulate(data, spec, threads=threads, listed=True)


def without(raw: RawTable, table: ckm.ProtectedTable) -> RawTable:
    """The raw table of data that have nobody in the cells that the published table does not list."""

    def left(block: RawBlock, shown: ProtectedBlock) -> RawBlock:
        assert block.listed is not None
        assert shown.listed is not None
        keep = np.isin(block.listed.numbers, shown.listed.numbers)
        arrays = {
            name: None if array is None else array[keep]
            for name, array in vars(block).items()
            if name in ("counts", "key_sums", "weights", "exempt")
        }
        return replace(block, listed=block.listed.only(keep), **arrays)

    parts = {
        own: tuple(left(block, shown) for block, shown in zip(blocks, table.blocks, strict=True))
        for own, blocks in raw.parts.items()
    }
    return replace(raw, parts=parts, blocks=parts[raw.spec.values[0].conditions])


GROUPS = (
    ckm.Group(ckm.Texts.same("young"), ("0", "1", "2")),
    ckm.Group(ckm.Texts.same("odd"), ("1", "3")),
    ckm.Group(ckm.Texts.same("none"), ("6",)),
)


@st.composite
def microdata(draw: st.DrawFn) -> ckm.Microdata:
    rows = draw(st.integers(0, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    modulus = draw(st.sampled_from(MODULI))
    few = rng.integers(1, 7)
    frame = pd.DataFrame(
        {
            "land": pd.Categorical(rng.choice(LEAVES[:few], rows), LEAVES),
            "sex": pd.Categorical(rng.choice(["m", "w", None], rows), ["m", "w"]),
            "age": pd.Categorical(rng.integers(0, 5, rows).astype(str), list("0123456")),
            "w": rng.integers(0, 500, rows) / 100,
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"], weight="w")
    data = data.with_record_keys(integer_keys(rng.integers(0, modulus, rows, dtype=np.int64), modulus))
    data = data.with_hierarchy("land", ckm.Hierarchy.from_depths(LAND))
    zeros = draw(
        st.sampled_from(
            [(), (StructuralZero((("land", ("12",)), ("sex", ("m",)))), StructuralZero((("age", ("3", "6")),)))]
        )
    )
    return replace(data, structural_zeros=zeros)


@st.composite
def with_exempt(draw: st.DrawFn) -> ckm.Microdata:
    exempt = (ExemptCells(), ExemptCells((("land", ("1", "12")),)))
    return replace(draw(microdata()), exempt=draw(st.sampled_from([(), exempt])))
