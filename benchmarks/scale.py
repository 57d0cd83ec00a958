"""A table of more possible cells than memory has room for: municipality x nationality x age, with all margins.

Ours is protected; DuckDB and polars only count and add up the keys. Every cell of theirs is compared with ours.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from benchmarks import data as census
from benchmarks.data import write_for_peers
from benchmarks.ours import measure_table, timed
from benchmarks.report import Goal, Result, Timing
from ckmcore.microdata.data import Category, compact_codes
from ckmcore.tabulate import kernel

SIZES = {"municipality": 11_000, "nationality": 200, "age": 101}
SKEW = {"municipality": 0.7, "nationality": 1.5, "age": 0.0}
ROWS, SEED, MODULUS = 3_000_000, 2026, 10**9
RIVALS = {"duckdb": "DuckDB {version}, GROUP BY CUBE", "polars": "polars {version}, margins from the leaf cells"}
MEMORY = 600.0
LARGE_ROWS, LARGE_PASSES, LARGE_DROP = 80_000_000, 4, 0.15
_ALONE = """
import sys
from benchmarks import scale
from benchmarks.scale_peers import peak
scale.kernel.load()
data = scale.make_microdata(int(sys.argv[1]))
before = peak()
scale.made(data, scale.method())
print(peak(), before)
"""


def make_microdata(rows: int = ROWS) -> ckm.Microdata:
    """Persons of many nationalities in small places: most combinations are empty, and most others hold one person."""
    chance = np.random.default_rng(SEED)
    columns, dimensions = {}, {}
    for name, size in SIZES.items():
        weights = 1 / np.arange(1, size + 1) ** SKEW[name]
        bounds = np.cumsum(weights / weights.sum())
        codes = np.searchsorted(bounds, chance.random(rows, dtype=np.float32), side="right")
        columns[name] = compact_codes(np.minimum(codes, size - 1), size)
        categories = tuple(Category.plain(str(code)) for code in range(size))
        dimensions[name] = ckm.Dimension(name, ckm.Texts.same(name), categories)
    keys = ckm.integer_keys(chance.integers(0, MODULUS, rows, dtype=np.int64), MODULUS)
    return ckm.Microdata(rows, dimensions, columns, keys)


def method() -> ckm.CellKeyMethod:
    return ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))


def raw(data: ckm.Microdata) -> ckm.RawTable:
    return ckm.tabulate(data, ckm.TableSpec(list(SIZES)), listed=True)


def made(data: ckm.Microdata, method: ckm.CellKeyMethod) -> ckm.ProtectedTable:
    """The protected table."""
    return ckm.protect(raw(data), method)


def measure_large(rows: int, runs: int) -> list[Result]:
    """As many records as memory has room for: a table of three variables beside a bare pass over the same bytes, and in
    the window from the drop to the painted table."""
    from benchmarks import desk

    records, rule = census.make_microdata(rows), method()
    mine, bare = measure_table(records, census.TABLE, rule, runs)
    size = f"{rows:,} records, {records.nbytes / 1e6:.0f} MB of codes and keys"
    found = [
        Result(replace(mine, name="large table", note=f"{size}; {mine.note}"), (Goal(rival=bare, slower=LARGE_PASSES),))
    ]
    for way, more in (("drag", ""), ("at once", ", let go at once")):
        dropped = desk.measure_drop(records, census.TABLE, rule, runs, f"drop to a large table{more}", way=way)
        found.append(Result(replace(dropped, note=f"{size}; {dropped.note}"), (Goal(limit=LARGE_DROP),)))
    return [Result(one.ours, one.goals, rows >= LARGE_ROWS) for one in found]


def measure(rows: int, runs: int, python: Path | None) -> list[Result]:
    """Time and memory beside those of the rivals, where their environment is there."""
    kernel.load()
    data, rule = make_microdata(rows), method()
    possible = int(np.prod([size + 1 for size in SIZES.values()]))
    seconds = tuple(timed(lambda: made(data, rule)) for _ in range(runs))
    mine = Timing("protected list", seconds, f"{rows:,} records, {possible:,} possible cells, all margins, protected")
    goals = []
    if python is not None:
        with tempfile.TemporaryDirectory() as folder:
            write_for_peers(data, tuple(SIZES), Path(folder))
            rivals = [run_rival(name, Path(folder), runs, data, python) for name in RIVALS]
        goals = [Goal(rival=one, slower=0.5) for one in rivals]
    full = rows >= ROWS
    return [Result(mine, tuple(goals), full), Result(measure_memory(rows), (Goal(limit=MEMORY),), full)]


def run_rival(name: str, folder: Path, runs: int, data: ckm.Microdata, python: Path) -> Timing:
    """A rival in its own process on the same records; raises AssertionError unless every cell is ours."""
    root = Path(__file__).resolve().parents[1]
    command = [str(python), "-m", "benchmarks.scale_peers", str(folder), name, str(runs), *SIZES]
    done = subprocess.run(command, cwd=root, env={**os.environ, "PYTHONUTF8": "1"}, stdout=subprocess.PIPE, check=True)
    said = json.loads(done.stdout.decode().splitlines()[-1])
    compare(name, pd.read_parquet(folder / f"{name}.parquet"), data)
    note = f"no protection; all cells equal ours; peak {said['peak']:.0f} MB"
    return Timing(RIVALS[name].format(version=said["version"]), tuple(said["seconds"]), note)


def compare(name: str, cells: pd.DataFrame, data: ckm.Microdata) -> None:
    """Raises AssertionError unless a rival has the cells, counts and key sums of our list."""
    block = raw(data).blocks[0]
    number = np.zeros(len(cells), dtype=np.uint64)
    for variable, size in zip(SIZES, block.shape, strict=True):
        number = number * np.uint64(size) + (cells[variable].to_numpy() + 1).astype(np.uint64)
    order = np.argsort(number)
    keys = (cells["key_sum"].to_numpy() % MODULUS).astype(np.uint64)
    same = (
        block.listed is not None
        and np.array_equal(number[order], block.listed.numbers)
        and np.array_equal(cells["count"].to_numpy()[order], block.counts)
        and block.cell_keys is not None
        and np.array_equal(keys[order], block.cell_keys)
    )
    if not same:
        raise AssertionError(f"the cells of {name} differ from ours")


def measure_memory(rows: int) -> Timing:
    """The most memory of a process that makes the records and the table."""

    done = subprocess.run(
        [sys.executable, "-c", _ALONE, str(rows)],
        stdout=subprocess.PIPE,
        check=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    peak, before = map(float, done.stdout.split())
    return Timing(
        "memory of the protected list", (peak,), f"peak of the process; {before:.0f} MB before the table", "MB"
    )
