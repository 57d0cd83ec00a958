"""The rivals of `scale`, in their own environment: `python -m benchmarks.scale_peers FOLDER PEER RUNS VARIABLE ...`.

Reads `records.parquet` of the folder into the rival's own memory, then only its work is timed. Writes `PEER.parquet`
(occupied cells of all margins: a code per variable, -1 for a total, count, key_sum) and prints JSON.
"""

from __future__ import annotations

import importlib.metadata
import json
import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

ENOUGH_SECONDS = 60.0


def peak() -> float:
    """The most memory that this process had, in megabytes; 0 where the system does not say.

    Not `getrusage`: it begins with what the process had that started this one.
    """
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines())
    return float(lines["VmHWM"].split()[0]) / 1e3


def duckdb(folder: Path, table: list[str]) -> tuple[Callable[[], Any], Callable[[Any, Path], None]]:
    import duckdb

    connection, names = duckdb.connect(), ", ".join(table)
    connection.read_parquet(str(folder / "records.parquet")).create("records")
    sums = "count(*) as n, sum(record_key)::bigint as k"

    def work() -> Any:
        connection.execute("drop table if exists cells")
        connection.table("records").aggregate(f"{names}, {sums}", f"cube ({names})").create("cells")

    def write(_found: object, path: Path) -> None:
        codes = ", ".join(f"coalesce({name}, -1)::bigint as {name}" for name in table)
        connection.table("cells").project(f'{codes}, n as "count", k as key_sum').write_parquet(str(path))

    return work, write


def polars(folder: Path, table: list[str]) -> tuple[Callable[[], Any], Callable[[Any, Path], None]]:
    import polars as pl

    records = pl.read_parquet(folder / "records.parquet").with_columns(pl.col(name).cast(pl.Int32) for name in table)

    def work() -> Any:
        leaf = records.group_by(table).agg(
            pl.len().cast(pl.Int64).alias("count"), pl.col("record_key").sum().alias("key_sum")
        )
        parts = [leaf]
        for size in range(len(table)):
            for names in combinations(table, size):
                sums = (pl.col("count").sum(), pl.col("key_sum").sum())
                part = leaf.group_by(names).agg(*sums) if names else leaf.select(*sums)
                rest = [pl.lit(-1, pl.Int32).alias(name) for name in table if name not in names]
                parts.append(part.with_columns(rest).select([*table, "count", "key_sum"]))
        return pl.concat(parts)

    return work, lambda found, path: found.write_parquet(path)


def duckdb_parquet(folder: Path, table: list[str]) -> tuple[Callable[[], Any], Callable[[Any, Path], None]]:
    """The leaf cells, counted from the file each time."""
    import duckdb

    connection, names = duckdb.connect(), ", ".join(table)
    sums = 'count(*) as "count", sum(record_key)::bigint as key_sum'

    def work() -> Any:
        connection.execute("drop table if exists cells")
        records = connection.read_parquet(str(folder / "records.parquet"))
        records.aggregate(f"{names}, {sums}", names).create("cells")

    return work, lambda _found, path: connection.table("cells").write_parquet(str(path))


PEERS = {"duckdb": duckdb, "polars": polars, "duckdb-parquet": duckdb_parquet}


def main(folder: Path, peer: str, runs: int, table: list[str]) -> None:
    work, write = PEERS[peer](folder, table)
    seconds: list[float] = []
    while len(seconds) < runs and sum(seconds) < ENOUGH_SECONDS:
        begin = time.perf_counter()
        found = work()
        seconds.append(time.perf_counter() - begin)
    most = peak()
    write(found, folder / f"{peer}.parquet")
    print(json.dumps({"seconds": seconds, "version": importlib.metadata.version(peer.partition("-")[0]), "peak": most}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:])
