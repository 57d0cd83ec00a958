"""What `door` measures in processes of its own: `python -m benchmarks.door_cold CASE FOLDER`.

Each case does one thing from the start of Python to its end. Cases of ours import ckmcore, those of rivals do not.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.scale_peers import peak

TABLE, LIST = ("land", "age", "sex"), ("municipality", "nationality", "age")
CSV_NUMBERS, CSV_CODES = ("income",), ("land", "age", "sex")
THREADS = 2
FIRST_TABLES, AFTER = 3.0, 0.5


def bare(_folder: Path) -> None:
    """Python alone."""


def imported(_folder: Path) -> None:
    import ckmcore  # noqa: F401 - its import is what is measured


def frame(folder: Path) -> int:
    """Parquet to a protected frame of pandas."""
    import ckmcore as ckm

    data = ckm.read_microdata(folder / "records.parquet", TABLE, "record_key", modulus=10**9)
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    return len(ckm.protect(ckm.tabulate(data, ckm.TableSpec(TABLE)), method).to_pandas())


def _cube(connection: Any, folder: Path, names: tuple[str, ...]) -> Any:
    connection.execute(f"set threads = {THREADS}")
    records = connection.read_parquet(str(folder / "records.parquet"))
    return records.aggregate(f"{', '.join(names)}, count(*) as n, sum(record_key) as k", f"cube ({', '.join(names)})")


def frame_duckdb(folder: Path) -> int:
    import duckdb

    return len(_cube(duckdb.connect(), folder, TABLE).df())


def frame_polars(folder: Path) -> int:
    import polars as pl

    sums = (pl.len().alias("n"), pl.col("record_key").sum().alias("k"))
    leaf = pl.scan_parquet(folder / "records.parquet").group_by(TABLE).agg(*sums).collect()
    parts = [leaf]
    for size in range(len(TABLE)):
        for names in combinations(TABLE, size):
            totals = (pl.col("n").sum(), pl.col("k").sum())
            parts.append(leaf.group_by(names).agg(*totals) if names else leaf.select(*totals))
    return len(pl.concat(parts, how="diagonal").to_pandas())


def listed(folder: Path) -> None:
    """Parquet to the protected list as Parquet, read back and searched."""
    import ckmcore as ckm

    data = ckm.read_microdata(folder / "records.parquet", LIST, "record_key", modulus=10**9)
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    ckm.export(ckm.protect(ckm.tabulate(data, ckm.TableSpec(LIST), listed=True), method), folder / "ours.parquet")


def listed_duckdb(folder: Path) -> None:
    import duckdb

    _cube(duckdb.connect(), folder, LIST).write_parquet(str(folder / "duckdb.parquet"))


def csv(folder: Path) -> int:
    import ckmcore as ckm

    data = ckm.read_microdata(folder / "records.csv", CSV_CODES, magnitudes=CSV_NUMBERS)
    return data.rows


def csv_polars(folder: Path) -> int:
    import polars as pl

    return pl.read_csv(folder / "records.csv").height


def first_tables(folder: Path) -> list[float]:
    """Tables one after another from the first on: seconds at which each begins, and that it takes."""
    import ckmcore as ckm

    data = ckm.read_microdata(folder / "records.parquet", TABLE, "record_key", modulus=10**9)
    method = ckm.CellKeyMethod(ckm.design_ptable(D=5, V=3, js=2))
    wanted = [names for size in (3, 2, 1) for names in combinations(TABLE, size)]
    begin, times = time.perf_counter(), []
    while time.perf_counter() - begin < FIRST_TABLES:
        data.drop_cache()
        start = time.perf_counter()
        ckm.protect(ckm.tabulate(data, ckm.TableSpec(wanted[len(times) % len(wanted)])), method)
        times.append((start - begin, time.perf_counter() - start))
    return [max(took for at, took in times if at >= AFTER), times[0][1]]


CASES: dict[str, Callable[[Path], Any]] = {
    "bare": bare,
    "imported": imported,
    "frame": frame,
    "frame-duckdb": frame_duckdb,
    "frame-polars": frame_polars,
    "list": listed,
    "list-duckdb": listed_duckdb,
    "csv": csv,
    "csv-polars": csv_polars,
    "first-tables": first_tables,
}


if __name__ == "__main__":
    told = CASES[sys.argv[1]](Path(sys.argv[2]))
    print(json.dumps({"told": told, "peak": peak()}))
