"""A made-up census: eight dimensions with a realistic skew, integer record keys, and a ptable in the ONS form."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv as pa_csv
import pyarrow.parquet as pq

import ckmcore as ckm
from ckmcore.microdata.data import Category, compact_codes

# The cardinalities of issue 2. A district belongs to one Land: 25 to each.
SIZES = {
    "sex": 2, "citizenship": 9, "family": 5, "age": 21, "education": 12, "occupation": 100, "land": 16, "district": 400,
}  # fmt: skip
DISTRICTS_PER_LAND = SIZES["district"] // SIZES["land"]
TABLE = ("land", "age", "sex")
KEY_MODULUS = 256  # the ONS package knows integer keys 0..255 or 0..4095
PTABLE_ROWS = 750  # rows that the ONS package expects; counts above return to the last 250
SEED = 2022


def make_microdata(rows: int, seed: int = SEED) -> ckm.Microdata:
    """`rows` persons. Frequencies fall like 1 / rank^0.8 within each variable, in an order drawn by the seed."""
    chance = np.random.default_rng(seed)
    columns = {name: _skewed(chance, rows, size) for name, size in SIZES.items() if name != "land"}
    columns["land"] = compact_codes(columns["district"] // DISTRICTS_PER_LAND, SIZES["land"])
    dimensions = {
        name: ckm.Dimension(name, ckm.Texts.same(name), tuple(Category.plain(str(code)) for code in range(size)))
        for name, size in SIZES.items()
    }
    keys = ckm.integer_keys(chance.integers(0, KEY_MODULUS, rows, dtype=np.uint32), KEY_MODULUS)
    return ckm.Microdata(rows, dimensions, {name: columns[name] for name in SIZES}, keys)


def _skewed(chance: np.random.Generator, rows: int, size: int) -> np.ndarray:
    weights = 1 / np.arange(1, size + 1) ** 0.8
    bounds = np.cumsum(chance.permutation(weights) / weights.sum()).astype(np.float32)
    codes = np.searchsorted(bounds, chance.random(rows, dtype=np.float32), side="right")
    return compact_codes(np.minimum(codes, size - 1), size)


def write_for_peers(data: ckm.Microdata, table: tuple[str, ...], folder: Path) -> None:
    """The variables of the table and the record keys as `records.parquet`, codes as small integers."""
    columns = {name: data.columns[name] for name in table}
    columns["record_key"] = data.record_keys.values.astype(np.int64)
    pq.write_table(pa.table(columns), folder / "records.parquet")


def write_ons_ptable(path: Path) -> None:
    """D = 5, V = 3, js = 2 as the ONS package reads it: noise for each count 1..750 and each key 0..255."""
    table = ckm.design_ptable(D=5, V=3, js=2)
    counts = np.repeat(np.arange(1, PTABLE_ROWS + 1, dtype=np.int64), KEY_MODULUS)
    keys = np.tile(np.arange(KEY_MODULUS, dtype=np.uint64), PTABLE_ROWS)
    noise = table.lookup(counts, keys, KEY_MODULUS, "less")
    pd.DataFrame({"pcv": counts, "ckey": keys, "pvalue": noise}).to_csv(path, index=False)


def write_microdata_files(data: ckm.Microdata, folder: Path) -> np.ndarray:
    """`records.csv` and `records.parquet` with all dimensions as text codes and a nine-digit decimal key `rkey`.

    Returns the keys x 10^9, to check what is read.
    """
    keys = ckm.generate_keys(data.rows).values
    columns = {
        name: pa.DictionaryArray.from_arrays(codes, [f"{code:03d}" for code in range(SIZES[name])]).cast(pa.string())
        for name, codes in data.columns.items()
    }
    texts = pa.array([f"0.{key:09d}" for key in keys.tolist()])
    pa_csv.write_csv(pa.table({**columns, "rkey": texts}), folder / "records.csv")
    pq.write_table(pa.table({**columns, "rkey": keys / 1e9}), folder / "records.parquet")
    return keys
