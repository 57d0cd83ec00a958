"""The rivals of `hypercube`, in their environment: `python -m benchmarks.hypercube_peers FOLDER PEER RUNS NAME ...`.

Reads `records.parquet` of the folder into the rival's own memory, then its work is timed, files included: occupied
cells of all margins (a code per variable, none for a total; n, k) as Parquet in a folder of its name. Prints JSON.
"""

from __future__ import annotations

import importlib.metadata
import json
import shutil
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from benchmarks.scale_peers import ENOUGH_SECONDS, peak

MEMORY = "6GB"


def duckdb(folder: Path, table: list[str]) -> Callable[[Path], None]:
    import duckdb

    connection, names = duckdb.connect(), ", ".join(table)
    connection.execute(f"set memory_limit = '{MEMORY}'")
    connection.execute(f"set temp_directory = '{folder / 'spill'}'")
    connection.read_parquet(str(folder / "records.parquet")).create("records")

    def work(target: Path) -> None:
        cells = connection.table("records").aggregate(
            f"{names}, count(*) as n, sum(record_key)::bigint as k", f"cube ({names})"
        )
        cells.write_parquet(str(target / "cells.parquet"))

    return work


def polars(folder: Path, table: list[str]) -> Callable[[Path], None]:
    import polars as pl

    records = pl.read_parquet(folder / "records.parquet").with_columns(pl.col(name).cast(pl.Int32) for name in table)

    def work(target: Path) -> None:
        leaf = records.group_by(table).agg(pl.len().cast(pl.Int64).alias("n"), pl.col("record_key").sum().alias("k"))
        leaf.write_parquet(target / "000.parquet")
        number = 0
        for size in range(len(table)):
            for names in combinations(table, size):
                number += 1
                sums = (pl.col("n").sum(), pl.col("k").sum())
                part = leaf.group_by(names).agg(*sums) if names else leaf.select(*sums)
                part.write_parquet(target / f"{number:03d}.parquet")

    return work


PEERS = {"duckdb": duckdb, "polars": polars}


def main(folder: Path, peer: str, runs: int, table: list[str]) -> None:
    work, target = PEERS[peer](folder, table), folder / peer
    seconds: list[float] = []
    while len(seconds) < runs and sum(seconds) < ENOUGH_SECONDS:
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        begin = time.perf_counter()
        work(target)
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"seconds": seconds, "version": importlib.metadata.version(peer), "peak": peak()}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
